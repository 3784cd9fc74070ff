"""The clerk: reads a journal once, line by line, and fills in every form that it completes.

Each record is told and applied by the table's own fold (`table/story.py`): who sits where, what lies in
the rack, which ruling holds, is asked of that and of nothing else. What is written here is only which
records belong on one form.
"""

from tablewright.advice.standing import Standing
from tablewright.papers.forms import kinds
from tablewright.papers.forms.entries import (
    CardSlip,
    Count,
    DropAndTips,
    ErrorNotification,
    Form,
    Inventory,
    Marker,
    OnDuty,
    Paid,
    Report,
    ShiftReport,
    Signature,
    Slip,
)
from tablewright.papers.forms.numbers import filled_number
from tablewright.papers.forms.went_wrong import acting, declared, effect_on, seen
from tablewright.table import acts
from tablewright.table.actors import THE_HOUSE, actor
from tablewright.table.acts import slips
from tablewright.table.acts.forms import CLOSER, ERROR, FORMS, OPENER, SLIP_IN, SLIP_OUT
from tablewright.table.acts.money import AS_COUNTED
from tablewright.table.chips import DROP, FLOAT, TIPS, money, worth
from tablewright.table.journal import Line
from tablewright.table.limits import marker
from tablewright.table.record import Record
from tablewright.table.status import CLOSING, OPENING
from tablewright.table.story import Story
from tablewright.table.words import plain

NO_ROUND = -1
"""A story of which no round is told: the clerk asks for what belongs on a form."""
ON_SLIPS = (slips.FILL, slips.CREDIT, slips.CORRECTION, *slips.HOLDS)


class Clerk:
    """Fills in forms, line by line."""

    def __init__(self, first: Line, hash: str) -> None:
        self.first = hash
        self.last = hash
        self.story = Story(first, NO_ROUND)
        self.standing = Standing(self.story.book)
        self.forms: list[Form] = []
        self.line = first
        self.shift = ShiftReport(form=kinds.SHIFT, at=first.at)
        self.boxes = DropAndTips(form=kinds.DROP_AND_TIPS, at=first.at)
        self._signed: dict[tuple[str, str], Signature] = {}
        self._slips: dict[int, Slip] = {}
        self._markers: dict[int, Marker] = {}
        self._declared: Report | None = None
        """What was declared or seen last."""
        self._voids: Report | None = None
        """What made the round void that is being settled."""
        self._cards_in = ""
        """The number of the slip with which the cards came that are in play."""
        self.opening = self._fills = self._credits = 0

    def hear(self, line: Line, hash: str) -> None:
        """One more line: what it says goes on a form, then it happens."""
        story, did = self.story, line.did
        self.line, self.last = line, hash
        story.by = actor(line.by)
        self._note(did)
        self._note_money(did)
        story.go_on(line)
        self.standing.hear([did], line.at)
        if isinstance(did, acts.SetUp | acts.Relieve):
            self._note_staff()

    @property
    def waiting(self) -> list[Slip]:
        """The slips that wait for their second signature."""
        return list(self._slips.values())

    def _completed(self, form: Form) -> None:
        """A form is complete, or stands from now on."""
        form.line, form.number = self.line.n, filled_number(self.first, self.line.n, self.last)
        self.forms.append(form)

    def _by(self, post: str = "", name: str = "") -> Signature:
        """Who does what this line says, and when."""
        by = self.story.by
        post = post or by.role.value
        held = THE_HOUSE if by.is_house else self.story.state.staff[post]
        return Signature(post, name or held, self.line.at)

    # What goes where ------------------------------------------------------------------------------

    def _note(self, did: Record) -> None:
        match did:
            case acts.Sign():
                self._signed[did.form, did.post] = self._by(did.post, did.who)
            case acts.FormCompleted():
                self._note_form(did)
            case acts.SlipPrepared():
                self._note_slip(did)
            case acts.Countersign():
                self._note_countersigned(did)
            case acts.CancelSlip():
                self._note_cancelled(did)
            case acts.Declare():
                self._note_declared(did)
            case acts.ReportChips():
                self._declare(seen(self.story, self.line, did))
            case acts.ChipsRuled() if did.moves and self._declared:
                self._declared.moved.append(self.story.moves(did.moves))
            case acts.Reckoned() | acts.TakenBack() | acts.Settled():
                self._note_wager(did)
            case acts.AgreeLimits():
                self._note_limits(did)
            case acts.Leave():
                self._end_marker(did.place, "the player left")
            case acts.Clear():
                self._voids = None
            case _:
                self._note_shift(did)

    def _note_shift(self, did: Record) -> None:
        """What stands on the shift report or on the record of the boxes alone."""
        shift, at = self.shift, self.line.at
        match did:
            case acts.Approve():
                shift.approvals.append(self._by())
            case acts.Examine():
                shift.examined.append(self._by(did.post))
            case acts.Opened():
                shift.opened = at
            case acts.BeginClosing():
                shift.closing = at
            case acts.Shuffled():
                shift.seals += bool(did.seal)
            case acts.LateWager():
                shift.late += worth(did.chips)
            case acts.RemoveDropBox():
                self.boxes.removed = self._by()
            case acts.Moved(why=why) if why == AS_COUNTED and self.story.state.status == CLOSING:
                into = sum(move.cents for move in did.moves if move.target == FLOAT)
                shift.over += into - sum(move.cents for move in did.moves if move.source == FLOAT)
            case acts.Close():
                self.boxes.at = at
                self.boxes.tip_chips = dict(self.story.state.bank.chips(TIPS))
                self._completed(self.boxes)
            case acts.Closed():
                shift.at = at
                self._completed(shift)

    def _note_staff(self) -> None:
        """Who holds each post from now on."""
        on_duty = {each.post: each for each in self.shift.staff if each.until is None}
        for post, name in self.story.state.staff.items():
            known = on_duty.get(post)
            if known is None or known.name != name:
                if known is not None:
                    known.until = self.line.at
                self.shift.staff.append(OnDuty(post, name, self.line.at))

    # Forms of the float and the cards -------------------------------------------------------------

    def _note_form(self, did: acts.FormCompleted) -> None:
        if did.form in ON_SLIPS:
            slip = self._slips.pop(int(did.says["number"]))
            slip.says = dict(did.says)
            assert did.says.get("total", money(worth(slip.chips))) == money(worth(slip.chips))
            self._fills += worth(slip.chips) if did.form == slips.FILL else 0
            self._credits += worth(slip.chips) if did.form == slips.CREDIT else 0
            self._complete(slip)
            return
        signed = [self._signed.pop((did.form, post)) for post in did.signed]
        assert [each.name for each in signed] == list(did.signed.values())
        form = self._form(did)
        form.says, form.signed = dict(did.says), signed
        self._complete(form)
        if did.form in (SLIP_IN, SLIP_OUT):
            self._cards_in = form.number if did.form == SLIP_IN else ""

    def _complete(self, form: Form) -> None:
        form.at, form.round = self.line.at, self.line.round
        self._completed(form)

    def _form(self, did: acts.FormCompleted) -> Form:
        """The form that was signed, with the chips that it lists."""
        state, at = self.story.state, self.line.at
        counted = dict(state.counted or {})
        match did.form:
            case "opener" | "closer":
                assert did.says["total"] == money(worth(counted))
                return self._inventory(did.form, counted)
            case "error-notification":
                if state.status == OPENING:
                    self.opening = worth(counted)
                expected = dict(state.bank.chips(FLOAT))
                return ErrorNotification(form=ERROR, at=at, expected=expected, counted=counted)
        assert did.form in FORMS
        goes_with = self._cards_in if did.form == SLIP_OUT else ""
        return CardSlip(form=did.form, at=at, goes_with=goes_with)

    def _inventory(self, form: str, counted: dict[int, int]) -> Inventory:
        at = self.line.at
        if form == OPENER:
            self.opening = worth(counted)
            return Inventory(form=OPENER, at=at, counted=counted)
        bank = self.story.state.bank
        found = Inventory(
            form=CLOSER,
            at=at,
            counted=counted,
            drop=bank.cents(DROP),
            result=bank.house_won,
            opening=self.opening,
            fills=self._fills,
            credits=self._credits,
        )
        adds_up = found.cents + found.drop + found.credits - found.opening - found.fills
        assert adds_up == found.result, "forms that do not add up to the accounts"
        return found

    # Slips ----------------------------------------------------------------------------------------

    def _note_slip(self, did: acts.SlipPrepared) -> None:
        slip = Slip(form=did.form, at=self.line.at, round=self.line.round, slip=did.slip)
        slip.signed = [self._by(did.post, did.who)]
        if did.form in slips.HOLDS:
            slip.report = self._declared
            assert slip.report is not None
            slip.report.slip = slip
        else:
            (move,) = did.moves
            slip.chips, slip.to_player = dict(move.chips), move.source == FLOAT
        if did.place:
            place = self.story.seat(did.place)
            slip.says = {"place": place, "player": did.player, "reason": did.reason}
        self._slips[did.slip] = slip

    def _note_countersigned(self, did: acts.Countersign) -> None:
        slip, signed = self._slips[did.slip], self._by(did.post, did.who)
        if did.differs:
            slip.miscounts.append(Count(signed, dict(did.chips)))
            return
        slip.signed.append(signed)
        if slip.form == slips.VOID:
            self._voids = slip.report
        elif slip.form == slips.RULING:
            self._declared = slip.report

    def _note_cancelled(self, did: acts.CancelSlip) -> None:
        slip = self._slips.pop(did.slip)
        slip.cancelled, slip.cancelled_by = did.reason, acting(self.story)
        self._complete(slip)

    # What went wrong ------------------------------------------------------------------------------

    def _note_declared(self, did: acts.Declare) -> None:
        story = self.story
        report = declared(story, self.line, did)
        if report.is_void and not story.course.needs_second(story.state, story.ruling(did)[1]):
            self._voids = report
        self._declare(report)

    def _declare(self, report: Report) -> None:
        self._declared = report
        self._completed(report)

    def _note_wager(self, did: acts.Settled | acts.TakenBack | acts.Reckoned) -> None:
        """What became of a wager by a ruling; of other wagers no form says anything."""
        if isinstance(did, acts.TakenBack):
            self.shift.still_owed += did.short
        report = self._declared if isinstance(did, acts.Reckoned) else self._voids
        if report is not None:
            report.wagers.append(effect_on(self.story, did))

    # Limits, drop and tips ------------------------------------------------------------------------

    def _note_limits(self, did: acts.AgreeLimits) -> None:
        story, place = self.story, did.place
        how = "others were agreed" if did.limits else "the marker was taken away"
        self._end_marker(place, how)
        if not did.limits:
            return
        agreed = Marker(
            form=kinds.MARKER,
            at=self.line.at,
            round=self.line.round,
            place=story.seat(place),
            player=story.state.seats[place].player,
            marker=marker(did.limits, story.book.setup.limits),
            limits=dict(did.limits),
            agreed_by=acting(story),
        )
        self._markers[place] = agreed
        self._completed(agreed)

    def _end_marker(self, place: int, how: str) -> None:
        agreed = self._markers.pop(place, None)
        if agreed is not None:
            agreed.ended, agreed.ended_by = self.line.at, how

    def _note_money(self, did: Record) -> None:
        """What goes into the drop box and the tip box, and comes out of them."""
        for box, entries in ((DROP, self.boxes.drop), (TIPS, self.boxes.tips)):
            into = sum(move.cents for move in did.moved() if move.target == box)
            out = sum(move.cents for move in did.moved() if move.source == box)
            if into != out:
                who = self.story.who(int(getattr(did, "place", 0)))
                entries.append(Paid(self.line.at, who, self._what(did), into - out))

    def _what(self, did: Record) -> str:
        """For what money goes into a box."""
        match did:
            case acts.BuyIn():
                return "bought in"
            case acts.Settled():
                return f"{self.story.name(did.wager)} for the dealer won"
            case acts.TakenBack():
                return f"{self.story.name(did.wager)} for the dealer taken back, the round is void"
        return plain(did.name)

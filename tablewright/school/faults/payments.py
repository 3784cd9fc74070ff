"""Faults of money: payments corrected, slips miscounted or late, a float that is off."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tablewright.rules.protection import LOOK_OVER_RULE
from tablewright.school.faults.found import DEALER, Found, Kind, is_by_house
from tablewright.table import acts
from tablewright.table.acts.countersigning import SIGN_FIRST
from tablewright.table.acts.forms import ERROR, FORMS
from tablewright.table.acts.slips import CORRECTION, COUNTED
from tablewright.table.chips import FLOAT, money, worth
from tablewright.table.journal import Line
from tablewright.table.status import CLOSING

LATE_SLIP_MINUTES = 15
"""No manual says how long a slip may wait for its second signature: from here on it is listed."""


class _Paid(NamedTuple):
    """A wager that was settled, when, and by whom."""

    settled: acts.Settled
    at: datetime
    who: str
    stood: int | None


class _Slip(NamedTuple):
    """A slip that waits for its second signature, and the payments that it puts right."""

    prepared: acts.SlipPrepared
    at: datetime
    dealer: str
    paid: Sequence[_Paid]


class MoneyFaults:
    """Looks at what is paid, signed for and counted."""

    def __init__(self, found: Found) -> None:
        self._found = found
        # Where the house pays by itself and no chips lie on a felt, no dealer has paid wrongly.
        self._pays_itself = "settle" in found.book.automatic and not found.book.setup.is_keyed
        self._paid: dict[int, list[_Paid]] = {}
        """What was settled last at each place: in this round, or else in the one before."""
        self._is_new_round = False
        self._slips: dict[int, _Slip] = {}
        self._counted: tuple[Line, str] | None = None
        """A count of the float that differed from the records, and whose; until another is right."""
        self._dealers: set[str] = set()

    def look(self, line: Line) -> None:
        """What a line shows, with the table as it was before."""
        match line.did:
            case acts.Opened():
                self._dealers = {self._found.dealer}
            case acts.Relieve(post=post, who=who) if post == DEALER:
                self._dealers.add(who)
            case acts.Clear():
                self._is_new_round = True
            case acts.Settle() if self._found.state.is_look_due and not is_by_house(line.by):
                self._not_looked_over(line)
            case acts.Settled() as settled:
                self._note_paid(settled, line.at)
            case acts.TakenBack() as back if back.short:
                self._not_recovered(back, line)
            case acts.SlipPrepared() as prepared:
                dealer = self._found.dealer
                slip = _Slip(prepared, line.at, dealer, self._meant(prepared))
                self._slips[prepared.slip] = slip
            case acts.CancelSlip(slip=number):
                self._slips.pop(number, None)
            case acts.Countersign() as signed:
                self._signed(signed, line)
            case acts.CountFloat() as count:
                self._float_counted(count, line)
            case acts.FormCompleted(form=form) if form == ERROR:
                self._float_off(line)

    # Payments --------------------------------------------------------------------------------------

    def _not_looked_over(self, line: Line) -> None:
        found = self._found
        rule = f"{found.syllabus.game.id}.{LOOK_OVER_RULE}"
        says = "The layout was not looked over before the first payment"
        skills = found.skills.of_rule(rule, found.device)
        found.add(Kind.LEFT_OUT, rule, says, line, skills=skills)

    def _note_paid(self, settled: acts.Settled, at: datetime) -> None:
        if self._is_new_round:
            self._paid, self._is_new_round = {}, False
        if not settled.for_dealer and not settled.is_unplayed:
            who = "" if self._pays_itself else self._found.dealer
            paid = _Paid(settled, at, who, self._found.stood(at))
            self._paid.setdefault(settled.place, []).append(paid)

    def _not_recovered(self, back: acts.TakenBack, line: Line) -> None:
        found = self._found
        says = (
            f"{found.place(back.place)}, {found.wager(back.wager)}: {money(back.short)} that a void"
            " round should have given back was no longer there"
        )
        found.add(Kind.NOT_RECOVERED, back.rule, says, line, who="", cents=back.short)

    def _meant(self, slip: acts.SlipPrepared) -> Sequence[_Paid]:
        """The wagers that a correction is about: those its reason names, else those its amount fits."""
        if slip.form != CORRECTION:
            return ()
        (move,) = slip.moves
        cents, said, paid = worth(move.chips), slip.reason.lower(), self._paid.get(slip.place, [])
        named = [each for each in paid if self._is_named(each, said)]
        fits = [
            each
            for each in paid
            if cents in (each.settled.stake, abs(each.settled.won), each.settled.returned)
        ]
        return named or fits or paid

    def _is_named(self, paid: _Paid, said: str) -> bool:
        """Whether a reason names a wager: by its name, or the last word of it, as people say it."""
        name = self._found.wager(paid.settled.wager).lower()
        return name in said or name.split()[-1] in re.findall(r"\w+", said)

    def _corrected(self, slip: _Slip, signed: acts.Countersign, line: Line) -> None:
        """The lines by which the wagers were paid that a correction is about."""
        found, prepared, paid = self._found, slip.prepared, slip.paid
        (move,) = prepared.moves
        cents, to_player = worth(move.chips), move.source == FLOAT
        names = " and ".join(dict.fromkeys(found.wager(each.settled.wager) for each in paid))
        way = "was owed to the player" if to_player else "was paid too much"
        about = f"{found.place(prepared.place)}{f', {names}' if names else ''}"
        found.add(
            Kind.CORRECTION,
            paid[-1].settled.rule if paid else "house.correction",
            f"{about}: {money(cents)} {way} ({prepared.reason})",
            line,
            who=paid[-1].who if paid else slip.dealer,
            skills=[
                skill
                for each in paid
                for skill in found.skills.of_payment(each.settled, found.device)
            ],
            cents=-cents if to_player else cents,
            erred=paid[-1].at if paid else slip.at,
            seen_by=(prepared.who, signed.who),
            stood=paid[-1].stood if paid else None,
        )

    # Slips -----------------------------------------------------------------------------------------

    def _signed(self, signed: acts.Countersign, line: Line) -> None:
        if signed.differs:
            if signed.form in COUNTED:
                self._slip_miscounted(signed, line)
            return
        slip = self._slips.pop(signed.slip)
        self._waited(slip, line)
        if signed.form == CORRECTION:
            self._corrected(slip, signed, line)

    def _slip_miscounted(self, signed: acts.Countersign, line: Line) -> None:
        found, rule = self._found, f"house.{signed.form}"
        some = found.skills.some_of_rule
        found.add(
            Kind.MISCOUNT,
            rule,
            f"A {signed.form} was miscounted",
            line,
            who=signed.who,
            post=signed.post,
            skills=some(rule, found.device) or some(line.rule, found.device),
            stood=found.stood(line.at) if signed.who == found.dealer else None,
        )

    def _waited(self, slip: _Slip, line: Line) -> None:
        """The journal does not say who was waited for: chips come from the cage in their own time."""
        minutes = int((line.at - slip.at).total_seconds() // 60)
        if minutes >= LATE_SLIP_MINUTES:
            form = f"{FORMS[slip.prepared.form]} {slip.prepared.slip}"
            says = f"{form} was signed {minutes} minutes after it was asked for"
            self._found.add(Kind.OVERDUE, SIGN_FIRST, says, line, who="", erred=slip.at)

    # The float -------------------------------------------------------------------------------------

    def _float_counted(self, count: acts.CountFloat, line: Line) -> None:
        found = self._found
        if count.chips != found.state.bank.chips(FLOAT):
            self._counted = self._counted or (line, found.dealer)
        elif self._counted:
            during = "closing" if found.state.status == CLOSING else "opening"
            skills = found.skills.of_step(acts.CountFloat, found.device, during)
            (counted, who), self._counted = self._counted, None
            rule, says = found.rule(count.rule), "The float was miscounted"
            found.add(Kind.MISCOUNT, rule, says, counted, who=who, skills=skills)

    def _float_off(self, line: Line) -> None:
        """An error that both have signed. At the opening the cage is answerable, and no dealer."""
        found, self._counted = self._found, None
        state = found.state
        cents = worth(state.bank.chips(FLOAT)) - worth(state.counted or {})
        if not cents or state.status != CLOSING:
            return
        way = "was missing from the float" if cents > 0 else "too much was in the float"
        says = f"{money(abs(cents))} {way} at the closing ({state.error})"
        who = next(iter(self._dealers)) if len(self._dealers) == 1 else ""
        found.add(Kind.FLOAT, found.rule(acts.CountFloat.rule), says, line, who=who, cents=cents)

"""Slips: fills, credits, corrections and late voids wait for a second person, who signs for themself.

The first signature is that of the one who asks; nothing moves before the second. Those who sign for
chips count them and say what they counted: no slip tells them. A count that differs is written down
and moves nothing; after three of them the slip can only be cancelled, so that nobody guesses their way.
A slip that cannot or need not be signed is cancelled, with a reason.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from tablewright.rules.errors import listed, quoted
from tablewright.rules.procedure import STAFF, SUPERVISORS, house
from tablewright.table.acts.forms import FORMS, FormCompleted, date_and_time, form_named
from tablewright.table.acts.money import CHIPS, ON_A_SLIP, Moved, empty_rack
from tablewright.table.allowed import (
    Allowed,
    No,
    Way,
    are_chips,
    wrong_chips,
    wrong_words,
)
from tablewright.table.chips import (
    CAGE,
    FLOAT,
    Chips,
    Move,
    chips_text,
    holds,
    money,
    rail,
    worth,
)
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.words import ALL, HOUSE, MONEY, Telling, amount, joined, plain
from tablewright.table.words import STAFF as FOR_STAFF

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

FILL, CREDIT, CORRECTION, VOID = "fill", "credit", "correction", "void-round"
"""The slips that need two signatures."""
COUNTED = (FILL, CREDIT)
"""Those on which the second to sign says what they have counted."""
SIGN_FIRST = "house.signatures"
"""The rule that a round is held under until a slip has both signatures."""
MOST_MISCOUNTS = 3
"""So many counts of a slip may differ."""


# Asked for -----------------------------------------------------------------------------------------


@event("{form} {slip}, signed by {name}, waits for {posts} to sign{held}.")
class SlipPrepared(Event, frozen=True):
    """What needs two signatures has the first: nothing moves until the second."""

    slip: int
    """Its number at this table, counted from 1."""
    form: str
    post: str
    who: str
    """Who signed first, and at which post."""
    place: int = 0
    player: str = ""
    reason: str = ""
    moves: tuple[Move, ...] = ()
    """What moves when it is signed."""

    @property
    def to_count(self) -> Chips:
        """The chips that must be counted to sign it; none, where none are."""
        return self.moves[0].chips if self.form in COUNTED else {}

    def apply(self, state: "State", course: "Course") -> None:
        state.slips = {**state.slips, self.slip: self}
        state.slips_made = self.slip

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "form": FORMS[self.form],
            "slip": str(self.slip),
            "name": self.who,
            "posts": joined([s.staff(post) for post in s.book.second_signers(self.post)], "or"),
            "held": "; the round is held" if self.form == VOID else "",
        }
        to = ALL if self.form == VOID else FOR_STAFF
        yield Telling(HOUSE, slots, to=to, continues=True)


def prepared(
    t: "Table",
    form: str,
    by: "Actor",
    moves: Sequence[Move] = (),
    place: int = 0,
    reason: str = "",
) -> SlipPrepared:
    """A slip with its first signature."""
    player = t.state.seats[place].player if place in t.state.seats else ""
    number = t.state.slips_made + 1
    return SlipPrepared(
        number, form, by.role.value, t.name_of(by), place, player, reason, tuple(moves)
    )


@act(
    "house.fill",
    by=SUPERVISORS,
    group=Group.PEOPLE,
    button="Fill",
    about="Chips come from the cage to the rack, once a second person has counted them and signed."
    " Leave blank to top up the rack.",
    submit="Ask for the fill",
    do={
        "": "The rack cannot make up the payment: order a fill, {chips}.",
        "wait": "A fill comes first, as the rack cannot make up the payment.",
    },
    happened="{who} [order|orders] a fill from the cage{chips}.",
)
class Fill(Act, frozen=True):
    """A supervisor orders chips from the cage; they are in the float when the slip is signed."""

    chips: Chips

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        return cls.allowed(least=1)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_chips(t, self.chips, allowed)

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, prepared(t, FILL, by, [Move(CAGE, FLOAT, self.chips)])]

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(house("fills"), {"chips": amount(self.chips)})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(MONEY, {"who": s.actor, "chips": _on_slip(s, self.chips)}, to=FOR_STAFF)


def _on_slip(s: "Scene", chips: Chips) -> str:
    """What is on a slip that is still to be counted, for those who may know."""
    return f": {s.amount(chips)}" if s.tells_slips else ""


@act(
    "house.credit",
    by=SUPERVISORS,
    group=Group.PEOPLE,
    button="Credit",
    about="Chips go from the rack back to the cage, once a second person has counted them and signed.",
    submit="Ask for the credit",
    happened="{who} [order|orders] chips back to the cage{chips}.",
)
class Credit(Act, frozen=True):
    """A supervisor orders chips back to the cage; they leave the float when the slip is signed."""

    chips: Chips

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := empty_rack(t):
            return no
        return cls.allowed(chips_of=FLOAT, least=1)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_chips(t, self.chips, allowed)

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, prepared(t, CREDIT, by, [Move(FLOAT, CAGE, self.chips)])]

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(MONEY, {"who": s.actor, "chips": _on_slip(s, self.chips)}, to=FOR_STAFF)


@act(
    "house.correction",
    by=SUPERVISORS,
    group=Group.PEOPLE,
    button="Correct a payment",
    about="A wrong payment is put right by another transfer, with a reason, once a second person has"
    " signed.",
    submit="Ask for the correction",
    happened="{who} [ask|asks] for a correction: {chips} {way} {player}. The reason: {reason}.",
)
class Correct(Act, frozen=True):
    """A supervisor wants a wrong payment put right; chips move when the slip is signed."""

    place: int
    reason: str
    to_player: Chips = msgspec.field(default_factory=dict)
    from_player: Chips = msgspec.field(default_factory=dict)

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(place) for place in t.state.seats]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place):
            return no
        own, bank = rail(way.place), t.state.bank
        if not bank.chips(FLOAT) and not bank.chips(own):
            return No(f"Neither the rack nor {t.place(way.place)} has any chips.", CHIPS)
        return cls.allowed(way, chips_of=FLOAT, for_chips_of=own, text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if bool(self.to_player) == bool(self.from_player):
            return No("A correction goes one way. Name chips to the player or from them.", CHIPS)
        source = FLOAT if self.to_player else rail(self.place)
        chips = self.to_player or self.from_player
        bounds = Allowed(allowed.command, chips_of=source)
        return wrong_chips(t, chips, bounds) or wrong_words(self.reason, "The reason")

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        if self.to_player:
            move = Move(FLOAT, rail(self.place), self.to_player)
        else:
            move = Move(rail(self.place), FLOAT, self.from_player)
        return [self, prepared(t, CORRECTION, by, [move], self.place, self.reason)]

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "who": s.actor,
            "chips": s.amount(self.to_player or self.from_player),
            "way": "to" if self.to_player else "from",
            "player": s.who(self.place),
            "reason": self.reason,
        }
        yield Telling(MONEY, slots, place=self.place)


# Signed --------------------------------------------------------------------------------------------


@act(
    SIGN_FIRST,
    by=STAFF,
    group=Group.FORMS,
    chooses="slip",
    filled=("form", "place", "reason", "post", "who", "differs"),
    is_signed=True,
    button="Sign the slip",
    about="Count what is to be counted, then sign.",
    do={
        FILL: "Count the chips that came from the cage, then sign {form}.",
        CREDIT: "Count the chips that go to the cage, then sign {form}.",
        CORRECTION: "Sign {form}: {paid}.",
        VOID: "Sign {form}, or have it cancelled: the round is held.",
    },
    happened={
        "counted": "{who} [count|counts] {chips} and [sign|signs] {form} {slip}.",
        "correction": "{who} [sign|signs] {form} {slip}.",
        "void": "{who} [sign|signs] {form} {slip}: the round is void.",
        "differs": "{who} [count|counts] {chips}, and {form} {slip} differs: count again, or cancel the"
        " slip.",
    },
)
class Countersign(Act, frozen=True):
    """The second person signs a slip; who signs for chips says what they have counted.

    A count that differs is written down, and nothing moves.
    """

    slip: int
    chips: Chips = msgspec.field(default_factory=dict)
    form: str = ""
    """Filled in: what was signed, and for a correction whose and why."""
    place: int = 0
    reason: str = ""
    post: str = ""
    """Filled in: at which post."""
    who: str = ""
    """Filled in: whose signature it is."""
    differs: bool = False
    """Filled in: the count is not what is on the slip."""

    @property
    def way(self) -> Way:
        return Way(choice=str(self.slip))

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(choice=str(number)) for number in t.state.slips]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        slip = _waiting(t, way)
        if isinstance(slip, No):
            return slip
        posts = t.book.second_signers(slip.post)
        if by.role.value not in posts:
            who = joined([f"the {plain(post)}" for post in posts], "or")
            return No(f"Slip {slip.slip} takes the signature of {who}, not yours.")
        if not by.is_house and t.name_of(by) == slip.who:
            return No(f"{slip.who} has signed slip {slip.slip} already. A second person signs it.")
        if t.state.miscounts.get(slip.slip, 0) >= MOST_MISCOUNTS:
            return No(
                f"Slip {slip.slip} was counted {MOST_MISCOUNTS} times and the count differed each time."
                " Cancel it and ask for the chips again."
            )
        seat = t.state.seats.get(slip.place)
        if slip.place and (seat is None or seat.player != slip.player):
            return No(f"{slip.player} has left {t.place(slip.place)}. Cancel the slip.")
        for move in slip.moves:
            if move.source != CAGE and not holds(t.state.bank.chips(move.source), move.chips):
                return No("The chips are no longer there. Cancel the slip.")
        return cls.allowed(way)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        is_counted = t.state.slips[self.slip].form in COUNTED
        if not self.chips or (is_counted and are_chips(self.chips, t.book.setup.denominations)):
            return None
        said = "chips of this house" if is_counted else "no chips: this slip is not for any"
        return No(f"{quoted(self.chips)} cannot have been counted. Enter {said}.")

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        slip, post, name = t.state.slips[self.slip], by.role.value, t.name_of(by)
        differs = self.chips != slip.to_count
        signed = Countersign(
            slip.slip, self.chips, slip.form, slip.place, slip.reason, post, name, differs
        )
        if differs:
            return [signed]
        moved = [Moved(slip.moves, ON_A_SLIP)] if slip.moves else []
        names = {slip.post: slip.who, post: name}
        return [signed, *moved, FormCompleted(slip.form, _slip_says(t, slip, at), names)]

    def apply(self, state: "State", course: "Course") -> None:
        if self.differs:
            times = state.miscounts.get(self.slip, 0) + 1
            state.miscounts = {**state.miscounts, self.slip: times}
            return
        state.put_slip_away(self.slip)
        if self.form == VOID:
            declared, state.held = state.held, None
            assert declared is not None
            course.rule(state, declared)

    def prompt(self, t: "Table") -> Prompt:
        slip = t.state.slips[self.slip]
        slots = {"form": f"{form_named(slip.form)} {slip.slip} of {slip.who}"}
        if slip.form == CORRECTION:
            (move,) = slip.moves
            way = "to" if move.source == FLOAT else "from"
            paid = f"{money(worth(move.chips))} {way} {t.place(slip.place)} ({slip.reason})"
            slots["paid"] = paid
        return Prompt(house("two signatures"), slots, slip.form)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "who": s.actor,
            "form": form_named(self.form),
            "slip": str(self.slip),
            "chips": s.amount(self.chips),
        }
        if self.differs and not s.tells_slips:
            slots["chips"] = "the chips"  # Those who count again are not to lean on it.
        if self.differs:
            yield Telling(MONEY, slots, "differs", to=FOR_STAFF)
        elif self.form == VOID:
            yield Telling(HOUSE, slots, "void")
        else:
            case = "counted" if self.form in COUNTED else "correction"
            yield Telling(HOUSE, slots, case, to=FOR_STAFF)


def _waiting(t: "Table", way: Way) -> SlipPrepared | No:
    """A slip that waits for its second signature; or that there is none of that number."""
    for number, slip in t.state.slips.items():
        if str(number) == way.choice:
            return slip
    waits = [str(number) for number in t.state.slips]
    which = f"Waiting: {listed(waits)}." if waits else "No slip waits."
    return No(f"Slip {way.choice} does not wait for a signature. {which}")


@act(
    SIGN_FIRST,
    by=STAFF,
    group=Group.FORMS,
    chooses="slip",
    filled=("form", "asked_by"),
    button="Cancel a slip",
    about="A slip that cannot or need not be signed is cancelled, with a reason.",
    submit="Cancel the slip",
    happened="{who} [cancel|cancels] {form} {slip}, asked for by {name}: {reason}.",
)
class CancelSlip(Act, frozen=True):
    """A slip that waits for its second signature is torn up."""

    slip: int
    reason: str
    form: str = ""
    """Filled in: what it was."""
    asked_by: str = ""
    """Filled in: who asked for it."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(choice=str(number)) for number in t.state.slips]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        slip = _waiting(t, way)
        return slip if isinstance(slip, No) else cls.allowed(way, text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.reason, "The reason")

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        slip = t.state.slips[self.slip]
        return [CancelSlip(self.slip, self.reason, slip.form, slip.who)]

    def apply(self, state: "State", course: "Course") -> None:
        if self.form == VOID:
            state.held = None
        state.put_slip_away(self.slip)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "who": s.actor,
            "form": form_named(self.form),
            "slip": str(self.slip),
            "name": self.asked_by,
            "reason": self.reason,
        }
        yield Telling(HOUSE, slots, to=FOR_STAFF if self.form in COUNTED else ALL)


def _slip_says(t: "Table", slip: SlipPrepared, at: datetime) -> dict[str, str]:
    """What is written on a slip."""
    says = {"table": t.book.setup.table, **date_and_time(at), "number": str(slip.slip)}
    if slip.form == VOID:
        declared = t.state.held
        assert declared is not None
        irregularity, ruling = t.course.ruling(t.state, declared)
        return says | {
            "round": str(t.state.round),
            "irregularity": irregularity.title,
            "ruling": ruling.says,
        }
    (move,) = slip.moves
    if slip.place:
        says |= {"place": t.place(slip.place), "player": slip.player, "reason": slip.reason}
        says["way"] = "to the player" if move.source == FLOAT else "from the player"
    return says | {"chips": chips_text(move.chips), "total": money(worth(move.chips))}

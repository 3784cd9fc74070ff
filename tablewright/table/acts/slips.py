"""Slips: fills, credits, corrections and late voids wait for a second person.

The first signature is that of the one who asks; nothing moves before the second (`countersigning`). A
slip that cannot or need not be signed is cancelled, with a reason.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from tablewright.rules.citations import house
from tablewright.rules.language import say, worded
from tablewright.rules.roles import SUPERVISORS
from tablewright.table.acts.forms import FORMS
from tablewright.table.acts.money import CHIPS, empty_rack, ways_at_places
from tablewright.table.allowed import (
    Allowed,
    No,
    Way,
    wrong_chips,
    wrong_words,
)
from tablewright.table.chips import (
    CAGE,
    FLOAT,
    Chips,
    Move,
    rail,
)
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.words import ALL, HOUSE, MONEY, Telling, amount, joined, person_named
from tablewright.table.words import STAFF as FOR_STAFF

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

FILL, CREDIT, CORRECTION, VOID = "fill", "credit", "correction", "void-round"
RULING = "ruling"
"""The slips that need two signatures."""
HOLDS = (VOID, RULING)
"""Those that hold the round until they are signed or cancelled."""
COUNTED = (FILL, CREDIT)
"""Those on which the second to sign says what they have counted."""


@event(
    "{form} {slip}, signed by {name}, waits for {posts} to sign{held}.",
    about={
        FILL: "From the cage to the rack.",
        CREDIT: "From the rack to the cage.",
        CORRECTION: "{way} {place} ({player}): {reason}.",
        VOID: "{irregularity}: {ruling}",
        RULING: "{place} ({player}): {reason}. {moves}.",
        "held": "The round is held until this slip is signed or cancelled.",
        "miscounted": "The count differs from the slip ({times} of {most}): count again, or cancel the"
        " slip.",
        "given-up": "{most} counts differed from the slip: cancel it and ask for the chips again.",
    },
)
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
            "form": worded(FORMS[self.form]),
            "slip": str(self.slip),
            "name": person_named(self.who),
            "posts": joined([s.staff(post) for post in s.book.second_signers(self.post)], "or"),
            "held": say("; the round is held") if self.form in HOLDS else "",
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
    group=Group.CHIPS,
    button="Fill",
    about="Chips come from the cage to the rack, once a second person has counted them and signed.",
    fields={"chips": "Chips"},
    blank={"chips": "Leave blank to top up the rack."},
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
    group=Group.CHIPS,
    button="Credit",
    about="Chips go from the rack back to the cage, once a second person has counted them and signed.",
    fields={"chips": "Chips"},
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
    group=Group.CHIPS,
    button="Correct a payment",
    about="A wrong payment is put right by another transfer, with a reason, once a second person has"
    " signed.",
    submit="Ask for the correction",
    fields={
        "reason": "Reason",
        "to_player": "From the rack to the player",
        "from_player": "From the player to the rack",
    },
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
        return ways_at_places(t, by)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place):
            return no
        own, bank = rail(way.place), t.state.bank
        if not bank.chips(FLOAT) and not bank.chips(own):
            return No(
                say("Neither the rack nor {place} has any chips.", place=t.place(way.place)), CHIPS
            )
        return cls.allowed(way, chips_of=FLOAT, for_chips_of=own, text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if bool(self.to_player) == bool(self.from_player):
            return No("A correction goes one way. Name chips to the player or from them.", CHIPS)
        source = FLOAT if self.to_player else rail(self.place)
        chips = self.to_player or self.from_player
        bounds = Allowed(allowed.command, chips_of=source)
        return wrong_chips(t, chips, bounds) or wrong_words(self.reason, say("The reason"))

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
            "way": say("to") if self.to_player else say("from"),
            "player": s.who(self.place),
            "reason": self.reason,
        }
        yield Telling(MONEY, slots, place=self.place)

"""Opening a table: it is set up, its rack unlocked, and it opens when everything is in place."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say, worded
from tablewright.rules.roles import SUPERVISORS
from tablewright.table.acts.approvals import records_said
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.approval import (
    APPROVED_RULES,
    opened_under,
    practice_note,
    refuse_opening,
)
from tablewright.table.chips import CAGE, FLOAT, Move, money
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.setup import Setup
from tablewright.table.status import IN_PLAY, OPENING
from tablewright.table.words import HOUSE, STAFF, Telling, pairs

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

RULE = "GAME.opening"
WHAT_IS_MISSING = "house.opening"
"""The rule that a table opens only when everything is in place."""


@act(
    "house.set-up",
    during=(),
    happened={
        "": "{who} [set|sets] up table {table} for {game}{practice}: {places}, {device}{keyed},"
        " jurisdiction {jurisdiction}.",
        "limits": "The limits: {limits}.",
        "readings": "Readings chosen by the pit: {readings}.",
        "undecided": "Undecided: {reading}, taken as {option}.",
        "warning": "WARNING: {warning}",
        "pay": "Pays that differ from the manual: {pay}.",
        "records": "On record for {jurisdiction}: {records}.",
        "practice": "For practice only: for money {jurisdiction} asks for what is not on record:"
        " {lacks}.",
    },
)
class SetUp(Act, frozen=True):
    """The table is set up: game, rules, limits, device, staff; and how its journal is written."""

    setup: Setup
    format: int

    def moved(self) -> Sequence[Move]:
        return (Move(CAGE, FLOAT, dict(self.setup.float_chips)),)

    def apply(self, state: "State", course: "Course") -> None:
        staff = self.setup.staff
        state.staff = {
            "dealer": staff.dealer,
            "inspector": staff.inspector,
            "pit-boss": staff.pit_boss,
            "surveillance": staff.surveillance,
        }

    def tell(self, s: "Scene") -> Iterable[Telling]:
        book, setup = s.book, s.book.setup
        slots = {
            "who": s.actor,
            "table": setup.table,
            "game": book.game.name,
            "practice": say(", for practice") if setup.is_practice else "",
            "places": f"{book.ruleset.places} {book.game.place_plural}",
            "device": worded(book.device.name),
            "keyed": say(", its cards keyed in") if setup.is_keyed else "",
            "jurisdiction": book.jurisdiction.name,
        }
        yield Telling(HOUSE, slots, to=STAFF)
        titles = {wager.kind: worded(wager.title, "wager") for wager in book.game.wagers}
        limits = [
            say("{titles} {low} to {high}", titles=titles[kind], low=money(low), high=money(high))
            for kind, (low, high) in setup.limits.items()
        ]
        yield Telling(HOUSE, {"limits": ", ".join(limits)}, "limits", to=STAFF)
        chosen = setup.readings
        if chosen:
            read = ", ".join(
                say("{id} as {option}", id=id, option=option) for id, option in chosen.items()
            )
            yield Telling(HOUSE, {"readings": read}, "readings", to=STAFF)
        for id, option in book.ruleset.undecided_without(chosen).items():
            yield Telling(HOUSE, {"reading": id, "option": option}, "undecided", to=STAFF)
        for warning in book.ruleset.warnings:
            yield Telling(HOUSE, {"warning": warning}, "warning", to=STAFF)
        if setup.pay:
            yield Telling(HOUSE, {"pay": pairs(setup.pay)}, "pay", to=STAFF)
        where = {"jurisdiction": book.jurisdiction.name}
        if setup.on_record:
            says = where | {"records": records_said(setup.on_record)}
            yield Telling(HOUSE, says, "records", to=STAFF)
        if lacks := practice_note(book, setup.on_record):
            yield Telling(HOUSE, where | {"lacks": lacks}, "practice", to=STAFF)


@act(
    RULE,
    by=SUPERVISORS,
    during=(OPENING,),
    group=Group.FORMS,
    is_awaited=True,
    button="Unlock the rack",
    about="The chips may be counted.",
    do="Unlock the rack.",
    happened="{who} [unlock|unlocks] the rack.",
)
class UnlockRack(Act, frozen=True):
    """The supervisor unlocks the chips."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.is_unlocked:
            return No("The rack is already unlocked.", WHAT_IS_MISSING)
        return cls.allowed()

    def apply(self, state: "State", course: "Course") -> None:
        state.is_unlocked = True

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.book.procedure.opening)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, {"who": s.actor}, to=STAFF)


@act(
    RULE,
    by=SUPERVISORS,
    during=(OPENING,),
    group=Group.FORMS,
    is_awaited=True,
    button="Open the table",
    about="Play may begin.",
    do={
        "": "Everything is in place: open the table.",
        "refused": "Everything is in place but this. {why}",
    },
    happened="{who} [open|opens] the table.",
)
class Open(Act, frozen=True):
    """The table is opened for play."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if missing := missing_to_open(t):
            return No(
                say("The table cannot open yet. Still missing: {missing}.", missing=missing),
                WHAT_IS_MISSING,
            )
        return not_approved(t) or cls.allowed()

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        approval = opened_under(t.book, t.state.on_record)
        return [self, Opened(t.book.ruleset.fingerprint, approval)]

    def prompt(self, t: "Table") -> Prompt:
        if no := not_approved(t):
            return Prompt(t.book.procedure.opening, {"why": no.says}, "refused")
        return Prompt(t.book.procedure.opening)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, {"who": s.actor})


def missing_to_open(t: "Table") -> str:
    """What is missing before the table may open; nothing, if it may."""
    state = t.state
    for done, missing in (
        (t.state.is_verified, say("a float counted and signed for")),
        (state.has_equipment, say("the equipment checked")),
        (state.has_sign, say("the sign displayed")),
        (state.decks.is_washed, say("cards examined, signed for and washed")),
        (_cards_are_in(t), say("the cards shuffled")),
    ):
        if not done:
            return missing
    return ""


def _cards_are_in(t: "Table") -> bool:
    """Whether every pack has been shuffled once since it was washed."""
    return len(t.state.packs.seals) == t.device.packs


def not_approved(t: "Table") -> No | None:
    """Why the table may not open here and today for want of an approval; nothing, if it may."""
    try:
        refuse_opening(t.book, t.state.on_record)
    except Forbidden as refused:
        return No(str(refused), refused.rule)
    except Refused as refused:
        return No(str(refused), APPROVED_RULES)
    return None


@event("Its ruleset is approved ({approval}).")
class Opened(Event, frozen=True):
    """The ruleset is approved, the forms are signed: play may begin."""

    ruleset: str
    approval: str

    def apply(self, state: "State", course: "Course") -> None:
        state.status = IN_PLAY
        course.begin_play(state)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, {"approval": self.approval}, to=STAFF, continues=True)

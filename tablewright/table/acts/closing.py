"""Closing a table: no further round, everybody gone, everything counted; the journal's last line."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.language import say
from tablewright.rules.roles import SUPERVISORS
from tablewright.table.acts.decks import is_between_rounds
from tablewright.table.acts.forms import CLOSER, CLOSING_THE_TABLE, must_sign_out
from tablewright.table.acts.opening import (
    RULE,
    WHAT_IS_MISSING,
    missing_to_open,
)
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.status import CLOSED, CLOSING, IN_PLAY, OPENING
from tablewright.table.words import HOUSE, MONEY, STAFF, Telling, house_result

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


@act(
    RULE,
    by=SUPERVISORS,
    during=(OPENING, IN_PLAY),
    group=Group.FORMS,
    button="Begin closing",
    about="No further round will be dealt.",
    asks="Begin to close this table? No further round will be dealt.",
    happened="{who} [close|closes] the game: no further round is dealt.",
)
class BeginClosing(Act, frozen=True):
    """No further round will be dealt; or none at all, where a table that is ready is not opened."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.status == OPENING and (missing := missing_to_open(t)):
            return No(
                say(
                    "The table is still opening, and cannot close yet. Still missing: {missing}.",
                    missing=missing,
                ),
                WHAT_IS_MISSING,
            )
        if not (is_between_rounds(t) and t.is_felt_bare()):
            return No(
                "A table closes between rounds. Finish the round and clear the felt first.",
                WHAT_IS_MISSING,
            )
        if t.state.slips:
            return No("A slip waits for a signature. Sign or cancel it first.", WHAT_IS_MISSING)
        return cls.allowed()

    def apply(self, state: "State", course: "Course") -> None:
        state.status = CLOSING
        state.counted, state.error = None, ""

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, {"who": s.actor})


@act(
    RULE,
    by=SUPERVISORS,
    during=(CLOSING,),
    group=Group.FORMS,
    is_awaited=True,
    button="Remove the drop box",
    about="It is locked and taken away.",
    do="Lock the drop box and take it away.",
    happened="{who} [lock|locks] the drop box and [take|takes] it away.",
)
class RemoveDropBox(Act, frozen=True):
    """The drop box is locked and taken away."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.drop_out:
            return No("The drop box has already been taken away.", WHAT_IS_MISSING)
        return cls.allowed()

    def apply(self, state: "State", course: "Course") -> None:
        state.drop_out = True

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(CLOSING_THE_TABLE)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(MONEY, {"who": s.actor}, to=STAFF)


@act(
    RULE,
    by=SUPERVISORS,
    during=(CLOSING,),
    group=Group.FORMS,
    is_awaited=True,
    button="Close the table",
    about="The last line of the journal is written.",
    asks="Close the table for good?",
    do="Everything is counted and signed: close the table.",
    happened="{who} [close|closes] the table.",
)
class Close(Act, frozen=True):
    """The table is closed."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if missing := missing_to_close(t):
            return No(
                say("The table cannot close yet. Still missing: {missing}.", missing=missing),
                WHAT_IS_MISSING,
            )
        return cls.allowed()

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, Closed(t.lines + 2, t.state.bank.house_won)]

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(CLOSING_THE_TABLE)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(HOUSE, {"who": s.actor})


def missing_to_close(t: "Table") -> str:
    """What is missing before the table may be closed; nothing, if it may."""
    state = t.state
    for done, missing in (
        (not state.seats, say("every player gone")),
        (CLOSER in state.completed, say("a closing count, signed")),
        (not state.decks.backs and not must_sign_out(t), say("the cards removed and signed for")),
        (state.drop_out, say("the drop box removed")),
    ):
        if not done:
            return missing
    return ""


@event("In all {result}. The journal has {lines} lines.")
class Closed(Event, frozen=True):
    """The last line: how many lines the journal has, this one included."""

    lines: int
    result: int
    """What the table won, in cents."""

    def apply(self, state: "State", course: "Course") -> None:
        state.status = CLOSED
        course.end_play(state)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"result": house_result(self.result), "lines": f"{self.lines:,}"}
        yield Telling(HOUSE, slots, to=STAFF, continues=True)

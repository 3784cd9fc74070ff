"""The time that cards stay in play: when it is up they are changed, or a supervisor puts that off.

The table has no clock: the time comes with the act that would begin the next round (`Table.now`), so
that cards whose time ran out while nothing happened are not dealt either.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from tablewright.rules.language import say
from tablewright.rules.roles import SUPERVISORS
from tablewright.table.allowed import Allowed, No, Way, wrong_words
from tablewright.table.record import Act, Group, act
from tablewright.table.words import CARDS as OF_CARDS
from tablewright.table.words import Telling, counted

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

CHANGE_FIRST: str = "house.card-change"
"""The rule under which no round begins with cards whose time is up."""
LONGEST_PUT_OFF_MINUTES = 120


_minutes = cache(lambda minutes: timedelta(minutes=minutes))
"""So many minutes: asked of every table before every round."""


def change_due_at(state: "State") -> datetime | None:
    """When the cards are due for a change: their time is up, and so is what it was put off by."""
    if state.decks.since is None:
        return None
    time_is_up = state.decks.since + _minutes(state.setup.card_change_minutes)
    put_off_until = state.decks.put_off_until
    return time_is_up if put_off_until is None else max(time_is_up, put_off_until)


def change_is_due(t: "Table") -> bool:
    """Whether the cards have been in play for as long as they may."""
    due, now = change_due_at(t.state), t.now or t.state.at
    return due is not None and now is not None and now >= due


def overdue(t: "Table") -> No | None:
    """That no further round begins with these cards; nothing, if it may."""
    if t.state.is_begun or not change_is_due(t):
        return None
    minutes = t.book.setup.card_change_minutes
    return No(
        say(
            "The cards have been in play for {minutes} minutes or more. A supervisor has them"
            " changed, or puts the change off with a reason.",
            minutes=minutes,
        ),
        CHANGE_FIRST,
    )


@act(
    CHANGE_FIRST,
    by=SUPERVISORS,
    group=Group.CARDS,
    button="Put off the card change",
    about="The cards stay in play for some minutes more. The journal keeps the reason.",
    submit="Put it off",
    fields={"minutes": "Minutes", "reason": "Reason"},
    happened="{who} [put|puts] the card change off by {minutes}: {reason}.",
)
class PutOffCardChange(Act, frozen=True):
    """A supervisor lets cards stay in play beyond their time, for some minutes and for a reason."""

    minutes: int
    reason: str

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.decks.since is None:
            return No("No cards are in play. Bring some first.")
        return cls.allowed(least=1, most=LONGEST_PUT_OFF_MINUTES, text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if not allowed.least <= self.minutes <= allowed.most:
            return No(
                say(
                    "A card change cannot be put off by {minutes} minutes. Put it off by {least} to"
                    " {most}, and again if need be.",
                    minutes=self.minutes,
                    least=allowed.least,
                    most=allowed.most,
                )
            )
        return wrong_words(self.reason, say("The reason"))

    def apply(self, state: "State", course: "Course") -> None:
        """It is put off from the time at which it is due, or from now where that has passed."""
        due = change_due_at(state)
        assert due is not None
        assert state.at is not None
        state.decks.put_off_until = max(due, state.at) + timedelta(minutes=self.minutes)
        state.decks.put_off_reason = self.reason

    def tell(self, s: "Scene") -> Iterable[Telling]:
        minutes = counted(self.minutes, "minute")
        yield Telling(OF_CARDS, {"who": s.actor, "minutes": minutes, "reason": self.reason})

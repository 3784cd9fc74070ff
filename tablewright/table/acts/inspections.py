"""Inspections that a supervisor asks for: no further round is dealt until all cards were looked at.

Good cards are shuffled and play goes on; unfit ones are replaced, some of them or all.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.language import say
from tablewright.rules.roles import STAFF, SUPERVISORS
from tablewright.table.acts.decks import CARDS, is_between_rounds
from tablewright.table.allowed import Allowed, No, Way, wrong_words
from tablewright.table.record import Act, Group, Prompt, Record, act
from tablewright.table.state import Packs
from tablewright.table.words import CARDS as OF_CARDS
from tablewright.table.words import Telling

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


@act(
    CARDS,
    by=SUPERVISORS,
    group=Group.CARDS,
    button="Have the cards inspected",
    about="No further round is dealt until they are: front and back, all of them.",
    submit="Ask for it",
    fields={"reason": "Reason"},
    happened="{who} [want|wants] the cards inspected before the next round: {reason}.",
)
class OrderInspection(Act, frozen=True):
    """A supervisor wants the cards inspected before the next round."""

    reason: str

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        decks = t.state.decks
        if not decks.is_washed:
            return No("No cards are in play. New ones are inspected as they come.")
        if decks.inspection_due or decks.unfit:
            return No("The cards are to be inspected or replaced already. See to that first.")
        return cls.allowed(text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.reason, say("The reason"))

    def apply(self, state: "State", course: "Course") -> None:
        state.decks.inspection_due = self.reason

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS, {"who": s.actor, "reason": self.reason})


@act(
    CARDS,
    by=STAFF,
    group=Group.CARDS,
    is_awaited=True,
    button="Inspect the cards in play",
    about="All cards, front and back: marks, blemishes, anything that tells one from another.",
    fields={"found": "What is wrong with them"},
    blank={"found": "Leave blank if they are good."},
    do="Inspect all cards, front and back, for marks and blemishes ({reason}).",
    happened={
        "": "{who} [inspect|inspects] all cards and [find|finds] them good.",
        "unfit": "{who} [inspect|inspects] all cards: {found}. Unfit cards are to be replaced.",
    },
)
class Inspect(Act, frozen=True):
    """Cards in play are looked through, front and back, as a supervisor has asked."""

    found: str = ""
    """What was wrong; nothing, if they are good."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.state.decks.inspection_due:
            return No("No inspection was asked for. A supervisor asks for one.")
        if not is_between_rounds(t):
            return No("Cards are inspected between rounds. Finish the round first.")
        return cls.allowed(text="found")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.found, say("What was found")) if self.found else None

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        """All have been seen: the orders in which they lay are secret no longer."""
        return [self, *t.all_opened()]

    def apply(self, state: "State", course: "Course") -> None:
        packs = state.packs
        state.decks.inspection_due, state.decks.unfit = "", self.found
        state.decks.is_hand_shuffled = False
        state.packs = Packs(packs.device, packs.pack, is_broken=packs.is_broken)
        state.overlooked -= {"shuffle"}

    def prompt(self, t: "Table") -> Prompt:
        reason = t.state.decks.inspection_due
        return Prompt(t.book.procedure.inspected_on_request, {"reason": reason})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        case = "unfit" if self.found else ""
        yield Telling(OF_CARDS, {"who": s.actor, "found": self.found}, case)

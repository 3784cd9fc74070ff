"""Loading: where a manual asks for it, all decks are shuffled by hand before a device gets them.

It is due when the table opens, when new decks come, when the decks lay outside the device (it was
mended or replaced, or they were inspected), and when a supervisor orders a shuffle. The device then
shuffles them as before every round.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablewright.rules.language import say, worded
from tablewright.rules.roles import DEALER
from tablewright.table.acts.decks import CARDS, is_between_rounds
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.record import Act, Group, Prompt, act
from tablewright.table.status import WITH_CARDS
from tablewright.table.words import CARDS as OF_CARDS
from tablewright.table.words import Telling, spelled

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


def needs_hand_shuffle(t: "Table") -> bool:
    """Whether the decks must be shuffled by hand before the device can have them."""
    if t.book.procedure.shuffled_before_loading is None:
        return False
    decks = t.state.decks
    is_due = decks.is_washed and not decks.is_hand_shuffled and t.device.is_machine
    return is_due and is_between_rounds(t)


@act(
    CARDS,
    by=(DEALER,),
    during=WITH_CARDS,
    group=Group.CARDS,
    by_house=True,
    is_awaited=True,
    button="Shuffle by hand",
    about="All decks together, before they are loaded into the device.",
    do="Shuffle all {decks} by hand{since}, then load them into the {device}.",
    happened="{who} [shuffle|shuffles] all {decks} by hand and [load|loads] the {device}.",
)
class HandShuffle(Act, frozen=True):
    """The dealer shuffles all decks by hand and loads them into the device."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not needs_hand_shuffle(t):
            return No("No shuffle by hand is due: it comes before decks are loaded into a device.")
        if t.state.packs.is_broken:
            return No(
                say(
                    "The {name} is out of order. Have it repaired or replaced first.",
                    name=worded(t.device.name),
                )
            )
        return cls.allowed()

    def apply(self, state: "State", course: "Course") -> None:
        state.decks.is_hand_shuffled = True

    def prompt(self, t: "Table") -> Prompt:
        source, due = t.book.procedure.shuffled_before_loading, t.state.packs.due
        assert source is not None
        slots = {
            "decks": spelled(t.device.decks, "deck"),
            "since": f" ({due})" if due else "",
            "device": worded(t.device.name),
        }
        return Prompt(source, slots)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        decks = spelled(s.device.decks, "deck")
        yield Telling(OF_CARDS, {"who": s.actor, "decks": decks, "device": worded(s.device.name)})

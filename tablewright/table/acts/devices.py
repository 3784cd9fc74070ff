"""Devices: cards replaced, a device mended or taken over by another."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.roles import SUPERVISORS
from tablewright.table.acts.decks import CARDS, is_between_rounds
from tablewright.table.acts.shuffling import SHUFFLE
from tablewright.table.allowed import (
    Allowed,
    No,
    Way,
    wrong_cards,
    wrong_words,
)
from tablewright.table.record import Act, Group, Prompt, Record, act
from tablewright.table.state import Packs
from tablewright.table.words import CARDS as OF_CARDS
from tablewright.table.words import TROUBLE, Telling, counted, named

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
    button="Replace unfit cards",
    about="New cards of the same rank and suit take their place.",
    fields={"cards": "Cards to replace", "reason": "Reason"},
    happened="{who} [have|has] {cards} replaced: {reason}.",
)
class ReplaceCards(Act, frozen=True):
    """A supervisor has unfit cards replaced by new ones of the same rank and suit."""

    cards: str
    reason: str

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.state.decks.is_washed or not is_between_rounds(t):
            return No("Cards are replaced between rounds. Finish the round first.")
        return cls.allowed(cards=-1, text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.reason, say("The reason")) or wrong_cards(
            t, self.cards, allowed.cards, say("What is replaced")
        )

    def apply(self, state: "State", course: "Course") -> None:
        state.packs.due = say("cards were replaced")
        state.decks.unfit, state.decks.is_hand_shuffled = "", False

    def tell(self, s: "Scene") -> Iterable[Telling]:
        cards = named(self.cards) if s.is_full else counted(len(self.cards.split()), "card")
        yield Telling(OF_CARDS, {"who": s.actor, "cards": cards, "reason": self.reason})


@act(
    CARDS,
    by=SUPERVISORS,
    group=Group.CARDS,
    is_awaited=True,
    button="Have the device repaired",
    about="It was repaired and its cards checked.",
    do="The {device} is out of order: have it repaired and its cards checked.",
    happened="{who} [have|has] the {device} repaired and its cards checked.",
)
class Mend(Act, frozen=True):
    """A supervisor has a broken device repaired and its cards checked."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.state.packs.is_broken:
            return No(say("The {device} is not out of order.", device=worded(t.device.name)))
        return cls.allowed()

    def apply(self, state: "State", course: "Course") -> None:
        state.packs.is_broken = state.decks.is_hand_shuffled = False

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.book.procedure.mending_source(t.device), {"device": worded(t.device.name)})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(TROUBLE, {"who": s.actor, "device": worded(s.device.name)})


@act(
    CARDS,
    by=SUPERVISORS,
    group=Group.CARDS,
    chooses="device",
    filled=("was",),
    button="Use another device",
    about="Another device takes over from the next round.",
    fields={"device": "Device"},
    happened="{who} [have|has] {device} take over.",
)
class Substitute(Act, frozen=True):
    """Another device takes the place of the one in use."""

    device: str
    was: str = ""
    """Filled in: the device that it takes over from."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        found = substitutes(t)
        if found and way.choice in ("", *found):
            return cls.allowed(choices=found)
        which = say("Choose {found}.", found=listed(found)) if found else say("No other can now.")
        return No(say("{choice} cannot take over. {which}", choice=quoted(way.choice), which=which))

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if self.device in allowed.choices:
            return None
        return No(
            say(
                "{device} cannot take over. Choose {choices}.",
                device=quoted(self.device),
                choices=listed(allowed.choices),
            )
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [Substitute(self.device, t.device.id), *t.all_opened()]

    def apply(self, state: "State", course: "Course") -> None:
        state.packs = Packs(self.device)
        state.decks.is_hand_shuffled = False
        state.overlooked -= {SHUFFLE}

    def tell(self, s: "Scene") -> Iterable[Telling]:
        name = worded(s.book.procedure.device(self.device).name)
        device = say("the {name}", name=name)
        if self.was == self.device:
            device = say("another {name}", name=name)
        yield Telling(TROUBLE, {"who": s.actor, "device": device})


def substitutes(t: "Table") -> tuple[str, ...]:
    """The devices that may take over here: the same again, if it broke, or another of as many decks."""
    if t.state.is_begun or not t.course.takes_wagers(t.state):
        return ()
    found = []
    for device in t.book.procedure.devices:
        try:
            t.book.refuse_device(device)
        except Refused:
            continue
        same_cards = device.decks * device.packs <= len(t.state.decks.backs)
        is_other = device.id != t.device.id or t.state.packs.is_broken
        if same_cards and is_other:
            found.append(device.id)
    return tuple(found)

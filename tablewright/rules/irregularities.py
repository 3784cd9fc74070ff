"""Irregularities: what can go wrong at a table, who may say so and when, and every ruling there is."""

from enum import Enum
from typing import NamedTuple

from tablewright.rules.citations import Passage
from tablewright.rules.devices import Device
from tablewright.rules.readings import Rulings, Under
from tablewright.rules.roles import WATCHERS, Role


class Effect(Enum):
    """What a ruling does to the round."""

    VOID = "the round is void"
    PLAY_ON = "the round goes on"
    RESHUFFLED = "the cards are shuffled, and the round goes on"
    CARD_RETURNED = "the card goes back and is not used"
    CARD_BURNT = "the card is burnt"
    CARD_USED = "the card is used as if it had not been seen"
    NOTED = "it is put right and recorded"


class Ruling(NamedTuple):
    """What is done about an irregularity."""

    id: str
    says: str
    effect: Effect
    source: Passage
    devices: tuple[str, ...] = ()
    """The devices with which it holds; with any, if none is named."""
    under: Under | None = None
    reshuffles: bool = False
    """Whether the cards are shuffled before they are dealt again."""
    breaks_device: bool = False
    """Whether the device is out of use until it has been checked, mended or replaced."""
    fouls_cards: bool = False
    """Whether the cards are inspected or changed before the next round."""


class Concerns(Enum):
    """What an irregularity is about beside the round itself."""

    NOTHING = "nothing more"
    PLACE = "a place at the table"
    NEXT_CARD = "the next card, which was seen"
    DEALER_CARD = "one of the dealer's cards, which was seen"
    A_WAGER = "a wager at a place"


class Fault(Enum):
    """What is wrong with cards that lie on a table, so that they cannot be entered."""

    COUNT = "too many cards or too few"
    FOREIGN = "a card that the pack does not hold"


class Irregularity(NamedTuple):
    """Something that can go wrong, who may say so and when, and every ruling there is for it."""

    id: str
    title: str
    source: Passage
    phases: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    declared_by: tuple[Role, ...] = WATCHERS
    devices: tuple[str, ...] = ()
    """The devices with which it can happen; with any, if none is named."""
    concerns: Concerns = Concerns.NOTHING
    overlooked: str = ""
    """The step that was left out, where the irregularity is that it was."""
    after_cut_card: bool | None = None
    """Whether the shuffle that was left out was due after the cut card had come out; any, if None."""
    only_unfinished: bool = False
    """Whether it has no meaning once the last card of a round has come."""
    fault: Fault | None = None
    """The fault for which it is declared where cards that are entered are refused."""
    looks: str = ""
    """What one sees of it at the table, without its name: `{player}`, `{place}`, `{wager}` and `{card}`
    stand for what it is about."""
    wording: str = ""
    """How the register says it, where the title, which journals hold, is too near a manual's words."""

    @property
    def says(self) -> str:
        """What went wrong, as the register, lessons and papers say it."""
        return self.wording or self.title

    def rulings_with(self, device: Device, rulings: Rulings) -> tuple[Ruling, ...]:
        """The rulings that hold with a device in one ruleset; a supervisor chooses among several."""
        return tuple(
            each
            for each in self.rulings
            if (not each.devices or device.id in each.devices)
            and (each.under is None or rulings.hold(each.under))
        )

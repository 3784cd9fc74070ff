"""Procedure: who does what and when at a table, and what happens when something goes wrong, as data.

A game's procedure lists the phases of a round with who may act in each, the devices that may deal it,
the order and manner of payment, what lies on the table, and every irregularity with its ruling. What a
manual leaves to the house cites the house (`house`), so that it is never passed off as the manual's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.citations import Passage
from tablewright.rules.errors import BadDefinition, Refused, listed, quoted
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.phases import CONTEST, DRAW, Phase
from tablewright.rules.readings import Reading, Rulings, Under
from tablewright.rules.roles import DEALER as DEALER
from tablewright.rules.roles import INSPECTOR as INSPECTOR
from tablewright.rules.roles import PIT_BOSS as PIT_BOSS
from tablewright.rules.roles import PLAYER as PLAYER
from tablewright.rules.roles import STAFF as STAFF
from tablewright.rules.roles import SUPERVISORS as SUPERVISORS
from tablewright.rules.roles import SURVEILLANCE as SURVEILLANCE
from tablewright.rules.roles import WATCHERS as WATCHERS
from tablewright.rules.roles import Role as Role

HOUSE = "House setting"


def house(setting: str) -> Passage:
    """The source of what no manual states: the house sets it."""
    return Passage(HOUSE, setting)


# Devices -------------------------------------------------------------------------------------------


class Burns(NamedTuple):
    """How many cards are burnt: before the round and before each card, under an option of a reading."""

    under: Under
    before_round: int
    before_card: int


class Device(NamedTuple):
    """Something that cards are dealt from."""

    id: str
    name: str
    says: str
    source: Passage
    decks: int = 1
    packs: int = 1
    """How many packs of so many decks lie at the table; two are used in turn."""
    is_machine: bool = False
    returns_cards: bool = False
    """Whether the cards of a round go back and are mixed in before the next."""
    cut: tuple[int, int] | None = None
    """Between which cards the pack is cut, or the cut card put in."""
    has_cut_card_within: bool = False
    """Whether the cut card marks a place in the pack, and not where it was cut."""
    rounds_between_shuffles: int = 1
    burns: tuple[Burns, ...] = ()
    refused_in: tuple[str, ...] = ()
    """The jurisdictions that know no such device for this game."""
    unless: Under | None = None
    """The reading under which it is not refused there."""
    is_keyed: bool = False
    """Whether the cards lie on a physical table and a person enters those that are shown."""

    def burns_under(self, rulings: Rulings) -> tuple[int, int]:
        """The cards burnt before the round and before each card."""
        for burns in self.burns:
            if rulings.hold(burns.under):
                return burns.before_round, burns.before_card
        return 0, 0


# Irregularities ------------------------------------------------------------------------------------


class Effect(Enum):
    """What a ruling does to the round."""

    VOID = "the round is void"
    PLAY_ON = "the round goes on"
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


class Concerns(Enum):
    """What an irregularity is about beside the round itself."""

    NOTHING = "nothing more"
    PLACE = "a place at the table"
    NEXT_CARD = "the next card, which was seen"
    DEALER_CARD = "one of the dealer's cards, which was seen"
    A_WAGER = "a wager at a place"


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
    only_unfinished: bool = False
    """Whether it has no meaning once the last card of a round has come."""

    def rulings_with(self, device: Device, rulings: Rulings) -> tuple[Ruling, ...]:
        """The rulings that hold with a device in one ruleset; a supervisor chooses among several."""
        return tuple(
            each
            for each in self.rulings
            if (not each.devices or device.id in each.devices)
            and (each.under is None or rulings.hold(each.under))
        )


# Paying --------------------------------------------------------------------------------------------


class Stage(NamedTuple):
    """Wagers settled in one pass over the places, in this order at each."""

    id: str
    says: str
    kinds: tuple[str, ...]
    source: Passage
    takes_first: bool = False
    """Whether a place's losing wagers are taken before its winning ones are paid."""
    is_from_right: bool = False
    """Whether the manual starts at the dealer's right; where it does not say, the house does."""
    under: Under | None = None


class Payment(NamedTuple):
    """What is to be paid on one winning wager."""

    place: int
    wager: str
    kind: str
    net: Fraction
    """The odds: 3-2 is three halves."""
    stake: Mapping[int, int]
    """The chips of the wager, by denomination."""
    needs_approval: bool = False
    is_paid_in_total: bool = False
    """Whether stake and winnings are made up together in other chips."""


class UsesHand(Enum):
    RIGHT = "right hand"
    LEFT = "left hand"
    EITHER = "either hand"


class Where(Enum):
    ON_THE_WAGER = "on the wager"
    BESIDE = "made up in the work area, set beside the wager"
    PASSED = "made up in the work area, passed to the player with the wager"
    ON_THEN_PASSED = "on the wager, then passed to the player"


class Manner(NamedTuple):
    """How a dealer makes one payment."""

    hand: UsesHand
    where: Where
    how: str
    source: Passage


# The whole of it -----------------------------------------------------------------------------------


class OffLimits(Enum):
    """What becomes of a wager outside the posted limits."""

    REFUSED = "it is refused"
    STANDS = "it stands as wagered under the minimum, and up to the maximum above it"


class Item(NamedTuple):
    """Something that must lie on the table or stand on its sign."""

    id: str
    says: str
    source: Passage
    devices: tuple[str, ...] = ()
    """The devices that need it; always needed, if none is named."""
    is_optional: bool = False
    under: Under | None = None
    """The reading under which it holds; always, if none is named."""


@dataclass(frozen=True, eq=False)
class Procedure:
    """How a game is run at a table."""

    game: Game
    phases: tuple[Phase, ...]
    devices: tuple[Device, ...]
    """The default first."""
    irregularities: tuple[Irregularity, ...]
    stages: tuple[Stage, ...]
    manner: Callable[[Payment], Manner]
    equipment: tuple[Item, ...]
    sign: tuple[Item, ...]
    """What the sign states beside limits and payouts."""
    opening: Passage
    examining: Passage
    off_limits: OffLimits
    limits_source: Passage
    deck_colours: tuple[str, ...]
    card_change_minutes: int
    card_change_source: Passage
    right_hand_only: tuple[int, ...] = ()
    """The places that a dealer pays and takes with the right hand only."""
    usual_limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Limits in cents that the manual names for a kind of wager; the house's own hold for the rest."""
    slip: Passage | None = None
    """The passage that asks for a card and dice slip."""
    chips_only: Passage | None = None
    for_the_dealer: Passage | None = None
    needed_at_minimum: Under | None = None
    """The reading under which a wager that others need must reach its minimum to open them."""
    shuffle_due: Reading | None = None
    shuffle_after_vacancy: Passage | None = None
    call: Callable[[Card], str] | None = None
    """What the dealer calls of a card drawn for everyone."""
    announce: Callable[[Ruleset, Sequence[Card]], tuple[str, ...]] | None = None
    """What the dealer may announce after these cards."""
    calls_source: Passage | None = None

    def __post_init__(self) -> None:
        ids = [phase.id for phase in self.phases]
        if ids not in ([*CONTEST], [*DRAW]):
            raise BadDefinition(
                f"{self.game.id} has the phases {', '.join(ids)}:"
                f" expected {', '.join(CONTEST)}, or {', '.join(DRAW)}"
            )
        kinds = {wager.kind for wager in self.game.wagers}
        for stage in self.stages:
            if not set(stage.kinds) <= kinds:
                raise BadDefinition(f"stage {stage.id} settles {set(stage.kinds) - kinds}")
        devices = {device.id for device in self.devices}
        for irregularity in self.irregularities:
            named = {*irregularity.devices, *(d for r in irregularity.rulings for d in r.devices)}
            if not named <= devices or not set(irregularity.phases) <= {*map(str, ids)}:
                raise BadDefinition(f"{irregularity.id} names a device or phase there is not")
            if not irregularity.id.startswith(f"{self.game.id}."):
                raise BadDefinition(f"{irregularity.id} is not named after {self.game.id}")

    @property
    def phase(self) -> dict[str, Phase]:
        return {phase.id: phase for phase in self.phases}

    def device(self, id: str) -> Device:
        """The device with this id."""
        for each in self.devices:
            if each.id == id:
                return each
        known = listed([each.id for each in self.devices])
        raise Refused(f"{self.game.name} is not dealt from {quoted(id)}: expected {known}")

    def stages_under(self, rulings: Rulings) -> tuple[Stage, ...]:
        """The order of settlement in one ruleset."""
        return tuple(s for s in self.stages if s.under is None or rulings.hold(s.under))

"""Procedure: who does what and when at a table, and what happens when something goes wrong, as data.

A game's procedure lists the phases of a round with who may act in each, the devices that may deal it,
the order and manner of payment, what lies on the table, and every irregularity with its ruling. What a
manual leaves to the house cites the house (`house`), so that it is never passed off as the manual's.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import msgspec

from tablewright.rules.cards import Card
from tablewright.rules.citations import Passage, house
from tablewright.rules.contest import Contest
from tablewright.rules.devices import Device
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, Refused, listed, quoted
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.instructions import Explained, Instruction
from tablewright.rules.irregularities import Effect, Irregularity
from tablewright.rules.layout import Layout
from tablewright.rules.phases import CONTEST, DRAW, Cause, Phase
from tablewright.rules.protection import Incident, Protection, incidents
from tablewright.rules.readings import Rulings, Under
from tablewright.rules.sources import VoidRound
from tablewright.rules.terms import Term
from tablewright.rules.tour import Tour, pictured

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
    alike: tuple[tuple[str, ...], ...] = ()
    """Kinds that the manual settles together, with no order between them."""


class Payment(msgspec.Struct, frozen=True):
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
    paid: Mapping[int, int] | None = None
    """The chips that it is paid in; like the wager's own, as often as it won, if none are named."""


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
    hand_source: Passage | None = None
    """The passage on which hand pays; where it stands apart from the rest."""


# The whole of it -----------------------------------------------------------------------------------


WELCOMED_BY_THE_HOUSE = house("welcoming players")


class Announcement(NamedTuple):
    """What the dealer may announce, and the wagers that it is about."""

    about: frozenset[str]
    """The ids of the wagers; it is said only where one of them lies on the felt."""
    says: str
    kind: str = ""
    """What kind of announcement it is among those about the same wagers: `needed-flush`."""


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


INSPECTED_ON_REQUEST = house("cards inspected at a supervisor's request")
ON_THE_TABLE = house("table and equipment")
THE_SIGN = house("the table's sign")
BRINGING = house("bringing the cards")
WASHING = house("washing the cards")
LARGE_PAYMENTS = house("large payments")


@dataclass(frozen=True, eq=False)
class Procedure:
    """How a game is run at a table."""

    game: Game
    """The game that is run so."""
    phases: tuple[Phase, ...]
    """The parts of a round, in order."""
    devices: tuple[Device, ...]
    """The default first."""
    irregularities: tuple[Irregularity, ...]
    """What can go wrong, with every ruling on it."""
    stages: tuple[Stage, ...]
    """The passes of settlement, in order."""
    manner: Callable[[Payment], Manner]
    """How a dealer makes each payment."""
    equipment: tuple[Item, ...]
    """What must be on the table before it opens."""
    sign: tuple[Item, ...]
    """What the sign states beside limits and payouts."""
    opening: Passage
    """The passage on opening a table."""
    examining: Passage
    """The passage on examining the cards."""
    off_limits: OffLimits
    """What becomes of a wager outside the posted limits."""
    limits_source: Passage
    """The passage on limits."""
    deck_colours: tuple[str, ...]
    """The colours of the backs; two where two decks are used in turn."""
    card_change_minutes: int
    """How long cards stay in play."""
    card_change_source: Passage
    """The passage that says so, or the house."""
    right_hand_only: tuple[int, ...] = ()
    """The places that a dealer pays and takes with the right hand only."""
    usual_limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Limits in cents that the manual names for a kind of wager; the house's own hold for the rest."""
    slip: Passage | None = None
    """The passage that asks for a card and dice slip."""
    chips_only: Passage | None = None
    """The passage that forbids wagers in cash."""
    for_the_dealer: Passage | None = None
    """The passage on wagers for the dealer."""
    personal_limits: Passage | None = None
    """The passage that lets other limits be agreed with one player; posted ones only, if none does."""
    needed_at_minimum: Under | None = None
    """The reading under which a wager that others need must reach its minimum to open them."""
    takes_back_when_void: Under | None = None
    """The reading under which a void round takes back what was settled in it; else that stands."""
    shuffle_after_vacancy: Passage | None = None
    """The passage that asks for a shuffle after a table stood empty."""
    shuffled_before_loading: Passage | None = None
    """The passage that has the decks shuffled by hand before they go into a mechanical device."""
    known_decks: Passage | None = None
    """The passage that knows decks that are reused, or were checked or shuffled before they came."""
    inspected_on_request: Passage = INSPECTED_ON_REQUEST
    """The passage that has cards inspected whenever a supervisor asks for it, or the house."""
    call: Callable[[Card], str] | None = None
    """What the dealer calls of a card drawn for everyone."""
    announce: Callable[[Ruleset, Sequence[Card]], tuple[Announcement, ...]] | None = None
    """What the dealer may announce after these cards."""
    calls_source: Passage | None = None
    """The passage on what the dealer calls."""
    instructions: tuple[Instruction, ...] = ()
    """What the manual has the dealer do with each step, said with its prompt."""
    explanation: tuple[Explained, ...] = ()
    """What a player who is new to the game is told; the game's summary, if nothing is named."""
    welcome: Passage = WELCOMED_BY_THE_HOUSE
    """The passage that has new players welcomed, or the house."""
    equipment_source: Passage = ON_THE_TABLE
    """The passage on what lies on the table."""
    sign_source: Passage = THE_SIGN
    """The passage that asks for a sign."""
    bringing_source: Passage = BRINGING
    """The passage on cards that are brought and opened."""
    washing_source: Passage = WASHING
    """The passage on washing them."""
    approving_source: Passage = LARGE_PAYMENTS
    """The passage that has a payment approved."""
    protection: Protection = field(default_factory=Protection)
    """What the manual says of chips that are laid, taken or moved when they may not be."""
    layout: Layout | None = None
    """The felt, to scale; the house's own (`rules/house_layout.py`), if none is given."""
    tour: Tour | None = None
    """A round in four pictures; the house's own (`rules/house_tour.py`), if none are given."""
    terms: tuple[Term, ...] = ()
    """The game's own words, explained; those of the trade (`rules/terms.py`) are added."""

    def __post_init__(self) -> None:
        ids = [phase.id for phase in self.phases]
        if ids not in ([*CONTEST], [*DRAW]):
            raise BadDefinition(
                f"{self.game.id} has the phases {', '.join(ids)}:"
                f" expected {', '.join(CONTEST)}, or {', '.join(DRAW)}"
            )
        if not self.devices or not self.deck_colours:
            raise BadDefinition(
                f"{self.game.id} has no device, or no colour of the decks: expected one at least"
            )
        self._refuse_stages()
        for item in (*self.equipment, *self.sign):
            self._refuse_unknown(f"item {item.id}", devices=item.devices)
        for told in self.instructions:
            self._refuse_unknown(f"instruction {told.id}", devices=told.devices)
        for each in self.irregularities:
            named = {*each.devices, *(d for r in each.rulings for d in r.devices)}
            self._refuse_unknown(each.id, devices=named, phases=each.phases)
            if not each.id.startswith(f"{self.game.id}."):
                raise BadDefinition(
                    f"{each.id}: expected its name to begin with {self.game.id}.irregularity."
                )
            if not each.rulings:
                raise BadDefinition(f"{each.id} has no ruling: expected one at least")
            may_void = any(ruling.effect is Effect.VOID for ruling in each.rulings)
            for id in each.phases:
                if may_void and Cause.VOID not in self.phase[id].leads:
                    raise BadDefinition(f"{each.id} voids a round in {id}: expected it earlier")

    def _refuse_unknown(
        self, what: str, *, devices: Iterable[str] = (), phases: Iterable[str] = ()
    ) -> None:
        """Refuse what names a device or a phase that there is not."""
        for kind, named, known in (
            ("device", devices, [device.id for device in self.devices]),
            ("phase", phases, [str(phase.id) for phase in self.phases]),
        ):
            for id in named:
                if id not in known:
                    raise BadDefinition(
                        f"{what} names the {kind} {quoted(id)}: expected {listed(known)}"
                    )

    def _refuse_stages(self) -> None:
        """Refuse an order of settlement that leaves a wager out, or settles it twice."""
        kinds = dict.fromkeys(wager.kind for wager in self.game.wagers)
        for stage in self.stages:
            for kind in stage.kinds:
                if kind not in kinds:
                    raise BadDefinition(
                        f"stage {stage.id} settles {quoted(kind)}: expected {listed(kinds)}"
                    )
        asked = {
            stage.under.reading.id: stage.under.reading for stage in self.stages if stage.under
        }
        options = [[(id, option.id) for option in each.options] for id, each in asked.items()]
        for chosen in product(*options):
            stages = self.stages_under(Rulings(self.game.readings, dict(chosen)))
            settled = [kind for stage in stages for kind in stage.kinds]
            for kind in kinds:
                if settled.count(kind) != 1:
                    under = "".join(f" under {id}={option}" for id, option in chosen)
                    raise BadDefinition(
                        f"the stages settle {kind} {settled.count(kind)} times{under}: expected once"
                    )

    @property
    def phase(self) -> dict[str, Phase]:
        return {phase.id: phase for phase in self.phases}

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """What staff can see happen to chips, with every ruling on it."""
        return incidents(self.game.id, self.protection)

    def device(self, id: str) -> Device:
        """The device with this id."""
        for each in self.devices:
            if each.id == id:
                return each
        known = listed([each.id for each in self.devices])
        raise Refused(f"{self.game.name} is not dealt from {quoted(id)}: expected {known}")

    def instructions_under(self, rulings: Rulings) -> tuple[Instruction, ...]:
        """The instructions of one ruleset."""
        return tuple(i for i in self.instructions if i.under is None or rulings.hold(i.under))

    def explanation_under(self, rulings: Rulings) -> tuple[Explained, ...]:
        """What a new player is told of one ruleset."""
        told = self.explanation or (Explained(self.game.summary, house("explaining the game")),)
        return tuple(each for each in told if each.under is None or rulings.hold(each.under))

    def mending_source(self, device: Device) -> Passage:
        """The passage on a device that failed; the one on the device itself, if none is printed."""
        for each in self.irregularities:
            if not each.devices or device.id in each.devices:
                for ruling in each.rulings:
                    if ruling.breaks_device:
                        return ruling.source
        return device.source

    def stages_under(self, rulings: Rulings) -> tuple[Stage, ...]:
        """The order of settlement in one ruleset."""
        return tuple(s for s in self.stages if s.under is None or rulings.hold(s.under))


def can_be_void(deal: Contest | Draw) -> bool:
    """Whether a game's facts say that a round was void, so that its wagers can be settled then."""
    sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
    return any(isinstance(source, VoidRound) for source in sources.values())


def refuse_misfit(procedure: Procedure, deal: Contest | Draw) -> None:
    """Refuse a procedure that runs another kind of round, or voids one that cannot be settled then."""
    expected = CONTEST if isinstance(deal, Contest) else DRAW
    if procedure.phase.keys() != expected.keys():
        raise BadDefinition(
            f"the procedure of {procedure.game.id} has the phases {', '.join(procedure.phase)}:"
            f" expected those of a {type(deal).__name__.lower()}, {', '.join(expected)}"
        )
    if not can_be_void(deal):
        for each in procedure.irregularities:
            if any(ruling.effect is Effect.VOID for ruling in each.rulings):
                raise BadDefinition(
                    f"{each.id} voids a round: expected a fact whose source is VoidRound"
                )
    _refuse_pictures(procedure)


@lru_cache(maxsize=64)
def _refuse_pictures(procedure: Procedure) -> None:
    """Refuse pictures of a round that the game's own ruleset does not settle; looked at once."""
    if procedure.tour:
        pictured(procedure.tour, procedure.game.ruleset())

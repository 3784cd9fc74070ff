"""The state of a table: the fold of its events, and nothing else.

Cards that lie face down are not in the state: a hand is the places of its cards in the pack until
it is turned.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tablewright.rules.on_record import Records
from tablewright.table.chips import Bank, Chips
from tablewright.table.setup import Book, Setup
from tablewright.table.status import OPENING

if TYPE_CHECKING:
    from tablewright.table.acts.irregular import Declare
    from tablewright.table.acts.payments import Settled
    from tablewright.table.acts.protection import ReportChips
    from tablewright.table.acts.slips import SlipPrepared


class Advice(NamedTuple):
    """When a player learned of a minimum: in the betting of a round after so many of its cards."""

    cents: int
    round: int
    drawn: int


class Seat(msgspec.Struct):
    """A player's place, and what lies there beside the chips."""

    player: str
    limits: dict[str, tuple[int, int]] = {}
    advised: dict[str, Advice] = {}
    """The wagers whose minimum the player has been told, and when they first were."""
    to_advise: frozenset[str] = frozenset()
    """The wagers of which a limit is to be said aloud before bets are closed."""
    slots: tuple[int, ...] = ()
    """Where in the pack the cards came from."""
    cards: str = ""
    """The cards, once they are turned."""
    decision: str = ""
    plays: tuple[int, ...] = ()
    is_approved: bool = False


class Paid(msgspec.Struct, frozen=True):
    """How a wager was settled on the card in sight, or in the round of hands."""

    lay: int
    """What lay there, in cents."""
    stake: int
    """What of it played."""
    returned: int
    most: int | None = None
    """The most that could play, where there was a maximum."""
    is_unplayed: bool = False

    @property
    def won(self) -> int:
        return self.returned - self.stake


class Decks(msgspec.Struct):
    """The cards that were brought to the table."""

    backs: tuple[str, ...] = ()
    examined: tuple[str, ...] = ()
    is_washed: bool = False
    since: datetime | None = None
    put_off_until: datetime | None = None
    """Until when their change is put off, and why."""
    put_off_reason: str = ""
    is_hand_shuffled: bool = False
    """Whether they were shuffled by hand since they last lay outside a mechanical device."""
    inspection_due: str = ""
    """Why a supervisor wants them inspected before the next round."""
    unfit: str = ""
    """What an inspection found wrong with them; they are replaced before the next round."""


class Packs(msgspec.Struct):
    """The device and the packs in it."""

    device: str
    pack: int = 0
    """Which of its packs is in use."""
    next: int = 0
    """The place in the pack of the next card."""
    sizes: dict[int, int] = {}
    seals: dict[int, str] = {}
    """The packs that are shuffled, and the seals of their order."""
    cut: int | None = None
    cut_card_seen: bool = False
    rounds: int = 0
    due: str = ""
    """Why the cards must be shuffled before the next round."""
    is_broken: bool = False

    def unseal(self, pack: int) -> None:
        """A pack is not shuffled any more."""
        seals = dict(self.seals)
        seals.pop(pack, None)
        self.seals = seals


def in_order(order: str, slots: Sequence[int], cut: int | None) -> str:
    """The cards at these places of a pack, in the text notation; counted from where it was cut."""
    if cut is not None:
        slots = [(slot + cut) % (len(order) // 2) for slot in slots]
    return " ".join([order[2 * slot : 2 * slot + 2] for slot in slots])


class State(msgspec.Struct):
    """Everything that is so at a table."""

    setup: Setup
    packs: Packs
    status: str = OPENING
    phase: str = ""
    round: int = 1
    at: datetime | None = None
    staff: dict[str, str] = {}
    bank: Bank = msgspec.field(default_factory=Bank)
    seats: dict[int, Seat] = {}
    on_record: Records = ()
    """What is on record with the house about approvals, as far as the table knows."""
    # Forms
    is_unlocked: bool = False
    counted: Chips | None = None
    error: str = ""
    signatures: dict[str, dict[str, str]] = {}
    slips: dict[int, "SlipPrepared"] = {}
    """The slips that wait for their second signature, by number."""
    slips_made: int = 0
    miscounts: dict[int, int] = {}
    """How often the chips of a slip that waits were counted differently."""
    completed: tuple[str, ...] = ()
    has_equipment: bool = False
    has_sign: bool = False
    decks: Decks = msgspec.field(default_factory=Decks)
    cards_out: bool = False
    drop_out: bool = False
    was_vacant: bool = False
    met: frozenset[str] = frozenset()
    """The players who have sat here, by name."""
    new_at: tuple[int, ...] = ()
    """The places of those who sit here for the first time and are still to be welcomed."""
    # The round
    is_begun: bool = False
    """Whether no more bets has been called in it."""
    dealer_slots: tuple[int, ...] = ()
    dealer_cards: str = ""
    drawn: tuple[str, ...] = ()
    burns: tuple[int, ...] = ()
    """How many burnt cards lie beneath each drawn card."""
    set_aside: int = 0
    """How many cards lie burnt, by a ruling, where the next card will go."""
    burn_due: int = 0
    burn_was_seen: bool = False
    """Whether one of the cards to be burnt lay open, so that nobody may forget to burn it."""
    is_void: bool = False
    held: "Declare | ReportChips | None" = None
    """What voids the round or moves chips once its slip is signed; until then the round is held."""
    has_settled: bool = False
    """Whether a place has been settled in it."""
    settled: tuple["Settled", ...] = ()
    """What was settled in it, where a void round takes that back."""
    pending: tuple[tuple[int, int], ...] = ()
    """What is still to be settled: the stage and the place."""
    paid: dict[str, Paid] = {}
    """Where chips lie on a felt: the wagers settled on the card in sight, by their spots."""
    ruled: dict[str, str] = {}
    """What was ruled on the chips of wagers, by their spots."""
    is_look_due: bool = False
    """Whether the dealer is to look over the layout before the first payment."""
    exposed: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    overlooked: frozenset[str] = frozenset()
    ignored_cut_card: bool = False
    """Whether the cut card had come out when the shuffle was left out."""

    def copied(self) -> "State":
        """A state that goes on by itself from here.

        Records change nothing in place but what is copied here; all else they put anew.
        """
        copy = msgspec.structs.replace
        return copy(
            self,
            packs=copy(self.packs),
            decks=copy(self.decks),
            bank=self.bank.copied(),
            seats={place: copy(seat) for place, seat in self.seats.items()},
        )

    @property
    def is_verified(self) -> bool:
        """Whether the float has been counted and signed for, right or wrong, at the opening."""
        return not {"opener", "error-notification"}.isdisjoint(self.completed)

    @property
    def part_of_round(self) -> tuple[str, int, str, int, bool]:
        """What is the same until another part of a round begins: a phase, a card, a void round."""
        return self.status, self.round, self.phase, len(self.drawn), self.is_void

    def forget_signatures(self, *forms: str) -> None:
        """What was signed on some forms holds no longer."""
        self.signatures = {f: who for f, who in self.signatures.items() if f not in forms}

    def put_slip_away(self, slip: int) -> None:
        """A slip was signed or cancelled."""
        self.slips = {n: each for n, each in self.slips.items() if n != slip}
        self.miscounts = {n: times for n, times in self.miscounts.items() if n != slip}

    def holds_other_post(self, who: str, post: str) -> bool:
        """Whether a person has a post beside this one: nobody signs for two."""
        return any(name == who for other, name in self.staff.items() if other != post)

    def stakes(self, spots: Mapping[str, str]) -> dict[str, int]:
        """What lies on the felt in these accounts of wagers, in cents."""
        accounts = self.bank.accounts
        return {wager: accounts[at].cents for wager, at in spots.items() if at in accounts}


def begin(book: Book) -> State:
    """The state before anything has happened."""
    return State(setup=book.setup, packs=Packs(book.device.id), on_record=book.setup.on_record)

"""Commands: what people do at a table. One that is accepted becomes the first event of what follows.

Cards, shuffles and cuts arrive with commands, since the machine has no randomness of its own. What
a command leaves empty (a card, a ruling) the machine fills in where it knows it, so that the event
says all.
"""

from functools import cache
from typing import ClassVar

import msgspec

from tablewright.table.chips import Chips
from tablewright.table.setup import Setup


@cache
def hyphenated(name: str) -> str:
    """`NoMoreBets` as it is written: `no-more-bets`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Record(
    msgspec.Struct,
    frozen=True,
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="event",
    tag=hyphenated,
):
    """Something that happened, as the journal keeps it."""

    is_command: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag)


class Command(Record, frozen=True):
    """Something that somebody did."""

    is_command: ClassVar[bool] = True


# Opening and closing -------------------------------------------------------------------------------


class SetUp(Command, frozen=True):
    """The table is set up: game, rules, limits, device, staff; and how its journal is written."""

    setup: Setup
    format: int


class UnlockRack(Command, frozen=True):
    """The supervisor unlocks the chips."""


class CountFloat(Command, frozen=True):
    """The dealer counts the chips in the rack."""

    chips: Chips


class ReportError(Command, frozen=True):
    """The supervisor writes down what is wrong with the float."""

    nature: str


class Sign(Command, frozen=True):
    """Somebody signs a form."""

    form: str
    post: str = ""
    """Filled in: at which post."""
    who: str = ""
    """Filled in: whose signature it is."""


class Countersign(Command, frozen=True):
    """The second person signs a slip; who signs for chips says what they have counted.

    A count that differs is written down, and nothing moves.
    """

    slip: int
    chips: Chips = {}
    form: str = ""
    """Filled in: what was signed, and for a correction whose and why."""
    place: int = 0
    reason: str = ""
    post: str = ""
    """Filled in: at which post."""
    who: str = ""
    """Filled in: whose signature it is."""
    differs: bool = False
    """Filled in: the count is not what is on the slip."""


class CancelSlip(Command, frozen=True):
    """A slip that waits for its second signature is torn up."""

    slip: int
    reason: str


class CheckEquipment(Command, frozen=True):
    """The dealer confirms what lies on the table."""

    items: tuple[str, ...]


class DisplaySign(Command, frozen=True):
    """The dealer confirms the table's sign."""


class BringDecks(Command, frozen=True):
    """The supervisor brings sealed decks and breaks the seals before the dealer."""

    backs: tuple[str, ...]


class Examine(Command, frozen=True):
    """The decks are looked through, front and back: duplicates, omissions, flaws, marks."""

    found: str = ""
    """What was wrong; nothing, if they are good."""
    post: str = ""
    """Filled in: who looked."""


class Wash(Command, frozen=True):
    """The dealer mixes the cards face down on the table."""


class Open(Command, frozen=True):
    """The table is opened for play."""


class BeginClosing(Command, frozen=True):
    """No further round will be dealt."""


class RemoveCards(Command, frozen=True):
    """The cards are taken from the table."""


class RemoveDropBox(Command, frozen=True):
    """The drop box is locked and taken away."""


class Close(Command, frozen=True):
    """The table is closed."""


# Staff, players and their money --------------------------------------------------------------------


class Relieve(Command, frozen=True):
    """Somebody else takes over a post."""

    post: str
    who: str


class Sit(Command, frozen=True):
    """A player takes a place."""

    place: int
    player: str


class Leave(Command, frozen=True):
    """A player leaves with his chips."""

    place: int


class BuyIn(Command, frozen=True):
    """Cash goes into the drop box, chips to the player."""

    place: int
    cash: int
    chips: Chips


class ChangeColour(Command, frozen=True):
    """Chips for chips of other denominations."""

    place: int
    give: Chips
    take: Chips


class Tip(Command, frozen=True):
    """A player gives the dealer chips."""

    place: int
    chips: Chips


class Fill(Command, frozen=True):
    """A supervisor orders chips from the cage; they are in the float when the slip is signed."""

    chips: Chips


class Credit(Command, frozen=True):
    """A supervisor orders chips back to the cage; they leave the float when the slip is signed."""

    chips: Chips


class AgreeLimits(Command, frozen=True):
    """A pit boss agrees limits with one player, whose place gets a marker; none takes it away."""

    place: int
    limits: dict[str, tuple[int, int]]


class Correct(Command, frozen=True):
    """A supervisor wants a wrong payment put right; chips move when the slip is signed."""

    place: int
    reason: str
    to_player: Chips = {}
    from_player: Chips = {}


# A round -------------------------------------------------------------------------------------------


class Wager(Command, frozen=True):
    """Chips are put on a wager."""

    place: int
    wager: str
    chips: Chips
    cash: int = 0
    """Money laid down in place of chips; it never plays."""
    for_dealer: bool = False


class LateWager(Command, frozen=True):
    """A wager after no more bets: it is pushed back and recorded."""

    place: int
    wager: str
    chips: Chips
    for_dealer: bool = False


class TakeBack(Command, frozen=True):
    """A wager is taken off the felt before it is live."""

    place: int
    wager: str
    for_dealer: bool = False


class NoMoreBets(Command, frozen=True):
    """The dealer closes the betting."""


class Deal(Command, frozen=True):
    """The dealer deals every hand, one card at a time."""


class Decide(Command, frozen=True):
    """A player says what he does with his hand."""

    place: int
    decision: str
    cards: tuple[int, ...] = ()
    """Which of his cards are put in play, counted from 0, where some are named."""


class Reveal(Command, frozen=True):
    """The dealer turns his hand."""

    cards: str = ""


class Show(Command, frozen=True):
    """A player's hand is turned; at a physical table it is entered."""

    place: int
    cards: str = ""
    hand: str = ""
    """Filled in: what it is."""


class Settle(Command, frozen=True):
    """The dealer settles the next place."""

    place: int


class Approve(Command, frozen=True):
    """A supervisor approves a large payment."""

    place: int


class Clear(Command, frozen=True):
    """Cards are inspected and picked up; the round is over."""


class Burn(Command, frozen=True):
    """Cards are put aside face down."""


class Draw(Command, frozen=True):
    """One card is dealt face up for everyone."""

    card: str = ""


# Cards and devices ---------------------------------------------------------------------------------


class Shuffle(Command, frozen=True):
    """A pack is shuffled into this order. The journal keeps its seal until it is out of play."""

    pack: int
    order: str
    salt: str


class Shuffled(Command, frozen=True):
    """A shuffle as the journal has it: sealed."""

    pack: int
    cards: int
    seal: str


class Cut(Command, frozen=True):
    """The pack is cut, or the cut card put in, below so many cards."""

    at: int


class OrderShuffle(Command, frozen=True):
    """A supervisor wants the cards shuffled before the next round."""

    reason: str


class ReplaceCards(Command, frozen=True):
    """A supervisor has unfit cards replaced by new ones of the same rank and suit."""

    cards: str
    reason: str


class Mend(Command, frozen=True):
    """A supervisor has a broken device mended and its cards checked."""


class Substitute(Command, frozen=True):
    """Another device takes the place of a broken one."""

    device: str


class Overlook(Command, frozen=True):
    """A dealer leaves out a step that was due."""

    step: str


class Declare(Command, frozen=True):
    """Somebody says that something went wrong; the ruling follows the manual."""

    irregularity: str
    ruling: str = ""
    place: int = 0
    wager: str = ""
    card: str = ""


def every_command() -> tuple[type[Command], ...]:
    """All commands."""
    return tuple(Command.__subclasses__())

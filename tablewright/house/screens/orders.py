"""What people may send to a table: its commands, and a few orders that the house carries out.

A command of the table says everything itself. An order leaves to the house what a person should not
have to say or must not know: who sits down, which chips make an amount, the order of a shuffle.
"""

from collections.abc import Callable
from typing import Annotated, ClassVar, TypeVar, Union

import msgspec

from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.chips import Chips
from tablewright.table.record import ACTS, Record, Words
from tablewright.table.words import EACH, ENGLISH

LONGEST_ID = 64


class Unreadable(Refused):
    """A message that is none."""


class Order(Record, frozen=True):
    """Something that the house does for a person, by one command or several."""

    is_order: ClassVar[bool] = True


Kind = TypeVar("Kind", bound=type[Order])


def worded(**moods: Words) -> Callable[[Kind], Kind]:
    """Declare what a page says of an order that stands for no act of the table, by mood."""

    def declare(kind: Kind) -> Kind:
        for mood, words in moods.items():
            ENGLISH.add(str(kind.__struct_config__.tag), mood, words)
        return kind

    return declare


class Sit(Order, frozen=True):
    """Take a place; the house knows the name."""

    place: int


class BuyIn(Order, frozen=True):
    """Cash for chips; the house makes change where no chips are named."""

    place: int
    cash: int
    chips: Chips = msgspec.field(default_factory=dict)


class Bets(Order, frozen=True):
    """Have just so much lie on each wager named, in cents: all of it, or nothing changes."""

    place: int
    stakes: dict[str, int]


class Shuffle(Order, frozen=True):
    """Shuffle the next pack that is to be shuffled; nobody says into which order."""


class Cut(Order, frozen=True):
    """Cut the pack; anywhere, if no place is named."""

    at: int | None = None


class Fill(Order, frozen=True):
    """Have chips brought; what the float lacks, if none are named."""

    chips: Chips = msgspec.field(default_factory=dict)


@worded(button={"": "Take over a post", EACH: "Take over as {choice}"})
class TakePost(Order, frozen=True):
    """Take over a post at the table."""

    post: str


@worded(
    button={
        "": "Done betting",
        "deal": "Deal",
        "draw": "Draw the card",
        "next-card": "Next card",
        "again": "Same again",
        "bet-again": "Bet the same again",
        "sit-out": "Sit this round out",
    }
)
class Ready(Order, frozen=True):
    """Be done with betting, or sit this one out; or think again."""

    is_ready: bool = True


@worded(button={"": "Change seats", EACH: "Move to {choice}"})
class ChangeSeat(Order, frozen=True):
    """Take another free place of a practice table, with as many chips, between two rounds."""

    place: int


@worded(
    button="Ask patrons to join",
    about="Simulated players sit down at free seats, bet and decide by themselves, and make room for"
    " people. Those who are to leave play their round to its end.",
    submit="Ask them",
    field={"patrons": "Simulated players"},
)
class AskPatrons(Order, frozen=True):
    """Have so many simulated players at a practice table; those too many leave after their round."""

    patrons: int


@worded(
    button="Hand over to the house",
    about="The house deals on in your place. You can take the post again from the lobby.",
    asks="Hand the table over?",
    submit="Hand it over",
)
class HandOver(Order, frozen=True):
    """The dealer of a practice table has the house deal on."""


@worded(button={"": "Pause", "paused": "Resume"})
class Pause(Order, frozen=True):
    """The dealer of a practice table takes no new players and no new wagers; or goes on."""

    is_paused: bool = True


@worded(
    button="Close the table",
    about="After this round all wagers are returned and everyone is coloured up. The house counts,"
    " signs and closes the table for good.",
    asks="Close the table?",
    submit="Close the table",
)
class CloseTable(Order, frozen=True):
    """The dealer of a practice table has it closed after the round."""


@worded(
    button={"": "Call the inspector", "relief": "Ask for relief"},
    about={"": "Please come to the table.", "relief": "The dealer asks to be relieved."},
    submit="Call",
    field={"irregularity": "What is it about?", "says": "In a few words"},
    blank={"irregularity": "Something else", "says": "Optional."},
    done="The inspector has been called.",
)
class Call(Order, frozen=True):
    """Call an inspector."""

    says: str
    irregularity: str = ""


@worded(button="Confirm", about="All that you have to do in a row, each an act of its own.")
class ConfirmSteps(Order, frozen=True):
    """Do what is due for a person in a row when a table opens or closes; they have done it all."""

    steps: tuple[str, ...]
    """What they have confirmed, by the keys of the list that they saw."""
    chips: Chips = msgspec.field(default_factory=dict)
    """What they have counted, where a count is among it."""


@worded(button="Handled")
class Dismiss(Order, frozen=True):
    """An inspector has seen to a call."""

    number: int


BY_THE_HOUSE = (
    acts.SetUp,
    acts.RecordApprovals,
    acts.Sit,
    acts.BuyIn,
    acts.Shuffle,
    acts.Shuffled,
    acts.Cut,
    acts.Fill,
    acts.LateWager,
)
"""Commands that nobody sends as they are: an order stands for them, or they only follow."""

TAKEN = (
    *(kind for kind in ACTS if kind not in BY_THE_HOUSE),
    *Order.__subclasses__(),
)
Do = Union[TAKEN]  # type: ignore[valid-type]  # noqa: UP007 - a union of a list of types


ANY_TIME: frozenset[type] = frozenset(
    (
        Sit,
        BuyIn,
        Fill,
        AskPatrons,
        ChangeSeat,
        TakePost,
        HandOver,
        Pause,
        CloseTable,
        Call,
        Dismiss,
        acts.Tip,
        acts.ChangeColour,
    )
)
"""What does not depend on how far a round has come."""


class Signer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who signs at a screen where another is signed in."""

    name: str
    pin: str

    def __repr__(self) -> str:
        return f"Signer({self.name!r})"  # A PIN does not go into a log.


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One message to a table."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ID)]
    seq: int
    do: Do
    acting: str = msgspec.field(name="as", default="")
    signer: Signer | None = None
    """Who signs, where it is not the person who sends it."""


_decoder = msgspec.json.Decoder(Sent)


def decode(message: bytes | str) -> Sent:
    """A message that was sent; what is none is refused in one line."""
    try:
        sent: Sent = _decoder.decode(message)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable(f"the message: expected a command ({_plain(error)})") from None
    if not sent.id.isprintable():
        raise Unreadable("the command's id: expected printable characters")
    return sent


def _plain(error: Exception) -> str:
    """An error in one short line that cannot meddle with a page or a terminal."""
    text = " ".join(str(error).split())
    return (text if text.isprintable() else ascii(text))[:200]

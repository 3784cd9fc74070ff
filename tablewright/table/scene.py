"""A scene: who and what is spoken of when an act is told, to one audience.

By itself a scene knows the rules of a table and nothing else: players by the number of their place,
staff by their post. A scene of a table as it stands, or of a whole journal, knows more.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tablewright.rules.devices import Device
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.language import say, worded
from tablewright.rules.protection import ChipRuling, Incident
from tablewright.rules.roles import PLAYER
from tablewright.table.actors import THE_HOUSE, THE_PIT_BOSS
from tablewright.table.chips import FLOAT, Chips, Move, chips_text, money, worth
from tablewright.table.setup import Book
from tablewright.table.words import ENGLISH, HAPPENED, Telling, You, amount, post_named

if TYPE_CHECKING:
    from tablewright.table.acts.irregular import Declare
    from tablewright.table.record import Record


class Scene:
    """Whom and what is spoken of."""

    is_full = False
    """Whether every chip, card and seal is told."""
    is_read_back = False
    """Whether a journal is told, to people who look something up."""
    tells_chips = False
    """Whether it is told which chips a player buys, as a full account does."""
    tells_orders = False
    """Whether the order of a pack that is out of play is told card by card."""
    tells_slips = False
    """Whether it is told what is on a slip that someone is still to count."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.by = THE_PIT_BOSS
        """Who does what is being told."""
        self.is_void = False
        self._irregularities = {each.id: each for each in book.procedure.irregularities}
        self._incidents = {each.id: each for each in book.procedure.incidents}

    def says(self, record: "Record", told: Telling) -> str:
        """A telling as a sentence."""
        return ENGLISH.say(record.name, HAPPENED, told.case, told.slots)

    def phrase(self, record: "Record", case: str, slots: Mapping[str, str]) -> str:
        """A part of a sentence about a record."""
        return ENGLISH.say(record.name, HAPPENED, case).format_map(slots)

    # People ---------------------------------------------------------------------------------------

    def who(self, place: int) -> str:
        """The player at a place; 0 is the dealer."""
        return self.seat(place)

    def whom(self, place: int) -> str:
        """The player at a place, to whom something is done."""
        who = self.who(place)
        return say("you") if isinstance(who, You) else who

    def comes(self, place: int, player: str) -> str:
        """The player who sits down at a place."""
        return player

    def does(self, place: int, decision: str) -> str:
        """What a player does with their hand."""
        known = self.book.contest.decision[decision]
        does = known.name.lower() if isinstance(self.who(place), You) else known.does
        return worded(does, "decision")

    def whose(self, place: int) -> str:
        """What belongs to the player at a place."""
        who = self.who(place)
        return say("your") if isinstance(who, You) else say("{who}'s", who=who)

    @property
    def actor(self) -> str:
        """The one who acts, as they are spoken of at the table."""
        if self.by.role is PLAYER:
            return self.who(self.by.place)
        return worded(THE_HOUSE) if self.by.is_house else self.staff(self.by.role.value)

    def staff(self, post: str) -> str:
        """The person at a post."""
        return post_named(post)

    # Things ---------------------------------------------------------------------------------------

    def seat(self, place: int) -> str:
        """A place as it is spoken of."""
        return f"{worded(self.book.game.place)} {place}" if place else say("the dealer")

    def name(self, wager: str) -> str:
        """A wager by its name."""
        return worded(self.book.wagers[wager].name, "wager")

    def on(self, wager: str) -> str:
        """What is bet on: the Ante, or High."""
        return bet_on(self.book, wager)

    def amount(self, chips: Chips) -> str:
        """What chips are worth; in a full account also which they are."""
        return amount(chips) if self.is_full or not chips else money(worth(chips))

    def read_back(self, words: str) -> str:
        """Words that only a journal's readers need."""
        return words if self.is_read_back else ""

    def in_full(self, words: str) -> str:
        """Words that only a full account has."""
        return words if self.is_full else ""

    @property
    def device(self) -> Device:
        """What the cards are dealt from."""
        return self.book.device

    def pack(self, pack: int) -> str:
        """The cards that are shuffled together."""
        return (
            say("the deck")
            if self.device.decks == 1
            else say("the {decks} decks", decks=self.device.decks)
        )

    def played(self, place: int, cards: str) -> str:
        """The cards of a hand that were put in play, where that is known and some were."""
        return ""

    def lies(self, place: int, wager: str, *, for_dealer: bool) -> int:
        """What lies on a wager, in cents, once all that is told has happened; nothing, if unknown."""
        return 0

    def explained(self, place: int) -> str:
        """What the player at a place is told of the game, where people are there to hear it."""
        return ""

    def called(self, says: str) -> str:
        """What the dealer calls, which a journal keeps in English."""
        return says

    def announced(self, says: Sequence[str]) -> Sequence[str]:
        """What the dealer announces, which a journal keeps in English."""
        return says

    def shown(self, place: int, cards: str, hand: str) -> str:
        """What a hand that is turned makes, which a journal keeps in English."""
        return hand

    def dealers_hand(self, cards: str) -> str:
        """What the dealer's hand is, where that is known."""
        return ""

    def ruling(self, declared: "Declare") -> tuple[Irregularity, Ruling]:
        """What was declared, and what is done about it."""
        irregularity = self._irregularities[declared.irregularity]
        same = [each for each in irregularity.rulings if each.id == declared.ruling]
        held = [each for each in same if each.under is None or self.book.rulings.hold(each.under)]
        return irregularity, (held or same)[0]

    def chip_ruling(self, incident: str, ruling: str) -> tuple[Incident, ChipRuling]:
        """What was seen to happen to chips, and what is done about it."""
        seen = self._incidents[incident]
        return seen, seen.ruling(ruling)

    def moves(self, moves: Iterable[Move]) -> str:
        """Which chips go from where to where; but for a full account, how much."""
        return moves_text(self.book, moves, chips_text if self.is_full else _cents)


def _cents(chips: Mapping[int, int]) -> str:
    return money(worth(chips))


def moves_text(
    book: Book, moves: Iterable[Move], said: Callable[[Mapping[int, int]], str] = chips_text
) -> str:
    """Which chips go from where to where, at the places of a table."""
    return "; ".join(
        [
            say(
                "{chips} from {source} to {target}",
                chips=said(move.chips),
                source=_account(book, move.source),
                target=_account(book, move.target),
            )
            for move in moves
        ]
    )


def _account(book: Book, name: str) -> str:
    """Where chips lie at a place, or the rack."""
    if name == FLOAT:
        return say("the rack")
    of, place, *wager = name.split(":")
    if of == "rail":
        return f"{worded(book.game.place)} {place}"
    return bet_on(book, wager[0]) + beside(len(wager) > 1)


def bet_on(book: Book, wager: str) -> str:
    """What is bet on: the Ante, or High."""
    name = worded(book.wagers[wager].name, "wager")
    return name if wager in book.on_card else say("the {name}", name=name)


def beside(for_dealer: bool) -> str:
    """Marks a wager that a player makes for the dealer."""
    return say(" for the dealer") if for_dealer else ""

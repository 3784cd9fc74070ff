"""Who and what is spoken of, and the register of what is said of each event."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from tablewright.rules.procedure import PLAYER, SURVEILLANCE, Irregularity, Ruling
from tablewright.table import acts
from tablewright.table.machine import THE_HOUSE, Actor
from tablewright.table.setup import Book

ALL, STAFF, JOURNAL = "all", "staff", "journal"
"""Whom something is told to."""
CALL, CARDS, MONEY, BET, PAYMENT, TROUBLE, HOUSE = (
    "call", "cards", "money", "bet", "payment", "trouble", "house",
)  # fmt: skip
"""What kind of thing happened; a call is what the dealer says aloud."""


class Happening(NamedTuple):
    """One event in words."""

    kind: str
    says: str
    place: int = 0
    cards: str = ""
    hand: str = ""
    to: str = ALL


def bet_on(book: Book, wager: str) -> str:
    """What somebody bets on: the Ante, or High."""
    name = book.wagers[wager].name
    return name if wager in book.on_card else f"the {name}"


class Scene:
    """Whom and what is spoken of. By itself it knows the rules of the table and nothing else."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.is_void = False
        self.names = {id: wager.name for id, wager in book.wagers.items()}
        self.on = {id: bet_on(book, id) for id in book.wagers}
        self._irregularities = {each.id: each for each in book.procedure.irregularities}

    def who(self, place: int) -> str:
        """Whoever sits at a place; 0 is the dealer."""
        return f"{self.book.game.place} {place}" if place else "the dealer"

    def staff(self, by: Actor) -> str:
        """Whoever acts, as he is spoken of at the table."""
        if by.role is PLAYER:
            return self.who(by.place)
        if by.is_house:
            return THE_HOUSE
        return (
            "surveillance" if by.role is SURVEILLANCE else f"the {by.role.value}".replace("-", " ")
        )

    def ruling(self, declared: acts.Declare) -> tuple[Irregularity, Ruling]:
        """What was declared, and what is done about it."""
        irregularity = self._irregularities[declared.irregularity]
        same = [each for each in irregularity.rulings if each.id == declared.ruling]
        held = [each for each in same if each.under is None or self.book.rulings.hold(each.under)]
        return irregularity, (held or same)[0]

    def lies(self, wager: acts.Wager) -> int:
        """What lies on a wager now, in cents; nothing, if that is not known."""
        return 0

    def burnt(self) -> str:
        return "cards"

    def announcements(self) -> tuple[str, ...]:
        return ()

    def shuffler(self) -> str:
        """Who or what shuffles."""
        return "the dealer"

    def cuts_within(self) -> bool:
        """Whether a cut card marks a place in the pack."""
        return self.book.device.has_cut_card_within

    def dealers_hand(self, cards: str) -> str:
        """What the dealer's hand is, where the table is known."""
        return ""


def capital(says: str) -> str:
    """A sentence as it begins."""
    return f"{says[0].upper()}{says[1:]}"


R = TypeVar("R", bound=Record)
Says = Callable[[Scene, R, Actor], Happening]
SAYS: dict[type[Record], Callable[[Scene, Any, Actor], Happening]] = {}


def says(kind: type[R]) -> Callable[[Says[R]], Says[R]]:
    """Marks what is said of one kind of event."""

    def mark(sentence: Says[R]) -> Says[R]:
        SAYS[kind] = sentence
        return sentence

    return mark

"""What may be done and within which bounds, or why not; and whether words, chips and cards fit."""

from array import array
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tablewright.rules.cards import DECK
from tablewright.rules.errors import listed, quoted
from tablewright.rules.irregularities import Fault
from tablewright.rules.language import say, worded
from tablewright.table.chips import Chips, chips_text, holds, money
from tablewright.table.words import counted

if TYPE_CHECKING:
    from tablewright.table.machine import Table

LONGEST_TEXT = 200


class Allowed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that may be done. Fields that are empty are not part of the act."""

    command: str
    place: int = 0
    wager: str = ""
    for_dealer: bool = False
    choices: tuple[str, ...] = ()
    """What it may name: a decision, a form, a slip, a device, a step, an irregularity."""
    rulings: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    """An amount in cents, or the place of a cut, from the one to the other."""
    chips_of: str = ""
    """The account that the chips come from; any chips in use, if none is named."""
    for_chips_of: str = ""
    """The account that gives chips of the same worth in return."""
    cards: int = 0
    """How many cards it names; none where the pack knows them, and any number if -1."""
    plays: int = 0
    """How many of these it puts in play, where it must say which."""
    pack: int = 0
    is_late: bool = False
    """A wager that would be given back and recorded, since bets are closed."""
    text: str = ""
    """The field that takes words."""
    kinds: tuple[str, ...] = ()
    """What decks may be that are not new."""


class No(NamedTuple):
    """Why something cannot be done, and by which rule; the act's own, if none is named."""

    says: str
    rule: str = ""


class Way(msgspec.Struct, frozen=True, gc=False):
    """One way in which an act may be done: where, on what, with which choice."""

    place: int = 0
    wager: str = ""
    for_dealer: bool = False
    choice: str = ""
    pack: int = 0


def is_text(text: str) -> bool:
    """Whether words can be written in a journal."""
    return bool(text.strip()) and text.isprintable() and len(text) <= LONGEST_TEXT


def are_chips(chips: Chips, denominations: Iterable[int]) -> bool:
    """Whether these are chips of the house, one or more of each denomination named."""
    for value, count in chips.items():
        if value not in denominations or not 0 < count <= 1_000_000:
            return False
    return bool(chips)


def is_order(order: str, of: str) -> bool:
    """Whether one text holds the same cards as another, in any order."""
    return len(order) == len(of) and order.isascii() and _sorted(order) == _sorted_pack(of)


def _sorted(order: str) -> list[int]:
    """The cards of an order, sorted: the two letters of a card are one number of two bytes."""
    return sorted(array("H", order.encode("ascii")))


_sorted_pack = lru_cache(maxsize=64)(_sorted)
"""The same of a whole pack, which is shuffled over and over."""


def pairs(order: str) -> list[str]:
    """The cards of an order."""
    return [order[n : n + 2] for n in range(0, len(order), 2)]


_TEXTS = frozenset(card.text for card in DECK)


def on_felt(table: "Table") -> Counter[str]:
    """The cards that lie face up, and how many of each."""
    state = table.state
    lie = [*state.drawn, *state.dealer_cards.split()]
    for seat in state.seats.values():
        lie += seat.cards.split()
    return Counter(lie)


# Why something does not fit ------------------------------------------------------------------------


def wrong_words(words: str, what: str) -> No | None:
    """Why words cannot be written down; nothing, if they can."""
    if is_text(words):
        return None
    return No(
        say(
            "{what} is {words}. Write a few printable words, up to {longest} characters.",
            what=what,
            words=quoted(words),
            longest=LONGEST_TEXT,
        ),
        "house.words",
    )


def not_chips(table: "Table", chips: Chips) -> No | None:
    """That some of these are no chips of the house, or no number of them; nothing, if all are."""
    denominations = table.book.setup.denominations
    if are_chips(chips, denominations):
        return None
    for value, count in chips.items():
        if not are_chips({value: count}, denominations):
            return No(
                say(
                    "There are no such chips: {count:,} x {value}. {use}",
                    count=count,
                    value=money(value),
                    use=chips_in_use(table),
                ),
                "house.chips",
            )
    return None


def chips_in_use(table: "Table") -> str:
    """Which chips there are, as an instruction."""
    return say(
        "Use chips of {values}.",
        values=listed([money(value) for value in table.book.setup.denominations]),
    )


def wrong_chips(table: "Table", chips: Chips, allowed: Allowed) -> No | None:
    """Why chips are not the house's, or not there; nothing, if they will do."""
    if not chips:
        return No(
            say("No chips are named. {use}", use=chips_in_use(table)),
            "house.chips",
        )
    if not are_chips(chips, table.book.setup.denominations):
        return not_chips(table, chips)
    if allowed.chips_of:
        held = table.state.bank.chips(allowed.chips_of)
        if not holds(held, chips):
            return No(
                say(
                    "{chips} are not there, only {held}.",
                    chips=chips_text(chips),
                    held=chips_text(held),
                ),
                "house.chips",
            )
    return None


def wrong_cards(
    table: "Table", text: str, count: int, what: str, *, may_lie_there: bool = False
) -> No | None:
    """Why cards cannot lie there, or need not be named; nothing, if they will do.

    A card that was seen may be one that lies on the felt already.
    """
    if not count:
        return (
            No(say("{what} comes from the pack. Do not name cards.", what=what), CARDS)
            if text
            else None
        )
    named = text.split(" ") if text else []
    if unknown := [each for each in named if each not in _TEXTS]:
        return _faulty(
            table, count, say("{unknown} is not a card", unknown=quoted(unknown[0])), Fault.FOREIGN
        )
    if not named or len(named) != count > 0:
        return _faulty(
            table,
            count,
            say("{what} has {named} cards here", what=what, named=len(named)),
            Fault.COUNT,
        )
    lie = Counter(named) if may_lie_there else on_felt(table) + Counter(named)
    decks = table.device.decks
    for card, times in lie.items():
        if times > decks:
            often = say("twice") if times == 2 else say("{times} times", times=times)
            said = say(
                "{card} would be on the table {often}, but the pack holds only {decks}",
                card=card,
                often=often,
                decks=decks,
            )
            return _faulty(table, count, said, Fault.FOREIGN)
    return None


CARDS = "GAME.cards"


def _faulty(table: "Table", count: int, says: str, fault: Fault) -> No:
    """That cards are wrong: they are entered rightly, or if they do lie so, that is declared."""
    some = counted(count, "card") if count > 0 else say("cards")
    such = "9h" if count == 1 else "9h Tc"
    found = (each for each in table.course.irregularities.values() if each.fault is fault)
    titles = [each.title for each in found if table.state.phase in each.phases]
    declare = (
        say(" If that is what lies there, declare: {titles}.", titles=worded(titles[0]))
        if titles
        else ""
    )
    return No(
        say(
            "{says}. Enter {some}, such as {such}.{declare}",
            says=says,
            some=some,
            such=such,
            declare=declare,
        ),
        CARDS,
    )

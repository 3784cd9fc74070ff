"""What may be done: every command that somebody may give now, with the bounds of what it may say.

This is the only source of what may be done: buttons, wrong answers of a trainer and random play come
from it. A law holds that the machine accepts exactly what is listed here.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from tablewright.rules.cards import DECK
from tablewright.rules.errors import Refused
from tablewright.table.chips import Chips, holds, worth
from tablewright.table.commands import Command
from tablewright.table.events import COUNTED

if TYPE_CHECKING:
    from tablewright.table.machine import Actor, Table

LONGEST_TEXT = 200


FILLED_IN = ("sign", "countersign", "examine")
"""Commands in which the machine says who acted."""


class Allowed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that may be done. Fields that are empty are not part of the command."""

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
    pack: int = 0
    is_late: bool = False
    """A wager that would be given back and recorded, since bets are closed."""
    text: str = ""
    """The field that takes words."""


def legal(table: "Table", by: "Actor") -> list[Allowed]:
    """Everything that somebody may do now."""
    found: list[Allowed] = []
    for listing in table.offers_for(by.role):
        found += listing(table, by)
    return found


def is_text(text: str) -> bool:
    """Whether somebody's words can be written in a journal."""
    return bool(text.strip()) and text.isprintable() and len(text) <= LONGEST_TEXT


def are_chips(chips: Chips, denominations: Iterable[int]) -> bool:
    """Whether these are chips of the house, one or more of each denomination named."""
    return bool(chips) and all(
        value in denominations and 0 < count <= 1_000_000 for value, count in chips.items()
    )


def covers(table: "Table", allowed: Allowed, command: Command) -> bool:
    """Whether a command keeps to what is allowed."""
    if command.name != allowed.command:
        return False
    given = {name: getattr(command, name) for name in command.__struct_fields__}
    return all(_fits(table, allowed, name, value, given) for name, value in given.items())


def _fits(table: "Table", allowed: Allowed, name: str, value: Any, given: dict[str, Any]) -> bool:
    bank, denominations = table.state.bank, table.book.setup.denominations
    match name:
        case "place":
            return bool(value == allowed.place)
        case "wager" if allowed.command == "declare":
            return bool(value == "" if not allowed.wager else value in table.stakes(given["place"]))
        case "wager" | "for_dealer" | "pack":
            return bool(value == getattr(allowed, name))
        case "post" | "who" if allowed.command in FILLED_IN:
            return bool(value == "")
        case "form" | "reason" if allowed.command == "countersign":
            return bool(value == "")
        case "differs":
            return value is False
        case "decision" | "form" | "device" | "step" | "irregularity":
            return value in allowed.choices
        case "post" if allowed.command == "relieve":
            return value in allowed.choices
        case "slip":
            return str(value) in allowed.choices
        case "hand":
            return bool(value == "")
        case "chips" if allowed.command == "countersign":
            counts = table.state.slips[given["slip"]].form in COUNTED
            return not value or (counts and are_chips(value, denominations))
        case "ruling":
            return value in allowed.rulings
        case "items" | "backs":
            return sorted(value) == sorted(allowed.choices)
        case "who":
            return is_text(value) and not table.state.holds_other_post(value, given["post"])
        case "nature" | "reason" | "player":
            return is_text(value)
        case "found":
            return value == "" or is_text(value)
        case "at":
            return bool(allowed.least <= value <= allowed.most)
        case "cash" if allowed.command in ("wager", "late-wager"):
            return bool(value == 0)
        case "cash":
            return bool(0 < value == worth(given["chips"]))
        case "chips" if allowed.command == "count-float":
            return not value or are_chips(value, denominations)
        case "chips" | "give":
            return (
                are_chips(value, denominations)
                and (not allowed.chips_of or holds(bank.chips(allowed.chips_of), value))
                and allowed.least <= worth(value) <= (allowed.most or worth(value))
            )
        case "take":
            return (
                are_chips(value, denominations)
                and holds(bank.chips(allowed.for_chips_of), value)
                and worth(value) == worth(given["give"])
            )
        case "to_player":
            return bool(value) != bool(given["from_player"]) and _are_held(table, value, "float")
        case "from_player":
            return _are_held(table, value, f"rail:{allowed.place}")
        case "limits":
            return _are_limits(table, value)
        case "order":
            return is_order(value, table.to_shuffle(allowed.pack))
        case "salt":
            return is_text(value)
        case "cards" if allowed.command == "decide":
            plays = table.book.contest.decision[given["decision"]].plays
            expected = plays if plays and allowed.cards else 0
            return len(value) == len(set(value)) == expected and all(
                0 <= n < allowed.cards for n in value
            )
        case "cards" | "card":
            return are_cards(table, allowed.cards, value)
    raise AssertionError(f"{allowed.command} says {name}")


def _are_held(table: "Table", chips: Chips, account: str) -> bool:
    if not chips:
        return True
    bank = table.state.bank
    return are_chips(chips, table.book.setup.denominations) and holds(bank.chips(account), chips)


def _are_limits(table: "Table", limits: dict[str, tuple[int, int]]) -> bool:
    for kind, (low, high) in limits.items():
        try:
            table.book.refuse_limit(kind, low, high)
        except Refused:
            return False
        if kind not in table.book.setup.limits:
            return False
    return True


def is_order(order: str, of: str) -> bool:
    """Whether one text holds the same cards as another, in any order."""
    return len(order) == len(of) and sorted(pairs(order)) == _sorted(of)


@lru_cache(maxsize=64)
def _sorted(order: str) -> list[str]:
    return sorted(pairs(order))


def pairs(order: str) -> list[str]:
    """The cards of an order."""
    return [order[n : n + 2] for n in range(0, len(order), 2)]


_TEXTS = frozenset(card.text for card in DECK)


def are_cards(table: "Table", count: int, text: str) -> bool:
    """Whether a text names so many cards that can lie there; no card, where none is asked for."""
    if not count:
        return text == ""
    named = text.split(" ")
    if count > 0 and len(named) != count:
        return False
    return set(named) <= _TEXTS and within_decks(table, named)


def within_decks(table: "Table", named: Iterable[str]) -> bool:
    """Whether so many of each card can lie on the felt."""
    state = table.state
    on_felt = [*state.drawn, *state.dealer_cards.split()]
    for seat in state.seats.values():
        on_felt += seat.cards.split()
    decks = table.device.decks
    return all(count <= decks for count in Counter([*on_felt, *named]).values())

"""Checks of a written round. Each refuses in one line: what was given, why not, what was expected."""

from collections.abc import Collection, Mapping, Sequence
from math import isfinite
from typing import Any

from tablewright.rules.cards import Card, cards
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.money import LARGEST_STAKE_CENTS
from tablewright.rules.stakes import Offer, refuse_unmatched

MISSING: Any = object()


def an_object(given: Any, what: str, keys: Collection[str]) -> dict[str, Any]:
    """A JSON object that holds no other keys than these."""
    if type(given) is not dict:
        raise Refused(f"{what} is {named(given)}: expected an object with {', '.join(keys)}")
    for key in given:
        if key not in keys:
            raise Refused(f"{what} has the unknown key {quoted(key)}: expected {listed(keys)}")
    return given


def a_list(given: Any, what: str) -> list[Any]:
    if type(given) is not list:
        raise Refused(f"{what} is {named(given)}: expected a list")
    return given


def a_flag(given: Any, what: str) -> bool:
    if type(given) is not bool:
        raise Refused(f"{what} is {named(given)}: expected true or false")
    return given


def some_cards(given: Any, what: str, count: int) -> tuple[Card, ...]:
    """So many cards, in the text notation."""
    found = any_cards(given, what)
    if len(found) != count:
        raise Refused(f"{what} has {len(found)} card{'s'[: len(found) != 1]}: expected {count}")
    return found


def any_cards(given: Any, what: str) -> tuple[Card, ...]:
    """Cards in the text notation, however many."""
    if type(given) is not str:
        raise Refused(f"{what} is {named(given)}: expected cards such as 9h Tc As")
    try:
        return cards(given)
    except Refused as refused:
        raise Refused(f"{what}: {refused}") from None


def within_decks(hands: Mapping[str, Sequence[Card]], decks: int) -> None:
    """No card more often than the decks in use hold it; the hands are named as they are spoken of."""
    dealt = [card for cards_held in hands.values() for card in cards_held]
    if len(set(dealt)) == len(dealt):
        return
    held_by: dict[Card, list[str]] = {}
    for who, cards_held in hands.items():
        for card in cards_held:
            holders = held_by.setdefault(card, [])
            holders.append(who)
            if len(holders) > decks:
                where = " and in ".join(dict.fromkeys(holders))
                often = "once" if decks == 1 else f"{decks} times"
                raise Refused(
                    f"{card} is dealt {len(holders)} times, in {where}: expected it {often} at most"
                )


def a_place(given: Mapping[str, Any], ruleset: Ruleset, taken: Collection[int]) -> int:
    """The number of a seat or box that the table has and that is not taken in this round."""
    place, last = ruleset.game.place, ruleset.places
    number = given.get(place, MISSING)
    if type(number) is not int or not 1 <= number <= last:
        raise Refused(f"the {place} is {named(number)}: expected a whole number from 1 to {last}")
    if number in taken:
        raise Refused(f"{place} {number} is there twice: expected each {place} once")
    return number


def stakes(given: Any, what: str, offer: Offer) -> dict[str, int]:
    """The stakes of some wagers, each one that a player places and a whole number of cents."""
    if type(given) is dict:
        for id, follows in offer.following.items():
            if id in given:
                raise Refused(
                    f"{what}: the stake of {id} follows from the {follows.wager} and the decision:"
                    " expected it to be left out"
                )
    found: dict[str, int] = {}
    for id, stake in an_object(given, what, offer.placed).items():
        if type(stake) is not int:
            raise Refused(f"{what}: the stake of {id} is {named(stake)}: expected whole cents")
        if not 0 < stake <= LARGEST_STAKE_CENTS:
            raise Refused(
                f"{what}: the stake of {id} is {quoted(stake)} cents:"
                f" expected from 1 to {LARGEST_STAKE_CENTS}"
            )
        found[id] = stake
    return found


def belongs_together(placed: Mapping[str, int], what: str, ruleset: Ruleset) -> None:
    """Every wager has beside it the wagers it needs, at the stakes it must equal."""
    try:
        refuse_unmatched(placed, ruleset.wagers)
    except Refused as refused:
        raise Refused(f"{what}: {refused}") from None


def named(given: Any) -> str:
    """What a JSON value is called in a message."""
    if given is MISSING:
        return "missing"
    if given is None:
        return "null"
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, dict | list):
        return "an object" if isinstance(given, dict) else "a list"
    if isinstance(given, float) and not isfinite(given):
        return "too large a number"
    return quoted(given)

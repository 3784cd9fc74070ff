"""Limits: which can stand at a table, and what the marker of a player with limits of their own says."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tablewright.rules.language import say
from tablewright.rules.money import LARGEST_STAKE_CENTS
from tablewright.rules.on_record import Records
from tablewright.table.chips import money

if TYPE_CHECKING:
    from tablewright.table.setup import Book

Limits = Mapping[str, tuple[int, int]]
"""Minimum and maximum by kind of wager, in cents."""
PERSONAL_LIMIT, HIGHER_LIMIT = "personal limit", "higher limit"


def marker(agreed: Limits, posted: Limits) -> str:
    """The words on the marker at a player's place; none where no limits were agreed.

    >>> marker({"high": (500, 20_000)}, {"high": (500, 10_000)})
    'higher limit'
    >>> marker({"high": (100, 10_000)}, {"high": (500, 10_000)})
    'personal limit'
    >>> marker({}, {"high": (500, 10_000)})
    ''
    """
    if not agreed:
        return ""
    is_higher = any(high > posted[kind][1] for kind, (_, high) in agreed.items())
    return HIGHER_LIMIT if is_higher else PERSONAL_LIMIT


class WrongLimit(NamedTuple):
    """Why limits cannot stand."""

    fault: str
    """As it is said of a set-up."""
    says: str
    """As it is said to a person who agrees them at the table."""


def wrong_limit(
    book: "Book", kind: str, low: int, high: int, records: Records
) -> WrongLimit | None:
    """Why limits make no sense, or are not allowed where the table stands; nothing, if they are.

    `records` are what is on record there, which may say how much can be wagered.
    """
    found = f"the limits of {kind} are {money(low)} to {money(high)}"
    title = next(wager.title for wager in book.game.wagers if wager.kind == kind)
    refused = say(
        "You cannot agree {low} to {high} on {title}", low=money(low), high=money(high), title=title
    )
    if not 0 < low <= high <= LARGEST_STAKE_CENTS:
        return WrongLimit(
            f"{found}: expected a minimum above nothing and a maximum not below it",
            say(
                "{refused}. Choose a minimum above nothing, and a maximum that is not below it or"
                " beyond {largest}.",
                refused=refused,
                largest=money(LARGEST_STAKE_CENTS),
            ),
        )
    smallest = book.smallest_chip
    if low % smallest or high % smallest:
        return WrongLimit(
            f"{found}: expected multiples of the smallest chip, {money(smallest)}",
            say(
                "{refused}: no chips make it up. Choose multiples of the smallest chip, {smallest}.",
                refused=refused,
                smallest=money(smallest),
            ),
        )
    most, could = book.most_allowed(book.setup.day, records), _could_be_wagered(book, kind, high)
    if most is None or could <= most:
        return None
    return WrongLimit(
        f"the maximum of {kind} lets {money(could)} be wagered: expected at most {money(most)} in"
        f" {book.jurisdiction.name} on {book.setup.day}",
        say(
            "{refused}: {could} could be wagered. The maximum in {name}, is {most}: choose a lower"
            " maximum.",
            refused=refused,
            could=money(could),
            name=book.jurisdiction.name,
            most=money(most),
        ),
    )


def _could_be_wagered(book: "Book", kind: str, high: int) -> int:
    """The most that a maximum lets lie on one spot: what follows from a decision may be more."""
    following = [
        high * max(times.by_decision.values())
        for times in book.offer.following.values()
        if book.wagers[times.wager].kind == kind
    ]
    return max([high, *following])

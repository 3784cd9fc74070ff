"""The keys of terminal play: which there are in a game, and what a typed line means.

A key is short and comes from a wager's or a decision's own name; the whole name is understood as well.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablewright.rules.cards import Card, card
from tablewright.rules.errors import Refused, listed, quoted

HELP, ADVICE, WHY, VIEW, SIGN, QUIT = "?", "h", "w", "v", "s", "q"
REPEAT, CLEAR, TAKE_BACK, BUY, TIP = "r", "c", "x", "buy", "tip"
RESERVED = frozenset(
    {HELP, ADVICE, WHY, VIEW, SIGN, QUIT, REPEAT, CLEAR, TAKE_BACK, BUY, TIP, "help", "quit", "why"}
)
SAME = {"help": HELP, "quit": QUIT, "exit": QUIT, "leave": QUIT, "why": WHY, "repeat": REPEAT}
SAME |= {"clear": CLEAR, "advice": ADVICE, "sign": SIGN, "view": VIEW}
NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5"}

AMOUNT = re.compile(r"\$?(\d{1,7})(?:\.(\d{1,2}))?")
JOINED = re.compile(r"([a-z]+)(\$?\d[\d.]*)")


class Typed(NamedTuple):
    """A typed line: its key and what follows it."""

    key: str
    rest: tuple[str, ...]


def typed(line: str) -> Typed:
    """A line cut into words.

    >>> typed("A 5, b 10")
    Typed(key='a', rest=('5', 'b', '10'))
    >>> typed("")
    Typed(key='', rest=())
    """
    words = line.lower().replace(",", " ").replace(";", " ").split()
    if not words:
        return Typed("", ())
    return Typed(SAME.get(words[0], words[0]), tuple(words[1:]))


def wager_keys(ids: Iterable[str]) -> dict[str, str]:
    """A key for each wager: the initials of a compound name, else its first letter or two.

    >>> wager_keys(["ante", "bonus"])
    {'ante': 'a', 'bonus': 'b'}
    >>> wager_keys(["pokerpot", "high-run", "high", "heart", "seven", "spade"])
    {'pokerpot': 'po', 'high-run': 'hr', 'high': 'hi', 'heart': 'he', 'seven': 'se', 'spade': 'sp'}
    """
    ids = list(ids)
    for length in range(1, 12):
        keys = {id: _initials(id) if length > 1 else id[:1] for id in ids}
        keys = {id: key or id[:length] for id, key in keys.items()}
        if len(set(keys.values())) == len(ids) and not RESERVED & set(keys.values()):
            return keys
    return {id: id for id in ids}


def _initials(id: str) -> str:
    parts = id.split("-")
    return (
        "".join(part[0] for part in parts)
        if len(parts) > 1 and id.replace("-", "").isalpha()
        else ""
    )


def decision_keys(ids: Iterable[str]) -> dict[str, str]:
    """A key for each decision: a number where its name is one, else its first letter or more.

    >>> decision_keys(["fold", "three", "five"])
    {'fold': 'f', 'three': '3', 'five': '5'}
    >>> decision_keys(["sag", "stay-on"])
    {'sag': 'sa', 'stay-on': 'st'}
    """
    ids = list(ids)
    for length in range(1, 12):
        keys = {id: NUMBERS.get(id, id[:length]) for id in ids}
        if len(set(keys.values())) == len(ids) and not RESERVED & set(keys.values()):
            return keys
    return {id: id for id in ids}


def found(word: str, keys: Mapping[str, str]) -> str | None:
    """The id that a word means: its key, its name, or the beginning of one name only."""
    for id, key in keys.items():
        if word in (key, id, id.replace("-", "")):
            return id
    begun = [id for id in keys if id.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def cents(text: str) -> int:
    """An amount as a person types it.

    >>> cents("5"), cents("$2.50"), cents("1.5")
    (500, 250, 150)
    """
    match = AMOUNT.fullmatch(text)
    if match is None:
        raise Refused(f"{quoted(text)} is no amount: expected dollars, such as 5 or 2.50")
    whole, part = match.groups()
    return int(whole) * 100 + int((part or "0").ljust(2, "0"))


def bets(
    words: Sequence[str], keys: Mapping[str, str], now: Mapping[str, str] | None = None
) -> list[tuple[str, int | None]]:
    """Wagers with their amounts, as `a 5 b 10`; an amount that is left out is None.

    `now` are the keys of the wagers that are open, to be named when another is typed.

    >>> bets(["a", "5", "b"], {"ante": "a", "bonus": "b"})
    [('ante', 500), ('bonus', None)]
    >>> bets(["a5"], {"ante": "a"})
    [('ante', 500)]
    """
    asked: list[tuple[str, int | None]] = []
    for word in words:
        id = found(word, keys)
        joined = None if id else JOINED.fullmatch(word)
        if joined and (id := found(joined.group(1), keys)):
            asked.append((id, cents(joined.group(2))))
        elif id:
            asked.append((id, None))
        elif asked and asked[-1][1] is None and word.lstrip("$")[:1].isdigit():
            asked[-1] = (asked[-1][0], cents(word))
        else:
            open_now = keys if now is None else now
            known = listed(open_now.values()) if open_now else "no wager"
            raise Refused(f"{quoted(word)} is no key here: expected {known}; ? shows every key")
    return asked


def named_cards(words: Sequence[str], held: Sequence[Card], plays: int) -> tuple[int, ...]:
    """The places in a hand of the cards that are named, by number from 1 or by their own names.

    >>> from tablewright.rules.cards import cards
    >>> named_cards(["1", "3", "5"], cards("9h Tc Ad 2s 3s"), 3)
    (0, 2, 4)
    >>> named_cards(["135"], cards("9h Tc Ad 2s 3s"), 3)
    (0, 2, 4)
    >>> named_cards(["ad", "9h", "10c"], cards("9h Tc Ad 2s 3s"), 3)
    (2, 0, 1)
    """
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) == plays:
        words = list(words[0])
    chosen = [_place_of(word, held) for word in words]
    if len(set(chosen)) != plays or len(chosen) != plays:
        raise Refused(
            f"{quoted(' '.join(words))} names {len(set(chosen))} cards:"
            f" expected {plays} different ones, by number, as in {' '.join('125'[:plays])}"
        )
    return tuple(chosen)


def _place_of(word: str, held: Sequence[Card]) -> int:
    if word.isascii() and word.isdigit():
        if len(word) <= 2 and 1 <= int(word) <= len(held):
            return int(word) - 1
        raise Refused(f"there is no card {quoted(word)} in the hand: expected 1 to {len(held)}")
    named = card(word)
    if named not in held:
        raise Refused(f"{quoted(word)} is not in the hand: expected one of its cards")
    return list(held).index(named)

"""Words that the story uses everywhere: lists, counts, amounts, cards."""

from collections.abc import Sequence
from fractions import Fraction

from tablewright.rules.cards import cards, faces
from tablewright.table import events as e
from tablewright.table.chips import Chips, chips_text, money, worth
from tablewright.table.verdict import is_given_back


def printable(text: str) -> str:
    """Text that cannot meddle with a terminal, whoever wrote the journal.

    >>> printable("Ann\\x1b[2J")
    'Ann\\\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join([each if each.isprintable() else ascii(each)[1:-1] for each in text])


def joined(words: Sequence[str], by: str = "and") -> str:
    """Words in a row, the last after an "and" or another word.

    >>> joined(["1", "2", "5"])
    '1, 2 and 5'
    """
    return f" {by} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def pairs(says: dict[str, str]) -> str:
    return ", ".join(f"{name} {each}" for name, each in says.items())


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something.

    >>> counted(1, "box"), counted(3, "box"), counted(1200, "round")
    ('1 box', '3 boxes', '1,200 rounds')
    """
    several = many or (f"{one}es" if one.endswith("x") else f"{one}s")
    return f"{count:,} {one if count == 1 else several}"


def spelled(count: int, one: str) -> str:
    """A few of something, the number as a word.

    >>> spelled(1, "card"), spelled(4, "card"), spelled(12, "card")
    ('one card', 'four cards', '12 cards')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven")
    many = counted(count, one)
    return f"{words[count]} {many.partition(' ')[2]}" if count < len(words) else many


def amount(chips: Chips) -> str:
    """Chips by their worth, and one by one."""
    return f"{money(worth(chips))} ({chips_text(chips)})" if chips else "nothing"


def named(text: str) -> str:
    """Cards as they are shown."""
    return faces(cards(text))


def became(settled: e.Settled, *, is_void: bool) -> str:
    """What became of a wager: it wins so much, pushes, loses, or was never played for."""
    won = settled.returned - settled.stake
    if not settled.returned:
        return "loses"
    if won > 0:
        odds = Fraction(settled.net)
        return f"wins {money(won)} at {odds.numerator}-{odds.denominator}"
    return "is given back" if is_given_back(settled, is_void=is_void) else "pushes"


def result(cents: int) -> str:
    """How the house stands."""
    if not cents:
        return "the house stands even"
    return f"the house is {money(abs(cents))} {'up' if cents > 0 else 'down'}"

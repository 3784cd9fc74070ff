"""Where shuffles come from: the operating system at a real table, a seed in a rehearsal.

Python's own shuffle is Fisher and Yates's, and picks each card's place by rejection, so that every
order is as likely as any other.
"""

import random
from functools import lru_cache

from tablewright.table.allowed import pairs

Source = random.Random
"""Anything that gives random bits; `random.SystemRandom` asks the operating system."""


def production() -> Source:
    """The source of a real table."""
    return random.SystemRandom()


def seeded(seed: int | str) -> Source:
    """A source that gives the same again for the same seed: for rehearsals and tests only."""
    return random.Random(f"tablewright {seed}")


def shuffled(cards: str, source: Source) -> str:
    """The same cards in random order."""
    order = list(_cards_of(cards))
    source.shuffle(order)
    return "".join(order)


@lru_cache(maxsize=64)
def _cards_of(cards: str) -> tuple[str, ...]:
    """The cards of a pack, which is shuffled over and over."""
    return tuple(pairs(cards))


def salt(source: Source) -> str:
    """Something nobody guesses, to seal a shuffle with."""
    return f"{source.getrandbits(128):032x}"

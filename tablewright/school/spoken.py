"""Words that are said: other ways of saying the same, and sentences that come near and are wrong."""

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from random import Random

from tablewright.rules.cards import RANKS, SUITS
from tablewright.rules.english import capital
from tablewright.school.questions import Option

MOST_VARIANTS = 64
NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
OPPOSITES = (
    ("high", "low"),
    ("higher", "lower"),
    ("highest", "lowest"),
    ("before", "after"),
    ("best", "worst"),
    ("equal to", "twice"),
    ("equal to", "half"),
    ("twice", "three times"),
    ("or more", "or less"),
    ("or better", "or worse"),
)
"""What makes a sentence false, if one is put for the other."""
LETTERS = "abcdefghijkl"


def variants(words: str) -> list[str]:
    """Other ways in which the same may be said: `a` and `the` left out, odds and suits spoken.

    >>> variants("Another heart for a flush, 10-1")[:2]
    ['Another heart for flush, 10-1', 'Another hearts for a flush, 10-1']
    """
    found = [words]
    for told in _WAYS:
        for each in list(found):
            other = told(each)
            if other not in found and len(found) < MOST_VARIANTS:
                found.append(other)
    return found[1:]


def _without_articles(words: str) -> str:
    return re.sub(r"\b(?:an?|the) ", "", words, flags=re.IGNORECASE)


def _without_please(words: str) -> str:
    return re.sub(r",? please\b", "", words, flags=re.IGNORECASE)


def _other_number_of_suits(words: str) -> str:
    """A suit is called in the singular or the plural: both are understood."""
    suits = "|".join(suit.value for suit in SUITS)
    return re.sub(
        rf"\b({suits})(s?)\b",
        lambda m: m[1] if m[2] else f"{m[1]}s",
        words,
        flags=re.IGNORECASE,
    )


def _without_of(words: str) -> str:
    return re.sub(r"^(\w+) of (\w+)$", r"\1 \2", words)


def _odds_with_to(words: str) -> str:
    return re.sub(r"\b(\d+)-(\d+)\b", r"\1 to \2", words)


def _odds_in_words(words: str) -> str:
    def spelled(match: re.Match[str]) -> str:
        numbers = [int(match[1]), int(match[2])]
        if max(numbers) > len(NUMBERS):
            return match[0]
        return " to ".join(NUMBERS[n - 1] for n in numbers)

    return re.sub(r"\b(\d+) to (\d+)\b", spelled, words)


_WAYS: tuple[Callable[[str], str], ...] = (
    _without_articles,
    _other_number_of_suits,
    _without_of,
    _without_please,
    _odds_with_to,
    _odds_in_words,
)


# What is wrong -------------------------------------------------------------------------------------


def altered(sentence: str) -> list[str]:
    """Sentences that differ in one word, and are no longer true by it.

    >>> altered("You get four cards.")
    ['You get three cards.', 'You get five cards.']
    """
    found: list[str] = []
    plurals = [rank.plural for rank in RANKS]
    for words in (NUMBERS, plurals):
        for n, word in enumerate(words):
            for other in words[max(0, n - 1) : n + 2]:
                found += _replaced(sentence, word, other)
    for one, other in OPPOSITES:
        if not _has(sentence, one) or not _has(sentence, other):
            found += _replaced(sentence, one, other) + _replaced(sentence, other, one)
    return found


def told_apart(wrong: str, right: str) -> str:
    """The words in which a sentence differs from the right one; nothing, if they are quite others.

    >>> told_apart("You get three cards.", "You get four cards.")
    'It is “four”, not “three”.'
    """
    said, meant = wrong.split(), right.split()
    changed = [
        each for each in SequenceMatcher(None, said, meant).get_opcodes() if each[0] != "equal"
    ]
    if len(changed) != 1 or changed[0][0] != "replace":
        return ""
    _, a, b, c, d = changed[0]
    has, should = (" ".join(words).strip(".,:;") for words in (said[a:b], meant[c:d]))
    return f"It is “{should}”, not “{has}”."


def _has(sentence: str, word: str) -> bool:
    return bool(re.search(rf"\b{word}\b", sentence, re.IGNORECASE))


def _replaced(sentence: str, word: str, other: str) -> list[str]:
    """The sentence with one word put for another wherever it stands; nothing, if it does not."""

    def cased(match: re.Match[str]) -> str:
        return capital(other) if match[0][0].isupper() else other

    changed = re.sub(rf"\b{word}\b", cased, sentence, flags=re.IGNORECASE)
    return [changed] if changed != sentence else []


def offered(
    right: str, wrong: Iterable[str], rng: Random, *, most: int = 4
) -> tuple[list[Option], str]:
    """What is right among a few things that are wrong, in an order drawn; and the id of what is right.

    Of the wrong ones so many are drawn as there is room for.
    """
    others = [each for each in dict.fromkeys(wrong) if each != right]
    chosen = [right, *rng.sample(others, min(most - 1, len(others)))]
    rng.shuffle(chosen)
    options = [Option(LETTERS[n], says) for n, says in enumerate(chosen)]
    return options, LETTERS[chosen.index(right)]

"""Passwords and PINs: what may be one, and how it is kept so that nobody can read it back."""

import asyncio
import re
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from tablewright.rules.errors import Refused
from tablewright.rules.language import say

SHORTEST, LONGEST = 10, 200
PIN_SHORTEST, PIN_LONGEST = 6, 12
FEWEST_TURNS = 6
"""How many times a password must go on otherwise than by repeating or counting up or down."""
FEWEST_IN_A_PIN = 3
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters that nobody takes for one another."""

ROWS = ("1234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm")
"""Keys that lie side by side."""

GUESSED_FIRST = frozenset(
    """
    password passwort passwords pass passwd secret letmein welcome hello login signin access admin
    administrator root user guest test testing default changeme change master manager system computer
    internet server love iloveyou you me my the god jesus angel baby princess queen king prince sunshine
    flower summer winter spring autumn january february march april june july august september october
    november december monday tuesday wednesday thursday friday saturday sunday football baseball soccer
    hockey basketball monkey dragon tiger lion eagle dog cat horse shadow ninja superman batman starwars
    pokemon matrix freedom forever whatever nothing money cash dollar rich lucky luck winner win jackpot
    casino poker blackjack roulette baccarat dealer player inspector pit boss surveillance instructor
    house table tablewright duki chips cards ace spades hearts clubs diamonds qwerty qwertz azerty asdf
    abc michael jennifer thomas jordan daniel andrew
    """.split()  # noqa: SIM905
)
"""Words that are tried before all others."""
_DISGUISES = str.maketrans("0134578@$!", "oieastbasi")

T = TypeVar("T")


def made_up() -> str:
    """A password for a first sign-in: four groups of five, to be read from a slip.

    >>> len(made_up())
    23
    """
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(4))


def normal(password: str) -> str:
    """A password in one spelling, whichever keyboard it came from."""
    return unicodedata.normalize("NFKC", password)


# What is too easily guessed ------------------------------------------------------------------------


def refuse_weak(password: str, name: str) -> None:
    """Refuse what is too easily guessed."""
    password = normal(password)
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(
            say(
                "The password has {length} characters: it needs {shortest} to {longest}.",
                length=len(password),
                shortest=SHORTEST,
                longest=LONGEST,
            )
        )
    plain, named = _letters_and_digits(password), _letters_and_digits(normal(name))
    if named and named in plain and len(plain) < len(named) + SHORTEST:
        raise Refused("The password contains your name: choose another.")
    if len(set(password)) < 4:
        raise Refused("The password repeats a few characters: use at least four different ones.")
    if _effort(plain or password) < FEWEST_TURNS:
        raise Refused("The password is a repetition or a row of keys: choose another.")
    if _is_guessed_first(password.casefold()):
        raise Refused("The password is one of those that are guessed first: choose another.")


def refuse_weak_pin(pin: str) -> None:
    """Refuse a PIN that is none, or that is tried first."""
    if not (pin.isascii() and pin.isdecimal() and PIN_SHORTEST <= len(pin) <= PIN_LONGEST):
        raise Refused(
            say(
                "A PIN has {shortest} to {longest} digits: choose one like that.",
                shortest=PIN_SHORTEST,
                longest=PIN_LONGEST,
            )
        )
    if _effort(pin) < FEWEST_IN_A_PIN or len(set(pin)) < FEWEST_IN_A_PIN:
        raise Refused("The PIN repeats or counts, such as 123456: choose another.")


def _effort(text: str) -> int:
    """How many runs must be remembered to type a text; 1q2w3e4r is two of them, in turn."""
    once = _once(text)
    return min(turns(once), turns(once[::2]) + turns(once[1::2]))


def turns(text: str) -> int:
    """How many runs a text falls into: a repeated character, an alphabet or a row of keys is one.

    >>> turns("123456"), turns("aaaabbbb"), turns("qwerty"), turns("gravel")
    (1, 2, 1, 6)
    """
    count, run = 0, ""
    for before, sign in zip(" " + text, text, strict=False):
        step = _step(before, sign)
        if not step or (run and step != run):
            count, step = count + 1, ""
        run = step
    return count


def _step(before: str, sign: str) -> str:
    """How one character follows another by itself, if it does."""
    if before == sign:
        return "again"
    for way, pair in (("up", before + sign), ("down", sign + before)):
        is_counted = pair.isalnum() and ord(pair[1]) - ord(pair[0]) == 1
        if is_counted or any(pair in row for row in ROWS):
            return way
    return ""


def _once(text: str) -> str:
    """A text without its repetitions: the part that it is made of again and again."""
    for length in range(1, len(text) // 2 + 1):
        if len(text) % length == 0 and text == text[:length] * (len(text) // length):
            return text[:length]
    return text


def _letters_and_digits(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _is_guessed_first(password: str) -> bool:
    """Whether nothing is left but one or two words that everybody tries, as they are or disguised."""
    plain = re.sub(r"[\W\d_]+", "", password)
    disguised = re.sub(r"[\W\d_]+", "", password.translate(_DISGUISES))
    unnumbered = re.sub(r"[\W\d_]+$|^[\W\d_]+", "", password).translate(_DISGUISES)
    return any(_is_of_words(each) for each in (plain, disguised, re.sub(r"[\W_]+", "", unnumbered)))


def _is_of_words(letters: str) -> bool:
    """Whether a text is one such word or two of them, with hardly anything beside."""
    if len(letters) < FEWEST_TURNS // 2:
        return True
    once = _once(letters)
    return once in GUESSED_FIRST or any(
        once[:cut] in GUESSED_FIRST and once[cut:] in GUESSED_FIRST for cut in range(1, len(once))
    )


# Keeping them --------------------------------------------------------------------------------------


class Passwords:
    """Hashes passwords with Argon2id, a few at a time and never in the way of the tables."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(2, "passwords")
        self._stand_in = ""

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        return await self._aside(lambda: self._hasher.hash(normal(password)))

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Whether a password is the one kept. Where none is kept, the answer takes as long."""
        if kept is None:
            self._stand_in = self._stand_in or await self.hashed(made_up())
        is_right = await self._aside(lambda: self._is_right(password, kept or self._stand_in))
        return is_right and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether a password would be kept otherwise today."""
        return self._hasher.check_needs_rehash(kept)

    def _is_right(self, password: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, normal(password[: LONGEST + 1]))
        except (Argon2Error, InvalidHashError):
            return False

    async def _aside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

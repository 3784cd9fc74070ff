"""Passwords: what may be one, and how it is kept so that nobody can read it back."""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from tablewright.rules.errors import Refused

SHORTEST, LONGEST = 10, 200
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs that nobody takes for one another."""

T = TypeVar("T")


def made_up() -> str:
    """A password for somebody's first sign-in: four groups of five, to be read from a slip.

    >>> len(made_up())
    23
    """
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(4))


def normal(password: str) -> str:
    """A password in one spelling, whichever keyboard it came from."""
    return unicodedata.normalize("NFKC", password)


def refuse_weak(password: str, name: str) -> None:
    """Refuse what is too easily guessed."""
    password = normal(password)
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(
            f"the password has {len(password)} characters: expected {SHORTEST} to {LONGEST}"
        )
    if name and name.casefold() in password.casefold() and len(password) < len(name) + SHORTEST:
        raise Refused("the password holds the name: expected one that does not")
    if len(set(password)) < 4:
        raise Refused("the password repeats a few characters: expected four different ones or more")


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

"""The seal of a shuffle: it tells nothing of the order, and fits no other."""

import hashlib
from typing import TypeAlias

from tablewright.rules.errors import Refused

Vault: TypeAlias = dict[int, tuple[str, str]]
"""The order and the salt of each shuffled pack."""


class BrokenSeal(Refused):
    """The order of a pack is not the one that was sealed when it was shuffled, or is missing."""


def sealed(order: str, salt: str) -> str:
    """The seal of an order."""
    return hashlib.sha256(f"{salt}:{order}".encode()).hexdigest()

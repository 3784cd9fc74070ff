"""The codes by which people join a class screen: read aloud, and typed on a phone."""

import secrets
from collections.abc import Container

LETTERS = "23456789CFHJKMPRTWXY"
"""No vowels, so that no code is a word, and no two that look alike."""
CODE_LENGTH = 6
MEANT = str.maketrans("BGSZ", "8652")
"""Letters that no code has, and the digits that look like them."""


def new_code(taken: Container[str]) -> str:
    """A code that no screen has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if code not in taken:
            return code


def code_meant(typed: str) -> str:
    """A code as it was meant: in capitals, without spaces, digits for letters that look like them.

    >>> code_meant("k7m-4rs")
    'K7M4R5'
    """
    return "".join(each for each in typed.upper() if each.isalnum()).translate(MEANT)

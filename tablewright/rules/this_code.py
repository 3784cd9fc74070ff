"""The hash of this very code: what was worked out and kept is believed if the same code made it."""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


@cache
def code_of(*parts: str, package: Path = PACKAGE) -> str:
    """The hash of every file of some parts of the package: folders, or files by themselves."""
    digest = hashlib.sha256()
    for part in parts:
        named = package / part
        for file in [named] if named.is_file() else sorted(named.rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()

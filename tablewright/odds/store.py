"""Results kept in the user's cache folder: reports by ruleset, counts by all that they depend on.

A file is believed only if it names what was asked for, was made by this very code, and its hash is that
of its content. Anything else (damaged, foreign, of another version) is as good as no file, and is
written anew. If the folder cannot be written nothing is kept, and nothing else changes.
"""

import contextlib
import hashlib
import io
import json
import os
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from tablewright.odds.hands import Ints
from tablewright.odds.report import Document

FOLDER = "TABLEWRIGHT_CACHE"
"""The environment variable that names another folder."""


def folder() -> Path:
    """Where results are kept."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("tablewright", appauthor=False)


@cache
def code() -> str:
    """The hash of all code that a result rests on, beside the ruleset itself."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for file in sorted([*here.glob("*.py"), *(here.parent / "rules").glob("*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _seal(name: str, content: bytes) -> bytes:
    """The line that a file opens with: the hash of its name, of the code, and of its content."""
    digest = hashlib.sha256(f"{name} {code()} ".encode("ascii"))
    digest.update(content)
    return f"tablewright {digest.hexdigest()}\n".encode("ascii")


def _read(name: str) -> bytes | None:
    try:
        held = (folder() / name).read_bytes()
    except OSError:
        return None
    seal, _, content = held.partition(b"\n")
    return content if seal + b"\n" == _seal(name, content) else None


def _write(name: str, content: bytes) -> None:
    """Write a file whole or not at all."""
    with contextlib.suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        handle, path = tempfile.mkstemp(dir=folder(), prefix=f".{name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_seal(name, content) + content)
            os.replace(path, folder() / name)
        except BaseException:
            os.unlink(path)
            raise


def kept_report(ruleset: str) -> Document | None:
    """The report on the ruleset of this fingerprint, if there is one to be believed."""
    content = _read(f"odds-{ruleset}.json")
    if content is None:
        return None
    document: Document = json.loads(content)
    return document


def keep_report(document: Document) -> None:
    """Keep a report for the next time."""
    content = json.dumps(document, ensure_ascii=False).encode("utf-8")
    _write(f"odds-{document['ruleset']}.json", content)


class KeptCounts:
    """Counts in the cache folder, by their hash."""

    def __init__(self, *, fresh: bool = False) -> None:
        """If `fresh`, those that were kept before are not read, only written."""
        self._fresh = fresh
        self._read: dict[str, Ints] = {}

    def get(self, key: str, /) -> Ints | None:
        if key not in self._read and not self._fresh:
            content = _read(f"count-{key}.npy")
            if content is not None:
                held = np.load(io.BytesIO(content), allow_pickle=False)
                self._read[key] = held.astype(np.int64)
        return self._read.get(key)

    def __setitem__(self, key: str, counts: Ints, /) -> None:
        self._read[key] = counts
        file = io.BytesIO()
        fits = int(counts.max()) < 2**31
        np.save(file, counts.astype(np.int32) if fits else counts, allow_pickle=False)
        _write(f"count-{key}.npy", file.getvalue())

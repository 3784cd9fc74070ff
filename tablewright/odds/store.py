"""Results kept in the user's cache folder: reports by ruleset, counts by all that they depend on.

A file is trusted only if it names what was asked for, was made by this very code, and its hash is that
of its content. Anything else (damaged, foreign, of another version) counts as no file and is rewritten.
If the folder cannot be written to, nothing is kept, and nothing else changes.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from tablewright.odds.counts import Arrays
from tablewright.odds.report import Report, from_json, to_json
from tablewright.rules.game import Ruleset
from tablewright.rules.this_code import PACKAGE, code_of

FOLDER = "TABLEWRIGHT_CACHE"
"""The environment variable that names another folder."""


MOST_FILES = 200
OURS = re.compile(r"(odds-[0-9a-f]{64}\.json|(contest|draw|sweep)-[0-9a-f]{64}[2-9TJQKA-]*\.npy)")
"""The names of the files that are kept here."""
HALF_WRITTEN = re.compile(rf"\.{OURS.pattern}\.\w+")
LONGEST_WRITING_SECONDS = 3600
"""A file half written for this long has been abandoned."""


def folder() -> Path:
    """Where results are kept."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("tablewright", appauthor=False)


def code(package: Path = PACKAGE) -> str:
    """The hash of all code that a result rests on: a report also holds what a game's file claims."""
    return code_of("rules", "games", "odds", package=package)


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
    """Keep a result, where that can be."""
    with contextlib.suppress(OSError):
        put(folder() / name, _seal(name, content) + content)
        _forget_oldest()


def put(file: Path, content: bytes) -> None:
    """Put a file in its place, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, path = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as part:
            part.write(content)
        os.replace(path, file)
    except BaseException:
        os.unlink(path)
        raise


def _forget_oldest() -> None:
    """Keep the folder small: what is asked for again is made again. Nothing but ours is touched."""
    files = [file for file in folder().iterdir() if file.is_file()]
    ours = [file for file in files if OURS.fullmatch(file.name)]
    before = time.time() - LONGEST_WRITING_SECONDS
    left = [
        file
        for file in files
        if HALF_WRITTEN.fullmatch(file.name) and file.stat().st_mtime < before
    ]
    oldest = sorted(ours, key=lambda file: file.stat().st_mtime)[:-MOST_FILES]
    for file in left + oldest:
        file.unlink(missing_ok=True)


def kept_report(ruleset: str) -> Report | None:
    """The report on the ruleset of this fingerprint, if there is one to be trusted."""
    content = _read(f"odds-{ruleset}.json")
    return None if content is None else from_json(content)


def keep_report(report: Report) -> None:
    """Keep a report for the next time."""
    _write(f"odds-{report.ruleset}.json", to_json(report))


def kept_or_made(ruleset: Ruleset, make: Callable[[], Report], *, fresh: bool = False) -> Report:
    """The report on a ruleset, kept from before unless it is to be fresh, or made now and kept."""
    kept = None if fresh else kept_report(ruleset.fingerprint)
    if kept is not None:
        return replace(kept, pay=dict(ruleset.pay_plainly), cached=True)
    made = make()
    keep_report(made)
    return made


class KeptCounts:
    """Counts in the cache folder, by their key: a line of names, then an array for each."""

    def __init__(self, *, fresh: bool = False) -> None:
        """If `fresh`, those that were kept before are not read, only written."""
        self._fresh = fresh
        self._held: dict[str, Arrays] = {}

    def get(self, key: str, /) -> Arrays | None:
        if key not in self._held and not self._fresh:
            content = _read(f"{key}.npy")
            if content is not None:
                file = io.BytesIO(content)
                names = json.loads(file.readline())
                self._held[key] = {name: np.load(file, allow_pickle=False) for name in names}
        return self._held.get(key)

    def __setitem__(self, key: str, counts: Arrays, /) -> None:
        self._held[key] = counts
        file = io.BytesIO()
        file.write(json.dumps(list(counts)).encode("ascii") + b"\n")
        for each in counts.values():
            np.save(file, _narrow(each), allow_pickle=False)
        _write(f"{key}.npy", file.getvalue())


def _narrow(numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    """The same numbers in as few bytes as hold them."""
    for kind in (np.int16, np.int32):
        if np.iinfo(kind).min <= numbers.min() and numbers.max() <= np.iinfo(kind).max:
            return numbers.astype(kind)
    return numbers

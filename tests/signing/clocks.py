"""A clock that a test sets, and a folder of keys that goes by it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tablewright.signing.keys import Keys
from tablewright.signing.statements import Statement

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)


class Clock:
    """Says what it was set to."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def go_on(self, **by: float) -> None:
        self.now += timedelta(**by)


def made(folder: Path, clock: Clock | None = None) -> Keys:
    """Keys that were made just now."""
    return Keys.make(folder / "keys", clock or Clock())


def said(keys: Keys, of: str = "night.jsonl", **says: str | int) -> Statement:
    """Something that is signed with the present key."""
    with keys.signing() as pen:
        return pen.sign("file", of, says)

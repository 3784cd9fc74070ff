"""A database that is away is said once, and no server is taken for dead because of it."""

from collections.abc import Callable
from typing import Any

import pytest

from tablewright.house.books import outage
from tablewright.house.books.outage import QUIET_SECONDS, Outage
from tablewright.house.servers import registry
from tablewright.house.servers.registry import BLIND_SECONDS, SILENT_SECONDS, Registry, Seen, Server

Move = Callable[[float], None]


@pytest.fixture
def move(monkeypatch: pytest.MonkeyPatch) -> Move:
    """Has time pass, so many seconds at once."""
    now = [1000.0]
    for each in (outage, registry):
        monkeypatch.setattr(each.time, "monotonic", lambda: now[0])

    def pass_by(seconds: float) -> None:
        now[0] += seconds

    return pass_by


def test_an_outage_is_one_line_when_it_begins_and_one_when_it_is_over(
    move: Move, caplog: pytest.LogCaptureFixture
) -> None:
    away = Outage()
    away.end()
    for _ in range(5):
        away.note(OSError("connection refused\n(Background on this error)"))
        move(1)
        away.end()  # Something else was written, but it has just failed again.
    assert away.is_on
    move(QUIET_SECONDS)
    away.end()
    away.end()
    assert not away.is_on
    assert [each.getMessage() for each in caplog.records] == [
        "the database is unavailable: connection refused",
        f"the database is available again, after {5 + QUIET_SECONDS:.1f} seconds",
    ]


def test_time_in_which_nobody_could_look_is_no_silence(move: Move) -> None:
    here = Registry(_nothing(), lambda what, which: None)
    other = Server("other", 1, "", "", 7, is_leaving=False, kept="", is_connected=True)

    def look(server: Server = other) -> bool:
        here._note_beats(Seen({server.id: server}, {}))
        return here.is_dead(server)

    assert not look()
    move(60)  # The database answered nobody.
    assert not look(), "it may be about to beat"
    move(SILENT_SECONDS - BLIND_SECONDS)
    assert not look(other._replace(beat=8)), "it was there all the time"
    for _ in range(round(SILENT_SECONDS / 0.5) - 1):
        move(0.5)
        assert not look(other._replace(beat=8))
    move(0.5)
    assert look(other._replace(beat=8)), "it is silent while others are heard"


def _nothing() -> Any:
    return None

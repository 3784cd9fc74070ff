"""A house under load, whole and as anybody starts it: everyone is answered, and nothing is lost.

Sockets at idle tables and at those where a crowd plays, readers who sleep, one who floods, guests who
come in crowds, all at once. `python -m benchmarks sockets disturbed` measures; here no time is.
"""

from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.crowd import AS_PEOPLE_DO, SITTING_SECONDS
from benchmarks.disturbing import HOWS, disturbing
from benchmarks.house import crowded, kept_once, opened, served, verified
from benchmarks.onlookers import looking

SOCKETS, LOBBY = 2000, 40
BUSY, IDLE = 3, 10
SECONDS = 20.0


@pytest.mark.proof
def test_a_crowd_is_answered_whatever_others_do(tmp_path: Path) -> None:
    with served(tmp_path) as serving:
        tables = opened(serving, BUSY + IDLE)
        busy = tables[:BUSY]
        with looking(serving.address, SOCKETS, LOBBY, tables) as onlookers, ExitStack() as running:
            assert onlookers.came.open == SOCKETS + LOBBY
            others = {
                how: running.enter_context(
                    disturbing(how, serving.address, SITTING_SECONDS, SECONDS, busy)
                )
                for how in HOWS
            }
            crowd, _ = crowded(serving, busy, SECONDS, AS_PEOPLE_DO)
        saw = onlookers.saw
    assert crowd.lost_connections == 0
    assert crowd.ids
    assert not crowd.refused
    assert kept_once(tmp_path / "house.db", crowd.ids) == (0, 0)
    assert verified(tmp_path / "house.db") >= len(tables)
    assert (saw.open, saw.lost, saw.told) == (SOCKETS + LOBBY, 0, {})
    assert saw.messages > SOCKETS  # All have seen their table, and those at busy ones much more.
    assert saw.lobby_answers >= LOBBY
    assert others["flood"].told["4429 Too many messages at once."] >= 1
    assert others["requests"].told["200"] >= 1
    assert others["guests"].told["200"] >= 1
    assert sum(others["slow"].told.values()) == others["slow"].told["still connected"]


@pytest.mark.proof
def test_connections_beyond_the_most_are_refused_and_those_within_stay(tmp_path: Path) -> None:
    with served(tmp_path, "--connections", "100") as serving:
        tables = opened(serving, 1)
        with looking(serving.address, 80, 0, tables) as onlookers:
            assert onlookers.came.open == 80
            with looking(serving.address, 5, 0, tables) as late:
                assert late.came.open == 0
            told = late.came.told
        assert (onlookers.saw.open, onlookers.saw.lost) == (80, 0)
    (why,) = told
    assert "4429" in why
    assert "80 connections open" in why

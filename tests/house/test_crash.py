"""A house that is killed at any moment: what was answered is there, once, and the round goes on."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.killing import ANY_TIME, Killing, Servers, killed_a_great_many_times

MOMENTS = ("decide", ANY_TIME, "settle", "clear")
PLACES = (1, 4)


@pytest.fixture
def alone(ready_address: str, tmp_path: Path) -> Iterator[Servers]:
    """A house of one server."""
    servers = Servers(ready_address, tmp_path, ("one",))
    yield servers
    servers.kill()


def test_a_house_that_is_killed_at_any_moment_goes_on_where_it_was(alone: Servers) -> None:
    killing = Killing(alone, PLACES, 5)
    for _ in range(6):
        killing.go_on(MOMENTS[:2])
        killing.go_on(MOMENTS[2:])
        if killing.is_something_done_once:
            break
    assert killing.is_something_done_once
    killing.finish()


@pytest.mark.proof
def test_a_great_many_kills_of_one_server_lose_nothing(
    sqlite_template: Path, tmp_path: Path, proof_seed: int
) -> None:
    database = tmp_path / "house.db"
    shutil.copy(sqlite_template, database)
    servers = Servers(f"sqlite:///{database}", tmp_path, ("one",))
    try:
        killed_a_great_many_times(servers, proof_seed)
    finally:
        servers.kill()

"""A house of two servers, one of which is killed at any moment: the other has its tables at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.databases import Server
from tests.house.killing import (
    ANY_TIME,
    Killing,
    Servers,
    killed_a_great_many_times,
    percentile,
)

MOMENTS = ("decide", "settle", ANY_TIME)
PLACES = (1, 4)
TAKEOVER_SECONDS = 10.0
"""Within which 99 of 100 who lost their connection are at their tables again: asked of the proof."""


@pytest.fixture
def pair(postgres: Server, tmp_path: Path) -> Iterator[Servers]:
    """Two servers of one house."""
    servers = Servers(postgres.copied("pair"), tmp_path, ("one", "two"))
    try:
        yield servers
    finally:
        servers.kill()
        postgres.drop("pair")


def test_what_a_killed_server_had_goes_on_at_the_other(pair: Servers) -> None:
    killing = Killing(pair, PLACES, 5)
    killing.go_on(MOMENTS)
    killing.finish()


@pytest.mark.proof
def test_a_great_many_kills_of_either_server_lose_nothing(pair: Servers, proof_seed: int) -> None:
    killing = killed_a_great_many_times(pair, proof_seed)
    assert percentile(sorted(killing.waits), 99) <= TAKEOVER_SECONDS

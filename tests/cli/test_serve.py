"""How much a house that is opened from the command line may hold."""

import resource
from collections.abc import Iterator

import pytest

from tablewright.cli.serve import caps_told
from tablewright.house.people.caps import USUAL_CAPS
from tablewright.house.server.connections import SPARE_FILES
from tablewright.rules.errors import Refused


@pytest.fixture
def few_files() -> Iterator[int]:
    """A process that may open a thousand files, and ask for another thousand."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, before[1]))
    yield before[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_four_connections_in_five_lead_to_tables() -> None:
    caps = caps_told("60", "500")
    assert (caps.connections, caps.sockets) == (500, 400)
    assert caps.guests_each == 60


def test_a_house_that_is_told_nothing_has_room_for_ten_thousand_at_tables() -> None:
    assert (USUAL_CAPS.connections, USUAL_CAPS.sockets) == (12_500, 10_000)


def test_the_system_is_asked_for_as_many_files_as_connections_need(few_files: int) -> None:
    wanted = min(2000, few_files - SPARE_FILES)
    assert caps_told("60", str(wanted)).connections == wanted
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == wanted + SPARE_FILES


def test_more_connections_than_the_system_allows_are_refused(few_files: int) -> None:
    if few_files == resource.RLIM_INFINITY or few_files > 100_000:
        pytest.skip("this system allows as many files as anyone wants")
    room = few_files - SPARE_FILES
    with pytest.raises(Refused, match=f"expected at most {room}, as this system lets a program"):
        caps_told("60", str(room + 1))


@pytest.mark.parametrize("connections", ["9", "100001", "many", ""])
def test_connections_are_a_number_that_makes_sense(connections: str) -> None:
    with pytest.raises(Refused, match="--connections"):
        caps_told("60", connections)

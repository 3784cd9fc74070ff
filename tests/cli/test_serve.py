"""What a house opened from the command line is told: how much it may hold, where it is reached."""

import resource
from collections.abc import Iterator

import pytest

from tablewright.cli.serve import caps_told, reached_told
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


@pytest.mark.parametrize(
    "address",
    ["http://10.0.0.7:8000", "http://house-2.local/", "http://[fd00::7]:8000", "http://x"],
)
def test_other_servers_are_told_an_address_as_it_stands(address: str) -> None:
    assert reached_told(address) == address.rstrip("/")


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.7:8000",
        "https://10.0.0.7:8000",
        "http://",
        "http://:8000",
        "http://10.0.0.7:0",
        "http://10.0.0.7:70000",
        "http://10.0.0.7:eight",
        "http://10.0.0.7:8000/house",
        "http://10.0.0.7:8000/?a",
        "http://ann@10.0.0.7:8000",
        "http://[fd00::7",
        "http://two words:8000",
        "http://a..b:8000",
        "http://\u2603.example:8000",
        f"http://{'a' * 64}:8000",
    ],
)
def test_an_address_at_which_no_server_can_ask_is_refused(address: str) -> None:
    """Or the others would wait in vain for a server that says it is there."""
    with pytest.raises(Refused, match="expected http://HOST:PORT, as others reach it"):
        reached_told(address)

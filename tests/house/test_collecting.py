"""Objects that nobody needs: found though they were put aside, and never while people play."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from tablewright.house.server.collecting import GROWN_MB, QUIET_SECONDS, WHOLE_SECONDS, Collector


class Ring:
    """Keeps itself alive."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


class Watched:
    """A collector at a house whose clock, commands and memory are told."""

    def __init__(self) -> None:
        self.seconds, self.commands, self.megabytes = 0.0, 0, 100.0
        self.collector = Collector(
            lambda: self.commands, lambda: self.seconds, lambda: self.megabytes
        )
        ring = Ring()
        self._known = weakref.ref(ring)
        self.collector.begin()  # Puts it aside with everything else.

    def put_aside(self) -> None:
        """Have another ring among what lasts."""
        ring = Ring()
        self._known = weakref.ref(ring)
        gc.collect()
        gc.freeze()

    def has_found(self, at: float) -> bool:
        """Whether the ring that was put aside is found by a look at that moment."""
        self.seconds = at
        self.collector.look()
        return self._known() is None


def test_what_was_put_aside_is_found_once_nobody_plays() -> None:
    house = Watched()
    assert not house.has_found(WHOLE_SECONDS - 1), "it is not time yet"
    for second in range(60):
        house.commands += 1
        assert not house.has_found(WHOLE_SECONDS + second), "people play"
    last = WHOLE_SECONDS + 59
    assert not house.has_found(last + QUIET_SECONDS - 1), "they have just played"
    assert house.has_found(last + QUIET_SECONDS)


def test_a_house_that_is_always_played_in_looks_only_if_it_has_grown() -> None:
    house = Watched()
    for hour in range(1, 25):
        house.commands += 1
        assert not house.has_found(3600.0 * hour)
    house.commands += 1
    house.megabytes += GROWN_MB + 1
    assert house.has_found(3600.0 * 25)
    house.put_aside()
    house.commands += 1
    assert not house.has_found(3600.0 * 26), "it has grown no further"


def test_what_has_lasted_is_looked_at_once_and_put_aside() -> None:
    collector = Collector(lambda: 0, lambda: 0.0)
    collector.begin()
    ring, stays = Ring(), Ring()
    known = weakref.ref(ring)
    del ring
    gc.collect(1)  # Both have lasted; Python counts that.
    kept = gc.get_freeze_count()
    collector.look()
    assert known() is None
    assert gc.get_freeze_count() > kept
    assert not any(each is stays for each in gc.get_objects()), "it is not looked at again"

"""Objects that nobody needs: found though they were put aside, and never while a command waits."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from tablewright.house.server.collecting import LATEST_SECONDS, WHOLE_SECONDS, Collector


class Ring:
    """Keeps itself alive."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_what_was_put_aside_is_found_once_the_house_is_quiet() -> None:
    clock, is_quiet = [0.0], [False]
    collector = Collector(lambda: is_quiet[0], lambda: clock[0])
    ring = Ring()
    known = weakref.ref(ring)
    collector.begin()  # Puts it aside with everything else.
    del ring
    for clock[0], is_quiet[0] in ((1.0, True), (WHOLE_SECONDS, False)):
        collector.look()
        assert known() is not None, "it is not time yet, or a command waits"
    is_quiet[0] = True
    collector.look()
    assert known() is None


def test_a_house_that_is_never_quiet_looks_all_the_same() -> None:
    clock = [0.0]
    collector = Collector(lambda: False, lambda: clock[0])
    ring = Ring()
    known = weakref.ref(ring)
    collector.begin()
    del ring
    clock[0] = LATEST_SECONDS
    collector.look()
    assert known() is None


def test_what_has_lasted_is_looked_at_once_and_put_aside() -> None:
    collector = Collector(lambda: True, lambda: 0.0)
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

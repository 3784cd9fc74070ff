"""The throttle: anybody may mistype, nobody may try a thousand passwords."""

from hypothesis import given
from hypothesis import strategies as st

from tablewright.house.people.throttle import (
    ADDRESS,
    FORGOTTEN_SECONDS,
    NAME,
    PAIR,
    PIN_NAME,
    Throttle,
)

NAME_TRIES, ADDRESS_TRIES = PAIR.free, ADDRESS.free
LONGEST_WAIT_SECONDS = PAIR.longest_seconds


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def _throttle(most_kept: int = 100) -> tuple[Throttle, Clock]:
    clock = Clock()
    return Throttle(clock, most_kept=most_kept), clock


def test_five_wrong_tries_are_free_and_the_waits_after_them_double() -> None:
    throttle, clock = _throttle()
    for _ in range(NAME_TRIES):
        assert throttle.begin("ann", "1.1.1.1") == 0
    waits = []
    for _ in range(10):
        waits.append(throttle.begin("ann", "1.1.1.1"))
        clock.now += waits[-1]
        assert throttle.begin("ann", "1.1.1.1") == 0
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, LONGEST_WAIT_SECONDS, LONGEST_WAIT_SECONDS]


def test_asking_too_early_does_not_lengthen_the_wait() -> None:
    throttle, clock = _throttle()
    for _ in range(NAME_TRIES):
        throttle.begin("ann", "1.1.1.1")
    clock.now += 0.5
    assert [throttle.begin("ann", "1.1.1.1") for _ in range(3)] == [1.5, 1.5, 1.5]


def test_wrong_tries_from_elsewhere_lock_nobody_out() -> None:
    throttle, _ = _throttle()
    while not throttle.begin("ann", "1.1.1.1"):
        pass
    assert throttle.begin("ann", "2.2.2.2") == 0
    assert throttle.begin("bob", "1.1.1.1") == 0


def test_many_addresses_together_are_slowed_on_one_name() -> None:
    throttle, clock = _throttle(most_kept=1000)
    for number in range(NAME.free):
        assert throttle.begin("ann", f"1.1.1.{number}") == 0
    waits = []
    for number in range(10):
        waits.append(throttle.begin("ann", f"2.2.2.{number}"))
        clock.now += waits[-1]
        assert throttle.begin("ann", f"2.2.2.{number}") == 0
    assert waits == [2, 4, 8, 16, *[NAME.longest_seconds] * 6]
    assert throttle.begin("bob", "2.2.2.2") == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 400)), max_size=150))
def test_a_known_device_never_waits_for_what_others_tried(others: list[tuple[int, float]]) -> None:
    throttle, clock = _throttle()
    for number, seconds in others:
        throttle.begin("ann", f"1.1.1.{number}")
        clock.now += seconds
        assert throttle.begin("ann", "1.1.1.1", "ann's own") == 0
        throttle.succeeded("ann", "1.1.1.1", "ann's own")


def test_a_known_device_is_slowed_by_its_own_tries_and_for_its_own_names() -> None:
    throttle, _ = _throttle()
    for _ in range(NAME_TRIES):
        assert throttle.begin("ann", "1.1.1.1", "ann's own") == 0
    assert throttle.begin("ann", "2.2.2.2", "ann's own") > 0
    assert throttle.begin("ann", "1.1.1.1") == 0


def test_a_pin_is_slowed_sooner_from_everywhere() -> None:
    throttle = Throttle(Clock(), PIN_NAME)
    tries = [throttle.begin("ann", f"1.1.1.{number}") for number in range(PIN_NAME.free + 1)]
    assert tries[:-1] == [0] * PIN_NAME.free
    assert tries[-1] > 0


def test_an_address_is_slowed_for_every_name() -> None:
    throttle, _ = _throttle()
    for number in range(ADDRESS_TRIES):
        assert throttle.begin(f"name {number}", "1.1.1.1") == 0
    assert throttle.begin("somebody else", "1.1.1.1") > 0
    assert throttle.begin("somebody else", "2.2.2.2") == 0


def test_neighbours_in_one_network_count_as_one() -> None:
    throttle, _ = _throttle()
    for number in range(ADDRESS_TRIES):
        throttle.begin(f"name {number}", f"2001:db8:0:1::{number:x}")
    assert throttle.begin("else", "2001:db8:0:1:ffff::1") > 0
    assert throttle.begin("else", "2001:db8:0:2::1") == 0


def test_a_right_try_clears_the_name_there_and_does_not_count_for_the_address() -> None:
    throttle, _ = _throttle()
    for _ in range(20):
        for _ in range(NAME_TRIES):
            assert throttle.begin("ann", "1.1.1.1") == 0
            throttle.succeeded("ann", "1.1.1.1")
    for _ in range(NAME_TRIES):
        assert throttle.begin("ann", "1.1.1.1") == 0
    assert throttle.begin("ann", "1.1.1.1") > 0


def test_old_tries_are_forgotten() -> None:
    throttle, clock = _throttle()
    for _ in range(NAME_TRIES):
        throttle.begin("ann", "1.1.1.1")
    clock.now += FORGOTTEN_SECONDS + 1
    for _ in range(NAME_TRIES):
        assert throttle.begin("ann", "1.1.1.1") == 0
    assert throttle.begin("ann", "1.1.1.1") > 0


def test_memory_is_bounded() -> None:
    throttle, _ = _throttle(most_kept=10)
    for number in range(1000):
        throttle.begin("n" * 1000 + str(number), f"10.0.{number // 250}.{number % 250}")
        throttle.begin(str(number), "somewhere" * 100 + str(number))
        throttle.begin("ann", "1.1.1.1", "d" * 1000 + str(number))
        throttle.begin("ann", "1.1.1.1", str(number))
    for kept in (throttle._pairs, throttle._names, throttle._addresses, throttle._devices):
        assert len(kept) <= 10
        assert all(len(key) <= 161 for key in kept._tries)

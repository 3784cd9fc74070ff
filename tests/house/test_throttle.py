"""The throttle: anybody may mistype, nobody may try a thousand passwords."""

from tablewright.house.throttle import (
    ADDRESS_TRIES,
    FORGOTTEN_SECONDS,
    LONGEST_WAIT_SECONDS,
    NAME_TRIES,
    Throttle,
)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def _throttle(most_kept: int = 100) -> tuple[Throttle, Clock]:
    clock = Clock()
    return Throttle(clock, most_kept), clock


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


def test_a_name_is_slowed_from_every_address_and_others_are_not() -> None:
    throttle, _ = _throttle()
    for number in range(NAME_TRIES):
        throttle.begin("ann", f"1.1.1.{number}")
    assert throttle.begin("ann", "2.2.2.2") > 0
    assert throttle.begin("bob", "1.1.1.1") == 0


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


def test_a_right_try_clears_the_name_and_does_not_count_for_the_address() -> None:
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
    assert len(throttle._names) <= 10
    assert len(throttle._addresses) <= 10
    assert all(len(key) <= 80 for key in throttle._names._tries)

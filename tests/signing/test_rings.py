"""Whom one believes who knows some of a house's keys, and how long each of them is good."""

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from tablewright.signing.keys import Keys
from tablewright.signing.private_keys import PrivateKey, said_of_end, said_of_key
from tablewright.signing.rings import (
    FIRST,
    KEY,
    RETIRED,
    ROTATED,
    STOLEN,
    Ring,
    Trusted,
    checked_ring,
    trusted,
)
from tablewright.signing.statements import DoesNotHold
from tests.signing.clocks import NOON, Clock, made, said


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(tmp_path: Path, clock: Clock) -> Keys:
    return made(tmp_path, clock)


def test_old_signatures_stay_good_when_the_key_is_rotated(keys: Keys, clock: Clock) -> None:
    signed = []
    for _ in range(3):
        signed.append(said(keys))
        clock.go_on(days=1)
        keys.rotate()
    signed.append(said(keys))
    assert len({each.key for each in signed}) == 4
    for known in (None, keys.ring, *(each.public for each in keys.ring.keys)):
        for each in signed:
            assert trusted(keys.ring, known).check(each).id == each.key
    whys = [(each.why, each.until) for each in keys.ring.keys]
    assert whys == [(ROTATED, NOON + timedelta(days=n)) for n in (1, 2, 3)] + [("", None)]


def test_a_ring_of_long_ago_is_enough_to_follow_the_house_forward(keys: Keys, clock: Clock) -> None:
    before = keys.ring
    clock.go_on(days=1)
    keys.rotate()
    assert trusted(keys.ring, before).check(said(keys))
    with pytest.raises(DoesNotHold, match="none that is trusted here"):
        trusted(None, before).check(said(keys))


def test_nothing_counts_that_a_key_signs_after_it_was_rotated(keys: Keys, clock: Clock) -> None:
    old = keys._private
    clock.go_on(hours=1)
    keys.rotate()
    late = old.sign("file", "x", clock.now + timedelta(seconds=1), {})
    in_time = old.sign("file", "x", clock.now, {})
    assert trusted(keys.ring).check(in_time)
    with pytest.raises(DoesNotHold, match=rf"after key {old.id} was retired as rotated"):
        trusted(keys.ring).check(late)


def test_a_stolen_key_is_good_for_nothing_after_the_theft(keys: Keys, clock: Clock) -> None:
    old, before = keys._private, said(keys)
    clock.go_on(days=2)
    between = said(keys)
    clock.go_on(days=1)
    keys.retire_stolen(old.id, NOON + timedelta(days=1))
    for known in (None, keys.ring, old.public, keys.ring.current.public):
        believed = trusted(keys.ring, known)
        assert believed.check(before)
        with pytest.raises(DoesNotHold, match="was retired as stolen"):
            believed.check(between)
    assert trusted(keys.ring, keys.ring).check(said(keys))
    assert trusted(keys.ring, keys.ring.current.public).check(said(keys))


def test_who_knows_the_stolen_key_alone_is_not_led_on_from_it(keys: Keys, clock: Clock) -> None:
    stolen = keys.ring
    clock.go_on(days=1)
    keys.retire_stolen(stolen.current.id, clock.now)
    for known in (stolen, stolen.current.public):
        with pytest.raises(DoesNotHold, match="none that is trusted here"):
            trusted(keys.ring, known).check(said(keys))


def test_a_theft_that_is_noticed_after_a_rotation_breaks_the_chain(
    keys: Keys, clock: Clock
) -> None:
    """Who was stolen from at noon may not have named the follower that it named at one o'clock."""
    first = keys.ring
    clock.go_on(hours=1)
    keys.rotate()
    assert trusted(keys.ring, first).check(said(keys))
    clock.go_on(hours=1)
    keys.retire_stolen(first.current.id, NOON + timedelta(minutes=30))
    assert len(keys.ring.keys) == 2, "the present key was not stolen"
    with pytest.raises(DoesNotHold, match="none that is trusted here"):
        trusted(keys.ring, first).check(said(keys))
    assert trusted(keys.ring, keys.ring).check(said(keys))
    assert keys.ring.keys[0].why == STOLEN


def test_a_key_that_is_lost_keeps_what_it_signed_and_vouches_for_nobody(
    tmp_path: Path, keys: Keys, clock: Clock
) -> None:
    before, signed = keys.ring, said(keys)
    clock.go_on(days=1)
    new = Keys.replace_lost(tmp_path / "new", before, None, clock)
    assert trusted(new.ring, new.ring).check(signed)
    assert trusted(new.ring, new.ring.current.public).check(signed), "the new key names the old one"
    with pytest.raises(DoesNotHold, match="none that is trusted here"):
        trusted(new.ring, before).check(said(new))
    found = keys._private.sign("file", "x", clock.now + timedelta(days=1), {})
    with pytest.raises(DoesNotHold, match="was retired as lost"):
        trusted(new.ring).check(found)


def test_what_was_signed_before_its_key_was_made_was_signed_by_a_wrong_clock(keys: Keys) -> None:
    early = keys._private.sign("file", "x", NOON - timedelta(days=400), {})
    with pytest.raises(DoesNotHold, match=r"before key \w+ was made .*the clock was wrong"):
        trusted(keys.ring).check(early)


# Those who would be believed -----------------------------------------------------------------------


def _thief(old: PrivateKey, real: Ring) -> tuple[PrivateKey, Ring]:
    """One who has got a key that was rotated long ago, and names a follower of their own."""
    own = PrivateKey.new()
    at = NOON + timedelta(minutes=1)
    return own, checked_ring(
        [
            real.ring[0],
            own.sign(KEY, own.id, at, said_of_key(own, ROTATED, real.keys[0], at)),
            old.sign(RETIRED, old.id, at, said_of_end(ROTATED, at, own)),
        ]
    )


def test_an_old_key_names_no_second_follower_to_those_who_know_the_first(
    keys: Keys, clock: Clock
) -> None:
    old = keys._private
    clock.go_on(hours=1)
    keys.rotate()
    own, ring = _thief(old, keys.ring)
    forged = own.sign("file", "x", clock.now, {})
    with pytest.raises(DoesNotHold, match="none that is trusted here"):
        trusted(ring, keys.ring).check(forged)
    assert trusted(ring, old.public).check(forged), "who knows the old key alone cannot tell"


def test_a_thief_who_tells_of_the_theft_names_no_follower(keys: Keys, clock: Clock) -> None:
    """One who is told by a stolen key itself that it was stolen is not led on by it."""
    old, own = keys._private, PrivateKey.new()
    at = NOON + timedelta(minutes=1)
    ring = checked_ring(
        [
            keys.ring.ring[0],
            own.sign(KEY, own.id, at, said_of_key(own, STOLEN, keys.ring.current, at)),
            old.sign(RETIRED, old.id, at, said_of_end(STOLEN, at, own)),
        ]
    )
    with pytest.raises(DoesNotHold, match="none that is trusted here"):
        trusted(ring, keys.ring).check(own.sign("file", "x", at, {}))


def test_of_several_endings_of_a_key_the_first_one_counts(keys: Keys, clock: Clock) -> None:
    """In whatever order they are told."""
    old, new = keys._private, PrivateKey.new()
    early, late = NOON + timedelta(hours=1), NOON + timedelta(hours=2)
    first = keys.ring.ring[0]
    follower = new.sign(KEY, new.id, late, said_of_key(new, ROTATED, keys.ring.current, late))
    ends = [
        old.sign(RETIRED, old.id, late, said_of_end(STOLEN, early)),
        old.sign(RETIRED, old.id, late, said_of_end(ROTATED, late, new)),
    ]
    for told in (ends, ends[::-1]):
        ring = checked_ring([first, follower, *told])
        assert (ring.keys[0].until, ring.keys[0].why) == (early, STOLEN)


def test_an_old_key_names_no_other_before_itself_to_those_who_know_it(
    keys: Keys, clock: Clock
) -> None:
    old, own = keys._private, PrivateKey.new()
    clock.go_on(hours=1)
    keys.rotate()
    first = own.sign(KEY, own.id, NOON, said_of_key(own, FIRST))
    before = checked_ring([first]).current
    said_again = old.sign(KEY, old.id, NOON, said_of_key(old, ROTATED, before, clock.now))
    ring = checked_ring([first, said_again])
    forged = own.sign("file", "x", NOON, {})
    assert trusted(ring).check(forged)
    with pytest.raises(DoesNotHold, match="none that is trusted here"):
        trusted(ring, keys.ring).check(forged)


def test_a_ring_of_others_is_believed_only_by_those_who_name_nobody(
    tmp_path: Path, keys: Keys
) -> None:
    other = made(tmp_path / "other")
    believed = trusted(other.ring)
    assert believed.is_found
    assert believed.check(said(other))
    with pytest.raises(DoesNotHold, match="none that is trusted here"):
        trusted(other.ring, keys.ring).check(said(other))


def _refused(*statements: object) -> str:
    with pytest.raises(DoesNotHold) as refused:
        checked_ring(statements)  # type: ignore[arg-type]
    return str(refused.value)


def test_a_ring_that_does_not_add_up_is_refused(keys: Keys, clock: Clock) -> None:
    old = keys._private
    clock.go_on(hours=1)
    keys.rotate()
    new = keys._private
    first, second, end = keys.ring.ring
    replace = msgspec.structs.replace
    assert "empty" in _refused()
    assert "names a key wrongly, or twice" in _refused(first, first)
    assert "names a key wrongly" in _refused(replace(first, of=second.of))
    assert "retires a key that is not in it" in _refused(second, end)
    assert "holds something that is no key" in _refused(first, said(keys))
    for name in ("public", "why"):
        says = {**first.says, name: second.says["public"]}
        assert _refused(replace(first, says=says))
    assert "was changed" in _refused(replace(first, at=NOON + timedelta(seconds=1)))
    too_old = old.sign(RETIRED, new.id, clock.now, said_of_end(STOLEN, clock.now))
    assert "cannot retire" in _refused(first, second, end, too_old)
    no_moment = new.sign(RETIRED, old.id, clock.now, {"why": ROTATED, "since": "yesterday"})
    assert "a moment in it cannot be read" in _refused(first, second, no_moment)
    no_key = new.sign(KEY, new.id, clock.now, {"public": "AAAA"})
    assert "no public key" in _refused(no_key)


def test_two_keys_of_one_id_are_not_both_believed(keys: Keys) -> None:
    """Ids are short; what is believed is the whole key."""
    other = PrivateKey.new()
    ring = keys.ring
    lookalike = {ring.current.id: ring.current._replace(public=other.public)}
    with pytest.raises(DoesNotHold, match="was changed after it was signed"):
        Trusted(lookalike, is_found=False).check(said(keys))

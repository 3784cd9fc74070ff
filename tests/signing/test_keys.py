"""A folder of keys: made once, guarded, rotated whole or not at all, whatever the clock says."""

import shutil
import stat
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from tablewright.rules.errors import Refused
from tablewright.signing.keys import Keys
from tablewright.signing.memory import Reached
from tablewright.signing.private_keys import NoKeys
from tablewright.signing.rings import Ring, read_ring, trusted
from tablewright.signing.whole_files import held, put
from tests.signing.clocks import NOON, Clock, made, said
from tests.signing.killed import LOST, WORKS


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(tmp_path: Path, clock: Clock) -> Keys:
    return made(tmp_path, clock)


def _names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


# The folder ----------------------------------------------------------------------------------------


def test_a_key_is_made_once_and_lies_where_only_its_owner_reads_it(keys: Keys) -> None:
    id = keys.ring.current.id
    folder = keys.folder
    assert _names(folder) == {f"{id}.pem", "ring.json", "lock"}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / f"{id}.pem").stat().st_mode) == 0o600
    private = load_pem_private_key((folder / f"{id}.pem").read_bytes(), None)
    assert isinstance(private, Ed25519PrivateKey)
    assert Keys.make(folder).ring == keys.ring == Keys.open(folder).ring


def test_many_who_start_at_once_have_one_key(tmp_path: Path) -> None:
    found: list[Ring] = []
    threads = [
        threading.Thread(target=lambda: found.append(Keys.make(tmp_path / "keys").ring))
        for _ in range(8)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 8
    assert all(each == found[0] for each in found)


def test_only_the_present_private_key_is_kept(keys: Keys, clock: Clock) -> None:
    for change in (keys.rotate, lambda: keys.retire_stolen(keys.ring.current.id, clock.now)):
        old = keys.ring.current.id
        clock.go_on(hours=1)
        change()
        new = keys.ring.current.id
        assert new != old
        assert {each for each in _names(keys.folder) if each.endswith(".pem")} == {f"{new}.pem"}


def test_a_private_key_that_the_ring_does_not_know_is_left_alone(keys: Keys) -> None:
    """A person may have put an older ring back by mistake."""
    before = (keys.folder / "ring.json").read_bytes()
    keys.rotate()
    new = f"{keys.ring.current.id}.pem"
    (keys.folder / "ring.json").write_bytes(before)
    with pytest.raises(NoKeys, match="is missing: put the folder back"):
        Keys.open(keys.folder)
    assert new in _names(keys.folder)


def _refusal(folder: Path) -> str:
    with pytest.raises(NoKeys) as refused:
        Keys.open(folder)
    assert str(refused.value).isprintable()
    return str(refused.value)


def test_what_is_wrong_with_a_folder_is_said_in_one_line(tmp_path: Path, keys: Keys) -> None:
    folder, id = keys.folder, keys.ring.current.id
    private, ring = folder / f"{id}.pem", folder / "ring.json"
    assert "there are no keys in" in _refusal(tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists(), "nothing is made by looking"
    private.chmod(0o640)
    assert "others can read the private key" in _refusal(folder)
    private.chmod(0o600)
    kept = private.read_bytes()
    private.unlink()
    assert "is missing" in _refusal(folder)
    for wrong in (b"", b"garbage", made(tmp_path / "b").ring.written()):
        put(private, wrong, mode=0o600)
        assert "is not the private key that it is named after" in _refusal(folder)
    other = made(tmp_path / "c")
    put(private, (other.folder / f"{other.ring.current.id}.pem").read_bytes(), mode=0o600)
    assert "is not the private key that it is named after" in _refusal(folder)
    put(private, kept, mode=0o600)
    ring.write_bytes(ring.read_bytes()[:-2])
    assert "put the folder back from a copy" in _refusal(folder)
    ring.unlink()
    assert "there are no keys in" in _refusal(folder)


def test_keys_that_vanish_while_they_are_used_sign_nothing(keys: Keys) -> None:
    shutil.rmtree(keys.folder)
    with pytest.raises(NoKeys, match="are gone: put the folder back"):
        said(keys)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(NoKeys, match="cannot be used"):
        made(tmp_path / "file" / "beneath")


def test_a_file_in_the_folder_s_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("mine")
    with pytest.raises(NoKeys, match="cannot be used"):
        made(tmp_path)


# Two at once ---------------------------------------------------------------------------------------


def test_one_who_signs_hears_that_another_has_rotated_the_key(keys: Keys, clock: Clock) -> None:
    """A house goes on signing while a person changes its keys at the command line."""
    first = said(keys)
    clock.go_on(seconds=1)
    Keys.open(keys.folder, clock).rotate()
    second = said(keys)
    assert first.key != second.key
    for each in (first, second):
        assert trusted(keys.ring).check(each)


def test_whoever_signs_waits_for_one_who_changes_the_keys(keys: Keys) -> None:
    signed: list[object] = []
    waiting = threading.Thread(target=lambda: signed.append(said(keys)))
    with held(keys.folder / "lock"):
        waiting.start()
        waiting.join(0.05)
        assert not signed
    waiting.join()
    assert len(signed) == 1


# The clock -----------------------------------------------------------------------------------------


def test_no_moment_lies_before_the_last_one_and_the_clock_s_is_said(
    keys: Keys, clock: Clock
) -> None:
    assert said(keys).at == NOON
    clock.now = NOON - timedelta(days=365)
    late = said(Keys.open(keys.folder, clock))
    assert (late.at, late.text("clock")) == (NOON, "2025-11-17T12:00:00Z")
    assert trusted(keys.ring).check(late)
    assert "set the clock" in keys.clock_said()
    clock.now = NOON + timedelta(seconds=1)
    assert said(keys).at == clock.now
    assert keys.clock_said() == ""


def test_a_clock_that_is_set_back_by_a_moment_is_not_worth_a_word(keys: Keys, clock: Clock) -> None:
    said(keys)
    clock.go_on(seconds=-20)
    assert said(keys).says == {}
    assert said(keys).at == NOON
    assert keys.clock_said() == ""


def test_a_clock_that_was_ahead_is_left_behind_by_another_key(keys: Keys, clock: Clock) -> None:
    clock.now = NOON + timedelta(days=900)
    ahead = said(keys)
    clock.now = NOON + timedelta(days=1)
    assert "set the clock" in keys.clock_said()
    keys.rotate()
    now = said(keys)
    assert (now.at, now.says) == (clock.now, {})
    assert keys.clock_said() == ""
    for each in (ahead, now):
        assert trusted(keys.ring, keys.ring).check(each)


def test_a_lost_key_keeps_what_it_signed_though_the_clock_is_wrong(
    tmp_path: Path, keys: Keys, clock: Clock
) -> None:
    clock.go_on(days=3)
    signed = said(keys)
    clock.now = NOON - timedelta(days=365)
    new = Keys.replace_lost(tmp_path / "new", keys.ring, signed.at, clock)
    assert trusted(new.ring).check(signed)


def test_when_something_was_signed_last_may_be_forgotten(keys: Keys, clock: Clock) -> None:
    """Such as where a copy of the folder was put back without it: the key's own beginning holds."""
    said(keys)
    (keys.folder / "last.json").write_bytes(b"garbage")
    clock.now = NOON - timedelta(days=2)
    assert said(keys).at == NOON
    assert keys.reached("house") == Reached()


# Theft and loss ------------------------------------------------------------------------------------


def test_a_theft_is_told_of_a_key_that_is_known_and_of_a_time_that_it_lived(
    keys: Keys, clock: Clock
) -> None:
    id = keys.ring.current.id
    clock.go_on(days=1)
    for wrong, since, why in (
        ("0" * 16, NOON, "there is no key"),
        (id, clock.now + timedelta(hours=1), "which is yet to come"),
        (id, NOON - timedelta(hours=1), f"before key {id} was made"),
    ):
        with pytest.raises(Refused, match=why):
            keys.retire_stolen(wrong, since)
    assert keys.ring.current.id == id


def test_the_keys_of_others_are_not_replaced_as_lost(tmp_path: Path, keys: Keys) -> None:
    other = made(tmp_path / "other")
    with pytest.raises(NoKeys, match="others than were lost"):
        Keys.replace_lost(other.folder, keys.ring)
    assert Keys.open(other.folder).ring == other.ring


def test_how_far_each_house_has_come_is_remembered(keys: Keys) -> None:
    keys.remember("one", Reached(3, "c"))
    keys.remember("other", Reached(1, "a"))
    said(keys)
    keys.rotate()
    again = Keys.open(keys.folder)
    assert (again.reached("one"), again.reached("other")) == (Reached(3, "c"), Reached(1, "a"))


# Killed between two writes -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders as kills left them, at every step of everything that is done to one."""
    root = tmp_path_factory.mktemp("killed")
    subprocess.run([sys.executable, "-m", "tests.signing.killed", root], check=True)
    return root


@pytest.mark.parametrize("work", WORKS)
def test_a_kill_leaves_the_old_key_or_the_new_one(killed: Path, work: str) -> None:
    before = read_ring((killed / "kept" / "ring.json").read_bytes())
    folders = [each for each in sorted(killed.glob(f"{work}-*")) if not each.name.endswith(LOST)]
    assert len(folders) > 8
    seen = set()
    for folder in folders:
        if work == "make":
            keys = Keys.make(folder)
        elif work == "lost":
            lost = folder.with_name(f"{folder.name}.{LOST}")
            is_there = (lost / "ring.json").exists()
            keys = Keys.open(lost) if is_there else Keys.replace_lost(lost, before)
        else:
            keys = Keys.open(folder)
            assert keys.reached("house").number in (1, 2)
        ring = keys.ring
        assert work == "make" or ring.ring[: len(before.ring)] == before.ring
        assert not [each for each in _names(keys.folder) if each.startswith(".part-")]
        assert trusted(ring).check(said(keys))
        seen.add(len(ring.keys))
    keys.rotate()
    assert trusted(keys.ring, ring.current.public).check(said(keys))
    assert seen == {"make": {1}, "sign": {1}, "lost": {2}}.get(work, {1, 2})

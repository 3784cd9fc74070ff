"""A statement holds as it was signed, and not with one byte changed."""

import base64
from datetime import timedelta, timezone
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules.errors import Refused
from tablewright.signing.files import (
    Digest,
    digest,
    read_signed,
    refuse_other_file,
    signature_file,
)
from tablewright.signing.rings import read_known, read_ring, trusted
from tablewright.signing.statements import DoesNotHold, Statement, fits, signed_bytes
from tests.signing.clocks import NOON, Clock, made, said

PINNED = Path(__file__).parent / "pinned"
BASE64 = [
    bytes([each]) for each in b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A signature's file of a house that has rotated its key once."""
    clock = Clock()
    keys = made(tmp_path_factory.mktemp("keys"), clock)
    first = said(keys, sha256="0" * 64, bytes=7)
    clock.go_on(hours=1)
    keys.rotate()
    clock.go_on(hours=1)
    return signature_file([first, said(keys, "héad", lines=3)], keys.ring)


def _holds(content: bytes, known: bytes | None = None) -> list[Statement]:
    """Everything that a signature's file says, once it has been checked."""
    found = read_signed(content)
    believed = trusted(found.keys, read_ring(known) if known else None)
    for each in found.statements:
        believed.check(each)
    return list(found.statements)


def test_what_was_signed_holds_and_says_what_it_said(written: bytes) -> None:
    first, second = _holds(written)
    assert (first.of, first.at, first.says) == (
        "night.jsonl",
        NOON,
        {"sha256": "0" * 64, "bytes": 7},
    )
    assert (second.of, second.number("lines")) == ("héad", 3)
    assert first.key != second.key


def test_what_is_signed_is_plain_json_that_any_program_can_write(tmp_path: Path) -> None:
    one = said(made(tmp_path), sha256="ab", bytes=7)
    assert signed_bytes(one).decode() == (
        f'{{"at":"2026-11-17T12:00:00Z","key":"{one.key}","kind":"file","of":"night.jsonl",'
        '"says":{"bytes":7,"sha256":"ab"}}'
    )


@given(st.data())
def test_one_changed_byte_anywhere_is_found(written: bytes, data: st.DataObject) -> None:
    """Also in the ring, in a base64 sign whose last bits mean nothing, or in the line's end."""
    place = data.draw(st.integers(0, len(written) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != written[place]))
    changed = bytearray(written)
    changed[place] = other
    with pytest.raises(DoesNotHold) as refused:
        _holds(bytes(changed))
    assert str(refused.value).isprintable()


@given(st.data())
def test_a_byte_put_in_or_taken_away_is_found(written: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(written) - 1))
    more = written[:place] + data.draw(st.binary(min_size=1, max_size=3)) + written[place:]
    for changed in (written[:place] + written[place + 1 :], more):
        with pytest.raises(DoesNotHold):
            _holds(changed)


def test_every_byte_of_every_signature_counts(written: bytes) -> None:
    """Base64 has spellings that decode to the same bytes: only the one that was written is taken."""
    for each in read_signed(written).statements:
        text = each.signature.encode()
        at = written.index(text)
        last = len(text) - 3  # Of its six bits only two mean anything.
        for place in range(len(text)):
            for other in BASE64 if place == last else (b"A", b"_", b"=", b" "):
                if text[place : place + 1] != other:
                    changed = written[: at + place] + other + written[at + place + 1 :]
                    with pytest.raises(DoesNotHold):
                        _holds(changed)


def test_spaces_another_order_or_a_name_twice_are_another_spelling(written: bytes) -> None:
    plain = msgspec.json.decode(written)
    backwards = {name: plain[name] for name in reversed(plain)}
    twice = written.replace(b'{"ring":', b'{"ring":[],"ring":', 1)
    for other in (msgspec.json.format(written), msgspec.json.encode(backwards) + b"\n", twice):
        with pytest.raises(DoesNotHold):
            _holds(other)


def test_a_signature_by_another_key_does_not_fit(tmp_path: Path) -> None:
    house, other = made(tmp_path / "a"), made(tmp_path / "b")
    one = said(house)
    assert fits(one, house.ring.current.public)
    assert not fits(one, other.ring.current.public)
    forged = msgspec.structs.replace(said(other), key=one.key)
    with pytest.raises(DoesNotHold, match="was changed after it was signed"):
        trusted(house.ring).check(forged)
    with pytest.raises(DoesNotHold, match="which is none that is trusted here"):
        trusted(house.ring).check(said(other))


def test_a_moment_of_another_time_zone_or_of_none_is_no_moment(tmp_path: Path) -> None:
    """One who holds the key could sign such a thing; nobody could compare it with another."""
    keys = made(tmp_path)
    for at in (NOON.replace(tzinfo=None), NOON.astimezone(timezone(timedelta(hours=2)))):
        other = msgspec.structs.replace(said(keys), at=at)
        own = keys._private.key.sign(signed_bytes(other))
        signed = msgspec.structs.replace(other, signature=base64.b64encode(own).decode())
        with pytest.raises(DoesNotHold, match="time zone"):
            trusted(keys.ring).check(signed)


def test_a_file_that_was_signed_is_known_by_its_hash_and_its_size(tmp_path: Path) -> None:
    content = b"a whole night"
    one = said(made(tmp_path), "night.jsonl", **digest(content).said)
    refuse_other_file(one, digest(content))
    for other in (digest(b"a whole nighT"), Digest(digest(content).sha256, 12)):
        with pytest.raises(DoesNotHold, match="not the one that was signed"):
            refuse_other_file(one, other)


def test_what_a_person_trusts_is_a_ring_or_a_public_key(tmp_path: Path) -> None:
    keys = made(tmp_path)
    current = keys.ring.current
    assert read_known(keys.ring.written()) == keys.ring
    assert read_known(current.pem.encode()) == current.public
    private = (keys.folder / f"{current.id}.pem").read_bytes()
    spaced = msgspec.json.format(keys.ring.written())
    for wrong in (b"", b"{}", b'{"ring":[]}\n', private, current.pem.encode()[:60], spaced):
        with pytest.raises(Refused, match="expected"):
            read_known(wrong)


def test_what_was_signed_by_an_earlier_version_still_holds() -> None:
    """Never to be made anew: people keep such files."""
    signed = read_signed((PINNED / "note.txt.signed.json").read_bytes())
    believed = trusted(signed.keys, read_known((PINNED / "ring.json").read_bytes()))
    head, note = signed.statements
    assert [believed.check(each).why for each in (head, note)] == ["rotated", ""]
    assert [each.why for each in signed.keys.keys] == ["rotated", "stolen", ""]
    refuse_other_file(note, digest((PINNED / "note.txt").read_bytes()))
    assert (head.number("lines"), note.text("what")) == (3, "a note, é")

"""A stream that is sealed to a public key: any change, cut or move of it is found, by any reader."""

import io
from itertools import pairwise
from pathlib import Path

import pytest

from tablewright.rules.errors import Refused
from tablewright.signing.sealed_streams import (
    CHUNK_BYTES,
    TAG_BYTES,
    OpeningReader,
    Sealed,
    SealingWriter,
    make_pair,
    read_opening_key,
    read_sealing_key,
)
from tablewright.signing.statements import DoesNotHold
from tests.cli.running import run

HEAD = b"what stands before it\n"
LENGTHS = (0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    private, public, _ = make_pair(tmp_path_factory.mktemp("keys") / "offsite")
    return private, public


def _sealed(public: Path, content: bytes, step: int = 10_000) -> tuple[Sealed, bytes]:
    out = io.BytesIO()
    sealed, cipher = read_sealing_key(public).begin()
    writer = SealingWriter(out.write, cipher, HEAD)
    for first, end in pairwise([*range(0, len(content), step), len(content)]):
        writer.write(content[first:end])
    writer.close()
    return sealed, out.getvalue()


def _opened(private: Path, sealed: Sealed, kept: bytes, head: bytes = HEAD) -> bytes:
    reader = OpeningReader(io.BytesIO(kept), read_opening_key(private).begin(sealed), head)
    return b"".join(iter(reader.read, b""))


@pytest.mark.parametrize("length", LENGTHS)
def test_what_is_sealed_to_a_key_is_opened_by_its_other_half(
    pair: tuple[Path, Path], length: int
) -> None:
    private, public = pair
    content = bytes(range(256)) * (length // 256 + 1)
    sealed, kept = _sealed(public, content[:length])
    assert _opened(private, sealed, kept) == content[:length]
    chunks = max(1, -(-length // CHUNK_BYTES))
    assert len(kept) == length + chunks * TAG_BYTES
    assert content[:16] not in kept


def test_the_same_is_never_sealed_the_same_way_twice(pair: tuple[Path, Path]) -> None:
    one, other = _sealed(pair[1], b"x" * 100), _sealed(pair[1], b"x" * 100)
    assert one[0].own != other[0].own
    assert one[1] != other[1]


def test_no_chunk_can_be_changed_moved_doubled_or_cut_off(pair: tuple[Path, Path]) -> None:
    private, public = pair
    sealed, kept = _sealed(public, b"y" * (3 * CHUNK_BYTES + 5))
    size = CHUNK_BYTES + TAG_BYTES
    chunks = [kept[at : at + size] for at in range(0, len(kept), size)]
    assert len(chunks) == 4
    flipped = [
        kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :]
        for at in (0, size - 1, size, 2 * size + 7, len(kept) - 1)
    ]
    for other in (
        *flipped,
        b"".join([chunks[1], chunks[0], *chunks[2:]]),
        b"".join([chunks[0], *chunks]),
        b"".join([chunks[0], *chunks[2:]]),
        b"".join(chunks[:3]),
        b"".join(chunks[1:]),
        kept[:-1],
        kept[: -len(chunks[3]) + 1],
        kept + b"z",
        kept + chunks[3],
        b"",
    ):
        with pytest.raises(DoesNotHold, match="sealed"):
            _opened(private, sealed, other)
    with pytest.raises(DoesNotHold, match="sealed"):
        _opened(private, sealed, kept, HEAD.upper())


def test_another_key_opens_nothing(pair: tuple[Path, Path], tmp_path: Path) -> None:
    sealed, kept = _sealed(pair[1], b"secret")
    private, _, key = make_pair(tmp_path / "other")
    with pytest.raises(DoesNotHold, match=f"sealed to key {sealed.key}, this is {key.id}"):
        _opened(private, sealed, kept)
    renamed = Sealed(key=key.id, own=sealed.own)
    with pytest.raises(DoesNotHold, match="chunk 1"):
        _opened(private, renamed, kept)
    with pytest.raises(DoesNotHold, match="cannot be read"):
        read_opening_key(private).begin(Sealed(key=key.id, own="AAAA"))


def test_a_pair_is_made_whole_and_never_over_another(tmp_path: Path) -> None:
    name = tmp_path / "offsite"
    ran = run("keys", "backup-key", str(name))
    assert (ran.status, ran.err) == (0, "")
    private, public = tmp_path / "offsite.private.pem", tmp_path / "offsite.public.pem"
    assert private.stat().st_mode & 0o077 == 0
    assert b"PRIVATE" not in public.read_bytes()
    assert read_opening_key(private).id == read_sealing_key(public).id
    kept = private.read_bytes()
    again = run("keys", "backup-key", str(name))
    assert again.status == 2
    assert "expected a new name" in again.err
    assert private.read_bytes() == kept
    with pytest.raises(Refused, match="no public key to seal to"):
        read_sealing_key(private)
    with pytest.raises(Refused, match="no private key that opens"):
        read_opening_key(_for_its_owner(public))
    private.chmod(0o644)
    with pytest.raises(Refused, match="expected chmod 600"):
        read_opening_key(private)
    assert run("keys", "backup-key").err.count("expected a NAME") == 1


def _for_its_owner(file: Path) -> Path:
    file.chmod(0o600)
    return file

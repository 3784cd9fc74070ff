"""The file of a backup: what is written in it, and how it is read again, a piece at a time.

    tablewright backup 1
    {"sealed":null}                     or to which key it is sealed (`signing/sealed_streams.py`)
    ...                                 lines of JSON, packed with gzip, and then sealed if they are
    sha256 <of all that stands before>

The lines are the same whatever database they come from:

    {"is":"table","name":"journal","columns":["table_id","n",...]}
    ["D1-3",1,...]                      a row after another, until the next table
    {"is":"file","name":"ring.json","content":"..."}      of the house's keys, if they were asked for
    {"is":"end","manifest":{...},"signed":{...}}

A value is text, a number, true or false, or nothing. Bytes, and what a damaged file of SQLite may hold
in place of a text, stand in an object of their own: {"bytes":"..."}, {"text":"..."}, {"real":"inf"}.
"""

import base64
import binascii
import hashlib
import math
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import Signed
from tablewright.signing.sealed_streams import (
    OpeningKey,
    OpeningReader,
    Sealed,
    SealingKey,
    SealingWriter,
)
from tablewright.signing.statements import DoesNotHold, canonical

FORMAT = 1
MAGIC = b"tablewright backup "
FIRST_LINE = MAGIC + b"%d\n" % FORMAT
END = b"\nsha256 "
END_BYTES = len(END) + 64 + 1
PACKED = 3
"""How hard it is packed: harder takes twice as long, beside the tables, and wins a seventh."""
PIECE_BYTES = 1 << 20
LONGEST_LINE = 1 << 28
"""No row comes near so many bytes."""
LONGEST_HEADER = 1 << 12

Row: TypeAlias = Sequence[Any]
Advance: TypeAlias = Callable[[int], None]
"""Hears how many more bytes or rows are done."""


# What is said in it --------------------------------------------------------------------------------


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sealed: Sealed | None = None


class TableBegins(msgspec.Struct, frozen=True, tag_field="is", tag="table"):
    """The rows that follow are those of a table."""

    name: str
    columns: list[str]


class FileContent(msgspec.Struct, frozen=True, tag_field="is", tag="file"):
    """A file of the house's keys."""

    name: str
    content: bytes


class CountedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it must be found: how many rows, and the SHA-256 of their lines."""

    name: str
    columns: list[str]
    rows: int
    sha256: str


class CountedFile(msgspec.Struct, frozen=True):
    """A file of the house's keys, and its SHA-256."""

    name: str
    sha256: str


class JournalHead(msgspec.Struct, frozen=True):
    """How far a journal had come: its lines, and the hash of the last one."""

    table: str
    lines: int
    hash: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds."""

    format: int = FORMAT
    version: str
    """Of Tablewright, which wrote it."""
    step: str
    """The database's shape."""
    database: str
    """The kind that it was taken from."""
    house: str
    taken: str
    """When; everything that was acknowledged before that is in it."""
    secret: str
    """The id of the secret that its cards in play are sealed with; empty, if they are not."""
    statements: int
    """The number of the last statement that the house had signed."""
    open_tables: int
    """How many tables were not closed."""
    tables: list[CountedTable]
    journals: list[JournalHead]
    files: list[CountedFile] = []

    def rows(self, table: str) -> int:
        return sum(each.rows for each in self.tables if each.name == table)


class BackupEnds(msgspec.Struct, frozen=True, tag_field="is", tag="end"):
    """The last line: what was written before it, under the house's signature if it has a key."""

    manifest: Manifest
    signed: Signed | None = None


_decode_header = msgspec.json.Decoder(_Header).decode
_decode_said = msgspec.json.Decoder(TableBegins | FileContent | BackupEnds).decode
_decode_rows = msgspec.json.Decoder(list[Any]).decode_lines
_encode_rows = msgspec.json.Encoder().encode_lines
_PLAIN = {int, str, bool, type(None)}


# Rows ----------------------------------------------------------------------------------------------


def rows_as_lines(rows: Sequence[Row]) -> bytes:
    """Rows, each as a line.

    >>> rows_as_lines([("D1-3", 1, None), (b"x", 0.5, "a\\udcff")])
    b'["D1-3",1,null]\\n[{"bytes":"eA=="},0.5,{"text":"Yf8="}]\\n'
    """
    if {type(value) for row in rows for value in row} <= _PLAIN:
        try:
            return _encode_rows(rows)
        except UnicodeEncodeError:
            pass  # Text that is none, in a file that was damaged.
    return _encode_rows([[_wrapped(value) for value in row] for row in rows])


def lines_as_rows(lines: bytes) -> list[list[Any]]:
    """Rows from their lines.

    >>> lines_as_rows(b'[{"bytes":"eA=="},0.5,{"text":"Yf8="}]\\n')
    [[b'x', 0.5, 'a\\udcff']]
    """
    try:
        rows = _decode_rows(lines)
        for row in rows:
            if dict in map(type, row):
                row[:] = [_unwrapped(value) if type(value) is dict else value for value in row]
    except (msgspec.MsgspecError, ValueError, RecursionError, LookupError, TypeError) as wrong:
        raise DoesNotHold(f"a row cannot be read ({quoted(str(wrong), 100)})") from None
    return rows


def _wrapped(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bytes": value}
    if isinstance(value, float) and not math.isfinite(value):
        return {"real": repr(value)}
    if isinstance(value, str):
        kept = value.encode(errors="surrogateescape")
        try:
            kept.decode()
        except UnicodeDecodeError:
            return {"text": kept}
    return value


def _unwrapped(value: dict[str, str]) -> Any:
    ((kind, kept),) = value.items()
    if kind == "real":
        return float(kept)
    content = base64.b64decode(kept, validate=True)
    if kind == "bytes":
        return content
    if kind != "text":
        raise ValueError(f"a value of the kind {kind}")
    return content.decode(errors="surrogateescape")


# Writing -------------------------------------------------------------------------------------------


class BackupWriter:
    """Writes a backup to a file, piece by piece; `close` writes its end."""

    def __init__(self, file: BinaryIO, to: SealingKey | None = None) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        sealed, cipher = to.begin() if to is not None else (None, None)
        before = FIRST_LINE + msgspec.json.encode(_Header(sealed)) + b"\n"
        self._put(before)
        self._sealing = SealingWriter(self._put, cipher, before) if cipher is not None else None
        self._pack = zlib.compressobj(PACKED, zlib.DEFLATED, 31)
        self.bytes = 0
        """How long it was before it was packed."""

    def say(self, what: TableBegins | FileContent | BackupEnds) -> None:
        """Write a line that is no row."""
        self.write(msgspec.json.encode(what) + b"\n")

    def write(self, lines: bytes) -> None:
        """Write whole lines."""
        self.bytes += len(lines)
        self._put_packed(self._pack.compress(lines))

    def close(self) -> str:
        """Write the end; the SHA-256 that stands there."""
        self._put_packed(self._pack.flush())
        if self._sealing is not None:
            self._sealing.close()
        found = self._digest.hexdigest()
        self._file.write(END + found.encode() + b"\n")
        return found

    def _put_packed(self, packed: bytes) -> None:
        (self._sealing.write if self._sealing is not None else self._put)(packed)

    def _put(self, content: bytes) -> None:
        self._digest.update(content)
        self._file.write(content)


# Reading -------------------------------------------------------------------------------------------


class RowLines(NamedTuple):
    """Rows of the table that began last, as they were written."""

    lines: bytes


Part: TypeAlias = TableBegins | FileContent | BackupEnds | RowLines


class _Stretch:
    """A stretch of a file, to be read."""

    def __init__(self, file: BinaryIO, first: int, end: int, advance: Advance) -> None:
        file.seek(first)
        self._file, self._left, self._advance = file, end - first, advance

    def read(self, most: int, /) -> bytes:
        found = self._file.read(min(most, self._left))
        self._left -= len(found)
        self._advance(len(found))
        return found


class BackupFile:
    """A backup that a person names. Nothing of it is believed before `check_whole` has read it all."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, quoted(str(path), 200)
        try:
            with path.open("rb") as file:
                first, header = file.readline(len(FIRST_LINE) + 8), file.readline(LONGEST_HEADER)
                self.size = file.seek(0, 2)
        except OSError as error:
            raise Refused(
                f"{self.name} cannot be read ({error.strerror}): expected a backup"
            ) from None
        if first != FIRST_LINE:
            is_other = re.fullmatch(re.escape(MAGIC) + rb"\d+\n", first)
            why = f"is a {first.strip().decode()}" if is_other else "is no backup of a house"
            raise Refused(f"{self.name} {why}: expected what `tablewright backup` wrote")
        self.before = first + header
        self._end = self.size - END_BYTES
        if not header.endswith(b"\n") or self._end < len(self.before):
            raise DoesNotHold(f"{self.name} is cut off: expected the whole file")
        try:
            self.sealed = _decode_header(header).sealed
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise DoesNotHold(f"the head of {self.name} cannot be read") from None

    def check_whole(self, advance: Advance) -> str:
        """The SHA-256 of the file; refused, if it is not the one that stands at its end."""
        digest = hashlib.sha256()
        with self.path.open("rb") as file:
            stretch = _Stretch(file, 0, self._end, advance)
            while piece := stretch.read(PIECE_BYTES):
                digest.update(piece)
            end = file.read(END_BYTES + 1)
        if end != END + digest.hexdigest().encode() + b"\n":
            raise DoesNotHold(
                f"{self.name} is damaged or cut off: its SHA-256 is not the one at its end"
            )
        return digest.hexdigest()

    def parts(self, key: OpeningKey | None, advance: Advance) -> Iterator[Part]:
        """All that is in it, in order; refused, where it cannot be read."""
        carried, is_over = b"", False
        for piece in self._unpacked(key, advance):
            if is_over:
                raise DoesNotHold(f"something follows the end of {self.name}")
            carried += piece
            cut = carried.rfind(b"\n") + 1
            if len(carried) - cut > LONGEST_LINE:
                raise DoesNotHold(f"a line of {self.name} does not end")
            for each in _split(carried[:cut]):
                if is_over:
                    raise DoesNotHold(f"something follows the end of {self.name}")
                yield each
                is_over = isinstance(each, BackupEnds)
            carried = carried[cut:]
        if carried or not is_over:
            raise DoesNotHold(f"the end of {self.name} is missing")

    def _unpacked(self, key: OpeningKey | None, advance: Advance) -> Iterator[bytes]:
        unpacking = zlib.decompressobj(31)
        with self.path.open("rb") as file:
            stretch = _Stretch(file, len(self.before), self._end, advance)
            for packed in self._opened(stretch, key):
                if unpacking.eof:
                    raise DoesNotHold(f"something follows the end of {self.name}")
                try:
                    while packed:
                        yield unpacking.decompress(packed, PIECE_BYTES)
                        packed = unpacking.unconsumed_tail
                except zlib.error as wrong:
                    raise DoesNotHold(f"{self.name} cannot be unpacked ({wrong})") from None
            if not unpacking.eof or unpacking.unused_data:
                raise DoesNotHold(f"{self.name} does not end as it was packed")

    def _opened(self, stretch: _Stretch, key: OpeningKey | None) -> Iterator[bytes]:
        if self.sealed is None:
            yield from iter(lambda: stretch.read(PIECE_BYTES), b"")
            return
        if key is None:
            raise Refused(
                f"{self.name} is sealed to key {self.sealed.key}: expected its private key, with"
                " --key FILE"
            )
        opening = OpeningReader(stretch, key.begin(self.sealed), self.before)
        yield from iter(opening.read, b"")


def _split(lines: bytes) -> Iterator[Part]:
    """Whole lines as what they are: a row begins with a bracket, everything else with a brace."""
    start = 0
    while start < len(lines):
        if lines.startswith(b"{", start):
            end = lines.index(b"\n", start) + 1
            yield _said(lines[start:end])
        else:
            found = lines.find(b"\n{", start)
            end = found + 1 if found >= 0 else len(lines)
            yield RowLines(lines[start:end])
        start = end


def _said(line: bytes) -> TableBegins | FileContent | BackupEnds:
    try:
        found: TableBegins | FileContent | BackupEnds = _decode_said(line)
    except (msgspec.MsgspecError, ValueError, RecursionError, binascii.Error) as wrong:
        raise DoesNotHold(f"a line cannot be read ({quoted(str(wrong), 100)})") from None
    return found


def signed_content(manifest: Manifest) -> bytes:
    """What the house signs of a backup."""
    return canonical(manifest)

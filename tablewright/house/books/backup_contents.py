"""What a backup holds, followed row by row: counted, hashed, and its journals along their chains."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from tablewright.house.books.backup_files import (
    Advance,
    BackupEnds,
    BackupFile,
    CountedFile,
    CountedTable,
    FileContent,
    JournalHead,
    Manifest,
    Row,
    RowLines,
    TableBegins,
    lines_as_rows,
    signed_content,
)
from tablewright.rules.errors import Refused
from tablewright.signing.files import Signed, digest, refuse_other_file
from tablewright.signing.rings import HouseKey, Ring, trusted
from tablewright.signing.sealed_streams import OpeningKey
from tablewright.signing.statements import DoesNotHold, Statement
from tablewright.table.journal import FIRST, fits_after, hash_of

BACKUP = "backup"
"""The kind of a signed statement about a backup's manifest."""
JOURNAL = "journal"


class Journals:
    """Every journal among the rows that are heard: how far it has come, and where it does not hold."""

    def __init__(self) -> None:
        self._reached: dict[str, tuple[int, str]] = {}
        self.broken: dict[str, str] = {}
        """The journals with a line that does not follow from the last, each with the first of them."""

    def hear(self, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Rows of the table of journals, those of one journal in order."""
        id_at, n_at, line_at = (columns.index(name) for name in ("table_id", "n", "line"))
        for row in rows:
            id, n, line = str(row[id_at]), row[n_at], row[line_at]
            lines, last = self._reached.get(id, (0, FIRST))
            kept = line.encode(errors="surrogateescape") if isinstance(line, str) else b""
            if (n != lines + 1 or not fits_after(kept, last)) and id not in self.broken:
                self.broken[id] = f"line {lines + 1:,} of its journal does not follow from the last"
            self._reached[id] = lines + 1, hash_of(kept)

    @property
    def heads(self) -> list[JournalHead]:
        return [JournalHead(id, *reached) for id, reached in self._reached.items()]


class Counting:
    """One table after another: how many rows it has, and what their lines come to."""

    def __init__(self) -> None:
        self._done: list[CountedTable] = []
        self._now: TableBegins | None = None
        self._rows = 0
        self._digest = hashlib.sha256()

    def begin(self, table: TableBegins) -> None:
        self._end()
        self._now, self._rows, self._digest = table, 0, hashlib.sha256()

    @property
    def now(self) -> TableBegins:
        """The table whose rows are being counted."""
        if self._now is None:
            raise DoesNotHold("it begins with rows of no table")
        return self._now

    def hear(self, lines: bytes, rows: int) -> None:
        self._rows += rows
        self._digest.update(lines)

    def _end(self) -> None:
        if self._now is not None:
            name, columns = self._now.name, self._now.columns
            found = self._digest.hexdigest()
            self._done.append(
                CountedTable(name=name, columns=columns, rows=self._rows, sha256=found)
            )
            self._now = None

    @property
    def tables(self) -> list[CountedTable]:
        """All that were counted; the last one is over."""
        self._end()
        return self._done


def counted_file(file: FileContent) -> CountedFile:
    return CountedFile(file.name, hashlib.sha256(file.content).hexdigest())


class TableRows(NamedTuple):
    """Some rows of a table."""

    table: TableBegins
    rows: list[list[Any]]


Found: TypeAlias = TableRows | TableBegins | FileContent | BackupEnds


def contents(file: BackupFile, key: OpeningKey | None, advance: Advance) -> Iterator[Found]:
    """All that is in a backup, rows as rows; refused at the end, if it is not what the end says."""
    counting, files = Counting(), []
    for part in file.parts(key, advance):
        if isinstance(part, RowLines):
            rows = lines_as_rows(part.lines)
            if any(len(row) != len(counting.now.columns) for row in rows):
                raise DoesNotHold(f"a row of its table {counting.now.name} has other columns")
            counting.hear(part.lines, len(rows))
            yield TableRows(counting.now, rows)
            continue
        if isinstance(part, TableBegins):
            counting.begin(part)
        elif isinstance(part, FileContent):
            files.append(counted_file(part))
        elif (part.manifest.tables, part.manifest.files) != (counting.tables, files):
            raise DoesNotHold(f"{file.name} does not hold what its manifest says")
        yield part


class Checked(NamedTuple):
    """A backup that holds."""

    manifest: Manifest
    sha256: str
    """Of the file."""
    signed: Statement | None
    """What the house has signed of it; None, if it has not."""
    key: HouseKey | None
    is_trusted: bool
    """Whether the key follows from one that a person named, and does not only lie in the backup."""
    files: list[FileContent]
    """Of the house's keys."""
    broken: dict[str, str]
    """The journals in it with a line that does not follow from the last."""


def check(
    file: BackupFile,
    key: OpeningKey | None,
    known: Ring | bytes | None,
    advance: Advance,
    *,
    must_be_signed: bool = False,
) -> Checked:
    """Read a whole backup and hold it against its hashes, counts and signature; nothing is written."""
    sha256 = file.check_whole(advance)
    journals, files = Journals(), []
    end: BackupEnds | None = None
    for each in contents(file, key, advance):
        if isinstance(each, TableRows) and each.table.name == JOURNAL:
            journals.hear(each.table.columns, each.rows)
        elif isinstance(each, FileContent):
            files.append(each)
        elif isinstance(each, BackupEnds):
            end = each
    assert end is not None, "without an end it does not hold"
    if journals.heads != end.manifest.journals:
        raise DoesNotHold(f"the journals in {file.name} are not those of its manifest")
    if end.signed is None and must_be_signed:
        raise Refused(f"nobody signed {file.name}: expected the house's signature in it")
    by = _signed_by(end.signed, end.manifest, known) if end.signed is not None else (None, None)
    statement, signer = by
    return Checked(
        end.manifest, sha256, statement, signer, signer is not None and known is not None,
        files, journals.broken,
    )  # fmt: skip


def _signed_by(
    signed: Signed, manifest: Manifest, known: Ring | bytes | None
) -> tuple[Statement, HouseKey]:
    """The statement about a manifest and its key; refused, if one of them does not hold."""
    statements = signed.of_kind(BACKUP)
    if len(statements) != 1 or statements[0].of != manifest.house:
        raise DoesNotHold("its signature is that of something else")
    refuse_other_file(statements[0], digest(signed_content(manifest)))
    return statements[0], trusted(signed.keys, known).check(statements[0])

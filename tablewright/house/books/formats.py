"""Which database this is: its format, its house, and whether this version may open it.

All of it is looked at before anything is touched. A database that is refused is left as it was.

    format 1    written by Tablewright 0.1; its setting `format` is missing
    format 2    written by Tablewright 0.2; its journals are of another format
    format 3    written by Tablewright 0.3; its journals are of another format
    format 4    this version's

Beside an SQLite database lies a small file, `house.db.house`, with the id of the house that was kept
there. The id is in the database too. So a database that was emptied, removed or replaced by another
house's is not taken for a new house. (A PostgreSQL database has no place beside it: one that was
dropped and made anew is a new house.)
"""

import os
import re
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection, NullPool, create_engine, inspect, text

from tablewright import __version__
from tablewright.house.books.settings import PUT
from tablewright.house.books.shape import refuse_damaged
from tablewright.rules.errors import Refused, quoted
from tablewright.table import journal

DATABASE_FORMAT = 4
READ_BY = {1: "0.1", 2: "0.2", 3: "0.3"}
"""The version of Tablewright that reads each older format."""
FIRST_WITH_HOUSE = 2
"""The first format that says which house it is of."""
FORMAT, HOUSE, VERSION = "format", "house", "version"
"""The settings that say which database this is."""
FIRST_TABLES = frozenset(
    ("settings", "accounts", "tokens", "tables", "journal", "transfers", "vault")
)
BUSY_SECONDS = 10.0
"""How long one waits for another who writes to a file."""


class FormatFound(NamedTuple):
    """What a database says of itself."""

    format: int
    """0 for one that nothing has been written to."""
    house: str = ""
    """The id of the house; "" if it has none yet."""


NOTHING = FormatFound(0)


def look(connection: Connection) -> FormatFound:
    """What a database says of itself; one that this version may not open is refused."""
    names = set(inspect(connection).get_table_names())
    if not names & FIRST_TABLES:
        return NOTHING
    if missing := ({"settings", "tables", "journal", "alembic_version"} - names):
        raise Refused(
            f"the database cannot be opened: it has a table {min(names & FIRST_TABLES)!r} but none"
            f" {min(missing)!r}; restore it from a backup (nothing was changed)"
        )
    step = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if not isinstance(step, str) or not re.fullmatch("[0-9]{4}", step):
        raise Refused(
            f"the database's shape is {quoted(step)}: expected the number of a step, as in 0001;"
            " restore it from a backup (nothing was changed)"
        )
    asked = text("SELECT value FROM settings WHERE key = :key")
    said = {key: connection.scalar(asked, {"key": key}) for key in (FORMAT, HOUSE, VERSION)}
    is_house = re.fullmatch("[0-9a-f]{32}", str(said[HOUSE]))
    format = 1 if said[FORMAT] is None else _number(said[FORMAT])
    found = FormatFound(format, str(said[HOUSE]) if is_house else "")
    if found.format > DATABASE_FORMAT:
        by = said[VERSION] or f"a later version (this is {__version__})"
        raise Refused(
            f"the database is of format {found.format}, written by Tablewright {by}: expected format"
            f" {DATABASE_FORMAT} at most; open it with that version (nothing was changed)"
        )
    if found.format < DATABASE_FORMAT:
        _refuse_open_tables(connection, READ_BY[found.format])
    refuse_damaged(connection, step)
    return found


def _number(said: object) -> int:
    number = int(str(said)) if str(said).isascii() and str(said).isdecimal() else 0
    if not number:
        raise Refused(
            f"the database's format is {quoted(said)}: expected a number; restore it from a backup"
            " (nothing was changed)"
        )
    return number


def _refuse_open_tables(connection: Connection, version: str) -> None:
    counted = text("SELECT count(*) FROM tables WHERE status <> 'closed'")
    count = connection.scalar(counted) or 0
    if count:
        raise Refused(
            f"the database was written by Tablewright {version} and has"
            f" {count} table{'s' if count > 1 else ''} open: close"
            f" {'them' if count > 1 else 'it'} with version {version} first; nothing was changed"
        )


def stamp(connection: Connection, house: str) -> None:
    """Write down which database this is, together with the steps that brought it to its shape."""
    for key, value in ((FORMAT, str(DATABASE_FORMAT)), (VERSION, __version__), (HOUSE, house)):
        connection.execute(PUT, {"key": key, "value": value})


# Journals in it ------------------------------------------------------------------------------------

_JOURNAL_FORMAT = re.compile(rb'"format":(\d+)')


def refused_journal(id: str, first: Sequence[bytes], why: str) -> Refused:
    """Why the journal of a table cannot be read, with the version that reads it."""
    found = _JOURNAL_FORMAT.search(first[0]) if first else None
    version = journal.READ_BY.get(int(found[1]) if found else 1)
    if first and version:
        return Refused(
            f"the journal of table {id[:40]} was written by Tablewright {version}: read it with"
            f" version {version} ({why})"
        )
    return Refused(f"the journal of table {id[:40]} cannot be read: {why}")


# A file --------------------------------------------------------------------------------------------


def look_into_file(path: Path) -> FormatFound:
    """The same of an SQLite file, without a change to it or to its log."""
    if _is_empty(path):
        return NOTHING
    log = Path(f"{path}-wal")
    # Without a log nobody has the file open, and SQLite need not make one in order to look.
    way = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    uri = f"file:{quote(str(path))}?{way}"

    def connected() -> sqlite3.Connection:
        made = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)
        made.text_factory = as_kept
        return made

    engine = create_engine(
        "sqlite://",
        creator=connected,
        poolclass=NullPool,
        hide_parameters=True,
    )
    with engine.connect() as connection:
        return look(connection)


def as_kept(kept: bytes) -> str:
    """Text as a file has it; where it is none, that is for those who read the row."""
    return kept.decode(errors="surrogateescape")


def _is_empty(path: Path) -> bool:
    return not path.exists() or not path.stat().st_size


# Whose house it is ---------------------------------------------------------------------------------


class _Marker(msgspec.Struct):
    house: str


def marker_of(path: Path) -> Path:
    """The file beside an SQLite database that says which house is kept there."""
    return path.with_name(f"{path.name}.house")


def refuse_lost_file(path: Path, *, is_new: bool) -> None:
    """Refuse a database that is missing or empty where a house has been kept.

    It comes before SQLite sees the file, since SQLite removes the log of an empty database.
    """
    if not _is_empty(path):
        return
    state = "empty" if path.exists() else "missing"
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size:
        raise Refused(
            f"the database {quoted(str(path), 200)} is {state}, but its log {log.name} is there:"
            f" restore the file from a backup, or move {log.name} away first"
        )
    if marker_of(path).exists() and not is_new:
        raise Refused(
            f"the database {quoted(str(path), 200)} is {state}, but a house was kept there:"
            " restore the file from a backup, or start with --new to begin another house"
        )


def refuse_other_house(found: FormatFound, path: Path | None, *, is_new: bool) -> None:
    """Refuse a database whose house is not the one that was kept there."""
    if is_new or found.format < FIRST_WITH_HOUSE:
        return
    if not found.house:
        raise Refused(
            "the database does not say which house it is of, as its settings are incomplete:"
            " restore it from a backup, or start with --new to go on with it"
        )
    kept = house_kept_at(path) if path else ""
    if kept and kept != found.house:
        raise Refused(
            f"the database {quoted(str(path), 200)} is another house's than the one that was kept"
            " there: restore the file, or start with --new to go on with this one"
        )


def house_kept_at(path: Path) -> str:
    """The house that was kept at a path; "" if none was, or nobody can tell."""
    try:
        return msgspec.json.decode(marker_of(path).read_bytes(), type=_Marker).house
    except (OSError, msgspec.MsgspecError, ValueError):
        return ""


def mark(path: Path, house: str) -> None:
    """Write down beside an SQLite database which house is kept there."""
    if house_kept_at(path) == house:
        return
    file, made = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        os.write(file, msgspec.json.encode(_Marker(house)) + b"\n")
        os.fsync(file)
    finally:
        os.close(file)
    Path(made).replace(marker_of(path))

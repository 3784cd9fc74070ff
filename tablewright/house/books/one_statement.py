"""All rows of a batch in one statement of PostgreSQL, which is a transaction by itself.

    WITH held AS (the rooms that this server has, of those that the rows are for),
    journal AS (INSERT INTO journal ...), transfers AS (INSERT INTO transfers ...), ...
    SELECT room FROM held

One statement is asked and answered once, where a transaction of one for each table took most of what a
command cost with PostgreSQL; and a server that hangs does so before its rows are locked or after they
are kept. Rows come as arrays, one for each column. Nothing is written unless every room is held.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count

from sqlalchemy.dialects.postgresql.asyncpg import dialect

from tablewright.house.books.entries import STATEMENTS, Rows, Statement
from tablewright.house.books.schema import metadata

_POSTGRES = dialect()  # type: ignore[no-untyped-call]
_HELD = """
    WITH held AS MATERIALIZED (
        SELECT room FROM leases JOIN unnest($1::text[], $2::bigint[]) AS had (name, number)
        ON room = name AND fence = number WHERE server = $3 FOR SHARE OF leases
    )"""
_IF_HELD = "(SELECT count(*) FROM held) = cardinality($1)"


def one_statement(rows: Rows, fences: Mapping[str, int], server: str) -> tuple[str, list[object]]:
    """The statement and its values; it gives the rooms that the server has of those with a fence."""
    names = tuple(name for name in STATEMENTS if rows[name])
    columns: list[list[object]] = [
        list(column) for name in names for column in zip(*rows[name], strict=True)
    ]
    return _asked(names), [list(fences), list(fences.values()), server, *columns]


@cache
def _asked(names: tuple[str, ...]) -> str:
    numbers = count(4)
    parts = [_HELD, *(f"{name}_ AS ({_part(STATEMENTS[name], numbers)})" for name in names)]
    return f"{', '.join(parts)} SELECT room FROM held"


def _part(statement: Statement, numbers: Iterator[int]) -> str:
    """One of the changes, for all rows that are given."""
    types = _types(statement)
    arrays = ", ".join(f"${next(numbers)}::{each}[]" for each in types)
    names = [f"given_{number}" for number in range(1, len(types) + 1)]
    given = f"unnest({arrays}) AS given ({', '.join(names)})"
    if not statement.where:
        added = f"{statement.change} SELECT * FROM {given} WHERE {_IF_HELD}"
        return f"{added} {statement.rest}"
    using = "FROM" if statement.change.startswith("UPDATE") else "USING"
    changed = f"{statement.change} {using} {given} WHERE {statement.where} AND {_IF_HELD}"
    return changed.format(*names)


def _types(statement: Statement) -> list[str]:
    """What PostgreSQL calls the kind of each column."""
    of = metadata.tables[statement.table].c
    return [of[name.strip('"')].type.compile(_POSTGRES) for name in statement.columns]

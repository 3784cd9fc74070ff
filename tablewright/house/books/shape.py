"""Whether a database has every table, column and trigger that it should have, and no other trigger.

Triggers keep the journal and the transfers from being changed. One that is not ours could change what
is written. They are known by their names.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, text

from tablewright.house.books.schema import ADDED, ADDED_LATER, FIRST_STEP, HEAD, TRIGGERS, metadata
from tablewright.rules.errors import Refused, quoted

_COLUMNS = {
    "sqlite": """
        SELECT kept.name, had.name FROM sqlite_master AS kept JOIN pragma_table_info(kept.name) AS had
        WHERE kept.type = 'table'""",
    "postgresql": """
        SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND attnum > 0 AND NOT attisdropped""",
}
_TRIGGERS = {
    "sqlite": "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'",
    # One that is switched off is as good as missing; a rule does what a trigger does.
    "postgresql": """
        SELECT relname, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE relnamespace = current_schema()::regnamespace
        AND NOT tgisinternal AND tgenabled IN ('O', 'A')
        UNION ALL
        SELECT tablename, rulename FROM pg_rules WHERE schemaname = current_schema()""",
}


def refuse_damaged(connection: Connection, step: str) -> None:
    """Refuse a database that is not as the steps up to this one left it."""
    wrong = next(_damages(connection, step), None)
    if wrong is not None:
        raise Refused(
            f"the database cannot be opened: {wrong}; restore it from a backup (nothing was changed)"
        )


def _damages(connection: Connection, step: str) -> Iterator[str]:
    dialect = connection.dialect.name
    columns: dict[str, set[str]] = {}
    for table, column in connection.execute(text(_COLUMNS[dialect])):
        columns.setdefault(table, set()).add(column)
    for name, table in metadata.tables.items():
        if ADDED.get(name, FIRST_STEP) > step:
            continue
        if name not in columns:
            yield f"its table {name!r} is missing"
        elif step == HEAD and (lost := {each.name for each in table.columns} - columns[name]):
            yield f"its table {name!r} has lost the column {min(lost)!r}"
    found = {
        (table, trigger)
        for table, trigger in connection.execute(text(_TRIGGERS[dialect]))
        if table in metadata.tables
    }
    later: dict[tuple[str, str], str] = ADDED_LATER[dialect]
    due = {
        each
        for each in TRIGGERS[dialect]
        if later.get(each, ADDED.get(each[0], FIRST_STEP)) <= step
    }
    for table, trigger in sorted(due - found):
        yield f"the trigger {trigger!r} of its table {table!r} is missing"
    for table, trigger in sorted(found - TRIGGERS[dialect]):
        yield f"the trigger {quoted(trigger)} of its table {table!r} is not Tablewright's"

"""Journals that lie in files: what is dropped from the database is named here first, and only that.

A row is taken in only if it names the last line of a closed journal by its number and hash. Lines and
transfers may then be deleted, and none may be added again.
"""

from alembic import op

revision = "0011"
down_revision = "0010"

SHAPE = """
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id), lines INTEGER NOT NULL,
    hash TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL,
    result BIGINT NOT NULL, rounds INTEGER NOT NULL, at TEXT NOT NULL, "by" TEXT NOT NULL"""

# A line ends with the hash of the line before it and its own: ..."prev":"<64>","hash":"<64>"}\n
OWN_HASH, HASH_BEFORE, FIRST = 67, 141, "0" * 64
IS_ARCHIVED = "EXISTS (SELECT 1 FROM archives WHERE archives.table_id = {row}.table_id)"

SQLITE_TRIGGERS = [
    *(
        f"""
        CREATE TRIGGER archives_{verb.lower()} BEFORE {verb} ON archives
        BEGIN SELECT RAISE(ABORT, 'archives is only ever added to'); END"""
        for verb in ("UPDATE", "DELETE")
    ),
    f"""
    CREATE TRIGGER archives_add BEFORE INSERT ON archives
    WHEN {IS_ARCHIVED.format(row="NEW")}
    OR (SELECT max(n) FROM journal WHERE table_id = NEW.table_id) IS NOT NEW.lines
    OR (SELECT event FROM journal WHERE table_id = NEW.table_id AND n = NEW.lines) IS NOT 'closed'
    OR (SELECT substr(line, -{OWN_HASH}, 64) FROM journal
        WHERE table_id = NEW.table_id AND n = NEW.lines) IS NOT NEW.hash
    BEGIN SELECT RAISE(ABORT, 'an archive is not that of a closed journal'); END""",
    *(
        f"""
        CREATE TRIGGER {table}_delete BEFORE DELETE ON {table}
        WHEN NOT {IS_ARCHIVED.format(row="OLD")}
        BEGIN SELECT RAISE(ABORT, '{table} is only ever added to'); END"""
        for table in ("journal", "transfers")
    ),
    f"""
    CREATE TRIGGER journal_follows BEFORE INSERT ON journal
    WHEN NEW.n < 1
    OR EXISTS (SELECT 1 FROM journal WHERE table_id = NEW.table_id AND n = NEW.n)
    OR (NEW.n = 1 AND {IS_ARCHIVED.format(row="NEW")})
    OR substr(NEW.line, -{HASH_BEFORE}, 64) IS NOT CASE NEW.n
        WHEN 1 THEN '{FIRST}'
        ELSE (SELECT substr(line, -{OWN_HASH}, 64) FROM journal
              WHERE table_id = NEW.table_id AND n = NEW.n - 1)
        END
    BEGIN SELECT RAISE(ABORT, 'a line does not follow the last line of its journal'); END""",
]

POSTGRES_TRIGGERS = [
    # The function is the one that keeps the journal from changing.
    """
    CREATE TRIGGER archives_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON archives
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
    f"""
    CREATE FUNCTION refuse_other_archive() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE last record;
    BEGIN
        SELECT n, event, left(right(line, {OWN_HASH}), 64) AS hash INTO last FROM journal
        WHERE table_id = NEW.table_id ORDER BY n DESC LIMIT 1;
        IF (last.n, last.event, last.hash) IS DISTINCT FROM (NEW.lines, 'closed', NEW.hash) THEN
            RAISE EXCEPTION 'an archive is not that of a closed journal';
        END IF;
        RETURN NEW;
    END $$""",
    """
    CREATE TRIGGER archives_add BEFORE INSERT ON archives
    FOR EACH ROW EXECUTE FUNCTION refuse_other_archive()""",
    f"""
    CREATE FUNCTION refuse_unarchived() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NOT {IS_ARCHIVED.format(row="OLD")} THEN
            RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
        END IF;
        RETURN OLD;
    END $$""",
    *(
        statement
        for table in ("journal", "transfers")
        for statement in (
            f"DROP TRIGGER {table}_grows ON {table}",
            f"""
            CREATE TRIGGER {table}_grows BEFORE UPDATE OR TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
            f"""
            CREATE TRIGGER {table}_delete BEFORE DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION refuse_unarchived()""",
        )
    ),
    f"""
    CREATE OR REPLACE FUNCTION refuse_gap() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE last text = '{FIRST}';
    BEGIN
        IF NEW.n <> 1 THEN
            SELECT left(right(line, {OWN_HASH}), 64) INTO last FROM journal
            WHERE table_id = NEW.table_id AND n = NEW.n - 1;
        ELSIF {IS_ARCHIVED.format(row="NEW")} THEN
            RAISE EXCEPTION 'a line does not follow the last line of its journal';
        END IF;
        IF left(right(NEW.line, {HASH_BEFORE}), 64) IS DISTINCT FROM last THEN
            RAISE EXCEPTION 'a line does not follow the last line of its journal';
        END IF;
        RETURN NEW;
    END $$""",
]


def upgrade() -> None:
    """Add the table, and let nothing but what it names be deleted; nothing written is changed."""
    op.execute(f"CREATE TABLE archives ({SHAPE})")
    if op.get_bind().dialect.name == "sqlite":
        for name in ("journal_delete", "transfers_delete", "journal_follows"):
            op.execute(f"DROP TRIGGER {name}")
        triggers = SQLITE_TRIGGERS
    else:
        triggers = POSTGRES_TRIGGERS
    for trigger in triggers:
        op.execute(trigger)

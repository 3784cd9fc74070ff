"""The audit of administration: it only ever grows, and each entry follows the last by its hash.

One thing may be changed in it: the address of a person who was erased is blanked, with its salt.
"""

from alembic import op

revision = "0012"
down_revision = "0011"

FIRST = "0" * 64
FIXED = (
    "n", "at", "clock", "who", "door", "what", "subject", "outcome", "said", "sealed", "prev", "hash"
)  # fmt: skip
SHAPE = """
    n INTEGER NOT NULL PRIMARY KEY, at TEXT NOT NULL, clock TEXT NOT NULL, who TEXT NOT NULL,
    door TEXT NOT NULL, what TEXT NOT NULL, subject TEXT NOT NULL, outcome TEXT NOT NULL,
    said TEXT NOT NULL, sealed TEXT NOT NULL, salt TEXT NOT NULL, address TEXT NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL"""
SAME = " AND ".join(f"NEW.{each} = OLD.{each}" for each in FIXED)
IS_BLANKING = f"""
    NEW.salt = '' AND NEW.address = '' AND OLD.who IN (SELECT person FROM erased) AND {SAME}"""

SQLITE_TRIGGERS = [
    f"""
    CREATE TRIGGER audit_update BEFORE UPDATE ON audit WHEN NOT ({IS_BLANKING})
    BEGIN SELECT RAISE(ABORT, 'audit is only ever added to'); END""",
    """
    CREATE TRIGGER audit_delete BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'audit is only ever added to'); END""",
    # SQLite's INSERT OR REPLACE takes a row away without asking the trigger on DELETE.
    """
    CREATE TRIGGER audit_add BEFORE INSERT ON audit
    WHEN EXISTS (SELECT 1 FROM audit WHERE n = NEW.n)
    BEGIN SELECT RAISE(ABORT, 'audit is only ever added to'); END""",
    f"""
    CREATE TRIGGER audit_follows BEFORE INSERT ON audit
    WHEN NEW.prev IS NOT CASE NEW.n WHEN 1 THEN '{FIRST}'
        ELSE (SELECT hash FROM audit WHERE n = NEW.n - 1) END
    BEGIN SELECT RAISE(ABORT, 'an entry does not follow the last entry of the audit'); END""",
]

POSTGRES_TRIGGERS = [
    f"""
    CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NOT ({IS_BLANKING}) THEN
            RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
        END IF;
        RETURN NEW;
    END $$""",
    f"""
    CREATE OR REPLACE FUNCTION refuse_stray_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE last text = '{FIRST}';
    BEGIN
        IF NEW.n <> 1 THEN
            SELECT hash INTO last FROM audit WHERE n = NEW.n - 1;
        END IF;
        IF NEW.prev IS DISTINCT FROM last THEN
            RAISE EXCEPTION 'an entry does not follow the last entry of the audit';
        END IF;
        RETURN NEW;
    END $$""",
    """
    CREATE TRIGGER audit_update BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit()""",
    # The function is the one that keeps the journal from changing.
    """
    CREATE TRIGGER audit_grows BEFORE DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
    """
    CREATE TRIGGER audit_follows BEFORE INSERT ON audit
    FOR EACH ROW EXECUTE FUNCTION refuse_stray_audit()""",
]


def upgrade() -> None:
    """Add the audit; nothing that was written is changed."""
    op.execute(f"CREATE TABLE audit ({SHAPE})")
    for column in ("at", "who", "subject"):
        op.execute(f"CREATE INDEX ix_audit_{column} ON audit ({column})")
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for trigger in SQLITE_TRIGGERS if is_sqlite else POSTGRES_TRIGGERS:
        op.execute(trigger)

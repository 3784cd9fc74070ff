"""What the house has signed: heads of journals, files and records; it only ever grows."""

from alembic import op

revision = "0006"
down_revision = "0005"

SHAPE = """
    n INTEGER NOT NULL PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL,
    lines INTEGER NOT NULL, statement TEXT NOT NULL"""

SQLITE_TRIGGERS = [
    *(
        f"""
        CREATE TRIGGER signatures_{verb.lower()} BEFORE {verb} ON signatures
        BEGIN SELECT RAISE(ABORT, 'signatures is only ever added to'); END"""
        for verb in ("UPDATE", "DELETE")
    ),
    # SQLite's INSERT OR REPLACE takes a row away without asking the trigger on DELETE.
    """
    CREATE TRIGGER signatures_add BEFORE INSERT ON signatures
    WHEN EXISTS (SELECT 1 FROM signatures WHERE n = NEW.n)
    BEGIN SELECT RAISE(ABORT, 'signatures is only ever added to'); END""",
]

POSTGRES_TRIGGERS = [
    # The function is the one that keeps the journal from changing.
    """
    CREATE TRIGGER signatures_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON signatures
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"""
]


def upgrade() -> None:
    """Add what is signed; nothing that was written is changed."""
    op.execute(f"CREATE TABLE signatures ({SHAPE})")
    op.execute("CREATE INDEX ix_signatures_subject ON signatures (subject)")
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for trigger in SQLITE_TRIGGERS if is_sqlite else POSTGRES_TRIGGERS:
        op.execute(trigger)

"""The register of approvals: each step that people take in it, and what keeps it from changing."""

from alembic import op

revision = "0003"
down_revision = "0002"

SHAPE = """
    n INTEGER NOT NULL PRIMARY KEY, at TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id), name TEXT NOT NULL, step TEXT NOT NULL"""

SQLITE_TRIGGERS = [
    *(
        f"""
        CREATE TRIGGER approvals_{verb.lower()} BEFORE {verb} ON approvals
        BEGIN SELECT RAISE(ABORT, 'approvals is only ever added to'); END"""
        for verb in ("UPDATE", "DELETE")
    ),
    # SQLite's INSERT OR REPLACE takes a row away without asking the trigger on DELETE.
    """
    CREATE TRIGGER approvals_add BEFORE INSERT ON approvals
    WHEN EXISTS (SELECT 1 FROM approvals WHERE n = NEW.n)
    BEGIN SELECT RAISE(ABORT, 'approvals is only ever added to'); END""",
]

POSTGRES_TRIGGERS = [
    # The function is the one that keeps the journal from changing.
    """
    CREATE TRIGGER approvals_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON approvals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"""
]


def upgrade() -> None:
    """Add the register; nothing that was written is changed."""
    op.execute(f"CREATE TABLE approvals ({SHAPE})")
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for trigger in SQLITE_TRIGGERS if is_sqlite else POSTGRES_TRIGGERS:
        op.execute(trigger)

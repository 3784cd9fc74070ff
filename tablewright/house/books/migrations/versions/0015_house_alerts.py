"""Alerts of the house as a whole, beside those of its tables."""

from alembic import op

revision = "0015"
down_revision = "0014"

ALERTS = """
    id INTEGER NOT NULL PRIMARY KEY, table_id TEXT REFERENCES tables (id),
    kind TEXT NOT NULL, subject TEXT NOT NULL, raised TEXT NOT NULL, cleared TEXT,
    kept TEXT NOT NULL"""


def upgrade() -> None:
    """Let an alert be of no table; nothing that was written is changed.

    A server of the version before leaves out such a row and goes on.
    """
    if op.get_bind().dialect.name != "sqlite":
        op.execute("ALTER TABLE alerts ALTER COLUMN table_id DROP NOT NULL")
        return
    # SQLite has no other way to let a column be empty.
    op.execute(f"CREATE TABLE alerts_anew ({ALERTS})")
    op.execute(
        "INSERT INTO alerts_anew (id, table_id, kind, subject, raised, cleared, kept)"
        " SELECT id, table_id, kind, subject, raised, cleared, kept FROM alerts"
    )
    op.execute("DROP TABLE alerts")
    op.execute("ALTER TABLE alerts_anew RENAME TO alerts")

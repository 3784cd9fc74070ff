"""What waits at a table beside its journal, and what the pit is to see to."""

from alembic import op

revision = "0008"
down_revision = "0007"

CONDUCT = "table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id), kept TEXT NOT NULL"
ALERTS = """
    id INTEGER NOT NULL PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL, subject TEXT NOT NULL, raised TEXT NOT NULL, cleared TEXT,
    kept TEXT NOT NULL"""


def upgrade() -> None:
    """Add both tables; nothing that was written is changed."""
    op.execute(f"CREATE TABLE conduct ({CONDUCT})")
    op.execute(f"CREATE TABLE alerts ({ALERTS})")

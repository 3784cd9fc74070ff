"""The last line of each journal, sealed by the house when it is written."""

from alembic import op

revision = "0013"
down_revision = "0012"

TAILS = """
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id), n INTEGER NOT NULL,
    tag TEXT NOT NULL"""


def upgrade() -> None:
    """Add the table; nothing that was written is changed."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(f"CREATE TABLE tails ({TAILS}){' WITHOUT ROWID' if is_sqlite else ''}")

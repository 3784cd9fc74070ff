"""How tables stood behind a line of their journals."""

from alembic import op

revision = "0009"
down_revision = "0008"

SNAPSHOTS = """
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id), n INTEGER NOT NULL,
    hash TEXT NOT NULL, seal TEXT NOT NULL, code TEXT NOT NULL, kept {bytes} NOT NULL"""


def upgrade() -> None:
    """Add the table; nothing that was written is changed."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(
        f"CREATE TABLE snapshots ({SNAPSHOTS.format(bytes='BLOB' if is_sqlite else 'BYTEA')})"
    )

"""The limits that players set for themselves, and what each has won, lost and sat through on a day."""

from alembic import op

revision = "0007"
down_revision = "0006"

LIMITS = "person TEXT NOT NULL PRIMARY KEY, kept TEXT NOT NULL, changed TEXT NOT NULL"
DAYS = """
    person TEXT NOT NULL, day TEXT NOT NULL, money BIGINT NOT NULL DEFAULT 0,
    practice BIGINT NOT NULL DEFAULT 0, seconds {float} NOT NULL DEFAULT 0,
    unchecked {float} NOT NULL DEFAULT 0, PRIMARY KEY (person, day)"""


def upgrade() -> None:
    """Add both tables; nothing that was written is changed."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(f"CREATE TABLE own_limits ({LIMITS})")
    op.execute(
        f"CREATE TABLE play_days ({DAYS.format(float='FLOAT' if is_sqlite else 'DOUBLE PRECISION')})"
    )

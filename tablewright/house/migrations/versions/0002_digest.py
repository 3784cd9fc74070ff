"""Commands are kept with what they said, so that an id used for another command is found out."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """What older commands said is not known."""
    op.execute("ALTER TABLE commands ADD COLUMN digest TEXT NOT NULL DEFAULT ''")

"""The servers of one house, which of them has which table, and word of what another has changed."""

from alembic import op

revision = "0014"
down_revision = "0011"

SERVERS = """
    id TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, address TEXT NOT NULL,
    version TEXT NOT NULL, started TEXT NOT NULL, beat BIGINT NOT NULL,
    is_leaving BOOLEAN NOT NULL, kept TEXT NOT NULL"""
LEASES = "room TEXT NOT NULL PRIMARY KEY, server TEXT NOT NULL, fence BIGINT NOT NULL"

TELLS = """
    CREATE FUNCTION tell_servers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('tablewright', TG_TABLE_NAME || ' ' || coalesce(
            (CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END) ->> TG_ARGV[0],
            ''));
        RETURN NULL;
    END $$"""
TOLD = {
    "accounts": ("INSERT OR UPDATE", "id"),
    "sessions": ("DELETE", "id"),
    "tokens": ("UPDATE", "id"),
    "own_limits": ("INSERT OR UPDATE OR DELETE", "person"),
    "approvals": ("INSERT", "n"),
    "tables": ("INSERT", "id"),
    "servers": ("INSERT OR DELETE OR UPDATE OF is_leaving", "id"),
    "leases": ("INSERT OR UPDATE OR DELETE", "room"),
    "settings": ("INSERT OR UPDATE", "key"),
}
"""Of which tables the servers tell each other, when, and which column says what has changed."""

UNTOLD = {"settings": "WHEN (NEW.key NOT IN ('probed', 'limits-seen'))"}
"""What is written all the time, and concerns nobody."""


def upgrade() -> None:
    """Add the tables; nothing that was written is changed. A file of SQLite has one server only."""
    op.execute(f"CREATE TABLE servers ({SERVERS})")
    op.execute(f"CREATE TABLE leases ({LEASES})")
    if op.get_bind().dialect.name == "sqlite":
        return
    op.execute(TELLS)
    for table, (when, key) in TOLD.items():
        op.execute(
            f"CREATE TRIGGER {table}_told AFTER {when} ON {table}"
            f" FOR EACH ROW {UNTOLD.get(table, '')} EXECUTE FUNCTION tell_servers('{key}')"
        )

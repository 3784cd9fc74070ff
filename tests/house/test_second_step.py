"""The second step of the database: what was written before is kept, and old tokens end."""

import asyncio

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from tablewright.house.books.database import STEPS, Database, _engine, parsed
from tests.house import recorded

ROWS = (
    "INSERT INTO accounts (id, name, folded, password, roles, is_disabled, must_change, epoch, created)"
    " VALUES (1, 'Ann', 'ann', '$argon2id$', '[\"dealer\"]', false, false, 3, 'then')",
    "INSERT INTO tokens (id, account, label, hash, created, revoked) VALUES"
    " (1, 1, 'robot', 'h1', '2026-01-05T18:00:00+00:00', NULL),"
    " (2, 1, 'other', 'h2', '2026-01-05T18:00:00+00:00', '2026-01-06T18:00:00+00:00')",
    "INSERT INTO tables VALUES ('d1', 1, 'D1', 'duki4', true, '{}', 'closed', 'then', 'later')",
    f"INSERT INTO journal VALUES ('d1', 1, 0, 'then', 'house', 'set-up', '\"prev\":\"{'0' * 64}\","
    f'"hash":"{"1" * 64}"}}\n\')',
    "INSERT INTO commands VALUES ('d1', 'a:1:x', 'player', 1, 'then')",
)


def _first_step(connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, "0001")
    for row in ROWS:
        connection.execute(text(row.replace(":", r"\:")))


async def _older(address: str) -> None:
    """A database as the version before left it."""
    url = parsed(address)
    engine = _engine(url)
    async with engine.execution_options(is_writing=True).begin() as connection:
        await connection.run_sync(_first_step)
    await engine.dispose()


def test_what_was_written_before_is_kept(address: str) -> None:
    async def run() -> None:
        await _older(address)
        database = await Database.open(address)
        try:
            account = "SELECT name, epoch, pin FROM accounts"
            assert await recorded.values(database, account) == [("Ann", 3, None)]
            tokens = (
                "SELECT revoked IS NULL, scope, expires = created, epoch FROM tokens ORDER BY id"
            )
            assert await recorded.values(database, tokens) == [(False, "read", True, -1)] * 2
            digest = "SELECT id, digest FROM commands"
            assert await recorded.values(database, digest) == [("a:1:x", "")]
            assert await recorded.values(database, "SELECT n FROM journal") == [(1,)]
            assert await recorded.values(database, "SELECT id FROM sessions") == []
            for change in ("UPDATE journal SET at = 'now'", "DELETE FROM journal"):
                assert "only ever added to" in await _refused(database, change)
        finally:
            await database.close()

    asyncio.run(run())


async def _refused(database: Database, change: str) -> str:
    try:
        async with database.writing() as connection:
            await connection.exec_driver_sql(change)
    except Exception as refused:
        return str(refused)
    return ""

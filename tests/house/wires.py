"""The network between a server and its database, which can be cut: then nothing passes or is closed."""

import asyncio
import contextlib
import threading
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

PIECE = 64 * 1024


class Wire:
    """A way to a PostgreSQL server's socket that leads over this process."""

    def __init__(self, database: str, folder: Path) -> None:
        parts = urlsplit(database)
        self._there = Path(parse_qs(parts.query)["host"][0]) / ".s.PGSQL.5432"
        self._here = folder / ".s.PGSQL.5432"
        self.address = parts._replace(query=f"host={folder}").geturl()
        self._is_whole = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Wire":
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def cut(self) -> None:
        """Nothing passes from now on."""
        self._loop.call_soon_threadsafe(self._is_whole.clear)

    def mend(self) -> None:
        """What was sent meanwhile arrives."""
        self._loop.call_soon_threadsafe(self._is_whole.set)

    async def _open(self) -> None:
        self._is_whole.set()
        self._server = await asyncio.start_unix_server(self._join, self._here)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self._there)
        await asyncio.gather(self._carry(reader, there[1]), self._carry(there[0], writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(PIECE):
                await self._is_whole.wait()
                writer.write(piece)
                await writer.drain()
        writer.close()

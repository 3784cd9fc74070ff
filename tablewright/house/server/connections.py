"""How long a connection may keep the house waiting, and how many there may be at once.

uvicorn waits forever for the head of a request and for a reader who does not read. Here each has a
time, after which the connection ends; bodies have theirs in `app`.
"""

import asyncio
import sys
from typing import Any

import msgspec
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from tablewright.house.people.caps import USUAL_CAPS

HEAD_SECONDS = 10.0
"""From the first byte of a connection, or of its next request, to the end of the request's head."""
READ_SECONDS = 60.0
"""How long an answer may wait for its reader."""
SPARE_FILES = 200
"""Files that the house needs beside its connections."""
LINGER_SECONDS = 2.0
"""How long a refused connection may go on sending. Ended with bytes unread, it would be reset, and
what was said to it lost on the way."""
MOST_LINGERING = 100
"""So many beyond the most that may be open: more are ended at once."""


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol, with an end to its patience."""

    head_seconds = HEAD_SECONDS
    read_seconds = READ_SECONDS
    most = USUAL_CAPS.connections
    linger_seconds = LINGER_SECONDS

    _awaiting_head: asyncio.TimerHandle | None = None
    _awaiting_reader: asyncio.TimerHandle | None = None
    _lingering: asyncio.TimerHandle | None = None
    _answering: RequestResponseCycle | None = None
    """The request that is being answered: others may wait behind it, and uvicorn knows the last."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most:
            self._refuse(503, "The house has too many connections: try again later.")
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        self._have_reader()
        if self._lingering is not None:
            self._lingering.cancel()
        self._answer_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self._lingering is not None:
            return
        if self._awaiting_head is None and (self.cycle is None or self.cycle.response_complete):
            self._await_head()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._have_head()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._awaiting_reader is None:
            self._awaiting_reader = self.loop.call_later(self.read_seconds, self._end_unread)

    def resume_writing(self) -> None:
        self._have_reader()
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        self._have_head()
        super().handle_websocket_upgrade()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _end_unread(self) -> None:
        self._answer_no_more()
        self.transport.abort()

    def _answer_no_more(self) -> None:
        """Nothing is written to a connection that has ended, nor begun for it."""
        self.pipeline.clear()
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _await_head(self) -> None:
        self._awaiting_head = self.loop.call_later(self.head_seconds, self._give_up)

    def _have_head(self) -> None:
        if self._awaiting_head is not None:
            self._awaiting_head.cancel()
            self._awaiting_head = None

    def _have_reader(self) -> None:
        if self._awaiting_reader is not None:
            self._awaiting_reader.cancel()
            self._awaiting_reader = None

    def _give_up(self) -> None:
        self._awaiting_head = None
        self._refuse(
            408,
            f"The request was not complete within {self.head_seconds:g} seconds: send it again.",
        )

    def _refuse(self, status: int, why: str) -> None:
        """Say why in one line, and end the connection once that can have been read."""
        if self.transport.is_closing():
            return
        said = msgspec.json.encode({"why": why})
        head = (
            b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
            % len(said)
        )
        self.transport.write(STATUS_LINE[status] + head + said)
        if len(self.connections) > self.most + MOST_LINGERING:
            self.transport.close()
            return
        self.transport.write_eof()
        self._lingering = self.loop.call_later(self.linger_seconds, self.transport.close)


def protocol(
    *,
    head_seconds: float = HEAD_SECONDS,
    read_seconds: float = READ_SECONDS,
    most: int = USUAL_CAPS.connections,
    linger_seconds: float = LINGER_SECONDS,
) -> type[PatientProtocol]:
    """The protocol with limits of its own."""
    kept: dict[str, Any] = {
        "head_seconds": head_seconds,
        "read_seconds": read_seconds,
        "most": most,
        "linger_seconds": linger_seconds,
    }
    return type("PatientProtocol", (PatientProtocol,), kept)


def room_for_connections(wanted: int) -> int:
    """How many of so many connections this process may have, after asking the system for them."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < files:
        soft = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(1, min(wanted, soft - SPARE_FILES))

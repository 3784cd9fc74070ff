"""A socket that leads through this server to another one: its bytes pass as they are, both ways.

Neither side packs what it sends, so that a frame to the one is a frame to the other. Frames are
counted, not read: a side may end only between two of them, and the frame that ends a connection is this
server's own to answer.

    there = await Leading.open(address, path, headers)      # to the server that has the table
    ended = await socket.lead(there)                        # code and reason; None if the page has gone
"""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import urlsplit

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Opcode
from websockets.http11 import Request
from websockets.uri import parse_uri

PASSABLE = "tablewright.passable"
"""Among the extensions of a socket's scope: the `PassableSocket` that it comes by."""
HEAD_ENDS, LET_IN = b"\r\n\r\n", b"HTTP/1.1 101"
LONGEST_HEAD = 64 * 1024


class NotLetIn(Exception):
    """The other server does not open the socket: the table has moved, say."""


class Frames:
    """Where frames begin in what passes.

    >>> frames = Frames()
    >>> frames.taken(b"\\x81\\x05hel")
    (b'\\x81\\x05hel', b'')
    >>> frames.is_between
    False
    >>> frames.taken(b"lo\\x88\\x02\\x03\\xe8")
    (b'lo', b'\\x88\\x02\\x03\\xe8')
    """

    def __init__(self) -> None:
        self._left = 0
        """How much of a frame is still to come."""
        self._head = b""
        """What has come of a frame whose length is not known yet."""
        self._is_over = False

    @property
    def is_between(self) -> bool:
        """Whether all that was passed on are whole frames."""
        return not self._left

    def taken(self, data: bytes) -> tuple[bytes, bytes]:
        """What is to be passed on; and the rest, from the frame that ends the connection on."""
        if self._is_over:
            return b"", data
        if self._head:
            data, self._head = self._head + data, b""
        at, end = self._left, len(data)
        while at < end:
            if data[at] & 0x0F == Opcode.CLOSE:
                self._left, self._is_over = 0, True
                return data[:at], data[at:]
            size = _size(data, at)
            if not size:
                self._left, self._head = 0, data[at:]
                return data[:at], b""
            at += size
        self._left = at - end
        return data, b""


def _size(data: bytes, at: int) -> int:
    """The size of the frame that begins there (RFC 6455, section 5.2); 0 if that has not come yet."""
    begins = at + 2
    if len(data) < begins:
        return 0
    mask, size = 4 * (data[at + 1] >> 7), data[at + 1] & 0x7F
    if size < 126:
        return 2 + mask + size
    wide = 2 if size == 126 else 8
    if len(data) < begins + wide:
        return 0
    return 2 + wide + mask + int.from_bytes(data[begins : begins + wide], "big")


class PassableSocket(WebSocketsSansIOProtocol):
    """uvicorn's socket, which can lead to another server."""

    _there: "Leading | None" = None
    _over: "asyncio.Future[tuple[int, str] | None] | None" = None
    _frames: Frames

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[PASSABLE] = self

    async def lead(self, there: "Leading") -> tuple[int, str] | None:
        """Pass on everything, once the socket is open, until either side ends; how the other has.

        After that the socket is this server's again. None if the page has gone, or never hears more.
        """
        if self.disconnected or self.transport.is_closing():
            there.end()
            return None
        self.stop_keepalive()  # The other server looks after the page, and knows whether it answers.
        self._frames, self._over = Frames(), self.loop.create_future()
        self._there = there
        there.lead_to(self)
        try:
            return await self._over
        finally:
            self._there = None
            there.end()

    def ended(self, code: int, reason: str, *, is_between: bool) -> None:
        """The other server has ended it; in the middle of a frame, nothing more can be said."""
        self._there = None
        if self._over is not None and not self._over.done():
            self._over.set_result((code, reason) if is_between else None)
        if not is_between:
            self.transport.abort()

    # What the transport says ----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._over is None:
            super().data_received(data)
            return
        passed, rest = self._frames.taken(data)
        if self._there is not None:
            self._there.write(passed)
        if rest:  # The page ends the connection, or answers that it has been ended.
            super().data_received(rest)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._there is not None:
            self._there.pause()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._there is not None:
            self._there.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._over is not None and not self._over.done():
            self._over.set_result(None)

    def shutdown(self) -> None:
        if self._there is not None and not self._there.is_between:
            self.transport.abort()  # This server ends in the middle of a frame.
        else:
            super().shutdown()


class Leading(asyncio.Protocol):
    """A connection to the server that has a table. Use `open`."""

    def __init__(self, address: str, path: str, headers: Iterable[tuple[str, str]]) -> None:
        self._protocol = ClientProtocol(parse_uri(f"ws{address.removeprefix('http')}{path}"))
        self._headers = headers
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._came = b""
        """What was sent before it is known where it leads."""
        self._frames = Frames()
        self._socket: PassableSocket | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(
        cls, address: str, path: str, headers: Iterable[tuple[str, str]], seconds: float
    ) -> "Leading":
        """Ask another server for a socket, with these headers; OSError if it cannot be reached."""
        made, told = cls(address, path, headers), urlsplit(address)
        host = told.hostname or ""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                await loop.create_connection(lambda: made, host, told.port or 80)
                await made._opened
        except BaseException:
            made.abort()
            raise
        return made

    @property
    def is_between(self) -> bool:
        return self._frames.is_between

    def lead_to(self, socket: PassableSocket) -> None:
        """Pass on to a page what comes, and what has come so far."""
        self._socket = socket
        came, self._came = self._came, b""
        if self._transport is None:
            self._end_there()
        elif came:
            self.data_received(came)
        self.go_on()

    def write(self, data: bytes) -> None:
        if data and self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def pause(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def go_on(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def end(self) -> None:
        """The page has gone, or the other server has ended it: so does this side."""
        self._socket = None
        if self._transport is not None and not self._transport.is_closing():
            with contextlib.suppress(InvalidState):
                self._protocol.send_close(1000)
            self._say()
            self._transport.close()

    def abort(self) -> None:
        """End it at once: the other server is not there any more, or has the table no more."""
        if self._transport is not None:
            self._transport.abort()

    # What the transport says ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        request = self._protocol.connect()
        for name, value in self._headers:
            request.headers[name] = value
        self._protocol.send_request(request)
        self._say()

    def data_received(self, data: bytes) -> None:
        if not self._opened.done():
            self._open(data)
        elif self._socket is None:
            self._came += data  # No more than what was on its way before it paused.
        else:
            passed, rest = self._frames.taken(data)
            if passed and not self._socket.transport.is_closing():
                self._socket.transport.write(passed)
            if rest:
                self._protocol.receive_data(rest)
                self._say()
                if self._protocol.close_rcvd is not None:
                    self._end_there()

    def eof_received(self) -> None:
        self._protocol.receive_eof()

    def pause_writing(self) -> None:
        if self._socket is not None and not self._socket.transport.is_closing():
            self._socket.transport.pause_reading()

    def resume_writing(self) -> None:
        if self._socket is not None and not self._socket.transport.is_closing():
            self._socket.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionResetError("it was ended at once"))
        elif self._socket is not None:
            self._end_there()

    def _open(self, data: bytes) -> None:
        """The head of its answer; frames may come right behind it."""
        self._came += data
        head, ends, came = self._came.partition(HEAD_ENDS)
        if not ends and len(head) < LONGEST_HEAD:
            return
        if not head.startswith(LET_IN):
            self._opened.set_exception(NotLetIn())
            return
        self._protocol.receive_data(head + ends)
        if self._protocol.handshake_exc is not None:
            self._opened.set_exception(self._protocol.handshake_exc)
            return
        self._came = came
        self.pause()
        self._opened.set_result(None)

    def _end_there(self) -> None:
        """Tell the page's side how the other server has ended it: with no word, if it said none."""
        socket, self._socket = self._socket, None
        closed = self._protocol.close_rcvd
        if socket is not None:
            code, reason = (closed.code, closed.reason) if closed else (1006, "")
            socket.ended(code, reason, is_between=self._frames.is_between)

    def _say(self) -> None:
        """What the handshake, or the end, has to say."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(self._protocol.data_to_send()))

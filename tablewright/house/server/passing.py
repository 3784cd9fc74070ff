"""Requests and sockets that belong to another server of the house, passed on; and its answers back.

What is done at a table goes to the server that has the table, everything else under /api to the one
that has the desk, but for what each server answers for itself. So a browser may reach any of them. One
that passes something on says on whose behalf (`servers/peers.py`), and has checked it as its own.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable

import httpx
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.exceptions import WebSocketException

from tablewright.house.books.ledger import DESK
from tablewright.house.house import House
from tablewright.house.server.addresses.asking import READS, Problem, live_table, reply
from tablewright.house.server.addresses.sockets import is_own_origin
from tablewright.house.server.passed_sockets import PASSABLE, Leading, NotLetIn, PassableSocket
from tablewright.house.servers.peers import MARK, MOVED, NOBODY, PASSED, Elsewhere, Passed
from tablewright.house.servers.registry import Server
from tablewright.house.tables import live
from tablewright.rules.language import worded

log = logging.getLogger(__name__)

API = "/api"
HERE = (
    "/api/health",
    "/api/metrics",
    "/api/docs",
    "/api/openapi.json",
    "/api/games",
    "/api/jurisdictions",
    "/api/between/",
)
"""What each server answers for itself: how it is, and what is the same everywhere."""
HOPS = frozenset(
    (
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    )
)
"""Headers that concern one connection alone."""
TRIES = 50
"""How often a table that moves is looked for anew."""
OPEN_SECONDS = 5.0
WAIT_SECONDS = 0.1
NO_ANSWER = (
    "Another server of the house did not answer, and it is not known whether this was done."
    " Look before you do it again; a command that is sent again with its number is not done twice."
)
NOT_THERE = (1001, 1005, 1006, 1012)
"""How a socket ends when the other server is not there any more: the house is."""


class FromServers:
    """Believes what another server says of a request that it passes on, and nobody else."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sharing = self._house.sharing
        if scope["type"] in ("http", "websocket") and sharing is not None:
            sharing.answering.note_own()  # Before anything is refused: that is an answer as well.
            mark = Headers(scope=scope).get(MARK)
            if mark is not None:
                passed = sharing.peers.read(mark)
                if passed is None or passed.server != sharing.registry.id:
                    await _refuse(scope, receive, send, "Only a server of this house may say that.")
                    return
                scope = {
                    **scope,
                    "client": (passed.client, 0) if passed.client else scope.get("client"),
                    "scheme": passed.scheme or scope["scheme"],
                    PASSED: passed,
                }
        await self._app(scope, receive, send)


class Passing:
    """Passes on what is another server's."""

    def __init__(self, app: ASGIApp, house: House, routes: Iterable[BaseRoute]) -> None:
        self._app, self._house = app, house
        self._at_tables = [each for each in map(_at_table, routes) if each is not None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sharing = self._house.sharing
        if sharing is None or scope["type"] not in ("http", "websocket") or _is_here(scope["path"]):
            await self._app(scope, receive, send)
            return
        room = self._room(scope)
        try:
            server = await sharing.whereabouts.server_of(room)
        except Elsewhere as refused:
            await _refuse(scope, receive, send, worded(str(refused)), 503, live.MOVED)
            return
        if server is None:
            await self._app(scope, receive, send)
        elif PASSED in scope:
            await _say_moved(scope, receive, send)
        elif scope["type"] == "http":
            await self._pass_request(scope, receive, send, room, server)
        else:
            await self._pass_socket(scope, receive, send, room, server)

    def _room(self, scope: Scope) -> str:
        """The room that a request belongs to."""
        sharing = self._house.sharing
        assert sharing is not None
        path = scope["path"].removeprefix(API)
        for route in self._at_tables:
            found = route.path_regex.match(path)
            if found and scope.get("method", "GET") in getattr(route, "methods", ("GET",)):
                id = found["id"]
                return id if sharing.whereabouts.is_table(id) else DESK
        return DESK

    # Requests -------------------------------------------------------------------------------------

    async def _pass_request(
        self, scope: Scope, receive: Receive, send: Send, room: str, server: Server | None
    ) -> None:
        sharing = self._house.sharing
        assert sharing is not None
        body = await _whole(receive)
        for _ in range(TRIES):
            if server is None:
                await self._app(scope, _given(body, receive), send)
                return
            request = self._request(scope, body, server)
            try:
                async with sharing.passed_on.waiting_for(server):
                    answer = await sharing.peers.client.send(request, stream=True)
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
                pass  # It never came there: another server may have the room by now.
            except (httpx.HTTPError, TimeoutError) as failed:
                log.warning("%s did not answer %s: %r", server.address, scope["path"], failed)
                if scope["method"] not in READS:
                    await _refuse(scope, receive, send, worded(NO_ANSWER), 503)
                    return
            else:
                if MOVED not in answer.headers:
                    async with sharing.passed_on.waiting_for(server):
                        await _hand_back(answer, send)
                    return
                await answer.aclose()
            sharing.wake()
            await asyncio.sleep(WAIT_SECONDS)
            try:
                server = await sharing.whereabouts.server_of(room)
            except Elsewhere:
                break
        await _refuse(scope, receive, send, worded(NOBODY), 503)

    def _request(self, scope: Scope, body: bytes, server: Server) -> httpx.Request:
        query = scope["query_string"].decode("latin-1")
        path = scope.get("raw_path") or scope["path"].encode()
        url = f"{server.address}{path.decode('latin-1')}{'?' if query else ''}{query}"
        headers = [(MARK.encode(), self._mark(scope, server).encode())]
        headers += [
            (name, value)
            for name, value in scope["headers"]
            if name.decode("latin-1") not in HOPS and name not in (b"content-length",)
        ]
        # Not the client's own: it would add what it takes itself, such as compressed answers.
        return httpx.Request(scope["method"], url, headers=headers, content=body)

    def _mark(self, scope: Scope, server: Server) -> str:
        sharing = self._house.sharing
        assert sharing is not None
        client = scope.get("client")
        return sharing.peers.mark(Passed(server.id, client[0] if client else "", scope["scheme"]))

    # Sockets --------------------------------------------------------------------------------------

    async def _pass_socket(
        self, scope: Scope, receive: Receive, send: Send, room: str, server: Server
    ) -> None:
        found: tuple[Leading, Server] | None = None
        if is_own_origin(HTTPConnection(scope)):  # Another is refused here as any other.
            try:
                found = await self._found(scope, room, server)
            except Elsewhere as moving:
                await _end(send, receive, live.MOVED, str(moving))
                return
        if found is None:
            await self._app(scope, receive, send)
            return
        sharing = self._house.sharing
        assert sharing is not None
        there, server = found
        socket: PassableSocket = scope["extensions"][PASSABLE]
        with sharing.passed_on.passing(room, server, there.abort):
            try:
                await receive()  # It asks to be let in.
                await send({"type": "websocket.accept"})
            except BaseException:
                there.abort()
                raise
            ended = await socket.lead(there)
        if ended is not None:
            code, why = ended
            if code in NOT_THERE:
                code, why = live.MOVED, live.HAS_MOVED
            with contextlib.suppress(OSError, RuntimeError):
                await send({"type": "websocket.close", "code": code, "reason": why})

    async def _found(
        self, scope: Scope, room: str, server: Server | None
    ) -> tuple[Leading, Server] | None:
        """A connection to the server that has a room by now, and which; None if it is this one."""
        sharing = self._house.sharing
        assert sharing is not None
        for _ in range(TRIES):
            if server is None:
                return None
            try:
                return await self._opened(scope, server), server
            except NotLetIn:
                pass  # The room is not there any more.
            except (OSError, TimeoutError, WebSocketException) as failed:
                log.warning("%s is not reached for a socket: %s", server.address, failed)
            sharing.wake()
            await asyncio.sleep(WAIT_SECONDS)
            server = await sharing.whereabouts.server_of(room)
        raise Elsewhere(NOBODY)

    async def _opened(self, scope: Scope, server: Server) -> Leading:
        query = scope["query_string"].decode("latin-1")
        kept = ("cookie", "authorization", "accept-language", "user-agent", "x-request-id")
        headers = [(name, value) for name, value in Headers(scope=scope).items() if name in kept]
        return await Leading.open(
            server.address,
            f"{scope['path']}{'?' if query else ''}{query}",
            [(MARK, self._mark(scope, server)), *headers],
            OPEN_SECONDS,
        )


# Answers -------------------------------------------------------------------------------------------


async def _hand_back(answer: httpx.Response, send: Send) -> None:
    """An answer as it comes, in pieces."""
    headers = [
        (name.lower(), value)
        for name, value in answer.headers.raw
        if name.decode("latin-1").lower() not in HOPS
    ]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    try:
        async for piece in answer.aiter_raw():
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        await answer.aclose()


async def _say_moved(scope: Scope, receive: Receive, send: Send) -> None:
    """Tell the server that has passed it on to look for the room elsewhere."""
    if scope["type"] == "http":
        answer = reply(Problem(live.HAS_MOVED), 503)
        answer.headers[MOVED] = "1"
        await answer(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.close", "code": live.MOVED})  # It is not even let in.


async def _refuse(
    scope: Scope, receive: Receive, send: Send, why: str, status: int = 403, code: int = 4403
) -> None:
    if scope["type"] == "http":
        answer = reply(Problem(why), status)
        if status == 503:
            answer.headers["Retry-After"] = "1"
        await answer(scope, receive, send)
        return
    await _end(send, receive, code, why)


async def _end(send: Send, receive: Receive, code: int, why: str) -> None:
    """Let a socket in only to end it: a browser is told no reason otherwise."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": why})


async def _whole(receive: Receive) -> bytes:
    """The body of a request, which has been held against its limit before."""
    taken = bytearray()
    while True:
        message = await receive()
        taken += message.get("body", b"")
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            return bytes(taken)


def _given(body: bytes, receive: Receive) -> Receive:
    """The same body once more."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return left.pop() if left else await receive()

    return again


# Which addresses are at tables ----------------------------------------------------------------------


def _is_here(path: str) -> bool:
    return not path.startswith("/api/") or path.startswith(HERE)


def _at_table(route: BaseRoute) -> APIRoute | APIWebSocketRoute | None:
    """An address that is about a live table: it names one, or is the socket to one."""
    if isinstance(route, APIWebSocketRoute):
        return route if "{id}" in route.path else None
    return route if isinstance(route, APIRoute) and _needs_table(route.dependant) else None


def _needs_table(dependant: Dependant) -> bool:
    return dependant.call is live_table or any(map(_needs_table, dependant.dependencies))

"""The application that serves the house: its addresses under /api, its page everywhere else."""

import asyncio
import contextlib
import logging
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.routing import Match, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablewright import __version__
from tablewright.house.books.audit_entries import NOBODY, Doer
from tablewright.house.books.auditing import doing
from tablewright.house.books.ledger import LedgerFailed
from tablewright.house.books.outage import is_of_the_server
from tablewright.house.house import House
from tablewright.house.server import schema
from tablewright.house.server.addresses import (
    alerts,
    approvals,
    archives,
    audit,
    auditions,
    between,
    certificates,
    class_screen,
    dealers,
    exports,
    fair_deal,
    floor,
    forms,
    games,
    handovers,
    health,
    instructor,
    jurisdictions,
    keys,
    limits,
    lobby,
    openings,
    overview,
    papers,
    people,
    personnel,
    pit,
    ratings,
    school,
    shift_report,
    sockets,
    tables,
    work,
    workbench,
    workbench_files,
)
from tablewright.house.server.addresses.asking import (
    Problem,
    address_of,
    refusal,
    refused_anywhere,
    reply,
)
from tablewright.house.server.asked_language import asked_language
from tablewright.house.server.exported import Exported
from tablewright.house.server.hosts import Doors
from tablewright.house.server.metrics import registry
from tablewright.house.server.passing import API, FromServers, Passing
from tablewright.house.server.watched import Watched, is_for_programs, request_times
from tablewright.house.servers.peers import PASSED
from tablewright.house.tables.live import AWAY
from tablewright.house.tables.refusals import NotWritten
from tablewright.house.watching import traces
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say, speaking

log = logging.getLogger(__name__)

PAGE = Path(__file__).parent.parent / "page"
LARGEST_BODY = 16 * 1024
COMPRESSED = (".pdf", ".png", ".zip")
COMPRESSION = 4
"""Half of the time that the usual 9 takes, for a twentieth more bytes: the tables wait meanwhile."""
PATIENCE_SECONDS = 0.5
BODY_SECONDS = 20.0
"""How long the body of a request may take to come."""

ABOUT = """The same commands and views that the page uses, for programs.

Sign in with a token (`Authorization: Bearer ...`), which you make on the page or at `/api/tokens`.
Follow a table over a socket at `/api/tables/{id}/socket?as=player`. Amounts are in cents.
A refusal is an object with `why`, one sentence, and `rule`, the rule behind it."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


ANY_ADDRESS = Doors()

READER = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tablewright: addresses for programs</title>
<link rel="stylesheet" href="/reader/swagger-ui.css">
<link rel="icon" href="/icon.svg">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/reader/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
"""
"""The page on which people read the description, made of what the house serves itself."""

READER_STARTS = """SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset],
});
"""


def create(house: House, doors: Doors = ANY_ADDRESS) -> FastAPI:
    """The application for a house whose doors are open."""
    app = FastAPI(
        title="Tablewright",
        version=__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        telemetry=traces.of_requests(),
        exception_handlers={
            Refused: refused_anywhere,
            between.HasMoved: between.moved,
            RequestValidationError: _unreadable,
            HTTPException: _not_there,
            **dict.fromkeys((SQLAlchemyError, LedgerFailed, OSError), _away),
        },
    )
    times = request_times()
    app.state.house, app.state.doors, app.state.metrics = house, doors, registry(house, times)
    served = (
        sockets,  # A request looks for its address from the first one on: these are many at once,
        workbench,  # and these are asked while one types.
        people,
        limits,
        games,
        jurisdictions,
        approvals,
        tables,
        lobby,
        overview,
        work,
        openings,
        pit,
        ratings,
        shift_report,
        alerts,
        handovers,
        exports,
        fair_deal,
        keys,
        archives,
        audit,
        papers,
        forms,
        dealers,
        class_screen,
        school,
        instructor,
        floor,
        auditions,
        certificates,
        personnel,
        workbench_files,
        health,
        between,
    )
    for each in served:
        app.include_router(each.router, prefix=API)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    app.add_api_route("/api/docs", _reader, include_in_schema=False)
    app.add_api_route("/api/docs/start.js", _reader_starts, include_in_schema=False)
    if PAGE.is_dir():
        app.router.routes.append(Page("/", StaticFiles(directory=PAGE, html=True), name="page"))
    app.add_middleware(Exported, house=house)
    app.add_middleware(Compressed, minimum_size=1024, compresslevel=COMPRESSION)
    routes = [route for each in served for route in each.router.routes]
    app.add_middleware(Passing, house=house, routes=routes)
    app.add_middleware(Gate, doors=doors)
    app.add_middleware(Watched, times=times)
    app.add_middleware(FromServers, house=house)
    return app


class Page(Mount):
    """The page, which is everywhere but where programs ask."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.NONE, {}) if is_for_programs(scope["path"]) else super().matches(scope)


class Compressed(GZipMiddleware):
    """Compresses answers, but for files that are compressed already: that only takes time."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(COMPRESSED):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


# What is refused before an address is reached -------------------------------------------------------


class Gate:
    """Refuses what comes under another name, from another page, or is too large; adds headers."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app, self._doors = app, doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        came = HTTPConnection(scope)
        passer_by = Doer(NOBODY, address_of(came))
        with speaking(asked_language(came)), doing(passer_by):
            await self._pass(scope, receive, send)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        if PASSED in scope:  # The server that has passed it on has looked at all this.
            await self._app(scope, receive, send)
            return
        wrong = self._doors.refusal(_hosts(scope))
        if wrong and scope["type"] == "http":
            await reply(Problem(wrong[1], "house.name"), wrong[0])(scope, receive, send)
            return
        if wrong:
            await send({"type": "websocket.close", "code": 4403, "reason": wrong[1][:100]})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_headers(scope["path"])]
            await send(message)

        request = Request(scope)
        if request.method not in ("GET", "HEAD", "OPTIONS") and not sockets.is_own_origin(request):
            refused = reply(Problem("This page belongs to another site.", "house.origin"), 403)
            await refused(scope, receive, with_headers)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                largest = await _largest_body(request)
                body = await _body(receive, largest)
        except ClientDisconnect:
            return
        except TimeoutError:
            late = say(
                "The request was not complete within {seconds:g} seconds: send it again.",
                seconds=BODY_SECONDS,
            )
            answer = reply(Problem(late), 408)
            answer.headers["Connection"] = "close"
            await answer(scope, receive, with_headers)
            return
        if body is None:
            await _read_on(receive)
            most = f"the body: expected at most {largest} bytes"
            await reply(Problem(most), 413)(scope, receive, with_headers)
            return
        await self._app(scope, body, with_headers)


def _hosts(scope: Scope) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]


def _headers(path: str) -> list[tuple[bytes, bytes]]:
    said = dict(HEADERS)
    if path.startswith("/assets/"):
        said["Cache-Control"] = "public, max-age=31536000, immutable"
    elif not path.startswith("/api/"):
        said["Cache-Control"] = "no-cache"
    return [(name.lower().encode(), value.encode()) for name, value in said.items()]


async def _largest_body(request: Request) -> int:
    """How much may be sent: more where a logo, letters or a manifest are, by who may send them."""
    is_logo = request.method == "PUT" and request.url.path == papers.LOGO
    if is_logo and await papers.may_send_logo(request):
        return papers.LARGEST_LOGO_BODY
    is_manifest = request.method == "POST" and request.url.path == papers.MANIFESTS
    if is_manifest and await papers.may_send_manifest(request):
        return papers.LARGEST_MANIFEST_BODY
    is_letters = request.method == "POST" and request.url.path == approvals.LETTERS
    if is_letters and await approvals.may_send_letters(request):
        return approvals.LARGEST_LETTERS_BODY
    return LARGEST_BODY


async def _body(receive: Receive, largest: int) -> Receive | None:
    """What was sent, whole; None if it is more than may be."""
    taken = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect  # What came is not all that was meant.
        taken += message.get("body", b"")
        if len(taken) > largest:
            return None
        if not message.get("more_body"):
            break
    given = iter([{"type": "http.request", "body": bytes(taken), "more_body": False}])

    async def again() -> Message:
        first = next(given, None)
        return first if first is not None else await receive()

    return again


async def _read_on(receive: Receive) -> None:
    """Let a sender of too much send on for a moment, or they would not hear the answer."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (await receive()).get("more_body"):
                pass


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(each)[:40] for each in first.get("loc", ())[1:])
    why = f"{where or 'what was sent'}: {first.get('msg', 'cannot be read')}"[:300]
    return reply(Problem(why if why.isprintable() else ascii(why)), 422)


async def _away(request: Request, error: Exception) -> Response:
    """The database does not answer, or does not take what it is given."""
    if is_of_the_server(error):
        request.app.state.house.database.outage.note(error)
    else:
        log.error("%s %s: a fault", request.method, request.url.path, exc_info=error)
    return refusal(NotWritten(AWAY))


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    is_malformed = error.status_code == 400  # Nothing else of ours or of the framework's is.
    path, said = quoted(request.url.path, 100), str(error.detail)
    if error.status_code == 404:
        said = say(
            "There is nothing at {path}: check the address; /api/docs lists those for programs.",
            path=path,
        )
    elif error.status_code == 405:
        said = say(
            "{path} does not take {method}: /api/docs says what it takes.",
            path=path,
            method=quoted(request.method)[1:-1],
        )
    answer = reply(Problem(said), 422 if is_malformed else error.status_code)
    answer.headers.update(error.headers or {})
    return answer


# How the addresses are described --------------------------------------------------------------------


async def _reader() -> Response:
    return Response(READER, media_type="text/html")


async def _reader_starts() -> Response:
    return Response(READER_STARTS, media_type="text/javascript")


def _described(app: FastAPI) -> dict[str, Any]:
    """The description of every address, with the messages to a table among its parts."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title, version=app.version, description=ABOUT, routes=app.routes
        )
        parts = made.setdefault("components", {})
        parts["schemas"] = schema.components()
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        made["security"] = [{"token": []}, {}]
        app.openapi_schema = made
    return app.openapi_schema

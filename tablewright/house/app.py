"""The application that serves the house: its addresses under /api, its page everywhere else."""

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablewright import __version__
from tablewright.house import orders
from tablewright.house.addresses import games, health, people, pit, sockets, tables
from tablewright.house.addresses.common import PROBLEM, Problem, refused_anywhere, reply
from tablewright.house.house import House
from tablewright.rules.errors import Refused

PAGE = Path(__file__).parent / "page"
LARGEST_BODY = 16 * 1024

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


def create(house: House) -> FastAPI:
    """The application for a house whose doors are open."""
    app = FastAPI(
        title="Tablewright",
        version=__version__,
        description=ABOUT,
        docs_url="/api/docs",
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers={
            Refused: refused_anywhere,
            RequestValidationError: _unreadable,
            HTTPException: _not_there,
        },
    )
    app.state.house = house
    for each in (people, games, tables, pit, sockets, health):
        app.include_router(each.router, prefix="/api")
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    if PAGE.is_dir():
        app.mount("/", StaticFiles(directory=PAGE, html=True), name="page")
    app.add_middleware(Gate)
    return app


# What is refused before an address is reached -------------------------------------------------------


class Gate:
    """Refuses what comes from another page or is too large; adds headers that browsers heed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if request.method not in ("GET", "HEAD", "OPTIONS") and not sockets.is_own_origin(request):
            refused = reply(Problem("this page does not belong to the house", "house.origin"), 403)
            await refused(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_headers(scope["path"])]
            await send(message)

        body = await _body(receive)
        if body is None:
            too_large = reply(Problem(f"too much was sent: expected {LARGEST_BODY} bytes"), 413)
            await too_large(scope, receive, send)
            return
        await self._app(scope, body, with_headers)


def _headers(path: str) -> list[tuple[bytes, bytes]]:
    said = dict(HEADERS)
    if path.startswith("/api/docs"):
        del said["Content-Security-Policy"]  # Its scripts come with the description of addresses.
    if path.startswith("/assets/"):
        said["Cache-Control"] = "public, max-age=31536000, immutable"
    elif not path.startswith("/api/"):
        said["Cache-Control"] = "no-cache"
    return [(name.lower().encode(), value.encode()) for name, value in said.items()]


async def _body(receive: Receive) -> Receive | None:
    """What was sent, whole; None if it is more than may be."""
    taken = bytearray()
    while True:
        message = await receive()
        taken += message.get("body", b"")
        if len(taken) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            break
    given = iter([{"type": "http.request", "body": bytes(taken), "more_body": False}])

    async def again() -> Message:
        first = next(given, None)
        return first if first is not None else await receive()

    return again


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(each) for each in first.get("loc", ())[1:])
    why = f"{where or 'what was sent'}: {first.get('msg', 'cannot be read')}"
    return reply(Problem(why if why.isprintable() else ascii(why)), 422)


async def _not_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = reply(Problem(str(error.detail)), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


# How the addresses are described --------------------------------------------------------------------


def _described(app: FastAPI) -> dict[str, Any]:
    """The description of every address, with the messages to a table among its parts."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title, version=app.version, description=ABOUT, routes=app.routes
        )
        sent, parts = orders.schema()
        components = made.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        schemas.update(parts)
        schemas["Problem"] = PROBLEM
        schemas.setdefault("Sent", sent)
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        made["security"] = [{"token": []}, {}]
        app.openapi_schema = made
    return app.openapi_schema

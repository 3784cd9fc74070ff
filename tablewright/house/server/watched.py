"""Every request as those see it who watch over the house: numbered, timed and logged."""

import logging
from time import perf_counter

from prometheus_client import Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablewright.house.watching import logs
from tablewright.house.watching.times import histogram

log = logging.getLogger(__name__)

ELSEWHERE = "/api/..."
"""What an address is called that leads nowhere: a stranger adds no figures of their own."""
PAGE = "/"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def request_times() -> Histogram:
    """How long requests take, by address and by how they are answered."""
    return histogram(
        "request_seconds",
        "From a request to the end of its answer, sockets apart",
        ["method", "address", "status"],
    )


class Watched:
    """Stands before everything else that is done with a request."""

    def __init__(self, app: ASGIApp, times: Histogram) -> None:
        self._app, self._times = app, times

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        number = logs.numbered(_sent(scope, logs.REQUEST_HEADER))
        with logs.of_request(number):
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
            else:
                await self._answer(scope, receive, send, number)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, number: str) -> None:
        status, since = 0, perf_counter()
        header = (logs.REQUEST_HEADER.encode(), number.encode())

        async def with_number(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], header]
            await send(message)

        try:
            await self._app(scope, receive, with_number)
        finally:
            seconds = perf_counter() - since
            method = scope["method"] if scope["method"] in METHODS else "other"
            address = address_of(scope)
            self._times.labels(method, address, status or "none").observe(seconds)
            if log.isEnabledFor(logging.INFO):
                fields = {"status": status, "ms": round(seconds * 1000, 1)}
                log.info("%s %s", method, address, extra={"fields": fields})


def address_of(scope: Scope) -> str:
    """The address as it is described, `/api/tables/{id}`, whatever was asked for there."""
    path = scope["path"]
    if path != "/api" and not path.startswith("/api/"):
        return PAGE
    route = scope.get("route")
    described = getattr(route, "path", "")
    if not described:
        return ELSEWHERE
    return described if described.startswith("/api/") else f"/api{described}"


def _sent(scope: Scope, name: str) -> str | None:
    wanted = name.encode()
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == wanted), None)

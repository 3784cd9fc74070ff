"""Every request as those see it who watch over the house: numbered, timed and logged."""

import logging
from time import perf_counter

from prometheus_client import Histogram
from starlette.datastructures import Headers
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
        number = logs.numbered(Headers(scope=scope).get(logs.REQUEST_HEADER))
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
            address = described_address(scope)
            self._times.labels(method, address, status or "none").observe(seconds)
            if log.isEnabledFor(logging.INFO):
                fields = {"status": status, "ms": round(seconds * 1000, 1)}
                log.info("%s %s", method, address, extra={"fields": fields})


def is_for_programs(path: str) -> bool:
    """Whether programs ask there; everywhere else is the page."""
    return path == "/api" or path.startswith("/api/")


def described_address(scope: Scope) -> str:
    """The address as it is described, `/api/tables/{id}`, whatever was asked for there."""
    if not is_for_programs(scope["path"]):
        return PAGE
    described = getattr(scope.get("route"), "path", "")
    if not described:
        return ELSEWHERE
    return described if is_for_programs(described) else f"/api{described}"

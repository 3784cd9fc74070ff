"""Files that leave the house: the audit tells who took which, before the first byte of it is sent.

Everything that is handed out as a file counts, wherever its address is, but for what anyone may have:
the papers, the workbench's files, pictures of pages, and signatures.
"""

import logging

from fastapi import Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablewright.house.books.outage import first_line
from tablewright.house.house import House
from tablewright.house.server.addresses.asking import refusal
from tablewright.house.tables.live import AWAY
from tablewright.house.tables.refusals import NotWritten
from tablewright.signing.files import ENDING

log = logging.getLogger(__name__)

PUBLIC = ("/api/papers/", "/api/workbench/")
LONGEST_ASKED = 300


class Exported:
    """Stands before the addresses, and notes every file that they give."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        is_refused = False

        async def noted(message: Message) -> None:
            nonlocal is_refused
            if is_refused:
                return
            if message["type"] == "http.response.start" and _is_file(scope["path"], message):
                refused = await self._note(scope)
                if refused is not None:
                    is_refused = True
                    await refused(scope, receive, send)
                    return
            await send(message)

        await self._app(scope, receive, noted)

    async def _note(self, scope: Scope) -> Response | None:
        """Write it down; what is answered instead of the file, if that cannot be."""
        asked = scope["query_string"].decode("latin-1")[:LONGEST_ASKED]
        try:
            said: dict[str, str | int | list[str]] = {"asked": asked} if asked else {}
            await self._house.audit.note("exported", scope["path"].removeprefix("/api"), said)
        except (SQLAlchemyError, OSError) as failed:
            log.error("%s was not given out: %s", scope["path"], first_line(failed))
            return refusal(NotWritten(AWAY))
        return None


def _is_file(path: str, message: Message) -> bool:
    headers = Headers(raw=message["headers"])
    return (
        message["status"] == 200
        and "content-disposition" in headers
        and not headers.get("content-type", "").startswith("image/png")
        and not path.startswith(PUBLIC)
        and not path.endswith(ENDING)
    )

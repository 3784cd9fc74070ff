"""Tables over sockets: one connection follows one table in one role, and may act in it."""

import asyncio
import contextlib
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from tablewright.house.books.ledger import is_away
from tablewright.house.house import House
from tablewright.house.people.person import WATCH, Person, acting_as
from tablewright.house.screens import orders
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.messages import (
    ClosingMessage,
    DoneMessage,
    RefusedMessage,
    encoded,
)
from tablewright.house.server.addresses.asking import onlooker, refuse_to_act, the_caller, the_house
from tablewright.house.tables.live import AWAY, HAS_MOVED, MOVED, LiveTable
from tablewright.house.tables.refusals import NotWritten, Stale
from tablewright.house.tables.work import Work
from tablewright.house.watching.commands import arrived
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import language, speaking, worded

router = APIRouter()

LARGEST_MESSAGE = 8 * 1024


def is_own_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from the house's own page, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


@router.websocket("/tables/{id}/socket")
async def follow(socket: WebSocket, id: str) -> None:
    """Follow a table. See the description of the protocol in docs/house.md."""
    if not is_own_origin(socket):
        await socket.close(4403, "This page belongs to another site.")
        return
    house = the_house(socket)
    person = await onlooker(await the_caller(socket))
    acting = socket.query_params.get("as") or WATCH
    try:
        await socket.accept()
    except (WebSocketDisconnect, OSError):
        return  # Gone before the door was opened.
    try:
        with house.sockets.one_more(person):
            await _follow(socket, house, id, person, acting)
    except Refused as full:
        await _end(socket, 4429, str(full))


async def _follow(socket: WebSocket, house: House, id: str, person: Person, acting: str) -> None:
    live = house.floor.tables.get(id)
    if live is None and house.sharing is not None and house.sharing.whereabouts.is_table(id):
        await _end(socket, MOVED, HAS_MOVED)  # It is just being taken up.
        return
    if live is None:
        await _end(socket, 4404, "There is no such table: choose one in the lobby.")
        return
    if live.is_elsewhere or live.has_moved:
        await _end(socket, MOVED, HAS_MOVED)  # While the connection was being opened.
        return
    try:
        acting_as(person, acting, live.table, live.place_of(person))
    except Refused as refused:
        code = 4403 if person.is_known else 4401
        await _end(socket, code, str(refused))
        return
    listener = Listener(person, acting, language())
    live.join(listener)
    sending = asyncio.create_task(_send(socket, listener, live))
    try:
        if (await the_caller(socket)).door.key != person.door.key:
            listener.end(4401, "You have signed out.")  # While the connection was being opened.
        await _receive(socket, listener, live, house)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        live.leave(listener)
        listener.end(1000, "gone")
        with contextlib.suppress(Exception):
            await sending


async def _send(socket: WebSocket, listener: Listener, live: LiveTable) -> None:
    """Send until the connection ends; a reader who has gone is no fault."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        code, why = await listener.send(socket.send_text, live.ask_to_show)
        await _end(socket, code, why)


async def _end(socket: WebSocket, code: int, why: str) -> None:
    """Say why in a message that a page can show, then end."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        why = worded(why)
        await socket.send_text(encoded(ClosingMessage(why)).decode())
        await socket.close(code, why.encode()[:120].decode(errors="ignore"))


async def _receive(socket: WebSocket, listener: Listener, live: LiveTable, house: House) -> None:
    """Take what is sent, until the connection ends."""
    key = listener.person.key or f"passer-by {id(listener)}"
    while listener.ended is None:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect" or listener.ended is not None:
            return  # A person who was disconnected meanwhile is no longer heard.
        if house.allowance.take(key):
            listener.end(4429, "Too many messages at once.")
            return
        await _take(message.get("text") or message.get("bytes") or b"", listener, live, house)


async def _take(message: str | bytes, listener: Listener, live: LiveTable, house: House) -> None:
    """Have one message carried out; what cannot be read is refused like anything else."""
    came = arrived()
    try:
        if len(message) > LARGEST_MESSAGE:
            raise Refused(f"the message: expected at most {LARGEST_MESSAGE} bytes")
        refuse_to_act(listener.person)
        sent = orders.decode(message)
    except Refused as refused:
        listener.answer(encoded(RefusedMessage("", worded(str(refused)), "")))
        return
    if not sent.acting:
        sent = msgspec.structs.replace(sent, acting=listener.acting)

    def answer(outcome: int | Refused) -> None:
        if isinstance(outcome, int):
            listener.answer(encoded(DoneMessage(sent.id, outcome)))
            return
        rule = outcome.rule if isinstance(outcome, Forbidden) else ""
        is_stale = isinstance(outcome, Stale)
        with speaking(listener.language):
            why = worded(str(outcome))
        listener.answer(encoded(RefusedMessage(sent.id, why, rule, is_stale)))
        if is_stale:
            listener.is_behind = True

    try:
        person, sent = await house.signed(listener.person, sent)
        await house.prepare(live, person, sent.do)
    except Refused as refused:
        answer(refused)
    except Exception as failed:
        if not is_away(failed):
            raise
        house.database.outage.note(failed)
        answer(NotWritten(AWAY))
    else:
        live.send(Work(person, sent, answer, came, listener.language))

"""A small program that comes to the house: it signs in, asks, follows tables and gives commands."""

import asyncio
import json
import ssl
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tablewright.house.people.caps import Guests
from tablewright.house.people.throttle import Throttle
from tests.house.following import followed
from tests.house.serving import PASSWORD, Serving

Json = Any
_UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing is encrypted here; without one, every visitor would read all certificates anew."""
PATIENCE_SECONDS = 120.0
"""How long a test waits for something before it is held to have been forgotten."""


async def eventually(is_so: Callable[[], bool] | Callable[[], Awaitable[bool]]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            found = is_so()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.01)


class Visitor:
    """A person who comes to the house over HTTP, with cookies of their own."""

    def __init__(self, address: str, token: str = "", come_from: str | None = None) -> None:
        self.address = address
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.AsyncClient(
            base_url=f"{address}/api",
            headers=headers,
            timeout=PATIENCE_SECONDS,
            transport=httpx.AsyncHTTPTransport(verify=_UNUSED, local_address=come_from),
        )
        self.heard: list[Json] = []
        """Every message that any of his sockets was sent, and every answer that he asked for."""

    async def __aenter__(self) -> "Visitor":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str, **params: object) -> httpx.Response:
        return await self.http.get(path, params={k: str(v) for k, v in params.items()})

    async def post(self, path: str, body: Json = None) -> httpx.Response:
        return await self.http.post(path, json=body if body is not None else {})

    async def until_gone(self, path: str) -> None:
        """Wait until there is nothing at an address any more."""

        async def is_gone() -> bool:
            return (await self.get(path)).status_code == 404

        await eventually(is_gone)

    async def ask(self, path: str, **params: object) -> Json:
        """What is at an address; it must be there."""
        answer = await self.get(path, **params)
        assert answer.status_code == 200, answer.text
        self.heard.append(answer.json())
        return answer.json()

    async def sign_in(self, name: str, password: str = PASSWORD) -> "Visitor":
        answer = await self.post("/sign-in", {"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        return self

    async def come_as_guest(self, name: str = "") -> "Visitor":
        answer = await self.post("/guest", {"name": name})
        assert answer.status_code == 200, answer.text
        return self

    async def table_of(self, game: str) -> str:
        """The table of a game that the house keeps ready."""
        rows = await self.ask("/tables")
        return str(next(each["id"] for each in rows if each["game"] == game))

    async def command(
        self, table: str, do: Json, acting: str = "", seq: int | None = None, id: str = ""
    ) -> httpx.Response:
        """Give a command over HTTP, at the newest state if none is named."""
        if seq is None:
            seq = (await self.get(f"/tables/{table}/view")).json()["seq"]
        body = {"id": id or str(uuid.uuid4()), "seq": seq, "do": do}
        return await self.post(
            f"/tables/{table}/commands", body | ({"as": acting} if acting else {})
        )

    @property
    def headers(self) -> dict[str, str]:
        """What a socket says of who opens it."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        token = self.http.headers.get("authorization")
        return ({"Cookie": cookie} if cookie else {}) | ({"Authorization": token} if token else {})

    def socket(self, table: str, acting: str = "player", **more: Any) -> connect:
        """A connection to a table, to be opened."""
        address = self.address.replace("http", "ws", 1)
        query = f"?as={acting}" if acting is not None else ""
        return connect(
            f"{address}/api/tables/{table}/socket{query}",
            additional_headers=self.headers | more.pop("headers", {}),
            open_timeout=PATIENCE_SECONDS,
            max_size=2**22,
            **more,
        )

    async def follow(self, table: str, acting: str = "player") -> "Follower":
        follower = Follower(self, await self.socket(table, acting))
        await follower.until(lambda table: True)
        return follower


class Follower:
    """A person at a table, over a socket."""

    def __init__(self, visitor: Visitor, socket: ClientConnection) -> None:
        self.visitor, self.socket = visitor, socket
        self.seq = 0
        self.newest: Json = None
        """The last state that came."""
        self._sent: list[Json] = []
        """What came at once, and has not been heard yet."""
        self.on_message: Callable[[Json], object] = visitor.heard.append
        self.answers = 0
        """How many answers have come, to anything that was sent."""
        self.asked = 0
        """How many commands were given by `do`."""

    async def __aenter__(self) -> "Follower":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def hear(self) -> Json:
        """The next message, whatever it is; of a state that has changed, the whole."""
        if not self._sent:
            # Not `wait_for`: until Python 3.12 it loses a cancellation that comes with a message.
            async with asyncio.timeout(PATIENCE_SECONDS):
                sent = json.loads(await self.socket.recv())
            self._sent += sent if isinstance(sent, list) else [sent]
        message = self._sent.pop(0)
        if message["type"] in ("table", "changes"):
            self.newest = message = followed(self.newest, message)
            self.seq = message["seq"]
        self.on_message(message)
        if message["type"] in ("done", "refused"):
            self.answers += 1
            self.seq = max(self.seq, message.get("seq", 0))
        return message

    async def hear_the_end(self) -> int:
        """Listen until the house ends the connection: the code that it ended with."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    async def until(self, is_so: Callable[[Json], bool]) -> Json:
        """The newest state once it is so."""
        while self.newest is None or not is_so(self.newest):
            await self.hear()
        return self.newest

    async def send(self, message: object) -> None:
        """Send anything, as it is."""
        raw = message if isinstance(message, str | bytes) else json.dumps(message)
        await self.socket.send(raw)

    async def answer_to(self, id: str) -> Json:
        """The answer to what was sent under an id; states that come before it are kept."""
        while True:
            message = await self.hear()
            if message["type"] in ("done", "refused") and message["id"] == id:
                return message

    async def do(self, event: str, acting: str = "", **fields: Any) -> Json:
        """Give a command or an order, and wait for the answer."""
        id = str(uuid.uuid4())
        self.asked += 1
        message: dict[str, Any] = {"id": id, "seq": self.seq, "do": {"event": event, **fields}}
        await self.send(message | ({"as": acting} if acting else {}))
        return await self.answer_to(id)

    async def must(self, event: str, **fields: Any) -> Json:
        """Give a command that cannot be refused; once more if the table has moved on meanwhile."""
        for _ in range(20):
            answer = await self.do(event, **fields)
            if answer["type"] == "done":
                return answer
            assert answer["is_stale"], answer
            await self.hear()
        raise AssertionError(f"{event} stays stale")

    # Playing ----------------------------------------------------------------------------------------

    def may(self, command: str) -> list[Json]:
        """What may be done of one kind now."""
        found: list[Json] = self.newest["legal"].get(command, [])
        return found

    async def sit_down(self, place: int = 0, cash: int = 50_000) -> int:
        """Take a place, any if none is named, and buy chips."""
        place = place or self.may("sit")[0]["place"]
        await self.must("sit", place=place)
        await self.must("buy-in", place=place, cash=cash)
        await self.until(lambda table: table["place"] == place)
        return place

    async def play_round(self, stakes: Mapping[str, int], decision: str = "") -> None:
        """Bet, be ready, decide as often as asked, until the round is over."""
        start = self.newest["view"]["round"]
        place = self.newest["place"]
        await self.until(lambda table: table["view"]["phase"] == "wagers")
        await self.must("bets", place=place, stakes=dict(stakes))
        while self.newest["view"]["round"] == start:
            await self._move(place, decision)
            if self.newest["view"]["round"] == start:
                await self.hear()

    async def _move(self, place: int, decision: str) -> None:
        table = self.newest
        if table["view"]["phase"] == "wagers" and place not in table["ready"]:
            await self.do("ready")
        for each in self.may("decide"):
            chosen = decision if decision in each["choices"] else each["choices"][0]
            cards = {"three": [0, 1, 2]}.get(chosen, [])
            await self.do("decide", place=place, decision=chosen, cards=cards)
            return


# Scenes --------------------------------------------------------------------------------------------

Visit: TypeAlias = Callable[..., Visitor]
"""Has a person come to the house: a token may be named."""


def play(serving: Serving, scene: Callable[[Visit], Awaitable[None]]) -> None:
    """Run a scene with as many visitors as it asks for; nothing may be complained of meanwhile.

    A visitor may come from another address of this machine, such as 127.0.0.2.
    """

    async def go() -> None:
        visitors: list[Visitor] = []

        def visitor(token: str = "", come_from: str | None = None) -> Visitor:
            visitors.append(Visitor(serving.address, token, come_from))
            return visitors[-1]

        try:
            await scene(visitor)
        finally:
            for each in visitors:
                await each.http.aclose()

    before = len(serving.complaints.said)
    serving.house.entrance.throttle = Throttle(time.monotonic)
    serving.house.entrance.guests = Guests(serving.house.caps, time.monotonic)
    asyncio.run(go())
    assert serving.complaints.said[before:] == []


def why(answer: httpx.Response) -> str:
    """The reason of a refusal: one plain sentence, with a rule or without."""
    said = answer.json()
    assert set(said) <= {"why", "rule", "table"}, said
    assert said["why"].isprintable()
    assert 0 < len(said["why"]) <= 400
    return str(said["why"])

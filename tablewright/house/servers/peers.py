"""How the servers of a house reach each other: over HTTP, each request with a mark that only they make.

The mark is a keyed hash of whom it is for and on whose behalf it comes. Its key follows from the text
that the house signs cookies with, which lies sealed in the database they share: who cannot read that
can neither pass for a server nor say that a request comes from elsewhere. What passes between servers
is plain HTTP, as it is behind a proxy: it belongs on a network of the house's own.
"""

import hashlib
import hmac
from typing import Any, NamedTuple, TypeVar

import httpx
import msgspec

from tablewright.house.people.throttle import TooManyTries
from tablewright.house.servers.registry import Server
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say

T = TypeVar("T")

MARK = "x-tablewright-server"
MOVED = "x-tablewright-moved"
"""In an answer: the room is not that server's any more, and nothing was done."""
PASSED = "tablewright.passed"
"""Under which a request that another server has passed on carries what that server says of it."""
NOBODY = "No server of the house has taken this over yet: try again in a moment."
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 120.0
MOST_PORT = 65_535
MOST_KEPT = 200
"""Connections to other servers that are kept open for the next request."""


def is_address_of_server(address: str) -> bool:
    """Whether servers can reach each other at an address of this form.

    >>> is_address_of_server("http://10.0.0.7:8000"), is_address_of_server("http://[::1]:8000/")
    (True, True)
    >>> is_address_of_server("https://house.example"), is_address_of_server("http://a..b:8000")
    (False, False)
    """
    try:
        told = httpx.URL(address)
        told.host.encode("idna")  # As it is looked up.
    except (httpx.InvalidURL, UnicodeError):
        return False
    is_host_alone = told.path == "/" and not (told.userinfo or told.query or told.fragment)
    is_named = bool(told.host) and "%" not in told.host
    has_port = told.port is None or 0 < told.port <= MOST_PORT
    return told.scheme == "http" and is_named and has_port and is_host_alone


class Passed(NamedTuple):
    """What a server says of a request that it passes on."""

    server: str
    """The one that it is for."""
    client: str
    """The address that it came from."""
    scheme: str


class Elsewhere(Refused):
    """Another server, to whom something must be said, cannot be reached or does not have the room."""


class Peers:
    """The other servers of the house. `secret` is what all of them know, and nobody else."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(f"between servers {secret}".encode()).digest()
        self._client: httpx.AsyncClient | None = None

    @property
    def client(self) -> httpx.AsyncClient:
        """Asks other servers, over connections that are kept."""
        if self._client is None:
            self._client = httpx.AsyncClient(
                timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=MOST_KEPT),
                trust_env=False,  # No proxy of the environment stands between servers.
                verify=False,
            )
        return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    # Marks ----------------------------------------------------------------------------------------

    def mark(self, passed: Passed) -> str:
        """What goes with a request."""
        said = msgspec.json.encode(passed)
        return f"{said.hex()}.{hmac.digest(self._key, said, 'sha256').hex()}"

    def read(self, mark: str) -> Passed | None:
        """What a server says of a request; nothing, if none of ours has said it."""
        said, _, proof = mark.partition(".")
        try:
            content = bytes.fromhex(said)
            if not hmac.compare_digest(
                bytes.fromhex(proof), hmac.digest(self._key, content, "sha256")
            ):
                return None
            return msgspec.json.decode(content, type=Passed)
        except (ValueError, msgspec.MsgspecError):
            return None

    # Asking ---------------------------------------------------------------------------------------

    async def answers(self, server: Server) -> bool:
        """Whether another server answers at all: one that is being opened has its row before."""
        try:
            await self.client.get(f"{server.address}/api/health", timeout=CONNECT_SECONDS)
        except httpx.HTTPError:
            return False
        return True

    async def ask(self, server: Server, path: str, body: Any, gives: type[T]) -> T:
        """Have another server do something, and wait for its answer; what it refuses is refused."""
        mark = self.mark(Passed(server.id, "", "http"))
        try:
            answer = await self.client.post(
                f"{server.address}{path}",
                content=msgspec.json.encode(body),
                headers={MARK: mark, "content-type": "application/json"},
            )
        except httpx.HTTPError as failed:
            raise Elsewhere(
                say(
                    "Another server of the house does not answer ({why}): try again in a moment.",
                    why=type(failed).__name__,
                )
            ) from None
        if MOVED in answer.headers:
            raise Elsewhere("The table is moving to another server: try again in a moment.")
        if answer.status_code == 429:
            raise TooManyTries(float(answer.headers.get("retry-after", 1)))
        if answer.status_code != 200:
            why, rule = _why(answer.content)
            raise Forbidden(why, rule) if rule else Refused(why)
        return msgspec.json.decode(answer.content, type=gives)


def _why(content: bytes) -> tuple[str, str]:
    """Why another server has refused something, and the rule behind it."""
    try:
        said = msgspec.json.decode(content, type=dict[str, Any])
        return str(said.get("why", "")), str(said.get("rule", ""))
    except (msgspec.MsgspecError, ValueError):
        return "another server of the house has refused it", ""

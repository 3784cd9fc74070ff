"""The doors: names and proxies that are known, connections that keep waiting, and caps."""

import asyncio
import json
import select
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablewright.house.people.caps import Caps, Guests
from tablewright.house.people.person import NOBODY, Door
from tablewright.house.people.throttle import TooManyTries
from tablewright.house.server.app import HEADERS
from tablewright.house.server.hosts import Doors
from tablewright.house.server.serving import warnings
from tablewright.rules.errors import Refused
from tests.house.clients import Visit, play, why
from tests.house.serving import PASSWORD, Serving, served

PATIENCE_SECONDS = 20

Opened = Callable[..., AbstractContextManager[Serving]]


@pytest.fixture
def opened(sqlite_template: Path, tmp_path: Path) -> Opened:
    """Opens a house that is served otherwise than usual."""
    path = tmp_path / "house.db"
    shutil.copy(sqlite_template, path)
    return lambda **options: served(f"sqlite:///{path}", **options)


async def _raw(serving: Serving, sent: bytes) -> bytes:
    """Send bytes as they are, and read until the house ends the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
    try:
        writer.write(sent)
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await reader.read()
    finally:
        writer.close()


def _read(connection: socket.socket) -> bytes:
    """All that comes until the house says no more."""
    return b"".join(iter(lambda: connection.recv(4096), b""))


# Names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("Host: house", 200), ("Host: HOUSE:8000", 200), ("Host: house.", 200),
        ("Host: localhost:80", 200), ("Host: 127.0.0.1", 200), ("Host: [::1]:8000", 200),
        ("Host: 192.0.2.7:8000", 200),
        ("Host: evil.example", 421), ("Host: house.evil.example", 421),
        ("Host: localhost.evil.example", 421), ("Host: 127.0.0.1.evil.example", 421), ("Host: é", 421),
        ("Host: ", 400), ("Host: house:x", 400), ("Host: [house]", 400), ("Host: [::1", 400),
        ("X: y", 400), ("Host: house\r\nHost: evil.example", 400),
    ],
)  # fmt: skip
def test_the_house_answers_only_to_its_own_names(serving: Serving, host: str, status: int) -> None:
    async def scene(visitor: Visit) -> None:
        for path in ("/api/me", "/api/health"):
            head = f"GET {path} HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n"
            answer = await _raw(serving, head.encode("latin-1"))
            first, _, body = answer.partition(b"\r\n\r\n")
            assert int(first.split(b" ")[1]) == status, answer
            if status != 200:
                said = json.loads(body)
                assert said["rule"] == "house.name"
                assert said["why"].isprintable()

    play(serving, scene)


def test_no_socket_is_opened_under_another_name(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        table = await dan.table_of("duki4")
        head = (
            f"GET /api/tables/{table}/socket?as=watch HTTP/1.1\r\nHost: evil.example\r\n"
            "Origin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Cookie: {dan.headers['Cookie']}\r\n\r\n"
        )
        assert (await _raw(serving, head.encode())).startswith(b"HTTP/1.1 403 ")

    play(serving, scene)


@pytest.mark.parametrize("name", ["", "a b", "http://house", "house:8000", "house/x"])
def test_a_name_that_is_no_host_s_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="--name"):
        Doors.told("127.0.0.1", [name], [])


@pytest.mark.parametrize("proxy", ["", "proxy.example", "10.0.0.1/8", "*", "127.0.0.1:80"])
def test_a_proxy_that_is_no_address_is_refused(proxy: str) -> None:
    with pytest.raises(Refused, match="--proxy"):
        Doors.told("127.0.0.1", [], [proxy])


@pytest.mark.parametrize(
    ("host", "is_said"),
    [("127.0.0.1", False), ("::1", False), ("0.0.0.0", True), ("192.0.2.7", True), ("::", True)],
)
def test_it_is_said_when_others_can_listen(host: str, is_said: bool) -> None:
    said = "\n".join(warnings(host))
    assert ("passwords and cookies can be read" in said) == is_said
    assert ("--proxy" in said) == is_said


# Proxies -------------------------------------------------------------------------------------------


def test_a_proxy_that_we_were_told_of_is_believed(opened: Opened) -> None:
    async def scene(visitor: Visit) -> None:
        proxy = visitor()
        for number in range(20):
            proxy.http.headers["x-forwarded-for"] = f"198.51.100.1, 203.0.113.{number}"
            answer = await proxy.post("/sign-in", {"name": "Trudy", "password": "guess"})
            assert answer.status_code == 401
        proxy.http.headers["x-forwarded-for"] = "203.0.113.7"
        proxy.http.headers["x-forwarded-proto"] = "https"
        body = {"name": "Ada", "password": PASSWORD}
        answer = await proxy.post("/sign-in", body)
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) == 2
        assert all("secure" in each.lower() for each in cookies)
        # Another program of this machine is not that proxy.
        other = visitor(come_from="127.0.0.3")
        other.http.headers["x-forwarded-proto"] = "https"
        plain = await other.post("/sign-in", body)
        assert "secure" not in plain.headers["set-cookie"].lower()
        listed = await other.ask("/sessions")
        assert {each["address"] for each in listed} == {"203.0.113.7", "127.0.0.3"}
        assert (await visitor().get("/metrics")).status_code == 401

    doors = Doors.told("127.0.0.1", ["house"], ["127.0.0.1"])
    with opened(doors=doors) as serving:
        play(serving, scene)


def test_figures_are_for_administrators_and_for_this_machine(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        assert (await visitor().get("/metrics")).is_success
        for header in ("x-forwarded-for", "forwarded", "x-real-ip", "via"):
            passed_on = visitor()
            passed_on.http.headers[header] = "203.0.113.7"
            refused = await passed_on.get("/metrics")
            assert refused.status_code == 401
            assert why(refused)
        for who, status in (("Ada", 200), ("Pit", 403), ("Pia", 403)):
            person = await visitor().sign_in(who)
            person.http.headers["x-forwarded-for"] = "203.0.113.7"
            assert (await person.get("/metrics")).status_code == status
        ada = await visitor().sign_in("Ada")
        token = (await ada.post("/tokens", {"label": "monitoring"})).json()["token"]
        robot = visitor(token)
        robot.http.headers["x-forwarded-for"] = "203.0.113.7"
        figures = (await robot.get("/metrics")).text
        assert "tablewright_tables" in figures
        assert "tablewright_command_seconds" in figures

    play(serving, scene)


def test_the_page_for_programs_runs_scripts_of_the_house_only(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        answer = await visitor().get("/docs")
        assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
        for script in answer.text.split("<script")[1:]:
            assert script.startswith(' src="/'), script
            assert "></script>" in script
        start = await visitor().get("/docs/start.js")
        assert start.headers["content-type"].startswith("text/javascript")
        assert "/api/openapi.json" in start.text

    play(serving, scene)


# Connections that keep waiting ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def impatient(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A house that waits for a request's head no longer than a blink."""
    path = tmp_path_factory.mktemp("impatient") / "house.db"
    shutil.copy(sqlite_template, path)
    with served(f"sqlite:///{path}", head_seconds=0.05, linger_seconds=0.5) as serving:
        yield serving


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: house\r\n", b"\r\n"])
def test_a_request_whose_head_does_not_come_is_given_up(impatient: Serving, sent: bytes) -> None:
    answer = asyncio.run(_raw(impatient, sent))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert "within 0.05 seconds" in json.loads(answer.partition(b"\r\n\r\n")[2])["why"]


def test_a_head_that_comes_in_drops_is_given_up(impatient: Serving) -> None:
    async def run() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", impatient.port)
        answer = asyncio.create_task(reader.read())
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                writer.write(b"GET / HTTP/1.1\r\n")
                while not answer.done():
                    writer.write(b"X: y\r\n")
                    await asyncio.sleep(0.01)
            assert (await answer).startswith(b"HTTP/1.1 408 ")
        finally:
            writer.close()

    asyncio.run(run())


def test_a_refusal_is_read_by_one_who_goes_on_sending(impatient: Serving) -> None:
    with socket.create_connection(("127.0.0.1", impatient.port), PATIENCE_SECONDS) as sending:
        sending.sendall(b"GET / HTTP/1.1\r\n")
        answered, _, _ = select.select([sending], [], [], PATIENCE_SECONDS)
        assert answered
        for _ in range(3):  # Each would be answered by a reset, had the connection been ended.
            sending.sendall(b"X: y\r\n")
            time.sleep(0.01)
        answer = _read(sending)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_refused_connection_is_not_kept_for_ever(impatient: Serving) -> None:
    with socket.create_connection(("127.0.0.1", impatient.port), PATIENCE_SECONDS) as silent:
        assert _read(silent).startswith(b"HTTP/1.1 408 ")
        ends = time.monotonic() + PATIENCE_SECONDS
        while impatient._server.server_state.connections:
            assert time.monotonic() < ends, "the house still holds the connection"
            time.sleep(0.01)


def test_connections_beyond_those_that_linger_end_at_once(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablewright.house.server.connections.MOST_LINGERING", 2)

    async def scene(visitor: Visit) -> None:
        address = ("127.0.0.1", serving.port)
        held = [await asyncio.open_connection(*address) for _ in range(20)]
        async with asyncio.timeout(PATIENCE_SECONDS):
            for reader, _ in held[1:]:
                assert (await reader.read()).startswith(b"HTTP/1.1 503 ")
            while len(serving._server.server_state.connections) > 1 + 2:
                await asyncio.sleep(0.01)
        assert len(serving._server.server_state.connections) == 1 + 2
        for _, writer in held:
            writer.close()

    with opened(most=1, linger_seconds=600) as serving:
        play(serving, scene)


def test_whoever_has_sent_a_request_is_answered_in_peace(impatient: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = await visitor().come_as_guest()
        follower = await who.follow(await who.table_of("duki4"))
        for _ in range(5):
            await asyncio.sleep(0.05)
            assert (await who.ask("/me"))["is_guest"]
            await follower.send("nonsense")
            assert (await follower.answer_to(""))["type"] == "refused"
        await follower.socket.close()

    play(impatient, scene)


def test_a_body_that_does_not_come_is_given_up(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablewright.house.server.app.BODY_SECONDS", 0.05)
    head = b"POST /api/guest HTTP/1.1\r\nHost: house\r\nContent-Length: 20\r\n\r\n{"
    answer = asyncio.run(_raw(serving, head))
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_an_answer_that_nobody_reads_is_given_up(opened: Opened) -> None:
    async def scene(visitor: Visit) -> None:
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", serving.port))
        head = b"GET /api/openapi.json HTTP/1.1\r\nHost: house\r\n\r\n"
        narrow.sendall(head * 20)
        answered, _, _ = select.select([narrow], [], [], PATIENCE_SECONDS)
        assert answered  # And nobody reads the answers.
        async with asyncio.timeout(PATIENCE_SECONDS):
            while serving._server.server_state.connections:
                await asyncio.sleep(0.01)
        narrow.close()

    with opened(read_seconds=0.2) as serving:
        play(serving, scene)


def test_there_are_only_so_many_connections(opened: Opened) -> None:
    async def scene(visitor: Visit) -> None:
        address = ("127.0.0.1", serving.port)
        held = [await asyncio.open_connection(*address) for _ in range(3)]
        answer = await _raw(serving, b"")
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert "too many connections" in json.loads(answer.partition(b"\r\n\r\n")[2])["why"]
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        for _ in range(1000):
            answer = await _raw(serving, b"GET /api/me HTTP/1.0\r\nHost: house\r\n\r\n")
            if answer.startswith(b"HTTP/1.1 200 "):
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the house has no room left")

    with opened(most=3) as serving:
        play(serving, scene)


# Caps ----------------------------------------------------------------------------------------------


async def _ended(connecting: Any) -> tuple[int, str]:
    """How the house ended a connection, and why."""
    async with connecting as connection:
        said = json.loads(await connection.recv())
        with pytest.raises(ConnectionClosed) as closed:
            await connection.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, said["why"]


def test_a_person_has_only_so_many_sockets(opened: Opened) -> None:
    async def scene(visitor: Visit) -> None:
        pia, dan, nobody = await visitor().sign_in("Pia"), await visitor().sign_in("Dan"), visitor()
        table = await pia.table_of("duki4")
        for who, whose in ((pia, "You have"), (nobody, "Your address has")):
            held = [await who.follow(table, "watch") for _ in range(2)]
            refusal = await _ended(who.socket(table, "watch"))
            assert refusal == (4429, f"{whose} 2 connections open: close one, then try again.")
            for each in held:
                await each.socket.close()
            while serving.house.sockets._held:
                await asyncio.sleep(0.01)
            await (await who.follow(table, "watch")).socket.close()
        held = [await who.follow(table, "watch") for who in (pia, pia, dan)]
        refusal = await _ended(dan.socket(table, "watch"))
        assert refusal == (4429, "The house has 3 connections open: try again later.")
        for each in held:
            await each.socket.close()

    with opened(caps=Caps(sockets_each=2, sockets=3)) as serving:
        play(serving, scene)


def test_only_so_many_guests_come_from_one_address(opened: Opened) -> None:
    async def scene(visitor: Visit) -> None:
        answers = [await visitor().post("/guest") for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) > 3500
        assert "Too many guests" in why(answers[-1])
        elsewhere = [await visitor(come_from="127.0.0.4").post("/guest") for _ in range(2)]
        assert [each.status_code for each in elsewhere] == [200, 429]
        await visitor().sign_in("Pia")

    with opened(caps=Caps(guests_each=2, guests=3)) as serving:
        play(serving, scene)


def test_guests_come_again_after_an_hour() -> None:
    now = [0.0]
    guests = Guests(Caps(guests_each=1), lambda: now[0])
    guests.come_in("2001:db8::1")
    with pytest.raises(TooManyTries, match="wait 3600 seconds"):
        guests.come_in("2001:db8::2")
    now[0] = 3600.0
    guests.come_in("2001:db8::3")


@pytest.mark.parametrize(("who", "most"), [("Pia", 3), ("", 2)])
def test_a_person_sits_at_only_so_many_tables(serving: Serving, who: str, most: int) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        names = [f"{who or 'guest'} {number}" for number in range(most + 1)]
        made = [await ivo.post("/tables", {"table": each, "game": "pick2"}) for each in names]
        *tables, last = [each.json()["id"] for each in made]
        person = visitor()
        await (person.sign_in(who) if who else person.come_as_guest())
        sit, leave = {"event": "sit", "place": 1}, {"event": "leave", "place": 1}
        for table in tables:
            assert (await person.command(table, sit, "player")).is_success
        refused = await person.command(last, sit, "player")
        assert refused.status_code == 400
        assert f"You sit at {most} tables already" in why(refused)
        assert (await person.command(tables[0], leave, "player")).is_success
        assert (await person.command(last, sit, "player")).is_success
        for table in (*tables[1:], last):
            assert (await person.command(table, leave, "player")).is_success

    play(serving, scene)


def test_memory_of_passers_by_is_bounded(serving: Serving) -> None:
    house = serving.house
    with house.sockets.one_more(NOBODY._replace(door=Door(address="192.0.2.7"))):
        assert house.sockets._held
    assert not house.sockets._held


def test_the_house_cannot_be_told_where_a_request_comes_from_by_its_environment(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")

    async def scene(visitor: Visit) -> None:
        who = visitor()
        who.http.headers["x-forwarded-for"] = "203.0.113.7"
        await who.sign_in("Pia")
        (session,) = await who.ask("/sessions")
        assert session["address"] == "127.0.0.1"

    with opened() as serving:
        play(serving, scene)

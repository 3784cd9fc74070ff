"""What a person might try against the house: other pages, large and broken bodies, odd requests."""

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.house.clients import PATIENCE_SECONDS, Visit, play, why
from tests.house.serving import Serving

SIZE = 16 * 1024


async def _raw(serving: Serving, *pieces: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes as they are; the status, the headers and the body that come back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_SECONDS)
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if line)
        body = await reader.read(int(headers.get("content-length", 0)))
        return int(first.split(" ")[1]), headers, body
    finally:
        writer.close()


def _head(path: str, *headers: str, method: str = "POST") -> bytes:
    lines = [f"{method} /api{path} HTTP/1.1", "Host: house", "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


JSON = "Content-Type: application/json"

# Other pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        ("http://house", True), ("https://house", True), ("http://house:80", False),
        ("http://evil.example", False), ("http://house.evil.example", False), ("null", False),
        ("http://evil.example/http://house", False), ("http://house@evil.example", False),
        ("", False), ("http://[", False), ("http://[::1", False), ("é", False), ("house", False),
    ],
)  # fmt: skip
def test_only_the_house_s_own_page_may_change_anything(
    serving: Serving, origin: str, is_own: bool
) -> None:
    async def scene(visitor: Visit) -> None:
        body = b'{"name":""}'
        length = f"Content-Length: {len(body)}"
        request = _head("/guest", JSON, length, f"Origin: {origin}") + body
        status, headers, said = await _raw(serving, request)
        assert status == (200 if is_own else 403), said
        assert ("set-cookie" in headers) == is_own
        assert headers["x-content-type-options"] == "nosniff"
        if not is_own:
            assert json.loads(said)["rule"] == "house.origin"

    play(serving, scene)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", ""])
def test_no_other_page_opens_a_socket(serving: Serving, origin: str) -> None:
    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        table = await dan.table_of("duki4")
        with pytest.raises(InvalidStatus) as refused:
            await dan.socket(table, "watch", headers={"Origin": origin})
        assert refused.value.response.status_code == 403
        own = serving.address
        async with dan.socket(table, "watch", headers={"Origin": own}) as socket:
            assert json.loads(await socket.recv())["type"] == "table"

    play(serving, scene)


def test_pages_may_not_frame_or_sniff_the_house(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        for path in ("/me", "/none", "/openapi.json"):
            headers = (await visitor().get(path)).headers
            assert "frame-ancestors 'none'" in headers["content-security-policy"], path
            assert headers["referrer-policy"] == "no-referrer"

    play(serving, scene)


# Bodies --------------------------------------------------------------------------------------------


def test_a_body_may_not_be_large_however_it_is_sent(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        large = json.dumps({"name": "x" * SIZE}).encode()
        length = f"Content-Length: {len(large)}"
        assert (await _raw(serving, _head("/guest", JSON, length) + large))[0] == 413
        chunks = [b"%x\r\n%b\r\n" % (len(part), part) for part in _parts(large, 1000)]
        chunked = _head("/guest", JSON, "Transfer-Encoding: chunked")
        assert (await _raw(serving, chunked, *chunks, b"0\r\n\r\n"))[0] == 413
        status, _, said = await _raw(serving, chunked, *chunks)  # It never ends.
        assert status == 413
        assert "16384" in json.loads(said)["why"]
        fits = json.dumps({"name": "Bo"}).encode().ljust(SIZE)
        request = _head("/guest", JSON, f"Content-Length: {SIZE}") + fits
        assert (await _raw(serving, request))[0] == 200
        assert (await _raw(serving, _head("/tables", method="GET")))[0] == 200

    play(serving, scene)


def _parts(data: bytes, size: int) -> list[bytes]:
    return [data[n : n + size] for n in range(0, len(data), size)]


def test_a_body_that_never_comes_whole_does_nothing(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        cookie = f"Cookie: {ada.headers['Cookie']}"
        body = json.dumps({"name": "Half", "roles": []}).encode()
        head = _head("/accounts", JSON, cookie, f"Content-Length: {len(body) + 5}")
        _, writer = await asyncio.open_connection("127.0.0.1", serving.port)
        writer.write(head + body)
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.close()
        await asyncio.sleep(0.1)
        assert "Half" not in [each["name"] for each in await ada.ask("/accounts")]

    play(serving, scene)


BROKEN = [
    b"", b" ", b"{", b"nul", b"[]", b"0", b'"x"', b"\xff\xfe", b'{"name":"\xff"}',
    b'{"name":"\\ud800"}', b'{"name":NaN}', b'{"name":Infinity}', b'{"name":1e999}',
    b"[" * 8000, b'{"a":' * 3000, b'{"name":' + b"9" * 9000 + b"}", b'{"name":null}',
    b'{"name":"a"}{"name":"b"}', b'{"name":"a","name":1}', b"\x00" * 100, b'\xef\xbb\xbf{"name":1}',
]  # fmt: skip


@pytest.mark.parametrize("path", ["/sign-in", "/tables", "/accounts", "/tokens", "/commands"])
def test_broken_bodies_are_refused_in_words(serving: Serving, path: str) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        table = await ada.table_of("duki4")
        at = path if path != "/commands" else f"/tables/{table}/commands"
        for body in BROKEN:
            for kind in ("application/json", "text/plain", "application/json; charset=utf-16", ""):
                headers = {"content-type": kind} if kind else {}
                answer = await ada.http.post(at, content=body, headers=headers)
                assert answer.status_code == 422, (body[:40], kind, answer.text)
                assert why(answer)

    play(serving, scene)


@pytest.mark.parametrize(
    "do",
    [
        {"event": "decide", "place": 2**63, "decision": "play"},
        {"event": "decide", "place": -1, "decision": "play"},
        {"event": "decide", "place": 100, "decision": "play"},
        {"event": "sit", "place": 10**25}, {"event": "sit", "place": -(10**25)},
        {"event": "sit", "place": 99}, {"event": "sit", "place": 100}, {"event": "sit", "place": 0},
        {"event": "buy-in", "place": 100, "cash": 10**25},
        {"event": "buy-in", "place": 1, "cash": -5, "chips": {"500": -1}},
        {"event": "buy-in", "place": 1, "cash": 10**18, "chips": {"500": 10**18}},
        {"event": "bets", "place": 100, "stakes": {"ante": 10**25}},
        {"event": "bets", "place": 0, "stakes": {}},
        {"event": "wager", "place": 0, "wager": "ante", "chips": {"500": 1}},
        {"event": "wager", "place": 1000, "wager": "\u0000", "chips": {}},
        {"event": "leave", "place": 0}, {"event": "tip", "place": 0, "chips": {"500": 1}},
        {"event": "change-colour", "place": 0, "give": {"500": 1}, "take": {"100": 5}},
        {"event": "take-back", "place": 0, "wager": "ante"},
        {"event": "take-post", "post": "x" * 8000}, {"event": "take-post", "post": ""},
        {"event": "call", "says": "help"}, {"event": "dismiss", "number": 10**25},
        {"event": "declare", "irregularity": "x", "place": 10**25},
        {"event": "settle", "place": 10**25}, {"event": "approve", "place": -1},
        {"event": "relieve", "post": "dealer", "who": "me"}, {"event": "fill"}, {"event": "cut"},
        {"event": "cut", "at": 10**25}, {"event": "shuffle"}, {"event": "deal"}, {"event": "clear"},
        {"event": "fill", "chips": {"500": 10**25}}, {"event": "credit", "chips": {"500": 1}},
        {"event": "ready"}, {"event": "ready", "is_ready": False}, {"event": "begin-closing"},
    ],
)  # fmt: skip
def test_who_only_looks_on_changes_nothing(serving: Serving, do: dict[str, Any]) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        table = await guest.table_of("duki4")
        before = await guest.ask(f"/tables/{table}/view")
        answer = await guest.command(table, do, "player")
        assert answer.status_code in (400, 422), answer.text
        assert why(answer)
        after = await guest.ask(f"/tables/{table}/view")
        assert after["view"] == before["view"]

    play(serving, scene)


FORGED = [
    {"event": "shuffle", "pack": 1, "order": "AsKs", "salt": "x"}, {"event": "shuffle", "order": ""},
    {"event": "shuffled", "pack": 1, "cards": 52, "seal": "x"}, {"event": "set-up", "setup": {}},
    {"event": "late-wager", "place": 1, "wager": "ante", "chips": {"500": 1}},
    {"event": "unsealed", "pack": 1, "order": "", "salt": ""}, {"event": "closed", "lines": 1},
    {"event": "settled", "place": 1, "wager": "ante"}, {"event": "moved", "moves": []},
    {"event": "sit", "place": 1, "player": "Dan"}, {"event": "cut", "at": 1.5},
    {"event": "sit"}, {"event": "sit", "place": "1"}, {"event": "sit", "place": True},
    {"event": "sit", "place": None}, {"event": "nothing"}, {"event": ""}, {"event": 1}, {}, [], None,
    {"event": "decide", "place": 1, "decision": "play", "cards": [0] * 3000 + ["x"]},
    {"event": "bets", "place": 1, "stakes": {"ante": 1.5}},
    {"event": "bets", "place": 1, "stakes": {"ante": "5"}},
]  # fmt: skip


@pytest.mark.parametrize("who", ["", "Dan", "Pit"])
def test_what_nobody_may_send_is_not_even_a_message(serving: Serving, who: str) -> None:
    async def scene(visitor: Visit) -> None:
        person = await (visitor().sign_in(who) if who else visitor().come_as_guest())
        table = await person.table_of("duki4")
        for do in FORGED:
            answer = await person.command(table, do)
            assert answer.status_code == 422, (do, answer.text)
            assert why(answer)
        for body in (
            {"id": "", "seq": 1, "do": {"event": "ready"}},
            {"id": "x" * 65, "seq": 1, "do": {"event": "ready"}},
            {"id": "a\nb", "seq": 1, "do": {"event": "ready"}},
            {"id": 1, "seq": 1, "do": {"event": "ready"}},
            {"id": "a", "seq": "1", "do": {"event": "ready"}},
            {"id": "a", "seq": 1, "do": {"event": "ready"}, "by": "dealer"},
            {"id": "a", "seq": 1, "do": {"event": "ready"}, "as": 1},
        ):
            answer = await person.post(f"/tables/{table}/commands", body)
            assert answer.status_code == 422, body
            assert why(answer)

    play(serving, scene)


@pytest.mark.parametrize("acting", ["dealer", "inspector", "pit-boss", "surveillance", "the house"])
def test_nobody_acts_in_a_post_that_he_does_not_hold(serving: Serving, acting: str) -> None:
    async def scene(visitor: Visit) -> None:
        for person in (await visitor().come_as_guest(), await visitor().sign_in("Pia")):
            table = await person.table_of("pick2")
            answer = await person.command(table, {"event": "no-more-bets"}, acting)
            assert answer.status_code == 403
            assert why(answer)

    play(serving, scene)


# Odd requests --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/none", 404), ("POST", "/none", 404), ("GET", "", 404), ("GET", "/", 404),
        ("GET", "/sign-in", 405), ("DELETE", "/me", 405), ("PUT", "/tables", 405),
        ("GET", "/tables/%00", 404), ("GET", "/tables/%ff/view", 404),
        ("GET", "/tables/..%2f..%2fetc/view", 404), ("GET", "/games/%00", 404),
        ("GET", "/tables/%00/journal", 404), ("GET", "/tables/%00/journal.jsonl", 404),
        ("GET", "/tables/%F0%9F%82%A1/journal", 404), ("GET", "/tables/D'--/journal", 404),
        ("GET", "/tables/%00/money", 404), ("GET", "/../../etc/passwd", 404),
        ("GET", "/tables/none/view?as=" + "x" * 30, 404),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_to_be_not_there(
    serving_both: Serving, method: str, path: str, status: int
) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        cookie = f"Cookie: {ada.headers['Cookie']}"
        found, headers, said = await _raw(
            serving_both, _head(path, cookie, "Content-Length: 0", method=method)
        )
        assert found == status, said
        assert headers["content-type"] == "application/json"
        assert json.loads(said)["why"]
        assert ("allow" in headers) == (status == 405)

    play(serving_both, scene)


@pytest.mark.parametrize("search", ["%", "_", "'", '"', "\\", "\0", "!", "é", "🂡", "x" * 201])
def test_any_text_may_be_searched_for(serving_both: Serving, search: str) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        table = await ada.table_of("duki4")
        answer = await ada.get(f"/tables/{table}/journal", search=search)
        is_taken = "\0" not in search and len(search) <= 200
        assert answer.status_code == (200 if is_taken else 422), answer.text
        if is_taken:
            lines = answer.json()["lines"]
            assert len(lines) < answer.json()["total"] or search in ('"', "_")

    play(serving_both, scene)


def test_a_guest_cannot_make_himself_heard_as_staff(serving: Serving) -> None:
    """A socket in no role, or in one that is spelled oddly, is told nothing that is for staff."""

    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        body = {"table": "Quiet", "game": "duki4", "is_practice": False, "automatic": "none"}
        body |= {"inspector": "Ina"}
        table = (await pit.post("/tables", body)).json()["id"]
        ina = await visitor().sign_in("Ina")
        staff = await ina.follow(table, "inspector")
        assert (await ina.command(table, {"event": "unlock-rack"}, "inspector")).is_success
        await staff.until(lambda seen: any(each.get("for_staff") for each in seen["told"]))
        guest = await visitor().come_as_guest()
        for acting in ("", "watch", "player"):
            follower = await guest.follow(table, acting)
            assert not [each for each in follower.newest["told"] if each.get("for_staff")]
            assert "float" not in follower.newest["view"]
        for acting in ("Inspector", "%20inspector", "inspector%00", "surveillance", "staff"):
            async with guest.socket(table, acting) as socket:
                assert json.loads(await socket.recv())["type"] == "closing"
                await socket.wait_closed()
                assert socket.close_code == 4403

    play(serving, scene)

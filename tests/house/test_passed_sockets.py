"""A socket that leads through one server to another: frames pass as they are, however they are cut."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close, Frame, Opcode

from tablewright.house.server.passed_sockets import PASSABLE, Frames, Leading, PassableSocket
from tablewright.house.server.serving import listening
from tests.house.clients import Visitor, eventually
from tests.house.serving import Serving
from tests.house.two_servers import has, sharing_of, table_at, two_servers

MOST = 60_000
"""Messages of a kilobyte: far more than the buffers between two servers and a page can hold."""
SIZES = st.sampled_from((0, 1, 5, 125, 126, 127, 300, 65_535, 65_536, 70_000))
OPCODES = st.sampled_from((Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PING, Opcode.PONG))


@st.composite
def streams(draw: st.DrawFn) -> tuple[list[bytes], bytes, list[int]]:
    """Frames, the one that ends them or none, and where the stream of them is cut."""
    is_masked = draw(st.booleans())
    frames = []
    for opcode, size in draw(st.lists(st.tuples(OPCODES, SIZES), max_size=6)):
        most = size if opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT) else min(size, 125)
        # Its content looks like frames that end the connection.
        frames.append(Frame(opcode, b"\x88" * most).serialize(mask=is_masked))
    end = Frame(Opcode.CLOSE, Close(4410, "moved").serialize()).serialize(mask=is_masked)
    end = end if draw(st.booleans()) else b""
    whole = len(b"".join(frames)) + len(end)
    cuts = draw(st.lists(st.integers(0, whole), max_size=8))
    return frames, end, sorted({0, *cuts, whole})


@given(streams())
def test_frames_pass_whole_up_to_the_one_that_ends_them_however_they_are_cut(
    stream: tuple[list[bytes], bytes, list[int]],
) -> None:
    frames, end, cuts = stream
    sent, found = b"".join(frames) + end, Frames()
    ends = {len(b"".join(frames[:number])) for number in range(len(frames) + 1)}
    passed = rest = b""
    for start, stop in pairwise(cuts):
        more, after = found.taken(sent[start:stop])
        passed, rest = passed + more, rest + after
        assert found.is_between == (len(passed) in ends)
    assert passed == b"".join(frames)
    assert rest == end


def test_a_page_that_says_too_much_is_ended_as_at_the_tables_own_server(shared: str) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        for server in (first, second):
            async with Visitor(server.address) as visitor:
                await visitor.come_as_guest("Ann")
                table = await table_at(first, visitor)
                player = await visitor.follow(table)
                await player.socket.send("x" * 20_000)
                assert await player.hear_the_end() == 1009

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


def test_a_page_that_leaves_is_gone_from_the_table_and_nothing_is_left_of_its_way(
    shared: str,
) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        async with Visitor(second.address) as visitor:
            await visitor.come_as_guest("Ann")
            table = await table_at(first, visitor)
            live = first.house.floor.tables[table]
            for is_rude in (False, True):
                player = await visitor.follow(table)
                await eventually(lambda: len(live.audience.listeners) == 1)
                assert len(sharing_of(second).passed_on.underway) == 1
                if is_rude:
                    player.socket.transport.abort()
                else:
                    await player.socket.close()
                    assert player.socket.close_code == 1000
                await eventually(lambda: not live.audience.listeners)
                await eventually(lambda: not sharing_of(second).passed_on.underway)
            assert has(first, table)

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


def test_a_page_that_does_not_read_holds_up_the_server_that_sends_and_misses_nothing() -> None:
    """What is sent there is never a backlog at the server between."""
    sent = 0

    async def tell(socket: ServerConnection) -> None:
        nonlocal sent
        while sent < MOST:
            await socket.send(f"{sent:06} {'x' * 1000}")
            sent += 1
        await socket.close(4410, "moved")

    async def pass_on(scope: Any, receive: Any, send: Any) -> None:
        there = await Leading.open(f"http://127.0.0.1:{scope['path'][1:]}", "/", [], 10)
        await receive()
        await send({"type": "websocket.accept"})
        ended = await scope["extensions"][PASSABLE].lead(there)
        assert ended is not None
        await send({"type": "websocket.close", "code": ended[0], "reason": ended[1]})

    async def scene() -> None:
        settings = uvicorn.Config(pass_on, lifespan="off", log_config=None, ws=PassableSocket)
        between = uvicorn.Server(settings)
        with listening("127.0.0.1", 0) as door:
            serving = asyncio.create_task(between.serve(sockets=[door]))
            async with serve(tell, "127.0.0.1", 0, compression=None) as server:
                there = server.sockets[0].getsockname()[1]
                here = door.getsockname()[1]
                await eventually(lambda: between.started)
                async with connect(f"ws://127.0.0.1:{here}/{there}", compression=None) as page:
                    seen = -1
                    while seen != sent or not sent:
                        seen = sent
                        await asyncio.sleep(0.5)
                    assert sent < MOST, "the page that does not read was sent everything"
                    for number in range(MOST):
                        assert str(await page.recv()).startswith(f"{number:06} ")
                    with pytest.raises(ConnectionClosed) as ended:
                        await page.recv()
                    assert ended.value.rcvd == Close(4410, "moved")
            between.should_exit = True
            await serving

    asyncio.run(scene())

"""A house whose servers are killed again and again while people play, and what is asked of it then.

A *part* is some kills with everyone playing on; after its last, which ends all servers at once, the
database is looked into. After any other kill those who lost their connection are waited for.
"""

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]

from tablewright.signing.files import read_signed
from tablewright.signing.rings import trusted
from tablewright.table.verify import verify
from tests.house.clients import Visitor
from tests.house.crashing import Crashing
from tests.house.gambling import (
    GONE,
    STAKES,
    Gambler,
    do_open_journals_verify,
    look_into_the_books,
)
from tests.house.serving import ADMINISTRATOR

ANY_TIME = ""
MOMENTS = ("decide", ANY_TIME, "settle", "clear", "draw", ANY_TIME, "wagers", "reveal", ANY_TIME)
"""How far the round has come at one of the tables when a server is killed."""
MOST_WAITED = 100
"""How many more messages are waited for until a phase is seen."""
MANY_PLACES = (1, 2, 4, 5, 7)
PARTS, IN_A_PART = 20, 26
LONGEST_SECONDS = 100.0
"""How long anything is waited for before it is held to have been forgotten."""
MOVED_SECONDS = 3.0
"""After a kill: who hears something so much later has not lost their connection by it."""
PROGRESS = 25
"""After so many kills a line is printed."""


class Servers:
    """The servers of one house; several only on PostgreSQL."""

    def __init__(self, database: str, folder: Path, names: Sequence[str]) -> None:
        self.database = database
        self.all = [Crashing(database, folder, 0.02, name=each) for each in names]
        self.keys = self.all[0].keys

    @property
    def is_alone(self) -> bool:
        return len(self.all) == 1

    @property
    def addresses(self) -> list[str]:
        return [each.address for each in self.all]

    def start(self) -> None:
        for each in self.all:
            each.start()

    def kill(self) -> None:
        """End all of them at once."""
        for each in self.all:
            each.kill()

    def faults(self) -> list[str]:
        """What was said that has nothing to do with a kill."""
        return [line for each in self.all for line in each.faults()]

    async def tables_of(self, server: Crashing) -> set[str]:
        """The tables that a server has."""
        if self.is_alone:
            return set()  # Every connection is to it, whichever tables there are.
        connection = await asyncpg.connect(self.database)
        try:
            rows = await connection.fetch(
                "SELECT room FROM leases JOIN servers ON server = id WHERE address = $1",
                server.address,
            )
        finally:
            await connection.close()
        return {row["room"] for row in rows}


class Killing:
    """People who play while servers are killed, and how long they waited after each kill."""

    def __init__(
        self,
        servers: Servers,
        places: Iterable[int],
        seed: int,
        tables: int = 1,
        thinks_seconds: float = 0.01,
    ) -> None:
        self.servers, self._luck, self._tables = servers, random.Random(seed), tables
        self.gamblers = [
            Gambler(
                game, place, random.Random(f"{game}{table}{place} {seed}"), table, thinks_seconds
            )
            for game in STAKES
            for table in range(tables)
            for place in places
        ]
        self.kills = 0
        self.waits: list[float] = []
        """After each kill, of each player who lost the connection by it."""
        self._playing: list[asyncio.Task[None]] = []
        self._since = time.monotonic()

    def go_on(self, moments: Sequence[str]) -> None:
        """A part: a kill at each of these moments, the last of all servers; then look what is kept."""
        self.servers.start()
        asyncio.run(self._part(moments))
        books = self.servers.database, self.servers.keys
        asyncio.run(look_into_the_books(*books, self.gamblers))

    @property
    def is_something_done_once(self) -> bool:
        """Whether a command that nobody heard of before a kill was sent again, and done once."""
        return any(each.retried["done"] for each in self.gamblers)

    def finish(self) -> None:
        """Play on, close the tables, and hold everything against what was ever seen and answered."""
        books = self.servers.database, self.servers.keys
        asyncio.run(do_open_journals_verify(*books))
        self.servers.start()
        asyncio.run(self._play_on_and_close())
        self.servers.kill()
        assert all(gambler.rounds > 1 for gambler in self.gamblers)
        assert not self.servers.faults()

    def summary(self) -> str:
        """How long players were without their tables, in a line."""
        waits, took = sorted(self.waits), time.monotonic() - self._since
        return (
            f"{self.kills} kills, {len(self.gamblers)} players, {took / 60:.0f} minutes:"
            f" {len(waits)} connections were lost, and their players shown their tables again after"
            f" {percentile(waits, 50):.2f} s (median), {percentile(waits, 99):.2f} s"
            f" (99th percentile), {waits[-1]:.2f} s (longest);"
            f" {sum(len(each.answered) for each in self.gamblers)} commands acknowledged,"
            f" {sum(each.retried.total() for each in self.gamblers)} sent again, of which"
            f" {sum(each.retried['done'] for each in self.gamblers)} done"
        )

    # A part ---------------------------------------------------------------------------------------

    async def _part(self, moments: Sequence[str]) -> None:
        await self._find_tables()
        self._sit_down_to_play()
        try:
            for number, phase in enumerate(moments, 1):
                await self._until(phase)
                if number == len(moments):
                    self.servers.kill()
                else:
                    await self._kill_one()
                self.kills += 1
                if self.kills % PROGRESS == 0:
                    print(f"{time.strftime('%X')} {self.summary()}", flush=True)
        finally:
            await self._stop_playing()

    async def _find_tables(self) -> None:
        """The tables that the house keeps ready, and as many more of each game as are asked for."""
        if all(each.table for each in self.gamblers):
            return
        async with Visitor(self.servers.addresses[0]) as boss:
            await boss.sign_in(ADMINISTRATOR)
            for game in STAKES:
                found = [await boss.table_of(game)]
                for number in range(1, self._tables):
                    table = {"table": f"{game} {number}", "game": game, "pace": 0.02}
                    made = await boss.post(
                        "/tables", table | {"bet_seconds": 30, "decide_seconds": 45}
                    )
                    assert made.status_code == 201, made.text
                    found.append(made.json()["id"])
                for each in self.gamblers:
                    if each.game == game:
                        each.table = found[each.number]

    def _sit_down_to_play(self) -> None:
        self._playing = [
            asyncio.create_task(self._keep_playing(each, random.Random(self._luck.random())))
            for each in self.gamblers
        ]

    async def _stop_playing(self) -> None:
        for task in self._playing:
            task.cancel()
        _, left = await asyncio.wait(self._playing, timeout=LONGEST_SECONDS)
        assert not left, f"these do not stop: {left}"

    async def _keep_playing(self, gambler: Gambler, luck: random.Random) -> None:
        """Play by any server; when the connection is lost, by any again."""
        while True:
            try:
                await gambler.play(luck.choice(self.servers.addresses))
            except GONE:
                playing = asyncio.current_task()
                if playing is not None and playing.cancelling():
                    return  # The end of the connection came first.
                await asyncio.sleep(0.05)

    async def _until(self, phase: str) -> None:
        """Play until everyone has heard a little more, and a round has come to a phase."""
        messages = self._luck.randint(1, 8)
        ends = {each: each.heard + messages for each in self.gamblers}
        await self._wait(lambda: [each for each, end in ends.items() if each.heard < end])
        enough = sum(each.heard for each in self.gamblers) + MOST_WAITED

        def is_there() -> bool:
            there = {each.newest["view"]["phase"] for each in self.gamblers}
            return phase in there or sum(each.heard for each in self.gamblers) > enough

        await self._wait(lambda: [] if not phase or is_there() else self.gamblers)
        await asyncio.sleep(self._luck.random() * 0.05)

    async def _kill_one(self) -> None:
        """Kill one server, wait for those who lost their connection by it, and start it again."""
        servers = self.servers
        victim = self._luck.choice(servers.all)
        theirs = await servers.tables_of(victim)
        cut_off = {
            each: each.losses
            for each in self.gamblers
            if servers.is_alone or each.at == victim.address or each.table in theirs
        }
        before = {each.table: each.newest for each in sorted(self.gamblers, key=_seq)}
        victim.kill()
        killed = time.monotonic()
        if servers.is_alone:
            await asyncio.to_thread(victim.start)
        back: dict[Gambler, float] = {}

        def are_left() -> list[Gambler]:
            for each, losses in list(cut_off.items()):
                if each.shown_at > killed and each not in back:
                    back[each] = each.shown_at
                    assert each.shown["seq"] >= before[each.table]["seq"], f"{each}: undone"
                elif each.losses == losses and each.heard_at > killed + MOVED_SECONDS:
                    del cut_off[each]  # Their table moved to the other just before the kill.
            return [each for each in cut_off if each not in back]

        await self._wait(are_left)
        self.waits += [at - killed for at in back.values()]
        first = {each.table: each for each in sorted(back, key=lambda each: -back[each])}
        for table, gambler in first.items():
            if servers.is_alone or table in theirs:  # The others have gone on without them.
                rounds = gambler.shown["view"]["round"] - before[table]["view"]["round"]
                # One may just have been over.
                assert rounds in (0, 1), f"{gambler} is shown a round {rounds} later"
        if not servers.is_alone:
            await asyncio.to_thread(victim.start)  # It comes back while the others play on.

    async def _wait(self, left: Callable[[], list[Gambler]]) -> None:
        """Wait until nobody is left; if that takes too long, say who is, and what they are at."""
        give_up = time.monotonic() + LONGEST_SECONDS
        while waiting := left():
            over, _ = await asyncio.wait(self._playing, timeout=0.005)
            assert not over, over
            if time.monotonic() > give_up:
                complaints = "\n".join(each.complaints.read_text() for each in self.servers.all)
                raise AssertionError(
                    f"after {self.kills} kills these wait in vain, by {self.servers.addresses}:\n"
                    + "\n".join(map(str, waiting))
                    + f"\nwhat the servers said:\n{complaints[-4000:]}"
                )

    # The end --------------------------------------------------------------------------------------

    async def _play_on_and_close(self) -> None:
        """Rounds end, tables are closed, and their journals are whole."""
        ends = {each: each.rounds + 1 for each in self.gamblers}
        self._sit_down_to_play()
        try:
            await self._wait(lambda: [each for each, end in ends.items() if each.rounds < end])
            async with Visitor(self.servers.addresses[-1]) as boss:
                await boss.sign_in(ADMINISTRATOR)
                tables = {each.table for each in self.gamblers}
                for table in tables:
                    assert (await boss.post(f"/tables/{table}/close")).status_code == 200
                for table in tables:  # After its round.
                    await boss.until_gone(f"/tables/{table}/view")
                for table in tables:
                    await _is_closed_and_whole(boss, table)
                notes = (await boss.ask("/signing"))["notes"]
                assert len(notes) == 0, "nothing that was signed is missing"
        finally:
            await self._stop_playing()


def killed_a_great_many_times(servers: Servers, seed: int) -> Killing:
    """The proof: 60 players, and more than 500 kills."""
    killing = Killing(servers, MANY_PLACES, seed, tables=4, thinks_seconds=2.0)
    luck = random.Random(seed)
    for _ in range(PARTS):
        killing.go_on(luck.choices(MOMENTS, k=IN_A_PART))
    print(killing.summary())
    assert killing.is_something_done_once
    killing.finish()
    return killing


async def _is_closed_and_whole(boss: Visitor, table: str) -> None:
    """Its journal verifies to the last line, and so does everything that was signed of it."""
    exported = (await boss.get(f"/tables/{table}/journal.jsonl")).content
    lines = exported.splitlines(keepends=True)
    verdict = verify(lambda: lines)
    assert verdict.is_closed
    assert verdict.lines == len(lines)
    answer = await boss.get(f"/tables/{table}/journal.jsonl.signed.json")
    signed = read_signed(answer.content)
    for each in signed.statements:
        trusted(signed.keys).check(each)


def _seq(gambler: Gambler) -> int:
    return int(gambler.newest["seq"])


def percentile(waits: Sequence[float], per_cent: int) -> float:
    """What so many of a hundred did not wait longer than; they are sorted.

    >>> percentile([0.1, 0.2, 0.3, 0.4], 50), percentile([0.1, 0.2], 99)
    (0.2, 0.2)
    """
    return waits[max(0, ceil(len(waits) * per_cent / 100) - 1)]

"""The pool of the workbench: fair turns, a few processes, and what happens when one of them ends."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator

import psutil
import pytest

from tablewright.house.people.throttle import TooManyTries
from tablewright.house.workbench.messages import Answer, Asked, Choice
from tablewright.house.workbench.pool import MOST_EACH, Pool, Replaced, Unworkable
from tablewright.house.workbench.turns import Place, Turns
from tablewright.rules.errors import Refused
from tests.house.clients import PATIENCE_SECONDS, eventually

USUAL = Place("Pia", "a")
QUICK = Asked(what="price", choice=Choice(version="king-high"))
SEARCH = Asked(
    what="solve",
    choice=Choice(version="pick2"),
    of="game",
    vary=tuple(f"bonus-3-5.five.{each}=1..200" for each in ("flush", "straight")),
    numbers={"edge": "-900..100", "rank": "closeness"},
)


def version(number: int) -> Asked:
    """Another version each time, which is priced at once."""
    return Asked(what="price", choice=Choice(version=f"king-high~pokerpot.flush_{number}"))


Scene = Callable[[Callable[[Pool], Awaitable[None]]], None]


@pytest.fixture(scope="module")
def of_two() -> Iterator[tuple[asyncio.Runner, Pool]]:
    """One pool of two processes for all: what a process has counted stays, until it is ended."""
    with asyncio.Runner() as runner:
        pool = Pool()
        yield runner, pool
        runner.run(pool.close())


@pytest.fixture
def scene(of_two: tuple[asyncio.Runner, Pool]) -> Iterator[Scene]:
    """Something happens at the pool; afterwards it is as it was."""
    runner, pool = of_two
    before = pool.most_workers, pool.most_seconds, pool._most_waiting

    def happens(play: Callable[[Pool], Awaitable[None]]) -> None:
        async def played() -> None:
            await play(pool)
            await eventually(lambda: not any(each.is_busy for each in pool.workers))

        runner.run(played())

    yield happens
    pool.most_workers, pool.most_seconds, pool._most_waiting = before


async def stopped(pool: Pool) -> int:
    """The number of the worker that searches: its process is started, and counts no further."""
    await eventually(lambda: any(each.is_busy for each in pool.workers))
    busy = next(n for n, each in enumerate(pool.workers) if each.is_busy)
    await eventually(lambda: pool.workers[busy].process.is_running)
    os.kill(pid(pool, busy), signal.SIGSTOP)
    return busy


async def answered(pool: Pool, asked: Asked, place: Place = USUAL) -> Answer:
    found = await pool.answer(place, asked, PATIENCE_SECONDS)
    assert isinstance(found, Answer)
    return found


def pid(pool: Pool, worker: int = 0) -> int:
    process = pool.workers[worker].process._process
    assert process is not None
    return process.pid


# Turns ---------------------------------------------------------------------------------------------


def test_one_question_of_each_asker_is_worked_on_in_turn() -> None:
    turns = Turns()
    for slot in "abc":
        turns.put(Place("Pia", slot), f"Pia {slot}")
    turns.put(Place("Dan", "a"), "Dan a")
    turns.put(Place("Ina", "a"), "Ina a")
    served = [turns.next(lambda key: True) for _ in range(5)]
    assert served == ["Pia a", "Dan a", "Ina a", "Pia b", "Pia c"]
    assert turns.next(lambda key: True) is None


def test_a_newer_question_takes_the_place_of_one_that_waits() -> None:
    turns = Turns()
    assert turns.put(Place("Pia", "a"), "older") is None
    assert turns.put(Place("Pia", "a"), "newer") == "older"
    assert len(turns) == 1
    assert turns.next(lambda key: True) == "newer"


def test_what_may_not_begin_yet_keeps_nobody_waiting() -> None:
    turns = Turns()
    turns.put(Place("Pia", "solve"), "long")
    turns.put(Place("Pia", "a"), "short")
    assert turns.next(lambda key: key != "long") == "short"
    assert turns.next(lambda key: key != "long") is None
    assert len(turns) == 1


# Processes -----------------------------------------------------------------------------------------


def test_what_is_asked_again_is_counted_once_and_kept(scene: Scene) -> None:
    async def play(pool: Pool) -> None:
        places = [Place(name, "a") for name in ("Pia", "Dan", "Ina")]
        found = await asyncio.gather(*(answered(pool, QUICK, place) for place in places))
        assert found[0] is found[1] is found[2]
        pool.most_workers = 0  # Nobody is there to count it again.
        assert await answered(pool, QUICK) is found[0]

    scene(play)


def test_what_is_refused_is_said_in_one_line_and_the_process_goes_on(scene: Scene) -> None:
    async def play(pool: Pool) -> None:
        pool.most_workers = 1
        assert (await answered(pool, version(3))).content
        first = pid(pool)
        wrong = Asked(what="price", choice=Choice(game="king-high", pay=("pokerpot.flush=many",)))
        with pytest.raises(Refused, match="many") as refused:
            await answered(pool, wrong)
        assert "\n" not in str(refused.value)
        assert (await answered(pool, version(4))).content
        assert pid(pool) == first

    scene(play)


def test_fifty_askers_are_all_answered_by_two_processes(scene: Scene) -> None:
    async def play(pool: Pool) -> None:
        asked = [(Place(f"asker {n}", "a"), version(n + 100)) for n in range(50)]
        found = await asyncio.gather(*(answered(pool, each, place) for place, each in asked))
        assert len({each.content for each in found}) == 50
        assert len(pool.workers) == 2
        assert not len(pool.turns)

    scene(play)


def test_who_types_on_keeps_their_turn(scene: Scene) -> None:
    """In a queue that is longer than a pause between two keys nobody would be answered otherwise."""
    ready: list[str] = []

    async def play(pool: Pool) -> None:
        async def ask(who: str, number: int) -> None:
            await answered(pool, version(number), Place(who, "a"))
            ready.append(f"{who} {number}")

        pool.most_workers = 0
        keys = (("Pia", 20), ("Dan", 30), ("Pia", 21))
        asked = [asyncio.create_task(ask(*each)) for each in keys]
        await asyncio.sleep(0)
        pool.most_workers = 1
        pool._go_on()
        typed, *_ = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(typed, Replaced)
        assert ready == ["Pia 21", "Dan 30"]

    scene(play)


def test_a_search_leaves_a_process_to_others_and_ends_when_its_asker_leaves(scene: Scene) -> None:
    async def play(pool: Pool) -> None:
        searches = [
            asyncio.create_task(answered(pool, SEARCH, Place("Pia", "solve"))),
            asyncio.create_task(answered(pool, SEARCH_OTHERWISE, Place("Dan", "solve"))),
        ]
        busy = await stopped(pool)
        searching = pid(pool, busy)
        assert (await answered(pool, version(40), Place("Ina", "a"))).content
        assert not any(each.done() for each in searches)
        assert len(pool.workers) == 2
        assert [each for each, _ in pool.turns] == [Place("Dan", "solve")]
        for name in ("Dan", "Pia"):
            pool.leave(Place(name, "solve"))
        ended = await asyncio.gather(*searches, return_exceptions=True)
        assert all(isinstance(each, Replaced) for each in ended)
        await eventually(lambda: not pool.workers[busy].is_busy)
        assert not psutil.pid_exists(searching)

    scene(play)


SEARCH_OTHERWISE = Asked(
    what="solve",
    choice=Choice(version="pick2"),
    of="game",
    vary=SEARCH.vary,
    numbers={"edge": "-900..99", "rank": "closeness"},
)


def test_one_asker_does_not_fill_the_queue_and_all_together_are_bounded(scene: Scene) -> None:
    async def play(pool: Pool) -> None:
        pool.most_workers, pool._most_waiting = 1, MOST_EACH
        kept = asyncio.create_task(answered(pool, SEARCH, Place("Pia", "solve")))
        await stopped(pool)
        waiting = [
            asyncio.create_task(answered(pool, version(n + 50), Place("Dan", f"slot {n}")))
            for n in range(MOST_EACH + 2)
        ]
        await eventually(lambda: sum(each.done() for each in waiting) == 2)
        for each in waiting[:2]:
            with pytest.raises(Replaced):
                await each
        assert pool.turns.of("Dan") == MOST_EACH
        with pytest.raises(TooManyTries):
            await answered(pool, version(99), Place("Ina", "a"))
        pool.leave(Place("Pia", "solve"))
        with pytest.raises(Replaced):
            await kept
        assert all(each.content for each in await asyncio.gather(*waiting[2:]))

    scene(play)


def test_a_process_that_is_killed_or_stuck_is_replaced_and_who_waited_is_told(scene: Scene) -> None:
    async def play(pool: Pool) -> None:
        pool.most_workers = 1
        waiting = asyncio.create_task(answered(pool, SEARCH))
        killed = pid(pool, await stopped(pool))
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(Unworkable, match="try again"):
            await waiting
        pool.most_seconds = 0.5
        waiting = asyncio.create_task(answered(pool, SEARCH))
        stuck = pid(pool, await stopped(pool))
        with pytest.raises(Unworkable, match="try again"):
            await waiting
        pool.most_seconds = PATIENCE_SECONDS
        assert (await answered(pool, version(8))).content
        assert len({killed, stuck, pid(pool)}) == 3

    scene(play)


def test_a_process_ends_without_work_and_with_much_memory() -> None:
    async def played() -> None:
        pool = Pool(workers=1, idle_seconds=0.0)
        assert not (await answered(pool, version(5))).is_last
        process = pool.workers[0].process
        await eventually(lambda: not process.is_running)
        process._most_megabytes, pool._idle_seconds = 1, 300.0
        assert (await answered(pool, version(6))).is_last
        assert not process.is_running
        await pool.close()

    asyncio.run(played())


def test_a_house_that_closes_does_not_wait_for_what_is_counted() -> None:
    async def played() -> None:
        pool = Pool()
        waiting = [
            asyncio.create_task(answered(pool, each, Place("Pia", each.what)))
            for each in (SEARCH, QUICK)
        ]
        await eventually(lambda: any(each.is_busy for each in pool.workers))
        await pool.close()
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(each, asyncio.CancelledError | Refused) for each in ended)
        with pytest.raises(Unworkable, match="closing"):
            await answered(pool, QUICK)

    asyncio.run(played())

"""The pool of the workbench: fair turns, a few processes, and what happens when one of them ends."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

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


def scene(play: Callable[[Pool], Awaitable[None]], **options: Any) -> None:
    """Something happens at a pool, which ends with it."""

    async def played() -> None:
        pool = Pool(**options)
        try:
            await play(pool)
        finally:
            await pool.close()

    asyncio.run(played())


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


def test_who_types_on_keeps_their_turn() -> None:
    """In a queue that is longer than a pause between two keys nobody would be answered otherwise."""
    ready: list[str] = []

    async def play(pool: Pool) -> None:
        async def ask(who: str, number: int) -> None:
            await answered(pool, version(number), Place(who, "a"))
            ready.append(f"{who} {number}")

        pool.most_workers = 0
        asked = [
            asyncio.create_task(ask(*each)) for each in (("Pia", 20), ("Dan", 30), ("Pia", 21))
        ]
        await asyncio.sleep(0)
        pool.most_workers = 1
        pool._go_on()
        typed, *_ = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(typed, Replaced)
        assert ready == ["Pia 21", "Dan 30"]

    scene(play)


def test_what_may_not_begin_yet_keeps_nobody_waiting() -> None:
    turns = Turns()
    turns.put(Place("Pia", "solve"), "long")
    turns.put(Place("Pia", "a"), "short")
    assert turns.next(lambda key: key != "long") == "short"
    assert turns.next(lambda key: key != "long") is None
    assert len(turns) == 1


# Processes -----------------------------------------------------------------------------------------


def test_what_is_asked_again_is_counted_once_and_kept() -> None:
    async def play(pool: Pool) -> None:
        places = [Place(name, "a") for name in ("Pia", "Dan", "Ina")]
        found = await asyncio.gather(*(answered(pool, QUICK, place) for place in places))
        assert found[0] is found[1] is found[2]
        first = pid(pool)
        os.kill(first, signal.SIGKILL)
        assert await answered(pool, QUICK) is found[0]

    scene(play)


def test_a_process_that_is_killed_is_replaced_and_who_waited_is_told() -> None:
    async def play(pool: Pool) -> None:
        await answered(pool, QUICK)
        waiting = asyncio.create_task(answered(pool, SEARCH))
        await eventually(lambda: pool.workers[-1].is_busy)
        busy = next(n for n, each in enumerate(pool.workers) if each.is_busy)
        await eventually(lambda: pool.workers[busy].process.is_running)
        os.kill(pid(pool, busy), signal.SIGKILL)
        with pytest.raises(Unworkable, match="try again"):
            await waiting
        assert (await answered(pool, version(9))).content

    scene(play, workers=1)


def test_a_process_that_is_stuck_is_replaced_and_who_waited_is_told() -> None:
    async def play(pool: Pool) -> None:
        await answered(pool, QUICK)
        stuck = pid(pool)
        os.kill(stuck, signal.SIGSTOP)
        pool.most_seconds = 0.5
        with pytest.raises(Unworkable, match="try again"):
            await answered(pool, version(9))
        pool.most_seconds = PATIENCE_SECONDS
        assert (await answered(pool, version(8))).content
        assert pid(pool) != stuck

    scene(play, workers=1)


def test_a_search_whose_asker_leaves_is_ended() -> None:
    async def play(pool: Pool) -> None:
        place = Place("Pia", "solve")
        waiting = asyncio.create_task(answered(pool, SEARCH, place))
        await eventually(lambda: any(each.is_busy for each in pool.workers))
        pool.leave(place)
        with pytest.raises(Replaced):
            await waiting
        await eventually(lambda: not any(each.is_busy for each in pool.workers))
        assert (await answered(pool, QUICK)).content

    scene(play)


def test_a_search_leaves_a_process_to_those_who_wait_for_figures() -> None:
    async def play(pool: Pool) -> None:
        searches = [
            asyncio.create_task(answered(pool, SEARCH, Place("Pia", "solve"))),
            asyncio.create_task(
                answered(pool, SEARCH_OTHERWISE, Place("Dan", "solve")),
            ),
        ]
        await eventually(lambda: any(each.is_busy for each in pool.workers))
        assert (await answered(pool, QUICK, Place("Ina", "a"))).content
        assert not any(each.done() for each in searches)
        assert len(pool.workers) == 2
        for name in ("Pia", "Dan"):
            pool.leave(Place(name, "solve"))
        ended = await asyncio.gather(*searches, return_exceptions=True)
        assert all(isinstance(each, Replaced) for each in ended)

    scene(play)


SEARCH_OTHERWISE = Asked(
    what="solve",
    choice=Choice(version="pick2"),
    of="game",
    vary=SEARCH.vary,
    numbers={"edge": "-900..99", "rank": "closeness"},
)


def test_what_is_refused_is_said_in_one_line_and_the_process_goes_on() -> None:
    async def play(pool: Pool) -> None:
        wrong = Asked(what="price", choice=Choice(game="king-high", pay=("pokerpot.flush=many",)))
        with pytest.raises(Refused, match="many") as refused:
            await answered(pool, wrong)
        assert "\n" not in str(refused.value)
        first = pid(pool)
        assert (await answered(pool, QUICK)).content
        assert pid(pool) == first

    scene(play, workers=1)


def test_a_process_that_has_had_much_memory_is_replaced() -> None:
    async def play(pool: Pool) -> None:
        for number in (7, 8):
            assert (await answered(pool, version(number))).is_last
            assert not pool.workers[0].process.is_running

    scene(play, most_megabytes=1, workers=1)


def test_a_process_without_work_ends() -> None:
    async def play(pool: Pool) -> None:
        assert (await answered(pool, QUICK)).content
        await eventually(lambda: not pool.workers[0].process.is_running)
        assert (await answered(pool, version(9))).content

    scene(play, idle_seconds=0.0)


def test_fifty_askers_are_all_answered_by_two_processes() -> None:
    async def play(pool: Pool) -> None:
        asked = [(Place(f"asker {n}", "a"), version(n + 1)) for n in range(50)]
        found = await asyncio.gather(*(answered(pool, each, place) for place, each in asked))
        assert len({each.content for each in found}) == 50
        assert len(pool.workers) == 2
        assert not len(pool.turns)

    scene(play)


def test_one_asker_does_not_fill_the_queue_and_all_together_are_bounded() -> None:
    async def play(pool: Pool) -> None:
        kept = asyncio.create_task(answered(pool, SEARCH, Place("Pia", "solve")))
        await eventually(lambda: any(each.is_busy for each in pool.workers))
        waiting = [
            asyncio.create_task(answered(pool, version(n + 1), Place("Dan", f"slot {n}")))
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

    scene(play, workers=1, most_waiting=MOST_EACH)


def test_a_house_that_closes_does_not_wait_for_what_is_counted() -> None:
    async def play(pool: Pool) -> None:
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

    scene(play)

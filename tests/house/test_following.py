"""Following a table: what has changed, laid over what one had, is what one would be shown anew."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.house.books.options import Options
from tablewright.house.people.person import Person
from tablewright.house.screens.messages import ChangesMessage, TableMessage
from tablewright.house.screens.sent_state import News, patch, whole
from tablewright.house.tables.refusals import Stale
from tablewright.table.actors import player
from tablewright.table.setup import SUPERVISOR_STEPS, Staff
from tests.house.company import ON_SQLITE, STAKES, Tab, employee, guest, open_table, opened, seated
from tests.house.following import OF_THE_MESSAGE, laid

KINDS: dict[str, type[msgspec.Struct]] = {"table": TableMessage, "changes": ChangesMessage}
OF_THE_MOMENT = (*OF_THE_MESSAGE, "clock")


class Compared(Tab):
    """A connection on which every state is held against the whole of it."""

    def __init__(self, *given: Any) -> None:
        self.wrong: list[str] = []
        super().__init__(*given)

    def _hear(self, message: Any) -> None:
        super()._hear(message)
        state = self._listener.state
        if message["type"] not in KINDS or state is None:
            return
        shown = json.loads(whole(state, News(message["seq"], (), has_gap=False)))
        if _without(self.newest, "told", "has_gap") != _without(shown, "told"):
            self.wrong.append(f"{self.newest} is not {shown}")

    async def until(self, is_so: Callable[[Any], bool]) -> Any:
        def look(state: Any) -> bool:
            assert not self.wrong
            return is_so(state)

        return await super().until(look)


def _without(state: Any, *names: str) -> Any:
    return {name: value for name, value in state.items() if name not in names}


def strict(message: Any) -> None:
    """A message is what it is described as: each of its fields, and no other, none of them null."""
    kind = KINDS[message["type"]]
    msgspec.convert(message, kind, strict=False)
    fields = msgspec.structs.fields(kind)
    always = {each.encode_name for each in fields if each.required}
    assert always | {"type"} <= set(message) <= {each.encode_name for each in fields} | {"type"}
    if kind is TableMessage:
        assert not list(_nulls(message))


def _nulls(said: Any, where: str = "") -> Any:
    """Where a state has null: a patch could not say it. Lists are sent whole, and may."""
    if isinstance(said, dict):
        for name, value in said.items():
            yield from _nulls(value, f"{where}.{name}")
    elif said is None:
        yield where


async def settled(tab: Tab) -> None:
    """Wait until the table has nothing more to show; then it was shown all of it."""

    def is_settled(state: Any) -> bool:
        now = json.loads(tab.live.room.screen.snapshot(tab.person, tab.acting))
        return bool(_without(state, *OF_THE_MOMENT) == _without(now, *OF_THE_MOMENT))

    await tab.until(is_settled)


@ON_SQLITE
@pytest.mark.parametrize("game", STAKES)
def test_changes_laid_over_the_last_state_are_the_whole(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game)
            ann, bob = Compared(live, guest(1)), Compared(live, guest(2))
            tabs = [ann, bob, Compared(live, guest(3), "watch"), Compared(live, guest(1))]
            tabs.append(Compared(live, employee(1, "Sue", "surveillance"), "surveillance"))
            await ann.sit_down(1)
            await bob.sit_down(2)
            for _ in range(2):
                await asyncio.gather(*(each.play_on(STAKES[game]) for each in (ann, bob)))
                for tab in tabs:
                    await settled(tab)
            late = Compared(live, guest(2), "watch")
            await bob.do("leave", place=2)
            for tab in (*tabs, late):
                await settled(tab)
                assert "2" not in tab.newest["view"]["places"]
                states = [each for each in tab.heard if each["type"] in KINDS]
                assert [each["type"] for each in states[:2]] == ["table", "changes"][: len(states)]
                assert {each["type"] for each in states[1:]} <= {"changes"}
                for each in (*states, tab.newest):
                    strict(each)

    asyncio.run(run())


@ON_SQLITE
@pytest.mark.parametrize("game", STAKES)
def test_so_they_are_for_a_dealer_and_a_pit_boss(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            people = [employee(1, "Dan", "dealer"), employee(2, "Pit", "pit-boss")]
            staff = Staff(dealer="Dan", pit_boss="Pit")
            options = Options(pace=0, patrons=3)
            live = await open_table(house, game, options, automatic=SUPERVISOR_STEPS, staff=staff)
            dealer, pit = [
                Compared(live, person, post)
                for person, post in zip(people, ("dealer", "pit-boss"), strict=True)
            ]
            while live.table.state.round < 3:
                due = (await dealer.until(lambda table: table["seq"] >= live.seq)).get("next", {})
                with suppress(Stale):
                    await (dealer.do(**due["do"]) if "do" in due else asyncio.sleep(0.001))
            for tab in (dealer, pit):
                await settled(tab)
                for message in (*tab.heard, tab.newest):
                    if message["type"] in KINDS:
                        strict(message)

    asyncio.run(run())


OBJECTS: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.sampled_from("abcd"),
    st.recursive(
        st.integers(0, 2) | st.lists(st.none() | st.integers(0, 2), max_size=2),
        lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
        max_leaves=8,
    ),
)


@given(OBJECTS, OBJECTS)
def test_a_patch_makes_one_object_of_another_and_names_nothing_else(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    made = patch(before, after)
    assert laid(before, made) == after
    assert patch(after, after) == {}
    assert not list(_idle(before, made))


def _idle(before: Any, made: dict[str, Any]) -> Any:
    """What a patch names though it is as it was."""
    for name, value in made.items():
        was = before.get(name)
        if isinstance(value, dict) and isinstance(was, dict):
            if not value:
                yield name
            yield from _idle(was, value)
        elif value == was:
            yield name


@ON_SQLITE
def test_a_bet_is_told_of_a_place_by_what_is_new_there(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann, bob = await seated(live, 2)
            await ann.until(lambda table: "2" in table["view"]["places"])
            await settled(ann)
            chips = ann.newest["view"]["places"]["2"]["chips"]
            ann.heard.clear()
            await bob.do("bets", place=2, stakes={"ante": 1000})
            await settled(ann)
            (message,) = [each for each in ann.heard if each["type"] == "changes"]
            assert set(message) == {"type", "seq", "told", "patch"}
            left = ann.newest["view"]["places"]["2"]["chips"]
            new = {value: left.get(value) for value in chips if left.get(value) != chips[value]}
            seen = {"wagers": {"ante": {"1000": 1} if "1000" in chips else {"500": 2}}}
            assert message["patch"] == {"view": {"places": {"2": {**seen, "chips": new}}}}

    asyncio.run(run())


@ON_SQLITE
def test_what_runs_out_is_said_while_it_does_and_that_it_does_no_more(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", Options(pace=0, bet_seconds=1))
            ann, bob = Compared(live, guest(1)), Compared(live, guest(2))
            watching = Compared(live, Person("", ""), "watch")
            await ann.sit_down(1)
            await bob.sit_down(2)
            await ann.do("bets", place=1, stakes=STAKES["duki4"])
            for tab in (ann, watching):
                begun = await tab.until(lambda table: "clock" in table)
                assert begun["clock"]["for"] == "bets"
            await bob.do("leave", place=2)
            for tab in (ann, watching):
                await tab.until(lambda table: "clock" not in table)
                await settled(tab)
                assert None in [each.get("patch", {}).get("clock", ...) for each in tab.heard]

    asyncio.run(run())


@ON_SQLITE
def test_a_wager_that_comes_too_late_is_not_offered_and_is_given_back(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes=STAKES["duki4"])
            await ann.do("ready")
            await ann.until(lambda table: table["view"]["phase"] == "decide")
            assert "wager" not in ann.newest["legal"]
            assert {"decide", "tip"} <= set(ann.newest["legal"])
            assert any(each.is_late for each in live.table.legal(player(1)))
            before = ann.newest["view"]["places"]["1"]
            await ann.do("wager", place=1, wager="ante", chips={"500": 1})
            told = await ann.until(lambda table: table["told"] and table["seq"] == live.seq)
            assert "late-wager" in [each["event"] for each in told["told"]]
            assert told["view"]["places"]["1"] == before

    asyncio.run(run())

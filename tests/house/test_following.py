"""Following a table: what has changed, laid over what one had, is what one would be shown anew."""

import asyncio
import json
from typing import Any

import msgspec
import pytest

from tablewright.house.screens.messages import ChangesMessage, TableMessage
from tests.house.company import ON_SQLITE, STAKES, Tab, guest, open_table, opened

KINDS: dict[str, type[msgspec.Struct]] = {"table": TableMessage, "changes": ChangesMessage}
OF_THE_MOMENT = ("told", "has_gap", "clock")


def shown(tab: Tab) -> Any:
    """What somebody who comes now in the same role is shown."""
    return json.loads(tab.live.room.screen.snapshot(tab.person, tab.acting))


def lasting(state: Any) -> Any:
    return {key: value for key, value in state.items() if key not in OF_THE_MOMENT}


async def settled(tab: Tab) -> None:
    """Wait until the table has nothing more to show; then it was shown all of it."""
    await tab.until(lambda state: lasting(state) == lasting(shown(tab)))


@ON_SQLITE
@pytest.mark.parametrize("game", STAKES)
def test_changes_laid_over_the_last_state_are_the_whole(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game)
            ann, bob = Tab(live, guest(1)), Tab(live, guest(2))
            tabs = [ann, bob, Tab(live, guest(3), "watch"), Tab(live, guest(1))]
            await ann.sit_down(1)
            await bob.sit_down(2)
            for _ in range(2):
                await asyncio.gather(*(each.play_on(STAKES[game]) for each in (ann, bob)))
                for tab in tabs:
                    await settled(tab)
            late = Tab(live, guest(2), "watch")
            await bob.do("leave", place=2)
            for tab in (*tabs, late):
                await settled(tab)
                assert "2" not in tab.newest["view"]["places"]
                states = [each for each in tab.heard if each["type"] in KINDS]
                assert [each["type"] for each in states[:2]] == ["table", "changes"][: len(states)]
                assert {each["type"] for each in states[1:]} <= {"changes"}
                for each in states:
                    strict(each)

    asyncio.run(run())


def strict(message: Any) -> None:
    """A message is what it is described as: each of its fields, and no other."""
    kind = KINDS[message["type"]]
    msgspec.convert(message, kind, strict=False)
    known = {field.encode_name for field in msgspec.structs.fields(kind)} | {"type"}
    assert set(message) <= known
    if kind is TableMessage:
        assert set(message) == known

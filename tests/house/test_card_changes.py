"""Cards whose time is up at a live table: staff see it, and the house changes its own tables' cards."""

from itertools import repeat
from typing import Any, cast

import pytest

from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.screens.prompts import next_for
from tablewright.rules.roles import PIT_BOSS
from tablewright.table import acts
from tablewright.table.actors import THE_INSPECTOR, player
from tests.house.simulated import Evening, Simulated

FOUR_HOURS = 4 * 3600


def evening(**more: Any) -> Evening:
    clock = Simulated(repeat(0.0), repeat(0.0))
    return Evening(cast(Ledger, None), "king-high", Options(), clock, **more)


def test_staff_see_that_cards_are_due_at_the_moment_they_are() -> None:
    table = evening(automatic=())
    live = table.live
    assert not live.table.view(THE_INSPECTOR).card_change_due
    live.room.changes.note_shown()
    assert table.clock.wake_next(), "the table asks to be woken then"
    assert table.clock.time >= FOUR_HOURS
    table.turn()
    assert live.room.changes.is_changed
    assert live.table.view(THE_INSPECTOR).card_change_due
    prompt = next_for(live.table, PIT_BOSS)
    assert prompt is not None
    assert prompt.command == "remove-cards"
    assert not table.clock.asked, "and to be woken for this no more"
    live.room.desk.do(acts.PutOffCardChange(20, "the decks are late"), THE_INSPECTOR)
    table.turn()
    assert not live.table.view(THE_INSPECTOR).card_change_due
    table.run(most=9)
    assert live.table.view(THE_INSPECTOR).card_change_due
    assert table.clock.time >= FOUR_HOURS + 20 * 60


@pytest.mark.parametrize("is_betting", [False, True])
def test_the_house_changes_the_cards_of_its_own_table_when_they_are_needed_again(
    is_betting: bool,
) -> None:
    table = evening()
    live = table.live
    desk = live.room.desk
    desk.do(acts.Sit(1, "Ann"), player(1))
    desk.do(acts.BuyIn(1, 10_000, {500: 20}), player(1))
    if is_betting:
        desk.do(acts.Wager(1, "pokerpot", {500: 1}), player(1))
    table.turn()
    assert table.count("bring-decks") == 1
    table.clock.time += FOUR_HOURS
    table.turn()
    assert table.count("bring-decks") == 2
    assert table.count("hand-shuffle") == 2
    assert not live.table.view(THE_INSPECTOR).card_change_due

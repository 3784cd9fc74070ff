"""Clocks that run out while nobody touches the page: every round comes to its end by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import NARROW, WIDE
from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choose_chip, sit, spot
from tests.browser.visiting import Visits

ROUNDS = {"duki4": 4, "king-high": 1, "pick2": 3}
"""A round of King High has a clock for each of its five cards."""
FIRST = {"duki4": "Ante", "king-high": "Pokerpot", "pick2": "Ante"}


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("duki4", marks=pytest.mark.proof),
        "king-high",
        pytest.param("pick2", marks=pytest.mark.proof),
    ],
)
def test_a_timed_round_goes_on_by_itself_when_its_clock_has_run_out(
    house: OpenHouse, visits: Visits, game: str
) -> None:
    table = house.open_table(game, bet_seconds=1, decide_seconds=1, pace=0)
    players = [visits.come(size) for size in (WIDE, NARROW)]
    for page in players:
        sit(page, table)
    live = house.live(table.id)
    for _ in range(ROUNDS[game]):
        number = live.table.state.round
        choose_chip(players[0], "$5")
        bet(players[0], FIRST[game], "$5")
        # Nothing is done from here on: the clocks alone end the betting and the decisions.
        expect(spot(players[0], FIRST[game])).to_have_accessible_name(
            re.compile(rf"^{FIRST[game]}: no chips")
        )
        assert live.table.state.round == number + 1

"""Keys: on every screen of every game each does one thing, and it is the thing that is printed."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choice, choose_chip, deal, rail, sit
from tests.browser.visiting import Visits
from tests.browser.working import dialog, in_round
from tests.house.serving import ADMINISTRATOR
from tests.registry import CONTESTS

GAMES = {"duki4": "Ante", "king-high": "Pokerpot", "pick2": "Ante"}


@pytest.mark.parametrize("game", GAMES)
def test_no_key_does_two_things_at_a_players_table(
    house: OpenHouse, visits: Visits, game: str
) -> None:
    table, page = house.open_table(game), visits.come()
    sit(page, table)
    assert not clashing(page)
    choose_chip(page, "$5")
    bet(page, GAMES[game], "$5")
    assert not clashing(page)
    deal(page)
    next_button = rail(page).get_by_role("button", name=re.compile("^(Fold|Next card)"))
    expect(next_button).to_be_visible()
    assert not clashing(page)
    page.keyboard.press("?")
    listed = dialog(page, "Keys and cards").get_by_role("term").all_inner_texts()
    assert len(listed) > 8
    assert max(Counter(listed).values()) == 1


def clashing(page: Page) -> set[str]:
    """The keys that are printed on more than one button that can be pressed now."""
    shown = page.locator("button:not(:disabled) kbd").all_inner_texts()
    assert {"a", "p", "?"} <= set(shown)
    return {key for key, times in Counter(shown).items() if times > 1}


@pytest.mark.parametrize("game", CONTESTS)
def test_history_opens_while_a_decision_waits_and_decides_nothing(
    house: OpenHouse, visits: Visits, game: str
) -> None:
    table, page = house.open_table(game), visits.come()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    deal(page)
    expect(choice(page, "Fold")).to_be_visible()
    history = page.get_by_role("button", name=re.compile("^History"))
    page.keyboard.press(history.locator("kbd").inner_text())
    expect(dialog(page, "Your rounds")).to_be_visible()
    page.keyboard.press("Escape")
    expect(choice(page, "Fold")).to_be_visible()


@pytest.mark.parametrize("game", ["Duki 4 Poker", "King High", "Pick 2 Poker"])
def test_no_key_does_two_things_behind_a_table(visits: Visits, game: str) -> None:
    page = visits.come_as(ADMINISTRATOR)
    page.get_by_role("button", name=f"Deal {game}").click()
    expect(in_round(page, 1)).to_be_visible()
    shown = page.locator("button:not(:disabled) kbd")
    expect(shown.first).to_be_visible()
    assert max(Counter(shown.all_inner_texts()).values()) == 1

"""A page that is loaded again in mid-round shows what it showed: cards, chips and choices."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choice, choose_chip, deal, hand, lies, rail, sit


@pytest.mark.parametrize(("game", "last"), [("duki4", "Fold"), ("pick2", "Play five")])
def test_a_hand_is_there_again(
    house: OpenHouse, visit: Callable[..., Page], game: str, last: str
) -> None:
    table, page = house.open_table(game), visit()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    deal(page)
    expect(choice(page, last)).to_be_visible()
    before = in_sight(page, "Ante"), hand(page)
    page.reload()
    expect(choice(page, last)).to_be_visible()
    assert (in_sight(page, "Ante"), hand(page)) == before


def test_drawn_cards_are_there_again(house: OpenHouse, visit: Callable[..., Page]) -> None:
    table, page = house.open_table("king-high"), visit()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Pokerpot", "$5")
    bet(page, "Heart", "$5")
    deal(page)
    again = rail(page).get_by_role("button", name=re.compile("^Next card"))
    expect(again).to_be_visible()
    held = page.get_by_role("img", name=re.compile("^Cards held: .* of "))
    before = in_sight(page, "Pokerpot"), held.get_attribute("aria-label")
    page.reload()
    expect(again).to_be_visible()
    assert (in_sight(page, "Pokerpot"), held.get_attribute("aria-label")) == before


def in_sight(page: Page, wager: str) -> tuple[str, list[str]]:
    """What lies on a spot, and what the buttons say."""
    expect(lies(page, wager)).to_be_visible()
    stake = re.sub("[;,].*", "", lies(page, wager).get_attribute("aria-label") or "")
    return stake, rail(page).get_by_role("button").all_inner_texts()

"""Text at twice its size: every screen still fits its window, and nothing runs off it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choice, choose_chip, deal, sit
from tests.browser.visiting import Visits
from tests.browser.working import in_round
from tests.house.serving import ADMINISTRATOR
from tests.registry import GAMES

RUNS_OFF = """() => {
  const width = document.documentElement.clientWidth
  const scrolls = (each) => {
    for (let up = each.parentElement; up; up = up.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) return true
    }
    return false
  }
  const off = [...document.querySelectorAll('main *, header, header *')].filter((each) => {
    const box = each.getBoundingClientRect()
    return box.width > 2 && (box.right > width + 1 || box.left < -1) && !scrolls(each)
      && !each.closest('.unseen, .skip, svg, [aria-hidden=true]')
  })
  const page = document.documentElement.scrollWidth > width + 1 ? ['the page itself'] : []
  const named = (each) => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`
  return page.concat(off.map(named))
}"""


def runs_off(page: Page) -> list[str]:
    """What lies outside the window, where nobody can scroll to it."""
    page.add_style_tag(content="html { font-size: 200% }")
    page.wait_for_timeout(50)
    found: list[str] = page.evaluate(RUNS_OFF)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_players_table(house: OpenHouse, visits: Visits, size: Size, game: str) -> None:
    table = house.open_table(game, patrons=6)
    page = visits.come(size)
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Pokerpot" if game == "king-high" else "Ante", "$5")
    found = runs_off(page)
    deal(page)
    if game != "king-high":
        expect(choice(page, "Fold")).to_be_visible()
        found += runs_off(page)
        choice(page, "Fold").click()
        expect(page.get_by_role("button", name=re.compile("Same again"))).to_be_visible()
        found += runs_off(page)
    assert not found, "\n".join(found)


def test_lobby_and_behind_the_table(house: OpenHouse, visits: Visits, size: Size) -> None:
    page = visits.come_as(ADMINISTRATOR, size)
    expect(page.get_by_role("article").first).to_be_visible()
    found = runs_off(page)
    page.get_by_role("button", name="Deal Duki 4 Poker").click()
    expect(in_round(page, 1)).to_be_visible()
    found += runs_off(page)
    page.goto("/#/pit")
    expect(page.get_by_role("rowheader").first).to_be_visible()
    found += runs_off(page)
    assert not found, "\n".join(found)

"""The felt at every width: nothing runs off it, nothing lies over anything, nothing moves unasked."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choice, choose_chip, deal, own_place, rail, result, sit, tool
from tests.browser.test_felt import LONG, overlaps
from tests.browser.visiting import Visits

SIZES = {
    360: Size(width=360, height=800),
    390: Size(width=390, height=844),
    768: Size(width=768, height=1024),
    1440: Size(width=1440, height=900),
    2560: Size(width=2560, height=1440),
}
PLAYED = [
    *((width, "duki4") for width in SIZES),
    *((width, "king-high") for width in (390, 1440)),
    *((width, "pick2") for width in (360, 768, 1440)),
]
CARDS, SPOTS, PLATES = ".own .cards .card", ".own .spot", ".arc .seat .plate"
TABLES, GOLD = ".pays table, .strip", ".rail .brass"
HOUSE = ".house .laid .card, .calls p:has(span), .makes:not(.none)"
OUT_OF_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const box = each.getBoundingClientRect(), rail = document.querySelector('.rail')
  if (!each.checkVisibility()) return false
  const bottom = each.closest('.rail') ? innerHeight : rail.getBoundingClientRect().top
  return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > bottom + 1
}).map((each) => `${each.className} ${each.getAttribute('aria-label') ?? each.textContent}`)"""
IS_WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
SCROLLS = "() => document.documentElement.scrollHeight > innerHeight + 1"


def faults(page: Page) -> list[str]:
    """What runs off the window, hides under the rail or lies over something else."""
    found: list[str] = page.evaluate(OUT_OF_SIGHT, f"{CARDS}, {SPOTS}, {GOLD}")
    if page.evaluate(IS_WIDER):
        found.append("the page is wider than its window")
    if page.evaluate(SCROLLS) and page.viewport_size != SIZES[360]:
        found.append("the page is higher than its window")
    parts = (".own .cards", SPOTS, PLATES, TABLES, HOUSE)
    for n, part in enumerate(parts):
        found += overlaps(page, part, ", ".join(parts[n + 1 :])) if parts[n + 1 :] else []
    if page.locator(f"{GOLD}:visible").count() > 1:
        found.append("more than one button is in gold")
    return found


@pytest.mark.parametrize(("width", "game"), PLAYED)
def test_a_round_is_in_sight(house: OpenHouse, visits: Visits, width: int, game: str) -> None:
    table = house.open_table(game, patrons=5, bet_seconds=LONG, decide_seconds=LONG)
    page = visits.come(SIZES[width])
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Pokerpot" if game == "king-high" else "Ante", "$5")
    found = {"betting": faults(page)}
    deal(page)
    if game == "king-high":
        expect(page.get_by_role("img", name=re.compile("^Cards held: [^,]* of "))).to_be_visible()
    else:
        expect(choice(page, "Fold")).to_be_visible()
        expect(page.locator(".own .makes")).not_to_be_empty()
        found["deciding"] = faults(page)
        choice(page, "Fold").click()
        expect(result(page, "Ante")).to_be_visible()
        expect(page.get_by_role("button", name="Same again")).to_be_visible()
    found["settled"] = faults(page)
    assert not any(found.values()), {when: what for when, what in found.items() if what}


WATCHES_SHIFTS = """() => {
  window.shifts = []
  const at = ({x, y, width, height}) => `${x},${y} ${width}x${height}`
  const moved = ({node, previousRect, currentRect}) =>
    `${node?.className ?? node?.nodeName} ${at(previousRect)} to ${at(currentRect)}`
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (!each.hadRecentInput) window.shifts.push(each.sources.map(moved).join('; '))
    }
  }).observe({type: 'layout-shift', buffered: false})
}"""


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("game", ["duki4", "king-high"])
def test_nothing_moves_while_a_round_is_played(
    house: OpenHouse, visits: Visits, width: int, game: str
) -> None:
    """No shift that nobody asked for; and even after a press spots and plates stay where they were."""
    table = house.open_table(game, patrons=5, bet_seconds=LONG, decide_seconds=LONG)
    page = visits.come(SIZES[width])
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Pokerpot" if game == "king-high" else "Ante", "$5")
    expect(own_place(page)).to_be_visible()
    page.wait_for_timeout(300)
    page.evaluate(WATCHES_SHIFTS)
    before = places(page)
    deal(page)
    if game == "king-high":
        next_card = rail(page).get_by_role("button", name="Next card")
        expect(next_card).to_be_enabled()
    else:
        expect(choice(page, "Fold")).to_be_visible()
    tool(page, "Advice")
    expect(
        page.get_by_role("complementary", name="Advice").get_by_role("table").first
    ).to_be_visible()
    assert places(page) == before
    tool(page, "Advice")
    if game == "duki4":
        choice(page, "Play").click()
        expect(result(page, "Ante")).to_be_visible()
        expect(page.get_by_role("button", name="Same again")).to_be_visible()
    assert places(page) == before
    assert page.evaluate("window.shifts") == []


def places(page: Page) -> Any:
    """Where spots and dealer's side are on the screen."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.own .spot, .house .laid, .arc .plate')].map((each) => {
          const {x, y} = each.getBoundingClientRect()
          return [Math.round(x), Math.round(y)]
        })"""
    )

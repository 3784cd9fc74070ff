"""The felt with seven players: nothing lies over what must be read, and no call outlives its moment."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import WIDE, Size
from tests.browser.house import OpenHouse
from tests.browser.playing import (
    bet,
    choice,
    choose_chip,
    deal,
    own_place,
    press_until,
    rail,
    result,
    sit,
    spot,
)
from tests.browser.visiting import Visits
from tests.registry import CONTESTS

AT_BOTH_WIDTHS = True

LONG = 600
"""Seconds: a clock that is seen and does not run out."""
OVERLAPS = """([ones, others]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(
    (each) => each.getClientRects().length && each.textContent.trim() + each.getAttribute('aria-label'))
  const found = []
  for (const one of boxes(ones)) for (const other of boxes(others)) {
    if (one === other || one.contains(other) || other.contains(one)) continue
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect()
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    const named = (each) => `${each.className} ${each.textContent}`
    if (wide > 1 && high > 1) found.push(`${named(one)} / ${named(other)}`)
  }
  return found
}"""
CALLS, CLOCK = ".calls p > span", "[role=timer]"
SEATS = ".arc .seat .cards, .arc .seat .stakes, .arc .seat .plate"
RESULTS, SPOTS = "button.result", ".spot .worth, .spot, legend, .limits, button.result"


def overlaps(page: Page, ones: str, others: str) -> Any:
    """What lies over what."""
    return page.evaluate(OVERLAPS, [ones, others])


@pytest.mark.parametrize("game", CONTESTS)
def test_calls_clock_and_seats_keep_apart(
    house: OpenHouse, visits: Visits, size: Size, game: str
) -> None:
    table = house.open_table(game, patrons=5, bet_seconds=LONG, decide_seconds=LONG)
    page, other = (visits.come(each) for each in (size, WIDE))
    for each in (other, page):
        sit(each, table)
        choose_chip(each, "$5")
        bet(each, "Ante", "$5")
    expect(page.get_by_role("timer")).to_be_visible()
    seats = page.get_by_role("region", name=re.compile(r"^Seat \d: "))
    expect(seats).to_have_count(6)
    found = overlaps(page, f"{CALLS}, {CLOCK}", SEATS)
    deal(other)
    deal(page)
    expect(choice(page, "Fold")).to_be_visible()
    expect(page.get_by_role("timer")).to_be_visible()
    found += overlaps(page, f"{CALLS}, {CLOCK}", SEATS)
    last = "Play five" if game == "pick2" else "Play"
    choice(other, last).click()
    choice(page, last).click()
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    expect(page.locator(CALLS).last).to_be_visible()
    found += overlaps(page, f"{CALLS}, {CLOCK}", SEATS)
    found += overlaps(page, RESULTS, SPOTS)
    if size is WIDE:
        found += overlaps(page, RESULTS, ".rail")
    assert not found


def test_results_of_king_high_keep_to_their_spots(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    table = house.open_table("king-high", patrons=6, bet_seconds=LONG)
    page = visits.come(size)
    sit(page, table)
    choose_chip(page, "$5")
    every = ("High", "Low", "Heart", "Club", "Diamond", "Spade", "Seven")
    for wager in ("Pokerpot", "High Run", "Low Run", *every):
        bet(page, wager, "$5")
    deal(page)
    for wager in every:
        expect(result(page, wager)).to_be_visible()
    for wager in ("High", "Low"):
        spot(page, wager).click()
        expect(spot(page, wager)).to_have_accessible_name(re.compile(rf"^{wager}: \$"))
        expect(result(page, wager)).to_be_visible()
    found = overlaps(page, RESULTS, SPOTS) + overlaps(page, f"{CALLS}, {CLOCK}", SEATS)
    if size is WIDE:
        found += overlaps(page, RESULTS, ".rail")
    assert not found


def test_no_more_bets_is_not_said_while_bets_are_open(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("king-high"), visits.come()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Pokerpot", "$5")
    deal(page)
    expect(rail(page).get_by_role("button", name="Next card")).to_be_enabled()
    expect(page.locator(CALLS).last).to_be_visible()
    expect(page.locator(CALLS).filter(has_text="No more bets")).to_have_count(0)
    table = house.open_table("duki4")
    other = visits.come()
    sit(other, table)
    choose_chip(other, "$5")
    bet(other, "Ante", "$5")
    deal(other)
    expect(other.locator(CALLS).filter(has_text="No more bets")).to_be_visible()
    choice(other, "Play").click()
    expect(other.get_by_role("button", name="Same again")).to_be_visible()
    expect(other.locator(CALLS).filter(has_text="Dealer has")).to_be_visible()
    expect(other.locator(CALLS).filter(has_text="No more bets")).to_have_count(0)


LOSES = """() => {
  window.timesLost = 0
  const look = () => {
    if (document.activeElement === document.body) window.timesLost += 1
    requestAnimationFrame(look)
  }
  look()
}"""


@pytest.mark.parametrize("control", ["the button", "a spot"])
def test_the_focus_stays_from_card_to_card(house: OpenHouse, visits: Visits, control: str) -> None:
    table, page = house.open_table("king-high"), visits.come(WIDE)
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Pokerpot", "$5")
    button = rail(page).get_by_role("button", name=re.compile("^(Draw the card|Next card)"))
    (spot(page, "High") if control == "a spot" else button).focus()
    page.evaluate(LOSES)
    for held in range(1, 5):
        drawn = re.compile("^Cards held: " + ", ".join(["[^,]+ of [^,]+"] * held))
        press_until(page, "Enter", page.get_by_role("img", name=drawn))
        expect(spot(page, "High") if control == "a spot" else button).to_be_focused()
    assert page.evaluate("window.timesLost") == 0


def test_the_focus_waits_at_the_rail_for_a_decision(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("duki4"), visits.come(WIDE)
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    rail(page).get_by_role("button", name="Deal").focus()
    page.evaluate(LOSES)
    page.keyboard.press("Enter")
    expect(choice(page, "Fold")).to_be_visible()
    expect(rail(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(choice(page, "Play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(result(page, "Ante")).to_be_visible()
    expect(own_place(page)).to_be_visible()
    assert page.evaluate("window.timesLost") == 0

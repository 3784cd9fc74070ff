"""What a player has of their own: limits, a reality check, company, chips for chips, another seat."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import Locator, Page, expect

from tablewright.house.books.options import Options
from tablewright.table.setup import Setup
from tests.browser.chromium import Size
from tests.browser.house import PACE, OpenHouse
from tests.browser.playing import bet, choice, choose_chip, deal, own_place, rail, result, sit, spot

HOUR = 3600.0


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def lose_ante(page: Page) -> None:
    """A round that costs the ante of 5 dollars."""
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    deal(page)
    choice(page, "Fold").click()
    expect(result(page, "Ante")).to_be_visible()


def test_a_loss_limit_that_is_reached_is_told_and_no_more_is_wagered(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    table, page = house.open_table("duki4"), visit(size)
    sit(page, table)
    page.keyboard.press("o")
    limits = dialog(page, "Your limits")
    limits.get_by_label("Amount in dollars").fill("5")
    limits.get_by_role("button", name="Set: Loss limit a day").click()
    expect(limits).to_contain_text("Loss limit a day $5")
    # A looser one waits a day, is shown, and can be withdrawn.
    limits.get_by_label("Amount in dollars").fill("50")
    limits.get_by_role("button", name="Set: Loss limit a day").click()
    coming = limits.get_by_text(re.compile(r"^From .*: \$50"))
    expect(coming).to_be_visible()
    limits.get_by_role("button", name="Withdraw the change: Loss limit a day").click()
    expect(coming).to_be_hidden()
    page.keyboard.press("Escape")
    lose_ante(page)
    reached = dialog(page, "A limit of yours")
    expect(reached).to_contain_text("You have reached the loss limit that you set, $5 a day")
    reached.get_by_role("button", name="OK").click()
    expect(rail(page).get_by_role("status")).to_contain_text("your loss limit is reached")
    spot(page, "Ante").click()
    expect(page.get_by_text(re.compile("^You have reached the loss limit"))).to_be_visible()
    expect(own_place(page).get_by_label(re.compile("^Ante: no chips"))).to_be_visible()


def test_a_reality_check_says_how_one_stands_and_is_answered(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    table, page = house.open_table("duki4"), visit(size)
    sit(page, table)
    page.keyboard.press("o")
    limits = dialog(page, "Your limits")
    limits.get_by_label("Reality check", exact=True).select_option("Every 1 hour")
    limits.get_by_role("button", name="Set: Reality check").click()
    expect(limits).to_contain_text("Reality check Every 1 hour")
    page.keyboard.press("Escape")
    lose_ante(page)
    keeper = house.serving.house.limits
    keeper.seconds = lambda: time.monotonic() + HOUR
    try:
        house.serving.loop.call_soon_threadsafe(house.live(table.id).wake)
        check = dialog(page, "Reality check")
        expect(check).to_contain_text("You have played 1 hour")
        expect(check).to_contain_text("Net today −$5")
        check.get_by_role("button", name="Play on").click()
        expect(check).to_be_hidden()
        lose_ante(page)
    finally:
        keeper.seconds = time.monotonic


def test_company_another_seat_and_the_line_of_the_evening(
    house: OpenHouse, visit: Callable[..., Page]
) -> None:
    table, page = house.open_table("duki4"), visit()
    sit(page, table)
    page.keyboard.press("n")
    company = dialog(page, "Simulated players")
    company.get_by_role("button", name="3", exact=True).click()
    expect(company).to_contain_text("3 at the table.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name=re.compile(r"\(bot\)$"))).to_have_count(3)
    page.get_by_role("button", name="Seat 6: free, move").click()
    dialog(page, "Move to seat 6?").get_by_role("button", name="Move").click()
    expect(page.get_by_role("region", name="Your seat 6")).to_be_visible()
    expect(rail(page)).to_contain_text("$200")
    lose_ante(page)
    line = rail(page).get_by_role("img", name="1 round, best even, worst −$5, now −$5")
    expect(line).to_be_visible()
    page.keyboard.press("h")
    rounds = dialog(page, "Your rounds")
    expect(rounds.get_by_role("img", name="1 round, best even, worst −$5, now −$5")).to_be_visible()
    rounds.get_by_text("Figures").click()
    expect(rounds.get_by_role("row", name="1 −$5")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    company.get_by_role("button", name="Ask them to leave").click()
    expect(company).to_contain_text("None at the table.")


def test_chips_are_coloured_up_and_bet_for_the_dealer(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    setup = Setup(
        table="Tips",
        game="duki4",
        day=datetime.now(UTC).date(),
        is_practice=True,
        dealer_wagers=True,
    )
    table, page = house._opened(setup, Options(pace=PACE)), visit(size)
    sit(page, table)
    page.keyboard.press("c")
    chips = dialog(page, "Colour up")
    chips.get_by_role("button", name="Change 5 × $5 for 1 × $25").click()
    (place,) = house.live(table.id).table.state.seats
    page.keyboard.press("Escape")
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    page.keyboard.press("g")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"adds \$5 for the dealer"))
    spot(page, "Ante").click()
    expect(own_place(page)).to_contain_text("$5 for the dealer")
    spot(page, "Ante").press("Backspace")
    expect(own_place(page)).not_to_contain_text("$5 for the dealer")
    held = house.live(table.id).table.state.bank.chips(f"rail:{place}")
    assert held[2500] == 1

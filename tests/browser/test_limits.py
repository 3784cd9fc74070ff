"""Limits agreed with one player: the marker on every page, and stakes up to the personal maximum."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import NARROW, WIDE
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import bet, choose_chip, lies, own_place, rail, result, seat_at
from tests.browser.visiting import Visits
from tests.browser.working import deal_round, deal_until, dialog, order

EITHER = ("High", "Low", "Seven")
"""Of these, one wins with every card."""


def seat(page: Page) -> Locator:
    return page.get_by_role("region", name="Box 1: Pia")


def sits_down(player: Page, dealer: Page, table: Table) -> None:
    player.get_by_role("button", name=seat_at(table)).click()
    expect(own_place(player)).to_be_visible()
    order(dealer, "Buy-in")
    form = dialog(dealer, "Buy-in")
    form.get_by_label("Cash ($)").fill("1000")
    form.get_by_role("button", name="Buy-in").click()
    expect(rail(player)).to_contain_text("$1,000")


def agrees(boss: Page) -> None:
    """Five hundred on what a card may be, where the sign says one hundred."""
    order(boss, "Personal limits")
    form = dialog(boss, "Personal limits")
    for wager in EITHER:
        expect(form.get_by_label(f"Max on {wager}", exact=True)).to_have_value("100")
        form.get_by_label(f"Max on {wager}", exact=True).fill("500")
    form.get_by_role("button", name="Agree the limits").click()
    expect(form).to_be_hidden()


def settled(house: OpenHouse, table: Table) -> dict[str, Any]:
    """What came of the wagers, as the journal has it."""
    lines = house.serving.run(house.serving.house.ledger.lines(table.id))
    every = [json.loads(line)["did"] for line in lines]
    return {each["wager"]: each for each in every if each["event"] == "settled"}


def test_a_player_with_personal_limits_is_marked_and_stakes_up_to_them(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_for_money("king-high")
    boss = visits.come_as("Pit", path=f"#/pit/{table.id}")
    dealer = visits.come_as("Dan", path=f"#/deal/{table.id}")
    player = visits.come_as("Pia")
    sits_down(player, dealer, table)
    expect(player.get_by_role("radio", name="$500 chip")).to_have_count(0)
    agrees(boss)
    for size in (WIDE, NARROW):
        for page, where in (
            (boss, seat(boss)),
            (dealer, seat(dealer)),
            (player, own_place(player)),
        ):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            marker = where.get_by_text("higher limit", exact=True)
            marker.scroll_into_view_if_needed()
            expect(marker).to_be_in_viewport()
    dealer.get_by_role("button", name=re.compile("^Box 1: Pia")).click()
    expect(dialog(dealer, re.compile("Box 1"))).to_contain_text("High $5 to $500, Low $5 to $500")
    dealer.keyboard.press("Escape")

    expect(player.get_by_role("radio", name="$500 chip")).to_be_visible()
    choose_chip(player, "$1")
    bet(player, "Pokerpot", "$1")
    expect(own_place(player)).to_contain_text("$5 to $500")
    choose_chip(player, "$100")
    for wager in EITHER:
        bet(player, wager, "$100")
        bet(player, wager, "$200")
    # The page sends both chips as one bet, or on a slow machine as two.
    laid = re.compile(r"Pia (bets \$200 on|adds \$100 to) Seven(: \$200 in all)?\.")
    expect(dealer.get_by_text(laid)).to_be_visible()
    deal_until(dealer, result(player, "High"))
    came = settled(house, table)
    assert {came[wager.lower()]["stake"] for wager in EITHER} == {20_000}
    (won,) = [came[wager.lower()] for wager in EITHER if came[wager.lower()]["returned"]]
    assert won["returned"] - won["stake"] in (20_000, 30_000, 220_000), "even, 3 to 2, 11 to 1"
    assert not won.get("excess")

    again = rail(player).get_by_role("button", name=re.compile("^Repeat"))
    deal_until(dealer, again)
    again.click()
    for wager in EITHER:
        expect(lies(player, wager)).to_have_accessible_name(re.compile(rf"^{wager}: \$200\b"))
    deal_round(dealer, 1)

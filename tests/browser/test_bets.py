"""Chips on spots: what is clicked is what lies there, and what lies there is what is counted."""

import re

from playwright.sync_api import Page, expect

from tests.browser.house import OpenHouse, Table
from tests.browser.playing import (
    bet,
    choice,
    choose_chip,
    deal,
    dollars,
    lies,
    own_place,
    rail,
    result,
    sit,
    spot,
)
from tests.browser.visiting import Visits


def staked(page: Page, table: Table) -> dict[str, int]:
    """What the house says lies at the own place, in cents."""
    seen = page.request.get(f"/api/tables/{table.id}/view", params={"as": "player"}).json()
    wagers = seen["view"]["places"][str(seen["place"])]["wagers"]
    return {
        wager: sum(int(chip) * count for chip, count in chips.items())
        for wager, chips in wagers.items()
    }


def test_a_chip_below_the_minimum_is_no_larger_bet(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("pick2"), visits.come()
    sit(page, table)
    choose_chip(page, "$0.50")
    bet(page, "Ante", "$0.50")
    notice = page.get_by_text("The minimum on Ante is $5: add chips, or take them off.")
    expect(notice).to_be_visible()
    expect(own_place(page)).to_contain_text("$4.50 more to play")
    expect(rail(page)).to_contain_text(f"Your chips {dollars(19_900)}")
    deal(page)
    expect(notice).to_be_visible()
    expect(spot(page, "Ante")).to_be_visible()
    assert staked(page, table) == {}
    spot(page, "Ante").click(button="right")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile("^Ante: no chips"))
    for count in range(1, 11):
        bet(page, "Ante", dollars(50 * count))
    deal(page)
    expect(choice(page, "Fold")).to_be_visible()
    assert staked(page, table) == {"ante": 500, "bonus-3-5": 500}


def test_wagers_that_go_down_together_say_so(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("pick2"), visits.come()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    expect(page.get_by_text("Ante and 3-5 Bonus go down together: $5 each.")).to_be_visible()
    expect(lies(page, "3-5 Bonus")).to_have_accessible_name(re.compile(r"^3-5 Bonus: \$5"))
    expect(own_place(page)).to_contain_text("with the Ante")


def test_what_lies_on_the_felt_counts_the_play_wager(house: OpenHouse, visits: Visits) -> None:
    table = house.open_table("duki4")
    page, other = (visits.come() for _ in range(2))
    for each in (page, other):
        sit(each, table)
        choose_chip(each, "$5")
        bet(each, "Ante", "$5")
    for each in (page, other):
        deal(each)
    choice(page, "Play").click()
    expect(lies(page, "Play")).to_have_accessible_name(re.compile(r"^Play: \$"))
    stakes = staked(page, table)
    assert stakes["play"]
    expect(rail(page)).to_contain_text(f"on the felt {dollars(sum(stakes.values()))}")


def test_an_open_history_grows_with_the_round_that_ends(house: OpenHouse, visits: Visits) -> None:
    table = house.open_table("duki4")
    page, other = (visits.come() for _ in range(2))
    for each in (page, other):
        sit(each, table)
        choose_chip(each, "$5")
        bet(each, "Ante", "$5")
    for each in (page, other):
        deal(each)
    choice(page, "Fold").click()
    page.get_by_role("button", name=re.compile("^History")).click()
    rounds = page.get_by_role("dialog", name="Your rounds")
    expect(rounds).to_contain_text("No round is finished yet.")
    choice(other, "Fold").click()
    expect(result(other, "Ante")).to_be_visible()
    expect(rounds.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(rounds).to_contain_text("1 round, bought in for $200; net −$5.")

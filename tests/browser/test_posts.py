"""The way to one's post: an inspector finds it, and surveillance watches without opening tables."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.house import OpenHouse, Table
from tests.browser.on_floor import details, row
from tests.browser.playing import bet, choice, choose_chip, deal, result, sit
from tests.browser.visiting import Visits

Finds = Callable[[Page, Table], Locator]


def in_lobby(page: Page, table: Table) -> Locator:
    page.goto("/#/")
    return page.get_by_role("article").filter(has_text=f"Table {table.name} ")


def in_pit(page: Page, table: Table) -> Locator:
    page.goto("/#/pit")
    return details(page, table.name)


@pytest.mark.parametrize("place", [in_lobby, in_pit])
def test_an_inspector_finds_a_post_to_take_and_the_post_held(
    house: OpenHouse, visits: Visits, place: Finds
) -> None:
    table, page = house.open_table("duki4"), visits.come_as("Ina")
    place(page, table).get_by_role("link", name="Take over as inspector").click()
    page.get_by_role("button", name="Take over as inspector").click()
    expect(page.get_by_text("You are the inspector")).to_be_visible()
    place(page, table).get_by_role("link", name="Your post: inspector").click()
    expect(page.get_by_text("You are the inspector")).to_be_visible()


def test_surveillance_is_offered_no_table_to_open(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("duki4"), visits.come_as("Sue")
    expect(in_pit(page, table)).to_be_visible()
    expect(page.get_by_role("button", name="Open a table")).to_have_count(0)
    row(page, table.name).get_by_role("link", name=table.name, exact=True).click()
    expect(page.get_by_role("tab", name="Journal")).to_be_visible()
    expect(page.get_by_role("button", name="Close the table")).to_have_count(0)
    expect(in_lobby(page, table)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Deal "))).to_have_count(0)
    boss = visits.come_as("Pit", path="#/pit")
    expect(boss.get_by_role("button", name="Open a table")).to_be_visible()


def test_the_journal_is_searched_for_a_players_name(house: OpenHouse, visits: Visits) -> None:
    table, player = house.open_table("duki4"), visits.come_as("Pia")
    sit(player, table)
    choose_chip(player, "$5")
    bet(player, "Ante", "$5")
    deal(player)
    choice(player, "Fold").click()
    expect(result(player, "Ante")).to_be_visible()
    page = visits.come_as("Pit", path=f"#/pit/{table.id}")
    page.get_by_role("tab", name="Journal").click()
    page.get_by_label("Search the journal").fill("pia")
    lines = page.get_by_role("listitem")
    expect(lines.filter(has_text="Seat 1's Ante").first).to_contain_text("Pia")
    expect(lines.filter(has_not_text="Pia")).to_have_count(0)

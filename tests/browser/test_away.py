"""A dealer who goes: the players and the pit are told; who wants to go pauses, hands over or closes."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tablewright.house.quarantine import Quarantined
from tablewright.table.verify import verify
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import sit
from tests.browser.visiting import Visits
from tests.browser.working import dialog

pytestmark = pytest.mark.xdist_group("browser")


def deals(visits: Visits, table: Table) -> Page:
    dealer = visits.come_as("Dan", path=f"#/deal/{table.id}")
    expect(dealer.get_by_text("You are the dealer")).to_be_visible()
    return dealer


def in_pit(page: Page, table: Table) -> Locator:
    named = page.get_by_role("heading", name=table.name, exact=True)
    return page.get_by_role("article").filter(has=named)


def test_a_dealer_who_is_away_is_missed_at_the_table_and_in_the_pit(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_table("duki4", is_staffed=True, dealer_away_seconds=3600)
    dealer, player, boss = deals(visits, table), visits.come(), visits.come_as("Pit", path="#/pit")
    sit(player, table)
    expect(in_pit(boss, table)).to_contain_text("1 of 7")
    expect(in_pit(boss, table)).not_to_contain_text("away")
    dealer.goto("/#/")
    expect(player.get_by_text("The dealer, Dan, is away.")).to_be_visible()
    alert = re.compile(r"The dealer Dan has been away for \d+ (s|min)\.")
    expect(in_pit(boss, table)).to_contain_text(alert)
    dealer.goto(f"/#/deal/{table.id}")
    expect(player.get_by_text("The dealer, Dan, is away.")).to_be_hidden()
    expect(in_pit(boss, table)).not_to_contain_text(alert)


def test_a_dealer_pauses_goes_on_and_hands_over(house: OpenHouse, visits: Visits) -> None:
    table = house.open_table("duki4", is_staffed=True)
    dealer, player = deals(visits, table), visits.come()
    sit(player, table)
    dealer.get_by_role("button", name="Pause").click()
    paused = player.get_by_text("The dealer has paused the table")
    expect(paused).to_be_visible()
    dealer.get_by_role("button", name="Go on").click()
    expect(paused).to_be_hidden()
    dealer.get_by_role("button", name="Hand over to the house").click()
    dialog(dealer, "Hand the table over?").get_by_role("button", name="Hand it over").click()
    expect(dealer.get_by_role("heading", name="This post has ended")).to_be_visible()
    assert house.live(table.id).dealing.post.is_by_house


def test_a_table_that_is_shut_is_named_with_the_reason_and_its_journal(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_table("duki4")
    shut = house.serving.house.floor.quarantined
    shut[table.id] = Quarantined(table.id, table.name, "its options cannot be read")
    try:
        boss = visits.come_as("Pit", path="#/pit")
        said = boss.get_by_role("region", name="Shut tables").get_by_role("listitem")
        expect(said).to_contain_text(f"{table.name} is shut: its options cannot be read.")
        with boss.expect_download() as waiting:
            said.get_by_role("link", name=f"Export the journal of {table.name}").click()
        lines = waiting.value.path().read_bytes().splitlines(keepends=True)
        assert verify(lambda: lines).rounds == 0
    finally:
        del shut[table.id]

"""Certified dealers on the page: a table for money refuses one who is not, and the pit sees who is."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import NARROW
from tests.browser.house import OpenHouse
from tests.browser.on_floor import MONEY, row
from tests.browser.visiting import Visits
from tests.browser.working import dialog
from tests.house.certified import certify


def asks_for_a_table(boss: Page, name: str) -> Locator:
    """The form for a table of Duki for money that accepts only certified dealers, filled in."""
    boss.get_by_role("button", name="Open a table").click()
    form = dialog(boss, "Open a table")
    form.get_by_role("combobox", name="Game").select_option(label="Duki 4 Poker")
    form.get_by_label("Name on the table").fill(name)
    form.get_by_label("Real: staff count").check()
    form.get_by_role("combobox", name="Dealer").select_option(label="Dan")
    form.get_by_role("combobox", name="Inspector").select_option(label="Ina")
    form.get_by_label("Only certified dealers").check()
    expect(form.get_by_role("button", name="Set up")).to_be_enabled()
    return form


def test_a_table_for_money_refuses_a_dealer_without_a_certificate_and_the_pit_sees_who_has_one(
    house: OpenHouse, visits: Visits
) -> None:
    boss = visits.come_as("Pit", path="#/pit")
    form = asks_for_a_table(boss, "Q1")
    visits.let_be_refused(boss)
    form.get_by_role("button", name="Set up").click()
    expect(form.get_by_role("alert")).to_contain_text(
        "'Dan' cannot deal at Q1, which accepts only certified dealers: they need an audition in"
    )
    house.serving.run(certify(house.serving.house, "Dan"))
    form.get_by_role("button", name="Set up").click()
    expect(form).to_be_hidden()
    boss.goto("/#/pit")
    expect(row(boss, "Q1", MONEY).get_by_text("Certified dealers only")).to_be_visible()

    boss.get_by_role("link", name="Dealers").click()
    dan = boss.get_by_role("listitem").filter(has=boss.get_by_role("link", name="Dan", exact=True))
    expect(dan.first).to_contain_text("May deal")
    expect(dan.first).to_contain_text("Duki 4 Poker, automatic shuffler with two decks")
    months = boss.get_by_label("Certificates are valid for")
    months.fill("1")
    boss.get_by_label("Warn before a certificate ends").fill("60")
    boss.get_by_role("button", name="Save").click()
    expect(dan.first).to_contain_text("Ends soon")
    expect(boss.get_by_role("region", name="Needs attention")).to_contain_text("Dan: Duki 4 Poker")
    months.fill("")
    boss.get_by_role("button", name="Save").click()
    expect(boss.get_by_role("region", name="Needs attention")).to_be_hidden()


def test_a_dealer_reads_their_own_record_on_a_phone_and_takes_it_along(
    house: OpenHouse, visits: Visits
) -> None:
    house.serving.run(certify(house.serving.house, "Dan", "hand"))
    dan = visits.come_as("Dan", NARROW, "#/account")
    dan.get_by_role("link", name=re.compile("Your record")).click()
    expect(dan.get_by_role("heading", name="Your record")).to_be_visible()
    expect(dan.get_by_role("region", name="Certificates")).to_contain_text("by Ivo")
    assert dan.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
    with dan.expect_download() as taken:
        dan.get_by_role("link", name="Export as one file").click()
    assert taken.value.suggested_filename.endswith(".zip")

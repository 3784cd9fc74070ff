"""Alerts on the page: announced, taken in one's own name, dismissed with what was found."""

import re
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from tablewright.house.books.handing_out import LONG_SECONDS, HandingOut
from tablewright.house.books.second_party import told as told_of
from tablewright.house.screens.history import Win
from tests.browser.chromium import NARROW, WIDE
from tests.browser.house import OpenHouse, Table
from tests.browser.test_access import axe, findings
from tests.browser.visiting import Visits
from tests.house.company import employee, sent

__all__ = ["axe"]

DAN = employee(1, "Dan", "dealer")


def call(house: OpenHouse, table: Table, says: str) -> None:
    """The dealer of a table calls an inspector."""
    live = house.live(table.id)
    house.serving.run(live.ask(DAN, sent({"event": "call", "says": says}, live.seq, "", "dealer")))


def test_a_person_takes_an_alert_and_another_dismisses_one(
    house: OpenHouse, visits: Visits, axe: str
) -> None:
    practice, table = house.open_table("duki4", is_staffed=True), house.open_for_money("duki4")
    call(house, practice, "Card exposed")
    wins = house.live(table.id).room.screen.sums.sittings.wins
    wins.append(Win(7, 2, "Pia", 412_500, datetime.now(UTC), 5))
    page: Page = visits.come_as("Ina", NARROW, "#/pit")
    alerts = page.get_by_role("region", name="Alerts")
    called = alerts.get_by_role("listitem").filter(has_text="The dealer calls: Card exposed")
    expect(called).to_contain_text(
        re.compile(rf"Urgent.*Inspector called.*{practice.name}.*Practice")
    )
    expect(page).to_have_title(re.compile(r"^\(\d+\) Tablewright$"))
    expect(page.get_by_role("link", name=re.compile(r"^\d+ alerts to take$"))).to_be_visible()
    assert not findings(page, axe)
    called.get_by_role("button", name=f"Take: Inspector called, {practice.name}").click()
    expect(called.get_by_text(re.compile(r"^Taken by you, \d\d:\d\d"))).to_be_visible()

    boss = visits.come_as("Pit", path=f"#/pit/{practice.id}")
    expect(boss.get_by_text(re.compile(r"^Taken by Ina, \d\d:\d\d"))).to_be_visible()
    boss.get_by_role("button", name=re.compile("^Take over from Ina: ")).click()
    expect(called.get_by_text("Taken by Pit,")).to_contain_text("before: Ina")

    won = alerts.get_by_role("listitem").filter(has_text="Pia won $4,125 net in round 7.")
    won.get_by_role("button", name=f"Dismiss: Big win, {table.name}").click()
    page.get_by_label("What did you find?").fill("Verified on camera")
    page.get_by_role("button", name="Dismiss", exact=True).click()
    expect(won).to_have_count(0)
    page.get_by_text(re.compile("over in the last 24 hours$")).click()
    expect(page.get_by_text("dismissed by Ina: Verified on camera")).to_be_visible()

    call(house, practice, "Relief, please")
    told = page.get_by_text(f"Alert at {practice.name}: Inspector called.")
    expect(told.first).to_contain_text("The dealer calls: Relief, please")


def test_an_alert_of_the_house_is_at_no_table_and_leads_to_the_keys_who_may_see_them(
    house: OpenHouse, visits: Visits, axe: str
) -> None:
    kept = house.serving.house
    late = HandingOut(kept.signing, told_of("https://example.org/heads"), lambda: LONG_SECONDS)
    late.failing_since, late.is_heard, late.signed = datetime.now(UTC), True, 3
    late.why = "it answered 503"
    kept.handing_out = late
    said = "https://example.org/heads takes none of the statements"
    try:
        ina: Page = visits.come_as("Ina", NARROW, "#/pit")
        seen = ina.get_by_role("listitem").filter(has_text=said)
        expect(seen).to_contain_text(re.compile("Soon.*Signed statements not taken.*the house"))
        expect(seen.get_by_role("link")).to_have_count(0)
        assert not findings(ina, axe)
        seen.get_by_role("button", name="Take: Signed statements not taken, the house").click()
        expect(seen.get_by_text(re.compile(r"^Taken by you, \d\d:\d\d"))).to_be_visible()
        ada = visits.come_as("Ada", WIDE, "#/pit")
        seen = ada.get_by_role("listitem").filter(has_text=said)
        seen.get_by_role("link", name="See the keys: the house").click()
        expect(ada.get_by_role("region", name="Keys", exact=True)).to_be_in_viewport()
    finally:
        kept.handing_out = None
    expect(ina.get_by_role("listitem").filter(has_text=said)).to_have_count(0)

"""Advice on the page: what it shows is what the house answers, and that comes from the odds."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import bet, choice, choose_chip, deal, rail, result, sit, tool
from tests.browser.visiting import Visits

ON_THE_ROUND = {"Pokerpot", "High Run", "Low Run"}


def test_king_high_prices_every_wager_and_those_on_the_round(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    table, page = house.open_table("king-high"), visits.come(size)
    sit(page, table)
    choose_chip(page, "$5")
    tool(page, "Advice")
    names = {each["name"] for each in shows_what_the_house_says(page, table)["choices"]}
    assert names > ON_THE_ROUND
    assert {"High", "Low", "Seven"} < names
    bet(page, "Pokerpot", "$5")
    bet(page, "High Run", "$5")
    deal(page)
    expect(rail(page).get_by_role("button", name="Next card")).to_be_visible()
    said = shows_what_the_house_says(page, table)
    assert not ON_THE_ROUND & {each["name"] for each in said["choices"]}
    (live,) = said["more"]
    made = panel(page).get_by_role("table", name=live["title"])
    for row in live["rows"]:
        expect(made.get_by_role("row").filter(has_text=row[0])).to_contain_text(row[2])
    assert {row[0] for row in live["rows"]} <= {"Pokerpot", "High Run"}
    assert live["rows"]


def shows_what_the_house_says(page: Page, table: Table) -> Any:
    """Every wager stands there with the figures of the advice address, cheapest first."""
    said = page.request.get(f"/api/tables/{table.id}/advice").json()
    assert said["kind"] == "card"
    expect(panel(page)).to_be_in_viewport()
    prices = panel(page).get_by_role("table", name=said["title"])
    expect(prices).to_be_visible()
    rows = prices.get_by_role("row")
    expect(rows).to_have_count(1 + len(said["choices"]))
    for number, each in enumerate(said["choices"], 1):
        expect(rows.nth(number)).to_contain_text(each["name"])
        for cell, shown in enumerate((each["wins"], each["house_edge"], worth(each))):
            expect(rows.nth(number).get_by_role("cell").nth(cell)).to_have_text(shown)
    expect(rows.nth(1)).to_contain_text("best")
    return said


def worth(choice: Any) -> str:
    """What $5 on a wager is worth, as the page writes it.

    >>> worth({"worth_cents": "-27.78"}), worth({"worth_cents": "3.10"})
    ('−$0.28', '+$0.03')
    """
    cents = float(choice["worth_cents"])
    return f"{'−' if cents < 0 else '+' if cents else ''}${abs(cents) / 100:.2f}"


def panel(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Advice")


def test_a_hand_is_advised_with_the_figures_of_the_house(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("duki4"), visits.come()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    deal(page)
    expect(choice(page, "Fold")).to_be_visible()
    tool(page, "Advice")
    rows = panel(page).get_by_role("row")
    expect(rows.filter(has_text="best")).to_be_visible()
    said = page.request.get(f"/api/tables/{table.id}/advice").json()
    assert said["kind"] == "hand"
    for number, each in enumerate(said["choices"], 1):
        cents = float(each["worth_cents"])
        shown = f"{'−' if cents < 0 else ''}${abs(cents) / 100:.2f}"
        expect(rows.nth(number)).to_contain_text(shown)
    choice(page, "Fold").click()
    expect(result(page, "Ante")).to_be_visible()
    expect(panel(page)).to_contain_text("There is nothing to decide now.")

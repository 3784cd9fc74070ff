"""The floor screen: figures of every table as the house has them, totals, shifts; 200 tables."""

import re
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablewright.house.tables.room import Room
from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.house import OpenHouse, Table
from tests.browser.on_floor import MONEY, details, row, show
from tests.browser.visiting import Visits
from tests.browser.working import dialog
from tests.house.live_play import RunningClock, play_on
from tests.table_play import finish_round

NOTES_CHANGES = """
window.changed = new Set()
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const row = (target.nodeType === 1 ? target : target.parentElement)?.closest("tr.table")
    if (row) window.changed.add(row.querySelector("a").textContent)
  }
}).observe(document.querySelector("table.floor"),
  { attributes: true, characterData: true, childList: true, subtree: true })
"""


def played(house: OpenHouse, table: Table, seed: int, steps: int = 60) -> None:
    """Some rounds of anything at a table, the last one ended."""
    live, rng, now = house.live(table.id), Random(seed), datetime.now(UTC)
    clock = RunningClock(max(now, live.table.state.at or now))
    house.serving.run(play_on(house.serving.house, table.id, rng, clock, steps=steps))

    def ends(room: Room) -> None:
        finish_round(room.table, rng, act=room.desk.do)

    house.serving.run(live.run_errand(ends))


def told(page: Page, table: Table) -> dict[str, Any]:
    """What the house tells a program of a table's figures."""
    seen: Any = page.request.get("/api/pit").json()
    (found,) = [each["figures"] for each in seen["tables"] if each["id"] == table.id]
    return dict(found)


def dollars(cents: int, *, signed: bool = False) -> str:
    """An amount as the floor shows it, to the dollar."""
    size = (abs(cents) + 50) // 100 if cents >= 0 else -((cents + 50) // 100)
    sign = "−" if cents < 0 and size else "+" if signed and size else ""
    return f"{sign}${size:,}"


def test_the_floor_shows_what_the_house_knows_of_each_table(
    house: OpenHouse, visits: Visits
) -> None:
    money, practice = house.open_for_money("duki4"), house.open_table("king-high", is_staffed=True)
    for seed, table in enumerate((money, practice)):
        played(house, table, seed)
    page = visits.come_as("Pit", path="#/pit")
    shown = row(page, money.name, MONEY)
    expect(
        shown.get_by_role("img", name=re.compile("^Won .* on wagers, theoretical "))
    ).to_be_visible()
    figures = told(page, money)
    assert figures["drop"]
    assert figures["staked"]
    cells = shown.get_by_role("cell")
    expect(cells.filter(has_text="Duki 4 Poker")).to_be_visible()
    for name, cents in (("Drop", figures["drop"]), ("Staked", figures["staked"])):
        cell = shown.locator(f'[data-label="{name}"]')
        expect(cell).to_have_text(dollars(cents))
    expect(shown.locator('[data-label="Hold"]')).to_have_text(re.compile(r"^[−]?\d+(\.\d)? %$"))
    expect(row(page, practice.name, MONEY)).to_have_count(0)
    expect(row(page, practice.name)).to_be_visible()
    show(page, MONEY)
    page.get_by_role("button", name="Totals by shift").click()
    totals = page.get_by_role("table", name="Totals of the gaming day and of each shift")
    expect(totals.get_by_role("rowheader", name=re.compile("^Gaming day"))).to_be_visible()
    heading = page.get_by_role("table", name="Every open table").get_by_role(
        "columnheader", name="Drop"
    )
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    page.get_by_label("Search").fill("no such table")
    expect(page.get_by_text("No table matches.")).to_be_visible()
    page.get_by_label("Search").fill(money.name)
    expect(details(page, money.name, MONEY)).to_contain_text("Dealer: Dan")


def test_a_pit_boss_sets_the_shifts(house: OpenHouse, visits: Visits) -> None:
    house.open_table("duki4")
    page = visits.come_as("Pit", NARROW, path="#/pit")
    page.get_by_role("button", name="Set shifts").click()
    form = dialog(page, "Gaming day and shifts")
    expect(form.get_by_label("Name", exact=True)).to_have_count(3)
    form.get_by_label("Time zone").fill("Nowhere")
    visits.let_be_refused(page)
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("alert")).to_contain_text("expected a time zone such as")
    form.get_by_label("Time zone").fill("UTC")
    form.get_by_label("Name", exact=True).first.fill("Early")
    form.get_by_label("Begins").first.fill("00:00")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    periods = page.get_by_role("group", name="Gaming day or shift")
    expect(periods.get_by_role("button", name="Early 00:00 to 14:00")).to_be_visible()
    house.serving.run(_usual(house))


async def _usual(house: OpenHouse) -> None:
    from tablewright.house.screens.gaming_day import GamingDay

    await house.serving.house.gaming_days.set(GamingDay())


@pytest.mark.proof
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_of_two_hundred_tables_only_those_are_drawn_anew_that_have_changed(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    """`python -m benchmarks.floor` counts the frames."""
    games = ["duki4", "king-high", "pick2"]
    tables = [house.open_table(games[n % 3], is_staffed=True) for n in range(197)]
    for number, table in enumerate(tables):
        played(house, table, number, steps=12)
    page = visits.come_as("Pit", size, path="#/pit")
    show(page, "Practice")
    expect(page.locator("tr.table")).to_have_count(len(house.serving.house.floor.tables))
    expect(page.locator("tr.table svg").first).to_be_attached()
    expect(page.get_by_text("Working it out")).to_have_count(0)
    looked(page, 2)
    page.evaluate(NOTES_CHANGES)
    looked(page, 2)
    assert page.evaluate("[...window.changed]") == []
    some = tables[70]
    played(house, some, 1, steps=30)
    looked(page, 2)
    changed = set(page.evaluate("[...window.changed]"))
    assert some.name in changed
    # It may move the usual pace of its game, which stands beside the pace of each.
    assert changed <= {each.name for each in tables if each.game == some.game}


def looked(page: Page, times: int) -> None:
    """The page has asked so often what has changed, and shown it."""
    for _ in range(times):
        with page.expect_response(re.compile(r"/api/pit\?")):
            pass
    page.evaluate("() => new Promise((next) => requestAnimationFrame(() => setTimeout(next)))")

"""Every view is tried with axe, which knows what shuts people out who cannot see, hear or point."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.house import OpenHouse
from tests.browser.on_floor import details
from tests.browser.playing import bet, choice, choose_chip, deal, result, seat_at, sit, tool
from tests.browser.visiting import Visits
from tests.browser.working import dialog, in_round, next_button, order
from tests.house.serving import ADMINISTRATOR

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = {"serious", "critical"}


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.is_file():
        pytest.fail("axe-core is missing: `make page` installs it", pytrace=False)
    return AXE.read_text(encoding="utf-8")


def findings(page: Page, axe: str, within: str = "body") -> list[str]:
    """What shuts a person out, by day or by night, in a line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    found: dict[str, list[dict[str, Any]]] = page.evaluate(
        "within => axe.run(within, {resultTypes: ['violations']})", within
    )
    assert found["passes"], "axe has looked at nothing"
    page.emulate_media(color_scheme="dark")
    dark: dict[str, list[dict[str, Any]]] = page.evaluate(
        "within => axe.run(within, {runOnly: ['color-contrast'], resultTypes: ['violations']})",
        within,
    )
    page.emulate_media(color_scheme="light")
    assert dark["passes"], "axe has read nothing by night"
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]}"
        for each in found["violations"] + dark["violations"]
        if each["impact"] in GRAVE
        for node in each["nodes"][:4]
    ]


def test_lobby_and_door(visits: Visits, size: Size, axe: str) -> None:
    page = visits.come(size)
    expect(page.get_by_role("article").first).to_be_visible()
    assert not findings(page, axe)
    page.goto("/#/sign-in")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert not findings(page, axe)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("duki4", WIDE),
        pytest.param("king-high", WIDE, marks=pytest.mark.proof),
        ("king-high", NARROW),
        pytest.param("pick2", NARROW, marks=pytest.mark.proof),
    ],
    ids=["duki4-wide", "king-high-wide", "king-high-narrow", "pick2-narrow"],
)
def test_a_players_table(house: OpenHouse, visits: Visits, size: Size, axe: str, game: str) -> None:
    table, page = house.open_table(game), visits.come(size)
    first, decision = ("Pokerpot", "") if game == "king-high" else ("Ante", "Fold")
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, first, "$5")
    before = findings(page, axe)
    if game == "king-high":
        bet(page, "High", "$5")
    deal(page)
    if decision:
        expect(choice(page, decision)).to_be_visible()
        before += findings(page, axe)
        choice(page, decision).click()
    expect(result(page, first if decision else "High")).to_be_visible()
    assert not before + findings(page, axe)
    tool(page, "History")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not findings(page, axe)


def test_what_a_newcomer_sees(house: OpenHouse, visits: Visits, size: Size, axe: str) -> None:
    table, page = house.open_table("duki4"), visits.come_first(size)
    page.get_by_role("button", name=seat_at(table)).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not findings(page, axe)
    page.get_by_role("button", name="Play a guided round").click()
    guide = page.get_by_role("region", name="Guided round")
    expect(guide).to_be_visible()
    guide.get_by_role("button", name="Ante", exact=True).click()
    expect(guide.get_by_role("note")).to_be_visible()
    assert not findings(page, axe, "[data-guide]")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(page.get_by_role("dialog").get_by_role("table").first).to_be_visible()
    assert not findings(page, axe)


def test_behind_the_table(visits: Visits, size: Size, axe: str) -> None:
    page = visits.come_as(ADMINISTRATOR, size)
    page.get_by_role("button", name="Deal Duki 4 Poker").click()
    expect(in_round(page, 1)).to_be_visible()
    expect(next_button(page)).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("list", name="What happened, newest first")).to_contain_text("bets")
    assert not findings(page, axe)


def test_the_pit(house: OpenHouse, visits: Visits, size: Size, axe: str) -> None:
    table = house.open_table("duki4")
    page = visits.come_as("Pit", size, path="#/pit")
    expect(details(page, table.name)).to_be_visible()
    page.get_by_text("What these figures mean").click()
    page.get_by_text("These figures as a table").click()
    found = findings(page, axe)
    page.get_by_role("button", name="Totals by shift").click()
    page.get_by_role("button", name="Set shifts").click()
    expect(dialog(page, "Gaming day and shifts").get_by_label("Begins").first).to_be_visible()
    found += findings(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open a table").click()
    form = dialog(page, "Open a table")
    form.get_by_label("Real: staff count").check()
    expect(form.get_by_role("heading", name="Readings that move money")).to_be_visible()
    found += findings(page, axe)
    page.keyboard.press("Escape")
    page.goto(f"/#/pit/{table.id}")
    for tab in ("Journal", "Money", "Standing", "Ratings"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab).get_by_role("heading")).not_to_have_count(0)
        found += findings(page, axe)
    assert not found


def test_own_work_and_what_is_done_in_a_row(
    house: OpenHouse, visits: Visits, size: Size, axe: str
) -> None:
    table = house.open_for_money("king-high", until="opening")
    page = visits.come_as("Dan", size)
    work = page.get_by_role("region", name="Your work")
    expect(work.get_by_role("heading", name=f"Your table {table.name}")).to_be_visible()
    found = findings(page, axe)
    page.goto(f"/#/deal/{table.id}/dealer/now")
    expect(page.get_by_role("button", name="Confirm all")).to_be_visible()
    found += findings(page, axe)
    boss = visits.come_as("Pit", size, path="#/pit/report")
    expect(boss.get_by_role("rowheader", name=table.name)).not_to_have_count(0)
    found += findings(boss, axe)
    boss.goto("/#/pit/ratings")
    expect(boss.get_by_role("heading", name="Player ratings")).to_be_visible()
    assert not found + findings(boss, axe)


def test_the_workbench(visits: Visits, size: Size, axe: str) -> None:
    page = visits.come(size, path="#/workbench/duki4~bonus.straight_6?show=strategy")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.get_by_text("Exact, every deal counted").first).to_be_visible()
    assert not findings(page, axe)


def test_accounts(visits: Visits, size: Size, axe: str) -> None:
    page = visits.come_as(ADMINISTRATOR, size, path="#/accounts")
    expect(page.get_by_role("button", name="Reset password").first).to_be_visible()
    found = findings(page, axe)
    page.goto("/#/audit")
    expect(page.get_by_role("listitem").filter(has_text="signed in").first).to_be_visible()
    assert not found + findings(page, axe)


def test_a_signature_at_a_shared_screen(
    house: OpenHouse, visits: Visits, size: Size, axe: str
) -> None:
    table = house.open_for_money("pick2")
    page = visits.come_as("Pit", size, path=f"#/pit/{table.id}")
    order(page, "Fill")
    form = dialog(page, "Fill")
    form.get_by_role("spinbutton", name="$25", exact=True).fill("4")
    form.get_by_role("button", name="Ask for the fill").click()
    expect(form).to_be_hidden()
    page.get_by_role("button", name="Sign here with a PIN").wait_for()
    assert not findings(page, axe)
    page.get_by_role("button", name="Sign here with a PIN").click()
    expect(page.get_by_label("PIN of Dan")).to_be_visible()
    assert not findings(page, axe)

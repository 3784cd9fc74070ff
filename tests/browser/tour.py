"""A walk through the house with a camera: every view at both widths, by day and by night.

The floor and the workbench, which managers have on large screens, are also taken on one. What does
not fit into the window is taken once more as a whole.

python -m tests.browser.tour FOLDER [WALK or WIDTH ...]
"""

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Error, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.chromium import PATIENCE_MS, SIZES, Size
from tests.browser.house import OpenHouse, opened
from tests.browser.on_floor import MONEY, PRACTICE, details, row, show
from tests.browser.playing import (
    bet,
    choice,
    choose_chip,
    deal,
    own_place,
    press_until,
    result,
    sit,
    tool,
)
from tests.browser.test_workbench import TOOLS
from tests.browser.tour_of_school import SCHOOL, Shot, Walk, come
from tests.browser.visiting import Visits
from tests.browser.working import deal_until, dialog, in_round, next_button, order
from tests.house.serving import ADMINISTRATOR
from tests.registry import GAMES

WIDTHS = SIZES | {
    "small": Size(width=360, height=800),
    "tablet": Size(width=768, height=1024),
    "broad": Size(width=2560, height=1440),
}
MANY = 66
"""Tables of a floor on which one has to look for a table."""
SCROLLS = """
!document.querySelector("dialog[open]") && document.documentElement.scrollHeight > innerHeight + 1
"""
SETTLING = re.compile("^Settle")


def main(folder: Path, wanted: Sequence[str] = ()) -> None:
    """Take every picture, or those of the walks and widths that are wanted."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as data,
        opened(Path(data)) as house,
        sync_playwright() as playwright,
    ):
        browser = chromium.started(playwright)
        for width, walk in chosen(wanted):
            visits = Visits(browser, house)
            take(walk, house, visits, width, folder)
            for fault in visits.end():
                print(f"{walk.__name__}-{width}: {fault}", flush=True)
            house.close_tables()
        browser.close()


def chosen(wanted: Sequence[str]) -> list[tuple[str, Walk]]:
    """Which walks are taken at which widths."""
    widths = [each for each in WIDTHS if each in wanted]
    walks = [each for each in WALKS if not set(wanted) - set(WIDTHS) or each.__name__ in wanted]
    broad = [] if widths else [("broad", each) for each in walks if each in ON_LARGE_SCREENS]
    return [*((width, walk) for width in widths or SIZES for walk in walks), *broad]


def take(walk: Walk, house: OpenHouse, visits: Visits, width: str, folder: Path) -> None:
    """The pictures of one walk; where something is missing, the others are taken all the same."""

    def shot(page: Page, name: str) -> None:
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
            if page.evaluate(SCROLLS):
                page.screenshot(path=folder / f"{name}-whole-{width}-{scheme}.png", full_page=True)
        print(f"{name}-{width}", flush=True)

    try:
        walk(house, visits, WIDTHS[width], shot)
    except (AssertionError, Error) as missed:
        print(
            f"{walk.__name__}-{width} was not finished: {str(missed).splitlines()[0]}", flush=True
        )


def door(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    page = come(visits, size)
    expect(page.get_by_role("article").first).to_be_visible()
    shot(page, "lobby")
    page.goto("/#/sign-in")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    shot(page, "sign-in")


def duki(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    table = house.open_table("duki4", patrons=3, bet_seconds=0)
    page = come(visits, size)
    sit(page, table)
    shot(page, "duki-seated")
    choose_chip(page, "$25")
    bet(page, "Ante", "$25")
    bet(page, "Duki Bonus", "$25")
    shot(page, "duki-bets")
    deal(page)
    expect(choice(page, "Play")).to_be_visible()
    shot(page, "duki-decide")
    tool(page, "Advice")
    expect(page.get_by_role("complementary").get_by_role("row").first).to_be_visible()
    shot(page, "duki-advice")
    tool(page, "Advice")
    choice(page, "Play").click()
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    shot(page, "duki-result")
    result(page, "Ante").click()
    shot(page, "duki-why")
    page.keyboard.press("Escape")
    for name in ("History", "Pays & rules", "Keys", "Buy chips", "Leave"):
        tool(page, name)
        expect(page.get_by_role("dialog")).to_be_visible()
        shot(page, "duki-" + name.split()[0].lower())
        page.keyboard.press("Escape")
    watching = come(visits, size, path=f"#/watch/{table.id}")
    expect(watching.get_by_text("You are watching")).to_be_visible()
    shot(watching, "watch")


def king_high(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    table = house.open_table("king-high", patrons=2)
    page = come(visits, size)
    sit(page, table)
    choose_chip(page, "$5")
    for wager in ("Pokerpot", "High Run", "High", "Heart", "Seven"):
        bet(page, wager, "$5")
    shot(page, "king-high-bets")
    deal(page)
    expect(result(page, "High")).to_be_visible()
    shot(page, "king-high-card")
    press_until(page, "Enter", result(page, "Pokerpot"))
    shot(page, "king-high-result")


def pick2(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    table = house.open_table("pick2", patrons=5)
    page = come(visits, size)
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    bet(page, "5 Card Bonus Only", "$5")
    deal(page)
    cards = own_place(page).get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(5)
    for index in (0, 1, 2):
        cards.nth(index).click()
    tool(page, "Advice")
    expect(page.get_by_role("complementary").get_by_role("row").first).to_be_visible()
    shot(page, "pick2-decide")
    choice(page, "Play three").click()
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    shot(page, "pick2-result")


def dealing(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    page = come(visits, size, ADMINISTRATOR)
    page.get_by_role("button", name="Deal Pick 2 Poker").click()
    expect(in_round(page, 1)).to_be_visible()
    expect(next_button(page)).to_be_visible()
    shot(page, "dealer-bets")
    deal_until(page, next_button(page).filter(has_text=SETTLING))
    shot(page, "dealer-settle")
    trouble = page.get_by_role("group", name="Something went wrong").get_by_role("button").first
    trouble.click()
    shot(page, "dealer-trouble")
    page.keyboard.press("Escape")
    order(page, "Colour change")
    shot(page, "dealer-form")


def keyed(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    page = come(visits, size, ADMINISTRATOR, "#/pit")
    page.get_by_role("button", name="Open a table").click()
    form = dialog(page, "Open a table")
    form.get_by_role("combobox", name="Game").select_option(label="King High")
    form.get_by_label("Name on the table").fill(f"K{size['width']}")
    form.get_by_label("A dealer; the house supervises").check()
    form.get_by_role("combobox", name="Dealer").select_option(label=ADMINISTRATOR)
    form.get_by_label("Cards come from").select_option(label="manual dealing shoe")
    form.get_by_label("Physical table").check()
    form.get_by_label("Patrons played by the house").fill("3")
    shot(page, "open-practice")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("tablist")).to_be_visible()
    page.goto(f"/#/deal/{page.url.rpartition('/')[2]}")
    deal_until(page, page.get_by_label("Type the cards"))
    page.get_by_label("Type the cards").fill("Kh")
    shot(page, "dealer-keyed")


def pit(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    table = house.open_table("duki4", patrons=6, pace=0.01)
    player = visits.come()
    sit(player, table)
    choose_chip(player, "$5")
    bet(player, "Ante", "$5")
    deal(player)
    choice(player, "Play").click()
    expect(player.get_by_role("button", name="Same again")).to_be_visible()
    for game in ("duki4", "king-high"):
        house.open_for_money(game)
    page = come(visits, size, "Pit", "#/pit")
    shown = row(page, table.name)
    expect(shown.get_by_role("img", name=re.compile("^Won "))).to_be_visible()
    shot(page, "pit-practice")
    details(page, table.name).scroll_into_view_if_needed()
    shot(page, "pit-row")
    show(page, MONEY)
    expect(page.get_by_role("heading", name="Tables for money")).to_be_visible()
    shot(page, "pit")
    page.get_by_role("button", name="Totals by shift").click()
    shot(page, "pit-shifts")
    for way, seen in (
        ("handover", "Your tables"),
        ("report", "On duty"),
        ("ratings", "Player ratings"),
        ("dealers", "Dealers"),
        ("approvals", "Approvals"),
    ):
        page.goto(f"/#/pit/{way}")
        expect(page.get_by_role("heading", name=seen).first).to_be_visible()
        expect(page.get_by_text("One moment …")).to_be_hidden()
        shot(page, f"pit-{way}")
    page.goto("/#/pit")
    page.get_by_role("button", name="Open a table").click()
    form = dialog(page, "Open a table")
    form.get_by_role("combobox", name="Game").select_option(label="Pick 2 Poker")
    form.get_by_label("Real: staff count").check()
    shot(page, "open-real")
    form.get_by_text("must be chosen").scroll_into_view_if_needed()
    shot(page, "open-readings")
    page.keyboard.press("Escape")
    page.goto(f"/#/pit/{table.id}")
    expect(page.get_by_role("region", name="What happened")).to_be_visible()
    shot(page, "pit-table")
    for tab in ("Journal", "Money", "Standing", "Ratings"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab).get_by_role("heading").first).to_be_visible()
        expect(page.get_by_text(re.compile("^(Counting|Working it out) …$"))).to_be_hidden()
        shot(page, f"pit-{tab.lower()}")


def full_floor(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    for number in range(MANY):
        house.open_table(GAMES[number % len(GAMES)], patrons=number % 6, pace=0.3)
    house.open_for_money("duki4")
    page = come(visits, size)
    expect(page.get_by_role("button", name="Sit down").nth(MANY)).to_be_attached()
    shot(page, "lobby-full")
    page = come(visits, size, "Pit", "#/pit")
    show(page, PRACTICE)
    expect(page.get_by_role("row").nth(MANY)).to_be_attached()
    shot(page, "pit-full")


def papers(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    table = house.open_table("duki4")
    low = {"table": "Low", "game": "duki4", "limits": {"ante": [500, 2500]}}
    page = come(visits, size, "Pit", f"#/pit/papers/{table.id}")
    other = page.context.request.post("/api/tables", data=low).json()["id"]
    page.reload()
    expect(page.get_by_role("article").get_by_role("img").first).to_be_visible()
    shot(page, "papers")
    page.get_by_role("button", name="Look through Rules of play").click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_have_js_property(
        "complete", value=True
    )
    shot(page, "papers-page")
    page.keyboard.press("Escape")
    request = page.get_by_role("region", name="Change request")
    request.get_by_label("Compare with").select_option(f"table:{other}")
    request.get_by_role("button", name="Compare").click()
    request.get_by_text("Limits of the Ante").scroll_into_view_if_needed()
    shot(page, "papers-change")


def workbench(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    for each, heading in TOOLS.items():
        link = f"#/workbench/duki4?b=duki4~bonus.straight_6&show={each}&cards=9h+9c+6s+Jd"
        page = come(visits, size, path=link)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        expect(page.locator("progress")).to_have_count(0)
        shot(page, f"workbench-{each}")
        page.context.close()
    page = come(visits, size, path="#/workbench/pick2")
    expect(page.get_by_role("region", name="Figures", exact=True)).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)
    shot(page, "workbench-pick2")


def accounts(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    page = come(visits, size, ADMINISTRATOR, "#/accounts")
    expect(page.get_by_role("button", name="Reset password").first).to_be_visible()
    shot(page, "accounts")
    page.goto("/#/audit")
    expect(page.get_by_role("listitem").filter(has_text="signed in").first).to_be_visible()
    shot(page, "audit")
    page.goto("/#/account")
    expect(page.get_by_role("heading", name="Tokens for programs")).to_be_visible()
    shot(page, "account")


WALKS: tuple[Walk, ...] = (
    door,
    duki,
    king_high,
    pick2,
    dealing,
    keyed,
    pit,
    full_floor,
    papers,
    workbench,
    *SCHOOL,
    accounts,
)
ON_LARGE_SCREENS = (pit, full_floor, workbench)


if __name__ == "__main__":
    folder, *wanted = sys.argv[1:] or [""]
    known = {*WIDTHS, *(each.__name__ for each in WALKS)}
    if not folder or set(wanted) - known:
        sys.exit(f"tour FOLDER [...]: expected a folder, then any of {', '.join(sorted(known))}")
    main(Path(folder), wanted)

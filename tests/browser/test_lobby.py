"""A lobby with many tables: searched, sorted, shared by its address, and still under the pointer."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.chromium import NARROW, Size
from tests.browser.house import OpenHouse, Table, opened
from tests.browser.playing import own_place, seat_at, sit, tool
from tests.browser.visiting import Visits, welcomed

GAMES = ("duki4", "king-high", "pick2")


@pytest.fixture(scope="module")
def lobby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house whose tables are counted: those of other tests close in their own time."""
    with opened(tmp_path_factory.mktemp("lobby")) as house:
        yield house


@pytest.fixture
def visits(browser: Browser, lobby: OpenHouse) -> Iterator[Visits]:
    """Those who come to it; nothing may go wrong on their pages."""
    yield from welcomed(browser, lobby)


@pytest.fixture
def many(lobby: OpenHouse, visits: Visits) -> list[Table]:
    """So many tables that they are listed: two of them with people behind the cards."""
    return [
        *(lobby.open_table(GAMES[n % 3], has_advice=False) for n in range(12)),
        lobby.open_table("duki4", dealer="Dan"),
        lobby.open_table("pick2", is_rehearsal=True),
    ]


def rows(page: Page) -> Locator:
    return page.get_by_role("list", name="Tables").get_by_role("listitem")


def shown(page: Page) -> list[str]:
    """The names of the tables in their order."""
    return [each.split()[0] for each in page.locator(".name").all_inner_texts()]


def test_many_tables_are_searched_filtered_and_sorted(visits: Visits, many: list[Table]) -> None:
    page = visits.come()
    expect(rows(page)).to_have_count(17)
    expect(
        page.get_by_text(re.compile(r"^17 tables · \d+ free seats · \d+ player"))
    ).to_be_visible()
    duki = page.get_by_role("button", name=re.compile("^Duki 4 Poker"))
    expect(duki).to_have_accessible_name("Duki 4 Poker 6")
    duki.click()
    expect(rows(page)).to_have_count(6)
    expect(page.get_by_text(re.compile("^6 of 17 tables"))).to_be_visible()
    # What the other answers would leave is counted with what is chosen already.
    expect(page.get_by_role("button", name=re.compile("^Rehearsal"))).to_have_accessible_name(
        "Rehearsal 0"
    )
    page.get_by_role("combobox", name="Dealer").select_option("Dan")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Clear filters").click()
    expect(rows(page)).to_have_count(17)
    page.get_by_label("Sort by").select_option("Table name")
    names = shown(page)
    assert names == sorted(names, key=lambda name: (name[0], int(name[1:])))


def test_what_is_chosen_stands_in_the_address(visits: Visits, many: list[Table]) -> None:
    page = visits.come()
    page.get_by_role("button", name=re.compile("^Pick 2 Poker")).click()
    page.get_by_role("button", name="Free seats", exact=True).click()
    page.get_by_label("Sort by").select_option("Players")
    expect(page).to_have_url(re.compile(r"#/\?game=pick2&free=1&sort=players$"))
    other = visits.come(NARROW, page.url.partition("/#")[2].join(["#", ""]))
    expect(rows(other)).to_have_count(6)
    other.get_by_role("button", name="Filters", exact=True).click()
    pressed = other.get_by_role("button", name=re.compile("^Pick 2 Poker"))
    expect(pressed).to_have_attribute("aria-pressed", "true")
    other.get_by_role("link", name="Lobby", exact=True).click()
    expect(rows(other)).to_have_count(17)


def test_a_seat_by_keys_alone(visits: Visits, many: list[Table], size: Size) -> None:
    page, wanted = visits.come(size), many[4]
    expect(rows(page)).to_have_count(17)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type(wanted.name[:1])
    page.keyboard.press("ArrowDown")
    step = page.get_by_role("button", name=seat_at(wanted))
    for _ in many:
        if step.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("ArrowDown")
    expect(step).to_be_focused()
    page.keyboard.press("Enter")
    expect(own_place(page)).to_be_visible()


def test_nothing_moves_under_the_pointer(
    lobby: OpenHouse, visits: Visits, many: list[Table]
) -> None:
    page = visits.come(path="#/?sort=players")
    expect(rows(page)).to_have_count(17)
    before = shown(page)
    last = many[11]
    rows(page).nth(2).hover()
    visits.come(path=f"#/sit/{last.id}").get_by_role("button", name="Sit down as a guest").click()
    expect(rows(page).nth(before.index(last.name))).to_contain_text("1 of")
    lobby.open_table("duki4")
    expect(rows(page)).to_have_count(18)
    assert shown(page)[:17] == before, "held by the pointer; what is new comes last"
    page.mouse.move(2, 2)
    expect(rows(page).first).to_contain_text(last.name)


def test_an_invitation_leads_to_a_seat(lobby: OpenHouse, visits: Visits) -> None:
    table, host = lobby.open_table("duki4"), visits.come()
    sit(host, table)
    tool(host, "Invite")
    invitation = host.get_by_role("dialog", name=f"Invite to Duki 4 Poker, table {table.name}")
    expect(invitation.get_by_role("img", name=re.compile("^QR code"))).to_be_visible()
    expect(invitation).to_contain_text("Only this machine can open 127.0.0.1.")
    address = invitation.get_by_role("textbox", name="Address of this table").input_value()
    assert address == f"{lobby.address}/#/sit/{table.id}"

    guest = visits.come(NARROW, f"#/sit/{table.id}")
    guest.get_by_label("Your name at the table").fill("Gwen")
    guest.get_by_role("button", name="Sit down as a guest").click()
    expect(own_place(guest)).to_be_visible()
    member = visits.come_as("Pia", path=f"#/sit/{table.id}")
    expect(own_place(member)).to_be_visible()
    expect(host.get_by_role("region", name=re.compile("Gwen"))).to_be_attached()

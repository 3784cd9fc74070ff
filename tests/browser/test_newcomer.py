"""A person who has never seen a game: four pictures, a guided round, and words explained in place."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tablewright.games import game as game_named
from tablewright.games import procedure
from tablewright.rules.contest import Contest
from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import choice, deal, own_place, rail, seat_at, sit
from tests.browser.visiting import Visits
from tests.registry import CONTESTS, GAMES

WIDTHS = {id: (WIDE, NARROW)[n % 2] for n, id in enumerate(GAMES)}
"""Each game at one width."""


def pictures(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("^How .* plays$"))


def mark(page: Page) -> Locator:
    return page.get_by_role("region", name="Guided round")


def first_wager(id: str) -> str:
    """The wager that a newcomer is told to begin with."""
    of = game_named(id)
    contest = of.ruleset().deal
    if isinstance(contest, Contest):
        return next(wager.name for wager in of.wagers if wager.id == contest.decided_by)
    needed = [need.wager for wager in of.wagers for need in wager.needs]
    return max(of.wagers, key=lambda wager: needed.count(wager.id)).name


def sit_down_first(page: Page, table: Table) -> None:
    page.get_by_role("button", name=seat_at(table)).click()
    expect(pictures(page)).to_be_visible()


def begin(page: Page, table: Table) -> None:
    sit_down_first(page, table)
    pictures(page).get_by_role("button", name="Play a guided round").click()
    expect(mark(page)).to_contain_text("Put a chip on the")


def put_chip(page: Page, wager: str) -> None:
    own_place(page).get_by_role("button", name=re.compile(rf"^{wager}: no chips")).click()


@pytest.mark.parametrize("id", GAMES)
def test_on_first_sitting_down_a_round_is_shown_in_four_pictures(
    house: OpenHouse, visits: Visits, id: str
) -> None:
    table, page = house.open_table(id), visits.come_first(WIDTHS[id])
    sit_down_first(page, table)
    tour = procedure(game_named(id)).tour
    assert tour
    for picture in tour.pictures:
        heading = pictures(page).get_by_role("heading", name=re.compile(f" {picture.title}$"))
        expect(heading).to_be_attached()
    pictures(page).get_by_role("button", name="Just play").click()
    expect(pictures(page)).to_be_hidden()
    expect(mark(page)).to_be_hidden()
    page.reload()
    expect(own_place(page)).to_be_visible()
    expect(pictures(page)).to_be_hidden()
    page.keyboard.press("w")
    expect(pictures(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(pictures(page)).to_be_hidden()


@pytest.mark.parametrize("id", CONTESTS)
def test_a_guided_round_against_the_dealer_is_played_to_its_end(
    house: OpenHouse, visits: Visits, id: str
) -> None:
    table, page = house.open_table(id), visits.come_first(WIDTHS[id])
    begin(page, table)
    page.reload()  # Whatever happens, there is a next step.
    expect(mark(page)).to_contain_text("Put a chip on the")
    put_chip(page, first_wager(id))
    expect(mark(page)).to_contain_text("Press “Deal”")
    deal(page)
    expect(mark(page)).to_contain_text("Your choice:")
    expect(mark(page)).to_contain_text("Your hand:")
    page.reload()
    expect(mark(page)).to_contain_text("Your choice:")
    choice(page, "Fold").click()
    expect(mark(page)).to_contain_text("You lost $")
    expect(mark(page)).to_contain_text("The player folded")
    put_chip_again(page, id)
    expect(mark(page)).to_be_hidden()


def put_chip_again(page: Page, id: str) -> None:
    again = rail(page).get_by_role("button", name=re.compile("^Repeat"))
    expect(again).to_be_enabled()
    again.click()


@pytest.mark.parametrize("id", sorted(set(GAMES) - set(CONTESTS)))
def test_a_guided_round_of_drawn_cards_is_played_to_its_end(
    house: OpenHouse, visits: Visits, id: str
) -> None:
    table, page = house.open_table(id), visits.come_first(WIDTHS[id])
    begin(page, table)
    put_chip(page, first_wager(id))
    expect(mark(page)).to_contain_text("Press “")
    drawn = game_named(id).ruleset().deal
    assert not isinstance(drawn, Contest)
    deal(page)
    for number in range(1, drawn.cards):
        expect(mark(page)).to_contain_text(f"Card {number} of {drawn.cards} is out")
        deal(page)
    expect(mark(page)).to_contain_text(re.compile("this round|even"))
    mark(page).get_by_role("button", name="Done").click()
    expect(mark(page)).to_be_hidden()


def test_the_guide_goes_by_escape_and_does_not_come_back(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table(CONTESTS[0]), visits.come_first(NARROW)
    begin(page, table)
    page.keyboard.press("Escape")
    expect(mark(page)).to_be_hidden()
    expect(own_place(page)).to_be_visible()
    page.reload()
    expect(own_place(page)).to_be_visible()
    expect(mark(page)).to_be_hidden()


def test_time_that_runs_out_leaves_no_step_behind(house: OpenHouse, visits: Visits) -> None:
    """Nothing is done after the chip: clocks end the betting and the decision."""
    table = house.open_table(CONTESTS[0], bet_seconds=1, decide_seconds=1)
    sit(visits.come(NARROW), table)
    page = visits.come_first(WIDE)
    begin(page, table)
    put_chip(page, first_wager(CONTESTS[0]))
    expect(mark(page)).to_contain_text("You lost $")


def test_the_lobby_shows_how_a_table_plays_and_begins_a_guided_round(
    house: OpenHouse, visits: Visits
) -> None:
    table, page = house.open_table(CONTESTS[-1]), visits.come_first(WIDE)
    page.get_by_role("button", name=f"How it plays: {table.game}, table {table.name}").click()
    pictures(page).get_by_role("button", name="Play a guided round").click()
    expect(mark(page)).to_contain_text("Put a chip on the")
    expect(pictures(page)).to_be_hidden()


@pytest.mark.parametrize("size", [NARROW])
def test_terms_open_by_keyboard_and_go_by_escape(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    table, page = house.open_table(CONTESTS[0]), visit(size)
    sit(page, table)
    page.keyboard.press("p")
    rules = page.get_by_role("dialog", name=re.compile("pays and rules"))
    rules.get_by_role("searchbox").fill("straight")
    word = rules.get_by_role("button", name="Straight", exact=True).first
    word.focus()
    note = rules.get_by_role("note").filter(has_text="Cards in sequence")
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(rules).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()


def test_what_the_manual_leaves_open_is_a_mark_and_no_banner(
    house: OpenHouse, visit: Callable[..., Page]
) -> None:
    table, page = house.open_table("pick2"), visit(NARROW)
    sit(page, table)
    expect(page.locator(".warning")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^The manual leaves something open")).click()
    rules = page.get_by_role("dialog", name=re.compile("pays and rules"))
    expect(rules.get_by_role("heading", name="How this house plays")).to_be_in_viewport()
    expect(rules).to_contain_text("The manual leaves open")

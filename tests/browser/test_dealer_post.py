"""The dealer's post: the button stays where it is, payments are ticked off, actions are searched."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits
from tests.browser.working import dialog, in_round, next_button, panel, take_step
from tests.house.serving import ADMINISTRATOR


def comes_to_deal(house: OpenHouse, visits: Visits, game: str, **where: Size) -> Page:
    table = house.open_table(game, dealer=ADMINISTRATOR, is_rehearsal=True, patrons=2)
    page = visits.come_as(ADMINISTRATOR, path=f"#/deal/{table.id}", **where)
    expect(in_round(page, 1)).to_be_visible()
    return page


def settled_now(page: Page) -> Locator:
    """The spot on the felt that is paid or taken now."""
    return page.locator("[data-chips][aria-current]")


def test_the_button_stays_in_its_spot_and_payments_are_ticked_off_with_their_spots_lit(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    page = comes_to_deal(house, visits, "duki4", size=size)
    spots, ticked = set(), 0
    over = in_round(page, 2)
    while not over.is_visible():
        expect(next_button(page).or_(over)).to_be_visible()
        if over.is_visible():
            break
        box = next_button(page).bounding_box()
        assert box
        spots.add((round(box["x"]), round(box["y"] + box["height"])))
        payments = panel(page).get_by_role("list").get_by_role("checkbox")
        if payments.count():
            ticked += ticks_off(page, payments)
        take_step(page, [])
    assert ticked
    assert len(spots) == 1, spots


def ticks_off(page: Page, payments: Locator) -> int:
    """Ticks every payment of a seat with a key: each has its spot lit while it is the next."""
    for payment in payments.all():
        expect(payment).not_to_be_checked()
        expect(settled_now(page)).to_have_count(1)
        page.keyboard.press("t")
        expect(payment).to_be_checked()
    expect(settled_now(page)).to_have_count(0)
    return payments.count()


def test_an_irregularity_is_found_by_a_word_and_opened_by_enter(
    house: OpenHouse, visits: Visits
) -> None:
    page = comes_to_deal(house, visits, "duki4")
    take_step(page, [])
    page.keyboard.press("/")
    search = page.get_by_role("searchbox", name="Find an action")
    expect(search).to_be_focused()
    listed = page.get_by_role("region", name="Actions")
    search.fill("no such thing")
    expect(listed).to_contain_text("Nothing here matches")
    search.fill("jams")
    expect(listed.get_by_role("button", name=re.compile("^Buy-in"))).to_have_count(0)
    search.press("Enter")
    expect(dialog(page, re.compile("jams"))).to_contain_text("The ruling")

"""How many clicks a table for money takes, over all posts, to open and to close."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tablewright.table.chips import FLOAT
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits
from tests.browser.working import (
    dialog,
    do_what_is_due,
    everybody_does_the_rest,
    in_round,
    next_step,
    order,
)

MOST_CLICKS = 14
COUNTS = """
window.clicked = 0
window.typed = 0
addEventListener("pointerdown", (event) => event.isTrusted && (window.clicked += 1), true)
addEventListener("change", (event) => {
  if (event.target.tagName === "SELECT") window.clicked += 1
  if (event.target.matches("input[type=number], input:not([type]), input[type=text]")) window.typed += 1
}, true)
"""
"""Counts every press, a choice in a list as one, and the fields that are filled in."""


class Clicks:
    """What everybody clicked since it was last asked."""

    def __init__(self, **pages: Page) -> None:
        self._pages = pages
        for page in pages.values():
            page.evaluate(COUNTS)

    def so_far(self) -> dict[str, tuple[int, int]]:
        """Clicks and fields typed, by post; counted anew from now on."""
        found = {}
        for post, page in self._pages.items():
            clicked, typed = page.evaluate("() => [window.clicked, window.typed]")
            page.evaluate("() => { window.clicked = window.typed = 0 }")
            found[post] = clicked, typed
        return found


def in_all(clicks: Mapping[str, tuple[int, int]]) -> int:
    return sum(clicked for clicked, _ in clicks.values())


@pytest.mark.parametrize("game", ["pick2", "king-high"])
def test_a_table_that_was_opened_before_opens_and_closes_in_at_most_fourteen_clicks(
    house: OpenHouse, visits: Visits, game: str
) -> None:
    house.open_for_money(game)
    house.close_tables()
    boss = visits.come_as("Pit", path="#/pit")
    inspector, dealer = visits.come_as("Ina"), visits.come_as("Dan")
    clicks = Clicks(boss=boss, inspector=inspector, dealer=dealer)

    boss.get_by_role("button", name="Open a table").click()
    form = dialog(boss, "Open a table")
    expect(form.get_by_role("status").filter(has_text="Filled in as Pit opened")).to_be_visible()
    form.get_by_role("button", name="Set up").click()
    expect(form).to_be_hidden()
    id = boss.url.rpartition("/")[2]

    def rack() -> Mapping[int, int]:
        return house.live(id).table.state.bank.chips(FLOAT)

    table = house.live(id).table.book.setup.table
    own(inspector, f"Your table {table}: unlock the rack")
    do_what_is_due(inspector, rack)
    own(dealer, f"Your table {table}: count the float")
    everybody_does_the_rest(in_round(dealer, 1), rack, dealer, inspector)
    opening = clicks.so_far()

    order(inspector, "Begin closing")
    dialog(inspector, "Begin closing").get_by_role("button", name="Begin closing").click()
    ended = dealer.get_by_role("heading", name="This post has ended")
    everybody_does_the_rest(ended, rack, dealer, inspector)
    closing = clicks.so_far()

    assert in_all(opening) + in_all(closing) <= MOST_CLICKS, (opening, closing)


def own(page: Page, says: str) -> None:
    """Go to what waits for this person, which stands first when they come."""
    work = page.get_by_role("region", name="Your work")
    row = work.get_by_role("listitem").filter(has=page.get_by_role("heading", name=says))
    row.get_by_role("link").click()
    expect(next_step(page)).to_be_visible()

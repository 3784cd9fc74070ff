"""A lost connection: said calmly, nothing lost and nothing done twice, and told when it is back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import PACE, OpenHouse
from tests.browser.playing import (
    bet,
    choice,
    choose_chip,
    deal,
    history_of,
    lies,
    press_until,
    rail,
    result,
    sit,
    spot,
)
from tests.browser.visiting import HAS_SEEN, Visits
from tests.house.serving import Serving

KEPT = "Your seat and chips are kept"
REFUSED = "Nothing was sent: the connection is lost."


def come_back(page: Page) -> None:
    page.context.set_offline(False)
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.get_by_text(re.compile("^Connected again"))).to_be_visible()


def test_lost_while_betting(house: OpenHouse, visits: Visits) -> None:
    table, page = house.open_table("duki4"), visits.come()
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    expect(page.get_by_role("log")).to_contain_text("bets $5 on the Ante")
    visits.cut(page)
    expect(page.get_by_role("alert").filter(has_text=KEPT)).to_be_visible()
    expect(spot(page, "Ante")).to_have_css("pointer-events", "none")
    spot(page, "Ante").focus()
    page.keyboard.press("Space")
    expect(page.get_by_text(REFUSED)).to_be_visible()
    expect(lies(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante: \$5;"))
    come_back(page)
    bet(page, "Ante", "$10")
    deal(page)
    choice(page, "Fold").click()
    expect(result(page, "Ante")).to_be_visible()
    history = history_of(page, table)
    assert history["net"] == -1000
    assert len(history["rounds"]) == 1


def test_lost_while_deciding(house: OpenHouse, visits: Visits) -> None:
    table = house.open_table("duki4", gone_seconds=600)
    page, other = (visits.come() for _ in range(2))
    for each in (page, other):
        sit(each, table)
        choose_chip(each, "$5")
        bet(each, "Ante", "$5")
    for each in (page, other):
        deal(each)
    expect(choice(page, "Fold")).to_be_visible()
    visits.cut(page)
    press_until(page, "f", page.get_by_text(REFUSED))
    choice(other, "Fold").click()
    expect(rail(other)).not_to_contain_text("Fold")
    come_back(page)
    expect(choice(page, "Fold")).to_be_visible()

    # It is sent, and the connection breaks before the answer: it is sent again, and done once.
    choice(page, "Fold").evaluate("button => { button.click(); window.openSockets.at(-1).close() }")
    expect(result(page, "Ante")).to_be_visible()
    assert history_of(page, table)["net"] == -500


@pytest.mark.proof
def test_the_house_is_closed_and_opened_again(browser: Browser, tmp_path: Path) -> None:
    """The page waits for the house, and goes on at the same table with the same chips."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    first = Serving(address, PACE, keys=tmp_path / "keys")
    first.start()
    context = browser.new_context(base_url=first.address, service_workers="block")
    context.add_init_script(HAS_SEEN)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Sit down at Duki 4 Poker")).click()
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    expect(page.get_by_role("log")).to_contain_text("bets $5 on the Ante")
    first.stop()
    expect(page.get_by_role("alert").filter(has_text=KEPT)).to_be_visible()
    again = Serving(address, PACE, is_new=False, keys=tmp_path / "keys", port=first.port)
    again.start()
    try:
        expect(page.get_by_text("Connection lost")).to_be_hidden()
        expect(lies(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante: \$5;"))
        deal(page)
        choice(page, "Fold").click()
        expect(result(page, "Ante")).to_be_visible()
    finally:
        context.close()
        again.stop()

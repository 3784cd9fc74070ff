"""A pit boss's day."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import OpenHouse, opened
from tests.browser.pit_day import TABLES, PitDay
from tests.browser.playing import bet, choice, choose_chip, deal, own_place, rail, result, seat_at
from tests.browser.test_clicks import own
from tests.browser.test_signing import waiting
from tests.browser.visiting import Visits
from tests.browser.working import (
    count,
    deal_until,
    dialog,
    do_what_is_due,
    everybody_does_the_rest,
    in_round,
    next_button,
    next_step,
    order,
    take_step,
)

pytestmark = pytest.mark.proof


def test_a_day(browser: Browser, tmp_path) -> None:
    with opened(tmp_path) as house:
        visits = Visits(browser, house)
        day = PitDay(house, visits)
        try:
            live(day)
        except BaseException:
            print(day.told())
            print(visits.keep(tmp_path))
            raise
        print(day.told())
        print(visits.end())


def to_pit(page: Page) -> None:
    page.get_by_role("navigation", name="The house").get_by_role("link", name="Pit").click()
    expect(page.get_by_role("button", name="Open a table")).to_be_visible()


def live(day: PitDay) -> None:
    boss = day.come("Pit", "#/pit")
    day.phone("Pit", "#/pit")
    inspector = day.come("Ina")
    expect(boss.get_by_role("button", name="Open a table")).to_be_visible()
    for n, (name, (game, dealer)) in enumerate(TABLES.items()):
        staff = day.come(dealer)
        with day.step(f"open {name}"):
            if n:
                to_pit(boss)
            boss.get_by_role("button", name="Open a table").click()
            form = dialog(boss, "Open a table")
            expect(
                form.get_by_role("status").filter(has_text="Filled in as Pit opened")
            ).to_be_visible()
            if form.get_by_role("combobox", name="Game").input_value() != game:
                form.get_by_role("combobox", name="Game").select_option(value=game)
                expect(
                    form.get_by_role("status").filter(has_text="Filled in as Pit opened")
                ).to_be_visible()
            if form.get_by_label("Name on the table").input_value() != name:
                form.get_by_label("Name on the table").fill(name)
            if form.get_by_role("combobox", name="Dealer").input_value() != dealer:
                form.get_by_role("combobox", name="Dealer").select_option(value=dealer)
            form.get_by_role("button", name="Set up").click()
            expect(form).to_be_hidden()
            day.ids[name] = boss.url.rpartition("/")[2]
            if n == 1:
                day.shot("02-set-up", "Pit", "Ina", dealer, "Pit, phone")
            if n:
                inspector.get_by_role("link", name="Lobby", exact=True).click()
            own(inspector, f"Your table {name}: unlock the rack")
            do_what_is_due(inspector, day.rack(name))
            own(staff, f"Your table {name}: count the float")
            if n == 1:
                day.shot("03-opening", "Pit", "Ina", dealer)
            everybody_does_the_rest(in_round(staff, 1), day.rack(name), staff, inspector)
    to_pit(boss)
    boss.wait_for_timeout(3000)
    day.shot("04-open", "Pit", "Pit, phone")
    for name in TABLES:
        if name != "P8":
            day.patrons_play(name)
    boss.wait_for_timeout(4000)
    day.shot("05-playing", "Pit", "Pit, phone", full=True)

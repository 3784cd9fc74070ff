"""A pit boss's day."""

import json
import re
import zipfile

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import OpenHouse, opened
from tests.browser.pit_day import TABLES, PitDay
from tests.browser.playing import bet, choice, choose_chip, deal, own_place, rail, result
from tests.browser.test_alerts import call
from tests.browser.test_clicks import own
from tests.browser.test_signing import waiting
from tests.browser.visiting import Visits
from tests.browser.working import (
    count, deal_until, dialog, do_what_is_due, everybody_does_the_rest, in_round, next_button, next_step, order, take_step)

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
    page.get_by_role("navigation", name="The house").get_by_role("link", name="Pit", exact=True).click()
    expect(page.get_by_role("button", name="Open a table")).to_be_visible()


def alert_of(page: Page, says: str):
    return page.get_by_role("region", name="Alerts", exact=True).get_by_role("listitem").filter(has_text=says)


def live(day: PitDay) -> None:
    boss = day.come("Pit", "#/pit")
    phone = day.phone("Pit", "#/pit")
    inspector = day.come("Ina")
    expect(boss.get_by_role("button", name="Open a table")).to_be_visible()
    for n, (name, (game, dealer)) in enumerate(TABLES.items()):
        staff = day.come(dealer)
        with day.step(f"open {name}"):
            if n:
                to_pit(boss)
            boss.get_by_role("button", name="Open a table").click()
            form = dialog(boss, "Open a table")
            expect(form.get_by_role("status").filter(has_text=f"Filled in as Pit opened {name}")).to_be_visible()
            expect(form.get_by_role("button", name="Set up")).to_be_enabled()
            if n == 1:
                day.shot("01-form", "Pit")
            assert form.get_by_role("combobox", name="Dealer").input_value() == dealer
            form.get_by_role("button", name="Set up").click()
            expect(form).to_be_hidden()
            day.ids[name] = boss.url.rpartition("/")[2]
            expect(boss.get_by_text("You are the pit boss")).to_be_visible()
            if n == 1:
                day.shot("02-set-up", "Pit", "Ina", dealer, "Pit, phone")
            if n:
                inspector.get_by_role("link", name="Lobby", exact=True).click()
            own(inspector, f"Your table {name}: unlock the rack")
            if n == 1:
                day.shot("03-unlock", "Ina")
            do_what_is_due(inspector, day.rack(name))
            own(staff, f"Your table {name}: count the float")
            if n == 1:
                day.shot("03-count", dealer)
            everybody_does_the_rest(in_round(staff, 1), day.rack(name), staff, inspector)
    to_pit(boss)
    boss.wait_for_timeout(3000)
    day.shot("04-open", "Pit", "Pit, phone")
    for name in TABLES:
        if name not in ("D7", "P8"):
            day.patrons_play(name)
    boss.wait_for_timeout(6000)
    day.shot("05-playing", "Pit", "Pit, phone", full=True)

    dealer = day.pages["Dan"]
    with day.step("alert 1: inspector called"):
        order(dealer, "Call the inspector")
        form = dealer.get_by_role("dialog")
        day.shot("06-call-form", "Dan")
        form.get_by_role("textbox").fill("Marker dispute")
        form.get_by_role("button").last.click()
        item = alert_of(boss, "Marker dispute")
        expect(item).to_be_visible()
        day.shot("06-call", "Pit", "Pit, phone")
        item.get_by_role("button", name=re.compile("^Take: ")).click()
        expect(item.get_by_text("Taken by you")).to_be_visible()
        item.get_by_role("link", name=re.compile("^Go to the table")).click()
        expect(boss.get_by_text("You are the pit boss")).to_be_visible()
        boss.wait_for_timeout(1000)
        day.shot("06-at-table", "Pit")
        boss.get_by_role("button", name=re.compile("^Handled")).click()
        boss.wait_for_timeout(1500)
        day.shot("06-handled", "Pit")
        to_pit(boss)
        expect(item).to_have_count(0)
    player = day.come("Pia")
    with day.step("a player buys in"):
        player.get_by_role("button", name=re.compile("^Sit down.* table P8$")).click()
        expect(own_place(player)).to_be_visible()
        del_ = day.pages["Del"]
        order(del_, "Buy-in")
        form = dialog(del_, "Buy-in")
        form.get_by_role("button", name="$200").click()
        day.shot("07-buy-in", "Del")
        form.get_by_role("button", name="Buy-in").click()
        expect(rail(player)).to_contain_text("$200")
    with day.step("a big win"):
        choose_chip(player, "$5")
        bet(player, "Ante", "$5")
        bet(player, "5 Card Bonus", "$5") if player.get_by_role("button", name=re.compile("^5 Card Bonus:")).count() else bet(player, "5 Card Bonus Only", "$5")
        day.shot("08-bets", "Pia")
        deal(player)
        five = choice(player, "Play five")
        deal_until(del_, five)
        five.click()
        for _ in range(60):
            if result(player, "Ante").is_visible():
                break
            text = next_step(del_).inner_text() if next_step(del_).is_visible() else ""
            print("DEL:", text[:150].replace("\n", " | "))
            typed = del_.get_by_label("Type the cards")
            if typed.is_visible():
                typed.fill("9h 9c 6s Jd 3d" if "dealer" in text.lower() else "Ah Kh Qh Jh 10h")
                typed.press("Enter")
                del_.wait_for_timeout(500)
                continue
            if not text:
                do_what_is_due(inspector, day.rack("P8"))
                continue
            take_step(del_, [])
        day.shot("08-won", "Pia", "Del", "Ina")

"""A day in the pit: accounts are made, a real table is opened, played at, looked into and closed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tablewright.table.verify import verify
from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choice, choose_chip, own_place, rail, result, seat_at
from tests.browser.house import Table
from tests.browser.visiting import Visits, choose_password, sign_in
from tests.browser.working import deal_round, dialog, do_what_is_due, in_round, order
from tests.house.serving import ADMINISTRATOR, PASSWORD

pytestmark = pytest.mark.xdist_group("browser")

NAME = "R1"


def test_a_real_table_from_its_opening_to_its_closing(house: OpenHouse, visits: Visits) -> None:
    administrator = visits.come_as(ADMINISTRATOR, path="#/accounts")
    boss, dealer = (
        employed(visits, administrator, name, *roles)
        for name, *roles in (("Petra", "pit boss", "inspector"), ("Dora", "dealer"))
    )
    table = sets_up(boss)
    dealer.goto(f"/#/deal/{table.id}")
    everybody_does_the_rest(boss, dealer)
    player = visits.come_as("Pia")
    plays_a_round(player, dealer, table)
    limits_are_agreed(dealer, boss)
    looks_into_it(boss)
    closes_it(boss, dealer, player)


def employed(visits: Visits, administrator: Page, name: str, *roles: str) -> Page:
    """Somebody who is given an account on the page, and comes with its password."""
    administrator.get_by_label("Name").fill(name)
    duties = administrator.get_by_role("group", name="Roles of the new account")
    for duty in duties.get_by_role("checkbox").all():
        duty.uncheck()
    for role in roles:
        duties.get_by_label(role).check()
    administrator.get_by_role("button", name="Make the account").click()
    shown = administrator.get_by_role("alert").filter(has_text=f"The password of {name}")
    password = shown.get_by_role("code").inner_text()
    shown.get_by_role("button", name="I have it").click()
    expect(administrator.get_by_role("heading", name=name)).to_be_visible()
    page = visits.come(path="#/sign-in")
    sign_in(page, name, password)
    choose_password(page, password, PASSWORD)
    return page


def sets_up(boss: Page) -> Table:
    """A real table of Pick 2, whose open reading must be decided first."""
    boss.get_by_role("link", name="Open the pit").click()
    boss.get_by_role("button", name="Open a table").click()
    form = dialog(boss, "Open a table")
    form.get_by_label("Game").select_option(label="Pick 2 Poker")
    form.get_by_label("Name on the table").fill(NAME)
    form.get_by_label("Real: staff count").check()
    form.get_by_role("combobox", name="Dealer").select_option(label="Dora")
    form.get_by_role("combobox", name="Inspector").select_option(label="Petra")
    go = form.get_by_role("button", name="Set it up")
    expect(form).to_contain_text("one reading to be chosen")
    expect(go).to_be_disabled()
    reading = form.get_by_role("group").filter(has_text="must be chosen")
    options = reading.get_by_role("radio")
    for option in options.all():
        edge = option.locator("xpath=ancestor::label")
        expect(edge).to_contain_text(re.compile(r"House edge.*[−-]?\d+\.\d+ %", re.DOTALL))
    expect(reading).to_contain_text("Warning")
    options.first.check()
    expect(form).not_to_contain_text("to be chosen")
    go.click()
    expect(form).to_be_hidden()
    expect(boss.get_by_role("tablist", name=f"Table {NAME}")).to_be_visible()
    return Table(boss.url.rpartition("/")[2], NAME, "Pick 2 Poker")


def everybody_does_the_rest(boss: Page, dealer: Page) -> None:
    """Each in turn does what waits for him, until play may begin."""
    done: list[str] = []
    posts = boss.get_by_role("combobox", name="As")
    for _ in range(12):
        for post in ("Pit boss", "Inspector"):
            posts.select_option(label=post)
            done += do_what_is_due(boss)
        done += do_what_is_due(dealer)
        if dealer.get_by_text("Waiting for bets").or_(dealer.get_by_text("Nobody sits here")).first.is_visible():
            break
    print(done)
    expect(in_round(dealer, 1)).to_be_visible()


def plays_a_round(player: Page, dealer: Page, table: Table) -> None:
    player.get_by_role("button", name=seat_at(table)).click()


def limits_are_agreed(dealer: Page, boss: Page) -> None:
    pass


def looks_into_it(boss: Page) -> None:
    pass


def closes_it(boss: Page, dealer: Page, player: Page) -> None:
    pass

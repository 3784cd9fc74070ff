"""Game protection on the page: chips that a dealer saw, the ruling, the payment, the pit's list."""

import re

from playwright.sync_api import Page, expect

from tablewright.table.chips import rail as chips_of
from tests.browser.chromium import Size
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import bet, choose_chip, lies, sit
from tests.browser.visiting import Visits
from tests.browser.working import deal_until, dialog, next_step

CAPPED = "Chips were added to a wager after no more bets"


def test_a_capped_wager_is_paid_on_the_original_and_stands_in_the_pits_list(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    table = house.open_table("king-high", is_keyed=True, is_staffed=True)
    dealer = visits.come_as("Dan", size, path=f"#/deal/{table.id}")
    expect(dealer.get_by_text("You are the dealer")).to_be_visible()
    player = visits.come()
    sit(player, table)
    choose_chip(player, "$5")
    bet(player, "Pokerpot", "$5")
    bet(player, "High", "$5")
    bet(player, "High", "$10")
    expect(dealer.get_by_role("listitem", name="High", exact=True)).to_contain_text("$10")
    draws_a_nine(dealer)
    reports_a_capped_wager(dealer)
    inspector = visits.come_as("Ina", size, path=f"#/pit/{table.id}")
    signs_the_ruling(inspector)
    expect(lies(player, "High")).to_have_accessible_name(re.compile(r"^High: \$5\b"))
    expect(next_step(dealer)).to_contain_text("look over the whole layout")
    dealer.keyboard.press("Space")
    expect(next_step(dealer)).to_contain_text("pay $5 on High")
    dealer.keyboard.press("Space")
    expect(next_step(dealer)).to_contain_text("hands and chips well back")
    place = next(iter(house.live(table.id).table.state.seats))
    assert house.live(table.id).table.state.bank.cents(chips_of(place)) == 20_000 - 500
    expect(player.get_by_text(CAPPED).first).to_be_attached()
    stands_in_the_pits_list(inspector, table)


def draws_a_nine(dealer: Page) -> None:
    """Hands back, the call, and a card that High wins by."""
    typed = dealer.get_by_label("Type the cards")
    call = next_step(dealer).get_by_text("Hands and chips back, please. No more bets")
    deal_until(dealer, call)
    dealer.keyboard.press("Space")
    typed.fill("9h")
    typed.press("Enter")
    expect(next_step(dealer)).to_contain_text("look over the whole layout")
    expect(next_step(dealer)).to_contain_text("Game protection")


def reports_a_capped_wager(dealer: Page) -> None:
    dealer.get_by_role("button", name="Report chips …").click()
    form = dialog(dealer, "Report chips")
    form.get_by_role("combobox", name=re.compile("^What you saw")).select_option(label=CAPPED)
    form.get_by_role("combobox", name=re.compile("^Wager")).select_option(label="High ($10)")
    form.get_by_role("spinbutton", name="$5", exact=True).fill("1")
    form.get_by_label("The record counts the added chips on the wager").check()
    ruling = form.get_by_role("group", name="The ruling")
    expect(ruling).to_contain_text("go back to the player, and the wager plays as it was")
    expect(ruling).to_contain_text("House setting: game protection")
    form.get_by_role("button", name="Report", exact=True).click()
    expect(form).to_be_hidden()
    waits = dealer.get_by_role("region", name="Waiting for a signature")
    expect(waits).to_contain_text("1 x $5 from High to box")
    expect(waits).to_contain_text("The round is held")


def signs_the_ruling(inspector: Page) -> None:
    waits = inspector.get_by_role("region", name="Waiting for a signature")
    waits.get_by_role("button", name="Sign …", exact=True).click()
    form = dialog(inspector, re.compile("^Sign ruling slip"))
    form.get_by_role("button", name="Sign", exact=True).click()
    expect(form).to_be_hidden()
    expect(waits).to_be_hidden()


def stands_in_the_pits_list(page: Page, table: Table) -> None:
    """Over all tables, at its own, and by a link in the journal."""
    page.get_by_role("tab", name="Protection").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Signed by Ina.")
    page.goto("/#/pit")
    listed = page.get_by_role("region", name="Game protection").get_by_role("listitem")
    row = listed.filter(has_text=table.name)
    expect(row).to_contain_text(CAPPED)
    expect(row).to_contain_text("Seen by Dan (dealer)")
    expect(row).to_contain_text("plays as it was")
    row.get_by_role("link", name=re.compile(r"^Line \d+ of the journal$")).click()
    line = page.locator("li[aria-current]")
    expect(line).to_contain_text(CAPPED)
    expect(line).to_contain_text("king-high.protection.capped")

"""Two signatures: nothing moves before the second person has counted and signed for themself."""

import json
import re
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tablewright.table.chips import FLOAT
from tests.browser.chromium import NARROW
from tests.browser.house import OpenHouse, Table
from tests.browser.visiting import Visits
from tests.browser.working import count, deal_until, dialog, next_step, order
from tests.house.serving import PASSWORD

PIN = "482917"
HAS_DRAWN = re.compile(r"^Card \d: the dealer draws ")
FILLED = {2500: 21}
"""What is asked for, and what it comes to; no chip is worth as much."""
AMOUNT, CENTS = "$525", 52_500


class Pair(NamedTuple):
    """A person in the pit and a dealer at one table."""

    boss: Page
    dealer: Page


def at(visits: Visits, table: Table) -> Pair:
    boss = visits.come_as("Pit", path=f"#/pit/{table.id}")
    dealer = visits.come_as("Dan", path=f"#/deal/{table.id}")
    expect(dealer.get_by_text("You are the dealer")).to_be_visible()
    expect(boss.get_by_text("You are the pit boss")).to_be_visible()
    return Pair(boss, dealer)


def waiting(page: Page) -> Locator:
    """Where it stands what waits for a signature."""
    return page.get_by_role("region", name="Waiting for a signature")


def asks_for_a_fill(boss: Page) -> None:
    order(boss, "Fill")
    form = dialog(boss, "Fill")
    form.get_by_role("spinbutton", name="$25", exact=True).fill("21")
    form.get_by_role("button", name="Ask for the fill").click()
    expect(form).to_be_hidden()


def has_pin(page: Page) -> None:
    """The person at this page sets a PIN."""
    answer = page.request.post("/api/pin", data={"password": PASSWORD, "pin": PIN})
    assert answer.ok, answer.text()


def rack(house: OpenHouse, table: Table) -> int:
    return house.live(table.id).table.state.bank.cents(FLOAT)


def signed(house: OpenHouse, table: Table) -> dict[str, str]:
    """Who signed the last form, by post, as the journal has it; no line holds a PIN."""
    lines = house.serving.run(house.serving.house.ledger.lines(table.id))
    assert not any(PIN.encode() in line for line in lines)
    forms = [did for line in lines if (did := json.loads(line)["did"])["event"] == "form-completed"]
    names: dict[str, str] = forms[-1]["signed"]
    return names


def test_a_fill_waits_until_the_dealer_has_counted_it_blind(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_for_money("pick2")
    boss, dealer = at(visits, table)
    before = rack(house, table)
    asks_for_a_fill(boss)
    expect(waiting(boss)).to_contain_text("Waiting for Dan (dealer)")
    expect(waiting(boss)).to_contain_text(AMOUNT)
    expect(waiting(boss).get_by_role("button", name="Sign …", exact=True)).to_be_hidden()
    assert rack(house, table) == before
    expect(waiting(dealer)).to_contain_text("Waiting for your signature")
    expect(next_step(dealer)).to_contain_text("Count the chips that came from the cage")
    expect(dealer.locator("body")).not_to_contain_text(AMOUNT)
    dealer.keyboard.press("Space")
    form = dialog(dealer, "Sign fill slip 1")
    sign = form.get_by_role("button", name="Sign")
    expect(sign).to_be_disabled()
    count(form, {2500: 20})
    sign.click()
    expect(form).to_be_hidden()
    expect(waiting(dealer).get_by_role("alert")).to_contain_text("count again")
    expect(dealer.locator("body")).not_to_contain_text(AMOUNT)
    assert rack(house, table) == before
    dealer.keyboard.press("Space")
    count(form, {2500: 21})
    sign.click()
    expect(form).to_be_hidden()
    expect(waiting(boss)).to_be_hidden()
    assert rack(house, table) == before + CENTS
    boss.get_by_role("tab", name="Money").click()
    fill = boss.get_by_role("row").filter(has_text="21 × $25")
    expect(fill).to_contain_text(AMOUNT)
    expect(fill).to_contain_text("Asked for by Pit, signed by Dan (dealer)")


def test_a_slip_is_cancelled_with_a_reason_and_nothing_moves(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_for_money("pick2")
    boss, dealer = at(visits, table)
    before = rack(house, table)
    asks_for_a_fill(boss)
    waiting(dealer).get_by_role("button", name="Cancel the slip").click()
    form = dialog(dealer, "Cancel fill slip 1")
    form.get_by_label("Reason").fill("not needed")
    form.get_by_role("button", name="Cancel the slip").click()
    expect(waiting(boss)).to_be_hidden()
    expect(next_step(dealer)).to_be_hidden()
    assert rack(house, table) == before


def test_an_inspector_signs_the_opener_at_the_dealers_screen_with_a_pin(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_for_money("pick2", until="opener")
    has_pin(visits.come_as("Ina"))
    dealer = visits.come_as("Dan", size=NARROW, path=f"#/deal/{table.id}")
    expect(next_step(dealer)).to_contain_text("Sign the opener")
    dealer.keyboard.press("Space")
    expect(waiting(dealer)).to_contain_text("Waiting for Ina (inspector) or Pit (pit boss)")
    waiting(dealer).get_by_role("button", name="Sign here with a PIN").click()
    form = dialog(dealer, "Sign with a PIN")
    expect(form.get_by_label("Who signs")).to_have_value("inspector")
    pin = form.get_by_label("PIN of Ina")
    assert [pin.get_attribute(each) for each in ("type", "inputmode", "autocomplete")] == [
        "password",
        "numeric",
        "off",
    ]
    pin.fill("111999")
    form.get_by_role("button", name="Sign", exact=True).click()
    expect(form.get_by_role("alert")).to_contain_text("The name or the PIN is wrong")
    expect(pin).to_have_value("")
    pin.fill(PIN)
    form.get_by_role("button", name="Sign", exact=True).click()
    expect(form).to_be_hidden()
    expect(dealer.get_by_text("✓ Opener, complete")).to_be_visible()
    assert signed(house, table) == {"dealer": "Dan", "inspector": "Ina"}


def test_the_dealer_counts_and_signs_at_the_screen_of_the_pit_with_a_pin(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_for_money("pick2")
    boss, dealer = at(visits, table)
    before = rack(house, table)
    has_pin(dealer)
    asks_for_a_fill(boss)
    waiting(boss).get_by_role("button", name="Sign here with a PIN").click()
    form = dialog(boss, "Sign fill slip 1")
    expect(form).not_to_contain_text(AMOUNT)
    expect(waiting(boss)).not_to_contain_text(AMOUNT)
    count(form, FILLED)
    form.get_by_label("PIN of Dan").fill(PIN)
    form.get_by_role("button", name="Sign", exact=True).click()
    expect(form).to_be_hidden()
    assert rack(house, table) == before + CENTS
    assert signed(house, table) == {"pit-boss": "Pit", "dealer": "Dan"}


def test_a_round_is_held_until_the_void_slip_is_signed(house: OpenHouse, visits: Visits) -> None:
    table = house.open_table(
        "king-high",
        device="six-deck-shuffler",
        is_rehearsal=True,
        is_staffed=True,
        patrons=2,
    )
    inspector = visits.come_as("Ina", path=f"#/deal/{table.id}")
    dealer = visits.come_as("Dan", path=f"#/deal/{table.id}")
    title = re.compile("^The shuffle device does not deliver the cards")
    trouble = inspector.get_by_role("button", name=title)
    done = deal_until(dealer, inspector.get_by_text(HAS_DRAWN).first)
    assert any(each.startswith("Draw the card") for each in done), done
    deal_until(dealer, trouble)
    trouble.click()
    form = inspector.get_by_role("dialog")
    form.get_by_role("radio", name=re.compile("void", re.IGNORECASE)).check()
    form.get_by_role("button", name="Declare").click()
    expect(form).to_be_hidden()
    expect(waiting(inspector)).to_contain_text("The round is held")
    expect(waiting(inspector)).to_contain_text("Waiting for Dan (dealer)")
    expect(dealer.get_by_text("The round is held", exact=True)).to_be_visible()
    waiting(dealer).get_by_role("button", name="Sign …", exact=True).click()
    dialog(dealer, "Sign void slip 1").get_by_role("button", name="Sign", exact=True).click()
    expect(dealer.get_by_text("This round is void")).to_be_visible()
    assert signed(house, table) == {"inspector": "Ina", "dealer": "Dan"}

"""Pick 2 at a physical table: the dealer marks on the screen which three cards of a hand play.

The same five cards are entered in two orders, by keyboard on a wide page and by touch on a narrow one,
and pay the same: ace, king and queen of hearts against a pair of nines.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.house import OpenHouse
from tests.browser.playing import bet, choice, choose_chip, deal, rail, result, sit
from tests.browser.visiting import Visits
from tests.browser.working import deal_until, next_button, next_step
from tests.house.serving import ADMINISTRATOR

DEALERS = "9h 9c 6s Jd 3d"
PLAYED = ("ace of hearts", "king of hearts", "queen of hearts")


@pytest.mark.parametrize(
    ("size", "entered"),
    [
        pytest.param(WIDE, "Ah Kh Qh 2c 3c", marks=pytest.mark.proof),
        (NARROW, "2c Qh 3c Kh Ah"),
    ],
    ids=["wide", "narrow"],
)
def test_the_dealer_marks_the_three_cards_that_play_in_whatever_order_they_are_entered(
    house: OpenHouse, visits: Visits, size: Size, entered: str
) -> None:
    table = house.open_table("pick2", device="hand", is_keyed=True, dealer=ADMINISTRATOR)
    player = visits.come()
    dealer = visits.come_as(ADMINISTRATOR, size, f"#/deal/{table.id}")
    sit(player, table)
    choose_chip(player, "$5")
    bet(player, "Ante", "$5")
    deal(player)
    three = choice(player, "Play three")
    deal_until(dealer, three)
    three.click()
    typed = dealer.get_by_label("Type the cards")
    expect(typed).to_be_visible()
    typed.fill(DEALERS)
    typed.press("Enter")
    expect(next_step(dealer)).to_contain_text("enter it and mark the three cards that play")
    typed.fill(entered)
    marks = next_step(dealer).get_by_role("group", name="The cards that play")
    expect(marks.get_by_role("button")).to_have_count(5)
    expect(next_button(dealer)).to_be_disabled()
    typed.press("Enter")
    expect(marks).to_be_visible()
    if size == WIDE:
        marks_by_keyboard(dealer, marks)
    else:
        for card in PLAYED:
            mark_of(marks, card).click()
        next_button(dealer).click()
    expect(marks).to_be_hidden()
    deal_until(dealer, result(player, "Ante"))
    for wager, won in (("Ante", "$5"), ("Play", "$10"), ("3-5 Bonus", "$50")):
        expect(result(player, wager)).to_have_accessible_name(
            re.compile(rf"^{wager}: Won \+{re.escape(won)}\.")
        )
    expect(rail(player)).to_contain_text("$265")


def mark_of(marks: Locator, card: str) -> Locator:
    return marks.get_by_role("button", name=card)


def marks_by_keyboard(dealer: Page, marks: Locator) -> None:
    """Tab leads from the typed cards to the marks; space marks, and Enter turns the hand."""
    for card in PLAYED:
        dealer.keyboard.press("Tab")
        expect(mark_of(marks, card)).to_be_focused()
        dealer.keyboard.press("Space")
        expect(mark_of(marks, card)).to_have_attribute("aria-pressed", "true")
    expect(next_step(dealer)).to_contain_text("(3 of 3)")
    dealer.keyboard.press("Enter")

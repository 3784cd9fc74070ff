"""The dealer's page through a round: it says what the manual has the dealer do, at both widths."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse, Table
from tests.browser.visiting import Visits
from tests.browser.working import deal_round, dialog, in_round, next_button, panel, take_step
from tests.house.serving import ADMINISTRATOR


def comes_to_deal(house: OpenHouse, visits: Visits, size: Size, game: str, device: str) -> Page:
    """A dealer behind a table of two patrons."""
    table = house.open_table(game, device=device, dealer=ADMINISTRATOR, patrons=2)
    page = visits.come_as(ADMINISTRATOR, size, f"#/deal/{table.id}")
    expect(in_round(page, 1)).to_be_visible()
    return page


def watching(page: Page, visits: Visits, size: Size) -> Page:
    """A player's side of the same table."""
    return visits.come(size, f"#/watch/{page.url.rpartition('/')[2]}")


def prompts(page: Page) -> Iterator[str]:
    """What the dealer is told with each step of the first round, as it comes."""
    over = in_round(page, 2)
    while not over.is_visible():
        expect(next_button(page).or_(over)).to_be_visible()
        if over.is_visible():
            return
        yield panel(page).inner_text()
        take_step(page, [])


def dealers_hand(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile("^Dealer: .*; pushed up: "))


def tops(hand: Locator, which: str) -> list[float]:
    """How far down the page the cards of a hand lie, once they lie still."""
    found: list[float] = hand.locator(which).evaluate_all(
        "all => all.map((each) => Math.round(each.getBoundingClientRect().top))"
    )
    return found


def test_pick_2s_hand_is_set_in_order_and_its_best_three_pushed_up(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    page = comes_to_deal(house, visits, size, "pick2", "hand")
    other = watching(page, visits, size)
    told = []
    for text in prompts(page):
        told.append(text)
        if "Settle: seat" in text and "Turn the hand" not in text:
            break
    said = "\n".join(told)
    assert "With one hand only, set the top half onto the cut card" in said
    assert "Taught by hand" in said
    assert "take the cut card from the bottom and put the stub into the discard holder" in said
    assert "Set the hand in order from highest to lowest" in said
    assert "push your best three cards up, toward the players" in said
    for side, is_up in ((page, True), (other, False)):
        hand = dealers_hand(side)
        expect(hand).to_be_visible()
        expect(hand.locator(".raised")).to_have_count(3)
        raised, rest = tops(hand, ".raised"), tops(hand, ".slot:not(.raised)")
        assert max(raised) < min(rest) if is_up else min(raised) > max(rest)
        expect(
            side.get_by_role("img", name=re.compile("^Discard holder: the stub"))
        ).to_be_visible()
    assert "Clear: " not in said
    assert any(each.startswith("Clear the table") for each in deal_round(page, 1))


def test_king_highs_burns_lie_in_the_holding_area_and_the_dealer_hears_how(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    page = comes_to_deal(house, visits, size, "king-high", "shoe")
    told = []
    for text in prompts(page):
        told.append(text)
        if "Draw card 3" in text:
            held = page.get_by_role(
                "img", name=re.compile("^Cards held: .*; burnt beneath: 2, 2, 2$")
            )
            expect(held).to_be_visible()
            expect(held.locator(".burn")).to_have_count(6)
    said = "\n".join(told)
    assert "Lay the burn cards on the next position of the card holding area" in said
    assert "It goes on top of the cards that were burnt before it." in said
    assert "never offer an opinion on the next card" in said
    assert "Turn the exposed cards face down on the burn cards beneath them" in said
    assert "back into the device" not in said, "a shoe's cards go to the discards"
    expect(page.get_by_role("img", name="Discard holder: 15 cards.")).to_be_visible()


def test_a_new_player_is_welcomed_beside_the_round(
    house: OpenHouse, visits: Visits, size: Size
) -> None:
    page = comes_to_deal(house, visits, size, "king-high", "six-deck-shuffler")
    first, second = (
        page.get_by_role(
            "region", name=re.compile(f"^Welcome .* at box {box}, and explain the game")
        )
        for box in (1, 2)
    )
    expect(first).to_contain_text("Put $1 or more on the Pokerpot")
    expect(first).to_contain_text("Taught by hand")
    told = page.get_by_role("list", name="What happened, newest first")
    first.get_by_role("button", name="Explained").click()
    expect(first).to_be_hidden()
    expect(told).to_contain_text("and explains the game")
    deal_round(page, 1)
    expect(second).to_be_visible()
    second.get_by_role("button", name="Skip").click()
    expect(second).to_be_hidden()
    expect(told).to_contain_text("who needs no explanation")


@pytest.mark.parametrize("where", ["deal", "pit"])
def test_rules_and_keys_are_one_key_away_for_staff(
    house: OpenHouse, visits: Visits, where: str
) -> None:
    table: Table = house.open_table("pick2", dealer=ADMINISTRATOR, patrons=1)
    page = visits.come_as(ADMINISTRATOR, path=f"#/{where}/{table.id}")
    expect(in_round(page, 1)).to_be_visible()
    page.keyboard.press("p")
    rules = dialog(page, f"{table.game}: pays and rules")
    expect(rules).to_contain_text("Royal flush")
    expect(rules).to_contain_text("How this house plays")
    expect(rules.locator(".warning").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    page.keyboard.press("?")
    expect(dialog(page, "Keys and cards")).to_contain_text("Pays & rules")
    page.keyboard.press("Escape")

"""A newcomer plays: every game, on a wide screen and a narrow one, by mouse and by keyboard."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tablewright.table.chips import rail as rail_of
from tests.browser.chromium import WIDE, Size
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import (
    bet,
    choice,
    choose_chip,
    deal,
    dollars,
    hand,
    history_of,
    own_place,
    press_until,
    rail,
    result,
    seat_at,
    signed,
    sit,
    spot,
    tool,
)
from tests.browser.visiting import tab_to

BOUGHT_CENTS = 20_000


def test_a_newcomer_plays_duki_and_is_told_why(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    table, page = house.open_table("duki4"), visit(size)
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    bet(page, "Duki Bonus", "$5")
    deal(page)
    tool(page, "Advice")
    advice_shows_costs(page)
    assert len(set(hand(page))) == 4
    choice(page, "Play").click()
    can_be_asked_why(page, "Ante")
    can_be_asked_why(page, "Duki Bonus")
    round_is_in_the_books(page, table)


def test_a_newcomer_plays_pick_2_and_chooses_cards(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    table, page = house.open_table("pick2"), visit(size)
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Ante", "$5")
    expect(spot(page, "3-5 Bonus")).to_have_accessible_name(re.compile(r"^3-5 Bonus: \$5;"))
    deal(page)
    tool(page, "Advice")
    advice_shows_costs(page)
    cards = own_place(page).get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(5)
    expect(choice(page, "Play three")).to_be_disabled()
    for index in (0, 2, 4):
        cards.nth(index).click()
    choice(page, "Play three").click()
    can_be_asked_why(page, "Ante")
    can_be_asked_why(page, "3-5 Bonus")
    round_is_in_the_books(page, table)


def test_a_newcomer_plays_king_high_card_by_card(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    table, page = house.open_table("king-high"), visit(size)
    sit(page, table)
    choose_chip(page, "$5")
    bet(page, "Pokerpot", "$5")
    bet(page, "High", "$5")
    deal(page)
    can_be_asked_why(page, "High")
    for held in range(2, 6):
        deal(page)
        expect(page.get_by_role("img", name=held_cards(held))).to_be_visible()
    can_be_asked_why(page, "Pokerpot")
    round_is_in_the_books(page, table)


def held_cards(count: int) -> re.Pattern[str]:
    """The cards in the holding boxes, while there are so many."""
    return re.compile(r"^Cards held: [^,]+" + r", [^,]+" * (count - 1) + "$")


def advice_shows_costs(page: Page) -> None:
    """The best choice costs nothing, and every other is given its price."""
    advice = page.get_by_role("complementary", name="Advice")
    expect(advice.get_by_role("row").filter(has_text="best").first).to_contain_text("nothing")
    dear = advice.get_by_role("row").filter(has_not_text="best").filter(has_not_text="Choice")
    expect(dear.first).to_contain_text("$")


def can_be_asked_why(page: Page, wager: str) -> None:
    """The end of a wager is explained with the rule and where it is written."""
    result(page, wager).click()
    answer = page.get_by_role("dialog", name=f"{wager}: why?")
    expect(answer.get_by_role("term").filter(has_text="Source")).to_be_visible()
    rule = answer.get_by_role("term").filter(has_text=re.compile("^Rule$"))
    expect(rule).to_be_visible()
    expect(answer).to_contain_text(re.compile(r"(duki4|pick2|king-high)\.[a-z0-9.-]+"))
    page.keyboard.press("Escape")
    expect(answer).to_be_hidden()


def round_is_in_the_books(page: Page, table: Table) -> None:
    """Rail, bar and history all say what the house's books say."""
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    books = history_of(page, table)
    net = books["net"]
    assert books["bought_in"] == BOUGHT_CENTS
    assert [each["round"] for each in books["rounds"]] == [1]
    assert net == sum(each["net"] for each in books["rounds"][0]["payments"])
    expect(rail(page)).to_contain_text(dollars(BOUGHT_CENTS + net))
    expect(page.get_by_role("definition").first).to_have_text(signed(net) if net else "even")
    tool(page, "History")
    rounds = page.get_by_role("dialog", name="Your rounds")
    expect(rounds.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(rounds).to_contain_text(f"net {signed(net)}")
    rounds.get_by_role("button", name="Close").click()
    tool(page, "Pays & rules")
    expect(page.get_by_role("dialog").get_by_role("table").first).to_be_visible()
    page.keyboard.press("Escape")


def test_pick_2_is_played_by_keyboard_alone(house: OpenHouse, visit: Callable[..., Page]) -> None:
    table, page = house.open_table("pick2"), visit(WIDE)
    tab_to(page, seat_at(table))
    page.keyboard.press("Enter")
    expect(own_place(page)).to_be_visible()
    expect(rail(page)).to_contain_text("$200")
    page.keyboard.press("1")
    expect(page.get_by_role("radio", name="key 1")).to_be_checked()
    page.keyboard.press("3")
    expect(page.get_by_role("radio", name="key 3")).to_be_checked()
    lays_and_takes_back_by_key(page)
    page.keyboard.press("Enter")  # Where the focus is on a spot, Enter deals all the same.
    expect(choice(page, "Play five")).to_be_visible()
    press_until(page, "5", result(page, "Ante"))
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    page.keyboard.press("Enter")
    expect(choice(page, "Fold")).to_be_visible()
    press_until(page, "f", result(page, "Ante"))
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    page.keyboard.press("r")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante: \$5;"))
    page.keyboard.press("x")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante: no chips"))
    for key, name in {"p": "pays and rules", "h": "Your rounds", "?": "Keys"}.items():
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=re.compile(name))).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    books = history_of(page, table)
    assert [each["round"] for each in books["rounds"]] == [2, 1]
    expect(rail(page)).to_contain_text(dollars(BOUGHT_CENTS + books["net"]))


def lays_and_takes_back_by_key(page: Page) -> None:
    """Chips go on by the space bar, double, come back one by one or all at once."""
    ante = spot(page, "Ante")

    def holds(amount: str) -> None:
        expect(ante).to_have_accessible_name(re.compile(rf"^Ante: {re.escape(amount)};"))

    tab_to(page, re.compile("^Ante: "))
    page.keyboard.press("Space")
    first = ante.get_attribute("aria-label") or ""
    page.keyboard.press("Space")
    expect(ante).not_to_have_accessible_name(first)
    page.keyboard.press("Backspace")
    expect(ante).to_have_accessible_name(first)
    page.keyboard.press("d")
    expect(ante).not_to_have_accessible_name(first)
    page.keyboard.press("u")
    expect(ante).to_have_accessible_name(first)
    page.keyboard.press("x")
    holds("no chips")
    page.keyboard.press("Space")
    expect(ante).to_have_accessible_name(first)


def test_an_act_that_the_page_does_not_know_has_a_form(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    """Nothing on a player's page speaks of a colour change: it is offered since the table allows it."""
    table, page = house.open_table("duki4"), visit(size)
    sit(page, table)
    number = int((own_place(page).get_attribute("aria-label") or "")[-1])
    before = rail_chips(house, table, number)
    tool(page, "Colour change")
    form = page.get_by_role("dialog", name="Colour change")
    changes = form.get_by_role("button", name="Colour change")
    handed_in = form.get_by_role("group", name="Handed in")
    handed_in.get_by_role("spinbutton", name="$5", exact=True).fill("5")
    expect(form).to_contain_text("Both sides must be worth the same.")
    expect(changes).to_be_disabled()
    in_return = form.get_by_role("group", name="In return")
    in_return.get_by_role("spinbutton", name="$25", exact=True).fill("1")
    changes.click()
    expect(form).to_be_hidden()
    after = rail_chips(house, table, number)
    assert after[500] == before[500] - 5
    assert after[2500] == before.get(2500, 0) + 1


def rail_chips(house: OpenHouse, table: Table, place: int) -> dict[int, int]:
    """The chips of the player at a place."""
    return dict(house.live(table.id).table.state.bank.chips(rail_of(place)))

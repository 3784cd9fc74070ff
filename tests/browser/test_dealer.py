"""Behind the table: practice tables dealt step by step, keyed cards, and what goes wrong."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import OpenHouse
from tests.browser.playing import seat_at
from tests.browser.visiting import Visits, choose_password, sign_in
from tests.browser.working import (
    deal_round,
    deal_until,
    dialog,
    in_round,
    next_button,
    next_step,
    panel,
)
from tests.house.serving import ADMINISTRATOR

OWN_PASSWORD = "four white horses"


def test_the_first_administrator_changes_his_password_and_deals_duki(
    house: OpenHouse, visits: Visits
) -> None:
    page = visits.come(path="#/sign-in")
    sign_in(page, house.administrator, house.one_time_password)
    choose_password(page, house.one_time_password, OWN_PASSWORD)
    deals_a_round(page, "Duki 4 Poker", "Deal", "Settle")


@pytest.mark.parametrize(
    ("game", "steps"), [("King High", ("Draw the card", "Settle")), ("Pick 2 Poker", ("Deal",))]
)
def test_a_round_is_dealt_step_by_step(visits: Visits, game: str, steps: tuple[str, ...]) -> None:
    deals_a_round(visits.come_as(ADMINISTRATOR), game, *steps)


def deals_a_round(page: Page, game: str, *steps: str) -> None:
    """Opens a table with patrons from the lobby, and deals one round to its end."""
    page.get_by_role("button", name=f"Deal {game}").click()
    expect(in_round(page, 1)).to_be_visible()
    expect(page.get_by_text("You are the dealer")).to_be_visible()
    told = page.get_by_role("list", name="What happened, newest first")
    done = deal_until(page, told.get_by_text("No more bets").first)
    done += deal_round(page, 1)
    for step in steps:
        assert any(each.startswith(step) for each in done), done


def test_cards_of_a_physical_table_are_keyed_in(visits: Visits) -> None:
    page = visits.come_as(ADMINISTRATOR, path="#/pit")
    opens_keyed_king_high(page, "K7")
    page.goto(f"/#/deal/{page.url.rpartition('/')[2]}")
    cards = iter(["Ah", "Kd", "7c", "Ts", "2h", "9d", "8s", "5c", "Jd", "3s"])

    def key(step: str) -> None:
        typed = page.get_by_label("Type the cards")
        typed.fill(next(cards))
        typed.press("Enter")
        expect(typed).to_be_hidden()

    expect(in_round(page, 1)).to_be_visible()
    done = deal_round(page, 1, key)
    assert sum(each.startswith("Draw the card") for each in done) == 5, done
    assert sum(each.startswith("Burn") for each in done) == 5, done
    told = page.get_by_role("list", name="What happened, newest first")
    expect(told).to_contain_text("draws 2♥")


def opens_keyed_king_high(page: Page, name: str) -> None:
    """Through the form: patrons to deal to, and a shoe that stands on a real table."""
    page.get_by_role("button", name="Open a table").click()
    form = dialog(page, "Open a table")
    form.get_by_role("combobox", name="Game").select_option(label="King High")
    form.get_by_label("Name on the table").fill(name)
    form.get_by_label("A dealer; the house supervises").check()
    form.get_by_role("combobox", name="Dealer").select_option(label=ADMINISTRATOR)
    form.get_by_label("Cards come from").select_option(label="manual dealing shoe")
    form.get_by_label("Physical table").check()
    form.get_by_label("Patrons played by the house").fill("2")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(form).to_be_hidden()
    expect(page.get_by_role("tablist", name=f"Table {name}")).to_be_visible()


def test_an_irregularity_shows_its_ruling_before_it_is_declared(visits: Visits) -> None:
    page = visits.come_as(ADMINISTRATOR)
    page.get_by_role("button", name="Deal Duki 4 Poker").click()
    expect(in_round(page, 1)).to_be_visible()
    title = "The shuffler fails, jams or gives the wrong number of cards"
    trouble = page.get_by_role("button", name=re.compile(f"^{title}"))
    for _ in range(6):
        expect(next_button(page)).to_be_visible()
        if trouble.is_visible():
            break
        before = next_step(page).inner_text()
        page.keyboard.press("Space")
        expect(next_step(page)).not_to_have_text(before, use_inner_text=True)
    trouble.click()
    asked = dialog(page, title)
    expect(asked.get_by_role("group", name="The ruling")).to_contain_text("Effect: ")
    expect(asked.get_by_role("term").filter(has_text="Manual")).to_be_visible()
    asked.get_by_role("button", name="Declare").click()
    expect(asked).to_be_hidden()
    told = page.get_by_role("list", name="What happened, newest first")
    expect(told).to_contain_text(re.compile("shuffler", re.IGNORECASE))


def test_nothing_is_said_of_a_hand_before_it_is_turned(visits: Visits) -> None:
    page = visits.come_as(ADMINISTRATOR)
    page.get_by_role("button", name="Deal Duki 4 Poker").click()
    expect(in_round(page, 1)).to_be_visible()
    turn = next_button(page).filter(has_text="Turn the hand")
    deal_until(page, turn)
    expect(panel(page)).to_contain_text(re.compile(r"Turn the hand of seat \d"))
    expect(panel(page)).not_to_contain_text(re.compile(r"[$]|Settle"))
    expect(panel(page).get_by_text("Why?")).to_have_count(0)
    page.keyboard.press("Space")
    expect(next_button(page)).to_contain_text("Settle: seat")
    expect(panel(page)).to_contain_text(re.compile(r"(Pay|Take|Push).*[$]", re.DOTALL))
    before = panel(page).inner_text()
    page.keyboard.press("Space")
    expect(panel(page)).not_to_have_text(before, use_inner_text=True)
    deal_round(page, 1)


def test_a_guest_finds_no_seat_at_a_rehearsal(house: OpenHouse, visits: Visits) -> None:
    table = house.open_table("duki4", is_rehearsal=True)
    guest = visits.come()
    card = guest.get_by_role("article").filter(has_text=f"Table {table.name} ")
    expect(card).to_contain_text("rehearsal")
    expect(card.get_by_role("button", name=seat_at(table))).to_have_count(0)
    card.get_by_role("link", name="Watch").click()
    expect(guest.get_by_text("You are watching")).to_be_visible()
    expect(guest.get_by_role("link", name="Sit down")).to_have_count(0)
    assert guest.request.post("/api/guest", data={}).ok
    sit = {"id": "x", "seq": 0, "as": "player", "do": {"event": "sit", "place": 1}}
    answer = guest.request.post(f"/api/tables/{table.id}/commands", data=sit)
    assert answer.status == 400
    assert "things go wrong on purpose" in answer.json()["why"]
    guest.goto(f"/#/table/{table.id}")
    guest.reload()
    expect(guest.get_by_role("region", name="Seat 1: free")).to_be_visible()
    expect(guest.get_by_role("button", name=re.compile("sit here"))).to_have_count(0)
    player = visits.come_as("Pia")
    expect(player.get_by_role("button", name=seat_at(table))).to_be_visible()

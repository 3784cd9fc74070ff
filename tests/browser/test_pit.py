"""A day in the pit: accounts are made, a real table is opened, played at, looked into and closed."""

import re
from collections.abc import Mapping

from playwright.sync_api import Page, expect

from tablewright.signing.files import read_signed
from tablewright.signing.rings import trusted
from tablewright.table.chips import FLOAT
from tablewright.table.setup import AUTOMATIC
from tablewright.table.verdict import Verdict
from tablewright.table.verify import verify
from tests.browser.chromium import NARROW
from tests.browser.house import OpenHouse, Table
from tests.browser.playing import (
    bet,
    choice,
    choose_chip,
    deal,
    dollars,
    history_of,
    own_place,
    rail,
    result,
    seat_at,
    tool,
)
from tests.browser.visiting import Visits, choose_password, sign_in
from tests.browser.working import (
    Counted,
    deal_round,
    deal_until,
    dialog,
    everybody_does_the_rest,
    fill_in,
    in_round,
    order,
)
from tests.house.serving import ADMINISTRATOR, PASSWORD

NAME = "R1"


def test_a_real_table_from_its_opening_to_its_closing(house: OpenHouse, visits: Visits) -> None:
    administrator = visits.come_as(ADMINISTRATOR, path="#/accounts")
    boss = employed(visits, administrator, "Petra", "pit boss")
    inspector = employed(visits, administrator, "Iris", "inspector")
    dealer = employed(visits, administrator, "Dora", "dealer")
    table = sets_up(boss)
    for page in (inspector, dealer):
        page.goto(f"/#/deal/{table.id}")

    def rack() -> Mapping[int, int]:
        return house.live(table.id).table.state.bank.chips(FLOAT)

    done = everybody_does_the_rest(in_round(dealer, 1), rack, inspector, dealer, boss)
    assert any("opener" in each.lower() for each in done), done
    player = visits.come_as("Pia")
    plays_a_round(player, dealer, table)
    limits_are_agreed(boss, player)
    looks_into_it(boss)
    closes_it(rack, boss, inspector, dealer, player)


def test_a_maximum_payout_is_posted_for_the_wager_that_allows_one(
    house: OpenHouse, visits: Visits
) -> None:
    page = visits.come_as(ADMINISTRATOR, path="#/pit")
    page.get_by_role("button", name="Open a table").click()
    form = dialog(page, "Open a table")
    game = form.get_by_role("combobox", name="Game")
    game.select_option(label="Pick 2 Poker")
    expect(form.get_by_label("Min on Ante")).to_be_visible()
    expect(form.get_by_label("Maximum payout")).to_have_count(0)
    game.select_option(label="King High")
    form.get_by_label("Maximum payout, Pokerpot").fill("5000")
    form.get_by_label("Name on the table").fill("M1")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(form).to_be_hidden()
    (live,) = [
        each for each in house.serving.house.floor.rows() if each.table.book.setup.table == "M1"
    ]
    assert live.table.book.setup.maximum_payouts == {"pokerpot": 500_000}


def test_every_house_setting_is_within_the_pits_reach(house: OpenHouse, visits: Visits) -> None:
    page = visits.come_as(ADMINISTRATOR, NARROW, path="#/pit")
    page.get_by_role("button", name="Open a table").click()
    form = dialog(page, "Open a table")
    form.get_by_role("combobox", name="Game").select_option(label="King High")
    form.get_by_label("Name on the table").fill("M2")
    expect(form.get_by_label("Max on Suit")).to_have_attribute("placeholder", "100")
    form.get_by_label("Min on Suit").fill("1")
    form.get_by_label("Max on Suit").fill("50")
    form.get_by_label("Maximum payout, Pokerpot").fill("5000")
    form.get_by_text("House settings", exact=True).click()
    form.get_by_label("Players may tip the dealer").uncheck()
    form.get_by_label("Players may bet for the dealer").check()
    form.get_by_label("Return further wagers under the minimum").check()
    expect(form.get_by_label("Personal limits")).to_have_count(0)
    form.get_by_label("From another amount").check()
    form.get_by_label("Amount ($)").fill("300")
    form.get_by_label("Change the cards after").fill("90")
    form.get_by_label("Chips in play ($)").fill("1, 5, 25, 100")
    float_form = form.get_by_role("group", name="Float")
    for chip, count in (("$100", 50), ("$25", 100), ("$5", 200), ("$1", 200)):
        float_form.get_by_label(chip, exact=True).fill(str(count))
    form.get_by_label("Choose step by step").check()
    form.get_by_label("Burn", exact=True).uncheck()
    expect(form.get_by_role("combobox", name="Dealer")).to_be_visible()
    form.get_by_label("Burn", exact=True).check()
    expect(form.get_by_role("combobox", name="Dealer")).to_have_count(0)
    form.get_by_label("Change cards").uncheck()
    form.get_by_role("combobox", name="Inspector").select_option(label="Ina")
    form.get_by_text("Payments", exact=True).click()
    form.get_by_label("Seven: wins").fill("10-1")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(form).to_be_hidden()
    (live,) = [
        each for each in house.serving.house.floor.rows() if each.table.book.setup.table == "M2"
    ]
    setup = live.table.book.setup
    assert setup.limits["suit"] == (100, 5000)
    assert setup.limits["high"] == (500, 10_000)
    assert (setup.takes_tips, setup.dealer_wagers, setup.returns_small_wagers) == (
        False,
        True,
        True,
    )
    assert (setup.approval_from, setup.card_change_minutes) == (30_000, 90)
    assert setup.float_chips == {10_000: 50, 2500: 100, 500: 200, 100: 200}
    assert setup.denominations == (100, 500, 2500, 10_000)
    assert live.table.book.automatic == {*AUTOMATIC} - {"deal", "reveal", "change-cards"}
    assert setup.pay == {"seven.wins": "10-1"}
    assert "Maximum payout of each Pokerpot wager: $5,000" in live.room.screen.description.sign


def employed(visits: Visits, administrator: Page, name: str, *roles: str) -> Page:
    """A person who is given an account on the page, and comes with its password."""
    administrator.get_by_label("Name").fill(name)
    duties = administrator.get_by_role("group", name="Roles of the new account")
    for duty in duties.get_by_role("checkbox").all():
        duty.uncheck()
    for role in roles:
        duties.get_by_label(role).check()
    administrator.get_by_role("button", name="Create account").click()
    shown = administrator.get_by_role("alert").filter(has_text=f"The password of {name}")
    password = shown.get_by_role("code").inner_text()
    shown.get_by_role("button", name="Done").click()
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
    form.get_by_role("combobox", name="Game").select_option(label="Pick 2 Poker")
    expect(form.get_by_label("Min on Ante")).to_be_visible()
    if (blank := form.get_by_role("button", name="Start with a blank form")).is_visible():
        blank.click()  # Another test has opened a table of this game for money.
    form.get_by_label("Name on the table").fill(NAME)
    form.get_by_label("Real: staff count").check()
    form.get_by_role("combobox", name="Dealer").select_option(label="Dora")
    form.get_by_role("combobox", name="Inspector").select_option(label="Iris")
    form.get_by_text("House settings", exact=True).click()
    form.get_by_label("Personal limits, as the house’s own rule").check()
    go = form.get_by_role("button", name="Set up")
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


def plays_a_round(player: Page, dealer: Page, table: Table) -> None:
    """A player with an account buys in with the dealer, bets, and plays all their cards."""
    player.get_by_role("button", name=seat_at(table)).click()
    expect(own_place(player)).to_be_visible()
    order(dealer, "Buy-in")
    form = dialog(dealer, "Buy-in")
    form.get_by_role("button", name="$200").click()
    form.get_by_role("button", name="Buy-in").click()
    expect(rail(player)).to_contain_text("$200")
    choose_chip(player, "$5")
    bet(player, "Ante", "$5")
    deal(player)
    deal_until(dealer, choice(player, "Play five"))
    choice(player, "Play five").click()
    done = deal_round(dealer, 1)
    assert any(each.startswith("Settle") for each in done), done
    expect(result(player, "Ante")).to_be_visible()
    books = history_of(player, table)
    assert books["bought_in"] == 20_000
    expect(rail(player)).to_contain_text(dollars(20_000 + books["net"]))


def limits_are_agreed(staff: Page, player: Page) -> None:
    """One player may bet more than the sign says."""
    order(staff, "Personal limits")
    form = dialog(staff, "Personal limits")
    form.get_by_label("Max on Ante").fill("150")
    form.get_by_role("button", name="Agree the limits").click()
    expect(form).to_be_hidden()
    expect(staff.get_by_role("region", name="Seat 1: Pia")).to_contain_text("higher limit")


def looks_into_it(boss: Page) -> None:
    """The journal is searched and taken away, money and standing are looked at."""
    boss.get_by_role("tab", name="Journal").click()
    boss.get_by_label("Search the journal").fill("agrees limits")
    expect(boss.get_by_text(re.compile(r"^1 found in [1-9]\d+ lines$"))).to_be_visible()
    expect(boss.get_by_role("listitem")).to_contain_text("agrees limits with seat 1")
    verdict = exported(boss, "Export the journal")
    assert verdict.rounds == 1
    boss.get_by_role("tab", name="Money").click()
    expect(boss.get_by_role("row").filter(has_text="Pia")).to_contain_text("$200")
    boss.get_by_role("tab", name="Standing").click()
    ante = boss.get_by_role("row").filter(has=boss.get_by_role("rowheader", name="Ante"))
    expect(ante).to_contain_text("$15")
    boss.get_by_role("tab", name="Table").click()


def exported(page: Page, link: str) -> Verdict:
    """What the journal holds that the page gives away: it is verified line by line."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=link).click()
    lines = waiting.value.path().read_bytes().splitlines(keepends=True)
    return verify(lambda: lines)


def closes_it(rack: Counted, boss: Page, inspector: Page, dealer: Page, player: Page) -> None:
    """The player leaves, and the table is closed with everybody's signature."""
    tool(player, "Leave")
    dialog(player, "Leave the table").get_by_role("button", name="Leave", exact=True).click()
    expect(player.get_by_role("heading", name="Take a seat")).to_be_visible()
    order(inspector, "Begin closing")
    fill_in(inspector)
    ended = dealer.get_by_role("heading", name="This post has ended")
    done = everybody_does_the_rest(ended, rack, inspector, dealer, boss)
    assert any("closer" in each.lower() for each in done), done
    boss.get_by_role("link", name="Pit", exact=True).click()
    expect(boss.get_by_role("row", name=f"{NAME} Pick 2 Poker")).to_be_visible()
    assert exported(boss, f"Export {NAME}").rounds == 1
    with boss.expect_download() as waiting:
        boss.get_by_role("row", name=f"{NAME} Pick 2 Poker").get_by_role(
            "link", name="its signature"
        ).click()
    signed = read_signed(waiting.value.path().read_bytes())
    for each in signed.statements:
        trusted(signed.keys).check(each)

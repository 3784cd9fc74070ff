"""A dealer who leaves a practice table: on the dealer's page, the player's and the pit's."""

from playwright.sync_api import Page, expect

from tablewright.house.screens.alert_pages import AlertThresholds
from tablewright.house.tables.room import Room
from tests.browser.house import OpenHouse, Table
from tests.browser.on_floor import details
from tests.browser.playing import bet, choice, choose_chip, deal, rail, result, seat_at, sit, spot
from tests.browser.visiting import Visits
from tests.browser.working import dialog, next_button
from tests.house.serving import ADMINISTRATOR

LONG_SECONDS = 3000


def _dealt(house: OpenHouse, visits: Visits) -> tuple[Table, Page, Page]:
    """A table that Dan deals at, and a player who has bet there."""
    table = house.open_table("duki4", dealer="Dan", dealer_away_seconds=LONG_SECONDS)
    dan = visits.come_as("Dan", path=f"#/deal/{table.id}")
    expect(dan.get_by_text("You are the dealer")).to_be_visible()
    player = visits.come()
    sit(player, table)
    choose_chip(player, "$5")
    bet(player, "Ante", "$5")
    expect(next_button(dan)).to_contain_text("No more bets")
    return table, dan, player


def leaves(dealer: Page, how: str) -> None:
    """What the dealer chooses among the ways to leave a table."""
    dealer.get_by_role("button", name="Leave", exact=True).click()
    dealer.get_by_role("group", name="Leaving the table").get_by_role("button", name=how).click()


def test_a_dealer_pauses_goes_on_and_hands_over_to_the_house(
    house: OpenHouse, visits: Visits
) -> None:
    _, dan, player = _dealt(house, visits)
    leaves(dan, "Pause")
    expect(player.get_by_text("The dealer has paused the table")).to_be_visible()
    spot(player, "Ante").click()
    expect(player.get_by_text("The dealer has paused this table").first).to_be_visible()
    leaves(dan, "Resume")
    expect(player.get_by_text("The dealer has paused the table")).to_be_hidden()
    leaves(dan, "Hand over to the house")
    dialog(dan, "Hand the table over?").get_by_role("button", name="Hand it over").click()
    expect(dan.get_by_role("heading", name="This post has ended")).to_be_visible()
    deal(player)
    choice(player, "Fold").click()
    expect(result(player, "Ante")).to_be_visible()


def test_a_dealer_who_vanishes_in_mid_round_is_missed_and_replaced(
    house: OpenHouse, visits: Visits
) -> None:
    table, dan, player = _dealt(house, visits)
    boss = visits.come_as(ADMINISTRATOR, path="#/pit")
    dan.keyboard.press("Space")
    expect(rail(player)).not_to_contain_text("Done betting")
    dan.goto("/#/")
    expect(player.get_by_text("The dealer, Dan, is away.")).to_be_visible()
    says = "The dealer Dan is away in mid-round."
    expect(details(boss, table.name)).to_contain_text(says)
    soon = AlertThresholds(dealer_away_seconds=5)
    house.serving.run(house.serving.house.alerts.thresholds.set(soon))
    alerts = boss.get_by_role("region", name="Alerts").get_by_role("listitem")
    expect(alerts.filter(has_text=table.name)).to_contain_text(says)
    late = visits.come()
    late.get_by_role("button", name=seat_at(table)).click()
    expect(late.get_by_text("The dealer of this table is away").first).to_be_visible()
    pass_time(house, table)
    choice(player, "Fold").click()
    expect(result(player, "Ante")).to_be_visible()
    expect(player.get_by_text("The dealer, Dan, is away.")).to_be_hidden()


def pass_time(house: OpenHouse, table: Table) -> None:
    """As if the dealer had left long ago."""
    live = house.live(table.id)

    def shift(room: Room) -> None:
        assert room.pace.dealer_gone is not None
        room.pace.dealer_gone -= LONG_SECONDS

    house.serving.run(live.run_errand(shift))


def test_a_dealer_closes_the_table(house: OpenHouse, visits: Visits) -> None:
    _, dan, player = _dealt(house, visits)
    leaves(dan, "Close the table")
    dialog(dan, "Close the table?").get_by_role("button", name="Close the table").click()
    expect(player.get_by_text("This table is closed")).to_be_visible()

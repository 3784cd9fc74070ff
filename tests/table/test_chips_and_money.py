"""Chips and money at the table: buy-ins, changes, fills, tips, payments in chips, corrections.

Amounts are in cents and worked out by hand. The driver checks after every command that all accounts
together hold nothing and that none is overdrawn.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.chips import Chips, Move
from tests.table.driving import (
    BUY_IN,
    CAMERAS,
    DEALER,
    INSPECTOR,
    PIT_BOSS,
    Driver,
    at_table,
)

SUPERVISORS = pytest.mark.parametrize("by", [INSPECTOR, PIT_BOSS], ids=str)
NINES = "9d 9s 5h 8c"
NO_DUKI = "Qd Qs Js As"


# Cash and chips ------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [player(3), DEALER], ids=str)
def test_a_buy_in_puts_cash_in_the_drop_box_and_chips_on_the_rail(by: Actor) -> None:
    table = at_table("duki4", seats=())
    table.do(acts.Sit(3, "Ann"), player(3))
    before = table.cents("float")
    table.do(acts.BuyIn(3, 2000, {500: 3, 100: 5}), by)
    assert table.cents("drop-box") == 2000
    assert table.state.bank.chips("rail:3") == {500: 3, 100: 5}
    assert table.cents("float") == before - 2000


def test_a_buy_in_is_worth_its_cash_in_chips_that_are_there() -> None:
    table = at_table("duki4", seats=(1,))
    for cash, chips in (
        (2000, {500: 3}),
        (2000, {500: 5}),
        (0, {}),
        (700, {700: 1}),
        (-500, {500: -1}),
        (5_000_000, {50_000: 100}),
    ):
        assert table.refused(acts.BuyIn(1, cash, chips), player(1)).rule == "house.chips"
    table.refused(acts.BuyIn(2, 500, {500: 1}), player(2))


def test_a_buy_in_is_allowed_between_deal_and_decision() -> None:
    table = at_table("duki4")
    table.wager(1, "ante", 500)
    table.deal()
    table.do(acts.BuyIn(1, 500, {500: 1}), player(1))
    assert table.phase == "decide"


@pytest.mark.parametrize("by", [player(1), DEALER], ids=str)
def test_a_colour_change_moves_no_money(by: Actor) -> None:
    table = at_table("duki4")
    up = acts.ChangeColour(1, {500: 5}, {2500: 1})
    table.do(up, by)
    table.do(acts.ChangeColour(1, {2500: 1}, {100: 25}), by)
    assert table.rail(1) == 50_000
    assert table.state.bank.chips("rail:1") == {2500: 8, 500: 35, 100: 105, 50: 40}


def test_a_colour_change_is_for_chips_of_the_same_worth_that_both_have() -> None:
    table = at_table("duki4")
    for give, take in (
        ({500: 5}, {2500: 2}),
        ({500: 500}, {2500: 100}),
        ({500: 5}, {}),
        ({}, {}),
        ({50: 40}, {100: 19}),
    ):
        assert table.refused(acts.ChangeColour(1, give, take), player(1)).rule == "house.chips"


@SUPERVISORS
def test_a_fill_comes_from_the_cage_with_a_slip_signed_by_both(by: Actor) -> None:
    table = at_table("duki4")
    before = table.cents("float")
    table.do(acts.Fill({500: 20, 100: 30}), by)
    assert table.cents("float") == before, "nothing moves before the dealer has signed"
    table.countersign()
    assert table.cents("float") == before + 13_000
    slip = table.last(acts.FormCompleted)
    assert slip.form == "fill"
    assert slip.says["chips"] == "20 x $5, 30 x $1"
    assert slip.says["total"] == "$130"
    assert sorted(slip.signed) == sorted(["dealer", by.role.value])


@SUPERVISORS
def test_a_credit_goes_to_the_cage_with_a_slip_signed_by_both(by: Actor) -> None:
    table = at_table("duki4")
    before = table.cents("float")
    table.do(acts.Credit({2500: 10}), by)
    table.countersign()
    assert table.cents("float") == before - 25_000
    slip = table.last(acts.FormCompleted)
    assert slip.form == "credit"
    assert slip.says["total"] == "$250"
    table.refused(acts.Credit({2500: 1000}), by)


@pytest.mark.parametrize("by", [DEALER, player(1), CAMERAS], ids=str)
def test_only_a_supervisor_orders_fills_and_credits(by: Actor) -> None:
    table = at_table("duki4")
    table.refused(acts.Fill({500: 1}), by)
    table.refused(acts.Credit({500: 1}), by)


def test_fills_and_credits_are_of_the_houses_chips() -> None:
    table = at_table("duki4")
    for chips in ({}, {700: 1}, {500: 0}, {500: -1}, {500: 1_000_001}):
        table.refused(acts.Fill(chips), INSPECTOR)
        table.refused(acts.Credit(chips), INSPECTOR)


def test_a_tip_goes_from_the_rail_to_the_tips() -> None:
    table = at_table("pick2", seats=(1, 2))
    table.do(acts.Tip(1, {500: 1, 100: 2}), player(1))
    assert table.cents("tips") == 700
    assert table.rail(1) == 49_300
    table.refused(acts.Tip(1, {500: 1}), player(2))
    table.refused(acts.Tip(1, {500: 1}), DEALER)
    table.refused(acts.Tip(1, {10_000: 1}), player(1))


def test_a_house_that_takes_no_tips_says_so() -> None:
    table = at_table("duki4", takes_tips=False)
    refusal = table.refused(acts.Tip(1, {500: 1}), player(1))
    assert (str(refusal), refusal.rule) == (
        "You cannot tip here: this house takes no tips. Keep your chips.",
        "house.tips",
    )
    refusal = table.refused(table.wagered(1, "ante", 500, for_dealer=True), player(1))
    assert "Tip" not in str(refusal)


def test_a_player_takes_and_leaves_only_his_own_place() -> None:
    table = at_table("duki4", seats=())
    assert table.refused(acts.Sit(2, "Ann"), player(1)).rule == "house.own-place"
    table.refused(acts.Sit(2, "Ann"), DEALER)
    table.refused(acts.Sit(0, "Ann"), player(0))
    table.refused(acts.Sit(1, " "), player(1))
    table.do(acts.Sit(1, "Ann"), player(1))
    table.refused(acts.Leave(2), player(2))


def test_a_player_leaves_with_what_he_has_unless_a_wager_lies_there() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    assert table.refused(acts.Leave(1), player(1)).rule == "house.places"
    table.refused(acts.Leave(2), player(1))
    table.do(acts.Leave(2), player(2))
    table.deal()
    table.refused(acts.Leave(1), player(1))
    table.decide(1, "fold")
    table.refused(acts.Leave(1), player(1))
    table.finish()
    table.do(acts.Leave(1), player(1))
    assert table.cents("patrons") == -500


# Payments ------------------------------------------------------------------------------------------


def won(hand: str, dealer: str, chips: Chips, **setup: Any) -> Driver:
    """One seat with these chips on the Ante, settled."""
    table = at_table("duki4", **setup)
    table.wager(1, "ante", chips)
    table.deal({1: hand}, dealer=dealer)
    table.decide(1, "play")
    table.finish()
    return table


def paid(table: Driver, wager: str) -> acts.Settled:
    return next(each for each in table.events(acts.Settled) if each.wager == wager)


def test_even_money_is_paid_in_chips_like_the_wagers_own() -> None:
    table = won("Kc Kd 4c 5c", NO_DUKI, {500: 1, 100: 3})
    settled = paid(table, "ante")
    assert settled.returned == 1600
    assert settled.moves == (
        Move("float", "rail:1", {500: 1, 100: 3}),
        Move("spot:1:ante", "rail:1", {500: 1, 100: 3}),
    )
    assert settled.where == "on the wager"


def test_two_to_one_is_paid_chip_for_chip_twice() -> None:
    table = won("9h 9c 6s Jd", NINES, {500: 1, 100: 3})
    assert paid(table, "ante").moves[0] == Move("float", "rail:1", {500: 2, 100: 6})


def test_more_than_three_to_one_is_made_up_in_the_work_area() -> None:
    table = won("7s 8h 9c Td", NINES, {500: 1, 100: 3})
    settled = paid(table, "ante")
    assert settled.returned == 800 + 8000
    assert settled.moves[0] == Move("float", "rail:1", {2500: 3, 500: 1})
    assert settled.where.startswith("made up in the work area")


def test_a_lost_wager_goes_to_the_float_and_a_push_back_to_the_rail() -> None:
    table = won("2h 2c 7s Kd", NINES, {500: 1, 100: 3})
    assert paid(table, "ante").moves == (Move("spot:1:ante", "float", {500: 1, 100: 3}),)
    table = won("9h 9c 5s 8d", NINES, {500: 1, 100: 3})
    assert paid(table, "ante").moves == (Move("spot:1:ante", "rail:1", {500: 1, 100: 3}),)


def test_a_payment_names_its_odds_and_its_rule() -> None:
    settled = paid(won("7s 8h 9c Td", NINES, {500: 1}), "ante")
    assert settled.net == "10"
    assert settled.rule == "duki4.ante.beats-four-card"
    assert settled.stake == 500


def test_an_even_stake_pays_three_to_two_exactly_and_an_odd_one_rounds_to_the_smallest_chip() -> (
    None
):
    for cents, back in ((600, 1500), (500, 1250), (550, 1350)):
        table = at_table("duki4", pay={"bonus.straight": "3-2"})
        table.wager(1, "bonus", cents)
        table.deal({1: "9d Ts Jh 2d"}, dealer=NO_DUKI)
        assert table.finish() == {(1, "bonus"): back}


def test_the_smallest_chip_in_use_decides_the_rounding() -> None:
    whole = {"denominations": (100, 500, 2500), "float_chips": {2500: 50, 500: 100, 100: 200}}
    table = at_table("duki4", seats=(), pay={"bonus.straight": "3-2"}, **whole)
    table.sit(1, chips={500: 10, 100: 10})
    table.wager(1, "bonus", 500)
    table.deal({1: "9d Ts Jh 2d"}, dealer=NO_DUKI)
    assert table.finish() == {(1, "bonus"): 1200}
    assert "cut" in paid(table, "bonus").says


def test_a_payment_that_the_float_cannot_make_waits_for_a_fill() -> None:
    table = at_table("duki4", seats=(), float_chips={2500: 1, 500: 10})
    table.sit(1, chips={500: 10})
    table.wager(1, "ante", 500)
    table.deal({1: "Kc Kd Kh Ks"}, dealer=NO_DUKI)
    table.decide(1, "play")
    table.reveal()
    assert table.refused(acts.Settle(1), DEALER).rule == "house.hand-turned"
    table.show(1)
    assert table.refused(acts.Settle(1), DEALER).rule == "house.fill"
    assert not table.can("settle", DEALER)
    table.fill({50_000: 1})
    assert table.finish() == {(1, "ante"): 50_500, (1, "play"): 500}


def test_the_float_may_hold_the_worth_but_not_the_chips() -> None:
    table = at_table("duki4", seats=(), float_chips={50_000: 2, 500: 2})
    table.sit(1, chips={500: 2})
    table.wager(1, "ante", 500)
    table.deal({1: "7s 8h 9c Td"}, dealer=NINES)
    table.decide(1, "play")
    table.reveal()
    table.show(1)
    assert table.refused(acts.Settle(1), DEALER).rule == "house.fill"
    table.fill({500: 20})
    assert table.finish() == {(1, "ante"): 5500, (1, "play"): 1000}


def test_chips_lost_at_one_seat_may_pay_the_next() -> None:
    table = at_table("duki4", seats=(), float_chips={500: 6})
    table.sit(1, chips={500: 4})
    table.sit(2, chips={500: 2})
    table.wager(1, "ante", 500)
    table.wager(2, "ante", 500)
    table.deal({1: "2h 2c 7s Kd", 2: "9h 9c 6s Jd"}, dealer=NINES)
    table.decide(1, "play")
    table.decide(2, "play")
    table.reveal()
    assert table.cents("float") == 0
    table.settle(1)
    assert table.cents("float") == 1000
    table.show(2)
    assert table.refused(acts.Settle(2), DEALER).rule == "house.fill"
    table.fill({500: 1})
    table.settle(2)
    assert table.rail(2) == 2500


# A supervisor's approval ---------------------------------------------------------------------------


def large() -> Driver:
    """An Ante that wins exactly the amount from which approval is needed."""
    table = at_table("duki4", seats=(1, 2), approval_from=5000)
    table.wager(1, "ante", 500)
    table.wager(2, "ante", 500)
    table.deal({1: "7s 8h 9c Td", 2: "Ah Kh Qh 2h"}, dealer=NINES)
    table.decide(1, "play")
    table.decide(2, "play")
    table.reveal()
    return table


@SUPERVISORS
def test_a_payment_from_the_threshold_on_needs_a_supervisors_approval(by: Actor) -> None:
    table = large()
    table.refused(acts.Approve(1), by)
    table.show(1)
    assert table.refused(acts.Settle(1), DEALER).rule == "house.approval"
    assert not table.can("settle", DEALER)
    table.refused(acts.Approve(1), DEALER)
    table.refused(acts.Approve(2), by)
    table.do(acts.Approve(1), by)
    table.refused(acts.Approve(1), by)
    table.settle(1)
    assert paid(table, "ante").where.startswith("made up in the work area")
    table.refused(acts.Approve(2), by)
    table.settle(2)


def test_a_payment_below_the_threshold_needs_none() -> None:
    table = at_table("duki4", approval_from=5050)
    table.wager(1, "ante", 500)
    table.deal({1: "7s 8h 9c Td"}, dealer=NINES)
    table.decide(1, "play")
    table.reveal()
    table.refused(acts.Approve(1), INSPECTOR)
    assert table.finish() == {(1, "ante"): 5500, (1, "play"): 1000}


def test_an_approval_holds_for_one_settlement() -> None:
    table = at_table("duki4", approval_from=500)
    for _ in range(2):
        table.wager(1, "bonus", 500)
        table.deal({1: "4c 4d Ts 2s"}, dealer=NINES)
        table.reveal()
        table.show(1)
        assert table.refused(acts.Settle(1), DEALER).rule == "house.approval"
        table.do(acts.Approve(1), INSPECTOR)
        table.finish()


def test_wagers_returned_or_lost_need_no_approval() -> None:
    table = at_table("duki4", approval_from=50)
    table.wager(1, "ante", 10_000)
    table.deal({1: "9h 9c 5s 8d"}, dealer=NINES)
    table.decide(1, "play")
    assert table.finish() == {(1, "ante"): 10_000, (1, "play"): 10_000}


# Wagers for the dealer -----------------------------------------------------------------------------


def for_dealer(game: str = "duki4", ante: int = 1000) -> Driver:
    table = at_table(game, dealer_wagers=True)
    table.wager(1, "ante", ante)
    table.wager(1, "ante", 500, for_dealer=True)
    return table


def test_a_wager_for_the_dealer_stands_beside_the_players_own_and_is_no_higher() -> None:
    table = at_table("duki4", dealer_wagers=True)
    alone = table.refused(table.wagered(1, "ante", 500, for_dealer=True), player(1))
    assert alone.rule == "house.for-the-dealer"
    table.wager(1, "ante", 1000)
    table.refused(table.wagered(1, "ante", 1100, for_dealer=True), player(1))
    table.wager(1, "ante", 100, for_dealer=True)
    table.refused(table.wagered(1, "ante", 1000, for_dealer=True), player(1))
    table.wager(1, "ante", 900, for_dealer=True)
    table.refused(acts.TakeBack(1, "ante"), player(1))
    table.take_back(1, "ante", for_dealer=True)
    table.take_back(1, "ante")
    assert table.rail(1) == 50_000


def test_a_winning_wager_for_the_dealer_goes_to_the_tips_with_its_winnings() -> None:
    table = for_dealer()
    table.deal({1: "Kc Kd 4c 5c"}, dealer=NO_DUKI)
    table.decide(1, "play")
    table.finish()
    # The Ante wins even money for both; the Play wager pushes, so its chips go back to the player.
    assert table.cents("tips") == 1000
    assert table.rail(1) == 50_000 + 1000 - 500
    settled = [(s.wager, s.for_dealer, s.returned) for s in table.events(acts.Settled)]
    assert settled == [
        ("ante", False, 2000),
        ("ante", True, 1000),
        ("play", False, 1000),
        ("play", True, 500),
    ]


def test_a_pushed_wager_for_the_dealer_goes_back_to_the_player() -> None:
    table = for_dealer()
    table.deal({1: "9h 9c 5s 8d"}, dealer=NINES)
    table.decide(1, "play")
    table.finish()
    assert table.cents("tips") == 0
    assert table.rail(1) == 50_000


def test_a_lost_wager_for_the_dealer_goes_to_the_float() -> None:
    table = for_dealer()
    table.deal({1: "2h 2c 7s Kd"}, dealer=NINES)
    table.decide(1, "fold")
    table.finish()
    assert table.cents("tips") == 0
    assert table.rail(1) == 50_000 - 1500


def test_playing_with_a_wager_for_the_dealer_needs_chips_for_both() -> None:
    table = at_table("duki4", seats=(), dealer_wagers=True)
    table.sit(1, chips={500: 5})
    table.wager(1, "ante", 1000)
    table.wager(1, "ante", 500, for_dealer=True)
    table.deal()
    assert "$15" in str(table.refused(acts.Decide(1, "play"), player(1)))
    table.decide(1, "fold")


def test_what_the_dealer_has_won_is_not_the_houses() -> None:
    table = for_dealer()
    table.deal({1: "Kc Kd 4c 5c"}, dealer=NO_DUKI)
    table.decide(1, "play")
    table.finish()
    # The house paid ten dollars to the player's Ante and five to the dealer's.
    assert table.close().result == -1500


# Corrections ---------------------------------------------------------------------------------------


@SUPERVISORS
def test_a_wrong_payment_is_put_right_by_another_with_a_reason(by: Actor) -> None:
    table = at_table("duki4")
    table.do(acts.Correct(1, "paid one chip too few", to_player={500: 1}), by)
    assert table.rail(1) == 50_000, "nothing moves before the dealer has signed"
    table.countersign()
    assert table.rail(1) == 50_500
    table.do(acts.Correct(1, "paid two chips too many", from_player={500: 2}), by)
    table.countersign()
    assert table.rail(1) == 49_500
    assert [each.reason for each in table.events(acts.Correct)][1] == "paid two chips too many"


def test_a_correction_goes_one_way_with_chips_that_are_there_and_words() -> None:
    table = at_table("duki4")
    for command in (
        acts.Correct(1, "nothing"),
        acts.Correct(1, "both", to_player={500: 1}, from_player={100: 5}),
        acts.Correct(1, "", to_player={500: 1}),
        acts.Correct(1, "not held", from_player={10_000: 1}),
        acts.Correct(2, "nobody", to_player={500: 1}),
    ):
        table.refused(command, INSPECTOR)
    table.refused(acts.Correct(1, "mine", to_player={500: 1}), player(1))
    table.refused(acts.Correct(1, "mine", to_player={500: 1}), DEALER)


# Late wagers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["deal", "decide", "reveal", "settle", "clear"])
@pytest.mark.parametrize("wager", ["ante", "bonus"])
def test_a_late_wager_is_returned_and_recorded_in_every_phase(phase: str, wager: str) -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.close_bets({1: "9h 9c 6s Jd"}, dealer=NINES)
    steps: dict[str, Callable[[], object]] = {
        "decide": lambda: table.do(acts.Deal(), DEALER),
        "reveal": lambda: table.decide(1, "play"),
        "settle": lambda: table.reveal(),
        "clear": lambda: table.settle_all(),
    }
    for step, go in steps.items():
        if table.phase == phase:
            break
        go()
        assert table.phase == step
    for seat in (1, 2):
        held, lies = table.rail(seat), table.spot(seat, wager)
        events = table.wager(seat, wager, 500)
        assert events == [acts.LateWager(seat, wager, {500: 1})]
        assert (table.rail(seat), table.spot(seat, wager)) == (held, lies)
    assert table.phase == phase


def test_a_late_wager_changes_nothing_in_the_round() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer=NINES)
    table.wager(2, "ante", 500)
    table.wager(1, "ante", 2500)
    table.decide(1, "play")
    assert table.finish() == {(1, "ante"): 1500, (1, "play"): 1000}
    assert table.rail(2) == 50_000


def test_chips_that_are_not_there_are_no_late_wager() -> None:
    table = at_table("duki4")
    table.wager(1, "ante", 500)
    table.deal()
    table.refused(acts.Wager(1, "ante", {50_000: 1}), player(1))


# Accounts ------------------------------------------------------------------------------------------


def test_every_movement_takes_from_one_account_what_it_gives_to_another() -> None:
    table = at_table("duki4")
    accounts = {name: table.cents(name) for name in ("float", "drop-box", "rail:1", "patrons")}
    assert accounts == {
        "float": 20 * 50_000
        + 100 * 10_000
        + 400 * 2500
        + 1000 * 500
        + 1000 * 100
        + 500 * 50
        - 50_000,
        "drop-box": 50_000,
        "rail:1": 50_000,
        "patrons": -50_000,
    }
    assert table.state.bank.chips("rail:1") == BUY_IN


def test_wagers_are_made_of_chips_that_the_player_has() -> None:
    table = at_table("duki4")
    for chips in ({}, {10_000: 1}, {2500: 9}, {333: 3}, {500: -1}):
        assert table.refused(acts.Wager(1, "ante", chips), player(1)).rule == "house.chips"
    assert table.refused(acts.Wager(1, "ante", {}, cash=500), player(1)).rule == "house.chips"
    table.refused(acts.Wager(1, "insurance", {500: 1}), player(1))
    table.refused(acts.Wager(2, "ante", {500: 1}), player(2))

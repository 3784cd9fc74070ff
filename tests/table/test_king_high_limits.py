"""King High's wagers: which may be placed and when, limits, and what each pays, sections 7 and 8."""

import pytest

from tablewright.table import acts
from tablewright.table.actors import player
from tests.table.driving import (
    CAMERAS,
    DEALER,
    FLOAT,
    INSPECTOR,
    PIT_BOSS,
    Driver,
    Settlement,
    at_table,
)

NOTHING = "2h 9d 3c Ts 4h"
"""Five cards that make no poker hand and no run."""
ON_CARD = ("high", "low", "heart", "club", "diamond", "spade", "seven")
ON_ROUND = ("pokerpot", "high-run", "low-run")


def king_high(*seats: int, **setup: object) -> Driver:
    return at_table("king-high", seats or (1,), **setup)


def reading(id: str, option: str) -> dict[str, str]:
    return {f"king-high.{id}": option}


def play(table: Driver, cards: int) -> Settlement:
    returned: Settlement = {}
    for _ in range(cards):
        returned |= table.play_card()
    return returned


def one_card(card: str, wager: str, cents: int, **setup: object) -> int:
    """What comes back of one wager on one card."""
    table = king_high(**setup)
    table.next_draws(card)
    table.wager(1, "pokerpot", 100)
    table.wager(1, wager, cents)
    return table.play_card()[1, wager]


def five_cards(cards: str, wager: str, cents: int, **setup: object) -> int:
    """What comes back of one wager on the round."""
    table = king_high(**setup)
    table.next_draws(cards)
    table.wager(1, wager, cents)
    return play(table, 5)[1, wager]


# 7. Permissible wagers: when -----------------------------------------------------------------------


@pytest.mark.parametrize("wager", ON_ROUND)
def test_section_7_round_wagers_are_placed_before_the_first_card_only(wager: str) -> None:
    table = king_high(1, 2)
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(2, "pokerpot", 100)
    table.wager(1, wager, 500)
    assert table.spot(1, wager) == 500
    table.take_back(1, wager)
    table.no_more_bets()
    table.wager(1, wager, 500)
    assert table.events(acts.LateWager)[-1:] == [acts.LateWager(1, wager, {500: 1})]
    table.draw()
    table.wager(1, wager, 500)
    for _ in range(3):
        table.play_card()
        table.wager(1, wager, 500)
    assert len(table.events(acts.LateWager)) == 5
    assert (table.spot(1, wager), table.rail(1)) == (0, 50_000)


@pytest.mark.parametrize("wager", ON_CARD)
def test_section_7_action_wagers_are_placed_before_each_card(wager: str) -> None:
    table = king_high()
    table.next_draws("Kh 7d 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    for _ in range(5):
        if not table.spot(1, wager):
            table.wager(1, wager, 500)
        assert table.spot(1, wager) == 500
        assert (1, wager) in table.play_card()
    assert not table.events(acts.LateWager)


def test_section_7_any_combination_may_be_wagered_on() -> None:
    table = king_high()
    table.next_draws("Kh " + NOTHING[3:])
    for wager in (*ON_ROUND, *ON_CARD):
        table.wager(1, wager, 500)
    assert table.play_card() == {
        (1, "low"): 0,
        (1, "club"): 0,
        (1, "diamond"): 0,
        (1, "spade"): 0,
        (1, "seven"): 0,
        (1, "high"): 1250,
        (1, "heart"): 2000,
        (1, "low-run"): 0,
    }
    assert table.spot(1, "high-run") == table.spot(1, "pokerpot") == 500


def test_section_7_a_wager_that_is_not_on_the_layout_is_refused() -> None:
    table = king_high()
    table.refused(acts.Wager(1, "red", {500: 1}), player(1))
    table.refused(acts.Wager(1, "pokerpot", {500: 1}, cash=500), player(1))
    table.refused(acts.Wager(1, "pokerpot", {700: 1}), player(1))
    table.refused(acts.Wager(1, "pokerpot", {2500: 9}), player(1))


def test_section_7_a_settled_box_may_change_move_or_remove_its_action_wagers() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh Qd 3c Ts 4h")
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "high", 500)
    table.draw_next()
    table.refused(acts.TakeBack(1, "high"), player(1))
    table.settle(1)
    table.take_back(1, "high")
    table.wager(1, "diamond", 1000)
    table.refused(acts.TakeBack(2, "high"), player(2))
    table.settle(2)
    table.wager(2, "high", 1000)
    assert table.spot(2, "high") == 1500, "a wager that won stays and may be raised"
    assert table.play_card() == {(1, "diamond"): 4000, (2, "high"): 3000}
    table.take_back(1, "diamond")
    table.take_back(2, "high")
    assert table.play_card() == {}
    assert table.rail(1) == 50_000 - 100 + 750 + 3000
    assert table.rail(2) == 50_000 - 100 + 750 + 1500


def test_section_7_a_winning_action_wager_goes_back_to_its_owner_at_the_end_of_the_round() -> None:
    table = king_high()
    table.next_draws("2h 3d 9c Ts Qh")
    table.wager(1, "pokerpot", 100)
    play(table, 4)
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1000, (1, "pokerpot"): 0}
    table.clear()
    assert table.spot(1, "high") == 0
    assert table.rail(1) == 50_000 - 100 + 500


def test_section_7_a_box_whose_run_is_still_to_be_taken_is_not_settled() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh " + NOTHING[3:])
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "low-run", 500)
        table.wager(place, "high", 500)
    table.draw_next()
    table.settle(1)
    table.refused(acts.TakeBack(1, "high"), player(1))
    table.settle(2)
    table.settle(1)
    table.take_back(1, "high")
    table.refused(acts.TakeBack(2, "high"), player(2))
    table.settle(2)
    table.take_back(2, "high")


@pytest.mark.parametrize("wager", ON_ROUND)
def test_section_7_reading_withdraw_leaves_round_wagers_where_they_lie(wager: str) -> None:
    table = king_high()
    table.next_draws("Kh Qd 2c 9s 3h" if wager != "low-run" else "2h 3d Kc 9s Qh")
    table.wager(1, wager, 500)
    table.play_card()
    table.refused(acts.TakeBack(1, wager), player(1))
    table.play_card()
    table.refused(acts.TakeBack(1, wager), player(1))


@pytest.mark.parametrize("wager", ON_ROUND)
def test_section_7_reading_withdraw_all_lets_round_wagers_be_taken_back_between_cards(
    wager: str,
) -> None:
    table = king_high(readings=reading("withdraw", "all"))
    table.next_draws("Kh Qd 2c 9s 3h" if wager != "low-run" else "2h 3d Kc 9s Qh")
    table.wager(1, wager, 500)
    table.no_more_bets()
    table.refused(acts.TakeBack(1, wager), player(1))
    table.draw()
    table.play_card()
    table.take_back(1, wager)
    assert table.rail(1) == 50_000
    table.wager(1, wager, 500)
    assert table.events(acts.LateWager), "what was taken back does not come again"


def test_section_7_reading_withdraw_all_takes_the_action_wagers_with_the_pokerpot() -> None:
    table = king_high(readings=reading("withdraw", "all"))
    table.next_draws("Kh Qd " + NOTHING[6:])
    table.wager(1, "pokerpot", 100)
    table.play_card()
    table.wager(1, "high", 500)
    table.take_back(1, "pokerpot")
    assert "needs the Pokerpot" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.take_back(1, "high")
    table.no_more_bets()


@pytest.mark.parametrize("wager", ON_ROUND)
def test_section_7_reading_round_wagers_close_after_the_first_action_round(wager: str) -> None:
    table = king_high(1, 2, readings=reading("round-wagers-close", "after-first-action-round"))
    table.next_draws("Kh Qd Jc 2s 3h")
    table.wager(2, "pokerpot", 100)
    table.no_more_bets()
    table.wager(1, wager, 500)
    assert len(table.events(acts.LateWager)) == 1, "not between the call and the card"
    table.draw()
    table.wager(1, wager, 500)
    assert table.spot(1, wager) == 500
    table.play_card()
    table.wager(1, "pokerpot", 100)
    assert len(table.events(acts.LateWager)) == 2


def test_section_7_reading_round_wagers_close_after_the_first_lets_a_late_run_win() -> None:
    table = king_high(1, 2, readings=reading("round-wagers-close", "after-first-action-round"))
    table.next_draws("Kh Qd Jc 2s 3h")
    table.wager(2, "pokerpot", 100)
    table.play_card()
    table.wager(1, "high-run", 500)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1000}
    table.take_back(1, "high")
    assert play(table, 2) == {(1, "high-run"): 2000}


# 7. Permissible wagers: what must lie there first --------------------------------------------------


@pytest.mark.parametrize("wager", ON_CARD)
def test_section_7_note_action_wagers_need_a_pokerpot_wager(wager: str) -> None:
    table = king_high()
    assert "needs the Pokerpot" in str(table.refused(table.wagered(1, wager, 500), player(1)))
    table.wager(1, "pokerpot", 100)
    table.wager(1, wager, 500)


def test_section_7_note_the_pokerpot_wager_is_for_each_round_and_each_box() -> None:
    table = king_high(1, 2)
    table.next_draws(NOTHING)
    table.wager(1, "pokerpot", 100)
    table.refused(table.wagered(2, "high", 500), player(2))
    table.play_card()
    table.refused(table.wagered(2, "high", 500), player(2))
    play(table, 4)
    table.clear()
    table.refused(table.wagered(1, "high", 500), player(1))


def test_section_7_note_action_wagers_do_not_stay_without_the_pokerpot() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.take_back(1, "pokerpot")
    table.ready()
    table.refused(acts.NoMoreBets(), DEALER)
    table.take_back(1, "high")
    table.refused(acts.NoMoreBets(), DEALER)
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()


def test_section_7_reading_small_pokerpot_opens_the_action_wagers_once_advised() -> None:
    table = king_high()
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(1, "pokerpot", 50)
    assert table.last(acts.Advised) == acts.Advised(1, "pokerpot", "minimum", 100)
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1250}


def test_section_7_reading_small_pokerpot_no_keeps_the_action_wagers_shut() -> None:
    table = king_high(readings=reading("small-pokerpot", "no"))
    table.wager(1, "pokerpot", 50)
    refusal = str(table.refused(table.wagered(1, "high", 500), player(1)))
    assert "$1 or more on the Pokerpot" in refusal
    table.wager(1, "pokerpot", 50)
    table.wager(1, "high", 500)


def test_section_7_reading_small_pokerpot_no_holds_when_bets_are_closed() -> None:
    table = king_high(readings=reading("small-pokerpot", "no"))
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.take_back(1, "pokerpot")
    table.wager(1, "pokerpot", 50)
    table.ready()
    table.refused(acts.NoMoreBets(), DEALER)


@pytest.mark.parametrize("run", ["high-run", "low-run"])
def test_section_7_reading_runs_alone_need_no_pokerpot(run: str) -> None:
    table = king_high()
    table.next_draws("Kh Qd 2c 9s 3h" if run == "high-run" else "2h 3d Kc 9s Qh")
    table.wager(1, run, 500)
    assert play(table, 3) == {(1, run): 0}
    play(table, 2)
    table.clear()
    assert table.rail(1) == 49_500


@pytest.mark.parametrize("run", ["high-run", "low-run"])
def test_section_7_reading_runs_alone_no_asks_for_a_pokerpot(run: str) -> None:
    table = king_high(readings=reading("runs-alone", "no"))
    table.refused(table.wagered(1, run, 500), player(1))
    table.wager(1, "pokerpot", 100)
    table.wager(1, run, 500)
    table.take_back(1, "pokerpot")
    table.ready()
    table.refused(acts.NoMoreBets(), DEALER)


def test_section_7_one_player_a_box() -> None:
    table = king_high(1, 2)
    assert "Box 1 is taken" in str(table.refused(acts.Sit(1, "Eve"), player(1)))
    table.refused(acts.Wager(1, "pokerpot", {500: 1}), player(2))
    table.refused(acts.TakeBack(1, "pokerpot"), player(2))
    table.refused(acts.Wager(3, "pokerpot", {500: 1}), player(3))


# 7. Permissible wagers: under the minimum ----------------------------------------------------------


@pytest.mark.parametrize(("card", "returned"), [("Qh", 400), ("Kh", 500), ("2h", 0)])
def test_section_7_a_wager_under_the_minimum_is_paid_or_taken_as_wagered(
    card: str, returned: int
) -> None:
    table = king_high()
    table.next_draws(card)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): returned}


def test_section_7_the_owner_is_advised_of_the_minimum() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    events = table.wager(1, "heart", 200)
    assert events[1:] == [acts.Advised(1, "heart", "minimum", 500)]
    table.wager(1, "heart", 300)
    assert len(table.events(acts.Advised)) == 1, "together they are the minimum"


def test_section_7_further_wagers_under_the_minimum_play_where_the_house_lets_them() -> None:
    table = king_high()
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 0}
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 500}


@pytest.mark.parametrize(
    ("second", "gone"), [("Kd", "it would have won"), ("3d", "it would have lost")]
)
def test_section_7_further_wagers_under_the_minimum_are_returned_by_house_setting(
    second: str, gone: str
) -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws(f"2h {second} 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 0}, "the first one stands"
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 200}, gone
    settled = table.last(acts.Settled)
    assert settled.rule == "king-high.wagers.under-minimum"
    assert not settled.net


def test_section_7_a_small_wager_that_is_given_back_lies_before_its_owner() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    table.play_card()
    table.wager(1, "high", 200)
    table.play_card()
    assert table.spot(1, "high") == 0
    assert table.rail(1) == 50_000 - 100 - 200


def test_section_7_a_small_round_wager_is_returned_by_house_setting_too() -> None:
    table = king_high(returns_small_wagers=True)
    for returned in (0, 200):
        table.next_draws("2h 9d 3c Ts 4h")
        table.wager(1, "high-run", 200)
        assert play(table, 5) == {(1, "high-run"): returned}
        table.clear()
    assert table.rail(1) == 50_000 - 200


def test_section_7_the_minimum_of_one_wager_says_nothing_of_another() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    table.play_card()
    table.wager(1, "diamond", 200)
    assert table.play_card() == {(1, "diamond"): 800}


def test_section_7_who_was_told_of_the_maximum_was_not_told_of_the_minimum() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 15_000)
    table.play_card()
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 500}


def test_section_7_a_wager_over_the_maximum_is_not_given_back_as_a_small_one() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Qd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    table.play_card()
    table.wager(1, "high", 15_000)
    assert table.play_card() == {(1, "high"): 20_000}


def test_section_7_a_small_wager_raised_to_the_minimum_plays() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Qd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    table.play_card()
    table.wager(1, "high", 200)
    table.wager(1, "high", 300)
    assert table.play_card() == {(1, "high"): 1000}


def test_section_7_a_first_small_wager_laid_down_in_two_chips_is_the_first_wager() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("Kh 2d 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 100)
    table.wager(1, "high", 100)
    assert table.play_card() == {(1, "high"): 500}, "paid as wagered: a king pays 3 to 2"
    assert table.last(acts.Settled).rule != "king-high.wagers.under-minimum"


def test_section_7_a_first_round_wager_laid_down_in_two_chips_is_the_first_wager() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("Kh Kd 3c Ts 4h")
    table.wager(1, "high-run", 100)
    table.wager(1, "high-run", 100)
    table.wager(1, "pokerpot", 50)
    assert play(table, 5) == {(1, "high-run"): 0, (1, "pokerpot"): 100}


def test_section_7_a_small_wager_taken_back_and_laid_anew_in_one_betting_is_the_first() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 300)
    table.take_back(1, "high")
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 0}, "it is the first that plays"


def test_section_7_who_took_a_small_wager_back_was_advised_all_the_same() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    table.take_back(1, "high")
    table.play_card()
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 200}, "a further one, in a later betting"


def test_section_7_a_further_small_wager_in_two_chips_is_given_back_whole() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    table.play_card()
    table.wager(1, "high", 100)
    table.wager(1, "high", 150)
    assert table.play_card() == {(1, "high"): 250}


def test_section_7_a_first_small_wager_brought_up_to_the_minimum_in_chips_is_not_small() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("Qh Qd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    for _ in range(5):
        table.wager(1, "high", 100)
    assert table.play_card() == {(1, "high"): 1000}
    assert table.play_card() == {(1, "high"): 1000}, "it stays, and plays for the next card"


def test_section_7_who_brought_a_wager_up_to_the_minimum_in_chips_has_not_bet_under_it() -> None:
    """Its first chips were no wager by themselves: the small one for the next card is the first."""
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h Kd Kc 4s 5h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 100)
    table.wager(1, "high", 400)
    assert table.play_card() == {(1, "high"): 0}
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 500}, "paid as wagered: a king pays 3 to 2"
    assert table.play_card() == {(1, "high"): 200}, "left for the next card, it is a further one"


def test_section_7_a_small_wager_that_won_and_is_left_for_the_next_card_is_a_further_one() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("Qh Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 400}
    assert table.play_card() == {(1, "high"): 200}
    assert table.last(acts.Settled).rule == "king-high.wagers.under-minimum"


def test_section_7_a_small_round_wager_is_one_wager_for_all_cards_of_its_round() -> None:
    late = reading("round-wagers-close", "after-first-action-round")
    table = king_high(returns_small_wagers=True, readings=late)
    table.next_draws("Kh Qd Jc 2s 3h")
    table.wager(1, "high-run", 100)
    table.play_card()
    table.wager(1, "high-run", 100)
    assert play(table, 3) == {(1, "high-run"): 800}, "paid as wagered, 3 to 1"


def test_section_7_a_box_settled_early_bets_in_the_betting_for_the_next_card() -> None:
    table = king_high(1, 2, returns_small_wagers=True)
    table.next_draws("2h Kd Qc Ts 4h")
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "low", 500)
    table.draw_next()
    table.settle(1)
    table.wager(1, "high", 100)
    assert table.phase == "settle", "box 2 is not settled yet"
    table.settle(2)
    table.wager(1, "high", 100)
    assert table.play_card()[1, "high"] == 500, "both chips are the first wager"
    assert table.play_card()[1, "high"] == 200, "and it stays for a further one"


def test_section_7_a_player_is_advised_anew_of_another_minimum() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws("2h 9d 3c Ts 4h")
    table.wager(1, "high-run", 200)
    play(table, 5)
    table.clear()
    table.do(acts.AgreeLimits(1, {"high-run": (2500, 20_000)}), PIT_BOSS)
    for returned in (0, 1000):
        table.next_draws("2h 9d 3c Ts 4h")
        table.wager(1, "high-run", 1000)
        assert table.last(acts.Advised) == acts.Advised(1, "high-run", "minimum", 2500)
        assert play(table, 5) == {(1, "high-run"): returned}
        table.clear()


def test_section_7_the_next_player_at_a_box_has_been_advised_of_nothing() -> None:
    table = king_high(returns_small_wagers=True)
    table.next_draws(NOTHING)
    table.wager(1, "high-run", 200)
    play(table, 5)
    table.clear()
    table.leave(1)
    table.sit(1)
    table.next_draws(NOTHING)
    table.wager(1, "high-run", 200)
    assert play(table, 5) == {(1, "high-run"): 0}


# 7. Permissible wagers: over the maximum -----------------------------------------------------------


def test_section_7_a_wager_over_the_maximum_is_taken_to_the_maximum_and_the_rest_returned() -> None:
    table = king_high()
    table.next_draws("2h " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    events = table.wager(1, "high", 15_000)
    assert events[1:] == [acts.Advised(1, "high", "maximum", 10_000)]
    assert table.play_card() == {(1, "high"): 0}
    settled = table.last(acts.Settled)
    assert settled.stake == 10_000
    assert settled.says == "Over the maximum: $100 plays, $50 goes back."
    assert (table.spot(1, "high"), table.rail(1)) == (0, 50_000 - 100 - 10_000)


def test_section_7_a_wager_over_the_maximum_is_paid_to_the_maximum_only() -> None:
    table = king_high()
    table.next_draws("Qh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 15_000)
    assert table.play_card() == {(1, "high"): 20_000}
    assert table.spot(1, "high") + table.rail(1) == 50_000 - 100 + 10_000


def test_section_7_what_a_winning_wager_has_over_the_maximum_is_returned() -> None:
    table = king_high()
    table.next_draws("Qh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 15_000)
    table.play_card()
    assert table.spot(1, "high") == 10_000


def test_section_7_a_seven_over_the_maximum_is_paid_to_the_maximum_only() -> None:
    assert one_card("7c", "seven", 11_000) == 120_000


@pytest.mark.parametrize(
    ("cards", "wager", "after"),
    [
        ("Kh Kd 2c 9s 3h", "pokerpot", 50_000 + 10_000),
        (NOTHING, "pokerpot", 50_000 - 10_000),
        ("Kh Qd Jc 2s 3h", "high-run", 50_000 + 30_000),
        (NOTHING, "high-run", 50_000 - 10_000),
    ],
)
def test_section_7_round_wagers_over_the_maximum_are_paid_or_taken_to_the_maximum(
    cards: str, wager: str, after: int
) -> None:
    table = king_high()
    table.next_draws(cards)
    table.wager(1, wager, 15_000)
    play(table, 5)
    table.clear()
    assert table.rail(1) == after


@pytest.mark.parametrize(("card", "after"), [("Qh", 10_000), ("2h", -10_000)])
def test_section_7_the_maximum_itself_is_paid_and_taken_whole(card: str, after: int) -> None:
    table = king_high()
    table.next_draws(card + NOTHING[2:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 10_000)
    assert not table.events(acts.Advised)
    table.play_card()
    assert table.spot(1, "high") + table.rail(1) == 50_000 - 100 + after


# 7. Permissible wagers: personal limits ------------------------------------------------------------


def test_section_7_personal_limits_are_agreed_by_a_pit_boss_and_marked() -> None:
    table = king_high(1, 2)
    agree = acts.AgreeLimits(1, {"high": (2500, 20_000)})
    for by in (DEALER, INSPECTOR, CAMERAS, player(1)):
        table.refused(agree, by)
    table.do(agree, PIT_BOSS)
    places = table.seen(CAMERAS)["places"]
    assert (places[1]["marker"], places[2].get("marker")) == ("higher limit", None)


def test_section_7_personal_limits_hold_for_their_player_alone() -> None:
    table = king_high(1, 2)
    table.do(acts.AgreeLimits(1, {"high": (2500, 20_000)}), PIT_BOSS)
    table.next_draws("Qh " + NOTHING[3:])
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "high", 15_000)
    assert [advised.place for advised in table.events(acts.Advised)] == [2]
    assert table.play_card() == {(1, "high"): 30_000, (2, "high"): 20_000}


def test_section_7_a_personal_minimum_is_advised_like_a_posted_one() -> None:
    table = king_high()
    table.do(acts.AgreeLimits(1, {"high": (2500, 20_000)}), PIT_BOSS)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    assert table.last(acts.Advised) == acts.Advised(1, "high", "minimum", 2500)
    table.wager(1, "low", 500)
    assert len(table.events(acts.Advised)) == 1, "the other wagers keep the posted limits"


def test_section_7_personal_limits_and_their_marker_are_taken_away_again() -> None:
    table = king_high()
    table.do(acts.AgreeLimits(1, {"suit": (100, 20_000)}), PIT_BOSS)
    table.do(acts.AgreeLimits(1, {}), PIT_BOSS)
    assert not table.seen(player(1))["places"][1].get("marker")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "heart", 200)
    assert table.last(acts.Advised) == acts.Advised(1, "heart", "minimum", 500)


@pytest.mark.parametrize(
    "limits",
    [{"red": (100, 200)}, {"high": (0, 500)}, {"high": (600, 500)}, {"high": (130, 500)}],
    ids=["no such wager", "no minimum", "upside down", "not in chips"],
)
def test_section_7_personal_limits_that_make_no_sense_are_refused(
    limits: dict[str, tuple[int, int]],
) -> None:
    table = king_high()
    table.refused(acts.AgreeLimits(1, limits), PIT_BOSS)
    table.refused(acts.AgreeLimits(2, {"high": (500, 600)}), PIT_BOSS)


def test_section_7_personal_limits_leave_with_their_player() -> None:
    table = king_high()
    table.do(acts.AgreeLimits(1, {"high": (2500, 20_000)}), PIT_BOSS)
    table.leave(1)
    table.sit(1)
    assert not table.seen(CAMERAS)["places"][1].get("marker")


def test_section_7_limits_are_not_agreed_while_wagers_lie_on_the_felt() -> None:
    table = king_high(1, 2)
    table.next_draws("Qh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 15_000)
    table.draw_next()
    table.refused(acts.AgreeLimits(1, {"high": (500, 20_000)}), PIT_BOSS)
    assert table.settle_all() == {(1, "high"): 20_000}
    table.do(acts.AgreeLimits(2, {"high": (500, 20_000)}), PIT_BOSS)


# 8. Payout odds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "wager", "returned"),
    [
        ("8h", "high", 2000),
        ("Qh", "high", 2000),
        ("Kh", "high", 2500),
        ("7h", "high", 0),
        ("6h", "high", 0),
        ("Ah", "high", 0),
        ("2h", "low", 2000),
        ("6h", "low", 2000),
        ("Ah", "low", 2500),
        ("7h", "low", 0),
        ("8h", "low", 0),
        ("Kh", "low", 0),
        ("2h", "heart", 4000),
        ("7h", "heart", 1000),
        ("7c", "heart", 0),
        ("2c", "club", 4000),
        ("Kd", "diamond", 4000),
        ("As", "spade", 4000),
        ("7s", "spade", 1000),
        ("2s", "club", 0),
        ("7d", "seven", 12_000),
        ("8d", "seven", 0),
    ],
)
def test_section_8_action_round_payout_scale(card: str, wager: str, returned: int) -> None:
    assert one_card(card, wager, 1000) == returned


@pytest.mark.parametrize(
    ("cards", "run", "returned"),
    [
        ("Kh Qd Jc 2s 9h", "high-run", 4000),
        ("Kh Qd Jc 9s 2h", "high-run", 11_000),
        ("Kh Qd Jc 9s 8h", "high-run", 21_000),
        ("Kh Qd 7c 9s 8h", "high-run", 0),
        ("Ah Kd Qc Js Th", "high-run", 0),
        ("2h 3d 4c Ks 9h", "low-run", 4000),
        ("2h 3d 4c 6s 7h", "low-run", 11_000),
        ("Ah 2d 3c 4s 6h", "low-run", 21_000),
        ("2h 7d 4c 6s 3h", "low-run", 0),
    ],
)
def test_section_8_run_payout_scale(cards: str, run: str, returned: int) -> None:
    assert five_cards(cards, run, 1000) == returned


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("9h 9d 2c 4s Kh", 0),
        ("Th Td 2c 4s Kh", 200),
        ("Ah Ad 2c 4s Kh", 200),
        ("2h 2d 4c 4s Kh", 300),
        ("2h 2d 2c 4s Kh", 400),
        ("2h 3d 4c 5s 6h", 600),
        ("2h 4h 6h 8h Th", 1100),
        ("2h 2d 2c 4s 4h", 1600),
        ("2h 2d 2c 2s 4h", 5100),
        ("2h 2d 2c 2s 2h", 50_100),
        ("2h 3h 4h 5h 6h", 100_100),
        ("Ah Kh Qh Jh Th", 250_100),
    ],
)
def test_section_8_pokerpot_payout_scale(cards: str, returned: int) -> None:
    assert five_cards(cards, "pokerpot", 100) == returned


@pytest.mark.parametrize(("option", "returned"), [("tens", 200), ("jacks", 0)])
def test_section_8_reading_pokerpot_pair(option: str, returned: int) -> None:
    chosen = reading("pokerpot-pair", option)
    assert five_cards("Th Td 2c 4s Kh", "pokerpot", 100, readings=chosen) == returned


@pytest.mark.parametrize(
    ("option", "cards", "returned"),
    [
        ("high-and-low", "Th Jd Qc Ks Ah", 600),
        ("low-only", "Th Jd Qc Ks Ah", 0),
        ("high-and-low", "Ah 2d 3c 4s 5h", 600),
        ("low-only", "Ah 2d 3c 4s 5h", 600),
        ("low-only", "Ah Kh Qh Jh Th", 250_100),
    ],
)
def test_section_8_reading_ace_straights(option: str, cards: str, returned: int) -> None:
    chosen = reading("ace-straights", option)
    assert five_cards(cards, "pokerpot", 100, readings=chosen) == returned


@pytest.mark.parametrize(
    ("cents", "returned"),
    [(500, 1250), (550, 1350), (600, 1500), (650, 1600), (50, 100)],
)
def test_section_8_three_to_two_on_an_odd_amount_is_rounded_down_to_the_smallest_chip(
    cents: int, returned: int
) -> None:
    assert one_card("Kh", "high", cents) == returned
    assert one_card("Ah", "low", cents) == returned


def test_section_8_a_rounded_payment_says_that_the_house_cut_it() -> None:
    table = king_high()
    table.next_draws("Kh")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 550)
    table.play_card()
    assert table.last(acts.Settled).says == "The house's settings cut the payment."
    assert table.last(acts.Settled).net == "3/2"


def test_section_8_where_dollars_are_the_smallest_chips_halves_are_not_paid() -> None:
    float_chips = {value: count for value, count in FLOAT.items() if value != 50}
    table = at_table("king-high", (), denominations=tuple(float_chips), float_chips=float_chips)
    table.sit(1, chips={500: 10, 100: 10})
    table.next_draws("Kh")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1200}


def test_section_8_payments_are_made_in_chips_like_the_wagers_own() -> None:
    table = king_high()
    table.next_draws("Qh")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", {500: 2, 100: 3})
    table.wager(1, "heart", {100: 5})
    table.play_card()
    paid = {each.wager: each.moves[0] for each in table.events(acts.Settled)}
    assert paid["high"].chips == {500: 2, 100: 3}
    assert paid["heart"].chips == {100: 15}
    assert {(move.source, move.target) for move in paid.values()} == {("float", "rail:1")}


@pytest.mark.parametrize(("option", "returned"), [("winnings", 200_100), ("with-stake", 200_000)])
def test_section_8_reading_pokerpot_maximum(option: str, returned: int) -> None:
    chosen = reading("pokerpot-maximum", option)
    setup = {"maximum_payouts": {"pokerpot": 200_000}, "readings": chosen}
    assert five_cards("Ah Kh Qh Jh Th", "pokerpot", 100, **setup) == returned
    assert five_cards("2h 3h 4h 5h 6h", "pokerpot", 100, **setup) == 100_100
    assert five_cards(NOTHING, "pokerpot", 100, **setup) == 0


def test_section_8_the_maximum_payout_is_the_pokerpots_only() -> None:
    assert one_card("7h", "seven", 1000, maximum_payouts={"pokerpot": 500}) == 12_000
    assert (
        five_cards("Kh Qd Jc 9s 8h", "high-run", 1000, maximum_payouts={"pokerpot": 500}) == 21_000
    )

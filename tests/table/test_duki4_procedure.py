"""Duki 4 Poker at the table, clause by clause of its manual; amounts are in cents, by hand."""

import hashlib
from typing import Any

import pytest

from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tests.table.driving import (
    CAMERAS,
    DEALER,
    INSPECTOR,
    PIT_BOSS,
    Driver,
    at_table,
)

NO_DUKI = "Qd Qs Js As"
NINES = "9d 9s 5h 8c"
"""A 4-Card Duki: a pair of nines with an eight."""
KINGS_IN_THREE = "Kd Ks 8h 2s"
"""A 3-Card Duki: a pair of kings."""
BY_HAND = {"supervisor-rules": {}, "as-machine": {"duki4.irregularities-by-hand": "as-machine"}}
ANYBODY = pytest.mark.parametrize("by", [DEALER, INSPECTOR, PIT_BOSS, CAMERAS], ids=str)
SUPERVISORS = pytest.mark.parametrize("by", [INSPECTOR, PIT_BOSS], ids=str)
NOT_DEALT_BY_MACHINE = pytest.mark.parametrize("is_keyed", [False, True])


def dealt(hand: str, dealer: str, decision: str = "play", **setup: Any) -> Driver:
    """One seat with five dollars on Ante and Bonus, up to the dealer's own hand."""
    table = at_table("duki4", **setup)
    table.wager(1, "ante", 500)
    table.wager(1, "bonus", 500)
    table.deal({1: hand}, dealer=dealer)
    table.decide(1, decision)
    return table


# Playing the game ----------------------------------------------------------------------------------


def test_playing_the_game_first_paragraph_up_to_seven_players() -> None:
    table = at_table("duki4", seats=(1, 2, 3, 4, 5, 6, 7))
    assert table.refused(acts.Sit(8, "the eighth"), player(8)).rule == "house.places"
    for seat in range(1, 8):
        table.wager(seat, "ante", 500)
    table.deal()
    assert table.state.packs.next == 32


def test_playing_the_game_first_paragraph_one_player_a_seat() -> None:
    table = at_table("duki4", seats=(3,))
    assert table.refused(acts.Sit(3, "another"), player(3)).rule == "house.places"


def test_playing_the_game_first_paragraph_six_positions_by_its_reading() -> None:
    table = at_table("duki4", seats=(6,), readings={"duki4.positions": "6"})
    table.refused(acts.Sit(7, "the seventh"), player(7))


def test_playing_the_game_first_paragraph_a_standard_deck_of_52_cards() -> None:
    table = Driver("duki4")
    table.open_float()
    table.open_equipment()
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    table.do(acts.Wash(), DEALER)
    deck = "".join(f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA")
    twice = deck.replace("2c", "Ah")
    assert table.refused(acts.Shuffle(0, twice, "salt"), DEALER).rule == "duki4.cards"
    table.refused(acts.Shuffle(0, deck[2:], "salt"), DEALER)
    table.do(acts.Shuffle(0, deck, "salt"), DEALER)


def test_playing_the_game_second_paragraph_ante_or_bonus_or_both_of_any_amounts() -> None:
    table = at_table("duki4", seats=(1, 2, 3))
    table.wager(1, "ante", 500)
    table.wager(2, "bonus", 700)
    table.wager(3, "ante", 2500)
    table.wager(3, "bonus", 600)
    table.deal()
    assert [table.spot(1, "ante"), table.spot(2, "bonus")] == [500, 700]
    assert [table.spot(3, "ante"), table.spot(3, "bonus")] == [2500, 600]


def test_playing_the_game_second_paragraph_a_round_needs_a_wager() -> None:
    table = at_table("duki4")
    assert table.refused(acts.NoMoreBets(), DEALER).rule == "duki4.phase.wagers"


@pytest.mark.parametrize("wager", ["ante", "bonus"])
def test_playing_the_game_second_paragraph_within_the_posted_limits(wager: str) -> None:
    table = at_table("duki4", limits={"ante": (1000, 2000), "bonus": (1000, 2000)})
    under = table.refused(table.wagered(1, wager, 900), player(1))
    assert under.rule == "duki4.wagers.limits"
    table.refused(table.wagered(1, wager, 2100), player(1))
    table.wager(1, wager, 1000)
    table.refused(table.wagered(1, wager, 1100), player(1))
    table.wager(1, wager, 1000)
    assert table.spot(1, wager) == 2000


def test_playing_the_game_second_paragraph_wagers_are_placed_before_any_cards_are_dealt() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.close_bets()
    for step in (acts.Deal(), None):
        table.wager(2, "bonus", 500)
        assert isinstance(table.lines[-1].event, acts.LateWager)
        assert table.spot(2, "bonus") == 0
        if step:
            table.do(step, DEALER)
    assert table.phase == "decide"
    assert not table.state.seats[2].slots


def test_playing_the_game_second_paragraph_a_wager_may_be_taken_back_before_the_deal_only() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.take_back(1, "ante")
    assert table.rail(1) == 50_000
    table.wager(2, "ante", 500)
    table.close_bets()
    assert table.refused(acts.TakeBack(2, "ante"), player(2)).rule == "duki4.phase.deal"


def test_playing_the_game_third_paragraph_four_cards_face_down_to_each_wagerer_and_dealer() -> None:
    table = at_table("duki4", seats=(1, 2, 3))
    table.wager(1, "ante", 500)
    table.wager(3, "bonus", 500)
    table.deal({1: "9h 9c 6s Jd", 3: "2c 3c 4c 5c"}, dealer=NINES)
    felt = table.seen(CAMERAS)
    assert felt["places"][1]["hand"] == {"cards": [], "face_down": 4}
    assert felt["places"][2]["hand"] == {"cards": [], "face_down": 0}
    assert felt["places"][3]["hand"] == {"cards": [], "face_down": 4}
    assert felt["dealer"]["cards"] == []
    assert felt["dealer"]["face_down"] == 4


def test_playing_the_game_third_paragraph_a_player_looks_once_all_cards_are_dealt() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.wager(2, "ante", 500)
    table.close_bets({1: "9h 9c 6s Jd", 2: "2c 3c 4c 5c"})
    assert table.seen(player(1))["own"]["cards"] == []
    table.do(acts.Deal(), DEALER)
    assert table.seen(player(1))["own"]["cards"] == ["9h", "9c", "6s", "Jd"]
    assert table.seen(player(2))["own"]["cards"] == ["2c", "3c", "4c", "5c"]
    assert "9h" not in str(table.seen(player(2)))
    assert "9h" not in str(table.seen(DEALER))


def test_playing_the_game_third_paragraph_only_an_ante_has_to_decide() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.wager(2, "bonus", 500)
    table.deal()
    assert table.can("decide", player(1))
    assert not table.can("decide", player(2))
    assert table.refused(acts.Decide(2, "play"), player(2)).rule == "duki4.phase.decide"
    table.decide(1, "fold")
    assert table.phase == "reveal"


def test_playing_the_game_third_paragraph_with_bonus_wagers_alone_nobody_decides() -> None:
    table = at_table("duki4")
    table.wager(1, "bonus", 500)
    table.deal({1: "4c 4d Ts 2s"}, dealer=NINES)
    assert table.phase == "reveal"
    assert table.finish() == {(1, "bonus"): 1000}
    assert table.rail(1) == 50_500


def test_playing_the_game_third_paragraph_fold_forfeits_ante_and_bonus() -> None:
    table = dealt("Kc Kd Kh 5c", NO_DUKI, "fold")
    assert table.spot(1, "play") == 0
    assert table.finish() == {(1, "ante"): 0, (1, "bonus"): 0}
    assert table.rail(1) == 49_000
    assert table.events(acts.Show) == []


def test_playing_the_game_third_paragraph_fold_leaves_the_bonus_in_action_by_its_reading() -> None:
    reading = {"duki4.bonus-on-fold": "in-action"}
    table = dealt("Kc Kd Kh 5c", NO_DUKI, "fold", readings=reading)
    assert table.finish() == {(1, "ante"): 0, (1, "bonus"): 15_500}
    assert table.last(acts.Show).cards == "Kc Kd Kh 5c"


def test_playing_the_game_third_paragraph_play_adds_a_wager_equal_to_the_ante() -> None:
    table = at_table("duki4")
    table.wager(1, "ante", 1700)
    table.wager(1, "bonus", 500)
    assert table.refused(table.wagered(1, "play", 1700), player(1)).rule == "duki4.play"
    table.deal()
    table.decide(1, "play")
    assert table.spot(1, "play") == 1700
    assert table.rail(1) == 50_000 - 1700 - 500 - 1700


def test_playing_the_game_third_paragraph_play_needs_the_chips_for_it() -> None:
    table = at_table("duki4", seats=())
    table.sit(1, chips={500: 1, 100: 4})
    table.wager(1, "ante", {500: 1})
    table.deal()
    assert table.refused(acts.Decide(1, "play"), player(1)).rule == "duki4.play"
    table.do(acts.BuyIn(1, 100, {100: 1}), player(1))
    table.decide(1, "play")
    assert table.rail(1) == 0


def test_playing_the_game_third_paragraph_a_decision_is_made_once_and_for_oneself() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.wager(2, "ante", 500)
    table.deal()
    assert table.refused(acts.Decide(2, "fold"), player(1)).rule == "house.own-place"
    table.refused(acts.Decide(1, "fold"), DEALER)
    table.refused(acts.Decide(1, "raise"), player(1))
    table.refused(acts.Decide(1, "play", (0, 1, 2)), player(1))
    table.decide(1, "play")
    table.refused(acts.Decide(1, "fold"), player(1))


def test_playing_the_game_fourth_paragraph_the_dealer_turns_his_hand_after_all_decisions() -> None:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.wager(2, "ante", 500)
    table.deal(dealer="9h 9c 6s Jd")
    assert table.refused(acts.Reveal(), DEALER).rule == "duki4.phase.decide"
    table.decide(2, "fold")
    table.refused(acts.Reveal(), DEALER)
    table.decide(1, "play")
    table.refused(acts.Reveal(), player(1))
    table.refused(acts.Reveal("Ah Kh Qh Jh"), DEALER)
    assert table.reveal() == "Dealer has 4-Card Duki, pair of nines, and qualifies"
    assert table.seen(player(2))["dealer"]["cards"] == ["9h", "9c", "6s", "Jd"]


# Qualifying hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("9h 9c 6s Jd", "Dealer has 4-Card Duki, pair of nines, and qualifies"),
        ("As 4d 3c Js", "Dealer has 3-Card Duki, ace high, and qualifies"),
        (NO_DUKI, "Dealer has no Duki, and does not qualify"),
    ],
)
def test_qualifying_hands_the_dealer_says_what_he_has(hand: str, says: str) -> None:
    table = at_table("duki4")
    table.wager(1, "bonus", 500)
    table.deal(dealer=hand)
    assert table.reveal() == says


# Paying the bets -----------------------------------------------------------------------------------


def test_paying_the_bets_opening_sentence_the_dealers_hand_comes_first() -> None:
    table = dealt("9h 9c 6s Jd", NINES)
    assert table.refused(acts.Settle(1), DEALER).rule == "duki4.phase.reveal"
    table.reveal()
    table.settle(1)
    assert table.last(acts.Show).hand == "4-Card Duki, pair of nines"


def test_paying_the_bets_first_rule_a_unqualified_dealer_pays_a_four_card_duki_by_table() -> None:
    table = dealt("Kc Kd Kh Ks", NO_DUKI)
    assert table.finish() == {(1, "ante"): 50_500, (1, "play"): 500, (1, "bonus"): 15_500}
    assert table.rail(1) == 50_000 + 50_000 + 15_000


def test_paying_the_bets_first_rule_b_unqualified_dealer_pays_no_duki_even_money() -> None:
    table = dealt("Kc Kd 4c 5c", NO_DUKI)
    assert table.finish() == {(1, "ante"): 1000, (1, "play"): 500, (1, "bonus"): 0}


def test_paying_the_bets_first_rule_missing_case_three_card_duki_even_money_or_push() -> None:
    table = dealt("6c 8h 9c 2d", NO_DUKI)
    assert table.finish() == {(1, "ante"): 1000, (1, "play"): 500, (1, "bonus"): 0}
    table = dealt("6c 8h 9c 2d", NO_DUKI, readings={"duki4.three-vs-unqualified": "push"})
    assert table.finish() == {(1, "ante"): 500, (1, "play"): 500, (1, "bonus"): 0}


@pytest.mark.parametrize(
    ("hand", "ante", "play", "bonus"),
    [
        ("9h 9c 6s Jd", 1500, 1000, 1000),
        ("7s 8h 9c Td", 5500, 1000, 3000),
        ("2h 2c 7s Kd", 0, 0, 0),
        ("9h 9c 5s 8d", 500, 500, 1000),
        ("Ah Kh Qh 2h", 0, 0, 0),
    ],
    ids=["higher pair", "straight", "lower pair", "tie", "no Duki"],
)
def test_paying_the_bets_second_rule_against_a_four_card_duki(
    hand: str, ante: int, play: int, bonus: int
) -> None:
    table = dealt(hand, NINES)
    assert table.finish() == {(1, "ante"): ante, (1, "play"): play, (1, "bonus"): bonus}


@pytest.mark.parametrize(
    ("hand", "ante", "play", "bonus"),
    [
        ("9d Ts Jh 2d", 1000, 1000, 3000),
        ("Qd Qs 3h 2d", 0, 0, 1000),
        ("Kc Kh 8d 2c", 500, 500, 1000),
        ("6c 6s 8d 2h", 1500, 1000, 1000),
        ("Qc Ts 3c 4s", 0, 0, 0),
    ],
    ids=["straight", "lower pair", "tie", "4-Card Duki", "no Duki"],
)
def test_paying_the_bets_third_rule_against_a_three_card_duki(
    hand: str, ante: int, play: int, bonus: int
) -> None:
    table = dealt(hand, KINGS_IN_THREE)
    assert table.finish() == {(1, "ante"): ante, (1, "play"): play, (1, "bonus"): bonus}


def test_paying_the_bets_fourth_rule_the_bonus_is_paid_though_the_hand_loses() -> None:
    table = dealt("4c 4d 9s 2s", "Jd Js Jh 3c")
    assert table.finish() == {(1, "ante"): 0, (1, "play"): 0, (1, "bonus"): 1000}
    assert table.rail(1) == 50_000 - 1000 + 500


def test_paying_the_bets_seat_by_seat_in_the_order_of_the_house() -> None:
    for from_right, order in ((True, [1, 2, 4]), (False, [4, 2, 1])):
        table = at_table("duki4", seats=(1, 2, 4), settles_from_right=from_right)
        for seat in (1, 2, 4):
            table.wager(seat, "bonus", 500)
            table.wager(seat, "ante", 500)
        table.deal()
        for seat in (1, 2, 4):
            table.decide(seat, "play")
        table.reveal()
        refusal = table.refused(acts.Settle(2), DEALER)
        assert "House setting" in str(refusal)
        table.settle_all()
        settled = [(each.place, each.wager) for each in table.events(acts.Settled)]
        assert settled == [(seat, w) for seat in order for w in ("ante", "play", "bonus")]


# Betting for the dealer ----------------------------------------------------------------------------


def test_betting_for_the_dealer_is_forbidden_unless_management_allows_it() -> None:
    table = at_table("duki4")
    table.wager(1, "ante", 500)
    refusal = table.refused(table.wagered(1, "ante", 500, for_dealer=True), player(1))
    assert refusal.rule == "house.for-the-dealer"


def test_betting_for_the_dealer_where_allowed_is_paid_to_the_tips() -> None:
    table = at_table("duki4", dealer_wagers=True)
    table.wager(1, "ante", 1000)
    table.wager(1, "ante", 500, for_dealer=True)
    table.deal({1: "9h 9c 6s Jd"}, dealer=NINES)
    table.decide(1, "play")
    assert table.spot(1, "play", for_dealer=True) == 500
    assert table.finish() == {(1, "ante"): 3000, (1, "play"): 2000}
    assert table.cents("tips") == 1500 + 1000
    assert table.rail(1) == 50_000 - 1000 - 1000 + 3000 + 2000 - 1000


# How is the game dealt: by hand --------------------------------------------------------------------

IN_ORDER = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]


def test_how_is_the_game_dealt_by_hand_shuffled_and_cut_before_the_deal() -> None:
    table = at_table("duki4", device="hand")
    table.wager(1, "ante", 500)
    refusal = table.refused(acts.NoMoreBets(), DEALER)
    assert refusal.rule == "duki4.cards"
    assert "a cut" in str(refusal)
    table.cut()
    table.refused(acts.Cut(26), DEALER)
    table.do(acts.NoMoreBets(), DEALER)


def test_how_is_the_game_dealt_by_hand_the_bottom_half_goes_on_top() -> None:
    table = at_table("duki4", seats=(2, 5), device="hand")
    table.do(acts.OrderShuffle("to know the order"), INSPECTOR)
    table.do(acts.Shuffle(0, "".join(IN_ORDER), "salt"), DEALER)
    table.cut(20)
    table.wager(2, "ante", 500)
    table.wager(5, "ante", 500)
    table.do(acts.NoMoreBets(), DEALER)
    table.do(acts.Deal(), DEALER)
    # The card under the cut comes first, and one card at a time goes round: 2, 5, dealer.
    assert table.seen(player(2))["own"]["cards"] == [IN_ORDER[n] for n in (20, 23, 26, 29)]
    assert table.seen(player(5))["own"]["cards"] == [IN_ORDER[n] for n in (21, 24, 27, 30)]
    table.decide(2, "fold")
    table.decide(5, "fold")
    table.reveal()
    assert table.state.dealer_cards == " ".join(IN_ORDER[n] for n in (22, 25, 28, 31))


def test_how_is_the_game_dealt_by_hand_the_deck_goes_round_past_its_end() -> None:
    table = at_table("duki4", seats=(1, 2, 3, 4, 5, 6, 7), device="hand")
    table.do(acts.OrderShuffle("to know the order"), INSPECTOR)
    table.do(acts.Shuffle(0, "".join(IN_ORDER), "salt"), DEALER)
    table.cut(42)
    for seat in range(1, 8):
        table.wager(seat, "bonus", 500)
    table.do(acts.NoMoreBets(), DEALER)
    table.do(acts.Deal(), DEALER)
    assert table.seen(player(7))["own"]["cards"] == [IN_ORDER[n] for n in (48, 4, 12, 20)]


@pytest.mark.parametrize("at", [9, 43, 0, 52, -1])
def test_how_is_the_game_dealt_by_hand_a_cut_leaves_ten_cards_on_either_side(at: int) -> None:
    table = at_table("duki4", device="hand")
    assert "10 to 42" in str(table.refused(acts.Cut(at), DEALER))


@pytest.mark.parametrize("at", [10, 42])
def test_how_is_the_game_dealt_by_hand_a_cut_at_the_bounds_is_good(at: int) -> None:
    table = at_table("duki4", device="hand")
    table.refused(acts.Cut(at), INSPECTOR)
    table.cut(at)
    assert table.state.packs.cut == at


def test_how_is_the_game_dealt_by_hand_the_stub_is_discarded() -> None:
    table = dealt("9h 9c 6s Jd", NINES, device="hand")
    table.finish()
    table.wager(1, "ante", 500)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.shuffle_all()
    assert "a cut" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.cut()
    table.do(acts.NoMoreBets(), DEALER)
    assert table.state.packs.next == 0


def test_how_is_the_game_dealt_by_hand_a_shuffler_deck_is_not_cut() -> None:
    table = at_table("duki4")
    table.refused(acts.Cut(26), DEALER)


# How is the game dealt: automatic shuffle machine --------------------------------------------------


def test_how_is_the_game_dealt_automatic_shuffle_machine_a_backs_of_different_colours() -> None:
    table = Driver("duki4")
    assert table.refused(acts.BringDecks(("blue", "blue")), INSPECTOR).rule == "duki4.cards"
    table.do(acts.BringDecks(("blue", "red")), INSPECTOR)


def test_how_is_the_game_dealt_automatic_shuffle_machine_b_one_is_shuffled_while_one_plays() -> (
    None
):
    table = at_table("duki4")
    table.wager(1, "ante", 500)
    table.deal()
    table.decide(1, "fold")
    table.finish()
    table.wager(1, "ante", 500)
    table.do(acts.NoMoreBets(), DEALER)
    table.do(acts.Deal(), DEALER)
    assert table.state.packs.pack == 1
    order = "".join(IN_ORDER)
    table.refused(acts.Shuffle(1, order, "salt"), DEALER)
    table.do(acts.Shuffle(0, order, "salt"), DEALER)
    table.refused(acts.Shuffle(0, order, "salt"), DEALER)
    assert table.phase == "decide"


def test_how_is_the_game_dealt_automatic_shuffle_machine_c_decks_alternate() -> None:
    table = at_table("duki4")
    used = []
    for _ in range(5):
        used.append(table.state.packs.pack)
        table.wager(1, "ante", 500)
        table.no_more_bets()
        table.do(acts.Deal(), DEALER)
        table.decide(1, "fold")
        table.finish()
    assert used == [0, 1, 0, 1, 0]
    assert [each.pack for each in table.events(acts.Unsealed)] == used


def test_how_is_the_game_dealt_automatic_shuffle_machine_c_a_deck_waits_for_its_shuffle() -> None:
    table = at_table("duki4")
    for _ in range(2):
        table.wager(1, "ante", 500)
        table.do(acts.NoMoreBets(), DEALER)
        table.do(acts.Deal(), DEALER)
        table.decide(1, "fold")
        table.finish()
    table.wager(1, "ante", 500)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))


# New deck, deck in play ----------------------------------------------------------------------------


def test_new_deck_the_supervisor_brings_two_decks() -> None:
    table = Driver("duki4")
    table.refused(acts.BringDecks(("blue", "red")), DEALER)
    table.refused(acts.BringDecks(("blue",)), INSPECTOR)
    table.do(acts.BringDecks(("red", "blue")), PIT_BOSS)
    table.refused(acts.BringDecks(("blue", "red")), INSPECTOR)


def test_new_deck_one_is_brought_for_the_deal_by_hand() -> None:
    table = Driver("duki4", device="hand")
    table.refused(acts.BringDecks(("blue", "red")), INSPECTOR)
    table.do(acts.BringDecks(("blue",)), INSPECTOR)


def test_new_deck_the_supervisor_examines_then_the_dealer_then_it_is_washed() -> None:
    table = Driver("duki4")
    table.refused(acts.Examine(), INSPECTOR)
    table.bring_decks()
    table.refused(acts.Examine(), DEALER)
    table.do(acts.Examine(), INSPECTOR)
    table.refused(acts.Wash(), DEALER)
    table.refused(acts.Examine(), PIT_BOSS)
    table.do(acts.Examine(), DEALER)
    assert [each.post for each in table.events(acts.Examine)] == ["inspector", "dealer"]
    table.refused(acts.Shuffle(0, "".join(IN_ORDER), "salt"), DEALER)
    table.refused(acts.Wash(), INSPECTOR)
    table.do(acts.Wash(), DEALER)
    table.refused(acts.Wash(), DEALER)
    table.do(acts.Shuffle(0, "".join(IN_ORDER), "salt"), DEALER)
    table.do(acts.Shuffle(1, "".join(IN_ORDER), "salt"), DEALER)


@pytest.mark.parametrize("found_by", [INSPECTOR, DEALER], ids=str)
def test_new_deck_duplicates_omissions_flaws_or_marks_are_rejected(found_by: Actor) -> None:
    table = Driver("duki4")
    table.bring_decks()
    if found_by is DEALER:
        table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine("two queens of hearts"), found_by)
    assert table.last(acts.CardsRejected).found == "two queens of hearts"
    table.refused(acts.Wash(), DEALER)
    table.bring_decks()
    table.refused(acts.Examine(), DEALER)
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    table.do(acts.Wash(), DEALER)


def test_deck_in_play_a_spoilt_card_is_replaced_between_rounds_and_the_deck_shuffled() -> None:
    table = at_table("duki4")
    replace = acts.ReplaceCards("9h", "a bent corner")
    table.wager(1, "ante", 500)
    table.deal()
    table.refused(replace, INSPECTOR)
    table.decide(1, "fold")
    table.finish()
    table.refused(replace, DEALER)
    table.do(replace, INSPECTOR)
    table.wager(1, "ante", 500)
    assert "cards were replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


# Physical characteristics of the table and equipment -----------------------------------------------


@pytest.mark.parametrize(
    ("device", "items"),
    [
        ("shuffler", "rail layout chip-rack discard-holder limit-sign shuffler"),
        ("hand", "rail layout chip-rack discard-holder limit-sign cut-card"),
        ("one-deck-shuffler", "rail layout chip-rack discard-holder limit-sign shuffler"),
    ],
)
def test_equipment_the_dealer_confirms_everything_on_the_list(device: str, items: str) -> None:
    table = Driver("duki4", device=device)
    listed = tuple(items.split())
    table.refused(acts.CheckEquipment(listed), INSPECTOR)
    for missing in listed:
        table.refused(acts.CheckEquipment(tuple(i for i in listed if i != missing)), DEALER)
    table.do(acts.CheckEquipment(listed), DEALER)
    table.refused(acts.CheckEquipment(listed), DEALER)


# Opening the table for play ------------------------------------------------------------------------


def test_opening_the_table_the_supervisor_unlocks_the_rack() -> None:
    table = Driver("duki4")
    table.refused(acts.CountFloat(table.float_chips()), DEALER)
    assert table.refused(acts.UnlockRack(), DEALER).rule == "duki4.opening"
    table.do(acts.UnlockRack(), INSPECTOR)
    table.refused(acts.UnlockRack(), INSPECTOR)


def test_opening_the_table_dealer_and_supervisor_sign_the_opener() -> None:
    table = Driver("duki4")
    table.do(acts.UnlockRack(), INSPECTOR)
    table.refused(acts.Sign("opener"), DEALER)
    table.do(acts.CountFloat(table.float_chips()), DEALER)
    table.refused(acts.Sign("error-notification"), DEALER)
    table.do(acts.Sign("opener"), DEALER)
    table.refused(acts.Sign("opener"), DEALER)
    assert table.events(acts.FormCompleted) == []
    table.do(acts.Sign("opener"), INSPECTOR)
    form = table.last(acts.FormCompleted)
    assert form.form == "opener"
    assert form.signed == {"dealer": "the dealer", "inspector": "the inspector"}


def test_opening_the_table_a_discrepancy_is_written_by_the_supervisor_and_signed_by_both() -> None:
    table = Driver("duki4")
    table.do(acts.UnlockRack(), INSPECTOR)
    counted = table.float_chips()
    counted[500] -= 2
    table.do(acts.CountFloat(counted), DEALER)
    table.refused(acts.Sign("opener"), DEALER)
    table.refused(acts.Sign("error-notification"), DEALER)
    table.refused(acts.ReportError("two red chips short"), DEALER)
    table.do(acts.ReportError("two red chips short"), INSPECTOR)
    table.sign("error-notification", DEALER, INSPECTOR)
    form = table.last(acts.FormCompleted)
    assert form.form == "error-notification"
    assert form.says["nature"] == "two red chips short"
    assert form.says["difference"] == "-$10"
    assert sorted(form.signed) == ["dealer", "inspector"]
    assert table.float_chips() == counted


def test_opening_the_table_a_the_dealer_inspects_and_washes_before_the_shuffler_is_loaded() -> None:
    table = Driver("duki4")
    table.open_float()
    table.open_equipment()
    assert "cards examined" in str(table.refused(acts.Open(), INSPECTOR))
    table.bring_decks()
    order = acts.Shuffle(0, "".join(IN_ORDER), "salt")
    table.refused(order, DEALER)
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    table.refused(order, DEALER)
    table.do(acts.Wash(), DEALER)
    table.do(order, DEALER)
    assert "shuffled" in str(table.refused(acts.Open(), INSPECTOR))
    table.do(acts.Shuffle(1, "".join(IN_ORDER), "salt"), DEALER)
    table.refused(acts.Open(), DEALER)
    table.do(acts.Open(), INSPECTOR)


@pytest.mark.parametrize("device", ["shuffler", "hand"])
def test_opening_the_table_b_cards_are_changed_at_intervals(device: str) -> None:
    table = at_table("duki4", device=device, card_change_minutes=120)
    table.wait(minutes=119)
    table.do(acts.Tip(1, {100: 1}), player(1))
    assert table.seen(DEALER)["card_change_due"] is False
    table.wait(minutes=1)
    table.do(acts.Tip(1, {100: 1}), player(1))
    assert table.seen(DEALER)["card_change_due"] is True
    table.do(acts.RemoveCards(), DEALER)
    table.wager(1, "ante", 500)
    assert "cards" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.take_back(1, "ante")
    table.new_cards()
    assert table.seen(DEALER)["card_change_due"] is False
    table.wager(1, "ante", 500)
    table.deal()


# Irregularities ------------------------------------------------------------------------------------


def three_seats(**setup: Any) -> Driver:
    """Seat 1 with both wagers, seat 2 with both, seat 3 with a Bonus alone; seat 4 does not bet."""
    table = at_table("duki4", seats=(1, 2, 3, 4), **setup)
    for seat in (1, 2):
        table.wager(seat, "ante", 500)
        table.wager(seat, "bonus", 700)
    table.wager(3, "bonus", 900)
    return table


def decided(**setup: Any) -> Driver:
    """The same, after seat 1 has played and seat 2 has folded good cards."""
    table = three_seats(**setup)
    table.deal({} if setup.get("is_keyed") else {2: "Kc Kd Kh Ks"})
    table.decide(1, "play")
    table.decide(2, "fold")
    return table


BEFORE_DECISIONS = {(1, "ante"): 500, (1, "bonus"): 700, (2, "ante"): 500, (2, "bonus"): 700} | {
    (3, "bonus"): 900
}
AFTER_DECISIONS = BEFORE_DECISIONS | {(1, "play"): 500}


def everybody_has_everything_back(table: Driver) -> bool:
    return [table.rail(seat) for seat in (1, 2, 3, 4)] == [50_000] * 4


@ANYBODY
def test_irregularities_a_face_up_card_voids_all_hands(by: Actor) -> None:
    table = three_seats()
    table.close_bets({1: "9h 9c 6s Jd"})
    table.declare("a-face-up", by=by)
    assert table.state.exposed == ("9h",)
    assert table.rule() == "duki4.irregularity.a-face-up"
    assert table.finish() == BEFORE_DECISIONS
    assert everybody_has_everything_back(table)


def test_irregularities_a_from_the_first_card_until_the_table_is_cleared() -> None:
    table = decided()
    table.reveal()
    table.settle_all()
    table.declare("a-face-up", by=INSPECTOR)
    table.clear()
    table.refused(table.declared("a-face-up"), INSPECTOR)
    table.wager(1, "ante", 500)
    table.refused(table.declared("a-face-up"), INSPECTOR)


def test_irregularities_a_the_pack_itself_says_which_card_was_seen() -> None:
    table = three_seats()
    table.close_bets({1: "9h 9c 6s Jd"})
    for guess in ("Ah", "9h"):
        table.refused(table.declared("a-face-up", card=guess), DEALER)
    table.declare("a-face-up", by=DEALER)
    assert table.events(acts.Declare)[-1].card == "9h"


def test_irregularities_a_with_keyed_cards_the_card_is_entered() -> None:
    table = three_seats(device="hand", is_keyed=True)
    table.close_bets()
    table.refused(table.declared("a-face-up", "void"), INSPECTOR)
    table.declare("a-face-up", "void", card="9h", by=INSPECTOR)
    assert table.state.exposed == ("9h",)


def test_irregularities_a_the_cards_are_shuffled_again() -> None:
    table = three_seats()
    table.close_bets()
    table.declare("a-face-up", by=DEALER)
    table.finish()
    assert table.last(acts.Unsealed).pack == 0
    assert 0 not in table.state.packs.seals
    table.shuffle_all()
    assert table.events(acts.Shuffled)[-1].pack == 0


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4])
def test_irregularities_b_wrong_number_of_cards_voids_all_hands(place: int) -> None:
    table = decided()
    table.declare("b-wrong-count", place=place, by=DEALER)
    assert table.phase == "settle"
    assert table.finish() == AFTER_DECISIONS
    assert everybody_has_everything_back(table)
    rules = {(each.place, each.wager): each.rule for each in table.events(acts.Settled)}
    assert rules[2, "ante"] == "duki4.ante.void"
    assert rules[3, "bonus"] == "duki4.bonus.void"


def test_irregularities_b_found_while_players_decide_voids_all_hands() -> None:
    table = three_seats()
    table.deal()
    table.decide(2, "fold")
    table.declare("b-wrong-count", place=1, by=CAMERAS)
    table.refused(acts.Decide(1, "play"), player(1))
    assert table.finish() == BEFORE_DECISIONS


def test_irregularities_b_found_during_the_deal_voids_all_hands() -> None:
    table = three_seats()
    table.close_bets()
    table.declare("b-wrong-count", place=3, by=DEALER)
    table.refused(acts.Deal(), DEALER)
    assert table.finish() == BEFORE_DECISIONS


def test_irregularities_b_is_about_a_seat_that_is_taken_or_the_dealer() -> None:
    table = decided()
    table.refused(table.declared("b-wrong-count", place=7), DEALER)
    table.refused(table.declared("b-wrong-count", place=1, wager="ante"), DEALER)


@ANYBODY
def test_irregularities_c_exposed_dealer_card_voids_all_hands(by: Actor) -> None:
    table = three_seats()
    table.deal(dealer=NINES)
    table.declare("c-dealer-exposed", by=by)
    assert table.state.exposed == ("9d",)
    assert table.finish() == BEFORE_DECISIONS
    assert everybody_has_everything_back(table)


def test_irregularities_c_can_be_noticed_until_the_table_is_cleared() -> None:
    table = decided()
    table.declare("c-dealer-exposed", by=DEALER)
    assert table.finish() == AFTER_DECISIONS
    table = decided()
    table.reveal()
    table.declare("c-dealer-exposed", by=DEALER)
    assert table.finish() == AFTER_DECISIONS
    table.refused(table.declared("c-dealer-exposed"), DEALER)


@ANYBODY
def test_irregularities_d_malfunction_voids_the_round_and_the_cards_are_checked(by: Actor) -> None:
    table = three_seats()
    table.close_bets()
    table.declare("d-malfunction", by=by)
    assert table.finish() == BEFORE_DECISIONS
    assert everybody_has_everything_back(table)
    table.wager(1, "ante", 500)
    refusal = table.refused(acts.NoMoreBets(), DEALER)
    assert "repaired or replaced" in str(refusal)
    table.refused(acts.Mend(), DEALER)
    table.do(acts.Mend(), INSPECTOR)
    table.refused(acts.Mend(), INSPECTOR)
    table.shuffle_all()
    table.deal()


def test_irregularities_d_a_broken_shuffler_shuffles_nothing() -> None:
    table = three_seats()
    table.close_bets()
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    table.refused(acts.Shuffle(0, "".join(IN_ORDER), "salt"), DEALER)


@NOT_DEALT_BY_MACHINE
def test_irregularities_d_needs_a_shuffle_machine(is_keyed: bool) -> None:
    table = three_seats(device="hand", is_keyed=is_keyed)
    table.close_bets()
    table.refused(table.declared("d-malfunction"), INSPECTOR)


def about(table: Driver, irregularity: str) -> dict[str, str]:
    """The card that has to be named where the pack does not know it."""
    return {"card": "7c"} if table.table.is_keyed and irregularity[0] in "ac" else {}


@NOT_DEALT_BY_MACHINE
@pytest.mark.parametrize("irregularity", ["a-face-up", "b-wrong-count", "c-dealer-exposed"])
@SUPERVISORS
def test_irregularities_e_by_hand_a_supervisor_rules(
    is_keyed: bool, irregularity: str, by: Actor
) -> None:
    for ruling in ("void", "play-on"):
        is_early = irregularity == "a-face-up"
        table = (
            three_seats(device="hand", is_keyed=is_keyed)
            if is_early
            else decided(device="hand", is_keyed=is_keyed)
        )
        if is_early:
            table.close_bets()
        seen = about(table, irregularity)
        for watcher in (DEALER, CAMERAS):
            for given in ("", "void", "play-on"):
                table.refused(table.declared(irregularity, given, **seen), watcher)
        table.refused(table.declared(irregularity, **seen), by)
        phase = table.phase
        table.declare(irregularity, ruling, by=by, **seen)
        if ruling == "play-on":
            assert table.phase == phase
            assert not table.state.is_void
        else:
            assert table.finish() == (BEFORE_DECISIONS if is_early else AFTER_DECISIONS)
            assert everybody_has_everything_back(table)


@NOT_DEALT_BY_MACHINE
@pytest.mark.parametrize("irregularity", ["a-face-up", "b-wrong-count", "c-dealer-exposed"])
def test_irregularities_e_by_hand_as_with_a_machine_by_its_reading(
    is_keyed: bool, irregularity: str
) -> None:
    setup = {"device": "hand", "is_keyed": is_keyed, "readings": BY_HAND["as-machine"]}
    is_early = irregularity == "a-face-up"
    table = three_seats(**setup) if is_early else decided(**setup)
    if is_early:
        table.close_bets()
    seen = about(table, irregularity)
    table.refused(table.declared(irregularity, "play-on", **seen), INSPECTOR)
    table.declare(irregularity, by=DEALER, **seen)
    assert table.finish() == (BEFORE_DECISIONS if is_early else AFTER_DECISIONS)
    assert everybody_has_everything_back(table)


@pytest.mark.parametrize("reading", list(BY_HAND))
def test_irregularities_e_with_a_shuffler_both_readings_void_all_hands(reading: str) -> None:
    table = decided(readings=BY_HAND[reading])
    table.refused(table.declared("b-wrong-count", "play-on"), INSPECTOR)
    table.declare("b-wrong-count", by=DEALER)
    assert table.finish() == AFTER_DECISIONS


def test_irregularities_e_a_round_played_on_by_hand_is_settled_as_any_other() -> None:
    table = dealt("9h 9c 6s Jd", NINES, device="hand")
    table.declare("b-wrong-count", "play-on", place=1, by=INSPECTOR)
    assert table.finish() == {(1, "ante"): 1500, (1, "play"): 1000, (1, "bonus"): 1000}
    assert table.state.declared == ()


def test_irregularities_by_hand_a_void_deck_is_shuffled_and_cut_again() -> None:
    table = decided(device="hand")
    table.declare("b-wrong-count", "void", by=INSPECTOR)
    table.finish()
    table.wager(1, "ante", 500)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.shuffle_all()
    assert "a cut" in str(table.refused(acts.NoMoreBets(), DEALER))


@pytest.mark.parametrize("irregularity", ["b-wrong-count", "c-dealer-exposed"])
def test_irregularities_a_fold_before_the_void_stays_lost_by_its_reading(irregularity: str) -> None:
    table = decided(readings={"duki4.void-after-fold": "stays-lost"})
    table.declare(irregularity, by=DEALER)
    assert table.finish() == AFTER_DECISIONS | {(2, "ante"): 0, (2, "bonus"): 0}
    assert [table.rail(seat) for seat in (1, 2, 3)] == [50_000, 50_000 - 1200, 50_000]


def test_irregularities_a_void_round_turns_no_hand() -> None:
    table = decided()
    table.declare("b-wrong-count", by=DEALER)
    table.finish()
    assert table.events(acts.Show) == []
    assert table.events(acts.Reveal) == []


def test_irregularities_a_void_round_is_not_voided_again() -> None:
    table = decided()
    table.declare("b-wrong-count", by=DEALER)
    table.refused(table.declared("b-wrong-count"), DEALER)
    table.refused(table.declared("c-dealer-exposed"), DEALER)


def test_irregularities_a_player_declares_nothing() -> None:
    table = decided()
    table.refused(table.declared("b-wrong-count", place=1), player(1))


def test_irregularities_void_also_returns_wagers_for_the_dealer() -> None:
    table = at_table("duki4", dealer_wagers=True)
    table.wager(1, "ante", 1000)
    table.wager(1, "ante", 500, for_dealer=True)
    table.deal()
    table.decide(1, "play")
    table.declare("b-wrong-count", by=DEALER)
    assert table.finish() == {(1, "ante"): 1000, (1, "play"): 1000}
    assert table.rail(1) == 50_000
    assert table.cents("tips") == 0


def test_irregularities_the_seal_of_a_void_deck_is_opened_too() -> None:
    table = decided()
    table.declare("c-dealer-exposed", by=DEALER)
    table.finish()
    opened = table.last(acts.Unsealed)
    seal = hashlib.sha256(f"{opened.salt}:{opened.order}".encode()).hexdigest()
    assert seal in [each.seal for each in table.events(acts.Shuffled)]

"""Pick 2 Poker at the table, clause by clause of its manual; amounts are in cents, by hand."""

from typing import Any

import pytest

from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.acts.dealing import dealer_says_in_play
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

ACE_KING = "Ah Kc 9s 4d 3d"
"""A dealer's hand that just qualifies; its best three are ace, king and nine."""
ACE_QUEEN = "Ah Qc 9s 4d 3d"
"""One that does not qualify."""
NINES = "9h 9c 6s Jd 3d"
ROYAL_THREE = "Ah Kh Qh 2c 3c"
EIGHTS = "8d 8s 2c 5h Jc"
AS_MACHINE = {"pick2.irregularities-by-hand": "as-machine"}
ANYBODY = pytest.mark.parametrize("by", [DEALER, INSPECTOR, PIT_BOSS, CAMERAS], ids=str)
SUPERVISORS = pytest.mark.parametrize("by", [INSPECTOR, PIT_BOSS], ids=str)
NOT_DEALT_BY_MACHINE = pytest.mark.parametrize("is_keyed", [False, True])
IN_ORDER = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]


def bet(table: Driver, seat: int, ante: int = 500, bonus_5: int = 0) -> None:
    """The wagers that seat a player, and the optional one if an amount is given."""
    table.wager(seat, "ante", ante)
    table.wager(seat, "bonus-3-5", ante)
    if bonus_5:
        table.wager(seat, "bonus-5", bonus_5)


def dealt(hand: str, dealer: str, decision: str, named: str = "", **setup: Any) -> Driver:
    """One seat with five dollars on each wager, up to the dealer's own hand."""
    table = at_table("pick2", **setup)
    bet(table, 1, bonus_5=500)
    table.deal({1: hand}, dealer=dealer)
    table.decide(1, decision, named)
    return table


def returned(ante: int, play: int, bonus: int, bonus_5: int) -> dict[tuple[int, str], int]:
    return {
        (1, "ante"): ante,
        (1, "play"): play,
        (1, "bonus-3-5"): bonus,
        (1, "bonus-5"): bonus_5,
    }


# Playing the game ----------------------------------------------------------------------------------


def test_playing_the_game_first_paragraph_ante_and_three_five_bonus_seat_a_player() -> None:
    table = at_table("pick2")
    table.wager(1, "ante", 500)
    refusal = table.refused(acts.NoMoreBets(), DEALER)
    assert refusal.rule == "pick2.phase.wagers"
    assert "Ante needs the 3-5 Bonus" in str(refusal)
    table.wager(1, "bonus-3-5", 500)
    table.no_more_bets()


def test_playing_the_game_first_paragraph_the_three_five_bonus_alone_seats_nobody() -> None:
    table = at_table("pick2")
    table.wager(1, "bonus-3-5", 500)
    table.refused(acts.NoMoreBets(), DEALER)
    table.take_back(1, "bonus-3-5")
    assert table.rail(1) == 50_000


def test_playing_the_game_first_paragraph_the_three_five_bonus_equals_the_ante() -> None:
    table = at_table("pick2")
    table.wager(1, "ante", 1000)
    table.wager(1, "bonus-3-5", 500)
    assert str(table.refused(acts.NoMoreBets(), DEALER)) == (
        "Seat 1: 3-5 Bonus is $5 and Ante $10. They must be equal. Have it put right, or give the"
        " wager back."
    )
    table.wager(1, "bonus-3-5", 500)
    table.no_more_bets()


def test_playing_the_game_first_paragraph_the_five_card_bonus_only_is_optional() -> None:
    table = at_table("pick2", seats=(1, 2))
    bet(table, 1)
    bet(table, 2, bonus_5=700)
    table.deal()
    assert [table.spot(seat, "bonus-5") for seat in (1, 2)] == [0, 700]


def test_playing_the_game_first_paragraph_the_five_card_bonus_only_needs_an_ante() -> None:
    table = at_table("pick2")
    assert table.refused(table.wagered(1, "bonus-5", 500), player(1)).rule == "pick2.bonus-5"
    bet(table, 1, bonus_5=500)
    table.no_more_bets()


def test_playing_the_game_first_paragraph_wagers_left_without_their_ante_are_pushed_back() -> None:
    table = at_table("pick2", seats=(1, 2))
    bet(table, 1, bonus_5=500)
    bet(table, 2)
    table.take_back(1, "ante")
    table.refused(acts.NoMoreBets(), DEALER)
    table.refused(acts.TakeBack(1, "bonus-3-5"), INSPECTOR)
    table.do(acts.TakeBack(1, "bonus-3-5"), DEALER)
    assert "5 Card Bonus Only needs the Ante" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.do(acts.TakeBack(1, "bonus-5"), DEALER)
    assert table.rail(1) == 50_000
    table.no_more_bets()


def test_playing_the_game_first_paragraph_a_bonus_only_seat_by_its_reading() -> None:
    table = at_table("pick2", readings={"pick2.bonus-only-seat": "yes"})
    table.wager(1, "bonus-5", 500)
    table.deal({1: EIGHTS}, dealer=NINES)
    assert table.phase == "reveal"
    assert table.finish() == {(1, "bonus-5"): 1000}


def test_playing_the_game_first_paragraph_seven_places_or_six_by_the_reading() -> None:
    table = at_table("pick2", seats=(7,))
    table.refused(acts.Sit(8, "the eighth"), player(8))
    table = at_table("pick2", seats=(6,), readings={"pick2.positions": "6"})
    table.refused(acts.Sit(7, "the seventh"), player(7))


def test_playing_the_game_second_paragraph_five_cards_face_down_to_each_and_the_dealer() -> None:
    table = at_table("pick2", seats=(1, 2, 3))
    bet(table, 1)
    bet(table, 3)
    table.close_bets({1: ROYAL_THREE})
    assert table.seen(player(1))["own"]["cards"] == []
    table.do(acts.Deal(), DEALER)
    felt = table.seen(CAMERAS)
    assert [felt["places"][seat]["hand"]["face_down"] for seat in (1, 2, 3)] == [5, 0, 5]
    assert felt["dealer"]["face_down"] == 5
    assert table.seen(player(1))["own"]["cards"] == ["Ah", "Kh", "Qh", "2c", "3c"]
    assert "Kh" not in str(table.seen(player(3)))


def test_playing_the_game_second_paragraph_a_fold_loses_the_ante_and_the_bonus_wagers() -> None:
    table = dealt("8d 8s 8c 5h 5c", ACE_KING, "fold")
    assert table.spot(1, "play") == 0
    assert table.finish() == {(1, "ante"): 0, (1, "bonus-3-5"): 0, (1, "bonus-5"): 0}
    assert table.rail(1) == 50_000 - 1500
    assert table.events(acts.Show) == []


def test_playing_the_game_second_paragraph_a_fold_leaves_the_bonus_in_action_by_its_reading() -> (
    None
):
    reading = {"pick2.bonus-on-fold": "in-action"}
    table = dealt("8d 8s 8c 5h 5c", ACE_KING, "fold", readings=reading)
    # A full house of eights pays 12 and 1 on the two tables, 15 on the optional wager.
    assert table.finish() == {(1, "ante"): 0, (1, "bonus-3-5"): 7000, (1, "bonus-5"): 8000}


def test_playing_the_game_second_paragraph_three_or_five_but_not_both() -> None:
    table = at_table("pick2")
    bet(table, 1)
    table.deal({1: ROYAL_THREE})
    table.refused(acts.Decide(1, "play"), player(1))
    table.decide(1, "three", "Ah Kh Qh")
    table.refused(acts.Decide(1, "five"), player(1))


def test_playing_the_game_third_paragraph_three_cards_take_twice_the_ante() -> None:
    table = dealt(ROYAL_THREE, NINES, "three", "Ah Kh Qh")
    assert table.spot(1, "play") == 1000
    assert table.rail(1) == 50_000 - 1500 - 1000


def test_playing_the_game_third_paragraph_five_cards_take_as_much_as_the_ante() -> None:
    table = dealt(EIGHTS, ACE_KING, "five")
    assert table.spot(1, "play") == 500
    assert table.rail(1) == 50_000 - 1500 - 500


def test_playing_the_game_third_paragraph_the_play_wager_follows_from_the_decision() -> None:
    table = at_table("pick2")
    bet(table, 1)
    assert table.refused(table.wagered(1, "play", 500), player(1)).rule == "pick2.play"


def test_playing_the_game_third_paragraph_three_cards_need_the_chips_for_twice_the_ante() -> None:
    table = at_table("pick2", seats=())
    table.sit(1, chips={500: 3})
    bet(table, 1)
    table.deal({1: ROYAL_THREE})
    assert table.refused(acts.Decide(1, "three", (0, 1, 2)), player(1)).rule == "pick2.play"
    table.decide(1, "five")
    assert table.rail(1) == 0


def test_playing_the_game_third_paragraph_three_different_cards_are_named() -> None:
    table = at_table("pick2")
    bet(table, 1)
    table.deal({1: ROYAL_THREE})
    for named in ((), (0, 1), (0, 1, 1), (0, 1, 2, 3), (0, 1, 5), (-1, 0, 1)):
        table.refused(acts.Decide(1, "three", named), player(1))
    table.refused(acts.Decide(1, "five", (0, 1, 2)), player(1))
    table.refused(acts.Decide(1, "fold", (0,)), player(1))
    table.do(acts.Decide(1, "three", (3, 0, 4)), player(1))


def test_playing_the_game_third_paragraph_two_cards_lie_face_down_under_the_bonus() -> None:
    table = dealt(ROYAL_THREE, NINES, "three", "Kh 2c 3c")
    seen = table.seen(CAMERAS)["places"][1]
    assert seen["in_play"] == 3
    assert seen["laid_aside"] == 2
    assert seen["hand"] == {"cards": [], "face_down": 5}
    assert table.seen(player(1))["own"]["plays"] == ["Kh", "2c", "3c"]


def test_playing_the_game_third_paragraph_the_cards_put_in_play_are_those_that_play() -> None:
    table = dealt(ROYAL_THREE, NINES, "three", "2c 3c Qh")
    # Queen high loses to nines; the bonus is paid on the best three cards of the hand.
    assert table.finish() == returned(0, 0, 5500, 0)
    table = dealt(
        ROYAL_THREE, NINES, "three", "2c 3c Qh", readings={"pick2.three-cards": "cards-played"}
    )
    assert table.finish() == returned(0, 0, 0, 0)


def test_playing_the_game_fourth_paragraph_the_dealer_turns_his_hand_after_all_decisions() -> None:
    table = at_table("pick2", seats=(1, 2))
    bet(table, 1)
    bet(table, 2)
    table.deal(dealer=NINES)
    table.decide(1, "five")
    assert table.refused(acts.Reveal(), DEALER).rule == "pick2.phase.decide"
    table.decide(2, "fold")
    table.refused(acts.Settle(1), DEALER)
    table.reveal()


def test_playing_the_game_fourth_paragraph_the_dealer_sets_high_to_low_and_pushes_up_three() -> (
    None
):
    table = dealt(EIGHTS, NINES, "five")
    said = table.reveal()
    assert (
        said
        == "Dealer has pair of nines in five cards and pair of nines in best three cards, and qualifies"
    )
    hand = table.seen(player(1))["dealer"]
    assert hand["set"] == ["Jd", "9h", "9c", "6s", "3d"]
    assert sorted(hand["pushed_up"]) == ["9c", "9h", "Jd"]


def test_playing_the_game_fourth_paragraph_the_higher_three_cards_win_even_money() -> None:
    table = dealt(ROYAL_THREE, NINES, "three", "Ah Kh Qh")
    assert table.finish() == returned(1000, 2000, 5500, 0)
    assert table.rail(1) == 50_000 + 500 + 1000 + 5000 - 500


def test_playing_the_game_fourth_paragraph_the_dealer_need_not_qualify_in_three_cards() -> None:
    table = dealt("Kc Kd 8s 4d 2h", "9h 7d Jh 2c 3c", "three", "Kc Kd 8s")
    assert table.finish() == returned(1000, 2000, 0, 1000)
    table = dealt("Ac Kd 8s 4d 2h", "9h Th Jh 2c 3c", "three", "Ac Kd 8s")
    assert table.finish() == returned(0, 0, 0, 0)


def test_playing_the_game_fourth_paragraph_the_higher_five_cards_win_even_money() -> None:
    table = dealt(EIGHTS, ACE_KING, "five")
    assert table.finish() == returned(1000, 1000, 0, 1000)


def test_playing_the_game_fourth_paragraph_ties_push() -> None:
    table = dealt("Ad Ks 9c 4h 3c", ACE_KING, "five")
    assert table.finish() == returned(500, 500, 0, 0)
    table = dealt("Kd Qs 9c 5h 2c", "Kh Qc 9s 4d 3d", "three", "Kd Qs 9c")
    assert table.finish() == returned(500, 1000, 0, 0)


@pytest.mark.parametrize(
    ("reading", "eights", "queen_high"),
    [
        ("compare-ante", (1000, 500), (0, 500)),
        ("ante-paid", (1000, 500), (1000, 500)),
        ("push", (500, 500), (500, 500)),
        ("both-paid", (1000, 1000), (1000, 1000)),
        ("compare-play", (500, 1000), (500, 0)),
    ],
)
def test_playing_the_game_fourth_paragraph_a_dealer_below_ace_king_by_each_reading(
    reading: str, eights: tuple[int, int], queen_high: tuple[int, int]
) -> None:
    readings = {"pick2.unqualified": reading}
    table = dealt(EIGHTS, ACE_QUEEN, "five", readings=readings)
    assert (
        table.reveal()
        == "Dealer has ace high in five cards and ace high in best three cards, and does not qualify"
    )
    assert table.finish() == returned(*eights, 0, 1000)
    table = dealt("Qd Js 2h 5d 7c", ACE_QUEEN, "five", readings=readings)
    assert table.finish() == returned(*queen_high, 0, 0)


def test_playing_the_game_fifth_paragraph_a_hand_may_win_on_both_tables_and_the_optional_one() -> (
    None
):
    table = dealt("Td Jd Qd Kd Ad", ACE_KING, "five")
    # 500 and 10 on the two tables of the 3-5 Bonus, 500 on the optional wager.
    assert table.finish() == returned(1000, 1000, 255_500, 250_500)


@pytest.mark.parametrize(
    ("reading", "full_house"), [("both", 7000), ("higher", 6500), ("game-played", 6500)]
)
def test_playing_the_game_fifth_paragraph_both_tables_by_each_reading(
    reading: str, full_house: int
) -> None:
    readings = {"pick2.bonus-tables": reading}
    table = dealt("8d 8s 8c 5h 5c", ACE_KING, "five", readings=readings)
    assert table.finish() == returned(1000, 1000, full_house, 8000)


def test_playing_the_game_fifth_paragraph_bonus_wagers_are_paid_though_the_hand_loses() -> None:
    table = dealt("8d 8s 8c 5h 2c", "9h 9c 9s Jd 3d", "five")
    # Three of a kind: 1 and 1 on the two tables, 4 on the optional wager.
    assert table.finish() == returned(0, 0, 1500, 2500)


# Optional 5 Card Bonus Only ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "back"),
    [
        ("6d 6s 2c Th Jc", 1000),
        ("5d 5s 2c Th Jc", 0),
        ("6d 6s 2c 2h Jc", 2000),
        ("5d 6s 7c 8h 9c", 3500),
        ("2d 5d 8d Td Jd", 4500),
    ],
    ids=["sixes", "fives", "two pair", "straight", "flush"],
)
def test_optional_five_card_bonus_only_is_paid_on_all_five_cards(hand: str, back: int) -> None:
    table = dealt(hand, "Ah Kc 9s 4c 3s", "three", " ".join(hand.split()[:3]))
    assert table.finish()[1, "bonus-5"] == back


# Betting for the dealer ----------------------------------------------------------------------------


def test_betting_for_the_dealer_is_managements_decision() -> None:
    table = at_table("pick2")
    bet(table, 1)
    refusal = table.refused(table.wagered(1, "ante", 500, for_dealer=True), player(1))
    assert refusal.rule == "house.for-the-dealer"


def test_betting_for_the_dealer_where_allowed_is_settled_by_the_players_lines() -> None:
    table = at_table("pick2", dealer_wagers=True)
    bet(table, 1, ante=1000)
    table.wager(1, "ante", 500, for_dealer=True)
    table.deal({1: ROYAL_THREE}, dealer=NINES)
    table.decide(1, "three", "Ah Kh Qh")
    assert table.spot(1, "play", for_dealer=True) == 1000
    table.finish()
    assert table.cents("tips") == 1000 + 2000


# How is the game dealt -----------------------------------------------------------------------------


def test_how_is_the_game_dealt_by_hand_cut_and_dealt_from_under_the_cut() -> None:
    table = at_table("pick2", device="hand")
    table.do(acts.OrderShuffle("to know the order"), INSPECTOR)
    table.do(acts.Shuffle(0, "".join(IN_ORDER), "salt"), DEALER)
    bet(table, 1)
    assert "a cut" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.refused(acts.Cut(9), DEALER)
    table.refused(acts.Cut(43), DEALER)
    table.cut(30)
    table.do(acts.NoMoreBets(), DEALER)
    table.do(acts.Deal(), DEALER)
    assert table.seen(player(1))["own"]["cards"] == [IN_ORDER[n] for n in (30, 32, 34, 36, 38)]


def test_how_is_the_game_dealt_by_hand_the_stub_goes_to_the_discards() -> None:
    table = dealt(EIGHTS, ACE_KING, "five", device="hand")
    table.finish()
    bet(table, 1)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))


def test_how_is_the_game_dealt_automatic_shuffle_machine_a_backs_of_different_colours() -> None:
    table = Driver("pick2")
    table.refused(acts.BringDecks(("red", "red")), INSPECTOR)
    table.do(acts.BringDecks(("blue", "red")), INSPECTOR)


def test_how_is_the_game_dealt_automatic_shuffle_machine_b_one_is_shuffled_while_one_plays() -> (
    None
):
    table = at_table("pick2")
    bet(table, 1)
    table.deal()
    table.decide(1, "fold")
    table.finish()
    bet(table, 1)
    table.do(acts.NoMoreBets(), DEALER)
    table.refused(acts.Shuffle(1, "".join(IN_ORDER), "salt"), DEALER)
    table.do(acts.Shuffle(0, "".join(IN_ORDER), "salt"), DEALER)


def test_how_is_the_game_dealt_automatic_shuffle_machine_c_decks_alternate() -> None:
    table = at_table("pick2")
    used = []
    for _ in range(4):
        used.append(table.state.packs.pack)
        bet(table, 1)
        table.no_more_bets()
        table.do(acts.Deal(), DEALER)
        table.decide(1, "fold")
        table.finish()
    assert used == [0, 1, 0, 1]


# Wagers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", ["ante", "bonus-3-5"])
def test_wagers_a_the_house_decides_the_limits(wager: str) -> None:
    table = at_table("pick2", limits={"ante": (1000, 5000), "bonus-3-5": (1000, 5000)})
    assert table.refused(table.wagered(1, wager, 500), player(1)).rule == "pick2.wagers.limits"
    table.refused(table.wagered(1, wager, 5500), player(1))
    table.wager(1, wager, 1000)
    table.refused(table.wagered(1, wager, 4500), player(1))
    table.wager(1, wager, 4000)


def test_wagers_a_the_limits_of_the_optional_bonus_stand_apart() -> None:
    table = at_table("pick2", limits={"bonus-5": (100, 2500)})
    bet(table, 1, bonus_5=100)
    table.refused(table.wagered(1, "bonus-5", 2500), player(1))
    table.wager(1, "bonus-5", 2400)


def test_wagers_b_chips_only() -> None:
    table = at_table("pick2")
    cash = acts.Wager(1, "ante", {}, cash=500)
    assert table.refused(cash, player(1)).rule == "pick2.wagers.chips"
    both = acts.Wager(1, "ante", {500: 1}, cash=500)
    assert table.refused(both, player(1)).rule == "pick2.wagers.chips"


# Procedures for completion of a round of play ------------------------------------------------------


@ANYBODY
@pytest.mark.parametrize("phase", ["wagers", "deal", "decide", "reveal", "settle"])
def test_procedures_for_completion_a_nobody_else_touches_a_wager(by: Actor, phase: str) -> None:
    table = at_table("pick2", seats=(1, 2))
    bet(table, 1)
    bet(table, 2)
    if phase in ("deal", "decide", "reveal", "settle"):
        table.close_bets({1: EIGHTS}, dealer=ACE_KING)
    if phase in ("decide", "reveal", "settle"):
        table.do(acts.Deal(), DEALER)
    if phase in ("reveal", "settle"):
        table.decide(1, "five")
        table.decide(2, "fold")
    if phase == "settle":
        table.reveal()
    assert table.phase == phase
    before = [table.spot(1, "ante"), table.spot(1, "bonus-3-5"), table.rail(1), table.rail(2)]
    table.refused(table.declared("touched-wager", place=1, wager="bonus-5"), by)
    table.refused(table.declared("touched-wager", place=0, wager="ante"), by)
    table.declare("touched-wager", place=1, wager="ante", by=by)
    after = [table.spot(1, "ante"), table.spot(1, "bonus-3-5"), table.rail(1), table.rail(2)]
    assert after == before
    assert table.phase == phase
    assert table.events(acts.Declare)[-1].ruling == "put-back"


@pytest.mark.parametrize("wager", ["ante", "bonus-3-5", "bonus-5", "play"])
def test_procedures_for_completion_a_a_touched_wager_does_not_change_the_settlement(
    wager: str,
) -> None:
    table = dealt(EIGHTS, ACE_KING, "five")
    table.declare("touched-wager", place=1, wager=wager, by=DEALER)
    assert table.finish() == returned(1000, 1000, 0, 1000)


def test_procedures_for_completion_a_everybody_plays_for_himself() -> None:
    table = at_table("pick2", seats=(1, 2))
    refusal = table.refused(table.wagered(1, "ante", 500), player(2))
    assert refusal.rule == "house.own-place"
    bet(table, 1)
    table.refused(acts.TakeBack(1, "ante"), player(2))
    table.deal()
    table.refused(acts.Decide(1, "fold"), player(2))


@ANYBODY
@pytest.mark.parametrize("phase", ["decide", "reveal"])
def test_procedures_for_completion_a_cards_out_of_view_are_brought_back(
    by: Actor, phase: str
) -> None:
    table = at_table("pick2", seats=(1, 2))
    bet(table, 1)
    table.refused(table.declared("cards-out-of-view", place=1), by)
    table.deal({1: EIGHTS}, dealer=ACE_KING)
    if phase == "reveal":
        table.decide(1, "five")
    table.refused(table.declared("cards-out-of-view", place=0), by)
    table.declare("cards-out-of-view", place=1, by=by)
    if phase == "decide":
        table.decide(1, "five")
    assert table.finish() == {(1, "ante"): 1000, (1, "play"): 1000, (1, "bonus-3-5"): 0}


@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("last", ["ante", "play", "bonus-3-5", "bonus-5"]),
        ("first", ["bonus-3-5", "bonus-5", "ante", "play"]),
    ],
)
def test_procedures_for_completion_b_bonus_wagers_are_settled_last_or_first_by_the_reading(
    reading: str, order: list[str]
) -> None:
    table = dealt(EIGHTS, ACE_KING, "five", readings={"pick2.settle-order": reading})
    assert table.finish() == returned(1000, 1000, 0, 1000)
    assert [settled.wager for settled in table.events(acts.Settled)] == order


def test_procedures_for_completion_c_the_better_hand_wins_in_the_game_that_was_chosen() -> None:
    hand, dealer = "Ah Kh Qh 2c 3c", "9h 9c 6s Jd 4d"
    table = dealt(hand, dealer, "three", "Ah Kh Qh")
    assert table.finish() == returned(1000, 2000, 5500, 0)
    table = dealt(hand, dealer, "five")
    assert table.finish() == returned(0, 0, 5500, 0)


def test_procedures_for_completion_d_cards_are_picked_up_and_the_next_wagers_placed() -> None:
    table = dealt(EIGHTS, ACE_KING, "five")
    table.reveal()
    table.refused(acts.Clear(), DEALER)
    table.settle_all()
    table.wager(1, "ante", 500)
    assert isinstance(table.lines[-1].event, acts.LateWager)
    table.refused(acts.Clear(), INSPECTOR)
    table.clear()
    assert table.phase == "wagers"
    assert table.state.round == 2
    assert table.seen(player(1))["own"]["cards"] == []
    assert table.seen(player(1))["dealer"]["cards"] == []
    bet(table, 1)


# Irregularities ------------------------------------------------------------------------------------


def three_seats(**setup: Any) -> Driver:
    """Seats 1 and 2 with every wager, seat 3 without the optional one; seat 4 does not bet."""
    table = at_table("pick2", seats=(1, 2, 3, 4), **setup)
    bet(table, 1, bonus_5=700)
    bet(table, 2, ante=1000, bonus_5=700)
    bet(table, 3)
    return table


def decided(**setup: Any) -> Driver:
    """The same, after seat 1 played three cards, seat 2 folded and seat 3 played five."""
    table = three_seats(**setup)
    if setup.get("is_keyed"):
        table.deal()
        table.decide(1, "three")
    else:
        table.deal({1: ROYAL_THREE, 2: "8d 8s 8c 5h 5c"})
        table.decide(1, "three", "Ah Kh Qh")
    table.decide(2, "fold")
    table.decide(3, "five")
    return table


BEFORE_DECISIONS = {
    (1, "ante"): 500,
    (1, "bonus-3-5"): 500,
    (1, "bonus-5"): 700,
    (2, "ante"): 1000,
    (2, "bonus-3-5"): 1000,
    (2, "bonus-5"): 700,
    (3, "ante"): 500,
    (3, "bonus-3-5"): 500,
}
AFTER_DECISIONS = BEFORE_DECISIONS | {(1, "play"): 1000, (3, "play"): 500}


def everybody_has_everything_back(table: Driver) -> bool:
    return [table.rail(seat) for seat in (1, 2, 3, 4)] == [50_000] * 4


@ANYBODY
def test_irregularities_a_face_up_card_voids_all_hands(by: Actor) -> None:
    table = three_seats()
    table.refused(table.declared("a-face-up"), by)
    table.close_bets({1: ROYAL_THREE})
    table.declare("a-face-up", by=by)
    assert table.state.exposed == ("Ah",)
    assert table.finish() == BEFORE_DECISIONS
    assert everybody_has_everything_back(table)
    assert table.last(acts.Unsealed).pack == 0


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4])
def test_irregularities_b_wrong_number_of_cards_voids_all_hands(place: int) -> None:
    table = decided()
    table.declare("b-wrong-count", place=place, by=DEALER)
    assert table.finish() == AFTER_DECISIONS
    assert everybody_has_everything_back(table)
    assert table.events(acts.Show) == []


@pytest.mark.parametrize("phase", ["deal", "decide"])
def test_irregularities_b_found_earlier_voids_all_hands(phase: str) -> None:
    table = three_seats()
    table.close_bets()
    if phase == "decide":
        table.do(acts.Deal(), DEALER)
        table.decide(2, "fold")
    table.declare("b-wrong-count", place=0, by=CAMERAS)
    assert table.finish() == BEFORE_DECISIONS
    assert everybody_has_everything_back(table)


@ANYBODY
@pytest.mark.parametrize("phase", ["decide", "reveal"])
def test_irregularities_c_exposed_dealer_card_voids_all_hands(by: Actor, phase: str) -> None:
    table = three_seats()
    table.deal(dealer=NINES)
    if phase == "reveal":
        for seat in (1, 2, 3):
            table.decide(seat, "fold")
    table.declare("c-dealer-exposed", by=by)
    assert table.state.exposed == ("9h",)
    assert table.finish() == BEFORE_DECISIONS
    assert everybody_has_everything_back(table)


def test_irregularities_c_can_be_noticed_until_the_table_is_cleared() -> None:
    table = decided()
    table.reveal()
    table.settle_all()
    table.declare("c-dealer-exposed", by=INSPECTOR)
    table.clear()
    table.refused(table.declared("c-dealer-exposed"), INSPECTOR)


@ANYBODY
def test_irregularities_d_malfunction_voids_the_round_and_the_cards_are_checked(by: Actor) -> None:
    table = three_seats()
    table.close_bets()
    table.declare("d-malfunction", by=by)
    assert table.finish() == BEFORE_DECISIONS
    bet(table, 1)
    assert "repaired or replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.refused(acts.Mend(), DEALER)
    table.do(acts.Mend(), INSPECTOR)
    table.deal()


@NOT_DEALT_BY_MACHINE
def test_irregularities_d_needs_a_shuffle_machine(is_keyed: bool) -> None:
    table = three_seats(device="hand", is_keyed=is_keyed)
    table.close_bets()
    table.refused(table.declared("d-malfunction"), INSPECTOR)


def about(table: Driver, irregularity: str) -> dict[str, str]:
    """The card that has to be named where the pack does not know it."""
    return {"card": "7c"} if table.table.is_keyed and irregularity[0] in "ac" else {}


def at_irregularity(irregularity: str, **setup: Any) -> Driver:
    """A table in a phase where it can happen: the deal, or after the decisions."""
    if irregularity != "a-face-up":
        return decided(**setup)
    table = three_seats(**setup)
    table.close_bets()
    return table


def all_returned(irregularity: str) -> dict[tuple[int, str], int]:
    return BEFORE_DECISIONS if irregularity == "a-face-up" else AFTER_DECISIONS


@NOT_DEALT_BY_MACHINE
@pytest.mark.parametrize("irregularity", ["a-face-up", "b-wrong-count", "c-dealer-exposed"])
@SUPERVISORS
def test_irregularities_e_by_hand_a_supervisor_rules(
    is_keyed: bool, irregularity: str, by: Actor
) -> None:
    table = at_irregularity(irregularity, device="hand", is_keyed=is_keyed)
    seen, phase = about(table, irregularity), table.phase
    for watcher in (DEALER, CAMERAS):
        table.refused(table.declared(irregularity, **seen), watcher)
        table.refused(table.declared(irregularity, "void", **seen), watcher)
    table.refused(table.declared(irregularity, **seen), by)
    table.declare(irregularity, "play-on", by=by, **seen)
    assert table.phase == phase
    table = at_irregularity(irregularity, device="hand", is_keyed=is_keyed)
    table.declare(irregularity, "void", by=by, **seen)
    assert table.finish() == all_returned(irregularity)
    assert everybody_has_everything_back(table)


@NOT_DEALT_BY_MACHINE
@pytest.mark.parametrize("irregularity", ["a-face-up", "b-wrong-count", "c-dealer-exposed"])
def test_irregularities_e_by_hand_as_with_a_machine_by_its_reading(
    is_keyed: bool, irregularity: str
) -> None:
    table = at_irregularity(irregularity, device="hand", is_keyed=is_keyed, readings=AS_MACHINE)
    seen = about(table, irregularity)
    table.refused(table.declared(irregularity, "play-on", **seen), INSPECTOR)
    table.declare(irregularity, by=DEALER, **seen)
    assert table.finish() == all_returned(irregularity)
    assert everybody_has_everything_back(table)


def test_irregularities_e_with_a_shuffler_a_supervisor_has_no_choice() -> None:
    for readings in ({}, AS_MACHINE):
        table = decided(readings=readings)
        table.refused(table.declared("b-wrong-count", "play-on"), PIT_BOSS)
        table.declare("b-wrong-count", by=DEALER)
        assert table.finish() == AFTER_DECISIONS


def test_irregularities_e_a_round_played_on_by_hand_is_settled_as_any_other() -> None:
    table = dealt(EIGHTS, ACE_KING, "five", device="hand")
    table.declare("c-dealer-exposed", "play-on", by=INSPECTOR)
    assert table.finish() == returned(1000, 1000, 0, 1000)


def test_irregularities_a_fold_before_the_void_stays_lost_by_its_reading() -> None:
    table = decided(readings={"pick2.void-after-fold": "stays-lost"})
    table.declare("b-wrong-count", by=DEALER)
    lost = {(2, "ante"): 0, (2, "bonus-3-5"): 0, (2, "bonus-5"): 0}
    assert table.finish() == AFTER_DECISIONS | lost
    assert [table.rail(seat) for seat in (1, 2, 3)] == [50_000, 50_000 - 2700, 50_000]


def test_irregularities_a_bonus_only_seat_has_its_wager_back_too() -> None:
    table = at_table("pick2", seats=(1, 2), readings={"pick2.bonus-only-seat": "yes"})
    bet(table, 1)
    table.wager(2, "bonus-5", 900)
    table.deal()
    table.declare("b-wrong-count", place=2, by=DEALER)
    back = {(1, "ante"): 500, (1, "bonus-3-5"): 500, (2, "bonus-5"): 900}
    assert table.finish() == back


def test_irregularities_a_touched_wager_may_still_be_noted_in_a_void_round() -> None:
    table = decided()
    table.declare("b-wrong-count", by=DEALER)
    table.declare("touched-wager", place=2, wager="ante", by=DEALER)
    table.refused(table.declared("b-wrong-count"), DEALER)
    assert table.finish() == AFTER_DECISIONS


@pytest.mark.parametrize(
    ("decisions", "called"),
    [
        ({1: "five"}, "Dealer has two pair, queens and fives, and qualifies"),
        ({1: "three"}, "Dealer has pair of queens in best three cards"),
        (
            {1: "five", 2: "three"},
            "Dealer has two pair, queens and fives, and qualifies; best three cards: pair of queens",
        ),
    ],
)
def test_what_is_called_is_what_hands_meet_in(decisions: dict[int, str], called: str) -> None:
    table = at_table("pick2", seats=(1, 2))
    for place in decisions:
        table.wager(place, "ante", 500)
        table.wager(place, "bonus-3-5", 500)
    hands = {1: "As Ks Js 2c 3d", 2: "Ad Kd Jd 2h 3h"}
    table.deal({place: hands[place] for place in decisions}, dealer="Qc Qd 5h 5s 2s")
    for place, decision in decisions.items():
        held = table.table.cards_at(table.state.seats[place].slots).split()
        table.decide(place, decision, " ".join(held[:3]) if decision == "three" else "")
    kept = table.reveal()
    assert kept.startswith("Dealer has two pair, queens and fives in five cards and pair of queens")
    assert dealer_says_in_play(table.table, table.state.dealer_cards) == called

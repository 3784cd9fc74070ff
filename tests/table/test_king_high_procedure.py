"""King High at the table: equipment, cards, shuffles, dealing, settling and calls, clause by clause."""

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

EVERYBODY = (player(1), player(2), DEALER, INSPECTOR, PIT_BOSS, CAMERAS)
TWO_EACH = {"king-high.burn": "two-per-action-round"}
TWO_MORE = {"king-high.burn": "also-before-round"}
ONE_ONLY = {"king-high.burn": "one-per-round"}
NOTHING = "2h 9d 3c Ts 4h"
"""Five cards that make no poker hand and no run."""


def king_high(*seats: int, **setup: object) -> Driver:
    return at_table("king-high", seats or (1,), **setup)


def closed(**setup: object) -> Driver:
    """A table that is still to be opened."""
    return Driver("king-high", **setup)


def pokerpots(table: Driver, *places: int) -> None:
    for place in places or (1,):
        table.wager(place, "pokerpot", 100)


def quiet_round(table: Driver) -> None:
    """A round with one Pokerpot wager and nothing else."""
    pokerpots(table)
    for _ in range(5):
        table.play_card()
    table.clear()


def rounds_until_due(table: Driver, most: int = 10) -> int:
    """How many rounds are dealt before a shuffle is due."""
    for number in range(1, most + 1):
        quiet_round(table)
        if table.state.packs.due:
            return number
    raise AssertionError(f"no shuffle is due after {most} rounds")


def order_of(settled: list[acts.Settled]) -> list[str]:
    return [each.wager for each in settled]


# 3. Physical characteristics of table, layout and equipment ----------------------------------------


def test_section_3_a_shuffle_device_has_a_standby_shoe_and_a_cutting_card_beside_it() -> None:
    table = closed()
    without_shoe = (
        "layout",
        "shuffle-device",
        "cutting-card",
        "drop-box",
        "discard-holder",
        "sign",
    )
    assert "standby-shoe" in str(table.refused(acts.CheckEquipment(without_shoe), DEALER))
    table.do(acts.CheckEquipment((*without_shoe, "standby-shoe")), DEALER)


def test_section_3_a_table_with_a_manual_shoe_needs_no_shuffle_device() -> None:
    table = closed(device="shoe")
    items = ("layout", "manual-shoe", "cutting-card", "drop-box", "discard-holder", "sign")
    for missing in items:
        table.refused(acts.CheckEquipment(tuple(i for i in items if i != missing)), DEALER)
    table.do(acts.CheckEquipment(items), DEALER)


def test_section_3_the_sign_states_limits_payouts_one_player_a_box_aces_and_the_maximum() -> None:
    table = closed(maximum_payouts={"pokerpot": 500_000}, limits={"seven": (200, 2500)})
    table.do(acts.DisplaySign(), DEALER)
    lines = table.last(acts.SignDisplayed).lines
    for stated in (
        "Pokerpot: $1 to $100",
        "High Run: $5 to $100",
        "Seven: $2 to $25",
        "High pays: king 3-2, eight to queen 1-1",
        "Low pays: ace 3-2, two to six 1-1",
        "High Run payout scale: five 20-1, four 10-1, three 3-1",
        "Only one player may bet in each box.",
        "An ace counts as low.",
        "In the Pokerpot, and only there, an ace is high or low.",
        "Maximum payout of each Pokerpot wager: $5,000",
    ):
        assert stated in lines
    said = "; ".join(lines)
    for stated in ("royal flush 2500-1", "five of a kind 500-1", "3-1", "11-1"):
        assert stated in said


def test_section_3_the_sign_states_the_standoff_of_the_payout_scale() -> None:
    table = closed()
    table.do(acts.DisplaySign(), DEALER)
    said = " ".join(table.last(acts.SignDisplayed).lines).lower()
    assert "standoff" in said or "seven-of-suit" in said


@pytest.mark.parametrize("pair", ["tens", "jacks"])
def test_section_3_the_sign_names_the_lowest_pair_that_wins_the_pokerpot(pair: str) -> None:
    table = closed(readings={"king-high.pokerpot-pair": pair})
    table.do(acts.DisplaySign(), DEALER)
    assert pair in " ".join(table.last(acts.SignDisplayed).lines).lower()


def test_section_3_no_play_before_sign_and_equipment_are_in_place() -> None:
    table = closed()
    table.open_float()
    table.new_cards()
    assert "equipment" in str(table.refused(acts.Open(), INSPECTOR))
    table.open_equipment()
    table.do(acts.Open(), INSPECTOR)


def test_section_3_places_for_seven_players() -> None:
    table = king_high(1, 7)
    assert "1 to 7" in str(table.refused(acts.Sit(8, "Eve"), player(8)))


def test_section_3_eight_boxes_where_the_reading_says_so() -> None:
    table = king_high(1, 8, readings={"king-high.boxes": "8"})
    assert sorted(table.state.seats) == [1, 8]
    table.refused(acts.Sit(9, "Eve"), player(9))


# 4. The cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "backs",
    [("blue",) * 5, ("blue",) * 7, ("blue",) * 3 + ("red",) * 3],
    ids=["five decks", "seven decks", "two colours"],
)
def test_section_4_six_decks_with_backs_of_one_colour(backs: tuple[str, ...]) -> None:
    table = closed()
    table.refused(acts.BringDecks(backs), INSPECTOR)
    table.do(acts.BringDecks(("blue",) * 6), INSPECTOR)


def test_section_4_cards_are_inspected_before_the_table_opens() -> None:
    table = closed()
    table.bring_decks()
    table.refused(acts.Wash(), DEALER)
    table.do(acts.Examine(), INSPECTOR)
    table.refused(acts.Wash(), DEALER)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)


def test_section_4_a_marked_card_sends_the_new_decks_back() -> None:
    table = closed()
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine("a nick in the nine of hearts"), DEALER)
    assert table.last(acts.CardsRejected).found == "a nick in the nine of hearts"
    table.refused(acts.Wash(), DEALER)
    table.new_cards()


def test_section_4_unfit_cards_are_replaced_at_the_end_of_a_round_and_not_within_it() -> None:
    table = king_high(device="shoe")
    table.next_draws(NOTHING)
    replace = acts.ReplaceCards("9h 9h Tc", "bent corners")
    pokerpots(table)
    for _ in range(5):
        table.play_card()
        table.refused(replace, INSPECTOR)
    table.clear()
    table.do(replace, INSPECTOR)
    pokerpots(table)
    assert "cards were replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


def test_section_4_an_inspector_or_above_judges_which_cards_are_unfit() -> None:
    table = king_high()
    replace = acts.ReplaceCards("9h", "a stain")
    for by in (DEALER, CAMERAS, player(1)):
        table.refused(replace, by)
    table.do(replace, PIT_BOSS)


def test_section_4_only_cards_that_six_decks_hold_are_replaced() -> None:
    table = king_high()
    table.refused(acts.ReplaceCards("9h " * 6 + "9h", "stains"), INSPECTOR)
    table.refused(acts.ReplaceCards("1h", "a stain"), INSPECTOR)
    table.do(acts.ReplaceCards(("9h " * 6).strip(), "stains"), INSPECTOR)


def test_section_4_six_new_decks_are_checked_and_shuffled_like_the_first() -> None:
    table = king_high()
    quiet_round(table)
    table.do(acts.RemoveCards(), INSPECTOR)
    table.sign("card-and-dice-slip-out", INSPECTOR)
    pokerpots(table)
    table.refused(acts.NoMoreBets(), DEALER)
    table.take_back(1, "pokerpot")
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.refused(acts.Wash(), DEALER)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)
    pokerpots(table)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


def test_section_4_cards_are_not_removed_while_a_round_is_under_way() -> None:
    table = king_high()
    pokerpots(table)
    table.play_card()
    table.refused(acts.RemoveCards(), INSPECTOR)


# 5. Card checking procedure ------------------------------------------------------------------------


def test_section_5_the_slip_is_signed_by_dealer_and_inspector_when_cards_go_in() -> None:
    table = closed()
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.refused(acts.Sign("card-and-dice-slip-in"), DEALER)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in", DEALER)
    table.refused(acts.Sign("card-and-dice-slip-in"), DEALER)
    table.refused(acts.Wash(), DEALER)
    table.sign("card-and-dice-slip-in", INSPECTOR)
    slip = table.last(acts.FormCompleted)
    assert slip.form == "card-and-dice-slip-in"
    assert sorted(slip.signed) == ["dealer", "inspector"]
    assert (slip.says["table"], slip.says["date"]) == ("7", "2026-11-16")
    assert slip.says["put into play"] == "18:00"
    table.do(acts.Wash(), DEALER)


def test_section_5_somebody_above_an_inspector_may_sign_in_his_place() -> None:
    table = closed()
    table.bring_decks()
    table.do(acts.Examine(), PIT_BOSS)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in", PIT_BOSS)
    table.refused(acts.Sign("card-and-dice-slip-in"), INSPECTOR)
    table.sign("card-and-dice-slip-in", DEALER)
    assert sorted(table.last(acts.FormCompleted).signed) == ["dealer", "pit-boss"]


@pytest.mark.parametrize("by", [DEALER, INSPECTOR, PIT_BOSS], ids=str)
def test_section_5_either_signs_the_slip_when_the_cards_come_out(by: Actor) -> None:
    table = king_high()
    table.refused(acts.Sign("card-and-dice-slip-out"), DEALER)
    table.do(acts.RemoveCards(), DEALER)
    table.sign("card-and-dice-slip-out", by)
    slip = table.last(acts.FormCompleted)
    assert (slip.form, list(slip.signed)) == ("card-and-dice-slip-out", [str(by)])
    assert slip.says["removed"] == "18:00"
    table.refused(acts.Sign("card-and-dice-slip-out"), INSPECTOR)
    table.new_cards()


def test_section_5_the_old_cards_are_signed_out_before_new_ones_come() -> None:
    table = king_high()
    table.do(acts.RemoveCards(), DEALER)
    table.refused(acts.BringDecks(("blue",) * 6), INSPECTOR)


def test_section_5_cards_are_changed_after_about_four_hours() -> None:
    table = king_high()
    table.wait(minutes=239)
    quiet_round(table)
    assert not table.seen(INSPECTOR)["card_change_due"]
    pokerpots(table)
    table.play_card()
    table.wait(minutes=1)
    for _ in range(4):
        table.play_card()
    table.clear()
    assert table.seen(INSPECTOR)["card_change_due"]
    table.do(acts.RemoveCards(), INSPECTOR)
    table.sign("card-and-dice-slip-out", DEALER)
    table.new_cards()
    assert not table.seen(INSPECTOR)["card_change_due"]


def test_section_5_the_table_is_not_closed_before_its_cards_are_signed_out() -> None:
    table = king_high()
    table.do(acts.BeginClosing(), INSPECTOR)
    table.leave(1)
    table.do(acts.CountFloat(table.float_chips()), DEALER)
    table.sign("closer")
    table.do(acts.RemoveDropBox(), INSPECTOR)
    assert "signed for" in str(table.refused(acts.Close(), INSPECTOR))
    table.do(acts.RemoveCards(), DEALER)
    table.refused(acts.Close(), INSPECTOR)
    table.sign("card-and-dice-slip-out", DEALER)
    table.do(acts.Close(), INSPECTOR)


# 6. Shuffle procedure ------------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
def test_section_6_the_decks_are_shuffled_upon_opening_the_table(device: str) -> None:
    table = closed(device=device)
    table.open_float()
    table.open_equipment()
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)
    assert "shuffled" in str(table.refused(acts.Open(), INSPECTOR))
    table.shuffle_all()
    table.do(acts.Open(), INSPECTOR)


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
def test_section_6_the_decks_are_shuffled_when_new_ones_are_introduced(device: str) -> None:
    table = king_high(device=device)
    table.do(acts.RemoveCards(), DEALER)
    table.sign("card-and-dice-slip-out", DEALER)
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)
    pokerpots(table)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


def test_section_6_the_decks_are_shuffled_when_they_were_taken_out_of_the_shuffler() -> None:
    table = king_high()
    pokerpots(table)
    table.no_more_bets()
    table.declare("not-delivered", "void", by=INSPECTOR)
    table.settle_all()
    table.clear()
    table.do(acts.Mend(), INSPECTOR)
    pokerpots(table)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
@pytest.mark.parametrize("by", [INSPECTOR, PIT_BOSS], ids=str)
def test_section_6_an_inspector_or_above_may_order_a_shuffle(device: str, by: Actor) -> None:
    table = king_high(device=device)
    table.ready()
    order = acts.OrderShuffle("a player seems to follow the cards")
    for other in (DEALER, CAMERAS, player(1)):
        table.refused(order, other)
    table.do(order, by)
    pokerpots(table)
    assert "follow the cards" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


def test_section_6_a_shuffle_ordered_within_a_round_waits_for_its_end() -> None:
    table = king_high(device="shoe")
    pokerpots(table)
    table.play_card()
    table.do(acts.OrderShuffle("a complaint"), INSPECTOR)
    for _ in range(4):
        table.play_card()
    table.clear()
    pokerpots(table)
    assert "a complaint" in str(table.refused(acts.NoMoreBets(), DEALER))


def test_section_6_the_shuffle_device_mixes_the_cards_of_a_round_in_before_the_next() -> None:
    table = king_high()
    quiet_round(table)
    pokerpots(table)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.shuffle_all()
    assert table.last(acts.Shuffled).cards == 312
    table.do(acts.NoMoreBets(), DEALER)


def test_section_6_a_manual_shoe_is_shuffled_after_four_rounds() -> None:
    table = king_high(device="shoe", readings=ONE_ONLY)
    assert rounds_until_due(table) == 4
    assert not table.state.packs.cut_card_seen
    pokerpots(table)
    assert "4 rounds were dealt" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


@pytest.mark.parametrize(
    ("shuffle_due", "burn", "cut", "rounds"),
    [
        ("whichever-first", "two-per-action-round", 50, 4),
        ("four-rounds", "two-per-action-round", 50, 4),
        ("cut-card", "two-per-action-round", 50, 4),
        # Seventeen cards a round: the fifty-first is the last of the third round.
        ("whichever-first", "also-before-round", 50, 3),
        ("four-rounds", "also-before-round", 50, 4),
        ("cut-card", "also-before-round", 50, 3),
        # Six cards a round: the forty-sixth comes in the eighth.
        ("whichever-first", "one-per-round", 45, 4),
        ("four-rounds", "one-per-round", 45, 4),
        ("cut-card", "one-per-round", 45, 8),
    ],
)
def test_section_6_reading_shuffle_due(shuffle_due: str, burn: str, cut: int, rounds: int) -> None:
    readings = {"king-high.shuffle-due": shuffle_due, "king-high.burn": burn}
    table = king_high(device="shoe", readings=readings)
    table.cut(cut)
    assert rounds_until_due(table) == rounds
    pokerpots(table)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))


def test_section_6_a_manual_shoe_is_shuffled_after_the_table_was_vacant() -> None:
    table = king_high(1, 2, device="shoe")
    quiet_round(table)
    table.leave(1)
    table.wager(2, "pokerpot", 100)
    table.play_card()
    for _ in range(4):
        table.play_card()
    table.clear()
    assert not table.state.packs.due, "one player stayed"
    table.leave(2)
    table.sit(1)
    pokerpots(table)
    assert "vacant" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.no_more_bets()


def test_section_6_a_shuffle_device_needs_no_shuffle_because_the_table_was_vacant() -> None:
    table = king_high()
    table.leave(1)
    table.sit(1)
    pokerpots(table)
    table.do(acts.NoMoreBets(), DEALER)


# 9. Dealing the cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("readings", "beneath", "dealt"),
    [
        (TWO_EACH, [2, 2, 2, 2, 2], 15),
        (TWO_MORE, [4, 2, 2, 2, 2], 17),
        (ONE_ONLY, [1, 0, 0, 0, 0], 6),
    ],
    ids=["two each", "two more before the round", "one a round"],
)
def test_section_9_burns_lie_beneath_the_cards_in_the_holding_boxes(
    readings: dict[str, str], beneath: list[int], dealt: int
) -> None:
    table = king_high(device="shoe", readings=readings)
    table.next_draws(NOTHING)
    pokerpots(table)
    for _ in range(5):
        table.play_card()
    held = table.events(acts.CardHeld)
    assert [(each.card, each.box) for each in held] == [
        ("2h", 1),
        ("9d", 2),
        ("3c", 3),
        ("Ts", 4),
        ("4h", 5),
    ]
    assert [each.burns for each in held] == beneath
    assert table.seen(DEALER)["cards"]["burns"] == beneath
    assert table.state.packs.next == dealt


def test_section_9_the_dealer_burns_before_the_card_is_drawn() -> None:
    table = king_high(device="shoe")
    pokerpots(table)
    table.refused(acts.Burn(), DEALER)
    table.no_more_bets()
    assert "two cards to be burnt" in str(table.refused(acts.Draw(), DEALER))
    table.burn()
    table.refused(acts.Burn(), DEALER)
    table.draw()


def test_section_9_burn_cards_are_shown_to_nobody() -> None:
    table = king_high(1, 2, device="shoe")
    table.ready()
    table.stack(["Kh", "Kd", "2s"])
    pokerpots(table)
    table.no_more_bets()
    table.burn()
    table.draw()
    for by in EVERYBODY:
        seen = str(table.seen(by))
        assert "2s" in seen
        assert "Kh" not in seen
        assert "Kd" not in seen


def test_section_9_no_card_is_burnt_from_a_shuffle_device() -> None:
    table = king_high()
    pokerpots(table)
    table.no_more_bets()
    table.refused(acts.Burn(), DEALER)
    table.draw()
    assert table.state.packs.next == 1


@pytest.mark.parametrize("at", [45, 50, 55])
def test_section_9_the_cut_card_goes_in_about_fifty_cards_from_the_front(at: int) -> None:
    table = king_high(device="shoe")
    pokerpots(table)
    assert "a cut" in str(table.refused(acts.NoMoreBets(), DEALER))
    for far in (44, 56, 0, 312):
        table.refused(acts.Cut(far), DEALER)
    table.cut(at)
    table.refused(acts.Cut(at), DEALER)
    table.do(acts.NoMoreBets(), DEALER)


def test_section_9_a_shuffle_device_has_no_cut_card() -> None:
    table = king_high()
    table.refused(acts.Cut(50), DEALER)


def test_section_9_the_round_in_which_the_cut_card_is_drawn_is_completed() -> None:
    table = king_high(device="shoe")
    for _ in range(3):
        quiet_round(table)
    assert not table.events(acts.CutCardSeen)
    pokerpots(table)
    table.play_card()
    assert not table.events(acts.CutCardSeen), "48 cards are out"
    table.play_card()
    assert table.events(acts.CutCardSeen), "the fifty-first card came"
    assert table.seen(player(1))["device"]["cut_card_seen"]
    for _ in range(3):
        table.play_card()
    table.clear()
    assert len(table.events(acts.CutCardSeen)) == 1
    pokerpots(table)
    assert "the cut card came out" in str(table.refused(acts.NoMoreBets(), DEALER))


def test_section_9_the_card_lies_in_the_action_box_and_then_goes_to_its_holding_box() -> None:
    table = king_high()
    table.next_draws("Kh 2d 9c 3s Th")
    pokerpots(table)
    held: list[str] = []
    for card in ("Kh", "2d", "9c", "3s", "Th"):
        table.wager(1, "seven", 500)
        table.draw_next()
        seen = table.seen(CAMERAS)["cards"]
        assert (seen["action_box"], seen["holding_boxes"]) == (card, held)
        table.settle_all()
        held.append(card)
        seen = table.seen(CAMERAS)["cards"]
        assert (seen["action_box"], seen["holding_boxes"]) == ("", held)
        assert (table.last(acts.CardHeld).card, table.last(acts.CardHeld).box) == (card, len(held))


def test_section_9_one_card_only_is_dealt_for_each_action_round() -> None:
    table = king_high()
    table.next_draws(NOTHING)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.refused(acts.Draw(), DEALER)
    table.draw_next()
    table.refused(acts.Draw(), DEALER)
    table.settle_all()
    table.refused(acts.Draw(), DEALER)


def test_section_9_a_round_ends_with_the_fifth_card() -> None:
    table = king_high()
    pokerpots(table)
    for _ in range(5):
        table.play_card()
    assert table.phase == "clear"
    table.refused(acts.NoMoreBets(), DEALER)
    table.refused(acts.Draw(), DEALER)
    table.clear()
    assert table.state.round == 2


def test_section_9_a_round_begins_with_a_wager_and_then_goes_on_to_its_fifth_card() -> None:
    table = king_high()
    table.next_draws(NOTHING)
    assert "No wager lies on the felt" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.wager(1, "high-run", 500)
    table.play_card()
    assert table.rail(1) == 49_500, "the felt is bare"
    for _ in range(4):
        table.play_card()
    assert table.phase == "clear"


def test_section_9_each_box_is_settled_before_the_next() -> None:
    table = king_high(2, 5, 7)
    table.next_draws("Kh " + NOTHING[3:])
    for place in (7, 2, 5):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "high", 500)
        table.wager(place, "low", 500)
    table.draw_next()
    assert "Box 2 is settled before box 5" in str(table.refused(acts.Settle(5), DEALER))
    assert order_of(table.settle(2)) == ["low", "high"]
    table.refused(acts.Settle(2), DEALER)
    table.refused(acts.Settle(7), DEALER)
    assert order_of(table.settle(5)) == ["low", "high"]
    assert order_of(table.settle(7)) == ["low", "high"]
    assert table.phase == "wagers"


def test_section_9_a_box_without_a_wager_on_the_card_is_passed_over() -> None:
    table = king_high(1, 2, 3)
    table.next_draws("Kh " + NOTHING[3:])
    pokerpots(table, 1, 2, 3)
    table.wager(3, "high", 500)
    table.draw_next()
    table.settle(3)
    assert table.phase == "wagers"


def test_section_9_the_first_active_box_at_the_dealers_right_comes_first_whatever_the_house() -> (
    None
):
    table = king_high(1, 2, settles_from_right=False)
    pokerpots(table, 1, 2)
    table.wager(1, "high", 500)
    table.wager(2, "high", 500)
    table.draw_next()
    table.settle(1)


def test_section_9_losing_runs_are_taken_after_every_wager_on_the_card() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh 2d 9c 3s Th")
    pokerpots(table, 1, 2)
    table.wager(1, "low-run", 500)
    table.wager(2, "low-run", 500)
    table.wager(1, "high", 500)
    table.wager(2, "heart", 500)
    table.draw_next()
    settled = [(each.place, each.wager) for _ in range(4) for each in table.settle()]
    assert settled == [(1, "high"), (2, "heart"), (1, "low-run"), (2, "low-run")]


def test_section_9_a_winning_run_is_paid_when_it_is_complete_and_after_the_card() -> None:
    table = king_high()
    table.next_draws("Kh Qd Jc 2s 3h")
    pokerpots(table)
    table.wager(1, "high-run", 500)
    table.wager(1, "spade", 500)
    assert table.play_card() == {(1, "spade"): 0}
    assert table.play_card() == {}
    assert table.play_card() == {}, "three high cards are sure of 3-1; the run goes on"
    table.wager(1, "spade", 500)
    table.draw_next()
    assert [(s.wager, s.returned) for s in table.settle()] == [("spade", 2000)]
    assert [(s.wager, s.returned) for s in table.settle()] == [("high-run", 2000)]
    assert table.phase == "wagers"


def test_section_9_the_pokerpot_is_settled_last_of_all() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh Qd Jc 9s Kd")
    pokerpots(table, 1, 2)
    table.wager(2, "high-run", 500)
    for _ in range(4):
        table.play_card()
    table.wager(1, "diamond", 500)
    table.draw_next()
    settled = [(s.place, s.wager, s.returned) for _ in range(4) for s in table.settle()]
    assert settled == [
        (1, "diamond", 2000),
        (2, "high-run", 10_500),
        (1, "pokerpot", 200),
        (2, "pokerpot", 200),
    ]
    assert table.phase == "clear"


def test_section_9_the_five_cards_go_back_into_the_shuffle_device() -> None:
    table = king_high()
    table.next_draws("Kh Qd Jc 9s Kd")
    pokerpots(table)
    for _ in range(5):
        table.play_card()
    table.clear()
    seen = table.seen(DEALER)["cards"]
    assert (seen["holding_boxes"], seen["burns"]) == ([], [])
    assert table.last(acts.Unsealed).order.startswith("KhQdJc9sKd")
    table.shuffle(0, ["Kh", "Kh", "Kh", "Kh", "Kh", "Kh"])


def test_section_9_the_cards_of_a_manual_shoe_are_discarded_until_it_is_shuffled() -> None:
    table = king_high(device="shoe")
    table.next_draws(f"{NOTHING} Kh Qd Jc 9s Kd")
    quiet_round(table)
    assert table.state.packs.next == 15
    table.refused(acts.Shuffle(0, "", "salt"), DEALER)
    pokerpots(table)
    assert table.draw_next() == "King High Heart"


def test_section_9_keyed_cards_come_from_a_physical_table() -> None:
    table = king_high(is_keyed=True)
    pokerpots(table)
    table.wager(1, "high", 500)
    table.no_more_bets()
    table.refused(acts.Draw(), DEALER)
    table.refused(acts.Draw("1h"), DEALER)
    assert table.draw("Kh") == "King High Heart"
    assert table.settle_all() == {(1, "high"): 1250}


# 10. Procedure for paying and taking wagers --------------------------------------------------------


def test_section_10_losing_high_low_then_suit_then_seven_are_taken_before_winners_are_paid() -> (
    None
):
    table = king_high()
    table.next_draws("Kd " + NOTHING[3:])
    pokerpots(table)
    for wager in ("seven", "spade", "high", "diamond", "club", "low"):
        table.wager(1, wager, 500)
    table.draw_next()
    settled = table.settle()
    assert order_of(settled) == ["low", "club", "spade", "seven", "high", "diamond"]
    assert [each.returned for each in settled] == [0, 0, 0, 0, 1250, 2000]


def test_section_10_a_seven_takes_high_and_low_first_and_its_own_suit_stands_off() -> None:
    table = king_high()
    table.next_draws("7h " + NOTHING[3:])
    pokerpots(table)
    for wager in ("seven", "heart", "club", "high", "low"):
        table.wager(1, wager, 500)
    table.draw_next()
    settled = table.settle()
    assert order_of(settled) == ["high", "low", "club", "heart", "seven"]
    assert [each.returned for each in settled] == [0, 0, 0, 500, 6000]


@pytest.mark.parametrize(
    ("card", "wager", "hand"),
    [
        ("Qs", "high", "right hand"),
        ("2s", "low", "left hand"),
        ("2h", "heart", "right hand"),
        ("2d", "diamond", "right hand"),
        ("2c", "club", "left hand"),
        ("2s", "spade", "left hand"),
    ],
)
def test_section_10_a_winner_is_paid_with_the_hand_on_its_side_of_the_box(
    card: str, wager: str, hand: str
) -> None:
    table = king_high(1, 4)
    table.next_draws(card)
    pokerpots(table, 1, 4)
    table.wager(1, wager, 500)
    table.wager(4, wager, 500)
    table.draw_next()
    assert table.settle(1)[0].hand == "right hand", "box 1 is paid with the right hand only"
    assert table.settle(4)[0].hand == hand


def test_section_10_box_1_is_taken_with_the_right_hand_only() -> None:
    table = king_high(1, 2)
    table.next_draws("Kd")
    pokerpots(table, 1, 2)
    table.wager(1, "low", 500)
    table.wager(2, "low", 500)
    table.draw_next()
    taken = [table.settle()[0], table.settle()[0]]
    assert [each.hand for each in taken] == ["right hand", "either hand"]
    assert {each.where for each in taken} == {"taken to the float"}


BESIDE = "made up in the work area, set beside the wager"
PASSED = "made up in the work area, passed to the player with the wager"


@pytest.mark.parametrize(
    ("card", "wager", "chips", "where", "how"),
    [
        ("Qd", "high", {500: 2}, "on the wager", "Size in once."),
        ("Kd", "high", {500: 2}, "on the wager", "Size in once and cap."),
        ("Qd", "high", {2500: 1, 500: 2}, "on the wager", "Size in once."),
        (
            "Qd",
            "diamond",
            {500: 5},
            "on the wager",
            "Size in twice and cap, or size in three times.",
        ),
        ("Qd", "diamond", {500: 6}, "on the wager", "Size in three times."),
        ("Qd", "diamond", {500: 1, 100: 1}, "on the wager", "Size in three times."),
    ],
)
def test_section_10_action_wagers_of_3_1_or_less_are_paid_directly_to_the_wager(
    card: str, wager: str, chips: dict[int, int], where: str, how: str
) -> None:
    table = king_high()
    table.next_draws(card)
    pokerpots(table)
    table.wager(1, wager, chips)
    table.draw_next()
    paid = table.settle()[0]
    assert (paid.where, paid.how) == (where, how)


def test_section_10_three_denominations_are_paid_beside_the_wager() -> None:
    table = king_high()
    table.next_draws("Qd")
    pokerpots(table)
    table.wager(1, "high", {2500: 1, 500: 1, 100: 1})
    table.draw_next()
    paid = table.settle()[0]
    assert (paid.where, paid.returned) == (BESIDE, 6200)
    assert paid.how == "Make up the winnings in the work area, then set them beside the wager."


def test_section_10_a_payout_that_a_supervisor_approves_is_made_up_in_the_work_area() -> None:
    table = king_high(approval_from=7500)
    table.next_draws("Qd Qh 2d 9c 3s")
    pokerpots(table)
    table.wager(1, "high", 2500)
    table.wager(1, "diamond", 2500)
    table.draw_next()
    assert table.refused(acts.Settle(1), DEALER).rule == "house.approval"
    table.refused(acts.Approve(1), DEALER)
    table.do(acts.Approve(1), INSPECTOR)
    high, diamond = table.settle()
    assert (high.where, high.returned) == ("on the wager", 5000)
    assert (diamond.where, diamond.returned) == (BESIDE, 10_000)
    assert diamond.how.startswith("Have an inspector or above approve it.")
    table.refused(acts.Approve(1), INSPECTOR)


def test_section_10_a_seven_is_made_up_in_the_work_area_and_set_beside() -> None:
    table = king_high(2)
    table.next_draws("7c")
    pokerpots(table, 2)
    table.wager(2, "seven", 500)
    table.draw_next()
    paid = table.settle()[0]
    assert (paid.where, paid.net, paid.returned) == (BESIDE, "11", 6000)
    assert paid.hand == "either hand"


@pytest.mark.parametrize(
    ("cards", "returned", "where"),
    [
        ("Kh Qd Jc 2s", 2000, "on the wager, then passed to the player"),
        ("Kh Qd Jc 9s 2s", 5500, PASSED),
        ("Kh Qd Jc 9s Ts", 10_500, PASSED),
    ],
)
def test_section_10_runs_are_passed_to_the_player_with_the_original_bet(
    cards: str, returned: int, where: str
) -> None:
    table = king_high()
    table.next_draws(cards)
    pokerpots(table)
    before = table.rail(1)
    table.wager(1, "high-run", 500)
    for _ in cards.split():
        table.play_card()
    paid = next(s for s in table.events(acts.Settled) if s.wager == "high-run")
    assert (paid.returned, paid.where) == (returned, where)
    assert table.rail(1) >= before - 500 + returned
    assert table.spot(1, "high-run") == 0


@pytest.mark.parametrize(
    ("cards", "returned", "where"),
    [
        ("Kh Kd 2c 9s 3s", 200, "on the wager, then passed to the player"),
        ("Kh Kd Kc 9s 3s", 400, "on the wager, then passed to the player"),
        ("Kh Kd Kc Ks 3s", 5100, PASSED),
    ],
)
def test_section_10_the_pokerpot_is_passed_to_the_player_with_the_original_bet(
    cards: str, returned: int, where: str
) -> None:
    table = king_high()
    table.next_draws(cards)
    pokerpots(table)
    for _ in range(5):
        table.play_card()
    paid = table.last(acts.Settled)
    assert (paid.wager, paid.returned, paid.where) == ("pokerpot", returned, where)
    assert table.rail(1) == 50_000 - 100 + returned


def test_section_10_round_wagers_are_paid_from_box_1_to_the_last() -> None:
    table = king_high(1, 4, 7)
    table.next_draws("Kh Kd Kc 2s 3s")
    pokerpots(table, 7, 4, 1)
    for place in (4, 7, 1):
        table.wager(place, "high-run", 500)
    for _ in range(5):
        table.play_card()
    settled = [(each.place, each.wager) for each in table.events(acts.Settled)]
    assert settled == [
        (1, "high-run"),
        (4, "high-run"),
        (7, "high-run"),
        (1, "pokerpot"),
        (4, "pokerpot"),
        (7, "pokerpot"),
    ]


# 11. Calling the game ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "call"),
    [
        ("3c", "Low Club"),
        ("6d", "Low Diamond"),
        ("8d", "High Diamond"),
        ("2s", "Low Spade"),
        ("Qh", "High Heart"),
        ("5h", "Low Heart"),
        ("Ts", "High Spade"),
        ("Jc", "High Club"),
        ("Kc", "King High Club"),
        ("Kh", "King High Heart"),
        ("As", "Ace Low Spade"),
        ("Ad", "Ace Low Diamond"),
        ("7c", "Seven of Clubs"),
        ("7h", "Seven of Hearts"),
    ],
)
def test_section_11_a_card_is_called_high_or_low_and_its_suit_with_three_exceptions(
    card: str, call: str
) -> None:
    table = king_high()
    table.next_draws(card)
    pokerpots(table)
    assert table.draw_next() == call


def announced(table: Driver) -> list[str]:
    said = [table.seen(by)["cards"]["announcements"] for by in EVERYBODY]
    assert all(each == said[0] for each in said), "an announcement is for everyone"
    return list(said[0])


def test_section_11_runs_are_announced_from_the_second_card_and_the_pokerpot_from_the_third() -> (
    None
):
    table = king_high()
    table.next_draws("Ks Qs 8s 9s 2d")
    pokerpots(table)
    table.wager(1, "high-run", 500)
    assert announced(table) == []
    table.play_card()
    assert announced(table) == []
    table.play_card()
    assert announced(table) == ["One more high card guarantees 3-1 on the High Run"]
    table.play_card()
    run, *pokerpot = announced(table)
    assert run == "The High Run is sure of 3-1; one more high card guarantees 10-1"
    assert "Possible flush, 10-1" in pokerpot
    table.play_card()
    run, *pokerpot = announced(table)
    assert run == "The High Run is sure of 10-1; one more high card guarantees 20-1"
    assert any("spade for a flush, 10-1" in said for said in pokerpot)


def test_section_11_a_pit_boss_hears_what_everybody_hears() -> None:
    table = king_high()
    assert table.seen(PIT_BOSS)["cards"]["announcements"] == []


def test_section_11_what_the_pokerpot_still_needs_is_announced_with_its_payout() -> None:
    table = king_high()
    table.next_draws("5h Kd 5s Tc")
    pokerpots(table)
    for _ in range(4):
        table.play_card()
    said = announced(table)
    assert "Another five for three of a kind, 3-1" in said
    assert any("king" in each and "ten" in each and "two pairs, 2-1" in each for each in said)


def test_section_11_nothing_is_said_of_a_card_that_cannot_come_any_more() -> None:
    table = king_high()
    table.next_draws(NOTHING)
    pokerpots(table)
    for _ in range(5):
        table.play_card()
    assert announced(table) == []


def test_section_11_the_low_run_is_announced_too() -> None:
    table = king_high()
    table.next_draws("Ah 2d")
    pokerpots(table)
    table.wager(1, "low-run", 500)
    table.play_card()
    table.play_card()
    assert announced(table) == ["One more low card guarantees 3-1 on the Low Run"]


def test_section_11_a_pair_is_not_spoken_of_before_the_third_card() -> None:
    table = king_high()
    table.next_draws("Kh Kd 2c")
    pokerpots(table)
    table.wager(1, "high-run", 500)
    table.play_card()
    table.play_card()
    assert announced(table) == ["One more high card guarantees 3-1 on the High Run"]
    table.play_card()
    assert announced(table)[0] == "A pair of kings qualifies, 1-1"


def test_section_11_a_broken_run_is_not_announced() -> None:
    table = king_high()
    table.next_draws("Kh 2d")
    pokerpots(table)
    table.play_card()
    table.play_card()
    assert announced(table) == []

"""Corners of the machine: what holds exactly here and no longer one card, one chip or one step on."""

from copy import deepcopy
from typing import Any

import pytest

from tablewright.rules.errors import Forbidden
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.automation import next_step
from tablewright.table.chips import Bank, Move
from tablewright.table.randomness import seeded
from tablewright.table.record import Act
from tests.registry import CONTESTS
from tests.table.driving import (
    CAMERAS,
    DEALER,
    INSPECTOR,
    PIT_BOSS,
    Driver,
    at_table,
)

NOTHING = "2h 9d 3c Ts 4h"
"""Five cards that make no poker hand and no run."""
NO_DUKI = "Qd Qs Js As"
STAFF = (DEALER, INSPECTOR, PIT_BOSS)
HANDS = pytest.mark.parametrize("game", CONTESTS)


def king_high(*seats: int, **setup: Any) -> Driver:
    return at_table("king-high", seats or (1,), **setup)


def shoe(*seats: int, **setup: Any) -> Driver:
    return king_high(*seats, device="shoe", **setup)


def with_chips(chips: dict[int, int], **setup: Any) -> Driver:
    """A table of King High with one player, who bought these chips."""
    table = at_table("king-high", seats=(), **setup)
    table.sit(1, chips=chips)
    return table


def bet(table: Driver, place: int) -> None:
    """The least that a player puts down to be dealt in."""
    table.wager(place, "ante", 500)
    if table.table.book.game.id == "pick2":
        table.wager(place, "bonus-3-5", 500)


def quiet_rounds(table: Driver, rounds: int, place: int = 1) -> None:
    """Rounds with one Pokerpot wager and nothing else."""
    for _ in range(rounds):
        table.wager(place, "pokerpot", 100)
        for _ in range(5):
            table.play_card()
        table.clear()


def due_shoe(rounds: int = 4, **setup: Any) -> Driver:
    """A shoe that must be shuffled."""
    table = shoe(**setup)
    quiet_rounds(table, rounds)
    assert table.state.packs.due
    return table


def void(table: Driver) -> None:
    """The device fails after the call, and the round is void."""
    table.no_more_bets()
    table.declare("not-delivered", "void", by=INSPECTOR)


def by_itself(table: Driver) -> Act | None:
    """What the house would do next by itself."""
    step = next_step(table.table, seeded("corners"))
    return step[0] if step else None


# Chips ---------------------------------------------------------------------------------------------

MAXIMUM_90 = {"high": (500, 9000)}


def test_a_wager_over_the_maximum_is_changed_with_its_own_chips_in_the_rack() -> None:
    # Four chips of 25 dollars on High, of which 90 dollars play: 10 dollars go back, and 90 are paid.
    # The rack has 23 chips of five dollars, 115 in all; the rest comes out of the wager's own chips.
    table = with_chips({2500: 4, 500: 1}, limits=MAXIMUM_90, float_chips={2500: 4, 500: 24})
    table.next_draws("Qh " + NOTHING[3:])
    table.wager(1, "pokerpot", {500: 1})
    table.wager(1, "high", {2500: 4})
    assert table.state.bank.chips("float") == {500: 23}
    assert table.play_card() == {(1, "high"): 18_000}
    assert table.state.bank.chips("spot:1:high") == {2500: 3, 500: 3}
    assert table.rail(1) == 1000 + 9000
    assert table.cents("float") == 11_500 - 9000


def test_no_chip_is_paid_out_of_the_rack_before_it_has_come_in() -> None:
    table = with_chips({2500: 4, 500: 1}, limits=MAXIMUM_90, float_chips={2500: 4, 500: 24})
    table.next_draws("Qh " + NOTHING[3:])
    table.wager(1, "pokerpot", {500: 1})
    table.wager(1, "high", {2500: 4})
    table.draw_next()
    bank = deepcopy(table.state.bank)
    for settled in table.settle(1):
        for move in settled.moves:
            bank.make(move)
            assert not bank.overdrawn(), move


def test_a_lost_wager_over_the_maximum_is_changed_with_its_own_chips_in_the_rack() -> None:
    # What goes back, 25 dollars of 125, is one of the five chips that were taken.
    table = with_chips({10_000: 1, 2500: 1, 500: 1}, float_chips={10_000: 1, 2500: 1, 500: 1})
    table.next_draws(NOTHING)
    table.wager(1, "pokerpot", {500: 1})
    table.wager(1, "high", {10_000: 1, 2500: 1})
    assert table.cents("float") == 0
    assert table.play_card() == {(1, "high"): 0}
    assert table.state.bank.chips("rail:1") == {2500: 1}
    assert table.state.bank.chips("float") == {10_000: 1}


def test_a_wager_over_the_maximum_that_nothing_can_change_waits_for_a_fill() -> None:
    table = with_chips({2500: 4, 500: 1}, limits=MAXIMUM_90, float_chips={2500: 8, 500: 1})
    table.next_draws("Qh " + NOTHING[3:])
    table.wager(1, "pokerpot", {500: 1})
    table.wager(1, "high", {2500: 4})
    table.draw_next()
    assert table.refused(acts.Settle(1), DEALER).rule == "house.fill"
    table.fill({500: 20})
    table.settle(1)
    assert (table.spot(1, "high"), table.rail(1)) == (9000, 1000 + 9000)


def test_a_winner_is_paid_with_chips_just_taken_from_a_loser_at_the_same_box() -> None:
    table = with_chips({500: 3}, float_chips={500: 3})
    table.next_draws("Qh " + NOTHING[3:])
    for wager in ("pokerpot", "high", "low"):
        table.wager(1, wager, 500)
    assert table.cents("float") == 0
    table.draw_next()
    low, high = table.settle(1)
    assert low.moves == (Move("spot:1:low", "float", {500: 1}),)
    assert high.moves == (Move("float", "rail:1", {500: 1}),)
    assert (table.cents("float"), table.rail(1), table.spot(1, "high")) == (0, 500, 500)


def test_a_winner_is_not_paid_with_chips_of_a_box_that_is_not_settled_yet() -> None:
    table = at_table("king-high", seats=(), float_chips={500: 4})
    table.sit(1, 2, chips={500: 2})
    table.next_draws("Qh " + NOTHING[3:])
    for place, wager in ((1, "high"), (2, "low")):
        table.wager(place, "pokerpot", 500)
        table.wager(place, wager, 500)
    table.draw_next()
    assert table.refused(acts.Settle(1), DEALER).rule == "house.fill"
    table.fill({500: 1})
    assert table.settle_all() == {(1, "high"): 1000, (2, "low"): 0}


def test_play_wagers_of_player_and_dealer_are_laid_down_one_after_the_other() -> None:
    table = at_table("duki4", seats=(), dealer_wagers=True)
    table.sit(1, chips={500: 5, 100: 5})
    table.wager(1, "ante", {500: 2})
    table.wager(1, "ante", {500: 1}, for_dealer=True)
    table.deal()
    assert table.state.bank.chips("rail:1") == {500: 2, 100: 5}
    events = table.decide(1, "play")
    assert [event.moves for event in events if isinstance(event, acts.Staked)] == [
        (Move("rail:1", "spot:1:play", {500: 2}),),
        (Move("rail:1", "spot:1:play:dealer", {100: 5}),),
    ]
    assert table.rail(1) == 0


@pytest.mark.parametrize("left", [{500: 2}, {500: 2, 100: 4}, {2500: 1}], ids=str)
def test_chips_for_one_play_wager_are_not_enough_for_two(left: dict[int, int]) -> None:
    table = at_table("duki4", seats=(), dealer_wagers=True)
    table.sit(1, chips={**left, 500: left.get(500, 0) + 3})
    table.wager(1, "ante", {500: 2})
    table.wager(1, "ante", {500: 1}, for_dealer=True)
    table.deal()
    assert table.state.bank.chips("rail:1") == left
    table.refused(acts.Decide(1, "play"), player(1))
    table.decide(1, "fold")


def test_an_account_is_overdrawn_by_cash_as_by_chips() -> None:
    bank = Bank()
    bank.make(Move("patrons", "drop-box", cash=500))
    assert bank.overdrawn() == ""
    bank.make(Move("drop-box", "patrons", cash=600))
    assert bank.overdrawn() == "drop-box"
    assert bank.total() == 0


def test_chips_do_not_make_up_for_cash_that_is_missing() -> None:
    bank = Bank()
    bank.make(Move("cage", "drop-box", {500: 4}))
    bank.make(Move("drop-box", "patrons", cash=500))
    assert bank.cents("drop-box") == 1500
    assert bank.overdrawn() == "drop-box"


@pytest.mark.parametrize(
    "move",
    [
        Move("float", "float", {500: 1}),
        Move("cage", "float", {500: -1}),
        Move("patrons", "drop-box", cash=-500),
    ],
)
def test_a_movement_that_is_none_is_never_made(move: Move) -> None:
    bank = Bank()
    with pytest.raises(AssertionError, match="expected"):
        bank.make(move)
    assert not bank.accounts


@pytest.mark.parametrize("outside", ["cage", "patrons", "missing"])
def test_what_lies_beyond_the_table_may_be_owed(outside: str) -> None:
    bank = Bank()
    bank.make(Move(outside, "float", {500: 1}, cash=500))
    assert bank.overdrawn() == ""


# Wagers --------------------------------------------------------------------------------------------


def small_pokerpot(low: int) -> Driver:
    table = king_high(readings={"king-high.small-pokerpot": "no"})
    table.do(acts.AgreeLimits(1, {"pokerpot": (low, 10_000)}), PIT_BOSS)
    return table


def test_a_personal_minimum_decides_whether_a_pokerpot_opens_the_action_wagers() -> None:
    table = small_pokerpot(500)
    table.wager(1, "pokerpot", 100)
    refusal = str(table.refused(table.wagered(1, "high", 500), player(1)))
    assert refusal == "High needs $5 or more on the Pokerpot. Bet that first."
    table.wager(1, "pokerpot", 350)
    table.refused(table.wagered(1, "high", 500), player(1))
    table.wager(1, "pokerpot", 50)
    table.wager(1, "high", 500)
    table.no_more_bets()


def test_a_personal_minimum_under_the_posted_one_opens_the_action_wagers_sooner() -> None:
    table = small_pokerpot(50)
    table.wager(1, "pokerpot", 50)
    table.wager(1, "high", 500)
    table.no_more_bets()


def test_a_personal_minimum_is_of_its_player_alone() -> None:
    table = king_high(1, 2, readings={"king-high.small-pokerpot": "no"})
    table.do(acts.AgreeLimits(1, {"pokerpot": (500, 10_000)}), PIT_BOSS)
    table.wager(2, "pokerpot", 100)
    table.wager(2, "high", 500)


@pytest.mark.parametrize("wager", ["high-run", "pokerpot"])
def test_a_round_wager_is_not_taken_back_while_its_box_is_unsettled(wager: str) -> None:
    table = king_high(1, 2, readings={"king-high.withdraw": "all"})
    table.next_draws("Kh Qd Jc 2s 3h")
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "high-run", 500)
        table.wager(place, "high", 500)
    table.draw_next()
    for place in (1, 2):
        table.refused(acts.TakeBack(place, wager), player(place))
    table.settle(1)
    table.refused(acts.TakeBack(2, wager), player(2))
    table.take_back(1, wager)
    table.settle(2)
    table.take_back(2, wager)


def test_a_round_wager_is_not_taken_back_before_or_after_the_cards_between_which_it_may() -> None:
    table = king_high(readings={"king-high.withdraw": "all"})
    table.next_draws("Kh Qd Jc Ts 9h")
    table.wager(1, "high-run", 500)
    table.wager(1, "pokerpot", 100)
    for _ in range(5):
        table.no_more_bets()
        table.refused(acts.TakeBack(1, "high-run"), player(1))
        table.draw()
    assert table.phase == "settle"
    table.refused(acts.TakeBack(1, "high-run"), player(1))
    assert table.settle_all()[1, "high-run"] == 500 + 10_000


def test_a_wager_during_the_settlement_of_a_void_round_is_late() -> None:
    table = king_high(1, 2)
    table.next_draws(NOTHING)
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
    table.play_card()
    void(table)
    table.settle(1)
    assert table.phase == "settle", "box 1 is settled, box 2 is not"
    for place in (1, 2):
        held = table.rail(place)
        events = table.wager(place, "high", 500)
        assert events == [acts.LateWager(place, "high", {500: 1})]
        assert (table.rail(place), table.spot(place, "high")) == (held, 0)
    table.settle_all()
    table.clear()
    assert (table.rail(1), table.rail(2)) == (50_000, 50_000)


def test_nothing_is_taken_back_during_the_settlement_of_a_void_round() -> None:
    table = king_high(1, 2, readings={"king-high.withdraw": "all"})
    table.next_draws(NOTHING)
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "low-run", 500)
    table.play_card()
    void(table)
    for place in (1, 2):
        for wager in ("pokerpot", "low-run"):
            table.refused(acts.TakeBack(place, wager), player(place))


# What was left out ---------------------------------------------------------------------------------


def test_a_missed_burn_is_not_declared_in_the_settlement_of_a_void_round() -> None:
    table = due_shoe()
    table.do(acts.Overlook("shuffle"), DEALER)
    table.wager(1, "pokerpot", 100)
    table.do(acts.NoMoreBets(), DEALER)
    table.do(acts.Overlook("burn"), DEALER)
    table.declare("unshuffled-round", by=INSPECTOR)
    assert (table.phase, table.state.is_void) == ("settle", True)
    for by in (*STAFF, CAMERAS):
        table.refused(table.declared("missed-burn"), by)
    assert table.settle_all() == {(1, "pokerpot"): 100}
    table.refused(table.declared("missed-burn"), INSPECTOR)


def test_a_missed_burn_is_declared_once() -> None:
    table = shoe()
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    table.declare("missed-burn", by=CAMERAS)
    for by in (*STAFF, CAMERAS):
        table.refused(table.declared("missed-burn"), by)
    table.draw()
    table.refused(table.declared("missed-burn"), INSPECTOR)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    table.declare("missed-burn", by=INSPECTOR)  # Another burn was missed.


def unshuffled_round(table: Driver) -> None:
    """A round in which a dealer does not shuffle, though he should."""
    table.do(acts.Overlook("shuffle"), DEALER)
    table.wager(1, "pokerpot", 100)
    for _ in range(5):
        table.do(acts.NoMoreBets(), DEALER)
        if table.state.burn_due:
            table.burn()
        table.draw()
        table.settle_all()
    table.clear()


def test_a_shuffle_is_not_left_out_when_too_few_cards_are_left_for_a_round() -> None:
    # Fifteen cards a round: after twenty rounds twelve of 312 cards are left.
    table = due_shoe()
    for rounds in range(4, 20):
        assert table.state.packs.next == 15 * rounds
        unshuffled_round(table)
    assert 312 - table.state.packs.next == 12
    assert table.refused(acts.Overlook("shuffle"), DEALER).rule == "house.overlooked"
    table.wager(1, "pokerpot", 100)
    table.refused(acts.NoMoreBets(), DEALER)
    table.no_more_bets()
    assert table.state.packs.next == 0


def test_a_shuffle_is_left_out_with_exactly_a_rounds_cards() -> None:
    # Six cards a round: 52 rounds use up all 312 cards, and the last of them can still be dealt.
    table = due_shoe(readings={"king-high.burn": "one-per-round"})
    for _ in range(4, 52):
        unshuffled_round(table)
    assert table.state.packs.next == 312
    table.refused(acts.Overlook("shuffle"), DEALER)


def test_the_house_does_not_make_up_for_a_shuffle_that_was_left_out() -> None:
    table = due_shoe()
    assert isinstance(by_itself(table), acts.Shuffle)
    table.do(acts.Overlook("shuffle"), DEALER)
    assert by_itself(table) == acts.Welcome(1)
    table.do(acts.Welcome(1), DEALER)
    assert by_itself(table) is None
    table.wager(1, "pokerpot", 100)
    assert by_itself(table) is None
    step = next_step(table.table, seeded("corners"), bets_are_in=True)
    assert step == (acts.NoMoreBets(), DEALER)
    table.do(*step)
    assert by_itself(table) == acts.Burn()


# Cards and devices ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "seen_at"),
    [
        (45, "burn 1"),
        (46, "burn 1"),
        (47, "draw 1"),
        (48, "burn 2"),
        (49, "burn 2"),
        (50, "draw 2"),
        (51, "burn 3"),
        (53, "draw 3"),
        (55, "burn 4"),
    ],
)
def test_the_cut_card_comes_out_with_the_first_card_beneath_it(at: int, seen_at: str) -> None:
    # Three rounds take 45 cards; then two are burnt and one is drawn, again and again.
    table = shoe()
    table.cut(at)
    quiet_rounds(table, 3)
    assert table.state.packs.next == 45
    assert not table.events(acts.CutCardSeen), (
        "whatever lies above it has come, and nothing beneath"
    )
    table.wager(1, "pokerpot", 100)
    found = []
    for n in range(1, 6):
        table.no_more_bets()
        for name, command in (("burn", acts.Burn()), ("draw", acts.Draw())):
            if acts.CutCardSeen() in table.do(command, DEALER):
                found.append(f"{name} {n}")
    assert found == [seen_at]


@pytest.mark.parametrize(("at", "rounds"), [(47, 8), (48, 9)])
def test_the_cut_card_beneath_a_rounds_last_card_is_seen_in_the_next_round(
    at: int, rounds: int
) -> None:
    # Six cards a round: the 48th is the last of the eighth round.
    readings = {"king-high.burn": "one-per-round", "king-high.shuffle-due": "cut-card"}
    table = shoe(readings=readings)
    table.cut(at)
    quiet_rounds(table, rounds - 1)
    assert not table.state.packs.due
    quiet_rounds(table, 1)
    assert table.state.packs.due == "the cut card came out"


def test_one_player_leaving_and_another_coming_makes_no_shuffle_due() -> None:
    table = shoe(1, 2)
    quiet_rounds(table, 1)
    table.leave(1)
    table.sit(3)
    assert table.state.packs.due == ""
    table.leave(2)
    table.sit(1)
    assert table.state.packs.due == ""
    table.wager(3, "pokerpot", 100)
    table.do(acts.NoMoreBets(), DEALER)


def test_the_first_to_sit_at_an_empty_table_makes_a_shuffle_due_and_the_second_does_not() -> None:
    table = shoe(1, 2)
    quiet_rounds(table, 1)
    table.leave(1, 2)
    assert table.state.packs.due == ""
    table.sit(1)
    assert table.state.packs.due == "the table was vacant"
    table.ready()
    table.sit(2)
    assert table.state.packs.due == ""


@HANDS
def test_a_broken_device_stays_broken_when_its_cards_are_removed(game: str) -> None:
    table = at_table(game)
    bet(table, 1)
    table.close_bets()
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    table.do(acts.RemoveCards(), DEALER)
    assert table.state.packs.is_broken
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    table.do(acts.Wash(), DEALER)
    assert not table.can("shuffle", DEALER)
    bet(table, 1)
    assert "repaired or replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.do(acts.Mend(), INSPECTOR)
    table.no_more_bets()


def test_a_device_that_works_still_works_when_its_cards_are_removed() -> None:
    table = at_table("duki4")
    table.do(acts.RemoveCards(), DEALER)
    assert not table.state.packs.is_broken
    table.refused(acts.Mend(), INSPECTOR)
    table.new_cards()


def test_the_house_mends_a_device_only_between_rounds() -> None:
    table = king_high(1, 2)
    table.next_draws(NOTHING)
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
    table.play_card()
    void(table)
    assert table.state.packs.is_broken
    for place in (1, 2):
        assert by_itself(table) == acts.Settle(place)
        table.settle(place)
    assert by_itself(table) == acts.Clear()
    table.clear()
    assert by_itself(table) == acts.Mend()


@HANDS
def test_the_house_mends_a_shuffler_only_when_the_void_round_is_cleared(game: str) -> None:
    table = at_table(game)
    bet(table, 1)
    table.close_bets()
    table.declare("d-malfunction", by=DEALER)
    assert by_itself(table) == acts.Settle(1)
    table.settle(1)
    assert by_itself(table) == acts.Clear()
    table.clear()
    assert by_itself(table) == acts.Mend()


# Forms and views -----------------------------------------------------------------------------------


def test_an_error_notification_is_signed_again_after_another_count() -> None:
    table = Driver("duki4")
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat({500: 1}), DEALER)
    table.do(acts.ReportError("the rack was all but empty"), INSPECTOR)
    table.do(acts.Sign("error-notification"), DEALER)
    table.do(acts.CountFloat({500: 2}), DEALER)
    table.refused(acts.Sign("error-notification"), INSPECTOR)  # Nobody has said what is wrong now.
    table.do(acts.ReportError("two chips were found"), INSPECTOR)
    events = table.do(acts.Sign("error-notification"), INSPECTOR)
    assert len(events) == 1, "one signature is not two"
    assert not table.events(acts.FormCompleted)
    table.do(acts.Sign("error-notification"), DEALER)
    form = table.last(acts.FormCompleted)
    assert (form.says["counted"], form.says["nature"]) == ("2 x $5", "two chips were found")
    assert table.cents("float") == 1000


def test_a_void_round_has_no_card_in_the_action_box() -> None:
    table = king_high()
    table.next_draws("Kh 2d 3c 9s 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.draw_next()
    for by in (DEALER, player(1)):
        cards = table.seen(by)["cards"]
        assert (cards["action_box"], cards["holding_boxes"]) == ("Kh", [])
    table.settle_all()
    void(table)
    assert table.phase == "settle"
    for by in (*STAFF, CAMERAS, player(1)):
        cards = table.seen(by)["cards"]
        assert (cards["action_box"], cards["holding_boxes"]) == ("", ["Kh"])


def test_a_camera_sees_chips_and_no_forms() -> None:
    table = at_table("duki4")
    seen = table.seen(CAMERAS)
    assert "forms" not in seen
    assert seen["float"] == table.float_chips()
    for by in STAFF:
        assert table.seen(by)["forms"]["completed"] == ["opener"]
    assert not {"forms", "float", "tips"} & set(table.seen(player(1)))


# Time ----------------------------------------------------------------------------------------------


def test_two_commands_at_the_same_instant_are_taken_and_an_earlier_one_is_not() -> None:
    table = at_table("duki4")
    at = table.now
    table.wait(microseconds=-1)
    with pytest.raises(Forbidden, match="expected time to go on") as refusal:
        table.table.act(acts.Tip(1, {100: 1}), player(1), table.now)
    assert refusal.value.rule == "house.time"
    assert table.cents("tips") == 0
    for _ in range(2):
        table.table.act(acts.Tip(1, {100: 1}), player(1), at)
    assert table.cents("tips") == 200
    assert [line.at for line in table.lines[-2:]] == [at, at]

"""King High when something goes wrong: section 12 for both devices rule by rule, game protection."""

import pytest

from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tests.table.driving import (
    CAMERAS,
    DEALER,
    INSPECTOR,
    PIT_BOSS,
    Driver,
    Settlement,
    at_table,
)

ANYBODY_ON_DUTY = (DEALER, INSPECTOR, PIT_BOSS, CAMERAS)
NOTHING = "2h 9d 3c Ts 4h"
"""Five cards that make no poker hand and no run."""
ONE_A_ROUND = {"king-high.burn": "one-per-round"}
ALL_ON_CARD = ("high", "low", "heart", "club", "diamond", "spade", "seven")


def king_high(*seats: int, **setup: object) -> Driver:
    return at_table("king-high", seats or (1,), **setup)


def shoe(*seats: int, **setup: object) -> Driver:
    return king_high(*seats, device="shoe", **setup)


def play(table: Driver, cards: int) -> Settlement:
    """So many cards drawn and settled; what came back on them all, each wager's last."""
    returned: Settlement = {}
    for _ in range(cards):
        returned |= table.play_card()
    return returned


def quiet_rounds(table: Driver, rounds: int) -> None:
    """Rounds with one Pokerpot wager and nothing else."""
    for _ in range(rounds):
        table.wager(1, "pokerpot", 100)
        play(table, 5)
        table.clear()


def void(table: Driver) -> Settlement:
    """The device fails after the call, cannot be mended, and the round is void."""
    table.no_more_bets()
    table.declare("not-delivered", "void", by=INSPECTOR)
    return table.settle_all()


# 12. Mechanical shuffle device: a card found face up -----------------------------------------------


@pytest.mark.parametrize("by", ANYBODY_ON_DUTY, ids=str)
def test_section_12_mechanical_face_up_card_goes_back_before_the_round(by: Actor) -> None:
    table = king_high()
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.declare("face-up-in-shuffler", by=by)
    assert table.last(acts.Declare).ruling == "returned"
    assert table.seen(player(1))["exposed"] == ["Kh"]
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.next_draws("2d")
    assert table.draw_next() == "Low Diamond"
    assert table.settle_all() == {(1, "high"): 0}


def test_section_12_mechanical_face_up_card_goes_back_before_an_action_round() -> None:
    table = king_high()
    table.next_draws("Qd Kh " + NOTHING[6:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1000}
    table.no_more_bets()
    table.declare("face-up-in-shuffler", by=DEALER)
    assert table.phase == "draw", "the round goes on"
    assert "went back" in str(table.refused(acts.Draw(), DEALER))
    table.next_draws("2d")
    assert table.last(acts.Shuffled).cards == 311, "the queen stays in her holding box"
    assert table.draw() == "Low Diamond"
    assert table.settle_all() == {(1, "high"): 0}
    assert table.state.drawn == ("Qd", "2d")


def test_section_12_mechanical_face_up_card_may_come_again_after_the_shuffle() -> None:
    table = king_high()
    table.next_draws("Kh")
    table.wager(1, "pokerpot", 100)
    table.declare("face-up-in-shuffler", by=DEALER)
    table.next_draws("Kh Kh Kh Kh Kh")
    play(table, 5)
    assert table.last(acts.Settled).returned == 50_100, "five kings of hearts of six decks"


def test_section_12_mechanical_face_up_card_is_named_by_the_device_and_not_by_whoever_saw_it() -> (
    None
):
    table = king_high()
    table.next_draws("Kh")
    table.wager(1, "pokerpot", 100)
    table.refused(table.declared("face-up-in-shuffler", card="2c"), DEALER)


def test_section_12_mechanical_face_up_card_is_declared_by_no_player_and_not_while_settling() -> (
    None
):
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.refused(table.declared("face-up-in-shuffler"), player(1))
    table.draw_next()
    table.refused(table.declared("face-up-in-shuffler"), DEALER)


def test_section_12_mechanical_rules_are_not_those_of_a_manual_shoe() -> None:
    table = shoe()
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.refused(table.declared("face-up-in-shuffler"), INSPECTOR)
    table.no_more_bets()
    table.refused(table.declared("not-delivered", "void"), INSPECTOR)


# 12. Mechanical shuffle device: it does not deliver ------------------------------------------------


def test_section_12_mechanical_fault_that_is_fixed_lets_the_round_go_on() -> None:
    table = king_high()
    table.next_draws("Kh Qd " + NOTHING[6:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high-run", 500)
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1250}
    table.no_more_bets()
    table.declare("not-delivered", "fixed", by=INSPECTOR)
    assert table.phase == "draw"
    assert table.draw() == "High Diamond"
    assert table.settle_all() == {(1, "high"): 1000}
    assert table.spot(1, "high-run") == 500
    play(table, 3)
    assert table.phase == "clear"


def test_section_12_mechanical_fault_is_an_inspectors_to_rule_upon() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    for ruling in ("fixed", "void"):
        for by in (DEALER, CAMERAS, player(1)):
            table.refused(table.declared("not-delivered", ruling), by)
    assert "fixed or void" in str(table.refused(table.declared("not-delivered"), INSPECTOR))
    table.declare("not-delivered", "void", by=PIT_BOSS)


def test_section_12_mechanical_fault_needs_cards_that_are_still_to_come() -> None:
    table = king_high()
    table.next_draws(NOTHING)
    fault = table.declared("not-delivered", "void")
    table.wager(1, "pokerpot", 100)
    table.refused(fault, INSPECTOR)
    play(table, 4)
    assert table.is_listed(fault, INSPECTOR), "one card is still to come"
    table.draw_next()
    table.refused(fault, INSPECTOR)
    assert table.settle_all() == {(1, "pokerpot"): 0}
    table.refused(fault, INSPECTOR)


def test_section_12_mechanical_fault_is_ruled_on_while_players_bet_on_the_next_card() -> None:
    """The device holds the cards to complete the round then, too; nobody has to call for it first."""
    table = king_high()
    table.next_draws("Kh Kd " + NOTHING[6:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high-run", 500)
    play(table, 2)
    table.wager(1, "low", 500)
    table.declare("not-delivered", "fixed", by=INSPECTOR)
    assert table.phase == "wagers"
    table.declare("not-delivered", "void", by=INSPECTOR)
    assert table.settle_all() == {(1, "low"): 500, (1, "high-run"): 2000, (1, "pokerpot"): 200}
    table.clear()
    table.wager(1, "pokerpot", 100)
    assert "the device repaired or replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.do(acts.Mend(), INSPECTOR)


def test_section_12_mechanical_void_lets_the_results_of_earlier_action_rounds_stand() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh 2d " + NOTHING[6:])
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.wager(2, "low", 500)
    assert table.play_card() == {(1, "high"): 1250, (2, "low"): 0}
    assert table.play_card() == {(1, "high"): 0}
    assert void(table) == {(1, "pokerpot"): 100, (2, "pokerpot"): 100}
    table.clear()
    assert table.rail(1) == 50_000 + 750 - 500
    assert table.rail(2) == 50_000 - 500


@pytest.mark.parametrize("wager", ALL_ON_CARD)
def test_section_12_mechanical_void_returns_wagers_on_a_card_that_never_came(wager: str) -> None:
    table = king_high()
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.play_card()
    table.wager(1, wager, 500)
    assert void(table) == {(1, wager): 500, (1, "pokerpot"): 100}
    returned = next(each for each in table.events(acts.Settled) if each.wager == wager)
    assert returned.rule.endswith(".no-card")
    assert table.rail(1) == 50_000
    assert table.spot(1, wager) == 0, "a void round leaves nothing on the felt"


def test_section_12_mechanical_void_before_the_first_card_returns_everything() -> None:
    table = king_high(1, 2)
    for place in (1, 2):
        for wager in ("pokerpot", "high-run", "low-run", *ALL_ON_CARD):
            table.wager(place, wager, 500)
    returned = void(table)
    assert set(returned.values()) == {500}
    assert len(returned) == 20
    assert (table.rail(1), table.rail(2)) == (50_000, 50_000)


HIGHS, LOWS = "Kh Qd Jc 9s", "2h 3d 4c 6s"


@pytest.mark.parametrize("reading", ["returned", "paid-three"])
@pytest.mark.parametrize(("run", "cards"), [("high-run", HIGHS), ("low-run", LOWS)])
@pytest.mark.parametrize(
    ("drawn", "returned", "paid_three"),
    [
        (0, 500, 2000),
        (1, 500, 2000),
        (2, 2000, 2000),
        (3, 5500, 5500),
        (4, 10_500, 10_500),
    ],
)
def test_section_12_mechanical_void_pays_live_runs_to_the_next_level(
    run: str, cards: str, drawn: int, returned: int, paid_three: int, reading: str
) -> None:
    table = king_high(readings={"king-high.void-run": reading})
    table.next_draws(cards)
    table.wager(1, "pokerpot", 100)
    table.wager(1, run, 500)
    assert play(table, drawn) == {}, "the run lives"
    expected = returned if reading == "returned" else paid_three
    assert void(table) == {(1, run): expected, (1, "pokerpot"): 100}
    assert table.rail(1) == 50_000 - 500 + expected


@pytest.mark.parametrize(("reading", "each"), [("returned", 500), ("paid-three", 2000)])
def test_section_12_mechanical_void_before_any_card_treats_both_runs_alike(
    reading: str, each: int
) -> None:
    table = king_high(readings={"king-high.void-run": reading})
    table.wager(1, "high-run", 500)
    table.wager(1, "low-run", 500)
    assert void(table) == {(1, "high-run"): each, (1, "low-run"): each}


@pytest.mark.parametrize("reading", ["returned", "paid-three"])
@pytest.mark.parametrize(
    ("cards", "broken"),
    [
        ("Kh", "low-run"),
        ("2h", "high-run"),
        ("7h", "high-run"),
        ("7h", "low-run"),
        ("Kh 2d", "high-run"),
        ("Kh Qd 7c", "high-run"),
        ("2h 3d Kc", "low-run"),
    ],
)
def test_section_12_mechanical_void_gives_a_broken_run_nothing(
    cards: str, broken: str, reading: str
) -> None:
    table = king_high(readings={"king-high.void-run": reading})
    table.next_draws(cards)
    table.wager(1, "pokerpot", 100)
    table.wager(1, broken, 500)
    assert play(table, len(cards.split())) == {(1, broken): 0}
    assert void(table) == {(1, "pokerpot"): 100}
    assert table.rail(1) == 49_500


@pytest.mark.parametrize(("cards", "paid"), [("Kh Qd Jc 2s", 2000), ("2h 3d 4c 7s", 2000)])
def test_section_12_mechanical_void_leaves_a_completed_run_as_it_was_paid(
    cards: str, paid: int
) -> None:
    run = "high-run" if cards.startswith("K") else "low-run"
    table = king_high()
    table.next_draws(cards)
    table.wager(1, "pokerpot", 100)
    table.wager(1, run, 500)
    assert play(table, 4) == {(1, run): paid}
    assert void(table) == {(1, "pokerpot"): 100}


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("", 100),
        ("Kh", 100),
        ("Kh Qd", 100),
        ("9h 9d", 100),
        ("Th Td", 200),
        ("Kh Kd", 200),
        ("Ah Ad", 200),
        ("Kh 2d Kc", 200),
        ("2h 2d 2c", 400),
        ("9h 9d 4c 4s", 300),
        ("Kh Kd 4c 4s", 300),
        ("9h 9d 9c 2s", 400),
        ("9h 9d 9c 9s", 5100),
        ("2h 3h 4h 5h", 100),
        ("Th Jh Qh Kh", 100),
    ],
)
def test_section_12_mechanical_void_pays_the_pokerpot_as_reached_or_returns_it(
    cards: str, returned: int
) -> None:
    table = king_high()
    table.next_draws(cards or NOTHING)
    table.wager(1, "pokerpot", 100)
    play(table, len(cards.split()))
    assert void(table) == {(1, "pokerpot"): returned}
    table.clear()
    assert table.rail(1) == 50_000 - 100 + returned


@pytest.mark.parametrize(("reading", "returned"), [("tens", 200), ("jacks", 100)])
def test_section_12_mechanical_void_reaches_the_lowest_pair_of_its_reading(
    reading: str, returned: int
) -> None:
    table = king_high(readings={"king-high.pokerpot-pair": reading})
    table.next_draws("Th Td")
    table.wager(1, "pokerpot", 100)
    play(table, 2)
    assert void(table) == {(1, "pokerpot"): returned}


def test_section_12_mechanical_void_keeps_to_the_maximum_payout_of_the_pokerpot() -> None:
    table = king_high(maximum_payouts={"pokerpot": 1000})
    table.next_draws("9h 9d 9c 9s")
    table.wager(1, "pokerpot", 100)
    play(table, 4)
    assert void(table) == {(1, "pokerpot"): 1100}


def test_section_12_mechanical_void_settles_card_wagers_then_runs_then_the_pokerpot() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh Qd")
    for place in (2, 1):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "high-run", 500)
    play(table, 2)
    table.wager(2, "seven", 500)
    table.wager(1, "club", 500)
    assert list(void(table).items()) == [
        ((1, "club"), 500),
        ((2, "seven"), 500),
        ((1, "high-run"), 2000),
        ((2, "high-run"), 2000),
        ((1, "pokerpot"), 100),
        ((2, "pokerpot"), 100),
    ]


def test_section_12_mechanical_void_ends_the_round_for_players_and_dealer() -> None:
    table = king_high()
    table.next_draws(NOTHING)
    table.wager(1, "pokerpot", 100)
    table.play_card()
    table.no_more_bets()
    table.declare("not-delivered", "void", by=INSPECTOR)
    assert table.seen(player(1))["is_void"]
    assert table.seen(player(1))["cards"]["announcements"] == []
    table.refused(acts.Draw(), DEALER)
    table.refused(acts.TakeBack(1, "pokerpot"), player(1))
    table.wager(1, "high", 500)
    assert table.last(acts.LateWager).wager == "high"
    assert table.spot(1, "high") == 0
    table.settle_all()
    assert table.phase == "clear"
    table.clear()
    assert not table.seen(player(1))["is_void"]


def test_section_12_mechanical_void_returns_a_wager_over_the_maximum_whole() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 15_000)
    table.wager(1, "high", 15_000)
    void(table)
    assert table.rail(1) == 50_000


def test_section_12_mechanical_void_payment_is_approved_like_any_other() -> None:
    table = king_high(approval_from=5000)
    table.next_draws("Kh Qd Jc")
    table.wager(1, "high-run", 500)
    play(table, 3)
    table.no_more_bets()
    table.declare("not-delivered", "void", by=INSPECTOR)
    table.refused(acts.Settle(1), DEALER)
    table.do(acts.Approve(1), INSPECTOR)
    assert table.settle_all() == {(1, "high-run"): 5500}


def test_section_12_mechanical_fault_at_a_physical_table_with_keyed_cards() -> None:
    table = king_high(is_keyed=True)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high-run", 500)
    table.play_card("Kh")
    table.play_card("Kd")
    assert void(table) == {(1, "high-run"): 2000, (1, "pokerpot"): 200}
    table.clear()
    table.wager(1, "pokerpot", 100)
    table.refused(acts.NoMoreBets(), DEALER)
    table.do(acts.Mend(), INSPECTOR)
    table.no_more_bets()


# 12. Mechanical shuffle device: substitution -------------------------------------------------------


def broken(**setup: object) -> Driver:
    """A table whose shuffle device failed in the last round."""
    table = king_high(**setup)
    table.wager(1, "pokerpot", 100)
    void(table)
    table.clear()
    return table


def test_section_12_mechanical_no_round_begins_with_a_broken_device() -> None:
    table = broken()
    assert table.seen(player(1))["device"]["is_broken"]
    table.wager(1, "pokerpot", 100)
    assert "repaired or replaced" in str(table.refused(acts.NoMoreBets(), DEALER))
    table.refused(acts.Shuffle(0, "", "salt"), DEALER)


def test_section_12_mechanical_device_that_was_mended_is_used_again() -> None:
    table = broken()
    for by in (DEALER, CAMERAS, player(1)):
        table.refused(acts.Mend(), by)
    table.do(acts.Mend(), INSPECTOR)
    table.refused(acts.Mend(), INSPECTOR)
    quiet_rounds(table, 1)


def test_section_12_mechanical_a_substitute_shuffler_may_be_brought() -> None:
    table = broken()
    table.refused(acts.Substitute("six-deck-shuffler"), DEALER)
    table.do(acts.Substitute("six-deck-shuffler"), INSPECTOR)
    assert not table.seen(player(1))["device"]["is_broken"]
    table.wager(1, "pokerpot", 100)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER))
    play(table, 5)


def test_section_12_mechanical_the_game_may_continue_from_a_six_deck_manual_shoe() -> None:
    table = broken()
    table.do(acts.Substitute("shoe"), PIT_BOSS)
    assert table.seen(player(1))["device"]["id"] == "shoe"
    table.wager(1, "pokerpot", 100)
    table.refused(acts.NoMoreBets(), DEALER)
    table.next_draws("Kh Qd Jc 2s 3h")
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1250}
    assert table.last(acts.CardHeld).burns == 2
    table.no_more_bets()
    table.refused(table.declared("not-delivered", "void"), INSPECTOR)
    table.declare("exposed-burn", by=DEALER)
    table.burn()
    table.draw()
    table.settle_all()
    play(table, 3)
    table.clear()
    assert table.state.packs.next == 15
    assert table.state.packs.rounds == 1
    quiet_rounds(table, 3)
    assert table.state.packs.due, "the shoe's own rules hold from now on"


def test_section_12_mechanical_the_shuffler_comes_back_when_it_works_again() -> None:
    table = broken()
    table.do(acts.Substitute("shoe"), INSPECTOR)
    quiet_rounds(table, 1)
    table.do(acts.Substitute("six-deck-shuffler"), INSPECTOR)
    table.next_draws(NOTHING)
    quiet_rounds(table, 1)
    assert table.last(acts.CardHeld).burns == 0


def test_section_12_mechanical_no_device_is_changed_while_a_round_is_under_way() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.refused(acts.Substitute("shoe"), INSPECTOR)
    table.declare("not-delivered", "void", by=INSPECTOR)
    table.refused(acts.Substitute("shoe"), INSPECTOR)
    table.settle_all()
    table.refused(acts.Substitute("shoe"), INSPECTOR)
    table.clear()
    table.do(acts.Substitute("shoe"), INSPECTOR)


# 12. Manual dealing shoe: a missed burn ------------------------------------------------------------


@pytest.mark.parametrize("by", ANYBODY_ON_DUTY, ids=str)
def test_section_12_manual_shoe_missed_burn_lets_the_round_go_on(by: Actor) -> None:
    table = shoe()
    table.ready()
    table.stack(["3c", "3d", "Kh", "Qd", "4c", "4d", "2s", "5c", "5d", "9s", "6c", "6d", "Ts"])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high-run", 500)
    table.wager(1, "high", 500)
    assert table.play_card() == {(1, "high"): 1250}
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    assert table.draw() == "High Diamond", "the card that should have been burnt"
    table.declare("missed-burn", by=by)
    assert table.last(acts.Declare).ruling == "play-on"
    assert table.settle_all() == {(1, "high"): 1000}
    assert table.last(acts.CardHeld).burns == 0
    assert table.spot(1, "high-run") == 500
    assert table.play_card() == {(1, "high"): 0, (1, "high-run"): 0}
    assert table.last(acts.CardHeld).burns == 2
    play(table, 2)
    assert [each.burns for each in table.events(acts.CardHeld)] == [2, 0, 2, 2, 2]


def test_section_12_manual_shoe_missed_burn_may_be_noticed_before_the_card() -> None:
    table = shoe()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    table.declare("missed-burn", by=INSPECTOR)
    assert table.phase == "draw"
    table.draw()


def test_section_12_manual_shoe_missed_burn_may_be_noticed_at_a_later_card() -> None:
    table = shoe()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    table.draw()
    table.no_more_bets()
    table.declare("missed-burn", by=CAMERAS)
    table.burn()
    table.draw()
    play(table, 3)
    assert table.phase == "clear"


def test_section_12_manual_shoe_no_burn_is_missed_where_it_was_made_or_none_was_due() -> None:
    table = shoe()
    table.wager(1, "pokerpot", 100)
    table.refused(acts.Overlook("burn"), DEALER)
    table.no_more_bets()
    table.refused(table.declared("missed-burn"), DEALER)
    table.burn()
    table.refused(acts.Overlook("burn"), DEALER)
    table.refused(table.declared("missed-burn"), DEALER)
    mechanical = king_high()
    mechanical.wager(1, "pokerpot", 100)
    mechanical.no_more_bets()
    mechanical.refused(acts.Overlook("burn"), DEALER)


# 12. Manual dealing shoe: an exposed card ----------------------------------------------------------


@pytest.mark.parametrize("by", ANYBODY_ON_DUTY, ids=str)
def test_section_12_manual_shoe_exposed_burn_card_is_turned_down_and_burnt(by: Actor) -> None:
    table = shoe()
    table.ready()
    table.stack(["Kh", "3d", "2c"])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.no_more_bets()
    table.declare("exposed-burn", by=by)
    assert table.last(acts.Declare).ruling == "burnt"
    assert table.last(acts.Declare).card == "Kh"
    assert table.seen(player(1))["exposed"] == ["Kh"]
    table.refused(acts.Draw(), DEALER)
    table.burn()
    assert table.draw() == "Low Club"
    assert table.settle_all() == {(1, "high"): 0}
    assert table.last(acts.CardHeld).burns == 2
    assert table.state.packs.next == 3


@pytest.mark.parametrize(
    ("reading", "beneath"), [("two-per-action-round", 2), ("one-per-round", 1)]
)
def test_section_12_manual_shoe_burn_card_exposed_before_the_call_is_one_of_those_due(
    reading: str, beneath: int
) -> None:
    table = shoe(readings={"king-high.burn": reading})
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.declare("exposed-burn", by=DEALER)
    table.draw_next()
    assert table.last(acts.CardHeld).burns == beneath
    assert table.state.packs.next == beneath + 1


def test_section_12_manual_shoe_every_card_that_left_the_shoe_was_drawn_or_burnt() -> None:
    table = shoe()
    table.wager(1, "pokerpot", 100)
    play(table, 5)
    burnt = sum(each.burns for each in table.events(acts.CardHeld))
    assert table.state.packs.next == 5 + burnt == 15


@pytest.mark.parametrize("by", ANYBODY_ON_DUTY, ids=str)
def test_section_12_manual_shoe_card_exposed_after_the_call_is_used(by: Actor) -> None:
    table = shoe(1, 2)
    table.next_draws("Kh " + NOTHING[3:])
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.no_more_bets()
    table.refused(table.declared("exposed-after-call"), by)
    table.burn()
    table.declare("exposed-after-call", by=by)
    assert (table.last(acts.Declare).ruling, table.last(acts.Declare).card) == ("used", "Kh")
    table.refused(acts.TakeBack(1, "high"), player(1))
    table.wager(2, "high", 500)
    assert table.last(acts.LateWager).place == 2
    assert table.draw() == "King High Heart"
    assert table.settle_all() == {(1, "high"): 1250}


def test_section_12_manual_shoe_burnt_is_no_ruling_for_a_card_exposed_after_the_call() -> None:
    table = shoe()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.burn()
    table.refused(table.declared("exposed-after-call", "burnt"), INSPECTOR)
    table.refused(table.declared("exposed-burn"), INSPECTOR)


def between_cards(reading: str) -> Driver:
    """One card is out, and the next to be drawn lies on top: no burn comes before it."""
    table = shoe(readings={**ONE_A_ROUND, "king-high.early-exposure": reading})
    table.next_draws("2d Kh 3c Qs 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high-run", 500)
    table.play_card()
    table.wager(1, "high", 500)
    return table


@pytest.mark.parametrize("by", [INSPECTOR, PIT_BOSS], ids=str)
def test_section_12_manual_shoe_card_exposed_before_the_call_is_burnt(by: Actor) -> None:
    table = between_cards("burn")
    for other in (DEALER, CAMERAS, player(1)):
        table.refused(table.declared("exposed-before-call"), other)
    table.refused(table.declared("exposed-before-call", "used"), by)
    table.declare("exposed-before-call", by=by)
    assert (table.last(acts.Declare).ruling, table.last(acts.Declare).card) == ("burnt", "Kh")
    assert table.draw_next() == "Low Club"
    assert table.settle_all() == {(1, "high"): 0}


def test_section_12_manual_shoe_card_exposed_before_the_call_is_used_by_the_other_reading() -> None:
    table = between_cards("use")
    table.refused(table.declared("exposed-before-call", "burnt"), INSPECTOR)
    table.declare("exposed-before-call", by=INSPECTOR)
    assert table.last(acts.Declare).ruling == "used"
    table.wager(1, "heart", 500)
    assert table.draw_next() == "King High Heart"
    assert table.settle_all() == {(1, "high"): 1250, (1, "heart"): 2000}


def test_section_12_manual_shoe_card_before_the_call_is_a_burn_card_where_burns_come_first() -> (
    None
):
    table = shoe()
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.refused(table.declared("exposed-before-call", "burnt"), INSPECTOR)
    table.declare("exposed-burn", by=INSPECTOR)


# 12. Manual dealing shoe: the shuffle that was left out --------------------------------------------


def unshuffled(cards: str, **readings: str) -> Driver:
    """The cut card came out, the round was finished, and the dealer goes on without a shuffle."""
    chosen = {f"king-high.{id.replace('_', '-')}": option for id, option in readings.items()}
    table = shoe(readings=chosen)
    table.next_draws(f"{' '.join([NOTHING] * 4)} {cards}")
    quiet_rounds(table, 4)
    assert table.state.packs.due == "the cut card came out"
    table.wager(1, "pokerpot", 100)
    table.refused(acts.NoMoreBets(), DEALER)
    table.do(acts.Overlook("shuffle"), DEALER)
    return table


def begin_unshuffled(table: Driver, cards: int) -> Settlement:
    """Cards of that round, without the shuffle that a careful dealer would make."""
    returned: Settlement = {}
    for _ in range(cards):
        table.do(acts.NoMoreBets(), DEALER)
        table.burn()
        table.draw()
        returned |= table.settle_all()
    return returned


@pytest.mark.parametrize("by", ANYBODY_ON_DUTY, ids=str)
def test_section_12_manual_shoe_unshuffled_round_is_void_when_it_is_noticed(by: Actor) -> None:
    table = unshuffled("Kh Qd Jc 2s 3h")
    table.wager(1, "high-run", 500)
    table.wager(1, "high", 500)
    begin_unshuffled(table, 3)
    table.declare("unshuffled-round", by=by)
    assert table.last(acts.Declare).ruling == "void"
    assert table.settle_all() == {
        (1, "high"): 500,
        (1, "high-run"): 5500,
        (1, "pokerpot"): 100,
    }
    table.clear()
    assert table.rail(1) == 50_000 - 4 * 100 + (750 + 500 + 500) + 5000
    table.wager(1, "pokerpot", 100)
    assert "a shuffle" in str(table.refused(acts.NoMoreBets(), DEALER)), "it takes place at once"
    table.no_more_bets()


@pytest.mark.parametrize("reading", ["returned", "paid-three"])
@pytest.mark.parametrize(
    ("drawn", "returned", "paid_three"),
    [(1, 500, 2000), (2, 2000, 2000), (3, 5500, 5500), (4, 10_500, 10_500)],
)
def test_section_12_manual_shoe_unshuffled_round_pays_live_runs_to_the_next_level(
    drawn: int, returned: int, paid_three: int, reading: str
) -> None:
    table = unshuffled("2h 3d 4c 6s", void_run=reading)
    table.wager(1, "low-run", 500)
    table.wager(1, "high-run", 500)
    assert begin_unshuffled(table, drawn) == {(1, "high-run"): 0}
    table.declare("unshuffled-round", by=INSPECTOR)
    expected = returned if reading == "returned" else paid_three
    assert table.settle_all() == {(1, "low-run"): expected, (1, "pokerpot"): 100}


@pytest.mark.parametrize(
    ("cards", "returned"),
    [("9h 9d", 100), ("Kh Kd", 200), ("2h 2d 2c", 400), ("4h 4d 9c 9s", 300)],
)
def test_section_12_manual_shoe_unshuffled_round_pays_the_pokerpot_as_reached_or_returns_it(
    cards: str, returned: int
) -> None:
    table = unshuffled(cards)
    begin_unshuffled(table, len(cards.split()))
    table.declare("unshuffled-round", by=INSPECTOR)
    assert table.settle_all() == {(1, "pokerpot"): returned}


def test_section_12_manual_shoe_unshuffled_round_noticed_after_the_call_returns_card_wagers() -> (
    None
):
    table = unshuffled("Kh Qd")
    begin_unshuffled(table, 1)
    for wager in ALL_ON_CARD:
        table.wager(1, wager, 500)
    table.do(acts.NoMoreBets(), DEALER)
    table.declare("unshuffled-round", by=CAMERAS)
    assert table.settle_all() == {(1, id): 500 for id in ALL_ON_CARD} | {(1, "pokerpot"): 100}


def test_section_12_manual_shoe_unshuffled_round_is_completed_by_the_other_reading() -> None:
    table = unshuffled("Kh Qd Jc 2s 3h", unshuffled_round="completed")
    table.wager(1, "high-run", 500)
    begin_unshuffled(table, 2)
    table.refused(table.declared("unshuffled-round", "void"), INSPECTOR)
    table.declare("unshuffled-round", by=INSPECTOR)
    assert table.last(acts.Declare).ruling == "completed"
    assert begin_unshuffled(table, 3) == {(1, "high-run"): 2000, (1, "pokerpot"): 0}
    table.clear()
    table.wager(1, "pokerpot", 100)
    table.refused(acts.NoMoreBets(), DEALER)
    table.no_more_bets()


def test_section_12_manual_shoe_unshuffled_round_has_nothing_left_to_void_after_the_fifth_card() -> (
    None
):
    table = unshuffled(NOTHING)
    begin_unshuffled(table, 4)
    table.do(acts.NoMoreBets(), DEALER)
    table.burn()
    table.draw()
    table.refused(table.declared("unshuffled-round"), INSPECTOR)
    assert table.settle_all() == {(1, "pokerpot"): 0}
    table.refused(table.declared("unshuffled-round"), INSPECTOR)
    table.clear()
    table.wager(1, "pokerpot", 100)
    table.refused(acts.NoMoreBets(), DEALER)


def test_section_12_manual_shoe_a_shuffle_that_was_made_is_not_called_missing() -> None:
    table = shoe()
    table.ready()
    table.refused(acts.Overlook("shuffle"), DEALER)
    table.wager(1, "pokerpot", 100)
    table.play_card()
    table.refused(table.declared("unshuffled-round"), INSPECTOR)


def test_section_12_manual_shoe_a_shuffle_made_after_all_is_not_called_missing() -> None:
    table = unshuffled(NOTHING)
    table.shuffle(0)
    table.cut()
    begin_unshuffled(table, 1)
    table.refused(table.declared("unshuffled-round"), INSPECTOR)


def test_section_12_manual_shoe_the_dealer_alone_leaves_steps_out() -> None:
    table = shoe()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    for by in (INSPECTOR, PIT_BOSS, CAMERAS, player(1)):
        table.refused(acts.Overlook("burn"), by)
    table.refused(acts.Overlook("draw"), DEALER)


def test_section_12_manual_shoe_a_missing_shuffle_noticed_before_the_call_voids_nothing() -> None:
    table = unshuffled(NOTHING, void_run="paid-three")
    table.wager(1, "high-run", 500)
    table.refused(table.declared("unshuffled-round"), INSPECTOR)


# 12. The record ------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
def test_section_12_a_player_declares_nothing_and_an_unknown_rule_is_refused(device: str) -> None:
    table = king_high(device=device)
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.refused(table.declared("hand-near-wagers", place=1), player(1))
    table.refused(acts.Declare("king-high.irregularity.wind"), INSPECTOR)


def test_section_12_what_was_declared_is_written_down_under_its_own_rule() -> None:
    table = king_high()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.declare("not-delivered", "void", by=INSPECTOR)
    line = next(line for line in table.lines if isinstance(line.event, acts.Declare))
    assert (line.rule, line.by) == ("king-high.irregularity.not-delivered", "inspector")
    assert table.seen(CAMERAS)["declared"] == ["king-high.irregularity.not-delivered"]
    table.settle_all()
    assert table.rule() == "king-high.pokerpot.void-returned"
    table.clear()
    assert table.seen(CAMERAS)["declared"] == []


# 10. Game protection -------------------------------------------------------------------------------


def test_game_protection_a_wager_after_the_call_is_returned_and_recorded() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh " + NOTHING[3:])
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.no_more_bets()
    held = table.rail(2)
    assert table.wager(2, "high", 500) == [acts.LateWager(2, "high", {500: 1})]
    assert (table.rail(2), table.spot(2, "high")) == (held, 0)
    table.draw()
    assert table.settle_all() == {(1, "high"): 1250}


def test_game_protection_past_posting_onto_a_winning_area_has_no_effect() -> None:
    table = king_high(1, 7)
    table.next_draws("Kh " + NOTHING[3:])
    for place in (1, 7):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "low", 500)
    table.draw_next()
    table.settle(1)
    table.wager(7, "high", 2500)
    table.wager(7, "heart", 2500)
    assert [late.wager for late in table.events(acts.LateWager)] == ["high", "heart"]
    assert [(s.wager, s.returned) for s in table.settle(7)] == [("low", 0)]
    assert table.rail(7) == 50_000 - 600


def test_game_protection_capping_a_winning_wager_is_returned() -> None:
    table = king_high()
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.draw_next()
    table.wager(1, "high", 2500)
    assert table.last(acts.LateWager).chips == {2500: 1}
    assert table.settle_all() == {(1, "high"): 1250}


def test_game_protection_a_losing_wager_is_not_drawn_back_or_moved() -> None:
    table = king_high()
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "low", 500)
    table.no_more_bets()
    table.refused(acts.TakeBack(1, "low"), player(1))
    table.draw()
    table.refused(acts.TakeBack(1, "low"), player(1))
    table.refused(acts.TakeBack(1, "low"), DEALER)
    assert table.settle_all() == {(1, "low"): 0}


def test_game_protection_a_wager_before_ones_own_box_is_settled_is_late() -> None:
    table = king_high(1, 2)
    table.next_draws("Kh " + NOTHING[3:])
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "seven", 500)
    table.draw_next()
    table.settle(1)
    table.wager(1, "high", 500)
    assert table.spot(1, "high") == 500, "box 1 is settled, and bets on the next card"
    table.wager(2, "high", 500)
    assert table.spot(2, "high") == 0
    assert [late.place for late in table.events(acts.LateWager)] == [2]


def test_game_protection_late_round_wagers_are_returned_and_recorded() -> None:
    table = king_high()
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.play_card()
    for wager in ("pokerpot", "high-run", "low-run"):
        table.wager(1, wager, 500)
    late = [each.wager for each in table.events(acts.LateWager)]
    assert late == ["pokerpot", "high-run", "low-run"]
    assert table.rail(1) == 50_000 - 100


def test_game_protection_a_wager_after_the_last_card_is_late() -> None:
    table = king_high()
    table.next_draws(NOTHING)
    table.wager(1, "pokerpot", 100)
    play(table, 5)
    assert table.phase == "clear"
    table.wager(1, "pokerpot", 100)
    assert table.events(acts.LateWager)
    assert table.spot(1, "pokerpot") == 0


@pytest.mark.parametrize("by", ANYBODY_ON_DUTY, ids=str)
def test_game_protection_a_hand_near_the_wagers_is_asked_back_and_changes_nothing(
    by: Actor,
) -> None:
    table = king_high(1, 2)
    table.next_draws("Kh " + NOTHING[3:])
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.refused(table.declared("hand-near-wagers", place=3), by)
    for phase in ("wagers", "draw", "settle"):
        assert table.phase == phase
        table.declare("hand-near-wagers", by=by, place=1)
        if phase == "wagers":
            table.no_more_bets()
        elif phase == "draw":
            table.draw()
    assert table.settle_all() == {(1, "high"): 1250}


@pytest.mark.parametrize("is_keyed", [False, True])
def test_a_shoe_that_was_filled_again_within_a_round_is_cut_before_a_card_of_it_is_used(
    is_keyed: bool,
) -> None:
    """Otherwise the next call waited for a cut that nobody could make any more."""
    table = at_table("king-high", device="shoe", is_keyed=is_keyed)
    table.wager(1, "pokerpot", 100)
    table.play_card("2h" if is_keyed else "")
    table.no_more_bets()
    table.declare("shoe-runs-out", "reshuffled", by=INSPECTOR)
    for missing in ("a shuffle", "a cut"):
        assert missing in str(table.refused(acts.Burn(), DEALER))
        table.refused(acts.Overlook("burn"), DEALER)
        if missing == "a shuffle":
            table.shuffle_all()
    table.cut()
    table.burn()
    table.draw("3h" if is_keyed else "")
    table.settle_all()
    table.play_card("4h" if is_keyed else "")

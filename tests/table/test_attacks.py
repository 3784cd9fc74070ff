"""Ways in which a person could cheat a table or bring it to a halt, each tried and turned away."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tablewright.rules.errors import Forbidden, Refused
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.chips import Move
from tablewright.table.journal import FORMAT
from tablewright.table.machine import Table
from tablewright.table.randomness import seeded
from tablewright.table.record import ACTS, Act
from tablewright.table.seal import sealed
from tablewright.table.session import Session
from tablewright.table.setup import AUTOMATIC, Setup, Staff
from tests import registry
from tests.table.driving import (
    CAMERAS,
    DAY,
    DEALER,
    INSPECTOR,
    PIT_BOSS,
    Driver,
    at_table,
)
from tests.table_play import covers

NINES, NO_DUKI = "9d 9s 5h 8c", "Qd Qs Js As"
NOTHING = "2h 9d 3c Ts 4h"
"""Five cards that make no poker hand and no run."""
GAMES = pytest.mark.parametrize("game", registry.GAMES)
HANDS = pytest.mark.parametrize("game", registry.CONTESTS)
SUPERVISORS = pytest.mark.parametrize("by", [INSPECTOR, PIT_BOSS], ids=str)
EVERYBODY = (DEALER, INSPECTOR, PIT_BOSS, CAMERAS, player(1), player(2))


def bet(table: Driver, *places: int) -> None:
    """The least that a player puts down to be dealt in."""
    for place in places:
        if table.table.book.is_draw:
            table.wager(place, "pokerpot", 100)
            continue
        table.wager(place, "ante", 500)
        if table.table.book.game.id == "pick2":
            table.wager(place, "bonus-3-5", 500)


def king_high(*seats: int, **setup: Any) -> Driver:
    return at_table("king-high", seats or (1,), **setup)


def quiet_rounds(table: Driver, rounds: int) -> None:
    """Rounds with one Pokerpot wager and nothing else."""
    for _ in range(rounds):
        table.wager(1, "pokerpot", 100)
        for _ in range(5):
            table.play_card()
        table.clear()


class ItsClock:
    """The driver's own time, for a session at the same table."""

    def __init__(self, table: Driver) -> None:
        self.table = table

    def now(self) -> datetime:
        self.table.wait(seconds=1)
        return self.table.now


def by_itself(table: Driver) -> Session:
    """The same table, run from now on by whatever is automatic."""
    session = Session(table.table.book.setup, seeded("attacks"), ItsClock(table))
    session.table = table.table
    return session


def all_but(*steps: str) -> tuple[str, ...]:
    return tuple(step for step in AUTOMATIC if step not in steps)


def check_accounts(table: Driver) -> None:
    assert table.state.bank.total() == 0
    assert not table.state.bank.overdrawn()


# Cards: who may name them --------------------------------------------------------------------------


def test_a_shuffle_into_the_order_that_was_keeps_the_hands_known() -> None:
    table = at_table("duki4")
    order, _ = table.table.vault[0]
    table.do(acts.OrderShuffle("a player asked for it"), INSPECTOR)
    table.do(acts.Shuffle(0, order, "other salt"), DEALER)
    assert table.table.vault[0] == (order, "other salt")
    bet(table, 1)
    table.no_more_bets()
    table.do(acts.Deal(), DEALER)
    table.decide(1, "play")
    assert "comes from the pack" in str(table.refused(acts.Reveal("Kc Kd Kh Ks"), DEALER))
    # Two hands are dealt card by card, the dealer's second.
    table.reveal()
    assert table.state.dealer_cards.split() == [order[2 * n : 2 * n + 2] for n in (1, 3, 5, 7)]


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
def test_a_shuffle_into_the_order_that_was_keeps_the_next_card_known(device: str) -> None:
    table = king_high(device=device)
    order, _ = table.table.vault[0]
    table.do(acts.OrderShuffle("a player asked for it"), INSPECTOR)
    table.shuffle_by_hand()
    table.do(acts.Shuffle(0, order, "other salt"), DEALER)
    bet(table, 1)
    table.no_more_bets()
    burns = 2 if device == "shoe" else 0
    if burns:
        table.burn()
    assert "comes from the pack" in str(table.refused(acts.Draw("7h"), DEALER))
    table.draw()
    assert table.state.drawn == (order[2 * burns : 2 * burns + 2],)


@GAMES
def test_a_sealed_shuffle_is_refused_at_a_live_table(game: str) -> None:
    table = at_table(game)
    order, _ = table.table.vault[0]
    cards = len(order) // 2
    table.do(acts.OrderShuffle("a player asked for it"), INSPECTOR)
    for seal in ("0" * 64, sealed(order, "salt")):
        refusal = table.refused(acts.Shuffled(0, cards, seal), DEALER)
        assert "the order itself" in str(refusal)
    bet(table, 1)
    table.refused(acts.NoMoreBets(), DEALER)
    table.shuffle(0)
    table.do(acts.NoMoreBets(), DEALER)


@GAMES
def test_the_first_shuffle_is_not_taken_on_its_seal_either(game: str) -> None:
    table = Driver(game)
    table.open_float()
    table.open_equipment()
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    if game == "king-high":
        table.sign("card-and-dice-slip-in")
    table.do(acts.Wash(), DEALER)
    cards = len(table.table.to_shuffle(0)) // 2
    table.refused(acts.Shuffled(0, cards, "0" * 64), DEALER)


def test_an_exposed_burn_card_seen_before_the_call_cannot_be_left_unburnt() -> None:
    table = king_high(device="shoe")
    table.next_draws("2c 3d")
    table.wager(1, "pokerpot", 100)
    table.declare("exposed-burn", by=DEALER)
    table.no_more_bets()
    assert table.refused(acts.Overlook("burn"), DEALER).rule == "house.overlooked"
    table.burn()
    assert table.draw() == "Low Club"
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)  # Nobody has seen this one.


def test_an_exposed_burn_card_seen_after_the_call_cannot_be_left_unburnt() -> None:
    table = king_high(device="shoe")
    table.next_draws("2c 3d")
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    assert table.can("overlook", DEALER)
    table.declare("exposed-burn", by=CAMERAS)
    table.refused(acts.Overlook("burn"), DEALER)
    # The second of the two was not seen, and may have been forgotten.
    assert table.offered("overlook", DEALER).least == table.offered("overlook", DEALER).most == 1
    table.burn()
    assert table.draw() == "Low Club"
    assert table.last(acts.CardHeld).burns == 2


def test_an_exposed_burn_card_of_one_round_says_nothing_of_the_next() -> None:
    table = king_high(device="shoe", readings={"king-high.burn": "one-per-round"})
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.declare("exposed-burn", by=DEALER)
    for _ in range(5):
        table.play_card()
    table.clear()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)


# Wagers for the dealer and the maximum -------------------------------------------------------------


def test_the_maximum_on_a_players_own_wager_leaves_nothing_for_the_dealer() -> None:
    table = king_high(dealer_wagers=True)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 10_000)
    for cents in (50, 500, 10_000):
        refusal = table.refused(table.wagered(1, "high", cents, for_dealer=True), player(1))
        assert refusal.rule == "house.for-the-dealer"


def test_a_wager_over_the_maximum_leaves_nothing_for_the_dealer_and_not_less() -> None:
    table = king_high(dealer_wagers=True)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 15_000)
    refusal = table.refused(table.wagered(1, "high", 500, for_dealer=True), player(1))
    assert "-$" not in str(refusal)


def shared(card: str) -> Driver:
    """Sixty dollars of a player and forty for the dealer on High, at a maximum of one hundred."""
    table = king_high(dealer_wagers=True)
    table.next_draws(f"{card} {NOTHING}")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 6000)
    table.refused(table.wagered(1, "high", 4050, for_dealer=True), player(1))
    table.wager(1, "high", 4000, for_dealer=True)
    table.refused(table.wagered(1, "high", 50, for_dealer=True), player(1))
    return table


def test_a_wager_for_the_dealer_and_the_players_own_are_paid_on_what_plays() -> None:
    table = shared("Qh")
    assert table.play_card() == {(1, "high"): 12_000}
    assert table.cents("tips") == 8000
    assert table.spot(1, "high") == 6000, "the player's own stays for the next card"
    assert table.rail(1) == 50_000 - 100 - 6000 - 4000 + 6000


def test_what_is_put_on_top_of_both_does_not_play() -> None:
    table = shared("Qh")
    events = table.wager(1, "high", 1000)
    assert events[1:] == [acts.Advised(1, "high", "maximum", 6000)]
    table.draw_next()
    own, dealers = table.settle()
    assert (own.stake, own.returned) == (6000, 12_000)
    assert own.says == "Over the maximum: $60 plays, $10 goes back."
    assert (dealers.stake, dealers.returned, dealers.for_dealer) == (4000, 8000, True)
    assert table.spot(1, "high") == 6000
    assert table.rail(1) == 50_000 - 100 - 6000 - 4000 + 6000
    assert table.cents("tips") == 8000


def test_what_was_put_on_top_of_both_comes_back_when_they_lose() -> None:
    table = shared("2d")
    table.wager(1, "high", 1000)
    assert table.play_card() == {(1, "high"): 0}
    assert table.rail(1) == 50_000 - 100 - 6000 - 4000
    assert table.cents("tips") == 0


def test_once_the_dealers_wager_is_taken_back_the_player_has_the_whole_maximum_again() -> None:
    table = shared("Qh")
    table.take_back(1, "high", for_dealer=True)
    assert table.wager(1, "high", 4000) == [acts.Wager(1, "high", {2500: 1, 500: 3})]
    assert table.play_card() == {(1, "high"): 20_000}


def test_the_maximum_counts_the_wager_for_the_dealer_where_more_is_refused() -> None:
    table = at_table("duki4", dealer_wagers=True)
    table.wager(1, "ante", 6000)
    table.refused(table.wagered(1, "ante", 4050, for_dealer=True), player(1))
    table.wager(1, "ante", 4000, for_dealer=True)
    refusal = table.refused(table.wagered(1, "ante", 50), player(1))
    assert refusal.rule == "duki4.wagers.limits"
    table.refused(table.wagered(1, "ante", 50, for_dealer=True), player(1))
    table.deal({1: "Kc Kd 4c 5c"}, dealer=NO_DUKI)
    table.decide(1, "play")
    # A dealer without a Duki: the Ante is paid even money for both, the Play wagers push.
    assert table.finish() == {(1, "ante"): 12_000, (1, "play"): 6000}
    assert table.cents("tips") == 8000
    assert table.rail(1) == 50_000 + 6000 - 4000


def test_the_maximum_on_an_ante_leaves_nothing_for_the_dealer() -> None:
    table = at_table("duki4", dealer_wagers=True)
    table.wager(1, "ante", 10_000)
    table.refused(table.wagered(1, "ante", 50, for_dealer=True), player(1))


def test_an_agreed_maximum_is_shared_with_the_dealer_like_a_posted_one() -> None:
    table = at_table("duki4", dealer_wagers=True, personal_limits=True)
    table.do(acts.AgreeLimits(1, {"ante": (500, 1500)}), PIT_BOSS)
    table.wager(1, "ante", 1000)
    table.refused(table.wagered(1, "ante", 550, for_dealer=True), player(1))
    table.wager(1, "ante", 500, for_dealer=True)
    table.refused(table.wagered(1, "ante", 50), player(1))


def test_taking_back_the_dealers_wager_leaves_a_small_wager_small() -> None:
    table = king_high(dealer_wagers=True, returns_small_wagers=True)
    table.next_draws("2h Kd 3c Ts 4h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 200)
    assert table.play_card() == {(1, "high"): 0}, "the first one stands as wagered"
    table.wager(1, "high", 200)
    table.wager(1, "high", 100, for_dealer=True)
    table.take_back(1, "high", for_dealer=True)
    assert table.play_card() == {(1, "high"): 200}, "given back, and not paid 3 to 2"
    assert table.last(acts.Settled).rule == "king-high.wagers.under-minimum"
    assert table.rail(1) == 50_000 - 100 - 200


# What a dealer may take off the felt ---------------------------------------------------------------


def test_a_dealer_never_takes_a_live_run_off_the_felt() -> None:
    table = king_high(1, 2, readings={"king-high.withdraw": "all"})
    table.next_draws("Kh Qd Jc 2s 3h")
    for place in (1, 2):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "high-run", 500)
    table.play_card()
    table.play_card()
    for wager in ("high-run", "pokerpot"):
        assert "can stand" in str(table.refused(acts.TakeBack(1, wager), DEALER))
    assert not table.can("take-back", DEALER)
    table.take_back(1, "high-run")
    assert table.play_card() == {}
    assert table.play_card() == {(2, "high-run"): 2000}


def test_a_dealer_gives_back_what_lies_without_the_pokerpot() -> None:
    table = king_high(readings={"king-high.withdraw": "all"})
    table.next_draws("Kh Qd Jc 2s 3h")
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high-run", 500)
    table.play_card()
    table.wager(1, "high", 500)
    table.refused(acts.TakeBack(1, "high"), DEALER)
    table.take_back(1, "pokerpot")
    table.refused(acts.TakeBack(1, "high-run"), DEALER)
    table.do(acts.TakeBack(1, "high"), DEALER)
    assert table.rail(1) == 50_000 - 500
    table.no_more_bets()


def test_a_dealer_gives_back_wagers_that_are_not_equal_and_no_others() -> None:
    table = at_table("pick2", seats=(1, 2))
    bet(table, 2)
    table.wager(1, "ante", 1000)
    table.wager(1, "bonus-3-5", 500)
    table.wager(1, "bonus-5", 500)
    table.refused(acts.TakeBack(1, "bonus-5"), DEALER)
    table.refused(acts.TakeBack(2, "ante"), DEALER)
    table.do(acts.TakeBack(1, "ante"), DEALER)
    table.do(acts.TakeBack(1, "bonus-3-5"), DEALER)
    table.do(acts.TakeBack(1, "bonus-5"), DEALER)  # It needs an Ante beside it.
    assert table.rail(1) == 50_000
    table.no_more_bets()


def test_a_dealer_takes_no_ante_that_stands() -> None:
    table = at_table("duki4")
    table.wager(1, "ante", 500)
    table.wager(1, "bonus", 500)
    for wager in ("ante", "bonus"):
        table.refused(acts.TakeBack(1, wager), DEALER)


# A win that the rack cannot pay --------------------------------------------------------------------


@pytest.mark.parametrize("approval_from", [None, 50_000], ids=["unasked", "approved"])
def test_a_royal_flush_in_the_pokerpot_is_filled_for_and_paid(approval_from: int | None) -> None:
    table = king_high(approval_from=approval_from)
    table.next_draws("Th Jh Qh Kh Ah")
    table.wager(1, "pokerpot", 10_000)
    assert table.cents("float") < 25_000_000
    assert by_itself(table).play_round()
    # 2500 to 1 on one hundred dollars.
    assert table.rail(1) == 50_000 + 25_000_000
    assert table.last(acts.Settled).returned == 25_010_000
    assert len(table.events(acts.Fill)) == 1
    assert len(table.events(acts.Approve)) == (approval_from is not None)
    check_accounts(table)


def test_a_royal_flush_in_every_box_is_filled_for_as_often_as_needed() -> None:
    table = king_high(1, 2, 3, float_chips={2500: 24, 500: 120, 100: 240, 50: 120})
    assert table.cents("float") == 0, "the players have it all"
    table.next_draws("Th Jh Qh Kh Ah")
    for place in (1, 2, 3):
        table.wager(place, "pokerpot", 10_000)
    assert by_itself(table).play_round()
    assert {table.rail(place) for place in (1, 2, 3)} == {50_000 + 25_000_000}
    check_accounts(table)


def test_a_royal_flush_in_pick_2_is_filled_for_and_paid() -> None:
    table = at_table("pick2", float_chips={2500: 20, 500: 50, 100: 100, 50: 50})
    for wager in ("ante", "bonus-3-5", "bonus-5"):
        table.wager(1, wager, 10_000)
    table.deal({1: "Ah Kh Qh Jh Th"}, dealer="As Ad 2c 3c 4d")
    table.decide(1, "five")
    session = by_itself(table)
    while table.phase != "clear":
        assert session.step()
    # One hundred dollars each: even money twice, 500 to 1 and for the three cards 10 to 1 more on the
    # 3-5 Bonus, 500 to 1 on the other.
    returned = {each.wager: each.returned for each in table.events(acts.Settled)}
    assert returned == {
        "ante": 20_000,
        "play": 20_000,
        "bonus-3-5": 5_110_000,
        "bonus-5": 5_010_000,
    }
    assert table.rail(1) == 50_000 + 10_000 + 10_000 + 5_100_000 + 5_000_000
    assert table.events(acts.Fill)
    check_accounts(table)


# A session waits for people ------------------------------------------------------------------------


def does_not_go_on(table: Driver, session: Session) -> None:
    """Nothing happens by itself, however often it is tried, once new players are welcomed."""
    while table.state.new_at and session.step():
        pass
    lines = len(table.lines)
    assert session.step() is False
    assert session.step() is False
    assert len(table.lines) == lines


def test_a_session_waits_for_an_approval_that_is_not_automatic() -> None:
    table = at_table("duki4", approval_from=5000, automatic=all_but("approve"))
    table.wager(1, "ante", 500)
    table.deal({1: "7s 8h 9c Td"}, dealer=NINES)
    table.decide(1, "play")
    session = by_itself(table)
    assert session.step()
    assert table.phase == "settle"
    assert session.step(), "the hand is turned"
    does_not_go_on(table, session)
    table.do(acts.Approve(1), INSPECTOR)
    assert session.step()
    assert table.rail(1) == 50_000 + 5000 + 500


def test_a_session_waits_for_a_fill_that_is_not_automatic() -> None:
    table = at_table("duki4", seats=(), float_chips={2500: 1, 500: 10}, automatic=all_but("fill"))
    table.sit(1, chips={500: 10})
    table.wager(1, "ante", 500)
    table.deal({1: "Kc Kd Kh Ks"}, dealer=NO_DUKI)
    table.decide(1, "play")
    session = by_itself(table)
    assert session.step()
    assert session.step(), "the hand is turned"
    does_not_go_on(table, session)
    table.do(acts.Fill({50_000: 1}), INSPECTOR)
    does_not_go_on(table, session)
    table.countersign()
    assert session.step()
    assert table.rail(1) == 5000 + 50_000


def test_a_session_waits_for_keyed_hands() -> None:
    table = at_table("duki4", device="hand", is_keyed=True, automatic=None)
    table.wager(1, "ante", 500)
    table.deal()
    table.decide(1, "play")
    session = by_itself(table)
    does_not_go_on(table, session)
    table.reveal(NINES)
    does_not_go_on(table, session)
    table.show(1, "9h 9c 6s Jd")
    assert session.step()
    assert table.rail(1) == 50_000 + 1000 + 500


def test_a_session_waits_for_keyed_cards_to_be_drawn() -> None:
    table = king_high(is_keyed=True, automatic=None)
    table.wager(1, "pokerpot", 100)
    table.wager(1, "high", 500)
    table.no_more_bets()
    session = by_itself(table)
    does_not_go_on(table, session)
    table.draw("Qh")
    assert session.step()
    assert table.phase == "wagers"
    does_not_go_on(table, session)


# Every refusal and every line names a rule of the game ---------------------------------------------

SAMPLES: tuple[Act, ...] = (
    acts.HandShuffle(),
    acts.OrderInspection("a mark on a back"),
    acts.OrderInspection(""),
    acts.Inspect(),
    acts.Inspect("a nick"),
    acts.PutOffCardChange(15, "a player is in mid-run"),
    acts.PutOffCardChange(0, "a player is in mid-run"),
    acts.UnlockRack(),
    acts.CountFloat({500: 1}),
    acts.ReportError("a chip is missing"),
    acts.ReportError(""),
    acts.Sign("opener"),
    acts.Sign("closer"),
    acts.Countersign(1),
    acts.Countersign(9, {500: 1}),
    acts.CancelSlip(1, ""),
    acts.CancelSlip(9, "not needed"),
    acts.CheckEquipment(("layout",)),
    acts.DisplaySign(),
    acts.BringDecks(("green",)),
    acts.Examine(),
    acts.Examine("a marked card"),
    acts.Wash(),
    acts.Open(),
    acts.BeginClosing(),
    acts.RemoveCards(),
    acts.RemoveDropBox(),
    acts.Close(),
    acts.RecordApprovals(()),
    acts.Relieve("dealer", ""),
    acts.Relieve("surveillance", "Ann"),
    acts.Sit(1, "Ann"),
    acts.Sit(99, "Ann"),
    acts.Welcome(9),
    acts.Leave(1),
    acts.Leave(9),
    acts.BuyIn(1, 1, {500: 1}),
    acts.ChangeColour(1, {500: 1}, {100: 1}),
    acts.Tip(1, {50_000: 9}),
    acts.Fill({7: 1}),
    acts.Credit({7: 1}),
    acts.AgreeLimits(1, {"ante": (0, 0)}),
    acts.Correct(1, "neither way"),
    acts.Wager(1, "ante", {500: 1}),
    acts.Wager(1, "play", {500: 1}),
    acts.Wager(1, "pokerpot", {}, cash=500),
    acts.Wager(1, "high", {50_000: 1}),
    acts.LateWager(1, "ante", {500: 1}),
    acts.TakeBack(1, "ante"),
    acts.NoMoreBets(),
    acts.Deal(),
    acts.Decide(1, "play"),
    acts.Decide(1, "sing"),
    acts.Reveal(),
    acts.Reveal("Kh"),
    acts.Show(1, "Kh"),
    acts.Settle(1),
    acts.Settle(9),
    acts.LookOver(),
    acts.ReportChips("GAME.protection.late", 1, "ante", {500: 1}),
    acts.ReportChips("king-high.protection.late", 1, "high", {500: 1}, is_recorded=True),
    acts.Approve(1),
    acts.Clear(),
    acts.Burn(),
    acts.Draw(),
    acts.Draw("Kh"),
    acts.Shuffle(0, "", "salt"),
    acts.Shuffle(9, "", "salt"),
    acts.Shuffled(0, 52, "0" * 64),
    acts.Cut(1),
    acts.OrderShuffle(""),
    acts.ReplaceCards("", "worn"),
    acts.Mend(),
    acts.Substitute("roulette"),
    acts.ShowCutCard(),
    acts.Overlook("burn"),
    acts.Declare("GAME.irregularity.b-wrong-count"),
    acts.Declare("duki4.irregularity.b-wrong-count", place=99),
    acts.Declare("king-high.irregularity.missed-burn"),
)


def sweep(table: Driver) -> int:
    """Every sample from everybody, wherever it is not allowed; how many were refused."""
    refused = 0
    for by in EVERYBODY:
        allowed = table.table.legal(by)
        for command in SAMPLES:
            if any(covers(table.table, each, command) for each in allowed):
                continue
            with pytest.raises(Forbidden) as refusal:
                table.table.act(command, by, table.now)
            assert refusal.value.rule, f"{command} by the {by}"
            assert "GAME" not in refusal.value.rule, f"{command} by the {by}"
            refused += 1
    return refused


def a_round_of_hands(table: Driver) -> None:
    bet(table, 1)
    sweep(table)
    table.close_bets()
    sweep(table)
    table.do(acts.Deal(), DEALER)
    sweep(table)
    table.decide(1, "fold")
    sweep(table)
    table.reveal()
    sweep(table)
    table.settle_all()
    sweep(table)
    table.clear()


def a_round_of_draws(table: Driver) -> None:
    table.next_draws(NOTHING)
    bet(table, 1)
    sweep(table)
    for _ in range(5):
        table.wager(1, "seven", 500)
        table.no_more_bets()
        sweep(table)
        if table.state.burn_due:
            table.burn()
            sweep(table)
        table.draw()
        sweep(table)
        table.settle_all()
        sweep(table)
    table.clear()


@pytest.mark.parametrize(
    ("game", "device"),
    [
        ("duki4", "shuffler"),
        ("duki4", "hand"),
        ("pick2", "shuffler"),
        ("king-high", "six-deck-shuffler"),
        ("king-high", "shoe"),
    ],
)
def test_no_refusal_and_no_line_leaves_the_games_name_open(game: str, device: str) -> None:
    table = Driver(game, device=device)
    sweep(table)
    table.open_float()
    sweep(table)
    table.open_equipment()
    table.bring_decks()
    sweep(table)
    table.do(acts.Examine("a marked card"), INSPECTOR)
    table.new_cards()
    table.do(acts.Open(), INSPECTOR)
    sweep(table)
    table.sit(1, 2)
    sweep(table)
    if game == "king-high":
        a_round_of_draws(table)
    else:
        a_round_of_hands(table)
    table.close()
    assert sweep(table) == len(SAMPLES) * len(EVERYBODY), "a closed table takes nothing"
    for line in table.lines:
        assert line.rule
        assert "GAME" not in line.rule


def test_every_kind_of_command_is_among_those_tried() -> None:
    assert {type(each) for each in SAMPLES} == set(ACTS) - {acts.SetUp}


# Forms and the time --------------------------------------------------------------------------------


def late(table: Driver, hour: int, minute: int, days: int = 0) -> None:
    """The clock is at this time when the next command is given."""
    day = DAY + timedelta(days=days)
    at = datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)
    table.now = at - timedelta(seconds=1)


def said(table: Driver, form: str) -> dict[str, str]:
    completed = table.last(acts.FormCompleted)
    assert completed.form == form
    return completed.says


def test_the_opener_has_the_time_of_its_last_signature() -> None:
    table = Driver("duki4")
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat(table.float_chips()), DEALER)
    table.do(acts.Sign("opener"), DEALER)
    late(table, 18, 42)
    table.do(acts.Sign("opener"), INSPECTOR)
    assert (said(table, "opener")["date"], said(table, "opener")["time"]) == ("2026-11-16", "18:42")


def test_an_error_notification_has_the_date_of_its_last_signature() -> None:
    table = Driver("duki4")
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat({500: 1}), DEALER)
    table.do(acts.ReportError("the rack was all but empty"), INSPECTOR)
    late(table, 23, 59)
    table.do(acts.Sign("error-notification"), DEALER)
    late(table, 0, 5, days=1)
    table.do(acts.Sign("error-notification"), INSPECTOR)
    form = said(table, "error-notification")
    assert (form["date"], form["time"]) == ("2026-11-17", "00:05")


def test_the_slips_have_the_time_at_which_they_are_completed_also_after_midnight() -> None:
    table = king_high()
    late(table, 23, 50)
    table.do(acts.RemoveCards(), DEALER)
    late(table, 23, 58)
    table.do(acts.Sign("card-and-dice-slip-out"), INSPECTOR)
    form = said(table, "card-and-dice-slip-out")
    assert (form["date"], form["removed"]) == ("2026-11-16", "23:58")
    table.bring_decks()
    table.do(acts.Examine(), INSPECTOR)
    table.do(acts.Examine(), DEALER)
    late(table, 23, 59)
    table.do(acts.Sign("card-and-dice-slip-in"), DEALER)
    late(table, 0, 3, days=1)
    table.do(acts.Sign("card-and-dice-slip-in"), INSPECTOR)
    form = said(table, "card-and-dice-slip-in")
    assert (form["date"], form["put into play"]) == ("2026-11-17", "00:03")
    table.do(acts.RemoveCards(), DEALER)
    late(table, 0, 7, days=1)
    table.do(acts.Sign("card-and-dice-slip-out"), DEALER)
    form = said(table, "card-and-dice-slip-out")
    assert (form["date"], form["removed"]) == ("2026-11-17", "00:07")


def test_the_closer_has_the_time_of_its_last_signature() -> None:
    table = at_table("duki4", seats=())
    table.do(acts.BeginClosing(), INSPECTOR)
    table.do(acts.RemoveCards(), DEALER)
    late(table, 2, 10, days=1)
    table.do(acts.CountFloat(table.float_chips()), DEALER)
    table.do(acts.Sign("closer"), DEALER)
    late(table, 2, 15, days=1)
    table.do(acts.Sign("closer"), PIT_BOSS)
    assert (said(table, "closer")["date"], said(table, "closer")["time"]) == ("2026-11-17", "02:15")


# Setting up ----------------------------------------------------------------------------------------


def not_set_up() -> Table:
    return Table(Setup(table="7", game="duki4", day=DAY, is_practice=True))


@pytest.mark.parametrize(
    ("at", "says", "rule"),
    [
        (datetime(2026, 11, 14, 23, 59, tzinfo=UTC), "set up on its gaming day", "gaming-day"),
        (datetime(2026, 11, 18, 0, 0, tzinfo=UTC), "set up on its gaming day", "gaming-day"),
        (datetime(2007, 11, 28, 18, 0, tzinfo=UTC), "set up on its gaming day", "gaming-day"),
        (datetime(2026, 11, 16, 18, 0), "names no time zone", "time"),
    ],
    ids=["two days early", "two days late", "years ago", "no time zone"],
)
def test_a_gaming_day_that_is_not_the_day_it_is_is_refused(
    at: datetime, says: str, rule: str
) -> None:
    table = not_set_up()
    with pytest.raises(Forbidden, match=says) as refusal:
        table.set_up(at)
    assert refusal.value.rule == f"house.{rule}"
    assert table.lines == 0
    assert not table.state.bank.accounts
    table.set_up(datetime(2026, 11, 16, 18, tzinfo=UTC))


@pytest.mark.parametrize("day", [15, 16, 17])
def test_a_gaming_day_may_be_set_up_the_evening_before_and_lasts_past_midnight(day: int) -> None:
    assert not_set_up().set_up(datetime(2026, 11, day, 0, 30, tzinfo=UTC))


def test_a_table_is_set_up_once() -> None:
    table = Driver("duki4")
    worth = table.cents("float")
    with pytest.raises(Forbidden, match="already set up") as refusal:
        table.table.set_up(table.now)
    assert refusal.value.rule == "house.set-up"
    assert table.cents("float") == worth, "the rack has not been doubled"
    assert len(table.lines) == 1
    table.open()
    with pytest.raises(Forbidden):
        table.table.set_up(table.now)


def test_a_set_up_is_no_command_that_anybody_gives() -> None:
    table = at_table("duki4")
    setup = table.table.book.setup
    for by in EVERYBODY:
        with pytest.raises(Forbidden, match="only while it is being set up"):
            table.table.act(acts.SetUp(setup, FORMAT), by, table.now)


# A shuffle that was left out, and other cards ------------------------------------------------------


def with_a_shuffle_left_out() -> Driver:
    """A shoe after four rounds, whose dealer means to go on without a shuffle."""
    table = king_high(device="shoe")
    quiet_rounds(table, 4)
    table.do(acts.Overlook("shuffle"), DEALER)
    return table


def test_another_device_is_shuffled_although_a_shuffle_was_left_out_before() -> None:
    table = with_a_shuffle_left_out()
    table.do(acts.Substitute("six-deck-shuffler"), INSPECTOR)
    shuffles = len(table.events(acts.Shuffled))
    session = by_itself(table)
    while session.step():
        pass
    assert len(table.events(acts.Shuffled)) == shuffles + 1
    table.wager(1, "pokerpot", 100)
    table.do(acts.NoMoreBets(), DEALER)


def test_new_cards_are_shuffled_although_a_shuffle_was_left_out_before() -> None:
    table = with_a_shuffle_left_out()
    table.do(acts.RemoveCards(), DEALER)
    shuffles = len(table.events(acts.Shuffled))
    session = by_itself(table)
    while session.step():
        pass
    assert len(table.events(acts.Shuffled)) == shuffles + 1
    assert table.state.packs.cut is not None
    table.wager(1, "pokerpot", 100)
    table.do(acts.NoMoreBets(), DEALER)
    table.refused(table.declared("unshuffled-round"), DEALER)


# Approval, counts and hands ------------------------------------------------------------------------


def test_a_hand_is_turned_before_a_supervisor_approves_its_payment() -> None:
    table = at_table("duki4", seats=(1, 2), approval_from=5000)
    table.wager(1, "ante", 500)
    table.deal({1: "7s 8h 9c Td"}, dealer=NINES)
    table.decide(1, "play")
    table.reveal()
    for by in EVERYBODY:
        assert table.seen(by)["places"][1]["hand"] == {"cards": [], "face_down": 4}
    table.refused(acts.Approve(1), INSPECTOR)
    table.show(1)
    assert table.last(acts.Show).cards == "7s 8h 9c Td"
    assert table.do(acts.Approve(1), INSPECTOR) == [acts.Approve(1)]
    assert not table.events(acts.Settled)
    for by in EVERYBODY:
        shown = table.seen(by)["places"][1]["hand"]
        assert shown == {"cards": ["7s", "8h", "9c", "Td"], "face_down": 0}
    table.settle(1)
    assert len(table.events(acts.Show)) == 1, "it is turned once"
    assert table.rail(1) == 50_000 + 5000 + 500


@HANDS
def test_a_wrong_count_may_be_declared_after_the_dealer_turned_his_hand(game: str) -> None:
    table = at_table(game, seats=(1, 2))
    bet(table, 1, 2)
    table.deal()
    table.decide(1, "fold")
    table.decide(2, "fold")
    table.reveal()
    assert table.phase == "settle"
    table.declare("b-wrong-count", by=CAMERAS, place=2)
    assert table.state.is_void
    table.settle_all()
    table.clear()
    assert (table.rail(1), table.rail(2)) == (50_000, 50_000)


@HANDS
def test_a_wrong_count_is_too_late_once_the_round_is_cleared(game: str) -> None:
    table = at_table(game, seats=(1, 2))
    bet(table, 1, 2)
    table.deal()
    table.decide(1, "fold")
    table.decide(2, "fold")
    table.reveal()
    table.settle(1)
    table.settle(2)
    table.clear()
    table.refused(table.declared("b-wrong-count", place=2), INSPECTOR)
    bet(table, 1)
    table.deal()
    table.decide(1, "fold")
    table.reveal()
    table.declare("b-wrong-count", by=INSPECTOR, place=1)  # The next round is another.


def may_be_shuffled(table: Driver) -> list[int]:
    return [each.pack for each in table.table.legal(DEALER) if each.command == "shuffle"]


@HANDS
def test_both_decks_are_shuffled_again_after_a_broken_shuffler_was_mended(game: str) -> None:
    table = at_table(game)
    bet(table, 1)
    table.close_bets()
    shuffles = len(table.events(acts.Shuffled))
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    assert may_be_shuffled(table) == []
    table.do(acts.Mend(), INSPECTOR)
    assert may_be_shuffled(table) == [0, 1]
    bet(table, 1)
    table.refused(acts.NoMoreBets(), DEALER)
    table.no_more_bets()
    table.do(acts.Deal(), DEALER)
    assert sorted(each.pack for each in table.events(acts.Shuffled)[shuffles:]) == [0, 1]


def test_nobody_leaves_between_the_deal_and_the_cleared_table() -> None:
    table = at_table("duki4", seats=(1, 2), is_keyed=True)
    bet(table, 1, 2)
    table.deal()
    table.decide(1, "play")
    table.decide(2, "play")
    table.reveal(NINES)
    table.show(1, "9h 9c 6s Jd")
    table.settle(1)
    assert table.spot(1, "ante") == table.spot(1, "play") == 0
    for by in (player(1), DEALER):
        assert table.refused(acts.Leave(1), by).rule == "house.places"
    table.refused(acts.Show(2, "9h 2c 6d Js"), DEALER)  # The nine of hearts lies at seat 1.
    table.show(2, "2h 2c 7s Kd")
    table.settle(2)
    for place in (1, 2):
        table.refused(acts.Leave(place), player(place))
    table.clear()
    table.leave(1, 2)


def test_a_player_who_folded_stays_until_his_cards_are_cleared() -> None:
    table = at_table("duki4", seats=(1, 2))
    bet(table, 1, 2)
    table.deal()
    table.decide(1, "fold")
    table.refused(acts.Leave(1), player(1))
    table.decide(2, "fold")
    table.reveal()
    table.settle(1)
    table.refused(acts.Leave(1), player(1))
    table.settle(2)
    table.clear()
    table.leave(1)


@SUPERVISORS
@pytest.mark.parametrize("is_keyed", [False, True])
@pytest.mark.parametrize(("game", "plays"), [("duki4", ["play"]), ("pick2", ["three", "five"])])
def test_a_supervisor_folds_for_a_player_who_does_not_decide_and_nothing_else(
    game: str, plays: list[str], is_keyed: bool, by: Actor
) -> None:
    table = at_table(game, seats=(1, 2), is_keyed=is_keyed)
    bet(table, 1, 2)
    table.deal()
    for decision in plays:
        for cards in ((), (0, 1, 2), (0, 1, 2, 3, 4)):
            table.refused(acts.Decide(1, decision, cards), by)
    table.do(acts.Decide(1, "fold"), by)
    table.refused(acts.Decide(1, "fold"), by)
    assert table.phase == "decide", "the other has still to decide"


@HANDS
def test_nobody_else_decides_for_a_player(game: str) -> None:
    table = at_table(game, seats=(1, 2))
    bet(table, 1, 2)
    table.deal()
    for by in (DEALER, CAMERAS, player(2)):
        table.refused(acts.Decide(1, "fold"), by)


# Payments in other chips ---------------------------------------------------------------------------


def test_stake_and_winnings_are_made_up_together_when_the_rack_lacks_such_chips() -> None:
    table = at_table("king-high", seats=(), float_chips={500: 40, 100: 10})
    table.sit(1, chips={100: 10})
    table.next_draws("Qh " + NOTHING[3:])
    table.wager(1, "pokerpot", {100: 1})
    table.wager(1, "high", {100: 5})
    table.draw_next()
    (settled,) = table.settle()
    assert settled.returned == 1000
    assert settled.moves == (
        Move("spot:1:high", "float", {100: 5}),
        Move("float", "rail:1", {500: 2}),
    )
    assert "stake and winnings together" in settled.how
    assert table.spot(1, "high") == 0
    assert table.state.bank.chips("rail:1") == {500: 2, 100: 4}


def test_a_run_is_passed_in_total_when_the_rack_lacks_such_chips() -> None:
    table = at_table("king-high", seats=(), float_chips={500: 40, 100: 10})
    table.sit(1, chips={100: 10})
    table.next_draws("Kh Qd Jc 2s 3h")
    table.wager(1, "high-run", {100: 5})
    for _ in range(3):
        table.play_card()
    table.draw_next()
    (settled,) = table.settle()
    assert settled.returned == 2000
    assert settled.moves == (
        Move("spot:1:high-run", "float", {100: 5}),
        Move("float", "rail:1", {500: 4}),
    )
    assert "stake and winnings together" in settled.how
    assert "with the wager" not in settled.how


def in_total_by_the_house() -> acts.Settled:
    table = at_table("duki4", seats=(), float_chips={500: 40, 100: 10})
    table.sit(1, chips={100: 10})
    table.wager(1, "ante", {100: 5})
    table.deal({1: "Kc Kd 4c 5c"}, dealer=NO_DUKI)
    table.decide(1, "play")
    table.reveal()
    ante = table.settle()[0]
    assert table.state.bank.chips("rail:1") == {500: 2, 100: 5}
    return ante


def test_an_ante_is_paid_in_total_when_the_rack_lacks_such_chips() -> None:
    settled = in_total_by_the_house()
    assert settled.returned == 1000
    assert settled.moves == (
        Move("spot:1:ante", "float", {100: 5}),
        Move("float", "rail:1", {500: 2}),
    )
    assert settled.where.startswith("made up in the work area")


def test_the_houses_manner_says_that_an_ante_is_paid_in_total() -> None:
    assert "stake and winnings together" in in_total_by_the_house().how


# Devices -------------------------------------------------------------------------------------------


def dealt_by_hand(game: str) -> Driver:
    """The shuffler broke down, and the round after it was dealt by hand."""
    table = at_table(game)
    bet(table, 1)
    table.close_bets()
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    table.do(acts.Substitute("hand"), INSPECTOR)
    bet(table, 1)
    table.deal()
    table.decide(1, "fold")
    table.finish()
    return table


@HANDS
def test_a_shuffler_replaced_by_hand_comes_back_while_both_decks_lie_there(game: str) -> None:
    table = dealt_by_hand(game)
    assert table.state.decks.backs == ("blue", "red")
    table.do(acts.Substitute("shuffler"), INSPECTOR)
    assert may_be_shuffled(table) == [0, 1]
    for pack in (0, 1):
        bet(table, 1)
        table.no_more_bets()
        assert table.state.packs.pack == pack
        table.do(acts.Deal(), DEALER)
        table.decide(1, "fold")
        table.finish()


def test_a_shuffler_does_not_come_back_to_a_single_deck() -> None:
    table = dealt_by_hand("duki4")
    table.do(acts.RemoveCards(), DEALER)
    table.new_cards()
    assert table.state.decks.backs == ("blue",)
    table.refused(acts.Substitute("shuffler"), INSPECTOR)


# One person, one post ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "staff",
    [
        Staff(dealer="Ann", inspector="Ann"),
        Staff(dealer="Ann", pit_boss="Ann"),
        Staff(inspector="Ann", pit_boss="Ann"),
        Staff(dealer="Ann", surveillance="Ann"),
    ],
)
def test_one_person_at_two_posts_is_refused_at_the_set_up(staff: Staff) -> None:
    with pytest.raises(Refused, match="two posts: expected one post each"):
        Driver("duki4", staff=staff)


def staffed() -> Driver:
    staff = Staff(dealer="Ann", inspector="Bob", pit_boss="Cleo", surveillance="Dan")
    return Driver("duki4", staff=staff)


def test_nobody_takes_over_a_second_post() -> None:
    table = staffed()
    for who in ("Bob", "Cleo", "Dan"):
        refusal = table.refused(acts.Relieve("dealer", who), PIT_BOSS)
        assert "another post" in str(refusal)
    for who in ("Ann", "Cleo", "Dan"):
        table.refused(acts.Relieve("inspector", who), PIT_BOSS)
    table.do(acts.Relieve("dealer", "Eve"), INSPECTOR)
    table.do(acts.Relieve("inspector", "Ann"), PIT_BOSS)
    assert table.state.staff["dealer"] == "Eve"
    assert table.state.staff["inspector"] == "Ann"


def test_nobody_signs_a_form_twice_under_two_posts() -> None:
    table = staffed()
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat(table.float_chips()), DEALER)
    table.do(acts.Sign("opener"), DEALER)
    table.do(acts.Relieve("dealer", "Eve"), PIT_BOSS)
    table.do(acts.Relieve("inspector", "Ann"), PIT_BOSS)
    table.refused(acts.Sign("opener"), INSPECTOR)
    table.do(acts.Sign("opener"), PIT_BOSS)
    assert table.last(acts.FormCompleted).signed == {"dealer": "Ann", "pit-boss": "Cleo"}


def test_an_inspector_who_becomes_the_dealer_does_not_sign_again() -> None:
    table = staffed()
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat(table.float_chips()), DEALER)
    table.do(acts.Sign("opener"), INSPECTOR)
    table.do(acts.Relieve("inspector", "Eve"), PIT_BOSS)
    table.do(acts.Relieve("dealer", "Bob"), INSPECTOR)
    table.refused(acts.Sign("opener"), DEALER)
    table.do(acts.Relieve("dealer", "Ann"), INSPECTOR)
    table.do(acts.Sign("opener"), DEALER)
    assert table.last(acts.FormCompleted).signed == {"dealer": "Ann", "inspector": "Bob"}

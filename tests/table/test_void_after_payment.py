"""Irregularities noticed late: all hands can be void until the table is cleared, and what of payments.

The manuals of the games of hands void "all hands" and say nothing of what was paid: a reading does. At
its default what was settled stands; taken the other way, every wager comes to what the void round makes
of it. In these rounds seat 1 wins and seat 2 loses before the third seat is found to have three cards.
"""

from typing import Any

import pytest

from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.chips import rail
from tablewright.table.journal import Journal, read
from tablewright.table.story import chapters
from tablewright.table.verify import verify
from tests.by_hand.journal_audit import audit
from tests.table.driving import BUY_IN, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

WORTH = 50_000
WON = {1: "9h 9c 6s Jd", 2: "3h 4h 6h 7h"}
"""A Duki 4 with a pair, and four hearts: the dealer's Duki 4 without a pair beats only these."""
DEALERS = "2d 4s 5h 8c"
TAKEN_BACK = {"duki4.void-after-payment": "taken-back"}


def two_are_settled(**setup: Any) -> Driver:
    """Seat 1 has won $15 ($10 on the Ante, $5 on Play) and seat 2 lost $10; seat 3 is next."""
    table = at_table("duki4", seats=(1, 2, 3), **setup)
    for place in (1, 2, 3):
        table.wager(place, "ante", 500)
    if table.state.setup.dealer_wagers:
        table.wager(1, "ante", 100, for_dealer=True)
    table.deal(WON, dealer=DEALERS)
    for place in (1, 2, 3):
        table.decide(place, "play")
    table.reveal()
    table.settle(1)
    table.settle(2)
    return table


def rails(table: Driver) -> list[int]:
    return [table.rail(place) for place in (1, 2, 3)]


def journal_of(table: Driver) -> Journal:
    """The table's lines, written as a journal."""
    kept = Journal()
    for line in table.lines:
        kept.add(*line)
    return kept


def holds(table: Driver) -> str:
    """Verify, audit by hand and tell a table's journal; the answer is what is told."""
    kept = journal_of(table)
    assert verify(lambda: kept.lines).void_rounds == 1
    assert audit(kept.lines) == []
    told = [each for chapter in chapters(read(kept.lines)) for each in chapter.told]
    return "\n".join(each.says for each in told)


# What was settled stands ---------------------------------------------------------------------------


def test_by_default_what_was_settled_stands_and_the_rest_is_returned() -> None:
    table = two_are_settled()
    before = rails(table)
    table.declare("b-wrong-count", by=INSPECTOR, place=3)
    assert not table.events(acts.TakenBack)
    assert table.finish() == {(3, "ante"): 500, (3, "play"): 500}
    assert rails(table) == [before[0], before[1], WORTH]
    holds(table)


@pytest.mark.parametrize(("game", "short"), [("duki4", "2d 4s 5h"), ("pick2", "2d 4s 5h 8c")])
def test_a_seat_with_too_few_keyed_cards_does_not_leave_the_round_without_a_way_on(
    game: str, short: str
) -> None:
    """Duki and Pick 2, irregularity (b): seat 2's cards are short when seat 1 has been settled."""
    table = at_table(game, seats=(1, 2), is_keyed=True, device="hand")
    others = {"ante": 500} if game == "duki4" else {"ante": 500, "bonus-3-5": 500}
    for place in (1, 2):
        for wager, cents in others.items():
            table.wager(place, wager, cents)
    table.deal()
    table.decide(1, "fold")
    table.decide(2, "play" if game == "duki4" else "five")
    table.reveal("Kd Ks 9h 9c" if game == "duki4" else "Kd Ks 9h 9c 2h")
    table.settle(1)
    said = str(table.refused(acts.Show(2, short), DEALER))
    assert "declare: A player or the dealer has too many cards or too few." in said
    table.declare("b-wrong-count", "void", by=INSPECTOR, place=2)
    table.finish()
    assert table.rail(2) == WORTH
    assert table.phase == "wagers"


def test_a_void_that_undoes_payments_waits_for_two_signatures() -> None:
    table = two_are_settled(readings=TAKEN_BACK)
    before = rails(table)
    table.do(table.declared("b-wrong-count", place=3), INSPECTOR)
    assert rails(table) == before, "nothing moves on one signature"
    table.refused(acts.Settle(3), DEALER)
    table.do(acts.CancelSlip(1, "there were four after all"), PIT_BOSS)
    assert rails(table) == before
    table.settle(3)


# Taken back ----------------------------------------------------------------------------------------


def test_taken_back_winnings_go_to_the_float_and_lost_stakes_to_their_players() -> None:
    table = two_are_settled(readings=TAKEN_BACK)
    assert rails(table)[:2] == [WORTH + 1500, WORTH - 1000]
    table.declare("b-wrong-count", by=INSPECTOR, place=3)
    assert rails(table)[:2] == [WORTH, WORTH]
    back = {(each.place, each.wager): each.was for each in table.events(acts.TakenBack)}
    assert back == {(1, "ante"): 1500, (1, "play"): 1000, (2, "ante"): 0, (2, "play"): 0}
    rules = {line.rule for line in table.lines if isinstance(line.event, acts.TakenBack)}
    assert rules == {"duki4.irregularity.b-wrong-count"}
    assert table.finish() == {(3, "ante"): 500, (3, "play"): 500}
    assert rails(table) == [WORTH] * 3
    told = holds(table)
    assert "Player 1 (seat 1)'s Ante was paid and the round is void: $10 goes back" in told
    assert "Player 2 (seat 2)'s Play was taken and the round is void: $5 goes back to" in told
    assert "The house wins nothing this round ($30 given back unplayed)" in told


def test_taken_back_also_when_everything_is_settled_and_only_the_cards_lie_there() -> None:
    table = two_are_settled(readings=TAKEN_BACK)
    table.settle(3)
    assert table.phase == "clear"
    table.declare("a-face-up", by=PIT_BOSS)
    assert rails(table) == [WORTH] * 3
    table.clear()
    holds(table)


def test_taken_back_of_chips_that_are_spent_only_what_is_there_and_the_rest_is_recorded() -> None:
    table = two_are_settled(readings=TAKEN_BACK)
    left = {500: 1, 100: 2}
    given = dict(table.state.bank.chips(rail(1)))
    for value, count in left.items():
        given[value] -= count
    table.do(acts.Tip(1, {value: count for value, count in given.items() if count}), player(1))
    table.declare("b-wrong-count", by=INSPECTOR, place=3)
    assert table.rail(1) == 0
    short = {each.wager: each.short for each in table.events(acts.TakenBack) if each.place == 1}
    assert short == {"ante": 1000 - 700, "play": 500}
    table.finish()
    assert "$3 is no longer there and is still owed" in holds(table)


def test_taken_back_from_a_large_chip_with_change_from_the_float() -> None:
    table = two_are_settled(readings=TAKEN_BACK)
    small = dict(table.state.bank.chips(rail(1)))
    small.pop(2500)
    table.do(acts.Tip(1, small), player(1))
    before = table.rail(1)
    table.declare("b-wrong-count", by=INSPECTOR, place=3)
    assert table.rail(1) == before - 1500
    assert not any(each.short for each in table.events(acts.TakenBack))
    table.finish()
    holds(table)


def test_taken_back_what_was_won_for_the_dealer_leaves_the_tip_box() -> None:
    table = two_are_settled(readings=TAKEN_BACK, dealer_wagers=True)
    assert table.cents("tips") == 100 + 200 + 100 + 100, "ante and play for the dealer, both won"
    table.declare("b-wrong-count", by=INSPECTOR, place=3)
    assert table.cents("tips") == 0
    table.finish()
    assert rails(table) == [WORTH] * 3
    holds(table)


def test_taken_back_a_fold_that_stays_lost_stays_lost() -> None:
    readings = {**TAKEN_BACK, "duki4.void-after-fold": "stays-lost"}
    table = at_table("duki4", seats=(1, 2), readings=readings)
    for place in (1, 2):
        table.wager(place, "ante", 500)
    table.deal(WON, dealer=DEALERS)
    table.decide(1, "fold")
    table.decide(2, "play")
    table.reveal()
    table.settle(1)
    table.settle(2)
    table.declare("c-dealer-exposed", by=INSPECTOR)
    assert (table.rail(1), table.rail(2)) == (WORTH - 500, WORTH)
    table.clear()
    holds(table)


def test_taken_back_waits_for_a_fill_where_the_rack_cannot_give_back_what_it_took() -> None:
    table = two_are_settled(readings=TAKEN_BACK)
    away = {value: count for value, count in table.float_chips().items() if value < 2500}
    table.do(acts.Credit(away), INSPECTOR)
    table.countersign()
    table.do(table.declared("b-wrong-count", place=3), INSPECTOR)
    number = next(iter(table.state.slips))
    refusal = table.refused(acts.Countersign(number), DEALER)
    assert refusal.rule == "house.fill"
    table.do(acts.Fill({500: 10}), INSPECTOR)
    table.do(acts.Countersign(number + 1, {500: 10}), DEALER)
    table.do(acts.Countersign(number), DEALER)
    table.finish()
    assert rails(table) == [WORTH] * 3


def test_the_chips_bought_make_the_rounds_above() -> None:
    assert sum(value * count for value, count in BUY_IN.items()) == WORTH

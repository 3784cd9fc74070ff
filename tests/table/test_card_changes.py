"""Overdue card changes, in every game: no round begins with cards whose time is up.

A supervisor has the cards changed, or puts it off with a reason; a round under way is played out.
"""

from typing import Any

import pytest

from tablewright.house.screens.prompts import next_for, said
from tablewright.rules.errors import Forbidden
from tablewright.rules.roles import DEALER as DEALERS
from tablewright.rules.roles import PIT_BOSS as PIT_BOSSES
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.automation import due, next_step
from tablewright.table.randomness import seeded
from tablewright.table.session import SeededClock, Session
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

TABLES = [("duki4", "ante"), ("pick2", "ante"), ("king-high", "pokerpot")]
EVERY_GAME = pytest.mark.parametrize(("game", "wager"), TABLES)
RULE = "house.card-change"


def ready_to_deal(game: str, wager: str, **setup: Any) -> Driver:
    """A table whose cards may stay for an hour, with a wager for the next round."""
    table = at_table(game, card_change_minutes=60, **setup)
    table.ready()
    table.wager(1, wager, 500)
    if game == "pick2":
        table.wager(1, "bonus-3-5", 500)
    return table


@EVERY_GAME
@pytest.mark.parametrize("is_keyed", [False, True])
def test_no_round_begins_with_cards_whose_time_is_up(game: str, wager: str, is_keyed: bool) -> None:
    table = ready_to_deal(game, wager, is_keyed=is_keyed)
    table.wait(minutes=60)  # Nothing happens meanwhile: the time comes with the call.
    refusal = table.refused(acts.NoMoreBets(), DEALER)
    assert refusal.rule == RULE
    assert "60 minutes" in str(refusal)
    assert table.seen(INSPECTOR)["card_change_due"]
    table.do(acts.RemoveCards(), INSPECTOR)
    if table.table.book.procedure.slip:
        table.sign("card-and-dice-slip-out", INSPECTOR)
    table.new_cards()
    table.no_more_bets()


@EVERY_GAME
def test_a_supervisor_puts_the_change_off_with_a_reason(game: str, wager: str) -> None:
    table = ready_to_deal(game, wager)
    table.wait(minutes=60)
    table.refused(acts.NoMoreBets(), DEALER)
    later = acts.PutOffCardChange(15, "the relief brings the decks")
    for other in (DEALER, CAMERAS, player(1)):
        table.refused(later, other)
    for wrong in (
        acts.PutOffCardChange(0, "no time at all"),
        acts.PutOffCardChange(-5, "back in time"),
        acts.PutOffCardChange(121, "for the night"),
        acts.PutOffCardChange(15, " "),
    ):
        table.refused(wrong, INSPECTOR)
    table.do(later, INSPECTOR)
    assert table.rule() == RULE
    assert not table.seen(PIT_BOSS)["card_change_due"]
    table.wait(minutes=14)
    table.no_more_bets()


@EVERY_GAME
def test_what_was_put_off_is_due_again_and_may_be_put_off_again(game: str, wager: str) -> None:
    table = ready_to_deal(game, wager)
    table.do(acts.PutOffCardChange(10, "before it was due"), PIT_BOSS)
    table.wait(minutes=69)
    assert not table.seen(INSPECTOR)["card_change_due"]
    table.wait(minutes=1)
    assert table.refused(acts.NoMoreBets(), DEALER).rule == RULE
    table.do(acts.PutOffCardChange(1, "the last round"), PIT_BOSS)
    table.no_more_bets()


def test_new_cards_have_their_whole_time_though_the_old_ones_were_put_off() -> None:
    table = ready_to_deal("king-high", "pokerpot")
    table.do(acts.PutOffCardChange(120, "a long night"), INSPECTOR)
    table.do(acts.RemoveCards(), INSPECTOR)
    table.refused(acts.PutOffCardChange(5, "there are none"), INSPECTOR)
    table.sign("card-and-dice-slip-out", INSPECTOR)
    table.new_cards()
    table.wait(minutes=60)
    assert table.refused(acts.NoMoreBets(), DEALER).rule == RULE


def test_a_king_high_round_under_way_is_played_out() -> None:
    table = ready_to_deal("king-high", "pokerpot")
    table.play_card()
    table.wait(minutes=120)
    for _ in range(4):
        table.play_card()
    table.clear()
    table.wager(1, "pokerpot", 100)
    assert table.refused(acts.NoMoreBets(), DEALER).rule == RULE


def test_hands_that_are_dealt_after_the_call_are_played_out() -> None:
    table = ready_to_deal("duki4", "ante")
    table.no_more_bets()
    table.wait(minutes=120)
    table.do(acts.Deal(), DEALER)
    table.decide(1, "fold")
    table.finish()


def test_supervisors_are_prompted_and_the_dealer_waits_for_them() -> None:
    table = ready_to_deal("king-high", "pokerpot", automatic=())
    table.wait(minutes=60)
    table.refused(acts.NoMoreBets(), DEALER)
    assert due(table.table) == (acts.RemoveCards(), INSPECTOR)
    says, source = said(table.table, acts.RemoveCards())
    assert "put the change off" in says
    assert source.section == "5. Card checking procedure"
    boss, dealer = next_for(table.table, PIT_BOSSES), next_for(table.table, DEALERS)
    assert boss is not None
    assert boss.command == "remove-cards"
    assert dealer is not None
    assert dealer.waits_for == "the inspector"


@EVERY_GAME
def test_the_house_changes_the_cards_of_a_practice_table_by_itself(game: str, wager: str) -> None:
    table = ready_to_deal(game, wager)
    table.wait(minutes=60)
    table.refused(acts.NoMoreBets(), DEALER)
    source, steps = seeded(1), []
    while step := next_step(table.table, source, bets_are_in=True):
        steps.append(step[0].name)
        table.do(step[0], step[1].house)
        if steps[-1] == "no-more-bets":
            break
    assert steps[:2] == ["remove-cards", "sign" if game == "king-high" else "bring-decks"]
    assert steps[-1] == "no-more-bets"
    assert table.spot(1, wager) == 500, "what was wagered stays where it lies"


def test_a_session_goes_on_when_the_time_runs_out_as_bets_are_closed() -> None:
    """The call comes a moment after the last look at the clock: the cards are changed between."""
    setup = at_table("king-high", card_change_minutes=1).table.book.setup
    start = Driver("king-high").now
    session = Session(setup, seeded(3), SeededClock(seeded("clock"), start))
    session.open()
    session.do(acts.Sit(1, "Ann"), player(1))
    session.do(acts.BuyIn(1, 50_000, {500: 100}), player(1))
    changes = 0
    for _ in range(40):
        session.do(acts.Wager(1, "pokerpot", {500: 1}), player(1))
        before = session.table.state.decks.since
        assert session._close_bets()
        changes += session.table.state.decks.since != before
        while session.table.state.phase != "wagers" or session.table.state.is_begun:
            if session.table.state.phase == "wagers":
                assert session._close_bets()
            else:
                assert session.step()
    assert changes > 3


def test_no_time_is_up_while_no_cards_are_in_play() -> None:
    table = Driver("duki4", card_change_minutes=60)
    table.wait(minutes=600)
    with pytest.raises(Forbidden):
        table.table.act(acts.PutOffCardChange(5, "early"), INSPECTOR, table.now)
    table.open()

"""When betting ends, when nobody is waited for any more, and that a lone player is never hurried."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tablewright.house.books.options import Options
from tablewright.house.tables.pace import PAUSES, Ending, Pace
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, player
from tablewright.table.machine import Table
from tablewright.table.purse import buy_in, lay
from tablewright.table.randomness import seeded
from tablewright.table.session import SeededClock, Session
from tests.house.company import STAKES, set_up
from tests.registry import CONTESTS

TIMED = Options(bet_seconds=30, decide_seconds=45, gone_seconds=20, leave_seconds=180)
START = 1000.0
"""What the server's clock says when a table is taken up."""


def _seated(game: str = "duki4", places: tuple[int, ...] = (1, 2), **more: Any) -> Session:
    """An open table with people at some places, who have chips."""
    now = datetime(2026, 1, 5, 18, tzinfo=UTC)
    source = seeded("pacing")
    session = Session(set_up(game, day=now.date(), **more), source, SeededClock(source, now))
    session.open()
    for place in places:
        session.do(acts.Sit(place, f"Guest {place}"), player(place))
        buy_in(session, place, 20_000)
    return session


def _pace(session: Session, options: Options = TIMED) -> Pace:
    pace = Pace(session.table, options, START)
    pace.people = set(session.table.state.seats)
    pace.look(START)
    return pace


def _decide(session: Session) -> None:
    """Bets lie at every place, and the cards are dealt."""
    for place in session.table.state.seats:
        lay(session, place, STAKES[session.table.book.game.id])
    session.prepare()
    session.do(acts.NoMoreBets(), THE_DEALER)
    while session.table.state.phase != "decide":
        assert session.step()


# Bets ----------------------------------------------------------------------------------------------


def test_bets_are_in_when_everybody_present_is_ready() -> None:
    session = _seated(places=(1, 2, 3))
    pace = _pace(session)
    pace.ready = {1, 2, 3}
    assert not pace.bets_are_in(START), "nothing lies on the felt"
    lay(session, 1, {"ante": 1000})
    pace.ready = {1, 2}
    assert not pace.bets_are_in(START)
    pace.gone = {3: START}
    assert pace.bets_are_in(START)


def test_betting_ends_some_time_after_the_first_wager() -> None:
    session = _seated()
    pace = _pace(session)
    assert pace.bets_end() is None
    lay(session, 1, {"ante": 1000})
    pace.look(START + 5)
    pace.ready = {1}
    assert pace.bets_end() == Ending("bets", (2,), START + 35)
    assert not pace.bets_are_in(START + 34.9)
    assert pace.bets_are_in(START + 35)


def test_time_for_bets_begins_anew_when_all_wagers_were_taken_back() -> None:
    session = _seated()
    pace = _pace(session)
    lay(session, 1, {"ante": 1000})
    pace.look(START + 1)
    lay(session, 1, {"ante": 0})
    pace.look(START + 2)
    assert pace.bets_end() is None
    lay(session, 2, {"ante": 1000})
    pace.look(START + 100)
    assert pace.bets_end() == Ending("bets", (1, 2), START + 130)


def test_a_table_without_a_timer_waits_for_everybody() -> None:
    session = _seated()
    pace = _pace(session, Options())
    lay(session, 1, {"ante": 1000})
    pace.look(START)
    pace.ready = {1}
    assert pace.bets_end() is None
    assert not pace.bets_are_in(START + 10**6)


def test_a_lone_player_at_a_practice_table_is_never_hurried() -> None:
    session = _seated(places=(4,))
    pace = _pace(session)
    lay(session, 4, {"ante": 1000})
    pace.look(START)
    assert pace.bets_end() is None
    assert not pace.bets_are_in(START + 10**6)
    assert pace.clock(4) is None
    _decide(session)
    pace.look(START)
    assert pace.decisions_end() == []
    assert pace.clock(4) is None


@pytest.mark.parametrize("others", [(), (2,)])
def test_when_all_have_gone_betting_ends_after_a_while(others: tuple[int, ...]) -> None:
    session = _seated(places=(1, *others))
    pace = _pace(session)
    pace.gone = dict.fromkeys((1, *others), START + 3)
    assert not pace.bets_are_in(START + 10**6), "nobody has bet"
    lay(session, 1, {"ante": 1000})
    pace.look(START + 1)
    assert pace.bets_end() == Ending("gone", (1, *others), START + 23)
    assert not pace.bets_are_in(START + 22)
    assert pace.bets_are_in(START + 23)


def test_somebody_who_is_ready_and_has_no_connection_is_taken_at_his_word() -> None:
    session = _seated(places=(1,))
    pace = _pace(session)
    lay(session, 1, {"ante": 1000})
    pace.gone, pace.ready = {1: START}, {1}
    assert pace.bets_are_in(START)


def test_between_two_cards_time_for_bets_begins_with_the_card() -> None:
    session = _seated("king-high")
    pace = _pace(session)
    for place in (1, 2):
        lay(session, place, STAKES["king-high"])
    pace.look(START)
    pace.ready = {1, 2}
    session.prepare()
    session.do(acts.NoMoreBets(), THE_DEALER)
    while session.table.state.phase != "wagers":
        assert session.step()
    assert pace.look(START + 10)
    assert not pace.ready, "everybody is asked again"
    assert pace.bets_end() == Ending("bets", (1, 2), START + 40)


# Decisions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CONTESTS)
def test_everybody_has_his_time_to_decide_and_less_when_he_has_gone(game: str) -> None:
    session = _seated(game)
    pace = _pace(session)
    _decide(session)
    pace.look(START)
    pace.gone = {2: START + 5}
    assert pace.decisions_end() == [
        Ending("decide", (1,), START + 45),
        Ending("gone", (2,), START + 25),
    ]
    assert pace.clock(1) == Ending("decide", (1,), START + 45)
    assert pace.clock(2) == pace.clock(0) == Ending("gone", (2,), START + 25)
    session.do(acts.Decide(1, "fold"), player(1))
    assert [each.places for each in pace.decisions_end()] == [(2,)]


def test_who_had_gone_before_the_deal_has_his_time_from_the_deal() -> None:
    session = _seated()
    pace = _pace(session)
    pace.gone = {2: START - 500}
    _decide(session)
    pace.look(START + 60)
    assert Ending("gone", (2,), START + 80) in pace.decisions_end()


def test_a_lone_player_who_has_gone_is_not_waited_for_for_ever() -> None:
    session = _seated(places=(1,))
    pace = _pace(session)
    _decide(session)
    pace.look(START)
    pace.gone = {1: START}
    assert pace.decisions_end() == [Ending("gone", (1,), START + 20)]


# Places and steps ----------------------------------------------------------------------------------


def test_a_place_is_given_up_at_practice_tables_only() -> None:
    session = _seated()
    pace = _pace(session)
    pace.gone = {2: START}
    assert pace.leaving() == [Ending("leave", (2,), START + 180)]
    setup = set_up("duki4", is_practice=False, readings=_decided())
    real = Pace(Table(setup), TIMED, START)
    real.gone = {2: START}
    assert real.leaving() == []
    assert real.is_timed


def _decided() -> dict[str, str]:
    """What the pit chooses before a table for money may open."""
    undecided = _seated().table.book.ruleset.undecided
    return {reading.id: reading.options[0].id for reading in undecided}


def test_steps_follow_each_other_at_the_table_s_pace() -> None:
    session = _seated()
    slow = _pace(session, Options(pace=2))
    slow.last_step = START
    assert slow.may_begin("clear") == START + 2 * PAUSES["clear"]
    assert slow.may_begin("shuffle") == START
    assert _pace(session, Options(pace=0)).may_begin("clear") == START

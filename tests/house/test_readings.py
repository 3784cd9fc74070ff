"""The readings of a game with what the house holds under each option."""

import pytest

from tablewright.games import every_game, game
from tablewright.house.screens.readings import ReadingOdds, readings
from tablewright.odds.printing import percent
from tests.odds.analysed import analysed

IDS = [each.id for each in every_game()]


def found(id: str, reading: str) -> ReadingOdds:
    return next(each for each in readings(id) if each.id == reading)


@pytest.mark.parametrize("id", IDS)
def test_every_reading_and_every_option_is_listed_in_the_order_of_the_game(id: str) -> None:
    listed = readings(id)
    assert [each.id for each in listed] == [each.id for each in game(id).readings]
    for shown, reading in zip(listed, game(id).readings, strict=True):
        assert [option.id for option in shown.options] == [o.id for o in reading.options]
        assert shown.default == shown.options[0].id
        assert shown.is_undecided is reading.is_undecided
        if not reading.moves_money:
            assert not any(option.house_edge for option in shown.options)


def test_an_undecided_reading_shows_the_edge_of_the_game_under_each_option() -> None:
    shown = found("pick2", "pick2.unqualified")
    assert shown.edge_of == "the game"
    for option in shown.options:
        contest = analysed("pick2", f"pick2.unqualified={option.id}").figured.contest
        assert contest is not None
        assert option.house_edge == percent(contest.house_edge, 2)
        assert option.is_for_player is (contest.house_edge < 0)
    assert len({option.house_edge for option in shown.options}) > 1


def test_a_reading_of_a_bonus_shows_the_edge_of_that_bonus() -> None:
    shown = found("duki4", "duki4.bonus-odds")
    assert shown.edge_of == "Duki Bonus"
    for option in shown.options:
        wagered = analysed("duki4", f"duki4.bonus-odds={option.id}").figured.wagers["bonus"]
        assert option.edges == {"Duki Bonus": percent(wagered.house_edge, 2)}


def test_an_option_that_lets_a_player_take_wagers_back_is_for_the_player() -> None:
    kept, taken_back = found("king-high", "king-high.withdraw").options
    assert not kept.is_for_player
    assert taken_back.is_for_player
    assert taken_back.house_edge
    assert taken_back.house_edge.startswith("-")
    assert any("PLAYER" in each for each in taken_back.player_edges)


def test_a_reading_that_moves_no_figure_shows_none() -> None:
    options = found("duki4", "duki4.void-after-fold").options
    assert [option.house_edge for option in options] == [None, None]

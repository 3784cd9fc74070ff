"""Wagers: the first line that holds settles; a gap, a dead line or a dead row is an error."""

from enum import Enum
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.games import every_game, game
from tablewright.rules.citations import Document
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.facts import FactSpace
from tablewright.rules.game import Game
from tablewright.rules.readings import Rulings
from tablewright.rules.wagers import (
    EVEN_MONEY,
    LOSE,
    PUSH,
    STANDS,
    Combine,
    Decided,
    Line,
    Odds,
    Pays,
    PayTable,
    TwoTables,
    Wager,
    decide,
)

SOURCE = Document("test", "A test").at("here")


class Made(Enum):
    NOTHING = "nothing"
    PAIR = "pair"
    TRIPS = "trips"


class Facts(NamedTuple):
    void: bool = False
    made: Made = Made.NOTHING


TABLE = PayTable[Facts](
    "table", lambda f: f.made, {Made.TRIPS: Odds(5), Made.PAIR: Odds(3, 2)}, SOURCE
)
SPACE = FactSpace(Facts, lambda f: not f.void or f == Facts(void=True))


def line(rule: str, when: object, pays: Pays[Facts]) -> Line[Facts]:
    return Line(f"test.w.{rule}", "A sentence.", when, pays, SOURCE)  # type: ignore[arg-type]


def decided(*lines: Line[Facts], pay: dict[str, Odds] | None = None) -> Decided[Facts]:
    return decide(Wager("w", "W", Facts, SOURCE, lines), SPACE, Rulings((), {})).at(pay or {})


VOID = line("void", lambda f: f.void, PUSH)
PAID = line("paid", TABLE.has, TABLE)
LOST = line("lost", lambda f: True, LOSE)


def nets(wager: Decided[Facts]) -> list[Fraction | None]:
    return [outcome.net for outcome in wager.outcomes.values()]


def test_the_first_line_that_holds_settles() -> None:
    wager = decided(VOID, PAID, LOST)
    assert nets(wager) == [-1, Fraction(3, 2), 5, 0]
    assert wager.table == (2, 1, 1, 0, -1, -1)


def test_a_value_that_no_line_settles_is_an_error() -> None:
    with pytest.raises(BadDefinition, match=r"no line of wager w settles Facts\(void=False"):
        decided(VOID, PAID)


def test_a_line_that_never_settles_is_an_error() -> None:
    with pytest.raises(BadDefinition, match=r"line test.w.late never settles wager w"):
        decided(VOID, PAID, LOST, line("late", lambda f: f.void, LOSE))


def test_a_row_that_is_never_paid_is_an_error() -> None:
    only_trips = line("paid", lambda f: f.made is Made.TRIPS, TABLE)
    with pytest.raises(BadDefinition, match=r"table: nothing can be paid as pair"):
        decided(VOID, only_trips, LOST)


def test_a_table_without_a_row_for_its_line_is_an_error() -> None:
    with pytest.raises(BadDefinition, match=r"line test.w.paid pays by a table that has no entry"):
        decided(VOID, line("paid", lambda f: True, TABLE))


def test_a_wager_that_stands_has_no_net() -> None:
    assert nets(decided(VOID, line("stands", lambda f: True, STANDS))) == [None, None, None, 0]


@pytest.mark.parametrize(
    ("combine", "expected"), [(Combine.SUM, Fraction(13, 2)), (Combine.HIGHER, Fraction(5))]
)
def test_two_tables_are_added_or_the_higher_pays(combine: Combine, expected: Fraction) -> None:
    other = PayTable[Facts]("other", TABLE.key, {Made.TRIPS: Odds(3, 2)}, SOURCE, prefix="other.")
    wager = decided(VOID, line("paid", TABLE.has, TwoTables((TABLE, other), combine)), LOST)
    assert nets(wager) == [-1, Fraction(3, 2), expected, 0]
    assert set(wager.pay_keys()) == {"w.pair", "w.trips", "w.other.trips"}


def test_for_one_counts_the_stake_in_the_figure() -> None:
    counted = TABLE.for_one()
    assert [counted.net(Facts(made=made)) for made in (Made.TRIPS, Made.PAIR)] == [
        4,
        Fraction(1, 2),
    ]
    assert [counted.printed(made) for made in counted.rows] == ["5 for 1", "3 for 2"]
    wager = decided(VOID, line("paid", counted.has, counted), LOST, pay={"w.trips": Odds(7)})
    assert nets(wager) == [-1, Fraction(1, 2), 6, 0]


def test_other_odds_change_the_rows_and_lines_they_name() -> None:
    even = line("even", lambda f: f.made is Made.PAIR, EVEN_MONEY)
    trips = PayTable[Facts]("trips", TABLE.key, {Made.TRIPS: Odds(5)}, SOURCE)
    wager = decided(
        VOID,
        even,
        line("paid", trips.has, trips),
        LOST,
        pay={"w.even": Odds(2), "w.trips": Odds(7)},
    )
    assert nets(wager) == [-1, 2, 7, 0]


def test_odds_for_a_key_that_nothing_is_paid_by_are_refused() -> None:
    with pytest.raises(
        Refused, match=r"nothing is paid as 'bonus\.royal': expected .*bonus\.straight"
    ):
        game("duki4").ruleset(pay={"bonus.royal": Odds(1)})


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_odds_are_read_as_they_are_written(win: int, per: int) -> None:
    assert Odds.parse(str(Odds(win, per))).fraction == Fraction(win, per)
    assert Odds.parse(str(win)) == Odds(win)


def test_odds_that_pay_the_same_are_the_same() -> None:
    assert Odds.parse("10-2") == Odds.parse("5") == Odds(5)
    assert Odds.parse("0-7") == Odds(0)


@pytest.mark.parametrize(
    "text", ["", "-", "3-", "-2", "3-0", "1.5", "3:2", "three", "1-1-1", "²", "9" * 30]
)
def test_what_is_not_odds_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(
        Refused, match=r"is not odds: expected (whole numbers such as 10|to be paid)"
    ):
        Odds.parse(text)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_sentence_that_states_odds_states_those_that_are_paid(game: Game) -> None:
    fixed = [
        line
        for decided in game.ruleset().wagers.values()
        for line in decided.lines
        if isinstance(line.pays, Odds)
    ]
    assert fixed
    for line in fixed:
        assert line.sentence.count(f"paid {line.pays}") == 1
    changed = game.ruleset({}, {line.pay_key: Odds(7, 3) for line in fixed})
    sentences = {
        line.rule: line.sentence for each in changed.wagers.values() for line in each.lines
    }
    for line in fixed:
        assert sentences[line.rule] == line.sentence.replace(str(line.pays), "7-3")

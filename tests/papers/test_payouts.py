"""What wagers pay and how high they may be, as tables: held against the ruleset and the set-up."""

from datetime import date
from typing import Any

import pytest

from tablewright.games import REGISTRY
from tablewright.papers.documents import Table
from tablewright.papers.editions import Edition
from tablewright.papers.hands import example, hand_tables, rankings
from tablewright.papers.houses import House
from tablewright.papers.payouts import (
    kinds,
    limits_table,
    ordinary_lines,
    pay_tables,
    settlement,
    single_odds,
    stakes_said,
)
from tablewright.rules.wagers import LOSE, STANDS, Decided, Line
from tests.games import thirty_wagers
from tests.papers.copies import DAY, edition
from tests.registry import GAMES


def printed(of: Edition) -> dict[str, dict[str, str]]:
    """Every pay table by its title, its rows by the hand."""
    return {table.title: dict(rows_of(table)) for table in pay_tables(of)}


def rows_of(table: Table) -> list[tuple[str, str]]:
    """The rows of a table with two columns of plain words."""
    found = []
    for first, second in table.rows:
        assert isinstance(first, str)
        assert isinstance(second, str)
        found.append((first, second))
    return found


def cells(table: Table | None) -> list[list[str]]:
    assert table is not None
    return [[str(cell) for cell in row] for row in table.rows]


# Pay tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_pay_table_is_printed_once_with_every_row(game: str) -> None:
    of = edition(game)
    tables = list(pay_tables(of))
    decided = {table.name: table for each in of.ruleset.wagers.values() for table in each.tables}
    assert [table.title for table in tables] == list(decided)
    for table in tables:
        expected = decided[table.title]
        assert [pays for _, pays in rows_of(table)] == list(map(expected.printed, expected.rows))
        assert table.head == ("Hand", "Pays")


def test_changed_odds_are_printed() -> None:
    of = Edition("duki4", day=DAY, pay={"bonus.straight": "7", "ante.4-card-straight": "12"})
    bonus, ante = (
        printed(of)["3-Card Duki Bonus pay table"],
        printed(of)["4-Card Duki Ante pay table"],
    )
    assert (bonus["Straight"], ante["Straight"]) == ("7-1", "12-1")
    assert (
        bonus["Three of a kind"]
        == printed(edition("duki4"))["3-Card Duki Bonus pay table"]["Three of a kind"]
    )


def test_odds_that_count_the_stake_are_printed_for_one() -> None:
    of = Edition("duki4", day=DAY, readings={"bonus-odds": "for-one"})
    assert printed(of)["3-Card Duki Bonus pay table"]["Three of a kind"] == "30 for 1"


@pytest.mark.parametrize(
    ("option", "note"),
    [
        ("both", "Both tables pay."),
        ("higher", "The table that pays more pays."),
        ("game-played", ""),
    ],
)
def test_two_tables_say_how_they_are_read_together(option: str, note: str) -> None:
    of = Edition("pick2", day=DAY, readings={"bonus-tables": option})
    assert [table.note for table in pay_tables(of, "bonus-3-5")] == [note, note]


def test_a_kind_of_wager_has_its_own_tables() -> None:
    assert [table.title for table in pay_tables(edition("duki4"), "bonus")] == [
        "3-Card Duki Bonus pay table"
    ]
    assert list(pay_tables(edition("duki4"), "play")) == []


# Single odds ---------------------------------------------------------------------------------------


def test_single_odds_name_what_they_are_paid_for_where_that_makes_a_difference() -> None:
    assert cells(single_odds(edition("king-high"))) == [
        ["High", "King", "3-2"],
        ["High", "Eight to queen", "1-1"],
        ["Low", "Ace", "3-2"],
        ["Low", "Two to six", "1-1"],
        ["Suit", "Any win", "3-1"],
        ["Seven", "Any win", "11-1"],
    ]


def test_single_odds_beside_a_table_are_those_of_any_other_win() -> None:
    assert cells(single_odds(edition("duki4"))) == [
        ["Ante", "Any other win", "1-1"],
        ["Play", "Any win", "1-1"],
    ]


def test_single_odds_that_were_changed_are_told_apart() -> None:
    of = Edition("pick2", day=DAY, pay={"ante.three-higher": "6-5"})
    rows = cells(single_odds(of, "ante"))
    assert ["Ante", "Three higher", "6-5"] in rows
    assert ["Ante", "Five higher", "1-1"] in rows


def test_a_wager_without_single_odds_has_no_table() -> None:
    assert single_odds(edition("duki4"), "bonus") is None


# Settlement ----------------------------------------------------------------------------------------


def read_in_order(lines: list[Line[Any]], facts: Any) -> object:
    """What the first line that holds pays; lost, if none does."""
    return next((line.pays for line in lines if line.when(facts)), LOSE)


@pytest.mark.parametrize("game", GAMES)
def test_settlement_in_short_ends_every_wager_as_the_rules_do(game: str) -> None:
    of = edition(game)
    for kind, decided in kinds(of).items():
        whole = ordinary_lines(of, decided)
        in_short = settlement(of, kind, in_short=True)
        said = {when for when, _ in rows_of(in_short)}
        kept = [line for line in whole if rows_of(_alone(of, decided, line))[0][0] in said]
        for number, outcome in decided.outcomes.items():
            line = decided.lines[outcome.line]
            if line in whole:
                facts = decided.space.possible[number]
                assert read_in_order(kept, facts) is line.pays, (line.rule, facts)


def _alone(of: Edition, decided: Decided[Any], line: Line[Any]) -> Table:
    """The row of one line, as the whole table has it."""
    whole = settlement(of, decided.wager.kind)
    at = ordinary_lines(of, decided).index(line)
    return Table(head=whole.head, rows=(whole.rows[at],))


def test_settlement_leaves_out_void_rounds_and_wagers_that_stand() -> None:
    for game in GAMES:
        of = edition(game)
        for decided in kinds(of).values():
            for line in ordinary_lines(of, decided):
                assert "void" not in line.sentence
                assert line.pays is not STANDS


def test_a_folded_hand_is_lost_before_it_could_win() -> None:
    rows = rows_of(settlement(edition("duki4"), "ante", in_short=True))
    assert rows[0] == ("The player folded", "Lose")
    assert rows[-1] == ("Anything else", "Lose")
    assert ("The dealer has no Duki, the player a 4-Card Duki", "By the table") in rows


def test_settlement_follows_the_reading() -> None:
    of = Edition("duki4", day=DAY, readings={"three-vs-unqualified": "push"})
    rows = dict(rows_of(settlement(of, "ante")))
    assert rows["The dealer has no Duki, the player a 3-Card Duki"] == "Push"


def test_settlement_states_odds_as_they_were_changed() -> None:
    of = Edition("king-high", day=DAY, pay={"high.king": "2-1"})
    assert ("A king", "2-1") in rows_of(settlement(of, "high"))


# Limits --------------------------------------------------------------------------------------------


def test_limits_are_those_of_the_house() -> None:
    house = House(settings={"limits": {"ante": (1500, 50_000)}})
    of = Edition("duki4", day=DAY, house=house)
    assert cells(limits_table(of)) == [["Ante", "$15", "$500"], ["Duki Bonus", "$5", "$100"]]


def test_limits_say_which_stakes_follow_and_which_wagers_go_together() -> None:
    assert list(stakes_said(edition("duki4"))) == ["Play: equal to the Ante."]
    assert list(stakes_said(edition("king-high"))) == [
        "High, Low, Suit, Seven: only with a Pokerpot wager."
    ]
    assert list(stakes_said(edition("pick2"))) == [
        "3-5 Bonus: equal to the Ante.",
        "Play: 2 × the Ante to play three, 1 × the Ante to play five.",
        "5 Card Bonus Only: only with an Ante wager.",
    ]


@pytest.mark.parametrize(
    ("option", "counts"),
    [("winnings", "the stake comes back on top"), ("with-stake", "the stake counted in")],
)
def test_a_posted_maximum_payout_says_what_it_counts(option: str, counts: str) -> None:
    house = House(settings={"maximum_payouts": {"pokerpot": 500_000}})
    of = Edition("king-high", day=DAY, house=house, readings={"pokerpot-maximum": option})
    assert f"Maximum payout of each Pokerpot wager: $5,000; {counts}." in str(limits_table(of).note)


def test_thirty_wagers_have_thirty_limits_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, thirty_wagers.ID, "tests.games.thirty_wagers")
    of = Edition(thirty_wagers.ID, day=date(2026, 11, 17))
    side_wagers = [id for id in of.ruleset.wagers if id.startswith("side-")]
    assert len(cells(limits_table(of))) == len(side_wagers) + 1
    assert {f"Side Wager {n:02} pay table" for n in range(1, len(side_wagers) + 1)} <= printed(
        of
    ).keys()


# Hands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_hands_go_from_the_highest_to_the_lowest_and_their_examples_are_such_hands(
    game: str,
) -> None:
    of = edition(game)
    for table, ranking in zip(hand_tables(of), rankings(of), strict=True):
        assert [name for name, _ in rows_of(table)] == [
            shape.name for shape in reversed(ranking.shapes)
        ]
        strengths = [ranking.strength(example(ranking, shape)) for shape in ranking.shapes]
        assert strengths == sorted(strengths)
        assert [ranking.standing(each).shape for each in strengths] == list(ranking.shapes)

"""Grids, lists, hands and exposed cards: the same decisions and worths as everywhere else."""

import json
import pickle
from fractions import Fraction
from random import Random

import msgspec
import pytest

from tablewright.design.exact import Exact
from tablewright.design.grids import Grid, GridCell, cells_of, grids_of
from tablewright.design.playing import (
    StrategyShown,
    exposed_valued,
    grids_shown,
    hand_valued,
    strategy_of,
)
from tablewright.design.versions import version_of
from tablewright.odds.advice import Advice
from tablewright.odds.solving import Solved
from tablewright.rules.cards import DECK, Card, cards, written
from tablewright.rules.errors import Refused
from tests.cli.running import run
from tests.design.priced import PRICES
from tests.odds.analysed import analysed


def cell(grid: Grid, row: str, column: str) -> GridCell:
    (found,) = (each for each in grid.rows if each.name == row)
    here = found.cells[grid.columns.index(column)]
    assert here is not None
    return here


@pytest.mark.parametrize("id", ["duki4", "pick2", "three-card-poker"])
def test_the_first_grid_holds_every_hand_once(id: str) -> None:
    solved = analysed(id).solution
    every, *details = grids_of(solved)
    held = list(cells_of([every]))
    assert sum(each.hands for each in held) == solved.counted.hands.total
    worth = sum((each.hands * each.worth.fraction for each in held), Fraction(0))
    assert worth / solved.counted.hands.total == solved.worth(solved.best)
    played = {
        decision: Fraction(sum(e.shares.get(decision, 0) for e in held), solved.counted.hands.total)
        for decision in solved.decisions
    }
    assert played == solved.played(solved.best)
    for each in [*held, *cells_of(details)]:
        assert sum(each.shares.values()) == each.hands
        assert each.shares[each.decision] == max(each.shares.values())
        assert each.is_mixed is (len(each.shares) > 1)
        assert each.is_mixed is (each.cost.fraction > 0)
    for each in held[::10]:
        assert Advice(solved, cards(each.example)).best == each.decision
    mixed = sum(each.is_mixed for each in held)
    assert bool(mixed) is every.is_mixed
    if len(solved.counted.contest.spoken) > 1:
        assert len(details) == mixed


def test_a_hand_lies_in_the_cell_of_its_kind_and_rank() -> None:
    """The kinds by which Pick 2 and Duki speak of random hands lead to their decision."""
    rng = Random(12)
    for id in ("duki4", "pick2"):
        solved = analysed(id).solution
        grid = grids_of(solved)[0]
        for _ in range(60):
            held = tuple(rng.sample(DECK, solved.counted.contest.hand_cards))
            best = Advice(solved, held).best
            row, column = place(solved, held)
            assert best in cell(grid, row, column).shares, written(held)


def place(solved: Solved, held: tuple[Card, ...]) -> tuple[str, str]:
    """The row and the column of a hand, from what the game says of it."""
    names, ranks = [], []
    for view in solved.counted.contest.spoken.values():
        seen = view.seen(view.strength(held))
        if seen is None:
            names.append(view.nothing)
            ranks.append(max(card.rank for card in held).letter)
            continue
        shape = seen.standing.shape
        several = len(view.rankings) > 1
        names.append(f"{seen.ranking.name}: {shape.name}" if several else shape.name)
        top = seen.standing.pattern.ranks[0]
        is_top = shape.is_decided_by_top
        letters = {int(card.rank): card.rank.letter for card in DECK}
        ranks.append(letters[seen.standing.pattern.straight_to] if is_top else top.letter)
    return (names[0], names[1]) if len(names) > 1 else (names[0], ranks[0])


def test_three_card_poker_is_played_from_queen_six_four() -> None:
    """As every book on the game says."""
    every, detail = grids_of(analysed("three-card-poker").solution)
    assert (detail.rows_by, detail.columns_by) == ("first-rank", "second-rank")
    assert detail.within == ["High card"]
    assert cell(every, "High card", "Q").is_mixed
    assert cell(detail, "Q", "6").is_mixed
    assert cell(detail, "Q", "7").shares.keys() == {"play"}
    assert cell(detail, "Q", "5").shares.keys() == {"fold"}
    assert {
        each.decision for row in detail.rows for each in row.cells if each and row.name == "J"
    } == {"fold"}


@pytest.mark.parametrize("id", ["duki4", "king-high"])
def test_lists_are_those_of_the_strategy_command(id: str) -> None:
    found = strategy_of(PRICES, version_of(id))
    printed = json.loads(run("strategy", id, "--json").out)
    assert [each.name for each in found.lists] == [
        each["name"] for each in printed.get("lists", [])
    ]
    for mine, theirs in zip(found.lists, printed.get("lists", []), strict=True):
        assert mine.cost.exact == theirs["cost"]
        assert mine.house_edge.fraction == -Fraction(theirs["expectation"])
        assert mine.otherwise == theirs["otherwise"]
        assert [(e.decision, e.view, e.at_least) for e in mine.rules] == [
            (e["decision"], e["view"], e["at_least"]) for e in theirs["rules"]
        ]
        assert str(mine.wrong_hands) == theirs["exceptions"]["hands"]
        assert [(e.cards, e.cost.exact) for e in mine.exceptions] == [
            (e["cards"], e["cost"]) for e in theirs["exceptions"]["dearest"]
        ]
    chosen = [(each.id, each.house_edge.exact) for each in found.cheapest_first]
    assert chosen == [(e["wager"], e["house_edge"]) for e in printed.get("cheapest_first", [])]
    assert msgspec.json.decode(msgspec.json.encode(found), type=StrategyShown) == found
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.has_decisions is bool(grids_shown(PRICES, version_of(id)))


def test_a_hand_is_worth_what_odds_says() -> None:
    found = hand_valued(PRICES, version_of("pick2"), "Kc Qc 8h 8c 5d")
    printed = json.loads(run("odds", "pick2", "--hand", "Kc Qc 8h 8c 5d", "--json").out)
    assert {each.decision: each.worth.exact for each in found.decisions} == printed["decisions"]
    assert {each.decision: each.cost.exact for each in found.decisions} == printed["costs"]
    assert found.decisions[0].is_best
    assert found.decisions[0].decision == printed["best"]
    assert found.decisions[0].plays == printed["plays"][printed["best"]]
    assert found.spoken == ["pair of eights", "king-high flush"]


def test_exposed_cards_are_worth_what_odds_says() -> None:
    found = exposed_valued(PRICES, version_of("king-high"), "Kh 2c 9s")
    printed = json.loads(run("odds", "king-high", "--exposed", "Kh 2c 9s", "--json").out)
    assert {each.id: each.worth.exact for each in found.next_card} == {
        id: each["expectation"] for id, each in printed["wagers"].items()
    }
    assert {each.id: each.worth.exact for each in found.live} == printed["live"]
    assert str(found.left) == printed["left"]


def test_what_a_game_has_not_is_refused() -> None:
    with pytest.raises(Refused, match=r"^a hand is given and King High has no decision: expected"):
        hand_valued(PRICES, version_of("king-high"), "Kh 2c")
    with pytest.raises(
        Refused, match=r"^exposed cards are given and the hands of Duki 4 Poker are"
    ):
        exposed_valued(PRICES, version_of("duki4"), "Kh 2c")
    with pytest.raises(Refused, match=r"^the hand has 2 cards: expected 4 different cards"):
        hand_valued(PRICES, version_of("duki4"), "Kh 2c")


def test_an_exact_figure_says_both() -> None:
    assert Exact("1/3", "33.3333 %").fraction == Fraction(1, 3)

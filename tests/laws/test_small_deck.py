"""Law: every deal of a small deck, walked through, gives the counting solver's figures exactly."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tablewright.games import game
from tablewright.odds.contests import Counted
from tablewright.odds.draws import DrawnCounts, draw_of
from tablewright.odds.hands import Pack
from tablewright.odds.ledger import HistogramEntry
from tablewright.odds.solving import Solved, contest_of, contest_wagers
from tablewright.rules.cards import Rank, cards
from tablewright.rules.game import Game
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.laws.walking import copies, informed_worth, small_pack, walk_contest, walk_rounds

R = Rank
DUKI, KING_HIGH, PICK2 = game("duki4"), game("king-high"), game("pick2")

CONTESTS: list[tuple[Game, tuple[Rank, ...], dict[str, str]]] = [
    (DUKI, (R.TWO, R.THREE, R.ACE), {}),
    (DUKI, (R.TWO, R.SEVEN, R.ACE), {"fourth-card": "yes"}),
    (DUKI, (R.QUEEN, R.KING, R.ACE), {"ace": "high-only", "three-vs-unqualified": "push"}),
    (DUKI, (R.TWO, R.THREE, R.ACE), {"bonus-hands": "three-only", "bonus-on-fold": "in-action"}),
    (PICK2, (R.QUEEN, R.KING, R.ACE), {}),
    (PICK2, (R.TWO, R.THREE, R.ACE), {"unqualified": "push"}),
    (PICK2, (R.SIX, R.SEVEN, R.EIGHT), {"three-cards": "cards-played", "bonus-only-seat": "yes"}),
    (PICK2, (R.QUEEN, R.KING, R.ACE), {"three-cards": "cards-played", "bonus-tables": "higher"}),
    (PICK2, (R.TWO, R.KING, R.ACE), {"bonus-tables": "game-played", "bonus-on-fold": "in-action"}),
    (THREE_CARD_POKER, (R.TWO, R.JACK, R.QUEEN, R.KING), {}),
    (THREE_CARD_POKER, (R.TWO, R.THREE, R.FOUR, R.ACE), {}),
]


def histogram(entries: list[HistogramEntry]) -> Counter[int]:
    return Counter({entry.facts: entry.deals for entry in entries})


def named(case: tuple[Game, tuple[Rank, ...], dict[str, str]]) -> str:
    return f"{case[0].id} {''.join(r.letter for r in case[1])} {','.join(case[2].values())}"


@pytest.mark.parametrize("case", CONTESTS, ids=named)
def test_a_contest_walked_is_a_contest_counted(
    case: tuple[Game, tuple[Rank, ...], dict[str, str]],
) -> None:
    of, ranks, readings = case
    ruleset = of.ruleset(readings)
    walked = walk_contest(ruleset, ranks, contest_wagers(ruleset))
    counted = Counted(contest_of(ruleset), Pack(ranks))
    solved = Solved(ruleset, counted)
    assert walked.deals == counted.deals
    assert walked.best == solved.worth(solved.best)
    for decision in solved.decisions:
        always = solved.always(decision)
        assert walked.always[decision] == solved.worth(always)
        if contest_of(ruleset).decision[decision].plays is None:
            assert walked.facts[decision] == histogram(solved.entries(always))
    assert walked.alone == histogram(solved.entries_alone)


@pytest.mark.proof
@pytest.mark.parametrize(
    "case",
    [
        (DUKI, (R.TWO, R.THREE, R.FOUR, R.ACE), {}),
        (DUKI, (R.TWO, R.THREE, R.FOUR, R.KING, R.ACE), {}),
        (PICK2, (R.TEN, R.JACK, R.QUEEN, R.ACE), {"three-cards": "cards-played"}),
    ],
    ids=named,
)
def test_a_larger_contest_walked(case: tuple[Game, tuple[Rank, ...], dict[str, str]]) -> None:
    test_a_contest_walked_is_a_contest_counted(case)


DRAWS = [
    ((R.TEN, R.ACE), {}),
    ((R.SEVEN, R.KING), {"pokerpot-pair": "jacks"}),
    ((R.THREE, R.EIGHT), {"ace-straights": "low-only"}),
]
LARGER_DRAWS = [
    ((R.TEN, R.JACK, R.ACE), {}),
    ((R.TWO, R.SEVEN, R.KING), {"pokerpot-pair": "jacks"}),
]


@pytest.mark.parametrize(("ranks", "readings"), DRAWS)
def test_a_draw_walked_is_a_draw_counted(ranks: tuple[Rank, ...], readings: dict[str, str]) -> None:
    ruleset = KING_HIGH.ruleset(readings)
    draw = draw_of(ruleset)
    counts = DrawnCounts(draw, tuple(ruleset.wagers), Pack(ranks))
    walked = walk_rounds(draw, ranks)
    assert walked.total() == counts.sequences
    assert walked == histogram(counts.rounds)


@pytest.mark.proof
@pytest.mark.parametrize(("ranks", "readings"), LARGER_DRAWS)
def test_a_larger_draw_walked(ranks: tuple[Rank, ...], readings: dict[str, str]) -> None:
    test_a_draw_walked_is_a_draw_counted(ranks, readings)


@pytest.mark.parametrize("wager", ["pokerpot", "high-run", "low-run"])
@pytest.mark.parametrize(
    "exposed", ["2c", "2c Jc", "Jc Jd", "Jh Jh Jh", "Jc 2d Jc 2d", "Jc Js Jd Jh"]
)
def test_a_wager_on_the_round_is_worth_what_can_still_follow(wager: str, exposed: str) -> None:
    ranks, ruleset = (R.TWO, R.JACK), KING_HIGH.ruleset()
    draw, decided = draw_of(ruleset), ruleset.wagers[wager]
    seen, won = 0, Fraction(0)
    lying = cards(exposed)
    for following in product(small_pack(ranks), repeat=draw.cards - len(lying)):
        drawn = (*lying, *following)
        if ways := copies(drawn, draw.decks) // copies(lying, draw.decks):
            net = decided.outcomes[draw.round_facts(drawn)].net
            assert net is not None
            seen, won = seen + ways, won + ways * net
    counts = DrawnCounts(draw, tuple(ruleset.wagers), Pack(ranks))
    assert counts.live(decided, lying) == won / seen


@pytest.mark.parametrize(
    "wager", ["pokerpot", "high-run", pytest.param("low-run", marks=pytest.mark.proof)]
)
def test_a_player_who_may_wait_or_take_back_walked(wager: str) -> None:
    ranks = (R.TWO, R.JACK)
    readings = {"withdraw": "all", "round-wagers-close": "after-first-action-round"}
    ruleset = KING_HIGH.ruleset(readings)
    counts = DrawnCounts(draw_of(ruleset), tuple(ruleset.wagers), Pack(ranks))
    now, late = informed_worth(ruleset, wager, ranks)
    assert counts.informed(ruleset.wagers[wager]).expectation == max(now, late)
    held = KING_HIGH.ruleset({"withdraw": "all"})
    informed = DrawnCounts(draw_of(held), tuple(held.wagers), Pack(ranks)).informed(
        held.wagers[wager]
    )
    assert informed.expectation == now
    assert informed.made == 1

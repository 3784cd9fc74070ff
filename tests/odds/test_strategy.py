"""Strategies to be taught: what is known of them, and that their cost is exact."""

from fractions import Fraction

import numpy as np
import pytest

from tablewright.games import game
from tablewright.odds.contests import Counted
from tablewright.odds.hands import Pack
from tablewright.odds.solving import Solved, contest_of, contest_wagers
from tablewright.odds.strategy import Listed, Rule, at_least, marks, taught
from tablewright.rules.cards import Rank
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.laws.walking import walk_contest
from tests.odds.analysed import analysed, lists


def said(listed: Listed) -> list[tuple[str, str]]:
    return [(rule.decision, str(rule)) for rule in listed.rules]


def test_three_card_poker_s_cut_off_is_the_one_in_every_book() -> None:
    (listed,) = taught(analysed("three-card-poker").solution)
    assert said(listed) == [("play", "queen high (Q-6-4) or better")]
    assert (listed.name, listed.otherwise) == ("cut-off", "fold")
    assert listed.cost == 0
    assert listed.exceptions.hands == 0
    assert list(listed.exceptions.dearest(5)) == []


def test_duki_s_cut_off_and_its_exceptions() -> None:
    solved = analysed("duki4").solution
    (listed,) = taught(solved)
    assert said(listed) == [("play", "3-Card Duki, nine high (9-7-4) or better")]
    assert listed.cost == Fraction(904, 4389805875)
    dearest = list(listed.exceptions.dearest(100))
    assert listed.exceptions.hands == sum(each.alike for each in dearest) == 120
    lost = sum((each.cost * each.alike for each in dearest), Fraction(0))
    assert lost / solved.counted.hands.total == listed.cost
    assert [each.cost for each in dearest] == sorted((each.cost for each in dearest), reverse=True)


def test_no_other_cut_off_is_better() -> None:
    solved = analysed("duki4").solution
    (listed,) = taught(solved)
    view = listed.rules[0].view
    costs = {
        strength: Listed(solved, (Rule("play", view, strength),), "fold").cost
        for strength in range(listed.rules[0].at_least - 40, listed.rules[0].at_least + 40)
    }
    assert min(costs, key=lambda each: costs[each]) == listed.rules[0].at_least


def test_pick_2_s_lists() -> None:
    solved = analysed("pick2").solution
    short, longer = lists("pick2")
    assert said(short) == [("three", "any flush or better"), ("five", "ace high or better")]
    assert said(longer) == [
        ("three", "ace-high flush or better"),
        ("five", "pair of eights or better"),
        ("three", "any flush or better"),
        ("five", "ace high or better"),
    ]
    assert (short.name, longer.name) == ("list-2", "list-4")
    assert short.cost == Fraction(26070762299, 996661525860)
    assert longer.cost == Fraction(3940274309, 996661525860)
    for listed in (short, longer):
        assert listed.cost == solved.worth(solved.best) - solved.worth(listed.strategy)
        wrong = listed.strategy != solved.best
        assert listed.exceptions.hands == int(solved.counted.hands.weights[wrong].sum())


@pytest.mark.parametrize("id", ["duki4", "pick2", "three-card-poker"])
def test_the_best_decision_is_worth_no_less_than_any_strategy(id: str) -> None:
    solved = analysed(id).solution
    best = solved.worth(solved.best)
    rng = np.random.default_rng(3)
    for decision in solved.decisions:
        assert solved.worth(solved.always(decision)) <= best
    for _ in range(20):
        strategy = rng.integers(0, len(solved.decisions), len(solved.best)).astype(np.int8)
        assert solved.worth(strategy) <= best


def test_a_list_s_worth_is_what_walking_through_its_deals_gives() -> None:
    """On a small pack, a list that always holds or never holds is a decision made always."""
    ranks = (Rank.TWO, Rank.JACK, Rank.QUEEN)
    ruleset = THREE_CARD_POKER.ruleset()
    walked = walk_contest(ruleset, ranks, contest_wagers(ruleset))
    solved = Solved(ruleset, Counted(contest_of(ruleset), Pack(ranks)))
    view = contest_of(ruleset).looks["play"].against[0][0]
    assert Listed(solved, (Rule("play", view, 0),), "fold").expectation == walked.always["play"]
    never = Listed(solved, (Rule("play", view, view.strengths),), "fold")
    assert never.expectation == walked.always["fold"]


def test_odds_too_large_for_a_processor_are_still_exact() -> None:
    pay = ("bonus-3-5.five.royal-flush=9999999999999999999",)
    solved = analysed("pick2", pay=pay).solution
    assert solved.valued["five"].values.dtype == object
    royal = Fraction(4, 2_598_960) * (9_999_999_999_999_999_999 - 500)
    assert solved.worth(solved.best) == Fraction(-31647418729, 996661525860) + royal
    assert taught(solved)[0].cost > 0


def test_marks_begin_with_kinds_of_hands() -> None:
    contest = contest_of(game("pick2").ruleset())
    view = contest.looks["three"].against[0][0]
    said = [at_least(view, int(strength)) for strength in marks(view, 0)]
    assert said == [
        "no hand",
        "any hand",
        "any royal flush or better",
        "any straight flush or better",
        "any three of a kind or better",
        "any straight or better",
        "any flush or better",
        "any one pair or better",
        "any hand",
    ]

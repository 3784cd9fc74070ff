"""What costs the house most, beside a walk through every sequence of cards, and stakes laid by hand."""

from itertools import product
from random import Random

import numpy as np
import pytest

from tablewright.games import game
from tablewright.odds.draws import draw_of
from tablewright.odds.exposure import Sums
from tablewright.odds.placing import Placing
from tablewright.rules.cards import SUITS, card, cards
from tablewright.rules.money import HouseSettings

RANKS = 3


@pytest.mark.parametrize("drawn", [1, 2, 3])
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_the_costliest_sequence_is_the_one_that_a_walk_through_all_of_them_finds(
    drawn: int, decks: int
) -> None:
    random, never = Random(drawn + 10 * decks), -(10**6)
    for _ in range(20):
        spread = random.choice([1, 3, 40])
        by_card = [[random.randint(-spread, spread) for _ in SUITS] for _ in range(RANKS)]
        of_round = {
            is_suited: [random.choice([never, 0, 5, -7]) for _ in range(RANKS**drawn)]
            for is_suited in (False, True)
        }
        walked = {False: never, True: never}
        for dealt in product(product(range(RANKS), range(len(SUITS))), repeat=drawn):
            if all(dealt.count(each) <= decks for each in dealt):
                is_suited = len({suit for _, suit in dealt}) == 1
                number = sum(rank * RANKS ** (drawn - 1 - n) for n, (rank, _) in enumerate(dealt))
                on_round = of_round[is_suited][number]
                if on_round != never:
                    cost = on_round + sum(by_card[rank][suit] for rank, suit in dealt)
                    walked[is_suited] = max(walked[is_suited], cost)
        sums = Sums(np.array(by_card), decks, drawn)
        for is_suited, most in walked.items():
            best = sums.best(np.array(of_round[is_suited]), never, is_suited=is_suited)
            assert best.cents == most
            if most != never:
                found = tuple(sums.cards(best))
                assert all(found.count(each) <= decks for each in found)
                assert (len({suit for _, suit in found}) == 1) is is_suited
                on_round = of_round[is_suited][best.sequence]
                assert on_round + sum(by_card[rank][suit] for rank, suit in found) == most


def test_a_wager_that_loses_is_laid_at_its_minimum_and_only_where_another_needs_it() -> None:
    ruleset = game("king-high").ruleset()
    draw = draw_of(ruleset)
    limits = {each.wager.kind: (500, 10_000) for each in ruleset.wagers.values()}
    placing = Placing(ruleset, limits, HouseSettings())
    facts = {
        draw.round_space: draw.round_facts(cards("7c 2d 9h 4s Jc")),
        draw.card_space: draw.card_facts(card("7c")),
    }
    ends = {id: each.outcomes[facts[each.space]] for id, each in ruleset.wagers.items()}
    of_round = {id: end for id, end in ends.items() if id in ("pokerpot", "high-run", "low-run")}
    of_card = {id: end for id, end in ends.items() if id not in of_round}
    pokerpot = frozenset({"pokerpot"})
    assert set(placing.together(of_round)) == {frozenset(), pokerpot}
    assert placing.costliest(of_round, frozenset()) == []
    laid = placing.costliest(of_round, pokerpot) or []
    assert [(lay.wager, lay.stake, lay.cost) for lay in laid] == [("pokerpot", 500, -500)]
    assert placing.costliest(of_card, frozenset()) == []
    beside = placing.costliest(of_card, frozenset(), laid=pokerpot) or []
    assert [(lay.wager, lay.stake, lay.cost) for lay in beside] == [("seven", 10_000, 110_000)]

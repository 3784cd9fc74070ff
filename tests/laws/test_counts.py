"""Laws over all deals: every line is reached, no deal leaves the possible facts, symmetry holds."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tablewright.games import every_game, game
from tablewright.odds.advice import Advice
from tablewright.odds.solving import contest_of
from tablewright.rules.cards import cards
from tablewright.rules.contest import Contest
from tablewright.rules.sources import VoidRound
from tests.by_hand import duki4 as by_hand
from tests.dealing import random_readings
from tests.odds.analysed import analysed

CONTESTS = [of.id for of in every_game() if isinstance(of.ruleset().deal, Contest)]


def choices(id: str) -> list[tuple[str, ...]]:
    """The default, and every option of every reading on its own."""
    of = game(id)
    single = [(f"{r.id}={each.id}",) for r in of.readings for each in r.options[1:]]
    return [(), *single]


EVERY_CHOICE = [(of.id, readings) for of in every_game() for readings in choices(of.id)]


@pytest.mark.parametrize(("id", "readings"), EVERY_CHOICE)
def test_every_line_has_a_count_over_all_deals_and_decisions(
    id: str, readings: tuple[str, ...]
) -> None:
    """Law 8: void lines aside, no line is dead; and every possible fact does occur."""
    analysis = analysed(id, *readings)
    reached: dict[int, set[int]] = {}
    if analysis.solved is not None:
        solved = analysis.solved
        entries = [e for d in solved.decisions for e in solved.entries(solved.always(d))]
        if any(not each.needs for each in analysis.ruleset.wagers.values()):
            entries += solved.entries_alone
        reached[id_of(contest_of(analysis.ruleset).space)] = {e.facts for e in entries}
    else:
        drawn = analysis.drawn
        assert drawn is not None
        reached[id_of(drawn.draw.card_space)] = {e.facts for e in drawn.next_card()}
        reached[id_of(drawn.draw.round_space)] = {e.facts for e in drawn.rounds}
    for decided in analysis.ruleset.wagers.values():
        seen = reached[id_of(decided.space)]
        settling = {decided.outcomes[facts].line for facts in seen if facts in decided.outcomes}
        for n, line in enumerate(decided.lines):
            may_be_dead = "void" in line.rule or "no-card" in line.rule or "stands" in line.rule
            assert n in settling or may_be_dead, line.rule


def id_of(space: object) -> int:
    return id(space)


@pytest.mark.parametrize("id", CONTESTS)
def test_every_possible_fact_that_is_not_void_occurs(id: str) -> None:
    """Cards may be put in play unwisely; every other possible fact is led to by some deal."""
    analysis = analysed(id)
    solved = analysis.solution
    contest = contest_of(analysis.ruleset)
    void = next(name for name, s in contest.sources.items() if isinstance(s, VoidRound))
    reached = {e.facts for d in solved.decisions for e in solved.entries(solved.always(d))}
    reached |= {e.facts for e in solved.entries_alone if e.facts in contest.space.possible}
    unwise = {d.id for d in contest.decisions if d.plays is not None}
    for number, facts in contest.space.possible.items():
        chosen = str(getattr(getattr(facts, "decision", None), "value", ""))
        if not getattr(facts, void) and chosen not in unwise:
            assert number in reached, facts


@pytest.mark.parametrize("id", CONTESTS)
def test_player_and_dealer_are_alike(id: str) -> None:
    """Over all deals, as many players' hands are higher than the dealer's as are lower."""
    solved = analysed(id).solution
    for decision in solved.decisions:
        met = solved.counted.met[decision]
        if met.counts.shape[1] > 1:
            weights = solved.counted.hands.weights[met.hands]
            by_versus = (met.counts.reshape(len(weights), -1, 3) * weights[:, None, None]).sum(
                axis=(0, 1)
            )
            assert by_versus[0] == by_versus[2] > 0
            assert by_versus.sum() == solved.counted.deals


@pytest.mark.parametrize(
    "held", ["9h 7c 4d 2c", pytest.param("Kh Qc 3d 3h", marks=pytest.mark.proof)]
)
def test_one_hand_against_every_dealer_s_hand_by_hand(held: str) -> None:
    """A Duki hand settled by hand, from the manual, against all 194 580 dealer's hands."""
    mine = by_hand.read_cards(held)
    hand = by_hand.judge_hand(mine, {})
    left = [card for card in by_hand.whole_deck() if card not in mine]
    gained = 0
    for dealer_cards in combinations(left, 4):
        theirs = by_hand.judge_hand(list(dealer_cards), {})
        higher, lower = by_hand.is_higher(hand, theirs), by_hand.is_higher(theirs, hand)
        versus = "higher" if higher else "lower" if lower else "copy"
        dealer = by_hand.duki_held(list(dealer_cards))
        gained += by_hand.pay_ante(dealer, versus, hand.name, 100, {}) - 100
        gained += by_hand.pay_play(dealer, versus, 100) - 100
    advice = Advice(analysed("duki4").solution, cards(held))
    assert advice.values == {"play": Fraction(gained, 100 * 194_580), "fold": -1}


@pytest.mark.parametrize("id", [of.id for of in every_game()])
def test_figures_hold_together(id: str) -> None:
    """What is said of the whole is the sum of what is said of the parts."""
    figured = analysed(id).figured
    for wagered in figured.wagers.values():
        total = sum((way.won for way in wagered.ways), Fraction(0))
        assert wagered.expectation == total / wagered.total
        assert wagered.variance > 0
    if figured.contest:
        parts = sum(
            (figured.wagers[each].expectation for each in figured.contest.wagers), Fraction(0)
        )
        assert figured.contest.expectation == parts
        assert sum(figured.contest.decisions.values()) == 1
        averages = sum(
            (figured.wagers[each].average_stake for each in figured.contest.wagers), Fraction(0)
        )
        assert figured.contest.average_wager == averages


@pytest.mark.parametrize("id", [of.id for of in every_game()])
def test_an_option_warns_of_a_player_s_edge_exactly_if_there_is_one(id: str) -> None:
    for reading in game(id).readings:
        for option in reading.options:
            computed = analysed(id, f"{reading.id}={option.id}").warnings
            assert bool(computed) == bool(option.warning), (reading.id, option.id)


def test_random_readings_are_counted_without_a_fault() -> None:
    rng = Random(11)
    for of in every_game():
        for _ in range(6):
            chosen = random_readings(of, rng)
            analysis = analysed(of.id, *(f"{id}={option}" for id, option in chosen.items()))
            assert analysis.report().wagers

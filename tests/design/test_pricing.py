"""Re-pricing: a version's report is what `odds` counts afresh, and changed decisions are all found."""

import pickle
from fractions import Fraction
from itertools import product
from random import Random

import msgspec
import pytest

from tablewright.design.pricing import Prices
from tablewright.design.shown import ReportShown, figures_of, shown
from tablewright.design.versions import pay_keys, version_of
from tablewright.games import every_game
from tablewright.odds.analysis import Analysis
from tablewright.odds.report import Report, Seconds
from tablewright.rules.wagers import Decided, Odds
from tests.design.priced import PRICES, random_version
from tests.odds.analysed import COUNTS

GAMES = [of.id for of in every_game()]
ANY_TIME = Seconds(0, 0, 0)


def without_seconds(report: Report) -> Report:
    return msgspec.structs.replace(report, seconds=ANY_TIME)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("count", [1, pytest.param(8, marks=pytest.mark.proof)])
def test_a_version_is_priced_as_odds_prices_its_ruleset(id: str, count: int) -> None:
    """One after another at the same readings, so that each is priced from what the last one left."""
    rng = Random(19)
    for _ in range(count):
        first = random_version(id, rng)
        posted = pay_keys(first.as_printed().ruleset())
        for key in (None, *rng.sample(sorted(posted), k=2)):
            changed = first.pay if key is None else first.pay | {key: str(posted[key].win + 1)}
            version = version_of(id, first.readings, changed)
            pay = {key: Odds.parse(odds) for key, odds in version.pay.items()}
            plain = version.ruleset().game.ruleset(version.readings, pay)
            by_odds = Analysis(plain, made_before=COUNTS).report()
            assert without_seconds(PRICES.price(version).report) == without_seconds(by_odds)


@pytest.mark.parametrize("id", GAMES)
def test_at_other_odds_a_wager_settles_as_one_decided_anew(id: str) -> None:
    ruleset = random_version(id, Random(3)).ruleset()
    for one in (ruleset, ruleset.at({})):
        for each in one.wagers.values():
            anew = Decided(each.wager, each.needs, each.lines, each.space, each.cap)
            assert anew.outcomes == each.outcomes


@pytest.mark.parametrize("id", GAMES)
def test_other_odds_count_no_deal_again(id: str) -> None:
    prices, counting = Prices(COUNTS), []
    first = prices.price(version_of(id), lambda done, of: counting.append((done, of)))
    assert not first.was_counted
    assert prices.is_counted(version_of(id))
    counting.clear()
    for seed in range(3):
        version = random_version(id, Random(seed), readings=False)
        priced = prices.price(version, lambda done, of: counting.append((done, of)))
        assert priced.was_counted
        assert prices.analysis(version).counted is prices.analysis(version_of(id)).counted
    assert not counting


def test_counting_says_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    Prices({}).price(version_of("duki4"), lambda done, of: told.append((done, of)))
    assert [done for done, _ in told] == list(range(len(told)))
    assert {of for _, of in told} == {len(told)}


def test_only_so_many_counts_are_kept() -> None:
    prices = Prices(COUNTS)
    chosen = product(("three-only", "three-or-four"), ("yes", "no"), ("in-action", "forfeited"))
    for of, fourth, fold in [*chosen, ("three-only", "no", "in-action")]:
        ace = "high-only" if len(prices._printed) == 8 else "high-and-low"
        readings = {"bonus-hands": of, "ace": ace, "fourth-card": fourth, "bonus-on-fold": fold}
        prices.analysis(version_of("duki4", readings))
    assert len(prices._printed) == 8
    assert len(prices._versions) == 8
    assert "ace_high-only" in list(prices._printed)[-1]


@pytest.mark.parametrize(
    ("id", "pay"),
    [
        ("duki4", {"ante.no-duki-dealer-unqualified": "2"}),
        ("pick2", {"bonus-3-5.five.three-of-a-kind": "3", "ante.three-higher": "2"}),
    ],
)
def test_changed_decisions_are_all_found_and_priced(id: str, pay: dict[str, str]) -> None:
    """Compared with both solutions, hand by hand, in Fractions."""
    version = version_of(id, None, pay)
    found = PRICES.price(version).decisions
    assert found is not None
    old, new = PRICES.analysis(version_of(id)).solution, PRICES.analysis(version).solution
    weights = new.counted.hands.weights
    differ = [n for n in range(len(weights)) if old.best[n] != new.best[n]]
    assert found.hands == sum(int(weights[n]) for n in differ) > 0
    assert found.hands == sum(each.hands for each in found.changes)
    lost = Fraction(0)
    for n in differ:
        was, now = new.decisions[old.best[n]], new.decisions[new.best[n]]
        lost += int(weights[n]) * (new.value(now, n) - new.value(was, n))
    assert found.worth.fraction == lost / found.total > 0
    for each in found.changes:
        assert each.was != each.now
        assert each.weakest
        assert each.strongest
        gains = [example.gain.fraction for example in each.examples]
        assert gains == sorted(gains, reverse=True)


def test_no_decision_changes_where_only_a_side_wager_does() -> None:
    decisions = PRICES.price(version_of("duki4", None, {"bonus.straight": "9"})).decisions
    assert decisions is not None
    assert decisions.hands == 0
    assert not decisions.changes
    assert PRICES.price(version_of("king-high", None, {"seven.wins": "9"})).decisions is None


@pytest.mark.parametrize("id", GAMES)
def test_what_is_shown_is_plain_and_the_same_figures(id: str) -> None:
    priced = PRICES.price(random_version(id, Random(4)))
    made = shown(priced)
    assert msgspec.json.decode(msgspec.json.encode(made), type=ReportShown) == made
    assert pickle.loads(pickle.dumps(priced)) == priced
    assert pickle.loads(pickle.dumps(made)) == made
    for each in made.wagers:
        report = priced.report.wagers[each.id]
        assert each.figures.house_edge.fraction == report.house_edge
        assert sum(line.contribution.fraction for line in each.lines) == report.expectation
        assert sum(net.count for net in each.figures.net_results) == each.total
        nets = [net.net.fraction * net.count for net in each.figures.net_results]
        assert -sum(nets, Fraction(0)) / each.total == report.house_edge
    assert (made.contest is None) is (priced.report.contest is None)


def test_a_wager_that_is_never_made_has_no_element_of_risk() -> None:
    report = PRICES.price(version_of("duki4")).report.wagers["play"]
    assert figures_of(report, report.total).element_of_risk is not None
    never = msgspec.structs.replace(report, average_wager=Fraction(0))
    assert figures_of(never, never.total).element_of_risk is None

"""What a table took in, won and was staked, against an audit that reads its journal alone.

Anything legal happens at these tables: fills, credits, corrections, tips, wagers for the dealer, void
rounds, settlements taken back, rulings on chips. `make proof` plays more of them.
"""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from statistics import NormalDist
from typing import NamedTuple

import msgspec
import pytest

from tablewright.advice.figures import MOST_MARKS, Figures
from tablewright.advice.foreseen import Foreseen, foresee, together
from tablewright.odds.report import to_json
from tablewright.table import acts
from tablewright.table.journal import Journal
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Book
from tests.adding_up import figured
from tests.by_hand.floor_audit import Line, Published, audited, read
from tests.odds.analysed import analysed
from tests.registry import GAMES
from tests.table_play import RandomPlay

STEPS = 450
MENDED = {"fill", "credit", "correct", "tip", "declare", "report-chips", "taken-back", "reckoned"}
"""What must have happened somewhere, or the audit would show nothing."""


class Evening(NamedTuple):
    """A table at which anything happened, its journal and its figures."""

    game: str
    lines: list[Line]
    figures: Figures


def played(game: str, seed: int) -> Evening:
    """An evening with pauses, some of them long."""
    rng, lines = Random(f"{game} {seed}"), list[bytes]()
    readings = {f"{game}.void-after-payment": "taken-back"} if game != "king-high" else {}
    setup = rehearsal_setup(game, readings=readings)
    setup = msgspec.structs.replace(setup, dealer_wagers=True)
    play = RandomPlay(setup, rng, Journal(lines.append))
    play.open()
    for _ in range(STEPS):
        play.now += timedelta(minutes=rng.choices([0, 2, 12, 70], [120, 6, 2, 1])[0])
        play.step()
    return Evening(game, read(lines), figured(lines))


SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(2, 20))]


@pytest.fixture(scope="module", params=SEEDS)
def evenings(request: pytest.FixtureRequest) -> list[Evening]:
    return [played(game, request.param) for game in GAMES]


@cache
def published(game: str) -> Published:
    """The edges of a game as its mathematics report has them."""
    return Published(json.loads(to_json(analysed(game).report())))


def moments(evening: Evening) -> Iterator[datetime]:
    """Every quarter of an hour of an evening, and one before and after."""
    first, last = (datetime.fromisoformat(evening.lines[n]["at"]) for n in (0, -1))
    at = first.replace(minute=0, second=0, microsecond=0)
    while at < last + timedelta(minutes=30):
        yield at
        at += timedelta(minutes=15)


def assert_same(evening: Evening, begin: datetime | None, end: datetime | None) -> None:
    """The figures of a span are those of the audit."""
    found = audited(evening.lines, end)
    if begin is not None:
        found = found.less(audited(evening.lines, begin))
    span = evening.figures.since(begin, end)
    assert (span.drop, span.win) == (found.drop, found.win)
    assert (span.stake, span.returned, span.won) == (found.stake, found.returned, found.won)
    assert (span.rounds, span.played) == (found.rounds, found.played)
    assert span.staked == {wager: cents for wager, cents in found.staked.items() if cents}
    assert foresee(span).theoretical == found.theoretical(published(evening.game))


def test_the_evenings_have_everything_in_them(evenings: list[Evening]) -> None:
    seen = {line["did"]["event"] for each in evenings for line in each.lines}
    moved = [
        move["source"]
        for each in evenings
        for line in each.lines
        if line["did"]["event"] == "moved"
        for move in line["did"]["moves"]
    ]
    assert seen >= MENDED
    assert {"cage", "float"} <= set(moved)


def test_an_evening_comes_to_what_the_audit_says(evenings: list[Evening]) -> None:
    for each in evenings:
        assert each.figures.since().rounds > 3
        assert_same(each, None, None)


def test_any_two_moments_of_an_evening_differ_by_what_the_audit_says(
    evenings: list[Evening],
) -> None:
    for each in evenings:
        every = list(moments(each))
        for begin, end in pairwise(every):
            assert_same(each, begin, end)
        for begin in every[:: max(1, len(every) // 5)]:
            assert_same(each, begin, None)


def test_how_stakes_varied_together_adds_up_over_the_quarters_of_an_hour(
    evenings: list[Evening],
) -> None:
    for each in evenings:
        whole = each.figures.since()
        every = list(moments(each))
        spans = zip([None, *every], [*every, None], strict=True)
        parts = [each.figures.since(begin, end).stakes for begin, end in spans]
        for name in ("at_seats", "at_rounds"):
            summed: Counter[object] = Counter()
            for part in parts:
                summed.update(getattr(part, name))
            assert {k: n for k, n in summed.items() if n} == {
                k: n for k, n in getattr(whole.stakes, name).items() if n
            }


# By hand -------------------------------------------------------------------------------------------


def test_a_table_that_runs_for_weeks_keeps_three_days_of_moments() -> None:
    figures = Figures(Book(rehearsal_setup("duki4")))
    at = datetime(2026, 11, 1, tzinfo=UTC)
    for _ in range(MOST_MARKS + 500):
        figures.hear([acts.BuyIn(1, 500, {500: 1})], at)
        at += timedelta(minutes=5)
    assert figures.drop == 500 * (MOST_MARKS + 500)
    assert figures.since(at - timedelta(days=1)).drop == 500 * 288
    assert figures.since().drop == figures.drop
    assert len(figures._marks) == MOST_MARKS


def test_a_buy_in_is_no_win_and_a_lost_wager_is() -> None:
    figures = Figures(Book(rehearsal_setup("duki4")))
    at = datetime(2026, 11, 1, tzinfo=UTC)
    figures.hear([acts.BuyIn(1, 20_000, {500: 40})], at)
    assert (figures.drop, figures.win) == (20_000, 0)
    figures.hear([acts.Tip(1, {500: 1})], at)
    assert (figures.drop, figures.win) == (20_000, 0), "a tip is the dealer's"


def test_the_band_of_several_tables_is_the_bell_curve_of_their_variances() -> None:
    one = Foreseen(Fraction(100), 9e4, {95: (0.0, 1.0), 99: (0.0, 1.0)}, is_bell_curve=False)
    other = Foreseen(Fraction(50, 3), 16e4, {95: (0.0, 1.0), 99: (0.0, 1.0)}, is_bell_curve=False)
    assert together([one]) == one
    both = together([one, other])
    assert both.theoretical == Fraction(350, 3)
    assert both.is_bell_curve
    for level in (95, 99):
        reach = NormalDist().inv_cdf((100 + level) / 200) * 500
        assert both.bounds[level] == pytest.approx((350 / 3 - reach, 350 / 3 + reach))

"""How a table stands: sums against the verdict on its journal, bands against sums by hand.

`make proof` rehearses more rounds.
"""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tablewright.advice.expected import document
from tablewright.advice.standing import Standing
from tablewright.table import acts
from tablewright.table.journal import Journal
from tablewright.table.machine import Keeper
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.setup import Book, Setup
from tablewright.table.verify import verify
from tests.odds.analysed import analysed
from tests.registry import GAMES
from tests.sent import as_sent
from tests.table.driving import DAY, Driver

START = datetime(2026, 11, 16, 18, tzinfo=UTC)
NOT_KNOWN = ("won_per_staked", "expected", "low95", "high95", "low99", "high99")
"""What there is nothing to say of where nothing was staked."""


class Heard(NamedTuple):
    """A rehearsal that was heard line by line, and its journal."""

    rounds: int
    standing: Standing
    lines: list[tuple[Record, datetime]]
    journal: list[bytes]


class Listening:
    """A keeper that passes each line on to a journal and to a standing."""

    def __init__(self, setup: Setup, journal: Keeper) -> None:
        self.journal, self.standing = journal, Standing(Book(setup))
        self.lines: list[tuple[Record, datetime]] = []

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        self.journal.add(event, rule, by, round, at)
        self.standing.hear([event], at)
        self.lines.append((event, at))


def shown_of(standing: Standing) -> Any:
    """How a table stands, as the page reads it."""
    return as_sent(document(standing.taken()))


@pytest.fixture(
    scope="module",
    params=[
        *((game, 60) for game in GAMES),
        *(pytest.param((game, 300), marks=pytest.mark.proof) for game in GAMES),
    ],
    ids=lambda each: f"{each[1]} rounds of {each[0]}",
)
def heard(request: pytest.FixtureRequest) -> Heard:
    game, rounds = request.param
    setup, written = rehearsal_setup(game), list[bytes]()
    listening = Listening(setup, Journal(written.append))
    rehearse(setup, rounds, seed=11, seats=4, irregularities=0.15, keeper=listening)
    return Heard(rounds, listening.standing, listening.lines, written)


def test_the_sums_are_those_of_the_verdict_on_the_journal(heard: Heard) -> None:
    verdict = verify(lambda: heard.journal)
    shown = shown_of(heard.standing)
    assert verdict.void_rounds > 0, "the rehearsal must give something back"
    assert shown["rounds"] == verdict.rounds == heard.rounds
    assert shown["void_rounds"] == verdict.void_rounds
    assert shown["total"]["stake"] == verdict.staked
    assert shown["total"]["house_won"] == verdict.staked - verdict.returned
    assert sum(row["stake"] for row in shown["wagers"]) == verdict.staked
    assert sum(row["house_won"] for row in shown["wagers"]) == shown["total"]["house_won"]


def test_a_standing_is_restored_from_a_journal(heard: Heard) -> None:
    again = Standing(heard.standing.book)
    for event, at in heard.lines:
        again.hear([event], at)
    assert shown_of(again) == shown_of(heard.standing)


def test_expected_is_each_stake_times_the_edge_and_flags_follow_the_bands(heard: Heard) -> None:
    standing, shown = heard.standing, shown_of(heard.standing)
    figured = analysed(standing.book.game.id).figured
    for row in [*shown["wagers"], shown["total"]]:
        assert row["low99"] <= row["low95"] < row["expected"] < row["high95"] <= row["high99"]
        is_in = {n: row[f"low{n}"] <= row["won_per_staked"] <= row[f"high{n}"] for n in (95, 99)}
        assert row["is_outside"] == (0 if is_in[95] else 95 if is_in[99] else 99)
    for row in shown["wagers"]:
        if row["wager"] == "game":
            assert figured.contest is not None
            expected = figured.contest.house_edge * standing.stake["ante"]
        else:
            kind = standing.book.wagers[row["wager"]].kind
            expected = figured.wagers[kind].house_edge * standing.stake[row["wager"]]
        assert row["expected_won"] == round(expected)
    assert shown["total"]["expected_won"] == pytest.approx(
        sum(row["expected_won"] for row in shown["wagers"]), abs=len(shown["wagers"])
    )


# By hand -------------------------------------------------------------------------------------------


def settled(place: int, wager: str, stake: int, returned: int) -> acts.Settled:
    return acts.Settled(place, wager, f"x.{wager}.1", stake, returned)


def standing_of(game: str, rounds: list[list[acts.Settled]]) -> Standing:
    """A standing that has heard of these settlements, a list for each card of a round of its own."""
    standing, at = Standing(Book(rehearsal_setup(game))), START
    for each in rounds:
        at += timedelta(minutes=1)
        events: list[Record] = [*each, acts.Clear()]
        standing.hear(events, at)
    return standing


def row_of(standing: Standing, wager: str) -> dict[str, Any]:
    return next(row for row in shown_of(standing)["wagers"] if row["wager"] == wager)


def long_way(results: dict[Fraction, int], stakes: list[int], level: int) -> tuple[float, float]:
    """The band of the house's win, by adding stake after stake in Fractions."""
    total = sum(results.values())
    summed = {Fraction(0): Fraction(1)}
    for stake in stakes:
        after: dict[Fraction, Fraction] = defaultdict(Fraction)
        for so_far, part in summed.items():
            for net, deals in results.items():
                after[so_far + net * stake] += part * Fraction(deals, total)
        summed = after
    tail = Fraction(100 - level, 200)
    bounds = []
    for part in (tail, 1 - tail):
        below = Fraction(0)
        for won in sorted(summed):
            below += summed[won]
            if below >= part:
                bounds.append(float(-won))
                break
    return bounds[1], bounds[0]


@pytest.mark.parametrize("stakes", [[500] * 40, [500, 1000, 2500] * 13])
def test_the_band_of_a_simple_wager_is_that_found_by_hand(stakes: list[int]) -> None:
    """High at King High: an even-money wager with a half-paid king, at equal and unequal stakes."""
    results = analysed("king-high").figured.wagers["high"].distribution
    standing = standing_of("king-high", [[settled(1, "high", s, 0)] for s in stakes])
    row, staked = row_of(standing, "high"), sum(stakes)
    mean = sum(net * n for net, n in results.items()) / Fraction(sum(results.values()))
    assert row["stake"] == row["house_won"] == staked
    assert row["expected"] == pytest.approx(float(-100 * mean), abs=0.005)
    for level in (95, 99):
        low, high = (100 * each / staked for each in long_way(results, stakes, level))
        assert (row[f"low{level}"], row[f"high{level}"]) == pytest.approx((low, high), abs=0.01)
    assert row["is_outside"] == 99
    assert not row["is_bell_curve"]


def test_boxes_that_bet_on_one_card_count_as_one_stake() -> None:
    together = standing_of("king-high", [[settled(n, "high", 500, 0) for n in (1, 2, 3)]] * 20)
    alone = standing_of("king-high", [[settled(1, "high", 1500, 0)]] * 20)
    assert row_of(together, "high") == row_of(alone, "high")
    assert together.decisions == 60


def test_seats_that_meet_one_dealer_make_the_band_wider_than_seats_in_rounds_of_their_own() -> None:
    hand = [settled(1, "ante", 1000, 0), settled(1, "play", 2000, 0)]
    other = [settled(2, "ante", 1000, 0), settled(2, "play", 2000, 0)]
    apart = row_of(standing_of("duki4", [hand, other] * 100), "game")
    together = row_of(standing_of("duki4", [[*hand, *other]] * 100), "game")
    assert apart["expected_won"] == together["expected_won"]
    assert not apart["is_bell_curve"]
    assert together["is_bell_curve"]
    contest = analysed("duki4").figured.contest
    assert contest is not None
    width, wider = (row["high95"] - row["low95"] for row in (apart, together))
    deviation = float(contest.variance) ** 0.5
    assert width == pytest.approx(2 * 1.96 * deviation * 200**0.5 / 600 * 100, rel=0.05)
    assert 1.03 * width < wider < 2**0.5 * width


def test_the_total_counts_that_wagers_on_one_hand_vary_together() -> None:
    hand = [settled(1, "ante", 1000, 0), settled(1, "play", 2000, 0), settled(1, "bonus", 1000, 0)]
    standing = standing_of("duki4", [hand] * 50)
    analysis = analysed("duki4")
    contest, bonus = analysis.figured.contest, analysis.figured.wagers["bonus"]
    assert contest is not None
    shared = analysis.report().covariance["bonus"]
    variance = contest.variance + bonus.variance
    variance += 2 * (shared["ante"] + shared["play"])
    total = shown_of(standing)["total"]
    half = 1.959964 * float(50 * variance) ** 0.5 * 1000
    assert (total["high95"] - total["low95"]) / 2 == pytest.approx(100 * half / 200_000, abs=0.01)


def test_what_was_given_back_is_no_stake() -> None:
    standing = Standing(Book(rehearsal_setup("duki4")))
    small = acts.Settled(1, "ante", "duki4.wagers.under-minimum", 100, 100, is_unplayed=True)
    push = settled(2, "ante", 500, 500)
    standing.hear([small, push, acts.Clear()], START)
    assert dict(standing.stake) == {"ante": 500}
    assert standing.decisions == 1


# Time ----------------------------------------------------------------------------------------------


def test_minutes_run_from_the_opening_to_the_closing_without_long_pauses() -> None:
    table = Driver("duki4")
    standing = Standing(table.table.book)
    for line in table.lines:
        standing.hear([line.event], line.at)
    at = datetime(DAY.year, DAY.month, DAY.day, 18, tzinfo=UTC)
    standing.hear([acts.DisplaySign()], at)
    standing.hear([acts.Opened("", "")], at + timedelta(minutes=9))
    assert standing.minutes == 0
    standing.hear([acts.Tip(1, {500: 1})], at + timedelta(minutes=12))
    standing.hear([acts.Tip(1, {500: 1})], at + timedelta(minutes=22))
    assert standing.minutes == 13
    standing.hear([acts.Tip(1, {500: 1})], at + timedelta(minutes=40))
    assert standing.minutes == 13
    standing.hear([acts.BeginClosing()], at + timedelta(minutes=42))
    standing.hear([acts.RemoveCards()], at + timedelta(minutes=44))
    assert standing.minutes == 15


def test_the_pace_of_an_idle_table_stands_still() -> None:
    standing = Standing(Book(rehearsal_setup("duki4")))
    at = datetime(DAY.year, DAY.month, DAY.day, 18, tzinfo=UTC)
    standing.hear([acts.Opened("", "")], at)
    for minute in (2, 4, 6):
        standing.hear([acts.Clear()], at + timedelta(minutes=minute))
    assert standing.pace.rounds == standing.taken().pace.rounds == 30
    for minute in (7, 9, 15):
        standing.hear([acts.Tip(1, {500: 1})], at + timedelta(minutes=minute))
        assert standing.pace.rounds == 30, "nothing was played"
    standing.hear([acts.Clear()], at + timedelta(minutes=16))
    assert standing.pace.rounds == 15


def test_a_table_where_nothing_was_staked_has_no_hold_and_no_band() -> None:
    shown = shown_of(Standing(Book(rehearsal_setup("pick2"))))
    for row in [*shown["wagers"], shown["total"]]:
        assert row["stake"] == row["house_won"] == row["is_outside"] == 0
        assert [row[n] for n in NOT_KNOWN] == [None] * len(NOT_KNOWN)
    assert shown["rounds_an_hour"] == 0
    assert shown["notes"]

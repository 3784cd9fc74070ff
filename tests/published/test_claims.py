"""Law 11: the figures that the manuals and the literature publish are reproduced."""

from fractions import Fraction

import pytest

from tablewright.games import game
from tablewright.odds.claims import Agreement, agreement
from tablewright.odds.forensics import Forensics
from tablewright.rules.errors import BadDefinition
from tests.odds.analysed import COUNTS, analysed


def test_duki_s_published_figures() -> None:
    claims = analysed("duki4").report().claims
    assert [(each.published, each.verdict.value) for each in claims] == [
        ("3.17 %", "agrees"),
        ("25.26 %", "agrees"),
        ("3.3 %", "agrees"),
        ("1.9 %", "agrees truncated"),
    ]
    assert [each.computed_percent for each in claims] == [
        "3.1730 %",
        "25.2592 %",
        "3.2960 %",
        "1.9761 %",
    ]


def test_three_card_poker_has_its_figures_from_the_literature() -> None:
    analysis = analysed("three-card-poker")
    assert {each.verdict for each in analysis.report().claims} == {Agreement.AGREES}
    contest = analysis.figured.contest
    assert contest is not None
    assert contest.house_edge == Fraction(686689, 20358520)
    assert contest.decisions["play"] == Fraction(14_900, 22_100)


def test_pair_plus_with_the_flush_at_three() -> None:
    """1-3-6-30-40 is the table that holds 7.28 %; 1-4-6-30-40 holds 2.32 %."""
    at_three = analysed("three-card-poker", pay=("pair-plus.flush=3",)).figured
    assert agreement("7.28 %", at_three.wagers["pair-plus"].house_edge) is Agreement.AGREES
    at_four = analysed("three-card-poker").figured
    assert at_four.wagers["pair-plus"].house_edge == Fraction(128, 5525)


def test_only_the_default_readings_and_the_fourth_card_reproduce_duki_s_figures() -> None:
    forensics = Forensics(game("duki4").ruleset(), COUNTS)
    reproduced = forensics.reproduced()
    assert reproduced.tried == 64
    defaults = {reading.id: reading.default for reading in reproduced.readings}
    assert list(reproduced.agree) == [defaults, {**defaults, "duki4.fourth-card": "yes"}]


@pytest.mark.parametrize(
    ("published", "computed", "expected"),
    [
        ("3.17 %", "1718/54145", Agreement.AGREES),
        ("3.18 %", "1718/54145", Agreement.DISAGREES),
        ("2 %", "15/1000", Agreement.AGREES),
        ("1 %", "15/1000", Agreement.TRUNCATED),
        ("1.4 %", "14999/1000000", Agreement.TRUNCATED),
        ("1.5 %", "1449/100000", Agreement.DISAGREES),
        ("-2.5 %", "-25/1000", Agreement.AGREES),
        ("-2.5 %", "-2549/100000", Agreement.AGREES),
        ("-2.5 %", "-2551/100000", Agreement.TRUNCATED),
    ],
)
def test_verdicts(published: str, computed: str, expected: Agreement) -> None:
    assert agreement(published, Fraction(computed)) is expected


def test_a_figure_that_is_not_in_per_cent_is_an_error_of_the_game_s_file() -> None:
    with pytest.raises(BadDefinition, match="per cent"):
        agreement("0.033", Fraction(33, 1000))

"""Readings and rulings: every ambiguity of the register, and how one is chosen."""

import re

import pytest

from tablewright.games import every_game, game
from tablewright.rules.citations import Document
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.readings import ActsOn, Evidence, Option, Reading, parse_choices

REGISTER = {
    "duki4.bonus-hands": ["three-or-four", "three-only"],
    "duki4.bonus-odds": ["to-one", "for-one"],
    "duki4.ante-vs-three": ["pay-table", "even-money"],
    "duki4.three-vs-unqualified": ["even-money", "push"],
    "duki4.ace": ["high-and-low", "high-only"],
    "duki4.fourth-card": ["no", "yes"],
    "duki4.positions": ["7", "6"],
    "duki4.irregularities-by-hand": ["supervisor-rules", "as-machine"],
    "duki4.washington-hand-deal": ["refused", "allowed"],
    "king-high.pokerpot-pair": ["tens", "jacks"],
    "king-high.burn": ["two-per-action-round", "also-before-round", "one-per-round"],
    "king-high.boxes": ["7", "8"],
    "king-high.ace-straights": ["high-and-low", "low-only"],
    "king-high.withdraw": ["action-wagers", "all"],
    "king-high.small-pokerpot": ["yes-once-advised", "no"],
    "king-high.void-run": ["returned", "paid-three"],
    "king-high.early-exposure": ["burn", "use"],
    "pick2.unqualified": ["compare-ante", "ante-paid", "push", "both-paid", "compare-play"],
    "pick2.bonus-tables": ["both", "higher", "game-played"],
    "pick2.bonus-on-fold": ["forfeited", "in-action"],
    "pick2.bonus-only-seat": ["no", "yes"],
    "pick2.settle-order": ["last", "first"],
    "pick2.three-cards": ["best-three", "cards-played"],
    "pick2.positions": ["7", "6"],
    "pick2.irregularities-by-hand": ["supervisor-rules", "as-machine"],
}
"""The readings that were known when the games were designed, defaults first."""

FOUND_SINCE = {
    "duki4.bonus-on-fold",
    "duki4.void-after-fold",
    "duki4.malfunction-after-deal",
    "pick2.malfunction-after-deal",
    "pick2.void-after-fold",
    "duki4.void-after-payment",
    "pick2.void-after-payment",
    "king-high.unshuffled-round",
    "king-high.round-wagers-close",
    "king-high.shuffle-due",
    "king-high.runs-alone",
    "king-high.pokerpot-maximum",
}

READINGS = [reading for of in every_game() for reading in of.readings]


def test_the_whole_register_is_there_with_its_options_in_order() -> None:
    found = {r.id: [option.id for option in r.options] for r in READINGS}
    assert {id: found[id] for id in REGISTER} == REGISTER
    assert set(found) - set(REGISTER) == FOUND_SINCE


@pytest.mark.parametrize("reading", READINGS, ids=[each.id for each in READINGS])
def test_a_reading_says_what_conflicts_and_why_its_default(reading: Reading) -> None:
    assert reading.question.endswith("?")
    assert reading.conflict
    assert reading.why.endswith(".")
    for each in reading.conflict:
        assert each.section
        assert each.words


def test_only_the_unqualified_dealer_of_pick_2_is_undecided() -> None:
    assert [r.id for r in READINGS if r.is_undecided] == ["pick2.unqualified"]
    assert [r.id for r in game("pick2").ruleset().undecided] == ["pick2.unqualified"]


@pytest.mark.parametrize("reading", READINGS, ids=[each.id for each in READINGS])
def test_every_option_gives_a_ruleset_of_its_own(reading: Reading) -> None:
    of = game(reading.id.partition(".")[0])
    rulesets = [of.ruleset({reading.id: option.id}) for option in reading.options]
    assert len({each.fingerprint for each in rulesets}) == len(reading.options)
    assert rulesets[0].fingerprint == of.ruleset().fingerprint


def test_a_reading_may_be_named_without_its_game() -> None:
    duki4 = game("duki4")
    short, long = duki4.ruleset({"ace": "high-only"}), duki4.ruleset({"duki4.ace": "high-only"})
    assert short.fingerprint == long.fingerprint


def test_an_unknown_reading_is_refused_with_those_there_are() -> None:
    expected = r"there is no reading 'duki4\.aces' here: expected duki4\.bonus-hands, .* or duki4\."
    with pytest.raises(Refused, match=expected):
        game("duki4").ruleset({"duki4.aces": "low"})


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    expected = "'low' is not an option of reading duki4.ace: expected high-and-low or high-only"
    with pytest.raises(Refused, match=re.escape(expected)):
        game("duki4").ruleset({"duki4.ace": "low"})


@pytest.mark.parametrize("text", ["", "ace", "=high", "ace="])
def test_what_chooses_no_reading_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="does not choose a reading: expected ID=OPTION"):
        parse_choices(game("duki4").readings, [text])


def test_a_reading_with_one_option_is_an_error() -> None:
    quote = Document("test", "A test").at("here").quote("words")
    with pytest.raises(BadDefinition, match="needs two or more options"):
        Reading(
            "x.y", "Why?", ActsOn.LINES, False, (quote,), (Option("a", "a"),), Evidence.NONE, "So."
        )


def test_a_game_that_names_an_option_there_is_not_fails() -> None:
    with pytest.raises(Refused, match="'sometimes' is not an option"):
        game("duki4").reading("duki4.ace").taken_as("sometimes")


def test_a_reading_is_chosen_once_under_either_name() -> None:
    readings = game("duki4").readings
    both = ["ace=high-only", "duki4.ace=high-and-low"]
    with pytest.raises(
        Refused, match="is chosen as high-only and high-and-low: expected one option"
    ):
        parse_choices(readings, both)
    assert parse_choices(readings, ["ace=high-only", "duki4.ace=high-only"]) == {
        "duki4.ace": "high-only"
    }


def test_an_option_that_gives_the_player_an_edge_is_said_loudly() -> None:
    pick2 = game("pick2")
    for option in ("ante-paid", "both-paid"):
        (warning,) = pick2.ruleset({"pick2.unqualified": option}).warnings
        assert "gives the PLAYER an edge" in warning
    assert pick2.ruleset().warnings == ()

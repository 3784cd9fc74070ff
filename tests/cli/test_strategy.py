"""The strategy command: what to learn of a game, what it costs, and where it errs."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from tablewright.games import game
from tests.cli.running import run, run_in_terminal
from tests.cli.test_odds import answered, assert_refused, ran

HANDS = {"duki4": comb(52, 4), "pick2": comb(52, 5)}


def strategy(id: str, *more: str) -> dict[str, Any]:
    return answered("strategy", id, *more)


@pytest.mark.parametrize("id", HANDS)
def test_the_best_play_is_that_of_the_report(id: str) -> None:
    found, contest = strategy(id), answered("odds", id)["contest"]
    assert found["game"] == id
    assert found["ruleset"] == game(id).ruleset().fingerprint
    assert found["optimal"] == {
        "expectation": contest["expectation"],
        "decisions": contest["decisions"],
    }


@pytest.mark.parametrize("id", HANDS)
def test_a_list_costs_what_it_loses_against_the_best(id: str) -> None:
    found = strategy(id)
    best = Fraction(found["optimal"]["expectation"])
    assert found["lists"]
    for each in found["lists"]:
        cost = Fraction(each["cost"])
        assert cost == best - Fraction(each["expectation"])
        assert 0 <= cost < Fraction(1, 20)
        decisions = {*found["optimal"]["decisions"]}
        assert {rule["decision"] for rule in each["rules"]} | {each["otherwise"]} <= decisions
        assert 0 < int(each["exceptions"]["hands"]) < HANDS[id] // 10
    costs = [Fraction(each["cost"]) for each in found["lists"]]
    lengths = [len(each["rules"]) for each in found["lists"]]
    assert costs == sorted(costs, reverse=True), "a longer list costs less"
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("id", HANDS)
def test_an_exception_costs_what_the_hand_itself_says(id: str) -> None:
    for each in strategy(id)["lists"]:
        dearest = each["exceptions"]["dearest"]
        costs = [Fraction(exception["cost"]) for exception in dearest]
        assert costs == sorted(costs, reverse=True)
        first = dearest[0]
        hand = answered("odds", id, "--hand", first["cards"])
        assert hand["best"] == first["best"] != first["list"]
        assert hand["costs"][first["list"]] == first["cost"]


def test_all_exceptions_to_the_cut_off_make_up_its_cost() -> None:
    (cut_off,) = strategy("duki4")["lists"]
    exceptions = cut_off["exceptions"]
    alike = sum(int(each["hands"]) for each in exceptions["dearest"])
    assert int(exceptions["hands"]) == alike == 120
    lost = sum(Fraction(each["cost"]) * int(each["hands"]) for each in exceptions["dearest"])
    assert Fraction(cut_off["cost"]) == lost / HANDS["duki4"]


def test_the_cut_off_of_duki() -> None:
    (cut_off,) = strategy("duki4")["lists"]
    assert cut_off["name"] == "cut-off"
    (rule,) = cut_off["rules"]
    assert (rule["decision"], cut_off["otherwise"]) == ("play", "fold")
    assert "nine high (9-7-4)" in rule["at_least"]
    below = answered("odds", "duki4", "--hand", "9h 7c 3d 2c")
    above = answered("odds", "duki4", "--hand", "9h 7c 5d 2c")
    assert (below["best"], above["best"]) == ("fold", "play")


@pytest.mark.parametrize(("id", "fold"), [("duki4", -1), ("pick2", -2)])
def test_always_the_same_decision(id: str, fold: int) -> None:
    found = strategy(id)
    always = {name: Fraction(each) for name, each in found["always"].items()}
    assert set(always) == set(found["optimal"]["decisions"])
    assert always["fold"] == fold
    assert max(always.values()) < Fraction(found["optimal"]["expectation"])


def test_another_pay_table_and_another_reading_are_other_strategies() -> None:
    plain = strategy("duki4")
    generous = strategy("duki4", "--pay", "play.beats-three-card=3-1")
    played = [Fraction(each["optimal"]["decisions"]["play"]) for each in (generous, plain)]
    assert played[0] > played[1]
    assert generous["lists"][0]["rules"] != plain["lists"][0]["rules"]
    stern = strategy("duki4", "--reading", "three-vs-unqualified=push")
    assert Fraction(stern["optimal"]["decisions"]["play"]) < played[1]


def test_king_high_has_no_decision_and_shows_what_costs_least() -> None:
    found, report = strategy("king-high"), answered("odds", "king-high")
    assert found["decisions"] == []
    edges = [Fraction(each["house_edge"]) for each in found["cheapest_first"]]
    assert edges == sorted(edges)
    assert {each["wager"]: each["house_edge"] for each in found["cheapest_first"]} == {
        kind: wager["house_edge"] for kind, wager in report["wagers"].items()
    }
    shown = ran("strategy", "king-high").out
    assert "King High has no decision" in shown
    rows = [line.split()[0] for line in shown.splitlines() if "%" in line]
    assert rows[0] in ("High", "Low")
    assert len(rows) == len(report["wagers"])


@pytest.mark.parametrize("id", ["duki4", "king-high"])
def test_plain_text_in_a_pipe_and_colour_in_a_terminal(id: str) -> None:
    plain = ran("strategy", id)
    assert (plain.status, plain.err) == (0, "")
    assert "\x1b" not in plain.out
    assert "│" not in plain.out
    shown = run_in_terminal("strategy", id)
    assert (shown.status, shown.err) == (0, "")
    assert "\x1b[" in shown.out


@pytest.mark.parametrize("id", HANDS)
def test_the_table_names_every_list_with_its_cost(id: str) -> None:
    shown, found = ran("strategy", id).out, strategy(id)
    for each in found["lists"]:
        assert f"{each['name']}: the first line that applies decides" in shown
        assert f"{100 * float(Fraction(each['cost'])):.6f} %" in shown
        for rule in each["rules"]:
            assert rule["at_least"] in shown
    for decision in found["always"]:
        assert f"always {decision}" in shown


def test_a_players_edge_is_said_loudly() -> None:
    shown = run("strategy", "duki4", "--pay", "play.beats-three-card=3-1").out
    assert "WARNING: the game gives the PLAYER an edge" in shown


BAD = [
    ([], "Missing argument 'GAME'"),
    (["faro"], "there is no game 'faro': expected duki4, king-high or pick2"),
    (["duki4", "--reading", "ace=low"], "'low' is not an option of reading duki4.ace: expected"),
    (["duki4", "--reading", "x=y"], "there is no reading 'x' here: expected"),
    (["pick2", "--pay", "bonus.straight=7"], "nothing is paid as 'bonus.straight': expected"),
    (["duki4", "--pay", "bonus.straight=x"], "'x' is not odds: expected"),
    (["duki4", "--pay", "ante.beats-three-card"], "expected WAGER.KEY=ODDS"),
    (["duki4", "--hand", "9h 7c 4d 2s"], "No such option: --hand"),
]


@pytest.mark.parametrize(("command", "why"), BAD, ids=[" ".join(each) for each, _ in BAD])
def test_bad_input_is_one_clear_line_and_status_2(command: list[str], why: str) -> None:
    assert_refused(run("strategy", *command), why)


def test_help_ends_with_an_example() -> None:
    shown = run("strategy", "--help")
    assert shown.status == 0
    assert "Example: tablewright strategy" in shown.out

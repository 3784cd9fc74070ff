"""The simulate command: reproducible whatever the jobs, true to the exact figures, and stoppable."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tablewright.games import game
from tests.cli.running import Ran, run, run_apart, run_in_terminal
from tests.cli.test_odds import answered, assert_refused
from tests.registry import CONTESTS, GAMES

ROUNDS = 1_000_000
"""Some chunks and a part of one, so that jobs share the work unevenly."""

FIGURES = {
    "duki4": {"contest", "ante", "play", "bonus"},
    "pick2": {"contest", "ante", "play", "bonus-3-5", "bonus-5"},
    "king-high": {
        *("pokerpot", "high-run", "low-run", "high", "low", "seven"),
        *("club", "diamond", "heart", "spade"),
    },
}


@cache
def simulated(id: str, seed: int = 7, jobs: int = 2, strategy: str = "") -> dict[str, Any]:
    """One run for all tests that ask for the same."""
    named = ("--strategy", strategy) if strategy else ()
    how = ("--rounds", str(ROUNDS), "--seed", str(seed), "--jobs", str(jobs), *named)
    done = run("simulate", id, *how, "--json")
    assert (done.status, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    spent = ("jobs", "seconds", "rounds_per_second", "taken_up", "cluster")
    return {key: each for key, each in document.items() if key not in spent}


@pytest.mark.parametrize("id", GAMES)
def test_the_document(id: str) -> None:
    found = simulated(id)
    keys = (
        "game ruleset warnings strategy seed jobs asked rounds stopped seconds"
        " rounds_per_second taken_up cluster figures"
    )
    assert set(found) == {*keys.split(), *(["decisions"] if id != "king-high" else [])}
    assert (found["game"], found["ruleset"]) == (id, game(id).ruleset().fingerprint)
    assert (found["seed"], found["jobs"], found["stopped"]) == (7, 2, False)
    assert found["asked"] == found["rounds"] == ROUNDS
    assert set(found["figures"]) == FIGURES[id]
    for figure in found["figures"].values():
        assert set(figure) == {"mean", "exact", "standard_error", "z"}


@pytest.mark.parametrize("id", GAMES)
def test_what_is_dealt_lies_near_the_exact_figures(id: str) -> None:
    report = answered("odds", id)
    for of, figure in simulated(id)["figures"].items():
        exact = Fraction(figure["exact"])
        if of == "contest":
            assert figure["exact"] == report["contest"]["expectation"]
        elif of in report["wagers"]:
            assert figure["exact"] == report["wagers"][of]["expectation"]
        assert abs(figure["z"]) < 5
        assert figure["standard_error"] > 0
        off = (figure["mean"] - float(exact)) / figure["standard_error"]
        assert off == pytest.approx(figure["z"], abs=0.001)


@pytest.mark.parametrize("id", CONTESTS)
def test_the_standard_error_follows_from_the_exact_deviation(id: str) -> None:
    deviation = answered("odds", id)["contest"]["standard_deviation"]
    error = simulated(id)["figures"]["contest"]["standard_error"]
    assert error == pytest.approx(deviation / ROUNDS**0.5)


@pytest.mark.parametrize("id", CONTESTS)
def test_hands_are_decided_as_often_as_they_should_be(id: str) -> None:
    decisions = answered("odds", id)["contest"]["decisions"]
    dealt = simulated(id)["decisions"]
    assert set(dealt) == set(decisions)
    assert sum(dealt.values()) == pytest.approx(1)
    for name, part in decisions.items():
        expected = float(Fraction(part))
        error = (expected * (1 - expected) / ROUNDS) ** 0.5
        assert abs(dealt[name] - expected) < 5 * error


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("jobs", [1, 3])
def test_the_same_seed_deals_the_same_rounds_whatever_the_jobs(id: str, jobs: int) -> None:
    found = simulated(id, jobs=jobs)
    assert found["jobs"] == jobs
    assert without_time(found) == without_time(simulated(id))


def test_the_same_seed_deals_the_same_rounds_in_another_process() -> None:
    how = ("--rounds", f"{ROUNDS:_}", "--seed", "7", "--jobs", "2", "--json")
    again = run_apart("simulate", "duki4", *how)
    assert (again.status, again.err) == (0, "")
    assert without_time(json.loads(again.out)) == without_time(simulated("duki4"))


def test_the_same_seed_deals_the_same_rounds_on_a_cluster() -> None:
    how = ("--rounds", f"{ROUNDS:_}", "--seed", "7", "--jobs", "1", "--cluster", "local", "--json")
    there = run("simulate", "king-high", *how)
    assert (there.status, there.err) == (0, "")
    found = json.loads(there.out)
    assert found["cluster"] == {"address": "local", "there": 1, "lost": 0}
    assert without_time(found) == without_time(simulated("king-high"))


def test_without_dask_a_cluster_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused = run("simulate", "duki4", "--rounds", "10", "--cluster", "local")
    assert_refused(refused, "--cluster needs dask.distributed: expected pip install 'tablewright[c")


def test_an_address_where_nobody_answers_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        refused = run("simulate", "duki4", "--rounds", "10", "--cluster", address)
    assert_refused(refused, f"no cluster answers at '{address}' (nothing was heard in")


@pytest.mark.parametrize("id", GAMES)
def test_another_seed_deals_other_rounds(id: str) -> None:
    one, other = simulated(id)["figures"], simulated(id, seed=8)["figures"]
    assert all(one[of]["mean"] != other[of]["mean"] for of in one)
    assert all(one[of]["exact"] == other[of]["exact"] for of in one)


def test_a_run_without_a_seed_tells_the_one_it_took() -> None:
    how = ("simulate", "duki4", "--rounds", "100,000", "--json")
    first, second = json.loads(run(*how).out), json.loads(run(*how).out)
    assert first["seed"] != second["seed"]
    again = json.loads(run(*how, "--seed", str(first["seed"])).out)
    assert without_time(again) == without_time(first)


@pytest.mark.parametrize(
    ("id", "name"), [("duki4", "cut-off"), ("duki4", "play"), ("pick2", "five")]
)
def test_a_named_strategy_is_set_beside_its_own_exact_figure(id: str, name: str) -> None:
    found = simulated(id, strategy=name)
    exact = Fraction(found["figures"]["contest"]["exact"])
    taught = answered("strategy", id)
    lists = {each["name"]: each["expectation"] for each in taught["lists"]}
    assert found["strategy"] == name
    assert exact == Fraction({**lists, **taught["always"]}[name])
    assert abs(found["figures"]["contest"]["z"]) < 5
    assert found["figures"]["contest"] != simulated(id)["figures"]["contest"]


def test_optimal_is_what_is_played_if_nothing_is_named() -> None:
    assert without_time(simulated("duki4", strategy="optimal")) == without_time(simulated("duki4"))
    assert simulated("duki4")["strategy"] == "optimal"


def test_one_that_always_folds_loses_its_ante_every_time() -> None:
    found = simulated("duki4", strategy="fold")
    assert found["figures"]["contest"]["mean"] == -1
    assert found["figures"]["contest"]["z"] == 0
    assert found["decisions"] == {"fold": 1, "play": 0}


def test_one_round_is_a_simulation() -> None:
    found = json.loads(run("simulate", "pick2", "--rounds", "1", "--seed", "1", "--json").out)
    assert (found["rounds"], found["stopped"]) == (1, False)
    assert found["figures"]["contest"]["mean"] == int(found["figures"]["contest"]["mean"])


def test_a_pay_table_and_a_reading_are_dealt_too() -> None:
    how = ("--rounds", "1000000", "--seed", "7", "--json")
    pay = ("--pay", "bonus.straight=4", "--reading", "duki4.ace=high-only")
    found = json.loads(run("simulate", "duki4", *how, *pay).out)
    exact = answered("odds", "duki4", *pay)["wagers"]["bonus"]["expectation"]
    assert found["figures"]["bonus"]["exact"] == exact
    assert abs(found["figures"]["bonus"]["z"]) < 5


# In a pipe and a terminal --------------------------------------------------------------------------


def test_plain_text_in_a_pipe_and_colour_in_a_terminal() -> None:
    command = ("simulate", "duki4", "--rounds", "100000", "--seed", "7")
    plain = run(*command)
    assert (plain.status, plain.err) == (0, "")
    assert "\x1b" not in plain.out
    assert "│" not in plain.out
    for said in ("100,000 rounds dealt", "3.2960 %", "Duki Bonus", "standard error"):
        assert said in plain.out
    assert "stopped" not in plain.out
    shown = run_in_terminal(*command)
    assert (shown.status, shown.err) == (0, "")
    assert "\x1b[" in shown.out


# Ctrl-C --------------------------------------------------------------------------------------------


def interrupted(*arguments: str, once: Callable[[int, str], bool]) -> tuple[Ran, str]:
    """Run with a terminal for standard error; interrupt once the process and its bar are so far."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, "-m", "tablewright", "simulate", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
    ) as process:
        os.close(theirs)
        bar, has_interrupted = "", False
        try:
            while chunk := os.read(ours, 65_536):
                bar += chunk.decode(errors="replace")
                if not has_interrupted and once(process.pid, bar):
                    os.kill(process.pid, signal.SIGINT)
                    has_interrupted = True
        except OSError:
            pass  # Linux reports the end of a pseudo-terminal as an error.
        finally:
            os.close(ours)
        assert process.stdout is not None
        out = process.stdout.read().decode()
        status = process.wait()
    assert has_interrupted, bar
    return Ran(out, "", status), bar


def rounds_are_dealt(process: int, bar: str) -> bool:
    """Whether the bar shows that a hundredth is done."""
    return re.search(r"\b[1-9]\d?%", bar) is not None


def some_have_started(process: int, bar: str) -> bool:
    """Whether some of many jobs run side by side."""
    return "dealing" in bar and len(os.listdir(f"/proc/{process}/task")) > 8


def test_ctrl_c_prints_what_it_has_as_json() -> None:
    done, bar = interrupted(
        "duki4",
        "--rounds",
        "2000000000",
        "--seed",
        "7",
        "--jobs",
        "2",
        "--json",
        once=rounds_are_dealt,
    )
    assert done.status == 0
    found = json.loads(done.out)
    assert found["stopped"] is True
    assert found["asked"] == 2_000_000_000
    assert 0 < found["rounds"] < found["asked"]
    assert set(found["figures"]) == FIGURES["duki4"]
    assert all(abs(figure["z"]) < 5 for figure in found["figures"].values())
    assert "Traceback" not in bar


def test_ctrl_c_prints_what_it_has_as_a_table() -> None:
    done, bar = interrupted(
        "king-high", "--rounds", "4000000000", "--seed", "7", "--jobs", "2", once=rounds_are_dealt
    )
    assert done.status == 0
    assert "stopped short of 4,000,000,000" in done.out
    assert "Pokerpot" in done.out
    assert "dealing 4,000,000,000 rounds" in bar
    assert "Traceback" not in bar


def test_ctrl_c_while_the_jobs_start_is_no_mistake_of_ours() -> None:
    how = ("--rounds", "2000000000", "--seed", "7", "--jobs", "24", "--json")
    done, bar = interrupted("duki4", *how, once=some_have_started)
    assert "mistake" not in bar
    said = re.search(r"tablewright: interrupted with ([\d,]+) of 2,000,000,000 rounds dealt", bar)
    assert said, bar
    dealt = int(said[1].replace(",", ""))
    if dealt:
        assert done.status == 0
        found = json.loads(done.out)
        assert (found["stopped"], found["rounds"]) == (True, dealt)
    else:
        assert (done.status, done.out) == (130, "")


# What is refused -----------------------------------------------------------------------------------

FEW = ("--rounds", "10")
BAD = [
    ([], "Missing argument 'GAME'"),
    (["faro"], "there is no game 'faro': expected duki4, king-high or pick2"),
    *[
        (["duki4", "--rounds", bad], f"--rounds is '{bad}': expected a whole number from 1 to")
        for bad in ("0", "-5", "many", "", "1.5", "1e6", "٣", ",", "9" * 30, str(10**13 + 1))
    ],
    *[
        (["duki4", *FEW, "--seed", bad], f"--seed is '{bad}': expected a whole number from 0 to")
        for bad in ("-1", "x", "", "0x10", str(2**64))
    ],
    *[
        (["duki4", *FEW, "--jobs", bad], f"--jobs is '{bad}': expected a whole number from 1 to")
        for bad in ("0", "-1", "all", "", "1.5", "100000")
    ],
    *[
        (["duki4", *FEW, "--cluster", bad], f"--cluster is '{bad}': expected local or the address")
        for bad in ("", "here", "http://10.0.0.1:8786", "10.0.0.1", "tcp://:8786")
    ],
    (
        ["duki4", *FEW, "--jobs", "2", "--cluster", "10.0.0.1:8786"],
        "--jobs is given and a cluster has workers of its own: expected one of the two",
    ),
    (["duki4", *FEW, "--strategy", "best"], "there is no strategy 'best' here: expected optimal"),
    (["duki4", *FEW, "--strategy", ""], "there is no strategy '' here: expected optimal"),
    (["duki4", *FEW, "--strategy", "three"], "there is no strategy 'three' here: expected"),
    (["king-high", *FEW, "--strategy", "optimal"], "King High has no decision: expected"),
    (["duki4", *FEW, "--pay", "bonus.nothing=3"], "nothing is paid as 'bonus.nothing': expected"),
    (["duki4", *FEW, "--pay", "bonus.straight=x"], "'x' is not odds: expected"),
    (["duki4", *FEW, "--reading", "x=y"], "there is no reading 'x' here: expected"),
]


@pytest.mark.parametrize(("command", "why"), BAD, ids=[" ".join(each)[:50] for each, _ in BAD])
def test_bad_input_is_one_clear_line_and_status_2(command: list[str], why: str) -> None:
    assert_refused(run("simulate", *command), why)


def test_help_ends_with_an_example() -> None:
    shown = run("simulate", "--help")
    assert shown.status == 0
    assert "Example: tablewright simulate" in shown.out

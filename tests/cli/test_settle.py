"""The settle command: its contract, its exit status, and its manners in a pipe and a terminal."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from tablewright.games import game
from tests.cli.running import run, run_in_terminal
from tests.settling.test_refusals import DUKI4, KING_HIGH, PICK2, ROUNDS


def settle(id: str, *rounds: dict[str, Any] | str, options: tuple[str, ...] = ()) -> list[Any]:
    given = "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in rounds)
    ran = run("settle", id, *options, given=given)
    return [json.loads(line) for line in ran.out.splitlines()]


def test_duki_in_the_contracts_words() -> None:
    (result,) = settle("duki4", DUKI4)
    assert result == {
        "game": "duki4",
        "ruleset": game("duki4").ruleset().fingerprint,
        "dealer": {"cards": "9h 9c 6s Jd", "hand": "4-Card Duki, pair of nines", "qualifies": True},
        "seats": [
            {
                "seat": 1,
                "hand": "4-Card Duki, ten-high straight",
                "facts": {
                    "void": False,
                    "folded": False,
                    "dealer": "four",
                    "versus": "higher",
                    "hand": "4-card-straight",
                    "bonus": "straight",
                },
                "wagers": {
                    "ante": {
                        "stake": 500,
                        "returned": 5_500,
                        "rule": "duki4.ante.beats-four-card",
                        "line": "The player's 4-Card Duki beats the dealer's:"
                        " the Ante is paid by the Ante table.",
                    },
                    "play": {
                        "stake": 500,
                        "returned": 1_000,
                        "rule": "duki4.play.beats-four-card",
                        "line": "The player's 4-Card Duki beats the dealer's:"
                        " the Play wager is paid 1-1.",
                    },
                    "bonus": {
                        "stake": 100,
                        "returned": 600,
                        "rule": "duki4.bonus.paid",
                        "line": "The best three cards of different suits are on the Bonus table:"
                        " paid by it, even if the hand loses to the dealer.",
                    },
                },
                "staked": 1_100,
                "returned": 7_100,
                "net": 6_000,
            }
        ],
    }


def test_pick_2_names_the_three_cards_too() -> None:
    (result,) = settle("pick2", PICK2)
    (seat,) = result["seats"]
    assert (seat["hand"], seat["three"]) == ("ace high", "royal flush")
    assert list(seat["wagers"]) == ["ante", "bonus-3-5", "bonus-5", "play"]
    assert seat["wagers"]["play"]["stake"] == 1_000
    assert (seat["staked"], seat["returned"], seat["net"]) == (2_100, 8_500, 6_400)


def test_pick_2_plays_the_best_three_where_none_are_named() -> None:
    seat = {**PICK2["seats"][0]}
    del seat["three"]
    assert settle("pick2", {**PICK2, "seats": [seat]}) == settle("pick2", PICK2)


def test_king_high_in_the_contracts_words() -> None:
    (result,) = settle("king-high", KING_HIGH)
    assert set(result) == {"game", "ruleset", "hand", "boxes"}
    (box,) = result["boxes"]
    assert set(box) == {"box", "wagers", "actions", "staked", "returned", "net"}
    assert {id: w["returned"] for id, w in box["wagers"].items()} == {
        "pokerpot": 0,
        "high-run": 0,
        "low-run": 0,
    }
    assert {id: w["returned"] for id, w in box["actions"][0].items()} == {
        "high": 250,
        "heart": 400,
        "seven": 0,
    }
    assert box["actions"][1:] == [{}, {}, {}, {}]
    assert (box["staked"], box["returned"], box["net"]) == (550, 650, 100)


def test_a_posted_maximum_is_applied_after_the_line() -> None:
    royal = {"cards": "Th Jh Qh Kh Ah", "boxes": [{"box": 1, "wagers": {"pokerpot": 100}}]}
    (free,) = settle("king-high", royal)
    (capped,) = settle("king-high", royal, options=("--maximum-payout", "pokerpot=100000"))
    assert free["boxes"][0]["wagers"]["pokerpot"]["returned"] == 250_100
    assert capped["boxes"][0]["wagers"]["pokerpot"]["returned"] == 100_100
    assert capped["ruleset"] == free["ruleset"], "a house's posted maximum is not part of the game"
    assert capped["boxes"][0]["wagers"]["pokerpot"]["rule"] == "king-high.pokerpot.paid"
    assert "settings cut the payment" in capped["boxes"][0]["wagers"]["pokerpot"]["line"]
    assert "settings cut the payment" not in free["boxes"][0]["wagers"]["pokerpot"]["line"]


def test_payments_are_rounded_down_to_the_smallest_chip() -> None:
    king = {
        "cards": "Kh 2h 3c 9d 8s",
        "boxes": [
            {"box": 1, "wagers": {"pokerpot": 100}, "actions": [{"high": 150}, {}, {}, {}, {}]}
        ],
    }
    (result,) = settle("king-high", king, options=("--smallest-chip", "50"))
    assert result["boxes"][0]["actions"][0]["high"]["returned"] == 350


def test_a_reading_changes_what_is_paid() -> None:
    (result,) = settle("duki4", DUKI4, options=("--reading", "duki4.bonus-odds=for-one"))
    assert result["seats"][0]["wagers"]["bonus"]["returned"] == 500
    assert result["ruleset"] == game("duki4").ruleset({"bonus-odds": "for-one"}).fingerprint


def test_bad_lines_are_answered_in_their_place_and_the_status_is_2() -> None:
    bad = {**DUKI4, "dealer": "9h 9c"}
    given = "\n".join([json.dumps(DUKI4), "{", "", json.dumps(bad), json.dumps(DUKI4)])
    ran = run("settle", "duki4", given=given)
    results = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 2
    assert ran.err == ""
    assert results[0] == results[3]
    assert [each.get("line") for each in results] == [None, 2, 4, None]
    assert results[2]["error"] == "the dealer's hand has 2 cards: expected 4"


@pytest.mark.parametrize("given", ["", "\n\n"])
def test_nothing_in_nothing_out(given: str) -> None:
    assert run("settle", "duki4", given=given).out == ""
    assert run("settle", "duki4", given=given).status == 0


@pytest.mark.parametrize("id", ROUNDS)
def test_tables_in_a_terminal_and_json_on_request(id: str) -> None:
    line = json.dumps(ROUNDS[id]) + "\n{\n"
    shown = run_in_terminal("settle", id, given=line, columns=200)
    assert shown.status == 2
    assert "in all" in shown.out
    assert "Line 2: the line is not JSON" in shown.out
    as_json = run_in_terminal("settle", id, "--json", given=line)
    assert json.loads(as_json.out.splitlines()[0])["game"] == id


def test_each_result_is_written_before_the_next_round_is_read() -> None:
    command = [sys.executable, "-m", "tablewright", "settle", "duki4"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps(DUKI4).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["game"] == "duki4"
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_that_leaves_early_is_no_error() -> None:
    lines = (json.dumps(DUKI4) + "\n") * 2_000
    command = f"set -o pipefail; {sys.executable} -m tablewright settle duki4 | head -1"
    done = subprocess.run(
        ["bash", "-c", command], input=lines.encode(), capture_output=True, check=False
    )
    assert json.loads(done.stdout)["game"] == "duki4"
    assert done.stderr == b""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("command", "status", "why"),
    [
        ("settle duki4 < /dev/null > /dev/full; true", 0, ""),
        ("games > /dev/full", 1, "the output could not be written: No space left on device"),
        ("settle duki4 > /dev/full", 1, "the output could not be written: No space left on device"),
        ("games >&-", 1, "there is no standard output"),
        ("games 2>&-", 0, ""),
        ("rules faro 2>/dev/full", 2, ""),
        ("settle duki4 <&-", 2, "there is no standard input: expected rounds"),
    ],
)
def test_what_the_machine_refuses_is_one_line(command: str, status: int, why: str) -> None:
    given = json.dumps(DUKI4).encode() + b"\n"
    line = f"{sys.executable} -m tablewright {command}"
    done = subprocess.run(["bash", "-c", line], input=given, capture_output=True, check=False)
    assert done.returncode == status
    assert done.stderr.decode().count("\n") == bool(why)
    assert why in done.stderr.decode()


def test_an_undecided_reading_and_a_player_edge_are_said_on_standard_error() -> None:
    given = json.dumps(PICK2) + "\n"
    unsaid = run("settle", "pick2", given=given)
    assert "pick2.unqualified is undecided and taken as compare-ante" in unsaid.err
    chosen = run("settle", "pick2", "--reading", "unqualified=push", given=given)
    assert chosen.err == ""
    edge = run("settle", "pick2", "--reading", "unqualified=both-paid", given=given)
    assert "WARNING" in edge.err
    assert "gives the PLAYER an edge" in edge.err


def test_ctrl_c_while_it_waits_for_a_round_says_how_many_were_settled() -> None:
    command = [sys.executable, "-m", "tablewright", "settle", "duki4"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(DUKI4).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        said = process.stderr.read().decode()
        assert said == "tablewright: interrupted with 1 result written\n"
        assert process.wait() == 130

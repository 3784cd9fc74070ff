"""No game is known by name: one whose wagers, decisions and places are oddly called runs everywhere.

It is Three Card Poker, whose figures are published, registered for these tests only: counted, settled,
taught, rehearsed, verified, replayed, played in a terminal, and dealt in a house beside the others.
"""

import asyncio
import io
import json
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tablewright.cli import main
from tablewright.games import REGISTRY, game
from tablewright.odds.analysis import Analysis
from tablewright.settling import settler
from tests.cli.running import Ran
from tests.games import oddly_named_procedure
from tests.games.oddly_named import ID
from tests.games.oddly_named_procedure import PROCEDURE
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.games.unfinished import register_unfinished
from tests.house.company import Tab, guest, opened

Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, ID, "tests.games.oddly_named")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs a command in this process, where the game is registered."""

    def command(*arguments: str, given: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["tablewright", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return Ran(out, err, int(left.value.code or 0))

    heard = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield command
    for number, handler in heard.items():
        signal.signal(number, handler)


def test_its_figures_are_those_of_the_game_it_is(run: Run) -> None:
    shown = run("odds", ID, "--json")
    assert (shown.err, shown.status) == ("", 0)
    document, plain = json.loads(shown.out), Analysis(THREE_CARD_POKER.ruleset()).report()
    assert plain.contest is not None
    assert Fraction(document["contest"]["house_edge"]) == plain.contest.house_edge
    edges = {kind: Fraction(each["house_edge"]) for kind, each in document["wagers"].items()}
    assert list(edges) == ["upfront", "yes-then", "x-3"]
    assert list(edges.values()) == [each.house_edge for each in plain.wagers.values()]


def test_its_odds_and_rules_are_printed(run: Run) -> None:
    asked = [[name, ID] for name in ("odds", "rules", "strategy", "design", "readings")]
    for command in (
        *asked,
        ["games"],
        ["design", ID, "--grid", "--pace", "40", "--bank", "100000"],
    ):
        shown = run(*command)
        assert (shown.err, shown.status) == ("", 0), command
        assert shown.out


def test_its_rounds_are_settled(run: Run) -> None:
    stayed = {"perch": 1, "cards": "9h 9c 6s", "wagers": {"upfront": 500, "x-3": 100}}
    round_ = {
        "dealer": "Kd 8s 5h",
        "perches": [
            {**stayed, "decision": "stay-on"},
            {"perch": 2, "cards": "2s 3h 5c", "wagers": {"upfront": 500}, "decision": "sag"},
        ],
    }
    shown = run("settle", ID, given=json.dumps(round_))
    assert (shown.err, shown.status) == ("", 0)
    first, second = json.loads(shown.out)["perches"]
    assert {id: each["returned"] for id, each in first["wagers"].items()} == {
        "upfront": 1000,
        "yes-then": 1000,
        "x-3": 200,
    }
    assert (first["perch"], first["net"], second["perch"], second["net"]) == (1, 1100, 2, -500)


def test_a_draw_whose_places_are_not_boxes_is_settled() -> None:
    stalls = replace(game("king-high"), place="stall")
    wagered = [{"stall": 2, "wagers": {"pokerpot": 500}, "actions": [{"high": 500}] + [{}] * 4}]
    result = settler(stalls.ruleset()).settle({"cards": "Kh Kd 2c 3s 4h", "stalls": wagered})
    (stall,) = result["stalls"]
    assert (stall["stall"], stall["staked"]) == (2, 1000)


def test_a_table_of_it_is_rehearsed_verified_and_told(run: Run, tmp_path: Path) -> None:
    journal = str(tmp_path / "puzzle.jsonl")
    asked = ["--rounds", "12", "--seats", "3", "--seed", "5", "--irregularities", "0.5"]
    rehearsed = run("rehearse", ID, *asked, "--journal", journal, "--json")
    assert (rehearsed.err, rehearsed.status) == ("", 0)
    verified = run("verify", journal)
    assert (verified.err, verified.status) == ("", 0)
    told = run("replay", journal)
    assert (told.err, told.status) == ("", 0)
    assert " sags" in told.out
    assert " stays on" in told.out
    assert "has sagged:" in told.out
    assert "perch 2" in told.out
    for line in told.out.splitlines():
        assert not any(f" {word} " in line for word in ("fold", "folds", "plays", "seat")), line


def test_a_table_without_irregularities_is_rehearsed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm = replace(PROCEDURE, irregularities=())
    monkeypatch.setattr(oddly_named_procedure, "PROCEDURE", calm)
    journal = str(tmp_path / "puzzle.jsonl")
    asked = ["--rounds", "5", "--seed", "1", "--irregularities", "1", "--journal", journal]
    shown = run("rehearse", ID, *asked)
    assert (shown.err, shown.status) == ("", 0)


def test_it_is_played_in_a_terminal(run: Run, tmp_path: Path) -> None:
    journal = str(tmp_path / "played.jsonl")
    keys = ["u 10 x 5", "", "sa", "u 5", "", "st", "h", "?", "q"]
    shown = run(
        "play",
        ID,
        "--seats",
        "3",
        "--seed",
        "2",
        "--journal",
        journal,
        given="\n".join(keys) + "\n",
    )
    assert shown.status == 0, shown.err
    assert "perch 1" in shown.out.lower()
    assert run("verify", journal).status == 0


def test_the_house_deals_it_beside_the_others(tmp_path: Path) -> None:
    async def night() -> None:
        async with opened(f"sqlite:///{tmp_path}/house.db", keeps_standing=True) as house:
            names = {
                live.table.book.game.id: live.table.book.setup.table for live in house.floor.rows()
            }
            assert names["pick2"] == "P1"
            assert names[ID] == "P2", "two games with one initial have names of their own"
            live = next(each for each in house.floor.rows() if each.table.book.game.id == ID)
            tabs = [Tab(live, guest(1)), Tab(live, guest(2))]
            for place, tab in enumerate(tabs, start=1):
                await tab.sit_down(place)
            first, second = tabs
            playing = [
                first.play_on({"upfront": 1000, "x-3": 500}, "stay-on"),
                second.play_on({"upfront": 500}, "sag"),
            ]
            await asyncio.gather(*playing)
            heard = [each["says"] for told in first.heard for each in told.get("told", ())]
            assert "Guest 2 sags." in heard
            assert "Guest 1 stays on." in heard
            assert live.table.state.round == 2

    asyncio.run(night())


def test_an_author_is_not_told_that_it_is_our_mistake(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_unfinished(tmp_path, monkeypatch)
    shown = run("odds", "faro")
    assert shown.err == (
        "tablewright: a game's file is wrong: faro_unfinished cannot be read:"
        " NameError: name 'undefined' is not defined\n"
    )
    assert (shown.out, shown.status) == ("", 2)

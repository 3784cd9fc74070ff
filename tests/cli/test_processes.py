"""Each command does the same as a process of its own as within the tests, in a pipe and a terminal."""

import json
import re
from pathlib import Path

import pytest
import typer.main

from tablewright.cli.commands import app
from tests.cli.running import Ran, run, run_apart, run_apart_in_terminal, run_in_terminal
from tests.settling.test_refusals import DUKI4

JOURNAL = "JOURNAL"
"""Stands for a journal that is there."""

COMMANDS = {
    "games": ("", ""),
    "rules": ("duki4 --canonical", ""),
    "readings": ("pick2 --json", ""),
    "jurisdictions": ("washington-card-rooms --on 2008-06-30", ""),
    "papers": ("duki4 --only sign --date 2026-11-17 --out NEW", ""),
    "diff": ("duki4 --date 2026-11-17 --to", ""),
    "settle": ("duki4", json.dumps(DUKI4) + "\n{\n"),
    "odds": ("king-high --exposed Kh", ""),
    "strategy": ("king-high --json", ""),
    "design": ("king-high --vary seven.wins=9..11 --edge 0..20", ""),
    "simulate": ("duki4 --rounds 1 --seed 1 --strategy none", ""),
    "rehearse": ("duki4 --rounds 2 --seed 3 --seats 2 --journal NEW", ""),
    "replay": (f"{JOURNAL} --round 1", ""),
    "verify": (f"{JOURNAL}", ""),
    "forms": (
        "--blank duki4 --count 1 --batch trial --date 2026-11-17 --only fill-slips --out NEW",
        "",
    ),
    "play": ("king-high --seed 3", "po 1 hi 5\n\nq\n"),
    "lessons": ("pick2 practical", ""),
    "drills": ("duki4 --drill say --count 2 --seed 3", ""),
    "train": ("duki4 --drill say --seed 3", "1\n?\n1\nq\n"),
    "audition": ("duki4 --seed 7 --minutes 1", "\n\n?\nno\n1\nstop under\n"),
    "certificates": ("NEW", ""),
    "approvals": ("duki4 --reading duki4.ace=high-only --on 2026-11-17", ""),
    "archive": ("--before soon", ""),
    "audit": ("--what nothing", ""),
    "backup": (f"--check {JOURNAL}", ""),
    "keys": ("--keys NEW", ""),
    "restore": (f"{JOURNAL} --data NEW", ""),
    "serve": ("--port 80000", ""),
}
"""For each command, what follows it and what it is given to read."""


def test_every_command_is_run() -> None:
    assert set(COMMANDS) == set(typer.main.get_group(app).commands)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("journals") / "kept.jsonl"
    made = run("rehearse", "duki4", "--rounds", "2", "--seed", "1", "--journal", str(file))
    assert made.status == 0
    return str(file)


TAKEN = {"design", "games", "odds", "papers", "play", "rehearse", "serve", "settle"}
"""What `make test` starts: one of each kind. The proof starts every command."""


@pytest.mark.parametrize(
    "command",
    [pytest.param(each, marks=[] if each in TAKEN else pytest.mark.proof) for each in COMMANDS],
)
def test_a_process_of_its_own_does_the_same(command: str, journal: str, tmp_path: Path) -> None:
    words, given = COMMANDS[command]
    done = []
    for name, runs in (("here", run), ("apart", run_apart)):
        new = str(tmp_path / name)
        asked = words.replace(JOURNAL, journal).replace("NEW", new).split()
        ran = runs(command, *asked, given=given)
        done.append(Ran(ran.out.replace(new, "NEW"), ran.err.replace(new, "NEW"), ran.status))
    here, apart = done
    assert here == apart
    assert here.out or re.fullmatch(r"tablewright: [^\n]+\n", here.err)


@pytest.mark.parametrize(
    ("words", "columns"), [("--help", 60), ("settle --help", 130), ("rules duki4", 60)]
)
def test_a_terminal_is_shown_the_same(words: str, columns: int) -> None:
    here = run_in_terminal(*words.split(), columns=columns)
    assert here == run_apart_in_terminal(*words.split(), columns=columns)
    assert "\x1b[" in here.out

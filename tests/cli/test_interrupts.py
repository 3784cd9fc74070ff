"""Ctrl-C at any moment of any command: one line that says what was done, nothing half done left behind.

The moments are drawn at random from all there are, and as many again from the end of a command, where
files are put in place and results are printed (`tests/cli/interrupting.py`). What takes long, a
chart or a whole house, is interrupted by `make proof` only.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from tablewright.school.auditions.kept import read, wrongs
from tablewright.table.verify import verify
from tests.cli.interrupting import Pressed, Trial
from tests.cli.running import Ran, run

IN_THE_PROOF = 40
"""How many times as many moments the proof tries."""

ROUND = json.dumps(
    {
        "dealer": "9h 9c 6s Jd",
        "seats": [{"seat": 1, "cards": "7s 8h 9d Tc", "wagers": {"ante": 500}, "decision": "play"}],
    }
)
KEYS = "a 5 b 5\n\np\nw\nq\n"


def printed_whole(ran: Ran, folder: Path) -> None:
    """One document: all of it or nothing."""
    if ran.out:
        json.loads(ran.out)


def settled_whole(ran: Ran, folder: Path) -> None:
    """As many results as it says, each of them whole."""
    results = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.out.endswith("\n") or not results
    if said := re.search(r"with ([\d,]+) results? written", ran.err):
        assert int(said[1].replace(",", "")) == len(results)


def asked_whole(ran: Ran, folder: Path) -> None:
    """As many questions as it says, each of them whole."""
    asked = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.out.endswith("\n") or not asked
    if said := re.search(r"with ([\d,]+) questions? written", ran.err):
        assert int(said[1].replace(",", "")) == len(asked)


def summed_up(ran: Ran, folder: Path) -> None:
    """A session that is left says how it went."""
    if not ran.err:
        assert re.search(r"\n\d+ questions?: \d+ right, \d+ wrong", ran.out)


def held_to_its_end(ran: Ran, folder: Path) -> None:
    """An audition that was begun is ended: the result is shown, journal and inputs are whole."""
    if ran.out:
        assert "The audition is over." in ran.out
        assert "Journal:" in ran.out
    assert {each.name for each in folder.iterdir()} in (set(), {"new.jsonl", "new.audition.json"})
    if (folder / "new.jsonl").exists():
        assert verified(folder / "new.jsonl")
        assert wrongs(read((folder / "new.audition.json").read_bytes())) == []


def told_whole(ran: Ran, folder: Path) -> None:
    """As many chapters as it says, each of them whole."""
    chapters = [json.loads(line) for line in ran.out.splitlines()]
    if said := re.search(r"with (\d+) chapters? told", ran.err):
        assert int(said[1]) in (len(chapters), len(chapters) - 1)


def verified(journal: Path) -> bool:
    """Whether a journal holds, to its end."""
    lines = journal.read_bytes().splitlines(keepends=True)
    return verify(lambda: lines).is_complete


def journal_whole_or_none(ran: Ran, folder: Path) -> None:
    """The journal is there from its first line to the closing, or it is not there."""
    printed_whole(ran, folder)
    assert not ran.err or ("was written" in ran.err or " written;" in ran.err) == (
        (folder / "new.jsonl").exists()
    )
    assert {each.name for each in folder.iterdir()} <= {"new.jsonl"}
    for each in folder.iterdir():
        assert verified(each)


def chart_whole_or_none(ran: Ran, folder: Path) -> None:
    for each in folder.iterdir():
        assert each.name == "chart.svg"
        assert each.read_text().endswith("</svg>\n")


def papers_whole_or_none(ran: Ran, folder: Path) -> None:
    """The papers are all there with their manifest, or not at all, and nothing lies beside them."""
    printed_whole(ran, folder)
    assert {each.name for each in folder.iterdir()} <= {"papers"}
    for each in folder.iterdir():
        named = json.loads((each / "manifest.json").read_bytes())["documents"]
        assert {found.name for found in each.iterdir()} == {
            "manifest.json",
            *(paper["file"] for paper in named),
        }


def table_closed_or_never_opened(ran: Ran, folder: Path) -> None:
    """Everyone who was let in is seen out: the table is closed and its journal whole."""
    if ran.out:
        assert "The table is closed, the float counted and signed." in ran.out
    else:
        assert list(folder.iterdir()) == []
    for each in folder.iterdir():
        assert verified(each)


def opens_again(ran: Ran, folder: Path) -> None:
    """Whatever the database was at just then, the house opens the next time."""
    if "with the house closed" in ran.err:
        assert "The house is open at" in ran.out


ODDS = ["tablewright.cli.odds", "tablewright.odds.kernels"]
JOURNALS = [f"tablewright.cli.journals.{name}" for name in ("rehearse", "verify", "replay")]


@dataclass(frozen=True)
class Case:
    """A command, what it is given, what it loads, and what must be true of what it leaves."""

    command: str
    loaded: list[str]
    looks_right: Callable[[Ran, Path], None] = printed_whole
    given: str = ""
    moments: int = 2
    """How many are tried of all, and how many at the end; fewer where a run takes long."""
    is_long: bool = False
    """Whether it is left to the proof."""
    status: int = 0
    """How it ends if nothing keeps it from its end."""


CASES = [
    Case(
        "simulate duki4 --rounds 600000 --seed 1 --jobs 2 --json",
        [*ODDS, "tablewright.cli.simulate"],
        moments=1,
    ),
    Case("odds duki4 --fresh --json", ODDS, moments=1, is_long=True),
    Case(
        "odds duki4 --plot @/chart.svg",
        [*ODDS, "tablewright.odds.plot", "matplotlib.figure"],
        chart_whole_or_none,
        moments=1,
        is_long=True,
    ),
    Case("strategy duki4 --json", [*ODDS, "tablewright.cli.strategy"], moments=1, is_long=True),
    Case("design duki4 --json", [*ODDS, "tablewright.cli.design"], moments=1, is_long=True),
    Case(
        "papers duki4 --only layout --out @/papers --json",
        ["tablewright.cli.papers", "tablewright.papers.layout", "typst"],
        papers_whole_or_none,
        moments=1,
        is_long=True,
    ),
    Case("settle duki4", ["tablewright.cli.settle"], settled_whole, f"{ROUND}\n" * 200),
    Case(
        "rehearse duki4 --rounds 6 --seed 1 --journal @/new.jsonl --json",
        JOURNALS,
        journal_whole_or_none,
        moments=1,
    ),
    Case("verify JOURNAL --json", JOURNALS, moments=1),
    Case("replay JOURNAL --json", JOURNALS, told_whole, moments=1),
    Case(
        "play duki4 --seed 3 --journal @/new.jsonl",
        ["tablewright.cli.play"],
        table_closed_or_never_opened,
        KEYS,
    ),
    Case(
        "drills duki4 --drill say --count 30 --seed 1 --json",
        ["tablewright.cli.school.handout", "tests.cli.taught"],
        asked_whole,
        moments=1,
    ),
    Case(
        "train duki4 --drill say --seed 1",
        ["tablewright.cli.school.train", "tests.cli.taught"],
        summed_up,
        "1\n" * 30,
        moments=1,
    ),
    Case(
        "audition duki4 --seed 7 --minutes 1 --journal @/new.jsonl",
        ["tablewright.cli.school.audition", "tests.cli.taught"],
        held_to_its_end,
        "\n\n\n\nno\n1\ndeal\n",
        moments=1,
        status=1,
    ),
    Case(
        "serve --port 0 --data @", ["tablewright.cli.serve"], opens_again, moments=1, is_long=True
    ),
]


def try_moments(
    case: Case, anywhere: int, within: Path, *, are_loaded: bool, seed: int = 0
) -> None:
    """Press Ctrl-C at so many moments, and as many at the very end; look at what came of each."""
    journal, is_server = within / "kept.jsonl", case.looks_right is opens_again
    if "JOURNAL" in case.command:
        made = run("rehearse", "duki4", "--rounds", "6", "--seed", "1", "--journal", str(journal))
        assert made.status == 0
    trial = Trial(
        case.command.replace("JOURNAL", str(journal)).split(),
        case.given,
        str(within),
        [*case.loaded, "typer", "tablewright.cli.commands"] if are_loaded else [],
        anywhere,
        anywhere if are_loaded and not is_server else 0,
        runs_again=is_server,
        seed=seed,
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.interrupting"],
        input=msgspec.json.encode(trial),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    assert done.returncode == 0, done.stderr.decode()
    for pressed in msgspec.json.decode(done.stdout, type=list[Pressed]):
        at = f"moment {pressed.moment:,} of {pressed.count:,}: {pressed}"
        ran = Ran(pressed.out, pressed.err, pressed.status)
        assert "Traceback" not in ran.err, at
        if ran.err:
            assert re.fullmatch(r"tablewright: interrupted [^\n]+\n", ran.err), at
            assert ran.status == 130 or case.command.startswith("simulate"), at
        else:  # It came when all was done, or at a table, which is then closed in order.
            assert ran.status == case.status, at
            assert ran.out, at
        if case.command.startswith("simulate") and not ran.out:
            assert ran.status == 130, at
        case.looks_right(ran, Path(pressed.folder))


def each_of(cases: list[Case]) -> pytest.MarkDecorator:
    ids = ["-".join(case.command.split()[:3]) for case in cases]
    return pytest.mark.parametrize("case", cases, ids=ids)


SHORT = [case for case in CASES if not case.is_long]
TAKEN = SHORT[::3]
"""What `make test` tries of the short ones; the proof tries the others."""


@each_of(TAKEN)
def test_ctrl_c_at_any_moment_says_what_was_done(case: Case, tmp_path: Path) -> None:
    try_moments(case, case.moments, tmp_path, are_loaded=True)


@pytest.mark.proof
@each_of([case for case in SHORT if case not in TAKEN])
def test_ctrl_c_at_any_moment_of_the_others(case: Case, tmp_path: Path) -> None:
    try_moments(case, case.moments, tmp_path, are_loaded=True)


@pytest.mark.parametrize("command", ["settle", "play"])
def test_ctrl_c_while_modules_are_loaded_says_that_nothing_was_done(
    command: str, tmp_path: Path
) -> None:
    case = next(each for each in CASES if each.command.startswith(command))
    try_moments(case, 1, tmp_path, are_loaded=False)


@pytest.mark.proof
@pytest.mark.parametrize("are_loaded", [True, False])
@each_of(CASES)
def test_ctrl_c_at_a_great_many_moments(
    case: Case, are_loaded: bool, tmp_path: Path, proof_seed: int
) -> None:
    moments = IN_THE_PROOF * case.moments
    try_moments(case, moments, tmp_path, are_loaded=are_loaded, seed=proof_seed)

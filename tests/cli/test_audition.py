"""An audition by keyboard: passed and failed on every device, left in every way, told nothing early."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.cli.school.live import CLEAN, SECONDS_A_LINE
from tablewright.school.auditions.kept import made_again, read, wrongs
from tablewright.school.auditions.terms import AREAS, Terms, usual_terms
from tablewright.school.syllabus import syllabus
from tablewright.table.seal import sealed
from tablewright.table.verify import verify
from tests.cli.running import Ran, run, run_in_terminal
from tests.cli.test_play import ESCAPES, typed
from tests.cli.typist import Typist
from tests.registry import GAMES
from tests.school.candidate import Errs, never

SEED = 3
OVER = "The audition is over."
DEVICES = [(game, each.id) for game in GAMES for each in syllabus(game).devices]
each_device = pytest.mark.parametrize(("game", "device"), DEVICES)
FIRST = set(dict(reversed(DEVICES)).items())
one_of_each_game = pytest.mark.parametrize(
    ("game", "device"),
    [pytest.param(*each, marks=[] if each in FIRST else pytest.mark.proof) for each in DEVICES],
)
"""A device of each game; every one in the proof."""


def terms_of(game: str) -> Terms:
    """Two minutes in which something improper happens whenever it can, so that all is asked."""
    return msgspec.structs.replace(usual_terms(syllabus(game)), minutes=2, goes_wrong=100)


def held(
    typist: Typist, game: str, device: str, folder: Path, *options: str, json: bool = False
) -> Ran:
    """The command, given what a typist typed."""
    file, journal = folder / "terms.json", folder / "table.jsonl"
    file.write_bytes(msgspec.json.encode(typist.audition.terms))
    words = f"audition {game} --device {device} --seed {SEED} --terms {file} --journal {journal}"
    given = typed(*typist.lines)
    return run(*words.split(), *options, *(["--json"] if json else []), given=given)


def every(n: int) -> Errs:
    """One of so many answers in each area is wrong, and the first of all."""
    counts: Counter[str] = Counter()

    def errs(area: str) -> bool:
        counts[area] += 1
        return counts[area] % n == 1

    return errs


def one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


# Passed and failed ---------------------------------------------------------------------------------


@each_device
def test_what_is_typed_rightly_passes_and_its_journal_holds(
    game: str, device: str, tmp_path: Path
) -> None:
    typist = Typist(game, device, terms_of(game), SEED)
    expected = typist.deal()
    ran = held(typist, game, device, tmp_path, json=True)
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    assert found["is_passed"]
    assert found["faults"] == []
    assert {each["id"] for each in found["areas"] if each["asked"]} == set(AREAS)
    assert found["result"]["journal_hash"] == expected.journal_hash
    journal = (tmp_path / "table.jsonl").read_bytes().splitlines(keepends=True)
    assert journal == typist.audition.journal
    assert verify(lambda: iter(journal)).is_complete


@one_of_each_game
def test_every_mistake_that_is_typed_is_a_fault_with_its_line_and_rule(
    game: str, device: str, tmp_path: Path
) -> None:
    typist = Typist(game, device, terms_of(game), SEED, errs=every(3))
    faults = typist.deal().faults
    assert len(faults) > 3
    ran = held(typist, game, device, tmp_path)
    assert ran.status == 1, ran.err
    during, _, after = ran.out.partition(OVER)
    result = one_line(after)
    assert "NOT PASSED" in result
    lines = (tmp_path / "table.jsonl").read_bytes().splitlines()
    for fault in faults:
        assert 1 <= fault.line <= len(lines)
        assert f"line {fault.line} · round {fault.round}" in result
        for said in (fault.asks, f"You: {fault.given}", f"Right: {fault.right}"):
            assert one_line(said) in result
        assert one_line(f"{fault.source} ({fault.rule})") in result
    assert len(re.findall(r"^line \d+ · round", after, re.MULTILINE)) == len(faults)
    for word in ("Right:", "Right.", "Wrong", "PASSED", "Faults", " %"):
        assert word not in during


def test_the_inputs_beside_the_journal_make_the_audition_again(tmp_path: Path) -> None:
    typist = Typist("duki4", "hand", terms_of("duki4"), SEED, errs=every(4))
    expected = typist.deal()
    assert held(typist, "duki4", "hand", tmp_path).status == 1
    kept = read((tmp_path / "table.audition.json").read_bytes())
    assert kept.inputs == typist.table.inputs
    assert kept.result == expected
    assert made_again(kept).journal == typist.audition.journal
    assert wrongs(kept) == []
    better = msgspec.structs.replace(expected.marks[0], mark=expected.marks[-1].mark + 1)
    result = msgspec.structs.replace(expected, marks=[better, *expected.marks[1:]])
    assert wrongs(msgspec.structs.replace(kept, result=result)) == [
        "made again, it comes to another result"
    ]
    other = msgspec.structs.replace(kept, seed="4", seal=sealed("3", "salt"), salt="salt")
    assert wrongs(other)[0] == "the seed is not the one that was sealed"


def test_a_drawn_seed_is_sealed_first_and_told_last() -> None:
    ran = run("audition", "duki4", "--minutes", "1", given=typed("", "leave"))
    assert ran.status == 1
    during, _, after = ran.out.partition(OVER)
    told = re.search(
        r"Seed (\d+), salt ([0-9a-f]{32}): SHA-256 of salt:seed is the seal", one_line(after)
    )
    assert told
    assert f"Seed sealed: {sealed(told[1], told[2])}" in during
    assert told[1] not in during
    assert told[2] not in during
    again = run("audition", "duki4", "--seed", told[1], "--minutes", "1", given=typed("", "leave"))
    assert again.out.partition("still to act")[2][:9] == ran.out.partition("still to act")[2][:9]


# The table -----------------------------------------------------------------------------------------


def test_players_act_while_lines_go_by_and_any_line_takes_as_long() -> None:
    ran = run("audition", "duki4", "--seed", "7", given=typed("", "", "?", "nonsense", "leave"))
    clocks = re.findall(r"^(\d\d:\d\d) · ", ran.out, re.MULTILINE)
    assert SECONDS_A_LINE == 5
    assert clocks == ["00:00", "00:05", "00:10", "00:15", "00:20"]
    before, _, after = ran.out.partition("00:05 · ")
    assert "bets" in before.partition("00:00 · ")[2]
    assert "Limits: $5 to $100." in after
    assert "Type a number from 1 to" in after


def test_the_game_is_stopped_at_any_time_and_goes_on_if_nothing_is_named() -> None:
    keys = ["stop", "", "stop nonsense", "under", "q", "leave"]
    ran = run("audition", "king-high", "--seed", "7", given=typed(*keys))
    assert ran.out.count("What is improper?") == 3
    assert "The game goes on." in ran.out
    assert "Type leave to leave the table" in ran.out
    result = ran.out.partition(OVER)[2]
    assert "Stopped for nothing: 1 time." in result
    assert "You: A wager is under the minimum" in result
    assert "the table was left before the end" in result


@pytest.mark.parametrize("left_by", ["leave", "end of the input"])
def test_who_leaves_has_a_whole_journal_and_the_result_so_far(left_by: str, tmp_path: Path) -> None:
    typist = Typist("pick2", "shuffler", terms_of("pick2"), SEED, leaves_after=20)
    expected = typist.deal()
    if left_by == "leave":
        typist.lines.append("leave")
    ran = held(typist, "pick2", "shuffler", tmp_path, json=True)
    found = json.loads(ran.out)
    assert ran.status == 1
    assert not found["result"]["is_finished"]
    assert "the table was left before the end" in found["lacks"]
    assert len(found["result"]["marks"]) == len(expected.marks)
    journal = (tmp_path / "table.jsonl").read_bytes().splitlines(keepends=True)
    assert verify(lambda: iter(journal)).is_complete
    assert wrongs(read((tmp_path / "table.audition.json").read_bytes())) == []


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    typist = Typist(
        "king-high", "shoe", terms_of("king-high"), SEED, errs=every(2), leaves_after=60
    )
    typist.deal()
    words = f"audition king-high --device shoe --seed {SEED} --minutes 2"
    ran = run_in_terminal(*words.split(), given=typed(*typist.lines), columns=columns)
    assert "\x1b[" in ran.out
    lines = [ESCAPES.sub("", line) for line in ran.out.splitlines()]
    assert max(map(len, lines)) <= columns


# A terminal ----------------------------------------------------------------------------------------


class AtTerminal:
    """The command in a terminal of its own, read until something is on the screen."""

    def __init__(self, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        self.modes = termios.tcgetattr(theirs)
        self.screen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablewright", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
            start_new_session=True,
            preexec_fn=lambda: _takes_terminal(theirs),
        )
        self._theirs = theirs

    def until(self, text: str) -> str:
        """What came up to this text; the wait has no end but that of the test."""
        while text not in self.screen:
            assert select.select([self.ours], [], [], 60)[0], self.screen
            self.screen += os.read(self.ours, 65_536).decode("utf-8", "replace")
        before, _, self.screen = self.screen.partition(text)
        return before

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def close(self) -> int:
        status = self.process.wait(60)
        os.close(self._theirs)
        os.close(self.ours)
        return status


def _takes_terminal(descriptor: int) -> None:
    import fcntl

    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)


def test_at_a_terminal_players_act_while_the_candidate_types_and_ctrl_c_leaves(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "table.jsonl"
    at = AtTerminal("audition", "duki4", "--seed", "7", "--minutes", "1", "--journal", str(journal))
    at.until("next step> ")
    at.type("xy\x7f")
    at.until("next step> x")
    at.until(" bets $")  # Nobody has pressed Enter.
    assert "next step> x" in at.until("\r\n") + at.until("next step> x") + "next step> x"
    at.type("\x15stop\r")
    at.until("What is improper?")
    at.until("or Enter to go on> ")
    at.type("\r")
    at.until("The game goes on.")
    at.until(CLEAN)
    at.type("\x03")
    at.until(OVER)
    assert "the table was left before the end" in one_line(ESCAPES.sub("", at.until("Seed 7.")))
    at.until("again.")
    assert at.process.wait(60) == 1
    assert termios.tcgetattr(at._theirs) == at.modes
    assert at.close() == 1
    lines = journal.read_bytes().splitlines(keepends=True)
    assert verify(lambda: iter(lines)).is_complete
    kept = read((tmp_path / "table.audition.json").read_bytes())
    assert [each.has_left for each in kept.inputs] == [True]
    assert wrongs(kept) == []


# What is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("chess", "chess"),
        ("duki4 --seed x", "--seed is 'x'"),
        ("duki4 --seed -1", "--seed"),
        ("duki4 --minutes 0", "--minutes is '0'"),
        ("duki4 --minutes 241", "from 1 to 240"),
        ("duki4 --players 8", "--players is '8'"),
        ("duki4 --device shoe", "--device is 'shoe': expected"),
        ("duki4 --terms @/none.json", "--terms is"),
        ("duki4 --terms @/bad.json", "--terms is"),
        ("duki4 --terms @/other.json", "--terms is"),
        ("duki4 --terms @/many.json", "players is 99"),
        ("duki4 --journal @/bad.json", "exists already"),
        ("duki4 --journal @/none/x.jsonl", "no folder for it"),
        ("duki4 --journal @/there.jsonl", "exists already"),
        ("duki4 --reading duki4.ace=x", "duki4.ace"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_status_2(
    words: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "other.json").write_text('{"minuts": 3}')
    (tmp_path / "many.json").write_text('{"players": 99}')
    (tmp_path / "there.audition.json").write_text("")
    ran = run("audition", *words.replace("@", str(tmp_path)).split())
    assert ran.status == 2
    assert re.fullmatch(r"tablewright: [^\n]+\n", ran.err)
    assert says in ran.err
    assert ran.out == ""


def test_files_that_exist_are_replaced_if_that_is_asked(tmp_path: Path) -> None:
    typist = Typist("duki4", "shuffler", terms_of("duki4"), SEED, leaves_after=1)
    typist.deal()
    for name in ("table.jsonl", "table.audition.json"):
        (tmp_path / name).write_text("")
    assert held(typist, "duki4", "shuffler", tmp_path).status == 2
    assert held(typist, "duki4", "shuffler", tmp_path, "--force").status == 1
    assert wrongs(read((tmp_path / "table.audition.json").read_bytes())) == []


def test_what_lies_on_the_prompt_says_who_acts_and_when_it_is_the_last_round() -> None:
    typist = Typist("duki4", "shuffler", terms_of("duki4"), SEED)
    typist.deal()
    words = f"audition duki4 --seed {SEED} --minutes 1"
    ran = run(*words.split(), given=typed(*typist.lines))
    assert "00:00 · still to act: " in ran.out
    assert re.search(r"^01:\d\d · last round · ", ran.out, re.MULTILINE)


def as_plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=str, str_keys=True)


def test_json_is_one_object_and_the_table_stands_on_standard_error(tmp_path: Path) -> None:
    typist = Typist("duki4", "shuffler", terms_of("duki4"), SEED, errs=never, leaves_after=3)
    expected = typist.deal()
    ran = held(typist, "duki4", "shuffler", tmp_path, json=True)
    found = json.loads(ran.out)
    assert found["result"] == as_plain(expected)
    assert found["seed"] == str(SEED)
    assert found["journal"] == str(tmp_path / "table.jsonl")
    assert "next step> " in ran.err
    assert "Areas" not in ran.err

"""The commands about journals: rehearse, replay and verify, in a pipe and in a terminal."""

import hashlib
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablewright.cli.journals.files import written as written_whole
from tablewright.cli.journals.rehearse import rehearse as rehearse_it
from tablewright.cli.journals.replay import folded
from tablewright.cli.journals.replay import replay as replay_it
from tablewright.cli.journals.verify import Progress, shuffles_said
from tablewright.cli.journals.verify import verify as verify_it
from tablewright.cli.journals.words import in_column, left_out_said
from tablewright.games import every_game, game
from tablewright.games import procedure as game_procedure
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.journal import WrongLine
from tablewright.table.verdict import LeftOut, Overlooked, Verdict
from tablewright.table.verify import verify
from tests.cli.running import Ran, run, run_in_terminal
from tests.registry import GAMES
from tests.table.test_story import rehearsed, sealed

MISSED_BURN = "king-high.irregularity.missed-burn"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def written(folder: Path, game: str = "duki4", *options: str, rounds: int = 12) -> Path:
    """A journal that the command wrote."""
    file = folder / f"{game}.jsonl"
    given = ("--rounds", str(rounds), "--seats", "3", "--irregularities", "0.4", *options)
    ran = run("rehearse", game, *given, "--journal", str(file), "--seed", "7")
    assert ran.status == 0, ran.err
    return file


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("journals"))


def changed(journal: Path, tmp_path: Path, data: bytes) -> str:
    file = tmp_path / f"changed-{journal.name}"
    file.write_bytes(data)
    return str(file)


def in_process(name: str, game: str = "duki4", **options: Any) -> None:
    """The command without a process of its own, for what is refused before anything is done."""
    given = {"rounds": "3", "seats": None, "seed": "1", "irregularities": "0", "device": None}
    rehearse_it(game, [], **{**given, "journal": name, "force": False, "as_json": True, **options})


# rehearse ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_writes_the_same_bytes(game: str, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = written(tmp_path / "one", game).read_bytes()
    assert written(tmp_path / "two", game).read_bytes() == one
    other = run(
        "rehearse", game, "--rounds", "12", "--seed", "8", "--journal", str(tmp_path / "other")
    )
    assert other.status == 0
    assert (tmp_path / "other").read_bytes() != one


def test_without_a_seed_one_is_picked_and_printed(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("one", "two")]
    first = run("rehearse", "duki4", "--rounds", "2", "--journal", files[0], "--json")
    seed = str(json.loads(first.out)["seed"])
    run("rehearse", "duki4", "--rounds", "2", "--journal", files[1], "--seed", seed)
    assert Path(files[0]).read_bytes() == Path(files[1]).read_bytes()


@pytest.mark.parametrize(
    ("game", "device"), [("duki4", "hand"), ("king-high", "shoe"), ("pick2", "shuffler")]
)
def test_the_summary_agrees_with_what_verify_finds(game: str, device: str, tmp_path: Path) -> None:
    file = str(tmp_path / "journal")
    options = ("--rounds", "30", "--seed", "5", "--irregularities", "0.6", "--device", device)
    ran = run("rehearse", game, *options, "--journal", file, "--json")
    summary, verdict = json.loads(ran.out), json.loads(run("verify", file, "--json").out)
    same = (
        "devices",
        "rounds",
        "void_rounds",
        "staked",
        "returned",
        "given_back",
        "result",
        "drop",
        "tips",
        "overlooked",
        "left_out",
        "late_wagers",
        "last_hash",
    )
    assert {key: summary[key] for key in same} == {key: verdict[key] for key in same}
    assert summary["wagers"] == verdict["payments"]
    assert sum(summary["irregularities"].values()) == verdict["irregularities"] > 0
    assert summary["lines"] == verdict["lines"] == Path(file).read_bytes().count(b"\n")
    assert summary["ruleset"] == verdict["ruleset"]
    assert summary["device"] == device
    assert verdict["holds"]
    assert verdict["is_closed"]


def test_the_summary_in_a_pipe_and_in_a_terminal(tmp_path: Path) -> None:
    options = ("--rounds", "40", "--seed", "7", "--irregularities", "0.5")
    piped = run("rehearse", "duki4", *options, "--journal", str(tmp_path / "one"))
    assert piped.err == ""
    assert piped.out.startswith("Duki 4 Poker: 40 rounds rehearsed\n")
    assert "  seed          7 (with the same options it writes the same file)\n" in piped.out
    titles = {
        "irregularity.a-face-up": "A card lies face up in the shuffler or the deck during the deal",
        "protection.late": "A wager was laid after no more bets",
    }
    for id, title in titles.items():
        assert re.search(rf"  +\d+  {title} +duki4\.{re.escape(id)}\n", piped.out)
    place = ("--journal", str(tmp_path / "two"))
    shown = run_in_terminal("rehearse", "duki4", *options, *place, columns=80)
    plain = COLOUR.sub("", shown.out)
    assert re.search(r"table +7 seats taken", plain)
    assert re.search(r"dealt from +automatic shuffler", plain)
    assert re.search(r"^ +duki4\.irregularity\.a-face-up *\r?$", plain, re.M), "no id is broken"
    assert len(json.loads((tmp_path / "two").read_text().splitlines()[-1])["hash"]) == 64
    hashed = json.loads((tmp_path / "two").read_text().splitlines()[-1])["hash"]
    assert hashed in plain, "a hash is not broken at 80 columns"


def test_steps_that_were_left_out_are_counted_with_those_declared(tmp_path: Path) -> None:
    options = ("--rounds", "40", "--seed", "3", "--irregularities", "0.9", "--device", "shoe")
    file = str(tmp_path / "journal")
    told = run("rehearse", "king-high", *options, "--journal", file)
    events = [json.loads(line)["did"] for line in Path(file).read_text().splitlines()]
    left_out = [each["step"] for each in events if each["event"] == "overlook"]
    verdict = json.loads(run("verify", file, "--json").out)
    assert verdict["overlooked"] == len(left_out) > 0
    for step, counted in verdict["left_out"].items():
        assert counted["times"] == left_out.count(step)
        assert 0 <= counted["declared"] <= counted["times"]
    row = next(line for line in told.out.splitlines() if line.startswith("  left out "))
    assert re.search(r"\d+ burns? \((\d+|none) declared\)", row)
    assert row in run("verify", file).out.splitlines()


def test_a_declaration_is_for_all_that_was_left_out_in_the_round() -> None:
    noted = Overlooked(game_procedure(game("king-high")).irregularities)
    for event in (
        acts.Overlook("burn"),
        acts.Overlook("burn"),
        acts.Declare(MISSED_BURN),
        acts.Clear(),
    ):
        noted.note(event)
    for event in (
        acts.Overlook("burn"),
        acts.Clear(),
        acts.Declare(MISSED_BURN),
        acts.Overlook("shuffle"),
    ):
        noted.note(event)
    assert noted.by_step == {"burn": LeftOut(3, 2), "shuffle": LeftOut(1, 0)}
    assert left_out_said(noted.by_step) == "3 burns (2 declared), 1 shuffle (none declared)"


def test_every_device_that_was_used_is_named(tmp_path: Path) -> None:
    options = ("--rounds", "20", "--seats", "3", "--irregularities", "1")
    for seed in (25, *range(100)):  # With the first it happens today.
        file = str(tmp_path / str(seed))
        Path(file).unlink(missing_ok=True)
        ran = run("rehearse", "king-high", *options, "--seed", str(seed), "--journal", file)
        if "substitute" in Path(file).read_text() and '"device":"shoe"' in Path(file).read_text():
            break
    for told in (ran.out, run("verify", file).out):
        assert "  dealt from    mechanical shuffle device, then manual dealing shoe\n" in told


def test_the_summary_has_drop_box_tips_hold_and_time(tmp_path: Path) -> None:
    options = ("--rounds", "40", "--seed", "3", "--journal", str(tmp_path / "journal"))
    out = run("rehearse", "king-high", *options).out
    rows = dict(re.findall(r"^  (\S+(?: \S+)?)  +(.*)$", out, re.M))
    assert re.fullmatch(r"-?\$[\d,.]+ \(-?\d+\.\d % of what was staked\)", rows["house result"])
    assert re.fullmatch(r"\$[\d,.]+ \(the house holds -?\d+\.\d % of it\)", rows["drop box"])
    assert re.fullmatch(r"2026-01-05 18:00 to \d\d:\d\d \([\d.]+ hours\)", rows["time"])
    amounts = [rows[each].split()[0] for each in ("staked", "returned", "house result", "tips")]
    assert len({"." in each.rstrip(",") for each in amounts}) == 1, "all with cents, or none"


def test_the_size_of_a_big_journal_is_said_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablewright.cli.journals.rehearse.MANY_ROUNDS", 2)
    in_process(str(tmp_path / "new"))
    assert re.fullmatch(
        r"tablewright: the journal will take about \d+ kB \(\d+ kB a round\)\n",
        capsys.readouterr().err,
    )
    in_process(str(tmp_path / "small"), rounds="2")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["rehearse", "play"])
def test_the_help_names_what_cards_are_dealt_from(command: str) -> None:
    words = " ".join(re.sub(r"[│\s]+", " ", run(command, "--help").out).split())
    assert "shuffler, one-deck-shuffler or hand; King High: six-deck-shuffler or shoe" in words
    assert all(each.id in words for of in every_game() for each in game_procedure(of).devices)


def test_an_undecided_reading_is_said_and_a_chosen_one_is_used(tmp_path: Path) -> None:
    options = ("--rounds", "1", "--seed", "1", "--journal")
    unsaid = run("rehearse", "pick2", *options, str(tmp_path / "one"), "--json")
    assert "pick2.unqualified is undecided and taken as compare-ante" in unsaid.err
    chosen = run(
        "rehearse", "pick2", *options, str(tmp_path / "two"), "--reading", "unqualified=push"
    )
    assert chosen.err == ""
    first = json.loads((tmp_path / "two").read_text().splitlines()[0])
    assert first["did"]["setup"]["readings"] == {"pick2.unqualified": "push"}


def test_nothing_is_replaced_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("mine")
    with pytest.raises(Refused, match="exists already: expected a new file, or --force"):
        in_process(str(file))
    assert file.read_text() == "mine"
    in_process(str(file), force=True)
    assert file.read_bytes().startswith(b'{"n":1,')
    assert os.listdir(tmp_path) == ["kept"]


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "kept"

    def write() -> None:
        with written_whole(file, force=False) as part:
            part.write(b"theirs")
            file.write_text("mine")

    with pytest.raises(Refused, match="exists by now"):
        write()
    assert file.read_text() == "mine"
    assert os.listdir(tmp_path) == ["kept"]


def test_what_ends_badly_leaves_nothing_behind(tmp_path: Path) -> None:
    def write() -> None:
        with written_whole(tmp_path / "new", force=False) as part:
            part.write(b"half")
            raise ValueError("trouble")

    with pytest.raises(ValueError, match="trouble"):
        write()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_rehearsal_that_is_stopped_leaves_no_file(
    number: int, status: int, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tablewright", "rehearse", "duki4", "--rounds", "10000000"]
    command += ["--journal", str(tmp_path / "journal")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        while not any(each.stat().st_size for each in tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(number)
        said = process.stderr.read().decode()
        assert process.wait() == status
    assert "Traceback" not in said
    assert said.startswith("tablewright: the journal will take about ")
    assert re.search(
        r"\ntablewright: interrupted with [\d,]+ of 10,000,000 rounds played; .* was not written\n$",
        said,
    )
    assert said.count("\n") == 2
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"rounds": "0"}, "--rounds is '0': expected a whole number from 1 to 10000000"),
        ({"rounds": "10000001"}, "--rounds is '10000001'"),
        ({"rounds": "ten"}, "--rounds is 'ten'"),
        ({"seats": "8"}, "--seats is '8': expected a whole number from 1 to 7"),
        ({"seats": "0"}, "--seats is '0'"),
        ({"seed": "-1"}, "--seed is '-1'"),
        ({"irregularities": "1.5"}, "expected a number from 0 to 1, such as 0.05"),
        ({"irregularities": "nan"}, "expected a number from 0 to 1"),
        ({"irregularities": "1e-3"}, "expected a number from 0 to 1"),
        (
            {"device": "shoe"},
            "--device is 'shoe', which Duki 4 Poker is not dealt from:"
            " expected shuffler, one-deck-shuffler or hand",
        ),
        ({"device": "keyed"}, "expected shuffler, one-deck-shuffler or hand"),
        ({"game": "faro"}, "there is no game 'faro'"),
    ],
)
def test_bad_options_are_refused_before_anything_is_written(
    options: dict[str, str], why: str, tmp_path: Path
) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        in_process(str(tmp_path / "new"), **options)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "--journal is '': expected a file's name"),
        ("-", "--journal is '-': expected a file's name"),
        (".", "which is a folder"),
        ("/dev/null", "which is no ordinary file"),
        ("nowhere/journal", "there is no folder for it"),
        ("file/journal", "expected a file that can be written"),
    ],
)
def test_a_place_that_cannot_be_written_to_is_refused(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    for force in (False, True):
        with pytest.raises(Refused, match=re.escape(why)):
            in_process(name, force=force)
    assert os.listdir(tmp_path) == ["file"]


def test_what_must_be_given_is_asked_for_in_one_line() -> None:
    for given, missing in (([], "GAME"), (["duki4", "--rounds", "3"], "--journal")):
        ran = run("rehearse", *given)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert missing in ran.err


# replay --------------------------------------------------------------------------------------------


def test_a_story_in_a_pipe_is_one_line_a_sentence(journal: Path) -> None:
    ran = run("replay", str(journal))
    assert (ran.status, ran.err) == (0, "")
    titles = [line for line in ran.out.splitlines() if line and not line.startswith(" ")]
    assert titles[0] == "Table R1, Duki 4 Poker: the opening · 2026-01-05 18:00"
    assert [each.split(" ·")[0].split(",")[0] for each in titles[1:13]] == [
        f"Round {number}" for number in range(1, 13)
    ]
    assert titles[-1].startswith("The closing · ")
    assert "\x1b" not in ran.out
    assert re.search(
        r"^  \d\d:\d\d:\d\d +The dealer turns (\S+[♣♦♥♠] ?){4}\. “Dealer", ran.out, re.M
    )
    assert re.search(r"^ +(\d\d:\d\d:\d\d  )?[+-]\$\d+  \S.* (wins|loses)", ran.out, re.M)


def test_a_story_is_short_unless_it_is_asked_for_in_full(journal: Path) -> None:
    short, full = run("replay", str(journal)).out, run("replay", str(journal), "--full").out
    assert len(short) < len(full) / 1.5
    assert "(duki4.ante." not in short
    assert "(duki4.ante." in full
    assert " x $5" not in short
    assert short.count("this round (") == full.count("this round (") == 12


def test_the_line_that_ends_a_round_has_no_amount_beside_it(journal: Path) -> None:
    out = run("replay", str(journal)).out
    assert (
        len(re.findall(r"^  (?:\d\d:\d\d:\d\d|        )  +The house (?:wins|loses) .*$", out, re.M))
        == 12
    )


def test_money_in_a_column_has_cents_in_every_line_or_in_none(tmp_path: Path) -> None:
    file = written(tmp_path, "king-high", rounds=6)
    for chapter in run("replay", str(file), "--full").out.split("\n\n"):
        amounts = re.findall(r"^ {2}[ :\d]{8} +([+-]\$[\d,.]+)  ", chapter, re.M)
        assert len({"." in each for each in amounts}) <= 1
    assert in_column(750, -500, signed=True) == ["+$7.50", "-$5.00"]


def test_chips_are_not_broken_and_a_reason_keeps_its_indent(tmp_path: Path) -> None:
    file = written(tmp_path, "king-high", rounds=3)
    shown = run_in_terminal("replay", str(file), "--full", columns=80)
    lines = [line.rstrip() for line in COLOUR.sub("", shown.out).replace("\r", "").split("\n")]
    assert not any(re.search(r"(\(| )\d+( x)?$", line) for line in lines if " x " in line)
    assert not any(re.match(r" +x \$", line) for line in lines)
    indents = [len(line) - len(line.lstrip()) for line in lines]
    second = [n for n, line in enumerate(lines) if line.lstrip().startswith("(king-high.")]
    assert second, "some reason goes on in a second line"
    assert all(indents[n] == indents[n - 1] for n in second)
    assert folded("A reason that goes on (id)", 16, indent="  ") == (
        "  A reason that\n  goes on (id)"
    )


def test_a_round_is_looked_for_with_a_percentage(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int]] = []

    @contextmanager
    def watched(what: str, total: int) -> Iterator[Callable[[int], None]]:
        asked.append((what, total))
        yield lambda done: None

    monkeypatch.setattr("tablewright.cli.journals.replay.bar", watched)
    replay_it(str(journal), "5", is_full=False, as_json=False)
    assert asked == [("looking for round 5", journal.stat().st_size)]


def test_one_round_alone(journal: Path) -> None:
    whole = run("replay", str(journal), "--full").out
    alone = run("replay", str(journal), "--round", "5")
    assert alone.status == 0
    assert alone.out.startswith("Round 5")
    assert alone.out.strip() in whole
    assert "NOT CLOSED" not in alone.out


@pytest.mark.parametrize(
    ("round", "why"),
    [
        ("13", "there is no round 13 in it: expected 1 to 12"),
        ("0", "--round is '0': expected a whole number"),
        ("first", "--round is 'first': expected a whole number"),
    ],
)
def test_a_round_that_there_is_not(journal: Path, round: str, why: str) -> None:
    ran = run("replay", str(journal), "--round", round)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err


@pytest.mark.parametrize("columns", [80, 140])
@pytest.mark.parametrize("game", GAMES)
def test_a_story_in_a_terminal_keeps_to_its_width_and_colours_suits(
    game: str, columns: int, tmp_path: Path
) -> None:
    file = written(tmp_path, game, rounds=2)
    shown = run_in_terminal("replay", str(file), columns=columns)
    assert (shown.status, shown.err) == (0, "")
    assert re.search(r"\x1b\[1;31m(10|[2-9JQKA])♥", shown.out)
    lines = COLOUR.sub("", shown.out).replace("\r", "").split("\n")
    assert max(len(line) for line in lines) <= columns
    words = " ".join(" ".join(lines).split())
    assert "The dealer calls: “No more bets.”" in words


def test_a_story_as_json_has_a_chapter_a_line(journal: Path) -> None:
    ran = run("replay", str(journal), "--json")
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert [each["chapter"] for each in (told[0], told[-2], told[-1])] == [
        "opening",
        "closing",
        "end",
    ]
    lines = len(journal.read_bytes().splitlines())
    assert told[-1] == {"chapter": "end", "lines": lines, "is_closed": True, "cut_off": 0}
    (alone,) = run("replay", str(journal), "--round", "5", "--json").out.splitlines()
    assert json.loads(alone) == next(each for each in told if each.get("round") == 5)


def test_a_reader_that_leaves_early_is_no_error(journal: Path) -> None:
    for extra in ("", "--json"):
        command = (
            f"set -o pipefail; {sys.executable} -m tablewright replay {journal} {extra} | head -2"
        )
        done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
        assert done.stdout.count(b"\n") == 2
        assert (done.returncode, done.stderr) == (0, b"")


def test_the_story_stops_at_the_first_wrong_line(journal: Path, tmp_path: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[149] = lines[149].replace(b'"round":', b'"ruond":')
    file = changed(journal, tmp_path, b"".join(lines))
    ran = run("replay", file)
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "line 150: its hash does not fit" in ran.err
    assert ran.out.startswith("Table R1")
    assert "The closing" not in ran.out
    as_json = run("replay", file, "--json")
    last = json.loads(as_json.out.splitlines()[-1])
    assert as_json.status == 2
    assert 140 <= last["told"][-1]["line"] < 150


def test_a_cut_off_line_is_told_at_the_end(journal: Path, tmp_path: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    file = changed(journal, tmp_path, b"".join(lines[:150]) + lines[150][:-30])
    ran = run("replay", file)
    assert (ran.status, ran.err) == (0, "")
    assert "CUT OFF: line 151 was not written to its end" in ran.out
    assert "NOT CLOSED: the journal ends at line 150" in ran.out
    end = json.loads(run("replay", file, "--json").out.splitlines()[-1])
    assert end == {"chapter": "end", "lines": 150, "is_closed": False, "cut_off": 151}


def test_a_story_goes_into_a_file_while_a_terminal_looks_on(journal: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with open(tmp_path / "story", "wb") as file:
        command = [sys.executable, "-m", "tablewright", "replay", str(journal)]
        done = subprocess.run(command, stdout=file, stderr=theirs, check=False)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0
    assert (tmp_path / "story").read_text() == run("replay", str(journal)).out


def test_a_story_from_a_pipe(journal: Path) -> None:
    ran = run("replay", "/dev/stdin", given=journal.read_bytes())
    assert ran.out == run("replay", str(journal)).out


# verify --------------------------------------------------------------------------------------------


def test_a_journal_that_holds(journal: Path) -> None:
    ran = run("verify", str(journal))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{journal}: the journal holds; nobody signed it\n")
    assert "every hash fits" in ran.out
    assert "NOT CLOSED" not in ran.out
    assert "CUT OFF" not in ran.out
    piped = run("verify", "/dev/stdin", given=journal.read_bytes())
    assert piped.out.splitlines()[1:] == ran.out.splitlines()[1:]
    shown = run_in_terminal("verify", str(journal), columns=80)
    hashed = json.loads(journal.read_bytes().splitlines()[-1])["hash"]
    assert hashed in COLOUR.sub("", shown.out)


def test_any_changed_byte_is_found(journal: Path, tmp_path: Path) -> None:
    data = journal.read_bytes()
    source = random.Random(11)
    places = {0, 5, len(data) - 2, *(source.randrange(len(data) - 1) for _ in range(40))}
    for place in sorted(places):
        byte = bytes([data[place] ^ (1 << source.randrange(7))])
        file = changed(journal, tmp_path, data[:place] + byte + data[place + 1 :])
        with pytest.raises(Refused, match=rf"line {data[:place].count(10) + 1}\b"):
            verify_it(file, as_json=False)


def test_a_lost_last_newline_is_a_line_cut_off(journal: Path, tmp_path: Path) -> None:
    for last in (b"", b"X"):
        file = changed(journal, tmp_path, journal.read_bytes()[:-1] + last)
        verdict = json.loads(run("verify", file, "--json").out)
        assert (verdict["holds"], verdict["is_closed"]) == (True, False)
        assert verdict["cut_off"] == verdict["lines"] + 1


def test_a_journal_without_its_end_is_not_complete(journal: Path, tmp_path: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    file = changed(journal, tmp_path, b"".join(lines[:81]) + lines[81][:-30])
    ran = run("verify", file)
    assert ran.status == 0
    assert ran.out.startswith(
        f"{file}: NOT COMPLETE: its 81 whole lines hold;"
        " line 82 is cut off and the table was not closed; nobody signed it\n"
    )
    file = changed(journal, tmp_path, b"".join(lines[:81]))
    assert run("verify", file).out.startswith(
        f"{file}: NOT COMPLETE: its 81 lines hold; the table was not closed; nobody signed it\n"
    )
    assert json.loads(run("verify", file, "--json").out)["is_complete"] is False
    assert json.loads(run("verify", str(journal), "--json").out)["is_complete"] is True


def test_shuffles_are_all_sealed_some_or_none() -> None:
    assert shuffles_said(Verdict(shuffles=2, still_sealed=2)) == "2, all still sealed"
    assert shuffles_said(Verdict(shuffles=1, still_sealed=1)) == "1, still sealed"
    assert shuffles_said(Verdict(shuffles=3, still_sealed=1)).startswith("3, 1 still sealed, the r")
    assert shuffles_said(Verdict(shuffles=3)) == "3, every order opened and fitting its seal"
    assert shuffles_said(Verdict()) == "none"


def test_verify_says_which_table_it_was_and_what_gives_the_players_an_edge(tmp_path: Path) -> None:
    file = str(tmp_path / "journal")
    options = ("--rounds", "2", "--seed", "1", "--reading", "king-high.pokerpot-pair=jacks")
    run("rehearse", "king-high", *options, "--journal", file)
    out = run("verify", file).out
    assert re.search(r"table +R1, King High, jurisdiction General\n", out)
    assert re.search(r"time +2026-01-05 18:00 to \d\d:\d\d \(\d+ minutes\)\n", out)
    assert re.search(r"reading +king-high\.pokerpot-pair=jacks\n", out)
    pick2 = str(tmp_path / "pick2")
    run("rehearse", "pick2", "--rounds", "1", "--seed", "1", "--journal", pick2)
    assert re.search(r"undecided +pick2\.unqualified=compare-ante\n", run("verify", pick2).out)
    generous = next(
        (reading.id, option.id)
        for reading in game("pick2").readings
        for option in reading.options
        if option.warning
    )
    chosen = ("--rounds", "1", "--seed", "1", "--reading", "=".join(generous), "--force")
    run("rehearse", "pick2", *chosen, "--journal", pick2)
    assert f"WARNING: {'='.join(generous)}: this option gives the PLAYER an edge" in (
        run("verify", pick2).out
    )
    assert json.loads(run("verify", pick2, "--json").out)["warnings"]


def wrong(game: str, event: str, change: Callable[[dict[str, Any]], None]) -> str:
    """Why a journal is refused in which the first line of an event was changed and sealed again."""
    given = [json.loads(line) for line in rehearsed(game)]
    line = next(line for line in given if line["did"]["event"] == event)
    change(line)
    lines = sealed(given)
    with pytest.raises(WrongLine) as refusal:
        verify(lambda: lines)
    return str(refusal.value)


def test_reasons_give_money_in_dollars() -> None:
    def more(line: dict[str, Any]) -> None:
        line["did"]["returned"] += 50

    why = wrong("duki4", "settled", more)
    assert re.search(r"settled: returned is \$[\d.]+\.50, and the rules give \$\d+$", why)

    def stacked(line: dict[str, Any]) -> None:
        line["did"]["moves"][0]["chips"] = {"500": 77}

    assert "moves is 77 x $5 from " in wrong("duki4", "settled", stacked)


def test_a_reason_does_not_meddle_with_a_terminal() -> None:
    def escaped(line: dict[str, Any]) -> None:
        line["did"]["moves"][0]["source"] = "\x1b[2J"

    assert wrong("duki4", "settled", escaped).isprintable()
    assert wrong("duki4", "settle", lambda line: line.update(rule="\x9b2J")).isprintable()


def test_an_order_that_does_not_fit_its_seal_names_the_line_of_the_seal() -> None:
    for game_id in GAMES:
        shuffled = [
            n
            for n, line in enumerate(rehearsed(game_id), 1)
            if json.loads(line)["did"]["event"] == "shuffled"
        ]

        def swapped(line: dict[str, Any]) -> None:
            order = line["did"]["order"]
            line["did"]["order"] = order[2:4] + order[:2] + order[4:]

        why = wrong(game_id, "unsealed", swapped)
        assert f"the opened order does not fit the seal of line {shuffled[0]:,}:" in why


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("rule", "house.none", "its rule is house.none: expected duki4.phase.settle"),
        ("round", 99, "its round is 99: expected 1"),
    ],
)
def test_only_the_part_of_a_line_that_differs_is_named(field: str, value: Any, why: str) -> None:
    assert wrong("duki4", "settle", lambda line: line.update({field: value})).endswith(why)


def test_the_lines_that_hold_are_named_beside_the_one_that_does_not(
    journal: Path, tmp_path: Path
) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[99] = lines[99].replace(b'"round":', b'"ruond":')
    ran = run("verify", changed(journal, tmp_path, b"".join(lines)))
    assert ran.err.endswith("(lines 1 to 99 hold)\n")
    lines[0] = lines[0].replace(b'"R1"', b'"R2"')
    ran = run("verify", changed(journal, tmp_path, b"".join(lines)))
    assert ran.err.endswith("(no line is known to hold)\n")


def test_a_verification_that_is_stopped_says_how_far_it_came() -> None:
    progress = Progress()
    assert str(progress) == "before any line was checked"
    progress(62)
    assert str(progress) == "at line 63; the lines before it hold"


def test_the_first_wrong_line_is_named_in_one_line(journal: Path, tmp_path: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    del lines[99]
    file = changed(journal, tmp_path, b"".join(lines))
    ran = run("verify", file, "--json")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "does not hold, line 100: it is numbered 101: expected 100" in ran.err
    wrong = json.loads(ran.out)
    assert (wrong["holds"], wrong["line"]) == (False, 100)
    assert wrong["why"] == "it is numbered 101: expected 100"


@pytest.mark.parametrize("kept", [1, 2, 18, 150, -1])
def test_a_journal_that_is_not_closed_holds_and_is_said_to_be_open(
    journal: Path, tmp_path: Path, kept: int
) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)[:kept]
    file = changed(journal, tmp_path, b"".join(lines))
    ran = run("verify", file)
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"closed +no\n", ran.out)
    assert f"NOT CLOSED: the journal ends at line {len(lines):,}" in ran.out
    verdict = json.loads(run("verify", file, "--json").out)
    assert (verdict["holds"], verdict["is_closed"], verdict["cut_off"]) == (True, False, 0)


def test_a_wrong_payment_is_named_before_a_later_line_whose_hash_is_wrong() -> None:
    given = [json.loads(line) for line in rehearsed("duki4")]
    number = next(n for n, line in enumerate(given, 1) if line["did"]["event"] == "settled")
    given[number - 1]["did"]["returned"] += 100
    lines = sealed(given)
    lines[200] = lines[200].replace(b'"round":', b'"ruond":')
    with pytest.raises(WrongLine) as wrong:
        verify(lambda: lines)
    assert wrong.value.line == number


def test_a_verdict_is_not_closed_without_the_line_that_closes() -> None:
    lines = rehearsed("duki4", rounds=1)
    assert not verify(lambda: lines[:-1]).is_closed


def refused(ran: Ran) -> str:
    """The one line with which a command was refused."""
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    return ran.err


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_no_journal_is_refused_in_one_line(
    command: str, journal: Path, tmp_path: Path
) -> None:
    for name, data, why in (
        ("empty", b"", "is empty: expected a journal"),
        ("text", b"Dear pit boss,\n", "is no journal, by its line 1: expected a file that"),
        ("binary", bytes(range(256)) * 40, "is no journal"),
        ("endless", b'{"n":1,' + bytes(2_000_000), "line 1: it does not end"),
        ("begun", journal.read_bytes()[:200], "ends within its line 1"),
    ):
        file = tmp_path / name
        file.write_bytes(data)
        assert why in refused(run(command, str(file)))
    assert "there is no file" in refused(run(command, str(tmp_path / "nowhere")))
    assert "is a folder" in refused(run(command, str(tmp_path)))
    assert "Missing argument 'FILE" in refused(run(command))


def test_a_journal_that_may_not_be_read(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def may_not(*given: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", may_not)
    with pytest.raises(Refused, match=r"cannot be read \(Permission denied\)"):
        verify_it(str(journal), as_json=False)


@pytest.mark.parametrize("command", ["rehearse", "replay", "verify"])
def test_journals_load_nothing_heavy(command: str, journal: Path, tmp_path: Path) -> None:
    given = [command, str(journal)]
    if command == "rehearse":
        given = [command, "duki4", "--rounds", "1", "--journal", str(tmp_path / "new")]
    code = (
        "import sys, json, contextlib, io\n"
        f"sys.argv = ['tablewright', *{given!r}]\n"
        "from tablewright.cli import main\n"
        "sys.stdout = io.TextIOWrapper(io.BytesIO())\n"
        "with contextlib.suppress(SystemExit):\n"
        "    main()\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.__stdout__)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & {"numpy", "numba", "rich", "matplotlib"}


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_journal_of_an_older_version_is_refused_in_one_line_and_left_alone(
    command: str, journal: Path, tmp_path: Path
) -> None:
    first, *rest = [json.loads(line) for line in journal.read_bytes().splitlines()]
    del first["did"]["format"]
    old, last = b"", "0" * 64
    for line in (first, *rest):
        body = json.dumps({**line, "prev": last}, separators=(",", ":"), ensure_ascii=False)
        text = body.rpartition(',"hash":')[0].encode()
        last = hashlib.sha256(text).hexdigest()
        old += text + f',"hash":"{last}"}}\n'.encode()
    file = tmp_path / "old.jsonl"
    file.write_bytes(old)
    ran = run(command, str(file))
    assert (ran.out, ran.status) == ("", 2)
    assert ran.err == (
        "tablewright: the journal has format 1: expected 4; Tablewright 0.1 reads it\n"
    )
    assert file.read_bytes() == old

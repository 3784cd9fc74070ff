"""A simulation that is killed goes on where it was, and comes to what it would have come to."""

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.odds.checkpoints import OPENING, Checkpoint
from tablewright.odds.chunks import CHUNK
from tests.cli.running import run
from tests.cli.test_odds import assert_refused
from tests.cli.test_simulate import without_time

ROUNDS = 40 * CHUNK + 5
AT_ONCE = (
    "from tablewright.cli import checkpoint, main; checkpoint.EVERY_SECONDS = 0; main()",
    "simulate",
)
"""The command, which keeps what it has at every look, ten times a second."""


def simulated(*options: str, rounds: int = ROUNDS) -> dict[str, Any]:
    done = run("simulate", "duki4", "--rounds", str(rounds), *options, "--json")
    assert (done.status, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def rounds_kept(file: Path) -> int:
    """How many rounds a checkpoint holds; it is whole whenever one looks."""
    if not file.exists():
        return 0
    held = OPENING.sub(b"", file.read_bytes())
    return sum(msgspec.json.decode(held, type=Checkpoint).counts[0])


def killed_with_some_kept(file: Path, rounds: int, *options: str, code: tuple[str, ...]) -> int:
    """Start it, kill it with what cannot be heard once something is kept; how much that was."""
    words = ("duki4", "--rounds", str(rounds), "--checkpoint", str(file), *options)
    with subprocess.Popen(
        [sys.executable, "-c", *code, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as client:
        while not rounds_kept(file):
            assert client.poll() is None
            time.sleep(0.01)
        os.kill(client.pid, signal.SIGKILL)
    return rounds_kept(file)


def test_a_client_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    kept = killed_with_some_kept(file, ROUNDS, "--seed", "7", "--jobs", "1", code=AT_ONCE)
    assert 0 < kept < ROUNDS
    (tmp_path / ".part-run.checkpoint-abandoned").write_text("half of it")
    found = simulated("--checkpoint", str(file))
    assert (found["seed"], found["taken_up"], found["rounds"]) == (7, kept, ROUNDS)
    whole = simulated("--seed", "7")
    assert without_time(found) == without_time(whole)
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    again = simulated("--checkpoint", str(file))
    assert again["taken_up"] == ROUNDS
    assert without_time(again) == without_time(whole)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("kept") / "run.checkpoint"
    simulated("--seed", "7", "--checkpoint", str(file), rounds=1_000)
    return file


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("duki4 --rounds 1001", r"rounds 1000\): expected rounds 1001"),
        ("duki4 --rounds 1000 --seed 8", r"seed 7\): expected seed 8"),
        ("duki4 --rounds 1000 --strategy fold", r"strategy optimal\): expected strategy fold"),
        ("pick2 --rounds 1000", r"game duki4\): expected game pick2"),
        (
            "duki4 --rounds 1000 --pay bonus.straight=7",
            r"ruleset [0-9a-f]{12}\.\.\.\): expected ruleset [0-9a-f]{12}\.\.\.",
        ),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(kept: Path, words: str, why: str) -> None:
    before = kept.read_bytes()
    refused = run("simulate", *words.split(), "--checkpoint", str(kept))
    assert (refused.status, refused.out) == (2, "")
    assert re.fullmatch(
        rf"tablewright: --checkpoint '.*' is of another run \({why}, or .*\n", refused.err
    )
    assert kept.read_bytes() == before


def test_a_checkpoint_of_other_code_is_refused(kept: Path, tmp_path: Path) -> None:
    held = OPENING.sub(b"", kept.read_bytes())
    other = re.sub(rb'"code":"[0-9a-f]', b'"code":"x', held)
    file = tmp_path / "other"
    opening = f"tablewright checkpoint {hashlib.sha256(other).hexdigest()}\n"
    file.write_bytes(opening.encode() + other)
    refused = run("simulate", "duki4", "--rounds", "1000", "--checkpoint", str(file))
    assert_refused(refused, "is of another run (code x")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is no checkpoint: expected one, or a file that is not there yet"),
        (b"a letter to the pit\n", "is no checkpoint"),
        (None, "is damaged: expected the checkpoint as it was written"),
    ],
)
def test_what_is_no_checkpoint_is_refused_and_left_alone(
    kept: Path, tmp_path: Path, content: bytes | None, why: str
) -> None:
    file = tmp_path / "given"
    file.write_bytes(kept.read_bytes()[:-9] if content is None else content)
    before = file.read_bytes()
    assert_refused(run("simulate", "duki4", "--rounds", "1000", "--checkpoint", str(file)), why)
    assert file.read_bytes() == before


def test_a_place_that_cannot_be_used_is_refused_before_anything_is_dealt(tmp_path: Path) -> None:
    for place, why in (
        (tmp_path, "Is a directory: expected a file that can be read"),
        (tmp_path / "nowhere" / "file", "No such file or directory: expected a file that can be"),
    ):
        words = ("duki4", "--rounds", "1000000000", "--checkpoint", str(place))
        assert_refused(run("simulate", *words), why)


@pytest.mark.proof
def test_workers_and_client_are_killed_on_the_way_to_a_thousand_million(tmp_path: Path) -> None:
    """On a local cluster, whose workers are started again; taken up by threads of one process."""
    file, rounds = tmp_path / "run.checkpoint", 1_000_000_000
    words = ("simulate", "duki4", "--rounds", str(rounds), "--seed", "3", "--checkpoint", str(file))
    on_cluster = [sys.executable, "-m", "tablewright", *words, "--cluster", "local", "--json"]
    with subprocess.Popen(on_cluster, stdout=subprocess.DEVNULL) as client:
        try:
            for _ in range(2):
                before = rounds_kept(file)
                while rounds_kept(file) == before:
                    assert client.poll() is None
                    time.sleep(0.05)
                os.kill(workers_of(client.pid)[0], signal.SIGKILL)
        finally:
            client.kill()
    kept = rounds_kept(file)
    assert 0 < kept < rounds
    found = simulated("--seed", "3", "--checkpoint", str(file), rounds=rounds)
    assert found["taken_up"] == kept
    assert without_time(found) == without_time(simulated("--seed", "3", rounds=rounds))


def workers_of(client: int) -> list[int]:
    """The processes that a client has started to deal."""
    threads = Path(f"/proc/{client}/task").glob("*/children")
    return [
        int(each)
        for children in threads
        for each in children.read_text("utf-8").split()
        if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()
    ]

"""The keys command, and a house that is started with its keys, without them, and with others."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.signing.keys import Keys
from tablewright.signing.rings import read_known
from tests.cli.running import run


def _keys(folder: Path, *words: str) -> list[dict[str, str]]:
    ran = run("keys", *words, "--keys", str(folder), "--json")
    assert (ran.status, ran.err) == (0, "")
    found: list[dict[str, str]] = json.loads(ran.out)["keys"]
    return found


def test_keys_are_made_listed_rotated_and_retired(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    (first,) = _keys(folder, "make")
    assert first["retired"] is None
    old, second = _keys(folder, "rotate")
    assert (old["id"], old["retired"]) == (first["id"], "rotated")
    *_, stolen, third = _keys(folder, "stolen", second["id"], "--since", second["since"])
    assert (stolen["id"], stolen["retired"], stolen["until"]) == (
        second["id"],
        "stolen",
        second["since"],
    )
    assert _keys(folder) == _keys(folder, "list")
    assert read_known(third["pem"].encode()) == Keys.open(folder).ring.current.public
    shown = run("keys", "--keys", str(folder)).out
    assert [line.split()[-1] for line in shown.splitlines()[-3:]] == ["rotated", "stolen", "now"]
    assert "PRIVATE" not in shown
    assert "ring.json" in shown


def test_the_folder_lies_beside_the_data_unless_it_is_named(tmp_path: Path) -> None:
    Keys.make(tmp_path / "my-house.keys")
    for where in (
        ["--data", str(tmp_path / "my-house")],
        ["--database", f"sqlite:///{tmp_path / 'my-house' / 'house.db'}"],
    ):
        ran = run("keys", *where, "--json")
        assert json.loads(ran.out)["folder"] == str(tmp_path / "my-house.keys")
    assert not (tmp_path / "my-house").exists(), "nothing is made by looking"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "there are no keys in"),
        ("rotate", "there are no keys in"),
        ("sell", "expected list, make, rotate, stolen or backup-key"),
        ("stolen", "a theft is told as in"),
        ("stolen 0123456789abcdef", "a theft is told as in"),
        ("rotate 0123456789abcdef", "a theft is told as in"),
        ("rotate --since 2026-01-01", "a theft is told as in"),
        ("MADE make", "already: expected none"),
        ("MADE stolen 0123456789abcdef --since 2026-01-01", "there is no key"),
        ("MADE stolen CURRENT --since yesterday", "expected a time"),
        ("MADE stolen CURRENT --since 2001-01-01", "was made: expected"),
        ("MADE stolen CURRENT --since 9999-12-31", "yet to come"),
    ],
)
def test_what_cannot_be_done_is_one_line(words: str, says: str, tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    if words.startswith("MADE "):
        words = words[5:].replace("CURRENT", Keys.make(folder).ring.current.id)
    before = {each.name: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    ran = run("keys", *words.split(), "--keys", str(folder))
    assert ran.status == 2
    assert re.fullmatch(r"tablewright: [^\n]+\n", ran.err)
    assert says in ran.err
    assert {e.name: e.read_bytes() for e in tmp_path.rglob("*") if e.is_file()} == before


# Serving -------------------------------------------------------------------------------------------


def _served(data: Path, *words: str) -> tuple[int, str, str]:
    """Start a house, and kill it once it is open; the status, and what it said."""
    command = [sys.executable, "-m", "tablewright", "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(
        [*command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = ""
        while "Ctrl-C" not in said and (line := process.stdout.readline()):
            said += line
        if "Ctrl-C" in said:
            process.kill()
        return process.wait(), said, process.stderr.read()


@pytest.mark.proof
def test_a_house_makes_its_key_at_the_first_start_and_is_shut_without_it(tmp_path: Path) -> None:
    data, keys = tmp_path / "house", tmp_path / "house.keys"
    _, said, _ = _served(data)
    (first,) = _keys(keys)
    assert f"The house signs with key {first['id']}: keep a copy of {keys} apart" in said
    keys.rename(tmp_path / "away")
    status, said, error = _served(data)
    assert (status, said) == (2, "")
    assert error.count("\n") == 1
    assert "put the folder back from a copy, or start once with --new-key" in error
    _, said, _ = _served(data, "--new-key")
    assert f"key {first['id']} is retired as lost" in said
    assert [each["retired"] for each in _keys(keys)] == ["lost", None]

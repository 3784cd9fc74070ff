"""The skeleton in `docs/adding-a-game.md` is a whole game: taken out of the page, it runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
FILES = dict(
    re.findall(r"`tablewright/games/([a-z]\w*)\.py`.*?```python\n(.*?)```", PAGE, re.DOTALL)
)
REGISTERED = re.findall(r'^    "([\w-]+)": "([\w.]+)",$', PAGE, re.MULTILINE)
(COMMANDS,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)

START = """\
import sys
from tablewright import games
games.__path__.append(sys.argv.pop(1))
id, module = sys.argv.pop(1), sys.argv.pop(1)
games.REGISTRY[id] = module
sys.argv[0] = "tablewright"
from tablewright.cli import main
main()
"""
"""Registers the game as the page says, from a folder of its own, and runs a command."""


@pytest.fixture(scope="module")
def tablewright(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A command `tablewright` that knows the game of the page."""
    folder = tmp_path_factory.mktemp("games")
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    (folder / "start.py").write_text(START, "utf-8")
    ((id, module),) = REGISTERED
    command = folder / "bin" / "tablewright"
    command.parent.mkdir()
    start = f'exec "{sys.executable}" "{folder}/start.py" "{folder}" {id} {module} "$@"'
    command.write_text(f"#!/bin/sh\n{start}\n", "utf-8")
    command.chmod(0o755)
    return command


def test_the_page_has_two_files_a_line_and_commands() -> None:
    assert list(FILES) == ["duel", "duel_procedure"]
    assert REGISTERED == [("duel", "tablewright.games.duel")]
    assert COMMANDS.count("\n") == 9


def test_every_command_of_the_page_runs(tablewright: Path, tmp_path: Path) -> None:
    path = f"{tablewright.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    for command in COMMANDS.splitlines():
        if command == "tablewright serve":
            continue
        done = subprocess.run(
            ["bash", "-c", command],
            capture_output=True,
            check=False,
            cwd=tmp_path,
            env=environment,
            input=b"a 10 p 5\n\nst\nq\n" if " play " in command else None,
        )
        assert (done.stderr, done.returncode) == (b"", 0), command
        if " settle " in command:
            assert b'"net":2400' in done.stdout, done.stdout

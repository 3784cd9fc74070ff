"""Every output in the README is what its command prints today; a line of three dots stands for more.

What needs no shell is run within the tests, where it prints the same (tests/cli/test_processes.py).
"""

import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from tests.cli.running import Ran, run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
COMMANDS = [re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE) for block in BLOCKS]
"""The commands of each block with what they print; those of one block work in one folder."""
OURS = "tablewright "
NEEDS_SHELL = frozenset("|&;<>$`*")


@pytest.mark.parametrize("block", COMMANDS, ids=[block[0][0] for block in COMMANDS])
def test_output_is_true_today(block: list[tuple[str, str]], tmp_path: Path) -> None:
    for command, printed in block:
        prints(command, printed, tmp_path)


def prints(command: str, printed: str, folder: Path) -> None:
    is_plain = command.startswith(OURS) and not NEEDS_SHELL & set(command)
    done = run_plain(command, folder) if is_plain else run_in_shell(command, folder)
    assert done.err == ""
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else re.escape(line)
        for line in printed.splitlines(keepends=True)
    )
    assert re.fullmatch(pattern, done.out), done.out


def run_plain(command: str, folder: Path) -> Ran:
    with chdir(folder):
        return run(*shlex.split(command.removeprefix(OURS)))


def run_in_shell(command: str, folder: Path) -> Ran:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": path},
    )
    return Ran(done.stdout.decode(), done.stderr.decode(), done.returncode)


def test_there_are_commands_to_check() -> None:
    assert sum(len(block) for block in COMMANDS) >= 7

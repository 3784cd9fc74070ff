"""Every output in the README is what its command prints today; a line of three dots stands for more."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    (command, printed)
    for block in BLOCKS
    for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[each for each, _ in COMMANDS])
def test_output_is_true_today(command: str, printed: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
    )
    assert done.stderr == b""
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else re.escape(line)
        for line in printed.splitlines(keepends=True)
    )
    assert re.fullmatch(pattern, done.stdout.decode()), done.stdout.decode()


def test_there_are_commands_to_check() -> None:
    assert len(COMMANDS) >= 7


def test_every_file_that_the_readme_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / name).exists(), name

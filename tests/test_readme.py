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
COMMANDS = [re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE) for block in BLOCKS]
"""The commands of each block with what they print; those of one block work in one folder."""


@pytest.mark.parametrize("block", COMMANDS, ids=[block[0][0] for block in COMMANDS])
def test_output_is_true_today(block: list[tuple[str, str]], tmp_path: Path) -> None:
    for command, printed in block:
        prints(command, printed, tmp_path)


def prints(command: str, printed: str, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": path},
    )
    assert done.stderr == b""
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else re.escape(line)
        for line in printed.splitlines(keepends=True)
    )
    assert re.fullmatch(pattern, done.stdout.decode()), done.stdout.decode()


def test_there_are_commands_to_check() -> None:
    assert sum(len(block) for block in COMMANDS) >= 7


def test_every_file_that_the_readme_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / name).exists(), name

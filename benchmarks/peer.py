"""boardgame.io's server beside ours: a table of seven who bet and decide at once, on the same cores.

It keeps its tables in memory and writes nothing down. Its package comes from npm, at the versions that
`boardgame_io/package-lock.json` has; Node is that of the page's build.
"""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from hatch_build import node, run_npm

FOLDER = Path(__file__).parent / "boardgame_io"
INSTALLED = FOLDER.parents[1] / "build" / "boardgame_io"
"""Where the package lies once it was asked for: no file of another's stands among ours."""


class PeerSeen(NamedTuple):
    """What a crowd at the peer's tables has seen."""

    seconds: float
    moves: int
    median_ms: float
    p99_ms: float
    cpu_seconds: float
    """The crowd's own."""
    late_p99_ms: float
    """How late the crowd itself was."""
    server_cpu_seconds: float

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds


def install() -> None:
    """Have the package at hand."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(FOLDER / name, INSTALLED)
    if not (INSTALLED / "node_modules" / "boardgame.io").is_dir():
        run_npm(INSTALLED, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def started(*command: str) -> "subprocess.Popen[str]":
    """A program of the peer's, with what it says to be read."""
    modules = os.environ | {"NODE_PATH": str(INSTALLED / "node_modules")}
    return subprocess.Popen(
        [str(node()), *command], cwd=FOLDER, env=modules, stdout=subprocess.PIPE, text=True
    )


@contextmanager
def peer_served() -> Iterator[tuple[int, psutil.Process]]:
    """The peer's server: its port, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with started("server.js", str(port)) as server:
        try:
            assert server.stdout is not None
            if not any(line == "open\n" for line in server.stdout):
                raise SystemExit("the peer's server did not start: what it says stands above")
            yield port, psutil.Process(server.pid)
        finally:
            server.terminate()


def peer_crowded(
    port: int, server: psutil.Process, tables: int, seconds: float, think: float
) -> PeerSeen:
    """What a crowd that thinks so long before each move has seen there."""
    with started("crowd.js", *map(str, (port, tables, seconds, think))) as crowd:
        assert crowd.stdout is not None
        if not any(line == "counting\n" for line in crowd.stdout):
            raise SystemExit("the peer's crowd ended early: what it says stands above")
        before = sum(server.cpu_times()[:2])
        said = crowd.stdout.readline()
        spent = sum(server.cpu_times()[:2]) - before
    return PeerSeen(**json.loads(said), server_cpu_seconds=spent)

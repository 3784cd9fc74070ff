"""Does something to a folder of keys and is killed at its n-th step that touches a file.

    python -m tests.signing.killed FOLDER

For every n there is then a copy of the folder as the kill left it, until a whole run needs no more
steps. One process forks them all, so that a hundred kills take a second.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tablewright.signing.keys import Keys
from tablewright.signing.memory import Reached
from tablewright.signing.rings import read_ring

TOUCHING = frozenset(("open", "os.rename", "os.remove", "os.chmod", "os.mkdir", "fcntl.flock"))
LOST = "lost"


def _sign(folder: Path) -> None:
    keys = Keys.open(folder)
    with keys.signing() as pen:
        pen.sign("file", "night.jsonl", {})
    keys.remember("house", Reached(2, "b"))


def _replace_lost(folder: Path) -> None:
    ring = read_ring((folder / "ring.json").read_bytes())
    Keys.replace_lost(folder.with_name(f"{folder.name}.{LOST}"), ring)


def _retire_stolen(folder: Path) -> None:
    keys = Keys.open(folder)
    keys.retire_stolen(keys.ring.current.id, datetime.now(UTC))


WORKS: dict[str, Callable[[Path], object]] = {
    "make": lambda folder: Keys.make(folder),
    "sign": _sign,
    "rotate": lambda folder: Keys.open(folder).rotate(),
    "stolen": _retire_stolen,
    "lost": _replace_lost,
}


def _killed_at(step: int, work: Callable[[Path], object], folder: Path) -> bool:
    """Whether the work was killed; it was not if it needs fewer steps."""
    child = os.fork()
    if not child:
        _end_at(step)
        work(folder)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert status == 0, f"{folder}: {status}"
    return False


def _end_at(step: int) -> None:
    steps = 0
    fsync = os.fsync

    def count() -> None:
        nonlocal steps
        steps += 1
        if steps == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def heard(event: str, _: object) -> None:
        if event in TOUCHING:
            count()

    def synced(file: int) -> None:
        count()
        fsync(file)
        count()

    os.fsync = synced  # type: ignore[assignment]
    sys.addaudithook(heard)


def main(root: Path) -> None:
    keys = Keys.make(root / "kept")
    with keys.signing() as pen:
        pen.sign("file", "night.jsonl", {})
    keys.remember("house", Reached(1, "a"))
    for name, work in WORKS.items():
        step, is_killed = 0, True
        while is_killed:
            step += 1
            folder = root / f"{name}-{step}"
            if name != "make":
                shutil.copytree(root / "kept", folder)
            is_killed = _killed_at(step, work, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

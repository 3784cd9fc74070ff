"""A large house backed up and restored: seconds, processor, memory, and how large the file is.

BENCH_LINES is how many journal lines the house has (100,000; the full measurement has 1,000,000), most
of them at tables that are closed; three tables are open with 2,000 lines each, which a restore replays.
Every command is one of a fresh process. BENCH_DATABASE is the address of an empty PostgreSQL database,
to restore into and to back up again from there; without it only SQLite is measured.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SERVER = os.environ.get("BENCH_DATABASE", "")


class Ran(NamedTuple):
    """What a process took."""

    seconds: float
    cpu: float
    memory: int
    """The most that it had at once, in bytes."""

    @property
    def shown(self) -> str:
        return f"{self.seconds:.1f} s {self.cpu:.1f} s {self.memory / 1e6:.0f} MB"


def ran(*words: str) -> Ran:
    """Run a command in a process of its own."""
    start = time.perf_counter()
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "tablewright", *words],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, used = os.wait4(process, 0)
    assert status == 0, words
    cpu = used.ru_utime + used.ru_stime
    return Ran(time.perf_counter() - start, cpu, used.ru_maxrss * 1024)


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as name:
        yield from _measured(Path(name))


def build(house: Path) -> None:
    """A large house; in a process of its own, as what it takes is counted for those it starts."""
    from benchmarks.growth import GAMES, LINES, TABLE_LINES, YOUNG_LINES, built, played

    closed = [played(game, TABLE_LINES, is_closed=True) for game in GAMES]
    still_open = [played(game, YOUNG_LINES) for game in GAMES]
    every = [(f"R1-{n}", closed[n % 3]) for n in range(max(3, round(LINES / TABLE_LINES)))]
    every += [(f"R2-{n}", each) for n, each in enumerate(still_open)]
    print(built(house, every))


def _measured(folder: Path) -> Iterator[tuple[str, str, str]]:
    house = folder / "old" / "house.db"
    house.parent.mkdir()
    building = [sys.executable, "-m", "benchmarks.backups", str(house)]
    lines = int(subprocess.run(building, stdout=subprocess.PIPE, check=True).stdout)
    what = f"backups, {lines:,} lines, {house.stat().st_size / 1e6:,.0f} MB"
    plain, sealed = folder / "plain", folder / "sealed"
    here = ("--database", f"sqlite:///{house}")
    yield (
        f"{what}: a backup, seconds, of processor, memory",
        ran("backup", "--out", str(plain), *here).shown,
        "",
    )
    yield "its file, MB, bytes a line", _size(plain, lines), ""
    ran("keys", "backup-key", str(folder / "key"))
    public, private = str(folder / "key.public.pem"), str(folder / "key.private.pem")
    to_key = ran("backup", "--out", str(sealed), *here, "--encrypt-to", public)
    yield "the same, sealed", to_key.shown, ""
    yield "a check of it", ran("backup", "--check", str(plain)).shown, ""
    yield (
        "a check of the sealed one",
        ran("backup", "--check", str(sealed), "--key", private).shown,
        "",
    )
    restored = folder / "restored"
    yield "a restore", ran("restore", str(plain), "--data", str(restored)).shown, ""
    again = folder / "verified"
    whole = ran("restore", str(plain), "--data", str(again), "--verify-all")
    yield "a restore with every journal replayed", whole.shown, ""
    if SERVER:
        there = ("--database", SERVER)
        yield "a restore into PostgreSQL", ran("restore", str(plain), *there).shown, ""
        yield "a backup from there", ran("backup", "--out", str(folder / "pg"), *there).shown, ""


def _size(file: Path, lines: int) -> str:
    size = file.stat().st_size
    return f"{size / 1e6:,.1f} MB {size / lines:.0f} B"


if __name__ == "__main__":
    build(Path(sys.argv[1]))

"""How long the command takes to start, against Python itself started in the same run."""

import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

RUNS = 25


def seconds(command: list[str]) -> float:
    before = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - before


def measure() -> Iterator[tuple[str, str, str]]:
    command = shutil.which("tablewright", path=str(Path(sys.executable).parent))
    if command is None:
        raise SystemExit("tablewright is not installed beside this Python: run make bench")
    peers = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "tablewright games": [command, "games"],
    }
    peers["tablewright rules duki4"] = [command, "rules", "duki4"]
    taken: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(RUNS):
        for name, each in peers.items():
            taken[name].append(seconds(each))
    bare = statistics.median(taken.pop("python -c pass"))
    for name, times in taken.items():
        asked = "at most 12" if name == "tablewright games" else ""
        yield (
            f"{name}, in starts of a bare Python",
            f"{statistics.median(times) / bare:.1f} x",
            asked,
        )

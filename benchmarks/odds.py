"""How long exact odds take, against phevaluator ranking every five-card hand in the same run.

Two routes of phevaluator are measured: its public function for five cards, and the native function
beneath it, which is the fastest way from Python there is. The computation is set against the native
route, the whole command (libraries and compiled code loaded, the report printed) against the public.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import combinations, starmap
from pathlib import Path
from typing import Any

from tablewright.odds import native as machine_code

ASKED = {"duki4": 1, "king-high": 1, "pick2": 3}
RUNS = 5


def seconds_to_rank(evaluate: Callable[..., int]) -> float:
    """How long it takes to rank all 2 598 960 hands."""
    before = time.perf_counter()
    deque(starmap(evaluate, combinations(range(52), 5)), maxlen=0)
    return time.perf_counter() - before


def report(*arguments: str, kept: str) -> tuple[float, dict[str, Any]]:
    """The command as a process of its own: how long it took, and its report."""
    before = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tablewright", "odds", *arguments, "--json"],
        check=True,
        capture_output=True,
        env={**os.environ, "TABLEWRIGHT_CACHE": kept},
    )
    return time.perf_counter() - before, json.loads(done.stdout)


def computed(document: dict[str, Any]) -> float:
    return float(document["seconds"]["count"]) + float(document["seconds"]["solve"])


def cold_seconds() -> float:
    """All three games on a machine that has compiled nothing yet: what is kept here is made anew."""
    with tempfile.TemporaryDirectory() as kept:
        for loop in Path(machine_code.__file__).parent.glob("__pycache__/*.loop"):
            loop.unlink()
        before = time.perf_counter()
        for game in ASKED:
            command = [sys.executable, "-m", "tablewright", "odds", game]
            environment = {**os.environ, "TABLEWRIGHT_CACHE": kept}
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        return time.perf_counter() - before


def measure() -> Iterator[tuple[str, str, str]]:
    import phevaluator.evaluator as evaluator

    with tempfile.TemporaryDirectory() as kept:
        for game in ASKED:
            report(game, kept=kept)  # compile, if nothing has
        native, public = [], []
        taken: dict[str, list[tuple[float, dict[str, Any]]]] = {game: [] for game in ASKED}
        for _ in range(RUNS):
            native.append(seconds_to_rank(evaluator._pheval.evaluate_5cards))
            public.append(seconds_to_rank(evaluator.evaluate_5cards))
            for game in ASKED:
                taken[game].append(report(game, "--fresh", kept=kept))
        for game, asked in ASKED.items():
            ratio = min(computed(document) for _, document in taken[game]) / min(native)
            yield (
                f"odds {game}, computation, in phevaluator's native ranking",
                f"{ratio:.2f} x",
                f"at most {asked}",
            )
        for game, asked in ASKED.items():
            ratio = min(whole for whole, _ in taken[game]) / min(public)
            yield (
                f"odds {game}, whole command, in phevaluator's public ranking",
                f"{ratio:.2f} x",
                f"at most {asked}",
            )
        for game in ASKED:
            best = min(whole for whole, _ in taken[game])
            yield f"odds {game}, whole command, counted afresh, seconds", f"{best:.2f}", "under 1"
        best = min(document["seconds"]["count"] for _, document in taken["king-high"])
        yield "odds king-high, its count alone, seconds", f"{best:.2f}", "0.2"
        for game, pay, reading in (
            ("duki4", "bonus.straight=4", "duki4.bonus-odds=to-one"),
            ("king-high", "seven.wins=10", "king-high.burn=one-per-round"),
            ("king-high", "seven.wins=10", "king-high.withdraw=all"),
            ("pick2", "bonus-5.flush=7", "pick2.bonus-tables=higher"),
        ):
            _, document = report(game, "--pay", pay, "--reading", reading, kept=kept)
            what = f"odds {game}, re-priced with {reading}, seconds"
            yield what, f"{computed(document):.3f}", "under 0.1"
    yield "all three games, nothing compiled yet, seconds", f"{cold_seconds():.1f}", "under 20"

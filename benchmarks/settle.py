"""How many one-seat Duki rounds a core settles, JSON in and out, against peers in the same run.

The peers do less: one only reads and writes the JSON, the other also ranks two five-card hands with
phevaluator, the fastest evaluator to be had as a package.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from tablewright.rules.cards import DECK, written

ROUNDS = 60_000


def rounds(count: int) -> bytes:
    rng = random.Random(4)
    lines = []
    for _ in range(count):
        dealt = rng.sample(DECK, 8)
        seat = {
            "seat": 1,
            "cards": written(dealt[4:]),
            "wagers": {"ante": 500, "bonus": 100},
            "decision": rng.choice(["play", "play", "fold"]),
        }
        lines.append(json.dumps({"dealer": written(dealt[:4]), "seats": [seat]}))
    return "\n".join(lines).encode() + b"\n"


def settle_seconds(lines: bytes) -> float:
    """The command as a process of its own."""
    before = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tablewright", "settle", "duki4"],
        input=lines,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - before


def timed(work: Callable[[], None]) -> float:
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def measure() -> Iterator[tuple[str, str, str]]:
    import phevaluator

    lines, one = rounds(ROUNDS), rounds(1)
    texts = lines.splitlines()
    result = subprocess.run(
        [sys.executable, "-m", "tablewright", "settle", "duki4"],
        input=one,
        check=True,
        capture_output=True,
    )
    example = json.loads(result.stdout)

    def read_and_write() -> None:
        for text in texts:
            json.loads(text)
            json.dumps(example)

    def read_rank_and_write() -> None:
        for text in texts:
            round_ = json.loads(text)
            for hand in (round_["dealer"], round_["seats"][0]["cards"]):
                held = hand.split()
                fifth = "2c" if "2c" not in held else "3c" if "3c" not in held else "4c"
                phevaluator.evaluate_cards(*held, fifth)
            json.dumps(example)

    ours = min(settle_seconds(lines) - settle_seconds(one) for _ in range(3))
    bare = min(timed(read_and_write) for _ in range(3))
    ranked = min(timed(read_rank_and_write) for _ in range(3))
    yield "settle, one-seat Duki rounds a second", f"{ROUNDS / ours:,.0f}", "20,000"
    yield "settle, in times of reading and writing the JSON", f"{ours / bare:.1f} x", ""
    yield "settle, in times of that and phevaluator on two hands", f"{ours / ranked:.1f} x", ""

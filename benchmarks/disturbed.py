"""What players notice of those who do not read, flood, ask without a pause or come in crowds.

A crowd plays at tables of its own, alone and then beside each of them; figures are ratios of one run.
Those who disturb share the two cores with the house and its crowd: how late the crowd was itself tells
how much of a longer answer is theirs.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.crowd import SITTING_SECONDS
from benchmarks.disturbing import HOWS, disturbing
from benchmarks.house import crowded, kept_once, opened, served, verified
from benchmarks.sockets import settle

TABLES = 5
SECONDS = int(os.environ.get("BENCH_SECONDS", "60")) / 4
WHO = {
    "slow": "50 who do not read",
    "flood": "one who floods",
    "requests": "20 who ask without a pause",
    "guests": "10,000 guests",
}


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ids: list[str] = []
        with served(folder) as serving:
            made = opened(serving, TABLES * (1 + len(HOWS)))
            settle(serving)
            alone, _ = crowded(serving, made[:TABLES], SECONDS)
            ids += alone.ids
            yield "disturbed, a player's p99 alone", f"{alone.p99_ms:.1f} ms", ""
            for number, how in enumerate(HOWS, 1):
                tables = made[number * TABLES : (number + 1) * TABLES]
                with disturbing(how, serving.address, SITTING_SECONDS, SECONDS, tables) as others:
                    seen, _ = crowded(serving, tables, SECONDS)
                ids += seen.ids
                ratio = seen.p99_ms / alone.p99_ms
                yield (
                    f"disturbed by {WHO[how]}: p99, in times of alone",
                    f"{seen.p99_ms:.1f} ms {ratio:.1f} x",
                    "",
                )
                yield (
                    f"disturbed by {WHO[how]}: the crowd late itself, p99",
                    f"{seen.late_p99_ms:.1f} ms",
                    "",
                )
                yield (
                    f"disturbed by {WHO[how]}: players' connections lost",
                    f"{seen.lost_connections}",
                    "0",
                )
                for what, often in others.told.items():
                    yield f"  they were told {what[:52]}", f"{often}", ""
        lost, doubled = kept_once(folder / "house.db", ids)
        journals = verified(folder / "house.db")
    yield "disturbed, commands lost, done twice", f"{lost}, {doubled}", "0, 0"
    yield "disturbed, journals that verify", f"{journals}", "all"

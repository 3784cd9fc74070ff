"""The lobby of a house with two hundred tables: what looking again costs, whole or by changes.

`python -m benchmarks.lobby` prints it alone. Bytes are those of the answer's body; the time is the
server's processor time for one answer, compression included where the server compresses.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx

from benchmarks.house import Serving, opened, served

TABLES = 200
LOOKS = 200


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as serving:
        opened(serving, TABLES)
        with httpx.Client(base_url=serving.address, timeout=60) as http:
            mark = http.get("/api/lobby").json()["mark"]
            for what, path in (
                ("nothing but an answer", "/api/me"),
                ("all rows", "/api/tables"),
                ("what has changed", f"/api/lobby?since={mark}"),
            ):
                before, sent = _spent(serving), 0
                for _ in range(LOOKS):
                    with http.stream("GET", path) as answer:
                        sent = sum(len(each) for each in answer.iter_raw())
                taken_ms = 1000 * (_spent(serving) - before) / LOOKS
                yield (
                    f"lobby of {TABLES} tables, {what}: bytes, ms of processor time",
                    f"{sent} B {taken_ms:.1f} ms",
                    "",
                )


def _spent(serving: Serving) -> float:
    """The processor time of the server so far, in seconds."""
    times = serving.process.cpu_times()
    return float(times.user + times.system)


if __name__ == "__main__":
    for what, measured, _ in measure():
        print(f"{what:<72}{measured:>18}")

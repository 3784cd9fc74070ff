"""A crowd that ends badly is told in one line, with what it said; half a result is never read."""

import os
import signal
import sys
from pathlib import Path

import pytest

from benchmarks.crowd import Seen, heard

SEEN = Seen(
    60.0, 3, 0, {}, 0, 9, 900, 1.5, 2.5, 3.5, 0.5, 0.1, 0.7, [f"id-{n}" for n in range(200_000)]
)
"""Far more than a pipe holds."""

PUT = (
    "Seen(1.0, 0, 0, {}, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, ['a'] * 100_000)"
    ".put(Path(sys.argv[1]))"
)


def crowd(file: Path, code: str) -> list[str]:
    head = "import os, signal, sys; from pathlib import Path; from benchmarks.crowd import Seen; "
    return [sys.executable, "-c", head + code, str(file)]


def nothing() -> None:
    pass


def test_all_that_a_crowd_has_seen_is_read(tmp_path: Path) -> None:
    file = tmp_path / "seen.json"
    SEEN.put(file)
    assert os.listdir(tmp_path) == ["seen.json"]
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1

    assert heard([sys.executable, "-c", ""], file, Seen, look) == SEEN
    assert looks
    assert len(heard(crowd(file, PUT), file, Seen, nothing).ids) == 100_000


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (
            "print('no room', file=sys.stderr, flush=True); os.kill(os.getpid(), signal.SIGKILL)",
            f"the crowd ended early, with signal {signal.SIGKILL:d}: no room",
        ),
        (
            f"{PUT}; os.kill(os.getpid(), signal.SIGKILL)",
            f"the crowd ended early, with signal {signal.SIGKILL:d}: it said nothing",
        ),
        ("raise ValueError('no table')", "with status 1: ValueError: no table"),
        ("sys.stderr.write('x' * 1_000_000 + '\\n'); sys.exit('the end')", "status 1: the end"),
        ("pass", "the crowd left no result"),
    ],
)
def test_a_crowd_that_ends_early_is_told_in_one_line(code: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "seen.json"
    with pytest.raises(SystemExit) as ended:
        heard(crowd(file, code), file, Seen, nothing)
    assert why in str(ended.value)
    assert "\n" not in str(ended.value)


@pytest.mark.parametrize("kept", [0, 1, 100, 65_536, -1])
def test_a_result_that_was_cut_is_not_read(kept: int, tmp_path: Path) -> None:
    file = tmp_path / "seen.json"
    SEEN.put(file)
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(SystemExit, match="the crowd left no result"):
        heard([sys.executable, "-c", ""], file, Seen, nothing)

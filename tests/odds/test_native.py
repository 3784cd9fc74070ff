"""Loops as machine code: kept, trusted only when whole, and loaded without the compiler."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tablewright.odds.native import Loop, Numbers, Whole

GIVEN = (Numbers("int64", 2), Whole(), Numbers("int64"))


def scaled(numbers: npt.NDArray[np.int64], by: int, sums: npt.NDArray[np.int64]) -> int:
    for row in range(numbers.shape[0]):
        for column in range(numbers.shape[1]):
            sums[row] += by * numbers[row, column]
    return len(numbers)


def allocates(numbers: npt.NDArray[np.int64]) -> int:
    return len(np.zeros(len(numbers)))


def result(loop: Loop) -> list[int]:
    sums = np.zeros(3, dtype=np.int64)
    assert loop(np.arange(12, dtype=np.int64).reshape(3, 4), 10, sums) == 3
    return [int(each) for each in sums]


def test_what_is_damaged_or_of_another_source_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    assert result(Loop(scaled, GIVEN)) == [60, 220, 380]
    (kept,) = tmp_path.rglob("*.loop")
    whole = kept.read_bytes()
    assert result(Loop(scaled, GIVEN)) == [60, 220, 380]
    assert kept.read_bytes() == whole
    for spoilt in (whole[:-1] + bytes([whole[-1] ^ 1]), b"0" * 64 + whole[64:]):
        kept.write_bytes(spoilt)
        assert result(Loop(scaled, GIVEN)) == [60, 220, 380]
        assert kept.read_bytes() != spoilt


def test_a_loop_that_allocates_is_refused_when_it_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    with pytest.raises(TypeError, match="allocates nothing"):
        Loop(allocates, (Numbers("int64"),)).load()
    assert not list(tmp_path.rglob("*.loop"))


@pytest.mark.parametrize(
    "numbers",
    [
        np.zeros((3, 4), dtype=np.int32),
        np.zeros(12, dtype=np.int64),
        np.zeros((4, 3), dtype=np.int64).T,
    ],
)
def test_other_numbers_than_a_loop_was_made_for_are_refused(numbers: npt.NDArray[np.int64]) -> None:
    loop = Loop(scaled, GIVEN)
    with pytest.raises(TypeError, match="scaled: expected"):
        loop(numbers, 1, np.zeros(3, dtype=np.int64))


def test_a_game_is_counted_without_loading_the_compiler() -> None:
    code = (
        "import sys, json\n"
        "from tablewright.games import game\n"
        "from tablewright.odds.analysis import Analysis\n"
        "Analysis(game('duki4').ruleset())\n"
        "print(json.dumps('numba' in sys.modules))\n"
    )
    compiled = [
        json.loads(
            subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
        )
        for _ in range(2)
    ]
    assert compiled[1] is False

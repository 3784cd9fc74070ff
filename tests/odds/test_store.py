"""What is kept is believed only if it is whole, of this code, and what was asked for."""

import os
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from tablewright.games import every_game, game
from tablewright.odds import store
from tablewright.odds.analysis import Analysis
from tablewright.odds.report import Count, Net, Report, Seconds
from tablewright.rules.game import Game
from tests.odds.analysed import analysed


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setenv(store.FOLDER, str(folder))
    return folder


REPORT = Report(
    game="duki4",
    name="é",
    ruleset="aa" * 32,
    readings={},
    pay={},
    seconds=Seconds(0.5, 1.25, 2),
    undecided=[],
    warnings=[],
    wagers={},
    covariance={"ante": {"ante": Fraction(1, 3)}},
    claims=[],
    cached=False,
)


def test_what_is_kept_comes_back(kept: Path) -> None:
    assert store.kept_report("aa" * 32) is None
    store.keep_report(REPORT)
    assert store.kept_report("aa" * 32) == REPORT
    assert [file.name for file in kept.iterdir()] == [f"odds-{'aa' * 32}.json"]


@pytest.mark.parametrize("of", every_game(), ids=lambda of: of.id)
def test_a_report_comes_back_as_it_was_made(of: Game) -> None:
    report = analysed(of.id).report()
    store.keep_report(report)
    found = store.kept_report(report.ruleset)
    assert found == report
    for each in found.wagers.values():
        assert all(type(net) is Net and type(n) is Count for net, n in each.distribution.items())


def test_counts_come_back_as_they_were() -> None:
    small = np.arange(-4, 20, dtype=np.int64).reshape(2, 4, 3)
    counts = {"small": small, "middling": small + 2**20, "large": small + 2**40}
    store.KeptCounts()["ab"] = counts
    found = store.KeptCounts().get("ab")
    assert found is not None
    assert list(found) == list(counts)
    for name, each in counts.items():
        assert (found[name] == each).all()
    assert store.KeptCounts(fresh=True).get("ab") is None
    assert store.KeptCounts().get("cd") is None


def test_counts_that_were_changed_are_not_believed(kept: Path) -> None:
    store.KeptCounts()["ab"] = {"one": np.arange(9)}
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    for place in range(0, len(whole), 7):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert store.KeptCounts().get("ab") is None, place


def test_no_changed_byte_is_believed(kept: Path) -> None:
    store.keep_report(REPORT)
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert store.kept_report("aa" * 32) is None, place
    for short in (0, 1, 20, len(whole) - 1):
        file.write_bytes(whole[:short])
        assert store.kept_report("aa" * 32) is None
    file.write_bytes(whole + b" ")
    assert store.kept_report("aa" * 32) is None


def test_a_file_under_another_name_is_not_believed(kept: Path) -> None:
    store.keep_report(REPORT)
    (file,) = kept.iterdir()
    file.rename(kept / f"odds-{'bb' * 32}.json")
    assert store.kept_report("bb" * 32) is None


def test_a_file_of_other_code_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    store.keep_report(REPORT)
    monkeypatch.setattr(store, "code", lambda: "another version")
    assert store.kept_report("aa" * 32) is None
    store.keep_report(REPORT)
    assert store.kept_report("aa" * 32) == REPORT


def test_a_folder_that_cannot_be_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "file" / "below"))
    store.keep_report(REPORT)
    assert store.kept_report("aa" * 32) is None


def test_nothing_half_written_stays_behind(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: object, target: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    store.keep_report(REPORT)
    assert list(kept.iterdir()) == []


def test_the_oldest_of_ours_are_forgotten_and_nothing_else(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_FILES", 3)
    kept.mkdir()
    for name in ("letter.txt", "odds-.json", "odds-final.json", ".hidden"):
        (kept / name).write_text("mine")
        os.utime(kept / name, (0, 0))
    for n in range(6):
        store.keep_report(replace(REPORT, ruleset=f"{n:064x}"))
        os.utime(kept / f"odds-{n:064x}.json", (n + 1, n + 1))
    store.KeptCounts()[f"sweep-{7:064x}"] = {"one": np.arange(9)}
    ours = {file.name for file in kept.iterdir() if store.OURS.fullmatch(file.name)}
    assert ours == {f"odds-{n:064x}.json" for n in (4, 5)} | {f"sweep-{7:064x}.npy"}
    assert len(list(kept.iterdir())) == 3 + 4


def test_every_file_that_is_kept_has_a_name_of_ours(kept: Path) -> None:
    analysis = Analysis(game("duki4").ruleset(), made_before=store.KeptCounts())
    store.keep_report(analysis.report())
    Analysis(game("king-high").ruleset(), made_before=store.KeptCounts())
    names = [file.name for file in kept.iterdir()]
    assert len(names) == 4
    assert all(store.OURS.fullmatch(name) for name in names)


def test_what_an_interrupt_left_half_written_is_cleared_away_in_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    name = f"odds-{1:064x}.json"
    left, under_way, foreign = (
        tmp_path / each for each in (f".{name}.a1_b2", f".{name}.c3_d4", ".mine.a1_b2")
    )
    for each in (left, under_way, foreign):
        each.write_bytes(b"half")
    for each in (left, foreign):
        os.utime(each, (1, 1))
    store.keep_report(REPORT)
    assert [each.exists() for each in (left, under_way, foreign)] == [False, True, True]

"""Charts: a file of the kind its name asks for, the same each time, or nothing at all."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tablewright.games import every_game
from tablewright.odds.plot import ROUNDS, draw, results_of
from tablewright.rules.errors import Refused
from tests.odds.analysed import analysed


@pytest.mark.parametrize("id", [of.id for of in every_game()])
def test_a_chart_for_the_contest_and_each_wager_beside_it(id: str, tmp_path: Path) -> None:
    report = analysed(id).report()
    charted = results_of(report)
    inside = report.contest.wagers if report.contest else []
    assert set(charted) - {"contest"} == set(report.wagers) - set(inside)
    shown = draw(report, tmp_path / "chart.svg")
    assert {name: len(bands) for name, bands in shown.items()} == dict.fromkeys(
        charted, len(ROUNDS)
    )
    text = "".join(ElementTree.parse(tmp_path / "chart.svg").getroot().itertext())
    assert report.ruleset[:12] in text
    for title, _ in charted.values():
        assert f"{title}: actual hold" in text


def test_the_same_report_is_drawn_the_same(tmp_path: Path) -> None:
    report = analysed("duki4").report()
    for name in ("chart.svg", "again.SVG"):
        draw(report, tmp_path / name)
    assert (tmp_path / "again.SVG").read_bytes() == (tmp_path / "chart.svg").read_bytes()


def test_a_png(tmp_path: Path) -> None:
    draw(analysed("duki4").report(), tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("name", ["chart", "chart.pdf", "chart.svg.txt", ".svg", "none/chart.svg"])
def test_a_chart_that_cannot_be_drawn_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="expected"):
        draw(analysed("duki4").report(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []

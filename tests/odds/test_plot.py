"""Charts: a file of the kind its name asks for, the same each time, or nothing at all."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tablewright.odds.plot import ROUNDS, draw, results_of
from tablewright.rules.errors import Refused
from tests.odds.analysed import analysed


@pytest.mark.parametrize("id", ["duki4", "king-high", "pick2"])
def test_a_chart_for_the_contest_and_each_wager_beside_it(id: str, tmp_path: Path) -> None:
    document = analysed(id).document()
    charted = results_of(document)
    inside = document.get("contest", {}).get("wagers", [])
    assert set(charted) - {"contest"} == set(document["wagers"]) - set(inside)
    shown = draw(document, tmp_path / "chart.svg")
    assert {name: len(bands) for name, bands in shown.items()} == dict.fromkeys(
        charted, len(ROUNDS)
    )
    text = "".join(ElementTree.parse(tmp_path / "chart.svg").getroot().itertext())
    assert document["ruleset"][:12] in text
    for title, _ in charted.values():
        assert f"{title}: actual hold" in text
    again = tmp_path / "again.SVG"
    draw(document, again)
    assert again.read_bytes() == (tmp_path / "chart.svg").read_bytes()


def test_a_png(tmp_path: Path) -> None:
    draw(analysed("duki4").document(), tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("name", ["chart", "chart.pdf", "chart.svg.txt", ".svg", "none/chart.svg"])
def test_a_chart_that_cannot_be_drawn_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="expected"):
        draw(analysed("duki4").document(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []

"""Draws pages of the papers for the README: as they are printed, in SVG."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from tablewright.papers.editions import Edition
from tablewright.papers.pack import written
from tablewright.papers.printing import to_drawings

HERE = Path(__file__).parent
DAY = date(2026, 11, 17)
PAGES = {
    HERE / "paper-layout.svg": ("duki4", "layout", 2),
    HERE / "paper-mathematics.svg": ("pick2", "mathematics", 6),
    HERE / "paper-rack-card.svg": ("king-high", "rack-card", 1),
}
"""Each picture with the game, the document and the page that it shows."""
LONG = re.compile(r"(\d+\.\d\d)\d+")


def drawn_pages() -> Iterator[tuple[Path, str]]:
    """Each picture with what is in it; a hundredth of a point is fine enough for a screen."""
    for file, (game, name, page) in PAGES.items():
        edition = Edition(game, day=DAY)
        drawing = to_drawings(written(edition, name), edition)[page - 1]
        yield file, LONG.sub(r"\1", drawing)


if __name__ == "__main__":
    for file, drawing in drawn_pages():
        file.write_text(drawing, "utf-8")

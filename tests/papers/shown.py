"""The text that a page of a PDF shows: each stretch with its place and the mark it is shown under.

A page is a program. This reads as much of it as typst writes: where text is shown, in which font, and
under which id of marked content. What it does not know it refuses, so that no text can be overlooked.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import pikepdf

Matrix = tuple[float, float, float, float, float, float]
PLAIN: Matrix = (1, 0, 0, 1, 0, 0)
INKS = ("cs", "CS", "sc", "SC", "scn", "SCN", "g", "G", "rg", "RG", "gs", "Tr")
LINES = ("w", "J", "j", "M", "d", "i", "m", "l", "c", "v", "y", "h", "re", "W", "W*", "n")
PAINTED = ("f", "F", "f*", "B", "B*", "b", "b*", "S", "s")
PASSED_OVER = frozenset({*INKS, *LINES, *PAINTED})
"""What draws lines and grounds, or says in which ink."""
BYTES_A_GLYPH = 2
CHARACTERS = re.compile(r"beginbfchar(.*?)endbfchar", re.DOTALL)
CHARACTER = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")
RANGES = re.compile(r"beginbfrange(.*?)endbfrange", re.DOTALL)
RANGE = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")


class Shown(NamedTuple):
    """Characters that are shown in one go, from a place on a page."""

    text: str
    page: int
    x: float
    y: float
    mark: int | None
    """The id of marked content; None for what is marked as an artifact, as page numbers are."""


class Marked(NamedTuple):
    """A stretch of the page's program that belongs to something."""

    id: int | None
    actual: str | None
    """What it stands for, where that is not what its glyphs say."""
    is_artifact: bool


def shown_on(page: pikepdf.Page, number: int) -> Iterator[Shown]:
    """Everything that a page shows as text, in the order in which it is drawn."""
    return _Reader(page, number).read()


class _Reader:
    def __init__(self, page: Any, number: int, place: Matrix = PLAIN) -> None:
        self.page, self.number = page, number
        self.place = place
        self.kept: list[Matrix] = []
        self.line: Matrix = PLAIN
        self.font = ""
        self.marks: list[Marked] = []

    def read(self) -> Iterator[Shown]:
        begun = len(self.marks)
        for instruction in pikepdf.parse_content_stream(self.page):
            operands, name = [*instruction.operands], str(instruction.operator)
            if name in PASSED_OVER:
                continue
            if name == "Do":
                yield from self._drawn(self.page.Resources.XObject[str(operands[0])])
            elif name == "EMC":
                ended = self.marks.pop()
                if ended.actual is not None:
                    yield self._shown(ended.actual)
            elif name in ("BDC", "BMC"):
                self._mark(*operands)
            elif name in ("Tj", "TJ"):
                if not any(each.actual is not None for each in self.marks):
                    yield self._shown(self._text(operands[0]))
            else:
                self._move(name, operands)
        assert len(self.marks) == begun, f"page {self.number}: marked content is not ended"

    def _move(self, name: str, operands: list[Any]) -> None:
        match name:
            case "q":
                self.kept.append(self.place)
            case "Q":
                self.place = self.kept.pop()
            case "cm":
                self.place = times(_matrix(operands), self.place)
            case "BT":
                self.line = PLAIN
            case "Tm":
                self.line = _matrix(operands)
            case "Tf":
                self.font = str(operands[0])
            case "ET":
                pass
            case _:
                raise AssertionError(f"page {self.number}: the operator {name} is not known")

    def _drawn(self, drawn: Any) -> Iterator[Shown]:
        """A page within the page, as drawings that let something shine through are."""
        if drawn.Subtype == "/Form":
            moved = _matrix([*drawn.get("/Matrix", PLAIN)])
            within = _Reader(drawn, self.number, times(moved, self.place))
            within.marks = [*self.marks]
            yield from within.read()

    def _mark(self, tag: Any, properties: Any = None) -> None:
        found: Any = properties if isinstance(properties, pikepdf.Dictionary) else {}
        id, actual = found.get("/MCID"), found.get("/ActualText")
        self.marks.append(
            Marked(
                None if id is None else int(id),
                None if actual is None else str(actual),
                str(tag) == "/Artifact",
            )
        )

    def _shown(self, text: str) -> Shown:
        """Text with its place, and the innermost mark that has an id."""
        assert self.marks or not text.strip(), f"page {self.number}: {text!r} belongs to nothing"
        is_artifact = any(each.is_artifact for each in self.marks)
        ids = [each.id for each in self.marks if each.id is not None]
        assert ids or is_artifact or not text.strip(), f"page {self.number}: {text!r} has no id"
        *_, x, y = times(self.line, self.place)
        return Shown(text, self.number, x, y, ids[-1] if ids and not is_artifact else None)

    def _text(self, operand: Any) -> str:
        strings = [operand] if isinstance(operand, pikepdf.String) else operand
        known = self._fonts[self.font]
        found = []
        for each in strings:
            if isinstance(each, pikepdf.String):
                glyphs = bytes(each)
                for n in range(0, len(glyphs), BYTES_A_GLYPH):
                    found.append(known[int.from_bytes(glyphs[n : n + BYTES_A_GLYPH], "big")])
        return "".join(found)

    @cached_property
    def _fonts(self) -> dict[str, dict[int, str]]:
        """Each font's glyphs as characters: what a reader copies from the page."""
        fonts: Any = self.page.Resources.get("/Font", {})
        return {str(name): characters(font) for name, font in fonts.items()}


def characters(font: Any) -> dict[int, str]:
    """Which characters each glyph of a font stands for."""
    assert font.Encoding == "/Identity-H", font.BaseFont
    text = font.ToUnicode.read_bytes().decode("latin-1")
    found = {}
    for block in CHARACTERS.findall(text):
        for glyph, stands_for in CHARACTER.findall(block):
            found[int(glyph, 16)] = bytes.fromhex(stands_for).decode("utf-16-be")
    for block in RANGES.findall(text):
        for first, last, stands_for in RANGE.findall(block):
            for n in range(int(first, 16), int(last, 16) + 1):
                found[n] = chr(int(stands_for, 16) + n - int(first, 16))
    return found


def _matrix(operands: list[Any]) -> Matrix:
    a, b, c, d, e, f = (float(each) for each in operands)
    return a, b, c, d, e, f


def times(first: Matrix, then: Matrix) -> Matrix:
    """One change of place after another."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )

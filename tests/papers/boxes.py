"""Where text lies on a page, as another program draws it: each stretch of it with its box."""

import ctypes
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

TOUCHING_PT = 2.0
"""So far boxes may reach into each other, as a slanted letter reaches under a quotation mark."""


class Box(NamedTuple):
    """A stretch of text with its edges, in points from the lower left corner."""

    page: int
    mark: int
    """The id of marked content; -1 for an artifact."""
    text: str
    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: "Box") -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > TOUCHING_PT
            and min(self.top, other.top) - max(self.bottom, other.bottom) > TOUCHING_PT
        )


class Sheet(NamedTuple):
    """A page: how large it is, and all that is written on it."""

    wide: float
    high: float
    boxes: list[Box]

    def outside(self) -> list[Box]:
        """Text that is not wholly on the paper."""
        return [
            box
            for box in self.boxes
            if box.left < 0 or box.bottom < 0 or box.right > self.wide or box.top > self.high
        ]

    def overlapping(self) -> Iterator[tuple[Box, Box]]:
        """Text upon other text; letters of one drawing, which may be turned, are not compared."""
        lower_first = sorted(self.boxes, key=lambda box: box.bottom)
        for n, box in enumerate(lower_first):
            for other in lower_first[n + 1 :]:
                if other.bottom > box.top:
                    break
                if (box.mark < 0 or box.mark != other.mark) and box.overlaps(other):
                    yield box, other


def sheets(content: bytes) -> Iterator[Sheet]:
    """Every page of a PDF."""
    document = pypdfium2.PdfDocument(content)
    try:
        for n in range(len(document)):
            page = document[n]
            text_page = page.get_textpage()
            wide, high = page.get_size()
            yield Sheet(wide, high, list(_boxes(page, text_page, n)))
            text_page.close()
            page.close()
    finally:
        document.close()


def _boxes(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, number: int) -> Iterator[Box]:
    for each in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
        text = _text(each.raw, text_page.raw)
        if text.strip():
            mark = int(pdfium.FPDFPageObj_GetMarkedContentID(each.raw))
            yield Box(number, mark, text, *each.get_bounds())


def _text(of: object, on: object) -> str:
    size = pdfium.FPDFTextObj_GetText(of, on, None, 0)
    kept = ctypes.create_string_buffer(size)
    pdfium.FPDFTextObj_GetText(of, on, ctypes.cast(kept, ctypes.POINTER(pdfium.FPDF_WCHAR)), size)
    return kept.raw.decode("utf-16-le").rstrip("\0")


def selected(content: bytes) -> str:
    """All text as a person selects and copies it, page by page."""
    document = pypdfium2.PdfDocument(content)
    try:
        return "\n".join(document[n].get_textpage().get_text_range() for n in range(len(document)))
    finally:
        document.close()

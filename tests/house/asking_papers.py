"""Papers that tests ask for: what they are asked with, how they are fetched and read."""

from datetime import date
from typing import Any

import pypdfium2  # type: ignore[import-untyped]

from tablewright.papers.editions import Edition
from tablewright.papers.pack import printed
from tests.house.clients import Visitor

DAY = date(2026, 11, 17)
CHOSEN = {"game": "duki4", "day": DAY.isoformat()}
LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
)
RULES = "/papers/documents/rules-of-play.pdf"


def text_of(pdf: bytes) -> str:
    """What stands on the pages of a PDF."""
    pages: Any = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def pages_of(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


def printed_as(edition: Edition, name: str) -> bytes:
    """A document as the command prints it."""
    (paper,) = printed(edition, [name])
    return paper.content


async def fetched(visitor: Visitor, path: str, **params: object) -> bytes:
    """The file at an address; it must be there."""
    answer = await visitor.get(path, **params)
    assert answer.status_code == 200, answer.text
    return answer.content

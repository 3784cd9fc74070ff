"""Documents as PDF: set by typst from one template, with fonts that come with packages.

The same document gives the same bytes on any machine: no system font is looked at, no clock is read,
and the date in the file is the edition's. Every PDF is PDF/A-2a, to be kept, and PDF/UA-1, to be read
by everyone; typst refuses to write one that is not.
"""

from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tablewright.papers.documents import Document
from tablewright.rules.game import Felt

if TYPE_CHECKING:
    import typst

    from tablewright.papers.editions import Edition

STANDARDS: "list[typst.PDFStandard]" = ["a-2a", "ua-1"]
BESIDE_MATPLOTLIB = ("mpl-data", "fonts", "ttf")
"""Where matplotlib keeps DejaVu Sans: suits, and scripts that the text's fonts lack."""
WIDEST = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
"""The fonts that have what no other has, plain and bold."""
TEMPLATE = "page.typ"
DRAWN_ALONE = b'#image(bytes(sys.inputs.svg), format: "svg", height: 1cm)'
POINTS_PER_INCH = 144
"""Of pages drawn as pictures."""
INKS = {Felt.GREEN: "#14532d", Felt.BURGUNDY: "#701a35", Felt.BLUE: "#1e3a8a"}
"""The second colour of a game's papers: dark enough on white for small type."""
NO_APPROVAL = "none on record"
STEP_PT = 0.25
"""Type is tried in steps of this size, where a document is to have so many pages at most."""
FORGOTTEN_AFTER = 12
"""After so many others typst has given back what it remembers of a page."""


@cache
def fonts() -> "typst.Fonts":
    """The fonts that papers are set in; none of the system's."""
    import font_source_sans_pro
    import font_source_serif_pro
    import matplotlib
    import typst

    folders = [
        resources.files(font_source_serif_pro) / "files",
        resources.files(font_source_sans_pro) / "files",
        resources.files(matplotlib).joinpath(*BESIDE_MATPLOTLIB),
    ]
    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in folders],
    )


@cache
def letters() -> frozenset[str]:
    """Every character that can be set, plain and bold."""
    import matplotlib
    from matplotlib.ft2font import FT2Font

    folder = resources.files(matplotlib).joinpath(*BESIDE_MATPLOTLIB)
    found = [FT2Font(str(folder / name)).get_charmap() for name in WIDEST]
    return frozenset(map(chr, set(found[0]).intersection(*found)))


def why_not_drawn(svg: str) -> str:
    """Why a drawing cannot be set; nothing, if it can."""
    import typst

    try:
        typst.compile(DRAWN_ALONE, font_paths=fonts(), sys_inputs={"svg": svg}, format="svg")
    except (typst.TypstError, RuntimeError) as error:
        return str(error)
    return ""


def to_pdf(document: Document, edition: "Edition") -> bytes:
    """A document as PDF."""
    made = _compiled(
        fitted(document, edition),
        edition,
        pdf_standards=STANDARDS,
        timestamp=datetime.combine(edition.day, datetime.min.time(), UTC),
    )
    assert isinstance(made, bytes)
    return made


def to_pages(document: Document, edition: "Edition") -> list[bytes]:
    """A document's pages as pictures (PNG), for a screen."""
    made = _compiled(fitted(document, edition), edition, format="png", ppi=POINTS_PER_INCH)
    return [made] if isinstance(made, bytes) else made


def to_drawings(document: Document, edition: "Edition") -> list[str]:
    """A document's pages as drawings (SVG), letters as outlines."""
    made = _compiled(fitted(document, edition), edition, format="svg")
    return [each.decode("utf-8") for each in ([made] if isinstance(made, bytes) else made)]


def _compiled(document: Document, edition: "Edition", **how: Any) -> bytes | list[bytes]:
    import typst

    made: bytes | list[bytes] = typst.compile(
        _template(), font_paths=fonts(), sys_inputs=_inputs(document, edition), **how
    )
    return made


def forget() -> None:
    """Have typst give back what it remembers of pages; it does so only as it goes on setting others."""
    import typst

    for _ in range(FORGOTTEN_AFTER):
        typst.compile(b"", font_paths=fonts(), format="svg")


# As large as fits ----------------------------------------------------------------------------------


def fitted(document: Document, edition: "Edition") -> Document:
    """The document in the largest type with which it has no more pages than its sheet asks for.

    Where even the smallest type needs more, it is set as large as those pages allow.
    """
    sheet = document.sheet
    if not sheet.pages:
        return document

    def sized(steps: int) -> Document:
        text_pt = sheet.text_pt - steps * STEP_PT
        return replace(document, sheet=replace(sheet, text_pt=text_pt, pages=0))

    smallest = max(0, round((sheet.text_pt - sheet.least_pt) / STEP_PT))

    def largest_within(pages: int) -> int:
        """How many steps down it has so few pages; the smallest type, where none larger does."""
        low, high = 0, smallest
        while low < high:
            middle = (low + high) // 2
            if pages_of(sized(middle), edition) <= pages:
                high = middle
            else:
                low = middle + 1
        return low

    steps = largest_within(sheet.pages)
    if steps == smallest and (needed := pages_of(sized(smallest), edition)) > sheet.pages:
        steps = largest_within(needed)
    return sized(steps)


def pages_of(document: Document, edition: "Edition") -> int:
    """How many pages a document has, in the type that its sheet names."""
    import typst

    found = typst.query(
        _template(),
        "<pages>",
        field="value",
        one=True,
        font_paths=fonts(),
        sys_inputs=_inputs(document, edition),
    )
    return int(found)


@cache
def _template() -> bytes:
    return resources.files("tablewright.papers").joinpath(TEMPLATE).read_bytes()


def _inputs(document: Document, edition: "Edition") -> dict[str, str]:
    """What the template reads: the document, and the edition it is printed for."""
    approval = edition.approval
    marks = {
        "house": edition.house.name,
        "address": edition.house.address,
        "logo": edition.house.logo,
        "paper": edition.house.paper,
        "colour": INKS[edition.game.felt],
        "game": edition.game.name,
        "jurisdiction": edition.jurisdiction.name,
        "approval": approval.source if approval else NO_APPROVAL,
        "day": edition.day.isoformat(),
        "date": [edition.day.year, edition.day.month, edition.day.day],
        "version": edition.version,
        "fingerprint": edition.fingerprint,
    }
    return {"document": _text(laid_out(document)), "edition": _text(marks)}


def _text(data: Any) -> str:
    return msgspec.json.encode(data).decode("utf-8")


# Numbers of sections and paragraphs ----------------------------------------------------------------


def laid_out(document: Document) -> dict[str, Any]:
    """The document as the template reads it: sections and paragraphs numbered, and where rules are."""
    found: dict[str, Any] = msgspec.to_builtins(document)
    found["front"] = _numbered(found["front"], is_numbered=False)
    found["blocks"] = _numbered(found["blocks"], is_numbered=document.sheet.is_numbered)
    found["numbers"] = dict.fromkeys(sorted(document.rules), "") | _numbers(found["blocks"])
    return found


def _numbers(blocks: list[dict[str, Any]]) -> dict[str, str]:
    """The number of the paragraph in which each rule stands."""
    return {
        id: item["number"]
        for block in blocks
        if block["type"] == "numbered"
        for item in block["items"]
        if item["rule"]
        for id in (item["rule"], *item["also"])
    }


def _numbered(blocks: list[dict[str, Any]], *, is_numbered: bool) -> list[dict[str, Any]]:
    """The blocks with their numbers; numbered paragraphs that follow each other as one list."""
    section = paragraph = 0
    made: list[dict[str, Any]] = []
    for block in blocks:
        if block["type"] == "heading" and block["level"] == 1 and is_numbered:
            section, paragraph = section + 1, 0
            block = {**block, "number": str(section)}
        if block["type"] != "paragraph" or not block["is_numbered"]:
            made.append(block)
            continue
        paragraph += 1
        block = {**block, "number": f"{section}.{paragraph}" if section else str(paragraph)}
        if made and made[-1]["type"] == "numbered":
            made[-1]["items"].append(block)
        else:
            made.append({"type": "numbered", "items": [block]})
    return made

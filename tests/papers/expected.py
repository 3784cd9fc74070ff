"""What a document says, word for word in the order of reading, so that nothing is lost on paper.

It is read from the document alone. Page numbers in the contents are looked up where the headings are
printed.
"""

from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree

from tablewright.papers.documents import (
    Aside,
    Banner,
    Blank,
    Block,
    Columns,
    Document,
    Drawing,
    Heading,
    Listing,
    Notice,
    Panels,
    Paragraph,
    Quoted,
    Rule,
    Strong,
    Table,
    Text,
)
from tablewright.papers.editions import Edition
from tests.papers.reading import words

MARKER = "–"
SVG = "{http://www.w3.org/2000/svg}"
DIMENSION = "dimension"
"""The class of words in a drawing that state its dimensions."""


class Numbering:
    """The numbers of sections and paragraphs, counted as they come."""

    def __init__(self, document: Document) -> None:
        self.is_numbered = document.sheet.is_numbered
        self.section = self.paragraph = 0
        self.of_rules: dict[str, str] = {}
        for block in document.blocks:
            if isinstance(block, Heading):
                self.heading(block)
            elif isinstance(block, Paragraph) and block.is_numbered:
                number = self.next()
                if block.rule:
                    self.of_rules |= dict.fromkeys((block.rule, *block.also), number)
        self.printed = document.rules
        self.section = self.paragraph = 0

    def heading(self, of: Heading) -> str:
        if of.level > 1 or not self.is_numbered:
            return ""
        self.section, self.paragraph = self.section + 1, 0
        return str(self.section)

    def next(self) -> str:
        self.paragraph += 1
        return f"{self.section}.{self.paragraph}" if self.section else str(self.paragraph)


class Spoken:
    """A document in words."""

    def __init__(self, document: Document, edition: Edition) -> None:
        self.document, self.edition = document, edition
        self.numbering = Numbering(document)

    def pieces(self, pages: Mapping[str, int]) -> Iterator[str]:
        """Every stretch of words; `pages` says where each numbered heading is printed."""
        yield from self._head()
        for block in self.document.front:
            yield from self.block(block)
        if self.document.sheet.has_contents:
            yield from self._contents(pages)
        for block in self.document.blocks:
            yield from self.block(block)

    # The first page -------------------------------------------------------------------------------

    def _head(self) -> Iterator[str]:
        document, of = self.document, self.edition
        if not document.sheet.has_head:
            return
        if not document.sheet.has_cover:
            yield from (of.game.name.upper(), document.title, *self._house())
            return
        yield from (*svg_words(of.house.logo), of.house.name, of.house.address)
        yield from (of.game.name.upper(), document.title, document.subtitle)
        yield from ("Jurisdiction", of.jurisdiction.name)
        yield from ("Approval", of.approval.source if of.approval else "none on record")
        yield from ("Ruleset", of.fingerprint)
        yield from ("Date", f"{of.day.isoformat()}, Tablewright {of.version}")

    def _house(self) -> Iterable[str]:
        """The logo of the house, or its name where it has none."""
        house = self.edition.house
        return svg_words(house.logo) if house.logo else [house.name]

    def _contents(self, pages: Mapping[str, int]) -> Iterator[str]:
        yield "Contents"
        numbering = Numbering(self.document)
        for block in self.document.blocks:
            if isinstance(block, Heading) and block.level == 1:
                title = f"{numbering.heading(block)}{block.text}"
                yield f"{title}{pages[words(title)]}"

    # Blocks ---------------------------------------------------------------------------------------

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading():
                yield f"{self.numbering.heading(block)}{block.text}"
            case Paragraph():
                yield from self._paragraph(block)
            case Listing():
                for n, item in enumerate(block.items, start=1):
                    yield f"{n}." if block.is_ordered else MARKER
                    yield self.said(item)
            case Table():
                yield block.title
                yield from map(self.said, block.head)
                for row in block.rows:
                    yield from map(self.said, row)
                yield self.said(block.note)
            case Drawing():
                yield self.said(block.caption)
                yield from svg_words(block.svg)
            case Notice():
                yield from (block.title, self.said(block.text))
                for item in block.items:
                    yield from (MARKER, self.said(item))
            case Blank():
                yield from block.names
            case Banner():
                yield from svg_words(block.svg)
                yield from (block.text, self.said(block.under), *self._house())
                yield self.said(block.foot) if block.is_front else ""
            case Panels():
                for panel in block.panels:
                    for each in panel:
                        yield from self.block(each)
            case Columns():
                for each in block.blocks:
                    yield from self.block(each)

    def _paragraph(self, block: Paragraph) -> Iterator[str]:
        if block.is_numbered:
            yield self.numbering.next()
        yield self.said(block.text)
        rules = (block.rule, *block.also) if block.rule else ()
        yield ", ".join(rules)
        yield " · " if rules and block.source else ""
        yield block.source
        if block.drawing:
            yield from svg_words(block.drawing.svg)

    def said(self, text: Text) -> str:
        runs = (text,) if isinstance(text, str) else text
        return "".join(map(self._run, runs))

    def _run(self, run: object) -> str:
        match run:
            case Rule(id=id):
                number = self.numbering.of_rules.get(id, "")
                return f"{number} ({id})" if number else id
            case Quoted(text=text):
                return f"“{text}”"
            case Aside(text=text) | Strong(text=text):
                return text
        return str(run)


# Drawings ------------------------------------------------------------------------------------------


def svg_words(svg: str, *, but: str = "") -> list[str]:
    """The words in a drawing, but for those of one class."""
    if not svg:
        return []
    found: list[str] = []

    def look(element: ElementTree.Element) -> None:
        if but and but in element.get("class", "").split():
            return
        if element.tag == f"{SVG}text":
            found.append("".join(element.itertext()))
            return
        for each in element:
            look(each)

    look(ElementTree.fromstring(svg))
    return found


def drawings(blocks: Iterable[Block]) -> Iterator[str]:
    """Every drawing of some blocks, in the order of reading."""
    for block in blocks:
        match block:
            case Drawing(svg=svg) | Banner(svg=svg) | Paragraph(drawing=Drawing(svg=svg)) if svg:
                yield svg
            case Panels():
                for panel in block.panels:
                    yield from drawings(panel)
            case Columns():
                yield from drawings(block.blocks)


def first_difference(expected: Iterable[str], found: str, repeated: set[str]) -> str:
    """Where what is printed first differs from what is said; nothing, where they agree.

    `repeated` are heads of tables, which come again where a table runs over to the next face.
    """
    at = 0
    for piece in expected:
        said = words(piece)
        while not found.startswith(said, at):
            again = next((head for head in repeated if found.startswith(head, at)), "")
            if not again:
                return f"expected {piece!r}, found {found[at : at + 80]!r}"
            at += len(again)
        at += len(said)
    return f"expected nothing more, found {found[at : at + 80]!r}" if found[at:] else ""

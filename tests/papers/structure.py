"""What makes a PDF one that can be kept (PDF/A-2a) and read by everyone (PDF/UA-1), asked of a file."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from tablewright.papers.documents import Block, Document, Heading, Rule, Table, every_block
from tests.papers.reading import Node, Printed, words

GROUPS = ("Document", "Part", "Div", "TOC", "TOCI", "Caption")
PARAGRAPHS = ("P", "H1", "H2", "H3", "L", "LI", "Lbl", "LBody", "Figure")
CELLS = ("Table", "THead", "TBody", "TR", "TH", "TD")
RUNS = ("Span", "Quote", "Code", "Link", "Reference")
STANDARD = frozenset({*GROUPS, *PARAGRAPHS, *CELLS, *RUNS})
"""Tags that any reader knows; others are said to be like one of these."""
TITLE, LANGUAGE = "{http://purl.org/dc/elements/1.1/}title", "en-US"
PDF_A, PDF_UA = "{http://www.aiim.org/pdfa/ns/id/}", "{http://www.aiim.org/pdfua/ns/id/}"
HEADINGS = ("H1", "H2", "H3")
NEAR_PT = 25
"""So near to a line is the place that a link to it names."""


def wrong_metadata(paper: Printed, title: str, author: str, day: date) -> Iterator[str]:
    """What a file says of itself that is missing or not so."""
    root, said, info = paper.root, paper.metadata, paper.pdf.docinfo
    stamp = f"D:{day:%Y%m%d}000000Z"
    expected: dict[str, tuple[Any, Any]] = {
        "part of PDF/A": (said.get(f"{PDF_A}part"), "2"),
        "conformance": (said.get(f"{PDF_A}conformance"), "A"),
        "part of PDF/UA": (said.get(f"{PDF_UA}part"), "1"),
        "title": (str(info.get("/Title")), title),
        "title in the metadata": (said.get(TITLE), title),
        "author": (str(info.get("/Author")), author),
        "day it was made": (str(info.get("/CreationDate")), stamp),
        "day it was changed": (str(info.get("/ModDate")), stamp),
        "language": (str(root.get("/Lang")), LANGUAGE),
        "tagged": (root.MarkInfo.Marked, True),
        "title shown": (root.ViewerPreferences.DisplayDocTitle, True),
        "output intent": ([str(each.S) for each in root.OutputIntents], ["/GTS_PDFA1"]),
        "colour profile": ("/DestOutputProfile" in root.OutputIntents[0], True),
        "encrypted": (paper.pdf.is_encrypted, False),
        "fonts": (bool(paper.fonts) and all(paper.fonts.values()), True),
        "scripts": ({"/JavaScript", "/EmbeddedFiles"} & set(root.get("/Names", {}).keys()), set()),
        "order of tabs": ({str(page.get("/Tabs")) for page in paper.pdf.pages}, {"/S"}),
    }
    for what, (found, right) in expected.items():
        if found != right:
            yield f"{what}: expected {right!r}, found {found!r}"


def wrong_tags(paper: Printed) -> Iterator[str]:
    """Tags that nobody knows, figures without words, tables without heads, links without a place."""
    like: Any = paper.root.StructTreeRoot.get("/RoleMap", {})
    alike = {str(tag).removeprefix("/"): str(of).removeprefix("/") for tag, of in like.items()}
    for node in paper.tree.every():
        if alike.get(node.tag, node.tag) not in STANDARD:
            yield f"the tag {node.tag}"
        if node.tag == "Figure" and not node.alt.strip():
            yield "a figure without words for it"
        if node.tag == "Table":
            yield from _wrong_table(node)
        if node.tag == "LI" and [each.tag for each in node.nodes] != ["Lbl", "LBody"]:
            yield f"an item of a list with {[each.tag for each in node.nodes]}"
    held = sum(len(node.annotations) for node in paper.tree.every("Link"))
    if held != paper.annotations:
        yield f"{paper.annotations} places to press, {held} of them in tags"


def _wrong_table(table: Node) -> Iterator[str]:
    rows = [[cell.tag for cell in row.every("TH", "TD")] for row in table.every("TR")]
    if len({len(row) for row in rows}) != 1:
        yield f"a table with rows of {sorted({len(row) for row in rows})} cells"
    if set(rows[0]) != {"TH"}:
        yield "a table without a head"


def wrong_headings(paper: Printed) -> Iterator[str]:
    """Headings that are more than one step below the one before."""
    titles = list(paper.tree.every("Title"))
    if len(titles) != 1 or not titles[0].text:
        yield f"{len(titles)} titles"
    before = 0
    for node in paper.tree.every(*HEADINGS):
        level = HEADINGS.index(node.tag) + 1
        if level > before + 1:
            yield f"{node.text!r} is {level} deep after {before}"
        if not node.text:
            yield "a heading without words"
        before = level


def bookmarks_expected(paper: Printed) -> list[tuple[str, int]]:
    """Every heading but that of the contents, and its page."""
    return [
        (node.text, min(node.pages))
        for node in paper.tree.every(*HEADINGS)
        if node.text != "Contents"
    ]


# Links ---------------------------------------------------------------------------------------------


def links_expected(document: Document) -> int:
    """How many links there are: each rule that is named where it is printed too, and the contents."""
    named = sum(
        isinstance(run, Rule) and run.id in document.rules
        for block in every_block((*document.front, *document.blocks))
        for text in _texts(block)
        for run in (text if isinstance(text, tuple | list) else ())
    )
    sections = [each for each in document.blocks if isinstance(each, Heading) and each.level == 1]
    return named + (len(sections) if document.sheet.has_contents else 0)


def _texts(block: Block) -> Iterator[Any]:
    """Every text of a block that may have runs."""
    for field in ("text", "note", "caption", "under", "foot"):
        yield getattr(block, field, "")
    yield from getattr(block, "items", ())
    if isinstance(block, Table):
        for row in (block.head, *block.rows):
            yield from row


def wrong_links(paper: Printed) -> Iterator[str]:
    """Links that lead elsewhere than to the paragraph of their rule, or to their section."""
    codes = {
        code.text: next(code.shown)
        for body in paper.tree.every("LBody", "P")
        for code in _own_codes(body)
    }
    sections = {words(node.text): next(node.shown) for node in paper.tree.every("H1")}
    for node, link in zip(paper.tree.every("Link"), paper.links, strict=True):
        code = next(node.every("Code"), None)
        said = words(link.text).rstrip("0123456789")
        at = codes.get(code.text) if code else sections.get(said)
        if at is None or at.page != link.to_page or abs(at.y - link.to_y) > NEAR_PT:
            yield f"{link.text!r} leads to page {link.to_page + 1}, {link.to_y:.0f} pt"


def _own_codes(node: Node) -> Iterator[Node]:
    """Ids of rules that stand under a paragraph, and not in a link to another one."""
    for each in node.nodes:
        if each.tag == "Code":
            yield each
        elif each.tag != "Link":
            yield from _own_codes(each)

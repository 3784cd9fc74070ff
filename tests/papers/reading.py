"""A printed paper read back: its tags with their words, tables, links, and what it says of itself.

The tree is the structure tree of the PDF, each tag with the text that is marked as its own. It is what
a screen reader reads aloud, in that order, and what every law about the papers is checked against.
"""

import io
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import pikepdf

from tests.papers.shown import Shown, shown_on

INLINE = frozenset({"Span", "Em", "Strong", "Code", "Link", "Quote", "Reference"})
"""Tags within a line; any other begins a new one."""
BROKEN_AFTER = (" ", "\u00a0", "\u200b", "\u00ad", "-", "/", "–", "—", "(", "“")
"""What a line may end with and go on with the same word, or with the next that is already apart."""
SAME_LINE_PT = 1.0


class Node(NamedTuple):
    """A tag with what stands in it."""

    tag: str
    parts: "tuple[Node | Shown, ...]"
    alt: str = ""
    title: str = ""
    is_block: bool = True
    annotations: tuple[Any, ...] = ()
    """Of a link, the places where one presses it."""
    box: tuple[float, ...] = ()
    """Of a figure or a table, its left, lower, right and upper edge on the page."""

    @property
    def text(self) -> str:
        """Its words: lines put together, blocks apart."""
        return "".join(_joined(self)).strip()

    def without(self, is_left_out: "Callable[[Node], bool]") -> "Node":
        """The same but for some of what stands in it; what stood on both sides is apart."""
        return self._replace(
            parts=tuple(
                each
                if isinstance(each, Shown)
                else GAP
                if is_left_out(each)
                else each.without(is_left_out)
                for each in self.parts
            )
        )

    @property
    def nodes(self) -> "list[Node]":
        return [each for each in self.parts if isinstance(each, Node)]

    def every(self, *tags: str) -> "Iterator[Node]":
        """It and whatever stands in it, of these tags, in the order of reading."""
        if not tags or self.tag in tags:
            yield self
        for each in self.nodes:
            yield from each.every(*tags)

    @property
    def shown(self) -> Iterator[Shown]:
        """All that is shown of it."""
        for each in self.parts:
            if isinstance(each, Node):
                yield from each.shown
            else:
                yield each

    @property
    def pages(self) -> set[int]:
        return {each.page for each in self.shown}


GAP = Node("Gap", ())
"""Where something was left out."""


def _joined(node: Node) -> Iterator[str]:
    before: Shown | None = None
    is_apart = False
    for each in _flat(node):
        if each is None:
            is_apart = True
            continue
        if before is not None and (is_apart or _is_new_line(before, each)):
            yield "\n"
        yield each.text
        before, is_apart = each, False


def _flat(node: Node) -> Iterator[Shown | None]:
    """What is shown, and None at the borders of blocks."""
    for each in node.parts:
        if isinstance(each, Shown):
            yield each
        else:
            if each.is_block:
                yield None
            yield from _flat(each)
            if each.is_block:
                yield None


def _is_new_line(before: Shown, after: Shown) -> bool:
    is_lower = before.page != after.page or abs(before.y - after.y) > SAME_LINE_PT
    return is_lower and bool(before.text) and not before.text.endswith(BROKEN_AFTER)


class Bookmark(NamedTuple):
    """An entry of the outline that a reader shows beside the pages."""

    title: str
    page: int
    y: float


class Link(NamedTuple):
    """A link within the document: its words, where they stand, and where it leads."""

    text: str
    page: int
    to_page: int
    to_y: float


class Printed:
    """A PDF, read."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.pdf = pikepdf.open(io.BytesIO(content))
        self.root: Any = self.pdf.Root
        self._page_of = {page.obj.objgen: n for n, page in enumerate(self.pdf.pages)}

    # What is shown --------------------------------------------------------------------------------

    @cached_property
    def shown(self) -> list[Shown]:
        """All text, page by page, in the order in which it is drawn."""
        return [each for n, page in enumerate(self.pdf.pages) for each in shown_on(page, n)]

    @property
    def artifacts(self) -> list[Shown]:
        """Text that is no part of the document: page numbers and feet."""
        return [each for each in self.shown if each.mark is None and each.text.strip()]

    @cached_property
    def _marked(self) -> dict[tuple[int, int], list[Shown]]:
        found: dict[tuple[int, int], list[Shown]] = {}
        for each in self.shown:
            if each.mark is not None:
                found.setdefault((each.page, each.mark), []).append(each)
        return found

    # The tree -------------------------------------------------------------------------------------

    @cached_property
    def tree(self) -> Node:
        """The document's tags; every marked text stands in it once."""
        (document,) = self._nodes(self.root.StructTreeRoot.K, None)
        assert isinstance(document, Node)
        in_tree = [(each.page, each.mark) for each in document.shown]
        assert len(in_tree) == sum(map(len, self._marked.values())), "text stands in two tags"
        assert set(in_tree) == set(self._marked), "text stands in no tag"
        return document

    def _nodes(self, kids: Any, page: Any) -> Iterator[Node | Shown]:
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, int):
                yield from self._marked.get((self._page_of[page.objgen], kid), ())
            elif kid.get("/Type") == "/MCR":
                yield from self._marked.get((self._page_of[kid.Pg.objgen], int(kid.MCID)), ())
            elif kid.get("/Type") != "/OBJR":
                yield self._node(kid, kid.get("/Pg", page))

    def _node(self, found: Any, page: Any) -> Node:
        tag = str(found.S).removeprefix("/")
        kids = found.get("/K", pikepdf.Array())
        attributes = _attributes(found)
        placed = {str(each.get("/Placement", "")) for each in attributes}
        boxes = [each.BBox for each in attributes if "/BBox" in each]
        annotations = tuple(
            each.Obj
            for each in (kids if isinstance(kids, pikepdf.Array) else [kids])
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/OBJR"
        )
        return Node(
            tag,
            tuple(self._nodes(kids, page)),
            str(found.get("/Alt", "")),
            str(found.get("/T", "")),
            tag not in INLINE or "/Block" in placed,
            annotations,
            tuple(float(edge) for edge in boxes[0]) if boxes else (),
        )

    # Tables, links and bookmarks ------------------------------------------------------------------

    @cached_property
    def tables(self) -> list[list[list[str]]]:
        """The rows of every table, its head first, cell by cell."""
        return [table_rows(each) for each in self.tree.every("Table")]

    @cached_property
    def links(self) -> list[Link]:
        """Every link within the document."""
        found = []
        for node in self.tree.every("Link"):
            page, y = self._leads_to(node.annotations[0])
            found.append(Link(node.text, min(node.pages), page, y))
        return found

    @cached_property
    def annotations(self) -> int:
        """How many links there are on all pages."""
        return sum(len(page.get("/Annots", ())) for page in self.pdf.pages)

    def _leads_to(self, of: Any) -> tuple[int, float]:
        target = of.get("/Dest") if "/Dest" in of else of.A.D
        return self._page_of[target[0].objgen], float(target[3])

    @cached_property
    def bookmarks(self) -> list[Bookmark]:
        """The entries of the outline, those of every level."""
        return (
            list(self._entries(self.root.Outlines.get("/First")))
            if "/Outlines" in self.root
            else []
        )

    def _entries(self, entry: Any) -> Iterator[Bookmark]:
        while entry is not None:
            yield Bookmark(str(entry.Title), *self._leads_to(entry))
            yield from self._entries(entry.get("/First"))
            entry = entry.get("/Next")

    # What it says of itself -----------------------------------------------------------------------

    @cached_property
    def metadata(self) -> dict[str, str]:
        """The XMP packet, by the names of its entries."""
        found = self.pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False)
        return {name: str(value) for name, value in found.items()}

    @cached_property
    def fonts(self) -> dict[str, bool]:
        """Every font by its name, and whether it is embedded."""
        found = {}
        for page in self.pdf.pages:
            for font in page.Resources.get("/Font", {}).values():
                (held,) = font.DescendantFonts
                described = held.FontDescriptor
                files = {"/FontFile", "/FontFile2", "/FontFile3"} & set(described.keys())
                found[str(font.BaseFont)] = bool(files)
        return found


def _attributes(found: Any) -> list[Any]:
    attributes = found.get("/A", pikepdf.Array())
    return [*attributes] if isinstance(attributes, pikepdf.Array) else [attributes]


def table_rows(table: Node) -> list[list[str]]:
    """A table's rows, cell by cell."""
    return [[cell.text for cell in row.every("TH", "TD")] for row in table.every("TR")]


def words(text: str) -> str:
    """A text as it is compared: without spaces and marks for breaking lines."""
    return "".join(each for each in text if not each.isspace() and each not in "\u200b\u00ad\u2060")

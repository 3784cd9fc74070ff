"""A document before it is printed: its sheet, and blocks of text, tables and drawings.

A document says what stands where and nothing about ink: `printing.py` and `page.typ` set it. Text is
data and never markup, so that no name or sentence can break a page. What a run of text is, the printed
page says too, in its tags: a rule's id is code, a manual's own words are a quotation, and dates,
dimensions and versions, which are numbers of no rule, are marked as such.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

Align = Literal["left", "center", "right"]


# Runs of text --------------------------------------------------------------------------------------


class Rule(msgspec.Struct, frozen=True, tag="rule"):
    """A rule named by its id; a link to where it is printed, if it is in the same document."""

    id: str


class Quoted(msgspec.Struct, frozen=True, tag="quoted"):
    """Words of a manual, where the words themselves are the evidence."""

    text: str


class Aside(msgspec.Struct, frozen=True, tag="aside"):
    """A date, a dimension, a version or a hash: a number that no rule, report or house states."""

    text: str


class Strong(msgspec.Struct, frozen=True, tag="strong"):
    """What must not be overlooked."""

    text: str


Run = str | Rule | Quoted | Aside | Strong
Text = str | Sequence[Run]
"""Plain words, or runs of which some are special."""


# Blocks --------------------------------------------------------------------------------------------


class Heading(msgspec.Struct, frozen=True, kw_only=True, tag="heading"):
    """A section (level 1, numbered where the sheet says so) or a part of one."""

    text: str
    level: int = 1
    id: str = ""
    """What the section is called where a jurisdiction asks for it."""


class Drawing(msgspec.Struct, frozen=True, kw_only=True, tag="drawing"):
    """A drawing in SVG, so wide on paper, with what it shows in words."""

    svg: str
    shows: str
    """For those who cannot see it."""
    width_mm: float = 0
    """As wide as the column, if 0."""
    caption: Text = ""


class Paragraph(msgspec.Struct, frozen=True, kw_only=True, tag="paragraph"):
    """A paragraph; a rule's own is numbered, and carries its id and its source."""

    text: Text
    rule: str = ""
    also: tuple[str, ...] = ()
    """Other rules that say the same words, as a ruling that holds with several devices."""
    source: str = ""
    drawing: Drawing | None = None
    """What stands beside it."""
    is_numbered: bool = False
    is_small: bool = False


class Listing(msgspec.Struct, frozen=True, kw_only=True, tag="listing"):
    """Items of equal standing, or steps in order."""

    items: tuple[Text, ...]
    is_ordered: bool = False


class Table(msgspec.Struct, frozen=True, kw_only=True, tag="table"):
    """A table with a head, which is repeated on each page that it runs over."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    align: tuple[Align, ...] = ()
    """For each column; all to the left, if none are named."""
    widths: tuple[float, ...] = ()
    """Shares of the width for each column, 0 for as wide as needed; all so, if none are named."""
    title: str = ""
    note: Text = ""
    sums: int = 0
    """How many rows at the end are sums, set apart by a line."""
    is_small: bool = False
    is_example: bool = False
    """Whether it is a worked example, set apart by its ground and not by lines."""
    is_blank: bool = False
    """Whether it is filled in by hand: there is room to write, and a line between columns."""


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag="notice"):
    """Something set apart in a frame."""

    title: str
    text: Text = ""
    items: tuple[Text, ...] = ()
    is_loud: bool = False
    """Whether it warns: something lacks, or costs the house money."""


class Blank(msgspec.Struct, frozen=True, kw_only=True, tag="blank"):
    """Lines to be filled in by hand, each under its name, side by side."""

    names: tuple[str, ...]


class Fields(msgspec.Struct, frozen=True, kw_only=True, tag="fields"):
    """What a form states, each under its name, side by side; a line to write on where nothing is."""

    names: tuple[str, ...]
    values: tuple[Text, ...]
    widths: tuple[float, ...] = ()
    """Shares of the width; equal, if none are named."""


class FormHead(msgspec.Struct, frozen=True, kw_only=True, tag="form-head"):
    """The head of a form, with the house's name: a document may hold many."""

    text: str
    number: str = ""
    under: Text = ""
    """What it is for, in small print."""


class Panels(msgspec.Struct, frozen=True, kw_only=True, tag="panels"):
    """Panels of one size, which fill sheets row by row, with lines to fold or cut along between them.

    Each begins on a face of its own, and goes on to the next where it is fuller than one.
    """

    panels: "tuple[tuple[Block, ...], ...]"
    across: int
    down: int = 1
    """Rows on a sheet."""
    is_cut: bool = False
    """Whether one cuts along the lines between rows; else one folds, as between columns."""
    is_dense: bool = False
    """Whether a table or a list may be parted to fill a face; else only if it is higher than one."""


class Columns(msgspec.Struct, frozen=True, kw_only=True, tag="columns"):
    """Blocks that flow through columns of about one height."""

    blocks: "tuple[Block, ...]"
    count: int = 2
    narrowest_em: float = 0
    """There are fewer columns where one would be narrower than so many widths of an m."""


class Banner(msgspec.Struct, frozen=True, kw_only=True, tag="banner"):
    """The game's name in large letters on its colour, with the house's: over a sign, or on a front."""

    text: str
    under: Text = ""
    foot: Text = ""
    """What stands at its foot in small print; on a front only."""
    svg: str = ""
    shows: str = ""
    """What the drawing shows, for those who cannot see it."""
    is_front: bool = False
    """Whether it fills a panel as the front of a card."""


class PageBreak(msgspec.Struct, frozen=True, kw_only=True, tag="break"):
    """What follows begins on a new page."""


Block = (
    Heading
    | Paragraph
    | Listing
    | Table
    | Drawing
    | Notice
    | Blank
    | Fields
    | FormHead
    | Panels
    | Columns
    | Banner
    | PageBreak
)


# The document --------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The paper, and how it is laid out."""

    paper: Literal["", "us-letter", "a4", "us-legal"] = ""
    """The house's, if none is named."""
    is_landscape: bool = False
    wide_mm: float = 0
    high_mm: float = 0
    """A size of its own, for a card or a sign, if they are not 0."""
    margin_mm: float = 22
    text_pt: float = 10
    pages: int = 0
    """So many pages at most, if the type can be set small enough; any number, if 0."""
    least_pt: float = 7
    """How small the type may be set for that."""
    has_head: bool = True
    """Whether anything stands over its first block."""
    has_cover: bool = True
    """Whether it opens with a full head (house, title, ruleset, warnings), or with a line."""
    has_contents: bool = False
    is_numbered: bool = False
    """Whether sections are numbered."""
    has_foot: bool = True
    """Whether each page names document, ruleset and page number at its foot."""


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A document of a game, for one ruleset, jurisdiction and house."""

    name: str
    """What it is called in a command, a manifest and a file: small letters and hyphens."""
    title: str
    subtitle: str = ""
    sheet: Sheet = Sheet()
    front: tuple[Block, ...] = ()
    """What stands on the first page before anything else: what lacks, what to beware of."""
    blocks: tuple[Block, ...]

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that it prints, by the names that a jurisdiction asks for."""
        return tuple(
            each.id for each in every_block(self.blocks) if isinstance(each, Heading) and each.id
        )

    @property
    def rules(self) -> frozenset[str]:
        """The rules that are printed in it, by id."""
        return frozenset(
            id
            for each in every_block(self.blocks)
            if isinstance(each, Paragraph) and each.rule
            for id in (each.rule, *each.also)
        )


def every_block(blocks: Sequence[Block]) -> Iterator[Block]:
    """Each block, and those within panels and columns."""
    for block in blocks:
        yield block
        if isinstance(block, Panels):
            for panel in block.panels:
                yield from every_block(panel)
        elif isinstance(block, Columns):
            yield from every_block(block.blocks)

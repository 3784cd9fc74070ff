"""The laws of the papers, as questions asked of a paper that was read back: what breaks each of them.

Only markup exempts a number: numbers of paragraphs are labels, dates, dimensions, versions and hashes
are emphasised, page numbers are artifacts or stand in the contents. Words of a manual are exempt where
they are marked as quoted, or name the place that is cited.
"""

import re
from collections.abc import Iterator
from functools import cache

from tablewright.games import every_game, procedure
from tablewright.papers.documents import Document, Table, every_block
from tablewright.papers.editions import Edition
from tablewright.rules.register import register
from tests.laws.manuals import COPIED, copied
from tests.laws.manuals import words as of_manual
from tests.papers.boxes import sheets
from tests.papers.copies import edition
from tests.papers.examples import is_example, told
from tests.papers.expected import DIMENSION, Spoken, drawings, first_difference, svg_words
from tests.papers.known import Known, of_rules, with_everything, with_lists, with_report
from tests.papers.numbers import numbers
from tests.papers.reading import Node, Printed, table_rows, words

COUNTERS = ("Lbl", "Em", "TOC", "Code", "Figure")
"""What is not looked through for numbers: figures are, as drawings; codes, contents and what is
emphasised have laws of their own."""
STATING_FIGURES = {"summary": with_report, "rack-card": with_lists, "mathematics": with_everything}
"""The documents that state figures of the report, and how many of them; the others state none."""
WALKED = "training-manual"
POINTS_PER_MM = 72 / 25.4
OVERHANG_PT = 4
"""So far punctuation may hang over the edge of a column."""
ISO_DATE, TIME = r"\d{4}-\d\d-\d\d", r"\d\d:\d\d:\d\d"
LENGTH = r"[−-]?\d+(?:\.\d+)?(?: ?mm|°)?"
SCALE = r"1:\d+(?:\.\d+)?"
ASIDES = {
    "layout": rf"{SCALE}|{LENGTH}|{LENGTH} × {LENGTH}|{LENGTH}, {LENGTH}",
    "training-manual": TIME,
    "mathematics": r"[\d,]+|tablewright .*",
}
"""What else may be an aside in a document: dimensions, times, and how to compute everything again."""


# Numbers -------------------------------------------------------------------------------------------


@cache
def known(game: str, name: str) -> Known:
    """The numbers that a document of a game may print."""
    of = edition(game)
    found = STATING_FIGURES.get(name, of_rules)(of)
    if name == WALKED:
        found.texts(told(of))
    return found


def foreign_numbers(printed: Printed, document: Document, known: Known) -> list[str]:
    """Numbers in a paper that neither rule book nor house nor report states."""
    text = printed.tree.without(_is_exempt).text
    drawn = [word for svg in drawings(document.blocks) for word in svg_words(svg, but=DIMENSION)]
    return [
        number.text for each in (text, *drawn) for number in numbers(each) if number not in known
    ]


def _is_exempt(node: Node) -> bool:
    """What is exempt by its markup, and examples, which are worked out again."""
    return node.tag in COUNTERS or (node.tag == "Table" and is_example(table_rows(node)))


def foreign_codes(printed: Printed, of: Edition) -> list[str]:
    """What is set as a rule's id and is no rule, no reading and no ruleset."""
    chosen = {f"{each.id}={option.id}" for each in of.game.readings for option in each.options}
    known = {*of.rules, *chosen, of.fingerprint}
    return [each.text for each in printed.tree.every("Code") if words(each.text) not in known]


def false_asides(printed: Printed, of: Edition, name: str) -> list[str]:
    """What is marked as a date, a dimension or a hash and does not look like one."""
    plain = rf"{ISO_DATE}|{re.escape(of.version)}|{ASIDES.get(name, '(?!)')}"
    return [
        each.text
        for each in _asides(printed.tree)
        if not re.fullmatch(plain, each.text) and not of.fingerprint.startswith(each.text)
    ]


def _asides(node: Node) -> Iterator[Node]:
    """Everything emphasised but the numbers of sections, in headings, contents and links."""
    for each in node.nodes:
        if each.tag == "Em":
            yield each
        elif each.tag not in ("H1", "H2", "H3", "TOC", "Link"):
            yield from _asides(each)


# Rules ---------------------------------------------------------------------------------------------


def unprinted_rules(printed: Printed, of: Edition) -> list[str]:
    """Rules of the game that are nowhere printed with their sentence, in one paragraph."""
    found: dict[str, str] = {}
    for paragraph in printed.tree.every("LBody"):
        for code in paragraph.every("Code"):
            found[code.text] = f"{found.get(code.text, '')} {words(paragraph.text)}"
    return [
        id
        for id, rule in of.rules.items()
        if id.startswith(f"{of.game.id}.") and words(rule.sentence) not in found.get(id, "")
    ]


# The manuals' own words ----------------------------------------------------------------------------


def copied_runs(printed: Printed, document: Document) -> list[str]:
    """Words of a manual that are not marked as quoted, and do not name a place in it."""
    shown = printed.tree.without(lambda node: node.tag in ("Quote", "Code", "Lbl", "Figure"))
    drawn = [word for svg in drawings(document.blocks) for word in svg_words(svg)]
    stretches = (*cited_places().sub("", shown.text).split("\n"), *drawn)
    return list(dict.fromkeys(run for each in stretches for run in copied(each)))


@cache
def cited_places() -> re.Pattern[str]:
    """The names of places in the manuals that are long, where a citation names them.

    A name that journals carry cannot change: a settled wager cites where its manner of payment stands.
    """
    cited = {
        place.clause
        for game in every_game()
        for rule in register(game.ruleset(), procedure(game)).values()
        for place in rule.source.places
        if len(of_manual(place.clause)) >= COPIED
    }
    assert cited, "expected some, else this can go"
    return re.compile(rf"(?<=[,;] )(?:{'|'.join(sorted(map(re.escape, cited), reverse=True))})")


# Nothing is lost -----------------------------------------------------------------------------------


def lost_words(printed: Printed, document: Document, of: Edition) -> str:
    """Where what is printed first differs from what the document says; nothing, where it does not."""
    spoken = Spoken(document, of)
    pages = {words(each.text): min(each.pages) + 1 for each in printed.tree.every("H1")}
    heads = table_heads(document, of) - {""}
    return first_difference(spoken.pieces(pages), words(printed.tree.text), heads)


def table_heads(document: Document, of: Edition) -> set[str]:
    """The heads of a document's tables, which come again on each page or face they run over to."""
    said = Spoken(document, of).said
    found = [each for each in every_block(document.blocks) if isinstance(each, Table)]
    return {words("".join(map(said, each.head))) for each in found}


def badly_set(printed: Printed, document: Document) -> list[str]:
    """Text that lies off the paper, upon other text, or beyond the margins."""
    margin = document.sheet.margin_mm * POINTS_PER_MM - OVERHANG_PT
    found = []
    for sheet in sheets(printed.content):
        found += [f"off the paper: {box.text!r}" for box in sheet.outside()]
        found += [f"{one.text!r} upon {other.text!r}" for one, other in sheet.overlapping()]
        beyond = [
            box for box in sheet.boxes if not margin <= box.left <= box.right <= sheet.wide - margin
        ]
        found += [f"beyond the margins: {box.text!r}" for box in beyond]
    return found

"""The book of forms: one document for each kind, every form on a page of its own, and a manifest."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tablewright.papers.documents import Block, Document, PageBreak, Sheet
from tablewright.papers.editions import Edition
from tablewright.papers.forms import kinds
from tablewright.papers.forms.card_slips import card_slip
from tablewright.papers.forms.drop_and_tips import drop_and_tips
from tablewright.papers.forms.entries import Form, ShiftReport
from tablewright.papers.forms.inventory import error_notification, inventory
from tablewright.papers.forms.kinds import Kind, chosen_kinds, used_at
from tablewright.papers.forms.markers import limit_marker
from tablewright.papers.forms.night import Night
from tablewright.papers.forms.numbers import blank_number
from tablewright.papers.forms.reports import report
from tablewright.papers.forms.shift_report import shift_report
from tablewright.papers.forms.slips import slip
from tablewright.papers.pack import Paper, stated
from tablewright.papers.printing import to_pdf
from tablewright.table.acts import slips
from tablewright.table.acts.forms import CLOSER, ERROR, OPENER, SLIP_IN, SLIP_OUT

Written = Callable[[str, str, Edition, Any], Iterator[Block]]
"""Writes a form: its name, its number, whom it is printed for, and what fills it, if anything does."""
WRITTEN_BY: Mapping[str, Written] = {
    OPENER: inventory,
    CLOSER: inventory,
    ERROR: error_notification,
    slips.FILL: slip,
    slips.CREDIT: slip,
    slips.CORRECTION: slip,
    slips.VOID: slip,
    slips.RULING: slip,
    SLIP_IN: card_slip,
    SLIP_OUT: card_slip,
    kinds.IRREGULARITY: report,
    kinds.PROTECTION: report,
    kinds.MARKER: limit_marker,
    kinds.DROP_AND_TIPS: drop_and_tips,
}
"""Every form but the shift report, which is filled from the whole night."""
HALF_SHEETS = {"us-letter": (215.9, 139.7), "a4": (210.0, 148.0)}
"""Half of each paper, in millimetres, cut across."""


def book(kind: Kind, edition: Edition, forms: Sequence[Sequence[Block]]) -> Document:
    """The document of a kind: its forms one after another, each on a new page."""
    is_whole = kind.size == "whole"
    wide, high = (0.0, 0.0) if is_whole else HALF_SHEETS[edition.house.paper]
    if kind.size == "upright half":
        wide, high = high, wide
    sheet = Sheet(
        wide_mm=wide,
        high_mm=high,
        margin_mm=18 if is_whole else 12,
        has_head=False,
        has_cover=False,
    )
    blocks: list[Block] = []
    for form in forms:
        blocks += [PageBreak(), *form] if blocks else form
    return Document(name=kind.name, title=kind.title, sheet=sheet, blocks=tuple(blocks))


# Filled from a journal -----------------------------------------------------------------------------


def forms_of(night: Night, kind: Kind) -> list[Form]:
    """The forms of one kind that a night has, in the order in which they were completed."""
    return [each for each in night.forms if each.form in kind.forms]


def filled_book(night: Night, kind: Kind, edition: Edition) -> Document:
    """The document of the forms of one kind that a night has."""
    forms = [list(_filled(night, each, edition)) for each in forms_of(night, kind)]
    return book(kind, edition, forms)


def _filled(night: Night, form: Form, edition: Edition) -> Iterator[Block]:
    if isinstance(form, ShiftReport):
        return shift_report(form.number, edition, night)
    return WRITTEN_BY[form.form](form.form, form.number, edition, form)


def printed_forms(night: Night, edition: Edition, only: Sequence[str] = ()) -> Iterator[Paper]:
    """The forms of a night, a document for each kind of which there are any."""
    for kind in chosen_kinds(only):
        if forms_of(night, kind):
            yield _printed(filled_book(night, kind, edition), edition)


def manifest_of(
    night: Night, edition: Edition, papers: Sequence[Paper], only: Sequence[str] = ()
) -> bytes:
    """What was printed: for whom, from which journal, the hash of each file, and every form in it."""
    files = {paper.name: paper.file for paper in papers}
    listed = [
        {**_listed(each), "document": files[kind.name]}
        for kind in chosen_kinds(only)
        for each in forms_of(night, kind)
    ]
    journal = {
        "table": night.setup.table,
        "first_hash": night.first_hash,
        "last_hash": night.last_hash,
        "lines": night.verdict.lines,
        "is_complete": night.verdict.is_complete,
        "result": night.result,
    }
    return stated(edition, papers, {"journal": journal, "forms": listed})


def _listed(form: Form) -> dict[str, Any]:
    return {
        "number": form.number or None,
        "form": form.form,
        "line": form.line or None,
        "at": form.at.isoformat(),
        "cents": form.cents,
    }


# Blank ---------------------------------------------------------------------------------------------


def blank_forms(edition: Edition, batch: str, count: int, kind: Kind) -> dict[str, list[Block]]:
    """So many blank forms of each name of a kind, by their numbers."""
    made: dict[str, list[Block]] = {}
    for form in kind.forms:
        for number in [blank_number(batch, form, n) for n in range(1, count + 1)]:
            if form == kinds.SHIFT:
                made[number] = list(shift_report(number, edition, None))
            elif used_at(edition.book, form):
                made[number] = list(WRITTEN_BY[form](form, number, edition, None))
    return made


def printed_blanks(
    edition: Edition, batch: str, count: int, only: Sequence[str] = ()
) -> Iterator[tuple[Paper, list[str]]]:
    """A pad of blank forms for each kind that the table uses, with the numbers on it."""
    for kind in chosen_kinds(only):
        forms = blank_forms(edition, batch, count, kind)
        if forms:
            yield _printed(book(kind, edition, list(forms.values())), edition), list(forms)


def manifest_of_blanks(
    edition: Edition, batch: str, papers: Sequence[tuple[Paper, list[str]]]
) -> bytes:
    """What was printed: for whom, in which batch, the hash of each file, and every number in it."""
    listed = [
        {"number": number, "document": paper.file}
        for paper, numbers in papers
        for number in numbers
    ]
    return stated(edition, [paper for paper, _ in papers], {"batch": batch, "forms": listed})


def _printed(document: Document, edition: Edition) -> Paper:
    file = f"{edition.game.id}-{document.name}.pdf"
    return Paper(document.name, document.title, file, to_pdf(document, edition))

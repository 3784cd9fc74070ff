"""The pack: every document of an edition, printed, with a manifest that names each by its hash."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tablewright.papers.documents import Document
from tablewright.papers.editions import Edition
from tablewright.papers.first_page import LEADING, contents, front, lacks_of
from tablewright.papers.manifests import settings_stated
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.submissions import Asked

if TYPE_CHECKING:
    from tablewright.papers.changes import Change

BUILDERS: Mapping[str, str] = {
    "rules-of-play": "rules_of_play:rules_of_play",
    "training-manual": "training_manual:training_manual",
    "summary": "summary:summary",
    "rack-card": "rack_card:rack_card",
    "sign": "sign:sign",
    "pocket-card": "pocket_card:pocket_card",
    "layout": "layout:layout",
    "mathematics": "mathematics:mathematics",
}
"""Where each document is written; its file is read when it is wanted."""
NEEDS_ODDS = ("summary", "rack-card", "mathematics")
"""The documents that state figures, and so wait for every deal to be counted."""
CHANGE_REQUEST, APPLICATION = "change-request", "application"
"""The documents beside these: one needs an earlier edition, one every other document's hash."""
MANIFEST = "manifest.json"


class Paper(NamedTuple):
    """A document that was printed, or a drawing that goes with one."""

    name: str
    title: str
    file: str
    content: bytes
    lacks: tuple[Asked, ...] = ()

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def chosen(only: Sequence[str], *, has_change: bool = False) -> tuple[str, ...]:
    """The documents to be printed, in the pack's order; all, if none are named.

    The change request is one of them where there is a change; the application follows by itself.
    """
    known = (*BUILDERS, CHANGE_REQUEST) if has_change else (*BUILDERS,)
    for name in only:
        if name == CHANGE_REQUEST and not has_change:
            raise Refused(
                "a change request compares two packs: expected --against an earlier one's"
            )
        if name == APPLICATION:
            raise Refused("the application names every document: expected the pack without --only")
        if name not in known:
            raise Refused(f"there is no document {quoted(name)}: expected {listed(known)}")
    return tuple(name for name in known if name in only or not only)


def written(edition: Edition, name: str) -> Document:
    """A document of an edition, without what only the whole pack knows."""
    module, _, function = BUILDERS[name].partition(":")
    build: Callable[[Edition], Document] = getattr(
        import_module(f"tablewright.papers.{module}"), function
    )
    return build(edition)


def printed(
    edition: Edition, only: Sequence[str] = (), change: "Change | None" = None
) -> Iterator[Paper]:
    """The papers of an edition, each as soon as it is printed.

    The rules of play come last if they must say what the submission as a whole lacks: for that the
    others must have been written. After them come the change request, if there is a change, and with
    a whole pack the application, which names all of them by their hashes.
    """
    names = chosen(only, has_change=change is not None)
    is_whole = not only
    found: set[str] = set()
    papers: list[Paper] = []
    documents: dict[str, Document] = {}
    for name in sorted(
        names, key=lambda each: (each == CHANGE_REQUEST, is_whole and each == LEADING)
    ):
        document = _requested(edition, change) if name == CHANGE_REQUEST else written(edition, name)
        documents[name] = document
        found |= contents(document)
        others = found if is_whole and name == LEADING else ()
        for paper in printed_one(edition, document, others):
            papers.append(paper)
            yield paper
    if is_whole:
        yield from printed_application(edition, papers, documents)


def _requested(edition: Edition, change: "Change | None") -> Document:
    from tablewright.papers.change_request import change_request

    assert change is not None
    return change_request(edition, change)


def printed_application(
    edition: Edition, papers: Sequence[Paper], documents: Mapping[str, Document]
) -> Iterator[Paper]:
    """The application for papers that were printed, where there is anything to apply for."""
    from tablewright.papers.application import Enclosed, application, applies
    from tablewright.papers.printing import to_pdf

    if applies(edition):
        enclosed = [Enclosed(p.name, p.title, p.file, p.sha256) for p in in_order(papers)]
        document = application(edition, enclosed, documents)
        file = f"{edition.game.id}-{document.name}.pdf"
        yield Paper(document.name, document.title, file, to_pdf(document, edition))


def in_order(papers: Sequence[Paper]) -> list[Paper]:
    """Papers in the order of the pack; a drawing stands with its document."""
    order = [*BUILDERS, CHANGE_REQUEST, APPLICATION]
    return sorted(papers, key=lambda each: order.index(each.name.removesuffix("-drawing")))


def completed(
    edition: Edition, document: Document, others: "set[str] | tuple[str, ...]" = ()
) -> tuple[Document, tuple[Asked, ...]]:
    """A document with its first page filled, and what it lacks."""
    lacks = tuple(lacks_of(edition, document, others))
    first = (*front(edition, document, lacks), *document.front)
    return msgspec.structs.replace(document, front=first), lacks


def printed_one(
    edition: Edition, document: Document, others: "set[str] | tuple[str, ...]" = ()
) -> Iterator[Paper]:
    """A document as PDF with its first page filled, and the drawing that goes with it."""
    from tablewright.papers.printing import to_pdf

    whole, lacks = completed(edition, document, others)
    stem = f"{edition.game.id}-{document.name}"
    yield Paper(document.name, document.title, f"{stem}.pdf", to_pdf(whole, edition), lacks)
    if document.name == "layout":
        from tablewright.papers.layout import layout_svg

        svg = layout_svg(edition).encode("utf-8")
        yield Paper(f"{document.name}-drawing", "Layout, full size", f"{stem}.svg", svg)


def manifest(edition: Edition, papers: Sequence[Paper]) -> bytes:
    """What was printed for whom, with the hash of each file, as JSON that ends in a line break."""
    submission, ordered = edition.submission, in_order(papers)
    lacking = [
        {"document": each.name, "asked": ask.id, "says": ask.says, "source": ask.source}
        for each in ordered
        for ask in each.lacks
    ]
    asked_for = {"submission": submission.id if submission else None, "lacking": lacking}
    return stated(edition, ordered, asked_for)


def stated(edition: Edition, papers: Sequence[Paper], more: Mapping[str, Any]) -> bytes:
    """Any manifest: for whom its papers were printed, the hash of each file, and what more it says."""
    approval = edition.approval
    found = {
        "game": edition.game.id,
        "name": edition.game.name,
        "ruleset": edition.fingerprint,
        "readings": dict(edition.ruleset.rulings),
        "pay": dict(edition.ruleset.pay_plainly),
        "jurisdiction": edition.jurisdiction.id,
        "approval": approval.source if approval else None,
        "house": edition.house.name or None,
        "house_settings": edition.book.house_fingerprint,
        "settings": settings_stated(edition),
        "date": edition.day.isoformat(),
        "version": edition.version,
        "documents": [
            {"name": each.name, "title": each.title, "file": each.file, "sha256": each.sha256}
            for each in papers
        ],
        **more,
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"

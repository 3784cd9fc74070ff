"""The page of papers: what can be printed for whom, what a choice comes to, and what it lacks."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from tablewright.games import at_tables
from tablewright.house.screens.game_descriptions import JurisdictionRow
from tablewright.house.screens.letterhead import Kept, Letterhead, asked_of_people
from tablewright.house.screens.press import PrintedPaper
from tablewright.house.screens.print_shop import DOCUMENTS
from tablewright.rules.english import capital
from tablewright.rules.game import Game
from tablewright.rules.jurisdictions import Jurisdiction, jurisdictions
from tablewright.rules.submissions import HOUSE_PREFIX, Asked
from tablewright.table.setup import Book

if TYPE_CHECKING:
    from tablewright.papers.editions import Edition


class DocumentRow(msgspec.Struct, frozen=True):
    """A document that can be printed."""

    name: str
    title: str


class PaperOption(msgspec.Struct, frozen=True):
    """One way to read a passage."""

    id: str
    says: str
    warning: str


class PaperReading(msgspec.Struct, frozen=True, kw_only=True):
    """A passage that can be read in several ways."""

    id: str
    question: str
    default: str
    is_undecided: bool
    options: list[PaperOption]


class PaperGame(msgspec.Struct, frozen=True):
    """A game whose papers can be printed."""

    id: str
    name: str
    readings: list[PaperReading]


class PaperPlace(msgspec.Struct, frozen=True):
    """A jurisdiction for which papers can be printed, with the kinds of submission known there."""

    id: str
    name: str
    submissions: list[JurisdictionRow]


class LimitPosted(msgspec.Struct, frozen=True):
    """The least and the most on a kind of wager, in cents."""

    wager: str
    low: int
    high: int


class PaperTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table whose papers can be printed, just as it is set up."""

    id: str
    table: str
    game: str
    game_name: str
    jurisdiction: str
    jurisdiction_name: str
    ruleset: str
    day: str
    is_practice: bool
    limits: list[LimitPosted]


class PapersPage(msgspec.Struct, frozen=True, kw_only=True):
    """What can be printed, for whom, and how the house is named on it."""

    documents: list[DocumentRow]
    tables: list[PaperTable]
    games: list[PaperGame]
    jurisdictions: list[PaperPlace]
    letterhead: Letterhead
    logo: str
    """The SHA-256 of the house's logo; empty, if there is none."""
    today: str
    may_change: bool
    """Whether the person who asks may change the letterhead."""


class LackShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a jurisdiction asks for, and a document lacks."""

    id: str
    title: str
    says: str
    source: str
    note: str
    is_of_people: bool
    """Whether it is for people to supply."""


class SuppliedShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that people supply for a submission, and what they have supplied."""

    name: str
    title: str
    says: str
    source: str
    given: str


class EditionShown(msgspec.Struct, frozen=True, kw_only=True):
    """What papers are printed for, checked: the ruleset, the place, and what to beware of."""

    game: str
    game_name: str
    jurisdiction: str
    jurisdiction_name: str
    ruleset: str
    day: str
    approval: str
    """What approves the ruleset there; empty, if nothing does."""
    needs_approval: bool
    submission: str
    """The kind of submission that they are prepared for, if any."""
    note: str
    """What to know of that submission."""
    warnings: list[str]
    open_questions: list[str]
    """What nothing printed decides, and how it is read here."""
    documents: list[DocumentRow]
    """Those that there are for it; one that names all others by their hashes comes last."""
    supplied: list[SuppliedShown]


class PaperShown(msgspec.Struct, frozen=True, kw_only=True):
    """A document that was printed."""

    name: str
    title: str
    file: str
    bytes: int
    sha256: str
    pages: int
    drawing: str
    """The file of the drawing that goes with it; empty, if none does."""
    lacks: list[LackShown]


# What can be printed -------------------------------------------------------------------------------


def document_rows(names: Sequence[str] = DOCUMENTS) -> list[DocumentRow]:
    return [DocumentRow(name, capital(name.replace("-", " "))) for name in names]


def paper_games() -> list[PaperGame]:
    return [
        PaperGame(each.game.id, each.game.name, list(_readings(each.game)))
        for each in at_tables().procedures
    ]


def _readings(of: Game) -> Iterator[PaperReading]:
    for reading in of.readings:
        yield PaperReading(
            id=reading.id,
            question=reading.question,
            default=reading.default,
            is_undecided=reading.is_undecided,
            options=[PaperOption(o.id, o.means, o.warning) for o in reading.options],
        )


def paper_places() -> list[PaperPlace]:
    return [
        PaperPlace(each.id, each.name, [JurisdictionRow(of.id, of.name) for of in each.submissions])
        for each in jurisdictions()
    ]


def paper_table(id: str, book: Book) -> PaperTable:
    """A table by its set-up; nothing that happened there is told."""
    setup = book.setup
    titles = {wager.kind: wager.title for wager in book.game.wagers}
    return PaperTable(
        id=id,
        table=setup.table,
        game=book.game.id,
        game_name=book.game.name,
        jurisdiction=book.jurisdiction.id,
        jurisdiction_name=book.jurisdiction.name,
        ruleset=book.ruleset.fingerprint,
        day=setup.day.isoformat(),
        is_practice=setup.is_practice,
        limits=[LimitPosted(titles[kind], *both) for kind, both in setup.limits.items()],
    )


# What was chosen -----------------------------------------------------------------------------------


def edition_shown(edition: "Edition", documents: Sequence[str], kept: Kept) -> EditionShown:
    """An edition in the pit's words."""
    submission, approval, place = edition.submission, edition.approval, edition.jurisdiction
    rulings = edition.ruleset.rulings
    return EditionShown(
        game=edition.game.id,
        game_name=edition.game.name,
        jurisdiction=place.id,
        jurisdiction_name=place.name,
        ruleset=edition.fingerprint,
        day=edition.day.isoformat(),
        approval=approval.source if approval else "",
        needs_approval=not place.approves_everything,
        submission=submission.name if submission else "",
        note=f"{submission.source}; {submission.note}" if submission else "",
        warnings=list(edition.ruleset.warnings),
        open_questions=[
            f"{reading.question} Here: {reading.option(rulings[reading.id]).means}."
            for reading in edition.open_readings
        ],
        documents=document_rows(documents),
        supplied=list(_supplied(place, submission.asks if submission else (), edition, kept)),
    )


def _supplied(
    place: Jurisdiction, asks: Iterable[Asked], edition: "Edition", kept: Kept
) -> Iterator[SuppliedShown]:
    """What people supply for the submission in view."""
    given = kept.of(edition.game.id, place.id)
    waiting = list(asked_of_people(place.id))
    for each in asks:
        for name in [name for name in waiting if f"{HOUSE_PREFIX}{name}" in each.needs]:
            waiting.remove(name)
            yield SuppliedShown(
                name=name,
                title=capital(each.title),
                says=each.says,
                source=each.source,
                given=given.get(name, ""),
            )


def paper_shown(papers: Sequence[PrintedPaper], pages: int) -> PaperShown:
    """A document, with what it lacks."""
    first, *drawings = papers
    return PaperShown(
        name=first.name,
        title=first.title,
        file=first.file,
        bytes=len(first.content),
        sha256=first.sha256,
        pages=pages,
        drawing=drawings[0].file if drawings else "",
        lacks=[
            LackShown(
                id=each.id,
                title=capital(each.title),
                says=each.says,
                source=each.source,
                note=each.note,
                is_of_people=any(need.startswith(HOUSE_PREFIX) for need in each.needs),
            )
            for each in first.lacks
        ],
    )

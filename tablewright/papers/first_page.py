"""What stands on a first page before anything else: what lacks, what is open, what to beware of."""

from collections.abc import Collection, Iterator, Sequence

from tablewright.papers.documents import Block, Document, Notice
from tablewright.papers.editions import Edition
from tablewright.papers.notices import left_open, players_edge
from tablewright.rules.submissions import HOUSE_PREFIX, SUBMISSION, Asked, lacking

LEADING = "rules-of-play"
"""The document that says what the submission as a whole lacks."""
FEW = 12
"""So many things that lack are named; of more, the manifest names the rest."""


def front(edition: Edition, document: Document, lacks: Sequence[Asked]) -> tuple[Block, ...]:
    """The notices of a document's first page; a card or a sign says only what it lacks."""
    notices = list(_lacking(edition, lacks))
    if document.sheet.has_cover:
        warnings = edition.ruleset.warnings
        said = {each.title for each in document.front if isinstance(each, Notice)}
        more = (*players_edge(warnings), *left_open(edition), *_standing(edition))
        notices += [each for each in more if each.title not in said]
    return tuple(notices)


def lacks_of(edition: Edition, document: Document, others: Collection[str] = ()) -> list[Asked]:
    """What the jurisdiction asks of a document, and it lacks; and of the whole, in the leading one.

    `others` are the contents of the other documents, where they are printed too.
    """
    submission = edition.submission
    if submission is None:
        return []
    provided = {*supplied(edition), *others, *contents(document)}
    asked_of = {document.name, *((SUBMISSION,) if document.name == LEADING and others else ())}
    return [each for each in lacking(submission, provided) if each.of in asked_of]


def contents(document: Document) -> set[str]:
    """The contents that a document provides, by the names that a jurisdiction asks for."""
    return {f"{document.name}.{section}" for section in document.sections}


def supplied(edition: Edition) -> set[str]:
    """What the house has supplied."""
    named = {f"{HOUSE_PREFIX}{name}" for name, what in edition.house.supplied.items() if what}
    return named | ({f"{HOUSE_PREFIX}name"} if edition.house.name else set())


# Notices -------------------------------------------------------------------------------------------


def _lacking(edition: Edition, lacks: Sequence[Asked]) -> Iterator[Notice]:
    if lacks:
        more = len(lacks) - FEW
        rest = ("The manifest names the rest.",) if more > 0 else ()
        yield Notice(
            title=f"{edition.jurisdiction.name} asks for what is lacking here",
            items=(*(f"{each.says} ({each.source})" for each in lacks[:FEW]), *rest),
            is_loud=True,
        )


def _standing(edition: Edition) -> Iterator[Notice]:
    """For which submission it is printed, and whether the rules are approved."""
    submission, place = edition.submission, edition.jurisdiction
    if submission:
        yield Notice(
            title=f"Prepared for {place.authority}: {submission.name}",
            text=f"{submission.source}; {submission.note}.",
        )
    if not place.approves_everything and edition.approval is None:
        yield Notice(
            title="Not approved",
            text=f"No approval that is known here names this ruleset in {place.name}.",
        )

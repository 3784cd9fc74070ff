"""The application: a letter to the regulator, with what is enclosed, what is asked for, and conditions.

It is printed last, since it names every other document by its hash. What is asked for is met by a
section of a document, or supplied by the house, or lacking; a condition is attested by the house's
records, or has a line to sign.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tablewright.papers.documents import (
    Aside,
    Blank,
    Block,
    Document,
    Fields,
    Heading,
    Listing,
    Notice,
    Paragraph,
    Rule,
    Run,
    Sheet,
    Strong,
    Table,
    Text,
    every_block,
)
from tablewright.papers.editions import Edition
from tablewright.papers.first_page import supplied
from tablewright.rules.english import capital
from tablewright.rules.on_record import Answered, Met, OnRecord
from tablewright.rules.submissions import HOUSE_PREFIX, Asked, Submission

NAME, TITLE = "application", "Application"
WIDTHS = (2, 1.4, 1.4, 1)
"""Of what a record states, side by side."""


class Enclosed(NamedTuple):
    """A document that goes with the application, or a drawing of one."""

    name: str
    title: str
    file: str
    sha256: str


def applies(edition: Edition) -> bool:
    """Whether there is anything to apply for: a submission is known there, or a condition."""
    return bool(edition.submission or tuple(_every_condition(edition)))


def application(
    edition: Edition, enclosed: Sequence[Enclosed], documents: Mapping[str, Document]
) -> Document:
    """The application for an edition; `documents` are those enclosed, by name, as they were written."""
    return Document(
        name=NAME,
        title=TITLE,
        subtitle=capital(subject(edition)),
        sheet=Sheet(is_numbered=True),
        blocks=(
            *_letter(edition, documents),
            *_enclosed(enclosed),
            *_asked(edition, documents),
            *_conditions(edition),
            *_unknown(edition),
            *_signatures(),
        ),
    )


# The letter ----------------------------------------------------------------------------------------


def _letter(edition: Edition, documents: Mapping[str, Document]) -> Iterator[Block]:
    place, house = edition.jurisdiction, edition.house
    yield Heading(text="Letter", id="letter")
    yield Fields(
        names=("From", "To"),
        values=(
            ", ".join(filter(None, (house.name, house.address))),
            place.authority,
        ),
    )
    yield Fields(names=("Date", "Reference"), values=((Aside(edition.day.isoformat()),), ""))
    yield Paragraph(text=(Strong(f"{edition.game.name}: {subject(edition)}"),))
    yield Paragraph(text=_request(edition))
    yield from _questions(edition)
    yield Paragraph(
        text="Rules, payouts and figures are those of one ruleset. Its fingerprint is the SHA-256 of"
        " what is played: if anything that is played changes, the fingerprint does, and what is"
        " enclosed no longer speaks of it."
    )
    yield Fields(names=("Ruleset",), values=((Aside(edition.fingerprint),),))
    lacks = [each for each in _asks(edition) if not _is_met(edition, documents, each)]
    if lacks:
        yield Notice(
            title="Asked for, and not enclosed",
            items=tuple(f"{each.says} ({each.source})" for each in lacks),
            is_loud=True,
        )
    for warning in edition.ruleset.warnings:
        yield Notice(title="Warning", text=f"{warning}.", is_loud=True)
    yield Blank(names=("For the house, name and title", "Signature", "Date"))


def subject(edition: Edition) -> str:
    """What the letter is about."""
    if edition.submission:
        return edition.submission.name
    if edition.approval is None:
        return "request for approval"
    return "request for an answer" if _to_answer(edition) else "conditions of its approval"


def _request(edition: Edition) -> Text:
    game, place, approval = edition.game.name, edition.jurisdiction, edition.approval
    if approval:
        offer = "mean to offer it" if _to_answer(edition) else "give notice that we offer it"
        return (
            f"{game} is approved in {place.name} by ",
            Aside(approval.source),
            f". We {offer} under that approval, as the documents enclosed describe it, and attest below"
            " what it is subject to.",
        )
    return (
        f"We ask for approval of {game} in {place.name}, as the documents enclosed describe it:"
        f" {edition.game.summary}"
    )


def _to_answer(edition: Edition) -> dict[str, str]:
    """The readings for which the approval needs the regulator's answer, where none is on record."""
    approval, day = edition.approval, edition.day
    answers = approval.to_be_answered(edition.ruleset) if approval else {}
    records = edition.book.setup.on_record
    answered = {each.claim.subject for each in records if each.holds_on(day)}
    return {
        id: option
        for id, option in answers.items()
        if Answered(id, option, "", day).subject not in answered
    }


def _questions(edition: Edition) -> Iterator[Block]:
    items: list[Text] = []
    for id, option in _to_answer(edition).items():
        reading = edition.game.reading(id)
        here = f"{reading.question} Here: {reading.option(option).means}. "
        items.append((here, Rule(f"{id}={option}")))
    if items:
        yield Paragraph(
            text="The approved text does not decide the following. We ask for your answer that it may"
            " be taken as it is here; until then no table opens so for money."
        )
        yield Listing(items=tuple(items))


# What is enclosed ----------------------------------------------------------------------------------


def _enclosed(enclosed: Sequence[Enclosed]) -> Iterator[Block]:
    yield Heading(text="What is enclosed", id="index")
    yield Table(
        head=("", "Document", "File", "SHA-256"),
        rows=tuple(
            ((Aside(str(n)),), each.title, (Aside(each.file),), (Aside(each.sha256),))
            for n, each in enumerate(enclosed, start=1)
        ),
        widths=(0, 2, 2.4, 0),
        note="A file is the one meant here if its SHA-256 is the same. The manifest lists the same, and"
        " this letter.",
        is_small=True,
    )


# What is asked for ---------------------------------------------------------------------------------


def _asks(edition: Edition) -> tuple[Asked, ...]:
    return edition.submission.asks if edition.submission else ()


def _is_met(edition: Edition, documents: Mapping[str, Document], ask: Asked) -> bool:
    provided = {
        *supplied(edition),
        *(f"{d.name}.{s}" for d in documents.values() for s in d.sections),
    }
    return set(ask.needs) <= provided


def _asked(edition: Edition, documents: Mapping[str, Document]) -> Iterator[Block]:
    submission = edition.submission
    if submission is None:
        return
    yield Heading(text="What is asked for", id="asked")
    yield Paragraph(
        text=f"{submission.name}. {submission.source}; {submission.note}.", is_small=True
    )
    yield Table(
        head=("", "Asked for", "Source", "Met by"),
        rows=tuple(
            (
                (Aside(str(n)),),
                each.says,
                each.source,
                _met_by(edition, documents, each),
            )
            for n, each in enumerate(submission.asks, start=1)
        ),
        widths=(0, 4, 3, 3),
        is_small=True,
    )


def _met_by(edition: Edition, documents: Mapping[str, Document], ask: Asked) -> Text:
    """Where each thing stands that an ask needs: a section, what the house supplies, or nowhere."""
    runs: list[Run] = []
    for need in ask.needs:
        runs += ["; "] if runs else []
        runs += _where(edition, documents, need)
    return tuple(runs)


def _where(edition: Edition, documents: Mapping[str, Document], need: str) -> Iterator[Run]:
    if need.startswith(HOUSE_PREFIX):
        name = need.removeprefix(HOUSE_PREFIX)
        given = edition.house.supplied.get(name, "")
        if need in supplied(edition):
            yield f"the house: {given or edition.house.name}"
        else:
            yield Strong(f"lacking: {name.replace('-', ' ')}, by the house")
        return
    document, _, section = need.partition(".")
    found = documents.get(document)
    if found is None or section not in found.sections:
        yield Strong(f"lacking: {section.replace('-', ' ')} of the {document.replace('-', ' ')}")
        return
    number, title = section_of(found, section)
    yield f"{found.title}, "
    if number:
        yield from ("section ", Aside(number), ": ")
    yield title


def section_of(document: Document, id: str) -> tuple[str, str]:
    """The number of a section, where its document numbers them, and its title."""
    is_numbered, number = document.sheet.is_numbered, 0
    for block in every_block(document.blocks):
        if isinstance(block, Heading) and block.level == 1:
            number += 1
        if isinstance(block, Heading) and block.id == id:
            return (str(number) if is_numbered and block.level == 1 else "", block.text)
    return "", id.replace("-", " ")


# Conditions ----------------------------------------------------------------------------------------


class _Asked(NamedTuple):
    """A condition as it is printed: of the jurisdiction, or of the letter that approves the rules."""

    title: str
    says: str
    source: str
    subject: str
    """Under which people attest it; nothing, where every table keeps it by itself."""


def _every_condition(edition: Edition) -> Iterator[_Asked]:
    for each in edition.jurisdiction.conditions_on(edition.day):
        subject = Met(each.id).subject if each.kept_by == "people" else ""
        yield _Asked(each.title, each.says, each.source, subject)
    if approval := edition.approval:
        for asked in approval.conditions:
            subject = Met(asked.title, approval.letter).subject
            yield _Asked(asked.title, asked.says, approval.source, subject)


def _conditions(edition: Edition) -> Iterator[Block]:
    place = edition.jurisdiction
    conditions, notices = tuple(_every_condition(edition)), place.notices_on(edition.day)
    if not (conditions or notices):
        return
    yield Heading(text="Conditions", id="conditions")
    yield Paragraph(
        text=f"What {place.authority} asks to be so before or while the game is offered, and what"
        " attests each."
    )
    held = {each.claim.subject: each for each in edition.book.setup.on_record}
    for each in conditions:
        kept = "" if each.subject else " Every table keeps it by itself."
        yield Paragraph(
            text=(Strong(f"{capital(each.title)}. "), f"{each.says}{kept}"),
            source=each.source,
            is_numbered=True,
        )
        if each.subject:
            yield _attested(edition, held.get(each.subject))
    if notices:
        yield Heading(text="Beside the conditions", level=2)
        yield Listing(items=tuple(f"{note.says} ({note.source})" for note in notices))


def _attested(edition: Edition, record: OnRecord | None) -> Block:
    """What two people stand for, on which evidence; lines to sign, where nothing is on record."""
    names = ("Evidence", "Attested by", "Confirmed by", "Holds")
    if record is None or not record.holds_on(edition.day):
        return Fields(names=names, values=("",) * len(names), widths=WIDTHS)
    until = f"through {record.until.isoformat()}" if record.until else "until withdrawn"
    return Fields(
        names=names,
        values=(
            (Aside(str(record.evidence)),),
            (record.attested_by, ", ", Aside(record.attested_at.date().isoformat())),
            (record.confirmed_by, ", ", Aside(record.confirmed_at.date().isoformat())),
            (Aside(until),),
        ),
        widths=WIDTHS,
    )


# What is not known ---------------------------------------------------------------------------------


def _unknown(edition: Edition) -> Iterator[Block]:
    submission: Submission | None = edition.submission
    if submission is None or not submission.unknown:
        return
    yield Heading(text="What is not known to us", id="unknown")
    yield Paragraph(
        text="No text that was read for this application states the following. It is to be asked before"
        " the application is sent."
    )
    yield Listing(items=tuple(capital(each) for each in submission.unknown))


def _signatures() -> Iterator[Block]:
    yield Heading(text="Signatures", id="signatures")
    yield Paragraph(
        text="Those who sign have looked at every document that is enclosed, and stand for what is said"
        " above."
    )
    yield Blank(names=("Name and title", "Signature", "Date"))
    yield Blank(names=("Name and title", "Signature", "Date"))

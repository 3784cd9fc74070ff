"""The approvals as the pit sees them: a checklist for each jurisdiction, and every record there was."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Literal

import msgspec

from tablewright.games import game
from tablewright.house.books.entries import as_text
from tablewright.house.people.approvals import ATTESTERS, CONFIRMERS, Approvals, Entry
from tablewright.house.people.person import Person
from tablewright.rules.english import capital
from tablewright.rules.jurisdictions import Jurisdiction, jurisdictions
from tablewright.rules.on_record import LIMIT, Answered, Claim, Evidence, Met, lacking
from tablewright.table.machine import Table
from tablewright.table.status import OPENING

SOON_DAYS = 30
"""A record that ends within so many days is marked."""

Status = Literal["missing", "waiting", "holds", "soon", "expired", "machine"]
"""Machine: the table itself keeps to it. Soon: it holds, and ends within a month."""
RecordStatus = Literal["waiting", "holds", "expired", "replaced", "withdrawn"]


class ChecklistItem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that must be on record, or that the machine keeps, and how it stands today."""

    subject: str
    title: str
    says: str
    source: str
    status: Status
    number: int
    """The record that stands for it, or waits to; 0 if there is none."""
    condition: str = ""
    reading: str = ""
    option: str = ""


class NoticeShown(msgspec.Struct, frozen=True):
    """Something that the regulator has said and that stops no table."""

    says: str
    source: str


class RecordShown(msgspec.Struct, frozen=True, kw_only=True):
    """A record of the register, and what has become of it."""

    number: int
    title: str
    claim: Claim
    evidence: Evidence
    until: str
    """The last gaming day on which it holds; empty if it holds until it is withdrawn."""
    status: RecordStatus
    attested_by: str
    attested_at: str
    confirmed_by: str
    confirmed_at: str
    withdrawn_by: str
    withdrawn_at: str
    reason: str
    replaced_by: int
    may_confirm: bool
    """Whether the person who asks may confirm it now."""
    may_withdraw: bool


class Checklist(msgspec.Struct, frozen=True, kw_only=True):
    """What one jurisdiction asks for, and how it stands."""

    id: str
    name: str
    authority: str
    items: list[ChecklistItem]
    answers: list[ChecklistItem]
    """The options that need the regulator's answer."""
    notices: list[NoticeShown]
    records: list[RecordShown]
    """Newest first."""


class ApprovalsPage(msgspec.Struct, frozen=True):
    """The checklists of every jurisdiction that asks for something."""

    today: str
    may_attest: bool
    checklists: list[Checklist]


def approvals_page(register: Approvals, person: Person, today: date) -> ApprovalsPage:
    """The register as a person of the pit sees it on a day.

    Where no game is approved no table opens: such a place is left out until it has a record.
    """
    used = {each.what.jurisdiction for each in register.entries.values()}
    return ApprovalsPage(
        today.isoformat(),
        bool(person.duties & ATTESTERS),
        [
            _checklist(register, place, person, today)
            for place in jurisdictions()
            if place.approvals or place.id in used
        ],
    )


def _checklist(register: Approvals, place: Jurisdiction, person: Person, today: date) -> Checklist:
    entries = [each for each in register.entries.values() if each.what.jurisdiction == place.id]
    titles = {LIMIT: "Limit on each wager"}
    items = [*_conditions(place, entries, today), *_limit(place, entries, today)]
    answers = list(_answers(place, entries, today))
    titles |= {each.subject: each.title for each in (*items, *answers)}
    return Checklist(
        id=place.id,
        name=place.name,
        authority=place.authority,
        items=items,
        answers=answers,
        notices=[NoticeShown(each.says, each.source) for each in place.notices_on(today)],
        records=[
            record_shown(each, person, today, titles.get(each.what.claim.subject, ""))
            for each in reversed(entries)
        ],
    )


def _conditions(place: Jurisdiction, entries: list[Entry], today: date) -> Iterator[ChecklistItem]:
    for condition in place.conditions_on(today):
        subject, status, number = Met(condition.id).subject, "machine", 0
        if condition.kept_by == "people":
            status, number = _stands(subject, entries, today)
        yield ChecklistItem(
            subject=subject,
            title=capital(condition.title),
            says=condition.says,
            source=condition.source,
            status=status,  # type: ignore[arg-type]
            number=number,
            condition=condition.id,
        )


def _limit(place: Jurisdiction, entries: list[Entry], today: date) -> Iterator[ChecklistItem]:
    if place.limits_are == "unknown":
        status, number = _stands(LIMIT, entries, today)
        yield ChecklistItem(
            subject=LIMIT,
            title="Limit on each wager",
            says="Our sources do not say how much may be wagered there. Enter it with its source;"
            " tables keep to it.",
            source="House setting: limits of the jurisdiction",
            status=status,
            number=number,
        )


def _answers(place: Jurisdiction, entries: list[Entry], today: date) -> Iterator[ChecklistItem]:
    for approval in place.approvals:
        for id in approval.needs_answer:
            reading = game(approval.game).reading(id)
            for option in reading.options[1:]:
                subject = Answered(id, option.id, "", today).subject
                status, number = _stands(subject, entries, today)
                yield ChecklistItem(
                    subject=subject,
                    title=f"{id} as {option.id}",
                    says=f"{reading.question} Approved as {reading.default}. With an answer:"
                    f" {option.means}.",
                    source=approval.source,
                    status=status,
                    number=number,
                    reading=id,
                    option=option.id,
                )


def _stands(subject: str, entries: list[Entry], today: date) -> tuple[Status, int]:
    """How something stands: by the record on it, else by one that waits to be confirmed."""
    about = [each for each in entries if each.what.claim.subject == subject]
    waiting = [each for each in about if not (each.confirmed or each.withdrawn)]
    for each in about:
        if each.stands:
            status = _status(each, today)
            if status == "expired" and waiting:
                break
            until = each.what.until
            is_soon = status == "holds" and until and (until - today).days < SOON_DAYS
            return (
                "soon" if is_soon else "expired" if status == "expired" else "holds"
            ), each.number
    return ("waiting", waiting[-1].number) if waiting else ("missing", 0)


def _status(entry: Entry, today: date) -> RecordStatus:
    if entry.withdrawn:
        return "withdrawn"
    if entry.replaced_by:
        return "replaced"
    if entry.what.until and entry.what.until < today:
        return "expired"
    return "holds" if entry.confirmed else "waiting"


def record_shown(entry: Entry, person: Person, today: date, title: str) -> RecordShown:
    """A record as one person sees it."""
    what, status = entry.what, _status(entry, today)
    confirmed, withdrawn = entry.confirmed, entry.withdrawn
    return RecordShown(
        number=entry.number,
        title=title or what.claim.subject,
        claim=what.claim,
        evidence=what.evidence,
        until=what.until.isoformat() if what.until else "",
        status=status,
        attested_by=entry.attested.name,
        attested_at=as_text(entry.attested.at),
        confirmed_by=confirmed.name if confirmed else "",
        confirmed_at=as_text(confirmed.at) if confirmed else "",
        withdrawn_by=withdrawn.name if withdrawn else "",
        withdrawn_at=as_text(withdrawn.at) if withdrawn else "",
        reason=entry.reason,
        replaced_by=entry.replaced_by,
        may_confirm=status == "waiting"
        and bool(person.duties & CONFIRMERS)
        and entry.attested.account != person.account,
        may_withdraw=not withdrawn and not entry.replaced_by and bool(person.duties & ATTESTERS),
    )


# What the pit is warned of -------------------------------------------------------------------------


def warnings_of(table: Table, register: Approvals, today: date) -> Iterable[str]:
    """What a table that is open for money has lost since it opened."""
    book, name = table.book, table.book.setup.table
    if book.setup.is_practice or table.state.status == OPENING:
        return
    now = register.on_record(book.jurisdiction.id)
    for lack in lacking(book.ruleset, book.jurisdiction, now, today):
        lost = "has expired" if lack.expired else "is no longer on record"
        yield (
            f"{name}: {lack.title} {lost}: the table may finish its gaming day, and none opens for"
            " money until it is recorded again"
        )

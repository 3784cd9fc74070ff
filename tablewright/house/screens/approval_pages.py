"""The approvals as the pit sees them: what is approved, a checklist, and every record there was."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Literal

import msgspec

from tablewright.games import game
from tablewright.house.books.entries import as_text
from tablewright.house.people.approvals import ATTESTERS, CONFIRMERS, Approvals, Entry
from tablewright.house.people.person import Person
from tablewright.house.screens.alert_words import in_words
from tablewright.house.screens.game_descriptions import JurisdictionRow
from tablewright.house.screens.paper_pages import PaperGame, paper_games
from tablewright.rules.english import capital
from tablewright.rules.errors import Refused
from tablewright.rules.jurisdictions import Approval, Jurisdiction, jurisdictions
from tablewright.rules.on_record import (
    LIMIT,
    Answered,
    Claim,
    Evidence,
    Letter,
    Met,
    approval_of,
    expired_approval,
    lacking,
    with_letters,
)
from tablewright.table.approval import runs_under
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
    letter: str = ""
    """The reference of the letter that asks for it."""
    reading: str = ""
    option: str = ""


class ApprovalShown(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset that is approved: by what comes with the program, or by a letter on record."""

    game_name: str
    ruleset: str
    rules: list[str]
    """How it differs from the manual's own, in words."""
    source: str
    since: str
    until: str
    status: Literal["holds", "soon", "expired"]
    leaves_open: list[str]
    needs_answer: list[str]
    number: int
    """The record of the letter; 0, if it comes with the program."""


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
    approvals: list[ApprovalShown]
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
    places: list[JurisdictionRow]
    """Where a letter can come from."""
    games: list[PaperGame]
    """What a letter can be about."""


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
        [
            JurisdictionRow(place.id, place.name)
            for place in jurisdictions()
            if not place.approves_everything
        ],
        paper_games(),
    )


def _checklist(register: Approvals, place: Jurisdiction, person: Person, today: date) -> Checklist:
    entries = [each for each in register.entries.values() if each.what.jurisdiction == place.id]
    known = _readable(with_letters(place, register.on_record(place.id)))
    titles = {LIMIT: "Limit on each wager"}
    items = [
        *_conditions(place, entries, today),
        *_letters_conditions(known, entries, today),
        *_limit(place, entries, today),
    ]
    answers = list({each.subject: each for each in _answers(known, entries, today)}.values())
    titles |= {each.subject: each.title for each in (*items, *answers)}
    return Checklist(
        id=place.id,
        name=place.name,
        authority=place.authority,
        approvals=[_approval_shown(each, register, today) for each in known.approvals],
        items=items,
        answers=answers,
        notices=[NoticeShown(each.says, each.source) for each in place.notices_on(today)],
        records=[
            record_shown(each, person, today, titles.get(each.what.claim.subject, ""))
            for each in reversed(entries)
        ],
    )


def _readable(place: Jurisdiction) -> Jurisdiction:
    """A place without letters on a game or a reading that only another version knows."""
    return msgspec.structs.replace(place, approvals=tuple(filter(_is_readable, place.approvals)))


def _is_readable(approval: Approval) -> bool:
    try:
        of = game(approval.game)
        for id in (*approval.leaves_open, *approval.needs_answer):
            of.reading(id)
    except Refused:
        return False
    return True


def _approval_shown(approval: Approval, register: Approvals, today: date) -> ApprovalShown:
    claim = register.entries[approval.number].what.claim if approval.number else None
    until = approval.until
    is_soon = until is not None and (until - today).days < SOON_DAYS
    return ApprovalShown(
        game_name=game(approval.game).name,
        ruleset=approval.ruleset,
        rules=rules_said(claim) if isinstance(claim, Letter) else [],
        source=approval.source,
        since=approval.date.isoformat(),
        until=until.isoformat() if until else "",
        status="expired" if approval.has_expired(today) else "soon" if is_soon else "holds",
        leaves_open=list(approval.leaves_open),
        needs_answer=list(approval.needs_answer),
        number=approval.number,
    )


def rules_said(letter: Letter) -> list[str]:
    """How what a letter approves differs from the manual's own rules, in words."""
    return [
        *(f"{id} as {option}" for id, option in letter.readings.items()),
        *(f"{key} pays {odds}" for key, odds in letter.pay.items()),
    ]


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


def _letters_conditions(
    known: Jurisdiction, entries: list[Entry], today: date
) -> Iterator[ChecklistItem]:
    """What the letters ask for; a letter on several rulesets asks once."""
    asked = {
        (each.letter, condition.title): (each, condition)
        for each in known.approvals
        if not each.has_expired(today)
        for condition in each.conditions
    }
    for (letter, title), (approval, condition) in asked.items():
        subject = Met(title, letter).subject
        status, number = _stands(subject, entries, today)
        yield ChecklistItem(
            subject=subject,
            title=f"{capital(title)} ({letter})",
            says=condition.says,
            source=approval.source,
            status=status,
            number=number,
            condition=title,
            letter=letter,
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
            approved = approval.readings.get(id, reading.default)
            for option in reading.options:
                if option.id == approved:
                    continue
                subject = Answered(id, option.id, "", today).subject
                status, number = _stands(subject, entries, today)
                yield ChecklistItem(
                    subject=subject,
                    title=f"{id} as {option.id}",
                    says=f"{reading.question} Approved as {approved}. With an answer:"
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
        title=title or _title(what.claim, what.evidence),
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


def _title(claim: Claim, evidence: Evidence) -> str:
    if not isinstance(claim, Letter):
        return claim.subject
    try:
        name = game(claim.game).name
    except Refused:  # Another version knew it.
        name = claim.game
    return f"Letter {evidence.reference} on {name}"


# What the pit is warned of -------------------------------------------------------------------------


def lapsed(table: Table, register: Approvals, today: date) -> Iterator[tuple[str, bool]]:
    """What a table that is open for money has lost since it opened, and whether it has expired."""
    book = table.book
    if book.setup.is_practice or table.state.status == OPENING:
        return
    now, place, ruleset = register.on_record(book.jurisdiction.id), book.jurisdiction, book.ruleset
    if not place.approves_everything and not approval_of(ruleset, place, now, today):
        is_over = bool(expired_approval(ruleset, place, now, today))
        yield f"its approval ({runs_under(book, table.state.on_record)})", is_over
    for lack in lacking(ruleset, place, now, today):
        yield lack.title, bool(lack.expired)


def warnings_of(table: Table, register: Approvals, today: date) -> Iterable[str]:
    """The same in words."""
    for what, is_expired in lapsed(table, register, today):
        found = in_words("approval", {"what": what, "is_expired": int(is_expired)})
        yield f"{found.says} {found.do}"

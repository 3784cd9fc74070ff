"""The record of a dealer: what they know, and what they were examined in, by whom, when and how.

A person sees their own whole record; so do an instructor who teaches them, and administrators. Others
in the pit see what a dealer was examined in, and nothing of their practice. For anybody else there is
no such record.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from tablewright.games import game as game_named
from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.classroom.audition_records import AuditionRecords, AuditionRow
from tablewright.house.classroom.audition_results import listed_audition, signed_of
from tablewright.house.classroom.classes import Classes, NotTaught
from tablewright.house.classroom.dealers import Dealers
from tablewright.house.classroom.erasing import Asked, Erasing, open_requests
from tablewright.house.classroom.records import Numbered, numbered
from tablewright.house.classroom.register import Register
from tablewright.house.classroom.school import School
from tablewright.house.people.accounts import ACCOUNT, Account, Accounts, Duty
from tablewright.house.people.person import TEACHERS, Person, person_of
from tablewright.house.screens.dealer_pages import MayDealShown
from tablewright.house.screens.personnel_pages import (
    CertificateRow,
    ChecklistSignature,
    ConvertedShown,
    ErasureShown,
    OverruledRow,
    PersonnelPage,
    RecordedFault,
    Sees,
)
from tablewright.house.screens.school_pages import GameProgress
from tablewright.rules.errors import Refused
from tablewright.school.certificates import Certificate, Conversion
from tablewright.school.signed import (
    AnswerOverruled,
    AuditionOverruled,
    Certified,
    ChecklistSigned,
    Converted,
    Entry,
    Withdrawn,
)
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Book, Setup

NO_RECORD = "There is no such record: choose one of those listed."
PIT = frozenset((Duty.INSPECTOR, Duty.PIT_BOSS, Duty.SURVEILLANCE))


class Practice(NamedTuple):
    """What is kept of a person's practice."""

    games: list[GameProgress]
    faults: list[RecordedFault]


class Personnel:
    """The records of a house's people."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        classes: Classes,
        register: Register,
        school: School,
        dealers: Dealers,
        erasing: Erasing,
    ) -> None:
        self.database, self.accounts, self.classes = database, accounts, classes
        self.register, self.school, self.dealers = register, school, dealers
        self.erasing, self.auditions = erasing, AuditionRecords(database)

    # Who sees it ----------------------------------------------------------------------------------

    async def seen_by(self, person: Person, number: int) -> tuple[Account, Sees]:
        """Whose record it is and how much of it a person sees; refused as if there were none."""
        account = await self.accounts.by_id(number)
        if account is None or person.is_guest:
            raise NotTaught(NO_RECORD)
        key = f"{ACCOUNT}{number}"
        if person.key == key:
            return account, "whole"
        if person.duties & TEACHERS and await self.classes.teaches(person, key):
            return account, "whole"
        if person.duties & PIT and account.has(Duty.DEALER):
            return account, "examined"
        raise NotTaught(NO_RECORD)

    # The record -----------------------------------------------------------------------------------

    async def page(self, person: Person, number: int) -> PersonnelPage:
        """The record of an account, as far as a person may see it."""
        account, sees = await self.seen_by(person, number)
        key = f"{ACCOUNT}{number}"
        entries = await self.register.of(key)
        rows = await self.auditions.of(key)
        is_whole = sees == "whole"
        practice = await self._practice(account) if is_whole else Practice([], [])
        requests, erased = open_requests(entries), await self.erasing.when_erased(key)
        return PersonnelPage(
            number=number,
            name=account.name,
            duties=sorted(account.roles),
            since=account.created,
            is_own=person.key == key,
            is_closed=account.is_disabled,
            sees=sees,
            erased=erased,
            deals=await self.deals(account),
            certificates=certificates(entries),
            auditions=[listed_audition(each, signed_of(each.id, entries)) for each in rows],
            checklist=checklist(entries),
            overruled=await self._overruled(entries, rows) if is_whole else [],
            games=practice.games,
            answers=await self._answer_count(key) if is_whole else 0,
            faults=practice.faults,
            kept=await self._kept(),
            entries=len(entries),
            is_intact=await self.register.check() is None,
            asked=_shown(requests[0], account.name, person) if requests else None,
            may_ask=not erased and _may_ask(person, account, requests),
        )

    async def deals(self, account: Account) -> list[MayDealShown]:
        """What a person may deal."""
        return await self.dealers.deals(account)

    async def _practice(self, account: Account) -> Practice:
        person = person_of(account)
        home = await self.school.home(person)
        faults = await self.school.own_tables.faults(person)
        return Practice(
            [each for each in home.games if each.counts.known or each.counts.shaky],
            sorted(
                (
                    RecordedFault(at=each.at, says=each.says, table=each.table, line=each.line)
                    for each in faults.values()
                ),
                key=lambda each: (each.at, each.says),
                reverse=True,
            ),
        )

    async def answers(self, key: str) -> list[Numbered]:
        """Every answer of a person that is kept, the oldest first."""
        a = s.answers.c
        async with self.database.reading() as connection:
            asked = select(s.answers).where(a.person == key).order_by(a.n)
            return readable(await connection.execute(asked), numbered)

    async def _answer_count(self, key: str) -> int:
        async with self.database.reading() as connection:
            counted = select(func.count()).select_from(s.answers).where(s.answers.c.person == key)
            return int(await connection.scalar(counted) or 0)

    async def _overruled(
        self, entries: Sequence[Entry], rows: Iterable[AuditionRow]
    ) -> list[OverruledRow]:
        by_id = {each.id: each for each in rows}
        numbers = [act.answer for _, act in _acts(entries) if isinstance(act, AnswerOverruled)]
        a = s.answers.c
        async with self.database.reading() as connection:
            found = await connection.execute(select(s.answers).where(a.n.in_(numbers)))
            answers = {each.number: each for each in readable(found, numbered)}
        return [row for each in _acts(entries) if (row := _overruled_row(*each, answers, by_id))]

    async def _kept(self) -> str:
        years = (await self.school.policy.now()).keep_years
        if years is None:
            return "Kept for as long as the house is open."
        return f"Kept for {years} year{'s' if years > 1 else ''}; what was signed for stays."

    # Requests to be erased ------------------------------------------------------------------------

    async def requests(self, person: Person) -> list[ErasureShown]:
        """The requests that wait, of people whose records a person may see."""
        found = []
        for each in await self.erasing.waiting():
            key = each.entry.about
            account = await self.accounts.by_id(int(key.removeprefix(ACCOUNT)))
            if account and await self.classes.teaches(person, key):
                found.append(_shown(each, account.name, person))
        return found

    async def refuse_others_request(self, person: Person, entry: int) -> None:
        """Refuse a request about a person whom another does not teach, as if it were not there."""
        if entry not in [each.entry for each in await self.requests(person)]:
            raise NotTaught(f"No request {entry} waits: choose one of those listed.")


# What was signed -----------------------------------------------------------------------------------


def _acts(entries: Iterable[Entry]) -> list[tuple[Entry, object]]:
    """Entries with what was signed; one that cannot be read is found by the register's check."""
    found: list[tuple[Entry, object]] = []
    for entry in entries:
        try:
            found.append((entry, entry.act))
        except Refused:
            continue
    return found


def certificates(entries: Iterable[Entry]) -> list[CertificateRow]:
    """The certificates among these entries with what became of them, the newest first."""
    signed = _acts(entries)
    withdrawn = {
        act.certificate: f"{entry.name}: {act.reason}"
        for entry, act in signed
        if isinstance(act, Withdrawn)
    }
    conversions: dict[str, list[ConvertedShown]] = {}
    for _, act in signed:
        if isinstance(act, Converted):
            conversions.setdefault(act.certificate, []).append(_converted(act.conversion))
    found = [act.certificate for _, act in signed if isinstance(act, Certified)]
    return [
        _certificate(each, withdrawn.get(each.id, ""), conversions.get(each.id, []))
        for each in reversed(found)
    ]


def _certificate(
    signed: Certificate, withdrawn: str, conversions: list[ConvertedShown]
) -> CertificateRow:
    game_name, device_name = names_of(signed.setup, signed.device)
    return CertificateRow(
        id=signed.id,
        game=signed.game,
        game_name=game_name,
        device=signed.device,
        device_name=device_name,
        ruleset=signed.ruleset,
        at=signed.at,
        examiner=signed.examiner,
        score=signed.score,
        audition=signed.audition,
        journal_lines=signed.journal_lines,
        journal_hash=signed.journal_hash,
        withdrawn=withdrawn,
        conversions=conversions,
    )


def _converted(signed: Conversion) -> ConvertedShown:
    return ConvertedShown(
        id=signed.id,
        at=signed.at,
        examiner=signed.examiner,
        ruleset=signed.ruleset,
        device=signed.device,
        device_name=names_of(signed.setup, signed.device)[1],
        score=signed.score,
        skills=len(signed.examined),
    )


def names_of(setup: Setup, device: str) -> tuple[str, str]:
    """The names of a game and a device; their ids, where this version does not know them."""
    try:
        book = Book(setup)
        return book.game.name, book.procedure.device(device).name
    except Refused:
        return setup.game, device


def checklist(entries: Iterable[Entry]) -> list[ChecklistSignature]:
    """What was signed of the practical checklist, the newest first."""
    return [
        ChecklistSignature(
            entry=entry.n,
            at=entry.time,
            by=entry.name,
            game=act.game,
            game_name=_game_name(act.game),
            item=_item_said(act.game, act.item),
            is_passed=act.is_passed,
            words=act.words,
        )
        for entry, act in reversed(_acts(entries))
        if isinstance(act, ChecklistSigned)
    ]


def _item_said(game: str, item: str) -> str:
    """An item of the checklist in words; it is signed by its rule, where it is one."""
    try:
        rules = Book(rehearsal_setup(game)).rules
    except Refused:
        return item
    return rules[item].sentence if item in rules else item


def _game_name(id: str) -> str:
    try:
        return game_named(id).name
    except Refused:
        return id


def _overruled_row(
    entry: Entry,
    act: object,
    answers: Mapping[int, Numbered],
    auditions: Mapping[str, AuditionRow],
) -> OverruledRow | None:
    """A mark that was overruled, beside the machine's own; nothing, if the entry is no such."""
    at: datetime = entry.time
    if isinstance(act, AnswerOverruled):
        kept = answers.get(act.answer)
        return OverruledRow(
            entry=entry.n,
            at=at,
            by=entry.name,
            game=kept.answered.game if kept else "",
            asks=kept.answered.told.asks if kept else f"answer {act.answer}",
            machine=float(kept.answered.answer.mark) if kept else None,
            mark=float(act.mark),
            reason=act.reason,
            audition="",
        )
    if isinstance(act, AuditionOverruled):
        row = auditions.get(act.audition)
        marks = row.outcome.result.marks if row and row.outcome else []
        mark = next((each for each in marks if each.n == act.n), None)
        return OverruledRow(
            entry=entry.n,
            at=at,
            by=entry.name,
            game=row.game if row else "",
            asks=mark.asks if mark else f"mark {act.n}",
            machine=float(mark.mark) if mark else None,
            mark=float(act.mark),
            reason=act.reason,
            audition=act.audition,
        )
    return None


# Requests ------------------------------------------------------------------------------------------


def _shown(asked: Asked, name: str, person: Person) -> ErasureShown:
    entry = asked.entry
    return ErasureShown(
        entry=entry.n,
        at=entry.time,
        by=entry.name,
        number=int(entry.about.removeprefix(ACCOUNT)),
        name=name,
        reason=asked.reason,
        may_confirm=bool(person.duties & TEACHERS) and entry.account != person.account,
    )


def _may_ask(person: Person, account: Account, requests: Sequence[Asked]) -> bool:
    is_administrator = Duty.ADMINISTRATOR in person.duties
    return is_administrator and account.is_disabled and not requests

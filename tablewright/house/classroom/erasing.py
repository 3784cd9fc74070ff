"""Erasing a person's records on request, by two people.

    ask        an administrator asks for it, with a reason
    confirm    another administrator, or an instructor, stands for it too: then it is done
    decline    either of them, or a third, says no

Answers, memory, questions, lessons, assignments and classes go, and so do auditions that nobody signed
for. What others signed stays, and so does what it rests on: it names a number, and the account of that
number leads to no name any more. Journals of tables keep the names under which people worked there.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from tablewright.house.books import schema as s
from tablewright.house.books.auditing import blank
from tablewright.house.books.database import Database
from tablewright.house.books.entries import as_text
from tablewright.house.classroom.clearing import clear_person
from tablewright.house.classroom.evidence import evidence
from tablewright.house.classroom.learners import Learners
from tablewright.house.classroom.register import Register
from tablewright.house.people.accounts import ACCOUNT, Account, Accounts, Duty
from tablewright.house.people.person import TEACHERS, Person
from tablewright.rules.errors import Forbidden, Refused
from tablewright.school.signed import Entry, Erased, ErasureAsked, ErasureDeclined
from tablewright.table.allowed import LONGEST_TEXT, is_text

RULE = "house.erasure"


class Asked(NamedTuple):
    """A request that waits for a second person."""

    entry: Entry
    reason: str


class Erasing:
    """The requests of a house. `now` gives the time."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        register: Register,
        learners: Learners,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self.database, self.accounts = database, accounts
        self.register, self.learners = register, learners
        self.now = now or (lambda: datetime.now(UTC))

    async def waiting(self) -> list[Asked]:
        """The requests that wait, the oldest first."""
        return open_requests(await self.register.all())

    async def when_erased(self, person: str) -> str:
        """When a person's records were erased; nothing, if they were not."""
        e = s.erased.c
        async with self.database.reading() as connection:
            return str(await connection.scalar(select(e.at).where(e.person == person)) or "")

    async def ask(self, by: Person, number: int, reason: str) -> Entry:
        """An administrator asks that the records of an account be erased."""
        if Duty.ADMINISTRATOR not in by.duties:
            raise Forbidden("You cannot ask for this: ask an administrator to.", RULE)
        _refuse_reason(reason)
        account = await self._closed(number)
        key = f"{ACCOUNT}{account.id}"
        if open_requests(await self.register.of(key)):
            raise Forbidden(
                "It is asked for already: another administrator or an instructor confirms it.", RULE
            )
        return await self.register.add(key, by, ErasureAsked(reason=reason.strip()))

    async def confirm(self, by: Person, asked: int) -> Entry:
        """Another person confirms it; then it is done, all of it or nothing."""
        _refuse_duty(by)
        request = await self._request(asked)
        if request.account == by.account:
            raise Forbidden("You have asked for this yourself: another person confirms it.", RULE)
        account = await self._closed(int(request.about.removeprefix(ACCOUNT)))
        try:
            return await self._erase(by, request, account)
        except IntegrityError:
            raise Refused("The register was changed meanwhile: look again.") from None

    async def _erase(self, by: Person, request: Entry, account: Account) -> Entry:
        person, at = request.about, as_text(self.now())
        rests = evidence(await self.register.of(person))
        async with (
            self.learners.one(Person(person, "")) as learner,
            self.accounts.erasing(account.id) as connection,
        ):
            learner.is_loaded = False  # It is read again, whatever happens.
            row = {"person": person, "at": at, "by": by.key}
            await connection.execute(insert(s.erased).values(row))
            await blank(connection, person)
            rows = await clear_person(connection, person, rests)
            act = Erased(asked=request.n, rows=rows)
            return await self.register.write(connection, person, by, act)

    async def decline(self, by: Person, asked: int, reason: str) -> Entry:
        """It is not done after all."""
        _refuse_duty(by)
        _refuse_reason(reason)
        request = await self._request(asked)
        act = ErasureDeclined(asked=asked, reason=reason.strip())
        return await self.register.add(request.about, by, act)

    async def _request(self, number: int) -> Entry:
        for each in await self.waiting():
            if each.entry.n == number:
                return each.entry
        raise Refused(f"No request {number} waits: choose one of those listed.")

    async def _closed(self, number: int) -> Account:
        """An account that may be erased: it is there and closed, and was not erased before."""
        account = await self.accounts.by_id(number)
        if account is None:
            raise Refused(f"There is no account {number}: choose another.")
        if await self.when_erased(f"{ACCOUNT}{number}"):
            raise Forbidden("These records were erased already.", RULE)
        if not account.is_disabled:
            raise Forbidden(
                f"The records of {account.name} cannot be erased while they work here: close the"
                " account first.",
                RULE,
            )
        return account


def open_requests(entries: Iterable[Entry]) -> list[Asked]:
    """The requests that neither were declined nor have been done."""
    found: dict[int, Asked] = {}
    for entry in entries:
        match entry.act:
            case ErasureAsked(reason=reason):
                found[entry.n] = Asked(entry, reason)
            case ErasureDeclined(asked=number) | Erased(asked=number):
                found.pop(number, None)
    return list(found.values())


def _refuse_duty(by: Person) -> None:
    if not by.duties & TEACHERS:
        raise Forbidden(
            "You cannot decide this: an instructor or another administrator does.", RULE
        )


def _refuse_reason(reason: str) -> None:
    if not is_text(reason):
        raise Refused(f"Say why, in up to {LONGEST_TEXT} characters.")

"""Auditions in a house: who may take, watch, mark and see which, and what each of them is shown.

A candidate sees their own: the table while it lasts, marks once it is over. An instructor of theirs, or
an administrator, watches it live with the marks so far, marks beside the machine, and overrules marks
when it is over. For anyone else there is no such audition. Nobody watches or marks their own.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.classroom.audition_live import Live, course_of, examined_setup
from tablewright.house.classroom.audition_records import (
    OVER,
    UNDER_WAY,
    AuditionRecords,
    AuditionRow,
)
from tablewright.house.classroom.audition_results import (
    AREAS_TOLD,
    MARKS,
    STEPS_TOLD,
    Signed,
    listed_audition,
    marks_shown,
    named,
    result_shown,
    signed_of,
)
from tablewright.house.classroom.audition_terms import AuditionTerms
from tablewright.house.classroom.auditioning import Auditioning
from tablewright.house.classroom.classes import Classes
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.drilling import AnsweredBefore, NoSuchDrill
from tablewright.house.classroom.register import Register
from tablewright.house.people.person import TEACHERS, Person
from tablewright.house.screens.audition_pages import (
    AuditionChoice,
    AuditionListed,
    AuditionNow,
    AuditionOffer,
    AuditionResult,
    AuditionTermsShown,
    AuditionToWatch,
    AuditionWatched,
    RemarkMark,
)
from tablewright.house.screens.journal_pages import Before, JournalLine, lines_told
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.school.auditions.seen import AuditionSeen
from tablewright.school.auditions.terms import AREAS, Terms, usual_terms
from tablewright.school.questions import Given
from tablewright.school.signed import AuditionOverruled, AuditionRemarked, AuditionVoided
from tablewright.table.acts import SetUp
from tablewright.table.journal import decoded
from tablewright.table.setup import Book

LONGEST_WORDS = 400
"""Of a remark or a reason."""


class NoSuchAudition(NoSuchDrill):
    """There is no such audition; or it is another's."""

    def __init__(self) -> None:
        super().__init__("There is no such audition: choose one of those listed.")


class Auditions:
    """The auditions of a house. `now` gives the time, `clock` seconds that never jump."""

    def __init__(
        self,
        database: Database,
        courses: Courses,
        classes: Classes,
        register: Register,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.records, self.terms = AuditionRecords(database), AuditionTerms(database)
        self._courses, self._classes, self._register = courses, classes, register
        self.clock = clock
        self._going = Auditioning(self.records, courses, now, lambda: self.clock())

    async def resume(self) -> None:
        """The house opens: what was under way goes on."""
        await self._going.resume()

    async def close(self) -> None:
        """The house closes: how far each audition has come is written."""
        await self._going.close()

    async def look_after(self) -> None:
        """End auditions whose candidates have gone."""
        await self._going.look_after()

    # Before it begins -----------------------------------------------------------------------------

    async def offer(
        self, person: Person, game: str, tables: Sequence[AuditionChoice]
    ) -> AuditionOffer:
        """What an audition of a game is; `tables` are those whose rules it can be taken under."""
        await self._courses.ready()
        course = self._courses.of(game)
        places = course.ruleset.places
        own = [each for each in await self.listed(person) if each.game == game]
        return AuditionOffer(
            game=game,
            name=course.game.name,
            devices=[AuditionChoice(each.id, each.name) for each in course.devices],
            rules=[AuditionChoice("", "The game’s own rules"), *tables],
            terms=await self.terms.of(course),
            areas=AREAS_TOLD,
            steps=STEPS_TOLD,
            places=places,
            own=own,
            under_way=self._going.of(person.key),
            can_begin=bool(person.account),
            can_set=bool(person.duties & TEACHERS),
        )

    async def begin(
        self,
        person: Person,
        game: str,
        device: str,
        readings: dict[str, str],
        pay: dict[str, str],
    ) -> AuditionNow:
        """A person begins an audition, under the terms that the house has set for the game."""
        await self._courses.ready()
        self._courses.of(game)
        setup = examined_setup(game, readings, pay)
        course = await self._courses.aside(course_of, setup)
        terms = await self.terms.of(course)
        row = await self._going.begin(person, setup, device, terms)
        return await self.see(person, row.id, -1)

    async def listed(self, person: Person) -> list[AuditionListed]:
        """A person's own auditions, the newest first."""
        entries = await self._register.of(person.key)
        rows = await self.records.of(person.key)
        return [listed_audition(row, signed_of(row.id, entries)) for row in rows]

    async def terms_shown(self, game: str) -> AuditionTermsShown:
        """The terms of a game, as the house has set them."""
        await self._courses.ready()
        course = self._courses.of(game)
        places = course.ruleset.places
        return AuditionTermsShown(
            game=game,
            name=course.game.name,
            terms=await self.terms.of(course),
            usual=usual_terms(course),
            areas=AREAS_TOLD,
            steps=STEPS_TOLD,
            places=places,
        )

    async def set_terms(self, game: str, terms: Terms) -> AuditionTermsShown:
        """The house sets the terms of a game."""
        await self._courses.ready()
        await self.terms.set(self._courses.of(game), terms)
        return await self.terms_shown(game)

    # A candidate ----------------------------------------------------------------------------------

    async def see(self, person: Person, id: str, after: int) -> AuditionNow:
        """A person's own audition; the table only where it has changed since `after`.

        An instructor is told what it is, and watches it elsewhere.
        """
        row = await self._seen_by(person, id)
        if row.person != person.key:
            return _now(row, None, 0, is_own=False)
        live = await self._going.see(id) if row.status == UNDER_WAY else None
        return _now(live.row, live, after) if live else _now(await self._own(person, id), None, 0)

    async def answer(self, person: Person, id: str, turn: int, given: Given) -> AuditionNow:
        """What a candidate does."""
        await self._own(person, id)
        live = await self._going.answer(id, turn, given)
        return _now(live.row, live, -1) if live else _now(await self._own(person, id), None, 0)

    async def leave(self, person: Person, id: str) -> AuditionNow:
        """A candidate leaves the table, which ends the audition."""
        await self._own(person, id)
        await self._going.leave(id)
        return _now(await self._own(person, id), None, 0)

    async def _own(self, person: Person, id: str) -> AuditionRow:
        row = await self.records.find(id)
        if row is None or row.person != person.key:
            raise NoSuchAudition
        return row

    # Who watches ----------------------------------------------------------------------------------

    async def to_watch(self, person: Person) -> list[AuditionToWatch]:
        """The auditions under way that a person may watch."""
        found = []
        for row in await self.records.under_way():
            if await self._may_mark(person, row):
                names = named(row)
                found.append(
                    AuditionToWatch(
                        id=row.id,
                        candidate=await self._name(row.person),
                        game_name=names.game,
                        device_name=names.device,
                        begun=row.begun,
                        minutes=row.kept.terms.minutes,
                    )
                )
        return found

    async def watch(self, person: Person, id: str, after: int) -> AuditionWatched:
        """A candidate's table with the marks so far, where anything has changed since `after`."""
        row = await self._to_mark(person, id)
        live = await self._going.see(id) if row.status == UNDER_WAY else None
        row = live.row if live else await self._to_mark(person, id)
        names, signed = named(row), await self._signed(row)
        folded = live.at_hand if live else None
        is_new = folded is not None and folded.shown.seen != after
        return AuditionWatched(
            id=row.id,
            candidate=await self._name(row.person),
            game=row.game,
            game_name=names.game,
            device_name=names.device,
            begun=row.begun,
            status=row.status,
            seal=row.kept.seal,
            minutes=row.kept.terms.minutes,
            seen=folded.shown.seen if folded else 0,
            seconds=live.seconds if live else row.kept.reached,
            line=folded.lines if folded else 0,
            areas=AREAS_TOLD,
            now=_table(live) if live and is_new else None,
            marks=marks_shown(folded.marks)[::-1] if folded and is_new else None,
            remarks=signed.remarks[::-1],
        )

    async def remark(
        self, person: Person, id: str, area: str, mark: RemarkMark, words: str, line: int
    ) -> None:
        """A person who watches marks something beside the machine."""
        row = await self._to_mark(person, id)
        if area not in AREAS:
            raise Refused(f"area is {quoted(area)}: expected {listed(AREAS)}")
        words = _worded(words, "what you saw")
        act = AuditionRemarked(audition=id, area=area, mark=MARKS[mark], words=words, line=line)
        await self._register.add(row.person, person, act)

    async def overrule(
        self, person: Person, id: str, n: int, mark: RemarkMark, reason: str
    ) -> AuditionResult:
        """A person replaces a mark of the machine; both are kept."""
        row = await self._to_mark(person, id)
        if row.status != OVER or row.outcome is None:
            raise AnsweredBefore("Marks can be overruled once the audition is over.")
        if n not in {each.n for each in row.outcome.result.marks}:
            raise Refused(f"There is no mark {n} in this audition: choose one of those listed.")
        reason = _worded(reason, "why")
        act = AuditionOverruled(audition=id, n=n, mark=MARKS[mark], reason=reason)
        await self._register.add(row.person, person, act)
        return await self.result(person, id)

    async def declare_void(self, person: Person, id: str, reason: str) -> AuditionResult:
        """A person declares that an audition does not count."""
        row = await self._to_mark(person, id)
        if row.status != OVER:
            raise AnsweredBefore("An audition can be declared void once it is over.")
        act = AuditionVoided(audition=id, reason=_worded(reason, "why"))
        await self._register.add(row.person, person, act)
        return await self.result(person, id)

    # What it came to ------------------------------------------------------------------------------

    async def result(self, person: Person, id: str) -> AuditionResult:
        """What an audition came to."""
        row = await self._seen_by(person, id)
        return result_shown(
            row,
            await self._signed(row),
            person,
            await self._name(row.person),
            may_overrule=await self._may_mark(person, row),
        )

    async def journal(self, person: Person, id: str) -> list[bytes]:
        """The journal of an audition that is over, as it is verified."""
        row = await self._seen_by(person, id)
        if row.status == UNDER_WAY:
            raise AnsweredBefore("This audition is under way: its journal is there afterwards.")
        return await self.records.journal(id)

    async def journal_told(self, person: Person, id: str) -> list[JournalLine]:
        """The same in plain words."""
        lines = await self.journal(person, id)
        return await self._courses.aside(_told, lines) if lines else []

    # Who may --------------------------------------------------------------------------------------

    async def _may_mark(self, person: Person, row: AuditionRow) -> bool:
        """Whether a person teaches the candidate; nobody marks their own."""
        is_teacher = bool(person.duties & TEACHERS) and person.key != row.person
        return is_teacher and await self._classes.teaches(person, row.person)

    async def _to_mark(self, person: Person, id: str) -> AuditionRow:
        row = await self.records.find(id)
        if row is None or not await self._may_mark(person, row):
            raise NoSuchAudition
        return row

    async def _seen_by(self, person: Person, id: str) -> AuditionRow:
        row = await self.records.find(id)
        if row is None or (row.person != person.key and not await self._may_mark(person, row)):
            raise NoSuchAudition
        return row

    async def _signed(self, row: AuditionRow) -> Signed:
        return signed_of(row.id, await self._register.of(row.person))

    async def _name(self, key: str) -> str:
        """A candidate's name; nothing, where the account is gone."""
        _, _, number = key.partition(":")
        account = await self._classes.accounts.by_id(int(number)) if number.isdecimal() else None
        return account.name if account else ""


def _now(row: AuditionRow, live: Live | None, after: int, *, is_own: bool = True) -> AuditionNow:
    names = named(row)
    seen = live.at_hand.shown.seen if live else 0
    return AuditionNow(
        id=row.id,
        is_own=is_own,
        game=row.game,
        game_name=names.game,
        device_name=names.device,
        ruleset=row.kept.ruleset,
        begun=row.begun,
        status=row.status,
        says=row.kept.why_void,
        seal=row.kept.seal,
        minutes=row.kept.terms.minutes,
        seen=seen,
        seconds=live.seconds if live else row.kept.reached,
        interruptions=len(row.kept.interruptions),
        now=_table(live) if live and seen != after else None,
    )


def _table(live: Live) -> AuditionSeen:
    return msgspec.structs.replace(live.at_hand.shown, seconds=live.seconds)


def _worded(words: str, what: str) -> str:
    words = " ".join(words.split())
    if not words:
        raise Refused(f"Say {what}: it stands in the register beside the mark.")
    if len(words) > LONGEST_WORDS or not words.isprintable():
        raise Refused(f"Say {what} in up to {LONGEST_WORDS} printable characters.")
    return words


def _told(lines: list[bytes]) -> list[JournalLine]:
    first = decoded(lines[0]).did
    if not isinstance(first, SetUp):
        raise Refused("the journal does not begin with the set-up of a table")
    return lines_told(lines, Book(first.setup), Before(lines))

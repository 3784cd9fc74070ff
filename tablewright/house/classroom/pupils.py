"""People of a class as their instructor has them in mind: memory, answers of late, what they need.

It is read from one state of the database, so that what stands on a page fits together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.classroom import pages
from tablewright.house.classroom.assigning import Assignment
from tablewright.house.classroom.learner import Learner
from tablewright.house.classroom.overruled import Overruled, overruled
from tablewright.house.classroom.records import load
from tablewright.house.people.accounts import ACCOUNT, Account
from tablewright.house.screens.instructor_pages import Need, PupilRow
from tablewright.house.screens.school_pages import Counts, GameProgress
from tablewright.rules.errors import Refused
from tablewright.school.patterns import (
    STALLED_DAYS,
    Attempt,
    Stuck,
    is_stalled,
    stuck,
)
from tablewright.school.syllabus import Syllabus

LOOKED_AT = timedelta(days=28)
"""How far back answers are looked at for who is stuck and what goes wrong."""
AWAY_DAYS = 5
"""Who has answered nothing for so many days has not trained."""
MANY_DUE = 20
"""So many skills that are due take more than a session."""
MOST_ATTEMPTS = 100_000
"""How many answers of a class are looked at: the newest."""
MOST_STUCK = 3
"""How many skills are named on which one person is stuck."""
URGENCY = ("stuck", "stalled", "late", "away", "due")


@dataclass
class Pupil:
    """A person of a class, with what is known of them."""

    account: Account
    learner: Learner
    attempts: list[Attempt] = field(default_factory=list)
    """The answers that were looked at, the oldest first."""
    last: datetime | None = None

    @property
    def key(self) -> str:
        return self.learner.key

    def days_away(self, at: datetime) -> int | None:
        """How many days ago they last answered, as days are where they are."""
        if self.last is None:
            return None
        return max((self.learner.here(at).date() - self.learner.here(self.last).date()).days, 0)

    def week(self, at: datetime) -> list[Attempt]:
        """The answers of their last seven days."""
        since = self.learner.here(at).date() - timedelta(days=6)
        return [each for each in self.attempts if each.at.date() >= since]


async def pupils(
    database: Database, accounts: Sequence[Account], at: datetime, since: datetime | None = None
) -> list[Pupil]:
    """People by their accounts, with all that is known of them."""
    keys = [f"{ACCOUNT}{each.id}" for each in accounts]
    found = [Pupil(account, Learner(key)) for account, key in zip(accounts, keys, strict=True)]
    by_key = {each.key: each for each in found}
    a = s.answers.c
    async with database.reading() as connection:
        for each in found:
            await load(connection, each.learner, at)
        newest = select(a.person, func.max(a.at).label("at")).where(a.person.in_(keys))
        for row in await connection.execute(newest.group_by(a.person)):
            by_key[row.person].last = datetime.fromisoformat(row.at).astimezone(UTC)
        for attempt in await _attempts(connection, by_key, since or at - LOOKED_AT):
            by_key[attempt.person].attempts.append(attempt)
    return found


async def _attempts(
    connection: AsyncConnection, by_key: Mapping[str, Pupil], since: datetime
) -> list[Attempt]:
    """The answers of some people since a time, the oldest first, with the marks in force."""
    a = s.answers.c
    in_force = await overruled(connection, by_key)
    asked = (
        select(a.n, a.person, a.game, a.skill, a.at, a.mark)
        .where(a.person.in_(list(by_key)), a.at >= as_text(since))
        .order_by(a.n.desc())
        .limit(MOST_ATTEMPTS)
    )
    rows: Any = await connection.execute(asked)
    return readable(rows, lambda row: _attempt(row, by_key, in_force))[::-1]


def _attempt(
    row: Row[Any], by_key: Mapping[str, Pupil], in_force: Mapping[int, Overruled]
) -> Attempt:
    if not all(isinstance(each, str) for each in (row.game, row.skill, row.at)):
        raise Refused(f"the answer {row.n!r} has no game or no skill")
    at = by_key[row.person].learner.here(datetime.fromisoformat(row.at))
    mark = in_force[row.n].mark if row.n in in_force else Fraction(row.mark)
    return Attempt(row.n, row.person, row.game, row.skill, at, mark)


# What a person needs -------------------------------------------------------------------------------


def pupil_row(
    pupil: Pupil, courses: Mapping[str, Syllabus], assigned: Sequence[Assignment], at: datetime
) -> PupilRow:
    """A person of a class, in a row."""
    games = games_of(pupil, courses, at)
    week, today = pupil.week(at), pupil.learner.here(at).date()
    return PupilRow(
        account=pupil.account.id,
        name=pupil.account.name,
        counts=_sum(each.counts for each in games),
        games=[each.name for each in games],
        due=sum(each.due for each in games),
        last=pupil.last,
        days_away=pupil.days_away(at),
        week_asked=len(week),
        week_right=sum(each.is_right for each in week),
        open=sum(each.done is None for each in assigned),
        late=sum(each.is_late(today) for each in assigned),
        needs=needs(pupil, courses, games, assigned, at),
    )


def games_of(
    pupil: Pupil, courses: Mapping[str, Syllabus], at: datetime, *, every: bool = False
) -> list[GameProgress]:
    """How far a person is with the games that they learn, or with every game."""
    learnt = pages.learnt_games(pupil.learner, courses)
    return [
        pages.progress(pupil.learner, courses[game], at, is_learnt=game in learnt)
        for game in courses
        if every or game in learnt
    ]


def needs(
    pupil: Pupil,
    courses: Mapping[str, Syllabus],
    games: Sequence[GameProgress],
    assigned: Sequence[Assignment],
    at: datetime,
) -> list[Need]:
    """What a person needs help with, the most urgent first."""
    today = pupil.learner.here(at).date()
    found = [_stuck(each, courses) for each in stuck(pupil.attempts)[:MOST_STUCK]]
    to_learn = sum(each.counts.new + each.counts.shaky for each in games)
    remembered = pupil.learner.remembered.values()
    if is_stalled(pupil.attempts, remembered, today, to_learn=to_learn):
        says = f"No new skill known in {STALLED_DAYS} days, though they practise."
        found.append(Need(kind="stalled", says=says))
    if late := [each for each in assigned if each.is_late(today)]:
        found.append(Need(kind="late", says=_late(late)))
    if says := _away(pupil.days_away(at)):
        found.append(Need(kind="away", says=says))
    if (due := sum(each.due for each in games)) >= MANY_DUE:
        found.append(Need(kind="due", says=f"{due} skills are due today."))
    return found


def urgency(row: PupilRow) -> tuple[Any, ...]:
    """By which people are sorted: those who need help most come first."""
    kinds = [each.kind for each in row.needs]
    first = URGENCY.index(kinds[0]) if kinds else len(URGENCY)
    return first, -len(kinds), -row.due, row.name.casefold()


def _stuck(each: Stuck, courses: Mapping[str, Syllabus]) -> Need:
    course = courses.get(each.game)
    skill = course.skills.get(each.skill) if course else None
    says = skill.says if skill else each.skill
    often = f"Wrong {each.wrong} of the last {each.of}"
    return Need(kind="stuck", says=f"{often}: {says}", game=each.game, skill=each.skill)


def _late(late: Sequence[Assignment]) -> str:
    first = min(each.due for each in late if each.due)
    due = f"{first.day} {first:%B}"
    if len(late) == 1:
        return f"An assignment was due on {due}."
    return f"{len(late)} assignments are late, the first since {due}."


def _away(days: int | None) -> str:
    if days is None:
        return "Has not begun."
    return f"Has not trained for {days} days." if days >= AWAY_DAYS else ""


def _sum(counts: Iterable[Counts]) -> Counts:
    each = list(counts)
    return Counts(
        sum(one.new for one in each), sum(one.shaky for one in each), sum(one.known for one in each)
    )

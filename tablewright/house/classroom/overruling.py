"""Overruling the mark of an answer: signed with a reason, and what is remembered is reckoned anew.

The answer keeps its own mark. What the person remembers of the skill is what they would if the mark in
force had been given at once: all their answers for it are gone through again.
"""

from collections.abc import Callable
from datetime import datetime
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.classroom.classes import NotTaught
from tablewright.house.classroom.learners import Learners
from tablewright.house.classroom.moving import answers_for, replayed
from tablewright.house.classroom.overruled import overruled
from tablewright.house.classroom.records import Change, Numbered, numbered, write
from tablewright.house.classroom.register import Register
from tablewright.house.people.person import Person
from tablewright.rules.errors import Refused
from tablewright.school.memory import rescheduled
from tablewright.school.signed import AnswerOverruled
from tablewright.table.allowed import LONGEST_TEXT, is_text

MARKS = (Fraction(0), Fraction(1, 2), Fraction(1))
"""Wrong, right in part, right."""


class Overruling:
    """Overrules marks. `now` gives the time."""

    def __init__(
        self,
        database: Database,
        learners: Learners,
        register: Register,
        now: Callable[[], datetime],
    ) -> None:
        self.database, self._learners, self._register = database, learners, register
        self._now = now

    async def overrule(
        self, by: Person, pupil: Person, number: int, mark: Fraction, reason: str
    ) -> None:
        """A person says otherwise of the answer of another than the machine did."""
        reason = " ".join(reason.split())
        if by.key == pupil.key:
            raise Refused(
                "You cannot overrule the marks of your own answers: ask another instructor."
            )
        if mark not in MARKS:
            raise Refused("mark: expected 0, 0.5 or 1")
        if not is_text(reason):
            raise Refused(f"Say why you overrule the mark, in up to {LONGEST_TEXT} characters.")
        try:
            await self._write(by, pupil, number, mark, reason)
        except IntegrityError:
            raise Refused("The register was changed meanwhile: try again.") from None

    async def _write(
        self, by: Person, pupil: Person, number: int, mark: Fraction, reason: str
    ) -> None:
        async with self._learners.one(pupil) as learner:
            async with self.database.writing() as connection:
                rows = await connection.execute(
                    select(s.answers).where(
                        s.answers.c.n == number, s.answers.c.person == pupil.key
                    )
                )
                found: list[Numbered] = readable(rows, numbered)
                if not found:
                    raise NotTaught("There is no such answer: choose one of those listed.")
                before = (await overruled(connection, [pupil.key])).get(number)
                answered = found[0].answered
                if mark == (before.mark if before else answered.answer.mark):
                    raise Refused("This answer is already marked so: choose another mark.")
                act = AnswerOverruled(answer=number, mark=mark, reason=reason)
                await self._register.write(connection, pupil.key, by, act)
                skill = answered.answer.skill
                answers = await answers_for(connection, [pupil.key], [skill])
                remembered = replayed(answers, learner.choices)
                planned = [rescheduled(each, learner.aim) for each in remembered.values()]
                await write(connection, learner, Change(remembered=planned), self._now())
            learner.is_loaded = False  # The day's answers count anew as well.

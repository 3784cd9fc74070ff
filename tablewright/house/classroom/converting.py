"""Conversions: the holder of a certificate is examined in just what other rules or a device change.

    await converting.begin(person, certificate, ruleset, device)
    await converting.answer(person, id, question, stage, given, seconds)
    await converting.see(person, id)
    await converting.sign(person, id)              # an examiner; the certificate is renewed

Every skill that is lacking is asked for under the rules there. Marks are kept back until all were
asked; what was wrong is then asked again as another question, pass after pass, until all was right. It
is passed if, over all passes, the house's mark was reached. Answers stand in the record like others.
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from tablewright import __version__
from tablewright.house.classroom import marking
from tablewright.house.classroom.audition_terms import AuditionTerms
from tablewright.house.classroom.certificates import RULE, Certificates, NoSuchCertificate, Signed
from tablewright.house.classroom.conversion_records import (
    Asked,
    ConversionRecords,
    ConversionRow,
    KeptConversion,
    answered_in,
    changed,
    found_in,
    keep,
    made_again,
    target_of,
    worst_of,
)
from tablewright.house.classroom.courses import Unaskable
from tablewright.house.classroom.drilling import ID_BYTES, AnsweredBefore, NoSuchDrill, new_seed
from tablewright.house.classroom.learner import Answered, OpenDrill, StageAnswered
from tablewright.house.classroom.pages import stage_shown
from tablewright.house.classroom.records import Change, write
from tablewright.house.classroom.school import School
from tablewright.house.people.person import TEACHERS, Person
from tablewright.house.screens.certificate_pages import (
    ConversionMark,
    ConversionNow,
    ConversionStatus,
    ToSign,
)
from tablewright.house.screens.school_pages import DrillShown
from tablewright.rules.errors import Forbidden, Refused, quoted
from tablewright.school.asking import Reference
from tablewright.school.certificates import Conversion, lacking, why_it_ended
from tablewright.school.examined import digests, standard
from tablewright.school.marking import mark_stage
from tablewright.school.questions import Given, Question
from tablewright.school.signed import Converted
from tablewright.table.setup import Setup

log = logging.getLogger(__name__)

MOST_TURNS = 6
"""So many passes, and it is not passed."""
MOST_TRIES = 4
"""So often a question is drawn where one cannot be made."""


class NoSuchConversion(NoSuchDrill):
    """There is no such conversion; or it is another's."""

    def __init__(self) -> None:
        super().__init__("There is no such conversion: choose one of those listed.")


class Converting:
    """The conversions of a house."""

    def __init__(self, certificates: Certificates, school: School, terms: AuditionTerms) -> None:
        self.certificates, self.school, self.terms = certificates, school, terms
        self.courses, self.database = certificates.courses, certificates.register.database
        self.records = ConversionRecords(self.database)
        self._lock = asyncio.Lock()

    # The holder -----------------------------------------------------------------------------------

    async def begin(
        self, person: Person, certificate: str, ruleset: str, device: str
    ) -> ConversionNow:
        """A person begins a conversion of their certificate; the one that is under way goes on."""
        signed = await self.certificates.find(person, certificate)
        if signed.entry.about != person.key:
            raise NoSuchCertificate
        async with self._lock:
            choices = await self.certificates.choices(signed)
            if not any((each.ruleset, each.device) == (ruleset, device) for each in choices):
                raise Refused(
                    "There is nothing to convert for these rules and this device: the certificate"
                    " holds there, or it has run out and takes a new audition."
                )
            game = signed.held.certificate.game
            rules = next(
                each
                for each in await self.certificates.rules(game)
                if standard(each.setup).fingerprint == ruleset
            )
            for row in await self.records.of(person.key):
                same = (row.certificate, row.kept.device, row.kept.setup)
                is_open = row.kept.status in ("under-way", "passed")
                if is_open and same == (certificate, device, rules.setup):
                    return await self._now(person, row)
            row = await self._new(signed, rules.setup, rules.where, device)
            row = await self._go_on(row)
            await self.records.begin(row)
        return await self._now(person, row)

    async def _new(self, signed: Signed, setup: Setup, where: str, device: str) -> ConversionRow:
        held = signed.held
        found = await self.courses.aside(lacking, held.certificate, held.conversions, setup, device)
        course = await self.courses.aside(standard, setup)
        terms = await self.terms.of(course)
        lacks = [each.id for each in found]
        secrets.SystemRandom().shuffle(lacks)
        kept = KeptConversion(
            setup=setup,
            device=device,
            where=where,
            why=why_it_ended(held.certificate, held.conversions, setup, device),
            lacks=lacks,
            needed=min(terms.marks.values(), default=0),
            version=__version__,
            todo=lacks,
        )
        return ConversionRow(
            id=secrets.token_hex(ID_BYTES),
            person=signed.entry.about,
            certificate=held.certificate.id,
            begun=self.certificates.now(),
            kept=kept,
        )

    async def answer(
        self,
        person: Person,
        id: str,
        question: str,
        number: int,
        given: Given,
        seconds: float | None,
    ) -> ConversionNow:
        """Take an answer to a stage; the same one sent again changes nothing."""
        async with self._lock:
            row = await self._own(person, id)
            asked = next((q for q in row.kept.questions if q.drill.id == question), None)
            if asked is None:
                raise NoSuchConversion
            if number < len(asked.drill.stages):
                if asked.drill.stages[number].given != given:
                    raise AnsweredBefore(
                        f"Stage {number + 1} was answered before: go on with the next one."
                    )
                return await self._now(person, row)
            if asked.drill.is_over or number > len(asked.drill.stages):
                raise Refused(f"Stage {number + 1} is not asked: answer the stage that is.")
            await self._take(person, row, asked, given, seconds)
        return await self._now(person, await self._own(person, id))

    async def _take(
        self, person: Person, row: ConversionRow, asked: Asked, given: Given, seconds: float | None
    ) -> None:
        """Mark an answer, and write down what follows from it."""
        drill, now = asked.drill, self.certificates.now()
        made = await self._question(row, drill)
        number = len(drill.stages)
        marked = mark_stage(made.stages[number], made.keys[number], given)
        assert marked.parts, "a stage asks for something"
        took = marking.believed(seconds, (now - drill.sent).total_seconds())
        stage = StageAnswered(
            given=given, seconds=took, target_seconds=target_of(made, number), marks=None
        )
        is_over = number + 1 == len(made.stages)
        drill = msgspec.structs.replace(
            drill, stages=[*drill.stages, stage], sent=now, is_over=is_over
        )
        answered: list[Answered] = []
        if is_over:
            answered = answered_in(made, drill, now)
            asked = msgspec.structs.replace(asked, found=found_in(answered, drill))
        asked = msgspec.structs.replace(asked, drill=drill)
        questions = [asked if q.drill.id == drill.id else q for q in row.kept.questions]
        row = changed(row, questions=questions)
        if is_over:
            row = await self._go_on(row)
        async with self.school.learners.one(person) as learner:
            async with self.database.writing() as connection:
                if answered:
                    await write(connection, learner, Change(answered=answered), now)
                await keep(connection, row)
            if answered:
                learner.take(answered, now)

    async def _go_on(self, row: ConversionRow) -> ConversionRow:
        """The next question; or the next pass, or the end."""
        kept = row.kept
        now_asked = [each for each in kept.questions if each.turn == kept.turn]
        seen = {found.skill for each in now_asked for found in each.found}
        left = [skill for skill in kept.todo if skill not in seen]
        if left:
            return await self._ask(row, left)
        wrong = [skill for skill in kept.todo if worst_of(now_asked, skill) < 1]
        if wrong and kept.turn < MOST_TURNS:
            secrets.SystemRandom().shuffle(wrong)
            return await self._ask(changed(row, turn=kept.turn + 1, todo=wrong), wrong)
        marks = [
            Fraction(found.mark)
            for each in kept.questions
            for found in each.found
            if found.skill in kept.lacks
        ]
        score = int(100 * sum(marks, Fraction(0)) / len(marks)) if marks else 0
        is_passed = not wrong and score >= kept.needed
        status: ConversionStatus = "passed" if is_passed else "failed"
        return changed(row, status=status, score=score, ended=self.certificates.now())

    async def _ask(self, row: ConversionRow, left: Sequence[str]) -> ConversionRow:
        kept, now = row.kept, self.certificates.now()
        for number in range(MOST_TRIES):
            skill = left[number % len(left)]
            drill = OpenDrill(
                id=secrets.token_hex(ID_BYTES),
                game=kept.setup.game,
                reference=Reference(skill, new_seed()),
                mode="examination",
                fingerprint=kept.setup.ruleset,
                version=__version__,
                asked=now,
                sent=now,
            )
            try:
                await self._question(row, drill)
            except Unaskable:
                continue
            return changed(row, questions=[*kept.questions, Asked(drill=drill, turn=kept.turn)])
        raise Unaskable("No question can be made for what is lacking: tell an administrator.")

    async def _question(self, row: ConversionRow, drill: OpenDrill) -> Question:
        try:
            return await self.courses.aside(made_again, row.kept.setup, drill.reference)
        except Exception as failed:
            log.exception("%s cannot be asked in a conversion", drill.reference)
            raise Unaskable("This question cannot be asked: begin the conversion anew.") from failed

    # Who sees it ----------------------------------------------------------------------------------

    async def see(self, person: Person, id: str) -> ConversionNow:
        """A conversion as it stands: the holder's own, or one of a person whom an examiner teaches."""
        row = await self.records.find(id)
        if row is None or not (row.person == person.key or await self._examines(person, row)):
            raise NoSuchConversion
        return await self._now(person, row)

    async def under_way(self, person: Person) -> list[str]:
        """A person's own conversions that are not over, or wait for an examiner."""
        rows = await self.records.of(person.key)
        return [each.id for each in rows if each.kept.status in ("under-way", "passed")]

    async def to_sign(self, person: Person) -> list[ToSign]:
        """The conversions that wait for a signature that a person can give."""
        if not person.duties & TEACHERS:
            return []
        found = []
        for row in await self.records.all():
            if row.kept.status == "passed" and await self._examines(person, row):
                course = standard(row.kept.setup)
                found.append(
                    ToSign(
                        id=row.id,
                        holder=await self.certificates.name(row.person),
                        game_name=course.game.name,
                        device_name=course.procedure.device(row.kept.device).name,
                        ruleset=course.fingerprint,
                        score=row.kept.score or 0,
                        ended=row.kept.ended or row.begun,
                    )
                )
        return found

    async def _examines(self, person: Person, row: ConversionRow) -> bool:
        if row.person == person.key or not person.duties & TEACHERS:
            return False
        return await self.certificates.classes.teaches(person, row.person)

    async def sign(self, person: Person, id: str) -> ConversionNow:
        """An examiner signs a conversion that was passed: the certificate is renewed."""
        async with self._lock:
            row = await self.records.find(id)
            if row is None or not (row.person == person.key or await self._examines(person, row)):
                raise NoSuchConversion
            if why_not := await self._why_not(person, row):
                raise Forbidden(why_not, RULE)
            await self._refuse_unproven(row)
            kept = row.kept
            now = await self.courses.aside(digests, kept.setup, kept.device)
            conversion = Conversion(
                id=row.id,
                game=kept.setup.game,
                ruleset=standard(kept.setup).fingerprint,
                setup=kept.setup,
                device=kept.device,
                at=self.certificates.now(),
                examiner=person.name,
                score=kept.score or 0,
                questions=[each.drill.id for each in kept.questions],
                examined={skill: now[skill] for skill in kept.lacks},
            )
            row = changed(row, status="signed")
            act = Converted(certificate=row.certificate, conversion=conversion)
            async with self.database.writing() as connection:
                await self.certificates.register.write(connection, row.person, person, act)
                await keep(connection, row)
        return await self._now(person, row)

    async def _why_not(self, person: Person, row: ConversionRow) -> str:
        """Why a person cannot sign a conversion; nothing, if they can."""
        if row.person == person.key:
            return "You cannot sign your own conversion: ask an examiner."
        if row.kept.status != "passed":
            return "This conversion is not passed, or is signed already."
        for signed in await self.certificates.of(row.person):
            if signed.held.certificate.id == row.certificate and not signed.withdrawn:
                return ""
        return "The certificate was withdrawn: it takes a new audition."

    async def _refuse_unproven(self, row: ConversionRow) -> None:
        """Mark every question again: what is signed must follow from what was answered."""
        if row.kept.version != __version__:
            raise Refused(
                f"This conversion was taken with Tablewright {quoted(row.kept.version)}, whose"
                " questions cannot be made again: take it anew."
            )
        for asked in row.kept.questions:
            made = await self._question(row, asked.drill)
            answered = answered_in(made, asked.drill, asked.drill.sent)
            if found_in(answered, asked.drill) != asked.found:
                raise Refused("What was answered comes to other marks now: take it anew.")

    # What is shown --------------------------------------------------------------------------------

    async def _now(self, person: Person, row: ConversionRow) -> ConversionNow:
        kept, course = row.kept, await self.courses.aside(standard, row.kept.setup)
        is_over = kept.status != "under-way"
        told = kept.turn if is_over else kept.turn - 1
        seen = {
            found.skill for each in kept.questions for found in each.found if each.turn == kept.turn
        }
        is_own = person.key == row.person
        return ConversionNow(
            id=row.id,
            certificate=row.certificate,
            holder=await self.certificates.name(row.person),
            is_own=is_own,
            game=course.game.id,
            game_name=course.game.name,
            device_name=course.procedure.device(kept.device).name,
            ruleset=course.fingerprint,
            where=kept.where,
            why=kept.why,
            status=kept.status,
            skills=len(kept.lacks),
            turn=kept.turn,
            asked=len([each for each in kept.todo if each in seen]),
            of=len(kept.todo),
            question=await self._shown(row) if is_own and not is_over else None,
            marks=[
                ConversionMark(skill=found.skill, mark=float(Fraction(found.mark)), told=found.told)
                for each in kept.questions
                for found in each.found
                if each.turn == told
            ],
            score=kept.score,
            needed=kept.needed,
            why_not=await self._why_not(person, row),
        )

    async def _shown(self, row: ConversionRow) -> DrillShown | None:
        asked = next((each for each in row.kept.questions if not each.drill.is_over), None)
        if asked is None:
            return None
        made = await self._question(row, asked.drill)
        target = target_of(made, len(asked.drill.stages))
        return stage_shown(asked.drill, standard(row.kept.setup), made, target)

    async def _own(self, person: Person, id: str) -> ConversionRow:
        row = await self.records.find(id)
        if row is None or row.person != person.key:
            raise NoSuchConversion
        return row

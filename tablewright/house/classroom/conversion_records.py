"""What is kept of conversions: what each asks for, every question, and what it has shown."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Row, Select, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.classroom import marking
from tablewright.house.classroom.learner import Answered, OpenDrill
from tablewright.house.screens.certificate_pages import ConversionStatus
from tablewright.house.screens.school_pages import AnswerTold
from tablewright.school.asking import Reference, ask
from tablewright.school.drills import DRILLS
from tablewright.school.examined import standard
from tablewright.school.questions import Question
from tablewright.table.setup import Setup


class SkillMarked(msgspec.Struct, frozen=True, kw_only=True):
    """What a question showed of one skill."""

    skill: str
    mark: str
    told: AnswerTold


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question of a conversion, and what it showed once it was answered."""

    drill: OpenDrill
    turn: int
    found: list[SkillMarked] = []


class KeptConversion(msgspec.Struct, frozen=True, kw_only=True):
    """What a conversion is made of, and how far it has come."""

    setup: Setup
    device: str
    where: str
    why: list[str]
    lacks: list[str]
    """The skills that it is about."""
    needed: int
    version: str
    status: ConversionStatus = "under-way"
    turn: int = 1
    todo: list[str]
    """What this pass asks for."""
    questions: list[Asked] = []
    score: int | None = None
    ended: datetime | None = None


class ConversionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A conversion as it is kept."""

    id: str
    person: str
    certificate: str
    begun: datetime
    kept: KeptConversion


_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode = msgspec.json.Decoder(KeptConversion).decode


class ConversionRecords:
    """The rows of conversions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, id: str) -> ConversionRow | None:
        """A conversion by its id."""
        found = await self._read(select(s.conversions).where(s.conversions.c.id == id))
        return found[0] if found else None

    async def of(self, person: str) -> list[ConversionRow]:
        """A person's conversions, the newest first."""
        c = s.conversions.c
        return await self._read(
            select(s.conversions).where(c.person == person).order_by(c.begun.desc())
        )

    async def all(self) -> list[ConversionRow]:
        """Every conversion, the oldest first."""
        return await self._read(select(s.conversions).order_by(s.conversions.c.begun))

    async def _read(self, asked: Select[Any]) -> list[ConversionRow]:
        async with self.database.reading() as connection:
            return readable(await connection.execute(asked), _row)

    async def begin(self, row: ConversionRow) -> None:
        """A conversion begins."""
        values = {
            "id": row.id,
            "person": row.person,
            "certificate": row.certificate,
            "begun": as_text(row.begun),
            "kept": _encode(row.kept).decode(),
        }
        async with self.database.writing() as connection:
            await connection.execute(insert(s.conversions).values(values))


async def keep(connection: AsyncConnection, row: ConversionRow) -> None:
    """Write down how far a conversion has come, in the middle of something else."""
    of = update(s.conversions).where(s.conversions.c.id == row.id)
    await connection.execute(of.values(kept=_encode(row.kept).decode()))


def _row(row: Row[Any]) -> ConversionRow:
    return ConversionRow(
        id=str(row.id),
        person=str(row.person),
        certificate=str(row.certificate),
        begun=datetime.fromisoformat(row.begun).astimezone(UTC),
        kept=_decode(row.kept),
    )


def changed(row: ConversionRow, **kept: Any) -> ConversionRow:
    """A conversion of which something is new."""
    return msgspec.structs.replace(row, kept=msgspec.structs.replace(row.kept, **kept))


# What questions show -------------------------------------------------------------------------------


def made_again(setup: Setup, reference: Reference) -> Question:
    """A question of a conversion, from its reference."""
    return ask(standard(setup), reference)


def target_of(question: Question, number: int) -> float:
    """How long a stage should take: no longer than the drill itself says of a question."""
    return round(DRILLS[question.drill].seconds / len(question.stages), 1)


def answered_in(question: Question, drill: OpenDrill, at: datetime) -> list[Answered]:
    """What the answers to a question show, skill by skill, as the record keeps it."""
    return marking.answered(drill, question, marking.marked_stages(question, drill.stages), at)


def found_in(answered: Sequence[Answered], drill: OpenDrill) -> list[SkillMarked]:
    """The same as a conversion keeps it; the skill that was drawn is always among them."""
    found = [
        SkillMarked(skill=each.answer.skill, mark=str(each.answer.mark), told=each.told)
        for each in answered
    ]
    if drill.reference.skill not in {each.skill for each in found}:
        worst = min(found, key=lambda each: Fraction(each.mark))
        found.append(msgspec.structs.replace(worst, skill=drill.reference.skill))
    return found


def worst_of(questions: Iterable[Asked], skill: str) -> Fraction:
    """The worst mark of a skill in some questions."""
    return min(
        (Fraction(each.mark) for asked in questions for each in asked.found if each.skill == skill),
        default=Fraction(0),
    )

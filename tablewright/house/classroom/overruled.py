"""The marks of answers that an instructor has overruled, as the register has them.

An answer keeps the mark that it was given; the last that overrules it is in force. Whatever is reckoned
from answers is reckoned with the marks in force: memory, sessions, patterns and who is stuck.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import readable
from tablewright.house.screens.school_pages import MarkOverruled
from tablewright.school.signed import AnswerOverruled, Entry

TAG = "answer-overruled"


class Overruled(NamedTuple):
    """The mark that is in force for an answer, in place of its own."""

    number: int
    """Of the answer."""
    mark: Fraction
    reason: str
    by: str
    at: datetime

    @property
    def shown(self) -> MarkOverruled:
        return MarkOverruled(mark=float(self.mark), reason=self.reason, by=self.by, at=self.at)


async def overruled(connection: AsyncConnection, people: Iterable[str]) -> Mapping[int, Overruled]:
    """What overrules the answers of some people, by the number of the answer."""
    r = s.school_register.c
    asked = (
        select(s.school_register)
        .where(r.about.in_(list(people)), r.did.contains(TAG))
        .order_by(r.n)
    )
    found = readable(await connection.execute(asked), _overruled)
    return {each.number: each for each in found if each is not None}


def _overruled(row: Row[Any]) -> Overruled | None:
    act = Entry(**row._mapping).act
    if not isinstance(act, AnswerOverruled):
        return None
    at = datetime.fromisoformat(row.at)
    return Overruled(act.answer, act.mark, act.reason, str(row.name), at)

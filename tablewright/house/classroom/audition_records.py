"""What is kept of auditions: what each is made of, every input in order, what it came to, its journal.

The seed, the terms and the inputs make an audition again, to the last card: no more is needed to take
it up where it was.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Row, Select, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.rules.errors import Refused
from tablewright.school.auditions.results import Result, Verdict
from tablewright.school.auditions.terms import Terms
from tablewright.school.questions import Given
from tablewright.table.setup import Setup

Status: TypeAlias = Literal["under-way", "over", "void"]
UNDER_WAY: Status = "under-way"
OVER: Status = "over"
VOID: Status = "void"
MOST_LISTED = 200
"""How many auditions of one person are listed, the newest first."""


class Interruption(msgspec.Struct, frozen=True):
    """A time in which the house was closed while an audition was under way."""

    at: datetime
    seconds: float


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What an audition is made of, and how far it has come."""

    setup: Setup
    """Of the table: the game, its readings and payments."""
    ruleset: str
    """The fingerprint."""
    version: str
    """Of Tablewright: another one may deal other cards for the same seed."""
    terms: Terms
    seed: str
    salt: str
    seal: str
    reached: float = 0.0
    """How many seconds of it have passed for certain: nothing later was ever shown."""
    reached_at: datetime
    interruptions: list[Interruption] = []
    ended: datetime | None = None
    why_void: str = ""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What an audition came to, as the machine marked it; what was overruled stands in the register."""

    result: Result
    verdict: Verdict
    verified: str
    """What `verify` found in the journal."""


class AuditionRow(msgspec.Struct, frozen=True, kw_only=True):
    """An audition as it is kept."""

    id: str
    person: str
    game: str
    device: str
    begun: datetime
    status: Status
    kept: Kept
    outcome: Outcome | None = None


class Input(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came from the candidate: an answer; or the table was left."""

    turn: int
    given: Given = {}
    has_left: bool = False


class TimedInput(NamedTuple):
    """An input and when it came."""

    seconds: float
    input: Input


def _fraction(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


_encode = msgspec.json.Encoder(enc_hook=str).encode
_kept = msgspec.json.Decoder(Kept).decode
_input = msgspec.json.Decoder(Input).decode
_outcome = msgspec.json.Decoder(Outcome, dec_hook=_fraction).decode


class AuditionRecords:
    """The rows of auditions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Reading --------------------------------------------------------------------------------------

    async def find(self, id: str) -> AuditionRow | None:
        """An audition by its id."""
        found = await self._read(_without_journal().where(s.auditions.c.id == id))
        return found[0] if found else None

    async def of(self, person: str) -> list[AuditionRow]:
        """A person's auditions, the newest first."""
        a = s.auditions.c
        asked = _without_journal().where(a.person == person)
        return await self._read(asked.order_by(a.begun.desc(), a.id).limit(MOST_LISTED))

    async def under_way(self, people: Iterable[str] | None = None) -> list[AuditionRow]:
        """Every audition that is under way; of some people, if they are named."""
        a = s.auditions.c
        asked = _without_journal().where(a.status == UNDER_WAY)
        if people is not None:
            asked = asked.where(a.person.in_(list(people)))
        return await self._read(asked.order_by(a.begun))

    async def _read(self, asked: Select[Any]) -> list[AuditionRow]:
        async with self.database.reading() as connection:
            return readable(await connection.execute(asked), _row)

    async def inputs(self, id: str) -> list[TimedInput]:
        """Every input of an audition, in order."""
        i = s.audition_inputs.c
        asked = select(i.seconds, i.kept).where(i.audition == id).order_by(i.n)
        async with self.database.reading() as connection:
            rows = await connection.execute(asked)
            # None of them may be left out: what cannot be read makes it another audition.
            return [TimedInput(float(each.seconds), _input(each.kept)) for each in rows]

    async def journal(self, id: str) -> list[bytes]:
        """The lines of a journal; none before the audition is over."""
        asked = select(s.auditions.c.journal).where(s.auditions.c.id == id)
        async with self.database.reading() as connection:
            kept = await connection.scalar(asked)
        return str(kept or "").encode().splitlines(keepends=True)

    # Writing --------------------------------------------------------------------------------------

    async def begin(self, row: AuditionRow) -> None:
        """An audition begins."""
        values = {
            "id": row.id,
            "person": row.person,
            "game": row.game,
            "device": row.device,
            "begun": as_text(row.begun),
            "status": row.status,
            "kept": _text(row.kept),
        }
        async with self.database.writing() as connection:
            await connection.execute(insert(s.auditions), [values])

    async def add(self, row: AuditionRow, n: int, timed: TimedInput) -> None:
        """An input came: it is kept together with how far the audition has come."""
        values = {
            "audition": row.id,
            "n": n,
            "seconds": timed.seconds,
            "kept": _text(timed.input),
        }
        async with self.database.writing() as connection:
            await connection.execute(insert(s.audition_inputs), [values])
            await _update(connection, row.id, {"kept": _text(row.kept)})

    async def reach(self, row: AuditionRow) -> None:
        """An audition has come so far."""
        async with self.database.writing() as connection:
            await _update(connection, row.id, {"kept": _text(row.kept)})

    async def end(self, row: AuditionRow, journal: Sequence[bytes]) -> None:
        """An audition is over, or void: all that it came to is written at once."""
        values = {
            "status": row.status,
            "kept": _text(row.kept),
            "result": None if row.outcome is None else _text(row.outcome),
            "journal": b"".join(journal).decode() or None,
        }
        async with self.database.writing() as connection:
            await _update(connection, row.id, values)


def _without_journal() -> Select[Any]:
    a = s.auditions.c
    return select(a.id, a.person, a.game, a.device, a.begun, a.status, a.kept, a.result)


def _row(row: Row[Any]) -> AuditionRow:
    if row.status not in (UNDER_WAY, OVER, VOID):
        raise Refused(f"the audition {row.id!r} is {row.status!r}")
    outcome = None if row.result is None else _outcome(row.result)
    if (outcome is None) == (row.status == OVER):
        raise Refused(f"the audition {row.id!r} is {row.status}, and its result is not so")
    return AuditionRow(
        id=str(row.id),
        person=str(row.person),
        game=str(row.game),
        device=str(row.device),
        begun=datetime.fromisoformat(row.begun).astimezone(UTC),
        status=row.status,
        kept=_kept(row.kept),
        outcome=outcome,
    )


async def _update(connection: AsyncConnection, id: str, values: dict[str, Any]) -> None:
    await connection.execute(update(s.auditions).where(s.auditions.c.id == id).values(**values))


def _text(value: Any) -> str:
    return _encode(value).decode()

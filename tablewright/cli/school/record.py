"""What a trainee remembers of a game, kept in a file of their own between sessions.

The file is written whole or not at all, after every question, so that nothing marked is lost; it is
read again before, since another session may have written it meanwhile. One that cannot be read is left
as it is: the session goes on, and nothing is kept of it.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import msgspec

from tablewright.school.asking import Reference
from tablewright.school.marking import Marked, PartMarked
from tablewright.school.memory import RETENTION, Remembered, aim, day_of, review
from tablewright.school.pace import Pace, own_seconds
from tablewright.school.planning import Answer, Session, session
from tablewright.school.syllabus import Syllabus

FOLDER = "TABLEWRIGHT_SCHOOL"
"""The environment variable that names another folder."""
FORMAT = 1


class KeptAnswer(msgspec.Struct, frozen=True):
    """An answer of the day."""

    skill: str
    at: datetime
    mark: str
    seconds: float


class Kept(msgspec.Struct):
    """What the file holds."""

    format: int = FORMAT
    remembered: dict[str, Remembered] = msgspec.field(default_factory=dict)
    answers: list[KeptAnswer] = msgspec.field(default_factory=list)
    """Those of the last day."""


def folder() -> Path:
    """Where progress is kept."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("tablewright", appauthor=False) / "school"


class Record:
    """What is remembered of one game, and what follows from it for today."""

    def __init__(self, of: Syllabus) -> None:
        self.of = of
        self.problem = ""
        """Why nothing is kept, said once."""
        self._pace = Pace(own=own_seconds())
        self._file = folder() / f"{of.game.id}.json"
        self._kept = Kept()
        self._read()

    # The file -------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Know what the file holds, if there is one that can be read."""
        if self.problem:
            return
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=Kept)
        except FileNotFoundError:
            return
        except (OSError, msgspec.MsgspecError) as error:
            self.problem = f"{self._file} cannot be read ({_why(error)})"
            return
        if kept.format == FORMAT:
            self._kept = kept
        else:
            self.problem = f"{self._file} has format {kept.format}: expected {FORMAT}"

    def _write(self) -> None:
        """Write the file whole, in place of the one before."""
        if self.problem:
            return
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(dir=self._file.parent, prefix=f".{self._file.name}.")
        except OSError as error:
            self.problem = f"{self._file} cannot be written ({_why(error)})"
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(self._kept))
                file.flush()
                os.fsync(file.fileno())
            os.replace(path, self._file)
        except OSError as error:
            self.problem = f"{self._file} cannot be written ({_why(error)})"
            with contextlib.suppress(OSError):
                os.unlink(path)

    # Today ----------------------------------------------------------------------------------------

    def plan(self, minutes: float, drill: str, seed: str, at: datetime | None = None) -> Session:
        """What is left of today's session, as days are where the trainee is."""
        course = [s for s in self.of.skills.values() if not drill or s.drill == drill]
        answers = [
            Answer(skill=each.skill, at=each.at, mark=Fraction(each.mark), seconds=each.seconds)
            for each in self._kept.answers
        ]
        return session(
            {self.of.game.id: course},
            self._kept.remembered,
            answers,
            at or _now(),
            minutes=minutes,
            seconds=self._pace.of,
            seed=seed,
        )

    def references(self, planned: Session, seed: str) -> Iterator[Reference]:
        """The questions of a plan."""
        for number, item in enumerate(planned.items, start=1):
            yield Reference(item.skill, f"{seed} {number}")

    def note(
        self,
        reference: Reference,
        marked: list[PartMarked],
        seconds: float,
        at: datetime | None = None,
    ) -> None:
        """Keep how each skill of a question was answered."""
        self._read()
        at = at or _now()
        by_skill = Marked(parts=marked).by_skill()
        target = self._pace.of(self.of.find(reference.skill))
        kept = self._kept
        planned_for = aim(RETENTION, kept.remembered.values())
        kept.answers = [each for each in kept.answers if day_of(each.at, at) == at.date()]
        for skill, mark in by_skill.items():
            before = kept.remembered.get(skill)
            kept.remembered[skill] = review(skill, before, mark, seconds, target, at, planned_for)
            share = seconds / len(by_skill)
            kept.answers.append(KeptAnswer(skill, at, str(mark), share))
        self._write()


def _now() -> datetime:
    """The time, with the zone of this machine."""
    return datetime.now().astimezone()


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)

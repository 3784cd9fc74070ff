"""A table walked from the locked rack to the last count, so that its steps and story can be printed.

Nothing here says what is done: a rehearsed table is run, each step as it is prompted is noted before it
is taken, and the journal tells the rest.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from tablewright.papers.editions import Edition
from tablewright.rules.phases import IN_BRIEF, PhaseId
from tablewright.school.steps import prompted
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.chapters import Chapter
from tablewright.table.journal import Journal, read
from tablewright.table.patrons import EVERY_HABIT, Patron
from tablewright.table.randomness import seeded
from tablewright.table.record import Act, Record
from tablewright.table.rehearsal import start_of
from tablewright.table.session import SeededClock, Session
from tablewright.table.setup import Setup
from tablewright.table.status import CLOSING, OPENING
from tablewright.table.story import chapters
from tablewright.table.words import post_named

SEED = 7
"""Any would do; the same papers come of the same one."""
PLAYERS = ("Ann", "Ben")


class Walked(NamedTuple):
    """A step of a table, as it is said to the person who takes it."""

    part: str
    who: str
    does: str
    source: str
    act: str
    """The act and the form that it is about: what is said again of another player is the same step."""


class Walk(Session):
    """A rehearsed table that notes each step of its staff before it is taken."""

    def __init__(self, setup: Setup, journal: Journal) -> None:
        start = start_of(setup)
        super().__init__(setup, seeded(SEED), SeededClock(seeded(f"clock {SEED}"), start), journal)
        self.steps: list[Walked] = []

    def do(self, command: Act, by: Actor) -> list[Record]:
        if by.role.value != "player" and not isinstance(command, acts.BeginClosing):
            does, source = prompted(self.table, command)
            act = f"{command.name} {getattr(command, 'form', '')}"
            self.steps.append(Walked(self._part(), post_named(by.role.value), does, source, act))
        return super().do(command, by)

    def _part(self) -> str:
        """The part of the day, or of a round, in which a step is taken."""
        state = self.table.state
        if state.status == OPENING:
            return "Opening"
        if state.status == CLOSING:
            return "Closing"
        return IN_BRIEF[PhaseId(state.phase)].name


def walked(edition: Edition, device: str) -> tuple[tuple[Walked, ...], tuple[Chapter, ...]]:
    """The steps of a table that deals one round from a device, each once, and its story."""
    setup = msgspec.structs.replace(edition.syllabus.setup, device=device)
    return _walked(msgspec.json.encode(msgspec.to_builtins(setup, str_keys=True), order="sorted"))


@lru_cache(maxsize=32)
def _walked(canonical: bytes) -> tuple[tuple[Walked, ...], tuple[Chapter, ...]]:
    written: list[bytes] = []
    walk = Walk(msgspec.json.decode(canonical, type=Setup), Journal(written.append))
    walk.open()
    for place, name in enumerate(PLAYERS, start=1):
        walk.seat(place, Patron(name, EVERY_HABIT[0]))
    while not walk.play_round():
        pass
    walk.close()
    return tuple(_each_once(walk.steps)), tuple(chapters(read(written)))


def _each_once(steps: list[Walked]) -> Iterator[Walked]:
    """The steps without those that come again in the same part, as a second player's."""
    seen: set[tuple[str, str, str]] = set()
    for step in steps:
        kind = (step.part, step.who, step.act)
        if kind not in seen:
            seen.add(kind)
            yield step

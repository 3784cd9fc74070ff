"""Auditions for the tests of the house: a clock that is moved by hand, and one who knows what is right.

What is right is asked of an audition of the test's own, folded from the seed and the inputs that the
house has kept. Nothing of it comes from what the house sends.
"""

from random import Random
from typing import Any

import msgspec

from tablewright.house.classroom.audition_live import fold, give
from tablewright.house.classroom.audition_records import AuditionRow, TimedInput
from tablewright.school.auditions.audition import REACTION, Audition
from tablewright.school.auditions.seen import STOP
from tablewright.school.auditions.terms import StepPace, Terms
from tablewright.school.questions import Given
from tablewright.school.steps import WAIT
from tests.house.serving import Serving
from tests.school.candidate import wrong

AT_ONCE = StepPace(mean=0.0, spread=0.0)
SHORT = Terms(
    minutes=1,
    players=2,
    goes_wrong=0,
    paces={"bet": AT_ONCE, "decide": AT_ONCE},
    marks={"money": 90, "order": 90, "manner": 80, "calls": 90},
    rounds_an_hour=1,
    decisions_an_hour=1,
)
"""One round, at which nothing is to be waited for."""
PAUSE = 2.0
"""How long a candidate takes over everything, in seconds."""


class HandClock:
    """Seconds that pass only when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Knowing:
    """One who knows what is right in an audition, and what is not."""

    def __init__(self, serving: Serving, id: str, clock: HandClock) -> None:
        self._serving, self.id, self._clock = serving, id, clock
        self._base = clock.now
        self._records = serving.house.auditions.records
        self._given = 0
        self.audition: Audition = fold(self.row, []).audition
        self.chance = Random(id)

    @property
    def row(self) -> AuditionRow:
        found = self._serving.run(self._records.find(self.id))
        assert found is not None
        return found

    async def inputs(self) -> list[TimedInput]:
        """What the house has written down of it."""
        return await self._records.inputs(self.id)

    def catch_up(self) -> Audition:
        """The audition as the house has it now."""
        inputs = self._serving.run(self.inputs())
        for each in inputs[self._given :]:
            give(self.audition, each)
        self._given = len(inputs)
        self.audition.pass_time(self._clock.now - self._base)
        return self.audition

    def next(self, *, is_right: bool = True, rounds: int = 1000) -> Given | None:
        """What is to be done now, rightly or not; nothing, where it is right to wait or all is over.

        After so many rounds the time is up.
        """
        audition = self.catch_up()
        is_dealt = audition.t.state.round > rounds and not audition.t.state.is_begun
        if is_dealt and audition.in_sight is None:  # What is in sight is seen to first.
            self._clock.now = max(self._clock.now, self._base + audition.ends_at)
            self.catch_up()
        if audition.in_sight is not None:
            if is_right:
                return {STOP: audition.trouble.id_of(audition.in_sight.fault)}
            self._clock.now += REACTION  # It was to be seen, and was not.
        if self.catch_up().is_over:
            return None
        asked = audition.asked()
        if is_right and any(key.right == WAIT for key in asked.keys.values()):
            return None
        return {
            part.id: _sent(asked.keys[part.id].right)
            if is_right
            else _sent(wrong(part, asked.keys[part.id], self.chance))
            for part in asked.parts
        }


def _sent(answer: Any) -> Any:
    return msgspec.to_builtins(answer, str_keys=True)

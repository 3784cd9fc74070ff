"""A candidate who is simulated: deals as they should, but for the mistakes that they are told to make.

    candidate = Candidate(audition, errs=every(7))
    candidate.deal()                  # to the end
    candidate.expected                # the marks that must come out of it

What they know they know from the audition itself; what they get wrong is drawn by the test.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from tablewright.school.auditions.audition import REACTION, Audition
from tablewright.school.auditions.results import Mark
from tablewright.school.auditions.seen import STOP
from tablewright.school.auditions.terms import GUARDING
from tablewright.school.marking import as_answer
from tablewright.school.questions import Amount, AnyPart, Choose, GiveChips, Given, Key, Say
from tablewright.school.steps import WAIT

MOST_TURNS = 20_000
Input = tuple[float, int, Given]
"""The second, the turn, and what was given."""
Errs = Callable[[str], bool]
"""Whether the next answer in an area is to be wrong."""


class Expected(NamedTuple):
    """A mark that must come out."""

    area: str
    is_right: bool
    is_injected: bool = False

    @classmethod
    def of(cls, mark: Mark) -> "Expected":
        return cls(mark.area, mark.mark == 1, mark.is_injected)


def never(area: str) -> bool:
    return False


class Candidate:
    """Deals an audition to its end."""

    def __init__(
        self, audition: Audition, errs: Errs = never, pause: float = 5.0, seed: str = ""
    ) -> None:
        self.audition, self.errs, self.pause = audition, errs, pause
        self.expected: list[Expected] = []
        self.inputs: list[Input] = []
        self.chance = Random(f"candidate {seed}")

    def deal(self, rounds: int | None = None) -> None:
        """Deal to the end of the audition, or so many rounds of it."""
        for _ in range(MOST_TURNS):
            if self.audition.is_over or self._has_dealt(rounds):
                return
            self.act()
        raise AssertionError("the audition never ends")

    def _has_dealt(self, rounds: int | None) -> bool:
        return rounds is not None and self.audition.t.state.round > rounds

    def act(self) -> None:
        """One thing: wait for players, stop the game, or answer what is asked."""
        audition = self.audition
        at = audition.seconds + self.pause
        audition.pass_time(at)
        if audition.is_over:
            return
        found = audition.in_sight
        if found is not None:
            if not self.errs(GUARDING):
                self._caught(at)
            else:
                self._overlook(at)
            return
        asked = audition.asked()
        keys = asked.keys
        if any(key.right == WAIT for key in keys.values()) and not self.errs("waiting"):
            return
        given: Given = {}
        for part in asked.parts:
            area = asked.areas[part.id]
            key = keys[part.id]
            is_right = key.right != WAIT and not self.errs(area)
            given[part.id] = key.right if is_right else wrong(part, key, self.chance)
            self.expected.append(Expected(area, is_right))
        self._send(at, given)

    def _caught(self, at: float) -> None:
        found = self.audition.in_sight
        assert found is not None
        self._send(at, {STOP: self.audition.trouble.id_of(found.fault)})
        self.expected.append(Expected(GUARDING, True, is_injected=True))

    def _overlook(self, at: float) -> None:
        """What is improper is taken for something else, or not seen at all."""
        found = self.audition.in_sight
        assert found is not None
        at = max(at, found.since + REACTION)
        right = self.audition.trouble.id_of(found.fault)
        self.expected.append(Expected(GUARDING, False, is_injected=True))
        self.audition.pass_time(at)
        if self.audition.is_over:
            return
        others = [each.id for each in self.audition.trouble.part.options if each.id != right]
        if self.chance.random() < 0.5:
            self._send(at, {STOP: self.chance.choice(others)})
            return
        asked = self.audition.asked()
        self._send(
            at, {part.id: wrong(part, asked.keys[part.id], self.chance) for part in asked.parts}
        )

    def _send(self, at: float, given: Given) -> None:
        turn = self.audition.turn
        self.inputs.append((at, turn, given))
        self.audition.answer(at, turn, given)


def wrong(part: AnyPart, key: Key, chance: Random) -> Any:
    """An answer to a part that is not right, not even in part."""
    right = {as_answer(part, each) for each in (key.right, *key.also)}
    for answer in _answers(part, chance):
        said = as_answer(part, answer)
        if said not in right and said not in key.in_part:
            return answer
    raise AssertionError(f"nothing is wrong for {part.id}")


def _answers(part: AnyPart, chance: Random) -> Iterator[Any]:
    match part:
        case Choose():
            ids = [each.id for each in part.options]
            yield from chance.sample(ids, len(ids))
        case Say():
            yield from [each.id for each in part.options]
            yield "something else altogether"
        case Amount():
            yield from (12_345, 54_321)
        case GiveChips():
            yield {}

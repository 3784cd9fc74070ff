"""Planning: which skills are asked today, in which order, and when the session is over.

Nothing is kept between two questions. What comes next follows from what is remembered, what was
answered today, the day and a seed; so a session goes on anywhere, on another device or after a crash.

The minutes are filled with what went wrong at real tables, then what is due, the least remembered
first, then what is weak, then new skills. Faults are asked first; the rest is mixed, so that neighbours
differ in game, topic or group. What was wrong comes back after a few others, until it is right once;
after `MOST_TRIES` it is left for tomorrow.

New skills come along the path as this person meets it (`school/path.py`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from itertools import zip_longest
from typing import TypeAlias

import msgspec

from tablewright.school.memory import Remembered, day_of, is_due, recall, utc
from tablewright.school.path import drawn_number, met_in_order
from tablewright.school.skills import Skill

GAP = 3
"""How many other questions come before a wrong one comes back: long enough to leave the ear."""
MOST_TRIES = 5
"""How often a skill is asked on one day before it is left for the next."""
MARKS_SECONDS = 5.0
"""How long it takes to read how an answer was marked."""
LEFT_LYING = 3
"""No answer counts for more than so many times its target: the phone was left lying."""
LONG_SECONDS = 60
"""A question that takes longer is a run-through, which shows many skills at once: of these one in each
drill is planned at a time, and what it has shown by the way need not be asked for."""
SHAKY_ANSWERS, NEW_ANSWERS = 2, 3
"""How many answers a day a skill takes that is not learnt yet, and a new one on its first: it is wrong
more often than right, and comes back."""
USUAL_NEW = 5
"""After so many new skills, half of what they took today is believed."""
LOOKAHEAD = 4
"""How far ahead a question is looked for that differs from the one before."""


Courses: TypeAlias = Mapping[str, Sequence[Skill]]
"""The skills of some games, by game, each in the order of its path."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer for one skill, as it was marked."""

    skill: str
    at: datetime
    mark: Fraction
    seconds: float
    """Where one answer is marked for several skills, the share of this one."""


class Reason(StrEnum):
    """Why a skill is asked today."""

    FAULT = "fault"
    """It went wrong at a real table."""
    AGAIN = "again"
    """It was wrong today."""
    DUE = "due"
    WEAK = "weak"
    """It is not due yet, but the last answer was not right."""
    NEW = "new"


SAID = {
    Reason.FAULT: "from your tables",
    Reason.AGAIN: "to repeat",
    Reason.DUE: "due",
    Reason.WEAK: "weak",
    Reason.NEW: "new",
}


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that is to be asked."""

    game: str
    skill: str
    reason: Reason
    seconds: float
    """How long the question should take."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of today's session, and what was done of it."""

    items: list[Item]
    """What is to come, the next one first."""
    done: int
    """How many questions were answered today, and how many of them rightly in everything."""
    right: int
    seconds_left: float
    """How long what is to come should take, with reading the marks and with what will be repeated."""

    @property
    def next(self) -> Item | None:
        return self.items[0] if self.items else None

    @property
    def planned(self) -> int:
        return self.done + len(self.items)

    @property
    def says(self) -> str:
        """What is to come: `18 skills: 3 from your tables, 9 due, 6 new`."""
        if not self.items:
            return "Done for today"
        counts = [(sum(item.reason is why for item in self.items), SAID[why]) for why in SAID]
        each = ", ".join(f"{count} {said}" for count, said in counts if count)
        return f"{len(self.items)} skill{'s'[: len(self.items) > 1]}: {each}"


def session(
    courses: Courses,
    remembered: Mapping[str, Remembered],
    today: Sequence[Answer],
    at: datetime,
    *,
    minutes: float,
    seconds: Callable[[Skill], float],
    faults: Mapping[str, datetime] | None = None,
    seed: str = "",
) -> Session:
    """What is left of the session of the day of `at`, as days are in its time zone.

    `courses` are the skills of each game that the person learns; `remembered` is by skill; `today` are
    the day's answers, the oldest first; `faults` say when each skill last went wrong at a real table;
    `seconds` is how long a question for a skill should take; by `seed`, the person's own, is drawn what
    comes in no order of its own.
    """
    day = at.date()
    answers = [answer for answer in today if day_of(answer.at, at) == day]
    by_question: dict[datetime, list[Fraction]] = {}
    for answer in answers:  # What one question asks for is marked at one moment.
        by_question.setdefault(answer.at, []).append(answer.mark)
    planner = _Planner(courses, remembered, answers, at, seconds, seed)
    items = planner.items(60 * minutes, faults or {})
    return Session(
        items=items,
        done=len(by_question),
        right=sum(min(marks) == 1 for marks in by_question.values()),
        seconds_left=min(planner.left(items), 60 * minutes),
    )


def is_open(fault: datetime, remembered: Remembered | None) -> bool:
    """Whether a fault at a real table is still to be trained: no right answer has come after it."""
    if remembered is None or not remembered.was_right:
        return True
    return utc(remembered.last_asked) <= utc(fault)


def daily_answers(remembered: Remembered) -> float:
    """How many answers a day it takes to keep a skill."""
    if remembered.phase != "review" or not remembered.was_right:
        return SHAKY_ANSWERS
    days = (remembered.due - remembered.last_asked).total_seconds() / 86_400
    return 1 / max(days, 1.0)


class _Planner:
    """Fills the minutes of one day."""

    def __init__(
        self,
        courses: Courses,
        remembered: Mapping[str, Remembered],
        answers: Sequence[Answer],
        at: datetime,
        seconds: Callable[[Skill], float],
        person: str,
    ) -> None:
        self.at, self.seconds, self.person = at, seconds, person
        self.remembered, self.answers = remembered, answers
        self.skills: dict[str, Skill] = {}
        self.game: dict[str, str] = {}
        self.paths = {
            game: {skill.id: skill for skill in course} for game, course in courses.items()
        }
        for game, path in self.paths.items():
            shared = self.skills.keys() & path.keys()
            self.skills.update(path)
            self.game.update(dict.fromkeys(path, game))
            for id in shared:
                self.game[id] = self._game_of(id)
        self.last: dict[str, Answer] = {}
        self.tries: dict[str, int] = {}
        for answer in answers:
            self.last[answer.skill] = answer
            self.tries[answer.skill] = self.tries.get(answer.skill, 0) + 1
        self.for_each_new = self._for_each_new()

    def _game_of(self, id: str) -> str:
        """A rule of the house is asked in one of several games, and not in the same every day."""
        games = [game for game, path in self.paths.items() if id in path]
        return games[self._drawn(id) % len(games)]

    def items(self, budget: float, faults: Mapping[str, datetime]) -> list[Item]:
        runs: set[tuple[str, str]] = set()
        again = [
            self._item(id, Reason.AGAIN)
            for id in self._wrong_today()
            if not self._is_shown_by(runs, id)
        ]
        left = budget - self._spent() - sum(self._cost(item.skill) for item in again)
        faulty = self._faulty(faults)
        taken = {*self.last, *faulty}
        met = [
            each for id, each in self.remembered.items() if id in self.skills and id not in taken
        ]
        due = [each for each in met if is_due(each, self.at)]
        weak = [each for each in met if not each.was_right and not is_due(each, self.at)]
        chosen: dict[Reason, list[Item]] = {}
        for reason, ids in (
            (Reason.FAULT, faulty),
            (Reason.DUE, self._least_remembered(due)),
            (Reason.WEAK, self._least_remembered(weak)),
            (Reason.NEW, self._new(budget, taken)),
        ):
            chosen[reason] = []
            for id in ids:
                if left <= 0:
                    break
                if self._is_shown_by(runs, id):
                    continue
                left -= self._cost(id, reason)
                chosen[reason].append(self._item(id, reason))
        first = self._apart(chosen.pop(Reason.FAULT), self._before())
        rest = self._apart(self._spread(chosen.values()), first[-2:] or self._before())
        return self._put_back(first + rest, again)

    def _is_shown_by(self, runs: set[tuple[str, str]], id: str) -> bool:
        """Whether a run-through that is planned already will show a skill; else its own is noted."""
        if not self._is_long(id):
            return False
        run = self.game[id], self.skills[id].drill
        if run in runs:
            return True
        runs.add(run)
        return False

    def _is_long(self, id: str) -> bool:
        return self.seconds(self.skills[id]) > LONG_SECONDS

    # What may be asked -----------------------------------------------------------------------------

    def _wrong_today(self) -> list[str]:
        """What was wrong today and not right since, the first to be wrong first."""
        found = [
            answer
            for id, answer in self.last.items()
            if answer.mark < 1 and self.tries[id] < MOST_TRIES and id in self.skills
        ]
        return [answer.skill for answer in sorted(found, key=lambda each: each.at)]

    def _faulty(self, faults: Mapping[str, datetime]) -> list[str]:
        """What went wrong at real tables and was not right since, the latest first."""
        found = [
            id
            for id, when in faults.items()
            if id in self.skills
            and is_open(when, self.remembered.get(id))
            and (id not in self.last or utc(self.last[id].at) <= utc(when))
        ]
        return sorted(found, key=lambda each: (utc(faults[each]), each), reverse=True)

    def _least_remembered(self, met: list[Remembered]) -> list[str]:
        """The least remembered first."""
        order = sorted(met, key=lambda each: (recall(each, self.at), self._drawn(each.skill)))
        return [each.skill for each in order]

    def _new(self, budget: float, taken: Collection[str]) -> list[str]:
        """The next new skills along the path, of each game in turn, as many as there may be today.

        What was met before asks for so many answers a day: a skill that is learnt, one in each of its
        intervals; one that is not, `SHAKY_ANSWERS`. What that leaves of the minutes goes to new skills;
        so nobody meets more than they can keep, and one who is always right meets more.
        """
        room = budget
        for id, known in self.remembered.items():
            if id in self.skills and not self._is_long(id):
                is_of_today = known.asked <= self.tries.get(id, 0)
                answers = self.for_each_new if is_of_today else daily_answers(known)
                room -= self._cost(id) * answers
        found = []
        rows = [self._next_of(game, taken) for game in self.paths]
        for id in (id for row in zip_longest(*rows) for id in row if id is not None):
            room -= self._cost(id, Reason.NEW)
            if room < 0:
                break
            found.append(id)
        return found

    def _next_of(self, game: str, taken: Collection[str]) -> Iterator[str]:
        """The new skills of a game in the order in which they are met."""
        for id in met_in_order(self.paths[game].values(), self.person):
            if id not in self.remembered and id not in taken and self.game[id] == game:
                yield id

    def _for_each_new(self) -> float:
        """How many answers a new skill takes on its first day, corrected by what today's took."""
        of_today = [
            tries
            for id, tries in self.tries.items()
            if id in self.remembered and self.remembered[id].asked <= tries
        ]
        return (USUAL_NEW * NEW_ANSWERS + sum(of_today)) / (USUAL_NEW + len(of_today))

    # In which order --------------------------------------------------------------------------------

    def _spread(self, kinds: Iterable[list[Item]]) -> list[Item]:
        """Each kind spread evenly over the session, in its own order."""
        placed = [
            ((n + 0.5) / len(kind), self._drawn(item.skill), item)
            for kind in kinds
            for n, item in enumerate(kind)
        ]
        return [item for *_, item in sorted(placed, key=lambda each: each[:2])]

    def _apart(self, items: list[Item], before: list[Item]) -> list[Item]:
        """The same with neighbours that differ, as far as can be; new ones stay in order."""
        rest, found = list(items), list(before)
        while rest:
            ahead, new_of = [], set()
            for n, item in enumerate(rest[:LOOKAHEAD]):
                if item.reason is Reason.NEW and item.game in new_of:
                    continue
                new_of |= {item.game} if item.reason is Reason.NEW else set()
                likeness = [self._likeness(item, other) for other in reversed(found[-2:])]
                ahead.append((likeness, n))
            found.append(rest.pop(min(ahead)[1]))
        return found[len(before) :]

    def _likeness(self, one: Item, other: Item) -> int:
        """From 0, another game, to 3, the same group."""
        a, b = self.skills[one.skill], self.skills[other.skill]
        if one.game != other.game:
            return 0
        return 1 + (a.topic == b.topic) + ((a.topic, a.group) == (b.topic, b.group))

    def _before(self) -> list[Item]:
        """What was asked last."""
        return [
            self._item(answer.skill, Reason.AGAIN)
            for answer in self.answers[-2:]
            if answer.skill in self.skills
        ]

    def _put_back(self, items: list[Item], again: list[Item]) -> list[Item]:
        """What was wrong comes back after a few others, and not all at once."""
        times = sorted({answer.at for answer in self.answers})
        found, least = list(items), 0
        for item in again:
            since = len(times) - 1 - times.index(self.last[item.skill].at)
            place = max(GAP - since, least)
            found.insert(place, item)
            least = min(place, len(found)) + 2
        return found

    # How long it takes -----------------------------------------------------------------------------

    def _spent(self) -> float:
        """How long today's answers took."""
        found = 0.0
        for answer in self.answers:
            seconds = max(answer.seconds, 0.0)
            if answer.skill in self.skills:
                seconds = min(seconds, LEFT_LYING * self.seconds(self.skills[answer.skill]))
            found += seconds + MARKS_SECONDS
        return found

    def _cost(self, id: str, reason: Reason | None = None) -> float:
        """How long a skill takes today; a new one comes back, unless it is shown by a run-through."""
        once = self.seconds(self.skills[id]) + MARKS_SECONDS
        comes_back = reason is Reason.NEW and not self._is_long(id)
        return once * self.for_each_new if comes_back else once

    def left(self, items: Iterable[Item]) -> float:
        """How long what is to come will take."""
        return sum(self._cost(item.skill, item.reason) for item in items)

    def _item(self, id: str, reason: Reason) -> Item:
        skill = self.skills[id]
        return Item(game=self.game[id], skill=id, reason=reason, seconds=self.seconds(skill))

    def _drawn(self, id: str) -> int:
        """A number that is the same for a skill all day."""
        return drawn_number(f"{self.person} {self.at.date()}", id)

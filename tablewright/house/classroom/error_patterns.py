"""What goes wrong in a class, in words: the line and its passage, the drill, the device, and who."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, select

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.classroom.pages import drill_title
from tablewright.house.classroom.pupils import Pupil
from tablewright.house.screens.instructor_pages import (
    Mistake,
    PatternCount,
    PatternRow,
    PersonWrong,
)
from tablewright.house.screens.school_pages import AnswerTold
from tablewright.school.patterns import Attempt, Pattern, patterns
from tablewright.school.syllabus import Syllabus

MOST_TOLD = 60
"""Of so many wrong answers of one skill, the newest, is looked at what was answered."""
AT_ONCE = 200
ANY = "any"
"""Stands for the device of a skill that holds with all of them."""

_told = msgspec.json.Decoder(AnswerTold).decode


class Filter(NamedTuple):
    """What is looked at: all, where nothing is named."""

    game: str = ""
    drill: str = ""
    device: str = ""

    def has(self, attempt: Attempt) -> bool:
        drill, _, device = parted(attempt.skill)
        return (
            self.game in ("", attempt.game)
            and self.drill in ("", drill)
            and self.device in ("", device or ANY)
        )


ALL = Filter()


def parted(skill: str) -> tuple[str, str, str]:
    """The drill, the rule with its case, and the device of a skill, by its name.

    >>> parted("rule king-high.irregularity.void@shoe")
    ('rule', 'king-high.irregularity.void', 'shoe')
    """
    drill, _, rest = skill.partition(" ")
    rule, _, device = rest.partition("@")
    return drill, rule, device


def found_patterns(of: Sequence[Pupil], only: Filter) -> list[Pattern]:
    """What goes wrong, the most frequent first."""
    return patterns(each for pupil in of for each in pupil.attempts if only.has(each))


async def pattern_rows(
    database: Database,
    found: Sequence[Pattern],
    of: Sequence[Pupil],
    courses: Mapping[str, Syllabus],
) -> list[PatternRow]:
    """Patterns in words."""
    told = await _told_in(database, [n for each in found for n in each.numbers[:MOST_TOLD]])
    names = {pupil.key: pupil for pupil in of}
    return [
        _row(each, courses, names, [told[n] for n in each.numbers if n in told]) for each in found
    ]


async def _told_in(database: Database, numbers: Sequence[int]) -> dict[int, AnswerTold]:
    a = s.answers.c
    found: dict[int, AnswerTold] = {}
    async with database.reading() as connection:
        for start in range(0, len(numbers), AT_ONCE):
            asked = select(a.n, a.told).where(a.n.in_(numbers[start : start + AT_ONCE]))
            rows: Any = await connection.execute(asked)
            found |= dict(readable(rows, _numbered))
    return found


def _numbered(row: Row[Any]) -> tuple[int, AnswerTold]:
    return row.n, _told(row.told)


def _row(
    each: Pattern,
    courses: Mapping[str, Syllabus],
    names: Mapping[str, Pupil],
    told: Sequence[AnswerTold],
) -> PatternRow:
    course = courses.get(each.game)
    skill = course.skills.get(each.skill) if course else None
    drill, rule, device = parted(each.skill)
    return PatternRow(
        game=each.game,
        game_name=course.game.name if course else each.game,
        skill=each.skill,
        rule=skill.rule if skill else rule,
        case=skill.case if skill else "",
        drill=drill,
        drill_title=drill_title(drill),
        device=device,
        device_name=device_name(course, device),
        # What is no longer taught is said as it was when it was asked.
        says=skill.says if skill else (told[0].says if told else ""),
        source=skill.source if skill else (told[0].source if told else ""),
        asked=each.asked,
        wrong=each.wrong,
        people=[
            PersonWrong(names[key].account.id, names[key].account.name, wrong)
            for key, wrong in each.people.items()
        ],
        mistake=_mistake(told),
    )


def _mistake(told: Iterable[AnswerTold]) -> Mistake | None:
    made = Counter((each.given, each.right) for each in told if each.given)
    for (given, right), times in made.most_common(1):
        if times > 1:
            return Mistake(given, right, times)
    return None


def device_name(course: Syllabus | None, id: str) -> str:
    named = {device.id: device.name for device in course.devices} if course else {}
    return named.get(id, id)


# Counted -------------------------------------------------------------------------------------------


def by_game(of: Sequence[Pupil], courses: Mapping[str, Syllabus]) -> list[PatternCount]:
    def named(id: str) -> str:
        return courses[id].game.name if id in courses else id

    return _counted(of, lambda each: each.game, named)


def by_drill(of: Sequence[Pupil], only: Filter) -> list[PatternCount]:
    return _counted(of, lambda each: parted(each.skill)[0], drill_title, only._replace(drill=""))


def by_device(
    of: Sequence[Pupil], courses: Mapping[str, Syllabus], only: Filter
) -> list[PatternCount]:
    names = {device.id: device.name for course in courses.values() for device in course.devices} | {
        ANY: "Not tied to a device"
    }
    return _counted(
        of,
        lambda each: parted(each.skill)[2] or ANY,
        lambda device: names.get(device, device),
        only._replace(device=""),
    )


def _counted(
    of: Sequence[Pupil],
    key: Callable[[Attempt], str],
    named: Callable[[str], str],
    only: Filter = ALL,
) -> list[PatternCount]:
    """How often something was asked and wrong under each name, the most often wrong first."""
    asked: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for pupil in of:
        for each in pupil.attempts:
            if only.has(each):
                asked[key(each)] += 1
                wrong[key(each)] += not each.is_right
    found = [PatternCount(id, named(id), count, wrong[id]) for id, count in asked.items()]
    return sorted(found, key=lambda each: (-each.wrong, each.title))

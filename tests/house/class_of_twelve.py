"""A class of twelve with weeks of answers to real questions, each person with a way of learning.

Fills a house for a look at the instructor's pages:

    python -m tests.house.class_of_twelve sqlite:////tmp/school/house.db
    tablewright serve --database sqlite:////tmp/school/house.db
"""

import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

import msgspec

from tablewright import __version__
from tablewright.house.classroom import marking
from tablewright.house.classroom.assigning import Task, Wanted
from tablewright.house.classroom.classes import Class
from tablewright.house.classroom.learner import Answered, Learner, OpenDrill, StageAnswered
from tablewright.house.classroom.moving import replayed
from tablewright.house.classroom.records import Change
from tablewright.house.house import House
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.school_pages import Choices
from tablewright.school.asking import Reference, ask
from tablewright.school.questions import Amount, Choose, Key, Question, Stage
from tablewright.school.syllabus import Syllabus, syllabus
from tests.house.serving import ADMINISTRATOR, PASSWORD, quick_passwords

TEACHER = "Ivo"
DRILLS = ("read", "compare", "pay", "say", "rule")


class Way(NamedTuple):
    """How a person learns."""

    name: str
    days: int = 20
    """For how many days, up to `away` days ago."""
    a_day: int = 12
    errs: float = 0.15
    """How often they are wrong."""
    away: int = 0
    stuck: int = 0
    """With how many skills they are always wrong."""


TWELVE = (
    Way("Anna Liepa", 22, 16, 0.08),
    Way("Bruno Kalns", 21, 12, 0.2, stuck=2),
    Way("Carla Ozola", 18, 10, 0.12),
    Way("Dmitri Vasks", 20, 12, 0.25, stuck=1),
    Way("Elza Sala", 12, 8, 0.1, away=9),
    Way("Filip Egle", 22, 14, 0.1),
    Way("Gita Rieksts", 20, 9, 0.95),
    Way("Hugo Priede", 16, 10, 0.18, away=1),
    Way("Ieva Osis", 22, 18, 0.05),
    Way("Jānis Bērziņš", 5, 6, 0.3, away=6),
    Way("Karl Zars", 0),
    Way("Laima Upe", 20, 10, 0.15, stuck=3),
)


class Asked(NamedTuple):
    """A question, and what it shows when it is answered rightly or wrongly."""

    right: list[Answered]
    wrong: list[Answered]


def pool(of: Syllabus, count: int, seed: str = "twelve") -> list[Asked]:
    """Real questions of some skills of a game."""
    wanted = [each for each in of.skills.values() if each.drill in DRILLS]
    some = Random(seed).sample(wanted, min(count, len(wanted)))
    return [_asked(of, Reference(each.id, seed)) for each in some]


def _asked(of: Syllabus, reference: Reference) -> Asked:
    question = ask(of, reference)
    return Asked(
        _answered(of, reference, question, [_right(each) for each in question.keys]),
        _answered(
            of,
            reference,
            question,
            [_wrong(*both) for both in zip(question.stages, question.keys, strict=True)],
        ),
    )


def _answered(
    of: Syllabus, reference: Reference, question: Question, given: Sequence[dict[str, Any]]
) -> list[Answered]:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    stages = [
        StageAnswered(given=each, seconds=6.0, target_seconds=10.0, marks=None) for each in given
    ]
    drill = OpenDrill(
        id="", game=of.game.id, reference=reference, mode="practice", fingerprint=of.fingerprint,
        version=__version__, asked=at, sent=at, stages=stages,
    )  # fmt: skip
    return marking.answered(drill, question, marking.marked_stages(question, stages), at)


def _right(keys: dict[str, Key]) -> dict[str, Any]:
    return {id: msgspec.to_builtins(key.right, str_keys=True) for id, key in keys.items()}


def _wrong(stage: Stage, keys: dict[str, Key]) -> dict[str, Any]:
    """What is wrong and might well be answered."""
    given = _right(keys)
    for part in stage.parts:
        if isinstance(part, Choose):
            right = keys[part.id]
            others = [o.id for o in part.options if o.id not in (right.right, *right.also)]
            given[part.id] = others[0] if others else None
        elif isinstance(part, Amount):
            given[part.id] += 500
        else:
            del given[part.id]
    return {id: each for id, each in given.items() if each is not None}


def learnt(way: Way, asked: Sequence[Asked], now: datetime) -> list[Answered]:
    """Every answer of a person, the oldest first."""
    rng, found = Random(way.name), list[Answered]()
    hard = asked[: way.stuck]
    for day in range(way.days, 0, -1):
        begins = now - timedelta(days=day - 1 + way.away, hours=rng.uniform(1, 3))
        rest = asked[way.stuck :]
        today = [*hard, *rng.choices(rest, k=way.a_day)] if day % 6 else []
        for n, each in enumerate(today):
            is_right = each not in hard and rng.random() >= way.errs
            at, id = begins + timedelta(minutes=n), f"{way.name} {day} {n}"
            for one in each.right if is_right else each.wrong:
                answer = msgspec.structs.replace(one.answer, at=at, seconds=rng.uniform(2, 14))
                found.append(msgspec.structs.replace(one, answer=answer, question=id))
    return found


async def fill(house: House, now: datetime, ways: Sequence[Way] = TWELVE, count: int = 60) -> Class:
    """A class, its people and their answers; the teacher is there already."""
    course = syllabus("duki4")
    asked = pool(course, count)
    teacher = await house.accounts.by_name(TEACHER)
    assert teacher is not None
    by = person_of(teacher)
    made = await house.classes.make(by, "Duki 4, autumn")
    choices = Choices(games=["duki4"])
    for way in ways:
        account, _ = await house.accounts.create(way.name, ["dealer"], PASSWORD, must_change=False)
        learner = Learner(f"a:{account.id}", choices=choices)
        answers = learnt(way, asked, now)
        change = Change(
            choices=choices,
            answered=answers,
            remembered=list(replayed(answers, choices).values()),
        )
        await house.school.records.write(learner, change, now)
    await house.classes.add(by, made.id, [way.name for way in ways])
    await _assign(house, by, made, asked[0].right[0].answer.skill, now)
    await house.refresh_roster()
    return made


async def _assign(house: House, by: Person, to: Class, skill: str, now: datetime) -> None:
    people = (await house.classes.people(to.id))[to.id]
    keys = [f"a:{each.id}" for each in people]
    for kind, task, due in (
        ("lesson", Task(lesson="payments"), 2),
        ("drill", Task(drill="pay", times=20), 5),
        ("audition", Task(device="hand"), 14),
    ):
        wanted = Wanted(kind, "duki4", task, now.date() + timedelta(days=due))  # type: ignore[arg-type]
        await house.teaching.assigning.assign(by, keys, wanted, to.id)
    few = Wanted("drill", "duki4", Task(skill=skill, times=5), now.date() - timedelta(days=1))
    await house.teaching.assigning.assign(by, keys[1:4], few, to.id)


async def main(address: str) -> None:
    house = await House.open(address, keeps_standing=False)
    try:
        house.accounts.passwords = quick_passwords()
        for name, duty in ((ADMINISTRATOR, "administrator"), (TEACHER, "instructor")):
            await house.accounts.create(name, [duty], PASSWORD, must_change=False)
        await fill(house, datetime.now(UTC))
    finally:
        await house.close()
    print(f"Sign in as {TEACHER} with the password {PASSWORD!r}.")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

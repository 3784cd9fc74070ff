"""The school's pages, made of what a person remembers and what a game teaches."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from tablewright.house.classroom.learner import Learner, OpenDrill, Plan
from tablewright.house.classroom.overruled import Overruled
from tablewright.house.classroom.records import Numbered
from tablewright.house.screens.school_pages import (
    AnswerRow,
    Counts,
    DrillRow,
    DrillShown,
    GameMap,
    GameProgress,
    LessonRow,
    LessonShown,
    Planned,
    SchoolHome,
    SkillGroup,
    SkillShown,
    TopicShown,
)
from tablewright.house.screens.table_descriptions import left_open
from tablewright.rules.errors import Refused
from tablewright.school.drills import DRILLS, drill_named
from tablewright.school.lessons import Lesson
from tablewright.school.memory import State, state
from tablewright.school.pace import Pace
from tablewright.school.planning import Session, is_open, session
from tablewright.school.progress import Standing, counted, due_count, forecast, mapped, streak
from tablewright.school.questions import Question
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus

TOPICS = {
    Topic.HANDS: "Hands",
    Topic.WAGERS: "Wagers",
    Topic.PAYMENTS: "Payments",
    Topic.DEAL: "The deal",
    Topic.CALLS: "Calls",
    Topic.IRREGULARITIES: "Irregularities",
    Topic.GUARDING: "Guarding the game",
}
MOST_FAULTS = 20
"""How many faults are told of."""
Courses = Mapping[str, Syllabus]
"""What is taught of each game."""


class Fault(NamedTuple):
    """What went wrong at a real table, and the line of its journal."""

    at: datetime
    says: str
    table: str
    line: int


# Today ---------------------------------------------------------------------------------------------


def learnt_games(learner: Learner, games: Iterable[str]) -> list[str]:
    """The games that a person learns: those they have chosen, else those they have begun."""
    chosen = set(learner.choices.games) or set(learner.begun())
    return [each for each in games if each in chosen]


def todays_session(
    learner: Learner, courses: Courses, pace: Pace, faults: Mapping[str, Fault], at: datetime
) -> Session:
    """What is left of a person's session of today, over the games that they learn.

    It is made anew once something was answered, chosen or found, or the day has changed.
    """
    made_by = learner.here(at).date(), learner.choices, pace, faults
    if learner.plan is None or learner.plan.made_by != made_by:
        learner.plan = Plan(made_by, _session(learner, courses, pace, faults, at))
    return learner.plan.session


def _session(
    learner: Learner, courses: Courses, pace: Pace, faults: Mapping[str, Fault], at: datetime
) -> Session:
    return session(
        {game: list(courses[game].skills.values()) for game in learnt_games(learner, courses)},
        learner.remembered,
        learner.today(at),
        learner.here(at),
        minutes=learner.choices.minutes,
        seconds=pace.of,
        faults={skill: each.at for skill, each in faults.items()},
        seed=learner.key,
    )


def next_skill(learner: Learner, syllabus: Syllabus, drill: str, pace: Pace, at: datetime) -> str:
    """The skill of a game, or of one drill of it, that is best asked now; any, if all are known."""
    skills = skills_of(syllabus, drill)
    found = session(
        {syllabus.game.id: skills},
        learner.remembered,
        learner.today(at),
        learner.here(at),
        minutes=24 * 60,
        seconds=pace.of,
        seed=learner.key,
    )
    return found.next.skill if found.next else secrets.choice(skills).id


def skills_of(syllabus: Syllabus, drill: str) -> list[Skill]:
    """The skills of a drill, or of all; refused if there are none."""
    if drill:
        drill_named(drill)
    found = [each for each in syllabus.skills.values() if not drill or each.drill == drill]
    if not found:
        raise Refused(f"{syllabus.game.name} has nothing to ask in this drill: choose another.")
    return found


def planned(of: Session) -> Planned:
    return Planned(
        planned=of.planned,
        done=of.done,
        right=of.right,
        minutes_left=round(of.seconds_left / 60, 1),
        says=of.says,
    )


def state_now(learner: Learner, skill: str, at: datetime) -> State:
    return state(learner.remembered.get(skill), at, learner.aim)


# Home and map --------------------------------------------------------------------------------------


def home(
    name: str,
    learner: Learner,
    courses: Courses,
    pace: Pace,
    faults: Mapping[str, Fault],
    at: datetime,
) -> SchoolHome:
    """What a person sees first."""
    learnt = learnt_games(learner, courses)
    today = planned(todays_session(learner, courses, pace, faults, at))
    if not learnt:
        today = msgspec.structs.replace(today, says="Choose a game to begin")
    return SchoolHome(
        name=name,
        is_guest=learner.key.startswith("g:"),
        games=[
            progress(learner, each, at, is_learnt=game in learnt) for game, each in courses.items()
        ],
        choices=learner.choices,
        today=today,
        streak=streak(learner.days(), learner.here(at).date()),
        faults=faults_said(learner, faults),
    )


def faults_said(learner: Learner, faults: Mapping[str, Fault]) -> list[str]:
    """What went wrong at a dealer's tables and has not been right since, the latest first."""
    still = [
        each for skill, each in faults.items() if is_open(each.at, learner.remembered.get(skill))
    ]
    still.sort(key=lambda each: each.at, reverse=True)
    return list(dict.fromkeys(_said(learner, each) for each in still))[:MOST_FAULTS]


def _said(learner: Learner, fault: Fault) -> str:
    """A fault with its table, line and day: `D1, line 57, 16 Nov 2026: A burn was left out`."""
    here = learner.here(fault.at)
    return f"{fault.table}, line {fault.line}, {here.day} {here:%b %Y}: {fault.says}"


def progress(
    learner: Learner, syllabus: Syllabus, at: datetime, *, is_learnt: bool
) -> GameProgress:
    """How far a person is with a game."""
    game, skills = syllabus.game, list(syllabus.skills.values())
    remembered, retention, here = learner.remembered, learner.aim, learner.here(at)
    counts = counted(skills, remembered, here, retention)
    ready = forecast(skills, remembered, learner.days(game.id), here, retention)
    return GameProgress(
        game=game.id,
        name=game.name,
        emblem=game.emblem.split(),
        counts=Counts(counts.new, counts.shaky, counts.known),
        # A rule of the house may be due that was asked for in another game.
        due=due_count(skills, remembered, here) if is_learnt else 0,
        ready_on=ready.ready_on,
        ready_says=ready.says,
        is_learnt=is_learnt,
    )


def game_map(
    learner: Learner, syllabus: Syllabus, lessons: Sequence[Lesson], at: datetime
) -> GameMap:
    """A game as it is learnt."""
    game, skills = syllabus.game, list(syllabus.skills.values())
    topics = mapped(skills, learner.remembered, learner.here(at), learner.aim)
    known = {
        each.skill.id
        for topic in topics
        for group in topic.groups
        for each in group.skills
        if each.state == "known"
    }
    drills = [(each, sum(skill.drill == id for skill in skills)) for id, each in DRILLS.items()]
    return GameMap(
        game=game.id,
        name=game.name,
        ruleset=syllabus.fingerprint,
        warnings=[*syllabus.book.ruleset.warnings, *left_open(syllabus.book)],
        progress=progress(learner, syllabus, at, is_learnt=bool(learnt_games(learner, [game.id]))),
        drills=[
            DrillRow(each.id, each.title, each.about, count) for each, count in drills if count
        ],
        lessons=[_lesson_row(each, learner, game.id, known) for each in lessons],
        topics=[
            TopicShown(
                topic.topic,
                TOPICS[topic.topic],
                [
                    SkillGroup(group.group, [_skill(each) for each in group.skills])
                    for group in topic.groups
                ],
            )
            for topic in topics
        ],
    )


def _skill(standing: Standing) -> SkillShown:
    skill, recall = standing.skill, standing.recall
    return SkillShown(
        id=skill.id,
        says=skill.says,
        rule=skill.rule,
        source=skill.source,
        state=standing.state,
        recall=None if recall is None else round(100 * recall),
        due=standing.due,
        asked=standing.asked,
        right=standing.right,
    )


# Lessons -------------------------------------------------------------------------------------------


def _lesson_row(lesson: Lesson, learner: Learner, game: str, known: set[str]) -> LessonRow:
    skills = {each.skill for each in lesson.paragraphs if each.skill}
    is_read = (game, lesson.id) in learner.lessons
    return LessonRow(lesson.id, lesson.title, is_read, len(skills), len(skills & known))


def lesson_shown(game: str, lessons: Sequence[Lesson], lesson: Lesson) -> LessonShown:
    """A lesson, and the one after it."""
    after = lessons[lessons.index(lesson) + 1 :]
    return LessonShown(
        game=game,
        id=lesson.id,
        title=lesson.title,
        summary=lesson.summary,
        paragraphs=lesson.paragraphs,
        checklist=lesson.checklist,
        next=after[0].id if after else "",
    )


# Drills --------------------------------------------------------------------------------------------


def stage_shown(
    drill: OpenDrill, syllabus: Syllabus, question: Question, target_seconds: float
) -> DrillShown:
    """The stage of a question that is to be answered. Of its skill, rule and seed nothing is said."""
    number = len(drill.stages)
    of = drill_named(question.drill)
    return DrillShown(
        id=drill.id,
        game=drill.game,
        game_name=syllabus.game.name,
        drill=of.id,
        title=of.title,
        mode=drill.mode,
        number=number,
        stages=question.stages_told,
        stage=question.stages[number],
        target_seconds=target_seconds,
    )


def drill_title(id: str) -> str:
    """What a drill is called; one that is no longer asked, by its id."""
    return DRILLS[id].title if id in DRILLS else id


def answer_row(kept: Numbered, overruled: Overruled | None = None) -> AnswerRow:
    """An answer as its owner reads it again, with the mark that it was given and what overrules it."""
    each, told = kept.answered, kept.answered.told
    return AnswerRow(
        number=kept.number,
        at=each.answer.at,
        game=each.game,
        drill=each.drill,
        title=drill_title(each.drill),
        mode=each.mode,
        skill=each.answer.skill,
        **msgspec.structs.asdict(told),
        mark=float(each.answer.mark),
        seconds=each.answer.seconds,
        overruled=overruled.shown if overruled else None,
    )

"""The instructor's school over HTTP: classes, people, patterns, assignments, marks, checklists, files.

Everything here is for those who teach, and each looks only at the people of their own classes; what is
another's is answered as if it were not there.
"""

import re
from datetime import date
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Response

from tablewright.house.classroom.assigning import Task, Wanted
from tablewright.house.classroom.class_files import ClassFile
from tablewright.house.classroom.error_patterns import Filter
from tablewright.house.house import House
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.comma_separated import MEDIA_TYPE
from tablewright.house.screens.instructor_pages import (
    AssignedRow,
    AssignmentKind,
    ChecklistShown,
    ClassesPage,
    ClassPage,
    PatternsPage,
    PupilPage,
)
from tablewright.house.screens.school_pages import RecordPage
from tablewright.house.server.addresses.asking import (
    Body,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.server.addresses.school import (
    LARGEST,
    Named,
    Teacher,
    TheGame,
    Trainee,
    Word,
)

router = APIRouter(prefix="/school", tags=["school"])

MOST_DAYS = 3660
USUAL_DAYS = 28
Number = Annotated[int, Path(ge=1, le=LARGEST)]
Days = Annotated[int, Query(ge=1, le=MOST_DAYS)]
Chosen = Annotated[str, Query(max_length=60)]
Words = Annotated[str, msgspec.Meta(max_length=1000)]
Some = Annotated[list[Annotated[str, msgspec.Meta(max_length=400)]], msgspec.Meta(max_length=100)]


class NewClass(Body, frozen=True, kw_only=True):
    """A class that is to be made."""

    name: Named


class ClassChange(Body, frozen=True, kw_only=True):
    """What is to be different about a class; what is not named stays."""

    name: Named | None = None
    teacher: Named | None = None
    """The name of the instructor who teaches it from now on; only an administrator says so."""
    is_closed: bool | None = None


class NewPeople(Body, frozen=True, kw_only=True):
    """People who join a class, by the names of their accounts."""

    names: Annotated[list[Named], msgspec.Meta(min_length=1, max_length=100)]


class NewAssignment(Body, frozen=True, kw_only=True):
    """What is to be done, by whom and by when."""

    people: Annotated[list[int], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    """The numbers of their accounts; the whole class, if none is named."""
    kind: AssignmentKind
    game: Word
    lesson: Word = ""
    drill: Word = ""
    skill: Named = ""
    device: Word = ""
    times: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """How many questions are to be answered."""
    due: date | None = None

    @property
    def wanted(self) -> Wanted:
        task = Task(
            lesson=self.lesson,
            drill=self.drill,
            skill=self.skill,
            device=self.device,
            times=self.times,
        )
        return Wanted(self.kind, self.game, task, self.due)


class OtherMark(Body, frozen=True, kw_only=True):
    """What an instructor says to the mark of an answer instead, and why."""

    mark: Literal["right", "part", "wrong"]
    reason: Words


class SignedItems(Body, frozen=True, kw_only=True):
    """Items of the practical checklist that an instructor has seen at a real table."""

    items: Some
    is_passed: bool = True
    words: Words = ""
    """What was not good enough, where it was not."""


MARKS = {"right": Fraction(1), "part": Fraction(1, 2), "wrong": Fraction(0)}


# Classes -------------------------------------------------------------------------------------------


@router.get(
    "/classes",
    summary="The classes that you teach",
    responses=responses(401, 403, 429, gives=ClassesPage),
)
async def classes(house: TheHouse, person: Teacher) -> Response:
    return reply(await house.teaching.classes_page(person))


@router.post(
    "/classes",
    status_code=201,
    summary="Make a class",
    responses=responses(400, 401, 403, 429, gives=ClassPage, status=201),
    openapi_extra=takes(NewClass),
)
async def make_class(
    house: TheHouse, person: Teacher, asked: Annotated[NewClass, Depends(taken(NewClass))]
) -> Response:
    made = await house.classes.make(person, asked.name)
    return reply(await house.teaching.class_page(person, made.id), 201)


@router.get(
    "/classes/{id}",
    summary="A class: whom to help with what, how far everyone is, what goes wrong most",
    responses=responses(401, 403, 404, 429, gives=ClassPage),
)
async def class_page(house: TheHouse, person: Teacher, id: Number) -> Response:
    return reply(await house.teaching.class_page(person, id))


@router.patch(
    "/classes/{id}",
    summary="Rename a class, close or reopen it, or give it to another instructor",
    responses=responses(400, 401, 403, 404, 429, gives=ClassesPage),
    openapi_extra=takes(ClassChange),
)
async def change_class(
    house: TheHouse,
    person: Teacher,
    id: Number,
    asked: Annotated[ClassChange, Depends(taken(ClassChange))],
) -> Response:
    of = house.classes
    if asked.is_closed is False:
        await of.reopen(person, id)
    if asked.name is not None:
        await of.rename(person, id, asked.name)
    if asked.teacher is not None:
        await of.hand_over(person, id, asked.teacher)
    if asked.is_closed:
        await of.close(person, id)
    return reply(await house.teaching.classes_page(person))


@router.post(
    "/classes/{id}/people",
    summary="Add people to a class by the names of their accounts: all of them or none",
    responses=responses(400, 401, 403, 404, 429, gives=ClassPage),
    openapi_extra=takes(NewPeople),
)
async def add_people(
    house: TheHouse,
    person: Teacher,
    id: Number,
    asked: Annotated[NewPeople, Depends(taken(NewPeople))],
) -> Response:
    await house.classes.add(person, id, asked.names)
    return reply(await house.teaching.class_page(person, id))


@router.delete(
    "/classes/{id}/people/{account}",
    summary="Take a person out of a class",
    responses=responses(400, 401, 403, 404, 429, gives=ClassPage),
)
async def remove_person(house: TheHouse, person: Teacher, id: Number, account: Number) -> Response:
    await house.classes.remove(person, id, account)
    return reply(await house.teaching.class_page(person, id))


@router.get(
    "/classes/{id}/patterns",
    summary="What goes wrong in a class, the most frequent first",
    responses=responses(401, 403, 404, 429, gives=PatternsPage),
)
async def patterns(
    house: TheHouse,
    person: Teacher,
    id: Number,
    days: Days = USUAL_DAYS,
    game: Chosen = "",
    drill: Chosen = "",
    device: Chosen = "",
) -> Response:
    only = Filter(game, drill, device)
    return reply(await house.teaching.patterns_page(person, id, days, only))


@router.get(
    "/classes/{id}/files/{what}.csv",
    summary="A class as a file of comma-separated values",
    responses=responses(401, 403, 404, 429)
    | {200: {"description": "The file", "content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def file(
    house: TheHouse, person: Teacher, id: Number, what: ClassFile, days: Days = MOST_DAYS
) -> Response:
    name, made = await house.teaching.file(person, id, what, days)
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") or f"class-{id}"
    said = {"Content-Disposition": f'attachment; filename="{plain}-{what}.csv"'}
    return Response(made, media_type=MEDIA_TYPE, headers=said)


# Assignments ---------------------------------------------------------------------------------------


@router.post(
    "/classes/{id}/assignments",
    summary="Assign a lesson, a drill, a skill or an audition to a class, or to some of it",
    responses=responses(400, 401, 403, 404, 429, gives=ClassPage),
    openapi_extra=takes(NewAssignment),
)
async def assign(
    house: TheHouse,
    person: Teacher,
    id: Number,
    asked: Annotated[NewAssignment, Depends(taken(NewAssignment))],
) -> Response:
    await house.teaching.assign(person, id, asked.people, asked.wanted)
    return reply(await house.teaching.class_page(person, id))


@router.delete(
    "/classes/{id}/assignments/{group}",
    summary="Withdraw what was assigned to a class together, as far as it is not done",
    responses=responses(401, 403, 404, 429, gives=ClassPage),
)
async def withdraw(house: TheHouse, person: Teacher, id: Number, group: str) -> Response:
    await house.classes.find(person, id)
    await house.teaching.assigning.withdraw(id, group)
    return reply(await house.teaching.class_page(person, id))


@router.post(
    "/pupils/{account}/assignments",
    summary="Assign something to one person",
    responses=responses(400, 401, 403, 404, 429, gives=PupilPage),
    openapi_extra=takes(NewAssignment),
)
async def assign_one(
    house: TheHouse,
    person: Teacher,
    account: Number,
    asked: Annotated[NewAssignment, Depends(taken(NewAssignment))],
) -> Response:
    await house.teaching.assign_one(person, account, asked.wanted)
    return reply(await house.teaching.pupil_page(person, account))


@router.delete(
    "/pupils/{account}/assignments/{id}",
    summary="Withdraw what was assigned to one person and is not done",
    responses=responses(401, 403, 404, 429, gives=PupilPage),
)
async def withdraw_one(house: TheHouse, person: Teacher, account: Number, id: Number) -> Response:
    pupil = await _pupil(house, person, account)
    await house.teaching.assigning.withdraw_one(pupil.key, id)
    return reply(await house.teaching.pupil_page(person, account))


@router.get(
    "/assigned",
    summary="What you were assigned",
    responses=responses(401, 403, 429, gives=list[AssignedRow]),
)
async def assigned(house: TheHouse, person: Trainee) -> Response:
    return reply(await house.teaching.assigned(person))


# One person ----------------------------------------------------------------------------------------


async def _pupil(house: House, teacher: Person, account: int) -> Person:
    """A person whom another teaches."""
    return person_of(await house.classes.pupil(teacher, account))


@router.get(
    "/pupils/{account}",
    summary="One person's school: progress, weak skills, assignments, auditions, checklists",
    responses=responses(401, 403, 404, 429, gives=PupilPage),
)
async def pupil(house: TheHouse, person: Teacher, account: Number) -> Response:
    return reply(await house.teaching.pupil_page(person, account))


@router.get(
    "/pupils/{account}/answers",
    summary="One person's answers, the newest first",
    responses=responses(401, 403, 404, 429, gives=RecordPage),
)
async def answers(
    house: TheHouse,
    person: Teacher,
    account: Number,
    before: Annotated[int, Query(ge=1, le=LARGEST)] = LARGEST,
) -> Response:
    return reply(await house.school.record(await _pupil(house, person, account), before))


@router.put(
    "/pupils/{account}/answers/{number}/mark",
    summary="Overrule the mark of an answer, with a reason; both are kept",
    responses=responses(400, 401, 403, 404, 429, gives=RecordPage),
    openapi_extra=takes(OtherMark),
)
async def overrule(
    house: TheHouse,
    person: Teacher,
    account: Number,
    number: Number,
    asked: Annotated[OtherMark, Depends(taken(OtherMark))],
) -> Response:
    of = await _pupil(house, person, account)
    mark = MARKS[asked.mark]
    await house.teaching.overruling.overrule(person, of, number, mark, asked.reason)
    return reply(await house.school.record(of, min(number + 1, LARGEST)))


# The practical checklist ---------------------------------------------------------------------------


@router.get(
    "/games/{id}/checklist",
    summary="Your practical checklist of a game: what was signed, by whom and when",
    responses=responses(401, 403, 404, 429, gives=ChecklistShown),
)
async def checklist(house: TheHouse, person: Trainee, game: TheGame) -> Response:
    return reply(await house.teaching.checklists.shown(person, game.id))


@router.get(
    "/pupils/{account}/games/{id}/checklist",
    summary="The practical checklist of a person",
    responses=responses(401, 403, 404, 429, gives=ChecklistShown),
)
async def pupil_checklist(
    house: TheHouse, person: Teacher, account: Number, game: TheGame
) -> Response:
    of = await _pupil(house, person, account)
    return reply(await house.teaching.checklists.shown(of, game.id))


@router.post(
    "/pupils/{account}/games/{id}/checklist",
    summary="Sign items of the practical checklist that you have seen at a real table",
    responses=responses(400, 401, 403, 404, 429, gives=ChecklistShown),
    openapi_extra=takes(SignedItems),
)
async def sign_checklist(
    house: TheHouse,
    person: Teacher,
    account: Number,
    game: TheGame,
    asked: Annotated[SignedItems, Depends(taken(SignedItems))],
) -> Response:
    of = await _pupil(house, person, account)
    await house.teaching.checklists.sign(
        person, of, game.id, asked.items, is_passed=asked.is_passed, words=asked.words
    )
    return reply(await house.teaching.checklists.shown(of, game.id))

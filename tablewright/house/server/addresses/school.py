"""The school over HTTP: a person's games and maps, lessons, drills and their marks."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Response

from tablewright.house.house import House
from tablewright.house.people.person import TEACHERS, Person
from tablewright.house.people.throttle import TooManyTries
from tablewright.house.screens.school_pages import (
    Choices,
    DrillMarked,
    DrillShown,
    GameMap,
    LessonShown,
    Mode,
    PaceShown,
    RecordPage,
    SchoolHome,
)
from tablewright.house.server.addresses.asking import (
    PLAIN,
    ActiveUser,
    Body,
    NotAllowed,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.server.addresses.games import game_at
from tablewright.rules.game import Game
from tablewright.school.drills import DRILLS

router = APIRouter(prefix="/school", tags=["school"])

Word = Annotated[str, msgspec.Meta(max_length=60, pattern=PLAIN)]
Named = Annotated[str, msgspec.Meta(max_length=200, pattern=PLAIN)]
MOST_PARTS = 100
LARGEST = 2**31 - 1


async def trainee(house: TheHouse, person: ActiveUser) -> Person:
    """Who learns: a guest or a person with an account, as fast as others send to tables."""
    if wait := house.allowance.take(person.key):
        raise TooManyTries(wait, "You ask too fast")
    return person


Trainee = Annotated[Person, Depends(trainee)]
TheGame = Annotated[Game, Depends(game_at)]


class NewDrill(Body, frozen=True, kw_only=True):
    """A question that is asked for: the next of today's session, or one of a game."""

    game: Word = ""
    drill: Word = ""
    """Any drill of the game, if none is named."""
    skill: Named = ""
    mode: Mode = "practice"
    is_session: bool = False


class GivenAnswer(Body, frozen=True, kw_only=True):
    """What is answered in one stage of a question."""

    stage: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    given: Annotated[dict[str, Any], msgspec.Meta(max_length=MOST_PARTS)]
    """By the part's id; a part that is left out is wrong."""
    seconds: float | None = None
    """How long it took the person, without the way over the network."""


class NewPace(Body, frozen=True, kw_only=True):
    """How long answers should take, in seconds, by drill or by skill: all that the house sets."""

    seconds: Annotated[dict[Named, float], msgspec.Meta(max_length=500)]


class AskedAgain(Body, frozen=True, kw_only=True):
    """The same case once more, or its near twin."""

    twin: bool = False


# A person's school ---------------------------------------------------------------------------------


@router.get(
    "",
    summary="Your school: games, today's session, choices",
    responses=responses(401, 403, 429, gives=SchoolHome),
)
async def home(house: TheHouse, person: Trainee) -> Response:
    return reply(await house.school.home(person))


@router.put(
    "/choices",
    summary="Choose how long your sessions are, how sure you want to be, and of which games",
    responses=responses(400, 401, 403, 429, gives=SchoolHome),
    openapi_extra=takes(Choices),
)
async def choose(
    house: TheHouse, person: Trainee, asked: Annotated[Choices, Depends(taken(Choices))]
) -> Response:
    return reply(await house.school.choose(person, asked))


@router.get(
    "/games/{id}",
    summary="The map of a game: every skill, and how well you know it",
    responses=responses(401, 403, 404, 429, gives=GameMap),
)
async def game_map(house: TheHouse, person: Trainee, game: TheGame) -> Response:
    return reply(await house.school.map(person, game.id))


@router.get(
    "/record",
    summary="Your own answers, the newest first",
    responses=responses(401, 403, 429, gives=RecordPage),
)
async def record(
    house: TheHouse,
    person: Trainee,
    before: Annotated[int, Query(ge=1, le=LARGEST)] = LARGEST,
) -> Response:
    return reply(await house.school.record(person, before))


# Pace ----------------------------------------------------------------------------------------------


async def teacher(person: Trainee) -> Person:
    """Who sets how fast one should be."""
    if not person.duties & TEACHERS:
        raise NotAllowed("Only an instructor or an administrator can do this.")
    return person


Teacher = Annotated[Person, Depends(teacher)]


@router.get(
    "/pace",
    summary="How long answers should take",
    responses=responses(401, 403, 429, gives=PaceShown),
)
async def pace(house: TheHouse, person: Teacher) -> Response:
    return reply(await _pace(house))


@router.put(
    "/pace",
    summary="Set how long answers should take; what is not named is learnt from the instructors",
    responses=responses(400, 401, 403, 429, gives=PaceShown),
    openapi_extra=takes(NewPace),
)
async def set_pace(
    house: TheHouse, person: Teacher, asked: Annotated[NewPace, Depends(taken(NewPace))]
) -> Response:
    await house.school.paces.set(asked.seconds)
    return reply(await _pace(house))


async def _pace(house: House) -> PaceShown:
    found = await house.school.paces.now()
    return PaceShown(
        by_house=dict(found.by_house),
        by_teachers=dict(found.by_teachers),
        own=dict(found.own),
        titles={id: drill.title for id, drill in DRILLS.items()},
    )


# Lessons -------------------------------------------------------------------------------------------


@router.get(
    "/games/{id}/lessons/{lesson}",
    summary="A lesson",
    responses=responses(401, 403, 404, 429, gives=LessonShown),
)
async def lesson(house: TheHouse, person: Trainee, game: TheGame, lesson: str) -> Response:
    return reply(await house.school.lesson(game.id, lesson))


@router.post(
    "/games/{id}/lessons/{lesson}/read",
    summary="Mark a lesson as read",
    responses=responses(401, 403, 404, 429, gives=GameMap),
)
async def lesson_read(house: TheHouse, person: Trainee, game: TheGame, lesson: str) -> Response:
    await house.school.mark_read(person, game.id, lesson)
    return reply(await house.school.map(person, game.id))


# Drills --------------------------------------------------------------------------------------------


@router.post(
    "/drills",
    status_code=201,
    summary="A question: the next of today's session, or one of a game",
    responses=responses(400, 401, 403, 409, 429, gives=DrillShown, status=201),
    openapi_extra=takes(NewDrill),
)
async def ask(
    house: TheHouse, person: Trainee, asked: Annotated[NewDrill, Depends(taken(NewDrill))]
) -> Response:
    school = house.school
    if asked.is_session:
        return reply(await school.next_of_session(person, asked.mode), 201)
    return reply(await school.ask(person, asked.game, asked.drill, asked.skill, asked.mode), 201)


@router.get(
    "/drills/{id}",
    summary="A question under way, where you left it",
    responses=responses(400, 401, 403, 404, 409, 429, gives=DrillShown),
)
async def under_way(house: TheHouse, person: Trainee, id: str) -> Response:
    return reply(await house.school.under_way(person, id))


@router.post(
    "/drills/{id}/answer",
    summary="Answer a stage; the same answer sent again gets the same marks",
    responses=responses(400, 401, 403, 404, 409, 429, gives=DrillMarked),
    openapi_extra=takes(GivenAnswer),
)
async def answer(
    house: TheHouse,
    person: Trainee,
    id: str,
    asked: Annotated[GivenAnswer, Depends(taken(GivenAnswer))],
) -> Response:
    marked = await house.school.answer(person, id, asked.stage, asked.given, asked.seconds)
    return reply(marked)


@router.post(
    "/drills/{id}/again",
    status_code=201,
    summary="The same case once more, or its near twin, once you have answered it",
    responses=responses(400, 401, 403, 404, 409, 429, gives=DrillShown, status=201),
    openapi_extra=takes(AskedAgain),
)
async def again(
    house: TheHouse,
    person: Trainee,
    id: str,
    asked: Annotated[AskedAgain, Depends(taken(AskedAgain))],
) -> Response:
    return reply(await house.school.again(person, id, is_twin=asked.twin), 201)

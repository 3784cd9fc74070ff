"""Class screens over HTTP: opened and led by a teacher, joined by a code, answered from phones.

A page that follows a screen asks with the number of what it has seen, and is kept waiting a little if
there is nothing new; then it gets an empty answer and asks again.
"""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Response

from tablewright.house.classroom.class_screens import Wanted
from tablewright.house.screens.class_screen_pages import PhonePage, ProjectorPage, ScreensPage
from tablewright.house.server.addresses.asking import (
    PLAIN,
    Body,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.server.addresses.school import (
    LARGEST,
    MOST_PARTS,
    Named,
    Teacher,
    Trainee,
    Word,
)

router = APIRouter(prefix="/school/screens", tags=["school"])

Number = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
After = Annotated[int, Query(ge=0, le=LARGEST)]


class NewScreen(Body, frozen=True, kw_only=True):
    """A class screen to be opened."""

    game: Word
    drill: Word = ""
    """Every drill that fits a class in turn, if none is named."""
    skill: Named = ""
    seconds: Number = 0
    """How long each question is open; until it is closed, if 0."""
    class_id: Number = 0
    """The class that may join; anyone with the code, if none is named."""


class JoinScreen(Body, frozen=True):
    """What a guest wants to be called on the screen; people with an account have their own name."""

    name: Annotated[str, msgspec.Meta(max_length=100, pattern=PLAIN)] = ""


class AtTurn(Body, frozen=True, kw_only=True):
    """The turn that the leader sees: what was pressed twice is done once."""

    turn: Number
    skips: bool = False
    """Whether the rest of a question of several stages is left out."""


class RemovePerson(Body, frozen=True):
    """The number of a person on the screen."""

    number: Number


class AnswerFromPhone(Body, frozen=True, kw_only=True):
    """What a person answers from their phone."""

    turn: Number
    given: Annotated[dict[str, Any], msgspec.Meta(max_length=MOST_PARTS)]
    """By the part's id; a part that is left out is wrong."""
    seconds: float | None = None


def _news(page: ProjectorPage | PhonePage | None) -> Response:
    """What is new, or an empty answer."""
    return reply(page) if page is not None else Response(status_code=204)


# The teacher's -------------------------------------------------------------------------------------


@router.get(
    "",
    summary="What a class screen can be opened with, and your own that are open",
    responses=responses(401, 403, 429, gives=ScreensPage),
)
async def choices(house: TheHouse, teacher: Teacher) -> Response:
    return reply(await house.class_screens.choices(teacher))


@router.post(
    "",
    status_code=201,
    summary="Open a class screen",
    responses=responses(400, 401, 403, 404, 429, gives=ProjectorPage, status=201),
    openapi_extra=takes(NewScreen),
)
async def open_screen(
    house: TheHouse, teacher: Teacher, asked: Annotated[NewScreen, Depends(taken(NewScreen))]
) -> Response:
    wanted = Wanted(asked.game, asked.drill, asked.skill, asked.seconds, asked.class_id)
    return reply(await house.class_screens.open(teacher, wanted), 201)


@router.get(
    "/{code}",
    summary="A screen of yours as the room sees it; 204 if nothing new came within a while",
    responses=responses(401, 403, 404, 429, gives=ProjectorPage),
)
async def projector(house: TheHouse, teacher: Teacher, code: str, after: After = 0) -> Response:
    return _news(await house.class_screens.projector(teacher, code, after))


@router.post(
    "/{code}/next",
    summary="The next question, or the next stage of this one",
    responses=responses(400, 401, 403, 404, 409, 429, gives=ProjectorPage),
    openapi_extra=takes(AtTurn),
)
async def go_on(
    house: TheHouse, teacher: Teacher, code: str, asked: Annotated[AtTurn, Depends(taken(AtTurn))]
) -> Response:
    screens = house.class_screens
    return reply(await screens.go_on(teacher, code, asked.turn, skips=asked.skips))


@router.post(
    "/{code}/close",
    summary="Close the question and show its results",
    responses=responses(401, 403, 404, 429, gives=ProjectorPage),
    openapi_extra=takes(AtTurn),
)
async def close_question(
    house: TheHouse, teacher: Teacher, code: str, asked: Annotated[AtTurn, Depends(taken(AtTurn))]
) -> Response:
    return reply(house.class_screens.close_question(teacher, code, asked.turn))


@router.post(
    "/{code}/remove",
    summary="Take a person off the screen",
    responses=responses(401, 403, 404, 429, gives=ProjectorPage),
    openapi_extra=takes(RemovePerson),
)
async def remove(
    house: TheHouse,
    teacher: Teacher,
    code: str,
    asked: Annotated[RemovePerson, Depends(taken(RemovePerson))],
) -> Response:
    return reply(house.class_screens.remove(teacher, code, asked.number))


@router.post(
    "/{code}/end",
    summary="End the screen",
    responses=responses(401, 403, 404, 429, gives=ProjectorPage),
)
async def end(house: TheHouse, teacher: Teacher, code: str) -> Response:
    return reply(house.class_screens.end(teacher, code))


# A person's phone ----------------------------------------------------------------------------------


@router.post(
    "/{code}/join",
    summary="Join a class screen by its code",
    responses=responses(400, 401, 403, 404, 429, gives=PhonePage),
    openapi_extra=takes(JoinScreen),
)
async def join(
    house: TheHouse,
    person: Trainee,
    code: str,
    asked: Annotated[JoinScreen, Depends(taken(JoinScreen))],
) -> Response:
    return reply(await house.class_screens.join(person, code, asked.name))


@router.get(
    "/{code}/phone",
    summary="A class screen that you have joined; 204 if nothing new came within a while",
    responses=responses(401, 403, 404, 429, gives=PhonePage),
)
async def phone(house: TheHouse, person: Trainee, code: str, after: After = 0) -> Response:
    return _news(await house.class_screens.phone(person, code, after))


@router.post(
    "/{code}/answer",
    summary="Answer the open question; the same answer sent again counts once",
    responses=responses(400, 401, 403, 404, 409, 429, gives=PhonePage),
    openapi_extra=takes(AnswerFromPhone),
)
async def answer(
    house: TheHouse,
    person: Trainee,
    code: str,
    asked: Annotated[AnswerFromPhone, Depends(taken(AnswerFromPhone))],
) -> Response:
    screens = house.class_screens
    return reply(screens.answer(person, code, asked.turn, asked.given, asked.seconds))


@router.post(
    "/{code}/leave",
    status_code=204,
    summary="Leave a class screen",
    responses=responses(401, 403, 404, 429),
)
async def leave(house: TheHouse, person: Trainee, code: str) -> Response:
    house.class_screens.leave(person, code)
    return Response(status_code=204)

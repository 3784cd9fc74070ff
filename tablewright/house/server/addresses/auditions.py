"""Auditions over HTTP: candidates take them, instructors watch and mark them, the house sets terms."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Response

from tablewright.house.house import House
from tablewright.house.screens.audition_pages import (
    AuditionChoice,
    AuditionListed,
    AuditionNow,
    AuditionOffer,
    AuditionResult,
    AuditionTermsShown,
    AuditionToWatch,
    AuditionWatched,
    RemarkMark,
)
from tablewright.house.screens.journal_pages import JournalLine
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
    MOST_PARTS,
    Teacher,
    TheGame,
    Trainee,
    Word,
)
from tablewright.rules.errors import Refused, quoted
from tablewright.school.auditions.terms import StepPace, Terms

router = APIRouter(prefix="/school", tags=["school"])

Words = Annotated[str, msgspec.Meta(max_length=1000)]
After = Annotated[int, Query(ge=-1, le=LARGEST)]


class NewAudition(Body, frozen=True, kw_only=True):
    """An audition that a person begins."""

    game: Word
    device: Word
    table: Word = ""
    """The table whose readings and payments hold; the game's own, if none is named."""


class AuditionAnswer(Body, frozen=True, kw_only=True):
    """What a candidate does, says, pays, or stops the game for."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
    given: Annotated[dict[str, Any], msgspec.Meta(max_length=MOST_PARTS)]


class NewRemark(Body, frozen=True, kw_only=True):
    """What an instructor marks beside the machine."""

    area: Word
    mark: RemarkMark
    words: Words
    line: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0


class NewMark(Body, frozen=True, kw_only=True):
    """What an instructor says in place of the machine, and why."""

    mark: RemarkMark
    reason: Words


class WhyVoid(Body, frozen=True, kw_only=True):
    """Why an audition does not count."""

    reason: Words


class NewTerms(Body, frozen=True, kw_only=True):
    """The terms of a game's auditions: all of them."""

    minutes: int
    players: int
    goes_wrong: int
    paces: Annotated[dict[Word, StepPace], msgspec.Meta(max_length=20)]
    marks: Annotated[dict[Word, int], msgspec.Meta(max_length=20)]
    rounds_an_hour: int
    decisions_an_hour: int


# Before it begins ----------------------------------------------------------------------------------


@router.get(
    "/games/{id}/audition",
    summary="An audition in a game: what it is, what is marked, and your own so far",
    responses=responses(401, 403, 404, 429, gives=AuditionOffer),
)
async def offer(house: TheHouse, person: Trainee, game: TheGame) -> Response:
    return reply(await house.auditions.offer(person, game.id, _rules(house, game.id)))


def _rules(house: House, game: str) -> list[AuditionChoice]:
    """Open tables that play the game by rules of their own, each ruleset once."""
    found: dict[str, AuditionChoice] = {}
    for id, live in house.floor.tables.items():
        setup = live.table.book.setup
        if setup.game == game and (setup.readings or setup.pay):
            says = f"The rules of table {setup.table}, ruleset {setup.ruleset[:8]}"
            found.setdefault(setup.ruleset, AuditionChoice(id, says))
    return list(found.values())


@router.get(
    "/games/{id}/audition-terms",
    summary="The terms of a game's auditions, as the house has set them",
    responses=responses(401, 403, 404, 429, gives=AuditionTermsShown),
)
async def terms(house: TheHouse, person: Teacher, game: TheGame) -> Response:
    return reply(await house.auditions.terms_shown(game.id))


@router.put(
    "/games/{id}/audition-terms",
    summary="Set the terms of a game's auditions; they hold for those that begin from now on",
    responses=responses(400, 401, 403, 404, 429, gives=AuditionTermsShown),
    openapi_extra=takes(NewTerms),
)
async def set_terms(
    house: TheHouse,
    person: Teacher,
    game: TheGame,
    asked: Annotated[NewTerms, Depends(taken(NewTerms))],
) -> Response:
    return reply(await house.auditions.set_terms(game.id, Terms(**msgspec.structs.asdict(asked))))


# A candidate ---------------------------------------------------------------------------------------


@router.get(
    "/auditions",
    summary="Your own auditions, the newest first",
    responses=responses(401, 403, 429, gives=list[AuditionListed]),
)
async def own(house: TheHouse, person: Trainee) -> Response:
    return reply(await house.auditions.listed(person))


@router.post(
    "/auditions",
    status_code=201,
    summary="Begin an audition",
    responses=responses(400, 401, 403, 404, 429, gives=AuditionNow, status=201),
    openapi_extra=takes(NewAudition),
)
async def begin(
    house: TheHouse, person: Trainee, asked: Annotated[NewAudition, Depends(taken(NewAudition))]
) -> Response:
    readings: dict[str, str] = {}
    pay: dict[str, str] = {}
    if asked.table:
        setup = house.floor.table(asked.table).table.book.setup
        if setup.game != asked.game:
            raise Refused(f"Table {quoted(setup.table)} plays another game: choose another one.")
        readings, pay = dict(setup.readings), dict(setup.pay)
    now = await house.auditions.begin(person, asked.game, asked.device, readings, pay)
    return reply(now, 201)


@router.get(
    "/auditions/watchable",
    summary="The auditions under way that you can watch",
    responses=responses(401, 403, 429, gives=list[AuditionToWatch]),
)
async def watchable(house: TheHouse, person: Teacher) -> Response:
    return reply(await house.auditions.to_watch(person))


@router.get(
    "/auditions/{id}",
    summary="Your audition; with `after`, the table only where it has changed since",
    responses=responses(401, 403, 404, 409, 429, gives=AuditionNow),
)
async def see(house: TheHouse, person: Trainee, id: str, after: After = -1) -> Response:
    return reply(await house.auditions.see(person, id, after))


@router.post(
    "/auditions/{id}/answer",
    summary="Do what is asked, or stop the game; the same sent again counts once",
    responses=responses(400, 401, 403, 404, 409, 429, gives=AuditionNow),
    openapi_extra=takes(AuditionAnswer),
)
async def answer(
    house: TheHouse,
    person: Trainee,
    id: str,
    asked: Annotated[AuditionAnswer, Depends(taken(AuditionAnswer))],
) -> Response:
    return reply(await house.auditions.answer(person, id, asked.turn, asked.given))


@router.post(
    "/auditions/{id}/leave",
    summary="Leave the table, which ends your audition",
    responses=responses(401, 403, 404, 409, 429, gives=AuditionNow),
)
async def leave(house: TheHouse, person: Trainee, id: str) -> Response:
    return reply(await house.auditions.leave(person, id))


# Who watches ---------------------------------------------------------------------------------------


@router.get(
    "/auditions/{id}/watch",
    summary="A candidate's table with the marks so far",
    responses=responses(401, 403, 404, 409, 429, gives=AuditionWatched),
)
async def watch(house: TheHouse, person: Teacher, id: str, after: After = -1) -> Response:
    return reply(await house.auditions.watch(person, id, after))


@router.post(
    "/auditions/{id}/remarks",
    status_code=201,
    summary="Mark something beside the machine",
    responses=responses(400, 401, 403, 404, 409, 429, gives=AuditionWatched, status=201),
    openapi_extra=takes(NewRemark),
)
async def remark(
    house: TheHouse,
    person: Teacher,
    id: str,
    asked: Annotated[NewRemark, Depends(taken(NewRemark))],
) -> Response:
    words = asked.words
    await house.auditions.remark(person, id, asked.area, asked.mark, words, asked.line)
    return reply(await house.auditions.watch(person, id, -1), 201)


@router.post(
    "/auditions/{id}/marks/{n}",
    status_code=201,
    summary="Overrule a mark, with a reason; both are kept",
    responses=responses(400, 401, 403, 404, 409, 429, gives=AuditionResult, status=201),
    openapi_extra=takes(NewMark),
)
async def overrule(
    house: TheHouse,
    person: Teacher,
    id: str,
    n: int,
    asked: Annotated[NewMark, Depends(taken(NewMark))],
) -> Response:
    return reply(await house.auditions.overrule(person, id, n, asked.mark, asked.reason), 201)


@router.post(
    "/auditions/{id}/void",
    status_code=201,
    summary="Declare that an audition does not count, with a reason",
    responses=responses(400, 401, 403, 404, 409, 429, gives=AuditionResult, status=201),
    openapi_extra=takes(WhyVoid),
)
async def declare_void(
    house: TheHouse, person: Teacher, id: str, asked: Annotated[WhyVoid, Depends(taken(WhyVoid))]
) -> Response:
    return reply(await house.auditions.declare_void(person, id, asked.reason), 201)


# What it came to -----------------------------------------------------------------------------------


@router.get(
    "/auditions/{id}/result",
    summary="What an audition came to",
    responses=responses(400, 401, 403, 404, 429, gives=AuditionResult),
)
async def result(house: TheHouse, person: Trainee, id: str) -> Response:
    return reply(await house.auditions.result(person, id))


@router.get(
    "/auditions/{id}/lines",
    summary="The journal of an audition in plain words",
    responses=responses(401, 403, 404, 409, 429, gives=list[JournalLine]),
)
async def lines(house: TheHouse, person: Trainee, id: str) -> Response:
    return reply(await house.auditions.journal_told(person, id))


@router.get(
    "/auditions/{id}/journal",
    summary="The journal of an audition as a file, for `tablewright verify`",
    responses={
        **responses(401, 403, 404, 409, 429),
        200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}},
    },
    response_class=Response,
)
async def journal(house: TheHouse, person: Trainee, id: str) -> Response:
    found = await house.auditions.journal(person, id)
    said = {"Content-Disposition": f'attachment; filename="audition-{id}.jsonl"'}
    return Response(b"".join(found), media_type="application/x-ndjson", headers=said)

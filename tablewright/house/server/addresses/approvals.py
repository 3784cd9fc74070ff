"""Approvals over HTTP: what is approved where and on record; letters as a file; what a change does."""

from datetime import UTC, date, datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from tablewright.games import game as game_named
from tablewright.house.people.approvals import ATTESTERS, Attested
from tablewright.house.people.person import Person
from tablewright.house.screens.approval_pages import ApprovalsPage, approvals_page
from tablewright.house.screens.rule_changes import RulesChange, known_places, rules_change
from tablewright.house.server.addresses.asking import (
    PLAIN,
    Body,
    InPit,
    NotAllowed,
    TheHouse,
    pit,
    reply,
    responses,
    taken,
    takes,
    the_caller,
)
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.letter_files import letters_text, read_letters
from tablewright.rules.on_record import Claim, Evidence
from tablewright.rules.readings import parse_choices
from tablewright.rules.wagers import parse_pay
from tablewright.table.rehearsal import rehearsal_setup

router = APIRouter(prefix="/approvals", tags=["pit"])

TOML = "application/toml"
LETTERS = "/api/approvals/letters"
LARGEST_LETTERS = 250_000
"""Characters in a file of letters."""
LARGEST_LETTERS_BODY = 2 * LARGEST_LETTERS
"""As JSON, in which some characters are written as two."""


async def at_the_page(person: Annotated[Person, Depends(pit)]) -> Person:
    """A person of the pit at the page: no program puts a person's name to a record."""
    if not person.is_at_page:
        raise NotAllowed("A token cannot attest or confirm: sign in at the page.")
    return person


AtPage = Annotated[Person, Depends(at_the_page)]


class NewRecord(Body, frozen=True, kw_only=True):
    """Something that a person attests."""

    jurisdiction: Annotated[str, msgspec.Meta(max_length=60)]
    claim: Claim
    evidence: Evidence
    until: date | None = None
    """The last gaming day on which it holds."""


class Reason(Body, frozen=True):
    """Why a record is withdrawn."""

    reason: Annotated[str, msgspec.Meta(max_length=200)]


class RecordMade(msgspec.Struct, frozen=True):
    """The number of a record in the register."""

    number: int


@router.get(
    "",
    summary="What each jurisdiction asks for, what is on record, and every record there was",
    responses=responses(401, 403, gives=ApprovalsPage),
)
async def listed(house: TheHouse, person: InPit) -> Response:
    return reply(approvals_page(house.approvals, person, datetime.now(UTC).date()))


# Letters as a file ---------------------------------------------------------------------------------


class LettersSent(Body, frozen=True):
    """A file of letters, as another house or this one wrote it."""

    toml: Annotated[str, msgspec.Meta(max_length=LARGEST_LETTERS)]


class LettersEntered(msgspec.Struct, frozen=True):
    """The numbers of the records that wait for a second person, and how many letters were left out."""

    numbers: list[int]
    left_out: int
    """They are here already, or have expired."""


@router.get(
    "/letters.toml",
    summary="The letters on record, as a file that can be versioned",
    responses=responses(401, 403)
    | {200: {"description": "The file", "content": {TOML: {"schema": {"type": "string"}}}}},
)
async def letters(house: TheHouse, person: InPit) -> Response:
    text = letters_text(house.approvals.letters_on_record())
    said = {"Content-Disposition": 'attachment; filename="letters.toml"'}
    return Response(text, media_type=TOML, headers=said)


@router.post(
    "/letters",
    status_code=201,
    summary="Enter the letters of a file; each waits for a second person",
    responses=responses(400, 401, 403, gives=LettersEntered, status=201),
    openapi_extra=takes(LettersSent),
)
async def enter_letters(
    house: TheHouse, person: AtPage, asked: Annotated[LettersSent, Depends(taken(LettersSent))]
) -> Response:
    found = read_letters(asked.toml, "letters.toml")
    made = await house.approvals.enter(person, found)
    entered = LettersEntered([each.number for each in made], len(found) - len(made))
    return reply(entered, 201)


async def may_send_letters(request: Request) -> bool:
    """Whether who asks may send as much as a file of letters."""
    person = await the_caller(request)
    return bool(person.duties & ATTESTERS) and person.is_at_page


# What a change would do ----------------------------------------------------------------------------


Texts = Annotated[tuple[str, ...], Query(max_length=200)]


@router.get(
    "/change",
    summary="What other readings and payments would do to approvals and to those who deal",
    responses=responses(400, 401, 403, gives=RulesChange),
)
async def change(
    house: TheHouse,
    person: InPit,
    game: Annotated[str, Query(max_length=60, pattern=PLAIN)],
    reading: Texts = (),
    pay: Texts = (),
) -> Response:
    of, today = game_named(game), datetime.now(UTC).date()
    readings = parse_choices(of.readings, reading)
    odds = {key: str(each) for key, each in parse_pay(pay).items()}
    places = known_places(house.approvals, today)
    try:
        found = await house.school.courses.aside(rules_change, of.id, readings, odds, places, today)
    except BadDefinition as wrong:
        raise Refused(str(wrong)) from None
    setup = msgspec.structs.replace(rehearsal_setup(of.id, readings=readings), pay=odds)
    dealers = await house.dealers.to_convert(setup)
    return reply(msgspec.structs.replace(found, dealers=dealers))


# Steps ---------------------------------------------------------------------------------------------


@router.post(
    "",
    status_code=201,
    summary="Enter a letter, or attest a condition, an answer or a limit; it waits for a second person",
    responses=responses(400, 401, 403, gives=RecordMade, status=201),
    openapi_extra=takes(NewRecord),
)
async def attest(
    house: TheHouse, person: AtPage, asked: Annotated[NewRecord, Depends(taken(NewRecord))]
) -> Response:
    what = Attested(asked.jurisdiction, asked.claim, asked.evidence, asked.until)
    made = await house.approvals.attest(person, what)
    return reply(RecordMade(made.number), 201)


@router.post(
    "/{number}/confirm",
    summary="Confirm what another person attested: from now on it is on record",
    responses=responses(400, 401, 403, gives=RecordMade),
)
async def confirm(house: TheHouse, person: AtPage, number: int) -> Response:
    made = await house.approvals.confirm(person, number)
    await house.bring_records()
    return reply(RecordMade(made.number))


@router.post(
    "/{number}/withdraw",
    summary="Withdraw a record: tables open on it no longer",
    responses=responses(400, 401, 403, gives=RecordMade),
    openapi_extra=takes(Reason),
)
async def withdraw(
    house: TheHouse, person: AtPage, number: int, asked: Annotated[Reason, Depends(taken(Reason))]
) -> Response:
    made = await house.approvals.withdraw(person, number, asked.reason)
    await house.bring_records()
    return reply(RecordMade(made.number))

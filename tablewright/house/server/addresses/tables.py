"""Tables over HTTP: the lobby, a table's description, views and commands, advice and history."""

import asyncio
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from tablewright.advice import Advice, document
from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.people.approvals import Approvals
from tablewright.house.people.person import (
    OPENERS,
    TEACHERS,
    WATCH,
    Person,
    posts_of,
    posts_to_take,
)
from tablewright.house.screens import orders
from tablewright.house.screens.gaming_day import day_of
from tablewright.house.screens.history import History
from tablewright.house.screens.messages import TableMessage
from tablewright.house.screens.table_descriptions import (
    LobbyRow,
    TableDescription,
    Yours,
    lobby_row,
)
from tablewright.house.server.addresses.asking import (
    PLAIN,
    ActiveUser,
    Body,
    NotAllowed,
    Onlooker,
    Staff,
    TheHouse,
    TheTable,
    refusal,
    reply,
    responses,
    taken,
    takes,
    too_many,
)
from tablewright.house.tables.floor import APPROVAL_FROM, staff
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.own_rounds import history_of, own_rounds
from tablewright.house.tables.refusals import Stale
from tablewright.rules.errors import Forbidden, Refused, quoted
from tablewright.rules.language import say
from tablewright.rules.on_record import Records
from tablewright.table.approval import APPROVED_RULES, refuse_opening
from tablewright.table.setup import (
    AUTOMATIC,
    DENOMINATIONS,
    SUPERVISOR_STEPS,
    Book,
    Setup,
    usual_float,
)

router = APIRouter(prefix="/tables", tags=["tables"])

As = Annotated[str, Query(alias="as", max_length=20)]
T = TypeVar("T")


class TableMade(msgspec.Struct, frozen=True):
    """The name by which a new table is asked for."""

    id: str


class TableStatus(msgspec.Struct, frozen=True):
    """What a table is now."""

    status: str


class CommandWritten(msgspec.Struct, frozen=True):
    """A command was carried out: how many lines the journal has."""

    id: str
    seq: int


def row(live: LiveTable, person: Person) -> LobbyRow:
    """A table as the lobby lists it for one person."""
    place, room = live.place_of(person), live.room
    yours = Yours(
        place,
        [] if place else posts_of(person, live.table),
        [] if place else posts_to_take(person, live.table, room.house.roster),
        may_close(live, person),
    )
    row = lobby_row(live.id, live.table, live.options, room.pace.present, yours)
    if room.seating.is_full(live.table):  # Simulated players make room for people.
        row.taken = {at: name for at, name in row.taken.items() if int(at) in room.seating.people}
    return row


@router.get("", summary="Every table that is not closed", responses=responses(gives=list[LobbyRow]))
async def lobby(house: TheHouse, person: Onlooker) -> Response:
    return reply(await of_each(house, lambda live: row(live, person)))


async def of_each(house: House, look: Callable[[LiveTable], T]) -> list[T]:
    """What is seen of every table, each as it is written."""
    return await asyncio.gather(
        *(live.when_written(partial(look, live)) for live in house.floor.rows())
    )


# Opening and closing -------------------------------------------------------------------------------


Cents = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
Word = Annotated[str, msgspec.Meta(max_length=60, pattern=PLAIN)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=3600)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class NewTable(Body, frozen=True, kw_only=True):
    """A table to be set up."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    game: Annotated[str, msgspec.Meta(max_length=40)]
    is_practice: bool = True
    is_rehearsal: bool = False
    device: Word = ""
    is_keyed: bool = False
    readings: Annotated[dict[str, str], msgspec.Meta(max_length=50)] = msgspec.field(
        default_factory=dict
    )
    limits: Annotated[dict[str, tuple[Cents, Cents]], msgspec.Meta(max_length=50)] = msgspec.field(
        default_factory=dict
    )
    maximum_payouts: Annotated[dict[str, Cents], msgspec.Meta(max_length=50)] = msgspec.field(
        default_factory=dict
    )
    pay: Annotated[dict[str, Word], msgspec.Meta(max_length=100)] = msgspec.field(
        default_factory=dict
    )
    denominations: Annotated[tuple[Cents, ...], msgspec.Meta(max_length=20)] = DENOMINATIONS
    float_chips: Annotated[dict[Cents, Count], msgspec.Meta(max_length=20)] | None = None
    """The usual float, if none is given."""
    automatic: (
        Literal["all", "supervisors", "none"]
        | Annotated[list[Word], msgspec.Meta(max_length=len(AUTOMATIC))]
    ) = "all"
    """What the house does by itself: in a word, or step by step."""
    dealer: Word = ""
    inspector: Word = ""
    surveillance: Word = ""
    patrons: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0
    decide_seconds: Seconds = 0
    bet_seconds: Seconds = 0
    dealer_away_seconds: Annotated[int, msgspec.Meta(ge=5, le=3600)] = 60
    has_advice: bool = True
    pace: Annotated[float, msgspec.Meta(ge=0, le=3)] = 1.0
    approval_from: Cents | None = APPROVAL_FROM
    dealer_wagers: bool = False
    takes_tips: bool = True
    returns_small_wagers: bool = False
    personal_limits: bool = False
    deals_from_right: bool = True
    settles_from_right: bool = True
    card_change_minutes: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    certified_only: bool | None = None
    """Whether only certified dealers deal there; at a table for money as the house has it, if null."""
    jurisdiction: Word = "general"


STEPS = {"all": None, "supervisors": SUPERVISOR_STEPS, "none": ()}
"""What the house does by itself: all that it may, the supervisors' steps for practice, or nothing."""
SAID_ALIKE = tuple(name for name in Setup.__struct_fields__ if name in NewTable.__struct_fields__)
"""What a new table and a set-up call by one name."""


@router.post(
    "",
    status_code=201,
    summary="Set up a table; a practice table is opened at once",
    responses=responses(400, 401, 403, gives=TableMade, status=201),
    openapi_extra=takes(NewTable),
)
async def open_table(
    house: TheHouse, person: Staff, asked: Annotated[NewTable, Depends(taken(NewTable))]
) -> Response:
    if not person.duties & OPENERS:
        raise NotAllowed(
            "You cannot open a table: surveillance only watches."
            " Ask a dealer, an inspector, a pit boss or an instructor to open it."
        )
    if not asked.is_practice and "pit-boss" not in person.duties:
        raise NotAllowed("You cannot open a table for money: ask a pit boss to open it.")
    await _refuse_strangers(house, asked)
    if asked.patrons and not asked.is_practice:
        raise Forbidden(
            "Simulated players sit only at practice tables: leave them out here.", "house.patrons"
        )
    day = day_of(await house.gaming_days.now(), house.takings.now())
    setup = _setup(asked, person, day, house.approvals.on_record(asked.jurisdiction))
    _refuse_undecided(setup, house.approvals)
    options = Options(
        opened_by=person.name,
        has_advice=asked.has_advice,
        bet_seconds=asked.bet_seconds,
        decide_seconds=asked.decide_seconds,
        dealer_away_seconds=asked.dealer_away_seconds,
        patrons=asked.patrons,
        certified_only=await _certified_only(house, asked),
        pace=asked.pace,
    )
    live = await house.floor.open(setup, options)
    await house.bring_records()
    return reply(TableMade(live.id), 201)


async def _certified_only(house: House, asked: NewTable) -> bool:
    """Whether only certified dealers deal: as asked, or as the house has it at tables for money."""
    if asked.certified_only is not None:
        return asked.certified_only
    return not asked.is_practice and (await house.school.policy.now()).certified_only


def _setup(asked: NewTable, person: Person, day: date, on_record: Records) -> Setup:
    """What is asked for in a gaming day; what both call by one name is taken as it is."""
    said = asked.automatic
    chosen: dict[str, Any] = {name: getattr(asked, name) for name in SAID_ALIKE}
    chosen["automatic"] = tuple(said) if isinstance(said, list) else STEPS[said]
    if asked.float_chips is None:
        chosen["float_chips"] = usual_float(asked.denominations)
    return Setup(
        day=day,
        on_record=on_record,
        staff=staff(
            asked.dealer,
            asked.inspector,
            "" if asked.is_practice else person.name,
            asked.surveillance,
        ),
        **chosen,
    )


async def _refuse_strangers(house: TheHouse, asked: NewTable) -> None:
    """Refuse a name for a post whose account does not have that duty."""
    for post, name in (
        ("dealer", asked.dealer),
        ("inspector", asked.inspector),
        ("surveillance", asked.surveillance),
    ):
        if name and not await house.may_be_named(name, post, is_practice=asked.is_practice):
            raise Refused(
                say(
                    "{name} cannot be the {post}: name a person whose account has that duty.",
                    name=quoted(name),
                    post=post,
                )
            )


def _refuse_undecided(setup: Setup, register: Approvals) -> None:
    """Refuse a table that could not open: the pit has not chosen a reading, or a record is lacking."""
    book = Book(setup)
    try:
        refuse_opening(book, setup.on_record)
    except Forbidden as refused:
        entry = register.withdrawn_letter(setup.jurisdiction, book.ruleset)
        if refused.rule != APPROVED_RULES or entry is None or entry.withdrawn is None:
            raise
        raise Forbidden(
            say(
                "{refused} Letter {reference} approved it until {name} withdrew it on {date}:"
                " {reason}",
                refused=refused,
                reference=entry.what.evidence.reference,
                name=entry.withdrawn.name,
                date=entry.withdrawn.at.date(),
                reason=entry.reason,
            ),
            refused.rule,
        ) from None


def may_close(live: LiveTable, person: Person) -> bool:
    """Whether a person may have the house close a practice table: its opener, or a teacher."""
    is_opener = bool(person.name) and live.options.opened_by == person.name
    return live.table.book.setup.is_practice and (is_opener or bool(person.duties & TEACHERS))


@router.post(
    "/{id}/close",
    summary="Have the house close a practice table, after the round",
    responses=responses(400, 401, 403, 404, gives=TableStatus),
)
async def close_table(live: TheTable, person: ActiveUser) -> Response:
    if not live.table.book.setup.is_practice:
        raise NotAllowed(
            "You cannot close a table for money here: its staff close it, step by step."
        )
    if not may_close(live, person):
        raise NotAllowed(
            say(
                "You cannot close this table: ask {opened_by}, who opened it.",
                opened_by=live.options.opened_by,
            )
        )
    await live.close_when_clear()
    return reply(TableStatus(live.table.state.status))


# Looking -------------------------------------------------------------------------------------------


@router.get(
    "/{id}", summary="A table as it was set up", responses=responses(404, gives=TableDescription)
)
async def described(live: TheTable) -> Response:
    return reply(live.room.screen.description)


@router.get(
    "/{id}/view",
    summary="What you see of a table and may do at it",
    responses=responses(403, 404, gives=TableMessage),
)
async def seen(live: TheTable, person: Onlooker, acting: As = WATCH) -> Response:
    return Response(await live.snapshot(person, acting), media_type="application/json")


# Acting --------------------------------------------------------------------------------------------


@router.post(
    "/{id}/commands",
    summary="Give a command; answered once it is written down",
    responses=responses(400, 401, 403, 404, 409, 429, gives=CommandWritten),
    openapi_extra=takes(orders.Sent),
)
async def command(
    house: TheHouse, live: TheTable, person: ActiveUser, request: Request
) -> Response:
    if wait := house.allowance.take(person.key):
        return too_many(
            say("Too many commands at once: wait {wait} s, then try again.", wait=wait), wait
        )
    person, sent = await house.signed(person, orders.decode(await request.body()))
    await house.prepare(live, person, sent.do)
    try:
        seq = await live.ask(person, sent)
    except Stale as stale:
        return refusal(stale, await live.snapshot(person, sent.acting))
    return reply(CommandWritten(sent.id, seq))


# A player's own ------------------------------------------------------------------------------------


def _own_place(live: LiveTable, person: Person) -> int:
    place = live.place_of(person)
    if not place:
        raise Refused("You have no seat at this table: sit down first.")
    return place


@router.get(
    "/{id}/advice",
    summary="What each choice is worth to you now",
    responses=responses(400, 401, 403, 404, gives=Advice),
)
async def advice(live: TheTable, person: ActiveUser) -> Response:
    if not live.options.has_advice:
        raise NotAllowed("This table was opened without advice.")
    asked = await live.when_written(lambda: live.room.screen.advice(_own_place(live, person)))
    return reply(await asyncio.to_thread(document, asked))


@router.get(
    "/{id}/history",
    summary="Your rounds at this table, the newest first",
    responses=responses(400, 401, 403, 404, gives=History),
)
async def history(
    house: TheHouse,
    live: TheTable,
    person: ActiveUser,
    before: Annotated[int | None, Query(ge=1, le=10**9)] = None,
) -> Response:
    # Whose they are is settled now: another may have the place when they have been read.
    asked = await live.when_written(lambda: own_rounds(live.room, _own_place(live, person), before))
    return reply(await history_of(house.ledger, asked))

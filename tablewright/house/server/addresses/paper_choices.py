"""What papers are asked for: a table or a choice, and what it is compared with where a change is."""

from datetime import UTC, date, datetime
from typing import Annotated, NamedTuple

import msgspec
from fastapi import Depends, Path, Query

from tablewright.games import game
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.screens.paper_orders import PaperOrder, without_staff
from tablewright.house.screens.print_shop import APPLICATION, CHANGE_REQUEST, DOCUMENTS
from tablewright.house.server.addresses.asking import PLAIN, NotThere
from tablewright.house.server.addresses.exports import refuse_who_counts
from tablewright.house.tables.floor import APPROVAL_FROM
from tablewright.rules.errors import BadDefinition, Refused, listed, quoted
from tablewright.rules.jurisdictions import jurisdiction
from tablewright.rules.readings import parse_choices
from tablewright.rules.wagers import parse_pay
from tablewright.table.setup import Setup

FIRST_YEAR, LAST_YEAR = 2000, 2099

Texts = Annotated[tuple[str, ...], Query(max_length=200)]
Word = Annotated[str, Query(max_length=60, pattern=PLAIN)]


class Choice(NamedTuple):
    """What papers are asked for."""

    table: str
    game: str
    jurisdiction: str
    submission: str
    readings: tuple[str, ...]
    pay: tuple[str, ...]
    day: date | None
    against: str = ""


class Orders(NamedTuple):
    """What is printed, and what it is compared with, if anything."""

    order: PaperOrder
    before: PaperOrder | None


def choice(
    table: Annotated[str, Query(max_length=80, pattern=PLAIN, description="A table's id")] = "",
    game: Word = "",
    jurisdiction: Word = "general",
    submission: Word = "",
    reading: Texts = (),
    pay: Texts = (),
    day: date | None = None,
    against: Annotated[
        str,
        Query(
            max_length=100,
            pattern=PLAIN,
            description="For a change request: manual, table:ID, or pack:ID of a manifest sent before",
        ),
    ] = "",
) -> Choice:
    """A table, whose set-up says the rest; or a game, with what the house usually has there."""
    return Choice(table, game, jurisdiction, submission, reading, pay, day, against)


TheChoice = Annotated[Choice, Depends(choice)]
DocumentName = Annotated[str, Path(max_length=60)]


async def order_of(house: House, asked: Choice) -> PaperOrder:
    """The order that a choice makes; refused if there is no such table or game."""
    if asked.table:
        if asked.game or asked.readings or asked.pay or asked.day:
            raise Refused("A table has its own game, readings, payments and day: leave them out.")
        setup = without_staff(house.floor.table(asked.table).table.book.setup)
    else:
        setup = _usual(house, asked)
    named = await house.letterheads.house(setup.game, setup.jurisdiction, asked.submission)
    return PaperOrder(setup=setup, house=named)


def _usual(house: House, asked: Choice) -> Setup:
    """The set-up of a table of a game, as the house usually has it."""
    if not asked.game:
        raise Refused("Choose a table or a game: its papers are printed.")
    of, place = game(asked.game), jurisdiction(asked.jurisdiction)
    day = asked.day or datetime.now(UTC).date()
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Refused(f"day is {day}: expected a day from {FIRST_YEAR} to {LAST_YEAR}")
    try:
        readings = parse_choices(of.readings, asked.readings)
    except BadDefinition as wrong:
        raise Refused(str(wrong)) from None
    return Setup(
        table="1",
        game=of.id,
        day=day,
        readings=readings,
        pay={key: str(odds) for key, odds in parse_pay(asked.pay).items()},
        jurisdiction=place.id,
        on_record=house.approvals.on_record(place.id),
        approval_from=APPROVAL_FROM,
    )


# What it is compared with --------------------------------------------------------------------------


async def orders_of(house: House, person: Person, asked: Choice, name: str = "") -> Orders:
    """What a choice makes, with what it is compared with; refused where a document needs that.

    A change states the float where two tables differ in it, so that nobody reads it who is to count.
    """
    if not asked.against:
        if name == CHANGE_REQUEST:
            raise Refused("A change request compares two packs: choose what to compare with.")
        return Orders(await order_of(house, asked), None)
    kind, _, id = asked.against.partition(":")
    if kind == "table":
        await refuse_who_counts(house, person, id)
    await refuse_who_counts(house, person, asked.table)
    order = await order_of(house, asked)
    records = house.approvals.on_record(order.setup.jurisdiction)  # A request speaks of today's.
    setup = msgspec.structs.replace(order.setup, on_record=records)
    order = msgspec.structs.replace(order, setup=setup)
    before = _before(house, order, kind, id)
    if before.setup.game != setup.game:
        of, other = game(setup.game).name, game(before.setup.game).name
        raise Refused(f"That is of {other}: compare {of} with {of}.")
    return Orders(order, before)


def _before(house: House, order: PaperOrder, kind: str, id: str) -> PaperOrder:
    """What an order is compared with."""
    match kind:
        case "manual" if not id:
            own = msgspec.structs.replace(order.setup, ruleset="", readings={}, pay={})
            return msgspec.structs.replace(order, setup=own)
        case "table":
            setup = without_staff(house.floor.table(id).table.book.setup)
            return msgspec.structs.replace(order, setup=setup)
        case "pack":
            return house.print_shop.earlier.find(id)
    raise Refused(f"against is {quoted(f'{kind}:{id}')}: expected manual, table:ID or pack:ID")


# Which document ------------------------------------------------------------------------------------


def document(name: DocumentName) -> str:
    """A document's name; refused if there is none of that name."""
    known = (*DOCUMENTS, CHANGE_REQUEST, APPLICATION)
    if name not in known:
        raise NotThere(f"there is no document {quoted(name)}: expected {listed(known)}")
    return name


ADocument = Annotated[str, Depends(document)]

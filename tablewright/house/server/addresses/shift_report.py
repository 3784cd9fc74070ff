"""The report on a shift or a gaming day, on the screen and as a document, for the pit.

Who is to count the chips of a table does not find it in there.
"""

import asyncio
from datetime import date, datetime
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response

from tablewright.house.books.entries import KeptTable
from tablewright.house.house import House
from tablewright.house.screens.alert_pages import MONEY_KNOWN
from tablewright.house.screens.alert_words import shown
from tablewright.house.screens.gaming_day import Period, day_of, periods
from tablewright.house.screens.handover_pages import Handover
from tablewright.house.screens.paper_orders import PaperOrder, without_staff
from tablewright.house.screens.shift_report import (
    Part,
    ReportedAlert,
    ShiftReport,
    SignedHead,
    part_of,
    report_of,
)
from tablewright.house.screens.shift_report_paper import document_of
from tablewright.house.screens.zip_files import MEDIA_TYPE as ZIP
from tablewright.house.screens.zip_files import packed
from tablewright.house.server.addresses.asking import InPit, TheHouse, reply, responses
from tablewright.house.server.addresses.overview import blind_to
from tablewright.house.server.addresses.papers import PDF, gives_file, sent
from tablewright.house.tables.floor_courses import period_shown
from tablewright.house.tables.live import LiveTable
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import signature_name
from tablewright.table.acts.forms import FORMS, forms_open

router = APIRouter(prefix="/pit/report", tags=["pit"])

MOST_TABLES = 2000
"""So many closed tables are looked through for those of the period."""
ADay = Annotated[str, Query(alias="day", max_length=10, pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
APeriod = Annotated[str, Query(alias="period", max_length=10)]
ForPractice = Annotated[bool, Query(alias="practice")]


class Made(msgspec.Struct, frozen=True):
    """A report, with what its document is printed for."""

    report: ShiftReport
    parts: dict[str, Part]
    period: Period


async def the_report(
    house: TheHouse,
    person: InPit,
    day: ADay = "",
    asked: APeriod = "",
    is_practice: ForPractice = False,
) -> Made:
    """What every address here answers with, in its own form."""
    settings, now = await house.gaming_days.now(), house.takings.now()
    try:
        chosen = date.fromisoformat(day) if day else day_of(settings, now)
    except ValueError:
        raise Refused(f"day: expected a date such as 2026-03-01, not {quoted(day)}") from None
    every = periods(settings, chosen)
    period = next((each for each in every if each.id == (asked or every[0].id)), None)
    if period is None:
        ids = ", ".join(each.id for each in every)
        raise Refused(f"period: expected {ids}, not {quoted(asked)}")
    if period.begins > now:
        raise Refused("That period has not begun: choose one that has.")
    blind = blind_to(house, person)
    parts, left_out = await _parts(house, period, now, blind, is_practice=is_practice)
    found = report_of(
        period_shown(settings, period, now),
        settings.zone,
        parts,
        _alerts(house, period, blind, is_practice=is_practice),
        await _handovers(house, period),
        await _unsigned(house, parts),
        left_out,
        await _heads(house, parts),
        is_practice=is_practice,
        is_over=period.ends <= now,
    )
    return Made(found, parts, period)


TheReport = Annotated[Made, Depends(the_report)]


@router.get(
    "",
    summary="The report on a gaming day or a shift, read from the journals",
    responses=responses(400, 401, 403, gives=ShiftReport),
)
async def report(made: TheReport) -> Response:
    return reply(made.report)


@router.get(".pdf", summary="The same as a document", responses=gives_file(PDF))
async def as_pdf(house: TheHouse, request: Request, made: TheReport) -> Response:
    return sent(request, await _printed(house, made), PDF, f"{_name(made)}.pdf")


@router.get(
    ".zip",
    summary="The document and its figures as JSON, with the house's signature of both",
    responses=gives_file(ZIP),
)
async def as_zip(house: TheHouse, request: Request, made: TheReport) -> Response:
    name = _name(made)
    files = {
        f"{name}.pdf": await _printed(house, made),
        f"{name}.json": msgspec.json.format(msgspec.json.encode(made.report), indent=1) + b"\n",
    }
    if house.signing.is_able:
        for file in list(files):
            files[signature_name(file)] = await house.signing.signature(file, files[file])
    return sent(request, await asyncio.to_thread(packed, files), ZIP, f"{name}.zip")


def _name(made: Made) -> str:
    which = made.period.name.lower().replace(" ", "-") or "day"
    plain = "".join(each for each in which if each.isascii() and (each.isalnum() or each == "-"))
    return f"shift-report-{made.period.day}-{plain or made.period.id}"


async def _printed(house: House, made: Made) -> bytes:
    """The report as PDF, printed by the press."""
    if not made.parts:
        raise Refused("No table was open in that period: there is nothing to report.")
    setup = without_staff(next(iter(made.parts.values())).book.setup)
    named = await house.letterheads.house(setup.game, setup.jurisdiction)
    named = msgspec.structs.replace(named, name=named.name or "The house")  # It is of no one game.
    zone = (await house.gaming_days.now()).tz
    order = PaperOrder(setup=msgspec.structs.replace(setup, day=made.period.day), house=named)
    return await house.print_shop.document(order, document_of(made.report, zone))


async def _parts(
    house: House, period: Period, now: datetime, blind: set[str], *, is_practice: bool
) -> tuple[dict[str, Part], list[str]]:
    """Every table that was open in the period, and the names of those that are left out."""
    closed = await house.ledger.every_table(is_closed=True, limit=MOST_TABLES)
    rows = [*await house.ledger.every_table(), *closed]
    archived = await house.archiving.archives.among([row.id for row in rows])
    parts, left_out = {}, []
    for row in rows:
        if row.is_practice != is_practice or not isinstance(row, KeptTable):
            continue
        if row.created >= period.ends or (row.closed and row.closed < period.begins):
            continue
        if row.id in blind or row.id in archived:
            left_out.append(row.table)
            continue
        lines = await house.ledger.lines(row.id)
        if not lines:
            continue
        make = partial(part_of, row.id, lines, period.begins, period.ends, now)
        try:
            part = await asyncio.to_thread(make)
        except Refused:
            left_out.append(row.table)
            continue
        if part is not None:
            parts[row.id] = part
    return parts, left_out


def _alerts(
    house: House, period: Period, blind: set[str], *, is_practice: bool
) -> list[ReportedAlert]:
    register = house.alerts.register
    found = [
        each
        for each in (*register.waiting, *register.earlier)
        if each.is_practice == is_practice
        and period.begins <= each.raised < period.ends
        and not (each.kind in MONEY_KNOWN and each.table in blind)
    ]
    return [
        ReportedAlert(
            at=each.raised,
            table=said.table_name,
            says=f"{said.title}: {said.says}",
            taken_by=list(dict.fromkeys(taking.name for taking in each.taken)),
            ended=each.cleared.isoformat() if each.cleared else "",
            reason=each.reason,
        )
        for each in sorted(found, key=lambda each: (each.raised, each.id))
        for said in [shown(each)]
    ]


async def _handovers(house: House, period: Period) -> list[Handover]:
    """The handovers of the pit that were taken in the period."""
    return [
        each
        for each in await house.handovers.all()
        if each.outcome == "taken" and each.ended and period.begins <= each.ended < period.ends
    ]


async def _heads(house: House, parts: dict[str, Part]) -> dict[str, SignedHead]:
    """What the house has signed of the journals of a report."""
    found = {}
    for id, part in parts.items():
        head = await house.signing.signatures.head_over(id, part.lines)
        if head is not None:
            found[id] = SignedHead(
                lines=head.number("lines"),
                hash=head.text("hash"),
                number=head.number("number"),
                key=head.key,
                at=head.at,
            )
    return found


async def _unsigned(house: House, parts: dict[str, Part]) -> list[str]:
    """What waits to be signed now at tables of the report."""
    lives = [live for id in parts if (live := house.floor.tables.get(id))]
    return [
        each
        for live in lives
        for each in await live.when_written(partial(waits_to_be_signed, live))
    ]


def waits_to_be_signed(live: LiveTable) -> list[str]:
    """What waits for a signature at a table, each under the table's name."""
    table = live.table
    forms = [*forms_open(table), *(slip.form for slip in table.state.slips.values())]
    return [f"{table.book.setup.table}: {FORMS.get(form, form)}" for form in forms]

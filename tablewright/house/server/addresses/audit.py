"""The audit over HTTP: a page of it, and as files with the house's signature.

An administrator or surveillance reads it, at the page or by a program's token.
"""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import StreamingResponse

from tablewright.house.books.audit import FILE, MOST_SHOWN, Asked, content, signed_content
from tablewright.house.books.audit_entries import COMMAND_LINE, THE_HOUSE, WHAT, AuditEntry
from tablewright.house.books.entries import as_text
from tablewright.house.house import House
from tablewright.house.people.accounts import ACCOUNT
from tablewright.house.people.person import Person
from tablewright.house.screens.audit_pages import AuditRow, AuditShown, as_file, row
from tablewright.house.screens.comma_separated import MEDIA_TYPE
from tablewright.house.server.addresses.asking import (
    PLAIN,
    NotAllowed,
    NotThere,
    TheHouse,
    active_user,
    reply,
    responses,
)
from tablewright.house.server.addresses.exports import NO_KEY
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say
from tablewright.signing.files import signature_name

router = APIRouter(tags=["audit"])

AUDITORS = frozenset(("administrator", "surveillance"))
"""The duties that read the audit: who runs the house, and who watches over those."""
MOST_ROWS = 100_000
"""How many a file of comma-separated values has at most."""
CSV_FILE = "audit.csv"


async def auditor(person: Annotated[Person, Depends(active_user)]) -> Person:
    if not person.duties & AUDITORS:
        raise NotAllowed(
            "Only an administrator or surveillance can read the audit: ask one of them."
        )
    return person


async def asked(
    house: TheHouse,
    person: Annotated[Person, Depends(auditor)],
    who: Annotated[
        str,
        Query(
            max_length=100,
            pattern=PLAIN,
            description="By whom, or to whom: an account's name or number, or its key",
        ),
    ] = "",
    what: Annotated[str, Query(max_length=40, pattern=PLAIN, description="What was done")] = "",
    subject: Annotated[
        str, Query(max_length=300, pattern=PLAIN, description="What to: a table, a setting, a file")
    ] = "",
    since: Annotated[datetime | None, Query(description="Not before this moment")] = None,
    until: Annotated[datetime | None, Query(description="Before this moment")] = None,
) -> Asked:
    """Which entries are asked for."""
    if what and what not in WHAT:
        raise Refused(f"what is {quoted(what)}: expected one of those that /api/audit lists")
    return Asked(
        await _key(house, who.strip()),
        (what,) if what else (),
        subject,
        _moment(since),
        _moment(until),
    )


Auditor = Annotated[Person, Depends(auditor)]
Wanted = Annotated[Asked, Depends(asked)]
UpTo = Annotated[
    int | None,
    Query(ge=0, le=2**31 - 1, description="Only the first so many; it goes on meanwhile"),
]


async def _key(house: House, who: str) -> str:
    """By what the audit knows those who are asked for."""
    if who.isascii() and who.isdecimal():
        return f"{ACCOUNT}{who}"
    if not who or who in (THE_HOUSE, COMMAND_LINE) or who.startswith((ACCOUNT, "g:")):
        return who
    account = await house.accounts.by_name(who)
    if account is None:
        raise Refused(say("There is no account {name}: check the name.", name=quoted(who)))
    return account.key


def _moment(at: datetime | None) -> str:
    if at is None:
        return ""
    try:
        return as_text(at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC))
    except OverflowError:
        raise Refused(f"{at.isoformat()} is no moment in UTC: expected another") from None


@router.get(
    "/audit",
    summary="Who did what in the running of the house, the newest first",
    responses=responses(400, 401, 403, gives=AuditShown),
)
async def audit(
    house: TheHouse,
    wanted: Wanted,
    before: UpTo = None,
    limit: Annotated[int, Query(ge=1, le=MOST_SHOWN)] = 50,
) -> Response:
    page = await house.audit.page(wanted, before, limit)
    return reply(
        AuditShown(
            entries=await _rows(house, page.entries),
            has_more=page.has_more,
            last=page.last,
            what=list(WHAT),
        )
    )


async def _rows(house: House, entries: list[AuditEntry]) -> list[AuditRow]:
    keys = {each.who for each in entries} | {each.subject for each in entries}
    names = await house.audit.names(keys)
    return [row(each, names) for each in entries]


def _gives(kind: str) -> dict[int | str, dict[str, Any]]:
    content = {kind: {"schema": {"type": "string"}}}
    return {**responses(400, 401, 403, 404), 200: {"content": content}}


def _named(file: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{file}"'}


@router.get(
    "/audit.jsonl",
    summary="The whole audit as a file, as `tablewright verify` reads it",
    responses=_gives("application/x-ndjson"),
    response_class=StreamingResponse,
)
async def export(house: TheHouse, person: Auditor, entries: UpTo = None) -> Response:
    pieces = content(house.audit, entries)
    return StreamingResponse(pieces, media_type="application/x-ndjson", headers=_named(FILE))


@router.get(
    "/audit.jsonl.signed.json",
    summary="Its signature, to lie beside it: the signed heads, and a statement over that file",
    responses=_gives("application/json"),
    response_class=Response,
)
async def signature(house: TheHouse, person: Auditor, entries: UpTo = None) -> Response:
    _refuse_without_key(house)
    last = (await house.audit.page(limit=1)).last
    made = await signed_content(
        house.audit, house.signing, last if entries is None else min(entries, last)
    )
    return _signature(FILE, made)


@router.get(
    "/audit.csv",
    summary="The entries that are asked for, as comma-separated values",
    responses=_gives("text/csv"),
    response_class=Response,
)
async def export_rows(house: TheHouse, wanted: Wanted, entries: UpTo = None) -> Response:
    made = await _file(house, wanted, entries)
    return Response(made, media_type=MEDIA_TYPE, headers=_named(CSV_FILE))


@router.get(
    "/audit.csv.signed.json",
    summary="The signature of that file, to lie beside it",
    responses=_gives("application/json"),
    response_class=Response,
)
async def rows_signature(house: TheHouse, wanted: Wanted, entries: UpTo = None) -> Response:
    _refuse_without_key(house)
    made = await house.signing.signature(CSV_FILE, await _file(house, wanted, entries))
    return _signature(CSV_FILE, made)


async def _file(house: House, wanted: Asked, entries: int | None) -> bytes:
    rows: list[AuditRow] = []
    async for some in house.audit.every(wanted, entries):
        rows += await _rows(house, some)
        if len(rows) > MOST_ROWS:
            raise Refused(
                say(
                    "There are more than {most} entries: ask for fewer days, or take the whole audit.",
                    most=MOST_ROWS,
                )
            )
    return as_file(rows)


def _signature(file: str, made: bytes) -> Response:
    """The signature of a file, to lie beside it."""
    return Response(made, media_type="application/json", headers=_named(signature_name(file)))


def _refuse_without_key(house: House) -> None:
    if not house.signing.is_able:
        raise NotThere(NO_KEY)

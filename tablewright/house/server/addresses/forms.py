"""Forms over HTTP: those that a table's journal fills, in one file, and each kind to look through.

They are made of what was recorded, and so are for those who may read the journal: never for those who
are to count the chips there now.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Path, Request, Response

from tablewright.house.books.formats import refused_journal
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.screens.earlier_packs import MANIFEST
from tablewright.house.screens.paper_orders import KeptJournal, PaperOrder, without_staff
from tablewright.house.screens.paper_pages import PaperShown, paper_shown
from tablewright.house.screens.zip_files import MEDIA_TYPE as ZIP
from tablewright.house.server.addresses.asking import InPit, NotThere, TheHouse, reply, responses
from tablewright.house.server.addresses.exports import (
    Lines,
    file_name,
    refuse_unknown,
    refuse_who_counts,
)
from tablewright.house.server.addresses.papers import PDF, PNG, gives_file, sent
from tablewright.house.tables.floor import NoSuchTable
from tablewright.house.tables.quarantine import reason
from tablewright.papers.forms.kinds import KINDS
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.table.acts import SetUp
from tablewright.table.journal import FORMAT, OtherFormat, decoded
from tablewright.table.setup import Setup

router = APIRouter(tags=["pit"])

LARGEST_JOURNAL = 48_000_000
"""In bytes: several nights at a full table. What is more takes the command a while, and no server."""
NAMES = tuple(kind.name for kind in KINDS)


class Filling(NamedTuple):
    """A journal, and whom its forms are printed for."""

    order: PaperOrder
    journal: KeptJournal


def form_kind(kind: Annotated[str, Path(max_length=60)]) -> str:
    """The name of a kind of forms; refused if there is none of that name."""
    if kind not in NAMES:
        raise NotThere(f"there is no form {quoted(kind)}: expected {listed(NAMES)}")
    return kind


AKind = Annotated[str, Depends(form_kind)]


@asynccontextmanager
async def filling(
    house: House, person: Person, id: str, lines: int | None
) -> AsyncIterator[Filling]:
    """What fills the forms of a table; few journals are held in memory at once."""
    await refuse_unknown(house, id)
    await refuse_who_counts(house, person, id)
    async with house.print_shop.journals:
        await refuse_who_counts(house, person, id)  # It may have taken a while.
        content = await _journal(house, id, lines)
        setup = _setup(id, content)
        named = await house.letterheads.house(setup.game, setup.jurisdiction)
        order = PaperOrder(setup=without_staff(setup), house=named)
        yield Filling(order, KeptJournal.of(content))


async def _journal(house: House, id: str, lines: int | None) -> bytes:
    """The journal of a table, as far as it is asked for."""
    content = bytearray()
    async for piece in house.ledger.export(id, lines):
        content += piece
        if len(content) > LARGEST_JOURNAL:
            raise Refused(
                "This journal is too long to be printed here: export it, and have its forms printed"
                " with `tablewright forms`."
            )
    if not content:
        raise NoSuchTable(f"Nothing is written of table {quoted(id)}: choose another in the pit.")
    return bytes(content)


def _setup(id: str, content: bytes) -> Setup:
    """The set-up that a journal begins with; refused if another version wrote it."""
    first = content[: content.find(b"\n") + 1]
    try:
        did = decoded(first).did
        if not isinstance(did, SetUp):
            raise Refused("its journal does not begin with the set-up of a table")
        if did.format != FORMAT:
            raise OtherFormat(did.format)
    except Exception as wrong:
        raise refused_journal(id, [first], reason(wrong)) from wrong
    return did.setup


@router.get(
    "/tables/{id}/forms.zip",
    summary="Every form that a table's journal fills, in one file with a manifest",
    responses=gives_file(ZIP),
)
async def every_form(
    house: TheHouse, person: InPit, id: str, request: Request, lines: Lines = None
) -> Response:
    sign = partial(house.signing.signature, MANIFEST) if house.signing.is_able else None
    async with filling(house, person, id, lines) as found:
        content = await house.print_shop.forms(*found, sign)
    return sent(request, content, ZIP, f"{file_name(id).removesuffix('.jsonl')}-forms.zip")


@router.get(
    "/tables/{id}/forms/{kind}.pdf",
    summary="The forms of one kind as PDF",
    responses=gives_file(PDF),
)
async def as_pdf(
    house: TheHouse, person: InPit, id: str, kind: AKind, request: Request, lines: Lines = None
) -> Response:
    async with filling(house, person, id, lines) as found:
        paper = await house.print_shop.form(*found, kind)
    return sent(request, paper.content, PDF, paper.file)


@router.get(
    "/tables/{id}/forms/{kind}/pages/{number}.png",
    summary="One page of the forms of one kind as a picture",
    responses=gives_file(PNG),
)
async def as_picture(
    house: TheHouse,
    person: InPit,
    id: str,
    kind: AKind,
    number: Annotated[int, Path(ge=1, le=10_000)],
    request: Request,
    lines: Lines = None,
) -> Response:
    async with filling(house, person, id, lines) as found:
        pages = await house.print_shop.form_pages(*found, kind)
    if number > len(pages):
        raise NotThere(f"there is no page {number}: expected 1 to {len(pages)}")
    return sent(request, pages[number - 1], PNG, f"{kind}-{number}.png")


@router.get(
    "/tables/{id}/forms/{kind}",
    summary="The forms of one kind in words: their size and their pages",
    responses=responses(400, 401, 403, 404, 409, 429, gives=PaperShown),
)
async def shown(
    house: TheHouse, person: InPit, id: str, kind: AKind, lines: Lines = None
) -> Response:
    async with filling(house, person, id, lines) as found:
        paper = await house.print_shop.form(*found, kind)
        pages = await house.print_shop.form_pages(*found, kind)
    return reply(paper_shown([paper], len(pages)))

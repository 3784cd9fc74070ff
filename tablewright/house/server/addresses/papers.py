"""Papers over HTTP: every document of a game, for a table or for a choice, and the house's letterhead.

Nothing here tells what happens at a table: papers are made of its set-up and of the rules.
"""

import asyncio
import hashlib
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from tablewright.games import game
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.screens.change_shown import ChangeShown
from tablewright.house.screens.earlier_packs import LARGEST_MANIFEST, MANIFEST
from tablewright.house.screens.letterhead import Letterhead, Supplied, read_logo
from tablewright.house.screens.paper_orders import PaperOrder
from tablewright.house.screens.paper_pages import (
    EditionShown,
    PaperShown,
    PapersPage,
    document_rows,
    edition_shown,
    paper_games,
    paper_places,
    paper_shown,
    paper_table,
)
from tablewright.house.screens.print_shop import CHANGE_REQUEST, checked, documents_of
from tablewright.house.screens.zip_files import MEDIA_TYPE as ZIP
from tablewright.house.server.addresses.asking import (
    Administrator,
    Body,
    InPit,
    NotThere,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
    the_caller,
)
from tablewright.house.server.addresses.exports import NO_KEY, refuse_who_counts
from tablewright.house.server.addresses.paper_choices import (
    ADocument,
    Choice,
    Texts,
    TheChoice,
    document,
    order_of,
    orders_of,
)
from tablewright.papers.houses import LARGEST_LOGO
from tablewright.rules.errors import quoted
from tablewright.rules.jurisdictions import jurisdiction
from tablewright.signing.files import signature_name

router = APIRouter(prefix="/papers", tags=["papers"])

PDF, PNG, SVG = "application/pdf", "image/png", "image/svg+xml"
LOGO, MANIFESTS = "/api/papers/logo", "/api/papers/manifests"
LARGEST_LOGO_BODY, LARGEST_MANIFEST_BODY = 2 * LARGEST_LOGO, 2 * LARGEST_MANIFEST
"""As JSON, in which some characters are written as two."""
ADMINISTRATOR = "administrator"
NOT_KEPT = {"Cache-Control": "private, no-cache"}
"""Browsers ask again whether it is still the same."""
UNSEEN = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
"""What a drawing that was sent to us may do when it is opened by itself: nothing."""

# What can be printed -------------------------------------------------------------------------------


@router.get(
    "",
    summary="What can be printed, for which tables, games and jurisdictions",
    responses=responses(401, 403, gives=PapersPage),
)
async def page(house: TheHouse, person: InPit) -> Response:
    logo = await house.letterheads.logo()
    may_change = ADMINISTRATOR in person.duties and person.is_at_page
    return reply(
        PapersPage(
            documents=document_rows(),
            tables=[paper_table(live.id, live.table.book) for live in house.floor.rows()],
            games=paper_games(),
            jurisdictions=paper_places(),
            letterhead=(await house.letterheads.now()).letterhead,
            logo=hashlib.sha256(logo.encode()).hexdigest() if logo else "",
            today=datetime.now(UTC).date().isoformat(),
            may_change=may_change,
        )
    )


@router.get(
    "/edition",
    summary="What a choice comes to: the ruleset, warnings, what people have to supply",
    responses=responses(400, 401, 403, 404, gives=EditionShown),
)
async def edition(house: TheHouse, person: InPit, asked: TheChoice) -> Response:
    order = await order_of(house, asked)
    found = await asyncio.to_thread(checked, order)
    return reply(edition_shown(found, documents_of(found), await house.letterheads.now()))


# A change ------------------------------------------------------------------------------------------


class ManifestSent(Body, frozen=True):
    """`manifest.json` of an earlier pack, as it was printed."""

    manifest: Annotated[str, msgspec.Meta(max_length=LARGEST_MANIFEST)]


class EarlierPack(msgspec.Struct, frozen=True, kw_only=True):
    """A pack that papers can be compared with, for a while."""

    id: str
    game: str
    jurisdiction: str
    day: str


async def may_send_manifest(connection: HTTPConnection) -> bool:
    """Whether who sends something is let send as much as a manifest."""
    return (await the_caller(connection)).is_in_the_pit


@router.post(
    "/manifests",
    summary="Send the manifest of an earlier pack, to compare papers with it",
    responses=responses(400, 401, 403, gives=EarlierPack),
    openapi_extra=takes(ManifestSent),
)
async def send_manifest(
    house: TheHouse, person: InPit, asked: Annotated[ManifestSent, Depends(taken(ManifestSent))]
) -> Response:
    content = asked.manifest.encode("utf-8", "surrogatepass")
    id, order = await house.print_shop.earlier.keep(content)
    of = order.setup
    return reply(
        EarlierPack(id=id, game=of.game, jurisdiction=of.jurisdiction, day=of.day.isoformat())
    )


@router.get(
    "/change",
    summary="What is different from what a choice is compared with, and what follows from it",
    responses=responses(400, 401, 403, 404, 409, 429, gives=ChangeShown),
)
async def change(house: TheHouse, person: InPit, asked: TheChoice) -> Response:
    order, before = await orders_of(house, person, asked, CHANGE_REQUEST)
    assert before is not None
    return reply(await house.print_shop.change(order, before))


# Files ---------------------------------------------------------------------------------------------


def gives_file(kind: str) -> dict[int | str, dict[str, Any]]:
    """How an address is described that gives a file, or says that it is the one that is known."""
    schema = {"type": "string", "format": "binary"}
    return responses(400, 401, 403, 404, 409, 429) | {
        200: {"description": "The file", "content": {kind: {"schema": schema}}},
        304: {"description": "The file is the one that you have"},
    }


def sent(request: Request, content: bytes, kind: str, file: str) -> Response:
    """A file under its name, unless who asks has this very one."""
    tag = f'"{hashlib.sha256(content).hexdigest()}"'
    known = [each.strip() for each in request.headers.get("if-none-match", "").split(",")]
    said = {"ETag": tag, **NOT_KEPT}
    if tag in known:
        return Response(status_code=304, headers=said)
    disposition = "inline" if kind in (PDF, PNG) else "attachment"
    said["Content-Disposition"] = f'{disposition}; filename="{file}"'
    return Response(content, media_type=kind, headers=said)


async def _asked(
    house: House, person: Person, name: str, asked: Choice
) -> tuple[PaperOrder, str, PaperOrder | None]:
    """A document as the print shop is asked for it."""
    order, before = await orders_of(house, person, asked, name)
    return order, name, before


@router.get(
    "/pack.zip",
    summary="Every document in one file with a manifest, or only those that are named",
    responses=gives_file(ZIP),
)
async def pack(
    house: TheHouse, person: InPit, asked: TheChoice, request: Request, only: Texts = ()
) -> Response:
    await refuse_who_counts(house, person, asked.table)
    names = [document(name) for name in only]
    order, before = await orders_of(
        house, person, asked, CHANGE_REQUEST if CHANGE_REQUEST in names else ""
    )
    sign = partial(house.signing.signature, MANIFEST) if house.signing.is_able else None
    content = await house.print_shop.pack(order, names, sign, before)
    return sent(request, content, ZIP, f"{order.setup.game}-papers.zip")


@router.get(
    "/documents/{name}.pdf",
    summary="One document as PDF",
    responses=gives_file(PDF),
)
async def as_pdf(
    house: TheHouse, person: InPit, name: ADocument, asked: TheChoice, request: Request
) -> Response:
    first, *_ = await house.print_shop.papers(*await _asked(house, person, name, asked))
    return sent(request, first.content, PDF, first.file)


@router.get(
    "/documents/{name}.pdf.signed.json",
    summary="The house's signature of that PDF, to lie beside it",
    responses=gives_file("application/json"),
)
async def as_signature(
    house: TheHouse, person: InPit, name: ADocument, asked: TheChoice, request: Request
) -> Response:
    if not house.signing.is_able:
        raise NotThere(NO_KEY)
    first, *_ = await house.print_shop.papers(*await _asked(house, person, name, asked))
    content = await house.signing.signature(first.file, first.content)
    return sent(request, content, "application/json", signature_name(first.file))


@router.get(
    "/documents/{name}.svg",
    summary="The drawing that goes with a document",
    responses=gives_file(SVG),
)
async def as_drawing(
    house: TheHouse, person: InPit, name: ADocument, asked: TheChoice, request: Request
) -> Response:
    _, *drawings = await house.print_shop.papers(*await _asked(house, person, name, asked))
    if not drawings:
        raise NotThere(f"no drawing goes with {quoted(name)}: take its PDF")
    return sent(request, drawings[0].content, SVG, drawings[0].file)


@router.get(
    "/documents/{name}/pages/{number}.png",
    summary="One page of a document as a picture",
    responses=gives_file(PNG),
)
async def as_picture(
    house: TheHouse,
    person: InPit,
    name: ADocument,
    number: Annotated[int, Path(ge=1, le=10_000)],
    asked: TheChoice,
    request: Request,
) -> Response:
    pages = await house.print_shop.pages(*await _asked(house, person, name, asked))
    if number > len(pages):
        raise NotThere(f"there is no page {number}: expected 1 to {len(pages)}")
    return sent(request, pages[number - 1], PNG, f"{name}-{number}.png")


@router.get(
    "/documents/{name}",
    summary="One document in words: its size, its pages, and what it lacks",
    responses=responses(400, 401, 403, 404, 409, 429, gives=PaperShown),
)
async def shown(house: TheHouse, person: InPit, name: ADocument, asked: TheChoice) -> Response:
    wanted = await _asked(house, person, name, asked)
    papers = await house.print_shop.papers(*wanted)
    return reply(paper_shown(papers, len(await house.print_shop.pages(*wanted))))


# The letterhead ------------------------------------------------------------------------------------


class NewLogo(Body, frozen=True):
    """A logo in SVG; none, if it is empty."""

    svg: Annotated[str, msgspec.Meta(max_length=LARGEST_LOGO)]


async def may_send_logo(connection: HTTPConnection) -> bool:
    """Whether who sends something is let send as much as a logo."""
    person = await the_caller(connection)
    return ADMINISTRATOR in person.duties and person.is_at_page


@router.put(
    "/letterhead",
    summary="Set the name, the address and the paper of the house's papers, as an administrator",
    responses=responses(400, 401, 403, gives=Letterhead),
    openapi_extra=takes(Letterhead),
)
async def set_letterhead(
    house: TheHouse,
    person: Administrator,
    asked: Annotated[Letterhead, Depends(taken(Letterhead))],
) -> Response:
    await house.letterheads.set(asked)
    return reply((await house.letterheads.now()).letterhead)


@router.put(
    "/supplied",
    summary="Set what people have supplied for a submission, as an administrator",
    responses=responses(400, 401, 403, gives=Supplied),
    openapi_extra=takes(Supplied),
)
async def set_supplied(
    house: TheHouse, person: Administrator, asked: Annotated[Supplied, Depends(taken(Supplied))]
) -> Response:
    of, place = game(asked.game), jurisdiction(asked.jurisdiction)
    await house.letterheads.set_supplied(of.id, place.id, asked.supplied)
    given = (await house.letterheads.now()).of(of.id, place.id)
    return reply(Supplied(game=of.id, jurisdiction=place.id, supplied=dict(given)))


@router.put(
    "/logo",
    status_code=204,
    summary="Set the house's logo, as an administrator; it is tried before it is kept",
    responses=responses(400, 401, 403, 409),
    openapi_extra=takes(NewLogo),
)
async def set_logo(
    house: TheHouse, person: Administrator, asked: Annotated[NewLogo, Depends(taken(NewLogo))]
) -> Response:
    logo = read_logo(asked.svg.encode("utf-8", "surrogatepass")) if asked.svg else ""
    if logo:
        await house.print_shop.try_logo(await _with_logo(house, logo))
    await house.letterheads.set_logo(logo)
    return Response(status_code=204)


async def _with_logo(house: House, logo: str) -> PaperOrder:
    """An order of whichever game, for the sake of its first page."""
    first = paper_games()[0].id
    asked = Choice("", first, "general", "", (), (), None)
    order = await order_of(house, asked)
    return msgspec.structs.replace(order, house=msgspec.structs.replace(order.house, logo=logo))


@router.get(
    "/logo.svg",
    summary="The house's logo",
    responses=gives_file(SVG),
)
async def logo(house: TheHouse, person: InPit, request: Request) -> Response:
    content = await house.letterheads.logo()
    if not content:
        raise NotThere("the house has no logo: an administrator can send one")
    answer = sent(request, content.encode(), SVG, "logo.svg")
    answer.headers.update(UNSEEN)
    return answer

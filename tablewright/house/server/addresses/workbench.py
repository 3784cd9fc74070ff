"""The workbench over HTTP: versions of a game priced, compared, searched and banked.

An address answers, or says how far the answer is (202): ask again, and you hear more. A newer question
for the same `slot` takes the place of an older one; what nobody asks about is not worked on.
"""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Response

from tablewright.games import every_game
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.server.addresses.asking import (
    PLAIN,
    Administrator,
    NotAllowed,
    NotSignedIn,
    Onlooker,
    TheHouse,
    reply,
    responses,
    takes,
)
from tablewright.house.server.addresses.asking import taken as body_of
from tablewright.house.server.schema import Elsewhere, answer_schema
from tablewright.house.workbench.messages import Asked, Choice, What
from tablewright.house.workbench.pool import Standing
from tablewright.house.workbench.settings import WorkbenchSettings
from tablewright.house.workbench.underway import Underway
from tablewright.rules.language import language, worded

router = APIRouter(prefix="/workbench", tags=["workbench"])

LONGEST_VERSION = 4000
Word = Annotated[str, Query(max_length=60, pattern=PLAIN)]
Texts = Annotated[tuple[str, ...], Query(max_length=200)]
"""Each of them, at most 100 characters; an address is at most 64 kB long anyway."""
VersionText = Annotated[
    str,
    Query(
        max_length=LONGEST_VERSION,
        pattern=PLAIN,
        description="A version as a link holds it: `duki4~ace_high-only~bonus.straight_7`",
    ),
]
Slot = Annotated[
    str,
    Query(
        max_length=60,
        pattern=r"^[a-z0-9]+\.[a-z0-9-]+$",
        description="What the answer is for: a newer question for the same slot takes its place",
    ),
]
Stakes = Annotated[
    str,
    Query(max_length=300, pattern=PLAIN, description="In cents by wager: `ante=1000 bonus=500`"),
]
Number = Annotated[str, Query(max_length=20, pattern=PLAIN)]
Cards = Annotated[str, Query(max_length=60, pattern=PLAIN, description="`As Kd 9c 9h`")]
PLAYING = "tablewright.design.playing"
USUAL_SLOT = "a.figures"


# Who may use it ------------------------------------------------------------------------------------


async def user(person: Onlooker, house: TheHouse) -> Person:
    """Who sits at the workbench: everyone with an account, and others where the house is open."""
    if person.account or (await house.workbench.settings.now()).is_open:
        return person
    if person.is_guest:
        raise NotAllowed("The workbench is for people with an account here: sign in.")
    raise NotSignedIn("The workbench is for people with an account: sign in.")


User = Annotated[Person, Depends(user)]


# What is asked -------------------------------------------------------------------------------------


def choice(
    version: VersionText = "",
    game: Word = "",
    reading: Texts = (),
    pay: Texts = (),
) -> Choice:
    """A version as a link holds it; or a game, with readings (`ID=OPTION`) and odds (`KEY=3-2`)."""
    return Choice(version=version, game=game, readings=reading, pay=pay)


TheChoice = Annotated[Choice, Depends(choice)]


def working(gives: Any) -> dict[int | str, dict[str, Any]]:
    """How an address is described that answers, or says how far the answer is."""
    later = {"content": {"application/json": {"schema": answer_schema(Underway)}}}
    said = responses(400, 401, 403, 409, 429, gives=gives)
    return said | {202: {"description": "Not yet: ask again"} | later}


async def worked(house: House, person: Person, slot: str, asked: Asked) -> Response:
    """The answer, as a process wrote it; or how far it is."""
    answer = await house.workbench.answer(person, slot, asked)
    if isinstance(answer, Standing):
        seconds = max(1, round(answer.seconds))
        return reply(Underway(part=answer.part, seconds=seconds, ahead=answer.ahead), 202)
    return Response(answer.content, media_type="application/json")


def shown(name: str, module: str = "tablewright.house.workbench.shown") -> Elsewhere:
    """A struct that a process of the workbench makes."""
    return Elsewhere(module, name)


def question(what: What, choice: Choice, **more: Any) -> Asked:
    return Asked(what=what, choice=choice, language=language(), **more)


# The page ------------------------------------------------------------------------------------------


class WorkbenchGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be designed."""

    id: str
    name: str
    summary: str
    emblem: list[str]


class WorkbenchPage(msgspec.Struct, frozen=True, kw_only=True):
    """Which games there are, and what the house has set."""

    games: list[WorkbenchGame]
    settings: WorkbenchSettings
    may_set: bool
    may_print: bool
    """Whether the mathematics report is printed for who asks: for staff."""


@router.get(
    "",
    summary="The games that can be designed, and what the house has set for the workbench",
    responses=responses(401, 403, gives=WorkbenchPage),
)
async def page(house: TheHouse, person: User) -> Response:
    return reply(
        WorkbenchPage(
            games=[
                WorkbenchGame(
                    id=each.id,
                    name=each.name,
                    summary=worded(each.summary),
                    emblem=each.emblem.split(),
                )
                for each in every_game()
            ],
            settings=await house.workbench.settings.now(),
            may_set="administrator" in person.duties and person.is_at_page,
            may_print=person.is_staff,
        )
    )


@router.put(
    "/settings",
    summary="Set who may use the workbench and how many processes count for it, as an administrator",
    responses=responses(400, 401, 403, gives=WorkbenchSettings),
    openapi_extra=takes(WorkbenchSettings),
)
async def set_settings(
    house: TheHouse,
    person: Administrator,
    asked: Annotated[WorkbenchSettings, Depends(body_of(WorkbenchSettings))],
) -> Response:
    await house.workbench.set(asked)
    return reply(asked)


# A version -----------------------------------------------------------------------------------------


@router.get(
    "/price",
    summary="A version: what can be varied of it, and everything that `odds` reports",
    responses=working(shown("VersionPriced")),
)
async def price(
    house: TheHouse, person: User, asked: TheChoice, slot: Slot = USUAL_SLOT
) -> Response:
    return await worked(house, person, slot, question("price", asked))


@router.get(
    "/compare",
    summary="Two versions of a game side by side: what was changed, and every figure and line",
    responses=working(shown("Compared", "tablewright.design.comparing")),
)
async def compare(
    house: TheHouse,
    person: User,
    version: VersionText,
    other: VersionText,
    slot: Slot = USUAL_SLOT,
) -> Response:
    wanted = question("compare", Choice(version=version), other=Choice(version=other))
    return await worked(house, person, slot, wanted)


@router.get(
    "/solve",
    summary="Every pay table of given odds with a house edge between two bounds; may take minutes",
    responses=working(shown("Solutions", "tablewright.design.target")),
)
async def solve(
    house: TheHouse,
    person: User,
    asked: TheChoice,
    edge: Annotated[str, Query(max_length=60, description="In per cent: `2.5..3.5`")],
    vary: Annotated[Texts, Query(description="What varies: `bonus.straight=4..7`")],
    of: Word = "",
    rank: Annotated[str, Query(max_length=20)] = "closeness",
    slot: Slot = USUAL_SLOT,
) -> Response:
    numbers = {"edge": edge, "rank": rank}
    wanted = question("solve", asked, of=of, vary=vary, numbers=numbers)
    return await worked(house, person, slot, wanted)


@router.get(
    "/bank",
    summary="What the house wins at given stakes: bands by rounds, and the theoretical win an hour",
    responses=working(shown("Banked")),
)
async def bank(
    house: TheHouse,
    person: User,
    asked: TheChoice,
    stakes: Stakes,
    seats: Number = "1",
    pace: Number = "40",
    slot: Slot = USUAL_SLOT,
) -> Response:
    numbers = {"stakes": stakes, "seats": seats, "pace": pace}
    return await worked(house, person, slot, question("bank", asked, numbers=numbers))


@router.get(
    "/ruin",
    summary="The risk that a bank, of the house or of one player, is used up at given stakes",
    responses=working(shown("Ruin", "tablewright.design.ruin")),
)
async def ruin(
    house: TheHouse,
    person: User,
    asked: TheChoice,
    stakes: Stakes,
    bank: Annotated[str, Query(max_length=20, description="In cents")],
    rounds: Number,
    seats: Number = "1",
    whose: Annotated[str, Query(max_length=20, description="house or player")] = "house",
    slot: Slot = USUAL_SLOT,
) -> Response:
    numbers = {"stakes": stakes, "seats": seats, "bank": bank, "rounds": rounds, "whose": whose}
    return await worked(house, person, slot, question("ruin", asked, numbers=numbers))


@router.get(
    "/strategy",
    summary="Lists to learn, each with its exact cost; or which wagers are cheapest",
    responses=working(shown("StrategyShown", PLAYING)),
)
async def strategy(
    house: TheHouse, person: User, asked: TheChoice, slot: Slot = USUAL_SLOT
) -> Response:
    return await worked(house, person, slot, question("strategy", asked))


@router.get(
    "/grids",
    summary="The best decision of every hand, as grids",
    responses=working(shown("Grids")),
)
async def grids(
    house: TheHouse, person: User, asked: TheChoice, slot: Slot = USUAL_SLOT
) -> Response:
    return await worked(house, person, slot, question("grid", asked))


@router.get(
    "/hand",
    summary="What every decision is worth for one hand, exactly",
    responses=working(shown("HandValued", PLAYING)),
)
async def hand(
    house: TheHouse, person: User, asked: TheChoice, cards: Cards, slot: Slot = USUAL_SLOT
) -> Response:
    return await worked(house, person, slot, question("hand", asked, cards=cards))


@router.get(
    "/exposed",
    summary="What wagers are worth once some cards of a draw lie exposed, exactly",
    responses=working(shown("CardsExposed", PLAYING)),
)
async def exposed(
    house: TheHouse, person: User, asked: TheChoice, cards: Cards, slot: Slot = USUAL_SLOT
) -> Response:
    return await worked(house, person, slot, question("exposed", asked, cards=cards))


@router.delete(
    "/waiting",
    status_code=204,
    summary="Nobody waits for an answer there any more: a search that only you wait for ends",
    responses=responses(401, 403),
)
async def leave(house: TheHouse, person: User, slot: Slot) -> Response:
    house.workbench.leave(person, slot)
    return Response(status_code=204)

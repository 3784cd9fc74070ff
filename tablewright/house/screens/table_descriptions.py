"""A table as the page knows it: how it was set up, and how the lobby lists it."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, cast

import msgspec

from tablewright.house.books.options import Options
from tablewright.house.screens.describe_game import device_description, game_description
from tablewright.house.screens.game_descriptions import DeviceDescription, GameDescription
from tablewright.house.screens.layout_descriptions import LayoutDescription, layout_description
from tablewright.rules.game import Felt
from tablewright.rules.house_layout import layout_of
from tablewright.rules.language import say, worded
from tablewright.rules.phases import IN_BRIEF, PhaseId
from tablewright.rules.readings import Reading
from tablewright.table.approval import runs_under
from tablewright.table.machine import Table
from tablewright.table.setup import Book
from tablewright.table.views import Status

Limits = dict[str, tuple[int, int]]
"""The least and the most that may lie on a kind of wager."""


class TableDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A live table as it was set up."""

    id: str
    table: str
    is_practice: bool
    is_rehearsal: bool
    day: str
    jurisdiction: str
    approval: str
    """The approval that it runs under; empty, where none names its rules."""
    ruleset: str
    device: DeviceDescription
    is_keyed: bool
    """Whether the cards lie on a physical table and a person enters those that are shown."""
    denominations: list[int]
    limits: Limits
    warnings: list[str]
    """Readings in force that give the player an edge: said loudly to everybody."""
    left_open: list[str]
    """What the manual leaves open and nobody has decided, as it is played here."""
    readings: dict[str, str]
    automatic: list[str]
    has_advice: bool
    decide_seconds: int
    bet_seconds: int
    dealer_wagers: bool
    takes_tips: bool
    approval_from: int | None
    maximum_payouts: dict[str, int]
    """The most that is paid, by kind of wager."""
    sign: list[str]
    game: GameDescription
    layout: LayoutDescription
    """What is printed on its felt."""


class LobbyRow(msgspec.Struct, kw_only=True):
    """A live table as the lobby lists it for one person."""

    id: str
    table: str
    game: str
    game_name: str
    felt: Felt
    status: Status
    phase: str
    phase_name: str
    """As a heading has it; nothing between rounds."""
    round: int
    is_practice: bool
    is_rehearsal: bool
    """Things go wrong on purpose here: guests do not play."""
    place: str
    """What the game calls a place, in English: the page has its own words for each."""
    places: int
    taken: dict[str, str]
    present: list[int]
    limits: Limits
    minimum: int
    maximum: int
    ruleset: str
    warnings: list[str]
    """Readings in force that give the player an edge."""
    left_open: list[str]
    """What the manual leaves open and nobody has decided, as it is played here."""
    dealer: str
    device: str
    day: str
    has_advice: bool
    certified_only: bool
    """Whether nobody without a certificate becomes its dealer."""
    decide_seconds: int
    your_place: int
    your_posts: Sequence[str]
    posts_to_take: Sequence[str]
    may_close: bool
    """Whether this person may have the house close it: practice tables only."""


class Yours(NamedTuple):
    """What a table is to the person who looks at the lobby."""

    place: int = 0
    posts: Sequence[str] = ()
    posts_to_take: Sequence[str] = ()
    may_close: bool = False


NOBODYS = Yours()


def table_description(
    id: str, book: Book, options: Options, sign: Iterable[str]
) -> TableDescription:
    """A live table as it was set up."""
    setup, ruleset = book.setup, book.ruleset
    return TableDescription(
        id=id,
        table=setup.table,
        is_practice=setup.is_practice,
        is_rehearsal=setup.is_rehearsal,
        day=setup.day.isoformat(),
        jurisdiction=book.jurisdiction.name,
        approval=runs_under(book, setup.on_record),
        ruleset=ruleset.fingerprint,
        device=device_description(book.device, book.texts),
        is_keyed=setup.is_keyed,
        denominations=sorted(setup.denominations),
        limits=dict(setup.limits),
        warnings=[worded(each) for each in book.ruleset.warnings],
        left_open=left_open(book),
        readings=dict(setup.readings),
        automatic=sorted(book.automatic),
        has_advice=options.has_advice,
        decide_seconds=options.decide_seconds,
        bet_seconds=options.bet_seconds,
        dealer_wagers=setup.dealer_wagers,
        takes_tips=setup.takes_tips,
        approval_from=setup.approval_from,
        maximum_payouts=dict(setup.maximum_payouts),
        sign=list(sign),
        game=game_description(book.game, ruleset, book.procedure, book.jurisdiction.id),
        layout=layout_description(
            layout_of(book.procedure),
            ruleset,
            {id: worded(rule.sentence) for id, rule in book.rules.items()},
        ),
    )


def left_open(book: Book) -> list[str]:
    """What the manual leaves open and nobody has decided: one key away for players, no alarm."""
    undecided = book.ruleset.undecided_without(book.setup.readings)
    return [_left_open(book.game.reading(id), option) for id, option in undecided.items()]


def _left_open(reading: Reading, option: str) -> str:
    return say(
        "The manual leaves open: {question} Here {means}. ({id})",
        question=worded(reading.question),
        means=worded(reading.option(option).means),
        id=reading.id,
    )


def lobby_row(
    id: str, table: Table, options: Options, present: Collection[int] = (), yours: Yours = NOBODYS
) -> LobbyRow:
    """A live table as the lobby lists it for one person."""
    book, state = table.book, table.state
    setup, limits = book.setup, book.setup.limits
    return LobbyRow(
        id=id,
        table=setup.table,
        game=book.game.id,
        game_name=book.game.name,
        felt=book.game.felt,
        status=cast(Status, state.status),
        phase=state.phase,
        phase_name=worded(IN_BRIEF[PhaseId(state.phase)].name) if state.phase else "",
        round=state.round,
        is_practice=setup.is_practice,
        is_rehearsal=setup.is_rehearsal,
        place=book.game.place,
        places=book.ruleset.places,
        taken={str(place): seat.player for place, seat in state.seats.items()},
        present=sorted(present),
        limits=dict(limits),
        minimum=min(low for low, _ in limits.values()),
        maximum=max(high for _, high in limits.values()),
        ruleset=book.ruleset.fingerprint,
        warnings=[worded(each) for each in book.ruleset.warnings],
        left_open=left_open(book),
        dealer=say("the house") if is_dealt_by_house(book) else state.staff.get("dealer", ""),
        device=state.packs.device,
        day=setup.day.isoformat(),
        has_advice=options.has_advice,
        certified_only=options.certified_only,
        decide_seconds=options.decide_seconds,
        your_place=yours.place,
        your_posts=yours.posts,
        posts_to_take=yours.posts_to_take,
        may_close=yours.may_close,
    )


def is_dealt_by_house(book: Book) -> bool:
    """Whether no person deals: the cards come by themselves."""
    return ("draw" if book.is_draw else "deal") in book.automatic

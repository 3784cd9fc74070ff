"""What the addresses answer, as it is described to programs; tests hold the answers to it.

Views, descriptions and advice differ from game to game and are said to be objects.
"""

from typing import Any, Literal

import msgspec

Object = dict[str, Any]
Cents = int
TEMPLATE = "#/components/schemas/{name}"


class Me(msgspec.Struct):
    """Somebody as his page knows him; nobody, if there is no name."""

    name: str | None
    roles: list[str]
    is_guest: bool
    must_change_password: bool
    has_pin: bool


class SessionShown(msgspec.Struct):
    """A page that is signed in, as its owner sees it."""

    id: int
    device: str
    address: str
    since: str
    last_used: str
    ends: str
    is_this_one: bool


class Ended(msgspec.Struct):
    """The number of a session or a token that has ended."""

    id: int


class AccountShown(msgspec.Struct):
    """An account as administrators see it."""

    name: str
    roles: list[str]
    is_disabled: bool
    created: str


class AccountChanged(msgspec.Struct):
    """An account that was made or changed, and its password if one was made up."""

    account: AccountShown
    password: str | None


class TokenShown(msgspec.Struct):
    """A token, without the token itself."""

    id: int
    label: str
    scope: Literal["read", "act"]
    created: str
    expires: str
    is_revoked: bool
    """Whether it no longer lets anybody in: it was ended, or its time is over."""


class TokenMade(TokenShown):
    """A token as it is shown once."""

    token: str


class GameListed(msgspec.Struct):
    """A game in a line."""

    id: str
    name: str
    summary: str
    emblem: list[str]
    """A few cards that stand for it."""


class TableListed(msgspec.Struct):
    """A table as the lobby lists it."""

    id: str
    table: str
    game: str
    game_name: str
    status: Literal["opening", "open", "closing", "closed"]
    phase: str
    round: int
    is_practice: bool
    is_rehearsal: bool
    places: int
    taken: dict[str, str]
    present: list[int]
    limits: dict[str, list[Cents]]
    minimum: Cents
    maximum: Cents
    ruleset: str
    warnings: list[str]
    dealer: str
    device: str
    day: str
    has_advice: bool
    decide_seconds: int
    your_place: int
    your_posts: list[str]
    posts_to_take: list[str]
    may_close: bool


class TableMade(msgspec.Struct):
    """The name by which a new table is asked for."""

    id: str


class TableStatus(msgspec.Struct):
    """What a table is now."""

    status: str


class TableSeen(msgspec.Struct):
    """A table as somebody may see it, and what he may do."""

    type: Literal["table"]
    seq: int
    acting: str = msgspec.field(name="as")
    place: int
    view: Object
    legal: list[Object]
    ready: list[int]
    present: list[int]
    clock: Object | None
    calls: list[Object]
    next: Object | None
    told: list[Object]
    has_gap: bool
    session: Object | None
    is_paused: bool
    house_deals: bool
    dealer_away: Object | None
    awaited: list[Object]


class Written(msgspec.Struct):
    """A command was carried out: how many lines the journal has."""

    id: str
    seq: int


class Rounds(msgspec.Struct):
    """Somebody's own rounds at a table."""

    rounds: list[Object]
    net: Cents
    bought_in: Cents
    since: str
    rounds_played: int
    more: bool


class JournalPage(msgspec.Struct):
    """Lines of a journal, the newest first."""

    lines: list[Object]
    total: int
    more: bool


class Money(msgspec.Struct):
    """What a table holds, and what went in or out."""

    drop: Cents
    tips: Cents
    float: dict[str, int]
    float_cents: Cents
    result: Cents
    buy_ins: list[Object]
    fills: list[Object]
    credits: list[Object]
    corrections: list[Object]


class Shut(msgspec.Struct):
    """A table that is shut, as what is written of it cannot be read."""

    id: str
    table: str
    why: str


class Pit(msgspec.Struct):
    """Every table at a glance, and those closed last."""

    tables: list[Object]
    closed: list[Object]
    quarantined: list[Shut]


class Health(msgspec.Struct):
    """How the house is."""

    status: Literal["open", "read-only", "unavailable"]
    version: str
    database: Literal["sqlite", "postgresql"]
    tables: int
    quarantined: int
    """Tables that are shut, as what is written of them cannot be read."""


PARTS: dict[str, Any] = {}
"""Every part that a description refers to."""


def schema(of: Any) -> Any:
    """The schema of an answer; its parts are kept for the description."""
    (made,), parts = msgspec.json.schema_components([of], ref_template=TEMPLATE)
    PARTS.update(parts)
    return made

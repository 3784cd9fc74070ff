"""A game as the page knows it: everything that does not change while a table lives."""

from typing import Literal, TypeAlias

import msgspec

from tablewright.rules.game import Felt

Group: TypeAlias = Literal["contest", "bonus", "card", "round"]
"""Where a wager lies on the layout."""
FieldKind: TypeAlias = Literal[
    "place",
    "wager",
    "choice",
    "items",
    "kinds",
    "cash",
    "chips",
    "number",
    "cards",
    "plays",
    "limits",
    "staff",
    "text",
]
"""What a field of a form takes."""


class GameRow(msgspec.Struct, frozen=True):
    """A game in a line."""

    id: str
    name: str
    summary: str
    emblem: list[str]
    """A few cards that stand for it."""


class PayRow(msgspec.Struct, frozen=True):
    """One hand and what it pays."""

    hand: str
    odds: str
    table: str


class WagerDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A wager: where it lies, what it needs, what it can pay."""

    id: str
    name: str
    kind: str
    title: str
    group: Group
    is_placed: bool
    """Whether a player puts it down; if not, it follows a decision."""
    same_as: str
    partner: str
    """The wager that lies beside it at the same stake, if any."""
    needs: str
    on_card: bool
    may_have_maximum: bool
    """Whether the house may post the most it pays on it."""
    pays: list[PayRow]
    says: str
    source: str


class DecisionDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a player: what it plays and what it costs."""

    id: str
    name: str
    says: str
    plays: int
    """How many cards it puts in play; none to name if 0."""
    gives_up: bool
    """Whether the hand is given up, with what is staked on it."""
    shows_hand: bool
    costs: dict[str, int]
    """In times the wager that decides, by wager."""
    source: str


class PhaseDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A phase of a round, in the manual's words and in brief."""

    id: str
    name: str
    """As a heading has it."""
    waiting: str
    """As it is said to players who wait for it to pass."""
    says: str
    source: str


class ClauseDescription(msgspec.Struct, frozen=True):
    """A stage of the settlement or a piece of equipment, in the manual's words."""

    id: str
    says: str
    source: str


class PayTableDescription(msgspec.Struct, frozen=True):
    """A pay table, with the wagers it belongs to."""

    name: str
    rows: list[tuple[str, str]]
    wagers: list[str]
    note: str
    source: str


class RankingDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A ranking in which the game speaks of cards, its hands highest first."""

    name: str
    cards: int
    hands: list[str]
    examples: list[list[str]]
    """Cards that make each of them."""
    says: str
    suits: str
    aces: str
    source: str


class RuleLine(msgspec.Struct, frozen=True):
    """One line of the rules."""

    rule: str
    sentence: str
    pays: str
    source: str


class RulesSection(msgspec.Struct, frozen=True):
    """The lines of one kind of wager, in the order in which they are read."""

    title: str
    kind: str
    note: str
    lines: list[RuleLine]


class ChosenReading(msgspec.Struct, frozen=True, kw_only=True):
    """How a passage is read at a table."""

    id: str
    question: str
    chosen: str
    says: str
    warning: str
    is_default: bool
    is_undecided: bool
    moves_money: bool


class RulingDescription(msgspec.Struct, frozen=True, kw_only=True):
    """What may be ruled in an irregularity."""

    id: str
    says: str
    effect: str
    then: str
    """The effect in words."""
    source: str
    devices: list[str]
    """The devices with which it holds; with any, if none is named."""


class IrregularityDescription(msgspec.Struct, frozen=True, kw_only=True):
    """Something that goes wrong, who declares it, and what may be ruled."""

    id: str
    title: str
    source: str
    concerns: str
    phases: list[str]
    devices: list[str]
    declared_by: list[str]
    rulings: list[RulingDescription]


class IncidentDescription(msgspec.Struct, frozen=True, kw_only=True):
    """Something that staff can see happen to chips, and what may be ruled, the usual first."""

    id: str
    seen: str
    title: str
    recorded: str
    """That the record follows what was done, so that chips must move."""
    source: str
    rulings: list[RulingDescription]


class DeviceDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A device that cards come from."""

    id: str
    name: str
    says: str
    is_cut: bool
    decks: int
    source: str


class FieldDescription(msgspec.Struct, frozen=True):
    """A field of an act's form."""

    name: str
    kind: FieldKind
    label: str
    blank: str
    """What it means to leave it blank; nothing, where it must be filled in."""
    is_optional: bool


class StepDescription(msgspec.Struct, frozen=True, kw_only=True):
    """An act as a page offers it."""

    name: str
    """What its button says."""
    names: dict[str, str]
    """The same in other cases: `staff`, where staff do it for a player; `each`, for each way it may be
    done, with slots for its place and choice."""
    group: str
    """Where it stands among others: round, cards, people, forms or more."""
    about: str
    abouts: dict[str, str]
    """The same in other cases."""
    asks: str
    """A question to answer before it is done, where it cannot be undone easily."""
    submit: str
    """What the button of its form says."""
    done: str
    """What is said to the person who has done it, if anything."""
    fields: list[FieldDescription]
    """What is filled in before it is sent."""
    is_awaited: bool
    """Whether others wait for it whenever it may be done."""


class DecisionPictured(msgspec.Struct, frozen=True):
    """A decision in a picture: what it costs there, and whether the player of the picture takes it."""

    name: str
    cost: int
    is_taken: bool


class WagerPictured(msgspec.Struct, frozen=True):
    """A wager in a picture: what lies on it, and how it ended if it has."""

    wager: str
    stake: int
    result: Literal["", "win", "lose", "push"]
    net: int
    sentence: str
    """The rule by which it ended."""


class PictureDescription(msgspec.Struct, frozen=True, kw_only=True):
    """One of the four pictures of how a game plays, settled by the ruleset in force."""

    id: str
    title: str
    caption: str
    cards: list[str]
    """The player's; or those drawn for everyone."""
    played: list[str]
    """Those that were put in play, where not all are."""
    hand: str
    dealer: list[str]
    dealer_face_down: int
    dealer_hand: str
    wagers: list[WagerPictured]
    decisions: list[DecisionPictured]
    net: int
    source: str


class TermDescription(msgspec.Struct, frozen=True):
    """A word that is explained where it stands."""

    id: str
    forms: list[str]
    says: str
    source: str


class JurisdictionRow(msgspec.Struct, frozen=True):
    """A place with rules of its own about games."""

    id: str
    name: str


class GameDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A game under one ruleset."""

    id: str
    name: str
    summary: str
    felt: Felt
    place: str
    places: int
    is_draw: bool
    hand_cards: int
    decided_by: str
    """The wager that seats a player and sets what a decision costs; nothing in a draw."""
    is_off_limits_refused: bool
    sources: list[str]
    wagers: list[WagerDescription]
    decisions: list[DecisionDescription]
    phases: list[PhaseDescription]
    stages: list[ClauseDescription]
    pay_tables: list[PayTableDescription]
    rankings: list[RankingDescription]
    rules: list[RulesSection]
    readings: list[ChosenReading]
    irregularities: list[IrregularityDescription]
    incidents: list[IncidentDescription]
    devices: list[DeviceDescription]
    equipment: list[ClauseDescription]
    steps: dict[str, StepDescription]
    """Every act, by its tag."""
    forms: dict[str, str]
    """Every form by its name."""
    tour: list[PictureDescription]
    """A round in four pictures."""
    terms: list[TermDescription]
    """The words that players may not know."""

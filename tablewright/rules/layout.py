"""A layout: the felt of a game to scale, as data that a drawing, a page and a felt maker read alike.

The felt is seen from above with the dealer at the top, and its print faces the players. Lengths are
whole millimetres, angles whole degrees.

    table   begins in the middle of the dealer's straight edge; x runs towards the dealer's left, y
            towards the players
    place   begins on the arc of places, one at each angle; x runs towards the player's right, y towards
            the player
    angle   is measured around the middle of the curved edge, from the dealer's right: 90 is straight
            ahead

Place 1 lies at the dealer's right. What no manual says cites the house, and what was inferred where a
manual's drawing is missing is said to be so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import cos, radians, sin
from typing import Any, NamedTuple

from tablewright.rules.cards import Suit
from tablewright.rules.citations import Passage, house
from tablewright.rules.contest import Contest
from tablewright.rules.english import capital, going_on
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.language import worded
from tablewright.rules.said import fixed_odds, single_odds_said, table_rows
from tablewright.rules.shapes import Frame, Outline, Patch, Point, outline
from tablewright.rules.wagers import Decided, Times

SIZES = house("layout")
"""No manual states a size: they are the house's."""


@dataclass(frozen=True)
class Surface:
    """The felt: straight at the dealer, straight a little way down both sides, then a half circle."""

    width_mm: int
    depth_mm: int
    """At least half the width; exactly half, and the felt is a semicircle."""

    @property
    def radius_mm(self) -> float:
        """Of the curved edge."""
        return self.width_mm / 2

    @property
    def middle(self) -> Point:
        """The middle of the curved edge's circle."""
        return Point(0.0, self.depth_mm - self.radius_mm)


@dataclass(frozen=True)
class Seating:
    """The arc on which the places lie, at equal angles from the first to the last."""

    radius_mm: int
    from_deg: int
    to_deg: int


@dataclass(frozen=True)
class Spot:
    """Where a wager is placed, at each place."""

    wagers: tuple[str, ...]
    """The ids of the wagers that are placed on it."""
    at: Patch
    prints: str = ""
    """The words in it; the wagers' names, if none are given."""
    suit: Suit | None = None
    """The suit whose sign and letter stand in it."""
    shows_odds: bool = False
    """Whether what it pays is printed in it."""


class Use(StrEnum):
    """What an area of the felt is for."""

    RACK = "rack"
    """The chip rack, let into the table."""
    DISCARDS = "discards"
    """The discard holder, which stands on the felt."""
    DEVICE = "device"
    """The shoe or shuffler that cards come from."""
    EQUIPMENT = "equipment"
    """What else stands on the felt or is let into it: a drop slot."""
    DEALER_HAND = "dealer-hand"
    """A place for the dealer's cards."""
    HELD = "held"
    """A place for a card drawn for everyone that is held; they are filled in their order."""
    ACTION = "action"
    """A place for the card drawn for everyone that is being settled."""
    CARDS = "cards"
    """A place for a player's cards."""


@dataclass(frozen=True)
class Area:
    """A part of the felt that takes no wager."""

    id: str
    use: Use
    at: Patch
    prints: str = ""


@dataclass(frozen=True)
class Payouts:
    """Where a pay table, or the odds of wagers that have none, are printed."""

    at: Patch
    table: str = ""
    """The name of the pay table, if there is one."""
    kinds: tuple[str, ...] = ()
    """The kinds of wagers whose odds of single lines are printed, below the table if there is one."""
    title: str = ""
    """The table's name, if none is given."""


@dataclass(frozen=True)
class Lettering:
    """Words on an arc around the middle of the curved edge, centred straight ahead of the dealer."""

    radius_mm: int
    """Of the line on which the letters stand."""
    size_mm: int
    wide_deg: int
    """The angle that it may take; longer words are set smaller."""
    says: str = ""
    """The words; the sentences of its rules, if none are given."""
    rules: tuple[str, ...] = ()
    """The rules that it says, by id; one that is not in force is left out."""
    source: Passage | None = None
    """The passage that it says in short, where no rule says just that."""


@dataclass(frozen=True)
class Stated:
    """Something that a manual says of the layout."""

    says: str
    source: Passage


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The felt of a game."""

    surface: Surface
    """How large it is."""
    seating: Seating
    """Where the places lie; how many there are, the ruleset says."""
    spots: tuple[Spot, ...]
    """The spots of each place, in its own coordinates."""
    number: Patch
    """Where the number of each place is printed, in its own coordinates."""
    cards: tuple[Area, ...] = ()
    """Where cards lie at each place, in its own coordinates."""
    areas: tuple[Area, ...]
    """What is common to the table: the dealer's side, and cards for everyone."""
    payouts: tuple[Payouts, ...]
    """Where it is printed what wagers pay."""
    title: Lettering
    """The game's name; words of its own stand in its place."""
    lettering: tuple[Lettering, ...] = ()
    """Rules that are printed on the felt."""
    emblem: Patch | None = None
    """Where the game's emblem is printed."""
    logos: tuple[Patch, ...] = ()
    """Where the house's logo is printed, if it has one."""
    stated: tuple[Stated, ...] = ()
    """What the manual says of the layout."""
    inferred: tuple[str, ...] = ()
    """What is drawn here and stands in no manual, in sentences."""
    missing_drawing: Passage | None = None
    """The passage that refers to a drawing of the layout which is not to be had."""
    sizes: Passage = SIZES
    """Where the dimensions come from."""


# Where everything lies on the table ----------------------------------------------------------------


def frames(layout: Layout, places: int) -> dict[int, Frame]:
    """Where the coordinates of each place begin and how they are turned, to a tenth."""
    seating, middle = layout.seating, layout.surface.middle
    found = {}
    for place in range(1, places + 1):
        angle = place_angle(seating, place, places)
        x = middle.x - seating.radius_mm * cos(radians(angle))
        y = middle.y + seating.radius_mm * sin(radians(angle))
        found[place] = Frame(_tenth(x), _tenth(y), round(float(90 - angle), 3))
    return found


def place_angle(seating: Seating, place: int, places: int) -> Fraction:
    """The angle at which a place lies; a single one lies in the middle."""
    if places == 1:
        return Fraction(seating.from_deg + seating.to_deg, 2)
    return seating.from_deg + spacing_deg(seating, places) * (place - 1)


def spacing_deg(seating: Seating, places: int) -> Fraction:
    """The angle from one place to the next."""
    return Fraction(seating.to_deg - seating.from_deg, max(1, places - 1))


def _tenth(length: float) -> float:
    return round(length, 1) + 0.0  # No minus before a zero.


class PlacedSpot(NamedTuple):
    """A spot at one place, in the coordinates of the table."""

    place: int
    spot: Spot
    x: float
    y: float
    turn_deg: float
    outline: Outline


def place_spots(layout: Layout, places: int) -> tuple[PlacedSpot, ...]:
    """Every spot at every place, its middle to a tenth of a millimetre."""
    return tuple(
        PlacedSpot(
            place,
            spot,
            _tenth(frame.point(spot.at.x, spot.at.y).x),
            _tenth(frame.point(spot.at.x, spot.at.y).y),
            frame.turn_deg,
            outline(spot.at, frame),
        )
        for place, frame in frames(layout, places).items()
        for spot in layout.spots
    )


LETTERING_STEPS = 12


def lettering_outlines(layout: Layout, lettering: Lettering) -> Iterator[Outline]:
    """The band that words on an arc may take, piece by piece."""
    middle = layout.surface.middle
    inner, outer = lettering.radius_mm - lettering.size_mm, lettering.radius_mm
    first = 90 - lettering.wide_deg / 2
    at = [
        radians(first + lettering.wide_deg * n / LETTERING_STEPS)
        for n in range(LETTERING_STEPS + 1)
    ]
    for a, b in pairwise(at):
        yield Outline(
            tuple(
                Point(middle.x - radius * cos(angle), middle.y + radius * sin(angle))
                for radius, angle in ((inner, a), (inner, b), (outer, b), (outer, a))
            )
        )


WAGER = "wager"


# What is printed -----------------------------------------------------------------------------------


class PrintedRow(NamedTuple):
    """A row of a pay table as the felt has it, and where it stands in the rules."""

    says: str
    odds: str
    case: str
    """What it is paid for: the hand of the table, or the case of a wager that has none."""
    table: str
    """The name of the pay table; empty for odds without one."""
    wagers: tuple[str, ...]
    """The ids of the wagers that are paid by it."""


class Printed(NamedTuple):
    """A pay table as the felt has it."""

    title: str
    rows: tuple[tuple[str, str], ...]


def spot_name(spot: Spot, game: Game) -> str:
    """The words in a spot."""
    names = {wager.id: worded(wager.name, WAGER) for wager in game.wagers}
    return worded(spot.prints) or ", ".join(names[id] for id in spot.wagers)


def printed(payouts: Payouts, ruleset: Ruleset) -> Printed:
    """What is printed there under one ruleset; nothing, if the ruleset pays by no such table."""
    rows = tuple((row.says, row.odds) for row in printed_rows(payouts, ruleset))
    return Printed(worded(payouts.title or payouts.table), rows)


def printed_rows(payouts: Payouts, ruleset: Ruleset) -> tuple[PrintedRow, ...]:
    """The rows that are printed there, each with the wagers that it is paid on."""
    holders = [
        (id, decided.wager.kind, table)
        for id, decided in ruleset.wagers.items()
        for table in decided.tables
        if table.name == payouts.table
    ]
    if payouts.table and not holders:
        return ()
    found: list[PrintedRow] = []
    if holders:
        wagers = tuple(id for id, _, _ in holders)
        for hand, odds in table_rows(holders[-1][2]):
            found.append(PrintedRow(hand, odds, hand, worded(payouts.table), wagers))
    for kind in payouts.kinds:
        wagers = tuple(id for id, each in ruleset.wagers.items() if each.wager.kind == kind)
        is_below_table = any(kind == holder for _, holder, _ in holders)
        found += _odds_rows(ruleset.wagers[wagers[-1]], is_below_table, wagers)
    return tuple(found)


def _odds_rows(
    decided: Decided[Any], is_below_table: bool, wagers: tuple[str, ...]
) -> Iterator[PrintedRow]:
    """The odds of a wager's single lines: one row where all are the same."""
    said, title = single_odds_said(decided), worded(decided.wager.title, WAGER)
    for case, odds in said:
        says = f"{title}, {going_on(case)}"
        if is_below_table:
            says = case
        elif len(said) == 1:
            says = title
        yield PrintedRow(says, odds, case, "", wagers)


def spot_odds(spot: Spot, ruleset: Ruleset) -> tuple[str, ...]:
    """What a spot says that it pays, line by line: odds that are always the same, or each in turn."""
    said: list[str] = []
    for id in spot.wagers if spot.shows_odds else ():
        rows = single_odds_said(ruleset.wagers[id])
        said += [odds if len(rows) == 1 else f"{case} {odds}" for case, odds in rows]
    return tuple(dict.fromkeys(said))


def spot_stakes(spot: Spot, ruleset: Ruleset) -> Iterator[str]:
    """How high a wager is that follows from another, where decisions differ in it."""
    deal = ruleset.deal
    for id in spot.wagers:
        wager = ruleset.wagers[id].wager
        if not isinstance(wager.stake, Times) or not isinstance(deal, Contest):
            continue
        if len(set(wager.stake.by_decision.values())) > 1:
            other = worded(ruleset.wagers[wager.stake.wager].wager.name, WAGER)
            for decision, times in wager.stake.by_decision.items():
                called = worded(deal.decision[decision].name, "decision")
                name = capital(called.removeprefix(f"{wager.name} "))
                often = "" if times == 1 else f"{times} \N{MULTIPLICATION SIGN} "
                yield f"{name}: {often}{other}"


def spot_pays(spot: Spot, ruleset: Ruleset) -> tuple[str, ...]:
    """The lowest and the highest odds at which the wagers of a spot are paid; one, if all are alike."""
    paid: list[tuple[Fraction, str]] = []
    for decided in (ruleset.wagers[id] for id in spot.wagers):
        paid += [(odds.fraction, str(odds)) for odds in fixed_odds(decided).values()]
        for table in decided.tables:
            less = int(table.counts_stake)
            paid += [
                (odds.fraction - less, table.printed(made)) for made, odds in table.rows.items()
            ]
    ends = (min(paid)[1], max(paid)[1]) if paid else ()
    return tuple(dict.fromkeys(ends))


def lettered(lettering: Lettering, sentences: Mapping[str, str]) -> str:
    """The words of a lettering, given the sentences of the rules in force by their ids."""
    held = [sentences[rule].rstrip(".") for rule in lettering.rules if rule in sentences]
    if lettering.rules and not held:
        return ""
    return lettering.says or " \N{MIDDLE DOT} ".join(held)

"""The felt of a table as the page draws it: what the printed layout prints, to scale.

Lengths are millimetres and angles degrees, in the coordinates of `rules/layout.py`: those of a spot, a
number and a player's cards are the place's own, all others the table's.
"""

from collections.abc import Mapping

import msgspec

from tablewright.rules.cards import Suit
from tablewright.rules.game import Ruleset
from tablewright.rules.language import worded
from tablewright.rules.layout import (
    Area,
    Layout,
    Lettering,
    Payouts,
    PrintedRow,
    Spot,
    Use,
    frames,
    lettered,
    printed,
    printed_rows,
    spot_name,
    spot_odds,
    spot_pays,
    spot_stakes,
)
from tablewright.rules.shapes import Patch, Shape


class PatchDescription(msgspec.Struct, frozen=True):
    """A shape of some size with its middle somewhere."""

    shape: Shape
    x: int
    y: int
    width: int
    height: int


class FrameDescription(msgspec.Struct, frozen=True):
    """Where the coordinates of a place begin, and how far they are turned, clockwise."""

    place: int
    x: float
    y: float
    turn_deg: float


class SpotDescription(msgspec.Struct, frozen=True, kw_only=True):
    """Where a wager is placed, at each place."""

    at: PatchDescription
    wagers: list[str]
    """The ids of the wagers that are placed on it."""
    prints: str
    """The words in it."""
    suit: str
    """The letter of the suit whose sign stands in it; nothing, where none does."""
    notes: list[str]
    """What is printed under its name: what it costs, and odds."""
    pays: list[str]
    """The lowest and the highest odds that it pays; one, if all are alike."""


class AreaDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the felt that takes no wager."""

    id: str
    use: Use
    at: PatchDescription
    prints: str


class PayoutRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a printed pay table."""

    says: str
    odds: str
    case: str
    """What it is paid for: the hand of the table, or the case of a wager that has none."""
    table: str
    """The name of the pay table; empty for odds without one."""
    wagers: list[str]
    """The wagers that are paid by it."""


class PayoutsDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table, or odds of wagers that have none, as printed."""

    at: PatchDescription
    title: str
    rows: list[PayoutRow]


class LetteringDescription(msgspec.Struct, frozen=True, kw_only=True):
    """Words on an arc around the middle of the curved edge, centred straight ahead of the dealer."""

    radius_mm: int
    size_mm: int
    wide_deg: int
    says: str


class LayoutDescription(msgspec.Struct, frozen=True, kw_only=True):
    """The felt of a table, from above, the dealer at the top."""

    width_mm: int
    depth_mm: int
    radius_mm: float
    """Of the curved edge, and so half the width."""
    frames: list[FrameDescription]
    """The places in their order."""
    spots: list[SpotDescription]
    number: PatchDescription
    cards: list[AreaDescription]
    areas: list[AreaDescription]
    payouts: list[PayoutsDescription]
    title: LetteringDescription
    lettering: list[LetteringDescription]
    emblem: PatchDescription | None
    emblem_cards: list[str]
    """The game's cards, fanned."""


def layout_description(
    layout: Layout, ruleset: Ruleset, sentences: Mapping[str, str]
) -> LayoutDescription:
    """A felt under one ruleset, given the sentences of the rules in force by their ids."""
    surface = layout.surface
    payouts = [_payouts(each, ruleset) for each in layout.payouts]
    lettering = [_lettering(each, worded(lettered(each, sentences))) for each in layout.lettering]
    return LayoutDescription(
        width_mm=surface.width_mm,
        depth_mm=surface.depth_mm,
        radius_mm=surface.radius_mm,
        frames=[
            FrameDescription(place, frame.x, frame.y, frame.turn_deg)
            for place, frame in frames(layout, ruleset.places).items()
        ],
        spots=[_spot(each, ruleset) for each in layout.spots],
        number=_patch(layout.number),
        cards=[_area(each) for each in layout.cards],
        areas=[_area(each) for each in layout.areas],
        payouts=[each for each in payouts if each.rows],
        title=_lettering(layout.title, layout.title.says or ruleset.game.name),
        lettering=[each for each in lettering if each.says],
        emblem=_patch(layout.emblem) if layout.emblem else None,
        emblem_cards=ruleset.game.emblem.split(),
    )


def _patch(at: Patch) -> PatchDescription:
    return PatchDescription(at.shape, at.x, at.y, at.width, at.height)


def _spot(spot: Spot, ruleset: Ruleset) -> SpotDescription:
    return SpotDescription(
        at=_patch(spot.at),
        wagers=list(spot.wagers),
        prints=spot_name(spot, ruleset.game),
        suit=_letter(spot.suit),
        notes=[*spot_stakes(spot, ruleset), *spot_odds(spot, ruleset)],
        pays=list(spot_pays(spot, ruleset)),
    )


def _letter(suit: Suit | None) -> str:
    return suit.letter if suit else ""


def _area(area: Area) -> AreaDescription:
    return AreaDescription(id=area.id, use=area.use, at=_patch(area.at), prints=worded(area.prints))


def _payouts(payouts: Payouts, ruleset: Ruleset) -> PayoutsDescription:
    return PayoutsDescription(
        at=_patch(payouts.at),
        title=printed(payouts, ruleset).title,
        rows=[_row(each) for each in printed_rows(payouts, ruleset)],
    )


def _row(row: PrintedRow) -> PayoutRow:
    return PayoutRow(
        says=row.says, odds=row.odds, case=row.case, table=row.table, wagers=list(row.wagers)
    )


def _lettering(lettering: Lettering, says: str) -> LetteringDescription:
    return LetteringDescription(
        radius_mm=lettering.radius_mm,
        size_mm=lettering.size_mm,
        wide_deg=lettering.wide_deg,
        says=says,
    )

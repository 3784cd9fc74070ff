"""The house's own layout: a felt for any game of which none is drawn, made from its wagers.

Spots stand in rows at each place, as large as there is room for; what wagers pay is printed in columns
on both sides of the dealer's cards. A felt that is too small for them all is made larger.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, cos, radians, sin, sqrt
from typing import NamedTuple

from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.layout import (
    Area,
    Layout,
    Lettering,
    Payouts,
    Seating,
    Spot,
    Surface,
    Use,
    printed,
)
from tablewright.rules.layout_checks import APART_MM, CHIP_MM, EDGE_MM
from tablewright.rules.procedure import Procedure
from tablewright.rules.shapes import Patch, circle, rectangle

SURFACES = (Surface(2130, 1065), Surface(2640, 1320), Surface(3200, 1600))
"""The usual size, and larger ones."""
INFERRED = ("The whole drawing: the house's own, made from the wagers of the game.",)

LARGEST_SPOT, ROUND_FROM, SMALLER_BY = 96, 64, 4
"""Spots become smaller step by step; small ones are square, with more room for words."""
BETWEEN = 6
"""From one spot of a place to the next."""
NUMBER, CARDS_HIGH, CARDS_WIDE = 24, 92, 250
MIDDLE_MM = 600
"""The dealer's side and what is printed in the middle lie within this radius."""
SLACK = 4


def layout_of(procedure: Procedure) -> Layout:
    """The felt that a game is played on: its own, or the house's."""
    return procedure.layout or house_layout(procedure.game)


def house_layout(game: Game) -> Layout:
    """A felt for a game, with room for as many places as any reading of it has."""
    ruleset = game.ruleset()
    places = max(int(option.id) for option in game.places.options)
    for surface in SURFACES:
        stand = _largest(len(game.wagers), places, surface, isinstance(ruleset.deal, Contest))
        payouts = stand and _payouts(ruleset, stand.inner_mm - SLACK)
        if stand and payouts is not None:
            return _layout(ruleset, surface, stand, payouts)
    raise BadDefinition(
        f"{game.id} has {len(game.wagers)} wagers at {places} places: expected as many as a felt"
        f" of {SURFACES[-1].width_mm} mm has room for, or a layout of its own"
    )


# A place -------------------------------------------------------------------------------------------


class Stand(NamedTuple):
    """How the spots of a place stand."""

    size: int
    columns: int
    rows: int
    has_cards: bool
    inner_mm: float
    """How far the place reaches towards the middle of the curved edge."""
    outer_mm: float
    from_deg: int

    @property
    def middle_mm(self) -> int:
        """Where the coordinates of the place begin."""
        return round((self.inner_mm + self.outer_mm) / 2)


def _largest(wagers: int, places: int, surface: Surface, has_hands: bool) -> Stand | None:
    """The largest spots for which every place has room; cards lie there too, if they can."""
    for size in range(LARGEST_SPOT, CHIP_MM - 1, -SMALLER_BY):
        for has_cards in (True, False) if has_hands else (False,):
            for columns in range(min(wagers, 8), 0, -1):
                stand = _stand(size, columns, ceil(wagers / columns), surface, has_cards)
                found = stand and _spread(stand, places)
                if found:
                    return found
    return None


def _stand(size: int, columns: int, rows: int, surface: Surface, has_cards: bool) -> Stand | None:
    """A place with spots of a size, if it reaches no further in than it may."""
    wide = _wide(size, columns, has_cards)
    outer = sqrt((surface.radius_mm - EDGE_MM - SLACK) ** 2 - (wide / 2) ** 2)
    deep = rows * (size + BETWEEN) + NUMBER + (CARDS_HIGH + BETWEEN if has_cards else 0)
    inner = outer - deep
    if inner < MIDDLE_MM:
        return None
    return Stand(size, columns, rows, has_cards, inner, outer, 0)


def _wide(size: int, columns: int, has_cards: bool) -> int:
    return max(columns * (size + BETWEEN) - BETWEEN, CARDS_WIDE if has_cards else 0)


def _spread(stand: Stand, places: int) -> Stand | None:
    """The same place with the arc on which all stand clear of each other and of the straight edge."""
    half = _wide(stand.size, stand.columns, stand.has_cards) / 2
    first = next(
        (
            angle
            for angle in range(4, 60)
            if stand.inner_mm * sin(radians(angle)) - half * cos(radians(angle)) > SLACK
        ),
        None,
    )
    if first is None:
        return None
    step = radians((180 - 2 * first) / max(1, places - 1))
    apart = 2 * (stand.inner_mm * sin(step / 2) - half * cos(step / 2))
    is_clear = places == 1 or apart > APART_MM + SLACK
    return stand._replace(from_deg=first) if is_clear else None


def _spots(game: Game, stand: Stand, top: int) -> Iterator[Spot]:
    """The wagers in their order, row by row towards the player; a short row stands in the middle."""
    step = stand.size + BETWEEN
    tables = {w.kind for w in game.wagers for line in w.lines if line.tables}
    for n, wager in enumerate(game.wagers):
        row, column = divmod(n, stand.columns)
        here = min(stand.columns, len(game.wagers) - row * stand.columns)
        x, y = round((column - (here - 1) / 2) * step), top + row * step + stand.size // 2
        shows_odds = wager.kind not in tables and stand.size >= ROUND_FROM
        yield Spot((wager.id,), _patch(x, y, stand.size), shows_odds=shows_odds)


def _patch(x: int, y: int, size: int) -> Patch:
    return circle(x, y, size) if size >= ROUND_FROM else rectangle(x, y, size, size)


def _layout(
    ruleset: Ruleset, surface: Surface, stand: Stand, payouts: tuple[Payouts, ...]
) -> Layout:
    """The whole felt."""
    middle = stand.middle_mm
    inner, outer = ceil(stand.inner_mm) - middle, int(stand.outer_mm) - middle
    hand = rectangle(0, outer - CARDS_HIGH // 2, CARDS_WIDE, CARDS_HIGH)
    return Layout(
        surface=surface,
        seating=Seating(middle, stand.from_deg, 180 - stand.from_deg),
        spots=tuple(_spots(ruleset.game, stand, inner + NUMBER + BETWEEN)),
        number=circle(0, inner + NUMBER // 2, NUMBER),
        cards=(Area("hand", Use.CARDS, hand, "Cards"),) if stand.has_cards else (),
        areas=(*_dealers_side(), *_common_cards(ruleset.deal)),
        payouts=payouts,
        title=Lettering(int(stand.inner_mm) - TITLE_FROM, TITLE_HIGH, TITLE_WIDE),
        emblem=rectangle(0, 350, 210, 130),
        inferred=INFERRED,
    )


# The dealer's side, and what is printed ------------------------------------------------------------

SIDE_FROM, SIDE_TO, TOP = 230, 560, 164
TITLE_FROM, TITLE_HIGH, TITLE_WIDE = 40, 70, 56
"""How far the game's name stands from the places, how high it is, and the angle that it takes."""
CARD_WIDE, CARD_HIGH, CARD_STEP = 76, 104, 84


def _dealers_side() -> Iterator[Area]:
    yield Area("chip-rack", Use.RACK, rectangle(0, 70, 620, 120), "Chip rack")
    yield Area("discard-holder", Use.DISCARDS, rectangle(-400, 80, 110, 130), "Discards")
    yield Area("device", Use.DEVICE, rectangle(440, 80, 220, 130), "Cards")


def _common_cards(deal: Contest | Draw) -> Iterator[Area]:
    """The dealer's hand, or a place for each card that is drawn for everyone."""
    if isinstance(deal, Contest):
        yield Area("dealer-hand", Use.DEALER_HAND, rectangle(0, 200, 330, CARD_HIGH), "Dealer")
        return
    step = min(CARD_STEP, 2 * (SIDE_FROM - 10) // deal.cards)
    wide = min(CARD_WIDE, step - 4)
    for n in range(deal.cards):
        x = round((n - (deal.cards - 1) / 2) * step)
        yield Area(f"card-{n + 1}", Use.HELD, rectangle(x, 200, wide, CARD_HIGH))


TITLE_LINES, GAP_LINES = 1.4, 0.5
"""What the title of a pay table takes, and the room below it, in lines."""
MOST_KINDS = 8
LARGEST_LINE, SMALLEST_LINE = 25, 8
LETTERS = 12
"""The width of a row of a pay table, as a multiple of its type's size."""


def _payouts(ruleset: Ruleset, radius: float) -> tuple[Payouts, ...] | None:
    """Every pay table and all odds without one, in columns; none, if they do not fit."""
    blocks = list(_blocks(ruleset))
    above_title = (radius - TITLE_FROM - TITLE_HIGH) * cos(radians(TITLE_WIDE / 2)) - 2 * SLACK
    wide = int(min(SIDE_TO, sqrt(radius**2 - above_title**2))) - SIDE_FROM
    tried = (
        (min(line, wide / columns / LETTERS * 1.3), columns, line)
        for columns in (1, 2, 3, 4)
        for line in range(LARGEST_LINE, SMALLEST_LINE - 1, -1)
    )
    for seen, columns, line in sorted(tried, reverse=True):
        filled = _filled(blocks, line, above_title - TOP)
        if filled is not None and len(filled) <= 2 * columns and seen >= SMALLEST_LINE:
            return tuple(_set(filled, columns, line, wide))
    return None


def _blocks(ruleset: Ruleset) -> Iterator[tuple[Payouts, float]]:
    """What is to be printed, with the lines that it takes."""
    nowhere = rectangle(0, 0, 1, 1)
    rows, tabled = {}, set()
    for wager in ruleset.game.wagers:
        for table in (table for line in wager.lines for table in line.tables):
            rows[table.name] = len(table.rows)
            tabled.add(wager.kind)
    for name, count in rows.items():
        yield Payouts(nowhere, name), count + TITLE_LINES + GAP_LINES
    kinds = list(dict.fromkeys(w.kind for w in ruleset.game.wagers if w.kind not in tabled))
    for n in range(0, len(kinds), MOST_KINDS):
        block = Payouts(nowhere, kinds=tuple(kinds[n : n + MOST_KINDS]), title="Pays")
        yield block, len(printed(block, ruleset).rows) + TITLE_LINES + GAP_LINES


Column = list[tuple[Payouts, float]]


def _filled(blocks: Column, line: int, high: float) -> list[Column] | None:
    """The blocks in columns, one after the other; none, if one is longer than a column."""
    columns: list[Column] = []
    room = 0.0
    for block, lines in blocks:
        if lines * line > high:
            return None
        if lines * line > room:
            columns.append([])
            room = high
        columns[-1].append((block, lines))
        room -= lines * line
    return columns


def _set(filled: list[Column], columns: int, line: int, wide: int) -> Iterator[Payouts]:
    """The blocks where they stand: the first columns on the left side, the others on the right."""
    each = wide // columns
    on_left = min(columns, ceil(len(filled) / 2))
    for n, column in enumerate(filled):
        is_left = n < on_left
        left = SIDE_FROM + each * ((on_left - 1 - n) if is_left else n - on_left)
        x = (left + each // 2) * (-1 if is_left else 1)
        y = float(TOP)
        for block, lines in column:
            high = int((lines - GAP_LINES) * line)
            at = rectangle(x, int(y) + high // 2, each - BETWEEN, high)
            yield replace(block, at=at)
            y += lines * line

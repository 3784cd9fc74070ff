"""What must hold of a layout before it is printed, each checked by itself and named when it fails.

Every wager has a spot, no spot lies on another or off the felt, a chip fits on each, places leave room
between them, and every pay table of the ruleset is printed once.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import hypot
from typing import NamedTuple

from tablewright.rules.errors import BadDefinition, listed, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.layout import Layout, frames, lettering_outlines
from tablewright.rules.said import fixed_odds
from tablewright.rules.shapes import Frame, Outline, Patch, Shape, gap, outline

CHIP_MM = 40
"""A chip of the usual size, with a little room."""
EDGE_MM = 10
"""What lies on the felt stays so far from its curved edge."""
APART_MM = 20
"""So much lies free between what belongs to two neighbours."""


class Check(NamedTuple):
    """Something that must hold, and where it does not."""

    says: str
    faults: tuple[str, ...]


class Laid(NamedTuple):
    """Something on the felt, by name."""

    name: str
    outline: Outline

    def is_within(self, other: "Laid", apart: float) -> bool:
        """Whether two things lie closer than this; those that are far apart are told at a glance."""
        (ax, ay), (bx, by) = self.outline.corners[0], other.outline.corners[0]
        if hypot(ax - bx, ay - by) - self._reach - other._reach > apart:
            return False
        return gap(self.outline, other.outline) <= apart

    @property
    def _reach(self) -> float:
        """From its first corner to the furthest point."""
        first, *others = self.outline.corners
        furthest = max((hypot(x - first.x, y - first.y) for x, y in others), default=0.0)
        return furthest + self.outline.radius


Finds = Callable[[Layout, Ruleset], Iterator[str]]


def check_layout(layout: Layout, ruleset: Ruleset) -> tuple[Check, ...]:
    """Everything that must hold of a layout under one ruleset, with the faults that were found.

    What lies where is looked at only if its shapes are sound.
    """
    found = [_check(finds, layout, ruleset) for finds in WHAT_IS_THERE]
    if not any(each.faults for each in found):
        found += [_check(finds, layout, ruleset) for finds in WHERE_IT_LIES]
    return tuple(found)


def _check(finds: Finds, layout: Layout, ruleset: Ruleset) -> Check:
    says = (finds.__doc__ or "").partition("\n")[0]
    return Check(says.format(place=ruleset.game.place), tuple(finds(layout, ruleset)))


def refuse_layout(layout: Layout, ruleset: Ruleset) -> None:
    """Refuse a layout that cannot be printed, naming the first fault."""
    for check in check_layout(layout, ruleset):
        for fault in check.faults:
            raise BadDefinition(f"the layout of {ruleset.game.id}: {fault}")


# What is there -------------------------------------------------------------------------------------


def _every_wager_has_a_spot(layout: Layout, ruleset: Ruleset) -> Iterator[str]:
    """Every wager has one spot at every {place}, and every spot is for wagers of the game."""
    spots = Counter(id for spot in layout.spots for id in spot.wagers)
    for id in spots:
        if id not in ruleset.wagers:
            yield f"a spot is for {quoted(id)}: expected {listed(ruleset.wagers)}"
    for id in ruleset.wagers:
        if spots[id] != 1:
            yield f"wager {id} has {spots[id] or 'no'} spots: expected one at each place"


def _shapes_are_sound(layout: Layout, ruleset: Ruleset) -> Iterator[str]:
    """Every shape can be drawn, and a chip fits on every spot."""
    surface, seating = layout.surface, layout.seating
    if not 0 < surface.width_mm <= 2 * surface.depth_mm:
        yield (
            f"the felt is {surface.width_mm} mm wide and {surface.depth_mm} mm deep:"
            " expected it to be at least half as deep as it is wide"
        )
    if not 0 <= seating.from_deg < seating.to_deg <= 180 or seating.radius_mm <= 0:
        yield (
            f"the places lie from {seating.from_deg} to {seating.to_deg} degrees at"
            f" {seating.radius_mm} mm: expected an arc from the dealer's right, at most 180 degrees"
        )
    for name, patch in _patches(layout):
        if patch.width <= 0 or patch.height <= 0:
            yield f"{name} is {patch.width} by {patch.height} mm: expected it to have a size"
        elif patch.shape is Shape.CIRCLE and patch.width != patch.height:
            yield f"{name} is a circle of {patch.width} by {patch.height} mm: expected it round"
    for spot in layout.spots:
        if min(spot.at.width, spot.at.height) < CHIP_MM:
            yield (
                f"the spot of {_named(spot.wagers)} is {spot.at.width} by {spot.at.height} mm:"
                f" expected room for a chip, {CHIP_MM} mm"
            )


def _payouts_are_printed(layout: Layout, ruleset: Ruleset) -> Iterator[str]:
    """Every pay table is printed once, and so are the odds of every wager without one."""
    tables = Counter(each.table for each in layout.payouts if each.table)
    known = {
        table.name: wager
        for wager in ruleset.game.wagers
        for line in wager.lines
        for table in line.tables
    }
    for name in tables:
        if name not in known:
            expected = listed(known) if known else "none"
            yield f"the pay table {quoted(name)} is printed: expected {expected}"
    needed = {table.name for decided in ruleset.wagers.values() for table in decided.tables}
    for name in sorted({*needed, *(known.keys() & tables.keys())}):
        if tables[name] != 1:
            yield f"the pay table {quoted(name)} is printed {tables[name]} times: expected once"
    kinds = {decided.wager.kind for decided in ruleset.wagers.values()}
    shown = [kind for each in layout.payouts for kind in each.kinds]
    for kind in shown:
        if kind not in kinds:
            yield f"odds are printed for {quoted(kind)}: expected {listed(sorted(kinds))}"
    in_spots = {id for spot in layout.spots if spot.shows_odds for id in spot.wagers}
    for id, decided in ruleset.wagers.items():
        is_shown = bool(decided.tables) or decided.wager.kind in shown or id in in_spots
        if fixed_odds(decided) and not is_shown:
            yield f"what wager {id} pays is printed nowhere: expected its odds on the felt"


# Where it lies -------------------------------------------------------------------------------------


def _lies_on_the_felt(layout: Layout, ruleset: Ruleset) -> Iterator[str]:
    """Everything lies on the felt, clear of its edge."""
    surface = layout.surface
    for each in _everything(layout, ruleset.places):
        for x, y in each.outline.corners:
            radius = each.outline.radius
            below = max(0.0, y - surface.middle.y)
            out = (x**2 + below**2) ** 0.5 + radius
            if y - radius < 0 or out > surface.radius_mm - EDGE_MM:
                yield f"{each.name} runs off the felt: expected it {EDGE_MM} mm from the edge"
                break


def _nothing_overlaps(layout: Layout, ruleset: Ruleset) -> Iterator[str]:
    """No spot, card place or print lies on another."""
    stands = frames(layout, ruleset.places)
    common = list(_common(layout))
    for place, frame in stands.items():
        own = list(_at_place(layout, place, frame))
        if place == 1:
            yield from _meetings(own)
        for one in own:
            for other in common:
                if one.is_within(other, 0):
                    yield f"{one.name} lies on {other.name}: expected room between them"
    yield from _meetings(common)


def _places_are_apart(layout: Layout, ruleset: Ruleset) -> Iterator[str]:
    """Neighbouring places leave room between them."""
    stands = list(frames(layout, ruleset.places).items())
    for (place, frame), (next_place, next_frame) in pairwise(stands):
        theirs = list(_at_place(layout, next_place, next_frame))
        for one in _at_place(layout, place, frame):
            for other in theirs:
                if one.is_within(other, APART_MM):
                    between = max(0.0, gap(one.outline, other.outline))
                    yield (
                        f"{one.name} and {other.name} are {between:.0f} mm apart:"
                        f" expected more than {APART_MM} mm between neighbours"
                    )


WHAT_IS_THERE: tuple[Finds, ...] = (
    _every_wager_has_a_spot,
    _shapes_are_sound,
    _payouts_are_printed,
)
WHERE_IT_LIES: tuple[Finds, ...] = (_lies_on_the_felt, _nothing_overlaps, _places_are_apart)


def _meetings(laid: list[Laid]) -> Iterator[str]:
    """Each two of them that meet; pieces of one thing may."""
    for one, other in combinations(laid, 2):
        if one.name != other.name and one.is_within(other, 0):
            yield f"{one.name} lies on {other.name}: expected room between them"


def _named(wagers: tuple[str, ...]) -> str:
    return " and ".join(wagers)


def _patches(layout: Layout) -> Iterator[tuple[str, Patch]]:
    """Every shape by name, those of a place once."""
    yield from _own_patches(layout)
    yield from _common_patches(layout)


def _own_patches(layout: Layout) -> Iterator[tuple[str, Patch]]:
    for spot in layout.spots:
        yield f"the spot of {_named(spot.wagers)}", spot.at
    for area in layout.cards:
        yield f"the cards {quoted(area.id)}", area.at
    yield "the number", layout.number


def _common_patches(layout: Layout) -> Iterator[tuple[str, Patch]]:
    for area in layout.areas:
        yield f"the area {quoted(area.id)}", area.at
    for each in layout.payouts:
        yield f"the payouts of {each.table or _named(each.kinds)}", each.at
    if layout.emblem:
        yield "the emblem", layout.emblem
    for number, patch in enumerate(layout.logos, start=1):
        yield f"logo {number}", patch


def _at_place(layout: Layout, place: int, frame: Frame) -> Iterator[Laid]:
    for name, patch in _own_patches(layout):
        yield Laid(f"{name} at place {place}", outline(patch, frame))


def _common(layout: Layout) -> Iterator[Laid]:
    for name, patch in _common_patches(layout):
        yield Laid(name, outline(patch))
    for piece in lettering_outlines(layout, layout.title):
        yield Laid("the title", piece)
    for number, each in enumerate(layout.lettering, start=1):
        for piece in lettering_outlines(layout, each):
            yield Laid(f"lettering {number}", piece)


def _everything(layout: Layout, places: int) -> Iterator[Laid]:
    for place, frame in frames(layout, places).items():
        yield from _at_place(layout, place, frame)
    yield from _common(layout)

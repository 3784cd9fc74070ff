"""Stakes for drills: real chips within the limits, at which odds must be worked out in the head."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random

from tablewright.rules.manners import nets
from tablewright.rules.wagers import SameAs, Times
from tablewright.school.syllabus import Syllabus
from tablewright.table.chips import Chips, fewest_chips, put, times, worth

TRIES = 60


def most_paid_from(syllabus: Syllabus, wager: str) -> int:
    """The highest stake that the rack can pay at the best odds of a wager."""
    best = max(nets(syllabus.ruleset.wagers[wager]), default=Fraction(1))
    return int(worth(syllabus.setup.float_chips) / max(best, Fraction(1)))


@lru_cache(maxsize=256)
def _step(syllabus: Syllabus, wager: str) -> int:
    """Stakes are multiples of it, so that every payment comes out in chips."""
    odds = [1]
    for id, decided in syllabus.ruleset.wagers.items():
        stake = decided.wager.stake
        if id == wager or (stake and stake.wager == wager):
            odds += [net.denominator for net in nets(decided)]
    return syllabus.book.smallest_chip * lcm(*odds)


def drawn_chips(
    syllabus: Syllabus, wager: str, rng: Random, *, kinds: int = 0, most: int | None = None
) -> Chips:
    """The chips of a stake: one or two denominations, or so many; no more than the most, if named."""
    kind = syllabus.ruleset.wagers[wager].wager.kind
    low, high = syllabus.book.setup.limits[kind]
    high = high if most is None else max(low, min(high, most))
    step = _step(syllabus, wager)
    values = [value for value in syllabus.setup.denominations if value <= high]
    for _ in range(TRIES):
        chips: Chips = {}
        for value in rng.sample(values, min(len(values), kinds or rng.choice((1, 1, 2, 2, 2)))):
            put(chips, {value: 1 + int(rng.random() * 8)})
        cents = worth(chips)
        if low <= cents <= high and cents % step == 0:
            return {value: chips[value] for value in sorted(chips, reverse=True)}
    return fewest_chips(-(-low // step) * step, syllabus.setup.denominations)


def all_chips(
    syllabus: Syllabus, placed: Mapping[str, Chips], decision: str | None
) -> dict[str, Chips]:
    """Every wager on the felt with its chips: those placed, and those that follow from them."""
    found: dict[str, Chips] = {}
    for wager in syllabus.game.wagers:
        if wager.id in placed:
            found[wager.id] = placed[wager.id]
        elif isinstance(wager.stake, Times) and decision and wager.stake.wager in placed:
            often = wager.stake.by_decision.get(decision)
            if often:
                found[wager.id] = times(placed[wager.stake.wager], often)
    return found


def placed_chips(
    syllabus: Syllabus, wagers: list[str], rng: Random, most: int | None, kinds: Mapping[str, int]
) -> dict[str, Chips]:
    """The chips of the wagers that a player places, equal where they must be."""
    found: dict[str, Chips] = {}
    for id in wagers:
        stake = syllabus.ruleset.wagers[id].wager.stake
        if not isinstance(stake, SameAs):
            found[id] = drawn_chips(syllabus, id, rng, kinds=kinds.get(id, 0), most=most)
    for id in wagers:
        stake = syllabus.ruleset.wagers[id].wager.stake
        if isinstance(stake, SameAs):
            found[id] = dict(found[stake.wager])
    return found


def with_needs(syllabus: Syllabus, wagers: list[str]) -> list[str]:
    """Wagers with those that must lie beside them, in the order of the game."""
    needed, more = set[str](), list(wagers)
    while more:
        id = more.pop()
        if id not in needed:
            needed.add(id)
            decided = syllabus.ruleset.wagers[id]
            more += [need.wager for need in decided.needs]
            if isinstance(decided.wager.stake, SameAs):
                more.append(decided.wager.stake.wager)
    return [wager.id for wager in syllabus.game.wagers if wager.id in needed]

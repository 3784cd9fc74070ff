"""The numbers that a paper may print: those of the rule book, of the house and of the report.

They are gathered from the definitions, the set-up and the report themselves and not from what builds
the papers. A number that is printed rounded agrees if some exact one rounds to it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from math import comb
from typing import Any

import msgspec

from tablewright.odds.exposure import Exposure
from tablewright.odds.full_table import FullTable
from tablewright.odds.hold import LEVELS, bands, bell_curve_from
from tablewright.odds.plot import results_of
from tablewright.odds.printing import said
from tablewright.odds.simulation import ContestDealer
from tablewright.odds.strategy import DEAREST, compared
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.exposure import exposed
from tablewright.papers.mathematics.readings import priced, reproduced
from tablewright.papers.mathematics.simulation import dealt
from tablewright.papers.mathematics.strategy import lists
from tablewright.rules.contest import Contest
from tablewright.rules.said import fixed_odds, table_rows
from tests.papers.numbers import SUITS, Kind, Number, numbers

DECK = frozenset(f"{rank}{suit}" for rank in range(2, 11) for suit in SUITS)
CENTS = 100
HASH = "SHA-256"
"""What a fingerprint is: a name, and no number of anything."""


class Known:
    """Numbers that may be printed, by what they are."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        """As they stand in texts: `3-Card`, `52`, `10-1`."""
        self.cents: set[int] = set()
        self.counts: set[int] = set()
        self.exact: set[Fraction] = set()

    def texts(self, found: Iterable[str]) -> None:
        self.words |= {number.text for text in found for number in numbers(text)}

    def money(self, found: Iterable[int | None]) -> None:
        self.cents |= {cents for cents in found if cents is not None}

    def figures(self, found: Iterable[Fraction | int | float]) -> None:
        """Exact figures; a whole one may be printed as a count."""
        for each in found:
            figure = Fraction(each)
            self.exact.add(figure)
            if figure.denominator == 1:
                self.counts.add(abs(int(figure)))

    def __contains__(self, number: Number) -> bool:
        if number.text in self.words:
            return True
        match number.kind:
            case Kind.CARD:
                return number.text in DECK
            case Kind.MONEY:
                return number.value * CENTS in self.cents
            case Kind.COUNT:
                return abs(number.value) in self.counts
            case Kind.FRACTION:
                return number.value in self.exact
            case Kind.PERCENT:
                return self._rounds_to(number.value / 100, number.half_a_digit / 100)
            case Kind.DECIMAL:
                return self._rounds_to(number.value, number.half_a_digit)
        return False

    def _rounds_to(self, value: Fraction, half: Fraction) -> bool:
        return any(abs(each - value) <= half for each in self.exact)


# Gathered ------------------------------------------------------------------------------------------


def of_rules(edition: Edition) -> Known:
    """What the rule book, the jurisdiction and the house state."""
    known, ruleset, setup = Known(), edition.ruleset, edition.book.setup
    known.texts(texts(edition.game))
    known.texts(texts(edition.procedure))
    known.texts(texts(edition.jurisdiction))
    known.texts(texts(dict(edition.rules)))
    known.texts(edition.cited(rule.source) for rule in edition.rules.values())
    known.texts((HASH, edition.house.name, edition.house.address, *edition.house.supplied.values()))
    known.texts(
        f"{reading.id}={option.id}"
        for reading in edition.game.readings
        for option in reading.options
    )
    known.texts(edition.ruleset.warnings)
    known.texts(odds(edition))
    known.money(cents for limits in setup.limits.values() for cents in limits)
    known.money((*setup.denominations, *setup.maximum_payouts.values(), setup.approval_from))
    known.money((edition.book.smallest_chip,))
    known.figures((setup.card_change_minutes, ruleset.places))
    known.figures(range(1, ruleset.places + 1))
    known.figures(dealt_out(edition))
    return known


def dealt_out(edition: Edition) -> Iterator[int]:
    """How many cards and decks there are, in a hand, and burnt with each device."""
    deal = edition.ruleset.deal
    if isinstance(deal, Contest):
        for stake in (decided.wager.stake for decided in edition.ruleset.wagers.values()):
            yield from getattr(stake, "by_decision", {}).values()
    else:
        yield from (deal.cards, deal.decks)
    for device in edition.procedure.devices:
        yield from device.burns_under(edition.ruleset.rulings)


def odds(edition: Edition) -> Iterator[str]:
    """What is paid, as it is posted: pay tables, single lines, odds that were changed."""
    for decided in edition.ruleset.wagers.values():
        for table in decided.tables:
            yield from (pays for _, pays in table_rows(table))
        yield from map(str, fixed_odds(decided).values())
    yield from edition.ruleset.pay_plainly.values()


def with_report(edition: Edition) -> Known:
    """The same, and every figure of the exact report."""
    known = of_rules(edition)
    known.figures(figures(edition.report))
    known.texts(texts(edition.report))
    for wager in edition.report.wagers.values():
        known.figures((wager.element_of_risk, wager.total))
        known.figures(line.contribution * wager.total for line in wager.lines)
        known.figures((wager.expectation * wager.total,))
        known.figures((Fraction(wager.not_made, wager.total), Fraction(1)))
        if wager.informed:
            known.figures((-wager.informed.expectation,))
        if wager.expectation_with_contest is not None:
            known.figures((-wager.expectation_with_contest,))
    return known


def with_lists(edition: Edition) -> Known:
    """The same, and the hands that a player is taught to decide by."""
    known = with_report(edition)
    for each in lists(edition):
        known.texts(hand for _, hand in each.lines)
    return known


def with_everything(edition: Edition) -> Known:
    """The same, and all that follows from the report: bands, strategies, prices, exposure, rounds."""
    known = with_lists(edition)
    known.figures(_of_hold(edition))
    known.figures(_of_lists(edition))
    known.figures(edge for tried in priced(edition) for edge in tried.edges.values())
    known.texts(warning for tried in priced(edition) for warning in tried.warnings)
    found = reproduced(edition)
    known.figures((found.tried,) if found else ())
    worst, table = exposed(edition)
    known.money(_of_exposure(worst, table))
    known.texts(said(lay.net) for lay in worst.lays)
    known.figures(_of_rounds(edition))
    known.figures(_of_counting(edition))
    return known


def _of_hold(edition: Edition) -> Iterator[float | int | Fraction]:
    for _, results in results_of(edition.report).values():
        total = sum(results.values())
        yield total
        yield from (Fraction(deals, total) for deals in results.values())
        shown = bands(results)
        for band in shown:
            yield from (band.rounds, band.expected)
            for level in LEVELS:
                yield Fraction(level, 100)
                yield from band.bounds[level]
        yield bell_curve_from(shown) or 0


def _of_lists(edition: Edition) -> Iterator[Fraction | int]:
    found = lists(edition)
    for each in found:
        yield from (each.cost, each.exceptions.hands)
        for mistake in each.exceptions.dearest(DEAREST):
            yield from (mistake.cost, mistake.alike)
    if edition.analysis.solved is not None:
        for strategy in compared(edition.analysis.solution, found):
            yield from (-strategy.expectation, strategy.cost, *strategy.played.values())


def _of_exposure(worst: Exposure, table: FullTable) -> Iterator[int]:
    yield from (worst.cents, table.cents, sum(lay.stake for lay in worst.lays))
    for lay in worst.lays:
        yield from (lay.stake, lay.cost)


def _of_rounds(edition: Edition) -> Iterator[Fraction | float]:
    dealer, run = dealt(edition)
    for each in dealer.measured(run.tally):
        yield from (-each.mean, -each.exact, each.standard_error, -each.z)
    if isinstance(dealer, ContestDealer):
        yield from dealer.played(run.tally, run.rounds).values()


def _of_counting(edition: Edition) -> Iterator[int]:
    solved = edition.analysis.solved
    if solved is not None:
        counted = solved.counted
        yield from (counted.hands.total, len(counted.hands), counted.dealer_hands, counted.deals)
    else:
        draws = edition.analysis.draws
        yield from (draws.cards, comb(draws.cards, draws.draw.cards), draws.sequences)


# Looked through ------------------------------------------------------------------------------------


def texts(of: object) -> Iterator[str]:
    """Every text in a definition, however deep."""
    for each in _leaves(of, set()):
        if isinstance(each, str):
            yield each


def figures(of: object) -> Iterator[Fraction | int | float]:
    """Every figure in a record, however deep."""
    for each in _leaves(of, set()):
        if isinstance(each, int | float | Fraction) and not isinstance(each, bool):
            yield each


def _leaves(of: object, seen: set[int]) -> Iterator[Any]:
    if isinstance(of, Enum):
        yield from _leaves(of.value, seen)
    elif isinstance(of, str | int | float | Fraction):
        yield of
    elif id(of) not in seen:
        seen.add(id(of))
        for each in _parts(of):
            yield from _leaves(each, seen)


def _parts(of: object) -> Iterable[object]:
    if isinstance(of, Mapping):
        return [*of.keys(), *of.values()]
    if isinstance(of, msgspec.Struct):
        return [getattr(of, name) for name in of.__struct_fields__]
    if is_dataclass(of):
        return [getattr(of, field.name) for field in fields(of)]
    return of if isinstance(of, list | tuple | set | frozenset) else ()

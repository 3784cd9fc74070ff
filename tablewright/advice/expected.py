"""What a table has won on each wager, beside what it should win and may by chance.

It is worked out from a copy of a table's sums (`standing.py`), which needs nothing of the table and may
take seconds the first time.
"""

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from tablewright.advice.counting import analysis_of
from tablewright.advice.standing import StakeSums, Taken
from tablewright.table.setup import Book

if TYPE_CHECKING:
    from tablewright.odds.standing import Expectations, Expected, Stakes

LEVELS: tuple[Literal[95], Literal[99]] = (95, 99)
SMALLEST = 0.5
"""Less than half a cent outside a band is a matter of rounding."""

BEST_PLAY = (
    "Expected figures take every hand to be played for the best and payments not to be rounded;"
    " mistakes of players and rounding add to what the house wins."
)
BELL_CURVE = (
    "Bands marked as a bell curve are approximate: seats that meet one dealer's hand, or several"
    " wagers together. The others are worked out from the pay table and every stake made."
)
LONG_SHOTS = (
    "A wager with rare large prizes wins more than expected on most days, far less on a few."
)
OF_A_DRAW = (
    "A wager on the next card is taken as made without looking at the cards that are out; those who"
    " look may do better. The total leaves out that wagers on a card and on the round vary together."
)
CHOSEN_LATE = (
    "Players may make wagers on the round late or take them back; the expected figures are those of"
    " wagers made before the first card and left."
)

_lock = threading.Lock()
_made: dict[str, "Expectations"] = {}
MOST_KEPT = 100
"""So many rulesets are kept, more than any floor plays by."""


class WagerStanding(msgspec.Struct, frozen=True, kw_only=True):
    """What was won on one wager, or on all, against what the rules say; in per cent of the stakes."""

    wager: str
    name: str
    house_edge: str
    stake: int
    house_won: int
    expected_won: int
    won_per_staked: float | None
    expected: float | None
    low95: float | None
    high95: float | None
    low99: float | None
    high99: float | None
    is_outside: Literal[0, 95, 99]
    """The widest band that the house's win lies outside of."""
    is_bell_curve: bool
    """Whether the bands are approximate, by a bell curve."""


class StandingReport(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands: what it won against what is expected of it, and the pace."""

    rounds: int
    void_rounds: int
    decisions: int
    minutes: int
    rounds_an_hour: float
    decisions_an_hour: float
    wagers: list[WagerStanding]
    total: WagerStanding
    warnings: list[str]
    notes: list[str]


def document(taken: Taken) -> StandingReport:
    """How a table stands, as the page reads it; may take seconds the first time."""
    expectations, stakes = expectations_of(taken.book), stakes_of(taken.stake, taken.stakes)
    rows = []
    for line in expectations.groups:
        expected = expectations.of_group(line.id, stakes)
        edge = expectations.edge_said(line)
        rows.append(_standing(taken, line.wagers, expected, line.id, line.name, edge))
    every = tuple(taken.book.wagers)
    total = _standing(taken, every, expectations.of_all(stakes), "", "in all", "")
    return StandingReport(
        rounds=taken.rounds,
        void_rounds=taken.void_rounds,
        decisions=taken.decisions,
        minutes=round(taken.minutes),
        rounds_an_hour=taken.pace.rounds,
        decisions_an_hour=taken.pace.decisions,
        wagers=rows,
        total=total,
        warnings=[*taken.book.ruleset.warnings, *expectations.warnings],
        notes=_notes(taken.book),
    )


class InAll(NamedTuple):
    """What a table won in all against its bands, and what in its rules gives players an edge."""

    total: WagerStanding
    edges: tuple[tuple[str, str], ...]
    """What each is of, as it is declared, and how high it is."""


def in_all(taken: Taken) -> InAll:
    """How a table stands in all, without the bands of each wager; may take seconds the first time."""
    from tablewright.odds.printing import percent

    expectations, stakes = expectations_of(taken.book), stakes_of(taken.stake, taken.stakes)
    every, expected = tuple(taken.book.wagers), expectations.of_all(stakes)
    total, found = _standing(taken, every, expected, "", "in all", ""), expectations.players_edges
    return InAll(total, tuple((each.of or "the game", percent(each.edge, 2)) for each in found))


class Foreseen(NamedTuple):
    """What the house won on one wager, beside what it should have won on average; in cents."""

    name: str
    house_edge: str
    stake: int
    won: int
    expected: float


class Outlook(NamedTuple):
    """The same wager by wager, and how far chance moves the sum of them."""

    wagers: tuple[Foreseen, ...]
    expected: float
    deviation: float
    """The standard deviation of what is won in all."""
    notes: tuple[str, ...]


def outlook(taken: Taken) -> Outlook:
    """What the house should have won in all, without the bands of each wager; may take seconds."""
    expectations, stakes = expectations_of(taken.book), stakes_of(taken.stake, taken.stakes)
    rows = []
    for line in expectations.groups:
        stake, won = _won(taken, line.wagers)
        mean = float(expectations.mean(line.id, stakes))
        rows.append(Foreseen(line.name, expectations.edge_said(line), stake, won, mean))
    return Outlook(
        tuple(rows),
        sum(row.expected for row in rows),
        expectations.variance(stakes) ** 0.5,
        tuple(note for note in _notes(taken.book) if note not in (BELL_CURVE, LONG_SHOTS)),
    )


def _notes(book: Book) -> list[str]:
    notes = [BEST_PLAY, BELL_CURVE, LONG_SHOTS]
    if book.is_draw:
        notes.append(OF_A_DRAW)
        if book.draw.takes_late_wagers or book.draw.may_take_back:
            notes.append(CHOSEN_LATE)
    return notes


def expectations_of(book: Book) -> "Expectations":
    """What the lines of a ruleset should hold, worked out once for all tables; it may take seconds."""
    from tablewright.odds.standing import Expectations

    ruleset = book.ruleset
    with _lock:
        found = _made.get(ruleset.fingerprint)
        if found is None:
            found = Expectations(analysis_of(ruleset))
            if len(_made) >= MOST_KEPT:
                _made.pop(next(iter(_made)))
            _made[ruleset.fingerprint] = found
        return found


def is_worked_out(book: Book) -> bool:
    """Whether the expectations of a ruleset are at hand."""
    return book.ruleset.fingerprint in _made


def stakes_of(staked: Mapping[str, int], sums: StakeSums) -> "Stakes":
    """What was staked, as the expectations take it."""
    from tablewright.odds.standing import Stakes

    return Stakes(staked, sums.sizes, sums.at_seats, sums.at_rounds)


def _standing(
    taken: Taken, wagers: Sequence[str], expected: "Expected", id: str, name: str, edge: str
) -> WagerStanding:
    """The sums of a line, and what was won in per cent of all that was staked on it."""
    stake, won = _won(taken, wagers)
    (low95, high95), (low99, high99) = (expected.bounds[level] for level in LEVELS)
    return WagerStanding(
        wager=id,
        name=name,
        house_edge=edge,
        stake=stake,
        house_won=won,
        expected_won=round(expected.cents),
        won_per_staked=_per_cent(won, stake),
        expected=_per_cent(expected.cents, stake),
        low95=_per_cent(low95, stake),
        high95=_per_cent(high95, stake),
        low99=_per_cent(low99, stake),
        high99=_per_cent(high99, stake),
        is_outside=outside(won, expected.bounds) if stake else 0,
        is_bell_curve=expected.is_bell_curve,
    )


def _won(taken: Taken, wagers: Sequence[str]) -> tuple[int, int]:
    """What was staked on some wagers, and what the house won on them."""
    stake = sum(taken.stake.get(wager, 0) for wager in wagers)
    return stake, stake - sum(taken.returned.get(wager, 0) for wager in wagers)


def _per_cent(cents: float, stake: int) -> float | None:
    return round(100 * cents / stake, 2) if stake else None


def outside(won: float, bounds: Mapping[int, tuple[float, float]]) -> Literal[0, 95, 99]:
    """The widest band that what was won lies outside of; 0 if it lies within all."""
    for level in reversed(LEVELS):
        low, high = bounds[level]
        if not low - SMALLEST <= won <= high + SMALLEST:
            return level
    return 0

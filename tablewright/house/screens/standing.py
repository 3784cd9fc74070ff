"""How a table stands: what the house has held of each wager, beside what it should and may by chance.

A `Standing` is fed every event of a table from the first, so that a journal restores it. It keeps sums
only. `taken` copies them in a moment; `document` works out the figures from the copy, which may take
seconds the first time and needs nothing of the table.
"""

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from tablewright.advice.counting import analysis_of
from tablewright.advice.seen import Declarations
from tablewright.rules.irregularities import Effect
from tablewright.table import acts
from tablewright.table.acts import slips
from tablewright.table.record import Record
from tablewright.table.setup import Book

if TYPE_CHECKING:
    from tablewright.odds.standing import Expectations, Expected, Stakes

LONGEST_PAUSE = timedelta(minutes=10)
"""A longer time in which nothing happened is not play."""
LEVELS: tuple[Literal[95], Literal[99]] = (95, 99)
SMALLEST = 0.5
"""Less than half a cent outside a band is a matter of rounding."""

BEST_PLAY = (
    "Expected figures take every hand to be played for the best and payments not to be rounded;"
    " mistakes of players and rounding add to the hold."
)
BELL_CURVE = (
    "Bands marked as a bell curve are approximate: seats that meet one dealer's hand, or several"
    " wagers together. The others are worked out from the pay table and every stake made."
)
LONG_SHOTS = (
    "A wager with rare large prizes holds more than expected on most days, far less on a few."
)
OF_A_DRAW = (
    "A wager on the next card is taken as made without looking at the cards that are out; those who"
    " look may do better. The total leaves out that wagers on a card and on the round vary together."
)
CHOSEN_LATE = (
    "Players may make wagers on the round late or take them back; the expected figures are those of"
    " wagers made before the first card and left."
)


class HourlyPace(NamedTuple):
    """How much is played in an hour."""

    rounds: float
    decisions: float


class Taken(NamedTuple):
    """How a table stood at one moment."""

    book: Book
    rounds: int
    void_rounds: int
    decisions: int
    minutes: float
    pace: HourlyPace
    stake: dict[str, int]
    returned: dict[str, int]
    stakes: "_Sums"


class _Sums:
    """Stakes by size, and the sums of their products: all that the variance asks for."""

    def __init__(self) -> None:
        self.sizes: dict[str, Counter[int]] = {}
        self.at_seats: Counter[tuple[str, str]] = Counter()
        self.at_rounds: Counter[tuple[str, str]] = Counter()

    def copy(self) -> "_Sums":
        made = _Sums()
        made.sizes = {wager: Counter(sizes) for wager, sizes in self.sizes.items()}
        made.at_seats, made.at_rounds = Counter(self.at_seats), Counter(self.at_rounds)
        return made

    def add(self, by_place: dict[int, dict[str, int]], *, is_draw: bool) -> None:
        """What lay at each place in one round, or on one card, and was decided together."""
        pooled: Counter[str] = Counter()
        for stakes in by_place.values():
            pooled.update(stakes)
            _multiply(self.at_seats, stakes)
        _multiply(self.at_rounds, pooled)
        # Boxes win and lose on the same cards, so that all of them are as one stake.
        for stakes in [pooled] if is_draw else by_place.values():
            for wager, cents in stakes.items():
                self.sizes.setdefault(wager, Counter())[cents] += 1


def _multiply(sums: Counter[tuple[str, str]], stakes: dict[str, int]) -> None:
    for one, other in combinations_with_replacement(sorted(stakes), 2):
        sums[one, other] += stakes[one] * stakes[other]


class Standing:
    """Adds up what is settled at one table."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.rounds = self.void_rounds = 0
        self.stake: Counter[str] = Counter()
        """By wager, what was staked and settled, without what was only given back."""
        self.returned: Counter[str] = Counter()
        self._decisions = self._decisions_in_rounds = 0
        self._played = self._played_in_rounds = timedelta()
        self._is_open = False
        self._last: datetime | None = None
        self._declarations = Declarations(book)
        self._is_void = False
        self._sums = _Sums()
        self._on_card: dict[int, dict[str, int]] = {}
        self._on_round: dict[int, dict[str, int]] = {}
        self._decided: set[int] = set()

    # What happens ---------------------------------------------------------------------------------

    def hear(self, events: Iterable[Record], at: datetime) -> None:
        """Everything that one command led to, or a single line of a journal."""
        self._go_on(at)
        for event in events:
            self._declarations.hear(event)
            match event:
                case acts.Settled() | acts.TakenBack() | acts.Reckoned():
                    self._settled(event)
                case acts.Draw():
                    self._end_card()
                case acts.Declare():
                    if self._declarations.effect(event) is Effect.VOID:
                        self._is_void = True
                case acts.SlipPrepared(form=slips.VOID):
                    self._is_void = False  # Not before it is signed.
                case acts.Countersign(form=slips.VOID):
                    self._is_void = True
                case acts.Clear():
                    self._end_round()
                case acts.Opened():
                    self._is_open = True
                case acts.BeginClosing():
                    self._is_open = False

    def _go_on(self, at: datetime) -> None:
        self._played += self._since(at)
        self._last = at

    def _since(self, at: datetime) -> timedelta:
        """The time of play since something last happened."""
        if not self._is_open or self._last is None:
            return timedelta()
        pause = at - self._last
        return pause if timedelta() < pause <= LONGEST_PAUSE else timedelta()

    def _settled(self, event: acts.Settled | acts.TakenBack | acts.Reckoned) -> None:
        staked, returned, _ = event.sums
        if not staked and not returned:
            return
        wager, place = event.wager, event.place
        self.stake[wager] += staked
        self.returned[wager] += returned
        self._decided.add(place)
        is_on_card = self.book.is_draw and wager in self.book.on_card
        stakes = (self._on_card if is_on_card else self._on_round).setdefault(place, {})
        if isinstance(event, acts.Reckoned) and wager not in stakes:
            return  # Its card is over: what chance could make of it stands.
        stakes[wager] = stakes.get(wager, 0) + staked
        if not stakes[wager]:
            del stakes[wager]

    def _end_card(self) -> None:
        self._sums.add(self._on_card, is_draw=self.book.is_draw)
        self._decisions += len(self._decided)
        self._on_card, self._decided = {}, set()

    def _end_round(self) -> None:
        self._end_card()
        self._sums.add(self._on_round, is_draw=self.book.is_draw)
        self._on_round = {}
        self._decisions_in_rounds = self._decisions
        self._played_in_rounds = self._played
        self.rounds += 1
        self.void_rounds += self._is_void
        self._is_void = False

    # What it comes to -----------------------------------------------------------------------------

    @property
    def decisions(self) -> int:
        """How often a player's wagers were decided: a hand at a seat, or a card for a box."""
        return self._decisions + len(self._decided)

    @property
    def house_won(self) -> int:
        return self.stake.total() - self.returned.total()

    @property
    def minutes(self) -> float:
        """How long has been played until something last happened, pauses left out."""
        return self._played.total_seconds() / 60

    @property
    def pace(self) -> HourlyPace:
        """How quickly rounds have been played, up to the end of the last: it waits while they wait."""
        minutes = self._played_in_rounds.total_seconds() / 60
        return HourlyPace(
            an_hour(self.rounds, minutes), an_hour(self._decisions_in_rounds, minutes)
        )

    def taken(self) -> Taken:
        """How the table stands now, to be worked out elsewhere."""
        sums, is_draw = self._sums.copy(), self.book.is_draw
        sums.add(self._on_card, is_draw=is_draw)
        sums.add(self._on_round, is_draw=is_draw)
        return Taken(
            self.book,
            self.rounds,
            self.void_rounds,
            self.decisions,
            self.minutes,
            self.pace,
            dict(self.stake),
            dict(self.returned),
            sums,
        )


def an_hour(count: int, minutes: float) -> float:
    """So many in some minutes, as so many an hour; nothing before a minute has passed.

    >>> an_hour(20, 30.0), an_hour(3, 0.5)
    (40.0, 0.0)
    """
    return round(60 * count / minutes, 1) if minutes >= 1 else 0.0


# The page ------------------------------------------------------------------------------------------

_lock = threading.Lock()
_made: dict[str, "Expectations"] = {}
MOST_KEPT = 8


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """What was held of one wager, or of all, against what the rules say; holds in per cent."""

    wager: str
    name: str
    house_edge: str
    stake: int
    house_won: int
    expected_won: int
    hold: float | None
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
    """How a table stands: the hold against what is expected of it, and the pace."""

    rounds: int
    void_rounds: int
    decisions: int
    minutes: int
    rounds_an_hour: float
    decisions_an_hour: float
    wagers: list[Hold]
    total: Hold
    warnings: list[str]
    notes: list[str]


def document(taken: Taken) -> StandingReport:
    """How a table stands, as the page reads it; may take seconds the first time."""
    expectations, stakes = _expectations(taken.book), _stakes(taken.stakes)
    rows = []
    for line in expectations.groups:
        expected = expectations.of_group(line.id, stakes)
        edge = expectations.edge_said(line)
        rows.append(_hold(taken, line.wagers, expected, line.id, line.name, edge))
    every = tuple(taken.book.wagers)
    total = _hold(taken, every, expectations.of_all(stakes), "", "in all", "")
    analysis = expectations.analysis
    return StandingReport(
        rounds=taken.rounds,
        void_rounds=taken.void_rounds,
        decisions=taken.decisions,
        minutes=round(taken.minutes),
        rounds_an_hour=taken.pace.rounds,
        decisions_an_hour=taken.pace.decisions,
        wagers=rows,
        total=total,
        warnings=[*taken.book.ruleset.warnings, *analysis.warnings],
        notes=_notes(taken.book),
    )


def _notes(book: Book) -> list[str]:
    notes = [BEST_PLAY, BELL_CURVE, LONG_SHOTS]
    if book.is_draw:
        notes.append(OF_A_DRAW)
        if book.draw.takes_late_wagers or book.draw.may_take_back:
            notes.append(CHOSEN_LATE)
    return notes


def _expectations(book: Book) -> "Expectations":
    """What the lines of a ruleset should hold, worked out once for all tables."""
    from tablewright.odds.standing import Expectations

    analysis = analysis_of(book.ruleset)
    with _lock:
        found = _made.get(book.ruleset.fingerprint)
        if found is None:
            if len(_made) >= MOST_KEPT:
                _made.pop(next(iter(_made)))
            found = _made[book.ruleset.fingerprint] = Expectations(analysis)
        return found


def _stakes(sums: _Sums) -> "Stakes":
    from tablewright.odds.standing import Stakes

    return Stakes(sums.sizes, sums.at_seats, sums.at_rounds)


def _hold(
    taken: Taken, wagers: Sequence[str], expected: "Expected", id: str, name: str, edge: str
) -> Hold:
    """The sums of a line, and its holds in per cent of all that was staked on it."""
    stake = sum(taken.stake.get(wager, 0) for wager in wagers)
    won = stake - sum(taken.returned.get(wager, 0) for wager in wagers)
    (low95, high95), (low99, high99) = (expected.bounds[level] for level in LEVELS)
    return Hold(
        wager=id,
        name=name,
        house_edge=edge,
        stake=stake,
        house_won=won,
        expected_won=round(expected.cents),
        hold=_per_cent(won, stake),
        expected=_per_cent(expected.cents, stake),
        low95=_per_cent(low95, stake),
        high95=_per_cent(high95, stake),
        low99=_per_cent(low99, stake),
        high99=_per_cent(high99, stake),
        is_outside=_outside(won, expected) if stake else 0,
        is_bell_curve=expected.is_bell_curve,
    )


def _per_cent(cents: float, stake: int) -> float | None:
    return round(100 * cents / stake, 2) if stake else None


def _outside(won: int, expected: "Expected") -> Literal[0, 95, 99]:
    """The widest band that the house's win lies outside of; 0 if it lies within all."""
    for level in reversed(LEVELS):
        low, high = expected.bounds[level]
        if not low - SMALLEST <= won <= high + SMALLEST:
            return level
    return 0

"""How a table stands: what was staked and returned on each wager, and how quickly it is played.

A `Standing` is fed every event of a table from the first, so that a journal restores it. It keeps sums
only. `taken` copies them in a moment; `expected.py` works out the figures from the copy.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec

from tablewright.advice.folds import Fold
from tablewright.advice.seen import Declarations, DeclarationsMemory
from tablewright.rules.irregularities import Effect
from tablewright.table import acts
from tablewright.table.acts import slips
from tablewright.table.record import Record
from tablewright.table.setup import Book

LONGEST_PAUSE = timedelta(minutes=10)
"""A longer time in which nothing happened is not play."""


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
    stakes: "StakeSums"


class StakeSums(msgspec.Struct):
    """Stakes by size, and the sums of their products: all that the variance asks for."""

    sizes: dict[str, Counter[int]] = msgspec.field(default_factory=dict)
    at_seats: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    at_rounds: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)

    def copy(self) -> "StakeSums":
        made = StakeSums()
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


class StandingMemory(msgspec.Struct):
    """What a standing remembers."""

    rounds: int
    void_rounds: int
    stake: Counter[str]
    returned: Counter[str]
    decisions_in_rounds: int
    played_in_rounds: timedelta
    sums: StakeSums
    _decisions: int
    _played: timedelta
    _is_open: bool
    _last: datetime | None
    _declarations: DeclarationsMemory
    _is_void: bool
    _on_card: dict[int, dict[str, int]]
    _on_round: dict[int, dict[str, int]]
    _decided: set[int]


class Standing(Fold[StandingMemory]):
    """Adds up what is settled at one table."""

    memory = StandingMemory

    def __init__(self, book: Book) -> None:
        self.book = book
        self.rounds = self.void_rounds = 0
        self.stake: Counter[str] = Counter()
        """By wager, what was staked and settled, without what was only given back."""
        self.returned: Counter[str] = Counter()
        self._decisions = self.decisions_in_rounds = 0
        self._played = self.played_in_rounds = timedelta()
        """Decisions, and how long was played: in all, and up to the end of the last round."""
        self._is_open = False
        self._last: datetime | None = None
        self._declarations = Declarations(book)
        self._is_void = False
        self.sums = StakeSums()
        """What was decided in cards and rounds that are over."""
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
        self.sums.add(self._on_card, is_draw=self.book.is_draw)
        self._decisions += len(self._decided)
        self._on_card, self._decided = {}, set()

    def _end_round(self) -> None:
        self._end_card()
        self.sums.add(self._on_round, is_draw=self.book.is_draw)
        self._on_round = {}
        self.decisions_in_rounds = self._decisions
        self.played_in_rounds = self._played
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
        minutes = self.played_in_rounds.total_seconds() / 60
        return HourlyPace(an_hour(self.rounds, minutes), an_hour(self.decisions_in_rounds, minutes))

    def taken(self) -> Taken:
        """How the table stands now, to be worked out elsewhere."""
        return Taken(
            self.book,
            self.rounds,
            self.void_rounds,
            self.decisions,
            self.minutes,
            self.pace,
            dict(self.stake),
            dict(self.returned),
            self.sums_now(),
        )

    def sums_now(self) -> StakeSums:
        """What was decided, the present card and round included."""
        sums, is_draw = self.sums.copy(), self.book.is_draw
        sums.add(self._on_card, is_draw=is_draw)
        sums.add(self._on_round, is_draw=is_draw)
        return sums


def an_hour(count: int, minutes: float) -> float:
    """So many in some minutes, as so many an hour; nothing before a minute has passed.

    >>> an_hour(20, 30.0), an_hour(3, 0.5)
    (40.0, 0.0)
    """
    return round(60 * count / minutes, 1) if minutes >= 1 else 0.0

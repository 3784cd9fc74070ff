"""A player's own history: the rounds since they sat down, and how they stand.

`Sittings` is fed with events as they happen and keeps only the sums; rounds are read from the journal
(`played_rounds.py`). What players have before them and on the felt is counted, less what they bought in
for, so that tips and wagers for the dealer are their expense.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.advice.folds import Fold
from tablewright.house.screens.coaching import Coaching
from tablewright.house.screens.evening import MOST_POINTS, AfterRound, Course, Evening, thinned
from tablewright.house.screens.played_rounds import PlayedRound, RoundsRead, gained
from tablewright.table import acts
from tablewright.table.chips import place_of, rail, wagered_at, worth
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.setup import Book

LEAST_LARGE_WIN = 10_000
"""A win of one round that the pit may want to hear of, in cents; from when on, the house decides."""
MOST_WINS = 100
"""How many of these are remembered at a table."""


class History(msgspec.Struct, frozen=True, kw_only=True):
    """A player's rounds at a table, the newest first, and the sums since they sat down."""

    rounds: list[PlayedRound]
    net: int
    bought_in: int
    since: str
    rounds_played: int
    more: bool
    """Whether there are earlier rounds than these."""
    evening: list[AfterRound]
    """Net after each round; where there are many, of rounds evenly spread."""


class RoundSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """What the last round in which a player had wagers settled has come to."""

    round: int
    net: int
    staked: int
    """What was played for: a win is judged beside it."""
    is_over: bool
    """Whether nothing of the player's is left to be settled in it."""


class SessionSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """How a player stands now."""

    player: str
    bought_in: int
    net: int
    tips: int
    since: str
    rounds: int
    coaching: Coaching | UnsetType = UNSET
    """What a coach has to say, where the table gives advice and something was decided."""
    round: RoundSoFar | UnsetType = UNSET
    """The last round, or the one under way; none before the first is settled."""
    evening: Evening


def on_felt(place: int, table: Table) -> int:
    """What a player has on the felt, also for the dealer, in cents."""
    found = 0
    for name, held in table.state.bank.accounts.items():
        if wagered_at(name) == place:
            found += held.cents
    return found


def won(event: Record) -> dict[int, int]:
    """What players have won by an event, by place: chips for cash are not won, nor lost by leaving."""
    found: dict[int, int] = {}
    moves = event.moved()
    if not moves or isinstance(event, acts.Leave):
        return found
    for move in moves:
        to, out_of = place_of(move.target), place_of(move.source)
        if to != out_of:
            cents = move.cents
            if to:
                found[to] = found.get(to, 0) + cents
            if out_of:
                found[out_of] = found.get(out_of, 0) - cents
    if isinstance(event, acts.BuyIn):
        found[event.place] = found.get(event.place, 0) - event.cash
    return found


# As it happens -------------------------------------------------------------------------------------


class Sitting(msgspec.Struct):
    """A player at a place, since they sat down."""

    player: str
    since: datetime
    first_line: int
    bought_in: int = 0
    tips: int = 0
    rounds: int = 0
    is_in_round: bool = False
    """Whether a wager of theirs has been settled in the round that is under way."""
    net: int = 0
    """What the round under way has brought, and what was played for in it."""
    staked: int = 0
    last_net: int = 0
    """The same for the last round that is over in which a wager of theirs was settled."""
    last_staked: int = 0
    rounds_since: int = 0
    course: Course = msgspec.field(default_factory=Course)


class Win(NamedTuple):
    """What a player won in one round, less what they lost in it."""

    round: int
    place: int
    player: str
    cents: int
    at: datetime
    line: int
    """The line of the journal with which the round was over."""


class SittingsMemory(msgspec.Struct):
    """Everybody at a table."""

    at_place: dict[int, Sitting]
    wins: list[Win]
    _lines: int
    _round: int


class Sittings(Fold[SittingsMemory]):
    """Everybody at a table, since each sat down. Hears every event, from the first on."""

    memory = SittingsMemory

    def __init__(self, book: Book) -> None:
        self.book = book
        self.at_place: dict[int, Sitting] = {}
        self.wins: list[Win] = []
        """The last large wins, the newest last."""
        self._lines = 0
        self._round = 1

    def hear(self, events: Iterable[Record], at: datetime) -> None:
        """What happened."""
        for event in events:
            self._lines += 1
            for place, cents in won(event).items():
                if sitting := self.at_place.get(place):
                    sitting.course.net += cents
            match event:
                case acts.Sit():
                    self.at_place[event.place] = Sitting(event.player, at, self._lines)
                case acts.Leave():
                    self.at_place.pop(event.place, None)
                case acts.BuyIn():
                    self.at_place[event.place].bought_in += event.cash
                case acts.Tip():
                    self.at_place[event.place].tips += worth(event.chips)
                case acts.Settled() | acts.TakenBack() | acts.ChipsRuled():
                    self._add_to_round(event)
                case acts.Clear():
                    self._end_round(at)

    def _end_round(self, at: datetime) -> None:
        for place, each in self.at_place.items():
            if each.is_in_round and each.net >= LEAST_LARGE_WIN:
                win = Win(self._round, place, each.player, each.net, at, self._lines)
                self.wins = [*self.wins, win][-MOST_WINS:]
            _end_round(each, self._round)
        self._round += 1

    def _add_to_round(self, event: acts.Settled | acts.TakenBack | acts.ChipsRuled) -> None:
        """What an event of a round brings the player, or costs them."""
        sitting = self.at_place.get(event.place)
        if sitting is None:
            return
        sitting.net += gained(event.place, event.moved())
        if isinstance(event, acts.Settled):
            sitting.is_in_round = True
            sitting.staked += event.stake

    def first_line(self, place: int) -> int:
        """The line on which the player at a place sat down."""
        return self.at_place[place].first_line

    def history(self, place: int, read: RoundsRead) -> History:
        """Some rounds of the player at a place, with the sums since they sat down."""
        sitting = self.at_place[place]
        return History(
            rounds=read.rounds,
            net=sitting.course.net,
            bought_in=sitting.bought_in,
            since=sitting.since.isoformat(),
            rounds_played=sitting.rounds + sitting.is_in_round,
            more=read.more,
            evening=thinned(sitting.course.points, MOST_POINTS),
        )

    def of(self, place: int, table: Table) -> SessionSoFar:
        """How a player stands now."""
        sitting, bank = self.at_place[place], table.state.bank
        lies = on_felt(place, table)
        net = bank.cents(rail(place)) + lies - sitting.bought_in
        return SessionSoFar(
            player=sitting.player,
            bought_in=sitting.bought_in,
            net=net,
            tips=sitting.tips,
            since=sitting.since.isoformat(),
            rounds=sitting.rounds,
            round=_round_so_far(sitting, table, is_bare=not lies),
            evening=sitting.course.shown(net),
        )


def _end_round(sitting: Sitting, round: int) -> None:
    """A round is over; what it came to stays known until another is settled."""
    sitting.rounds_since += 1
    if sitting.is_in_round:
        sitting.rounds += 1
        sitting.course.end_round(round)
        sitting.last_net, sitting.last_staked, sitting.rounds_since = sitting.net, sitting.staked, 1
    sitting.net = sitting.staked = 0
    sitting.is_in_round = False


def _round_so_far(sitting: Sitting, table: Table, *, is_bare: bool) -> RoundSoFar | UnsetType:
    if sitting.is_in_round:
        return RoundSoFar(
            round=table.state.round, net=sitting.net, staked=sitting.staked, is_over=is_bare
        )
    if not sitting.rounds:
        return UNSET
    return RoundSoFar(
        round=table.state.round - sitting.rounds_since,
        net=sitting.last_net,
        staked=sitting.last_staked,
        is_over=True,
    )

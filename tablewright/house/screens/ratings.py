"""How players are rated: how long they played, what they bet, and what it should have cost them.

`Ratings` is fed every event of a table from the first, so that a journal restores it. It keeps sums;
`priced` adds what they should have cost, by the exact edge of every wager that was made.

- **Average bet**: all that a player staked in a round, on every wager that they chose to make, averaged
  over the rounds in which they bet. The *first wager* is averaged beside it: that of the game's wagers
  which comes first on the layout's list and bore a stake in the round.
- **Theoretical loss**: for each wager its stake times the house's edge, worked out over every deal;
  what follows from a wager on the same hand is priced with it, as the odds have it. All players of a
  table together come to the table's own theoretical win, to the last fraction of a cent.
- **Result**: what a player has, less what they bought in for, as their own history counts it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

import msgspec

from tablewright.advice.expected import expectations_of
from tablewright.advice.folds import Fold
from tablewright.house.screens.comma_separated import comma_separated
from tablewright.house.screens.history import won
from tablewright.table import acts
from tablewright.table.chips import worth
from tablewright.table.record import Record
from tablewright.table.setup import Book

MOST_SAT = 1000
"""How many sittings at a table are rated: more than a gaming day has."""


class Sat(msgspec.Struct):
    """One player at one place, from sitting down to leaving."""

    player: str
    place: int
    since: datetime
    until: datetime | None = None
    """When they left; None while they sit there."""
    bought_in: int = 0
    tips: int = 0
    net: int = 0
    rounds: int = 0
    """In which a wager of theirs was played."""
    first: int = 0
    """The sum of the first wagers of those rounds."""
    stake: Counter[str] = msgspec.field(default_factory=Counter)
    """By wager, what was staked and played."""
    in_round: dict[str, int] = msgspec.field(default_factory=dict)
    """What was staked in the round under way, on every card of it."""

    @property
    def staked(self) -> int:
        return self.stake.total()


class RatingsMemory(msgspec.Struct):
    """Everybody who has played."""

    sat: list[Sat]


class Ratings(Fold[RatingsMemory]):
    """Everybody who has played at a table."""

    memory = RatingsMemory

    def __init__(self, book: Book, begins: datetime | None = None) -> None:
        self.book = book
        self._begins = begins
        """What happened before is left out, but for who sits where."""
        self.sat: list[Sat] = []
        self._at_place: dict[int, Sat] = {}
        self._first = {wager: n for n, wager in enumerate(book.wagers)}

    def hear(self, events: Iterable[Record], at: datetime) -> None:
        """Everything that one command led to, or a single line of a journal."""
        if self._begins and at < self._begins:
            self._hear_before(events)
            return
        for event in events:
            for place, cents in won(event).items():
                if sat := self._at_place.get(place):
                    sat.net += cents
            match event:
                case acts.Sit():
                    sat = self._at_place[event.place] = Sat(event.player, event.place, at)
                    self.sat.append(sat)
                case acts.Leave():
                    if sat := self._at_place.pop(event.place, None):
                        _end_round(sat, self._first)
                        sat.until = at
                        self._forget_oldest()
                case acts.BuyIn():
                    self._at_place[event.place].bought_in += event.cash
                case acts.Tip():
                    self._at_place[event.place].tips += worth(event.chips)
                case acts.Settled() | acts.TakenBack() | acts.Reckoned():
                    self._settled(event)
                case acts.Clear():
                    for sat in self._at_place.values():
                        _end_round(sat, self._first)

    def _forget_oldest(self) -> None:
        """Of those who have left, only the last are remembered; the others stand in the journal."""
        if len(self.sat) > MOST_SAT:
            gone = next(n for n, each in enumerate(self.sat) if each.until is not None)
            del self.sat[gone]

    def take_up(self, memory: RatingsMemory) -> None:
        super().take_up(memory)
        self._at_place = {each.place: each for each in self.sat if each.until is None}

    def copy(self) -> "Ratings":
        """The ratings as they are now, to be worked out elsewhere."""
        made = Ratings(self.book, self._begins)
        made.sat = [
            msgspec.structs.replace(each, stake=Counter(each.stake), in_round={})
            for each in self.sat
        ]
        return made

    def _hear_before(self, events: Iterable[Record]) -> None:
        """Who has sat down and left before the time that is looked at."""
        assert self._begins is not None
        for event in events:
            if isinstance(event, acts.Sit):
                sat = Sat(event.player, event.place, self._begins)
                self._at_place[event.place] = sat
                self.sat.append(sat)
            elif isinstance(event, acts.Leave) and event.place in self._at_place:
                self.sat.remove(self._at_place.pop(event.place))

    def _settled(self, event: acts.Settled | acts.TakenBack | acts.Reckoned) -> None:
        staked, returned, _ = event.sums
        sat, wager = self._at_place.get(event.place), event.wager
        if sat is not None and (staked or returned):
            sat.stake[wager] += staked
            sat.in_round[wager] = sat.in_round.get(wager, 0) + staked


def _end_round(sat: Sat, order: Mapping[str, int]) -> None:
    """A round is over for one player."""
    played = {wager: cents for wager, cents in sat.in_round.items() if cents}
    if played:
        sat.rounds += 1
        sat.first += played[min(played, key=lambda wager: order.get(wager, len(order)))]
    sat.in_round = {}


# As the pit reads it -------------------------------------------------------------------------------


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """One player's play: at one seat, or added up. Amounts in cents."""

    player: str
    table: str
    place: int
    """0, where several sittings are added up."""
    since: datetime
    until: datetime
    is_seated: bool
    minutes: int
    rounds: int
    average_bet: int
    average_first: int
    staked: int
    theoretical: int
    """What they should have lost by the exact edge of what they bet, to the nearest cent."""
    net: int
    """What they have won; negative, if they have lost."""
    tips: int
    bought_in: int


class Priced(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of a sitting with its exact price, to be added to others."""

    player: str
    table: str
    place: int
    since: datetime
    until: datetime
    is_seated: bool
    seconds: int
    rounds: int
    first: int
    staked: int
    theoretical: Fraction
    net: int
    tips: int
    bought_in: int

    def shown(self) -> Rating:
        """As the pit reads it: averages and the theoretical loss to the nearest cent."""
        same = {
            name: getattr(self, name)
            for name in Rating.__struct_fields__
            if name in Priced.__struct_fields__ and name != "theoretical"
        }
        return Rating(
            **same,
            minutes=self.seconds // 60,
            average_bet=_average(self.staked, self.rounds),
            average_first=_average(self.first, self.rounds),
            theoretical=round(self.theoretical),
        )


def _average(cents: int, rounds: int) -> int:
    return round(Fraction(cents, rounds)) if rounds else 0


def priced(ratings: Ratings, now: datetime) -> list[Priced]:
    """Every sitting with what it should have cost its player; the first of a ruleset takes seconds."""
    book, expectations = ratings.book, expectations_of(ratings.book)
    return [
        Priced(
            player=each.player,
            table=book.setup.table,
            place=each.place,
            since=each.since,
            until=each.until or max(now, each.since),
            is_seated=each.until is None,
            seconds=int(((each.until or max(now, each.since)) - each.since).total_seconds()),
            rounds=each.rounds,
            first=each.first,
            staked=each.staked,
            theoretical=expectations.theoretical(each.stake),
            net=each.net,
            tips=each.tips,
            bought_in=each.bought_in,
        )
        for each in ratings.sat
    ]


def together(sittings: Iterable[Priced]) -> list[Priced]:
    """One line for each player, whichever tables they played at: the largest loss due first."""
    found: dict[str, Priced] = {}
    for each in sittings:
        one = found.get(each.player)
        if one is None:
            found[each.player] = each
            continue
        is_one_table = one.table == each.table
        found[each.player] = Priced(
            player=each.player,
            table=one.table
            if is_one_table
            else ", ".join(dict.fromkeys([*one.table.split(", "), each.table])),
            place=one.place if is_one_table and one.place == each.place else 0,
            since=min(one.since, each.since),
            until=max(one.until, each.until),
            is_seated=one.is_seated or each.is_seated,
            seconds=one.seconds + each.seconds,
            rounds=one.rounds + each.rounds,
            first=one.first + each.first,
            staked=one.staked + each.staked,
            theoretical=one.theoretical + each.theoretical,
            net=one.net + each.net,
            tips=one.tips + each.tips,
            bought_in=one.bought_in + each.bought_in,
        )
    return sorted(found.values(), key=lambda each: (-each.theoretical, each.player.casefold()))


HEAD = (
    "player",
    "table",
    "place",
    "from",
    "until",
    "minutes",
    "rounds",
    "average bet",
    "average first wager",
    "staked",
    "theoretical loss",
    "result",
    "tips",
    "bought in",
)


def as_file(ratings: Iterable[Rating]) -> bytes:
    """Ratings as comma-separated values, amounts in dollars."""
    return comma_separated(
        HEAD,
        [
            (
                each.player,
                each.table,
                each.place or None,
                each.since,
                None if each.is_seated else each.until,
                each.minutes,
                each.rounds,
                *(
                    cents / 100
                    for cents in (
                        each.average_bet,
                        each.average_first,
                        each.staked,
                        each.theoretical,
                        each.net,
                        each.tips,
                        each.bought_in,
                    )
                ),
            )
            for each in ratings
        ],
    )


class TableRatings(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who has played at a table, sitting by sitting."""

    table: str
    game_name: str
    is_practice: bool
    ratings: list[Rating]


class DayRatings(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who has played at the tables of the gaming day, one line a person."""

    day: str
    money: list[Rating]
    practice: list[Rating]
    left_out: int
    """Tables that the person who asks is to count, and is not told of."""

"""Seats of a contest that lead to given facts: hands, a decision, the dealer's hand.

As in `made_hands`, cards are proposed. The rules themselves (`Contest.facts`) say what they led to, and
only what led where it should is given out. So nothing here knows a game, and nothing can be wrong.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK, Card
from tablewright.rules.contest import Contest
from tablewright.rules.facts import Versus
from tablewright.rules.sources import Against, Choice, DealerShows, PlayerShows, VoidRound
from tablewright.rules.views import Hand, View
from tablewright.school.made_hands import MOST_TRIES, NotFound, proposed, strengths_of
from tablewright.school.packs import Pack

FEW_TRIES = 40
FEW_STRENGTHS = 200
DEALERS_EACH = 6
"""How many hands of the dealer are tried against one of the player's."""
NEAR = 24
"""How far apart two strengths are that a trainee could confuse."""


class SeatDealt(NamedTuple):
    """The cards of a seat and of the dealer, what was decided, and the facts that follow."""

    dealer: tuple[Card, ...]
    player: tuple[Card, ...]
    decision: str | None
    played: tuple[Card, ...] | None
    is_void: bool
    facts: int


# Seats of a contest --------------------------------------------------------------------------------


class _Way(NamedTuple):
    """How facts can come about after one decision."""

    decision: str | None
    player: tuple[tuple[View, list[int], bool], ...]
    """For each label of the player's hand: the strengths that bear it, and whether in play only."""
    player_facts: int
    dealer: tuple[tuple[View, list[int]], ...]
    against: tuple[tuple[View, Versus], ...]


class Seats:
    """Seats of a contest that lead to given facts."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self._ways: dict[int, tuple[_Way, ...]] = {}
        self._fitting: dict[tuple[str | None, int], tuple[View, list[int]]] = {}
        self._is_common: dict[int, bool] = {}

    @cached_property
    def void(self) -> dict[int, list[str | None]]:
        """The decisions after which a void round has each number of facts."""
        found: dict[int, list[str | None]] = {}
        if any(isinstance(each, VoidRound) for each in self.contest.sources.values()):
            for decision in [None, *self.contest.decision]:
                found.setdefault(self.contest.void_facts(decision), []).append(decision)
        return found

    def decisions(self, facts: int) -> tuple[str | None, ...]:
        """The decisions after which a seat can have these facts."""
        if facts in self.void:
            return tuple(self.void[facts])
        return tuple(way.decision for way in self.ways(facts))

    def ways(self, facts: int) -> tuple[_Way, ...]:
        """How facts can come about, by decision."""
        if facts not in self._ways:
            self._ways[facts] = tuple(self._found_ways(facts))
        return self._ways[facts]

    def _found_ways(self, number: int) -> Iterator[_Way]:
        contest = self.contest
        space, record = contest.space, contest.space.possible[number]
        plain = space.record()
        for decision in [None, *contest.decision]:
            looks = contest.looks[decision]
            player, dealer, against = [], [], []
            start, fits = looks.start, True
            for name, source in contest.sources.items():
                value = getattr(record, name)
                if name not in looks.names:
                    fits &= value == getattr(plain, name)
                elif isinstance(source, Choice):
                    fits &= source.values[decision] == value
                elif isinstance(source, PlayerShows):
                    borne = strengths_of(source.view, source.label).get(value, [])
                    player.append((source.view, borne, source.only_cards_played))
                    moved = space.ordinal(name, value) - space.ordinal(name, getattr(plain, name))
                    start += space.stride[name] * moved
                    fits &= bool(borne)
                elif isinstance(source, DealerShows):
                    borne = strengths_of(source.view, source.label).get(value, [])
                    dealer.append((source.view, borne))
                    fits &= bool(borne)
                elif isinstance(source, Against):
                    against.append((source.views[decision], value))
            if fits:
                yield _Way(decision, tuple(player), start, tuple(dealer), tuple(against))

    # Found ------------------------------------------------------------------------------------

    def seat(
        self,
        facts: int,
        rng: Random,
        decisions: Collection[str | None] | None = None,
        tries: int = MOST_TRIES,
    ) -> SeatDealt:
        """Cards that lead to exactly these facts, after one of these decisions."""
        allowed = self.decisions(facts)
        allowed = tuple(each for each in allowed if decisions is None or each in decisions)
        if not allowed:
            raise NotFound(
                f"{self.contest.space.said(facts)} follows none of the decisions allowed"
            )
        if facts in self.void:
            dealer, player = self._any_cards(rng)
            return SeatDealt(dealer, player, rng.choice(allowed), None, True, facts)
        ways = [way for way in self.ways(facts) if way.decision in allowed]
        for number in range(tries):
            way = ways[int(rng.random() * len(ways))]
            dealt = self._attempt(facts, way, rng, plays_badly=0.25 if number < 8 else 0.8)
            if dealt:
                return dealt
        raise NotFound(f"no cards were found for {self.contest.space.said(facts)}")

    def is_common(self, facts: int) -> bool:
        """Whether cards that lead to these facts are found at once; the same answer every time."""
        if facts not in self._is_common:
            try:
                self.seat(facts, Random(f"common {facts}"), tries=FEW_TRIES)
                self._is_common[facts] = True
            except NotFound:
                self._is_common[facts] = False
        return self._is_common[facts]

    def seat_of(
        self,
        several: Sequence[int],
        rng: Random,
        decisions: Collection[str | None] | None = None,
    ) -> SeatDealt:
        """Cards that lead to one of several facts: equally often those that are found at once."""
        order = rng.sample(several, len(several))
        for needs_common in (True, False):
            for facts in order:
                if needs_common and not self.is_common(facts):
                    continue
                try:
                    return self.seat(facts, rng, decisions)
                except NotFound:
                    continue
        raise NotFound("no cards were found for any of the facts asked for")

    def _any_cards(self, rng: Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        size = self.contest.hand_cards
        cards = rng.sample(DECK, 2 * size)
        return tuple(cards[:size]), tuple(cards[size:])

    def _attempt(self, facts: int, way: _Way, rng: Random, plays_badly: float) -> SeatDealt | None:
        contest, pack = self.contest, Pack(self.contest.decks)
        player = self._player(way, pack, rng)
        if player is None:
            return None
        held = Hand(player)
        named = self.named(player, way.decision, rng, plays_badly)
        in_play = held if named is None else Hand(named)
        if contest.player_facts(held, in_play, way.decision) != way.player_facts:
            return None
        for _ in range(DEALERS_EACH):
            dealer = self._dealer(way, in_play, pack, rng)
            if dealer is None:
                continue
            if contest.facts(Hand(dealer), held, way.decision, named) == facts:
                played = None if named is None else tuple(named)
                return SeatDealt(tuple(dealer), tuple(player), way.decision, played, False, facts)
            pack.give_back(dealer)
        return None

    def _player(self, way: _Way, pack: Pack, rng: Random) -> list[Card] | None:
        size = self.contest.hand_cards
        if not way.player:
            return [pack.any_card(rng) for _ in range(size)]
        view, strengths = self._fits(way)
        if len(way.player) > 1 and rng.random() < 0.2:
            view, strengths, _ = rng.choice(way.player)
        return proposed(view, strengths[int(rng.random() * len(strengths))], size, pack, rng)

    def _fits(self, way: _Way) -> tuple[View, list[int]]:
        """The label of the fewest strengths, and those of them that go with the other labels.

        They were tried, each as often, with chances of their own: so it is the same every time.
        """
        key = way.decision, way.player_facts
        if key not in self._fitting:
            view, strengths, _ = min(way.player, key=lambda each: len(each[1]))
            fits = strengths
            if len(way.player) > 1 and len(strengths) <= FEW_STRENGTHS:
                rng = Random(f"fits {key}")
                times = 6 + 600 // len(strengths)
                fits = [each for each in strengths if self._works(way, view, each, times, rng)]
            self._fitting[key] = view, fits or strengths
        return self._fitting[key]

    def _works(self, way: _Way, view: View, strength: int, times: int, rng: Random) -> bool:
        for _ in range(times):
            made = proposed(view, strength, self.contest.hand_cards, Pack(self.contest.decks), rng)
            if made is not None:
                held = Hand(made)
                named = self.named(made, way.decision, rng)
                in_play = held if named is None else Hand(named)
                if self.contest.player_facts(held, in_play, way.decision) == way.player_facts:
                    return True
        return False

    def named(
        self,
        player: Sequence[Card],
        decision: str | None,
        rng: Random,
        plays_badly: float = 0.25,
    ) -> list[Card] | None:
        """The cards that a player names, where the decision has some named: mostly the best."""
        plays = self.contest.decision[decision].plays if decision else None
        if plays is None:
            return None
        views = [
            source.views[decision]
            for source in self.contest.sources.values()
            if isinstance(source, Against) and decision in source.views
        ]
        every = list(combinations(player, plays))
        if not views or rng.random() < plays_badly:
            return list(rng.choice(every))
        return list(max(every, key=lambda some: views[0].strength(list(some))))

    def _dealer(self, way: _Way, in_play: Hand, pack: Pack, rng: Random) -> list[Card] | None:
        size = self.contest.hand_cards
        if way.against and rng.random() < 0.8:
            view, versus = way.against[0]
            mine = in_play.strength(view)
            if versus is Versus.COPY and rng.random() < 0.5:
                return _mirrored(in_play.cards, size, pack, rng)
            bearing = next((borne for each, borne in way.dealer if each is view), None)
            strength = _met(versus, mine, view, bearing, rng)
            return None if strength is None else proposed(view, strength, size, pack, rng)
        if way.dealer:
            view, strengths = rng.choice(way.dealer)
            return proposed(view, rng.choice(strengths), size, pack, rng)
        return [pack.any_card(rng) for _ in range(size)]


def _mirrored(cards: Sequence[Card], size: int, pack: Pack, rng: Random) -> list[Card] | None:
    """Cards of the same ranks in other suits, alike where those are alike, and the rest at random."""
    suits = [card.index % 4 for card in cards]
    turned = rng.sample(range(4), 4)
    made = pack.of_ranks([card.rank for card in cards], [turned[suit] for suit in suits], rng)
    while made is not None and len(made) < size:
        made.append(pack.any_card(rng))
    if made is not None:
        rng.shuffle(made)
    return made


def _met(
    versus: Versus, mine: int, view: View, bearing: Sequence[int] | None, rng: Random
) -> int | None:
    """A strength of the dealer's that meets the player's so; often one close to it."""
    if versus is Versus.COPY:
        return mine
    low, high = (0, mine - 1) if versus is Versus.HIGHER else (mine + 1, view.strengths - 1)
    if rng.random() < 0.4:
        low, high = max(low, mine - NEAR), min(high, mine + NEAR)
    if bearing is not None:
        first, last = bisect_left(bearing, low), bisect_right(bearing, high)
        return bearing[first + int(rng.random() * (last - first))] if first < last else None
    return rng.randint(low, high) if low <= high else None


@lru_cache(maxsize=32)
def seats(contest: Contest) -> Seats:
    """The seats of a contest, with what was found about it so far."""
    return Seats(contest)

"""Every draw counted, as a histogram over facts: of one card, and of a whole round.

A round is a sequence of ranks, of one suit or not: 13^5 sequences, each standing for so many sequences
of cards, hold all that any fact of a round depends on. No money is here.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, perm
from typing import Any, NamedTuple

import numpy as np

from tablewright.odds.counts import Arrays, Counts
from tablewright.odds.hands import Ints, Pack, Places, whole_deck
from tablewright.odds.ledger import SAFE, HistogramEntry, common_denominator
from tablewright.odds.strengths import steps_of, strengths
from tablewright.rules.cards import SUITS, Card
from tablewright.rules.described import deal_digest
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.game import Ruleset
from tablewright.rules.sources import Drawn, Leading, PlayerShows, VoidRound
from tablewright.rules.views import View
from tablewright.rules.wagers import Decided


def draw_of(ruleset: Ruleset) -> Draw:
    """How a ruleset whose cards are drawn for everyone is dealt."""
    if not isinstance(ruleset.deal, Draw):
        raise BadDefinition(f"{ruleset.game.name} is not drawn")
    return ruleset.deal


class DrawnCounts:
    """A draw with all its cards and rounds counted."""

    def __init__(
        self,
        draw: Draw,
        stakes: Sequence[str],
        pack: Pack | None = None,
        made_before: Counts | None = None,
    ) -> None:
        """`stakes` are the wagers, each of which has one unit staked on it."""
        self.draw = draw
        self._made: Counts = {} if made_before is None else made_before
        self.pack = pack or whole_deck()
        self.cards = draw.decks * len(self.pack.cards)
        self._stakes = dict.fromkeys(stakes, 1)
        self._after: dict[int, tuple[Ints, Ints]] = {}

    def next_card(self, exposed: Sequence[Card] = ()) -> list[HistogramEntry]:
        """The facts of the next card, when these lie exposed; more than can be are refused."""
        if len(exposed) >= self.draw.cards:
            raise Refused(
                f"{len(exposed)} cards are exposed and a round has {self.draw.cards}:"
                f" expected at most {self.draw.cards - 1}, so that a card is to come"
            )
        left = dict.fromkeys(self.pack.cards, self.draw.decks)
        for card in exposed:
            if not left.get(card):
                raise Refused(
                    f"{card} is exposed {list(exposed).count(card)} times and"
                    f" {self.draw.decks} decks hold {self.draw.decks}: expected no more than that"
                )
            left[card] -= 1
        counts: dict[int, int] = {}
        for card, copies in left.items():
            facts = self.draw.card_facts(card)
            counts[facts] = counts.get(facts, 0) + copies
        return [HistogramEntry(facts, n, self._stakes) for facts, n in sorted(counts.items()) if n]

    @cached_property
    def first_card(self) -> list[HistogramEntry]:
        """The facts of the first card of a round."""
        return self.next_card()

    @property
    def sequences(self) -> int:
        """How many sequences of cards a round can bring."""
        return perm(self.cards, self.draw.cards)

    @property
    def orders(self) -> int:
        """In how many orders the cards of a round can come."""
        return factorial(self.draw.cards)

    @cached_property
    def rounds(self) -> list[HistogramEntry]:
        """The facts of all rounds that are played to their last card."""
        histogram = self._counted["rounds"]
        return [
            HistogramEntry(int(facts), int(histogram[facts]), self._stakes)
            for facts in np.flatnonzero(histogram)
        ]

    @cached_property
    def _counted(self) -> Arrays:
        """The facts of every sequence of ranks, and of all rounds; made here or before."""
        key = f"draw-{deal_digest(self.draw)}-{self.pack.letters}"
        kept = self._made.get(key)
        if kept is None:
            mixed, suited = self._facts_after(self.draw.cards)
            rounds = self._histogram(mixed, suited)
            kept = self._made[key] = {"rounds": rounds, "mixed": mixed, "suited": suited}
        return kept

    def _histogram(self, mixed: Ints, suited: Ints) -> Ints:
        of_one_suit, of_any = self._copies
        histogram = np.zeros(self.draw.round_space.size, dtype=np.int64)
        np.add.at(histogram, mixed, of_any - of_one_suit)
        np.add.at(histogram, suited, of_one_suit)
        if int(histogram.sum()) != self.sequences:
            raise BadDefinition("a count of the rounds does not add up")
        return histogram

    @cached_property
    def facts_by_ranks(self) -> tuple[Ints, Ints]:
        """The facts of whole rounds by their ranks: see `facts_after`."""
        return (
            self._counted["mixed"].astype(np.int64, copy=False),
            self._counted["suited"].astype(np.int64, copy=False),
        )

    def facts_after(self, drawn: int) -> tuple[Ints, Ints]:
        """The facts after so many cards by their ranks, worked out once."""
        if drawn not in self._after:
            self._after[drawn] = self._facts_after(drawn)
        return self._after[drawn]

    def _facts_after(self, drawn: int) -> tuple[Ints, Ints]:
        """For each sequence of so many ranks the number of its facts: of mixed suits, of one suit.

        The sequences are numbered like a numeral whose first digit is the first rank.
        """
        space = self.draw.round_space
        mixed = np.zeros(len(self.pack.ranks) ** drawn, dtype=np.int64)
        suited_beyond = np.zeros_like(mixed)
        for name, source in self.draw.round_sources.items():
            stride = space.stride[name]
            match source:
                case VoidRound():
                    mixed += stride * space.ordinal(name, False)
                case Drawn():
                    mixed += stride * space.ordinal(name, drawn)
                case Leading():
                    ordinals = [space.ordinal(name, n) for n in range(self.draw.cards + 1)]
                    mixed += (stride * np.array(ordinals))[self._leading(source, drawn)]
                case PlayerShows(view, label):
                    labels = view.labels(label)
                    ordinal = {each: space.ordinal(name, each) for each in set(labels)}
                    moves = stride * np.array([ordinal[each] for each in labels])
                    of_mixed, of_suited = (moves[seen] for seen in self._strengths(view, drawn))
                    number = self._multiset_numbers(drawn)
                    mixed += of_mixed[number]
                    suited_beyond += (of_suited - of_mixed)[number]
        return mixed, mixed + suited_beyond

    def _ranks(self, drawn: int) -> Places:
        """The sequences of so many ranks, a row for each card."""
        every = np.indices((len(self.pack.ranks),) * drawn, dtype=np.int8)
        return every.reshape(drawn, -1)

    @cached_property
    def _copies(self) -> tuple[Ints, Ints]:
        """For each sequence of ranks, how many sequences of cards have it: of one suit, of any."""
        ranks = self._ranks(self.draw.cards)
        of_one = np.full(ranks.shape[1], len(SUITS), dtype=np.int64)
        of_any = np.ones_like(of_one)
        for n, rank in enumerate(ranks):
            gone = _times_among(ranks[:n], rank)
            of_one *= np.maximum(self.draw.decks - gone, 0)
            of_any *= np.maximum(len(SUITS) * self.draw.decks - gone, 0)
        return of_one, of_any

    def _leading(self, source: Leading, drawn: int) -> Ints:
        """How many cards from the first on pass a test, for each sequence of so many ranks.

        If the first passes, that is one more than the others have from their first on.
        """
        passes = []
        for rank in self.pack.ranks:
            answers = {source.test(card) for card in self.pack.cards if card.rank is rank}
            if len(answers) > 1:
                raise BadDefinition("a run that asks for suits cannot be counted by ranks")
            passes.append(answers.pop())
        first = np.array(passes, dtype=np.int64)
        leading = np.zeros(1, dtype=np.int64)
        for _ in range(drawn):
            leading = (first[:, None] * (1 + leading)).ravel()
        return leading

    def _strengths(self, view: View, drawn: int) -> tuple[Ints, Ints]:
        """The strength of each multiset of ranks in a view, by its number: of mixed suits, of one."""
        if any(ranking.cards != self.draw.cards for ranking in view.rankings):
            raise BadDefinition(f"{view.name}: a part of the cards drawn cannot be counted")
        multisets = self._multisets(drawn)
        of_one_suit = multisets << 2
        mixed = of_one_suit.copy()
        mixed[:, 0] += 1
        seen = [strengths(view, places, self.pack) for places in (mixed, of_one_suit)]
        return seen[0].astype(np.int64), seen[1].astype(np.int64)

    def _multisets(self, drawn: int) -> Places:
        """Every multiset of so many ranks, ascending, in the order of their numbers."""
        held = list(combinations_with_replacement(range(len(self.pack.ranks)), drawn))
        multisets = np.array(held, dtype=np.int8).reshape(len(held), drawn)
        return multisets[np.argsort(self._numbered(multisets))]

    def _numbered(self, multisets: Places) -> Ints:
        """The number of each of these multisets of ranks, ascending."""
        steps = steps_of(len(self.pack.ranks), multisets.shape[1])
        numbers = np.zeros(len(multisets), dtype=np.int64)
        for step, column in zip(steps, multisets.T, strict=True):
            numbers += step[column]
        return numbers

    def _multiset_numbers(self, drawn: int) -> Ints:
        """For each sequence of so many ranks the number of its multiset.

        A sequence is a first rank before a shorter one: where that leads is found once for each
        multiset of the shorter one.
        """
        ranks = np.arange(len(self.pack.ranks), dtype=np.int8)
        numbers = np.zeros(1, dtype=np.int64)
        for size in range(drawn):
            shorter = self._multisets(size)
            longer = np.empty((len(ranks), len(shorter), size + 1), dtype=np.int8)
            longer[:, :, :1], longer[:, :, 1:] = ranks[:, None, None], shorter
            longer.sort(axis=2)
            after = self._numbered(longer.reshape(-1, size + 1)).reshape(len(ranks), -1)
            numbers = after[:, numbers].ravel()
        return numbers

    # A player who may wait, or take back ----------------------------------------------------------

    def informed(self, decided: Decided[Any]) -> "Informed":
        """A wager on the round as made by a player who uses every freedom the rules give them.

        They take it back when what is to come is worth less than nothing, if they may, and make it late
        only when what lies in sight makes it worth more. Worked backwards from the last card; every
        value is the sum over all cards that can follow.
        """
        scale, worths = self._worths(decided)
        _, worth = worths[1]
        first = len(SUITS) * self.draw.decks
        total = scale * self.sequences
        early = Informed(Fraction(first * int(worth.sum()), total), Fraction(1))
        made = Fraction(int((worth > 0).sum()), len(worth))
        if not (self.draw.takes_late_wagers and made):
            return early
        waited = Informed(Fraction(first * int(worth[worth > 0].sum()), total), made)
        return max(early, waited)

    def live(self, decided: Decided[Any], exposed: Sequence[Card]) -> Fraction:
        """What a wager on the round is worth when these cards lie exposed, in units of its stake.

        Where it may be taken back while it stands, it is worth no less than nothing.
        """
        drawn = len(exposed)
        scale, worths = self._worths(decided)
        number = 0
        for card in exposed:
            number = number * len(self.pack.ranks) + self.pack.rank_place[card.rank]
        is_suited = len({card.suit for card in exposed}) <= 1
        to_come = perm(self.cards - drawn, self.draw.cards - drawn)
        return Fraction(int(worths[drawn][is_suited][number]), scale * to_come)

    def _worths(self, decided: Decided[Any]) -> tuple[int, dict[int, tuple[Any, Any]]]:
        """For each number of cards drawn, and each sequence of ranks, the sum over all that follows.

        Of mixed suits and of one suit, times a scale that makes every net a whole number.
        """
        outcomes = decided.outcomes
        scale = common_denominator(o.net for o in outcomes.values() if o.net is not None)
        nets = np.zeros(decided.space.size, dtype=object)
        for facts, outcome in outcomes.items():
            nets[facts] = int((outcome.net or 0) * scale)
        if max(abs(net) for net in nets) * self.sequences < SAFE:
            nets = nets.astype(np.int64)
        stands = np.zeros(decided.space.size, dtype=bool)
        stands[[facts for facts, outcome in outcomes.items() if outcome.net is None]] = True
        mixed, suited = (nets[facts] for facts in self.facts_by_ranks)
        worths = {self.draw.cards: (mixed, suited)}
        for drawn in range(self.draw.cards - 1, 0, -1):
            mixed, suited = self._before(drawn, mixed, suited)
            if self.draw.may_take_back:
                live = [stands[facts] for facts in self.facts_after(drawn)]
                mixed = np.where(live[0], np.maximum(mixed, 0), mixed)
                suited = np.where(live[1], np.maximum(suited, 0), suited)
            worths[drawn] = (mixed, suited)
        return scale, worths

    def _before(self, drawn: int, mixed: Any, suited: Any) -> tuple[Any, Any]:
        """The sums over all next cards, for each sequence of one card fewer."""
        count = len(self.pack.ranks)
        ranks = self._ranks(drawn)
        before_mixed = np.zeros(ranks.shape[1], dtype=mixed.dtype)
        before_suited = np.zeros_like(before_mixed)
        for rank in range(count):
            gone = _times_among(ranks, np.int8(rank))
            after_mixed, after_suited = mixed[rank::count], suited[rank::count]
            before_mixed += (len(SUITS) * self.draw.decks - gone) * after_mixed
            before_suited += (self.draw.decks - gone) * after_suited
            before_suited += (len(SUITS) - 1) * self.draw.decks * after_mixed
        return before_mixed, before_suited


class Informed(NamedTuple):
    """What a wager is worth to a player who uses their freedoms, and how often they make it."""

    expectation: Fraction
    """For each round, in units of the stake."""
    made: Fraction

    @property
    def per_wager(self) -> Fraction:
        """For each unit that is wagered."""
        return self.expectation / self.made if self.made else Fraction(0)


def _times_among(before: Places, rank: Any) -> Places:
    """How often a rank stands in each sequence of ranks."""
    gone = np.zeros(before.shape[1], dtype=np.int8)
    for row in before:
        gone += row == rank
    return gone

"""Every draw counted, as a histogram over facts: of one card, and of a whole round.

A round is a sequence of ranks, of one suit or not: 13^5 sequences, each standing for so many sequences
of cards, hold all that any fact of a round depends on. No money is here.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, perm

import numpy as np

from tablewright.odds.hands import Ints, Pack, Places, whole_deck
from tablewright.odds.ledger import Entry
from tablewright.odds.strengths import steps_of, strengths
from tablewright.rules.cards import SUITS, Card
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.game import Ruleset
from tablewright.rules.sources import Drawn, Leading, PlayerShows, VoidRound
from tablewright.rules.views import View


def draw_of(ruleset: Ruleset) -> Draw:
    """How a ruleset whose cards are drawn for everyone is dealt."""
    if not isinstance(ruleset.deal, Draw):
        raise BadDefinition(f"{ruleset.game.name} is not drawn")
    return ruleset.deal


class DrawnCounts:
    """A draw with all its cards and rounds counted."""

    def __init__(self, draw: Draw, stakes: Sequence[str], pack: Pack | None = None) -> None:
        """`stakes` are the wagers, each of which has one unit staked on it."""
        self.draw = draw
        self.pack = pack or whole_deck()
        self.cards = draw.decks * len(self.pack.cards)
        self._stakes = dict.fromkeys(stakes, 1)

    def next_card(self, exposed: Sequence[Card] = ()) -> list[Entry]:
        """The facts of the next card, when these lie exposed."""
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
        return [Entry(facts, n, self._stakes) for facts, n in sorted(counts.items()) if n]

    @property
    def sequences(self) -> int:
        """How many sequences of cards a round can bring."""
        return perm(self.cards, self.draw.cards)

    @property
    def orders(self) -> int:
        """In how many orders the cards of a round can come."""
        return factorial(self.draw.cards)

    @cached_property
    def rounds(self) -> list[Entry]:
        """The facts of all rounds that are played to their last card."""
        mixed, suited = self.facts_by_ranks
        of_one_suit, of_any = self._copies
        histogram = np.zeros(self.draw.round_space.size, dtype=np.int64)
        np.add.at(histogram, mixed, of_any - of_one_suit)
        np.add.at(histogram, suited, of_one_suit)
        if int(histogram.sum()) != self.sequences:
            raise BadDefinition("a count of the rounds does not add up")
        return [
            Entry(int(facts), int(histogram[facts]), self._stakes)
            for facts in np.flatnonzero(histogram)
        ]

    @cached_property
    def facts_by_ranks(self) -> tuple[Ints, Ints]:
        """For each sequence of ranks the number of its facts, with suits mixed and with one suit.

        The sequences are numbered like a numeral whose first digit is the first rank.
        """
        space = self.draw.round_space
        mixed = np.zeros(self._ranks.shape[1], dtype=np.int64)
        suited = np.zeros_like(mixed)
        for name, source in self.draw.round_sources.items():
            stride = space.stride[name]
            match source:
                case VoidRound():
                    moves = [np.full_like(mixed, space.ordinal(name, False))] * 2
                case Drawn():
                    moves = [np.full_like(mixed, space.ordinal(name, self.draw.cards))] * 2
                case Leading():
                    ordinals = [space.ordinal(name, n) for n in range(self.draw.cards + 1)]
                    moves = [np.array(ordinals)[self._leading(source)]] * 2
                case PlayerShows(view, label):
                    ordinals = [space.ordinal(name, each) for each in view.labels(label)]
                    moves = [np.array(ordinals)[seen] for seen in self._strengths(view)]
            mixed += stride * moves[0]
            suited += stride * moves[1]
        return mixed, suited

    @cached_property
    def _ranks(self) -> Places:
        """The sequences of ranks, a row for each card."""
        ranks = len(self.pack.ranks)
        every = np.indices((ranks,) * self.draw.cards, dtype=np.int8)
        return every.reshape(self.draw.cards, -1)

    @cached_property
    def _copies(self) -> tuple[Ints, Ints]:
        """For each sequence of ranks, how many sequences of cards have it: of one suit, of any."""
        of_one = np.full(self._ranks.shape[1], len(SUITS), dtype=np.int64)
        of_any = np.ones_like(of_one)
        for n, rank in enumerate(self._ranks):
            gone = np.zeros(len(of_one), dtype=np.int8)
            for before in self._ranks[:n]:
                gone += before == rank
            of_one *= np.maximum(self.draw.decks - gone, 0)
            of_any *= np.maximum(len(SUITS) * self.draw.decks - gone, 0)
        return of_one, of_any

    def _leading(self, source: Leading) -> Ints:
        """How many cards from the first on pass a test, for each sequence of ranks."""
        passes = []
        for rank in self.pack.ranks:
            answers = {source.test(card) for card in self.pack.cards if card.rank is rank}
            if len(answers) > 1:
                raise BadDefinition("a run that asks for suits cannot be counted by ranks")
            passes.append(answers.pop())
        unbroken = np.ones(self._ranks.shape[1], dtype=bool)
        leading = np.zeros(self._ranks.shape[1], dtype=np.int64)
        for rank in self._ranks:
            unbroken &= np.array(passes)[rank]
            leading += unbroken
        return leading

    def _strengths(self, view: View) -> tuple[Ints, Ints]:
        """The strength of each sequence of ranks in a view: of mixed suits, and of one."""
        if any(ranking.cards != self.draw.cards for ranking in view.rankings):
            raise BadDefinition(f"{view.name}: a part of the cards drawn cannot be counted")
        held = list(combinations_with_replacement(range(len(self.pack.ranks)), self.draw.cards))
        ranks = np.array(held, dtype=np.int8)
        steps = steps_of(len(self.pack.ranks), self.draw.cards)
        by_number = np.empty(len(held), dtype=np.int64)
        by_number[sum(step[column] for step, column in zip(steps, ranks.T, strict=True))] = (
            np.arange(len(held))
        )
        ascending = np.sort(self._ranks, axis=0)
        number = sum(step[row] for step, row in zip(steps, ascending, strict=True))
        of_one_suit = ranks << 2
        mixed = of_one_suit.copy()
        mixed[:, 0] += 1
        seen = [strengths(view, places, self.pack) for places in (mixed, of_one_suit)]
        return seen[0][by_number[number]], seen[1][by_number[number]]

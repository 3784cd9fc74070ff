"""What rounds come out of: the arrays that a dealing loop reads, for a contest and for a draw.

A shoe knows no wager and no strategy by name, only what the loop needs. It is sent as it is to the
machines of a cluster.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from tablewright.odds.chunks import Words
from tablewright.odds.draws import DrawnCounts
from tablewright.odds.hands import ORDERS_OF_SUITS, Ints
from tablewright.odds.records import Records, packed
from tablewright.odds.solving import Solved, Strategy
from tablewright.rules.cards import SUITS
from tablewright.rules.errors import BadDefinition


@dataclass(frozen=True, eq=False)
class ContestShoe:
    """Hands of a player and of the dealer, decided by a strategy."""

    hands: int
    """How many there are."""
    classes: Words
    """The words of each class of hands, the largest classes first."""
    lines: Words
    suit_shifts: Words
    records: Records
    facts: int
    """How many facts a round may have, for all decisions together."""

    @classmethod
    def of(cls, solved: Solved, strategy: Strategy) -> "ContestShoe":
        hands = solved.counted.hands
        if hands.total * ORDERS_OF_SUITS >= 2**31:
            raise BadDefinition(f"hands of {hands.size} cards are too many to deal")
        order = np.argsort(-hands.weights, kind="stable")
        sizes, classes = np.unique(-hands.weights, return_counts=True)
        sizes = -sizes
        begins = np.cumsum(sizes * classes) - sizes * classes
        slopes = -(-(2**31) // sizes)
        heights = (np.cumsum(classes) - classes) * 2**31 - begins * slopes
        ranks = len(solved.counted.pack.ranks)
        suit_shifts = [
            sum(ranks * suit << 8 * n for n, suit in enumerate(each))
            for each in permutations(range(len(SUITS)))
        ]
        records = packed(solved, strategy)
        return cls(
            hands=hands.total,
            classes=records.words[order],
            lines=np.stack([slopes, heights], axis=1).view(np.uint64),
            suit_shifts=np.array(suit_shifts, dtype=np.uint64),
            records=records._replace(words=records.words[:0]),
            facts=len(solved.decisions) * solved.counted.contest.space.size,
        )

    def blank(self) -> list[Ints]:
        return [np.zeros(self.facts, dtype=np.int64)]

    def deal(self, words: Words, rounds: int, tally: list[Ints]) -> int:
        from tablewright.odds.dealing import deal_contests, room

        return deal_contests(
            words,
            self.classes,
            self.hands,
            self.lines,
            self.suit_shifts,
            np.array(self.records.widths),
            self.records.shifts,
            self.records.moves,
            rounds,
            tally[0],
            room(),
        )


@dataclass(frozen=True, eq=False)
class DrawShoe:
    """Five cards drawn in order from a pack."""

    places: Ints
    """Which card lies at each place of the pack."""
    ranks: int
    by_ranks: npt.NDArray[np.int16]
    """The facts of a round by its ranks in order, first of mixed suits and then of one suit."""
    facts: int
    """How many facts a round may have."""

    @classmethod
    def of(cls, counts: DrawnCounts) -> "DrawShoe":
        if counts.draw.cards != 5 or counts.cards**3 >= 2**32:
            raise BadDefinition("only rounds of five cards from a small enough pack can be drawn")
        if counts.draw.round_space.size > np.iinfo(np.int16).max:
            raise BadDefinition("a round has more facts than 16 bits can number")
        return cls(
            places=np.repeat(np.arange(len(counts.pack.cards)), counts.draw.decks),
            ranks=len(counts.pack.ranks),
            by_ranks=np.concatenate(counts.facts_by_ranks).astype(np.int16),
            facts=counts.draw.round_space.size,
        )

    def blank(self) -> list[Ints]:
        return [np.zeros(self.facts, dtype=np.int64), np.zeros(len(self.places), dtype=np.int64)]

    def deal(self, words: Words, rounds: int, tally: list[Ints]) -> int:
        from tablewright.odds.dealing import deal_draws

        return deal_draws(words, self.places, self.ranks, self.by_ranks, rounds, *tally)

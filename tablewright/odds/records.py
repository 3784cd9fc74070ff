"""What the dealing loop must know of each class of hands, packed into two words of 64 bits.

The first word is the class's cards as a set, suit by suit. The second is its *record*: from the lowest
bit, the player's decision, the facts so far and the strength in play; then, for each decision after
which hands meet, the strength as the dealer's hand and what that is called.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.hands import Hands, Ints
from tablewright.odds.solving import Solved, Strategy
from tablewright.rules.errors import BadDefinition

Words = npt.NDArray[np.uint64]
WORD = 64


class Widths(NamedTuple):
    """How many bits each part of a record takes, and each suit of a set."""

    decision: int
    facts: int
    strength: int
    label: int
    suit: int


class Records(NamedTuple):
    """The words of each class, and how the loop unpacks them."""

    words: Words
    widths: Widths
    shifts: Ints
    """For each decision, where the dealer's part of a record begins."""
    moves: Ints
    """For each decision and cell, how far the cell moves the facts."""


def packed(solved: Solved, strategy: Strategy) -> Records:
    """The classes of hands as the loop reads them, decided by a strategy."""
    counted = solved.counted
    facts, thresholds = _in_play(solved, strategy)
    as_dealer = {each: counted.as_dealer(each) for each in solved.decisions}
    meeting = [each for each in solved.decisions if counted.contest.looks[each].against]
    strengths = [int(as_dealer[each][0].max()) for each in meeting]
    labels = [int(as_dealer[each][1].max()) for each in meeting]
    widths = Widths(
        decision=(len(solved.decisions) - 1).bit_length(),
        facts=int(facts.max()).bit_length(),
        strength=max(int(thresholds.max()), *strengths).bit_length(),
        label=max(labels).bit_length(),
        suit=len(counted.pack.ranks),
    )
    record = _word(strategy) | _word(facts) << np.uint64(widths.decision)
    record |= _word(thresholds) << np.uint64(widths.decision + widths.facts)
    at = widths.decision + widths.facts + widths.strength
    shifts = np.zeros(len(solved.decisions), dtype=np.int64)
    for decision in meeting:
        strength, label = as_dealer[decision]
        record |= (_word(strength) | _word(label) << np.uint64(widths.strength)) << np.uint64(at)
        shifts[solved.decisions.index(decision)] = at
        at += widths.strength + widths.label
    if at > WORD:
        raise BadDefinition(f"a hand's record needs {at} bits of {WORD}")
    words = np.stack([_sets(counted.hands, widths.suit), record], axis=1)
    return Records(words, widths, shifts, _moves(solved, widths.label))


def _word(numbers: npt.NDArray[np.integer]) -> Words:
    return numbers.astype(np.uint64)


def _in_play(solved: Solved, strategy: Strategy) -> tuple[Ints, Ints]:
    """For each class, its facts so far and the strength it puts in play."""
    facts = np.zeros(len(strategy), dtype=np.int64)
    thresholds = np.zeros(len(strategy), dtype=np.int64)
    for n, decision in enumerate(solved.decisions):
        met, chosen = solved.counted.met[decision], strategy == n
        rows = solved.valued[decision].rows[chosen]
        facts[chosen], thresholds[chosen] = met.facts[rows], met.thresholds[rows]
    return facts, thresholds


def _sets(hands: Hands, suit_bits: int) -> Words:
    """The cards of each class as a set, suit by suit."""
    sets = np.zeros(len(hands), dtype=np.uint64)
    for column in _word(hands.places.T):
        bit = (column & np.uint64(3)) * np.uint64(suit_bits) + (column >> np.uint64(2))
        sets |= np.uint64(1) << bit
    return sets


def _moves(solved: Solved, label_bits: int) -> Ints:
    """A row of cells for each decision; one that does not meet the dealer moves nothing."""
    moves = np.zeros((len(solved.decisions), 3 << label_bits), dtype=np.int64)
    for n, decision in enumerate(solved.decisions):
        cells = solved.counted.met[decision].cells
        moves[n, : len(cells)] = cells
    return moves

"""The loops that deal whole rounds at random, compiled. They count facts and know no money.

Every deal is equally likely, exactly. Bounded numbers are drawn from random bits by multiplication, and
drawn again where the bits left over would favour some of them (D. Lemire, ACM TOMACS 29, 2019; several
from one word: N. Brackett-Rozinsky and D. Lemire, 2024). Hands that share a card are dealt anew, both:
what remains is every pair of hands that can lie on a table, each as likely as any other.
"""

import numpy as np
import numpy.typing as npt

from tablewright.odds.native import Numbers, Whole, native

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]

INTS = Numbers("int64")
WORDS = Numbers("uint64")
WORD_TABLE = Numbers("uint64", 2)

LOW_32 = np.uint64(0xFFFFFFFF)
SHIFT_32 = np.uint64(32)
ORDERS = np.uint64(24)
BLOCK = 512
"""So many rounds go through each step together: short loops keep many memory reads in flight."""
PLAYERS, DEALERS, ORDERS_DEALT, FAIR, MINE, THEIRS = range(6)
"""What each row of the room says of the rounds of a block."""


@native(
    WORDS,
    WORD_TABLE,
    INTS,
    INTS,
    WORD_TABLE,
    INTS,
    INTS,
    Numbers("int64", 2),
    Whole(),
    INTS,
    WORD_TABLE,
)
def deal_contests(
    words: Words,
    classes: Words,
    offsets: Ints,
    reciprocals: Ints,
    suit_shifts: Words,
    widths: Ints,
    shifts: Ints,
    moves: Ints,
    rounds: int,
    histogram: Ints,
    blocks: Words,
) -> int:
    """Deal a hand to a player and to the dealer until so many rounds are dealt or the words run out.

    Hands are numbered so that all of one class stand together, the largest classes first: `offsets` say
    where each size of class begins, `reciprocals` divide by the size. The player holds the class's own
    hand, since suits do not matter; the dealer holds it with its suits in a random order.

    A class is two words, packed as `records` says. `blocks` is room to work in: see `room`.
    """
    count = np.uint64(offsets[-1])
    biased = np.uint64(2**32) % count
    biased_with_suits = np.uint64(2**32) % (count * ORDERS)
    suit_bits = np.uint64(widths[4])
    suit_mask = np.uint64((1 << widths[4]) - 1)
    decision_mask = np.uint64((1 << widths[0]) - 1)
    facts_mask = np.uint64((1 << widths[1]) - 1)
    strength_mask = np.uint64((1 << widths[2]) - 1)
    label_mask = np.uint64((1 << widths[3]) - 1)
    facts_shift = np.uint64(widths[0])
    threshold_shift = np.uint64(widths[0] + widths[1])
    label_shift = np.uint64(widths[2])
    size = len(histogram) // len(shifts)
    dealt, first = np.int64(0), 0
    while first < len(words) and dealt < rounds:
        tried = min(BLOCK, len(words) - first)
        for n in range(tried):
            word = words[first + n]
            left = (word >> SHIFT_32) * count
            player = np.int64(left >> SHIFT_32)
            is_fair = (left & LOW_32) >= biased
            left = (word & LOW_32) * count
            dealer = np.int64(left >> SHIFT_32)
            left = (left & LOW_32) * ORDERS
            blocks[ORDERS_DEALT, n] = left >> SHIFT_32
            is_fair &= (left & LOW_32) >= biased_with_suits
            blocks[FAIR, n] = np.uint64(is_fair)
            player_class = 0
            dealer_class = 0
            for each in range(len(reciprocals)):
                hands = offsets[each + 1] - offsets[each]
                within = min(max(player - offsets[each], 0), hands)
                player_class += (within * reciprocals[each]) >> 32
                within = min(max(dealer - offsets[each], 0), hands)
                dealer_class += (within * reciprocals[each]) >> 32
            blocks[PLAYERS, n] = np.uint64(player_class)
            blocks[DEALERS, n] = np.uint64(dealer_class)
        met = np.int64(0)
        for n in range(tried):
            held = classes[blocks[PLAYERS, n], 0]
            suits = classes[blocks[DEALERS, n], 0]
            shown = (suits & suit_mask) << suit_shifts[blocks[ORDERS_DEALT, n], 0]
            suits >>= suit_bits
            shown |= (suits & suit_mask) << suit_shifts[blocks[ORDERS_DEALT, n], 1]
            suits >>= suit_bits
            shown |= (suits & suit_mask) << suit_shifts[blocks[ORDERS_DEALT, n], 2]
            suits >>= suit_bits
            shown |= suits << suit_shifts[blocks[ORDERS_DEALT, n], 3]
            blocks[MINE, met] = classes[blocks[PLAYERS, n], 1]
            blocks[THEIRS, met] = classes[blocks[DEALERS, n], 1]
            met += np.int64(((held & shown) == 0) & (blocks[FAIR, n] != 0))
        met = min(met, rounds - dealt)
        for n in range(met):
            record = blocks[MINE, n]
            decision = np.int64(record & decision_mask)
            facts = np.int64((record >> facts_shift) & facts_mask)
            threshold = (record >> threshold_shift) & strength_mask
            called = blocks[THEIRS, n] >> np.uint64(shifts[decision])
            strength = called & strength_mask
            label = np.int64((called >> label_shift) & label_mask)
            versus = np.int64(threshold >= strength) + np.int64(threshold > strength)
            histogram[decision * size + facts + moves[decision, 3 * label + versus]] += 1
        dealt += met
        first += tried
    return int(dealt)


def room() -> Words:
    """What `deal_contests` works in: one for each thread that deals."""
    return np.empty((6, BLOCK + 1), dtype=np.uint64)


@native(WORDS, INTS, Whole(), Numbers("int16"), Whole(), INTS, INTS)
def deal_draws(
    words: Words,
    cards: Ints,
    ranks: int,
    facts: npt.NDArray[np.int16],
    rounds: int,
    histogram: Ints,
    drawn: Ints,
) -> int:
    """Draw five cards in order until so many rounds are drawn or the words run out.

    `cards` says which card lies at each place of the pack; `facts` the facts of a round by its ranks in
    order, first of mixed suits and then of one suit; `drawn` counts how often each place was drawn.
    """
    count = np.uint64(len(cards))
    biased_three = np.uint64(2**32) % (count * count * count)
    biased_two = np.uint64(2**32) % (count * count)
    sequences = ranks**5
    done = np.int64(0)
    for word in words:
        if done == rounds:
            break
        left = (word >> SHIFT_32) * count
        a = np.int64(left >> SHIFT_32)
        left = (left & LOW_32) * count
        b = np.int64(left >> SHIFT_32)
        left = (left & LOW_32) * count
        c = np.int64(left >> SHIFT_32)
        counts = (left & LOW_32) >= biased_three
        left = (word & LOW_32) * count
        d = np.int64(left >> SHIFT_32)
        left = (left & LOW_32) * count
        e = np.int64(left >> SHIFT_32)
        counts &= (left & LOW_32) >= biased_two
        counts &= (a != b) & (a != c) & (a != d) & (a != e) & (b != c)
        counts &= (b != d) & (b != e) & (c != d) & (c != e) & (d != e)
        once = np.int64(counts)
        first, second, third, fourth, fifth = cards[a], cards[b], cards[c], cards[d], cards[e]
        differ = (first ^ second) | (first ^ third) | (first ^ fourth) | (first ^ fifth)
        sequence = first >> 2
        for card in (second, third, fourth, fifth):
            sequence = sequence * ranks + (card >> 2)
        histogram[facts[np.int64((differ & 3) == 0) * sequences + sequence]] += once
        for place in (a, b, c, d, e):
            drawn[place] += once
        done += once
    return int(done)

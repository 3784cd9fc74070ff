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
SHIFT_31 = np.uint64(31)
BLOCK = 256
"""So many rounds go through each step together: short plain loops, of which a processor does several
turns at once and keeps many memory reads in flight."""
(
    PLAYER_HANDS,
    DEALER_HANDS,
    SUIT_ORDERS,
    IS_FAIR,
    PLAYER_CLASSES,
    DEALER_CLASSES,
    PLAYER_RECORDS,
    DEALER_RECORDS,
    FOUND,
) = range(9)
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
    where each size of class begins, `reciprocals` (of 31 bits) divide by the size. The player holds the
    class's own hand, since suits do not matter; the dealer holds it with its suits in a random order.

    A class is two words, packed as `records` says. `blocks` is room to work in: see `room`.
    """
    count = np.uint64(offsets[-1]) & LOW_32
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
            blocks[PLAYER_HANDS, n] = left >> SHIFT_32
            is_fair = (left & LOW_32) >= biased
            left = (word & LOW_32) * count
            blocks[DEALER_HANDS, n] = left >> SHIFT_32
            left = (left & LOW_32) * ORDERS
            blocks[SUIT_ORDERS, n] = left >> SHIFT_32
            blocks[IS_FAIR, n] = np.uint64(is_fair & ((left & LOW_32) >= biased_with_suits))
        for n in range(tried):
            blocks[PLAYER_CLASSES, n] = np.uint64(0)
            blocks[DEALER_CLASSES, n] = np.uint64(0)
        for each in range(len(reciprocals)):
            begins = offsets[each]
            hands = offsets[each + 1] - begins
            by = np.uint64(reciprocals[each]) & LOW_32
            for n in range(tried):
                hand = np.int64(blocks[PLAYER_HANDS, n])
                within = np.uint64(min(max(hand - begins, 0), hands)) & LOW_32
                blocks[PLAYER_CLASSES, n] += (within * by) >> SHIFT_31
            for n in range(tried):
                hand = np.int64(blocks[DEALER_HANDS, n])
                within = np.uint64(min(max(hand - begins, 0), hands)) & LOW_32
                blocks[DEALER_CLASSES, n] += (within * by) >> SHIFT_31
        met = np.int64(0)
        for n in range(tried):
            player, dealer = blocks[PLAYER_CLASSES, n], blocks[DEALER_CLASSES, n]
            order = blocks[SUIT_ORDERS, n]
            held = classes[player, 0]
            suits = classes[dealer, 0]
            shown = (suits & suit_mask) << suit_shifts[order, 0]
            suits >>= suit_bits
            shown |= (suits & suit_mask) << suit_shifts[order, 1]
            suits >>= suit_bits
            shown |= (suits & suit_mask) << suit_shifts[order, 2]
            suits >>= suit_bits
            shown |= suits << suit_shifts[order, 3]
            blocks[PLAYER_RECORDS, met] = classes[player, 1]
            blocks[DEALER_RECORDS, met] = classes[dealer, 1]
            met += np.int64(((held & shown) == 0) & (blocks[IS_FAIR, n] != 0))
        met = min(met, rounds - dealt)
        for n in range(met):
            record = blocks[PLAYER_RECORDS, n]
            decision = np.int64(record & decision_mask)
            facts = np.int64((record >> facts_shift) & facts_mask)
            threshold = (record >> threshold_shift) & strength_mask
            called = blocks[DEALER_RECORDS, n] >> np.uint64(shifts[decision])
            strength = called & strength_mask
            label = np.int64((called >> label_shift) & label_mask)
            versus = np.int64(threshold >= strength) + np.int64(threshold > strength)
            moved = moves[decision, 3 * label + versus]
            blocks[FOUND, n] = np.uint64(decision * size + facts + moved)
        for n in range(met):
            histogram[blocks[FOUND, n]] += 1
        dealt += met
        first += tried
    return int(dealt)


def room() -> Words:
    """What `deal_contests` works in: one for each thread that deals."""
    return np.empty((FOUND + 1, BLOCK + 1), dtype=np.uint64)


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

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
SHIFT_8 = np.uint64(8)
BYTE = np.uint64(0xFF)
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
    PLAYER_SETS,
    DEALER_SETS,
    FOUND,
) = range(11)
"""What each row of the room says of the rounds of a block."""


@native(
    WORDS,
    WORD_TABLE,
    Whole(),
    WORD_TABLE,
    WORDS,
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
    hands: int,
    lines: Words,
    suit_shifts: Words,
    widths: Ints,
    shifts: Ints,
    moves: Ints,
    rounds: int,
    histogram: Ints,
    blocks: Words,
) -> int:
    """Deal a hand to a player and to the dealer until so many rounds are dealt or the words run out.

    Hands are numbered so that all of one class stand together, the largest classes first. A class's
    number then rises with its hands' along `lines` (slope and height, in parts of 2^31), each steeper
    than the one before: it is the highest of them. The player holds the class's own hand, since suits
    do not matter; the dealer holds it with its suits in a random order, each moved by so many bits as
    a byte of `suit_shifts` says.

    A class is two words, packed as `records` says. `blocks` is room to work in: see `room`.
    """
    count = np.uint64(hands) & LOW_32
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
        for side in range(2):
            for n in range(tried):
                blocks[PLAYER_CLASSES + side, n] = blocks[PLAYER_HANDS + side, n] * lines[0, 0]
            for each in range(1, len(lines)):
                slope, height = lines[each, 0], np.int64(lines[each, 1])
                for n in range(tried):
                    line = np.int64(blocks[PLAYER_HANDS + side, n] * slope) + height
                    highest = np.int64(blocks[PLAYER_CLASSES + side, n])
                    blocks[PLAYER_CLASSES + side, n] = np.uint64(max(line, highest))
        for n in range(tried):
            player = blocks[PLAYER_CLASSES, n] >> SHIFT_31
            dealer = blocks[DEALER_CLASSES, n] >> SHIFT_31
            blocks[PLAYER_SETS, n] = classes[player, 0]
            blocks[PLAYER_RECORDS, n] = classes[player, 1]
            blocks[DEALER_SETS, n] = classes[dealer, 0]
            blocks[DEALER_RECORDS, n] = classes[dealer, 1]
            blocks[SUIT_ORDERS, n] = suit_shifts[blocks[SUIT_ORDERS, n]]
        for n in range(tried):
            to, suits = blocks[SUIT_ORDERS, n], blocks[DEALER_SETS, n]
            shown = (suits & suit_mask) << (to & BYTE)
            suits >>= suit_bits
            to >>= SHIFT_8
            shown |= (suits & suit_mask) << (to & BYTE)
            suits >>= suit_bits
            to >>= SHIFT_8
            shown |= (suits & suit_mask) << (to & BYTE)
            suits >>= suit_bits
            to >>= SHIFT_8
            shown |= suits << to
            meets = (blocks[PLAYER_SETS, n] & shown) == 0
            blocks[IS_FAIR, n] = np.uint64(meets) & blocks[IS_FAIR, n]
        met = np.int64(0)
        for n in range(tried):
            blocks[PLAYER_RECORDS, met] = blocks[PLAYER_RECORDS, n]
            blocks[DEALER_RECORDS, met] = blocks[DEALER_RECORDS, n]
            met += np.int64(blocks[IS_FAIR, n])
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

"""The loop that counts the dealer's hands, compiled since it must be fast. Integers only."""

import numpy as np
import numpy.typing as npt

from tablewright.odds.native import Numbers, native

Ints32 = npt.NDArray[np.int32]
Ints64 = npt.NDArray[np.int64]

INTS = Numbers("int64")
INTS32 = Numbers("int32")


@native(
    Numbers("int32", 2),
    INTS,
    INTS,
    INTS32,
    INTS32,
    INTS32,
    INTS32,
    INTS32,
    INTS32,
    Numbers("int64", 2),
    Numbers("int64", 3),
)
def sweep(
    subsets: Ints32,
    shares: Ints64,
    weights: Ints64,
    strengths: Ints32,
    labels: Ints32,
    ascending: Ints32,
    rows: Ints32,
    thresholds: Ints32,
    rows_ascending: Ints32,
    held: Ints64,
    counts: Ints64,
) -> int:
    """For each row, the dealer's hands that avoid the row's hand: by label, lower, equal or higher.

    Hands are laid into the count weakest first. `held[s, l]` is then how many hands of label `l` met so
    far hold a subset of class `s`, times the share of the class, which is negative for subsets of odd
    size: those that avoid a hand are the sum over its subsets. A row reads that sum twice, before the
    hands of its own threshold are laid in and after, and once more when all hands are.
    Both `held` and `counts` are nothing but zeros at first.
    """
    label_count = held.shape[1]
    columns = subsets.shape[1]
    laid = 0
    first = 0
    while first < len(rows):
        threshold = thresholds[rows_ascending[first]]
        last = first
        while last < len(rows) and thresholds[rows_ascending[last]] == threshold:
            last += 1
        for into in range(2):
            while laid < len(ascending) and strengths[ascending[laid]] < threshold + into:
                hand = ascending[laid]
                weight, label = weights[hand], labels[hand]
                for column in range(columns):
                    subset = subsets[hand, column]
                    held[subset, label] += weight * shares[subset]
                laid += 1
            for n in range(first, last):
                row = rows_ascending[n]
                hand = rows[row]
                for label in range(label_count):
                    avoiding = 0
                    for column in range(columns):
                        avoiding += held[subsets[hand, column], label]
                    counts[row, label, 2 - into] = avoiding
        first = last
    while laid < len(ascending):
        hand = ascending[laid]
        weight, label = weights[hand], labels[hand]
        for column in range(columns):
            subset = subsets[hand, column]
            held[subset, label] += weight * shares[subset]
        laid += 1
    for row in range(len(rows)):
        hand = rows[row]
        for label in range(label_count):
            everything = 0
            for column in range(columns):
                everything += held[subsets[hand, column], label]
            up_to = counts[row, label, 1]
            counts[row, label, 0] = everything - up_to
            counts[row, label, 1] = up_to - counts[row, label, 2]
    return laid

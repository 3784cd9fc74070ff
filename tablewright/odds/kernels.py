"""The loops that must be fast, compiled by numba and kept compiled between runs. Integers only."""

import numba
import numpy as np
import numpy.typing as npt

Ints32 = npt.NDArray[np.int32]
Ints64 = npt.NDArray[np.int64]

INT = numba.int64
INTS = numba.int64[::1]
INTS32 = numba.int32[::1]
TABLE32 = numba.int32[:, ::1]
CELLS = numba.int64[:, :, ::1]

SWEEP = CELLS(TABLE32, INTS, INTS, INTS, INTS32, INTS32, INT, INTS32, INTS32, INTS32, INTS32)


@numba.njit(SWEEP, cache=True, nogil=True)
def sweep(
    subsets: Ints32,
    signs: Ints64,
    shares: Ints64,
    weights: Ints64,
    strengths: Ints32,
    labels: Ints32,
    label_count: int,
    ascending: Ints32,
    rows: Ints32,
    thresholds: Ints32,
    rows_ascending: Ints32,
) -> Ints64:
    """For each row, the dealer's hands that avoid the row's hand: by label, lower, equal or higher.

    Hands are laid into the count weakest first. `held[s, l]` is then how many hands of label `l` met so
    far hold a subset of class `s`; those that avoid a hand are the alternating sum over its subsets.
    A row reads that sum twice: before the hands of its own threshold are laid in, and after.
    """
    held = np.zeros((len(shares), label_count), dtype=np.int64)
    below = np.zeros((len(rows), label_count), dtype=np.int64)
    upto = np.zeros((len(rows), label_count), dtype=np.int64)
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
                for column in range(columns):
                    held[subsets[hand, column], labels[hand]] += weights[hand]
                laid += 1
            for n in range(first, last):
                row = rows_ascending[n]
                hand = rows[row]
                for column in range(columns):
                    subset = subsets[hand, column]
                    share = signs[column] * shares[subset]
                    for label in range(label_count):
                        if into == 0:
                            below[row, label] += share * held[subset, label]
                        else:
                            upto[row, label] += share * held[subset, label]
        first = last
    while laid < len(ascending):
        hand = ascending[laid]
        for column in range(columns):
            held[subsets[hand, column], labels[hand]] += weights[hand]
        laid += 1
    counts = np.empty((len(rows), label_count, 3), dtype=np.int64)
    for row in range(len(rows)):
        hand = rows[row]
        for label in range(label_count):
            everything = 0
            for column in range(columns):
                subset = subsets[hand, column]
                everything += signs[column] * shares[subset] * held[subset, label]
            counts[row, label, 0] = everything - upto[row, label]
            counts[row, label, 1] = upto[row, label] - below[row, label]
            counts[row, label, 2] = below[row, label]
    return counts

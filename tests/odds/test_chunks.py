"""Each chunk is counted once, whoever hands it in and however often."""

import numpy as np
import pytest

from tablewright.odds.chunks import CHUNK, Chunks, Miscounted, Tally

ASKED = 4 * CHUNK + 100


def tally() -> Tally:
    return Tally(1, ASKED, [np.zeros(2, dtype=np.int64)])


def counts(rounds: int) -> list[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    return [np.array([rounds - 1, 1], dtype=np.int64)]


def test_chunks_come_in_any_order_and_twice_and_are_counted_once() -> None:
    all_ = tally()
    assert all_.chunks == all_.missing == 5
    assert all_.count(Chunks(3, 5), counts(CHUNK + 100))
    assert all_.count(Chunks(0, 2), counts(2 * CHUNK))
    assert not all_.count(Chunks(3, 5), counts(CHUNK + 100))
    assert not all_.count(Chunks(1, 2), counts(CHUNK))
    assert all_.counted == [Chunks(0, 2), Chunks(3, 5)]
    assert (all_.dealt, all_.missing) == (3 * CHUNK + 100, 1)
    assert list(all_.left(8)) == [Chunks(2, 3)]
    assert all_.count(Chunks(2, 3), counts(CHUNK))
    assert all_.counted == [Chunks(0, 5)]
    assert all_.dealt == ASKED == int(all_.counts[0].sum())
    assert list(all_.left()) == []


def test_what_is_left_is_handed_out_in_blocks() -> None:
    all_ = tally()
    all_.count(Chunks(1, 2), counts(CHUNK))
    assert list(all_.left(2)) == [Chunks(0, 1), Chunks(2, 4), Chunks(4, 5)]


@pytest.mark.parametrize(
    ("chunks", "rounds"),
    [
        (Chunks(0, 1), CHUNK - 1),  # one round is missing
        (Chunks(4, 5), CHUNK),  # the last chunk is smaller
        (Chunks(4, 6), 100),  # there is no sixth
        (Chunks(2, 2), 0),
        (Chunks(0, 3), 3 * CHUNK),  # some of them are counted already
    ],
)
def test_what_cannot_be_the_tally_of_its_chunks_is_refused(chunks: Chunks, rounds: int) -> None:
    all_ = tally()
    all_.count(Chunks(1, 2), counts(CHUNK))
    with pytest.raises(Miscounted):
        all_.count(chunks, counts(rounds))
    assert all_.dealt == CHUNK == int(all_.counts[0].sum())

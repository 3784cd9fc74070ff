"""A journal verifies wherever it ends: at a live table the last packs are still sealed.

One beginning in a few is tried here, every one by `make proof`.
"""

import pytest

from tablewright.table.journal import Journal
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.verify import verify
from tests.table.thinning import one_in

DEVICES = [
    ("duki4", "shuffler"),
    ("duki4", "hand"),
    ("king-high", "six-deck-shuffler"),
    ("king-high", "shoe"),
    ("pick2", "shuffler"),
    ("pick2", "hand"),
]


@pytest.mark.parametrize(("of", "device"), DEVICES)
@one_in(5)
def test_every_beginning_of_a_journal_holds(of: str, device: str, step: int) -> None:
    journal = Journal()
    setup = rehearsal_setup(of, device=device)
    rehearse(setup, 3, seed=4, seats=2, irregularities=0.5, keeper=journal)
    lines = journal.lines
    for end in range(1, len(lines), step):
        verdict = verify(lambda end=end: lines[:end])  # type: ignore[misc]
        assert (verdict.lines, verdict.is_closed) == (end, False)
    assert verify(lambda: lines).is_closed

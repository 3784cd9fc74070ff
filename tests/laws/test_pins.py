"""Journal tags, line ids and fingerprints are what is pinned: a rename that moves one is seen here."""

import pytest

from tests.laws.pins import PINNED, PINS, text


@pytest.mark.parametrize("name", PINS)
def test_nothing_that_journals_and_approvals_rest_on_has_moved(name: str) -> None:
    pinned = (PINNED / name).read_text("utf-8").splitlines()
    assert text(name).splitlines() == pinned, (
        "what journals or approvals rest on has moved; if that is meant, raise the journal's format"
        " or look at the approvals, then run `python -m tests.laws.pins`"
    )


def test_every_pinned_file_is_compared() -> None:
    assert {file.name for file in PINNED.iterdir()} == PINS.keys()

"""What the page's tests leave to the proof is there: no name of the list outlives its test."""

from tests.browser.proven import ONLY_IN_PROOF
from tests.laws.declared_words import ROOT


def test_every_test_that_is_left_to_the_proof_is_there() -> None:
    for name in ONLY_IN_PROOF:
        file, _, test = name.partition("::")
        text = (ROOT / "tests" / "browser" / file).read_text("utf-8")
        assert f"def {test.partition('[')[0]}(" in text, name

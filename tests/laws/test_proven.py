"""What is left to the proof is there: no name of the list outlives its test."""

from tests.proven import ONLY_IN_PROOF, TESTS, is_left_to_proof


def test_every_test_that_is_left_to_the_proof_is_there() -> None:
    for file, names in ONLY_IN_PROOF.items():
        text = (TESTS / file).read_text("utf-8")
        for name, instead in names.items():
            assert f"def {name.partition('[')[0]}(" in text, f"{file}::{name}"
            assert instead, f"{file}::{name}: expected what is done in its stead"


def test_a_test_is_meant_with_all_its_parameters_or_with_those_that_are_named() -> None:
    lost, reload = "browser/test_lost.py", "browser/test_reload.py"
    assert "test_lost_while_betting" in ONLY_IN_PROOF[lost]
    assert "test_a_hand_is_there_again[pick2" in ONLY_IN_PROOF[reload]
    assert is_left_to_proof(f"tests/{lost}::test_lost_while_betting")
    assert is_left_to_proof(f"tests/{lost}::test_lost_while_betting[wide]")
    assert is_left_to_proof(f"tests/{reload}::test_a_hand_is_there_again[pick2-shoe]")
    assert not is_left_to_proof(f"tests/{reload}::test_a_hand_is_there_again[duki4-shoe]")
    assert not is_left_to_proof(f"tests/{lost}::test_lost_while_betting_again")

"""Tests that try one case in so many; `make proof` tries every one."""

import pytest


def one_in(step: int) -> pytest.MarkDecorator:
    """Give a test the step it takes through its cases: this one, or every case in the proof."""
    every = pytest.param(1, marks=pytest.mark.proof)
    return pytest.mark.parametrize("step", [step, every], ids=lambda step: f"1 in {step}")

"""Which tests only the proof runs: those of `only_in_proof.toml`.

`make test` does everything once: at one width, on one database and for one game where they do not
differ in it. What repeats that, or goes the same way for longer, is named there.
"""

import tomllib
from pathlib import Path

TESTS = Path(__file__).parent

ONLY_IN_PROOF: dict[str, dict[str, str]] = tomllib.loads(
    (TESTS / "only_in_proof.toml").read_text("utf-8")
)
"""By file: how a test's name begins, and what is done in its stead."""


def is_left_to_proof(nodeid: str) -> bool:
    """Whether the list has a test with all its parameters, or with those that it is given here."""
    file, _, name = nodeid.removeprefix(f"{TESTS.name}/").partition("::")
    test = name.partition("[")[0]
    return any(
        each == test or ("[" in each and name.startswith(each))
        for each in ONLY_IN_PROOF.get(file, ())
    )

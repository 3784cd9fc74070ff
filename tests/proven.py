"""Which tests only the proof runs: those of `only_in_proof.toml`, and all turns but one.

`make test` does everything once. Of a test that is done with every device of a game, or on both
databases, it takes one, chosen by the test's name: so different tests take different ones, and each
is taken by many. What else repeats a test, or goes the same way for longer, is named in the list.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from zlib import crc32

import pytest

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


BY_TURNS = ("device", "address", "ready_address", "serving_both")
"""Parameters of which `make test` takes one value: where a game's name or a database goes with them."""


def taken_by_others(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Those of which another turn is taken. A module that says EVERY_TURN has all of its own."""
    groups: dict[tuple[str, str, str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and not getattr(item.module, "EVERY_TURN", False):
            of = getattr(item, "callspec", None)
            params = dict(of.params) if of else {}
            turn = next((each for each in BY_TURNS if each in params), "")
            if turn and (turn != "device" or {"game", "of"} & params.keys()):
                del params[turn]
                others = repr(sorted(params.items(), key=str))
                groups[item.path.name, item.originalname, turn, others].append(item)
    for (file, name, turn, _), turns in groups.items():
        # A file shares the house that it is served.
        taken = crc32((file if turn == "serving_both" else name).encode()) % len(turns)
        yield from (each for n, each in enumerate(turns) if n != taken)

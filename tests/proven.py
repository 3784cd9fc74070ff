"""Which tests only the proof runs: those of `only_in_proof.toml`, and all turns but one.

`make test` does everything once. Of a test that is done with every device of a game, or on both
databases, it takes one, and of one that is done with every game where no game is known by its name;
which one is chosen by the test's name, so that each is taken by many. The rules, odds, laws and tables
of every game are always tried, and its lessons and what its drills pay. What else repeats a test, or
goes the same way for longer, is named in the list.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from zlib import crc32

import pytest

from tests.registry import GAMES

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


DATABASES = ("address", "ready_address", "serving_both")
GAME, DEVICE = ("game", "of", "id"), "device"
SURFACES = ("browser", "cli", "house", "papers", "school")
"""Where no game is known by its name: what is done with one is done with all."""


def turns_of(item: pytest.Function, params: Mapping[str, object]) -> set[str]:
    """The parameters of a test of which `make test` takes one value."""
    games = {each for each in GAME if params.get(each) in GAMES}
    found = {each for each in DATABASES if each in params}
    if games and DEVICE in params:
        found.add(DEVICE)
    return found | games if item.path.parent.name in SURFACES else found


def taken_by_others(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Those of which another turn is taken. A module that says EVERY_TURN has all of its own."""
    groups: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            params = item.callspec.params
            turns = turns_of(item, params)
            if turns and not getattr(item.module, "EVERY_TURN", False):
                others = sorted((name, str(params[name])) for name in params.keys() - turns)
                test = f"{item.originalname}{others}"
                # The tests of a file share the house that they are served, and so its database.
                chosen_by = item.path.name if "serving_both" in turns else test
                groups[f"{item.path}::{test}", chosen_by].append(item)
    for (_, chosen_by), alike in groups.items():
        taken = crc32(chosen_by.encode()) % len(alike)
        yield from (each for n, each in enumerate(alike) if n != taken)

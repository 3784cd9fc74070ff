"""Versions priced once for all tests of the workbench, and versions to try."""

from random import Random

from tablewright.design.pricing import Prices
from tablewright.design.versions import Version, pay_keys, version_of
from tablewright.games import game
from tests.dealing import random_readings
from tests.odds.analysed import COUNTS

PRICES = Prices(COUNTS)


def random_version(id: str, rng: Random, *, readings: bool = True) -> Version:
    """Some readings taken otherwise, and some odds changed, halves and nothing among them."""
    of = game(id)
    chosen = random_readings(of, rng) if readings else {}
    posted = pay_keys(of.ruleset(chosen))
    changed = rng.sample(sorted(posted), k=rng.randint(1, min(4, len(posted))))
    odds = ["0", "1", "2", "3-2", "5", "7", "12", "40", "6-5"]
    return version_of(id, chosen, {key: rng.choice(odds) for key in changed})

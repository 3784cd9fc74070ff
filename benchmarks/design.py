"""How long a version takes to price anew, against the count of every deal that it does without.

Both are measured in one run, in one process: the count with nothing kept, then other odds of the same
readings, each version priced once, with decisions that change among them.
"""

import time
from collections.abc import Iterator
from fractions import Fraction
from statistics import median

from tablewright.design.pricing import Prices
from tablewright.design.target import solve
from tablewright.design.varying import parse_vary
from tablewright.design.versions import pay_keys, version_of

GAMES = ("duki4", "king-high", "pick2")
AT_LEAST = {"duki4": 2, "king-high": 5, "pick2": 5}
"""How many times faster than the count it must be."""


def seconds_to_price(prices: Prices, id: str, pay: dict[str, str]) -> float:
    before = time.perf_counter()
    prices.price(version_of(id, None, pay))
    return time.perf_counter() - before


def measure() -> Iterator[tuple[str, str, str]]:
    Prices({}).price(version_of("duki4"))  # compile, if nothing has
    for id in GAMES:
        prices = Prices({})
        counted = seconds_to_price(prices, id, {})
        posted = pay_keys(version_of(id).ruleset())
        priced = [
            seconds_to_price(prices, id, {key: str(odds.win + more)})
            for key, odds in posted.items()
            for more in (1, 2)
        ]
        yield f"design {id}, other odds, seconds (median)", f"{median(priced):.3f}", "under 0.1"
        yield f"design {id}, other odds, seconds (slowest)", f"{max(priced):.3f}", ""
        ratio = counted / median(priced)
        yield f"design {id}, the count in re-pricings", f"{ratio:.0f} x", f"over {AT_LEAST[id]}"
    prices = Prices({})
    prices.price(version_of("pick2"))
    vary = [
        parse_vary(f"bonus-5.{key}")
        for key in ("four-of-a-kind=25..60", "full-house=10..25", "flush=5..12", "straight=4..9")
    ]
    before = time.perf_counter()
    found = solve(prices, version_of("pick2"), vary, Fraction(4, 100), Fraction(5, 100))
    took = time.perf_counter() - before
    what = f"design, {found.found:,} of {found.combinations:,} pay tables, seconds"
    yield what, f"{took:.2f}", "under 2"

"""Law 7: a naive settlement written from the manuals agrees with the decided tables.

On every possible value of the facts, under every option of every reading that decides payments and
under every two of them (in the proof under all combinations), and on random rounds from the cards to
the money.
"""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from tablewright.games import every_game, game
from tablewright.rules.game import Game
from tablewright.rules.money import HouseSettings, returned_cents
from tablewright.rules.readings import ActsOn
from tablewright.settling import settler
from tests.by_hand import duki4, king_high, pick2
from tests.dealing import random_readings, random_round

PAY_BY_HAND: dict[str, Callable[..., int | None]] = {
    "duki4": duki4.pay,
    "king-high": king_high.pay,
    "pick2": pick2.pay,
}
SETTLE_BY_HAND: dict[str, Callable[..., dict[Any, int]]] = {
    "duki4": duki4.settle,
    "king-high": king_high.settle,
    "pick2": pick2.settle,
}
ROUNDS, ROUNDS_IN_THE_PROOF = 1_000, 200_000
ALL = 100
"""More readings than any game has."""
GAMES = [each.id for each in every_game()]


def every_choice(of: Game, changed: int) -> Iterator[dict[str, str]]:
    """The readings that decide what is paid, or who may bet, with so many of them changed at most."""
    acting = [r for r in of.readings if r.acts_on is not ActsOn.PROCEDURE or "seat" in r.id]
    for options in product(*[[option.id for option in each.options] for each in acting]):
        if (
            sum(option != each.default for option, each in zip(options, acting, strict=True))
            <= changed
        ):
            yield dict(zip([each.id for each in acting], options, strict=True))


@pytest.mark.parametrize("changed", [2, pytest.param(ALL, marks=pytest.mark.proof)])
@pytest.mark.parametrize("id", GAMES)
def test_every_possible_fact_is_settled_as_by_hand(id: str, changed: int) -> None:
    compared = 0
    for readings in every_choice(game(id), changed):
        ruleset = game(id).ruleset(readings)
        for name, decided in ruleset.wagers.items():
            for number, outcome in decided.outcomes.items():
                facts = decided.space.plain(number)
                by_hand = PAY_BY_HAND[id](facts, name, 1_001, readings)
                net = outcome.net
                product_pays = None if net is None else returned_cents(1_001, net)
                assert product_pays == by_hand, (name, facts, readings)
                compared += 1
    assert compared > 1_000


@pytest.mark.parametrize("id", GAMES)
def test_random_rounds_are_settled_as_by_hand(id: str) -> None:
    settle_as_by_hand(id, ROUNDS)


@pytest.mark.proof
@pytest.mark.parametrize("id", GAMES)
def test_a_great_many_random_rounds_are_settled_as_by_hand(id: str, proof_seed: int) -> None:
    settle_as_by_hand(id, ROUNDS_IN_THE_PROOF, proof_seed)


def settle_as_by_hand(id: str, rounds: int, seed: int = 0) -> None:
    rng = Random(f"by hand {id} {seed}")
    of = game(id)
    for batch in range(40):
        readings = {} if batch % 2 else random_readings(of, rng)
        most = rng.choice([None, 500, 100_000])
        house = HouseSettings(maximum_payouts={"pokerpot": most} if most else {})
        settled = settler(of.ruleset(readings), house)
        posted = {"pokerpot_max": most} if id == "king-high" else {}
        for _ in range(rounds // 40):
            round_ = random_round(id, rng, readings)
            expected = SETTLE_BY_HAND[id](round_, readings, **posted)
            assert returned(settled.settle(round_)) == expected, (round_, readings)


def returned(result: dict[str, Any]) -> dict[tuple[int | str, ...], int]:
    """What came back on each wager, in the by-hand settlement's notation."""
    found: dict[tuple[int | str, ...], int] = {}
    for seat in result.get("seats", []):
        for name, wager in seat["wagers"].items():
            found[seat["seat"], name] = wager["returned"]
    for box in result.get("boxes", []):
        for name, wager in box["wagers"].items():
            found[box["box"], name] = wager["returned"]
        for number, on_card in enumerate(box["actions"], start=1):
            for name, wager in on_card.items():
                found[box["box"], number, name] = wager["returned"]
    return found

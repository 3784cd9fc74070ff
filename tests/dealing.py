"""Random written rounds of each game, from a seed, for tests that compare many of them."""

from collections.abc import Callable
from random import Random
from typing import Any

from tablewright.rules.cards import DECK, written
from tablewright.rules.game import Game

Round = dict[str, Any]


def random_readings(game: Game, rng: Random) -> dict[str, str]:
    """One option for each reading."""
    return {each.id: rng.choice(each.options).id for each in game.readings}


def random_round(game: str, rng: Random, readings: dict[str, str]) -> Round:
    """A round that could have happened at a table under these readings."""
    return DEALERS[game](rng, readings)


def _stake(rng: Random) -> int:
    return rng.choice([1, 5, 25, 99, 100, 101, 500, 2_500, 10_001, 10**12])


def _seats(rng: Random, places: str) -> int:
    """Often one player, sometimes a full table."""
    return 1 if rng.random() < 0.7 else rng.randint(2, int(places))


def _duki4(rng: Random, readings: dict[str, str]) -> Round:
    seats = _seats(rng, readings.get("duki4.positions", "7"))
    dealt = _hands(rng, seats + 1, 4)
    round_: Round = {"dealer": dealt[0], "seats": []}
    for number in range(1, seats + 1):
        seat: Round = {"seat": number, "cards": dealt[number], "wagers": {}}
        kind = rng.choice(["ante", "bonus", "both"])
        if kind != "bonus":
            seat["wagers"]["ante"] = _stake(rng)
            seat["decision"] = rng.choice(["play", "play", "fold"])
        if kind != "ante":
            seat["wagers"]["bonus"] = _stake(rng)
        round_["seats"].append(seat)
    return _perhaps_void(rng, round_)


def _pick2(rng: Random, readings: dict[str, str]) -> Round:
    seats = _seats(rng, readings.get("pick2.positions", "7"))
    dealt = _hands(rng, seats + 1, 5)
    alone = readings.get("pick2.bonus-only-seat") == "yes"
    round_: Round = {"dealer": dealt[0], "seats": []}
    for number in range(1, seats + 1):
        seat: Round = {"seat": number, "cards": dealt[number], "wagers": {}}
        has_ante = not (alone and rng.random() < 0.2)
        if has_ante:
            seat["wagers"]["ante"] = seat["wagers"]["bonus-3-5"] = _stake(rng)
            seat["decision"] = rng.choice(["fold", "three", "three", "five", "five"])
            if seat["decision"] == "three" and rng.random() < 0.5:
                seat["three"] = " ".join(rng.sample(dealt[number].split(), 3))
        if not has_ante or rng.random() < 0.5:
            seat["wagers"]["bonus-5"] = _stake(rng)
        round_["seats"].append(seat)
    return _perhaps_void(rng, round_)


def _king_high(rng: Random, readings: dict[str, str]) -> Round:
    is_void = rng.random() < 0.3
    few = rng.sample(DECK, rng.randint(1, 8))  # few different cards, so that good hands are common
    pack = 6 * (few if rng.random() < 0.5 else list(DECK))
    drawn = rng.sample(pack, rng.randint(0, 4) if is_void else 5)
    round_: Round = {"cards": written(drawn), "boxes": []}
    if is_void:
        round_["void"] = True
    for number in range(1, _seats(rng, readings.get("king-high.boxes", "7")) + 1):
        box: Round = {"box": number, "wagers": {"pokerpot": _stake(rng)}, "actions": []}
        for run in ("high-run", "low-run"):
            if rng.random() < 0.5:
                box["wagers"][run] = _stake(rng)
        for _ in range(len(drawn) + is_void):
            names = ["high", "low", "heart", "club", "diamond", "spade", "seven"]
            box["actions"].append({n: _stake(rng) for n in rng.sample(names, rng.randint(0, 7))})
        round_["boxes"].append(box)
    return round_


def _hands(rng: Random, hands: int, cards: int) -> list[str]:
    dealt = rng.sample(DECK, hands * cards)
    return [written(dealt[n * cards : (n + 1) * cards]) for n in range(hands)]


def _perhaps_void(rng: Random, round_: Round) -> Round:
    return {**round_, "void": True} if rng.random() < 0.05 else round_


DEALERS: dict[str, Callable[[Random, dict[str, str]], Round]] = {
    "duki4": _duki4,
    "king-high": _king_high,
    "pick2": _pick2,
}

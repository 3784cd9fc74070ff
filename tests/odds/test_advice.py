"""Advice on one hand: values, the best, the cards to play, and what is refused."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from tablewright.odds.advice import Advice
from tablewright.rules.cards import DECK, cards
from tablewright.rules.errors import Refused
from tablewright.rules.views import Hand
from tests.odds.analysed import analysed
from tests.registry import CONTESTS

COUNTED_APART = [
    ("duki4", (), "9h 7c 4d 2s", {"play": "8297/6486", "fold": "-1"}),
    ("duki4", (), "Kh Qc 3d 3s", {"play": "485173/194580", "fold": "-1"}),
    ("duki4", (), "2h 3h 4h 5h", {"play": "-22489/21620", "fold": "-1"}),
    ("duki4", (), "Jh Tc 8d 8h", {"play": "35536/48645", "fold": "-1"}),
    ("duki4", ("ace=high-only",), "Jh Tc 8d 8h", {"play": "36256/48645", "fold": "-1"}),
    ("duki4", ("fourth-card=yes",), "Jh Tc 8d 8h", {"play": "35549/48645", "fold": "-1"}),
    ("duki4", ("three-vs-unqualified=push",), "Jh Tc 8d 8h", {"play": "20488/48645", "fold": "-1"}),
    ("pick2", (), "Ah Kh Qh 7c 2d",
     {"fold": "-2", "three": "14047/1081", "five": "14613704/1533939"}),
    ("pick2", (), "9h 9c 5d 4s 2c",
     {"fold": "-2", "three": "-1038069/511313", "five": "-36428/66693"}),
    ("pick2", (), "As Kd 9c 6h 3d",
     {"fold": "-2", "three": "-1476570/511313", "five": "-2433226/1533939"}),
    ("pick2", (), "Th 8c 6d 4s 2h",
     {"fold": "-2", "three": "-2030510/511313", "five": "-3873271/1533939"}),
    ("pick2", ("bonus-on-fold=in-action",), "Ah Kh Qh 7c 2d",
     {"fold": "9", "three": "14047/1081", "five": "14613704/1533939"}),
    ("pick2", ("bonus-tables=game-played",), "Ah Kh Qh 7c 2d",
     {"fold": "-2", "three": "14047/1081", "five": "-2259625/1533939"}),
]  # fmt: skip


@pytest.mark.parametrize(("id", "readings", "held", "values"), COUNTED_APART)
def test_values_counted_apart(
    id: str, readings: tuple[str, ...], held: str, values: dict[str, str]
) -> None:
    advice = Advice(analysed(id, *readings).solution, cards(held))
    assert advice.values == {decision: Fraction(value) for decision, value in values.items()}
    assert advice.values[advice.best] == max(advice.values.values())
    assert advice.cost(advice.best) == 0


@pytest.mark.parametrize("id", CONTESTS)
def test_suits_and_order_do_not_matter(id: str) -> None:
    rng = Random(4)
    counted = analysed(id).solution.counted
    for _ in range(40):
        held = rng.sample(DECK, counted.contest.hand_cards)
        order = rng.sample(range(4), 4)
        moved = [DECK[4 * (card.index // 4) + order[card.index % 4]] for card in held]
        rng.shuffle(moved)
        assert counted.hands.find(held) == counted.hands.find(moved)


def test_a_class_is_found_as_the_table_of_all_hands_has_it() -> None:
    counted = analysed("duki4").solution.counted
    rng = Random(6)
    for _ in range(40):
        held = rng.sample(DECK, 4)
        places = np.array([sorted(counted.pack.place[card] for card in held)], dtype=np.int8)
        number = counted.hands.numbers(places)[0]
        assert counted.hands.find(held) == counted.hands.class_of[number]


@pytest.mark.parametrize("readings", [(), ("three-cards=cards-played",)])
def test_the_cards_to_play_are_the_strongest(readings: tuple[str, ...]) -> None:
    solved = analysed("pick2", *readings).solution
    view = solved.counted.contest.looks["three"].against[0][0]
    rng = Random(5)
    for _ in range(30):
        held = rng.sample(DECK, 5)
        advice = Advice(solved, held)
        played = advice.plays("three")
        assert played is not None
        assert set(played) < set(held)
        assert Hand(played).strength(view) == Hand(held).strength(view)
        assert advice.plays("five") is None


def test_a_weaker_three_is_played_where_only_it_is_paid() -> None:
    """Cards played, and three of a kind paid far more than the straight flush beside it."""
    pay = ("bonus-3-5.three.three-of-a-kind=100", "bonus-3-5.three.straight-flush=0")
    solved = analysed("pick2", "three-cards=cards-played", pay=pay).solution
    advice = Advice(solved, cards("7h 7c 7d 8h 9h"))
    assert advice.plays("three") == cards("7h 7c 7d")
    usual = Advice(analysed("pick2", "three-cards=cards-played").solution, cards("7h 7c 7d 8h 9h"))
    assert usual.plays("three") == cards("7h 8h 9h")


@pytest.mark.parametrize("held", ["", "9h", "9h 7c 4d", "9h 7c 4d 2s 3s", "9h 9h 4d 2s"])
def test_a_hand_that_cannot_be_dealt_is_refused(held: str) -> None:
    with pytest.raises(Refused, match="expected 4 different cards"):
        Advice(analysed("duki4").solution, cards(held))

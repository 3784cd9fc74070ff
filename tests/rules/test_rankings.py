"""Rankings: exact counts of the hands in every shape, and the order that a rule book prints."""

from collections import Counter
from math import comb, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.games import every_game, game
from tablewright.rules.cards import DECK, SUITS, Card, cards
from tablewright.rules.citations import Document
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Game
from tablewright.rules.rankings import HIGH_CARD, ONE_PAIR, Ranking, Suits
from tablewright.rules.views import View
from tests.by_hand import pick2 as by_hand
from tests.registry import GAMES


def ranking(of: str, name: str) -> Ranking:
    found = {r.name: r for view in game(of).ruleset().spoken_views for r in view.rankings}
    return found[name]


def hands_by_shape(judged: Ranking) -> Counter[str]:
    """How many hands of the decks in use are of each shape, by counting suits for each case."""
    counts: Counter[str] = Counter()
    for tally, is_suited, strength in judged.cases():
        groups = [n for n in (tally >> shift & 7 for shift in range(0, 39, 3)) if n]
        if sum(groups) < judged.cards:
            continue
        of_one_suit = 4 * prod(comb(judged.decks, n) for n in groups)
        if judged.suits is Suits.ALL_DIFFERENT:
            ways = _ways_with_all_suits_different(groups)
        elif is_suited:
            ways = of_one_suit
        else:
            ways = prod(comb(4 * judged.decks, n) for n in groups) - of_one_suit
        counts[judged.standing(strength).shape.id] += ways
    return counts


def _ways_with_all_suits_different(groups: list[int]) -> int:
    ways, left = 1, 4
    for n in groups:
        ways *= comb(left, n)
        left -= n
    return ways


def test_five_card_hands_have_the_counts_of_poker() -> None:
    assert hands_by_shape(ranking("pick2", "5 Card Poker")) == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "one-pair": 1_098_240,
        "high-card": 1_302_540,
    }


def test_three_card_hands_have_the_counts_of_three_card_poker() -> None:
    assert hands_by_shape(ranking("pick2", "3 Card Poker")) == {
        "royal-flush": 4,
        "straight-flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1_096,
        "one-pair": 3_744,
        "high-card": 16_440,
    }


def test_pokerpot_hands_count_every_five_cards_of_six_decks() -> None:
    counts = hands_by_shape(ranking("king-high", "Pokerpot"))
    assert counts.total() == comb(312, 5)
    assert counts["royal-flush"] == 4 * 6**5
    assert counts["straight-flush"] == 4 * 9 * 6**5
    assert counts["five-of-a-kind"] == 13 * comb(24, 5)
    assert counts["four-of-a-kind"] == 13 * comb(24, 4) * 12 * 24
    assert counts["full-house"] == 13 * comb(24, 3) * 12 * comb(24, 2)


def test_four_card_dukis_count_one_card_of_each_suit() -> None:
    counts = hands_by_shape(ranking("duki4", "4-Card Duki"))
    assert counts.total() == 13**4
    assert counts["four-of-a-kind"] == 13
    assert counts["straight"] == 11 * 24
    assert counts["three-of-a-kind"] == 13 * 4 * 12
    assert counts["two-pair"] == comb(13, 2) * 6
    assert counts["one-pair"] == 13 * 6 * 12 * 11


@pytest.mark.parametrize(
    ("of", "name", "standings"),
    [("pick2", "5 Card Poker", 7_462), ("pick2", "3 Card Poker", 741)],
)
def test_a_ranking_has_as_many_standings_as_the_literature_counts(
    of: str, name: str, standings: int
) -> None:
    assert len(ranking(of, name).standings) == standings


HIGHEST_FIRST = {
    ("pick2", "5 Card Poker"): [
        "As Ks Qs Js Ts", "Kh Qh Jh Th 9h", "Ah 2h 3h 4h 5h", "Ah Ac Ad As Kh", "2h 2c 2d 2s 3h",
        "Ah Ac Ad Ks Kh", "2h 2c 2d 3s 3h", "Ah Kh Qh Jh 9h", "7h 5h 4h 3h 2h", "Ah Kc Qh Js Td",
        "Ah 2c 3h 4s 5d", "Ah Ac Ad Ks Qh", "2h 2c 2d 4s 3h", "Ah Ac Ks Kd Qh", "3h 3c 2s 2d 4h",
        "Ah Ac Ks Qd Jh", "2h 2c 5s 4d 3h", "Ah Kc Qs Jd 9h", "Ah Kc 4s 3d 2h", "Ah Qc Js Td 9h",
        "7h 5c 4s 3d 2h",
    ],
    ("pick2", "3 Card Poker"): [
        "Ah Kh Qh", "Kh Qh Jh", "Ah 2h 3h", "Ah Ac Ad", "2h 2c 2d", "Ah Kc Qd", "Ah 2c 3d",
        "Ah Kh Jh", "5h 3h 2h", "Ah Ac Kd", "2h 2c 3d", "Ah Kc Jd", "Kh Ac 2d", "5h 3c 2d",
    ],
    ("duki4", "4-Card Duki"): [
        "Ah Ac Ad As", "2h 2c 2d 2s", "Ah Kc Qd Js", "4h 3c 2d As", "Ah Ac Ad Ks", "2h 2c 2d 3s",
        "Ah Ac Kd Ks", "Ah Ac Kd Qs", "9h 9c 6s Jd", "9d 9s 5h 8c", "2h 2c 3d 4s", "Ah Kc Qd 9s",
        "5h 4c 3d As", "6h 4c 3d 2s",
    ],
    ("duki4", "3-Card Duki"): [
        "Ah Ac Ad", "2h 2c 2d", "Ah Kc Qd", "3h 2c Ad", "Ah Ac Kd", "2h 2c 3d", "Ah Kc Jd", "5h 3c 2d",
    ],
    ("king-high", "Pokerpot"): [
        "As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "As 2s 3s 4s 5s", "2s 2s 2s 2s 2s", "2s 2s 2s 2s As",
        "As As As Ks Ks", "As As Ks Ks Qs", "7s 5s 4s 3s 2s", "As Kc Qd Jh Ts", "5s 4c 3d 2h As",
        "2s 2c 2d 3h 4s", "As Ac Ks Kd Qh", "As Ac 4s 3d 2h", "As Kc Qs Jd 9h",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("of", "name"), HIGHEST_FIRST)
def test_hands_stand_in_the_order_a_rule_book_lists_them(of: str, name: str) -> None:
    judged = ranking(of, name)
    strengths = [judged.strength(cards(text)) for text in HIGHEST_FIRST[of, name]]
    assert strengths == sorted(set(strengths), reverse=True)
    assert min(strengths) > 0


@pytest.mark.parametrize("text", ["Qh Kc Ad 2s 3h", "Kh Ac 2d 3s 4h", "Jh Qc Kd As 2h"])
def test_an_ace_joins_no_straight_around_the_corner(text: str) -> None:
    for of, name in (("pick2", "5 Card Poker"), ("king-high", "Pokerpot")):
        judged = ranking(of, name)
        assert judged.standing(judged.strength(cards(text))).shape is HIGH_CARD


VIEWS = [view for of in GAMES for view in game(of).ruleset().spoken_views]


@given(st.permutations(DECK), st.permutations(SUITS))
def test_order_of_cards_and_names_of_suits_do_not_matter(
    deck: list[Card], suits: list[object]
) -> None:
    renamed = dict(zip(SUITS, suits, strict=True))
    for view in VIEWS:
        hand = deck[:5] if view.rankings[0].cards != 3 and len(view.rankings) == 1 else deck[:4]
        other = [c for c in DECK for h in hand if c.rank is h.rank and c.suit is renamed[h.suit]]
        assert view.strength(hand) == view.strength(hand[::-1]) == view.strength(other)


def test_the_best_three_of_five_are_found_as_by_hand() -> None:
    rng, three = Random(3), ranking("pick2", "3 Card Poker")
    hands = [rng.sample(DECK, 5) for _ in range(400)]
    mine = [three.best(hand) for hand in hands]
    judged = [by_hand.best_three(by_hand.read_cards(" ".join(map(str, hand)))) for hand in hands]
    for n in range(0, len(hands), 2):
        better, worse = by_hand.judge_three(judged[n]), by_hand.judge_three(judged[n + 1])
        assert (mine[n] > mine[n + 1]) == (better > worse)
        assert (mine[n] == mine[n + 1]) == (better == worse)


def test_five_card_strengths_order_hands_as_by_hand() -> None:
    rng, five = Random(5), ranking("pick2", "5 Card Poker")
    for _ in range(2_000):
        one, two = rng.sample(DECK, 5), rng.sample(DECK, 5)
        a, b = (by_hand.judge_five(by_hand.read_cards(" ".join(map(str, h)))) for h in (one, two))
        mine, theirs = five.strength(one), five.strength(two)
        assert (mine > theirs, mine == theirs) == (a > b, a == b)


def test_a_ranking_whose_weakest_shape_may_fail_is_refused() -> None:
    with pytest.raises(BadDefinition, match="weakest shape must hold for every hand"):
        Ranking("none", cards=3, shapes=(ONE_PAIR,), source=Document("test", "A test").at("here"))


def test_a_view_says_what_it_sees() -> None:
    view = game("duki4").ruleset().spoken_views[0]
    assert isinstance(view, View)
    spoken = [view.spoken(view.strength(cards(text))) for text in ("6c 6s 6h 6d", "Qd Qs Js As")]
    assert spoken == ["4-Card Duki, four sixes", "no Duki"]


@pytest.mark.parametrize("of", every_game(), ids=[of.id for of in every_game()])
def test_the_example_of_each_shape_is_a_hand_of_that_shape(of: Game) -> None:
    for view in of.ruleset().spoken_views:
        for ranking in view.rankings:
            for shape in ranking.shapes:
                example = ranking.example(shape)
                assert len(example) == ranking.cards
                assert ranking.standing(ranking.strength(example)).shape is shape, example

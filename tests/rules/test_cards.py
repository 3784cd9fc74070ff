"""Cards: one object each, and one notation read in every usual spelling."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules.cards import DECK, Card, Rank, card, cards, tally_of, written
from tablewright.rules.errors import Refused


def test_a_deck_holds_each_of_52_cards_once() -> None:
    assert len({(c.rank, c.suit) for c in DECK}) == 52
    assert all(DECK[c.index] is c for c in DECK)


@pytest.mark.parametrize(
    "spelling", ["Th", "th", "TH", "10h", "10H", "10♥", "T♥", "10♡", "10♥\ufe0f"]
)
def test_a_card_is_read_in_every_usual_spelling(spelling: str) -> None:
    assert card(spelling) is card("Th")


@pytest.mark.parametrize("spelling", ["", "1h", "11h", "hT", "Tx", "T", "Thh", "0h", "🂡", "T h"])
def test_what_is_not_a_card_is_refused_with_what_was_expected(spelling: str) -> None:
    with pytest.raises(
        Refused, match="is not a card: expected a rank 2-9 T J Q K A and a suit c d h s"
    ):
        card(spelling)


@given(st.lists(st.sampled_from(DECK)))
def test_cards_are_read_as_they_are_written(hand: list[Card]) -> None:
    assert cards(written(hand)) == tuple(hand)


@given(st.lists(st.sampled_from(list(Rank)), max_size=7))
def test_a_tally_is_the_multiset_of_ranks_whatever_their_order(ranks: list[Rank]) -> None:
    tally = tally_of(ranks)
    assert tally == tally_of(reversed(ranks))
    assert [tally >> 3 * (rank - 2) & 7 for rank in Rank] == [ranks.count(rank) for rank in Rank]


def test_a_card_stays_the_same_object_through_pickling() -> None:
    assert pickle.loads(pickle.dumps(card("As"))) is card("As")


def test_the_face_of_a_card_is_what_people_print() -> None:
    assert [card(text).face for text in ("Th", "As", "2c", "Jd")] == ["10♥", "A♠", "2♣", "J♦"]

"""Coaching: what was decided is known from the events, and costs what advice says that it costs."""

from typing import Any

import pytest

from tablewright.advice import Valuation, position
from tablewright.advice.coaching import Judgements, coached
from tablewright.advice.decisions import DecisionsMade, MadeDecision
from tablewright.rules.cards import cards
from tablewright.table.actors import THE_PIT_BOSS, actor
from tablewright.table.acts import Decide
from tablewright.table.setup import Book
from tablewright.table.state import begin
from tablewright.table.views import own_cards
from tests.advice.test_at_table import seen_at
from tests.table.driving import Driver, at_table


def made_at(table: Driver) -> dict[int, list[MadeDecision]]:
    """What was decided, from the lines alone, as a house takes them up again."""
    followed = DecisionsMade(table.table.book)
    course, state = table.table.course, begin(table.table.book)
    for line in table.lines:
        course.apply(state, line.event, line.at)
        followed.hear([line.event], actor(line.by), state)
    followed.fill(lambda place: own_cards(table.table, place))
    return followed.at_place


def judged(table: Driver, made: MadeDecision) -> Any:
    found = Judgements().judge(table.table.book, made)
    assert found is not None
    return found


def test_a_mistake_costs_what_advice_says_before_it_is_made() -> None:
    table = at_table("duki4", seats=(1, 2))
    for place, hand in ((1, "9h 9c 6s Jd"), (2, "2h 7c 4h Kc")):
        table.wager(place, "ante", 1000)
        assert hand
    table.deal({1: "9h 9c 6s Jd", 2: "2h 7c 4h Kc"}, dealer="9d 9s 5h 8c")
    worths = {
        place: Valuation(position(table.table, place, seen_at(table))).worths for place in (1, 2)
    }
    table.decide(1, "fold")
    table.decide(2, "play")
    table.finish()
    (first,), (second,) = made_at(table)[1], made_at(table)[2]
    assert (first.cards, first.stakes) == (("9h", "9c", "6s", "Jd"), (("ante", 1000),))
    for place, made in ((1, first), (2, second)):
        best, _, cost = judged(table, made)
        assert cost == worths[place][best] - worths[place][made.decision] > 0
    said = coached(table.table.book, second, judged(table, second))
    assert said.says.startswith("Folding was better by $")
    assert said.says.endswith(" on average.")
    assert not said.is_best
    right = first._replace(decision="play")
    said = coached(table.table.book, right, judged(table, right))
    assert (said.says, said.is_best, said.cost) == ("Best decision.", True, "")


def test_other_cards_than_the_best_three_cost_something_too() -> None:
    table = at_table("pick2", seats=(1,))
    table.wager(1, "ante", 500)
    table.wager(1, "bonus-3-5", 500)
    table.deal({1: "As Ks Qs 2c 3d"}, dealer="9d 9s 5h 8c 2h")
    worth = Valuation(position(table.table, 1, seen_at(table)))
    table.decide(1, "three", "Ks Qs 2c")
    (made,) = made_at(table)[1]
    found = judged(table, made)
    assert found.cost == worth.worths["three"] - worth.worth_of("three", cards("Ks Qs 2c"))
    said = coached(table.table.book, made, found).says
    assert said.startswith("Playing three with A♠ K♠ Q♠ was better by $")


def test_the_hand_of_a_round_under_way_is_taken_from_the_table_and_later_from_the_opened_pack() -> (
    None
):
    table = at_table("duki4", seats=(1,))
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "fold")
    before = made_at(table)[1]
    table.finish()
    assert before[0].cards == made_at(table)[1][0].cards == ("9h", "9c", "6s", "Jd")


@pytest.mark.parametrize("device", ["hand"])
def test_a_pack_that_was_cut_by_hand_is_counted_from_the_cut(device: str) -> None:
    table = at_table("duki4", seats=(1, 3), device=device)
    for place in (1, 3):
        table.wager(place, "ante", 500)
    table.deal()
    held = {place: tuple(own_cards(table.table, place)) for place in (1, 3)}
    table.decide(1, "fold")
    table.decide(3, "fold")
    table.finish()
    assert {place: made[0].cards for place, made in made_at(table).items()} == held


def test_what_was_decided_for_a_player_is_not_held_against_them() -> None:
    table = at_table("duki4", seats=(1,))
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.do(Decide(1, "fold"), THE_PIT_BOSS)
    table.finish()
    assert made_at(table) == {1: []}


def test_the_dealers_cards_change_nothing_of_it() -> None:
    found = []
    for dealer in ("9d 9s 5h 8c", "2c 3c 4c 5c"):
        table = at_table("duki4", seats=(1,))
        table.wager(1, "ante", 500)
        table.deal({1: "9h Tc 6s Jd"}, dealer=dealer)
        table.decide(1, "fold")
        (made,) = made_at(table)[1]
        found.append(judged(table, made))
    assert found[0] == found[1]


def test_without_a_hand_there_is_no_judgement() -> None:
    book: Book = at_table("duki4", seats=(1,)).table.book
    table = at_table("duki4", seats=(1,))
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "fold")
    (made,) = made_at(table)[1]
    known = Judgements()
    assert known.judge(book, made._replace(cards=())) is None
    assert known.is_known(book, made._replace(cards=()))
    assert not known.is_known(book, made)

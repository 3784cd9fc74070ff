"""Advice as a table stands: positions taken, figures as in the odds, documents for the page."""

from fractions import Fraction
from threading import Thread

import pytest

from tablewright.advice import SeenCards, Valuation, analysis_of, document, position
from tablewright.odds.advice import Advice
from tablewright.odds.analysis import Analysis
from tablewright.odds.in_play import Unseen, value_of
from tablewright.rules.cards import cards
from tests.odds.analysed import analysed
from tests.sent import as_sent
from tests.table.driving import Driver, at_table


def seen_at(table: Driver) -> SeenCards:
    """The cards that were seen, from every event so far."""
    seen = SeenCards(table.table.book)
    for line in table.lines:
        seen.hear([line.event])
    return seen


def dealt_duki() -> Driver:
    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 1000)
    table.wager(1, "bonus", 500)
    table.wager(2, "ante", 500)
    table.deal({1: "9h 9c 6s Jd", 2: "2h 7c 4s Kd"}, dealer="9d 9s 5h 8c")
    return table


def test_a_hand_is_worth_its_contest_and_the_bonus_that_it_wins_or_loses() -> None:
    table = dealt_duki()
    at = position(table.table, 1, seen_at(table))
    assert at.kind == "hand"
    valuation = Valuation(at)
    advice = Advice(analysed("duki4").solution, cards("9h 9c 6s Jd"))
    bonus = valuation.worths["play"] - 1000 * advice.values["play"]
    assert bonus % 500 == 0
    assert valuation.worths["fold"] == 1000 * advice.values["fold"] - 500
    assert valuation.best == max(valuation.worths, key=lambda each: valuation.worths[each])


def test_the_page_gets_the_figures_of_the_terminal() -> None:
    table = dealt_duki()
    at = position(table.table, 1, seen_at(table))
    shown, worths = as_sent(document(at)), Valuation(at).worths
    assert shown["kind"] == "hand"
    assert shown["title"] == "On average, with your wagers as they lie"
    assert shown["best"] == shown["choices"][0]["decision"] == shown["rows"][0][0]
    assert shown["rows"][0][2] == "the best"
    for choice in shown["choices"]:
        worth = worths[choice["decision"]]
        assert choice["worth_cents"] == f"{float(worth):.2f}"
        assert choice["cost_cents"] == f"{float(max(worths.values()) - worth):.2f}"


def test_cards_that_are_named_are_valued_as_named() -> None:
    table = at_table("pick2", seats=(1,))
    table.wager(1, "ante", 500)
    table.wager(1, "bonus-3-5", 500)
    table.deal({1: "7d Ad 7c 2s 9h"}, dealer="9d 9s 5h 8c Kc")
    at = position(table.table, 1, seen_at(table))
    shown, valuation = as_sent(document(at)), Valuation(at)
    three = next(each for each in shown["choices"] if each["decision"] == "three")
    assert [at.cards[n] for n in three["indices"]] == three["cards"]
    assert len(three["cards"]) == 3
    weak = cards("2s 9h 7c")
    value = value_of(analysed("pick2").solution, cards(" ".join(at.cards)), "three", weak)
    assert valuation.worth_of("three", weak) == 500 * value
    judged = valuation.judged("three", weak)
    assert judged.cost == valuation.worths[judged.best] - 500 * value > 0
    assert valuation.judged(valuation.best).cost == 0


def test_a_position_does_not_change_with_the_table() -> None:
    table = dealt_duki()
    at = position(table.table, 1, seen_at(table))
    before = as_sent(document(at))
    table.decide(1, "play")
    table.decide(2, "fold")
    table.finish()
    assert as_sent(document(at)) == before
    assert position(table.table, 1, seen_at(table)).kind == "none"


def test_there_is_nothing_to_decide_for_others_before_the_deal_or_after_deciding() -> None:
    table = at_table("duki4", seats=(1, 2))
    assert as_sent(document(position(table.table, 1, seen_at(table))))["kind"] == "none"
    assert as_sent(document(position(table.table, 5, seen_at(table))))["kind"] == "none"
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    assert position(table.table, 2, seen_at(table)).kind == "none"
    assert position(table.table, 1, seen_at(table)).kind == "hand"
    table.decide(1, "play")
    shown = as_sent(document(position(table.table, 1, seen_at(table))))
    assert (shown["kind"], shown["rows"], shown["choices"]) == ("none", [], [])
    assert shown["note"]


def test_the_next_card_is_valued_on_the_cards_in_sight() -> None:
    table = at_table("king-high", seats=(1,), device="shoe")
    table.next_draws("Kh 7c 2d 9s Ac")
    table.wager(1, "pokerpot", 100)
    table.draw_next()
    at = position(table.table, 1, seen_at(table))
    assert (at.kind, at.drawn) == ("card", ("Kh",))
    valuation, shown = Valuation(at), as_sent(document(at))
    counts = analysed("king-high").draws
    unseen = Unseen(counts, cards("Kh"))
    pokerpot = at.book.ruleset.wagers["pokerpot"]
    assert valuation.live == {"pokerpot": 100 * unseen.worth(pokerpot)}
    assert set(valuation.edges) == at.book.on_card
    edges = [Fraction(valuation.edges[each["wager"]][0]) for each in shown["choices"]]
    assert edges == sorted(edges)
    assert shown["best"] in valuation.cheapest()
    assert shown["title"] == "Each wager after K♥, the cheapest first"
    assert shown["more"][0]["title"] == "Your wagers on the round, as the cards stand"
    assert shown["more"][0]["rows"][0][:2] == ["Pokerpot", "$1"]


def test_cards_of_earlier_rounds_stay_out_of_a_shoe_until_it_is_shuffled() -> None:
    table = at_table("king-high", seats=(1,), device="shoe")
    table.next_draws("Kh 7c 2d 9s Ac")
    table.wager(1, "pokerpot", 100)
    for _ in range(5):
        table.draw_next()
    table.finish()
    at = position(table.table, 1, seen_at(table))
    assert at.drawn == ()
    assert sorted(at.seen_before) == sorted(["Kh", "7c", "2d", "9s", "Ac"])
    assert "5 cards seen since the shuffle" in as_sent(document(at))["title"]


def test_one_analysis_is_shared_by_all_who_ask_at_once() -> None:
    ruleset = analysed("duki4", "duki4.ace=high-only").ruleset
    found: list[Analysis] = []
    asking = [Thread(target=lambda: found.append(analysis_of(ruleset))) for _ in range(4)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert len(found) == 4
    assert len({id(each) for each in found}) == 1


@pytest.mark.parametrize("place", [1, 2])
def test_everybody_gets_advice_on_his_own_hand(place: int) -> None:
    table = dealt_duki()
    held = {1: "9h 9c 6s Jd", 2: "2h 7c 4s Kd"}[place]
    assert " ".join(position(table.table, place, seen_at(table)).cards) == held

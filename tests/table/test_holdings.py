"""What a hand makes and would win, as a table names it, against the same read by hand."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tablewright.games import game, procedure
from tablewright.house.screens.describe_game import game_description
from tablewright.rules.cards import DECK, cards
from tablewright.rules.contest import Contest
from tablewright.rules.draw_prospects import standings
from tablewright.rules.game import Ruleset
from tablewright.rules.language import LANGUAGES, speaking
from tablewright.rules.wagers import Odds
from tablewright.table.holdings import (
    Holding,
    PayMark,
    drawn_makes,
    drawn_wins,
    hand_makes,
    hand_wins,
)
from tests.by_hand import duki4, holdings, pick2
from tests.dealing import random_readings
from tests.registry import GAMES

HANDS = 50
"""How many random hands a ruleset is tried with."""
under_some_and_many_in_the_proof = pytest.mark.parametrize(
    "often", [8, pytest.param(40, marks=pytest.mark.proof)]
)
"""How many rulesets."""
DUKI_WAGERS = frozenset(("ante", "bonus"))
PICK2_WAGERS = frozenset(("ante", "bonus-3-5", "bonus-5"))
ROUND_WAGERS = ("pokerpot", "high-run", "low-run")


RARE = {
    4: ("9c 9d 9h 9s", "Ac Ad Ah As", "6c 7d 8h 9s", "5c 5d 5h Ks", "Kc Kd 5h 5s", "Ac 2d 3h 4s"),
    5: (
        "Th Jh Qh Kh Ah",
        "5s 6s 7s 8s 9s",
        "Ac Ad Ah As 3c",
        "2c 2d 2h 7s 7c",
        "Ad 2s 3c 4h 5d",
        "As 2s 3s 9d 9c",
        "8h 9h Td Jc Ks",
    ),
}
"""Hands that seldom come."""


def hands(rng: Random, size: int, many: int) -> Iterator[str]:
    """Random hands, most of them of few ranks or few suits, so that the rare ones come too."""
    yield from RARE[size]
    for _ in range(many):
        ranks = rng.sample(range(2, 15), rng.choice([1, 2, 3, 5, 13]))
        suits = rng.sample("cdhs", rng.choice([1, 2, 4, 4]))
        few = [c for c in DECK if c.rank in ranks and c.suit.letter in suits]
        low = rng.randint(2, 10)
        row = [c for c in DECK if low <= c.rank < low + size and c.suit.letter in suits]
        pack = rng.choice([few, row, list(DECK)])
        held = rng.sample(pack if len(pack) >= size else DECK, size)
        yield " ".join(card.text for card in held)


def found(marks: list[PayMark]) -> set[holdings.Mark]:
    listed = [(m.wager, m.table, m.hand, m.odds, m.is_certain) for m in marks]
    assert len(set(listed)) == len(listed)
    return set(listed)


def rulesets(id: str, rng: Random, often: int) -> Iterator[tuple[Ruleset, dict[str, str]]]:
    yield game(id).ruleset(), {}
    for _ in range(often - 1):
        readings = random_readings(game(id), rng)
        yield game(id).ruleset(readings), readings


@under_some_and_many_in_the_proof
def test_a_hand_of_duki_4_poker_is_named_and_marked_as_by_hand(often: int) -> None:
    rng, rows = Random("duki4 named"), set[tuple[str, str]]()
    for ruleset, readings in rulesets("duki4", rng, often):
        for text in hands(rng, 4, HANDS):
            first, *more = hand_makes(ruleset, text.split())
            assert first.says == holdings.duki4_says(text, readings), text
            by_hand = holdings.duki4_lit(text, readings)
            assert duki_of(first.cards, readings) == duki_of(by_hand, readings), text
            for other in more:
                assert duki4.judge_bonus(duki4.read_cards(text), readings) != "nothing"
                assert len(other.cards) == 3
            for decided, decisions in (
                ("undecided", ("play", "fold")),
                ("play", ("play",)),
                ("fold", ("fold",)),
            ):
                wagers = DUKI_WAGERS | ({"play"} if decided == "play" else set())
                marks = hand_wins(ruleset, text.split(), decisions, wagers)
                expected = holdings.duki4_marks(text, readings, decided)
                assert found(marks) == expected, (text, decided, readings)
                rows |= {(mark.table, mark.hand) for mark in marks}
            alone = hand_wins(ruleset, text.split(), (None,), {"bonus"})
            assert found(alone) == holdings.duki4_marks(text, readings, "no ante"), text
    assert len(rows) == 6 + 3 + 2, "every row of both tables, Otherwise and Wins"


def duki_of(lit: list[str], readings: dict[str, str]) -> Any:
    """Equal for cards that make the same Duki, whichever of equal cards were taken."""
    read = duki4.read_cards(" ".join(lit))
    if len(read) == 3:
        assert len({card.suit for card in read}) == 3
        return duki4.judge_three_cards(read, readings)
    return sorted(read)


@under_some_and_many_in_the_proof
def test_a_hand_of_pick_2_poker_is_named_and_marked_as_by_hand(often: int) -> None:
    rng, rows = Random("pick2 named"), set[tuple[str, str]]()
    for ruleset, readings in rulesets("pick2", rng, often):
        for text in hands(rng, 5, HANDS):
            five, three = hand_makes(ruleset, text.split())
            assert [five.says, three.says] == holdings.pick2_says(text), text
            assert (five.seen_in, three.seen_in) == ("Five cards", "Best three cards")
            assert sorted(five.cards) == sorted(holdings.pick2_lit(text)), text
            best = pick2.judge_three(pick2.best_three(pick2.read_cards(text)))
            assert pick2.judge_three(pick2.read_cards(" ".join(three.cards))) == best, text
            plays = tuple(rng.sample(range(5), 3))
            played = " ".join(text.split()[n] for n in plays)
            for decided, named in (("undecided", ()), ("fold", ()), ("three", plays), ("five", ())):
                open_to = ("fold", "three", "five") if decided == "undecided" else (decided,)
                wagers = PICK2_WAGERS | ({"play"} if decided in ("three", "five") else set())
                marks = hand_wins(ruleset, text.split(), open_to, wagers, plays=named)
                expected = holdings.pick2_marks(text, readings, decided, played if named else "")
                assert found(marks) == expected, (text, decided, readings)
                rows |= {(mark.table, mark.hand) for mark in marks}
    assert len(rows) == 7 + 3 + 9 + 1, "every row of three tables, and Wins"


@under_some_and_many_in_the_proof
def test_cards_drawn_at_king_high_are_named_and_marked_as_by_hand(often: int) -> None:
    rng, rows = Random("king high named"), set[str]()
    for ruleset, readings in rulesets("king-high", rng, often // 4):
        for text in hands(rng, 5, HANDS):
            for count in range(1, 6):
                drawn = text.split()[:count]
                marks = drawn_wins(ruleset, drawn, ROUND_WAGERS, in_action=False)
                expected, ahead = holdings.king_high_marks(" ".join(drawn), readings)
                assert found([m for m in marks if m.is_certain]) == expected, (drawn, readings)
                coming = {
                    (each.wager, *each.row): {card.text for card in each.next}
                    for each in standings(ruleset, cards(" ".join(drawn)), in_action=False)
                    if each.next
                }
                assert coming == ahead, (drawn, readings)
                rows |= {mark.hand for mark in marks}
    assert len(rows) == 10 + 3


def test_wagers_on_a_card_are_marked_while_it_lies_in_the_action_box() -> None:
    ruleset = game("king-high").ruleset()
    on_card = [id for id in ruleset.wagers if id not in ROUND_WAGERS]
    for card in DECK:
        marks = drawn_wins(ruleset, [card.text], on_card, in_action=True)
        assert found(marks) == holdings.king_high_card_marks(card.text), card
        assert drawn_wins(ruleset, [card.text], on_card, in_action=False) == []


def test_what_is_certain_is_paid_whatever_the_dealer_turns() -> None:
    """Each mark of a hand that plays, against random dealers, as settled by hand."""
    rng = Random("certain")
    for ruleset, readings in rulesets("duki4", rng, often=20):
        for text in hands(rng, 4, 10):
            marks = hand_wins(ruleset, text.split(), ("play",), {"ante", "play", "bonus"})
            left = [card.text for card in DECK if card.text not in text.split()]
            for _ in range(10):
                turned = " ".join(rng.sample(left, 4))
                seat = {"seat": 1, "cards": text, "wagers": {"ante": 100, "bonus": 100}}
                seat["decision"] = "play"
                paid = duki4.settle({"dealer": turned, "seats": [seat]}, readings)
                won = {wager: back - 100 for (_, wager), back in paid.items() if back > 100}
                certain = {m.wager: m for m in marks if m.is_certain}
                for wager in certain:
                    assert wager in won or certain[wager].odds == "1 for 1", (text, turned)
                for wager, cents in won.items():
                    odds = {net(mark.odds) for mark in marks if mark.wager == wager}
                    assert cents in odds, (text, turned, wager)
                known = hand_wins(
                    ruleset,
                    text.split(),
                    ("play",),
                    {"ante", "play", "bonus"},
                    turned=turned.split(),
                )
                assert {m.wager: net(m.odds) for m in known if net(m.odds)} == won, (text, turned)
                assert all(mark.is_certain for mark in known)


def net(odds: str) -> int:
    """What odds win on a dollar, in cents."""
    if " for " in odds:
        return int(odds.partition(" ")[0]) * 100 - 100
    win, _, per = odds.partition("-")
    return int(win) * 100 // int(per)


# Words ---------------------------------------------------------------------------------------------


def marks_of(
    text: str, *decisions: str | None, of: str = "duki4", **readings: str
) -> dict[str, str]:
    """What each wager waits for, by wager and row."""
    ruleset = game(of).ruleset({f"{of}.{id.replace('_', '-')}": to for id, to in readings.items()})
    wagers = set(ruleset.wagers) - {"play"}
    marks = hand_wins(ruleset, text.split(), decisions, wagers)
    return {f"{mark.wager} {mark.odds}": mark.when for mark in marks}


def test_a_payment_says_what_it_depends_on() -> None:
    assert marks_of("9c 9d 5h Ks", "play", "fold") == {
        "ante 2-1": "if it beats the dealer's hand",
        "play 1-1": "if the dealer qualifies and it beats the dealer's hand",
        "bonus 1-1": "unless you fold",
    }
    assert marks_of("9c 9d 5h Ks", "play") == {
        "ante 2-1": "if it beats the dealer's hand",
        "bonus 1-1": "whatever the dealer holds",
    }
    assert marks_of("9c 9d 5c Kd", "play") == {"ante 1-1": "if the dealer does not qualify"}
    assert marks_of("9c 9d 5h Ks", "play", "fold", bonus_on_fold="in-action")["bonus 1-1"] == (
        "whatever the dealer holds"
    )


def test_where_no_few_words_do_the_lines_themselves_are_read_out() -> None:
    said = marks_of("9c 9d 5h Ks", "play", ante_vs_three="even-money")
    assert said["ante 1-1"] == (
        "The player's 4-Card Duki beats the dealer's 3-Card Duki: the Ante is paid 1-1."
    )
    assert said["ante 2-1"].startswith("The dealer has no Duki, the player a 4-Card Duki: the Ante")


def test_decisions_that_pay_on_different_terms_say_so() -> None:
    said = marks_of("Qc Qd 5h 5s 2c", "fold", "three", "five", of="pick2")
    assert said["play 1-1"] == (
        "for Play three if it beats the dealer's hand;"
        " for Play five if the dealer qualifies and it beats the dealer's hand"
    )
    assert said["ante 1-1"] == "if it beats the dealer's hand"
    assert said["bonus-5 3-1"] == "unless you fold"
    both = marks_of("Qc 9d 5h 4s 2c", "five", of="pick2", unqualified="both-paid")
    assert both["ante 1-1"] == "if it beats the dealer's hand or the dealer does not qualify"


def test_cards_that_must_be_put_in_play_are_named() -> None:
    said = marks_of(
        "As Ks Qs 2c 3d", "fold", "three", "five", of="pick2", three_cards="cards-played"
    )
    assert said["bonus-3-5 10-1"].startswith("if A♠ K♠ Q♠ are put in play")


@pytest.mark.parametrize(
    ("drawn", "says"),
    [
        ("Th", "Ten high so far: not a paying hand"),
        ("Th Ts", "Pair of tens so far"),
        ("9h 9s", "Pair of nines so far: not a paying hand"),
        ("Th Ts 4c 4d 2s", "Two pair, tens and fours"),
        ("2h 4s 6c 8d Ts", "Ten high: not a paying hand"),
    ],
)
def test_cards_drawn_are_named_as_far_as_they_go(drawn: str, says: str) -> None:
    (made,) = drawn_makes(game("king-high").ruleset(), drawn.split())
    assert made.says == says


def test_how_far_a_run_has_come_and_what_the_next_card_adds_is_said() -> None:
    marks = drawn_wins(
        game("king-high").ruleset(), ["8h", "9c", "Jd"], ["high-run"], in_action=False
    )
    assert [(m.hand, m.odds, m.is_certain, m.when) for m in marks] == [
        ("Three", "3-1", True, "at least"),
        ("Four", "10-1", False, "if the next card is 8 to K"),
    ]


def test_changed_odds_are_the_ones_that_are_marked() -> None:
    ruleset = game("duki4").ruleset(
        {}, {"bonus.straight": Odds(7), "ante.4-card-high-card": Odds(3, 2)}
    )
    marks = hand_wins(ruleset, ["7c", "8d", "9h", "Ks"], ("play",), {"ante", "bonus"})
    assert [(m.wager, m.odds) for m in marks] == [("ante", "3-2"), ("bonus", "7-1")]


def test_the_cards_that_a_bonus_is_judged_on_are_named_apart_where_they_are_others() -> None:
    duki, bonus = hand_makes(game("duki4").ruleset(), ["7c", "8d", "9h", "Ks"])
    assert (duki.says, duki.cards) == ("4-Card Duki, king high", ["7c", "8d", "9h", "Ks"])
    assert bonus == Holding(
        "Nine-high straight", ["7c", "8d", "9h"], ["7c", "8d", "9h"], "Best three cards"
    )


def test_cards_put_in_play_are_named_first() -> None:
    ruleset = game("pick2").ruleset()
    first, second = hand_makes(ruleset, ["Qc", "Qd", "5h", "5s", "2c"], "three", (2, 3, 4))
    assert (first.says, first.core) == ("Pair of fives", ["5h", "5s"])
    assert second.says == "Two pair, queens and fives"


def test_every_three_cards_that_may_be_played_are_tried() -> None:
    """The best three of five are found among all of them, and lit."""
    rng = Random("best three")
    ruleset = game("pick2").ruleset()
    for text in hands(rng, 5, 200):
        lit = hand_makes(ruleset, text.split())[1].cards
        assert tuple(lit) in set(combinations(text.split(), 3))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_a_mark_names_a_row_as_the_page_is_told_of_it(id: str, language: str) -> None:
    """The page lights a row by its words: those of the game's description, in either language."""
    ruleset, rng = game(id).ruleset(), Random(f"rows {id}")
    marks: list[PayMark] = []
    with speaking(language):
        described = game_description(game(id), ruleset, procedure(game(id)))
        for text in hands(rng, 4 if id == "duki4" else 5, 60):
            if isinstance(ruleset.deal, Contest):
                decisions = tuple(ruleset.deal.decision)
                marks += hand_wins(ruleset, text.split(), decisions, set(ruleset.wagers) - {"play"})
            else:
                marks += drawn_wins(ruleset, text.split(), ruleset.wagers, in_action=True)
    rows = {
        (wager.id, row.table, row.hand, row.odds)
        for wager in described.wagers
        for row in wager.pays
    }
    assert {(m.wager, m.table, m.hand, m.odds) for m in marks} <= rows
    assert len({m.hand for m in marks}) >= 8


def test_each_is_told_in_their_own_language_no_matter_who_asked_first() -> None:
    """Hands that come to the same are worked out once, and worded for each language apart."""
    ruleset, held = game("duki4").ruleset(), ("9c 9d 9h 9s", "8c 8d 8h 8s")
    with speaking("es"):
        spanish = [hand_wins(ruleset, text.split(), ("play",), {"ante"}) for text in held]
    english = [hand_wins(ruleset, text.split(), ("play",), {"ante"}) for text in reversed(held)]
    assert {mark.hand for marks in spanish for mark in marks}.isdisjoint(
        mark.hand for marks in english for mark in marks
    )
    assert any(mark.hand == "Four of a kind" for marks in english for mark in marks)


def test_drawn_cards_are_told_in_each_language() -> None:
    ruleset, drawn = game("king-high").ruleset(), ["Kc", "Kd"]
    with speaking("es"):
        spanish = drawn_wins(ruleset, drawn, ("pokerpot",), in_action=False)
    english = drawn_wins(ruleset, drawn, ("pokerpot",), in_action=False)
    assert [mark.hand for mark in english] != [mark.hand for mark in spanish]
    assert len(english) == len(spanish)

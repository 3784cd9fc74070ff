"""Cards for drills: whatever facts are asked for, they lead there, by the rules and from real decks."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from tablewright.games import game
from tablewright.rules.cards import DECK, written
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.views import Hand
from tablewright.school.dealing import SeatDealt, seats
from tablewright.school.drawing import RoundDealt, rounds
from tablewright.school.made_hands import NotFound, hand_of, picks
from tablewright.school.twins import twin_round, twin_seat
from tests.by_hand import hands as by_hand
from tests.registry import CONTESTS

READINGS = {
    "duki4": {"duki4.fourth-card": "yes", "duki4.bonus-on-fold": "in-action"},
    "pick2": {"pick2.three-cards": "cards-played", "pick2.bonus-only-seat": "yes"},
}


def contest_of(id: str, readings: dict[str, str] | None = None) -> Contest:
    deal = game(id).ruleset(readings).deal
    assert isinstance(deal, Contest)
    return deal


def king_high() -> Draw:
    deal = game("king-high").ruleset().deal
    assert isinstance(deal, Draw)
    return deal


def refuse_impossible(contest: Contest, dealt: SeatDealt) -> None:
    """One deck, whole hands, named cards of the hand, and the facts that the rules find."""
    cards = [*dealt.player, *dealt.dealer]
    assert max(Counter(cards).values()) <= contest.decks
    assert len(dealt.player) == len(dealt.dealer) == contest.hand_cards
    assert set(dealt.played or ()) <= set(dealt.player)
    if dealt.is_void:
        assert contest.void_facts(dealt.decision) == dealt.facts
    else:
        found = contest.facts(Hand(dealt.dealer), Hand(dealt.player), dealt.decision, dealt.played)
        assert found == dealt.facts


@pytest.mark.parametrize("id", CONTESTS)
def test_every_possible_fact_of_a_seat_is_dealt(id: str) -> None:
    contest = contest_of(id)
    for number in contest.space.possible:
        dealt = seats(contest).seat(number, Random(f"dealt {number}"))
        assert dealt.facts == number
        refuse_impossible(contest, dealt)


@pytest.mark.parametrize("id", CONTESTS)
def test_facts_of_other_readings_are_dealt_too(id: str) -> None:
    contest = contest_of(id, READINGS[id])
    numbers = Random(1).sample(sorted(contest.space.possible), 40)
    for number in numbers:
        refuse_impossible(contest, seats(contest).seat_of([number], Random(number)))


def test_every_possible_fact_of_a_round_and_of_a_card_is_drawn() -> None:
    draw = king_high()
    for number in draw.round_space.possible:
        dealt = rounds(draw).round(number, Random(number))
        assert draw.round_facts(dealt.drawn, is_void=dealt.is_void) == number
        assert max(Counter(dealt.drawn).values(), default=0) <= draw.decks
    for number in draw.card_space.possible:
        assert draw.card_facts(rounds(draw).card(number, Random(number))) == number


@pytest.mark.parametrize("id", CONTESTS)
def test_the_same_seed_deals_the_same_cards_whatever_was_dealt_before(id: str) -> None:
    fresh, used = seats.__wrapped__(contest_of(id)), seats(contest_of(id))
    numbers = sorted(fresh.contest.space.possible)[::7]
    for number in reversed(numbers):
        used.seat_of([number], Random("before"))
    for number in numbers:
        assert fresh.seat_of([number], Random(3)) == used.seat_of([number], Random(3))


@pytest.mark.parametrize("id", CONTESTS)
def test_what_no_decision_leads_to_is_said_not_to_be_found(id: str) -> None:
    contest = contest_of(id)
    number = next(n for n in contest.space.possible if n not in seats(contest).void)
    with pytest.raises(NotFound, match="follows none of the decisions"):
        seats(contest).seat(number, Random(0), decisions=[])


def test_a_hand_that_the_cards_left_do_not_make_is_said_not_to_be_found() -> None:
    contest = contest_of("pick2")
    view = contest.spoken["hand"]
    quads = [s for s in range(1, view.strengths) if view.spoken(s) == "four nines"]
    nines = [card for card in DECK if card.rank == 9][:1]
    with pytest.raises(NotFound, match="four nines"):
        hand_of(view, quads, 5, Random(0), without=nines, tries=300)


@pytest.mark.parametrize(("id", "ranking"), [("duki4", 0), ("pick2", 0)])
def test_every_equally_strong_choice_of_cards_is_picked_and_no_other(id: str, ranking: int) -> None:
    contest, rng = contest_of(id), Random(f"picks {id}")
    view = next(v for v in game(id).ruleset().views if v.rankings[ranking].cards == 3)
    several = 0
    for _ in range(400):
        hand = rng.sample(DECK, contest.hand_cards)
        if id == "duki4" and len({card.suit for card in hand}) < 3:
            continue
        found = [list(each) for each in picks(view.rankings[ranking], hand)]
        assert found == by_hand.best_picks(id, [card.text for card in hand]), written(hand)
        several += len(found) > 1
    assert several > 1


@pytest.mark.parametrize("id", CONTESTS)
def test_a_near_twin_is_one_card_or_one_decision_away_and_has_other_facts(id: str) -> None:
    contest, rng, changed = contest_of(id), Random(f"twins {id}"), Counter[str]()
    numbers = [n for n in contest.space.possible if n not in seats(contest).void]
    for number in rng.sample(numbers, 30):
        dealt = seats(contest).seat_of([number], rng)
        twin = twin_seat(contest, dealt, lambda _: True, [*contest.decision], rng)
        assert twin is not None
        refuse_impossible(contest, twin)
        assert twin.facts != dealt.facts
        before, after = (*dealt.player, *dealt.dealer), (*twin.player, *twin.dealer)
        apart = sum(one is not other for one, other in zip(before, after, strict=True))
        changed["card" if apart else "decision"] += 1
        assert apart == (0 if twin.decision != dealt.decision else apart) <= 1
    assert changed["card"] > 10


def has_other_facts(dealt: RoundDealt, other: RoundDealt) -> bool:
    return other.facts != dealt.facts


def test_a_near_twin_of_a_round_is_one_card_away() -> None:
    draw, rng = king_high(), Random("twins")
    for _ in range(30):
        cards = tuple(rng.sample(DECK, 5))
        dealt = rounds(draw).round(draw.round_facts(cards), rng)
        twin = twin_round(draw, dealt, partial(has_other_facts, dealt), rng)
        assert twin is not None
        assert sum(a is not b for a, b in zip(dealt.drawn, twin.drawn, strict=True)) == 1
        assert draw.round_facts(twin.drawn) == twin.facts != dealt.facts

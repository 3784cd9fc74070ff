"""The largest exposure beside settlements by hand: none costs more, and the printed one does."""

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest

from tablewright.odds.full_table import Reached
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.papers.mathematics.exposure import exposed
from tablewright.rules.cards import written
from tablewright.rules.contest import Contest
from tests.by_hand import duki4, king_high, pick2
from tests.papers.copies import DAY, edition
from tests.papers.mathematics_read import LEAST, MOST
from tests.registry import CONTESTS


def most_won(facts: Iterable[dict[str, Any]], by_hand: Any, stakes: list[dict[str, int]]) -> int:
    """The most that a seat can win for any of these facts, whether or not a deal leads to them."""
    won: list[int] = [
        sum(by_hand.pay(each, wager, stake, {}) - stake for wager, stake in laid.items())
        for each in facts
        for laid in stakes
    ]
    return max(won)


def test_duki4_loses_no_more_than_by_hand_and_as_much() -> None:
    worst, table = exposed(edition("duki4"))
    names = [*duki4.HIGHEST_FIRST]
    facts = [
        {"void": False, "folded": False, "dealer": d, "versus": v, "hand": h, "bonus": b}
        for d, v, h, b in product(
            ("none", "three", "four"),
            ("lower", "copy", "higher"),
            names,
            ("nothing", "pair-of-fours-or-better", "straight", "three-of-a-kind"),
        )
        if not (d == "four" and v == "higher" and not h.startswith("4-card-"))
    ]
    antes = [{}, *({"ante": n, "play": n} for n in (LEAST, MOST))]
    bonuses = [{}, *({"bonus": n} for n in (LEAST, MOST))]
    stakes = [{**ante, **bonus} for ante, bonus in product(antes, bonuses)]
    assert worst.cents == most_won(facts, duki4, stakes)
    # The deal that is printed, settled by hand: every seat wins as much.
    seats = [
        {
            "seat": n,
            "cards": written(hand),
            "decision": "play",
            "wagers": {"ante": MOST, "bonus": MOST},
        }
        for n, hand in enumerate(table.hands, start=1)
    ]
    back = duki4.settle({"dealer": written(table.dealer), "seats": seats}, {})
    assert len(seats) == 7
    assert sum(back.values()) - 7 * 3 * MOST == table.cents == 7 * worst.cents
    cards = [card for hand in (*table.hands, table.dealer) for card in hand]
    assert len(set(cards)) == len(cards)
    assert table.is_reached is Reached.YES


def test_pick2_loses_no_more_than_by_hand_and_as_much_and_not_at_every_seat() -> None:
    worst, table = exposed(edition("pick2"))
    bound = 0
    for decision, times in (("fold", 0), ("three", 2), ("five", 1)):
        facts = [
            {
                "void": False,
                "decision": decision,
                "dealer_qualifies": q,
                "versus": v,
                "five": f,
                "three": t,
            }
            for q, v, f, t in product(
                (True, False),
                ("lower", "copy", "higher"),
                pick2.FIVE_CARD_BONUS,
                pick2.THREE_CARD_BONUS,
            )
        ]
        plays = [
            {"ante": n, "bonus-3-5": n, **({"play": times * n} if times else {})}
            for n in (LEAST, MOST)
        ]
        optional = [{}, *({"bonus-5": n} for n in (LEAST, MOST))]
        stakes = [{**play, **beside} for play, beside in product(plays, optional)]
        bound = max(bound, most_won(facts, pick2, stakes))
    assert worst.cents == bound
    wagers = {"ante": MOST, "bonus-3-5": MOST, "bonus-5": MOST}
    (hand,) = table.hands
    seat = {"seat": 1, "cards": written(hand), "decision": worst.decision, "wagers": wagers}
    back = pick2.settle({"dealer": written(table.dealer), "seats": [seat]}, {})
    assert sum(back.values()) - 5 * MOST == worst.cents
    # Only a royal flush pays so much, and there are four of them for seven seats.
    assert (table.is_reached, table.cents) == (Reached.NO, 7 * worst.cents)


def won_on_pokerpot(hand: str, most: int | None, *, with_stake: bool) -> int:
    """The most that a Pokerpot wager can win, whatever its stake; the least it loses, if it loses."""
    stakes = range(100, MOST + 1, 50)
    return max(
        (
            king_high.pokerpot_returned(
                hand, 5, stake, void=False, pokerpot_max=most, max_counts_stake=with_stake
            )
            or 0
        )
        - stake
        for stake in stakes
    )


def won_on_card(card: king_high.Card) -> int:
    """The most that wagers on one card can win: those that win, at the most that may be wagered."""
    zone = king_high.zone_of(card)
    wagers = ("high", "low", "heart", "club", "diamond", "spade", "seven")
    won = [king_high.card_wager_returned(w, zone, card.suit, MOST) - MOST for w in wagers]
    return sum(each for each in won if each > 0)


def most_of_king_high(most: int | None = None, *, with_stake: bool = False) -> int:
    """Every hand of five ranks, of one suit and of two: what the best order of its cards can win.

    Suits are wagered on alike, so it is enough to have one suit, or one and another. A run counts the
    cards that lead, so its best order has all high cards first, or all low ones.
    """
    paid = {}
    found = 0
    for ranks in combinations_with_replacement(range(1, 14), 5):
        for suits in (["heart"] * 5, ["heart"] * 4 + ["spade"]):
            cards = [king_high.Card(*each) for each in zip(ranks, suits, strict=True)]
            hand = king_high.pokerpot_hand(cards, {})
            if hand not in paid:
                paid[hand] = won_on_pokerpot(hand, most, with_stake=with_stake)
            runs = (sum(map(king_high.is_high, cards)), sum(map(king_high.is_low, cards)))
            run = max(
                0, *((king_high.run_returned(5, n, MOST, {}, void=False) or 0) - MOST for n in runs)
            )
            found = max(found, paid[hand] + run + sum(map(won_on_card, cards)))
    return found


@pytest.mark.parametrize(
    ("most", "readings", "with_stake"),
    [
        (None, {}, False),
        (500_000, {}, False),
        (500_000, {"pokerpot-maximum": "with-stake"}, True),
    ],
)
def test_king_high_loses_what_it_loses_by_hand(
    most: int | None, readings: dict[str, str], with_stake: bool
) -> None:
    house = House(settings={"maximum_payouts": {"pokerpot": most}} if most else {})
    of = Edition("king-high", day=DAY, house=house, readings=readings)
    worst, table = exposed(of)
    assert worst.cents == most_of_king_high(most, with_stake=with_stake)
    assert (table.is_reached, table.cents) == (Reached.YES, 7 * worst.cents)
    # The cards that are printed, settled by hand with the stakes that are printed.
    laid: dict[int, dict[str, int]] = {n: {} for n in range(6)}
    for lay in worst.lays:
        laid[lay.card][lay.wager] = lay.stake
    box = {"box": 1, "wagers": laid.pop(0), "actions": list(laid.values())}
    back = king_high.settle(
        {"cards": written(worst.cards), "boxes": [box]},
        {f"king-high.{id}": option for id, option in readings.items()},
        pokerpot_max=most,
    )
    assert sum(back.values()) - sum(lay.stake for lay in worst.lays) == worst.cents


def test_equal_stakes_keep_to_the_narrower_of_their_limits() -> None:
    limits = {"ante": (LEAST, MOST), "bonus-3-5": (LEAST, MOST // 2)}
    of = Edition("pick2", day=DAY, house=House(settings={"limits": limits}))
    worst, _ = exposed(of)
    stakes = {lay.wager: lay.stake for lay in worst.lays}
    assert stakes == {
        "ante": MOST // 2,
        "bonus-3-5": MOST // 2,
        "play": 2 * (MOST // 2),
        "bonus-5": MOST,
    }


@pytest.mark.parametrize("game", CONTESTS)
def test_seats_hold_different_cards_so_that_four_royal_flushes_are_all_there_are(game: str) -> None:
    deal = edition(game).ruleset.deal
    assert isinstance(deal, Contest)
    _, table = exposed(edition(game))
    for one, other in combinations((*table.hands, table.dealer), 2):
        assert not set(one) & set(other)
    assert len(table.hands) in (1, table.places)

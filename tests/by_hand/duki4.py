"""Duki 4 Poker settled by hand: from the cards to the money, clause by clause.

Written from the printed manuals, to be compared with the product's own rules. The product never
imports this file, and this file never imports the product. It is slow and plain on purpose.

The documents are cited like this:

    Procedures   Duki 4 Poker, Procedures & Training (general)
    Summary      Duki 4 Poker, the one-page summary at the end of Procedures
    Rules        Procedures & Training Guidelines for Duki 4 Poker (Washington rules of play)
    Washington   Duki 4 Poker, Procedures & Training For the State of Washington

Rules and Washington agree with Procedures wherever Procedures alone is cited. The clauses of
"Paying the Bets" are numbered here as they stand: 1 dealer without a Duki, 2 dealer with a 4-Card
Duki, 3 dealer with a 3-Card Duki, 4 the Bonus.

Stakes and returns are whole cents. A return is the stake plus its winnings: 0 for a wager lost, the
stake for a push. Every price in this game is a whole number to one, so nothing is ever rounded.
"""

from itertools import combinations
from typing import Any, NamedTuple

# The readings that move money, and what is played where none is chosen.
DEFAULTS: dict[str, str] = {
    "duki4.bonus-hands": "three-or-four",
    "duki4.bonus-odds": "to-one",
    "duki4.bonus-on-fold": "forfeited",
    "duki4.void-after-fold": "returned",
    "duki4.ante-vs-three": "pay-table",
    "duki4.three-vs-unqualified": "even-money",
    "duki4.ace": "high-and-low",
    "duki4.fourth-card": "no",
}

ACE = 14


def chosen(readings: dict[str, str], reading: str) -> str:
    """The option in force for one reading."""
    return readings.get(reading, DEFAULTS[reading])


class Card(NamedTuple):
    """A card: rank 2 to 14 (jack 11, queen 12, king 13, ace 14) and suit c, d, h or s."""

    rank: int
    suit: str


class Hand(NamedTuple):
    """A judged hand: its name, then the ranks that decide between two hands of that name."""

    name: str
    deciding: tuple[int, ...]


# ---------------------------------------------------------------------------------------- cards


def read_card(text: str) -> Card:
    """One card, such as 9h, Th, 10h, KH or A♠."""
    rank = "23456789TJQKA".index(text[:-1].upper().replace("10", "T")) + 2
    if text[-1] in ("c", "C", "♣"):
        return Card(rank, "c")
    if text[-1] in ("d", "D", "♦"):
        return Card(rank, "d")
    if text[-1] in ("h", "H", "♥"):
        return Card(rank, "h")
    if text[-1] in ("s", "S", "♠"):
        return Card(rank, "s")
    raise ValueError(f"no such suit: {text}")


def read_cards(text: str) -> list[Card]:
    """Cards separated by spaces."""
    return [read_card(word) for word in text.split()]


def whole_deck() -> list[Card]:
    """The 52 cards. Procedures, Playing the Game: one standard deck."""
    return [Card(rank, suit) for rank in range(2, ACE + 1) for suit in "cdhs"]


# ------------------------------------------------------------------------------- judging a hand


def duki_held(cards: list[Card]) -> str:
    """Which Duki four cards make: none, three or four.

    Procedures, Qualifying Hands: three suits present make a 3-Card Duki, all four suits a 4-Card
    Duki, and either qualifies. (Summary, Qualifying Hands misprints this as a number of cards of
    each suit.)
    """
    suits = {card.suit for card in cards}
    if len(suits) == 4:
        return "four"
    if len(suits) == 3:
        return "three"
    return "none"


def straight_top(cards: list[Card], readings: dict[str, str]) -> int:
    """The top rank of the straight that all these cards form, or 0 if they form none.

    Procedures, Qualifying Hands lists straights and does not say how the ace counts. It always
    counts above the king; under duki4.ace=high-and-low it also counts below the two, and then the
    straight is topped by its three or four and is the lowest straight. There is no king-ace-two.
    """
    ranks = sorted(card.rank for card in cards)
    if len(set(ranks)) != len(ranks):
        return 0
    if ranks[-1] - ranks[0] == len(ranks) - 1:
        return ranks[-1]
    if chosen(readings, "duki4.ace") == "high-and-low" and ACE in ranks:
        ace_low = sorted(1 if rank == ACE else rank for rank in ranks)
        if ace_low[-1] - ace_low[0] == len(ace_low) - 1:
            return ace_low[-1]
    return 0


def ranks_held_times(cards: list[Card], times: int) -> list[int]:
    """The ranks that occur exactly so many times, highest first."""
    ranks = [card.rank for card in cards]
    return sorted({rank for rank in ranks if ranks.count(rank) == times}, reverse=True)


def judge_four_cards(cards: list[Card], readings: dict[str, str]) -> Hand:
    """A 4-Card Duki by name. Procedures, Qualifying Hands, the list for 4-Card Dukis.

    Procedures, Examples: between equal pairs the higher card beside the pair wins.
    """
    fours = ranks_held_times(cards, 4)
    threes = ranks_held_times(cards, 3)
    pairs = ranks_held_times(cards, 2)
    singles = ranks_held_times(cards, 1)
    top = straight_top(cards, readings)
    if fours:
        return Hand("4-card-four-of-a-kind", (fours[0],))
    if top:
        return Hand("4-card-straight", (top,))
    if threes:
        return Hand("4-card-three-of-a-kind", (threes[0], singles[0]))
    if len(pairs) == 2:
        return Hand("4-card-two-pair", (pairs[0], pairs[1]))
    if len(pairs) == 1:
        return Hand("4-card-one-pair", (pairs[0], singles[0], singles[1]))
    return Hand("4-card-high-card", (singles[0], singles[1], singles[2], singles[3]))


def judge_three_cards(cards: list[Card], readings: dict[str, str]) -> Hand:
    """Three cards by name. Procedures, Qualifying Hands, the list for 3-Card Dukis."""
    threes = ranks_held_times(cards, 3)
    pairs = ranks_held_times(cards, 2)
    singles = ranks_held_times(cards, 1)
    top = straight_top(cards, readings)
    if threes:
        return Hand("3-card-three-of-a-kind", (threes[0],))
    if top:
        return Hand("3-card-straight", (top,))
    if pairs:
        return Hand("3-card-one-pair", (pairs[0], singles[0]))
    return Hand("3-card-high-card", (singles[0], singles[1], singles[2]))


# Procedures, Qualifying Hands: the two lists as printed, and the note that every 4-Card Duki beats
# every 3-Card Duki. Procedures, Examples: a Duki of either kind beats a hand without one.
HIGHEST_FIRST = [
    "4-card-four-of-a-kind",
    "4-card-straight",
    "4-card-three-of-a-kind",
    "4-card-two-pair",
    "4-card-one-pair",
    "4-card-high-card",
    "3-card-three-of-a-kind",
    "3-card-straight",
    "3-card-one-pair",
    "3-card-high-card",
    "no-duki",
]


def is_higher(first: Hand, second: Hand) -> bool:
    """Whether the first hand outranks the second."""
    if first.name != second.name:
        return HIGHEST_FIRST.index(first.name) < HIGHEST_FIRST.index(second.name)
    return first.deciding > second.deciding


def best_three_cards(cards: list[Card], readings: dict[str, str]) -> list[Card]:
    """The three cards of three different suits that make the highest hand.

    Procedures, opening sentence: a Duki has one card of each suit, so two cards of one suit cannot
    both be in it. A hand is worth the best that can be made of it.
    """
    best: list[Card] = []
    for three in combinations(cards, 3):
        trial = list(three)
        if len({card.suit for card in trial}) != 3:
            continue
        if not best or is_higher(
            judge_three_cards(trial, readings), judge_three_cards(best, readings)
        ):
            best = trial
    return best


def judge_hand(cards: list[Card], readings: dict[str, str]) -> Hand:
    """Four cards as they are ranked against the dealer. Procedures, Qualifying Hands."""
    if duki_held(cards) == "four":
        return judge_four_cards(cards, readings)
    if duki_held(cards) == "three":
        three = best_three_cards(cards, readings)
        hand = judge_three_cards(three, readings)
        if chosen(readings, "duki4.fourth-card") == "yes":
            # The manuals are silent on the card left over; here it decides last.
            left_over = next(card for card in cards if card not in three)
            return Hand(hand.name, (*hand.deciding, left_over.rank))
        return hand
    # No order is printed among hands without a Duki: they are all alike.
    return Hand("no-duki", ())


def player_versus_dealer(
    player_cards: list[Card], dealer_cards: list[Card], readings: dict[str, str]
) -> str:
    """The player's hand against the dealer's: lower, copy or higher."""
    player = judge_hand(player_cards, readings)
    dealer = judge_hand(dealer_cards, readings)
    if is_higher(player, dealer):
        return "higher"
    if is_higher(dealer, player):
        return "lower"
    return "copy"


def judge_bonus(cards: list[Card], readings: dict[str, str]) -> str:
    """What four cards make on the Bonus table.

    Procedures, Paying the Bets, 4: a three or four card Duki is needed. Summary, 3-Card Duki Bonus:
    a three card Duki only. Under three-or-four a 4-Card Duki is judged on its best three cards.
    """
    if duki_held(cards) == "none":
        return "nothing"
    if duki_held(cards) == "four" and chosen(readings, "duki4.bonus-hands") == "three-only":
        return "nothing"
    hand = judge_three_cards(best_three_cards(cards, readings), readings)
    # Procedures, 3 Card Duki Bonus Pay Table (Rules and Washington head the same table "Ante").
    if hand.name == "3-card-three-of-a-kind":
        return "three-of-a-kind"
    if hand.name == "3-card-straight":
        return "straight"
    if hand.name == "3-card-one-pair" and hand.deciding[0] >= 4:
        return "pair-of-fours-or-better"
    return "nothing"


def bonus_counts(readings: dict[str, str]) -> dict[str, int]:
    """How many of the 270,725 four-card hands make each value of the Bonus table."""
    counts = {"nothing": 0, "pair-of-fours-or-better": 0, "straight": 0, "three-of-a-kind": 0}
    for four in combinations(whole_deck(), 4):
        counts[judge_bonus(list(four), readings)] += 1
    return counts


# ------------------------------------------------------------------------------ paying the bets


def ante_pay_table(hand: str) -> int:
    """To one, what the Ante wins. Procedures, 4-Card Duki Ante Pay Table."""
    if hand == "4-card-four-of-a-kind":
        return 100
    if hand == "4-card-straight":
        return 10
    if hand == "4-card-three-of-a-kind":
        return 5
    if hand == "4-card-two-pair":
        return 3
    if hand == "4-card-one-pair":
        return 2
    if hand == "4-card-high-card":
        return 1
    raise ValueError(f"not on the 4-Card Duki Ante Pay Table: {hand}")


def is_four_card_duki(hand: str) -> bool:
    """Whether this is the name of a 4-Card Duki."""
    return hand.startswith("4-card-")


def pay_ante(dealer: str, versus: str, hand: str, stake: int, readings: dict[str, str]) -> int:
    """What is returned on the Ante of a hand that played."""
    if dealer == "none":
        # Procedures, Paying the Bets, 1: the Ante is paid whatever the player holds.
        if is_four_card_duki(hand):
            # 1 (a): by the pay table.
            return stake + stake * ante_pay_table(hand)
        if hand == "no-duki":
            # 1 (b): one to one.
            return stake + stake
        # A 3-Card Duki is named neither in (a) nor in (b).
        if chosen(readings, "duki4.three-vs-unqualified") == "push":
            return stake
        return stake + stake
    if dealer == "four":
        # Procedures, Paying the Bets, 2: a higher 4-Card Duki is paid by the pay table.
        if versus == "higher":
            return stake + stake * ante_pay_table(hand)
        if versus == "lower":
            return 0
        return stake
    if dealer == "three":
        # Procedures, Paying the Bets, 3: a higher 3-Card Duki is paid even money.
        if versus == "higher":
            if is_four_card_duki(hand):
                # Clause 3 speaks of 3-Card Dukis only. Summary, Player vs. Dealer pays any hand
                # that outranks the dealer's Duki by the table, on which only 4-Card Dukis stand.
                if chosen(readings, "duki4.ante-vs-three") == "even-money":
                    return stake + stake
                return stake + stake * ante_pay_table(hand)
            return stake + stake
        if versus == "lower":
            return 0
        return stake
    raise ValueError(f"no such Duki of the dealer: {dealer}")


def pay_play(dealer: str, versus: str, stake: int) -> int:
    """What is returned on the Play wager."""
    if dealer == "none":
        # Procedures, Paying the Bets, 1: the Play wager pushes.
        return stake
    # Procedures, Paying the Bets, 2 and 3: even money, lost, or a push on a tie.
    if versus == "higher":
        return stake + stake
    if versus == "lower":
        return 0
    return stake


def pay_bonus(bonus: str, stake: int, readings: dict[str, str]) -> int:
    """What is returned on the Bonus, whether the hand beat the dealer or not.

    Procedures, Paying the Bets, 4, and the 3 Card Duki Bonus Pay Table. The table says "Payout":
    to one, the stake comes back with the winnings; for one, the stake is kept.
    """
    if bonus == "three-of-a-kind":
        payout = 30
    elif bonus == "straight":
        payout = 5
    elif bonus == "pair-of-fours-or-better":
        payout = 1
    else:
        return 0
    if chosen(readings, "duki4.bonus-odds") == "for-one":
        return stake * payout
    return stake + stake * payout


def pay(facts: dict[str, Any], wager: str, stake: int, readings: dict[str, str]) -> int | None:
    """What is returned on one wager once the dealer has announced these facts.

    No wager of this game ever stands over a settled round, so None is never the answer.
    """
    if facts["void"]:
        # Procedures, Irregularities, a to d: all hands are void. A fold may be read to stay lost.
        if facts["folded"] and chosen(readings, "duki4.void-after-fold") == "stays-lost":
            return 0
        return stake
    if facts["folded"]:
        # Procedures, Playing the Game: a fold forfeits the Ante and the Bonus. No Play was made.
        # Paying the Bets, 4 can be read to keep the Bonus alive.
        if wager == "bonus" and chosen(readings, "duki4.bonus-on-fold") == "in-action":
            return pay_bonus(facts["bonus"], stake, readings)
        return 0
    if wager == "ante":
        return pay_ante(facts["dealer"], facts["versus"], facts["hand"], stake, readings)
    if wager == "play":
        return pay_play(facts["dealer"], facts["versus"], stake)
    if wager == "bonus":
        return pay_bonus(facts["bonus"], stake, readings)
    raise ValueError(f"no such wager: {wager}")


def settle(round_: dict[str, Any], readings: dict[str, str]) -> dict[tuple[int, str], int]:
    """What is returned on every wager of a round, by seat and wager."""
    returned: dict[tuple[int, str], int] = {}
    for seat in round_["seats"]:
        number: int = seat["seat"]
        stakes: dict[str, int] = dict(seat["wagers"])
        decision: str | None = seat.get("decision")

        # Procedures, Playing the Game: to play is to add a Play wager equal to the Ante.
        if decision == "play" and "ante" in stakes:
            stakes["play"] = stakes["ante"]

        # Procedures, Irregularities, a to d: all hands are void, so every wager goes back.
        if round_.get("void", False):
            stays_lost = chosen(readings, "duki4.void-after-fold") == "stays-lost"
            for wager, stake in stakes.items():
                returned[number, wager] = 0 if decision == "fold" and stays_lost else stake
            continue

        # Procedures, Playing the Game: a fold forfeits the Ante and the Bonus.
        player_cards = read_cards(seat["cards"])
        if decision == "fold":
            for wager in stakes:
                returned[number, wager] = 0
            if "bonus" in stakes and chosen(readings, "duki4.bonus-on-fold") == "in-action":
                bonus = judge_bonus(player_cards, readings)
                returned[number, "bonus"] = pay_bonus(bonus, stakes["bonus"], readings)
            continue

        # Procedures, Paying the Bets, 1 to 3: against the dealer.
        if "ante" in stakes:
            dealer_cards = read_cards(round_["dealer"])
            dealer = duki_held(dealer_cards)
            versus = player_versus_dealer(player_cards, dealer_cards, readings)
            hand = judge_hand(player_cards, readings).name
            returned[number, "ante"] = pay_ante(dealer, versus, hand, stakes["ante"], readings)
            returned[number, "play"] = pay_play(dealer, versus, stakes["play"])

        # Procedures, Paying the Bets, 4: against the pay table.
        if "bonus" in stakes:
            bonus = judge_bonus(player_cards, readings)
            returned[number, "bonus"] = pay_bonus(bonus, stakes["bonus"], readings)
    return returned

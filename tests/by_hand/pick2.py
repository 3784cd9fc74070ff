"""A settlement of Pick 2 Poker by hand, for the tests to compare the product's rules with.

It is written from the printed manual, "Pick 2 Poker, Procedures & Training", clause after clause,
and from the register of readings where that manual leaves a question open. It is naive on
purpose, shares nothing with the product and is never imported by it.

Stakes are whole cents. What is returned is the stake plus its winnings: 0 for a wager that lost,
the stake for one that pushed. Every price in this manual is a whole number to one, so no payment
ever has to be rounded.
"""

from itertools import combinations
from typing import Any

# The readings that move money in this game; the default comes first.
READINGS = {
    "pick2.unqualified": ["compare-ante", "ante-paid", "push", "both-paid", "compare-play"],
    "pick2.bonus-tables": ["both", "higher", "game-played"],
    "pick2.bonus-on-fold": ["forfeited", "in-action"],
    "pick2.bonus-only-seat": ["no", "yes"],
    "pick2.three-cards": ["best-three", "cards-played"],
    "pick2.void-after-fold": ["returned", "stays-lost"],
}


def reading(readings: dict[str, str], name: str) -> str:
    """The option chosen for a reading, or the register's default."""
    option = readings.get(name, READINGS[name][0])
    if option not in READINGS[name]:
        raise ValueError(f"{name} has no option {option}: choose one of {READINGS[name]}")
    return option


# --- Cards ---------------------------------------------------------------------------------------

Card = tuple[int, str]  # rank 2 to 14 (jack 11, queen 12, king 13, ace 14) and suit c, d, h or s
KING = 13
ACE = 14


def read_cards(text: str) -> list[Card]:
    """The cards of a hand: read_cards("Ah 10s") is [(14, "h"), (10, "s")]."""
    cards = []
    for word in text.split():
        rank = word[:-1].upper().replace("10", "T")
        suit = word[-1].lower()
        for symbols, letter in [("♣♧", "c"), ("♦♢", "d"), ("♥♡", "h"), ("♠♤", "s")]:
            if suit in symbols:
                suit = letter
        cards.append((2 + "23456789TJQKA".index(rank), suit))
    return cards


def ranks_high_to_low(cards: list[Card]) -> list[int]:
    return sorted([rank for rank, _ in cards], reverse=True)


def is_one_suit(cards: list[Card]) -> bool:
    return len({suit for _, suit in cards}) == 1


def ranks_held(cards: list[Card], times: int) -> list[int]:
    """The ranks of which the hand holds exactly so many cards, highest first."""
    ranks = [rank for rank, _ in cards]
    return sorted([rank for rank in set(ranks) if ranks.count(rank) == times], reverse=True)


# --- Hand rankings -------------------------------------------------------------------------------

# A judged hand: its place in the order of hands, its name, and the ranks that decide between two
# hands of that name. The greater is the higher hand, and equal ones are copies. The manual gives
# only the highest and the lowest hand of each name; between them the matched cards count first,
# then the others from the highest down (Playing the Game: the usual poker fashion).
Judged = tuple[int, str, list[int]]


def straight_top(cards: list[Card]) -> int:
    """The highest card of a straight, 0 where the cards are not in sequence."""
    ranks = ranks_high_to_low(cards)
    # Pick 2 Poker, Procedures & Training, Hand Rankings for 5 Card (f) and for 3 Card (n): the ace
    # stands above the king, or below the two in the lowest straight; it joins no other sequence.
    if ranks == [ACE, 5, 4, 3, 2]:
        return 5
    if ranks == [ACE, 3, 2]:
        return 3
    for place, rank in enumerate(ranks):
        if rank != ranks[0] - place:
            return 0
    return ranks[0]


def judge_five(cards: list[Card]) -> Judged:
    """A hand of five cards, tried in the order of the manual's list, highest first."""
    top = straight_top(cards)
    fours, threes = ranks_held(cards, 4), ranks_held(cards, 3)
    pairs, singles = ranks_held(cards, 2), ranks_held(cards, 1)
    # Pick 2 Poker, Procedures & Training, Hand Rankings for 5 Card (a): ace to ten of one suit.
    if is_one_suit(cards) and top == ACE:
        return (9, "royal-flush", [])
    # The same section (b): five in sequence of one suit, from king high down to five high.
    if is_one_suit(cards) and top > 0:
        return (8, "straight-flush", [top])
    # The same section (c): four cards of one rank.
    if len(fours) == 1:
        return (7, "four-of-a-kind", fours + singles)
    # The same section (d): three of one rank with two of another.
    if len(threes) == 1 and len(pairs) == 1:
        return (6, "full-house", threes + pairs)
    # The same section (e): five of one suit.
    if is_one_suit(cards):
        return (5, "flush", singles)
    # The same section (f): five in sequence, in any suits.
    if top > 0:
        return (4, "straight", [top])
    # The same section (g): three cards of one rank.
    if len(threes) == 1:
        return (3, "three-of-a-kind", threes + singles)
    # The same section (h): two cards of one rank and two of another.
    if len(pairs) == 2:
        return (2, "two-pair", pairs + singles)
    # The same section (i): two cards of one rank.
    if len(pairs) == 1:
        return (1, "one-pair", pairs + singles)
    # The same section (j): none of these.
    return (0, "high-card", singles)


def judge_three(cards: list[Card]) -> Judged:
    """A hand of three cards, tried in the order of the manual's list, highest first."""
    top = straight_top(cards)
    threes, pairs, singles = ranks_held(cards, 3), ranks_held(cards, 2), ranks_held(cards, 1)
    # Pick 2 Poker, Procedures & Training, Hand Rankings for 3 Card (k): ace, king, queen of one
    # suit. The list calls it a royal flush, the pay table a suited A-K-Q.
    if is_one_suit(cards) and top == ACE:
        return (6, "suited-ace-king-queen", [])
    # The same section (l): three in sequence of one suit, from king high down to three high.
    if is_one_suit(cards) and top > 0:
        return (5, "straight-flush", [top])
    # The same section (m): three cards of one rank.
    if len(threes) == 1:
        return (4, "three-of-a-kind", threes)
    # The same section (n): three in sequence, in any suits; with three cards this beats a flush.
    if top > 0:
        return (3, "straight", [top])
    # The same section (o): three of one suit.
    if is_one_suit(cards):
        return (2, "flush", singles)
    # The same section (p): two cards of one rank.
    if len(pairs) == 1:
        return (1, "one-pair", pairs + singles)
    # The same section (q): none of these.
    return (0, "high-card", singles)


def best_three(cards: list[Card]) -> list[Card]:
    """The highest three-card hand among five cards."""
    best = cards[:3]
    for three in combinations(cards, 3):
        if judge_three(list(three)) > judge_three(best):
            best = list(three)
    return best


# --- What the dealer announces -------------------------------------------------------------------


def compare(player: Judged, dealer: Judged) -> str:
    """The player's hand against the dealer's: "higher", "copy" or "lower"."""
    if player > dealer:
        return "higher"
    if player == dealer:
        return "copy"
    return "lower"


def is_qualified(dealer: list[Card]) -> bool:
    # Pick 2 Poker, Procedures & Training, Playing the Game: in 5 Card Poker the dealer needs at
    # least ace-king. Any pair or better is above it.
    if judge_five(dealer)[1] != "high-card":
        return True
    return ranks_high_to_low(dealer)[:2] == [ACE, KING]


def five_for_bonus(cards: list[Card]) -> str:
    """The line of the five-card pay tables a hand stands on; "nothing" where there is none."""
    _, name, ranks = judge_five(cards)
    if name == "high-card":
        return "nothing"
    # Pick 2 Poker, Procedures & Training, Five Card Bonus Only Pay Table: the lowest paying hand
    # is a pair of sixes.
    if name == "one-pair" and ranks[0] < 6:
        return "nothing"
    if name == "one-pair":
        return "sixes-or-better"
    return name


def three_for_bonus(cards: list[Card]) -> str:
    """The line of the three-card pay table three cards stand on; "nothing" where there is none."""
    _, name, _ = judge_three(cards)
    # Pick 2 Poker, Procedures & Training, Three Card Poker Bonus Pay Table: nothing is printed
    # below three of a kind.
    if name in ("straight", "flush", "one-pair", "high-card"):
        return "nothing"
    return name


# --- The pay tables, to one ----------------------------------------------------------------------

# Pick 2 Poker, Procedures & Training, 3-5 Bonus Wager, Five Card Poker Bonus Pay Table.
FIVE_CARD_BONUS = {
    "royal-flush": 500,
    "straight-flush": 100,
    "four-of-a-kind": 25,
    "full-house": 12,
    "flush": 10,
    "straight": 4,
    "three-of-a-kind": 1,
    "two-pair": 0,
    "sixes-or-better": 0,
    "nothing": 0,
}

# Pick 2 Poker, Procedures & Training, 3-5 Bonus Wager, Three Card Poker Bonus Pay Table.
THREE_CARD_BONUS = {
    "suited-ace-king-queen": 10,
    "straight-flush": 3,
    "three-of-a-kind": 1,
    "nothing": 0,
}

# Pick 2 Poker, Procedures & Training, Optional 5 Card Bonus Only Wager, its pay table.
FIVE_CARD_BONUS_ONLY = {
    "royal-flush": 500,
    "straight-flush": 100,
    "four-of-a-kind": 40,
    "full-house": 15,
    "flush": 8,
    "straight": 6,
    "three-of-a-kind": 4,
    "two-pair": 3,
    "sixes-or-better": 1,
    "nothing": 0,
}


# --- The clauses on payment ----------------------------------------------------------------------


def paid(stake: int, odds: int) -> int:
    """A bonus wager at so much to one; a hand that is on no table loses it."""
    if odds == 0:
        return 0
    return stake + stake * odds


def even_money(stake: int, versus: str) -> int:
    # Pick 2 Poker, Procedures & Training, Playing the Game, and Procedures for Completion for a
    # Round of Play (c): the higher hand wins, and a player who wins is paid even money.
    if versus == "higher":
        return stake + stake
    # Playing the Game: ties push.
    if versus == "copy":
        return stake
    return 0


def is_lost_by_folding(wager: str, readings: dict[str, str]) -> bool:
    # Pick 2 Poker, Procedures & Training, Playing the Game: a player who folds loses the Ante.
    if wager == "ante":
        return True
    # The same sentence gives up the bonus wagers too, but a later one has them always in action:
    # the reading pick2.bonus-on-fold.
    return reading(readings, "pick2.bonus-on-fold") == "forfeited"


def pay_ante(
    stake: int, decision: str, qualified: bool, versus: str, readings: dict[str, str]
) -> int:
    # Pick 2 Poker, Procedures & Training, Playing the Game: in 3 Card Poker the dealer need not
    # qualify; in 5 Card Poker the hands are compared when he has ace-king or better.
    if decision == "three" or qualified:
        return even_money(stake, versus)
    # What a dealer below ace-king means is not printed: the reading pick2.unqualified.
    option = reading(readings, "pick2.unqualified")
    if option == "compare-ante":
        return even_money(stake, versus)
    if option in ("push", "compare-play"):
        return stake
    return stake + stake  # ante-paid, both-paid


def pay_play(
    stake: int, decision: str, qualified: bool, versus: str, readings: dict[str, str]
) -> int:
    # Pick 2 Poker, Procedures & Training, Playing the Game: the Play wager is settled with the
    # Ante, at even money, on the same comparison.
    if decision == "three" or qualified:
        return even_money(stake, versus)
    # As for the Ante: the reading pick2.unqualified.
    option = reading(readings, "pick2.unqualified")
    if option == "both-paid":
        return stake + stake
    if option == "compare-play":
        return even_money(stake, versus)
    return stake  # compare-ante, ante-paid, push


def pay_bonus_3_5(
    stake: int, decision: str, five: str, three: str, readings: dict[str, str]
) -> int:
    # Pick 2 Poker, Procedures & Training, Playing the Game: a player may win on both tables. What
    # that means for a hand that is on both is the reading pick2.bonus-tables.
    option = reading(readings, "pick2.bonus-tables")
    if option == "both":
        return paid(stake, FIVE_CARD_BONUS[five] + THREE_CARD_BONUS[three])
    if option == "higher":
        return paid(stake, max(FIVE_CARD_BONUS[five], THREE_CARD_BONUS[three]))
    # game-played; a folded hand that is kept in action counts as a hand of five.
    if decision == "three":
        return paid(stake, THREE_CARD_BONUS[three])
    return paid(stake, FIVE_CARD_BONUS[five])


def pay_bonus_5(stake: int, five: str) -> int:
    # Pick 2 Poker, Procedures & Training, Optional 5 Card Bonus Only: paid by its own table on
    # all five of the player's cards, whichever game was chosen.
    return paid(stake, FIVE_CARD_BONUS_ONLY[five])


# --- Settlement from the facts -------------------------------------------------------------------


def void_fold_stays_lost(readings: dict[str, str]) -> bool:
    """Whether a fold before the hands were voided is read to stay a loss."""
    return reading(readings, "pick2.void-after-fold") == "stays-lost"


def pay(facts: dict[str, Any], wager: str, stake: int, readings: dict[str, str]) -> int | None:
    """What is returned on one wager when the dealer has announced these facts.

    Every wager of this game is settled by the end of the round, so None is never the answer. A
    wager that the decision rules out, as a Play wager on a folded hand, is an error.
    """
    # Pick 2 Poker, Procedures & Training, Irregularities (a) to (d): the hands are void, and the
    # wagers go back.
    decision = facts["decision"]
    if facts["void"]:
        return 0 if decision == "fold" and void_fold_stays_lost(readings) else stake
    if decision == "none":
        check_bonus_only_seat([wager], readings)
    if decision == "fold" and wager == "play":
        raise ValueError("a folded hand has no Play wager")
    if decision == "fold" and is_lost_by_folding(wager, readings):
        return 0
    if wager == "ante":
        return pay_ante(stake, decision, facts["dealer_qualifies"], facts["versus"], readings)
    if wager == "play":
        return pay_play(stake, decision, facts["dealer_qualifies"], facts["versus"], readings)
    if wager == "bonus-3-5":
        return pay_bonus_3_5(stake, decision, facts["five"], facts["three"], readings)
    if wager == "bonus-5":
        return pay_bonus_5(stake, facts["five"])
    raise ValueError(f"{wager} is not a wager of Pick 2 Poker")


def check_bonus_only_seat(wagers: list[str], readings: dict[str, str]) -> None:
    # Pick 2 Poker, Procedures & Training, Playing the Game: the Ante and the 3-5 Bonus are needed
    # to play against the dealer; whether a seat may do without: the reading pick2.bonus-only-seat.
    if reading(readings, "pick2.bonus-only-seat") == "no":
        raise ValueError("a seat without a decision is not offered: pick2.bonus-only-seat is no")
    if wagers != ["bonus-5"]:
        raise ValueError("a seat without a decision holds the 5 Card Bonus Only wager alone")


# --- Settlement from the cards -------------------------------------------------------------------


def three_played(seat: dict[str, Any]) -> list[Card]:
    # Pick 2 Poker, Procedures & Training, Playing the Game: the player sets apart the three cards
    # that play. Where the round does not name them they are the best three.
    if seat.get("three") is not None:
        return read_cards(seat["three"])
    return best_three(read_cards(seat["cards"]))


def three_judged_for_bonus(seat: dict[str, Any], readings: dict[str, str]) -> list[Card]:
    # Which three cards the three-card pay table judges is not printed: the reading
    # pick2.three-cards.
    option = reading(readings, "pick2.three-cards")
    if option == "cards-played" and seat.get("decision") == "three":
        return three_played(seat)
    return best_three(read_cards(seat["cards"]))


def settle_seat(
    seat: dict[str, Any], round_: dict[str, Any], readings: dict[str, str]
) -> dict[str, int]:
    """What is returned on each wager of one seat."""
    wagers: dict[str, int] = dict(seat["wagers"])
    decision = seat.get("decision") or "none"
    # Pick 2 Poker, Procedures & Training, Playing the Game: the Play wager is twice the Ante in
    # 3 Card Poker and once the Ante in 5 Card Poker.
    if decision == "three":
        wagers["play"] = 2 * wagers["ante"]
    if decision == "five":
        wagers["play"] = wagers["ante"]

    # The same manual, Irregularities (a) to (d): all hands are void, folded ones too, and every
    # wager goes back.
    if round_.get("void", False):
        if decision == "fold" and void_fold_stays_lost(readings):
            return dict.fromkeys(wagers, 0)
        return wagers
    if decision == "none":
        check_bonus_only_seat(list(wagers), readings)

    returned: dict[str, int] = {}
    if decision == "fold":
        for wager in list(wagers):
            if is_lost_by_folding(wager, readings):
                returned[wager] = 0
                del wagers[wager]
    # A folded hand may stay unseen: its cards are needed only where a wager on it is still alive.
    if not wagers:
        return returned
    cards = read_cards(seat["cards"])

    if decision in ("three", "five"):
        dealer = read_cards(round_["dealer"])
        qualified = is_qualified(dealer)
        if decision == "three":
            # Playing the Game: the dealer pushes up the best three of his five cards.
            versus = compare(judge_three(three_played(seat)), judge_three(best_three(dealer)))
        else:
            versus = compare(judge_five(cards), judge_five(dealer))
        returned["ante"] = pay_ante(wagers["ante"], decision, qualified, versus, readings)
        returned["play"] = pay_play(wagers["play"], decision, qualified, versus, readings)

    five = five_for_bonus(cards)
    if "bonus-3-5" in wagers:
        three = three_for_bonus(three_judged_for_bonus(seat, readings))
        returned["bonus-3-5"] = pay_bonus_3_5(wagers["bonus-3-5"], decision, five, three, readings)
    if "bonus-5" in wagers:
        returned["bonus-5"] = pay_bonus_5(wagers["bonus-5"], five)
    return returned


def settle(round_: dict[str, Any], readings: dict[str, str]) -> dict[tuple[int, str], int]:
    """What is returned on every wager of a round, by seat number and wager."""
    returned: dict[tuple[int, str], int] = {}
    for seat in round_["seats"]:
        for wager, cents in settle_seat(seat, round_, readings).items():
            returned[(seat["seat"], wager)] = cents
    return returned


# --- Every hand of the deck ----------------------------------------------------------------------


def full_deck() -> list[Card]:
    return [(rank, suit) for rank in range(2, ACE + 1) for suit in "cdhs"]


def count_five_classes() -> dict[str, int]:
    """How many of the 2,598,960 five-card hands stand on each line; it takes its time."""
    counts = dict.fromkeys(FIVE_CARD_BONUS_ONLY, 0)
    for hand in combinations(full_deck(), 5):
        counts[five_for_bonus(list(hand))] += 1
    return counts


def count_three_classes() -> dict[str, int]:
    """How many of the 22,100 three-card hands stand on each line."""
    counts = dict.fromkeys(THREE_CARD_BONUS, 0)
    for hand in combinations(full_deck(), 3):
        counts[three_for_bonus(list(hand))] += 1
    return counts

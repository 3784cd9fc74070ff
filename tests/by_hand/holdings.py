"""What a hand is called and what it would win, read by hand from the manuals' lists and pay tables.

Written beside the settlements of this folder, from the same printed manuals, to be compared with what
the product names at a table. The product never imports this file, and this file never imports it.

A mark is a wager, the table, the row and the odds as the felt prints them, and whether nothing can take
it away.
"""

from itertools import combinations

from tests.by_hand import duki4 as duki
from tests.by_hand import king_high as king
from tests.by_hand import pick2 as pick

Mark = tuple[str, str, str, str, bool]

RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack"]
RANKS += ["queen", "king", "ace"]


def many(rank: int) -> str:
    return "sixes" if rank == 6 else f"{RANKS[rank - 1]}s"


def called(name: str, ranks: list[int]) -> str:
    """A hand in words: its name, and the ranks that decide, the matched ones first."""
    one = RANKS[ranks[0] - 1] if ranks else ""
    if name == "high-card":
        return f"{one} high"
    if name == "one-pair":
        return f"pair of {many(ranks[0])}"
    if name == "two-pair":
        return f"two pair, {many(ranks[0])} and {many(ranks[1])}"
    if name == "three-of-a-kind":
        return f"three {many(ranks[0])}"
    if name == "straight":
        return f"{one}-high straight"
    if name == "flush":
        return f"{one}-high flush"
    if name == "full-house":
        return f"full house, {many(ranks[0])} over {many(ranks[1])}"
    if name == "four-of-a-kind":
        return f"four {many(ranks[0])}"
    if name == "five-of-a-kind":
        return f"five {many(ranks[0])}"
    if name == "straight-flush":
        return f"{one}-high straight flush"
    return "royal flush"


# --- Duki 4 Poker ----------------------------------------------------------------------------------

# Procedures, 4-Card Duki Ante Pay Table, as it is printed.
ANTE_TABLE, BONUS_TABLE = "4-Card Duki Ante pay table", "3-Card Duki Bonus pay table"
ANTE_ROWS = {
    "4-card-four-of-a-kind": ("Four of a kind", "100-1"),
    "4-card-straight": ("Straight", "10-1"),
    "4-card-three-of-a-kind": ("Three of a kind", "5-1"),
    "4-card-two-pair": ("Two pair", "3-1"),
    "4-card-one-pair": ("One pair", "2-1"),
    "4-card-high-card": ("High card", "1-1"),
}
# Procedures, 3 Card Duki Bonus Pay Table.
BONUS_ROWS = {
    "three-of-a-kind": ("Three of a kind", "30"),
    "straight": ("Straight", "5"),
    "pair-of-fours-or-better": ("Pair of fours or better", "1"),
}


def duki4_says(text: str, readings: dict[str, str]) -> str:
    """What four cards are called."""
    cards = duki.read_cards(text)
    hand = duki.judge_hand(cards, readings)
    if hand.name == "no-duki":
        # Procedures, Qualifying Hands: three suits are needed at least.
        suits = len({card.suit for card in cards})
        there = "is 1" if suits == 1 else "are 2"
        return f"No Duki: 3 suits are needed, and there {there}"
    size, _, name = hand.name.partition("-card-")
    return f"{size}-Card Duki, {called(name, list(hand.deciding))}"


def duki4_lit(text: str, readings: dict[str, str]) -> list[str]:
    """The cards of the Duki: all four, or the best three of different suits."""
    cards = duki.read_cards(text)
    held = duki.duki_held(cards)
    if held == "none":
        return []
    if held == "four":
        return text.split()
    best = duki.best_three_cards(cards, readings)
    return [word for word in text.split() if duki.read_card(word) in best]


def duki4_marks(text: str, readings: dict[str, str], decided: str) -> set[Mark]:
    """What the Ante, the Play wager and the Bonus would win; undecided, played, folded or no Ante."""
    cards = duki.read_cards(text)
    hand = duki.judge_hand(cards, readings).name
    marks: set[Mark] = set()
    if decided in ("undecided", "play"):
        is_best = hand == "4-card-four-of-a-kind" and cards[0].rank == duki.ACE
        if duki.is_four_card_duki(hand):
            # Paying the Bets, 1 (a), 2 and 3: by the pay table, unless three cards pay even money.
            even = duki.chosen(readings, "duki4.ante-vs-three") == "even-money"
            row, odds = ANTE_ROWS[hand]
            marks.add(("ante", ANTE_TABLE, row, odds, is_best and decided == "play" and not even))
            if even:
                marks.add(("ante", "", "Otherwise", "1-1", False))
        else:
            # Paying the Bets, 1 (b) and 3: one to one.
            marks.add(("ante", "", "Otherwise", "1-1", False))
        if hand != "no-duki":
            # Paying the Bets, 2 and 3: even money over a dealer's Duki; without one it pushes.
            marks.add(("play", "", "Wins", "1-1", False))
    in_action = duki.chosen(readings, "duki4.bonus-on-fold") == "in-action"
    bonus = duki.judge_bonus(cards, readings)
    if bonus != "nothing" and (decided != "fold" or in_action):
        row, odds = BONUS_ROWS[bonus]
        for_one = duki.chosen(readings, "duki4.bonus-odds") == "for-one"
        can_be_lost = decided == "undecided" and not in_action
        odds = f"{odds} for 1" if for_one else f"{odds}-1"
        marks.add(("bonus", BONUS_TABLE, row, odds, not can_be_lost))
    return marks


# --- Pick 2 Poker ----------------------------------------------------------------------------------


def printed(name: str) -> str:
    return name.replace("-", " ").capitalize()


def pick2_says(text: str) -> list[str]:
    """What five cards are called, and what the best three of them are."""
    five = pick.judge_five(pick.read_cards(text))
    three = pick.judge_three(pick.best_three(pick.read_cards(text)))
    return [called(five[1], five[2]).capitalize(), called(three[1], three[2]).capitalize()]


def pick2_lit(text: str) -> list[str]:
    """Of five cards those that count: the matched ones, the high card, or all of them."""
    cards = pick.read_cards(text)
    name = pick.judge_five(cards)[1]
    matched = pick.ranks_held(cards, 4) + pick.ranks_held(cards, 3) + pick.ranks_held(cards, 2)
    if name == "high-card":
        matched = [pick.ranks_high_to_low(cards)[0]]
    elif not matched or name in ("straight", "flush", "straight-flush", "royal-flush"):
        return text.split()
    return [word for word in text.split() if pick.read_cards(word)[0][0] in matched]


def pick2_marks(text: str, readings: dict[str, str], decided: str, played: str = "") -> set[Mark]:
    """What each wager would win; undecided, or after fold, three (with the cards played) or five."""
    decisions = ["fold", "three", "five"] if decided == "undecided" else [decided]
    won: dict[tuple[str, str, str, str], set[tuple[str, str]]] = {}
    ways: set[tuple[str, str]] = set()
    for decision in decisions:
        choices = [""]
        if decision == "three":
            choices = [played] if played else [" ".join(c) for c in combinations(text.split(), 3)]
        for choice in choices:
            ways.add((decision, choice))
            for mark in pick2_bonus(text, readings, decision, choice):
                won.setdefault(mark, set()).add((decision, choice))
    marks = {(*mark, found == ways) for mark, found in won.items()}
    if decided != "fold":
        marks |= {("ante", "", "Wins", "1-1", False)}
        marks |= {("play", "", "Wins", "1-1", False)}
    return marks


def pick2_bonus(
    text: str, readings: dict[str, str], decision: str, choice: str
) -> list[tuple[str, str, str, str]]:
    """The rows on which the bonus wagers are paid after one decision."""
    if decision == "fold" and pick.reading(readings, "pick2.bonus-on-fold") == "forfeited":
        return []
    cards = pick.read_cards(text)
    judged = pick.best_three(cards)
    if choice and pick.reading(readings, "pick2.three-cards") == "cards-played":
        judged = pick.read_cards(choice)
    five, three = pick.five_for_bonus(cards), pick.three_for_bonus(judged)
    on_five = [
        (
            "bonus-3-5",
            "3-5 Bonus, five-card pay table",
            printed(five),
            f"{pick.FIVE_CARD_BONUS[five]}-1",
        )
    ]
    on_three = [
        (
            "bonus-3-5",
            "3-5 Bonus, three-card pay table",
            printed(three),
            f"{pick.THREE_CARD_BONUS[three]}-1",
        )
    ]
    on_five = on_five if pick.FIVE_CARD_BONUS[five] else []
    on_three = on_three if pick.THREE_CARD_BONUS[three] else []
    option = pick.reading(readings, "pick2.bonus-tables")
    if option == "game-played":
        on_five, on_three = ([], on_three) if decision == "three" else (on_five, [])
    elif option == "higher" and on_five and on_three:
        more = pick.THREE_CARD_BONUS[three] > pick.FIVE_CARD_BONUS[five]
        on_five, on_three = ([], on_three) if more else (on_five, [])
    only = pick.FIVE_CARD_BONUS_ONLY[five]
    return [
        *on_five,
        *on_three,
        *([("bonus-5", "5 Card Bonus Only pay table", printed(five), f"{only}-1")] if only else []),
    ]


# --- King High -------------------------------------------------------------------------------------

POT_TABLE = "Pokerpot payout scale"
RUN_ROWS = {3: ("Three", "3-1"), 4: ("Four", "10-1"), 5: ("Five", "20-1")}
POT_ODDS = {
    "qualifying-pair": "1-1",
    "two-pairs": "2-1",
    "three-of-a-kind": "3-1",
    "straight": "5-1",
    "flush": "10-1",
    "full-house": "15-1",
    "four-of-a-kind": "50-1",
    "five-of-a-kind": "500-1",
    "straight-flush": "1000-1",
    "royal-flush": "2500-1",
}
EVERY_CARD = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]

Ahead = dict[tuple[str, str, str, str], set[str]]
"""The cards that lead to a row, if one of them comes next."""


def king_high_marks(text: str, readings: dict[str, str]) -> tuple[set[Mark], Ahead]:
    """What the round wagers have reached after these cards, and what the next card may add."""
    cards = king.read_cards(text)
    marks: set[Mark] = set()
    ahead: Ahead = {}
    # 9 Dealing the Cards: the Pokerpot is settled last; what the cards make, more cards cannot undo.
    pot = king.pokerpot_hand(cards, readings)
    if pot != "nothing":
        marks.add(("pokerpot", POT_TABLE, printed(pot), POT_ODDS[pot], True))
    for wager, leading, is_kind in (
        (("high-run", "High Run payout scale"), king.leading_high(cards), king.is_high),
        (("low-run", "Low Run payout scale"), king.leading_low(cards), king.is_low),
    ):
        if leading >= 3:
            marks.add((*wager, *RUN_ROWS[leading], True))
        if leading == len(cards) < 5 and leading + 1 in RUN_ROWS:
            to_come = {each for each in EVERY_CARD if is_kind(king.read_card(each))}
            ahead[*wager, *RUN_ROWS[leading + 1]] = to_come
    for each in EVERY_CARD if len(cards) < 5 else []:
        then = king.pokerpot_hand([*cards, king.read_card(each)], readings)
        if then not in ("nothing", pot):
            ahead.setdefault(("pokerpot", POT_TABLE, printed(then), POT_ODDS[then]), set()).add(
                each
            )
    return marks, ahead


def king_high_card_marks(text: str) -> set[Mark]:
    """What the wagers on one card win by it."""
    card = king.read_card(text)
    zone = king.zone_of(card)
    marks: set[Mark] = set()
    if zone in ("high", "king"):
        marks.add(
            ("high", "", *{"high": ("Eight to queen", "1-1"), "king": ("King", "3-2")}[zone], True)
        )
    if zone in ("low", "ace"):
        marks.add(("low", "", *{"low": ("Two to six", "1-1"), "ace": ("Ace", "3-2")}[zone], True))
    if zone == "seven":
        marks.add(("seven", "", "Wins", "11-1", True))
    else:
        marks.add((card.suit, "", "Wins", "3-1", True))
    return marks

"""King High settled by hand: a naive settlement written from the printed manual.

It is written from "King High, Dealers Manual & Pit Procedures" (below: the King High manual) and is
never imported by the product: the tests compare the two. Lay the manual beside it and tick clauses.

Money is whole cents. What is returned is the stake plus the winnings: 0 when the wager lost, the
stake when it stood off. Winnings that are not whole cents are rounded down to a whole cent.
"""

from typing import Any, NamedTuple

# The readings that move money in King High: each id with its options, the default first.
# The others (burn, boxes, withdraw, small-pokerpot, early-exposure) are procedure.
OPTIONS: dict[str, tuple[str, ...]] = {
    "king-high.pokerpot-pair": ("tens", "jacks"),
    "king-high.ace-straights": ("high-and-low", "low-only"),
    "king-high.void-run": ("returned", "paid-three"),
}

# King High manual, 2 Basic Game Outline: the ace is the lowest card and the king the highest.
ACE, SEVEN, EIGHT, TEN, JACK, QUEEN, KING = 1, 7, 8, 10, 11, 12, 13


class Card(NamedTuple):
    """A card: its rank from 1 (ace) to 13 (king), and its suit's name in full."""

    rank: int
    suit: str


def chosen(readings: dict[str, str], reading_id: str) -> str:
    """The option chosen for a reading, or its default."""
    option = readings.get(reading_id, OPTIONS[reading_id][0])
    if option not in OPTIONS[reading_id]:
        raise ValueError(f"{reading_id} has no option {option!r}: use one of {OPTIONS[reading_id]}")
    return option


# --- Reading the cards -------------------------------------------------------------------------


def read_card(text: str) -> Card:
    """One card from its notation.

    >>> read_card("Kh"), read_card("10♠")
    (Card(rank=13, suit='heart'), Card(rank=10, suit='spade'))
    """
    rank_text = text[:-1].upper()
    suit_text = text[-1].lower()
    if rank_text == "A":
        rank = ACE
    elif rank_text == "K":
        rank = KING
    elif rank_text == "Q":
        rank = QUEEN
    elif rank_text == "J":
        rank = JACK
    elif rank_text == "T":
        rank = TEN
    else:
        rank = int(rank_text)
    if suit_text in ("c", "♣"):
        suit = "club"
    elif suit_text in ("d", "♦"):
        suit = "diamond"
    elif suit_text in ("h", "♥"):
        suit = "heart"
    elif suit_text in ("s", "♠"):
        suit = "spade"
    else:
        raise ValueError(f"no suit in {text!r}")
    return Card(rank, suit)


def read_cards(text: str) -> list[Card]:
    """The cards of a round in the order they were drawn."""
    return [read_card(word) for word in text.split()]


# --- Judging one card --------------------------------------------------------------------------


def is_high(card: Card) -> bool:
    """Above the seven."""
    # King High manual, 8 Payout Odds, action round wagers: High is eight to queen, and the king.
    return EIGHT <= card.rank <= KING


def is_low(card: Card) -> bool:
    """Below the seven."""
    # King High manual, 8 Payout Odds, action round wagers: Low is two to six, and the ace.
    # King High manual, 3 Physical Characteristics, signage: the ace is low except for the Pokerpot.
    return ACE <= card.rank < SEVEN


def zone_of(card: Card) -> str:
    """Where a card falls for the action wagers, as the dealer calls it."""
    # King High manual, 11 Calling the Game: king, ace and seven are called apart.
    if card.rank == KING:
        return "king"
    if card.rank == ACE:
        return "ace"
    if card.rank == SEVEN:
        return "seven"
    if is_high(card):
        return "high"
    return "low"


# --- Judging the runs --------------------------------------------------------------------------


def leading_high(cards: list[Card]) -> int:
    """How many cards from the first one on are high, up to the first that is not."""
    # King High manual, 1 Definitions, High Run: it is the first cards drawn that must be high.
    # King High manual, 2 Basic Game Outline: the seven is the middle card, so it ends a run.
    count = 0
    for card in cards:
        if not is_high(card):
            break
        count += 1
    return count


def leading_low(cards: list[Card]) -> int:
    """How many cards from the first one on are low, up to the first that is not."""
    # King High manual, 1 Definitions, Low Run: it is the first cards drawn that must be low.
    # King High manual, 2 Basic Game Outline: the seven is the middle card, so it ends a run.
    count = 0
    for card in cards:
        if not is_low(card):
            break
        count += 1
    return count


# --- Judging the Pokerpot ----------------------------------------------------------------------


def is_straight(cards: list[Card], readings: dict[str, str]) -> bool:
    """Five cards of ranks that follow each other, of any suits."""
    ranks = sorted(card.rank for card in cards)
    if len(ranks) != 5:
        return False
    # King High manual, 3 Physical Characteristics, signage: the ace may be low in the Pokerpot.
    # Here the ace is rank 1, so A-2-3-4-5 is found with the others, up to 9-T-J-Q-K.
    if ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2, ranks[0] + 3, ranks[0] + 4]:
        return True
    # The same clause: the ace may also be high in the Pokerpot, which makes T-J-Q-K-A.
    # Reading king-high.ace-straights: under low-only the ace is never high in a straight.
    if chosen(readings, "king-high.ace-straights") == "high-and-low":
        return ranks == [ACE, TEN, JACK, QUEEN, KING]
    return False


def is_royal(cards: list[Card]) -> bool:
    """Ten, jack, queen, king and ace, of any suits."""
    return sorted(card.rank for card in cards) == [ACE, TEN, JACK, QUEEN, KING]


def is_flush(cards: list[Card]) -> bool:
    """Five cards of one suit."""
    return len(cards) == 5 and len({card.suit for card in cards}) == 1


def is_qualifying_pair_rank(rank: int, readings: dict[str, str]) -> bool:
    """Whether a pair of this rank is high enough to be paid."""
    # King High manual, 3 Physical Characteristics, signage: an ace may be high in the Pokerpot.
    if rank == ACE:
        return True
    # King High manual, 8 Payout Odds, Pokerpot: the lowest paying pair is tens.
    if chosen(readings, "king-high.pokerpot-pair") == "tens":
        return rank >= TEN
    # King High manual, 1 Definitions, Pokerpot, and 2 Basic Game Outline: the lowest is jacks.
    return rank >= JACK


def pokerpot_hand(cards: list[Card], readings: dict[str, str]) -> str:
    """The class of the cards drawn so far, the one that pays most where they make two.

    >>> pokerpot_hand(read_cards("Th Th 4h 9h 2h"), {})
    'flush'
    >>> pokerpot_hand(read_cards("5c 5d Ks Th"), {})
    'nothing'
    """
    ranks = [card.rank for card in cards]
    ranks_held_five_times = [rank for rank in sorted(set(ranks)) if ranks.count(rank) == 5]
    ranks_held_four_times = [rank for rank in sorted(set(ranks)) if ranks.count(rank) == 4]
    ranks_held_three_times = [rank for rank in sorted(set(ranks)) if ranks.count(rank) == 3]
    ranks_held_twice = [rank for rank in sorted(set(ranks)) if ranks.count(rank) == 2]

    # King High manual, 8 Payout Odds, Pokerpot: the classes, read from the last line up.
    # King High manual, 4 The Cards: six decks, so five of a kind and equal cards of one suit exist.
    # The royal flush is on the pay table by name and keeps its high ace under every reading.
    if is_flush(cards) and is_royal(cards):
        return "royal-flush"
    if is_flush(cards) and is_straight(cards, readings):
        return "straight-flush"
    if len(ranks_held_five_times) == 1:
        return "five-of-a-kind"
    if len(ranks_held_four_times) == 1:
        return "four-of-a-kind"
    if len(ranks_held_three_times) == 1 and len(ranks_held_twice) == 1:
        return "full-house"
    if is_flush(cards):
        return "flush"
    if is_straight(cards, readings):
        return "straight"
    if len(ranks_held_three_times) == 1:
        return "three-of-a-kind"
    if len(ranks_held_twice) == 2:
        return "two-pairs"
    if len(ranks_held_twice) == 1 and is_qualifying_pair_rank(ranks_held_twice[0], readings):
        return "qualifying-pair"
    return "nothing"


# --- Paying ------------------------------------------------------------------------------------


def card_wager_returned(wager: str, zone: str, suit: str, stake: int) -> int:
    """What is returned on an action wager for the card called by this zone and suit."""
    # King High manual, 12 Irregularities, mechanical shuffle device: the results of cards that
    # came stand. The manual is silent on a card that never came: a wager on it is returned.
    if zone == "none":
        return stake

    # King High manual, 8 Payout Odds, action round wagers, High: 1-1 for 8 to queen, 3-2 for king.
    if wager == "high":
        if zone == "high":
            return stake + stake
        if zone == "king":
            return stake + stake * 3 // 2
        return 0

    # King High manual, 8 Payout Odds, action round wagers, Low: 1-1 for 2 to 6, 3-2 for ace.
    if wager == "low":
        if zone == "low":
            return stake + stake
        if zone == "ace":
            return stake + stake * 3 // 2
        return 0

    # King High manual, 8 Payout Odds, action round wagers, Suit: 3-1, but the seven of the suit is
    # a standoff. Another suit loses, seven or not.
    if wager in ("heart", "club", "diamond", "spade"):
        if suit != wager:
            return 0
        if zone == "seven":
            return stake
        return stake + stake * 3

    # King High manual, 8 Payout Odds, action round wagers, Any 7: 11-1.
    if wager == "seven":
        if zone == "seven":
            return stake + stake * 11
        return 0

    raise ValueError(f"no action wager is called {wager!r}")


def run_returned(
    drawn: int, leading: int, stake: int, readings: dict[str, str], *, void: bool
) -> int | None:
    """What is returned on a run, `leading` of the `drawn` cards being unbroken from the first."""
    # King High manual, 9 Dealing the Cards: a run is settled once, when it ends, at the level it
    # reached. It ends with the first card that breaks it, or with the fifth card.
    if leading < drawn or drawn == 5:
        # King High manual, 8 Payout Odds, run wager: 3-1, 10-1, 20-1 for three, four, five cards.
        if leading == 5:
            return stake + stake * 20
        if leading == 4:
            return stake + stake * 10
        if leading == 3:
            return stake + stake * 3
        return 0

    # From here on the run is live. In a round that goes on it stands.
    if not void:
        return None

    # King High manual, 12 Irregularities, mechanical shuffle device: in a void round a live run is
    # paid as though one more card of its kind had come.
    if leading == 4:
        return stake + stake * 20
    if leading == 3:
        return stake + stake * 10
    if leading == 2:
        return stake + stake * 3
    # Reading king-high.void-run: with one card or none, one card more reaches no level.
    # The wager is returned, or paid at the first level there is.
    if chosen(readings, "king-high.void-run") == "returned":
        return stake
    return stake + stake * 3


def pokerpot_returned(
    hand: str,
    drawn: int,
    stake: int,
    *,
    void: bool,
    pokerpot_max: int | None = None,
    max_counts_stake: bool = False,
) -> int | None:
    """What is returned on a Pokerpot wager for this class of hand."""
    # King High manual, 9 Dealing the Cards: the Pokerpot is settled after the fifth action round.
    if drawn < 5 and not void:
        return None

    # King High manual, 8 Payout Odds, Pokerpot: the odds of each class. In a void round the same,
    # for the class that the cards drawn have made (12 Irregularities, mechanical shuffle device).
    if hand == "qualifying-pair":
        winnings = stake
    elif hand == "two-pairs":
        winnings = stake * 2
    elif hand == "three-of-a-kind":
        winnings = stake * 3
    elif hand == "straight":
        winnings = stake * 5
    elif hand == "flush":
        winnings = stake * 10
    elif hand == "full-house":
        winnings = stake * 15
    elif hand == "four-of-a-kind":
        winnings = stake * 50
    elif hand == "five-of-a-kind":
        winnings = stake * 500
    elif hand == "straight-flush":
        winnings = stake * 1000
    elif hand == "royal-flush":
        winnings = stake * 2500
    elif hand == "nothing":
        # King High manual, 12 Irregularities, mechanical shuffle device: returned in a void round.
        if void:
            return stake
        # King High manual, 9 Dealing the Cards: a Pokerpot that does not qualify is taken.
        return 0
    else:
        raise ValueError(f"no Pokerpot hand is called {hand!r}")

    # King High manual, 3 Physical Characteristics, signage: a house may post the most that it pays.
    # It is not said whether the stake, which goes back in any case, counts in what is paid.
    if pokerpot_max is not None:
        if max_counts_stake:
            return max(stake, min(stake + winnings, pokerpot_max))
        winnings = min(winnings, pokerpot_max)
    return stake + winnings


# --- A whole round, from the cards -------------------------------------------------------------


def settle(
    round_: dict[str, Any], readings: dict[str, str], *, pokerpot_max: int | None = None
) -> dict[tuple[int | str, ...], int]:
    """What is returned on every wager of a round that is over or void.

    Keys are (box, wager) for round wagers and (box, card from 1, wager) for action wagers.

    >>> settle({"cards": "Kh 9d 8c", "void": True,
    ...         "boxes": [{"box": 1, "wagers": {"pokerpot": 100, "high-run": 100}}]}, {})
    {(1, 'pokerpot'): 100, (1, 'high-run'): 1100}
    """
    void = bool(round_.get("void", False))
    cards = read_cards(round_.get("cards", ""))
    if len(cards) != 5 and not void:
        raise ValueError("a round that is not void has five cards")
    returned: dict[tuple[int | str, ...], int] = {}

    for box in round_["boxes"]:
        # King High manual, 9 Dealing the Cards: action wagers are settled first, card by card.
        for number, wagers in enumerate(box.get("actions", []), start=1):
            for wager, stake in wagers.items():
                if number <= len(cards):
                    card = cards[number - 1]
                    amount = card_wager_returned(wager, zone_of(card), card.suit, stake)
                else:
                    amount = card_wager_returned(wager, "none", "", stake)
                returned[box["box"], number, wager] = amount

        # King High manual, 9 Dealing the Cards: runs after the action wagers, the Pokerpot last.
        for wager, stake in box.get("wagers", {}).items():
            back: int | None
            if wager == "high-run":
                back = run_returned(len(cards), leading_high(cards), stake, readings, void=void)
            elif wager == "low-run":
                back = run_returned(len(cards), leading_low(cards), stake, readings, void=void)
            elif wager == "pokerpot":
                hand = pokerpot_hand(cards, readings)
                back = pokerpot_returned(
                    hand,
                    len(cards),
                    stake,
                    void=void,
                    pokerpot_max=pokerpot_max,
                    max_counts_stake=readings.get("king-high.pokerpot-maximum") == "with-stake",
                )
            else:
                raise ValueError(f"no round wager is called {wager!r}")
            assert back is not None, "nothing stands once a round is over or void"
            returned[box["box"], wager] = back

    return returned


# --- One wager, from what the dealer announced -------------------------------------------------


def pay(facts: dict[str, Any], wager: str, stake: int, readings: dict[str, str]) -> int | None:
    """What is returned on one wager for these facts; None while the wager stands.

    >>> pay({"void": False, "drawn": 4, "high": 3, "low": 0, "pot": "nothing"}, "high-run", 100, {})
    400
    >>> pay({"zone": "king", "suit": "club"}, "high", 5, {})
    12
    """
    if wager == "high-run":
        return run_returned(facts["drawn"], facts["high"], stake, readings, void=facts["void"])
    if wager == "low-run":
        return run_returned(facts["drawn"], facts["low"], stake, readings, void=facts["void"])
    if wager == "pokerpot":
        return pokerpot_returned(facts["pot"], facts["drawn"], stake, void=facts["void"])
    return card_wager_returned(wager, facts["zone"], facts["suit"], stake)

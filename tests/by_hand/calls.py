"""What the dealer says, by hand: a naive table written from the printed manuals.

Of "King High, Dealers Manual & Pit Procedures": 11. Calling the game (calls, runs, the Pokerpot, no
opinion), 8. Payout odds, 7. Permissible wagers (limits), 10. Game protection (before no more bets).
The product never imports it.
"""

from tests.by_hand import pick2
from tests.by_hand.king_high import leading_high, leading_low, pokerpot_hand, read_cards

SUITS = {"c": "Club", "d": "Diamond", "h": "Heart", "s": "Spade"}
RANKS = "A23456789TJQK"


def call(card: str) -> str:
    """11. Calling the game: high or low, then the suit; king, ace and seven are the exceptions.

    >>> call("4c"), call("Kh"), call("Ad"), call("7s")
    ('Low Club', 'King High Heart', 'Ace Low Diamond', 'Seven of Spades')
    """
    rank, suit = card[0], SUITS[card[1]]
    if rank == "K":
        return f"King High {suit}"
    if rank == "A":
        return f"Ace Low {suit}"
    if rank == "7":
        return f"Seven of {suit}s"
    if rank in "23456":
        return f"Low {suit}"
    return f"High {suit}"


CALLS = {rank + suit: call(rank + suit) for rank in RANKS for suit in SUITS}

# 8. Payout odds, run wager: 3-1, 10-1 and 20-1 for three, four and five cards.
RUN_ODDS = {3: "3-1", 4: "10-1", 5: "20-1"}


def run_announced(cards: str, run: str) -> tuple[str, str] | None:
    """11. Calling the game: what a run is sure of, and what one more card guarantees.

    Nothing, where there is nothing to be said: one card or none, a run that is broken, or all five.

    >>> run_announced("Kh 9d", "high-run"), run_announced("9h 8d Jc", "high-run")
    (('', '3-1'), ('3-1', '10-1'))
    """
    drawn = read_cards(cards)
    leading = leading_high(drawn) if run == "high-run" else leading_low(drawn)
    if leading < len(drawn) or not 2 <= len(drawn) <= 4:
        return None
    return RUN_ODDS.get(leading, ""), RUN_ODDS[leading + 1]


# 8. Payout odds, Pokerpot.
POKERPOT_ODDS = {
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
POKERPOT_FROM_CARD = 3
"""11. Calling the game: possible hands are announced from the third card on."""


def pokerpot_made(cards: str, readings: dict[str, str]) -> str:
    """The hand that the cards make so far; `nothing`, if they do not qualify."""
    return pokerpot_hand(read_cards(cards), readings)


def pokerpot_reached(cards: str, more: int, hand: str, readings: dict[str, str]) -> bool:
    """Whether some further cards can make a hand of the cards drawn."""
    if not more:
        return pokerpot_made(cards, readings) == hand
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    if more == 2:  # Suits matter for a flush only: one of the suit drawn last, or another.
        last = cards.split()[-1][1]
        other = next(suit for suit in SUITS if suit != last)
        deck = [rank + suit for rank in RANKS for suit in (last, other)]
    return any(pokerpot_reached(f"{cards} {card}", more - 1, hand, readings) for card in deck)


# 10. Game protection: hands and chips are well back before the call; the other manuals ask for nothing.
BEFORE_NO_MORE_BETS = {"king-high": ("hands", "chips", "back"), "duki4": (), "pick2": ()}


def limit_said(game: str, cents: int, low: int, high: int) -> str:
    """What becomes of a wager, and so is said to its player.

    King High, 7. Permissible wagers: under the minimum it is paid or taken as it lies, over the maximum
    up to the maximum. Duki 4 Poker, Playing the game, and Pick 2 Poker, Wagers (a): limits are kept to.
    """
    if low <= cents <= high:
        return ""
    if game != "king-high":
        return "refused"
    return "as it lies" if cents < low else "up to the maximum"


def dealer_qualifies(game: str, cards: str) -> bool:
    """Duki 4 Poker, Qualifying hands: three suits. Pick 2 Poker, Playing the game: ace and king.

    >>> dealer_qualifies("duki4", "Ah 9h 6s Js"), dealer_qualifies("pick2", "Ah Kd 6s Jc 3c")
    (False, True)
    """
    held = cards.split()
    if game == "duki4":
        return len({card[1] for card in held}) >= 3
    return pick2.is_qualified(pick2.read_cards(cards))

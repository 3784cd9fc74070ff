"""Near twins: a case that looks nearly like another and is not, one card or one decision apart."""

from collections.abc import Callable, Collection, Sequence
from random import Random

from tablewright.rules.cards import Card, Rank
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.views import Hand
from tablewright.school.dealing import SeatDealt, seats
from tablewright.school.drawing import RoundDealt
from tablewright.school.packs import Pack, of_rank

STEPS = ((1, 0), (-1, 0), (0, 1), (0, 2), (0, 3), (0, 0))
"""From a card to another: so many ranks up, so many suits on; neither is any card."""


def twin_seat(
    contest: Contest,
    dealt: SeatDealt,
    is_other: Callable[[int], bool],
    decisions: Collection[str | None],
    rng: Random,
    tries: int = 300,
) -> SeatDealt | None:
    """The same seat with one card changed, or another decision, so that the facts are others."""
    if dealt.is_void:
        named = seats(contest).named(dealt.player, dealt.decision, rng)
        played = None if named is None else tuple(named)
        facts = contest.facts(Hand(dealt.dealer), Hand(dealt.player), dealt.decision, played)
        found = dealt._replace(is_void=False, played=played, facts=facts)
        return found if facts in contest.space.possible and is_other(facts) else None
    for attempt in range(tries):
        hands = [list(dealt.player), list(dealt.dealer)]
        decision, played = dealt.decision, dealt.played
        if attempt % 8 == 7:
            decision = rng.choice(tuple(decisions))
            named = seats(contest).named(dealt.player, decision, rng)
            played = None if named is None else tuple(named)
        else:
            change_one(hands, contest.decks, rng)
            if played is not None:
                places = [dealt.player.index(card) for card in played]
                played = tuple(hands[0][n] for n in places)
        player, dealer = tuple(hands[0]), tuple(hands[1])
        facts = contest.facts(Hand(dealer), Hand(player), decision, played)
        if facts != dealt.facts and facts in contest.space.possible and is_other(facts):
            return SeatDealt(dealer, player, decision, played, False, facts)
    return None


def twin_round(
    draw: Draw,
    dealt: RoundDealt,
    is_other: Callable[[RoundDealt], bool],
    rng: Random,
    tries: int = 300,
) -> RoundDealt | None:
    """The same cards with one of them changed, so that the facts are others."""
    for _ in range(tries if dealt.drawn else 0):
        cards = list(dealt.drawn)
        change_one([cards], draw.decks, rng)
        facts = draw.round_facts(cards, is_void=dealt.is_void)
        found = RoundDealt(tuple(cards), dealt.is_void, facts)
        if facts in draw.round_space.possible and is_other(found):
            return found
    return None


def change_one(hands: Sequence[list[Card]], decks: int, rng: Random) -> None:
    """One card of one of the hands becomes another: mostly one like it."""
    pack = Pack(decks, [card for hand in hands for card in hand])
    hand = rng.choice(hands)
    place = int(rng.random() * len(hand))
    old = hand[place]
    step, suit = rng.choice(STEPS)
    card = of_rank(Rank(min(max(old.rank + step, 2), 14)), (old.index + suit) % 4)
    hand[place] = card if card is not old and pack.has(card) else pack.any_card(rng)

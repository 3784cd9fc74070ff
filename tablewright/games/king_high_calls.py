"""What the dealer of King High says: the call of each card, and what the cards drawn can still pay.

Read it beside section 11 of the manual. A further card is put to the ruleset on trial, and what the
ruleset makes of it is said, so that odds and readings are those in force. What is possible is said and
what it pays; which card will come is never spoken of.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from tablewright.games.king_high import Zone, zone_of
from tablewright.rules import spoken_cards
from tablewright.rules.cards import DECK, RANKS, SUITS, Card, Rank, Suit
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, listed
from tablewright.rules.game import Ruleset
from tablewright.rules.language import say, worded
from tablewright.rules.procedure import Announcement
from tablewright.rules.rankings import ONE_PAIR
from tablewright.rules.sources import Leading
from tablewright.rules.wagers import Decided, Odds

Cards = tuple[Card, ...]
Said = tuple[str, str, str]
"""A wager, the kind of announcement about it, and what is said."""

RUNS = {"high-run": "high", "low-run": "low"}
"""The runs, each with what its cards are called."""

POKERPOT = "pokerpot"

RUNS_FROM_CARD = 2
POKERPOT_FROM_CARD = 3
MOST_ABOUT_POKERPOT = 3
"""A dealer names a few hands, not all of them."""


def call(card: Card) -> str:
    """What is called of a card: high or low and the suit; a king, an ace and a seven by name.

    >>> from tablewright.rules.cards import cards
    >>> [call(each) for each in cards("3c Qh Kh As 7c")]
    ['Low Club', 'High Heart', 'King High Heart', 'Ace Low Spade', 'Seven of Clubs']
    """
    suit, zone = card.suit.value.title(), zone_of(card)
    if zone is Zone.SEVEN:
        return worded(f"Seven of {suit}s")
    by_name = f"{card.rank.word.title()} " if zone in (Zone.KING, Zone.ACE) else ""
    return worded(f"{by_name}{'High' if zone.is_high else 'Low'} {suit}")


def announcements(ruleset: Ruleset, drawn: Sequence[Card]) -> tuple[Announcement, ...]:
    """What the dealer may announce after these cards: the runs, then the Pokerpot."""
    if not isinstance(ruleset.deal, Draw):
        raise BadDefinition(f"{ruleset.game.name} draws no cards for everyone")
    cards, said = tuple(drawn), list[Said]()
    if len(cards) >= RUNS_FROM_CARD:
        said += _about_runs(ruleset, ruleset.deal, cards)
    if len(cards) >= POKERPOT_FROM_CARD:
        pokerpot = _about_pokerpot(_pokerpot(ruleset, ruleset.deal), cards)
        said += [(POKERPOT, kind, says) for kind, says in pokerpot]
    return tuple(
        [
            Announcement(frozenset({id}), f"{says[0].upper()}{says[1:]}", kind)
            for id, kind, says in said
        ]
    )


# Runs ----------------------------------------------------------------------------------------------


def _about_runs(ruleset: Ruleset, draw: Draw, drawn: Cards) -> list[Said]:
    """What a run that is alive is sure of, and what one more card makes it sure of."""
    said = list[Said]()
    for id, word in RUNS.items():
        run = ruleset.wagers[id]
        if run.outcomes[draw.round_facts(drawn)].net is not None:
            continue
        outside = _card_outside_run(draw, drawn)
        now = _least_paid(run, draw, drawn, outside)
        then = _least_paid(run, draw, (*drawn, drawn[-1]), outside)
        name, word = worded(run.wager.name, "wager"), worded(word, "run")
        more = say("one more {word} card guarantees {odds}", word=word, odds=_odds(then))
        if now <= 0 < then:
            said.append((id, "one-more", say("{more} on the {wager}", more=more, wager=name)))
        elif now > 0:
            sure = say("the {wager} is sure of {odds}", wager=name, odds=_odds(now))
            kind = f"sure-after-{len(drawn)}"
            said.append((id, kind, f"{sure}; {more}" if then > now else sure))
    return said


def _card_outside_run(draw: Draw, drawn: Cards) -> Card:
    """A card that would end the run of these cards."""
    belongs = next(
        source.test
        for source in draw.round_sources.values()
        if isinstance(source, Leading) and all(map(source.test, drawn))
    )
    return next(each for each in DECK if not belongs(each))


def _least_paid(run: Decided[Any], draw: Draw, drawn: Cards, outside: Card) -> Fraction:
    """The least that a run is paid, whatever comes: each card is one like the last, or ends the run."""
    net = run.outcomes[draw.round_facts(drawn)].net
    if net is not None:
        return net
    return min(_least_paid(run, draw, (*drawn, each), outside) for each in (drawn[-1], outside))


def _odds(net: Fraction) -> str:
    return str(Odds(net.numerator, net.denominator))


# The Pokerpot --------------------------------------------------------------------------------------


class Paid(NamedTuple):
    """A hand of the Pokerpot's scale and what it pays."""

    hand: Enum
    net: Fraction
    odds: str


class Reach(NamedTuple):
    """A hand that one more card makes."""

    paid: Paid
    in_suit: set[Rank]
    """The ranks that make it in the suit of the last card drawn."""
    off_suit: set[Rank]
    """The ranks that make it in another suit."""


class Pokerpot:
    """The Pokerpot of one ruleset, asked what cards make and what further cards could make of them."""

    def __init__(self, draw: Draw, pokerpot: Decided[Any]) -> None:
        self.draw = draw
        self._scale: dict[int, Paid] = {
            number: Paid(table.key(facts), table.net(facts), table.printed(table.key(facts)))
            for number, facts in pokerpot.space.possible.items()
            for table in pokerpot.tables
            if table.has(facts)
        }
        self._far: dict[tuple[tuple[Rank, ...], bool], list[Paid]] = {}
        self._made: dict[tuple[int, bool], Paid | None] = {}

    def made(self, cards: Cards) -> Paid | None:
        """What these cards are paid if they stay as they are; None if they do not qualify.

        A hand is its ranks and whether it is of one suit, so each is asked for once.
        """
        tally = suits = 0
        for each in cards:
            tally += each.tally
            suits |= each.suit_bit
        key = tally, suits.bit_count() == 1
        if key not in self._made:
            self._made[key] = self._scale.get(self.draw.round_facts(cards))
        return self._made[key]

    def one_card_away(self, drawn: Cards) -> list[Reach]:
        """The hands that one more card makes and that pay more, best paid first."""
        least = self._net(drawn)
        suit, other = _two_suits(drawn)
        found: dict[Enum, Reach] = {}
        for rank in RANKS:
            for each in (suit, other):
                paid = self.made((*drawn, _CARD[rank, each]))
                if paid and paid.net > least:
                    reach = found.setdefault(paid.hand, Reach(paid, set(), set()))
                    (reach.in_suit if each is suit else reach.off_suit).add(rank)
        return sorted(found.values(), key=lambda reach: -reach.paid.net)

    def two_cards_away(self, drawn: Cards) -> list[Paid]:
        """The hands that two more cards and all of these make and that pay more, best paid first.

        They depend on the ranks and on whether the cards are of one suit, so they are looked for once.
        """
        is_one_suit = len({each.suit for each in drawn}) == 1
        key = tuple(sorted([each.rank for each in drawn])), is_one_suit
        if key not in self._far:
            self._far[key] = self._two_cards_away(drawn, is_one_suit)
        return self._far[key]

    def _two_cards_away(self, drawn: Cards, is_one_suit: bool) -> list[Paid]:
        least = self._net(drawn)
        suit, other = _two_suits(drawn)
        found: dict[Enum, Paid] = {}
        for first, second in combinations_with_replacement(RANKS, 2):
            for each in (suit, other) if is_one_suit else (other,):
                hand = (*drawn, _CARD[first, each], _CARD[second, each])
                paid = self.made(hand)
                if paid and paid.net > least and paid.hand not in found:
                    without_one = [self.made(hand[:n] + hand[n + 1 :]) for n in range(len(drawn))]
                    if paid not in without_one:
                        found[paid.hand] = paid
        return sorted(found.values(), key=lambda paid: -paid.net)

    def _net(self, cards: Cards) -> Fraction:
        made = self.made(cards)
        return made.net if made else Fraction(0)


@lru_cache(maxsize=16)
def _pokerpot(ruleset: Ruleset, draw: Draw) -> Pokerpot:
    return Pokerpot(draw, ruleset.wagers[POKERPOT])


_CARD: dict[tuple[Rank, Suit], Card] = {(each.rank, each.suit): each for each in DECK}


def _two_suits(drawn: Cards) -> tuple[Suit, Suit]:
    """The suit of the last card, and another: beside its rank, a card is of the suit or not."""
    suit = drawn[-1].suit
    return suit, next(each for each in SUITS if each is not suit)


def _about_pokerpot(pokerpot: Pokerpot, drawn: Cards) -> list[tuple[str, str]]:
    """What is made, what one more card makes, then what two more can make of all the cards.

    Each with its kind, which says how far away the hand is and which it is.
    """
    to_come = pokerpot.draw.cards - len(drawn)
    made = pokerpot.made(drawn)
    near = pokerpot.one_card_away(drawn) if to_come >= 1 else []
    said = [(f"made-{made.hand.value}", _made(pokerpot.draw, drawn, made))] if made else []
    said += [
        (
            f"needed-{each.paid.hand.value}",
            say(
                "{cards} for {hand}, {odds}",
                cards=_needed(each, drawn),
                hand=_with_article(each.paid.hand),
                odds=each.paid.odds,
            ),
        )
        for each in near
    ]
    if to_come == 2 and len(said) < MOST_ABOUT_POKERPOT:
        said += [
            (
                f"possible-{each.hand.value}",
                say("possible {hand}, {odds}", hand=_words(each.hand), odds=each.odds),
            )
            for each in pokerpot.two_cards_away(drawn)
            if each not in [reach.paid for reach in near]
        ]
    return said[:MOST_ABOUT_POKERPOT]


# Words ---------------------------------------------------------------------------------------------


def _made(draw: Draw, drawn: Cards, made: Paid) -> str:
    strength = draw.spoken.strength(drawn)
    seen = draw.spoken.seen(strength)
    if seen and seen.standing.shape is ONE_PAIR:
        pair = draw.spoken.spoken(strength)
        return say("a {pair} qualifies, {odds}", pair=pair, odds=made.odds)
    words = _with_article(made.hand)
    if words.endswith("s"):
        return say("{hand} qualify, {odds}", hand=words, odds=made.odds)
    return say("{hand} qualifies, {odds}", hand=words, odds=made.odds)


def _words(hand: Enum) -> str:
    return worded(str(hand.value).replace("-", " "))


def _with_article(hand: Enum) -> str:
    words = str(hand.value).replace("-", " ")
    is_counted = words.split()[0] in ("two", "three", "four", "five")
    return worded(words if is_counted else f"a {words}")


def _needed(reach: Reach, drawn: Cards) -> str:
    """The cards that make a hand: by rank, by suit, or by both where only both make it."""
    suit = drawn[-1].suit
    either, in_suit, off_suit = (
        sorted(ranks, reverse=True)
        for ranks in (
            reach.in_suit & reach.off_suit,
            reach.in_suit - reach.off_suit,
            reach.off_suit - reach.in_suit,
        )
    )
    ways = []
    if len(either) == 1 and either[0] in [each.rank for each in drawn]:
        ways.append(spoken_cards.another(either[0]))
    elif either:
        ways.append(listed([spoken_cards.a(rank) for rank in either]))
    if len(in_suit) == len(RANKS):
        ways.append(spoken_cards.another_of(suit))
    elif len(in_suit) > len(RANKS) / 2:
        ways.append(spoken_cards.any_other_of(suit))
    elif in_suit:
        ranks = listed([spoken_cards.the(rank) for rank in in_suit])
        ways.append(f"{ranks} {spoken_cards.of_suit(suit)}")
    if off_suit:
        ranks = listed([spoken_cards.a(rank) for rank in off_suit])
        ways.append(say("{ranks} of another suit", ranks=ranks))
    return listed(ways)

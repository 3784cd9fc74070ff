"""The slow solver: every deal of a small pack walked through, card by card, with the table's own parts.

It shares nothing with the counting solver but the rules: no classes of suits, no arrays, no subsets.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from tablewright.rules.cards import DECK, Card, Rank
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.game import Ruleset
from tablewright.rules.views import Hand
from tablewright.rules.wagers import Times


@dataclass
class Walked:
    """All deals of a contest walked through."""

    deals: int = 0
    best: Fraction = Fraction(0)
    """The expectation when each hand is decided for the best."""
    always: dict[str, Fraction] = field(default_factory=dict)
    """The expectation when every hand is decided alike, its cards chosen for the best."""
    facts: dict[str, Counter[int]] = field(default_factory=dict)
    """How often each value of the facts occurs when every hand is decided alike."""
    alone: Counter[int] = field(default_factory=Counter)
    """How often each value of the facts occurs for a seat that has nothing to decide."""


def small_pack(ranks: Sequence[Rank]) -> tuple[Card, ...]:
    return tuple(card for card in DECK if card.rank in ranks)


def walk_contest(ruleset: Ruleset, ranks: Sequence[Rank], wagers: Sequence[str]) -> Walked:
    """Walk through every deal of a contest; the expectation is of these wagers together."""
    contest = ruleset.deal
    assert isinstance(contest, Contest)
    pack = small_pack(ranks)
    hands = {cards: Hand(cards) for cards in combinations(pack, contest.hand_cards)}
    walked = Walked(facts={decision.id: Counter() for decision in contest.decisions})
    best, always = Fraction(0), dict.fromkeys(contest.decision, Fraction(0))
    for cards, player in hands.items():
        dealers = [hand for held, hand in hands.items() if not set(held) & set(cards)]
        walked.deals += len(dealers)
        worths = {}
        for decision in contest.decisions:
            choices: list[Sequence[Card] | None] = [None]
            if decision.plays is not None:
                choices = list(combinations(cards, decision.plays))
            found = []
            for played in choices:
                seen = Counter(
                    contest.facts(dealer, player, decision.id, played) for dealer in dealers
                )
                worth = sum(
                    (n * net(ruleset, f, decision.id, wagers) for f, n in seen.items()), Fraction(0)
                )
                found.append((worth, seen))
            worths[decision.id], chosen = max(found, key=lambda each: each[0])
            always[decision.id] += worths[decision.id]
            walked.facts[decision.id].update(chosen)
        best += max(worths.values())
        if None in contest.looks:
            walked.alone.update(contest.facts(dealer, player, None) for dealer in dealers)
    walked.best = best / walked.deals
    walked.always = {decision: worth / walked.deals for decision, worth in always.items()}
    return walked


def net(ruleset: Ruleset, facts: int, decision: str, wagers: Sequence[str]) -> Fraction:
    """What some wagers gain together, in units of the first."""
    total = Fraction(0)
    for id in wagers:
        decided = ruleset.wagers[id]
        outcome = decided.outcomes.get(facts)
        stake = decided.wager.stake
        times = stake.by_decision.get(decision, 0) if isinstance(stake, Times) else 1
        if outcome is not None and times:
            assert outcome.net is not None
            total += times * outcome.net
    return total


def walk_rounds(draw: Draw, ranks: Sequence[Rank]) -> Counter[int]:
    """Walk through every round of a draw: how often each value of the facts occurs."""
    seen: Counter[int] = Counter()
    for drawn in product(small_pack(ranks), repeat=draw.cards):
        if ways := copies(drawn, draw.decks):
            seen[draw.round_facts(drawn)] += ways
    return seen


@cache
def copies(drawn: tuple[Card, ...], decks: int) -> int:
    """In how many ways these cards can come, in this order, from so many decks."""
    if not drawn:
        return 1
    return copies(drawn[:-1], decks) * max(0, decks - drawn[:-1].count(drawn[-1]))


def informed_worth(ruleset: Ruleset, id: str, ranks: Sequence[Rank]) -> tuple[Fraction, Fraction]:
    """A wager on the round to a player who takes it back when that is better: now, and when late.

    The second is what it gains when it is made only after a first card that makes it worth more.
    """
    draw = ruleset.deal
    assert isinstance(draw, Draw)
    pack, decided = small_pack(ranks), ruleset.wagers[id]

    def worth(drawn: tuple[Card, ...]) -> Fraction:
        if len(drawn) == draw.cards:
            outcome = decided.outcomes[draw.round_facts(drawn)]
            assert outcome.net is not None
            return outcome.net
        total = len(pack) * draw.decks - len(drawn)
        value = sum((left * worth((*drawn, card)) for card, left in following(drawn)), Fraction(0))
        value /= total
        stands = drawn and decided.outcomes[draw.round_facts(drawn)].net is None
        return max(value, Fraction(0)) if stands and draw.may_take_back else value

    def following(drawn: tuple[Card, ...]) -> Iterator[tuple[Card, int]]:
        for card in pack:
            if left := draw.decks - drawn.count(card):
                yield card, left

    late = sum((max(worth((card,)), Fraction(0)) for card in pack), Fraction(0)) / len(pack)
    return worth(()), late

"""One hand: what each decision is worth, which is best, and what a mistake costs."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from tablewright.odds.solving import Solved
from tablewright.rules.cards import DECK, Card, written
from tablewright.rules.contest import Contest
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.views import Hand


class Advice:
    """What the decisions are worth for one hand, in units of the first wager."""

    def __init__(self, solved: Solved, cards: Sequence[Card]) -> None:
        self.solved = solved
        self.cards = hand_of(cards, solved.counted.contest)
        self._class = solved.counted.hands.find(self.cards)
        self.values: dict[str, Fraction] = {
            decision: solved.value(decision, self._class) for decision in solved.decisions
        }
        self.best = solved.decisions[solved.best[self._class]]
        self._plays: dict[str, tuple[Card, ...] | None] = {}

    def cost(self, decision: str) -> Fraction:
        """What it costs to decide so and not for the best."""
        return self.values[self.best] - self.values[decision]

    def plays(self, decision: str) -> tuple[Card, ...] | None:
        """The cards to put in play, where a decision names some; looked for once."""
        if decision not in self._plays:
            self._plays[decision] = self._to_play(decision)
        return self._plays[decision]

    def _to_play(self, decision: str) -> tuple[Card, ...] | None:
        contest = self.solved.counted.contest
        plays = contest.decision[decision].plays
        if plays is None:
            return None
        met, looks = self.solved.counted.met[decision], contest.looks[decision]
        row = self.solved.valued[decision].rows[self._class]
        view = looks.against[0][0]
        whole = Hand(self.cards)
        for choice in combinations(self.cards, plays):
            played = Hand(choice)
            facts = contest.player_facts(whole, played, decision)
            if played.strength(view) == met.thresholds[row] and facts == met.facts[row]:
                return choice
        raise BadDefinition(f"no choice of cards is worth what {decision} is")

    def document(self) -> dict[str, Any]:
        """The advice as JSON writes it."""
        named = {decision: self.plays(decision) for decision in self.values}
        return {
            "game": self.solved.ruleset.game.id,
            "ruleset": self.solved.ruleset.fingerprint,
            "cards": written(self.cards),
            "decisions": {decision: str(value) for decision, value in self.values.items()},
            "best": self.best,
            "costs": {decision: str(self.cost(decision)) for decision in self.values},
            "plays": {decision: written(cards) for decision, cards in named.items() if cards},
        }


def hand_of(cards: Sequence[Card], contest: Contest) -> tuple[Card, ...]:
    """These cards as a hand; one that cannot be dealt is refused."""
    size = contest.hand_cards
    if len(cards) != size:
        held = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
        raise Refused(
            f"the hand has {held}: expected {size} different cards, as in {_example(size)}"
        )
    if len(set(cards)) < size:
        twice = next(card for card in cards if list(cards).count(card) > 1)
        raise Refused(f"{twice} is in the hand twice: expected {size} different cards")
    return tuple(cards)


def _example(size: int) -> str:
    return written(DECK[(9 * n + 5) % len(DECK)] for n in range(size))

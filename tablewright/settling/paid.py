"""What comes back: one wager's result, and the sum of a player's."""

from typing import Any

from tablewright.rules.game import Ruleset
from tablewright.rules.money import NO_CAP, HouseSettings, returned_cents

Result = dict[str, Any]


class Cashier:
    """Pays wagers by the line that the ruleset decided for their facts."""

    def __init__(self, ruleset: Ruleset, house: HouseSettings) -> None:
        self._house = house
        self._decided = ruleset.wagers
        self._said = {
            id: [(line.rule, line.sentence) for line in decided.lines]
            for id, decided in ruleset.wagers.items()
        }

    def settle(self, id: str, stake_cents: int, facts: int) -> Result:
        """The result of one wager: what comes back, by which rule, and the rule in a sentence."""
        decided = self._decided[id]
        outcome = decided.outcomes[facts]
        if outcome.net is None:
            raise AssertionError(f"{id} stands on {decided.space.plain(facts)}")
        rule, sentence = self._said[id][outcome.line]
        back = returned_cents(stake_cents, outcome.net, self._house, decided.cap)
        if decided.cap is not NO_CAP and back < returned_cents(stake_cents, outcome.net):
            sentence = f"{sentence} The house's settings cut the payment."
        return {"stake": stake_cents, "returned": back, "rule": rule, "line": sentence}


def totals(results: list[Result]) -> Result:
    """What a player staked in all, got back, and is up or down."""
    staked = returned = 0
    for result in results:
        staked += result["stake"]
        returned += result["returned"]
    return {"staked": staked, "returned": returned, "net": returned - staked}

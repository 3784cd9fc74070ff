"""The cashier: what comes back on one wager, by the line that the ruleset decided for its facts."""

from fractions import Fraction

import msgspec

from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Ruleset
from tablewright.rules.money import NO_CAP, HouseSettings, returned_cents
from tablewright.rules.wagers import Outcome


class Paid(msgspec.Struct, frozen=True, gc=False):
    """One wager settled: what comes back, by which rule, and the rule in a sentence."""

    stake: int
    returned: int
    rule: str
    line: str
    net: Fraction

    @property
    def is_cut(self) -> bool:
        """Whether less is paid than the odds say: for a maximum, or for the smallest chip."""
        to_win, won = self.net.numerator, self.returned - self.stake
        return to_win > 0 and won * self.net.denominator < self.stake * to_win


class Cashier:
    """Pays wagers by the line that the ruleset decided for their facts."""

    def __init__(self, ruleset: Ruleset, house: HouseSettings) -> None:
        self._house = house
        self._decided = ruleset.wagers
        self._said = {
            id: [(line.rule, line.sentence) for line in decided.lines]
            for id, decided in ruleset.wagers.items()
        }
        self._kinds = {id: decided.wager.kind for id, decided in ruleset.wagers.items()}

    def stands(self, id: str, facts: int) -> bool:
        """Whether a wager is not yet decided by these facts."""
        return self._outcome(id, facts).net is None

    def _outcome(self, id: str, facts: int) -> Outcome:
        decided = self._decided[id]
        try:
            return decided.outcomes[facts]
        except KeyError:
            raise BadDefinition(
                f"{id} is settled by {decided.space.said(facts)}:"
                " expected the game to call that possible, with the wager on the felt"
            ) from None

    def settle(self, id: str, stake_cents: int, facts: int) -> Paid:
        """The result of one wager."""
        decided = self._decided[id]
        outcome = self._outcome(id, facts)
        if outcome.net is None:
            raise AssertionError(f"{id} stands on {decided.space.plain(facts)}")
        rule, sentence = self._said[id][outcome.line]
        back = returned_cents(stake_cents, outcome.net, self._house, decided.cap, self._kinds[id])
        if decided.cap is not NO_CAP and back < returned_cents(stake_cents, outcome.net):
            sentence = f"{sentence} The house's settings cut the payment."
        return Paid(stake_cents, back, rule, sentence, outcome.net)

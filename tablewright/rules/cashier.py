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
    is_cut: bool
    """Whether less is paid than the odds say: for a maximum, or for the smallest chip."""


class Cashier:
    """Pays wagers by the line that the ruleset decided for their facts."""

    KEPT = 512
    """How many results are kept: at a table the same stakes are settled over and over."""

    def __init__(self, ruleset: Ruleset, house: HouseSettings) -> None:
        self._house = house
        self._decided = ruleset.wagers
        self._said = {
            id: [(line.rule, line.sentence) for line in decided.lines]
            for id, decided in ruleset.wagers.items()
        }
        self._kinds = {id: decided.wager.kind for id, decided in ruleset.wagers.items()}
        self._paid: dict[tuple[str, int, int], Paid] = {}

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
        """The result of one wager: nothing but the stake and the facts decide it."""
        asked = id, stake_cents, facts
        paid = self._paid.get(asked)
        if paid is None:
            if len(self._paid) >= self.KEPT:
                self._paid.clear()
            paid = self._paid[asked] = self._settle(id, stake_cents, facts)
        return paid

    def _settle(self, id: str, stake: int, facts: int) -> Paid:
        """The result of one wager, worked out."""
        decided = self._decided[id]
        outcome = self._outcome(id, facts)
        if outcome.net is None:
            raise AssertionError(f"{id} stands on {decided.space.plain(facts)}")
        rule, sentence = self._said[id][outcome.line]
        back = returned_cents(stake, outcome.net, self._house, decided.cap, self._kinds[id])
        if decided.cap is not NO_CAP and back < returned_cents(stake, outcome.net):
            sentence = f"{sentence} The house's settings cut the payment."
        is_cut = outcome.net > 0 and back - stake < stake * outcome.net
        return Paid(stake, back, rule, sentence, outcome.net, is_cut)

"""Skills: the units of learning. Each can be done right or wrong, and each is a rule of the register.

A skill is named `DRILL RULE`, with the case of the rule where it has several, and the device where it
holds with one only:

    pay duki4.ante.beats-four-card/4-card-straight
    rule king-high.irregularity.not-delivered.void@six-deck-shuffler

The name joins a trainee's record with the register, a journal and the manual. It stays the same as long
as the rule is the same rule.
"""

from enum import StrEnum

import msgspec


class Topic(StrEnum):
    """The parts of a game's path, in the order in which they are learnt."""

    HANDS = "hands"
    WAGERS = "wagers"
    PAYMENTS = "payments"
    DEAL = "deal"
    CALLS = "calls"
    IRREGULARITIES = "irregularities"
    GUARDING = "guarding"


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a dealer knows or does."""

    drill: str
    """The drill that asks for it."""
    rule: str
    """The rule of the register that it is."""
    says: str
    """What is to be known, in a sentence. It may hold the answer: never shown with a question."""
    topic: Topic
    group: str
    """What it is about on the map of a game: a wager, a ranking, a device, a step."""
    source: str
    """The passage, as it is cited."""
    case: str = ""
    """Which case of the rule, where it has several: a row of a pay table, a label of a hand."""
    device: str = ""
    """The device with which it holds; any, if none is named."""

    @property
    def id(self) -> str:
        case = f"/{self.case}" if self.case else ""
        device = f"@{self.device}" if self.device else ""
        return f"{self.drill} {self.rule}{case}{device}"

    @property
    def game(self) -> str:
        """The game that it belongs to, by its rule; a rule of the house is asked in every game."""
        return self.rule.partition(".")[0]

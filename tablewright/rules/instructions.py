"""Instructions: what a manual has the dealer do with a step, said with its prompt, as data.

An act says in general how it is done (`table/acts`); here stands what one game's manual adds: where a
card is laid, what is put on top of what, what is never said. Some of it is a skill of the hand that no
program can see, such as a cut with one hand: the prompt says it all the same, and it is marked as
something that the school teaches.
"""

from typing import NamedTuple

from tablewright.rules.citations import Passage
from tablewright.rules.devices import Device
from tablewright.rules.readings import Under
from tablewright.rules.roles import DEALER, Role


class Instruction(NamedTuple):
    """How a step is done, as one manual has it."""

    id: str
    steps: tuple[str, ...]
    """The acts with whose prompts it is said."""
    says: str
    source: Passage
    is_taught: bool = False
    """Whether it is a hand skill: the school teaches it, and no program sees whether it is kept to."""
    by: tuple[Role, ...] = (DEALER,)
    """To whom it is said."""
    devices: tuple[str, ...] = ()
    """The devices with which it holds; with all, if none is named."""
    after_card: bool = False
    """Whether it is said only once a card of the round has been drawn."""
    under: Under | None = None
    """The reading under which it holds; always, if none is named."""

    def holds_with(self, device: Device) -> bool:
        """Whether it is given where cards come from this device."""
        return not self.devices or device.id in self.devices


class Explained(NamedTuple):
    """A sentence of what a dealer tells a player who is new to the game.

    `{ante}` stands for the minimum of the wager with this id.
    """

    says: str
    source: Passage
    under: Under | None = None
    """The reading under which it is true; always, if none is named."""

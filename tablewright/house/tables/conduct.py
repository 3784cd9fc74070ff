"""How a table is being run, beside what its journal says: whether it is paused or about to close, and
the calls for an inspector that wait. A restart ends all of it."""

from datetime import datetime

from tablewright.house.screens.messages import CallShown
from tablewright.rules.errors import Forbidden
from tablewright.rules.language import say
from tablewright.table.actors import Actor


class Conduct:
    """What holds at a table for the time being."""

    def __init__(self) -> None:
        self.is_closing = False
        """Whether the house closes the table after this round."""
        self.is_paused = False
        """Whether the dealer takes no new players and no new wagers."""
        self.calls: list[CallShown] = []
        self._called = 0

    def call(self, says: str, irregularity: str, by: Actor, at: datetime) -> None:
        """An inspector is called."""
        self._called += 1
        self.calls.append(CallShown(self._called, says, irregularity, str(by), at))

    def dismiss(self, number: int) -> None:
        """An inspector has seen to a call."""
        kept = [call for call in self.calls if call.number != number]
        if len(kept) == len(self.calls):
            raise Forbidden(
                say(
                    "Call {number} no longer waits: another supervisor has seen to it.",
                    number=number,
                ),
                "house.calls",
            )
        self.calls = kept

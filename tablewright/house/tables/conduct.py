"""How a table is being run, beside what its journal says: whether it is paused or about to close, and
the calls for an inspector that wait.

None of it happens at the table, so that none of it stands in the journal, which is the table's truth
and is verified by giving every act again. Calls, and that the table is to close, are the house's own:
the ledger writes them as one row beside the journal, in the transaction of what led to them, and a
table that is taken up again knows them. A pause is the word of a dealer who is there, and ends with a
restart.
"""

import logging
from datetime import datetime

import msgspec

from tablewright.house.screens.messages import CallShown
from tablewright.rules.errors import Forbidden
from tablewright.rules.language import say
from tablewright.table.actors import Actor

log = logging.getLogger(__name__)


class _Kept(msgspec.Struct, frozen=True):
    """What is written of it."""

    is_closing: bool = False
    calls: list[CallShown] = []
    called: int = 0
    """How many calls there have been: none has the number of another."""


_decode = msgspec.json.Decoder(_Kept).decode


class Conduct:
    """What holds at a table for the time being."""

    def __init__(self) -> None:
        self.is_paused = False
        """Whether the dealer takes no new players and no new wagers."""
        self.changes = 0
        """How often something changed that is written down."""
        self._kept, self._written = _Kept(), _Kept()

    @property
    def is_closing(self) -> bool:
        """Whether the house closes the table after this round."""
        return self._kept.is_closing

    @property
    def calls(self) -> list[CallShown]:
        """The calls for an inspector that wait, the oldest first."""
        return self._kept.calls

    def close(self) -> None:
        """The house is to close the table after this round."""
        if not self.is_closing:
            self._change(msgspec.structs.replace(self._kept, is_closing=True))

    def call(self, says: str, irregularity: str, by: Actor, at: datetime) -> None:
        """An inspector is called."""
        number = self._kept.called + 1
        calls = [*self.calls, CallShown(number, says, irregularity, str(by), at)]
        self._change(msgspec.structs.replace(self._kept, calls=calls, called=number))

    def dismiss(self, number: int) -> None:
        """An inspector has seen to a call."""
        left = [call for call in self.calls if call.number != number]
        if len(left) == len(self.calls):
            raise Forbidden(
                say(
                    "Call {number} no longer waits: another supervisor has seen to it.",
                    number=number,
                ),
                "house.calls",
            )
        self._change(msgspec.structs.replace(self._kept, calls=left))

    def _change(self, now: _Kept) -> None:
        self._kept = now
        self.changes += 1

    # What is written ------------------------------------------------------------------------------

    def take_up(self, kept: str) -> None:
        """Go on from what is written; nothing is held, where that cannot be read."""
        try:
            self._kept = _decode(kept) if kept else _Kept()
        except (msgspec.MsgspecError, ValueError) as wrong:
            log.error(
                "the calls of a table are left out, as they cannot be read: %s", ascii(str(wrong))
            )
            self._kept = _Kept()
        self._written = self._kept

    def take(self) -> str | None:
        """What is to be written; None, if that is written already."""
        if self._kept == self._written:
            return None
        self._written = self._kept
        return msgspec.json.encode(self._kept).decode()

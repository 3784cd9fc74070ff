"""What a live table remembers of commands: those that were done, and how far each sender has seen.

A command that comes again is answered again. One that was made before something happened that its
sender should have known is stale: another part of the round has begun, or he has acted himself since.
What others do at their places meanwhile does not matter to him.
"""

from collections import OrderedDict
from collections.abc import Iterable

from tablewright.house.entries import Done
from tablewright.house.orders import ANY_TIME, Sent
from tablewright.house.sending import Stale
from tablewright.rules.procedure import PLAYER
from tablewright.table.machine import Actor
from tablewright.table.state import State

REMEMBERED = 5000
"""How many commands a table remembers, to answer them again."""
FORGOTTEN_AT_ONCE = 500


class Remembered:
    """The last commands of a table, and what happened since whoever gave them looked."""

    def __init__(self) -> None:
        self._done: OrderedDict[str, int] = OrderedDict()
        self._acted: dict[str, int] = {}
        self._turn = 0
        self._part: tuple[object, ...] = ()

    def take_up(self, done: Iterable[Done], state: State, seq: int) -> None:
        """Go on from what is written."""
        self._done = OrderedDict((each.id, each.seq) for each in done)
        self._acted.clear()
        self._turn, self._part = seq, state.part_of_round

    def answer(self, key: str) -> int | None:
        """How many lines there were when a command had been done; None if it was not."""
        return self._done.get(key)

    def is_done(self, key: str, seq: int) -> int:
        """A command is done. Up to which line older ones are forgotten now; 0 if none are."""
        self._done[key] = seq
        last = 0
        if len(self._done) > REMEMBERED + FORGOTTEN_AT_ONCE:
            for _ in range(FORGOTTEN_AT_ONCE):
                _, last = self._done.popitem(last=False)
        return last

    def has_acted(self, by: Actor, state: State, seq: int) -> bool:
        """Somebody has acted. Whether another part of the round has begun with it."""
        self._acted[str(by)] = seq
        part = state.part_of_round
        if part == self._part:
            return False
        self._part, self._turn = part, seq
        return True

    def refuse_stale(self, sent: Sent, by: Actor, seq: int) -> None:
        """Refuse what its sender would not have sent, had he known what has happened."""
        is_somebody = by.place or by.role is not PLAYER
        since = self._acted.get(str(by), 0) if is_somebody else 0
        if type(sent.do) not in ANY_TIME:
            since = max(since, self._turn)
        if not since <= sent.seq <= seq:
            raise Stale(
                f"the table has moved on, from {sent.seq} to {seq}: look again, then decide"
            )

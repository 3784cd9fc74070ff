"""What a live table remembers of commands: those that were done, and how far each sender has seen.

A command that comes again is answered again. One that was made before something happened that its
sender should have known is stale: another part of the round has begun, or they have acted themselves
since. What others do at their places meanwhile does not matter to them.

Of commands that lie far back nothing is remembered, so what was made before the last of those is stale
whatever it is: it may have been done. That a command is never done twice rests on these two alone.
"""

import hashlib
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from tablewright.house.books.entries import Done
from tablewright.house.screens.orders import ANY_TIME, Sent
from tablewright.house.tables.refusals import Stale
from tablewright.rules.errors import Forbidden
from tablewright.rules.language import say
from tablewright.rules.roles import PLAYER
from tablewright.table.actors import Actor
from tablewright.table.state import State

REMEMBERED = 5000
"""How many commands a table remembers, to answer them again."""
FORGOTTEN_AT_ONCE = 0.1
"""Of that, how many are forgotten when there are so many more."""

_encode = msgspec.json.Encoder(order="sorted").encode


def at_once() -> int:
    """How many are forgotten together."""
    return max(1, int(REMEMBERED * FORGOTTEN_AT_ONCE))


def most_kept() -> int:
    """How many are written down at most, and asked for when a table is taken up."""
    return REMEMBERED + at_once()


def digest_of(sent: Sent) -> str:
    """What a command says and in which role, to tell it from another under the same id."""
    said = msgspec.to_builtins((sent.acting, sent.do), str_keys=True)
    return hashlib.blake2b(_encode(said), digest_size=12).hexdigest()


class Known(NamedTuple):
    """A command that was done: how many lines there were then, and what it said."""

    seq: int
    digest: str


class Remembered:
    """The last commands of a table, and what happened since those who gave them looked."""

    def __init__(self, done: Sequence[Done], state: State, seq: int) -> None:
        """Go on from what is written. Whatever was done before the oldest of it may be forgotten."""
        self._done = {each.id: Known(each.seq, each.digest) for each in done}
        """The oldest first."""
        self._passing: dict[str, Known] = {}
        """Those that wrote no line, such as being ready: few, as done again they do no harm."""
        self._horizon = done[0].seq - 1 if done else 0
        """The lines there were after the last command that is forgotten."""
        self._acted: dict[str, int] = {}
        self._turn, self._part = seq, state.part_of_round

    def answer(self, key: str, digest: str) -> int | None:
        """How many lines there were when a command had been done; None if it was not."""
        known = self._done.get(key) or self._passing.get(key)
        if known is None:
            return None
        if known.digest not in ("", digest):
            raise Forbidden(
                "This id was used for another command: give every command an id of its own.",
                "house.commands",
            )
        return known.seq

    def is_done(self, key: str, known: Known, *, is_written: bool) -> int:
        """A command is done. Up to which line older ones are forgotten now; 0 if none are."""
        if not is_written:
            self._passing[key] = known
            if len(self._passing) > 2 * at_once():
                _forget_oldest(self._passing)
            return 0
        self._done[key] = known
        if len(self._done) <= most_kept():
            return 0
        self._horizon = _forget_oldest(self._done).seq
        return self._horizon

    def has_acted(self, by: Actor, state: State, seq: int) -> bool:
        """A command has been given. Whether another part of the round has begun with it."""
        self._acted[str(by)] = seq
        part = state.part_of_round
        if part == self._part:
            return False
        self._part, self._turn = part, seq
        return True

    def refuse_stale(self, sent: Sent, by: Actor, seq: int) -> None:
        """Refuse what its sender would not have sent, had they known what has happened."""
        is_somebody = by.place or by.role is not PLAYER
        since = max(self._horizon, self._acted.get(str(by), 0) if is_somebody else 0)
        if type(sent.do) not in ANY_TIME:
            since = max(since, self._turn)
        if not since <= sent.seq <= seq:
            raise Stale(
                say(
                    "The table has moved on, from {before} to {now}: look again, then decide.",
                    before=sent.seq,
                    now=seq,
                )
            )


def _forget_oldest(known: dict[str, Known]) -> Known:
    """Forget as many as are forgotten together; the last of them."""
    for key in list(islice(known, at_once())):
        last = known.pop(key)
    return last

"""One connection that follows a table: it gets answers and the newest state, never a backlog.

The table gives a connection its next state only when the last has been sent. A slow reader gets
fewer states, each the newest there is; what happened meanwhile is kept for them up to a bound, and
beyond it they learn that they missed some.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tablewright.house.people.person import Person
from tablewright.house.screens.sent_state import State
from tablewright.rules.language import ENGLISH

MOST_TOLD = 200
MOST_ANSWERS = 500


def together(messages: list[bytes]) -> bytes:
    """What is sent at once: a message, or several as a list.

    >>> together([b'{"a":1}']), together([b'{"a":1}', b'{"b":2}'])
    (b'{"a":1}', b'[{"a":1},{"b":2}]')
    """
    return messages[0] if len(messages) == 1 else b"[%b]" % b",".join(messages)


class Listener:
    """A connection of a person who looks at a table, as player, staff or passer-by."""

    def __init__(self, person: Person, acting: str, language: str = ENGLISH) -> None:
        self.person, self.acting, self.language = person, acting, language
        self.is_behind = True
        """Whether something has happened that it has not been given."""
        self.state: State | None = None
        """What it was given last, which it has or is about to have; nothing yet, for a newcomer."""
        self.has_own = False
        """Whether what is its own in that state is as it was."""
        self.told: list[bytes] = []
        self.has_gap = False
        self.ended: tuple[int, str] | None = None
        """Why the connection ends, once it does."""
        self._answers: deque[bytes] = deque()
        self._message: bytes | None = None
        self._is_sending = False
        self._given = asyncio.Event()

    @property
    def is_idle(self) -> bool:
        """Whether the last state has been sent."""
        return self._message is None and not self._is_sending and self.ended is None

    def hear(self, told: list[bytes]) -> None:
        """Keep what happened until the next state is given."""
        self.is_behind = True
        self.told += told
        if len(self.told) > MOST_TOLD:
            self.told = self.told[-MOST_TOLD:]
            self.has_gap = True

    def give(self, state: State, message: bytes) -> None:
        """The newest state, and how it is told of it after the last."""
        self.state, self.has_own = state, state.own.is_kept
        self._message, self.is_behind = message, False
        self.told, self.has_gap = [], False
        self._given.set()

    def answer(self, message: bytes) -> None:
        """The answer to something that came by it."""
        if len(self._answers) >= MOST_ANSWERS:
            self.end(4408, "This connection does not take its answers.")
        self._answers.append(message)
        self._given.set()

    def end(self, code: int, why: str) -> None:
        """Nothing more is sent."""
        self.ended = self.ended or (code, why)
        self._given.set()

    def _next(self) -> str:
        """What is to be sent now, if anything is."""
        given = list(self._answers)
        self._answers.clear()
        if self._message is not None and self.ended is None:
            given.append(self._message)
        self._message = None
        return together(given).decode() if given else ""

    async def send(
        self, text: Callable[[str], Awaitable[None]], asks: Callable[[], None]
    ) -> tuple[int, str]:
        """Send what is given until the connection ends; `asks` is called when more can be taken.

        What was done is still answered when it ended the connection, as the closing of a table does.
        """
        while self.ended is None or self._answers:
            await self._given.wait()
            self._given.clear()
            self._is_sending = True
            if message := self._next():
                await text(message)
            del message  # It may be long, and the next may be long in coming.
            self._is_sending = False
            if self.is_behind and self.ended is None:
                asks()
        return self.ended

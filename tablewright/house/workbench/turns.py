"""Whose question is worked on next: one of each asker in turn, however many one person asks.

An asker is a person, or a page at an address where nobody has signed in. What they look at is a *slot*:
the figures of one version, the strategy, a search. A slot holds one question: a newer one takes the
place of an older one that still waits, since nobody looks at that any more.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Place(NamedTuple):
    """Where an answer is awaited: by whom, and for what they look at."""

    asker: str
    slot: str


class Turns:
    """What waits, by asker; those who were served longest ago come first."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, str]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[tuple[Place, str]]:
        for asker, slots in self._waiting.items():
            for slot, key in slots.items():
                yield Place(asker, slot), key

    def of(self, asker: str) -> int:
        """How many questions of an asker wait."""
        return len(self._waiting.get(asker, ()))

    def put(self, place: Place, key: str) -> str | None:
        """Have a question wait, by its key; the key of the one whose place it takes, if any."""
        slots = self._waiting.setdefault(place.asker, OrderedDict())
        before = slots.get(place.slot)
        slots[place.slot] = key
        return before if before != key else None

    def take_back(self, place: Place) -> None:
        """Nobody waits there any more."""
        slots = self._waiting.get(place.asker)
        if slots is not None:
            slots.pop(place.slot, None)
            if not slots:
                del self._waiting[place.asker]

    def next(self, is_due: Callable[[str], bool]) -> str | None:
        """The question whose turn it is, of those that may be worked on now; it waits no more."""
        for asker, slots in self._waiting.items():
            for slot, key in slots.items():
                if is_due(key):
                    self.take_back(Place(asker, slot))
                    if asker in self._waiting:
                        self._waiting.move_to_end(asker)
                    return key
        return None

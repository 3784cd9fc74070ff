"""A shelf: what was made last is kept at hand, up to so many bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """What takes up room."""

    @property
    def size(self) -> int:
        """In bytes."""


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class Shelf(Generic[K, V]):
    """What was made last, up to so many bytes; what was not asked for longest goes first."""

    def __init__(self, most_bytes: int) -> None:
        self._most, self._held = most_bytes, 0
        self._kept: OrderedDict[K, V] = OrderedDict()

    def find(self, key: K) -> V | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: K, made: V) -> None:
        before = self._kept.pop(key, None)
        if before is not None:
            self._held -= before.size
        self._kept[key] = made
        self._held += made.size
        while self._held > self._most:
            _, gone = self._kept.popitem(last=False)
            self._held -= gone.size

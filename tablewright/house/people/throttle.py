"""Slows down who tries one password after another, without locking people out of their own account.

A few wrong tries can happen to anyone. After them each further try must wait, twice as long every
time. A try counts as wrong from the moment it begins, so that many at once do not slip through.

Tries are counted

- by name and address together: strictly, so that one address gets nowhere with one name;
- by address: strictly, so that one address gets nowhere with many names;
- by name, from all addresses together: loosely, so that many addresses get nowhere with one name.

A device on which a person has signed in before is counted by itself alone: what others try from
elsewhere, or from the same address, never keeps its owner waiting.
"""

import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from tablewright.rules.errors import Refused
from tablewright.rules.language import say

FIRST_WAIT_SECONDS = 2.0
FORGOTTEN_SECONDS = 3600.0
"""After so long without a try, the tries before do not count."""
MOST_KEPT = 20_000
LONGEST_KEY = 80


class Patience(NamedTuple):
    """How many wrong tries are free, and how long the longest wait after them is."""

    free: int
    longest_seconds: float


PAIR = Patience(5, 300.0)
DEVICE = Patience(5, 300.0)
ADDRESS = Patience(30, 300.0)
"""More than for a name: a whole casino may come from one address."""
NAME = Patience(100, 30.0)
PIN_NAME = Patience(20, 300.0)
"""A PIN is short, and who cannot use it still signs at a screen of their own."""


class TooManyTries(Refused):
    """The next try must wait."""

    def __init__(self, wait: float, what: str = say("Too many tries")) -> None:
        self.wait, self.what, self.seconds = wait, what, math.ceil(wait)
        super().__init__(
            say("{what}: wait {seconds} seconds, then try again.", what=what, seconds=self.seconds)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return TooManyTries, (self.wait, self.what)


def network(address: str) -> str:
    """What one household shares: an address, or of a long one its first half.

    >>> network("2001:db8::1") == network("2001:db8::2")
    True
    >>> network("192.0.2.7")
    '192.0.2.7'
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address[:LONGEST_KEY]
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))


@dataclass(slots=True)
class _Tries:
    count: int
    last: float


class _Counted:
    """Tries by key; those that lie back longest are forgotten first."""

    def __init__(self, pace: Patience, most: int) -> None:
        self._pace, self._most = pace, most
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tries)

    def wait(self, key: str, now: float) -> float:
        """How many seconds from now the next try may be."""
        tries = self._tries.get(key)
        if tries is None or now - tries.last > FORGOTTEN_SECONDS or tries.count < self._pace.free:
            return 0.0
        # A wait of 2 ** 20 seconds is longer than the longest already.
        after = FIRST_WAIT_SECONDS * 2.0 ** min(tries.count - self._pace.free, 20)
        return max(0.0, tries.last + min(after, self._pace.longest_seconds) - now)

    def count(self, key: str, now: float) -> None:
        tries = self._tries.pop(key, None)
        before = tries.count if tries and now - tries.last <= FORGOTTEN_SECONDS else 0
        self._tries[key] = _Tries(before + 1, now)
        while len(self._tries) > self._most:
            self._tries.popitem(last=False)

    def give_back(self, key: str) -> None:
        tries = self._tries.get(key)
        if tries is not None:
            tries.count -= 1
            if tries.count <= 0:
                del self._tries[key]

    def forget(self, key: str) -> None:
        self._tries.pop(key, None)


class Throttle:
    """Says whether a password may be tried now. `clock` gives seconds."""

    def __init__(
        self, clock: Callable[[], float], by_name: Patience = NAME, most_kept: int = MOST_KEPT
    ) -> None:
        self._clock = clock
        self._pairs = _Counted(PAIR, most_kept)
        self._addresses = _Counted(ADDRESS, most_kept)
        self._names = _Counted(by_name, most_kept)
        self._devices = _Counted(DEVICE, most_kept)

    def begin(self, name: str, address: str, device: str = "") -> float:
        """Begin a try: 0 if it may be made, else how many seconds to wait first.

        `name` is a name as names are compared (`names.folded`); `device` one that is known to be that
        person's, if any.
        """
        now, counted = self._clock(), self._counted(name, address, device)
        wait = max(each.wait(key, now) for each, key in counted)
        if not wait:
            for each, key in counted:
                each.count(key, now)
        return wait

    def succeeded(self, name: str, address: str, device: str = "") -> None:
        """The try was right: it does not count, nor do the tries before it from there."""
        for each, key in self._counted(name, address, device):
            if each in (self._pairs, self._devices):
                each.forget(key)
            else:
                each.give_back(key)

    def _counted(self, name: str, address: str, device: str) -> list[tuple[_Counted, str]]:
        name, near = name[:LONGEST_KEY], network(address)
        if device:
            return [(self._devices, f"{name}\n{device[:LONGEST_KEY]}")]
        return [
            (self._pairs, f"{name}\n{near}"),
            (self._addresses, near),
            (self._names, name),
        ]

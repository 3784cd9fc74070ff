"""Slows down who tries one password after another, by the name tried and by the address tried from.

A few wrong tries are anybody's. After them each further try must wait, twice as long every time. A
try counts as wrong from the moment it begins, so that many at once do not slip through together.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

NAME_TRIES = 5
ADDRESS_TRIES = 30
"""More than for a name: a whole casino may come from one address."""
FIRST_WAIT_SECONDS = 2.0
LONGEST_WAIT_SECONDS = 300.0
FORGOTTEN_SECONDS = 3600.0
"""After so long without a try, the tries before do not count."""
MOST_KEPT = 20_000
LONGEST_KEY = 80


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

    def wait(self, free: int, now: float) -> float:
        """How many seconds from now the next try may be."""
        if self.count < free:
            return 0.0
        # A wait of 2 ** 20 seconds is longer than the longest already.
        after = FIRST_WAIT_SECONDS * 2.0 ** min(self.count - free, 20)
        return max(0.0, self.last + min(after, LONGEST_WAIT_SECONDS) - now)


class _Counted:
    """Tries by key; those that lie back longest are forgotten first."""

    def __init__(self, free: int, most: int) -> None:
        self._free, self._most = free, most
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tries)

    def wait(self, key: str, now: float) -> float:
        tries = self._tries.get(key)
        if tries is None or now - tries.last > FORGOTTEN_SECONDS:
            return 0.0
        return tries.wait(self._free, now)

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
    """Says whether a sign-in may be tried now. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float], most_kept: int = MOST_KEPT) -> None:
        self._clock = clock
        self._names = _Counted(NAME_TRIES, most_kept)
        self._addresses = _Counted(ADDRESS_TRIES, most_kept)

    def begin(self, name: str, address: str) -> float:
        """Begin a try: 0 if it may be made, else how many seconds to wait first.

        `name` is a name as names are compared (`accounts.folded`).
        """
        now, name, address = self._clock(), name[:LONGEST_KEY], network(address)
        wait = max(self._names.wait(name, now), self._addresses.wait(address, now))
        if not wait:
            self._names.count(name, now)
            self._addresses.count(address, now)
        return wait

    def succeeded(self, name: str, address: str) -> None:
        """The try was right: it does not count, nor do the name's tries before it."""
        self._names.forget(name[:LONGEST_KEY])
        self._addresses.give_back(network(address))

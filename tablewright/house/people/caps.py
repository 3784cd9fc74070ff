"""How much of the house one person, one address and everyone together may take up."""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tablewright.house.people.person import Person
from tablewright.house.people.throttle import TooManyTries, network
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say

HOUR_SECONDS = 3600.0
MOST_ADDRESSES = 20_000


class Caps(NamedTuple):
    """The most there may be of each."""

    connections: int = 12_500
    """Of any kind, where the system lets the house open as many files."""
    sockets_each: int = 20
    """Connections of one person to tables; of one address, for passers-by."""
    sockets: int = 10_000
    guests_each: int = 60
    """Guests who come in from one address within an hour."""
    guests: int = 2000
    seats: int = 3
    """Tables at which a person with an account sits at once."""
    guest_seats: int = 2
    questions: int = 400
    """Questions that wait at the workbench."""
    questions_each: int = 120
    """Those of people without an account at one address."""


USUAL_CAPS = Caps()


def to_tables(connections: int) -> int:
    """How many of all connections may lead to tables: one in five is kept for requests."""
    return connections - connections // 5


class Sockets:
    """Counts the connections to tables."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._held: Counter[str] = Counter()

    @contextmanager
    def one_more(self, person: Person) -> Iterator[None]:
        """Hold one more connection, or refuse it."""
        key = person.key or f"@{network(person.door.address)}"
        if self._held.total() >= self._caps.sockets:
            raise Refused(
                say(
                    "The house has {sockets} connections open: try again later.",
                    sockets=self._caps.sockets,
                )
            )
        if self._held[key] >= self._caps.sockets_each:
            whose = say("You have") if person.is_known else say("Your address has")
            raise Refused(
                say(
                    "{whose} {sockets_each} connections open: close one, then try again.",
                    whose=whose,
                    sockets_each=self._caps.sockets_each,
                )
            )
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class Guests:
    """Counts the guests who came in within the last hour. `clock` gives seconds."""

    def __init__(self, caps: Caps, clock: Callable[[], float]) -> None:
        self._caps, self._clock = caps, clock
        self._all: deque[float] = deque()
        self._by_address: OrderedDict[str, deque[float]] = OrderedDict()

    def come_in(self, address: str) -> None:
        """Count one more guest, or refuse them for now."""
        now, near = self._clock(), network(address)
        here = self._by_address.pop(near, deque())
        self._by_address[near] = here
        while len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)
        for come, most in ((here, self._caps.guests_each), (self._all, self._caps.guests)):
            while come and come[0] <= now - HOUR_SECONDS:
                come.popleft()
            if len(come) >= most:
                raise TooManyGuests(come[0] + HOUR_SECONDS - now)
        here.append(now)
        self._all.append(now)


class TooManyGuests(TooManyTries):
    """No more guests for now."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait, say("Too many guests have come in"))


def refuse_seat(caps: Caps, person: Person, held: int) -> None:
    """Refuse one more seat to a person who sits at as many tables as one may."""
    most = caps.guest_seats if person.is_guest else caps.seats
    if held >= most:
        tables = say("a table") if most == 1 else say("{most} tables", most=most)
        raise Forbidden(
            say("You sit at {tables} already: leave one, then sit down here.", tables=tables),
            "house.places",
        )

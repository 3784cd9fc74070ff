"""Chips and accounts: every movement takes from one account what it gives to another.

Chips are counted by denomination, in cents. The accounts of a table are the float, the wager spots, the
players' chips, the drop box and the tips; the cage and the patrons' own money lie outside it and may go
below zero. Whatever happens, all accounts together hold nothing.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import msgspec

from tablewright.rules.errors import Refused, quoted

Chips: TypeAlias = dict[int, int]
"""How many chips of each denomination."""

FLOAT, DROP, TIPS, CAGE, PATRONS = "float", "drop-box", "tips", "cage", "patrons"
MISSING = "missing"
"""What a closing count found to be short or over: nobody knows where it went or came from."""
OUTSIDE = (CAGE, PATRONS, MISSING)
"""The accounts beyond the table: what came from there is owed to it."""


def rail(place: int) -> str:
    """The account of the chips in front of a player."""
    return _RAILS[place]


_RAILS = [f"rail:{place}" for place in range(100)]


@cache
def spot(place: int, wager: str, for_dealer: bool = False) -> str:
    """The account of a wager's place on the felt."""
    return f"spot:{place}:{wager}{':dealer' if for_dealer else ''}"


@cache
def place_of(account: str) -> int:
    """The place whose chips an account holds, before the player or on the felt; 0 for all others.

    >>> place_of("rail:3"), place_of("spot:12:ante:dealer"), place_of("float")
    (3, 12, 0)
    """
    kind, _, rest = account.partition(":")
    return int(rest.partition(":")[0]) if kind in ("rail", "spot") else 0


@cache
def wagered_at(account: str) -> int:
    """The place whose wager lies in an account; 0 if it is not a wager's.

    >>> wagered_at(spot(3, "ante")), wagered_at(rail(3))
    (3, 0)
    """
    return place_of(account) if account.startswith("spot:") else 0


@cache
def wager_in(account: str) -> str:
    """The wager that lies in an account; empty if it is not a wager's.

    >>> wager_in(spot(3, "ante", True)), wager_in(rail(3))
    ('ante', '')
    """
    return account.split(":")[2] if account.startswith("spot:") else ""


def worth(chips: Mapping[int, int]) -> int:
    """What chips are worth, in cents.

    >>> worth({500: 3, 100: 2})
    1700
    """
    total = 0
    for value, count in chips.items():
        total += value * count
    return total


def times(chips: Mapping[int, int], by: int) -> Chips:
    """So many times the same chips."""
    return {value: count * by for value, count in chips.items()}


def add_chips(one: Mapping[int, int], other: Mapping[int, int]) -> Chips:
    """Both."""
    summed = dict(one)
    for value, count in other.items():
        summed[value] = summed.get(value, 0) + count
    return {value: summed[value] for value in sorted(summed, reverse=True)}


def put(held: Chips, more: Mapping[int, int]) -> None:
    """More chips, laid to those held."""
    for value, count in more.items():
        held[value] = held.get(value, 0) + count


def take(held: Chips, some: Mapping[int, int]) -> None:
    """Some of the chips held, taken from them."""
    for value, count in some.items():
        held[value] -= count


def holds(held: Mapping[int, int], wanted: Mapping[int, int]) -> bool:
    """Whether these chips are among those held."""
    for value, count in wanted.items():  # noqa: SIM110 - a generator takes three times as long
        if held.get(value, 0) < count:
            return False
    return True


def made_of(cents: int, held: Mapping[int, int]) -> Chips | None:
    """An amount in as few of the chips held as can be; None if they do not make it.

    Each denomination divides the next, so taking the largest first never misses a way.

    >>> made_of(1700, {2500: 4, 500: 2, 100: 9})
    {500: 2, 100: 7}
    >>> made_of(1700, {500: 9}) is None
    True
    """
    left, made = cents, {}
    for value in sorted(held, reverse=True):
        if left >= value:
            count = min(left // value, held[value])
            if count > 0:
                made[value] = count
                left -= value * count
                if not left:
                    return made
    return None if left else made


def fewest_chips(cents: int, denominations: Iterable[int]) -> Chips:
    """An amount as a cage hands it out: the fewest chips there are."""
    made: Chips = {}
    for value in sorted(denominations, reverse=True):
        count, cents = divmod(cents, value)
        if count:
            made[value] = count
    if cents:
        raise Refused(f"{cents} cents are left over: expected a multiple of the smallest chip")
    return made


def chips_text(chips: Mapping[int, int]) -> str:
    """Chips as people count them.

    >>> chips_text({500: 3, 50: 1})
    '3 x $5, 1 x $0.50'
    """
    counted = [f"{chips[value]} x {money(value)}" for value in sorted(chips, reverse=True)]
    return ", ".join(counted) or "nothing"


@lru_cache(maxsize=4096)
def money(cents: int) -> str:
    """An amount as it is said: without cents where there are none.

    >>> money(500), money(150), money(-150)
    ('$5', '$1.50', '-$1.50')
    """
    sign, cents = ("-", -cents) if cents < 0 else ("", cents)
    whole = f"{sign}${cents // 100:,}"
    return f"{whole}.{cents % 100:02}" if cents % 100 else whole


def refuse_denominations(denominations: Iterable[int]) -> None:
    """Refuse chips that could not make up amounts largest first."""
    values = sorted(denominations)
    if not values or values[0] < 1 or len(set(values)) < len(values):
        raise Refused(
            f"the chips are {quoted(values)}: expected different amounts of a cent or more"
        )
    for smaller, larger in pairwise(values):
        if larger % smaller:
            raise Refused(
                f"a chip of {money(larger)} is not a multiple of {money(smaller)}:"
                " expected each denomination to divide the next"
            )


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Chips or cash from one account to another."""

    source: str
    target: str
    chips: Chips = {}
    cash: int = 0

    @property
    def cents(self) -> int:
        return worth(self.chips) + self.cash


class Sums(NamedTuple):
    """What was staked and came back, in cents, and what came back without being played for."""

    staked: int
    returned: int
    given_back: int


class Account(msgspec.Struct):
    """What lies in one place."""

    chips: Chips = msgspec.field(default_factory=dict)
    cash: int = 0

    @property
    def cents(self) -> int:
        return worth(self.chips) + self.cash


class Bank(msgspec.Struct):
    """All accounts of a table. An account that holds nothing is not kept."""

    accounts: dict[str, Account] = msgspec.field(default_factory=dict)

    def copied(self) -> "Bank":
        """The same accounts, to go on by themselves from here."""
        return Bank(
            {name: Account(dict(each.chips), each.cash) for name, each in self.accounts.items()}
        )

    def chips(self, account: str) -> Chips:
        held = self.accounts.get(account)
        return held.chips if held else {}

    def cents(self, account: str) -> int:
        held = self.accounts.get(account)
        return held.cents if held else 0

    def make(self, move: Move) -> None:
        """Carry out a movement that was decided before."""
        giver, taker, chips, cash = move.source, move.target, move.chips, move.cash
        assert giver != taker, f"{giver}: expected another account to move to"
        assert cash >= 0, f"{cash} cents in cash: expected none or more"
        accounts = self.accounts
        source, target = accounts.get(giver), accounts.get(taker)
        gives = {} if source is None else source.chips
        for value, count in chips.items():
            is_there = gives.get(value, 0) >= count or giver in OUTSIDE
            assert is_there and count >= 0, f"{move}: expected chips that are there"  # noqa: PT018
        if source is None:
            source = accounts[giver] = Account(gives)
        if target is None:
            target = accounts[taker] = Account()
        gets = target.chips
        for value, count in chips.items():
            # None of a denomination are not kept.
            if left := gives.get(value, 0) - count:
                gives[value] = left
            else:
                gives.pop(value, None)
            if lies := gets.get(value, 0) + count:
                gets[value] = lies
            else:
                gets.pop(value, None)
        if cash:
            source.cash -= cash
            target.cash += cash
        if not gives and not source.cash:
            del accounts[giver]
        if not gets and not target.cash:
            del accounts[taker]

    def can_make(self, moves: Iterable[Move]) -> bool:
        """Whether movements can be carried out one after another."""
        held: dict[str, Chips] = {}
        for move in moves:
            source = held.setdefault(move.source, dict(self.chips(move.source)))
            if move.source not in OUTSIDE and not holds(source, move.chips):
                return False
            target = held.setdefault(move.target, dict(self.chips(move.target)))
            for value, count in move.chips.items():
                source[value] = source.get(value, 0) - count
            put(target, move.chips)
        return True

    @property
    def house_won(self) -> int:
        """What the house has won so far: float and drop box, less what the cage has given."""
        return self.cents(FLOAT) + self.cents(DROP) + self.cents(CAGE)

    def total(self) -> int:
        """The sum of all accounts: always nothing."""
        return sum(account.cents for account in self.accounts.values())

    def overdrawn(self) -> str:
        """The name of an account at the table that holds less than nothing, if there is one."""
        for name, account in self.accounts.items():
            if name not in OUTSIDE and (
                account.cash < 0 or min(account.chips.values(), default=0) < 0
            ):
                return name
        return ""

"""Voiding: what was settled before a round was declared void is taken back, where a reading says so.

Each wager comes to what the void round makes of it, by one more transfer: winnings go back to the float
and lost stakes to their players. Chips that are no longer there are not conjured up: what is there is
taken, in any chips of the same worth, and what is missing is written down.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tablewright.rules.language import say
from tablewright.table.acts.payments import Settled, from_rack
from tablewright.table.chips import (
    FLOAT,
    TIPS,
    Chips,
    Move,
    Sums,
    holds,
    made_of,
    money,
    put,
    rail,
    take,
    worth,
)
from tablewright.table.record import Event, event
from tablewright.table.scene import beside
from tablewright.table.words import PAYMENT, Telling

if TYPE_CHECKING:
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene


@event(
    {
        "from": "{whose} {wager}{for_dealer} was paid and the round is void: {cents} goes back to the"
        " float{short}.",
        "to": "{whose} {wager}{for_dealer} was taken and the round is void: {cents} goes back to"
        " {whom}.",
    }
)
class TakenBack(Event, frozen=True):
    """One wager that was settled comes to what the void round makes of it."""

    names_rule: ClassVar[str] = "rule"

    place: int
    wager: str
    rule: str
    """The irregularity that voided the round."""
    stake: int
    was: int
    """What had come back of it."""
    returned: int
    """What comes back of it in the void round."""
    moves: tuple[Move, ...] = ()
    short: int = 0
    """What should have gone to the float and was no longer there."""
    for_dealer: bool = False

    def moved(self) -> Sequence[Move]:
        return self.moves

    @property
    def sums(self) -> Sums:
        """What it changes in the wagers played."""
        if self.returned == self.stake:
            return Sums(-self.stake, -self.was, self.stake)
        return Sums(0, self.returned - self.was, 0)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        short = (
            say("; {short} is no longer there and is still owed", short=money(self.short))
            if self.short
            else ""
        )
        slots = {
            "whose": s.whose(self.place),
            "whom": s.whom(self.place),
            "wager": s.name(self.wager),
            "for_dealer": beside(self.for_dealer),
            "cents": money(abs(_into_float(self.moves))),
            "short": short,
        }
        yield Telling(PAYMENT, slots, "from" if self.was > self.returned else "to", self.place)


def _into_float(moves: Iterable[Move]) -> int:
    """What the float has more by some movements, in cents; less, if it is negative."""
    return sum(move.cents if move.target == FLOAT else -move.cents for move in moves)


def taken_back(t: "Table", rule: str) -> list[TakenBack]:
    """What follows for the wagers settled, when the round is void under a rule.

    Refused while the rack cannot give back what it took. What players get back comes first, so that as
    little as can be is missing of what they give.
    """
    bank = t.state.bank
    held = {FLOAT: Chips()} | {n: dict(account.chips) for n, account in bank.accounts.items()}
    differ = list(_differing(t))
    differ.sort(key=lambda each: each.settled.returned > each.returned)
    return [_taken_back(each, rule, held) for each in differ]


class _Differs(NamedTuple):
    """A wager that was settled otherwise than the void round settles it."""

    settled: Settled
    returned: int


def _differing(t: "Table") -> Iterator[_Differs]:
    for each in t.state.settled:
        facts = t.book.contest.void_facts(t.state.seats[each.place].decision or None)
        returned = t.book.cashier.settle(each.wager, each.stake, facts).returned
        if returned != each.returned:
            yield _Differs(each, returned)


def _taken_back(differs: _Differs, rule: str, held: dict[str, Chips]) -> TakenBack:
    """The transfers for one wager; `held` is what each account holds as those before leave it."""
    was, returned = differs
    owed, moves, short = returned - was.returned, list[Move](), 0
    if was.for_dealer and was.won > 0:
        # It lies in the tip box with what it won, and goes back to the player who staked it.
        moves, short = _collected(TIPS, was, was.returned, held)
        owed = returned
    elif owed < 0:
        moves, short = _collected(rail(was.place), was, -owed, held)
    if owed > 0:
        chips = _lost(was, owed, held[FLOAT])
        moves.append(Move(FLOAT, rail(was.place), chips))
        put(held.setdefault(rail(was.place), {}), chips)
    return TakenBack(
        was.place,
        was.wager,
        rule,
        was.stake,
        was.returned,
        returned,
        tuple(moves),
        short,
        was.for_dealer,
    )


def _lost(was: Settled, cents: int, rack: Chips) -> Chips:
    """A stake as it was taken, or the same amount in other chips."""
    for move in was.moves:
        if move.target == FLOAT and move.cents == cents and holds(rack, move.chips):
            take(rack, move.chips)
            return dict(move.chips)
    return from_rack(cents, rack)


def _collected(
    source: str, was: Settled, cents: int, held: dict[str, Chips]
) -> tuple[list[Move], int]:
    """So much from an account to the float, with change if no chips make it up; what is missing."""
    own, rack = held.setdefault(source, {}), held[FLOAT]
    paid = next((m.chips for m in was.moves if m.source == FLOAT and m.cents == cents), {})
    given = dict(paid) if paid and holds(own, paid) else _up_to(cents, own)
    change: Chips = {}
    left = cents - worth(given)
    larger = [value for value, count in own.items() if count > given.get(value, 0) and value > left]
    if left and larger:
        change = made_of(min(larger) - left, rack) or {}
        if change:
            put(given, {min(larger): 1})
            left = 0
    moves = [Move(source, FLOAT, given)] if given else []
    moves += [Move(FLOAT, source, change)] if change else []
    for gives, gets, chips in ((own, rack, given), (rack, own, change)):
        take(gives, chips)
        put(gets, chips)
    return moves, left


def _up_to(cents: int, held: Chips) -> Chips:
    """As much of an amount as the chips held make up, the largest first."""
    made: Chips = {}
    for value in sorted(held, reverse=True):
        count = min((cents - worth(made)) // value, held[value])
        if count > 0:
            made[value] = count
    return made

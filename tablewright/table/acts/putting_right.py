"""Putting chips right: which chips move so that each wager of a place comes to what it was at the call.

What hangs on a wager follows it: one that must be equal, one that follows by the decision, one that
cannot lie there without it, and what lies beside it for the dealer.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec

from tablewright.rules.language import say, worded
from tablewright.rules.phases import PhaseId
from tablewright.rules.protection import Incident, Seen
from tablewright.rules.wagers import SameAs, Times
from tablewright.table.acts.payments import FILL_FIRST, facts_of
from tablewright.table.allowed import No
from tablewright.table.chips import (
    FLOAT,
    Chips,
    Move,
    Sums,
    chips_text,
    holds,
    made_of,
    money,
    put,
    rail,
    spot,
    take,
    worth,
)
from tablewright.table.record import Event, event
from tablewright.table.state import Paid
from tablewright.table.words import JOURNAL, PAYMENT, Telling

if TYPE_CHECKING:
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


class Change(NamedTuple):
    """Chips that were laid, taken off or moved."""

    place: int
    wager: str
    chips: Chips
    to: str = ""
    """The wager that they were moved to."""


def put_right(t: "Table", incident: Incident, change: Change) -> tuple[Move, ...] | No:
    """The chips that move, so that a wager plays as it was; or why they cannot."""
    after = _after(t, incident.seen, change)
    if isinstance(after, No):
        return No(after.says, after.rule or incident.id)
    return _Righting(t, incident, change).moves(after)


def reckoned(t: "Table", incident: Incident, rule: str, change: Change) -> "list[Reckoned]":
    """What each wager that was settled comes to, when chips have been put right under a rule."""
    after = _after(t, incident.seen, change)
    assert not isinstance(after, No)
    found = []
    for wager, lay in after.items():
        was = _settled(t, change.place, wager)
        if was:
            now = _would_come_to(t, change.place, wager, lay, was)
            found.append(
                Reckoned(
                    change.place, wager, rule, lay, now.stake, now.returned, was.stake, was.returned
                )
            )
    return found


@event(
    "{whose} {wager} counts as {stake} with {returned} back, and not as {was_stake} with {was} back."
)
class Reckoned(Event, frozen=True):
    """A wager that was settled comes to something else by a ruling; the chips moved with that."""

    names_rule: ClassVar[str] = "rule"

    place: int
    wager: str
    rule: str
    lay: int
    stake: int
    returned: int
    was_stake: int
    was: int
    """What had come back of it."""

    @property
    def sums(self) -> Sums:
        """What it changes in the wagers played."""
        return Sums(self.stake - self.was_stake, self.returned - self.was, 0)

    def apply(self, state: "State", course: "Course") -> None:
        was = course.settled_as(state, self.place, self.wager)
        assert was is not None
        paid = Paid(self.lay, self.stake, self.returned, was.most, was.is_unplayed)
        state.paid = {**state.paid, spot(self.place, self.wager): paid}
        # A round that is void later takes back what has come of it by then.
        state.settled = tuple(
            msgspec.structs.replace(each, stake=self.stake, returned=self.returned, moves=())
            if is_it
            else each
            for each in state.settled
            for is_it in [
                (each.place, each.wager, each.for_dealer) == (self.place, self.wager, False)
            ]
            if self.stake or not is_it
        )

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "whose": s.whose(self.place),
            "wager": s.name(self.wager),
            "stake": money(self.stake),
            "returned": money(self.returned),
            "was_stake": money(self.was_stake),
            "was": money(self.was),
        }
        yield Telling(PAYMENT, slots, place=self.place, to=JOURNAL, is_detail=True)


# What each wager comes to --------------------------------------------------------------------------


def _after(t: "Table", seen: Seen, change: Change) -> dict[str, int] | No:
    """What each wager that changes comes to, in cents; or why it cannot have been so."""
    place, wager, chips, to = change
    for id in filter(None, (wager, to)):
        if id in t.book.offer.following:
            name = worded(t.book.wagers[id].name, "wager")
            return No(
                say("{name} follows from the decision: the record counts just that.", name=name)
            )
    cents = worth(chips)
    off, on = (wager, "") if seen in (Seen.LATE, Seen.CAPPED, Seen.WRONG_BOX) else (to, wager)
    after: dict[str, int] = {}
    if off:
        after[off] = _lay(t, place, off) - cents
        if after[off] < 0:
            return _not_there(t, change, off)
        if seen is Seen.CAPPED and not after[off]:
            return No("Nothing is left of the wager without these chips. Report a late wager.")
        if seen is Seen.LATE and after[off]:
            return No("More lies there than these chips. Report chips that were added.")
    if on:
        if no := _unplayed(t, place, on):
            return no
        after[on] = _lay(t, place, on) + cents
    _follow(t, place, after)
    if no := _unfit(t, place, after):
        return no
    if t.state.is_void and any(_settled(t, place, id) for id in after):
        return No("The round is void, and this was settled before. Put it right by a correction.")
    return after


def _not_there(t: "Table", change: Change, wager: str) -> No:
    name, lies = worded(t.book.wagers[wager].name, "wager"), _lay(t, change.place, wager)
    return No(
        say(
            "{chips} cannot come off {name} at {place}: by the record {lies} lies there.",
            chips=chips_text(change.chips),
            name=name,
            place=t.place(change.place),
            lies=money(lies),
        )
    )


def _unplayed(t: "Table", place: int, wager: str) -> No | None:
    """That nothing more can be played for on this wager: the round is void, or the hands are dealt."""
    if t.state.is_void:
        return No("The round is void: nothing is put back in play.")
    is_before_deal = t.state.phase in (PhaseId.WAGERS, PhaseId.DEAL)
    if t.book.is_draw or is_before_deal or _lay(t, place, wager):
        return None
    name = worded(t.book.wagers[wager].name, "wager")
    return No(say("The hand was dealt without {name}. Put it right by a correction.", name=name))


def _unfit(t: "Table", place: int, after: dict[str, int]) -> No | None:
    """That wagers cannot have lain so at the call: unequal, or without one that they need."""
    if not t.state.is_begun:
        return None
    comes_to = {id: after.get(id, _lay(t, place, id)) for id in t.book.wagers}
    for id, decided in t.book.ruleset.wagers.items():
        same = decided.wager.stake
        others = {need.wager for need in decided.needs}
        unequal = isinstance(same, SameAs) and comes_to[same.wager] != comes_to[id]
        lacking = [other for other in others if not comes_to[other]]
        if comes_to[id] and (unequal or lacking) and after.keys() & {id, *others}:
            name = worded(t.book.wagers[id].name, "wager")
            return No(
                say(
                    "{name} cannot have stood like that at the call. Report what else was moved"
                    " or laid.",
                    name=name,
                )
            )
    return None


def _lay(t: "Table", place: int, wager: str) -> int:
    """What a wager was or is by the record, in cents."""
    paid = _settled(t, place, wager)
    return paid.lay if paid else t.state.bank.cents(spot(place, wager))


def _settled(t: "Table", place: int, wager: str) -> Paid | None:
    """How a wager was settled; nothing, if it is still to be."""
    return t.course.settled_as(t.state, place, wager)


def _would_come_to(t: "Table", place: int, wager: str, lay: int, was: Paid) -> Paid:
    """How so much would have been settled."""
    stake = lay if was.most is None else min(lay, was.most)
    if was.is_unplayed or not stake:
        return Paid(lay, stake, stake, was.most)
    paid = t.book.cashier.settle(wager, stake, facts_of(t, place, wager))
    return Paid(lay, stake, paid.returned, was.most)


def _follow(t: "Table", place: int, after: dict[str, int]) -> None:
    """What hangs on wagers that change changes with them."""
    lying = [id for id in t.book.wagers if _lay(t, place, id)]
    while fresh := {
        id: cents
        for id in lying
        if id not in after
        for cents in _wanted(t, place, id, after)
        if cents != _lay(t, place, id)
    }:
        after |= fresh


def _wanted(t: "Table", place: int, wager: str, after: dict[str, int]) -> Iterator[int]:
    """What a wager must come to because of others that change, in cents."""
    wagers, decision = t.book.ruleset.wagers, t.state.seats[place].decision
    match wagers[wager].wager.stake:
        case Times(first, by_decision) if first in after:
            yield after[first] * by_decision.get(decision, 0)
        case SameAs(first) if first in after:
            yield after[first]
    for id, cents in after.items():
        if wagers[id].wager.stake == SameAs(wager):
            yield cents
    for need in wagers[wager].needs:
        if after.get(need.wager) == 0:
            yield 0


# How the chips move --------------------------------------------------------------------------------


class _Righting:
    """Moves the chips of one place; rack and rail are kept as the moves leave them."""

    def __init__(self, t: "Table", incident: Incident, change: Change) -> None:
        self.t, self.incident, self.change = t, incident, change
        bank = t.state.bank
        self.rack: Chips = dict(bank.chips(FLOAT))
        self.rail: Chips = dict(bank.chips(rail(change.place)))
        self.made: list[Move] = []

    def moves(self, after: dict[str, int]) -> tuple[Move, ...] | No:
        place, wager, _, to = self.change
        won, left = 0, []
        for id, cents in after.items():
            paid = _settled(self.t, place, id)
            if paid:
                won += _would_come_to(self.t, place, id, cents, paid).won - paid.won
            else:
                left.append(id)
        if to in left and wager in left and to:
            if no := self._not_on(spot(place, to)):
                return no
            self.made.append(Move(spot(place, to), spot(place, wager), dict(self.change.chips)))
            left = [id for id in left if id not in (to, wager)]
        for id in left:
            no = self._bring(spot(place, id), after[id], self.chips_of(id))
            no = no or self._bring_beside(id, after[id])
            if no:
                return no
        return self._make_up(won) or tuple(self.made)

    def chips_of(self, wager: str) -> Chips:
        """The very chips that were seen on a wager, where it is about them."""
        return self.change.chips if wager in (self.change.wager, self.change.to) else {}

    def _not_on(self, name: str) -> No | None:
        """That the very chips that were seen do not lie on a wager, if so."""
        if holds(self.t.state.bank.chips(name), self.change.chips):
            return None
        no = _not_there(self.t, self.change, name.split(":")[2])
        return No(no.says, self.incident.id)

    def _bring(self, name: str, cents: int, named: Chips) -> No | None:
        """What lies on a wager comes to so much: the rest goes to the player, or comes from them."""
        held, own = self.t.state.bank.chips(name), rail(self.change.place)
        over = worth(held) - cents
        if over > 0:
            if named and (no := self._not_on(name)):
                return no
            chips = named or made_of(over, held)
            if chips is None:
                return self._change(name, held, cents)
            put(self.rail, chips)
            self.made.append(Move(name, own, dict(chips)))
        elif over < 0:
            chips = named or made_of(-over, self.rail)
            if chips is None or not holds(self.rail, chips):
                return self._lacking(-over)
            take(self.rail, chips)
            self.made.append(Move(own, name, dict(chips)))
        return None

    def _bring_beside(self, wager: str, cents: int) -> No | None:
        """What lies for the dealer beside a wager is no higher than it."""
        name = spot(self.change.place, wager, True)
        lies = self.t.state.bank.cents(name)
        return self._bring(name, cents, {}) if lies > cents else None

    def _change(self, name: str, held: Chips, cents: int) -> No | None:
        """Chips that do not divide are changed in the rack."""
        own, over = rail(self.change.place), worth(held) - cents
        put(self.rack, held)
        self.made.append(Move(name, FLOAT, dict(held)))
        for target, part in ((name, cents), (own, over)):
            chips = made_of(part, self.rack)
            if chips is None:
                return self._no_rack(part)
            take(self.rack, chips)
            if chips:
                self.made.append(Move(FLOAT, target, chips))
        return None

    def _make_up(self, won: int) -> No | None:
        """What was paid or taken on wagers that were settled is made up for."""
        own = rail(self.change.place)
        if won > 0:
            chips = made_of(won, self.rack)
            if chips is None:
                return self._no_rack(won)
            self.made.append(Move(FLOAT, own, chips))
        elif won < 0:
            chips = made_of(-won, self.rail)
            if chips is None:
                return self._lacking(-won)
            self.made.append(Move(own, FLOAT, chips))
        return None

    def _lacking(self, cents: int) -> No:
        where = self.t.place(self.change.place)
        return No(
            say(
                "The chips at {where} do not make up {cents}. Have them changed, or put it right by"
                " a correction.",
                where=where,
                cents=money(cents),
            ),
            self.incident.id,
        )

    def _no_rack(self, cents: int) -> No:
        return No(
            say(
                "The chips in the rack do not make up {cents}. Order a fill first.",
                cents=money(cents),
            ),
            FILL_FIRST,
        )

"""Settling: place by place, in the order of the manual; large payments are approved first."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from tablewright.rules.english import capital
from tablewright.rules.errors import Forbidden
from tablewright.rules.language import say
from tablewright.rules.roles import SUPERVISORS
from tablewright.table.acts.payments import APPROVE_FIRST, Settled, settled, settlement
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.chips import money
from tablewright.table.record import Act, Group, Prompt, Record, act
from tablewright.table.scene import beside, bet_on
from tablewright.table.words import DO, EACH, ENGLISH, JOURNAL, PAYMENT, Telling, joined

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


@act(
    "GAME.phase.settle",
    group=Group.ROUND,
    button={"": "Settle", EACH: "Settle {place}"},
    about="Take and pay at the next place.",
    do={
        "": "Settle {place}: {payments}.",
        "house-first": "Settle {place}: the house sees to what is missing first.",
        "wins": "pay {won} on {wager}",
        "wins-tips": "pay {won} on {wager} for the dealer, with the wager to the tip box",
        "loses": "take {wager}",
        "pushes": "{wager} pushes: return it",
        "stays": "{wager} pushes: it stays on the felt",
        "given-back": "return {wager}, as the round is void",
        "small": "return {wager}, under the minimum again",
        "over": "{does} ({excess} over the maximum goes back)",
    },
    happened="The dealer settles {seat}.",
)
class Settle(Act, frozen=True):
    """The dealer settles the next place."""

    is_worked_out: ClassVar[bool] = True

    place: int

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(t.state.pending[0][1])]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        stage, next_place = t.state.pending[0]
        if way.place != next_place:
            source = t.book.texts.cited(t.book.stages[stage].source)
            return No(
                say(
                    "{place} is settled before {after} ({source}).",
                    place=capital(t.place(next_place)),
                    after=t.place(way.place),
                    source=source,
                ),
                t.phase_rule,
            )
        return cls.allowed(way)

    @classmethod
    def comes_out(cls, t: "Table", allowed: Allowed) -> bool:
        try:
            settled(t)
        except Forbidden:
            return False
        return True

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, *settled(t)]

    def apply(self, state: "State", course: "Course") -> None:
        state.pending, state.has_settled = state.pending[1:], True
        state.seats[self.place].is_approved, state.is_look_due = False, False
        course.end_settling(state)

    def prompt(self, t: "Table") -> Prompt:
        """The payments of the next place in order; refused (`Forbidden`) while they cannot be made."""
        stage = t.book.stages[t.state.pending[0][0]]
        payments = "; ".join([payment_to_do(t, each) for each in settled(t)])
        return Prompt(stage.source, {"place": t.place(self.place), "payments": payments})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"seat": s.who(self.place)}
        yield Telling(PAYMENT, slots, place=self.place, to=JOURNAL, is_detail=True)


def payment_to_do(t: "Table", settled: Settled) -> str:
    """What the dealer does with one wager, as its chips will move."""
    case, on = settled.outcome, bet_on(t.book, settled.wager)
    if case == "wins" and settled.for_dealer:
        case = "wins-tips"
    elif case == "given-back" and not t.state.is_void:
        case = "small"
    if case != "wins-tips":
        on += beside(settled.for_dealer)
    does = _worded(case, {"won": money(settled.won), "wager": on})
    if not settled.excess:
        return does
    return _worded("over", {"does": does, "excess": money(settled.excess)})


def _worded(case: str, slots: Mapping[str, str]) -> str:
    """A part of the prompt to settle a place."""
    return ENGLISH.say("settle", DO, case).format_map(slots)


# Approved ------------------------------------------------------------------------------------------


@act(
    APPROVE_FIRST,
    by=SUPERVISORS,
    group=Group.ROUND,
    is_signed=True,
    is_awaited=True,
    button={"": "Approve the payment", EACH: "Approve the payment at {place}"},
    about="A large payment waits for a supervisor.",
    do="Approve the payment at {place}: {payments}.",
    happened="{who} [approve|approves] the payment to {player}.",
)
class Approve(Act, frozen=True):
    """A supervisor approves a large payment."""

    place: int

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(t.state.pending[0][1])] if t.state.pending else []

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place):
            return no
        if way.place not in _to_approve(t):
            return No(say("No payment at {place} waits for approval.", place=t.place(way.place)))
        return cls.allowed(way)

    def apply(self, state: "State", course: "Course") -> None:
        state.seats[self.place].is_approved = True

    def prompt(self, t: "Table") -> Prompt:
        large = [
            say(
                "{winnings} on {wager}",
                winnings=money(each.winnings),
                wager=bet_on(t.book, each.wager),
            )
            for each in settlement(t)
            if each.needs_approval
        ]
        slots = {"place": t.place(self.place), "payments": joined(large)}
        return Prompt(t.book.procedure.approving_source, slots)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"who": s.actor, "player": s.whom(self.place)}
        yield Telling(PAYMENT, slots, place=self.place)


def _to_approve(t: "Table") -> list[int]:
    """The places whose next payment waits for a supervisor; the hand is turned before."""
    state = t.state
    if t.book.setup.approval_from is None or not t.course.is_settling(state) or not state.pending:
        return []
    place = state.pending[0][1]
    if state.seats[place].is_approved:
        return []
    try:
        wagers = settlement(t)
    except Forbidden:
        return []
    return [place] if any(each.needs_approval for each in wagers) else []

"""No more bets: the dealer closes the betting, once every wager can stand and the cards are ready."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablewright.rules import phases
from tablewright.rules.english import capital
from tablewright.rules.language import say
from tablewright.table.acts.shuffling import not_ready
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.chips import spot
from tablewright.table.record import Act, Group, Prompt, act
from tablewright.table.words import CALL, Telling

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.setup import Book
    from tablewright.table.state import State
from tablewright.table.acts.taking_back import unmatched
from tablewright.table.acts.wagers import WAGERING, limits_to_say


@act(
    WAGERING,
    group=Group.ROUND,
    button="No more bets",
    about="Close the betting.",
    do={
        "": "{limits}When everybody has bet, call no more bets.",
        "hands-back": "{limits}When everybody has bet, have all hands and chips well back from the"
        " wagers, and call no more bets.",
    },
    happened={"": "No more bets", "hands-back": "Hands and chips back, please. No more bets"},
)
class NoMoreBets(Act, frozen=True):
    """The dealer closes the betting."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        return not_closing(t) or cls.simply

    def apply(self, state: "State", course: "Course") -> None:
        first = not state.is_begun
        state.is_begun = True
        for place, seat in state.seats.items():
            _forget_advice(state, place)
            seat.to_advise = frozenset()
        course.forget_settled(state)
        if course.book.is_draw:
            before_round, before_card = course.device(state).burns_under(course.book.rulings)
            state.burn_due = before_card + (before_round if first else 0)
            state.burns, state.set_aside = (*state.burns, state.set_aside), 0
        course.lead_on(state, phases.NO_MORE_BETS)

    def prompt(self, t: "Table") -> Prompt:
        procedure, over_or_under = t.book.procedure, limits_to_say(t)
        source = procedure.protection.hands_back or t.phase.source
        if over_or_under:
            source = procedure.limits_source & source
        slots = {"limits": say("Say the limit aloud. ") if over_or_under else ""}
        return Prompt(source, slots, self.call_case(t.book))

    @staticmethod
    def call_case(book: "Book") -> str:
        """Which words a person calls it with."""
        return "hands-back" if book.procedure.protection.hands_back else ""

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(CALL, case="" if s.by.is_house else self.call_case(s.book))


def _forget_advice(state: "State", place: int) -> None:
    """Chips that a wager was brought up to its minimum with were no wager under it by themselves."""
    seat = state.seats[place]
    if not seat.advised:
        return
    this_betting = state.round, len(state.drawn)
    seat.advised = {
        wager: told
        for wager, told in seat.advised.items()
        if (told.round, told.drawn) != this_betting
        or state.bank.cents(spot(place, wager)) < told.cents
    }


def not_closing(t: "Table") -> No | None:
    """Why bets cannot be closed now; nothing, if they can."""
    state = t.state
    if t.is_felt_bare() and not state.is_begun:
        return No("No wager lies on the felt. Wait for one.", t.phase_rule)
    for place in state.seats:
        for why in unmatched(t, place).values():
            said = say(
                "{place}: {why} Have it put right, or give the wager back.",
                place=capital(t.place(place)),
                why=why,
            )
            return No(said, t.phase_rule)
    return not_ready(t)

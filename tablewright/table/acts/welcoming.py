"""Welcoming: a player who is new to the table has the game explained. Play never waits for it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablewright.rules.language import say
from tablewright.rules.roles import DEALER
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.record import Act, Group, Prompt, act
from tablewright.table.words import EACH, HOUSE, Telling

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

GIVEN, SKIPPED = "given", "skipped"


@act(
    "GAME.welcome",
    by=(DEALER,),
    group=Group.PEOPLE,
    chooses="explanation",
    by_house=True,
    button={
        "": "Welcome a player",
        EACH: "Explanation {choice}: {place}",
        GIVEN: "Explained",
        SKIPPED: "Skip",
    },
    about="A player who sits down here for the first time hears how the game is played.",
    fields={"explanation": "Explanation"},
    do="Welcome {player} at {place}, and explain the game.",
    happened={
        GIVEN: "{who} [welcome|welcomes] {player} and [explain|explains] the game.",
        SKIPPED: "{who} [welcome|welcomes] {player}, who needs no explanation.",
        "words": "{says}",
    },
)
class Welcome(Act, frozen=True):
    """A new player is welcomed; the game is explained, or the player does not need that."""

    place: int
    explanation: str = GIVEN
    """`given` or `skipped`."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(place, choice=each) for place in t.state.new_at for each in (GIVEN, SKIPPED)]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place):
            return no
        if way.place not in t.state.new_at:
            return No(
                say("The player at {place} has been welcomed already.", place=t.place(way.place))
            )
        if way.choice not in (GIVEN, SKIPPED):
            return No(
                say(
                    "An explanation is {given} or {skipped}. Choose one.",
                    given=GIVEN,
                    skipped=SKIPPED,
                )
            )
        return cls.allowed(way)

    def apply(self, state: "State", course: "Course") -> None:
        state.new_at = tuple(place for place in state.new_at if place != self.place)

    def prompt(self, t: "Table") -> Prompt:
        player = t.state.seats[self.place].player
        return Prompt(t.book.procedure.welcome, {"player": player, "place": t.place(self.place)})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"who": s.actor, "player": s.whom(self.place)}
        yield Telling(HOUSE, slots, self.explanation, place=self.place)
        if self.explanation == GIVEN and s.by.is_house and (says := s.explained(self.place)):
            yield Telling(HOUSE, {"says": says}, "words", place=self.place)

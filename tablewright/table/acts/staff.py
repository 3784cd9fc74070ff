"""Staff: who takes over a post from whom."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablewright.rules.errors import listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.roles import PIT_BOSS, SUPERVISORS
from tablewright.table.allowed import Allowed, No, Way, wrong_words
from tablewright.table.record import Act, Group, act
from tablewright.table.status import NOT_CLOSED
from tablewright.table.words import ALL, HOUSE, STAFF, Telling, plain

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


@act(
    "house.relief",
    by=SUPERVISORS,
    during=NOT_CLOSED,
    group=Group.PEOPLE,
    chooses="post",
    by_house=True,
    button="Relieve staff",
    about="Another person takes over a post.",
    submit="Relieve",
    fields={"post": "Post", "who": "Who takes over"},
    happened={
        "": "{who} [put|puts] {name} on as {post}.",
        "by-house": "{name} takes over as {post}.",
    },
)
class Relieve(Act, frozen=True):
    """Another person takes over a post.

    At a table for money the house relieves only a person who can no longer hold theirs.
    """

    post: str
    who: str

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(choice=post) for post in _posts(by)]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if way.choice not in _posts(by):
            return No(
                say(
                    "You cannot relieve {choice}. Choose {posts}.",
                    choice=quoted(way.choice),
                    posts=listed(_posts(by)),
                )
            )
        return cls.allowed(way, text="who")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if t.state.holds_other_post(self.who, self.post):
            return No(
                say(
                    "{who} has another post at this table. Choose another person, since nobody signs"
                    " for two posts.",
                    who=self.who,
                )
            )
        return wrong_words(self.who, say("The name"))

    def apply(self, state: "State", course: "Course") -> None:
        state.staff = {**state.staff, self.post: self.who}

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"who": s.actor, "name": self.who, "post": worded(plain(self.post))}
        case = "by-house" if s.by.is_house else ""
        yield Telling(HOUSE, slots, case, to=ALL if self.post == "dealer" else STAFF)


def _posts(by: "Actor") -> tuple[str, ...]:
    """Whom a supervisor may relieve; a pit boss also an inspector, and themself by another."""
    return ("dealer", "inspector", "pit-boss") if by.role is PIT_BOSS else ("dealer",)

"""Countersigning: the second person signs a slip for themself, or it is cancelled.

Those who sign for chips count them and say what they counted: no slip tells them. A count that differs
is written down and moves nothing; after three of them the slip can only be cancelled, so that nobody
guesses their way.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from tablewright.rules.citations import house
from tablewright.rules.errors import Forbidden, listed
from tablewright.rules.language import say, worded
from tablewright.rules.roles import STAFF
from tablewright.table.acts.forms import FormCompleted, date_and_time, form_named
from tablewright.table.acts.money import ON_A_SLIP, Moved
from tablewright.table.allowed import (
    Allowed,
    No,
    Way,
    not_chips,
    wrong_words,
)
from tablewright.table.chips import (
    FLOAT,
    Chips,
    chips_text,
    money,
    worth,
)
from tablewright.table.record import Act, Group, Prompt, Record, act
from tablewright.table.scene import moves_text
from tablewright.table.words import (
    ALL,
    EACH,
    HOUSE,
    MONEY,
    Telling,
    joined,
    person_named,
    post_named,
)
from tablewright.table.words import STAFF as FOR_STAFF

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State
from tablewright.table.acts.irregular import Declare
from tablewright.table.acts.protection import ReportChips
from tablewright.table.acts.slips import (
    CORRECTION,
    COUNTED,
    CREDIT,
    FILL,
    HOLDS,
    RULING,
    VOID,
    SlipPrepared,
)
from tablewright.table.acts.voiding import taken_back

SIGN_FIRST = "house.signatures"
"""The rule that a round is held under until a slip has both signatures."""


MOST_MISCOUNTS = 3
"""So many counts of a slip may differ."""


@act(
    SIGN_FIRST,
    by=STAFF,
    group=Group.FORMS,
    chooses="slip",
    filled=("form", "place", "reason", "post", "who", "differs"),
    blind=("chips",),
    is_signed=True,
    button={"": "Sign the slip", EACH: "Sign {choice}"},
    about="Count the chips, if there are any, then sign.",
    submit="Sign",
    fields={"chips": "Chips you counted"},
    do={
        FILL: "Count the chips that came from the cage, then sign {form}.",
        CREDIT: "Count the chips that go to the cage, then sign {form}.",
        CORRECTION: "Sign {form}: {paid}.",
        VOID: "Sign {form}, or have it cancelled: the round is held.",
        RULING: "Sign {form}, or have it cancelled: the round is held.",
    },
    happened={
        "counted": "{who} [count|counts] {chips} and [sign|signs] {form} {slip}.",
        "correction": "{who} [sign|signs] {form} {slip}.",
        "void": "{who} [sign|signs] {form} {slip}: the round is void.",
        "differs": "{who} [count|counts] {chips}, and {form} {slip} differs: count again, or cancel the"
        " slip.",
    },
)
class Countersign(Act, frozen=True):
    """The second person signs a slip; who signs for chips says what they have counted.

    A count that differs is written down, and nothing moves.
    """

    slip: int
    chips: Chips = msgspec.field(default_factory=dict)
    form: str = ""
    """Filled in: what was signed, and for a correction whose and why."""
    place: int = 0
    reason: str = ""
    post: str = ""
    """Filled in: at which post."""
    who: str = ""
    """Filled in: whose signature it is."""
    differs: bool = False
    """Filled in: the count is not what is on the slip."""

    @property
    def way(self) -> Way:
        return Way(choice=str(self.slip))

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return _ways_of_slips(t)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        slip = _waiting(t, way)
        if isinstance(slip, No):
            return slip
        posts = t.book.second_signers(slip.post)
        if by.role.value not in posts:
            who = joined([post_named(post) for post in posts], "or")
            return No(
                say("Slip {slip} takes the signature of {who}, not yours.", slip=slip.slip, who=who)
            )
        if not by.is_house and t.name_of(by) == slip.who:
            return No(
                say(
                    "{who} has signed slip {slip} already. A second person signs it.",
                    who=slip.who,
                    slip=slip.slip,
                )
            )
        if t.state.miscounts.get(slip.slip, 0) >= MOST_MISCOUNTS:
            return No(
                say(
                    "Slip {slip} was counted {most} times and the count differed each time."
                    " Cancel it and ask for the chips again.",
                    slip=slip.slip,
                    most=MOST_MISCOUNTS,
                )
            )
        seat = t.state.seats.get(slip.place)
        if slip.place and (seat is None or seat.player != slip.player):
            return No(
                say(
                    "Slip {slip} is for {player}, who has left {place}. Cancel it.",
                    slip=slip.slip,
                    player=slip.player,
                    place=t.place(slip.place),
                )
            )
        if not t.state.bank.can_make(slip.moves):
            return No("The chips are no longer there. Cancel the slip.")
        try:
            _what_follows(t, slip)
        except Forbidden as refused:
            return No(str(refused), refused.rule)
        return cls.allowed(way)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if self.chips and t.state.slips[self.slip].form not in COUNTED:
            return No(say("Slip {slip} has no chips to count. Name none.", slip=self.slip))
        return not_chips(t, self.chips)

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        slip, post, name = t.state.slips[self.slip], by.role.value, t.name_of(by)
        differs = self.chips != slip.to_count
        signed = Countersign(
            slip.slip, self.chips, slip.form, slip.place, slip.reason, post, name, differs
        )
        if differs:
            return [signed]
        names = {slip.post: slip.who, post: name}
        form = FormCompleted(slip.form, _slip_says(t, slip, at), names)
        return [signed, *_what_follows(t, slip), form]

    def apply(self, state: "State", course: "Course") -> None:
        if self.differs:
            times = state.miscounts.get(self.slip, 0) + 1
            state.miscounts = {**state.miscounts, self.slip: times}
            return
        state.put_slip_away(self.slip)
        if self.form in HOLDS:
            declared, state.held = state.held, None
            if isinstance(declared, Declare):
                course.rule(state, declared)

    def prompt(self, t: "Table") -> Prompt:
        slip = t.state.slips[self.slip]
        slots = {
            "form": say(
                "{form} {slip} of {who}",
                form=form_named(slip.form),
                slip=slip.slip,
                who=person_named(slip.who),
            )
        }
        if slip.form == CORRECTION:
            (move,) = slip.moves
            way = say("to") if move.source == FLOAT else say("from")
            paid = f"{money(worth(move.chips))} {way} {t.place(slip.place)} ({slip.reason})"
            slots["paid"] = paid
        return Prompt(house("two signatures"), slots, slip.form)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "who": s.actor,
            "form": form_named(self.form),
            "slip": str(self.slip),
            "chips": s.amount(self.chips),
        }
        if self.differs and not s.tells_slips:
            slots["chips"] = say("the chips")  # Those who count again are not to lean on it.
        if self.differs:
            yield Telling(MONEY, slots, "differs", to=FOR_STAFF)
        elif self.form == VOID:
            yield Telling(HOUSE, slots, "void")
        else:
            case = "counted" if self.form in COUNTED else "correction"
            yield Telling(HOUSE, slots, case, to=FOR_STAFF)


def _what_follows(t: "Table", slip: SlipPrepared) -> list[Record]:
    """The chips that move when a slip is signed; refused where the rack cannot give them."""
    held = t.state.held
    if slip.form == VOID:
        assert isinstance(held, Declare)
        return [*taken_back(t, held.irregularity)]
    if slip.form == RULING:
        assert isinstance(held, ReportChips)
        return held.ruled(t, slip.moves)
    return [Moved(slip.moves, ON_A_SLIP)]


def _ways_of_slips(t: "Table") -> list[Way]:
    """A way for each slip that waits for its second signature."""
    return [Way(choice=str(number)) for number in t.state.slips]


def _waiting(t: "Table", way: Way) -> SlipPrepared | No:
    """A slip that waits for its second signature; or that there is none of that number."""
    for number, slip in t.state.slips.items():
        if str(number) == way.choice:
            return slip
    waits = [str(number) for number in t.state.slips]
    which = say("Waiting: {waits}.", waits=listed(waits)) if waits else say("No slip waits.")
    return No(
        say("Slip {choice} does not wait for a signature. {which}", choice=way.choice, which=which)
    )


@act(
    SIGN_FIRST,
    by=STAFF,
    group=Group.FORMS,
    chooses="slip",
    filled=("form", "asked_by"),
    button={"": "Cancel a slip", EACH: "Cancel {choice}"},
    about="Nothing has moved, and nothing will. The journal keeps the slip and the reason.",
    submit="Cancel the slip",
    fields={"reason": "Reason"},
    happened="{who} [cancel|cancels] {form} {slip}, asked for by {name}: {reason}.",
)
class CancelSlip(Act, frozen=True):
    """A slip that waits for its second signature is torn up."""

    slip: int
    reason: str
    form: str = ""
    """Filled in: what it was."""
    asked_by: str = ""
    """Filled in: who asked for it."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return _ways_of_slips(t)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        slip = _waiting(t, way)
        return slip if isinstance(slip, No) else cls.allowed(way, text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.reason, say("The reason"))

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        slip = t.state.slips[self.slip]
        return [CancelSlip(self.slip, self.reason, slip.form, slip.who)]

    def apply(self, state: "State", course: "Course") -> None:
        if self.form in HOLDS:
            state.held = None
        state.put_slip_away(self.slip)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "who": s.actor,
            "form": form_named(self.form),
            "slip": str(self.slip),
            "name": person_named(self.asked_by),
            "reason": self.reason,
        }
        yield Telling(HOUSE, slots, to=FOR_STAFF if self.form in COUNTED else ALL)


def _slip_says(t: "Table", slip: SlipPrepared, at: datetime) -> dict[str, str]:
    """What is written on a slip."""
    says = {"table": t.book.setup.table, **date_and_time(at), "number": str(slip.slip)}
    if slip.form == VOID:
        declared = t.state.held
        assert isinstance(declared, Declare)
        irregularity, ruling = t.course.ruling(t.state, declared)
        return says | {
            "round": str(t.state.round),
            "irregularity": irregularity.title,
            "ruling": worded(ruling.says),
        }
    if slip.form == RULING:
        about = {"place": t.place(slip.place), "player": slip.player, "reason": slip.reason}
        return says | about | {"moves": moves_text(t.book, slip.moves)}
    (move,) = slip.moves
    if slip.place:
        says |= {"place": t.place(slip.place), "player": slip.player, "reason": slip.reason}
        says["way"] = say("to the player") if move.source == FLOAT else say("from the player")
    return says | {"chips": chips_text(move.chips), "total": money(worth(move.chips))}

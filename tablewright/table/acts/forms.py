"""The float and the forms: counted, signed by dealer and supervisor, kept in the journal."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.citations import Passage, house
from tablewright.rules.errors import listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.money import LARGEST_STAKE_CENTS
from tablewright.rules.roles import DEALER, STAFF, SUPERVISORS
from tablewright.table.acts.money import AS_COUNTED, Moved
from tablewright.table.acts.opening import RULE, WHAT_IS_MISSING
from tablewright.table.allowed import Allowed, No, Way, not_chips, wrong_words
from tablewright.table.chips import (
    CAGE,
    DROP,
    FLOAT,
    MISSING,
    Chips,
    Move,
    chips_text,
    money,
    worth,
)
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.status import CLOSING, NOT_CLOSED, OPENING
from tablewright.table.words import (
    EACH,
    HOUSE,
    MONEY,
    UNNAMED,
    Telling,
    joined,
    pairs,
    person_named,
    plain,
)
from tablewright.table.words import STAFF as FOR_STAFF

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

OPENER, ERROR, CLOSER = "opener", "error-notification", "closer"
SLIP_IN, SLIP_OUT = "card-and-dice-slip-in", "card-and-dice-slip-out"
FORMS = {
    OPENER: "Opener",
    CLOSER: "Closer",
    ERROR: "Error notification",
    SLIP_IN: "Card and dice slip, cards in",
    SLIP_OUT: "Card and dice slip, cards out",
    "fill": "Fill slip",
    "credit": "Credit slip",
    "correction": "Correction slip",
    "void-round": "Void slip",
    "ruling": "Ruling slip",
}
"""Every form by its name."""
USES = {
    OPENER: "The float as it was counted at the opening. Dealer and supervisor sign.",
    CLOSER: "The float, the drop box and the result at the closing. Dealer and supervisor sign.",
    ERROR: "A float that is not what the records say, and how it differs. Dealer and supervisor sign.",
    SLIP_IN: "The cards as they go into play, with date, table and time. Dealer and supervisor sign.",
    SLIP_OUT: "The cards as they leave the table. Dealer or supervisor signs.",
    "fill": "Chips from the cage to the rack. Two people sign; the second counts blind.",
    "credit": "Chips from the rack to the cage. Two people sign; the second counts blind.",
    "correction": "A wrong payment put right by another movement of chips. Two people sign.",
    "void-round": "A round that is declared void once cards lie open. Two people sign.",
    "ruling": "A ruling that moves money once cards have decided. Two people sign.",
}
"""What each form is for, and who signs it."""
ON_EVERY_FORM = ("table", "game", "date", "time")
ONLY_IN_FULL = ("float",)
"""What a form lists chip by chip; its total stands beside it."""
BOTH = ("dealer", "inspector")
CLOSING_THE_TABLE = house("closing the table")


def form_named(form: str) -> str:
    """A form as it is spoken of."""
    return worded(FORMS.get(form, form)).lower()


def of_the_day(t: "Table") -> Passage:
    """Where the opening is printed; no manual prints how a table is closed, so that is the house's."""
    return CLOSING_THE_TABLE if t.state.status == CLOSING else t.book.procedure.opening


# The count -----------------------------------------------------------------------------------------


@act(
    RULE,
    by=(DEALER,),
    during=(OPENING, CLOSING),
    group=Group.FORMS,
    blind=("chips",),
    button="Count the float",
    about="Count the chips in the rack, by denomination.",
    fields={"chips": "Counted in the rack"},
    do="Count the chips in the rack, by denomination.",
    happened="{who} [count|counts] the float: {chips}.",
)
class CountFloat(Act, frozen=True):
    """The dealer counts the chips in the rack."""

    chips: Chips

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        state = t.state
        if state.status == OPENING and not state.is_unlocked:
            return No("The rack is locked. A supervisor unlocks it first.", WHAT_IS_MISSING)
        if state.status == OPENING and state.is_verified:
            return No("The float has been counted and signed for.", WHAT_IS_MISSING)
        if state.status == CLOSING and state.seats:
            return No("Players are still at the table. Colour them up first.", WHAT_IS_MISSING)
        if state.status == CLOSING and (CLOSER in state.completed or state.signatures.get(CLOSER)):
            return No("The closing count is signed already.", WHAT_IS_MISSING)
        return cls.allowed()

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if no := not_chips(t, self.chips):
            return no
        if worth(self.chips) > LARGEST_STAKE_CENTS:
            return No(
                say("{chips} is too much to be a float.", chips=money(worth(self.chips))),
                WHAT_IS_MISSING,
            )
        return None

    def apply(self, state: "State", course: "Course") -> None:
        state.counted, state.error = dict(self.chips), ""
        # What was signed before was signed for another count.
        state.forget_signatures(OPENER, ERROR, CLOSER)

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(of_the_day(t))

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(MONEY, {"who": s.actor, "chips": s.amount(self.chips)}, to=FOR_STAFF)


def differs(t: "Table") -> bool:
    """Whether a count was made that is not what the records say."""
    counted = t.state.counted
    return counted is not None and counted != t.state.bank.chips(FLOAT)


@act(
    RULE,
    by=SUPERVISORS,
    during=(OPENING, CLOSING),
    group=Group.FORMS,
    is_awaited=True,
    button="Report an error",
    about="The count differs from the records: write down what is wrong.",
    fields={"nature": "What is wrong"},
    do="The count is not what the records say: have it counted again, or write down the error.",
    happened="{who} [report|reports] an error in the float: {nature}.",
)
class ReportError(Act, frozen=True):
    """The supervisor writes down what is wrong with the float."""

    nature: str

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not differs(t):
            return No("No count differs from the records: there is no error.", WHAT_IS_MISSING)
        return cls.allowed(text="nature")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.nature, say("The error"))

    def apply(self, state: "State", course: "Course") -> None:
        state.error = self.nature

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(of_the_day(t))

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(MONEY, {"who": s.actor, "nature": self.nature}, to=FOR_STAFF)


# Signatures ----------------------------------------------------------------------------------------


@act(
    RULE,
    by=STAFF,
    during=NOT_CLOSED,
    group=Group.FORMS,
    chooses="form",
    filled=("post", "who"),
    is_signed=True,
    is_awaited=True,
    button={"": "Sign", EACH: "Sign: {choice}"},
    about="Your signature completes the form or adds to it.",
    do="Sign the {form}.",
    happened="{who} [sign|signs] the {form}.",
)
class Sign(Act, frozen=True):
    """A form is signed."""

    form: str
    post: str = ""
    """Filled in: at which post."""
    who: str = ""
    """Filled in: whose signature it is."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(choice=form) for form in forms_open(t)]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        form, ready = way.choice, forms_open(t)
        if form not in ready:
            asked = f"The {form_named(form)}" if form in FORMS else quoted(form)
            which = (
                say("Ready: {ready}.", ready=listed(map(form_named, ready)))
                if ready
                else say("No form is.")
            )
            return No(
                say("{asked} is not ready to sign. {which}", asked=asked, which=which),
                WHAT_IS_MISSING,
            )
        if not _may_sign(t, form, by):
            bears = joined(list(t.state.signatures.get(form, {}).values())) or "nobody"
            return No(
                say(
                    "The {form} already bears the signature of {bears}. It takes the dealer's and one"
                    " supervisor's, each their own.",
                    form=form_named(form),
                    bears=bears,
                ),
                WHAT_IS_MISSING,
            )
        return cls.allowed(way)

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        form, post, name = self.form, by.role.value, t.name_of(by)
        records: list[Record] = [Sign(form, post, name)]
        names = {**t.state.signatures.get(form, {}), post: name}
        if form == SLIP_OUT or _is_complete(names):
            records.append(FormCompleted(form, form_says(t, form, at), names))
            if form == ERROR:
                records.append(_booked_as_counted(t))
        return records

    def apply(self, state: "State", course: "Course") -> None:
        signed = {**state.signatures.get(self.form, {}), self.post: self.who}
        state.signatures = {**state.signatures, self.form: signed}

    def prompt(self, t: "Table") -> Prompt:
        slip = t.book.procedure.slip if self.form in (SLIP_IN, SLIP_OUT) else None
        return Prompt(slip or of_the_day(t), {"form": form_named(self.form)})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"who": s.actor, "form": form_named(self.form)}
        yield Telling(HOUSE, slots, to=FOR_STAFF, is_detail=True)


def _may_sign(t: "Table", form: str, by: "Actor") -> bool:
    """A pit boss may stand in for an inspector; nobody signs twice, at whichever post."""
    post, signed = by.role.value, t.state.signatures.get(form, {})
    if not by.is_house and t.name_of(by) in signed.values():
        return False
    if post == "pit-boss":
        return "inspector" not in signed and post not in signed
    if post == "inspector" and "pit-boss" in signed:
        return False
    return post not in signed


def _is_complete(names: dict[str, str]) -> bool:
    return "dealer" in names and ("inspector" in names or "pit-boss" in names)


def must_sign_out(t: "Table") -> bool:
    """Whether cards were removed and nobody has signed for it."""
    return bool(t.book.procedure.slip) and t.state.cards_out and SLIP_OUT not in t.state.completed


def forms_open(t: "Table") -> dict[str, tuple[str, ...]]:
    """The forms that lie ready for signing, and who signs each."""
    state = t.state
    found: dict[str, tuple[str, ...]] = {}
    counted = state.counted is not None
    if state.status == OPENING and counted and not t.state.is_verified:
        found[ERROR if differs(t) else OPENER] = BOTH
    if state.status == CLOSING and counted and CLOSER not in state.completed:
        found[ERROR if differs(t) else CLOSER] = BOTH
    if ERROR in found and not state.error:
        del found[ERROR]
    if t.book.procedure.slip and SLIP_IN not in state.completed and len(state.decks.examined) == 2:
        found[SLIP_IN] = BOTH
    if must_sign_out(t):
        found[SLIP_OUT] = ("dealer", "inspector", "pit-boss")
    return found


def _booked_as_counted(t: "Table") -> Moved:
    """A counted float that differs is booked as counted, once it is signed."""
    counted, held = t.state.counted or {}, t.state.bank.chips(FLOAT)
    values = counted.keys() | held.keys()
    # At the opening the cage is answerable; at the closing the table is.
    other = CAGE if t.state.status == OPENING else MISSING
    more = {v: counted.get(v, 0) - held.get(v, 0) for v in sorted(values, reverse=True)}
    moves = (
        Move(other, FLOAT, {v: n for v, n in more.items() if n > 0}),
        Move(FLOAT, other, {v: -n for v, n in more.items() if n < 0}),
    )
    return Moved(tuple(move for move in moves if move.chips), AS_COUNTED)


@event(
    {
        "": "{form}: {says}. Signed by {names}.",
        "slip": "{form} {number} is signed by {names}.",
    }
)
class FormCompleted(Event, frozen=True):
    """A form with all its signatures."""

    form: str
    says: dict[str, str]
    signed: dict[str, str]
    """Who signed, by post."""

    def apply(self, state: "State", course: "Course") -> None:
        state.completed = (*(f for f in state.completed if f != self.form), self.form)
        state.forget_signatures(self.form)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        names = joined(list(dict.fromkeys(_signed(p, name) for p, name in self.signed.items())))
        slots = {"form": worded(FORMS.get(self.form, self.form)), "names": names}
        if "number" in self.says:
            slots["number"] = self.says["number"]
            yield Telling(HOUSE, slots, "slip", to=FOR_STAFF, continues=True)
            return
        left_out = ON_EVERY_FORM if s.is_full else (*ON_EVERY_FORM, *ONLY_IN_FULL)
        slots["says"] = pairs({n: each for n, each in self.says.items() if n not in left_out})
        yield Telling(HOUSE, slots, to=FOR_STAFF)


def _signed(post: str, name: str) -> str:
    named = person_named(name)
    return named if name in UNNAMED else f"{named} ({worded(plain(post))})"


# What is written on them ---------------------------------------------------------------------------


def form_says(t: "Table", form: str, at: datetime) -> dict[str, str]:
    """What is written on a form."""
    state, setup = t.state, t.book.setup
    head = {"table": setup.table, "game": t.book.game.name, **date_and_time(at)}
    counted = state.counted or {}
    match form:
        case "opener" | "closer":
            head |= {"float": chips_text(counted), "total": money(worth(counted))}
            if form == CLOSER:
                head |= {
                    "drop box": money(state.bank.cents(DROP)),
                    "result": money(state.bank.house_won),
                }
        case "error-notification":
            booked = state.bank.chips(FLOAT)
            head |= {
                "expected": chips_text(booked),
                "counted": chips_text(counted),
                "difference": money(worth(counted) - worth(booked)),
                "nature": state.error,
            }
        case "card-and-dice-slip-in":
            head |= {"cards": _decks_said(state.decks.backs), "put into play": head.pop("time")}
        case "card-and-dice-slip-out":
            head |= {"removed": head.pop("time")}
    return head


def date_and_time(at: datetime) -> dict[str, str]:
    """When a form is completed."""
    return {"date": str(at.date()), "time": at.strftime("%H:%M")}


def _decks_said(backs: tuple[str, ...]) -> str:
    """The decks on a slip: `6 blue`."""
    return ", ".join(f"{count} {colour}" for colour, count in Counter(backs).items())

"""Records: what a journal holds. An act is done by people or by the house; an event follows from it.

A record says all there is to say about itself: which chips it moves, what it does to the state, what is
told of it. An act says besides who may do it and when, and *one* guard decides whether it may be done
now: the list of what is allowed (`legal`) and every refusal come from it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT

from tablewright.rules.citations import Passage
from tablewright.rules.roles import Role
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.chips import Move
from tablewright.table.status import IN_PLAY
from tablewright.table.words import (
    ABOUT,
    ASKS,
    BLANK,
    BUTTON,
    DO,
    DONE,
    ENGLISH,
    FIELD,
    HAPPENED,
    SUBMIT,
    Telling,
)

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

GAME = "GAME"
"""Stands for the game's id in the rules that acts name."""


@cache
def hyphenated(name: str) -> str:
    """`NoMoreBets` as it is written: `no-more-bets`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Record(
    msgspec.Struct,
    frozen=True,
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="event",
    tag=hyphenated,
):
    """Something that happened, as the journal keeps it."""

    name: ClassVar[str] = ""
    """Its tag, as it is written."""
    is_act: ClassVar[bool] = False
    names_rule: ClassVar[str] = ""
    """The field with the rule that it is written under; else it is the act's."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = hyphenated(cls.__name__)

    def moved(self) -> Sequence[Move]:
        """The chips and the cash that it moves; nothing moves but by this."""
        return ()

    def apply(self, state: "State", course: "Course") -> None:
        """What it does to the state beside that."""

    def tell(self, s: "Scene") -> Iterable[Telling]:
        """What is told of it."""
        return ()


class Event(Record, frozen=True):
    """Something that followed from an act."""


class Prompt(NamedTuple):
    """What is said to the person who must do something, and where that is printed."""

    source: Passage
    slots: Mapping[str, str] = {}
    case: str = ""


class Group:
    """Where an act stands on a page that lists what may be done."""

    ROUND, CHIPS, PEOPLE = "round", "chips", "people"
    CARDS, FORMS, MORE = "cards", "forms", "more"


ANY_WAY, PLACE = Way(), ("place",)


class Act(Record, frozen=True):
    """Something that people do. What it leaves empty and the table knows is filled in."""

    is_act: ClassVar[bool] = True
    rule: ClassVar[str] = ""
    house_rule: ClassVar[str] = ""
    """The house's rule that it stands under where the game has no such rule."""
    by: ClassVar[tuple[Role, ...]] = ()
    """Who may do it; where nobody is named, the phase says who."""
    during: ClassVar[tuple[str, ...]] = (IN_PLAY,)
    group: ClassVar[str] = Group.MORE
    chooses: ClassVar[str] = ""
    """The field that says which of several things it is done with: a form, a decision, a device."""
    says_where: ClassVar[tuple[str, ...]] = ()
    """The fields that say where it is done: a place, a wager, a pack."""
    filled: ClassVar[tuple[str, ...]] = ()
    """The fields that are filled in when it is done: nobody may say them."""
    blind: ClassVar[tuple[str, ...]] = ()
    """The fields that a prompt leaves out: what is counted blind, and what the house draws."""
    by_house: ClassVar[bool] = False
    """Whether the house may do it at any table, beside its automatic steps: nothing that is signed."""
    is_worked_out: ClassVar[bool] = False
    """Whether it is known only when it is worked out whether it can be done: a payment, a stake."""
    is_signed: ClassVar[bool] = False
    """Whether the person who does it puts their name to it."""
    simply: ClassVar[Allowed] = Allowed("")
    """That it may be done, where there is nothing more to say of it."""
    is_awaited: ClassVar[bool] = False
    """Whether others wait for it whenever it may be done."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        """The ways in which it might be done now; the guard says which of them may."""
        return (ANY_WAY,)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        """Whether it may be done in this way now, and within which bounds; or why not."""
        return cls.simply

    @classmethod
    def comes_out(cls, t: "Table", allowed: Allowed) -> bool:
        """Whether what was worked out (`is_worked_out`) can be done as it stands."""
        return True

    @classmethod
    def allowed(
        cls,
        way: Way = ANY_WAY,
        *,
        choices: tuple[str, ...] = (),
        rulings: tuple[str, ...] = (),
        least: int = 0,
        most: int = 0,
        chips_of: str = "",
        for_chips_of: str = "",
        cards: int = 0,
        plays: int = 0,
        is_late: bool = False,
        text: str = "",
        kinds: tuple[str, ...] = (),
    ) -> Allowed:
        """That it may be done in this way, within these bounds."""
        return Allowed(
            cls.name,
            way.place,
            way.wager,
            way.for_dealer,
            choices or ((way.choice,) if way.choice else ()),
            rulings,
            least,
            most,
            chips_of,
            for_chips_of,
            cards,
            plays,
            way.pack,
            is_late,
            text,
            kinds,
        )

    @classmethod
    def offered(cls, allowed: Allowed) -> "Act":
        """The act in a way that is allowed, before anything more is said in it."""
        said = {name: getattr(allowed, name) for name in cls.says_where if name not in cls.filled}
        if cls.chooses:
            said[cls.chooses] = allowed.choices[0]
        return msgspec.convert(said, cls, strict=False)

    @property
    def way(self) -> Way:
        """The way in which it is to be done."""
        said, chooses = self.says_where, self.chooses
        if chooses:
            found = {name: getattr(self, name) for name in said}
            return Way(**found, choice=str(getattr(self, chooses)))
        if said == PLACE:
            return Way(self.place)  # type: ignore[attr-defined]
        return Way(**{name: getattr(self, name) for name in said}) if said else ANY_WAY

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        """Why what it says does not keep to the bounds; nothing, if it does."""
        return None

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        """What happens: the act itself with what was empty filled in, then what follows from it.

        Only what cannot be known before it is worked out (`is_worked_out`) is refused here.
        """
        return [self]

    def asked(self, t: "Table") -> "Act":
        """The act as it was asked for, before anything was filled in: to do it again from a journal."""
        if not self.filled:
            return self
        defaults = _defaults(type(self))
        return msgspec.structs.replace(self, **{name: defaults[name] for name in self.filled})

    def prompt(self, t: "Table") -> Prompt | None:
        """What is said to the person who must do it next; nothing, where it is never due."""
        return None

    def wrongly_filled(self) -> str:
        """The field that was filled in though the table does that."""
        defaults = _defaults(type(self))
        for name in self.filled:
            if getattr(self, name) != defaults[name]:
                return name
        return ""


A = TypeVar("A", bound=Act)
E = TypeVar("E", bound=Event)
Words = str | Mapping[str, str]
ACTS: dict[type[Act], str] = {}
"""Every act, in the order in which they are listed, and its tag."""
EVENTS: dict[type[Event], str] = {}


@cache
def _defaults(kind: type[Act]) -> dict[str, object]:
    return {
        each.name: each.default if each.default_factory is NODEFAULT else each.default_factory()
        for each in msgspec.structs.fields(kind)
    }


def act(
    rule: str,
    *,
    house_rule: str = "",
    by: tuple[Role, ...] = (),
    during: tuple[str, ...] = (IN_PLAY,),
    group: str = Group.MORE,
    chooses: str = "",
    filled: tuple[str, ...] = (),
    blind: tuple[str, ...] = (),
    by_house: bool = False,
    is_signed: bool = False,
    is_awaited: bool = False,
    button: Words = "",
    about: Words = "",
    asks: str = "",
    submit: str = "",
    fields: Words = "",
    blank: Words = "",
    done: str = "",
    do: Words = "",
    happened: Words = "",
) -> Callable[[type[A]], type[A]]:
    """Declare an act: the clause it stands under, who does it and when, and its words."""

    def declare(kind: type[A]) -> type[A]:
        kind.rule, kind.house_rule = rule, house_rule
        kind.by, kind.during, kind.group = by, during, group
        kind.chooses, kind.filled, kind.blind = chooses, filled, blind
        kind.by_house, kind.is_signed, kind.is_awaited = by_house, is_signed, is_awaited
        tag = str(kind.__struct_config__.tag)
        has = kind.__struct_fields__
        kind.says_where = tuple(name for name in Way.__struct_fields__ if name in has)
        ACTS[kind] = tag
        kind.simply = Allowed(tag)
        moods = {
            BUTTON: button,
            ABOUT: about,
            ASKS: asks,
            SUBMIT: submit,
            FIELD: fields,
            BLANK: blank,
            DONE: done,
            DO: do,
            HAPPENED: happened,
        }
        for mood, words in moods.items():
            ENGLISH.add(tag, mood, words)
        return kind

    return declare


def event(happened: Words, about: Words = "") -> Callable[[type[E]], type[E]]:
    """Declare an event, what is told of it, and what a page says as long as it matters."""

    def declare(kind: type[E]) -> type[E]:
        tag = str(kind.__struct_config__.tag)
        EVENTS[kind] = tag
        ENGLISH.add(tag, HAPPENED, happened)
        ENGLISH.add(tag, ABOUT, about)
        return kind

    return declare

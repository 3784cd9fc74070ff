"""The cards: brought, inspected twice, signed for, washed, removed."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.errors import listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.roles import DEALER, STAFF, SUPERVISORS
from tablewright.table.acts.forms import CLOSING_THE_TABLE, SLIP_IN, SLIP_OUT, must_sign_out
from tablewright.table.allowed import Allowed, No, Way, wrong_words
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.state import Decks, Packs
from tablewright.table.status import IN_PLAY, NOT_CLOSED, WITH_CARDS
from tablewright.table.words import CARDS as OF_CARDS
from tablewright.table.words import Telling, counted, joined, post_named, spelled

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

CARDS = "GAME.cards"


def is_between_rounds(t: "Table") -> bool:
    """Whether no round is under way: it begins with no more bets, not with the first wager."""
    state = t.state
    if state.status != IN_PLAY:
        return True
    return not state.is_begun and t.course.takes_wagers(state)


def backs(t: "Table") -> tuple[str, ...]:
    """The decks that are brought: packs of different backs, decks of one pack alike."""
    colours = t.book.procedure.deck_colours
    device = t.device
    return tuple(
        colours[pack % len(colours)] for pack in range(device.packs) for _ in range(device.decks)
    )


DECK_KINDS = ("reused", "pre-checked", "pre-shuffled")
"""What decks may be that are not new and sealed; several of these at once."""


@act(
    CARDS,
    by=SUPERVISORS,
    during=WITH_CARDS,
    group=Group.CARDS,
    is_awaited=True,
    button="Bring the decks",
    about="New decks are sealed, and the seals are broken in front of the dealer. All are inspected.",
    fields={"backs": "Decks, by the colour of their backs", "kinds": "They are"},
    blank={"kinds": "Leave blank for new, sealed decks."},
    do={
        "": "Bring {decks}, sealed, and break the seals in front of the dealer.",
        "known": "Bring {decks}: new and sealed, or set aside for reuse.",
    },
    happened={
        "": "{who} [bring|brings] {count}, sealed ({decks}), and [open|opens] them at the table.",
        "known": "{who} [bring|brings] {count} ({decks}), {kinds}, to the table.",
    },
)
class BringDecks(Act, frozen=True):
    """The supervisor brings decks: new ones sealed, and the seals are broken before the dealer."""

    backs: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    """What they are, where they are not new and sealed: reused, pre-checked, pre-shuffled."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if t.state.decks.backs:
            return No("There are cards on the table. Remove them first.")
        if must_sign_out(t):
            return No("The old cards are not signed out. Sign the slip first.")
        if not is_between_rounds(t):
            return No("New cards come between rounds. Finish the round first.")
        kinds = DECK_KINDS if t.book.procedure.known_decks else ()
        return cls.allowed(choices=backs(t), kinds=kinds)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if unknown := [kind for kind in self.kinds if kind not in allowed.kinds]:
            which = listed(allowed.kinds) if allowed.kinds else say("new, sealed ones only")
            return No(
                say(
                    "Decks are not brought {unknown} here. Bring {which}.",
                    unknown=quoted(unknown[0]),
                    which=which,
                )
            )
        if len(set(self.kinds)) < len(self.kinds):
            return No(
                say("The decks are called {kinds}. Name each once.", kinds=quoted(list(self.kinds)))
            )
        if sorted(self.backs) == sorted(allowed.choices):
            return None
        brought, needed = quoted(list(self.backs)), ", ".join(allowed.choices)
        return No(
            say(
                "The backs are {brought}. This table needs {needed}.",
                brought=brought,
                needed=needed,
            )
        )

    def apply(self, state: "State", course: "Course") -> None:
        state.decks = Decks(self.backs)
        state.cards_out = False
        state.completed = tuple(f for f in state.completed if f not in (SLIP_IN, SLIP_OUT))
        state.forget_signatures(SLIP_IN, SLIP_OUT)

    def prompt(self, t: "Table") -> Prompt:
        colours = [
            say(
                "{decks} with {back} backs",
                decks=spelled(self.backs.count(back), "deck"),
                back=worded(back, "colour"),
            )
            for back in dict.fromkeys(self.backs)
        ]
        case = "known" if t.book.procedure.known_decks else ""
        return Prompt(t.book.procedure.bringing_source, {"decks": joined(colours)}, case)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        colours = {back: self.backs.count(back) for back in self.backs}
        slots = {
            "who": s.actor,
            "count": counted(len(self.backs), "deck"),
            "decks": joined([f"{n} {worded(back, 'colour')}" for back, n in colours.items()]),
            "kinds": joined(list(self.kinds)),
        }
        yield Telling(OF_CARDS, slots, "known" if self.kinds else "")


@act(
    CARDS,
    by=STAFF,
    during=WITH_CARDS,
    group=Group.CARDS,
    filled=("post",),
    is_signed=True,
    is_awaited=True,
    button="Inspect the cards",
    about="Front and back: duplicates, omissions, flaws, marks.",
    fields={"found": "What is wrong with them"},
    blank={"found": "Leave blank if they are good."},
    do="Inspect the cards, front and back, for missing, duplicate or marked cards.",
    happened="{who} [inspect|inspects] the cards: {found}.",
)
class Examine(Act, frozen=True):
    """The decks are inspected, front and back: duplicates, omissions, flaws, marks."""

    found: str = ""
    """What was wrong; nothing, if they are good."""
    post: str = ""
    """Filled in: who looked."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        expected = next_examiner(t)
        if by.role.value in expected:
            return cls.allowed(text="found")
        if not expected:
            return No("There are no cards to inspect now.")
        who = joined([post_named(post) for post in expected], "or")
        return No(say("The cards are inspected by {who} next.", who=who))

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.found, say("What was found")) if self.found else None

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        looked = Examine(self.found, by.role.value)
        return [looked, CardsRejected(self.found)] if self.found else [looked]

    def apply(self, state: "State", course: "Course") -> None:
        state.decks.examined = (*state.decks.examined, self.post)

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.book.procedure.examining)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        found = self.found or say("nothing missing, nothing marked")
        yield Telling(OF_CARDS, {"who": s.actor, "found": found})


def next_examiner(t: "Table") -> tuple[str, ...]:
    """Who inspects the decks next: a supervisor, then the dealer."""
    decks = t.state.decks
    if not decks.backs or len(decks.examined) == 2:
        return ()
    return ("dealer",) if decks.examined else ("inspector", "pit-boss")


@event("The cards are rejected: others must be brought.")
class CardsRejected(Event, frozen=True):
    """Decks that were inspected and not found good; others must be brought."""

    found: str

    def apply(self, state: "State", course: "Course") -> None:
        state.decks = Decks()

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS)


@act(
    CARDS,
    by=(DEALER,),
    during=WITH_CARDS,
    group=Group.CARDS,
    is_awaited=True,
    button="Wash the cards",
    about="Mix them face down on the table.",
    do="Wash the cards: mix them face down on the table.",
    happened="{who} [wash|washes] the cards.",
)
class Wash(Act, frozen=True):
    """The dealer mixes the cards face down on the table."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        decks = t.state.decks
        if decks.is_washed:
            return No("The cards have been washed already.")
        if len(decks.examined) < 2:
            return No("The cards are not inspected yet, by a supervisor and then by the dealer.")
        if t.book.procedure.slip and SLIP_IN not in t.state.completed:
            return No("The card and dice slip is not signed yet.")
        return cls.allowed()

    def apply(self, state: "State", course: "Course") -> None:
        state.decks.is_washed = True
        state.decks.since = state.at
        state.packs.seals = {}

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.book.procedure.washing_source)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS, {"who": s.actor})


@act(
    CARDS,
    by=STAFF,
    during=NOT_CLOSED,
    group=Group.CARDS,
    button="Remove the cards",
    about="The cards leave the table. New ones must be brought, inspected and washed.",
    asks="Take all cards from the table now?",
    do={
        "": "Take the cards from the table.",
        "change": "The cards are due for a change: take them from the table, or put the change off.",
        "unfit": "The cards are unfit ({found}): take them from the table, or replace the unfit ones.",
    },
    happened="{who} [take|takes] the cards from the table.",
)
class RemoveCards(Act, frozen=True):
    """The cards are taken from the table."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.state.decks.backs:
            return No("There are no cards on the table.")
        if not is_between_rounds(t):
            return No("Cards are removed between rounds. Finish the round first.")
        return cls.allowed()

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, *t.all_opened()]

    def apply(self, state: "State", course: "Course") -> None:
        state.decks, state.cards_out = Decks(), True
        state.packs = Packs(state.packs.device, is_broken=state.packs.is_broken)
        state.overlooked -= {"shuffle"}

    def prompt(self, t: "Table") -> Prompt:
        procedure, found = t.book.procedure, t.state.decks.unfit
        if t.state.status == IN_PLAY and found:
            return Prompt(procedure.inspected_on_request, {"found": found}, "unfit")
        if t.state.status == IN_PLAY:
            return Prompt(procedure.card_change_source, case="change")
        return Prompt(CLOSING_THE_TABLE)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS, {"who": s.actor})

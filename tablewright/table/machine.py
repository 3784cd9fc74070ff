"""The machine: a command is refused, or yields events; the state is the fold of the events.

    table.act(command, by, at)  ->  events, or Forbidden and nothing has changed
    table.view(by)                  what somebody may see (table/views.py)
    table.legal(by)                 what somebody may do (table/legal.py)

The machine has no clock, no randomness, no input and no output. The orders of shuffled packs lie in
the `vault` beside the state, and leave it card by card as cards are turned.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from tablewright.rules.cards import DECK
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.procedure import (
    DEALER,
    INSPECTOR,
    PIT_BOSS,
    PLAYER,
    SURVEILLANCE,
    Device,
    Role,
)
from tablewright.rules.views import Hand
from tablewright.table import acts
from tablewright.table.allowed import Allowed, pairs
from tablewright.table.course import Course
from tablewright.table.journal import FORMAT
from tablewright.table.legal import legal
from tablewright.table.record import Act, Record, hyphenated
from tablewright.table.setup import Book, Setup
from tablewright.table.state import Seat, State, begin
from tablewright.table.status import IN_PLAY
from tablewright.table.views import View, view

SIGN_FIRST = "house.signatures"
"""The rule that a round is held under until a slip has both signatures."""
GAME = "GAME"
"""Stands for the game's id in the rules that handlers name."""
ONE_DECK = "".join(card.text for card in DECK)


THE_HOUSE = "the house"
"""Whose name stands under what no person has done."""
BY_HOUSE = " (house)"


class Actor(NamedTuple):
    """Who acts: a role, for a player the place, and whether the house does it by itself."""

    role: Role
    place: int = 0
    is_house: bool = False

    def __str__(self) -> str:
        who = f"player {self.place}" if self.role is PLAYER else self.role.value
        return f"{who}{BY_HOUSE}" if self.is_house else who

    @property
    def house(self) -> "Actor":
        """The house in this role."""
        return Actor(self.role, self.place, is_house=True)


THE_DEALER, THE_INSPECTOR = Actor(DEALER), Actor(INSPECTOR)
THE_PIT_BOSS, THE_CAMERAS = Actor(PIT_BOSS), Actor(SURVEILLANCE)
_PLAYERS = tuple(Actor(PLAYER, place) for place in range(100))


def player(place: int) -> Actor:
    """The player at a place."""
    return _PLAYERS[place]


def actor(text: str) -> Actor:
    """Who is named in a journal."""
    return _ACTORS[text]


_STAFF = (THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, THE_CAMERAS)
_ACTORS = {str(each): each for one in (*_STAFF, *_PLAYERS) for each in (one, one.house)}
OF_THE_HOUSE: tuple[type[Act], ...] = (
    acts.Decide,
    acts.Leave,
    acts.TakeBack,
    acts.ChangeColour,
    acts.Show,
    acts.Relieve,
)
"""What the house may do by itself at any table beside its automatic steps: none of it is signed.

At a table for money it relieves only a person who can no longer hold their post.
"""


Vault: TypeAlias = dict[int, tuple[str, str]]
"""The order and the salt of each shuffled pack."""


class BrokenSeal(Refused):
    """The order of a pack is not the one that was sealed when it was shuffled, or is missing."""


def sealed(order: str, salt: str) -> str:
    """The seal of a shuffle: it tells nothing of the order, and fits no other."""
    return hashlib.sha256(f"{salt}:{order}".encode()).hexdigest()


class Keeper(Protocol):
    """Whoever writes down what happened."""

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None: ...


Handler = Callable[["Table", Any, Actor], list[Record]]
Offers = Callable[["Table", Actor], Iterable[Allowed]]


class Handled(NamedTuple):
    """How a command is decided: by what, from whom, and while the table is what."""

    handler: Handler
    by: tuple[Role, ...]
    """Empty where the phase says who."""
    statuses: tuple[str, ...]
    rule: str


HANDLED: dict[type, Handled] = {}
OFFERS: dict[type, Offers] = {}
H = TypeVar("H", bound=Callable[..., Any])


def handles(
    kind: type, rule: str, by: tuple[Role, ...] = (), statuses: tuple[str, ...] = (IN_PLAY,)
) -> Callable[[H], H]:
    """Register what decides a command. The rule is a clause of the game, or of the house."""

    def register(handler: H) -> H:
        HANDLED[kind] = Handled(handler, by, statuses, rule)
        return handler

    return register


def offers(kind: type) -> Callable[[H], H]:
    """Register what lists the ways in which a command may be given now."""

    def register(listing: H) -> H:
        OFFERS[kind] = listing
        return listing

    return register


class Table:
    """A table and everything that has happened at it."""

    def __init__(self, setup: Setup, keeper: Keeper | None = None) -> None:
        from tablewright.table import handlers  # noqa: F401 - they register themselves

        self.book = Book(setup)
        self.course = Course(self.book)
        self.state: State = begin(self.book)
        self.vault: Vault = {}
        self.keeper = keeper
        self.is_told = False
        """Whether a journal tells the cards of a pack that is still sealed, as it is read again."""
        self.unopened: Callable[[int], None] | None = None
        """Who is asked about a pack that goes out of play and whose order nobody has opened."""
        self.secret: tuple[str, str] = "", ""
        """The order and salt of the shuffle that is being decided."""
        self.now = datetime.min
        """The time that came with the command that is being decided."""
        self.lines = 0
        """How many events there have been."""
        self._judged: dict[str, Hand] = {}
        self._fitting: dict[int, tuple[str, str]] = {}
        """The orders that were held against their seals."""
        self._offers: dict[tuple[str, str, Role, bool], tuple[Offers, ...]] = {}
        self._rules = {
            kind: each.rule.replace(GAME, self.book.game.id) for kind, each in HANDLED.items()
        }

    # Acting ---------------------------------------------------------------------------------------

    def set_up(self, at: datetime) -> list[Record]:
        """The first event: the table as it was set up."""
        if self.lines:
            raise Forbidden("the table is set up already: expected it once", "house.set-up")
        self._refuse_day(at)
        events: list[Record] = [acts.SetUp(self.book.setup, FORMAT)]
        by = THE_PIT_BOSS.house if self.book.setup.is_practice else THE_PIT_BOSS
        self._take(events, "house.set-up", str(by), at)
        return events

    def resume(self, lines: Iterable[tuple[Record, datetime]], vault: Vault) -> None:
        """Take up the table where its journal left it, with the orders that are still sealed.

        Refused where an order is missing, or is not the one that was sealed.
        """
        seals: dict[int, str] = {}
        for event, at in lines:
            self.course.apply(self.state, event, at)
            self.lines += 1
            if type(event) is acts.Shuffled:
                seals[event.pack] = event.seal
            elif type(event) is acts.Unsealed and seals.get(event.pack) == sealed(
                event.order, event.salt
            ):
                del seals[event.pack]
        for pack in sorted(seals.keys() | vault.keys()):
            if pack not in vault:
                raise BrokenSeal(f"the order of pack {pack} is missing: expected the one sealed")
            if pack not in seals or sealed(*vault[pack]) != seals[pack]:
                raise BrokenSeal(f"the order of pack {pack} is not the one that was sealed")
        self.vault = dict(vault)

    def act(self, command: Act, by: Actor, at: datetime) -> list[Record]:
        """Carry out a command, or refuse it and change nothing."""
        state = self.state
        handled = HANDLED.get(type(command))
        if handled is None:
            raise Forbidden(f"{command.name} is not done at a table: expected a command", "house")
        if at.tzinfo is None:
            raise Forbidden(f"{at} names no time zone: expected one, as in UTC", "house.time")
        if state.at is not None and at < state.at:
            raise Forbidden(
                f"it is {at}, and it was {state.at} before: expected time to go on", "house.time"
            )
        self.now = at
        try:
            self._refuse_role(command, handled, by)
            events = handled.handler(self, command, by)
        except Forbidden as refused:
            refused.rule = refused.rule.replace(GAME, self.book.game.id)
            raise
        return self._take(events, self._rules[type(command)], str(by), at)

    def _refuse_day(self, at: datetime) -> None:
        """Approvals and limits are those of the gaming day, so it must be the day it is."""
        day = self.book.setup.day
        if at.tzinfo is None or abs((at.date() - day).days) > 1:
            raise Forbidden(
                f"the gaming day is {day}, and it is {at}: expected a time of that day",
                "house.gaming-day",
            )

    def _refuse_role(self, command: Act, handled: Handled, by: Actor) -> None:
        state, name = self.state, command.name
        if state.status not in handled.statuses:
            expected = " or ".join(handled.statuses)
            raise Forbidden(
                f"{name}: the table is {state.status}: expected {expected}", handled.rule
            )
        roles = self.roles_for(type(command))
        if not roles and state.held:
            raise Forbidden(
                f"{name}: the round is held: expected the slip that voids it to be signed or"
                " cancelled first",
                SIGN_FIRST,
            )
        if not roles:
            phase = self.book.phase[state.phase]
            does = ", ".join(phase.allows)
            raise Forbidden(
                f"{name} does not belong to this part of the round, {phase.id}"
                f" ({phase.source.place}): expected {does}",
                self.phase_rule,
            )
        if by.role not in roles:
            allowed = " or ".join(role.value for role in roles)
            raise Forbidden(f"{name} by the {by}: expected the {allowed}", handled.rule)
        if by.is_house and not self._is_for_the_house(command):
            raise Forbidden(
                f"{name} by the house: expected a person, at a table for money", "house.signatures"
            )
        if by.role is PLAYER and getattr(command, "place", by.place) != by.place:
            raise Forbidden(
                f"{name}: {self.place(by.place)} acts for {self.place(command.place)}:"  # type: ignore[attr-defined]
                " expected everyone to act for himself",
                "house.own-place",
            )

    def _is_for_the_house(self, command: Act) -> bool:
        """Whether the house may do something by itself: anything for practice, else nothing signed."""
        book = self.book
        return (
            book.setup.is_practice
            or command.name in book.automatic
            or isinstance(command, OF_THE_HOUSE)
        )

    def roles_for(self, kind: type[Act]) -> tuple[Role, ...]:
        """Who may give a command now; a late wager is anybody's, and is given back.

        A round that waits to be voided goes no further.
        """
        handled = HANDLED[kind]
        if self.state.status not in handled.statuses:
            return ()
        if handled.by:
            return handled.by
        if self.state.held:
            return ()
        named = self.book.phase[self.state.phase].allows.get(hyphenated(kind.__name__), ())
        return named or ((PLAYER,) if kind is acts.Wager else ())

    def offers_for(self, role: Role) -> tuple[Offers, ...]:
        """What lists the commands that a role may give now; it depends on status and phase alone."""
        key = self.state.status, self.state.phase, role, self.state.held is not None
        known = self._offers.get(key)
        if known is None:
            kinds = [kind for kind in HANDLED if role in self.roles_for(kind)]
            known = self._offers[key] = tuple(OFFERS[kind] for kind in kinds)
        return known

    def _take(self, events: list[Record], rule: str, by: str, at: datetime) -> list[Record]:
        """Apply what was decided, with what follows from it, and have it written down."""
        state, apply, keeper = self.state, self.course.apply, self.keeper
        number = state.round
        was = state.phase
        for event in events:
            apply(state, event, at)
        if state.phase != was:
            more = self._follow_up(events[0])
            for event in more:
                apply(state, event, at)
            events += more
        self.lines += len(events)
        if type(events[-1]) is acts.Unsealed:
            self._forget(events)
        if type(events[0]) is acts.Shuffled and self.secret[0]:
            self.vault[events[0].pack] = self.secret
        if keeper is not None:
            for event in events:
                if type(event) is acts.Settled:
                    keeper.add(event, event.rule, by, number, at)
                elif type(event) is acts.Declare:
                    keeper.add(event, event.irregularity, by, number, at)
                else:
                    keeper.add(event, rule, by, number, at)
        return events

    def _forget(self, events: list[Record]) -> None:
        """Orders that are unsealed are secret no longer."""
        for event in events:
            if type(event) is acts.Unsealed and self.vault.get(event.pack, ("",))[0] == event.order:
                del self.vault[event.pack]

    def _follow_up(self, first: Record) -> list[Record]:
        """A card that has been settled goes to its holding box."""
        state = self.state
        if (
            self.book.is_draw
            and isinstance(first, acts.Draw | acts.Settle)
            and state.phase != "settle"
            and not state.is_void
        ):
            box = len(state.drawn)
            return [acts.CardHeld(state.drawn[-1], box, state.burns[-1] if state.burns else 0)]
        return []

    def legal(self, by: Actor) -> list[Allowed]:
        """Everything that somebody may do now; the only source of it."""
        return legal(self, by)

    def view(self, by: Actor) -> View:
        """Everything that somebody may see now; the only thing that leaves."""
        return view(self, by)

    # What handlers ask --------------------------------------------------------------------------

    @property
    def phase_rule(self) -> str:
        return f"{self.book.game.id}.phase.{self.state.phase}"

    @cached_property
    def place_word(self) -> str:
        return self.book.game.place

    def name_of(self, by: Actor) -> str:
        """Whose name stands under an act: the house's, where it does it by itself."""
        return THE_HOUSE if by.is_house else self.state.staff[by.role.value]

    def place(self, number: int) -> str:
        """A place as it is spoken of; 0 is the dealer."""
        return f"{self.place_word} {number}" if number else "the dealer"

    def seat(self, place: int) -> Seat:
        """The player at a place, refused if there is none."""
        seat = self.state.seats.get(place)
        if seat is None:
            raise Forbidden(
                f"nobody sits at {self.place(place)}: expected a place that is taken",
                "house.places",
            )
        return seat

    @property
    def device(self) -> Device:
        return self.course.device(self.state)

    def stakes(self, place: int) -> dict[str, int]:
        return self.state.stakes(place, self.book.wagers)

    def is_felt_bare(self) -> bool:
        """Whether no wager lies on the felt."""
        return not any(name.startswith("spot:") for name in self.state.bank.accounts)

    # Cards --------------------------------------------------------------------------------------

    def to_shuffle(self, pack: int) -> str:
        """The cards that a pack is shuffled of: all of it, less what lies on the felt."""
        whole = ONE_DECK * self.device.decks
        drawn = self.state.drawn
        if not drawn or pack != self.state.packs.pack:
            return whole
        left = Counter(pairs(whole)) - Counter(drawn)
        return "".join(card * count for card, count in left.items())

    def order(self, pack: int) -> tuple[str, str] | None:
        """The order and salt of a pack, held against the seal before it is used; None if unknown."""
        known = self.vault.get(pack)
        if known is not None and self._fitting.get(pack) is not known:
            seal = self.state.packs.seals.get(pack)
            if seal is not None and sealed(*known) != seal:
                raise BrokenSeal(f"the order of pack {pack} is not the one that was sealed")
            self._fitting[pack] = known
        return known

    def opened(self, pack: int) -> list[Record]:
        """The order of a pack that goes out of play, opened."""
        known = self.order(pack)
        if known:
            return [acts.Unsealed(pack, *known)]
        if pack in self.state.packs.seals and self.unopened:
            self.unopened(pack)
        return []

    def must_name(self, count: int) -> int:
        """How many of so many cards must be named: at a physical table, or from a sealed journal."""
        is_told = self.device.is_keyed or self.is_told
        return count if is_told and self.state.packs.pack not in self.vault else 0

    @property
    def knows_cards(self) -> bool:
        """Whether the cards in play can be told: the pack's order is here, or somebody names them."""
        return bool(self.state.packs.pack in self.vault or self.must_name(1))

    def card_at(self, slot: int) -> str:
        """The card at a place of the pack in use; empty where nobody knows it."""
        packs = self.state.packs
        known = self.order(packs.pack)
        if known is None:
            return ""
        order = known[0]
        if packs.cut is not None and not self.device.has_cut_card_within:
            slot = (slot + packs.cut) % (len(order) // 2)
        return order[2 * slot : 2 * slot + 2]

    def cards_at(self, slots: Sequence[int]) -> str:
        """The cards of a hand in the text notation; empty where nobody knows them."""
        if self.state.packs.pack not in self.vault:
            return ""
        return " ".join([self.card_at(slot) for slot in slots])

    def judged(self, text: str) -> Hand:
        """A hand that was turned; however many look at it, it is judged once."""
        hand = self._judged.get(text)
        if hand is None:
            if len(self._judged) > 16:
                self._judged.clear()
            hand = self._judged[text] = Hand(self.course.hand(text))
        return hand

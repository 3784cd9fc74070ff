"""The machine: an act is refused, or yields records; the state is the fold of the records.

    table.act(act, by, at)  ->  records, or Forbidden and nothing has changed
    table.view(by)              what a role may see (table/views.py)
    table.legal(by)             what a role may do

The machine has no clock, no randomness, no input and no output. What an act is and does stands with the
act (table/acts). The orders of shuffled packs lie in the `vault` beside the state, and leave it card by
card as cards are turned.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Protocol

from tablewright.rules.cards import DECK
from tablewright.rules.devices import Device
from tablewright.rules.errors import Forbidden
from tablewright.rules.language import ENGLISH, is_english, say, speaking, worded
from tablewright.rules.phases import Phase
from tablewright.rules.roles import PLAYER, Role
from tablewright.rules.views import Hand
from tablewright.table.actors import THE_HOUSE, THE_PIT_BOSS, Actor
from tablewright.table.acts import (
    Countersign,
    Draw,
    Open,
    ReportChips,
    Settle,
    SetUp,
    Shuffle,
    Shuffled,
    Unsealed,
    Wager,
)
from tablewright.table.acts.countersigning import SIGN_FIRST
from tablewright.table.acts.drawing import card_held
from tablewright.table.admission import (
    act_named,
    filled_by_table,
    not_theirs,
    refuse_day,
    refuse_time,
)
from tablewright.table.allowed import Allowed, No, pairs
from tablewright.table.chips import wagered_at
from tablewright.table.course import Course
from tablewright.table.journal import FORMAT
from tablewright.table.record import ACTS, GAME, Act, Record
from tablewright.table.seal import BrokenSeal, Vault, sealed
from tablewright.table.setup import Book, Setup
from tablewright.table.state import Seat, State, begin, in_order
from tablewright.table.views import View, view

SETTLE_A_CARD = (Draw, Settle, ReportChips, Countersign)
"""After which nothing may be left to settle on a card."""
OF_SOME_GAMES = (f"{GAME}.phase.", f"{GAME}.protection.")
OTHER_GAMES = "house.commands"
"""The rule under which a table refuses what belongs to other games, or is no act."""
ONE_DECK = "".join(card.text for card in DECK)


class Keeper(Protocol):
    """Writes down what happened."""

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None: ...


class Reader(Protocol):
    """Reads a journal again, which tells the cards of packs that are still sealed."""

    def unopened(self, pack: int) -> None:
        """A pack goes out of play whose order is not known: refused, if it was sealed."""


class Table:
    """A table and everything that has happened at it.

    `keeper` writes down what happens; `reader` is there where a journal is done again to verify it.
    """

    def __init__(
        self, setup: Setup, keeper: Keeper | None = None, reader: Reader | None = None
    ) -> None:
        self.book = Book(setup)
        self.course = Course(self.book)
        self.is_keyed = self.book.setup.is_keyed
        """Whether the cards lie on a physical table: nobody here knows one before it is entered."""
        self.state: State = begin(self.book)
        self.vault: Vault = {}
        self.keeper, self.reader = keeper, reader
        self.lines = 0
        """How many records there have been."""
        self.now: datetime | None = None
        """The time of the act that is tried, or that those have named who ask what may be done."""
        self._judged: dict[str, Hand] = {}
        self._fitting: dict[int, tuple[str, str]] = {}
        """The orders that were held against their seals."""
        self._acts: dict[tuple[str, str, Role, bool], tuple[type[Act], ...]] = {}
        self._roles: dict[tuple[type[Act], str, str, bool], tuple[Role, ...]] = {}
        self._rules = {kind: self._rule_of(kind) for kind in ACTS}

    def _named(self, rule: str) -> str:
        """A rule by the game's own name; what this game lacks is no rule of it."""
        named = rule.replace(GAME, self.book.game.id)
        is_elsewhere = rule.startswith(OF_SOME_GAMES) and named not in self.book.rules
        return OTHER_GAMES if is_elsewhere else named

    def _rule_of(self, kind: type[Act]) -> str:
        """The rule that an act stands under: the game's, or the house's where the game has none."""
        named = self._named(kind.rule)
        return kind.house_rule if kind.house_rule and named not in self.book.rules else named

    def rule_of(self, kind: type[Act]) -> str:
        """The rule that an act stands under at this table."""
        return self._rules[kind]

    def _forbidden(self, no: No, kind: type[Act]) -> Forbidden:
        """A refusal under the rule that is named, or the act's own."""
        return Forbidden(worded(no.says), self._named(no.rule) if no.rule else self._rules[kind])

    # Acting ---------------------------------------------------------------------------------------

    def set_up(self, at: datetime) -> list[Record]:
        """The first record: the table as it was set up."""
        if self.lines:
            raise Forbidden("The table is already set up.", "house.set-up")
        refuse_time(self, at)
        refuse_day(self, at)
        self.now = at
        act = SetUp(self.book.setup, FORMAT)
        by = THE_PIT_BOSS.house if self.book.setup.is_practice else THE_PIT_BOSS
        with speaking(ENGLISH):
            return self._take(act, [act], by, at)

    def resume(
        self,
        lines: Iterable[tuple[Record, datetime]],
        vault: Vault,
        sealed_before: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        """Take up the table where its journal left it, with the orders that are still sealed.

        Refused where an order is missing, or is not the one that was sealed; here, or before the state
        was written down from which these lines go on.
        """
        seals = dict(sealed_before)
        for record, at in lines:
            self.course.apply(self.state, record, at)
            self.lines += 1
            if type(record) is Shuffled and record.seal:
                seals[record.pack] = record.seal
            elif type(record) is Unsealed and seals.get(record.pack) == sealed(
                record.order, record.salt
            ):
                del seals[record.pack]
        for pack in sorted(seals.keys() | vault.keys()):
            if pack not in vault:
                raise BrokenSeal(f"the order of pack {pack} is missing: expected the one sealed")
            if pack not in seals or sealed(*vault[pack]) != seals[pack]:
                raise BrokenSeal(f"the order of pack {pack} is not the one that was sealed")
        self.vault = dict(vault)

    def take_in(self, lines: Iterable[tuple[Record, datetime]]) -> None:
        """Take in lines that were written elsewhere: this table looks, and knows no order of a pack."""
        for record, at in lines:
            self.course.apply(self.state, record, at)
            self.lines += 1

    def act(self, act: Act, by: Actor, at: datetime) -> list[Record]:
        """Carry out an act, or refuse it and change nothing."""
        self._refuse(act, by, at)
        if is_english():
            return self._take(act, act.decide(self, by, at), by, at)
        records = self._in_english(act, by, at)
        with speaking(ENGLISH):
            return self._take(act, records, by, at)

    def follow(self, act: Act, records: list[Record], by: Actor, at: datetime) -> None:
        """Carry out what a copy of this table has taken just now, as it came out there.

        Nothing may have been done here since the copy was made but what was done there.
        """
        if not is_english():
            with speaking(ENGLISH):
                self.follow(act, records, by, at)
            return
        self.now = at
        state, number = self.state, self.state.round
        for record in records:
            self.course.apply(state, record, at)
        self._keep(act, records, by, number, at)

    def refusal(self, act: Act, by: Actor, at: datetime) -> Forbidden | None:
        """What an act would be refused with; nothing, if it would be taken. It is not carried out."""
        try:
            self._refuse(act, by, at)
            self._in_english(act, by, at)
        except Forbidden as refused:
            return refused
        return None

    def _refuse(self, act: Act, by: Actor, at: datetime) -> None:
        """Refuse an act that is not allowed; what cannot be worked out is refused as it is decided."""
        kind = type(act)
        roles, before = self.roles_for(kind), self.state.at
        if at.tzinfo is None or (before is not None and at < before):
            refuse_time(self, at)
        self.now = at
        role = by.role
        if role not in roles or by.is_house:
            self._refuse_actor(act, by, roles)
        if role is PLAYER and getattr(act, "place", by.place) != by.place:
            self._refuse_place(act)
        if kind is Open:
            refuse_day(self, at, "opened")
        answer = kind.guard(self, by, act.way)
        if type(answer) is Allowed:
            filled = act.wrongly_filled() if kind.filled else ""
            no = filled_by_table(act, filled) if filled else act.check(self, answer)
        else:
            assert type(answer) is No
            no = answer
        if no is not None:
            raise self._forbidden(no, kind)

    def _in_english(self, act: Act, by: Actor, at: datetime) -> list[Record]:
        """What an act comes to, as the journal keeps it; a refusal is said to the one who acts."""
        try:
            with speaking(ENGLISH):
                return act.decide(self, by, at)
        except Forbidden:
            try:
                act.decide(self, by, at)
            except Forbidden as in_their_language:
                refused = in_their_language
            raise refused from None

    def _refuse_actor(self, act: Act, by: Actor, roles: tuple[Role, ...]) -> None:
        """Refuse an actor of another role, and the house where a person signs."""
        if by.role not in roles:
            raise self._forbidden(not_theirs(self, act, roles), type(act))
        if by.is_house and not self._is_for_the_house(act):
            raise Forbidden(
                say(
                    "{act_named}: the house does not do this at a table for money. A person does.",
                    act_named=act_named(act),
                ),
                SIGN_FIRST,
            )

    def _refuse_place(self, act: Act) -> None:
        """Refuse what a player does at another's place."""
        own = self.place_word
        raise Forbidden(
            say("You can bet only at your own {place}.", place=own)
            if isinstance(act, Wager)
            else say("You can act only at your own {place}.", place=own),
            "house.own-place",
        )

    def _is_for_the_house(self, act: Act) -> bool:
        """Whether the house may do something by itself: anything for practice, else nothing signed."""
        book = self.book
        return book.setup.is_practice or act.name in book.automatic or act.by_house

    def roles_for(self, kind: type[Act]) -> tuple[Role, ...]:
        """Who may do an act now; any player may bet late, and gets it back.

        A round that waits to be voided goes no further.
        """
        state = self.state
        key = kind, state.status, state.phase, state.held is None
        known = self._roles.get(key)
        if known is None:
            known = self._roles[key] = self._roles_now(kind)
        return known

    def _roles_now(self, kind: type[Act]) -> tuple[Role, ...]:
        if not kind.is_act:
            raise Forbidden(
                say("{name} is not done at a table: it follows from acts.", name=kind.name),
                OTHER_GAMES,
            )
        if self.state.status not in kind.during:
            return ()
        if kind.by:
            return kind.by
        if self.state.held:
            return ()
        named = self.phase.allows.get(ACTS[kind], ())
        return named or ((PLAYER,) if kind is Wager else ())

    def acts_for(self, role: Role) -> tuple[type[Act], ...]:
        """The acts that a role may do now; it depends on status and phase alone."""
        key = self.state.status, self.state.phase, role, self.state.held is not None
        known = self._acts.get(key)
        if known is None:
            known = tuple(kind for kind in ACTS if role in self.roles_for(kind))
            self._acts[key] = known
        return known

    def _take(self, act: Act, records: list[Record], by: Actor, at: datetime) -> list[Record]:
        """Apply what was decided, with what follows from it, and have it written down in English."""
        state, apply = self.state, self.course.apply
        number, was = state.round, state.phase
        for record in records:
            apply(state, record, at)
        if self.book.is_draw and state.phase != was:
            for record in self._follow_up(act):
                apply(state, record, at)
                records.append(record)
        self._keep(act, records, by, number, at)
        return records

    def _keep(self, act: Act, records: list[Record], by: Actor, number: int, at: datetime) -> None:
        """Have written down what was applied in a round; secrets that came with it go to the vault."""
        keeper = self.keeper
        self.lines += len(records)
        if type(records[-1]) is Unsealed:
            self._forget(records)
        if type(act) is Shuffle and act.order:
            # It was sealed just now, so it fits.
            self.vault[act.pack] = self._fitting[act.pack] = act.order, act.salt
        if keeper is not None:
            rule, who = self._rules[type(act)], str(by)
            for record in records:
                named = record.names_rule
                keeper.add(record, getattr(record, named) if named else rule, who, number, at)

    def _forget(self, records: list[Record]) -> None:
        """Orders that are unsealed are secret no longer."""
        for record in records:
            if type(record) is Unsealed and self.vault.get(record.pack, ("",))[0] == record.order:
                del self.vault[record.pack]

    def _follow_up(self, act: Act) -> list[Record]:
        """A card that has been settled goes to its holding box."""
        if self.state.is_void or type(act) not in SETTLE_A_CARD:
            return []
        return [] if self.course.is_settling(self.state) else [card_held(self)]

    def legal(self, by: Actor) -> list[Allowed]:
        """Everything that an actor may do now; the only source of it."""
        found: list[Allowed] = []
        for kind in self.acts_for(by.role):
            self._list(kind, by, found)
        return found

    def offers(self, kind: type[Act], by: Actor) -> list[Allowed]:
        """Everything that an actor may do now with one act."""
        found: list[Allowed] = []
        if by.role in self.roles_for(kind):
            self._list(kind, by, found)
        return found

    def _list(self, kind: type[Act], by: Actor, found: list[Allowed]) -> None:
        guard, is_worked_out = kind.guard, kind.is_worked_out
        for way in kind.ways(self, by):
            allowed = guard(self, by, way)
            if type(allowed) is Allowed and (not is_worked_out or kind.comes_out(self, allowed)):
                found.append(allowed)

    def view(self, by: Actor) -> View:
        """Everything that an actor may see now; the only thing that leaves."""
        return view(self, by)

    # What acts ask --------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """The part of the round that is being played."""
        return self.book.phase[self.state.phase]

    @property
    def phase_rule(self) -> str:
        return f"{self.book.game.id}.phase.{self.state.phase}"

    def wager_rule(self, wager: str) -> str:
        """The rule that a wager stands under."""
        return f"{self.book.game.id}.{wager}"

    @property
    def place_word(self) -> str:
        """What a player's place is called."""
        return worded(self.book.game.place)

    def name_of(self, by: Actor) -> str:
        """Whose name stands under an act: the house's, where it does it by itself."""
        return THE_HOUSE if by.is_house else self.state.staff[by.role.value]

    def place(self, number: int) -> str:
        """A place as it is spoken of; 0 is the dealer."""
        return f"{self.place_word} {number}" if number else say("the dealer")

    def vacant(self, place: int) -> No | None:
        """That nobody sits at a place, if so."""
        if place in self.state.seats:
            return None
        return No(say("Nobody sits at {place}.", place=self.place(place)), "house.places")

    def seat(self, place: int) -> Seat:
        """The player at a place, refused if there is none."""
        if no := self.vacant(place):
            raise Forbidden(no.says, no.rule)
        return self.state.seats[place]

    @property
    def device(self) -> Device:
        return self.course.devices[self.state.packs.device]

    def stakes(self, place: int) -> dict[str, int]:
        """The player's wagers on the felt, in cents."""
        return self.state.stakes(self.book.spots(place))

    def has_stake(self, place: int) -> bool:
        """Whether a wager of the player's lies on the felt."""
        return not self.state.bank.accounts.keys().isdisjoint(self.book.spots(place).values())

    def is_felt_bare(self) -> bool:
        """Whether no wager lies on the felt; those laid last are found first."""
        return not any(map(wagered_at, reversed(self.state.bank.accounts)))

    # Cards ----------------------------------------------------------------------------------------

    @property
    def is_told(self) -> bool:
        """Whether a journal tells the cards of a pack that is still sealed, as it is read again."""
        return self.reader is not None

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
            return [Unsealed(pack, *known)]
        if self.reader is not None:
            self.reader.unopened(pack)
        return []

    def all_opened(self) -> list[Record]:
        """Every order that is known, opened: those cards are out of play."""
        packs = sorted({*self.vault, *self.state.packs.seals})
        return [record for pack in packs for record in self.opened(pack)]

    def must_name(self, count: int) -> int:
        """How many of so many cards must be named: at a physical table, or from a sealed journal."""
        is_told = self.is_keyed or self.is_told
        return count if is_told and self.state.packs.pack not in self.vault else 0

    @property
    def knows_cards(self) -> bool:
        """Whether the cards in play can be told: the pack's order is here, or they are named."""
        return bool(self.state.packs.pack in self.vault or self.must_name(1))

    def card_at(self, slot: int) -> str:
        """The card at a place of the pack in use; empty where nobody knows it."""
        return self.cards_at((slot,))

    def cards_at(self, slots: Sequence[int]) -> str:
        """The cards of a hand in the text notation; empty where nobody knows them."""
        packs = self.state.packs
        known = self.order(packs.pack)
        if known is None:
            return ""
        is_cut = packs.cut is not None and not self.device.has_cut_card_within
        return in_order(known[0], slots, packs.cut if is_cut else None)

    def judged(self, text: str) -> Hand:
        """A hand that was turned; however many look at it, it is judged once."""
        hand = self._judged.get(text)
        if hand is None:
            if len(self._judged) > 16:
                self._judged.clear()
            hand = self._judged[text] = Hand(self.course.hand(text))
        return hand

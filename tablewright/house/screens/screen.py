"""What is shown of a live table: to everybody who follows it their own view.

What lies open is the same for all and is written once; beside it stands what is one person's alone:
their hand, what they may do, their clock, their session (`sent_state` puts both together).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from tablewright.advice import Position, position
from tablewright.advice.decisions import MadeDecision
from tablewright.house.books.options import Options
from tablewright.house.people.person import WATCH, Person, acting_as
from tablewright.house.screens.changes import Changes
from tablewright.house.screens.coaching import Coach
from tablewright.house.screens.history import SessionSoFar
from tablewright.house.screens.messages import FairDeal, Surroundings, encoded, written_as
from tablewright.house.screens.prompts import asides_for, awaited_by, next_for
from tablewright.house.screens.sent_state import (
    Common,
    Now,
    Own,
    State,
    names_of,
    parts_named,
    parts_of,
    whole,
)
from tablewright.house.screens.sums import Sums
from tablewright.house.screens.table_descriptions import TableDescription, table_description
from tablewright.rules.language import language
from tablewright.rules.roles import PLAYER, STAFF
from tablewright.signing.statements import Statement
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.allowed import Allowed, Way
from tablewright.table.approval import runs_under
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.views import Beside, PlaceSeen, beside, felt, own_cards, place_seen

AT_A_PLACE: frozenset[type] = frozenset(
    (
        acts.Wager,
        acts.TakeBack,
        acts.LateWager,
        acts.Decide,
        acts.Tip,
        acts.BuyIn,
        acts.ChangeColour,
        acts.Sit,
        acts.Leave,
        acts.Settle,
        acts.Staked,
        acts.Advised,
        acts.Show,
        acts.Settled,
    )
)
"""What changes nothing for players at other places than the one it happens at."""


class Places(Protocol):
    """Knows whose each place is."""

    def place_of(self, person: Person) -> int: ...

    def is_full(self, table: Table) -> bool: ...

    @property
    def patrons(self) -> dict[int, str]: ...


OF_THEIR_VIEW = names_of(Beside)
"""What of a view is one person's own."""
NOTHING_OF_STAFF = parts_named({"calls": [], "next": None, "awaited": [], "asides": []})
"""What only staff are shown, as players get it."""


class Screen:
    """What is shown of one table."""

    def __init__(
        self,
        id: str,
        table: Table,
        options: Options,
        sums: Sums,
        places: Places,
        around: Surroundings,
        changes: Changes,
    ) -> None:
        self.sums = sums
        self._id, self._table, self._options = id, table, options
        self._places, self._around, self._changes = places, around, changes
        is_coached = options.has_advice and not (table.book.is_draw or table.is_keyed)
        self.coach = Coach(table.book, sums.decisions) if is_coached else None
        self._fair: tuple[str, Statement | None, FairDeal | None] = "", None, None
        self._described: dict[str, TableDescription] = {}
        """The table as it was set up, in each language."""

    def note(self, events: Sequence[Record], at: datetime, by: Actor) -> None:
        """Add up what has happened, and say where something else is to be shown now."""
        table = self._table
        self.sums.hear(events, at)
        self.sums.decisions.hear(events, by, table.state, lambda place: own_cards(table, place))
        for event in events:
            if type(event) in AT_A_PLACE:
                self._changes.change_at(event.place)  # type: ignore[attr-defined]
            else:
                self._changes.change_anywhere()

    # For those who ask ----------------------------------------------------------------------------

    @property
    def description(self) -> TableDescription:
        """The table as it was set up, and the approval that it runs under by what is on record."""
        under = runs_under(self._table.book, self._table.state.on_record)
        known = self._described.get(language())
        if known is None:
            known = table_description(self._id, self._table.book, self._options, self.sums.sign)
            self._described[language()] = known
        return msgspec.structs.replace(known, approval=under)

    def advice(self, place: int) -> Position:
        """What advice to a player needs to know of the table now."""
        return position(self._table, place, self.sums.seen)

    def decided(self, place: int) -> list[MadeDecision]:
        """What a player has decided since they sat down, where that is judged."""
        return list(self.sums.decisions.at_place.get(place, [])) if self.coach else []

    def snapshot(self, person: Person, acting: str) -> bytes:
        """What a person sees now, for a program that asks once."""
        own = self.own(person, acting)
        return whole(State(self.common(), own), self.now(own.place))

    # States ---------------------------------------------------------------------------------------

    def common(self) -> Common:
        """What is the same for everybody who speaks the language."""
        around = self._around
        fields = {
            "ready": around.ready,
            "present": around.present,
            "is_paused": around.is_paused,
            "house_deals": around.house_deals,
            "dealer_away": around.dealer_away(),
            "fair": self._fair_deal(),
        }
        return Common(felt(self._table, self._at_place), parts_named(fields))

    @property
    def seal(self) -> str:
        """The seal of the pack in play; nothing, where none is shuffled or it is a physical one."""
        packs = self._table.state.packs
        return packs.seals.get(packs.pack, "")

    def _fair_deal(self) -> FairDeal:
        """The seal of the pack in play and the newest head, written anew only when one is another."""
        seal, head = self.seal, self._around.head
        known_seal, known_head, written = self._fair
        if written is None or seal != known_seal or head is not known_head:
            written = written_as(FairDeal, encoded(FairDeal(seal, head)))
            self._fair = seal, head, written
        return written

    def _at_place(self, table: Table, place: int) -> PlaceSeen:
        """What is seen of a place: written anew only when something has happened there."""
        written, spoken = self._changes.written.setdefault(place, {}), language()
        known = written.get(spoken)
        if known is None:
            seen = place_seen(table, place)
            seen.is_present = self._around.is_present(place)
            known = written[spoken] = written_as(PlaceSeen, encoded(seen))
        return known

    def now(self, place: int, told: Sequence[bytes] = (), *, has_gap: bool = False) -> Now:
        """What is said with every state to the player at a place, or to everybody else (place 0)."""
        return Now(self._table.lines, told, has_gap, encoded(self._around.clock(place)))

    def own(self, person: Person, acting: str) -> Own:
        """What is one person's own to see and to do; refused if they may not act as that."""
        table, around = self._table, self._around
        by = acting_as(person, acting, table, self._places.place_of(person))
        is_seated = by.place in table.state.seats
        fields = {
            "as": acting or WATCH,
            "place": by.place,
            "legal": self._legal(person, by),
            "session": self._session(by.place) if is_seated else None,
            "stop": around.stop(by.place) if is_seated else None,
            "patrons": len(self._places.patrons),
        }
        if by.role is PLAYER:
            parts = NOTHING_OF_STAFF | parts_named(fields)
        else:
            fields["calls"] = list(around.calls)
            fields["next"] = next_for(table, by.role) if by.role in STAFF else None
            fields["awaited"] = awaited_by(table, by.role)
            fields["asides"] = asides_for(table, by.role)
            parts = parts_named(fields)
        view = parts_of(beside(table, by), OF_THEIR_VIEW)
        is_kept = bool(by.place) and acting == PLAYER.value
        return Own(parts, view, by.place, is_kept)

    def _session(self, place: int) -> SessionSoFar:
        """How a player stands, and what their decisions have cost, where the table gives advice."""
        session = self.sums.sittings.of(place, self._table)
        if self.coach is None:
            return session
        return msgspec.structs.replace(session, coaching=self.coach.of(place))

    def _legal(self, person: Person, by: Actor) -> list[Allowed]:
        """What a person may do; one without a place may take a free one."""
        table = self._table
        if by.role is not PLAYER or by.place:
            return table.legal(by)
        if not person.is_known or self._places.place_of(person):
            return []
        if self._places.is_full(table):  # Simulated players make room for a person.
            return [acts.Sit.allowed(Way(place), text="player") for place in self._places.patrons]
        every = range(1, table.book.ruleset.places + 1)
        return [
            each
            for place in every
            if place not in table.state.seats
            for each in table.legal(player(place))
            if each.command == "sit"
        ]

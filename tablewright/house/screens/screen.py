"""What is shown of a live table: to everybody who follows it their own view.

What lies open is the same for all and is written once; beside it stands what is one person's alone:
their hand, what they may do, their clock, their session (`sent_state` puts both together).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec
from msgspec import UNSET

from tablewright.advice import Position, position
from tablewright.advice.decisions import MadeDecision
from tablewright.house.books.options import Options
from tablewright.house.people.person import WATCH, Person, acting_as
from tablewright.house.screens.changes import Changes
from tablewright.house.screens.coaching import Coach
from tablewright.house.screens.history import SessionSoFar
from tablewright.house.screens.messages import ClockShown, FairDeal, Surroundings
from tablewright.house.screens.prompts import asides_for, awaited_by, next_for
from tablewright.house.screens.sent_state import (
    Common,
    Fields,
    News,
    Own,
    State,
    fields_of,
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
from tablewright.table.views import beside, felt, own_cards, place_seen

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


NOTHING_OF_STAFF: Fields = {"calls": [], "awaited": [], "asides": []}
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
        self._fair: tuple[str, Statement | None, Fields] = "", None, {}
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
        return whole(State(self.common(), own, self.clock(own.place)), self.news())

    # States ---------------------------------------------------------------------------------------

    def common(self) -> Common:
        """What is the same for everybody who speaks the language."""
        around = self._around
        fields: Fields = {
            "ready": around.ready,
            "present": around.present,
            "is_paused": around.is_paused,
            "house_deals": around.house_deals,
            "fair": self._fair_deal(),
        }
        if away := around.dealer_away():
            fields["dealer_away"] = fields_of(away)
        places = {place: self._at_place(place) for place in self._table.state.seats}
        return Common({**fields_of(felt(self._table, {})), "places": places}, fields)

    @property
    def seal(self) -> str:
        """The seal of the pack in play; nothing, where none is shuffled or it is a physical one."""
        packs = self._table.state.packs
        return packs.seals.get(packs.pack, "")

    def _fair_deal(self) -> Fields:
        """The seal of the pack in play and the newest head, made anew only when one is another."""
        seal, head = self.seal, self._around.head
        known_seal, known_head, made = self._fair
        if not made or seal != known_seal or head is not known_head:
            made = fields_of(FairDeal(seal, head or UNSET))
            self._fair = seal, head, made
        return made

    def _at_place(self, place: int) -> Fields:
        """What is seen of a place: made anew only when something has happened there."""
        known, spoken = self._changes.seen.setdefault(place, {}), language()
        made = known.get(spoken)
        if made is None:
            seen = place_seen(self._table, place)
            seen.is_present = self._around.is_present(place)
            made = known[spoken] = fields_of(seen)
        return made

    def clock(self, place: int) -> ClockShown | None:
        """What runs out for the player at a place, or for everybody else (place 0)."""
        return self._around.clock(place)

    def news(self, told: Sequence[bytes] = (), *, has_gap: bool = False) -> News:
        """What is said with a state."""
        return News(self._table.lines, told, has_gap)

    def own(self, person: Person, acting: str) -> Own:
        """What is one person's own to see and to do; refused if they may not act as that."""
        table, around = self._table, self._around
        by = acting_as(person, acting, table, self._places.place_of(person))
        fields: Fields = {
            **NOTHING_OF_STAFF,
            "as": acting or WATCH,
            "place": by.place,
            "legal": _by_command(self._legal(person, by)),
            "patrons": len(self._places.patrons),
        }
        if by.place in table.state.seats:
            fields["session"] = fields_of(self._session(by.place))
            if stop := around.stop(by.place):
                fields["stop"] = fields_of(stop)
        if by.role is not PLAYER:
            fields["calls"] = list(around.calls)
            fields["awaited"] = awaited_by(table, by.role)
            fields["asides"] = asides_for(table, by.role)
            if by.role in STAFF and (due := next_for(table, by.role)):
                fields["next"] = fields_of(due)
        is_kept = bool(by.place) and acting == PLAYER.value
        return Own(fields, fields_of(beside(table, by)), by.place, is_kept)

    def _session(self, place: int) -> SessionSoFar:
        """How a player stands, and what their decisions have cost, where the table gives advice."""
        session = self.sums.sittings.of(place, self._table)
        if self.coach is None:
            return session
        return msgspec.structs.replace(session, coaching=self.coach.of(place) or UNSET)

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


def _by_command(legal: list[Allowed]) -> Fields:
    """What may be done, by command; a wager that would only be given back is offered to nobody."""
    found: Fields = {}
    for each in legal:
        if not each.is_late:
            found.setdefault(each.command, []).append(each)
    return found

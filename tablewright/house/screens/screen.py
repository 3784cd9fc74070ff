"""What a live table shows: to everybody who follows it his own view, and nothing before it is written.

What lies open is the same for all and is written once; each connection gets it with what is his alone:
his hand, what he may do, his clock, his session.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from tablewright.advice import Position, SeenCards, position
from tablewright.house.people.person import WATCH, Person, acting_as
from tablewright.house.screens.descriptions import table_description
from tablewright.house.screens.history import Sittings, rounds_of
from tablewright.house.screens.news import Heard
from tablewright.house.screens.prompts import Awaited, awaited_by, next_for
from tablewright.house.screens.standing import Standing
from tablewright.house.tables.listener import Listener
from tablewright.rules.errors import Forbidden
from tablewright.rules.procedure import PLAYER, STAFF
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.journal import CutOff, decoded, read
from tablewright.table.legal import Allowed
from tablewright.table.machine import Actor, Table, player
from tablewright.table.views import beside, felt, place_seen

if TYPE_CHECKING:
    from tablewright.house.tables.calls import Call
    from tablewright.house.tables.live import LiveTable


AT_A_PLACE: frozenset[type] = frozenset(
    (
        c.Wager,
        c.TakeBack,
        c.LateWager,
        c.Decide,
        c.Tip,
        c.BuyIn,
        c.ChangeColour,
        c.Sit,
        c.Leave,
        c.Settle,
        e.Staked,
        e.Advised,
        c.Show,
        e.Settled,
    )
)
"""What changes nothing for players at other places than the one it happens at."""


class Clock(msgspec.Struct, frozen=True):
    """What is running out, as the page shows it."""

    of: str = msgspec.field(name="for")
    places: tuple[int, ...]
    ends_in_ms: int


class DealerAway(msgspec.Struct, frozen=True):
    """The dealer whom a table waits for, and when the house deals on if it will."""

    name: str
    house_in_ms: int | None


class Snapshot(msgspec.Struct, frozen=True, tag="table"):
    """Everything that somebody sees of a table and may do at it."""

    seq: int
    acting: str = msgspec.field(name="as")
    place: int
    view: msgspec.Raw
    legal: list[Allowed]
    ready: list[int]
    present: list[int]
    clock: Clock | None
    calls: "list[Call]"
    next: dict[str, Any] | None
    told: list[msgspec.Raw]
    has_gap: bool
    session: dict[str, Any] | None
    is_paused: bool
    house_deals: bool
    dealer_away: DealerAway | None
    awaited: list[Awaited]
    """What others are to sign; for staff."""


class Answer(msgspec.Struct, frozen=True, tag="done"):
    """A command was carried out and is written down."""

    id: str
    seq: int


class Refusal(msgspec.Struct, frozen=True, tag="refused"):
    """A command was not carried out; nothing has changed."""

    id: str
    why: str
    rule: str
    is_stale: bool = False


log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder(enc_hook=str).encode


def encoded(message: Any) -> bytes:
    """A message as it is sent."""
    return _encode(message)


class Shown:
    """What is shown of one table."""

    def __init__(self, live: "LiveTable") -> None:
        self.live = live
        self.standing = Standing(live.table.book)
        self.sittings = Sittings(live.table.book)
        self.seen = SeenCards(live.table.book)
        self.sign: tuple[str, ...] = ()
        self._at_places: dict[int, msgspec.Raw] = {}
        self._touched: set[int] = set()
        self._is_touched = True
        """At which places, or at all of them, something has happened since it was last shown."""
        self._is_changed = self._is_urgent = True
        self._quiet_until = 0.0
        self._lies_open: bytes | None = None
        self._to_whom: set[str] = set()

    # What happens ---------------------------------------------------------------------------------

    def note(self, events: Sequence[e.Record], at: datetime) -> None:
        """Keep the accounts of what happens up to date; shown once it is written."""
        self.standing.hear(events, at)
        self.sittings.hear(events, at)
        self.seen.hear(events)
        for event in events:
            if type(event) in AT_A_PLACE:
                place: int = event.place  # type: ignore[attr-defined]
                self._touched.add(place)
                self._at_places.pop(place, None)
            else:
                self.look_at_places()
            if isinstance(event, e.SignDisplayed):
                self.sign = event.lines
        self._is_changed = True

    def note_again(self, lines: Iterable[bytes]) -> None:
        """Everything that was written before."""
        for line in read(lines):
            if not isinstance(line, CutOff):
                self.note([line.did], line.at)

    def hear(self, told: Sequence[Heard]) -> None:
        """Something is written, so that everybody may be told."""
        for listener in self.live.listeners:
            listener.hear(self.for_whom(listener, told))

    def for_whom(self, listener: Listener, told: Iterable[Heard]) -> list[bytes]:
        """What somebody is told: a player why he was paid, and of others only what."""
        if self.is_for_staff(listener):
            return [each.full for each in told]
        place = self.live.place_of(listener.person)
        return [
            each.full if each.place == place or not place else each.short
            for each in told
            if not each.is_for_staff
        ]

    def change(self, *, is_urgent: bool = False) -> None:
        """Something has changed, or something else than the journal keeps: who is ready, a call."""
        self._is_changed = True
        if is_urgent:
            self._is_urgent = self._is_touched = True

    def is_for_staff(self, listener: Listener) -> bool:
        """Whether somebody is told what only staff are."""
        return listener.acting not in (PLAYER.value, WATCH)

    # For those who ask ------------------------------------------------------------------------------

    @cached_property
    def description(self) -> dict[str, Any]:
        """The table as it was set up."""
        live = self.live
        return table_description(live.id, live.table.book, live.options, self.sign)

    def advice(self, place: int) -> Position:
        """What advice to somebody needs to know of the table now."""
        return position(self.live.table, place, self.seen)

    def history(self, lines: Iterable[bytes], place: int, before: int | None) -> dict[str, Any]:
        """Somebody's rounds, from the lines since he sat down; the first of them says that he did."""
        return rounds_of(self.live.table.book, map(decoded, lines), place, before_round=before)

    # Showing --------------------------------------------------------------------------------------

    def hurry(self, to_whom: Collection[str]) -> None:
        """Somebody has just acted: he is shown at once what came of it."""
        self._to_whom.update(to_whom)

    def publish(self) -> None:
        """Give everybody who can take it what has changed; those still reading get it later.

        Whoever has just acted sees it at once, and so does everybody when another part of the round
        begins. What others do at their places meanwhile is shown a few times a second, and to a
        seated player without what is his own, since that is as it was.
        """
        now, listeners = self.live.ticker.now(), self.live.listeners
        if self._is_changed:
            for listener in listeners:
                listener.is_behind = True
                if self._is_touched or self.live.place_of(listener.person) in self._touched:
                    listener.has_all_but_felt = False
        self._touched.clear()
        self._is_touched = False
        is_everybody = self._is_urgent or now >= self._quiet_until
        self._lies_open, is_held_back = None, False
        for listener in list(listeners):
            if not (listener.is_behind and listener.is_idle):
                continue
            if is_everybody or listener.is_new or listener.person.key in self._to_whom:
                self._give_or_end(listener)
            else:
                is_held_back = True
        if is_everybody and self._lies_open:
            self._quiet_until = now + self.live.quiet_seconds()
        elif is_held_back:
            self.live.show_later(self._quiet_until)
        self._is_changed = self._is_urgent = False
        self._to_whom.clear()

    def _give_or_end(self, listener: Listener) -> None:
        """Nobody goes without his state because another's could not be made."""
        try:
            self._give(listener)
        except Exception:
            log.exception("table %s could not be shown to somebody", self.live.id)
            listener.end(4409, "the table could not be shown: come in again")

    def _give(self, listener: Listener) -> None:
        """The next state for somebody: all of it, or only the felt where his own is as it was."""
        if self._lies_open is None:
            self._lies_open = self._felt()
        if listener.has_all_but_felt:
            listener.give(self._felt_message(listener))
            return
        try:
            snapshot = self._snapshot(listener.person, listener.acting, self._lies_open)
        except Forbidden as refused:
            listener.end(4403, str(refused))  # Somebody else has taken the post.
            return
        told = [msgspec.Raw(each) for each in listener.told]
        listener.give(
            _encode(msgspec.structs.replace(snapshot, told=told, has_gap=listener.has_gap)),
            keeps_own=bool(snapshot.place) and snapshot.acting == PLAYER.value,
        )

    def _felt_message(self, listener: Listener) -> bytes:
        """What lies open, and what is the same for everybody beside it."""
        assert self._lies_open is not None
        pace = self.live.dealing.pace
        around = _encode(
            {
                "ready": sorted(pace.ready),
                "present": pace.present,
                "clock": self._clock(self.live.place_of(listener.person)),
                "has_gap": listener.has_gap,
                "is_paused": self.live.is_paused,
                "house_deals": self.live.dealing.post.is_by_house,
                "dealer_away": self._dealer_away(),
            }
        )
        told = b",".join(listener.told)
        return b'{"type":"felt","seq":%d,"view":%b,"told":[%b],%b' % (
            self.live.seq,
            self._lies_open,
            told,
            around[1:],
        )

    def snapshot(self, person: Person, acting: str) -> bytes:
        """What somebody sees now, for whoever asks once."""
        return _encode(self._snapshot(person, acting, self._felt()))

    def _felt(self) -> bytes:
        """What lies open to everybody."""
        return _encode(felt(self.live.table, self._at_place))

    def _at_place(self, table: Table, place: int) -> msgspec.Raw:
        """What is seen of a place: written anew only when something has happened there."""
        known = self._at_places.get(place)
        if known is None:
            seen = place_seen(table, place)
            seen["is_present"] = place not in self.live.dealing.pace.gone
            known = self._at_places[place] = msgspec.Raw(_encode(seen))
        return known

    def look_at_places(self) -> None:
        """Something has happened that is seen at places anywhere."""
        self._at_places.clear()
        self._is_touched = True

    def _snapshot(self, person: Person, acting: str, lies_open: bytes) -> Snapshot:
        live, table, pace = self.live, self.live.table, self.live.dealing.pace
        place = live.place_of(person)
        by = acting_as(person, acting, table, place)
        private = _encode(beside(table, by))
        view = lies_open if private == b"{}" else b"%b,%b" % (lies_open[:-1], private[1:])
        is_staff = by.role is not PLAYER
        return Snapshot(
            live.seq,
            acting or WATCH,
            by.place,
            msgspec.Raw(view),
            self._legal(person, by),
            sorted(pace.ready),
            pace.present,
            self._clock(by.place),
            list(live.calls) if is_staff else [],
            next_for(table, by.role) if by.role in STAFF else None,
            [],
            False,
            self.sittings.of(by.place, table) if by.place in table.state.seats else None,
            live.is_paused,
            live.dealing.post.is_by_house,
            self._dealer_away(),
            awaited_by(table, by.role),
        )

    def _legal(self, person: Person, by: Actor) -> list[Allowed]:
        """What somebody may do; who has no place may take a free one."""
        live = self.live
        if by.role is PLAYER and not by.place:
            if not person.is_known or live.place_of(person):
                return []
            every = range(1, live.table.book.ruleset.places + 1)
            return [
                each
                for place in every
                if place not in live.table.state.seats
                for each in live.table.legal(player(place))
                if each.command == "sit"
            ]
        return live.table.legal(by)

    def _dealer_away(self) -> DealerAway | None:
        post = self.live.dealing.post
        if self.live.dealing.pace.dealer_gone is None:
            return None
        ending = post.ending()
        left = round(1000 * (ending.at - self.live.ticker.now())) if ending else 0
        return DealerAway(post.dealer if post.is_held else "", max(0, left) if ending else None)

    def _clock(self, place: int) -> Clock | None:
        ending = self.live.dealing.pace.clock(place)
        if ending is None:
            return None
        left = max(0, round(1000 * (ending.at - self.live.ticker.now())))
        return Clock(ending.of, ending.places, left)

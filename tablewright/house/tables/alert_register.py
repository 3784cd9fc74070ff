"""The register of alerts: each is raised once, taken by people in their own names, and cleared.

An alert is raised when its cause is found and there is none of that table (or of the house), kind and
subject. It is cleared when its cause has been gone for a while (`Kind.clears_after_seconds`), so that
what comes and goes is one alert; one about something that happened stays until a person dismisses it
with a reason. Everything is written before it is shown, and kept for a day after it is over. The clock
of the register never goes back, not even over a restart.

    raised -> taken by a person -> taken over by another ... -> cleared, or dismissed with a reason
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta

import msgspec

from tablewright.house.books.alert_rows import KeptAlert, every_alert, put_alerts
from tablewright.house.books.database import Database
from tablewright.house.people.person import Person
from tablewright.house.screens.alert_pages import (
    KINDS,
    THE_HOUSE,
    Alert,
    Cause,
    Slots,
    Taking,
    by_urgency,
)
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say
from tablewright.table.allowed import is_text

KEPT_FOR = timedelta(hours=24)
"""How long an alert is kept after it is over, and one that happened until it is dismissed."""
MOST_OPEN = 1000
"""How many wait at once in the whole house; the less urgent come when there is room."""
MOST_KEPT = 3000
"""How many are kept in all: beyond that, the oldest that are over go."""
MOST_TAKINGS = 20
"""How often one alert is taken over."""
RULE = "house.alerts"


class NoSuchAlert(Refused):
    """No alert has that number."""


class TakenMeanwhile(Forbidden):
    """Another person has an alert that was taken for nobody's, or for a third person's."""


class Table(msgspec.Struct, frozen=True):
    """A table that was looked at, or the house as a whole, and what was found there."""

    name: str
    is_practice: bool
    causes: list[Cause]


class _Kept(msgspec.Struct, frozen=True):
    """What the row of an alert says in JSON."""

    table_name: str
    is_practice: bool
    slots: Slots
    taken: tuple[Taking, ...] = ()
    dismissed: Taking | None = None
    reason: str = ""


_decode = msgspec.json.Decoder(_Kept).decode
Key = tuple[str, str, str]


class AlertRegister:
    """All alerts of a house; `read` those that are written first. `clock` says the time of day."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.database, self.clock = database, clock
        self._alerts: dict[int, Alert] = {}
        self._open: dict[Key, int] = {}
        self._gone: dict[Key, datetime] = {}
        """Since when the cause of an alert has been gone."""
        self._last = 0
        self._latest = datetime.min.replace(tzinfo=UTC)
        self._changing = asyncio.Lock()

    async def read(self) -> None:
        """Know the alerts that are written; one that cannot be read is left out."""
        kept, self._last = await every_alert(self.database)
        for row in kept:
            alert = _read(row)
            if alert is not None:
                self._keep(alert)

    # Looking --------------------------------------------------------------------------------------

    def now(self) -> datetime:
        """The time, which never goes back."""
        self._latest = max(self._latest, self.clock())
        return self._latest

    @property
    def waiting(self) -> list[Alert]:
        """Those that are not over, the most urgent first, then the oldest."""
        return sorted((self._alerts[id] for id in self._open.values()), key=by_urgency)

    @property
    def earlier(self) -> list[Alert]:
        """Those that are over, the newest first."""
        over = [each for each in self._alerts.values() if each.cleared is not None]
        return sorted(over, key=lambda each: (each.cleared, each.id), reverse=True)

    @property
    def kinds(self) -> dict[str, set[str]]:
        """The kinds of alerts that each table, or the house, has now."""
        found: dict[str, set[str]] = {}
        for table, kind, _ in self._open:
            found.setdefault(table, set()).add(kind)
        return found

    def is_clearing(self, alert: Alert) -> bool:
        """Whether the cause of one that waits is gone."""
        return alert.cleared is None and alert.key in self._gone

    # What is found --------------------------------------------------------------------------------

    async def hear(self, tables: Mapping[str, Table], unknown: Collection[str] = ()) -> None:
        """What was found at every table of the floor, and of the house under `THE_HOUSE`; those of
        `unknown` are as they were before."""
        async with self._changing:
            now = self.now()
            found = {
                (id, each.kind, each.subject): (table, each)
                for id, table in tables.items()
                for each in table.causes
            }
            gone = dict(self._gone)
            cleared = list(self._cleared(found, gone, tables.keys(), unknown, now))
            room = max(0, MOST_OPEN - len(self._open) + len(cleared))
            changed = [*cleared, *self._raised(found, room, now)]
            old = self._too_old(changed, now)
            if changed or old:
                await put_alerts(self.database, [_written(each) for each in changed], old)
            self._gone = gone
            for each in changed:
                self._last = max(self._last, each.id)
                self._keep(each)
            for id in old:
                self._forget(id)
            for key, (_, cause) in found.items():
                self._refresh(key, cause)

    def _cleared(
        self,
        found: Mapping[Key, object],
        gone: dict[Key, datetime],
        on_floor: Collection[str],
        unknown: Collection[str],
        now: datetime,
    ) -> Iterable[Alert]:
        """Those whose causes have been gone for long enough."""
        for key, id in self._open.items():
            alert, kind = self._alerts[id], KINDS[key[1]]
            if key in found or kind.is_event:
                gone.pop(key, None)
            if key in found or kind.is_event or alert.table in unknown:
                continue
            since = gone.setdefault(key, now)
            wait = kind.clears_after_seconds if alert.table in on_floor else 0
            if (now - since).total_seconds() >= wait:
                del gone[key]
                yield msgspec.structs.replace(alert, cleared=since)

    def _raised(
        self, found: Mapping[Key, tuple[Table, Cause]], room: int, now: datetime
    ) -> Iterable[Alert]:
        """New ones, the most urgent first, as long as there is room."""
        happened = {each.key for each in self._alerts.values() if KINDS[each.kind].is_event}
        fresh = [
            Alert(
                id=0,
                table=key[0],
                table_name=table.name,
                is_practice=table.is_practice,
                kind=cause.kind,
                subject=cause.subject,
                slots=cause.slots,
                raised=now,
            )
            for key, (table, cause) in found.items()
            if key not in self._open and key not in happened
        ]
        fresh.sort(key=by_urgency)
        for number, each in enumerate(fresh[:room], start=self._last + 1):
            yield msgspec.structs.replace(each, id=number)

    def _too_old(self, changed: Collection[Alert], now: datetime) -> list[int]:
        """Those that need not be kept; the last number stays, so that none is given twice."""
        alerts = self._alerts | {each.id: each for each in changed}
        over = sorted((each.cleared, id) for id, each in alerts.items() if each.cleared is not None)
        spare = max(0, len(alerts) - MOST_KEPT)
        old = {id for at, id in over if now - at > KEPT_FOR} | {id for _, id in over[:spare]}
        old |= {
            id
            for id, each in alerts.items()
            if KINDS[each.kind].is_event and not each.cleared and now - each.raised > KEPT_FOR
        }
        return sorted(old - {max(alerts, default=0)})

    # People ---------------------------------------------------------------------------------------

    async def take(self, id: int, person: Person, holder: str) -> Alert:
        """A person takes an alert: nobody's, or over from the one who has it and is named."""
        async with self._changing:
            alert = self._waiting(id)
            if alert.holder == person.name:
                return alert
            if alert.holder != holder:
                raise TakenMeanwhile(
                    say("{name} has taken this alert meanwhile.", name=alert.holder)
                    if alert.holder
                    else say("Nobody has this alert: take it."),
                    RULE,
                )
            taking = Taking(person.name, person.account, self.now())
            taken = (*alert.taken, taking)[-MOST_TAKINGS:]
            return await self._put(msgspec.structs.replace(alert, taken=taken))

    async def dismiss(self, id: int, person: Person, reason: str) -> Alert:
        """A person has seen to something that happened, and says what they found."""
        async with self._changing:
            alert = self._waiting(id)
            if not KINDS[alert.kind].is_event:
                raise Forbidden(
                    "This alert cannot be dismissed: it clears by itself once its cause is gone.",
                    RULE,
                )
            if not is_text(reason):
                raise Refused("Say what you found, in up to 200 characters.")
            now = self.now()
            by = Taking(person.name, person.account, now)
            return await self._put(
                msgspec.structs.replace(alert, cleared=now, dismissed=by, reason=reason)
            )

    def _waiting(self, id: int) -> Alert:
        alert = self._alerts.get(id)
        if alert is None:
            raise NoSuchAlert(say("There is no alert {id}: look at the list again.", id=id))
        if alert.cleared is not None:
            raise Forbidden("This alert is over: look at the list again.", RULE)
        return alert

    async def _put(self, alert: Alert) -> Alert:
        await put_alerts(self.database, [_written(alert)])
        self._keep(alert)
        return alert

    # In memory ------------------------------------------------------------------------------------

    def _keep(self, alert: Alert) -> None:
        self._alerts[alert.id] = alert
        self._latest = max(self._latest, alert.cleared or alert.raised)
        if alert.cleared is None:
            self._open[alert.key] = alert.id
        elif self._open.get(alert.key) == alert.id:
            del self._open[alert.key]

    def _refresh(self, key: Key, cause: Cause) -> None:
        """What is found of an alert moves on; that it was raised does not."""
        id = self._open.get(key)
        if id is not None and self._alerts[id].slots != cause.slots:
            self._alerts[id] = msgspec.structs.replace(self._alerts[id], slots=cause.slots)

    def _forget(self, id: int) -> None:
        alert = self._alerts.pop(id)
        if self._open.get(alert.key) == id:
            del self._open[alert.key]


def _written(alert: Alert) -> KeptAlert:
    kept = _Kept(
        alert.table_name,
        alert.is_practice,
        alert.slots,
        alert.taken,
        alert.dismissed,
        alert.reason,
    )
    said = msgspec.json.encode(kept).decode()
    return KeptAlert(
        alert.id, alert.table, alert.kind, alert.subject, alert.raised, alert.cleared, said
    )


def _read(row: KeptAlert) -> Alert | None:
    """An alert from its row; nothing, where another version wrote it or it cannot be read."""
    try:
        kept = _decode(row.kept)
    except (msgspec.MsgspecError, ValueError):
        return None
    if row.kind not in KINDS or KINDS[row.kind].is_of_house != (row.table == THE_HOUSE):
        return None
    return Alert(
        id=row.id,
        table=row.table,
        table_name=kept.table_name,
        is_practice=kept.is_practice,
        kind=row.kind,
        subject=row.subject,
        slots=kept.slots,
        raised=row.raised,
        taken=kept.taken,
        cleared=row.cleared,
        dismissed=kept.dismissed,
        reason=kept.reason,
    )

"""Sessions: everybody who has come in by the page, guests too, until they sign out or stay away.

The browser keeps a secret and the database its hash. All that hold are in memory as well: asking who
sends a request reads nothing, but for a session that another server of the house has begun. A session
ends when its owner signs out or ends it, when it was not used for `IDLE`, when it is `LONGEST` old,
and together with all others of an account when that account's epoch goes on (`accounts`).

Time is that of the house, which does not jump with the clock. Where the house follows a clock that was
set, the sessions that were used meanwhile go along. One that seems to have run out while the house was
closed does not hold, but it rests for a day before it is deleted: if the clock was ahead at the start
and is put right, it holds again.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import NOBODY, Doer
from tablewright.house.books.auditing import doer, note
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.books.together import Together
from tablewright.house.people.accounts import ACCOUNT, Account

IDLE = timedelta(hours=12)
LONGEST = timedelta(days=7)
RESTS = timedelta(days=1)
"""How long a session is kept that seems to have run out while the house was closed."""
NOTED = timedelta(minutes=10)
"""How far what is written of a session's last use may lie behind."""
MOST_EACH = 20
"""How many sessions an account has at once; one more ends the one that was not used for longest."""


def hash_of(secret: str) -> str:
    """What is kept of a secret that a program or a browser has."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True, eq=False)
class Session:
    """A person at a page, signed in or as a guest."""

    id: int
    hash: str
    account: int
    """0 for a guest."""
    epoch: int
    guest: str
    name: str
    """A guest's name; an account's may be looked up."""
    device: str
    address: str
    created: datetime
    seen: datetime
    ends: datetime
    noted: datetime
    """What the database knows of `seen`."""
    is_used: bool = False
    """Whether it was used, or begun, since the house was opened."""
    is_new: bool = False
    """Whether it was begun since then."""
    rests_since: datetime | None = None
    """When it was found to have run out while the house was closed."""

    @property
    def key(self) -> str:
        return f"s:{self.id}"

    def has_run_out(self, now: datetime) -> bool:
        return now >= self.ends or now >= self.seen + IDLE


class Sessions:
    """Every session that holds. Use `open`."""

    def __init__(self, database: Database, now: Callable[[], datetime] | None = None) -> None:
        self.database = database
        self.now = now or (lambda: datetime.now(UTC))
        self._by_hash: dict[str, Session] = {}
        self._coming_in = Together(self._write_new)

    @classmethod
    async def open(
        cls, database: Database, now: Callable[[], datetime] | None = None
    ) -> "Sessions":
        """Know all that were there when the house was closed and have not run out since."""
        sessions = cls(database, now)
        await sessions.read_again()
        await sessions.tidy(())
        return sessions

    async def read_again(self) -> None:
        """Know all that are written, whichever server of the house began them."""
        async with self.database.reading() as connection:
            rows = readable(await connection.execute(select(s.sessions)), _session)
        at = self.now()
        for each in rows:
            # A clock that was ahead lets nobody stay for longer than they may.
            each.seen, each.ends = min(each.seen, at), min(each.ends, at + LONGEST)
        found = {each.hash: each for each in rows}
        # What was measured here since is better known than what is written.
        self._by_hash = {hash: self._by_hash.get(hash, each) for hash, each in found.items()}

    def __len__(self) -> int:
        return sum(each.rests_since is None for each in self._by_hash.values())

    def move(self, by: timedelta) -> None:
        """The house's time was moved: what was measured by it goes along."""
        for each in self._by_hash.values():
            if each.is_used:
                each.seen += by
            if each.is_new:
                each.ends += by
            if each.rests_since is not None:
                each.rests_since += by

    @property
    def guests(self) -> set[str]:
        """The keys of the guests who may still come back."""
        return {f"g:{each.guest}" for each in self._by_hash.values() if each.guest}

    # Asking ---------------------------------------------------------------------------------------

    def find(self, secret: str) -> Session | None:
        """The session of a secret, used just now; None if there is none that holds."""
        found = self._by_hash.get(hash_of(secret)) if secret else None
        now = self.now()
        if found is None or found.has_run_out(now):
            return None
        found.seen, found.is_used = now, True
        return found

    async def look_up(self, secret: str) -> Session | None:
        """The same, asked of the database where another server may have begun it."""
        found = self.find(secret)
        if found is None and secret and self.database.server:
            asked = select(s.sessions).where(s.sessions.c.hash == hash_of(secret))
            async with self.database.reading() as connection:
                rows = readable(await connection.execute(asked), _session)
            self._by_hash.update({each.hash: each for each in rows})
            found = self.find(secret)
        return found

    def end_by_number(self, id: int) -> None:
        """A session was ended by another server of the house."""
        for each in [each for each in self._by_hash.values() if each.id == id]:
            self.forget(each)

    def of(self, account: Account) -> list[Session]:
        """A person's sessions that hold, the last used first."""
        now = self.now()
        held = [
            each
            for each in self._by_hash.values()
            if (each.account, each.epoch) == (account.id, account.epoch)
            and not each.has_run_out(now)
        ]
        return sorted(held, key=lambda each: each.seen, reverse=True)

    # Beginning and ending -------------------------------------------------------------------------

    async def begin(self, account: Account, device: str, address: str) -> tuple[str, Session]:
        """A person has signed in: the secret for the browser, and the session."""
        for surplus in self.of(account)[MOST_EACH - 1 :]:
            await self.end(surplus)
        return await self._begin(account.id, account.epoch, "", "", device, address)

    async def begin_guest(
        self, guest: str, name: str, device: str, address: str
    ) -> tuple[str, Session]:
        """A guest has come in: the secret for the browser, and the session."""
        return await self._begin(None, 0, guest, name, device, address)

    async def _begin(
        self, account: int | None, epoch: int, guest: str, name: str, device: str, address: str
    ) -> tuple[str, Session]:
        secret, now = secrets.token_urlsafe(32), self.now()
        values = {
            "hash": hash_of(secret),
            "account": account,
            "epoch": epoch,
            "guest": guest,
            "name": name,
            "device": device,
            "address": address,
            "created": as_text(now),
            "seen": as_text(now),
            "ends": as_text(now + LONGEST),
        }
        session = await self._coming_in.made(values)
        session.is_used = session.is_new = True
        self._by_hash[session.hash] = session
        return secret, session

    async def _write_new(self, rows: Sequence[dict[str, Any]]) -> list["Session"]:
        """The sessions of all who come in at once, and sign-ins in the audit."""
        async with self.database.writing() as connection:
            added = insert(s.sessions).returning(s.sessions)
            made = {each.hash: _session(each) for each in await connection.execute(added, rows)}
            sessions = [made[row["hash"]] for row in rows]
            for row, session in zip(rows, sessions, strict=True):
                if row["account"] is not None:
                    by = Doer(f"{ACCOUNT}{row['account']}", row["address"], session.key)
                    note(connection, "sign-in", session.key, {"device": row["device"]}, by=by)
        return sessions

    async def end(self, session: Session) -> None:
        """End a session. If that cannot be written it goes on, and may be ended again."""
        async with self.database.writing() as connection:
            await connection.execute(delete(s.sessions).where(s.sessions.c.id == session.id))
            if session.account:
                by = doer()
                if by.who == NOBODY:  # Their own browser, before anyone is signed in at it.
                    by = Doer(f"a:{session.account}", by.address, session.key)
                note(connection, "sign-out", session.key, by=by)
        self.forget(session)

    def forget(self, session: Session) -> None:
        """A session that has ended in the database already, or whose account has gone on."""
        self._by_hash.pop(session.hash, None)

    # Looking after them ---------------------------------------------------------------------------

    async def tidy(self, in_use: Iterable[str]) -> list[Session]:
        """End what has run out, those aside that an open connection uses; note who was here."""
        now, used = self.now(), set(in_use)
        for each in self._by_hash.values():
            if each.key in used:
                each.seen, each.is_used = max(each.seen, now), True
        over = [each for each in self._by_hash.values() if each.has_run_out(now)]
        if over and self.database.server:
            over = await self._unused_elsewhere(over, now)
        ended = [each for each in over if each.rests_since is None]
        gone = [each for each in over if self._is_gone(each, now)]
        for each in gone:
            self.forget(each)
        for each in self._by_hash.values():
            each.rests_since = (each.rests_since or now) if each.has_run_out(now) else None
        moved = [
            each
            for each in self._by_hash.values()
            if each.is_used and abs(each.seen - each.noted) >= NOTED
        ]
        if gone or moved:
            async with self.database.writing() as connection:
                await self._write(connection, gone, moved)
            for each in moved:
                each.noted = each.seen
        return ended

    async def _unused_elsewhere(self, some: list[Session], now: datetime) -> list[Session]:
        """Those of some sessions that were used at no other server of the house either."""
        asked = select(s.sessions).where(s.sessions.c.id.in_([each.id for each in some]))
        async with self.database.reading() as connection:
            rows = readable(await connection.execute(asked), _session)
        seen = {each.id: each.seen for each in rows}
        for each in some:
            each.seen = max(each.seen, seen.get(each.id, each.seen))
        return [each for each in some if each.has_run_out(now)]

    @staticmethod
    def _is_gone(session: Session, now: datetime) -> bool:
        """Whether a session that has run out is deleted.

        What the house has measured itself is sure; what a clock said before the start rests first.
        """
        is_idle = session.is_used and now >= session.seen + IDLE
        is_sure = is_idle or (session.is_new and now >= session.ends)
        since = session.rests_since
        return is_sure or (since is not None and now - since >= RESTS)

    @staticmethod
    async def _write(connection: Any, ended: list[Session], moved: list[Session]) -> None:
        which = s.sessions.c.id == bindparam("which")
        if ended:
            await connection.execute(
                delete(s.sessions).where(which), [{"which": each.id} for each in ended]
            )
        if moved:
            await connection.execute(
                update(s.sessions).where(which).values(seen=bindparam("at"), ends=bindparam("to")),
                [
                    {"which": each.id, "at": as_text(each.seen), "to": as_text(each.ends)}
                    for each in moved
                ],
            )


def _session(row: Row[Any]) -> Session:
    created, seen, ends = map(datetime.fromisoformat, (row.created, row.seen, row.ends))
    return Session(
        id=row.id,
        hash=row.hash,
        account=row.account or 0,
        epoch=row.epoch,
        guest=row.guest,
        name=row.name,
        device=row.device,
        address=row.address,
        created=created,
        seen=seen,
        ends=ends,
        noted=seen,
    )


_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS", "a Mac"), ("CrOS", "a Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


def device_named(agent: str) -> str:
    """A browser by what it says of itself, in words for its owner.

    >>> device_named("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> device_named("curl/8.5")
    'curl'
    """
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    if browser:
        return f"{browser} on {system}" if system else browser
    program = re.match(r"[A-Za-z][A-Za-z0-9._ -]{0,30}", agent)
    return program[0].strip() if program else "an unknown program"

"""Sessions: everybody who has come in by the page, guests too, until they sign out or stay away.

The browser keeps a secret and the database its hash. All that hold are in memory as well: asking who
sends a request reads nothing, but for a session that another server of the house has begun. A session
ends when its owner signs out or ends it, when it was not used for `IDLE`, when it is `LONGEST` old,
and together with all others of an account when that account's epoch goes on (`accounts`).
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.people.accounts import Account

IDLE = timedelta(hours=12)
LONGEST = timedelta(days=7)
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

    @classmethod
    async def open(cls, database: Database) -> "Sessions":
        """Know all that were there when the house was closed and have not run out since."""
        sessions = cls(database)
        await sessions.read_again()
        await sessions.tidy(())
        return sessions

    async def read_again(self) -> None:
        """Know all that are written, whichever server of the house began them."""
        async with self.database.reading() as connection:
            rows = readable(await connection.execute(select(s.sessions)), _session)
        found = {each.hash: each for each in rows}
        for hash, each in found.items():
            if (here := self._by_hash.get(hash)) is not None:
                each.seen = max(each.seen, here.seen)
        self._by_hash = found

    def __len__(self) -> int:
        return len(self._by_hash)

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
        found.seen = now
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
        async with self.database.writing() as connection:
            made = await connection.execute(insert(s.sessions).values(values).returning(s.sessions))
            session = _session(made.one())
        self._by_hash[session.hash] = session
        return secret, session

    async def end(self, session: Session) -> None:
        """End a session. If that cannot be written it goes on, and may be ended again."""
        async with self.database.writing() as connection:
            await connection.execute(delete(s.sessions).where(s.sessions.c.id == session.id))
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
                each.seen = max(each.seen, now)
        ended = [each for each in self._by_hash.values() if each.has_run_out(now)]
        if ended and self.database.server:
            ended = await self._unused_elsewhere(ended, now)
        for each in ended:
            self.forget(each)
        moved = [each for each in self._by_hash.values() if each.seen - each.noted >= NOTED]
        if ended or moved:
            async with self.database.writing() as connection:
                await self._write(connection, ended, moved)
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
    async def _write(connection: Any, ended: list[Session], moved: list[Session]) -> None:
        which = s.sessions.c.id == bindparam("which")
        if ended:
            await connection.execute(
                delete(s.sessions).where(which), [{"which": each.id} for each in ended]
            )
        if moved:
            await connection.execute(
                update(s.sessions).where(which).values(seen=bindparam("at")),
                [{"which": each.id, "at": as_text(each.seen)} for each in moved],
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

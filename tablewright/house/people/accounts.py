"""Accounts: who may sign in, with which duties and password; and the PIN that a person signs with.

Whenever a password is changed or reset, duties change or an account is closed, the account's epoch goes
on, and with it every session and every token of that account ends, in the same transaction.

A closed account can be erased: its row stays under its number, which others' signatures name, and
nothing in it leads to a name any more.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import Said
from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.people.erased_names import is_reserved, reserve
from tablewright.house.people.names import cleaned_name, folded, skeleton
from tablewright.house.people.passwords import Passwords, made_up, refuse_weak, refuse_weak_pin
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.language import say

FIRST_NAME = "Administrator"
ERASED = "Erased account"
"""What an erased account is called, before its number; nobody else's name begins so."""


NOTHING: Mapping[str, Said] = {}


class Duty(StrEnum):
    """What an account may do in the house."""

    PLAYER = "player"
    DEALER = "dealer"
    INSPECTOR = "inspector"
    PIT_BOSS = "pit-boss"
    SURVEILLANCE = "surveillance"
    INSTRUCTOR = "instructor"
    ADMINISTRATOR = "administrator"


AT_TABLES = (Duty.DEALER, Duty.INSPECTOR, Duty.PIT_BOSS, Duty.SURVEILLANCE)
"""The duties that are posts at a table."""


class Overtaken(Refused):
    """Another change of the account came first."""


class WrongPassword(Refused):
    """A person's own password, which they were asked for, is another."""


ACCOUNT = "a:"
"""What the key of a person with an account begins with; only they hold posts. Its number follows."""


class Account(NamedTuple):
    """A person who may sign in."""

    id: int
    name: str
    roles: frozenset[Duty]
    is_disabled: bool
    must_change: bool
    epoch: int
    created: datetime
    has_pin: bool = False

    @property
    def key(self) -> str:
        """What is kept under this person: their seats, what they have learnt, what they did."""
        return f"{ACCOUNT}{self.id}"

    def has(self, *roles: Duty) -> bool:
        """Whether this person has one of these duties."""
        return not self.roles.isdisjoint(roles)


def duties(roles: Iterable[str]) -> frozenset[Duty]:
    """Duties by their names."""
    try:
        return frozenset(Duty(role) for role in roles)
    except ValueError as error:
        raise Refused(f"{error}: expected {listed(Duty)}") from None


class Accounts:
    """The accounts of a house."""

    def __init__(self, database: Database, passwords: Passwords | None = None) -> None:
        self.database = database
        self.passwords = passwords or Passwords()
        self._known: dict[int, Account] = {}
        """Accounts that were asked for by number: every request asks for one."""
        self._changing = asyncio.Lock()
        """Held while an account is written, and while one becomes known."""

    # Finding --------------------------------------------------------------------------------------

    async def by_id(self, id: int) -> Account | None:
        """The account of a number."""
        if id not in self._known:
            async with self._changing:
                found = await self._one(s.accounts.c.id == id)
                if found is None:
                    return None
                self._known[id] = found
        return self._known[id]

    def forget(self, id: int | None = None) -> None:
        """Ask for an account again, or for each: another server of the house has changed it."""
        if id is None:
            self._known.clear()
        else:
            self._known.pop(id, None)

    async def by_name(self, name: str) -> Account | None:
        """The account of a name, in whatever case."""
        return await self._one(s.accounts.c.folded == folded(name))

    async def all(self) -> list[Account]:
        """Every account, by name."""
        async with self.database.reading() as connection:
            rows = await connection.execute(select(s.accounts).order_by(s.accounts.c.folded))
            return readable(rows, _account)

    async def staff(self) -> dict[str, list[str]]:
        """Who can take which post at a table, by name."""
        everybody = [each for each in await self.all() if not each.is_disabled]
        return {
            str(post): [each.name for each in everybody if each.has(post)] for post in AT_TABLES
        }

    # Signing in -----------------------------------------------------------------------------------

    async def sign_in(self, name: str, password: str) -> Account | None:
        """The account of a name and its password; None if either is wrong or it is disabled."""
        row = await self._row(s.accounts.c.folded == folded(name))
        kept = row.password if row is not None else None
        if not await self.passwords.is_right(password, kept) or row is None or row.is_disabled:
            return None
        if self.passwords.is_outdated(row.password):
            again = await self.passwords.hashed(password)
            with suppress(Overtaken):
                await self._update(row.id, password=again, only_if=s.accounts.c.password == kept)
        return _account(row)

    async def check_pin(self, name: str, pin: str) -> Account | None:
        """The account of a name and its PIN; None if either is wrong, or none is set."""
        row = await self._row(s.accounts.c.folded == folded(name))
        kept = row.pin if row is not None else None
        if not await self.passwords.is_right(pin, kept) or row is None or row.is_disabled:
            return None
        return _account(row)

    # Making and changing --------------------------------------------------------------------------

    async def first_start(self) -> str | None:
        """A one-time password of the first administrator; None once one has been used.

        Until then every start has a new one, so that a lost password locks nobody out. It is refused
        where the row of that account is there, but not as it was written.
        """
        administrators = [each for each in await self.all() if each.has(Duty.ADMINISTRATOR)]
        try:
            if not administrators:
                _, password = await self.create(FIRST_NAME, [Duty.ADMINISTRATOR])
                return password
            if [(each.name, each.must_change) for each in administrators] == [(FIRST_NAME, True)]:
                return await self.reset_password(FIRST_NAME)
        except Refused:
            raise Refused(
                f"nobody can sign in as {FIRST_NAME}: expected the row of that account as it was"
                " written; restore the database from a backup"
            ) from None
        return None

    async def create(
        self,
        name: str,
        roles: Iterable[str],
        password: str | None = None,
        *,
        must_change: bool = True,
    ) -> tuple[Account, str]:
        """A new account and its password, which is made up unless one is given."""
        name, having = cleaned_name(name), duties(roles)
        if password is None:
            password = made_up()
        else:
            refuse_weak(password, name)
        values = {
            "name": name,
            "folded": folded(name),
            "password": await self.passwords.hashed(password),
            "roles": _as_json(having),
            "is_disabled": False,
            "must_change": must_change,
            "epoch": 0,
            "created": as_text(datetime.now(UTC)),
        }
        try:
            async with self._changing, self.database.writing() as connection:
                await _refuse_lookalike(connection, name)
                made = await connection.execute(
                    insert(s.accounts).values(values).returning(s.accounts)
                )
                account = _account(made.one())
                note(connection, "account-made", f"a:{account.id}", {"duties": _names(having)})
                return account, password
        except IntegrityError:
            raise Refused(
                say("There is already an account {name}: choose another name.", name=quoted(name))
            ) from None

    async def change_password(self, id: int, old: str, new: str) -> Account:
        """A person's own new password; the old one must be right. Sessions and tokens end."""
        row = await self._row(s.accounts.c.id == id)
        if row is None or not await self.passwords.is_right(old, row.password):
            raise WrongPassword("Your current password is wrong: try again.")
        refuse_weak(new, row.name)
        if await self.passwords.is_right(new, row.password):
            raise Refused("The new password is the old one: choose another.")
        return await self._update(
            id,
            password=await self.passwords.hashed(new),
            must_change=False,
            is_ending=True,
            only_if=s.accounts.c.password == row.password,
            does={"password-changed": {}},
        )

    async def reset_password(self, name: str) -> str:
        """A made-up password in place of a forgotten one; it must be changed at the sign-in."""
        account, password = await self._named(name), made_up()
        kept = await self.passwords.hashed(password)
        await self._update(
            account.id,
            password=kept,
            pin=None,
            must_change=True,
            is_ending=True,
            does={"password-reset": {}},
        )
        return password

    async def set_pin(self, id: int, password: str, pin: str | None) -> Account:
        """A person's own PIN, or none; their password must be right."""
        row = await self._row(s.accounts.c.id == id)
        if row is None or not await self.passwords.is_right(password, row.password):
            raise WrongPassword("Your password is wrong: try again.")
        if pin is not None:
            refuse_weak_pin(pin)
        kept = None if pin is None else await self.passwords.hashed(pin)
        return await self._update(
            id,
            pin=kept,
            only_if=s.accounts.c.epoch == row.epoch,
            does={"pin-removed" if pin is None else "pin-set": {}},
        )

    async def change(
        self, name: str, *, roles: Iterable[str] | None = None, is_disabled: bool | None = None
    ) -> Account:
        """Other duties, or an account that may no longer sign in, or may again."""
        account, values, does = await self._named(name), dict[str, Any](), dict[str, Said]()
        if roles is not None and duties(roles) != account.roles:
            values["roles"] = _as_json(duties(roles))
            before, now = _names(account.roles), _names(duties(roles))
            does["duties-changed"] = {"before": before, "now": now}
        if is_disabled is not None and is_disabled != account.is_disabled:
            values["is_disabled"] = is_disabled
            does["account-closed" if is_disabled else "account-reopened"] = {}
        return await self._update(account.id, is_ending=bool(values), does=does, **values)

    @asynccontextmanager
    async def erasing(self, id: int) -> AsyncIterator[AsyncConnection]:
        """Take name, password, PIN and duties from a closed account, with all that is done within."""
        async with self._changing, self.database.writing() as connection:
            a = s.accounts.c
            found = await connection.execute(select(s.accounts).where(a.id == id))
            account = _account(found.one())
            if not account.is_disabled:
                raise Refused(
                    say(
                        "The account {name} is still open: close it first.",
                        name=quoted(account.name),
                    )
                )
            await reserve(connection, account.name)
            name = f"{ERASED} {id}"
            values: dict[str, Any] = {"name": name, "folded": folded(name), "password": ""}
            values |= {"pin": None, "roles": _as_json(frozenset()), "epoch": account.epoch + 1}
            await connection.execute(update(s.accounts).where(a.id == id).values(values))
            await _end_everything(connection, id)
            note(connection, "account-erased", f"a:{id}")
            yield connection
            self._known.pop(id, None)

    # ----------------------------------------------------------------------------------------------

    async def _row(self, where: Any) -> Row[Any] | None:
        async with self.database.reading() as connection:
            return (await connection.execute(select(s.accounts).where(where))).one_or_none()

    async def _one(self, where: Any) -> Account | None:
        row = await self._row(where)
        return _account(row) if row is not None else None

    async def _named(self, name: str) -> Account:
        account = await self.by_name(name)
        if account is None:
            raise Refused(say("There is no account {name}: check the name.", name=quoted(name)))
        return account

    async def _update(
        self,
        id: int,
        *,
        is_ending: bool = False,
        only_if: Any = True,
        does: Mapping[str, Said] = NOTHING,
        **values: Any,
    ) -> Account:
        """Change an account; `does` is what the audit tells of it."""
        a = s.accounts.c
        if is_ending:
            values["epoch"] = a.epoch + 1
        async with self._changing:
            self._known.pop(id, None)
            async with self.database.writing() as connection:
                await _refuse_erased(connection, id)
                if values:
                    where = update(s.accounts).where(a.id == id, only_if)
                    if (await connection.execute(where.values(values))).rowcount != 1:
                        raise Overtaken(
                            say("Your account was changed meanwhile: sign in and try again.")
                        )
                if is_ending:
                    await _end_everything(connection, id)
                if "roles" in values or "is_disabled" in values:
                    await _refuse_no_administrator(connection)
                found = await connection.execute(select(s.accounts).where(a.id == id))
                changed = _account(found.one())
                for what, said in does.items():
                    note(connection, what, f"a:{id}", said)
            self._known[id] = changed
        return changed


async def _end_everything(connection: AsyncConnection, id: int) -> None:
    """End every session and every token of an account."""
    await connection.execute(delete(s.sessions).where(s.sessions.c.account == id))
    t = s.tokens.c
    ended = update(s.tokens).where(t.account == id, t.revoked.is_(None))
    await connection.execute(ended.values(revoked=as_text(datetime.now(UTC))))


async def _refuse_erased(connection: AsyncConnection, id: int) -> None:
    """An account that was erased is nobody's."""
    erased = select(s.erased.c.person).where(s.erased.c.person == f"a:{id}")
    if await connection.scalar(erased) is not None:
        raise Refused("This account was erased: make a new one.")


async def _refuse_lookalike(connection: AsyncConnection, name: str) -> None:
    """Nobody is called what would be taken for another's name."""
    looks = skeleton(name)
    if await is_reserved(connection, name) or looks.startswith(skeleton(ERASED)):
        raise Refused(
            say("No new account can have the name {name}: choose another name.", name=quoted(name))
        )
    for other in await connection.scalars(select(s.accounts.c.name)):
        if isinstance(other, str) and skeleton(other) == looks:
            raise Refused(
                say(
                    "There is already an account {other}, and {name} looks like it: choose another"
                    " name.",
                    other=quoted(other),
                    name=quoted(name),
                )
            )


async def _refuse_no_administrator(connection: AsyncConnection) -> None:
    """One account must be left that can make others."""
    rows = await connection.execute(select(s.accounts).where(~s.accounts.c.is_disabled))
    if not any(each.has(Duty.ADMINISTRATOR) for each in readable(rows, _account)):
        raise Refused("This is the last administrator: make another one first.")


def _account(row: Row[Any]) -> Account:
    try:
        roles = duties(msgspec.json.decode(row.roles, type=list[str]))
        created = datetime.fromisoformat(row.created)
    except (Refused, msgspec.MsgspecError, TypeError, ValueError):
        raise Refused(
            f"account {row.id} cannot be read: expected its row as it was written; restore it"
        ) from None
    return Account(
        row.id,
        row.name,
        roles,
        row.is_disabled,
        row.must_change,
        row.epoch,
        created,
        row.pin is not None,
    )


def _names(roles: frozenset[Duty]) -> list[str]:
    return [str(duty) for duty in Duty if duty in roles]


def _as_json(roles: frozenset[Duty]) -> str:
    return msgspec.json.encode(_names(roles)).decode()

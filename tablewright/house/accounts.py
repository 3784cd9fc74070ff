"""Accounts: who may sign in, with which duties, and the tokens that programs sign in with."""

import hashlib
import logging
import re
import secrets
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house import schema as s
from tablewright.house.database import Database
from tablewright.house.entries import as_text
from tablewright.house.passwords import Passwords, made_up, refuse_weak
from tablewright.rules.errors import Refused, listed, quoted

log = logging.getLogger(__name__)

LONGEST_NAME = 40
LONGEST_LABEL = 60
MOST_TOKENS = 100
FIRST_NAME = "Administrator"


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

_RESERVED = re.compile(
    r"(the )?(guests?|players?|dealers?|inspectors?|pit ?boss(es)?|surveillance|house|table|patron)"
    r"( ?\d+)?|guests? .*"
)
"""Names that would be taken for somebody else in a journal or on the page."""


class Account(NamedTuple):
    """Somebody who may sign in."""

    id: int
    name: str
    roles: frozenset[Duty]
    is_disabled: bool
    must_change: bool
    epoch: int
    created: datetime

    def has(self, *roles: Duty) -> bool:
        """Whether this is somebody of one of these duties."""
        return not self.roles.isdisjoint(roles)


class Token(NamedTuple):
    """A program's way to sign in as somebody. Only a hash of it is kept."""

    id: int
    label: str
    created: datetime
    revoked: datetime | None


class NewToken(NamedTuple):
    """A token as it is shown once."""

    id: int
    label: str
    token: str


def cleaned_name(name: str) -> str:
    """A name as it is shown, or refused.

    >>> cleaned_name("  Ann  Lee ")
    'Ann Lee'
    """
    shown = " ".join(unicodedata.normalize("NFC", name).split(" ")) if name.isprintable() else ""
    shown = " ".join(shown.split())
    if not 1 <= len(shown) <= LONGEST_NAME:
        raise Refused(
            f"the name is {quoted(name)}: expected 1 to {LONGEST_NAME} printable characters"
        )
    if _RESERVED.fullmatch(re.sub(r"[\W_]+", " ", folded(shown)).strip()):
        raise Refused(f"{quoted(shown)} is no person's name: expected one that is")
    return shown


def folded(name: str) -> str:
    """A name as names are compared: neither case nor width nor spaces tell two apart.

    >>> folded("Ann  LEE") == folded("ann lee")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


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

    # Finding --------------------------------------------------------------------------------------

    async def by_id(self, id: int) -> Account | None:
        """The account of a number."""
        return await self._one(s.accounts.c.id == id)

    async def by_name(self, name: str) -> Account | None:
        """The account of a name, in whatever case."""
        return await self._one(s.accounts.c.folded == folded(name))

    async def all(self) -> list[Account]:
        """Every account, by name."""
        async with self.database.reading() as connection:
            rows = await connection.execute(select(s.accounts).order_by(s.accounts.c.folded))
            return _readable(rows)

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
            await self._update(row.id, password=again, only_if=s.accounts.c.password == kept)
        return _account(row)

    async def by_token(self, token: str) -> Account | None:
        """The account that a program signs in to; None if the token is unknown or revoked."""
        t = s.tokens.c
        asked = (
            select(s.accounts)
            .join_from(s.tokens, s.accounts)
            .where(t.hash == _hash(token), t.revoked.is_(None), ~s.accounts.c.is_disabled)
        )
        async with self.database.reading() as connection:
            row = (await connection.execute(asked)).one_or_none()
        return _account(row) if row is not None else None

    # Making and changing --------------------------------------------------------------------------

    async def first_start(self) -> str | None:
        """A one-time password of the first administrator; None once somebody has used one.

        Until then every start has a new one, so that a lost password locks nobody out.
        """
        administrators = [each for each in await self.all() if each.has(Duty.ADMINISTRATOR)]
        if not administrators:
            _, password = await self.create(FIRST_NAME, [Duty.ADMINISTRATOR])
            return password
        if [(each.name, each.must_change) for each in administrators] == [(FIRST_NAME, True)]:
            return await self.reset_password(FIRST_NAME)
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
        password = made_up() if password is None else password
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
            async with self.database.writing() as connection:
                made = await connection.execute(
                    insert(s.accounts).values(values).returning(s.accounts)
                )
                return _account(made.one()), password
        except IntegrityError:
            raise Refused(
                f"there is already an account {quoted(name)}: expected another name"
            ) from None

    async def change_password(self, id: int, old: str, new: str) -> Account:
        """Somebody's own new password; the old one must be right. Older cookies end."""
        row = await self._row(s.accounts.c.id == id)
        if row is None or not await self.passwords.is_right(old, row.password):
            raise Refused("the old password is wrong: expected the present one")
        refuse_weak(new, row.name)
        if await self.passwords.is_right(new, row.password):
            raise Refused("the new password is the old one: expected another")
        return await self._update(
            id, password=await self.passwords.hashed(new), must_change=False, is_ending=True
        )

    async def reset_password(self, name: str) -> str:
        """A made-up password in place of a forgotten one; it must be changed at the sign-in."""
        account, password = await self._named(name), made_up()
        kept = await self.passwords.hashed(password)
        await self._update(account.id, password=kept, must_change=True, is_ending=True)
        return password

    async def change(
        self, name: str, *, roles: Iterable[str] | None = None, is_disabled: bool | None = None
    ) -> Account:
        """Other duties, or an account that may no longer sign in, or may again."""
        values: dict[str, Any] = {}
        if roles is not None:
            values["roles"] = _as_json(duties(roles))
        if is_disabled is not None:
            values["is_disabled"] = is_disabled
        account = await self._named(name)
        return await self._update(account.id, is_ending=bool(is_disabled), **values)

    # Tokens ---------------------------------------------------------------------------------------

    async def create_token(self, account: int, label: str) -> NewToken:
        """A new token, shown now and never again."""
        label = " ".join(label.split()) if label.isprintable() else ""
        if not 1 <= len(label) <= LONGEST_LABEL:
            raise Refused(f"the token's label: expected 1 to {LONGEST_LABEL} printable characters")
        token, t = secrets.token_urlsafe(32), s.tokens.c
        values = {
            "account": account,
            "label": label,
            "hash": _hash(token),
            "created": as_text(datetime.now(UTC)),
        }
        async with self.database.writing() as connection:
            counted = select(func.count()).where(t.account == account, t.revoked.is_(None))
            if (await connection.scalar(counted) or 0) >= MOST_TOKENS:
                raise Refused(f"there are {MOST_TOKENS} tokens: expected one to be revoked first")
            made = await connection.execute(insert(s.tokens).values(values).returning(t.id))
            return NewToken(made.scalar_one(), label, token)

    async def tokens(self, account: int) -> list[Token]:
        """Somebody's tokens, newest first, revoked ones too."""
        t = s.tokens.c
        asked = select(t.id, t.label, t.created, t.revoked).where(t.account == account)
        async with self.database.reading() as connection:
            rows = await connection.execute(asked.order_by(t.id.desc()).limit(MOST_TOKENS))
            return [_token(row) for row in rows]

    async def revoke_token(self, account: int, id: int) -> bool:
        """End one of somebody's tokens; False if there is none that has not ended."""
        t = s.tokens.c
        ended = (
            update(s.tokens)
            .where(t.id == id, t.account == account, t.revoked.is_(None))
            .values(revoked=as_text(datetime.now(UTC)))
        )
        async with self.database.writing() as connection:
            return (await connection.execute(ended)).rowcount == 1

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
            raise Refused(f"there is no account {quoted(name)}: expected the name of one")
        return account

    async def _update(
        self, id: int, *, is_ending: bool = False, only_if: Any = True, **values: Any
    ) -> Account:
        a = s.accounts.c
        if is_ending:
            values["epoch"] = a.epoch + 1
        async with self.database.writing() as connection:
            if values:
                where = update(s.accounts).where(a.id == id, only_if)
                await connection.execute(where.values(values))
            if "roles" in values or "is_disabled" in values:
                await _refuse_no_administrator(connection)
            found = await connection.execute(select(s.accounts).where(a.id == id))
            return _account(found.one())


async def _refuse_no_administrator(connection: AsyncConnection) -> None:
    """Somebody must be left who can make accounts."""
    rows = await connection.execute(select(s.accounts).where(~s.accounts.c.is_disabled))
    if not any(each.has(Duty.ADMINISTRATOR) for each in _readable(rows)):
        raise Refused("this is the last administrator: expected another one first")


def _readable(rows: Iterable[Row[Any]]) -> list[Account]:
    """The accounts of some rows; one that cannot be read is nobody's, and keeps no other out."""
    found = []
    for row in rows:
        try:
            found.append(_account(row))
        except Refused as wrong:
            log.error("%s", wrong)
    return found


def _account(row: Row[Any]) -> Account:
    try:
        roles = duties(msgspec.json.decode(row.roles, type=list[str]))
        created = datetime.fromisoformat(row.created)
    except (Refused, msgspec.MsgspecError, TypeError, ValueError):
        raise Refused(
            f"account {row.id} cannot be read: expected its row as it was written; restore it"
        ) from None
    return Account(row.id, row.name, roles, row.is_disabled, row.must_change, row.epoch, created)


def _token(row: Any) -> Token:
    revoked = datetime.fromisoformat(row.revoked) if row.revoked else None
    return Token(row.id, row.label, datetime.fromisoformat(row.created), revoked)


def _as_json(roles: frozenset[Duty]) -> str:
    return msgspec.json.encode([str(duty) for duty in Duty if duty in roles]).decode()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

"""Tokens: a program's way in, in a person's name. Each is shown once, ends by itself, and is limited.

A token may look (`read`) or act at tables too (`act`), never touch the account itself. It ends when its
time is over, when its owner ends it, and with all others when the account's epoch goes on: when the
password is changed or reset, the duties are changed or the account is closed.
"""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, func, insert, select, update

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.people.person import Scope
from tablewright.house.people.sessions import hash_of
from tablewright.rules.errors import Refused
from tablewright.rules.language import say

LONGEST_LABEL = 60
MOST_TOKENS = 100
DAYS, MOST_DAYS = 90, 365
SCOPES = (Scope.READ, Scope.ACT)


class Token(NamedTuple):
    """A program's way to sign in as a person. Only a hash of it is kept."""

    id: int
    account: int
    epoch: int
    label: str
    scope: Scope
    created: datetime
    expires: datetime
    revoked: datetime | None

    @property
    def key(self) -> str:
        return f"t:{self.id}"


class MadeToken(NamedTuple):
    """A token as it is shown once."""

    kept: Token
    secret: str


class Tokens:
    """The tokens of a house. Use `open`."""

    def __init__(self, database: Database, now: Callable[[], datetime] | None = None) -> None:
        self.database = database
        self.now = now or (lambda: datetime.now(UTC))
        self._by_hash: dict[str, Token] = {}

    @classmethod
    async def open(cls, database: Database) -> "Tokens":
        """Know all that have not been ended."""
        tokens = cls(database)
        await tokens.read_again()
        return tokens

    async def read_again(self) -> None:
        """Know all that are written and have not been ended, whichever server made them."""
        self._by_hash = await self._kept(s.tokens.c.revoked.is_(None))

    async def _kept(self, *which: ColumnElement[bool]) -> dict[str, Token]:
        async with self.database.reading() as connection:
            rows = await connection.execute(select(s.tokens).where(*which))
            return dict(readable(rows, lambda row: (row.hash, _token(row))))

    def find(self, secret: str) -> Token | None:
        """The token that a program sends; None if it is unknown or has ended."""
        found = self._by_hash.get(hash_of(secret)) if secret else None
        return found if found is not None and self.now() < found.expires else None

    async def look_up(self, secret: str) -> Token | None:
        """The same, asked of the database where another server of the house may have made it."""
        found = self.find(secret)
        if found is None and secret and self.database.server:
            t = s.tokens.c
            self._by_hash |= await self._kept(t.revoked.is_(None), t.hash == hash_of(secret))
            found = self.find(secret)
        return found

    async def end_by_number(self, id: int) -> bool:
        """Know whether a token was ended by another server of the house: if it was."""
        if await self._kept(s.tokens.c.id == id, s.tokens.c.revoked.is_(None)):
            return False
        self._by_hash = {hash: each for hash, each in self._by_hash.items() if each.id != id}
        return True

    async def create(
        self, account: int, epoch: int, label: str, scope: str = Scope.READ, days: int = DAYS
    ) -> MadeToken:
        """A new token, shown now and never again. `epoch` is the account's, when it was asked for."""
        label = " ".join(label.split()) if label.isprintable() else ""
        if not 1 <= len(label) <= LONGEST_LABEL:
            raise Refused(
                say(
                    "A token's label needs 1 to {longest} printable characters.",
                    longest=LONGEST_LABEL,
                )
            )
        if scope not in SCOPES:
            raise Refused("the token's scope: expected read (look only) or act (at tables too)")
        if not 1 <= days <= MOST_DAYS:
            raise Refused(f"the token's lifetime: expected 1 to {MOST_DAYS} days")
        secret, t, now = secrets.token_urlsafe(32), s.tokens.c, self.now()
        values = {
            "account": account,
            "epoch": epoch,
            "label": label,
            "hash": hash_of(secret),
            "scope": str(scope),
            "created": as_text(now),
            "expires": as_text(now + timedelta(days=days)),
        }
        async with self.database.writing() as connection:
            held = select(func.count()).where(
                t.account == account, t.revoked.is_(None), t.expires > as_text(now)
            )
            if (await connection.scalar(held) or 0) >= MOST_TOKENS:
                raise Refused(
                    say(
                        "You have {most} tokens, as many as there may be: end one first.",
                        most=MOST_TOKENS,
                    )
                )
            made = await connection.execute(insert(s.tokens).values(values).returning(s.tokens))
            kept = _token(made.one())
        self._by_hash[hash_of(secret)] = kept
        return MadeToken(kept, secret)

    async def of(self, account: int) -> list[Token]:
        """A person's tokens, newest first, ended ones too."""
        t = s.tokens.c
        asked = select(s.tokens).where(t.account == account).order_by(t.id.desc())
        async with self.database.reading() as connection:
            return [_token(row) for row in await connection.execute(asked.limit(MOST_TOKENS))]

    async def revoke(self, account: int, id: int) -> Token | None:
        """End one of a person's tokens; None if there is none that has not ended."""
        t = s.tokens.c
        ended = (
            update(s.tokens)
            .where(t.id == id, t.account == account, t.revoked.is_(None))
            .values(revoked=as_text(self.now()))
            .returning(s.tokens)
        )
        async with self.database.writing() as connection:
            row = (await connection.execute(ended)).one_or_none()
        if row is None:
            return None
        self._by_hash.pop(row.hash, None)
        return _token(row)

    def drop_ended(self) -> list[Token]:
        """Forget what has run out: those tokens."""
        now = self.now()
        over = [hash for hash, each in self._by_hash.items() if now >= each.expires]
        return [self._by_hash.pop(hash) for hash in over]


def _token(row: Row[Any]) -> Token:
    return Token(
        row.id,
        row.account,
        row.epoch,
        row.label,
        Scope(row.scope),
        datetime.fromisoformat(row.created),
        datetime.fromisoformat(row.expires),
        datetime.fromisoformat(row.revoked) if row.revoked else None,
    )

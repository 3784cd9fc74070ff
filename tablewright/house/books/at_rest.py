"""The house's secret: where it lies, and whether it is the one that the database is sealed with.

The orders of shuffled packs in play, and what devices' cookies are signed with, are sealed with it
(`signing/sealing.py`). It lies outside the database, which knows the id of it and nothing else.

    --secret FILE            a file of its own; if none is named, `secret` in the folder of the keys
    --secret env:NAME        a variable of the environment
    --secret command:WORDS   what a command prints, such as that of a key service

A house that was never sealed is sealed at its next start, and its cookie secret is made anew.
"""

import asyncio
import base64
import binascii
import os
import secrets
import shlex
import subprocess
from pathlib import Path
from typing import Protocol

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database
from tablewright.house.books.entries import of_order, of_salt, tail_tag
from tablewright.house.books.settings import put_setting, setting
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.sealing import KEY_BYTES, Secret
from tablewright.signing.whole_files import OthersCanRead, put, read_own
from tablewright.table.journal import hash_of

FILE = "secret"
"""The file in the folder of a house's keys."""
SETTING = "secret"
"""Under which the database keeps the id of the secret that it was sealed with."""
COOKIE_SETTING = "cookie-secret"
"""Under which it keeps what cookies are signed with."""
COMMAND_SECONDS = 30.0
EXPECTED = (
    f"expected {KEY_BYTES} bytes in base64, as `openssl rand -base64 {KEY_BYTES}` prints them"
)
WAYS_ON = (
    "put it back from a copy, or start once with --new-secret, which makes another; a table whose cards"
    " were sealed with the lost one stays shut"
)


class NoSecret(Refused):
    """The house's secret is not where it is said to be."""


# Where it lies -------------------------------------------------------------------------------------


class Source(Protocol):
    """Where the secret of a house is kept."""

    def read(self) -> Secret:
        """The secret; refused, if it is not there or cannot be used."""

    def make(self) -> Secret:
        """A new one, where the house may keep it; refused, where it may not."""


def source_of(told: str | None, keys: Path | None) -> Source | None:
    """Where the secret is, as a person said it; in the folder of the keys, if they did not."""
    if told is None:
        return _InFile(keys / FILE) if keys is not None else None
    kind, colon, rest = told.partition(":")
    if colon and kind == "env":
        return _InEnvironment(rest)
    if colon and kind == "command":
        return _ByCommand(rest)
    return _InFile(Path(told))


class _InFile:
    """In a file that its owner alone can read; made at the first start."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._shown = f"the secret {quoted(str(path), 200)}"

    def read(self) -> Secret:
        try:
            return _decoded(read_own(self._path), self._shown)
        except FileNotFoundError:
            raise NoSecret(f"{self._shown} is missing: expected a file") from None
        except OSError as error:
            raise NoSecret(f"{self._shown} cannot be read: {error.strerror}") from None
        except OthersCanRead:
            raise NoSecret(f"others can read {self._shown}: expected chmod 600 of it") from None

    def make(self) -> Secret:
        if self._path.exists():
            return self.read()
        key = secrets.token_bytes(KEY_BYTES)
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            put(self._path, base64.b64encode(key) + b"\n", mode=0o600)
        except OSError as error:
            raise NoSecret(f"{self._shown} cannot be written: {error.strerror}") from None
        return Secret(key)


class _InEnvironment:
    """In a variable of the environment."""

    def __init__(self, name: str) -> None:
        self._name = name

    def read(self) -> Secret:
        kept = os.environ.get(self._name, "")
        if not kept:
            raise NoSecret(f"the variable {quoted(self._name)} is not set: {EXPECTED}")
        return _decoded(kept.encode(errors="surrogateescape"), f"the variable {self._name}")

    make = read


class _ByCommand:
    """Printed by a command: the way to any key service."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._shown = f"the command {quoted(words)}"

    def read(self) -> Secret:
        try:
            program, *words = shlex.split(self._words)
            ran = subprocess.run(
                [program, *words],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=COMMAND_SECONDS,
            )
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            why = getattr(error, "strerror", None) or "it did not end, or is no command"
            raise NoSecret(f"{self._shown} gave no secret: {why}") from None
        if ran.returncode:
            raise NoSecret(f"{self._shown} gave no secret: it ended with {ran.returncode}")
        return _decoded(ran.stdout, self._shown)

    make = read


def _decoded(content: bytes, shown: str) -> Secret:
    try:
        key = base64.b64decode(content.strip(), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise NoSecret(f"{shown} holds no key: {EXPECTED}")
    return Secret(key)


def fresh_text() -> str:
    """Something that nobody can guess."""
    return secrets.token_hex(KEY_BYTES)


# At the start of a house ---------------------------------------------------------------------------


async def open_secret(
    database: Database, told: str | None, keys: Path | None, *, is_new_secret: bool = False
) -> None:
    """Have a database sealed with the house's secret; at the first start it is made, and all is sealed.

    Refused if it is not the one that the database was sealed with, unless that one is lost.
    """
    async with database.reading() as connection:
        known = await setting(connection, SETTING)
    source = source_of(told, keys)
    if source is None:
        if known:
            raise Refused(f"the database is sealed with secret {known}: expected the house's keys")
        return
    if not known:
        secret = await asyncio.to_thread(source.make)
        await _begin(database, secret, seals_packs=True)
    elif is_new_secret:
        secret = await asyncio.to_thread(source.make)
        if secret.id == known:
            raise Refused(f"the house's secret {known} is not lost: start without --new-secret")
        await _begin(database, secret, seals_packs=False)
    else:
        secret = await asyncio.to_thread(_known, source, known)
    database.secret = secret


def _known(source: Source, known: str) -> Secret:
    """The secret, which must be the one that the database was sealed with."""
    try:
        secret = source.read()
    except NoSecret as wrong:
        raise Refused(f"the house cannot open what it has sealed: {wrong}: {WAYS_ON}") from None
    if secret.id != known:
        raise Refused(
            f"the house cannot open what it has sealed: the database was sealed with secret {known},"
            f" this is {secret.id}: {WAYS_ON}"
        )
    return secret


async def _begin(database: Database, secret: Secret, *, seals_packs: bool) -> None:
    """Have everything sealed from now on; what others may have read of a cookie is of no more use."""
    async with database.writing() as connection:
        cookie = secret.seal(fresh_text(), COOKIE_SETTING)
        await put_setting(connection, SETTING, secret.id, is_own=True)
        await put_setting(connection, COOKIE_SETTING, cookie, is_own=True)
        note(connection, "secret-changed", said={"secret": secret.id})
        if seals_packs:
            await _seal_packs(connection, secret)
        else:
            await _tag_ends(connection, secret)


async def _tag_ends(connection: AsyncConnection, secret: Secret) -> None:
    """The ends of journals that were tagged with a secret that is lost."""
    of, j = s.tails.c, s.journal.c
    asked = select(of.table_id, of.n, j.line).where(j.table_id == of.table_id, j.n == of.n)
    for table, n, line in list(await connection.execute(asked)):
        tag = tail_tag(secret, table, n, hash_of(str(line).encode(errors="surrogateescape")))
        await connection.execute(update(s.tails).where(of.table_id == table).values(tag=tag))


async def _seal_packs(connection: AsyncConnection, secret: Secret) -> None:
    """The orders of packs that are in play now."""
    v = s.vault.c
    rows = await connection.execute(select(v.table_id, v.pack, v.cards_order, v.salt))
    for table, pack, order, salt in list(rows):
        sealed = {
            "cards_order": secret.seal(order, of_order(table, pack)),
            "salt": secret.seal(salt, of_salt(table, pack)),
        }
        at = (v.table_id == table, v.pack == pack)
        await connection.execute(update(s.vault).where(*at).values(sealed))

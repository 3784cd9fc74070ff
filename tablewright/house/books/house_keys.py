"""The keys of a house: where they lie, and whether they are those that its database knows.

They lie in a folder apart from the database, so that a copy of the one without the other cannot sign.
The database has a copy of the public ring. The first to see that the ring has grown writes it
there with an entry in the audit: the command that changed it, or else the house when it next opens or
signs. A house that has signed opens only with the keys it has signed with; or, where they are lost,
with a new one that is made by `--new-key`.
"""

import asyncio
import logging
import re
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tablewright.house.books.audit_entries import COMMAND_LINE, Doer, Said
from tablewright.house.books.auditing import BY_THE_HOUSE, note
from tablewright.house.books.database import POSTGRES, Database, parsed
from tablewright.house.books.outage import first_line
from tablewright.house.books.read_only import read_only
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.books.signatures import Signatures
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.keys import RING, Keys, Now, utc_now
from tablewright.signing.private_keys import NoKeys
from tablewright.signing.rings import Ring, read_ring
from tablewright.signing.statements import DoesNotHold, time_text

log = logging.getLogger(__name__)

SETTING = "signing-ring"
BY_COMMAND = Doer(COMMAND_LINE)
_HELD = text("SELECT value FROM settings WHERE key = :key FOR UPDATE")
WAYS_ON = (
    "put the folder back from a copy, or start once with --new-key, which retires the lost key and"
    " makes another"
)


def keys_folder(database: str | None, data: str | None) -> Path:
    """Where the keys of a house lie if no folder is named: beside the folder of its data.

    >>> keys_folder(None, "/srv/my-house")
    PosixPath('/srv/my-house.keys')
    >>> keys_folder("sqlite:////srv/my-house/house.db", None)
    PosixPath('/srv/my-house.keys')
    >>> keys_folder("postgresql://ann:secret@db/house", None).name
    'house@db'
    """
    return _beside_house(database, data, "keys")


def archive_folder(database: str | None, data: str | None) -> Path:
    """Where journals lie that were taken out of the database, if no folder is named.

    >>> archive_folder(None, "/srv/my-house")
    PosixPath('/srv/my-house.archive')
    """
    return _beside_house(database, data, "archive")


def _beside_house(database: str | None, data: str | None, what: str) -> Path:
    """A folder of a house apart from its database."""
    if database is None:
        folder = Path(data) if data else user_data_path("tablewright", appauthor=False)
        return _beside(folder, what)
    url = parsed(database)
    if url.drivername != POSTGRES:
        return _beside(Path(str(url.database)).parent, what)
    host = url.query.get("host") or url.host or "localhost"
    named = f"{url.database or 'house'}@{host if isinstance(host, str) else host[0]}"
    plain = re.sub(r"[^A-Za-z0-9@.-]+", "-", named)
    return Path(user_data_path(f"tablewright-{what}", appauthor=False)) / plain


def _beside(folder: Path, what: str) -> Path:
    folder = folder.resolve()
    return folder.with_name(f"{folder.name}.{what}") if folder.name else folder / f"house.{what}"


async def open_keys(
    database: Database, folder: Path, *, is_new_key: bool = False, now: Now = utc_now
) -> Keys:
    """The keys of a house, made at its first start; refused if they are not those it signed with."""
    kept = await kept_ring(database)
    if is_new_key:
        last = (await Signatures(database).kept()).last
        at = last.at if last else None
        keys = await asyncio.to_thread(_replaced, folder, kept, at, now)
        await keep_ring(database, keys.ring, BY_THE_HOUSE)
    else:
        keys = await asyncio.to_thread(_opened, folder, kept, now)
        await keep_ring(database, keys.ring)
    return keys


def _opened(folder: Path, kept: Ring | None, now: Now) -> Keys:
    """The keys in a folder, made where nobody ever had any; refused if they are others'."""
    if kept is None and not (folder / RING).exists():
        return Keys.make(folder, now)
    try:
        keys = Keys.open(folder, now)
    except NoKeys as wrong:
        raise Refused(f"the house cannot sign: {wrong}: {WAYS_ON}") from None
    if kept is not None:
        refuse_other_keys(folder, keys.ring, kept)
    return keys


def refuse_other_keys(folder: Path, found: Ring, kept: Ring) -> None:
    """Refuse keys that are not those which a database knows."""
    publics = {each.public for each in found.keys}
    for each in kept.keys:
        if each.public not in publics:
            raise Refused(
                f"the house cannot sign: the database was signed with key {each.id}, which is not in"
                f" {quoted(str(folder), 200)}: {WAYS_ON}"
            )


def _replaced(folder: Path, kept: Ring | None, last: datetime | None, now: Now) -> Keys:
    """A new key in the place of one that was lost; refused where nothing was lost."""
    try:
        keys = Keys.open(folder, now)
        if kept is None or all(each in keys.ring.ring for each in kept.ring):
            raise Refused(
                f"the house's key {keys.ring.current.id} is not lost, it lies in"
                f" {quoted(str(folder), 200)}: start without --new-key, or change it with"
                " `tablewright keys rotate`"
            )
    except NoKeys:
        pass
    if kept is None and (folder / RING).exists():
        kept = _ring_there(folder)
    return Keys.replace_lost(folder, kept, last, now) if kept else Keys.make(folder, now)


def _ring_there(folder: Path) -> Ring | None:
    try:
        return read_ring((folder / RING).read_bytes())
    except (OSError, DoesNotHold):
        return None


async def kept_ring(database: Database) -> Ring | None:
    """The public ring that a database knows; none, if nothing was ever signed."""
    async with database.reading() as connection:
        return _read(await setting(connection, SETTING))


def _read(kept: str | None) -> Ring | None:
    if not kept:
        return None
    try:
        return read_ring(f"{kept}\n".encode(errors="surrogateescape"))
    except DoesNotHold as wrong:
        log.error("the setting %s cannot be read: %s", SETTING, wrong)
        return None


async def keep_ring(database: Database, ring: Ring, by: Doer = BY_COMMAND) -> None:
    """Have the database know a ring, unless it knows that or a later one.

    The first key is the house's own. Any later change was made by the keys command, no matter for whom
    the house signs when it sees it.
    """
    if await kept_ring(database) == ring:
        return
    async with database.writing() as connection:
        if not database.is_sqlite:  # There another may write at the same time.
            await connection.execute(_HELD, {"key": SETTING})
        kept = _read(await setting(connection, SETTING))
        if kept is not None and _holds_all(kept, ring):
            return  # Another was quicker.
        await put_setting(connection, SETTING, ring.written().decode().rstrip("\n"), is_own=True)
        said: Said = {"retired": [f"{each.id} {each.why}" for each in ring.keys if each.why]}
        if ring.current.since is not None:
            said["since"] = time_text(ring.current.since)
        doer = by if kept is not None else BY_THE_HOUSE
        note(connection, "keys-changed", ring.current.id, said, by=doer)


def _holds_all(later: Ring, earlier: Ring) -> bool:
    """Whether one ring is another that has grown since, or not even that: rings only grow."""
    return all(each in later.ring for each in earlier.ring)


async def tell_house(address: str, ring: Ring) -> str:
    """Have the database of a house know at once that its keys were changed beside it.

    Why it could not be, else nothing: then the house tells of it when it next opens or signs.
    """
    try:
        async with read_only(address) as database:
            kept = await kept_ring(database)
    except Refused as wrong:
        return str(wrong)
    if kept is None or not (_holds_all(ring, kept) or _holds_all(kept, ring)):
        return "the house in that database does not sign with these keys"
    database = Database(parsed(address), None)
    try:
        await keep_ring(database, ring)
    except (SQLAlchemyError, OSError, TimeoutError) as failed:
        return first_line(failed)
    finally:
        await database.close()
    return ""

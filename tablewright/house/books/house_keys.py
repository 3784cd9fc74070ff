"""The keys of a house: where they lie, and whether they are those that its database knows.

They lie in a folder apart from the database, so that a copy of the one without the other cannot sign.
The database has a copy of the public ring. A house that has signed opens only with the keys it has
signed with; or, where they are lost, with a new one that is made by `--new-key`.
"""

import asyncio
import logging
import re
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from tablewright.house.books.auditing import note
from tablewright.house.books.database import POSTGRES, Database, parsed
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.books.signatures import Signatures
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.keys import RING, Keys, Now, utc_now
from tablewright.signing.private_keys import NoKeys
from tablewright.signing.rings import Ring, read_ring
from tablewright.signing.statements import DoesNotHold

log = logging.getLogger(__name__)

SETTING = "signing-ring"
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
        kept = await setting(connection, SETTING)
    if not kept:
        return None
    try:
        return read_ring(f"{kept}\n".encode(errors="surrogateescape"))
    except DoesNotHold as wrong:
        log.error("the setting %s cannot be read: %s", SETTING, wrong)
        return None


async def keep_ring(database: Database, ring: Ring) -> None:
    """Have the database know a ring, unless it does."""
    if await kept_ring(database) != ring:
        async with database.writing() as connection:
            kept = ring.written().decode().rstrip("\n")
            await put_setting(connection, SETTING, kept, is_own=True)
            retired = [f"{each.id} {each.why}" for each in ring.keys if each.why]
            note(connection, "keys-changed", ring.current.id, {"retired": retired})

"""The keys command: the keys of a house listed, made, rotated, or retired as stolen."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tablewright.cli.house_address import house_address
from tablewright.cli.interrupts import so_far, unbroken
from tablewright.cli.sheets import Sheet, show_as
from tablewright.house.books.house_keys import keys_folder, tell_house
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.signing.keys import RING, Keys
from tablewright.signing.rings import HouseKey, Ring, read_ring
from tablewright.signing.sealed_streams import make_pair
from tablewright.signing.statements import DoesNotHold, shown, time_text

LIST, MAKE, ROTATE, STOLEN = "list", "make", "rotate", "stolen"
BACKUP_KEY = "backup-key"
CHANGES = (ROTATE, STOLEN)
"""What changes keys with which a house may have signed: its audit tells of it."""


def show_keys(
    do: str,
    id: str | None,
    since: str | None,
    database: str | None,
    data: str | None,
    named: str | None,
    *,
    as_json: bool,
) -> int:
    """Do something to a house's keys, and show them."""
    if do not in DONE and do != BACKUP_KEY:
        raise Refused(f"what to do is {quoted(do)}: expected {listed((*DONE, BACKUP_KEY))}")
    if do == BACKUP_KEY:
        return _make_backup_key(id, as_json=as_json)
    if (do == STOLEN) != (id is not None) or (do == STOLEN) != (since is not None):
        raise Refused(
            "a theft is told as in: tablewright keys stolen 0123456789abcdef --since 2026-11-17T18:00;"
            " expected an ID and --since there, and neither elsewhere"
        )
    folder = Path(named) if named else keys_folder(database, data)
    with unbroken():
        ring = _done(do, folder, id or "", since or "")
        so_far(f"with the keys in {folder} as they are listed")
    unnoted = ""
    if do in CHANGES:
        unnoted = asyncio.run(tell_house(house_address(data, database)[0], ring))
    return show_as(
        lambda: _document(folder, ring, unnoted),
        lambda: _sheets(do, folder, ring, unnoted),
        as_json=as_json,
    )


def _done(do: str, folder: Path, id: str, since: str) -> Ring:
    if do == LIST:
        return _read(folder)
    if do == MAKE:
        if (folder / RING).exists():
            raise Refused(f"there are keys in {quoted(str(folder), 200)} already: expected none")
        return Keys.make(folder).ring
    keys = Keys.open(folder)
    if do == ROTATE:
        keys.rotate()
    else:
        keys.retire_stolen(id, moment(since))
    return keys.ring


def _make_backup_key(name: str | None, *, as_json: bool) -> int:
    """A pair of keys to seal backups to; the house needs the public one alone."""
    if not name:
        raise Refused(
            "a backup key is made as in: tablewright keys backup-key offsite; expected a NAME for its"
            " files"
        )
    with unbroken():
        private, public, key = make_pair(Path(name))
        so_far(f"with the key in {public} and {private}")
    return show_as(
        lambda: {"id": key.id, "private": str(private), "public": str(public)},
        lambda: [
            Sheet(
                f"key {key.id} opens backups",
                [
                    ["public", f"{public}: for tablewright backup --encrypt-to {public}"],
                    [
                        "private",
                        f"{private}: for tablewright restore --key; keep it off the server",
                    ],
                ],
            )
        ],
        as_json=as_json,
    )


def _read(folder: Path) -> Ring:
    """The public ring; nothing of the private key is looked at."""
    file = folder / RING
    try:
        return read_ring(file.read_bytes())
    except OSError as error:
        raise Refused(
            f"there are no keys in {quoted(str(folder), 200)} ({error.strerror}): expected the folder"
            " that `tablewright serve` made, or --keys FOLDER"
        ) from None
    except DoesNotHold as wrong:
        raise Refused(f"{quoted(str(file), 200)}: {wrong}") from None


def moment(text: str, option: str = "--since") -> datetime:
    """A moment that a person typed; of UTC, if they named no time zone.

    >>> moment("2026-11-17T18:00")
    datetime.datetime(2026, 11, 17, 18, 0, tzinfo=datetime.timezone.utc)
    """
    try:
        found = datetime.fromisoformat(text)
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused(
            f"{option} is {quoted(text)}: expected a time, as in 2026-11-17T18:00"
        ) from None


# What is shown -------------------------------------------------------------------------------------


def _document(folder: Path, ring: Ring, unnoted: str) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "unnoted": unnoted or None,
        "keys": [
            {
                "id": each.id,
                "since": time_text(each.since) if each.since else None,
                "until": time_text(each.until) if each.until else None,
                "retired": each.why or None,
                "pem": each.pem,
            }
            for each in ring.keys
        ],
    }


DONE = {
    LIST: "the keys of the house",
    MAKE: "the first key was made",
    ROTATE: "another key signs from now on",
    STOLEN: "the theft is recorded",
}


def _sheets(do: str, folder: Path, ring: Ring, unnoted: str) -> Iterator[Sheet]:
    late = (
        f" The audit does not tell of it yet ({unnoted}): it will when the house next opens or signs."
        if unnoted
        else ""
    )
    yield Sheet(
        f"{folder}: {DONE[do]}",
        [_row(each) for each in ring.keys],
        header=("key", "signs since", "until", ""),
        note=f"The public keys are in {folder / RING}: give it to those who verify. Keep a copy of"
        f" the folder apart from the database.{late}",
    )


def _row(key: HouseKey) -> list[str]:
    since = shown(key.since) if key.since else ""
    return [key.id, since, shown(key.until) if key.until else "", key.why or "signs now"]

"""The backup command: a house in one file, while it is open or not; and a backup checked."""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tablewright.cli.house_address import house_address
from tablewright.cli.interrupts import so_far
from tablewright.cli.journals.files import new_file, written
from tablewright.cli.progress import adding, bar
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.signatures import Known, known_keys
from tablewright.house.books.at_rest import FILE as SECRET_FILE
from tablewright.house.books.at_rest import NoSecret, source_of
from tablewright.house.books.audit_entries import Said
from tablewright.house.books.backing_up import about_rows, back_up, noted, utc_now
from tablewright.house.books.backup_contents import BACKUP, JOURNAL, Checked, check
from tablewright.house.books.backup_files import (
    BackupFile,
    BackupWriter,
    FileContent,
    Manifest,
    signed_content,
)
from tablewright.house.books.database import PATIENT_SECONDS, Database
from tablewright.house.books.house_keys import kept_ring, keys_folder, refuse_other_keys
from tablewright.house.books.read_only import read_only
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import Signed, digest
from tablewright.signing.keys import RING, Keys
from tablewright.signing.sealed_streams import (
    OpeningKey,
    SealingKey,
    read_opening_key,
    read_sealing_key,
)
from tablewright.signing.statements import shown
from tablewright.table.words import counted

MODE = 0o600
"""A backup holds what the database holds: hashes of passwords, names, what people have lost."""


class Made(NamedTuple):
    """A backup that was made."""

    manifest: Manifest
    sha256: str
    bytes: int
    key: str
    """The id of the key that signed it; empty, if none did."""
    apart: list[str]
    """What a house needs besides."""
    broken: dict[str, str]
    unnoted: str
    """Why the house's audit does not tell of it; empty, if it does."""


def back_up_or_check(
    out: str | None,
    check: str | None,
    database: str | None,
    data: str | None,
    keys: str | None,
    encrypt_to: str | None,
    key: str | None,
    trust: str | None,
    *,
    with_keys: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Make a backup, or check one."""
    if check is not None and out is None:
        return check_backup(check, key, trust, as_json=as_json)
    if out is None or check is not None or key is not None or trust is not None:
        raise Refused(
            "a backup is made with --out FILE, or checked with --check FILE (and --key, --trust):"
            " expected one of them"
        )
    return back_up_house(
        out,
        database,
        data,
        keys,
        encrypt_to,
        with_keys=with_keys,
        force=force,
        as_json=as_json,
    )


# Making one ----------------------------------------------------------------------------------------


def back_up_house(
    out: str,
    database: str | None,
    data: str | None,
    keys: str | None,
    encrypt_to: str | None,
    *,
    with_keys: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Write a backup of a house, whole or not at all."""
    if with_keys and encrypt_to is None:
        raise Refused(
            "--with-keys puts the house's private key and its secret into the backup: expected"
            " --encrypt-to PUBLICKEY with it"
        )
    target = new_file("--out", out, force=force)
    to = read_sealing_key(Path(encrypt_to)) if encrypt_to is not None else None
    address, _ = house_address(data, database)
    folder = Path(keys) if keys else keys_folder(database, data)
    with written(target, force=force, mode=MODE) as file:
        made = asyncio.run(_back_up(address, folder, target.name, file, to, with_keys=with_keys))
    return show_as(
        lambda: _document(out, made, to),
        lambda: _sheets(out, made, to),
        as_json=as_json,
        done=f"{quoted(out)} is written",
    )


async def _back_up(
    address: str,
    folder: Path,
    name: str,
    file: BinaryIO,
    to: SealingKey | None,
    *,
    with_keys: bool,
) -> Made:
    async with read_only(address, PATIENT_SECONDS) as database:
        keys = await _keys_of(database, folder)
        if with_keys and keys is None:
            raise Refused(
                f"there are no keys of this house in {quoted(str(folder), 200)}: expected them there,"
                " for --with-keys"
            )
        said: Said = {"sealed to": to.id} if to is not None else {}
        unnoted = await noted(address, name, said | ({"keys": "with it"} if with_keys else {}))
        taken = utc_now()
        async with database.reading() as connection:
            with bar(
                "backing up", await about_rows(connection, is_sqlite=database.is_sqlite)
            ) as advance:
                writer = BackupWriter(file, to)
                files = keys.files(SECRET_FILE) if keys is not None and with_keys else {}
                kept = [FileContent(name, content) for name, content in files.items()]
                manifest, journals = await back_up(
                    database,
                    connection,
                    writer,
                    taken,
                    kept,
                    lambda manifest: _signed(keys, manifest),
                    adding(advance),
                )
    sha256 = writer.close()
    key = keys.ring.current.id if keys is not None else ""
    has_secret = with_keys and _is_secret_there(manifest, folder)
    elsewhere = list(apart(manifest, has_keys=with_keys, has_secret=has_secret))
    return Made(manifest, sha256, file.tell(), key, elsewhere, journals.broken, unnoted)


async def _keys_of(database: Database, folder: Path) -> Keys | None:
    """The keys with which the house signs; None, if it never did or they are not here."""
    kept = await kept_ring(database)
    if kept is None or not (folder / RING).is_file():
        return None
    keys = Keys.open(folder)
    refuse_other_keys(folder, keys.ring, kept)
    return keys


def _signed(keys: Keys | None, manifest: Manifest) -> Signed | None:
    if keys is None:
        return None
    with keys.signing() as pen:
        says = {**digest(signed_content(manifest)).said, "taken": manifest.taken}
        made = pen.sign(BACKUP, manifest.house, says)
        return Signed(ring=pen.ring.ring, statements=(made,))


# What is shown of one ------------------------------------------------------------------------------


def held_rows(manifest: Manifest) -> Iterator[list[str]]:
    """What a backup holds."""
    tables = counted(manifest.rows("tables"), "table")
    yield ["house", manifest.house]
    yield ["taken", f"{shown(datetime.fromisoformat(manifest.taken))}, from {manifest.database}"]
    lines = counted(manifest.rows(JOURNAL), "journal line")
    yield ["holds", f"{tables}, {manifest.open_tables:,} of them open; {lines}"]
    yield ["rows", f"{sum(each.rows for each in manifest.tables):,}"]


def apart(manifest: Manifest, *, has_keys: bool, has_secret: bool) -> Iterator[str]:
    """What a house needs that is not in its backup."""
    if not has_keys and manifest.statements:
        yield "the folder of the house's keys"
    if not has_secret and manifest.secret:
        yield f"the secret {manifest.secret}"
    if archived := manifest.rows("archives"):
        yield f"the folder of its archive, with {counted(archived, 'journal')}"


def _is_secret_there(manifest: Manifest, folder: Path) -> bool:
    """Whether the secret lies with the keys: it may lie elsewhere."""
    source = source_of(None, folder)
    try:
        return source is not None and source.read().id == manifest.secret
    except NoSecret:
        return False


def manifest_document(manifest: Manifest) -> dict[str, Any]:
    """What a backup holds, for a program."""
    return {
        "house": manifest.house,
        "taken": manifest.taken,
        "version": manifest.version,
        "step": manifest.step,
        "from": manifest.database,
        "secret": manifest.secret or None,
        "statements": manifest.statements,
        "rows": {each.name: each.rows for each in manifest.tables},
        "journals": len(manifest.journals),
        "open_tables": manifest.open_tables,
        "keys": [each.name for each in manifest.files],
    }


def _document(out: str, made: Made, to: SealingKey | None) -> dict[str, Any]:
    return {
        "backup": out,
        "bytes": made.bytes,
        "sha256": made.sha256,
        "signed": made.key or None,
        "sealed_to": to.id if to is not None else None,
        "apart": made.apart,
        "broken": made.broken,
        "unnoted": made.unnoted or None,
        **manifest_document(made.manifest),
    }


def _sheets(out: str, made: Made, to: SealingKey | None) -> Iterator[Sheet]:
    yield Sheet(
        f"{out}: the backup is whole",
        [
            *held_rows(made.manifest),
            ["file", f"{made.bytes:,} bytes, SHA-256 {made.sha256}"],
            ["signed", f"with key {made.key}" if made.key else "nobody signed it"],
            ["sealed", f"to key {to.id}" if to else "no: anyone who has it can read it"],
            *([["keep besides", "; ".join(made.apart)]] if made.apart else []),
            *([["audit", f"does not tell of it: {made.unnoted}"]] if made.unnoted else []),
        ],
    )
    yield from broken_sheets(made.broken)


def broken_sheets(broken: dict[str, str]) -> Iterator[Sheet]:
    """The journals that do not hold."""
    if broken:
        yield Sheet(
            "journals that do not hold",
            [[id, why] for id, why in broken.items()],
            note="They are in the backup as they are in the house.",
            is_warning=True,
        )


# Checking one --------------------------------------------------------------------------------------


def opening_key(file: str | None) -> OpeningKey | None:
    """The private key that --key names."""
    return read_opening_key(Path(file)) if file is not None else None


def checked(
    file: BackupFile, key: OpeningKey | None, known: Known, *, must_be_signed: bool
) -> Checked:
    """A backup that holds, with a bar while that is found out."""
    with bar(f"checking {file.path.name}", 2 * file.size) as advance:
        return check(file, key, known, adding(advance), must_be_signed=must_be_signed)


def signed_said(found: Checked) -> str:
    """Who signed a backup, and why one should believe it."""
    if found.key is None or found.signed is None:
        return "nobody signed it"
    trust = (
        "which follows from the key that you named"
        if found.is_trusted
        else "which lies in the backup itself: --trust FILE says whether it is the house's"
    )
    return f"{shown(found.signed.at)}, with key {found.key.id}, {trust}"


def check_backup(name: str, key: str | None, trust: str | None, *, as_json: bool) -> int:
    """Check a backup without restoring it; of a sealed one without its key, that it is whole."""
    file, opens, known = BackupFile(Path(name)), opening_key(key), known_keys(trust, "--trust")
    if file.sealed is not None and opens is None:
        return _check_sealed(name, file, as_json=as_json)
    found = checked(file, opens, known, must_be_signed=known is not None)
    document = {
        "backup": name,
        "holds": not found.broken,
        "sha256": found.sha256,
        "signed": found.key.id if found.key else None,
        "sealed_to": file.sealed.key if file.sealed else None,
        "broken": found.broken,
        **manifest_document(found.manifest),
    }
    said = "the backup holds" if not found.broken else "the backup is whole, its journals are not"
    rows = [*held_rows(found.manifest), ["signed", signed_said(found)]]
    status = show_as(
        lambda: document,
        lambda: [Sheet(f"{name}: {said}", rows), *broken_sheets(found.broken)],
        as_json=as_json,
        done=f"{quoted(name)} holds",
    )
    if found.broken:
        id, why = next(iter(found.broken.items()))
        raise Refused(f"{quoted(name)} has a journal that does not hold, of table {id}: {why}")
    return status


def _check_sealed(name: str, file: BackupFile, *, as_json: bool) -> int:
    assert file.sealed is not None
    to = file.sealed.key
    with bar(f"checking {file.path.name}", file.size) as advance:
        sha256 = file.check_whole(adding(advance))
    so_far(f"with {quoted(name)} found whole")
    return show_as(
        lambda: {"backup": name, "holds": True, "sha256": sha256, "sealed_to": to, "opened": False},
        lambda: [
            Sheet(
                f"{name}: the file is whole; what is in it was not looked at",
                [["file", f"{file.size:,} bytes, SHA-256 {sha256}"], ["sealed", f"to key {to}"]],
                note="With --key FILE, the private key, it is opened and all of it is checked.",
            )
        ],
        as_json=as_json,
    )

"""The restore command: a backup put into an empty house, looked over by tables before it is kept."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from tablewright.cli.backup import apart, checked, held_rows, opening_key, signed_said
from tablewright.cli.interrupts import cleared, so_far
from tablewright.cli.progress import adding, bar
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.signatures import Known, known_keys
from tablewright.house.books.at_rest import NoSecret, source_of
from tablewright.house.books.backup_contents import Checked
from tablewright.house.books.backup_files import BackupFile, Manifest
from tablewright.house.books.house_keys import kept_ring, keys_folder, refuse_other_keys
from tablewright.house.books.places import database_address
from tablewright.house.books.restoring import Filling, HouseBeingFilled, clear_parts, filled
from tablewright.house.tables.restored import LookedOver, LookingOver
from tablewright.rules.errors import Refused
from tablewright.signing.keys import RING, Keys, put_copy
from tablewright.signing.private_keys import NoKeys
from tablewright.signing.rings import Ring, Trusted, trusted
from tablewright.signing.sealed_streams import OpeningKey
from tablewright.signing.sealing import UNSEALED, Secret
from tablewright.signing.statements import shown
from tablewright.table.chips import money
from tablewright.table.words import counted

NOTHING = "nothing was restored"


class Wanted(NamedTuple):
    """What a person asked for."""

    verifies_all: bool
    accepts_broken: bool
    keeps_sessions: bool


class Done(NamedTuple):
    """A house that was restored."""

    checked: Checked
    tables: list[LookedOver]
    needs: list[str]
    """What the house needs from elsewhere before it opens as it was."""
    missing: int
    """How many statements the house has signed since, which its keys remember."""
    notes: list[str]

    @property
    def broken(self) -> list[LookedOver]:
        return [each for each in self.tables if each.wrong]


def restore_house(
    name: str,
    database: str | None,
    data: str | None,
    keys: str | None,
    secret: str | None,
    key: str | None,
    trust: str | None,
    wanted: Wanted,
    *,
    as_json: bool,
) -> int:
    """Restore a backup into an empty house; the status is 1, if some tables in it do not hold."""
    file, opens = BackupFile(Path(name)), opening_key(key)
    folder = Path(keys) if keys else keys_folder(database, data)
    known = known_keys(trust, "--trust")
    if known is None and (folder / RING).is_file():
        known = known_keys(str(folder / RING), "--keys")
    found = checked(file, opens, known, must_be_signed=trust is not None)
    address = database_address(database, data)
    with cleared(lambda: clear_parts(address)), _keys_there(folder, found) as kept:
        done = asyncio.run(_restore(address, file, opens, found, folder, secret, known, wanted))
        kept()
    so_far("with the house restored; nothing was printed")
    show_as(
        lambda: _document(name, done),
        lambda: _sheets(name, done),
        as_json=as_json,
        done="the house is restored",
    )
    return 1 if done.broken else 0


@contextmanager
def _keys_there(folder: Path, found: Checked) -> Iterator[Any]:
    """The keys in a backup put where none are; taken away again unless all went well."""
    if not found.files or (folder / RING).is_file():
        yield lambda: None
        return
    is_kept = False

    def keep() -> None:
        nonlocal is_kept
        is_kept = True

    def clear() -> None:
        if not is_kept:
            shutil.rmtree(folder, ignore_errors=True)

    put_copy(folder, {each.name: each.content for each in found.files})
    with cleared(clear):
        yield keep


async def _restore(
    address: str,
    file: BackupFile,
    opens: OpeningKey | None,
    found: Checked,
    folder: Path,
    told: str | None,
    known: Known,
    wanted: Wanted,
) -> Done:
    with ExitStack() as shown_bar:
        advance = adding(shown_bar.enter_context(bar(f"restoring {file.path.name}", file.size)))
        so_far(f"while restoring; {NOTHING}")
        filling = Filling(file, opens, found, wanted.keeps_sessions, advance)
        async with filled(address, filling) as database:
            shown_bar.close()
            secret, why_not = await asyncio.to_thread(_secret, found.manifest, told, folder)
            database.secret = secret or UNSEALED
            has_keys = _are_keys_there(folder, await kept_ring(database))
            tables = await _looked_over(database, found, known, wanted, takes_up=secret is not None)
            _refuse_broken(tables, wanted)
            so_far("while the house was being put in its place: it is there, or nothing is")
    needs = list(apart(found.manifest, has_keys=has_keys, has_secret=not why_not))
    missing = _missing(found.manifest, folder)
    return Done(found, tables, needs, missing, list(_notes(found.manifest, missing, wanted)))


def _secret(manifest: Manifest, told: str | None, folder: Path) -> tuple[Secret | None, str]:
    """The secret that cards in play are sealed with; or why it is not here."""
    if not manifest.secret:
        return UNSEALED, ""
    source = source_of(told, folder)
    assert source is not None, "a folder is named"
    try:
        secret = source.read()
    except NoSecret as wrong:
        return None, str(wrong)
    if secret.id != manifest.secret:
        return None, f"the one here is {secret.id}"
    return secret, ""


async def _looked_over(
    database: HouseBeingFilled,
    found: Checked,
    known: Known,
    wanted: Wanted,
    *,
    takes_up: bool,
) -> list[LookedOver]:
    lines = {each.table: each.lines for each in found.manifest.journals}
    believed = await _believed(database, known)
    with bar("verifying the tables", sum(lines.values())) as advance:
        so_far(f"while verifying the tables; {NOTHING}")
        looking = LookingOver(database, lines, found.broken, believed, adding(advance))
        return [
            each
            async for each in looking.tables(verifies_closed=wanted.verifies_all, takes_up=takes_up)
        ]


async def _believed(database: HouseBeingFilled, known: Known) -> Trusted | None:
    """Whom one believes who looks at signed heads: the house's own ring, or what follows from a key."""
    ring = await kept_ring(database)
    return trusted(ring, known) if ring is not None else None


def _refuse_broken(tables: list[LookedOver], wanted: Wanted) -> None:
    broken = [each for each in tables if each.wrong]
    if broken and not wanted.accepts_broken:
        many = counted(len(broken), "table does", "tables do")
        raise Refused(
            f"{many} not hold, the first is {broken[0].id} ({broken[0].wrong}): {NOTHING}; with"
            " --accept-broken the others are, and such tables stay shut"
        )


# What is said --------------------------------------------------------------------------------------


def _are_keys_there(folder: Path, ring: Ring | None) -> bool:
    """Whether the keys in a folder are those that the house has signed with."""
    try:
        if ring is not None:
            refuse_other_keys(folder, Keys.open(folder).ring, ring)
    except Refused:
        return False
    return True


def _missing(manifest: Manifest, folder: Path) -> int:
    """How many statements the house has signed since the backup, as far as its keys know."""
    try:
        reached = Keys.open(folder).reached(manifest.house).number
    except NoKeys:
        return 0
    return max(reached - manifest.statements, 0)


def _notes(manifest: Manifest, missing: int, wanted: Wanted) -> Iterator[str]:
    taken = shown(datetime.fromisoformat(manifest.taken))
    yield f"accounts, passwords and duties are those of {taken}: look them through"
    if manifest.open_tables:
        yield "rounds go on with the same cards, of which players may have seen more since"
    if wanted.keeps_sessions:
        yield "sessions and tokens go on"
    else:
        yield "every session and token has ended: people sign in again, guests come in anew"
    if missing:
        signed = counted(missing, "statement")
        yield f"the house had signed {signed} more: start it once with --accept-gap, which is signed"


def _state(of: LookedOver) -> str:
    if of.wrong:
        return f"does not hold: {of.wrong}"
    if of.is_archived:
        return "closed, in the archive"
    if not of.is_open:
        return "closed, verified" if of.is_verified else "closed"
    if not of.lines:
        return "open, nothing written yet"
    return "open, verified, taken up" if of.is_taken_up else "open, verified, waits for the secret"


def _sheets(name: str, done: Done) -> Iterator[Sheet]:
    found, broken = done.checked, done.broken
    said = f"{counted(len(broken), 'table does', 'tables do')} not hold" if broken else "all holds"
    yield Sheet(
        f"{name}: the house is restored; {said}",
        [
            *held_rows(found.manifest),
            ["signed", signed_said(found)],
            *([["needs", "; ".join(done.needs)]] if done.needs else []),
            *(["note", each] for each in done.notes),
        ],
        is_warning=bool(broken),
    )
    listed = [each for each in done.tables if each.is_open or each.is_verified or each.wrong]
    rest = [each for each in done.tables if each not in listed]
    yield Sheet(
        "tables",
        [_row(each) for each in listed],
        header=("table", "lines", "rounds", "won", "") if listed else (),
        amounts=(1, 2, 3),
        note=f"{counted(len(rest), 'closed table')} besides, with hashes that fit; --verify-all"
        " gives every command again."
        if rest
        else "",
    )


def _row(of: LookedOver) -> list[str]:
    return [of.id, f"{of.lines:,}", f"{of.rounds:,}", money(of.result), _state(of)]


def _document(name: str, done: Done) -> dict[str, Any]:
    manifest = done.checked.manifest
    return {
        "backup": name,
        "sha256": done.checked.sha256,
        "house": manifest.house,
        "taken": manifest.taken,
        "signed": done.checked.key.id if done.checked.key else None,
        "holds": not done.broken,
        "needs": done.needs,
        "missing": done.missing,
        "notes": done.notes,
        "tables": [
            {
                "id": each.id,
                "table": each.table,
                "open": each.is_open,
                "lines": each.lines,
                "rounds": each.rounds,
                "result": each.result,
                "verified": each.is_verified,
                "taken_up": each.is_taken_up,
                "archived": each.is_archived,
                "wrong": each.wrong or None,
            }
            for each in done.tables
        ],
    }

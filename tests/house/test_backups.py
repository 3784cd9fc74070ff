"""Backups: one file for either database, whole or refused; a restore is all of it or nothing."""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tablewright.house.books.backup_contents import TableRows, contents
from tablewright.house.books.backup_files import (
    END_BYTES,
    BackupEnds,
    BackupFile,
    BackupWriter,
    FileContent,
    Manifest,
    RowLines,
    TableBegins,
)
from tablewright.house.books.schema import ADDED, HEAD
from tablewright.house.books.signatures import GAP
from tablewright.house.house import House
from tablewright.house.tables.archiving import Archiving
from tablewright.rules.errors import Refused
from tablewright.signing.sealed_streams import (
    OpeningKey,
    make_pair,
    read_opening_key,
    read_sealing_key,
)
from tablewright.table.journal import SIGNED_HEAD
from tests.cli.running import Ran, run, run_in_terminal
from tests.house.company import STAKES, Tab, guest, open_table, unguarded
from tests.house.crashing import back_up_apart
from tests.house.databases import Server, all_text
from tests.house.forking import Say, forked
from tests.house.serving import employ
from tests.house.signed import bet, closed, played, signing_house

_NUMBERS = count(1)


class Kept(NamedTuple):
    """A house that was closed in the middle of a round, and backups of it."""

    address: str
    keys: Path
    plain: Path
    sealed: Path
    private: Path
    public: Path
    cookie: str
    token: str
    archived: str

    @property
    def key(self) -> OpeningKey:
        return read_opening_key(self.private)


@pytest.fixture(scope="module")
def kept(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("kept")
    shutil.copy(sqlite_template, folder / "house.db")
    address, keys = f"sqlite:///{folder / 'house.db'}", folder / "keys"
    found = asyncio.run(_play(address, keys, folder / "archive"))
    private, public, _ = make_pair(folder / "offsite")
    plain, sealed = folder / "plain.backup", folder / "sealed.backup"
    here = ("--database", address, "--keys", str(keys))
    assert run("backup", "--out", str(plain), *here).status == 0
    ran = run("backup", "--out", str(sealed), *here, "--encrypt-to", str(public), "--with-keys")
    assert (ran.status, ran.err) == (0, "")
    return Kept(address, keys, plain, sealed, private, public, *found)


async def _play(address: str, keys: Path, archive: Path) -> tuple[str, str, str]:
    """A house with a table in a round, one that was closed, and one whose journal lies in a file."""
    async with signing_house(address, keys) as house:
        await employ(house)
        old = await closed(house, "Z")
        tomorrow = datetime.now(UTC) + timedelta(days=3)
        archiving = Archiving(
            house.ledger, house.signing, house.gaming_days, archive, lambda: tomorrow
        )
        assert (await archiving.archive(await archiving.today(), "Ada")).done == 1
        live = await open_table(house, "duki4", table="A")
        tab = Tab(live, guest(1))
        await tab.sit_down(1)
        await tab.play_on(STAKES["duki4"])
        tab.drop()
        await bet(live, 2)
        await closed(house, "B")
        account = await house.accounts.by_name("Pia")
        assert account is not None
        cookie, _ = await house.sessions.begin(account, "a browser", "127.0.0.1")
        token = await house.tokens.create(account.id, account.epoch, "a program")
        return cookie, token.secret, old


@pytest.fixture
def empty(tmp_path: Path, postgres: Server) -> Iterator[Any]:
    """Addresses of houses that are not there yet, of either kind."""
    made = []

    def address(kind: str) -> str:
        name = f"restored{next(_NUMBERS)}"
        if kind == "postgres":
            made.append(name)
            return postgres.empty(name)
        (tmp_path / name).mkdir()
        return f"sqlite:///{tmp_path / name / 'house.db'}"

    yield address
    for name in made:
        postgres.drop(name)


def _restore(file: Path, address: str, keys: Path, *more: str) -> Ran:
    return run("restore", str(file), "--database", address, "--keys", str(keys), *more)


def _rows(file: Path, key: OpeningKey | None = None) -> dict[str, list[str]]:
    """Every row in a backup, by table, whatever their order is."""
    found: dict[str, list[str]] = {}
    for each in contents(BackupFile(file), key, lambda done: None):
        if isinstance(each, TableBegins):
            found[each.name] = []
        elif isinstance(each, TableRows):
            found[each.table.name] += [repr(row) for row in each.rows]
    return {name: sorted(rows) for name, rows in found.items()}


# The same on either database -----------------------------------------------------------------------


def test_every_row_comes_through_either_database_as_it_was(
    kept: Kept, empty: Any, tmp_path: Path
) -> None:
    before, file = _rows(kept.plain), kept.plain
    assert all(before[name] for name in ("journal", "transfers", "vault", "seats", "archives"))
    assert all(before[name] for name in ("sessions", "tokens", "signatures", "snapshots"))
    for number, kind in enumerate(("postgres", "sqlite")):
        address = empty(kind)
        ran = _restore(file, address, kept.keys, "--keep-sessions", "--verify-all", "--json")
        assert (ran.status, ran.err) == (0, "")
        assert {(each["verified"] or each["archived"]) for each in _tables(ran)} == {True}
        file = tmp_path / f"{number}.backup"
        ran = run("backup", "--out", str(file), "--database", address, "--keys", str(kept.keys))
        assert (ran.status, ran.err) == (0, "")
        after = _rows(file)
        restored = [row for row in after["settings"] if "'restored'" in row]
        assert len(restored) == 1
        after["settings"].remove(restored[0])
        told = [row for row in after["audit"] if row not in before["audit"]]
        assert len(told) == 2 * (number + 1)
        assert all("'restored'" in row or "'backed-up'" in row for row in told)
        after["audit"] = [row for row in after["audit"] if row not in told]
        assert after == before


def _copied(keys: Path) -> Path:
    """The keys of the house that was backed up, to open it with: they remember how far it came."""
    return Path(shutil.copytree(keys, tempfile.mkdtemp(dir=keys.parent), dirs_exist_ok=True))


def _tables(ran: Ran) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(ran.out)["tables"]
    return found


def test_a_restored_house_opens_and_plays_on_but_nobody_is_signed_in(
    kept: Kept, address: str, tmp_path: Path
) -> None:
    keys = tmp_path / "restored.keys"
    ran = _restore(kept.sealed, address, keys, "--key", str(kept.private), "--json")
    assert (ran.status, ran.err) == (0, "")
    said = json.loads(ran.out)
    assert said["holds"] is True
    assert said["needs"] == ["the folder of its archive, with 1 journal"]
    assert [each["taken_up"] for each in said["tables"] if each["open"]] == [True]
    assert next(each for each in said["tables"] if each["archived"])["id"] == kept.archived

    async def open_it(address: str, keys: Path) -> None:
        async with signing_house(address, keys) as house:
            assert not house.floor.quarantined
            assert (house.sessions.find(kept.cookie), house.tokens.find(kept.token)) == (None, None)
            (live,) = house.floor.tables.values()
            assert live.table.state.seats.keys() == {1, 2}
            lines = live.seq
            await bet(live, 3)
            assert live.seq > lines
            account = await house.accounts.create("New", ["player"])
            assert account[0].id > 7, "it is numbered after those that were restored"

    asyncio.run(open_it(address, keys))


# What is refused -----------------------------------------------------------------------------------


def test_one_flipped_byte_and_a_file_that_is_cut_off_are_refused(
    kept: Kept, tmp_path: Path
) -> None:
    other = tmp_path / "other.backup"
    for file, more in ((kept.plain, ()), (kept.sealed, ("--key", str(kept.private)))):
        whole = file.read_bytes()
        head, end = range(0, 150, 3), range(len(whole) - END_BYTES, len(whole), 5)
        for at in (*head, *range(150, len(whole), len(whole) // 40), *end):
            other.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
            ran = run("backup", "--check", str(other), *more)
            assert ran.status == 2, at
            assert ran.err.count("\n") == 1
        for length in (0, 10, 60, 200, len(whole) // 2, len(whole) - END_BYTES, len(whole) - 1):
            other.write_bytes(whole[:length])
            assert run("backup", "--check", str(other), *more).status == 2, length
        other.write_bytes(whole + b"x")
        assert run("backup", "--check", str(other), *more).status == 2
        assert run("backup", "--check", str(file), *more).status == 0


def _anew(kept: Kept, target: Path, change: Any) -> None:
    """A backup written anew with hashes that fit, after something was changed."""
    with target.open("wb") as file:
        writer = BackupWriter(file)
        for part in BackupFile(kept.plain).parts(None, lambda done: None):
            made = change(part)
            if isinstance(made, RowLines):
                writer.write(made.lines)
            elif made is not None:
                writer.say(made)
        writer.close()


def test_what_was_written_anew_does_not_fit_its_manifest_or_its_signature(
    kept: Kept, tmp_path: Path
) -> None:
    other, ring = tmp_path / "other.backup", str(kept.keys / "ring.json")

    def later(part: Any) -> Any:
        if not isinstance(part, BackupEnds):
            return part
        manifest = msgspec.structs.replace(part.manifest, taken="2031-01-01T00:00:00+00:00")
        return msgspec.structs.replace(part, manifest=manifest)

    def richer(part: Any) -> Any:
        is_rows = isinstance(part, RowLines)
        return RowLines(part.lines.replace(b'"Pia"', b'"Pio"')) if is_rows else part

    def unsigned(part: Any) -> Any:
        is_end = isinstance(part, BackupEnds)
        return msgspec.structs.replace(part, signed=None) if is_end else part

    for change, why in ((later, "not the one that was signed"), (richer, "what its manifest says")):
        _anew(kept, other, change)
        ran = run("backup", "--check", str(other))
        assert ran.status == 2
        assert why in ran.err
    _anew(kept, other, unsigned)
    assert "nobody signed it" in run("backup", "--check", str(other)).out
    assert "nobody signed" in run("backup", "--check", str(other), "--trust", ring).err
    stranger = tmp_path / "stranger"
    assert run("keys", "make", "--keys", str(stranger)).status == 0
    trust = ("--trust", str(stranger / "ring.json"))
    assert "none that is trusted" in run("backup", "--check", str(kept.plain), *trust).err
    assert run("verify", str(kept.plain), "--key", ring).status == 0
    ran = run("backup", "--check", str(kept.plain), "--trust", ring)
    assert "which follows from the key that you named" in ran.out


def test_a_wrong_key_or_none_opens_nothing(kept: Kept, empty: Any, tmp_path: Path) -> None:
    private, _, key = make_pair(tmp_path / "other")
    address = empty("sqlite")
    for more, why in (
        ((), "expected its private key, with --key FILE"),
        (("--key", str(private)), f"this is {key.id}"),
        (("--key", str(kept.public)), "others can read"),
    ):
        ran = _restore(kept.sealed, address, tmp_path / "keys", *more)
        assert ran.status == 2
        assert why in ran.err
    assert not (tmp_path / "keys").exists()
    assert _left(address) == []
    ran = run("backup", "--check", str(kept.sealed), "--json")
    assert json.loads(ran.out)["opened"] is False


def _left(address: str) -> list[str]:
    """What lies where a file of SQLite would be."""
    return sorted(each.name for each in Path(address.removeprefix("sqlite:///")).parent.iterdir())


def test_only_an_empty_house_is_filled(
    kept: Kept, empty: Any, tmp_path: Path, postgres: Server
) -> None:
    for kind in ("sqlite", "postgres"):
        address = empty(kind)
        assert _restore(kept.plain, address, kept.keys).status == 0
        before = asyncio.run(all_text(address))
        ran = _restore(kept.plain, address, kept.keys)
        assert ran.status == 2
        assert "expected an empty house" in ran.err
        assert asyncio.run(all_text(address)) == before
    other = Path(empty("sqlite").removeprefix("sqlite:///"))
    marker = other.with_name("house.db.house")
    marker.write_text('{"house":"00000000000000000000000000000000"}\n')
    ran = _restore(kept.plain, f"sqlite:///{other}", kept.keys)
    assert ran.status == 2
    assert "another house was kept" in ran.err
    shutil.copy(Path(kept.address.removeprefix("sqlite:///")).with_name(marker.name), marker)
    assert _restore(kept.plain, f"sqlite:///{other}", kept.keys).status == 0, "it is the lost one"


def test_a_backup_is_written_whole_and_over_no_other_file(kept: Kept, tmp_path: Path) -> None:
    out, here = tmp_path / "a.backup", ("--database", kept.address, "--keys", str(kept.keys))
    out.write_text("mine")
    ran = run("backup", "--out", str(out), *here)
    assert (ran.status, out.read_text()) == (2, "mine")
    assert run("backup", "--out", str(out), *here, "--force").status == 0
    assert out.stat().st_mode & 0o077 == 0
    ran = run("backup", "--out", str(tmp_path / "b"), *here, "--with-keys")
    assert "expected --encrypt-to" in ran.err
    ran = run("backup", "--out", str(tmp_path / "b"), "--data", str(tmp_path / "nowhere"))
    assert "expected the folder of a house" in ran.err
    assert "expected one of them" in run("backup").err
    assert [each.name for each in tmp_path.iterdir()] == ["a.backup"]
    secret = (kept.keys / "secret").read_text().strip()
    packed = [repr(row) for rows in _rows(kept.plain).values() for row in rows]
    assert not any(secret in row or "PRIVATE" in row for row in packed)
    files = {
        part.name
        for part in contents(BackupFile(kept.sealed), kept.key, lambda done: None)
        if isinstance(part, FileContent)
    }
    assert files >= {"ring.json", "secret", "last.json"}
    shown = run_in_terminal("backup", "--check", str(kept.plain)).out
    assert "\x1b[" in shown


def test_the_audit_tells_of_a_backup_and_the_backup_has_that_in_it(
    kept: Kept, tmp_path: Path
) -> None:
    noted = [row for row in _rows(kept.sealed, kept.key)["audit"] if "backed-up" in row]
    first, second = sorted(noted, key=lambda row: "sealed.backup" in row)
    assert "plain.backup" in first
    assert "command-line" in first
    assert read_sealing_key(kept.public).id in second
    here = ("--database", kept.address)
    ran = run("audit", *here, "--verify")
    assert (ran.status, ran.err) == (0, "")
    assert "began a backup" in run("audit", *here).out


def test_a_backup_of_an_open_house_is_in_its_audit(ready_address: str, tmp_path: Path) -> None:
    """Another process writes the entry, between those of the house."""
    out, keys = tmp_path / "a.backup", tmp_path / "keys"

    async def scene() -> None:
        async with signing_house(ready_address, keys) as house:
            with forked(back_up_apart, str(out), ready_address, str(keys)) as other:
                assert json.loads(await asyncio.to_thread(other.hear))["unnoted"] is None
            await open_table(house, "duki4", table="A")
            found = [each.what for each in (await house.audit.page()).entries]
            assert found.index("table-opened") < found.index("backed-up")
            assert await house.audit.wrong() is None

    asyncio.run(scene())


def test_a_house_that_cannot_be_written_is_backed_up_all_the_same_and_that_is_said(
    kept: Kept, tmp_path: Path
) -> None:
    copy = tmp_path / "house.db"
    there = kept.address.removeprefix("sqlite:///")
    with closing(sqlite3.connect(there)) as whole, closing(sqlite3.connect(copy)) as other:
        whole.backup(other)
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON audit"
            " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        )
        other.commit()
    here = ("--database", f"sqlite:///{copy}", "--keys", str(kept.keys))
    ran = run("backup", "--out", str(tmp_path / "a.backup"), *here)
    assert ran.status == 0
    assert "does not tell of it" in ran.out
    assert "the disk is full" in ran.out


# Versions ------------------------------------------------------------------------------------------


def test_a_backup_of_an_earlier_step_is_brought_to_the_present_one(
    kept: Kept, empty: Any, tmp_path: Path
) -> None:
    earlier, is_left_out = tmp_path / "earlier.backup", False
    later = {name for name, step in ADDED.items() if step > "0010"}

    def before_archives(part: Any) -> Any:
        nonlocal is_left_out
        if isinstance(part, TableBegins):
            is_left_out = part.name in later
        if isinstance(part, BackupEnds):
            tables = [each for each in part.manifest.tables if each.name not in later]
            manifest = msgspec.structs.replace(part.manifest, step="0010", tables=tables)
            return BackupEnds(manifest)
        return None if is_left_out else part

    def of_another(step: str) -> Any:
        def change(part: Any) -> Any:
            if not isinstance(part, BackupEnds):
                return part
            return BackupEnds(msgspec.structs.replace(part.manifest, step=step))

        return change

    _anew(kept, earlier, before_archives)
    for kind in ("sqlite", "postgres"):
        address = empty(kind)
        ran = _restore(earlier, address, kept.keys, "--accept-broken", "--json")
        assert (ran.status, ran.err) == (0, "")
        assert _step(asyncio.run(all_text(address)))
    for step in ("0999", "../x"):
        _anew(kept, earlier, of_another(step))
        ran = _restore(earlier, empty("sqlite"), kept.keys)
        assert ran.status == 2
        assert "of a later Tablewright" in ran.err


def _step(text: str) -> bool:
    return f"('{HEAD}',)" in text.splitlines()


# Killed --------------------------------------------------------------------------------------------


MOMENTS = {
    "rows": ("tablewright.house.books.restoring", "_refuse_other_counts"),
    "verified": ("tablewright.cli.restore", "_refuse_broken"),
    "kept": ("tablewright.house.books.restoring", "_sync"),
    "put": ("tablewright.house.books.formats", "mark"),
}
"""What a restore is killed at: its rows are there, its tables hold, its file is whole, or in place."""


def _restore_and_be_killed(say: Say, file: Path, address: str, keys: Path, moment: str) -> None:
    """Restore, and end at once at one of the moments."""

    def kill(*_: Any, **__: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    module, name = MOMENTS[moment]
    setattr(import_module(module), name, kill)
    _restore(file, address, keys)


def test_a_restore_that_is_killed_leaves_no_house_or_the_whole_one(
    kept: Kept, address: str
) -> None:
    is_sqlite = address.startswith("sqlite")
    for moment in ("verified", "kept") if is_sqlite else ("rows", "verified"):
        with forked(_restore_and_be_killed, kept.plain, address, kept.keys, moment) as fork:
            assert fork.end() == -signal.SIGKILL, moment
        if is_sqlite:
            assert not Path(address.removeprefix("sqlite:///")).exists()
        else:
            assert asyncio.run(all_text(address)) == ""
    if is_sqlite:
        with forked(_restore_and_be_killed, kept.plain, address, kept.keys, "put") as fork:
            assert fork.end() == -signal.SIGKILL
        assert "house.db" in _left(address)
        assert _restore(kept.plain, address, kept.keys).status == 2, "it is the whole house"
    else:
        assert _restore(kept.plain, address, kept.keys).status == 0

    async def open_it() -> None:
        async with signing_house(address, _copied(kept.keys)) as house:
            assert len(house.floor.tables) == 1

    asyncio.run(open_it())
    if is_sqlite:
        assert not [each for each in _left(address) if each.startswith(".restore")]


# What does not hold --------------------------------------------------------------------------------


@pytest.fixture
def damaged(kept: Kept, tmp_path: Path) -> Any:
    """A backup of the same house after its rows were changed past it."""

    def backup(*statements: str) -> Path:
        folder = tmp_path / f"damaged{next(_NUMBERS)}"
        folder.mkdir()
        with (
            closing(sqlite3.connect(kept.address.removeprefix("sqlite:///"))) as db,
            closing(sqlite3.connect(folder / "house.db")) as copy,
        ):
            db.backup(copy)
        with unguarded(folder / "house.db") as db:
            for each in statements:
                db.execute(each)
        out = folder / "damaged.backup"
        here = ("--database", f"sqlite:///{folder / 'house.db'}", "--keys", str(kept.keys))
        ran = run("backup", "--out", str(out), *here)
        assert (ran.status, ran.err) == (0, "")
        return out

    return backup


def _in_proof(*values: str) -> Any:
    return pytest.param(*values, marks=pytest.mark.proof)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE journal SET line = replace(line, '1000', '2000') WHERE n = 20", "does not follow"),
        _in_proof("DELETE FROM journal WHERE table_id LIKE 'A%' AND n > 30", "signed up to line"),
        (
            "UPDATE transfers SET cents = cents + 1 WHERE n = (SELECT max(n) FROM transfers)",
            "cents",
        ),
        ("UPDATE tables SET status = 'closed' WHERE table_name = 'A'", "journal does not"),
        _in_proof("DELETE FROM vault", "pack"),
    ],
)
def test_a_table_that_does_not_hold_refuses_the_restore_unless_it_is_accepted(
    kept: Kept, empty: Any, damaged: Any, statement: str, why: str
) -> None:
    file, address = damaged(statement), empty("sqlite")
    ran = _restore(file, address, kept.keys, "--json")
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert "nothing was restored" in ran.err
    assert _left(address) == ["house.db.lock"]
    ran = _restore(file, address, kept.keys, "--accept-broken", "--json")
    assert (ran.status, ran.err) == (1, "")
    assert [why in each["wrong"] for each in _tables(ran) if each["wrong"]] == [True]

    async def open_it() -> None:
        async with signing_house(address, _copied(kept.keys)) as house:
            assert len(house.floor.quarantined) == 1

    asyncio.run(open_it())


def test_a_journal_written_anew_does_not_fit_the_head_that_was_signed(
    kept: Kept, empty: Any, tmp_path: Path, sqlite_template: Path
) -> None:
    from tests.house.signed import forge

    folder, keys = tmp_path / "forged", tmp_path / "keys"
    folder.mkdir()
    shutil.copy(sqlite_template, folder / "house.db")
    address = f"sqlite:///{folder / 'house.db'}"

    async def play() -> None:
        async with signing_house(address, keys) as house:
            live = await played(house)
            lines, id = await house.ledger.lines(live.id), live.id
        await forge(address, id, lines, 5)

    asyncio.run(play())
    out = str(tmp_path / "forged.backup")
    assert run("backup", "--out", out, "--database", address, "--keys", str(keys)).status == 0
    ran = _restore(Path(out), empty("sqlite"), keys)
    assert ran.status == 2
    assert "not the one that the house signed" in ran.err


def test_a_damaged_row_is_restored_as_it_was_where_it_can_be(
    kept: Kept, empty: Any, damaged: Any, tmp_path: Path
) -> None:
    file = damaged(
        "UPDATE settings SET value = CAST(x'61ff62' AS TEXT) WHERE key = 'probed'",
        "INSERT INTO settings VALUES ('odd', CAST(x'61ff62' AS TEXT)), ('bytes', x'00ff')",
        "UPDATE tables SET number = 'eleven' WHERE table_name = 'B'",
    )
    address = empty("sqlite")
    assert _restore(file, address, kept.keys).status == 0
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as db:
        asked = (
            "SELECT CAST(value AS BLOB), typeof(value) FROM settings WHERE key IN ('odd', 'bytes')"
        )
        assert set(db.execute(asked)) == {(b"a\xffb", "text"), (b"\x00\xff", "blob")}
        assert db.execute("SELECT count(*) FROM tables WHERE number = 'eleven'").fetchone() == (1,)
    server = empty("postgres")
    ran = _restore(file, server, kept.keys, "--accept-broken")
    assert ran.status == 2
    assert "PostgreSQL does not take" in ran.err
    assert asyncio.run(all_text(server)) == ""


# The keys remember ---------------------------------------------------------------------------------


def test_a_house_put_back_from_its_backup_signs_that_there_is_a_gap(
    empty: Any, tmp_path: Path, sqlite_template: Path
) -> None:
    folder, keys, out = tmp_path / "house", tmp_path / "keys", tmp_path / "a.backup"
    folder.mkdir()
    shutil.copy(sqlite_template, folder / "house.db")
    address = f"sqlite:///{folder / 'house.db'}"

    async def play() -> None:
        async with signing_house(address, keys) as house:
            await played(house)
            await house.heads.sign_all()
            with forked(back_up_apart, str(out), address, str(keys)) as fork:
                assert await asyncio.to_thread(fork.hear)
            for live in house.floor.tables.values():
                await bet(live, 3)
            await house.heads.sign_all()

    async def open_again(address: str) -> House:
        with pytest.raises(Refused, match="accept-gap"):
            async with signing_house(address, keys):
                pass
        async with signing_house(address, keys, accepts_gap=True) as house:
            assert any("it was accepted" in each for each in house.signing.notes)
            (live,) = house.floor.tables.values()
            heads = await house.signing.signatures.of(live.id, SIGNED_HEAD)
            assert heads
            assert await house.signing.signatures.of(house.signing.house, GAP)
            assert not await house.signing.wrong()
            return house

    asyncio.run(play())
    restored = empty("postgres")
    ran = _restore(out, restored, keys)
    assert ran.status == 0, ran.err
    assert "start it once with --accept-gap" in ran.out
    asyncio.run(open_again(restored))

    async def again() -> None:
        async with signing_house(restored, keys) as house:
            assert house.signing.notes == [], "it was said, and signed, once"

    asyncio.run(again())


def test_the_manifest_names_what_the_house_needs_besides(kept: Kept, tmp_path: Path) -> None:
    ran = run("backup", "--check", str(kept.plain), "--json")
    said = json.loads(ran.out)
    manifest: Manifest | None = None
    for part in contents(BackupFile(kept.plain), None, lambda done: None):
        if isinstance(part, BackupEnds):
            manifest = part.manifest
    assert manifest is not None
    assert said["rows"]["journal"] == sum(each.lines for each in manifest.journals)
    assert said["secret"] == manifest.secret != ""
    shown = _restore(kept.plain, f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "none").out
    assert "the folder of the house's keys" in shown
    assert f"the secret {manifest.secret}" in shown
    assert "waits for the secret" in shown

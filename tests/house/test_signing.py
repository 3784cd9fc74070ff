"""The house signs: with one key, kept apart, and nothing that it signed can be changed unseen."""

import asyncio
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from itertools import repeat
from pathlib import Path

import msgspec
import pytest

from tablewright.house.books.database import Database
from tablewright.house.books.entries import LedgerEntry
from tablewright.house.books.house_keys import kept_ring
from tablewright.house.books.ledger import LedgerFailed
from tablewright.house.books.signed_journals import signed_journal
from tablewright.house.books.signing import Wanted
from tablewright.house.house import House
from tablewright.house.tables import head_signing
from tablewright.house.tables.head_signing import HeadSigning
from tablewright.rules.errors import Refused
from tablewright.signing.files import read_signed
from tablewright.signing.keys import Keys
from tablewright.signing.rings import LOST, ROTATED, STOLEN, read_ring, trusted
from tablewright.signing.statements import Statement
from tests.house.clients import Visit, eventually, play, why
from tests.house.company import ON_SQLITE, nothing_is_written, open_table, run_sql
from tests.house.serving import ADMINISTRATOR, Serving, served
from tests.house.signed import bet, closed, forged, played, signing_house
from tests.house.simulated import Simulated

NOTHING = "this house has no key"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that were opened or closed do not wait for others."""
    monkeypatch.setattr(head_signing, "SOON_SECONDS", 0.0)


def _lines(heads: list[Statement]) -> list[int]:
    return [each.number("lines") for each in heads]


async def _refusal(address: str, keys: Path, *, is_new_key: bool = False) -> str:
    with pytest.raises(Refused) as refused:
        await House.open(address, keys=keys, is_new_key=is_new_key)
    assert str(refused.value).isprintable()
    return str(refused.value)


# The key -------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_kept_apart(ready_address: str, keys: Path) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            first = await house.signing.ring()
            (note,) = house.signing.notes
            assert first.current.id in note
            assert str(keys) in note
            assert await kept_ring(house.database) == first
            async with house.database.reading() as connection:
                rows = [str(tuple(row)) for row in await connection.exec_driver_sql(
                    "SELECT * FROM settings"
                )]  # fmt: skip
            private = (keys / f"{first.current.id}.pem").read_text().splitlines()[1]
            assert not any(private in row for row in rows), "nothing of it is in the database"
        async with signing_house(ready_address, keys) as house:
            assert await house.signing.ring() == first
            assert house.signing.notes == []

    asyncio.run(run())


def test_a_stolen_database_without_the_key_cannot_sign(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    """Everything that was signed before can still be verified by anyone."""

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            id = await closed(house)
            await house.heads.sign_all()
            heads = await house.signing.heads(id)
            ring = await house.signing.ring()
        thief = tmp_path / "thief"
        for way in ("no folder", "another's keys"):
            said = await _refusal(ready_address, thief)
            assert "the house cannot sign" in said, way
            assert "put the folder back" in said
            assert "--new-key" in said
            if way == "no folder":
                assert not thief.exists(), "nothing was made"
                Keys.make(thief)
        keys.rename(keys.with_name("elsewhere"))
        assert "cannot sign" in await _refusal(ready_address, keys)
        with pytest.raises(Refused, match="is sealed with secret"):
            await House.open(ready_address)
        database = await Database.open(ready_address)
        assert await kept_ring(database) == ring
        for each in heads:
            assert trusted(await kept_ring(database), ring).check(each)
        await database.close()

    asyncio.run(run())


def test_a_lost_key_is_retired_and_another_is_made(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            id = await closed(house)
            await house.heads.sign_all()
            (before,) = await house.signing.heads(id)
            assert "is not lost" not in " ".join(house.signing.notes)
        assert "is not lost" in await _refusal(ready_address, keys, is_new_key=True)
        shutil.rmtree(keys)
        async with signing_house(ready_address, keys, is_new_key=True, is_new_secret=True) as house:
            ring = await house.signing.ring()
            assert [each.why for each in ring.keys] == [LOST, ""]
            assert f"key {before.key} is retired as lost" in house.signing.notes[0]
            assert await house.signing.heads(id) == [before], "what was signed holds"
            live = await played(house)
            await house.heads.sign_all()
            (after,) = await house.signing.heads(live.id)
            assert after.key == ring.current.id
            assert after.text("after"), "it goes on from what was signed before"
        async with signing_house(ready_address, keys) as house:
            assert house.signing.notes == []
            assert await house.signing.wrong() == ""

    asyncio.run(run())


@ON_SQLITE
def test_rotation_while_the_house_is_open_keeps_old_signatures_good(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            await house.heads.sign_all()
            Keys.open(keys).rotate()
            await bet(live, 2)
            await house.heads.sign_all()
            heads, ring = await house.signing.heads(live.id), await house.signing.ring()
            assert [each.key for each in heads] == [each.id for each in ring.keys]
            assert [each.why for each in ring.keys] == [ROTATED, ""]
            first = ring.keys[0].public
            for each in heads:
                assert trusted(ring, first).check(each), "one who knows the first key follows"
            assert await kept_ring(house.database) == ring, "the database knows the new one"

    asyncio.run(run())


@ON_SQLITE
def test_a_theft_has_everything_signed_anew_that_only_the_thief_could_vouch_for(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            id = await closed(house)
            since = Keys.open(keys).ring.current.since
            assert since is not None
            await house.heads.sign_all()
            old = Keys.open(keys).retire_stolen((await house.signing.ring()).current.id, since)
            assert await house.signing.heads(id) == [], "it was signed after the theft"
            await house.heads.sign_all()
            (again,) = await house.signing.heads(id)
            assert again.key == old.id == (await house.signing.ring()).current.id
            found = read_signed(await signed_journal(house.signing, house.ledger, id))
            assert [each.why for each in found.keys.keys] == [STOLEN, ""]
            believed = trusted(found.keys, await house.signing.ring())
            assert [believed.check(each).id for each in found.statements] == [again.key] * 2

    asyncio.run(run())


# Heads ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("at_once")
def test_heads_are_signed_when_a_table_is_opened_and_when_it_is_closed(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await open_table(house, "duki4", table="A")

            async def has(lines: int) -> bool:
                return lines in _lines(await house.signing.heads(live.id))

            await eventually(lambda: has(live.seq))
            opened = live.seq
            await bet(live)
            await live.close_when_clear()
            await eventually(lambda: live.table.state.status == "closed")
            await eventually(lambda: has(live.seq))
            heads = await house.signing.heads(live.id)
            lines = _lines(heads)
            assert lines == sorted(set(lines))
            assert (lines[0], lines[-1]) == (opened, live.seq)
            last = (await house.ledger.lines(live.id))[-1]
            assert heads[-1].text("hash") == json.loads(last)["hash"]

    asyncio.run(run())


def test_heads_are_signed_at_the_interval_while_lines_are_added(
    ready_address: str, keys: Path
) -> None:
    clock = Simulated(repeat(0.0), repeat(0.0))

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            await house.heads.close()
            heads = HeadSigning(house.signing, clock)
            live = await played(house)
            heads.start()

            async def goes_by() -> list[int]:
                assert clock.wake_next()
                await eventually(lambda: bool(clock.asked))  # It waits for the next time.
                return _lines(await house.signing.heads(live.id))

            first = live.seq
            await asyncio.sleep(0)
            assert await goes_by() == [first], "at the start"
            began = clock.time
            assert await goes_by() == [first], "nothing was added"
            assert clock.time - began == 15 * 60
            await bet(live, 2)
            assert await goes_by() == [first, live.seq]
            await heads.set_minutes(2)
            assert await heads.minutes() == 2
            began, before = clock.time, live.seq
            await bet(live, 3)
            assert await goes_by() == [first, before, live.seq]
            assert clock.time - began == 2 * 60
            for wrong in (0, 1441):
                with pytest.raises(Refused, match="expected 1 to 1440"):
                    await heads.set_minutes(wrong)
            await heads.close()

    asyncio.run(run())


def test_open_heads_are_signed_when_the_house_closes(ready_address: str, keys: Path) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            id, lines = live.id, live.seq
        async with signing_house(ready_address, keys) as house:
            assert _lines(await house.signing.heads(id)) == [lines]
            assert house.floor.tables[id].seq == lines

    asyncio.run(run())


@ON_SQLITE
def test_what_was_closed_before_the_house_had_a_key_is_signed_at_its_next_start(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, None) as house:
            id = await closed(house)
            lines = len(await house.ledger.lines(id))
        async with signing_house(ready_address, keys) as house:
            await house.heads.sign_all()
            assert _lines(await house.signing.heads(id)) == [lines]

    asyncio.run(run())


@ON_SQLITE
def test_a_database_that_takes_nothing_holds_up_no_table_and_is_signed_later(
    ready_address: str, keys: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            trigger = (
                "CREATE TRIGGER full_disk BEFORE INSERT ON signatures"
                " BEGIN SELECT RAISE(ABORT, 'no space left'); END"
            )
            await run_sql(ready_address, trigger)
            await house.heads._sign_quietly()
            assert "could not be signed" in caplog.text
            await bet(live, 2)
            await run_sql(ready_address, "DROP TRIGGER full_disk")
            async with nothing_is_written(ready_address):
                await house.heads.sign_all()
            heads = await house.signing.heads(live.id)
            assert (_lines(heads), heads[0].number("number")) == ([live.seq], 1)
            assert await house.signing.wrong() == ""

    asyncio.run(run())


def test_keys_that_vanish_while_the_house_is_open_are_told_of(
    tmp_path: Path, keys: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with signing_house(f"sqlite:///{tmp_path / 'house.db'}", keys) as house:
            live = await played(house)
            keys.rename(keys.with_name("elsewhere"))
            await house.heads._sign_quietly()
            assert "are gone: put the folder back" in caplog.text
            await bet(live, 2)  # The table goes on.
            shutil.rmtree(keys, ignore_errors=True)
            keys.with_name("elsewhere").rename(keys)
            await house.heads.sign_all()
            assert _lines(await house.signing.heads(live.id)) == [live.seq]

    asyncio.run(run())


@ON_SQLITE
def test_what_was_written_though_nobody_heard_of_it_is_not_numbered_twice(
    ready_address: str, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as where a connection is lost between the commit and the answer."""

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            await house.heads.sign_all()
            append = house.ledger.append

            async def unheard(entry: LedgerEntry) -> None:
                await append(entry)
                raise LedgerFailed("the connection was lost")

            await bet(live, 2)
            with monkeypatch.context() as broken:
                broken.setattr(house.ledger, "append", unheard)
                with pytest.raises(LedgerFailed):
                    await house.signing.sign([Wanted("file", "x", {})])
            await house.heads.sign_all()
            first, second = await house.signing.heads(live.id)
            (unheard_of,) = await house.signing.signatures.of("x", "file")
            assert first.number("number") < unheard_of.number("number") < second.number("number")
            assert await house.signing.wrong() == ""

    asyncio.run(run())


@ON_SQLITE
def test_a_crash_between_signing_and_remembering_it_is_no_gap(
    ready_address: str, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError("killed")

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            with monkeypatch.context() as broken:
                broken.setattr(Keys, "remember", fails)
                with pytest.raises(OSError, match="killed"):
                    await house.heads.sign_all()
            assert len(await house.signing.heads(live.id)) == 1
        async with signing_house(ready_address, keys) as house:
            assert house.signing.notes == []

    asyncio.run(run())


# Verified by anyone --------------------------------------------------------------------------------


def _verify(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Verify on a machine that has the files in a folder and nothing else of the house."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "tablewright", "verify", *words],
        cwd=folder,
        env={**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


@ON_SQLITE
def test_a_journal_is_verified_with_the_public_key_alone_and_a_forged_one_is_found(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> list[bytes]:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            await house.heads.sign_all()
            await bet(live, 2)
            await house.heads.sign_all()
            for place in (3, 4):
                await bet(live, place)
            lines = await house.ledger.lines(live.id)
            signature = await signed_journal(house.signing, house.ledger, live.id)
            (tmp_path / "ring.json").write_bytes((await house.signing.ring()).written())
            (tmp_path / "house.pem").write_text((await house.signing.ring()).current.pem)
        (tmp_path / "a.jsonl").write_bytes(b"".join(lines))
        (tmp_path / "a.jsonl.signed.json").write_bytes(signature)
        assert len(read_signed(signature).of_kind("journal-head")) == 2
        return lines

    lines = asyncio.run(run())
    shutil.rmtree(keys)
    for key in ("ring.json", "house.pem"):
        done = _verify(tmp_path, "a.jsonl", "--key", key)
        assert (done.returncode, done.stderr) == (0, "")
        assert "it is signed" in done.stdout
        assert "2 signed heads, each fits its line" in done.stdout
    heads = read_signed((tmp_path / "a.jsonl.signed.json").read_bytes()).of_kind("journal-head")
    second = heads[1].number("lines")
    (tmp_path / "a.jsonl").write_bytes(b"".join(forged(lines, second)))
    done = _verify(tmp_path, "a.jsonl", "--key", "ring.json")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"head 2 of 2 was signed at line {second}" in done.stderr
    assert "the journal was written anew" in done.stderr
    (tmp_path / "a.jsonl.signed.json").unlink()
    assert "nobody signed it" in _verify(tmp_path, "a.jsonl").stdout, "by itself it holds"


def test_the_page_hands_out_keys_journals_and_their_signatures(
    ready_address: str, keys: Path
) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in(ADMINISTRATOR)
        ring = await visitor().get("/keys")
        assert ring.content == (keys / "ring.json").read_bytes()
        id = await pit.table_of("duki4")
        path = f"/tables/{id}/journal.jsonl"
        lines = (await pit.get(path)).content.splitlines(keepends=True)
        assert (await pit.get(path, lines=3)).content == b"".join(lines[:3])
        answer = await pit.get(f"{path}.signed.json", lines=3)
        assert f'filename="{id}.jsonl.signed.json"' in answer.headers["content-disposition"]
        assert (await pit.get(f"{path}.signed.json", lines=3)).content == answer.content
        signed = read_signed(answer.content)
        (statement,) = signed.statements
        assert trusted(signed.keys, read_ring(ring.content)).check(statement)
        assert (statement.number("lines"), statement.number("heads")) == (3, 0)
        other = read_signed((await pit.get(f"{path}.signed.json", lines=4)).content)
        assert other.statements[-1].number("lines") == 4
        assert "line 9,999 is asked for" in why(await pit.get(f"{path}.signed.json", lines=9999))
        shown = await pit.ask("/signing")
        assert [each["id"] for each in shown["keys"]] == [statement.key]
        assert (shown["minutes"], shown["notes"]) == (15, [])
        assert len((await ada.ask("/signing"))["notes"]) == 1
        assert (await pit.http.put("/signing", json={"minutes": 5})).status_code == 403
        for minutes, status in ((5, 200), (0, 422)):
            changed = await ada.http.put("/signing", json={"minutes": minutes})
            assert changed.status_code == status, changed.text
        assert (await ada.ask("/signing"))["minutes"] == 5
        for person in (await visitor().sign_in("Pia"), await visitor().come_as_guest()):
            assert (await person.get(f"{path}.signed.json")).status_code == 403
            assert (await person.get("/signing")).status_code == 403
        assert (await pit.get("/tables/none/journal.jsonl.signed.json")).status_code == 404

    with served(ready_address, keys=keys) as serving:
        play(serving, scene)


@ON_SQLITE
def test_the_page_hands_out_signed_papers(ready_address: str, keys: Path, tmp_path: Path) -> None:
    chosen = {"game": "duki4", "day": "2026-11-17"}

    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        pack = await pit.get("/papers/pack.zip", **chosen, only="sign")
        assert (await pit.get("/papers/pack.zip", **chosen, only="sign")).content == pack.content
        with zipfile.ZipFile(io.BytesIO(pack.content)) as packed:
            packed.extractall(tmp_path / "papers")
        for name in ("sign.pdf", "sign.pdf.signed.json"):
            answer = await pit.get(f"/papers/documents/{name}", **chosen)
            (tmp_path / name).write_bytes(answer.content)

    with served(ready_address, keys=keys) as serving:
        play(serving, scene)
    ring = str(keys / "ring.json")
    for each in ("papers", "sign.pdf"):
        done = _verify(tmp_path, each, "--key", ring)
        assert (done.returncode, done.stderr) == (0, ""), each


def test_a_house_without_a_key_says_so(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        id = await pit.table_of("duki4")
        for path in ("/keys", "/signing", f"/tables/{id}/journal.jsonl.signed.json"):
            answer = await pit.get(path)
            assert answer.status_code == 404
            assert NOTHING in why(answer).lower()

    play(serving, scene)


def test_what_cannot_be_read_of_the_ring_is_no_ring(tmp_path: Path, keys: Path) -> None:
    """The folder has the keys: the database learns them anew."""
    address = f"sqlite:///{tmp_path / 'house.db'}"

    async def run() -> None:
        async with signing_house(address, keys) as house:
            ring = await house.signing.ring()
        await run_sql(address, "UPDATE settings SET value = 'x' WHERE key = 'signing-ring'")
        async with signing_house(address, keys) as house:
            assert await kept_ring(house.database) == ring == await house.signing.ring()

    asyncio.run(run())


def test_a_statement_is_kept_as_it_was_signed(tmp_path: Path, keys: Path) -> None:
    async def run() -> None:
        async with signing_house(f"sqlite:///{tmp_path / 'house.db'}", keys) as house:
            await closed(house)
            await closed(house, "D")
            made = await house.heads.sign_all()
            assert [each.number("number") for each in made] == [1, 2]
            for each in made:
                kept = await house.signing.signatures.of(each.of, each.kind)
                assert kept == [each]
                assert msgspec.json.decode(msgspec.json.encode(each))["key"] == each.key
            for verb in (
                "UPDATE signatures SET kind = 'x'",
                "DELETE FROM signatures",
                "INSERT OR REPLACE INTO signatures VALUES (1, 'x', 'y', 0, 'z')",
            ):
                with (
                    closing(sqlite3.connect(tmp_path / "house.db")) as db,
                    pytest.raises(sqlite3.IntegrityError, match="only ever added to"),
                ):
                    db.execute(verb)

    asyncio.run(run())

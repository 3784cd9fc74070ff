"""Archiving: journals of past days go to files that verify, and only then from the database."""

import asyncio
import gzip
import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from tablewright.house.books.archives import Archived, LiesInArchive, refuse_archived
from tablewright.house.house import House
from tablewright.house.tables import archiving
from tablewright.house.tables.archiving import Archiving
from tablewright.rules.errors import Refused
from tests.cli.running import run
from tests.house import recorded
from tests.house.clients import Visitor, why
from tests.house.company import STAKES, Tab, guest, open_table
from tests.house.forking import Say, forked
from tests.house.serving import ADMINISTRATOR, served
from tests.house.signed import change, signing_house

LATER = timedelta(days=3)


def _later(house: House, folder: Path) -> Archiving:
    """The house's archive, some days later."""
    return Archiving(
        house.ledger,
        house.signing,
        house.gaming_days,
        folder,
        lambda: datetime.now(UTC) + LATER,
    )


async def _closed(house: House, name: str) -> str:
    live = await open_table(house, "duki4", table=name)
    tab = Tab(live, guest(1))
    await tab.sit_down(1)
    await tab.play_on(STAKES["duki4"])
    await live.close_when_clear()
    tab.drop()
    return live.id


async def _rows(house: House, table: str) -> dict[str, int]:
    found = {}
    for name in ("journal", "transfers", "snapshots", "archives"):
        sql = f"SELECT count(*) FROM {name} WHERE table_id = '{table}'"
        ((found[name],),) = await recorded.values(house.database, sql)
    return found


def _verified(file: Path) -> Any:
    command = [sys.executable, "-m", "tablewright", "verify", str(file), "--json"]
    ring = file.with_name("ring.json")
    ran = subprocess.run([*command, "--key", str(ring)], capture_output=True, check=False)
    return json.loads(ran.stdout) | {"status": ran.returncode}


def test_a_closed_day_goes_to_files_that_verify_and_from_the_database(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            gone, kept = await _closed(house, "A"), await open_table(house, "duki4", table="B")
            lines = await house.ledger.lines(gone)
            before = (await _later(house, tmp_path).today()) - timedelta(days=1)
            done = await _later(house, tmp_path).archive(before, "Ada")
            assert (done.done, done.lines, done.left, done.is_over) == (1, len(lines), [], True)
            assert await _rows(house, gone) == {
                "journal": 0, "transfers": 0, "snapshots": 0, "archives": 1,
            }  # fmt: skip
            assert (await _rows(house, kept.id))["journal"] == kept.seq
            file = tmp_path / f"{gone}.jsonl.gz"
            assert gzip.decompress(file.read_bytes()) == b"".join(lines)
            assert file.stat().st_size == done.bytes < sum(map(len, lines)) / 3
            said = _verified(file)
            assert (said["status"], said["holds"], said["is_complete"]) == (0, True, True)
            assert said["signed"]["trusted"] == "named"
            with pytest.raises(LiesInArchive, match=file.name):
                await refuse_archived(house.database, gone)
            assert not list(tmp_path.glob(".*")), "nothing is left beside the files"
            again = await _later(house, tmp_path).archive(before, "Ada")
            assert (again.tables, again.done) == (0, 0)
        async with signing_house(ready_address, keys) as house:
            assert list(house.floor.tables) == [kept.id]
            assert not house.floor.quarantined

    asyncio.run(run())


def test_what_does_not_verify_stays_in_the_database(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            bad, good = await _closed(house, "A"), await _closed(house, "B")
        await change(
            ready_address,
            "UPDATE journal SET line = replace(line, '\"stake\":1000', '\"stake\":2000')"
            f" WHERE table_id = '{bad}' AND event = 'settled'",
        )
        async with signing_house(ready_address, keys) as house:
            later = _later(house, tmp_path)
            done = await later.archive(await later.today(), "Ada")
            assert (done.done, [each.table for each in done.left]) == (1, [bad])
            assert "is not as it was written" in done.left[0].why
            assert (await _rows(house, bad))["journal"] > 0
            assert (await _rows(house, good))["journal"] == 0

    asyncio.run(run())


def _until_killed(say: Say, address: str, keys: Path, folder: Path, step: str) -> None:
    """Archive, and end as a power failure would at a step."""

    def kill(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    async def run() -> None:
        async with signing_house(address, keys) as house:
            later = _later(house, folder)
            drop = later.archives.drop

            async def dropped(made: Archived) -> None:
                """Killed when everything is done but kept for good."""
                event.listen(house.database.engine.sync_engine, "commit", kill)
                await drop(made)

            if step == "drop":
                setattr(later.archives, step, dropped)
            else:
                setattr(archiving, step, kill)
            await later.archive(await later.today(), "Ada")

    asyncio.run(run())


@pytest.mark.parametrize(
    "step",
    [
        *(pytest.param(each, marks=pytest.mark.proof) for each in ("putting", "put")),
        "_known_by",
        "drop",
    ],
)
def test_whenever_it_is_killed_nothing_is_half_done(
    ready_address: str, keys: Path, tmp_path: Path, step: str
) -> None:
    """The lines are in the database until the file is named there; it is done when asked again."""

    async def closed() -> str:
        async with signing_house(ready_address, keys) as house:
            return await _closed(house, "A")

    async def again(table: str) -> None:
        async with signing_house(ready_address, keys) as house:
            found = await _rows(house, table)
            assert (found["archives"], found["journal"] > 0) == (0, True)
            later = _later(house, tmp_path)
            done = await later.archive(await later.today(), "Ada")
            assert (done.done, done.left) == (1, [])
            assert _verified(tmp_path / f"{table}.jsonl.gz")["holds"]
            assert not list(tmp_path.glob(".*"))

    table = asyncio.run(closed())
    with forked(_until_killed, ready_address, keys, tmp_path, step) as fork:
        assert fork.end() == -signal.SIGKILL
    asyncio.run(again(table))


def test_the_database_itself_lets_nothing_else_be_dropped(ready_address: str, keys: Path) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            table = await _closed(house, "A")
            live = await open_table(house, "duki4", table="B")
            ((n, hash),) = await recorded.values(
                house.database, f"SELECT n, hash FROM snapshots WHERE table_id = '{table}'"
            )
            right = Archived(table, n, hash, "f", "s", 1, 0, 0, datetime.now(UTC), "x")
            for wrong in (
                right._replace(lines=n - 1),
                right._replace(hash="0" * 64),
                right._replace(table_id=live.id, lines=live.seq),
                right._replace(table_id="nowhere"),
            ):
                with pytest.raises(DBAPIError):
                    await house.archiving.archives.drop(wrong)
            assert (await _rows(house, table))["journal"] == n
            first = await house.ledger.lines(table, limit=1)
            await house.archiving.archives.drop(right)
            text = first[0].decode().replace("'", "''")
            for sql in (
                "DELETE FROM archives",
                "UPDATE archives SET file = 'another'",
                f"DELETE FROM journal WHERE table_id = '{live.id}'",
                f"DELETE FROM transfers WHERE table_id = '{live.id}'",
                'INSERT INTO journal (table_id, n, round, at, "by", event, line)'
                f" VALUES ('{table}', 1, 1, '', '', 'set-up', '{text}')",
            ):
                with pytest.raises(DBAPIError):
                    async with house.database.writing() as connection:
                        await connection.exec_driver_sql(sql.replace("%", "%%"))

    asyncio.run(run())


def test_only_past_days_of_a_house_that_can_sign_are_archived(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            await _closed(house, "A")
            today = await house.archiving.today()
            with pytest.raises(Refused, match="no folder for an archive"):
                await house.archiving.begin(today, "Ada")
            house.archiving.folder = tmp_path
            with pytest.raises(Refused, match="the present gaming day"):
                await house.archiving.begin(today + timedelta(days=1), "Ada")
            assert (await house.archiving.archive(today, "Ada")).tables == 0
        async with signing_house(f"{ready_address}", keys) as house:
            house.signing._keys = None
            house.archiving.folder = tmp_path
            with pytest.raises(Refused, match="no key"):
                await house.archiving.begin(today, "Ada")

    asyncio.run(run())


async def _closed_long_ago(address: str, keys: Path) -> str:
    async with signing_house(address, keys) as house:
        table = await _closed(house, "A")
        async with house.database.writing() as connection:
            await connection.exec_driver_sql(
                "UPDATE tables SET closed = '2026-01-05T18:00:00.000000+00:00'"
                f" WHERE id = '{table}'"
            )
        return table


def test_the_command_archives_a_house_that_is_closed(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    table = asyncio.run(_closed_long_ago(ready_address, keys))
    asked = ["--before", "2026-01-06", "--database", ready_address, "--keys", str(keys)]
    ran = run("archive", *asked, "--archive", str(tmp_path), "--json")
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["tables"] == 1
    file = tmp_path / f"{table}.jsonl.gz"
    assert run("verify", str(file)).status == 0
    assert run("replay", str(file), "--round", "1").status == 0
    whole = file.read_bytes()
    for wrong in (whole[:-20], whole[:200] + b"\0" + whole[201:], whole[:2]):
        file.write_bytes(wrong)
        refused = run("verify", str(file))
        assert (refused.status, "is damaged" in refused.err) == (2, True), refused.err
    wrongly = ["--before", "soon", "--database", ready_address]
    assert "expected a day" in run("archive", *wrongly).err


def test_an_administrator_archives_and_the_pit_says_where_a_journal_lies(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    table = asyncio.run(_closed_long_ago(ready_address, keys))

    async def look(address: str) -> None:
        async with Visitor(address) as pit, Visitor(address) as admin:
            await pit.sign_in("Pit")
            await admin.sign_in(ADMINISTRATOR)
            assert (await pit.get("/archive")).status_code == 403
            shown = await admin.ask("/archive")
            assert (shown["run"], shown["tables"]) == (None, [])
            answer = await admin.post("/archive", {"before": shown["today"]})
            assert answer.status_code == 202, why(answer)
            while not (shown := await admin.ask("/archive"))["run"]["is_over"]:
                await asyncio.sleep(0.05)
            assert (shown["run"]["done"], shown["run"]["left"]) == (1, [])
            (lies,) = shown["tables"]
            assert (lies["id"], lies["by"], lies["file"]) == (
                table,
                ADMINISTRATOR,
                f"{table}.jsonl.gz",
            )
            (closed,) = (await pit.ask("/pit"))["closed"]
            assert (closed["archived"], closed["rounds"]) == (lies["file"], 1)
            assert closed["result"] is not None
            for page in ("journal", "money", "standing", "journal.jsonl", "forms.zip", "ratings"):
                refused = await pit.get(f"/tables/{table}/{page}")
                assert refused.status_code == 400, page
                assert lies["sha256"] in why(refused)

    with served(ready_address, keys=keys, keeps_standing=False) as serving:
        serving.house.archiving.folder = tmp_path
        asyncio.run(look(serving.address))

"""The writers: one owner to a database, and whole entries whatever ends without warning."""

import asyncio
import shutil
from pathlib import Path

import pytest

from tablewright.house.books.audit_entries import Doer, Noted
from tablewright.house.books.database import Database
from tablewright.house.books.entries import rows_of
from tablewright.house.books.ledger import Ledger, LedgerFailed
from tablewright.house.books.writers import Fenced, _SqliteWriter, own
from tablewright.rules.errors import Refused
from tablewright.signing.sealing import UNSEALED
from tests.house import recorded
from tests.house.databases import Server
from tests.house.forking import forked
from tests.house.recorded import new_table, opened, values
from tests.house.writing import write

EVERY_TURN = True  # What one kind of database does, the other must be seen to do.


def test_a_killed_writer_leaves_whole_entries_and_all_it_acknowledged(ready_address: str) -> None:
    acknowledged: dict[str, int] = {}
    with forked(write, ready_address, 6) as program:
        assert program.hear() == "owner"
        while sum(acknowledged.values()) < 300:
            table, number = program.hear().split()
            acknowledged[table] = int(number) + 1
        program.kill()
        while line := program.hear():
            acknowledged[line.split()[0]] = int(line.split()[1]) + 1

    async def check() -> None:
        async with opened(ready_address) as ledger:
            assert len(acknowledged) == 6
            for table, least in acknowledged.items():
                kept = recorded.entries(table)
                found = await ledger.lines(table)
                (whole,) = (n for n in range(len(kept)) if recorded.lines(kept[:n]) == found)
                assert whole >= least
                written = kept[:whole]
                assert [tuple(each[:7]) for each in await ledger.transfers(table)] == list(
                    recorded.transfers(written)
                )
                assert len(await ledger.commands(table)) == whole
                await ledger.append(kept[whole])

    asyncio.run(check())


def test_of_two_servers_started_together_one_owns_the_tables(address: str) -> None:
    with forked(write, address) as one, forked(write, address) as two:
        programs = [one, two]
        said = [program.hear() for program in programs]
        assert sorted(text[:7] for text in said) == ["owner", "refused"]
        assert "refused: another server runs on this database" in " ".join(said)
        owner = programs[said.index("owner")]

        async def second() -> None:
            with pytest.raises(Refused, match="another server runs"):
                async with opened(address):
                    pass
            # Who only looks, or keeps the accounts, need not own the tables.
            database = await Database.open(address)
            assert await Ledger(database).tables() == []
            await database.close()

        asyncio.run(second())
        owner.kill()

        async def third() -> None:
            async with opened(address) as ledger:
                await new_table(ledger)

        asyncio.run(third())


def test_on_a_full_disk_nothing_is_half_written(sqlite_template: Path, tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    shutil.copy(sqlite_template, path)

    async def run() -> None:
        async with opened(f"sqlite:///{path}") as ledger:
            table = await new_table(ledger)
            kept = recorded.entries(table)
            await ledger.append(kept[0])
            assert isinstance(ledger._writer, _SqliteWriter)
            connection = ledger._writer._connection
            ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
            connection.execute(f"PRAGMA max_page_count = {pages}")
            results = await asyncio.gather(
                *(ledger.append(each) for each in kept[1:]), return_exceptions=True
            )
            assert {type(each) for each in results} == {LedgerFailed}
            assert "full" in str(results[0])
            assert await ledger.lines(table) == recorded.lines(kept[:1])
            connection.execute("PRAGMA max_page_count = 1000000")
            await asyncio.gather(*(ledger.append(each) for each in kept[1:]))
            assert await ledger.lines(table) == recorded.lines(kept)

    asyncio.run(run())


def test_a_ledger_that_is_cancelled_leaves_nobody_waiting(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            kept = recorded.entries(table)
            waiting = [asyncio.create_task(ledger.append(each)) for each in kept[:5]]
            await asyncio.sleep(0)
            assert ledger._task
            ledger._task.cancel()
            results = await asyncio.gather(*waiting, return_exceptions=True)
            assert {type(each) for each in results} == {LedgerFailed}
            with pytest.raises(asyncio.CancelledError):
                await ledger._task
            ledger._task = None

    asyncio.run(run())


def test_a_lost_connection_fails_what_waits_and_is_made_anew(postgres: Server) -> None:
    address = postgres.copied("lost")

    async def run() -> None:
        async with opened(address) as ledger:
            table = await new_table(ledger)
            kept = recorded.entries(table)
            await ledger.append(kept[0])
            await _end_owner(ledger.database)
            failed = await asyncio.gather(
                *(ledger.append(entry) for entry in kept[1:4]), return_exceptions=True
            )
            assert [type(each) for each in failed] == [LedgerFailed] * 3
            await ledger.append(kept[1])
            assert await ledger.lines(table) == recorded.lines(kept[:2])
            with pytest.raises(Refused):  # The new connection holds the lock again.
                async with opened(address):
                    pass

    asyncio.run(run())


def test_a_server_whose_lock_was_lost_to_another_writes_no_more(postgres: Server) -> None:
    address = postgres.copied("usurped")

    async def run() -> None:
        async with opened(address) as ledger:
            table = await new_table(ledger)
            kept = recorded.entries(table)
            await ledger.append(kept[0])
            await _end_owner(ledger.database)
            async with opened(address) as other:
                for _ in range(2):
                    with pytest.raises(LedgerFailed):
                        await ledger.append(kept[1])
                await other.append(kept[1])
            assert await ledger.lines(table) == recorded.lines(kept[:2])

    asyncio.run(run())


async def _end_owner(database: Database) -> None:
    """End the connection that holds the lock, as a failing network would."""
    sql = """
        SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON database = pg_database.oid
        WHERE locktype = 'advisory' AND datname = current_database()"""
    assert await recorded.values(database, sql) == [(True,)]


@pytest.mark.parametrize(
    "audit", [[], [Noted(Doer(), "sat", "", {"place": 1})]], ids=["", "audited"]
)
def test_nothing_is_written_unless_every_room_is_this_servers(
    postgres: Server, audit: list[Noted]
) -> None:
    address = postgres.copied(f"fenced{len(audit)}")

    async def run() -> None:
        database = await Database.open(address)
        ledger = Ledger(database)
        mine, other = [await new_table(ledger, name) for name in ("A", "B")]
        database.server = "this"
        for room, server in ((mine, "this"), (other, "another")):
            with_lease = f"INSERT INTO leases VALUES ('{room}', '{server}', 7)"
            async with database.engine.begin() as connection:
                await connection.exec_driver_sql(with_lease)
        rows = rows_of([recorded.entries(each)[0] for each in (mine, other)], {}, UNSEALED)
        writer = await own(database, is_shared=True)
        said = "SELECT count(*) FROM audit WHERE what = 'sat'"
        try:
            for fences, lost in (({mine: 7, other: 7}, {other}), ({mine: 6}, {mine})):
                with pytest.raises(Fenced) as refused:
                    await writer.write(rows, audit, fences)
                assert refused.value.rooms == lost
                assert not await ledger.lines(mine)
                assert await values(database, said) == [(0,)]
            first = recorded.entries(mine)[:1]
            await writer.write(rows_of(first, {}, UNSEALED), audit, {mine: 7})
            assert await ledger.lines(mine) == recorded.lines(first)
            assert await values(database, said) == [(len(audit),)]
        finally:
            await writer.close()
            await database.close()

    asyncio.run(run())

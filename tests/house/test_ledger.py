"""The ledger: entries whole or not at all, many in one transaction, nothing written ever changes."""

import asyncio

import msgspec
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tablewright.house.books.database import Database
from tablewright.house.books.entries import KeptLine, KeptTable, LedgerEntry, Transfer
from tablewright.house.books.ledger import Ledger, LedgerFailed
from tablewright.house.books.schema import IS_RARE
from tablewright.table.verify import verify
from tests.house import recorded
from tests.house.recorded import NOW, linked, new_table, opened


async def _all_of(ledger: Ledger, table: str) -> dict[str, object]:
    """Everything that is kept of a table."""
    return {
        "lines": await ledger.lines(table),
        "transfers": [each[:7] for each in await ledger.transfers(table)],
        "commands": sorted(await ledger.commands(table)),
        "seats": await ledger.seats(table),
        "vault": await ledger.vault(table),
    }


# Writing and reading -------------------------------------------------------------------------------


def test_a_restarted_house_reads_what_was_written(ready_address: str) -> None:
    async def before() -> str:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            await asyncio.gather(*map(ledger.append, recorded.entries(table)))
            extra = LedgerEntry(table, shuffles={1: ("AsKs", "salt"), 2: ("2c", "pepper")})
            await ledger.append(extra)
            await ledger.append(LedgerEntry(table, shuffles={1: None}, seats={3: "Ann", 4: "Bob"}))
            await ledger.append(LedgerEntry(table, seats={4: None, 3: "Cy"}, status="open"))
            return table

    async def after(table: str) -> None:
        async with opened(ready_address) as ledger:
            kept = recorded.entries(table)
            assert await _all_of(ledger, table) == {
                "lines": recorded.lines(kept),
                "transfers": [tuple(each) for each in recorded.transfers(kept)],
                "commands": sorted(done for entry in kept for done in entry.commands),
                "seats": {3: "Cy"},
                "vault": {2: ("2c", "pepper")},
            }
            (found,) = await ledger.tables()
            assert (found.id, found.table, found.status) == ("R1-1", "R1", "open")
            assert await ledger.lines(table, after=10, limit=2) == recorded.lines(kept)[10:12]

    asyncio.run(after(asyncio.run(before())))


def test_an_exported_journal_verifies(ready_address: str) -> None:
    async def run() -> list[bytes]:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            await asyncio.gather(
                *(ledger.append(each) for each in recorded.entries(table, rounds=8))
            )
            return [chunk async for chunk in ledger.export(table)]

    chunks = asyncio.run(run())
    assert len(chunks) > 1
    lines = b"".join(chunks).splitlines(keepends=True)
    verdict = verify(lambda: lines)
    assert verdict.is_closed
    assert verdict.lines == len(lines)
    assert not verdict.cut_off


def test_letters_of_every_kind_come_back_as_they_were(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            odd = 'Zoë "Ace" O’Neil 李\\ %_!'
            table = (
                await ledger.create_table(
                    odd, "pick2", is_practice=False, options='{"é": 1}', at=NOW
                )
            ).id
            line = linked(1, f"did {odd}")
            await ledger.append(LedgerEntry(table, [line], seats={1: odd}))
            assert await ledger.lines(table) == [line.line]
            assert await ledger.seats(table) == {1: odd}
            kept = await ledger.table(table)
            assert isinstance(kept, KeptTable)
            assert (kept.table, kept.options, kept.created) == (odd, '{"é": 1}', NOW)
            assert table.isascii()

    asyncio.run(run())


def test_a_closed_table_is_listed_as_closed_and_its_commands_are_forgotten(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            first, second = [await new_table(ledger, name) for name in ("A", "B")]
            kept = recorded.entries(first)
            await asyncio.gather(*map(ledger.append, kept[:-1]))
            await ledger.append(msgspec.structs.replace(kept[-1], status="closed"))
            assert [each.id for each in await ledger.tables()] == [second]
            (closed,) = await ledger.tables(is_closed=True)
            assert (closed.id, closed.closed) == (first, kept[-1].lines[-1].at)
            assert await ledger.commands(first)
        async with opened(ready_address) as ledger:
            assert not await ledger.commands(first)
            assert await ledger.lines(first) == recorded.lines(kept)

    asyncio.run(run())


def test_how_a_table_is_run_is_forgotten_when_it_closes_in_the_same_entry(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            await ledger.append(LedgerEntry(table, status="open", conduct='{"calls": []}'))
            assert await ledger.conduct(table)
            closing = LedgerEntry(table, status="closed", conduct='{"is_closing": true}')
            await ledger.append(closing)
            assert not await ledger.conduct(table)

    asyncio.run(run())


def test_tables_get_different_ids(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            names = ["D1", "D 1", "D1", "../..", "李"]
            made = await asyncio.gather(*(new_table(ledger, name) for name in names))
            assert len(set(made)) == 5
            assert made[0] == "D1-1"

    asyncio.run(run())


def test_transfers_are_found_by_the_kind_of_their_line(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            kept = recorded.entries(table)
            await asyncio.gather(*(ledger.append(entry) for entry in kept))
            found = await ledger.transfers(table, "buy-in")
            bought = [line.n for entry in kept for line in entry.lines if line.event == "buy-in"]
            assert found
            assert {each.n for each in found} <= set(bought)
            assert {each.event for each in found} == {"buy-in"}
            assert all(b'"event":"buy-in"' in each.line for each in found)
            assert [each.n for each in found] == sorted(each.n for each in found)

    asyncio.run(run())


def test_rare_lines_are_found_without_reading_the_journal(address: str) -> None:
    async def run() -> None:
        async with opened(address) as ledger:
            if not ledger.database.is_sqlite:
                return  # A server reads a few rows as they lie; which index it would take is its own.
            asked = f"SELECT line FROM journal WHERE table_id = 'A' AND {IS_RARE} AND event = 'sit'"
            sql = f"EXPLAIN QUERY PLAN {asked} ORDER BY n"
            (plan,) = await recorded.values(ledger.database, sql)
            assert "ix_journal_rare" in plan[-1]

    asyncio.run(run())


# Together ------------------------------------------------------------------------------------------


def test_all_who_wait_are_written_in_one_transaction(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            tables = [await new_table(ledger) for _ in range(30)]
            first = [recorded.entries(table)[0] for table in tables]
            await asyncio.gather(*(ledger.append(entry) for entry in first))
            assert (ledger.batches, ledger.entries) == (1, 30)
            assert ledger.commit_times._sum.get() > 0
            if not ledger.database.is_sqlite:
                sql = "SELECT count(*), count(DISTINCT xmin::text) FROM journal"
                assert await recorded.values(ledger.database, sql) == [
                    (sum(len(entry.lines) for entry in first), 1)
                ]

    asyncio.run(run())


def test_many_who_write_beside_it_do_not_hold_the_ledger_up(ready_address: str) -> None:
    """As guests do who come in crowds: an entry waits for one of them at most, or for two by a hair."""
    done: list[int] = []

    async def write(database: Database, number: int) -> None:
        kept = text("INSERT INTO settings (key, value) VALUES (:key, 'x')")
        async with database.writing() as connection:
            await connection.execute(kept, {"key": f"guest {number}"})
        done.append(number)

    async def run() -> None:
        async with opened(ready_address) as ledger:
            table, database = await new_table(ledger), ledger.database
            others = [asyncio.create_task(write(database, number)) for number in range(60)]
            for seat in range(1, 6):
                before = len(done)
                await ledger.append(LedgerEntry(table, seats={seat: "Ann"}))
                if database.is_sqlite:
                    assert len(done) <= before + 2
            await asyncio.gather(*others)
            assert sorted(done) == list(range(60))

    asyncio.run(run())


def test_an_entry_is_kept_before_its_writer_hears_of_it(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            other = await Database.open(ready_address)
            table = await new_table(ledger)
            for entry in recorded.entries(table)[:5]:
                await ledger.append(entry)
                sql = "SELECT max(n) FROM journal"
                assert await recorded.values(other, sql) == [(entry.lines[-1].n,)]
            await other.close()

    asyncio.run(run())


def test_an_entry_that_cannot_be_written_fails_alone(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            good, bad, third = [await new_table(ledger) for _ in range(3)]
            kept = recorded.entries(bad)
            results = await asyncio.gather(
                ledger.append(recorded.entries(good)[0]),
                ledger.append(msgspec.structs.replace(kept[1], seats={1: "Ann"})),
                ledger.append(recorded.entries(third)[0]),
                ledger.append(LedgerEntry(bad, seats={2: "Bob"})),
                ledger.append(LedgerEntry("nowhere", seats={1: "Ann"})),
                ledger.append(recorded.entries(good)[1]),
                return_exceptions=True,
            )
            assert [type(each) for each in results] == [
                type(None), LedgerFailed, type(None), LedgerFailed, LedgerFailed, type(None),
            ]  # fmt: skip
            assert (ledger.entries, ledger.failures) == (3, 3)
            assert not any((await _all_of(ledger, bad)).values())
            assert len(await ledger.lines(good)) == len(recorded.lines(recorded.entries(good)[:2]))
            await ledger.append(kept[0])
            await ledger.append(kept[1])
            assert await ledger.lines(bad) == recorded.lines(kept[:2])

    asyncio.run(run())


@pytest.mark.parametrize(
    "wrong",
    [
        Transfer(1, 0, "cage", "cage", 0, 500, {500: 1}),
        Transfer(1, 0, "cage", "float", 0, 500, {500: 2}),
        Transfer(1, 0, "cage", "float", 1000, 500, {500: -1}),
        Transfer(1, 0, "cage", "float", 0, 0, {}),
        Transfer(2, 0, "cage", "float", 0, 500, {500: 1}),
    ],
)
def test_a_transfer_that_does_not_balance_is_never_written(
    ready_address: str, wrong: Transfer
) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            first = recorded.entries(table)[0]
            assert [line.n for line in first.lines] == [1]
            with pytest.raises(LedgerFailed, match=r"line \d, transfer 0: expected"):
                await ledger.append(msgspec.structs.replace(first, transfers=[wrong]))
            assert not any((await _all_of(ledger, table)).values())
            await ledger.append(first)

    asyncio.run(run())


def test_a_command_cannot_be_written_twice(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            first, second = recorded.entries(table)[:2]
            await ledger.append(first)
            with pytest.raises(LedgerFailed):
                await ledger.append(msgspec.structs.replace(second, commands=first.commands))
            assert await ledger.lines(table) == recorded.lines([first])

    asyncio.run(run())


def test_who_stops_waiting_does_not_stop_the_writing(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            first, second = recorded.entries(table)[:2]
            impatient = asyncio.create_task(ledger.append(first))
            await asyncio.sleep(0)
            impatient.cancel()
            await ledger.append(second)
            assert await ledger.lines(table) == recorded.lines([first, second])

    asyncio.run(run())


def test_stopping_writes_what_waits_and_takes_nothing_more(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            kept = recorded.entries(table)[:20]
            waiting = [asyncio.create_task(ledger.append(entry)) for entry in kept]
            await asyncio.sleep(0)
            await ledger.stop()
            assert all(each.done() and not each.exception() for each in waiting)
            with pytest.raises(LedgerFailed):
                await ledger.append(LedgerEntry(table, seats={1: "late"}))
            assert await ledger.lines(table) == recorded.lines(kept)
            assert await ledger.seats(table) == {}

    asyncio.run(run())


# Nothing changes -----------------------------------------------------------------------------------


FORBIDDEN = [
    "UPDATE journal SET line = line",
    "UPDATE journal SET \"by\" = 'nobody' WHERE n = 1",
    "DELETE FROM journal",
    "DELETE FROM journal WHERE n = 3",
    "UPDATE transfers SET cents = 0",
    "DELETE FROM transfers",
    'INSERT INTO journal SELECT table_id, n + 1, round, at, "by", event, line FROM journal'
    " WHERE n = 3",
    'INSERT INTO journal SELECT table_id, n + 2, round, at, "by", event, line FROM journal'
    " WHERE n = 3",
    'INSERT INTO journal SELECT table_id, 0, round, at, "by", event, line FROM journal WHERE n = 1',
    "INSERT INTO journal SELECT * FROM journal WHERE n = 3",
    "DELETE FROM tables",
]
ONLY_IN_SQLITE = [
    "INSERT OR REPLACE INTO journal SELECT * FROM journal WHERE n = 3",
    'REPLACE INTO journal SELECT table_id, n, 9, at, "by", event, line FROM journal WHERE n = 2',
    "INSERT OR REPLACE INTO transfers"
    " SELECT table_id, n, number, source, target, 9, 9, chips FROM transfers",
    "UPDATE OR REPLACE journal SET n = 2 WHERE n = 3",
]
ONLY_IN_POSTGRES = [
    "TRUNCATE journal CASCADE",
    "TRUNCATE transfers",
    "INSERT INTO journal SELECT * FROM journal WHERE n = 3"
    " ON CONFLICT (table_id, n) DO UPDATE SET round = 9",
]


def test_the_database_itself_refuses_to_change_what_was_written(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table, database = await new_table(ledger), ledger.database
            first = linked(1, "a")
            second = linked(2, "b", f"{1:064x}")
            third = linked(3, "c", f"{2:064x}")
            moved = Transfer(3, 0, "rail:1", "spot:1:ante", 0, 500, {500: 1})
            await ledger.append(LedgerEntry(table, [first, second, third], [moved]))
            before = await _all_of(ledger, table)
            more = ONLY_IN_SQLITE if database.is_sqlite else ONLY_IN_POSTGRES
            for sql in [*FORBIDDEN, *more]:
                with pytest.raises(DBAPIError):
                    async with database.writing() as connection:
                        await connection.exec_driver_sql(sql)
                assert await _all_of(ledger, table) == before, sql
            await ledger.append(LedgerEntry(table, [linked(4, "d", f"{3:064x}")]))

    asyncio.run(run())


def test_a_line_that_does_not_follow_is_refused(ready_address: str) -> None:
    wrong = [
        linked(2, "a gap"),
        linked(1, "another before it", "1" * 64),
        linked(0, "no number"),
        linked(-1, "less than none"),
        KeptLine(1, NOW, 1, "dealer", "said", b"{}\n"),
    ]

    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            for line in wrong:
                with pytest.raises(LedgerFailed, match="does not follow"):
                    await ledger.append(LedgerEntry(table, [line]))
            assert await ledger.lines(table) == []

    asyncio.run(run())


# Searching -----------------------------------------------------------------------------------------


def test_searching_takes_every_sign_for_itself(ready_address: str) -> None:
    said = ["100% sure", "100 sure", "a_b", "axb", 'the "Ace"', "back\\slash", "Zoë", "ZOË!", "zoa"]

    async def run() -> None:
        async with opened(ready_address) as ledger:
            table, other = await new_table(ledger), await new_table(ledger)
            lines = [linked(n, says, f"{n - 1:064x}") for n, says in enumerate(said, start=1)]
            await ledger.append(LedgerEntry(table, lines))
            await ledger.append(LedgerEntry(other, [linked(1, "100% elsewhere")]))

            async def found(text: str) -> list[int]:
                return [each.n for each in (await ledger.search(table, text)).lines]

            assert await found("0%") == [1]
            assert await found("A_B") == [3]
            assert await found('"ace"') == [5]
            assert await found('"did":"axb"') == [4]
            assert await found("k\\s") == [6]
            assert await found("zoë") == [8, 7]
            assert await found("ZOË") == [8, 7]
            assert await found("!") == [8]
            assert await found("nothing of this") == []
            assert await found("") == list(range(9, 0, -1))
            assert (await ledger.search(table, "SURE")).lines == [lines[1], lines[0]]

    asyncio.run(run())


def test_searching_pages_backwards(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as ledger:
            table = await new_table(ledger)
            lines = [
                linked(n, "Zoë" if n % 3 == 0 else "Zoa", f"{n - 1:064x}") for n in range(1, 31)
            ]
            await ledger.append(LedgerEntry(table, lines))
            pages, before, more = [], None, True
            while more:
                found = await ledger.search(table, "zoë", before, 4)
                pages.append([each.n for each in found.lines])
                before, more = pages[-1][-1], found.has_more
                assert found.total == 30
            assert pages == [[30, 27, 24, 21], [18, 15, 12, 9], [6, 3]]
            everything = await ledger.search(table, "", None, 30)
            assert (len(everything.lines), everything.has_more) == (30, False)

    asyncio.run(run())

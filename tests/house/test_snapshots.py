"""A house takes its tables up from snapshots: only the lines since are read, and only what fits."""

import asyncio
from pathlib import Path

import pytest

from tablewright.house.books.entries import KeptSnapshot
from tablewright.house.house import House
from tablewright.house.screens.played_rounds import rounds_of
from tablewright.house.tables import own_rounds, snapshots
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.restore import as_it_stands, kept_table
from tablewright.rules.this_code import code_of
from tablewright.table.journal import decoded
from tests.adding_up import figured
from tests.house import recorded
from tests.house.company import STAKES, Tab, guest, open_table, opened, run_sql
from tests.house.signed import bet, change, played, signing_house

SAID = "its snapshot does not fit"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is written down every few lines."""
    monkeypatch.setattr(snapshots, "EVERY_LINES", 20)


async def _some_rounds(live: LiveTable, rounds: int = 3) -> None:
    tab = Tab(live, guest(1))
    await tab.sit_down(1)
    for _ in range(rounds):
        await tab.play_on(STAKES[live.table.book.game.id])
    await tab.do("bets", place=1, stakes=STAKES[live.table.book.game.id])
    tab.drop()


def test_only_the_lines_since_the_snapshot_are_read(
    ready_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            await _some_rounds(live)
            state, seq = live.table.state, live.seq
            seen = await live.snapshot(guest(1), "player")
        async with opened(ready_address) as house:
            again = house.floor.tables[live.id]
            assert (again.table.state, again.seq) == (state, seq)
            now = await again.snapshot(guest(1), "player")
            assert now.count(b'"cards"') == seen.count(b'"cards"')
            kept = await kept_table(house.ledger, live.id, 10)
            assert kept.snapshot >= seq - 2 * snapshots.EVERY_LINES
            await Tab(again, guest(1)).do("buy-in", place=1, cash=10_000)
        (count,) = await _rows(ready_address, "SELECT count(*) FROM snapshots")
        assert count == (1,), "only the newest is kept"
        assert SAID not in caplog.text

    asyncio.run(run())


async def _rows(address: str, sql: str) -> list[tuple[object, ...]]:
    async with recorded.opened(address) as ledger:
        return await recorded.values(ledger.database, sql)


WRONG = [
    "UPDATE snapshots SET n = n - 1",
    "UPDATE snapshots SET hash = 'another'",
    "UPDATE snapshots SET seal = 'another'",
    "UPDATE snapshots SET kept = hash",
    "UPDATE snapshots SET n = 100000",
]


def test_a_snapshot_that_does_not_fit_is_not_believed(
    ready_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = [*WRONG[:3], WRONG[4]] if "postgres" in ready_address else WRONG

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            await _some_rounds(live)
            state = live.table.state
        for sql in wrong:
            caplog.clear()
            (kept,) = await _rows(ready_address, "SELECT n, hash, seal FROM snapshots")
            await run_sql(ready_address, sql)
            async with opened(ready_address) as house:
                again = house.floor.tables[live.id]
                assert again.table.state == state, sql
                assert SAID in caplog.text, sql
            await run_sql(
                ready_address,
                "UPDATE snapshots SET n = {}, hash = '{}', seal = '{}'".format(*kept),
            )

    asyncio.run(run())


def test_another_versions_snapshot_is_not_believed_and_soon_replaced(
    ready_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            await _some_rounds(live)
        await run_sql(ready_address, "UPDATE snapshots SET code = 'of another version'")
        async with opened(ready_address) as house:
            again = house.floor.tables[live.id]
            assert again.seq == live.seq
            await Tab(again, guest(1)).do("buy-in", place=1, cash=10_000)
            seq = again.seq
        assert SAID not in caplog.text
        (found,) = await _rows(ready_address, "SELECT n, code FROM snapshots")
        assert found == (seq, code_of(*snapshots.FOLDED_BY))

    asyncio.run(run())


def test_a_snapshot_of_which_the_head_was_signed_is_the_signed_one(
    ready_address: str, keys: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever writes another into a house that was closed is not believed: the head names its seal."""

    async def forge(house: House) -> None:
        """A snapshot with more chips, by one who knows how seals are made."""
        live = next(iter(house.floor.tables.values()))
        pending = live.room.pending
        live.table.state.bank.accounts["rail:1"].cash += 1
        kept = snapshots.taken(live.table, live.room.screen.sums, pending.pages.journal.last)
        live.table.state.bank.accounts["rail:1"].cash -= 1
        forged.append(kept)

    forged: list[KeptSnapshot] = []

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            await bet(live, 2)
            await forge(house)
            state = live.table.state
        signed = "SELECT statement FROM signatures WHERE kind = 'journal-head'"
        (head,) = (await _rows(ready_address, signed))[-1]
        (seal,) = (await _rows(ready_address, "SELECT seal FROM snapshots"))[0]
        assert str(seal) in str(head)
        async with signing_house(ready_address, keys) as house:
            assert house.floor.tables[live.id].table.state == state
        assert SAID not in caplog.text
        (kept,) = forged
        content = kept.content.hex()
        as_bytes = f"x'{content}'" if "sqlite" in ready_address else f"'\\x{content}'"
        await change(
            ready_address,
            f"UPDATE snapshots SET n = {kept.n}, hash = '{kept.hash}', seal = '{kept.seal}',"
            f" kept = {as_bytes}",
        )
        async with signing_house(ready_address, keys) as house:
            assert house.floor.tables[live.id].table.state == state
            assert "it is not the one that the house signed" in caplog.text

    asyncio.run(run())


def test_a_page_of_history_is_what_the_whole_journal_tells(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_rounds, "READ_AT_ONCE", 7)

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            tab = Tab(live, guest(1))
            await tab.sit_down(2)
            for _ in range(24):
                await tab.play_on(STAKES["duki4"])
            lines = [decoded(each) for each in await house.ledger.lines(live.id)]
            since = lines[live.room.screen.sums.sittings.first_line(2) - 1 :]
            made = live.room.screen.decided(2)
            for before in (None, 25, 24, 21, 5, 2, 1, 99):
                asked = own_rounds.own_rounds(live.room, 2, before)
                page = await own_rounds.history_of(house.ledger, asked)
                book = live.table.book
                whole = rounds_of(book, since, 2, before_round=before, made=made)
                assert (page.rounds, page.more) == whole, before
                assert page.rounds_played == 24
                assert len(page.evening) == 24

    asyncio.run(run())


def test_what_a_closed_table_came_to_is_read_from_its_last_snapshot(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            await _some_rounds(live)
            await live.close_when_clear()
            kept = await as_it_stands(house.ledger, live.id)
            assert kept.snapshot == live.seq
            assert kept.table.state == live.table.state
            lines = await house.ledger.lines(live.id)
            assert kept.sums.figures.brief == figured(lines).brief

    asyncio.run(run())

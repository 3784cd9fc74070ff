"""A database that fails: what cannot be written is refused in words, and memory and books agree."""

import asyncio
import threading
from typing import Any

import httpx
import msgspec
import pytest

from tablewright.house.books.entries import LedgerEntry
from tablewright.house.books.ledger import LedgerFailed
from tablewright.house.books.writers import Lost
from tablewright.house.house import House
from tablewright.house.screens import orders as o
from tablewright.house.tables.carry_out import CARRIERS
from tablewright.house.tables.live import LiveTable
from tablewright.rules.errors import Refused
from tablewright.table.setup import Staff
from tests.house.clients import Visitor, why
from tests.house.company import (
    EACH_GAME,
    ON_POSTGRES,
    ON_SQLITE,
    STAKES,
    Tab,
    employee,
    guest,
    nothing_is_written,
    open_table,
    opened,
    run_sql,
    seated,
)
from tests.house.serving import ADMINISTRATOR, Serving, served

TAKEN_BACK = {"duki4": {"bonus": 0}, "king-high": {"club": 0}, "pick2": {"bonus-5": 0}}


async def _restored(house: House, live: LiveTable) -> LiveTable:
    """The table as a house that opened now would take it up; nobody plays at it."""
    return await LiveTable.restore(live.id, live.options, house.floor.services)


async def _is_as_written(house: House, live: LiveTable) -> None:
    """What the house remembers of a table is what is written of it."""
    again = await _restored(house, live)
    state, kept = live.table.state, again.table.state
    assert msgspec.structs.replace(state, bank=kept.bank) == kept
    assert state.bank.accounts == kept.bank.accounts
    assert live.table.vault == again.table.vault
    assert live.room.seating.holders == again.room.seating.holders
    assert live.seq == again.seq == len(await house.ledger.lines(live.id))
    assert live.room.pending.pages.journal.count == live.seq
    for place in state.seats:
        person = next(
            guest(n) for n in range(100) if guest(n).key == live.room.seating.holders[place]
        )
        assert _view(live, person) == _view(again, person)


def _view(live: LiveTable, person: Any) -> Any:
    shown = msgspec.json.decode(live.room.screen.snapshot(person, "player"))
    for place in shown["view"]["places"].values():
        place.pop("is_present", None)
    return shown["place"], shown["view"], shown["seq"], shown.get("session")


# A database that fails -----------------------------------------------------------------------------


@EACH_GAME
def test_what_cannot_be_written_is_refused_and_nothing_has_changed(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game)
            ann, bob = await seated(live, 2)
            await ann.do("bets", place=1, stakes=STAKES[game])
            before, lines = _view(live, ann.person), live.seq
            async with nothing_is_written(ready_address):
                for tab, place, stakes in ((ann, 1, TAKEN_BACK[game]), (bob, 2, STAKES[game])):
                    with pytest.raises(Refused, match=r"could not be written down\. Nothing"):
                        await tab.do("bets", place=place, stakes=stakes, id=f"lost {place}")
                with pytest.raises(Refused, match="could not be written down"):
                    await Tab(live, guest(3)).do("sit", place=3)
            assert (_view(live, ann.person), live.seq) == (before, lines)
            await _is_as_written(house, live)
            await bob.must("bets", place=2, stakes=STAKES[game], id="lost 2")
            assert live.table.stakes(2)
            await asyncio.gather(ann.play_on(), bob.play_on())
            await _is_as_written(house, live)
            assert live.table.state.round == 2

    asyncio.run(run())


@ON_SQLITE
def test_a_full_disk_refuses_in_words_until_there_is_room(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "king-high")
            ann = Tab(live, guest(1))
            await ann.do("sit", place=1)
            writer: Any = house.ledger._writer
            pages = writer._connection.execute("PRAGMA page_count").fetchone()[0]
            writer._connection.execute(f"PRAGMA max_page_count = {pages}")
            why = ""
            while not why:
                before = live.seq, live.table.state.bank.cents("rail:1")
                try:
                    await ann.do("buy-in", place=1, cash=10_000)
                except Refused as refused:
                    why = str(refused)
            assert "Nothing has changed" in why
            assert (live.seq, live.table.state.bank.cents("rail:1")) == before
            await _is_as_written(house, live)
            writer._connection.execute("PRAGMA max_page_count = 1000000")
            await ann.play_on(STAKES["king-high"])
            await _is_as_written(house, live)

    asyncio.run(run())


@ON_SQLITE
def test_money_that_no_line_accounts_for_is_not_written(
    ready_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Chips from nowhere: the next act that touches them is refused, and they are gone."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            held = live.table.state.bank.cents("rail:1")
            live.table.state.bank.accounts["rail:1"].chips[500] += 1
            with pytest.raises(Refused, match="could not be written down"):
                await ann.do("tip", place=1, chips={"500": 1})
            assert "expected" in caplog.text
            assert live.table.state.bank.cents("rail:1") == held
            await _is_as_written(house, live)
            await ann.do("tip", place=1, chips={"500": 1})
            await _is_as_written(house, live)

    asyncio.run(run())


@ON_POSTGRES
def test_a_database_that_drops_its_connections_costs_nobody_anything(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "pick2")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            for number in range(3):
                await run_sql(ready_address, END_ALL_OTHERS)
                chips = live.table.state.bank.cents("rail:1")
                with pytest.raises(Refused, match="Nothing has changed"):
                    await ann.do("buy-in", place=1, cash=10_000, id=f"lost {number}")
                assert live.table.state.bank.cents("rail:1") == chips
                await ann.do("buy-in", place=1, cash=10_000, id=f"lost {number}")
                assert live.table.state.bank.cents("rail:1") == chips + 10_000
                await _is_as_written(house, live)
            await ann.play_on(STAKES["pick2"])

    asyncio.run(run())


END_ALL_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@ON_POSTGRES
def test_a_table_whose_database_is_away_waits_for_it(ready_address: str) -> None:
    name = ready_address.rpartition("/test")[2].partition("?")[0]
    elsewhere = ready_address.replace(f"/test{name}", "/postgres")
    others = END_ALL_OTHERS.replace("current_database()", f"'test{name}'")

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann, bob = await seated(live, 2)
            await ann.do("bets", place=1, stakes=STAKES["duki4"])
            closed = f"ALTER DATABASE test{name} WITH ALLOW_CONNECTIONS false"
            await run_sql(elsewhere, closed, others)
            lost = asyncio.create_task(bob.do("bets", place=2, stakes=STAKES["duki4"], id="lost"))
            await asyncio.wait([lost], timeout=0.2)
            with pytest.raises(Refused, match="try again"):
                await ann.do("buy-in", place=1, cash=10_000)
            await run_sql(elsewhere, closed.replace("false", "true"))
            with pytest.raises(Refused, match="Nothing has changed"):
                await lost
            await _is_as_written(house, live)
            await bob.must("bets", place=2, stakes=STAKES["duki4"], id="lost")
            await asyncio.gather(ann.play_on(), bob.play_on())
            await _is_as_written(house, live)

    asyncio.run(run())


@ON_POSTGRES
def test_programs_are_told_in_words_that_the_books_cannot_be_reached(ready_address: str) -> None:
    name = "test" + ready_address.rpartition("/test")[2].partition("?")[0]
    elsewhere = ready_address.replace(f"/{name}", "/postgres")
    others = END_ALL_OTHERS.replace("current_database()", f"'{name}'")

    async def run(address: str) -> None:
        async with Visitor(address) as boss:
            await boss.sign_in(ADMINISTRATOR)
            await run_sql(elsewhere, f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false", others)
            new = {"table": "T1", "game": "duki4", "is_practice": True}
            for answer in (await boss.get("/accounts"), await boss.post("/tables", new)):
                assert answer.status_code == 503
                assert "try again later" in answer.json()["why"]
            await run_sql(elsewhere, f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")
            assert (await boss.get("/accounts")).status_code == 200
            again = [await boss.post("/tables", new), await boss.post("/tables", new)]
            assert again[1].status_code == 201 or again[0].status_code == 201

    with served(ready_address, keeps_standing=False) as serving:
        asyncio.run(run(serving.address))


def test_a_failure_puts_no_secret_into_the_log(
    ready_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", automatic=(), staff=Staff(dealer="Dan"))
            secrets = [text for sealed in live.table.vault.values() for text in sealed]
            assert secrets
            entry = LedgerEntry(live.id, shuffles=dict(live.table.vault), seats={1: None})
            broken = msgspec.structs.replace(entry, table="no such table")
            with pytest.raises(LedgerFailed) as failed:
                await house.ledger.append(broken)
            said = caplog.text + str(failed.value) + str(failed.value.__cause__)
            assert said
            assert not any(secret in said for secret in secrets)

    asyncio.run(run())


def test_what_was_written_after_all_is_answered_as_done(ready_address: str) -> None:
    """The connection is lost after the database kept it, and before the house heard of that."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.do("sit", place=1)
            writer: Any = house.ledger._writer
            write = writer.write

            async def write_and_be_lost(*written: Any) -> None:
                await write(*written)
                raise Lost("the connection is lost")

            writer.write = write_and_be_lost
            seq = await ann.do("buy-in", place=1, cash=20_000, id="kept")
            writer.write = write
            assert seq == live.seq
            assert live.table.state.bank.cents("rail:1") == 20_000
            assert await ann.do("buy-in", place=1, cash=20_000, id="kept") == seq
            assert live.table.state.bank.cents("rail:1") == 20_000
            await _is_as_written(house, live)

    asyncio.run(run())


@ON_SQLITE
def test_a_fault_of_the_house_is_answered_and_the_table_goes_on(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            before = _view(live, ann.person)
            with monkeypatch.context() as patched:
                patched.setitem(CARRIERS, o.Bets, fails)
                with pytest.raises(Refused, match="Nothing has changed"):
                    await ann.do("bets", place=1, stakes=STAKES["duki4"])
            assert _view(live, ann.person) == before
            await _is_as_written(house, live)
            await ann.play_on(STAKES["duki4"])
            assert live.table.state.round == 2

    asyncio.run(run())


@ON_SQLITE
def test_bets_of_which_one_cannot_be_laid_are_not_laid_at_all(ready_address: str) -> None:
    """The rack cannot change a chip, and nobody fills it: what was laid before goes back."""

    async def run() -> None:
        async with opened(ready_address) as house:
            rack = {10_000: 50, 500: 4}
            by_hand: dict[str, Any] = {
                "automatic": (),
                "staff": Staff(dealer="Dan"),
                "float_chips": rack,
            }
            live = await open_table(house, "duki4", **by_hand)
            dealer = Tab(live, employee(1, "Dan", "dealer"), "dealer")
            ann, bob = Tab(live, guest(1)), Tab(live, guest(2))
            for place, tab in ((1, ann), (2, bob)):
                await tab.do("sit", place=place)
                chips = {"10000": 1, "500": place}
                await dealer.do("buy-in", place=place, cash=10_000 + 500 * place, chips=chips)
            before, stakes = live.seq, {"ante": 500, "bonus": 500}
            hers = ann.do("bets", place=1, stakes=stakes)
            his = bob.do("bets", place=2, stakes=stakes)
            refused, laid = await asyncio.gather(hers, his, return_exceptions=True)
            assert isinstance(refused, Refused)
            assert "A supervisor can ask for a fill" in str(refused)
            assert not live.table.stakes(1)
            assert live.table.stakes(2) == stakes
            assert laid == live.seq == before + 2
            await _is_as_written(house, live)

    asyncio.run(run())


# What programs are told ----------------------------------------------------------------------------


async def _buy_in(visitor: Visitor, table: str, seq: int, id: str) -> httpx.Response:
    do = {"event": "buy-in", "place": 1, "cash": 10_000}
    body = {"id": id, "seq": seq, "as": "player", "do": do}
    return await visitor.post(f"/tables/{table}/commands", body)


def test_what_could_not_be_written_is_no_refusal_and_may_be_tried_again(ready_address: str) -> None:
    async def run(address: str) -> None:
        async with Visitor(address) as ann, Visitor(address) as pit:
            await ann.come_as_guest("Ann")
            await pit.sign_in("Pit")
            table = await ann.table_of("duki4")
            sat = await ann.command(table, {"event": "sit", "place": 1}, "player")
            seq = sat.json()["seq"]
            assert (await ann.ask("/health"))["status"] == "open"
            async with nothing_is_written(ready_address):
                lost = await _buy_in(ann, table, seq, "lost")
                assert lost.status_code == 503
                assert lost.headers["retry-after"]
                assert "Nothing has changed" in why(lost)
                made = await pit.post("/tables", {"table": "T1", "game": "duki4"})
                assert made.status_code == 503
                health = await ann.get("/health")
                assert (health.status_code, health.json()["status"]) == (503, "read-only")
                assert health.headers["retry-after"]
            assert (await _buy_in(ann, table, seq, "lost")).status_code == 200
            assert (await ann.ask("/health"))["status"] == "open"

    with served(ready_address) as serving:
        asyncio.run(run(serving.address))


@ON_POSTGRES
def test_the_house_does_not_say_that_it_is_open_while_its_database_is_away(
    ready_address: str,
) -> None:
    name = "test" + ready_address.rpartition("/test")[2].partition("?")[0]
    elsewhere = ready_address.replace(f"/{name}", "/postgres")
    others = END_ALL_OTHERS.replace("current_database()", f"'{name}'")

    async def run(address: str) -> None:
        async with Visitor(address) as anybody:
            closed = f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false"
            await run_sql(elsewhere, closed, others)
            health = await anybody.get("/health")
            assert (health.status_code, health.json()["status"]) == (503, "unavailable")
            await run_sql(elsewhere, closed.replace("false", "true"))
            while (health := await anybody.get("/health")).status_code != 200:
                await asyncio.sleep(0.1)
            assert health.json()["status"] == "open"

    with served(ready_address, keeps_standing=False) as serving:
        asyncio.run(run(serving.address))


@ON_SQLITE
def test_who_asks_whether_the_house_is_open_cannot_make_it_write(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            before = house.ledger.batches
            found = await asyncio.gather(*(house.ledger.trouble() for _ in range(200)))
            assert set(found) == {""}
            assert house.ledger.batches - before < 20

    asyncio.run(run())


def test_a_history_that_is_asked_for_while_a_table_is_taken_up_again_is_given(
    ready_address: str,
) -> None:
    async def run(serving: Serving) -> None:
        ledger: Any = serving.house.ledger
        gate, is_held = threading.Event(), threading.Event()
        commands = ledger.commands

        async def held(*asked: Any) -> Any:
            is_held.set()
            while not gate.is_set():
                await asyncio.sleep(0.01)
            return await commands(*asked)

        async with Visitor(serving.address) as ann:
            await ann.come_as_guest("Ann")
            table = await ann.table_of("duki4")
            sat = await ann.command(table, {"event": "sit", "place": 1}, "player")
            seq = (await _buy_in(ann, table, sat.json()["seq"], "kept")).json()["seq"]
            ledger.commands = held
            async with nothing_is_written(ready_address):
                lost = asyncio.create_task(_buy_in(ann, table, seq, "lost"))
                await asyncio.to_thread(is_held.wait, 30)
            asked = [asyncio.create_task(ann.get(f"/tables/{table}/history")) for _ in range(5)]
            await asyncio.wait(asked, timeout=0.5)
            gate.set()
            answers = await asyncio.gather(*asked)
            assert [each.status_code for each in answers] == [200] * 5
            assert {each.json()["bought_in"] for each in answers} == {10_000}
            assert (await lost).status_code == 503

    with served(ready_address) as serving:
        asyncio.run(run(serving))

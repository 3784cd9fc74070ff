"""One server to a database file, by whatever name; and a file that is not what it was is given up."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tablewright.house.books.database import Database
from tablewright.house.books.ownership import DatabaseFile
from tablewright.rules.errors import Refused
from tests.house import recorded
from tests.house.clients import Visitor
from tests.house.company import Tab, guest, open_table
from tests.house.company import opened as opened_house
from tests.house.contending import contend
from tests.house.forking import forked
from tests.house.recorded import new_table, opened
from tests.house.serving import served
from tests.house.writing import write


@pytest.fixture
def path(sqlite_template: Path, tmp_path: Path) -> Path:
    """A file of SQLite that has its present shape, in a folder of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    return Path(shutil.copy(sqlite_template, folder / "house.db"))


# Ways to the same file -----------------------------------------------------------------------------


def _same(path: Path) -> str:
    return str(path)


def _link(path: Path) -> str:
    link = path.parent.parent / "link.db"
    link.symlink_to(path)
    return str(link)


def _link_of_link(path: Path) -> str:
    link = path.parent / "second.db"
    link.symlink_to(_link(path))
    return str(link)


def _linked_folder(path: Path) -> str:
    folder = path.parent.parent / "folder"
    folder.symlink_to(path.parent)
    return str(folder / path.name)


def _relative(path: Path) -> str:
    return os.path.relpath(path)


def _hard_link(path: Path) -> str:
    (path.parent / "other.db").hardlink_to(path)
    return str(path.parent / "other.db")


def _without_lock_file(path: Path) -> str:
    (path.parent / "house.db.lock").unlink()
    return str(path)


def _link_without_lock_file(path: Path) -> str:
    return _link(Path(_without_lock_file(path)))


def _hard_link_without_lock_file(path: Path) -> str:
    return _hard_link(Path(_without_lock_file(path)))


def _moved(path: Path) -> str:
    return str(path.rename(path.parent / "moved.db"))


def _put_in_its_place(path: Path) -> str:
    shutil.copy(path, path.parent / "copy.db")
    (path.parent / "copy.db").replace(path)
    return str(path)


WAYS: list[Callable[[Path], str]] = [
    _same,
    _link,
    _link_of_link,
    _linked_folder,
    _relative,
    _hard_link,
    _without_lock_file,
    _link_without_lock_file,
    _hard_link_without_lock_file,
    _moved,
    _put_in_its_place,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.strip("_"))
def test_a_second_server_is_refused_whatever_way_it_comes(
    path: Path, way: Callable[[Path], str]
) -> None:
    async def run() -> None:
        async with opened(f"sqlite:///{path}") as ledger:
            table = await new_table(ledger)
            kept = recorded.entries(table)
            await ledger.append(kept[0])
            address = f"sqlite:///{way(path)}"
            with forked(write, address) as second:
                said = await asyncio.to_thread(second.hear)
            assert said.startswith("refused: "), said
            assert "another server runs" in said or "hard links" in said
            if path.exists() and way is not _put_in_its_place:
                await asyncio.gather(*(ledger.append(each) for each in kept[1:]))
                assert await ledger.lines(table) == recorded.lines(kept)

    asyncio.run(run())


def test_a_killed_server_leaves_no_lock_behind(path: Path) -> None:
    with forked(write, f"sqlite:///{path}", 2) as first:
        assert first.hear() == "owner"
        done = dict(first.hear().split() for _ in range(50))
        first.kill()
        with forked(write, f"sqlite:///{_link(path)}") as second:
            assert second.hear() == "owner"

    async def check() -> None:
        async with opened(f"sqlite:///{path}") as ledger:
            for table, number in done.items():
                least = recorded.lines(recorded.entries(table)[: int(number) + 1])
                assert (await ledger.lines(table))[: len(least)] == least

    asyncio.run(check())


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs to see who has files open")
def test_the_lock_is_held_until_sqlite_has_closed_and_nothing_is_lost(
    path: Path, tmp_path: Path
) -> None:
    """Four servers want one database, by two names; each closes with entries still to be written."""
    witness, link = tmp_path / "witness", _link(path)
    with ExitStack() as stack:
        programs = [
            stack.enter_context(forked(contend, f"sqlite:///{name}", 4, witness))
            for name in (path, link, path, link)
        ]
        said = [line for each in programs for line in iter(each.hear, "")]
        assert [each.end() for each in programs] == [0] * 4
    assert not [line for line in said if line.startswith("error")]
    acknowledged: dict[str, int] = {}
    for line in said:
        table, number = line.split()
        acknowledged[table] = max(int(number) + 1, acknowledged.get(table, 0))
    assert len(acknowledged) == 16

    async def check() -> None:
        async with opened(f"sqlite:///{path}") as ledger:
            for table, least in acknowledged.items():
                kept = recorded.lines(recorded.entries(table)[:least])
                assert (await ledger.lines(table))[: len(kept)] == kept

    asyncio.run(check())


def test_the_lock_outlives_others_in_this_process_who_open_and_close_the_file(path: Path) -> None:
    async def run() -> None:
        async with opened(f"sqlite:///{path}"):
            for address in (f"sqlite:///{path}", f"sqlite:///{_link(path)}"):
                await (await Database.open(address)).close()
                with pytest.raises(Refused, match="another server"):
                    async with opened(address):
                        pass
            assert await asyncio.to_thread(_is_held_by_sqlite, path)
            with closing(sqlite3.connect(path)) as other:
                other.execute("SELECT count(*) FROM settings").fetchall()
            path.read_bytes()
            with forked(write, f"sqlite:///{path}") as second:
                assert "another server runs" in await asyncio.to_thread(second.hear)
        with forked(write, f"sqlite:///{path}") as third:
            assert await asyncio.to_thread(third.hear) == "owner"

    asyncio.run(run())


LOOK = """
import fcntl, os, struct, sys
file = os.open(sys.argv[1], os.O_RDWR)
asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0x40000002, 510, 0)
print(struct.unpack("hhqqi4x", fcntl.fcntl(file, fcntl.F_GETLK, asked))[4])
"""


def _is_held_by_sqlite(path: Path) -> bool:
    """Whether SQLite still has its own lock on a file that this process has open."""
    said = subprocess.run([sys.executable, "-c", LOOK, path], capture_output=True, check=True)
    return int(said.stdout) == os.getpid()


def test_a_file_with_two_names_is_refused(path: Path) -> None:
    _hard_link(path)
    for name in (path, path.parent / "other.db"):
        with pytest.raises(Refused, match="has 2 names") as refused:
            DatabaseFile(name)
        assert "\n" not in str(refused.value)
    (path.parent / "other.db").unlink()
    DatabaseFile(path).close()


# A file that is not what it was --------------------------------------------------------------------


def _removed(path: Path) -> None:
    path.unlink()


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _replaced(path: Path) -> None:
    _put_in_its_place(path)


def _moved_away(path: Path) -> None:
    _moved(path)


def _log_removed(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def _index_removed(path: Path) -> None:
    Path(f"{path}-shm").unlink()


LOSSES: list[Callable[[Path], None]] = [
    _removed,
    _emptied,
    _cut_short,
    _replaced,
    _moved_away,
    _log_removed,
    _index_removed,
]


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__.strip("_"))
def test_nothing_is_acknowledged_into_a_file_that_is_lost(
    path: Path, lose: Callable[[Path], None]
) -> None:
    async def run(address: str, table: str) -> None:
        async with Visitor(address) as ann, Visitor(address) as pit:
            await ann.come_as_guest("Ann")
            await pit.sign_in("Pit")
            sat = await ann.command(table, {"event": "sit", "place": 1}, "player")
            assert sat.status_code == 200
            assert (await ann.get("/health")).json()["status"] == "open"
            lose(path)
            buy_in = {"event": "buy-in", "place": 1, "cash": 10_000}
            lost = await ann.http.post(
                f"/tables/{table}/commands",
                json={"id": "lost", "seq": sat.json()["seq"], "as": "player", "do": buy_in},
            )
            assert lost.status_code == 503, lost.text
            assert int(lost.headers["retry-after"])
            assert (await pit.post("/tokens", {"label": "lost"})).status_code == 503
            health = await ann.get("/health")
            assert health.status_code == 503
            assert health.json()["status"] in ("read-only", "unavailable")

    with served(f"sqlite:///{path}") as serving:
        table = next(iter(serving.house.floor.tables))
        asyncio.run(run(serving.address, table))


def test_a_file_that_comes_back_is_written_to_again(path: Path) -> None:
    async def run() -> None:
        async with opened_house(f"sqlite:///{path}") as house:
            ann = Tab(await open_table(house, "duki4"), guest(1))
            await ann.do("sit", place=1)
            away = path.rename(path.parent / "away.db")
            lost = asyncio.create_task(ann.do("buy-in", place=1, cash=10_000, id="lost"))
            await asyncio.wait([lost], timeout=0.2)
            away.rename(path)
            with pytest.raises(Refused, match="not known whether this was done"):
                await lost
            await ann.must("buy-in", place=1, cash=10_000, id="lost")
            assert ann.live.table.state.bank.cents("rail:1") == 10_000
        async with opened_house(f"sqlite:///{path}") as house:
            (live,) = house.floor.rows()
            assert live.table.state.bank.cents("rail:1") == 10_000

    asyncio.run(run())

"""The register of the school: it only grows, and an entry that was changed, lost or added is found."""

import asyncio
import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete, insert, text, update
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.classroom.register import Register
from tablewright.house.people.person import Person
from tablewright.rules.errors import Refused
from tablewright.school.signed import (
    AuditionOverruled,
    ChecklistSigned,
    Entry,
    Link,
    Withdrawn,
    check_register,
)
from tests.house.company import ON_SQLITE, unguarded
from tests.house.recorded import NOW

IVO = Person("a:1", "Ivo", frozenset(("instructor",)))
OVERRULED = AuditionOverruled(audition="x1", n=3, mark=Fraction(1, 2), reason="It was said.")


async def opened(address: str) -> Register:
    """A register in which an account, and three entries about two people, stand."""
    database = await Database.open(address)
    async with database.writing() as connection:
        account = {
            "id": 1, "name": "Ivo", "folded": "ivo", "password": "", "roles": "[]",
            "is_disabled": False, "must_change": False, "epoch": 0, "created": "",
        }  # fmt: skip
        await connection.execute(insert(s.accounts).values(account))
    register = Register(database, lambda: NOW)
    await register.add("a:12", IVO, OVERRULED)
    await register.add("a:13", IVO, ChecklistSigned(game="duki4", item="shuffle", is_passed=True))
    await register.add("a:12", None, Withdrawn(certificate="c1", reason="Nobody knows."))
    return register


def test_what_was_signed_is_read_as_it_was_and_is_whole(ready_address: str) -> None:
    async def run() -> None:
        register = await opened(ready_address)
        first, last = await register.of("a:12")
        assert first.act == OVERRULED
        assert (first.name, first.account, first.time) == ("Ivo", 1, NOW)
        assert (last.name, last.account) == ("", None)
        assert [each.n for each in await register.all()] == [1, 2, 3]
        assert await register.check() is None
        await register.database.close()

    asyncio.run(run())


def test_the_database_lets_nothing_be_changed_removed_or_put_beside(ready_address: str) -> None:
    async def run() -> None:
        register = await opened(ready_address)
        entries = await register.all()
        table = s.school_register
        stray = msgspec.structs.asdict(entries[-1]) | {"n": 4}
        changes = [
            update(table).values(name="Eve"),
            delete(table),
            insert(table).values(stray),
            insert(table).values(stray | {"n": 5, "prev": entries[-1].hash}),
        ]
        for change in changes:
            with pytest.raises(DBAPIError, match=r"only ever added to|does not follow"):
                async with register.database.writing() as connection:
                    await connection.execute(change)
        assert await register.all() == entries
        await register.database.close()

    asyncio.run(run())


@ON_SQLITE
def test_an_entry_replaced_in_place_is_refused_too(ready_address: str) -> None:
    async def run() -> None:
        register = await opened(ready_address)
        with pytest.raises(DBAPIError, match="only ever added to"):
            async with register.database.writing() as connection:
                await connection.execute(
                    text("INSERT OR REPLACE INTO school_register SELECT * FROM school_register")
                )
        await register.database.close()

    asyncio.run(run())


def test_two_who_sign_at_once_both_stand_in_it(ready_address: str) -> None:
    async def run() -> None:
        register = await opened(ready_address)
        await asyncio.gather(*(register.add(f"a:{n}", IVO, OVERRULED) for n in range(20, 28)))
        entries = await register.all()
        assert {each.about for each in entries[3:]} == {f"a:{n}" for n in range(20, 28)}
        assert await register.check() is None
        await register.database.close()

    asyncio.run(run())


def test_a_guest_is_not_written_about(ready_address: str) -> None:
    async def run() -> None:
        register = await opened(ready_address)
        with pytest.raises(Refused, match="has no account"):
            await register.add("g:aa", IVO, OVERRULED)
        await register.database.close()

    asyncio.run(run())


FALSIFIED = {
    "n": "7",
    "at": "'2026-01-05T18:00:00.000001+00:00'",
    "about": "'a:99'",
    "account": "NULL",
    "name": "'Eve'",
    "did": "replace(did, 'passed\":true', 'passed\":false')",
    "prev": f"'{'1' * 64}'",
    "hash": f"'{'1' * 64}'",
}


@ON_SQLITE
@pytest.mark.parametrize("column", [*FALSIFIED, "blob", "gone"])
def test_the_first_altered_entry_is_named(tmp_path: Path, column: str, ready_address: str) -> None:
    path = tmp_path / "house.db"

    async def run() -> None:
        register = await opened(f"sqlite:///{path}")
        await register.database.close()
        change = f"UPDATE school_register SET {column} = {FALSIFIED.get(column)} WHERE n = 2"
        if column == "gone":
            change = "DELETE FROM school_register WHERE n = 2"
        elif column == "blob":
            change = "UPDATE school_register SET did = x'ff00' WHERE n = 2"
        with unguarded(path) as db:
            db.execute(change)
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT count(*) FROM school_register").fetchone()[0] >= 2
        again = Register(await Database.open(f"sqlite:///{path}"))
        found = await again.check()
        assert found is not None
        assert found.n in {"n": (7, 3), "gone": (3,), "blob": (3,)}.get(column, (2,))
        await again.database.close()

    asyncio.run(run())


def test_hashes_alone_are_enough_to_check_what_stands_around_them(ready_address: str) -> None:
    async def run() -> list[Entry]:
        register = await opened(ready_address)
        entries = await register.all()
        await register.database.close()
        return entries

    one, two, three = asyncio.run(run())
    told: list[Entry | Link] = [one, two.link, three]
    assert check_register(told) is None
    assert check_register(told[1:]) is None
    other = msgspec.structs.replace(two.link, content="1" * 64)
    assert check_register([one, other, three]) == (
        2,
        "its hash does not fit: expected the entry as it was signed",
    )
    assert check_register([one, three]) == (3, "it is numbered 3: expected 2")
    forged = msgspec.structs.replace(one, prev="1" * 64)
    assert check_register([forged]) == (
        1,
        "it follows another: expected none before the first",
    )

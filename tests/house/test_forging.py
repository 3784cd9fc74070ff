"""What a person changes in the database of a house that signs, past the house, is found."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright.house.books.signatures import GAP
from tablewright.house.books.signed_journals import signed_journal
from tablewright.rules.errors import Refused
from tablewright.signing.keys import Keys
from tablewright.signing.statements import Said, canonical
from tablewright.table.journal import hash_of
from tablewright.table.verify import verify
from tests.house.company import ON_SQLITE
from tests.house.signed import (
    change,
    closed,
    copied,
    forge,
    forged,
    played,
    put_back,
    signing_house,
)


def test_a_table_whose_journal_was_written_anew_is_shut(ready_address: str, keys: Path) -> None:
    """Its hashes all fit; it is not the one that the house signed."""

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live, other = await played(house), await played(house, "B")
            lines = await house.ledger.lines(live.id)
        await forge(ready_address, live.id, lines, len(lines) - 4)
        anew = forged(lines, len(lines) - 4)
        assert verify(lambda: anew).lines == len(lines), "without keys nobody can tell"
        async with signing_house(ready_address, keys) as house:
            assert set(house.floor.tables) == {other.id}
            said = house.floor.quarantined[live.id].why
            assert said == (
                f"its journal is not the one that the house signed up to line {len(lines)}"
            )

    asyncio.run(run())


@ON_SQLITE
def test_a_forger_who_changes_the_head_too_cannot_sign_it(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    """With the house's signature that does not fit any more, or with one of their own."""

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            lines = await house.ledger.lines(live.id)
        await forge(ready_address, live.id, lines, 3)
        hashes = [hash_of(each) for each in (lines[-1], forged(lines, 3)[-1])]
        fits = f"UPDATE signatures SET statement = replace(statement, '{hashes[0]}', '{hashes[1]}')"
        await change(ready_address, fits)
        async with signing_house(ready_address, keys) as house:
            said = house.floor.quarantined[live.id].why
            assert "does not hold: it was changed after it was signed" in said
        with Keys.make(tmp_path / "own").signing() as pen:
            says: Said = {"lines": len(lines), "hash": hashes[1], "number": 1, "after": ""}
            own = canonical(pen.sign("journal-head", live.id, says)).decode()
        await change(ready_address, f"UPDATE signatures SET statement = '{own}'")
        async with signing_house(ready_address, keys) as house:
            said = house.floor.quarantined[live.id].why
            assert said == f"its journal was signed with key {pen.key}, which is not the house's"

    asyncio.run(run())


@ON_SQLITE
def test_a_closed_journal_that_was_written_anew_is_not_signed_again(
    ready_address: str, keys: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            id = await closed(house)
            lines = await house.ledger.lines(id)
        await forge(ready_address, id, lines, 3)
        async with signing_house(ready_address, keys) as house:
            await house.heads.sign_all()
            assert f"signed up to line {len(lines)}: it is not signed any more" in caplog.text
            assert len(await house.signing.heads(id)) == 1
            with pytest.raises(
                Refused, match=f"not the one that the house signed at line {len(lines)}"
            ):
                await signed_journal(house.signing, house.ledger, id)
        other = forged(lines, 2)[1].decode().replace("'", "''")
        for line, wrong in (("x", 2), (other, 3)):  # It fits by itself, and not what follows.
            update = f"UPDATE journal SET line = '{line}' WHERE table_id = '{id}' AND n = 2"
            await change(ready_address, update)
            async with signing_house(ready_address, keys) as house:
                with pytest.raises(Refused, match=f"line {wrong} is not as it was written"):
                    await signed_journal(house.signing, house.ledger, id)

    asyncio.run(run())


def _hidden(id: str) -> Iterator[tuple[str, str]]:
    """Ways to have a forged journal signed as if it had never been, and what is said of each."""
    of = f"WHERE subject = '{id}'"
    yield f"DELETE FROM signatures {of}", "not in its database"
    yield f"DELETE FROM signatures {of}", "statement 2 does not follow the one before it"
    yield f"UPDATE signatures SET subject = 'other' {of}", "is kept as another than it is"
    yield f"UPDATE signatures SET kind = 'file' {of}", "is kept as another than it is"
    yield f"UPDATE signatures SET lines = 1 {of}", "is kept as another than it is"
    yield f"UPDATE signatures SET statement = 'x' {of}", "cannot be read"
    swapped = "(SELECT statement FROM signatures WHERE subject <> '{}')"
    yield f"UPDATE signatures SET statement = {swapped.format(id)} {of}", "kept as another"


@ON_SQLITE
def test_heads_that_were_hidden_are_missed(
    ready_address: str, keys: Path, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            id, _ = await closed(house), await closed(house, "D")
        whole = copied(Path(ready_address.removeprefix("sqlite:///")))
        for number, (sql, said) in enumerate(_hidden(id)):
            folder = tmp_path / str(number)
            shutil.copytree(keys, folder)
            path = tmp_path / f"{number}.db"
            path.write_bytes(whole)
            address = f"sqlite:///{path}"
            await change(address, sql)
            caplog.clear()
            async with signing_house(address, folder) as house:
                wrong = await house.signing.wrong()
                assert said in " ".join([*house.signing.notes, wrong]), sql

    asyncio.run(run())


@ON_SQLITE
def test_whatever_is_broken_of_what_was_signed_the_other_tables_open(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            bad, good = await played(house), await played(house, "B")
        whole = copied(Path(ready_address.removeprefix("sqlite:///")))
        of, number = f"WHERE subject = '{bad.id}'", 0
        for column in ("kind", "subject", "lines", "statement"):
            for value in ("''", "x'ff00fe'", "CAST(x'c3280a' AS TEXT)", "'}garbage{'", "-7"):
                path, number = tmp_path / f"{number}.db", number + 1
                path.write_bytes(whole)
                folder = tmp_path / f"{number}.keys"
                shutil.copytree(keys, folder)
                await change(f"sqlite:///{path}", f"UPDATE signatures SET {column} = {value} {of}")
                async with signing_house(f"sqlite:///{path}", folder) as house:
                    assert good.id in house.floor.tables
                    is_shut = bad.id in house.floor.quarantined
                    assert is_shut or column in ("kind", "subject"), (column, value)
                    assert await house.signing.wrong()

    asyncio.run(run())


def test_statements_that_are_missing_are_said_once_and_their_numbers_never_used_again(
    tmp_path: Path, keys: Path
) -> None:
    """A database that is put back from an older copy does not know what was signed since."""
    path = tmp_path / "house.db"

    async def run() -> None:
        async with signing_house(f"sqlite:///{path}", keys) as house:
            await closed(house)
        backup = copied(path)
        async with signing_house(f"sqlite:///{path}", keys) as house:
            await closed(house, "D")
            await closed(house, "E")
        put_back(path, backup)
        async with signing_house(f"sqlite:///{path}", keys) as house:
            (note,) = house.signing.notes
            said = re.match(
                r"(\d+) of the (\d+) statements that the house has signed are not in", note
            )
            assert said is not None, note
            missing, signed = map(int, said.groups())
            id = await closed(house, "F")
            await house.heads.sign_all()
            (head,) = await house.signing.heads(id)
            gap = (await house.signing.signatures.of(house.signing._house, GAP))[0]
            assert (gap.number("number"), gap.number("missing")) == (signed + 1, missing)
            assert head.number("number") > gap.number("number")
            assert missing >= 2, "of two tables"
            assert await house.signing.wrong() == ""
        async with signing_house(f"sqlite:///{path}", keys) as house:
            assert house.signing.notes == []

    asyncio.run(run())

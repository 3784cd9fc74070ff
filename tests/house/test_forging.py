"""What a person changes in the database of a house that signs, past the house, is found."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright.house.books.formats import HOUSE
from tablewright.house.books.signatures import GAP
from tablewright.house.books.signed_journals import signed_journal
from tablewright.house.house import House
from tablewright.rules.errors import Refused
from tablewright.signing.handed_heads import HandedHead
from tablewright.signing.keys import Keys
from tablewright.signing.statements import Said, canonical
from tablewright.table.journal import hash_of
from tablewright.table.verify import verify
from tests.cli.running import Ran, run
from tests.house.company import ON_SQLITE
from tests.house.signed import (
    bet,
    change,
    closed,
    copied,
    forge,
    forged,
    played,
    put_back,
    signing_house,
)
from tests.house.thieves import forged_night, night, replace_journal


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
    """With the house's signature that does not fit any more, or with one of their own.

    The folder of the keys remembers the head, so that they are found by that alone; and without it.
    """

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            lines = await house.ledger.lines(live.id)
        await forge(ready_address, live.id, lines, 3)
        hashes = [hash_of(each) for each in (lines[-1], forged(lines, 3)[-1])]
        fits = f"UPDATE signatures SET statement = replace(statement, '{hashes[0]}', '{hashes[1]}')"
        await change(ready_address, fits)
        async with signing_house(ready_address, keys) as house:
            assert "not the one that the house signed" in house.floor.quarantined[live.id].why
        (keys / "last.json").unlink()
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
    yield f"UPDATE signatures SET subject = 'other' {of}", "is kept as another than it is"
    yield f"UPDATE signatures SET kind = 'file' {of}", "is kept as another than it is"
    yield f"UPDATE signatures SET kind = 'gap', lines = 9 {of}", "is kept as another than it is"
    yield f"UPDATE signatures SET lines = 1 {of}", "is kept as another than it is"
    yield f"UPDATE signatures SET statement = 'x' {of}", "cannot be read"
    swapped = "(SELECT statement FROM signatures WHERE subject <> '{}')"
    yield f"UPDATE signatures SET statement = {swapped.format(id)} {of}", "kept as another"


@ON_SQLITE
def test_heads_that_were_hidden_are_missed_and_their_journals_known_all_the_same(
    ready_address: str, keys: Path, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            id, _ = await closed(house), await closed(house, "D")
            lines = await house.ledger.lines(id)
        await forge(ready_address, id, lines, 3)
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
                await house.heads.sign_all()
                assert f"{id}: its journal is not the one" in caplog.text, sql
        path.write_bytes(whole)
        await change(address, f"DELETE FROM signatures WHERE subject = '{id}'")
        with pytest.raises(
            Refused, match=r"1 of the \d statements are missing: put the newer copy"
        ):
            await House.open(address, keys=keys)

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


def test_an_older_copy_is_refused_and_once_accepted_its_gap_is_signed(
    tmp_path: Path, keys: Path
) -> None:
    """A database that is put back from an older copy does not know what was signed since."""
    path = tmp_path / "house.db"
    address = f"sqlite:///{path}"

    async def refused(*, accepts_gap: bool = False) -> str:
        with pytest.raises(Refused) as wrong:
            await House.open(address, keys=keys, accepts_gap=accepts_gap)
        assert str(wrong.value).isprintable()
        return str(wrong.value)

    async def run() -> None:
        async with signing_house(address, keys) as house:
            await closed(house)
            live = await played(house)
            id, early = live.id, live.seq
        backup = copied(path)
        async with signing_house(address, keys) as house:
            await closed(house, "D")
            await bet(house.floor.tables[id], 2)
            late = house.floor.tables[id].seq
        assert "lacks nothing that the house has signed" in await refused(accepts_gap=True)
        put_back(path, backup)
        said = await refused()
        assert said.startswith(
            f"the database is shorter than what the house has signed: table {id} lacks lines"
            f" {early + 1} to {late}, table D-3 lacks lines 1 to "
        )
        lost = re.search(r"(\d) of the (\d) statements are missing \(known from the keys in", said)
        assert lost is not None, said
        missing, signed = map(int, lost.groups())
        assert missing >= 2, "of two tables"
        assert said.endswith("start once with --accept-gap, which signs that there is a gap")
        async with signing_house(address, keys, accepts_gap=True) as house:
            (note,) = house.signing.notes
            assert note.startswith("it was accepted that the database is shorter")
            assert house.floor.tables[id].seq == early
            gap = (await house.signing.signatures.of(house.signing.house, GAP))[0]
            assert (gap.number("number"), gap.number("missing")) == (signed + 1, missing)
            assert gap.text("lost").startswith(f"{id}:{early + 1}-{late}; D-3:1-")
            new = await closed(house, "F")
            await house.heads.sign_all()
            (head,) = await house.signing.heads(new)
            assert head.number("number") > gap.number("number")
            assert await house.signing.wrong() == ""
        async with signing_house(address, keys) as house:
            assert house.signing.notes == []

    asyncio.run(run())


@ON_SQLITE
def test_a_journal_that_was_cut_off_is_refused_and_shut_once_that_is_accepted(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live, other = await played(house), await played(house, "B")
            lines = live.seq
        of = f"WHERE table_id = '{live.id}' AND n = {lines}"
        await change(ready_address, f"DELETE FROM transfers {of}", f"DELETE FROM journal {of}")
        with pytest.raises(Refused, match=f"signed: table {live.id} lacks line {lines} \\(known"):
            await House.open(ready_address, keys=keys)
        (keys / "last.json").unlink()  # The database knows it too.
        with pytest.raises(Refused, match=f"signed: table {live.id} lacks line {lines}: put"):
            await House.open(ready_address, keys=keys)
        async with signing_house(ready_address, keys, accepts_gap=True) as house:
            assert set(house.floor.tables) == {other.id}
        async with signing_house(ready_address, keys) as house:
            assert "not the one that the house signed" in house.floor.quarantined[live.id].why

    asyncio.run(run())


@ON_SQLITE
def test_a_database_that_calls_itself_another_house_is_refused(
    ready_address: str, keys: Path
) -> None:
    """Else a forger would only have to remove all signatures, and the name they are known under."""

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            await played(house)
        await change(
            ready_address,
            "DELETE FROM signatures",
            f"UPDATE settings SET value = '{'0' * 32}' WHERE key = '{HOUSE}'",
        )
        with pytest.raises(Refused, match="have signed for another house and never for this one"):
            await House.open(ready_address, keys=keys, is_new=True)

    asyncio.run(run())


def test_a_thief_who_makes_a_whole_night_anew_is_found_by_all_who_were_handed_heads(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    """Every shuffle, a buy-in, an irregularity, a player, all hashes; what was signed is cut off."""
    witness = tmp_path / "witness"
    witness.mkdir()

    async def run_house() -> tuple[str, list[bytes], Path]:
        async with signing_house(ready_address, keys, heads_to=str(witness)) as house:
            live = await night(house, 50_000, player="Pia", goes_wrong=True)
            seal = live.room.screen.seal
            head = await house.heads.sign_shuffle(live.id, seal)
            assert head == await house.heads.sign_shuffle(live.id, seal), "once for each shuffle"
            ring = await house.signing.ring()
            saved = HandedHead(table=live.id, seal=seal, statement=head, ring=ring.ring)
            (tmp_path / "saved.json").write_bytes(saved.written())
            (tmp_path / "ring.json").write_bytes(ring.written())
            await live.close_when_clear()
            lines = await house.ledger.lines(live.id)
            file = witness / f"heads-{house.signing.house}.jsonl"
        return live.id, lines, file

    id, lines, file = asyncio.run(run_house())
    names = ("saved.json", str(file))
    journal, true = tmp_path / f"{id}.jsonl", b"".join(lines)

    def verified(content: bytes, head: str) -> Ran:
        journal.write_bytes(content)
        key = str(tmp_path / "ring.json")
        return run("verify", str(journal), "--head", str(tmp_path / head), "--key", key)

    for name in names:
        ran = verified(true, name)
        assert (ran.status, ran.err) == (0, ""), name
    assert "the order fits the seal that was handed out" in verified(true, "saved.json").out
    forged_lines = asyncio.run(forged_night(f"sqlite:///{tmp_path / 'thief.db'}", 25_000))
    verdict = verify(lambda: forged_lines)
    assert verdict.is_complete, "by itself it holds"
    assert verdict.irregularities == 0 < verify(lambda: lines).irregularities
    for name in names:
        ran = verified(b"".join(forged_lines), name)
        assert (ran.status, ran.err.count("\n")) == (2, 1), name
        assert "the journal was written anew" in ran.err or "lines are missing" in ran.err

    async def steal() -> None:
        await replace_journal(ready_address, id, forged_lines)
        await change(ready_address, "DELETE FROM signatures WHERE n > 1")
        said = "the database is shorter than what the house has signed: .*statements are missing"
        with pytest.raises(Refused, match=said):
            await House.open(ready_address, keys=keys)
        (keys / "last.json").unlink()  # As if the folder of the keys were put back too.
        with pytest.raises(Refused, match=f"{said}.*{file.name}"):
            await House.open(ready_address, keys=keys, heads_to=str(witness))

    asyncio.run(steal())


def test_lines_that_were_added_since_the_last_head_are_known_to_be_the_houses(
    ready_address: str, keys: Path
) -> None:
    """Nobody signed them yet; each append is sealed over the hash of its last line."""

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live, other = await played(house), await played(house, "B")
            await house.heads.sign_all()
            signed = live.seq
            await bet(live, 2)
            lines = await house.ledger.lines(live.id)
            await house.heads.signing.ledger.stop()  # As if it were killed: no head is signed.
        await forge(ready_address, live.id, lines, signed + 1)
        async with signing_house(ready_address, keys) as house:
            assert set(house.floor.tables) == {other.id}
            said = house.floor.quarantined[live.id].why
            assert said == (
                "its journal does not end as the house wrote it after line"
                f" {signed}, which was signed last"
            )
        await change(ready_address, f"DELETE FROM tails WHERE table_id = '{live.id}'")
        async with signing_house(ready_address, keys) as house:
            said = house.floor.quarantined[live.id].why
            assert said == "the seal of its journal's last line is missing"

    asyncio.run(run())

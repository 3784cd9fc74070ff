"""Keys that are changed beside a house: its audit tells of it at once, or as soon as it can."""

import asyncio
import json
from pathlib import Path

from tablewright.house.books.audit import Asked
from tablewright.house.books.audit_entries import AuditEntry, Doer
from tablewright.house.books.auditing import doing
from tablewright.house.books.house_keys import keep_ring, kept_ring, tell_house
from tablewright.house.house import House
from tablewright.signing.keys import Keys
from tablewright.signing.statements import time_text
from tests.cli.running import run, run_apart
from tests.house.company import ON_SQLITE
from tests.house.signed import closed, played, signing_house


async def _told(house: House) -> list[AuditEntry]:
    """What the audit says of keys, but for the first, which the house has made itself."""
    page = await house.audit.page(Asked(what=("keys-changed",)))
    *changed, first = page.entries
    assert first.who == "house"
    return changed[::-1]


async def _made(address: str, keys: Path) -> None:
    """A house that has signed, and is closed."""
    async with signing_house(address, keys) as house:
        await closed(house)


def test_the_command_tells_the_audit_of_a_house_that_is_closed(
    ready_address: str, keys: Path
) -> None:
    asyncio.run(_made(ready_address, keys))
    here = ("--database", ready_address, "--keys", str(keys))
    ran = run("keys", "rotate", *here, "--json")
    assert (ran.status, ran.err, json.loads(ran.out)["unnoted"]) == (0, "", None)
    second = json.loads(ran.out)["keys"][-1]
    ran = run("keys", "stolen", second["id"], "--since", second["since"], *here)
    assert (ran.status, ran.err) == (0, "")
    assert "audit" not in ran.out

    async def go_on() -> None:
        async with signing_house(ready_address, keys) as house:
            await played(house)
            await house.heads.sign_all()
            rotated, stolen = await _told(house)
            assert (rotated.who, rotated.subject) == ("command-line", second["id"])
            assert json.loads(rotated.said)["since"] == second["since"]
            assert stolen.who == "command-line"
            assert f"{second['id']} stolen" in json.loads(stolen.said)["retired"]
            assert await house.audit.wrong() is None

    asyncio.run(go_on())


def test_it_tells_that_of_a_house_that_is_open_and_the_house_says_it_no_second_time(
    ready_address: str, keys: Path
) -> None:
    async def scene() -> None:
        async with signing_house(ready_address, keys) as house:
            await played(house)
            keys_of = Keys.open(keys)
            keys_of.rotate()
            assert await tell_house(ready_address, keys_of.ring) == ""
            (entry,) = await _told(house)
            assert (entry.who, entry.subject) == ("command-line", keys_of.ring.current.id)
            await house.heads.sign_all()
            assert await _told(house) == [entry]
            assert await house.audit.wrong() is None

    asyncio.run(scene())


def test_where_it_cannot_the_house_tells_of_it_and_names_nobody_else(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    """It signs for anyone who asks: taking a file out changes no keys."""

    async def scene() -> None:
        async with signing_house(ready_address, keys) as house:
            await played(house)
            await house.heads.close()  # Nothing is signed but what the test asks for.
            here = ("--data", str(tmp_path / "none"), "--keys", str(keys))
            ran = await asyncio.to_thread(run_apart, "keys", "rotate", *here)
            assert (ran.status, ran.err) == (0, "")
            assert "The audit does not tell of it yet (there is no" in " ".join(ran.out.split())
            assert await _told(house) == []
            with doing(Doer("a:7", "192.0.2.7", "s:3")):
                await house.signing.signature("duki4.txt", b"handed out")
            (entry,) = await _told(house)
            assert (entry.who, entry.address, entry.door) == ("command-line", "", "")
            ring = Keys.open(keys).ring
            assert entry.subject == ring.current.id
            assert ring.current.since is not None
            assert json.loads(entry.said)["since"] == time_text(ring.current.since)
        Keys.open(keys).rotate()
        async with signing_house(ready_address, keys) as house:
            assert [each.who for each in await _told(house)] == ["command-line"] * 2

    asyncio.run(scene())


@ON_SQLITE
def test_another_house_is_told_nothing(ready_address: str, keys: Path, tmp_path: Path) -> None:
    asyncio.run(_made(ready_address, keys))
    others = Keys.make(tmp_path / "others")
    ran = run("keys", "rotate", "--database", ready_address, "--keys", str(others.folder), "--json")
    said = json.loads(ran.out)["unnoted"]
    assert said == "the house in that database does not sign with these keys"

    async def scene() -> None:
        async with signing_house(ready_address, keys) as house:
            assert await _told(house) == []

    asyncio.run(scene())


def test_of_two_changes_the_later_ring_stays(ready_address: str, keys: Path) -> None:
    """However late the one who made the first comes to tell of it."""

    async def scene() -> None:
        async with signing_house(ready_address, keys) as house:
            await played(house)
            changing = Keys.open(keys)
            changing.rotate()
            first = changing.ring
            changing.rotate()
            await keep_ring(house.database, changing.ring)
            assert await tell_house(ready_address, first) == ""
            await keep_ring(house.database, first)
            assert await kept_ring(house.database) == changing.ring
            assert len(await _told(house)) == 1

    asyncio.run(scene())

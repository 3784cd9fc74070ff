"""A copied database gives away neither a coming card nor what cookies are signed with."""

import asyncio
import base64
import os
import secrets
import shutil
from pathlib import Path

import pytest

from tablewright.house.books.at_rest import NoSecret, source_of
from tablewright.house.books.entries import of_order, of_salt
from tablewright.house.house import House
from tablewright.house.people.cookies import KnownDevice
from tablewright.rules.cards import DECK
from tablewright.rules.errors import Refused
from tablewright.signing.sealing import MARK, UNSEALED, Secret, Unreadable
from tablewright.table.seal import sealed
from tests.house.company import ON_SQLITE, open_table, run_sql
from tests.house.databases import all_text
from tests.house.signed import bet, played, signing_house


async def _refusal(address: str, keys: Path | None, **more: object) -> str:
    with pytest.raises(Refused) as refused:
        await House.open(address, keys=keys, keeps_standing=False, **more)  # type: ignore[arg-type]
    assert str(refused.value).isprintable()
    return str(refused.value)


def _write(folder: Path, key: bytes) -> Path:
    file = folder / "my-secret"
    file.write_bytes(base64.b64encode(key))
    file.chmod(0o600)
    return file


# What a thief finds ---------------------------------------------------------------------------------


def test_a_copied_database_holds_no_coming_card_and_no_cookie_secret(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            (order, salt), *_ = live.table.vault.values()
            device = KnownDevice("d1").after("ann")
            cookie = house.cookies.write(device)
            found = await all_text(ready_address)
            assert "".join(card.text for card in DECK)[:20] not in found, "no order of a pack"
            assert order[:20] not in found
            assert salt not in found
            assert sealed(order, salt) in found, "what the journal promised of it lies open"
            assert house.database.secret.id in found, "of the secret, its id does"
            assert (keys / "secret").read_text().strip() not in found
        async with signing_house(ready_address, keys) as house:
            again = house.floor.table(live.id)
            assert again.table.vault == live.table.vault, "the table goes on with the same cards"
            assert house.cookies.read(cookie) == device
            await bet(again, 2)

    asyncio.run(run())


def test_without_the_secret_the_house_does_not_open_and_nothing_is_changed(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            id = house.database.secret.id
        before = await all_text(ready_address)
        assert id in await _refusal(ready_address, None)
        kept = (keys / "secret").rename(tmp_path / "elsewhere")
        missing = await _refusal(ready_address, keys)
        assert "is missing" in missing
        assert "--new-secret" in missing
        assert not (keys / "secret").exists(), "nothing was made"
        other = _write(tmp_path, secrets.token_bytes(32))
        assert f"sealed with secret {id}" in await _refusal(ready_address, keys, secret=str(other))
        assert await all_text(ready_address) == before
        async with signing_house(ready_address, keys, secret=str(kept)) as house:
            assert house.floor.table(live.id).seq == live.seq

    asyncio.run(run())


def test_a_lost_secret_is_replaced_and_only_what_it_sealed_is_shut(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await played(house)
            cookie = house.cookies.write(KnownDevice("d1").after("ann"))
            id = house.database.secret.id
        assert "is not lost" in await _refusal(ready_address, keys, is_new_secret=True)
        (keys / "secret").unlink()
        async with signing_house(ready_address, keys, is_new_secret=True) as house:
            assert house.database.secret.id not in ("", id)
            assert house.cookies.read(cookie) == KnownDevice(), "old cookies are nobody's"
            assert "was sealed otherwise" in house.floor.quarantined[live.id].why
            other = await played(house, "B")
        async with signing_house(ready_address, keys) as house:
            assert other.id in house.floor.tables
            assert live.id in house.floor.quarantined, "its rows were not touched"

    asyncio.run(run())


def test_a_house_that_was_never_sealed_is_sealed_at_its_next_start(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, None) as house:
            live = await played(house)
            cookie = house.cookies.write(KnownDevice("d1").after("ann"))
            (order, _), *_ = live.table.vault.values()
        assert order in await all_text(ready_address), "as an earlier version left it"
        async with signing_house(ready_address, keys) as house:
            assert house.floor.table(live.id).table.vault == live.table.vault
            assert order not in await all_text(ready_address)
            assert house.cookies.read(cookie) == KnownDevice(), "it may have been copied before"

    asyncio.run(run())


@ON_SQLITE
def test_what_is_sealed_cannot_stand_in_for_something_else(ready_address: str, keys: Path) -> None:
    """Nor can a row that is not sealed, however right it is."""

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            one, other = await played(house, "A"), await played(house, "B")
            (order, salt), *_ = one.table.vault.values()
        await run_sql(
            ready_address,
            "UPDATE vault SET cards_order = (SELECT cards_order FROM vault AS o WHERE o.table_id ="
            f" '{other.id}' AND o.pack = vault.pack) WHERE table_id = '{one.id}'",
        )
        async with signing_house(ready_address, keys) as house:
            assert "was sealed otherwise" in house.floor.quarantined[one.id].why
            assert other.id in house.floor.tables
        await run_sql(
            ready_address,
            f"UPDATE vault SET cards_order = '{order}', salt = '{salt}'"
            f" WHERE table_id = '{one.id}'",
        )
        async with signing_house(ready_address, keys) as house:
            assert "is not sealed" in house.floor.quarantined[one.id].why

    asyncio.run(run())


@ON_SQLITE
def test_a_broken_cookie_secret_is_made_anew(
    ready_address: str, keys: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            cookie = house.cookies.write(KnownDevice("d1").after("ann"))
        for broken in ("plain", f"{MARK}AAAA", f"{MARK}not base64"):
            await run_sql(
                ready_address, f"UPDATE settings SET value = '{broken}' WHERE key = 'cookie-secret'"
            )
            async with signing_house(ready_address, keys) as house:
                assert house.cookies.read(cookie) == KnownDevice()
                assert "it is made anew" in caplog.text
                caplog.clear()

    asyncio.run(run())


# Sealing --------------------------------------------------------------------------------------------


def test_a_text_is_opened_only_as_it_was_sealed() -> None:
    secret, of = Secret(secrets.token_bytes(32)), of_order("D1-1", 1)
    kept = secret.seal("As Kd", of)
    assert kept != secret.seal("As Kd", of), "nobody sees that two are the same"
    assert secret.open(kept, of) == "As Kd"
    raw = bytearray(base64.b64decode(kept.removeprefix(MARK)))
    for n in range(len(raw)):
        changed = bytes([*raw[:n], raw[n] ^ 1, *raw[n + 1 :]])
        with pytest.raises(Unreadable):
            secret.open(MARK + base64.b64encode(changed).decode(), of)
    for other in (of_salt("D1-1", 1), of_order("D1-1", 2), of_order("D1-11", 1)):
        with pytest.raises(Unreadable):
            secret.open(kept, other)
    for key in (Secret(secrets.token_bytes(32)), UNSEALED):
        with pytest.raises(Unreadable):
            key.open(kept, of)
    with pytest.raises(Unreadable):
        secret.open("As Kd", of)


# Where it lies --------------------------------------------------------------------------------------


def test_the_secret_comes_from_a_file_the_environment_or_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = secrets.token_bytes(32)
    file = _write(tmp_path, key)
    monkeypatch.setenv("HOUSE_SECRET", base64.b64encode(key).decode())
    for told in (str(file), "env:HOUSE_SECRET", f"command:cat '{file}'"):
        source = source_of(told, tmp_path)
        assert source is not None
        assert source.read().id == source.make().id == Secret(key).id
    assert source_of(None, None) is None


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = _write(tmp_path, secrets.token_bytes(32))
    file.chmod(0o640)
    source = source_of(str(file), None)
    assert source is not None
    with pytest.raises(NoSecret, match="chmod 600"):
        source.read()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("/nowhere/secret", "is missing"),
        ("env:NOT_SET_ANYWHERE", "is not set"),
        ("command:false", "ended with 1"),
        ("command:echo short", "holds no key"),
        ("command:'", "gave no secret"),
        ("command:/no/such/program", "gave no secret"),
        ("command:", "gave no secret"),
    ],
)
def test_a_secret_that_is_not_there_is_refused_in_one_line(told: str, said: str) -> None:
    source = source_of(told, None)
    assert source is not None
    with pytest.raises(NoSecret, match=said) as refused:
        source.read()
    assert str(refused.value).isprintable()


def test_the_secret_that_is_made_is_for_its_owner_alone(tmp_path: Path) -> None:
    source = source_of(None, tmp_path / "keys")
    assert source is not None
    made = source.make()
    file = tmp_path / "keys" / "secret"
    assert source.read().id == made.id
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
    shutil.rmtree(tmp_path / "keys")
    with pytest.raises(NoSecret):
        source.read()


@ON_SQLITE
def test_the_ends_of_journals_are_sealed_anew_when_the_secret_is_lost(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await open_table(house, "duki4", is_practice=False)  # It has no cards yet.
            await house.heads.sign_all()
        (keys / "secret").unlink()
        for is_new in (True, False):
            async with signing_house(ready_address, keys, is_new_secret=is_new) as house:
                assert set(house.floor.tables) == {live.id}, house.floor.quarantined

    asyncio.run(run())

"""Accounts: names that are people's, passwords that nobody can read, tokens shown once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import pytest
from argon2 import PasswordHasher

from tablewright.house.books.database import Database
from tablewright.house.people.accounts import Accounts, Duty
from tablewright.house.people.passwords import Passwords
from tablewright.rules.errors import Refused
from tests.house import recorded

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "seven red chips"


def _run(address: str, test: Callable[[Accounts], Awaitable[None]]) -> None:
    async def run() -> None:
        database = await Database.open(address)
        try:
            await test(Accounts(database, Passwords(QUICK)))
        finally:
            await database.close()

    asyncio.run(run())


def test_an_account_signs_in_with_its_password_only(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        made, password = await accounts.create("  Ann   Lee ", ["dealer", "player"], PASSWORD)
        assert (made.name, password) == ("Ann Lee", PASSWORD)
        assert made.roles == {Duty.DEALER, Duty.PLAYER}
        assert await accounts.sign_in("ann lee", PASSWORD) == made
        assert await accounts.sign_in("ＡＮＮ LEE", PASSWORD) == made
        assert await accounts.sign_in("Ann Lee", PASSWORD + "s") is None
        assert await accounts.sign_in("Ann Lee", "x" * 100_000) is None
        assert await accounts.sign_in("Nobody", PASSWORD) is None
        assert await accounts.by_id(made.id) == made
        assert await accounts.by_id(99) is None
        sql = "SELECT password FROM accounts"
        ((kept,),) = await recorded.values(accounts.database, sql)
        assert kept.startswith("$argon2id$")
        assert PASSWORD not in kept

    _run(ready_address, test)


def test_two_accounts_cannot_differ_in_case_alone(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        await accounts.create("Zoë", [], PASSWORD)
        for name in ("zoë", "ZOË", "Zoe\u0308", " ｚoë"):
            with pytest.raises(Refused, match="already an account"):
                await accounts.create(name, [], PASSWORD)
        assert [each.name for each in await accounts.all()] == ["Zoë"]

    _run(ready_address, test)


def test_unknown_duties_are_refused(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        with pytest.raises(Refused, match="expected player, dealer"):
            await accounts.create("Ann", ["cook"], PASSWORD)

    _run(ready_address, test)


WEAK = ["", "short", "nine char", "Ann Lee 1!", "ann lee ann lee", "aaaaaaaaaaaa", "x" * 201]


def test_a_weak_password_is_refused(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        for weak in WEAK:
            with pytest.raises(Refused, match="password"):
                await accounts.create("Ann Lee", [], weak)
        made, _ = await accounts.create("Ann Lee", [], PASSWORD)
        for weak in WEAK:
            with pytest.raises(Refused, match="password"):
                await accounts.change_password(made.id, PASSWORD, weak)
        assert await accounts.sign_in("Ann Lee", PASSWORD) == made

    _run(ready_address, test)


def test_the_first_administrator_is_made_once_and_must_change_the_password(
    ready_address: str,
) -> None:
    async def test(accounts: Accounts) -> None:
        lost = await accounts.first_start()
        password = await accounts.first_start()
        assert lost is not None
        assert password is not None
        assert await accounts.sign_in("administrator", lost) is None
        first = await accounts.sign_in("administrator", password)
        assert first is not None
        assert first.must_change
        assert first.roles == {Duty.ADMINISTRATOR}
        changed = await accounts.change_password(first.id, password, PASSWORD)
        assert not changed.must_change
        assert await accounts.sign_in("Administrator", password) is None
        assert await accounts.sign_in("Administrator", PASSWORD) == changed
        assert await accounts.first_start() is None

    _run(ready_address, test)


def test_the_epoch_goes_on_when_a_password_changes_or_an_account_is_disabled(
    ready_address: str,
) -> None:
    async def test(accounts: Accounts) -> None:
        await accounts.first_start()
        made, _ = await accounts.create("Ann", ["player"], PASSWORD)
        with pytest.raises(Refused, match="current password is wrong"):
            await accounts.change_password(made.id, "wrong", "eight blue chips")
        with pytest.raises(Refused, match="choose another"):
            await accounts.change_password(made.id, PASSWORD, PASSWORD)
        changed = await accounts.change_password(made.id, PASSWORD, "eight blue chips")
        assert changed.epoch == made.epoch + 1
        disabled = await accounts.change("ANN", is_disabled=True)
        assert disabled.is_disabled
        assert disabled.epoch == made.epoch + 2
        assert await accounts.sign_in("Ann", "eight blue chips") is None
        again = await accounts.change("Ann", is_disabled=False)
        assert await accounts.sign_in("Ann", "eight blue chips") == again
        reset = await accounts.reset_password("Ann")
        assert await accounts.sign_in("Ann", "eight blue chips") is None
        found = await accounts.sign_in("Ann", reset)
        assert found is not None
        assert found.must_change
        assert found.epoch == made.epoch + 4
        with pytest.raises(Refused, match="no account 'Bob'"):
            await accounts.reset_password("Bob")

    _run(ready_address, test)


def test_the_last_administrator_stays(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        await accounts.first_start()
        with pytest.raises(Refused, match="last administrator"):
            await accounts.change("Administrator", is_disabled=True)
        with pytest.raises(Refused, match="last administrator"):
            await accounts.change("Administrator", roles=["player"])
        (first,) = await accounts.all()
        assert (first.is_disabled, first.epoch) == (False, 0)
        await accounts.create("Ann", ["administrator"], PASSWORD)
        assert (await accounts.change("Administrator", roles=[])).roles == frozenset()

    _run(ready_address, test)


def test_staff_are_listed_by_post(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        await accounts.create("Admin A", ["administrator"], PASSWORD)
        await accounts.create("cy", ["dealer", "pit-boss"], PASSWORD)
        await accounts.create("Bob", ["dealer", "player"], PASSWORD)
        await accounts.create("Dan", ["dealer"], PASSWORD)
        await accounts.change("Dan", is_disabled=True)
        assert await accounts.staff() == {
            "dealer": ["Bob", "cy"],
            "inspector": [],
            "pit-boss": ["cy"],
            "surveillance": [],
        }

    _run(ready_address, test)


def test_a_password_is_kept_anew_when_the_way_of_keeping_changes(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        await accounts.create("Ann", [], PASSWORD)
        sql = "SELECT password, epoch FROM accounts"
        before = await recorded.values(accounts.database, sql)
        stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
        later = Accounts(accounts.database, Passwords(stronger))
        assert await later.sign_in("Ann", "not this one") is None
        assert await recorded.values(accounts.database, sql) == before
        assert await later.sign_in("Ann", PASSWORD)
        ((kept, epoch),) = await recorded.values(accounts.database, sql)
        assert "m=16,t=2" in kept
        assert epoch == 0
        assert await later.sign_in("Ann", PASSWORD)

    _run(ready_address, test)


def test_passwords_are_kept_with_argon2id_at_full_strength() -> None:
    kept = asyncio.run(Passwords().hashed(PASSWORD))
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_hashing_does_not_hold_the_tables_up() -> None:
    async def run() -> None:
        hashing = asyncio.create_task(Passwords().hashed(PASSWORD))
        turns = 0
        while not hashing.done():
            turns += 1
            await asyncio.sleep(0)
        assert turns > 2

    asyncio.run(run())


def test_an_unknown_name_takes_a_hash_as_well(ready_address: str) -> None:
    class Counting(PasswordHasher):
        verified = 0

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            self.verified += 1
            return super().verify(hash, password)

    async def test(accounts: Accounts) -> None:
        counting = Counting(time_cost=1, memory_cost=8, parallelism=1)
        accounts = Accounts(accounts.database, Passwords(counting))
        assert await accounts.sign_in("Nobody", PASSWORD) is None
        assert counting.verified == 1

    _run(ready_address, test)


def test_a_password_that_was_reset_meanwhile_is_not_changed(ready_address: str) -> None:
    class Resetting(Passwords):
        """An administrator resets the password while its owner's change is being checked."""

        accounts: Accounts
        has_reset = False

        async def hashed(self, password: str) -> str:
            if password == "eight blue chips" and not self.has_reset:
                self.has_reset = True
                await self.accounts.reset_password("Ann")
            return await super().hashed(password)

    async def test(accounts: Accounts) -> None:
        accounts.passwords = resetting = Resetting(QUICK)
        resetting.accounts = accounts
        ann, _ = await accounts.create("Ann", [], PASSWORD)
        with pytest.raises(Refused, match="changed meanwhile"):
            await accounts.change_password(ann.id, PASSWORD, "eight blue chips")
        assert await accounts.sign_in("Ann", "eight blue chips") is None
        changed = await accounts.by_id(ann.id)
        assert changed is not None
        assert changed.must_change

    _run(ready_address, test)


# PINs ----------------------------------------------------------------------------------------------


def test_a_pin_is_its_owner_s_and_ends_with_a_password_s_reset(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        ann, _ = await accounts.create("Ann", ["inspector"], PASSWORD)
        await accounts.create("Bob", ["administrator"], PASSWORD)
        assert not ann.has_pin
        assert await accounts.check_pin("Ann", "") is None
        with pytest.raises(Refused, match="password is wrong"):
            await accounts.set_pin(ann.id, "not this one", "482915")
        with pytest.raises(Refused, match="PIN"):
            await accounts.set_pin(ann.id, PASSWORD, "123456")
        changed = await accounts.set_pin(ann.id, PASSWORD, "482915")
        assert changed.has_pin
        assert await accounts.check_pin("ANN", "482915") == changed
        assert await accounts.check_pin("Ann", "482916") is None
        assert await accounts.check_pin("Bob", "482915") is None
        assert await accounts.check_pin("Nobody", "482915") is None
        ((kept,),) = await recorded.values(
            accounts.database, "SELECT pin FROM accounts WHERE name = 'Ann'"
        )
        assert kept.startswith("$argon2id$")
        await accounts.change("Ann", is_disabled=True)
        assert await accounts.check_pin("Ann", "482915") is None
        await accounts.change("Ann", is_disabled=False)
        assert await accounts.check_pin("Ann", "482915") is not None
        await accounts.reset_password("Ann")
        assert await accounts.check_pin("Ann", "482915") is None

    _run(ready_address, test)


def test_a_pin_may_be_given_up(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        ann, _ = await accounts.create("Ann", ["inspector"], PASSWORD)
        await accounts.set_pin(ann.id, PASSWORD, "482915")
        assert not (await accounts.set_pin(ann.id, PASSWORD, None)).has_pin
        assert await accounts.check_pin("Ann", "482915") is None

    _run(ready_address, test)

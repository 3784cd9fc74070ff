"""Accounts: names that are people's, passwords that nobody can read, tokens shown once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import pytest
from argon2 import PasswordHasher

from tablewright.house.accounts import MOST_TOKENS, Accounts, Duty, cleaned_name
from tablewright.house.database import Database
from tablewright.house.passwords import Passwords
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


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "a" * 41, "Ann\n", "A\u200bnn", "Ann\x00",
        "Guest", "guest 7", "GUEST  Ann", "Guest-Ann", "Dealer", "the dealer", "Pit-Boss",
        "pit boss", "Player 3", "player3", "Surveillance", "The House", "Inspector", "Ｄealer",
    ],
)  # fmt: skip
def test_a_name_that_is_no_persons_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        cleaned_name(name)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["A", "a" * 40, "Jo-Ann O’Neil", "Guesting", "Dealer Dan", "李"])
def test_a_name_that_is_a_persons_is_taken(name: str) -> None:
    assert cleaned_name(name) == name


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


def test_old_cookies_end_when_a_password_changes_or_an_account_is_disabled(
    ready_address: str,
) -> None:
    async def test(accounts: Accounts) -> None:
        await accounts.first_start()
        made, _ = await accounts.create("Ann", ["player"], PASSWORD)
        with pytest.raises(Refused, match="old password is wrong"):
            await accounts.change_password(made.id, "wrong", "eight blue chips")
        with pytest.raises(Refused, match="expected another"):
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
        assert found.epoch == made.epoch + 3
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


# Tokens --------------------------------------------------------------------------------------------


def test_a_token_signs_in_until_it_is_revoked(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        await accounts.first_start()
        ann, _ = await accounts.create("Ann", ["player"], PASSWORD)
        bob, _ = await accounts.create("Bob", ["player"], PASSWORD)
        made = await accounts.create_token(ann.id, " my  robot ")
        assert made.label == "my robot"
        assert len(made.token) >= 43
        assert await accounts.by_token(made.token) == ann
        assert await accounts.by_token(made.token[:-1]) is None
        assert await accounts.by_token("") is None
        (kept,) = await recorded.values(accounts.database, "SELECT * FROM tokens")
        assert made.token not in map(str, kept)
        assert not await accounts.revoke_token(bob.id, made.id)
        assert await accounts.by_token(made.token) == ann
        await accounts.change("Ann", is_disabled=True)
        assert await accounts.by_token(made.token) is None
        await accounts.change("Ann", is_disabled=False)
        assert await accounts.revoke_token(ann.id, made.id)
        assert not await accounts.revoke_token(ann.id, made.id)
        assert await accounts.by_token(made.token) is None
        (token,) = await accounts.tokens(ann.id)
        assert token.revoked is not None
        assert await accounts.tokens(bob.id) == []

    _run(ready_address, test)


def test_nobody_has_too_many_tokens(ready_address: str) -> None:
    async def test(accounts: Accounts) -> None:
        ann, _ = await accounts.create("Ann", ["player"], PASSWORD)
        made = [await accounts.create_token(ann.id, f"t{n}") for n in range(MOST_TOKENS)]
        with pytest.raises(Refused, match="expected one to be revoked"):
            await accounts.create_token(ann.id, "one more")
        assert await accounts.revoke_token(ann.id, made[0].id)
        await accounts.create_token(ann.id, "one more")
        labels = [each.label for each in await accounts.tokens(ann.id)]
        assert labels[:2] == ["one more", "t99"]
        assert len(labels) == MOST_TOKENS
        with pytest.raises(Refused, match="label"):
            await accounts.create_token(ann.id, " ")

    _run(ready_address, test)

"""Sessions and tokens: what holds, until when, and what ends when an account changes."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from tablewright.house.books.database import Database
from tablewright.house.people.accounts import Account, Accounts
from tablewright.house.people.passwords import Passwords
from tablewright.house.people.person import Scope
from tablewright.house.people.sessions import IDLE, LONGEST, MOST_EACH, NOTED, Sessions
from tablewright.house.people.tokens import DAYS, MOST_DAYS, MOST_TOKENS, Tokens
from tablewright.rules.errors import Refused
from tests.house import recorded
from tests.house.test_accounts import PASSWORD, QUICK


class Clock:
    now = datetime(2026, 1, 5, 18, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class Scene:
    """An account, and what is opened in its name."""

    def __init__(self, database: Database, accounts: Accounts, ann: Account) -> None:
        self.database, self.accounts, self.ann = database, accounts, ann
        self.clock = Clock()
        self.sessions = Sessions(database, self.clock)
        self.tokens = Tokens(database, self.clock)

    async def sign_in(self) -> str:
        secret, _ = await self.sessions.begin(self.ann, "Firefox on Linux", "192.0.2.7")
        return secret


def _run(address: str, test: Callable[[Scene], Awaitable[None]]) -> None:
    async def run() -> None:
        database = await Database.open(address)
        try:
            accounts = Accounts(database, Passwords(QUICK))
            await accounts.first_start()
            ann, _ = await accounts.create("Ann", ["player"], PASSWORD)
            await test(Scene(database, accounts, ann))
        finally:
            await database.close()

    asyncio.run(run())


def test_a_session_is_found_by_its_secret_and_only_a_hash_is_kept(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        secret = await scene.sign_in()
        found = scene.sessions.find(secret)
        assert found is not None
        assert (found.account, found.device) == (scene.ann.id, "Firefox on Linux")
        for wrong in ("", secret[:-1], secret + "x", "\ud800"):
            assert scene.sessions.find(wrong) is None
        (kept,) = await recorded.values(scene.database, "SELECT * FROM sessions")
        assert secret not in map(str, kept)

    _run(ready_address, test)


def test_a_session_that_was_ended_stays_ended(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        secret, other = await scene.sign_in(), await scene.sign_in()
        found = scene.sessions.find(secret)
        assert found is not None
        await scene.sessions.end(found)
        again = Sessions(scene.database, scene.clock)
        for held in (scene.sessions, again):
            assert held.find(secret) is None
        assert scene.sessions.find(other) is not None
        assert len(await recorded.values(scene.database, "SELECT id FROM sessions")) == 1

    _run(ready_address, test)


def test_a_session_ends_when_it_is_not_used_and_when_it_is_old(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        idle, used = await scene.sign_in(), await scene.sign_in()
        begun = scene.clock.now
        while scene.clock.now < begun + LONGEST:
            assert scene.sessions.find(used) is not None
            scene.clock.now += IDLE - timedelta(seconds=1)
        assert scene.sessions.find(idle) is None
        assert scene.sessions.find(used) is None
        assert len(await scene.sessions.tidy(())) == 2
        assert await recorded.values(scene.database, "SELECT id FROM sessions") == []

    _run(ready_address, test)


def test_an_open_connection_keeps_a_session_in_use(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        secret = await scene.sign_in()
        found = scene.sessions.find(secret)
        assert found is not None
        for _ in range(3):
            scene.clock.now += IDLE - timedelta(seconds=1)
            assert await scene.sessions.tidy([found.key]) == []
        assert scene.sessions.find(secret) is not None

    _run(ready_address, test)


def test_who_was_here_last_is_known_after_a_restart(address: str) -> None:
    async def test(scene: Scene) -> None:
        secret = await scene.sign_in()
        scene.clock.now += NOTED
        assert scene.sessions.find(secret) is not None
        await scene.sessions.tidy(())
        ((seen,),) = await recorded.values(scene.database, "SELECT seen FROM sessions")
        assert datetime.fromisoformat(seen) == scene.clock.now

    _run(address, test)


def test_nobody_has_too_many_sessions(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        first = await scene.sign_in()
        for _ in range(MOST_EACH):
            scene.clock.now += timedelta(seconds=1)
            last = await scene.sign_in()
        assert scene.sessions.find(first) is None
        assert scene.sessions.find(last) is not None
        assert len(scene.sessions.of(scene.ann)) == MOST_EACH

    _run(ready_address, test)


CHANGES: dict[str, Callable[[Accounts, Account], Awaitable[object]]] = {
    "reset": lambda accounts, ann: accounts.reset_password("Ann"),
    "change": lambda accounts, ann: accounts.change_password(ann.id, PASSWORD, "nine grey geese"),
    "duties": lambda accounts, ann: accounts.change("Ann", roles=["dealer"]),
    "closed": lambda accounts, ann: accounts.change("Ann", is_disabled=True),
}


@pytest.mark.parametrize("change", sorted(CHANGES))
def test_sessions_and_tokens_end_when_the_account_changes(ready_address: str, change: str) -> None:
    async def test(scene: Scene) -> None:
        await scene.sign_in()
        await scene.tokens.create(scene.ann.id, scene.ann.epoch, "robot")
        await CHANGES[change](scene.accounts, scene.ann)
        after = await scene.accounts.by_id(scene.ann.id)
        assert after is not None
        assert scene.sessions.of(after) == []
        assert await recorded.values(scene.database, "SELECT id FROM sessions") == []
        (token,) = await scene.tokens.of(scene.ann.id)
        assert token.revoked is not None

    _run(ready_address, test)


def test_nothing_ends_when_nothing_changes(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        await scene.sign_in()
        same = await scene.accounts.change("Ann", roles=["player"], is_disabled=False)
        assert same == scene.ann
        assert len(scene.sessions.of(same)) == 1

    _run(ready_address, test)


# Tokens --------------------------------------------------------------------------------------------


def test_a_token_is_found_until_it_is_ended(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        tokens, ann = scene.tokens, scene.ann
        bob, _ = await scene.accounts.create("Bob", ["player"], PASSWORD)
        made = await tokens.create(ann.id, ann.epoch, " my  robot ")
        assert (made.kept.label, made.kept.scope) == ("my robot", Scope.READ)
        assert len(made.secret) >= 43
        for held in (tokens, await Tokens.open(scene.database)):
            held.now = scene.clock
            assert held.find(made.secret) == made.kept
        assert tokens.find(made.secret[:-1]) is None
        assert tokens.find("") is None
        (kept,) = await recorded.values(scene.database, "SELECT * FROM tokens")
        assert made.secret not in map(str, kept)
        assert await tokens.revoke(bob.id, made.kept.id) is None
        assert tokens.find(made.secret) is not None
        assert await tokens.revoke(ann.id, made.kept.id) is not None
        assert await tokens.revoke(ann.id, made.kept.id) is None
        for held in (tokens, await Tokens.open(scene.database)):
            assert held.find(made.secret) is None
        (token,) = await tokens.of(ann.id)
        assert token.revoked is not None
        assert await tokens.of(bob.id) == []

    _run(ready_address, test)


@pytest.mark.parametrize("days", [1, DAYS, MOST_DAYS])
def test_a_token_ends_by_itself(ready_address: str, days: int) -> None:
    async def test(scene: Scene) -> None:
        made = await scene.tokens.create(scene.ann.id, 0, "robot", "act", days)
        scene.clock.now += timedelta(days=days) - timedelta(seconds=1)
        assert scene.tokens.find(made.secret) == made.kept
        assert scene.tokens.drop_ended() == []
        scene.clock.now += timedelta(seconds=1)
        assert scene.tokens.find(made.secret) is None
        assert scene.tokens.drop_ended() == [made.kept]

    _run(ready_address, test)


def test_a_token_without_end_or_without_bounds_is_refused(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        for label, scope, days in (
            ("robot", "act", 0),
            ("robot", "act", MOST_DAYS + 1),
            ("robot", "full", 1),
            ("robot", "", 1),
            (" ", "read", 1),
            ("a\nb", "read", 1),
        ):
            with pytest.raises(Refused, match="token's"):
                await scene.tokens.create(scene.ann.id, 0, label, scope, days)

    _run(ready_address, test)


def test_nobody_has_too_many_tokens(ready_address: str) -> None:
    async def test(scene: Scene) -> None:
        tokens, ann = scene.tokens, scene.ann
        made = [await tokens.create(ann.id, 0, f"t{n}") for n in range(MOST_TOKENS)]
        with pytest.raises(Refused, match="end one first"):
            await tokens.create(ann.id, 0, "one more")
        assert await tokens.revoke(ann.id, made[0].kept.id)
        await tokens.create(ann.id, 0, "one more")
        labels = [each.label for each in await tokens.of(ann.id)]
        assert labels[:2] == ["one more", "t99"]
        assert len(labels) == MOST_TOKENS

    _run(ready_address, test)

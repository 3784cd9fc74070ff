"""Sessions, tokens and PINs over HTTP: what each lets its owner do, and what ends it."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tablewright.house.people.sessions import LONGEST
from tablewright.house.people.throttle import PAIR, PIN_NAME, Throttle, TooManyTries
from tablewright.rules.errors import Forbidden
from tests.house.clients import PATIENCE_SECONDS, Visit, Visitor, play, why
from tests.house.serving import PASSWORD, Serving, served

NEW = "nine grey donkeys"


def _somebody_new(visitor: Visit, name: str, *roles: str) -> "asyncio.Future[Visitor]":
    async def make() -> Visitor:
        admin = await visitor().sign_in("Ada")
        body = {"name": name, "roles": roles, "password": PASSWORD}
        assert (await admin.post("/accounts", body)).status_code == 201
        who = await visitor().sign_in(name)
        assert (await who.post("/password", {"old": PASSWORD, "new": NEW})).is_success
        return who

    return asyncio.ensure_future(make())


# Sessions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["Pia", ""])
def test_signing_out_ends_the_cookie_and_its_sockets(serving_both: Serving, who: str) -> None:
    async def scene(visitor: Visit) -> None:
        here = visitor()
        await (here.sign_in(who) if who else here.come_as_guest())
        kept = dict(here.http.cookies)
        table = await here.table_of("duki4")
        follower = await here.follow(table)
        assert (await here.post("/sign-out")).is_success
        assert await follower.hear_the_end() == 4401
        thief = visitor()
        thief.http.cookies.update(kept)
        assert (await thief.ask("/me"))["name"] is None
        sit = {"event": "sit", "place": 1}
        assert (await thief.command(table, sit, "player")).status_code == 401

    play(serving_both, scene)


def test_signing_out_leaves_other_sessions_and_tokens_alone(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        here, there = await visitor().sign_in("Pia"), await visitor().sign_in("Pia")
        token = (await there.post("/tokens", {"label": "robot"})).json()
        robot = visitor(token["token"])
        table = await here.table_of("duki4")
        followers = [await each.follow(table, "watch") for each in (here, there, robot)]
        assert (await here.post("/sign-out")).is_success
        assert await followers[0].hear_the_end() == 4401
        for each in followers[1:]:
            await each.send("nonsense")
            assert (await each.answer_to(""))["type"] == "refused"
            await each.socket.close()
        assert (await there.ask("/me"))["name"] == "Pia"
        assert (await robot.ask("/me"))["name"] == "Pia"
        assert (await there.http.delete(f"/tokens/{token['id']}")).is_success

    play(serving_both, scene)


def test_a_sign_in_ends_the_session_that_the_browser_had(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = await visitor().come_as_guest()
        old = dict(who.http.cookies)
        follower = await who.follow(await who.table_of("duki4"))
        await who.sign_in("Pia")
        assert await follower.hear_the_end() == 4401
        thief = visitor()
        thief.http.cookies.update(old)
        assert (await thief.ask("/me"))["name"] is None

    play(serving, scene)


def test_somebody_sees_where_they_are_signed_in_and_ends_it(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        here = await visitor().sign_in("Sue")
        there = visitor()
        firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        there.http.headers["user-agent"] = firefox
        await there.sign_in("Sue")
        follower = await there.follow(await there.table_of("duki4"), "watch")
        listed = await here.ask("/sessions")
        other = next(each for each in listed if each["device"] == "Firefox on Linux")
        assert other["address"] == "127.0.0.1"
        assert not other["is_this_one"]
        assert sum(each["is_this_one"] for each in listed) == 1
        pia = await visitor().sign_in("Pia")
        for id in (other["id"], 10**30):
            assert (await pia.http.delete(f"/sessions/{id}")).status_code == 404
        assert (await there.ask("/me"))["name"] == "Sue"
        assert (await here.http.delete(f"/sessions/{other['id']}")).is_success
        assert await follower.hear_the_end() == 4401
        assert (await there.ask("/me"))["name"] is None
        assert (await here.ask("/me"))["name"] == "Sue"
        assert other["id"] not in [each["id"] for each in await here.ask("/sessions")]
        assert (await (await visitor().come_as_guest()).get("/sessions")).status_code == 403

    play(serving_both, scene)


def test_what_has_run_out_ends_with_its_sockets(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(visitor: Visit) -> None:
        house = serving.house
        pia = await visitor().sign_in("Pia")
        token = (await pia.post("/tokens", {"label": "robot", "days": 1})).json()["token"]
        robot = visitor(token)
        table = await pia.table_of("duki4")
        followers = [await each.follow(table, "watch") for each in (pia, robot)]
        for kept in (house.sessions, house.tokens):
            now = kept.now
            monkeypatch.setattr(kept, "now", lambda now=now: now() + LONGEST + timedelta(days=1))
        serving.run(house.end_what_has_run_out())
        for each in followers:
            assert await each.hear_the_end() == 4401
        assert (await pia.ask("/me"))["name"] is None
        assert (await robot.ask("/me"))["name"] is None

    play(serving, scene)


def test_a_session_outlives_a_restart_and_its_end_does_too(
    sqlite_template: Path, tmp_path: Path
) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(sqlite_template.read_bytes())
    database = f"sqlite:///{path}"
    kept: list[dict[str, str]] = []

    async def before(visitor: Visit) -> None:
        here, there = await visitor().sign_in("Pia"), await visitor().sign_in("Pia")
        guest = await visitor().come_as_guest("Bo")
        kept.extend(dict(each.http.cookies) for each in (here, there, guest))
        await there.post("/sign-out")

    async def after(visitor: Visit) -> None:
        names = []
        for cookies in kept:
            who = visitor()
            who.http.cookies.update(cookies)
            names.append((await who.ask("/me"))["name"])
        assert names == ["Pia", None, "Bo (guest)"]

    with served(database) as serving:
        play(serving, before)
    with served(database, is_new=False) as serving:
        play(serving, after)


# Tokens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["reset", "change", "duties"])
def test_tokens_end_when_the_account_changes(serving_both: Serving, change: str) -> None:
    async def scene(visitor: Visit) -> None:
        rex = await _somebody_new(visitor, f"Rex {change}", "player")
        made = await rex.post("/tokens", {"label": "robot", "scope": "act"})
        robot = visitor(made.json()["token"])
        follower = await robot.follow(await robot.table_of("duki4"))
        if change == "change":
            assert (await rex.post("/password", {"old": NEW, "new": PASSWORD})).is_success
        else:
            admin = await visitor().sign_in("Ada")
            body = {"reset_password": True} if change == "reset" else {"roles": ["dealer"]}
            assert (await admin.http.patch(f"/accounts/Rex {change}", json=body)).is_success
        assert await follower.hear_the_end() == 4401
        assert (await robot.ask("/me"))["name"] is None

    play(serving_both, scene)


def test_a_token_for_looking_does_nothing(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pia = await visitor().sign_in("Pia")
        token = (await pia.post("/tokens", {"label": "eyes"})).json()
        assert token["scope"] == "read"
        eyes = visitor(token["token"])
        table = await eyes.table_of("king-high")
        sit = {"event": "sit", "place": 3}
        refused = await eyes.command(table, sit, "player")
        assert refused.status_code == 403
        assert "only look" in why(refused)
        another = await eyes.post("/tokens", {"label": "more eyes"})
        assert another.status_code == 403
        assert "tokens cannot make tokens" in why(another)
        follower = await eyes.follow(table)
        await follower.send({"id": "x", "seq": follower.seq, "do": sit})
        answer = await follower.answer_to("")
        assert answer["type"] == "refused"
        assert "only look" in answer["why"]
        await follower.socket.close()
        assert "3" not in (await pia.ask(f"/tables/{table}/view"))["view"]["places"]
        assert (await pia.http.delete(f"/tokens/{token['id']}")).is_success

    play(serving, scene)


def test_a_token_for_acting_acts_as_its_owner_may(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pia = await visitor().sign_in("Pia")
        body = {"label": "robot", "scope": "act", "days": 30}
        token = (await pia.post("/tokens", body)).json()
        robot = visitor(token["token"])
        table = await robot.table_of("king-high")
        for do in ({"event": "sit", "place": 3}, {"event": "leave", "place": 3}):
            answer = await robot.command(table, do, "player")
            assert answer.is_success, answer.text
        new = {"table": "X", "game": "duki4"}
        assert (await robot.post("/tables", new)).status_code == 403
        assert (await pia.http.delete(f"/tokens/{token['id']}")).is_success

    play(serving, scene)


@pytest.mark.parametrize("scope", ["read", "act"])
def test_no_token_touches_an_account(serving: Serving, scope: str) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        token = (await ada.post("/tokens", {"label": "robot", "scope": scope})).json()
        robot = visitor(token["token"])
        before = await ada.ask("/accounts"), await ada.ask("/tokens")
        for method, path, body in (
            ("POST", "/tokens", {"label": "another"}),
            ("GET", "/tokens", None),
            ("DELETE", f"/tokens/{token['id']}", None),
            ("POST", "/password", {"old": PASSWORD, "new": NEW}),
            ("POST", "/pin", {"password": PASSWORD, "pin": "482915"}),
            ("GET", "/sessions", None),
            ("DELETE", "/sessions/1", None),
            ("GET", "/accounts", None),
            ("POST", "/accounts", {"name": "Mole", "roles": ["administrator"]}),
            ("PATCH", "/accounts/Dan", {"reset_password": True}),
        ):
            refused = await robot.http.request(method, path, json=body)
            assert refused.status_code == 403, (method, path)
            assert why(refused)
        assert (await ada.ask("/accounts"), await ada.ask("/tokens")) == before
        assert (await ada.http.delete(f"/tokens/{token['id']}")).is_success

    play(serving, scene)


def test_a_token_lasts_as_long_as_was_chosen_and_no_longer_than_a_year(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ina = await visitor().sign_in("Ina")
        for days in (0, 366, -1, "90", None):
            refused = await ina.post("/tokens", {"label": "robot", "days": days})
            assert refused.status_code == 422, days
        assert (await ina.post("/tokens", {"label": "x", "scope": "full"})).status_code == 422
        made = (await ina.post("/tokens", {"label": "robot", "days": 365, "scope": "act"})).json()
        (shown,) = await ina.ask("/tokens")
        assert shown == {name: value for name, value in made.items() if name != "token"}
        assert shown["expires"] > shown["created"]

    play(serving, scene)


# Trying passwords ----------------------------------------------------------------------------------


async def _guess(who: Visitor, name: str) -> int:
    """Try wrong passwords until the house has one wait; how many could be tried."""
    for number in range(100):
        answer = await who.post("/sign-in", {"name": name, "password": f"guess {number}"})
        if answer.status_code == 429:
            return number
    raise AssertionError("nobody had to wait")


def test_nobody_is_locked_out_by_tries_from_elsewhere(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        assert await _guess(visitor(come_from="127.0.0.9"), "Dan") == PAIR.free
        await visitor(come_from="127.0.0.8").sign_in("Dan")

    play(serving, scene)


def test_nobody_is_locked_out_on_their_own_device_by_tries_beside_them(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        await dan.post("/sign-out")
        assert await _guess(visitor(), "Dan") == PAIR.free
        stranger = await visitor().post("/sign-in", {"name": "Dan", "password": PASSWORD})
        assert stranger.status_code == 429
        await dan.sign_in("Dan")
        assert await _guess(dan, "Ina") == PAIR.free  # It is Dan's device, not Ina's.

    play(serving, scene)


def test_what_a_stranger_says_of_a_proxy_is_not_believed(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who, tries = visitor(), []
        for number in range(PAIR.free + 1):
            who.http.headers["x-forwarded-for"] = f"203.0.113.{number}"
            answer = await who.post("/sign-in", {"name": "Trudy", "password": "guess"})
            tries.append(answer.status_code)
        assert tries == [401] * PAIR.free + [429]
        who.http.headers["x-forwarded-proto"] = "https"
        signed_in = await who.post("/sign-in", {"name": "Pia", "password": PASSWORD})
        assert "secure" not in signed_in.headers["set-cookie"].lower()

    play(serving, scene)


# PINs ----------------------------------------------------------------------------------------------


@pytest.fixture
def signing(serving: Serving) -> Serving:
    """A house whose PINs nobody has tried yet."""
    serving.house.entrance.pin_throttle = Throttle(lambda: 1000.0, PIN_NAME)
    return serving


def test_somebody_signs_at_another_s_screen_by_their_own_pin(signing: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        house = signing.house
        ivy = await _somebody_new(visitor, "Ivy", "inspector")
        for password, pin, status in (
            ("wrong", "482915", 400),
            (NEW, "123456", 400),
            (NEW, "4829", 400),
            (NEW, 482915, 422),
        ):
            refused = await ivy.post("/pin", {"password": password, "pin": pin})
            assert refused.status_code == status
        assert not (await ivy.ask("/me"))["has_pin"]
        answer = await ivy.post("/pin", {"password": NEW, "pin": "482915"})
        assert answer.json()["has_pin"] is True
        assert (await ivy.ask("/me"))["has_pin"] is True
        signer = signing.run(house.signer("ivy", "482915", "127.0.0.1"))
        assert (signer.name, signer.duties) == ("Ivy", frozenset(["inspector"]))
        for name, pin in (("Ivy", "482916"), ("Dan", "482915"), ("Nobody", "482915"), ("Ivy", "")):
            with pytest.raises(Forbidden, match="PIN is wrong"):
                signing.run(house.signer(name, pin, "127.0.0.1"))
        admin = await visitor().sign_in("Ada")
        await admin.http.patch("/accounts/Ivy", json={"reset_password": True})
        with pytest.raises(Forbidden, match="PIN is wrong"):
            signing.run(house.signer("Ivy", "482915", "127.0.0.1"))

    play(signing, scene)


def test_who_tries_many_pins_must_wait(signing: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        house, said = signing.house, []
        for number in range(PAIR.free + 3):
            try:
                signing.run(house.signer("Ina", f"90731{number}", "127.0.0.1"))
            except Forbidden:
                said.append("wrong")
            except TooManyTries as wait:
                said.append(str(wait))
        waiting = "Too many tries: wait 2 seconds, then try again."
        assert said == ["wrong"] * PAIR.free + [waiting] * 3

    play(signing, scene)


def test_a_password_tried_at_the_pin_s_address_is_a_password_tried(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        sue = await visitor().sign_in("Sue")
        tries = [
            await sue.post("/pin", {"password": f"guess {number}", "pin": "482915"})
            for number in range(PAIR.free + 1)
        ]
        assert [each.status_code for each in tries] == [400] * PAIR.free + [429]
        assert int(tries[-1].headers["retry-after"]) >= 1

    play(serving, scene)


def test_no_socket_outlives_its_session_however_close_the_two_come(serving: Serving) -> None:
    chance = random.Random(11)

    async def later(work: Callable[[], Awaitable[Any]]) -> Any:
        await asyncio.sleep(chance.uniform(0, 0.03))
        return await work()

    def looks_on(name: str) -> bool:
        return any(each.person.name == name for each in list(serving.house.floor.crowd))

    async def scene(visitor: Visit) -> None:
        for number in range(20):
            who = await visitor().come_as_guest(f"Eve {chr(65 + number)}")
            table = await who.table_of("duki4")
            name = (await who.ask("/me"))["name"]
            opening = [later(lambda: who.socket(table, "watch")) for _ in range(4)]  # noqa: B023
            _, *opened = await asyncio.gather(later(lambda: who.post("/sign-out")), *opening)  # noqa: B023
            async with asyncio.timeout(PATIENCE_SECONDS):
                while looks_on(name):
                    await asyncio.sleep(0.01)
            for each in opened:
                await each.close()

    play(serving, scene)

"""People over HTTP: coming in, passwords, accounts, tokens, and what ends when one of them changes."""

import asyncio
from typing import Any

import pytest

from tests.house.clients import Visit, play, why
from tests.house.serving import PASSWORD, Serving


def test_somebody_signs_in_and_out(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = visitor()
        nobody: dict[str, Any] = {
            "name": None,
            "roles": [],
            "is_guest": False,
            "must_change_password": False,
            "has_pin": False,
        }
        assert (await who.ask("/me")) == nobody
        answer = await who.post("/sign-in", {"name": " DAN ", "password": PASSWORD})
        assert answer.json() == {**nobody, "name": "Dan", "roles": ["dealer"]}
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert (await who.ask("/me"))["name"] == "Dan"
        assert (await who.post("/guest")).status_code == 400
        assert (await who.post("/sign-out")).json() == nobody
        assert (await who.ask("/me")) == nobody

    play(serving_both, scene)


@pytest.mark.parametrize("name", ["Dan", "Nobody at all", "", "\0", "ş" * 30])
def test_a_wrong_name_and_a_wrong_password_are_refused_alike(
    serving_both: Serving, name: str
) -> None:
    async def scene(visitor: Visit) -> None:
        answer = await visitor().post("/sign-in", {"name": name, "password": "wrong"})
        assert answer.status_code == (422 if "\0" in name else 401)
        assert why(answer)

    play(serving_both, scene)


def test_who_tries_many_passwords_must_wait(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = visitor()
        tries = [
            await who.post("/sign-in", {"name": "Trudy", "password": f"guess {n}"})
            for n in range(6)
        ]
        assert [each.status_code for each in tries] == [401] * 5 + [429]
        assert int(tries[-1].headers["retry-after"]) >= 1
        assert "wait" in why(tries[-1])
        assert (await who.post("/sign-in", {"name": "Pia", "password": PASSWORD})).is_success

    play(serving, scene)


def test_many_tries_at_once_do_not_slip_through(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = visitor()
        tries = await asyncio.gather(
            *(who.post("/sign-in", {"name": "Mallory", "password": "x"}) for _ in range(12))
        )
        assert sorted(each.status_code for each in tries) == [401] * 5 + [429] * 7

    play(serving, scene)


def test_guests_have_names_of_their_own_and_no_account(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = visitor()
        me = (await who.post("/guest", {"name": "Bo"})).json()
        assert me == {
            "name": "Bo (guest)", "roles": [], "is_guest": True, "must_change_password": False,
            "has_pin": False,
        }  # fmt: skip
        assert (await who.post("/guest")).status_code == 400
        assert (await who.get("/tokens")).status_code == 403
        assert (await who.post("/password", {"old": "a", "new": "b"})).status_code == 403
        for name in ("the dealer", "x" * 41, "a\u202eb", "\0", "\u200b"):
            answer = await visitor().post("/guest", {"name": name})
            assert answer.status_code in (400, 422), name
            assert why(answer)
        assert (await visitor().http.post("/guest")).is_success

    play(serving, scene)


def test_a_made_up_password_must_be_changed_before_anything_else(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        admin = await visitor().sign_in("Ada")
        made = await admin.post("/accounts", {"name": "Newt", "roles": ["dealer", "pit-boss"]})
        assert made.status_code == 201
        assert made.json()["account"]["roles"] == ["dealer", "pit-boss"]
        password = made.json()["password"]
        newt = await visitor().sign_in("Newt", password)
        assert (await newt.ask("/me"))["must_change_password"] is True
        for answer in (
            await newt.get("/staff"),
            await newt.get("/pit"),
            await newt.post("/tokens", {"label": "x"}),
            await newt.post("/tables", {"table": "X", "game": "duki4"}),
        ):
            assert answer.status_code == 403
            assert "password" in why(answer)
        table = await newt.table_of("duki4")
        assert (await newt.command(table, {"event": "sit", "place": 1})).status_code == 403
        async with newt.socket(table, "player") as socket:
            assert '"legal":{}' in str(await socket.recv())
        weak = await newt.post("/password", {"old": password, "new": "short"})
        assert weak.status_code == 400
        assert why(weak)
        assert (await newt.post("/password", {"old": password, "new": password})).status_code == 400
        changed = await newt.post("/password", {"old": password, "new": PASSWORD})
        assert changed.json()["must_change_password"] is False
        assert (await newt.get("/staff")).is_success

    play(serving_both, scene)


def test_a_new_password_ends_old_cookies_and_connections(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        admin = await visitor().sign_in("Ada")
        await admin.post("/accounts", {"name": "Otto", "roles": ["dealer"], "password": PASSWORD})
        here, there = await visitor().sign_in("Otto"), await visitor().sign_in("Otto")
        new = "nine grey donkeys"
        assert (await here.post("/password", {"old": PASSWORD, "new": new})).is_success
        assert (await there.ask("/me"))["name"] is None
        there = await visitor().sign_in("Otto", new)
        table = await there.table_of("duki4")
        follower = await there.follow(table)
        assert (await here.post("/password", {"old": new, "new": PASSWORD})).is_success
        assert (await here.ask("/me"))["name"] == "Otto"
        assert await follower.hear_the_end() == 4401

    play(serving_both, scene)


@pytest.mark.parametrize(
    "change", [{"is_disabled": True}, {"roles": ["player"]}, {"reset_password": True}]
)
def test_who_is_changed_by_an_administrator_is_shown_out(
    serving: Serving, change: dict[str, object]
) -> None:
    name = f"Rex {next(iter(change))}".replace("_", " ")

    async def scene(visitor: Visit) -> None:
        admin, rex = await visitor().sign_in("Ada"), visitor()
        body = {"name": name, "roles": ["dealer"], "password": PASSWORD}
        assert (await admin.post("/accounts", body)).status_code == 201
        await rex.sign_in(name)
        await rex.post("/password", {"old": PASSWORD, "new": "nine grey donkeys"})
        token = (await rex.post("/tokens", {"label": "robot"})).json()["token"]
        follower = await rex.follow(await rex.table_of("pick2"))
        changed = await admin.http.patch(f"/accounts/{name}", json=change)
        assert changed.status_code == 200
        assert bool(changed.json()["password"]) == ("reset_password" in change)
        assert await follower.hear_the_end() == 4401
        for one in (rex, visitor(token)):
            assert (await one.post("/tables", {"table": "X", "game": "duki4"})).status_code in (
                401,
                403,
            )

    play(serving, scene)


def test_the_last_administrator_stays(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        admin = await visitor().sign_in("Ada")
        changes: list[dict[str, Any]] = [{"roles": []}, {"is_disabled": True}]
        for change in changes:
            refused = await admin.http.patch("/accounts/Ada", json=change)
            assert refused.status_code == 400
            assert "last administrator" in why(refused)
        assert (await admin.ask("/me"))["roles"] == ["administrator"]

    play(serving, scene)


def test_accounts_are_made_once_and_with_duties_that_there_are(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        admin = await visitor().sign_in("Ada")
        for body, status in (
            ({"name": "dan", "roles": []}, 400),
            ({"name": "the inspector", "roles": []}, 400),
            ({"name": "Zed", "roles": ["king"]}, 400),
            ({"name": "Zed", "roles": [], "password": "short"}, 400),
            ({"name": "Zed\0", "roles": []}, 422),
            ({"name": "Zed", "roles": "dealer"}, 422),
            ({"name": "Zed", "roles": [], "is_disabled": False}, 422),
        ):
            answer = await admin.post("/accounts", body)
            assert answer.status_code == status, body
            assert why(answer)
        for name in ("Nobody", "%00", "a%2Fb", "%ff"):
            answer = await admin.http.patch(f"/accounts/{name}", json={})
            assert answer.status_code == 404, name
        names = [each["name"] for each in await admin.ask("/accounts")]
        assert "Zed" not in names
        assert {"Dan", "Ada"} <= set(names)

    play(serving_both, scene)


def test_tokens_work_until_they_are_ended(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pia = await visitor().sign_in("Pia")
        made = (await pia.post("/tokens", {"label": "my robot"})).json()
        robot = visitor(made["token"])
        assert (await robot.ask("/me"))["name"] == "Pia"
        follower = await robot.follow(await robot.table_of("duki4"))
        assert follower.may("sit")
        listed = [each for each in await pia.ask("/tokens") if not each["is_revoked"]]
        assert [each["id"] for each in listed] == [made["id"]]
        assert made["token"] not in str(listed)
        dan = await visitor().sign_in("Dan")
        assert (await dan.http.delete(f"/tokens/{made['id']}")).status_code == 404
        assert (await robot.ask("/me"))["name"] == "Pia"
        assert (await pia.http.delete(f"/tokens/{made['id']}")).is_success
        assert (await robot.ask("/me"))["name"] is None
        assert await follower.hear_the_end() == 4401
        assert (await pia.http.delete(f"/tokens/{made['id']}")).status_code == 404
        assert (await pia.http.delete(f"/tokens/{10**30}")).status_code == 404
        assert (await pia.http.delete("/tokens/x")).status_code == 422
        for label in ("", " ", "x" * 99, "a\nb", "\0"):
            assert (await pia.post("/tokens", {"label": label})).status_code in (400, 422)

    play(serving_both, scene)


def test_forged_cookies_and_tokens_are_nobody_s(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dan = await visitor().sign_in("Dan")
        cookie = dan.http.cookies["tablewright"]
        forged = [cookie[:-1] + ("A" if cookie[-1] != "A" else "B"), cookie[1:], "", ".", "a.b.c"]
        forged += [f".{cookie}", "x" * 4000, "é".encode().decode("latin-1")]
        for value in forged:
            who = visitor()
            answer = await who.http.get(
                "/me", headers=[(b"cookie", f"tablewright={value}".encode("latin-1"))]
            )
            assert answer.json()["name"] is None, value
        for token in ("x", "é", cookie, "x" * 4000):
            header = f"Bearer {token}".encode("latin-1")
            answer = await visitor().http.get("/me", headers=[(b"authorization", header)])
            assert answer.json()["name"] is None, token

    play(serving_both, scene)


UNREADABLE: list[tuple[bytes, str]] = [
    (b"", "the body: input data was truncated"),
    (b"[]", "the body: expected `object`, got `array`"),
    (b'{"name":"Pia"}', "the body: object missing required field `password`"),
    (b'{"name":5,"password":"x"}', "name: expected `str`, got `int`"),
    (b'{"name":"Pia","password":"x","\\u0007":1}', "the body: object contains unknown field"),
    (b'{"name":"' + b"a" * 101 + b'","password":"x"}', "name: expected `str` of length <= 100"),
]


@pytest.mark.parametrize(("body", "said"), UNREADABLE, ids=[said for _, said in UNREADABLE])
def test_a_body_that_cannot_be_read_is_refused_in_one_line(
    serving: Serving, body: bytes, said: str
) -> None:
    async def scene(visitor: Visit) -> None:
        json = {"Content-Type": "application/json"}
        answer = await visitor().http.post("/sign-in", content=body, headers=json)
        assert answer.status_code == 422
        assert why(answer).startswith(said)

    play(serving, scene)


def test_a_body_of_another_kind_is_refused(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        form = {"name": "Pia", "password": PASSWORD}
        answer = await visitor().http.post("/sign-in", data=form)
        assert (answer.status_code, why(answer)) == (422, "Content-Type: expected application/json")

    play(serving, scene)

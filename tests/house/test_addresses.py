"""Every address over HTTP: right answers, right refusals, and exactly who may ask for what."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest

from tests.house.clients import Visit, Visitor, play, why
from tests.house.serving import DUTIES, Serving
from tests.house.staffing import staffed

NOBODY, GUEST = "nobody", "guest"
EVERYBODY = (NOBODY, GUEST, *DUTIES)
KNOWN = {GUEST, *DUTIES}
ACCOUNTS = set(DUTIES)
STAFF = ACCOUNTS - {"Pia"}
PIT = {"Ina", "Pit", "Sue", "Ada"}

RIGHTS: list[tuple[str, str, Any, set[str], int]] = [
    ("GET", "/me", None, {*EVERYBODY}, 200),
    ("GET", "/games", None, {*EVERYBODY}, 200),
    ("GET", "/games/duki4", None, {*EVERYBODY}, 200),
    ("GET", "/games/none", None, {*EVERYBODY}, 404),
    ("GET", "/games/duki4/readings", None, STAFF, 200),
    ("GET", "/games/none/readings", None, STAFF, 404),
    ("GET", "/games/duki4/choices", None, STAFF, 200),
    ("GET", "/games/none/choices", None, STAFF, 404),
    ("GET", "/tables", None, {*EVERYBODY}, 200),
    ("GET", "/lobby", None, {*EVERYBODY}, 200),
    ("GET", "/tables/D", None, {*EVERYBODY}, 200),
    ("GET", "/tables/none", None, {*EVERYBODY}, 404),
    ("GET", "/tables/D/view", None, {*EVERYBODY}, 200),
    ("GET", "/tables/D/view?as=player", None, {*EVERYBODY}, 200),
    ("GET", "/tables/D/view?as=surveillance", None, {"Sue"}, 200),
    ("GET", "/tables/D/view?as=dealer", None, set(), 200),
    ("GET", "/tables/D/view?as=inspector", None, set(), 200),
    ("GET", "/tables/D/view?as=pit-boss", None, set(), 200),
    ("GET", "/tables/D/view?as=king", None, set(), 200),
    ("GET", "/tables/D/advice", None, KNOWN, 400),
    ("GET", "/tables/D/history", None, KNOWN, 400),
    ("POST", "/tables/D/commands", {}, KNOWN, 422),
    ("POST", "/tables/D/commands", {"id": "x", "seq": 0, "do": {"event": "ready"}}, KNOWN, 409),
    ("GET", "/tables/D/journal", None, PIT, 200),
    ("GET", "/tables/none/journal", None, PIT, 404),
    ("GET", "/tables/D/journal.jsonl", None, PIT, 200),
    ("GET", "/tables/none/journal.jsonl", None, PIT, 404),
    ("GET", "/tables/D/money", None, PIT, 200),
    ("GET", "/tables/D/standing", None, PIT, 200),
    ("GET", "/tables/D/ratings", None, PIT, 200),
    ("GET", "/tables/D/ratings.csv", None, PIT, 200),
    ("GET", "/tables/none/ratings", None, PIT, 404),
    ("GET", "/pit/ratings", None, PIT, 200),
    ("GET", "/pit/report", None, PIT, 200),
    ("GET", "/pit/report?period=x", None, PIT, 400),
    ("GET", "/pit/ratings.csv", None, PIT, 200),
    ("GET", "/work", None, KNOWN, 200),
    ("GET", "/openings", None, {"Pit"}, 200),
    ("GET", "/pit", None, PIT, 200),
    ("GET", "/pit?period=9", None, PIT, 400),
    ("GET", "/pit/course", None, PIT, 200),
    ("GET", "/pit/gaming-day", None, PIT, 200),
    ("PUT", "/pit/gaming-day", {"zone": "none"}, {"Pit", "Ada"}, 400),
    ("GET", "/pit/dealers", None, PIT, 200),
    ("GET", "/pit/policy", None, PIT, 200),
    ("PUT", "/pit/policy", {"warn_days": 0}, {"Pit", "Ada"}, 400),
    ("PUT", "/pit/policy", {"keep_years": 0}, {"Ada"}, 400),
    ("GET", "/school/floor", None, {*PIT, "Ivo"}, 200),
    ("GET", "/school/floor/sums.csv", None, {*PIT, "Ivo"}, 200),
    ("GET", "/school/floor/faults.csv", None, {*PIT, "Ivo"}, 200),
    ("GET", "/school/assigned", None, KNOWN, 200),
    ("GET", "/school/classes", None, {"Ivo", "Ada"}, 200),
    ("GET", "/school/classes/999", None, {"Ivo", "Ada"}, 404),
    ("GET", "/school/classes/999/files/answers.csv", None, {"Ivo", "Ada"}, 404),
    ("GET", "/school/pupils/999", None, {"Ivo", "Ada"}, 404),
    ("GET", "/school/pace", None, {"Ivo", "Ada"}, 200),
    ("GET", "/school/personnel", None, ACCOUNTS, 200),
    ("GET", "/school/erasures", None, {"Ivo", "Ada"}, 200),
    ("POST", "/school/erasures/999/confirm", {}, {"Ivo", "Ada"}, 404),
    ("POST", "/school/personnel/1/erasure", {"reason": ""}, {"Ada"}, 400),
    ("GET", "/staff", None, STAFF, 200),
    ("GET", "/accounts", None, {"Ada"}, 200),
    ("POST", "/accounts", {"name": "Zed", "roles": ["king"]}, {"Ada"}, 400),
    ("PATCH", "/accounts/Zed", {"is_disabled": True}, {"Ada"}, 404),
    ("GET", "/tokens", None, ACCOUNTS, 200),
    ("POST", "/tokens", {"label": ""}, ACCOUNTS, 400),
    ("DELETE", "/tokens/999999", None, ACCOUNTS, 404),
    ("POST", "/password", {"old": "wrong", "new": "also wrong"}, ACCOUNTS, 400),
    ("POST", "/tables", {"table": "T", "game": "none"}, STAFF - {"Sue"}, 400),
    ("POST", "/tables", {"table": "T", "game": "none", "is_practice": False}, {"Pit"}, 400),
    ("POST", "/tables/D/close", None, {"Ivo", "Ada"}, 200),
]
"""An address, what is sent, who may, and how it is answered to those; the last one closes the table."""


async def _come(visitor: Visit, who: str) -> Visitor:
    if who == NOBODY:
        return visitor()
    return await (visitor().come_as_guest() if who == GUEST else visitor().sign_in(who))


@pytest.fixture
def watch_table(serving: Serving) -> str:
    """A table that the house opened."""
    return next(id for id in serving.house.floor.tables if id.startswith("D"))


def test_who_may_ask_for_what(serving: Serving, watch_table: str) -> None:
    wrong: list[str] = []

    async def scene(visitor: Visit) -> None:
        people = {who: await _come(visitor, who) for who in EVERYBODY}
        for method, path, body, allowed, status in RIGHTS:
            for who in EVERYBODY:
                at = path.replace("/D", f"/{watch_table}")
                answer = await people[who].http.request(method, at, json=body)
                unknown = 401 if "/view" not in path else 403
                expected = status if who in allowed else unknown if who == NOBODY else 403
                if path.endswith("/close") and answer.status_code == 404:
                    continue  # A person who may has closed it already.
                if answer.status_code != expected:
                    wrong.append(f"{method} {path} by {who}: {answer.status_code}, not {expected}")
                elif expected >= 400:
                    why(answer)

    play(serving, scene)
    assert not wrong


POSTS = ("dealer", "inspector", "pit-boss", "surveillance")


@pytest.mark.parametrize("is_practice", [True, False])
def test_who_may_take_which_post(serving: Serving, is_practice: bool) -> None:
    """At a table for money nobody helps himself to a post; the cameras see every table by duty."""
    expected = {("Dan", "dealer"), ("Ina", "inspector"), ("Pit", "pit-boss")}
    expected |= {("Ivo", "dealer"), ("Ada", "inspector")}
    expected = expected if is_practice else set()
    at_post = expected | {("Sue", "surveillance")} | {("Pit", "pit-boss")}

    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        body = {"table": f"Posts {is_practice}", "game": "duki4", "is_practice": is_practice}
        made = await pit.post("/tables", body | {"automatic": "none"})
        assert made.status_code == 201, made.text
        table = made.json()["id"]
        found, seen = set(), set()
        for who in (GUEST, *DUTIES):
            person = await _come(visitor, who)
            for post in ("inspector", *POSTS) if who == "Ada" else POSTS:
                answer = await person.command(table, {"event": "take-post", "post": post})
                if answer.is_success:
                    found.add((who, post))
                else:
                    assert why(answer)
                if (await person.get(f"/tables/{table}/view", **{"as": post})).is_success:
                    seen.add((who, post))
        assert found == expected
        assert seen == at_post

    play(serving, scene)


def test_a_pit_boss_names_nobody_to_a_post_who_has_not_its_duty(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, pia = await visitor().sign_in("Pit"), await visitor().sign_in("Pia")
        body = {"table": "Relief", "game": "duki4", "is_practice": False, "automatic": "none"}
        table = (await pit.post("/tables", body)).json()["id"]
        relieve = {"event": "relieve", "post": "dealer", "who": "Pia"}
        for who in ("Pia", "Nobody", "dan"):
            refused = await pit.command(table, relieve | {"who": who}, "pit-boss")
            assert "name a person whose account has that duty" in why(refused)
        assert (await pit.command(table, relieve | {"who": "Dan"}, "pit-boss")).is_success
        assert (await pia.get(f"/tables/{table}/view", **{"as": "dealer"})).status_code == 403
        unlock = {"event": "unlock-rack"}
        assert (await pia.command(table, unlock, "dealer")).status_code == 403
        rows = await pia.ask("/tables")
        assert next(row for row in rows if row["id"] == table)["your_posts"] == []

    play(serving, scene)


# Tables for money ----------------------------------------------------------------------------------


def test_a_table_for_money_needs_a_pit_boss_and_every_reading_decided(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, dan = await visitor().sign_in("Pit"), await visitor().sign_in("Dan")
        body = {"table": "Money", "game": "pick2", "is_practice": False}
        assert (await dan.post("/tables", body)).status_code == 403
        refused = await pit.post("/tables", body)
        assert refused.status_code == 400
        assert "pick2.unqualified" in why(refused)
        readings = await pit.ask("/games/pick2/readings")
        options = next(each for each in readings if each["id"] == "pick2.unqualified")["options"]
        for more in ({"patrons": 2}, {"dealer": "Pia"}, {"dealer": "Nobody"}, {"inspector": "Dan"}):
            chosen = {"pick2.unqualified": options[0]["id"]}
            answer = await pit.post("/tables", {**body, "readings": chosen, **more})
            assert answer.status_code == 400, more
            assert why(answer)
        made = await pit.post("/tables", {**body, "readings": chosen, "dealer": "Dan"})
        assert made.status_code == 201
        again = await pit.post("/tables", {**body, "readings": chosen})
        assert again.status_code == 400
        assert "open already" in why(again)
        table = made.json()["id"]
        row = next(each for each in await pit.ask("/tables") if each["id"] == table)
        assert (row["status"], row["your_posts"]) == ("opening", ["pit-boss"])
        assert (await pit.post(f"/tables/{table}/close")).status_code == 403

    play(serving, scene)


def test_a_table_for_money_is_for_players_with_accounts(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Cash")
        guest, pia = await visitor().come_as_guest(), await visitor().sign_in("Pia")
        sit = {"event": "sit", "place": 2}
        refused = await guest.command(table, sit, "player")
        assert refused.status_code == 400
        assert "a player's account" in why(refused)
        assert (await staff["dealer"].command(table, sit, "player")).status_code == 400
        assert (await pia.command(table, sit, "player")).is_success
        buying = {"event": "buy-in", "place": 2, "cash": 20_000}
        refused = await pia.command(table, buying, "player")
        assert refused.status_code == 400
        assert "dealer" in why(refused)
        assert (await staff["dealer"].command(table, buying, "dealer")).is_success
        seen = await pia.ask(f"/tables/{table}/view", **{"as": "player"})
        chips = seen["view"]["places"]["2"]["chips"]
        assert sum(int(value) * count for value, count in chips.items()) == 20_000
        practice = await guest.table_of("king-high")
        assert (await guest.command(practice, sit, "player")).is_success
        assert (await guest.command(practice, buying, "player")).is_success

    play(serving, scene)


def test_a_practice_table_is_closed_by_who_opened_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dan, ina = await visitor().sign_in("Dan"), await visitor().sign_in("Ina")
        body = {"table": "Drill", "game": "pick2", "patrons": 3, "pace": 0}
        table = (await dan.post("/tables", body)).json()["id"]
        assert (await ina.post(f"/tables/{table}/close")).status_code == 403
        assert (await dan.post(f"/tables/{table}/close")).is_success
        await dan.until_gone(f"/tables/{table}")
        assert (await dan.get(f"/tables/{table}/view")).status_code == 404
        closed = (await ina.ask("/pit"))["closed"]
        assert table in [each["id"] for each in closed]
        assert (await ina.get(f"/tables/{table}/journal")).is_success
        assert (await ina.get(f"/tables/{table}/journal.jsonl")).is_success

    play(serving, scene)


def test_two_tables_of_one_name_are_not_opened_at_once(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        body = {"table": "Twin", "game": "duki4"}
        answers = await asyncio.gather(*(ivo.post("/tables", body) for _ in range(4)))
        assert sorted(each.status_code for each in answers) == [201, 400, 400, 400]

    play(serving, scene)


# Playing over HTTP ---------------------------------------------------------------------------------


def test_a_program_plays_over_http_alone(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = await visitor().come_as_guest("Robo")
        table = await who.table_of("pick2")

        async def do(event: str, **fields: Any) -> httpx.Response:
            answer = await who.command(table, {"event": event, **fields}, "player")
            assert answer.is_success, answer.text
            return answer

        await do("sit", place=5)
        await do("buy-in", place=5, cash=20_000)
        await do("bets", place=5, stakes={"ante": 1000})
        assert (await who.ask(f"/tables/{table}/advice"))["kind"]
        await do("ready")
        seen = await who.ask(f"/tables/{table}/view", **{"as": "player"})
        assert seen["view"]["phase"] == "decide"
        assert len(seen["view"]["own"]["cards"]) == 5
        advice = await who.ask(f"/tables/{table}/advice")
        assert {each["decision"] for each in advice["choices"]} == {"fold", "three", "five"}
        await do("decide", place=5, decision="fold")
        history = await who.ask(f"/tables/{table}/history")
        assert [each["net"] for each in history["rounds"]] == [-2000]
        assert (await who.ask(f"/tables/{table}/history", before=1))["rounds"] == []
        await do("leave", place=5)
        assert (await who.get(f"/tables/{table}/history")).status_code == 400

    play(serving, scene)


def test_a_stale_command_is_refused_with_the_table_as_it_is(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        who = await visitor().come_as_guest()
        table = await who.table_of("pick2")
        sit = {"event": "sit", "place": 7}
        for seq in (-1, 10**9, 10**30):
            answer = await who.command(table, sit, "player", seq=seq)
            assert answer.status_code == 409
            assert why(answer)
            assert answer.json()["table"]["type"] == "table"
        first = await who.command(table, sit, "player", id="same")
        assert first.is_success
        again = await who.command(table, sit, "player", id="same", seq=0)
        assert again.json() == first.json()
        other = await visitor().come_as_guest()
        assert (await other.command(table, sit, "player", id="same")).status_code == 400
        await who.command(table, {"event": "leave", "place": 7}, "player")

    play(serving, scene)


def test_advice_is_refused_where_the_table_has_none(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        made = await ivo.post("/tables", {"table": "Mute", "game": "duki4", "has_advice": False})
        table = made.json()["id"]
        assert (await ivo.command(table, {"event": "sit", "place": 1}, "player")).is_success
        answer = await ivo.get(f"/tables/{table}/advice")
        assert answer.status_code == 403
        assert why(answer)

    play(serving, scene)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"game": "none"}, 400), ({"device": "none"}, 400), ({"table": ""}, 422),
        ({"table": "a\0"}, 400), ({"table": "\n"}, 400), ({"readings": {"x": "y"}}, 400),
        ({"readings": {"x": 1}}, 422), ({"limits": {"ante": [500, 100]}}, 400),
        ({"limits": {"none": [500, 1000]}}, 400), ({"limits": {"ante": [500]}}, 422),
        ({"limits": {"ante": [500, 10**13]}}, 422), ({"patrons": 8}, 422),
        ({"patrons": "1"}, 422), ({"pace": -1}, 422), ({"pace": "fast"}, 422),
        ({"decide_seconds": 10**30}, 422), ({"jurisdiction": "moon"}, 400),
        ({"dealer": "\0"}, 422), ({"dealer": "Dan", "inspector": "Dan"}, 400),
        ({"maximum_payouts": {"ante": 500}}, 400), ({"maximum_payouts": {"ante": 0}}, 422),
        ({"pay": {"ante.none": "2-1"}}, 400), ({"pay": {"bonus.straight": "many"}}, 400),
        ({"denominations": []}, 400), ({"denominations": [100, 250]}, 400),
        ({"float_chips": {"700": 1}}, 400), ({"float_chips": {"500": -1}}, 422),
        ({"automatic": ["juggle"]}, 400), ({"card_change_minutes": -1}, 422),
        ({"automatic": "some"}, 422), ({"approval_from": 0}, 422), ({"unheard": 1}, 422),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused(
    serving: Serving, wrong: dict[str, Any], status: int
) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        tables = len(serving.house.floor.tables)
        answer = await ada.post("/tables", {"table": "Odd", "game": "duki4"} | wrong)
        assert answer.status_code == status, answer.text
        assert why(answer)
        assert len(serving.house.floor.tables) == tables

    play(serving, scene)


def test_what_the_house_chooses_is_how_the_table_is_set_up(serving: Serving) -> None:
    chosen: dict[str, Any] = {
        "pay": {"bonus.straight": "6-1"}, "denominations": [100, 500, 2500], "takes_tips": False,
        "float_chips": {"100": 300, "500": 200, "2500": 100}, "automatic": ["deal", "settle"],
        "dealer_wagers": True, "personal_limits": True, "deals_from_right": False,
        "settles_from_right": False, "card_change_minutes": 45, "approval_from": None,
    }  # fmt: skip

    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        asked = {"table": "Chosen", "game": "duki4", "dealer": "Dan", "inspector": "Ina"}
        made = await ivo.post("/tables", asked | chosen)
        assert made.status_code == 201, made.text
        setup = serving.house.floor.table(made.json()["id"]).table.book.setup
        plainly = msgspec.json.decode(msgspec.json.encode(setup))
        assert {name: plainly[name] for name in chosen} == chosen
        usual = (await ivo.post("/tables", {"table": "Usual", "game": "duki4"})).json()["id"]
        left_alone = serving.house.floor.table(usual).table.book.setup
        choices = await ivo.ask("/games/duki4/choices")
        assert choices["float_chips"] == {str(v): n for v, n in left_alone.float_chips.items()}
        assert choices["limits"] == {k: [*each] for k, each in left_alone.limits.items()}
        assert choices["approval_from"] == left_alone.approval_from
        assert choices["knows_posted_limits_only"]
        assert not choices["may_return_small_wagers"]

    play(serving, scene)


@pytest.mark.parametrize(
    ("method", "path", "status", "said"),
    [
        ("GET", "/none", 404, "There is nothing at '/api/none'"),
        ("GET", "/tables/D1/none", 404, "There is nothing at '/api/tables/D1/none'"),
        ("DELETE", "/tables", 405, "'/api/tables' does not take DELETE"),
    ],
)
def test_an_unknown_address_is_answered_in_one_clear_sentence(
    serving: Serving, method: str, path: str, status: int, said: str
) -> None:
    async def scene(visitor: Visit) -> None:
        answer = await visitor().http.request(method, path)
        assert answer.status_code == status
        assert said in why(answer)
        assert "/api/docs" in why(answer)

    play(serving, scene)

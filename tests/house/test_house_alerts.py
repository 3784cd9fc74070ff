"""Alerts of the house as a whole: raised, taken and cleared as a table's are, and of no table."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablewright.house.books import handing_out
from tablewright.house.books.handing_out import HandingOut
from tablewright.house.books.second_party import told
from tablewright.house.house import House
from tablewright.house.screens.alert_pages import THE_HOUSE, Alert
from tablewright.house.tables.house_alerts import house_causes
from tests.house.clients import Json, Visit, Visitor, eventually, play
from tests.house.company import employee, open_table, opened, run_sql
from tests.house.serving import Serving
from tests.house.signed import closed, signing_house
from tests.house.test_handing_out import Receiver, receiver
from tests.house.two_servers import two_servers

__all__ = ["receiver"]

INA = employee(2, "Ina", "inspector")
LONG = handing_out.LONG_SECONDS
NOT_TAKEN = [503] * 1000


def _of_house(house: House) -> list[Alert]:
    return [each for each in house.alerts.register.waiting if each.table == THE_HOUSE]


def test_the_pit_is_told_that_a_second_party_takes_nothing_until_it_takes_again(
    ready_address: str, keys: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart in between, after which it has refused for a moment only, changes nothing."""
    monkeypatch.setattr(handing_out, "LAST_SECONDS", 0.0)

    async def run() -> None:
        receiver.answers = NOT_TAKEN.copy()
        async with signing_house(ready_address, keys, heads_to=receiver.address) as house:
            await closed(house)
            await house.heads.sign_all()
            handing = house.handing_out
            assert handing is not None
            await eventually(lambda: handing.failing_since is not None)
            await house.alerts.look()
            assert not _of_house(house), "it has not been so for long"
            monkeypatch.setattr(handing_out, "LONG_SECONDS", 0.0)
            await eventually(lambda: len(_of_house(house)) == 1)
            (alert,) = _of_house(house)
            assert (alert.kind, alert.subject) == ("heads-not-taken", handing.party.name)
            assert "secret" not in f"{alert}", "a password in the address is nobody's business"
            await house.alerts.register.take(alert.id, INA, "")
        monkeypatch.setattr(handing_out, "LONG_SECONDS", LONG)
        async with signing_house(ready_address, keys, heads_to=receiver.address) as house:
            again = house.handing_out
            assert again is not None
            await house.alerts.look()
            await eventually(lambda: again.is_heard)
            assert not again.is_late
            await house.alerts.look()
            (same,) = _of_house(house)
            assert (same.id, same.holder) == (alert.id, "Ina")
            receiver.answers.clear()
            await eventually(lambda: not _of_house(house))
            assert again.waiting == 0
            (over,) = house.alerts.register.earlier
            assert (over.id, over.holder) == (alert.id, "Ina")

    asyncio.run(run())


def test_it_is_over_where_nobody_is_handed_anything_any_more(
    ready_address: str, keys: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing_out, "LAST_SECONDS", 0.0)
    monkeypatch.setattr(handing_out, "LONG_SECONDS", 0.0)

    async def run() -> None:
        receiver.answers = NOT_TAKEN.copy()
        async with signing_house(ready_address, keys, heads_to=receiver.address) as house:
            await closed(house)
            await eventually(lambda: bool(_of_house(house)))
        async with signing_house(ready_address, keys) as house:
            await eventually(lambda: not _of_house(house))

    asyncio.run(run())


# Over HTTP ------------------------------------------------------------------------------------------


def _late(house: House) -> HandingOut:
    """A second party that has taken nothing for long, in the place of none."""
    late = HandingOut(house.signing, told("https://example.org/heads"), lambda: LONG)
    late.failing_since, late.why, late.signed = datetime.now(UTC), "it answered 503", 3
    late.is_heard = True
    house.handing_out = late
    return late


async def _alert(who: Visitor, **asked: object) -> Json:
    """The one alert of the house, once it is there."""
    while True:
        found = (await who.ask("/pit/alerts", **asked))["open"]
        for each in found:
            if each["kind"] == "heads-not-taken":
                return each
        await asyncio.sleep(0.05)


def test_everyone_in_the_pit_sees_it_and_it_stands_at_no_table(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        sue, ina, pit = [await visitor().sign_in(name) for name in ("Sue", "Ina", "Pit")]
        late = _late(serving_both.house)
        alert = await _alert(sue)
        assert (alert["table"], alert["table_name"]) == ("", "the house")
        assert (alert["where"], alert["urgency"], alert["is_practice"]) == ("keys", "soon", False)
        assert "https://example.org/heads takes none of the statements" in alert["says"]
        assert "(it answered 503). Waiting: 3." in alert["says"]
        table = await pit.table_of("duki4")
        assert not (await pit.ask("/pit/alerts", table=table))["open"]
        assert not any(row["alerts"] for row in (await pit.ask("/pit"))["tables"])
        taken = await ina.post(f"/pit/alerts/{alert['id']}/take")
        assert [each["name"] for each in taken.json()["taken"]] == ["Ina"]
        report = await pit.ask("/pit/report")
        (told_of,) = report["alerts"]
        assert (told_of["table"], told_of["taken_by"]) == ("the house", ["Ina"])
        assert not (await pit.ask("/pit/report", practice="true"))["alerts"]
        pit.http.headers["accept-language"] = "es"
        assert (await _alert(pit))["table_name"] == "la casa"
        late.failing_since = None
        while (page := await sue.ask("/pit/alerts"))["open"]:
            await asyncio.sleep(0.05)
        assert [each["kind"] for each in page["earlier"]] == ["heads-not-taken"]
        serving_both.house.handing_out = None

    play(serving_both, scene)


def test_it_passes_to_another_pit_boss_with_the_pit(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in("Ada")
        made = await ada.http.patch("/accounts/Ivo", json={"roles": ["pit-boss"]})
        assert made.is_success, made.text
        ivo = await visitor().sign_in("Ivo")
        _late(serving.house)
        alert = await _alert(pit)
        assert (await pit.post(f"/pit/alerts/{alert['id']}/take")).is_success
        page = await pit.ask("/pit/handover")
        assert [each["table_name"] for each in page["alerts"]] == ["the house"]
        offer = (await pit.post("/pit/handover", {"to": "Ivo"})).json()
        assert (await ivo.post(f"/pit/handover/{offer['id']}/take")).is_success
        assert [each["name"] for each in (await _alert(ivo))["taken"]] == ["Pit", "Ivo"]
        serving.house.handing_out = None

    play(serving, scene)


def test_of_several_servers_the_one_with_the_desk_tells_of_it(shared: str) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        _late(first.house)
        async with Visitor(second.address) as sue:
            await sue.sign_in("Sue")
            assert (await _alert(sue))["table"] == ""
        assert not second.house.alerts.register.waiting
        first.house.handing_out = None

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


# In the database ------------------------------------------------------------------------------------

CALL = """
    INSERT INTO alerts (id, table_id, kind, subject, raised, cleared, kept) VALUES
    ({id}, {table}, '{kind}', '', '2026-11-17T20:00:00+00:00', NULL,
    '{{"table_name":"A","is_practice":true,"slots":{{}}}}')"""
AS_BEFORE = {
    "sqlite": (
        "DROP TABLE alerts",
        "CREATE TABLE alerts (id INTEGER NOT NULL PRIMARY KEY,"
        " table_id TEXT NOT NULL REFERENCES tables (id), kind TEXT NOT NULL, subject TEXT NOT NULL,"
        " raised TEXT NOT NULL, cleared TEXT, kept TEXT NOT NULL)",
    ),
    "postgresql": ("ALTER TABLE alerts ALTER COLUMN table_id SET NOT NULL",),
}


def test_alerts_of_tables_outlast_the_step_that_lets_the_house_have_some(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            table = (await open_table(house, "duki4")).id
        before = AS_BEFORE["sqlite" if ready_address.startswith("sqlite") else "postgresql"]
        await run_sql(
            ready_address,
            *before,
            CALL.format(id=7, table=f"'{table}'", kind="big-win"),
            "UPDATE alembic_version SET version_num = '0014'",
        )
        async with opened(ready_address) as house:
            assert [(each.id, each.table) for each in house.alerts.register.waiting] == [(7, table)]
            await house.alerts.close()
        await run_sql(
            ready_address,
            CALL.format(id=8, table="NULL", kind="heads-not-taken"),
            CALL.format(id=9, table="NULL", kind="big-win"),
            CALL.format(id=10, table=f"'{table}'", kind="heads-not-taken"),
        )
        async with opened(ready_address) as house:
            await house.alerts.close()
            await house.alerts.register.read()
            found = {(each.id, each.table) for each in house.alerts.register.waiting}
            assert (7, table) in found
            assert not {9, 10} & {id for id, _ in found}, "a kind is of tables, or of the house"

    asyncio.run(run())


def test_before_a_second_party_was_asked_nothing_is_known(ready_address: str, keys: Path) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            handing = HandingOut(house.signing, told("https://example.org/heads"))
            assert house_causes(handing, []) is None
            assert house_causes(None, []) == []
            handing.is_heard = True
            assert house_causes(handing, []) == []

    asyncio.run(run())

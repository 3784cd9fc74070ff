"""A table for money that accepts only certified dealers: at its opening, and later."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tablewright.house.screens.dealer_pages import Policy
from tests.house.certified import certify, convert, ruled, withdraw
from tests.house.clients import Visit, Visitor, play, why
from tests.house.serving import ADMINISTRATOR, Serving
from tests.house.staffing import employed, open_up

NEEDS = (
    "which accepts only certified dealers: they need an audition in Duki 4 Poker with the automatic"
    " shuffler with two decks that an examiner has signed. Name another dealer."
)


async def opened(boss: Visitor, table: str, dealer: str = "", **more: Any) -> Any:
    body = {"table": table, "game": "duki4", "is_practice": False, "automatic": "none", "pace": 0}
    body |= {"inspector": "Ina", "certified_only": True} | more
    return await boss.post("/tables", body | ({"dealer": dealer} if dealer else {}))


async def there(serving: Serving, work: Any) -> Any:
    """Have something done where the house lives."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, serving.loop))


async def glance(person: Visitor, table: str) -> Any:
    (row,) = [each for each in (await person.ask("/pit"))["tables"] if each["id"] == table]
    return row


async def alerts(person: Visitor, table: str) -> list[str]:
    """What the pit is told of a table, once it is told anything."""
    while not (found := (await glance(person, table))["alerts"]):
        await asyncio.sleep(0.05)
    return list(found)


def test_nobody_without_a_certificate_is_named_dealer_at_the_opening(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, _ = await visitor().sign_in("Pit"), await employed(visitor, "Cora", "dealer")
        refused = await opened(pit, "C1", "Cora")
        assert refused.status_code == 400
        assert why(refused) == f"'Cora' cannot deal at C1, {NEEDS}"
        await there(serving, certify(serving.house, "Cora"))
        made = await opened(pit, "C1", "Cora")
        assert made.status_code == 201, made.text
        row = await glance(pit, made.json()["id"])
        assert (row["certified_only"], row["staff"]["dealer"], row["alerts"]) == (True, "Cora", [])
        lobby = await (visitor()).ask("/tables")
        assert [each["certified_only"] for each in lobby if each["table"] == "C1"] == [True]

    play(serving, scene)


def test_nobody_without_a_certificate_relieves_the_dealer_or_takes_the_post(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        pit, cleo = await visitor().sign_in("Pit"), await employed(visitor, "Cleo", "dealer")
        drew = await employed(visitor, "Drew", "dealer")
        await there(serving, certify(serving.house, "Cleo"))
        table = (await opened(pit, "C2", "Cleo")).json()["id"]
        relieve = {"event": "relieve", "post": "dealer", "who": "Drew"}
        refused = await pit.command(table, relieve, "pit-boss")
        assert why(refused) == f"'Drew' cannot deal at C2, {NEEDS}"
        assert refused.json()["rule"] == "house.certified-dealers"
        async with await pit.follow(table, "pit-boss") as following:
            await following.until(lambda table: True)
            said = await following.do("relieve", post="dealer", who="Drew")
            assert "cannot deal at C2" in said["why"]
        other = {"event": "relieve", "post": "inspector", "who": "Ina"}
        assert (await pit.command(table, other, "pit-boss")).is_success, "only dealers deal"

        admin = await visitor().sign_in(ADMINISTRATOR)
        assert (await admin.http.patch("/accounts/Cleo", json={"is_disabled": True})).is_success
        take = {"event": "take-post", "post": "dealer"}
        refused = await drew.command(table, take)
        assert why(refused).startswith("You cannot deal at C2, which accepts only certified")
        assert "you need an audition in" in why(refused)
        await there(serving, certify(serving.house, "Drew"))
        assert (await drew.command(table, take)).is_success
        assert (await glance(pit, table))["staff"]["dealer"] == "Drew"
        assert cleo

    play(serving, scene)


def test_other_rules_or_another_device_end_it_and_a_conversion_renews_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        house = serving.house
        pit, _ = await visitor().sign_in("Pit"), await employed(visitor, "Cass", "dealer")
        certificate = await there(serving, certify(house, "Cass"))
        key = (await pit.ask("/games/duki4/choices"))["pays"][0]["key"]
        pay = {key: "3"}
        refused = await opened(pit, "C3", "Cass", pay=pay)
        assert "they need a conversion in" in why(refused)
        assert "as the pay table of the" in why(refused)
        await there(serving, convert(house, certificate, ruled(pay=pay), "shuffler"))
        made = await opened(pit, "C3", "Cass", pay=pay)
        assert made.status_code == 201, made.text
        assert "conversion in" in why(await opened(pit, "C4", "Cass", pay=pay, device="hand"))
        await there(serving, withdraw(house, certificate))
        assert "need an audition in Duki 4 Poker" in why(await opened(pit, "C5", "Cass"))
        (alert,) = await alerts(pit, made.json()["id"])
        assert alert.startswith("The dealer Cass may no longer deal here: they need an aud")

    play(serving, scene)


def test_the_pit_sees_a_device_that_was_substituted_and_nobody_is_thrown_off(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        pit, cody = await visitor().sign_in("Pit"), await employed(visitor, "Cody", "dealer")
        await there(serving, certify(serving.house, "Cody"))
        table = (await opened(pit, "C6", "Cody")).json()["id"]
        staff = {"dealer": cody, "inspector": await visitor().sign_in("Ina"), "pit-boss": pit}
        await open_up(table, staff)
        assert (await glance(pit, table))["alerts"] == []
        changed = await pit.command(
            table, {"event": "substitute", "device": "one-deck-shuffler"}, "pit-boss"
        )
        assert changed.is_success, changed.text
        (alert,) = await alerts(pit, table)
        assert "The dealer Cody may no longer deal here: they need a conversion in" in alert
        assert (await glance(pit, table))["staff"]["dealer"] == "Cody"
        seen = await cody.ask(f"/tables/{table}/view", **{"as": "dealer"})
        assert seen["view"]["status"] == "open"

    play(serving, scene)


def test_it_is_off_unless_asked_for_and_the_house_can_have_it_so_for_every_new_table(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        pit, _ = await visitor().sign_in("Pit"), await employed(visitor, "Dora", "dealer")
        for_practice = {"table": "C7", "game": "duki4", "certified_only": True}
        assert "practice table" in why(await pit.post("/tables", for_practice))
        as_usual = {"certified_only": None}
        assert (await opened(pit, "C8", "Dora", **as_usual)).status_code == 201
        decided = await pit.http.put("/pit/policy", json={"certified_only": True})
        assert decided.is_success, decided.text
        try:
            assert "certified" in why(await opened(pit, "C9", "Dora", **as_usual))
            assert (await opened(pit, "C10", "Dora", certified_only=False)).status_code == 201
            assert (await pit.post("/tables", {"table": "C11", "game": "duki4"})).is_success
        finally:
            await there(serving, serving.house.school.policy.set(Policy()))

    play(serving, scene)


def test_a_restart_knows_which_tables_accept_only_certified_dealers(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, _ = await visitor().sign_in("Pit"), await employed(visitor, "Dina", "dealer")
        await there(serving, certify(serving.house, "Dina"))
        table = (await opened(pit, "C12", "Dina")).json()["id"]
        floor = serving.house.floor

        async def again() -> bool:
            live = floor.tables.pop(table)
            await live.stop()
            (kept,) = [each for each in await floor.ledger.every_table() if each.id == table]
            await floor._take_up(kept)  # type: ignore[arg-type]
            return floor.tables[table].options.certified_only

        assert await there(serving, again())
        relieve = {"event": "relieve", "post": "dealer", "who": "Dan"}
        assert "cannot deal at C12" in why(await pit.command(table, relieve, "pit-boss"))

    play(serving, scene)


# The pit's page of dealers -------------------------------------------------------------------------


def test_the_pit_sees_what_each_dealer_may_deal_and_is_warned_before_it_ends(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        house = serving.house
        pit, _ = await visitor().sign_in("Pit"), await employed(visitor, "Esme", "dealer")
        signed = house.dealers.now() - timedelta(days=350)
        await there(serving, certify(house, "Esme", at=signed))

        async def row() -> Any:
            page = await pit.ask("/pit/dealers")
            (found,) = [each for each in page["dealers"] if each["name"] == "Esme"]
            return found, [each for each in page["warnings"] if each.startswith("Esme")]

        found, warned = await row()
        usual = [each for each in found["deals"] if each["where"] == "the usual rules"]
        assert [(each["device"], each["standing"]) for each in usual] == [("shuffler", "holds")]
        assert all("usual" not in each for each in warned)
        for months, standing in ((12, "soon"), (6, "ended")):
            await there(serving, house.school.policy.set(Policy(valid_months=months)))
            found, warned = await row()
            assert found["deals"][0]["standing"] == standing
            assert found["deals"][0]["until"] in warned[0]
        try:
            assert "they need a new audition, as their certificate" in why(
                await opened(pit, "E1", "Esme")
            )
        finally:
            await there(serving, house.school.policy.set(Policy()))

    play(serving, scene)


@pytest.mark.parametrize("wrong", [{"warn_days": 0}, {"valid_months": 0}, {"keep_years": 500}])
def test_what_cannot_be_decided_is_refused(serving: Serving, wrong: dict[str, int]) -> None:
    async def scene(visitor: Visit) -> None:
        admin = await visitor().sign_in(ADMINISTRATOR)
        refused = await admin.http.put("/pit/policy", json=wrong)
        assert refused.status_code == 400
        assert next(iter(wrong)) in why(refused)

    play(serving, scene)

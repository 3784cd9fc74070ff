"""One pit boss hands the pit to the next: tables and alerts pass when it is taken, nothing before."""

import asyncio

import pytest

from tests.house.clients import Visit, Visitor, play, why
from tests.house.serving import Serving
from tests.house.staffing import employed, staffed


def test_tables_and_alerts_pass_to_the_pit_boss_who_takes_them(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        id, crew = await staffed(visitor, "H1")
        pit, dan = crew["pit-boss"], crew["dealer"]
        petra = await employed(visitor, "Petra", "pit-boss")
        await dan.command(id, {"event": "call", "says": "Marker please"}, "dealer")
        while not (waiting := (await pit.ask("/pit/alerts", table=id))["open"]):
            await asyncio.sleep(0.05)
        (alert,) = waiting
        assert (await pit.post(f"/pit/alerts/{alert['id']}/take")).is_success
        shown = await pit.ask("/pit/handover")
        (table,) = [each for each in shown["tables"] if each["id"] == id]
        assert (table["opening_float"], table["dealer"]) == (table["float_cents"], "Dan")
        assert "Marker please" in table["waiting"]
        assert "Petra" in shown["to"]
        offered = await pit.post("/pit/handover", {"to": "Petra", "note": "Seat 3 is rated"})
        assert offered.is_success, offered.text
        number = offered.json()["id"]
        assert (await pit.post("/pit/handover", {"to": "Petra"})).status_code == 400
        (heard,) = (await petra.ask("/pit/alerts"))["offers"]
        assert (heard["giver"], heard["taker"]) == ("Pit", "Petra")
        seen = await petra.ask("/pit/handover")
        assert (seen["of"], seen["offers"][0]["note"]) == ("Pit", "Seat 3 is rated")
        assert id in [each["id"] for each in seen["tables"]]
        assert alert["id"] in [each["id"] for each in seen["alerts"]]
        refused = await pit.post(f"/pit/handover/{number}/take")
        assert "offered to Petra" in why(refused)
        assert (await staff_of(pit, id))["pit-boss"] == "Pit"
        done = await petra.post(f"/pit/handover/{number}/take")
        assert done.is_success, done.text
        assert "H1" in done.json()["tables"]
        assert (done.json()["alerts"], done.json()["left"]) == (1, [])
        assert (await staff_of(pit, id))["pit-boss"] == "Petra"
        (now,) = (await pit.ask("/pit/alerts", table=id))["open"]
        assert [each["name"] for each in now["taken"]] == ["Pit", "Petra"]
        assert (await petra.post(f"/pit/handover/{number}/take")).status_code == 404
        report = await petra.ask("/pit/report")
        (told,) = [each for each in report["handovers"] if each["id"] == number]
        assert (told["giver"], told["taker"], told["note"]) == ("Pit", "Petra", "Seat 3 is rated")
        posts = [(e["post"], e["who"]) for e in report["staff"] if e["table"] == "H1"]
        assert ("pit-boss", "Pit") in posts
        assert ("pit-boss", "Petra") in posts
        assert (
            await petra.command(id, {"event": "fill", "chips": {"500": 20}}, "pit-boss")
        ).is_success

    play(serving_both, scene)


@pytest.mark.parametrize("who", ["giver", "taker"])
def test_an_offer_that_is_not_wanted_changes_nothing(serving: Serving, who: str) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        name = f"Pam {who}"
        pam = await employed(visitor, name, "pit-boss")
        offered = (await pit.post("/pit/handover", {"to": name})).json()
        by = {"giver": pit, "taker": pam}[who]
        ended = (await by.post(f"/pit/handover/{offered['id']}/end")).json()
        assert ended["outcome"] == {"giver": "withdrawn", "taker": "declined"}[who]
        assert (await pam.post(f"/pit/handover/{offered['id']}/take")).status_code == 404
        assert (await pit.ask("/pit/alerts"))["offers"] == []

    play(serving, scene)


@pytest.mark.parametrize(("to", "note"), [("Pit", ""), ("Dan", ""), ("Nobody", ""), ("Ina", "x")])
def test_the_pit_is_offered_to_another_pit_boss_only(serving: Serving, to: str, note: str) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ina = await visitor().sign_in("Pit"), await visitor().sign_in("Ina")
        refused = await pit.post("/pit/handover", {"to": to, "note": note})
        assert "duty of pit boss" in why(refused)
        assert (await ina.post("/pit/handover", {"to": "Pit"})).status_code == 403
        assert (await ina.ask("/pit/handover"))["is_pit_boss"] is False

    play(serving, scene)


async def staff_of(person: Visitor, id: str) -> dict[str, str]:
    (row,) = [each for each in (await person.ask("/pit"))["tables"] if each["id"] == id]
    found: dict[str, str] = row["staff"]
    return found

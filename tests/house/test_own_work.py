"""Each post opens on its own work, and an opening begins from the last one of its game."""

from typing import Any

import pytest

from tests.house.clients import Visit, play, why
from tests.house.serving import Serving

STAFF = {"dealer": "Dan", "inspector": "Ina", "surveillance": "Sue"}


async def opened(visitor: Visit, **changed: Any) -> tuple[Any, str]:
    pit = await visitor().sign_in("Pit")
    asked = {"game": "duki4", "is_practice": False, "automatic": "none", **STAFF, **changed}
    made = await pit.post("/tables", asked)
    assert made.status_code == 201, made.text
    return pit, made.json()["id"]


def test_everyone_is_told_of_their_own_work_and_players_of_none(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, id = await opened(visitor, table="W1")
        people = {who: await visitor().sign_in(who) for who in ("Dan", "Ina", "Sue", "Pia")}
        work = {who: (await each.get("/work")).json() for who, each in people.items()}
        assert work["Pia"] == work["Sue"] == []
        (first,) = [each for each in work["Ina"] if each["id"] == id]
        assert (first["table"], first["post"], first["does"]) == (
            "W1",
            "inspector",
            "Unlock the rack",
        )
        assert first["more"] == 2
        (waits,) = [each for each in work["Dan"] if each["id"] == id]
        assert waits["does"] == "Check the equipment"
        steps = ["unlock-rack", "bring-decks", "examine"]
        order = {"event": "confirm-steps", "steps": steps}
        done = await people["Ina"].command(id, order, "inspector")
        assert done.is_success, done.text
        (now,) = [each for each in (await people["Dan"].get("/work")).json() if each["id"] == id]
        assert (now["does"], now["post"]) == ("Count the float", "dealer")
        assert "$" not in now["says"], "who counts is not told what it should come to"
        (boss,) = [each for each in (await pit.get("/work")).json() if each["id"] == id]
        assert boss["does"] == ""
        refused = await people["Ina"].command(id, order, "inspector")
        assert "done meanwhile" in why(refused)

    play(serving, scene)


@pytest.mark.parametrize("order", [{"steps": []}, {"steps": ["close"]}, {"steps": ["x"] * 3}])
def test_nothing_is_confirmed_that_is_not_due(serving: Serving, order: dict[str, Any]) -> None:
    async def scene(visitor: Visit) -> None:
        _, id = await opened(visitor, table=f"W2 {len(order['steps'])}")
        ina = await visitor().sign_in("Ina")
        refused = await ina.command(id, {"event": "confirm-steps", **order}, "inspector")
        assert refused.status_code == 400
        assert why(refused)

    play(serving, scene)


def test_the_next_opening_begins_from_the_last(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, _ = await opened(
            visitor, table="P7", limits={"ante": [1000, 20_000]}, decide_seconds=30
        )
        last = next(each for each in (await pit.get("/openings")).json() if each["game"] == "duki4")
        assert (last["by"], last["table"]) == ("Pit", "P7")
        again = last["again"]
        assert again["table"] == "P8", "P7 is open"
        assert again["limits"]["ante"] == [1000, 20_000]
        assert {post: again[post] for post in STAFF} == STAFF
        made = await pit.post("/tables", again)
        assert made.status_code == 201, made.text
        assert [(await pit.get("/openings")).json()[0]["again"]["table"]] == ["P9"], "both are open"
        dan = await visitor().sign_in("Dan")
        assert (await dan.get("/openings")).status_code == 403

    play(serving_both, scene)

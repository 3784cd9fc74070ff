"""Two people at the running house: who signs, where, and what is known before."""

import asyncio
from typing import Any

import httpx

from tests.house.clients import Visit, Visitor, play, why
from tests.house.serving import PASSWORD, Serving
from tests.house.staffing import employed, staffed

FILL = {"event": "fill", "chips": {"500": 20}}
COUNTED = {"500": 20}
PIN = "730415"


async def float_cents(pit: Visitor, table: str) -> int:
    return int((await pit.ask(f"/tables/{table}/money"))["float_cents"])


def test_a_pit_boss_alone_moves_nothing(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Two")
        pit, dan = staff["pit-boss"], staff["dealer"]
        before = await float_cents(pit, table)
        assert (await pit.command(table, FILL, "pit-boss")).is_success
        assert await float_cents(pit, table) == before
        for post in ("pit-boss", "inspector", "dealer", "surveillance"):
            sign = {"event": "countersign", "slip": 1, "chips": COUNTED}
            answer = await pit.command(table, sign, post)
            assert not answer.is_success, post
        (slip,) = (await pit.ask(f"/tables/{table}/view", **{"as": "pit-boss"}))["view"]["slips"]
        assert slip["awaits"] == {"dealer": "Dan"}
        seen = await dan.ask(f"/tables/{table}/view", **{"as": "dealer"})
        assert "chips" not in seen["view"]["slips"][0]
        assert seen["next"]["do"] == {"event": "countersign", "slip": 1}
        wrong = await dan.command(table, seen["next"]["do"] | {"chips": {"500": 19}}, "dealer")
        assert wrong.is_success, "a count that differs is written down"
        assert await float_cents(pit, table) == before
        (slip,) = (await dan.ask(f"/tables/{table}/view", **{"as": "dealer"}))["view"]["slips"]
        assert (slip["miscounts"], "chips" in slip) == (1, False)
        assert (
            await dan.command(table, seen["next"]["do"] | {"chips": COUNTED}, "dealer")
        ).is_success
        assert await float_cents(pit, table) == before + 10_000
        (fill,) = (await pit.ask(f"/tables/{table}/money"))["fills"]
        assert (fill["signed_by"], fill["cents"]) == ("Dan", 10_000)
        told = [each for each in dan.heard if isinstance(each, dict) and each.get("told")]
        assert not any("$100" in str(each) for each in told)

    play(serving, scene)


COUNT_FIRST = "You are to count the chips at this table: count and sign first."
RECORDS = ("journal.jsonl", "journal", "money")


async def records_of(person: Visitor, table: str) -> list[int]:
    """How each address that tells what is recorded answers."""
    answers = [await person.get(f"/tables/{table}/{each}") for each in RECORDS]
    assert {why(each) for each in answers if not each.is_success} <= {COUNT_FIRST}
    return [each.status_code for each in answers]


async def glance(person: Visitor, table: str) -> set[Any]:
    """What a person sees of a table's money in the pit."""
    rows = (await person.ask("/pit"))["tables"]
    (row,) = [each for each in rows if each["id"] == table]
    return {row["float_cents"] is None, row["figures"] is None}


def test_an_inspector_who_is_to_count_a_fill_reads_it_nowhere(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Uncounted", automatic="all")
        pit, ina = staff["pit-boss"], staff["inspector"]
        assert await records_of(ina, table) == [200, 200, 200]
        assert (await pit.command(table, FILL, "pit-boss")).is_success
        assert await records_of(ina, table) == [403, 403, 403]
        assert await glance(ina, table) == {True}
        assert await records_of(pit, table) == [200, 200, 200], "who asked for it knows it"
        assert await glance(pit, table) == {False}
        cam = await visitor().sign_in("Sue")
        assert await records_of(cam, table) == [200, 200, 200]
        sign = {"event": "countersign", "slip": 1, "chips": COUNTED}
        assert (await ina.command(table, sign, "inspector")).is_success
        assert await records_of(ina, table) == [200, 200, 200]
        assert await glance(ina, table) == {False}

    play(serving, scene)


def test_a_dealer_with_pit_duty_counts_the_float_blind(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dora = await employed(visitor, "Dora", "dealer", "inspector", "surveillance")
        pit = await visitor().sign_in("Pit")
        body = {"table": "Blind float", "game": "duki4", "is_practice": False, "automatic": "none"}
        made = await pit.post("/tables", body | {"dealer": "Dora", "inspector": "Ina"})
        table = made.json()["id"]
        assert await records_of(dora, table) == [403, 403, 403]
        assert await glance(dora, table) == {True}
        camera = await dora.get(f"/tables/{table}/view", **{"as": "surveillance"})
        assert (camera.status_code, why(camera)) == (403, COUNT_FIRST)
        assert (await dora.get(f"/tables/{table}/view", **{"as": "dealer"})).is_success
        assert await records_of(pit, table) == [200, 200, 200]

    play(serving, scene)


def test_a_second_person_signs_at_a_shared_screen_by_their_own_pin(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Pins")
        pit, dan = staff["pit-boss"], staff["dealer"]

        async def signed(name: str, pin: str, who: Visitor = pit, **more: Any) -> httpx.Response:
            seq = (await who.ask(f"/tables/{table}/view"))["seq"]
            do = {"event": "countersign", "slip": 1, "chips": COUNTED} | more
            body = {"id": f"{name} {pin} {len(who.heard)}", "seq": seq, "as": "dealer", "do": do}
            signer = {"signer": {"name": name, "pin": pin}}
            return await who.post(f"/tables/{table}/commands", body | signer)

        assert (await pit.command(table, FILL, "pit-boss")).is_success
        assert "PIN" in why(await signed("Dan", PIN)), "none is set"
        assert (await dan.post("/pin", {"password": PASSWORD, "pin": PIN})).is_success
        assert "PIN" in why(await signed("Dan", "730416"))
        assert (await signed("Pit", PIN)).status_code == 400
        guest = await visitor().come_as_guest()
        assert (await signed("Dan", PIN, guest)).status_code == 400
        refused = await signed("Dan", PIN, event="call", says="come", slip=None, chips=None)
        assert refused.status_code in (400, 422)
        done = await signed("Dan", PIN)
        assert done.is_success, done.text
        (fill,) = (await pit.ask(f"/tables/{table}/money"))["fills"]
        assert fill["signed_by"] == "Dan"
        exported = (await pit.get(f"/tables/{table}/journal.jsonl")).text
        assert PIN not in exported

    play(serving, scene)


def test_a_pin_is_throttled_like_a_password(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Throttled")
        pit = staff["pit-boss"]
        assert (await staff["dealer"].post("/pin", {"password": PASSWORD, "pin": PIN})).is_success
        assert (await pit.command(table, FILL, "pit-boss")).is_success
        answers = []
        for number in range(12):
            seq = (await pit.ask(f"/tables/{table}/view"))["seq"]
            body = {
                "id": f"try {number}",
                "seq": seq,
                "as": "dealer",
                "do": {"event": "countersign", "slip": 1, "chips": COUNTED},
                "signer": {"name": "Dan", "pin": f"8{number:05}"},
            }
            answers.append(await pit.post(f"/tables/{table}/commands", body))
        assert [each.status_code for each in answers[:5]] == [400] * 5
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) > 0

    play(serving, scene)


def test_guests_do_not_play_at_a_rehearsal_and_rehearsals_are_not_for_money(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        ivo, pit = await visitor().sign_in("Ivo"), await visitor().sign_in("Pit")
        body = {"table": "Wrong", "game": "duki4", "is_rehearsal": True, "automatic": "supervisors"}
        made = await ivo.post("/tables", body)
        assert made.status_code == 201, made.text
        table, sit = made.json()["id"], {"event": "sit", "place": 1}
        guest = await visitor().come_as_guest()
        assert "Guests cannot play here" in why(await guest.command(table, sit, "player"))
        pia = await visitor().sign_in("Pia")
        assert (await pia.command(table, sit, "player")).is_success
        for_money = body | {"table": "Both", "is_practice": False, "automatic": "none"}
        assert "practice table" in why(await pit.post("/tables", for_money))
        assert (await ivo.post(f"/tables/{table}/close")).is_success

    play(serving, scene)


def test_staff_cannot_learn_what_a_hidden_hand_wins_from_what_they_are_asked_to_do(
    serving: Serving,
) -> None:
    """H3: at every step before a hand is turned, the prompts of all posts name no amount."""

    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        body = {
            "table": "Blind",
            "game": "duki4",
            "automatic": "supervisors",
            "patrons": 3,
            "pace": 0,
        }
        table = (await ivo.post("/tables", body)).json()["id"]
        take = {"event": "take-post", "post": "dealer"}
        assert (await ivo.command(table, take, "watch")).is_success
        turned = 0
        async with await ivo.follow(table, "dealer") as dealer:
            while turned < 6:
                seen = await ivo.ask(f"/tables/{table}/view", **{"as": "dealer"})
                step = seen.get("next", {})
                if "do" not in step:
                    await asyncio.sleep(0.05)
                    continue
                if step["do"]["event"] == "show":
                    turned += 1
                    assert (step["payments"], step["calls"]) == ([], [])
                    assert "$" not in step["says"]
                    assert "settle" not in seen["legal"]
                await dealer.do(**step["do"])
        assert (await ivo.post(f"/tables/{table}/close")).is_success

    play(serving, scene)

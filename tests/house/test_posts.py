"""Posts at the running house: who takes one that is stranded, who is never named, what is said."""

import asyncio
from typing import Any

import pytest

from tests.house.clients import Visit, Visitor, eventually, play, why
from tests.house.company import opened
from tests.house.serving import ADMINISTRATOR, Serving, employ
from tests.house.staffing import employed, staffed


async def glance(person: Visitor, table: str) -> Any:
    """What the pit sees of a table."""
    (row,) = [each for each in (await person.ask("/pit"))["tables"] if each["id"] == table]
    return row


async def for_money(boss: Visitor, table: str, **staff: str) -> str:
    body = {"table": table, "game": "duki4", "is_practice": False, "automatic": "none"} | staff
    made = await boss.post("/tables", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


@pytest.mark.parametrize("change", [{"is_disabled": True}, {"roles": ["inspector"]}])
def test_a_post_whose_holder_lost_the_duty_is_taken_by_another_with_it(
    serving: Serving, change: dict[str, object]
) -> None:
    async def scene(visitor: Visit) -> None:
        name = f"Paula {'closed' if 'is_disabled' in change else 'moved'}"
        paula = await employed(visitor, name, "pit-boss")
        table = await for_money(paula, f"T {name}", dealer="Dan", inspector="Ina")
        admin, pit = await visitor().sign_in(ADMINISTRATOR), await visitor().sign_in("Pit")
        take = {"event": "take-post", "post": "pit-boss"}
        refused = await pit.command(table, take)
        assert "given by a supervisor" in why(refused), "it is still Paula's"
        assert (await glance(pit, table))["posts_to_take"] == []
        changed = await admin.http.patch(f"/accounts/{name}", json=change)
        assert changed.is_success, changed.text
        row = await glance(pit, table)
        assert row["posts_to_take"] == ["pit-boss"]
        assert row["alerts"] == [f"The pit boss {name} no longer has that duty."]
        ina = await visitor().sign_in("Ina")
        assert (await glance(ina, table))["posts_to_take"] == []
        for other in (ina, admin, await visitor().sign_in("Dan"), await visitor().sign_in("Ivo")):
            assert why(await other.command(table, take))
        done = await pit.command(table, take)
        assert done.is_success, done.text
        row = await glance(pit, table)
        assert (row["staff"]["pit-boss"], row["alerts"]) == ("Pit", [])
        assert row["your_posts"] == ["pit-boss"]
        exported = (await pit.get(f"/tables/{table}/journal.jsonl")).text
        assert '"by":"pit-boss (house)"' in exported.splitlines()[-1].replace(": ", ":")
        relieve = {"event": "relieve", "post": "dealer", "who": "Dan"}
        assert (await pit.command(table, relieve, "pit-boss")).is_success

    play(serving, scene)


def test_nobody_is_without_a_duty_while_the_house_reads_the_accounts(ready_address: str) -> None:
    async def scene() -> None:
        async with opened(ready_address) as house:
            await employ(house)
            reading, looks = asyncio.create_task(house.refresh_roster()), 0
            while not reading.done():
                assert "pit-boss" in house.floor.roster.get("Pit", ())
                looks += 1
                await asyncio.sleep(0)
            assert looks > 1

    asyncio.run(scene())


def test_nobody_who_plays_at_a_table_is_named_to_a_post_there(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        both = await employed(visitor, "Both Ways", "player", "dealer", "pit-boss")
        table, staff = await staffed(visitor, "Player dealer")
        assert (await both.command(table, {"event": "sit", "place": 1}, "player")).is_success
        relieve = {"event": "relieve", "post": "dealer", "who": "Both Ways"}
        refused = await staff["pit-boss"].command(table, relieve, "pit-boss")
        assert "plays at this table" in why(refused)

    play(serving, scene)


def test_it_is_told_who_put_a_dealer_on(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        await employed(visitor, "Mixa", "dealer")
        table, staff = await staffed(visitor, "Relieved")
        pit, pia = staff["pit-boss"], await visitor().sign_in("Pia")
        async with await pia.follow(table, "watch") as watcher:
            relieve = {"event": "relieve", "post": "dealer", "who": "Mixa"}
            assert (await pit.command(table, relieve, "pit-boss")).is_success
            await watcher.until(lambda seen: any("Mixa" in each["says"] for each in seen["told"]))
            (said,) = [each["says"] for each in watcher.newest["told"] if "Mixa" in each["says"]]
        assert said == "The pit boss puts Mixa on as dealer."

    play(serving, scene)


def test_who_asks_for_a_post_that_is_not_theirs_is_told_whose_it_is(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        olga, admin = await employed(visitor, "Olga", "dealer", "inspector"), visitor()
        pit, dan = await visitor().sign_in("Pit"), await visitor().sign_in("Dan")
        table = await for_money(pit, "Whose", dealer="Olga")

        async def told(person: Visitor, post: str, at: str = table) -> str:
            answer = await person.get(f"/tables/{at}/view", **{"as": post})
            assert answer.status_code == 403, answer.text
            return why(answer)

        assert await told(dan, "dealer") == (
            "That post is not yours: the dealer of this table is Olga."
        )
        assert await told(dan, "inspector") == (
            "That post is not yours: this table has no inspector yet."
            " A supervisor can relieve you to it."
        )
        assert await told(dan, "surveillance") == (
            "That post is not yours: it needs an account with the duty of surveillance."
        )
        practice = await dan.table_of("duki4")
        assert await told(dan, "dealer", practice) == (
            "That post is not yours: the house is the dealer of this table."
        )
        await admin.sign_in(ADMINISTRATOR)
        assert (await admin.http.patch("/accounts/Olga", json={"roles": ["player"]})).is_success
        await olga.sign_in("Olga")
        assert await told(olga, "dealer") == (
            "You no longer have the duty of dealer, so that you cannot act at your post:"
            " ask an administrator."
        )

    play(serving, scene)


def test_staff_who_only_look_on_are_told_that_they_have_no_post_here(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Looking on")
        burn = {"event": "no-more-bets"}
        ivo, pia = await visitor().sign_in("Ivo"), await visitor().sign_in("Pia")
        assert "You have no post at this table" in why(await ivo.command(table, burn))
        assert "as dealer" in why(await staff["dealer"].command(table, burn))
        assert "sit down first" in why(await pia.command(table, burn))

    play(serving, scene)


def test_an_inspector_cannot_fold_for_a_player_who_sits_there_and_thinks(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Thinking", automatic="all")
        dan, ina, pia = staff["dealer"], staff["inspector"], await visitor().sign_in("Pia")
        fold = {"event": "decide", "place": 1, "decision": "fold"}
        async with await pia.follow(table) as player:
            await player.must("sit", place=1)
            buy_in = {"event": "buy-in", "place": 1, "cash": 50_000}
            assert (await ina.command(table, buy_in, "inspector")).is_success or (
                await dan.command(table, buy_in, "dealer")
            ).is_success
            await player.must("bets", place=1, stakes={"ante": 1000})
            await player.must("ready")
            await player.until(lambda seen: seen["view"]["phase"] == "decide")
            refused = await ina.command(table, fold, "inspector")
            assert refused.status_code == 400
            assert "Seat 1 is still deciding" in why(refused)

        async def is_folded() -> bool:
            return (await ina.command(table, fold, "inspector")).is_success

        await eventually(is_folded)

    play(serving, scene)

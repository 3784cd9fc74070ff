"""The pit over HTTP: every table at a glance, journals, money and standing, and closed tables too."""

import json
from typing import Any

from tablewright.table.verify import verify
from tests.house.clients import Visit, Visitor, play, why
from tests.house.serving import Serving
from tests.house.staffing import staffed


async def _played(visitor: Visit, name: str, rounds: int = 3) -> tuple[str, Visitor]:
    """A table at which a guest called Bo has played, and the person who opened it."""
    ivo, guest = await visitor().sign_in("Ivo"), await visitor().come_as_guest("Bo")
    made = await ivo.post("/tables", {"table": name, "game": "duki4", "pace": 0})
    table = made.json()["id"]
    async with await guest.follow(table) as follower:
        await follower.sit_down(3, cash=30_000)
        for _ in range(rounds):
            await follower.play_round({"ante": 1000, "bonus": 500}, "play")
        await follower.must("tip", place=3, chips={"500": 1})
    return table, ivo


def test_the_pit_sees_every_table(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, ivo = await _played(visitor, "Seen")
        pit = await visitor().sign_in("Pit")
        rows = (await pit.ask("/pit"))["tables"]
        lobby = {each["id"]: each for each in await pit.ask("/tables")}
        assert {each["id"] for each in rows} == set(lobby)
        row = next(each for each in rows if each["id"] == table)
        assert set(lobby[table]) < set(row)
        assert row["seated"] == 1
        assert row["figures"]["drop"] == 30_000
        assert row["calls"] == []
        assert row["staff"]["dealer"]
        money = await pit.ask(f"/tables/{table}/money")
        assert money["result"] == row["figures"]["win"]
        assert money["float_cents"] == row["float_cents"]
        assert money["float_cents"] == sum(int(v) * n for v, n in money["float"].items())
        assert money["tips"] == 500
        assert [(each["place"], each["cash"]) for each in money["buy_ins"]] == [(3, 30_000)]
        standing = await pit.ask(f"/tables/{table}/standing")
        assert standing["rounds"] == 3
        assert {each["wager"] for each in standing["wagers"]} == {"game", "bonus"}
        bonus = next(each for each in standing["wagers"] if each["wager"] == "bonus")
        assert bonus["stake"] == 1500
        await ivo.post(f"/tables/{table}/close")
        # What it came to is kept.
        kept = await pit.ask(f"/tables/{table}/standing")
        assert (kept["wagers"], kept["rounds"]) == (standing["wagers"], 3)
        after = await pit.ask(f"/tables/{table}/money")
        assert {**money["buy_ins"][0], "player": ""} == after["buy_ins"][0]
        (ending,) = [each for each in (await pit.ask("/pit"))["closed"] if each["id"] == table]
        assert (after["result"], after["drop"], after["tips"]) == (ending["result"], 30_000, 500)
        assert (await pit.get("/tables/none-1/money")).status_code == 404

    play(serving_both, scene)


def test_the_pit_sees_that_a_card_change_is_put_off_and_why(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Cards")
        pit, dan = staff["pit-boss"], staff["dealer"]

        async def alerts() -> list[str]:
            rows = (await pit.ask("/pit"))["tables"]
            return next(row["alerts"] for row in rows if row["id"] == table)

        later = {"event": "put-off-card-change", "minutes": 15, "reason": "the decks are late"}
        assert await alerts() == []
        assert not (await dan.command(table, later, "dealer")).is_success
        assert not (await pit.command(table, later | {"reason": ""}, "pit-boss")).is_success
        assert (await pit.command(table, later, "pit-boss")).is_success
        (says,) = await alerts()
        assert says.startswith("The card change is put off until ")
        assert says.endswith(": the decks are late")

    play(serving, scene)


def test_the_pit_reads_what_each_slip_moved_and_who_signed_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Slips")
        pit, dan, pia = staff["pit-boss"], staff["dealer"], await visitor().sign_in("Pia")
        chips = {"500": 4}
        assert (await pia.command(table, {"event": "sit", "place": 2}, "player")).is_success
        buying = {"event": "buy-in", "place": 2, "cash": 20_000}
        assert (await dan.command(table, buying, "dealer")).is_success
        correct = {"event": "correct", "place": 2, "reason": "underpaid", "to_player": chips}
        asked = ({"event": "fill", "chips": chips}, {"event": "credit", "chips": chips}, correct)
        for slip, order in enumerate(asked, start=1):
            assert (await pit.command(table, order, "pit-boss")).is_success
            counted = {"chips": chips} if slip < 3 else {}
            sign = {"event": "countersign", "slip": slip} | counted
            assert (await dan.command(table, sign, "dealer")).is_success
        money = await pit.ask(f"/tables/{table}/money")
        kinds = {"fills": ("cage", "float"), "credits": ("float", "cage")}
        for name, (source, target) in (kinds | {"corrections": ("float", "rail:2")}).items():
            (each,) = money[name]
            assert (each["source"], each["target"]) == (source, target)
            assert (each["cents"], each["chips"]) == (2000, chips)
            assert (each["asked_by"], each["signed_by"], each["by"]) == ("Pit", "Dan", "dealer")
        assert (each["place"], each["reason"]) == (2, "underpaid")
        journal = await pit.ask(f"/tables/{table}/journal", limit=500)
        lines = {each["n"]: each for each in journal["lines"]}
        assert all(each["says"] for each in lines.values())
        right = "The payment is put right: $20 (4 x $5) goes to seat 2."
        assert lines[each["n"]]["says"] == right

    play(serving, scene)


def test_the_journal_is_paged_searched_and_exported(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, ivo = await _played(visitor, "Written")
        sue = await visitor().sign_in("Sue")
        lines: list[Any] = []
        before: dict[str, int] = {}
        while True:
            page = await sue.ask(f"/tables/{table}/journal", limit=7, **before)
            lines += page["lines"]
            if not page["more"]:
                break
            before = {"before": page["lines"][-1]["n"]}
        assert [each["n"] for each in lines] == list(range(page["total"], 0, -1))
        assert all(each["says"] for each in lines)
        found = await sue.ask(f"/tables/{table}/journal", search="BO (guest", limit=500)
        assert found["lines"][-1]["event"] == "sit"
        assert {"wager", "decide", "settled", "tip"} <= {each["event"] for each in found["lines"]}
        assert {each["player"] for each in found["lines"]} == {found["lines"][-1]["player"]}
        exported = await sue.get(f"/tables/{table}/journal.jsonl")
        assert exported.headers["content-disposition"] == f'attachment; filename="{table}.jsonl"'
        raw = exported.content.splitlines(keepends=True)
        assert [json.loads(each)["n"] for each in raw] == list(range(1, page["total"] + 1))
        verify(lambda: raw)
        for params in ({"limit": 0}, {"limit": 501}, {"before": 0}, {"before": "x"}, {"limit": ""}):
            answer = await sue.get(f"/tables/{table}/journal", **params)
            assert answer.status_code == 422
            assert why(answer)
        await ivo.post(f"/tables/{table}/close")
        await sue.until_gone(f"/tables/{table}")
        closed = (await sue.ask("/pit"))["closed"]
        assert closed[0]["id"] == table
        assert (await sue.ask(f"/tables/{table}/journal"))["lines"][0]["event"] == "closed"
        raw = (await sue.get(f"/tables/{table}/journal.jsonl")).content.splitlines(keepends=True)
        assert verify(lambda: raw).is_closed

    play(serving_both, scene)


def test_calls_reach_the_pit_and_are_seen_to(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        body = {"table": "Calls", "game": "duki4", "automatic": "none", "pace": 0}
        body |= {"dealer": "Dan", "inspector": "Ina"}
        table = (await ivo.post("/tables", body)).json()["id"]
        dan, ina = await visitor().sign_in("Dan"), await visitor().sign_in("Ina")
        call = {"event": "call", "says": "Card exposed at seat 2"}
        assert (await dan.command(table, call, "dealer")).is_success
        for wrong in ({"says": ""}, {"says": "\0"}, {"irregularity": "x" * 99}):
            assert (await dan.command(table, call | wrong, "dealer")).status_code == 400
        guest = await visitor().come_as_guest()
        assert (await guest.command(table, call, "player")).status_code == 400
        seen = await ina.ask(f"/tables/{table}/view", **{"as": "inspector"})
        assert [each["says"] for each in seen["calls"]] == ["Card exposed at seat 2"]
        assert (await guest.ask(f"/tables/{table}/view"))["calls"] == []
        row = next(each for each in (await ina.ask("/pit"))["tables"] if each["id"] == table)
        assert [each["by"] for each in row["calls"]] == ["dealer"]
        dismiss = {"event": "dismiss", "number": seen["calls"][0]["number"]}
        assert (await dan.command(table, dismiss, "dealer")).status_code == 400
        assert (await ina.command(table, dismiss, "inspector")).is_success
        assert (await ina.command(table, dismiss, "inspector")).status_code == 400
        for _ in range(50):
            assert (await dan.command(table, call, "dealer")).is_success
        too_many = await dan.command(table, call, "dealer")
        assert too_many.status_code == 400
        assert "wait" in why(too_many)

    play(serving, scene)

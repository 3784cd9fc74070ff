"""The pit's list of game protection, and who hears of what was seen: staff, and the chips' owner."""

from typing import Any

from tablewright.house.screens.incidents import EVENTS_OF_INCIDENTS, incidents_of
from tablewright.table import acts
from tablewright.table.journal import Journal, decoded
from tests.house.clients import Visit, play
from tests.house.serving import Serving
from tests.house.staffing import employed, staffed
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, at_table

WRONG_BOX = "A wager was laid at another player's place"


def test_the_pit_lists_what_was_seen_and_only_its_owner_hears_of_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Seen", is_keyed=True)
        pia, bo = await visitor().sign_in("Pia"), await employed(visitor, "Bo", "player")
        async with await pia.follow(table) as owner, await bo.follow(table) as other:
            await owner.must("sit", place=2)
            await other.must("sit", place=4)
            buying = {"event": "buy-in", "place": 2, "cash": 20_000}
            assert (await staff["dealer"].command(table, buying, "dealer")).is_success
            await owner.must("wager", place=2, wager="ante", chips={"500": 2})
            seen = {
                "event": "report-chips",
                "incident": "duki4.protection.wrong-box",
                "place": 2,
                "wager": "ante",
                "chips": {"500": 2},
                "box": 3,
                "is_recorded": True,
            }
            answer = await staff["dealer"].command(table, seen, "dealer")
            assert answer.is_success, answer.text
            await owner.until(lambda now: any(WRONG_BOX in each["says"] for each in now["told"]))
            tip = {"event": "tip", "place": 2, "chips": {"500": 1}}
            assert (await pia.command(table, tip, "player")).is_success
            await other.until(lambda now: any("tips" in each["says"] for each in now["told"]))
            heard = [each for message in bo.heard for each in message.get("told", [])]
            assert not any("ruled" in each["says"] or WRONG_BOX in each["says"] for each in heard)
        pit = staff["pit-boss"]
        (row,) = await pit.ask(f"/tables/{table}/incidents")
        assert row in await pit.ask("/pit/incidents")
        assert (row["table"], row["place"], row["player"], row["who"]) == ("Seen", 2, "Pia", "Dan")
        assert (row["what"], row["status"]) == (WRONG_BOX, "ruled")
        assert row["rule"] == "duki4.protection.wrong-box.returned"
        assert "goes back to the player who laid it" in row["ruling"]
        journal = await pit.ask(f"/tables/{table}/journal", before=row["n"] + 1, limit=1)
        assert journal["lines"][0]["rule"] == "duki4.protection.wrong-box"
        assert (await pia.get("/pit/incidents")).status_code == 403

    play(serving, scene)


def test_a_ruling_waits_is_signed_or_is_cancelled() -> None:
    table = at_table("king-high", is_keyed=True, automatic=())
    for wager in ("pokerpot", "high", "low"):
        table.wager(1, wager, {500: 3})
    table.draw_next("9c")

    def capped(wager: str) -> acts.ReportChips:
        incident = "king-high.protection.capped"
        return acts.ReportChips(incident, 1, wager, {500: 1}, is_recorded=True)

    table.do(capped("high"), DEALER)
    table.countersign()
    table.do(capped("low"), CAMERAS)
    table.do(acts.CancelSlip(2, "the camera shows nothing"), INSPECTOR)
    table.do(capped("low"), INSPECTOR)
    rows = incidents_of("T-1", table.table.book, lines_of(table.lines))
    assert [each.status for each in rows] == ["waits", "cancelled", "ruled"]
    assert [each.post for each in rows] == ["inspector", "surveillance", "dealer"]
    assert rows[-1].signed_by == "the inspector"
    assert [each.about for each in rows] == ["box 1's Low, $5"] * 2 + ["box 1's High, $5"]


def lines_of(kept: list[Any]) -> list[bytes]:
    """The lines that the list is read from, as a journal has them."""
    journal = Journal()
    for line in kept:
        journal.add(*line)
    return [each for each in journal.lines if decoded(each).did.name in EVENTS_OF_INCIDENTS]

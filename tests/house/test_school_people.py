"""People in the school: what bounds them, who sets the pace, dealers' faults, guests who sign in."""

import re

import pytest

from tablewright.house.classroom import drilling
from tests.house.clients import Json, Visit, Visitor, play, why
from tests.house.schooling import (
    SHARED,
    answered,
    asked,
    gone_through,
    kept_drill,
)
from tests.house.serving import Serving
from tests.house.staffing import employed, staffed

# Bounds --------------------------------------------------------------------------------------------


def test_a_question_that_is_left_is_dropped_and_what_was_marked_of_it_counts(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest)
        await answered(guest, shown, {"sum": 1})
        assert (await guest.ask("/school/record"))["answers"] == []
        for _ in range(drilling.MOST_OPEN):
            newest = await asked(guest)
        assert (await guest.get(f"/school/drills/{shown['id']}")).status_code == 404
        assert (await guest.get(f"/school/drills/{newest['id']}")).status_code == 200
        (row,) = (await guest.ask("/school/record"))["answers"]
        assert row["mark"] == 0
        for _ in range(2 * drilling.MOST_OVER):
            await gone_through(guest, sums.house, await asked(guest))
        learner = next(
            each
            for each in sums.house.school.learners._known.values()
            if newest["id"] in each.drills or len(each.drills) > drilling.MOST_OVER
        )
        assert len(learner.drills) <= drilling.MOST_OPEN + drilling.MOST_OVER

    play(sums, scene)


def test_a_day_takes_only_so_many_answers(sums: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drilling, "MOST_A_DAY", 2)

    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        await gone_through(guest, sums.house, await asked(guest))
        assert "come back tomorrow" in why(await guest.post("/school/drills", {"game": "duki4"}))

    play(sums, scene)


def test_who_asks_too_fast_waits(sums: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        monkeypatch.setattr(sums.house.allowance, "take", lambda key: 7)
        refused = await guest.get("/school")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "7")
        assert "wait 7 seconds" in why(refused)

    play(sums, scene)


def test_an_instructor_sets_how_long_an_answer_should_take(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dan, ivo = await visitor().sign_in("Dan"), await visitor().sign_in("Ivo")
        assert (await dan.get("/school/pace")).status_code == 403
        assert (await dan.http.put("/school/pace", json={"seconds": {}})).status_code == 403
        assert (await ivo.ask("/school/pace"))["own"] == {"sums": 10}
        for wrong, status in (({"sums": 0}, 400), ({"sums": 1e9}, 400), ({"sums": "x"}, 422)):
            refused = await ivo.http.put("/school/pace", json={"seconds": wrong})
            assert (refused.status_code, bool(why(refused))) == (status, True)
        done = await ivo.http.put("/school/pace", json={"seconds": {"sums": 30}})
        assert done.json()["by_house"] == {"sums": 30}
        shown = await asked(dan)
        assert shown["target_seconds"] == 10, "one of three parts"
        await ivo.http.put("/school/pace", json={"seconds": {}})

    play(sums, scene)


# Faults from real tables ---------------------------------------------------------------------------


def test_what_went_wrong_at_a_dealer_s_own_table_comes_first(sums: Serving) -> None:
    """A fill that the dealer has miscounted, at a table that is still open."""

    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "F1")
        dan, pit = staff["dealer"], staff["pit-boss"]
        for person in (dan, pit):
            await person.http.put("/school/choices", json={"games": ["duki4"]})
            assert (await person.ask("/school"))["faults"] == []
        await pit.command(table, {"event": "fill", "chips": {"500": 20}}, "pit-boss")
        sign = {"event": "countersign", "slip": 1, "chips": {"500": 19}}
        assert (await dan.command(table, sign, "dealer")).is_success
        sums.house.school.own_tables._found.clear()  # As after two seconds.
        home = await dan.ask("/school")
        (fault,) = home["faults"]
        assert re.fullmatch(r"F1, line \d+, \d+ \w{3} \d{4}: A fill was miscounted", fault)
        assert "1 from your tables" in home["today"]["says"]
        assert (await pit.ask("/school"))["faults"] == [], "it was not the pit boss who counted"
        shown = await asked(dan, game="", is_session=True)
        assert kept_drill(sums.house, shown["id"]).reference.skill == SHARED
        await gone_through(dan, sums.house, shown)
        home = await dan.ask("/school")
        assert home["faults"] == []
        assert "from your tables" not in home["today"]["says"]

    play(sums, scene)


# A guest's school goes with the guest --------------------------------------------------------------


async def record_of(visitor: Visitor) -> list[Json]:
    return list((await visitor.ask("/school/record"))["answers"])


def test_a_guest_who_signs_in_keeps_what_they_learnt(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        await employed(visitor, "Kim", "player")
        guest = await visitor().come_as_guest()
        await guest.http.put("/school/choices", json={"minutes": 15, "games": ["pick2"]})
        await gone_through(guest, sums.house, await asked(guest, game="pick2"))
        await guest.post("/school/games/pick2/lessons/one/read")
        under_way = await asked(guest, game="pick2")
        first = await answered(guest, under_way, {"sum": 3})
        before, record = await guest.ask("/school"), await record_of(guest)
        await guest.sign_in("Kim")
        after = await guest.ask("/school")
        assert (after["name"], after["is_guest"]) == ("Kim", False)
        for same in ("games", "choices", "streak"):
            assert after[same] == before[same]
        assert await record_of(guest) == record
        # A question under way goes on.
        assert await guest.ask(f"/school/drills/{under_way['id']}") == first["next"]
        assert (await guest.ask("/school/games/pick2"))["lessons"][0]["is_read"]
        # On another device it is there too; once more changes nothing.
        device = await visitor().sign_in("Kim")
        assert await record_of(device) == record
        await guest.sign_in("Kim")
        assert await record_of(guest) == record
        stranger = await visitor().come_as_guest()
        assert await record_of(stranger) == []

    play(sums, scene)


def test_a_guest_s_answers_are_added_to_those_of_the_account(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        mia = await employed(visitor, "Mia", "player")
        await mia.http.put("/school/choices", json={"minutes": 30, "games": ["duki4"]})
        skill = (await mia.ask("/school/games/duki4"))["topics"][0]["groups"][0]["skills"][0]["id"]
        await gone_through(mia, sums.house, await asked(mia, skill=skill))
        guest = await visitor().come_as_guest()
        await guest.http.put("/school/choices", json={"games": ["king-high"]})
        await gone_through(guest, sums.house, await asked(guest, skill=skill), is_right=False)
        other = await asked(guest, game="king-high")
        await gone_through(guest, sums.house, other)
        await guest.sign_in("Mia")
        assert len(await record_of(mia)) == 6
        shown = (await mia.ask("/school/games/duki4"))["topics"][0]["groups"][0]["skills"][0]
        assert (shown["asked"], shown["right"], shown["state"]) == (2, 1, "shaky")
        home = await mia.ask("/school")
        assert home["choices"]["minutes"] == 30
        assert home["choices"]["games"] == ["duki4", "king-high"]
        assert home["games"][1]["counts"]["shaky"] == 2

    play(sums, scene)


def test_a_guest_who_signs_out_is_forgotten(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        await gone_through(guest, sums.house, await asked(guest))
        secret = guest.http.cookies["tablewright"]
        await guest.post("/sign-out")
        guest.http.cookies.set("tablewright", secret, domain="127.0.0.1")
        await employed(visitor, "Lea", "player")
        await guest.sign_in("Lea")
        assert await record_of(guest) == []

    play(sums, scene)


def test_a_guest_whose_session_ran_out_finds_what_they_learnt(sums: Serving) -> None:
    """By the cookie that their browser still has: as another guest, and then with an account."""

    async def scene(visitor: Visit) -> None:
        await employed(visitor, "Bea", "player")
        guest = await visitor().come_as_guest()
        await gone_through(guest, sums.house, await asked(guest))
        record = await record_of(guest)
        for come_back in (guest.come_as_guest(), guest.sign_in("Bea")):
            session = sums.house.sessions.find(guest.http.cookies["tablewright"])
            assert session is not None
            sums.run(sums.house.end(session, "Your session has ended: sign in again."))
            assert (await guest.get("/school")).status_code == 401
            await come_back
            assert await record_of(guest) == record

    play(sums, scene)

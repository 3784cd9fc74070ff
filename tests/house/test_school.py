"""The school over HTTP: asked, marked on the server, and nothing told before it is answered."""

import json
from typing import Any

import pytest

from tablewright.house.classroom import school
from tablewright.school.skills import Topic
from tests.house.clients import Json, Visit, play, why
from tests.house.schooling import (
    COUNT,
    SECRET,
    answered,
    asked,
    gone_through,
    kept_drill,
    right_answer,
)
from tests.house.serving import Serving
from tests.house.staffing import employed

GAMES = ["duki4", "king-high", "pick2"]


# Coming in -----------------------------------------------------------------------------------------


def test_a_passer_by_is_asked_to_come_in_first(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        passer_by = visitor()
        for path in ("", "/games/duki4", "/record", "/drills/x", "/games/duki4/lessons/one"):
            assert (await passer_by.get(f"/school{path}")).status_code == 401, path
        for path in (
            "/drills",
            "/drills/x/answer",
            "/drills/x/again",
            "/games/duki4/lessons/one/read",
        ):
            assert (await passer_by.post(f"/school{path}")).status_code == 401, path
        assert (await passer_by.http.put("/school/choices", json={})).status_code == 401

    play(sums, scene)


def test_a_guest_learns_from_the_first_question_on(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest("Tom")
        home = await guest.ask("/school")
        assert (home["name"], home["is_guest"]) == ("Tom (guest)", True)
        assert [each["game"] for each in home["games"]] == GAMES
        assert home["games"][0]["counts"] == {"new": COUNT, "shaky": 0, "known": 0}
        assert (home["today"]["planned"], home["streak"]) == (0, 0)
        assert home["today"]["says"] == "Choose a game to begin"
        shown = await asked(guest, drill="sums")
        assert (shown["number"], shown["stages"], shown["title"]) == (0, 2, "Add it up")
        first = await answered(guest, shown, right_answer(sums.house, shown), seconds=0.0)
        assert first["marks"]["mark"] == 1
        assert not first["is_over"]
        assert first["today"] is None
        following = first["next"]
        assert (following["id"], following["number"]) == (shown["id"], 1)
        right = right_answer(sums.house, following)
        last = await answered(guest, following, right | {"size": "ab".replace(right["size"], "")})
        assert last["is_over"]
        assert last["can_repeat"]
        assert last["marks"]["mark"] == 0.5
        assert [each["mark"] for each in last["marks"]["parts"]] == [1, 0]
        assert [each["missed"] for each in last["marks"]["parts"]] == ["", "The sum."]
        assert last["today"]["done"] == 1, "one question, though two skills were asked for"
        home = await guest.ask("/school")
        assert home["games"][0]["counts"] == {"new": COUNT - 2, "shaky": 2, "known": 0}
        assert home["games"][0]["is_learnt"]
        assert not home["games"][1]["is_learnt"]
        assert home["streak"] == 1
        assert home["today"] == last["today"]
        record = await guest.ask("/school/record")
        assert {(each["mark"], each["missed"]) for each in record["answers"]} == {
            (1, ""),
            (0, "The sum."),
        }
        assert record["before"] is None

    play(sums, scene)


def test_a_program_that_may_only_look_does_not_answer(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pia = await employed(visitor, "Zoe", "player")
        keys = {}
        for scope in ("read", "act"):
            made = await pia.post("/tokens", {"label": scope, "scope": scope})
            keys[scope] = visitor(made.json()["token"])
        assert (await keys["read"].get("/school")).status_code == 200
        assert (await keys["read"].post("/school/drills", {"game": "duki4"})).status_code == 403
        await gone_through(keys["act"], sums.house, await asked(keys["act"]))
        assert len((await pia.ask("/school/record"))["answers"]) == 2

    play(sums, scene)


# Nothing is told before it is answered -------------------------------------------------------------


@pytest.mark.parametrize("mode", ["practice", "examination"])
def test_no_skill_rule_or_seed_is_in_any_byte_before_the_question_is_answered(
    sums: Serving, mode: str
) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest, mode=mode)
        drill = kept_drill(sums.house, shown["id"])
        again = await guest.get(f"/school/drills/{shown['id']}")
        refused = await guest.post(
            f"/school/drills/{shown['id']}/answer", {"stage": 0, "given": {"sum": "x"}}
        )
        heard = "".join((*guest.heard, again.text, refused.text, (await guest.get("/school")).text))
        for secret in (drill.reference.seed, drill.reference.skill, SECRET, "page 1"):
            assert secret not in heard
        assert str(right_answer(sums.house, shown)["sum"]) not in json.dumps(shown["stage"])
        first = await answered(guest, shown, {"sum": 0})
        is_told = SECRET in json.dumps(first)
        assert is_told == (mode == "practice")
        assert drill.reference.seed not in json.dumps(first)
        assert SECRET not in json.dumps(first["next"])

    play(sums, scene)


def test_an_examination_says_nothing_until_the_end_and_then_all(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest, mode="examination")
        first = await answered(guest, shown, {"sum": 0})
        assert first["marks"] is None
        last = await answered(guest, first["next"], right_answer(sums.house, first["next"]))
        assert [each["mark"] for each in last["marks"]["parts"]] == [0, 1, 1]
        assert last["marks"]["target_seconds"] == pytest.approx(10)
        row = (await guest.ask("/school/record"))["answers"]
        assert sorted(each["mark"] for each in row) == [0, 1], "the worst answer for a skill counts"

    play(sums, scene)


def test_nobody_sees_the_question_or_the_record_of_another(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest, other = await visitor().come_as_guest(), await employed(visitor, "Ned", "dealer")
        shown = await asked(guest)
        path = f"/school/drills/{shown['id']}"
        body = {"stage": 0, "given": {"sum": 1}}
        for each in (await other.get(path), await other.post(f"{path}/answer", body)):
            assert each.status_code == 404
        await gone_through(guest, sums.house, shown)
        assert (await other.post(f"{path}/again", {})).status_code == 404
        assert (await other.ask("/school/record"))["answers"] == []
        assert (await other.ask("/school"))["games"][0]["counts"]["new"] == COUNT
        for wrong in ("x", "%00", "a" * 5000):
            assert (await other.get(f"/school/drills/{wrong}")).status_code == 404

    play(sums, scene)


# Once ----------------------------------------------------------------------------------------------


def test_an_answer_that_is_sent_again_gets_the_same_marks_and_changes_nothing(
    sums: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest)
        first = await answered(guest, shown, {"sum": 1}, seconds=0.1)
        assert await answered(guest, shown, {"sum": 1}, seconds=99.0) == first
        assert (await guest.ask(f"/school/drills/{shown['id']}")) == first["next"]
        last = await answered(guest, first["next"], {"sum": 2, "size": "a"})
        home = await guest.ask("/school")
        for _ in range(3):
            assert await answered(guest, first["next"], {"sum": 2, "size": "a"}) == last
            assert await answered(guest, shown, {"sum": 1}) == first
        assert await guest.ask("/school") == home
        assert len((await guest.ask("/school/record"))["answers"]) == 2

    play(sums, scene)


def test_a_stage_that_was_answered_otherwise_or_is_not_asked_yet_is_refused(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest)
        path = f"/school/drills/{shown['id']}/answer"
        early = await guest.post(path, {"stage": 1, "given": {}})
        assert (early.status_code, "is not asked" in why(early)) == (400, True)
        first = await answered(guest, shown, {"sum": 1})
        other = await guest.post(path, {"stage": 0, "given": {"sum": 2}})
        assert (other.status_code, "was answered before" in why(other)) == (409, True)
        await answered(guest, first["next"], {})
        assert (await guest.post(path, {"stage": 2, "given": {}})).status_code == 400
        over = await guest.get(f"/school/drills/{shown['id']}")
        assert (over.status_code, "take the next one" in why(over)) == (409, True)

    play(sums, scene)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"stage": 0, "given": {"sum": "five"}}, 400),
        ({"stage": 0, "given": {"sum": 5.0}}, 400),
        ({"stage": 0, "given": {"other": 5}}, 400),
        ({"stage": -1, "given": {}}, 422),
        ({"stage": 0, "given": []}, 422),
        ({"stage": 0, "given": {str(n): n for n in range(200)}}, 422),
        ({"stage": 0, "given": {"sum": "x" * 20_000}}, 413),
        ({"stage": 0, "given": {}, "seed": 1}, 422),
        ({"stage": "0", "given": {}}, 422),
    ],
    ids=lambda each: str(each)[:40],
)
def test_what_is_no_answer_is_refused_and_nothing_is_marked(
    sums: Serving, body: Json, status: int
) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest)
        refused = await guest.post(f"/school/drills/{shown['id']}/answer", body)
        assert refused.status_code == status
        assert why(refused)
        assert await guest.ask(f"/school/drills/{shown['id']}") == shown

    play(sums, scene)


# The same case, and its twin -----------------------------------------------------------------------


def test_the_same_case_again_shows_nothing_and_its_twin_does(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest)
        early = await guest.post(f"/school/drills/{shown['id']}/again", {"twin": False})
        assert "Answer this question first" in why(early)
        await gone_through(guest, sums.house, shown, is_right=False)
        same = await guest.post(f"/school/drills/{shown['id']}/again", {"twin": False})
        assert same.json()["stage"] == shown["stage"]
        assert same.json()["id"] != shown["id"]
        marked = await gone_through(guest, sums.house, same.json())
        assert marked["marks"]["mark"] == 1
        assert len((await guest.ask("/school/record"))["answers"]) == 2
        assert (await guest.ask("/school"))["today"]["right"] == 0
        twin = await guest.post(f"/school/drills/{same.json()['id']}/again", {"twin": True})
        assert twin.json()["stage"] != shown["stage"]
        await gone_through(guest, sums.house, twin.json())
        assert len((await guest.ask("/school/record"))["answers"]) == 4

    play(sums, scene)


def test_where_no_twin_can_be_made_another_case_of_the_skill_comes(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await asked(guest, skill=f"sums duki4.{SECRET}/2")
        await gone_through(guest, sums.house, shown)
        twin = (await guest.post(f"/school/drills/{shown['id']}/again", {"twin": True})).json()
        first, second = (kept_drill(sums.house, each["id"]).reference for each in (shown, twin))
        assert (second.skill, second.is_twin) == (first.skill, False)
        assert second.seed != first.seed
        await gone_through(guest, sums.house, twin)
        assert len((await guest.ask("/school/record"))["answers"]) == 4

    play(sums, scene)


# Sessions, maps and choices ------------------------------------------------------------------------


def test_a_session_goes_over_the_chosen_games_until_it_is_done(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        refused = await guest.post("/school/drills", {"is_session": True})
        assert "Choose a game to learn first" in why(refused)
        choices = {"minutes": 10, "retention": 85, "games": ["duki4", "pick2"]}
        home = await guest.http.put("/school/choices", json=choices)
        assert home.json()["choices"] == choices | {"zone": ""}
        assert home.json()["today"]["planned"] > 0
        seen = set()
        for _ in range(200):
            answer = await guest.post("/school/drills", {"is_session": True})
            if answer.status_code == 400:
                assert "done for today" in why(answer)
                break
            shown = answer.json()
            seen.add(shown["game"])
            # Asked for once more, the one that is under way comes.
            assert (await guest.post("/school/drills", {"is_session": True})).json() == shown
            marked = await gone_through(guest, sums.house, shown)
        assert seen == {"duki4", "pick2"}
        assert marked["today"]["done"] == marked["today"]["right"] > 0
        assert (await guest.ask("/school"))["today"]["says"] == "Done for today"

    play(sums, scene)


def test_the_map_of_a_game_lists_every_skill_and_what_is_read(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        shown = await guest.ask("/school/games/pick2")
        skills = [
            skill
            for topic in shown["topics"]
            for group in topic["groups"]
            for skill in group["skills"]
        ]
        assert len(skills) == COUNT
        assert {each["state"] for each in skills} == {"new"}
        assert [each["topic"] for each in shown["topics"]] == [*map(str, list(Topic)[:2])]
        assert [each["skills"] for each in shown["drills"]] == [COUNT]
        assert [each["is_read"] for each in shown["lessons"]] == [False, False]
        lesson = await guest.ask("/school/games/pick2/lessons/one")
        assert (lesson["title"], lesson["next"]) == ("One", "two")
        for _ in range(2):
            read = await guest.post("/school/games/pick2/lessons/one/read")
            assert [each["is_read"] for each in read.json()["lessons"]] == [True, False]
        duki = await guest.ask("/school/games/duki4")
        assert [each["is_read"] for each in duki["lessons"]] == [False, False]
        asked_for = await asked(guest, game="pick2", skill=skills[3]["id"])
        assert kept_drill(sums.house, asked_for["id"]).reference.skill == skills[3]["id"]

    play(sums, scene)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "said"),
    [
        ("GET", "/games/whist", None, 404, "no game"),
        ("GET", "/games/duki4/lessons/three", None, 404, "no lesson"),
        ("POST", "/games/duki4/lessons/three/read", {}, 404, "no lesson"),
        ("POST", "/drills", {}, 400, "no game"),
        ("POST", "/drills", {"game": "whist"}, 400, "no game"),
        ("POST", "/drills", {"game": "duki4", "drill": "dance"}, 400, "no drill"),
        ("POST", "/drills", {"game": "duki4", "skill": "sums duki4.x"}, 400, "no skill"),
        ("POST", "/drills", {"game": "duki4", "mode": "joke"}, 422, "mode"),
        ("PUT", "/choices", {"minutes": 0}, 400, "minutes"),
        ("PUT", "/choices", {"minutes": 2000}, 400, "minutes"),
        ("PUT", "/choices", {"retention": 100}, 400, "retention"),
        ("PUT", "/choices", {"games": ["whist"]}, 400, "no game"),
        ("PUT", "/choices", {"games": ["duki4", "duki4"]}, 400, "once"),
        ("PUT", "/choices", {"zone": "../etc/passwd"}, 400, "time zone"),
        ("GET", "/record?before=0", None, 422, "before"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_in_one_line(
    sums: Serving, method: str, path: str, body: Json, status: int, said: str
) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        refused = await guest.http.request(method, f"/school{path}", json=body)
        assert refused.status_code == status, refused.text
        assert said in why(refused)

    play(sums, scene)


def test_the_day_begins_where_the_person_is(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        chosen = await guest.http.put("/school/choices", json={"zone": "Pacific/Auckland"})
        assert chosen.json()["choices"]["zone"] == "Pacific/Auckland"
        kept = await guest.http.put("/school/choices", json={"minutes": 15})
        assert kept.json()["choices"]["zone"] == "Pacific/Auckland", "a page that does not say it"
        # A browser may know zones that this machine does not.
        unknown = await guest.http.put("/school/choices", json={"zone": "Mars/Olympus"})
        assert unknown.json()["choices"]["zone"] == "Mars/Olympus"
        await gone_through(guest, sums.house, await asked(guest))

    play(sums, scene)


def test_the_record_is_read_page_by_page(sums: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(school, "PAGE_ROWS", 3)

    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        for _ in range(4):
            await gone_through(guest, sums.house, await asked(guest))
        found: list[Any] = []
        before: dict[str, int] = {}
        while True:
            page = await guest.ask("/school/record", **before)
            found += page["answers"]
            if page["before"] is None:
                break
            before = {"before": page["before"]}
        numbers = [each["number"] for each in found]
        assert len(numbers) == 8
        assert numbers == sorted(set(numbers), reverse=True)

    play(sums, scene)

"""The instructor's school: who sees whom, what is assigned and done, marks overruled, items signed."""

import asyncio
import csv
from datetime import UTC, datetime
from io import StringIO

import pytest
from fastapi.routing import APIRoute

from tablewright.house.people.accounts import Account
from tablewright.house.server.addresses.instructor import router
from tablewright.school.certificates import Conversion
from tablewright.school.signed import Converted
from tablewright.table.rehearsal import rehearsal_setup
from tests.house.clients import Json, Visit, Visitor, play, why
from tests.house.schooling import SHARED, asked, gone_through
from tests.house.serving import Serving
from tests.house.staffing import employed

DRILL = {"kind": "drill", "game": "duki4", "drill": "sums", "times": 2}


async def a_class(teacher: Visitor, *names: str, called: str = "Autumn") -> Json:
    """A class with these people in it."""
    made = await teacher.post("/school/classes", {"name": called})
    assert made.status_code == 201, made.text
    if not names:
        return made.json()
    added = await teacher.post(f"/school/classes/{made.json()['id']}/people", {"names": names})
    assert added.status_code == 200, added.text
    return added.json()


def number_of(page: Json, name: str) -> int:
    return int(next(each["account"] for each in page["people"] if each["name"] == name))


# Who sees whom -------------------------------------------------------------------------------------


def test_an_instructor_sees_only_the_people_of_their_own_classes(sums: Serving) -> None:
    """Every address: what is another's is not there, and nobody else is let in at all."""

    async def scene(visitor: Visit) -> None:
        ivo, ada = await visitor().sign_in("Ivo"), await visitor().sign_in("Ada")
        other = await employed(visitor, "Olga", "instructor")
        pupil = await employed(visitor, "Tina", "dealer")
        await gone_through(pupil, sums.house, await asked(pupil), is_right=False)
        answer = (await pupil.ask("/school/record"))["answers"][0]["number"]
        theirs = await a_class(ivo, "Tina")
        id, account = theirs["id"], number_of(theirs, "Tina")
        given = await ivo.post(f"/school/classes/{id}/assignments", DRILL)
        group = given.json()["assignments"][0]["group"]
        assigned = (await pupil.ask("/school/assigned"))[0]["id"]
        one, person = f"/school/classes/{id}", f"/school/pupils/{account}"
        list_of = f"{person}/games/duki4/checklist"
        mark = {"mark": "right", "reason": "It was so."}
        addresses: list[tuple[str, str, Json]] = [
            ("GET", one, None),
            ("GET", f"{one}/patterns", None),
            *(("GET", f"{one}/files/{what}.csv", None) for what in
              ("progress", "skills", "answers", "patterns")),
            ("GET", person, None),
            ("GET", f"{person}/answers", None),
            ("GET", list_of, None),
            ("PATCH", one, {"name": "Mine"}),
            ("POST", f"{one}/people", {"names": ["Olga"]}),
            ("POST", f"{one}/assignments", DRILL),
            ("POST", f"{person}/assignments", DRILL),
            ("PUT", f"{person}/answers/{answer}/mark", mark),
            ("POST", list_of, {"items": ["duki4.fingers"]}),
            ("DELETE", f"{person}/assignments/{assigned}", None),
            ("DELETE", f"{one}/assignments/{group}", None),
            ("DELETE", f"{one}/people/{account}", None),
            ("PATCH", one, {"is_closed": True}),
        ]  # fmt: skip
        assert _missing([(method, path) for method, path, _ in addresses]) == OPEN_TO_MORE
        for method, path, body in addresses:
            for who, status in ((other, 404), (pupil, 403), (visitor(), 401)):
                answered = await who.http.request(method, path, json=body)
                assert answered.status_code == status, (method, path, answered.text)
        assert (await other.ask("/school/classes"))["classes"] == []
        assert [each["id"] for each in (await ada.ask("/school/classes"))["classes"]] == [id]
        for who in (ada, ivo):
            assert (await who.ask(person))["name"] == "Tina"
        assert (await ada.get("/school/pupils/99999")).status_code == 404
        # Those who teach the class do all of it; the last two take the person out and close it.
        for method, path, body in addresses:
            answered = await ivo.http.request(method, path, json=body)
            left_out = "assignments/" in path and method == "DELETE" and group in path
            assert answered.is_success or left_out, (method, path, answered.text)
        assert (await ivo.get(person)).status_code == 404, "nobody of a closed class is theirs"
        assert (await ivo.get(one)).status_code == 404

    play(sums, scene)


OPEN_TO_MORE = {
    ("GET", "/school/classes"),
    ("POST", "/school/classes"),
    ("GET", "/school/assigned"),
    ("GET", "/school/games/{id}/checklist"),
}
"""These name nobody: what they give is the person's own."""


def _missing(tried: list[tuple[str, str]]) -> set[tuple[str, str]]:
    """The instructor's addresses that were not tried."""
    return {
        (method, route.path)
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
        if not any(
            method == other and route.path_regex.fullmatch(path.partition("?")[0])
            for other, path in tried
        )
    }


def test_a_class_is_renamed_closed_reopened_and_given_to_another(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo, ada = await visitor().sign_in("Ivo"), await visitor().sign_in("Ada")
        nina = await employed(visitor, "Nina", "instructor")
        made = await a_class(ivo, "Pia", "dan")
        path = f"/school/classes/{made['id']}"
        assert {each["name"] for each in made["people"]} == {"Pia", "Dan"}
        assert not (await ivo.http.patch(path, json={"teacher": "Nina"})).is_success
        assert (await ada.http.patch(path, json={"teacher": "Pia"})).status_code == 400
        renamed = await ada.http.patch(path, json={"name": "  Winter  term ", "teacher": "Nina"})
        assert renamed.is_success, renamed.text
        found = await nina.ask(path)
        assert (found["name"], found["teacher"], found["may_reassign"]) == (
            "Winter term", "Nina", False,
        )  # fmt: skip
        assert (await ivo.get(path)).status_code == 404
        assert (await nina.http.patch(path, json={"is_closed": True})).is_success
        assert [each["name"] for each in (await nina.ask("/school/classes"))["closed"]] == [
            "Winter term"
        ]
        assert not (await nina.http.patch(path, json={"is_closed": False})).is_success
        assert (await ada.http.patch(path, json={"is_closed": False})).is_success
        assert (await nina.ask(path))["people"]

    play(sums, scene)


def test_people_are_added_by_name_all_of_them_or_none(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        made = await a_class(ivo, called="Names")
        path = f"/school/classes/{made['id']}/people"
        wrong = await ivo.post(path, {"names": ["Pia", "Nobody", "None"]})
        assert why(wrong) == (
            "There are no accounts 'Nobody', 'None': check the names. Nobody was added."
        )
        assert why(await ivo.post(path, {"names": ["Ivo"]})).startswith("Ivo teaches this class")
        assert not (await ivo.ask(f"/school/classes/{made['id']}"))["people"]
        await ivo.post(path, {"names": ["Pia"]})
        again = await ivo.post(path, {"names": ["PIA", "Sue"]})
        assert sorted(each["name"] for each in again.json()["people"]) == ["Pia", "Sue"]
        gone = await ivo.http.delete(f"{path}/{number_of(again.json(), 'Sue')}")
        assert [each["name"] for each in gone.json()["people"]] == ["Pia"]
        for name in ("", "  ", "x" * 61, "a\nb\x07"):
            assert (await ivo.post("/school/classes", {"name": name})).status_code == 400

    play(sums, scene)


# Assignments ---------------------------------------------------------------------------------------


def test_what_is_assigned_is_done_by_doing_it(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        pupil = await employed(visitor, "Lea", "dealer")
        await gone_through(pupil, sums.house, await asked(pupil, drill="sums"))
        await pupil.post("/school/games/duki4/lessons/one/read")
        made = await a_class(ivo, "Lea", "Dan", called="Tasks")
        path = f"/school/classes/{made['id']}/assignments"
        skill = f"sums duki4.the-rule-behind-it/{3}"
        for body in (
            DRILL,
            {"kind": "lesson", "game": "duki4", "lesson": "one"},
            {"kind": "drill", "game": "duki4", "skill": skill, "times": 1},
            {"kind": "audition", "game": "duki4", "device": "hand"},
        ):
            answered = await ivo.post(path, {"people": [number_of(made, "Lea")]} | body)
            assert answered.status_code == 200, answered.text
        todo = await pupil.ask("/school/assigned")
        assert [each["title"] for each in todo] == [
            "Practise: Add it up", "Read the lesson: One", "Practise: Sum 3.",
            "Audition: deal by hand",
        ]  # fmt: skip
        assert not any(each["done"] for each in todo), "what was done before does not count"
        assert (await (await visitor().sign_in("Dan")).ask("/school/assigned")) == []
        await gone_through(pupil, sums.house, await asked(pupil, drill="sums"), is_right=False)
        await pupil.post("/school/games/duki4/lessons/one/read")
        todo = {each["title"]: each for each in await pupil.ask("/school/assigned")}
        assert todo["Practise: Add it up"]["times_done"] == 1
        assert todo["Read the lesson: One"]["done"]
        shown = await asked(pupil, skill=skill)
        assert not any(
            each["done"] for each in await pupil.ask("/school/assigned") if each["skill"]
        )
        await gone_through(pupil, sums.house, shown)
        page = await ivo.ask(f"/school/classes/{made['id']}")
        done = {each["title"]: bool(each["people"][0]["done"]) for each in page["assignments"]}
        assert done == {
            "Practise: Add it up": True,
            "Read the lesson: One": True,
            "Practise: Sum 3.": True,
            "Audition: deal by hand": False,
        }
        assert next(each for each in page["people"] if each["name"] == "Lea")["open"] == 1

    play(sums, scene)


def test_a_conversion_is_done_once_it_is_signed(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        pupil = await employed(visitor, "Kim", "dealer")
        made = await a_class(ivo, "Kim", called="Converted")
        body = {"kind": "conversion", "game": "duki4", "device": "hand"}
        await ivo.post(f"/school/classes/{made['id']}/assignments", body)
        about, setup = f"a:{number_of(made, 'Kim')}", rehearsal_setup("duki4")
        for device, is_done in (("shuffler", False), ("hand", True)):
            signed = Conversion(
                id=device, game="duki4", ruleset=setup.ruleset, setup=setup, device=device,
                at=datetime.now(UTC), examiner="Ivo", score=100, questions=[], examined={},
            )  # fmt: skip
            act = Converted(certificate="C", conversion=signed)
            await asyncio.to_thread(sums.run, sums.house.register.add(about, None, act))
            (todo,) = await pupil.ask("/school/assigned")
            assert bool(todo["done"]) == is_done

    play(sums, scene)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "none"}, "There is no game 'none'"),
        ({"drill": "none"}, "there is no drill 'none'"),
        ({"times": 201}, "A drill is answered 1 to 200 times"),
        ({"skill": "sums none"}, "there is no skill 'sums none'"),
        ({"kind": "lesson", "lesson": "none"}, "There is no lesson 'none'"),
        ({"kind": "audition", "device": "none"}, "There is no device 'none'"),
        ({"due": "2020-01-01"}, "The date is over"),
        ({"people": [99999]}, "There is no such person in your classes"),
    ],
)
def test_what_cannot_be_done_is_not_assigned(sums: Serving, change: Json, says: str) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        made = await a_class(ivo, "Dan", called="Refused")
        refused = await ivo.post(f"/school/classes/{made['id']}/assignments", DRILL | change)
        assert refused.status_code in (400, 404)
        assert why(refused).startswith(says)

    play(sums, scene)


# Files ---------------------------------------------------------------------------------------------


def test_a_file_of_a_class_is_read_by_any_spreadsheet_and_runs_nothing(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        pupil = await employed(visitor, "Zoë, A.", "dealer")
        await gone_through(pupil, sums.house, await asked(pupil, skill=SHARED), is_right=False)
        made = await a_class(ivo, "Zoë, A.", called="Files, 1")
        number = (await pupil.ask("/school/record"))["answers"][0]["number"]
        mark = f"/school/pupils/{number_of(made, 'Zoë, A.')}/answers/{number}/mark"
        reason = '=HYPERLINK("http://x","y")'
        done = await ivo.http.put(mark, json={"mark": "part", "reason": reason})
        assert done.is_success, done.text
        path = f"/school/classes/{made['id']}/files"
        read = {}
        for what in ("progress", "skills", "answers", "patterns"):
            answered = await ivo.get(f"{path}/{what}.csv")
            assert answered.headers["content-type"].startswith("text/csv; charset=utf-8")
            said = answered.headers["content-disposition"]
            assert said == f'attachment; filename="Files-1-{what}.csv"'
            text = answered.content.decode()
            assert text.count("\n") == text.count("\r\n"), "lines end as RFC 4180 says"
            read[what] = list(csv.DictReader(StringIO(text, newline="")))
        assert {each["name"] for each in read["progress"]} == {"Zoë, A."}
        assert read["progress"][0]["shaky"] == "2"
        assert len(read["skills"]) >= 2
        assert [(each["mark"], each["overruled mark"]) for each in read["answers"]] == [
            ("0.0", "0.5"),
            ("0.0", ""),
        ]
        assert read["answers"][0]["reason"] == f"'{reason}", (
            "a spreadsheet shows it, and runs nothing"
        )
        assert {each["who"] for each in read["patterns"]} == {"Zoë, A. 1"}
        assert (await ivo.get(f"{path}/none.csv")).status_code == 422

    play(sums, scene)


# What goes wrong -----------------------------------------------------------------------------------


def test_patterns_are_counted_from_the_answers_the_most_frequent_first(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        one, two = (
            await employed(visitor, "Ulf", "dealer"),
            await employed(visitor, "Vera", "dealer"),
        )
        first, second = (f"sums duki4.the-rule-behind-it/{n}" for n in (0, 4))
        for who, skill, is_right in (
            (one, first, False), (one, first, False), (two, first, False), (two, first, True),
            (two, second, False), (one, second, True),
        ):  # fmt: skip
            await gone_through(who, sums.house, await asked(who, skill=skill), is_right=is_right)
        made = await a_class(ivo, "Ulf", "Vera", called="Patterns")
        path = f"/school/classes/{made['id']}/patterns"
        page = await ivo.ask(path)
        # Each question shows its own skill and the one after it.
        assert (page["asked"], page["wrong"]) == (12, 8)
        top = page["patterns"][0]
        assert (top["skill"], top["wrong"], top["asked"]) == (first, 3, 4)
        assert [(each["name"], each["wrong"]) for each in top["people"]] == [
            ("Ulf", 2),
            ("Vera", 1),
        ]
        assert (top["says"], top["source"], top["drill_title"]) == ("Sum 0.", "page 1", "Add it up")
        counts = [each["wrong"] for each in page["patterns"]]
        assert counts == sorted(counts, reverse=True) == [3, 3, 1, 1]
        assert page["by_drill"] == [{"id": "sums", "title": "Add it up", "asked": 12, "wrong": 8}]
        assert page["by_device"][0]["id"] == "any"
        assert (await ivo.ask(path, device="hand"))["patterns"] == []
        assert len((await ivo.ask(path, drill="sums", device="any"))["patterns"]) == 4

    play(sums, scene)


def test_the_practical_checklist_is_signed_item_by_item(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        pupil = await employed(visitor, "Wim", "dealer")
        made = await a_class(ivo, "Wim", called="Signed")
        account = number_of(made, "Wim")
        path = f"/school/pupils/{account}/games/duki4/checklist"
        assert why(await ivo.post(path, {"items": ["none"]})).startswith("There is no item 'none'")
        assert why(await ivo.post(path, {"items": []})).startswith("No item is named")
        assert why(await ivo.post(path, {"items": ["duki4.fingers"], "is_passed": False})) == (
            "Say what was not good enough, in up to 200 characters."
        )
        await ivo.post(path, {"items": ["Count with chips."], "is_passed": False, "words": "Slow."})
        signed = await ivo.post(path, {"items": ["duki4.fingers"]})
        own = (await pupil.ask("/school/games/duki4/checklist"))["items"]
        assert own == signed.json()["items"], "the trainee sees what the instructor signed"
        assert [(each["signed_by"], each["lacks"]) for each in own] == [("Ivo", ""), ("", "Slow.")]
        assert own[0]["signed_at"]
        rows = (await ivo.ask(f"/school/pupils/{account}"))["checklists"]
        assert rows[0] | {"game_name": ""} == {
            "game": "duki4", "game_name": "", "signed": 1, "items": 2,
        }  # fmt: skip
        # Signed by mistake: what was signed last holds, and both stay in the register.
        taken = {"items": ["duki4.fingers"], "is_passed": False, "words": "It was Dan."}
        assert (await ivo.post(path, taken)).json()["items"][0]["signed_by"] == ""
        register = sums.house.register
        entries = await asyncio.to_thread(sums.run, register.of(f"a:{account}"))
        assert [each.name for each in entries] == ["Ivo"] * 3
        assert await asyncio.to_thread(sums.run, register.check()) is None

    play(sums, scene)


def test_nobody_signs_or_overrules_for_themselves(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        await gone_through(ada, sums.house, await asked(ada), is_right=False)
        number = (await ada.ask("/school/record"))["answers"][0]["number"]
        id = next(each.id for each in await _accounts(sums) if each.name == "Ada")
        body = {"mark": "right", "reason": "I know it."}
        refused = await ada.http.put(f"/school/pupils/{id}/answers/{number}/mark", json=body)
        assert why(refused).startswith("You cannot overrule the marks of your own answers")
        path = f"/school/pupils/{id}/games/duki4/checklist"
        assert why(await ada.post(path, {"items": ["duki4.fingers"]})).startswith(
            "You cannot sign your own checklist"
        )

    play(sums, scene)


async def _accounts(sums: Serving) -> list[Account]:
    return await asyncio.to_thread(sums.run, sums.house.accounts.all())

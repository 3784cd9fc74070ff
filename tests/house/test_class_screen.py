"""Class screens: joined by a code, answered from phones, nothing told before a question is closed."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from tablewright.house.classroom import class_screens
from tablewright.house.classroom.class_codes import CODE_LENGTH, LETTERS, code_meant
from tablewright.house.classroom.class_results import NO_ANSWER, OTHER_WORDS, OTHERS, result_of
from tablewright.house.classroom.class_screen import (
    AWAY_SECONDS,
    GRACE_SECONDS,
    About,
    Asked,
    ClassScreen,
    QuestionAnswered,
)
from tablewright.house.classroom.class_screens import (
    IDLE_SECONDS,
    MOST_OF_ONE,
    ClassScreens,
    Wanted,
)
from tablewright.house.classroom.drilling import AnsweredBefore
from tablewright.house.people.person import Person
from tablewright.house.people.throttle import PAIR
from tablewright.rules.errors import Refused
from tablewright.school.asking import Reference
from tablewright.school.marking import mark_stage
from tablewright.school.questions import Amount, Key, Question, Say, Stage
from tests.house.clients import Json, Visit, Visitor, eventually, play, why
from tests.house.company import employee, guest, opened
from tests.house.pupils import allow_writing, refuse_writing
from tests.house.schooling import SECRET, sums_are_taught
from tests.house.serving import Serving
from tests.house.staffing import employed

SUMS = {"game": "duki4", "drill": "sums"}


class Room:
    """A screen that Ivo leads in a house of sums, and those who have joined it."""

    def __init__(self, serving: Serving, leader: Visitor, code: str) -> None:
        self.serving, self.leader, self.code = serving, leader, code
        self.turn = 0

    @classmethod
    async def opened(cls, serving: Serving, visitor: Visit, **wanted: Json) -> "Room":
        leader = await visitor().sign_in("Ivo")
        for each in (await leader.ask("/school/screens"))["screens"]:
            await leader.post(f"/school/screens/{each['code']}/end", {})
        made = await leader.post("/school/screens", SUMS | wanted)
        assert made.status_code == 201, made.text
        return cls(serving, leader, made.json()["code"])

    async def joined(self, visitor: Visit, name: str) -> Visitor:
        person = await visitor().come_as_guest(name)
        answer = await person.post(f"/school/screens/{self.code}/join", {})
        assert answer.status_code == 200, answer.text
        return person

    async def lead(self, what: str, **more: Json) -> Json:
        body = {"turn": self.turn} | more if what in ("next", "close") else more
        answer = await self.leader.post(f"/school/screens/{self.code}/{what}", body)
        assert answer.status_code == 200, answer.text
        self.leader.heard.append(answer.text)
        page = answer.json()
        self.turn = page["asked"]["turn"] if page["asked"] else self.turn
        return page

    async def answer(self, person: Visitor, given: Json, **more: Json) -> httpx.Response:
        body = {"turn": self.turn, "given": given} | more
        answer = await person.post(f"/school/screens/{self.code}/answer", body)
        person.heard.append(answer.text)
        return answer

    async def seen(self, person: Visitor) -> Json:
        return await person.ask(f"/school/screens/{self.code}/phone")

    async def on_projector(self) -> Json:
        return await self.leader.ask(f"/school/screens/{self.code}")

    @property
    def screen(self) -> ClassScreen:
        return self.serving.house.class_screens._screens[self.code]

    def right(self) -> dict[str, Any]:
        asked = self.screen._asked
        assert asked is not None
        keys = asked.question.keys[self.screen._number]
        return {id: msgspec.to_builtins(key.right, str_keys=True) for id, key in keys.items()}

    async def written(self) -> None:
        await eventually(lambda: not self.serving.house.class_screens._writing)


# The code ------------------------------------------------------------------------------------------


def test_a_code_can_be_read_aloud_and_typed_as_it_looks() -> None:
    alike = set("0ODQ1ILBSZGUVN")
    assert not set(LETTERS) & (alike | set("AEIOU"))
    assert len(set(LETTERS)) ** CODE_LENGTH > 50_000_000
    assert code_meant(" k7m-4rx ") == code_meant("K7M 4RX") == "K7M4RX"
    assert code_meant("BGSZ") == "8652", "no code has these letters: the digits are meant"


def test_wrong_codes_are_slowed_down_for_those_who_try_them(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        tom = await visitor(come_from="127.0.0.2").come_as_guest("Tom")
        for n in range(PAIR.free):
            tried = await tom.post(f"/school/screens/CCCCC{LETTERS[n]}/join", {})
            assert tried.status_code == 404
            assert "check it on the projector" in why(tried)
        slowed = await tom.post(f"/school/screens/{room.code}/join", {})
        assert slowed.status_code == 429, "not even the right one"
        assert slowed.headers["retry-after"]
        pia = visitor(come_from="127.0.0.2")
        await pia.sign_in("Pia")
        assert (await pia.post(f"/school/screens/{room.code}/join", {})).status_code == 200
        for path in ("phone", "answer", "leave"):
            answer = await (tom.get if path == "phone" else tom.post)(
                f"/school/screens/{room.code}/{path}",
                **({} if path != "answer" else {"body": {"turn": 1, "given": {}}}),
            )
            assert answer.status_code == 404, "whether there is such a code is told only by joining"

    play(sums, scene)


# Leading -------------------------------------------------------------------------------------------


def test_only_a_teacher_opens_a_screen_and_only_they_lead_it(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        tom = await room.joined(visitor, "Tom")
        pia = await visitor().sign_in("Pia")
        other = await visitor().sign_in("Ada")
        for person, status in ((tom, 403), (pia, 403), (other, 404)):
            assert (await person.get(f"/school/screens/{room.code}")).status_code == status
            for what in ("next", "close", "remove", "end"):
                body = {"number": 1} if what == "remove" else {"turn": 0} if what != "end" else {}
                refused = await person.post(f"/school/screens/{room.code}/{what}", body)
                assert refused.status_code == status, what
        for person in (tom, pia):
            assert (await person.get("/school/screens")).status_code == 403
            assert (await person.post("/school/screens", SUMS)).status_code == 403
        assert (await room.on_projector())["phase"] == "joining"
        own = await room.leader.post(f"/school/screens/{room.code}/join", {})
        assert "You lead this screen" in why(own)

    play(sums, scene)


def test_a_screen_is_opened_with_what_a_class_can_be_asked(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        leader = await visitor().sign_in("Ivo")
        page = await leader.ask("/school/screens")
        assert [each["game"] for each in page["games"]] == ["duki4", "king-high", "pick2"]
        assert page["games"][0]["drills"] == [
            {"id": "sums", "title": "Add it up", "about": "Sums of two numbers."}
        ]
        for wrong in (
            {"game": "chess"},
            {"game": "duki4", "drill": "guess"},
            {"game": "duki4", "skill": "sums nothing"},
            {"game": "duki4", "seconds": 3},
            {"game": "duki4", "class_id": 77},
        ):
            refused = await leader.post("/school/screens", wrong)
            assert refused.status_code in (400, 404), wrong
            assert why(refused)
        mixed = (await leader.post("/school/screens", {"game": "duki4"})).json()
        assert mixed["title"] == "Mixed questions"
        rows = (await leader.ask("/school/screens"))["screens"]
        assert mixed["code"] in [each["code"] for each in rows]
        for _ in range(MOST_OF_ONE):
            last = await leader.post("/school/screens", SUMS)
        assert "end one first" in why(last)
        for each in (await leader.ask("/school/screens"))["screens"]:
            ended = await leader.post(f"/school/screens/{each['code']}/end", {})
            assert ended.json()["phase"] == "over"

    play(sums, scene)


def test_a_button_that_is_pressed_twice_asks_once(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        path, body = f"/school/screens/{room.code}/next", {"turn": 0}
        both = await asyncio.gather(room.leader.post(path, body), room.leader.post(path, body))
        assert [each.json()["asked"]["turn"] for each in both] == [1, 1]
        early = await room.leader.post(path, {"turn": 1})
        assert early.status_code == 409
        assert "close it first" in why(early)

    play(sums, scene)


# Answering -----------------------------------------------------------------------------------------


def test_nothing_of_an_answer_is_told_before_the_question_is_closed(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        tom, ann = await room.joined(visitor, "Tom"), await room.joined(visitor, "Ann")
        await room.lead("next")
        asked = room.screen._asked
        assert asked is not None
        right, wrong = room.right()["sum"], 98_765_432
        assert (await room.answer(tom, {"sum": wrong})).status_code == 200
        projector = await room.on_projector()
        assert [each["has_answered"] for each in projector["people"]] == [True, False]
        await room.seen(tom)
        await room.seen(ann)
        for person in (tom, ann):
            person.heard.append((await person.get("/school/record")).text)
        heard = json.dumps([room.leader.heard, tom.heard, ann.heard])
        for secret in (asked.reference.seed, asked.reference.skill, SECRET, str(wrong), "page 1"):
            assert secret not in heard
        assert str(right) not in json.dumps(projector["asked"]["stage"])
        assert projector["result"] is None
        assert (await room.seen(tom))["marks"] is None

        await room.answer(ann, {"sum": right})
        closed = await room.on_projector()
        assert closed["phase"] == "closed", "everyone has answered"
        (part,) = closed["result"]["parts"]
        assert (part["right_count"], part["missed"], part["source"]) == (1, "The sum.", "page 1")
        assert sorted((each["mark"], each["count"]) for each in part["shares"]) == [(0, 1), (1, 1)]
        mine, hers = await room.seen(tom), await room.seen(ann)
        assert mine["result"] == hers["result"] == closed["result"]
        assert [each["marks"]["mark"] for each in (mine, hers)] == [0, 1]
        assert [(each["right"], each["answered"]) for each in (mine, hers)] == [(0, 1), (1, 1)]
        assert closed["tally"] == {"answered": 2, "right": 1, "percents": [50]}
        assert "Ann" not in json.dumps(closed["result"]), "nobody is named with a mark"

    play(sums, scene)


def test_an_answer_counts_once_and_the_first_counts(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        tom, ann = await room.joined(visitor, "Tom"), await room.joined(visitor, "Ann")
        await room.lead("next")
        right = room.right()
        same = await asyncio.gather(*(room.answer(tom, {"sum": 1}) for _ in range(5)))
        assert [each.status_code for each in same] == [200] * 5
        other = await room.answer(tom, right)
        assert other.status_code == 409
        assert "first answer counts" in why(other)
        assert (await tom.post(f"/school/screens/{room.code}/leave", {})).status_code == 204
        assert (await tom.post(f"/school/screens/{room.code}/join", {})).status_code == 200
        assert (await room.answer(tom, right)).status_code == 409, "leaving forgets nothing"
        unreadable = await room.answer(ann, {"sum": "a lot"})
        assert unreadable.status_code == 400
        assert not (await room.seen(ann))["has_answered"]
        closed = await room.lead("close")
        assert (closed["result"]["answered"], closed["result"]["people"]) == (1, 2)
        late = await room.answer(ann, right)
        assert late.status_code == 409
        assert "closed" in why(late)
        assert (await room.seen(ann))["marks"] is None

    play(sums, scene)


def test_a_phone_that_comes_back_is_where_it_was(
    sums: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        tom, ann = await room.joined(visitor, "Tom"), await room.joined(visitor, "Ann")
        page = await room.seen(tom)
        with monkeypatch.context() as patch:
            patch.setattr(class_screens, "HOLD_SECONDS", 0.01)
            nothing = await tom.get(f"/school/screens/{room.code}/phone", after=page["version"])
        assert (nothing.status_code, nothing.content) == (204, b"")
        waiting = asyncio.create_task(
            tom.get(f"/school/screens/{room.code}/phone", after=page["version"])
        )
        await room.lead("next")
        news = (await waiting).json()
        assert news["phase"] == "asking"
        await room.answer(tom, {"sum": 5})
        again = await room.seen(tom)
        assert (again["has_answered"], again["asked"]["turn"]) == (True, room.turn)
        assert again["asked"]["stage"] == news["asked"]["stage"]
        assert not (await room.seen(ann))["has_answered"]
        await room.lead("close")
        await room.lead("next")
        assert (await room.seen(tom))["asked"]["number"] == 1, "the same question goes on"
        await room.lead("end")
        over = await room.seen(tom)
        assert (over["phase"], over["answered"]) == ("over", 1)

    play(sums, scene)


def test_a_person_who_is_taken_off_is_gone_and_stays_so(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        tom, _ = await room.joined(visitor, "Tom"), await room.joined(visitor, "Ann")
        page = await room.lead("remove", number=1)
        assert [each["name"] for each in page["people"]] == ["Ann (guest)"]
        assert (await tom.get(f"/school/screens/{room.code}/phone")).status_code == 404
        back = await tom.post(f"/school/screens/{room.code}/join", {})
        assert "taken off" in why(back)

    play(sums, scene)


def test_a_guest_says_how_they_are_called_and_an_account_has_its_name(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        tom, pia = await visitor().come_as_guest(), await visitor().sign_in("Pia")
        path = f"/school/screens/{room.code}/join"
        assert "name of a post" in why(await tom.post(path, {"name": "The dealer"}))
        assert (await tom.post(path, {"name": "Tom"})).json()["name"] == "Tom (guest)"
        assert (await pia.post(path, {"name": "Ivo"})).json()["name"] == "Pia"

    play(sums, scene)


# Records -------------------------------------------------------------------------------------------


def test_what_is_answered_counts_in_ones_own_record_once(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        room = await Room.opened(sums, visitor)
        pia = await visitor().sign_in("Pia")
        await pia.post(f"/school/screens/{room.code}/join", {})
        silent = await room.joined(visitor, "Sam")
        await room.lead("next")
        await room.answer(pia, room.right(), seconds=0.0)
        await room.lead("close")
        await room.lead("next")
        late = await room.joined(visitor, "Late")
        await room.answer(late, {"sum": 1})
        await room.answer(pia, room.right(), seconds=0.0)
        await room.lead("close")
        await room.lead("next")
        await room.lead("end")
        await room.written()
        answers = (await pia.ask("/school/record"))["answers"]
        assert [each["mark"] for each in answers] == [1, 1], "two skills in one question"
        assert {each["drill"] for each in answers} == {"sums"}
        home = await pia.ask("/school")
        assert home["games"][0]["counts"]["new"] < 8
        assert home["today"]["done"] == 1
        assert [each["mark"] for each in (await late.ask("/school/record"))["answers"]] == [0, 0]
        assert not (await silent.ask("/school/record"))["answers"], "silence is no wrong answer"

    play(sums, scene)


def test_a_screen_of_a_class_is_for_its_people(sums: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        pupil, other = await employed(visitor, "Max", "dealer"), await visitor().sign_in("Pia")
        classes, person = sums.house.classes, await _person(sums, "Ivo")
        made = asyncio.run_coroutine_threadsafe(classes.make(person, "Tuesday"), sums.loop)
        id = (await asyncio.wrap_future(made)).id
        added = asyncio.run_coroutine_threadsafe(classes.add(person, id, ["Max"]), sums.loop)
        await asyncio.wrap_future(added)
        assert {"id": id, "name": "Tuesday"} in (await ivo.ask("/school/screens"))["classes"]
        room = await Room.opened(sums, visitor, class_id=id)
        path = f"/school/screens/{room.code}/join"
        assert (await pupil.post(path, {})).status_code == 200
        refused = await other.post(path, {})
        assert refused.status_code == 400
        assert "Tuesday" in why(refused)

    play(sums, scene)


async def _person(serving: Serving, name: str) -> Person:
    account = asyncio.run_coroutine_threadsafe(serving.house.accounts.by_name(name), serving.loop)
    found = await asyncio.wrap_future(account)
    assert found is not None
    return Person(f"a:{found.id}", found.name, frozenset(["instructor"]))


@pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
def test_a_house_that_closes_writes_down_what_was_answered(ready_address: str) -> None:
    ivo, pia = employee(1, "Ivo", "instructor"), employee(2, "Pia", "player")

    async def scene() -> None:
        async with opened(ready_address) as house:
            screens = house.class_screens
            page = await screens.open(ivo, Wanted("duki4"))
            await screens.join(pia, page.code, "")
            await screens.join(guest(1), page.code, "")
            page = await screens.go_on(ivo, page.code, 0)
            screens.answer(pia, page.code, 1, {}, None)
        async with opened(ready_address) as house:
            assert len((await house.school.record(pia, 10**6)).answers) == 1
            with pytest.raises(Refused, match="open another one"):
                await house.class_screens.projector(ivo, page.code, 0)
            with pytest.raises(Refused, match="it has ended"):
                await house.class_screens.phone(pia, page.code, 0)

    with sums_are_taught():
        asyncio.run(scene())


@pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
def test_an_answer_is_written_down_once_the_database_is_back(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ivo, pia = employee(1, "Ivo", "instructor"), employee(2, "Pia", "player")
    monkeypatch.setattr(class_screens, "WRITE_AGAIN_SECONDS", (0.01,) * 200)

    async def scene() -> None:
        async with opened(ready_address) as house:
            screens = house.class_screens
            page = await screens.open(ivo, Wanted("duki4"))
            await screens.join(pia, page.code, "")
            await screens.go_on(ivo, page.code, 0)
            await refuse_writing(house, "answers", "INSERT")
            screens.answer(pia, page.code, 1, {}, None)
            assert screens.end(ivo, page.code).phase == "over"
            await asyncio.sleep(0.05)
            assert (await house.school.record(pia, 10**6)).answers == []
            await allow_writing(house, "answers")
            await screens.written()
            assert len((await house.school.record(pia, 10**6)).answers) == 1

    with sums_are_taught():
        asyncio.run(scene())


@pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
def test_a_screen_that_is_left_alone_ends(ready_address: str) -> None:
    ivo = employee(1, "Ivo", "instructor")

    async def scene() -> None:
        async with opened(ready_address) as house:
            now = [0.0]
            screens = ClassScreens(house.school, house.classes, lambda: now[0])
            page = await screens.open(ivo, Wanted("duki4"))
            now[0] += IDLE_SECONDS + 1
            assert (await screens.choices(ivo)).screens == []
            with pytest.raises(Refused, match="has ended"):
                await screens.projector(ivo, page.code, 0)

    with sums_are_taught():
        asyncio.run(scene())


# Time, with a clock of the test's own --------------------------------------------------------------


class Timed(NamedTuple):
    """A screen whose clock stands still until the test moves it."""

    screen: ClassScreen
    people: list[Person]
    kept: list[QuestionAnswered]
    wait: Callable[[float], None]


QUESTION = Question(
    drill="sums",
    skill="sums x",
    rule="x",
    source="page 1",
    stages=[Stage(asks="1 + 1", parts=[Amount(id="sum", asks="The sum")])] * 2,
    keys=[{"sum": Key(right=2, skill="sums x", rule="x", says="Add.", source="page 1")}] * 2,
)
RIGHT = {"sum": 2}


def timed(count: int = 2, seconds: int = 30) -> Timed:
    now, kept = [100.0], list[QuestionAnswered]()
    about = About("duki4", "Duki 4 Poker", "sums", "", "Add it up", seconds)
    screen = ClassScreen(
        "CODE", employee(1, "Ivo", "instructor"), about, lambda: now[0], kept.append
    )
    people = [guest(n) for n in range(count)]
    for each in people:
        screen.join(each, each.name)
    screen.ask(Asked("duki4", Reference("sums x", "seed"), QUESTION, "Add it up", [5.0, 5.0]))

    def wait(seconds: float) -> None:
        now[0] += seconds

    return Timed(screen, people, kept, wait)


def test_an_answer_that_was_sent_in_time_may_arrive_a_little_later() -> None:
    screen, (tom, ann, _), _, wait = timed(3)
    shown = screen.phone_page(tom).asked
    assert shown is not None
    assert shown.ends_in_ms == 30_000
    wait(30 + GRACE_SECONDS - 0.01)
    for each in (tom, ann):
        screen.hear(each)
    assert screen.seconds_until_closing() == pytest.approx(0.01)
    screen.answer(tom, 1, RIGHT, 30.0)
    shown = screen.phone_page(ann).asked
    assert shown is not None
    assert shown.ends_in_ms == 0, "nobody is told of more time than there is"
    wait(0.02)
    with pytest.raises(AnsweredBefore, match="closed"):
        screen.answer(ann, 1, RIGHT, 30.0)
    assert screen.phase == "closed"
    screen.answer(tom, 1, RIGHT, 30.0)  # The same once more: its reply was lost on the way.
    result = screen.projector_page().result
    assert result is not None
    assert (result.answered, result.people) == (1, 3)


def test_a_question_without_a_limit_waits_for_everyone_who_is_here() -> None:
    screen, (tom, ann), _, wait = timed(seconds=0)
    screen.answer(tom, 1, RIGHT, None)
    wait(AWAY_SECONDS - 1)
    screen.hear(tom)
    screen.pass_time()
    assert (screen.phase, screen.seconds_until_closing()) == ("asking", None)
    assert not any(each.is_away for each in screen.projector_page().people)
    before = screen.bell.number
    wait(2)
    screen.pass_time()
    assert screen.bell.number > before, "the projector hears of it"
    assert [each.is_away for each in screen.projector_page().people] == [False, True]
    assert screen.phase == "closed", "a phone that has gone silent is not waited for"
    screen.go_on()
    screen.hear(ann)
    screen.answer(ann, 2, RIGHT, None)
    assert screen.projector_page().phase == "asking", (
        "once it is back, it is one of the class again"
    )


def test_an_answer_that_comes_late_is_not_taken_for_the_next_question() -> None:
    screen, (tom, ann), _, _ = timed(seconds=0)
    screen.answer(tom, 1, RIGHT, None)
    screen.close()
    screen.go_on()
    with pytest.raises(AnsweredBefore, match="closed"):
        screen.answer(ann, 1, RIGHT, None)
    assert not screen.phone_page(ann).has_answered


def test_a_question_that_nobody_answers_stays_open_until_its_leader_closes_it() -> None:
    screen, _, kept, wait = timed(seconds=0)
    wait(3600)
    screen.pass_time()
    assert screen.phase == "asking"
    screen.end()
    assert (screen.phase, kept) == ("over", [])


def test_the_time_of_a_person_begins_when_they_see_the_question() -> None:
    screen, (tom,), kept, wait = timed(1, seconds=0)
    wait(10)
    late = guest(9)
    screen.join(late, late.name)
    wait(4)
    screen.answer(late, 1, RIGHT, 600.0)
    screen.answer(tom, 1, RIGHT, 7.5)
    screen.end()
    took = {each.person.key: each.answers[0].answered.seconds for each in kept}
    assert took == {late.key: 4.0, tom.key: 7.5}, "the page is believed where it can be"


# Results -------------------------------------------------------------------------------------------


def test_what_was_typed_freely_is_not_shown_to_a_whole_room() -> None:
    stage = Stage(asks="Say it", parts=[Say(id="call", asks="The call")])
    key = Key(right="No more bets", skill="x", rule="x", says="Call it.", source="page 1")
    given = [{"call": words} for words in ("no more bets!", "No more bets", "rude", "ruder")] + [{}]
    answers = [(each, mark_stage(stage, {"call": key}, each)) for each in given]
    shares = result_of(stage, {"call": key}, answers, 6).parts[0].shares
    assert [(each.says, each.count, each.mark) for each in shares] == [
        ("No more bets", 2, 1.0),
        (OTHER_WORDS, 2, 0.0),
        (NO_ANSWER, 1, 0.0),
    ]


def test_many_different_answers_are_counted_together_but_never_the_right_one() -> None:
    stage, keys = QUESTION.stages[0], QUESTION.keys[0]
    given = [{"sum": 100 * n} for n in range(1, 10) for _ in range(2)] + [RIGHT]
    answers = [(each, mark_stage(stage, keys, each)) for each in given]
    shares = result_of(stage, keys, answers, len(given)).parts[0].shares
    assert sum(each.count for each in shares) == len(given)
    assert (shares[-1].says, shares[-1].mark) == (OTHERS, 0.0)
    assert [each.count for each in shares if each.mark == 1] == [1]

"""A question that breaks: the trainee is told in a line, the log says why, and another one comes."""

from collections.abc import Awaitable, Callable
from random import Random

import pytest

from tablewright.school.questions import Question
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus
from tests.house.clients import Json, Visit, Visitor, play, why
from tests.house.schooling import Sums, answered, asked, gone_through, kept_drill
from tests.house.serving import Serving

ASK, BROKEN = Sums.ask, "a drill fell over"


@pytest.fixture
def break_sums(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The cases of sums that cannot be made; all, if `*` is among them."""
    cases: set[str] = set()

    def ask(self: Sums, of: Syllabus, skill: Skill, rng: Random) -> Question:
        if cases & {skill.case, "*"}:
            raise LookupError(BROKEN)
        return ASK(self, of, skill, rng)

    monkeypatch.setattr(Sums, "ask", ask)
    return cases


def complained(sums: Serving, scene: Callable[[Visit], Awaitable[None]]) -> str:
    """What the log says after a scene in which something broke."""
    said: list[str] = []

    async def whole(visitor: Visit) -> None:
        before = len(sums.complaints.said)
        await scene(visitor)
        said.extend(sums.complaints.said[before:])
        del sums.complaints.said[before:]

    play(sums, whole)
    return "\n".join(said)


async def learning(visitor: Visit) -> Visitor:
    guest = await visitor().come_as_guest()
    await guest.http.put("/school/choices", json={"games": ["duki4"]})
    return guest


def forget_questions(house: Serving) -> None:
    """As after a restart: each is made again from its reference."""
    house.house.school.courses._questions.clear()


async def next_question(guest: Visitor) -> Json:
    return await asked(guest, game="", is_session=True)


def test_a_session_goes_on_with_what_can_be_asked(sums: Serving, break_sums: set[str]) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await learning(visitor)
        first = kept_drill(sums.house, (await next_question(guest))["id"]).reference.skill
        other = await learning(visitor)
        break_sums.add(first[-1])
        shown = await next_question(other)
        assert kept_drill(sums.house, shown["id"]).reference.skill != first
        await gone_through(other, sums.house, shown)

    assert "cannot be asked in duki4" in complained(sums, scene)


def test_a_drill_asks_for_another_skill_where_the_best_cannot_be_asked(
    sums: Serving, break_sums: set[str]
) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await learning(visitor)
        break_sums.add("0")
        for _ in range(5):
            shown = await asked(guest, drill="sums")
            assert not kept_drill(sums.house, shown["id"]).reference.skill.endswith("/0")

    assert complained(sums, scene)


def test_where_nothing_can_be_asked_it_is_said_in_a_line(
    sums: Serving, break_sums: set[str]
) -> None:
    async def scene(visitor: Visit) -> None:
        guest = await learning(visitor)
        skill = (await guest.ask("/school/games/duki4"))["topics"][0]["groups"][0]["skills"][0]
        break_sums.add("*")
        for wanted in (
            {"is_session": True},
            {"game": "duki4"},
            {"game": "duki4", "skill": skill["id"]},
        ):
            refused = await guest.post("/school/drills", wanted)
            assert refused.status_code == 409
            assert why(refused) == "This question cannot be asked: take another one."
        break_sums.clear()
        await gone_through(guest, sums.house, await next_question(guest))

    assert complained(sums, scene)


@pytest.mark.parametrize("way", ["answer", "look", "next"])
def test_a_question_under_way_that_breaks_is_left_for_another(
    sums: Serving, break_sums: set[str], way: str
) -> None:
    """After a restart, say: what was answered of it is lost, and nothing else."""

    async def scene(visitor: Visit) -> None:
        guest = await learning(visitor)
        shown = await next_question(guest)
        first = await answered(guest, shown, {"sum": 1})
        forget_questions(sums)
        break_sums.add(kept_drill(sums.house, shown["id"]).reference.skill[-1])
        path = f"/school/drills/{shown['id']}"
        if way == "answer":
            refused = await guest.post(f"{path}/answer", {"stage": 1, "given": {}})
            assert (refused.status_code, "take another" in why(refused)) == (409, True)
        elif way == "look":
            refused = await guest.get(path)
            assert (refused.status_code, "take another" in why(refused)) == (409, True)
        following = await next_question(guest)
        assert following["id"] != shown["id"]
        assert (await guest.get(path)).status_code == 404
        await gone_through(guest, sums.house, following)
        assert first["marks"]["mark"] == 0

    assert complained(sums, scene)


def test_an_answer_that_cannot_be_marked_is_told_and_leads_on(
    sums: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError(BROKEN)

    async def scene(visitor: Visit) -> None:
        guest = await learning(visitor)
        shown = await next_question(guest)
        with monkeypatch.context() as patch:
            patch.setattr("tablewright.house.classroom.drilling.mark_stage", broken)
            refused = await guest.post(
                f"/school/drills/{shown['id']}/answer", {"stage": 0, "given": {"sum": 1}}
            )
        assert (refused.status_code, BROKEN in refused.text) == (409, False)
        following = await next_question(guest)
        assert following["id"] != shown["id"]

    assert complained(sums, scene)


def test_a_broken_question_is_no_reason_to_ask_nothing_else(
    sums: Serving, break_sums: set[str]
) -> None:
    """The oldest questions under way make room, those that cannot be marked too."""

    async def scene(visitor: Visit) -> None:
        guest = await learning(visitor)
        for _ in range(3):
            await answered(guest, await asked(guest, drill="sums"), {"sum": 1})
        forget_questions(sums)
        break_sums.add("*")
        assert (await guest.post("/school/drills", {"game": "duki4"})).status_code == 409
        break_sums.clear()
        break_sums.add("0")
        for _ in range(12):
            await asked(guest, drill="sums")

    assert complained(sums, scene)

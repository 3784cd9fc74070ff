"""Every drill of every game over HTTP: nothing is told before it is answered, byte by byte.

Apart from `test_school.py`, in whose house nothing but sums is taught.
"""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from tablewright.house.classroom.class_screens import WATCHED
from tablewright.house.classroom.learner import Learner
from tablewright.house.classroom.pages import progress
from tablewright.school.asking import Reference, ask
from tablewright.school.drills import DRILLS
from tablewright.school.memory import review
from tablewright.school.syllabus import syllabus
from tests.house.clients import Visit, play
from tests.house.schooling import answered, asked, kept_drill, question_of
from tests.house.serving import Serving

GAMES = ["duki4", "king-high", "pick2"]


@pytest.mark.parametrize("game", GAMES)
def test_no_drill_tells_its_skill_rule_or_seed_before_it_is_answered(
    serving: Serving, game: str
) -> None:
    """Every drill as it is taught, gone through in an examination; each byte is looked at."""

    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        drills = [each["id"] for each in (await guest.ask(f"/school/games/{game}"))["drills"]]
        assert set(drills) == set(DRILLS)
        for drill in drills:
            guest.heard.clear()
            shown = await asked(guest, game=game, drill=drill, mode="examination")
            kept, question = (
                kept_drill(serving.house, shown["id"]),
                question_of(serving.house, shown["id"]),
            )
            assert shown["stages"] == question.stages_told
            for _ in range(len(question.stages) - 1):
                shown = (await answered(guest, shown, {}))["next"]
            guest.heard.append((await guest.get(f"/school/drills/{shown['id']}")).text)
            heard = "".join(map(str, guest.heard))
            secrets = {kept.reference.seed, kept.reference.skill}
            for keys in question.keys:
                for key in keys.values():
                    secrets |= {f'"{key.skill}"', f'"{key.rule}"', key.source}
            for secret in secrets:
                assert secret not in heard, (drill, kept.reference, secret)
            marked = await answered(guest, shown, {})
            assert marked["is_over"]
            assert marked["marks"]["mark"] < 1

    play(serving, scene)


@pytest.mark.parametrize("game", GAMES)
def test_frames_that_are_watched_say_nothing_of_what_is_to_come(
    serving: Serving, game: str
) -> None:
    """In practice too: what is said of a quiet frame would name the fault in a later one."""

    async def scene(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        for _ in range(4):
            guest.heard.clear()
            shown = await asked(guest, game=game, drill="guard", mode="practice")
            assert shown["stages"] == 0, "their number would tell when the fault comes"
            question = question_of(serving.house, shown["id"])
            frames = [stage for stage in question.stages if stage.seconds]
            secrets = {f'"{key.rule}"' for keys in question.keys for key in keys.values()}
            for _ in frames[:-1]:
                (part,) = shown["stage"]["parts"]
                told = await answered(guest, shown, {part["id"]: part["options"][0]["id"]})
                assert told["marks"] is None
                shown = told["next"]
            assert not [secret for secret in secrets if secret in "".join(map(str, guest.heard))]
            (part,) = shown["stage"]["parts"]
            told = await answered(guest, shown, {part["id"]: part["options"][0]["id"]})
            assert len(told["marks"]["parts"]) == len(frames)

    play(serving, scene)


def test_a_rule_of_the_house_is_due_in_no_game_that_is_not_learnt() -> None:
    at = datetime(2026, 11, 17, 20, tzinfo=UTC)
    one, other = syllabus("duki4"), syllabus("pick2")
    shared = next(id for id in one.skills if id in other.skills)
    learner = Learner("a:7")
    learner.remembered[shared] = review(shared, None, Fraction(0), 9.0, 10.0, at)
    late = at + timedelta(days=30)
    assert progress(learner, one, late, is_learnt=True).due == 1
    assert progress(learner, other, late, is_learnt=False).due == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_class_is_asked_every_drill_that_does_not_go_on_by_itself(game: str) -> None:
    course = syllabus(game)
    last = {skill.drill: skill for skill in course.skills.values()}
    assert set(last) == set(DRILLS)
    for drill, skill in last.items():
        question = ask(course, Reference(skill.id, "1"))
        assert any(stage.seconds for stage in question.stages) == (drill in WATCHED), drill

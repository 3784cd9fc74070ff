"""Targets: the house's own come first, then what those who teach have shown, then the drill's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.school.drills import DRILLS
from tablewright.school.pace import LEAST_RUNS, MOST_TIMES, Pace, Run, learnt, own_seconds
from tablewright.school.questions import Choose, GiveChips, Question, Stage
from tests.school.simulated_class import made_up_skills

OWN = {"read": 8.0, "compare": 10.0, "pay": 14.0, "say": 8.0, "rule": 15.0}
PAYS = next(skill for skill in made_up_skills("first", 20) if skill.drill == "pay")
READS = next(skill for skill in made_up_skills("first", 20) if skill.drill == "read")


def runs(
    *seconds: float, skill: str = PAYS.id, is_right: bool = True, by: bool = True
) -> list[Run]:
    return [Run(skill=skill, seconds=each, is_right=is_right, is_by_teacher=by) for each in seconds]


def test_at_first_a_question_takes_what_the_drill_says() -> None:
    assert Pace(own=OWN).of(PAYS) == 14
    assert own_seconds() == {id: drill.seconds for id, drill in DRILLS.items()}


def test_what_the_house_sets_for_a_skill_or_a_drill_comes_before_what_was_learnt() -> None:
    shown = {PAYS.id: 9.0, "pay": 10.0}
    assert Pace(own=OWN, by_teachers=shown).of(PAYS) == 9
    assert Pace(own=OWN, by_teachers={"pay": 10.0}).of(PAYS) == 10
    assert Pace(own=OWN, by_teachers=shown, by_house={"pay": 12.0}).of(PAYS) == 12
    assert Pace(own=OWN, by_teachers=shown, by_house={"pay": 12.0, PAYS.id: 20.0}).of(PAYS) == 20
    assert Pace(own=OWN, by_house={"pay": 12.0}).of(READS) == 8


def test_a_target_is_the_median_of_right_answers_by_those_who_teach() -> None:
    found = learnt(runs(7, 8, 9, 11, 30), OWN)
    assert found == {PAYS.id: 9, "pay": 9}


@pytest.mark.parametrize(
    "taken",
    [
        runs(7, 8, 9, 10),
        runs(7, 8, 9, 10, 11, is_right=False),
        runs(7, 8, 9, 10, 11, by=False),
        runs(7, 8, 9, 10, 0),
        runs(7, 8, 9, 10, 14 * 10 + 1),
        runs(7, 8, 9, 10, 11, skill="juggle a-game.a-rule"),
    ],
)
def test_fewer_than_five_runs_that_count_show_nothing(taken: list[Run]) -> None:
    assert learnt(taken, OWN) == {}


def test_skills_that_were_run_too_seldom_share_what_their_drill_has_shown() -> None:
    taken = [run for n in range(LEAST_RUNS) for run in runs(10.0 + n, skill=f"pay a.rule-{n}")]
    assert learnt(taken, OWN) == {"pay": 12}


@given(st.lists(st.floats(0.01, 1000), min_size=LEAST_RUNS, max_size=30))
def test_no_runs_make_a_target_absurd(seconds: list[float]) -> None:
    for found in learnt(runs(*seconds), OWN).values():
        assert 14 / MOST_TIMES <= found <= 14 * MOST_TIMES


def test_the_time_of_a_question_is_divided_by_what_its_stages_ask() -> None:
    choose = Choose(id="a", asks="?", options=[])
    chips = GiveChips(id="b", asks="?", rack={})
    stages = [Stage(asks="?", parts=[choose]), Stage(asks="?", parts=[choose, chips])]
    question = Question(
        drill="pay", skill=PAYS.id, rule=PAYS.rule, source="", stages=stages, keys=[{}, {}]
    )
    pace = Pace(own=OWN, by_house={PAYS.id: 20.0})
    parts = [pace.of_stage(PAYS, question, number) for number in (0, 1)]
    assert parts == [5, 15]
    nothing = Question(
        drill="pay",
        skill=PAYS.id,
        rule=PAYS.rule,
        source="",
        stages=[Stage(asks="?", parts=[])] * 2,
        keys=[{}, {}],
    )
    assert pace.of_stage(PAYS, nothing, 0) == 10

"""Run it: the steps agree with the manuals' order, each is a skill, and each is asked for."""

from random import Random

import pytest

from tablewright.rules.phases import PhaseId
from tablewright.rules.register import instruction_id
from tablewright.school.courses import COURSE, COURSES, walk
from tablewright.school.drills.run import RUN
from tablewright.school.marking import mark_question
from tablewright.school.questions import Choose, Question
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus, syllabus
from tablewright.school.tables import DrillTable
from tablewright.table.automation import Step as Due
from tests.by_hand.running import Step, collapsed, courses

GAMES = ("duki4", "pick2", "king-high")
BY_HAND = courses()


def of(game: str) -> list[Skill]:
    return list(RUN.skills(syllabus(game)))


def named(step: Due) -> Step:
    act, by = step
    form = getattr(act, "form", "")
    return Step(by.role.value, f"{act.name} {form}" if form else act.name)


def right_step(question: Question, stage: int) -> Step:
    keys = question.keys[stage]
    return Step(keys["who"].right, keys["next"].right)


# Against the manuals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "device", "part"), [each for each in BY_HAND if each[2] in COURSE]
)
def test_a_course_goes_as_the_manual_has_it(game: str, device: str, part: str) -> None:
    course = COURSE[part]
    table = course.begun(syllabus(game), device, Random(1))
    assert table is not None
    went = [named(step) for step in walk(course, table)]
    by_hand = BY_HAND[game, device, part]
    if part == "closing":  # As many players are coloured up as there are.
        went = [each for each in went if each.does != "leave"]
        by_hand = [each for each in by_hand if each.does != "leave"]
    assert collapsed(went) == by_hand


@pytest.mark.parametrize("device", ["six-deck-shuffler", "shoe"])
def test_each_card_of_a_round_and_its_end_go_as_the_manual_has_it(device: str) -> None:
    table = DrillTable(syllabus("king-high"), device, Random(3))
    table.seat((1, 2))
    while table.due():
        table.step()
    went: list[Step] = []
    while table.table.state.round == 1:
        state = table.table.state
        if state.phase == PhaseId.WAGERS and not table.table.stakes(1).get("low"):
            table.lay(1, {"pokerpot": 500, "low": 500} if not state.drawn else {"low": 500})
        step = table.due()
        assert step is not None
        went.append(named(step))
        table.do(*table.filled(step))
    while step := table.due():
        went.append(named(step))
        table.do(*table.filled(step))
    each = BY_HAND["king-high", device, "card of a round"]
    assert collapsed(went) == each * 5 + BY_HAND["king-high", device, "end of a round"]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_question_calls_right_stands_in_the_manuals_order(game: str) -> None:
    compared = 0
    for skill in of(game):
        course = next((each for each in COURSES if skill.case.startswith(f"{each.id}-")), None)
        by_hand = BY_HAND.get((game, skill.device, course.id)) if course else None
        if by_hand is None or course is None:
            continue
        question = RUN.ask(syllabus(game), skill, Random(5))
        for n in range(len(question.stages)):
            step = right_step(question, n)
            does = step.does if step.does.startswith("sign") else step.does.split()[0]
            assert collapsed([Step(step.who, does)])[0] in by_hand, (skill.id, step)
            compared += 1
    assert compared


# Skills --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_step_that_is_due_in_any_course_is_a_skill_on_its_device(game: str) -> None:
    skills = {skill.id for skill in of(game)}
    syllabus_ = syllabus(game)
    for course in COURSES:
        for device in syllabus_.devices:
            table = course.begun(syllabus_, device.id, Random(0))
            for step in walk(course, table) if table else ():
                if course.teaches and not isinstance(step[0], course.teaches):
                    continue
                rule = table.table.rule_of(type(step[0])) if table else ""
                found = [
                    id
                    for id in skills
                    if id.startswith(f"run {rule}/{course.id}-{step[0].name}")
                    and ("@" not in id or id.endswith(f"@{device.id}"))
                ]
                assert found, (course.id, device.id, step)


@pytest.mark.parametrize("game", GAMES)
def test_every_instruction_and_item_in_force_is_a_skill(game: str) -> None:
    syllabus_, rules = syllabus(game), {skill.rule for skill in of(game)}
    procedure, rulings = syllabus_.procedure, syllabus_.ruleset.rulings
    for each in procedure.instructions_under(rulings):
        assert instruction_id(procedure, each) in rules
    for kind, items in (("equipment", procedure.equipment), ("sign", procedure.sign)):
        for item in items:
            in_force = item.under is None or rulings.hold(item.under)
            assert (f"{game}.{kind}.{item.id}" in rules) == in_force


@pytest.mark.parametrize("game", GAMES)
def test_every_skill_is_asked_for_and_its_answer_is_marked_right(game: str) -> None:
    for skill in of(game):
        question = RUN.ask(syllabus(game), skill, Random(2))
        shown = {key.skill for keys in question.keys for key in keys.values()}
        assert skill.id in shown
        given = [{id: key.right for id, key in keys.items()} for keys in question.keys]
        assert mark_question(question, given).is_right


def test_a_step_that_goes_alike_with_all_devices_is_one_skill_and_others_are_one_each() -> None:
    ids = {skill.id for skill in of("duki4")}
    assert "run duki4.opening/opening-unlock-rack" in ids
    assert "run duki4.cards/round-cut@hand" in ids
    assert not any("round-cut@shuffler" in id for id in ids)


# Questions -----------------------------------------------------------------------------------------


def test_the_same_seed_asks_the_same() -> None:
    syllabus_ = syllabus("king-high")
    for skill in of("king-high")[::9]:
        assert RUN.ask(syllabus_, skill, Random(8)) == RUN.ask(syllabus_, skill, Random(8))


def test_a_wrong_step_is_named_with_the_tables_own_refusal() -> None:
    syllabus_ = syllabus("duki4")
    question = RUN.ask(
        syllabus_, syllabus_.find("run duki4.opening/opening-count-float"), Random(4)
    )
    part = question.stages[0].parts[0]
    assert isinstance(part, Choose)
    wrong = next(
        each.id for each in part.options if f'"{each.id}"' in question.keys[0]["next"].refusals
    )
    given = [{id: key.right for id, key in keys.items()} for keys in question.keys]
    given[0]["next"] = wrong
    marked = mark_question(question, given)
    assert marked.parts[0].mark == 0
    assert marked.parts[0].missed == question.keys[0]["next"].refusals[f'"{wrong}"']


def test_a_step_that_may_be_done_and_is_not_the_next_one_is_right_in_part() -> None:
    """The sign may be put up at any time of an opening; it comes after the equipment."""
    syllabus_ = syllabus("duki4")
    skill = syllabus_.find("run duki4.opening/opening-unlock-rack")
    for seed in range(20):
        key = RUN.ask(syllabus_, skill, Random(seed)).keys[0]["next"]
        if '"display-sign"' in key.in_part:
            return
    raise AssertionError("the sign was never offered, or refused")


def test_the_words_of_a_stage_never_say_which_course_it_is() -> None:
    """`A fill` over a question would answer it."""
    syllabus_ = syllabus("king-high")
    question = RUN.ask(syllabus_, syllabus_.find("run house.fill/fill-fill"), Random(1))
    said = [
        question.stages[0].asks,
        *question.stages[0].shown.facts,
        *question.stages[0].shown.told,
    ]
    assert not any("fill" in each.lower() for each in said)


def test_no_view_says_that_a_shuffle_or_a_change_of_cards_is_due() -> None:
    for game, id in (
        ("king-high", "run king-high.cards/shuffle-shuffle@shoe"),
        ("king-high", "run king-high.cards/card-change-remove-cards-by-inspector"),
    ):
        syllabus_: Syllabus = syllabus(game)
        view = RUN.ask(syllabus_, syllabus_.find(id), Random(1)).stages[0].shown.view
        assert view is not None
        assert view.device.shuffle_due == ""
        assert not view.card_change_due


@pytest.mark.parametrize("device", ["hand", "shuffler"])
def test_equipment_is_asked_by_device(device: str) -> None:
    """A cut card must be there for the deal by hand, and is not needed with a shuffler."""
    syllabus_ = syllabus("duki4")
    name = syllabus_.procedure.device(device).name
    skill = syllabus_.find("run duki4.equipment.cut-card")
    found = {
        question.keys[0]["needed"].right
        for seed in range(30)
        if (question := RUN.ask(syllabus_, skill, Random(seed))).stages[0].shown.device == name
    }
    assert found == {"needed" if device == "hand" else "not-needed"}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_hangs_on_is_known_to_the_trainee(game: str) -> None:
    """A fill is ordered where chips are seen to be missing, approval where its threshold is told."""
    taught = syllabus(game)
    for name, told in (
        ("fill-fill", "In the rack: "),
        ("large-payment-approve", "wait for a super"),
    ):
        (skill,) = [each for each in of(game) if each.case == name and not each.device][:1]
        for seed in range(4):
            facts = RUN.ask(taught, skill, Random(seed)).stages[0].shown.facts
            assert any(told in each for each in facts), facts


@pytest.mark.parametrize("game", GAMES)
def test_a_count_can_be_added_up_by_hand(game: str) -> None:
    taught = syllabus(game)
    counts = [each for each in of(game) if "count-float" in each.case]
    assert counts
    for skill in counts:
        question = RUN.ask(taught, skill, Random(1))
        key = next(keys["count"] for keys in question.keys if "count" in keys)
        assert key.right < 5_000_000, "no float of millions"
        assert "$25: $" in key.missed


def test_no_hand_is_turned_where_nobody_holds_one() -> None:
    taught = syllabus("king-high")
    for skill in of("king-high"):
        for stage in RUN.ask(taught, skill, Random(5)).stages:
            for part in stage.parts:
                options = getattr(part, "options", [])
                assert not any(each.id.startswith("show") for each in options), skill.id

"""A session: what comes first, what comes back, how much is new, and that it goes on anywhere."""

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.games import every_game
from tablewright.school.memory import Remembered, review
from tablewright.school.path import HEAD_START
from tablewright.school.planning import (
    GAP,
    MARKS_SECONDS,
    MOST_TRIES,
    Answer,
    Courses,
    Item,
    Reason,
    Session,
    session,
)
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import syllabus
from tests.school.simulated_class import BEGINS as AT
from tests.school.simulated_class import THRESHOLD, Trainee, made_up_skills, target

RIGHT, WRONG = Fraction(1), Fraction(0)
ONE = {"first": made_up_skills("first", 60)}
TWO = {**ONE, "second": made_up_skills("second", 60)}


class Person:
    """A trainee who answers what the plan asks."""

    def __init__(self, courses: Courses = ONE, minutes: float = 20, seed: str = "") -> None:
        self.courses, self.minutes, self.seed = courses, minutes, seed
        self.skills = {each.id: each for course in courses.values() for each in course}
        self.remembered: dict[str, Remembered] = {}
        self.today: list[Answer] = []
        self.at = AT

    def plan(self, **more: object) -> Session:
        given: dict[str, object] = {"minutes": self.minutes, "seconds": target, "seed": self.seed}
        given |= more
        return session(self.courses, self.remembered, self.today, self.at, **given)  # type: ignore[arg-type]

    def answer(self, skill: str, mark: Fraction = RIGHT, seconds: float = 6.0) -> None:
        self.at += timedelta(seconds=seconds + MARKS_SECONDS)
        self.today.append(Answer(skill=skill, at=self.at, mark=mark, seconds=seconds))
        self.remembered[skill] = review(
            skill, self.remembered.get(skill), mark, seconds, target(self.skills[skill]), self.at
        )

    def go_through(self, wrong: Sequence[str] = (), most: int = 500) -> list[Item]:
        """The whole session; some skills are answered wrong."""
        asked: list[Item] = []
        while (item := self.plan().next) and len(asked) < most:
            asked.append(item)
            self.answer(item.skill, WRONG if item.skill in wrong else RIGHT)
        return asked

    def next_day(self, days: int = 1) -> None:
        self.at, self.today = self.at + timedelta(days=days), []


def drill_of(skill: str) -> str:
    return skill.partition(" ")[0]


def reasons(plan: Session) -> list[Reason]:
    return [item.reason for item in plan.items]


# What is asked -------------------------------------------------------------------------------------


def test_a_newcomer_reads_and_compares_and_soon_pays_beside_it() -> None:
    plan = Person().plan()
    assert set(reasons(plan)) == {Reason.NEW}
    drills = [drill_of(item.skill) for item in plan.items]
    assert drills[:HEAD_START] == ["read"] * HEAD_START
    assert list(dict.fromkeys(drills))[:3] == ["read", "compare", "pay"]
    after = drills[HEAD_START:]
    assert max(len(list(run)) for _, run in groupby(after)) <= 2, "no drill for long alone"


def test_every_drill_begins_after_the_one_before_it_on_the_path() -> None:
    met: list[str] = []
    person = Person(minutes=15)
    for _ in range(12):
        met += [item.skill for item in person.go_through() if item.reason is Reason.NEW]
        person.next_day()
    drills = [drill_of(id) for id in met]
    begun = list(dict.fromkeys(drills))
    assert len(begun) > 2
    assert begun == ["read", "compare", "pay", "say", "rule"][: len(begun)]
    for earlier, later in pairwise(begun):
        before = drills[: drills.index(later)].count(earlier)
        assert before >= min(HEAD_START, drills.count(earlier))


def test_what_comes_next_on_the_path_cannot_be_guessed_from_its_order() -> None:
    course = list(syllabus("duki4").skills.values())
    path = [skill.id for skill in course]
    orders = set()
    for seed in "abc":
        plan = Person({"duki4": course}, seed=seed).plan(seconds=lambda skill: 10.0)
        new = [item.skill for item in plan.items]
        reads = [id for id in new if drill_of(id) == "read"]
        assert reads != sorted(reads, key=path.index)
        orders.add(tuple(reads))
    assert len(orders) == 3


def test_who_answers_one_question_about_several_skills_has_answered_one() -> None:
    person = Person()
    first, second = (item.skill for item in person.plan().items[:2])
    person.answer(first)
    person.today.append(Answer(skill=second, at=person.at, mark=WRONG, seconds=1.0))
    assert (person.plan().done, person.plan().right) == (1, 0)
    person.answer(second)
    assert (person.plan().done, person.plan().right) == (2, 1)


def test_faults_from_real_tables_come_first_then_what_is_due_is_mixed_with_new_ones() -> None:
    person = Person(minutes=8)
    person.go_through()
    person.next_day()
    fault = ONE["first"][-1].id
    plan = person.plan(minutes=25, faults={fault: person.at - timedelta(hours=3)})
    found = reasons(plan)
    assert found[0] is Reason.FAULT
    assert plan.items[0].skill == fault
    assert found.count(Reason.FAULT) == 1
    assert found.count(Reason.DUE) > 5
    new = [n for n, each in enumerate(found) if each is Reason.NEW]
    assert new
    assert min(new) < len(found) / 2
    assert max(new) - min(new) > len(new), "new ones do not stand in one block"
    assert plan.says.startswith(f"{len(plan.items)} skills: 1 from your tables, ")


def test_a_fault_is_asked_for_until_it_was_right_after_it_happened() -> None:
    person = Person()
    fault = ONE["first"][0].id
    person.answer(fault)
    person.next_day(2)
    happened = {fault: person.at - timedelta(hours=1)}
    assert person.plan(faults=happened).next == person.plan(faults=happened).items[0]
    assert person.plan(faults=happened).items[0].skill == fault
    person.answer(fault, WRONG)
    again = [item for item in person.plan(faults=happened).items if item.skill == fault]
    assert [item.reason for item in again] == [Reason.AGAIN]
    person.answer(fault)
    assert fault not in [item.skill for item in person.plan(faults=happened).items]
    person.next_day()
    assert Reason.FAULT not in reasons(person.plan(faults=happened))


def test_the_least_remembered_are_asked_where_time_is_short() -> None:
    person = Person(minutes=90)
    person.go_through()
    person.next_day()
    person.go_through()
    person.next_day(40)
    short = person.plan(minutes=3)
    asked = {item.skill for item in short.items}
    due = {item.skill for item in person.plan().items if item.reason is Reason.DUE}
    assert asked < due
    stability = person.remembered
    assert max(stability[id].stability for id in asked) <= min(
        stability[id].stability for id in due - asked
    )


def test_a_skill_that_was_right_in_part_is_weak_until_it_is_right() -> None:
    person = Person(minutes=60)
    person.go_through()
    person.next_day()
    person.go_through()
    weak = ONE["first"][0].id
    person.next_day(2)
    person.answer(weak, Fraction(1, 2))
    person.next_day()
    assert person.remembered[weak].due > person.at + timedelta(days=1)
    assert [item.reason for item in person.plan().items if item.skill == weak] == [Reason.WEAK]


def test_a_skill_that_was_right_today_is_not_asked_again_today() -> None:
    person = Person()
    asked = [item.skill for item in person.go_through()]
    assert len(asked) == len(set(asked))


# What comes back -----------------------------------------------------------------------------------


def test_a_wrong_answer_comes_back_after_a_few_others_until_it_is_right_once() -> None:
    person = Person()
    first = person.plan().items[0].skill
    person.answer(first, WRONG)
    asked: list[str] = []
    while (item := person.plan().next) and len(asked) < 60:
        asked.append(item.skill)
        is_second = item.skill == first and first in asked[:-1]
        person.answer(item.skill, RIGHT if is_second or item.skill != first else WRONG)
    places = [n for n, id in enumerate(asked) if id == first]
    assert places == [GAP, 2 * GAP + 1], "wrong once more, then right, then not again"


def test_a_skill_that_stays_wrong_is_left_for_tomorrow() -> None:
    person = Person()
    hopeless = person.plan().items[0].skill
    asked = [item.skill for item in person.go_through(wrong=[hopeless])]
    assert asked.count(hopeless) == MOST_TRIES
    person.next_day()
    assert hopeless in [item.skill for item in person.plan().items]


def test_all_wrong_answers_come_back_apart_even_when_time_is_up() -> None:
    person = Person(minutes=1)
    for skill in ONE["first"][:6]:
        person.answer(skill.id, WRONG, seconds=30)
    plan = person.plan()
    assert set(reasons(plan)) == {Reason.AGAIN}
    assert len(plan.items) == 6


def test_when_nothing_else_is_left_a_wrong_one_comes_back_at_once() -> None:
    person = Person({"first": ONE["first"][:1]})
    person.answer(ONE["first"][0].id, WRONG)
    assert [item.reason for item in person.plan().items] == [Reason.AGAIN]
    person.answer(ONE["first"][0].id)
    assert person.plan().next is None
    assert person.plan().says == "Done for today"


# How much ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("minutes", [5, 20])
def test_a_session_takes_about_the_minutes_that_were_chosen(minutes: int) -> None:
    person = Person({"first": made_up_skills("first", 900)}, minutes)
    took = []
    for _ in range(6):
        start = person.at
        while item := person.plan().next:
            person.answer(item.skill, seconds=item.seconds)
        took.append((person.at - start).total_seconds() / 60)
        person.next_day()
    assert max(took) <= minutes + 0.5, "no more than the last question runs over"
    assert max(took) > 0.8 * minutes
    assert min(took) > 0.4 * minutes, "some of it is kept for what comes back later"


def test_the_fewer_skills_are_shaky_the_more_are_new() -> None:
    path = [skill.id for skill in made_up_skills("first", 600)]
    person = Person({"first": made_up_skills("first", 600)})
    for id in path[:40]:
        person.answer(id, WRONG)
    person.next_day()
    shaky = reasons(person.plan(minutes=40)).count(Reason.NEW)
    for id in path[:40]:
        person.answer(id)
    person.next_day()
    for id in path[:40]:
        person.answer(id)
    person.next_day()
    known = reasons(person.plan(minutes=40)).count(Reason.NEW)
    assert shaky < known


def test_new_skills_are_bounded_for_the_whole_day() -> None:
    person = Person({"first": made_up_skills("first", 600)})
    planned = reasons(person.plan()).count(Reason.NEW)
    assert planned < 20 * 60 / 15 / 2
    path = [skill.id for skill in person.courses["first"]]
    asked = person.go_through(wrong=path, most=40)
    assert sum(item.reason is Reason.NEW for item in asked) <= planned, "wrong ones take their time"
    right = Person({"first": made_up_skills("first", 600)}).go_through()
    assert planned < sum(item.reason is Reason.NEW for item in right) < 90


def test_an_answer_that_was_left_lying_does_not_eat_the_session() -> None:
    person, other = Person(), Person()
    first = person.plan().items[0].skill
    person.answer(first, seconds=3600)
    other.answer(first, seconds=3 * target(person.skills[first]))
    assert len(person.plan().items) == len(other.plan().items)


# Mixed ---------------------------------------------------------------------------------------------


def due_today(courses: Courses) -> list[Item]:
    """The plan of a person for whom every skill is due."""
    person = Person(courses, minutes=60)
    for skill in person.skills:
        person.answer(skill)
    person.next_day()
    return person.plan().items


def test_games_are_interleaved() -> None:
    games = [item.game for item in due_today(TWO)]
    assert games.count("first") == games.count("second") == 60
    assert sum(one != other for one, other in pairwise(games)) > 90


def test_topics_and_groups_of_one_game_are_interleaved() -> None:
    known = {skill.id: skill for skill in ONE["first"]}
    found = [known[item.skill] for item in due_today(ONE)]
    assert len(found) == 60
    assert sum(one.topic == other.topic for one, other in pairwise(found)) < 12
    assert sum(one.group == other.group for one, other in pairwise(found)) < 6


def test_a_rule_of_the_house_is_asked_in_one_game_at_a_time() -> None:
    shared = Skill(
        drill="say",
        rule="house.a-rule",
        says="a rule of the house",
        topic=Topic.HANDS,
        group="house",
        source="the house",
    )
    courses = {game: [shared, *course[:5]] for game, course in TWO.items()}
    games = set()
    for day in range(12):
        person = Person(courses)
        person.at += timedelta(days=day)
        found = [item for item in person.plan().items if item.skill == shared.id]
        assert len(found) == 1
        games.add(found[0].game)
    assert games == {"first", "second"}


def test_of_a_drill_that_shows_many_skills_at_once_one_is_planned_at_a_time() -> None:
    def seconds(skill: Skill) -> float:
        return 120.0 if skill.drill == "pay" else target(skill)

    person = Person(TWO, minutes=60)
    for skill in person.skills:
        person.answer(skill)
    person.next_day()

    def paying() -> list[Item]:
        return [item for item in person.plan(seconds=seconds).items if item.skill[:4] == "pay "]

    assert sorted(item.game for item in paying()) == ["first", "second"]
    first = next(item.skill for item in paying() if item.game == "first")
    shown = [skill.id for skill in ONE["first"] if skill.drill == "pay"]
    for skill in shown[:-2]:
        person.answer(skill, WRONG if skill == first else RIGHT)
    left = [item for item in paying() if item.game == "first"]
    assert [(item.skill, item.reason) for item in left] == [(first, Reason.AGAIN)]
    person.answer(first)
    (last,) = [item for item in paying() if item.game == "first"]
    assert last.skill in shown[-2:]


# Deterministic, and resumed ------------------------------------------------------------------------


def test_the_same_state_day_and_seed_make_the_same_plan_and_another_seed_another_order() -> None:
    person = Person(TWO)
    person.go_through()
    person.next_day()
    assert person.plan() == person.plan()
    assert person.plan(seed="a") == person.plan(seed="a")
    assert [i.skill for i in person.plan(seed="a").items] != [
        i.skill for i in person.plan(seed="b").items
    ]


@given(st.lists(st.sampled_from([RIGHT, RIGHT, WRONG, Fraction(1, 2)]), max_size=40))
def test_a_session_goes_on_from_the_record_alone(marks: list[Fraction]) -> None:
    person = Person(minutes=8)
    for mark in marks:
        item = person.plan().next
        if item is None:
            break
        person.answer(item.skill, mark)
    plan = person.plan()
    elsewhere = Person(minutes=8)
    for answer in person.today:
        elsewhere.at = answer.at - timedelta(seconds=answer.seconds + MARKS_SECONDS)
        elsewhere.answer(answer.skill, answer.mark, answer.seconds)
    assert elsewhere.plan() == plan
    assert plan.done == len(person.today)
    assert plan.right == sum(answer.mark == 1 for answer in person.today)
    skills = [item.skill for item in plan.items]
    assert len(skills) == len(set(skills))
    rights = {answer.skill for answer in person.today if answer.mark == 1}
    assert not rights & set(skills)


def test_what_is_left_is_never_longer_than_the_session() -> None:
    person = Person(minutes=3)
    for _ in range(20):
        item = person.plan().next
        if item is None:
            break
        person.answer(item.skill, WRONG, 30)
        assert person.plan().seconds_left <= 180


def test_yesterdays_answers_are_no_part_of_today() -> None:
    person = Person()
    person.go_through()
    person.at += timedelta(days=1)
    assert person.plan().done == 0


def test_there_is_nothing_to_ask_where_nothing_is_taught() -> None:
    assert Person({}).plan().items == []
    assert Person({"first": []}).plan().items == []
    assert Person(minutes=0).plan().items == []


@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_the_real_skills_of_each_game_can_be_planned(game: str) -> None:
    skills = list(syllabus(game).skills.values())
    found = session({game: skills}, {}, [], AT, minutes=20, seconds=lambda skill: 10.0)
    first, *_ = skills
    assert {drill_of(item.skill) for item in found.items} >= {"read", "compare", "pay"}
    assert {each.group for each in skills if each.id == found.items[0].skill} == {first.group}


# A trainee who errs --------------------------------------------------------------------------------


def test_a_trainee_who_errs_on_some_skills_meets_them_more_often_and_stops_once_right() -> None:
    courses = {"first": made_up_skills("first", 40)}
    erring = [skill.id for skill in courses["first"][3:30:9]]
    trainee = Trainee(1, courses, minutes=20, erring=erring)
    trainee.threshold = THRESHOLD
    met: dict[str, list[int]] = {id: [] for id in trainee.skills}
    for day in range(30):
        if day == 15:
            trainee.erring.clear()
        for asked in trainee.day(day):
            met[asked.skill].append(day)
    others = [id for id in met if id not in erring]
    while_erring = [sum(day < 15 for day in met[id]) for id in erring]
    usual = [sum(day < 15 for day in met[id]) for id in others]
    assert min(while_erring) > 2 * sum(usual) / len(usual)
    assert all(set(range(8, 15)) <= set(met[id]) for id in erring), "every day while it is wrong"
    once_right = [sum(day >= 22 for day in met[id]) for id in erring]
    assert max(once_right) < min(while_erring) / 2
    assert sum(once_right) < sum(while_erring) / 4

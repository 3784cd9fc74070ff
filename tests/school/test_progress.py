"""The map, the forecast with its reasons, and a streak that plays no tricks."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.school.memory import Remembered, review
from tablewright.school.progress import (
    Counts,
    counted,
    due_count,
    forecast,
    mapped,
    standing,
    streak,
)
from tablewright.school.skills import Topic
from tests.school.simulated_class import BEGINS as AT
from tests.school.simulated_class import made_up_skills

SKILLS = made_up_skills("first", 40)
TODAY = AT.date()
RIGHT, WRONG = Fraction(1), Fraction(0)


def answered(skill: str, *answers: tuple[int, Fraction]) -> Remembered:
    """A skill that was answered so many days ago."""
    found = None
    for ago, mark in answers:
        found = review(skill, found, mark, 8, 10, AT - timedelta(days=ago))
    assert found
    return found


def known_since(ago: int, count: int, start: int = 0) -> dict[str, Remembered]:
    """Skills that became known so many days ago and are still."""
    answers = [(ago + 1, RIGHT), (ago, RIGHT)] + ([(1, RIGHT)] if ago > 5 else [])
    return {skill.id: answered(skill.id, *answers) for skill in SKILLS[start : start + count]}


def days_ago(*ago: int) -> list[date]:
    return [TODAY - timedelta(days=each) for each in ago]


# The map -------------------------------------------------------------------------------------------


def test_the_map_shows_every_skill_once_by_topic_and_group_in_the_order_of_the_path() -> None:
    topics = mapped(SKILLS, {}, AT)
    order = [each.topic for each in topics]
    assert order == sorted(order, key=list(Topic).index)
    shown = [each.skill for topic in topics for group in topic.groups for each in group.skills]
    assert sorted(shown, key=SKILLS.index) == SKILLS
    for topic in topics:
        for group in topic.groups:
            assert {(each.skill.topic, each.skill.group) for each in group.skills} == {
                (topic.topic, group.group)
            }


def test_the_map_says_how_well_each_skill_is_known() -> None:
    remembered = known_since(2, 2) | {SKILLS[5].id: answered(SKILLS[5].id, (0, WRONG))}
    assert counted(SKILLS, remembered, AT) == Counts(37, 1, 2)
    assert counted(SKILLS, remembered, AT).all == len(SKILLS)
    new, known = standing(SKILLS[9], remembered, AT), standing(SKILLS[0], remembered, AT)
    assert (new.state, new.recall, new.due, new.asked) == ("new", None, None, 0)
    assert (known.state, known.asked, known.right) == ("known", 2, 2)
    assert known.recall
    assert 0.9 < known.recall < 1


def test_what_is_due_today_is_counted_and_nothing_of_another_game() -> None:
    remembered = {
        SKILLS[0].id: answered(SKILLS[0].id, (1, RIGHT)),
        SKILLS[1].id: answered(SKILLS[1].id, (0, RIGHT)),
        "pay another.rule": answered("pay another.rule", (1, RIGHT)),
    }
    assert due_count(SKILLS, remembered, AT) == 1


# The forecast --------------------------------------------------------------------------------------


def test_a_game_is_forecast_by_the_pace_of_late() -> None:
    found = forecast(SKILLS, known_since(4, 10), days_ago(9, 7, 5, 4, 0), AT)
    assert found.ready_on == TODAY + timedelta(days=30), "10 in ten days, 30 to go"
    assert found.says == (
        "Ready about 6 February 2030 at this pace: 2 new on each of 5 days in the last 10, 30 to go."
    )


@pytest.mark.parametrize(
    ("days", "known", "says"),
    [
        ((), 0, "No forecast yet: practise on three more days."),
        ((0, 0, 0), 0, "No forecast yet: practise on two more days."),
        ((0, 1), 10, "No forecast yet: practise on one more day."),
        ((20, 19, 18, 17), 10, "No forecast yet: practise on three more days."),
        (
            (4, 3, 2),
            1,
            "No forecast yet: one skill became known in the last 14 days; it takes at least 5.",
        ),
    ],
)
def test_too_little_data_gives_no_day_and_says_what_is_missing(
    days: tuple[int, ...], known: int, says: str
) -> None:
    found = forecast(SKILLS, known_since(2, known), days_ago(*days), AT)
    assert (found.ready_on, found.says) == (None, says)


def test_what_became_known_long_ago_is_no_pace_of_late() -> None:
    old = known_since(40, 20)
    found = forecast(SKILLS, old, days_ago(3, 2, 1), AT)
    assert found.ready_on is None
    assert "no skills became known" in found.says


def test_a_day_more_than_a_year_off_is_not_named() -> None:
    many = made_up_skills("first", 2000)
    found = forecast(many, known_since(4, 5), days_ago(13, 4, 0), AT)
    assert found.ready_on is None
    assert found.says == (
        "More than a year away at this pace: 2 new on each of 3 days in the last 14, 1995 to go."
    )


def test_who_knows_every_skill_is_ready_today() -> None:
    found = forecast(SKILLS[:6], known_since(2, 6), [], AT)
    assert (found.ready_on, found.says) == (TODAY, "Ready: you know all 6 skills.")


def test_a_person_who_practises_more_days_is_ready_sooner() -> None:
    slow = forecast(SKILLS, known_since(3, 6), days_ago(10, 5, 3), AT)
    fast = forecast(SKILLS, known_since(3, 12), days_ago(10, 9, 8, 5, 3), AT)
    assert slow.ready_on
    assert fast.ready_on
    assert fast.ready_on < slow.ready_on


# Days in a row -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        ((), 0),
        ((0,), 1),
        ((1,), 1),
        ((2,), 0),
        ((0, 1, 2), 3),
        ((1, 2, 3), 3),
        ((0, 2, 3), 1),
        ((-1, 0), 1),
        ((0, 0, 1), 2),
    ],
)
def test_a_streak_runs_to_today_or_to_yesterday_while_today_lasts(
    ago: tuple[int, ...], expected: int
) -> None:
    assert streak(days_ago(*ago), TODAY) == expected


@given(st.sets(st.integers(0, 30)))
def test_a_missed_day_ends_a_streak(ago: set[int]) -> None:
    found = streak(days_ago(*ago), TODAY)
    start = 0 if 0 in ago else 1
    assert all(each in ago for each in range(start, start + found))
    assert start + found not in ago

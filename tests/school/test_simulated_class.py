"""A small class, simulated: what is kept, what was foretold, and how much a day asks for."""

from functools import cache

import pytest

from docs.school_memory import DAYS, PICTURE, TRAINEES, calibration, drawn, numbers
from tests.school.simulated_class import Class, Trainee, made_up_skills, measured, simulated

MINUTES = 12


@cache
def small_class(*, is_aiming: bool) -> Class:
    """Four trainees, 25 days, 60 skills."""
    return simulated(4, 25, skills=60, minutes=MINUTES, is_aiming=is_aiming)


def test_who_chooses_a_higher_retention_keeps_more() -> None:
    of = small_class(is_aiming=True)
    low = measured([each for each in of.reviews if each.retention in (80, 85)])
    high = measured([each for each in of.reviews if each.retention in (90, 95)])
    assert high.right > low.right
    assert high.predicted > low.predicted


def test_a_plan_corrected_by_the_persons_own_record_comes_nearer_to_what_was_chosen() -> None:
    aimed, plain = (
        measured(small_class(is_aiming=True).reviews),
        measured(small_class(is_aiming=False).reviews),
    )
    assert plain.right < plain.predicted, "these people forget more than fsrs foretells"
    assert plain.right < aimed.right


def test_what_is_foretold_as_likelier_happens_more_often() -> None:
    bins = calibration(small_class(is_aiming=False))
    assert len(bins) >= 3
    assert bins[0].right < bins[-1].right
    assert all(abs(each.predicted - each.right) < 0.3 for each in bins)


def test_no_day_asks_for_much_more_than_the_minutes() -> None:
    there = [each for each in small_class(is_aiming=True).evenings if each.was_there]
    mean = sum(each.minutes for each in there) / len(there)
    assert 0.5 * MINUTES < mean < 1.15 * MINUTES
    assert max(each.minutes for each in there) < 2 * MINUTES


def test_a_class_learns() -> None:
    evenings = small_class(is_aiming=True).evenings
    first = [each for each in evenings if each.day == 3]
    last = [each for each in evenings if each.day == 24]
    assert sum(each.known for each in last) > 2 * sum(each.known for each in first)
    assert sum(each.remembered for each in last) > sum(each.remembered for each in first)


def test_their_memory_is_another_than_the_planners() -> None:
    """Cramming within a minute does less for tomorrow than the same answers on several days."""
    trainee = Trainee(0, {"first": made_up_skills("first", 2)})
    crammed, spaced = trainee.skills
    day = 86_400 * 0.025
    for n in range(4):
        trainee.leave_trace(crammed, 3 * day + 10 * n)
        trainee.leave_trace(spaced, n * day)
    trainee.hardness = dict.fromkeys(trainee.hardness, 0.0)
    later = 10 * day
    assert trainee.true_recall(spaced, later) > trainee.true_recall(crammed, later)


@pytest.mark.parametrize("is_aiming", [True, False])
def test_the_same_class_is_simulated_alike(is_aiming: bool) -> None:
    once, again = (simulated(1, 4, skills=20, minutes=5, is_aiming=is_aiming) for _ in range(2))
    assert once == again


def test_the_picture_of_a_class_is_the_same_every_time_and_undated() -> None:
    pictures = {drawn(small_class(is_aiming=True), small_class(is_aiming=False)) for _ in range(2)}
    (picture,) = pictures
    assert picture.startswith("<?xml")
    assert "<dc:date>" not in picture
    assert "chosen" in numbers(small_class(is_aiming=True))


def test_the_picture_in_the_docs_is_that_of_a_class_of_200_for_60_days() -> None:
    assert (TRAINEES, DAYS) == (200, 60)
    assert "A simulated class: 200 trainees, 60 days" in PICTURE.read_text("utf-8")

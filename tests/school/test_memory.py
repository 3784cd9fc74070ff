"""What is remembered: how answers are rated, when a skill is due, and what no clock can break."""

import sys
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from subprocess import run

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules.errors import Refused
from tablewright.school.memory import (
    LEAST_RETENTION,
    LONGEST_DAYS,
    MOST_RETENTION,
    Remembered,
    aim,
    is_due,
    rated,
    recall,
    rescheduled,
    review,
    state,
)

AT = datetime(2030, 3, 4, 18, 0, tzinfo=UTC)
SKILL = "pay a-game.a-rule/a-case"
RIGHT, HALF, WRONG = Fraction(1), Fraction(1, 2), Fraction(0)
TARGET = 10.0


def answered(
    *answers: tuple[float, Fraction], seconds: float = 8, retention: int = 90
) -> Remembered:
    """A skill that was answered so, each after so many days from the first."""
    found = None
    for days, mark in answers:
        at = AT + timedelta(days=days)
        found = review(SKILL, found, mark, seconds, TARGET, at, retention)
    assert found
    return found


def learnt() -> Remembered:
    return answered((0, RIGHT), (1, RIGHT))


# What an answer is worth ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "seconds", "rating"),
    [
        (WRONG, 1.0, "Again"),
        (Fraction(2, 5), 1.0, "Again"),
        (HALF, 1.0, "Hard"),
        (RIGHT, 20.1, "Hard"),
        (RIGHT, 20.0, "Good"),
        (RIGHT, 5.0, "Good"),
        (RIGHT, 4.9, "Easy"),
    ],
)
def test_an_answer_is_rated_by_correctness_and_then_by_time(
    mark: Fraction, seconds: float, rating: str
) -> None:
    later = AT + timedelta(days=5)
    assert rated(learnt(), mark, seconds, TARGET, later).name == rating


def test_a_fast_first_answer_may_be_a_guess_and_is_not_easy() -> None:
    assert rated(None, RIGHT, 0.5, TARGET, AT).name == "Good"
    second = rated(answered((0, RIGHT)), RIGHT, 0.5, TARGET, AT + timedelta(days=1))
    assert second.name == "Good"


def test_a_fast_answer_on_the_same_day_is_not_easy() -> None:
    known = learnt()
    assert rated(known, RIGHT, 0.5, TARGET, known.last_asked + timedelta(hours=2)).name == "Good"
    assert rated(known, RIGHT, 0.5, TARGET, known.last_asked + timedelta(hours=9)).name == "Easy"


def test_without_a_target_time_does_not_matter() -> None:
    for seconds in (0.1, 5000.0):
        assert rated(learnt(), RIGHT, seconds, 0, AT + timedelta(days=4)).name == "Good"


def test_an_easy_answer_is_asked_again_later_than_a_good_one_and_a_hard_one_sooner() -> None:
    at = AT + timedelta(days=8)
    due = [review(SKILL, learnt(), RIGHT, s, TARGET, at).due for s in (30.0, 8.0, 2.0)]
    assert due[0] < due[1] < due[2]


# New, shaky, known ---------------------------------------------------------------------------------


def test_a_skill_is_known_when_it_was_right_on_two_days() -> None:
    assert state(None, AT) == "new"
    once = answered((0, RIGHT))
    assert state(once, AT) == "shaky"
    assert once.due.date() == AT.date() + timedelta(days=1)
    twice = answered((0, RIGHT), (1, RIGHT))
    assert state(twice, AT + timedelta(days=1)) == "known"
    assert twice.first_known == AT.date() + timedelta(days=1)


def test_a_wrong_answer_makes_a_known_skill_shaky_and_the_next_right_one_known_again() -> None:
    lapsed = answered((0, RIGHT), (1, RIGHT), (9, WRONG))
    assert (state(lapsed, lapsed.last_asked), lapsed.lapses) == ("shaky", 1)
    assert lapsed.due - lapsed.last_asked < timedelta(hours=1)
    again = review(SKILL, lapsed, RIGHT, 8, TARGET, lapsed.last_asked + timedelta(minutes=5))
    assert state(again, again.last_asked) == "known"
    assert again.stability < learnt().stability
    assert again.first_known == learnt().first_known


def test_an_answer_that_is_right_in_part_leaves_a_skill_shaky() -> None:
    found = answered((0, RIGHT), (1, RIGHT), (5, HALF))
    assert state(found, found.last_asked) == "shaky"
    assert (found.asked, found.right, found.lapses) == (3, 2, 0)


def test_a_known_skill_becomes_shaky_when_it_is_long_overdue() -> None:
    found = learnt()
    assert state(found, found.due) == "known"
    assert state(found, found.due + timedelta(days=60)) == "shaky"


def test_a_skill_is_due_on_its_whole_day_where_the_person_is() -> None:
    found = learnt()
    early = found.due.replace(hour=0, minute=1)
    assert is_due(found, early)
    assert not is_due(found, early - timedelta(minutes=2))
    far_east = timezone(timedelta(hours=11))
    assert not is_due(found, early.astimezone(far_east)), "there it is due early on the next day"
    assert is_due(found, (early + timedelta(hours=14)).astimezone(far_east))


def test_a_session_a_little_earlier_than_yesterday_is_still_the_next_day() -> None:
    early = answered((0, RIGHT), (0.9, RIGHT))
    late = answered((0, RIGHT), (1, RIGHT))
    assert early.last_asked.date() == late.last_asked.date()
    assert (early.stability, early.due.date()) == (late.stability, late.due.date())
    assert recall(early, early.last_asked + timedelta(days=1)) < 1


def test_a_skill_that_was_wrong_for_long_is_soon_left_alone_once_it_is_right() -> None:
    found = answered(*[(n / 5, WRONG) for n in range(50)], *[(10 + n, RIGHT) for n in range(4)])
    assert found.due - found.last_asked >= timedelta(days=2)


# Retention -----------------------------------------------------------------------------------------


def test_who_wants_to_be_surer_is_asked_sooner() -> None:
    due = [answered((0, RIGHT), (1, RIGHT), retention=each).due for each in (80, 85, 90, 97)]
    assert due == sorted(due, reverse=True)
    assert len(set(due)) == len(due)


@pytest.mark.parametrize("retention", [LEAST_RETENTION - 1, MOST_RETENTION + 1, 0, 90.5, True])
def test_a_retention_out_of_bounds_is_refused(retention: int) -> None:
    with pytest.raises(Refused, match="expected 80 to 97 percent"):
        review(SKILL, None, RIGHT, 8, TARGET, AT, retention)


def test_another_choice_of_retention_moves_only_the_day_on_which_a_skill_is_due() -> None:
    chosen = answered((0, RIGHT), (1, RIGHT), retention=80)
    moved = rescheduled(answered((0, RIGHT), (1, RIGHT), retention=95), 80)
    assert moved == chosen
    learning = answered((0, WRONG))
    assert rescheduled(learning, 80) == learning


def test_a_person_who_forgets_more_than_foretold_is_asked_sooner() -> None:
    foretold = msgspec.structs.replace(learnt(), reviews=100, hoped=90.0, held=90)
    worse = msgspec.structs.replace(foretold, held=84)
    better = msgspec.structs.replace(foretold, held=99)
    assert aim(90, []) == aim(90, [foretold]) == 90
    assert aim(90, [worse]) == 94, "by four of the six points: a third is not believed yet"
    assert aim(90, [better]) == 84, "one who forgets less is asked later"
    assert aim(95, [worse, worse]) == MOST_RETENTION
    assert aim(80, [better]) == LEAST_RETENTION


def test_what_was_foretold_is_counted_only_for_skills_that_were_learnt_on_an_earlier_day() -> None:
    found = answered((0, RIGHT), (1, RIGHT))
    assert (found.reviews, found.held, found.hoped) == (0, 0, 0)
    found = answered((0, RIGHT), (1, RIGHT), (1.1, WRONG), (1.2, RIGHT), (4, RIGHT))
    assert (found.reviews, found.held) == (1, 1)
    before = answered((0, RIGHT), (1, RIGHT), (1.1, WRONG), (1.2, RIGHT))
    assert found.hoped == recall(before, AT + timedelta(days=4))


# Laws ----------------------------------------------------------------------------------------------

ANSWERS = st.lists(
    st.tuples(
        st.integers(-10 * 86_400, 400 * 86_400),
        st.sampled_from([RIGHT, RIGHT, RIGHT, HALF, WRONG]),
        st.floats(-5, 1e6),
        st.floats(0, 100),
    ),
    min_size=1,
    max_size=12,
)


@given(ANSWERS, st.integers(LEAST_RETENTION, MOST_RETENTION))
def test_no_clock_and_no_time_breaks_what_is_remembered(
    answers: list[tuple[int, Fraction, float, float]], retention: int
) -> None:
    found, last = None, None
    for second, mark, seconds, target in answers:
        at = AT + timedelta(seconds=second)
        found = review(SKILL, found, mark, seconds, target, at, retention)
        assert last is None or found.last_asked >= last
        assert 0 < found.due.timestamp() - found.last_asked.timestamp() <= LONGEST_DAYS * 86_400
        assert 1 <= found.difficulty <= 10
        assert found.stability > 0
        assert 0 <= recall(found, at - timedelta(days=5)) <= 1
        assert state(found, at, retention) in ("shaky", "known")
        last = found.last_asked
    assert found
    assert found.asked == len(answers) >= found.right


@given(ANSWERS)
def test_what_is_remembered_goes_to_a_card_and_through_json_without_loss(
    answers: list[tuple[int, Fraction, float, float]],
) -> None:
    found = None
    for second, mark, seconds, target in answers:
        found = review(SKILL, found, mark, seconds, target, AT + timedelta(seconds=second))
    assert found
    assert msgspec.json.decode(msgspec.json.encode(found), type=Remembered) == found
    card = found.card()
    assert (card.stability, card.difficulty) == (found.stability, found.difficulty)
    assert (card.due, card.last_review, card.step) == (found.due, found.last_asked, found.step)
    assert card.state.name.lower() == found.phase
    assert card == found.card()


def test_the_same_answers_are_remembered_alike() -> None:
    assert learnt() == learnt()
    naive = review(SKILL, None, RIGHT, 8, TARGET, AT.replace(tzinfo=None))
    assert naive == review(SKILL, None, RIGHT, 8, TARGET, AT)


def test_nothing_is_loaded_of_fsrs_before_something_is_answered() -> None:
    code = (
        "import sys, tablewright.school.planning, tablewright.school.progress;"
        "sys.exit('fsrs' in sys.modules)"
    )
    assert run([sys.executable, "-c", code], check=False).returncode == 0

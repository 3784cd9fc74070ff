"""What goes wrong in a class, and who does not get on, counted from answers."""

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

from tablewright.school.memory import Remembered
from tablewright.school.patterns import (
    STALLED_ANSWERS,
    STALLED_DAYS,
    Attempt,
    Stuck,
    is_stalled,
    patterns,
    stuck,
)

START = datetime(2026, 3, 5, 12, tzinfo=UTC)
TODAY = START.date()


def attempts(*rows: tuple[str, str, int | Fraction, int]) -> list[Attempt]:
    """Each a person, a skill, a mark and how many days after the start."""
    return [
        Attempt(n, person, "duki4", skill, START + timedelta(days=day, minutes=n), Fraction(mark))
        for n, (person, skill, mark, day) in enumerate(rows, 1)
    ]


def test_the_most_frequent_comes_first_with_those_who_err_most() -> None:
    half = Fraction(1, 2)
    found = patterns(
        attempts(
            ("a:1", "rare", 0, 0), ("a:1", "often", 0, 0), ("a:2", "often", half, 0),
            ("a:2", "often", 0, 1), ("a:1", "never", 1, 1), ("a:2", "rare", 1, 1),
            ("a:3", "once", 0, 2),
        )
    )  # fmt: skip
    assert [(each.skill, each.wrong, each.asked) for each in found] == [
        ("often", 3, 3),
        ("once", 1, 1),  # As often as the next, and asked less often.
        ("rare", 1, 2),
    ]
    assert list(found[0].people.items()) == [("a:2", 2), ("a:1", 1)]
    assert found[0].numbers == [4, 3, 2]


def wrong_on(*days: int, then: int = 0) -> list[Attempt]:
    """One skill that was wrong on some days; or right in the end."""
    rows = [("a:1", "skill", 0, day) for day in days]
    return attempts(*rows, *([("a:1", "skill", 1, days[-1] + 1)] if then else []))


def test_stuck_is_wrong_again_and_again_on_different_days() -> None:
    assert stuck(wrong_on(0, 1, 2)) == [Stuck("duki4", "skill", 3, 3)]
    assert not stuck(wrong_on(0, 1)), "twice is too little"
    assert not stuck(wrong_on(0, 0, 0, 0)), "one day alone is how a skill is learnt"
    assert not stuck(wrong_on(0, 1, 2, then=1)), "it is right by now"


def test_only_the_last_answers_count_for_who_is_stuck() -> None:
    long_ago = [("a:1", "skill", 0, day) for day in range(5)]
    better = [("a:1", "skill", 1, day) for day in range(5, 9)]
    assert not stuck(attempts(*long_ago, *better, ("a:1", "skill", 0, 9)))
    (found,) = stuck(attempts(*better, *long_ago))
    assert (found.wrong, found.of) == (5, 5)


def test_the_worst_is_named_first() -> None:
    rows = [("a:1", "bad", 0, day) for day in range(3)]
    rows += [("a:1", "worse", 0, day) for day in range(5)]
    assert [each.skill for each in stuck(attempts(*rows))] == ["worse", "bad"]


def remembered(first_known: date | None) -> Remembered:
    return Remembered(
        skill="skill", phase="review", step=None, stability=1.0, difficulty=5.0, due=START,
        last_asked=START, was_right=True, asked=1, right=1, lapses=0, first_known=first_known,
    )  # fmt: skip


def test_who_answers_much_and_learns_nothing_new_does_not_get_on() -> None:
    much = attempts(*[("a:1", "skill", 1, 0)] * STALLED_ANSWERS)
    long_ago = remembered(TODAY - timedelta(days=STALLED_DAYS))
    of_late = remembered(TODAY - timedelta(days=STALLED_DAYS - 1))
    assert is_stalled(much, [long_ago, remembered(None)], TODAY, to_learn=1)
    assert not is_stalled(much, [long_ago, of_late], TODAY, to_learn=1)
    assert not is_stalled(much, [long_ago], TODAY, to_learn=0), "everything is known"
    assert not is_stalled(much[1:], [long_ago], TODAY, to_learn=1), "they hardly practise"
    later = TODAY + timedelta(days=STALLED_DAYS)
    assert not is_stalled(much, [long_ago], later, to_learn=1)

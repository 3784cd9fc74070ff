"""What goes wrong in a class: which skills, how often and with whom; and who does not get on.

A skill is one line of the rule book, asked in one drill, at one device where it holds with one only: a
pattern names all three. An answer that is right in part is not right, and counts as wrong here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from tablewright.school.memory import Remembered

LAST, LEAST_WRONG, LEAST_DAYS = 5, 3, 2
"""Of so many last answers so many wrong, on so many days: one day alone is how a skill is learnt."""
STALLED_DAYS, STALLED_ANSWERS = 14, 40
"""Who answers so often in so many days and comes to know no new skill does not get on."""


class Attempt(NamedTuple):
    """One answer of one person, with the mark that is in force."""

    number: int
    person: str
    game: str
    skill: str
    at: datetime
    """In the time zone of the person: it says on which of their days."""
    mark: Fraction

    @property
    def is_right(self) -> bool:
        return self.mark == 1


class Pattern(NamedTuple):
    """A skill that goes wrong."""

    game: str
    skill: str
    asked: int
    wrong: int
    people: Mapping[str, int]
    """How often it was wrong with each person, the most often first."""
    numbers: list[int]
    """The answers that were wrong, the newest first."""


def patterns(attempts: Iterable[Attempt]) -> list[Pattern]:
    """What goes wrong, the most frequent first; of two as frequent, what was asked less often."""
    asked: Counter[tuple[str, str]] = Counter()
    wrong: dict[tuple[str, str], list[Attempt]] = {}
    for each in attempts:
        key = each.game, each.skill
        asked[key] += 1
        if not each.is_right:
            wrong.setdefault(key, []).append(each)
    found = [
        Pattern(
            game=game,
            skill=skill,
            asked=asked[game, skill],
            wrong=len(those),
            people=dict(Counter(each.person for each in those).most_common()),
            numbers=sorted((each.number for each in those), reverse=True),
        )
        for (game, skill), those in wrong.items()
    ]
    return sorted(found, key=lambda each: (-each.wrong, each.asked, each.game, each.skill))


class Stuck(NamedTuple):
    """A skill that one person gets wrong again and again."""

    game: str
    skill: str
    wrong: int
    of: int
    """How many answers were looked at: the last."""


def stuck(attempts: Iterable[Attempt]) -> list[Stuck]:
    """The skills on which a person is stuck, the worst first; the attempts are the oldest first.

    The last answer was wrong, and so were `LEAST_WRONG` of the last `LAST`, on different days.
    """
    by_skill: dict[str, list[Attempt]] = {}
    for each in attempts:
        by_skill.setdefault(each.skill, []).append(each)
    found = []
    for skill, those in by_skill.items():
        last = those[-LAST:]
        wrong = [each for each in last if not each.is_right]
        is_again = len(wrong) >= LEAST_WRONG and not last[-1].is_right
        if is_again and len({each.at.date() for each in wrong}) >= LEAST_DAYS:
            found.append(Stuck(last[-1].game, skill, len(wrong), len(last)))
    return sorted(found, key=lambda each: (-each.wrong, each.of, each.skill))


def is_stalled(
    attempts: Iterable[Attempt], remembered: Iterable[Remembered], today: date, *, to_learn: int
) -> bool:
    """Whether a person answers much and comes to know nothing new, though there is more `to_learn`."""
    since = today - timedelta(days=STALLED_DAYS - 1)
    if not to_learn or sum(each.at.date() >= since for each in attempts) < STALLED_ANSWERS:
        return False
    return not any(each.first_known and each.first_known >= since for each in remembered)

"""What signatures in the register rest on: it stays, however old, and also when people are erased."""

from collections.abc import Iterable
from typing import NamedTuple

from tablewright.school.signed import (
    AnswerOverruled,
    AuditionOverruled,
    AuditionRemarked,
    AuditionVoided,
    Certified,
    Converted,
    Entry,
)


class Evidence(NamedTuple):
    """Auditions, conversions, and answers by their numbers or by their questions."""

    auditions: frozenset[str]
    conversions: frozenset[str]
    answers: frozenset[int]
    questions: frozenset[str]


def evidence(entries: Iterable[Entry]) -> Evidence:
    """What these entries rest on; refused, if one cannot be read."""
    auditions: set[str] = set()
    conversions: set[str] = set()
    answers: set[int] = set()
    questions: set[str] = set()
    for entry in entries:
        match entry.act:
            case Certified(certificate=signed):
                auditions.add(signed.audition)
            case Converted(conversion=signed):
                conversions.add(signed.id)
                questions |= set(signed.questions)
            case AuditionOverruled() | AuditionRemarked() | AuditionVoided() as act:
                auditions.add(act.audition)
            case AnswerOverruled(answer=number):
                answers.add(number)
    return Evidence(
        frozenset(auditions), frozenset(conversions), frozenset(answers), frozenset(questions)
    )

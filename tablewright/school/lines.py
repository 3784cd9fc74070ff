"""The lines by which wagers are settled, as skills: each line, and each row of its pay tables."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from tablewright.rules.wagers import Line, made_said
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus

DRILL = "pay"


class LineCase(NamedTuple):
    """A skill and the facts in which it decides."""

    skill: Skill
    numbers: dict[str, list[int]]
    """By wager: the numbers of the facts that its line, and row, settles."""


@lru_cache(maxsize=16)
def line_cases(syllabus: Syllabus) -> dict[str, LineCase]:
    """Every line of every wager in force, by row, with the facts that it settles; by the skill's id."""
    found: dict[str, LineCase] = {}
    for id, decided in syllabus.ruleset.wagers.items():
        for number in decided.outcomes:
            skill = skill_of(syllabus, id, number)
            case = found.setdefault(skill.id, LineCase(skill, {}))
            case.numbers.setdefault(id, []).append(number)
    order = {rule: n for n, rule in enumerate(_rules(syllabus))}
    return dict(sorted(found.items(), key=lambda each: order[each[1].skill.rule]))


def _rules(syllabus: Syllabus) -> Iterator[str]:
    for decided in syllabus.ruleset.wagers.values():
        yield from reversed([line.rule for line in decided.lines])


def skill_of(syllabus: Syllabus, wager: str, number: int) -> Skill:
    """The skill that is shown by a wager settled, or left standing, by these facts."""
    decided = syllabus.ruleset.wagers[wager]
    line = decided.outcomes[number].line
    return _skill(
        syllabus, wager, line, row_of(decided.lines[line], decided.space.possible[number])
    )


@lru_cache(maxsize=4096)
def _skill(syllabus: Syllabus, wager: str, number: int, row: str) -> Skill:
    decided = syllabus.ruleset.wagers[wager]
    line = decided.lines[number]
    return syllabus.skill(
        DRILL,
        line.rule,
        Topic.PAYMENTS,
        decided.wager.title,
        says=f"{line.sentence} {_row_said(line, row)}".strip(),
        case=row,
    )


def row_of(line: Line[Any], facts: Any) -> str:
    """The row, or rows, of its pay tables by which a line pays these facts; nothing without tables."""
    return "+".join(
        f"{table.prefix}{table.key(facts).value}" for table in line.tables if table.has(facts)
    )


def _row_said(line: Line[Any], row: str) -> str:
    """Rows with what they pay: `Straight: 10-1.`"""
    rows = row.split("+")
    said = [
        f"{made_said(made)}: {table.printed(made)}."
        for table in line.tables
        for made in table.rows
        if f"{table.prefix}{made.value}" in rows
    ]
    return " ".join(said)

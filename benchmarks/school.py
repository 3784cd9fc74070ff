"""How long the school takes to make a question and to mark it, drill by drill, beside settling a round.

A drill is made and marked on the server while a trainee waits, so each has 5 ms;
of a drill in several stages that is for each stage. The peer is our own `settle` of one round as JSON,
measured in the same run: what is asked costs so many times what is paid.
"""

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tablewright.games import every_game
from tablewright.school.asking import drawn
from tablewright.school.drills import DRILLS
from tablewright.school.marking import mark_stage
from tablewright.school.questions import Question
from tablewright.school.syllabus import syllabus
from tablewright.settling import settler

QUESTIONS = 300
ASKED_MS = 5.0


def _answered(question: Question) -> int:
    """Mark every stage as answered rightly; how many there were."""
    for stage, keys in zip(question.stages, question.keys, strict=True):
        given: dict[str, Any] = {part.id: keys[part.id].right for part in stage.parts}
        mark_stage(stage, keys, given)
    return len(question.stages)


def _settled_seconds(rounds: list[dict[str, Any]], game: str) -> float:
    settles = settler(syllabus(game).ruleset)
    started = time.perf_counter()
    for each in rounds:
        settles.settle(each)
    return (time.perf_counter() - started) / len(rounds)


def measure() -> Iterator[tuple[str, str, str]]:
    """A row for each drill: milliseconds a stage over all games, and times a settled round."""
    of_drill: dict[str, list[float]] = {}
    settled: list[float] = []
    for game in every_game():
        taught = syllabus(game.id)
        rounds: list[dict[str, Any]] = []
        for drill in DRILLS:
            if not any(skill.drill == drill for skill in taught.skills.values()):
                continue
            questions = drawn(taught, "benchmark", drill)
            next(questions)  # What is worked out once is not measured.
            started, stages = time.perf_counter(), 0
            for _, question in islice(questions, QUESTIONS):
                stages += _answered(question)
                if question.round is not None:
                    rounds.append(question.round)
            of_drill.setdefault(drill, []).append((time.perf_counter() - started) / stages)
        settled.append(_settled_seconds(rounds, game.id))
    peer = sum(settled) / len(settled)
    for drill, seconds in of_drill.items():
        worst = max(seconds)
        yield (
            f"school: {drill}, ms a stage made and marked",
            f"{1000 * worst:.2f}",
            f"{ASKED_MS:.0f}",
        )
        yield f"school: {drill}, times a settled round", f"{worst / peer:.1f}", "-"

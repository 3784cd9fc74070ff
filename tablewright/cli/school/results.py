"""What an audition came to, on the screen and as JSON: areas, pace, and every fault with its line."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tablewright.cli.play.screen import Screen
from tablewright.cli.school.auditioning import clock
from tablewright.cli.sheets import Sheet
from tablewright.games import game, procedure
from tablewright.school.auditions.kept import KeptAudition
from tablewright.school.auditions.results import Mark, Speed, Verdict, judged
from tablewright.school.auditions.terms import GUARDING
from tablewright.table.words import counted

PASSED, FAILED, UNMARKED = "passed", "NOT PASSED", "-"


def show_result(screen: Screen, kept: KeptAudition) -> None:
    """The verdict, area by area, then every fault."""
    result, verdict = kept.result, judged(kept.result, kept.terms)
    screen.line()
    headline = PASSED.upper() if verdict.is_passed else FAILED
    screen.line(f"{_what(kept)}: {headline}, {verdict.score} % in all", _colour(verdict))
    for each in verdict.lacks:
        screen.line(f"  {each}", "red", 2)
    for sheet in result_sheets(kept, verdict):
        screen.sheet(sheet)
    seen = sum(each.is_injected and each.mark == 1 for each in result.marks)
    screen.line(
        f"Improper: {result.injected}, caught {seen}."
        f" Stopped for nothing: {counted(_false_alarms(result.marks), 'time')}."
    )
    faults = result.faults
    screen.line()
    screen.line(f"Faults: {len(faults)} in {len(result.marks)} marks", "bold cyan")
    for mark in faults:
        _show_fault(screen, mark)


def _what(kept: KeptAudition) -> str:
    of = game(kept.setup.game)
    return f"{of.name}, {procedure(of).device(kept.device).name}"


def _colour(verdict: Verdict) -> str:
    return "bold green" if verdict.is_passed else "bold red"


def _false_alarms(marks: list[Mark]) -> int:
    return sum(each.area == GUARDING and not each.is_injected for each in marks)


def result_sheets(kept: KeptAudition, verdict: Verdict) -> Iterator[Sheet]:
    """How each area came out, and the pace."""
    rows = [
        [
            each.id,
            str(each.asked),
            f"{each.percent} %" if each.asked else UNMARKED,
            UNMARKED if each.needed is None else f"{each.needed} %",
            _said(each.is_passed),
        ]
        for each in verdict.areas
    ]
    header = ("area", "asked", "right", "needed", "result")
    yield Sheet("Areas", rows, header, amounts=(1, 2, 3))
    yield Sheet(
        f"Pace, {clock(kept.result.seconds)}",
        [_pace("rounds", verdict.rounds), _pace("decisions", verdict.decisions)],
        ("what", "counted", "an hour", "needed", "result"),
        amounts=(1, 2, 3),
    )


def _pace(what: str, speed: Speed) -> list[str]:
    an_hour = f"{float(speed.an_hour):.1f}"
    return [what, str(speed.counted), an_hour, str(speed.needed), _said(speed.is_passed)]


def _said(is_passed: bool) -> str:
    return PASSED if is_passed else FAILED


def _show_fault(screen: Screen, mark: Mark) -> None:
    """One fault: where it stands, what was done and what is right, by which rule."""
    half = ", right in part" if mark.mark else ""
    screen.line(
        f"line {mark.line} · round {mark.round}, {clock(mark.seconds)} · {mark.area}{half}", "bold"
    )
    screen.line(f"  {mark.asks}", "", 2)
    screen.line(f"  You: {mark.given}", "red", 2)
    screen.line(f"  Right: {mark.right}", "green", 2)
    for says in dict.fromkeys([mark.missed, mark.says]):
        if says and says != mark.right:
            screen.line(f"  {says}", "", 2)
    screen.line(f"  {mark.source} ({mark.rule})", "dim", 2)


def result_json(kept: KeptAudition, journal: str | None) -> dict[str, Any]:
    """All of it as one object; a mark is a fraction, written as text."""
    verdict = judged(kept.result, kept.terms)
    found: dict[str, Any] = {
        "game": kept.setup.game,
        "device": kept.device,
        "ruleset": kept.ruleset,
        "version": kept.version,
        "begun": kept.begun,
        "seed": kept.seed,
        "salt": kept.salt,
        "seal": kept.seal,
        "terms": kept.terms,
        "is_passed": verdict.is_passed,
        "score": verdict.score,
        "lacks": verdict.lacks,
        "areas": verdict.areas,
        "pace": {"rounds": verdict.rounds, "decisions": verdict.decisions},
        "faults": kept.result.faults,
        "result": kept.result,
        "journal": journal,
    }
    plain: dict[str, Any] = msgspec.to_builtins(found, enc_hook=str, str_keys=True)
    return plain

"""What an audition came to, as it is shown: the machine's marks, and beside them what people signed.

Nothing that a person signs changes what the machine has found: both are kept, and both are shown. What
was overruled last is in force.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tablewright.house.classroom.audition_records import OVER, UNDER_WAY, VOID, AuditionRow
from tablewright.house.people.person import Person
from tablewright.house.screens.audition_pages import (
    AreaShown,
    AuditionListed,
    AuditionResult,
    InterruptionShown,
    MarkShown,
    OverruledShown,
    RemarkMark,
    RemarkShown,
    SpeedShown,
    TermTold,
)
from tablewright.rules.errors import Refused
from tablewright.school.auditions.results import (
    Mark,
    Overruled,
    Result,
    Speed,
    Verdict,
    judged,
)
from tablewright.school.auditions.terms import AREAS, GUARDING, STEPS
from tablewright.school.signed import (
    AuditionOverruled,
    AuditionRemarked,
    AuditionVoided,
    Entry,
)
from tablewright.table.setup import Book

AREAS_TOLD = [TermTold(id, says) for id, says in AREAS.items()]
STEPS_TOLD = [TermTold(id, says) for id, says in STEPS.items()]
MARKS: dict[RemarkMark, Fraction] = {
    "right": Fraction(1),
    "half": Fraction(1, 2),
    "wrong": Fraction(0),
}
"""What a person may give."""


class Signed(NamedTuple):
    """What people have signed about one audition, the oldest first."""

    overruled: list[Overruled]
    remarks: list[RemarkShown]
    why_void: str = ""
    """Why it does not count, if a person has said so."""


def signed_of(audition: str, entries: Iterable[Entry]) -> Signed:
    """What was signed about one audition, among all that was about its candidate."""
    overruled: list[Overruled] = []
    remarks: list[RemarkShown] = []
    why_void = ""
    for entry in entries:
        try:
            act = entry.act
        except Refused:
            continue  # The register's own check tells of it.
        match act:
            case AuditionOverruled() if act.audition == audition:
                overruled.append(
                    Overruled(
                        n=act.n, mark=act.mark, reason=act.reason, by=entry.name, at=entry.time
                    )
                )
            case AuditionRemarked() if act.audition == audition:
                remarks.append(_remark(entry, act))
            case AuditionVoided() if act.audition == audition:
                why_void = f"{entry.name} has declared it void: {act.reason}"
    return Signed(overruled, remarks, why_void)


def _remark(entry: Entry, act: AuditionRemarked) -> RemarkShown:
    mark: RemarkMark = next((each for each, worth in MARKS.items() if worth == act.mark), "half")
    return RemarkShown(
        area=act.area, mark=mark, words=act.words, line=act.line, by=entry.name, at=entry.time
    )


# Names ---------------------------------------------------------------------------------------------


class Named(NamedTuple):
    """What an audition is about, in words."""

    game: str
    device: str


def named(row: AuditionRow) -> Named:
    """The names of a game and a device; their ids, where this version does not know them."""
    try:
        book = Book(row.kept.setup)
        return Named(book.game.name, book.procedure.device(row.device).name)
    except Refused:
        return Named(row.game, row.device)


# Lists ---------------------------------------------------------------------------------------------


def in_force(row: AuditionRow, signed: Signed) -> Verdict | None:
    """The verdict with what was overruled; nothing, where there is none."""
    if row.outcome is None:
        return None
    return judged(row.outcome.result, row.kept.terms, signed.overruled)


def listed_audition(row: AuditionRow, signed: Signed) -> AuditionListed:
    """An audition in a list."""
    names, verdict = named(row), in_force(row, signed)
    status = VOID if signed.why_void and row.status == OVER else row.status
    return AuditionListed(
        id=row.id,
        game=row.game,
        game_name=names.game,
        device=row.device,
        device_name=names.device,
        ruleset=row.kept.ruleset,
        begun=row.begun,
        status=status,
        score=verdict.score if verdict else None,
        is_passed=verdict.is_passed if verdict and status == OVER else None,
    )


# One audition --------------------------------------------------------------------------------------


def marks_shown(marks: Sequence[Mark], overruled: Iterable[Overruled] = ()) -> list[MarkShown]:
    """Marks in their order, each with what was said to it."""
    said: dict[int, list[OverruledShown]] = {}
    for each in overruled:
        shown = OverruledShown(mark=float(each.mark), reason=each.reason, by=each.by, at=each.at)
        said.setdefault(each.n, []).append(shown)
    return [
        MarkShown(
            n=each.n,
            area=each.area,
            line=each.line,
            round=each.round,
            seconds=each.seconds,
            asks=each.asks,
            given=each.given,
            right=each.right,
            says=each.says,
            rule=each.rule,
            source=each.source,
            missed=each.missed,
            mark=float(each.mark),
            is_injected=each.is_injected,
            overruled=said.get(each.n, []),
        )
        for each in marks
    ]


def result_shown(
    row: AuditionRow, signed: Signed, person: Person, candidate: str, *, may_overrule: bool
) -> AuditionResult:
    """What an audition came to; refused while it is under way."""
    names, kept, outcome, ended = named(row), row.kept, row.outcome, row.kept.ended
    if row.status == UNDER_WAY or ended is None:
        raise Refused("This audition is under way: its result is there once it is over.")
    verdict = in_force(row, signed)
    result = outcome.result if outcome else None
    machine = outcome.verdict if outcome else None
    status = VOID if signed.why_void else row.status
    return AuditionResult(
        id=row.id,
        person=row.person,
        candidate=candidate,
        is_own=row.person == person.key,
        game=row.game,
        game_name=names.game,
        device=row.device,
        device_name=names.device,
        ruleset=kept.ruleset,
        begun=row.begun,
        ended=ended,
        status=status,
        says=kept.why_void or signed.why_void,
        version=kept.version,
        terms=kept.terms,
        seal=kept.seal,
        seed=kept.seed,
        salt=kept.salt,
        is_passed=bool(verdict and verdict.is_passed and status == OVER),
        machine_passed=bool(machine and machine.is_passed),
        lacks=verdict.lacks if verdict else [],
        score=verdict.score if verdict else 0,
        machine_score=machine.score if machine else 0,
        areas=_areas(verdict, machine) if verdict and machine else [],
        rounds=_speed(verdict.rounds) if verdict else None,
        decisions=_speed(verdict.decisions) if verdict else None,
        seconds=result.seconds if result else kept.reached,
        is_finished=bool(result and result.is_finished),
        injected=result.injected if result else 0,
        caught=_caught(result) if result else 0,
        marks=marks_shown(result.marks, signed.overruled) if result else [],
        remarks=signed.remarks,
        interruptions=[InterruptionShown(each.at, each.seconds) for each in kept.interruptions],
        journal_lines=result.journal_lines if result else 0,
        journal_hash=result.journal_hash if result else "",
        verified=outcome.verified if outcome else "",
        can_overrule=may_overrule and row.status == OVER,
    )


def _areas(verdict: Verdict, machine: Verdict) -> list[AreaShown]:
    before = {each.id: each.percent for each in machine.areas}
    return [
        AreaShown(
            id=each.id,
            says=each.says,
            asked=each.asked,
            right=float(each.points),
            percent=each.percent,
            machine_percent=before[each.id],
            needed=each.needed,
            is_passed=each.is_passed,
        )
        for each in verdict.areas
    ]


def _speed(speed: Speed) -> SpeedShown:
    return SpeedShown(
        counted=speed.counted,
        an_hour=round(float(speed.an_hour), 1),
        needed=speed.needed,
        is_passed=speed.is_passed,
    )


def _caught(result: Result) -> int:
    """How many improper things the game was stopped for, by what they were."""
    seen = [each for each in result.marks if each.is_injected and each.area == GUARDING]
    return sum(each.mark == 1 for each in seen)

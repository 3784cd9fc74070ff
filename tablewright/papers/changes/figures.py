"""Which figures of the report moved: of every wager, of the contest, and of every line, exactly."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec

from tablewright.odds.report import ContestReport, LineReport, Report, WagerReport
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import decision_named

Exact = Fraction | float | None
"""A figure: exact, but for square roots; none, where a side has no such figure."""
Kind = Literal["part", "units", "hands"]
"""How it is printed: as a percentage, as a number of stakes, as a count."""
CONTEST = "contest"


class FigureChange(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that moved."""

    of: str
    """The kind of wager, or `contest`: those that are decided together."""
    title: str
    """What that is called."""
    figure: str
    kind: Kind
    before: Exact
    after: Exact


class LineFigures(msgspec.Struct, frozen=True):
    """How often a wager ends in one way, and what that returns."""

    pays: str
    probability: Fraction
    contribution: Fraction


class LineChange(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which a wager ends that pays, occurs or returns otherwise."""

    of: str
    title: str
    rule: str
    says: str
    before: LineFigures | None
    after: LineFigures | None


class ResultChange(msgspec.Struct, frozen=True, kw_only=True):
    """A net result of the contest that occurs more or less often."""

    net: Fraction
    before: Fraction
    after: Fraction


class CovarianceChange(msgspec.Struct, frozen=True, kw_only=True):
    """How two wagers vary together, where that moved."""

    one: str
    other: str
    before: Fraction | None
    after: Fraction | None


class ClaimChange(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that the manual publishes, beside what is computed on both sides."""

    text: str
    published: str
    before: Fraction
    after: Fraction
    verdict_before: str
    verdict_after: str


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the report that moved."""

    figures: tuple[FigureChange, ...] = ()
    lines: tuple[LineChange, ...] = ()
    results: tuple[ResultChange, ...] = ()
    covariances: tuple[CovarianceChange, ...] = ()
    claims: tuple[ClaimChange, ...] = ()
    warnings_gone: tuple[str, ...] = ()
    warnings_new: tuple[str, ...] = ()
    """What gives the player an edge now and did not before."""

    def __bool__(self) -> bool:
        return any(msgspec.structs.astuple(self))


def changed_figures(before: Edition, after: Edition) -> Figures:
    """What moved in the report; nothing, where both sides are played by one ruleset."""
    if before.fingerprint == after.fingerprint:
        return Figures()
    old, new = before.report, after.report
    return Figures(
        figures=tuple(_figures(before, after)),
        lines=tuple(_lines(old, new)),
        results=tuple(_results(old.contest, new.contest)),
        covariances=tuple(_covariances(before, after)),
        claims=tuple(_claims(old, new)),
        warnings_gone=tuple(each for each in old.warnings if each not in new.warnings),
        warnings_new=tuple(each for each in new.warnings if each not in old.warnings),
    )


# Figures -------------------------------------------------------------------------------------------


class _Figure(NamedTuple):
    name: str
    kind: Kind
    of: Callable[[Any], Exact]


OF_BOTH = (
    _Figure("house edge", "part", lambda each: each.house_edge),
    _Figure("element of risk", "part", lambda each: each.element_of_risk),
    _Figure("hit frequency", "part", lambda each: each.hit_frequency),
    _Figure("average wager", "units", lambda each: each.average_wager),
    _Figure("variance", "units", lambda each: each.variance),
    _Figure("standard deviation", "units", lambda each: each.standard_deviation),
)


def _beside(wager: WagerReport) -> Exact:
    """Where hands are decided for the contest alone; said only where that is another figure."""
    found = wager.expectation_with_contest
    return None if found is None or found == wager.expectation else -found


def _informed(wager: WagerReport) -> Exact:
    return -wager.informed.expectation if wager.informed else None


OF_WAGERS = (
    _Figure("house edge beside the contest", "part", _beside),
    _Figure("house edge, made late or taken back", "part", _informed),
    _Figure(
        "rounds in which it is then made",
        "part",
        lambda each: each.informed.made if each.informed else None,
    ),
)


def _figures(before: Edition, after: Edition) -> Iterator[FigureChange]:
    old, new = before.report, after.report
    if old.contest and new.contest:
        title = new.names(new.contest.wagers)
        decided = {id: decision_named(before, id) for id in old.contest.decisions}
        decided |= {id: decision_named(after, id) for id in new.contest.decisions}
        decisions = [
            _Figure(f"hands best decided so: {name}", "part", partial(_decided, id))
            for id, name in decided.items()
        ]
        ties = _Figure("hands with two best decisions", "hands", lambda each: Fraction(each.ties))
        yield from _moved(CONTEST, title, old.contest, new.contest, (*OF_BOTH, *decisions, ties))
    for kind in new.wagers | old.wagers:
        was, now = old.wagers.get(kind), new.wagers.get(kind)
        named = (now or was or old.wagers[kind]).name
        yield from _moved(kind, named, was, now, (*OF_BOTH, *OF_WAGERS))


def _decided(id: str, contest: ContestReport) -> Exact:
    return contest.decisions.get(id)


def _moved(
    of: str, title: str, was: object, now: object, figures: Sequence[_Figure]
) -> Iterator[FigureChange]:
    for each in figures:
        before = each.of(was) if was else None
        after = each.of(now) if now else None
        if before != after:
            yield FigureChange(
                of=of, title=title, figure=each.name, kind=each.kind, before=before, after=after
            )


# Lines, results, covariances -----------------------------------------------------------------------


def _lines(old: Report, new: Report) -> Iterator[LineChange]:
    for kind in new.wagers | old.wagers:
        was = _by_rule(old.wagers[kind].lines if kind in old.wagers else ())
        now = _by_rule(new.wagers[kind].lines if kind in new.wagers else ())
        title = (new.wagers if kind in new.wagers else old.wagers)[kind].name
        gone = {key: each for key, each in was.items() if key not in now}
        for key, line in (now | gone).items():
            before, after = _line(was.get(key)), _line(now.get(key))
            if before != after:
                yield LineChange(
                    of=kind,
                    title=title,
                    rule=line.rule,
                    says=line.in_words,
                    before=before,
                    after=after,
                )


def _by_rule(lines: Sequence[LineReport]) -> dict[tuple[str, str, int], LineReport]:
    """Lines by rule and hand; where one hand is paid in several ways, also by which of them."""
    found: dict[tuple[str, str, int], LineReport] = {}
    for line in lines:
        n = sum((line.rule, line.made) == key[:2] for key in found)
        found[line.rule, line.made, n] = line
    return found


def _line(line: LineReport | None) -> LineFigures | None:
    return LineFigures(line.pays, line.probability, line.contribution) if line else None


def _results(old: ContestReport | None, new: ContestReport | None) -> Iterator[ResultChange]:
    if old is None or new is None:
        return
    for net in sorted({*old.distribution, *new.distribution}):
        before, after = (Fraction(each.distribution.get(net, 0), each.total) for each in (old, new))
        if before != after:
            yield ResultChange(net=Fraction(net), before=before, after=after)


def _covariances(before: Edition, after: Edition) -> Iterator[CovarianceChange]:
    was, now = _pairs(before.report), _pairs(after.report)
    names = {id: each.wager.name for id, each in after.ruleset.wagers.items()}
    for pair in now | was:
        old, new = was.get(pair), now.get(pair)
        if old != new:
            one, other = pair
            yield CovarianceChange(one=names[one], other=names[other], before=old, after=new)


def _pairs(report: Report) -> dict[tuple[str, str], Fraction]:
    """Each two wagers once; a wager with itself has its variance, which is told apart."""
    found: dict[tuple[str, str], Fraction] = {}
    for one, others in report.covariance.items():
        for other, shared in others.items():
            if one != other and (other, one) not in found:
                found[one, other] = shared
    return found


def _claims(old: Report, new: Report) -> Iterator[ClaimChange]:
    for was, now in zip(old.claims, new.claims, strict=True):
        if was.computed != now.computed:
            yield ClaimChange(
                text=now.text,
                published=now.published,
                before=was.computed,
                after=now.computed,
                verdict_before=was.verdict.value,
                verdict_after=now.verdict.value,
            )

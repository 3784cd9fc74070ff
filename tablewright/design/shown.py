"""A priced version as a page or a file shows it: every figure exact and in print.

The report of `odds` holds fractions; here each stands beside its text (`Exact`), so that whatever shows
it computes nothing. Names are in the language that is spoken.
"""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from tablewright.design.decisions import DecisionsChanged
from tablewright.design.exact import Exact, as_net, in_percent, plainly
from tablewright.design.pricing import Priced
from tablewright.design.versions import Version
from tablewright.odds.figures import PlayersEdge
from tablewright.odds.printing import percent
from tablewright.odds.report import (
    ClaimReport,
    ContestReport,
    Count,
    LineReport,
    Net,
    Report,
    WagerReport,
)
from tablewright.rules.english import capital, going_on
from tablewright.rules.language import say, worded


class NetShown(msgspec.Struct, frozen=True, kw_only=True):
    """One net result of a player, and how often it comes."""

    net: Exact
    count: int
    probability: Exact


class FiguresShown(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a wager, or of those that are decided together, in units of the first stake."""

    house_edge: Exact
    element_of_risk: Exact | None
    """None of a wager that is never made."""
    average_wager: Exact
    hit_frequency: Exact
    variance: Exact
    deviation: str
    """The root of the variance, rounded: the only figure here that no fraction can be."""
    net_results: list[NetShown]
    is_player_edge: bool


class LineShown(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which a wager ends."""

    rule: str
    made: str
    """What the hand is on the pay tables, where the line pays by one: an id, not words."""
    name: str
    pays: str
    count: int
    probability: Exact
    contribution: Exact


class WagerShown(msgspec.Struct, frozen=True, kw_only=True):
    """One wager, line by line."""

    id: str
    name: str
    figures: FiguresShown
    counted_in: str
    """What the counts count: hands, deals, cards, draws or draws in order."""
    total: int
    not_made: int
    lines: list[LineShown]
    edge_with_contest: Exact | None
    """The house edge of a wager beside the contest when hands are decided for the contest alone."""
    informed_edge: Exact | None
    """The house edge against a player who makes it late or takes it back, where readings let them."""


class DecisionShown(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, and of which part of all hands it is the best."""

    id: str
    share: Exact


class ContestShown(msgspec.Struct, frozen=True, kw_only=True):
    """The wagers that are decided together, each hand played for the best."""

    wagers: list[str]
    """Their ids; figures are in units of the first."""
    name: str
    """`Ante + Play`."""
    first: str
    """The name of the first."""
    figures: FiguresShown
    decisions: list[DecisionShown]
    ties: int
    """For how many hands two decisions are worth the same and none is worth more."""


class ClaimShown(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that the manual publishes beside the computed one."""

    text: str
    published: str
    computed: Exact
    verdict: str
    """agrees, agrees truncated or disagrees."""


class ReportShown(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that `odds` reports of a version."""

    version: Version
    text: str
    """The version as a link holds it."""
    name: str
    ruleset: str
    """The fingerprint of the ruleset."""
    warnings: list[str]
    contest: ContestShown | None
    wagers: list[WagerShown]
    claims: list[ClaimShown]
    covariance: dict[str, dict[str, Exact]]
    decisions: DecisionsChanged | None
    """How the best decisions differ from those at the printed odds."""
    was_counted: bool
    seconds: float


def shown(priced: Priced) -> ReportShown:
    """A priced version, ready to be shown."""
    report = priced.report
    return ReportShown(
        version=priced.version,
        text=priced.version.text,
        name=report.name,
        ruleset=report.ruleset,
        warnings=[_warned(each) for each in priced.players_edges],
        contest=_contest(report, report.contest) if report.contest else None,
        wagers=[_wager(id, each) for id, each in report.wagers.items()],
        claims=[_claim(each) for each in report.claims],
        covariance={
            one: {other: plainly(each) for other, each in row.items()}
            for one, row in report.covariance.items()
        },
        decisions=priced.decisions,
        was_counted=priced.was_counted,
        seconds=priced.seconds,
    )


def figures_of(report: ContestReport | WagerReport, total: int) -> FiguresShown:
    """The figures that a wager and the wagers decided together have in common."""
    return FiguresShown(
        house_edge=in_percent(report.house_edge),
        element_of_risk=in_percent(report.element_of_risk) if report.average_wager else None,
        average_wager=plainly(report.average_wager),
        hit_frequency=in_percent(report.hit_frequency),
        variance=plainly(report.variance),
        deviation=f"{report.standard_deviation:.4f}",
        net_results=_net_results(report.distribution, total),
        is_player_edge=report.house_edge < 0,
    )


def _net_results(distribution: Mapping[Net, Count], total: int) -> list[NetShown]:
    return [
        NetShown(
            net=as_net(Fraction(net)),
            count=int(count),
            probability=in_percent(Fraction(count, total), 6),
        )
        for net, count in distribution.items()
    ]


def _contest(report: Report, contest: ContestReport) -> ContestShown:
    names = [worded(report.wagers[each].name, "wager") for each in contest.wagers]
    return ContestShown(
        wagers=list(contest.wagers),
        name=" + ".join(names),
        first=names[0],
        figures=figures_of(contest, contest.total),
        decisions=[
            DecisionShown(id=id, share=in_percent(part)) for id, part in contest.decisions.items()
        ],
        ties=int(contest.ties),
    )


def _wager(id: str, report: WagerReport) -> WagerShown:
    beside, informed = report.expectation_with_contest, report.informed
    return WagerShown(
        id=id,
        name=worded(report.name, "wager"),
        figures=figures_of(report, report.total),
        counted_in=report.counted_in,
        total=int(report.total),
        not_made=int(report.not_made),
        lines=[_line(each) for each in report.lines],
        edge_with_contest=None if beside is None else in_percent(-beside),
        informed_edge=None if informed is None else in_percent(-informed.expectation),
    )


def _line(line: LineReport) -> LineShown:
    return LineShown(
        rule=line.rule,
        made=line.made,
        name=_named(line),
        pays=worded(line.pays),
        count=int(line.count),
        probability=in_percent(line.probability, 6),
        contribution=in_percent(line.contribution),
    )


def _named(line: LineReport) -> str:
    """What the hand is on the pay tables, as `LineReport.in_words`, in the language that is spoken."""
    if not line.made:
        return worded(line.line)
    return capital(" + ".join(map(_made_named, line.made.split(" + "))))


def _made_named(made: str) -> str:
    """One row of a table: `five.royal-flush`, `4-card-straight`."""
    table, _, row = made.rpartition(".")
    cards, _, hand = row.rpartition("-card-")
    called = going_on(worded(capital(hand.replace("-", " "))))
    if cards:
        called = say("design.made.cards", "{cards}-Card {hand}", cards=cards, hand=called)
    return f"{worded(table)}: {called}" if table else called


def _warned(edge: PlayersEdge) -> str:
    """What must be said loudly, as the report says it, in the language that is spoken."""
    part = percent(edge.edge)
    if not edge.of:
        return say(
            "the game gives the PLAYER an edge of {edge} of the {wager}",
            edge=part,
            wager=worded(edge.wager, "wager"),
        )
    said = say(
        "{wager} gives the PLAYER an edge of {edge}", wager=worded(edge.of, "wager"), edge=part
    )
    if not edge.how:
        return said
    if edge.made is None:
        return said + say(" if they take it back whenever that is better")
    return said + say(
        " if they make it late, in {share} of the rounds", share=percent(edge.made, 2)
    )


def _claim(claim: ClaimReport) -> ClaimShown:
    return ClaimShown(
        text=worded(claim.text),
        published=claim.published,
        computed=in_percent(claim.computed),
        verdict=claim.verdict.value,
    )

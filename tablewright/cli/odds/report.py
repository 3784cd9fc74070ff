"""The report: what the house holds of a game, wager by wager and line by line."""

from collections.abc import Iterator
from fractions import Fraction

from tablewright.cli.odds.opening import analysed, opening, shares_said
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds import store
from tablewright.odds.printing import decimal, percent
from tablewright.odds.report import ContestReport, Report, WagerReport, as_document
from tablewright.rules.game import Ruleset


def show_report(ruleset: Ruleset, *, fresh: bool, as_json: bool) -> int:
    report = kept_or_made(ruleset, fresh=fresh)
    return show_as(
        lambda: as_document(report), lambda: report_sheets(ruleset, report), as_json=as_json
    )


def kept_or_made(ruleset: Ruleset, *, fresh: bool) -> Report:
    """The report on a ruleset, kept from before or made now."""
    return store.kept_or_made(ruleset, lambda: analysed(ruleset, fresh=fresh).report(), fresh=fresh)


def report_sheets(ruleset: Ruleset, report: Report) -> Iterator[Sheet]:
    took = f"counted in {report.seconds.count:.2f} s, solved in {report.seconds.solve:.2f} s"
    if report.cached:
        took += "; cached, --fresh counts again"
    title = f"{report.name}: what the house holds"
    yield from opening(title, ruleset, [["exact", took]], report.warnings)
    contest = report.contest
    if contest:
        yield _contest_sheet(report, contest)
    yield _wagers_sheet(report)
    if report.claims:
        yield Sheet(
            "Figures the manual publishes",
            [
                [each.published, each.computed_percent, each.verdict.value, each.text]
                for each in report.claims
            ],
            header=("published", "computed", "verdict", "figure"),
            amounts=(0, 1),
        )
    for wager in report.wagers.values():
        yield _lines_sheet(wager)
    if contest:
        yield _distribution_sheet(report, contest)
    yield from _covariance_sheets(report)


def _contest_sheet(report: Report, contest: ContestReport) -> Sheet:
    first = report.wagers[contest.wagers[0]].name
    rows = [
        ["house edge", percent(contest.house_edge), f"of the {first}"],
        ["element of risk", percent(contest.element_of_risk), "of the total wagered"],
        ["average wager", f"{float(contest.average_wager):.4f}", f"units per unit of {first}"],
        ["standard deviation", f"{contest.standard_deviation:.4f}", f"units of {first}"],
        ["hit frequency", percent(contest.hit_frequency), "the player comes out ahead"],
    ]
    return Sheet(
        f"{report.names(contest.wagers)}, each hand played for the best",
        rows,
        note=f"Best decisions, as a share of all hands: {shares_said(contest.decisions)}",
        amounts=(1,),
    )


def _wagers_sheet(report: Report) -> Sheet:
    unit = report.wagers[report.contest.wagers[0]].name if report.contest else ""
    return Sheet(
        "Wager by wager",
        [
            [
                wager.name,
                percent(wager.house_edge),
                percent(wager.hit_frequency),
                f"{wager.standard_deviation:.4f}",
                f"{float(wager.average_wager):.4f}",
                f"{wager.total:,}",
                wager.counted_in,
            ]
            for wager in report.wagers.values()
        ],
        header=("wager", "house edge", "hits", "deviation", "staked", "counted over", ""),
        amounts=(1, 2, 3, 4, 5),
        note=f"In units of the {unit}." if unit else "",
    )


def _lines_sheet(wager: WagerReport) -> Sheet:
    return Sheet(
        f"{wager.name}, line by line",
        [
            *(
                [
                    line.pays,
                    f"{line.count:,}",
                    percent(line.probability, 6),
                    percent(line.contribution),
                    line.in_words,
                    line.rule,
                ]
                for line in wager.lines
            ),
            *_not_made(wager),
            ["in all", f"{wager.total:,}", "", percent(wager.expectation), "", ""],
        ],
        header=("pays", wager.counted_in, "probability", "contributes", "line", "rule"),
        amounts=(1, 2, 3),
        tucked=(5,),
        is_summed=True,
    )


def _not_made(wager: WagerReport) -> list[list[str]]:
    if not wager.not_made:
        return []
    part = percent(Fraction(wager.not_made, wager.total), 6)
    return [["", f"{wager.not_made:,}", part, percent(Fraction(0)), "Not made.", ""]]


def _distribution_sheet(report: Report, contest: ContestReport) -> Sheet:
    names = report.names(contest.wagers)
    return Sheet(
        f"Net result of {names} together, in units of the {names.partition(' ')[0]}",
        [
            [decimal(net), f"{deals:,}", percent(Fraction(deals, contest.total), 6)]
            for net, deals in contest.distribution.items()
        ],
        header=("net", "deals", "probability"),
        amounts=(0, 1, 2),
    )


def _covariance_sheets(report: Report) -> Iterator[Sheet]:
    for ids in dict.fromkeys(tuple(row) for row in report.covariance.values()):
        if len(ids) > 1:
            yield Sheet(
                "Covariance of the wagers on one hand",
                [
                    [one, *(f"{float(report.covariance[one][other]):.4f}" for other in ids)]
                    for one in ids
                ],
                header=("", *ids),
                amounts=tuple(range(1, len(ids) + 1)),
            )

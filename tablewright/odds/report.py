"""The report on a ruleset: everything a vendor, a regulator and a pit manager ask, as typed records.

`tablewright odds --json` prints a report and the store keeps it. In JSON a fraction is a `"p/q"` string
and a count is a string of digits, since a number would lose some; read back, it is the same report.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from tablewright.odds.claims import Agreement, agreement
from tablewright.odds.figures import ContestFigures, Figured
from tablewright.odds.ledger import Wagered, covariances
from tablewright.odds.printing import decimal, percent, root, said
from tablewright.rules.english import capital
from tablewright.rules.game import Ruleset

Document = dict[str, Any]
"""What a command prints as JSON."""


class Count(int):
    """How many deals, hands, cards or draws; a string of digits in JSON."""


class Net(Fraction):
    """A net result in units of the first stake; in JSON an exact decimal where it has one."""


class Seconds(msgspec.Struct, frozen=True):
    """How long it took to load what had been counted before, to count, and to solve."""

    load: float
    count: float
    solve: float


class LineReport(msgspec.Struct, frozen=True):
    """One way in which a wager ends, and how often."""

    rule: str
    line: str
    made: str
    """What the hand is on the pay tables, where the line pays by one."""
    pays: str
    count: Count
    probability: Fraction
    contribution: Fraction
    """What the line adds to the expectation."""

    @property
    def in_words(self) -> str:
        """What the hand is on the pay tables, or the line's own sentence where it is on none."""
        if not self.made:
            return self.line
        words = self.made.replace("-card-", "_Card ").replace("-", " ")
        return capital(words.replace(".", ": ").replace("_", "-"))


class InformedReport(msgspec.Struct, frozen=True):
    """What a wager is worth to a player who may make it late or take it back."""

    expectation: Fraction
    made: Fraction


class WagerReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One wager over all cases, in units of the first stake."""

    name: str
    counted_in: str
    """What the total counts: hands, deals, cards, draws in order or not."""
    total: Count
    lines: list[LineReport]
    not_made: Count
    expectation: Fraction
    house_edge: Fraction
    average_wager: Fraction
    hit_frequency: Fraction
    variance: Fraction
    standard_deviation: float
    distribution: dict[Net, Count]
    expectation_with_contest: Fraction | None = None
    """Of a wager beside the contest, when hands are decided for the contest alone."""
    informed: InformedReport | None = None

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit wagered."""
        return self.house_edge / self.average_wager


class ContestReport(msgspec.Struct, frozen=True, kw_only=True):
    """The wagers that are decided together, per unit of the one that obliges to decide."""

    wagers: list[str]
    expectation: Fraction
    house_edge: Fraction
    average_wager: Fraction
    element_of_risk: Fraction
    hit_frequency: Fraction
    decisions: dict[str, Fraction]
    ties: Count
    variance: Fraction
    standard_deviation: float
    distribution: dict[Net, Count]

    @property
    def total(self) -> int:
        """How many deals were counted."""
        return sum(self.distribution.values())


class ClaimReport(msgspec.Struct, frozen=True):
    """A figure that the manual publishes beside the computed one."""

    text: str
    published: str
    computed: Fraction
    computed_percent: str
    verdict: Agreement


class Report(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the house holds of a game, exactly."""

    game: str
    name: str
    ruleset: str
    readings: dict[str, str]
    pay: dict[str, str]
    """The payments that were changed, and the odds they were changed to."""
    seconds: Seconds
    undecided: list[str]
    warnings: list[str]
    wagers: dict[str, WagerReport]
    contest: ContestReport | None = None
    covariance: dict[str, dict[str, Fraction]]
    claims: list[ClaimReport]
    cached: bool
    """Whether it was kept from before."""

    def names(self, kinds: Sequence[str]) -> str:
        """Some wagers together: `Ante + Play`."""
        return " + ".join(self.wagers[kind].name for kind in kinds)


class NextCardReport(msgspec.Struct, frozen=True):
    """What wagers are worth when some cards of a draw lie exposed."""

    game: str
    ruleset: str
    warnings: list[str]
    exposed: str
    left: Count
    wagers: dict[str, WagerReport]
    live: dict[str, Fraction]
    """The wagers on the round, made before the first card, for each unit staked."""


# JSON ----------------------------------------------------------------------------------------------


def to_json(report: Report) -> bytes:
    return msgspec.json.encode(report, enc_hook=_text)


def from_json(content: bytes) -> Report:
    return msgspec.json.decode(content, type=Report, dec_hook=_number)


def as_document(report: Report | NextCardReport) -> Document:
    """The report in dictionaries and lists, as JSON writes it."""
    found: Document = msgspec.to_builtins(report, enc_hook=_text, str_keys=True)
    return found


def _text(number: Any) -> str:
    return decimal(number) if isinstance(number, Net) else str(number)


def _number(kind: type, text: str) -> Any:
    return kind(text)


# Made ----------------------------------------------------------------------------------------------


def reported(
    figured: Figured, ruleset: Ruleset, seconds: Seconds, warnings: Sequence[str]
) -> Report:
    """The report on the figures of a ruleset."""
    wagers = {}
    for kind, wagered in figured.wagers.items():
        informed = figured.informed.get(kind)
        wagers[kind] = replace(
            wager_report(wagered, figured.counted_in[kind]),
            expectation_with_contest=figured.with_contest.get(kind),
            informed=InformedReport(informed.per_wager, informed.made) if informed else None,
        )
    covariance: dict[str, dict[str, Fraction]] = {}
    for ids, entries in figured.together:
        shared = covariances([ruleset.wagers[id] for id in ids], entries)
        covariance |= {one: {other: shared[one, other] for other in ids} for one in ids}
    return Report(
        game=ruleset.game.id,
        name=ruleset.game.name,
        ruleset=ruleset.fingerprint,
        readings=dict(ruleset.rulings),
        pay=dict(ruleset.pay_plainly),
        seconds=seconds,
        undecided=[reading.id for reading in ruleset.undecided],
        warnings=list(warnings),
        wagers=wagers,
        contest=_contest_report(figured.contest) if figured.contest else None,
        covariance=covariance,
        claims=[
            ClaimReport(
                claim.text,
                claim.published,
                computed,
                percent(computed),
                agreement(claim.published, computed),
            )
            for claim in ruleset.game.claims
            for computed in [figured.figure(claim)]
        ],
        cached=False,
    )


def wager_report(wagered: Wagered, counted_in: str, name: str | None = None) -> WagerReport:
    """The report on one wager, under its title if not named otherwise."""
    return WagerReport(
        name=name or wagered.decided.wager.title,
        counted_in=counted_in,
        total=Count(wagered.total),
        lines=[
            LineReport(
                way.rule,
                way.sentence,
                way.made,
                said(way.net),
                Count(way.cases),
                Fraction(way.cases, wagered.total),
                way.won / wagered.total,
            )
            for way in wagered.ways
        ],
        not_made=Count(wagered.total - sum(way.cases for way in wagered.ways)),
        expectation=wagered.expectation,
        house_edge=wagered.house_edge,
        average_wager=wagered.average_stake,
        hit_frequency=wagered.hit_frequency,
        variance=wagered.variance,
        standard_deviation=float(root(wagered.variance)),
        distribution=_counted(wagered.distribution),
    )


def _contest_report(contest: ContestFigures) -> ContestReport:
    return ContestReport(
        wagers=list(contest.wagers),
        expectation=contest.expectation,
        house_edge=contest.house_edge,
        average_wager=contest.average_wager,
        element_of_risk=contest.element_of_risk,
        hit_frequency=contest.hit_frequency,
        decisions=dict(contest.decisions),
        ties=Count(contest.ties),
        variance=contest.variance,
        standard_deviation=float(root(contest.variance)),
        distribution=_counted(contest.distribution),
    )


def _counted(distribution: Mapping[Fraction, int]) -> dict[Net, Count]:
    return {Net(net): Count(deals) for net, deals in distribution.items()}

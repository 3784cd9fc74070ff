"""Edge and risk, exactly: expectations as fractions, decisions, variances and covariances."""

from collections.abc import Iterator
from fractions import Fraction

from tablewright.odds.printing import percent
from tablewright.odds.report import ContestReport, WagerReport
from tablewright.papers.documents import Block, Heading, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import (
    count,
    decimals,
    decision_named,
    first_wager,
    named,
    right,
)
from tablewright.papers.payouts import names
from tablewright.table.chips import money

WIDEST = 7
"""More wagers than this are paired line by line, not set in a square."""


def edge(edition: Edition) -> Iterator[Block]:
    """House edge, element of risk, hit frequency and spread of every wager; how they hang together."""
    yield Heading(text="Edge, risk and variance", id="edge")
    yield _exactly(edition)
    yield from _caps_said(edition)
    yield from _decisions(edition)
    yield from _beside_the_contest(edition)
    yield from _informed(edition)
    yield from _covariances(edition)


def _exactly(edition: Edition) -> Table:
    report = edition.report
    of: list[tuple[str, ContestReport | WagerReport]] = []
    if contest := report.contest:
        of.append((report.names(contest.wagers), contest))
    of += [(named(edition, kind), each) for kind, each in report.wagers.items()]
    return Table(
        title="The player's expectation and how often they win, as fractions",
        head=(
            "Wager",
            "Expectation",
            "House edge",
            "Element of risk",
            "Hit frequency",
            "Variance",
            "Standard deviation",
        ),
        rows=tuple(
            (
                name,
                str(each.expectation),
                percent(each.house_edge),
                percent(each.element_of_risk),
                str(each.hit_frequency),
                decimals(each.variance),
                decimals(each.standard_deviation),
            )
            for name, each in of
        ),
        align=right(7),
        widths=(1, 0, 0, 0, 0, 0, 0),
        is_small=True,
    )


def _caps_said(edition: Edition) -> Iterator[Block]:
    """What a posted maximum payout does to these figures."""
    for kind, most in edition.book.setup.maximum_payouts.items():
        yield Paragraph(
            text=f"A maximum payout of {money(most)} is posted for the {edition.titles[kind]}. It cuts"
            " the largest payments on high stakes, so that the house holds more of these than is"
            " said here, never less."
        )


def _decisions(edition: Edition) -> Iterator[Block]:
    yield Heading(text="Decisions", level=2)
    contest = edition.report.contest
    if contest is None:
        yield Paragraph(
            text=f"{edition.game.name} has no decision: what is wagered is all that a player chooses."
        )
        return
    yield Table(
        title="How often each decision is the best one",
        head=("Decision", "Share of all hands", "Exactly"),
        rows=tuple(
            (decision_named(edition, id), percent(part), str(part))
            for id, part in contest.decisions.items()
        ),
        align=right(3),
    )
    if contest.ties:
        yield Paragraph(
            text=f"For {count(contest.ties)} hands two decisions are worth the same and no other is"
            " worth more; the one that stakes less is counted.",
            is_small=True,
        )


def _beside_the_contest(edition: Edition) -> Iterator[Block]:
    """Wagers beside the contest, when hands are decided for the contest alone."""
    found = [
        (named(edition, kind), each.house_edge, -each.expectation_with_contest)
        for kind, each in edition.report.wagers.items()
        if each.expectation_with_contest is not None
        and each.expectation_with_contest != each.expectation
    ]
    if found:
        yield Table(
            title="Wagers that may also be made alone",
            head=("Wager", "House edge, alone", "Beside the contest"),
            rows=tuple((name, percent(alone), percent(beside)) for name, alone, beside in found),
            align=right(3),
            note="Beside the contest hands are decided for the contest alone.",
        )


def _informed(edition: Edition) -> Iterator[Block]:
    """What the rules let a player gain who waits or takes a wager back."""
    found = [
        (named(edition, kind), each.house_edge, each.informed)
        for kind, each in edition.report.wagers.items()
        if each.informed
    ]
    if found:
        yield Table(
            title="Made late or taken back whenever that is better",
            head=("Wager", "House edge, made early and left", "House edge then", "Made in"),
            rows=tuple(
                (name, percent(plain), percent(-informed.expectation), percent(informed.made))
                for name, plain, informed in found
            ),
            align=right(4),
            note="These readings let a player bet late or take a wager back.",
        )


# How wagers vary together --------------------------------------------------------------------------


def _covariances(edition: Edition) -> Iterator[Block]:
    covariance = edition.report.covariance
    groups = [ids for ids in dict.fromkeys(map(tuple, covariance.values())) if len(ids) > 1]
    if not groups:
        return
    first = first_wager(edition)
    yield Heading(text="Covariances", level=2)
    yield Paragraph(
        text="How the net results of two wagers on the same cards vary together, in units"
        f" {f'of the {first}' if first else 'of their stakes'} squared; a wager with itself has its"
        " variance."
        + (" Every hand is decided for the best, and every wager is made." if first else "")
    )
    for ids in groups:
        yield _square(edition, ids) if len(ids) <= WIDEST else _pairs(edition, ids)


def _shared(edition: Edition, one: str, other: str) -> Fraction:
    return edition.report.covariance[one][other]


def _square(edition: Edition, ids: tuple[str, ...]) -> Table:
    called = names(edition)
    return Table(
        head=("Wager", *(called[id] for id in ids)),
        rows=tuple(
            (called[one], *(decimals(_shared(edition, one, other)) for other in ids)) for one in ids
        ),
        align=right(len(ids) + 1),
        is_small=True,
    )


def _pairs(edition: Edition, ids: tuple[str, ...]) -> Table:
    called = names(edition)
    return Table(
        head=("Wager", "Wager", "Covariance"),
        rows=tuple(
            (called[one], called[other], decimals(_shared(edition, one, other)))
            for n, one in enumerate(ids)
            for other in ids[n:]
        ),
        align=("left", "left", "right"),
        is_small=True,
    )

"""A simulation that agrees: rounds dealt at random by the same rules, beside the exact figures.

The seed is the beginning of the ruleset's fingerprint: nobody has picked one that flatters the figures,
and the number of processors that deal changes nothing.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tablewright.odds.printing import percent
from tablewright.odds.simulation import (
    TOO_FAR,
    ContestDealer,
    Dealer,
    Simulated,
    dealer_for,
    simulate,
)
from tablewright.papers.documents import Aside, Block, Heading, Notice, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.commands import command
from tablewright.papers.mathematics.figures import count, decimals, decision_named, right
from tablewright.papers.payouts import names

ROUNDS = 10_000_000
SEED_DIGITS = 8
"""So many hexadecimal digits of the fingerprint are the seed."""


class Dealt(NamedTuple):
    """Who dealt, and what came of it."""

    dealer: Dealer
    run: Simulated


def seed(edition: Edition) -> int:
    """What the rounds of an edition are dealt from."""
    return int(edition.fingerprint[:SEED_DIGITS], 16)


@lru_cache(maxsize=8)
def dealt(edition: Edition) -> Dealt:
    """The rounds of an edition, each hand played for the best."""
    dealer = dealer_for(edition.analysis, None)
    return Dealt(dealer, simulate(dealer, ROUNDS, seed(edition)))


def simulation(edition: Edition) -> Iterator[Block]:
    """Every wager's house edge as dealt and as counted, with the standard error between them."""
    dealer, run = dealt(edition)
    called = names(edition)
    measured = dealer.measured(run.tally)
    yield Heading(text="Simulation", id="simulation")
    yield Paragraph(
        text=(
            "As a check that shares only the rules with the counts, ",
            Aside(count(run.rounds)),
            " whole rounds were dealt at random from the seed ",
            Aside(str(run.seed)),
            ", which is the beginning of the ruleset's fingerprint read as a number. The difference z"
            " is counted in standard errors.",
        )
    )
    yield Table(
        head=("Wager", "House edge, dealt", "Exact", "Standard error", "z"),
        rows=tuple(
            (
                called.get(each.of) or edition.report.names(_contest(edition)),
                percent(-each.mean),
                percent(-each.exact),
                f"{decimals(100 * each.standard_error)} %",
                f"{-each.z:+.2f}",
            )
            for each in measured
        ),
        align=right(5),
        note="Every wager is made in every round, and each hand is decided for the best."
        if isinstance(dealer, ContestDealer)
        else "Wagers on a card are made on every card of a round.",
    )
    far = [each for each in measured if abs(each.z) > TOO_FAR]
    if far:
        yield Notice(
            title="The simulation does not agree with the exact figures.",
            items=tuple(f"{each.of}: z {-each.z:+.2f}" for each in far),
            is_loud=True,
        )
    if isinstance(dealer, ContestDealer):
        yield _decisions(edition, dealer, run)


def repeated(edition: Edition) -> str:
    """The command that deals the same rounds again."""
    return command(edition, "simulate", f"--rounds {ROUNDS}", f"--seed {seed(edition)}")


def _contest(edition: Edition) -> list[str]:
    contest = edition.report.contest
    return contest.wagers if contest else []


def _decisions(edition: Edition, dealer: ContestDealer, run: Simulated) -> Table:
    contest = edition.report.contest
    exact = contest.decisions if contest else {}
    return Table(
        head=("Decision", "Dealt", "Exact"),
        rows=tuple(
            (decision_named(edition, id), percent(part), percent(exact[id]))
            for id, part in dealer.played(run.tally, run.rounds).items()
        ),
        align=right(3),
    )

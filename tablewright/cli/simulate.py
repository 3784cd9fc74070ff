"""The simulate command: rounds dealt at random beside the exact figures."""

from collections.abc import Iterator, Sequence
from typing import Any

from tablewright.cli.interrupts import noted, say, so_far
from tablewright.cli.numbers import LARGEST_SEED, whole
from tablewright.cli.odds.opening import analysed, opening
from tablewright.cli.progress import bar
from tablewright.cli.rulebook import chosen_ruleset, warning_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.strategy import named
from tablewright.odds.analysis import Analysis
from tablewright.odds.printing import percent
from tablewright.odds.report import Document
from tablewright.odds.simulation import (
    TOO_FAR,
    ContestDealer,
    Dealer,
    Simulated,
    dealer_for,
    simulate,
)
from tablewright.rules.errors import Refused

MOST_ROUNDS = 10**13
MOST_JOBS = 1024


def show_simulation(
    id: str,
    readings: Sequence[str],
    pay: Sequence[str],
    rounds: str,
    seed: str | None,
    jobs: str | None,
    strategy: str | None,
    *,
    as_json: bool,
) -> int:
    ruleset = chosen_ruleset(id, readings, pay)
    asked = whole("--rounds", rounds, 1, MOST_ROUNDS)
    seeded = None if seed is None else whole("--seed", seed, 0, LARGEST_SEED)
    side_by_side = None if jobs is None else whole("--jobs", jobs, 1, MOST_JOBS)
    analysis = analysed(ruleset)
    name, chosen = "none", None
    if analysis.solved is not None:
        name, chosen = named(analysis.solved, strategy)
    elif strategy is not None:
        raise Refused(
            f"--strategy is given and {ruleset.game.name} has no decision: expected a game that has one"
        )
    dealer = dealer_for(analysis, chosen)
    with bar(f"dealing {asked:,} rounds", asked) as advance, noted() as stop:

        def on_progress(dealt: int) -> None:
            advance(dealt)
            if stop:
                raise KeyboardInterrupt

        run = simulate(dealer, asked, seeded, side_by_side, on_progress)
    said = f"{run.rounds:,} of {asked:,} round{'' if asked == 1 else 's'} dealt"
    if stop:
        so_far(f"with {said}")
        say(stop.status)
    if not run.rounds:
        return stop.status
    return show_as(
        simulation_document,
        simulation_sheets,
        analysis,
        dealer,
        run,
        name,
        as_json=as_json,
        done=said,
    )


def simulation_document(
    analysis: Analysis, dealer: Dealer, run: Simulated, strategy: str
) -> Document:
    figures = {
        each.of: {
            "mean": float(each.mean),
            "exact": str(each.exact),
            "standard_error": each.standard_error,
            "z": round(each.z, 3),
        }
        for each in dealer.measured(run.tally)
    }
    document: dict[str, Any] = {
        "game": analysis.ruleset.game.id,
        "ruleset": analysis.ruleset.fingerprint,
        "warnings": list(analysis.warnings),
        "strategy": strategy,
        "seed": run.seed,
        "jobs": run.jobs,
        "asked": run.asked,
        "rounds": run.rounds,
        "stopped": run.was_stopped,
        "seconds": round(run.seconds, 3),
        "rounds_per_second": round(run.rounds / run.seconds) if run.seconds else None,
        "figures": figures,
    }
    if isinstance(dealer, ContestDealer):
        played = dealer.played(run.tally, run.rounds)
        document["decisions"] = {decision: float(part) for decision, part in played.items()}
    return document


def simulation_sheets(
    analysis: Analysis, dealer: Dealer, run: Simulated, strategy: str
) -> Iterator[Sheet]:
    ruleset = analysis.ruleset
    stopped = f", stopped short of {run.asked:,}" if run.was_stopped else ""
    speed = f"{run.rounds / run.seconds / 1e6:.1f} million a second" if run.seconds else ""
    rounds = f"{run.rounds:,} round{'' if run.rounds == 1 else 's'} dealt{stopped}"
    yield from opening(
        f"{ruleset.game.name}: {rounds}",
        ruleset,
        [
            ["seed", str(run.seed)],
            ["strategy", strategy],
            ["took", f"{run.seconds:.2f} s, {run.jobs} in parallel, {speed}"],
        ],
        analysis.warnings,
    )
    measured = dealer.measured(run.tally)
    inside = "all decided together"
    yield Sheet(
        "The house edge, simulated and exact",
        [
            [
                inside if each.of == "contest" else ruleset.wagers[each.of].wager.name,
                percent(-each.mean),
                percent(-each.exact),
                f"{100 * each.standard_error:.4f} %",
                f"{-each.z:+.2f}",
            ]
            for each in measured
        ],
        header=("wager", "dealt", "exact", "standard error", "z"),
        amounts=(1, 2, 3, 4),
        note=f"z is the difference in standard errors; beyond {TOO_FAR} something is wrong.",
    )
    far = [each.of for each in measured if abs(each.z) > TOO_FAR]
    if far:
        yield from warning_sheets([f"{', '.join(far)} lies beyond {TOO_FAR} standard errors"])
    if isinstance(dealer, ContestDealer):
        played = dealer.played(run.tally, run.rounds)
        yield Sheet(
            "Decisions",
            [[decision, percent(part)] for decision, part in played.items()],
            amounts=(1,),
        )

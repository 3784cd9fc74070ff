"""The simulate command: rounds dealt at random beside the exact figures."""

import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablewright.cli.checkpoint import KeptRun
from tablewright.cli.interrupts import Asked, noted, say, so_far
from tablewright.cli.numbers import LARGEST_SEED, whole
from tablewright.cli.odds.opening import analysed, opening
from tablewright.cli.progress import bar
from tablewright.cli.rulebook import chosen_ruleset, warning_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.strategy import named
from tablewright.odds.analysis import Analysis
from tablewright.odds.checkpoints import run_of
from tablewright.odds.chunks import Tally
from tablewright.odds.cluster import LOCAL, joined, refuse_bad_address
from tablewright.odds.printing import percent
from tablewright.odds.report import Document
from tablewright.odds.simulation import (
    TOO_FAR,
    ContestDealer,
    Dealer,
    Simulated,
    Workers,
    carry_on,
    dealer_for,
)
from tablewright.rules.errors import Refused

MOST_ROUNDS = 10**13
MOST_JOBS = 1024


@dataclass(frozen=True)
class Ordered:
    """What was asked for, as the options give it."""

    rounds: str
    seed: str | None = None
    jobs: str | None = None
    strategy: str | None = None
    cluster: str | None = None
    checkpoint: str | None = None


def show_simulation(
    id: str, readings: Sequence[str], pay: Sequence[str], ordered: Ordered, *, as_json: bool
) -> int:
    ruleset = chosen_ruleset(id, readings, pay)
    asked = whole("--rounds", ordered.rounds, 1, MOST_ROUNDS)
    seed = None if ordered.seed is None else whole("--seed", ordered.seed, 0, LARGEST_SEED)
    jobs = None if ordered.jobs is None else whole("--jobs", ordered.jobs, 1, MOST_JOBS)
    if jobs and ordered.cluster not in (None, LOCAL):
        raise Refused(
            "--jobs is given and a cluster has workers of its own: expected one of the two"
        )
    if ordered.cluster is not None:
        refuse_bad_address(ordered.cluster)
    kept = None if ordered.checkpoint is None else KeptRun(ordered.checkpoint)
    analysis = analysed(ruleset)
    name, chosen = "none", None
    if analysis.solved is not None:
        name, chosen = named(analysis.solved, ordered.strategy)
    elif ordered.strategy is not None:
        raise Refused(
            f"--strategy is given and {ruleset.game.name} has no decision: expected a game that has one"
        )
    dealer = dealer_for(analysis, chosen)
    if seed is None:
        seed = kept.seed if kept else None
    if seed is None:
        seed = secrets.randbits(63)
    tally = Tally(seed, asked, dealer.shoe.blank())
    if kept:
        tally = kept.begin(run_of(id, ruleset.fingerprint, name, asked, seed), dealer.shoe)
    run, stop = _dealt(dealer, tally, kept, jobs, ordered.cluster)
    said = f"{run.rounds:,} of {asked:,} round{'' if asked == 1 else 's'} dealt"
    status = 0
    if stop:
        so_far(f"with {said}")
        say(stop.status)
    for trouble in (run.trouble, kept.trouble if kept else ""):
        if trouble:
            print(f"tablewright: {trouble}; {said}", file=sys.stderr)
            status = 1
    if not run.rounds:
        return stop.status or status
    shown = show_as(
        simulation_document,
        simulation_sheets,
        analysis,
        dealer,
        run,
        name,
        as_json=as_json,
        done=said,
    )
    return shown or status


def _dealt(
    dealer: Dealer, tally: Tally, kept: KeptRun | None, jobs: int | None, cluster: str | None
) -> tuple[Simulated, Asked]:
    """Deal what is missing, here or on a cluster; whether an end was asked for."""
    with bar(f"dealing {tally.asked:,} rounds", tally.asked) as advance, noted() as stop:

        def on_progress(dealt: int) -> None:
            advance(dealt)
            if kept:
                kept.keep_now_and_then(tally)
            if stop:
                raise KeyboardInterrupt

        try:
            if cluster is None or not tally.missing:
                return carry_on(dealer.shoe, tally, jobs, on_progress), stop
            with joined(cluster, jobs) as workers:
                return workers.carry_on(dealer.shoe, tally, on_progress), stop
        finally:
            if kept:
                kept.keep(tally)


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
        "rounds_per_second": round(run.rounds_per_second) if run.seconds else None,
        "taken_up": run.taken_up,
        "cluster": run.cluster._asdict() if run.cluster else None,
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
    speed = f"{run.rounds_per_second / 1e6:.1f} million a second"
    rounds = f"{run.rounds:,} round{'' if run.rounds == 1 else 's'} dealt{stopped}"
    yield from opening(
        f"{ruleset.game.name}: {rounds}",
        ruleset,
        [
            ["seed", str(run.seed)],
            ["strategy", strategy],
            ["took", f"{run.seconds:.2f} s, {run.jobs} in parallel, {speed}"],
            *([["cluster", _workers_said(run.cluster)]] if run.cluster else []),
            *(
                [["taken up", f"{run.taken_up:,} rounds from the checkpoint"]]
                if run.taken_up
                else []
            ),
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


def _workers_said(workers: Workers) -> str:
    lost = f", {workers.lost} lost on the way" if workers.lost else ""
    return f"{workers.address}, {workers.there} worker{'' if workers.there == 1 else 's'}{lost}"

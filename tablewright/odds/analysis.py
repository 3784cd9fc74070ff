"""A ruleset counted and solved, and the report that is made of it."""

import time
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tablewright.odds.contests import Counted
from tablewright.odds.counts import Counts, OnProgress
from tablewright.odds.draws import DrawnCounts, draw_of
from tablewright.odds.figures import Figured, figured_contest, figured_draw, warnings
from tablewright.odds.hands import Pack
from tablewright.odds.ledger import Wagered
from tablewright.odds.occurring import refuse_more_than_occurs
from tablewright.odds.report import Count, NextCardReport, Report, Seconds, reported, wager_report
from tablewright.odds.solving import Solved
from tablewright.rules.cards import Card, written
from tablewright.rules.contest import Contest
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Ruleset
from tablewright.rules.wagers import Odds


def _counted(
    ruleset: Ruleset, pack: Pack | None, made_before: Counts | None, on_progress: OnProgress | None
) -> Counted | DrawnCounts:
    """Every deal of a ruleset counted."""
    if isinstance(ruleset.deal, Contest):
        return Counted(ruleset.deal, pack, made_before, on_progress)
    drawn = DrawnCounts(draw_of(ruleset), tuple(ruleset.wagers), pack, made_before)
    _ = drawn.rounds
    return drawn


class Analysis:
    """A ruleset counted and solved, with the time that each took."""

    def __init__(
        self,
        ruleset: Ruleset,
        pack: Pack | None = None,
        made_before: Counts | None = None,
        *,
        before: "Analysis | None" = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """`before` is the same game under the same readings at other odds, counted already."""
        self.ruleset = ruleset
        started = time.perf_counter()
        self.solved: Solved | None = None
        self.drawn: DrawnCounts | None = None
        self.load_seconds = 0.0
        self.counted: Counted | DrawnCounts = (
            before.counted if before else _counted(ruleset, pack, made_before, on_progress)
        )
        if before is None and isinstance(self.counted, Counted):
            self.load_seconds = self.counted.load_seconds
        self.count_seconds = time.perf_counter() - started
        if before is None and pack is None:
            refuse_more_than_occurs(self.counted)
        self.figured: Figured
        figured = before.figured if before else None
        if isinstance(self.counted, Counted):
            self.solved = Solved(ruleset, self.counted, before.solved if before else None)
            self.figured = figured_contest(self.solved, self.solved.best, figured)
        else:
            self.drawn = self.counted
            self.figured = figured_draw(self.drawn, ruleset, figured)
        self.warnings = warnings(self.figured)
        self.solve_seconds = time.perf_counter() - started - self.count_seconds

    def at(self, pay: Mapping[str, Odds]) -> "Analysis":
        """The same readings at other odds: no deal is counted again, every wager is priced again."""
        return self.decided(self.ruleset.at(pay))

    def decided(self, ruleset: Ruleset) -> "Analysis":
        """The same readings as decided at other odds."""
        return Analysis(ruleset, before=self)

    @property
    def solution(self) -> Solved:
        """The contest solved, of a ruleset that has one."""
        if self.solved is None:
            raise BadDefinition(f"{self.ruleset.game.name} has no decision")
        return self.solved

    @property
    def draws(self) -> DrawnCounts:
        """The draw counted, of a ruleset whose cards are drawn."""
        if self.drawn is None:
            raise BadDefinition(f"{self.ruleset.game.name} is not drawn")
        return self.drawn

    def report(self) -> Report:
        """All that is known of the ruleset."""
        spent = Seconds(
            round(self.load_seconds, 4),
            round(self.count_seconds - self.load_seconds, 4),
            round(self.solve_seconds, 4),
        )
        started = time.perf_counter()
        report = reported(self.figured, self.ruleset, spent, self.warnings)
        spent = replace(spent, solve=round(spent.solve + time.perf_counter() - started, 4))
        return replace(report, seconds=spent)

    def next_card(self, exposed: Sequence[Card]) -> NextCardReport:
        """What wagers are worth once these cards of a draw lie exposed."""
        draw, counts = draw_of(self.ruleset), self.draws
        entries, wagers = counts.next_card(exposed), self.ruleset.wagers
        return NextCardReport(
            game=self.ruleset.game.id,
            ruleset=self.ruleset.fingerprint,
            warnings=list(self.warnings),
            exposed=written(exposed),
            left=Count(sum(entry.deals for entry in entries)),
            wagers={
                id: wager_report(Wagered(decided, entries), "cards", decided.wager.name)
                for id, decided in wagers.items()
                if decided.space is draw.card_space
            },
            live={
                id: counts.live(decided, exposed)
                for id, decided in wagers.items()
                if exposed and decided.space is draw.round_space
            },
        )

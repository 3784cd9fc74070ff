"""Advice in terminal play, printed: the figures are those of `tablewright.advice`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablewright.advice.at_table import Valuation, position
from tablewright.advice.counting import analysis_of
from tablewright.advice.seen import SeenCards
from tablewright.advice.telling import (
    OUT_OF_TURN,
    AdviceTable,
    edges_table,
    exact_dollars,
    exactly,
    hand_table,
    live_table,
)
from tablewright.cli.play.screen import Screen
from tablewright.cli.sheets import Sheet
from tablewright.rules.cards import Card, faces
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.words import joined

if TYPE_CHECKING:
    from tablewright.odds.analysis import Analysis


class AdviceStopped(Exception):
    """Ctrl-C while advice was being counted."""


class Adviser:
    """Tells a player what their choices are worth, and what the ones they made have cost."""

    def __init__(self, screen: Screen, table: Table, place: int) -> None:
        self.screen, self.table, self.place = screen, table, place
        self._seen = SeenCards(table.book)
        self._analysis: Analysis | None = None

    def hear(self, events: Iterable[Record]) -> None:
        """Keep in mind which cards have been seen since the shuffle."""
        self._seen.hear(events)

    def analysis(self) -> "Analysis":
        """The ruleset counted and solved; the screen says so, and Ctrl-C breaks it off."""
        if self._analysis is None:
            self.screen.line(
                "Counting every deal; the first time this takes some seconds ...", "dim"
            )
            ruleset = self.table.book.ruleset
            if not self.screen.has_waited_for(lambda: analysis_of(ruleset)):
                raise AdviceStopped
            self._analysis = analysis_of(ruleset)
        return self._analysis

    def _valuation(self) -> Valuation:
        """The player's place as it stands now."""
        return Valuation(position(self.table, self.place, self._seen), self.analysis())

    def _sheet(self, shown: AdviceTable) -> None:
        self.screen.sheet(
            Sheet(shown.title, shown.rows, header=shown.header, amounts=shown.amounts)
        )

    # A hand ---------------------------------------------------------------------------------------

    def tell_hand(self) -> None:
        """What each decision is worth, the best first."""
        self._sheet(hand_table(self._valuation()))

    def judge(self, decision: str, played: tuple[Card, ...]) -> None:
        """What a decision that was made, with the cards that were named, cost against the best."""
        best, better, cost = self._valuation().judged(decision, played)
        if not cost:
            self.screen.line(f"Coach: {decision} is right.", "green")
            return
        with_these = f" with {faces(played)}" if played else ""
        with_better = f" with {faces(better)}" if better else ""
        if decision == best:
            says = f"Coach: {decision} is right, but{with_better}: {decision}{with_these}"
        else:
            says = f"Coach: {best}{with_better} was better. {decision.capitalize()}{with_these}"
        self.screen.line(f"{says} costs {exact_dollars(cost)} on average.", "bold yellow")

    # The next card --------------------------------------------------------------------------------

    def tell_next_card(self) -> None:
        """What each wager costs on the cards in sight, the cheapest first."""
        valuation = self._valuation()
        self._sheet(edges_table(valuation))
        if live := live_table(valuation):
            self._sheet(live)
        if valuation.at.is_unaccounted:
            self.screen.line(OUT_OF_TURN, "dim")

    def judge_wagers(self) -> None:
        """What the wagers on the next card cost on average."""
        valuation = self._valuation()
        cost = valuation.cost_of_wagers()
        if cost is None:
            return
        cheapest = [self.table.book.wagers[id].name for id in valuation.cheapest()]
        short = exactly(abs(cost))
        exact = f" (exactly {short} dollars)" if "/" in short else ""
        self.screen.line(
            f"Coach: your wagers {'cost' if cost >= 0 else 'bring YOU'} {exact_dollars(abs(cost))}"
            f" on average{exact}; the cheapest on this card"
            f" {'is' if len(cheapest) == 1 else 'are'} {joined(cheapest)}.",
            "green",
        )

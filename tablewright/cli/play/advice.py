"""Advice in terminal play: what each decision or wager is worth with the chips on the felt, exactly.

The figures are those of the odds, before a payment is rounded down to the smallest chip.
Counting every deal needs numpy, which is loaded when somebody first asks and not before.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablewright.cli.play.screen import Screen, faces
from tablewright.cli.sheets import Sheet
from tablewright.rules.cards import DECK, Card, cards
from tablewright.rules.procedure import Effect
from tablewright.rules.views import Hand
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import money
from tablewright.table.handlers.wagering import limits
from tablewright.table.machine import Table
from tablewright.table.story.words import joined
from tablewright.table.views import own

if TYPE_CHECKING:
    from tablewright.odds.advice import Advice
    from tablewright.odds.in_play import Unseen
    from tablewright.odds.report import Analysis

LARGEST_DENOMINATOR = 1000
"""A fraction of a dollar with a denominator from this on says nothing to a player."""


def exact_dollars(cents: Fraction) -> str:
    """An average amount, to a hundredth of a cent.

    >>> exact_dollars(Fraction(-12345, 100)), exact_dollars(Fraction(0))
    ('-$1.2345', '$0.0000')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}${float(abs(cents)) / 100:.4f}"


def average(cents: Fraction) -> str:
    """An average result, with its sign.

    >>> average(Fraction(12345, 100))
    '+$1.2345'
    """
    return f"{'+' if cents > 0 else ''}{exact_dollars(cents)}"


def exactly(cents: Fraction) -> str:
    """The same amount as a fraction of a dollar, where that is short; nothing where it is long.

    >>> exactly(Fraction(1, 3)), exactly(Fraction(500)), exactly(Fraction(500, 6299))
    ('1/300', '5', '')
    """
    dollars = cents / 100
    return str(dollars) if dollars.denominator < LARGEST_DENOMINATOR else ""


class Adviser:
    """Knows what a ruleset is worth, once it has been asked."""

    def __init__(self, screen: Screen, table: Table, place: int) -> None:
        self.screen, self.table, self.place = screen, table, place
        self._analysis: Analysis | None = None
        self._drawn: list[str] = []
        self._seen_before: list[str] = []
        """The cards that have been seen and will not come again before the next shuffle."""
        self._is_unaccounted = False

    def hear(self, events: Iterable[e.Record]) -> None:
        """Keep in mind which cards have been seen since the shuffle."""
        for event in events:
            match event:
                case c.Draw():
                    self._drawn.append(event.card)
                case c.Declare() if event.card:
                    ruling = self.table.fold.ruling(self.table.state, event)[1]
                    if ruling.effect is Effect.CARD_BURNT:
                        self._seen_before.append(event.card)
                    else:
                        self._is_unaccounted = True
                case c.Shuffled() | c.Substitute():
                    self._seen_before = []
                case c.Clear():
                    stays_out = self.table.device.has_cut_card_within
                    self._seen_before = self._seen_before + self._drawn if stays_out else []
                    self._drawn, self._is_unaccounted = [], False

    def analysis(self) -> "Analysis":
        """The ruleset counted and solved, kept from before or made now."""
        if self._analysis is None:
            self.screen.line(
                "Counting every deal; the first time this takes some seconds ...", "dim"
            )
            self.screen.is_waiting = True
            try:
                from tablewright.odds.report import Analysis
                from tablewright.odds.store import KeptCounts

                self._analysis = Analysis(self.table.book.ruleset, made_before=KeptCounts())
            finally:
                self.screen.is_waiting = False
        return self._analysis

    # A hand ---------------------------------------------------------------------------------------

    def hand(self) -> "Advice":
        """Advice on the player's hand."""
        analysis = self.analysis()
        from tablewright.odds.advice import Advice

        held = cards(" ".join(own(self.table, self.place)["cards"]))
        return Advice(analysis.solution, held)

    def worths(self, advice: "Advice") -> dict[str, Fraction]:
        """What each decision brings on average, in cents, with all the wagers that lie at the place."""
        return {
            decision: self._worth(advice, decision, value, advice.plays(decision))
            for decision, value in advice.values.items()
        }

    def _worth(
        self, advice: "Advice", decision: str, value: Fraction, played: Sequence[Card] | None
    ) -> Fraction:
        """A decision with certain cards in play, whose value is in units of the first wager.

        Wagers beside the contest look at the player's hand alone, so any dealer's hand values them.
        """
        book, stakes = self.table.book, self.table.stakes(self.place)
        contest = book.contest
        dealer = Hand([each for each in DECK if each not in advice.cards][: contest.hand_cards])
        facts = contest.facts(dealer, Hand(advice.cards), decision, played)
        total = value * stakes[contest.decided_by]
        for id, cents in stakes.items():
            outcome = book.ruleset.wagers[id].outcomes.get(facts)
            if id not in advice.solved.wagers and outcome and outcome.net is not None:
                total += outcome.net * cents
        return total

    def tell_hand(self) -> None:
        """What each decision is worth, the best first."""
        advice = self.hand()
        worths = self.worths(advice)
        best = max(worths.values())
        rows = []
        for decision, worth in sorted(worths.items(), key=lambda each: -each[1]):
            named = advice.plays(decision)
            how = f"{decision} {faces([each.text for each in named])}" if named else decision
            cost = "the best" if worth == best else exact_dollars(best - worth)
            rows.append([how, average(worth), cost, exactly(best - worth) if worth < best else ""])
        self._sheet(
            "On average, with your wagers as they lie",
            ("decision", "result", "mistake costs"),
            rows,
        )

    def _sheet(self, title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table whose last column holds fractions, left out where no row has a short one."""
        amounts = tuple(range(1, len(header)))
        if any(row[-1] for row in rows):
            header = (*header, "exactly, in dollars")
        rows = [row[: len(header)] for row in rows]
        self.screen.sheet(Sheet(title, rows, header=header, amounts=amounts))

    def judge(self, decision: str, played: tuple[Card, ...]) -> None:
        """What a decision that was made, with the cards that were named, cost against the best."""
        advice = self.hand()
        worths = self.worths(advice)
        best = max(worths, key=lambda each: worths[each])
        with_these, better = "", advice.plays(best)
        worth = worths[decision]
        if played:
            from tablewright.odds.in_play import value_of

            value = value_of(advice.solved, advice.cards, decision, played)
            worth = self._worth(advice, decision, value, played)
            with_these = f" with {faces([each.text for each in played])}"
        cost = worths[best] - worth
        with_better = f" with {faces([each.text for each in better])}" if better else ""
        if not cost:
            self.screen.line(f"Coach: {decision} is right.", "green")
            return
        if decision == best:
            says = f"Coach: {decision} is right, but{with_better}: {decision}{with_these}"
        else:
            says = f"Coach: {best}{with_better} was better. {decision.capitalize()}{with_these}"
        self.screen.line(f"{says} costs {exact_dollars(cost)} on average.", "bold yellow")

    # The next card --------------------------------------------------------------------------------

    def _unseen(self) -> "Unseen":
        counts = self.analysis().draws
        from tablewright.odds.in_play import Unseen

        hand = self.table.fold.hand
        return Unseen(counts, hand(self.table.state.drawn), hand(tuple(self._seen_before)))

    def edges(self) -> dict[str, tuple[Fraction, Fraction]]:
        """For each wager that may be made now, the house's edge and how often it wins."""
        unseen = self._unseen()
        from tablewright.odds.ledger import Wagered

        book = self.table.book
        entries = unseen.next_card(book.ruleset.wagers)
        found = {}
        for id, decided in book.ruleset.wagers.items():
            if id in book.on_card:
                wagered = Wagered(decided, entries)
                found[id] = wagered.house_edge, wagered.hit_frequency
            elif not unseen.drawn:
                found[id] = -unseen.worth(decided), unseen.wins(decided)
        return found

    def live(self) -> dict[str, Fraction]:
        """What the player's wagers on the round are worth now, in cents."""
        book, stakes = self.table.book, self._stakes()
        on_round = [id for id in stakes if id not in book.on_card]
        if not self.table.state.drawn or not on_round:
            return {}
        unseen, may_leave = self._unseen(), book.draw.may_take_back
        wagers = book.ruleset.wagers
        return {id: stakes[id] * unseen.worth(wagers[id], may_leave=may_leave) for id in on_round}

    def _stakes(self) -> dict[str, int]:
        """What plays of each wager: up to its maximum."""
        stakes = self.table.stakes(self.place)
        return {
            id: min(cents, limits(self.table, self.place, id)[1]) for id, cents in stakes.items()
        }

    def tell_next_card(self) -> None:
        """What each wager costs on the cards in sight, the cheapest first."""
        wagers = self.table.book.wagers
        self._tell_edges(wagers)
        live = self.live()
        if live:
            stakes = self._stakes()
            self._sheet(
                "Your wagers on the round, as the cards stand",
                ("wager", "stake", "average result"),
                [
                    [wagers[id].name, money(stakes[id]), average(worth), exactly(worth)]
                    for id, worth in live.items()
                ],
            )
        if self._is_unaccounted:
            self.screen.line("A card was seen out of turn; these figures do not know of it.", "dim")

    def _tell_edges(self, wagers: dict[str, Any]) -> None:
        from tablewright.odds.printing import percent

        edges = sorted(self.edges().items(), key=lambda each: each[1][0])
        drawn, seen = faces(self.table.state.drawn), len(self._seen_before)
        before = f" and {seen} card{'s'[: seen != 1]} seen since the shuffle" if seen else ""
        self._sheet(
            f"Each wager after {drawn or 'no card'}{before}, the cheapest first",
            ("wager", "wins", "house edge", "$5 costs"),
            [
                [
                    wagers[id].name,
                    percent(wins, 2),
                    percent(edge, 2),
                    exact_dollars(500 * edge),
                    exactly(500 * edge),
                ]
                for id, (edge, wins) in edges
            ],
        )

    def judge_wagers(self) -> None:
        """What the wagers on the next card cost on average."""
        edges = self.edges()
        stakes = self._stakes()
        made = {id: stakes[id] * edges[id][0] for id in stakes if id in edges}
        if not made:
            return
        cost = sum(made.values(), Fraction(0))
        names = self.table.book.wagers
        least = min(edges[id][0] for id in edges if id in self.table.book.on_card)
        cheapest = [
            names[id].name
            for id in edges
            if id in self.table.book.on_card and edges[id][0] == least
        ]
        short = exactly(abs(cost))
        exact = f" (exactly {short} dollars)" if "/" in short else ""
        self.screen.line(
            f"Coach: your wagers {'cost' if cost >= 0 else 'bring YOU'} {exact_dollars(abs(cost))}"
            f" on average{exact}; the cheapest on this card"
            f" {'is' if len(cheapest) == 1 else 'are'} {joined(cheapest)}.",
            "green",
        )

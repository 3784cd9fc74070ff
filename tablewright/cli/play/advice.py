"""Advice in terminal play: what each decision or wager is worth with the chips on the felt, exactly.

The figures are those of the odds, before a payment is rounded down to the smallest chip.
Counting every deal needs numpy, which is loaded when somebody first asks and not before.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablewright.cli.play.screen import Screen, faces
from tablewright.cli.sheets import Sheet
from tablewright.rules.cards import DECK, Card, cards
from tablewright.rules.views import Hand
from tablewright.table.chips import money
from tablewright.table.handlers.wagering import limits
from tablewright.table.machine import Table
from tablewright.table.views import own

if TYPE_CHECKING:
    from tablewright.odds.advice import Advice
    from tablewright.odds.report import Analysis


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
    """The same amount as a fraction of a dollar.

    >>> exactly(Fraction(1, 3)), exactly(Fraction(500))
    ('1/300', '5')
    """
    return str(cents / 100)


class Adviser:
    """Knows what a ruleset is worth, once it has been asked."""

    def __init__(self, screen: Screen, table: Table, place: int) -> None:
        self.screen, self.table, self.place = screen, table, place
        self._analysis: Analysis | None = None

    def analysis(self) -> "Analysis":
        """The ruleset counted and solved, kept from before or made now."""
        if self._analysis is None:
            self.screen.line(
                "Counting every deal; the first time this takes some seconds ...", "dim"
            )
            self.screen.is_waiting = True
            try:
                from tablewright.cli.odds import analysed

                self._analysis = analysed(self.table.book.ruleset)
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
        """What each decision brings on average, in cents, with all the wagers that lie at the place.

        Wagers beside the contest look at the player's hand alone, so any dealer's hand values them.
        """
        book, stakes = self.table.book, self.table.stakes(self.place)
        contest = book.contest
        beside = {id: cents for id, cents in stakes.items() if id not in advice.solved.wagers}
        dealer = Hand([each for each in DECK if each not in advice.cards][: contest.hand_cards])
        found = {}
        for decision, value in advice.values.items():
            total = value * stakes[contest.decided_by]
            facts = contest.facts(dealer, Hand(advice.cards), decision, advice.plays(decision))
            for id, cents in beside.items():
                outcome = book.ruleset.wagers[id].outcomes.get(facts)
                if outcome and outcome.net is not None:
                    total += outcome.net * cents
            found[decision] = total
        return found

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
            rows.append([how, average(worth), cost, exactly(best - worth)])
        self.screen.sheet(
            Sheet(
                "On average, with your wagers as they lie",
                rows,
                header=("decision", "result", "mistake costs", "exactly, in dollars"),
                amounts=(1, 2),
            )
        )

    def judge(self, decision: str, played: tuple[Card, ...]) -> None:
        """What a decision that was made cost against the best."""
        advice = self.hand()
        worths = self.worths(advice)
        best = max(worths, key=lambda each: worths[each])
        cost = worths[best] - worths[decision]
        named = advice.plays(decision)
        if cost:
            better = advice.plays(best)
            with_cards = f" with {faces([each.text for each in better])}" if better else ""
            self.screen.line(
                f"Coach: {best}{with_cards} was better. {decision.capitalize()} costs"
                f" {exact_dollars(cost)} on average (exactly {exactly(cost)} dollars).",
                "bold yellow",
            )
        elif named and _strength(self.table, decision, played) < _strength(
            self.table, decision, named
        ):
            best_cards = faces([each.text for each in named])
            self.screen.line(
                f"Coach: {decision} is right, but not with these cards: {best_cards} is higher.",
                "bold yellow",
            )
        else:
            self.screen.line(f"Coach: {decision} is right.", "green")

    # The next card --------------------------------------------------------------------------------

    def edges(self) -> dict[str, tuple[Fraction, Fraction]]:
        """For each wager that may be made now, the house's edge and how often it wins."""
        analysis = self.analysis()
        from tablewright.odds.ledger import Wagered

        book, drawn = self.table.book, self.table.fold.hand(self.table.state.drawn)
        entries = analysis.draws.next_card(drawn)
        found = {}
        for id, decided in book.ruleset.wagers.items():
            if id in book.on_card:
                wagered = Wagered(decided, entries)
                found[id] = wagered.house_edge, wagered.hit_frequency
            elif not drawn:
                wagered = analysis.figured.wagers[decided.wager.kind]
                found[id] = wagered.house_edge, wagered.hit_frequency
        return found

    def live(self) -> dict[str, Fraction]:
        """What the player's wagers on the round are worth now, in cents."""
        drawn = self.table.fold.hand(self.table.state.drawn)
        stakes, wagers = self._stakes(), self.table.book.ruleset.wagers
        on_round = [id for id in stakes if id not in self.table.book.on_card]
        if not drawn or not on_round:
            return {}
        counts = self.analysis().draws
        return {id: stakes[id] * counts.live(wagers[id], drawn) for id in on_round}

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
            self.screen.sheet(
                Sheet(
                    "Your wagers on the round, as the cards stand",
                    [
                        [wagers[id].name, money(stakes[id]), average(worth), exactly(worth)]
                        for id, worth in live.items()
                    ],
                    header=("wager", "stake", "average result", "exactly, in dollars"),
                    amounts=(1, 2),
                )
            )
        if self.table.state.exposed:
            self.screen.line("A card was seen out of turn; these figures do not know of it.", "dim")

    def _tell_edges(self, wagers: dict[str, Any]) -> None:
        from tablewright.odds.printing import percent

        edges = sorted(self.edges().items(), key=lambda each: each[1][0])
        drawn = faces(self.table.state.drawn)
        self.screen.sheet(
            Sheet(
                f"Each wager after {drawn or 'no card'}, the cheapest first",
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
                header=("wager", "wins", "house edge", "$5 costs", "exactly, in dollars"),
                amounts=(1, 2, 3),
            )
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
        cheapest = min(
            (id for id in edges if id in self.table.book.on_card), key=lambda each: edges[each][0]
        )
        self.screen.line(
            f"Coach: your wagers {'cost' if cost >= 0 else 'bring YOU'} {exact_dollars(abs(cost))}"
            f" on average (exactly {exactly(abs(cost))} dollars); the cheapest on this card is"
            f" {names[cheapest].name}.",
            "green",
        )


def _strength(table: Table, decision: str, played: tuple[Card, ...]) -> int:
    contest = table.book.contest
    view = contest.spoken.get(decision, contest.spoken["hand"])
    return view.strength(played)

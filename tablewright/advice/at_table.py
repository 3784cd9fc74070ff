"""What the choices of one player are worth as the table stands, in cents, as Fractions.

A `Position` is all of the table that the figures need: it is taken in a moment and never changes, so
that the counting, which takes longer, can be done while the table goes on.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tablewright.advice.counting import analysis_of
from tablewright.advice.seen import SeenCards
from tablewright.rules.cards import DECK, Card, cards
from tablewright.rules.phases import PhaseId
from tablewright.rules.views import Hand
from tablewright.table.acts.wagers import limits
from tablewright.table.machine import Table
from tablewright.table.setup import Book
from tablewright.table.status import IN_PLAY
from tablewright.table.views import own_cards

if TYPE_CHECKING:
    from tablewright.odds.advice import Advice
    from tablewright.odds.analysis import Analysis
    from tablewright.odds.in_play import Unseen

HAND, CARD, NONE = "hand", "card", "none"


class Position(NamedTuple):
    """A player's place at one moment."""

    book: Book
    kind: str
    """What there is to choose: `hand` (a decision), `card` (wagers before the next card) or `none`."""
    cards: tuple[str, ...]
    """The player's own hand, where it is known."""
    stakes: Mapping[str, int]
    """What lies at the place."""
    playing: Mapping[str, int]
    """What plays of it: each wager up to its maximum."""
    drawn: tuple[str, ...]
    seen_before: tuple[str, ...]
    is_unaccounted: bool


def position(table: Table, place: int, seen: SeenCards) -> Position:
    """What lies before a player now; quick, and nothing of the table's is kept that will change."""
    state, book = table.state, table.book
    is_seated = place in state.seats
    stakes = table.stakes(place) if is_seated else {}
    placed = book.offer.placed
    return Position(
        book,
        _kind(table, place),
        tuple(own_cards(table, place)) if is_seated else (),
        stakes,
        {
            id: min(cents, limits(table, place, id)[1]) if id in placed else cents
            for id, cents in stakes.items()
        },
        state.drawn,
        seen.before,
        seen.is_unaccounted,
    )


def _kind(table: Table, place: int) -> str:
    state = table.state
    if place not in state.seats or state.status != IN_PLAY or state.is_void:
        return NONE
    if table.book.is_draw:
        return CARD if len(state.drawn) < table.book.draw.cards else NONE
    if state.phase != PhaseId.DECIDE or place not in table.course.undecided(state):
        return NONE
    return HAND if own_cards(table, place) else NONE


class JudgedDecision(NamedTuple):
    """A decision beside the best one."""

    best: str
    cards: tuple[Card, ...]
    """The cards to put in play with the best, where it names some."""
    cost: Fraction
    """What the decision that was made costs against it, in cents on average."""


class Valuation:
    """A position, valued."""

    def __init__(self, at: Position, analysis: "Analysis | None" = None) -> None:
        """The analysis is that of the position's ruleset, looked for if none is given."""
        self.at, self.book = at, at.book
        self.analysis = analysis or analysis_of(at.book.ruleset)

    # A hand ---------------------------------------------------------------------------------------

    @cached_property
    def hand(self) -> "Advice":
        """Advice on the player's hand, in units of the first wager."""
        from tablewright.odds.advice import Advice

        return Advice(self.analysis.solution, cards(" ".join(self.at.cards)))

    @cached_property
    def worths(self) -> dict[str, Fraction]:
        """What each decision brings on average, with all the wagers that lie at the place."""
        hand = self.hand
        return {
            decision: self._worth(decision, value, hand.plays(decision))
            for decision, value in hand.values.items()
        }

    @property
    def best(self) -> str:
        """The decision that is worth most."""
        return max(self.worths, key=lambda each: self.worths[each])

    def worth_of(self, decision: str, played: Sequence[Card] = ()) -> Fraction:
        """What a decision brings with just these cards in play; with the best ones if none is named."""
        if not played or set(played) == set(self.hand.plays(decision) or ()):
            return self.worths[decision]
        from tablewright.odds.in_play import value_of

        value = value_of(self.hand.solved, self.hand.cards, decision, played)
        return self._worth(decision, value, played)

    def judged(self, decision: str, played: Sequence[Card] = ()) -> JudgedDecision:
        """A decision that was made, with the cards that were named, beside the best."""
        best = self.best
        cost = self.worths[best] - self.worth_of(decision, played)
        return JudgedDecision(best, self.hand.plays(best) or (), cost)

    def _worth(self, decision: str, value: Fraction, played: Sequence[Card] | None) -> Fraction:
        """A decision with certain cards in play, whose value is in units of the first wager.

        Wagers beside the contest look at the player's hand alone, so any dealer's hand values them.
        """
        contest, hand = self.book.contest, self.hand
        facts = contest.facts(self._any_dealer, self._held, decision, played)
        total = value * self.at.stakes[contest.decided_by]
        for id, cents in self.at.stakes.items():
            outcome = self.book.ruleset.wagers[id].outcomes.get(facts)
            if id not in hand.solved.wagers and outcome and outcome.net is not None:
                total += outcome.net * cents
        return total

    @cached_property
    def _held(self) -> Hand:
        return Hand(self.hand.cards)

    @cached_property
    def _any_dealer(self) -> Hand:
        """Some hand that the dealer may have."""
        held = self.hand.cards
        return Hand([each for each in DECK if each not in held][: self.book.contest.hand_cards])

    # The next card --------------------------------------------------------------------------------

    @cached_property
    def unseen(self) -> "Unseen":
        """The unseen cards."""
        from tablewright.odds.in_play import Unseen

        drawn, before = (cards(" ".join(each)) for each in (self.at.drawn, self.at.seen_before))
        return Unseen(self.analysis.draws, drawn, before)

    @cached_property
    def edges(self) -> dict[str, tuple[Fraction, Fraction]]:
        """For each wager that may be made now, the house's edge and how often it wins."""
        from tablewright.odds.ledger import Wagered

        wagers = self.book.ruleset.wagers
        entries = self.unseen.next_card(wagers)
        found = {}
        for id, decided in wagers.items():
            if id in self.book.on_card:
                wagered = Wagered(decided, entries)
                found[id] = wagered.house_edge, wagered.hit_frequency
            elif not self.unseen.drawn:
                found[id] = -self.unseen.worth(decided), self.unseen.wins(decided)
        return found

    @cached_property
    def live(self) -> dict[str, Fraction]:
        """What the player's wagers on the round are worth now."""
        playing = self.at.playing
        on_round = [id for id in playing if id not in self.book.on_card]
        if not self.at.drawn or not on_round:
            return {}
        may_leave, wagers = self.book.draw.may_take_back, self.book.ruleset.wagers
        return {
            id: playing[id] * self.unseen.worth(wagers[id], may_leave=may_leave) for id in on_round
        }

    def cost_of_wagers(self) -> Fraction | None:
        """What the player's wagers that are still to be decided cost on average; None without any."""
        playing, edges = self.at.playing, self.edges
        made = [playing[id] * edges[id][0] for id in playing if id in edges]
        return sum(made, Fraction(0)) if made else None

    def cheapest(self) -> list[str]:
        """The wagers on the next card that cost least."""
        edges = {id: edge for id, (edge, _) in self.edges.items() if id in self.book.on_card}
        least = min(edges.values())
        return [id for id, edge in edges.items() if edge == least]

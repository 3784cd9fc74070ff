"""A ruleset's figures over all deals: each wager, the contest as a whole, where the player gains."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from tablewright.odds.draws import DrawnCounts, Informed
from tablewright.odds.ledger import (
    HistogramEntry,
    Wagered,
    distribution,
    mean_of,
    outcome_of,
    variance_of,
)
from tablewright.odds.printing import percent
from tablewright.odds.solving import Solved, Strategy
from tablewright.rules.game import Claim, Ruleset
from tablewright.rules.sources import Leading
from tablewright.rules.wagers import Decided


@dataclass(frozen=True, eq=False)
class Figured:
    """The wagers of a game over all deals, and the contest as a whole where there is one."""

    wagers: dict[str, Wagered]
    counted_in: dict[str, str]
    """For each wager, what its total counts: hands, deals, cards, draws in order or not."""
    together: tuple[tuple[tuple[str, ...], Sequence[HistogramEntry]], ...]
    """Wagers that can be on the felt at once and are settled by the same facts."""
    contest: "ContestFigures | None" = None
    with_contest: Mapping[str, Fraction] = field(default_factory=dict)
    """What each wager beside the contest gains when hands are decided for the contest alone.

    A wager that may be made without the contest is otherwise counted without any decision.
    """
    informed: Mapping[str, Informed] = field(default_factory=dict)
    """What wagers are worth to a player who may make them late, or take them back."""

    def figure(self, claim: Claim) -> Fraction:
        """The figure that a claim is about, as computed."""
        of = self.contest if claim.of == "contest" else self.wagers[claim.of]
        found: Fraction = getattr(of, claim.figure.value)
        return found

    @property
    def beside(self) -> dict[str, Wagered]:
        """The wagers that are not part of the contest."""
        inside = self.contest.wagers if self.contest else ()
        return {kind: each for kind, each in self.wagers.items() if kind not in inside}


@dataclass(frozen=True, eq=False)
class ContestFigures:
    """The wagers that are decided together, per unit of the one that obliges to decide."""

    wagers: tuple[str, ...]
    distribution: dict[Fraction, int]
    decisions: dict[str, Fraction]
    average_wager: Fraction
    ties: int

    @property
    def expectation(self) -> Fraction:
        return mean_of(self.distribution)

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit wagered in all."""
        return self.house_edge / self.average_wager

    @property
    def variance(self) -> Fraction:
        return variance_of(self.distribution)

    @property
    def hit_frequency(self) -> Fraction:
        """How often the player gains."""
        won = sum(deals for net, deals in self.distribution.items() if net > 0)
        return Fraction(won, sum(self.distribution.values()))


def _wagered(
    before: Figured | None,
    decided: Decided[Any],
    entries: Sequence[HistogramEntry],
    share: int,
) -> Wagered:
    """A wager over all entries, kept from before if it is the same."""
    kept = before and before.wagers.get(decided.wager.kind)
    return (
        kept if kept and kept.is_of(decided, entries, share) else Wagered(decided, entries, share)
    )


def figured_contest(solved: Solved, strategy: Strategy, before: Figured | None = None) -> Figured:
    """The figures of a game with decisions, when the hands are played by a strategy.

    `before` are those at other odds: what is the same is taken from them.
    """
    ruleset, counted = solved.ruleset, solved.counted
    entries = solved.entries(strategy)
    side = {id: each for id, each in ruleset.wagers.items() if id not in solved.wagers}
    may_stand_alone = [id for id, each in side.items() if not each.needs]
    alone = solved.entries_alone if may_stand_alone else []
    wagers, counted_in, beside = {}, {}, {}
    for id, decided in ruleset.wagers.items():
        kind = decided.wager.kind
        by_hand = id in side and not _asks_the_dealer(solved, decided)
        share = counted.dealer_hands if by_hand else 1
        over = alone if id in may_stand_alone else entries
        wagers[kind] = _wagered(before, decided, over, share)
        counted_in[kind] = "hands" if by_hand else "deals"
        if id in side:
            with_contest = Wagered(decided, entries, share) if over is alone else wagers[kind]
            beside[kind] = with_contest.expectation
    together = ((tuple(ruleset.wagers), entries),)
    contest = _contest_figures(solved, strategy, entries)
    return Figured(wagers, counted_in, together, contest, with_contest=beside)


def _contest_figures(
    solved: Solved, strategy: Strategy, entries: Sequence[HistogramEntry]
) -> ContestFigures:
    played = solved.played(strategy)
    average = sum(
        (part * solved.staked_together(decision) for decision, part in played.items()),
        Fraction(0),
    )
    return ContestFigures(
        solved.wagers,
        distribution([solved.ruleset.wagers[id] for id in solved.wagers], entries),
        played,
        average,
        solved.ties,
    )


def _asks_the_dealer(solved: Solved, decided: Decided[Any]) -> bool:
    """Whether the dealer's hand can change how a wager ends."""
    for met in solved.counted.met.values():
        for base in met.bases:
            ends = {
                outcome_of(decided, facts)
                for facts in (int(base + cell) for cell in met.cells)
                if facts in decided.space.possible
            }
            if len(ends) > 1:
                return True
    return False


def figured_draw(counts: DrawnCounts, ruleset: Ruleset, before: Figured | None = None) -> Figured:
    """The figures of a game whose cards are drawn for everyone; `before`, at other odds."""
    draw = counts.draw
    card = counts.first_card
    wagers, counted_in = {}, {}
    of_card, of_round = [], []
    for id, decided in ruleset.wagers.items():
        kind = decided.wager.kind
        if decided.space is draw.card_space:
            wagers[kind], counted_in[kind] = _wagered(before, decided, card, 1), "cards"
            of_card.append(id)
            continue
        of_round.append(id)
        if before and before.wagers[kind].decided is decided:
            wagers[kind], counted_in[kind] = before.wagers[kind], before.counted_in[kind]
            continue
        in_order = _asks_the_order(counts, decided)
        wagers[kind] = Wagered(decided, counts.rounds, 1 if in_order else counts.orders)
        counted_in[kind] = "draws in order" if in_order else "draws"
    together = ((tuple(of_round), counts.rounds), (tuple(of_card), card))
    informed: dict[str, Informed] = {}
    if draw.takes_late_wagers or draw.may_take_back:
        for id in of_round:
            decided = ruleset.wagers[id]
            kind = decided.wager.kind
            if before and before.wagers[kind].decided is decided:
                informed[kind] = before.informed[kind]
            else:
                informed[kind] = counts.informed(decided)
    return Figured(wagers, counted_in, together, informed=informed)


def _asks_the_order(counts: DrawnCounts, decided: Decided[Any]) -> bool:
    """Whether the order of the cards can change how a wager ends."""
    sources = counts.draw.round_sources
    ends: dict[tuple[object, ...], set[object]] = {}
    for entry in counts.rounds:
        facts = decided.space.possible[entry.facts]
        known = [
            getattr(facts, n) for n, source in sources.items() if not isinstance(source, Leading)
        ]
        ends.setdefault(tuple(known), set()).add(outcome_of(decided, entry.facts))
    return any(len(each) > 1 for each in ends.values())


class PlayersEdge(NamedTuple):
    """Something that gives the player an edge over the house."""

    of: str
    """The wager's title; empty for the contest."""
    edge: Fraction
    wager: str
    """What the edge is a part of."""
    how: str = ""
    """What the player must do for it."""
    made: Fraction | None = None
    """In which part of the rounds they make it, where they make it late."""

    def __str__(self) -> str:
        if not self.of:
            return f"the game gives the PLAYER an edge of {percent(self.edge)} of the {self.wager}"
        said = f"{self.of} gives the PLAYER an edge of {percent(self.edge)}"
        return f"{said} {self.how}" if self.how else said


def warnings(figured: Figured) -> tuple[str, ...]:
    """What must be said loudly: everything that gives the player an edge over the house."""
    return tuple(map(str, players_edges(figured)))


def players_edges(figured: Figured) -> Iterator[PlayersEdge]:
    """Everything that gives the player an edge over the house."""
    if figured.contest and figured.contest.expectation > 0:
        first = figured.wagers[figured.contest.wagers[0]].decided.wager.name
        yield PlayersEdge("", figured.contest.expectation, first)
    for wagered in figured.beside.values():
        if wagered.expectation > 0:
            title = wagered.decided.wager.title
            yield PlayersEdge(title, wagered.expectation, title)
    for kind, informed in figured.informed.items():
        plain = figured.wagers[kind]
        if informed.per_wager > max(plain.expectation, Fraction(0)):
            how = "if they take it back whenever that is better"
            if informed.made < 1:
                how = f"if they make it late, in {percent(informed.made, 2)} of the rounds"
            title = plain.decided.wager.title
            late = informed.made if informed.made < 1 else None
            yield PlayersEdge(title, informed.per_wager, title, how, late)

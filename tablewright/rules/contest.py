"""A contest: each seat's hand meets the dealer's. How the cards of one seat become its facts.

What nobody looks at stays at the field's default: of a void round only the decision is left, and a
folded hand shows nothing unless the rules keep a wager of it in action.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.citations import Passage
from tablewright.rules.errors import BadDefinition, listed, quoted
from tablewright.rules.facts import FactSpace, Value, Versus, refuse_sources, refuse_unequal
from tablewright.rules.sources import Against, Choice, DealerShows, PlayerShows, VoidRound
from tablewright.rules.views import Hand, View


class Decision(NamedTuple):
    """What a player may do after looking at the cards."""

    id: str
    says: str
    source: Passage
    name: str
    """As a button names it: `Play three`."""
    does: str
    """As it is told of a player: `plays three`."""
    done: str
    """As it is told of a hand: `folded`."""
    doing: str
    """As it is spoken of: `folding`."""
    gives_up: bool = False
    """Whether the hand is given up, with what is staked on it."""
    shows_hand: bool = True
    """Whether the hand is looked at in the settlement."""
    plays: int | None = None
    """How many of the cards play, where it is not all: the player names them."""


class Looks(NamedTuple):
    """What is looked at after one decision: for each field, how far each answer moves the number."""

    names: tuple[str, ...]
    start: int
    player: tuple[tuple[View, tuple[int, ...], bool], ...]
    dealer: tuple[tuple[View, tuple[int, ...]], ...]
    against: tuple[tuple[View, int, int, int], ...]


@dataclass(frozen=True, eq=False)
class Contest:
    """How a round between seats and a dealer is dealt, decided and turned into facts."""

    hand_cards: int
    decisions: tuple[Decision, ...]
    decided_by: str
    """The wager that obliges a seat to decide."""
    space: FactSpace[Any]
    sources: Mapping[str, VoidRound | Choice | PlayerShows | DealerShows | Against]
    """Where each field of the facts comes from."""
    spoken: Mapping[str, View]
    """How a hand is spoken of: each view by the name under which it is reported."""
    qualifies: DealerShows
    """Whether the dealer's hand qualifies."""
    decks: int = 1

    def __post_init__(self) -> None:
        if not self.decisions:
            raise BadDefinition(
                "a contest has no decisions: expected one at least, after which its hands meet"
            )
        if len(self.decision) < len(self.decisions):
            raise BadDefinition(
                f"the decisions are {', '.join(each.id for each in self.decisions)}:"
                " expected a name for each"
            )
        if self.hand_cards < 1:
            raise BadDefinition(f"hands have {self.hand_cards} cards: expected one at least")
        if "hand" not in self.spoken:
            raise BadDefinition(
                f"hands are spoken of as {', '.join(self.spoken) or 'nothing'}: expected hand first"
            )
        for each in self.decisions:
            if each.plays is not None and not 0 < each.plays <= self.hand_cards:
                raise BadDefinition(
                    f"{each.id} plays {each.plays} cards: expected 1 to {self.hand_cards}"
                )
        refuse_sources(self.space, self.sources)
        for name, source in self.sources.items():
            if isinstance(source, Choice | Against):
                self._refuse_decisions(name, source)
        self._refuse_void_facts()

    def _refuse_decisions(self, name: str, source: Choice | Against) -> None:
        """Refuse a fact that names a decision there is not, or leaves one out where all count."""
        expected = {None, *self.decision}
        named = set(source.values if isinstance(source, Choice) else source.views)
        for decision in named - expected:
            raise BadDefinition(
                f"fact {name} names the decision {quoted(decision)}:"
                f" expected {listed(self.decision)}, or None for a seat that decides nothing"
            )
        if isinstance(source, Choice) and named != expected:
            missing = ", ".join(map(str, sorted(expected - named, key=str)))
            raise BadDefinition(
                f"fact {name} does not say what {missing} means:"
                " expected every decision, and None for a seat that decides nothing"
            )

    def _refuse_void_facts(self) -> None:
        """Of a void round only the decision is left: nothing else may be called possible."""
        void = [n for n, source in self.sources.items() if isinstance(source, VoidRound)]
        if void:
            called = {n for n, f in self.space.possible.items() if any(getattr(f, v) for v in void)}
            refuse_unequal(self.space, called, set(self._void.values()), "a void round")

    @cached_property
    def decision(self) -> Mapping[str, Decision]:
        """The decisions by id."""
        return {decision.id: decision for decision in self.decisions}

    def void_facts(self, decision: str | None) -> int:
        """The number of the facts of a void round: what was decided is all that is left of it."""
        return self._void[decision]

    @cached_property
    def _void(self) -> dict[str | None, int]:
        void = {n for n, source in self.sources.items() if isinstance(source, VoidRound)}
        moved = sum(self._moves(name, [True])[0] for name in void)
        return {id: looks.start + moved for id, looks in self.looks.items()}

    def facts(
        self,
        dealer: Hand,
        player: Hand,
        decision: str | None,
        played: Sequence[Card] | None = None,
    ) -> int:
        """The number of a seat's facts. `played` are the cards put in play, where some were named."""
        looks = self.looks[decision]
        in_play = player if played is None else Hand(played)
        number = self.player_facts(player, in_play, decision)
        for view, moves in looks.dealer:
            number += moves[dealer.strength(view)]
        for view, lower, copy, higher in looks.against:
            mine, theirs = in_play.strength(view), dealer.strength(view)
            number += higher if mine > theirs else lower if mine < theirs else copy
        return number

    def player_facts(self, player: Hand, in_play: Hand, decision: str | None) -> int:
        """The number of a seat's facts before the dealer's hand is looked at."""
        looks = self.looks[decision]
        number = looks.start
        for view, moves, only_played in looks.player:
            number += moves[(in_play if only_played else player).strength(view)]
        return number

    @cached_property
    def looks(self) -> Mapping[str | None, Looks]:
        """What is looked at after each decision, and after none."""
        return {
            id: self._looks_after(id, shows_hand=id is None or self.decision[id].shows_hand)
            for id in [None, *self.decision]
        }

    def looked_at(self, decision: str | None, *, is_void: bool = False) -> tuple[str, ...]:
        """The facts that were looked at after a decision; the others are at their defaults."""
        if not is_void:
            return self.looks[decision].names
        return tuple(n for n, s in self.sources.items() if isinstance(s, VoidRound | Choice))

    def _looks_after(self, decision: str | None, *, shows_hand: bool) -> Looks:
        names, player, dealer, against = [], [], [], []
        start = self.space.index(self.space.record())
        meets = any(
            decision in source.views
            for source in self.sources.values()
            if isinstance(source, Against)
        )
        for name, source in self.sources.items():
            match source:
                case VoidRound():
                    pass
                case Choice(values) if decision in values:
                    start += self._moves(name, [values[decision]])[0]
                case PlayerShows(view, label, only_played) if shows_hand:
                    player.append((view, self._moves(name, view.labels(label)), only_played))
                case DealerShows(view, label) if meets:
                    dealer.append((view, self._moves(name, view.labels(label))))
                case Against(views) if meets:
                    lower, copy, higher = self._moves(name, list(Versus))
                    against.append((views[decision], lower, copy, higher))
                case _:
                    continue
            names.append(name)
        return Looks(tuple(names), start, tuple(player), tuple(dealer), tuple(against))

    def _moves(self, name: str, values: Sequence[Value]) -> tuple[int, ...]:
        """How far each of these values moves the number from the field's default."""
        default = self.space.ordinal(name, getattr(self.space.record(), name))
        stride = self.space.stride[name]
        moves: list[int] = []
        for value, same in groupby(values):  # labels come in long runs
            moves += [stride * (self.space.ordinal(name, value) - default)] * len(list(same))
        return tuple(moves)

"""What players have decided since they sat down: the hand, the stakes and the choice of each decision.

`DecisionsMade` hears every event of a table from the first, so that a journal restores it. What was
decided for a player who did not answer is not theirs and is left out. Of a hand that was dealt from a
sealed pack the cards are known to the table now, or to everybody when the pack is opened.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from tablewright.advice.folds import Fold
from tablewright.rules.roles import PLAYER
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.chips import spot
from tablewright.table.record import Record
from tablewright.table.seal import Vault
from tablewright.table.setup import Book
from tablewright.table.state import State, in_order

Hands = Callable[[int], Sequence[str]]
"""The cards of the hand at a place, as far as they are known now."""


MOST_DECISIONS = 200
"""How many decisions of a player are remembered: ten pages of their history."""


class Dealt(NamedTuple):
    """Where the cards of a hand lie in their pack."""

    pack: int
    slots: tuple[int, ...]
    cut: int | None


class MadeDecision(NamedTuple):
    """A decision, with all that its worth depends on."""

    round: int
    decision: str
    plays: tuple[int, ...]
    """Which cards were put in play, counted from 0, where some were named."""
    stakes: tuple[tuple[str, int], ...]
    """What lay at the place when it was made."""
    cards: tuple[str, ...]
    """The hand; nothing, as long as nobody may know it."""
    dealt: Dealt


class DecisionsMemory(msgspec.Struct):
    """What was decided at each place, and what lies at the spots."""

    at_place: dict[int, list[MadeDecision]]
    forgotten: dict[int, int]
    _spots: Counter[str]

    def hide(self, vault: Vault) -> None:
        """Leave out the hands that packs still hide: they are known again when the pack is opened."""
        self.at_place = {place: _hidden(made, vault) for place, made in self.at_place.items()}


class DecisionsMade(Fold[DecisionsMemory]):
    """The decisions of everybody at a table, since each sat down."""

    memory = DecisionsMemory

    def __init__(self, book: Book) -> None:
        self.book = book
        self.at_place: dict[int, list[MadeDecision]] = {}
        """The last of each player's, the oldest first."""
        self.forgotten: dict[int, int] = {}
        """How many of theirs came before these, by place."""
        self._spots: Counter[str] = Counter()

    def hear(
        self, events: Iterable[Record], by: Actor, state: State, hands: Hands | None = None
    ) -> None:
        """What happened, and how the table stands after it; hands, where they are known now."""
        if self.book.is_draw:
            return
        for event in events:
            for move in event.moved():
                cents = move.cents
                self._spots[move.source] -= cents
                self._spots[move.target] += cents
            match event:
                case acts.Sit():
                    self.at_place[event.place] = []
                    self.forgotten.pop(event.place, None)
                case acts.Leave():
                    self.at_place.pop(event.place, None)
                case acts.Decide() if by.role is PLAYER and not by.is_house:
                    self._decided(event, state, hands)
                case acts.Unsealed():
                    self._opened(event)

    def fill(self, hands: Hands) -> None:
        """Take in the hands that are known now, of a table that was taken up in a round."""
        for place, made in self.at_place.items():
            if made and not made[-1].cards:
                made[-1] = made[-1]._replace(cards=tuple(hands(place)))

    def _decided(self, event: acts.Decide, state: State, hands: Hands | None) -> None:
        """Wagers that follow from the decision come after it, so that they do not lie there yet."""
        place, packs = event.place, state.packs
        lies = {id: self._spots[spot(place, id)] for id in self.book.wagers}
        is_cut = not self.book.procedure.device(packs.device).has_cut_card_within
        made = self.at_place[place]
        made.append(
            MadeDecision(
                state.round,
                event.decision,
                event.cards,
                tuple((id, cents) for id, cents in lies.items() if cents),
                tuple(hands(place)) if hands else (),
                Dealt(packs.pack, state.seats[place].slots, packs.cut if is_cut else None),
            )
        )
        if len(made) > MOST_DECISIONS:
            del made[0]
            self.forgotten[place] = self.forgotten.get(place, 0) + 1

    def _opened(self, event: acts.Unsealed) -> None:
        """The order of a pack is known: so are the hands that were dealt from it last."""
        for made in self.at_place.values():
            last = made[-1] if made else None
            if last and not last.cards and last.dealt.pack == event.pack:
                made[-1] = last._replace(cards=_dealt(last.dealt, event.order))


def _dealt(dealt: Dealt, order: str) -> tuple[str, ...]:
    """The hand that was dealt from a pack of this order."""
    return tuple(in_order(order, dealt.slots, dealt.cut).split())


def _hidden(made: list[MadeDecision], vault: Vault) -> list[MadeDecision]:
    """The decisions of a sitting, the last without its hand if that comes from a sealed pack."""
    last = made[-1] if made else None
    order = vault[last.dealt.pack][0] if last and last.dealt.pack in vault else ""
    if last and order and last.cards == _dealt(last.dealt, order):
        return [*made[:-1], last._replace(cards=())]
    return made

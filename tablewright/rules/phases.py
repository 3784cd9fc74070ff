"""The phases of a round: who may do what in each, and what leads on from it.

There are two kinds of round, each one table of data: `CONTEST`, where hands meet the dealer's, and
`DRAW`, where cards come one at a time for everyone. `docs/phases.svg` is drawn from them. A game's
procedure adds what its manual says of each phase, and nothing else: the order, the roles and the
causes are here.

A phase is passed through at once where there is nothing to do in it: no hand to decide, no wager that
the card has decided. A round that is declared void goes on to be settled, wherever it has come to; a
contest may be, until its cards are cleared.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from tablewright.rules.citations import Passage
from tablewright.rules.errors import BadDefinition, listed, quoted
from tablewright.rules.roles import DEALER, PLAYER, SUPERVISORS, Role


class PhaseId(StrEnum):
    """The parts of a round."""

    WAGERS = "wagers"
    DEAL = "deal"
    DECIDE = "decide"
    REVEAL = "reveal"
    DRAW = "draw"
    SETTLE = "settle"
    CLEAR = "clear"


class InBrief(NamedTuple):
    """A phase in a heading, and as it is said to players who wait for it to pass."""

    name: str
    waiting: str


IN_BRIEF: Mapping[PhaseId, InBrief] = {
    PhaseId.WAGERS: InBrief("Bets", "Waiting for bets."),
    PhaseId.DEAL: InBrief("Deal", "The dealer is dealing."),
    PhaseId.DECIDE: InBrief("Decisions", "Waiting for the others to decide."),
    PhaseId.REVEAL: InBrief("Dealer's hand", "The dealer is turning the hand."),
    PhaseId.DRAW: InBrief("Draw", "The next card is coming."),
    PhaseId.SETTLE: InBrief("Settlement", "The dealer is settling the wagers."),
    PhaseId.CLEAR: InBrief("Clear", "The dealer is picking up the cards."),
}


class Cause(StrEnum):
    """What leads on from a phase."""

    NO_MORE_BETS = "no more bets"
    DEALT = "hands dealt"
    ALL_DECIDED = "all decided"
    REVEALED = "dealer's hand turned"
    DRAWN = "card drawn"
    MORE_CARDS = "all settled, more cards to come"
    ALL_SETTLED = "all settled, no card to come"
    """After the last card, in a void round, and in a contest always."""
    CLEARED = "table cleared"
    VOID = "round void"


NO_MORE_BETS, DEALT, ALL_DECIDED, REVEALED, DRAWN, MORE_CARDS, ALL_SETTLED, CLEARED, VOID = Cause
"""By their own names: to find one on its enum takes longer than to follow where it leads."""


class Steps(NamedTuple):
    """One phase of a round: who may do what in it, and what leads where."""

    allows: Mapping[str, tuple[Role, ...]]
    """The commands of a round that are taken in it, and from whom."""
    leads: Mapping[Cause, PhaseId]


Round = Mapping[PhaseId, Steps]
"""The phases of one kind of round, in order."""

TO_SETTLE = {Cause.VOID: PhaseId.SETTLE}

CONTEST: Round = {
    PhaseId.WAGERS: Steps(
        {"wager": (PLAYER,), "take-back": (PLAYER, DEALER), "no-more-bets": (DEALER,)},
        {Cause.NO_MORE_BETS: PhaseId.DEAL, **TO_SETTLE},
    ),
    PhaseId.DEAL: Steps({"deal": (DEALER,)}, {Cause.DEALT: PhaseId.DECIDE, **TO_SETTLE}),
    PhaseId.DECIDE: Steps(
        {"decide": (PLAYER, *SUPERVISORS)}, {Cause.ALL_DECIDED: PhaseId.REVEAL, **TO_SETTLE}
    ),
    PhaseId.REVEAL: Steps({"reveal": (DEALER,)}, {Cause.REVEALED: PhaseId.SETTLE, **TO_SETTLE}),
    PhaseId.SETTLE: Steps({"settle": (DEALER,)}, {Cause.ALL_SETTLED: PhaseId.CLEAR, **TO_SETTLE}),
    PhaseId.CLEAR: Steps({"clear": (DEALER,)}, {Cause.CLEARED: PhaseId.WAGERS, **TO_SETTLE}),
}
"""Hands are dealt, decided on and set against the dealer's."""

DRAW: Round = {
    PhaseId.WAGERS: Steps(
        {"wager": (PLAYER,), "take-back": (PLAYER, DEALER), "no-more-bets": (DEALER,)},
        {Cause.NO_MORE_BETS: PhaseId.DRAW, **TO_SETTLE},
    ),
    PhaseId.DRAW: Steps(
        {"burn": (DEALER,), "draw": (DEALER,)}, {Cause.DRAWN: PhaseId.SETTLE, **TO_SETTLE}
    ),
    PhaseId.SETTLE: Steps(
        {"settle": (DEALER,), "wager": (PLAYER,), "take-back": (PLAYER, DEALER)},
        {
            Cause.ALL_SETTLED: PhaseId.CLEAR,
            Cause.MORE_CARDS: PhaseId.WAGERS,
            **TO_SETTLE,
        },
    ),
    PhaseId.CLEAR: Steps({"clear": (DEALER,)}, {Cause.CLEARED: PhaseId.WAGERS}),
}
"""Cards are drawn for everyone, one at a time, with wagers and settlement around each."""


# A game's phases -----------------------------------------------------------------------------------


class Phase(NamedTuple):
    """A phase as one game's manual describes it."""

    id: PhaseId
    says: str
    source: Passage
    allows: Mapping[str, tuple[Role, ...]]
    leads: Mapping[Cause, PhaseId]


Said = tuple[str, Passage]
"""What a game says of a phase, and where it is printed."""


def contest_phases(**said: Said) -> tuple[Phase, ...]:
    """The phases of a contest, with what a game says of each."""
    return _described(CONTEST, said)


def draw_phases(**said: Said) -> tuple[Phase, ...]:
    """The phases of a draw, with what a game says of each."""
    return _described(DRAW, said)


def _described(round: Round, said: Mapping[str, Said]) -> tuple[Phase, ...]:
    for name in said:
        if name not in set(round):
            raise BadDefinition(f"the phase {quoted(name)} is described: expected {listed(round)}")
    for id in round:
        if id not in said:
            raise BadDefinition(f"the phase {id} is not described: expected a sentence and source")
    return tuple(Phase(id, *said[id], *steps) for id, steps in round.items())

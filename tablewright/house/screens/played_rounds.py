"""A player's rounds as their journal tells them: the cards, the decision, the payments."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import msgspec

from tablewright.advice.coaching import JUDGEMENTS, CoachedDecision, coached
from tablewright.advice.decisions import MadeDecision
from tablewright.rules.irregularities import Effect
from tablewright.table import acts
from tablewright.table.acts import slips
from tablewright.table.chips import Move, rail
from tablewright.table.journal import Line
from tablewright.table.record import Record
from tablewright.table.scene import Scene
from tablewright.table.setup import Book
from tablewright.table.why import PaymentShown, payment

A_PAGE = 20


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a player, as the page shows it."""

    round: int
    at: str
    cards: list[str]
    dealer: list[str]
    drawn: list[str]
    decision: str
    coached: CoachedDecision | None
    """What the decision cost, where the table gives advice."""
    net: int
    taken_back: int
    """What went back, or from the player, because the round was void after it had been settled."""
    is_void: bool
    payments: list[PaymentShown]


class RoundsRead(NamedTuple):
    """A page of a player's rounds, the newest first."""

    rounds: list[PlayedRound]
    more: bool
    """Whether there are earlier ones."""


class Round(msgspec.Struct):
    """One round as a player saw it."""

    round: int
    at: datetime
    dealer: str = ""
    drawn: list[str] = msgspec.field(default_factory=list)
    cards: str = ""
    """The player's hand, where it was turned."""
    decision: str = ""
    is_void: bool = False
    settled: list[acts.Settled] = msgspec.field(default_factory=list)
    taken_back: list[acts.TakenBack] = msgspec.field(default_factory=list)
    ruled: list[acts.ChipsRuled] = msgspec.field(default_factory=list)

    def played(self, book: Book, place: int, made: MadeDecision | None) -> "PlayedRound":
        """As the page shows it."""
        back = sum(gained(place, each.moves) for each in self.taken_back)
        return PlayedRound(
            round=self.round,
            at=self.at.isoformat(),
            cards=self.cards.split(),
            dealer=self.dealer.split(),
            drawn=self.drawn,
            decision=self.decision,
            coached=_coached(book, made),
            net=sum(gained(place, each.moved()) for each in (*self.settled, *self.ruled)) + back,
            taken_back=back,
            is_void=self.is_void,
            payments=[payment(book, each, is_own=True) for each in self.settled],
        )


def gained(place: int, moves: Iterable[Move]) -> int:
    """What a player has more after some movements, on the felt and before them, in cents."""
    own, felt = rail(place), f"spot:{place}:"
    total = 0
    for move in moves:
        total += move.cents if move.target == own or move.target.startswith(felt) else 0
        total -= move.cents if move.source == own or move.source.startswith(felt) else 0
    return total


def rounds_of(
    book: Book,
    lines: Iterable[Line],
    place: int,
    *,
    before_round: int | None = None,
    limit: int = A_PAGE,
    made: Iterable[MadeDecision] = (),
) -> RoundsRead:
    """The last rounds of a player at a place, of those whose lines are given whole.

    The decisions that they have made are judged, if they are given.
    """
    decided = {each.round: each for each in made}
    reader = _Reader(book, place)
    for line in lines:
        reader.read(line)
    played = [
        each
        for each in reader.rounds.values()
        if each.settled and (before_round is None or each.round < before_round)
    ]
    newest = played[: -limit - 1 : -1]
    rounds = [each.played(book, place, decided.get(each.round)) for each in newest]
    return RoundsRead(rounds, len(played) > limit)


def has_settled(line: Line, place: int) -> bool:
    """Whether a wager of the player at a place is settled in a line."""
    return isinstance(line.did, acts.Settled) and line.did.place == place


def _coached(book: Book, made: MadeDecision | None) -> CoachedDecision | None:
    judged = JUDGEMENTS.judge(book, made) if made and made.cards else None
    return coached(book, made, judged) if made and judged else None


class _Reader:
    """Reads the lines of rounds."""

    def __init__(self, book: Book, place: int) -> None:
        self.place, self.scene = place, Scene(book)
        self.rounds: dict[int, Round] = {}

    def read(self, line: Line) -> None:
        did, place = line.did, self.place
        round = self.rounds.get(line.round)
        if round is None:
            round = self.rounds[line.round] = Round(line.round, line.at)
        match did:
            case acts.Reveal():
                round.dealer = did.cards
            case acts.Draw():
                round.drawn.append(did.card)
            case acts.Declare() if self.scene.ruling(did)[1].effect is Effect.VOID:
                round.is_void = True
            case acts.SlipPrepared(form=slips.VOID):
                round.is_void = False  # Not before it is signed.
            case acts.Countersign(form=slips.VOID):
                round.is_void = True
            case _ if getattr(did, "place", 0) == place:
                self._read_own(did, round, line.at)

    def _read_own(self, did: Record, round: Round, at: datetime) -> None:
        match did:
            case acts.Settled():
                round.settled.append(did)
                round.at = at
            case acts.TakenBack():
                round.taken_back.append(did)
            case acts.ChipsRuled():
                round.ruled.append(did)
            case acts.Show():
                round.cards = did.cards
            case acts.Decide():
                round.decision = did.decision

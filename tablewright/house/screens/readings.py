"""The readings of a game for those who open tables: each option, and what the house holds under it.

One reading is changed at a time, the others at their defaults. The figures come from the same place as
those of `tablewright odds --readings`; finding them takes some seconds, once for each game.
"""

import threading
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from tablewright.games import game
from tablewright.odds.printing import percent
from tablewright.rules.game import Game
from tablewright.rules.language import language, worded
from tablewright.rules.readings import Option, Reading

if TYPE_CHECKING:
    from tablewright.odds.forensics import Forensics, Tried

CONTEST = "contest"
"""Under this name the odds give the edge of the wagers that are decided together."""
THE_GAME = "the game"


class OptionOdds(msgspec.Struct, frozen=True, kw_only=True):
    """One way to read a passage, and what the house holds under it."""

    id: str
    says: str
    warning: str
    house_edge: str | None
    edges: dict[str, str]
    """Every edge that it moves, by name."""
    is_for_player: bool
    player_edges: list[str]


class ReadingOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A passage that can be read in several ways, with what each costs."""

    id: str
    question: str
    default: str
    is_undecided: bool
    moves_money: bool
    is_unpriced: bool
    evidence: str
    why: str
    edge_of: str
    options: list[OptionOdds]


_lock = threading.Lock()
_made: dict[tuple[str, str], list[ReadingOdds]] = {}
"""By game and language."""


def readings(id: str) -> list[ReadingOdds]:
    """Every reading of a game as the page reads it; may take seconds the first time."""
    of = game(id)
    with _lock:
        key = of.id, language()
        if key not in _made:
            _made[key] = _readings(of)
        return _made[key]


def _readings(of: Game) -> list[ReadingOdds]:
    from tablewright.odds.forensics import Forensics
    from tablewright.odds.store import KeptCounts

    forensics = Forensics(of.ruleset(), KeptCounts())
    return [_reading(of, reading, forensics) for reading in of.readings]


def _reading(of: Game, reading: Reading, forensics: "Forensics") -> ReadingOdds:
    tried = (
        {option.id: forensics.tried(reading, option.id) for option in reading.options}
        if reading.moves_money
        else {}
    )
    moved = _moved([each.edges for each in tried.values()])
    return ReadingOdds(
        id=reading.id,
        question=worded(reading.question),
        default=reading.default,
        is_undecided=reading.is_undecided,
        moves_money=reading.moves_money,
        is_unpriced=reading.is_unpriced,
        evidence=worded(reading.evidence.value),
        why=worded(reading.why),
        edge_of=_called(of, moved[0]) if moved else "",
        options=[_option(of, each, tried.get(each.id), moved) for each in reading.options],
    )


def _moved(edges: Sequence[Mapping[str, Fraction]]) -> list[str]:
    """What holds differently under some option, the contest first; a procedure may move nothing."""
    ids = {id: None for each in edges for id in each}
    return [id for id in ids if len({each.get(id) for each in edges}) > 1]


def _option(of: Game, option: Option, tried: "Tried | None", moved: Sequence[str]) -> OptionOdds:
    edges = {id: percent(tried.edges[id], 2) for id in moved if id in tried.edges} if tried else {}
    return OptionOdds(
        id=option.id,
        says=worded(option.means),
        warning=worded(option.warning),
        house_edge=next(iter(edges.values()), None),
        edges={_called(of, id): edge for id, edge in edges.items()},
        is_for_player=bool(tried and tried.warnings),
        player_edges=list(tried.warnings) if tried else [],
    )


def _called(of: Game, id: str) -> str:
    """What an edge is of, as people call it."""
    if id == CONTEST:
        return worded(THE_GAME)
    title = next(wager.title for wager in of.wagers if wager.kind == id)
    return worded(title, "wager")

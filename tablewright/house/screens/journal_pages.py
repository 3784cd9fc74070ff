"""The journal in plain words for the pit: each line by itself, as its own record tells it.

A line speaks of a place by its number; who sat there at that time stands beside it, and is found by a
search. A shuffle stays sealed; the order of a pack is shown where the journal itself opens it, when the
pack is out of play.
"""

from bisect import bisect_right
from collections.abc import Iterable
from operator import itemgetter

import msgspec

from tablewright.table import acts
from tablewright.table.actors import actor
from tablewright.table.journal import Line, decoded
from tablewright.table.record import ACTS
from tablewright.table.scene import Scene
from tablewright.table.setup import Book


class JournalLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a journal in plain words."""

    n: int
    at: str
    round: int
    by: str
    player: str
    """Who sat then at the place that it is about."""
    event: str
    rule: str
    says: str


class JournalPage(msgspec.Struct, frozen=True):
    """Lines of a journal, the newest first."""

    lines: list[JournalLine]
    total: int
    more: bool


class Sitters:
    """Who sat at each place, by the number of a line."""

    EVENTS = (ACTS[acts.Sit], ACTS[acts.Leave])
    """The kinds of line that say so."""

    def __init__(self, lines: Iterable[bytes] = ()) -> None:
        """The lines on which players sit down and leave, oldest first; others are passed over."""
        self._from: dict[int, list[tuple[int, str]]] = {}
        for line in map(decoded, lines):
            match line.did:
                case acts.Sit():
                    self._at(line.did.place).append((line.n, line.did.player))
                case acts.Leave():
                    self._at(line.did.place).append((line.n + 1, ""))

    def _at(self, place: int) -> list[tuple[int, str]]:
        return self._from.setdefault(place, [])

    def at(self, place: int, n: int) -> str:
        """Who sat at a place on a line; nobody, if it was free."""
        changes = self._from.get(place, [])
        before = bisect_right(changes, n, key=itemgetter(0))
        return changes[before - 1][1] if before else ""


class LineScene(Scene):
    """A line by itself, with all that its record says."""

    is_full = is_read_back = tells_orders = True


def lines_told(
    lines: Iterable[bytes], book: Book, sitters: Sitters, search: str = ""
) -> list[JournalLine]:
    """Lines of a journal as the pit reads them; those that hold some words, if any are named."""
    scene, wanted = LineScene(book), " ".join(search.casefold().split())
    found = []
    for each in lines:
        told = _told(scene, decoded(each), sitters)
        if wanted in _text(told):
            found.append(told)
    return found


def _told(scene: Scene, line: Line, sitters: Sitters) -> JournalLine:
    did, by = line.did, actor(line.by)
    place = getattr(did, "place", 0) or by.place
    scene.by = by
    return JournalLine(
        n=line.n,
        at=line.at.isoformat(),
        round=line.round,
        by=line.by,
        player=sitters.at(place, line.n),
        event=did.name,
        rule=line.rule,
        says=" ".join([scene.says(did, each) for each in did.tell(scene)]),
    )


def _text(told: JournalLine) -> str:
    """What a search looks through."""
    return " ".join([told.by, told.player, told.event, told.rule, told.says]).casefold()

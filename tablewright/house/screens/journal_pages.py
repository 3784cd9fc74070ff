"""The journal in plain words for the pit: each line by itself, as its own record tells it.

A line speaks of a place by its number; who sat there at that time stands beside it, and is found by a
search. A shuffle stays sealed; the order of a pack is shown where the journal itself opens it, when the
pack is out of play.
"""

from bisect import bisect_right
from collections.abc import Iterable
from operator import itemgetter

import msgspec

from tablewright.rules.devices import Device
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


Changes = list[tuple[int, str]]
"""From which line on something was so, oldest first."""


class Before:
    """How things stood on each line: who sat at each place, and what the cards were dealt from."""

    EVENTS = (ACTS[acts.Sit], ACTS[acts.Leave], ACTS[acts.Substitute])
    """The kinds of line that say so."""

    def __init__(self, lines: Iterable[bytes] = ()) -> None:
        """The lines of these kinds, oldest first; others are passed over."""
        self._sitters: dict[int, Changes] = {}
        self._devices: Changes = []
        for line in map(decoded, lines):
            match line.did:
                case acts.Sit():
                    self._at(line.did.place).append((line.n, line.did.player))
                case acts.Leave():
                    self._at(line.did.place).append((line.n + 1, ""))
                case acts.Substitute():
                    self._devices.append((line.n, line.did.device))

    def _at(self, place: int) -> Changes:
        return self._sitters.setdefault(place, [])

    def sitter(self, place: int, n: int) -> str:
        """Who sat at a place on a line; nobody, if it was free."""
        return _on_line(self._sitters.get(place, []), n)

    def device(self, n: int) -> str:
        """The device in use on a line, by its id; nothing, if it is still the first."""
        return _on_line(self._devices, n)


def _on_line(changes: Changes, n: int) -> str:
    before = bisect_right(changes, n, key=itemgetter(0))
    return changes[before - 1][1] if before else ""


class LineScene(Scene):
    """A line by itself, with all that its record says."""

    is_full = is_read_back = tells_orders = tells_slips = True

    def __init__(self, book: Book, before: Before) -> None:
        super().__init__(book)
        self.n, self._before = 0, before

    @property
    def device(self) -> Device:
        id = self._before.device(self.n)
        return self.book.procedure.device(id) if id else super().device

    def pack(self, pack: int) -> str:
        return f"pack {pack + 1}" if self.device.packs > 1 else super().pack(pack)


def lines_told(
    lines: Iterable[bytes], book: Book, before: Before, search: str = ""
) -> list[JournalLine]:
    """Lines of a journal as the pit reads them; those that hold some words, if any are named."""
    scene, wanted = LineScene(book, before), " ".join(search.casefold().split())
    found = []
    for each in lines:
        told = _told(scene, decoded(each), before)
        if wanted in _text(told):
            found.append(told)
    return found


def _told(scene: LineScene, line: Line, before: Before) -> JournalLine:
    did, by = line.did, actor(line.by)
    place = getattr(did, "place", 0) or by.place
    scene.by, scene.n = by, line.n
    return JournalLine(
        n=line.n,
        at=line.at.isoformat(),
        round=line.round,
        by=line.by,
        player=before.sitter(place, line.n),
        event=did.name,
        rule=line.rule,
        says=" ".join([scene.says(did, each) for each in did.tell(scene)]),
    )


def _text(told: JournalLine) -> str:
    """What a search looks through."""
    return " ".join([told.by, told.player, told.event, told.rule, told.says]).casefold()

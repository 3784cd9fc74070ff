"""The pit's list of game protection: what was seen to happen to chips, by whom, and what was ruled."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from tablewright.table import acts
from tablewright.table.actors import actor
from tablewright.table.acts.slips import RULING
from tablewright.table.journal import Line, decoded
from tablewright.table.record import ACTS, EVENTS
from tablewright.table.scene import Scene
from tablewright.table.setup import Book

EVENTS_OF_INCIDENTS = (
    ACTS[acts.ReportChips],
    EVENTS[acts.SlipPrepared],
    ACTS[acts.Countersign],
    ACTS[acts.CancelSlip],
)
"""The kinds of line that the list is read from."""


class IncidentRow(msgspec.Struct, kw_only=True):
    """Something that was seen to happen to chips."""

    id: str
    """The table's."""
    table: str
    n: int
    """The line of its journal."""
    at: str
    round: int
    place: int
    place_word: str
    player: str
    what: str
    """What was seen."""
    about: str
    """Whose wager, and which chips."""
    post: str
    who: str
    """Who saw it, and at which post."""
    ruling: str
    rule: str
    source: str
    status: Literal["ruled", "waits", "cancelled"]
    signed_by: str = ""
    """Who signed second, where that was asked for."""


def incidents_of(id: str, book: Book, lines: Iterable[bytes]) -> list[IncidentRow]:
    """What was seen at one table, the newest first; of its journal the lines of these kinds."""
    scene = Scene(book)
    found: list[IncidentRow] = []
    by_slip: dict[int, IncidentRow] = {}
    for line in map(decoded, lines):
        match line.did:
            case acts.ReportChips():
                found.append(_row(id, scene, line, line.did))
            case acts.SlipPrepared(form=form) if form == RULING:
                by_slip[line.did.slip] = found[-1]
            case acts.Countersign(form=form, differs=False) if form == RULING:
                row = by_slip[line.did.slip]
                row.status, row.signed_by = "ruled", line.did.who
            case acts.CancelSlip(form=form) if form == RULING:
                by_slip[line.did.slip].status = "cancelled"
    return found[::-1]


def _row(id: str, scene: Scene, line: Line, did: acts.ReportChips) -> IncidentRow:
    incident, ruling = scene.chip_ruling(did.incident, did.ruling)
    (told,) = did.tell(scene)
    return IncidentRow(
        id=id,
        table=scene.book.setup.table,
        n=line.n,
        at=line.at.isoformat(),
        round=line.round,
        place=did.place,
        place_word=scene.book.game.place,
        player=did.player,
        what=incident.title,
        about=told.slots["what"],
        post=actor(line.by).role.value,
        who=did.who,
        ruling=ruling.says,
        rule=incident.rule(ruling),
        source=str(scene.book.texts.cited(ruling.source)),
        status="waits" if did.waits else "ruled",
    )

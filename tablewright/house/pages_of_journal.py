"""The journal in plain words for the pit: each line by itself, as its own record tells it.

Places are spoken of by number, since a line does not say who sat there. A shuffle stays sealed; the
order of a pack is shown where the journal itself opens it, when the pack is out of play.
"""

from collections.abc import Iterable
from typing import Any

from tablewright.house.happenings import SAYS, Scene, capital
from tablewright.table import commands as c
from tablewright.table.journal import Line, decoded
from tablewright.table.machine import actor
from tablewright.table.setup import Book


def lines_told(lines: Iterable[bytes], book: Book, search: str = "") -> list[dict[str, Any]]:
    """Lines of a journal as the pit reads them; those that hold some words, if any are named."""
    scene, wanted = Scene(book), " ".join(search.casefold().split())
    found = []
    for each in lines:
        told = _told(scene, decoded(each))
        if wanted in _text(told):
            found.append(told)
    return found


def _told(scene: Scene, line: Line) -> dict[str, Any]:
    did = line.did
    return {
        "n": line.n,
        "at": line.at.isoformat(),
        "round": line.round,
        "by": line.by,
        "event": did.name,
        "rule": line.rule,
        "says": f"{capital(SAYS[type(did)](scene, did, actor(line.by)).says)}{_more(did)}",
    }


def _more(did: object) -> str:
    """What only the journal says."""
    match did:
        case c.Shuffled():
            return f" Pack {did.pack + 1}, {did.cards} cards, sealed {did.seal[:12]}."
        case c.Cut():
            return f" It lies {did.at} cards down."
        case c.Relieve():
            return f" Post: {did.post}."
    return ""


def _text(told: dict[str, Any]) -> str:
    """What a search looks through."""
    return " ".join([told["by"], told["event"], told["rule"], told["says"]]).casefold()

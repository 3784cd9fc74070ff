"""What goes wrong at a rehearsal: at most one thing a round, each kind as likely as another.

A kind of irregularity is chosen with the phase and the card at which it shall happen. It happens then,
if it can, by the same commands with which people declare it: `legal` says who may.
"""

from typing import NamedTuple

from tablewright.rules.irregularities import Irregularity
from tablewright.rules.phases import PhaseId
from tablewright.rules.roles import WATCHERS
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, Actor
from tablewright.table.acts.irregular import overlookable
from tablewright.table.allowed import Allowed
from tablewright.table.machine import Table
from tablewright.table.randomness import Source
from tablewright.table.record import Act

UNNOTICED = 0.2
"""How often nobody notices that a step was left out."""


class Trouble(NamedTuple):
    """Something that shall go wrong, and when."""

    kind: Irregularity
    phase: str
    card: int
    """After how many cards, where cards come one at a time."""
    is_noticed: bool


def plan(t: Table, source: Source, rate: float) -> Trouble | None:
    """What shall go wrong in the next round, if anything shall."""
    if source.random() >= rate:
        return None
    kinds = [
        kind
        for kind in t.book.procedure.irregularities
        if (not kind.devices or t.device.id in kind.devices)
        and (kind.overlooked != "shuffle" or t.state.packs.due)
        and kind.after_cut_card in (None, t.state.packs.cut_card_seen)
    ]
    if not kinds:  # A game's procedure may know of nothing that goes wrong with this device.
        return None
    kind = source.choice(kinds)
    cards = t.book.draw.cards if t.book.is_draw else 1
    noticed = source.random() >= UNNOTICED
    return Trouble(kind, source.choice(kind.phases), source.randrange(cards), noticed)


def next_command(t: Table, trouble: Trouble, source: Source) -> tuple[Act, Actor] | None:
    """The command with which it happens now, if now is the time."""
    step = trouble.kind.overlooked
    if step and step not in t.state.overlooked and trouble.kind.id not in t.state.declared:
        in_time = step == "shuffle" or len(t.state.drawn) == trouble.card
        return (acts.Overlook(step), THE_DEALER) if in_time and step in overlookable(t) else None
    if t.state.phase != trouble.phase or (step and not trouble.is_noticed):
        return None
    if (
        t.book.is_draw
        and not step
        and len(t.state.drawn) - (t.state.phase == PhaseId.SETTLE) < trouble.card
    ):
        return None
    ways = [(by, way) for by in map(Actor, WATCHERS) for way in _ways(t, by, trouble.kind)]
    if not ways:
        return None
    by, way = source.choice(ways)
    wagers = sorted(t.stakes(way.place)) if way.wager else [""]
    ruling = source.choice([ruling for ruling in way.rulings if ruling])
    return acts.Declare(trouble.kind.id, ruling, way.place, source.choice(wagers)), by


def _ways(t: Table, by: Actor, kind: Irregularity) -> list[Allowed]:
    """The ways in which it may be declared."""
    return [
        allowed
        for allowed in t.legal(by)
        if allowed.command == "declare" and allowed.choices == (kind.id,)
    ]

"""What goes wrong at a rehearsal: at most one thing a round, each kind as likely as another.

A kind of irregularity, or something done with chips, is chosen with the phase and the card at which it
shall happen. It happens then, if it can, by the same commands with which people declare it: `legal`
says who may.
"""

from typing import NamedTuple

from tablewright.rules.irregularities import Irregularity
from tablewright.rules.phases import PhaseId
from tablewright.rules.protection import Incident, Seen
from tablewright.rules.roles import WATCHERS
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, Actor
from tablewright.table.acts.irregular import overlookable
from tablewright.table.allowed import Allowed
from tablewright.table.chips import Chips, spot
from tablewright.table.machine import Table
from tablewright.table.randomness import Source
from tablewright.table.record import Act

UNNOTICED = 0.2
"""How often nobody notices that a step was left out."""


class Trouble(NamedTuple):
    """Something that shall go wrong, and when."""

    kind: Irregularity | Incident
    phase: str
    card: int
    """After how many cards, where cards come one at a time."""
    is_noticed: bool


def plan(t: Table, source: Source, rate: float) -> Trouble | None:
    """What shall go wrong in the next round, if anything shall."""
    if source.random() >= rate:
        return None
    kinds: list[Irregularity | Incident] = [
        kind
        for kind in t.book.procedure.irregularities
        if (not kind.devices or t.device.id in kind.devices)
        and (kind.overlooked != "shuffle" or t.state.packs.due)
        and kind.after_cut_card in (None, t.state.packs.cut_card_seen)
    ]
    kinds += t.book.procedure.incidents
    kind = source.choice(kinds)
    cards = t.book.draw.cards if t.book.is_draw else 1
    noticed = source.random() >= UNNOTICED
    after_call = [phase.id for phase in t.book.procedure.phases if phase.id != PhaseId.WAGERS]
    phases = after_call if isinstance(kind, Incident) else kind.phases
    return Trouble(kind, source.choice(phases), source.randrange(cards), noticed)


def next_command(t: Table, trouble: Trouble, source: Source) -> tuple[Act, Actor] | None:
    """The command with which it happens now, if now is the time."""
    if isinstance(trouble.kind, Incident):
        return _with_chips(t, trouble.kind, source) if _is_time(t, trouble) else None
    step = trouble.kind.overlooked
    if step and step not in t.state.overlooked and trouble.kind.id not in t.state.declared:
        in_time = step == "shuffle" or len(t.state.drawn) == trouble.card
        return (acts.Overlook(step), THE_DEALER) if in_time and step in overlookable(t) else None
    if t.state.phase != trouble.phase or (step and not trouble.is_noticed):
        return None
    if not step and not _is_time(t, trouble):
        return None
    ways = [(by, way) for by in map(Actor, WATCHERS) for way in _ways(t, by, trouble.kind)]
    if not ways:
        return None
    by, way = source.choice(ways)
    wagers = sorted(t.stakes(way.place)) if way.wager else [""]
    ruling = source.choice([ruling for ruling in way.rulings if ruling])
    return acts.Declare(trouble.kind.id, ruling, way.place, source.choice(wagers)), by


def _is_time(t: Table, trouble: Trouble) -> bool:
    """Whether the phase has come, and as many cards, at which it shall happen."""
    drawn = len(t.state.drawn) - (t.state.phase == PhaseId.SETTLE)
    return t.state.phase == trouble.phase and (not t.book.is_draw or drawn >= trouble.card)


def _with_chips(t: Table, incident: Incident, source: Source) -> tuple[Act, Actor] | None:
    """What is reported of the chips of one wager, by anyone who may; None, if it cannot be.

    What lies there is held to be partly or wholly what the player has done.
    """
    by = Actor(source.choice(WATCHERS))
    offers = [each for each in t.offers(acts.ReportChips, by) if incident.id in each.choices]
    laid = [(place, wager) for place in t.state.seats for wager in t.stakes(place)]
    if not offers or not laid:
        return None
    place, wager = source.choice(laid)
    lies = t.state.bank.chips(spot(place, wager))
    others = [id for id in t.book.wagers if id != wager]
    is_moved, is_astray = incident.seen is Seen.MOVED, incident.seen is Seen.WRONG_BOX
    report = acts.ReportChips(
        incident.id,
        place,
        wager,
        _reported(incident.seen, lies),
        source.choice(offers[0].rulings),
        source.choice(others) if is_moved else "",
        place % t.book.ruleset.places + 1 if is_astray else 0,
        incident.seen not in (Seen.PINCHED, Seen.MOVED),
    )
    return None if report.check(t, offers[0]) else (report, by)


def _reported(seen: Seen, lies: Chips) -> Chips:
    """The chips of a wager that it is about: all of them, or one."""
    return dict(lies) if seen in (Seen.LATE, Seen.WRONG_BOX) else {min(lies): 1}


def _ways(t: Table, by: Actor, kind: Irregularity) -> list[Allowed]:
    """The ways in which it may be declared."""
    return [
        allowed
        for allowed in t.legal(by)
        if allowed.command == "declare" and allowed.choices == (kind.id,)
    ]

"""What takes long to find out about a table: its win against its band, what an approval, a certificate
or its rules are worth today.

It is worked out beside the event loop, one table after the other, and for each of them at most once a
minute; the win only if a round was played since.
"""

import asyncio
import logging
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from tablewright.advice.expected import InAll, in_all
from tablewright.house.books.outage import first_line
from tablewright.house.people.approvals import Approvals
from tablewright.house.screens.alert_pages import AlertThresholds, Cause
from tablewright.house.screens.approval_pages import lapsed
from tablewright.house.tables.certified import dealer_of
from tablewright.house.tables.clock import LoopTicker, Ticker
from tablewright.house.tables.live import LiveTable
from tablewright.table.status import OPENING

log = logging.getLogger(__name__)

EVERY_SECONDS = 60.0
"""How long what was found of a table holds at least."""


class _Found(NamedTuple):
    """What was last found of a table, and when."""

    at: float
    rounds: int = -1
    """How many had been played when the win was worked out; none yet, if below 0."""
    stood: InAll | None = None
    uncertified: tuple[str, str] | None = None
    """The dealer, and what they lack."""
    lapsed: tuple[tuple[str, bool], ...] = ()
    """What is no longer on record, and whether it has expired."""


class SlowAlerts:
    """Finds out about tables for money what takes long."""

    def __init__(self, approvals: Approvals, ticker: Ticker | None = None) -> None:
        self._approvals, self._ticker = approvals, ticker or LoopTicker()
        self._found: dict[str, _Found] = {}

    def causes(self, live: LiveTable, limits: AlertThresholds) -> Iterator[Cause]:
        """The alerts that follow from what was last found of a table."""
        found = self._found.get(live.id)
        if found is None or live.table.book.setup.is_practice:
            return
        for what, is_expired in found.lapsed:
            yield Cause("approval", what, {"what": what, "is_expired": int(is_expired)})
        if found.uncertified and found.uncertified[0] == dealer_of(live.table):
            name, lacks = found.uncertified
            yield Cause("uncertified", name, {"name": name, "lacks": lacks})
        if found.stood is None:
            return
        if found.stood.edges:
            edges = [f"{of}|{edge}" for of, edge in found.stood.edges]
            yield Cause("players-edge", "", {"edges": edges})
        total = found.stood.total
        if total.is_outside == 99 and found.rounds >= limits.band_rounds:
            yield Cause(
                "out-of-band",
                "",
                {
                    "won": _percent(total.won_per_staked),
                    "low": _percent(total.low99),
                    "high": _percent(total.high99),
                    "rounds": found.rounds,
                },
            )

    async def look(self, tables: list[LiveTable], today: date) -> None:
        """Look at every table that was not looked at for a while, one after the other."""
        self._found = {live.id: self._found[live.id] for live in tables if live.id in self._found}
        for live in tables:
            found = self._found.get(live.id)
            if live.table.book.setup.is_practice:
                continue
            if found is not None and self._ticker.now() - found.at < EVERY_SECONDS:
                continue
            try:
                self._found[live.id] = await self._looked(live, found or _Found(0.0), today)
            except Exception as failed:  # Such as a database that is away: the next look may do.
                log.error("table %s could not be looked into: %s", live.id, first_line(failed))

    async def _looked(self, live: LiveTable, before: _Found, today: date) -> _Found:
        taken = await live.when_written(lambda: live.room.screen.sums.standing.taken())
        rounds, stood = before.rounds, before.stood
        if taken.rounds != rounds and live.table.state.status != OPENING:
            stood, rounds = await asyncio.to_thread(in_all, taken), taken.rounds
        return _Found(
            self._ticker.now(),
            rounds,
            stood,
            await self._uncertified(live),
            tuple(lapsed(live.table, self._approvals, today)),
        )

    async def _uncertified(self, live: LiveTable) -> tuple[str, str] | None:
        name = dealer_of(live.table)
        if not name or not live.options.certified_only:
            return None
        table = live.table
        lacks = await live.room.house.certified.look_up(name, table.book, table.device.id)
        return (name, lacks) if lacks else None


def _percent(figure: float | None) -> str:
    return f"{figure:.1f} %" if figure is not None else "-"

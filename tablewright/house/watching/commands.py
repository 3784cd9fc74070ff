"""Commands as those see them who watch over the house: how long each waited and took."""

import logging
from time import perf_counter
from typing import NamedTuple

from opentelemetry.context import Context

from tablewright.house.watching import traces
from tablewright.house.watching.logs import this_request
from tablewright.house.watching.times import histogram

log = logging.getLogger(__name__)


class Arrival(NamedTuple):
    """When a command came, and with what."""

    at: float
    request: str
    """The number of the request, or of the connection, that it came with."""
    trace: Context | None
    """The trace that it belongs to, where traces are kept."""


def arrived() -> Arrival:
    """A command comes now."""
    return Arrival(perf_counter(), this_request(), traces.here())


class Turn(NamedTuple):
    """One turn of a table: when it took up what waited, had carried it out, and had it written."""

    table: str
    taken: float
    acted: float
    written: float


class CommandTimes:
    """How long the commands of a house wait and take."""

    def __init__(self) -> None:
        self.queued = histogram(
            "command_queue_seconds", "From the arrival of a command until its table takes it up"
        )
        self.answered = histogram(
            "command_seconds",
            "From the arrival of a command to its answer, which is written down by then",
            ["outcome"],
        )
        self._by_outcome = {each: self.answered.labels(each) for each in ("done", "refused")}

    def note(self, came: Arrival, act: str, turn: Turn, *, is_done: bool) -> None:
        """A command has been answered."""
        outcome = "done" if is_done else "refused"
        self.queued.observe(turn.taken - came.at)
        self._by_outcome[outcome].observe(turn.written - came.at)
        if log.isEnabledFor(logging.INFO):
            fields = {
                "outcome": outcome,
                "queue_ms": round((turn.taken - came.at) * 1000, 1),
                "ms": round((turn.written - came.at) * 1000, 1),
            }
            log.info("%s", act, extra={"request": came.request, "fields": fields})
        if came.trace is not None:
            steps = {
                "queue": (came.at, turn.taken),
                "act": (turn.taken, turn.acted),
                "commit": (turn.acted, turn.written),
            }
            about = {"table": turn.table, "act": act, "outcome": outcome}
            traces.command(came.trace, (came.at, turn.written), about, steps)

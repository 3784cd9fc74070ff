"""Versions priced: everything `odds` reports of one, at once when only the odds were changed.

What a hand is, and so the count of every deal, depends on the readings alone. `Prices` keeps the
counts of a few choices of readings in memory; another pay table is valued and priced from them by the
same code that `odds` runs (`odds.analysis.Analysis`), so that its report is equal to the last digit.
Readings that were not counted yet are counted first, and `on_progress` hears of it.

One `Prices` belongs to one process. Whatever it returns is plain data that may be sent to another.
"""

import threading
import time
from collections import OrderedDict

import msgspec

from tablewright.design.decisions import DecisionsChanged, decisions_changed
from tablewright.design.versions import Version
from tablewright.odds.analysis import Analysis
from tablewright.odds.counts import Counts, OnProgress
from tablewright.odds.figures import PlayersEdge, players_edges
from tablewright.odds.report import Report
from tablewright.odds.store import KeptCounts

MOST_READINGS = 8
"""Of so many choices of readings of all games the counts are kept in memory."""
MOST_VERSIONS = 8
"""So many versions are kept as they were priced, for questions about their hands."""


class Priced(msgspec.Struct, frozen=True, kw_only=True):
    """A version priced. Every figure is exact."""

    version: Version
    report: Report
    """Equal to what `tablewright odds` reports of it, but for the seconds."""
    players_edges: tuple[PlayersEdge, ...]
    """Everything that gives the player an edge over the house, as the report warns of it."""
    decisions: DecisionsChanged | None
    """How its best decisions differ from those at the printed odds, under the same readings.

    None in a game without decisions.
    """
    was_counted: bool
    """Whether its deals had been counted before, so that only its odds were priced."""
    seconds: float
    """How long it took, the count included."""


class Prices:
    """Versions priced in one process, with the counts of what was asked for last in memory."""

    def __init__(self, made_before: Counts | None = None) -> None:
        """`made_before` are counts on disk, the user's cache folder if none are given."""
        self._counts: Counts = KeptCounts() if made_before is None else made_before
        self._printed: OrderedDict[str, Analysis] = OrderedDict()
        self._versions: OrderedDict[str, Analysis] = OrderedDict()
        self._lock = threading.RLock()

    @property
    def counted(self) -> frozenset[str]:
        """The readings whose counts are in memory, as the text of a version each."""
        return frozenset(self._printed)

    def is_counted(self, version: Version) -> bool:
        """Whether the deals of a version are counted in memory: if so it is priced at once."""
        return version.as_printed().text in self._printed

    def analysis(self, version: Version, on_progress: OnProgress | None = None) -> Analysis:
        """A version counted, solved and priced; kept, so that its hands can be asked about."""
        with self._lock:
            kept = self._versions.get(version.text)
            if kept is None:
                kept = self._at_printed_odds(version, on_progress)
                if version.pay:
                    kept = self._nearest(kept).decided(version.ruleset())
                _keep(self._versions, version.text, kept, MOST_VERSIONS)
            self._versions.move_to_end(version.text)
            return kept

    def price(self, version: Version, on_progress: OnProgress | None = None) -> Priced:
        """Everything `odds` reports of a version, and which hands it plays otherwise."""
        started = time.perf_counter()
        with self._lock:
            was_counted = self.is_counted(version)
            found = self.analysis(version, on_progress)
            printed = self._at_printed_odds(version, on_progress)
        changed = None
        if found.solved is not None:
            changed = decisions_changed(printed.solution, found.solved)
        return Priced(
            version=version,
            report=found.report(),
            players_edges=tuple(players_edges(found.figured)),
            decisions=changed,
            was_counted=was_counted,
            seconds=round(time.perf_counter() - started, 4),
        )

    def _nearest(self, printed: Analysis) -> Analysis:
        """What was priced last under the same readings: the next version is often nearest to it."""
        for kept in reversed(self._versions.values()):
            if kept.counted is printed.counted:
                return kept
        return printed

    def _at_printed_odds(self, version: Version, on_progress: OnProgress | None) -> Analysis:
        """The readings of a version at the printed odds: here every deal is counted, once."""
        plain = version.as_printed()
        kept = self._printed.get(plain.text)
        if kept is None:
            kept = Analysis(plain.ruleset(), made_before=self._counts, on_progress=on_progress)
            _keep(self._printed, plain.text, kept, MOST_READINGS)
        self._printed.move_to_end(plain.text)
        return kept


def _keep(kept: "OrderedDict[str, Analysis]", text: str, one: Analysis, most: int) -> None:
    kept[text] = one
    while len(kept) > most:
        kept.popitem(last=False)

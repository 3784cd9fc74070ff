"""Rulesets counted and solved, each once for all tables that play by it."""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from tablewright.rules.game import Ruleset

if TYPE_CHECKING:
    from tablewright.odds.analysis import Analysis

MOST_KEPT = 8
"""So many rulesets are kept in memory; one that is asked for again is counted again."""


class _Kept:
    """A place for one ruleset's analysis; others who ask while it is made wait for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.analysis: Analysis | None = None


_lock = threading.Lock()
_kept: "OrderedDict[str, _Kept]" = OrderedDict()


def analysis_of(ruleset: Ruleset) -> "Analysis":
    """The ruleset counted and solved: at hand, from the counts on disk, or made now in some seconds."""
    with _lock:
        kept = _kept.setdefault(ruleset.fingerprint, _Kept())
        _kept.move_to_end(ruleset.fingerprint)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    with kept.lock:
        if kept.analysis is None:
            from tablewright.odds.analysis import Analysis
            from tablewright.odds.store import KeptCounts

            kept.analysis = Analysis(ruleset, made_before=KeptCounts())
        return kept.analysis

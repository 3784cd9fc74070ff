"""How long things take, counted where they happen: a monitoring program reads them as histograms."""

from collections.abc import Sequence

from prometheus_client import Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Between which durations are told apart: from one that nobody notices to one that everybody does."""
ENTRIES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def histogram(
    name: str, says: str, labels: Sequence[str] = (), buckets: Sequence[float] = SECONDS
) -> Histogram:
    """Figures of one kind, of this house and no other: who keeps them shows them."""
    return Histogram(f"tablewright_{name}", says, labels, buckets=buckets, registry=None)

"""The house's figures, as monitoring programs read them: counted where they arise, asked for here."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from tablewright.house.house import House


class HouseCollector(Collector):
    """Looks at the house whenever a monitoring program asks."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[Metric]:
        tables, ledger = self._house.floor.tables.values(), self._house.ledger
        yield GaugeMetricFamily("tablewright_tables", "Tables that are not closed", len(tables))
        yield GaugeMetricFamily(
            "tablewright_seated",
            "Players at tables",
            sum(len(live.table.state.seats) for live in tables),
        )
        yield GaugeMetricFamily(
            "tablewright_connections",
            "Sockets",
            sum(len(live.audience.listeners) for live in tables),
        )
        yield CounterMetricFamily(
            "tablewright_commands",
            "Commands carried out since the start",
            sum(live.commands for live in tables) + self._house.floor.commands_before,
        )
        times = self._house.floor.services.answer_times
        yield HistogramMetricFamily(
            "tablewright_answer_seconds",
            "From when a command was read until its answer was handed to its connection",
            buckets=times.buckets,
            sum_value=times.seconds,
        )
        yield CounterMetricFamily("tablewright_entries", "Entries written", ledger.entries)
        yield CounterMetricFamily("tablewright_commits", "Transactions", ledger.batches)
        yield CounterMetricFamily(
            "tablewright_commit_seconds", "Time in transactions", ledger.committing_seconds
        )
        yield CounterMetricFamily(
            "tablewright_lost_entries", "Entries that could not be written", ledger.failures
        )


def registry(house: House) -> CollectorRegistry:
    """The figures of one house and of the process that it runs in."""
    made = CollectorRegistry()
    made.register(HouseCollector(house))
    ProcessCollector(registry=made)
    PlatformCollector(registry=made)
    GCCollector(registry=made)
    return made

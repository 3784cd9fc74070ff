"""The house's figures, as monitoring programs read them: counted where they arise, asked for here."""

from collections.abc import Iterator

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tablewright.house.house import House


class HouseCollector(Collector):
    """Looks at the house whenever a monitoring program asks."""

    def __init__(self, house: House, requests: Histogram) -> None:
        self._house, self._requests = house, requests

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
        yield GaugeMetricFamily(
            "tablewright_commands_waiting",
            "Commands that no table has taken up yet",
            sum(live.waiting for live in tables),
        )
        yield GaugeMetricFamily(
            "tablewright_entries_waiting", "Entries that wait to be written", ledger.waiting
        )
        yield GaugeMetricFamily(
            "tablewright_tables_shut",
            "Tables that are shut, as what is written of them cannot be read",
            len(self._house.floor.quarantined),
        )
        if (handing := self._house.handing_out) is not None:
            yield GaugeMetricFamily(
                "tablewright_heads_waiting",
                "Signed statements that the second party has not taken yet",
                handing.waiting,
            )
            yield GaugeMetricFamily(
                "tablewright_heads_failing_seconds",
                "For how long the second party has taken none that waited",
                handing.failing_seconds,
            )
        yield CounterMetricFamily(
            "tablewright_commands",
            "Commands carried out since the start",
            self._house.floor.commands,
        )
        yield CounterMetricFamily("tablewright_entries", "Entries written", ledger.entries)
        yield CounterMetricFamily(
            "tablewright_lost_entries", "Entries that could not be written", ledger.failures
        )
        services = self._house.floor.services
        for times in (
            self._requests,
            services.times.queued,
            services.times.answered,
            services.publisher.times,
            ledger.commit_times,
            ledger.batch_sizes,
        ):
            yield from times.collect()


def registry(house: House, requests: Histogram) -> CollectorRegistry:
    """The figures of one house and of the process that it runs in."""
    made = CollectorRegistry()
    made.register(HouseCollector(house, requests))
    ProcessCollector(registry=made)
    PlatformCollector(registry=made)
    GCCollector(registry=made)
    return made

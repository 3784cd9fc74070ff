"""Traces, where they are asked for: what a request and a command spend their time on.

Requests are traced by FastAPI itself, commands here. What sends traces to a collector is an extra
(`pip install 'tablewright[traces]'`); without an address to send them to, nothing is traced.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter, time_ns
from typing import TYPE_CHECKING

from fastapi.telemetry import TelemetryConfig
from opentelemetry.context import Context, get_current
from opentelemetry.trace import TracerProvider, set_span_in_context

from tablewright import __version__
from tablewright.rules.errors import Refused, quoted

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

_provider: TracerProvider | None = None


def exporter_to(address: str) -> "SpanExporter":
    """What sends traces to a collector that speaks OTLP over HTTP."""
    if not address.startswith(("http://", "https://")):
        raise Refused(
            f"--traces {quoted(address)}: expected the address of a collector, as in"
            " http://127.0.0.1:4318/v1/traces"
        )
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError:
        raise Refused(
            "--traces needs a package that is not installed:"
            " expected pip install 'tablewright[traces]'"
        ) from None
    return OTLPSpanExporter(endpoint=address)


@contextmanager
def traced(exporter: "SpanExporter | None") -> Iterator[None]:
    """Trace meanwhile; what has not been sent by the end is sent then."""
    global _provider
    if exporter is None:
        yield
        return
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider as SendingProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {"service.name": "tablewright", "service.version": __version__}
    sending = SendingProvider(resource=Resource.create(named))
    sending.add_span_processor(BatchSpanProcessor(exporter))
    _provider = sending
    try:
        yield
    finally:
        _provider = None
        sending.shutdown()


def of_requests() -> TelemetryConfig:
    """How FastAPI traces requests; a connection lasts for hours, so each of its commands is a trace."""
    return {
        "tracer_provider": _provider,
        "tracing": _provider is not None,
        "metrics": False,
        "logs": False,
        "exclude": lambda scope: scope["type"] == "websocket",
    }


def here() -> Context | None:
    """The trace that is being kept, for what is done elsewhere on its behalf; None if none is."""
    return None if _provider is None else get_current()


def command(
    trace: Context,
    lasted: tuple[float, float],
    about: Mapping[str, str],
    steps: Mapping[str, tuple[float, float]],
) -> None:
    """A command that was carried out between two moments of `perf_counter`, step by step."""
    if _provider is None:
        return
    tracer = _provider.get_tracer("tablewright", __version__)
    now, clock = time_ns(), perf_counter()

    def by_the_clock(moment: float) -> int:
        return now - round((clock - moment) * 1e9)

    start, end = map(by_the_clock, lasted)
    span = tracer.start_span("command", trace, attributes=about, start_time=start)
    within = set_span_in_context(span, trace)
    for name, (begins, ends) in steps.items():
        tracer.start_span(name, within, start_time=by_the_clock(begins)).end(by_the_clock(ends))
    span.end(end)

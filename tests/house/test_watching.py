"""What those read who watch over the house: figures and a dashboard of them, its log, and traces."""

import gzip
import json
import logging
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from prometheus_client.parser import text_string_to_metric_families

from tablewright.house.watching.logs import JsonLines, Logging, PlainLines, of_request
from tablewright.rules.errors import Refused
from tests.house.clients import Visit, play
from tests.house.serving import Serving

DASHBOARD = Path(__file__).parents[2] / "docs" / "dashboard.json"


async def _figures(visitor: Visit) -> dict[str, float]:
    """Every sample that is shown, by its name and labels."""
    ada = await visitor().sign_in("Ada")
    text = (await ada.get("/metrics")).text
    return {
        each.name
        + "".join(f"{{{name}={value}}}" for name, value in sorted(each.labels.items())): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


def test_commands_commits_shows_and_requests_are_timed(serving: Serving) -> None:
    before: dict[str, float] = {}
    after: dict[str, float] = {}

    async def scene(visitor: Visit) -> None:
        before.update(await _figures(visitor))
        guest = await visitor().come_as_guest()
        table = next(iter(serving.house.floor.tables))
        sat = {"id": "sit", "seq": 0, "as": "player", "do": {"event": "sit", "place": 3}}
        assert (await guest.post(f"/tables/{table}/commands", sat)).is_success
        wrong = {"id": "no", "seq": 0, "as": "player", "do": {"event": "sit", "place": 99}}
        assert (await guest.post(f"/tables/{table}/commands", wrong)).is_client_error
        assert (await guest.get("/nowhere/at/all")).status_code == 404
        after.update(await _figures(visitor))

    play(serving, scene)

    def grew(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grew("tablewright_command_seconds_count{outcome=done}") == 1
    assert grew("tablewright_command_seconds_count{outcome=refused}") == 1
    assert grew("tablewright_command_queue_seconds_count") == 2
    assert grew("tablewright_commit_seconds_count") >= 1
    assert grew("tablewright_commit_entries_sum") >= grew("tablewright_commit_entries_count")
    assert grew("tablewright_show_seconds_count") >= 1
    sent = "{address=/api/tables/{id}/commands}{method=POST}"
    assert grew(f"tablewright_request_seconds_count{sent}{{status=200}}") == 1
    lost = "{address=/api/...}{method=GET}{status=404}"
    assert grew(f"tablewright_request_seconds_count{lost}") == 1
    assert after["tablewright_commands_waiting"] == after["tablewright_entries_waiting"] == 0
    assert not [name for name in after if "nowhere" in name]


def test_a_dashboard_asks_for_figures_that_there_are(serving: Serving) -> None:
    shown: set[str] = set()

    async def scene(visitor: Visit) -> None:
        shown.update(name.partition("{")[0] for name in await _figures(visitor))
        shown.update(name.partition("{")[0] for name in await _figures(visitor))

    play(serving, scene)
    asked = [
        target["expr"]
        for panel in json.loads(DASHBOARD.read_text("utf-8"))["panels"]
        for target in panel.get("targets", [])
    ]
    named = {name for each in asked for name in re.findall(r"\b(?:tablewright|process)_\w+", each)}
    assert len(named) >= 12
    assert named <= shown


def test_a_request_keeps_the_number_that_it_came_with(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        http = visitor().http
        sent = await http.get("/health", headers={"X-Request-ID": "from-the-proxy-7"})
        assert sent.headers["x-request-id"] == "from-the-proxy-7"
        first, second = [(await http.get("/health")).headers["x-request-id"] for _ in range(2)]
        assert first != second
        broken = await http.get("/health", headers={"X-Request-ID": "a b;" + "x" * 200})
        assert re.fullmatch(r"[0-9a-f]{16}", broken.headers["x-request-id"])

    play(serving, scene)


def _record(message: str, **extra: object) -> logging.LogRecord:
    return logging.getLogger("tablewright.try").makeRecord(
        "tablewright.try", logging.WARNING, "f.py", 1, message, (), None, extra=extra
    )


def test_a_line_says_to_what_it_belongs_and_is_one_line() -> None:
    with of_request("r-1"):
        line = JsonLines().format(_record('said "so"\nand more', fields={"ms": 1.5}))
        plain = PlainLines().format(_record("said so", fields={"ms": 1.5}))
    assert "\n" not in line
    told = json.loads(line)
    assert (told["message"], told["request"]) == ('said "so"\nand more', "r-1")
    assert (told["level"], told["fields"]) == ("warning", {"ms": 1.5})
    assert plain == "WARNING tablewright.try: said so [request=r-1 ms=1.5]"
    assert PlainLines().format(_record("said so")) == "WARNING tablewright.try: said so"


def test_another_format_or_level_is_refused() -> None:
    for style, level, said in (
        ("xml", "info", "--log 'xml': expected text or json"),
        ("json", "loud", "--log-level 'loud': expected error or warning or info or debug"),
    ):
        with pytest.raises(Refused, match=said):
            Logging.told(style, level)


@contextmanager
def _ended(house: "subprocess.Popen[str]") -> Iterator[None]:
    """Whatever happens meanwhile, the house is asked to close afterwards."""
    try:
        yield
    finally:
        house.terminate()


@contextmanager
def _collector() -> Iterator[tuple[str, list[ExportTraceServiceRequest]]]:
    """What traces are sent to, on this machine."""
    got: list[ExportTraceServiceRequest] = []

    class Collects(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            got.append(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Collects) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/traces", got
        server.shutdown()


def test_a_house_logs_as_json_and_sends_traces_to_a_collector(tmp_path: Path) -> None:
    with _collector() as (address, got):
        command = [sys.executable, "-m", "tablewright", "serve", "--port", "0"]
        command += ["--data", str(tmp_path), "--log", "json", "--log-level", "info"]
        with subprocess.Popen(
            [*command, "--traces", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as house:
            assert house.stdout is not None
            said = ""
            while "Ctrl-C" not in said and (line := house.stdout.readline()):
                said += line
            where = re.search(r"open at (\S+)", said)
            if where is None:
                house.kill()
            assert where, said
            with (
                _ended(house),
                httpx.Client(base_url=f"{where[1]}api", headers={"X-Request-ID": "r-9"}) as http,
            ):
                assert http.post("/guest", json={}).is_success
                table = http.get("/tables").json()[0]["id"]
                sat = {"id": "sit", "seq": 0, "as": "player", "do": {"event": "sit", "place": 3}}
                assert http.post(f"/tables/{table}/commands", json=sat).is_success
            _, logged = house.communicate()
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith("{")]
    by_name = {each["message"]: each for each in lines}
    assert by_name["sit"]["table"] == table
    assert by_name["sit"]["request"] == "r-9"
    assert by_name["sit"]["fields"]["outcome"] == "done"
    assert by_name["POST /api/tables/{id}/commands"]["fields"]["status"] == 200
    spans = [
        span
        for each in got
        for resource in each.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    named = {span.name: span for span in spans}
    sitting = named["command"]
    parts = {span.name for span in spans if span.parent_span_id == sitting.span_id}
    assert parts == {"queue", "act", "commit"}
    above = {span.span_id for span in spans if span.trace_id == sitting.trace_id}
    assert sitting.parent_span_id in above, "a command belongs to the request that it came with"
    assert sitting.start_time_unix_nano <= sitting.end_time_unix_nano

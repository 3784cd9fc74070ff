"""Requests drawn from the house's own description of its addresses, and what each answer must be.

Loading what draws them takes a second, so this is imported where addresses are tried, and not before.
"""

from collections.abc import Callable, Iterator
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from typing import Any, cast

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from tablewright.house.house import House
from tablewright.house.server.app import create
from tests.house.serving import Serving

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.unsupported_method,
]
BOUNDED = settings(
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


IN_PERSON = (
    *("/accounts", "/tokens", "/sessions", "/pin", "/metrics", "/limits"),
    *("/papers/letterhead", "/papers/supplied", "/papers/logo"),
)
"""What no token may do: it is tried with a session."""


@cache
def description() -> dict[str, Any]:
    """How the house describes its addresses."""
    return create(cast(House, None)).openapi()


def addresses() -> Iterator[tuple[str, st.SearchStrategy[schemathesis.Case[Any]]]]:
    """Each address by its name, with requests that its description allows and others."""
    for found in schemathesis.openapi.from_dict(description()).get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        modes = (
            operation.as_strategy(generation_mode=each) for each in schemathesis.GenerationMode
        )
        yield operation.label, st.one_of(*modes)


def tries(
    requests: st.SearchStrategy[schemathesis.Case[Any]],
    examples: int,
    number: int,
    send: Callable[[schemathesis.Case[Any]], None],
) -> None:
    """Send so many requests to an address, chosen by a number."""

    @seed(number)
    @settings(BOUNDED, max_examples=examples)
    @given(requests)
    def send_each(case: schemathesis.Case[Any]) -> None:
        send(case)

    send_each()


class Sender:
    """Sends requests over one connection, that keeps no cookies, with a token or a session."""

    def __init__(self, serving: Serving, token: str, cookie: str) -> None:
        self._serving, self._token, self._cookie = serving, token, cookie
        self._session = requests.Session()
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))

    def __call__(self, case: schemathesis.Case[Any]) -> None:
        """Send a request, and look whether its answer is as described."""
        _aim(case, self._serving)
        headers = {"Authorization": f"Bearer {self._token}"}
        if case.path.removeprefix("/api").startswith(IN_PERSON):
            headers = {"Cookie": self._cookie}
        if sum(map(ord, repr(case.body) + repr(case.path_parameters))) % 5 == 3:
            headers = {}
        case.call_and_validate(
            base_url=self._serving.address,
            session=self._session,
            cookies={},
            headers=headers,
            checks=CHECKS,
            timeout=120,
        )


def _aim(case: schemathesis.Case[Any], serving: Serving) -> None:
    """Let every second try be about something that is there."""
    if "/{id}" in case.path and case.path_parameters.get("id") in (1, 2):
        case.path_parameters["id"] = 3  # The first are what all this is sent with.
    number = sum(map(ord, repr(case.body) + repr(case.query) + repr(case.path_parameters)))
    if number % 2:
        return
    tables = list(serving.house.floor.tables.values())
    if case.path.endswith("/tables") and isinstance(case.body, dict):
        case.body["game"] = ("duki4", "king-high", "pick2")[number // 2 % 3]
        for name in ("dealer", "inspector", "surveillance", "device", "jurisdiction")[number % 3 :]:
            case.body.pop(name, None)
    elif "/tables/" in case.path:
        live = tables[-1 if case.path.endswith("/close") and len(tables) > 3 else 0]
        case.path_parameters["id"] = live.id
        if case.path.endswith("/close") and live is tables[0]:
            case.path_parameters["id"] += "x"
        if case.path.endswith("/commands") and isinstance(case.body, dict):
            case.body["seq"] = live.seq
            case.body["as"] = ("player", "surveillance", "dealer")[number // 2 % 3]
    elif "/games/" in case.path:
        case.path_parameters["id"] = ("duki4", "king-high", "pick2")[number // 2 % 3]
        if "lesson" in case.path_parameters:
            case.path_parameters["lesson"] = "game"
    elif "/school/" in case.path:
        _aim_at_school(case, serving, number)
    elif "/papers/" in case.path:
        case.query = {"table": tables[0].id, "only": "sign"}
        if "name" in case.path_parameters:
            case.path_parameters["name"] = "sign"
    elif "/accounts/" in case.path:
        case.path_parameters["name"] = "Dan"


def _aim_at_school(case: schemathesis.Case[Any], serving: Serving, number: int) -> None:
    """A question of a game that is there, or an answer to one that is under way."""
    people = list(serving.house.school.learners._known.values())
    known = [drill for person in people for drill in person.drills.values()]
    if case.path.endswith("/drills") and isinstance(case.body, dict):
        case.body["game"] = ("duki4", "king-high", "pick2")[number // 2 % 3]
        case.body["drill"] = case.body["skill"] = ""
        case.body["is_session"] = number % 3 == 0
    elif "/classes/" in case.path:
        case.path_parameters["id"] = 1
    elif "/pupils/" in case.path:
        case.path_parameters["account"] = 2
    elif "/drills/" in case.path and known:
        drill = known[number % len(known)]
        case.path_parameters["id"] = drill.id
        if case.path.endswith("/answer") and isinstance(case.body, dict):
            case.body["stage"], case.body["given"] = len(drill.stages), {}

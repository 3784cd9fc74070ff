"""Every address tried with all that its description allows, and much that it does not.

The description is the house's own (/api/openapi.json). Whatever is sent, the answer is one that is
described there, and never that the server failed.
"""

from collections.abc import Callable
from http.cookiejar import DefaultCookiePolicy
from typing import Any, cast

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, seed, settings
from schemathesis.specs.openapi import checks

from tablewright.house.house import House
from tablewright.house.server.app import create
from tests.house.clients import Visit, play
from tests.house.serving import Serving

DESCRIPTION: dict[str, Any] = create(cast(House, None)).openapi()
SCHEMA = schemathesis.openapi.from_dict(DESCRIPTION)
EXAMPLES, EXAMPLES_IN_THE_PROOF = 2, 100
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.unsupported_method,
]
Tried = Callable[[schemathesis.Case[Any]], None]
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


@pytest.fixture(scope="module")
def keys(serving: Serving) -> tuple[str, str]:
    """A token and a session of an administrator who may also do everything else."""
    made: list[str] = []

    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        duties = ["player", "dealer", "inspector", "pit-boss", "surveillance", "administrator"]
        await ada.http.patch("/accounts/Ada", json={"roles": duties})
        await ada.sign_in("Ada")
        new = {"label": "every address", "scope": "act"}
        made.append((await ada.post("/tokens", new)).json()["token"])
        made.append(f"tablewright={ada.http.cookies['tablewright']}")

    play(serving, scene)
    return made[0], made[1]


@pytest.fixture(scope="module")
def session() -> requests.Session:
    """One connection for all tries, that keeps no cookies."""
    session = requests.Session()
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return session


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


@pytest.fixture(scope="module")
def tried(serving: Serving, keys: tuple[str, str], session: requests.Session) -> Tried:
    """Sends a request, and looks whether its answer is as described."""
    return lambda case: _try(case, serving, keys, session)


@SCHEMA.parametrize()
@seed(5)
@settings(BOUNDED, max_examples=EXAMPLES)
def test_every_address_answers_as_described(case: schemathesis.Case[Any], tried: Tried) -> None:
    tried(case)


@pytest.mark.proof
@SCHEMA.parametrize()
@seed(6)
@settings(BOUNDED, max_examples=EXAMPLES_IN_THE_PROOF)
def test_every_address_answers_as_described_over_and_over(
    case: schemathesis.Case[Any], tried: Tried
) -> None:
    tried(case)


def _try(
    case: schemathesis.Case[Any],
    serving: Serving,
    keys: tuple[str, str],
    session: requests.Session,
) -> None:
    _aim(case, serving)
    token, cookie = keys
    headers = {"Authorization": f"Bearer {token}"}
    if case.path.removeprefix("/api").startswith(IN_PERSON):
        headers = {"Cookie": cookie}
    if sum(map(ord, repr(case.body) + repr(case.path_parameters))) % 5 == 3:
        headers = {}
    case.call_and_validate(
        base_url=serving.address,
        session=session,
        cookies={},
        headers=headers,
        checks=CHECKS,
        timeout=120,
    )


def test_nothing_was_complained_of(serving: Serving) -> None:
    assert serving.complaints.said == []


def test_every_message_to_a_table_is_described() -> None:
    from tablewright.house.screens.orders import TAKEN

    schemas = DESCRIPTION["components"]["schemas"]
    named = {
        each["$ref"].rsplit("/", 1)[1] for each in schemas["Sent"]["properties"]["do"]["anyOf"]
    }
    assert named == {kind.__name__ for kind in TAKEN}
    assert not named & {"SetUp", "Shuffled", "LateWager"}
    assert schemas["Shuffle"]["properties"].keys() == {"event"}

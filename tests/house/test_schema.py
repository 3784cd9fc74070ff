"""Every address tried with all that its description allows, and much that it does not.

The description is the house's own (/api/openapi.json). Whatever is sent, the answer is one that is
described there, and never that the server failed.
"""

import pytest

from tests.house.clients import Visit, play
from tests.house.serving import Serving

ADDRESSES = 180
"""There are at least so many."""
EXAMPLES, EXAMPLES_IN_THE_PROOF = 2, 100


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


def test_every_address_answers_as_described(
    serving: Serving, keys: tuple[str, str], subtests: pytest.Subtests
) -> None:
    _try_all(EXAMPLES, 5, serving, keys, subtests)


@pytest.mark.proof
def test_every_address_answers_as_described_over_and_over(
    serving: Serving, keys: tuple[str, str], subtests: pytest.Subtests
) -> None:
    _try_all(EXAMPLES_IN_THE_PROOF, 6, serving, keys, subtests)


def _try_all(
    examples: int, number: int, serving: Serving, keys: tuple[str, str], subtests: pytest.Subtests
) -> None:
    from tests.house.described_addresses import Sender, addresses, tries

    send, tried = Sender(serving, *keys), 0
    for name, requests in addresses():
        with subtests.test(name):
            tries(requests, examples, number, send)
        tried += 1
    assert tried > ADDRESSES


def test_nothing_was_complained_of(serving: Serving) -> None:
    assert serving.complaints.said == []


def test_every_message_to_a_table_is_described() -> None:
    from tablewright.house.screens.orders import TAKEN
    from tests.house.described_addresses import description

    schemas = description()["components"]["schemas"]
    named = {
        each["$ref"].rsplit("/", 1)[1] for each in schemas["Sent"]["properties"]["do"]["anyOf"]
    }
    assert named == {kind.__name__ for kind in TAKEN}
    assert not named & {"SetUp", "Shuffled", "LateWager"}
    assert schemas["Shuffle"]["properties"].keys() == {"event"}

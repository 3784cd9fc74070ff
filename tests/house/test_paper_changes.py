"""Change requests in the house: compared with the manual, a table or an earlier pack that was sent."""

import io
import json
import zipfile
from typing import Any

import pytest

from tablewright.house.people.person import COUNT_FIRST
from tablewright.house.screens.earlier_packs import LARGEST_MANIFEST
from tablewright.house.screens.print_shop import APPLICATION, CHANGE_REQUEST, DOCUMENTS
from tablewright.house.tables.floor import APPROVAL_FROM
from tablewright.papers.changes import compared
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.papers.pack import Paper, manifest, printed
from tests.house.asking_papers import CHOSEN, DAY, fetched, text_of
from tests.house.clients import Visit, play, why
from tests.house.serving import Serving
from tests.house.staffing import employed

READINGS, PAY = {"duki4.ace": "high-only"}, {"bonus.straight": "7-1"}
CHANGED = {
    **CHOSEN,
    "jurisdiction": "nevada",
    "reading": "duki4.ace=high-only",
    "pay": "bonus.straight=7",
}
PDF = f"/papers/documents/{CHANGE_REQUEST}.pdf"


def edition(**chosen: Any) -> Edition:
    """The house's usual edition, as the command makes it."""
    house = House(settings={"approval_from": APPROVAL_FROM})
    return Edition("duki4", day=DAY, jurisdiction="nevada", house=house, **chosen)


def stated(of: Edition) -> str:
    """The manifest of a pack, as it was printed."""
    return manifest(of, [Paper("sign", "Sign", "duki4-sign.pdf", b"a sign")]).decode()


@pytest.mark.proof
def test_a_change_is_shown_in_short_and_printed_as_the_command_prints_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        asked = {**CHANGED, "against": "manual"}
        found = await pit.ask("/papers/change", **asked)
        reading, paid = found["changed"]
        assert reading["what"] == "Where may an ace stand in a straight?"
        assert reading["after"] == "above the king only"
        assert paid == {"what": "Duki Bonus, straight", "before": "5-1", "after": "7-1"}
        assert found["before"] != found["ruleset"]
        assert any(each["again"] for each in found["devices"])
        assert len(found["skills"]) >= max(each["again"] for each in found["devices"])
        assert found["steps"]
        assert {each["outcome"] for each in found["approvals"]} == {"lapses"}
        after = edition(readings=READINGS, pay=PAY)
        (paper,) = printed(after, [CHANGE_REQUEST], compared(edition(), after))
        assert await fetched(pit, PDF, **asked) == paper.content
        shown = await pit.ask(f"/papers/documents/{CHANGE_REQUEST}", **asked)
        assert (shown["sha256"], shown["title"]) == (paper.sha256, "Change request")
        page = await fetched(pit, f"/papers/documents/{CHANGE_REQUEST}/pages/1.png", **asked)
        assert page.startswith(b"\x89PNG")

    play(serving, scene)


def test_an_earlier_pack_is_sent_and_compared_with(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        sent = stated(edition(pay=PAY))
        made = await pit.post("/papers/manifests", {"manifest": sent})
        assert made.status_code == 200, made.text
        assert made.json()["game"] == "duki4"
        asked = {**CHOSEN, "jurisdiction": "nevada", "against": f"pack:{made.json()['id']}"}
        found = await pit.ask("/papers/change", **asked)
        assert found["changed"] == [
            {"what": "Duki Bonus, straight", "before": "7-1", "after": "5-1"}
        ]
        again = await pit.post("/papers/manifests", {"manifest": stated(edition())})
        asked["against"] = f"pack:{again.json()['id']}"
        assert (await pit.ask("/papers/change", **asked))["is_none"]

    play(serving, scene)


def test_a_table_is_compared_with_another(serving: Serving) -> None:
    new = {"table": "Low", "game": "duki4", "limits": {"ante": [500, 2500]}}

    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        other = await pit.table_of("duki4")
        id = (await pit.post("/tables", new)).json()["id"]
        found = await pit.ask("/papers/change", table=id, against=f"table:{other}")
        assert found["before"] == found["ruleset"]
        limits = next(each for each in found["changed"] if each["what"] == "Limits of the Ante")
        assert (limits["before"], limits["after"]) == ("$5 to $100", "$5 to $25")
        assert "Change request" in text_of(
            await fetched(pit, PDF, table=id, against=f"table:{other}")
        )

    play(serving, scene)


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({}, 400, "choose what to compare with"),
        ({"against": "yesterday"}, 400, "expected manual, table:ID or pack:ID"),
        ({"against": "table:nowhere"}, 404, "There is no table 'nowhere'"),
        ({"against": "pack:" + "0" * 64}, 400, "send it again"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(
    serving: Serving, asked: dict[str, str], status: int, says: str
) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        for path in ("/papers/change", PDF):
            answer = await pit.get(path, **CHANGED, **asked)
            assert answer.status_code == status, answer.text
            assert says in why(answer)
        only = {"only": CHANGE_REQUEST}
        assert (await pit.get("/papers/pack.zip", **CHANGED, **asked, **only)).status_code == status

    play(serving, scene)


def test_two_games_are_not_compared(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        other = await pit.table_of("pick2")
        answer = await pit.get(PDF, **CHOSEN, against=f"table:{other}")
        assert answer.status_code == 400
        assert "compare Duki 4 Poker with Duki 4 Poker" in why(answer)

    play(serving, scene)


def broken() -> dict[str, tuple[str, str]]:
    """Manifests that are none, or are not of this version's making."""
    good = json.loads(stated(edition()))
    return {
        "nothing": ("", "is no manifest"),
        "no JSON": ("the manifest", "is no manifest"),
        "deep": ("[" * 5000, "manifest"),
        "another file": ('{"name": "sign"}', "is no manifest"),
        "ruleset": (json.dumps(good | {"ruleset": "\x07" * 64}), "expected one that version"),
        "settings": (json.dumps(good | {"settings": {}}), "unchanged"),
        "odds": (json.dumps(good | {"pay": {"bonus.straight": "1/0"}}), "manifest.json"),
        "game": (json.dumps(good | {"game": "whist"}), "there is no game 'whist'"),
        "reading": (json.dumps(good | {"readings": {"x": "y"}}), "manifest.json"),
        "day": (json.dumps(good | {"date": "0001-01-01"}), "manifest.json"),
    }


@pytest.mark.parametrize("name", broken())
def test_a_manifest_that_makes_no_edition_is_refused_in_one_line(
    serving: Serving, name: str
) -> None:
    content, says = broken()[name]

    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        answer = await pit.post("/papers/manifests", {"manifest": content})
        assert answer.status_code == 400, answer.text
        assert says in why(answer)

    play(serving, scene)


def test_a_manifest_is_of_bounded_size_and_for_the_pit(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, pia = await visitor().sign_in("Pit"), await visitor().sign_in("Pia")
        much = {"manifest": " " * (LARGEST_MANIFEST + 1)}
        assert (await pit.post("/papers/manifests", much)).status_code == 422
        much = {"manifest": " " * (2 * LARGEST_MANIFEST)}
        assert (await pit.post("/papers/manifests", much)).status_code == 413
        assert (await pia.post("/papers/manifests", {"manifest": "{}"})).status_code == 403
        assert (await pia.get("/papers/change", **CHANGED, against="manual")).status_code == 403

    play(serving, scene)


def test_who_is_to_count_a_float_does_not_read_it_in_a_change(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dana = await employed(visitor, "Dana", "dealer", "inspector")
        pit = await visitor().sign_in("Pit")
        new = {"table": "Unseen", "game": "duki4", "is_practice": False, "automatic": "none"}
        made = await pit.post("/tables", new | {"dealer": "Dana", "inspector": "Ina"})
        id, other = made.json()["id"], await pit.table_of("duki4")
        for asked in (
            {"table": id, "against": f"table:{other}"},
            {"table": other, "against": f"table:{id}"},
        ):
            for path in ("/papers/change", PDF, f"/papers/documents/{CHANGE_REQUEST}/pages/1.png"):
                refused = await dana.get(path, **asked)
                assert (refused.status_code, why(refused)) == (403, COUNT_FIRST)

    play(serving, scene)


@pytest.mark.proof
def test_the_pack_holds_the_change_request_and_an_application_that_names_it(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        content = await fetched(pit, "/papers/pack.zip", **CHANGED, against="manual")
        after = edition(readings=READINGS, pay=PAY)
        with zipfile.ZipFile(io.BytesIO(content)) as held:
            for paper in printed(after, (), compared(edition(), after)):
                assert held.read(paper.file) == paper.content, paper.file
            listed = json.loads(held.read("manifest.json"))["documents"]
        names = [each["name"] for each in listed if not each["name"].endswith("drawing")]
        assert names == [*DOCUMENTS, CHANGE_REQUEST, APPLICATION]

    play(serving, scene)

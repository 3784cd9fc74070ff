"""Papers in the house: who sees them, for a table or a choice, as the command prints them."""

import io
import json
import zipfile
from datetime import date
from hashlib import sha256

import pytest

from tablewright.house.people.person import COUNT_FIRST
from tablewright.house.screens.print_shop import APPLICATION, DOCUMENTS
from tablewright.house.tables.floor import APPROVAL_FROM
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.papers.pack import BUILDERS, printed
from tests.house.asking_papers import (
    CHOSEN,
    DAY,
    LOGO,
    RULES,
    fetched,
    pages_of,
    printed_as,
    text_of,
)
from tests.house.clients import Visit, play, why
from tests.house.serving import Serving
from tests.house.staffing import employed

# Who may -------------------------------------------------------------------------------------------


def test_the_pit_sees_papers_and_nobody_else(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        for name in ("Pit", "Ina", "Sue", "Ada"):
            page = await (await visitor().sign_in(name)).ask("/papers")
            assert page["may_change"] == (name == "Ada")
        for name in ("Pia", "Dan", "Ivo"):
            person = await visitor().sign_in(name)
            for path in ("/papers", "/papers/edition", RULES, "/papers/pack.zip"):
                assert (await person.get(path, **CHOSEN)).status_code == 403
        assert (await visitor().get(RULES, **CHOSEN)).status_code == 401

    play(serving, scene)


def test_only_an_administrator_at_the_page_names_the_house(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ada = await visitor().sign_in("Pit"), await visitor().sign_in("Ada")
        token = (await ada.post("/tokens", {"label": "a program", "scope": "act"})).json()["token"]
        program = visitor(token)
        supplied = {"game": "duki4", "jurisdiction": "nevada", "supplied": {}}
        for path, body in (
            ("/papers/letterhead", {"name": "Cedar Room"}),
            ("/papers/supplied", supplied),
            ("/papers/logo", {"svg": LOGO}),
        ):
            assert (await pit.http.put(path, json=body)).status_code == 403
            assert (await program.http.put(path, json=body)).status_code == 403
        assert (await program.ask("/papers"))["may_change"] is False

    play(serving, scene)


# What is on offer ----------------------------------------------------------------------------------


def test_the_page_offers_every_document_game_place_and_table(serving: Serving) -> None:
    assert tuple(BUILDERS) == DOCUMENTS

    async def scene(visitor: Visit) -> None:
        page = await (await visitor().sign_in("Pit")).ask("/papers")
        assert [each["name"] for each in page["documents"]] == list(BUILDERS)
        assert {each["id"] for each in page["games"]} == {"duki4", "king-high", "pick2"}
        nevada = next(each for each in page["jurisdictions"] if each["id"] == "nevada")
        assert len(nevada["submissions"]) > 1
        tables = {each["game"]: each for each in page["tables"]}
        assert tables["duki4"]["limits"][0] == {"wager": "Ante", "low": 500, "high": 10_000}

    play(serving, scene)


def test_a_choice_says_what_to_beware_of_before_anything_is_printed(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        general = await pit.ask("/papers/edition", **CHOSEN)
        assert (general["needs_approval"], general["submission"]) == (False, "")
        nevada = await pit.ask("/papers/edition", **CHOSEN, jurisdiction="nevada")
        assert nevada["needs_approval"]
        assert not nevada["approval"]
        assert "laboratory-report" in [each["name"] for each in nevada["supplied"]]
        assert [each["name"] for each in nevada["documents"]] == [*DOCUMENTS, APPLICATION]
        assert [each["name"] for each in general["documents"]] == [*DOCUMENTS]
        none = await pit.get("/papers/documents/application.pdf", **CHOSEN)
        assert none.status_code == 400
        assert "Nothing is applied for there" in why(none)
        variation = await pit.ask(
            "/papers/edition", **CHOSEN, jurisdiction="nevada", submission="variation"
        )
        assert variation["submission"] != nevada["submission"]
        games = {each["id"]: each for each in (await pit.ask("/papers"))["games"]}
        warned = [
            f"{reading['id']}={option['id']}"
            for reading in games["king-high"]["readings"]
            for option in reading["options"]
            if option["warning"]
        ]
        loud = await pit.ask("/papers/edition", game="king-high", reading=warned[0])
        assert loud["warnings"]

    play(serving, scene)


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({}, 400, "Choose a table or a game"),
        ({"game": "whist"}, 400, "there is no game 'whist'"),
        ({**CHOSEN, "jurisdiction": "mars"}, 400, "there is no jurisdiction 'mars'"),
        ({**CHOSEN, "reading": "duki4.ace"}, 400, "expected ID=OPTION"),
        ({**CHOSEN, "reading": "duki4.ace=middle"}, 400, "not an option of reading duki4.ace"),
        ({**CHOSEN, "pay": "bonus.straight=lots"}, 400, "is not odds"),
        ({**CHOSEN, "pay": "bonus.flush=7"}, 400, "bonus"),
        ({"game": "duki4", "day": "1950-01-01"}, 400, "expected a day from 2000 to 2099"),
        ({"game": "duki4", "day": "soon"}, 422, "day"),
        ({**CHOSEN, "jurisdiction": "nevada", "submission": "x"}, 400, "knows no submission 'x'"),
        ({"table": "nowhere"}, 404, "There is no table 'nowhere'"),
        ({"table": "D1-1", "game": "duki4"}, 400, "leave them out"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line(
    serving: Serving, asked: dict[str, str], status: int, says: str
) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        for path in ("/papers/edition", RULES, "/papers/pack.zip"):
            answer = await pit.get(path, **asked)
            assert answer.status_code == status
            assert says in why(answer)

    play(serving, scene)


def test_there_is_no_other_document_page_or_drawing(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        for path in (
            "/papers/documents/menu.pdf",
            "/papers/documents/menu",
            "/papers/documents/rules-of-play.svg",
            "/papers/documents/rules-of-play/pages/99.png",
        ):
            answer = await pit.get(path, **CHOSEN)
            assert answer.status_code == 404, path
            assert why(answer)
        assert (await pit.get("/papers/pack.zip", **CHOSEN, only="menu")).status_code == 404

    play(serving, scene)


# What is printed -----------------------------------------------------------------------------------


def test_a_choice_is_printed_as_the_command_prints_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        readings = {"duki4.ace": "high-only"}
        edition = Edition(
            "duki4",
            day=DAY,
            readings=readings,
            pay={"bonus.straight": "7"},
            house=House(settings={"approval_from": APPROVAL_FROM}),
        )
        asked = CHOSEN | {"reading": "duki4.ace=high-only", "pay": "bonus.straight=7"}
        answer = await pit.get(RULES, **asked)
        assert answer.content == printed_as(edition, "rules-of-play")
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["etag"] == f'"{sha256(answer.content).hexdigest()}"'
        assert 'filename="duki4-rules-of-play.pdf"' in answer.headers["content-disposition"]
        assert "content-encoding" not in answer.headers
        shown = await pit.ask("/papers/documents/rules-of-play", **asked)
        assert shown["sha256"] == sha256(answer.content).hexdigest()
        assert shown["bytes"] == len(answer.content)

    play(serving, scene)


def test_who_has_a_paper_already_is_told_so(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        first = await pit.get(RULES, **CHOSEN)
        again = await pit.http.get(
            RULES,
            params=CHOSEN,
            headers={"If-None-Match": f'"other", {first.headers["etag"]}'},
        )
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        other = await pit.http.get(RULES, params=CHOSEN, headers={"If-None-Match": '"other"'})
        assert other.content == first.content

    play(serving, scene)


def test_a_table_is_printed_just_as_it_is_set_up(serving: Serving) -> None:
    new = {
        "table": "M7",
        "game": "king-high",
        "limits": {"high": [1500, 7500]},
        "maximum_payouts": {"pokerpot": 400_000},
        "approval_from": None,
        "takes_tips": False,
    }

    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        id = (await pit.post("/tables", new)).json()["id"]
        row = next(each for each in (await pit.ask("/papers"))["tables"] if each["id"] == id)
        assert {"wager": "High", "low": 1500, "high": 7500} in row["limits"]
        settings = {
            "table": "M7",
            "limits": {"high": (1500, 7500)},
            "maximum_payouts": {"pokerpot": 400_000},
            "takes_tips": False,
        }
        edition = Edition(
            "king-high", day=date.fromisoformat(row["day"]), house=House(settings=settings)
        )
        found = await fetched(pit, "/papers/documents/sign.pdf", table=id)
        assert found == printed_as(edition, "sign")
        assert "$75" in text_of(found)
        assert "$4,000" in text_of(found)

    play(serving, scene)


def test_every_page_is_a_picture(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        shown = await pit.ask("/papers/documents/rules-of-play", **CHOSEN)
        pdf = await fetched(pit, RULES, **CHOSEN)
        assert shown["pages"] == pages_of(pdf) > 1
        pages = [
            await fetched(pit, f"/papers/documents/rules-of-play/pages/{n}.png", **CHOSEN)
            for n in (1, shown["pages"])
        ]
        assert all(page.startswith(b"\x89PNG\r\n") for page in pages)
        assert pages[0] != pages[1]

    play(serving, scene)


def test_the_pack_is_one_file_with_a_manifest_that_holds(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")

        async def pack() -> bytes:
            answer = await pit.http.get(
                "/papers/pack.zip", params={**CHOSEN, "only": ["layout", "rules-of-play"]}
            )
            assert answer.status_code == 200, answer.text
            return answer.content

        first = await pack()
        assert first == await pack()
        with zipfile.ZipFile(io.BytesIO(first)) as held:
            files = {name: held.read(name) for name in held.namelist()}
            assert {each.date_time for each in held.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        manifest = json.loads(files.pop("manifest.json"))
        assert (manifest["game"], manifest["date"]) == ("duki4", DAY.isoformat())
        assert [each["name"] for each in manifest["documents"]] == [
            "rules-of-play",
            "layout",
            "layout-drawing",
        ]
        assert {each["file"]: each["sha256"] for each in manifest["documents"]} == {
            name: sha256(content).hexdigest() for name, content in files.items()
        }
        assert files["duki4-rules-of-play.pdf"] == await fetched(pit, RULES, **CHOSEN)
        drawing = await fetched(pit, "/papers/documents/layout.svg", **CHOSEN)
        assert files["duki4-layout.svg"] == drawing

    play(serving, scene)


@pytest.mark.proof
@pytest.mark.parametrize("game", ["duki4", "king-high", "pick2"])
def test_the_whole_pack_for_a_regulator_is_what_the_command_prints(
    serving: Serving, game: str
) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        asked = {"game": game, "day": DAY.isoformat(), "jurisdiction": "nevada"}
        content = await fetched(pit, "/papers/pack.zip", **asked)
        edition = Edition(
            game,
            day=DAY,
            jurisdiction="nevada",
            house=House(settings={"approval_from": APPROVAL_FROM}),
        )
        with zipfile.ZipFile(io.BytesIO(content)) as held:
            for paper in printed(edition):
                assert held.read(paper.file) == paper.content, paper.file

    play(serving, scene)


def test_who_is_to_count_the_float_is_not_told_it_by_a_manifest(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        dora = await employed(visitor, "Dora", "dealer", "inspector")
        pit = await visitor().sign_in("Pit")
        new = {"table": "Blind", "game": "duki4", "is_practice": False, "automatic": "none"}
        made = await pit.post("/tables", new | {"dealer": "Dora", "inspector": "Ina"})
        asked = {"table": made.json()["id"], "only": "layout"}
        refused = await dora.get("/papers/pack.zip", **asked)
        assert (refused.status_code, why(refused)) == (403, COUNT_FIRST)
        assert (await dora.get("/papers/edition", table=asked["table"])).status_code == 200
        with zipfile.ZipFile(io.BytesIO(await fetched(pit, "/papers/pack.zip", **asked))) as held:
            manifest = held.read("manifest.json").decode()
        assert "Dora" not in manifest, "papers are for those who work there"

    play(serving, scene)

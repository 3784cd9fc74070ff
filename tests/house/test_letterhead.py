"""The house as its papers name it: set by an administrator, tried, kept, and printed."""

import asyncio
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tablewright.house.books.database import Database
from tablewright.house.screens.letterhead import Letterhead, Letterheads
from tablewright.house.server.app import LARGEST_BODY
from tablewright.papers.houses import House
from tests.house.asking_papers import CHOSEN, LOGO, RULES, fetched, text_of
from tests.house.clients import Visit, Visitor, play, why
from tests.house.serving import Serving


@pytest.fixture
def unnamed(serving: Serving) -> Iterator[None]:
    """Afterwards the house has no name and no logo again."""
    yield

    async def forget() -> None:
        letterheads = serving.house.letterheads
        await letterheads.set(Letterhead())
        await letterheads.set_logo("")
        await letterheads.set_supplied("duki4", "new-jersey", {})

    serving.run(forget())


@pytest.mark.usefixtures("unnamed")
def test_the_house_is_named_on_its_papers(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        named = {"name": " Cedar Room ", "address": "12 Front Street", "paper": "a4"}
        answer = await ada.http.put("/papers/letterhead", json=named)
        kept = named | {"name": "Cedar Room"}
        assert answer.json() == kept
        assert (await ada.ask("/papers"))["letterhead"] == kept
        rules = await fetched(ada, RULES, **CHOSEN)
        assert "Cedar Room" in text_of(rules)
        assert "12 Front Street" in text_of(rules)
        for wrong in (
            {"name": "C" * 201},
            {"name": "Cedar\nRoom"},
            {"paper": "vellum"},
            {"motto": "none"},
        ):
            refused = await ada.http.put("/papers/letterhead", json=wrong)
            assert refused.status_code in (400, 422), wrong
            assert why(refused)
        assert (await ada.ask("/papers"))["letterhead"] == kept

    play(serving, scene)


@pytest.mark.usefixtures("unnamed")
def test_a_logo_is_tried_kept_shown_and_removed(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        plain = await fetched(ada, RULES, **CHOSEN)
        large = LOGO.replace("<rect", f"<!--{'x' * LARGEST_BODY}--><rect")
        assert (await ada.http.put("/papers/logo", json={"svg": large})).status_code == 204
        logo = await ada.get("/papers/logo.svg")
        assert logo.text == large
        assert "sandbox" in logo.headers.get_list("content-security-policy")[0]
        assert (await ada.ask("/papers"))["logo"] == sha256(large.encode()).hexdigest()
        assert await fetched(ada, RULES, **CHOSEN) != plain
        assert (await ada.http.put("/papers/logo", json={"svg": ""})).status_code == 204
        assert (await ada.get("/papers/logo.svg")).status_code == 404
        assert await fetched(ada, RULES, **CHOSEN) == plain

    play(serving, scene)


@pytest.mark.parametrize(
    ("svg", "says"),
    [
        ("a picture", "is not SVG"),
        ("<html/>", "expected an SVG drawing"),
        (f"<!DOCTYPE svg>{LOGO}", "declares a document type"),
        (LOGO.replace("<rect", "<image href='https://elsewhere.example/x.png'/><rect"), "fetches"),
        (LOGO + "\x00", "expected SVG"),
        ('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>', "cannot be drawn"),
    ],
)
def test_a_logo_that_cannot_be_printed_is_refused(serving: Serving, svg: str, says: str) -> None:
    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        answer = await ada.http.put("/papers/logo", json={"svg": svg})
        assert answer.status_code == 400
        assert says in why(answer)
        assert not (await ada.ask("/papers"))["logo"]

    play(serving, scene)


def test_only_an_administrator_may_send_as_much_as_a_logo(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ada, pit = await visitor().sign_in("Ada"), await visitor().sign_in("Pit")
        much = {"svg": "x" * LARGEST_BODY}
        assert (await pit.http.put("/papers/logo", json=much)).status_code == 413
        assert (await ada.http.put("/papers/letterhead", json=much)).status_code == 413
        too_much = {"svg": "é" * 600_000}
        assert "up to 1 MB" in why(await ada.http.put("/papers/logo", json=too_much))

    play(serving, scene)


@pytest.mark.usefixtures("unnamed")
def test_what_people_supply_is_of_one_game_and_place_and_no_longer_lacks(serving: Serving) -> None:
    photograph = "layout-photograph"

    async def missing(visitor: Visitor, **asked: str) -> list[str]:
        found = await visitor.ask("/papers/edition", **asked)
        return [each["name"] for each in found["supplied"] if not each["given"]]

    async def scene(visitor: Visit) -> None:
        ada = await visitor().sign_in("Ada")
        asked = CHOSEN | {"jurisdiction": "new-jersey"}
        layout = await ada.ask("/papers/documents/layout", **asked)
        lacks = {each["id"]: each for each in layout["lacks"]}
        assert lacks[photograph]["is_of_people"]
        assert lacks[photograph]["source"]
        assert photograph in await missing(ada, **asked)
        new = {
            "game": "Duki 4 Poker",
            "jurisdiction": "new-jersey",
            "supplied": {photograph: "Print 3 of 4 May 2026", "petition": " "},
        }
        answer = await ada.http.put("/papers/supplied", json=new)
        assert answer.json()["supplied"] == {photograph: "Print 3 of 4 May 2026"}
        now = await missing(ada, **asked)
        assert photograph not in now
        assert "petition" in now
        layout = await ada.ask("/papers/documents/layout", **asked)
        assert [each["id"] for each in layout["lacks"]] == [e for e in lacks if e != photograph]
        assert photograph in await missing(ada, **(asked | {"jurisdiction": "massachusetts"}))
        assert photograph in await missing(ada, **(asked | {"game": "pick2"}))
        for wrong in ({"supplied": {"a-favour": "x"}}, {"jurisdiction": "mars"}, {"game": "whist"}):
            refused = await ada.http.put("/papers/supplied", json=new | wrong)
            assert refused.status_code == 400
            assert why(refused)

    play(serving, scene)


def test_the_letterhead_is_kept_for_the_next_start(ready_address: str) -> None:
    async def scene() -> None:
        database = await Database.open(ready_address)
        try:
            first = Letterheads(database)
            await asyncio.gather(
                first.set(Letterhead(name="Ärger & Söhne", paper="a4")),
                first.set_logo(LOGO),
                first.set_supplied("duki4", "nevada", {"laboratory-report": "Report"}),
                first.set_supplied("pick2", "nevada", {"laboratory-report": "Another"}),
            )
            house = await Letterheads(database).house("duki4", "nevada", "new-game")
            assert house == House(
                name="Ärger & Söhne",
                paper="a4",
                logo=LOGO,
                submission="new-game",
                supplied={"laboratory-report": "Report"},
            )
        finally:
            await database.close()

    asyncio.run(scene())

"""Certificates on the page: an examiner signs one, its holder shows, prints and converts it."""

import re
from datetime import UTC, datetime
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from tablewright.games import game as game_named
from tablewright.house.books.options import Options
from tablewright.house.classroom.conversion_records import made_again
from tablewright.house.house import House
from tablewright.table.setup import Setup, Staff
from tests.browser.chromium import NARROW
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits
from tests.house.certified import known
from tests.house.examined import examined
from tests.house.serving import employ

OTHER_RULES = {"duki4.three-vs-unqualified": "push"}


async def taught_and_examined(house: House) -> str:
    """Dana, who deals, is in a class of Ivo's, and has passed an audition; its id."""
    await employ(house, {"Dana": ["dealer"]})
    ivo, dan = await known(house, "Ivo"), await known(house, "Dana")
    made = await house.classes.make(ivo, "For certificates")
    await house.classes.add(ivo, made.id, ["Dana"])
    return await examined(house, dan)


async def opened_otherwise(house: House) -> None:
    """A table for money at which one line is paid otherwise."""
    undecided = game_named("duki4").ruleset().undecided
    readings = {each.id: each.default for each in undecided} | OTHER_RULES
    day = datetime.now(UTC).date()
    setup = Setup(
        table="X9",
        game="duki4",
        day=day,
        readings=readings,
        automatic=(),
        staff=Staff("Dan", "Ina", "Pit", "Sue"),
    )
    await house.floor.open(setup, Options(pace=0))


def answer_rightly(page: Page, house: OpenHouse) -> None:
    """Answer a conversion to its end, past the page; then look at it there."""
    id = page.url.rsplit("/", 1)[-1]

    async def right(question: str, stage: int) -> dict[str, Any]:
        row = await house.serving.house.converting.records.find(id)
        assert row
        drill = next(q.drill for q in row.kept.questions if q.drill.id == question)
        keys = made_again(row.kept.setup, drill.reference).keys[stage]
        given: dict[str, Any] = msgspec.to_builtins(
            {part: key.right for part, key in keys.items()}, str_keys=True
        )
        return given

    now = page.request.get(f"/api/school/conversions/{id}").json()
    while asked := now["question"]:
        given = house.serving.run(right(asked["id"], asked["number"]))
        body = {"question": asked["id"], "stage": asked["number"], "given": given}
        answer = page.request.post(f"/api/school/conversions/{id}/answer", data=body)
        assert answer.ok, answer.text()
        now = answer.json()
    page.reload()


def test_an_examiner_signs_a_certificate_which_fills_one_sheet_and_a_conversion_renews_it(
    house: OpenHouse, visits: Visits
) -> None:
    audition = house.serving.run(taught_and_examined(house.serving.house))
    ivo = visits.come_as("Ivo", path=f"#/school/audition/{audition}")
    ivo.get_by_role("link", name="Sign the certificate").click()
    signs = ivo.get_by_role("button", name="Sign the certificate")
    expect(signs).to_be_disabled()
    ivo.get_by_label("I have looked at the result").check()
    signs.click()
    sheet = ivo.get_by_role("article", name=re.compile("^Certificate "))
    row = house.serving.run(house.serving.house.auditions.records.find(audition))
    assert row
    assert row.outcome
    for words in (
        "Dana",
        "Duki 4 Poker",
        "Ivo",
        row.kept.ruleset,
        row.kept.seed,
        row.outcome.result.journal_hash,
        "automatic shuffler with two decks",
    ):
        expect(sheet).to_contain_text(words)
    printed = ivo.pdf(prefer_css_page_size=True, width="11in", height="8.5in")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, "it fills one sheet"
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", printed)
    assert all(float(width) > float(height) for width, height in boxes)

    house.serving.run(opened_otherwise(house.serving.house))
    id = ivo.url.rsplit("/", 1)[-1]
    dan = visits.come_as("Dana", NARROW, path=f"#/school/certificate/{id}")
    there = dan.get_by_role("listitem").filter(has_text="the rules of X9")
    one = there.filter(has_text="automatic shuffler with two decks").first
    expect(one).to_contain_text("three-vs-unqualified")
    one.get_by_role("button", name="Convert: 1 skill").click()
    unknown = dan.get_by_role("button", name=re.compile("^I don’t know"))
    again = dan.get_by_role("status").filter(has_text="What was wrong comes again")
    expect(unknown).to_be_visible()
    expect(again).to_be_hidden()
    while not again.is_visible():
        before = dan.locator(".part").inner_text()
        unknown.click()
        dan.wait_for_function(
            "before => document.querySelector('.again')"
            " || document.querySelector('.part')?.innerText !== before",
            arg=before,
        )
    answer_rightly(dan, house)
    expect(dan.get_by_role("status").filter(has_text="Not passed: 50 %")).to_be_visible()
    dan.get_by_role("link", name="The certificate").click()
    one.get_by_role("button", name="Convert: 1 skill").click()
    expect(unknown).to_be_visible()
    answer_rightly(dan, house)
    expect(dan.get_by_role("status").filter(has_text="Passed with 100 %")).to_be_visible()

    ivo.goto("/#/school/certificates")
    ivo.get_by_role("link", name=re.compile("^Dana: Duki 4 Poker")).click()
    ivo.get_by_role("button", name="Sign the conversion").click()
    expect(ivo.get_by_role("status").filter(has_text="Signed.")).to_be_visible()
    dan.goto(f"/#/school/certificate/{id}")
    expect(dan.get_by_role("heading", name="Renewed by conversion")).to_be_visible()
    expect(one).to_be_hidden()

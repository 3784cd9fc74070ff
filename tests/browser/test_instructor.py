"""An instructor on the page: makes a class, sees whom to help, assigns, overrules and signs."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.house import OpenHouse
from tests.browser.test_access import axe, findings
from tests.browser.visiting import Visits
from tests.house.class_of_twelve import TWELVE, fill

__all__ = ["axe"]

WIDTH = "document.documentElement.scrollWidth"
BRUNO = "Bruno Kalns"
FOUR = [way for way in TWELVE if way.name in (BRUNO, "Elza Sala", "Ieva Osis", "Karl Zars")]


@pytest.fixture(scope="module")
def class_id(house: OpenHouse) -> int:
    """A class with weeks of answers."""
    serving = house.serving
    return serving.run(fill(serving.house, datetime.now(UTC), FOUR, count=12)).id


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def look(page: Page, path: str, heading: str) -> None:
    """A page has come, and nothing of it stands out of the window."""
    page.goto(f"/#{path}")
    expect(page.get_by_role("heading", name=heading).first).to_be_visible()
    size = page.viewport_size
    assert size is not None
    assert page.evaluate(WIDTH) == size["width"], path


def test_a_class_is_made_and_people_are_added(visits: Visits) -> None:
    page = visits.come_as("Ivo", NARROW, "#/school")
    page.get_by_role("link", name="Your classes").click()
    page.get_by_label("New class").fill("King High, spring")
    page.get_by_role("button", name="Make the class").click()
    expect(page.get_by_role("heading", name="King High, spring")).to_be_visible()
    page.get_by_role("button", name="Add people …").click()
    dialog(page).get_by_label("Names of their accounts").fill("Pia\nDan")
    dialog(page).get_by_role("button", name="Add 2 people").click()
    expect(page.get_by_role("heading", name=re.compile("^Help first: [12] of 2$"))).to_be_visible()
    page.get_by_role("button", name="Change …").click()
    dialog(page).get_by_label("Name", exact=True).fill("King High, summer")
    dialog(page).get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("heading", name="King High, summer")).to_be_visible()
    page.get_by_role("button", name="Change …").click()
    dialog(page).get_by_role("button", name="Close the class …").click()
    dialog(page).get_by_role("button", name="Close the class").click()
    expect(page.get_by_text("Closed classes (1)")).to_be_visible()


def test_whom_to_help_is_seen_at_once_and_helped(visits: Visits, class_id: int) -> None:
    page = visits.come_as("Ivo", WIDE, f"#/school/classes/{class_id}")
    first = page.locator("section").filter(
        has=page.get_by_role("heading", name=re.compile("^Help first"))
    )
    card = first.get_by_role("listitem").first
    expect(card.get_by_role("heading", name=BRUNO)).to_be_in_viewport()
    expect(card.get_by_text("Wrong 5 of the last 5").first).to_be_in_viewport()
    card.get_by_role("button", name=f"Assign to {BRUNO}").click()
    expect(dialog(page).get_by_role("combobox", name=re.compile("^Skill"))).to_be_visible()
    expect(dialog(page).get_by_text("To 1 of 4")).to_be_visible()
    dialog(page).get_by_role("button", name="Assign", exact=True).click()
    expect(page.get_by_text(f"Assigned to {BRUNO}.")).to_be_visible()
    # The trainee begins it from their school.
    trainee = visits.come_as(BRUNO, NARROW, "#/school")
    todo = trainee.locator("section").filter(
        has=trainee.get_by_role("heading", name="Assigned to you")
    )
    expect(todo.get_by_role("listitem")).to_have_count(4)
    todo.get_by_role("button", name=re.compile("^Begin: Practise")).last.click()
    expect(trainee.get_by_role("button", name=re.compile("^I don’t know"))).to_be_visible()


def test_a_mark_is_overruled_an_item_signed_and_the_trainee_sees_both(
    visits: Visits, class_id: int
) -> None:
    page = visits.come_as("Ivo", NARROW, f"#/school/classes/{class_id}")
    page.get_by_role("link", name=BRUNO).first.click()
    page.get_by_role("checkbox", name="Only what was wrong").check()
    page.get_by_role("button", name=re.compile("^Overrule the mark")).first.click()
    dialog(page).get_by_role("radio", name="Right", exact=True).check()
    dialog(page).get_by_label("Why").fill("It was right at the table.")
    dialog(page).get_by_role("button", name="Overrule and sign").click()
    expect(page.get_by_text("“It was right at the table.”")).to_be_visible()
    page.get_by_role("button", name=re.compile("practical checklist of Duki 4 Poker")).click()
    dialog(page).get_by_role("button", name=re.compile("^Sign: ")).first.click()
    expect(dialog(page).get_by_text(re.compile(r"✓ Ivo, "))).to_be_visible()
    trainee = visits.come_as(BRUNO, WIDE, "#/school")
    trainee.get_by_role("button", name="What you answered").click()
    expect(dialog(trainee).get_by_text(re.compile("^Ivo overruled the mark on "))).to_be_visible()
    look(trainee, "/school/duki4/lesson/practical", "Practical checklist")
    expect(trainee.get_by_text(re.compile("^Seen by Ivo, "))).to_be_visible()


def test_target_times_are_set_and_taken_back(visits: Visits) -> None:
    page = visits.come_as("Ivo", WIDE, "#/school/paces")
    field = page.get_by_label("Seconds for Read the hand")
    for seconds in ("12", ""):
        field.fill(seconds)
        page.get_by_role("button", name="Set the times").click()
        expect(page.get_by_text("The target times are set.").first).to_be_visible()
        page.reload()
        expect(field).to_have_value(seconds)


def test_access(visits: Visits, class_id: int, axe: str, size: Size) -> None:
    page = visits.come_as("Ivo", size, "#/school")
    pupil = page.request.get(f"/api/school/classes/{class_id}").json()["people"][0]
    found: list[str] = []
    for path, heading in (
        ("/school/classes", "Your classes"),
        (f"/school/classes/{class_id}/patterns", "What goes wrong"),
        (f"/school/pupils/{pupil['account']}", pupil["name"]),
        ("/school/paces", "Target times"),
        (f"/school/classes/{class_id}", "Duki 4, autumn"),
    ):
        look(page, path, heading)
        expect(page.get_by_text("One moment …")).to_have_count(0)
        found += findings(page, axe)
    page.get_by_role("button", name="Assign …", exact=True).first.click()
    expect(dialog(page).get_by_role("combobox", name=re.compile("^Drill"))).to_be_visible()
    assert not found + findings(page, axe)

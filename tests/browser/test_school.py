"""The school on the page: learning by keyboard, by touch, over a bad line and after a reload."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.learning import (
    answer_by_keyboard,
    go_button,
    open_question,
    options,
    pass_over,
    verdict,
)
from tests.browser.test_access import axe, findings
from tests.browser.visiting import Visits, tab_to

__all__ = ["axe"]

NEVER_EARLY = {"right", "also", "in_part", "missed", "rule", "skill", "seed", "source", "keys"}
"""What a question is marked by: none of it is sent before the answer."""
WIDTH = "document.documentElement.scrollWidth"
"""How wide the page is: a phone widens its window to what stands out of it."""
GAME = "duki4"
MOST_FRAMES = 12
"""More than any table is watched for."""


def come(visits: Visits, size: Size = WIDE, path: str = "#/school", **options: Any) -> Page:
    """A guest in the school."""
    page = visits.come(size, path, **options)
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_attached()
    return page


def test_a_guest_learns_by_keyboard_alone(visit: Callable[..., Page]) -> None:
    page = visit()
    tab_to(page, "School", "link")
    page.keyboard.press("Enter")
    tab_to(page, "Learn Duki 4 Poker")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Lessons")).to_be_visible()
    tab_to(page, "School", "link")
    page.keyboard.press("Enter")
    tab_to(page, "Start today’s session")
    page.keyboard.press("Enter")
    for number in range(1, 4):
        answer_by_keyboard(page)
        expect(page.get_by_text(re.compile(rf"^{number} answered\b"))).to_be_visible()
        expect(verdict(page)).to_be_focused()
        address = page.url
        page.wait_for_timeout(500)  # A key that comes at once is held to be meant for the answer.
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(address)


@pytest.mark.parametrize("kind", ["amount", "chips"])
def test_a_payment_is_made_by_touch(visits: Visits, kind: str) -> None:
    page = visits.come(NARROW, "#/school", has_touch=True, is_mobile=True)
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    assert page.evaluate(WIDTH) == NARROW["width"]
    asked = open_question(page, GAME, "pay", kind)
    for part in asked["stage"]["parts"]:
        expect(page.get_by_role("heading", name=part["asks"], exact=True)).to_be_visible()
        match part["kind"]:
            case "choose":
                options(page).last.tap()
                expect(options(page).last).to_have_attribute("aria-pressed", "true")
            case "amount":
                page.get_by_role("textbox").fill("35")
            case "chips":
                pay_a_chip(page)
        go_button(page).tap()
    expect(verdict(page)).to_be_attached()
    assert page.evaluate(WIDTH) == NARROW["width"]


def pay_a_chip(page: Page) -> None:
    """Two chips are paid, and one of them is taken back."""
    chip = page.get_by_role("list", name="The rack").get_by_role("button").last
    chip.tap()
    chip.tap()
    paid = page.get_by_role("button", name=re.compile(r"^2 of .*: take one back$"))
    paid.tap()
    expect(page.get_by_role("button", name=re.compile(r"^1 of .*: take one back$"))).to_be_visible()


def test_nothing_of_the_answer_is_sent_before_it_is_given(visits: Visits) -> None:
    page = come(visits)
    sent: list[Any] = []

    def hear(response: Response) -> None:
        if "/api/school/drills" in response.url:
            sent.append(response.json())

    page.on("response", hear)
    for drill in ("read", "pay", "settle"):
        page.goto(f"/#/school/{GAME}")
        page.get_by_role("button", name=re.compile(rf"^Practise: {drill}", re.IGNORECASE)).click()
        expect(go_button(page)).to_be_visible()
        page.goto("/#/school")
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    assert len(sent) >= 3
    for each in sent:
        assert not NEVER_EARLY & set(_names(each))


def _names(sent: Any) -> list[str]:
    """Every name of a field in what was sent."""
    if isinstance(sent, dict):
        return [*sent, *(name for each in sent.values() for name in _names(each))]
    return [name for each in sent for name in _names(each)] if isinstance(sent, list) else []


def test_a_reload_goes_on_with_the_same_stage(visits: Visits) -> None:
    page = come(visits)
    open_question(page, GAME, "settle")
    expect(page.get_by_text(re.compile(r"^Step 1 of"))).to_be_visible()
    pass_over(page)
    page.get_by_role("button", name=re.compile("^Go on")).click()
    expect(page.get_by_text(re.compile(r"^Step 2 of"))).to_be_visible()
    page.reload()
    expect(page.get_by_text(re.compile(r"^Step 2 of"))).to_be_visible()
    expect(go_button(page)).to_be_visible()


def test_an_answer_outlives_a_lost_connection(visits: Visits) -> None:
    page = come(visits)
    visits.let_be_cut(page)
    asked = open_question(page, GAME, "compare", "choose")
    page.context.set_offline(True)
    for part in asked["stage"]["parts"]:
        expect(page.get_by_role("group", name=part["asks"], exact=True)).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
    lost = page.get_by_role("alert").filter(has_text="Your answer is kept")
    expect(lost).to_be_visible()
    expect(lost.get_by_role("button", name="Send it again")).to_be_in_viewport()
    page.context.set_offline(False)
    expect(verdict(page)).to_be_attached()
    given = asked["stage"]["parts"][0]["options"][0]["says"]
    expect(page.locator(".marks li").first).to_contain_text(given)


def test_a_watched_table_goes_on_by_itself_until_it_is_stopped(visits: Visits) -> None:
    page = come(visits)
    page.clock.install()
    open_question(page, GAME, "guard")
    step = page.get_by_text(re.compile(r"^Step \d+$"))
    expect(step).to_have_text(re.compile("^Step 1$"))
    page.clock.run_for(60_000)
    expect(step).to_have_text(re.compile("^Step 1$"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("timer")).to_be_visible()
    page.clock.run_for(60_000)
    on = page.get_by_role("button", name=re.compile("^Go on"))
    expect(step.filter(has_text="Step 2").or_(on).first).to_be_visible()
    if on.is_visible():
        on.click()
    page.keyboard.press("Space")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.clock.run_for(60_000)
    expect(step).to_have_text(re.compile("^Step 2$"))


def test_what_was_named_at_a_watched_table_is_not_asked_again(visits: Visits) -> None:
    page = come(visits)
    open_question(page, GAME, "guard", skill=f"guard {GAME}.protection.late.returned")
    page.keyboard.press("Enter")
    ruling = page.get_by_role("heading", name=re.compile("What is done about it"))
    on = page.get_by_role("button", name=re.compile("^Go on"))
    stop = page.get_by_role("button", name=re.compile("^Stop"))
    named = 0
    while not ruling.is_visible():
        expect(stop.or_(on).or_(ruling).first).to_be_visible()
        if on.is_visible():
            on.click()
        elif stop.is_visible():
            assert not page.locator(".before").is_visible()  # What is right is named once.
            page.keyboard.press("Space")
            page.get_by_role("option", name="A wager was laid after no more bets").click()
            go_button(page).click()
            named += 1
        assert named < MOST_FRAMES
    assert named


def test_an_examination_tells_nothing_before_its_end(visits: Visits) -> None:
    page = come(visits, path=f"#/school/{GAME}")
    page.get_by_role("button", name=re.compile("^Examination: Compare", re.IGNORECASE)).click()
    over = page.get_by_role("heading", name=re.compile(r"^\d+ of \d+ right$"))
    for _ in range(12):
        expect(go_button(page).or_(over)).to_be_visible()
        if over.is_visible():
            break
        expect(verdict(page)).to_be_hidden()
        page.get_by_role("button", name=re.compile("^I don’t know")).click()
    expect(over).to_be_visible()
    expect(page.locator(".marks li").first).to_contain_text("Right is")


def test_access(visits: Visits, size: Size, axe: str) -> None:
    page = come(visits, size)
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    found = findings(page, axe)
    page.goto(f"/#/school/{GAME}")
    page.locator("summary").filter(has_text="Hands").first.click()
    expect(page.get_by_role("button", name=re.compile("^Ask me this")).first).to_be_visible()
    found += findings(page, axe)
    page.goto(f"/#/school/{GAME}/lesson/wagers")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    found += findings(page, axe)
    for drill, kind in (
        ("read", "choose"),
        ("pay", "chips"),
        ("settle", "choose"),
        ("deal", "choose"),
    ):
        open_question(page, GAME, drill, kind)
        found += findings(page, axe)
    pass_over(page)
    assert not found + findings(page, axe)

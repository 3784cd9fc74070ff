"""Learning on the page: questions are found and answered with the eyes and hands of a trainee."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect

GO = re.compile(r"^(Answer|Next part)\b")
VERDICT = re.compile(r"^(Right|Right in part|Wrong)$")
IN_SIGHT = "document.querySelector('.step')?.innerText + document.querySelector('.part')?.innerText"
"""Which stage and which part of it."""
MOST_PARTS = 40
"""More than any stage asks for."""
SOME = 30
"""So many questions of one skill ask for every kind of part that it has."""


def open_question(
    page: Page, game: str, drill: str, kind: str = "", skill: str = ""
) -> dict[str, Any]:
    """A question whose first stage asks for such a part, as the page then shows it."""
    for each in [skill] * SOME if skill else ["", *_skills(page, game, drill)]:
        wanted = {"game": game, "drill": drill, "skill": each}
        answer = page.request.post("/api/school/drills", data=wanted)
        assert answer.ok, answer.text()
        asked: dict[str, Any] = answer.json()
        if not kind or kind in {part["kind"] for part in asked["stage"]["parts"]}:
            page.goto(f"/#/school/drill/{asked['id']}")
            begin = page.get_by_role("button", name=re.compile("^Begin( Enter)?$"))
            expect(go_button(page).or_(begin)).to_be_visible()
            return asked
    raise AssertionError(f"{drill} of {game} never asks for {kind}")


def _skills(page: Page, game: str, drill: str) -> Iterator[str]:
    """The skills that a drill asks for."""
    for topic in page.request.get(f"/api/school/games/{game}").json()["topics"]:
        for group in topic["groups"]:
            yield from (s["id"] for s in group["skills"] if s["id"].startswith(f"{drill} "))


def go_button(page: Page) -> Locator:
    return page.get_by_role("button", name=GO)


def verdict(page: Page) -> Locator:
    """What came of an answer."""
    return page.get_by_role("heading", name=VERDICT)


def options(page: Page) -> Locator:
    """The answers of the part at hand, where some are given."""
    return page.locator(".part .options").get_by_role("button")


def pass_over(page: Page) -> None:
    """Leave every part of the stage without an answer, and see what would have been right."""
    for _ in range(MOST_PARTS):
        unknown = page.get_by_role("button", name=re.compile("^I don’t know"))
        expect(unknown.or_(verdict(page)).first).to_be_attached()
        if verdict(page).count():
            return
        before = page.evaluate(IN_SIGHT)
        unknown.click()
        _wait_for_more(page, before)


def answer_by_keyboard(page: Page) -> None:
    """Answer the stage in sight with keys alone, rightly or not."""
    for _ in range(MOST_PARTS):
        expect(go_button(page).or_(verdict(page)).first).to_be_attached()
        if verdict(page).count():
            return
        _answer_part(page, page.evaluate(IN_SIGHT))


def _answer_part(page: Page, before: str) -> None:
    if page.get_by_role("combobox").is_visible():
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    elif page.locator(".part input[inputmode=decimal]").is_visible():
        page.keyboard.type("12.50")
    elif page.locator(".part textarea").is_visible():
        page.keyboard.type("no more bets")
    elif page.get_by_text(re.compile(r"^0 of \d picked$")).is_visible():
        count = int(page.get_by_text(re.compile(r"^0 of \d picked$")).inner_text()[5])
        for number in range(1, count + 1):
            page.keyboard.press(str(number))
    else:
        page.keyboard.press("1")
    page.keyboard.press("Enter")
    _wait_for_more(page, before)


def _wait_for_more(page: Page, before: str) -> None:
    """The next part has come, or the next stage, or the marks."""
    page.wait_for_function(
        f"before => document.querySelector('.outcome') || ({IN_SIGHT}) !== before", arg=before
    )

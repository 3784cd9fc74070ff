"""Auditions on the page, taken with the hands of a candidate, who knows nothing from the page."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tablewright.school.auditions.seen import STOP
from tablewright.school.questions import Amount, AnyPart, Choose, Given, Say
from tests.browser.house import OpenHouse
from tests.house.auditioned import PAUSE, HandClock, Knowing

MOST_ACTS = 200


def begin(page: Page, house: OpenHouse, clock: HandClock, game: str, device: str) -> Knowing:
    """Begin an audition of a game on a device."""
    page.goto(f"/#/school/{game}/audition")
    page.get_by_label("Device").select_option(device)
    page.get_by_role("button", name="Begin the audition").click()
    expect(stop_button(page)).to_be_visible()
    id = page.url.rsplit("/", 1)[-1]
    return Knowing(house.serving, id, clock)


def stop_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Stop the game( Esc)?$"))


def deal(page: Page, knows: Knowing, clock: HandClock, *, is_right: bool = True) -> None:
    """Deal to the end: one round, rightly or wrongly in everything."""
    for _ in range(MOST_ACTS):
        clock.now += PAUSE
        given = knows.next(is_right=is_right, rounds=1)
        if knows.audition.is_over:
            return
        if given is not None:
            act(page, knows, given)
            answered(page, knows.audition.turn)
    raise AssertionError("the audition never ends")


def answered(page: Page, turn: int) -> None:
    """The page has what follows: what is asked next, or the result."""
    page.wait_for_function(
        "turn => Number(document.querySelector('.asking')?.dataset.turn ?? Infinity) > turn",
        arg=turn,
    )


def act(page: Page, knows: Knowing, given: Given) -> None:
    """Do, say or pay something on the page, or stop the game."""
    audition = knows.audition
    if STOP in given:
        stop_button(page).click()
        says = _says(audition.trouble.part, given[STOP])
        page.get_by_role("option", name=says, exact=True).click()
        page.get_by_role("button", name="Stop the game for this").click()
        return
    parts = audition.shown().parts
    if len(parts) == 1 and not audition.shown().is_stopped and _options(parts[0]):
        says = _says(parts[0], given[parts[0].id])
        page.locator(".asking").get_by_role("option", name=says, exact=True).click()
        return
    for part in parts:
        _fill(page, part, given[part.id])
    page.get_by_role("button", name=re.compile("^Done")).click()


def _options(part: AnyPart) -> list[Any]:
    return list(part.options) if isinstance(part, Choose | Say) else []


def _says(part: AnyPart, id: str) -> str:
    return str(next(each.says for each in _options(part) if each.id == id))


def _fill(page: Page, part: AnyPart, value: Any) -> None:
    form = page.locator(".asking form")
    match part:
        case Amount():
            form.get_by_label(part.asks, exact=True).fill(f"{value // 100}.{value % 100:02}")
        case Choose():
            group = form.get_by_role("radiogroup", name=part.asks, exact=True)
            if group.count():
                group.get_by_role("radio", name=_says(part, value), exact=True).check()
            else:
                form.get_by_label(part.asks, exact=True).select_option(str(value))
        case _:
            raise AssertionError(f"{part.id} is asked in a way that no candidate here knows")

"""Auditions on the page: each game on each device, passed and failed; stopped, reloaded, watched."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Response, expect

from tablewright.house.people.person import person_of
from tablewright.school.auditions.seen import STOP
from tests.browser.auditioning import act, begin, deal, stop_button
from tests.browser.chromium import NARROW, WIDE, Size
from tests.browser.house import OpenHouse
from tests.browser.test_access import axe, findings
from tests.browser.visiting import Visits
from tests.house.auditioned import PAUSE, SHORT, HandClock

__all__ = ["axe"]

PAIRS = [
    ("duki4", "shuffler"),
    ("duki4", "one-deck-shuffler"),
    ("duki4", "hand"),
    ("king-high", "six-deck-shuffler"),
    ("king-high", "shoe"),
    ("pick2", "shuffler"),
    ("pick2", "one-deck-shuffler"),
    ("pick2", "hand"),
]
TAKEN = {("duki4", "shuffler", True), ("king-high", "shoe", True), ("pick2", "hand", False)}
CASES = [
    pytest.param(*each, is_right, marks=[] if (*each, is_right) in TAKEN else pytest.mark.proof)
    for each in PAIRS
    for is_right in (True, False)
]
"""Each game once, and each on each device, passed and failed, in the proof."""
NEVER_EARLY = {"seed", "salt", "mark", "marks", "right", "rule", "skill", "source", "keys"}
GAME, DEVICE = PAIRS[0]


@pytest.fixture
def clock(house: OpenHouse) -> Iterator[HandClock]:
    """The clock of auditions, which stands still until the test moves it."""
    auditions = house.serving.house.auditions
    before, auditions.clock = auditions.clock, HandClock()
    yield auditions.clock
    for id in list(auditions._going._live):
        house.serving.run(auditions._going.leave(id))
    auditions.clock = before


def set_terms(house: OpenHouse, game: str, **changed: Any) -> None:
    terms = msgspec.structs.replace(SHORT, **changed)
    house.serving.run(house.serving.house.auditions.set_terms(game, terms))


def verdict(page: Page, says: str) -> None:
    expect(page.locator(".verdict").filter(has_text=re.compile(f"^{says}"))).to_be_visible()


@pytest.mark.parametrize(("game", "device", "is_right"), CASES)
def test_an_audition_of_each_game_on_each_device(
    visits: Visits, house: OpenHouse, clock: HandClock, game: str, device: str, is_right: bool
) -> None:
    set_terms(house, game, players=1)
    page = visits.come_as("Dan")
    sent: list[Any] = []
    page.on("response", lambda response: _hear(response, sent))
    knows = begin(page, house, clock, game, device)
    deal(page, knows, clock, is_right=is_right)
    verdict(page, "Passed" if is_right else "Not passed")
    expect(page.get_by_role("list", name="The journal")).to_contain_text("Opener")
    assert sent
    assert not [each for each in sent if NEVER_EARLY & set(_names(each))]
    if not is_right:
        fault = page.get_by_role("region", name=re.compile("^Faults")).get_by_role("link").first
        line = fault.inner_text().removeprefix("line ")
        fault.click()
        expect(page.locator("[aria-current=true]")).to_have_attribute("data-line", line)


def _hear(response: Response, sent: list[Any]) -> None:
    """What comes while the audition lasts."""
    if re.search(r"/api/school/auditions(/\w+)?(/answer)?(\?|$)", response.url):
        said = response.json()
        if isinstance(said, dict):
            sent.append(said)


def _names(sent: Any) -> list[str]:
    if isinstance(sent, dict):
        return [*sent, *(name for each in sent.values() for name in _names(each))]
    return [name for each in sent for name in _names(each)] if isinstance(sent, list) else []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_what_is_improper_is_stopped_by_keyboard_or_touch(
    visits: Visits, house: OpenHouse, clock: HandClock, size: Size
) -> None:
    is_wide = size == WIDE
    set_terms(house, GAME, goes_wrong=100)
    options: dict[str, Any] = {} if is_wide else {"has_touch": True, "is_mobile": True}
    page = visits.come_as("Dan", size, **options)
    knows = begin(page, house, clock, GAME, DEVICE)
    for _ in range(60):
        clock.now += PAUSE
        given = knows.next()
        if given and STOP in given:
            break
        if given:
            act(page, knows, given)
            turn = knows.audition.turn + 1
            expect(page.locator(".asking")).to_have_attribute("data-turn", str(turn))
    assert given
    part = knows.audition.trouble.part
    says = next(each.says for each in part.options if each.id == given[STOP])
    if is_wide:
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name=part.asks)).to_be_visible()
        page.keyboard.type(says)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    else:
        stop_button(page).tap()
        page.get_by_role("option", name=says, exact=True).tap()
        page.get_by_role("button", name="Stop the game for this").tap()
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    expect(page.get_by_role("heading", name=re.compile("What is done about it"))).to_be_visible()
    expect(stop_button(page)).to_be_hidden()


def test_a_reload_and_a_lost_connection_change_nothing(
    visits: Visits, house: OpenHouse, clock: HandClock
) -> None:
    set_terms(house, GAME)
    page = visits.come_as("Dan")
    visits.let_be_cut(page)
    knows = begin(page, house, clock, GAME, DEVICE)
    asked = page.locator(".asking")
    page.reload()
    expect(asked).to_have_attribute("data-turn", "1")
    given = knows.next()
    assert given
    page.context.set_offline(True)
    act(page, knows, given)
    expect(page.get_by_role("alert").filter(has_text="The table goes on meanwhile")).to_be_visible()
    page.context.set_offline(False)
    expect(asked).to_have_attribute("data-turn", "2")
    assert len(house.serving.run(knows.inputs())) == 1


def test_an_instructor_watches_and_marks_and_the_candidate_sees_it_at_the_end(
    visits: Visits, house: OpenHouse, clock: HandClock, axe: str
) -> None:
    set_terms(house, GAME)
    house.serving.run(_teach(house))
    page = visits.come_as("Dan")
    knows = begin(page, house, clock, GAME, DEVICE)
    assert not findings(page, axe)
    given = knows.next(is_right=False)
    assert given
    act(page, knows, given)
    expect(page.locator(".asking")).to_have_attribute("data-turn", "2")
    teacher = visits.come_as("Ivo", NARROW, f"#/school/audition/{knows.id}")
    expect(teacher.get_by_role("heading", name=re.compile(r"marks so far \(1\)"))).to_be_visible()
    assert not findings(teacher, axe)
    teacher.get_by_label("What you saw").fill("Turned away from the table")
    teacher.get_by_role("button", name="Sign it").click()
    expect(teacher.get_by_text("Turned away from the table")).to_be_visible()
    expect(page.get_by_text("Turned away from the table")).to_be_hidden()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave, and end the audition").click()
    verdict(page, "Not passed")
    expect(page.get_by_text("Turned away from the table")).to_be_visible()
    assert not findings(page, axe)
    teacher.get_by_role("link", name="See what it came to").click()
    faults = teacher.get_by_role("region", name=re.compile("^Faults"))
    faults.get_by_role("button", name=re.compile("^Overrule")).first.click()
    faults.get_by_label("Reason").fill("The card was bent")
    faults.get_by_role("button", name="Sign it").click()
    expect(faults.get_by_text(re.compile("Right says Ivo.*The card was bent"))).to_be_visible()
    expect(faults.get_by_text("Wrong", exact=True).first).to_be_visible()


async def _teach(house: OpenHouse) -> None:
    """Ivo has a class, and Dan is in it."""
    of = house.serving.house
    ivo = await of.accounts.by_name("Ivo")
    assert ivo is not None
    made = await of.classes.make(person_of(ivo), "Monday")
    await of.classes.add(person_of(ivo), made.id, ["Dan"])


def test_terms_are_set_on_a_page_and_stand_where_an_audition_begins(
    visits: Visits, house: OpenHouse, axe: str
) -> None:
    set_terms(house, GAME)
    page = visits.come_as("Ivo", NARROW, f"#/school/{GAME}/audition-terms")
    page.get_by_label("Minutes").fill("25")
    page.get_by_label(re.compile("^rulings")).fill("70")
    assert not findings(page, axe)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("It holds for auditions that begin from now on.")).to_be_visible()
    page.get_by_role("link", name="Audition").click()
    expect(page.get_by_text("for 25 minutes")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^rulings.*70 %"))).to_be_visible()
    assert not findings(page, axe)
    page.goto(f"/#/school/{GAME}/audition/hand")
    expect(page.get_by_label("Device")).to_have_value("hand")  # As it was assigned.

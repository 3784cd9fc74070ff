"""A class screen in real browsers: twelve phones answer a projector's hand at once."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.chromium import NARROW, WIDE
from tests.browser.house import OpenHouse
from tests.browser.learning import go_button, options
from tests.browser.test_access import axe, findings
from tests.browser.visiting import Visits

__all__ = ["axe"]

NAMES = ["Amy", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gil", "Hana", "Ian", "Joy", "Kim", "Lou"]
SOON_MS = 1500
WIDTH = "document.documentElement.scrollWidth"
AT_ONCE = """([button, at]) => setTimeout(() => button.click(), at - Date.now())"""
"""Press something at a time that is the same in every browser."""


def open_screen(
    visits: Visits, drill: str = "Compare", time: str = "Until you close it"
) -> tuple[Page, str]:
    """An instructor opens a screen; the page on the projector, and the code it shows."""
    leader = visits.come_as("Ivo", WIDE, "#/school")
    leader.get_by_role("link", name="Class screen").click()
    option = leader.get_by_role("option", name=re.compile(f"^{drill}")).first.inner_text()
    leader.get_by_label("What is asked").select_option(label=option)
    leader.get_by_label("Time for each question").select_option(label=time)
    leader.get_by_role("button", name="Open the screen").click()
    code = leader.get_by_label(re.compile("^Code: "))
    expect(code).to_be_visible()
    return leader, code.inner_text().replace(" ", "")


def join(visits: Visits, code: str, name: str, **more: Any) -> Page:
    """A person joins with their phone: a guest gives a name."""
    page = visits.come(NARROW, "#/school/join", **more)
    page.get_by_label("Code on the projector").fill(f"{code[:3].lower()} {code[3:]}")
    page.get_by_label("Your name on the screen").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("heading", name="You are in")).to_be_visible()
    return page


def come_back(visits: Visits, code: str, name: str) -> Page:
    """The phone of a person who has joined before, and opens the page again."""
    page = visits.come(NARROW, "api/me")
    for path, sent in (("guest", {"name": name}), (f"school/screens/{code}/join", {})):
        assert page.request.post(f"/api/{path}", data=sent).ok
    page.goto(f"/#/school/join/{code}")
    return page


def fill_in(page: Page, parts: list[dict[str, Any]], choice: int) -> None:
    """Answer every part but for the last press of the button."""
    for number, part in enumerate(parts):
        group = page.get_by_role("group", name=part["asks"], exact=True)
        group.get_by_role("button").nth(choice % len(part["options"])).click()
        if number + 1 < len(parts):
            go_button(page).click()
    expect(go_button(page)).to_have_text(re.compile("^Answer"))


def test_twelve_phones_answer_a_projectors_hand_at_once(house: OpenHouse, visits: Visits) -> None:
    leader, code = open_screen(visits)
    first, *others = NAMES
    phones = [join(visits, code, first), *(come_back(visits, code, name) for name in others)]
    expect(leader.get_by_text("12 people have joined")).to_be_visible()
    leader.get_by_role("button", name=re.compile("^First question")).click()
    expect(leader.get_by_text("0 of 12 answered")).to_be_visible()
    screen = house.serving.house.class_screens._screens[code]
    shown = leader.request.get(f"/api/school/screens/{code}").json()
    for number, phone in enumerate(phones):
        fill_in(phone, shown["asked"]["stage"]["parts"], number)
    expect(leader.get_by_text("0 of 12 answered")).to_be_visible()
    assert not screen._answers()
    at = leader.evaluate("Date.now()") + SOON_MS
    for phone in phones:
        phone.evaluate(AT_ONCE, [go_button(phone).element_handle(), at])
    right = leader.get_by_text(re.compile(r"^\d+ of 12 right$"))
    expect(right).to_be_visible()
    said = right.inner_text()
    for phone in phones:
        expect(phone.get_by_role("heading", name=re.compile("^(Right|Wrong)"))).to_be_visible()
        expect(phone.get_by_text(said.replace("right", "in the class were right."))).to_be_visible()
        assert phone.evaluate(WIDTH) == NARROW["width"]
    result = screen.projector_page().result
    assert result is not None
    assert (result.answered, result.people, screen.turn) == (12, 12, 1)
    assert [sum(share.count for share in part.shares) for part in result.parts] == [12] * len(
        result.parts
    )
    marks = [each.answers[0].marked.is_right for each in screen._people.values()]
    assert said == f"{sum(marks)} of 12 right"
    own = [phone.get_by_role("heading", name="Right", exact=True).count() for phone in phones]
    assert own == marks, "each phone has its own marks"
    leader.get_by_role("button", name="End", exact=True).click()
    leader.get_by_role("button", name="End the screen").click()
    for phone in phones:
        expect(phone.get_by_role("heading", name="The class screen has ended")).to_be_visible()


def test_a_phone_comes_back_to_where_it_was(house: OpenHouse, visits: Visits) -> None:
    leader, code = open_screen(visits)
    phone, other = join(visits, code, "Amy"), join(visits, code, "Ben")
    leader.keyboard.press("Enter")
    expect(leader.get_by_text("0 of 2 answered")).to_be_visible()
    parts = leader.request.get(f"/api/school/screens/{code}").json()["asked"]["stage"]["parts"]
    fill_in(phone, parts, 1)
    phone.reload()
    expect(go_button(phone)).to_have_text(re.compile("^Answer"))
    expect(options(phone).nth(1 % len(parts[-1]["options"]))).to_have_attribute(
        "aria-pressed", "true"
    )
    visits.let_be_cut(phone)
    phone.context.set_offline(True)
    go_button(phone).click()
    expect(phone.get_by_text("Your answer is kept")).to_be_visible()
    expect(leader.get_by_text("0 of 2 answered")).to_be_visible()
    phone.context.set_offline(False)
    expect(leader.get_by_text("1 of 2 answered")).to_be_visible()
    expect(phone.get_by_role("heading", name="Your answer is in")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("heading", name="Your answer is in")).to_be_visible()
    leader.reload()
    leader.get_by_role("button", name=re.compile("^Show the answer")).click()
    expect(leader.get_by_text(re.compile("^[01] of 1 right$"))).to_be_visible()
    not_answered = other.get_by_role("heading", name="You did not answer this one")
    expect(not_answered).to_be_visible()
    for page in (leader, phone, other):
        visits.let_be_refused(page)
    house.serving.house.class_screens._screens.clear()  # As if the house had been restarted.
    expect(leader.get_by_role("link", name="Open another screen")).to_be_visible()
    for page in (phone, other):
        expect(page.get_by_text("This class screen has ended")).to_be_visible()


def test_time_that_is_over_sends_what_was_filled_in(visits: Visits) -> None:
    leader, code = open_screen(visits, time="180 seconds")
    phone = join(visits, code, "Amy")
    join(visits, code, "Ben")
    phone.clock.install()
    leader.get_by_role("button", name=re.compile("^First question")).click()
    expect(leader.get_by_text("0 of 2 answered")).to_be_visible()
    expect(phone.get_by_role("timer")).to_be_visible()
    parts = leader.request.get(f"/api/school/screens/{code}").json()["asked"]["stage"]["parts"]
    fill_in(phone, parts, 0)
    phone.clock.run_for(181_000)
    expect(leader.get_by_text("1 of 2 answered")).to_be_visible()


def test_access(visits: Visits, axe: str) -> None:
    leader, code = open_screen(visits, "Pay")
    found = findings(leader, axe)
    phone = visits.come(NARROW, "#/school/join")
    expect(phone.get_by_role("heading", name="Join a class")).to_be_visible()
    found += findings(phone, axe)
    phone.goto("about:blank")
    phone = join(visits, code, "Amy")
    leader.get_by_role("button", name=re.compile("^First question")).click()
    expect(phone.get_by_role("button", name=re.compile("^I don’t know"))).to_be_visible()
    for page in (leader, phone):
        found += findings(page, axe)
    leader.get_by_role("button", name=re.compile("^Show the answer")).click()
    expect(phone.get_by_role("heading", name="You did not answer this one")).to_be_visible()
    for page in (leader, phone):
        found += findings(page, axe)
    assert not found

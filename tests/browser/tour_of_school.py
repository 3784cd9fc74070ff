"""The school's part of the tour: trainees, a class and its screen, auditions, certificates, records."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache

from playwright.sync_api import Page, expect

from tablewright.house.house import House
from tests.browser.auditioning import act, answered, begin
from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.learning import go_button, open_question, options, pass_over
from tests.browser.test_certificates import taught_and_examined
from tests.browser.test_class_screen import join, open_screen
from tests.browser.test_floor_faults import yesterday_s_table
from tests.browser.visiting import Visits
from tests.house.auditioned import PAUSE, SHORT, HandClock
from tests.house.certified import known
from tests.house.class_of_twelve import fill
from tests.house.examined import examined
from tests.school.at_fault import paid_wrongly, written

Shot = Callable[[Page, str], None]
Walk = Callable[[OpenHouse, Visits, Size, Shot], None]
QUESTIONS = (
    ("duki4", "read", "choose"),
    ("duki4", "read", "pick-cards"),
    ("king-high", "compare", "choose"),
    ("duki4", "pay", "amount"),
    ("pick2", "pay", "chips"),
    ("king-high", "say", "say"),
    ("duki4", "rule", "choose"),
    ("duki4", "guard", "choose"),
    ("pick2", "run", "choose"),
    ("king-high", "settle", "choose"),
    ("pick2", "deal", "choose"),
)
"""A question of every drill, and of every kind of part."""


def come(visits: Visits, size: Size, name: str = "", path: str = "") -> Page:
    """A guest, or a person with an account."""
    return visits.come_as(name, size, path) if name else visits.come(size, path)


@cache
def taught(house: OpenHouse) -> int:
    """A class of twelve with weeks of answers, made once for all widths."""
    return house.serving.run(fill(house.serving.house, datetime.now(UTC))).id


@cache
def sat(house: OpenHouse) -> tuple[str, str]:
    """Dana's audition that was passed, and one that was not."""

    async def sit(of: House) -> tuple[str, str]:
        passed = await taught_and_examined(of)
        dana = await known(of, "Dana")
        return passed, await examined(of, dana, "pick2", errs=lambda *_: True)

    return house.serving.run(sit(house.serving.house))


@cache
def erred(house: OpenHouse) -> str:
    """Yesterday Dan paid $25 too little, then $3 too much; the month of it, as it is chosen."""
    dan = yesterday_s_table("Dan", "D9", game="duki4")
    paid_wrongly(dan)
    house.serving.run(written(house.serving.house.ledger, dan))
    return f"{dan.now:%Y-%m}"


def see(page: Page, path: str, heading: str) -> None:
    """Another view has come with all that is in it."""
    page.goto(f"/#{path}")
    expect(page.get_by_role("heading", name=heading).first).to_be_visible()
    expect(page.get_by_text("One moment …")).to_have_count(0)


def school(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    page = come(visits, size, path="#/school")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    shot(page, "school")
    page.goto("/#/school/duki4")
    expect(page.get_by_role("heading", name="The map")).to_be_visible()
    shot(page, "school-game")
    page.locator("summary").filter(has_text="Hands").first.click()
    page.get_by_role("heading", name="The map").scroll_into_view_if_needed()
    shot(page, "school-map")
    for lesson in ("payments", "practical"):
        page.goto(f"/#/school/duki4/lesson/{lesson}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        shot(page, f"school-lesson-{lesson}")
    for game, drill, kind in QUESTIONS:
        open_question(page, game, drill, kind)
        shot(page, f"school-{drill}-{kind}")
    pass_over(page)
    shot(page, "school-marks")


def classes(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    id = taught(house)
    page = come(visits, size, "Ivo", "#/school/classes")
    people = page.request.get(f"/api/school/classes/{id}").json()["people"]
    bruno = next(each["account"] for each in people if each["name"] == "Bruno Kalns")
    for path, heading, name in (
        ("/school/classes", "Your classes", "classes"),
        (f"/school/classes/{id}", "Duki 4, autumn", "class"),
        (f"/school/classes/{id}/patterns", "What goes wrong", "class-patterns"),
        (f"/school/pupils/{bruno}", "Bruno Kalns", "pupil"),
        ("/school/paces", "Target times", "paces"),
    ):
        see(page, path, heading)
        shot(page, name)
    see(page, f"/school/classes/{id}", "Duki 4, autumn")
    page.get_by_role("button", name="Assign …", exact=True).first.click()
    expect(page.get_by_role("dialog").get_by_role("combobox").first).to_be_visible()
    shot(page, "class-assign")
    trainee = come(visits, size, "Bruno Kalns", "#/school")
    expect(trainee.get_by_role("heading", name="Assigned to you")).to_be_visible()
    shot(trainee, "school-assigned")
    trainee.get_by_role("button", name="What you answered").click()
    expect(trainee.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    shot(trainee, "school-answered")


def faults(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    month = erred(house)
    page = come(visits, size, "Pit", "#/school/floor")
    page.get_by_label("Month").select_option(month)
    expect(page.get_by_role("heading", name="Fault by fault")).to_be_visible()
    shot(page, "faults")


def class_screen(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    leader, code = open_screen(visits)
    leader.set_viewport_size({"width": size["width"], "height": size["height"]})
    phone = join(visits, code, "Amy")
    phone.set_viewport_size({"width": size["width"], "height": size["height"]})
    expect(leader.get_by_text("One person has joined")).to_be_visible()
    shot(leader, "screen-code")
    shot(phone, "phone-joined")
    leader.get_by_role("button", name=re.compile("^First question")).click()
    expect(leader.get_by_text("0 of 1 answered")).to_be_visible()
    expect(go_button(phone)).to_be_visible()
    shot(leader, "screen-question")
    shot(phone, "phone-question")
    pass_over_on(phone)
    expect(leader.get_by_text(re.compile(r"^\d of 1 right$"))).to_be_visible()
    shot(leader, "screen-answer")
    shot(phone, "phone-answer")


def pass_over_on(phone: Page) -> None:
    """Answer every part of a class's question with what comes first."""
    right = phone.get_by_role("heading", name=re.compile("^(Right|Wrong)"))
    while not right.count():
        options(phone).first.click()
        go_button(phone).click()
        phone.wait_for_timeout(500)


def auditions(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    passed, failed = sat(house)
    auditions, clock = house.serving.house.auditions, HandClock()
    before, auditions.clock = auditions.clock, clock
    house.serving.run(auditions.set_terms("duki4", SHORT))
    page = come(visits, size, "Dana", "#/school/duki4/audition")
    expect(page.get_by_role("button", name="Begin the audition")).to_be_visible()
    shot(page, "audition-begin")
    knows = begin(page, house, clock, "duki4", "shuffler")
    shot(page, "audition")
    for _ in range(12):
        clock.now += PAUSE
        if given := knows.next():
            act(page, knows, given)
            answered(page, knows.audition.turn)
    shot(page, "audition-later")
    ivo = come(visits, size, "Ivo", f"#/school/audition/{knows.id}")
    expect(ivo.get_by_role("heading", name=re.compile("marks so far"))).to_be_visible()
    shot(ivo, "audition-watched")
    see(ivo, "/school/duki4/audition-terms", "Audition")
    shot(ivo, "audition-terms")
    house.serving.run(auditions._going.leave(knows.id))
    auditions.clock = before
    for id, name in ((passed, "passed"), (failed, "failed")):
        page.goto(f"/#/school/audition/{id}")
        expect(page.locator(".verdict").first).to_be_visible()
        shot(page, f"audition-{name}")


def certificates(house: OpenHouse, visits: Visits, size: Size, shot: Shot) -> None:
    passed, _ = sat(house)
    page = come(visits, size, "Ivo", f"#/school/certify/{passed}")
    expect(page.get_by_role("heading", name="Sign a certificate")).to_be_visible()
    shot(page, "certify")
    if (seen := page.get_by_label("I have looked at the result")).count():
        seen.check()
        page.get_by_role("button", name="Sign the certificate").click()
        expect(page.get_by_role("article", name=re.compile("^Certificate "))).to_be_visible()
    dana = house.serving.run(known(house.serving.house, "Dana")).account
    see(page, f"/dealers/{dana}", "Dana")
    shot(page, "record")
    own = come(visits, size, "Dana", f"#/dealers/{dana}")
    expect(own.get_by_role("heading", name="Your record")).to_be_visible()
    shot(own, "record-own")
    see(own, "/school/certificates", "Certificates")
    shot(own, "certificates")
    own.get_by_role("link", name=re.compile("^Duki 4 Poker")).first.click()
    expect(own.get_by_role("article", name=re.compile("^Certificate "))).to_be_visible()
    shot(own, "certificate")


SCHOOL: tuple[Walk, ...] = (school, classes, faults, class_screen, auditions, certificates)

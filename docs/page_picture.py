"""The README's pictures of the page, as a browser shows it, kept as text.

The page's elements and styles go into an SVG as they stand, so that the picture is sharp at every size
and nothing but text is committed.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import msgspec
from playwright.sync_api import Page, expect, sync_playwright

from tablewright.house.house import House
from tablewright.house.screens.gaming_day import GamingDay, Shift
from tests.browser import auditioning, chromium, learning, playing
from tests.browser.house import OpenHouse, opened
from tests.browser.test_floor import looked
from tests.browser.visiting import Visits
from tests.house.auditioned import PAUSE, SHORT, HandClock
from tests.house.certified import known
from tests.house.class_of_twelve import TWELVE, fill
from tests.house.examined import examined
from tests.house.live_play import RunningClock, Willing, play_on

SIZE = chromium.Size(width=1280, height=800)
TALL = chromium.Size(width=1280, height=1130)
TALLEST = chromium.Size(width=1280, height=1560)

TAKE = """() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const styles = rules.map((rule) => rule.cssText).join("\\n");
  for (const each of document.querySelectorAll("script, link, meta, noscript")) each.remove();
  for (const each of document.querySelectorAll("input")) each.setAttribute("value", each.value);
  const body = document.body;
  const shell = document.createElement("div");
  shell.className = "picture";
  shell.append(...body.childNodes);
  return { styles, markup: new XMLSerializer().serializeToString(shell) };
}"""


def taken(page: Page) -> str:
    """The page as it is once it stands still, as an SVG."""
    page.wait_for_timeout(600)
    shape = page.viewport_size
    assert shape is not None
    width, height = shape["width"], shape["height"]
    found = page.evaluate(TAKE)
    styles = re.sub(r"(^|[\s,}])(:root|html|body)(?=[\s,{])", r"\1.picture", found["styles"])
    styles = re.sub(r"100d?vh", f"{height}px", styles)
    styles = re.sub(r"100d?vw", f"{width}px", styles)
    still = "* { animation: none !important; transition: none !important; }"
    size = f"width:{width}px;height:{height}px;overflow:hidden"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f"<style><![CDATA[{styles}\n{still}\n.picture{{{size}}}]]></style>"
        f'<foreignObject width="{width}" height="{height}">{found["markup"]}'
        "</foreignObject></svg>\n"
    )


@contextmanager
def _at_the_door() -> Iterator[tuple[OpenHouse, Visits]]:
    """A house of its own, and a browser before it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder)) as house,
        sync_playwright() as playwright,
        chromium.started(playwright) as browser,
    ):
        yield house, Visits(browser, house)


def round_on_the_page() -> str:
    """A round that has just been settled, with patrons at the table."""
    with _at_the_door() as (house, visits):
        table = house.open_table("duki4", patrons=4, pace=0.3)
        page = visits.come(SIZE, reduced_motion="reduce")
        playing.sit(page, table)
        playing.bet(page, "Ante", "$5")
        playing.bet(page, "Duki Bonus", "$5")
        playing.deal(page)
        playing.choice(page, "Play").click()
        playing.result(page, "Ante").wait_for()
        return taken(page)


def question_on_the_page() -> str:
    """A question of the school on a wager of Pick 2 Poker, before it is answered."""
    with _at_the_door() as (_, visits):
        page = visits.come(SIZE, "#/school", reduced_motion="reduce")
        page.get_by_role("button", name="Sign out").wait_for(state="attached")
        skill = "pay pick2.bonus-3-5.paid/five.straight+three.straight-flush"
        learning.open_question(page, "pick2", "pay", "chips", skill)
        return taken(page)


def audition_on_the_page() -> str:
    """A candidate at King High, about to settle a box after the second card."""
    with _at_the_door() as (house, visits):
        clock = HandClock()
        house.serving.house.auditions.clock = clock
        terms = msgspec.structs.replace(SHORT, minutes=20, players=5)
        house.serving.run(house.serving.house.auditions.set_terms("king-high", terms))
        page = visits.come_as("Dan", SIZE)
        knows = auditioning.begin(page, house, clock, "king-high", "shoe")
        for _ in range(200):
            clock.now += PAUSE
            given = knows.next(is_right=True)
            state = knows.audition.t.state
            if len(state.drawn) == 2 and given and any(id.endswith("-pays") for id in given):
                break
            if given is not None:
                auditioning.act(page, knows, given)
                auditioning.answered(page, knows.audition.turn)
        return taken(page)


def floor_on_the_page() -> str:
    """The floor of an evening: tables for money of two games, and how their win went."""
    with _at_the_door() as (house, visits):
        begin, rng = datetime.now(UTC), Random(3)
        now = begin + timedelta(hours=4)
        day = GamingDay("UTC", (Shift("Swing", _quarter(begin)),))
        house.serving.run(house.serving.house.gaming_days.set(day))
        for game in ("duki4", "king-high") * 3:
            table, clock = house.open_for_money(game), RunningClock(datetime.now(UTC))
            playing_on = play_on(house.serving.house, table.id, rng, clock, now, plays=Willing)
            house.serving.run(playing_on)
            visits.come_as("Dan", path=f"#/deal/{table.id}")
        house.serving.house.takings.now = lambda: now
        page = visits.come_as("Sue", TALLEST, path="#/pit")
        expect(page.locator("tr.table svg")).to_have_count(6)
        looked(page, 7)
        return taken(page)


def _quarter(at: datetime) -> str:
    return at.replace(minute=at.minute // 15 * 15).strftime("%H:%M")


def workbench_on_the_page() -> str:
    """A version of Duki 4 Poker on the workbench, with its strategy as a grid."""
    with _at_the_door() as (_, visits):
        version = "duki4~bonus.straight_6"
        page = visits.come(TALL, f"#/workbench/{version}?show=strategy", reduced_motion="reduce")
        page.get_by_role("grid").wait_for()
        page.get_by_role("heading", name="A rule to learn").wait_for()
        return taken(page)


def class_on_the_page() -> str:
    """A class of twelve with weeks of answers, as its instructor sees it."""
    with _at_the_door() as (house, visits):
        made = house.serving.run(fill(house.serving.house, datetime.now(UTC), TWELVE))
        page = visits.come_as("Ivo", TALL, f"#/school/classes/{made.id}")
        page.get_by_role("heading", name=re.compile("^Help first")).wait_for()
        return taken(page)


def certificate_on_the_page() -> str:
    """A certificate that an examiner has signed."""
    with _at_the_door() as (house, visits):
        found = house.serving.run(_certified(house.serving.house))
        page = visits.come_as("Dan", TALL, f"#/school/certificate/{found}")
        page.get_by_role("article").wait_for()
        return taken(page)


async def _certified(house: House) -> str:
    """Dan has passed an audition, and his instructor has signed the certificate; its id."""
    ivo, dan = await known(house, "Ivo"), await known(house, "Dan")
    made = await house.classes.make(ivo, "Dealers of the evening shift")
    await house.classes.add(ivo, made.id, [dan.name])
    audition = await examined(house, dan)
    return (await house.certifying.sign(ivo, audition)).id

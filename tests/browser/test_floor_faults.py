"""The monthly table of faults on the page: an instructor sees their own people, the pit everyone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tablewright.table import acts
from tests.browser.chromium import NARROW, WIDE
from tests.browser.house import OpenHouse, opened
from tests.browser.test_access import axe, findings
from tests.browser.visiting import Visits, welcomed
from tests.school.at_fault import dealt_by, paid_wrongly, written
from tests.table.driving import DEALER, Driver

__all__ = ["axe"]

WIDTH = "document.documentElement.scrollWidth"


def yesterday_s_table(dealer: str, table: str, **setup: object) -> Driver:
    """A table of the last full day: its month is this one, or the one before."""
    day = (datetime.now(UTC) - timedelta(days=1)).date()
    return dealt_by(dealer, table=table, day=day, **setup)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house whose rounds for money are counted: those of other tests are dealt in their own."""
    with opened(tmp_path_factory.mktemp("floor")) as house:
        yield house


@pytest.fixture
def visits(browser: Browser, floor: OpenHouse) -> Iterator[Visits]:
    """Those who come to it; nothing may go wrong on their pages."""
    yield from welcomed(browser, floor)


@pytest.fixture(scope="module")
def month(floor: OpenHouse) -> str:
    """Dan paid $25 too little and then $3 too much; Uma left out a burn. The month, as it is chosen."""
    dan = yesterday_s_table("Dan", "D1", game="duki4")
    paid_wrongly(dan)
    uma = yesterday_s_table("Uma", "K1", game="king-high", device="shoe", is_keyed=True)
    uma.ready()
    uma.wager(1, "pokerpot", 100)
    uma.no_more_bets()
    uma.do(acts.Overlook("burn"), DEALER)
    for table in (dan, uma):
        floor.serving.run(written(floor.serving.house.ledger, table))
    return f"{dan.now:%Y-%m}"


def look(page: Page, month: str) -> None:
    """The month has come, and nothing of it stands out of the window."""
    expect(page.get_by_role("heading", name="Faults from the floor")).to_be_visible()
    page.get_by_label("Month").select_option(month)
    expect(page.get_by_role("heading", name="Fault by fault")).to_be_visible()
    size = page.viewport_size
    assert size is not None
    assert page.evaluate(WIDTH) == size["width"]


def test_the_pit_reads_what_cost_what_and_opens_the_line(
    visits: Visits, month: str, axe: str
) -> None:
    page = visits.come_as("Pit", WIDE, "#/pit")
    page.get_by_role("link", name="Faults", exact=True).click()
    look(page, month)
    expect(page.get_by_text("3 faults in 2 rounds: 1500.0 per 1,000")).to_be_visible()
    kinds = page.get_by_role("region", name="By kind").get_by_role("row")
    expect(kinds.nth(1)).to_contain_text("Payments corrected")
    expect(kinds.nth(1)).to_contain_text("$25")
    expect(page.get_by_role("img", name="Most at 18:00")).to_be_visible()
    assert findings(page, axe) == []
    page.get_by_role("button", name="Uma").click()
    expect(page.get_by_text("1 fault in 0 rounds.")).to_be_visible()
    expect(page.get_by_text("A burn that was due was left out")).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("link", name="Faults as a file (CSV)").click()
    assert "left out" in file.value.path().read_text("utf-8")
    link = page.get_by_role("link", name="Table K1, line")
    assert str(link.get_attribute("href")).startswith("#/pit/K1-")


def test_an_instructor_sees_the_faults_of_their_own_class(visits: Visits, month: str) -> None:
    page = visits.come_as("Ivo", NARROW, "#/school/classes")
    made = page.request.post("/api/school/classes", data={"name": "Floor"})
    people = page.request.post(
        f"/api/school/classes/{made.json()['id']}/people", data={"names": ["Dan"]}
    )
    assert people.ok, people.text()
    page.get_by_role("link", name="Faults from the floor").click()
    look(page, month)
    expect(page.get_by_text("2 faults in 2 rounds: 1000.0 per 1,000")).to_be_visible()
    expect(page.get_by_text("$25 was owed to the player")).to_be_visible()
    expect(page.get_by_text("Uma")).to_have_count(0)
    expect(page.get_by_role("link", name="Table D1")).to_have_count(0)

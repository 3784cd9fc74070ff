"""Approvals on the page: Washington's card rooms open for money once two people have recorded why."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page, expect

from tablewright.table.status import IN_PLAY
from tests.browser.chromium import NARROW
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits
from tests.browser.working import dialog

CARD_ROOMS = "Washington, commercial card rooms"
CONTROLS = "Internal controls approved by the Commission"
RECORD = re.compile(rf"^Record \d+: {CONTROLS}$")
REFERENCE = "Letter of the Commission, 3 March"


def test_a_table_for_money_in_washington_waits_for_internal_controls_on_record(
    house: OpenHouse, visits: Visits, tmp_path: Path
) -> None:
    boss = visits.come_as("Pit", path="#/pit")
    form = asks_for_a_table(boss)
    visits.let_be_refused(boss)
    form.get_by_role("button", name="Set up").click()
    refused = form.get_by_role("alert")
    expect(refused).to_contain_text("cannot open for money in Washington, commercial card rooms")
    expect(refused).to_contain_text("Not on record: internal controls approved by the Commission")
    form.get_by_role("button", name="Cancel").click()
    until = (datetime.now(UTC).date() + timedelta(days=90)).isoformat()
    attests(boss, until, tmp_path)
    confirms(visits.come_as("Ina", NARROW, "#/pit/approvals"), until, tmp_path)
    boss.goto("/#/pit")
    form = asks_for_a_table(boss)
    form.get_by_role("button", name="Set up").click()
    expect(form).to_be_hidden()
    expect(boss.get_by_role("tablist", name="Table W1")).to_be_visible()
    id = boss.url.rpartition("/")[2]
    house.go_on(id, IN_PLAY)
    assert house.live(id).table.state.status == IN_PLAY


def asks_for_a_table(boss: Page) -> Locator:
    """The form for a table of Duki for money in a card room of Washington, filled in."""
    boss.get_by_role("button", name="Open a table").click()
    form = dialog(boss, "Open a table")
    form.get_by_role("combobox", name="Game").select_option(label="Duki 4 Poker")
    form.get_by_label("Name on the table").fill("W1")
    form.get_by_label("Real: staff count").check()
    form.get_by_role("combobox", name="Dealer").select_option(label="Dan")
    form.get_by_role("combobox", name="Inspector").select_option(label="Ina")
    form.get_by_role("combobox", name="Jurisdiction").select_option(label=CARD_ROOMS)
    expect(form.get_by_role("button", name="Set up")).to_be_enabled()
    return form


def place(page: Page) -> Locator:
    return page.get_by_role("region", name=CARD_ROOMS, exact=True)


def controls(page: Page) -> Locator:
    """The internal controls on the checklist of the card rooms."""
    heading = page.get_by_role("heading", name=CONTROLS)
    return place(page).get_by_role("listitem").filter(has=heading)


def pdf(content: bytes) -> FilePayload:
    return {"name": "controls.pdf", "mimeType": "application/pdf", "buffer": content}


def attests(boss: Page, until: str, folder: Path) -> None:
    """A pit boss attests them with a reference, a file and a last day; they wait."""
    boss.get_by_role("link", name="Approvals").click()
    expect(controls(boss)).to_contain_text("Missing")
    boss.screenshot(path=folder / "missing-1440.png", full_page=True)
    place(boss).get_by_role("button", name=f"Attest {CONTROLS}").click()
    form = dialog(boss, f"Attest: {CONTROLS}")
    expect(form).to_contain_text("Still needed: a reference or a file.")
    form.get_by_label("Reference").fill(REFERENCE)
    form.get_by_label("File").set_input_files(pdf(b"controls"))
    form.get_by_label("Last gaming day").fill(until)
    boss.screenshot(path=folder / "form-1440.png")
    form.get_by_role("button", name="Attest", exact=True).click()
    expect(form).to_be_hidden()
    expect(controls(boss)).to_contain_text("Waits for a second person")
    controls(boss).get_by_role("button", name="Show record ").click()
    shown = dialog(boss, RECORD)
    expect(shown).to_contain_text("It waits for a second person")
    expect(shown.get_by_role("button", name="Confirm")).to_have_count(0)
    shown.get_by_role("button", name="Close").click()


def confirms(inspector: Page, until: str, folder: Path) -> None:
    """An inspector checks their own copy of the file, and confirms the record."""
    controls(inspector).get_by_role("button", name="Confirm record ").click()
    shown = dialog(inspector, RECORD)
    expect(shown).to_contain_text(REFERENCE)
    copy = shown.get_by_label("Check your copy of the file")
    for content, says in ((b"other", "Not the same file"), (b"controls", "The same file.")):
        copy.set_input_files(pdf(content))
        expect(shown.get_by_role("status")).to_contain_text(says)
    inspector.screenshot(path=folder / "confirm-390.png")
    shown.get_by_role("button", name="Confirm", exact=True).click()
    expect(shown).to_be_hidden()
    expect(controls(inspector)).to_contain_text("On record")
    expect(controls(inspector)).to_contain_text(
        f"Attested by Pit, confirmed by Ina. Through {until}."
    )
    inspector.screenshot(path=folder / "recorded-390.png", full_page=True)
    width = inspector.evaluate("() => document.documentElement.scrollWidth")
    assert width <= NARROW["width"], "nothing stands out at the side"

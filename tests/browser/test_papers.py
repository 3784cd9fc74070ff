"""Papers on the page: a pit boss looks through them by keyboard, compares, and takes one along."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.test_access import AXE, findings
from tests.browser.visiting import Visits, tab_to
from tests.browser.working import dialog

RULES = "Rules of play"
LOW = {"table": "Low", "game": "duki4", "limits": {"ante": [500, 2500]}}


def sees_page(page: Page, number: str) -> None:
    """The page of the document that is shown has come."""
    shown = dialog(page, RULES).get_by_role("img")
    expect(shown).to_have_attribute("alt", f"{RULES}, page {number}")
    expect(dialog(page, RULES).get_by_role("status")).to_have_text(f"Page {number}")
    expect(shown).to_have_js_property("complete", value=True)
    assert shown.evaluate("element => element.naturalWidth") > 500


def test_papers_are_seen_looked_through_and_downloaded(
    house: OpenHouse, visits: Visits, size: Size, tmp_path: Path
) -> None:
    table = house.open_table("duki4")
    page = visits.come_as("Pit", size, path=f"#/pit/{table.id}")
    other = page.context.request.post("/api/tables", data=LOW).json()["id"]
    looks_at_the_shift_report(page)
    page.get_by_role("link", name="Papers").click()
    expect(page.get_by_role("combobox", name="Table")).to_have_value(table.id)
    card = page.get_by_role("article", name=RULES)
    expect(card.get_by_role("img")).to_be_visible()
    found = re.search(r"(\d+) pages", card.inner_text())
    assert found, card.inner_text()
    pages = found[1]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]

    tab_to(page, f"Look through {RULES}")
    page.keyboard.press("Enter")
    sees_page(page, f"1 of {pages}")
    page.keyboard.press("ArrowRight")
    sees_page(page, f"2 of {pages}")
    assert not findings(page, AXE.read_text("utf-8"))
    page.keyboard.press("End")
    page.keyboard.press("Enter")  # There is no next page.
    sees_page(page, f"{pages} of {pages}")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(card.get_by_role("button", name="Look through")).to_be_focused()
    assert not findings(page, AXE.read_text("utf-8"))

    with page.expect_download() as got:
        card.get_by_role("link", name=f"Download PDF: {RULES}").click()
    assert got.value.suggested_filename == "duki4-rules-of-play.pdf"
    got.value.save_as(tmp_path / "rules.pdf")
    assert (tmp_path / "rules.pdf").read_bytes().startswith(b"%PDF-")
    sees_what_would_change(page, other)
    visits.let_be_refused(page)
    sends_what_is_no_manifest(page, tmp_path)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
    assert not findings(page, AXE.read_text("utf-8"))


def sees_what_would_change(page: Page, other: str) -> None:
    """A table is compared with another."""
    request = page.get_by_role("region", name="Change request")
    request.get_by_label("Compare with").select_option(f"table:{other}")
    request.get_by_role("button", name="Compare").click()
    expect(request.get_by_text("Limits of the Ante")).to_be_visible()
    expect(request.get_by_text("Nobody need be examined again.")).to_be_visible()
    request.get_by_role("button", name="Look through Change request").click()
    shown = dialog(page, "Change request")
    expect(shown.get_by_role("img")).to_have_js_property("complete", value=True)
    page.keyboard.press("Escape")
    expect(request.get_by_role("button", name="Look through")).to_be_focused()
    with page.expect_download() as got:
        request.get_by_role("link", name="Download PDF: Change request").click()
    assert got.value.suggested_filename == "duki4-change-request.pdf"


def sends_what_is_no_manifest(page: Page, folder: Path) -> None:
    request = page.get_by_role("region", name="Change request")
    (folder / "manifest.json").write_text("none")
    request.get_by_label("Compare with").select_option("pack")
    request.get_by_label("Its manifest.json").set_input_files(folder / "manifest.json")
    request.get_by_role("button", name="Compare").click()
    expect(request.get_by_role("alert")).to_contain_text("is no manifest")


def looks_at_the_shift_report(page: Page) -> None:
    """The forms of the table are at its journal."""
    page.get_by_role("tab", name="Journal").click()
    expect(page.get_by_role("link", name="Forms (zip)")).to_have_attribute(
        "href", re.compile(r"/forms\.zip\?lines=\d+$")
    )
    page.get_by_role("button", name="Shift report").click()
    shown = dialog(page, "Shift report").get_by_role("img")
    expect(shown).to_have_js_property("complete", value=True)
    assert shown.evaluate("element => element.naturalWidth") > 500
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Shift report")).to_be_focused()

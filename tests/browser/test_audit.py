"""The audit's page: what was done is found by who, what and when, and taken out as a file."""

import re

from playwright.sync_api import expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits
from tests.house.serving import ADMINISTRATOR


def test_an_administrator_reads_the_audit(house: OpenHouse, visits: Visits, size: Size) -> None:
    serving = house.serving
    name = f"Uma {size['width']}"
    account = serving.run(serving.house.accounts.create(name, ["dealer"]))[0]
    serving.run(serving.house.accounts.change(name, roles=["inspector"]))
    page = visits.come_as(ADMINISTRATOR, size, path="#/audit")
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows.first).to_contain_text(f"{ADMINISTRATOR} account")
    expect(rows.first).to_contain_text("signed in")
    page.get_by_label("Who").fill(name)
    page.get_by_label("What").select_option("changed duties")
    page.get_by_role("button", name="Show").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(f"changed duties {name} account {account.id}")
    expect(rows).to_contain_text(re.compile("before: dealer.*now: inspector"))
    with page.expect_download() as begun:
        page.get_by_role("link", name="As CSV").click()
    lines = begun.value.path().read_text().splitlines()
    assert len(lines) == 2
    assert f"a:{account.id}" in lines[1]
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("What").select_option("took a file out")
    page.get_by_role("button", name="Show").click()
    expect(rows.first).to_contain_text("/audit.csv")
    sue = visits.come_as("Sue", size, path="#/pit")
    sue.get_by_role("link", name="Audit").click()
    expect(sue.get_by_role("heading", name="Audit")).to_be_visible()
    expect(sue.get_by_role("main").get_by_role("listitem").first).to_contain_text("Sue")

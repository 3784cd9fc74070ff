"""The archive: an administrator sends past gaming days to files, and the pit says where they lie."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits
from tests.browser.working import dialog
from tests.house.serving import ADMINISTRATOR


def test_an_administrator_archives_past_days(
    house: OpenHouse, visits: Visits, tmp_path: Path
) -> None:
    serving = house.serving
    table = house.open_table("duki4")
    serving.run(house.live(table.id).close_when_clear())

    async def long_ago() -> None:
        async with serving.house.database.writing() as connection:
            await connection.exec_driver_sql(
                "UPDATE tables SET closed = '2026-01-05T18:00:00.000000+00:00'"
                f" WHERE id = '{table.id}'"
            )

    serving.run(long_ago())
    serving.house.archiving.folder = tmp_path
    page = visits.come_as(ADMINISTRATOR, path="#/accounts")
    archive = page.get_by_role("region", name="Archive")
    archive.get_by_label("Tables closed before the gaming day").fill("2026-01-06")
    archive.get_by_role("button", name="Archive").click()
    dialog(page, "Archive").get_by_role("button", name="Archive").click()
    expect(archive.get_by_role("status")).to_contain_text("1 of 1 tables archived")
    expect(archive).to_contain_text(f"{table.id}.jsonl.gz")
    assert (tmp_path / f"{table.id}.jsonl.gz").is_file()
    pit = visits.come_as("Pit", path="#/pit")
    pit.get_by_text("Closed tables").first.click()
    expect(pit.get_by_text(f"in the archive: {table.id}.jsonl.gz")).to_be_visible()
    serving.house.archiving.folder = None

"""A table that cannot be read is shut: the pit is told why, and can export its journal."""

from playwright.sync_api import expect

from tablewright.house.tables.quarantine import Quarantined
from tablewright.table.verify import verify
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits


def test_a_table_that_is_shut_is_named_with_the_reason_and_its_journal(
    house: OpenHouse, visits: Visits
) -> None:
    table = house.open_table("duki4")
    shut = house.serving.house.floor.quarantined
    shut[table.id] = Quarantined(table.id, table.name, "its options cannot be read")
    try:
        boss = visits.come_as("Pit", path="#/pit")
        said = boss.get_by_role("region", name="Shut tables").get_by_role("listitem")
        expect(said).to_contain_text(f"{table.name} is shut: its options cannot be read.")
        with boss.expect_download() as waiting:
            said.get_by_role("link", name=f"Export the journal of {table.name}").click()
        lines = waiting.value.path().read_bytes().splitlines(keepends=True)
        assert verify(lambda: lines).rounds == 0
    finally:
        del shut[table.id]

"""A player sees the seal of the pack in play and what the house has signed, and keeps both."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tablewright.signing.handed_heads import read_handed
from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.playing import sit, tool


def test_a_player_saves_the_seal_under_what_the_house_has_signed(
    house: OpenHouse, visit: Callable[..., Page], size: Size
) -> None:
    table, page = house.open_table("duki4"), visit(size)
    sit(page, table)
    tool(page, "Fair deal")
    shown = page.get_by_role("dialog", name="Fair deal")
    expect(shown).to_contain_text(re.compile(r"\d+ lines? of the journal"))
    seal = house.serving.house.floor.tables[table.id].room.screen.seal
    expect(shown).to_contain_text(seal)
    with page.expect_download() as saving:
        shown.get_by_role("link", name="Save as a file").click()
    kept = read_handed(Path(saving.value.path()).read_bytes())
    assert (kept.table, kept.seal, kept.statement.text("seal")) == (table.id, seal, seal)
    assert saving.value.suggested_filename.startswith(f"fair-deal-{table.id}-")
    expect(shown).to_contain_text(kept.statement.text("hash"))
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/fair-{size['width']}.png")

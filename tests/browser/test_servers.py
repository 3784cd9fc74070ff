"""Two servers, a player at each: one server is killed, and the round goes on at the other."""

import asyncio
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import PATIENCE_MS
from tests.browser.house import Table
from tests.browser.playing import bet, choice, choose_chip, deal, lies, own_place, result, sit
from tests.browser.visiting import HAS_SEEN
from tests.house.crashing import Crashing
from tests.house.databases import Server

GAMES = {"D1": "Duki 4 Poker", "P1": "Pick 2 Poker"}


class Pair(NamedTuple):
    """Two servers of a house on PostgreSQL, and a table that the first of them has."""

    first: Crashing
    second: Crashing
    table: Table


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """All beside the browser's own thread, in which no other event loop can run."""
    folder = Path(tempfile.mkdtemp(prefix="tw-"))
    with ThreadPoolExecutor(1) as beside:

        def done(work: Callable[..., Any], *given: Any) -> Any:
            return beside.submit(work, *given).result()

        postgres = done(Server, folder / "pg")
        address = done(postgres.copied, "pair")
        first = Crashing(address, tmp_path, 0.02, name="one")
        second = Crashing(address, tmp_path, 0.02, name="two")
        try:
            first.start()
            second.start()
            yield Pair(first, second, done(_table_of, address, first.address))
        finally:
            first.kill()
            second.kill()
            done(postgres.stop)
            shutil.rmtree(folder, ignore_errors=True)


def _table_of(database: str, server: str) -> Table:
    """A table that a server has, once the other has its share of them."""

    async def found() -> Table:
        connection = await asyncpg.connect(database)
        try:
            while True:
                rows = await connection.fetch(
                    "SELECT room, address FROM leases JOIN servers ON server = id"
                )
                if len({row["address"] for row in rows}) == 2:
                    break
                await asyncio.sleep(0.05)
            ids = [row["room"] for row in rows if row["address"] == server]
        finally:
            await connection.close()
        id = next(each for each in sorted(ids) if each.partition("-")[0] in GAMES)
        name = id.partition("-")[0]
        return Table(id, name, GAMES[name])

    return asyncio.run(found())


def _come(browser: Browser, server: Crashing) -> Page:
    context = browser.new_context(
        base_url=server.address, service_workers="block", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(HAS_SEEN)
    page = context.new_page()
    page.goto("/")
    return page


def test_a_round_goes_on_at_the_other_server(browser: Browser, pair: Pair) -> None:
    ann, ben = _come(browser, pair.first), _come(browser, pair.second)
    try:
        for page in (ann, ben):
            sit(page, pair.table)
            choose_chip(page, "$5")
            bet(page, "Ante", "$5")
        pair.first.kill()
        expect(ann.get_by_text("Connection lost")).to_be_visible()
        # The same browser by the other server, as a load balancer would lead it.
        ann.goto(f"{pair.second.address}/#/sit/{pair.table.id}")
        for page in (ann, ben):
            expect(own_place(page)).to_be_visible()
            expect(lies(page, "Ante")).to_have_accessible_name(re.compile(r"^Ante: \$5"))
        for page in (ann, ben):
            deal(page)
        for page in (ann, ben):
            choice(page, "Fold").click()
        for page in (ann, ben):
            expect(result(page, "Ante")).to_be_visible()
    finally:
        ann.context.close()
        ben.context.close()

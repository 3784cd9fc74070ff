"""The report on a shift: read from journals, held against audits written apart; and who gets it."""

import asyncio
import io
import shutil
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.house.screens.shift_report import Part, ShiftReport, is_noted, part_of
from tablewright.signing.files import read_signed, signature_name
from tablewright.signing.rings import trusted
from tablewright.table.journal import Journal, decoded
from tablewright.table.rehearsal import rehearsal_setup
from tests.advice.test_figures import published
from tests.by_hand.floor_audit import audited, read
from tests.by_hand.ratings_audit import played
from tests.by_hand.report_audit import by_slips, on_posts, rack_at
from tests.house.clients import Visit, play, why
from tests.house.serving import Serving, served
from tests.registry import GAMES
from tests.table_play import RandomPlay

STEPS = 400


def evening(game: str) -> list[bytes]:
    rng, lines = Random(f"reported {game}"), list[bytes]()
    play = RandomPlay(rehearsal_setup(game), rng, Journal(lines.append))
    play.open()
    for _ in range(STEPS):
        play.now += timedelta(seconds=rng.choice([10, 30, 90]))
        play.step()
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_table_in_a_report_is_that_of_an_audit(game: str) -> None:
    """Over its whole life and over a part of it, as a shift has it."""
    raw = evening(game)
    lines = read(raw)
    first, last = (datetime.fromisoformat(lines[n]["at"]) for n in (0, -1))
    middle = (first + (last - first) / 2).replace(second=0, microsecond=0)
    middle -= timedelta(minutes=middle.minute % 15)
    for begin, end in (
        (first - timedelta(hours=1), last + timedelta(hours=1)),
        (middle, last + timedelta(hours=1)),
        (first - timedelta(hours=1), middle),
    ):
        part = part_of("T-1", raw, begin, end, last)
        assert isinstance(part, Part)
        found = audited(lines, end).less(audited(lines, begin))
        assert (part.span.drop, part.span.win) == (found.drop, found.win)
        assert (part.span.stake, part.span.won) == (found.stake, found.won)
        assert part.foreseen.theoretical == found.theoretical(published(game))
        assert part.closing_float == rack_at(lines, end)
        opening = rack_at(lines, begin) or lines[0]["did"]["setup"]["float_chips"]
        if begin > first:
            assert part.opening_float == opening
        assert (part.fills, part.credits) == by_slips(lines, begin, end)
        assert {(each.post, each.who) for each in part.staff} == on_posts(lines, begin, end)
        within = [n for n in map(decoded, raw) if begin <= n.at < end]
        assert [each.line for each in part.noted] == [n.n for n in within if is_noted(n.did)]
    whole = part_of("T-1", raw, first, last + timedelta(hours=1), last)
    assert whole is not None
    assert sum(each.net for each in whole.ratings) == sum(
        each.net for each in played(lines) if each.bet_in or each.bought_in
    )


def test_a_table_that_was_not_open_then_is_not_in_the_report() -> None:
    raw = evening("duki4")
    first = datetime.fromisoformat(read(raw)[0]["at"])
    before = first - timedelta(hours=9)
    assert part_of("T-1", raw, before, before + timedelta(hours=8), first) is None


@pytest.fixture
def signing(sqlite_template: Path, tmp_path: Path) -> Iterator[Serving]:
    """A house that has a key."""
    path = tmp_path / "house.db"
    shutil.copy(sqlite_template, path)
    with served(f"sqlite:///{path}", keys=tmp_path / "keys") as serving:
        yield serving


def test_the_report_is_for_the_pit_on_the_screen_and_as_a_signed_document(signing: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        people = {who: await visitor().sign_in(who) for who in ("Pit", "Ina", "Dan", "Pia")}
        asked = {
            "table": "S1",
            "game": "duki4",
            "is_practice": False,
            "automatic": "none",
            "dealer": "Dan",
            "inspector": "Ina",
        }
        assert (await people["Pit"].post("/tables", asked)).status_code == 201
        found = (await people["Pit"].get("/pit/report")).json()
        report = msgspec.convert(found, ShiftReport)
        assert [each.table for each in report.tables] == ["S1"]
        assert len(report.tables[0].ruleset) == 64
        await asyncio.wrap_future(
            asyncio.run_coroutine_threadsafe(signing.house.heads.sign_all(), signing.loop)
        )
        again = msgspec.convert((await people["Pit"].get("/pit/report")).json(), ShiftReport)
        signed = again.tables[0].signed
        assert signed is not None
        assert (signed.lines, signed.hash) == (again.tables[0].lines, again.tables[0].head)
        assert signed.key == (await people["Pit"].ask("/signing"))["keys"][-1]["id"]
        assert {(each.post, each.who) for each in report.staff} == {
            ("dealer", "Dan"),
            ("inspector", "Ina"),
            ("pit-boss", "Pit"),
        }
        assert not report.is_over
        assert report.totals[0].tables == 1
        printed = await people["Pit"].get("/pit/report.pdf")
        assert printed.content.startswith(b"%PDF"), printed.text
        zipped = await people["Pit"].get("/pit/report.zip")
        files = zipfile.ZipFile(io.BytesIO(zipped.content))
        names = [each for each in files.namelist() if not each.endswith(".signed.json")]
        assert {each.rpartition(".")[2] for each in names} == {"pdf", "json"}
        for name in names:
            beside = read_signed(files.read(signature_name(name)))
            for statement in beside.statements:
                trusted(beside.keys).check(statement)
        for who in ("Dan", "Pia"):
            assert (await people[who].get("/pit/report")).status_code == 403
        for query in ({"day": "2026-13-01"}, {"period": "9"}, {"day": "2999-01-01"}):
            refused = await people["Pit"].get("/pit/report", **query)
            assert refused.status_code == 400
            assert why(refused)
        long_ago: dict[str, Any] = {"day": "2020-01-01"}
        assert (await people["Pit"].get("/pit/report", **long_ago)).json()["tables"] == []
        refused = await people["Pit"].get("/pit/report.pdf", **long_ago)
        assert "nothing to report" in why(refused)

    play(signing, scene)

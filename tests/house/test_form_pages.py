"""Forms in the house: of a table's journal, as the command prints them, and for whom."""

import io
import json
import zipfile

import pytest

from tablewright.papers.forms.book import manifest_of, printed_forms
from tablewright.papers.forms.night import read_night
from tablewright.table.verify import verify
from tests.house.asking_papers import fetched, text_of
from tests.house.clients import Visit, play, why
from tests.house.serving import Serving
from tests.house.staffing import staffed
from tests.house.test_signatures import COUNT_FIRST, FILL

SHIFT = "forms/shift-report"


def test_forms_are_those_that_the_command_prints_from_the_exported_journal(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Forms")
        pit, dan = staff["pit-boss"], staff["dealer"]
        assert (await pit.command(table, FILL, "pit-boss")).is_success
        signs = {"event": "countersign", "slip": 1, "chips": {"500": 20}}
        assert (await dan.command(table, signs, "dealer")).is_success
        total = (await pit.ask(f"/tables/{table}/journal"))["total"]
        journal = await fetched(pit, f"/tables/{table}/journal.jsonl", lines=total)
        content = await fetched(pit, f"/tables/{table}/forms.zip", lines=total)
        night = read_night(io.BytesIO(journal), verify(lambda: io.BytesIO(journal)))
        with zipfile.ZipFile(io.BytesIO(content)) as held:
            files = {name: held.read(name) for name in held.namelist()}
        papers = list(printed_forms(night, night.edition()))
        listed = files.pop("manifest.json")
        assert listed == manifest_of(night, night.edition(), papers)
        assert {each["form"] for each in json.loads(listed)["forms"]} >= {"fill", "shift-report"}
        files.pop("manifest.json.signed.json", None)
        assert files == {each.file: each.content for each in papers}
        shown = await pit.ask(f"/tables/{table}/{SHIFT}", lines=total)
        report = await fetched(pit, f"/tables/{table}/{SHIFT}.pdf", lines=total)
        assert report == files[shown["file"]]
        assert night.last_hash[:12] in "".join(text_of(report).split())
        page = await fetched(pit, f"/tables/{table}/{SHIFT}/pages/1.png", lines=total)
        assert page.startswith(b"\x89PNG")
        beyond = await pit.get(f"/tables/{table}/{SHIFT}/pages/{shown['pages'] + 1}.png")
        assert beyond.status_code == 404

    play(serving, scene)


@pytest.mark.proof
def test_forms_of_a_closed_table_are_printed_too(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        made = await pit.post("/tables", {"table": "Closing", "game": "duki4"})
        table = made.json()["id"]
        assert (await pit.post(f"/tables/{table}/close")).is_success
        await pit.until_gone(f"/tables/{table}/view")
        shown = await pit.ask(f"/tables/{table}/{SHIFT}")
        assert (shown["name"], shown["title"]) == ("shift-report", "Shift report")

    play(serving, scene)


def test_who_is_to_count_reads_no_form(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Blindly", automatic="all")
        pit, ina = staff["pit-boss"], staff["inspector"]
        paths = ("forms.zip", SHIFT, f"{SHIFT}.pdf", f"{SHIFT}/pages/1.png")
        assert (await pit.command(table, FILL, "pit-boss")).is_success
        for path in paths:
            refused = await ina.get(f"/tables/{table}/{path}")
            assert (refused.status_code, why(refused)) == (403, COUNT_FIRST)
        assert (await pit.get(f"/tables/{table}/{SHIFT}")).status_code == 200

    play(serving, scene)


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("nowhere/forms.zip", 404, "There is no table 'nowhere'"),
        ("nowhere/forms/menu", 404, "there is no form 'menu'"),
        ("{table}/forms/limit-markers.pdf", 400, "No form is in the journal for that yet"),
    ],
)
def test_what_is_no_form_is_refused_in_one_line(
    serving: Serving, path: str, status: int, says: str
) -> None:
    async def scene(visitor: Visit) -> None:
        pit, dan = await visitor().sign_in("Pit"), await visitor().sign_in("Dan")
        asked = f"/tables/{path.format(table=await pit.table_of('duki4'))}"
        answer = await pit.get(asked)
        assert answer.status_code == status, answer.text
        assert says in why(answer)
        assert (await dan.get(asked)).status_code in (403, 404)

    play(serving, scene)

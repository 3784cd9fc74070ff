"""A dealer's record: who sees how much of it, what is in it, and the one file that it makes."""

import asyncio
import hashlib
import io
import zipfile
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tablewright import __version__
from tablewright.cli.school.certificate_files import opened
from tablewright.house.classroom.audition_records import (
    OVER,
    UNDER_WAY,
    AuditionRow,
    Input,
    Kept,
    Outcome,
    TimedInput,
)
from tablewright.house.house import House
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.results import judged
from tablewright.school.auditions.terms import Terms
from tablewright.school.checking import Books
from tablewright.school.signed import AnswerOverruled, ChecklistSigned, check_register
from tablewright.school.syllabus import syllabus, syllabus_of
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.seal import sealed
from tablewright.table.verify import verify
from tests.house.certified import certify, known
from tests.house.clients import Visit, Visitor, play, why
from tests.house.schooling import asked, gone_through
from tests.house.serving import ADMINISTRATOR, Serving
from tests.house.staffing import employed

BEGUN = datetime(2026, 11, 2, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _one_game(serving: Serving) -> None:
    """One game is taught: to derive what is taught of all takes a while."""
    serving.house.school.courses.by_game = {"duki4": syllabus("duki4")}


async def there(serving: Serving, work: Any) -> Any:
    """Have something done where the house lives."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, serving.loop))


async def take_audition(house: House, name: str, id: str, *, is_over: bool = True) -> AuditionRow:
    """An audition that a person left after a second, or that is still under way."""
    setup, seed, terms = rehearsal_setup("duki4"), f"seed of {id}", Terms()
    course = syllabus_of(setup)
    kept = Kept(
        setup=setup,
        ruleset=course.fingerprint,
        version=__version__,
        terms=terms,
        seed=seed,
        salt="salt",
        seal=sealed(seed, "salt"),
        reached_at=BEGUN,
        ended=BEGUN if is_over else None,
    )
    person = (await known(house, name)).key
    row = AuditionRow(
        id=id,
        person=person,
        game="duki4",
        device="shuffler",
        begun=BEGUN,
        status=UNDER_WAY,
        kept=kept,
    )
    records = house.auditions.records
    await records.begin(row)
    if not is_over:
        return row
    audition = Audition(course, "shuffler", terms, seed, BEGUN)
    audition.abandon(1.0)
    result = audition.result()
    outcome = Outcome(result=result, verdict=judged(result, terms), verified="verified")
    await records.add(row, 1, TimedInput(1.0, Input(0, has_left=True)))
    row = msgspec.structs.replace(row, status=OVER, outcome=outcome)
    await records.end(row, audition.journal)
    return row


async def schooled(serving: Serving, visitor: Visit, name: str) -> tuple[Visitor, int]:
    """A dealer who has answered, was examined and certified, with the number of their account."""
    house, dealer = serving.house, await employed(visitor, name, "dealer")
    await gone_through(dealer, house, await asked(dealer), is_right=False)
    answer = (await dealer.ask("/school/record"))["answers"][0]["number"]
    person = await there(serving, known(house, name))
    ivo = await there(serving, known(house, "Ivo"))
    await there(serving, take_audition(house, name, f"a-{person.account}"))
    await there(serving, certify(house, name, audition=f"a-{person.account}"))
    for act in (
        ChecklistSigned(
            game="duki4", item="duki4.instruction.wash-each-deck", is_passed=True, words="neat"
        ),
        AnswerOverruled(answer=answer, mark=Fraction(1), reason="it was said"),
    ):
        await there(serving, house.register.add(person.key, ivo, act))
    return dealer, person.account


# Who sees it ---------------------------------------------------------------------------------------


def test_a_record_is_whole_to_its_owner_and_instructor_and_to_the_pit_what_was_examined(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        fay, number = await schooled(serving, visitor, "Fay")
        ivo, ada = await visitor().sign_in("Ivo"), await visitor().sign_in(ADMINISTRATOR)
        pit, dan = await visitor().sign_in("Pit"), await visitor().sign_in("Dan")
        other = await employed(visitor, "Otto", "instructor")
        one = f"/school/personnel/{number}"

        own = await fay.ask("/school/personnel")
        assert (own["number"], own["is_own"], own["sees"]) == (number, True, "whole")
        assert own["answers"] > 0
        assert [each["examiner"] for each in own["certificates"]] == ["Ivo"]
        (item,) = own["checklist"]
        assert (item["by"], item["words"]) == ("Ivo", "neat")
        assert item["item"].startswith("Wash each deck thoroughly")
        (mark,) = own["overruled"]
        assert (mark["machine"], mark["mark"]) == (0.0, 1.0)
        assert (mark["reason"], mark["by"]) == ("it was said", "Ivo")
        assert [each["standing"] for each in own["deals"]] == ["holds"]
        assert own["is_intact"]

        taught = (await ivo.post("/school/classes", {"name": "Records"})).json()["id"]
        assert (await ivo.get(one)).status_code == 404, "Ivo does not teach Fay yet"
        await ivo.post(f"/school/classes/{taught}/people", {"names": ["Fay"]})
        for person in (ivo, ada):
            assert (await person.ask(one))["sees"] == "whole"
            assert (await person.get(f"{one}/record.zip")).is_success
        seen = await pit.ask(one)
        assert (seen["sees"], seen["answers"], seen["overruled"]) == ("examined", 0, [])
        assert len(seen["certificates"]) == len(seen["auditions"]) == 1
        refused = await pit.get(f"{one}/record.zip")
        assert refused.status_code == 403
        assert "cannot export" in why(refused)
        for person in (dan, other):
            for path in (one, f"{one}/record.zip"):
                assert (await person.get(path)).status_code == 404
        assert (await pit.get("/school/personnel/99999")).status_code == 404

    play(serving, scene)


# One file ------------------------------------------------------------------------------------------


def test_the_file_is_whole_checks_by_itself_and_is_always_the_same(
    serving: Serving, tmp_path: Any
) -> None:
    async def scene(visitor: Visit) -> None:
        await schooled(serving, visitor, "Flo")
        gus, number = await schooled(serving, visitor, "Gus")
        await there(serving, take_audition(serving.house, "Gus", "under-way", is_over=False))
        path = f"/school/personnel/{number}/record.zip"
        first = (await gus.get(path)).content
        assert (await gus.get(path)).content == first
        files = unpacked(first)
        manifest = files.pop("MANIFEST.sha256").decode().splitlines()
        sums = {name: sum for sum, _, name in (line.partition("  ") for line in manifest)}
        assert sums == {name: hashlib.sha256(each).hexdigest() for name, each in files.items()}
        assert {"README.txt", "record.json", "answers.csv", "register.jsonl"} < set(files)
        assert f"journals/a-{number}.jsonl" in files
        assert "auditions/under-way.json" not in files
        assert b"seed of under-way" not in first + b"".join(files.values()), "it is under way"
        journal = files[f"journals/a-{number}.jsonl"].splitlines(keepends=True)
        assert verify(lambda: journal).lines == len(journal)
        assert len(files["answers.csv"].splitlines()) > 1

        (tmp_path / "record.zip").write_bytes(first)
        books = opened(str(tmp_path / "record.zip"))
        assert isinstance(books, Books)
        assert check_register(books.entries) is None
        told = files["register.jsonl"].decode()
        assert f'"a:{number}"' in told
        entries = await there(serving, serving.house.register.all())
        strangers = {each.about for each in entries} - {f"a:{number}"}
        assert strangers
        assert not any(f'"{key}"' in told for key in strangers), "of others the hashes alone"

    play(serving, scene)


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


# Erased --------------------------------------------------------------------------------------------


def test_two_people_erase_a_record_at_the_page_and_everything_else_stands(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        await schooled(serving, visitor, "Ida")
        _, number = await schooled(serving, visitor, "Hal")
        ivo, ada = await visitor().sign_in("Ivo"), await visitor().sign_in(ADMINISTRATOR)
        second, one = (
            await employed(visitor, "Sara", "administrator"),
            f"/school/personnel/{number}",
        )
        reason = {"reason": "left, and asked for it"}
        refused = await ada.post(f"{one}/erasure", reason)
        assert "close the account first" in why(refused)
        assert (await ada.http.patch("/accounts/Hal", json={"is_disabled": True})).is_success
        assert (await ada.ask(one))["may_ask"]
        entry = (await ada.post(f"{one}/erasure", reason)).json()["entry"]
        assert [each["name"] for each in await second.ask("/school/erasures")] == ["Hal"]
        assert await ivo.ask("/school/erasures") == [], "Ivo does not teach Hal"
        assert (await ivo.post(f"/school/erasures/{entry}/confirm", {})).status_code == 404
        assert "another person" in why(await ada.post(f"/school/erasures/{entry}/confirm", {}))
        done = await second.post(f"/school/erasures/{entry}/confirm", {})
        assert done.is_success, done.text

        page = await ada.ask(one)
        assert page["name"] == f"Erased account {number}"
        assert page["erased"]
        assert page["is_intact"]
        assert (page["answers"], page["games"], page["may_ask"]) == (1, [], False)
        assert len(page["certificates"]) == 1
        files = unpacked((await ada.get(f"{one}/record.zip")).content)
        assert b"Hal" not in b"".join(files.values())
        journal = files[f"journals/a-{number}.jsonl"].splitlines(keepends=True)
        assert verify(lambda: journal).lines == len(journal)
        assert await there(serving, serving.house.register.check()) is None
        assert "Hal" not in (await ada.get("/accounts")).text

    play(serving, scene)

"""Certificates are listed and checked: what is not as it was signed shows, and what ended says why."""

import hashlib
import io
import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.house.books.places import FILE
from tablewright.house.classroom.offline import evidence_of
from tablewright.school.auditions.audition import Audition
from tablewright.school.certificates import Certificate, Conversion, lacking
from tablewright.school.checking import Books, Checked, Evidence, check
from tablewright.school.signed import (
    FIRST,
    Act,
    AuditionOverruled,
    AuditionVoided,
    Certified,
    Converted,
    Entry,
    Withdrawn,
    signed_entry,
)
from tablewright.table.setup import Book, Setup
from tests.cli.certified_house import (
    AUDITION,
    BEGUN,
    CERTIFICATE,
    Made,
    certificate_of,
    examined,
    kept_row,
    made,
)
from tests.cli.running import run, run_in_terminal
from tests.cli.test_play import ESCAPES

HOLDER, EXAMINER, OTHER = ("a:1", 1, "Ann"), ("a:2", 2, "Ivo"), ("a:3", 3, "Uma")


@pytest.fixture(scope="module")
def taken() -> tuple[Audition, Evidence]:
    audition, inputs = examined()
    row, journal = kept_row(audition, HOLDER[0])
    return audition, evidence_of(row, inputs, journal)


@pytest.fixture
def certificate(taken: tuple[Audition, Evidence]) -> Certificate:
    return certificate_of(taken[0], HOLDER[0], EXAMINER[2])


@pytest.fixture
def evidence(taken: tuple[Audition, Evidence]) -> Evidence:
    return taken[1]


def register(*acts: tuple[tuple[str, int, str], Act]) -> list[Entry]:
    """A register in which these people have signed these things about the holder."""
    entries: list[Entry] = []
    for (_, account, name), act in acts:
        prev = entries[-1].hash if entries else FIRST
        at = BEGUN.isoformat()
        entries.append(signed_entry(len(entries) + 1, at, HOLDER[0], account, name, act, prev))
    return entries


def checked(
    entries: Sequence[Entry],
    evidence: Evidence,
    in_force: Callable[[Setup], Setup] = lambda setup: setup,
) -> Checked:
    [found] = check(Books(entries, {AUDITION: evidence}), BEGUN.date(), in_force)
    return found


def wrong_of(found: Checked) -> dict[str, str]:
    return {each.what: each.says for each in found.findings if each.is_right is False}


def changed(of: Any, **values: Any) -> Any:
    return msgspec.structs.replace(of, **values)


# What was signed -----------------------------------------------------------------------------------


def test_a_certificate_that_is_as_it_was_signed_holds(
    certificate: Certificate, evidence: Evidence
) -> None:
    found = checked(register((EXAMINER, Certified(certificate=certificate))), evidence)
    assert found.holds
    assert [each.is_right for each in found.findings] == [True] * 6
    assert found.lacks == found.ended == []


def test_an_entry_that_was_changed_or_left_out_shows(
    certificate: Certificate, evidence: Evidence
) -> None:
    overruled = AuditionOverruled(audition="other", n=1, mark=Fraction(1), reason="It was heard.")
    first, second = register((OTHER, overruled), (EXAMINER, Certified(certificate=certificate)))
    later = changed(second, did=second.did.replace('"score":100', '"score":99'))
    assert (
        "entry 2: its hash does not fit" in wrong_of(checked([first, later], evidence))["register"]
    )
    assert "entry 1: it is missing" in wrong_of(checked([second], evidence))["register"]
    assert checked([first, second], evidence).holds


@pytest.mark.parametrize("signer", [HOLDER, OTHER])
def test_only_the_examiner_who_is_named_and_is_not_the_holder_can_have_signed(
    signer: tuple[str, int, str], certificate: Certificate, evidence: Evidence
) -> None:
    wrong = wrong_of(checked(register((signer, Certified(certificate=certificate))), evidence))
    assert f"it names Ivo, and {signer[2]} signed" in wrong["signature"]
    assert ("its holder signed it" in wrong["signature"]) == (signer is HOLDER)


@pytest.mark.parametrize("signer", [EXAMINER, OTHER])
def test_an_examiner_who_overruled_a_mark_cannot_sign_what_rests_on_it(
    signer: tuple[str, int, str], certificate: Certificate, evidence: Evidence
) -> None:
    overruled = AuditionOverruled(audition=AUDITION, n=1, mark=Fraction(1), reason="It was heard.")
    found = checked(
        register((signer, overruled), (EXAMINER, Certified(certificate=certificate))), evidence
    )
    assert found.holds == (signer is OTHER)
    if signer is EXAMINER:
        assert "had overruled mark 1 of the audition" in wrong_of(found)["signature"]
    later = register((EXAMINER, Certified(certificate=certificate)), (signer, overruled))
    assert checked(later, evidence).holds


# What it rests on ----------------------------------------------------------------------------------


def test_a_seed_that_was_not_sealed_shows(certificate: Certificate, evidence: Evidence) -> None:
    other = changed(certificate, seed="another")
    wrong = wrong_of(checked(register((EXAMINER, Certified(certificate=other))), evidence))
    assert "not the one that was sealed" in wrong["seed"]
    assert "the audition has another seed" in wrong["seed"]


def test_a_journal_that_was_changed_cut_or_lost_shows(
    certificate: Certificate, evidence: Evidence
) -> None:
    entries, lines = register((EXAMINER, Certified(certificate=certificate))), evidence.journal
    altered = [*lines[:30], lines[30].replace(b":", b": ", 1), *lines[31:]]
    for journal, says in (
        (altered, "line 31"),
        (lines[:-1], "it is not complete"),
        ([], "it is not here"),
    ):
        found = checked(entries, evidence._replace(journal=journal))
        assert says in wrong_of(found)["journal"]
        assert not found.holds


def test_a_result_that_does_not_follow_from_the_inputs_shows(
    certificate: Certificate, evidence: Evidence
) -> None:
    assert evidence.kept is not None
    entries = register((EXAMINER, Certified(certificate=certificate)))
    _, *others = evidence.kept.inputs
    result = evidence.kept.result
    worse = changed(result, marks=[changed(result.marks[0], given="x"), *result.marks[1:]])
    for kept, says in (
        (changed(evidence.kept, inputs=others), "made again"),
        (changed(evidence.kept, result=worse), "made again, it comes to another result"),
        (changed(evidence.kept, device="shuffler"), "with another device"),
        (None, "the audition is not here"),
    ):
        assert says in wrong_of(checked(entries, evidence._replace(kept=kept)))["result"]
    stranger = evidence._replace(person="a:9")
    assert "another person's" in wrong_of(checked(entries, stranger))["result"]


def test_a_score_that_was_not_reached_or_an_audition_that_is_void_shows(
    certificate: Certificate, evidence: Evidence
) -> None:
    better = changed(certificate, score=101)
    wrong = wrong_of(checked(register((EXAMINER, Certified(certificate=better))), evidence))
    assert wrong["result"] == "it comes to 100 %: expected 101 %"
    void = AuditionVoided(audition=AUDITION, reason="The alarm went off.")
    entries = register((OTHER, void), (EXAMINER, Certified(certificate=certificate)))
    assert "declared void" in wrong_of(checked(entries, evidence))["result"]


def test_what_another_version_examined_holds_by_its_journal(
    certificate: Certificate, evidence: Evidence
) -> None:
    old = evidence._replace(kept=changed(evidence.kept, version="0.0.1", inputs=[]))
    found = checked(register((EXAMINER, Certified(certificate=certificate))), old)
    assert found.holds
    [unknown] = [each for each in found.findings if each.is_right is None]
    assert unknown.says == "not made again: it was taken with Tablewright 0.0.1"


# Whether it still holds ----------------------------------------------------------------------------


def test_a_certificate_that_was_withdrawn_does_not_hold(
    certificate: Certificate, evidence: Evidence
) -> None:
    taken_back = Withdrawn(certificate=CERTIFICATE, reason="It was another's hand.")
    entries = register((EXAMINER, Certified(certificate=certificate)), (OTHER, taken_back))
    found = checked(entries, evidence)
    assert found.is_right
    assert not found.holds
    assert found.withdrawn == "Uma: It was another's hand."


def test_another_reading_ends_it_and_a_conversion_of_what_is_lacking_renews_it(
    certificate: Certificate, evidence: Evidence
) -> None:
    entries = register((EXAMINER, Certified(certificate=certificate)))

    def high_only(setup: Setup) -> Setup:
        return msgspec.structs.replace(setup, readings={"duki4.ace": "high-only"})

    ended = checked(entries, evidence, high_only)
    assert ended.is_right
    assert not ended.holds
    assert ended.ended == [
        "duki4.ace was taken as high-and-low and is now high-only: above the king only"
    ]
    setup = high_only(certificate.setup)
    missing = lacking(certificate, [], setup, certificate.device)
    assert ended.lacks == [each.id for each in missing]
    conversion = conversion_of(certificate, setup)
    renewed = [(OTHER, Converted(certificate=CERTIFICATE, conversion=conversion))]
    entries = register((EXAMINER, Certified(certificate=certificate)), *renewed)
    assert checked(entries, evidence, high_only).holds
    assert checked(entries, evidence, lambda setup: certificate.setup).holds
    renewed = [(HOLDER, Converted(certificate=CERTIFICATE, conversion=conversion))]
    entries = register((EXAMINER, Certified(certificate=certificate)), *renewed)
    assert wrong_of(checked(entries, evidence))["signature"] == "its holder signed it"


def conversion_of(certificate: Certificate, setup: Setup) -> Conversion:
    from tablewright.school.examined import digests

    needed = digests(setup, certificate.device)
    missing = lacking(certificate, [], setup, certificate.device)
    return Conversion(
        id="c-2",
        game=certificate.game,
        ruleset=Book(setup).ruleset.fingerprint,
        setup=setup,
        device=certificate.device,
        at=BEGUN,
        examiner="Uma",
        score=100,
        questions=[],
        examined={each.id: needed[each.id] for each in missing},
    )


def test_a_certificate_holds_as_long_as_the_house_has_set(
    certificate: Certificate, evidence: Evidence
) -> None:
    entries, last = register((EXAMINER, Certified(certificate=certificate))), BEGUN.date()
    books = Books(entries, {AUDITION: evidence}, valid_until={CERTIFICATE: last})
    assert check(books, last)[0].holds
    [ended] = check(books, last + timedelta(days=1))
    assert not ended.holds
    assert ended.ended == ["the house lets it hold until 2026-03-02"]


def test_readings_that_do_not_make_its_ruleset_show(
    certificate: Certificate, evidence: Evidence
) -> None:
    other = changed(certificate, ruleset="0" * 64)
    wrong = wrong_of(checked(register((EXAMINER, Certified(certificate=other))), evidence))
    assert set(wrong) == {"journal", "result", "rules"}


# The command ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return made(tmp_path_factory.mktemp("house"))


def sums(folder: Path) -> dict[str, str]:
    return {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in folder.iterdir()
        if not each.name.endswith(("-shm", "-wal"))
    }


def test_a_house_is_read_and_nothing_of_it_is_changed(house: Made) -> None:
    before = sums(house.folder)
    ran = run("certificates", "--data", str(house.folder))
    assert ran.status == 0, ran.err
    said = rf"{house.id} +Ann +Duki 4 Poker +deal by hand +[-0-9]+ +Ivo +100 % +holds"
    assert re.search(said, ran.out)
    assert "made again from every input: 100 %, passed" in ran.out
    assert sums(house.folder) == before
    found = json.loads(run("certificates", "--data", str(house.folder), "--json").out)
    assert found["holds"]
    [one] = found["sources"][0]["certificates"]
    assert one["name"] == "Ann"
    assert one["certificate"]["journal_hash"] in ran.out


def test_a_record_is_checked_as_one_file_and_unpacked(house: Made, tmp_path: Path) -> None:
    record, unpacked = tmp_path / "record.zip", tmp_path / "unpacked"
    record.write_bytes(house.record)
    with zipfile.ZipFile(record) as packed:
        packed.extractall(unpacked)
    for file in (record, unpacked / "register.jsonl"):
        ran = run("certificates", str(file))
        assert ran.status == 0, ran.err
        assert f"{house.id}: holds" in ran.out
        assert " Ann " in ran.out
    shutil.rmtree(unpacked / "journals")
    ran = run("certificates", str(unpacked / "register.jsonl"))
    assert ran.status == 1
    assert f"{house.id}: DOES NOT HOLD" in ran.out
    assert re.search(r"journal +WRONG +it is not here", ran.out)
    ran = run("certificates", str(record), "--reading", "duki4.ace=high-only")
    assert ran.status == 1
    assert f"{house.id}: has ended" in ran.out
    assert "lacks" in ran.out


def test_a_record_that_was_tampered_with_is_refused_or_does_not_hold(
    house: Made, tmp_path: Path
) -> None:
    with zipfile.ZipFile(io.BytesIO(house.record)) as packed:
        files = {each: packed.read(each) for each in packed.namelist()}
    changed = files["register.jsonl"].replace(b"Ivo", b"Eva")
    assert changed != files["register.jsonl"]
    file = tmp_path / "record.zip"
    for is_sum_fixed, status in ((False, 2), (True, 1)):
        content = {**files, "register.jsonl": changed}
        if is_sum_fixed:
            was, now = (hashlib.sha256(e).hexdigest() for e in (files["register.jsonl"], changed))
            manifest = files["MANIFEST.sha256"].replace(was.encode(), now.encode())
            content["MANIFEST.sha256"] = manifest
        with zipfile.ZipFile(file, "w") as packed:
            for name, each in content.items():
                packed.writestr(name, each)
        ran = run("certificates", str(file))
        assert ran.status == status
        assert ("register.jsonl is not what" in ran.err) == (status == 2)
        assert ("its hash does not fit" in ran.out) == (status == 1)


def test_a_database_that_was_tampered_with_does_not_hold(house: Made, tmp_path: Path) -> None:
    with sqlite3.connect(house.folder / FILE) as source, sqlite3.connect(tmp_path / FILE) as copy:
        source.backup(copy)
        for (name,) in copy.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            copy.execute(f"DROP TRIGGER {name}")
        copy.execute("UPDATE auditions SET journal = replace(journal, 'Ante', 'Anti')")
        copy.execute("UPDATE school_register SET did = replace(did, '100', '101')")
    source.close()
    copy.close()
    ran = run("certificates", "--data", str(tmp_path))
    assert ran.status == 1
    assert "NOT ALL HOLD" in ran.out
    assert "entry 1: its hash does not fit" in ran.out


def test_an_audition_is_made_again_from_its_inputs(tmp_path: Path) -> None:
    journal, inputs = tmp_path / "a.jsonl", tmp_path / "a.audition.json"
    words = f"audition duki4 --seed 7 --minutes 1 --journal {journal}"
    assert run(*words.split(), given="\n\nno\n1\n").status == 1
    ran = run("certificates", str(inputs))
    assert ran.status == 0, ran.err
    assert "an audition, holds" in ran.out
    assert "not passed" in ran.out
    inputs.write_text(inputs.read_text().replace('"seed": "7"', '"seed": "8"'))
    ran = run("certificates", str(inputs))
    assert ran.status == 1
    assert "DOES NOT HOLD" in ran.out
    inputs.write_text(inputs.read_text().replace('"seed": "8"', '"seed": "7"'))
    journal.write_bytes(journal.read_bytes().replace(b"Wren", b"Wran"))
    assert run("certificates", str(inputs)).status == 1


@pytest.mark.parametrize("columns", [80, 120])
def test_a_terminal_shows_it_within_its_width(columns: int, house: Made, tmp_path: Path) -> None:
    record = tmp_path / "r.zip"
    record.write_bytes(house.record)
    ran = run_in_terminal("certificates", str(record), columns=columns)
    lines = [ESCAPES.sub("", line).rstrip() for line in ran.out.splitlines()]
    assert f"{house.id}: holds" in lines
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("@/none.zip", "cannot be read"),
        ("@", "cannot be read"),
        ("@/empty.jsonl", "it is empty"),
        ("@/other.jsonl", "line 1 is no entry of a register"),
        ("@/other.zip", "there is no register.jsonl in it"),
        ("@/bad.audition.json", "it is no audition"),
        ("--data @", "there is no 'house.db' there"),
        ("--data @/not-a-house", "the database"),
        ("--database mysql://x", "no database is known by"),
        ("--data @ @/empty.jsonl", "expected one of the two"),
        ("@/empty.jsonl --reading x=y", "x"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_status_2(
    words: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "other.jsonl").write_text('{"n":1}\n')
    (tmp_path / "bad.audition.json").write_text("{}")
    (tmp_path / "not-a-house").mkdir()
    (tmp_path / "not-a-house" / FILE).write_text("no database")
    with zipfile.ZipFile(tmp_path / "other.zip", "w"):
        pass
    before = sorted(tmp_path.rglob("*"))
    ran = run("certificates", *words.replace("@", str(tmp_path)).split())
    assert ran.status == 2
    assert re.fullmatch(r"tablewright: [^\n]+\n", ran.err)
    assert says in ran.err
    assert ran.out == ""
    assert sorted(tmp_path.rglob("*")) == before

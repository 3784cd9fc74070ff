"""The house's signature under certificates and records, checked without the house."""

import hashlib
import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from tablewright.house.books.places import FILE
from tablewright.school.signed import Entry, chained
from tablewright.signing.files import read_signed, signature_file, signature_name
from tablewright.signing.keys import Keys
from tests.cli.certified_house import Made, made
from tests.cli.running import Ran, run
from tests.house.company import unguarded
from tests.house.signed import copied

Files = dict[str, bytes]
REGISTER, SUMS = "register.jsonl", "MANIFEST.sha256"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("house")
    return made(folder, folder / "apart.keys")


@pytest.fixture
def ring(house: Made) -> str:
    return str(house.folder / "apart.keys" / "ring.json")


def _unpacked(record: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(record)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _packed(files: Files, to: Path, *, is_summed: bool = True) -> str:
    """A record of these files, with sums that fit unless it is said otherwise."""
    if is_summed:
        sums = (
            f"{hashlib.sha256(each).hexdigest()}  {name}\n"
            for name, each in sorted(files.items())
            if not name.startswith(SUMS)
        )
        files = {**files, SUMS: "".join(sums).encode()}
    with zipfile.ZipFile(to, "w") as packed:
        for name, each in files.items():
            packed.writestr(name, each)
    return str(to)


def _signature(ran: Ran) -> tuple[bool | None, str]:
    """What is found of the house's signature under the certificate."""
    (source,) = json.loads(ran.out)["sources"]
    (certificate,) = source["certificates"]
    found = certificate["findings"][-1]
    assert found["what"] == "signature"
    return found["is_right"], found["says"]


def test_a_signed_record_is_checked_with_the_public_keys_alone(
    house: Made, ring: str, tmp_path: Path
) -> None:
    record = tmp_path / "record.zip"
    record.write_bytes(house.record)
    key = json.loads(run("keys", "--keys", str(Path(ring).parent), "--json").out)["keys"][0]["id"]
    ran = run("certificates", str(record), "--key", ring)
    assert (ran.status, ran.err) == (0, "")
    assert f"Record: signature right, key {key}" in ran.out
    (line,) = [
        each for each in ran.out.splitlines() if each.split()[:3] == ["signature", "right", "key"]
    ]
    assert key in line
    assert "lie beside it" not in ran.out
    assert "the keys lie beside it" in run("certificates", str(record)).out
    assert _signature(run("certificates", str(record), "--key", ring, "--json"))[0] is True


def test_a_register_out_of_a_record_is_checked_with_what_lies_beside_it(
    house: Made, ring: str, tmp_path: Path
) -> None:
    for name, each in _unpacked(house.record).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(each)
    register = tmp_path / REGISTER
    ran = run("certificates", str(register), "--key", ring, "--json")
    assert ran.status == 0
    assert _signature(ran)[0] is True
    for file in (REGISTER, SUMS):
        assert "it is signed" in run("verify", str(tmp_path / file), "--key", ring).out
    (tmp_path / f"{REGISTER}.signed.json").unlink()
    assert _signature(run("certificates", str(register), "--json")) == (
        None,
        "the house did not sign it",
    )


def test_a_house_s_own_database_says_what_was_signed(house: Made, ring: str) -> None:
    ran = run("certificates", "--data", str(house.folder), "--key", ring, "--json")
    assert ran.status == 0
    assert _signature(ran)[0] is True


def test_a_record_from_before_the_house_had_a_key_is_said_to_be_unsigned(
    tmp_path_factory: pytest.TempPathFactory, ring: str, tmp_path: Path
) -> None:
    record = tmp_path / "record.zip"
    record.write_bytes(made(tmp_path_factory.mktemp("unsigned")).record)
    ran = run("certificates", str(record))
    assert ran.status == 0
    assert "signature  not checked  the house did not sign it" in " ".join(
        each.strip() for each in ran.out.splitlines()
    ).replace("   ", "  ")
    assert "Record: signature not checked, the house did not sign it" in ran.out
    assert run("certificates", str(record), "--key", ring).status == 1


def _forged_register(files: Files) -> Files:
    """A better score, with every hash of the register made anew."""
    lines, last = [], ""
    for line in files[REGISTER].splitlines():
        entry = msgspec.json.decode(line, type=Entry)
        worse = msgspec.structs.replace(entry, at="1" + entry.at[1:])
        prev = last or worse.prev
        last = chained(prev, worse.content)
        lines.append(msgspec.json.encode(msgspec.structs.replace(worse, prev=prev, hash=last)))
    return {**files, REGISTER: b"\n".join(lines) + b"\n"}


def _without(name: str) -> Callable[[Files], Files]:
    return lambda files: {each: files[each] for each in files if each != name}


def _changed(name: str) -> Callable[[Files], Files]:
    return lambda files: {**files, name: files[name].replace(b"1", b"2", 1)}


def _later(name: str, which: int) -> Callable[[Files], Files]:
    """One of the statements beside a file is said to be a second younger."""

    def change(files: Files) -> Files:
        signed = read_signed(files[signature_name(name)])
        statements = list(signed.statements)
        one = statements[which]
        statements[which] = msgspec.structs.replace(one, at=one.at + timedelta(seconds=1))
        return {**files, signature_name(name): signature_file(statements, signed.keys)}

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_later(REGISTER, 0), "it was changed after it was signed"),
        (_later(REGISTER, 1), "it was changed after it was signed"),
        (_later(SUMS, 0), "it was changed after it was signed"),
        (_forged_register, "not the one that was signed"),
        (_changed(f"{REGISTER}.signed.json"), ""),
        (_changed("record.json"), "not the one that was signed"),
        (_changed("README.txt"), "not the one that was signed"),
    ],
)
def test_what_was_changed_in_a_record_is_found_though_its_sums_fit(
    house: Made, ring: str, tmp_path: Path, change: Callable[[Files], Files], why: str
) -> None:
    files = change(_unpacked(house.record))
    for key in ([], ["--key", ring]):
        ran = run("certificates", _packed(files, tmp_path / "forged.zip"), *key)
        assert ran.status == 1
        assert why in ran.out
        assert "WRONG" in ran.out


@pytest.mark.parametrize("name", [f"{REGISTER}.signed.json", f"{SUMS}.signed.json"])
def test_a_signature_that_was_taken_out_is_missed_by_who_trusts_a_key(
    house: Made, ring: str, tmp_path: Path, name: str
) -> None:
    record = _packed(_without(name)(_unpacked(house.record)), tmp_path / "less.zip")
    assert run("certificates", record, "--key", ring).status == 1


def test_the_keys_of_another_house_vouch_for_nothing(house: Made, tmp_path: Path) -> None:
    record = tmp_path / "record.zip"
    record.write_bytes(house.record)
    other = Keys.make(tmp_path / "other")
    ran = run("certificates", str(record), "--key", str(other.folder / "ring.json"))
    assert ran.status == 1
    assert "which is none that is trusted here" in ran.out


def test_a_database_whose_register_was_written_anew_does_not_fit_its_signed_head(
    house: Made, ring: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(copied(house.folder / FILE))
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.row_factory = sqlite3.Row
        (row,) = db.execute("SELECT * FROM school_register").fetchall()
    entry = Entry(**dict(row))
    forged = msgspec.structs.replace(entry, at="1" + entry.at[1:])
    with unguarded(tmp_path / FILE) as db:
        db.execute(
            "UPDATE school_register SET at = ?, hash = ?",
            (forged.at, chained(forged.prev, forged.content)),
        )
    ran = run("certificates", "--data", str(tmp_path), "--json")
    assert ran.status == 1
    assert _signature(ran) == (
        False,
        "entry 1 of the register is not the one that the house signed",
    )

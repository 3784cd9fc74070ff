"""The forms command: a journal's forms, or blank ones, in a folder with a manifest."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run, run_in_terminal
from tests.papers.nights import FOR_MONEY, journal, money, night

GAME = "king-high shoe"
"""A rehearsed night with slips, reports and cards that were signed for."""
HOUSE = 'name = "Cedar Room"\npaper = "a4"\n'


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of people, short and with almost every form."""
    file = tmp_path_factory.mktemp("nights") / "night.jsonl"
    file.write_bytes(b"".join(journal(FOR_MONEY)))
    return file


def manifest(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_bytes())


def held(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def refused(*arguments: str) -> str:
    ran = run("forms", *arguments)
    assert (ran.out, ran.status) == ("", 2)
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("tablewright: ").rstrip("\n")


# Filled --------------------------------------------------------------------------------------------


def test_the_folder_holds_what_the_manifest_says(kept: Path, tmp_path: Path) -> None:
    out = tmp_path / "forms"
    ran = run("forms", str(kept), "--out", str(out))
    assert (ran.err, ran.status) == ("", 0)
    found, files = manifest(out), held(out)
    named = {each["file"]: each["sha256"] for each in found["documents"]}
    assert {*named, "manifest.json"} == files.keys()
    for file, sha256 in named.items():
        assert hashlib.sha256(files[file]).hexdigest() == sha256
    assert {each["number"] for each in found["forms"]} == {
        form.number for form in night(FOR_MONEY).forms
    }
    assert ran.out.startswith("Duki 4 Poker, table 7: the forms of 2026-11-16\n")
    by_hand = money(FOR_MONEY)
    assert re.search(rf"Result: .* -\${-by_hand.result / 100:.2f}\n", ran.out)
    assert re.search(r"  Credit slips +2  duki4-credit-slips.pdf ", ran.out)


def test_a_rehearsed_night_of_another_game_in_a_terminal_and_as_json(tmp_path: Path) -> None:
    file, out = tmp_path / "night.jsonl", tmp_path / "forms"
    file.write_bytes(b"".join(journal(GAME)))
    shown = run_in_terminal("forms", str(file), "--out", str(out), "--only", "card-slips")
    assert shown.status == 0
    assert "king-high-card-slips.pdf" in shown.out
    ran = run("forms", str(file), "--out", str(out), "--only", "shift-report", "--json")
    assert json.loads(ran.out) == manifest(out)
    assert held(out).keys() == {"king-high-shift-report.pdf", "manifest.json"}
    assert manifest(out)["journal"]["lines"] == len(journal(GAME))


def test_a_reprint_is_the_same_to_the_byte(kept: Path, tmp_path: Path) -> None:
    for out in ("one", "two"):
        ran = run("forms", str(kept), "--out", str(tmp_path / out), "--only", "fill-slips")
        assert ran.status == 0
    assert held(tmp_path / "one") == held(tmp_path / "two")


def test_what_a_night_does_not_have_is_not_printed(kept: Path, tmp_path: Path) -> None:
    ran = run("forms", str(kept), "--out", str(tmp_path / "none"), "--only", "void-slips")
    assert ran.status == 0
    assert held(tmp_path / "none").keys() == {"manifest.json"}
    assert manifest(tmp_path / "none")["forms"] == []


def test_a_house_puts_its_name_and_paper_to_them(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE)
    out, house = tmp_path / "forms", str(tmp_path / "house.toml")
    ran = run("forms", str(kept), "--out", str(out), "--house", house, "--only", "fill-slips")
    assert ran.status == 0
    assert "  house      Cedar Room\n" in ran.out
    assert manifest(out)["house"] == "Cedar Room"


def test_a_byte_that_was_changed_is_refused_as_verify_refuses_it(
    kept: Path, tmp_path: Path
) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(kept.read_bytes().replace(b'"reason":"paid one', b'"reason":"paid ten', 1))
    said = refused(str(changed), "--out", str(tmp_path / "forms"))
    verified = run("verify", str(changed))
    assert verified.err == f"tablewright: {said}\n"
    assert "does not hold, line " in said
    assert not (tmp_path / "forms").exists()


def test_a_journal_that_is_not_closed_says_so(kept: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    lines = journal(FOR_MONEY)
    part.write_bytes(b"".join(lines[:40]) + lines[40][:50])
    ran = run("forms", str(part), "--out", str(tmp_path / "forms"), "--only", "drop-and-tips")
    assert ran.status == 0
    first = ran.out.partition("\n")[0]
    assert "NOT COMPLETE: its 40 whole lines hold; line 41 is cut off" in first
    assert "CUT OFF" in ran.out
    (form,) = manifest(tmp_path / "forms")["forms"]
    assert (form["number"], form["line"]) == (None, None)


def test_forms_replace_those_of_the_same_journal_and_nothing_else(
    kept: Path, tmp_path: Path
) -> None:
    lines, part, out = journal(FOR_MONEY), tmp_path / "part.jsonl", tmp_path / "forms"
    part.write_bytes(b"".join(lines[:40]))
    only = ("--out", str(out), "--only", "fill-slips")
    assert run("forms", str(part), *only).status == 0
    assert run("forms", str(kept), *only).status == 0, "the journal went on"
    whole = held(out)
    assert "this journal or of its beginning" in refused(str(part), *only)
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"".join(journal(GAME)))
    assert "which holds 'duki4-fill-slips.pdf'" in refused(str(other), *only)
    printed = run("papers", "duki4", "--out", str(out), "--only", "sign")
    assert printed.status == 2
    assert "expected a new folder, or one with papers of duki4" in printed.err
    assert "blank forms of the same batch" in refused("--blank", "duki4", *only)
    assert held(out) == whole


def test_nothing_is_left_where_the_printing_ends_early(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tablewright.papers.forms.book.to_pdf", broken)
    ran = run("forms", str(kept), "--out", str(tmp_path / "forms"), "--only", "fill-slips")
    assert (ran.out, ran.status) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_manifest_cannot_have_anything_outside_its_folder_removed(
    kept: Path, tmp_path: Path
) -> None:
    out, beside = tmp_path / "forms", tmp_path / "beside.txt"
    beside.write_text("kept")
    only = ("--out", str(out), "--only", "fill-slips")
    assert run("forms", str(kept), *only).status == 0
    said = manifest(out)
    said["documents"].append({"file": "../beside.txt"})
    (out / "manifest.json").write_text(json.dumps(said))
    assert run("forms", str(kept), *only).status == 0
    assert beside.read_text() == "kept"


# Blank ---------------------------------------------------------------------------------------------


def test_blank_forms_are_numbered_by_their_batch(tmp_path: Path) -> None:
    numbers: list[str] = []
    for out in ("one", "two"):
        given = (
            "--blank",
            "pick2",
            "--count",
            "2",
            "--only",
            "fill-slips",
            "--only",
            "credit-slips",
        )
        ran = run("forms", *given, "--out", str(tmp_path / out))
        assert (ran.err, ran.status) == ("", 0)
        found = manifest(tmp_path / out)
        assert all(each["number"].startswith(found["batch"]) for each in found["forms"])
        numbers += [each["number"] for each in found["forms"]]
    assert len(set(numbers)) == 8


def test_the_same_batch_prints_the_same_bytes(tmp_path: Path) -> None:
    given = ("--blank", "duki4", "--count", "1", "--batch", "trial-1", "--date", "2026-11-17")
    for out in ("one", "two", "one"):
        ran = run("forms", *given, "--only", "table-inventory", "--out", str(tmp_path / out))
        assert ran.status == 0
    assert held(tmp_path / "one") == held(tmp_path / "two")
    assert [each["number"] for each in manifest(tmp_path / "one")["forms"]] == [
        "trial-1-opener-0001",
        "trial-1-closer-0001",
    ]


def test_a_game_without_card_slips_has_no_pad_of_them(tmp_path: Path) -> None:
    for game, files in (("duki4", 0), ("king-high", 1)):
        out = tmp_path / game
        given = ("--blank", game, "--count", "1", "--only", "card-slips", "--out", str(out))
        assert run("forms", *given).status == 0
        assert len(manifest(out)["documents"]) == files


# Refused -------------------------------------------------------------------------------------------


def test_what_cannot_be_done_is_said_in_one_line(kept: Path, tmp_path: Path) -> None:
    out, night_file = ("--out", str(tmp_path / "forms")), str(kept)
    assert refused(*out) == "neither a journal nor --blank: expected one of them"
    both = refused(night_file, "--blank", "duki4", *out)
    assert both == "both a journal and --blank: expected one of them"
    for option, value in (
        ("--count", "3"),
        ("--batch", "b"),
        ("--jurisdiction", "nevada"),
        ("--date", "2026-01-01"),
    ):
        assert refused(night_file, option, value, *out).startswith(f"{option} is for blank forms")
    assert refused(night_file, "--only", "fills", *out).startswith(
        "there is no form 'fills': expected shift-report, "
    )
    for count in ("0", "1001", "many"):
        assert "--count" in refused("--blank", "duki4", "--count", count, *out)
    assert "the batch is 'a b'" in refused("--blank", "duki4", "--batch", "a b", *out)
    assert "expected duki4, king-high" in refused("--blank", "go-fish", *out)
    assert "there is no file" in refused(str(tmp_path / "none.jsonl"), *out)
    assert "is a folder" in refused(str(tmp_path), *out)
    assert "there is no folder for it" in refused(
        night_file, "--out", str(tmp_path / "no" / "forms"), "--only", "fill-slips"
    )
    assert not (tmp_path / "forms").exists()

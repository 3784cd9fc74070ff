"""Signatures as `verify` checks them: of a journal, of a folder of papers, of one document."""

import json
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.signing.files import digest, read_signed, signature_file
from tablewright.signing.keys import Keys
from tablewright.signing.statements import Statement
from tablewright.table.journal import SIGNED_HEAD, hash_of
from tests.cli.running import Ran, run
from tests.house.signed import forged

PDF = b"%PDF-1.7 of a game\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>\n'


def refused(ran: Ran) -> str:
    assert ran.status == 2
    assert re.fullmatch(r"tablewright: [^\n]+\n", ran.err), ran.err
    return ran.err


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """Keys that were made a month ago."""
    then = datetime.now(UTC) - timedelta(days=30)
    made = Keys.make(tmp_path_factory.mktemp("keys") / "keys", lambda: then)
    return Keys.open(made.folder)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    file = tmp_path_factory.mktemp("journals") / "night.jsonl"
    made = run("rehearse", "duki4", "--rounds", "6", "--seed", "3", "--journal", str(file))
    assert made.status == 0
    return file.read_bytes().splitlines(keepends=True)


# Journals ------------------------------------------------------------------------------------------


def heads_of(keys: Keys, lines: list[bytes], *at: int, of: str = "D1-1") -> list[Statement]:
    """Heads that were signed when a journal had so many lines."""
    with keys.signing() as pen:
        return [pen.sign(SIGNED_HEAD, of, {"lines": n, "hash": hash_of(lines[n - 1])}) for n in at]


def statement_over(keys: Keys, content: bytes, heads: int, of: str = "D1-1") -> Statement:
    with keys.signing() as pen:
        says = {**digest(content).said, "lines": content.count(b"\n"), "heads": heads}
        return pen.sign("file", f"{of}.jsonl", says)


def laid(folder: Path, keys: Keys, lines: list[bytes], *at: int) -> Path:
    """A journal with its signature beside it."""
    content = b"".join(lines)
    heads = heads_of(keys, lines, *at)
    file = folder / "night.jsonl"
    file.write_bytes(content)
    signature = signature_file([*heads, statement_over(keys, content, len(heads))], keys.ring)
    (folder / "night.jsonl.signed.json").write_bytes(signature)
    return file


def test_a_signed_journal_holds_and_says_whom_it_trusts(
    keys: Keys, lines: list[bytes], tmp_path: Path
) -> None:
    file = str(laid(tmp_path, keys, lines, 10, 90, len(lines)))
    ring, id = str(keys.folder / "ring.json"), keys.ring.current.id
    ran = run("verify", file)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{file}: the journal holds; it is signed\n")
    assert f"3 signed heads, each fits its line; the last one at line {len(lines)}" in ran.out
    assert "the keys lie in night.jsonl.signed.json itself" in ran.out
    named = run("verify", file, "--key", ring)
    assert named.status == 0
    assert "it follows from the key that you named" in named.out
    told = json.loads(run("verify", file, "--key", ring, "--json").out)
    assert told["holds"]
    signed = told["signed"]
    assert (signed["key"], signed["trusted"], signed["notes"]) == (id, "named", [])
    assert [each["line"] for each in signed["heads"]] == [10, 90, len(lines)]


def test_a_journal_written_anew_is_found_at_the_first_head_that_does_not_fit(
    keys: Keys, lines: list[bytes], tmp_path: Path
) -> None:
    file = laid(tmp_path, keys, lines, 10, 90, 120, len(lines))
    file.write_bytes(b"".join(forged(lines, 60)))
    said = refused(run("verify", str(file)))
    assert "head 2 of 4 was signed at line 90" in said
    assert "which is another line now: the journal was written anew" in said
    told = run("verify", str(file), "--json")
    assert told.status == 2
    found = json.loads(told.out)
    assert (found["holds"], found["line"], found["lines_that_hold"]) == (False, 90, 10)
    (tmp_path / "night.jsonl.signed.json").unlink()
    assert run("verify", str(file)).status == 0, "by itself it holds"


def test_a_journal_that_lost_its_end_is_found(
    keys: Keys, lines: list[bytes], tmp_path: Path
) -> None:
    file = laid(tmp_path, keys, lines, 10, 90)
    file.write_bytes(b"".join(lines[:50]))
    assert "head 2 of 2 was signed at line 90" in refused(run("verify", str(file)))
    assert "lines are missing" in refused(run("verify", str(file)))
    file.write_bytes(b"".join(lines[:95]))
    assert "the file is not the one that was signed" in refused(run("verify", str(file)))


def test_heads_that_were_taken_out_or_are_another_journal_s_are_found(
    keys: Keys, lines: list[bytes], tmp_path: Path
) -> None:
    file = laid(tmp_path, keys, lines, 10, 90)
    content, heads = b"".join(lines), heads_of(keys, lines, 10, 90)
    over = statement_over(keys, content, 2)
    others = heads_of(keys, lines, 10, 90, of="D2-2")
    for statements, why in (
        ([heads[0], over], "it was signed with 2 heads, and 1 head lie"),
        ([*others, over], "those of another journal"),
        (heads, "holds 0 statements over it: expected one"),
        ([*heads, over, over], "holds 2 statements over it: expected one"),
    ):
        signature = signature_file(statements, keys.ring)
        (tmp_path / "night.jsonl.signed.json").write_bytes(signature)
        assert why in refused(run("verify", str(file)))


def test_any_changed_byte_of_the_signature_is_found(
    keys: Keys, lines: list[bytes], tmp_path: Path
) -> None:
    """Every byte of every statement is tried in tests/signing; here, that the command looks."""
    file = laid(tmp_path, keys, lines[:40], 10, 40)
    beside = tmp_path / "night.jsonl.signed.json"
    whole, source = beside.read_bytes(), random.Random(5)
    for place in (0, len(whole) - 1, *(source.randrange(len(whole)) for _ in range(25))):
        byte = bytes([whole[place] ^ (1 << source.randrange(7))])
        beside.write_bytes(whole[:place] + byte + whole[place + 1 :])
        assert "does not hold" in refused(run("verify", str(file)))


def test_what_nobody_signed_is_said_to_be_so_and_refused_if_a_key_was_named(
    keys: Keys, lines: list[bytes], tmp_path: Path
) -> None:
    ring = str(keys.folder / "ring.json")
    file = tmp_path / "night.jsonl"
    file.write_bytes(b"".join(lines))
    assert "the journal holds; nobody signed it" in run("verify", str(file)).out
    assert json.loads(run("verify", str(file), "--json").out)["signed"] is None
    assert "nobody signed" in refused(run("verify", str(file), "--key", ring))
    piped = run("verify", "/dev/stdin", "--key", ring, given=file.read_bytes())
    assert "as --key was given" in refused(piped)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("none", None, "expected the house's ring.json"),
        ("empty", b"", "expected a ring of keys, or a public key as PEM"),
        ("pem", b"-----BEGIN PUBLIC KEY-----\nx\n", "it holds no public key"),
    ],
)
def test_a_key_that_is_none_is_refused(
    name: str, content: bytes | None, says: str, lines: list[bytes], tmp_path: Path
) -> None:
    file, key = tmp_path / "night.jsonl", tmp_path / name
    file.write_bytes(b"".join(lines))
    if content is not None:
        key.write_bytes(content)
    assert says in refused(run("verify", str(file), "--key", str(key)))


def test_the_key_of_another_house_is_not_trusted(
    keys: Keys, lines: list[bytes], tmp_path: Path
) -> None:
    file = laid(tmp_path, keys, lines, 10)
    other = Keys.make(tmp_path / "other")
    said = refused(run("verify", str(file), "--key", str(other.folder / "ring.json")))
    assert "which is none that is trusted here" in said
    (tmp_path / "house.pem").write_text(keys.ring.current.pem)
    assert run("verify", str(file), "--key", str(tmp_path / "house.pem")).status == 0


def test_rotated_stolen_and_wrong_clocks_each_have_their_line(
    lines: list[bytes], tmp_path: Path
) -> None:
    clock = [datetime(2026, 1, 5, tzinfo=UTC)]
    keys = Keys.make(tmp_path / "keys", lambda: clock[0])
    file = laid(tmp_path, keys, lines, 10, 90)
    beside, ring = tmp_path / "night.jsonl.signed.json", keys.folder / "ring.json"
    old = tmp_path / "old.json"
    old.write_bytes(ring.read_bytes())
    clock[0] += timedelta(days=1)
    keys.rotate()
    assert run("verify", str(file), "--key", str(ring)).status == 0, "old signatures stay good"
    assert run("verify", str(file), "--key", str(old)).status == 0

    clock[0] -= timedelta(days=300)
    laid(tmp_path, keys, lines, 10)
    ran = run("verify", str(file), "--key", str(ring))
    assert ran.status == 0
    assert "the house's clock said 2025-03-12 00:00:00 UTC" in ran.out
    told = json.loads(run("verify", str(file), "--json").out)
    assert len(told["signed"]["notes"]) == 2, "of the head, and of the file"

    clock[0] += timedelta(days=360)
    laid(tmp_path, keys, lines, 10)
    signed = read_signed(beside.read_bytes())
    assert run("verify", str(file), "--key", str(ring)).status == 0
    keys.retire_stolen(keys.ring.current.id, datetime(2026, 2, 1, tzinfo=UTC))
    assert "was retired as stolen" in refused(run("verify", str(file), "--key", str(ring)))
    assert run("verify", str(file)).status == 0, "who trusts what lies there hears of no theft"
    beside.write_bytes(signature_file(signed.statements, keys.ring))
    assert "was retired as stolen" in refused(run("verify", str(file)))


def test_a_moment_that_is_yet_to_come_is_said(lines: list[bytes], tmp_path: Path) -> None:
    keys = Keys.make(tmp_path / "keys", lambda: datetime(2199, 1, 1, tzinfo=UTC))
    ran = run("verify", str(laid(tmp_path, keys, lines)))
    assert ran.status == 0
    assert "is yet to come by the clock of this machine" in ran.out
    assert "none was signed while it grew" in ran.out


# Papers --------------------------------------------------------------------------------------------


def papers(folder: Path, keys: Keys | None, **more: Any) -> Path:
    """A folder of papers, signed if keys are named."""
    folder.mkdir(exist_ok=True)
    files = {"duki4-sign.pdf": PDF, "duki4-layout.svg": SVG}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    listed = [
        {"name": name, "title": name, "file": name, "sha256": digest(content).sha256}
        for name, content in files.items()
    ]
    manifest = {"game": "duki4", "name": "Duki 4 Poker", "documents": listed} | more
    content = msgspec.json.encode(manifest)
    (folder / "manifest.json").write_bytes(content)
    if keys is not None:
        with keys.signing() as pen:
            made = pen.sign("file", "manifest.json", digest(content).said)
        (folder / "manifest.signed.json").write_bytes(signature_file([made], keys.ring))
    return folder


def test_a_folder_of_papers_holds_with_its_manifest(keys: Keys, tmp_path: Path) -> None:
    folder, ring = papers(tmp_path / "p", keys), str(keys.folder / "ring.json")
    for words in ([str(folder)], [str(folder), "--key", ring], [str(folder / "manifest.json")]):
        ran = run("verify", *words)
        assert (ran.status, ran.err) == (0, "")
        assert "the papers hold; they are signed" in ran.out
    told = json.loads(run("verify", str(folder), "--key", ring, "--json").out)
    assert told["documents"] == ["duki4-sign.pdf", "duki4-layout.svg"]
    assert told["signed"]["key"] == keys.ring.current.id
    (folder / "letter.txt").write_text("Dear regulator,\n")
    assert "letter.txt" in run("verify", str(folder)).out
    assert json.loads(run("verify", str(folder), "--json").out)["not_in_manifest"] == ["letter.txt"]


def test_papers_that_nobody_signed_hold_by_their_hashes(keys: Keys, tmp_path: Path) -> None:
    folder = papers(tmp_path / "p", None)
    assert "the papers hold; nobody signed them" in run("verify", str(folder)).out
    document = folder / "duki4-sign.pdf"
    assert "the document holds; nobody signed it" in run("verify", str(document)).out
    for each in (folder, document):
        ran = run("verify", str(each), "--key", str(keys.folder / "ring.json"))
        assert "nobody signed" in refused(ran)


def _swap_document(folder: Path) -> None:
    (folder / "duki4-sign.pdf").write_bytes(PDF.replace(b"1.7", b"1.8"))


def _lose_document(folder: Path) -> None:
    (folder / "duki4-sign.pdf").unlink()


def _swap_both(folder: Path) -> None:
    """A document and the hash of it, as one would who cannot sign."""
    manifest = folder / "manifest.json"
    _swap_document(folder)
    new = digest((folder / "duki4-sign.pdf").read_bytes()).sha256
    content = manifest.read_text().replace(digest(PDF).sha256, new)
    manifest.write_text(content)


def _change_signature(folder: Path) -> None:
    beside = folder / "manifest.signed.json"
    beside.write_bytes(beside.read_bytes().replace(b'"at":"2', b'"at":"1', 1))


@pytest.mark.parametrize(
    ("change", "whole", "document"),
    [
        (_swap_document, "duki4-sign.pdf was changed", "was changed"),
        (_lose_document, "duki4-sign.pdf is missing", "there is no file"),
        (_swap_both, "not the one that was signed", "not the one that was signed"),
        (_change_signature, "was changed", "was changed"),
    ],
)
def test_what_was_changed_in_papers_is_found(
    keys: Keys, tmp_path: Path, change: Callable[[Path], None], whole: str, document: str
) -> None:
    folder = papers(tmp_path / "p", keys)
    change(folder)
    assert whole in refused(run("verify", str(folder)))
    assert document in refused(run("verify", str(folder / "duki4-sign.pdf")))
    told = run("verify", str(folder), "--json")
    assert (told.status, json.loads(told.out)["holds"]) == (2, False)


@pytest.mark.parametrize("name", ["../secret.pdf", "/etc/passwd", "..", ""])
def test_a_manifest_names_files_of_its_own_folder_only(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.pdf").write_bytes(PDF)
    listed = [{"file": name, "sha256": digest(PDF).sha256}]
    folder = papers(tmp_path / "p", None, documents=listed)
    assert "expected a file of the folder" in refused(run("verify", str(folder)))


def test_what_is_no_folder_of_papers_is_refused(tmp_path: Path) -> None:
    assert "is a folder without manifest.json" in refused(run("verify", str(tmp_path)))
    (tmp_path / "manifest.json").write_text("[]")
    assert "cannot be read: expected a list of documents" in refused(run("verify", str(tmp_path)))


# One document --------------------------------------------------------------------------------------


def test_one_document_holds_by_its_own_signature(keys: Keys, tmp_path: Path) -> None:
    document, ring = tmp_path / "drawing.svg", str(keys.folder / "ring.json")
    document.write_bytes(SVG)
    assert "no manifest beside it names it" in refused(run("verify", str(document)))
    with keys.signing() as pen:
        made = pen.sign("file", document.name, digest(SVG).said)
    beside = tmp_path / "drawing.svg.signed.json"
    beside.write_bytes(signature_file([made], keys.ring))
    ran = run("verify", str(document), "--key", ring)
    assert (ran.status, ran.err) == (0, "")
    assert "the document holds; it is signed" in ran.out
    assert json.loads(run("verify", str(document), "--json").out)["by"] == beside.name
    assert "is a signature" in refused(run("verify", str(beside)))
    document.write_bytes(SVG + b" ")
    assert "not the one that was signed" in refused(run("verify", str(document)))


def test_papers_are_signed_when_they_are_printed(keys: Keys, tmp_path: Path) -> None:
    out, words = str(tmp_path / "papers"), ["papers", "duki4", "--only", "sign", "--out"]
    assert "there are no keys in" in refused(run(*words, out, "--sign", str(tmp_path / "none")))
    assert not (tmp_path / "papers").exists(), "nothing was printed"
    printed = run(*words, out, "--sign", str(keys.folder))
    assert printed.status == 0
    assert f"with key {keys.ring.current.id}" in printed.out
    ran = run("verify", out, "--key", str(keys.folder / "ring.json"))
    assert "they are signed" in ran.out
    assert run(*words, out).status == 0
    assert "nobody signed them" in run("verify", out).out, "the old signature went with its papers"

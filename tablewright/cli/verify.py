"""The verify command: a journal, a folder of papers with its manifest, or one document."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tablewright.cli.journals.files import FIRST_LINE, PACKED
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.signatures import (
    NOBODY,
    Beside,
    Known,
    beside,
    file_digest,
    known_keys,
    signed_document,
    signed_rows,
)
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import ENDING, MOST_BYTES, digest, signature_name
from tablewright.signing.rings import HouseKey
from tablewright.signing.statements import DoesNotHold, Statement
from tablewright.table.words import counted

MANIFEST = "manifest.json"
AUDIT_LINE = b'{"audit":'
"""How a file of an audit begins."""
BACKUP = b"tablewright backup "
"""How a backup of a house begins."""
DOCUMENTS = (b"%PDF-", b"<svg", b"<?xml")
"""How documents begin."""


class Listed(msgspec.Struct, frozen=True):
    """A document in a manifest."""

    file: str
    sha256: str
    title: str = ""


class Manifest(msgspec.Struct, frozen=True):
    """What of a manifest is looked at here; it may say more."""

    documents: list[Listed]
    name: str = ""
    date: str = ""
    ruleset: str = ""


class _Held(NamedTuple):
    """Something that holds, with its signature if it has one."""

    found: Beside | None
    statement: Statement | None = None
    key: HouseKey | None = None

    def rows(self) -> Iterator[list[str]]:
        if self.found and self.statement and self.key:
            yield from signed_rows(self.found, self.statement, self.key)

    def document(self) -> dict[str, Any] | None:
        if self.found and self.statement and self.key:
            return signed_document(self.found, self.statement, self.key)
        return None


def verify(name: str, key: str | None, head: str | None = None, *, as_json: bool) -> int:
    """Check what a person names, whatever it is."""
    known = known_keys(key)
    path = Path(name)
    if path.name == MANIFEST and path.is_file():
        path = path.parent
    if path.is_dir() and head is None:
        return _in_words(name, "papers", lambda: _folder(name, path, known), as_json=as_json)
    first = _first_bytes(path)
    if first is not None and first.startswith(AUDIT_LINE):
        from tablewright.cli.audit import verify_file

        return verify_file(name, known, as_json=as_json)
    if first is not None and first.startswith(BACKUP):
        from tablewright.cli.backup import check_backup

        return check_backup(name, None, key, as_json=as_json)
    if first is not None and first.startswith((FIRST_LINE, PACKED)):
        first = None
    if first is not None and head is None:
        if path.name.endswith(ENDING):
            raise Refused(f"{quoted(name)} is a signature: expected the file that it lies beside")
        listed = _listed_beside(path)
        if listed or path.with_name(signature_name(path.name)).exists():
            return _in_words(
                name, "document", lambda: _document(name, path, listed, known), as_json=as_json
            )
        if first.lstrip().startswith(DOCUMENTS):
            raise Refused(
                f"{NOBODY} {quoted(name)}, and no manifest beside it names it: expected"
                f" {quoted(signature_name(path.name))} or {MANIFEST} there"
            )
    from tablewright.cli.journals.verify import verify as verify_journal

    return verify_journal(name, as_json=as_json, known=known, head=head)


def _first_bytes(path: Path) -> bytes | None:
    """How an ordinary file begins; None, for whatever else it is."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, "rb") as opened:
            return opened.read(64)
    except (OSError, ValueError):
        return None


Shown = tuple[dict[str, Any], list[Sheet]]
"""What is shown of something that holds: to a program, and to a person."""


def _in_words(name: str, kind: str, check: Any, *, as_json: bool) -> int:
    """Show what was checked; what does not hold is refused in one line."""
    try:
        document, sheets = check()
    except DoesNotHold as wrong:
        if as_json:
            told = {kind: name, "holds": False, "why": str(wrong)}
            show_as(lambda: told, lambda: (), as_json=True)
        raise Refused(f"{quoted(name)} does not hold: {wrong}") from None
    return show_as(lambda: document, lambda: sheets, as_json=as_json, done=f"{quoted(name)} holds")


# A folder ------------------------------------------------------------------------------------------


def _folder(name: str, path: Path, known: Known) -> Shown:
    """Every file of a folder against its manifest, and the manifest against its signature."""
    content = _read_manifest(path)
    if content is None:
        raise Refused(
            f"{quoted(name)} is a folder without {MANIFEST}: expected a journal, a document or a"
            " folder of papers"
        )
    held = _signed_manifest(path, content, known)
    manifest = _decoded(content)
    for each in manifest.documents:
        _refuse_other_document(path, each)
    ours = {MANIFEST, *(each.file for each in manifest.documents)}
    ours |= {signature_name(each) for each in ours}
    others = sorted(each.name for each in path.iterdir() if each.name not in ours)
    many = counted(len(manifest.documents), "document")
    rows = [
        *([["papers", manifest.name]] if manifest.name else []),
        *([["date", manifest.date]] if manifest.date else []),
        *([["ruleset", manifest.ruleset]] if manifest.ruleset else []),
        ["documents", f"{many}, each as the manifest says"],
        *([["not in it", ", ".join(others)]] if others else []),
        *held.rows(),
    ]
    document = {
        "papers": name,
        "holds": True,
        "documents": [each.file for each in manifest.documents],
        "not_in_manifest": others,
        "signed": held.document(),
    }
    said = "they are signed" if held.found else f"{NOBODY} them"
    return document, [Sheet(f"{name}: the papers hold; {said}", rows)]


def _read_manifest(folder: Path) -> bytes | None:
    try:
        with open(folder / MANIFEST, "rb") as opened:
            return opened.read(MOST_BYTES)
    except OSError:
        return None


def _decoded(content: bytes) -> Manifest:
    try:
        return msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise DoesNotHold(f"{MANIFEST} cannot be read: expected a list of documents") from None


def _signed_manifest(folder: Path, content: bytes, known: Known) -> _Held:
    found = beside(folder / MANIFEST, known)
    return _Held(found, *found.of_file(digest(content))) if found else _Held(None)


def _refuse_other_document(folder: Path, listed: Listed) -> None:
    """Refuse a document that is missing, or another than the manifest says."""
    if Path(listed.file).name != listed.file or listed.file in ("", ".", ".."):
        raise DoesNotHold(f"{MANIFEST} names {quoted(listed.file)}: expected a file of the folder")
    try:
        found = file_digest(folder / listed.file)
    except Refused:
        raise DoesNotHold(f"{listed.file} is missing: the manifest names it") from None
    if found.sha256 != listed.sha256:
        raise DoesNotHold(f"{listed.file} was changed: its SHA-256 is not what the manifest says")


# One document --------------------------------------------------------------------------------------


def _listed_beside(path: Path) -> Listed | None:
    """What the manifest beside a document says of it."""
    content = _read_manifest(path.parent)
    try:
        found = _decoded(content).documents if content is not None else []
    except DoesNotHold:
        return None
    return next((each for each in found if each.file == path.name), None)


def _document(name: str, path: Path, listed: Listed | None, known: Known) -> Shown:
    """A document against its own signature, or else against the manifest of its folder."""
    by = signature_name(path.name)
    if path.with_name(by).exists() or listed is None:
        found = beside(path, known)
        assert found is not None, "it was there a moment ago"
        held = _Held(found, *found.of_file(file_digest(path)))
    else:
        by = MANIFEST
        content = _read_manifest(path.parent)
        assert content is not None, "it was there a moment ago"
        held = _signed_manifest(path.parent, content, known)
        _refuse_other_document(path.parent, listed)
    rows = [
        *([["document", listed.title]] if listed and listed.title else []),
        ["sha256", f"{file_digest(path).sha256}, as {by} says"],
        *held.rows(),
    ]
    document = {"document": name, "holds": True, "by": by, "signed": held.document()}
    said = "it is signed" if held.found else f"{NOBODY} it"
    return document, [Sheet(f"{name}: the document holds; {said}", rows)]

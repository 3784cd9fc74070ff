"""Files with certificates: a dealer's record, its register with what lies beside it, an audition.

RECORD.zip             as the house exports it: register, auditions and journals in one
register.jsonl         out of such a record, with its folders auditions and journals beside it
NAME.audition.json     what `tablewright audition` writes, its journal NAME.jsonl beside it
"""

import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablewright.cli.school.audition import BESIDE
from tablewright.rules.errors import Refused, quoted
from tablewright.school.auditions.kept import KeptAudition, read
from tablewright.school.checking import Books, Evidence
from tablewright.school.signed import Entry, Link
from tablewright.signing.files import signature_name

MOST_BYTES = 1 << 29
"""More than any record comes to."""
REGISTER, RECORD, MANIFEST = "register.jsonl", "record.json", "MANIFEST.sha256"
AUDITIONS, JOURNALS = "auditions/", "journals/"


class AuditionFile(NamedTuple):
    """An audition and its journal, if that lies beside it."""

    kept: KeptAudition
    journal: list[bytes]


def opened(name: str) -> Books | AuditionFile:
    """What a file holds."""
    try:
        if not name.endswith(BESIDE):
            return _books(_files(name))
        content, journal = _read(Path(name)), Path(name.removesuffix(BESIDE) + ".jsonl")
        lines = _read(journal) if journal.is_file() else b""
        return AuditionFile(read(content), lines.splitlines(keepends=True))
    except Refused as refused:
        raise Refused(f"{quoted(name)}: {refused}") from None


def signed_files(name: str) -> dict[str, bytes]:
    """The register of a record and the sums of its files, as far as they are there, each with what
    the house has signed of it."""
    wanted = {each for of in (REGISTER, MANIFEST) for each in (of, signature_name(of))}
    return {each: content for each, content in _files(name).items() if each in wanted}


def _files(name: str) -> dict[str, bytes]:
    """What a record consists of: packed, or a register with what lies beside it."""
    content = _read(Path(name))
    if zipfile.is_zipfile(io.BytesIO(content)):
        return _unpacked(content)
    beside = Path(signature_name(name))
    signature = {signature_name(REGISTER): _read(beside)} if beside.is_file() else {}
    return {REGISTER: content, **signature, **_beside(Path(name).parent)}


def _read(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            found = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Refused(f"it cannot be read ({why})") from None
    if len(found) > MOST_BYTES:
        raise Refused("it is too large for a record")
    return found


def _unpacked(content: bytes) -> dict[str, bytes]:
    """The files of a record, each as its sum says."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(each.file_size for each in packed.infolist()) > MOST_BYTES:
                raise Refused("it is too large for a record")
            files = {each.filename: packed.read(each) for each in packed.infolist()}
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError) as wrong:
        raise Refused(f"it cannot be unpacked ({wrong})") from None
    listed = files.get(MANIFEST, b"").decode("utf-8", "replace").splitlines()
    sums = {name: sum for sum, _, name in (line.partition("  ") for line in listed)}
    for file, found in files.items():
        is_sum = file in (MANIFEST, signature_name(MANIFEST))
        if not is_sum and sums.get(file) != hashlib.sha256(found).hexdigest():
            raise Refused(f"{file} is not what {MANIFEST} says: expected the record as exported")
    if REGISTER not in files:
        raise Refused(f"there is no {REGISTER} in it: expected a dealer's record")
    return files


def _beside(folder: Path) -> dict[str, bytes]:
    """What lies beside a register: auditions, journals, whose record it is."""
    return {
        f"{kind}{path.name}": _read(path)
        for kind, ending in ((AUDITIONS, "*.json"), (JOURNALS, "*.jsonl"), ("", RECORD))
        for path in sorted((folder / kind).glob(ending))
    }


def _books(files: Mapping[str, bytes]) -> Books:
    from tablewright.house.classroom.offline import exported_evidence

    evidence: dict[str, Evidence] = {}
    for name, content in files.items():
        if name.startswith(AUDITIONS):
            stem = name.removeprefix(AUDITIONS).removesuffix(".json")
            journal = files.get(f"{JOURNALS}{stem}.jsonl", b"").splitlines(keepends=True)
            id, found = exported_evidence(content, journal)
            evidence[id] = found
    return Books(_entries(files[REGISTER]), evidence, _names(files.get(RECORD, b"{}")))


class _Person(msgspec.Struct):
    number: int = 0
    name: str = ""


def _names(record: bytes) -> dict[str, str]:
    """The name of the person whose record it is, by their key."""
    try:
        person = msgspec.json.decode(record, type=_Person)
    except msgspec.MsgspecError:
        return {}
    return {f"a:{person.number}": person.name} if person.name else {}


def _entries(content: bytes) -> list[Entry | Link]:
    found: list[Entry | Link] = []
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            if "content" in msgspec.json.decode(line, type=dict[str, msgspec.Raw]):
                found.append(msgspec.json.decode(line, type=Link))
            else:
                found.append(msgspec.json.decode(line, type=Entry))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise Refused(
                f"line {number} is no entry of a register:"
                f" expected a dealer's record, its {REGISTER}, or a file NAME{BESIDE}"
            ) from None
    if not found:
        raise Refused("it is empty: expected a register")
    return found

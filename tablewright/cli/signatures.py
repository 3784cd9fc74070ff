"""Signatures as the command line makes and checks them: what lies beside a file, and who is trusted.

known_keys("ring.json")                 # what --key names
beside(Path("night.jsonl"), known)      # its signature with whom one believes; None, if there is none
sign_beside(folder, "manifest.json", Path("my-house.keys"), "the papers of ...")
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import (
    FILE,
    MOST_BYTES,
    Digest,
    Signed,
    digest,
    read_signed,
    refuse_other_file,
    signature_file,
    signature_name,
)
from tablewright.signing.keys import Keys
from tablewright.signing.rings import HouseKey, Ring, Trusted, read_known, trusted
from tablewright.signing.statements import DoesNotHold, Statement, shown, time_from, time_text

NOBODY = "nobody signed"
AHEAD = timedelta(hours=1)
"""A clock may be so much ahead of ours before a word is said of it."""

Known = Ring | bytes | None
"""The keys that a person trusts; None, if they named none."""


def known_keys(file: str | None, option: str = "--key") -> Known:
    """What an option names: a ring of keys, or one public key."""
    if file is None:
        return None
    try:
        with open(file, "rb") as opened:
            return read_known(opened.read(MOST_BYTES))
    except OSError as error:
        raise Refused(
            f"{option} is {quoted(file)} ({error.strerror}): expected the house's ring.json, or its"
            " public key as PEM"
        ) from None
    except Refused as wrong:
        raise Refused(f"{option} is {quoted(file)}: {wrong}") from None


class Beside(NamedTuple):
    """The signature that lies beside a file."""

    name: str
    signed: Signed
    believed: Trusted

    def of_file(self, found: Digest) -> tuple[Statement, HouseKey]:
        """What is said of the file, and with which key; refused, if it is another or was changed."""
        statements = self.signed.of_kind(FILE)
        if len(statements) != 1:
            raise DoesNotHold(
                f"{self.name} holds {len(statements)} statements over it: expected one"
            )
        refuse_other_file(statements[0], found)
        return statements[0], self.believed.check(statements[0])


def beside(path: Path, known: Known) -> Beside | None:
    """What lies beside a file; None, if nobody signed it. Refused then, if a key was named."""
    name = signature_name(path.name)
    try:
        with open(path.with_name(name), "rb") as opened:
            content = opened.read(MOST_BYTES)
    except FileNotFoundError:
        if known is None:
            return None
        raise Refused(
            f"{NOBODY} {quoted(str(path), 200)}: expected {quoted(name)} beside it, as --key was given"
        ) from None
    except OSError as error:
        raise Refused(
            f"{quoted(name)} cannot be read ({error.strerror}): expected the signature of"
            f" {quoted(path.name)}"
        ) from None
    signed = read_signed(content)
    return Beside(name, signed, trusted(signed.keys, known))


def file_digest(path: Path) -> Digest:
    """What a file is known by."""
    try:
        with open(path, "rb") as opened:
            found = hashlib.file_digest(opened, "sha256").hexdigest()
            return Digest(found, opened.tell())
    except OSError as error:
        raise Refused(
            f"{quoted(str(path), 200)} cannot be read ({error.strerror}): expected a file"
        ) from None


# What is said --------------------------------------------------------------------------------------


def signed_rows(found: Beside, statement: Statement, key: HouseKey) -> Iterator[list[str]]:
    """Who signed a file, when, and why one should believe it."""
    yield ["signed", f"{shown(statement.at)}, with key {key.id}"]
    if found.believed.is_found:
        yield [
            "trust",
            f"the keys lie in {found.name} itself: --key FILE says whether they are the house's",
        ]
    else:
        yield ["trust", "it follows from the key that you named"]
    for note in notes([statement]):
        yield ["clock", note]


def signed_document(found: Beside, statement: Statement, key: HouseKey) -> dict[str, Any]:
    """The same for a program."""
    return {
        "file": found.name,
        "key": key.id,
        "at": time_text(statement.at),
        "trusted": "found" if found.believed.is_found else "named",
        "notes": list(notes([statement])),
    }


def notes(statements: list[Statement]) -> Iterator[str]:
    """What is odd about the moments of some statements, which hold all the same."""
    for each in statements:
        if clock := each.text("clock"):
            yield (
                f"the house's clock said {shown(time_from(clock))} when {shown(each.at)} had been"
                " signed before"
            )
        elif each.at > datetime.now(UTC) + AHEAD:
            yield f"{shown(each.at)} is yet to come by the clock of this machine"


# Signing -------------------------------------------------------------------------------------------


def signing_keys(folder: str | None) -> Keys | None:
    """The keys that --sign names; refused, before anything is made, if they cannot sign."""
    return Keys.open(Path(folder)) if folder is not None else None


def sign_beside(folder: Path, name: str, keys: Keys, what: str) -> Statement:
    """Sign a file with the present key of a house, and lay the signature beside it."""
    with keys.signing() as pen:
        found = digest((folder / name).read_bytes())
        made = pen.sign(FILE, name, {**found.said, "what": what})
        content = signature_file([made], pen.ring)
    (folder / signature_name(name)).write_bytes(content)
    return made

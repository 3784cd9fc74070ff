"""A dealer's record as one file that a regulator can open: a zip of tables, journals and a register.

    README.txt          what is in it, and how to check it
    record.json         the person, what they may deal, certificates, auditions, signatures
    *.csv               the same as tables, with every answer that is kept
    register.jsonl      every entry about the person, and the hashes of all others: the chain is whole
    auditions/*.json    what each audition was made of, every input, and what it came to
    journals/*.jsonl    the journal of each, as `tablewright verify` reads it
    MANIFEST.sha256     the sum of every other file
    *.signed.json       where the house has a key, its signatures: of the register and of the sums

The same record is the same file, to the last byte: nothing in it says when it was made, and what was
signed once is not signed again.
"""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from tablewright.house.books import schema as s
from tablewright.house.books.database import readable
from tablewright.house.books.signing import Signing
from tablewright.house.classroom.audition_records import UNDER_WAY, AuditionRow, TimedInput
from tablewright.house.classroom.personnel import Personnel
from tablewright.house.classroom.records import Numbered
from tablewright.house.classroom.signed_records import REGISTER, signed_register, signed_sums
from tablewright.house.people.accounts import ACCOUNT
from tablewright.house.people.person import Person
from tablewright.house.screens.comma_separated import Cell, comma_separated
from tablewright.house.screens.personnel_pages import PersonnelPage
from tablewright.house.screens.zip_files import packed
from tablewright.school.memory import Remembered
from tablewright.school.signed import Entry

MANIFEST = "MANIFEST.sha256"
OF_THE_LOOK = frozenset(
    ("is_own", "sees", "asked", "may_ask", "games", "faults", "kept", "is_intact", "answers")
)
"""What depends on who looks, and when."""
README = """\
The record of {name}, account {number}.

record.json      who it is, what they may deal, certificates, auditions, signatures
certificates.csv, auditions.csv, checklist.csv, overruled.csv, answers.csv, memory.csv
                 the same as tables, with every answer that is kept
register.jsonl   the register of the school: every entry about this person as it was signed, and of
                 all others the hashes alone
auditions/       what each audition was made of, what the candidate did, and what it came to
journals/        the journal of each audition
MANIFEST.sha256  the sum of every other file
*.signed.json    the house's signatures, if it has a key: of the register and of the sums

To check it:

    sha256sum -c MANIFEST.sha256
    tablewright verify MANIFEST.sha256 --key RING.json
    tablewright verify journals/AUDITION.jsonl
    tablewright certificates register.jsonl --key RING.json

RING.json holds the public keys of the house, which it gives to anyone at its address /api/keys.

The hash of an entry of the register is the SHA-256 of the hash before it, a colon and the hash of its
content. Its content is the JSON list [n, at, about, account, name, did].
"""

_remembered = msgspec.json.Decoder(Remembered).decode
_encode = msgspec.json.Encoder(enc_hook=str, order="sorted").encode


async def personnel_file(
    personnel: Personnel, person: Person, number: int, signing: Signing | None = None
) -> bytes:
    """The record of an account as one file, for those who may see the whole of it."""
    page = await personnel.page(person, number)
    assert page.sees == "whole", "who asks has been looked at"
    key, auditions = f"{ACCOUNT}{number}", personnel.auditions
    # Of an audition under way nothing is told: its seed says what will come.
    rows = [each for each in await auditions.of(key) if each.status != UNDER_WAY]
    register = await personnel.register.all()
    files = {
        "README.txt": README.format(name=page.name, number=page.number).encode(),
        "record.json": _json(_without_look(page)),
        **_tables(page),
        "answers.csv": _answers(await personnel.answers(key)),
        "memory.csv": _memory(await _memories(personnel, key)),
        REGISTER: _register(register, key),
    }
    for row in rows:
        files[f"auditions/{row.id}.json"] = _audition(row, await auditions.inputs(row.id))
        if journal := b"".join(await auditions.journal(row.id)):
            files[f"journals/{row.id}.jsonl"] = journal
    if signing is not None and not signing.is_able:
        signing = None
    if signing is not None:
        own = [each for each in register if each.about == key]
        files |= await signed_register(signing, number, files[REGISTER], own)
    sums = await asyncio.to_thread(summed, files)
    if signing is not None:
        files |= await signed_sums(signing, number, MANIFEST, sums)
    return await asyncio.to_thread(packed, {**files, MANIFEST: sums})


def summed(files: Mapping[str, bytes]) -> bytes:
    """The sum of each file, as `sha256sum -c` reads them."""
    lines = (
        f"{hashlib.sha256(content).hexdigest()}  {name}\n"
        for name, content in sorted(files.items())
    )
    return "".join(lines).encode()


# What is in it -------------------------------------------------------------------------------------


def _without_look(page: PersonnelPage) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(page)
    return {name: each for name, each in told.items() if name not in OF_THE_LOOK}


def _json(value: Any) -> bytes:
    plain = msgspec.to_builtins(value, enc_hook=str, str_keys=True)  # Chips are counted by number.
    return msgspec.json.format(_encode(plain), indent=2) + b"\n"


def _tables(page: PersonnelPage) -> dict[str, bytes]:
    return {
        f"{name}.csv": _table(rows)
        for name, rows in (
            ("certificates", page.certificates),
            ("auditions", page.auditions),
            ("checklist", page.checklist),
            ("overruled", page.overruled),
        )
    }


def _table(rows: Sequence[Any]) -> bytes:
    """Rows of one kind as a table; what is a list in one is counted."""
    names = list(rows[0].__struct_fields__) if rows else []
    return comma_separated(names, [[_cell(getattr(row, name)) for name in names] for row in rows])


def _cell(value: Any) -> Cell:
    return len(value) if isinstance(value, list) else value


def _answers(found: Sequence[Numbered]) -> bytes:
    head = ["number", "at", "game", "drill", "skill", "mode", "mark", "seconds"]
    head += ["asked", "given", "right", "rule"]
    rows: list[list[Cell]] = []
    for number, each in found:
        told, answer = each.told, each.answer
        row: list[Cell] = [number, answer.at, each.game, each.drill, answer.skill, each.mode]
        row += [str(answer.mark), answer.seconds, told.asks, told.given, told.right, told.rule]
        rows.append(row)
    return comma_separated(head, rows)


async def _memories(personnel: Personnel, key: str) -> list[Remembered]:
    kept = s.learning.c
    async with personnel.database.reading() as connection:
        asked = select(kept.kept).where(kept.person == key).order_by(kept.skill)
        rows = await connection.execute(asked)
        return readable(rows, lambda row: _remembered(row.kept))


def _memory(found: Sequence[Remembered]) -> bytes:
    head = ["skill", "asked", "last asked", "was right", "due"]
    rows: list[list[Cell]] = [
        [e.skill, e.asked, e.last_asked, str(e.was_right).lower(), e.due] for e in found
    ]
    return comma_separated(head, rows)


def _register(entries: Sequence[Entry], key: str) -> bytes:
    """Entries about a person as they were signed, and of all others the hashes alone."""
    lines = (_encode(each if each.about == key else each.link) for each in entries)
    return b"".join(line + b"\n" for line in lines)


def _audition(row: AuditionRow, inputs: Sequence[TimedInput]) -> bytes:
    given = [{"seconds": each.seconds, "input": each.input} for each in inputs]
    return _json({"audition": row, "inputs": given})

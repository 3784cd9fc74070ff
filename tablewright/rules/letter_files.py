"""Letters in a file that can be versioned: TOML, sorted, a block for each letter on record.

    [[letter]]
    jurisdiction = "nevada"
    game = "pick2"
    reference = "NGCB 2026-114"
    date = 2026-11-03
    sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    ruleset = "..."                     # the fingerprint
    readings = { "pick2.unqualified" = "push" }
    pay = { "bonus-5.flush" = "7-1" }
    leaves_open = ["pick2.positions"]
    needs_answer = []
    until = 2028-11-30                  # the last gaming day; left out, if there is none
    ...                                 # who attested it and who confirmed it, and when

    [[letter.condition]]
    title = "surveillance of the pit"
    says = "The table stands in view of a camera."

The same letters give the same text. What is read back is what was on record; who enters it in another
house stands for it there themselves.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.rules.jurisdictions import ApprovalCondition, Day
from tablewright.rules.on_record import Evidence, Letter, OnRecord, Records

HEAD = "# Letters on record: Tablewright writes this file, and the pit reads it under Approvals.\n"


class KeptLetter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A letter on record, as a block of the file has it."""

    jurisdiction: str
    game: str
    reference: str
    date: date
    sha256: str
    ruleset: str
    readings: dict[str, str] = {}
    pay: dict[str, str] = {}
    leaves_open: tuple[str, ...] = ()
    needs_answer: tuple[str, ...] = ()
    until: Day | None = None
    file: str = ""
    size: int = 0
    record: int
    attested_by: str
    attested_at: datetime
    confirmed_by: str
    confirmed_at: datetime
    condition: tuple[ApprovalCondition, ...] = ()

    @property
    def on_record(self) -> OnRecord:
        return OnRecord(
            number=self.record,
            jurisdiction=self.jurisdiction,
            claim=Letter(
                game=self.game,
                ruleset=self.ruleset,
                dated=self.date,
                readings=self.readings,
                pay=self.pay,
                leaves_open=self.leaves_open,
                needs_answer=self.needs_answer,
                conditions=self.condition,
            ),
            evidence=Evidence(self.reference, self.file, self.sha256, self.size),
            until=self.until,
            attested_by=self.attested_by,
            attested_at=self.attested_at,
            confirmed_by=self.confirmed_by,
            confirmed_at=self.confirmed_at,
        )


class LettersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    letter: tuple[KeptLetter, ...] = ()


# Writing -------------------------------------------------------------------------------------------


def letters_text(records: Iterable[OnRecord]) -> str:
    """The letters among some records, as the file has them."""
    kept = [_kept(each, each.claim) for each in records if isinstance(each.claim, Letter)]
    kept.sort(key=lambda one: (one.jurisdiction, one.game, one.date, one.reference, one.record))
    return "\n".join([HEAD, *("\n".join((*_block(each), "")) for each in kept)])


def _kept(record: OnRecord, letter: Letter) -> KeptLetter:
    evidence = record.evidence
    return KeptLetter(
        jurisdiction=record.jurisdiction,
        game=letter.game,
        reference=evidence.reference,
        date=letter.dated,
        sha256=evidence.sha256,
        ruleset=letter.ruleset,
        readings=letter.readings,
        pay=letter.pay,
        leaves_open=letter.leaves_open,
        needs_answer=letter.needs_answer,
        until=record.until,
        file=evidence.file,
        size=evidence.size,
        record=record.number,
        attested_by=record.attested_by,
        attested_at=record.attested_at,
        confirmed_by=record.confirmed_by,
        confirmed_at=record.confirmed_at,
        condition=letter.conditions,
    )


def _block(letter: KeptLetter) -> Iterator[str]:
    yield "[[letter]]"
    for name, value in msgspec.structs.asdict(letter).items():
        if name != "condition" and value not in (None, "", 0, {}, ()):
            yield f"{name} = {_value(value)}"
    for each in letter.condition:
        yield ""
        yield "[[letter.condition]]"
        yield f"title = {_value(each.title)}"
        yield f"says = {_value(each.says)}"


def _value(value: Any) -> str:
    match value:
        case datetime() | date():
            return value.isoformat()
        case Mapping():
            pairs = [f"{_value(key)} = {_value(each)}" for key, each in sorted(value.items())]
            return f"{{ {', '.join(pairs)} }}"
        case tuple():
            return f"[{', '.join(map(_value, value))}]"
    return json.dumps(
        value, ensure_ascii=False
    )  # TOML takes what JSON writes of texts and numbers.


# Reading -------------------------------------------------------------------------------------------


def read_letters(text: str, file: str) -> Records:
    """The letters that a file holds; refused in one line where something in it is wrong."""
    try:
        found = msgspec.convert(tomllib.loads(text), LettersFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError, RecursionError) as wrong:
        why = " ".join(str(wrong).split())[:200]
        raise Refused(f"{quoted(file)} is no file of letters: {why}") from None
    return tuple(each.on_record for each in found.letter)

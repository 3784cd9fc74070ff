"""The certificates command: lists certificates and checks them, from a house or from files."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from tablewright.cli.house_address import house_address
from tablewright.cli.interrupts import so_far
from tablewright.cli.school.certificate_files import (
    MANIFEST,
    REGISTER,
    AuditionFile,
    opened,
    signed_files,
)
from tablewright.cli.school.certificate_signatures import (
    RegisterSignature,
    record_said,
    signature_in_record,
    signature_of_house,
    with_signatures,
)
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.signatures import Known, known_keys
from tablewright.games import every_game, game, procedure
from tablewright.rules.errors import Refused
from tablewright.rules.readings import parse_choices
from tablewright.school.auditions.kept import wrongs
from tablewright.school.auditions.results import judged
from tablewright.school.checking import (
    JOURNAL,
    RESULT,
    Books,
    Checked,
    Finding,
    check,
    register_said,
)
from tablewright.signing.rings import Ring
from tablewright.signing.statements import Statement
from tablewright.table.journal import hash_of
from tablewright.table.setup import Setup
from tablewright.table.verify import verify
from tablewright.table.words import counted

HOLDS, DOES_NOT, ENDED = "holds", "DOES NOT HOLD", "has ended"
MARKS = {True: "right", False: "WRONG", None: "not checked"}
MOST_NAMED = 12
"""So many skills that are lacking are named in a table; JSON names all."""


class Source(msgspec.Struct):
    """Where certificates were found, and what was found of them."""

    name: str
    register: Finding | None = None
    certificates: list[Checked] = []
    audition: AuditionFile | None = None
    findings: list[Finding] = []
    """Of an audition that is no certificate."""
    record: Finding | None = None
    """Whether a dealer's record is the one that the house exported."""

    @property
    def holds(self) -> bool:
        if self.register is not None and not self.register.is_right:
            return False
        if self.record is not None and self.record.is_right is False:
            return False
        return all(each.holds for each in self.certificates) and all(
            each.is_right is not False for each in self.findings
        )


def show_certificates(
    files: Sequence[str],
    data: str | None,
    database: str | None,
    readings: Sequence[str],
    key: str | None = None,
    *,
    as_json: bool,
) -> int:
    """List and check; the status is 0 if all of them hold, and 1 if one does not."""
    if files and (data or database):
        raise Refused("certificates come from files or from a house: expected one of the two")
    in_force, known = _in_force(readings), known_keys(key)
    so_far("before every certificate was checked")
    if files:
        found = [_from_file(name, in_force, known) for name in files]
    else:
        address, name = house_address(data, database)
        books, ring, heads = _house(address)
        signature = signature_of_house(ring, heads, known)
        found = [_from_books(name, books, in_force, signature, known)]
    show_as(_plain, _sheets, found, as_json=as_json)
    return 0 if all(each.holds for each in found) else 1


def _in_force(readings: Sequence[str]) -> Callable[[Setup], Setup]:
    """The rules of a certificate, with other readings where some are chosen."""
    known = tuple(each for of in every_game() for each in of.readings)
    chosen = parse_choices(known, readings)

    def changed(setup: Setup) -> Setup:
        here = {each.id for each in game(setup.game).readings}
        mine = {id: option for id, option in chosen.items() if id in here}
        return msgspec.structs.replace(setup, readings={**setup.readings, **mine})

    return changed


# Where they come from ------------------------------------------------------------------------------


def _house(address: str) -> tuple[Books, Ring | None, list[Statement]]:
    from tablewright.house.classroom.offline import read_house, read_signatures

    return asyncio.run(read_house(address)), *asyncio.run(read_signatures(address))


def _from_file(name: str, in_force: Callable[[Setup], Setup], known: Known) -> Source:
    found = opened(name)
    if not isinstance(found, Books):
        return Source(name, audition=found, findings=_audition_findings(found))
    files = signed_files(name)
    signature = signature_in_record(files, REGISTER, known)
    source = _from_books(name, found, in_force, signature, known)
    source.record = record_said(files, MANIFEST, known)
    return source


def _from_books(
    name: str,
    books: Books,
    in_force: Callable[[Setup], Setup],
    signature: RegisterSignature,
    known: Known,
) -> Source:
    found = check(books, datetime.now(UTC).date(), in_force)
    return Source(name, register_said(books), with_signatures(found, books, signature, known))


def _audition_findings(found: AuditionFile) -> list[Finding]:
    """Whether an audition comes to its result when it is made again, and its journal holds."""
    kept = found.kept
    verdict = judged(kept.result, kept.terms)
    wrong = wrongs(kept)
    passed = "passed" if verdict.is_passed else "not passed"
    says = "; ".join(wrong) or f"made again from every input: {verdict.score} %, {passed}"
    findings = [Finding(what=RESULT, is_right=not wrong, says=says)]
    if not found.journal:
        return findings
    try:
        journal = verify(lambda: iter(found.journal))
    except Refused as refused:
        return [*findings, Finding(what=JOURNAL, is_right=False, says=str(refused))]
    is_right = journal.is_complete and hash_of(found.journal[-1]) == kept.result.journal_hash
    says = f"{journal.lines} lines: it holds" if is_right else "it is not that of the audition"
    return [*findings, Finding(what=JOURNAL, is_right=is_right, says=says)]


# What is shown -------------------------------------------------------------------------------------


def _plain(sources: Sequence[Source]) -> dict[str, Any]:
    shown = {
        "holds": all(each.holds for each in sources),
        "sources": [
            {
                "source": each.name,
                "holds": each.holds,
                "register": each.register,
                "record": each.record,
                "certificates": [
                    {"holds": one.holds, **msgspec.structs.asdict(one)} for one in each.certificates
                ],
                "audition": each.findings,
            }
            for each in sources
        ],
    }
    plain: dict[str, Any] = msgspec.to_builtins(shown, enc_hook=str, str_keys=True)
    return plain


def _sheets(sources: Sequence[Source]) -> Iterator[Sheet]:
    for source in sources:
        if source.audition is not None:
            yield _audition_sheet(source, source.audition)
            continue
        assert source.register is not None
        many = counted(len(source.certificates), "certificate")
        yield Sheet(
            f"{source.name}: {many}" + ("" if source.holds else ", NOT ALL HOLD"),
            [_row(each) for each in source.certificates],
            ("certificate", "holder", "game", "device", "signed", "by", "score", "")
            if source.certificates
            else (),
            note=f"Register: {source.register.says}.{_record(source.record)}",
            is_warning=not source.holds,
        )
        for each in source.certificates:
            yield _checked_sheet(each)


def _record(found: Finding | None) -> str:
    return f" Record: signature {MARKS[found.is_right]}, {found.says}." if found else ""


def _row(checked: Checked) -> list[str]:
    of = checked.certificate
    name, device = _names(of.game, of.device)
    signed = f"{of.at:%Y-%m-%d}"
    return [of.id, checked.name, name, device, signed, of.examiner, f"{of.score} %", said(checked)]


def _names(id: str, device: str) -> tuple[str, str]:
    """The names of a game and a device; their ids, where this version does not know them."""
    try:
        return game(id).name, procedure(game(id)).device(device).name
    except Refused:
        return id, device


def said(checked: Checked) -> str:
    """Whether it holds."""
    if checked.holds:
        return HOLDS
    if not checked.is_right:
        return DOES_NOT
    return "was withdrawn" if checked.withdrawn else ENDED


def _checked_sheet(checked: Checked) -> Sheet:
    of = checked.certificate
    rows = _rows(checked.findings)
    rows += [
        ["conversion", "", f"{each.at:%Y-%m-%d}, {each.examiner}, {len(each.examined)} skills"]
        for each in checked.conversions
    ]
    if checked.withdrawn:
        rows.append(["withdrawn", "", checked.withdrawn])
    rows += [["ended", "", each] for each in checked.ended]
    rows += [["lacks", "", each] for each in checked.lacks[:MOST_NAMED]]
    if len(checked.lacks) > MOST_NAMED:
        rows.append(["lacks", "", f"and {len(checked.lacks) - MOST_NAMED} more"])
    rows += [["ruleset", "", of.ruleset], ["journal", "", of.journal_hash]]
    return Sheet(f"{of.id}: {said(checked)}", rows, is_warning=not checked.holds)


def _rows(findings: Sequence[Finding]) -> list[list[str]]:
    return [[each.what, MARKS[each.is_right], each.says] for each in findings]


def _audition_sheet(source: Source, found: AuditionFile) -> Sheet:
    kept = found.kept
    name, device = _names(kept.setup.game, kept.device)
    rows = [
        ["game", "", f"{name}, {device}"],
        ["begun", "", f"{kept.begun:%Y-%m-%d %H:%M}, {counted(kept.terms.minutes, 'minute')}"],
        ["seed", "", kept.seed],
        *_rows(source.findings),
    ]
    state = HOLDS if source.holds else DOES_NOT
    return Sheet(f"{source.name}: an audition, {state}", rows, is_warning=not source.holds)

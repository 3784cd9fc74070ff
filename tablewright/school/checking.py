"""Certificates checked without the house: register, signatures, seed, journal, result and rules.

    books = Books(entries, evidence)        # what was signed, and what it rests on
    check(books)                            # every certificate with what was found, the oldest first

Nothing is taken on trust that can be made again: the hashes of the register, the seal of the seed,
every payment of the journal, and the result from what the candidate did. Another version may deal other
cards for a seed; then the journal is checked, and the result is not made again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

import msgspec

from tablewright import __version__
from tablewright.rules.errors import Refused
from tablewright.school.auditions.kept import KeptAudition, wrongs
from tablewright.school.auditions.results import Overruled, judged
from tablewright.school.certificates import Certificate, Conversion, lacking, why_it_ended
from tablewright.school.examined import standard
from tablewright.school.signed import (
    Act,
    Altered,
    AuditionOverruled,
    AuditionVoided,
    Certified,
    Converted,
    Entry,
    Link,
    Withdrawn,
    check_register,
)
from tablewright.table.journal import WrongLine, hash_of
from tablewright.table.seal import sealed
from tablewright.table.setup import Setup
from tablewright.table.verify import verify
from tablewright.table.words import counted

REGISTER, SIGNATURE, SEED, JOURNAL, RESULT, RULES = (
    "register",
    "signature",
    "seed",
    "journal",
    "result",
    "rules",
)
"""What is checked."""


class Evidence(NamedTuple):
    """What a certificate rests on, as far as it is there."""

    person: str = ""
    kept: KeptAudition | None = None
    journal: Sequence[bytes] = ()


class Books(NamedTuple):
    """A register, and the auditions that it names."""

    entries: Sequence[Entry | Link]
    evidence: Mapping[str, Evidence]
    names: Mapping[str, str] = {}
    """The names of holders by their keys, where they are known."""
    valid_until: Mapping[str, date] = {}
    """The last day of each certificate by its id, where the house has set how long they hold."""
    altered: Altered | None = None
    """What is already known to be wrong with the register."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was checked."""

    what: str
    is_right: bool | None
    """None, where this version cannot check it."""
    says: str


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate, and what was found of it."""

    certificate: Certificate
    name: str
    """The holder's; their key, where it is not known."""
    entry: int
    findings: list[Finding]
    conversions: list[Conversion]
    withdrawn: str
    """Why it was taken back; nothing, if it was not."""
    lacks: list[str]
    """The skills that it lacks under the rules in force."""
    ended: list[str]
    """Why it ended there, in words."""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with it."""
        return all(each.is_right is not False for each in self.findings)

    @property
    def holds(self) -> bool:
        """Whether its holder may deal by it."""
        return self.is_right and not (self.withdrawn or self.ended)


class _Signed(NamedTuple):
    entry: Entry
    act: Act


def register_said(books: Books) -> Finding:
    """Whether the register is as it was signed."""
    found = books.altered or check_register(books.entries)
    if found is None and books.entries and books.entries[0].n != 1:
        found = Altered(1, "it is missing: expected the first entry")
    if found is not None:
        return Finding(what=REGISTER, is_right=False, says=f"entry {found.n}: {found.why}")
    many = counted(len(books.entries), "entry", "entries")
    return Finding(what=REGISTER, is_right=True, says=f"{many}, every hash fits")


def as_examined(setup: Setup) -> Setup:
    """The readings and payments that a dealer was examined in, as this version has them."""
    return setup


def check(
    books: Books, today: date, in_force: Callable[[Setup], Setup] = as_examined
) -> list[Checked]:
    """Every certificate of a register; `in_force` says which rules hold now in place of others."""
    register = register_said(books)
    signed, unread = [], []
    for each in books.entries:
        if isinstance(each, Entry):
            try:
                signed.append(_Signed(each, each.act))
            except Refused as refused:
                unread.append(str(refused))
    if unread:
        register = Finding(what=REGISTER, is_right=False, says="; ".join(unread))
    return [
        _checked(books, register, signed, each.entry, each.act.certificate, today, in_force)
        for each in signed
        if isinstance(each.act, Certified)
    ]


def _checked(
    books: Books,
    register: Finding,
    signed: Sequence[_Signed],
    entry: Entry,
    certificate: Certificate,
    today: date,
    in_force: Callable[[Setup], Setup],
) -> Checked:
    evidence = books.evidence.get(certificate.audition, Evidence())
    about = [each for each in signed if each.entry.about == certificate.person]
    conversions = [
        each.act.conversion
        for each in about
        if isinstance(each.act, Converted) and each.act.certificate == certificate.id
    ]
    withdrawn = [
        f"{each.entry.name}: {each.act.reason}"
        for each in about
        if isinstance(each.act, Withdrawn) and each.act.certificate == certificate.id
    ]
    latest: Certificate | Conversion = conversions[-1] if conversions else certificate
    setup = in_force(latest.setup)
    rules, lacks, ended = _rules(certificate, conversions, setup, latest.device)
    last_day = books.valid_until.get(certificate.id, today)
    if last_day < today:
        ended.append(f"the house lets it hold until {last_day}")
    return Checked(
        certificate=certificate,
        name=books.names.get(certificate.person, certificate.person),
        entry=entry.n,
        findings=[
            register,
            *_signatures(entry, certificate, about),
            _seed(certificate, evidence),
            _journal(certificate, evidence),
            _result(entry, certificate, evidence, about),
            rules,
        ],
        conversions=conversions,
        withdrawn="; ".join(withdrawn),
        lacks=lacks,
        ended=ended,
    )


# What is checked -----------------------------------------------------------------------------------


def _finding(what: str, wrong: Sequence[str], right: str) -> Finding:
    return Finding(what=what, is_right=not wrong, says="; ".join(wrong) or right)


def _signatures(
    entry: Entry, certificate: Certificate, about: Sequence[_Signed]
) -> Iterator[Finding]:
    """Two people: the examiner is not the holder, and had overruled no mark that it rests on."""
    wrong = []
    if entry.about != certificate.person:
        wrong.append("it was signed about another than its holder")
    if entry.name != certificate.examiner:
        wrong.append(f"it names {certificate.examiner}, and {entry.name or 'nobody'} signed")
    wrong += _own_signature(entry, certificate.person)
    wrong += [
        f"{entry.name} signed, and had overruled mark {each.act.n} of the audition"
        for each in about
        if isinstance(each.act, AuditionOverruled)
        and each.act.audition == certificate.audition
        and each.entry.account == entry.account
        and each.entry.n < entry.n
    ]
    yield _finding(
        SIGNATURE, wrong, f"{entry.name}, who is not the holder and had overruled nothing"
    )
    for each in about:
        if isinstance(each.act, Converted) and each.act.certificate == certificate.id:
            wrong = _own_signature(each.entry, certificate.person)
            yield _finding(SIGNATURE, wrong, f"{each.entry.name}, of a conversion")


def _own_signature(entry: Entry, person: str) -> list[str]:
    if entry.account is None:
        return ["no person signed it"]
    return ["its holder signed it"] if f"a:{entry.account}" == person else []


def _seed(certificate: Certificate, evidence: Evidence) -> Finding:
    wrong, kept = [], evidence.kept
    if sealed(certificate.seed, certificate.salt) != certificate.seal:
        wrong.append("the seed is not the one that was sealed before the audition")
    if kept and (kept.seed, kept.seal) != (certificate.seed, certificate.seal):
        wrong.append("the audition has another seed")
    return _finding(SEED, wrong, "it fits the seal that was shown before the audition")


def _journal(certificate: Certificate, evidence: Evidence) -> Finding:
    lines = list(evidence.journal)
    if not lines:
        return _finding(JOURNAL, ["it is not here, so it cannot be checked"], "")
    wrong = []
    try:
        found = verify(lambda: iter(lines))
    except (WrongLine, Refused) as refused:
        return Finding(what=JOURNAL, is_right=False, says=str(refused))
    if not found.is_complete:
        wrong.append("it is not complete")
    if (len(lines), hash_of(lines[-1])) != (certificate.journal_lines, certificate.journal_hash):
        wrong.append("it is another than the certificate names")
    if found.ruleset != certificate.ruleset:
        wrong.append("it was dealt under other rules than the certificate names")
    says = f"{found.in_short}: it holds"
    return _finding(JOURNAL, wrong, says)


def _result(
    entry: Entry, certificate: Certificate, evidence: Evidence, about: Sequence[_Signed]
) -> Finding:
    """The result follows from what the candidate did, and it was enough."""
    kept = evidence.kept
    if kept is None:
        return _finding(RESULT, ["the audition is not here, so it cannot be made again"], "")
    wrong = []
    if evidence.person and evidence.person != certificate.person:
        wrong.append("the audition is another person's")
    if kept.device != certificate.device or kept.ruleset != certificate.ruleset:
        wrong.append("the audition was under other rules or with another device")
    if kept.result.journal_hash != certificate.journal_hash:
        wrong.append("the audition has another journal than the certificate names")
    mine = [each for each in about if each.entry.n < entry.n]
    if any(
        isinstance(each.act, AuditionVoided) and each.act.audition == certificate.audition
        for each in about
    ):
        wrong.append("the audition was declared void")
    verdict = judged(kept.result, kept.terms, _overruled(mine, certificate.audition))
    if not verdict.is_passed:
        wrong.append(f"it was not passed: {'; '.join(verdict.lacks)}")
    if verdict.score != certificate.score:
        wrong.append(f"it comes to {verdict.score} %: expected {certificate.score} %")
    if kept.version != __version__:
        says = f"not made again: it was taken with Tablewright {kept.version}"
        if not wrong:
            return Finding(what=RESULT, is_right=None, says=says)
    else:
        wrong += wrongs(kept)
    return _finding(RESULT, wrong, f"made again from every input: {verdict.score} %, passed")


def _overruled(before: Sequence[_Signed], audition: str) -> list[Overruled]:
    return [
        Overruled(
            n=each.act.n,
            mark=each.act.mark,
            reason=each.act.reason,
            by=each.entry.name,
            at=each.entry.time,
        )
        for each in before
        if isinstance(each.act, AuditionOverruled) and each.act.audition == audition
    ]


def _rules(
    certificate: Certificate, conversions: Sequence[Conversion], setup: Setup, device: str
) -> tuple[Finding, list[str], list[str]]:
    """Whether the same is still right; the skills that are lacking, and why."""
    try:
        wrong = []
        if standard(certificate.setup).fingerprint != certificate.ruleset:
            wrong.append("its readings and payments do not make the ruleset that it names")
        lacks = [each.id for each in lacking(certificate, conversions, setup, device)]
        ended = why_it_ended(certificate, conversions, setup, device) if lacks else []
    except Refused as refused:
        return Finding(what=RULES, is_right=False, says=str(refused)), [], []
    right = "the same is right under the rules in force"
    if lacks:
        right = f"ended: {len(lacks)} skills are lacking under the rules in force"
    return _finding(RULES, wrong, right), lacks, ended

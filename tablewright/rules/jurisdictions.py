"""Jurisdictions: who approves a game, under which conditions and limits, on which date.

The data are TOML files in `tablewright/jurisdictions`, each entry dated and cited. A ruleset is
approved if its fingerprint is the one an approval names, or would be with the readings that the
approval leaves open put back to how they were approved. Readings that only the vendor's figures decide,
and not the approved text, need the regulator's answer to be taken otherwise (`rules/on_record.py`). A
house adds the letters that it has received, which are approvals as well.

A condition is kept by the machine, or attested by people. A notice is shown and stops nothing. What is
sent in before a game is approved is a submission (`rules/submissions.py`).
"""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from importlib import resources
from typing import Literal, TypeAlias

import msgspec

from tablewright.rules.errors import BadDefinition, Refused, listed, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.submissions import Entry, Submission, refuse_submissions

Day: TypeAlias = date
"""By another name where `date` is a field."""


class Notice(Entry, frozen=True, kw_only=True):
    """Something that the regulator has said and that stops no table."""

    id: str
    says: str
    source: str
    from_: date = msgspec.field(name="from")
    words: str = ""
    """A few words that stand there, by which the citation is checked."""


class Condition(Notice, frozen=True, kw_only=True):
    """Something that must be so before or while a game is offered."""

    title: str
    """What it is called in a refusal and a checklist."""
    kept_by: Literal["people", "machine"]
    """People attest it with evidence; or the machine keeps it, whatever people say."""


class Limit(Entry, frozen=True, kw_only=True):
    """The most that may be wagered, from a day on and before another."""

    maximum_cents: int
    applies_to: str
    source: str
    note: str
    from_: date | None = msgspec.field(name="from", default=None)
    until: date | None = None

    def is_in_force(self, on: date) -> bool:
        begun = self.from_ is None or self.from_ <= on
        return begun and (self.until is None or on < self.until)


class ApprovalCondition(Entry, frozen=True, kw_only=True):
    """Something that one approval asks for, and that people attest."""

    title: str
    says: str


class Approval(Entry, frozen=True, kw_only=True):
    """A game approved in one ruleset, and the readings that the approved text leaves open."""

    game: str
    ruleset: str
    date: date
    source: str
    words: str = ""
    """A few words that stand there, by which the citation is checked."""
    leaves_open: tuple[str, ...]
    """The readings that the house may take either way."""
    needs_answer: tuple[str, ...] = ()
    """The readings that it may take otherwise than approved once the regulator has answered."""
    readings: dict[str, str] = msgspec.field(default_factory=dict)
    """How readings were approved, where it is not by default."""
    until: Day | None = None
    """The last gaming day on which it holds; no end, if none is named."""
    letter: str = ""
    """The reference of the letter, under which its conditions are attested."""
    conditions: tuple[ApprovalCondition, ...] = msgspec.field(name="condition", default=())
    number: int = 0
    """Of the house's record, where it is a letter that the house has received."""

    def is_in_force(self, on: Day) -> bool:
        return self.date <= on and not self.has_expired(on)

    def has_expired(self, on: Day) -> bool:
        return self.until is not None and self.until < on

    def covers(self, ruleset: Ruleset) -> bool:
        """Whether a ruleset is the approved one, but for readings that are open or to be answered."""
        if ruleset.game.id != self.game:
            return False
        loose = (*self.leaves_open, *self.needs_answer)
        if self.number and not {*loose, *self.readings} <= {*ruleset.rulings}:
            return False  # A letter on the game as another version knew it.
        self._refuse_unknown(ruleset, loose)
        approved = tuple((id, self.readings[id]) for id in loose if id in self.readings)
        return self.ruleset in (
            ruleset.fingerprint,
            _fingerprint_without(ruleset, loose, approved),
        )

    def to_be_answered(self, ruleset: Ruleset) -> dict[str, str]:
        """The readings of a ruleset that stand otherwise than approved, and so need an answer."""
        if ruleset.fingerprint == self.ruleset:
            return {}
        return {
            id: ruleset.rulings[id]
            for id in self.needs_answer
            if ruleset.rulings[id] != self.readings.get(id, ruleset.game.reading(id).default)
        }

    def _refuse_unknown(self, ruleset: Ruleset, named: tuple[str, ...]) -> None:
        for id in named:
            if id not in ruleset.rulings or named.count(id) > 1:
                raise BadDefinition(
                    f"the approval of {self.game} ({self.source}) names the reading {id!r}:"
                    " expected each a reading of the game, named once"
                )


@lru_cache(maxsize=64)
def _fingerprint_without(
    ruleset: Ruleset, loose: tuple[str, ...], approved: tuple[tuple[str, str], ...]
) -> str:
    """The fingerprint with some readings as approved; worked out once, as the pit asks again."""
    fixed = {id: how for id, how in ruleset.rulings.items() if id not in loose}
    try:
        return ruleset.game.ruleset(fixed | dict(approved), ruleset.pay).fingerprint
    except Refused:
        return ""  # Odds changed on a line that only an open reading has.


class Jurisdiction(Entry, frozen=True, kw_only=True):
    """A place with rules of its own about games."""

    id: str
    name: str
    authority: str
    approves_everything: bool
    limits_are: Literal["none", "dated", "unknown"]
    """Dated: see the limits. Unknown: our sources do not say."""
    conditions: tuple[Condition, ...] = msgspec.field(name="condition", default=())
    limits: tuple[Limit, ...] = msgspec.field(name="limit", default=())
    notices: tuple[Notice, ...] = msgspec.field(name="notice", default=())
    approvals: tuple[Approval, ...] = msgspec.field(name="approval", default=())
    submissions: tuple[Submission, ...] = msgspec.field(name="submission", default=())

    def limits_on(self, on: date) -> tuple[Limit, ...]:
        """The limits in force on a day; none known does not mean that there are none."""
        return tuple(limit for limit in self.limits if limit.is_in_force(on))

    def conditions_on(self, on: date) -> tuple[Condition, ...]:
        return tuple(condition for condition in self.conditions if condition.from_ <= on)

    def to_attest(self, on: date) -> tuple[Condition, ...]:
        """The conditions that people attest, on a day."""
        return tuple(each for each in self.conditions_on(on) if each.kept_by == "people")

    def notices_on(self, on: date) -> tuple[Notice, ...]:
        return tuple(notice for notice in self.notices if notice.from_ <= on)

    def submissions_on(self, on: date) -> tuple[Submission, ...]:
        """The kinds of submission that are known on a day."""
        return tuple(each for each in self.submissions if each.is_in_force(on))

    def with_approvals(self, more: Iterable[Approval]) -> "Jurisdiction":
        """The same place, with approvals beside those that come with the program."""
        return msgspec.structs.replace(self, approvals=(*self.approvals, *more))

    def approvals_of(self, ruleset: Ruleset, on: date) -> tuple[Approval, ...]:
        """The approvals that name a ruleset on a day."""
        return tuple(
            each for each in self.approvals if each.is_in_force(on) and each.covers(ruleset)
        )


@lru_cache(maxsize=1)  # Every table asks for its own, and the files come with the program.
def jurisdictions() -> tuple[Jurisdiction, ...]:
    """Every jurisdiction we have data on."""
    folder = resources.files("tablewright.jurisdictions")
    files = sorted(folder.iterdir(), key=lambda each: each.name)
    return tuple(
        read_jurisdiction(file.read_bytes(), file.name)
        for file in files
        if file.name.endswith(".toml")
    )


def jurisdiction(id: str) -> Jurisdiction:
    """The jurisdiction with this id."""
    known = {each.id: each for each in jurisdictions()}
    if id not in known:
        raise Refused(f"there is no jurisdiction {quoted(id)}: expected {listed(known)}")
    return known[id]


def read_jurisdiction(text: bytes, file: str) -> Jurisdiction:
    """A jurisdiction from its file, refused if an entry is missing, unknown or of the wrong kind."""
    try:
        found = msgspec.toml.decode(text, type=Jurisdiction)
    except msgspec.DecodeError as error:
        raise BadDefinition(f"{file}: {error}") from None
    if (found.limits_are == "dated") != bool(found.limits):
        listed_so = "some" if found.limits else "none"
        raise BadDefinition(
            f"{file}: limits_are is {found.limits_are!r} and {listed_so} are listed:"
            " expected 'dated' exactly where there are some"
        )
    refuse_submissions(found.submissions, file)
    return found

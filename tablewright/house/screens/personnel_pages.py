"""A dealer's record, as they, their instructor, the pit and an administrator see it."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from tablewright.house.screens.audition_pages import AuditionListed
from tablewright.house.screens.dealer_pages import MayDealShown
from tablewright.house.screens.school_pages import GameProgress

Sees: TypeAlias = Literal["whole", "examined"]
"""The whole record, or what a person was examined in and nothing of their practice."""


class ConvertedShown(msgspec.Struct, frozen=True, kw_only=True):
    """That a certificate holds under other rules or with another device too."""

    id: str
    at: datetime
    examiner: str
    ruleset: str
    device: str
    device_name: str
    score: int
    skills: int
    """How many skills were examined anew."""


class CertificateRow(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate: in what, by whom, when, and what it rests on."""

    id: str
    game: str
    game_name: str
    device: str
    device_name: str
    ruleset: str
    at: datetime
    examiner: str
    score: int
    audition: str
    journal_lines: int
    journal_hash: str
    withdrawn: str
    """By whom it was withdrawn, and why; nothing, if it was not."""
    conversions: list[ConvertedShown]


class ChecklistSignature(msgspec.Struct, frozen=True, kw_only=True):
    """An item of the practical checklist that an instructor signed."""

    entry: int
    at: datetime
    by: str
    game: str
    game_name: str
    item: str
    is_passed: bool
    words: str


class OverruledRow(msgspec.Struct, frozen=True, kw_only=True):
    """A mark that a person gave in place of the machine's: both are kept."""

    entry: int
    at: datetime
    by: str
    game: str
    asks: str
    machine: float | None
    """The machine's own; nothing, where what it marked is no longer kept."""
    mark: float
    reason: str
    audition: str
    """The audition that it belongs to; nothing, if it is an answer in a drill."""


class RecordedFault(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong at a table for money where the person dealt."""

    at: datetime
    says: str
    table: str
    line: int


class ErasureShown(msgspec.Struct, frozen=True, kw_only=True):
    """A request that a person's records be erased; it waits for a second person."""

    entry: int
    at: datetime
    by: str
    number: int
    """Of the account."""
    name: str
    reason: str
    may_confirm: bool
    """Whether the person who asks may confirm it."""


class PersonnelPage(msgspec.Struct, frozen=True, kw_only=True):
    """What a person knows, was examined in, by whom, when, under which rules and with which device."""

    number: int
    """Of the account."""
    name: str
    duties: list[str]
    since: datetime
    is_own: bool
    is_closed: bool
    sees: Sees
    erased: str
    """When the records were erased; nothing, if they were not."""
    deals: list[MayDealShown]
    certificates: list[CertificateRow]
    auditions: list[AuditionListed]
    checklist: list[ChecklistSignature]
    overruled: list[OverruledRow]
    games: list[GameProgress]
    """How far they are with each game that they have begun."""
    answers: int
    """How many are kept."""
    faults: list[RecordedFault]
    """Of the last weeks, the latest of each kind."""
    kept: str
    """For how long all this is kept, in words."""
    entries: int
    """How many entries of the register are about this person."""
    is_intact: bool
    """Whether the whole register is as it was signed."""
    asked: ErasureShown | None
    may_ask: bool
    """Whether the person who looks may ask for the records to be erased."""

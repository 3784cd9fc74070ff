"""What is sent of certificates: the certificate itself, what an examiner signs, and conversions."""

from datetime import date, datetime
from typing import Literal, TypeAlias

import msgspec

from tablewright.house.screens.dealer_pages import Standing
from tablewright.house.screens.school_pages import AnswerTold, DrillShown


class CertifyOffer(msgspec.Struct, frozen=True, kw_only=True):
    """What an examiner is about to sign, and what is in the way of it."""

    audition: str
    holder: str
    game_name: str
    device_name: str
    ruleset: str
    score: int
    overruled: int
    """How many marks of the machine people have overruled."""
    taken: datetime
    journal_lines: int
    journal_hash: str
    why_not: str
    """Why this person cannot sign it; nothing, if they can."""
    certificate: str
    """The certificate that was signed for it; nothing, before."""


class ConversionSigned(msgspec.Struct, frozen=True, kw_only=True):
    """A conversion by which a certificate was renewed."""

    at: datetime
    examiner: str
    device_name: str
    ruleset: str
    skills: int
    score: int


class ConversionChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Rules and a device for which a certificate can be converted, and why it takes one."""

    ruleset: str
    where: str
    """Whose rules: the usual ones, or those of open tables."""
    device: str
    device_name: str
    lacks: int
    """How many skills it asks for."""
    why: list[str]


class CertificateShown(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate, with all that it rests on."""

    id: str
    holder: str
    """Their name; nothing, where it was erased."""
    number: int
    """Of their account."""
    is_own: bool
    house: str
    """The id of the house that issued it."""
    game: str
    game_name: str
    ruleset: str
    rules: list[str]
    """What differs from the game's own rules, in words."""
    approvals: list[str]
    """What approves the ruleset today, place by place."""
    devices: list[str]
    """The names of the devices that the holder was examined with."""
    at: datetime
    examiner: str
    score: int
    skills: int
    audition: str
    seed: str
    salt: str
    seal: str
    journal_hash: str
    journal_lines: int
    entry: int
    """The number of the entry in the register that it stands in."""
    hash: str
    standing: Standing
    says: str
    """Why it has ended, or when it will; nothing, while it simply holds."""
    until: date | None
    conversions: list[ConversionSigned]
    choices: list[ConversionChoice]
    """What it can be converted to."""
    may_withdraw: bool


class CertificateListed(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate in a list."""

    id: str
    game: str
    game_name: str
    devices: list[str]
    ruleset: str
    at: datetime
    examiner: str
    score: int
    standing: Standing
    says: str


class ToSign(msgspec.Struct, frozen=True, kw_only=True):
    """A conversion that was passed and waits for an examiner."""

    id: str
    holder: str
    game_name: str
    device_name: str
    ruleset: str
    score: int
    ended: datetime


class OwnCertificates(msgspec.Struct, frozen=True, kw_only=True):
    """A person's certificates, their conversions under way, and what waits for their signature."""

    certificates: list[CertificateListed]
    under_way: list[str]
    """The ids of conversions."""
    to_sign: list[ToSign]


# Conversions ---------------------------------------------------------------------------------------

ConversionStatus: TypeAlias = Literal["under-way", "passed", "failed", "signed"]


class ConversionMark(msgspec.Struct, frozen=True, kw_only=True):
    """One skill as it was answered in a conversion that is over, or in a pass that is."""

    skill: str
    mark: float
    told: AnswerTold


class ConversionNow(msgspec.Struct, frozen=True, kw_only=True):
    """A conversion as it stands: the question that is asked, and no mark before the end of a pass."""

    id: str
    certificate: str
    holder: str
    is_own: bool
    game: str
    game_name: str
    device_name: str
    ruleset: str
    where: str
    why: list[str]
    status: ConversionStatus
    skills: int
    """How many it is about."""
    turn: int
    """Which pass over them this is, from 1."""
    asked: int
    """How many skills of this pass were asked so far."""
    of: int
    """How many it has."""
    question: DrillShown | None
    marks: list[ConversionMark]
    """Of the last pass that is over."""
    score: int | None
    """In percent, once it is over."""
    needed: int
    why_not: str
    """Why the person who asks cannot sign it; nothing, if they can."""

"""Certificates: what a dealer was examined in, and what they still lack to deal somewhere else.

Those who pass an audition were examined in the whole of a game under one ruleset with one device: in
every skill of its syllabus, as it is right there (`examined.py`). Elsewhere a certificate holds as long
as the same is right there. Where it is not, a conversion of just what is lacking renews it.

    lacking(certificate, conversions, setup, device)      # skills; none, if it holds there
    why_it_ended(certificate, conversions, setup, device) # in words
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import msgspec

from tablewright.rules.errors import Refused
from tablewright.school.examined import digests, standard
from tablewright.school.skills import Skill
from tablewright.table.setup import Setup


class _Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that stands in the register."""


class Certificate(_Kept, frozen=True):
    """That a dealer may deal a game under a ruleset with a device, and what that rests on."""

    id: str
    person: str
    """The key of the holder: their name stands with their account."""
    game: str
    ruleset: str
    """The fingerprint."""
    setup: Setup
    """Of the audition's table: the readings and pay tables that make the ruleset."""
    device: str
    at: datetime
    """When the examiner signed it."""
    examiner: str
    score: int
    """In percent."""
    audition: str
    seed: str
    salt: str
    seal: str
    """What was published of the seed before the audition."""
    journal_hash: str
    journal_lines: int
    examined: dict[str, str]
    """What was right, as a digest, by skill."""


class Conversion(_Kept, frozen=True):
    """That the holder of a certificate was examined in what another ruleset or device changes."""

    id: str
    game: str
    ruleset: str
    setup: Setup
    device: str
    at: datetime
    examiner: str
    score: int
    """How many of all questions were right, in percent."""
    questions: list[str]
    """The questions that were answered, as the record names them."""
    examined: dict[str, str]
    """Only what was lacking."""


def lacking(
    certificate: Certificate, conversions: Iterable[Conversion], setup: Setup, device: str
) -> list[Skill]:
    """The skills in which the holder was not examined as they are right there; none, if it holds.

    A device with which the game is not dealt there is refused.
    """
    if setup.game != certificate.game:
        raise Refused(f"the certificate is for {certificate.game}: expected {setup.game}")
    known: dict[str, set[str]] = {}
    for each in (certificate.examined, *(one.examined for one in conversions)):
        for id, digest in each.items():
            known.setdefault(id, set()).add(digest)
    skills = standard(setup).skills
    needed = digests(setup, device)
    return [skills[id] for id, digest in needed.items() if digest not in known.get(id, ())]


def why_it_ended(
    certificate: Certificate, conversions: Sequence[Conversion], setup: Setup, device: str
) -> list[str]:
    """What is different there, in words; nothing, where it holds."""
    lacks = lacking(certificate, conversions, setup, device)
    if not lacks:
        return []
    examined: list[Certificate | Conversion] = [certificate, *conversions]
    found = []
    if device not in {each.device for each in examined}:
        name = standard(setup).procedure.device(device).name
        found.append(f"not examined with this device: {name}")
    # Whichever of the rulesets that they were examined in is nearest to the one there.
    others = [list(_differences(each.setup, setup)) for each in examined]
    nearest: list[str] = min(others, key=len)
    found += nearest
    return found or [f"{len(lacks)} of its rules are others"]


def _differences(before: Setup, now: Setup) -> Iterator[str]:
    """What makes one ruleset differ from another."""
    old, new = standard(before), standard(now)
    for reading in new.game.readings:
        was, has = old.ruleset.rulings[reading.id], new.ruleset.rulings[reading.id]
        if was != has:
            yield f"{reading.id} was taken as {was} and is now {has}: {reading.option(has).means}"
    for id, decided in new.ruleset.wagers.items():
        usual, had = decided.pay_keys(), old.ruleset.wagers[id].pay_keys()
        rows = [
            f"{key} pays {has} instead of {had[key]}"
            for key, has in usual.items()
            if key in had and had[key] != has
        ]
        if rows:
            yield f"the pay table of the {decided.wager.name} changed: {', '.join(rows)}"

"""What must happen before a table opens by the new rules, and which documents then read otherwise."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from tablewright.papers.changes.dealers import Examined
from tablewright.papers.editions import Edition
from tablewright.papers.pack import BUILDERS, written
from tablewright.rules.on_record import lacking
from tablewright.table.approval import ANSWERS, APPROVED_RULES, CONDITIONS
from tablewright.table.words import joined

CERTIFIED = "house.certified-dealers"
WHOLE, FIGURES = "training-manual", "mathematics"
"""Two documents that take long to write. The one has every rule and setting in it, and so reads
otherwise whenever anything changes; the other does when what is played or staked changes."""
STAKED = ("limits", "maximum_payouts", "denominations")


class Step(msgspec.Struct, frozen=True):
    """Something that must be so before a table opens by the new rules."""

    says: str
    rule: str
    """The rule of the house by which a table waits for it; none, where it is good practice."""


def documents_anew(before: Edition, after: Edition) -> tuple[str, ...]:
    """The documents that read otherwise where something has changed, by name; dates do not count."""
    return tuple(name for name in BUILDERS if _reads_otherwise(before, after, name))


def _reads_otherwise(before: Edition, after: Edition, name: str) -> bool:
    if name == WHOLE:
        return True
    if name == FIGURES:
        old, new = before.book.setup, after.book.setup
        is_staked_alike = all(getattr(old, each) == getattr(new, each) for each in STAKED)
        return before.fingerprint != after.fingerprint or not is_staked_alike
    return bool(_undated(before, name) != _undated(after, name))


@lru_cache(maxsize=64)
def _undated(edition: Edition, name: str) -> Any:
    """A document without dates, versions and hashes, which no rule states."""
    return _without_asides(msgspec.to_builtins(written(edition, name)))


def _without_asides(part: Any) -> Any:
    if isinstance(part, dict):
        is_aside = part.get("type") == "aside"
        return None if is_aside else {key: _without_asides(part[key]) for key in part}
    return [_without_asides(each) for each in part] if isinstance(part, list | tuple) else part


def steps(after: Edition, examined: Examined, documents: tuple[str, ...]) -> tuple[Step, ...]:
    """What must happen before a table for money opens by the new rules, in order."""
    return tuple(_steps(after, examined, documents))


def _steps(after: Edition, examined: Examined, documents: tuple[str, ...]) -> Iterator[Step]:
    place, ruleset, setup = after.jurisdiction, after.ruleset, after.book.setup
    for reading in ruleset.undecided:
        if reading.id not in setup.readings:
            says = f"The house has chosen how {reading.id} is read: {reading.question}"
            yield Step(says, APPROVED_RULES)
    if after.approval is None and not place.approves_everything:
        yield Step(
            f"The new rules are approved, and the approval names their fingerprint"
            f" ({place.authority}).",
            APPROVED_RULES,
        )
    for lack in lacking(ruleset, place, setup.on_record, after.day):
        rule = ANSWERS if lack.subject.startswith("answer") else CONDITIONS
        yield Step(f"On record, attested and confirmed by two people: {lack.title}.", rule)
    for each in examined.devices:
        if each.again:
            yield Step(
                f"Every dealer is examined in {each.again} of {each.needed} skills ({each.name}).",
                CERTIFIED,
            )
    if documents:
        named = joined([name.replace("-", " ") for name in documents])
        yield Step(f"Printed anew and put in place of what was there: {named}.", "")

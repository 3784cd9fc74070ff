"""A change: two editions of one game side by side, and everything that follows from it."""

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from tablewright.papers.changes.approvals import ApprovalChange, changed_approvals
from tablewright.papers.changes.choices import (
    PayChange,
    ReadingChange,
    SettingChange,
    changed_pays,
    changed_readings,
    changed_settings,
)
from tablewright.papers.changes.dealers import Examined, examined_again
from tablewright.papers.changes.figures import Figures, changed_figures
from tablewright.papers.changes.opening import Step, documents_anew, steps
from tablewright.papers.changes.sentences import RuleChange, changed_rules
from tablewright.papers.changes.strategy import StrategyChange, changed_strategy
from tablewright.papers.editions import Edition
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.jurisdictions import Jurisdiction


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two editions that are compared."""

    ruleset: str
    """The fingerprint."""
    house_settings: str
    """The SHA-256 of the house's settings, with its day and place."""
    jurisdiction: str
    date: date
    readings: dict[str, str]
    """Those that are not taken at their default."""
    pay: dict[str, str]
    """The odds that were changed from the manual's."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is different between two editions of a game, and what follows from it."""

    game: str
    name: str
    before: Side
    after: Side
    is_none: bool
    """Whether nothing is different."""
    readings: tuple[ReadingChange, ...]
    pays: tuple[PayChange, ...]
    settings: tuple[SettingChange, ...]
    rules: tuple[RuleChange, ...]
    figures: Figures
    strategy: StrategyChange | None
    """None where there is nothing to decide, or both sides are played by one ruleset."""
    examined: Examined
    approvals: tuple[ApprovalChange, ...]
    documents: tuple[str, ...]
    """Those that read otherwise, by name."""
    steps: tuple[Step, ...]

    @property
    def lapses(self) -> tuple[ApprovalChange, ...]:
        """The approvals that no longer name the rules."""
        return tuple(each for each in self.approvals if each.outcome == "lapses")


def compared(before: Edition, after: Edition, places: Iterable[Jurisdiction] = ()) -> Change:
    """Two editions of one game compared; `places` are jurisdictions beside those of the package."""
    if before.game.id != after.game.id:
        raise Refused(
            f"{quoted(before.game.id)} is compared with {quoted(after.game.id)}:"
            " expected two editions of one game"
        )
    rules = changed_rules(before, after)
    settings = changed_settings(before, after)
    examined = examined_again(before, after)
    is_none = before.fingerprint == after.fingerprint and not (rules or settings)
    documents = () if is_none else documents_anew(before, after)
    return Change(
        game=after.game.id,
        name=after.game.name,
        before=side(before),
        after=side(after),
        is_none=is_none,
        readings=changed_readings(before, after),
        pays=changed_pays(before, after),
        settings=settings,
        rules=rules,
        figures=changed_figures(before, after),
        strategy=changed_strategy(before, after),
        examined=examined,
        approvals=changed_approvals(before, after, places),
        documents=documents,
        steps=() if is_none else steps(after, examined, documents),
    )


def as_document(change: Change) -> dict[str, Any]:
    """The change in dictionaries and lists, as JSON writes it: a fraction is a `"p/q"` string."""
    found: dict[str, Any] = msgspec.to_builtins(change, enc_hook=str)
    return found


def side(edition: Edition) -> Side:
    """An edition as one of two that are compared."""
    rulings = edition.ruleset.rulings
    return Side(
        ruleset=edition.fingerprint,
        house_settings=edition.book.house_fingerprint,
        jurisdiction=edition.jurisdiction.id,
        date=edition.day,
        readings={each.id: rulings[each.id] for each in edition.ruleset.changed},
        pay=edition.ruleset.pay_plainly,
    )

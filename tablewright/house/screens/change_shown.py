"""A change of papers in short: what is different, which approvals lapse, who is examined again."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from tablewright.house.screens.rule_changes import ApprovalOutcome, DeviceOutcome
from tablewright.rules.english import capital

if TYPE_CHECKING:
    from tablewright.papers.changes import Change

WITHOUT_LETTER = ("none", "everything")
"""What is said of a place that has approved nothing, or approves everything: nothing lapses there."""


class ChangedRow(msgspec.Struct, frozen=True):
    """A reading, a payment or a setting that is another now; nothing stands for a side without it."""

    what: str
    before: str
    after: str


class ChangeShown(msgspec.Struct, frozen=True, kw_only=True):
    """What is different from an earlier edition, and what follows from it."""

    before: str
    """The fingerprint of the ruleset it is compared with."""
    ruleset: str
    is_none: bool
    """Whether nothing is different."""
    changed: list[ChangedRow]
    warnings: list[str]
    """What gives the player an edge now, and did not before."""
    rules: int
    """How many rules read otherwise."""
    approvals: list[ApprovalOutcome]
    devices: list[DeviceOutcome]
    skills: list[str]
    """What dealers are to be examined in again."""
    documents: list[str]
    """Those that read otherwise."""
    steps: list[str]
    """What must happen before a table opens by the new rules."""


def change_shown(change: "Change") -> ChangeShown:
    """A change in the pit's words."""
    return ChangeShown(
        before=change.before.ruleset,
        ruleset=change.after.ruleset,
        is_none=change.is_none,
        changed=list(_changed(change)),
        warnings=[capital(each) for each in change.figures.warnings_new],
        rules=len(change.rules),
        approvals=[
            ApprovalOutcome(
                jurisdiction=each.jurisdiction,
                jurisdiction_name=each.name,
                source=each.source,
                until=each.until.isoformat() if each.until else "",
                outcome=each.outcome,  # type: ignore[arg-type]  # Of an approval there are no others.
                to_answer=list(each.to_answer),
            )
            for each in change.approvals
            if each.outcome not in WITHOUT_LETTER
        ],
        devices=[
            DeviceOutcome(each.name, each.needed, each.again) for each in change.examined.devices
        ],
        skills=[each.says for each in change.examined.skills],
        documents=[capital(each.replace("-", " ")) for each in change.documents],
        steps=[each.says for each in change.steps],
    )


def _changed(change: "Change") -> Iterator[ChangedRow]:
    for reading in change.readings:
        yield ChangedRow(reading.question, reading.means_before, reading.means_after)
    for pay in change.pays:
        yield ChangedRow(f"{pay.wager}, {pay.on.lower()}", pay.before, pay.after)
    for setting in change.settings:
        yield ChangedRow(setting.setting, setting.before, setting.after)

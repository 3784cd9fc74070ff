"""What follows from a change: examinations, approvals, and what must happen before a table opens."""

from collections.abc import Iterator

from tablewright.papers.change_request.marks import mark
from tablewright.papers.changes.approvals import ApprovalChange, Outcome
from tablewright.papers.changes.change import Change
from tablewright.papers.documents import (
    Aside,
    Blank,
    Block,
    Heading,
    Listing,
    Paragraph,
    Rule,
    Run,
    Strong,
    Table,
    Text,
)
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import count, right
from tablewright.rules.english import capital

OUTCOMES: dict[Outcome, str] = {
    "stands": "Names the rules after the change as before it.",
    "lapses": "No longer names the rules: they need a new approval.",
    "answer": "Names the rules once the regulator has answered that these readings may be taken so: ",
    "begins": "Names the rules after the change, and not those before it.",
    "neither": "Names neither the rules before the change nor those after it.",
    "none": "No approval of the game is known here.",
    "everything": "Every ruleset may be played here.",
}
LOUD = ("lapses", "answer")


# Dealers -------------------------------------------------------------------------------------------


def dealers(change: Change) -> Iterator[Block]:
    """How many skills of how many, device by device, and each skill."""
    yield Heading(text="Dealers to be examined again", id="dealers")
    if not change.examined.skills:
        yield Paragraph(text="No skill changes: every certificate holds as before.")
        return
    yield Paragraph(
        text="A certificate holds as long as the same is right of every skill that a dealer needs. Of"
        " these skills something else is right after the change: dealers are examined in them again"
        " before they deal for money where certificates are asked for."
    )
    yield Table(
        head=("Device", "Skills needed", "To be examined again", "No longer needed"),
        rows=tuple(
            (capital(each.name), count(each.needed), count(each.again), count(each.no_longer))
            for each in change.examined.devices
        ),
        align=right(4),
    )
    every = {each.name for each in change.examined.devices if each.again}
    yield Table(
        head=("", "Skill", "What is right", "Device", "Source"),
        rows=tuple(
            (
                mark("S", n),
                (Rule(each.skill),),
                each.says,
                "all" if set(each.devices) == every else ", ".join(each.devices),
                each.source,
            )
            for n, each in enumerate(change.examined.skills, start=1)
        ),
        widths=(0, 3, 4, 1.3, 3),
        is_small=True,
    )


# Approvals -----------------------------------------------------------------------------------------


def approvals(edition: Edition, change: Change) -> Iterator[Block]:
    """What becomes of every approval that is known, and what the regulator has said of changes."""
    yield Heading(text="Approvals", id="approvals")
    yield Table(
        head=("", "Jurisdiction", "Approval", "After the change"),
        rows=tuple(
            (
                mark("A", n),
                (each.name if each.name != edition.jurisdiction.name else Strong(each.name),),
                _approval(each),
                _outcome(each),
            )
            for n, each in enumerate(change.approvals, start=1)
        ),
        widths=(0, 2, 3, 4),
        is_small=True,
    )
    notices = edition.jurisdiction.notices_on(edition.day)
    if notices:
        yield Paragraph(text=f"{edition.jurisdiction.authority} has said beside this:")
        yield Listing(items=tuple(f"{each.says} ({each.source})" for each in notices))


def _approval(each: ApprovalChange) -> Text:
    if not each.source or each.given_on is None:
        return ""
    until = f" through {each.until.isoformat()}" if each.until else ""
    since = f"since {each.given_on.isoformat()}{until}"
    return (Aside(f"{each.source}, {since}, ruleset {each.ruleset[:12]}"),)


def _outcome(each: ApprovalChange) -> Text:
    said = OUTCOMES[each.outcome]
    runs: list[Run] = [Strong(said) if each.outcome in LOUD else said]
    if each.outcome in ("stands", "begins") and each.to_answer:
        runs.append(" It still needs the regulator's answer: ")
    for n, reading in enumerate(each.to_answer):
        runs += [", "] if n else []
        runs.append(Rule(reading))
    return tuple(runs)


# Before a table opens ------------------------------------------------------------------------------


def opening(change: Change) -> Iterator[Block]:
    """A list to be signed, step by step."""
    yield Heading(text="Before a table opens", id="opening")
    if change.is_none:
        yield Paragraph(text="Nothing changes, so nothing more is needed than before.")
        return
    if not change.steps:
        yield Paragraph(text="Nothing is lacking: a table may open by the new rules.")
    for each in change.steps:
        yield Paragraph(text=each.says, rule=each.rule, is_numbered=True)
        yield Blank(names=("Done by", "Signature", "Date"))
    yield Heading(text="Signatures", level=2)
    yield Blank(names=("Requested for the house by", "Signature", "Date"))
    yield Blank(names=("Received for the regulator by", "Signature", "Date"))

"""The change request as a document: the change in short, and its sections in order."""

from collections.abc import Iterator, Sequence

from tablewright.papers.change_request.chosen import choices, rules, rulesets
from tablewright.papers.change_request.consequences import approvals, dealers, opening
from tablewright.papers.change_request.figures import figures
from tablewright.papers.change_request.strategy import strategy
from tablewright.papers.changes.change import Change
from tablewright.papers.documents import Block, Document, Notice, Rule, Run, Sheet, Text
from tablewright.papers.editions import Edition
from tablewright.rules.english import capital

NAME, TITLE = "change-request", "Change request"


def change_request(edition: Edition, change: Change) -> Document:
    """The request to go over to an edition, from the one that it is compared with."""
    return Document(
        name=NAME,
        title=TITLE,
        subtitle="Two rulesets side by side, and what follows from the change",
        sheet=Sheet(is_numbered=True),
        front=tuple(_front(change)),
        blocks=(
            *rulesets(change),
            *choices(change),
            *rules(change),
            *figures(change),
            *strategy(edition, change),
            *dealers(change),
            *approvals(edition, change),
            *opening(change),
        ),
    )


def _front(change: Change) -> Iterator[Block]:
    if change.is_none:
        yield Notice(title="Nothing changes: both editions are the same.")
        return
    if new := change.figures.warnings_new:
        yield Notice(
            title="The change gives the player an edge over the house",
            items=tuple(f"{capital(each)}." for each in new),
            is_loud=True,
        )
    if change.lapses:
        yield Notice(
            title="Approvals that no longer name the rules",
            items=tuple(f"{each.name}: {each.source}." for each in change.lapses),
            is_loud=True,
        )
    if waiting := [each for each in change.approvals if each.outcome == "answer"]:
        yield Notice(
            title="Approvals that name the rules only once the regulator has answered",
            items=tuple(
                (f"{each.name}: {each.source}; ", *_readings(each.to_answer)) for each in waiting
            ),
            is_loud=True,
        )
    yield Notice(title="The change in short", items=tuple(_in_short(change)))


def _readings(ids: Sequence[str]) -> Iterator[Run]:
    for n, id in enumerate(ids):
        yield ", " if n else ""
        yield Rule(id)


def _in_short(change: Change) -> Iterator[Text]:
    for reading in change.readings:
        yield (
            Rule(reading.reading),
            f": {reading.means_after}, instead of: {reading.means_before}.",
        )
    for pay in change.pays:
        paid = f"pays {pay.after} instead of {pay.before}"
        if not (pay.before and pay.after):
            paid = f"newly paid at {pay.after}" if pay.after else f"no longer paid at {pay.before}"
        yield f"{pay.wager}, {pay.on.lower()}: {paid}."
    for setting in change.settings:
        yield f"{setting.setting}: {setting.after} instead of {setting.before}."

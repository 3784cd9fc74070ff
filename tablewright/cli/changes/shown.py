"""A change as sheets: what is different, figure by figure, and what follows from it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablewright.cli.papers import chosen_edition
from tablewright.cli.progress import waiting
from tablewright.cli.rulebook import warning_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds.printing import percent
from tablewright.papers.change_request.figures import sides_said
from tablewright.papers.changes import Change, as_document, compared
from tablewright.papers.changes.approvals import ApprovalChange, Outcome
from tablewright.papers.changes.choices import NONE
from tablewright.papers.changes.sentences import Piece
from tablewright.papers.changes.strategy import ShownList, StrategyChange
from tablewright.papers.mathematics.figures import probability
from tablewright.rules.errors import Refused

OUTCOMES: dict[Outcome, str] = {
    "stands": "stands: it names the new rules as it named the old ones",
    "lapses": "LAPSES: it no longer names the rules",
    "answer": "names the new rules once the regulator has answered",
    "begins": "names the new rules and not the old ones",
    "neither": "names neither",
    "none": "no approval of the game is known",
    "everything": "every ruleset may be played",
}
MARKS = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
"""How words are shown that stayed, went or came."""


class ChosenSide(NamedTuple):
    """One side as the command line chose it."""

    readings: Sequence[str]
    pay: Sequence[str]
    house: str | None


def show_diff(
    id: str,
    *,
    before: ChosenSide,
    after: ChosenSide | None,
    place: str,
    on: str | None,
    as_json: bool,
) -> int:
    """Show what is different between two sides."""
    if after is None:
        raise Refused("there is no new side: expected --to, and after it what is chosen there")
    old, new = (
        chosen_edition(id, side.readings, side.pay, place, side.house, on)
        for side in (before, after)
    )
    with waiting("comparing both sides (the first time this compiles its loops)"):
        change = compared(old, new)
    return show_as(as_document, change_sheets, change, as_json=as_json)


def change_sheets(change: Change) -> Iterator[Sheet]:
    """The change, from what was chosen to what must be done."""
    yield Sheet(
        f"{change.name}: what changes",
        [["before", change.before.ruleset], ["after", change.after.ruleset]],
    )
    if change.is_none:
        yield Sheet("Nothing changes: both sides are the same.")
        return
    yield from warning_sheets(change.figures.warnings_new)
    yield from _choices(change)
    yield from _rules(change)
    yield from _figures(change)
    yield from _strategy(change.strategy)
    yield from _dealers(change)
    yield from _approvals(change.approvals)
    yield Sheet(
        "Before a table opens for money",
        [[str(n), each.says, each.rule] for n, each in enumerate(change.steps, start=1)],
    )


# What is different ---------------------------------------------------------------------------------


def _choices(change: Change) -> Iterator[Sheet]:
    if change.readings:
        yield Sheet(
            "Readings",
            [[each.reading, each.before, each.after, each.means_after] for each in change.readings],
            header=("reading", "before", "after", "which means"),
        )
    if change.pays:
        yield Sheet(
            "Payments",
            [
                [each.key, each.wager, each.on, each.before or NONE, each.after or NONE]
                for each in change.pays
            ],
            header=("key", "wager", "on", "before", "after"),
            amounts=(3, 4),
        )
    if change.settings:
        yield Sheet(
            "Settings of the house",
            [[each.setting, each.before, each.after] for each in change.settings],
            header=("setting", "before", "after"),
        )


def _rules(change: Change) -> Iterator[Sheet]:
    if not change.rules:
        yield Sheet("Rules", note="No sentence changes.")
        return
    yield Sheet(
        "Rules",
        [[each.rule, each.kind, marked(each.words), each.source] for each in change.rules],
        header=("rule", "change", "sentence", "source"),
        note="[-words that went-] {+words that came+}",
        tucked=(3,),
    )


def marked(pieces: Sequence[Piece]) -> str:
    """Two sentences as one, with marks around what went and what came.

    >>> marked([Piece("same", "It is"), Piece("gone", "paid."), Piece("new", "lost.")])
    'It is [-paid.-] {+lost.+}'
    """
    return " ".join(MARKS[each.kind].format(each.text) for each in pieces)


# Figures -------------------------------------------------------------------------------------------


def _figures(change: Change) -> Iterator[Sheet]:
    found = change.figures
    if not found:
        yield Sheet("Figures", note="No figure of the report moves.")
    if found.figures:
        yield Sheet(
            "Figures that move",
            [
                [each.title, each.figure, *sides_said(each.before, each.after, each.kind)]
                for each in found.figures
            ],
            header=("wager", "figure", "before", "after", "change"),
            amounts=(2, 3, 4),
        )
    if found.lines:
        yield Sheet(
            "Lines that move",
            list(_lines(change)),
            header=("wager", "paid", "probability", "now", "return", "now", "line", "rule"),
            amounts=(1, 2, 3, 4, 5),
            tucked=(7,),
        )
    if found.claims:
        yield Sheet(
            "Figures the manual publishes",
            [
                [
                    each.text,
                    each.published,
                    percent(each.before),
                    each.verdict_before,
                    percent(each.after),
                    each.verdict_after,
                ]
                for each in found.claims
            ],
            header=("figure", "published", "before", "", "after", ""),
            amounts=(1, 2, 4),
        )


def _lines(change: Change) -> Iterator[list[str]]:
    for each in change.figures.lines:
        sides = [each.before, each.after]
        paid = dict.fromkeys(side.pays if side else NONE for side in sides)
        yield [
            each.title,
            " to ".join(paid),
            *(probability(side.probability) if side else NONE for side in sides),
            *(percent(side.contribution) if side else NONE for side in sides),
            each.says,
            each.rule,
        ]


# Strategy ------------------------------------------------------------------------------------------


def _strategy(found: StrategyChange | None) -> Iterator[Sheet]:
    if found is None:
        return
    share = f"{found.hands_redecided:,} of {found.hands:,} hands ({percent(found.share)})"
    yield Sheet(
        "Strategy",
        [[each.before, "becomes", each.after, f"{each.hands:,} hands"] for each in found.redecided],
        note=f"{share} are best decided otherwise than before."
        if found.redecided
        else "Every hand is decided as before.",
    )
    if found.is_same:
        yield _list("To learn, as before", found.after[-1])
    else:
        yield _list("To learn, before", found.before[-1])
        yield _list("To learn, after", found.after[-1])
    yield Sheet(
        "The old strategy under the new rules",
        [
            [each.name, percent(each.edge_before), percent(each.edge_after), percent(each.cost, 6)]
            for each in found.played_on
        ],
        header=("decided by", "edge before", "edge after", "costs"),
        amounts=(1, 2, 3),
        note=f"In parts of the {found.unit}, against the best decisions under the new rules.",
    )


def _list(title: str, shown: ShownList) -> Sheet:
    rows = [[str(n), each.decision, each.hand] for n, each in enumerate(shown.lines, start=1)]
    return Sheet(f"{title} ({shown.name})", [*rows, ["", shown.otherwise, "otherwise"]])


# What follows --------------------------------------------------------------------------------------


def _dealers(change: Change) -> Iterator[Sheet]:
    examined = change.examined
    if not examined.skills:
        yield Sheet("Dealers", note="No skill changes: every certificate holds as before.")
        return
    yield Sheet(
        "Dealers to be examined again",
        [
            [each.name, f"{each.again:,} of {each.needed:,} skills"]
            for each in examined.devices
        ],
    )  # fmt: skip
    several = len({each.devices for each in examined.skills}) > 1
    yield Sheet(
        "Skills",
        [
            [each.skill, each.says, ", ".join(each.devices) if several else ""]
            for each in examined.skills
        ],
        tucked=(2,),
    )


def _approvals(approvals: Sequence[ApprovalChange]) -> Iterator[Sheet]:
    yield Sheet(
        "Approvals",
        [
            [each.name, each.source, OUTCOMES[each.outcome], ", ".join(each.to_answer)]
            for each in approvals
        ],
        header=("jurisdiction", "approval", "after the change", "to be answered"),
        is_warning=any(each.outcome in ("lapses", "answer") for each in approvals),
    )

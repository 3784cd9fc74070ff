"""What a change does to the strategy: hands decided otherwise, and what the old lists cost now."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tablewright.odds.printing import percent
from tablewright.papers.change_request.marks import SIDES
from tablewright.papers.changes.change import Change
from tablewright.papers.changes.strategy import ShownList, StrategyChange
from tablewright.papers.documents import Block, Heading, Paragraph, Strong, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import count, right
from tablewright.papers.mathematics.strategy import LINES
from tablewright.rules.english import capital

COST_DIGITS = 6


def strategy(edition: Edition, change: Change) -> Iterator[Block]:
    yield Heading(text="Strategy", id="strategy")
    found = change.strategy
    if edition.book.is_draw:
        yield Paragraph(text=f"{edition.game.name} has no decision.")
    elif found is None:
        yield Paragraph(text="Every hand is decided as before.")
    else:
        yield from _redecided(found)
        yield from _lists(found)
        yield _played_on(found)


def _redecided(found: StrategyChange) -> Iterator[Block]:
    if not found.redecided:
        yield Paragraph(
            text=f"The best decision is the same as before for every one of {count(found.hands)} hands."
        )
        return
    yield Paragraph(
        text=f"Of {count(found.hands)} hands {count(found.hands_redecided)} are best decided otherwise"
        f" than before, which is {percent(found.share)} of all."
    )
    yield Table(
        head=("Best before", "Best after", "Hands", "Share of all hands"),
        rows=tuple(
            (each.before, each.after, count(each.hands), percent(Fraction(each.hands, found.hands)))
            for each in found.redecided
        ),
        align=right(4, left=2),
    )


def _lists(found: StrategyChange) -> Iterator[Block]:
    said = [[(each.lines, each.otherwise) for each in side] for side in (found.before, found.after)]
    is_same = said[0] == said[1]
    shown = [found.after] if is_same else [found.before, found.after]
    rows: list[tuple[Text, ...]] = []
    for n in range(max(map(len, shown))):
        cells = [_list_cells(side, n) for side in shown]
        for line in range(max(map(len, cells))):
            rows.append(tuple(side[line] if line < len(side) else "" for side in cells))
    yield Table(
        title="Lists to learn: the first line that fits the hand decides",
        head=("Before and after",) if is_same else SIDES,
        rows=tuple(rows),
        widths=(1,) * len(shown),
        note=f"Costs are against the best decisions, in parts of the {found.unit}, each list under its"
        " own rules.",
        is_small=True,
    )


def _list_cells(lists: Sequence[ShownList], n: int) -> list[Text]:
    """A list line by line, under its name; nothing, where a side has fewer lists."""
    if n >= len(lists):
        return []
    found = lists[n]
    return [
        (Strong(list_named(lists, found.name)),),
        *(f"{line.decision}: {line.hand}" for line in found.lines),
        f"{found.otherwise}: anything else",
        f"Costs {percent(found.cost, COST_DIGITS)}",
    ]


def list_named(lists: Sequence[ShownList], name: str) -> str:
    """What a list is called beside others, or a strategy that is none."""
    for each in lists:
        if each.name == name:
            several = f"The list of {LINES[len(each.lines)]}"
            return several if len(lists) > 1 else "The list to learn"
    return capital(name)


def _played_on(found: StrategyChange) -> Table:
    return Table(
        title="What the old strategy costs under the new rules",
        head=("Played as before", "House edge before", "House edge after", "Costs"),
        rows=tuple(
            (
                list_named(found.before, each.name),
                percent(each.edge_before),
                percent(each.edge_after),
                percent(each.cost, COST_DIGITS),
            )
            for each in found.played_on
        ),
        align=right(4),
        note=f"In parts of the {found.unit}. Every hand is decided as before the change; costs are"
        " against the best decisions after it.",
    )

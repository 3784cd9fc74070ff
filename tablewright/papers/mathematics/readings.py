"""What each reading's options hold, and the figures that the manual publishes beside those computed."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from tablewright.odds import store
from tablewright.odds.forensics import Forensics, Reproduced, Tried
from tablewright.odds.printing import PLAYERS_EDGE, percent
from tablewright.papers.documents import Block, Heading, Notice, Paragraph, Strong, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import DIGITS, MOST_DIGITS, count
from tablewright.rules.readings import Reading


@lru_cache(maxsize=8)
def priced(edition: Edition) -> tuple[Tried, ...]:
    """Every option of every reading, the others as they are taken in this edition."""
    return tuple(_forensics(edition).priced())


@lru_cache(maxsize=8)
def reproduced(edition: Edition) -> Reproduced | None:
    """Which combinations of readings give all published figures; nothing, where none is published."""
    return _forensics(edition).reproduced() if edition.game.claims else None


@lru_cache(maxsize=8)
def _forensics(edition: Edition) -> Forensics:
    return Forensics(edition.ruleset, store.KeptCounts())


# The options ---------------------------------------------------------------------------------------


def readings(edition: Edition) -> Iterator[Block]:
    """Every option of every reading with the house edge under it, and what favours the player."""
    yield Heading(text="Readings priced", id="readings")
    yield Paragraph(
        text="Where the manual contradicts itself or is silent, one option is taken. Here each is"
        " priced: one reading changed at a time, the others as taken in this ruleset. Edges are given"
        " where some option of the reading moves them."
    )
    favouring = [each for each in priced(edition) if each.warnings]
    if favouring:
        yield Notice(
            title=f"{PLAYERS_EDGE}: these options cost the house money.",
            items=tuple(
                (Strong(f"{each.reading.id}={each.option}"), f": {warning}")
                for each in favouring
                for warning in each.warnings
            ),
            is_loud=True,
        )
    yield Table(
        head=("Reading and option", "What it means", "House edge"),
        rows=tuple(row for reading in edition.game.readings for row in _rows(edition, reading)),
        widths=(2, 3, 2),
        is_small=True,
    )
    if any(reading.is_unpriced for reading in edition.game.readings):
        yield Paragraph(
            text="Unpriced: it matters only in rounds that are not counted, such as void ones.",
            is_small=True,
        )


def _rows(edition: Edition, reading: Reading) -> Iterator[tuple[Text, ...]]:
    tried = [each for each in priced(edition) if each.reading is reading]
    by_wager = {id: [each.edges[id] for each in tried] for id in tried[0].edges}
    moved = {id: _digits(edges) for id, edges in by_wager.items() if len(set(edges)) > 1}
    yield ((Strong(reading.id),), reading.question, "")
    for each in tried:
        is_taken = each.option == edition.ruleset.rulings[reading.id]
        name = ("– ", Strong(f"{each.option}, taken")) if is_taken else f"– {each.option}"
        means = reading.option(each.option).means
        yield (name, means, tuple(_edge_said(edition, each, moved)))


def _edge_said(edition: Edition, tried: Tried, moved: Mapping[str, int]) -> Iterator[str | Strong]:
    if tried.reading.is_unpriced:
        yield "unpriced"
        return
    if not moved:
        yield "moves nothing"
        return
    yield "; ".join(
        f"{_of(edition, id)} {percent(tried.edges[id], digits)}" for id, digits in moved.items()
    )
    if tried.warnings:
        yield " "
        yield Strong(PLAYERS_EDGE)


def _digits(edges: Sequence[Fraction]) -> int:
    """To how many digits edges are printed, so that those that differ are seen to."""
    apart = len(set(edges))
    for digits in range(DIGITS, MOST_DIGITS):
        if len({percent(each, digits) for each in edges}) == apart:
            return digits
    return MOST_DIGITS


def _of(edition: Edition, id: str) -> str:
    """What an edge is of: the contest, or a kind of wager."""
    contest = edition.report.contest
    if contest and id not in edition.titles:
        return edition.report.names(contest.wagers)
    return edition.titles[id]


# The published figures -----------------------------------------------------------------------------


def claims(edition: Edition) -> Iterator[Block]:
    """Each figure that the manual publishes, the computed one, and whether they agree."""
    yield Heading(text="Published figures", id="claims")
    if not edition.game.claims:
        yield Paragraph(text=f"The manual of {edition.game.name} publishes no figures.")
        return
    yield Table(
        head=("Figure", "Published", "Computed", "Verdict", "Source"),
        rows=tuple(
            (
                each.text,
                each.published,
                each.computed_percent,
                each.verdict.value,
                edition.cited(claim.source),
            )
            for each, claim in zip(edition.report.claims, edition.game.claims, strict=True)
        ),
        align=("left", "right", "right", "left", "left"),
        widths=(2, 0, 0, 0, 3),
    )
    found = reproduced(edition)
    if found is not None and found.readings:
        yield from _combinations(found)


def _combinations(found: Reproduced) -> Iterator[Block]:
    tried = f"Of {count(found.tried)} combinations of the readings that move a published figure"
    if not found.agree:
        yield Paragraph(text=f"{tried}, none gives every one of them.")
        return
    yield Paragraph(text=f"{tried}, these give every one of them:")
    yield Table(
        head=("Reading", *("Option",) * len(found.agree)),
        rows=tuple(
            (reading.id, *(each[reading.id] for each in found.agree)) for reading in found.readings
        ),
        is_small=True,
    )

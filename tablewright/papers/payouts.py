"""What wagers pay and how high they may be, as tables: pay tables, single odds, settlement, limits.

Every figure is the ruleset's, as its odds were changed and its readings chosen, or the house's. A table
that several wagers are paid by, or a kind of wager such as the four suits, is printed once.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tablewright.papers.documents import Table
from tablewright.papers.editions import Edition
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.english import article, capital
from tablewright.rules.money import CAPS_ALL
from tablewright.rules.said import fixed_odds, pays_said, single_odds_said, table_rows
from tablewright.rules.sources import VoidRound
from tablewright.rules.wagers import LOSE, STANDS, Decided, Line, SameAs, Times
from tablewright.table.chips import money

ANY_WIN, ANY_OTHER_WIN = "Any win", "Any other win"


# The kinds of wagers -------------------------------------------------------------------------------


def kinds(edition: Edition) -> Mapping[str, Decided[Any]]:
    """Each kind of wager with the first wager of it, in the order of the game."""
    found: dict[str, Decided[Any]] = {}
    for decided in edition.ruleset.wagers.values():
        found.setdefault(decided.wager.kind, decided)
    return found


def names(edition: Edition) -> Mapping[str, str]:
    """What every wager is called, by its id."""
    return {id: decided.wager.name for id, decided in edition.ruleset.wagers.items()}


# What they pay -------------------------------------------------------------------------------------


def pay_tables(edition: Edition, kind: str = "") -> Iterator[Table]:
    """Every pay table once, as it is posted; only those of one kind of wager, if it is named."""
    seen: set[str] = set()
    for each, decided in kinds(edition).items():
        if kind in ("", each):
            combined = {table.name: line.combine for line in decided.lines for table in line.tables}
            for table in decided.tables:
                if table.name not in seen:
                    seen.add(table.name)
                    combine = combined[table.name]
                    yield Table(
                        title=table.name,
                        head=("Hand", "Pays"),
                        rows=tuple(table_rows(table)),
                        align=("left", "right"),
                        widths=(1, 0),
                        note=f"{capital(combine.value)}." if combine else "",
                    )


def single_odds(edition: Edition, kind: str = "") -> Table | None:
    """What is paid at fixed odds, wager by wager; nothing, where all is paid by tables."""
    rows = [
        (decided.wager.title, case, odds)
        for each, decided in kinds(edition).items()
        if kind in ("", each)
        for case, odds in _single_odds(decided)
    ]
    if not rows:
        return None
    is_plain = {case for _, case, _ in rows} == {ANY_WIN}
    has_tables = any(each.tables for each in kinds(edition).values())
    return Table(
        title="Other payouts" if has_tables else "Payouts",
        head=("Wager", "Pays") if is_plain else ("Wager", "On", "Pays"),
        rows=tuple((row[0], row[2]) if is_plain else row for row in rows),
        align=("left", "right") if is_plain else ("left", "left", "right"),
        widths=(1, 0) if is_plain else (0, 1, 0),
    )


def _single_odds(decided: Decided[Any]) -> list[tuple[str, str]]:
    """The single odds of a wager; where every case pays alike, as what is paid on any win."""
    said = single_odds_said(decided)
    if len(set(fixed_odds(decided).values())) != 1:
        return said
    ((_, odds),) = said
    return [(ANY_OTHER_WIN if decided.tables else ANY_WIN, odds)]


# How they are settled ------------------------------------------------------------------------------


def settlement(edition: Edition, kind: str, *, in_short: bool = False) -> Table:
    """How a kind of wager ends in a round that is not void: the first line that holds decides.

    In short, what loses is said once at the end, but for lines that must be read before others.
    """
    decided = kinds(edition)[kind]
    lines = ordinary_lines(edition, decided)
    kept = [line for line in lines if not (in_short and _loses_apart(decided, line))]
    rows = [(when_said(line), capital(pays_said(line))) for line in kept]
    if len(kept) < len(lines):
        rows.append(("Anything else", capital(LOSE.value)))
    return Table(
        title=decided.wager.title,
        head=("When", "Result"),
        rows=tuple(rows),
        align=("left", "right"),
        widths=(1, 0),
    )


def _loses_apart(decided: Decided[Any], line: Line[Any]) -> bool:
    """Whether a line loses, and no later line would settle otherwise what it settles."""
    if line.pays is not LOSE:
        return False
    number = decided.lines.index(line)
    settled = [
        decided.space.possible[facts]
        for facts, outcome in decided.outcomes.items()
        if outcome.line == number
    ]
    later = [each for each in decided.lines[number + 1 :] if each.pays is not LOSE]
    return not any(each.when(facts) for facts in settled for each in later)


def ordinary_lines(edition: Edition, decided: Decided[Any]) -> list[Line[Any]]:
    """The lines that settle something in a round that is not void, in the order they are read."""
    deal, space = edition.ruleset.deal, decided.space
    apart: set[int] = set()
    if isinstance(deal, Draw) and space is deal.card_space:
        apart = {deal.card_facts(None)}
    sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
    voids = [name for name, each in sources.items() if isinstance(each, VoidRound)]
    settling = {
        outcome.line
        for number, outcome in decided.outcomes.items()
        if number not in apart
        and not any(getattr(space.possible[number], name, False) for name in voids)
    }
    lines = [line for n, line in enumerate(decided.lines) if n in settling]
    return [line for line in lines if line.pays is not STANDS]


def when_said(line: Line[Any]) -> str:
    """The condition of a line: what its sentence says before the colon that the result follows."""
    condition, _, result = line.sentence.rpartition(": ")
    return condition or result.rstrip(".")


def is_settled_by_cases(edition: Edition, decided: Decided[Any]) -> bool:
    """Whether a wager does more than win by its table or lose: single odds, or a push."""
    lines = ordinary_lines(edition, decided)
    return any(not line.tables and line.pays is not LOSE for line in lines)


# How high they are ---------------------------------------------------------------------------------


def limits_table(edition: Edition) -> Table:
    """Minimum and maximum of each kind of wager, with what else is posted of stakes and payouts."""
    titles = edition.titles
    return Table(
        title="Limits",
        head=("Wager", "Minimum", "Maximum"),
        rows=tuple(
            (titles[kind], money(low), money(high))
            for kind, (low, high) in edition.book.setup.limits.items()
        ),
        align=("left", "right", "right"),
        widths=(1, 0, 0),
        note=" ".join((*stakes_said(edition), *maximums_said(edition))),
    )


def maximums_said(edition: Edition) -> Iterator[str]:
    """The most that is paid on a wager, where the house has posted it, and what it counts."""
    for kind, most in edition.book.setup.maximum_payouts.items():
        decided = kinds(edition)[kind]
        counts = (
            "the stake counted in" if decided.cap is CAPS_ALL else "the stake comes back on top"
        )
        yield f"Maximum payout of each {decided.wager.title} wager: {money(most)}; {counts}."


def stakes_said(edition: Edition) -> Iterator[str]:
    """Stakes that follow from other wagers, and wagers that must lie beside others."""
    named, of = names(edition), kinds(edition)
    for decided in of.values():
        stake = decided.wager.stake
        if isinstance(stake, SameAs):
            yield f"{decided.wager.title}: equal to the {named[stake.wager]}."
        elif isinstance(stake, Times):
            yield f"{decided.wager.title}: {_times_said(edition, stake)}."
    needed: dict[str, list[str]] = {}
    for decided in of.values():
        stake = decided.wager.stake
        equal = stake.wager if isinstance(stake, SameAs) else ""
        for need in decided.needs:
            if need.wager != equal and not _is_paired(edition, decided, need.wager):
                needed.setdefault(need.wager, []).append(decided.wager.title)
    for wager, titles in needed.items():
        beside = f"{article(named[wager].lower())} {named[wager]} wager"
        yield f"{', '.join(titles)}: only with {beside}."


def _is_paired(edition: Edition, decided: Decided[Any], other: str) -> bool:
    """Whether a wager is needed whose stake is said to be equal to this one's already."""
    stake = edition.ruleset.wagers[other].wager.stake
    return isinstance(stake, SameAs) and stake.wager == decided.wager.id


def _times_said(edition: Edition, stake: Times) -> str:
    """How high a stake is that follows from a decision."""
    first, by_decision = names(edition)[stake.wager], stake.by_decision
    if set(by_decision.values()) == {1}:
        return f"equal to the {first}"
    deal = edition.ruleset.deal
    said = {each.id: each.name for each in deal.decisions} if isinstance(deal, Contest) else {}
    return ", ".join(
        f"{times} × the {first} to {said[id].lower()}" for id, times in by_decision.items()
    )

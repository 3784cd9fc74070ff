"""What is said of wagers and pay tables: stakes, odds and sources in words, for sheets and pages."""

from collections.abc import Mapping
from typing import Any

from tablewright.rules.citations import Passage, Texts
from tablewright.rules.game import Game
from tablewright.rules.language import say, worded
from tablewright.rules.wagers import (
    Combine,
    Decided,
    Ends,
    Line,
    Odds,
    PayTable,
    SameAs,
    Times,
    made_said,
)

DECISION = "decision"


def source_said(of: Game, source: Passage) -> str:
    """A citation; the game's own manual, its first document, goes without saying."""
    return Texts(of.documents).said(source)


def stake_said(decided: Decided[Any], names: Mapping[str, str] | None = None) -> str:
    """How high a wager is, and what must lie beside it; wagers by their ids, if no names are given."""
    names = names or {}
    match decided.wager.stake:
        case SameAs(other):
            said = say("Stake: equal to the {wager}.", wager=names.get(other, other))
        case Times(other, by_decision):
            each = ", ".join(
                say("{times} x for {decision}", times=times, decision=worded(how, DECISION))
                for how, times in by_decision.items()
            )
            wager = names.get(other, other)
            said = say("Stake: follows from the {wager}: {each}.", wager=wager, each=each)
        case None:
            said = say("Stake: the player's choice within the limits.")
    needs = ", ".join(names.get(need.wager, need.wager) for need in decided.needs)
    return say("{said} Needs: {needs}.", said=said, needs=needs) if needs else said


def pays_said(line: Line[Any]) -> str:
    """What a line pays: its odds, how the wager ends, or where the odds stand."""
    match line.pays:
        case Ends() as end:
            return worded(str(end.value))
        case Odds() as odds:
            return str(odds)
    return say("by both tables") if line.combine else say("by the table")


def table_rows(table: PayTable[Any]) -> list[tuple[str, str]]:
    """The rows of a pay table as a felt prints them, best hand first."""
    return [(made_said(made), table.printed(made)) for made in table.rows]


def fixed_odds(decided: Decided[Any]) -> dict[str, Odds]:
    """The odds of a wager's single lines, by what they are paid for."""
    return {
        line.pay_key.partition(".")[2]: line.pays
        for line in decided.lines
        if isinstance(line.pays, Odds)
    }


def single_odds_said(decided: Decided[Any]) -> list[tuple[str, str]]:
    """What a wager pays beside its tables: case by case, or once where every case pays alike."""
    fixed = fixed_odds(decided)
    return list(dict.fromkeys((_case_said(decided, key), str(odds)) for key, odds in fixed.items()))


def rows_paid(decided: Decided[Any], number: int) -> list[tuple[str, str, str]]:
    """The rows by which a wager is paid under these facts: table, hand and odds, as they are printed.

    None where it is lost, pushes or stands.
    """
    outcome = decided.outcomes[number]
    line, facts = decided.lines[outcome.line], decided.space.possible[number]
    if isinstance(line.pays, Odds):
        return [("", _case_said(decided, line.pay_key.partition(".")[2]), str(line.pays))]
    paid = [table for table in line.tables if table.has(facts)]
    if line.combine is Combine.HIGHER:
        paid = [max(paid, key=lambda table: table.net(facts))]
    return [table_row(table, facts) for table in paid]


def table_row(table: PayTable[Any], facts: Any) -> tuple[str, str, str]:
    """The row that these facts are on: its table, its hand and its odds, as they are printed."""
    made = table.key(facts)
    return worded(table.name), made_said(made), table.printed(made)


def _case_said(decided: Decided[Any], key: str) -> str:
    """A single line as a felt prints it: by its case, where cases differ in what they pay."""
    if len(set(fixed_odds(decided).values())) == 1:
        key = "otherwise" if decided.tables else "wins"
    return worded(key.replace("-", " ").capitalize())

"""Pay tables that are read from a hand: which label of which view stands in their rows."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.sources import PlayerShows, VoidRound
from tablewright.rules.wagers import Decided, PayTable
from tablewright.school.dealing import seats
from tablewright.school.syllabus import Syllabus


class TableRead(NamedTuple):
    """A pay table and the label of a hand that its rows are."""

    wager: str
    table: PayTable[Any]
    field: str
    shows: PlayerShows
    paid: str
    """The rule by which its rows are paid."""
    not_paid: str
    """The rule by which a hand that is not on it loses; that of its rows, if none does."""


@lru_cache(maxsize=16)
def tables_read(syllabus: Syllabus) -> tuple[TableRead, ...]:
    """Every pay table that is read from a hand, each once."""
    found: dict[str, TableRead] = {}
    deal = syllabus.deal
    for id, decided in syllabus.ruleset.wagers.items():
        sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
        for table in decided.tables:
            field = key_field(decided, table)
            shows = sources.get(field)
            if isinstance(shows, PlayerShows) and table.name not in found:
                paid, lost = _rules(syllabus, decided, table, field)
                found[table.name] = TableRead(id, table, field, shows, paid, lost or paid)
    return tuple(found.values())


def key_field(decided: Decided[Any], table: PayTable[Any]) -> str:
    """The fact that a table is read by; nothing, where it is worked out from several."""
    possible = decided.space.possible
    for field in decided.space.fields:
        if all(table.key(possible[n]) == getattr(possible[n], field) for n in decided.outcomes):
            return field
    return ""


def _rules(
    syllabus: Syllabus, decided: Decided[Any], table: PayTable[Any], field: str
) -> tuple[str, str]:
    """The line that pays by the table, and the one that loses for want of a row in any."""
    paid = lost = ""
    for number in _looked_at(syllabus, decided, field):
        outcome = decided.outcomes[number]
        line, facts = decided.lines[outcome.line], decided.space.possible[number]
        if table.name in [each.name for each in line.tables]:
            paid = paid or line.rule
        elif outcome.net == -1 and not any(each.has(facts) for each in decided.tables):
            lost = lost or line.rule
    return paid, lost


def _looked_at(syllabus: Syllabus, decided: Decided[Any], field: str) -> Iterator[int]:
    """The facts under which a hand was looked at, in a round that is not void."""
    deal = syllabus.deal
    if isinstance(deal, Draw):
        void = [n for n, each in deal.round_sources.items() if isinstance(each, VoidRound)]
        for number in decided.outcomes:
            if not any(getattr(decided.space.possible[number], name) for name in void):
                yield number
        return
    for number in decided.outcomes:
        if number not in seats(deal).void:
            after = seats(deal).decisions(number)
            if any(field in deal.looks[decision].names for decision in after):
                yield number

"""Words that the sheets about journals share."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from tablewright.cli.sheets import Sheet
from tablewright.rules.procedure import Procedure
from tablewright.table.chips import money
from tablewright.table.verdict import LeftOut
from tablewright.table.words import counted


def void_said(rounds: int) -> str:
    return f", {rounds:,} of them void" if rounds else ", none of them void"


def in_column(*amounts: int, signed: bool = False) -> list[str]:
    """Amounts that stand beneath each other: all of them with cents, if one has some.

    >>> in_column(3_570_650, 3_199_000)
    ['$35,706.50', '$31,990.00']
    >>> in_column(-500, 0, 700, signed=True)
    ['-$5', '$0', '+$7']
    """
    cents = ".00" if any(each % 100 for each in amounts) else ""
    said = [money(each) if each % 100 else f"{money(each)}{cents}" for each in amounts]
    return [
        f"+{words}" if signed and each > 0 else words
        for each, words in zip(amounts, said, strict=True)
    ]


def percent(part: int, whole: int) -> str:
    """A part of a whole, to a tenth of a percent.

    >>> percent(371, 3570), percent(1, 0)
    ('10.4 %', '')
    """
    return f"{100 * part / whole:.1f} %" if whole else ""


def money_rows(
    *, staked: int, returned: int, given_back: int, result: int, drop: int, tips: int
) -> list[list[str]]:
    """What was wagered and what became of it; the parts in percent that a pit looks at."""
    said = in_column(staked, returned, result, drop, tips)
    back = f", {money(given_back)} more given back unplayed" if given_back else ""
    of_staked = f" ({percent(result, staked)} of what was staked)" if staked else ""
    hold = f" (the house holds {percent(result, drop)} of it)" if drop else ""
    return [
        ["staked", f"{said[0]}{back}"],
        ["returned", said[1]],
        ["house result", f"{said[2]}{of_staked}"],
        ["drop box", f"{said[3]}{hold}"],
        ["tips", said[4]],
    ]


def time_said(first: datetime, last: datetime) -> str:
    """From when to when, and how long.

    >>> from datetime import UTC
    >>> time_said(datetime(2026, 1, 5, 18, tzinfo=UTC), datetime(2026, 1, 5, 20, 6, tzinfo=UTC))
    '2026-01-05 18:00 to 20:06 (2.1 hours)'
    """
    until = "%H:%M" if first.date() == last.date() else "%Y-%m-%d %H:%M"
    minutes = (last - first).total_seconds() / 60
    lasted = f"{minutes / 60:,.1f} hours" if minutes >= 90 else f"{minutes:.0f} minutes"
    return f"{first:%Y-%m-%d %H:%M} to {last.strftime(until)} ({lasted})"


def left_out_said(left_out: Mapping[str, LeftOut]) -> str:
    """The steps that a dealer left out.

    >>> left_out_said({"burn": LeftOut(33, 22), "shuffle": LeftOut(1)})
    '33 burns (22 declared), 1 shuffle (none declared)'
    """
    said = [
        f"{counted(each.times, step)} ({each.declared or 'none'} declared)"
        for step, each in left_out.items()
    ]
    return ", ".join(said) or "nothing"


def devices_said(procedure: Procedure, devices: list[str]) -> str:
    """What the cards were dealt from, in the order in which each came first."""
    names = {each.id: each.name for each in procedure.devices}
    return ", then ".join([names[id] for id in dict.fromkeys(devices)])


def reading_rows(readings: Mapping[str, str], undecided: Mapping[str, str]) -> list[list[str]]:
    """The readings that the pit chose, and those still undecided."""
    return [
        *(["reading", f"{id}={option}"] for id, option in readings.items()),
        *(["undecided", f"{id}={option}"] for id, option in undecided.items()),
    ]


def end_sheets(*, is_closed: bool, lines: int, cut_off: int) -> Iterator[Sheet]:
    """What must be said of a journal that does not end as it should."""
    if cut_off:
        yield Sheet(
            f"CUT OFF: line {cut_off:,} was not written to its end",
            note=f"The {counted(lines, 'line')} before it {'is' if lines == 1 else 'are'} whole.",
            is_warning=True,
        )
    if not is_closed:
        yield Sheet(
            f"NOT CLOSED: the journal ends at line {lines:,}, and the table was not closed by then",
            note="Either it is still open, or lines are missing from the end; nothing in the"
            " journal tells which.",
            is_warning=True,
        )

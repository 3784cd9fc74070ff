"""The monthly table of faults as files that a spreadsheet opens: its sums, and the list of faults."""

from collections.abc import Iterator
from datetime import tzinfo

from tablewright.house.classroom.floor_report import (
    SPELLS_SAID,
    WEEKDAYS,
    Courses,
    device_name,
    game_name,
    rate,
    sentence,
)
from tablewright.house.screens.comma_separated import Cell, comma_separated
from tablewright.school.floor import TITLES, Device, MonthTable, Tally

SUMS = ("by", "what", "game", "faults", "rounds", "faults per 1,000 rounds")
MONEY = ("house out by, cents", "players short, cents", "never put right, cents")
FAULTS = (
    "time", "table", "line", "round", "game", "device", "kind", "what happened", "rule",
    "what the rule says", "laid to", "post", "house out by, cents", "players short, cents",
    "minutes at the table", "seen by", "skills due",
)  # fmt: skip


def sums(table: MonthTable, courses: Courses, zone: tzinfo) -> bytes:
    """Every row of the monthly table."""
    return comma_separated([*SUMS, *MONEY], _sums(table, courses))


def _sums(table: MonthTable, courses: Courses) -> Iterator[list[Cell]]:
    yield _row("month", str(table.month), "", table.total)
    for kind, tally in table.by_kind.items():
        yield _row("kind", TITLES[kind], "", tally)
    for rule, tally in table.by_rule.items():
        yield _row("rule", rule.rule, game_name(courses, rule.game), tally)
    for game, tally in table.by_game.items():
        yield _row("game", game_name(courses, game), game_name(courses, game), tally)
    for device, tally in table.by_device.items():
        yield _row("device", device_name(courses, device), game_name(courses, device.game), tally)
    for hour, tally in enumerate(table.by_hour):
        yield _row("hour", f"{hour:02}:00", "", tally)
    for day, tally in zip(WEEKDAYS, table.by_weekday, strict=True):
        yield _row("weekday", day, "", tally)
    for spell, tally in table.by_spell.items():
        yield _row("time at the table", SPELLS_SAID[spell], "", tally)
    for name, tally in table.by_table.items():
        yield _row("table", name, "", tally)
    for name, tally in table.by_person.items():
        yield _row("person", name, "", tally)


def _row(by: str, what: str, game: str, tally: Tally) -> list[Cell]:
    money = (tally.out_cents, tally.short_cents, tally.lost_cents)
    return [by, what, game, tally.faults, tally.rounds, rate(tally), *money]


def faults(table: MonthTable, courses: Courses, zone: tzinfo) -> bytes:
    """Every fault of the month, the newest first."""
    return comma_separated(
        FAULTS,
        (
            [
                each.erred.astimezone(zone),
                each.table,
                each.line,
                each.round,
                game_name(courses, each.game),
                device_name(courses, Device(each.game, each.device)),
                TITLES[each.kind],
                each.says,
                each.rule,
                sentence(courses, each.game, each.rule),
                each.who,
                each.post,
                max(each.cents, 0),
                max(-each.cents, 0),
                each.stood,
                ", ".join(each.seen_by),
                "; ".join(each.skills),
            ]
            for each in table.faults
        ),
    )

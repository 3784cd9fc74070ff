"""The monthly table of faults in words: titles, rules' sentences, rates to a tenth."""

from collections.abc import Mapping

from tablewright.house.screens.floor_pages import FloorFault, FloorReport, FloorRow
from tablewright.school.faults import Fault
from tablewright.school.floor import TITLES, Device, MonthTable, Rule, Tally
from tablewright.school.syllabus import Syllabus

MOST_FAULTS = 200
"""How many faults a page lists."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SPELLS_SAID = {
    0: "Under 20 minutes",
    20: "20 to 39 minutes",
    40: "40 to 59 minutes",
    60: "An hour or more",
}
Courses = Mapping[str, Syllabus]
"""What is taught of each game: its names and rules."""


def report(
    table: MonthTable, before: MonthTable, courses: Courses, ids: Mapping[Fault, str]
) -> FloorReport:
    """A month and the one before it; `ids` are the tables whose journals may be opened."""
    return FloorReport(
        total=_row(table.total, str(table.month)),
        before=_row(before.total, str(before.month)),
        kinds=[_row(tally, TITLES[kind]) for kind, tally in table.by_kind.items()],
        rules=[
            _row(tally, sentence(courses, rule.game, rule.rule), _rule_about(courses, rule))
            for rule, tally in table.by_rule.items()
        ],
        games=[_row(tally, game_name(courses, game)) for game, tally in table.by_game.items()],
        devices=[
            _row(tally, device_name(courses, each), game_name(courses, each.game))
            for each, tally in table.by_device.items()
        ],
        hours=[_row(tally, f"{hour:02}:00") for hour, tally in enumerate(table.by_hour)],
        weekdays=[_row(tally, day) for day, tally in zip(WEEKDAYS, table.by_weekday, strict=True)],
        spells=[_row(tally, SPELLS_SAID[spell]) for spell, tally in table.by_spell.items()],
        tables=[_row(tally, name) for name, tally in table.by_table.items()],
        people=[_row(tally, name) for name, tally in table.by_person.items()],
        faults=[_fault(courses, each, ids) for each in table.faults[:MOST_FAULTS]],
        faults_left=len(table.faults[MOST_FAULTS:]),
    )


def _row(tally: Tally, title: str, about: str = "") -> FloorRow:
    return FloorRow(
        title=title,
        about=about,
        faults=tally.faults,
        rounds=tally.rounds,
        per_thousand=rate(tally),
        is_few=tally.is_few,
        out_cents=tally.out_cents,
        short_cents=tally.short_cents,
        lost_cents=tally.lost_cents,
    )


def rate(tally: Tally) -> float | None:
    """Faults to a thousand rounds, to a tenth."""
    exact = tally.per_thousand
    return None if exact is None else float(round(exact, 1))


def _fault(courses: Courses, fault: Fault, ids: Mapping[Fault, str]) -> FloorFault:
    return FloorFault(
        erred=fault.erred,
        kind=TITLES[fault.kind],
        says=fault.says,
        rule=fault.rule,
        sentence=sentence(courses, fault.game, fault.rule),
        source=source(courses, fault.game, fault.rule),
        who=fault.who,
        post=fault.post,
        cents=fault.cents,
        table=fault.table,
        table_id=ids.get(fault, ""),
        line=fault.line,
        game=game_name(courses, fault.game),
        device=device_name(courses, Device(fault.game, fault.device)),
        seen_by=list(fault.seen_by),
        is_unnoticed=fault.is_unnoticed,
        stood=fault.stood,
        skills=len(fault.skills),
    )


# Names ---------------------------------------------------------------------------------------------


def game_name(courses: Courses, game: str) -> str:
    return courses[game].game.name if game in courses else game


def device_name(courses: Courses, device: Device) -> str:
    known = courses[device.game].procedure.devices if device.game in courses else ()
    return next((each.name for each in known if each.id == device.device), device.device)


def sentence(courses: Courses, game: str, rule: str) -> str:
    """What a rule says; its id, where another reading of the game has it."""
    found = courses[game].rules.get(rule) if game in courses else None
    return found.sentence if found else rule


def source(courses: Courses, game: str, rule: str) -> str:
    found = courses[game].rules.get(rule) if game in courses else None
    return str(found.source) if found else ""


def _rule_about(courses: Courses, rule: Rule) -> str:
    return f"{TITLES[rule.kind]}, {game_name(courses, rule.game)}"

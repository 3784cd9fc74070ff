"""The monthly table of faults: every figure worked out by hand."""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tablewright.rules.errors import Refused
from tablewright.school.faults import Dealt, Fault, Kind, Reading
from tablewright.school.floor import Device, Month, Rule, Tally, month_table

NOVEMBER = Month(2026, 11)
RIGA, KOLKATA = ZoneInfo("Europe/Riga"), ZoneInfo("Asia/Kolkata")


def at(day: int, hour: int, minute: int = 0, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def fault(erred: datetime, kind: Kind = Kind.CORRECTION, who: str = "Ann", **more: Any) -> Fault:
    usual: dict[str, Any] = {
        "rule": "duki4.ante.wins",
        "says": "paid wrongly",
        "post": "dealer" if who else "",
        "table": "D1",
        "line": 9,
        "round": 3,
        "game": "duki4",
        "device": "shuffler",
    }
    return Fault(kind=kind, who=who, erred=erred, at=erred, **usual | more)


def reading(
    *faults: Fault, dealt: tuple[Dealt, ...] = (), table: str = "D1", game: str = "duki4"
) -> Reading:
    return Reading(table=table, game=game, lines=10, faults=faults, dealt=dealt)


D1 = reading(
    fault(at(3, 20), cents=2500),
    fault(at(3, 20, 59), cents=-700),
    fault(at(4, 21), Kind.FLOAT, cents=5000, rule="duki4.opening"),
    fault(at(4, 21), Kind.OVERDUE, who="", rule="house.signatures"),
    fault(at(2, 9, month=12), cents=100),
    dealt=(
        Dealt("Ann", "shuffler", at(3, 20), 0, 300),
        Dealt("Ben", "shuffler", at(3, 21), 0, 100),
        Dealt("Ann", "shuffler", at(2, 9, month=12), 0, 50),
    ),
)
K1 = reading(
    fault(
        at(5, 20),
        Kind.LEFT_OUT,
        "Ben",
        game="king-high",
        rule="missed-burn",
        device="shoe",
        table="K1",
    ),
    dealt=(Dealt("Ben", "shoe", at(5, 20), 0, 600),),
    table="K1",
    game="king-high",
)


def test_what_cost_what_is_summed_exactly() -> None:
    table = month_table([D1, K1], NOVEMBER, UTC)
    assert table.total == Tally(5, 2500 + 5000, 700, 5000, 1000)
    assert table.total.per_thousand == 5
    assert table.by_kind == {
        Kind.CORRECTION: Tally(2, 2500, 700, 0, 1000),
        Kind.FLOAT: Tally(1, 5000, 0, 5000, 1000),
        Kind.LEFT_OUT: Tally(1, 0, 0, 0, 1000),
        Kind.OVERDUE: Tally(1, 0, 0, 0, 1000),
    }
    assert table.by_game == {
        "duki4": Tally(4, 7500, 700, 5000, 400),
        "king-high": Tally(1, 0, 0, 0, 600),
    }
    assert table.by_game["king-high"].per_thousand == Fraction(5, 3)
    assert table.by_device == {
        Device("duki4", "shuffler"): Tally(4, 7500, 700, 5000, 400),
        Device("king-high", "shoe"): Tally(1, 0, 0, 0, 600),
    }
    assert table.by_table == {
        "D1": Tally(4, 7500, 700, 5000, 400),
        "K1": Tally(1, 0, 0, 0, 600),
    }


def test_a_rule_is_set_against_the_rounds_of_its_game_the_dearest_first() -> None:
    table = month_table([K1, D1], NOVEMBER, UTC)
    assert list(table.by_rule.items()) == [
        (Rule(Kind.FLOAT, "duki4", "duki4.opening"), Tally(1, 5000, 0, 5000, 400)),
        (Rule(Kind.CORRECTION, "duki4", "duki4.ante.wins"), Tally(2, 2500, 700, 0, 400)),
        (Rule(Kind.LEFT_OUT, "king-high", "missed-burn"), Tally(1, 0, 0, 0, 600)),
        (Rule(Kind.OVERDUE, "duki4", "house.signatures"), Tally(1, 0, 0, 0, 400)),
    ]


def test_hours_are_those_of_the_house() -> None:
    table = month_table([D1, K1], NOVEMBER, UTC)
    assert table.by_hour[20] == Tally(3, 2500, 700, 0, 900)
    assert table.by_hour[21] == Tally(2, 5000, 0, 5000, 100)
    assert sum(hour.rounds for hour in table.by_hour) == 1000
    in_riga = month_table([D1, K1], NOVEMBER, RIGA)
    assert in_riga.by_hour[22:] == table.by_hour[20:22]
    in_kolkata = month_table([D1, K1], NOVEMBER, KOLKATA)
    assert in_kolkata.by_hour[1] == Tally(2, 2500, 0, 0, 900), "five hours and a half"
    assert in_kolkata.by_hour[2] == Tally(3, 5000, 700, 5000, 100)


def test_a_weekday_is_that_of_the_house() -> None:
    table = month_table([D1, K1], NOVEMBER, UTC)
    tuesday, wednesday, thursday = table.by_weekday[1:4]
    assert (tuesday.faults, wednesday.faults, thursday.faults) == (2, 2, 1)
    assert (tuesday.rounds, wednesday.rounds, thursday.rounds) == (400, 0, 600)
    assert wednesday.per_thousand is None, "an hour without rounds has no rate"


def test_a_month_begins_at_the_midnight_of_the_house() -> None:
    last = reading(fault(at(30, 23)), dealt=(Dealt("Ann", "shuffler", at(30, 23), 0, 7),))
    assert month_table([last], NOVEMBER, UTC).total == Tally(1, rounds=7)
    assert month_table([last], NOVEMBER, RIGA).total == Tally()
    assert month_table([last], NOVEMBER.after, RIGA).total == Tally(1, rounds=7)


def test_how_long_the_dealer_had_stood_there() -> None:
    night = reading(
        fault(at(3, 20), stood=5),
        fault(at(3, 20), stood=19, cents=300),
        fault(at(3, 20), stood=75),
        fault(at(3, 20), who=""),
        dealt=(
            Dealt("Ann", "shuffler", at(3, 20), 0, 200),
            Dealt("Ann", "hand", at(3, 21), 60, 50),
        ),
    )
    assert month_table([night], NOVEMBER, UTC).by_spell == {
        0: Tally(2, 300, 0, 0, 200),
        20: Tally(),
        40: Tally(),
        60: Tally(1, 0, 0, 0, 50),
    }


def test_few_rounds_say_little_of_a_rate() -> None:
    assert (Tally(1, rounds=99).is_few, Tally(1, rounds=100).is_few) == (True, False)


def test_people_are_told_apart_and_what_is_nobody_s_is_no_person_s() -> None:
    table = month_table([D1, K1], NOVEMBER, UTC)
    assert list(table.by_person.items()) == [
        ("Ann", Tally(3, 7500, 700, 5000, 300)),
        ("Ben", Tally(1, 0, 0, 0, 700)),
    ]
    assert table.by_person["Ben"].per_thousand == Fraction(10, 7)


def test_who_sees_some_people_sees_their_faults_and_rounds_alone() -> None:
    table = month_table([D1, K1], NOVEMBER, UTC, people={"Ben"})
    assert table.total == Tally(1, 0, 0, 0, 700)
    assert list(table.by_person) == ["Ben"]
    assert [each.who for each in table.faults] == ["Ben"]
    assert month_table([D1, K1], NOVEMBER, UTC, people=()).total == Tally()


def test_the_newest_fault_comes_first() -> None:
    table = month_table([K1, D1], NOVEMBER, UTC)
    assert [each.erred.day for each in table.faults] == [5, 4, 4, 3, 3]


def test_a_month_is_written_as_a_calendar_writes_it() -> None:
    assert Month.parse("2026-01").before == Month(2025, 12)
    assert Month.parse("2026-12").after == Month(2027, 1)
    assert str(Month.parse("2026-09")) == "2026-09"
    for wrong in ("2026", "2026-13", "2026-00", "2026-1", "1066-10", "٢٠٢٦-١١", "2026-11-01"):
        with pytest.raises(Refused, match="expected one such as 2026-11"):
            Month.parse(wrong)

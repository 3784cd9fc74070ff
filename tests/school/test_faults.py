"""What went wrong at a dealer's own tables: whose fault it was, and which skills it asks for."""

from collections.abc import Iterable
from typing import Any

import pytest

from tablewright.school.faults import Fault, faults
from tablewright.school.syllabus import Syllabus, syllabus
from tablewright.table import acts
from tablewright.table.chips import Chips
from tablewright.table.journal import Line
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, Driver, at_table

ANN, BEN = "Ann", "Ben"
STRAIGHT, NO_DUKI = "5c 6d 7h 8s", "2c 4c 9c Jc"


def taught(game: str) -> Syllabus:
    return syllabus(game)


def journal(table: Driver) -> Iterable[Line]:
    return [
        Line(n, each.at, each.round, each.by, each.rule, each.event, "")
        for n, each in enumerate(table.lines, start=1)
    ]


def of(table: Driver, dealer: str = ANN) -> list[Fault]:
    return faults(journal(table), dealer, taught(table.table.book.game.id))


def dealt_by(dealer: str, game: str, **setup: Any) -> Driver:
    """A table for practice, no rehearsal, at which a person deals."""
    table = at_table(game, is_rehearsal=False, **setup)
    table.do(acts.Relieve("dealer", dealer), INSPECTOR)
    return table


def paid_a_straight(table: Driver) -> None:
    """A round of Duki 4 Poker in which a straight meets a dealer without a Duki."""
    table.wager(1, "ante", 1000)
    table.wager(1, "bonus", 500)
    table.deal({1: STRAIGHT}, dealer=NO_DUKI)
    table.decide(1, "play")
    table.finish()


def correct(table: Driver, reason: str, **chips: Chips) -> None:
    table.correct(acts.Correct(1, reason, **chips))


# Corrections ---------------------------------------------------------------------------------------


def test_a_corrected_payment_asks_for_the_line_and_the_row_that_it_was_paid_by() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    (ante,) = [each for each in table.events(acts.Settled) if each.wager == "ante"]
    correct(table, "the Ante was paid 5-1", to_player={2500: 1})
    (fault,) = of(table)
    assert fault.skill == f"pay {ante.rule}/4-card-straight"
    assert fault.skill in taught("duki4").skills
    assert fault.says == "Seat 1, Ante: $25 was owed to the player (the Ante was paid 5-1)"
    assert (fault.table, fault.at) == ("7", table.now)
    assert fault.line == max(
        n for n, each in enumerate(table.lines, 1) if isinstance(each.event, acts.Countersign)
    )


def test_where_the_reason_names_no_wager_the_amount_says_which() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    (bonus,) = [each for each in table.events(acts.Settled) if each.wager == "bonus"]
    correct(table, "taken by mistake", to_player={500: 1})
    rules = {fault.skill.split()[1].partition("/")[0] for fault in of(table)}
    assert rules == {bonus.rule}


def test_where_nothing_says_which_every_wager_of_the_place_is_asked_for() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    correct(table, "paid wrongly", from_player={100: 3})
    rules = {fault.skill.split()[1].partition("/")[0] for fault in of(table)}
    assert rules == {each.rule for each in table.events(acts.Settled)}
    assert all("was paid too much" in fault.says for fault in of(table))


def test_a_correction_that_is_not_signed_or_is_cancelled_is_no_fault() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    table.do(acts.Correct(1, "the Ante was short", to_player={500: 1}), INSPECTOR)
    assert of(table) == []
    table.do(acts.CancelSlip(1, "it was right"), INSPECTOR)
    assert of(table) == []


def test_a_fault_is_laid_to_the_dealer_who_paid_and_not_to_the_one_who_signed() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    table.do(acts.Relieve("dealer", BEN), INSPECTOR)
    correct(table, "the Ante was short", to_player={500: 1})
    assert of(table, ANN)
    assert of(table, BEN) == []


def test_a_correction_is_about_the_last_round_that_was_paid() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    table.wager(1, "ante", 500)
    table.deal({1: NO_DUKI}, dealer=STRAIGHT)
    table.decide(1, "fold")
    table.finish()
    last = table.events(acts.Settled)[-1]
    correct(table, "the Ante was given back", from_player={500: 1})
    assert [fault.skill for fault in of(table)] == [f"pay {last.rule}"]


# Steps ---------------------------------------------------------------------------------------------


def keyed_shoe() -> Driver:
    table = dealt_by(ANN, "king-high", device="shoe", is_keyed=True)
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    return table


def test_a_burn_that_was_left_out_asks_for_the_burn_and_for_its_ruling() -> None:
    table = keyed_shoe()
    table.do(acts.Overlook("burn"), DEALER)
    table.declare("missed-burn", by=INSPECTOR)
    found = of(table)
    assert {fault.says for fault in found} == {"A burn that was due was left out"}
    assert len({fault.line for fault in found}) == 1, "the declaration is no second fault"
    skills = {fault.skill for fault in found}
    assert "run king-high.phase.draw/round-burn@shoe" in skills
    rulings = {id for id in skills if id.startswith("rule king-high.irregularity.missed-burn")}
    seen = "guard king-high.irregularity.missed-burn"
    assert rulings == skills - {"run king-high.phase.draw/round-burn@shoe", seen}
    assert rulings
    assert seen in skills, "and it is watched for"
    assert all(id.endswith("@shoe") for id in skills - {seen})
    assert of(table, BEN) == []


def test_fewer_cards_burnt_than_were_due_is_said_so() -> None:
    table = keyed_shoe()
    table.do(acts.Overlook("burn", burnt=1), DEALER)
    assert {fault.says for fault in of(table)} == {"Only 1 of 2 cards were burnt"}


# Guarding ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "is_fault"), [(DEALER, False), (INSPECTOR, True), (CAMERAS, True)])
def test_chips_that_others_saw_and_the_dealer_did_not_ask_for_guarding(
    by: object, is_fault: bool
) -> None:
    table = keyed_shoe()
    report = acts.ReportChips("king-high.protection.late", 1, "pokerpot", {100: 1})
    table.do(report, by)  # type: ignore[arg-type]
    found = of(table)
    assert bool(found) == is_fault
    assert all("king-high.protection.late" in fault.skill for fault in found)
    assert all("at box 1, seen by" in fault.says for fault in found)


def test_a_ruling_on_chips_that_is_cancelled_is_no_fault() -> None:
    def held() -> Driver:
        table = dealt_by(ANN, "king-high", is_keyed=True)
        table.wager(1, "pokerpot", 100)
        table.wager(1, "high", {500: 3})
        table.no_more_bets()
        table.draw("9c")
        capped = "king-high.protection.capped"
        report = acts.ReportChips(capped, 1, "high", {500: 1}, is_recorded=True)
        table.do(report, INSPECTOR)
        assert table.state.held
        return table

    signed, cancelled = held(), held()
    assert of(signed) == []
    signed.countersign()
    assert of(signed)
    cancelled.do(acts.CancelSlip(1, "nothing was capped"), INSPECTOR)
    assert of(cancelled) == []


# Counts, and tables that do not count --------------------------------------------------------------


def test_a_fill_that_the_dealer_miscounts_is_a_fault_once_counted_right_it_is_not() -> None:
    table = dealt_by(ANN, "duki4")
    table.do(acts.Fill({500: 20}), INSPECTOR)
    table.do(acts.Countersign(1, {500: 19}), DEALER)
    found = of(table)
    table.countersign()
    assert of(table) == found
    assert {fault.says for fault in found} <= {"A fill was miscounted"}


def test_a_rehearsal_says_nothing_of_its_dealer() -> None:
    table = at_table("king-high", device="shoe")
    table.do(acts.Relieve("dealer", ANN), INSPECTOR)
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    assert of(table) == []


def test_a_shift_without_a_mistake_has_no_faults() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    assert of(table) == []

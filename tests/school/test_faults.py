"""Faults from the floor: whose they were, what they cost, and which skills they ask for.

Every journal here is made by the machine, and the fault in it by hand: what must be found is known.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from tablewright.rules.errors import Refused
from tablewright.school.faults import Dealt, Fault, FaultReader, Kind, Reading, read_faults
from tablewright.school.faults.payments import LATE_SLIP_MINUTES
from tablewright.school.syllabus import Syllabus, syllabus
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.chips import Chips
from tablewright.table.journal import FORMAT, Line, OtherFormat
from tablewright.table.setup import Staff
from tests.school.at_fault import (
    ANN,
    BEN,
    CAM,
    INA,
    NO_DUKI,
    PIP,
    STRAIGHT,
    correct,
    dealt_by,
    paid_a_straight,
)
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table


def taught(game: str) -> Syllabus:
    return syllabus(game)


def journal(table: Driver) -> Iterable[Line]:
    return [
        Line(n, each.at, each.round, each.by, each.rule, each.event, "")
        for n, each in enumerate(table.lines, start=1)
    ]


def read(table: Driver) -> Reading:
    return read_faults(journal(table), taught(table.table.book.game.id))


def of(table: Driver) -> list[Fault]:
    return list(read(table).faults)


def line_of(table: Driver, kind: type[Any]) -> int:
    """The number of the last line of a kind."""
    return max(n for n, each in enumerate(table.lines, 1) if isinstance(each.event, kind))


def rules_of(skills: Iterable[str]) -> set[str]:
    return {skill.split()[1].partition("/")[0] for skill in skills}


# Corrections ---------------------------------------------------------------------------------------


def test_a_corrected_payment_asks_for_the_line_and_the_row_that_it_was_paid_by() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    (ante,) = [each for each in table.events(acts.Settled) if each.wager == "ante"]
    paid_at = table.now
    table.wait(minutes=3)
    correct(table, "the Ante was paid 5-1", to_player={2500: 1})
    skill = f"pay {ante.rule}/4-card-straight"
    assert skill in taught("duki4").skills
    (fault,) = of(table)
    assert fault == Fault(
        kind=Kind.CORRECTION,
        rule=ante.rule,
        says="Seat 1, Ante: $25 was owed to the player (the Ante was paid 5-1)",
        who=ANN,
        post="dealer",
        skills=(skill,),
        cents=-2500,
        erred=fault.erred,
        at=table.now,
        table="7",
        line=line_of(table, acts.Countersign),
        round=2,
        game="duki4",
        device="shuffler",
        seen_by=(INA, ANN),
        stood=0,
    )
    assert fault.erred < paid_at, "when it was paid, not when it was found"


def test_what_was_paid_too_much_is_what_the_house_was_out_by() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    correct(table, "paid wrongly", from_player={100: 3})
    (fault,) = of(table)
    assert fault.cents == 300
    assert "$3 was paid too much" in fault.says


def test_a_wager_is_named_as_people_say_it() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    (bonus,) = [each for each in table.events(acts.Settled) if each.wager == "bonus"]
    assert table.table.book.wagers["bonus"].name == "Duki Bonus"
    correct(table, "the bonus was paid twice", from_player={100: 3})
    (fault,) = of(table)
    assert fault.rule == bonus.rule
    assert fault.says.startswith("Seat 1, Duki Bonus: $3")


def test_where_the_reason_names_no_wager_the_amount_says_which() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    (bonus,) = [each for each in table.events(acts.Settled) if each.wager == "bonus"]
    correct(table, "taken by mistake", to_player={500: 1})
    (fault,) = of(table)
    assert rules_of(fault.skills) == {bonus.rule} == {fault.rule}


def test_where_nothing_says_which_every_wager_of_the_place_is_asked_for() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    correct(table, "paid wrongly", from_player={100: 3})
    (fault,) = of(table)
    assert rules_of(fault.skills) == {each.rule for each in table.events(acts.Settled)}


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
    (fault,) = of(table)
    assert (fault.who, fault.seen_by) == (ANN, (INA, BEN))


def test_a_correction_is_about_the_last_round_that_was_paid() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    table.wager(1, "ante", 500)
    table.deal({1: NO_DUKI}, dealer=STRAIGHT)
    table.decide(1, "fold")
    table.finish()
    last = table.events(acts.Settled)[-1]
    correct(table, "the Ante was given back", from_player={500: 1})
    assert [fault.skills for fault in of(table)] == [(f"pay {last.rule}",)]


def test_a_correction_before_any_payment_is_laid_to_the_dealer_and_asks_for_no_line() -> None:
    """Chips were changed wrongly, say: the journal knows only that it was put right."""
    table = dealt_by(ANN, "duki4")
    correct(table, "one chip too few for the cash", to_player={500: 1})
    (fault,) = of(table)
    assert (fault.who, fault.rule, fault.skills) == (ANN, "house.correction", ())


def test_where_the_house_pays_by_itself_no_dealer_has_paid_wrongly() -> None:
    table = dealt_by(ANN, "duki4", automatic=("settle",))
    paid_a_straight(table)
    correct(table, "a courtesy", to_player={500: 1})
    (fault,) = of(table)
    assert (fault.kind, fault.cents) == (Kind.CORRECTION, -500)
    assert (fault.who, fault.post, fault.skills) == ("", "", ())


def test_how_long_a_dealer_had_stood_there_counts_from_their_relief() -> None:
    table = dealt_by(ANN, "duki4")
    table.wait(minutes=30)
    paid_a_straight(table)
    table.do(acts.Relieve("dealer", BEN), INSPECTOR)
    correct(table, "the Ante was short", to_player={500: 1})
    table.wait(minutes=50)
    paid_a_straight(table)
    table.wait(minutes=11)
    correct(table, "the Ante was short", to_player={500: 1})
    assert [(fault.who, fault.stood) for fault in of(table)] == [(ANN, 30), (BEN, 50)]


# Steps left out ------------------------------------------------------------------------------------


def keyed_shoe(**setup: Any) -> Driver:
    table = dealt_by(ANN, "king-high", **{"device": "shoe", "is_keyed": True} | setup)
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    return table


def test_a_burn_that_was_left_out_asks_for_the_burn_and_for_its_ruling() -> None:
    table = keyed_shoe()
    table.do(acts.Overlook("burn"), DEALER)
    (undeclared,) = of(table)
    table.declare("missed-burn", by=INSPECTOR)
    (fault,) = of(table)
    assert fault.says == "A burn that was due was left out"
    assert (fault.kind, fault.who, fault.cents) == (Kind.LEFT_OUT, ANN, 0)
    assert fault.rule == "king-high.irregularity.missed-burn"
    assert fault.line == line_of(table, acts.Overlook), "the declaration is no second fault"
    assert (undeclared.seen_by, fault.seen_by) == ((), (INA,)), "who noticed it"
    assert (undeclared.is_unnoticed, fault.is_unnoticed) == (True, False)
    skills = set(fault.skills)
    assert "run king-high.phase.draw/round-burn@shoe" in skills
    rulings = {id for id in skills if id.startswith("rule king-high.irregularity.missed-burn")}
    seen = "guard king-high.irregularity.missed-burn"
    assert rulings == skills - {"run king-high.phase.draw/round-burn@shoe", seen}
    assert rulings
    assert seen in skills, "and it is watched for"
    assert all(id.endswith("@shoe") for id in skills - {seen})


def test_fewer_cards_burnt_than_were_due_is_said_so() -> None:
    table = keyed_shoe()
    table.do(acts.Overlook("burn", burnt=1), DEALER)
    assert [fault.says for fault in of(table)] == ["Only 1 of 2 cards were burnt"]


def test_a_shuffle_left_out_is_the_irregularity_that_is_declared() -> None:
    table = dealt_by(ANN, "king-high", device="shoe", is_keyed=True)
    table.ready()
    table.do(acts.OrderShuffle("cards fell"), INSPECTOR)
    table.do(acts.Overlook("shuffle"), DEALER)
    table.wager(1, "pokerpot", 100)
    table.do(acts.NoMoreBets(), DEALER)
    table.burn()
    table.draw("9c")
    table.declare("shuffle-left-out", by=PIT_BOSS)
    (fault,) = of(table)
    assert fault.says == "A shuffle that was due was left out"
    assert fault.rule == "king-high.irregularity.shuffle-left-out"
    assert fault.seen_by == (PIP,)
    assert "run king-high.cards/shuffle-shuffle@shoe" in fault.skills


@pytest.mark.parametrize("looks", [True, False])
def test_a_layout_that_is_not_looked_over_before_the_first_payment(looks: bool) -> None:
    table = keyed_shoe()
    table.burn()
    table.draw("9c")
    assert not table.state.is_look_due, "nothing is decided by this card"
    table.wager(1, "high", 500)
    table.draw_next("Kd")
    assert table.state.is_look_due
    if looks:
        table.do(acts.LookOver(), DEALER)
    table.settle_all()
    found = of(table)
    if looks:
        assert found == []
        return
    (fault,) = found
    assert (fault.kind, fault.rule) == (Kind.LEFT_OUT, "king-high.protection.look-over")
    assert fault.line == line_of(table, acts.Settle)
    assert "run king-high.protection.look-over/round-look-over" in fault.skills
    assert "deal king-high.protection.look-over@shoe" in fault.skills
    assert "deal king-high.protection.look-over@six-deck-shuffler" not in fault.skills


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
    for fault in found:
        assert fault.rule == "king-high.protection.late"
        assert {rule.removeprefix(fault.rule) for rule in rules_of(fault.skills)} == {
            "",
            ".returned",
            ".stands",
        }
        assert "at box 1, seen by" in fault.says
        assert (fault.kind, fault.who, fault.cents) == (Kind.UNSEEN, ANN, 0)
        assert fault.line == line_of(table, acts.ReportChips)


def test_a_ruling_on_chips_costs_what_it_brings_back_once_it_is_signed() -> None:
    def held() -> Driver:
        table = dealt_by(ANN, "king-high", is_keyed=True)
        table.ready()
        table.wager(1, "pokerpot", 100)
        table.wager(1, "high", {500: 3})
        table.no_more_bets()
        table.draw("9c")
        table.do(acts.LookOver(), DEALER)
        table.settle_all()
        capped = "king-high.protection.capped"
        report = acts.ReportChips(capped, 1, "high", {500: 1}, is_recorded=True)
        table.do(report, INSPECTOR)
        assert table.state.held
        return table

    signed, cancelled = held(), held()
    assert of(signed) == []
    signed.countersign()
    (fault,) = of(signed)
    assert (fault.kind, fault.seen_by) == (Kind.UNSEEN, (INA,))
    assert fault.cents == 500, "even money on a chip of five dollars was paid on what was added"
    cancelled.do(acts.CancelSlip(1, "nothing was capped"), INSPECTOR)
    assert of(cancelled) == []


# Counts and the float ------------------------------------------------------------------------------


def test_a_fill_that_the_dealer_miscounts_is_a_fault_once_counted_right_it_is_not() -> None:
    table = dealt_by(ANN, "duki4")
    table.do(acts.Fill({500: 20}), INSPECTOR)
    table.do(acts.Countersign(1, {500: 19}), DEALER)
    (fault,) = of(table)
    assert (fault.kind, fault.says) == (Kind.MISCOUNT, "A fill was miscounted")
    assert (fault.who, fault.rule, fault.cents) == (ANN, "house.fill", 0)
    assert rules_of(fault.skills) == {"house.fill"}
    table.countersign()
    assert of(table) == [fault]


def closing(table: Driver) -> None:
    table.do(acts.BeginClosing(), INSPECTOR)
    table.leave(*table.state.seats)
    table.do(acts.RemoveCards(), DEALER)


def less(chips: Chips, value: int, count: int) -> Chips:
    return {**chips, value: chips[value] - count}


def test_a_float_that_is_counted_wrongly_and_then_rightly_was_miscounted() -> None:
    table = dealt_by(ANN, "duki4")
    closing(table)
    right = table.float_chips()
    table.do(acts.CountFloat(less(right, 500, 2)), DEALER)
    line = len(table.lines)
    table.do(acts.CountFloat(less(right, 500, 1)), DEALER)
    assert of(table) == [], "it may be the float that is off"
    table.do(acts.CountFloat(right), DEALER)
    (fault,) = of(table)
    assert (fault.kind, fault.who, fault.line) == (Kind.MISCOUNT, ANN, line)
    assert (fault.says, fault.cents) == ("The float was miscounted", 0)
    assert fault.skills == ("run duki4.opening/closing-count-float",)


@pytest.mark.parametrize(("relieved", "who"), [(False, ANN), (True, "")])
def test_a_float_that_is_off_at_the_closing_is_one_dealer_s_or_nobody_s(
    relieved: bool, who: str
) -> None:
    table = dealt_by(ANN, "duki4")
    if relieved:
        table.do(acts.Relieve("dealer", BEN), INSPECTOR)
    closing(table)
    table.do(acts.CountFloat(less(table.float_chips(), 2500, 3)), DEALER)
    table.do(acts.ReportError("three green chips short"), INSPECTOR)
    table.sign("error-notification")
    (fault,) = of(table)
    assert fault.says == ("$75 was missing from the float at the closing (three green chips short)")
    assert (fault.kind, fault.cents, fault.who, fault.skills) == (Kind.FLOAT, 7500, who, ())


def test_a_float_that_is_off_at_the_opening_is_the_cage_s() -> None:
    table = Driver("duki4", is_practice=False, automatic=(), staff=Staff(ANN, INA, PIP, CAM))
    table.do(acts.UnlockRack(), INSPECTOR)
    table.do(acts.CountFloat(less(table.float_chips(), 2500, 3)), DEALER)
    table.do(acts.ReportError("three green chips short"), INSPECTOR)
    table.sign("error-notification")
    assert of(table) == []


def test_what_a_void_round_could_not_take_back_is_laid_to_nobody() -> None:
    """Seat 1 has won, tips all but two dollars away, and then the round is void."""
    read_so = {"duki4.void-after-payment": "taken-back"}
    table = dealt_by(ANN, "duki4", seats=(1, 2), device="hand", is_keyed=True, readings=read_so)
    table.ready()
    for place in (1, 2):
        table.wager(place, "ante", 500)
    table.deal()
    for place in (1, 2):
        table.decide(place, "play")
    table.reveal("2d 4s 5h 8c")
    table.show(1, "9h 9c 6s Jd")
    table.settle(1)
    tipped = dict(table.state.bank.chips("rail:1"))
    tipped[100] -= 2
    table.do(acts.Tip(1, tipped), player(1))
    table.declare("b-wrong-count", "void", by=INSPECTOR, place=2)
    ante, play = of(table)
    owed = {each.wager: each.was - each.returned for each in table.events(acts.TakenBack)}
    assert owed == {"ante": 1000, "play": 500}
    assert (ante.cents, play.cents) == (1000 - 200, 500)
    for fault in (ante, play):
        assert fault.kind is Kind.NOT_RECOVERED
        assert fault.rule == "duki4.irregularity.b-wrong-count"
        assert (fault.who, fault.skills) == ("", ())
    assert ante.says == (
        "Seat 1, Ante: $8 that a void round should have given back was no longer there"
    )


# Late ----------------------------------------------------------------------------------------------


def test_cards_dealt_past_their_time_are_the_supervisor_s_who_put_the_change_off() -> None:
    table = dealt_by(ANN, "duki4", card_change_minutes=60)
    table.wait(minutes=50)
    table.do(acts.PutOffCardChange(30, "the table is full"), PIT_BOSS)
    paid_a_straight(table)
    assert of(table) == [], "their time is not up yet"
    table.wait(minutes=15)
    paid_a_straight(table)
    paid_a_straight(table)
    (fault,) = of(table)
    assert (fault.kind, fault.rule) == (Kind.OVERDUE, "house.card-change")
    assert (fault.who, fault.post, fault.skills) == (PIP, "pit-boss", ())
    assert fault.says == (
        "Cards were dealt past their 60 minutes: the change was put off by 30 minutes (the table is"
        " full)"
    )


def test_a_new_player_is_welcomed_before_their_first_round_is_over() -> None:
    table = dealt_by(ANN, "duki4")
    table.sit(2, 3, 4)
    table.do(acts.Welcome(2), DEALER)
    for place in (1, 2, 3):
        table.wager(place, "ante", 500)
    table.deal({}, dealer=NO_DUKI)
    for place in (1, 2, 3):
        table.decide(place, "fold")
    table.finish()
    line = len(table.lines)
    (fault,) = of(table)
    assert (fault.kind, fault.rule, fault.who) == (Kind.OVERDUE, "duki4.welcome", ANN)
    assert fault.says == "Seat 3 had played a round and was not welcomed"
    assert table.lines[fault.line - 1].event == acts.Clear()
    assert line >= fault.line
    assert rules_of(fault.skills) == {"duki4.welcome"}
    paid_a_straight(table)
    table.do(acts.Welcome(3), DEALER)
    assert of(table) == [fault], "once for each player, and not for who has not played"


def test_where_the_house_welcomes_no_dealer_forgets_to() -> None:
    table = dealt_by(ANN, "duki4", automatic=("welcome",))
    table.sit(2)
    table.wager(2, "ante", 500)
    table.deal({}, dealer=NO_DUKI)
    table.decide(2, "fold")
    table.finish()
    assert of(table) == []


@pytest.mark.parametrize(
    ("minutes", "is_late"), [(LATE_SLIP_MINUTES - 1, False), (LATE_SLIP_MINUTES, True)]
)
def test_a_slip_that_waited_is_listed_and_laid_to_nobody(minutes: int, is_late: bool) -> None:
    table = dealt_by(ANN, "duki4")
    table.do(acts.Fill({500: 20}), INSPECTOR)
    table.wait(minutes=minutes)
    table.countersign()
    found = of(table)
    assert bool(found) == is_late
    for fault in found:
        assert fault.says == f"Fill slip 1 was signed {minutes} minutes after it was asked for"
        assert (fault.kind, fault.rule) == (Kind.OVERDUE, "house.signatures")
        assert (fault.who, fault.post, fault.skills) == ("", "", ())


# Rounds --------------------------------------------------------------------------------------------


def test_rounds_are_counted_by_dealer_device_and_quarter_of_an_hour() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    paid_a_straight(table)
    table.do(acts.Relieve("dealer", BEN), INSPECTOR)
    paid_a_straight(table)
    table.wait(minutes=50)
    table.do(acts.Substitute("hand"), INSPECTOR)
    table.ready()
    paid_a_straight(table)
    at = datetime(2026, 11, 16, 18, tzinfo=UTC)
    assert read(table).dealt == (
        Dealt(ANN, "shuffler", at, 0, 2),
        Dealt(BEN, "shuffler", at, 0, 1),
        Dealt(BEN, "hand", at.replace(minute=45), 40, 1),
    )
    assert read(table).faults == ()


# Which tables say something ------------------------------------------------------------------------


@pytest.mark.parametrize("is_rehearsal", [True, False])
def test_practice_and_rehearsals_say_nothing_of_their_dealer(is_rehearsal: bool) -> None:
    table = at_table("king-high", device="shoe", is_rehearsal=is_rehearsal, is_keyed=True)
    table.do(acts.Relieve("dealer", ANN), INSPECTOR)
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    found = read(table)
    assert (found.faults, found.dealt) == ((), ())


def test_a_shift_without_a_mistake_has_no_faults() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    assert of(table) == []


def test_a_journal_of_another_format_or_game_is_refused() -> None:
    first, *rest = journal(dealt_by(ANN, "duki4"))
    other = acts.SetUp(first.did.setup, FORMAT + 1)
    line = Line(first.n, first.at, first.round, first.by, first.rule, other, "")
    with pytest.raises(OtherFormat):
        FaultReader(taught("duki4")).read(line)
    with pytest.raises(Refused, match="expected king-high"):
        read_faults([first, *rest], taught("king-high"))


def test_a_journal_is_read_on_where_it_was_left() -> None:
    table = dealt_by(ANN, "duki4")
    paid_a_straight(table)
    correct(table, "the Ante was short", to_player={500: 1})
    paid_a_straight(table)
    correct(table, "the Ante was long", from_player={500: 1})
    whole, reader = list(journal(table)), FaultReader(taught("duki4"))
    for n, line in enumerate(whole, 1):
        reader.read(line)
        assert reader.reading == read_faults(whole[:n], taught("duki4"))

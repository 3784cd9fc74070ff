"""Two signatures: nothing that money hangs on happens under the name of one person alone."""

import pytest

from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import THE_HOUSE, Actor, player
from tablewright.table.automation import next_step
from tablewright.table.randomness import seeded
from tablewright.table.record import Act, Record
from tablewright.table.session import Session, WallClock, finish
from tablewright.table.setup import DEALER_STEPS, Setup, Staff
from tablewright.table.status import OPENING
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

PEOPLE = Staff("Ann", "Ivan", "Bea", "Sam")
ASKED: list[Act] = [
    acts.Fill({500: 20}),
    acts.Credit({500: 20}),
    acts.Correct(1, "paid one chip too few", to_player={500: 1}),
    acts.Correct(1, "paid one chip too many", from_player={500: 1}),
]
each_asked = pytest.mark.parametrize("asked", ASKED, ids=lambda each: each.name)


def for_money() -> Driver:
    """A table for money with people at every post, all steps theirs."""
    return at_table("duki4", is_practice=False, staff=PEOPLE, automatic=())


def accounts(table: Driver) -> dict[str, int]:
    bank = table.state.bank
    return {name: bank.cents(name) for name in bank.accounts}


# The second person ---------------------------------------------------------------------------------


@each_asked
@pytest.mark.parametrize("by", [INSPECTOR, PIT_BOSS], ids=str)
def test_nothing_moves_before_a_second_person_has_signed(asked: Act, by: Actor) -> None:
    table = for_money()
    before = accounts(table)
    table.do(asked, by)
    assert accounts(table) == before
    assert table.events(acts.FormCompleted)[-1].form not in ("fill", "credit", "correction")
    (slip,) = table.state.slips.values()
    assert slip.who == table.state.staff[by.role.value]
    for nobody in (INSPECTOR, PIT_BOSS, CAMERAS, player(1)):
        table.refused(acts.Countersign(1, slip.to_count), nobody)
    table.countersign(DEALER)
    assert accounts(table) != before
    form = table.last(acts.FormCompleted)
    assert form.signed == {by.role.value: slip.who, "dealer": "Ann"}
    assert not table.state.slips


@each_asked
def test_nobody_signs_for_themself_at_another_post(asked: Act) -> None:
    table = for_money()
    table.do(asked, INSPECTOR)
    table.do(acts.Relieve("inspector", "Olga"), PIT_BOSS)
    table.do(acts.Relieve("dealer", "Ivan"), PIT_BOSS)
    refused = table.refused(acts.Countersign(1, table.state.slips[1].to_count), DEALER)
    assert "A second person signs it" in str(refused)
    table.do(acts.Relieve("dealer", "Ann"), PIT_BOSS)
    table.countersign(DEALER)


def test_who_counts_is_not_told_and_a_count_that_differs_is_written_down_and_moves_nothing() -> (
    None
):
    table = for_money()
    table.do(acts.Fill({500: 20, 100: 30}), INSPECTOR)
    (seen,) = table.seen(DEALER)["slips"]
    assert "chips" not in seen
    assert table.seen(INSPECTOR)["slips"][0]["chips"] == {500: 20, 100: 30}
    before = accounts(table)
    for number, chips in enumerate(({500: 20}, {500: 20, 100: 29}), start=1):
        (said,) = table.do(acts.Countersign(1, chips), DEALER)
        assert said == acts.Countersign(1, chips, "fill", post="dealer", who="Ann", differs=True)
        assert accounts(table) == before
        assert table.seen(DEALER)["slips"][0]["miscounts"] == number
    table.refused(acts.Countersign(1, {7: 1}), DEALER)
    table.do(acts.Countersign(1, {100: 30, 500: 20}), DEALER)
    assert accounts(table) != before
    assert not table.state.miscounts


def test_nobody_guesses_their_way_to_what_is_on_a_slip() -> None:
    table = for_money()
    table.do(acts.Fill({500: 20}), INSPECTOR)
    for number in (1, 2, 3):
        table.do(acts.Countersign(1, {500: number}), DEALER)
    assert "differed" in str(table.refused(acts.Countersign(1, {500: 20}), DEALER))
    table.do(acts.CancelSlip(1, "the chips were counted three times"), INSPECTOR)
    table.fill({500: 20})


def test_the_float_is_counted_blind_at_the_opening_and_the_closing() -> None:
    table = Driver("duki4", staff=PEOPLE)
    assert "float" not in table.seen(DEALER)
    table.open()
    assert "float" in table.seen(DEALER)
    table.do(acts.BeginClosing(), INSPECTOR)
    assert "float" not in table.seen(DEALER)


def test_where_the_house_deals_for_money_the_other_supervisor_signs() -> None:
    table = at_table("duki4", is_practice=False, staff=PEOPLE, automatic=DEALER_STEPS)
    table.do(acts.Fill({500: 20}), PIT_BOSS)
    table.refused(acts.Countersign(1, {500: 20}), DEALER)
    table.countersign(INSPECTOR)
    assert table.last(acts.FormCompleted).signed == {"pit-boss": "Bea", "inspector": "Ivan"}


# Slips that are not signed -------------------------------------------------------------------------


@pytest.mark.parametrize("by", [DEALER, INSPECTOR, PIT_BOSS], ids=str)
def test_a_slip_is_cancelled_with_a_reason_and_its_number_is_not_used_again(by: Actor) -> None:
    table = for_money()
    before = accounts(table)
    table.do(acts.Fill({500: 20}), INSPECTOR)
    table.refused(acts.CancelSlip(1, ""), by)
    table.refused(acts.CancelSlip(2, "none of that number"), by)
    table.do(acts.CancelSlip(1, "ordered by mistake"), by)
    table.refused(acts.Countersign(1, {500: 20}), DEALER)
    assert accounts(table) == before
    table.do(acts.Fill({500: 20}), INSPECTOR)
    assert list(table.state.slips) == [2]


def test_a_correction_is_not_paid_to_another_player_who_has_sat_down_since() -> None:
    table = for_money()
    table.do(acts.Correct(1, "paid too little", to_player={500: 1}), INSPECTOR)
    table.leave(1)
    table.refused(acts.Countersign(1), DEALER)
    table.do(acts.Sit(1, "somebody else"), player(1))
    assert "has left" in str(table.refused(acts.Countersign(1), DEALER))
    table.do(acts.CancelSlip(1, "the player has left"), INSPECTOR)


def test_a_credit_is_not_signed_when_the_chips_have_been_paid_out_since() -> None:
    table = at_table("duki4", seats=(), float_chips={500: 20})
    table.do(acts.Credit({500: 20}), INSPECTOR)
    table.sit(1, chips={500: 20})
    assert "no longer there" in str(table.refused(acts.Countersign(1, {500: 20}), DEALER))


def test_a_table_does_not_close_while_a_slip_waits() -> None:
    table = for_money()
    table.leave(1)
    table.do(acts.Fill({500: 20}), INSPECTOR)
    assert "waits for a signature" in str(table.refused(acts.BeginClosing(), INSPECTOR))
    table.do(acts.CancelSlip(1, "we close"), INSPECTOR)
    table.do(acts.BeginClosing(), INSPECTOR)


# The house -----------------------------------------------------------------------------------------


@each_asked
def test_the_house_signs_as_the_house_for_practice_and_never_for_money(asked: Act) -> None:
    practice = at_table("duki4", staff=PEOPLE)
    practice.do(asked, INSPECTOR.house)
    practice.countersign(DEALER.house)
    assert set(practice.last(acts.FormCompleted).signed.values()) == {THE_HOUSE}
    table = for_money()
    with pytest.raises(Refused, match="A person does"):
        table.table.act(asked, INSPECTOR.house, table.now)
    table.do(asked, INSPECTOR)
    with pytest.raises(Refused, match="A person does"):
        table.table.act(acts.Countersign(1, table.state.slips[1].to_count), DEALER.house, table.now)


def test_an_opening_by_the_house_bears_nobodys_name() -> None:
    now = WallClock().now()
    setup = Setup(table="7", game="king-high", day=now.date(), is_practice=True, staff=PEOPLE)
    session = Session(setup, seeded(1), WallClock(), None)
    forms: list[acts.FormCompleted] = []
    signed: list[acts.Sign] = []

    def hear(events: list[Record], by: Actor) -> None:
        forms.extend(each for each in events if isinstance(each, acts.FormCompleted))
        signed.extend(each for each in events if isinstance(each, acts.Sign))
        assert by.is_house

    session.on_events = hear
    session.table.set_up(now)
    finish(session, OPENING)
    assert {each.form for each in forms} == {"opener", "card-and-dice-slip-in"}
    assert {name for each in forms for name in each.signed.values()} == {THE_HOUSE}
    assert {each.who for each in signed} == {THE_HOUSE}


def test_steps_that_people_sign_for_are_not_automatic_for_money() -> None:
    for step in ("fill", "approve", "change-cards", "mend"):
        with pytest.raises(Refused, match="expected people to"):
            at_table("duki4", is_practice=False, automatic=(step,))


def test_the_house_does_not_sign_a_slip_of_people_for_money() -> None:
    table = at_table("duki4", is_practice=False, staff=PEOPLE, automatic=DEALER_STEPS)
    table.do(acts.Fill({500: 20}), INSPECTOR)
    step = next_step(table.table, seeded(1))
    assert step is None or not isinstance(step[0], acts.Countersign)


# One is enough -------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [DEALER, INSPECTOR], ids=str)
def test_king_highs_slip_for_cards_taken_out_is_signed_by_one(by: Actor) -> None:
    table = Driver("king-high", is_practice=False, staff=PEOPLE, automatic=())
    table.open()
    table.do(acts.RemoveCards(), DEALER)
    table.sign("card-and-dice-slip-out", by)
    form = table.last(acts.FormCompleted)
    assert form.signed == {by.role.value: table.state.staff[by.role.value]}
    table.bring_decks()

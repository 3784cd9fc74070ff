"""Approval is enforced: a table for money in Washington opens only with what the letter asks for.

The letter of 28 November 2007, card rooms: internal controls are submitted and approved before the game
is offered. Tribal casinos: the agency's approval, the state's concurrence, the Compact's supplement,
certified and licensed makers. What it only gives notice of stops nothing.
"""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.on_record import Answered, Evidence, Limited, Met, OnRecord
from tablewright.table import acts
from tablewright.table.journal import Journal, WrongLine, read
from tablewright.table.story import chapters
from tablewright.table.verify import verify
from tests.table.driving import DAY, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table
from tests.table.recording import all_recorded, answer, recorded

CARD_ROOMS, TRIBAL = "washington-card-rooms", "washington-tribal-casinos"
WASHINGTON = pytest.mark.parametrize("where", [CARD_ROOMS, TRIBAL])
CONTROLS = Met("internal-controls")
HOUSE = PIT_BOSS.house


def ready(where: str = CARD_ROOMS, **setup: Any) -> Driver:
    """A table for money with everything done but the opening itself."""
    table = Driver("duki4", jurisdiction=where, **({"is_practice": False} | setup))
    table.open_float()
    table.open_equipment()
    table.new_cards()
    return table


def bring(table: Driver, *records: OnRecord) -> None:
    """The house brings what is on record now; no person's `legal` lists that."""
    table.wait(seconds=1)
    table.table.act(acts.RecordApprovals(records), HOUSE, table.now)


# No approval ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_practice", [True, False])
def test_no_table_opens_where_no_game_is_approved(is_practice: bool) -> None:
    no = ready("nevada", is_practice=is_practice).refused(acts.Open(), INSPECTOR)
    assert str(no) == (
        "This table cannot open: no game that we know of is approved in Nevada. Set up a table in"
        " another jurisdiction, or enter the letter that approves it in the pit under Approvals."
    )
    assert no.rule == "house.approved-rules"


# Conditions ----------------------------------------------------------------------------------------


def test_card_rooms_open_for_money_only_with_internal_controls_on_record() -> None:
    table = ready()
    no = table.refused(acts.Open(), INSPECTOR)
    assert str(no) == (
        "This table cannot open for money in Washington, commercial card rooms. Not on record:"
        " internal controls approved by the Commission. Record it in the pit under Approvals, and have"
        " a second person confirm it."
    )
    assert no.rule == "house.conditions"
    bring(table, recorded(CARD_ROOMS, CONTROLS))
    table.do(acts.Open(), INSPECTOR)
    assert table.state.status == "open"


def test_tribal_casinos_open_for_money_only_with_all_four_conditions_and_a_limit() -> None:
    whole = all_recorded(TRIBAL)
    titles = [
        "approval by the tribal gaming agency",
        "the state's concurrence",
        "the supplement of the Compact's Appendix A, section 18",
        "certified and licensed makers of layouts and equipment",
        "the limit on each wager, with its source",
    ]
    table = ready(TRIBAL)
    assert f"Not on record: {'; '.join(titles)}." in str(table.refused(acts.Open(), INSPECTOR))
    assert len(str(table.refused(acts.Open(), INSPECTOR))) <= 500
    for n, title in enumerate(titles):
        bring(table, *whole[:n], *whole[n + 1 :])
        assert f"Not on record: {title}." in str(table.refused(acts.Open(), INSPECTOR))
    bring(table, *whole)
    table.do(acts.Open(), INSPECTOR)


@pytest.mark.parametrize("days", [-1, 0, 1])
def test_a_record_holds_through_its_last_gaming_day_and_no_longer(days: int) -> None:
    """By the gaming day: past midnight the table of the day before still opens."""
    until = DAY + timedelta(days=days)
    table = ready(on_record=(recorded(CARD_ROOMS, CONTROLS, until=until),))
    table.wait(hours=12)
    assert table.now.date() > DAY
    if days < 0:
        why = str(table.refused(acts.Open(), INSPECTOR))
        assert f"internal controls approved by the Commission, expired after {until}." in why
        bring(table, recorded(CARD_ROOMS, CONTROLS, 2, until=DAY))
    table.do(acts.Open(), INSPECTOR)


def test_the_letters_conditions_do_not_hold_before_its_date() -> None:
    table = ready(day=date(2007, 11, 27))
    assert "is not approved in Washington" in str(table.refused(acts.Open(), INSPECTOR))


@WASHINGTON
def test_a_practice_table_opens_with_a_note_of_what_is_missing(where: str) -> None:
    table = ready(where, is_practice=True, is_rehearsal=False)
    table.do(acts.Open(), INSPECTOR)
    told = story(table)
    first = "internal controls" if where == CARD_ROOMS else "approval by the tribal gaming agency"
    assert f"asks for what is not on record: {first}" in told
    noted = ready(where, is_practice=True, is_rehearsal=False, on_record=all_recorded(where))
    assert "not on record" not in story(noted)
    assert "attested by Pit, confirmed by Adam" in story(noted)


def test_only_the_house_brings_records_to_a_table_and_only_while_it_waits() -> None:
    table = ready()
    brought = acts.RecordApprovals((recorded(CARD_ROOMS, CONTROLS),))
    for by in (PIT_BOSS, INSPECTOR, DEALER, INSPECTOR.house):
        table.refused(brought, by)
    bring(table, *brought.records)
    table.do(acts.Open(), INSPECTOR)
    table.refused(brought, HOUSE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"confirmed_by": "Pit"},
        {"jurisdiction": TRIBAL},
        {"claim": Met("rules-provided")},
        {"claim": Met("interest-holders")},
        {"claim": Met("tribal-approval")},
        {"claim": answer("duki4.bonus-hands", "three-only")},
        {"claim": answer("duki4.positions", "6")},
        {"claim": Limited(50_000)},
        {"evidence": Evidence()},
        {"evidence": Evidence(" ")},
        {"evidence": Evidence("x" * 201)},
        {"evidence": Evidence(file="letter.pdf", sha256="12", size=3)},
        {"evidence": Evidence(file="letter.pdf", sha256="a" * 64)},
        {"evidence": Evidence("letter", sha256="a" * 64)},
        {"claim": answer("duki4.ace", "high-only"), "evidence": Evidence("", "a.pdf", "a" * 64, 9)},
    ],
    ids=str,
)
def test_a_record_that_cannot_be_is_refused_with_the_set_up_and_at_the_table(
    wrong: dict[str, Any],
) -> None:
    record = msgspec.structs.replace(recorded(CARD_ROOMS, CONTROLS), **wrong)
    with pytest.raises(Refused):
        ready(on_record=(record,))
    ready_table = ready()
    ready_table.refused(acts.RecordApprovals((record,)), HOUSE)


# A table that waits is never stuck -----------------------------------------------------------------


def test_a_record_that_is_withdrawn_before_the_opening_is_renewed_or_the_table_closes() -> None:
    renewed = ready(on_record=(recorded(CARD_ROOMS, CONTROLS),))
    bring(renewed)
    renewed.refused(acts.Open(), INSPECTOR)
    bring(renewed, recorded(CARD_ROOMS, CONTROLS, 3))
    renewed.do(acts.Open(), INSPECTOR)
    closed = ready(on_record=(recorded(CARD_ROOMS, CONTROLS),))
    bring(closed)
    assert closed.close().result == 0
    verified(closed)


def test_a_table_does_not_open_long_after_its_gaming_day_and_can_be_closed() -> None:
    """Else a record that held on that day would open a table weeks after it expired."""
    table = ready(on_record=(recorded(CARD_ROOMS, CONTROLS, until=DAY),))
    table.wait(days=2)
    with pytest.raises(Forbidden, match="Close this one, and set up another") as refused:
        table.table.act(acts.Open(), INSPECTOR, table.now)
    assert refused.value.rule == "house.gaming-day"
    assert table.close().result == 0
    verified(table)


def test_a_table_that_is_not_ready_does_not_close_unopened() -> None:
    early = Driver("duki4", jurisdiction=CARD_ROOMS, is_practice=False)
    early.refused(acts.BeginClosing(), INSPECTOR)


# Answers -------------------------------------------------------------------------------------------

FIGURES = [
    ("duki4.bonus-odds", "for-one"),
    ("duki4.ante-vs-three", "even-money"),
    ("duki4.three-vs-unqualified", "push"),
    ("duki4.ace", "high-only"),
]


@WASHINGTON
@pytest.mark.parametrize(("reading", "option"), FIGURES)
def test_what_only_the_figures_decide_is_played_otherwise_only_with_an_answer(
    where: str, reading: str, option: str
) -> None:
    on_record = all_recorded(where)
    table = ready(where, readings={reading: option}, on_record=on_record)
    no = table.refused(acts.Open(), INSPECTOR)
    asked = f"Not on record: the regulator's answer that {reading} may be taken as {option}."
    assert asked in str(no)
    assert no.rule == "house.regulators-answers"
    other = answer(*next(each for each in FIGURES if each[0] != reading))
    bring(table, *on_record, recorded(where, other, 9))
    table.refused(acts.Open(), INSPECTOR)
    bring(table, *on_record, recorded(where, answer(reading, option), 10))
    table.do(acts.Open(), INSPECTOR)


@WASHINGTON
def test_washington_deals_by_hand_for_money_only_with_an_answer(where: str) -> None:
    allowed = {"duki4.washington-hand-deal": "allowed"}
    on_record = all_recorded(where)
    table = ready(where, device="hand", readings=allowed, on_record=on_record)
    asked = "the regulator's answer that duki4.washington-hand-deal may be taken as allowed"
    assert asked in str(table.refused(acts.Open(), INSPECTOR))
    claim = answer("duki4.washington-hand-deal", "allowed")
    bring(table, *on_record, recorded(where, claim, 9, until=DAY))
    table.do(acts.Open(), INSPECTOR)


def test_an_answer_to_an_option_that_the_reading_lacks_is_worth_nothing() -> None:
    claim = Answered("duki4.bonus-odds", "for-two", "the Commission", DAY)
    on_record = (*all_recorded(CARD_ROOMS), recorded(CARD_ROOMS, claim, 9))
    table = ready(readings={"duki4.bonus-odds": "for-one"}, on_record=on_record)
    table.refused(acts.Open(), INSPECTOR)


# Limits that our sources lack ----------------------------------------------------------------------


def test_a_limit_on_record_caps_every_wager_of_a_tribal_casino() -> None:
    on_record = all_recorded(TRIBAL, most=25_000)
    setup: dict[str, Any] = {"jurisdiction": TRIBAL, "on_record": on_record}
    limits = {"ante": (500, 25_000)}
    table = at_table("duki4", is_practice=False, **setup, limits=limits, personal_limits=True)
    no = table.refused(acts.AgreeLimits(1, {"ante": (500, 25_100)}), PIT_BOSS)
    assert str(no).endswith(
        "The maximum in Washington, tribal casinos, is $250: choose a lower maximum."
    )
    table.do(acts.AgreeLimits(1, {"ante": (100, 25_000)}), PIT_BOSS)
    for kind in ("ante", "bonus"):
        with pytest.raises(Refused, match=r"expected at most .250 in Washington, tribal casinos"):
            Driver("duki4", **setup, limits={kind: (500, 25_100)})
    usual = Driver("duki4", jurisdiction=TRIBAL, on_record=all_recorded(TRIBAL, most=5_000))
    assert {high for _, high in usual.table.book.setup.limits.values()} == {5_000}


def test_a_lower_limit_that_reaches_a_waiting_table_keeps_it_from_opening() -> None:
    limits = {"ante": (500, 25_000), "bonus": (500, 2_500)}
    table = ready(TRIBAL, on_record=all_recorded(TRIBAL, most=25_000), limits=limits)
    bring(table, *all_recorded(TRIBAL, most=20_000))
    assert "lets $250 be wagered: expected at most $200" in str(
        table.refused(acts.Open(), INSPECTOR)
    )
    assert table.close().result == 0


# The journal proves it -----------------------------------------------------------------------------


def story(table: Driver) -> str:
    return "\n".join(each.says for part in chapters(read(lines_of(table))) for each in part.told)


def lines_of(table: Driver) -> list[bytes]:
    journal = Journal()
    for line in table.lines:
        journal.add(*line)
    return journal.lines


def verified(table: Driver) -> None:
    lines = lines_of(table)
    verify(lambda: lines)


def test_the_opening_is_proved_from_the_journal_alone() -> None:
    with_set_up = ready(on_record=all_recorded(CARD_ROOMS))
    with_set_up.do(acts.Open(), INSPECTOR)
    verified(with_set_up)
    later = ready()
    bring(later, recorded(CARD_ROOMS, CONTROLS))
    later.do(acts.Open(), INSPECTOR)
    verified(later)


def test_a_journal_that_opens_without_a_record_is_refused() -> None:
    table = ready(on_record=all_recorded(CARD_ROOMS))
    table.do(acts.Open(), INSPECTOR)
    first = table.lines[0].event
    assert isinstance(first, acts.SetUp)
    without = msgspec.structs.replace(first.setup, on_record=())
    table.lines[0] = table.lines[0]._replace(event=acts.SetUp(without, first.format))
    with pytest.raises(WrongLine, match="it was not allowed: This table cannot open for money"):
        verified(table)

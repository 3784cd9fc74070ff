"""What follows from a change: examinations, approvals, and what a table waits for."""

from datetime import UTC, date, datetime
from typing import Any

import msgspec
import pytest

from tablewright.papers.changes.approvals import changed_approvals
from tablewright.papers.changes.opening import documents_anew
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.rules.jurisdictions import Approval, jurisdiction
from tablewright.rules.on_record import Answered, Evidence, Letter, OnRecord
from tablewright.school.certificates import Certificate, lacking
from tablewright.school.examined import digests
from tests.papers.changed import (
    DAY,
    PAYMENT,
    READING,
    SETTING,
    WASHINGTON,
    Case,
    before,
    change_of,
    every_case,
    one,
    sides,
)

# Dealers -------------------------------------------------------------------------------------------


@every_case
def test_the_skills_to_be_examined_again_are_those_that_end_certificates(of: Case) -> None:
    old, new = sides(of)
    found = change_of(of).examined
    for device in new.devices:
        held = certificate(old, device.id)
        lacks = [each.id for each in lacking(held, (), new.book.setup, device.id)]
        again = [each.skill for each in found.skills if device.name in each.devices]
        assert again == lacks
        (counted,) = (each for each in found.devices if each.device == device.id)
        assert counted.again == len(lacks)
        assert counted.needed == len(digests(new.book.setup, device.id))
    assert bool(found.skills) == (of.kind != SETTING)


def certificate(edition: Edition, device: str) -> Certificate:
    return Certificate(
        id="1", person="p", game=edition.game.id, ruleset=edition.fingerprint,
        setup=edition.book.setup, device=device, at=datetime(2026, 1, 5, tzinfo=UTC), examiner="e",
        score=100, audition="a", seed="", salt="", seal="", journal_hash="", journal_lines=0,
        examined=dict(digests(edition.book.setup, device)),
    )  # fmt: skip


# Approvals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "outcome"), [(PAYMENT, "lapses"), (READING, "answer"), (SETTING, "stands")]
)
def test_duki_in_washington_lapses_by_a_payment_and_not_by_a_limit(kind: str, outcome: str) -> None:
    found = change_of(one("duki4", kind))
    in_washington = [each for each in found.approvals if each.jurisdiction.startswith("washington")]
    assert len(in_washington) == 2
    assert {each.outcome for each in in_washington} == {outcome}
    assert [each.jurisdiction for each in found.lapses] == (
        [each.jurisdiction for each in in_washington] if outcome == "lapses" else []
    )
    asked = ("duki4.ace=high-only",) if outcome == "answer" else ()
    assert {each.to_answer for each in in_washington} == {asked}


def test_a_reading_that_the_approval_leaves_open_changes_nothing_of_it() -> None:
    old = before("duki4", WASHINGTON)
    new = Edition("duki4", day=DAY, readings={"duki4.positions": "6"}, jurisdiction=WASHINGTON)
    outcomes = {each.jurisdiction: each.outcome for each in changed_approvals(old, new)}
    assert outcomes[WASHINGTON] == "stands"


def test_a_letter_that_names_the_new_rules_begins_on_its_day() -> None:
    old, new = sides(one("pick2", PAYMENT))
    place = jurisdiction("nevada")
    letter = Approval(
        game="pick2", ruleset=new.fingerprint, date=DAY, source="Letter 12", leaves_open=()
    )
    given = msgspec.structs.replace(place, approvals=(letter,))
    later = msgspec.structs.replace(
        place, approvals=(msgspec.structs.replace(letter, date=date(2026, 11, 18)),)
    )

    def nevada(*places: Any) -> list[tuple[str, str]]:
        found = changed_approvals(old, new, places)
        return [(each.outcome, each.source) for each in found if each.jurisdiction == "nevada"]

    assert nevada(given) == [("begins", "Letter 12")]
    assert nevada(later) == nevada() == []
    assert [each.outcome for each in changed_approvals(new, old, [given])][-1] == "lapses"


def record(claim: Any, until: date | None = None) -> OnRecord:
    return OnRecord(
        number=7,
        jurisdiction=WASHINGTON,
        claim=claim,
        evidence=Evidence("GC 2026-9", sha256="0" * 64 if isinstance(claim, Letter) else ""),
        attested_by="Ada Bell",
        attested_at=datetime(2026, 5, 4, tzinfo=UTC),
        confirmed_by="Jo Reyes",
        confirmed_at=datetime(2026, 5, 5, tzinfo=UTC),
        until=until,
    )


def outcomes_with(of: Case, *records: OnRecord) -> list[tuple[str, str]]:
    """What becomes of the approvals of Washington's card rooms, by what the house has on record."""
    new = Edition(
        of.game,
        day=DAY,
        readings=of.readings,
        pay=of.pay,
        jurisdiction=WASHINGTON,
        on_record=records,
    )
    found = changed_approvals(before(of.game, WASHINGTON), new)
    return [(each.source, each.outcome) for each in found if each.jurisdiction == WASHINGTON]


def test_an_answer_on_record_lets_the_approval_stand() -> None:
    of, letter = one("duki4", READING), "Letter of 28 November 2007"
    answer = Answered("duki4.ace", "high-only", "the Commission", DAY)
    other = Answered("duki4.bonus-odds", "for-one", "the Commission", DAY)
    assert outcomes_with(of, record(answer)) == [(letter, "stands")]
    assert outcomes_with(of, record(other)) == [(letter, "answer")]
    assert outcomes_with(of, record(answer, until=date(2026, 11, 16))) == [(letter, "answer")]


def test_a_letter_on_record_counts_until_its_last_day() -> None:
    of = one("duki4", PAYMENT)
    letter = Letter(game="duki4", ruleset=sides(of)[1].fingerprint, dated=DAY, pay=dict(of.pay))
    lapses = ("Letter of 28 November 2007", "lapses")
    begins = ("GC 2026-9 of 2026-11-17, record 7", "begins")
    assert outcomes_with(of, record(letter)) == [lapses, begins]
    assert outcomes_with(of, record(letter, until=DAY)) == [lapses, begins]
    earlier = msgspec.structs.replace(letter, dated=date(2026, 1, 1))
    assert outcomes_with(of, record(earlier, until=date(2026, 11, 16))) == [lapses]


# Before a table opens ------------------------------------------------------------------------------


def test_a_table_waits_for_what_the_change_asks_for() -> None:
    steps = {kind: change_of(one("duki4", kind)).steps for kind in (PAYMENT, READING, SETTING)}
    rules = {kind: {each.rule for each in found} for kind, found in steps.items()}
    assert rules[PAYMENT] >= {"house.approved-rules", "house.conditions", "house.certified-dealers"}
    assert rules[READING] >= {"house.regulators-answers", "house.certified-dealers"}
    assert "house.approved-rules" not in rules[READING]
    assert rules[SETTING] == {"house.conditions", ""}
    assert "sign" in change_of(one("duki4", SETTING)).documents
    tips = change_of(one("pick2", SETTING)).documents
    assert "training-manual" in tips
    assert not {"rules-of-play", "sign", "layout", "mathematics"} & {*tips}


def test_a_document_does_not_read_otherwise_because_of_its_date() -> None:
    old = Edition("duki4", day=date(2026, 3, 2))
    new = Edition("duki4", day=DAY, house=House(settings={"card_change_minutes": 90}))
    documents = documents_anew(old, new)
    assert "training-manual" in documents
    assert not {"rack-card", "layout", "summary"} & {*documents}


def test_an_undecided_reading_must_be_chosen_by_the_house() -> None:
    said = [each.says for each in change_of(one("pick2", PAYMENT)).steps]
    assert any("pick2.unqualified" in each for each in said)
    assert not any(
        "pick2.unqualified" in each.says for each in change_of(one("pick2", READING)).steps
    )

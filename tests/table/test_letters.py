"""A table under a letter: it opens as under an approval of the package, and its journal proves it."""

import hashlib
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from tablewright.games import game
from tablewright.rules.jurisdictions import ApprovalCondition
from tablewright.rules.on_record import Evidence, Letter, Limited, Met, OnRecord
from tablewright.rules.wagers import Odds
from tablewright.table import acts
from tablewright.table.journal import HASH_AT, TAIL_BYTES, WrongLine
from tablewright.table.verify import verify
from tests.table.driving import DAY, INSPECTOR, Driver
from tests.table.recording import recorded
from tests.table.test_approval import bring, lines_of, story, verified

RULES: dict[str, Any] = {
    "readings": {"duki4.ace": "high-only"},
    "pay": {"bonus.straight": "6-1"},
}
LETTER = Evidence("NGCB 2026-114", sha256="a" * 64)
LIMIT = recorded("nevada", Limited(50_000), 1)


def letter(number: int = 2, until: date | None = None, **more: Any) -> OnRecord:
    """A letter of Nevada on Duki with other rules than the manual's."""
    ruleset = game("duki4").ruleset(RULES["readings"], {"bonus.straight": Odds(6)})
    claim = Letter(
        game="duki4", ruleset=ruleset.fingerprint, dated=date(2026, 11, 3), **(RULES | more)
    )
    return recorded("nevada", claim, number, evidence=LETTER, until=until)


def ready(*records: OnRecord, **setup: Any) -> Driver:
    """A table for money in Nevada, with everything done but the opening itself."""
    usual = {"jurisdiction": "nevada", "is_practice": False, "on_record": records, **RULES}
    table = Driver("duki4", **(usual | setup))
    table.open_float()
    table.open_equipment()
    table.new_cards()
    return table


def test_a_table_opens_under_a_letter_and_its_journal_proves_it() -> None:
    table = ready(LIMIT, letter())
    table.do(acts.Open(), INSPECTOR)
    assert table.last(acts.Opened).approval == "NGCB 2026-114 of 2026-11-03, record 2"
    assert "(NGCB 2026-114 (SHA-256 aaaaaaaaaaaa...); attested by Pit" in story(table)
    verified(table)


def test_a_letter_that_comes_while_a_table_waits_opens_it() -> None:
    table = ready(LIMIT)
    no = table.refused(acts.Open(), INSPECTOR)
    assert "enter the letter that approves it in the pit under Approvals" in str(no)
    assert no.rule == "house.approved-rules"
    bring(table, LIMIT, letter())
    table.do(acts.Open(), INSPECTOR)
    verified(table)


@pytest.mark.parametrize("rules", [{"pay": {}}, {"readings": {}}, {"pay": {"bonus.straight": "7"}}])
def test_a_table_of_other_rules_does_not_open_under_it(rules: dict[str, Any]) -> None:
    no = ready(LIMIT, letter(), **rules).refused(acts.Open(), INSPECTOR)
    assert "of Duki 4 Poker is not approved in Nevada on 2026-11-16" in str(no)


def test_a_letter_that_has_expired_says_so_in_one_line_with_a_way_on() -> None:
    over = DAY - timedelta(days=1)
    table = ready(LIMIT, letter(until=over))
    no = str(table.refused(acts.Open(), INSPECTOR))
    assert "in Nevada expired after 2026-11-15 (NGCB 2026-114 of 2026-11-03, record 2)." in no
    assert "Enter the letter that renews it in the pit under Approvals" in no
    assert "\n" not in no
    assert len(no) <= 500
    bring(table, LIMIT, letter(3, until=DAY))
    table.do(acts.Open(), INSPECTOR)
    verified(table)


def test_a_condition_of_the_letter_keeps_a_table_for_money_shut_and_not_one_for_practice() -> None:
    asked = ApprovalCondition(title="a camera", says="The table stands in view of a camera.")
    bound = letter(conditions=(asked,))
    table = ready(LIMIT, bound)
    no = table.refused(acts.Open(), INSPECTOR)
    assert "Not on record: a camera (NGCB 2026-114)." in str(no)
    bring(table, LIMIT, bound, recorded("nevada", Met("a camera", "NGCB 2026-114"), 3))
    table.do(acts.Open(), INSPECTOR)
    verified(table)
    ready(LIMIT, bound, is_practice=True, is_rehearsal=False).do(acts.Open(), INSPECTOR)


def test_a_journal_that_opens_without_its_letter_is_refused() -> None:
    table = ready(LIMIT, letter())
    table.do(acts.Open(), INSPECTOR)
    first = table.lines[0].event
    assert isinstance(first, acts.SetUp)
    without = msgspec.structs.replace(first.setup, on_record=(LIMIT,))
    table.lines[0] = table.lines[0]._replace(event=acts.SetUp(without, first.format))
    with pytest.raises(WrongLine, match="it was not allowed: This table cannot open"):
        verified(table)


def test_a_kind_of_record_that_a_version_does_not_know_is_refused_in_one_line() -> None:
    """So a letter needs no other format: an older version reads every journal without one."""
    table = ready(LIMIT, letter())
    first, *others = lines_of(table)
    lines = [rehashed(first.replace(b'"kind":"letter"', b'"kind":"treaty"')), *others]
    with pytest.raises(WrongLine, match=r"^line 1: it is not an event \(Invalid value 'treaty'"):
        verify(lambda: lines)


def rehashed(line: bytes) -> bytes:
    """A line that was changed, with the hash that fits it."""
    body = line.rstrip(b"\n")[:-TAIL_BYTES]
    return body + HASH_AT + hashlib.sha256(body).hexdigest().encode() + b'"}\n'

"""Jurisdictions: dated limits and conditions, and approvals of one ruleset."""

from datetime import date

import msgspec
import pytest

from tablewright.games import every_game, game
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.jurisdictions import (
    Approval,
    Jurisdiction,
    jurisdiction,
    jurisdictions,
    read_jurisdiction,
)
from tablewright.rules.on_record import approval_of, lacking
from tablewright.rules.readings import Evidence
from tablewright.rules.wagers import Odds

CARD_ROOMS = jurisdiction("washington-card-rooms")
TRIBAL = jurisdiction("washington-tribal-casinos")
LETTER = date(2007, 11, 28)


@pytest.mark.parametrize(
    ("on", "dollars"),
    [
        (date(1999, 1, 1), [100]),
        (date(2004, 6, 30), [100]),
        (date(2004, 7, 1), [100, 200]),
        (date(2008, 12, 31), [100, 200]),
        (date(2009, 1, 1), [300]),
        (date(2022, 12, 31), [300]),
        (date(2023, 1, 1), [400]),
        (date(2026, 11, 15), [400]),
    ],
)
def test_card_room_limits_on_a_day(on: date, dollars: list[int]) -> None:
    limits = CARD_ROOMS.limits_on(on)
    assert [limit.maximum_cents for limit in limits] == [100 * each for each in dollars]
    assert all(limit.note.startswith("verify before relying on it") for limit in limits)


def test_tribal_limits_are_unknown_not_absent() -> None:
    assert TRIBAL.limits_are == "unknown"
    assert TRIBAL.limits_on(LETTER) == ()


def test_the_conditions_of_the_letter_hold_from_its_date() -> None:
    assert CARD_ROOMS.conditions_on(date(2007, 11, 27)) == ()
    assert {each.id: each.kept_by for each in CARD_ROOMS.conditions_on(LETTER)} == {
        "rules-provided": "machine",
        "internal-controls": "people",
        "authorized-limits": "machine",
    }
    assert {each.id: each.kept_by for each in TRIBAL.conditions_on(LETTER)} == {
        "rules-provided": "machine",
        "tribal-approval": "people",
        "state-concurrence": "people",
        "compact-supplement": "people",
        "makers-certified": "people",
    }


@pytest.mark.parametrize("place", [CARD_ROOMS, TRIBAL], ids=["card rooms", "tribal casinos"])
def test_the_notices_of_the_letter_are_no_conditions(place: Jurisdiction) -> None:
    assert [each.id for each in place.notices_on(LETTER)] == ["interest-holders", "modifications"]
    assert place.notices_on(date(2007, 11, 27)) == ()


@pytest.mark.parametrize("place", [CARD_ROOMS, TRIBAL], ids=["card rooms", "tribal casinos"])
def test_duki_is_approved_as_submitted_and_in_the_readings_left_open(place: Jurisdiction) -> None:
    duki4 = game("duki4")
    approval = approval_of(duki4.ruleset(), place, (), LETTER)
    assert approval is not None
    six = duki4.ruleset({"duki4.positions": "6", "duki4.fourth-card": "yes"})
    assert approval_of(six, place, (), LETTER) is approval
    assert approval.to_be_answered(six) == {}
    assert not approval_of(duki4.ruleset(), place, (), date(2007, 11, 27))
    assert not approval_of(duki4.ruleset({"duki4.bonus-on-fold": "in-action"}), place, (), LETTER)
    assert not approval_of(duki4.ruleset({"duki4.bonus-hands": "three-only"}), place, (), LETTER)
    assert not approval_of(duki4.ruleset(pay={"bonus.straight": Odds(6)}), place, (), LETTER)


@pytest.mark.parametrize(
    ("reading", "option"),
    [
        ("duki4.bonus-odds", "for-one"),
        ("duki4.ante-vs-three", "even-money"),
        ("duki4.three-vs-unqualified", "push"),
        ("duki4.ace", "high-only"),
        ("duki4.washington-hand-deal", "allowed"),
    ],
)
@pytest.mark.parametrize("place", [CARD_ROOMS, TRIBAL], ids=["card rooms", "tribal casinos"])
def test_what_only_figures_decide_needs_an_answer_off_its_default(
    place: Jurisdiction, reading: str, option: str
) -> None:
    ruleset = game("duki4").ruleset({reading: option, "duki4.positions": "6"})
    approval = approval_of(ruleset, place, (), LETTER)
    assert approval is not None
    assert approval.to_be_answered(ruleset) == {reading: option}


def test_every_reading_that_the_figures_decide_is_fixed_or_needs_an_answer() -> None:
    """None of them is left to the house: at another option the game is not the one submitted."""
    for place in (CARD_ROOMS, TRIBAL):
        for approval in place.approvals:
            for reading in game(approval.game).readings:
                if reading.evidence is Evidence.FIGURES:
                    assert reading.id not in approval.leaves_open


def test_a_reading_found_since_an_approval_is_one_that_it_names() -> None:
    """The approved text is silent on it: the house may take it either way, or asks first."""
    for place in (CARD_ROOMS, TRIBAL):
        for approval in place.approvals:
            named = {*approval.leaves_open, *approval.needs_answer}
            later = {each.id for each in game(approval.game).readings if each.is_later}
            assert later <= named


def test_an_approval_that_names_a_reading_the_game_lacks_is_an_error() -> None:
    duki4 = game("duki4").ruleset()
    for wrong in ({"leaves_open": ("duki4.none",)}, {"needs_answer": ("pick2.unqualified",)}):
        approval = msgspec.structs.replace(CARD_ROOMS.approvals[0], **wrong)
        with pytest.raises(BadDefinition, match="expected each a reading of the game, named once"):
            approval.covers(duki4)
    twice = msgspec.structs.replace(CARD_ROOMS.approvals[0], leaves_open=("duki4.ace",))
    with pytest.raises(BadDefinition, match=r"'duki4[.]ace': expected"):
        twice.covers(duki4)


def test_washington_approved_no_other_game() -> None:
    for id in ("king-high", "pick2"):
        assert not approval_of(game(id).ruleset(), CARD_ROOMS, (), date(2026, 1, 1))


def test_an_approval_names_only_readings_of_its_game() -> None:
    for place in jurisdictions():
        for approval in place.approvals:
            known = {reading.id for reading in game(approval.game).readings}
            assert {*approval.leaves_open, *approval.needs_answer} <= known


def test_the_general_jurisdiction_approves_everything_without_limits() -> None:
    general = jurisdiction("general")
    assert general.limits_are == "none"
    assert general.approves_everything
    for each in every_game():
        assert lacking(each.ruleset(), general, (), date(1970, 1, 1)) == []


def test_an_unknown_jurisdiction_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="there is no jurisdiction 'atlantis': expected general, "):
        jurisdiction("atlantis")


GOOD = b"""
id = "x"
name = "X"
authority = "X"
approves_everything = false
limits_are = "unknown"
"""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (GOOD + b'colour = "red"', "unknown field `colour`"),
        (GOOD.replace(b'"unknown"', b'"maybe"'), "Invalid enum value 'maybe'"),
        (GOOD.replace(b'"unknown"', b'"dated"'), "limits_are is 'dated' and none are listed"),
        (GOOD.replace(b'name = "X"', b""), "missing required field `name`"),
        (GOOD + b"[[notice]]\nid = 'a'\nsays = 'b'\nsource = 'c'\nfrom = 'soon'", "date"),
        (GOOD + b"[[condition]]\nid = 'a'\nsays = 'b'\nsource = 'c'\nfrom = 2007-11-28", "title"),
        (b"id = ", "x.toml: "),
    ],
)
def test_a_file_with_a_wrong_entry_is_an_error_that_names_it(text: bytes, why: str) -> None:
    with pytest.raises(BadDefinition, match=why):
        read_jurisdiction(text, "x.toml")


def test_an_approval_covers_the_ruleset_it_names_even_at_an_option_that_it_leaves_open() -> None:
    pick2 = game("pick2")
    named = pick2.ruleset({"pick2.unqualified": "ante-paid"})
    approval = Approval(
        game="pick2",
        ruleset=named.fingerprint,
        date=LETTER,
        source="a test",
        leaves_open=("pick2.unqualified",),
    )
    assert approval.covers(named)
    other = pick2.ruleset({"pick2.unqualified": "ante-paid"}, {"ante.unqualified-paid": Odds(2)})
    assert not approval.covers(other)

"""Jurisdictions: dated limits and conditions, and approvals of one ruleset."""

from datetime import date

import pytest

from tablewright.games import every_game, game
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.jurisdictions import (
    Approval,
    jurisdiction,
    jurisdictions,
    read_jurisdiction,
)
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
    assert [each.id for each in CARD_ROOMS.conditions_on(LETTER)] == [
        "rules-provided",
        "internal-controls",
        "interest-holders",
        "modifications",
        "authorized-limits",
    ]
    assert [each.id for each in TRIBAL.conditions_on(LETTER)] == [
        "rules-provided",
        "tribal-approval",
        "state-concurrence",
        "compact-supplement",
        "makers-certified",
        "interest-holders",
        "modifications",
    ]


@pytest.mark.parametrize("place", [CARD_ROOMS, TRIBAL], ids=["card rooms", "tribal casinos"])
def test_duki_is_approved_as_submitted_and_in_the_readings_left_open(place: object) -> None:
    assert place in (CARD_ROOMS, TRIBAL)
    approves = CARD_ROOMS if place is CARD_ROOMS else TRIBAL
    duki4 = game("duki4")
    assert approves.is_approved(duki4.ruleset(), LETTER)
    assert approves.is_approved(
        duki4.ruleset({"duki4.positions": "6", "duki4.ace": "high-only"}), LETTER
    )
    assert not approves.is_approved(duki4.ruleset(), date(2007, 11, 27))
    assert not approves.is_approved(
        duki4.ruleset({"duki4.washington-hand-deal": "allowed"}), LETTER
    )
    assert not approves.is_approved(duki4.ruleset({"duki4.bonus-on-fold": "in-action"}), LETTER)
    assert not approves.is_approved(duki4.ruleset({"duki4.bonus-hands": "three-only"}), LETTER)
    assert not approves.is_approved(duki4.ruleset(pay={"bonus.straight": Odds(6)}), LETTER)


def test_washington_approved_no_other_game() -> None:
    for id in ("king-high", "pick2"):
        assert not CARD_ROOMS.is_approved(game(id).ruleset(), date(2026, 1, 1))


def test_an_approval_leaves_open_only_readings_of_its_game() -> None:
    for place in jurisdictions():
        for approval in place.approvals:
            known = {reading.id for reading in game(approval.game).readings}
            assert set(approval.leaves_open) <= known


def test_the_general_jurisdiction_approves_everything_without_limits() -> None:
    general = jurisdiction("general")
    assert general.limits_are == "none"
    assert all(general.is_approved(of.ruleset(), date(1970, 1, 1)) for of in every_game())


def test_an_unknown_jurisdiction_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="there is no jurisdiction 'nevada': expected general, "):
        jurisdiction("nevada")


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
        (GOOD + b"[[condition]]\nid = 'a'\nsays = 'b'\nsource = 'c'\nfrom = 'soon'", "date"),
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

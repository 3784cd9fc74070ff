"""Limits: posted, agreed with one player, set by a jurisdiction; and which rules are played where."""

from datetime import date
from typing import Any

import pytest

from tablewright.rules.citations import HOUSE
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tests.table.driving import CAMERAS, DEALER, INSPECTOR, PIT_BOSS, Driver, at_table
from tests.table.recording import all_recorded

NINES = "9d 9s 5h 8c"
CARD_ROOMS, TRIBAL = "washington-card-rooms", "washington-tribal-casinos"
WASHINGTON = pytest.mark.parametrize("where", [CARD_ROOMS, TRIBAL])
BEST = "Kc Kd Kh 5s"
"""Three kings in a 4-Card Duki: the Ante is paid 5 to 1."""


# Posted limits -------------------------------------------------------------------------------------


def test_posted_limits_hold_for_what_lies_on_a_spot_in_all() -> None:
    table = at_table("duki4", limits={"ante": (1000, 3000)})
    table.wager(1, "ante", 1000)
    table.wager(1, "ante", 2000)
    refusal = table.refused(table.wagered(1, "ante", 50), player(1))
    assert refusal.rule == "duki4.wagers.limits"
    assert str(refusal) == "The Ante is at its maximum, $30."


def test_a_wager_outside_its_limits_is_refused_with_what_would_lie_there_in_all() -> None:
    table = at_table("duki4", limits={"ante": (1000, 3000)})
    refusal = table.refused(table.wagered(1, "ante", 500), player(1))
    assert str(refusal) == "$5 on the Ante is outside its limits. Bet $10 to $30."
    table.wager(1, "ante", 2000)
    refusal = table.refused(table.wagered(1, "ante", 1050), player(1))
    said = "$30.50 in all on the Ante is outside its limits. Bet $10 to $30 in all."
    assert str(refusal) == said


def test_posted_limits_are_the_houses_usual_ones_unless_set() -> None:
    table = at_table("pick2", limits={"ante": (1000, 2000)})
    assert table.table.book.setup.limits == {
        "ante": (1000, 2000),
        "bonus-3-5": (500, 10_000),
        "bonus-5": (500, 10_000),
    }


@pytest.mark.parametrize(
    "limits",
    [
        {"ante": (0, 500)},
        {"ante": (-500, 500)},
        {"ante": (1000, 500)},
        {"ante": (525, 1000)},
        {"ante": (500, 1025)},
        {"play": (500, 1000)},
        {"insurance": (500, 1000)},
        {"ante": (500, 10**15)},
    ],
)
def test_limits_that_make_no_sense_are_refused_before_the_table_opens(limits: Any) -> None:
    with pytest.raises(Refused, match=": expected "):
        Driver("duki4", limits=limits)


def test_the_play_wager_may_pass_the_ante_maximum_since_it_follows_from_it() -> None:
    table = at_table("pick2", limits={"ante": (500, 1000), "bonus-3-5": (500, 1000)})
    table.wager(1, "ante", 1000)
    table.wager(1, "bonus-3-5", 1000)
    table.deal({1: "Ah Kh Qh 2c 3c"})
    table.decide(1, "three", "Ah Kh Qh")
    assert table.spot(1, "play") == 2000


# Limits agreed with one player ---------------------------------------------------------------------


def test_a_pit_boss_agrees_limits_with_a_player_who_gets_a_marker() -> None:
    table = at_table("duki4", seats=(1, 2), personal_limits=True)
    table.do(acts.AgreeLimits(1, {"ante": (500, 20_000)}), PIT_BOSS)
    assert table.seen(CAMERAS)["places"][1]["marker"] == "higher limit"
    assert "marker" not in table.seen(CAMERAS)["places"][2]
    table.wager(1, "ante", 15_000)
    table.refused(table.wagered(2, "ante", 15_000), player(2))
    table.refused(table.wagered(1, "bonus", 15_000), player(1))
    table.refused(table.wagered(1, "ante", 5050), player(1))
    table.deal({1: BEST}, dealer=NINES)
    table.decide(1, "play")
    assert table.finish() == {(1, "ante"): 90_000, (1, "play"): 30_000}


def test_agreed_limits_may_be_lower_and_are_taken_away_with_the_marker() -> None:
    table = at_table("duki4", personal_limits=True)
    table.do(acts.AgreeLimits(1, {"ante": (100, 400)}), PIT_BOSS)
    table.wager(1, "ante", 100)
    table.refused(table.wagered(1, "ante", 400), player(1))
    table.take_back(1, "ante")
    table.do(acts.AgreeLimits(1, {}), PIT_BOSS)
    assert "marker" not in table.seen(CAMERAS)["places"][1]
    table.refused(table.wagered(1, "ante", 100), player(1))


@pytest.mark.parametrize("of", ["duki4", "pick2"])
def test_where_the_manual_knows_posted_limits_only_no_others_are_agreed(of: str) -> None:
    table = at_table(of)
    refusal = table.refused(acts.AgreeLimits(1, {"ante": (500, 20_000)}), PIT_BOSS)
    assert refusal.rule == "house.personal-limits"
    assert "speaks of posted limits only" in str(refusal)
    assert not table.can("agree-limits", PIT_BOSS)


@pytest.mark.parametrize(
    ("of", "kind", "rule", "document"),
    [
        ("duki4", "ante", "house.personal-limits", HOUSE),
        ("pick2", "ante", "house.personal-limits", HOUSE),
        (
            "king-high",
            "high",
            "king-high.wagers.personal-limits",
            "King High, Dealers Manual & Pit Procedures",
        ),
    ],
)
def test_the_journal_names_the_houses_rule_unless_the_manual_has_one(
    of: str, kind: str, rule: str, document: str
) -> None:
    table = at_table(of, personal_limits=of != "king-high")
    table.do(acts.AgreeLimits(1, {kind: (500, 20_000)}), PIT_BOSS)
    rules = table.table.book.rules
    assert table.rule() == rule
    assert rules[rule].source.document == document
    assert (f"{of}.wagers.personal-limits" in rules) == (of == "king-high")


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ((600, 500), "on Ante. Choose a minimum above nothing, and a maximum that is not below it"),
        (
            (530, 1000),
            "on Ante: no chips make it up. Choose multiples of the smallest chip, $0.50.",
        ),
    ],
)
def test_limits_that_cannot_be_agreed_are_refused_in_plain_words(
    limits: tuple[int, int], says: str
) -> None:
    table = at_table("duki4", personal_limits=True)
    refusal = str(table.refused(acts.AgreeLimits(1, {"ante": limits}), PIT_BOSS))
    assert refusal.startswith("You cannot agree $")
    assert says in refusal
    assert "expected" not in refusal


def test_staff_and_the_player_see_what_was_agreed_and_nobody_else_does() -> None:
    table = at_table("duki4", seats=(1, 2), personal_limits=True)
    table.do(acts.AgreeLimits(1, {"ante": (500, 20_000)}), PIT_BOSS)
    table.do(acts.AgreeLimits(2, {"bonus": (100, 400)}), PIT_BOSS)
    one, two = {"ante": (500, 20_000)}, {"bonus": (100, 400)}
    for by in (DEALER, INSPECTOR, PIT_BOSS):
        assert table.seen(by)["personal_limits"] == {1: one, 2: two}
    assert table.seen(player(1))["personal_limits"] == {1: one}
    assert table.seen(player(2))["personal_limits"] == {2: two}
    for by in (CAMERAS, player(3)):
        assert "personal_limits" not in table.seen(by)
    places = table.seen(player(3))["places"]
    assert (places[1]["marker"], places[2]["marker"]) == ("higher limit", "personal limit")


@pytest.mark.parametrize("by", [DEALER, INSPECTOR, CAMERAS, player(1)], ids=str)
def test_nobody_but_a_pit_boss_agrees_limits(by: Actor) -> None:
    table = at_table("duki4", personal_limits=True)
    table.refused(acts.AgreeLimits(1, {"ante": (500, 20_000)}), by)


def test_agreed_limits_make_sense_and_are_of_a_wager_and_a_player() -> None:
    table = at_table("duki4", personal_limits=True)
    for place, limits in (
        (2, {"ante": (500, 20_000)}),
        (1, {"play": (500, 20_000)}),
        (1, {"ante": (20_000, 500)}),
        (1, {"ante": (0, 500)}),
        (1, {"ante": (525, 1000)}),
    ):
        table.refused(acts.AgreeLimits(place, limits), PIT_BOSS)


def test_agreed_limits_go_when_the_player_goes() -> None:
    table = at_table("duki4", personal_limits=True)
    table.do(acts.AgreeLimits(1, {"ante": (500, 20_000)}), PIT_BOSS)
    table.leave(1)
    table.sit(1)
    table.refused(table.wagered(1, "ante", 15_000), player(1))


def test_agreed_limits_stay_within_the_jurisdictions() -> None:
    table = at_table("duki4", jurisdiction=CARD_ROOMS, day=date(2015, 6, 1), personal_limits=True)
    refusal = table.refused(acts.AgreeLimits(1, {"ante": (500, 30_050)}), PIT_BOSS)
    assert str(refusal) == (
        "You cannot agree $5 to $300.50 on Ante: $300.50 could be wagered. The maximum in Washington,"
        " commercial card rooms, is $300: choose a lower maximum."
    )
    table.do(acts.AgreeLimits(1, {"ante": (500, 30_000)}), PIT_BOSS)


@pytest.mark.parametrize("limits", [{"ante": (500, 1000)}, {}], ids=["lowered", "taken away"])
def test_limits_are_not_agreed_while_a_wager_lies_there(
    limits: dict[str, tuple[int, int]],
) -> None:
    table = at_table("duki4", personal_limits=True)
    table.do(acts.AgreeLimits(1, {"ante": (500, 20_000)}), PIT_BOSS)
    table.wager(1, "ante", 15_000)
    table.refused(acts.AgreeLimits(1, limits), PIT_BOSS)
    table.deal({1: BEST}, dealer=NINES)
    table.decide(1, "play")
    table.refused(acts.AgreeLimits(1, limits), PIT_BOSS)
    assert table.finish() == {(1, "ante"): 90_000, (1, "play"): 30_000}
    table.do(acts.AgreeLimits(1, limits), PIT_BOSS)


# Jurisdictions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "most"),
    [
        (date(2007, 11, 28), 10_000),
        (date(2008, 12, 31), 10_000),
        (date(2009, 1, 1), 30_000),
        (date(2022, 12, 31), 30_000),
        (date(2023, 1, 1), 40_000),
        (date(2026, 11, 16), 40_000),
    ],
)
def test_washington_card_rooms_cap_each_wager_by_date(day: date, most: int) -> None:
    setup: dict[str, Any] = {"jurisdiction": CARD_ROOMS, "day": day}
    table = at_table("duki4", **setup, limits={"ante": (500, most), "bonus": (500, most)})
    assert table.state.status == "open"
    for kind in ("ante", "bonus"):
        with pytest.raises(Refused, match=f"expected at most .{most // 100} in Washington"):
            Driver("duki4", **setup, limits={kind: (500, most + 100)})


def test_the_cap_also_holds_for_the_wager_that_follows_from_the_ante() -> None:
    # Three cards in Pick 2 take twice the Ante, so an Ante of 200 dollars lets 400 be wagered.
    setup: dict[str, Any] = {"jurisdiction": CARD_ROOMS, "day": date(2026, 11, 16)}
    Driver("pick2", **setup, limits={"ante": (500, 20_000)})
    with pytest.raises(Refused, match=r"lets .402 be wagered: expected at most .400"):
        Driver("pick2", **setup, limits={"ante": (500, 20_100)})


def test_tribal_limits_are_not_known_so_none_is_enforced_at_practice() -> None:
    at_table("duki4", jurisdiction=TRIBAL, limits={"ante": (500, 100_000)})


def ready(game: str = "duki4", **setup: Any) -> Driver:
    """A table with everything done but the opening itself."""
    table = Driver(game, **setup)
    table.open_float()
    table.open_equipment()
    table.new_cards()
    return table


@WASHINGTON
def test_an_approval_is_needed_on_the_day(where: str) -> None:
    early = ready(jurisdiction=where, day=date(2007, 11, 27))
    with pytest.raises(Refused, match=r"is not approved in Washington.* on 2007-11-27. Set up"):
        early.do(acts.Open(), INSPECTOR)
    assert early.state.status == "opening"
    table = ready(jurisdiction=where, day=date(2007, 11, 28))
    table.do(acts.Open(), INSPECTOR)
    assert table.last(acts.Opened).approval == "Letter of 28 November 2007"


@WASHINGTON
@pytest.mark.parametrize(
    "setup",
    [
        {"game": "pick2"},
        {"game": "king-high"},
        {"pay": {"bonus.straight": "6-1"}},
        {"readings": {"duki4.bonus-hands": "three-only"}},
        {"readings": {"duki4.bonus-on-fold": "in-action"}},
    ],
    ids=lambda setup: str(setup),
)
def test_rules_that_were_not_approved_are_not_played(where: str, setup: dict[str, Any]) -> None:
    table = ready(jurisdiction=where, **setup)
    with pytest.raises(Refused, match="is not approved in Washington"):
        table.do(acts.Open(), INSPECTOR)


@WASHINGTON
@pytest.mark.parametrize(
    "reading",
    [
        ("duki4.fourth-card", "yes"),
        ("duki4.void-after-fold", "stays-lost"),
        ("duki4.positions", "6"),
        ("duki4.irregularities-by-hand", "as-machine"),
        ("duki4.void-after-payment", "taken-back"),
        ("duki4.malfunction-after-deal", "plays-on"),
    ],
    ids=lambda reading: "=".join(reading),
)
def test_readings_that_the_approval_leaves_open_may_be_taken_either_way(
    where: str, reading: tuple[str, str]
) -> None:
    on_record = all_recorded(where)
    setup: dict[str, Any] = {
        "is_practice": False,
        "readings": dict([reading]),
        "on_record": on_record,
    }
    assert at_table("duki4", jurisdiction=where, **setup).state.status == "open"


def test_anything_is_played_where_no_jurisdiction_rules() -> None:
    for setup in ({"pay": {"bonus.straight": "6-1"}}, {"device": "hand"}, {"is_keyed": True}):
        table = at_table("duki4", is_practice=False, **setup)
        assert table.last(acts.Opened).approval == "General"


@WASHINGTON
def test_washington_refuses_duki_dealt_by_hand(where: str) -> None:
    with pytest.raises(Refused, match="is not dealt from the deal by hand in Washington"):
        Driver("duki4", jurisdiction=where, device="hand")


@WASHINGTON
def test_washington_lets_duki_be_set_up_by_hand_if_the_reading_allows(where: str) -> None:
    allowed = {"duki4.washington-hand-deal": "allowed"}
    table = ready(jurisdiction=where, device="hand", readings=allowed)
    assert table.table.device.id == "hand"


@WASHINGTON
def test_washington_has_a_broken_shuffler_replaced_by_another_and_not_by_hand(where: str) -> None:
    table = at_table("duki4", jurisdiction=where)
    table.wager(1, "ante", 500)
    table.close_bets()
    table.declare("d-malfunction", by=DEALER)
    table.finish()
    table.refused(acts.Substitute("hand"), INSPECTOR)
    table.do(acts.Substitute("shuffler"), INSPECTOR)
    table.wager(1, "ante", 500)
    table.deal()


def test_a_jurisdiction_nobody_knows_is_refused() -> None:
    with pytest.raises(Refused, match="there is no jurisdiction 'atlantis': expected general"):
        Driver("duki4", jurisdiction="atlantis")


# House settings that limit -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    [
        {"approval_from": 0},
        {"maximum_payouts": {"ante": -1}},
        {"card_change_minutes": -1},
        {"card_change_minutes": 10_001},
        {"denominations": ()},
        {"denominations": (100, 250)},
        {"denominations": (0, 100)},
        {"float_chips": {700: 1}},
        {"float_chips": {500: -1}},
        {"automatic": ("sing",)},
        {"device": "roulette"},
        {"device": "shoe"},
        {"ruleset": "0" * 64},
        {"readings": {"duki4.ace": "wild"}},
    ],
    ids=str,
)
def test_settings_that_make_no_sense_are_refused_in_one_line(setup: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="expected ") as refusal:
        Driver("duki4", **setup)
    assert "\n" not in str(refusal.value)


def test_a_maximum_payout_is_posted_only_for_a_wager_that_allows_one() -> None:
    with pytest.raises(
        Refused, match="for 'ante': expected none, since no wager of Duki 4 Poker h"
    ):
        Driver("duki4", maximum_payouts={"ante": 10_000})
    with pytest.raises(Refused, match="a maximum payout is posted for 'high': expected pokerpot"):
        Driver("king-high", maximum_payouts={"high": 10_000})
    with pytest.raises(
        Refused, match="the maximum payout of pokerpot: 0 cents: expected more than"
    ):
        Driver("king-high", maximum_payouts={"pokerpot": 0})

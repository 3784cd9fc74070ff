"""Every scenario comes out as it is told, and together they reach every line (law 8)."""

from typing import Any

import pytest

from tablewright.games import every_game, game
from tablewright.rules.cards import cards
from tablewright.rules.draw import Draw
from tablewright.rules.money import returned_cents
from tablewright.settling import settler
from tests.scenarios.notation import Scenario, Told, read

TOLD = [(each.id, scenario) for each in every_game() for scenario in read(each.id)]


@pytest.mark.parametrize(
    ("id", "scenario"), TOLD, ids=[f"{id}: {scenario.title}" for id, scenario in TOLD]
)
def test_scenario(id: str, scenario: Scenario) -> None:
    if scenario.is_so_far:
        assert so_far(id, scenario) == scenario.wagers
    else:
        result = settler(game(id).ruleset(scenario.readings)).settle(scenario.round_)
        assert said(result) == scenario.spoken
        assert_the_dealer_qualifies_as_every_seat_is_told(result)
        assert settled(result) == sorted(scenario.wagers, key=place)


def assert_the_dealer_qualifies_as_every_seat_is_told(result: dict[str, Any]) -> None:
    for seat in result.get("seats", []):
        facts = seat["facts"]
        if "versus" in facts:
            told = facts.get("dealer_qualifies", facts.get("dealer") not in (None, "none"))
            assert result["dealer"]["qualifies"] is told


def place(told: Told) -> tuple[int, int, str]:
    return told.player, told.card or 0, told.name


def said(result: dict[str, Any]) -> dict[int | str, str]:
    """Every hand that the result names."""
    spoken: dict[int | str, str] = {}
    if "dealer" in result:
        spoken["dealer"] = result["dealer"]["hand"]
    if "hand" in result:
        spoken["cards"] = result["hand"]
    return spoken | {s["seat"]: s["hand"] for s in result.get("seats", []) if "hand" in s}


def settled(result: dict[str, Any]) -> list[Told]:
    """Every wager of the result, as a scenario tells it."""
    found = []
    for player in result.get("seats") or result["boxes"]:
        number = player.get("seat") or player["box"]
        on_cards = enumerate(player.get("actions", []), start=1)
        for card, wagers in [(None, player["wagers"]), *on_cards]:
            for name, wager in wagers.items():
                back = wager["stake"], wager["returned"]
                found.append(Told(number, card, name, *back, wager["rule"]))
    return sorted(found, key=place)


def so_far(id: str, scenario: Scenario) -> list[Told]:
    """The wagers of a round in progress, asked of the ruleset itself."""
    ruleset = game(id).ruleset(scenario.readings)
    assert isinstance(ruleset.deal, Draw)
    facts = ruleset.deal.round_facts(cards(scenario.round_["cards"]))
    found = []
    for told in scenario.wagers:
        outcome = ruleset.wagers[told.name].outcomes[facts]
        back = None if outcome.net is None else returned_cents(told.stake, outcome.net)
        rule = ruleset.wagers[told.name].lines[outcome.line].rule
        found.append(Told(told.player, None, told.name, told.stake, back, rule))
    return found


@pytest.mark.parametrize("id", [each.id for each in every_game()])
def test_every_line_of_every_wager_is_reached_by_a_scenario(id: str) -> None:
    reached = {told.rule for scenario in read(id) for told in scenario.wagers}
    lines = {line.rule for wager in game(id).wagers for line in wager.lines}
    assert reached == lines

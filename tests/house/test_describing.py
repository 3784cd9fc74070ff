"""What the page is told once of a game and of a table: all of it from the definitions."""

from typing import Any

import pytest

from tablewright.games import every_game, game, procedure
from tablewright.house.books.options import Options
from tablewright.house.screens.describe_game import game_description
from tablewright.house.screens.table_descriptions import lobby_row, table_description
from tablewright.rules.contest import Contest
from tablewright.table.acts.equipment import sign_lines
from tests.sent import as_sent
from tests.table.driving import at_table

IDS = [each.id for each in every_game()]


def described(id: str, readings: dict[str, str] | None = None) -> Any:
    of = game(id)
    return as_sent(game_description(of, of.ruleset(readings), procedure(of)))


def by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in rows}


@pytest.mark.parametrize("id", IDS)
def test_every_wager_device_phase_and_irregularity_is_described(id: str) -> None:
    of, says = game(id), described(id)
    running = procedure(of)
    assert list(by_id(says["wagers"])) == [wager.id for wager in of.wagers]
    assert list(by_id(says["devices"])) == [device.id for device in running.devices]
    assert list(by_id(says["phases"])) == [phase.id for phase in running.phases]
    assert set(by_id(says["irregularities"])) == {each.id for each in running.irregularities}
    assert all(each["rulings"] for each in says["irregularities"])
    assert set(by_id(says["readings"])) == {reading.id for reading in of.readings}


@pytest.mark.parametrize("id", IDS)
def test_every_line_of_the_rules_is_told_with_its_source(id: str) -> None:
    of, says = game(id), described(id)
    told = {line["rule"] for part in says["rules"] for line in part["lines"]}
    lines = {line.rule for each in of.ruleset().wagers.values() for line in each.lines}
    assert told == lines | {each.rule for each in of.provisions}
    assert all(line["source"] for part in says["rules"] for line in part["lines"])


@pytest.mark.parametrize("id", IDS)
def test_decisions_say_what_they_cost(id: str) -> None:
    of, says = game(id), described(id)
    deal = of.ruleset().deal
    decisions = deal.decision if isinstance(deal, Contest) else {}
    assert list(by_id(says["decisions"])) == list(decisions)
    for each in says["decisions"]:
        assert set(each["costs"]) <= {w["id"] for w in says["wagers"] if not w["is_placed"]}


def test_pick_2_tells_which_wagers_lie_together_and_what_playing_costs() -> None:
    says = described("pick2")
    wagers, decisions = by_id(says["wagers"]), by_id(says["decisions"])
    assert (wagers["bonus-3-5"]["same_as"], wagers["bonus-3-5"]["partner"]) == ("ante", "ante")
    assert (wagers["ante"]["same_as"], wagers["ante"]["partner"]) == ("", "bonus-3-5")
    assert wagers["bonus-5"]["needs"] == "ante"
    assert not wagers["play"]["is_placed"]
    assert (decisions["three"]["plays"], decisions["three"]["costs"]) == (3, {"play": 2})
    assert (decisions["five"]["plays"], decisions["five"]["costs"]) == (0, {"play": 1})
    assert decisions["three"]["name"] == "Play three"
    assert wagers["bonus-3-5"]["says"] == "Stake: equal to the Ante. Needs: Ante."


def test_king_high_tells_which_wagers_are_on_a_card() -> None:
    says = described("king-high")
    assert (says["place"], says["is_draw"], says["hand_cards"]) == ("box", True, 5)
    on_card = {each["id"] for each in says["wagers"] if each["on_card"]}
    assert on_card == {"high", "low", "heart", "club", "diamond", "spade", "seven"}
    suits = [each["id"] for each in says["wagers"] if each["kind"] == "suit"]
    assert suits == ["heart", "club", "diamond", "spade"]
    assert by_id(says["wagers"])["high"]["pays"] == [
        {"hand": "King", "odds": "3-2", "table": ""},
        {"hand": "Eight to queen", "odds": "1-1", "table": ""},
    ]


def test_pay_tables_are_those_of_the_ruleset() -> None:
    (ante, bonus) = described("duki4")["pay_tables"]
    assert ante["rows"][0] == ["Four of a kind", "100-1"]
    assert bonus["wagers"] == ["bonus"]


def test_a_reading_that_was_chosen_changes_what_is_told() -> None:
    reading = game("king-high").reading("king-high.pokerpot-pair")
    other = reading.options[1].id
    told = by_id(described("king-high", {reading.id: other})["readings"])[reading.id]
    assert (told["chosen"], told["is_default"]) == (other, False)


@pytest.mark.parametrize("id", IDS)
def test_a_table_and_its_row_in_the_lobby(id: str) -> None:
    table = at_table(id, seats=(1, 3)).table
    options = Options(decide_seconds=30, has_advice=False)
    says = as_sent(table_description("D1-7", table.book, options, sign_lines(table)))
    assert says["game"]["id"] == id
    assert says["sign"][0].startswith(table.book.game.name)
    assert (says["decide_seconds"], says["has_advice"]) == (30, False)
    assert set(says["limits"]) == {
        each["kind"] for each in says["game"]["wagers"] if each["is_placed"]
    }
    row = as_sent(lobby_row("D1-7", table, options, {1}))
    assert row["taken"] == {"1": "player 1", "3": "player 3"}
    assert row["minimum"] == min(low for low, _ in says["limits"].values())
    assert (row["status"], row["dealer"], row["present"]) == ("open", "the house", [1])


def test_a_person_who_deals_is_named_in_the_lobby() -> None:
    table = at_table("duki4", automatic=()).table
    assert lobby_row("1", table, Options()).dealer == "the dealer"


def test_what_the_manual_leaves_open_is_told_and_only_a_players_edge_is_warned_of() -> None:
    table = at_table("pick2").table
    undecided = [reading.id for reading in table.book.ruleset.undecided]
    row = lobby_row("1", table, Options())
    assert undecided
    assert len(row.left_open) == len(undecided)
    assert all(id in said for id, said in zip(undecided, row.left_open, strict=True))
    assert row.warnings == []


@pytest.mark.parametrize("option", ["ante-paid", "both-paid"])
def test_a_players_edge_in_force_is_warned_of_at_the_table_and_in_the_lobby(option: str) -> None:
    table = at_table("pick2", readings={"pick2.unqualified": option}).table
    row = lobby_row("1", table, Options())
    shown = table_description("1", table.book, Options(), ())
    assert row.warnings == shown.warnings == list(table.book.ruleset.warnings)
    assert "PLAYER" in row.warnings[0]
    assert row.left_open == shown.left_open == []

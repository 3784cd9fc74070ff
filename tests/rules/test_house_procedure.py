"""The house's own procedure runs any game: what is in it, and a whole session by it."""

import importlib
from dataclasses import replace

import pytest

from tablewright.games import REGISTRY, every_game, game
from tablewright.rules.citations import HOUSE
from tablewright.rules.contest import Contest
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Game
from tablewright.rules.house_procedure import house_procedure
from tablewright.rules.procedure import refuse_misfit
from tablewright.rules.readings import Rulings
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.games.three_card_poker import deal

EACH = pytest.mark.parametrize("of", [*every_game(), THREE_CARD_POKER], ids=lambda of: of.id)


@EACH
def test_it_fits_every_game_and_cites_the_house_only(of: Game) -> None:
    found = house_procedure(of)
    refuse_misfit(found, of.ruleset().deal)
    cited = [
        *(each.source for each in found.phases),
        *(each.source for each in found.devices),
        *(each.source for each in found.stages),
        *(each.source for each in found.equipment),
        *(each.source for each in found.irregularities),
        found.opening,
        found.examining,
        found.limits_source,
    ]
    assert {source.document for source in cited} == {HOUSE}


@pytest.mark.parametrize("id", ["king-high", "pick2"])
def test_a_whole_session_is_run_by_it(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = importlib.import_module(f"{REGISTRY[id]}_procedure")
    monkeypatch.setattr(file, "PROCEDURE", house_procedure(game(id)))
    session = rehearse(rehearsal_setup(id), 20, seed=3, seats=3, irregularities=0.5)
    assert session.table.state.status == "closed"


@EACH
def test_a_round_is_void_from_the_first_card_on(of: Game) -> None:
    misdeal, *_ = house_procedure(of).irregularities
    is_contest = isinstance(of.ruleset().deal, Contest)
    contest = ("deal", "decide", "reveal", "settle", "clear")
    expected = contest if is_contest else ("draw", "settle")
    assert misdeal.phases == expected


def without_void(rulings: Rulings) -> Contest:
    """Three Card Poker in whose facts nobody says that a round was void."""
    contest = deal(rulings)
    return replace(contest, sources={**contest.sources, "void": contest.sources["folded"]})


def test_a_round_that_could_not_be_settled_is_not_declared_void() -> None:
    contest = without_void(Rulings(THREE_CARD_POKER.readings, {}))
    with pytest.raises(
        BadDefinition, match="misdeal voids a round: expected a fact whose source is"
    ):
        refuse_misfit(house_procedure(THREE_CARD_POKER), contest)


def test_the_devices_hold_as_many_decks_as_the_game_is_dealt_from() -> None:
    assert {each.decks for each in house_procedure(game("king-high")).devices} == {6}
    assert {each.decks for each in house_procedure(THREE_CARD_POKER).devices} == {1}

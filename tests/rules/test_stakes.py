"""Stakes: what follows from a decision, and what must stand together."""

import pytest

from tablewright.games import game
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.stakes import Offer, refuse_unmatched
from tablewright.rules.wagers import Times


def offer(id: str) -> Offer:
    return Offer.of(game(id).wagers)


def test_what_a_player_places_and_what_follows() -> None:
    assert offer("duki4").placed == ("ante", "bonus")
    assert list(offer("duki4").following) == ["play"]
    assert offer("pick2").placed == ("ante", "bonus-3-5", "bonus-5")
    assert not offer("king-high").following


@pytest.mark.parametrize(
    ("decision", "play"), [("three", 1_000), ("five", 500), ("fold", None), (None, None)]
)
def test_play_follows_from_the_ante_by_the_decision(decision: str | None, play: int | None) -> None:
    placed = {"ante": 500, "bonus-3-5": 500}
    felt = offer("pick2").on_the_felt(placed, decision)
    assert felt == placed | ({} if play is None else {"play": play})


def test_nothing_follows_from_a_wager_that_was_not_placed() -> None:
    assert offer("duki4").on_the_felt({"bonus": 100}, "play") == {"bonus": 100}


def test_what_must_stand_together() -> None:
    wagers = game("pick2").ruleset().wagers
    refuse_unmatched({"ante": 500, "bonus-3-5": 500}, wagers)
    with pytest.raises(Refused, match=r"ante is wagered without bonus-3-5: expected"):
        refuse_unmatched({"ante": 500}, wagers)
    with pytest.raises(Refused, match="expected equal stakes"):
        refuse_unmatched({"ante": 500, "bonus-3-5": 400}, wagers)


def test_a_stake_that_follows_from_a_following_one_is_an_error_of_the_game_s_file() -> None:
    ante, bonus, play = game("duki4").wagers
    chained = bonus._replace(stake=Times("play", {"play": 2}))
    with pytest.raises(BadDefinition, match="expected a wager that players place"):
        Offer.of([ante, chained, play])

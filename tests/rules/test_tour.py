"""How a game plays in four pictures: settled by the ruleset, whatever is in force."""

from dataclasses import replace

import pytest

from tablewright.games import every_game, game, procedure
from tablewright.rules.contest import Contest
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Game
from tablewright.rules.house_tour import house_tour, tour_of
from tablewright.rules.procedure import refuse_misfit
from tablewright.rules.tour import PICTURES, Pictured, Tour, pictured
from tablewright.rules.wagers import Odds
from tablewright.settling import settler
from tests.games import three_card_poker

MOST_WORDS = 15
EVERY = [*every_game(), three_card_poker.GAME]
every = pytest.mark.parametrize("of", EVERY, ids=[of.id for of in EVERY])
own = pytest.mark.parametrize("of", every_game(), ids=[of.id for of in every_game()])


def shown(of: Game, **readings: str) -> tuple[Pictured, ...]:
    ruleset = of.ruleset({key.replace("__", "."): chosen for key, chosen in readings.items()})
    return pictured(procedure(of).tour or house_tour(ruleset), ruleset)


@own
def test_each_game_brings_four_pictures_with_short_captions(of: Game) -> None:
    tour = procedure(of).tour
    assert tour
    assert len({picture.id for picture in tour.pictures}) == PICTURES
    for picture in shown(of):
        assert len(picture.caption.split()) <= MOST_WORDS, picture.caption
        assert "{" not in picture.caption


@own
def test_the_pictures_hold_under_every_option_of_every_reading(of: Game) -> None:
    for reading in of.readings:
        for option in reading.options:
            ruleset = of.ruleset({reading.id: option.id})
            tour = procedure(of).tour
            assert tour
            assert len(pictured(tour, ruleset)) == PICTURES


@own
def test_what_a_picture_pays_is_what_the_settlement_of_the_same_round_pays(of: Game) -> None:
    """Settled apart, as a written round."""
    tour = procedure(of).tour
    assert tour
    example = tour.example
    for reading, option in [("", "")] + [(r.id, o.id) for r in of.readings for o in r.options]:
        ruleset = of.ruleset({reading: option} if reading else {})
        seat = {"cards": example.cards, "decision": example.decision, "wagers": {**example.wagers}}
        if isinstance(ruleset.deal, Contest):
            if example.plays:
                seat[example.decision] = example.plays
            given = {"dealer": example.dealer, of.place_plural: [{of.place: 1, **seat}]}
            paid = settler(ruleset).settle(given)[of.place_plural][0]["wagers"]
        else:
            count = ruleset.deal.cards
            actions = [{**example.on_cards.get(n, {})} for n in range(1, count + 1)]
            box = {of.place: 1, "wagers": {**example.wagers}, "actions": actions}
            given = {"cards": example.cards, of.place_plural: [box]}
            settled = settler(ruleset).settle(given)[of.place_plural][0]
            paid = settled["wagers"]
            for picture in pictured(tour, ruleset):
                for id, each in picture.paid.items():
                    by_card = settled["actions"][picture.picture.drawn - 1]
                    if id in by_card:
                        assert by_card[id]["returned"] == each.returned
        last = pictured(tour, ruleset)[-1].paid
        assert last
        assert {id: each.returned for id, each in last.items()} == {
            id: paid[id]["returned"] for id in last
        }


def test_another_reading_or_pay_table_changes_the_picture() -> None:
    of = game("duki4")
    usual = shown(of)[-1]
    even = shown(of, **{"duki4__ante-vs-three": "even-money"})[-1]
    assert usual.paid["ante"].returned > even.paid["ante"].returned == 1000
    tour = procedure(of).tour
    assert tour
    dearer = pictured(tour, of.ruleset(pay={"ante.4-card-one-pair": Odds(7)}))[-1]
    assert dearer.paid["ante"].returned == 500 * 8
    king_high = game("king-high")
    tour = procedure(king_high).tour
    assert tour
    captions = [
        each.caption for each in pictured(tour, king_high.ruleset(pay={"high.king": Odds(2)}))
    ]
    assert any("2-1" in caption for caption in captions)
    assert not any("3-2" in caption for caption in captions)


@every
def test_a_game_without_pictures_gets_some_in_which_the_player_wins(of: Game) -> None:
    ruleset = of.ruleset()
    pictures = pictured(house_tour(ruleset), ruleset)
    assert len(pictures) == PICTURES
    assert sum(each.net for each in pictures) > 0
    assert pictures[0].stakes
    assert house_tour(ruleset) == house_tour(ruleset)


def test_a_game_with_pictures_shows_its_own() -> None:
    of = game("pick2")
    assert tour_of(procedure(of), of.ruleset()) is procedure(of).tour


def test_pictures_that_do_not_fit_the_game_are_refused_in_a_line() -> None:
    of = game("duki4")
    run = procedure(of)
    tour = run.tour
    assert tour
    first, *rest = tour.pictures
    for wrong, said in (
        (tour._replace(pictures=tuple(rest)), "3 pictures"),
        (tour._replace(pictures=(first._replace(caption="{ante.royal}"), *rest)), "ante.royal"),
        (Tour(replace(tour.example, decision="three"), tour.pictures), "three"),
    ):
        with pytest.raises(BadDefinition, match=said):
            pictured(wrong, of.ruleset())
        with pytest.raises(BadDefinition, match=said):
            refuse_misfit(replace(run, tour=wrong), of.ruleset().deal)

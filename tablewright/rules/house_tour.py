"""The house's own pictures: a round of any game that brings none, made from its wagers and decisions.

Hands are tried in an order that never changes until the player wins one: the first thing that a
newcomer sees is what the game is played for.
"""

from itertools import count
from random import Random
from typing import Any

from tablewright.rules.cards import DECK, written
from tablewright.rules.citations import house
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.draw import Draw
from tablewright.rules.game import Ruleset
from tablewright.rules.language import say, worded
from tablewright.rules.procedure import Procedure
from tablewright.rules.stakes import Offer
from tablewright.rules.tour import Example, Moment, Picture, Tour, pictured
from tablewright.rules.wagers import SameAs, Wager

SHOWN = house("how a game plays")
STAKE_CENTS = 500
TRIED = 400


def tour_of(procedure: Procedure, ruleset: Ruleset) -> Tour:
    """The pictures of a game: its own, or the house's."""
    return procedure.tour or house_tour(ruleset)


def house_tour(ruleset: Ruleset) -> Tour:
    """Four pictures of a game that brings none."""
    deal = ruleset.deal
    pictures = _of_contest(ruleset, deal) if isinstance(deal, Contest) else _of_draw(deal)
    for seed in count():
        tour = Tour(_example(ruleset, seed), pictures)
        if seed == TRIED or sum(each.net for each in pictured(tour, ruleset)) > 0:
            return tour
    raise AssertionError("a count has no end")


def _example(ruleset: Ruleset, seed: int) -> Example:
    deal, order = ruleset.deal, [*DECK]
    Random(seed).shuffle(order)
    wagers = dict.fromkeys(_placed(ruleset), STAKE_CENTS)
    if isinstance(deal, Draw):
        on_card = _on_card(ruleset, deal)
        return Example(
            cards=written(order[: deal.cards]),
            wagers=wagers,
            on_cards={n: {on_card: STAKE_CENTS} for n in range(1, deal.cards + 1) if on_card},
        )
    decision = _played(deal)
    size = deal.hand_cards
    return Example(
        cards=written(order[:size]),
        dealer=written(order[size : 2 * size]),
        wagers=wagers,
        decision=decision.id,
        plays=written(order[: decision.plays]) if decision.plays else "",
    )


def _placed(ruleset: Ruleset) -> list[str]:
    """The wager that a round begins with, and those that must lie beside it."""
    deal = ruleset.deal
    if isinstance(deal, Contest):
        first = deal.decided_by
    else:
        on_round = [id for id, each in ruleset.wagers.items() if each.space is deal.round_space]
        needed = [need.wager for each in ruleset.wagers.values() for need in each.needs]
        if not on_round:
            return []
        first = max(on_round, key=needed.count)
    found = [first]
    for id in found:
        found += [need.wager for need in ruleset.wagers[id].needs if need.wager not in found]
        found += [
            other
            for other, each in ruleset.wagers.items()
            if each.wager.stake == SameAs(id) and other not in found
        ]
    return found


def _on_card(ruleset: Ruleset, draw: Draw) -> str:
    """A wager on a single card, if there is one."""
    on_card = [id for id, each in ruleset.wagers.items() if each.space is draw.card_space]
    return on_card[0] if on_card else ""


def _played(contest: Contest) -> Decision:
    """The decision that is shown: to play on, with all cards if that can be."""
    played = [each for each in contest.decisions if not each.gives_up] or [*contest.decisions]
    return next((each for each in played if not each.plays), played[0])


def _of_contest(ruleset: Ruleset, contest: Contest) -> tuple[Picture, ...]:
    named: dict[str, Wager[Any]] = {wager.id: wager for wager in ruleset.game.wagers}
    needed = _placed(ruleset)
    extra = [id for id in Offer.of(ruleset.game.wagers).placed if id not in needed]
    bet = say("tour.house.bet", "Put a chip on the {wagers}.", wagers=_named(named, needed))
    if extra:
        bet += " " + say("tour.house.extra", "Extra bets: {wagers}.", wagers=_named(named, extra))
    return (
        Picture("bet", "Bet", bet, Moment.WAGERS, SHOWN),
        Picture(
            "cards",
            "Look",
            say(
                "tour.house.cards",
                "You and the dealer get {count} cards each. Look at yours.",
                count=contest.hand_cards,
            ),
            Moment.CARDS,
            SHOWN,
        ),
        Picture(
            "decide",
            "Decide",
            say(
                "tour.house.decide",
                "Your choice: {decisions}.",
                decisions=", ".join(worded(each.name, "decision") for each in contest.decisions),
            ),
            Moment.DECISION,
            SHOWN,
        ),
        Picture(
            "paid",
            "Compare",
            say("tour.house.paid", "Your hand meets the dealer's."),
            Moment.PAID,
            SHOWN,
        ),
    )


def _of_draw(draw: Draw) -> tuple[Picture, ...]:
    middle = max(1, (draw.cards + 1) // 2)
    return (
        Picture(
            "bet",
            "Bet",
            say("tour.house.bets", "Put chips on the spots you like."),
            Moment.WAGERS,
            SHOWN,
        ),
        Picture(
            "card",
            "One card",
            say("tour.house.card", "One card for everyone."),
            Moment.PAID,
            SHOWN,
            drawn=1,
        ),
        Picture(
            "again",
            "Bet again",
            say("tour.house.again", "You may bet before each card."),
            Moment.PAID,
            SHOWN,
            drawn=middle,
        ),
        Picture(
            "paid",
            "The end",
            say("tour.house.end", "After {count} cards every bet is settled.", count=draw.cards),
            Moment.PAID,
            SHOWN,
            drawn=draw.cards,
        ),
    )


def _named(wagers: dict[str, Wager[Any]], ids: list[str]) -> str:
    return ", ".join(worded(wagers[id].name, "wager") for id in ids)

"""How a version is played: lists to learn, grids, one hand's values, wagers as cards are exposed.

What a list costs and what a hand is worth are exact; the lists themselves are searched for, and a
better one of the same length may exist (`odds.strategy`).
"""

import msgspec

from tablewright.design.exact import Exact, in_percent, in_units
from tablewright.design.grids import Grid, grids_of
from tablewright.design.pricing import Prices
from tablewright.design.versions import Version
from tablewright.odds.advice import Advice, hand_of
from tablewright.odds.counts import OnProgress
from tablewright.odds.forensics import edges
from tablewright.odds.strategy import DEAREST, Listed, taught
from tablewright.rules.cards import cards, written
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused
from tablewright.rules.language import worded


class RuleTaught(msgspec.Struct, frozen=True, kw_only=True):
    """At least this hand: decide so."""

    decision: str
    view: str
    at_least: str


class ExceptionTaught(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that a list gets wrong."""

    cards: str
    listed: str
    best: str
    cost: Exact
    hands: int


class ListTaught(msgspec.Struct, frozen=True, kw_only=True):
    """A list to learn: the first rule that applies decides."""

    name: str
    rules: list[RuleTaught]
    otherwise: str
    house_edge: Exact
    cost: Exact
    """What it loses against the best decisions, of the first wager."""
    wrong_hands: int
    exceptions: list[ExceptionTaught]
    """The dearest of them."""


class WagerChosen(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that is chosen and not decided on."""

    id: str
    name: str
    house_edge: Exact
    hit_frequency: Exact
    counted_in: str


class StrategyShown(msgspec.Struct, frozen=True, kw_only=True):
    """How to play a version."""

    version: str
    first: str
    """The wager of which worths and costs are parts; empty in a game without decisions."""
    has_decisions: bool
    house_edge: Exact | None
    """Of the best decisions."""
    lists: list[ListTaught]
    """Shortest first; the last is the best."""
    cheapest_first: list[WagerChosen]
    """In a game without decisions: what can be chosen is the wager."""


class DecisionValued(msgspec.Struct, frozen=True, kw_only=True):
    """What one decision is worth for one hand."""

    decision: str
    worth: Exact
    cost: Exact
    """Against the best."""
    is_best: bool
    plays: str
    """The cards to put in play, where the decision names some."""


class HandValued(msgspec.Struct, frozen=True, kw_only=True):
    """One hand: every decision valued, the best first."""

    version: str
    cards: str
    spoken: list[str]
    """What the hand is, in each way in which the game speaks of it."""
    decisions: list[DecisionValued]


class WagerExposed(msgspec.Struct, frozen=True, kw_only=True):
    """A wager once some cards lie exposed."""

    id: str
    name: str
    worth: Exact
    """To the player, for each unit staked."""
    hit_frequency: Exact | None
    """None of a wager on the round that was made before the first card."""


class CardsExposed(msgspec.Struct, frozen=True, kw_only=True):
    """What wagers are worth once these cards of a draw lie exposed."""

    version: str
    exposed: str
    left: int
    """How many cards may come next."""
    next_card: list[WagerExposed]
    """Wagers on the next card, the cheapest first."""
    live: list[WagerExposed]
    """Wagers on the round, made before the first card."""


def strategy_of(
    prices: Prices, version: Version, on_progress: OnProgress | None = None
) -> StrategyShown:
    """How to play a version: lists to learn, or which wagers are cheapest. It may take seconds."""
    analysis = prices.analysis(version, on_progress)
    solved = analysis.solved
    wagers = analysis.figured.wagers
    if solved is None:
        cheapest = sorted(edges(analysis.figured).items(), key=lambda each: each[1])
        return StrategyShown(
            version=version.text,
            first="",
            has_decisions=False,
            house_edge=None,
            lists=[],
            cheapest_first=[
                WagerChosen(
                    id=kind,
                    name=worded(wagers[kind].decided.wager.title, "wager"),
                    house_edge=in_percent(edge),
                    hit_frequency=in_percent(wagers[kind].hit_frequency),
                    counted_in=analysis.figured.counted_in[kind],
                )
                for kind, edge in cheapest
            ],
        )
    return StrategyShown(
        version=version.text,
        first=worded(analysis.ruleset.wagers[solved.wagers[0]].wager.name, "wager"),
        has_decisions=True,
        house_edge=in_percent(-solved.worth(solved.best)),
        lists=[_taught(each) for each in taught(solved)],
        cheapest_first=[],
    )


def grids_shown(
    prices: Prices, version: Version, on_progress: OnProgress | None = None
) -> list[Grid]:
    """The best decisions as grids; none in a game without decisions."""
    solved = prices.analysis(version, on_progress).solved
    return [] if solved is None else grids_of(solved)


def _taught(listed: Listed) -> ListTaught:
    return ListTaught(
        name=listed.name,
        rules=[
            RuleTaught(decision=each.decision, view=worded(each.view.name), at_least=str(each))
            for each in listed.rules
        ],
        otherwise=listed.otherwise,
        house_edge=in_percent(-listed.expectation),
        cost=in_percent(listed.cost, 6),
        wrong_hands=listed.exceptions.hands,
        exceptions=[
            ExceptionTaught(
                cards=written(each.cards),
                listed=each.listed,
                best=each.best,
                cost=in_units(each.cost),
                hands=each.alike,
            )
            for each in listed.exceptions.dearest(DEAREST)
        ],
    )


def hand_valued(
    prices: Prices, version: Version, text: str, on_progress: OnProgress | None = None
) -> HandValued:
    """What every decision is worth for one hand, as `odds --hand` says; exact."""
    ruleset = version.ruleset()
    if not isinstance(ruleset.deal, Contest):
        raise Refused(
            f"a hand is given and {ruleset.game.name} has no decision: expected exposed cards"
        )
    held = hand_of(cards(text), ruleset.deal)
    advice = Advice(prices.analysis(version, on_progress).solution, held)
    in_order = sorted(advice.values.items(), key=lambda each: (-each[1], each[0] != advice.best))
    return HandValued(
        version=version.text,
        cards=written(held),
        spoken=[view.spoken(view.strength(held)) for view in ruleset.deal.spoken.values()],
        decisions=[
            DecisionValued(
                decision=decision,
                worth=in_units(value),
                cost=in_units(advice.cost(decision)),
                is_best=decision == advice.best,
                plays=written(advice.plays(decision) or ()),
            )
            for decision, value in in_order
        ],
    )


def exposed_valued(
    prices: Prices, version: Version, text: str, on_progress: OnProgress | None = None
) -> CardsExposed:
    """What wagers are worth once some cards of a draw lie exposed, as `odds --exposed` says; exact."""
    ruleset = version.ruleset()
    if isinstance(ruleset.deal, Contest):
        raise Refused(
            f"exposed cards are given and the hands of {ruleset.game.name} are dealt, not drawn:"
            " expected a hand"
        )
    report = prices.analysis(version, on_progress).next_card(cards(text))
    by_edge = sorted(report.wagers.items(), key=lambda each: each[1].house_edge)
    return CardsExposed(
        version=version.text,
        exposed=report.exposed,
        left=int(report.left),
        next_card=[
            WagerExposed(
                id=id,
                name=worded(each.name, "wager"),
                worth=in_units(each.expectation),
                hit_frequency=in_percent(each.hit_frequency),
            )
            for id, each in by_edge
        ],
        live=[
            WagerExposed(
                id=id,
                name=worded(ruleset.wagers[id].wager.name, "wager"),
                worth=in_units(worth),
                hit_frequency=None,
            )
            for id, worth in report.live.items()
        ],
    )

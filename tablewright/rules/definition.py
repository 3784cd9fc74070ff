"""Where the parts of a game's file meet: what is checked when its wagers and its deal come together.

Each check raises `BadDefinition` with one line: what the author wrote, and what was expected.
"""

import re
from collections.abc import Collection
from typing import Any

from tablewright.rules.cards import DECK
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, listed, quoted
from tablewright.rules.stakes import Offer
from tablewright.rules.wagers import SameAs, Times, Wager

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def refuse_ids(what: str, ids: Collection[str]) -> None:
    """Refuse ids that cannot be typed, written in a journal or told apart."""
    for id in ids:
        if not NAME.fullmatch(id):
            raise BadDefinition(
                f"a {what} is called {quoted(id)}:"
                " expected small letters, digits and hyphens, as in pair-plus"
            )
    twice = [id for id in ids if list(ids).count(id) > 1]
    if twice:
        raise BadDefinition(f"two {what}s are called {twice[0]}: expected a name for each")


def refuse_misfits(id: str, wagers: tuple[Wager[Any], ...], deal: Contest | Draw) -> None:
    """Refuse wagers that do not fit the deal, and a deal that does not fit the wagers."""
    if not isinstance(deal, Contest | Draw):
        raise BadDefinition(f"{id}: deal() gives {quoted(deal)}: expected a Contest or a Draw")
    spaces = [deal.space] if isinstance(deal, Contest) else [deal.card_space, deal.round_space]
    for wager in wagers:
        if wager.facts not in [space.record for space in spaces]:
            raise BadDefinition(
                f"wager {wager.id} is settled by {wager.facts.__name__}:"
                f" expected the facts of the deal, {listed([s.record.__name__ for s in spaces])}"
            )
    if isinstance(deal, Contest):
        _refuse_names(deal)
        _refuse_stakes(wagers, deal)
        _refuse_costly(wagers, deal)
    for wager in wagers:
        if isinstance(wager.stake, Times) and not isinstance(deal, Contest):
            raise BadDefinition(
                f"the stake of {wager.id} follows from a decision:"
                " expected none in a draw, where nobody decides"
            )


WRITTEN = ("cards", "wagers", "decision", "facts", "staked", "returned", "net")
"""What a written round says of a seat, beside what its game names."""


def _refuse_names(contest: Contest) -> None:
    """Refuse names that a written round uses for something else."""
    refuse_ids("decision", [decision.id for decision in contest.decisions])
    naming = [decision.id for decision in contest.decisions if decision.plays]
    for name in (*contest.spoken, *naming):
        if name in WRITTEN:
            raise BadDefinition(
                f"a hand or a decision is called {name}: expected another name, since written rounds"
                " use this one"
            )


def _refuse_stakes(wagers: tuple[Wager[Any], ...], contest: Contest) -> None:
    """Refuse a stake that follows from no decision, and decisions that no wager obliges to."""
    placed = [wager.id for wager in wagers if not isinstance(wager.stake, Times)]
    if contest.decided_by not in placed:
        raise BadDefinition(
            f"decided_by is {quoted(contest.decided_by)}:"
            f" expected a wager that players place, {listed(placed)}"
        )
    for wager in wagers:
        match wager.stake:
            case Times(first, by_decision):
                if not by_decision:
                    raise BadDefinition(
                        f"the stake of {wager.id} follows from no decision:"
                        f" expected {listed(contest.decision)}"
                    )
                for decision, times in by_decision.items():
                    if decision not in contest.decision:
                        raise BadDefinition(
                            f"the stake of {wager.id} follows from the decision {quoted(decision)}:"
                            f" expected {listed(contest.decision)}"
                        )
                    if type(times) is not int or times < 1:
                        raise BadDefinition(
                            f"the stake of {wager.id} after {decision} is {quoted(times)} times"
                            f" {first}: expected a whole number from 1 on"
                        )
            case SameAs(first) if first not in placed or first == wager.id:
                raise BadDefinition(
                    f"the stake of {wager.id} equals that of {first}:"
                    " expected another wager that players place"
                )


def _refuse_costly(wagers: tuple[Wager[Any], ...], contest: Contest) -> None:
    """Refuse a contest in which a player who has no more chips could decide nothing."""
    offer = Offer.of(wagers)
    if not any(offer.is_free(decision) for decision in contest.decisions):
        raise BadDefinition(
            f"each of {', '.join(contest.decision)} adds a stake or names cards:"
            " expected a decision that does neither, for a player who cannot or does not decide"
        )


def refuse_crowd(id: str, deal: Contest | Draw, places: int) -> None:
    """Refuse more hands than the cards are enough for."""
    if isinstance(deal, Contest):
        needed, cards = (places + 1) * deal.hand_cards, len(DECK) * deal.decks
        if needed > cards:
            raise BadDefinition(
                f"{id} deals {deal.hand_cards} cards to {places} players and the dealer:"
                f" expected at most the {cards} cards there are"
            )

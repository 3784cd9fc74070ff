"""The words that rules use, defined once, in the order of the alphabet; only those that are used.

A term of the game (a wager, a hand, a decision, a device) is defined by the rule that makes it; the
words of the trade are defined here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from tablewright.papers.documents import Rule as RuleRun
from tablewright.papers.documents import Run, Strong
from tablewright.papers.editions import Edition
from tablewright.rules.contest import Contest
from tablewright.rules.english import capital
from tablewright.rules.ranked import ladders_of, ranking_id, rankings_of
from tablewright.rules.rankings import Ranking
from tablewright.rules.views import View

OF_THE_TRADE: Mapping[str, str] = {
    "Action round": "One card, from the call of no more bets to the settlement of what it decided.",
    "Burn": "To put a card out of play unseen.",
    "Copy": "Two hands of equal rank.",
    "Cut card": "A blank card that marks a place in the cards, or protects the one at the bottom.",
    "Dealer": "The person who deals the game, pays and collects.",
    "Discard holder": "Where cards go that are out of play.",
    "Drop box": "The locked box into which cash goes that was changed for chips.",
    "Float": "The chips in the dealer's rack.",
    "Inspector": "The person who supervises the table.",
    "Live": "Still to be decided: of a wager on several cards, when it can be won.",
    "Odds": "Winnings to stake; the stake goes back on top of the winnings.",
    "Pit boss": "The person who answers for a pit, its tables and its staff.",
    "Push": "The wager is neither won nor lost, and goes back to its player.",
    "Round": "From the first wager to the cleared table.",
    "Settle": "To pay what was won, take what was lost and return what was neither.",
    "Shuffler": "A machine that shuffles cards.",
    "Standoff": "The same as a push.",
    "Stub": "The cards that are left when all hands are dealt.",
    "Supervisor": "An inspector or a pit boss.",
    "Void": "Of a round or a hand: it does not count, and its wagers are settled as a void round says.",
    "Wash": "To spread the cards face down and mix them with flat hands.",
    "Work area": "The part of the layout before the dealer where payments are made up.",
}
"""Each with what it means."""
NOT_LETTERS = re.compile(r"[^a-z]+")


def definitions(edition: Edition) -> Iterator[tuple[Run, ...]]:
    """Every term that the edition's rules use, with what it means or the rule that says so."""
    found = dict(_of_the_trade(rule.sentence for rule in edition.rules.values()))
    found |= dict(_of_the_game(edition))
    for term, meaning in sorted(found.items(), key=lambda each: each[0].casefold()):
        yield (Strong(term), ": ", *meaning)


def _of_the_trade(sentences: Iterable[str]) -> Iterator[tuple[str, list[Run]]]:
    """The words of the trade that stand in these sentences, in whatever form."""
    text = f" {NOT_LETTERS.sub(' ', ' '.join(sentences).casefold())} "
    for term, meaning in OF_THE_TRADE.items():
        if re.search(rf" {term.casefold()}(s|es|ed|nt|d|led|ling|ing)? ", text):
            yield term, [meaning]


def _of_the_game(edition: Edition) -> Iterator[tuple[str, list[Run]]]:
    """What the game itself names: each with the rule that says what it is."""
    game, ruleset = edition.game, edition.ruleset
    wagers = {decided.wager.name: id for id, decided in ruleset.wagers.items()}
    for name, id in wagers.items():
        yield name, _see("A wager", f"{game.id}.{id}")
    ranked: list[Ranking | View] = [*rankings_of(ruleset), *ladders_of(ruleset)]
    for ranking in ranked:
        name = f"{ranking.name}, the hand" if ranking.name in wagers else ranking.name
        yield name, _see("A hand", ranking_id(game, ranking))
    if isinstance(ruleset.deal, Contest):
        for decision in ruleset.deal.decisions:
            name = f"{decision.name}, to" if decision.name in wagers else decision.name
            yield name, [decision.says]
    for device in edition.devices:
        yield capital(device.name), _see("A way of dealing", f"{game.id}.device.{device.id}")
    yield capital(game.place), _see("A player's place at the table", f"{game.id}.places")


def _see(what: str, rule: str) -> list[Run]:
    return [f"{what}; see ", RuleRun(rule), "."]

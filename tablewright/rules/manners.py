"""Manners of payment as rules: which wagers are paid where, and with which hand, at which odds.

    GAME.manner.WHERE    where the winnings go; likewise .HAND, where the hand is prescribed

A game says how each payment is made (`Procedure.manner`). Here every payment that can come is asked
about once, and those that are made alike are said together.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from operator import and_
from typing import Any, NamedTuple

from tablewright.rules.citations import Passage
from tablewright.rules.english import capital
from tablewright.rules.game import Ruleset
from tablewright.rules.procedure import Manner, Payment, Procedure, UsesHand, Where
from tablewright.rules.wagers import Decided

ONE_KIND: Mapping[int, int] = {500: 2}
THREE_KINDS: Mapping[int, int] = {100: 1, 500: 1, 2500: 1}


class Asked(NamedTuple):
    """A payment, and how it is made."""

    payment: Payment
    manner: Manner
    is_plain: bool
    """Whether nothing about it is out of the ordinary: few chips, no approval."""


def asked(ruleset: Ruleset, procedure: Procedure) -> Iterator[Asked]:
    """Every kind of payment that can come, asked about."""
    for place in range(1, ruleset.places + 1):
        for id, decided in ruleset.wagers.items():
            for net in nets(decided):
                for chips, needs_approval in (
                    (ONE_KIND, False),
                    (THREE_KINDS, False),
                    (ONE_KIND, True),
                ):
                    payment = Payment(place, id, decided.wager.kind, net, chips, needs_approval)
                    is_plain = chips is ONE_KIND and not needs_approval
                    yield Asked(payment, procedure.manner(payment), is_plain)


@lru_cache(maxsize=256)
def nets(decided: Decided[Any]) -> tuple[Fraction, ...]:
    """The odds at which a wager can be paid, lowest first."""
    found = {each.net for each in decided.outcomes.values() if each.net and each.net > 0}
    return tuple(sorted(found))


def where_id(where: Where) -> str:
    return where.name.lower().replace("_", "-")


def hand_id(hand: UsesHand) -> str:
    return f"{hand.name.lower()}-hand"


def manners(ruleset: Ruleset, procedure: Procedure) -> Iterator[tuple[str, str, Passage]]:
    """Every rule on how payments are made: its id, its sentence and its source."""
    found = list(asked(ruleset, procedure))
    prefix = f"{ruleset.game.id}.manner"
    for where in Where:
        made = [each for each in found if each.manner.where is where]
        if made:
            source = reduce(and_, dict.fromkeys(each.manner.source for each in made))
            yield f"{prefix}.{where_id(where)}", _where_said(ruleset, where, made), source
    for hand in prescribed_hands(found):
        made = [each for each in found if each.manner.hand is hand]
        source = reduce(
            and_, dict.fromkeys(each.manner.hand_source or each.manner.source for each in made)
        )
        yield f"{prefix}.{hand_id(hand)}", _hand_said(ruleset, hand, found), source


def prescribed_hands(found: list[Asked]) -> list[UsesHand]:
    """The hands that payments are made with; none, where either does for all of them."""
    hands = [hand for hand in UsesHand if any(each.manner.hand is hand for each in found)]
    return hands if len(hands) > 1 else []


def _where_said(ruleset: Ruleset, where: Where, made: list[Asked]) -> str:
    odds: dict[str, list[str]] = {}
    for each in made:
        if each.is_plain:
            name = ruleset.wagers[each.payment.wager].wager.title
            said, net = odds.setdefault(name, []), each.payment.net
            if (text := f"{net.numerator}-{net.denominator}") not in said:
                said.append(text)
    where_said = capital(where.value)
    paid = "; ".join(f"{name} at {', '.join(each)}" for name, each in odds.items())
    return f"{where_said}: {paid}." if paid else f"{where_said}, where nothing else fits."


def _hand_said(ruleset: Ruleset, hand: UsesHand, found: list[Asked]) -> str:
    """The wagers paid with a hand at every place, and the places at which every wager is."""
    by_place: dict[int, set[str]] = {}
    for each in found:
        wagers = by_place.setdefault(each.payment.place, set())
        if each.manner.hand is hand:
            wagers.add(each.payment.wager)
    paid = [id for id in ruleset.wagers if nets(ruleset.wagers[id])]
    whole = [place for place, wagers in by_place.items() if wagers == {*paid}]
    never = [place for place, wagers in by_place.items() if not wagers]
    some = [wagers for place, wagers in by_place.items() if wagers and place not in whole]
    always = set.intersection(*some) if some else set()
    said = [ruleset.wagers[id].wager.name for id in paid if id in always]
    said += [f"every wager at {ruleset.game.place} {place}" for place in whole]
    which = hand.value if hand is UsesHand.EITHER else f"the {hand.value}"
    but = "".join(f", but never at {ruleset.game.place} {place}" for place in never)
    return f"With {which}: {', '.join(said)}{but}."

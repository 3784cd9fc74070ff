"""How a game plays, in four pictures: one round as an example, seen at four moments of it.

A picture states no payment. The example names wagers, cards and a decision; what each wager wins is
settled by the ruleset in force, so that another reading or pay table changes the picture.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tablewright.rules.cards import Card, cards
from tablewright.rules.cashier import Cashier, Paid
from tablewright.rules.citations import Passage
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, Refused, listed, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.language import worded
from tablewright.rules.money import AS_PRINTED
from tablewright.rules.stakes import Offer, refuse_unmatched
from tablewright.rules.views import Hand, View

PICTURES = 4
TOUR = "tour"
"""In the keys of what is said under pictures."""
SLOT = re.compile(r"\{([\w.-]+)\}")


class Moment(StrEnum):
    """How far the round has come."""

    WAGERS = "wagers"
    """Chips are on the spots; where cards are drawn one at a time, for the next of them too."""
    CARDS = "cards"
    """The player holds cards; the dealer's lie face down."""
    DECISION = "decision"
    """The player has decided."""
    PAID = "paid"
    """Every wager that is decided has been paid, pushed or taken."""


@dataclass(frozen=True)
class Example:
    """A round as it would be told. It is settled by the ruleset in force."""

    cards: str
    """The player's hand; or the cards drawn for everyone, in their order."""
    wagers: Mapping[str, int]
    """What the player places before the cards, in cents, by wager."""
    dealer: str = ""
    """The dealer's hand."""
    decision: str = ""
    """What the player decides."""
    plays: str = ""
    """The cards put in play, where the decision names some."""
    on_cards: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """What is placed on single cards, in cents: by the card's number and the wager."""


class Picture(NamedTuple):
    """One moment of the example, and a sentence under it.

    `{hand}` and `{dealer}` stand for what the hands make, `{high.king}` for the odds with this key.
    """

    id: str
    title: str
    """One word, as a heading."""
    caption: str
    moment: Moment
    source: Passage
    """Where the rule that it states comes from."""
    drawn: int = 0
    """How many cards lie there, where they are drawn one at a time."""


class Tour(NamedTuple):
    """A round in four pictures."""

    example: Example
    pictures: tuple[Picture, ...]


class Offered(NamedTuple):
    """A decision as a picture shows it."""

    decision: Decision
    cost: int
    is_taken: bool


class Pictured(NamedTuple):
    """A picture under one ruleset: everything that is drawn of it."""

    picture: Picture
    caption: str
    stakes: Mapping[str, int]
    """What lies on the spots, in cents."""
    cards: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_face_down: int = 0
    played: tuple[Card, ...] = ()
    """The cards that were put in play, where not all are."""
    hand: str = ""
    dealer_hand: str = ""
    offered: tuple[Offered, ...] = ()
    paid: Mapping[str, Paid] = {}

    @property
    def net(self) -> int:
        """What the player has won in this picture, in cents."""
        return sum(each.returned - each.stake for each in self.paid.values())


def pictured(tour: Tour, ruleset: Ruleset) -> tuple[Pictured, ...]:
    """Every picture as this ruleset settles its example; a misfit is refused in one line."""
    if len(tour.pictures) != PICTURES:
        raise BadDefinition(
            f"{ruleset.game.id} is shown in {len(tour.pictures)} pictures: expected {PICTURES}"
        )
    try:
        return tuple(_pictured(tour.example, each, ruleset) for each in tour.pictures)
    except Refused as refused:
        raise BadDefinition(f"the pictures of {ruleset.game.id}: {refused}") from None


def _pictured(example: Example, picture: Picture, ruleset: Ruleset) -> Pictured:
    deal = ruleset.deal
    if isinstance(deal, Contest):
        found = _of_contest(example, picture, ruleset, deal)
    else:
        found = _of_draw(example, picture, ruleset, deal)
    slots = {
        "hand": found.hand,
        "dealer": found.dealer_hand,
        **{
            key: str(odds)
            for decided in ruleset.wagers.values()
            for key, odds in decided.pay_keys().items()
        },
    }
    for slot in SLOT.findall(picture.caption):
        if not slots.get(slot):
            raise BadDefinition(
                f"picture {picture.id} of {ruleset.game.id} has the slot {quoted(slot)}:"
                " expected hand, dealer or a key of the odds in force"
            )
    caption = worded(picture.caption, TOUR)
    return found._replace(caption=SLOT.sub(lambda slot: slots[slot[1]], caption))


def _of_contest(example: Example, picture: Picture, ruleset: Ruleset, contest: Contest) -> Pictured:
    moment, offer = picture.moment, Offer.of(ruleset.game.wagers)
    refuse_unmatched(example.wagers, ruleset.wagers)
    decision = contest.decision.get(example.decision)
    if decision is None:
        raise Refused(
            f"the example decides {quoted(example.decision)}: expected {listed(contest.decision)}"
        )
    is_decided = moment in (Moment.DECISION, Moment.PAID)
    stakes = offer.on_the_felt(example.wagers, decision.id if is_decided else None)
    if moment is Moment.WAGERS:
        return Pictured(picture, "", stakes)
    held, played = cards(example.cards), cards(example.plays) if example.plays else ()
    view = _met_in(contest, decision)
    shown = Pictured(
        picture,
        "",
        stakes,
        cards=held,
        dealer_face_down=contest.hand_cards,
        played=played if is_decided else (),
        hand=view.spoken(view.strength(played if is_decided and played else held)),
    )
    if moment is Moment.DECISION:
        return shown._replace(offered=_offered(example, contest, offer))
    if moment is Moment.PAID:
        dealt = cards(example.dealer)
        facts = contest.facts(Hand(dealt), Hand(held), decision.id, played or None)
        cashier = Cashier(ruleset, AS_PRINTED)
        return shown._replace(
            dealer=dealt,
            dealer_face_down=0,
            dealer_hand=view.spoken(view.strength(dealt)),
            paid={id: cashier.settle(id, stake, facts) for id, stake in stakes.items()},
        )
    return shown


def _met_in(contest: Contest, decision: Decision) -> View:
    """The view in which hands meet after a decision: its own, or that of the hand."""
    return contest.spoken.get(decision.id, contest.spoken["hand"])


def _offered(example: Example, contest: Contest, offer: Offer) -> tuple[Offered, ...]:
    placed = sum(example.wagers.values())
    return tuple(
        Offered(
            each,
            sum(offer.on_the_felt(example.wagers, each.id).values()) - placed,
            each.id == example.decision,
        )
        for each in contest.decisions
    )


def _of_draw(example: Example, picture: Picture, ruleset: Ruleset, draw: Draw) -> Pictured:
    drawn = cards(example.cards)[: picture.drawn] if picture.drawn else ()
    if len(drawn) != picture.drawn:
        raise Refused(f"picture {picture.id} shows {picture.drawn} cards: expected that many")
    is_paid, cashier = picture.moment is Moment.PAID, Cashier(ruleset, AS_PRINTED)
    facts = draw.round_facts(drawn)
    before = draw.round_facts(drawn[:-1])
    standing = {
        id: stake
        for id, stake in example.wagers.items()
        if not is_paid or not drawn or cashier.stands(id, before)
    }
    on_card = example.on_cards.get(len(drawn) if is_paid else len(drawn) + 1, {})
    refuse_unmatched({**on_card, **example.wagers}, ruleset.wagers)
    paid: dict[str, Paid] = {}
    if is_paid and drawn:
        card_facts = draw.card_facts(drawn[-1])
        paid = {id: cashier.settle(id, stake, card_facts) for id, stake in on_card.items()}
        paid |= {
            id: cashier.settle(id, stake, facts)
            for id, stake in standing.items()
            if not cashier.stands(id, facts)
        }
    view = draw.spoken
    return Pictured(
        picture,
        "",
        {**standing, **on_card},
        cards=drawn,
        hand=view.spoken(view.strength(drawn)) if len(drawn) == draw.cards else "",
        paid=paid,
    )

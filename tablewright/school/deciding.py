"""The facts that decide a wager, in words: what a trainee overlooked who settled it wrongly.

Facts decide if the nearest case that ends otherwise differs in them. Which facts those are is asked of
the decided wager; the words come from the cards.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tablewright.rules.cards import Card, faces
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.english import article
from tablewright.rules.facts import Versus, plain
from tablewright.rules.sources import (
    Against,
    Choice,
    DealerShows,
    Drawn,
    Leading,
    OfCard,
    PlayerShows,
    VoidRound,
)
from tablewright.rules.views import Hand, View
from tablewright.rules.wagers import Decided
from tablewright.school.dealing import SeatDealt
from tablewright.school.drawing import RoundDealt

MET = {
    Versus.HIGHER: "The player's hand is higher.",
    Versus.LOWER: "The dealer's hand is higher.",
    Versus.COPY: "The hands are a copy.",
}


FRAME = 3
"""How much further apart two cases are if the round was void, or the player decided otherwise."""


@lru_cache(maxsize=8192)
def deciding(decided: Decided[Any], framing: frozenset[str], number: int) -> tuple[str, ...]:
    """The facts in which a case differs from the nearest ones that end otherwise.

    `framing` are the facts that no card makes: they decide only where no others do.
    """
    space = decided.space
    facts, outcome = space.possible[number], decided.outcomes[number]
    nearest, found = 0, set[str]()
    for other, ends in decided.outcomes.items():
        if ends == outcome:
            continue
        record = space.possible[other]
        apart = [name for name in space.fields if getattr(record, name) != getattr(facts, name)]
        far = sum([FRAME if name in framing else 1 for name in apart])
        if not found or far <= nearest:
            found = {*apart} if not found or far < nearest else found | {*apart}
            nearest = far
    matter = found & looked_at(decided) or found
    return tuple(name for name in space.fields if name in matter)


@lru_cache(maxsize=256)
def looked_at(decided: Decided[Any]) -> frozenset[str]:
    """The facts that a wager looks at at all: alone, in some case, one of them ends it otherwise."""
    space = decided.space
    found = set[str]()
    for name in space.fields:
        others = [each for each in space.fields if each != name]
        ends: dict[tuple[Any, ...], Any] = {}
        for number, outcome in decided.outcomes.items():
            facts = space.possible[number]
            rest = tuple(getattr(facts, each) for each in others)
            if ends.setdefault(rest, outcome) != outcome:
                found.add(name)
                break
    return frozenset(found)


def framing(deal: Contest | Draw) -> frozenset[str]:
    """The facts that no card makes: a void round, a decision, how many cards came."""
    sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
    return frozenset(
        name for name, each in sources.items() if isinstance(each, VoidRound | Choice | Drawn)
    )


def seat_said(contest: Contest, dealt: SeatDealt, names: Sequence[str]) -> str:
    """Facts of a seat in words."""
    looked_at = contest.looked_at(dealt.decision, is_void=dealt.is_void)
    record = contest.space.possible[dealt.facts]
    said: list[str] = []
    for name in names:
        if name in looked_at:
            said.append(_of_seat(contest, dealt, name, getattr(record, name)))
    return " ".join(dict.fromkeys(filter(None, said)))


def _of_seat(contest: Contest, dealt: SeatDealt, name: str, value: Any) -> str:
    source = contest.sources[name]
    match source:
        case VoidRound():
            return "The round is void." if value else ""
        case Choice():
            if dealt.decision is None:
                return "The player had nothing to decide."
            return f"The player {contest.decision[dealt.decision].does}."
        case PlayerShows(view, _, only_played):
            cards = dealt.played if only_played and dealt.played else dealt.player
            views = {
                each.view for each in contest.sources.values() if isinstance(each, PlayerShows)
            }
            said, within = _said(view, cards), view.name.lower()
            is_told = len(views) > 1 and within not in said.lower()
            return f"The player has {said}{f' ({within})' if is_told else ''}."
        case DealerShows(view, label):
            same = view is contest.qualifies.view and label is contest.qualifies.label
            has = f"The dealer has {_said(view, dealt.dealer)}"
            if not same and not isinstance(value, bool):
                return f"{has}."
            does = _qualifies(contest, dealt.dealer)
            return f"{has} and {'qualifies' if does else 'does not qualify'}."
        case Against(views):
            view = views[dealt.decision]
            mine = dealt.played or dealt.player
            hands = f"{_said(view, mine)} against {_said(view, dealt.dealer)}"
            return f"{MET[value].removesuffix('.')}: {hands}."


def _qualifies(contest: Contest, dealer: Sequence[Card]) -> bool:
    source = contest.qualifies
    return bool(source.view.labels(source.label)[Hand(dealer).strength(source.view)])


def _said(view: View, cards: Sequence[Card]) -> str:
    return with_article(view.spoken(Hand(cards).strength(view)))


def with_article(hand: str) -> str:
    """A hand as one has it: `a pair of nines`, `an ace-high straight`, but `three tens`, `king high`.

    >>> [with_article(each) for each in ("eight-high flush", "3-Card Duki, king high", "two pair")]
    ['an eight-high flush', 'a 3-Card Duki, king high', 'two pair']
    """
    if re.match(r"nothing|(?:no|two|three|four|five) ", hand) or re.fullmatch(r"\w+ high", hand):
        return hand
    return f"{article(hand)} {hand}"


def card_said(draw: Draw, card: Card | None, names: Sequence[str]) -> str:
    """Facts of one card in words."""
    if card is None:
        return "The card never came: the round was declared void before."
    labels = [
        str(plain(source.label(card)))
        for name, source in draw.card_sources.items()
        if name in names and isinstance(source, OfCard)
    ]
    return f"The card is {card.face}: {', '.join(labels)}."


def round_said(draw: Draw, dealt: RoundDealt, names: Sequence[str]) -> str:
    """Facts of a round so far in words."""
    record = draw.round_space.possible[dealt.facts]
    said: list[str] = []
    for name in names:
        value = getattr(record, name)
        match draw.round_sources[name]:
            case VoidRound():
                said += ["The round is void."] if value else []
            case Drawn():
                count = len(dealt.drawn)
                said.append(f"{count} card{'s'[: count != 1]} of {draw.cards} came.")
            case Leading():
                word = name.replace("_", " ")
                said.append(f"{value} {word} card{'s'[: value != 1]} from the first on.")
            case PlayerShows(view):
                said.append(f"The cards make {_said(view, dealt.drawn)}.")
    return " ".join([*said, f"Drawn: {faces(dealt.drawn)}." if dealt.drawn else ""]).strip()

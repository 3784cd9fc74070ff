"""Hands as they are asked about: what can occur, what it is called, and the rule that ranks it."""

from functools import lru_cache
from random import Random

from tablewright.rules.cards import SUITS, Card
from tablewright.rules.contest import Contest
from tablewright.rules.english import capital
from tablewright.rules.ranked import ranking_id, slug
from tablewright.rules.rankings import ALL_DIFFERENT, Ranking, Shape
from tablewright.rules.views import Hand, View
from tablewright.school.made_hands import MOST_TRIES, NotFound, hand_of, strengths_by_shape
from tablewright.school.questions import HandShown, Option, Shown
from tablewright.school.spoken import NUMBERS
from tablewright.school.syllabus import Syllabus
from tablewright.table.words import joined

TRIES_TO_OCCUR = 400
"""So many proposals fail only where nothing of the kind can occur."""


class Kind:
    """One kind of hand in a view: a shape of one of its rankings, or nothing at all."""

    def __init__(self, view: View, ranking: Ranking | None, shape: Shape | None, size: int) -> None:
        self.view, self.ranking, self.shape = view, ranking, shape
        key = (ranking, shape.id) if ranking and shape else None
        found = strengths_by_shape(view).get(key, [])
        self.strengths = [strength for strength in found if is_whole(view, strength, size)]
        """Weakest first."""

    @property
    def id(self) -> str:
        """Its name within the view, in an option or a skill."""
        if self.ranking is None or self.shape is None:
            return slug(self.view.nothing)
        if len(self.view.rankings) == 1:
            return self.shape.id
        return f"{slug(self.ranking.name)}.{self.shape.id}"

    @property
    def case(self) -> str:
        """Its name within its ranking."""
        return self.shape.id if self.shape else slug(self.view.nothing)

    @property
    def says(self) -> str:
        if self.ranking is None or self.shape is None:
            return capital(self.view.nothing)
        if len(self.view.rankings) == 1:
            return self.shape.name
        return f"{self.ranking.name}, {self.shape.name.lower()}"

    @property
    def said(self) -> str:
        """Its name in the middle of a sentence."""
        if self.shape is None:
            return self.view.nothing
        return self.says if len(self.view.rankings) > 1 else self.shape.name.lower()

    @property
    def case_said(self) -> str:
        """Its name within its ranking, in the middle of a sentence."""
        return self.shape.name.lower() if self.shape else self.view.nothing

    @property
    def option(self) -> Option:
        return Option(self.id, self.says)

    def rule(self, syllabus: Syllabus) -> str:
        """The rule that ranks it."""
        return ranking_id(syllabus.game, self.ranking or self.view)


def is_whole(view: View, strength: int, size: int) -> bool:
    """Whether a hand of so many cards can be judged so: it shows as many as its ranking asks for."""
    seen = view.seen(strength)
    return seen is None or len(seen.standing.pattern.ranks) == min(size, seen.ranking.cards)


def size_of(syllabus: Syllabus) -> int:
    """How many cards a hand has."""
    deal = syllabus.deal
    return deal.hand_cards if isinstance(deal, Contest) else deal.cards


def some_hand(
    syllabus: Syllabus,
    view: View,
    strengths: list[int],
    rng: Random,
    without: tuple[Card, ...] = (),
    tries: int = MOST_TRIES,
) -> tuple[Card, ...]:
    """A hand of one of these strengths, from the decks of the game."""
    size, decks = size_of(syllabus), syllabus.deal.decks
    return hand_of(view, strengths, size, rng, decks=decks, without=without, tries=tries)


def kinds(syllabus: Syllabus, view: View) -> tuple[Kind, ...]:
    """Every kind of hand of a game that can occur in a view, weakest first."""
    return kinds_in(view, size_of(syllabus), syllabus.deal.decks)


@lru_cache(maxsize=64)
def kinds_in(view: View, size: int, decks: int) -> tuple[Kind, ...]:
    """Every kind of hand of so many cards that can occur in a view, weakest first."""
    every = [Kind(view, None, None, size)]
    every += [
        Kind(view, ranking, shape, size) for ranking in view.rankings for shape in ranking.shapes
    ]
    return tuple(
        kind for kind in every if kind.strengths and _occurs(view, kind.strengths, size, decks)
    )


def occurs(syllabus: Syllabus, view: View, strengths: list[int]) -> bool:
    """Whether a hand of a game can have one of these strengths."""
    return _occurs(view, strengths, size_of(syllabus), syllabus.deal.decks)


def _occurs(view: View, strengths: list[int], size: int, decks: int) -> bool:
    """The same answer every time."""
    try:
        hand_of(view, strengths, size, Random(0), decks=decks, tries=TRIES_TO_OCCUR)
    except NotFound:
        return False
    return True


def kind_of(syllabus: Syllabus, view: View, strength: int) -> Kind:
    """What a strength is called."""
    seen = view.seen(strength)
    for kind in kinds(syllabus, view):
        if seen is None and kind.ranking is None:
            return kind
        if seen and kind.ranking is seen.ranking and kind.shape is seen.standing.shape:
            return kind
    raise AssertionError(f"{view.name} sees {view.spoken(strength)}: expected it to occur")


def spoken(view: View, strength: int) -> str:
    """A hand as a sentence: `4-Card Duki, pair of nines.`"""
    said = view.spoken(strength)
    return f"{capital(said)}."


def why_read(view: View, cards: tuple[Card, ...]) -> str:
    """What is seen of a hand that is read: its name in full, and its suits where those count."""
    strength = Hand(cards).strength(view)
    seen = view.seen(strength)
    suits = [suit for suit in SUITS if any(card.suit is suit for card in cards)]
    said = joined([f"{suit.value}s" for suit in suits])
    if any(ranking.suits is ALL_DIFFERENT for ranking in view.rankings):
        counted = f"{NUMBERS[len(suits) - 1].title()} suit{'s'[: len(suits) != 1]}: {said}."
        return f"{spoken(view, strength)} {counted}"
    if seen and seen.standing.pattern.is_suited:
        return f"{spoken(view, strength)} All of one suit: {said}."
    return spoken(view, strength)


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [card.text for card in cards]


def hand_shown(syllabus: Syllabus, title: str, cards: tuple[Card, ...]) -> Shown:
    """A hand on the felt; the cards of a draw lie there for everyone."""
    if isinstance(syllabus.deal, Contest):
        return Shown(hands=[HandShown(title, texts(cards))])
    return Shown(drawn=texts(cards))

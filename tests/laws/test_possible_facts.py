"""What a ruleset calls possible is what deals can produce: no deal leaves it, and each value is dealt.

King High is walked through all ranks, up and down from each of them, and in the proof through every
sequence. For the contests, hands of every kind are set against each other until every possible value
has been seen.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

from tablewright.games import game
from tablewright.rules.cards import DECK, RANKS, Card, Rank, Suit
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.views import Hand

Cards = tuple[Card, ...]


def test_king_high_all_ranks_in_several_orders_give_exactly_the_possible_facts() -> None:
    def sequences(count: int) -> Iterator[Sequence[Rank]]:
        for upwards in combinations_with_replacement(RANKS, count):
            for ranks in (upwards, upwards[::-1]):
                for first in range(max(1, count)):
                    yield ranks[first:] + ranks[:first]

    every_sequence_gives_exactly_the_possible_facts(sequences)


@pytest.mark.proof
def test_king_high_every_sequence_of_ranks_gives_exactly_the_possible_facts() -> None:
    every_sequence_gives_exactly_the_possible_facts(lambda count: product(RANKS, repeat=count))


def every_sequence_gives_exactly_the_possible_facts(
    sequences: Callable[[int], Iterable[Sequence[Rank]]],
) -> None:
    draw = game("king-high").ruleset().deal
    assert isinstance(draw, Draw)
    of = {(card.rank, card.suit): card for card in DECK}
    mixed = (Suit.HEART, Suit.CLUB, Suit.HEART, Suit.SPADE, Suit.DIAMOND)
    dealt = set()
    for count in range(6):
        for ranks in sequences(count):
            drawn = [of[rank, suit] for rank, suit in zip(ranks, mixed, strict=False)]
            dealt.add(draw.round_facts(drawn))
            if count == 5:
                dealt.add(draw.round_facts([of[rank, Suit.HEART] for rank in ranks]))
            else:
                dealt.add(draw.round_facts(drawn, is_void=True))
    assert dealt == set(draw.round_space.possible)


def test_king_high_every_card_and_none_gives_exactly_the_possible_facts() -> None:
    draw = game("king-high").ruleset().deal
    assert isinstance(draw, Draw)
    dealt = {draw.card_facts(card) for card in (*DECK, None)}
    assert dealt == set(draw.card_space.possible)


@pytest.mark.parametrize(
    ("id", "readings"),
    [
        ("duki4", {}),
        ("duki4", {"duki4.bonus-hands": "three-only", "duki4.ace": "high-only"}),
        ("duki4", {"duki4.bonus-on-fold": "in-action", "duki4.fourth-card": "yes"}),
        pytest.param("pick2", {}, marks=pytest.mark.proof),
        pytest.param("pick2", {"pick2.three-cards": "cards-played"}, marks=pytest.mark.proof),
        (
            "pick2",
            {
                "pick2.bonus-on-fold": "in-action",
                "pick2.bonus-only-seat": "yes",
                "pick2.three-cards": "cards-played",
            },
        ),
    ],
)
def test_hands_of_every_kind_against_each_other_give_exactly_the_possible_facts(
    id: str, readings: dict[str, str]
) -> None:
    contest = game(id).ruleset(readings).deal
    assert isinstance(contest, Contest)
    rng = Random(f"possible {id}")
    kinds = list(hands_by_kind(contest, rng).values())
    alone = (None, *contest.decision) if readings.get("pick2.bonus-only-seat") else contest.decision
    dealt = {contest.void_facts(decision) for decision in (None, *contest.decision)}
    for player, dealer in meetings(kinds, rng):
        for decision in alone:
            for played in cards_played(contest, decision, player):
                dealt.add(contest.facts(Hand(dealer), Hand(player), decision, played))
    assert dealt == set(contest.space.possible)


def meetings(kinds: list[list[Cards]], rng: Random) -> Iterator[tuple[Cards, Cards]]:
    """Hands of every kind against every kind, and against hands that share ranks with them."""
    for mine, theirs in product(kinds, kinds):
        for _ in range(10):
            player, dealer = rng.choice(mine), rng.choice(theirs)
            if not set(player) & set(dealer):
                yield player, dealer
    for mine in kinds:
        for _ in range(300):
            player = rng.choice(mine)
            left = [card for card in DECK if card not in player]
            alike = [card for card in left if card.rank in {each.rank for each in player}]
            twins = [card for card in turned(player, rng) if card in left]
            shared = rng.choice([twins, rng.sample(alike, min(len(alike), len(player)))])
            shared = shared[: rng.choice([len(player), len(player), 3])]
            rest = [card for card in left if card not in shared]
            yield player, (*shared, *rng.sample(rest, len(player) - len(shared)))


def cards_played(contest: Contest, decision: str | None, hand: Cards) -> Iterator[Cards | None]:
    """All the cards, and every choice of them where the player may choose."""
    yield None
    plays = contest.decision[decision].plays if decision else None
    if plays:
        yield from combinations(hand, plays)


def hands_by_kind(contest: Contest, rng: Random) -> dict[tuple[object, ...], list[Cards]]:
    """Hands of every kind: random ones, and rare ones made by using few ranks or few suits."""
    packs: list[list[Card]] = [list(DECK)]
    for width in (2, 3, 5):
        for start in range(len(RANKS)):
            ranks = [RANKS[(start + step) % len(RANKS)] for step in range(width)]
            for suits in (1, 2, 4):
                few = [c for c in DECK if c.rank in ranks and c.suit in list(Suit)[:suits]]
                packs.append(few)
    kinds = defaultdict(list)
    for pack in packs:
        for _ in range(100 if len(pack) < len(DECK) else 5_000):
            if len(pack) >= contest.hand_cards:
                hand = tuple(rng.sample(pack, contest.hand_cards))
                kinds[kind_of(contest, hand)].append(turned(hand, rng))
    return kinds


def turned(hand: Cards, rng: Random) -> Cards:
    """The same hand with the suits changed about, so that two rare hands can meet."""
    suits = dict(zip(Suit, rng.sample(list(Suit), 4), strict=True))
    return tuple(DECK[4 * (c.rank - 2) + list(Suit).index(suits[c.suit])] for c in hand)


def kind_of(contest: Contest, hand: Cards) -> tuple[object, ...]:
    """What can be said of a hand, in each view, and whether it would qualify."""
    shapes = []
    for view in contest.spoken.values():
        seen = view.seen(view.strength(hand))
        shapes.append((seen.ranking.name, seen.standing.shape.id) if seen else None)
    view = contest.qualifies.view
    return (*shapes, contest.qualifies.label(view.seen(view.strength(hand))))

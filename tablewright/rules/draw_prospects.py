"""How wagers on drawn cards stand: what the cards so far would pay, and what the next one can add.

A row that the cards are on is certain if nothing that may still come pays less. Which cards would lead
to a better row is found by trying each of them; how likely they are is not spoken of.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from tablewright.rules.cards import DECK, Card
from tablewright.rules.draw import Draw
from tablewright.rules.game import Ruleset
from tablewright.rules.language import cached_by_language
from tablewright.rules.said import rows_paid, table_row
from tablewright.rules.sources import Drawn, Leading, PlayerShows, VoidRound
from tablewright.rules.views import View
from tablewright.rules.wagers import STANDS, Decided, PayTable

Row = tuple[str, str, str]
"""A row as it is printed: its table, its hand, its odds."""


class Standing(NamedTuple):
    """A row that a wager is paid by, has reached, or reaches with the right card."""

    wager: str
    row: Row
    is_paid: bool
    """Whether the wager is decided, and paid by it."""
    is_certain: bool
    """Whether nothing that may come pays less."""
    next: tuple[Card, ...] = ()
    """The cards that lead to it, if one of them comes next; none, where it is reached."""


def standings(ruleset: Ruleset, drawn: Sequence[Card], *, in_action: bool) -> list[Standing]:
    """How every wager stands after these cards; in action, the last of them is being settled."""
    draw = ruleset.deal
    assert isinstance(draw, Draw)
    found: list[Standing] = []
    on_round = _on_round(ruleset, draw, tuple(drawn))
    for id, decided in ruleset.wagers.items():
        if id in on_round:
            found += on_round[id]
        elif in_action:
            rows = rows_paid(decided, draw.card_facts(drawn[-1]))
            found += [Standing(id, row, is_paid=True, is_certain=True) for row in rows]
    return found


@cached_by_language(256)  # The same while the last card is settled and until the next one comes.
def _on_round(
    ruleset: Ruleset, draw: Draw, drawn: tuple[Card, ...]
) -> dict[str, tuple[Standing, ...]]:
    """How the wagers on the whole round stand after these cards, by their ids."""
    ahead = _ahead(draw, drawn)
    wagers = ruleset.wagers.items()
    return {
        id: tuple(_of_round(each, ahead)) for id, each in wagers if each.space is draw.round_space
    }


class Ahead(NamedTuple):
    """Where a round stands, and where it may go: the facts by their numbers."""

    now: int
    next: tuple[tuple[Card, int], ...]
    """After each card that may come next."""
    later: tuple[int, ...]
    """After any cards that may still come."""


def _ahead(draw: Draw, drawn: tuple[Card, ...]) -> Ahead:
    now = draw.round_facts(drawn)
    if len(drawn) == draw.cards:
        return Ahead(now, (), ())
    left = [card for card in DECK if drawn.count(card) < draw.decks]
    after = tuple((card, draw.round_facts((*drawn, card))) for card in left)
    return Ahead(now, after, tuple(_later(draw, drawn)))


def _of_round(decided: Decided[Any], ahead: Ahead) -> Iterator[Standing]:
    """How a wager on the whole round stands: decided, or as it is so far and as it may be next."""
    id, now = decided.wager.id, ahead.now
    if not _stands(decided, now):
        for row in rows_paid(decided, now):
            yield Standing(id, row, is_paid=True, is_certain=True)
        return
    paid = {decided.outcomes[number] for number in ahead.later if not _stands(decided, number)}
    tables = _tables(decided, {outcome.line for outcome in paid})
    facts, reached = decided.space.possible[now], set[Row]()
    for table in tables:
        if table.has(facts):
            row, net = table_row(table, facts), table.net(facts)
            reached.add(row)
            is_certain = all(outcome.net is not None and outcome.net >= net for outcome in paid)
            yield Standing(id, row, is_paid=False, is_certain=is_certain)
    leading: dict[Row, list[Card]] = {}
    for card, number in ahead.next:
        for row in _rows(decided, tables, number):
            if row not in reached:
                leading.setdefault(row, []).append(card)
    for row, cards in leading.items():
        yield Standing(id, row, is_paid=False, is_certain=False, next=tuple(cards))


def _stands(decided: Decided[Any], number: int) -> bool:
    return decided.lines[decided.outcomes[number].line].pays is STANDS


def _tables(decided: Decided[Any], lines: set[int]) -> list[PayTable[Any]]:
    """The tables that may still pay, each once."""
    found = {table.name: table for line in lines for table in decided.lines[line].tables}
    return list(found.values())


def _rows(decided: Decided[Any], tables: list[PayTable[Any]], number: int) -> list[Row]:
    """The rows that a wager is paid by, or has reached while it stands."""
    if not _stands(decided, number):
        return rows_paid(decided, number)
    facts = decided.space.possible[number]
    return [table_row(table, facts) for table in tables if table.has(facts)]


# What may still come -------------------------------------------------------------------------------


def _later(draw: Draw, drawn: tuple[Card, ...]) -> Iterator[int]:
    """The facts that later cards may lead to, in a round that is not void.

    Each field by itself takes the values that it can; of what they make together, what can occur.
    """
    space = draw.round_space
    suits = {card.suit for card in drawn}
    tally = tuple(sorted(int(card.rank) for card in drawn))
    for size in range(len(drawn) + 1, draw.cards + 1):
        moves: list[list[int]] = []
        values: Sequence[int]
        for name, source in draw.round_sources.items():
            match source:
                case VoidRound():
                    values = [space.ordinal(name, False)]
                case Drawn():
                    values = [space.ordinal(name, size)]
                case Leading(test):
                    run = next((n for n, card in enumerate(drawn) if not test(card)), len(drawn))
                    ends = range(run, size + 1) if run == len(drawn) else (run,)
                    values = [space.ordinal(name, end) for end in ends]
                case PlayerShows():
                    values = _shown(draw, name, tally, len(suits) == 1, size)
            moves.append([space.stride[name] * value for value in values])
        for together in product(*moves):
            if sum(together) in space.possible:
                yield sum(together)


@lru_cache(maxsize=8192)
def _shown(
    draw: Draw, name: str, ranks: tuple[int, ...], is_one_suit: bool, size: int
) -> tuple[int, ...]:
    """What a field may show of cards of these ranks, of one suit or not, with more cards."""
    source = draw.round_sources[name]
    assert isinstance(source, PlayerShows)
    labels = source.view.labels(source.label)
    shows = {labels[n] for n in _strengths(source.view, ranks, is_one_suit, size, draw.decks)}
    return tuple([draw.round_space.ordinal(name, each) for each in shows])


@lru_cache(maxsize=8192)
def _strengths(
    view: View, ranks: tuple[int, ...], is_one_suit: bool, size: int, decks: int
) -> frozenset[int]:
    """The strengths that cards of these ranks, of one suit or not, may have with more cards."""
    found: set[int] = set()
    for rank in range(2, 15):
        if ranks.count(rank) == 4 * decks:
            continue
        more = tuple(sorted((*ranks, rank)))
        for is_still in {False, is_one_suit and more.count(rank) <= decks}:
            if len(more) < size:
                found |= _strengths(view, more, is_still, size, decks)
            else:
                found.add(_strength(view, more, is_still))
    return frozenset(found)


@lru_cache(maxsize=16384)
def _strength(view: View, ranks: tuple[int, ...], is_one_suit: bool) -> int:
    """The strength of cards of these ranks, of one suit or not; one set is come to in many ways."""
    suits = [0] * len(ranks) if is_one_suit else [n % 4 for n in range(len(ranks))]
    return view.strength([DECK_OF[each] for each in zip(ranks, suits, strict=True)])


DECK_OF = {(int(card.rank), card.suit_bit.bit_length() - 1): card for card in DECK}
"""Every card by its rank and the number of its suit."""

"""Advice as it is shown: the same tables in a terminal and on the page."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import msgspec

from tablewright.advice.at_table import CARD, HAND, NONE, Position, Valuation
from tablewright.odds.printing import percent
from tablewright.rules.cards import cards, faces
from tablewright.rules.language import say, worded
from tablewright.table.chips import money
from tablewright.table.words import counted

LARGEST_DENOMINATOR = 1000
"""A fraction of a dollar with a denominator from this on says nothing to a player."""
OUT_OF_TURN = "A card was exposed out of turn; these figures do not take it into account."
NOTHING = "There is nothing to decide now."


def exact_dollars(cents: Fraction) -> str:
    """An average amount, to a hundredth of a cent.

    >>> exact_dollars(Fraction(-12345, 100)), exact_dollars(Fraction(0))
    ('-$1.2345', '$0.0000')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}${float(abs(cents)) / 100:.4f}"


def average(cents: Fraction) -> str:
    """An average result, with its sign.

    >>> average(Fraction(12345, 100))
    '+$1.2345'
    """
    return f"{'+' if cents > 0 else ''}{exact_dollars(cents)}"


def exactly(cents: Fraction) -> str:
    """The same amount as a fraction of a dollar, where that is short; nothing where it is long.

    >>> exactly(Fraction(1, 3)), exactly(Fraction(500)), exactly(Fraction(500, 6299))
    ('1/300', '5', '')
    """
    dollars = cents / 100
    return str(dollars) if dollars.denominator < LARGEST_DENOMINATOR else ""


class AdviceTable(NamedTuple):
    """A table of advice, its columns after the first filled with amounts."""

    title: str
    header: tuple[str, ...]
    rows: list[list[str]]
    amounts: tuple[int, ...]
    """The columns to be set to the right; fractions, in the last, are not."""

    @property
    def figures(self) -> "Figures":
        return Figures(self.title, list(self.header), self.rows)


def _shown(title: str, header: tuple[str, ...], rows: Sequence[list[str]]) -> AdviceTable:
    """A table whose last column holds fractions, left out where no row has a short one."""
    amounts = tuple(range(1, len(header)))
    if any(row[-1] for row in rows):
        header = (*header, say("exactly, in dollars"))
    return AdviceTable(title, header, [row[: len(header)] for row in rows], amounts)


def hand_table(valuation: Valuation) -> AdviceTable:
    """What each decision is worth, the best first."""
    best = max(valuation.worths.values())
    rows = []
    for decision, worth in _best_first(valuation):
        named = valuation.hand.plays(decision)
        known = worded(decision, "decision")
        how = f"{known} {faces(named)}" if named else known
        cost = say("the best") if worth == best else exact_dollars(best - worth)
        rows.append([how, average(worth), cost, exactly(best - worth) if worth < best else ""])
    title = say("On average, with your wagers as they lie")
    return _shown(title, (say("decision"), say("result"), say("mistake costs")), rows)


def _best_first(valuation: Valuation) -> list[tuple[str, Fraction]]:
    return sorted(valuation.worths.items(), key=lambda each: -each[1])


def edges_table(valuation: Valuation) -> AdviceTable:
    """What each wager costs on the cards in sight, the cheapest first."""
    at, wagers = valuation.at, valuation.book.wagers
    drawn, seen = faces(cards(" ".join(at.drawn))), len(at.seen_before)
    after = drawn or say("no card")
    if seen:
        since = counted(seen, "card")
        after = say("{cards} and {seen} seen since the shuffle", cards=after, seen=since)
    return _shown(
        say("Each wager after {cards}, the cheapest first", cards=after),
        (say("wager"), say("wins"), say("house edge"), say("$5 costs")),
        [
            [
                worded(wagers[id].name, "wager"),
                percent(wins, 2),
                percent(edge, 2),
                exact_dollars(500 * edge),
                exactly(500 * edge),
            ]
            for id, (edge, wins) in _cheapest_first(valuation)
        ],
    )


def _cheapest_first(valuation: Valuation) -> list[tuple[str, tuple[Fraction, Fraction]]]:
    return sorted(valuation.edges.items(), key=lambda each: each[1][0])


def live_table(valuation: Valuation) -> AdviceTable | None:
    """What the player's wagers on the round are worth now, where there are any."""
    live, at, wagers = valuation.live, valuation.at, valuation.book.wagers
    if not live:
        return None
    return _shown(
        say("Your wagers on the round, as the cards stand"),
        (say("wager"), say("stake"), say("average result")),
        [
            [
                worded(wagers[id].name, "wager"),
                money(at.playing[id]),
                average(worth),
                exactly(worth),
            ]
            for id, worth in live.items()
        ],
    )


# The page ------------------------------------------------------------------------------------------


class Figures(msgspec.Struct, frozen=True):
    """Figures in words: a title, what the columns are, and the rows."""

    title: str
    header: list[str]
    rows: list[list[str]]


class AdvisedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision on one's own hand; the best costs nothing."""

    decision: str
    cards: list[str]
    indices: list[int]
    worth_cents: str
    cost_cents: str
    exactly: str


class AdvisedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that may be made before the next card; its worth is that of $5 on it."""

    wager: str
    name: str
    house_edge: str
    wins: str
    worth_cents: str
    exactly: str


class HandAdvice(Figures, frozen=True, kw_only=True, tag_field="kind", tag=HAND):
    """What each decision on a hand is worth."""

    best: str
    note: str
    choices: list[AdvisedDecision]
    more: list[Figures]


class CardAdvice(Figures, frozen=True, kw_only=True, tag_field="kind", tag=CARD):
    """What each wager on the next card is worth."""

    best: str
    note: str
    choices: list[AdvisedWager]
    more: list[Figures]


class NoAdvice(Figures, frozen=True, kw_only=True, tag_field="kind", tag=NONE):
    """There is nothing to choose."""

    best: str
    note: str
    choices: list[AdvisedDecision]
    more: list[Figures]


Advice: TypeAlias = HandAdvice | CardAdvice | NoAdvice
"""What there is to choose says what is valuation."""


def document(at: Position) -> Advice:
    """The advice as the page reads it; may take seconds the first time."""
    if at.kind == HAND:
        return _hand_advice(Valuation(at))
    if at.kind == CARD:
        return _card_advice(Valuation(at))
    return NoAdvice("", [], [], best="", note=worded(NOTHING), choices=[], more=[])


def _hand_advice(valuation: Valuation) -> HandAdvice:
    best = max(valuation.worths.values())
    held = list(valuation.hand.cards)
    choices = []
    for decision, worth in _best_first(valuation):
        named = valuation.hand.plays(decision) or ()
        choices.append(
            AdvisedDecision(
                decision=decision,
                cards=[each.text for each in named],
                indices=[held.index(each) for each in named],
                worth_cents=cents_said(worth),
                cost_cents=cents_said(best - worth),
                exactly=exactly(best - worth),
            )
        )
    shown = hand_table(valuation).figures
    return HandAdvice(
        shown.title,
        shown.header,
        shown.rows,
        best=valuation.best,
        note="",
        choices=choices,
        more=[],
    )


def _card_advice(valuation: Valuation) -> CardAdvice:
    shown, live = edges_table(valuation).figures, live_table(valuation)
    choices = [
        AdvisedWager(
            wager=id,
            name=worded(valuation.book.wagers[id].name, "wager"),
            house_edge=percent(edge, 2),
            wins=percent(wins, 2),
            worth_cents=cents_said(-500 * edge),
            exactly=exactly(500 * edge),
        )
        for id, (edge, wins) in _cheapest_first(valuation)
    ]
    return CardAdvice(
        shown.title,
        shown.header,
        shown.rows,
        best=choices[0].wager if choices else "",
        note=worded(OUT_OF_TURN) if valuation.at.is_unaccounted else "",
        choices=choices,
        more=[live.figures] if live else [],
    )


def cents_said(cents: Fraction) -> str:
    """An average amount in cents, to a hundredth, as the page takes it for a number.

    >>> cents_said(Fraction(-12345, 100)), cents_said(Fraction(1, 3))
    ('-123.45', '0.33')
    """
    return f"{float(cents):.2f}"

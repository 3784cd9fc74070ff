"""What a hand would win: every row that its wagers may be paid by, and what that depends on.

Nothing is guessed: of all facts that can occur, those are tried that fit the player's own cards and
what may still be decided, whatever the dealer holds. A row is certain if they all lead to it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.contest import Contest
from tablewright.rules.facts import COPY, HIGHER, LOWER, Versus
from tablewright.rules.game import Ruleset
from tablewright.rules.language import cached_by_language
from tablewright.rules.said import rows_paid
from tablewright.rules.views import Hand
from tablewright.rules.wagers import Decided

Row = tuple[str, str, str]
"""A row as it is printed: its table, its hand, its odds."""


class Depends(Enum):
    """What stands between a hand and its payment, once it is played."""

    NOTHING = "nothing"
    BEATS = "it beats the dealer"
    UNQUALIFIED = "the dealer does not qualify"
    BEATS_QUALIFIED = "the dealer qualifies and it beats the dealer"
    BEATS_UNQUALIFIED = "the dealer does not qualify and it beats the dealer"
    EITHER = "it beats the dealer, or the dealer does not qualify"
    RULES = "the rules"
    """Nothing so short: the lines themselves have to be read."""


class Prospect(NamedTuple):
    """A row that a wager may be paid by."""

    wager: str
    row: Row
    is_certain: bool
    depends: Mapping[str | None, Depends]
    """By decision, of those after which it can be won."""
    lost_by: tuple[str, ...]
    """The decisions still open that give it up, whatever the dealer holds."""
    rules: tuple[str, ...]
    """The lines that may pay it."""
    plays: tuple[Card, ...] = ()
    """The cards that must be put in play for it, where others may be."""


class Case(NamedTuple):
    """One thing that may come of a hand."""

    decision: str | None
    plays: tuple[Card, ...]
    number: int
    qualifies: bool | None
    versus: Versus | None


class Own(NamedTuple):
    """What is known of a seat: its cards, what it may still decide, and the dealer's hand if turned."""

    held: tuple[Card, ...]
    decisions: tuple[str | None, ...]
    plays: tuple[Card, ...] = ()
    """The cards that were put in play, where not all were."""
    dealer: tuple[Card, ...] = ()


def prospects(ruleset: Ruleset, own: Own, wagers: Collection[str]) -> list[Prospect]:
    """What each of these wagers may be paid by, in the order of the game."""
    contest = ruleset.deal
    assert isinstance(contest, Contest)
    cases = tuple(_cases(contest, own))
    decided = [each for id, each in ruleset.wagers.items() if id in wagers]
    return [found for each in decided for found in _of_wager(each, cases)]


@cached_by_language(4096)  # Hands that are alike to the facts are many.
def _of_wager(decided: Decided[Any], cases: tuple[Case, ...]) -> tuple[Prospect, ...]:
    """The rows that one wager may be paid by."""
    return tuple(_paid_by(decided, cases))


def _paid_by(decided: Decided[Any], cases: Sequence[Case]) -> Iterator[Prospect]:
    paid = {
        case: rows_paid(decided, case.number) for case in cases if case.number in decided.outcomes
    }
    for row in dict.fromkeys(row for rows in paid.values() for row in rows):
        winning = {case: None for case, rows in paid.items() if row in rows}
        by = dict.fromkeys(case.decision for case in winning)
        choices = {(case.decision, case.plays) for case in winning}
        fitting = [case for case in paid if (case.decision, case.plays) in choices]
        lines = [decided.outcomes[case.number].line for case in winning]
        yield Prospect(
            wager=decided.wager.id,
            row=row,
            is_certain=len(winning) == len(cases),
            depends={
                decision: _depends([case for case in fitting if case.decision == decision], winning)
                for decision in by
            },
            lost_by=tuple(dict.fromkeys(str(c.decision) for c in cases if c.decision not in by)),
            rules=tuple(dict.fromkeys(decided.lines[line].rule for line in lines)),
            plays=_to_play(paid, fitting),
        )


def _to_play(every: Collection[Case], fitting: Sequence[Case]) -> tuple[Card, ...]:
    """The cards that must be put in play for a row, where others may be put in play instead."""
    choices = {(case.decision, case.plays) for case in fitting}
    others = [c for c in every if c.plays and (c.decision, c.plays) not in choices]
    return next((c.plays for c in fitting if c.plays), ()) if others else ()


def _depends(cases: Sequence[Case], winning: Collection[Case]) -> Depends:
    """What must be so for a row to be won, after one decision."""

    def wins_if(test: Mapping[tuple[bool, bool], bool]) -> bool:
        return all(
            (case in winning) == test[case.qualifies is not False, case.versus is HIGHER]
            for case in cases
        )

    if all(case in winning for case in cases):
        return Depends.NOTHING
    every = [(q, beats) for q in (True, False) for beats in (True, False)]
    tests = {
        Depends.BEATS: {(q, beats): beats for q, beats in every},
        Depends.UNQUALIFIED: {(q, beats): not q for q, beats in every},
        Depends.BEATS_QUALIFIED: {(q, beats): q and beats for q, beats in every},
        Depends.BEATS_UNQUALIFIED: {(q, beats): beats and not q for q, beats in every},
        Depends.EITHER: {(q, beats): beats or not q for q, beats in every},
    }
    return next((depends for depends, test in tests.items() if wins_if(test)), Depends.RULES)


# Everything that may come of a hand ----------------------------------------------------------------


def _cases(contest: Contest, own: Own) -> Iterator[Case]:
    """Everything that may come of a hand, each decision and each choice of cards included."""
    hand = Hand(own.held)
    for decision in own.decisions:
        alike: dict[int, list[tuple[Card, ...]]] = {}
        for plays in _choices(contest, own, decision):
            in_play = Hand(plays) if plays else hand
            alike.setdefault(contest.player_facts(hand, in_play, decision), []).append(plays)
        for mine, choices in alike.items():
            named = choices[0] if len(alike) > 1 else ()
            if own.dealer:
                dealer, played = Hand(own.dealer), own.plays or None
                yield Case(
                    decision, named, contest.facts(dealer, hand, decision, played), None, None
                )
                continue
            hands = [Hand(plays) if plays else hand for plays in choices]
            best = tuple(
                all(each.strength(view) == view.strengths - 1 for each in hands)
                for view, *_ in contest.looks[decision].against
            )
            for number, qualifies, versus in _meetings(contest, decision, mine, best):
                yield Case(decision, named, number, qualifies, versus)


def _choices(contest: Contest, own: Own, decision: str | None) -> list[tuple[Card, ...]]:
    """The cards that may be put in play; nothing, where all are."""
    plays = contest.decision[decision].plays if decision else None
    if plays is None:
        return [()]
    return [own.plays] if own.plays else list(combinations(own.held, plays))


@lru_cache(maxsize=4096)
def _meetings(
    contest: Contest, decision: str | None, mine: int, best: tuple[bool, ...]
) -> tuple[tuple[int, bool | None, Versus | None], ...]:
    """What cards that come to the same may come to against the dealer's hand: the number of the facts,
    whether the dealer qualifies, and how the hands compare. Nothing is higher than the best there is.
    """
    looks, qualifies = contest.looks[decision], contest.qualifies
    shown: list[list[tuple[int, bool | None]]] = []
    for view, moves in looks.dealer:
        is_told = view is qualifies.view
        told = view.labels(qualifies.label) if is_told else [None] * len(moves)
        shown.append(list(dict.fromkeys(zip(moves, map(_as_bool, told), strict=True))))
    met: list[list[tuple[int, Versus]]] = [
        [(copy, COPY), (higher, HIGHER), *([] if is_best else [(lower, LOWER)])]
        for (_, lower, copy, higher), is_best in zip(looks.against, best, strict=True)
    ]
    found: list[tuple[int, bool | None, Versus | None]] = []
    for shows in product(*shown):
        for against in product(*met):
            number = mine + sum(move for move, _ in shows) + sum(move for move, _ in against)
            if number in contest.space.possible:
                does = next((each for _, each in shows if each is not None), None)
                found.append((number, does, next((versus for _, versus in against), None)))
    return tuple(found)


def _as_bool(told: object) -> bool | None:
    return None if told is None else bool(told)

"""Coaching: what a decision that was made has cost against the best, in words and exactly.

The figures are those of advice (`at_table.py`), so that both say the same. Only decisions are judged.
In a draw there is none: which wagers to make is a matter of taste, and since to make none costs least,
to call any of them a mistake would not be honest. Advice says beforehand what each costs.
"""

import threading
from collections import OrderedDict
from fractions import Fraction

import msgspec

from tablewright.advice.at_table import HAND, JudgedDecision, Position, Valuation
from tablewright.advice.decisions import MadeDecision
from tablewright.rules.cards import cards, faces
from tablewright.rules.english import capital
from tablewright.rules.language import say, worded
from tablewright.table.setup import Book

MOST_KEPT = 20_000
"""So many judgements are kept; one that is asked for again is made again."""

Key = tuple[str, MadeDecision]


class CoachedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was made, judged."""

    round: int
    decision: str
    says: str
    """`Best decision.`, or what was better and by how much on average."""
    is_best: bool
    cost: str
    """What it cost on average, in dollars; nothing, where it was the best."""


class Judgements:
    """What is known of decisions: made in a thread of its own, looked up by the event loop."""

    def __init__(self) -> None:
        self._known: OrderedDict[Key, JudgedDecision | None] = OrderedDict()
        self._lock = threading.Lock()
        self._counted: set[str] = set()
        """The rulesets by which something was judged: what takes long is at hand."""

    def is_quick(self, book: Book, made: MadeDecision) -> bool:
        """Whether a decision is judged in less time than it takes to have that done elsewhere.

        Cards that were put in play by name are valued by going through deals, which takes longer.
        """
        return book.ruleset.fingerprint in self._counted and not made.plays

    def is_known(self, book: Book, made: MadeDecision) -> bool:
        return _key(book, made) in self._known

    def of(self, book: Book, made: MadeDecision) -> JudgedDecision | None:
        """What is known of a decision: nothing yet, or nothing ever where it could not be judged."""
        return self._known.get(_key(book, made))

    def judge(self, book: Book, made: MadeDecision) -> JudgedDecision | None:
        """Judge a decision, unless that is done; may take seconds the first time."""
        key = _key(book, made)
        if key not in self._known:
            judged = _judged(book, made)
            with self._lock:
                self._known[key] = judged
                self._counted.add(key[0])
                while len(self._known) > MOST_KEPT:
                    self._known.popitem(last=False)
        return self._known.get(key)

    def give_up(self, book: Book, made: MadeDecision) -> None:
        """A decision that cannot be judged is not tried again."""
        with self._lock:
            self._known.setdefault(_key(book, made), None)


JUDGEMENTS = Judgements()
"""Those of every table: they depend on nothing but the rules, the hand and the stakes."""


def _key(book: Book, made: MadeDecision) -> Key:
    alike = made._replace(round=0, dealt=made.dealt._replace(pack=0, slots=(), cut=None))
    return book.ruleset.fingerprint, alike


def _judged(book: Book, made: MadeDecision) -> JudgedDecision | None:
    stakes = dict(made.stakes)
    if book.contest.decided_by not in stakes or not made.cards:
        return None
    at = Position(book, HAND, made.cards, stakes, stakes, (), (), is_unaccounted=False)
    held = cards(" ".join(made.cards))
    return Valuation(at).judged(made.decision, tuple(held[n] for n in made.plays))


def coached(book: Book, made: MadeDecision, judged: JudgedDecision) -> CoachedDecision:
    """A judgement in words."""
    best, better, cost = judged
    amount = cost_said(cost) if cost else ""
    if not cost:
        says = say("coach.best", "Best decision.")
    else:
        doing = capital(worded(book.contest.decision[best].doing, "decision"))
        if better:
            doing = say("coach.with", "{doing} with {cards}", doing=doing, cards=faces(better))
        says = say(
            "coach.better", "{doing} was better by {cost} on average.", doing=doing, cost=amount
        )
    return CoachedDecision(
        round=made.round, decision=made.decision, says=says, is_best=not cost, cost=amount
    )


def cost_said(cents: Fraction) -> str:
    """What something costs on average: to the cent, or finer where it is less than one.

    >>> cost_said(Fraction(3292, 100)), cost_said(Fraction(1, 3)), cost_said(Fraction(1, 1000))
    ('$0.33', '$0.0033', 'less than $0.0001')
    """
    if cents >= 1:
        return f"${float(cents) / 100:,.2f}"
    if cents >= Fraction(1, 200):
        return f"${float(cents) / 100:.4f}"
    return say("coach.less", "less than {amount}", amount="$0.0001")

"""A player's coaching as the page shows it: the last decision judged, what mistakes have cost so far.

What was decided is known from the journal; what it cost is worked out beside the event loop
(`house/tables/coach.py`). Here both are put together, each decision once.
"""

from collections.abc import Iterable
from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.advice.coaching import JUDGEMENTS, CoachedDecision, coached, cost_said
from tablewright.advice.decisions import DecisionsMade, MadeDecision
from tablewright.rules.language import language
from tablewright.table.setup import Book


class Coaching(msgspec.Struct, frozen=True, kw_only=True):
    """What a coach has to say to one player."""

    last: CoachedDecision | UnsetType = UNSET
    """The last decision, if it has been judged."""
    decisions: int
    """How many have been judged since the player sat down."""
    mistakes: int
    cost: str
    """What the mistakes have cost on average, in dollars; nothing, as long as there are none."""
    is_thinking: bool
    """Whether the last decision is still being judged."""


class _Tally:
    """The decisions of one sitting, added up as far as they are judged."""

    def __init__(self, made: list[MadeDecision]) -> None:
        self.made = made
        self.seen = self.forgotten = self.decisions = self.mistakes = 0
        """How many were looked at, and how many of all are not remembered any more."""
        self.cost = Fraction(0)
        self.last: MadeDecision | None = None
        self.said: Coaching | None = None
        """What was last said of them, in which language, and how far that goes."""
        self.said_of = 0, False, ""

    @property
    def unseen(self) -> list[MadeDecision]:
        """Those that were not looked at yet."""
        return self.made[self.seen - self.forgotten :]


class Coach:
    """Puts together what is known of the decisions at one table."""

    def __init__(self, book: Book, decisions: DecisionsMade) -> None:
        self._book, self._decisions = book, decisions
        self._tallies: dict[int, _Tally] = {}

    def of(self, place: int) -> Coaching | None:
        """What is said to the player at a place; nothing before the first decision."""
        tally = self._tally(place)
        if not tally.made:
            return None
        is_thinking, spoken = bool(tally.unseen), language()
        if tally.said is not None and tally.said_of == (tally.seen, is_thinking, spoken):
            return tally.said
        tally.said_of = tally.seen, is_thinking, spoken
        tally.said = self._said(tally, is_thinking=is_thinking)
        return tally.said

    def _said(self, tally: _Tally, *, is_thinking: bool) -> Coaching:
        judged = JUDGEMENTS.of(self._book, tally.last) if tally.last and not is_thinking else None
        return Coaching(
            last=coached(self._book, tally.last, judged) if tally.last and judged else UNSET,
            decisions=tally.decisions,
            mistakes=tally.mistakes,
            cost=cost_said(tally.cost) if tally.cost else "",
            is_thinking=is_thinking,
        )

    def waiting(self, places: Iterable[int]) -> list[tuple[int, MadeDecision]]:
        """What is still to be judged at these places, each with its place, oldest first."""
        found: list[tuple[int, MadeDecision]] = []
        for place in places:
            tally = self._tally(place)
            found += [(place, each) for each in tally.unseen if each.cards]
        return [each for each in found if not JUDGEMENTS.is_known(self._book, each[1])]

    def _tally(self, place: int) -> _Tally:
        """The decisions at a place, added up as far as they have been judged by now."""
        made = self._decisions.at_place.get(place, [])
        forgotten = self._decisions.forgotten.get(place, 0)
        tally = self._tallies.get(place)
        if tally is None or tally.made is not made:
            tally = self._tallies[place] = _Tally(made)
        tally.seen = max(tally.seen, forgotten)
        tally.forgotten = forgotten
        while tally.seen < forgotten + len(made):
            next = made[tally.seen - forgotten]
            if not JUDGEMENTS.is_known(self._book, next):
                if next.cards or next is made[-1]:
                    break
            elif judged := JUDGEMENTS.of(self._book, next):
                tally.decisions += 1
                tally.mistakes += bool(judged.cost)
                tally.cost += judged.cost
                tally.last = next
            tally.seen += 1
        return tally

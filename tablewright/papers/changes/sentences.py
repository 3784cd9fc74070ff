"""Which sentences of the rule book changed: rules that came, went, or say or cite something else."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from tablewright.papers.editions import Edition
from tablewright.papers.in_force import not_in_force
from tablewright.rules.register import Rule

LEAST_ALIKE = Fraction(2, 5)
"""Sentences that have less than this part of their words in common are set whole against each other."""


class Piece(msgspec.Struct, frozen=True):
    """Words that stayed, went or came; a space stands between two pieces."""

    kind: Literal["same", "gone", "new"]
    text: str


class RuleChange(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that is not in force any more, or newly, or says or cites something else."""

    rule: str
    kind: Literal["added", "removed", "reworded", "cited"]
    """Cited: it says the same, and another passage is named for it."""
    before: str
    after: str
    source_before: str
    source_after: str
    words: tuple[Piece, ...]
    """Both sentences as one, word for word."""

    @property
    def source(self) -> str:
        """The passage as it is cited now; where the rule has gone, as it was."""
        return self.source_after or self.source_before


def changed_rules(before: Edition, after: Edition) -> tuple[RuleChange, ...]:
    """The rules that are different, in the order of the register; those that went come last."""
    return tuple(_changed(rules_in_force(before), rules_in_force(after)))


def rules_in_force(edition: Edition) -> Mapping[str, Rule]:
    """The rules that hold where an edition is printed for, by id: the game's and the house's."""
    absent = not_in_force(edition)
    return {id: rule for id, rule in edition.rules.items() if id not in absent}


def _changed(was: Mapping[str, Rule], now: Mapping[str, Rule]) -> Iterator[RuleChange]:
    for id in (*now, *(id for id in was if id not in now)):
        old, new = was.get(id), now.get(id)
        said = old.sentence if old else "", new.sentence if new else ""
        cited = str(old.source) if old else "", str(new.source) if new else ""
        if said[0] == said[1] and cited[0] == cited[1]:
            continue
        kind: Literal["added", "removed", "reworded", "cited"] = "reworded"
        if old is None or new is None:
            kind = "removed" if new is None else "added"
        elif said[0] == said[1]:
            kind = "cited"
        yield RuleChange(
            rule=id,
            kind=kind,
            before=said[0],
            after=said[1],
            source_before=cited[0],
            source_after=cited[1],
            words=worded(*said),
        )


def worded(before: str, after: str) -> tuple[Piece, ...]:
    """Two sentences as one: which words stayed, which went, which came.

    >>> [(each.kind, each.text) for each in worded("It is paid 1-1.", "It is lost.")]
    [('same', 'It is'), ('gone', 'paid 1-1.'), ('new', 'lost.')]
    """
    old, new = before.split(), after.split()
    same = _in_common(old, new)
    if len(same) < LEAST_ALIKE * max(len(old), len(new)):
        same = []
    found: list[Piece] = []
    at_old = at_new = 0
    for in_old, in_new in (*same, (len(old), len(new))):
        found.append(Piece("gone", " ".join(old[at_old:in_old])))
        found.append(Piece("new", " ".join(new[at_new:in_new])))
        found.append(Piece("same", " ".join(old[in_old : in_old + 1])))
        at_old, at_new = in_old + 1, in_new + 1
    return tuple(_joined(each for each in found if each.text))


def _in_common(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """As many words as both have in one order: the place of each in the old and in the new one."""
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for n in reversed(range(len(old))):
        for m in reversed(range(len(new))):
            is_same = old[n] == new[m]
            skipped = max(longest[n + 1][m], longest[n][m + 1])
            longest[n][m] = longest[n + 1][m + 1] + 1 if is_same else skipped
    found: list[tuple[int, int]] = []
    n = m = 0
    while n < len(old) and m < len(new):
        if old[n] == new[m]:
            found.append((n, m))
            n, m = n + 1, m + 1
        elif longest[n + 1][m] >= longest[n][m + 1]:
            n += 1
        else:
            m += 1
    return found


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Words of one kind that follow each other as one piece."""
    found: list[Piece] = []
    for each in pieces:
        if found and found[-1].kind == each.kind:
            found[-1] = Piece(each.kind, f"{found[-1].text} {each.text}")
        else:
            found.append(each)
    return found

"""Stakes: what a player places, what must stand beside it, and what follows from a decision."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tablewright.rules.contest import Decision
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.wagers import Decided, SameAs, Times, Wager


@dataclass(frozen=True)
class Offer:
    """The wagers of a game, or some of them: those that a player places, those that follow."""

    wagers: tuple[str, ...]
    following: Mapping[str, Times]
    """The wagers whose stake follows from another's by the decision made."""

    @staticmethod
    def of(wagers: Collection[Wager[Any]]) -> "Offer":
        following = {w.id: w.stake for w in wagers if isinstance(w.stake, Times)}
        for id, follows in following.items():
            if follows.wager in following:
                raise BadDefinition(
                    f"the stake of {id} follows from that of {follows.wager}:"
                    " expected a wager that players place"
                )
        return Offer(tuple(w.id for w in wagers), following)

    @cached_property
    def placed(self) -> tuple[str, ...]:
        """The wagers that players place themselves."""
        return tuple(id for id in self.wagers if id not in self.following)

    def is_free(self, decision: Decision) -> bool:
        """Whether a decision adds no stake and names no cards, so that it can be made for a player."""
        costs = any(decision.id in times.by_decision for times in self.following.values())
        return not costs and not decision.plays

    def on_the_felt(self, placed: Mapping[str, int], decision: str | None) -> dict[str, int]:
        """Every stake after a decision: those placed, and those that follow from them."""
        stakes = {}
        for id in self.wagers:
            if id in placed:
                stakes[id] = placed[id]
            elif decision and id in self.following:
                first, times = self.following[id]
                if first in placed and decision in times:
                    stakes[id] = placed[first] * times[decision]
        return stakes


def refuse_unmatched(placed: Mapping[str, int], wagers: Mapping[str, Decided[Any]]) -> None:
    """Refuse a wager without the wagers it needs beside it, or not at the stake it must equal."""
    for id in placed:
        decided = wagers[id]
        for need in decided.needs:
            if need.wager not in placed:
                raise Refused(
                    f"{id} is wagered without {need.wager}:"
                    f" expected a {need.wager} wager too ({need.source.place})"
                )
        same = decided.wager.stake
        if isinstance(same, SameAs) and placed[id] != placed[same.wager]:
            raise Refused(
                f"{id} is {placed[id]} and {same.wager} is {placed[same.wager]} cents:"
                f" expected equal stakes"
            )

"""A naive audit of a table's figures: it reads the JSON lines of a journal and adds up, nothing else.

    drop          cash that went into the box
    win           drop + float + credits - opening float - fills
    staked, won   what was settled; what is ruled otherwise later is put right
    theoretical   each stake by the edge that is published for its wager, in Fractions
    pace          rounds in the time that was played, without any pause of more than ten minutes

It knows nothing of the product; edges are handed to it as the mathematics report has them.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

Line = dict[str, Any]


class Audited(NamedTuple):
    """What a table came to by its journal."""

    drop: int
    win: int
    staked: Counter[str]
    returned: int
    rounds: int
    played: timedelta

    @property
    def stake(self) -> int:
        return sum(self.staked.values())

    @property
    def won(self) -> int:
        return self.stake - self.returned

    def theoretical(self, edges: Mapping[str, Fraction]) -> Fraction:
        return sum((edges[wager] * cents for wager, cents in self.staked.items()), Fraction(0))

    def less(self, before: "Audited") -> "Audited":
        """What was added since."""
        staked = Counter(self.staked)
        staked.subtract(before.staked)
        return Audited(
            self.drop - before.drop,
            self.win - before.win,
            staked,
            self.returned - before.returned,
            self.rounds - before.rounds,
            self.played - before.played,
        )


def per_cent(part: int | Fraction, of: int) -> float | None:
    return round(float(100 * Fraction(part) / of), 2) if of else None


def worth(chips: Mapping[str, int]) -> int:
    return sum(int(value) * count for value, count in chips.items())


KINDS = dict.fromkeys(("heart", "club", "diamond", "spade"), "suit")
"""What a wager is published as, where that is not its own name."""


class Published(dict[str, Fraction]):
    """The edge of each wager from the mathematics report; what follows another is in that one's."""

    def __init__(self, report: Mapping[str, Any]) -> None:
        super().__init__()
        for kind, found in report["wagers"].items():
            self[kind] = Fraction(found["house_edge"])
        contest = report.get("contest")
        if contest:
            self |= dict.fromkeys(contest["wagers"], Fraction(0))
            self[contest["wagers"][0]] = Fraction(contest["house_edge"])

    def __missing__(self, wager: str) -> Fraction:
        return self[KINDS[wager]]


def read(raw: Iterable[bytes]) -> list[Line]:
    """The lines of a journal file."""
    return [json.loads(each) for each in raw]


def audited(lines: Iterable[Line], until: datetime | None = None) -> Audited:
    """What the lines of a journal come to, those from a moment on left out."""
    drop = opening = rack = fills = credits = returned = rounds = 0
    staked: Counter[str] = Counter()
    played = in_rounds = timedelta()
    last: datetime | None = None
    is_open = False
    for line in lines:
        at, did = datetime.fromisoformat(line["at"]), line["did"]
        if until is not None and at >= until:
            break
        if is_open and last is not None and at - last <= timedelta(minutes=10):
            played += at - last
        last = at
        match did["event"]:
            case "set-up":
                opening = rack = worth(did["setup"]["float_chips"])
            case "opened":
                is_open = True
            case "begin-closing":
                is_open = False
            case "buy-in":
                drop += did["cash"]
                rack -= worth(did["chips"])
            case "settled" if not did.get("is_unplayed"):
                staked[did["wager"]] += did["stake"]
                returned += did["returned"]
            case "taken-back":
                if did["returned"] == did["stake"]:
                    staked[did["wager"]] -= did["stake"]
                    returned -= did["was"]
                else:
                    returned += did["returned"] - did["was"]
            case "reckoned":
                staked[did["wager"]] += did["stake"] - did["was_stake"]
                returned += did["returned"] - did["was"]
            case "clear":
                rounds += 1
                in_rounds = played
        for move in did.get("moves", ()) if did["event"] != "slip-prepared" else ():
            cents = worth(move.get("chips", {})) + move.get("cash", 0)
            source, target = move["source"], move["target"]
            rack += cents * ((target == "float") - (source == "float"))
            fills += cents * (source == "cage")
            credits += cents * (target == "cage")
    win = drop + rack + credits - opening - fills
    return Audited(drop, win, staked, returned, rounds, in_rounds)

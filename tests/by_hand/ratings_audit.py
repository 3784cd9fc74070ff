"""A naive rating of every player at a table: it reads the JSON lines of a journal and adds up.

    rounds          those in which something of theirs was settled and not only given back
    average bet     all that they staked in those rounds, divided by their number
    first wager     of each of those rounds the wager that the game lists first
    result          chips before them and on the felt, less the cash that they changed
    time            from sitting down to leaving

It knows nothing of the product; the order of a game's wagers is handed to it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from tests.by_hand.floor_audit import Line, worth


class Played:
    """One sitting by the journal."""

    def __init__(self, player: str, place: int, at: datetime) -> None:
        self.player, self.place, self.since = player, place, at
        self.until: datetime | None = None
        self.rounds: list[Counter[str]] = [Counter()]
        self.bought_in = self.tips = self.net = 0

    @property
    def bet_in(self) -> list[Counter[str]]:
        """The rounds in which they bet."""
        return [each for each in self.rounds if any(each.values())]

    @property
    def staked(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for each in self.rounds:
            total.update(each)
        return total

    def average_bet(self) -> Fraction:
        return Fraction(sum(self.staked.values()), len(self.bet_in) or 1)

    def average_first(self, order: Sequence[str]) -> Fraction:
        firsts = [next(each[wager] for wager in order if each[wager]) for each in self.bet_in]
        return Fraction(sum(firsts), len(firsts) or 1)

    def lasted(self, now: datetime) -> timedelta:
        return (self.until or now) - self.since


def change(did: dict[str, Any]) -> tuple[str, int] | None:
    """What a line adds to the stakes of a wager."""
    match did["event"]:
        case "settled" if not did.get("is_unplayed"):
            return did["wager"], did["stake"]
        case "taken-back" if did["returned"] == did["stake"]:
            return did["wager"], -did["stake"]
        case "reckoned":
            return did["wager"], did["stake"] - did["was_stake"]
    return None


def played(lines: Iterable[Line]) -> list[Played]:
    """Every sitting of a journal, in the order in which people sat down."""
    found: list[Played] = []
    here: dict[int, Played] = {}
    for line in lines:
        at, did = datetime.fromisoformat(line["at"]), line["did"]
        place = did.get("place", 0)
        match did["event"]:
            case "sit":
                here[place] = Played(did["player"], place, at)
                found.append(here[place])
            case "buy-in":
                here[place].bought_in += did["cash"]
                here[place].net += worth(did["chips"]) - did["cash"]
            case "leave" if place in here:
                here.pop(place).until = at
            case "tip":
                here[place].tips += worth(did["chips"])
                here[place].net -= worth(did["chips"])
            case "clear":
                for each in here.values():
                    each.rounds.append(Counter())
        if place in here and (added := change(did)):
            wager, cents = added
            here[place].rounds[-1][wager] += cents
        for move in did.get("moves", ()) if did["event"] != "slip-prepared" else ():
            cents = worth(move.get("chips", {}))
            for account, sign in ((move["source"], -1), (move["target"], 1)):
                kind, _, rest = account.partition(":")
                at_place = int(rest.partition(":")[0] or 0) if kind in ("rail", "spot") else 0
                if at_place in here:
                    here[at_place].net += sign * cents
    return found

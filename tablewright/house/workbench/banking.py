"""The stakes, seats, pace and bank that are asked about, and what a version is worth at them."""

from collections.abc import Mapping

from tablewright.design.bank import Seating
from tablewright.design.ruin import Ruin
from tablewright.house.workbench.shown import Banked, PlacedWager
from tablewright.odds.analysis import Analysis
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.stakes import Offer
from tablewright.rules.wagers import SameAs

ROUNDS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
"""For so many rounds bands are shown."""


def placed_wagers(analysis: Analysis) -> list[PlacedWager]:
    """The wagers that players stake on; those whose stake equals another's come with it."""
    wagers = analysis.ruleset.wagers
    found: dict[str, PlacedWager] = {}
    for id in Offer.of([each.wager for each in wagers.values()]).placed:
        wager = wagers[id].wager
        together = [n for n, (ids, _) in enumerate(analysis.figured.together) if id in ids]
        if not isinstance(wager.stake, SameAs) and wager.kind not in found:
            found[wager.kind] = PlacedWager(
                id=wager.kind, name=worded(wager.title, "wager"), together=together[0]
            )
    return list(found.values())


def seating(analysis: Analysis, numbers: Mapping[str, str]) -> Seating:
    """The version at the stakes that are asked about: `ante=1000 bonus=500`, in cents."""
    stakes = {}
    for each in numbers.get("stakes", "").split():
        wager, _, cents = each.partition("=")
        stakes[wager] = _whole(cents, wager)
    return Seating(analysis, stakes, _whole(numbers.get("seats", "1"), "seats"))


def banked(analysis: Analysis, numbers: Mapping[str, str]) -> Banked:
    """Bands by rounds, and the win of an hour."""
    at = seating(analysis, numbers)
    hour = at.win_an_hour(_whole(numbers.get("pace", ""), "pace"))
    return Banked(bands=at.bands(ROUNDS), hour=hour)


def ruined(analysis: Analysis, numbers: Mapping[str, str]) -> Ruin:
    """The risk that a bank is used up."""
    at = seating(analysis, numbers)
    bank, rounds = (_whole(numbers.get(each, ""), each) for each in ("bank", "rounds"))
    return at.ruin(bank, rounds, numbers.get("whose", "house"))


def _whole(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 15):
        why = say("{what} is {text}: expected a whole number", what=what, text=quoted(text))
        raise Refused(why)
    return int(text)

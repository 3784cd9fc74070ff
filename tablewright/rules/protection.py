"""Game protection: chips laid late, added, taken off, moved or put in the wrong box, as data.

What staff can see is the same at every game, and so are the rulings. A game's manual is cited where it
speaks of one (`Protection`); where it is silent, the house is. A manual may also have the dealer keep
hands and chips back before the call, and look over the layout before the first payment.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from tablewright.rules.citations import Passage, house

SILENT = house("game protection")
"""The source of what no manual rules on."""


class Seen(Enum):
    """What was seen to happen to chips."""

    LATE = "late"
    CAPPED = "capped"
    PINCHED = "pinched"
    MOVED = "moved"
    WRONG_BOX = "wrong-box"


class Remedy(Enum):
    """What a ruling does with the chips."""

    RETURNED = "the chips go back to the player and were never in play"
    RESTORED = "the wager plays as it was"
    STANDS = "the wager plays as it lies"


class ChipRuling(NamedTuple):
    """What is done about chips."""

    id: str
    says: str
    remedy: Remedy
    source: Passage


class Incident(NamedTuple):
    """Something that staff can see happen to chips, and every ruling on it, the usual one first."""

    id: str
    seen: Seen
    title: str
    recorded: str
    """That the record follows what was done, so that chips must move to put it right."""
    source: Passage
    rulings: tuple[ChipRuling, ...]
    looks: str = ""
    """What one sees of it, which is the same when it is proper: `{player}`, `{chips}`, `{wager}`,
    what `{lies}` there then, the wager `{to}` and the place `{box}` stand for what it is about."""

    def ruling(self, id: str) -> ChipRuling:
        """The ruling of this id; the usual one, if none is named."""
        return next(each for each in self.rulings if each.id == id or not id)

    def rule(self, ruling: ChipRuling) -> str:
        """The rule that a ruling is."""
        return f"{self.id}.{ruling.id}"


class Protection(NamedTuple):
    """What a game's manual says of all this."""

    speaks_of: Mapping[Seen, Passage] = {}
    """Where it speaks of something that can be seen."""
    rules_on: Mapping[Seen, Passage] = {}
    """Where it rules on it."""
    hands_back: Passage | None = None
    """Where it has hands and chips kept back before no more bets is called."""
    look_over: Passage | None = None
    """Where it has the layout looked over before the first payment."""


HANDS_BACK_RULE, LOOK_OVER_RULE = "protection.hands-back", "protection.look-over"
HANDS_BACK_SAYS = (
    "Before the dealer calls no more bets, players keep hands and chips well away from the wagers."
)
LOOK_OVER_SAYS = (
    "Before the first payment the dealer pauses and looks over the whole layout, longest at the wagers"
    " that are settled last."
)


class _Words(NamedTuple):
    title: str
    recorded: str
    usual: ChipRuling
    otherwise: str
    """What a supervisor may find instead; nothing, where there is no other ruling."""
    looks: str


_SAID: Mapping[Seen, _Words] = {
    Seen.LATE: _Words(
        "A wager was laid after no more bets",
        "The record counts the late chips on the wager",
        ChipRuling(
            "returned",
            "A late wager is not accepted: its chips go back to the player and were never in play.",
            Remedy.RETURNED,
            SILENT,
        ),
        "A supervisor finds that the wager lay there before the call: it plays.",
        "{player} bets {chips} on {wager}.",
    ),
    Seen.CAPPED: _Words(
        "Chips were added to a wager after no more bets",
        "The record counts the added chips on the wager",
        ChipRuling(
            "as-it-was",
            "The added chips go back to the player, and the wager plays as it was.",
            Remedy.RETURNED,
            SILENT,
        ),
        "A supervisor finds that all the chips lay there before the call: they play.",
        "{player} adds {chips} to {wager}: {lies} in all.",
    ),
    Seen.PINCHED: _Words(
        "Chips were taken off a wager after no more bets",
        "The record no longer counts these chips on the wager",
        ChipRuling(
            "as-it-was",
            "The chips go back on the wager, which plays as it was; if it has been settled, the player"
            " is paid, or pays, what it would have come to.",
            Remedy.RESTORED,
            SILENT,
        ),
        "A supervisor finds that they were taken off before the call: what lies there plays.",
        "{player} takes {chips} off {wager}.",
    ),
    Seen.MOVED: _Words(
        "Chips were moved from one wager to another after no more bets",
        "The record counts the chips where they were moved to",
        ChipRuling(
            "as-it-was",
            "The chips play where they lay at the call.",
            Remedy.RESTORED,
            SILENT,
        ),
        "A supervisor finds that they lay there before the call: they play where they lie.",
        "{player} pushes {chips} from {wager} to {to}.",
    ),
    Seen.WRONG_BOX: _Words(
        "A wager was laid at another player's place",
        "The record counts the chips as a wager of this player",
        ChipRuling(
            "returned",
            "The wager goes back to the player who laid it, and was never in play.",
            Remedy.RETURNED,
            SILENT,
        ),
        "",
        "{player} bets {chips} on {wager} at {box}.",
    ),
}


def incidents(game: str, protection: Protection) -> tuple[Incident, ...]:
    """Everything that can be seen at a table of a game, with its sources."""
    return tuple(_incident(game, seen, protection) for seen in Seen)


def _incident(game: str, seen: Seen, protection: Protection) -> Incident:
    title, recorded, usual, otherwise, looks = _SAID[seen]
    rulings = [usual._replace(source=protection.rules_on.get(seen, SILENT))]
    if otherwise:
        rulings.append(ChipRuling("stands", otherwise, Remedy.STANDS, SILENT))
    return Incident(
        f"{game}.protection.{seen.value}",
        seen,
        title,
        recorded,
        protection.speaks_of.get(seen, SILENT),
        tuple(rulings),
        looks,
    )

"""A game, and a ruleset: the game with one choice for each reading and its pay tables.

A ruleset has a fingerprint, the SHA-256 of its canonical JSON. What is hashed is what is played: the
readings chosen, how every hand ranks and what it is called, and for every wager the line that settles
each possible case and its odds. Words are not hashed, nor are limits and other settings of a house.
"""

import hashlib
import json
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from tablewright.rules.cards import cards
from tablewright.rules.citations import Document, Erratum, Passage
from tablewright.rules.contest import Contest
from tablewright.rules.definition import refuse_crowd, refuse_ids, refuse_misfits
from tablewright.rules.described import described_deal
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition, Refused, listed, quoted
from tablewright.rules.facts import FactSpace
from tablewright.rules.readings import Reading, Rulings, find_reading
from tablewright.rules.sources import Against, DealerShows, PlayerShows
from tablewright.rules.views import View
from tablewright.rules.wagers import (
    Decided,
    Ends,
    Line,
    Odds,
    SameAs,
    Times,
    Wager,
    decide,
    refuse_unknown_pay,
)


class Figure(Enum):
    """What a published figure measures."""

    HOUSE_EDGE = "house_edge"
    ELEMENT_OF_RISK = "element_of_risk"
    HIT_FREQUENCY = "hit_frequency"


class Claim(NamedTuple):
    """A figure that a manual publishes about its game."""

    text: str
    published: str
    """As printed, in per cent."""
    source: Passage
    of: str
    """The wager it is about, or `contest`: those that are decided together."""
    figure: Figure


class Provision(NamedTuple):
    """A clause about wagers or payment that settles no wager by itself: for the house or the table."""

    rule: str
    sentence: str
    source: Passage


class Felt(StrEnum):
    """The colours of felt there are."""

    GREEN = "green"
    BURGUNDY = "burgundy"
    BLUE = "blue"


@dataclass(frozen=True, eq=False)
class Game:
    """Everything a manual says about a game, as data."""

    id: str
    """In every rule id, journal and command: small letters, digits and hyphens."""
    name: str
    """As it is printed."""
    summary: str
    """The game in a sentence, for a lobby or a list."""
    documents: tuple[Document, ...]
    """What is cited; the game's own manual first."""
    wagers: tuple[Wager[Any], ...]
    """In the order in which they are listed and placed."""
    provisions: tuple[Provision, ...]
    """Clauses on wagers and payment that settle no wager by themselves."""
    readings: tuple[Reading, ...]
    """Every place where the manual contradicts itself or is silent."""
    errata: tuple[Erratum, ...]
    """Misprints that change no rule."""
    claims: tuple[Claim, ...]
    """The figures that the manual publishes."""
    deal: Callable[[Rulings], Contest | Draw]
    """How cards become facts, under these rulings."""
    places: Reading
    """The reading that says how many players the table seats; its options are numbers."""
    place: str = "seat"
    """What a player's place is called."""
    emblem: str = "As Kh Qd"
    """A few cards that stand for the game, in the lobby."""
    felt: Felt = Felt.GREEN
    """The colour of its felt on a screen."""

    def __post_init__(self) -> None:
        refuse_ids("game", [self.id])
        if not self.documents:
            raise BadDefinition(f"{self.id} names no document: expected the game's manual first")
        for reading in self.readings:
            if reading.id.partition(".")[0] != self.id:
                raise BadDefinition(
                    f"reading {reading.id}: expected its name to begin with {self.id}."
                )
        self._refuse_places()
        try:
            cards(self.emblem)
        except Refused as refused:
            raise BadDefinition(f"the emblem of {self.id}: {refused}") from None
        refuse_ids("wager", [wager.id for wager in self.wagers])
        for wager in self.wagers:
            self._refuse_wager(wager)
        kinds = [wager.kind for wager in self.wagers]
        for claim in self.claims:
            if claim.of not in {"contest", *kinds}:
                raise BadDefinition(
                    f"claim {claim.text!r} is about {claim.of}:"
                    f" expected contest, {listed(dict.fromkeys(kinds))}"
                )
        for provision in self.provisions:
            if provision.rule.partition(".")[0] != self.id:
                raise BadDefinition(
                    f"provision {provision.rule}: expected its name to begin with {self.id}."
                )

    def _refuse_places(self) -> None:
        if self.places not in self.readings:
            raise BadDefinition(
                f"places is the reading {self.places.id}: expected one of {self.id}'s readings"
            )
        for option in self.places.options:
            if not (option.id.isdecimal() and int(option.id)):
                raise BadDefinition(
                    f"{self.places.id} has the option {quoted(option.id)}:"
                    " expected a number of players"
                )

    def _refuse_wager(self, wager: Wager[Any]) -> None:
        """Refuse a wager that names what the game has not."""
        wagers = [each.id for each in self.wagers]
        named = [need.wager for need in wager.needs]
        for other in [*named, wager.stake.wager] if wager.stake else named:
            if other not in wagers:
                raise BadDefinition(
                    f"wager {wager.id} names the wager {quoted(other)}: expected {listed(wagers)}"
                )
        for line in wager.lines:
            if not line.rule.startswith(f"{self.id}.{wager.kind}."):
                raise BadDefinition(
                    f"line {line.rule} of wager {wager.id}:"
                    f" expected its rule to begin with {self.id}.{wager.kind}."
                )
        conditions = [line.under for line in wager.lines] + [need.under for need in wager.needs]
        for under in filter(None, [*conditions, wager.maximum and wager.maximum.counts_stake]):
            if under.reading not in self.readings:
                raise BadDefinition(
                    f"wager {wager.id} asks for the reading {under.reading.id}:"
                    f" expected one of {self.id}'s readings"
                )

    @property
    def place_plural(self) -> str:
        """What several places are called."""
        return (
            f"{self.place}es" if self.place.endswith(("x", "s", "ch", "sh")) else f"{self.place}s"
        )

    @property
    def kinds_with_maximum(self) -> tuple[str, ...]:
        """The kinds of wagers for which a house may post the most it pays."""
        return tuple(dict.fromkeys(wager.kind for wager in self.wagers if wager.maximum))

    def refuse_maximum(self, kind: str) -> None:
        """Refuse a posted maximum payout of a wager that allows none."""
        known = self.kinds_with_maximum
        if kind not in known:
            expected = listed(known) if known else f"none, since no wager of {self.name} has one"
            raise Refused(f"a maximum payout is posted for {quoted(kind)}: expected {expected}")

    def reading(self, id: str) -> Reading:
        return find_reading(self.readings, id)

    def ruleset(
        self, readings: Mapping[str, str] | None = None, pay: Mapping[str, Odds] | None = None
    ) -> "Ruleset":
        """The game as played under these readings (defaults for the rest) at these odds."""
        rulings = Rulings(self.readings, readings or {})
        return _decided(self, tuple(rulings.items()), tuple((pay or {}).items()))


class Ruleset:
    """A game decided: every wager settled for every possible value of its facts."""

    def __init__(
        self,
        game: Game,
        rulings: Rulings,
        pay: Mapping[str, Odds],
        before: "Ruleset | None" = None,
    ) -> None:
        """`before` is the same game under these rulings at other odds, where that was decided."""
        self.game = game
        self.rulings = rulings
        self.pay = pay
        if before is None:
            self.deal = game.deal(rulings)
            refuse_misfits(game.id, game.wagers, self.deal)
            refuse_crowd(game.id, self.deal, self.places)
            spaces = {space.record: space for space in self.spaces}
            wagers = {each.id: decide(each, spaces[each.facts], rulings) for each in game.wagers}
        else:
            self.deal, wagers = before.deal, before.wagers
        refuse_unknown_pay(pay, wagers)
        self.wagers: dict[str, Decided[Any]] = {id: each.at(pay) for id, each in wagers.items()}

    def at(self, pay: Mapping[str, Odds]) -> "Ruleset":
        """The same readings at these odds, and at the printed ones for the rest: dealt as this is."""
        return Ruleset(self.game, self.rulings, pay, self)

    @property
    def spaces(self) -> tuple[FactSpace[Any], ...]:
        if isinstance(self.deal, Contest):
            return (self.deal.space,)
        return (self.deal.card_space, self.deal.round_space)

    @property
    def decided_together(self) -> tuple[str, ...]:
        """The wager that obliges to decide, its multiples by decision, and the stakes equal to it.

        None in a game without decisions.
        """
        if not isinstance(self.deal, Contest):
            return ()
        first = self.deal.decided_by
        stakes = {wager.id: wager.stake for wager in self.game.wagers}
        follow = [id for id, s in stakes.items() if isinstance(s, Times) and s.wager == first]
        equal = [id for id, s in stakes.items() if isinstance(s, SameAs) and s.wager == first]
        return (first, *follow, *equal)

    @property
    def places(self) -> int:
        """How many players the table seats."""
        return int(self.rulings[self.game.places.id])

    @property
    def changed(self) -> tuple[Reading, ...]:
        """The readings that are not taken at their default."""
        return tuple(r for r in self.game.readings if self.rulings[r.id] != r.default)

    @property
    def pay_plainly(self) -> dict[str, str]:
        """The odds that were changed, as JSON writes them."""
        return {key: str(odds) for key, odds in self.pay.items()}

    @property
    def undecided(self) -> tuple[Reading, ...]:
        """The readings that move money and rest on no evidence, whatever was chosen."""
        return tuple(r for r in self.game.readings if r.is_undecided and r.moves_money)

    def undecided_without(self, chosen: Container[str]) -> dict[str, str]:
        """The undecided readings that nobody chose, as they are taken."""
        return {r.id: self.rulings[r.id] for r in self.undecided if r.id not in chosen}

    @property
    def warnings(self) -> tuple[str, ...]:
        """What must be said loudly of the readings chosen."""
        options = [(r, r.option(self.rulings[r.id])) for r in self.game.readings]
        return tuple(
            f"{r.id}={option.id}: {option.warning}" for r, option in options if option.warning
        )

    @property
    def spoken_views(self) -> tuple[View, ...]:
        """The views in which this game speaks of cards."""
        if isinstance(self.deal, Contest):
            return tuple(self.deal.spoken.values())
        return (self.deal.spoken,)

    @property
    def views(self) -> tuple[View, ...]:
        """Every view in which cards are looked at: those spoken of, then those that facts name."""
        deal = self.deal
        sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
        found = list(self.spoken_views)
        for source in sources.values():
            if isinstance(source, PlayerShows | DealerShows):
                found.append(source.view)
            elif isinstance(source, Against):
                found += source.views.values()
        if isinstance(deal, Contest):
            found.append(deal.qualifies.view)
        return tuple(dict.fromkeys(found))

    @cached_property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.canonical()).hexdigest()

    def canonical(self) -> bytes:
        """The ruleset as the JSON that is hashed: sorted keys, no spaces, ASCII."""
        described = {
            "game": self.game.id,
            "readings": self.rulings.hashed,
            "deal": described_deal(self.deal),
            "wagers": {id: self._described_wager(decided) for id, decided in self.wagers.items()},
        }
        return json.dumps(described, sort_keys=True, separators=(",", ":")).encode("ascii")

    def _described_wager(self, decided: Decided[Any]) -> dict[str, object]:
        wager = decided.wager
        return {
            "facts": self.spaces.index(decided.space),
            "stake": _stake(wager.stake),
            "needs": [need.wager for need in decided.needs],
            "posted_maximum": decided.cap.value,
            "lines": [[line.rule, pays_plainly(wager, line)] for line in decided.lines],
            "cases": [[number, outcome.line] for number, outcome in decided.outcomes.items()],
        }


@lru_cache(maxsize=64)
def _decided(
    game: Game, rulings: tuple[tuple[str, str], ...], pay: tuple[tuple[str, Odds], ...]
) -> Ruleset:
    """A ruleset, decided once for all that play by it, price it or print it."""
    return Ruleset(game, Rulings(game.readings, dict(rulings)), dict(pay))


def _stake(stake: SameAs | Times | None) -> object:
    match stake:
        case SameAs(wager):
            return {"same_as": wager}
        case Times(wager, by_decision):
            return {"times": wager, "by_decision": dict(by_decision)}
        case None:
            return "chosen"


def pays_plainly(wager: Wager[Any], line: Line[Any]) -> object:
    """What a line pays as JSON: `"3-2"`, `"push"`, or odds by key."""
    if isinstance(line.pays, Ends):
        return line.pays.value
    if isinstance(line.pays, Odds):
        return str(line.pays)
    rows = {
        wager.pay_key(table, made): table.printed(made)
        for table in line.tables
        for made in table.rows
    }
    return {"combine": line.combine.value, "odds": rows} if line.combine else rows

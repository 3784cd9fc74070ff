"""A version of a game: readings chosen and odds changed, as a form offers them and a link holds them.

A version names only what differs from the game as it is printed. Its text is short and stays as it is
in an address: `duki4~ace_high-only~bonus.straight_7` reads the ace high only and pays a straight 7-1.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from tablewright.games import game
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.language import say, worded
from tablewright.rules.readings import Reading, Rulings, find_reading, parse_choices
from tablewright.rules.said import DECISION
from tablewright.rules.wagers import Decided, Odds, made_said, parse_pay, refuse_unknown_pay

BETWEEN, IS = "~", "_"
"""What stands between two changes in a version's text, and between what is changed and to what.

Neither is ever written otherwise in an address, and no id has one of them.
"""
LONGEST_TEXT = 4000
LEAST_RANGE = 5
"""A slider reaches at least so far, in whole odds."""


class Version(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game with what was changed of it; `version_of` and its like make one and refuse the rest."""

    game: str
    readings: dict[str, str] = {}
    """The option by the reading's id, where it is not the default; in the game's order."""
    pay: dict[str, str] = {}
    """The odds by their key, where they are not the printed ones: `{"bonus.straight": "7-1"}`."""

    @property
    def text(self) -> str:
        """The version in a few characters, for a link; the same version has the same text."""
        readings = [f"{id.partition('.')[2]}{IS}{to}" for id, to in self.readings.items()]
        pay = [f"{_in_address(key)}{IS}{to.removesuffix('-1')}" for key, to in self.pay.items()]
        return BETWEEN.join([self.game, *readings, *pay])

    def ruleset(self) -> Ruleset:
        """The game as this version plays it."""
        pay = {key: Odds.parse(odds) for key, odds in self.pay.items()}
        return _decided(game(self.game), self.readings, pay)

    def as_printed(self) -> "Version":
        """The same readings at the printed odds."""
        return Version(self.game, self.readings)


# Made ----------------------------------------------------------------------------------------------


def version_of(
    id: str,
    readings: Mapping[str, str] | None = None,
    pay: Mapping[str, str | Odds] | None = None,
    *,
    leaves_out_idle: bool = False,
) -> Version:
    """The version with these readings and odds; bad input is refused in one line.

    Odds of a line that is not in force under the readings are refused; if `leaves_out_idle`, left out.
    """
    of = game(id)
    chosen = {find_reading(of.readings, key).id: to for key, to in (readings or {}).items()}
    plain = _decided(of, chosen, {})
    parsed = {
        key: odds if isinstance(odds, Odds) else Odds.parse(odds)
        for key, odds in (pay or {}).items()
    }
    printed = pay_keys(plain)
    if leaves_out_idle:
        parsed = {key: odds for key, odds in parsed.items() if key in printed}
    refuse_unknown_pay(parsed, plain.wagers)
    return Version(
        of.id,
        {r.id: plain.rulings[r.id] for r in of.readings if plain.rulings[r.id] != r.default},
        {key: str(parsed[key]) for key in printed if parsed.get(key, printed[key]) != printed[key]},
    )


def version_of_choices(id: str, readings: Iterable[str] = (), pay: Iterable[str] = ()) -> Version:
    """The version written as on the command line: `ID=OPTION` and `WAGER.KEY=ODDS`."""
    return version_of(id, parse_choices(game(id).readings, readings), parse_pay(pay))


def version_of_text(text: str) -> Version:
    """The version that a link holds.

    >>> version_of_text("duki4~ace_high-only~bonus.straight_7").pay
    {'bonus.straight': '7-1'}
    """
    if len(text) > LONGEST_TEXT:
        raise Refused(
            f"a version of {len(text)} characters is given: expected at most {LONGEST_TEXT}"
        )
    id, *changes = text.split(BETWEEN)
    of = game(id)
    short = {reading.id.partition(".")[2] for reading in of.readings}
    readings: dict[str, str] = {}
    pay: dict[str, str] = {}
    for change in changes:
        what, is_, to = change.rpartition(IS)
        what = unquote(what)
        if not (what and is_ and to):
            why = say(
                "{change} changes nothing of {game}: expected READING_OPTION or WAGER.KEY_ODDS",
                change=quoted(change),
                game=of.id,
            )
            raise Refused(why)
        changed = readings if what in short else pay
        if changed.get(what, to) != to:
            raise Refused(f"{what} is given as {changed[what]} and {to}: expected one of them")
        changed[what] = to
    return version_of(of.id, readings, pay)


def _in_address(key: str) -> str:
    """A key as it stands in an address."""
    return quote(key, safe="").replace(IS, "%5F").replace(BETWEEN, "%7E")


def _decided(of: Game, readings: Mapping[str, str], pay: Mapping[str, Odds]) -> Ruleset:
    """The game under these readings at these odds; made once."""
    return _made(of, tuple(sorted(readings.items())), tuple(pay.items()))


@lru_cache(maxsize=64)
def _made(
    of: Game, readings: tuple[tuple[str, str], ...], pay: tuple[tuple[str, Odds], ...]
) -> Ruleset:
    return _made(of, readings, ()).at(dict(pay)) if pay else of.ruleset(dict(readings))


def pay_keys(ruleset: Ruleset) -> dict[str, Odds]:
    """Every odds that a ruleset posts, by the key under which it is changed, in the game's order."""
    return {key: odds for each in ruleset.wagers.values() for key, odds in each.pay_keys().items()}


# Described for a form ------------------------------------------------------------------------------


class OptionField(msgspec.Struct, frozen=True, kw_only=True):
    """One way to read a passage."""

    id: str
    means: str
    warning: str


class ReadingField(msgspec.Struct, frozen=True, kw_only=True):
    """A passage that can be read in several ways, and how this version reads it."""

    id: str
    question: str
    default: str
    chosen: str
    moves_money: bool
    is_unpriced: bool
    """Whether it matters only in rounds that are not counted, as void ones."""
    is_undecided: bool
    recounts: bool
    """Whether another option can change what a hand is: then every deal is counted anew."""
    options: list[OptionField]


class PayField(msgspec.Struct, frozen=True, kw_only=True):
    """One posted payment."""

    key: str
    name: str
    """The row as a felt prints it: `Straight`; of a single line, its case: `Wins`."""
    table: str
    """The pay table it stands on; of a single line, the line's sentence."""
    is_single: bool
    """Whether it is a single line, and on no table."""
    printed: str
    """The odds that the game prints: `5-1`."""
    present: str
    counts_stake: bool
    """Whether the figure counts the stake: 5 for 1, not 5 to 1."""
    least: int
    most: int
    """How far a slider goes, in whole odds; a field may go beyond."""
    can_change_decisions: bool


class WagerFields(msgspec.Struct, frozen=True, kw_only=True):
    """The payments of one wager, or of several of one kind that pay alike."""

    id: str
    name: str
    is_decided: bool
    """Whether it is one of those by which hands are decided."""
    entries: list[PayField]


class DecisionField(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do."""

    id: str
    name: str


class VersionFields(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be varied of a game, and how this version has it."""

    game: str
    name: str
    version: str
    readings: list[ReadingField]
    wagers: list[WagerFields]
    decisions: list[DecisionField]
    """None in a game without decisions."""


def fields_of(version: Version) -> VersionFields:
    """Everything that can be varied of a version, in the language that is spoken."""
    ruleset = version.ruleset()
    of, deal = ruleset.game, ruleset.deal
    asked = _asked_by_the_deal(of)
    printed, together = pay_keys(version.as_printed().ruleset()), ruleset.decided_together
    wagers: dict[str, WagerFields] = {}
    for id, decided in ruleset.wagers.items():
        wager = decided.wager
        if wager.kind not in wagers:
            wagers[wager.kind] = WagerFields(
                id=wager.kind,
                name=worded(wager.title, "wager"),
                is_decided=id in together,
                entries=list(_entries(decided, printed, can_change=id in together)),
            )
    decisions = deal.decisions if isinstance(deal, Contest) else ()
    return VersionFields(
        game=of.id,
        name=of.name,
        version=version.text,
        readings=[_reading_field(each, ruleset, asked) for each in of.readings],
        wagers=[each for each in wagers.values() if each.entries],
        decisions=[
            DecisionField(id=each.id, name=worded(each.name, DECISION)) for each in decisions
        ],
    )


def _reading_field(reading: Reading, ruleset: Ruleset, asked: Collection[str]) -> ReadingField:
    return ReadingField(
        id=reading.id,
        question=worded(reading.question),
        default=reading.default,
        chosen=ruleset.rulings[reading.id],
        moves_money=reading.moves_money,
        is_unpriced=reading.is_unpriced,
        is_undecided=reading.is_undecided,
        recounts=reading.id in asked,
        options=[
            OptionField(id=each.id, means=worded(each.means), warning=worded(each.warning))
            for each in reading.options
        ],
    )


class _Asked(Rulings):
    """The default rulings, which remember what they were asked."""

    def __init__(self, readings: tuple[Reading, ...]) -> None:
        super().__init__(readings, {})
        self.asked: set[str] = set()

    def __getitem__(self, id: str) -> str:
        self.asked.add(id)
        return super().__getitem__(id)


@lru_cache(maxsize=64)
def _asked_by_the_deal(of: Game) -> frozenset[str]:
    """The readings on which it depends how cards become facts."""
    rulings = _Asked(of.readings)
    of.deal(rulings)
    return frozenset(rulings.asked)


def _entries(
    decided: Decided[Any], printed: Mapping[str, Odds], *, can_change: bool
) -> Iterator[PayField]:
    """Each odds of a wager: the rows of its tables, best hand first, then its single lines."""
    wager = decided.wager

    def entry(
        key: str, name: str, table: str, odds: Odds, *, counts_stake: bool, is_single: bool
    ) -> PayField:
        return PayField(
            key=key,
            name=name,
            table=table,
            is_single=is_single,
            printed=str(printed[key]),
            present=str(odds),
            counts_stake=counts_stake,
            least=1 if counts_stake else 0,
            most=_reach(printed[key]),
            can_change_decisions=can_change,
        )

    for table in decided.tables:
        for made, odds in table.rows.items():
            key = wager.pay_key(table, made)
            called = worded(table.name)
            yield entry(
                key,
                made_said(made),
                called,
                odds,
                counts_stake=table.counts_stake,
                is_single=False,
            )
    for line in decided.lines:
        if isinstance(line.pays, Odds):
            case = line.pay_key.partition(".")[2].replace("-", " ").capitalize()
            said = worded(line.sentence)
            yield entry(
                line.pay_key, worded(case), said, line.pays, counts_stake=False, is_single=True
            )


def _reach(odds: Odds) -> int:
    """Twice the odds, brought up to a round number.

    >>> _reach(Odds(1)), _reach(Odds(7)), _reach(Odds(30)), _reach(Odds(3, 2))
    (5, 20, 100, 5)
    """
    most, step = LEAST_RANGE, 0
    while most < 2 * odds.fraction:
        most = most * 5 // 2 if step % 3 == 2 else most * 2
        step += 1
    return most

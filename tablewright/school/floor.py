"""The monthly table of faults: which cost what, by kind, rule, game, device, hour, table and person.

Counts are set against rounds, by the thousand, so that a busy table or hour does not look bad. Months
and hours are those of one time zone; a fault belongs to the moment at which it was made, and not to the
one at which it was found.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable
from datetime import datetime, tzinfo
from fractions import Fraction
from typing import NamedTuple, TypeVar

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.school.faults import SPELLS, Dealt, Fault, Kind, Reading, spell_of

K = TypeVar("K", bound=Hashable)

HOURS = 24
FEW_ROUNDS = 100
"""In fewer rounds than these a single fault makes a high rate, which says little."""
_MONTH = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])", re.ASCII)
NEVER_PUT_RIGHT = (Kind.FLOAT, Kind.NOT_RECOVERED)
"""What is found to be gone; everything else that cost money was put right."""
TITLES = {
    Kind.CORRECTION: "Payments corrected",
    Kind.FLOAT: "Float off at closing",
    Kind.NOT_RECOVERED: "Not recovered from a void round",
    Kind.UNSEEN: "Chips seen by others, not by the dealer",
    Kind.LEFT_OUT: "Steps left out",
    Kind.MISCOUNT: "Miscounts",
    Kind.OVERDUE: "Done late",
}


class Month(NamedTuple):
    """A month of a calendar."""

    year: int
    month: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"

    @classmethod
    def parse(cls, text: str) -> "Month":
        """`2026-11`; refused, if it is no month.

        >>> Month.parse("2026-11").before
        Month(year=2026, month=10)
        """
        if not (found := _MONTH.fullmatch(text)):
            raise Refused(f"month: expected one such as 2026-11, not {quoted(text)}")
        return cls(int(found[1]), int(found[2]))

    @classmethod
    def of(cls, at: datetime) -> "Month":
        return cls(at.year, at.month)

    @property
    def before(self) -> "Month":
        return Month(self.year, self.month - 1) if self.month > 1 else Month(self.year - 1, 12)

    @property
    def after(self) -> "Month":
        return Month(self.year, self.month + 1) if self.month < 12 else Month(self.year + 1, 1)

    def begins(self, zone: tzinfo) -> datetime:
        """Its first moment in a time zone."""
        return datetime(self.year, self.month, 1, tzinfo=zone)


class Tally(msgspec.Struct, frozen=True):
    """How many faults in how many rounds, and what they cost, in cents."""

    faults: int = 0
    out_cents: int = 0
    """What the house was out by."""
    short_cents: int = 0
    """What players were short of."""
    lost_cents: int = 0
    """What of it was never put right; less than nothing, where more was found than there should be."""
    rounds: int = 0

    @property
    def per_thousand(self) -> Fraction | None:
        """Faults to a thousand rounds; nothing, where there were no rounds."""
        return Fraction(1000 * self.faults, self.rounds) if self.rounds else None

    @property
    def is_few(self) -> bool:
        """Whether there were too few rounds for the rate to say much."""
        return self.rounds < FEW_ROUNDS

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.faults + other.faults,
            self.out_cents + other.out_cents,
            self.short_cents + other.short_cents,
            self.lost_cents + other.lost_cents,
            self.rounds + other.rounds,
        )


NOTHING = Tally()


class Rule(NamedTuple):
    """A rule that was not kept, and how."""

    kind: Kind
    game: str
    rule: str


class Device(NamedTuple):
    """A game with a device."""

    game: str
    device: str


class MonthTable(msgspec.Struct, frozen=True, kw_only=True):
    """The faults of a month."""

    month: Month
    total: Tally
    by_kind: dict[Kind, Tally]
    by_rule: dict[Rule, Tally]
    by_game: dict[str, Tally]
    by_device: dict[Device, Tally]
    by_hour: tuple[Tally, ...]
    """By the hour of the day, from midnight."""
    by_weekday: tuple[Tally, ...]
    """From Monday."""
    by_spell: dict[int, Tally]
    """By how long the dealer had stood at the table: from so many minutes on."""
    by_table: dict[str, Tally]
    by_person: dict[str, Tally]
    """By whom they are laid to; those that are laid to nobody are not here."""
    faults: tuple[Fault, ...]
    """The newest first."""


def month_table(
    readings: Iterable[Reading], month: Month, zone: tzinfo, people: Collection[str] | None = None
) -> MonthTable:
    """The faults of a month at some tables; of some people only, where they are named."""
    made = _Making(month, zone, people)
    for reading in readings:
        made.add(reading)
    return made.done()


class _Making:
    def __init__(self, month: Month, zone: tzinfo, people: Collection[str] | None) -> None:
        self.month, self.zone, self.people = month, zone, people
        self.faults: list[Fault] = []
        self.dealt: list[tuple[Dealt, str, str]] = []

    def add(self, reading: Reading) -> None:
        """What of a journal belongs here."""
        self.faults += [each for each in reading.faults if self._is_here(each.who, each.erred)]
        self.dealt += [
            (each, reading.game, reading.table)
            for each in reading.dealt
            if self._is_here(each.who, each.quarter)
        ]

    def _is_here(self, who: str, at: datetime) -> bool:
        is_theirs = self.people is None or who in self.people
        return is_theirs and Month.of(self._here(at)) == self.month

    def _here(self, at: datetime) -> datetime:
        return at.astimezone(self.zone)

    def done(self) -> MonthTable:
        rounds = sum(dealt.rounds for dealt, _, _ in self.dealt)
        of_all = Tally(rounds=rounds)
        hours = self._by(
            lambda each: self._here(each.erred).hour,
            lambda dealt, _, __: self._here(dealt.quarter).hour,
        )
        weekdays = self._by(
            lambda each: self._here(each.erred).weekday(),
            lambda dealt, _, __: self._here(dealt.quarter).weekday(),
        )
        games = self._by(lambda each: each.game, lambda _, game, __: game)
        kinds = self._by(lambda each: each.kind)
        rules = self._by(lambda each: Rule(each.kind, each.game, each.rule))
        newest = sorted(self.faults, key=lambda each: (each.erred, each.line), reverse=True)
        people = self._by(lambda each: each.who, lambda dealt, _, __: dealt.who)
        people.pop("", None)
        spells = self._by(
            lambda each: None if each.stood is None else spell_of(each.stood),
            lambda dealt, _, __: dealt.spell,
        )
        return MonthTable(
            month=self.month,
            total=sum((_tally(each) for each in self.faults), of_all),
            by_kind={kind: kinds[kind] + of_all for kind in Kind if kind in kinds},
            # A rule is kept or not in the rounds of its own game.
            by_rule={
                rule: tally + Tally(rounds=games[rule.game].rounds)
                for rule, tally in _worst_first(rules).items()
            },
            by_game=_worst_first(games),
            by_device=_worst_first(
                self._by(
                    lambda each: Device(each.game, each.device),
                    lambda dealt, game, _: Device(game, dealt.device),
                )
            ),
            by_hour=tuple(hours.get(hour, NOTHING) for hour in range(HOURS)),
            by_weekday=tuple(weekdays.get(day, NOTHING) for day in range(7)),
            by_spell={spell: spells.get(spell, NOTHING) for spell in SPELLS},
            by_table=_worst_first(self._by(lambda each: each.table, lambda _, __, table: table)),
            by_person=_worst_first(people),
            faults=tuple(newest),
        )

    def _by(
        self,
        key: Callable[[Fault], K],
        dealt_key: Callable[[Dealt, str, str], K] | None = None,
    ) -> dict[K, Tally]:
        """Tallies by something; with rounds, where they can be told apart by it too."""
        found: dict[K, Tally] = {}
        for fault in self.faults:
            found[key(fault)] = found.get(key(fault), NOTHING) + _tally(fault)
        for dealt, game, table in self.dealt if dealt_key else ():
            assert dealt_key is not None
            of = dealt_key(dealt, game, table)
            found[of] = found.get(of, NOTHING) + Tally(rounds=dealt.rounds)
        return found


def _tally(fault: Fault) -> Tally:
    cents = fault.cents
    lost = cents if fault.kind in NEVER_PUT_RIGHT else 0
    return Tally(1, max(cents, 0), max(-cents, 0), lost)


def _worst_first(tallies: dict[K, Tally]) -> dict[K, Tally]:
    """What cost most first, then what went wrong most often."""
    return dict(
        sorted(
            tallies.items(),
            key=lambda item: (
                -(item[1].out_cents + item[1].short_cents),
                -item[1].faults,
                str(item[0]),
            ),
        )
    )

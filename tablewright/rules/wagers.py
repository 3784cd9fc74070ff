"""Wagers: ordered lines, the first that holds settles, as a rule book reads.

A line has a rule id, a sentence, a condition on facts, what it pays and the passage it comes from.
`decide` reads the lines over every possible value of the facts once and writes down which line holds:
a value that no line settles, or a line that never settles anything, is an error of the game's file.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from math import lcm
from typing import Any, Generic, NamedTuple

from tablewright.rules.citations import Passage
from tablewright.rules.errors import BadDefinition, Refused, listed, quoted
from tablewright.rules.facts import Facts, FactSpace
from tablewright.rules.language import say, worded
from tablewright.rules.money import CAPS_ALL, CAPS_WINNINGS, NO_CAP, Cap
from tablewright.rules.readings import Rulings, Under


class Ends(Enum):
    """How a wager ends that is not paid odds."""

    PUSH = "push"
    LOSE = "lose"
    STANDS = "stands"


PUSH, LOSE, STANDS = Ends


MOST_DIGITS = 20


@dataclass(frozen=True)
class Odds:
    """So much to so much: `3-2` pays three for every two staked, and the stake comes back."""

    win: int
    per: int = 1

    def __str__(self) -> str:
        return f"{self.win}-{self.per}"

    @property
    def fraction(self) -> Fraction:
        return _fraction(self.win, self.per)

    @staticmethod
    def parse(text: str) -> "Odds":
        """Odds as a person writes them.

        >>> Odds.parse("3-2"), Odds.parse("10"), Odds.parse("10-4")
        (Odds(win=3, per=2), Odds(win=10, per=1), Odds(win=5, per=2))
        """
        win, dash, per = text.strip().partition("-")
        numbers = [win, per] if dash else [win, "1"]
        if not all(n.isascii() and n.isdigit() and len(n) <= MOST_DIGITS for n in numbers):
            why = say(
                "{text} is not odds: expected whole numbers such as 10 or 3-2,"
                " of at most {most} digits",
                text=quoted(text),
                most=MOST_DIGITS,
            )
            raise Refused(why)
        if int(numbers[1]) == 0:
            why = say(
                "{text} is not odds: expected to be paid for more than nothing", text=quoted(text)
            )
            raise Refused(why)
        least = Fraction(int(numbers[0]), int(numbers[1]))
        return Odds(least.numerator, least.denominator)


_fraction = cache(Fraction)

EVEN_MONEY = Odds(1)


class PayTable(NamedTuple, Generic[Facts]):
    """Odds by what the hand makes. A hand that is on the table has an entry for its fact."""

    name: str
    key: Callable[[Facts], Enum]
    rows: Mapping[Enum, Odds]
    """As printed, best hand first."""
    source: Passage
    prefix: str = ""
    """Set before its keys where one wager has two tables."""
    counts_stake: bool = False
    """Whether the figures count the stake: 30 for 1, not 30 to 1."""

    def has(self, facts: Facts) -> bool:
        """Whether the hand is on the table."""
        return self.key(facts) in self.rows

    def for_one(self) -> "PayTable[Facts]":
        """The same figures counted with the stake: 30 for 1 is 29 to 1."""
        return self._replace(counts_stake=True)

    def net(self, facts: Facts) -> Fraction:
        """What the hand's row pays for each unit staked, beside the stake."""
        return self.rows[self.key(facts)].fraction - self.counts_stake

    def printed(self, made: Enum) -> str:
        """A row's figure as it is posted."""
        odds = self.rows[made]
        if self.counts_stake:
            return say("{win} for {per}", win=odds.win, per=odds.per)
        return str(odds)


def made_said(made: Enum) -> str:
    """A row of a pay table as a felt prints it.

    >>> made_said(Enum("Made", {"QUADS": "4-card-four-of-a-kind"}).QUADS)
    'Four of a kind'
    """
    words = str(made.value).partition("-card-")[2] or str(made.value)
    return worded(words.replace("-", " ").capitalize())


class Combine(Enum):
    """How a hand that is on two tables is paid."""

    SUM = "both tables pay"
    HIGHER = "the table that pays more pays"


class TwoTables(NamedTuple, Generic[Facts]):
    """Two tables read together for one stake; a hand must be on at least one of them."""

    tables: tuple[PayTable[Facts], PayTable[Facts]]
    combine: Combine


Pays = Odds | Ends | PayTable[Facts] | TwoTables[Facts]


class Line(NamedTuple, Generic[Facts]):
    """One rule of a wager."""

    rule: str
    sentence: str
    when: Callable[[Facts], bool]
    pays: Pays[Facts]
    source: Passage
    under: Under | None = None
    """The reading under which this line is in force; always, if none is named."""

    @property
    def pay_key(self) -> str:
        """The key under which fixed odds are named and changed: the rule without the game."""
        return self.rule.partition(".")[2]

    @property
    def combine(self) -> Combine | None:
        """How two tables are read together, where the line has two."""
        return self.pays.combine if isinstance(self.pays, TwoTables) else None

    @property
    def tables(self) -> tuple[PayTable[Facts], ...]:
        if isinstance(self.pays, PayTable):
            return (self.pays,)
        return self.pays.tables if isinstance(self.pays, TwoTables) else ()


class Need(NamedTuple):
    """A wager that must be on the felt for another to be taken, and the passage that says so."""

    wager: str
    source: Passage
    under: Under | None = None


class SameAs(NamedTuple):
    """A stake that must equal another wager's."""

    wager: str


class Times(NamedTuple):
    """A stake that follows from another wager's by the decision made; it is never stated."""

    wager: str
    by_decision: Mapping[str, int]


def otherwise(facts: object) -> bool:
    """Whatever the facts are: the condition of a last line."""
    return True


class PostedMaximum(NamedTuple):
    """A house may post the most it pays on a wager; a reading says whether the stake counts in it."""

    source: Passage
    counts_stake: Under


class Wager(NamedTuple, Generic[Facts]):
    """Something a player may bet on, and every line by which it can be settled."""

    id: str
    name: str
    facts: type[Facts]
    source: Passage
    """The passage that lets it be placed."""
    lines: tuple[Line[Facts], ...]
    stake: SameAs | Times | None = None
    """None where the player chooses the amount."""
    needs: tuple[Need, ...] = ()
    is_present: Callable[[Facts], bool] = otherwise
    """The facts under which this wager can be on the felt at all."""
    family: str = ""
    """What wagers of one kind are called together (the four suits are `suit`)."""
    maximum: PostedMaximum | None = None
    """The maximum payout that a house may post for it, if it may."""

    @property
    def kind(self) -> str:
        """The wager's name where wagers of one kind are spoken of together."""
        return self.family or self.id

    @property
    def title(self) -> str:
        """What wagers of one kind are called on a sheet that shows the kind once."""
        return self.family.title() or self.name

    def pay_key(self, table: PayTable[Facts], made: Enum) -> str:
        """The key under which one row of a pay table is named and changed."""
        return f"{self.kind}.{table.prefix}{made.value}"


class Outcome(NamedTuple):
    """How one wager ends for one value of the facts."""

    line: int
    net: Fraction | None
    """The player's gain for each unit staked: -1 lost, 0 pushed; None while the wager stands."""


class Decided(Generic[Facts]):
    """A wager with every case decided in one ruleset."""

    def __init__(
        self,
        wager: Wager[Facts],
        needs: tuple[Need, ...],
        printed: tuple[Line[Facts], ...],
        space: FactSpace[Facts],
        cap: Cap,
        repriced: tuple[tuple[Line[Facts], ...], dict[int, Outcome]] | None = None,
    ) -> None:
        """`repriced` are the lines and outcomes at other odds than those of the `printed` lines."""
        self.wager = wager
        self.needs = needs
        self.cap = cap
        self.printed = printed
        self.space = space
        self.lines = printed
        self.outcomes: dict[int, Outcome]
        """By number of the facts; without those under which the wager cannot be on the felt."""
        if repriced is not None:
            self.lines, self.outcomes = repriced
            return
        self.outcomes = {
            number: self._outcome(facts)
            for number, facts in space.possible.items()
            if wager.is_present(facts)
        }
        self._refuse_dead_lines()

    def at(self, pay: Mapping[str, Odds]) -> "Decided[Facts]":
        """This wager at these odds, and at the printed ones for the rest; itself if that is all one.

        Which line settles what is no matter of odds: only what the changed lines pay is worked out.
        """
        lines = tuple(_repriced(line, self.wager, pay) for line in self.printed)
        changed = {
            n for n, (was, now) in enumerate(zip(self.lines, lines, strict=True)) if was != now
        }
        if not changed:
            return self
        outcomes = {
            number: Outcome(was.line, _net(lines[was.line], self.space.possible[number]))
            if was.line in changed
            else was
            for number, was in self.outcomes.items()
        }
        return Decided(
            self.wager, self.needs, self.printed, self.space, self.cap, (lines, outcomes)
        )

    @cached_property
    def scale(self) -> int:
        """The least number that makes every net whole."""
        return lcm(*(each.net.denominator for each in self.outcomes.values() if each.net))

    @cached_property
    def whole(self) -> dict[int, int | None]:
        """The player's gain for each unit staked, times the scale, by number of the facts."""
        return {
            number: None if each.net is None else int(each.net * self.scale)
            for number, each in self.outcomes.items()
        }

    @property
    def table(self) -> tuple[int, ...]:
        """The number of the line that settles each value of the facts; -1 where none can."""
        lines = [-1] * self.space.size
        for number, outcome in self.outcomes.items():
            lines[number] = outcome.line
        return tuple(lines)

    def _outcome(self, facts: Facts) -> Outcome:
        for number, line in enumerate(self.lines):
            try:
                if line.when(facts):
                    return Outcome(number, _net(line, facts))
            except (AttributeError, LookupError, TypeError) as error:
                raise BadDefinition(
                    f"line {line.rule} cannot be asked about {facts} ({error}):"
                    f" expected a condition on {self.wager.facts.__name__}"
                ) from error
        raise BadDefinition(f"no line of wager {self.wager.id} settles {facts}: expected one to")

    def _refuse_dead_lines(self) -> None:
        settling: set[int] = set()
        paid: set[tuple[str, Enum]] = set()
        for number, outcome in self.outcomes.items():
            settling.add(outcome.line)
            facts = self.space.possible[number]
            paid |= {(table.name, table.key(facts)) for table in self.lines[outcome.line].tables}
        for number, line in enumerate(self.lines):
            if number not in settling:
                raise BadDefinition(
                    f"line {line.rule} never settles wager {self.wager.id}:"
                    " expected facts that no line before it settles"
                )
        for table in self.tables:
            for made in table.rows:
                if (table.name, made) not in paid:
                    raise BadDefinition(
                        f"{table.name}: nothing can be paid as {made.value}:"
                        " expected a row for what occurs only"
                    )

    @property
    def tables(self) -> tuple[PayTable[Facts], ...]:
        """The pay tables of this wager's lines, each once."""
        return tuple({table.name: table for line in self.lines for table in line.tables}.values())

    def pay_keys(self) -> dict[str, Odds]:
        """Every odds of this wager by the key under which it can be named and changed."""
        keys = {
            self.wager.pay_key(table, made): odds
            for table in self.tables
            for made, odds in table.rows.items()
        }
        for line in self.lines:
            if isinstance(line.pays, Odds):
                keys[line.pay_key] = line.pays
        return keys


def _net(line: Line[Facts], facts: Facts) -> Fraction | None:
    pays = line.pays
    if isinstance(pays, Ends):
        return _NET_OF_ENDS[pays]
    if isinstance(pays, Odds):
        return pays.fraction
    paid = [table.net(facts) for table in line.tables if table.has(facts)]
    if not paid:
        raise BadDefinition(f"line {line.rule} pays by a table that has no entry for {facts}")
    return sum(paid, Fraction(0)) if line.combine is Combine.SUM else max(paid)


_NET_OF_ENDS = {PUSH: Fraction(0), LOSE: Fraction(-1), STANDS: None}


def decide(wager: Wager[Facts], space: FactSpace[Facts], rulings: Rulings) -> Decided[Facts]:
    """Decide a wager in one ruleset: its lines under these rulings, at the odds that are printed."""

    def in_force(under: Under | None) -> bool:
        return under is None or rulings.hold(under)

    needs = tuple(need for need in wager.needs if in_force(need.under))
    lines = tuple(line for line in wager.lines if in_force(line.under))
    cap = NO_CAP
    if wager.maximum:
        cap = CAPS_ALL if rulings.hold(wager.maximum.counts_stake) else CAPS_WINNINGS
    return Decided(wager, needs, lines, space, cap)


def _repriced(line: Line[Facts], wager: Wager[Facts], pay: Mapping[str, Odds]) -> Line[Facts]:
    """The line with odds changed where `pay` names them."""

    def at(table: PayTable[Facts]) -> PayTable[Facts]:
        rows = {
            made: pay.get(wager.pay_key(table, made), odds) for made, odds in table.rows.items()
        }
        return table._replace(rows=rows)

    if isinstance(line.pays, Odds):
        odds = pay.get(line.pay_key, line.pays)
        stated = line.sentence.replace(f"paid {line.pays}", f"paid {odds}")
        return line._replace(pays=odds, sentence=stated)
    match [at(table) for table in line.tables]:
        case [only]:
            return line._replace(pays=only)
        case [first, second] if line.combine:
            return line._replace(pays=TwoTables((first, second), line.combine))
    return line


def parse_pay(texts: Iterable[str]) -> dict[str, Odds]:
    """Odds changed as `WAGER.KEY=ODDS`, each key at most once.

    >>> parse_pay(["bonus.straight=7", "high.king=2-1"])
    {'bonus.straight': Odds(win=7, per=1), 'high.king': Odds(win=2, per=1)}
    """
    pay: dict[str, Odds] = {}
    for text in texts:
        key, equals, odds = text.partition("=")
        if not (key and equals and odds):
            raise Refused(
                f"{quoted(text)} does not change a pay table: expected WAGER.KEY=ODDS,"
                " as in bonus.straight=7 or high.king=3-2"
            )
        if pay.get(key, Odds.parse(odds)) != Odds.parse(odds):
            raise Refused(f"{key} is given as {pay[key]} and {odds}: expected one of them")
        pay[key] = Odds.parse(odds)
    return pay


def refuse_unknown_pay(pay: Mapping[str, Odds], wagers: Mapping[str, Decided[Any]]) -> None:
    """Refuse odds for a key that no wager has."""
    known = {key for decided in wagers.values() for key in decided.pay_keys()}
    for key in pay:
        if key not in known:
            paid_on = key.partition(".")[0]
            of_wager = [each for each in known if each.startswith(f"{paid_on}.")]
            wagers_paid = {f"{each.partition('.')[0]}.KEY" for each in known}
            expected = listed(sorted(of_wager or wagers_paid))
            raise Refused(f"nothing is paid as {quoted(key)}: expected {expected}")

"""What the design command was asked, read from its options and answered by the workbench."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from tablewright.cli.numbers import whole
from tablewright.cli.progress import bar, waiting
from tablewright.design.bank import MOST_CENTS, MOST_ROUNDS, HoldBand, Seating, WinAnHour
from tablewright.design.comparing import Compared, compare
from tablewright.design.grids import Grid
from tablewright.design.playing import grids_shown
from tablewright.design.pricing import Priced, Prices
from tablewright.design.ruin import Ruin
from tablewright.design.target import RANKS, Effect, Solutions, effects, solve
from tablewright.design.varying import parse_bounds, parse_vary
from tablewright.design.versions import Version, version_of, version_of_choices, version_of_text
from tablewright.odds.counts import OnProgress
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.readings import find_reading

PRINTED = "printed"
STAKE_CENTS = 1_000
MOST_LISTED = 10_000
RUIN_ROUNDS = 10_000


@dataclass(frozen=True)
class Asked:
    """The options as they were given."""

    game: str
    readings: list[str] = field(default_factory=list)
    pay: list[str] = field(default_factory=list)
    vary: list[str] = field(default_factory=list)
    edge: str | None = None
    of: str | None = None
    aim: str | None = None
    rank: str = RANKS[0]
    most: str = "10"
    compare: list[str] = field(default_factory=list)
    grid: bool = False
    stakes: list[str] = field(default_factory=list)
    seats: str = "1"
    pace: str | None = None
    rounds: list[str] = field(default_factory=list)
    bank: str | None = None
    bankroll: str | None = None


@dataclass(frozen=True)
class Answered:
    """What the workbench says to it; what was not asked is missing."""

    priced: Priced
    effects: list[Effect] | None = None
    solutions: Solutions | None = None
    compared: Compared | None = None
    grids: list[Grid] | None = None
    seating: Seating | None = None
    hour: WinAnHour | None = None
    bands: list[HoldBand] | None = None
    ruin: Mapping[str, Ruin] | None = None


def answered(asked: Asked, prices: Prices) -> Answered:
    """Read the options, refuse what they get wrong before anything is counted, and answer."""
    version = version_of_choices(asked.game, asked.readings, asked.pay)
    if bool(asked.vary) != (asked.edge is not None):
        given, missing = ("--vary", "--edge") if asked.vary else ("--edge", "--vary")
        raise Refused(f"{given} is given without {missing}: expected both, or neither")
    _refuse_idle(asked)
    vary = [parse_vary(each) for each in asked.vary]
    bounds = parse_bounds(asked.edge) if asked.edge is not None else None
    aim = None if asked.aim is None else _edge(asked.aim)
    if asked.rank not in RANKS:
        raise Refused(f"--rank is {quoted(asked.rank)}: expected {listed(RANKS)}")
    most = whole("--most", asked.most, 1, MOST_LISTED)
    other = _other(version, asked.compare) if asked.compare else None
    money = _Money(asked, version)
    with counting(prices, version):
        priced = prices.price(version)
    found = compared = grids = None
    if bounds is not None:
        with telling("pricing pay tables") as on_progress:
            found = solve(
                prices,
                version,
                vary,
                *bounds,
                of=asked.of,
                aim=aim,
                ranked_by=asked.rank,
                most=most,
                on_progress=on_progress,
            )
    if other is not None:
        with counting(prices, other):
            compared = compare(prices, version, other)
    if asked.grid:
        grids = grids_shown(prices, version)
        if not grids:
            raise Refused(
                f"--grid is given and {priced.report.name} has no decision:"
                " expected a game that has one"
            )
    nothing_else = not (found or compared or grids or money.is_asked)
    with waiting("pricing every payment"):
        each = effects(prices, version) if nothing_else else None
    return money.answered(
        prices, Answered(priced, each, solutions=found, compared=compared, grids=grids)
    )


def _refuse_idle(asked: Asked) -> None:
    """Refuse options that say how, where what they belong to was not asked."""
    plain = Asked(asked.game)
    for option, is_given in {
        "--of": asked.of != plain.of,
        "--aim": asked.aim != plain.aim,
        "--rank": asked.rank != plain.rank,
        "--most": asked.most != plain.most,
    }.items():
        if is_given and not asked.vary:
            raise Refused(f"{option} is given without --vary: expected payments to vary")
    is_money = asked.pace or asked.rounds or asked.bank or asked.bankroll
    for option, is_given in {
        "--stake": asked.stakes != plain.stakes,
        "--seats": asked.seats != plain.seats,
    }.items():
        if is_given and not is_money:
            raise Refused(
                f"{option} is given alone: expected --pace, --rounds, --bank or --bankroll with it"
            )


class _Money:
    """What was asked about money."""

    def __init__(self, asked: Asked, version: Version) -> None:
        self.version = version
        self.seats = whole("--seats", asked.seats, 1, 100)
        self.pace = None if asked.pace is None else whole("--pace", asked.pace, 1, 10_000)
        self.rounds = [whole("--rounds", each, 1, MOST_ROUNDS) for each in asked.rounds]
        self.banks = {
            of: whole(option, text, 1, MOST_CENTS)
            for of, option, text in (
                ("house", "--bank", asked.bank),
                ("player", "--bankroll", asked.bankroll),
            )
            if text is not None
        }
        self.stakes = dict(_stake(each) for each in asked.stakes) or {self._first: STAKE_CENTS}

    @property
    def _first(self) -> str:
        ruleset = self.version.ruleset()
        deal = ruleset.deal
        if isinstance(deal, Contest):
            return deal.decided_by
        alone = [id for id, decided in ruleset.wagers.items() if not decided.needs]
        return [*alone, *ruleset.wagers][0]

    @property
    def is_asked(self) -> bool:
        return bool(self.pace or self.rounds or self.banks)

    def answered(self, prices: Prices, so_far: Answered) -> Answered:
        if not self.is_asked:
            return so_far
        seating = Seating(prices.analysis(self.version), self.stakes, self.seats)
        with waiting("working out what chance may do"):
            ruin = {
                of: seating.ruin(cents, max(self.rounds or [RUIN_ROUNDS]), of)
                for of, cents in self.banks.items()
            }
            return Answered(
                so_far.priced,
                solutions=so_far.solutions,
                compared=so_far.compared,
                grids=so_far.grids,
                seating=seating,
                hour=seating.win_an_hour(self.pace) if self.pace else None,
                bands=seating.bands(self.rounds) if self.rounds else None,
                ruin=ruin or None,
            )


def _stake(text: str) -> tuple[str, int]:
    wager, equals, cents = text.partition("=")
    if not (wager and equals and cents):
        raise Refused(f"--stake is {quoted(text)}: expected WAGER=CENTS, as in ante=1000")
    return wager, whole(f"--stake {wager}", cents, 1, MOST_CENTS)


def _edge(text: str) -> Fraction:
    low, high = parse_bounds(f"{text}..{text}")
    return (low + high) / 2


def _other(version: Version, changes: list[str]) -> Version:
    """The second version: changes on top of the first, the printed one, or the text of one."""
    if len(changes) == 1 and "=" not in changes[0]:
        if changes[0] == PRINTED:
            return Version(version.game)
        other = version_of_text(changes[0])
        if other.game != version.game:
            raise Refused(
                f"{version.game} is compared with {other.game}: expected two versions of one game"
            )
        return other
    of = version.ruleset().game
    readings, pay = dict(version.readings), dict(version.pay)
    for change in changes:
        what, equals, to = change.partition("=")
        if not (what and equals and to):
            raise Refused(
                f"--compare is {quoted(change)}: expected WAGER.KEY=ODDS, READING=OPTION,"
                f" {PRINTED}, or the text of a version alone"
            )
        names = {name for r in of.readings for name in (r.id, r.id.partition(".")[2])}
        if what in names:
            readings[find_reading(of.readings, what).id] = to
        else:
            pay[what] = to
    return version_of(version.game, readings, pay)


@contextmanager
def counting(prices: Prices, version: Version) -> Iterator[None]:
    """Say that deals are being counted, where they are not counted yet."""
    if prices.is_counted(version):
        yield
        return
    with waiting("counting every deal (the first time this compiles its loops)"):
        yield


@contextmanager
def telling(what: str) -> Iterator[OnProgress]:
    """A bar that hears how much is done, and of how much."""
    with bar(what, 100) as advance:
        yield lambda done, of: advance(100 * done // of)

"""How many one-seat Duki rounds a core plays at the table, journal in memory, and how fast it replays.

A round goes from the wagers to the cleared table and the shuffle of its pack, every act checked and
every record hashed. The peer is a whole hand of pokerkit's: two players check a hold'em hand down, with
everything automatic that can be, and no journal.
"""

import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime

from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, player
from tablewright.table.course import Course
from tablewright.table.journal import Journal, Line, read
from tablewright.table.randomness import salt, seeded, shuffled
from tablewright.table.record import Act
from tablewright.table.session import SeededClock, Session
from tablewright.table.setup import Setup
from tablewright.table.state import begin

CHUNK = 5_000
ROUNDS = 100_000
CHIPS = {500: 100}


class Rounds:
    """One player who antes, bets the Bonus and plays every hand."""

    def __init__(self) -> None:
        self.journal = Journal()
        start = datetime(2026, 1, 5, 18, tzinfo=UTC)
        setup = Setup(table="B1", game="duki4", day=date(2026, 1, 5), is_practice=True)
        self.source = seeded(1)
        self.session = Session(setup, self.source, SeededClock(seeded(2), start), self.journal)
        self.session.open()
        self.pack = 0
        self.now = self.session.table.state.at or start
        self.do(acts.Sit(1, "Ada"), player(1))

    def do(self, command: Act, by: object) -> None:
        self.session.table.act(command, by, self.now)  # type: ignore[arg-type]

    def _prepare(self) -> None:
        """Outside of the round: which pack it is played with, and chips, where few are left."""
        table = self.session.table
        self.pack = table.state.packs.pack
        if table.state.bank.chips("rail:1").get(500, 0) < 10:
            self.do(acts.Fill(CHIPS), THE_INSPECTOR)
            self.do(acts.Countersign(table.state.slips_made, CHIPS), THE_DEALER)
            self.do(acts.BuyIn(1, 500 * 100, CHIPS), player(1))

    def _shuffle(self) -> None:
        order = shuffled(self.session.table.to_shuffle(self.pack), self.source)
        self.do(acts.Shuffle(self.pack, order, salt(self.source)), THE_DEALER)

    def steps(self) -> dict[str, Callable[[], None]]:
        """What a round is made of, in order."""
        do, me, dealer = self.do, player(1), THE_DEALER
        return {
            "ante": lambda: do(acts.Wager(1, "ante", {500: 1}), me),
            "bonus": lambda: do(acts.Wager(1, "bonus", {500: 1}), me),
            "no more bets": lambda: do(acts.NoMoreBets(), dealer),
            "deal": lambda: do(acts.Deal(), dealer),
            "decision": lambda: do(acts.Decide(1, "play"), me),
            "dealer's hand": lambda: do(acts.Reveal(), dealer),
            "player's hand": lambda: do(acts.Show(1), dealer),
            "settlement": lambda: do(acts.Settle(1), dealer),
            "clearing": lambda: do(acts.Clear(), dealer),
            "shuffle, with its order": self._shuffle,
        }

    def play(self, count: int) -> float:
        """The seconds that so many rounds take."""
        steps, taken, clock = tuple(self.steps().values()), 0.0, time.perf_counter
        for _ in range(count):
            self._prepare()
            before = clock()
            for step in steps:
                step()
            taken += clock() - before
        return taken

    def by_step(self, count: int) -> dict[str, float]:
        """The seconds that each step of so many rounds takes."""
        steps, clock = self.steps(), time.perf_counter
        taken = dict.fromkeys(steps, 0.0)
        for _ in range(count):
            self._prepare()
            for name, step in steps.items():
                before = clock()
                step()
                taken[name] += clock() - before
        return taken


def pokerkit_hands(count: int) -> float:
    """The seconds that so many hands of heads-up hold'em take, checked down to the showdown."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automatic = tuple(Automation)
    before = time.perf_counter()
    for _ in range(count):
        state = NoLimitTexasHoldem.create_state(
            automatic, True, 0, (500, 500), 500, (100_000,) * 2, 2
        )
        while state.status:
            state.check_or_call()
    return time.perf_counter() - before


def measure() -> Iterator[tuple[str, str, str]]:
    random.seed(3)
    rounds = Rounds()
    rounds.play(1_000)
    pokerkit_hands(100)
    first = min(rounds.play(CHUNK) for _ in range(3)) / CHUNK
    peer = min(pokerkit_hands(500) for _ in range(3)) / 500
    early = rounds.journal.lines[:]
    while rounds.session.table.state.round < ROUNDS:
        rounds.journal.lines.clear()
        rounds.play(CHUNK)
    later = min(rounds.play(CHUNK) for _ in range(3)) / CHUNK
    yield "table, one-seat Duki rounds a second, journal in memory", f"{1 / first:,.0f}", "10,000"
    runs = [rounds.by_step(CHUNK) for _ in range(3)]
    for name in rounds.steps():
        micro = 1e6 * min(run[name] for run in runs) / CHUNK
        yield f"table, of such a round: {name}", f"{micro:.1f} µs", ""
    yield (
        "table, a round after 100,000 rounds, in times of one before",
        f"{later / first:.2f} x",
        "1",
    )
    yield "table, a whole hand of pokerkit, in times of such a round", f"{peer / first:.1f} x", ""
    yield from replayed(rounds, early)


def replayed(rounds: Rounds, lines: list[bytes]) -> Iterator[tuple[str, str, str]]:
    best = float("inf")
    for _ in range(3):
        book = rounds.session.table.book
        course, state = Course(book), begin(book)
        before = time.perf_counter()
        for line in read(lines):
            assert isinstance(line, Line)
            course.apply(state, line.did, line.at)
        best = min(best, time.perf_counter() - before)
    speed = len(lines) / best
    yield "table, events replayed a second, hashes checked", f"{speed:,.0f}", "100,000"

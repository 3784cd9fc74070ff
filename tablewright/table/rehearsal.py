"""A rehearsal: an automated table of patrons from opening to closing, the same for the same seed."""

from collections.abc import Callable
from datetime import UTC, date, datetime

from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.machine import Keeper
from tablewright.table.patrons import EVERY_HABIT, NAMES, Patron
from tablewright.table.randomness import seeded
from tablewright.table.session import SeededClock, Session
from tablewright.table.setup import Setup

FIRST_DAY = date(2026, 1, 5)


def rehearsal_setup(
    game: str, *, device: str = "", readings: dict[str, str] | None = None
) -> Setup:
    """The set-up of a rehearsal: a practice table with the usual limits and a fixed day."""
    return Setup(
        table="R1",
        game=game,
        day=FIRST_DAY,
        device=device,
        readings=readings or {},
        is_practice=True,
        is_rehearsal=True,
        dealer_wagers=True,
        returns_small_wagers=True,
        approval_from=50_000,
    )


def start_of(setup: Setup) -> datetime:
    """When a rehearsal begins: on the evening of its day."""
    return datetime.combine(setup.day, datetime.min.time(), UTC).replace(hour=18)


def prepare(
    setup: Setup, seed: int, seats: int, irregularities: float, keeper: Keeper | None
) -> Session:
    """A table that is open, with patrons in its seats."""
    source = seeded(seed)
    clock = SeededClock(seeded(f"clock {seed}"), start_of(setup))
    session = Session(setup, source, clock, keeper)
    session.irregularities = irregularities
    session.open()
    names = source.sample(NAMES, seats)
    for place, name in enumerate(names, start=1):
        session.seat(place, Patron(name, source.choice(EVERY_HABIT)))
    return session


def rehearse(
    setup: Setup,
    rounds: int,
    *,
    seed: int,
    seats: int,
    irregularities: float = 0.0,
    keeper: Keeper | None = None,
    after_round: Callable[[Session], None] | None = None,
) -> Session:
    """Play so many rounds and close the table."""
    session = prepare(setup, seed, seats, irregularities, keeper)
    played = 0
    while played < rounds:
        _come_and_go(session, seats)
        played += session.play_round()
        if after_round:
            after_round(session)
    session.close()
    return session


def _come_and_go(session: Session, seats: int) -> None:
    """Now and then a player leaves, and another sits down."""
    source, state = session.source, session.table.state
    if source.random() < 0.02 and state.seats:
        place = source.choice(sorted(state.seats))
        session.do(acts.Leave(place), player(place))
        session.players.pop(place)
    if len(state.seats) < seats and (not state.seats or source.random() < 0.5):
        free = [n for n in range(1, seats + 1) if n not in state.seats]
        here = {seat.player for seat in state.seats.values()}
        name = source.choice([name for name in NAMES if name not in here])
        session.seat(source.choice(free), Patron(name, source.choice(EVERY_HABIT)))

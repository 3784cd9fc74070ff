"""The play command: a person at place 1, an automated dealer, patrons in the other places.

The table is a practice table, run like any other from the opening to the closing count. Leaving by a
key, by the end of the input or by Ctrl-C finishes the round under way and closes the table, so that a
journal is always whole.
"""

import contextlib
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import FrameType
from typing import IO

from tablewright.cli.house_settings import chosen_settings
from tablewright.cli.interrupts import cleared, so_far, unbroken
from tablewright.cli.numbers import LARGEST_SEED, share, whole
from tablewright.cli.play.advice import Adviser
from tablewright.cli.play.human import Human, LeftTheTable
from tablewright.cli.play.offers import Offers
from tablewright.cli.play.screen import Screen, gain
from tablewright.cli.play.telling import Teller
from tablewright.cli.settle import warn
from tablewright.games import game, procedure
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.readings import parse_choices
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.chips import money, rail
from tablewright.table.journal import Journal
from tablewright.table.patrons import EVERY_HABIT, NAMES, Patron
from tablewright.table.randomness import Source, production, seeded
from tablewright.table.record import Record
from tablewright.table.rehearsal import FIRST_DAY
from tablewright.table.session import Clock, SeededClock, Session, WallClock
from tablewright.table.setup import Setup
from tablewright.table.words import joined

YOUR_PLACE = 1
USUAL_SEATS = 3
APPROVAL_FROM = 50_000


def play(
    id: str,
    readings: Sequence[str],
    seats: str | None,
    seed: str | None,
    journal: str | None,
    device: str | None,
    irregularities: str | None,
    *,
    house: Sequence[str] = (),
    coach: bool,
) -> int:
    """Play until the person leaves."""
    of = game(id)
    chosen = parse_choices(of.readings, readings)
    ruleset = of.ruleset(chosen)
    count = whole("--seats", seats, 1, ruleset.places) if seats is not None else USUAL_SEATS
    number = whole("--seed", seed, 0, LARGEST_SEED) if seed is not None else None
    rate = share("--irregularities", irregularities) if irregularities is not None else 0.0
    setup = Setup(
        table="P1",
        game=of.id,
        day=FIRST_DAY if number is not None else datetime.now(UTC).date(),
        device=_device(of.id, device),
        readings=chosen,
        is_practice=True,
        is_rehearsal=rate > 0,
        **({"approval_from": APPROVAL_FROM} | chosen_settings(house)),
    )
    warn(ruleset, chosen)
    try:
        with kept(journal) as keeper:
            return PracticeTable(setup, number, keeper, count, rate, is_coached=coach).run(journal)
    except JournalLost as lost:
        print(f"tablewright: {lost}", file=sys.stderr)
        return 1


def _device(id: str, named: str | None) -> str:
    """The device that was named, if the game is dealt from it."""
    return "" if named is None else procedure(game(id)).device(named).id


# The journal ---------------------------------------------------------------------------------------


class JournalLost(Exception):
    """The journal could not be written any more: play cannot go on unrecorded."""


@contextlib.contextmanager
def kept(path: str | None) -> Iterator[Journal | None]:
    """A journal in a new file, each line written out as it comes; none if no file is named."""
    if path is None:
        yield None
        return
    if path in ("", "-"):
        raise Refused(f"--journal is {quoted(path)}: expected a file's name")
    with contextlib.ExitStack() as held:
        try:
            with unbroken():
                file = held.enter_context(open(path, "xb", buffering=0))
                held.enter_context(cleared(lambda: _forget_empty(path)))
        except FileExistsError:
            raise Refused(
                f"--journal is {quoted(path)}, which exists already: expected a new file"
            ) from None
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise Refused(
                f"--journal is {quoted(path)} ({why}): expected a file that can be written"
            ) from None
        yield Journal(lambda line: _write(file, line))


def _forget_empty(path: str) -> None:
    """A file without a line is no journal."""
    if not os.path.getsize(path):
        os.unlink(path)


def _write(file: IO[bytes], line: bytes) -> None:
    """Write a whole line, or none of it."""
    before, left = file.tell(), line
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        with contextlib.suppress(OSError):
            file.truncate(before)
        raise JournalLost(
            f"the journal could not be written ({error.strerror}): expected room for it"
        ) from None


# The session ---------------------------------------------------------------------------------------


class Steady:
    """The time it is, never earlier than it was: a clock may be set back during play."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = clock.now()

    def now(self) -> datetime:
        self._last = max(self._last, self._clock.now())
        return self._last


class PracticeTable:
    """A table with a person at it, from opening to closing."""

    def __init__(
        self,
        setup: Setup,
        seed: int | None,
        keeper: Journal | None,
        seats: int,
        irregularities: float,
        *,
        is_coached: bool,
    ) -> None:
        self.keeper = keeper
        self.seats = seats
        self.screen = Screen()
        self.session = Session(setup, *_chance(setup, seed), keeper)
        self.session.irregularities = irregularities
        table = self.session.table
        self.teller = Teller(self.screen, table, YOUR_PLACE)
        self.adviser = Adviser(self.screen, table, YOUR_PLACE)
        self.human = Human(
            self.screen,
            self.teller,
            self.adviser,
            Offers(table, YOUR_PLACE),
            lambda: self.sign,
            is_coached=is_coached,
        )
        self.sign: tuple[str, ...] = ()
        self.session.on_events = self._hear

    def _hear(self, events: list[Record], by: Actor) -> None:
        for event in events:
            if isinstance(event, acts.SignDisplayed):
                self.sign = event.lines
        self.adviser.hear(events)
        self.teller.hear(events, by)

    def run(self, journal: str | None) -> int:
        """Open, play, close; what could not be shown is raised at the end."""
        with self.screen.interruptible(self._interrupted):
            self._open()
            self._play()
            self._close(journal)
        if self.screen.lost:
            raise self.screen.lost
        return 0

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C breaks off a wait; elsewhere the table finishes what it is doing."""
        if not self.screen.breaks_off():
            self.screen.is_interrupted = self.human.is_leaving = True

    def _open(self) -> None:
        session, screen = self.session, self.screen
        book = session.table.book
        session.open()
        screen.line(f"{book.game.name}: {book.game.summary}", "bold")
        screen.line(
            f"A practice table, {dealt(book.device.name)}. Rules {book.ruleset.fingerprint[:12]}."
        )
        kinds: dict[str, list[str]] = {}
        for wager in book.wagers.values():
            kinds.setdefault(wager.kind, []).append(wager.name)
        named = {kind: names[0] for kind, names in kinds.items() if len(names) == 1}
        screen.line(f"Limits: {limits_said(book.setup.limits, named)}. s shows the whole sign.")
        names = session.source.sample(NAMES, self.seats - 1)
        self.teller.is_telling = True
        session.seat(YOUR_PLACE, self.human)
        self.teller.is_telling = False
        for place, name in enumerate(names, start=YOUR_PLACE + 1):
            session.seat(place, Patron(name, session.source.choice(EVERY_HABIT)))
        self.teller.is_telling = True
        where = f"You sit at {book.game.place} {YOUR_PLACE}"
        screen.line(f"{where}, with {joined(names)}." if names else f"{where}, alone.")

    def _play(self) -> None:
        while not self.human.is_leaving:
            try:
                if not self.session.play_round() and not self.human.is_leaving:
                    self.screen.line("There are no bets, so no card is dealt.")
            except LeftTheTable:
                return

    def _close(self, journal: str | None) -> None:
        session, screen, human = self.session, self.screen, self.human
        chips = session.table.state.bank.cents(rail(YOUR_PLACE))
        self.teller.is_telling = False
        session.close()
        rounds = self.teller.rounds
        tips = f", {money(human.tipped)} of tips included" if human.tipped else ""
        screen.line()
        screen.line(
            f"You leave with {money(chips)} after {rounds} round{'s'[: rounds != 1]}: you bought in"
            f" for {money(human.bought_in)}, so the result is {gain(chips - human.bought_in)}{tips}.",
            "bold",
        )
        screen.line("The table is closed, the float counted and signed.")
        so_far("when the table had been closed")
        if journal is not None and self.keeper is not None:
            name = os.path.basename(journal)
            screen.line(
                f"Journal: {journal}, {self.keeper.count} lines. tablewright verify {name} checks it."
            )


def _chance(setup: Setup, seed: int | None) -> tuple[Source, Clock]:
    """Where shuffles and the time come from: the system, or a seed for both."""
    if seed is None:
        return production(), Steady(WallClock())
    start = datetime.combine(setup.day, datetime.min.time(), UTC).replace(hour=18)
    return seeded(seed), SeededClock(seeded(f"clock {seed}"), start)


def dealt(device: str) -> str:
    """How a device deals.

    >>> dealt("deal by hand"), dealt("manual dealing shoe")
    ('dealt by hand', 'dealt from the manual dealing shoe')
    """
    verb, _, how = device.partition(" ")
    return f"dealt {how}" if verb == "deal" else f"dealt from the {device}"


def limits_said(
    limits: Mapping[str, tuple[int, int]], names: Mapping[str, str] | None = None
) -> str:
    """The limits, those that most wagers have said once; `names` are those of kinds of wagers.

    >>> limits_said({"pot": (100, 500), "high": (500, 900), "low": (500, 900)}, {"pot": "Pot"})
    '$5 to $9; Pot $1 to $5'
    """
    names = names or {}
    (usual, _), *_ = Counter(limits.values()).most_common(1)
    others = [
        f"{names.get(kind, kind.replace('-', ' '))} {money(low)} to {money(high)}"
        for kind, (low, high) in limits.items()
        if (low, high) != usual
    ]
    return "; ".join([f"{money(usual[0])} to {money(usual[1])}", *others])

"""The rehearse command: a table of simulated players, run and written down."""

import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, BinaryIO

import msgspec

from tablewright.cli.house_settings import chosen_settings
from tablewright.cli.interrupts import so_far
from tablewright.cli.journals.files import MOST_ROUNDS, new_file, written
from tablewright.cli.journals.words import (
    devices_said,
    left_out_said,
    money_rows,
    reading_rows,
    time_said,
    void_said,
)
from tablewright.cli.numbers import LARGEST_SEED, share, whole
from tablewright.cli.progress import bar
from tablewright.cli.settle import warn
from tablewright.cli.sheets import Sheet, show_as
from tablewright.games import game, procedure
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.game import Game
from tablewright.rules.irregularities import Effect
from tablewright.rules.readings import parse_choices
from tablewright.table import acts
from tablewright.table.chips import DROP, TIPS
from tablewright.table.journal import Journal, hash_of
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.rehearsal import rehearse as run_rehearsal
from tablewright.table.session import Session
from tablewright.table.setup import Book, Setup
from tablewright.table.verdict import LeftOut, Overlooked
from tablewright.table.words import counted

MANY_ROUNDS = 5000
"""Beyond this many rounds it first says how large the journal will be."""
TRIED_ROUNDS = 30

Document = dict[str, Any]


def rehearse(
    id: str,
    readings: Sequence[str],
    rounds: str,
    seats: str | None,
    seed: str | None,
    irregularities: str,
    device: str | None,
    journal: str,
    *,
    force: bool,
    house: Sequence[str] = (),
    as_json: bool,
) -> int:
    of = game(id)
    chosen = parse_choices(of.readings, readings)
    refuse_device(of, device)
    setup = msgspec.structs.replace(
        rehearsal_setup(of.id, device=device or "", readings=chosen), **chosen_settings(house)
    )
    book = Book(setup)
    asked = whole("--rounds", rounds, 1, MOST_ROUNDS)
    most = book.ruleset.places
    taken = most if seats is None else whole("--seats", seats, 1, most)
    seeded = secrets.randbelow(2**32) if seed is None else whole("--seed", seed, 0, LARGEST_SEED)
    rate = share("--irregularities", irregularities)
    target = new_file("--journal", journal, force=force)
    warn(book.ruleset, chosen)
    if asked > MANY_ROUNDS:
        a_round = bytes_a_round(setup, seeded, taken, rate)
        size = f"about {size_said(a_round * asked)} ({size_said(a_round)} a round)"
        print(f"tablewright: the journal will take {size}", file=sys.stderr)
    step, done = max(1, asked // 1000), 0
    with (
        bar(f"rehearsing {asked:,} rounds of {of.name}", asked) as advance,
        written(target, force=force) as file,
    ):

        def after_round(session: Session) -> None:
            nonlocal done
            done = session.table.state.round - 1
            if done % step == 0:
                advance(done)

        so_far(
            lambda: (
                f"with {done:,} of {counted(asked, 'round')} played;"
                f" {quoted(journal)} was not written"
            )
        )
        tally = Tally(file, book)
        session = run_rehearsal(
            setup,
            asked,
            seed=seeded,
            seats=taken,
            irregularities=rate,
            keeper=tally,
            after_round=after_round,
        )
    document = {
        "game": of.id,
        "name": of.name,
        "ruleset": book.ruleset.fingerprint,
        "warnings": list(book.ruleset.warnings),
        "journal": journal,
        "seed": seeded,
        "seats": taken,
        "device": book.device.id,
        "irregularity_rate": rate,
        **tally.document(asked),
        "drop": session.table.state.bank.cents(DROP),
        "tips": session.table.state.bank.cents(TIPS),
    }
    return show_as(
        lambda: document,
        lambda: rehearsal_sheets(document, book),
        as_json=as_json,
        done=f"{quoted(journal)} was written",
    )


def refuse_device(of: Game, device: str | None) -> None:
    """Refuse a device that the game is not dealt from."""
    dealt_from = [each.id for each in procedure(of).devices]
    if device and device not in dealt_from:
        raise Refused(
            f"--device is {quoted(device)}, which {of.name} is not dealt from:"
            f" expected {listed(dealt_from)}"
        )


def bytes_a_round(setup: Setup, seed: int, seats: int, irregularities: float) -> int:
    """How much of a journal a round takes, about: some are played and thrown away."""
    total = 0

    def count(line: bytes) -> None:
        nonlocal total
        total += len(line)

    run_rehearsal(
        setup,
        TRIED_ROUNDS,
        seed=seed,
        seats=seats,
        irregularities=irregularities,
        keeper=Journal(count),
    )
    return total // TRIED_ROUNDS


def size_said(count: int) -> str:
    """Bytes as people say them.

    >>> size_said(24_300), size_said(310_000_000)
    ('24 kB', '310 MB')
    """
    for unit, size in (("GB", 10**9), ("MB", 10**6)):
        if count >= size:
            return f"{count / size:,.{1 if count < 10 * size else 0}f} {unit}"
    return f"{max(1, count // 1000)} kB"


class Tally:
    """Writes a journal and counts what is written."""

    def __init__(self, file: BinaryIO, book: Book) -> None:
        self._journal = Journal(self._write)
        self._file = file
        self._last = b""
        self._void = {
            (each.id, ruling.id)
            for each in book.procedure.irregularities
            for ruling in each.rulings
            if ruling.effect is Effect.VOID
        }
        self.events: Counter[type] = Counter()
        self.irregularities: Counter[str] = Counter()
        self.void_rounds: set[int] = set()
        self.devices = [book.device.id]
        self.overlooked = Overlooked(book.procedure.irregularities)
        self.first_at: datetime | None = None
        self.last_at: datetime | None = None
        self.staked = 0
        self.returned = 0
        self.given_back = 0
        self.result = 0

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._last = line

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        """Write down one event."""
        self._journal.add(event, rule, by, round, at)
        self.events[type(event)] += 1
        self.first_at, self.last_at = self.first_at or at, at
        self.overlooked.note(event)
        if isinstance(event, acts.Settled | acts.TakenBack | acts.Reckoned):
            self.staked += event.sums.staked
            self.returned += event.sums.returned
            self.given_back += event.sums.given_back
        elif isinstance(event, acts.Substitute):
            self.devices.append(event.device)
        elif isinstance(event, acts.Declare):
            self.irregularities[event.irregularity] += 1
            if (event.irregularity, event.ruling) in self._void:
                self.void_rounds.add(round)
        elif isinstance(event, acts.ReportChips):
            self.irregularities[event.incident] += 1
        elif isinstance(event, acts.Closed):
            self.result = event.result

    def document(self, rounds: int) -> Document:
        """What was counted."""
        assert self.first_at
        assert self.last_at
        return {
            "devices": self.devices,
            "first_at": self.first_at.isoformat(),
            "last_at": self.last_at.isoformat(),
            "rounds": rounds,
            "void_rounds": len(self.void_rounds),
            "wagers": self.events[acts.Settled],
            "staked": self.staked,
            "returned": self.returned,
            "given_back": self.given_back,
            "result": self.result,
            "irregularities": dict(sorted(self.irregularities.items())),
            "overlooked": self.overlooked.times,
            "left_out": msgspec.to_builtins(self.overlooked.by_step),
            "late_wagers": self.events[acts.LateWager],
            "fills": self.events[acts.Fill],
            "card_changes": self.events[acts.BringDecks] - 1,
            "lines": self._journal.count,
            "last_hash": hash_of(self._last),
        }


def rehearsal_sheets(document: Document, book: Book) -> Iterator[Sheet]:
    rounds = counted(document["rounds"], "round")
    places = counted(document["seats"], book.game.place)
    times = [datetime.fromisoformat(document[each]) for each in ("first_at", "last_at")]
    left_out = msgspec.convert(document["left_out"], dict[str, LeftOut])
    sums = money_rows(
        staked=document["staked"],
        returned=document["returned"],
        given_back=document["given_back"],
        result=document["result"],
        drop=document["drop"],
        tips=document["tips"],
    )
    yield Sheet(
        f"{document['name']}: {rounds} rehearsed",
        [
            ["journal", document["journal"]],
            ["seed", f"{document['seed']} (with the same options it writes the same file)"],
            ["ruleset", document["ruleset"]],
            *reading_rows(book.setup.readings, book.ruleset.undecided_without(book.setup.readings)),
            ["table", f"{places} taken"],
            ["dealt from", devices_said(book.procedure, document["devices"])],
            ["time", time_said(*times)],
            ["rounds", f"{document['rounds']:,}{void_said(document['void_rounds'])}"],
            ["settled", counted(document["wagers"], "wager")],
            *sums,
            ["late wagers", f"{document['late_wagers']:,}, given back"],
            ["left out", left_out_said(left_out)],
            ["fills", f"{document['fills']:,}"],
            ["card changes", f"{document['card_changes']:,}"],
            ["lines", f"{document['lines']:,}"],
            ["last hash", document["last_hash"]],
        ],
    )
    procedure = book.procedure
    titles = {each.id: each.title for each in procedure.irregularities}
    titles |= {each.id: each.title for each in procedure.incidents}
    found = document["irregularities"]
    if found:
        yield Sheet(
            f"{counted(sum(found.values()), 'irregularity', 'irregularities')} declared",
            [[f"{count:,}", titles[id], id] for id, count in found.items()],
            header=("times", "what went wrong", "rule"),
            amounts=(0,),
            tucked=(2,),
        )

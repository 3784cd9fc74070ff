"""The rehearse command: a table of simulated players, run and written down."""

import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, BinaryIO

from tablewright.cli.journals.files import MOST_ROUNDS, new_file, written
from tablewright.cli.journals.words import counted, hash_of, void_said
from tablewright.cli.numbers import share, whole
from tablewright.cli.progress import bar
from tablewright.cli.settle import warn
from tablewright.cli.sheets import Sheet, show_as
from tablewright.games import game
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.procedure import Effect
from tablewright.rules.readings import parse_choices
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import money
from tablewright.table.journal import Journal
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.rehearsal import rehearse as run_rehearsal
from tablewright.table.session import Session
from tablewright.table.setup import Book

LARGEST_SEED = 2**64 - 1

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
    as_json: bool,
) -> int:
    of = game(id)
    chosen = parse_choices(of.readings, readings)
    setup = rehearsal_setup(of.id, device=device or "", readings=chosen)
    book = Book(setup)
    if book.device.is_keyed:
        others = listed([each.id for each in book.procedure.devices if not each.is_keyed])
        raise Refused(
            f"--device is {quoted(book.device.id)}, and nobody is there to enter cards:"
            f" expected {others}"
        )
    asked = whole("--rounds", rounds, 1, MOST_ROUNDS)
    most = book.ruleset.places
    taken = most if seats is None else whole("--seats", seats, 1, most)
    seeded = secrets.randbelow(2**32) if seed is None else whole("--seed", seed, 0, LARGEST_SEED)
    rate = share("--irregularities", irregularities)
    target = new_file("--journal", journal, force=force)
    warn(book.ruleset, chosen)
    step = max(1, asked // 1000)
    try:
        with (
            written(target, force=force) as file,
            bar(f"rehearsing {asked:,} rounds of {of.name}", asked) as advance,
        ):

            def after_round(session: Session) -> None:
                done = session.table.state.round - 1
                if done % step == 0:
                    advance(done)

            tally = Tally(file, book)
            run_rehearsal(
                setup,
                asked,
                seed=seeded,
                seats=taken,
                irregularities=rate,
                keeper=tally,
                after_round=after_round,
            )
    except KeyboardInterrupt:
        print(f"tablewright: stopped: {quoted(journal)} was not written", file=sys.stderr)
        raise
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
    }
    return show_as(lambda: document, lambda: rehearsal_sheets(document, book), as_json=as_json)


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
        self.staked = 0
        self.returned = 0
        self.result = 0

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._last = line

    def add(self, event: e.Record, rule: str, by: str, round: int, at: datetime) -> None:
        """Write down one event."""
        self._journal.add(event, rule, by, round, at)
        kind = type(event)
        self.events[kind] += 1
        if isinstance(event, e.Settled):
            self.staked += event.stake
            self.returned += event.returned
        elif isinstance(event, c.Declare):
            self.irregularities[event.irregularity] += 1
            if (event.irregularity, event.ruling) in self._void:
                self.void_rounds.add(round)
        elif isinstance(event, e.Closed):
            self.result = event.result

    def document(self, rounds: int) -> Document:
        """What was counted."""
        return {
            "rounds": rounds,
            "void_rounds": len(self.void_rounds),
            "wagers": self.events[e.Settled],
            "staked": self.staked,
            "returned": self.returned,
            "result": self.result,
            "irregularities": dict(sorted(self.irregularities.items())),
            "late_wagers": self.events[c.LateWager],
            "fills": self.events[c.Fill],
            "card_changes": self.events[c.BringDecks] - 1,
            "lines": self._journal.count,
            "last_hash": hash_of(self._last),
        }


def rehearsal_sheets(document: Document, book: Book) -> Iterator[Sheet]:
    rounds = counted(document["rounds"], "round")
    places = counted(document["seats"], book.game.place)
    yield Sheet(
        f"{document['name']}: {rounds} rehearsed",
        [
            ["journal", document["journal"]],
            ["seed", f"{document['seed']} (with the same options it writes the same file)"],
            ["ruleset", document["ruleset"]],
            ["table", f"{places} taken, {book.device.name}"],
            ["rounds", f"{document['rounds']:,}{void_said(document['void_rounds'])}"],
            ["settled", counted(document["wagers"], "wager")],
            ["staked", money(document["staked"])],
            ["returned", money(document["returned"])],
            ["house result", money(document["result"])],
            ["late wagers", f"{document['late_wagers']:,}, given back"],
            ["fills", f"{document['fills']:,}"],
            ["card changes", f"{document['card_changes']:,}"],
            ["lines", f"{document['lines']:,}"],
            ["last hash", document["last_hash"]],
        ],
    )
    titles = {each.id: each.title for each in book.procedure.irregularities}
    found = document["irregularities"]
    if found:
        yield Sheet(
            f"{counted(sum(found.values()), 'irregularity', 'irregularities')} declared",
            [[titles[id], f"{count:,}", id] for id, count in found.items()],
            header=("what went wrong", "times", "rule"),
            amounts=(1,),
        )

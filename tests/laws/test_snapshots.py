"""A table taken up from a snapshot and the lines since is the table that all its lines make.

At any moment of a round, whatever went wrong in it, with packs sealed in the vault: state, sums and
what everybody sees and may do.
"""

from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.house.books.entries import KeptSnapshot
from tablewright.house.books.snapshots import FoundSnapshot
from tablewright.house.screens.sums import Sums
from tablewright.house.tables.restore import Kept, followed
from tablewright.house.tables.snapshots import taken, taken_up
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import THE_PIT_BOSS, Actor
from tablewright.table.course import Course
from tablewright.table.journal import Journal
from tablewright.table.machine import Table
from tablewright.table.record import Act, Record
from tablewright.table.rehearsal import prepare, rehearsal_setup
from tablewright.table.seal import Vault
from tablewright.table.setup import Book
from tablewright.table.views import own_cards
from tests.table_play import DEVICES, RandomPlay, everybody, set_up_at

at_every_table = pytest.mark.parametrize(("of", "device"), DEVICES)


class Watched:
    """Adds up what happens at a table as a live one does, and writes it down now and then."""

    def __init__(self, table: Table, journal: Journal, rng: Random) -> None:
        self.table, self.journal, self.rng = table, journal, rng
        self.sums = Sums(table.book)
        self.taken: list[KeptSnapshot] = []
        self.heard = self.compared = self.within_rounds = 0

    def hear(self, events: list[Record], by: Actor) -> None:
        """What came of a command; sometimes a snapshot is taken, or one held against the journal."""
        table, at = self.table, self.table.state.at
        assert at is not None
        if not self.sums.figures.last:
            self._add_up([acts.SetUp(table.book.setup, 4)], THE_PIT_BOSS)
        self._add_up(events, by)
        self.heard += 1
        if self.rng.random() < 0.05:
            self.taken.append(taken(table, self.sums, self.journal.last))
        elif self.heard % 150 == 0 and self.taken:
            self.compare()

    def _add_up(self, events: list[Record], by: Actor) -> None:
        table, at = self.table, self.table.state.at
        assert at is not None
        self.sums.hear(events, at)
        hands = lambda place: own_cards(table, place)  # noqa: E731
        self.sums.decisions.hear(events, by, table.state, hands)

    def compare(self) -> None:
        """Whatever snapshot it is taken up from, the table is the same."""
        lines, vault = self.journal.lines, dict(self.table.vault)
        whole = followed(None, lines, vault)
        assert whole.table.state == self.table.state
        for kept in self.rng.sample(self.taken, min(3, len(self.taken))):
            start = taken_up(FoundSnapshot(kept, lines[kept.n - 1]))
            self.within_rounds += start.table.state.is_begun
            same(followed(start, lines[kept.n :], vault), whole)
            self.compared += 1


def same(one: Kept, other: Kept) -> None:
    """Two tables that nothing tells apart."""
    assert one.table.state == other.table.state
    assert list(one.table.state.seats) == list(other.table.state.seats), "the order of the places"
    assert (one.table.lines, one.last_hash) == (other.table.lines, other.last_hash)
    assert one.table.vault == other.table.vault
    for each in (one.sums, other.sums):
        _ = each.figures  # What waits is added up when it is looked at.
    assert plain(one.sums) == plain(other.sums)
    for by in everybody(one.table):
        assert one.table.view(by) == other.table.view(by)
        assert one.table.legal(by) == other.table.legal(by)


def plain(value: Any) -> Any:
    """Everything that an object has, whatever of it is said to be remembered."""
    if isinstance(value, (Book, Course)):
        return None
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    return plain(vars(value)) if hasattr(value, "__dict__") else value


@at_every_table
def test_a_rehearsal_is_taken_up_from_a_snapshot_at_any_moment(of: str, device: str) -> None:
    journal, rng = Journal(), Random(f"snapshots {of} {device}")
    session = prepare(rehearsal_setup(of, device=device), 7, 4, 0.5, journal)
    watched = Watched(session.table, journal, rng)
    whole = followed(None, journal.lines, dict(session.table.vault))
    watched.sums = whole.sums
    session.on_events = watched.hear
    while session.table.state.round < 12:
        session.play_round()
    session.close()
    watched.compare()
    assert watched.compared >= 5
    assert watched.within_rounds


class WatchedPlay(RandomPlay):
    """Random play that is added up."""

    watched: Watched | None = None

    def act(self, command: Act, by: Actor) -> None:
        events = self.table.act(command, by, self.now)
        if self.watched:
            self.watched.hear(events, by)


@at_every_table
def test_random_play_is_taken_up_from_a_snapshot_at_any_moment(of: str, device: str) -> None:
    journal, rng = Journal(), Random(f"random snapshots {of} {device}")
    play = WatchedPlay(set_up_at(of, device), rng, journal)
    watched = play.watched = Watched(play.table, journal, rng)
    for _ in range(320):
        play.step()
        if play.table.state.status == "closed":
            break
    watched.compare()
    assert watched.compared >= 3


def _snapshot() -> tuple[KeptSnapshot, list[bytes], Vault]:
    journal = Journal()
    session = prepare(rehearsal_setup("duki4"), 3, 3, 0.0, journal)
    kept = followed(None, journal.lines, dict(session.table.vault))
    made = taken(kept.table, kept.sums, journal.last)
    return made, journal.lines, dict(session.table.vault)


def test_what_is_written_down_tells_no_order_of_a_pack() -> None:
    import zlib

    kept, _, vault = _snapshot()
    plainly = zlib.decompress(kept.content)
    assert vault
    for order, salt in vault.values():
        assert order[:20].encode() not in plainly
        assert salt.encode() not in plainly


def test_a_hand_that_a_sealed_pack_hides_is_left_out_until_it_is_opened() -> None:
    journal = Journal()
    session = prepare(rehearsal_setup("duki4"), 3, 3, 0.0, journal)
    watched = Watched(session.table, journal, Random(1))
    watched.sums = followed(None, journal.lines, dict(session.table.vault)).sums
    hidden = 0

    def look(events: list[Record], by: Actor) -> None:
        nonlocal hidden
        watched.hear(events, by)
        if any(isinstance(each, acts.Decide) for each in events) and not by.is_house:
            kept = taken(session.table, watched.sums, journal.last)
            start = taken_up(FoundSnapshot(kept, journal.lines[-1]))
            assert watched.sums.decisions.at_place[by.place][-1].cards
            assert not start.sums.decisions.at_place[by.place][-1].cards
            hidden += 1

    session.on_events = look
    while not hidden:
        session.play_round()


def test_a_snapshot_that_does_not_fit_is_refused() -> None:
    kept, lines, _ = _snapshot()
    line = lines[kept.n - 1]
    assert taken_up(FoundSnapshot(kept, line)).lines == kept.n
    assert taken_up(FoundSnapshot(kept, line, kept.n + 5, kept.seal)).lines == kept.n
    changed = bytearray(kept.content)
    changed[len(changed) // 2] ^= 1
    for wrong in (
        FoundSnapshot(kept._replace(content=bytes(changed)), line),
        FoundSnapshot(kept._replace(code="another"), line),
        FoundSnapshot(kept._replace(n=kept.n - 1), line),
        FoundSnapshot(kept, lines[kept.n - 2]),
        FoundSnapshot(kept, b""),
        FoundSnapshot(kept, line.replace(b'"n":', b'"n": ')),
        FoundSnapshot(kept, line, kept.n, "another"),
        FoundSnapshot(kept, line, kept.n),
    ):
        with pytest.raises((Refused, msgspec.MsgspecError)):
            taken_up(wrong)

"""The report on a shift or a gaming day: every table, who worked where, what went wrong, who played.

It is read from the journals alone, so that anybody who has them comes to the same; only the alerts,
the handovers of the pit and what still waits to be signed are the house's own. `part_of` reads
one table's journal, `report_of` puts the parts together.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

import msgspec

from tablewright.advice.figures import Figures, Span
from tablewright.advice.foreseen import Foreseen, foresee
from tablewright.house.screens.figure_pages import FloorFigures, PeriodShown, figures_of
from tablewright.house.screens.handover_pages import Handover
from tablewright.house.screens.journal_pages import Before, lines_told
from tablewright.house.screens.ratings import Priced, Rating, Ratings, priced, together
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.acts import slips
from tablewright.table.acts.money import ON_A_SLIP
from tablewright.table.chips import CAGE, FLOAT
from tablewright.table.journal import FORMAT, Line, OtherFormat, decoded, hash_of
from tablewright.table.record import Record
from tablewright.table.setup import Book

MOST_RATED = 25
"""So many players are in a report, those with the largest theoretical loss; the others in its sums."""
NOTED_SLIPS = (slips.CORRECTION, slips.VOID, slips.RULING)


class OnPost(msgspec.Struct, frozen=True, kw_only=True):
    """Who worked at a post, from when to when."""

    table: str
    post: str
    who: str
    since: datetime
    until: datetime


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """Something that went wrong or was put right, as the journal tells it."""

    at: datetime
    table: str
    id: str
    """The table's."""
    line: int
    says: str


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    """What the house has signed of a journal: up to which line, in which of its statements."""

    lines: int
    hash: str
    number: int
    key: str
    at: datetime


class ReportedTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table in the period; amounts in cents."""

    id: str
    table: str
    game: str
    game_name: str
    ruleset: str
    """Its fingerprint."""
    opening_float: int
    """When the period began, or when the table was set up in it."""
    closing_float: int
    """When the period ended, or the table closed; or now."""
    fills: int
    credits: int
    is_open: bool
    """Whether it was still open at the end."""
    lines: int
    """How many lines of its journal this is made of."""
    head: str
    """The hash of the last of them."""
    signed: SignedHead | None
    """The first head that answers for all of them, or else the newest; none, if none was signed."""
    figures: FloorFigures


class ReportedAlert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert that was raised in the period, and who took it."""

    at: datetime
    table: str
    says: str
    taken_by: list[str]
    ended: str
    """When it was over; empty while it is not."""
    reason: str


class GameTotal(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of a game; all of the floor, where none is named."""

    game_name: str
    tables: int
    opening_float: int
    closing_float: int
    fills: int
    credits: int
    figures: FloorFigures


class ShiftReport(msgspec.Struct, frozen=True, kw_only=True):
    """The report on a shift or a gaming day."""

    period: PeriodShown
    zone: str
    is_practice: bool
    is_over: bool
    """Whether the period has ended: nothing in it changes any more."""
    tables: list[ReportedTable]
    totals: list[GameTotal]
    """The floor, then each game."""
    staff: list[OnPost]
    noted: list[Noted]
    alerts: list[ReportedAlert]
    handovers: list[Handover]
    """Those that were taken in the period."""
    players: int
    ratings: list[Rating]
    theoretical_loss: int
    """Of all players, in cents."""
    unsigned: list[str]
    """What waits to be signed now."""
    left_out: list[str]
    """Tables that are not in it: their journals lie in the archive or cannot be read, or who asks is
    to count them."""


class Part(NamedTuple):
    """One table's part of a report."""

    book: Book
    span: Span
    foreseen: Foreseen
    opening_float: int
    closing_float: int
    fills: int
    credits: int
    is_open: bool
    lines: int
    head: str
    staff: list[OnPost]
    noted: list[Noted]
    ratings: list[Priced]


class _Reader:
    """Reads a journal up to the end of a period."""

    def __init__(self, book: Book, begins: datetime) -> None:
        self.book, self.begins = book, begins
        self.figures, self.ratings = Figures(book), Ratings(book, begins)
        self.float = self.fills = self.credits = 0
        self.opening_float: int | None = None
        self.is_open = True
        self.posts: dict[str, tuple[str, datetime]] = {}
        self.staff: list[OnPost] = []
        self.told: list[bytes] = []

    def read(self, raw: bytes, line: Line) -> None:
        did, at = line.did, line.at
        is_within = at >= self.begins
        if is_within and self.opening_float is None and not isinstance(did, acts.SetUp):
            self.opening_float = self.float
        for move in did.moved():
            self.float += move.cents * ((move.target == FLOAT) - (move.source == FLOAT))
            if is_within and isinstance(did, acts.Moved) and did.why == ON_A_SLIP:
                self.fills += move.cents * (move.source == CAGE and move.target == FLOAT)
                self.credits += move.cents * (move.source == FLOAT and move.target == CAGE)
        self.figures.hear([did], at)
        self.ratings.hear([did], at)
        if isinstance(did, acts.SetUp):
            names = msgspec.structs.asdict(did.setup.staff)
            self.posts = {post.replace("_", "-"): (who, at) for post, who in names.items()}
        elif isinstance(did, acts.Relieve):
            self._leave(did.post, at)
            self.posts[did.post] = did.who, at
        elif isinstance(did, acts.Closed):
            self.is_open = False
        if is_within and is_noted(did):
            self.told.append(raw)

    def _leave(self, post: str, at: datetime) -> None:
        who, since = self.posts.pop(post, ("", at))
        if who and at > self.begins:
            self.staff.append(
                OnPost(
                    table=self.book.setup.table,
                    post=post,
                    who=who,
                    since=max(since, self.begins),
                    until=at,
                )
            )

    def end(self, at: datetime) -> None:
        """Everybody is on their post until the table closes, or the period ends."""
        for post in list(self.posts):
            self._leave(post, at)


def is_noted(did: Record) -> bool:
    """Whether a report tells of it: irregularities, rulings, corrections, void rounds, wrong counts."""
    if isinstance(did, acts.SlipPrepared | acts.Countersign | acts.CancelSlip):
        return did.form in NOTED_SLIPS
    told = acts.Correct | acts.Declare | acts.ReportChips | acts.ReportError | acts.CardsRejected
    return isinstance(did, told)


def part_of(
    id: str, lines: Sequence[bytes], begins: datetime, ends: datetime, now: datetime
) -> Part | None:
    """One table's part of a report from its journal; None, if it was not open in the period.

    It may take seconds, where a ruleset is met for the first time.
    """
    first = decoded(lines[0]).did
    if not isinstance(first, acts.SetUp):
        raise Refused("its journal does not begin with the set-up of a table")
    if first.format != FORMAT:
        raise OtherFormat(first.format)
    reader, count, last = _Reader(Book(first.setup), begins), 0, begins
    for raw in lines:
        line = decoded(raw)
        if line.at >= ends:
            break
        reader.read(raw, line)
        count, last = count + 1, line.at
    if not count or (not reader.is_open and last < begins):
        return None
    until = last if not reader.is_open else min(ends, max(now, last))
    reader.end(until)
    book, span = reader.book, reader.figures.since(begins)
    sitting = [each for each in lines[:count] if decoded(each).did.name in Before.EVENTS]
    noted = [
        Noted(
            at=datetime.fromisoformat(told.at),
            table=book.setup.table,
            id=id,
            line=told.n,
            says=told.says,
        )
        for told in lines_told(reader.told, book, Before(sitting))
    ]
    return Part(
        book,
        span,
        foresee(span),
        first_float(reader),
        reader.float,
        reader.fills,
        reader.credits,
        reader.is_open,
        count,
        hash_of(lines[count - 1]),
        reader.staff,
        noted,
        [each for each in priced(reader.ratings, until) if each.rounds or each.bought_in],
    )


def first_float(reader: _Reader) -> int:
    """What was in the rack when the period began; nothing has moved since, if it is not noted."""
    return reader.float if reader.opening_float is None else reader.opening_float


def report_of(
    period: PeriodShown,
    zone: str,
    parts: dict[str, Part],
    alerts: list[ReportedAlert],
    handovers: list[Handover],
    unsigned: list[str],
    left_out: list[str],
    heads: Mapping[str, SignedHead],
    *,
    is_practice: bool,
    is_over: bool,
) -> ShiftReport:
    """The report on a period, of its parts."""
    every = sorted(
        parts.items(), key=lambda each: (each[1].book.game.name, each[1].book.setup.table)
    )
    games = dict.fromkeys(part.book.game.name for _, part in every)
    people = together([each for _, part in every for each in part.ratings])
    return ShiftReport(
        period=period,
        zone=zone,
        is_practice=is_practice,
        is_over=is_over,
        tables=[_table(id, part, heads.get(id)) for id, part in every],
        totals=[
            _total(name, [part for _, part in every if not name or part.book.game.name == name])
            for name in ("", *games)
        ],
        staff=sorted(
            (each for _, part in every for each in part.staff if _is_person(each)),
            key=lambda each: (each.table, each.post, each.since),
        ),
        noted=sorted((n for _, part in every for n in part.noted), key=lambda each: each.at),
        alerts=alerts,
        handovers=handovers,
        players=len(people),
        ratings=[each.shown() for each in people[:MOST_RATED]],
        theoretical_loss=round(sum((each.theoretical for each in people), Fraction(0))),
        unsigned=unsigned,
        left_out=left_out,
    )


def _is_person(on: OnPost) -> bool:
    return on.who not in (f"the {on.post.replace('-', ' ')}", on.post, "the house")


def _table(id: str, part: Part, signed: SignedHead | None) -> ReportedTable:
    return ReportedTable(
        id=id,
        table=part.book.setup.table,
        game=part.book.game.id,
        game_name=part.book.game.name,
        ruleset=part.book.ruleset.fingerprint,
        opening_float=part.opening_float,
        closing_float=part.closing_float,
        fills=part.fills,
        credits=part.credits,
        is_open=part.is_open,
        lines=part.lines,
        head=part.head,
        signed=signed,
        figures=figures_of([part.span], [part.foreseen]),
    )


def _total(name: str, parts: Sequence[Part]) -> GameTotal:
    return GameTotal(
        game_name=name,
        tables=len(parts),
        opening_float=_sum(each.opening_float for each in parts),
        closing_float=_sum(each.closing_float for each in parts),
        fills=_sum(each.fills for each in parts),
        credits=_sum(each.credits for each in parts),
        figures=figures_of([each.span for each in parts], [each.foreseen for each in parts]),
    )


def _sum(cents: Iterable[int]) -> int:
    return sum(cents)

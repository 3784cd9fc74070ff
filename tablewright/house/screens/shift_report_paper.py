"""The report on a shift as a document: what the page shows, set for paper, with room for signatures."""

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo

from tablewright.house.screens.handover_pages import Handover
from tablewright.house.screens.shift_report import (
    GameTotal,
    ReportedTable,
    ShiftReport,
    SignedHead,
)
from tablewright.papers.documents import (
    Align,
    Aside,
    Blank,
    Block,
    Document,
    FormHead,
    Heading,
    Notice,
    Paragraph,
    Sheet,
    Table,
    Text,
)
from tablewright.table.chips import money
from tablewright.table.words import counted

NAME, TITLE = "shift-report", "Shift report"
HEAD = (
    "Table",
    "Opening float",
    "Fills",
    "Credits",
    "Closing float",
    "Drop",
    "Win",
    "Hold",
    "Staked",
    "Won",
    "Won per staked",
    "Theoretical",
    "Rounds",
    "An hour",
)
MEANINGS = (
    "Win: drop, closing float and credits, less opening float and fills. Hold: win in per cent of the"
    " drop. Won: what the wagers settled brought the house; won per staked: that in per cent of what"
    " was staked. Theoretical: what they should have brought, each stake by its exact edge."
)
RATED = ("Player", "Tables", "Minutes", "Rounds", "Average bet", "Theoretical loss", "Result")


def document_of(report: ShiftReport, zone: tzinfo) -> Document:
    """The report as a document, its times by the clocks of the house."""
    return Document(
        name=NAME,
        title=f"{TITLE} {report.period.day} {report.period.name}".strip(),
        sheet=Sheet(is_landscape=True, margin_mm=14, text_pt=9, has_head=False, has_foot=False),
        blocks=tuple(_blocks(report, zone)),
    )


def _blocks(report: ShiftReport, zone: tzinfo) -> Iterator[Block]:
    period = report.period
    name = period.name or "Gaming day"
    under = (
        Aside(f"{period.day}, {name}: {period.begins_at} to {period.ends_at} ({report.zone})"),
    )
    yield FormHead(text=TITLE, number=f"{period.day} {name}", under=under)
    if not report.is_over:
        yield Notice(
            title="Not complete: the period has not ended",
            text="Another report made later will differ.",
            is_loud=True,
        )
    if report.left_out:
        yield Notice(title="Left out", items=tuple(report.left_out), is_loud=True)
    yield Heading(text="Tables", level=2)
    yield _tables(report)
    yield Paragraph(text=MEANINGS, is_small=True)
    yield Heading(text="On duty", level=2)
    yield from _listed(
        ("Table", "Post", "Who", "From", "Until"),
        [
            (e.table, e.post.replace("-", " "), e.who, _clock(e.since, zone), _clock(e.until, zone))
            for e in report.staff
        ],
        "Nobody is named: the house worked every post.",
    )
    yield Heading(text="Irregularities, rulings, corrections and void rounds", level=2)
    yield from _listed(
        ("Time", "Table", "Line", "What"),
        [(_clock(e.at, zone), e.table, (Aside(str(e.line)),), e.says) for e in report.noted],
        "None in the journals.",
    )
    yield Heading(text="Alerts", level=2)
    yield from _listed(
        ("Time", "Table", "What", "Taken by", "Found"),
        [
            (_clock(e.at, zone), e.table, e.says, ", ".join(e.taken_by) or "nobody", e.reason)
            for e in report.alerts
        ],
        "None on record. Alerts are kept for a day after they are over.",
    )
    yield Heading(text="Handovers of the pit", level=2)
    yield from _listed(
        ("Time", "From", "To", "Tables", "Alerts", "Note"),
        [
            (
                _clock(e.ended or e.offered, zone),
                e.giver,
                e.taker,
                _handed(e),
                str(e.alerts),
                e.note,
            )
            for e in report.handovers
        ],
        "None.",
    )
    yield Heading(text="Players", level=2)
    yield from _listed(
        RATED,
        [
            (
                each.player,
                each.table,
                str(each.minutes),
                str(each.rounds),
                money(each.average_bet),
                money(each.theoretical),
                money(each.net),
            )
            for each in report.ratings
        ],
        "Nobody played.",
        _aligned(2, 5),
    )
    loss = money(report.theoretical_loss)
    yield Paragraph(text=f"{counted(report.players, 'player')} in all, theoretical loss {loss}.")
    if report.unsigned:
        yield Heading(text="Waiting to be signed", level=2)
        yield Notice(title="Open signatures", items=tuple(report.unsigned), is_loud=True)
    yield Heading(text="Made from", level=2)
    yield Table(
        head=("Table", "Rules", "Ruleset", "Lines of the journal", "Hash of the last"),
        rows=tuple(
            (
                each.table,
                each.game_name,
                (Aside(each.ruleset),),
                str(each.lines),
                (Aside(each.head),),
            )
            for each in report.tables
        ),
        is_small=True,
    )
    yield Heading(text="Signed heads of these journals", level=2)
    yield from _listed(
        ("Table", "Statement", "Signed", "Key", "Up to line", "Hash of that line"),
        [_signed(each.table, each.signed, zone) for each in report.tables if each.signed],
        "None is signed.",
    )
    yield Blank(names=("Pit boss", "Shift manager", "Date"))


def _tables(report: ShiftReport) -> Table:
    """Every table, and then the sums of games and of the floor."""
    rows = [_row(f"{each.table}, {each.game_name}", each) for each in report.tables]
    games = report.totals[1:] if len(report.totals) > 2 else []
    sums = [_row(f"{each.game_name}: {each.tables}", each) for each in games]
    floor = [_row(f"Floor: {counted(each.tables, 'table')}", each) for each in report.totals[:1]]
    return Table(
        head=HEAD,
        rows=(*rows, *sums, *floor),
        align=_aligned(1, len(HEAD) - 1),
        sums=len(sums) + len(floor),
        is_small=True,
    )


def _aligned(words: int, numbers: int) -> tuple[Align, ...]:
    """Columns of words, then columns of numbers."""
    left: Align = "left"
    right: Align = "right"
    return (*[left] * words, *[right] * numbers)


def _row(name: str, each: ReportedTable | GameTotal) -> tuple[str, ...]:
    of = each.figures
    return (
        name,
        money(each.opening_float),
        money(each.fills),
        money(each.credits),
        money(each.closing_float),
        money(of.drop),
        money(of.win),
        _per_cent(of.hold),
        money(of.staked),
        money(of.won),
        _per_cent(of.won_per_staked),
        money(of.theoretical or 0),
        str(of.rounds),
        f"{of.rounds_an_hour:g}",
    )


def _signed(table: str, head: SignedHead, zone: tzinfo) -> tuple[Text, ...]:
    """What the house has signed of a journal."""
    at = f"{head.at.astimezone(zone):%Y-%m-%d %H:%M}"
    return table, str(head.number), at, (Aside(head.key),), str(head.lines), (Aside(head.hash),)


def _handed(handover: Handover) -> str:
    """The tables that passed, and what did not."""
    return "; ".join([", ".join(handover.tables) or "none", *(f"not {e}" for e in handover.left)])


def _per_cent(found: float | None) -> str:
    return "–" if found is None else f"{found:.2f} %"


def _listed(
    head: tuple[str, ...],
    rows: Sequence[tuple[Text, ...]],
    none: str,
    align: tuple[Align, ...] = (),
) -> Iterator[Block]:
    if rows:
        yield Table(head=head, rows=tuple(rows), align=align, is_small=True)
    else:
        yield Paragraph(text=none)


def _clock(at: datetime, zone: tzinfo) -> str:
    return at.astimezone(zone).strftime("%H:%M")

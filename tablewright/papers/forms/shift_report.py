"""The shift report: what a table won, how it was played, what went wrong, and who signed for what.

Sums are those of the verdict on the journal and of the forms themselves. *Hold* is what the table won
in per cent of the drop; what it won in per cent of the amount staked is another figure, and is named
so. What should have been won is the exact expectation with the stakes that were made.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tablewright.advice.expected import Outlook
from tablewright.odds.printing import percent
from tablewright.papers.documents import (
    Aside,
    Block,
    Columns,
    Heading,
    Notice,
    Paragraph,
    Table,
    Text,
)
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import DropAndTips, Form, Marker, Report, Signature, Slip
from tablewright.papers.forms.inventory import RESULT, result_rows
from tablewright.papers.forms.kinds import SHIFT, TITLES
from tablewright.papers.forms.night import Night
from tablewright.papers.forms.parts import (
    EMPTY,
    amounts_table,
    clock,
    day_and_clock,
    fields,
    head,
    to_the_cent,
)
from tablewright.rules.english import capital
from tablewright.table.acts import slips
from tablewright.table.words import counted, plain

BLANK_ROWS = 5
"""Rows of a blank report where a journal would have as many as there are."""


def shift_report(number: str, edition: Edition, night: Night | None) -> Iterator[Block]:
    """The report on a night; blank, where there is none."""
    yield from head(SHIFT, number, edition, night.shift if night else None)
    if night and not night.verdict.is_complete:
        yield _incomplete(night)
    yield from _table(edition, night)
    yield Heading(text="Result", level=2)
    yield from _result(night)
    yield Heading(text="Hold", level=2)
    yield from _hold(night)
    yield Heading(text="Pace", level=2)
    yield from _pace(night)
    yield Heading(text="What went wrong", level=2)
    yield from _wrong(night)
    yield Heading(text="Forms, and who signed them", level=2)
    yield _signed(night)
    yield from _others_signed(night)
    yield Heading(text="Staff", level=2)
    yield _staff(night)
    yield Heading(text="Journal", level=2)
    yield from _journal(night)
    yield fields(("Pit boss", EMPTY), ("Shift manager", EMPTY), ("Date", EMPTY))


def _incomplete(night: Night) -> Notice:
    verdict = night.verdict
    why = "the table was not closed" if not verdict.is_closed else "its last line is cut off"
    return Notice(
        title=f"Not complete: {why}",
        text=f"The report goes as far as line {verdict.lines:,} of the journal.",
        is_loud=True,
    )


def _table(edition: Edition, night: Night | None) -> Iterator[Block]:
    shift = night.shift if night else None
    closing = shift.closing if shift else None
    opened = shift.opened if shift else None
    devices = ""
    if night:
        names = {each.id: each.name for each in edition.procedure.devices}
        devices = ", then ".join(names[id] for id in dict.fromkeys(night.verdict.devices))
    yield fields(
        ("Opened", day_and_clock(opened) if opened else EMPTY),
        ("Closing begun", day_and_clock(closing) if closing else EMPTY),
        ("Closed", day_and_clock(shift.at) if shift and shift.line else EMPTY),
    )
    money = "for practice: nothing was at stake" if edition.book.setup.is_practice else "for money"
    yield fields(
        ("Dealt from", devices),
        ("Jurisdiction", edition.jurisdiction.name),
        ("Played", money if night else EMPTY),
    )


# Money ---------------------------------------------------------------------------------------------


def _result(night: Night | None) -> Iterator[Block]:
    """The result twice: by the float, the drop and the cage, and by the wagers."""
    closer = night.closer if night else None
    by_float = amounts_table(result_rows(closer), title="By the float, the drop box and the cage")
    by_wagers = amounts_table(_by_wagers(night), title="By the wagers")
    yield Columns(blocks=(by_float, by_wagers))
    names = ("Fills", "Credits", "Corrections paid", "Drop", "Tips", "Given back unplayed")
    if night is None:
        yield fields(*((name, EMPTY) for name in names))
        return
    corrections = [each for each in night.slips_of(slips.CORRECTION) if each.to_player]
    amounts = (
        night.total(slips.FILL),
        night.total(slips.CREDIT),
        sum(each.cents for each in corrections),
        night.drop,
        night.tips,
        night.verdict.given_back,
    )
    yield fields(*zip(names, map(to_the_cent, amounts), strict=True))


def _by_wagers(night: Night | None) -> list[tuple[str, int | None]]:
    names = (
        "Staked",
        "Returned to players",
        "Corrections: from players, or to them (-)",
        "Over in the closing count, or short (-)",
        "Still owed by players after void rounds",
        RESULT,
    )
    if night is None:
        return [(name, None) for name in names]
    verdict, shift = night.verdict, night.shift
    parts = (
        verdict.staked,
        -verdict.returned,
        night.corrected,
        shift.over,
        -shift.still_owed,
    )
    assert sum(parts) == night.result, "wagers that do not add up to the accounts"
    return list(zip(names, (*parts, sum(parts)), strict=True))


def _hold(night: Night | None) -> Iterator[Block]:
    names = (
        "Hold: won in per cent of the drop",
        "Won in per cent of the amount staked",
        "Expected to be won",
        "Standard deviation",
        "Won less expected, in deviations",
    )
    if night is None:
        yield fields(*((name, EMPTY) for name in names[:2]))
        yield fields(*((name, EMPTY) for name in names[2:]))
        return
    verdict, outlook = night.verdict, night.outlook
    yield fields(
        (names[0], _share(night.result, night.drop)),
        (names[1], _share(night.result, verdict.staked)),
    )
    yield fields(
        (names[2], to_the_cent(round(outlook.expected))),
        (names[3], to_the_cent(round(outlook.deviation))),
        (names[4], _far_off(night, outlook)),
    )
    yield _by_wager(outlook)
    for note in outlook.notes:
        yield Paragraph(text=note, is_small=True)


def _share(part: int, whole: int) -> str:
    return percent(Fraction(part, whole), 2) if whole else "nothing to compare with"


def _far_off(night: Night, outlook: Outlook) -> str:
    won = night.verdict.staked - night.verdict.returned
    if not outlook.deviation:
        return EMPTY
    return f"{(won - outlook.expected) / outlook.deviation:+.2f}"


def _by_wager(outlook: Outlook) -> Table:
    rows = [
        (
            each.name,
            each.house_edge,
            to_the_cent(each.stake),
            to_the_cent(each.won),
            _share(each.won, each.stake),
            to_the_cent(round(each.expected)),
        )
        for each in outlook.wagers
        if each.stake
    ]
    staked = sum(each.stake for each in outlook.wagers)
    won = sum(each.won for each in outlook.wagers)
    sums = ("In all", EMPTY, to_the_cent(staked), to_the_cent(won), _share(won, staked))
    return Table(
        head=("Wager", "House edge", "Staked", "Won", "Of the amount staked", "Expected"),
        rows=(*rows, (*sums, to_the_cent(round(outlook.expected)))),
        align=("left", "right", "right", "right", "right", "right"),
        widths=(2, 1.4, 1, 1, 1.3, 1),
        sums=1,
        is_small=True,
    )


# How it was played ---------------------------------------------------------------------------------


def _pace(night: Night | None) -> Iterator[Block]:
    names = (
        "Rounds",
        "Void",
        "Decisions",
        "Minutes of play",
        "Rounds an hour",
        "Decisions an hour",
    )
    if night is None:
        yield fields(*((name, EMPTY) for name in names))
        return
    taken = night.taken
    figures = (
        f"{night.verdict.rounds:,}",
        f"{night.verdict.void_rounds:,}",
        f"{taken.decisions:,}",
        f"{taken.minutes:,.0f}",
        *(f"{pace:,.1f}" if pace else "too little play" for pace in taken.pace),
    )
    yield fields(*zip(names, figures, strict=True))


def _wrong(night: Night | None) -> Iterator[Block]:
    names = ("Irregularities", "Corrections", "Late wagers", "Steps left out", "Slips cancelled")
    head = ("Time", "Round", "What went wrong", "Declared by", "Report")
    if night is None:
        yield fields(*((name, EMPTY) for name in names))
        rows_to_fill = ((EMPTY,) * 5,) * BLANK_ROWS
        yield Table(head=head, rows=rows_to_fill, widths=(0.8, 0.6, 4, 2, 2), is_blank=True)
        return
    verdict = night.verdict
    cancelled = [each for each in night.forms if isinstance(each, Slip) and each.cancelled]
    late = f"{verdict.late_wagers:,}"
    if verdict.late_wagers:
        late += f", {to_the_cent(night.shift.late)} given back"
    left_out = ", ".join(
        f"{counted(each.times, step)}, {each.declared or 'none'} declared"
        for step, each in verdict.left_out.items()
    )
    figures = (
        f"{verdict.irregularities:,}",
        f"{verdict.corrections:,}",
        late,
        left_out or "none",
        f"{len(cancelled):,}",
    )
    yield fields(*zip(names, figures, strict=True), widths=(1, 1, 1.5, 1.5, 1))
    reports = [each for each in night.forms if isinstance(each, Report)]
    assert len(reports) == verdict.irregularities
    if reports:
        rows = [
            (
                (Aside(clock(each.at)),),
                str(each.round),
                each.title,
                each.declared_by,
                (Aside(each.number),),
            )
            for each in reports
        ]
        yield Table(head=head, rows=tuple(rows), widths=(0.8, 0.6, 4, 2, 2), is_small=True)


# Who signed ----------------------------------------------------------------------------------------


def _signed(night: Night | None) -> Table:
    """Every form but the report itself, with its number and the names under it."""
    rows: Sequence[tuple[Text, ...]] = ((EMPTY,) * 5,) * BLANK_ROWS
    if night:
        rows = [
            (
                (Aside(clock(each.at)),),
                TITLES[each.form],
                to_the_cent(each.cents) if each.cents else EMPTY,
                _names(each),
                (Aside(each.number or "none: not completed"),),
            )
            for each in night.forms
            if each is not night.shift
        ]
    return Table(
        head=("Time", "Form", "Amount", "Signed by", "Number"),
        rows=tuple(rows),
        align=("left", "left", "right", "left", "left"),
        widths=(0.8, 2, 1, 3, 2),
        is_small=bool(night),
        is_blank=night is None,
    )


def _names(form: Form) -> str:
    if isinstance(form, Slip) and form.cancelled:
        return f"cancelled by {form.cancelled_by}"
    if isinstance(form, Report):
        return f"declared by {form.declared_by}"
    if isinstance(form, Marker):
        return f"agreed by {form.agreed_by}"
    signed = [form.removed] if isinstance(form, DropAndTips) else form.signed
    names = [f"{each.name} ({plain(each.post)})" for each in signed if each]
    if isinstance(form, Slip) and not form.line:
        names.append("waits for a second signature")
    return ", ".join(names)


def _others_signed(night: Night | None) -> Iterator[Block]:
    """What is signed for without a form: large payments, and cards that were examined."""
    approvals = night.shift.approvals if night else []
    examined = night.shift.examined if night else []
    yield fields(
        ("Large payments approved by", _tallied(approvals, night)),
        ("Cards examined by", _tallied(examined, night)),
    )


def _tallied(signed: Sequence[Signature], night: Night | None) -> str:
    if night is None:
        return EMPTY
    found = Counter(f"{each.name} ({plain(each.post)})" for each in signed)
    return "; ".join(f"{who}, {counted(times, 'time')}" for who, times in found.items()) or "none"


def _staff(night: Night | None) -> Table:
    rows: Sequence[tuple[Text, ...]] = ((EMPTY,) * 4,) * BLANK_ROWS
    if night:
        rows = [
            (
                capital(plain(each.post)),
                each.name,
                day_and_clock(each.since),
                day_and_clock(each.until) if each.until else EMPTY,
            )
            for each in night.shift.staff
        ]
    return Table(
        head=("Post", "Name", "From", "Relieved"),
        rows=tuple(rows),
        widths=(1, 2, 1.5, 1.5),
        is_small=bool(night),
        is_blank=night is None,
    )


def _journal(night: Night | None) -> Iterator[Block]:
    if night is None:
        yield fields(("Lines", EMPTY), ("Shuffles", EMPTY), ("Orders opened", EMPTY))
        yield fields(("Hash of the last line: the head of the journal", EMPTY))
        return
    verdict = night.verdict
    seals = night.shift.seals
    yield fields(
        ("Lines", f"{verdict.lines:,}"),
        ("Shuffles", f"{verdict.shuffles:,}"),
        ("Orders opened, fitting their seals", f"{seals - verdict.still_sealed:,} of {seals:,}"),
    )
    yield fields(("Hash of the first line", (Aside(night.first_hash),)))
    yield fields(("Hash of the last line: the head of the journal", (Aside(night.last_hash),)))
    yield Paragraph(
        text="Every line was verified before this was printed: hashes, procedure, money, and each"
        " payment against the rules.",
        is_small=True,
    )

"""The verify command: a journal checked, and what it holds."""

from collections.abc import Iterator

import msgspec

from tablewright.cli.interrupts import so_far
from tablewright.cli.journals.files import JournalFile
from tablewright.cli.journals.handed import HeldHeads, held_heads
from tablewright.cli.journals.heads import SignedJournal, WrongHead, signed_journal
from tablewright.cli.journals.words import (
    devices_said,
    end_sheets,
    left_out_said,
    money_rows,
    reading_rows,
    time_said,
    void_said,
)
from tablewright.cli.progress import bar
from tablewright.cli.rulebook import warning_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.signatures import NOBODY, Known
from tablewright.games import game, procedure
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.jurisdictions import jurisdiction
from tablewright.signing.statements import DoesNotHold
from tablewright.table.journal import WrongLine, hash_of
from tablewright.table.verdict import Verdict
from tablewright.table.verify import verify as verify_lines
from tablewright.table.words import counted

PASSES = 8
"""How many times as long as reading a line it takes to verify it, about."""


class Progress:
    """Up to which line a journal is known to hold."""

    def __init__(self) -> None:
        self.held = 0

    def __call__(self, line: int) -> None:
        self.held = line

    def before(self, wrong: WrongLine) -> int:
        """The last line that holds before one that does not."""
        return min(self.held, wrong.line - 1)

    def __str__(self) -> str:
        """What an interrupt says."""
        if not self.held:
            return "before any line was checked"
        return f"at line {self.held + 1:,}; the lines before it hold"


def verify(name: str, *, as_json: bool, known: Known = None, head: str | None = None) -> int:
    file, progress = JournalFile(name), Progress()
    if known is not None and not file.is_ordinary:
        raise Refused(
            f"{quoted(name)} has no signature beside it: expected a file, as --key was given"
        )
    try:
        verdict = verified(file, progress)
        signed = signed_journal(file, known, is_held_otherwise=head is not None)
        handed = held_heads(file, head, known, signed) if head is not None else None
    except DoesNotHold as wrong:
        raise _wrongly_signed(name, wrong, as_json=as_json) from None
    except WrongLine as wrong:
        if as_json:
            wrong_document = {
                "journal": name,
                "holds": False,
                "line": wrong.line,
                "why": wrong.why,
                "lines_that_hold": progress.before(wrong),
            }
            show_as(lambda: wrong_document, lambda: (), as_json=True)
        raise does_not_hold(name, wrong, progress) from None
    document = {
        "journal": name,
        "holds": True,
        "is_complete": verdict.is_complete,
        **msgspec.to_builtins(verdict),
        "last_hash": hash_of(file.last),
        "signed": signed.document() if signed else None,
        "handed_out": handed.document() if handed else None,
    }
    return show_as(
        lambda: document,
        lambda: verdict_sheets(name, verdict, file.last, signed, handed),
        as_json=as_json,
        done=f"{quoted(name)} holds",
    )


def _wrongly_signed(name: str, wrong: DoesNotHold, *, as_json: bool) -> Refused:
    """What is said of a journal that holds by itself, and is not the one that was signed."""
    if as_json:
        document: dict[str, object] = {"journal": name, "holds": False, "why": str(wrong)}
        if isinstance(wrong, WrongHead):
            document |= {"line": wrong.line, "lines_that_hold": wrong.held}
        show_as(lambda: document, lambda: (), as_json=True)
    return Refused(f"{quoted(name)} does not hold: {wrong}")


def does_not_hold(name: str, wrong: WrongLine, progress: Progress) -> Refused:
    """What is said of a journal with a line that is wrong."""
    held = held_said(progress.before(wrong))
    return Refused(f"{quoted(name)} does not hold, line {wrong.line:,}: {wrong.why} ({held})")


def held_said(held: int) -> str:
    """Which lines hold, up to one that does not."""
    if not held:
        return "no line is known to hold"
    return f"lines 1 to {held:,} hold" if held > 1 else "line 1 holds"


def verified(file: JournalFile, progress: Progress) -> Verdict:
    """The verdict on a journal, with a bar while it is being reached."""
    with bar(f"verifying {file.name}", (1 + PASSES) * file.size) as advance:
        so_far(lambda: str(progress))
        if not file.is_ordinary:
            kept = list(file.lines())
            return verify_lines(lambda: kept, progress)
        passes = 0

        def lines() -> Iterator[bytes]:
            nonlocal passes
            passes += 1
            if passes == 1:
                return file.lines(advance)
            return file.lines(lambda done: advance(file.size + PASSES * done))

        return verify_lines(lines, progress)


def verdict_sheets(
    name: str,
    verdict: Verdict,
    last: bytes,
    signed: SignedJournal | None,
    handed: HeldHeads | None = None,
) -> Iterator[Sheet]:
    of = game(verdict.game)
    went_wrong = counted(verdict.irregularities, "irregularity", "irregularities")
    others = [
        counted(verdict.late_wagers, "late wager"),
        counted(verdict.corrections, "correction"),
    ]
    closed = "yes, and the last line states the count" if verdict.is_closed else "no"
    place = f"jurisdiction {jurisdiction(verdict.jurisdiction).name}"
    first, until = verdict.first_at, verdict.last_at
    assert first
    assert until
    money = money_rows(
        staked=verdict.staked,
        returned=verdict.returned,
        given_back=verdict.given_back,
        result=verdict.result,
        drop=verdict.drop,
        tips=verdict.tips,
    )
    yield Sheet(
        f"{name}: {headline(verdict)}; {'it is signed' if signed else f'{NOBODY} it'}",
        [
            ["table", f"{verdict.table}, {of.name}, {place}"],
            ["dealt from", devices_said(procedure(of), verdict.devices)],
            ["time", time_said(first, until)],
            ["ruleset", verdict.ruleset],
            *reading_rows(verdict.readings, verdict.undecided),
            ["lines", f"{verdict.lines:,}, every hash fits"],
            ["rounds", f"{verdict.rounds:,}{void_said(verdict.void_rounds)}"],
            ["payments", f"{verdict.payments:,}, each as the rules give it"],
            *money,
            ["accounts", "all add up to nothing after every command"],
            ["set apart", ", ".join([went_wrong, *others])],
            ["left out", left_out_said(verdict.left_out)],
            ["shuffles", shuffles_said(verdict)],
            ["closed", closed],
            ["last hash", hash_of(last)],
            *(signed.rows() if signed else ()),
            *(handed.rows() if handed else ()),
        ],
        is_warning=not verdict.is_complete,
    )
    yield from warning_sheets(verdict.warnings)
    yield from end_sheets(is_closed=verdict.is_closed, lines=verdict.lines, cut_off=verdict.cut_off)


def headline(verdict: Verdict) -> str:
    """Whether the journal holds, and whether there is all of it."""
    if verdict.is_complete:
        return "the journal holds"
    lines = counted(verdict.lines, "whole line" if verdict.cut_off else "line")
    missing = []
    if verdict.cut_off:
        missing.append(f"line {verdict.cut_off:,} is cut off")
    if not verdict.is_closed:
        missing.append("the table was not closed")
    held = "holds" if verdict.lines == 1 else "hold"
    return f"NOT COMPLETE: its {lines} {held}; {' and '.join(missing)}"


def shuffles_said(verdict: Verdict) -> str:
    """How many shuffles, and what is known of their orders."""
    shuffles, sealed = verdict.shuffles, verdict.still_sealed
    if not shuffles:
        return "none"
    if not sealed:
        return f"{shuffles:,}, every order opened and fitting its seal"
    if sealed == shuffles:
        return f"{shuffles:,}, {'still sealed' if shuffles == 1 else 'all still sealed'}"
    return f"{shuffles:,}, {sealed:,} still sealed, the rest opened and fitting their seals"

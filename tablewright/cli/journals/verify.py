"""The verify command: a journal checked, and what it holds."""

from collections.abc import Iterator

import msgspec

from tablewright.cli.journals.files import JournalFile
from tablewright.cli.journals.words import counted, end_sheets, hash_of, void_said
from tablewright.cli.progress import bar
from tablewright.cli.sheets import Sheet, show_as
from tablewright.games import game
from tablewright.rules.errors import Refused, quoted
from tablewright.table.chips import money
from tablewright.table.journal import WrongLine
from tablewright.table.verify import Verdict
from tablewright.table.verify import verify as verify_lines

PASSES = 8
"""How many times as long as reading a line it takes to verify it, about."""


def verify(name: str, *, as_json: bool) -> int:
    file = JournalFile(name)
    try:
        verdict = verified(file)
    except WrongLine as wrong:
        why = str(wrong).partition(": ")[2]
        if as_json:
            wrong_document = {"journal": name, "holds": False, "line": wrong.line, "why": why}
            show_as(lambda: wrong_document, lambda: (), as_json=True)
        raise Refused(f"{quoted(name)} does not hold, line {wrong.line:,}: {why}") from None
    # A journal may end between the last command and what followed from it.
    document = {
        "journal": name,
        "holds": True,
        **msgspec.structs.asdict(verdict),
        "last_hash": hash_of(file.last),
    }
    return show_as(
        lambda: document, lambda: verdict_sheets(name, verdict, file.last), as_json=as_json
    )


def verified(file: JournalFile) -> Verdict:
    """The verdict on a journal, with a bar while it is being reached."""
    with bar(f"verifying {file.name}", (1 + PASSES) * file.size) as advance:
        if not file.is_ordinary:
            kept = list(file.lines())
            return verify_lines(lambda: kept)
        passes = 0

        def lines() -> Iterator[bytes]:
            nonlocal passes
            passes += 1
            if passes == 1:
                return file.lines(advance)
            return file.lines(lambda done: advance(file.size + PASSES * done))

        return verify_lines(lines)


def verdict_sheets(name: str, verdict: Verdict, last: bytes) -> Iterator[Sheet]:
    of = game(verdict.game)
    sealed = "every order opened and fitting its seal"
    if verdict.still_sealed:
        sealed = f"{verdict.still_sealed:,} still sealed, the rest opened and fitting their seals"
    went_wrong = counted(verdict.irregularities, "irregularity", "irregularities")
    others = [
        counted(verdict.late_wagers, "late wager"),
        counted(verdict.corrections, "correction"),
    ]
    closed = "yes, and the last line states the count" if verdict.is_closed else "no"
    yield Sheet(
        f"{name}: the journal holds",
        [
            ["table", f"{verdict.table}, {of.name}"],
            ["ruleset", verdict.ruleset],
            ["lines", f"{verdict.lines:,}, every hash fits"],
            ["rounds", f"{verdict.rounds:,}{void_said(verdict.void_rounds)}"],
            ["payments", f"{verdict.payments:,}, each as the rules give it"],
            ["staked", money(verdict.staked)],
            ["returned", money(verdict.returned)],
            ["house result", f"{money(verdict.result)}, and all accounts add up"],
            ["set apart", ", ".join([went_wrong, *others])],
            ["shuffles", f"{verdict.shuffles:,}, {sealed}"],
            ["closed", closed],
            ["last hash", hash_of(last)],
        ],
    )
    yield from end_sheets(is_closed=verdict.is_closed, lines=verdict.lines, cut_off=verdict.cut_off)

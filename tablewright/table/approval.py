"""Whether a table may open: its ruleset is approved, decided, and all that must be on record is.

What is on record reaches a table in its journal: with the set-up, and by an act while it waits to open
(`acts/approvals.py`). So what it opened with can be proved from the journal alone.
"""

from tablewright.rules.errors import Forbidden, Refused, listed
from tablewright.rules.jurisdictions import Approval
from tablewright.rules.on_record import Records, lacking
from tablewright.table.limits import wrong_limit
from tablewright.table.setup import Book

APPROVED_RULES, CONDITIONS, ANSWERS = (
    "house.approved-rules", "house.conditions", "house.regulators-answers",
)  # fmt: skip


def refuse_opening(book: Book, records: Records) -> Approval | None:
    """Refuse to open with a ruleset that is not approved here and today, undecided, or lacks a record.

    Returns the approval under which the table opens, where the jurisdiction gives approvals.
    """
    place, setup, ruleset = book.jurisdiction, book.setup, book.ruleset
    approval = place.approval_of(ruleset, setup.day)
    if approval is None and not place.approves_everything:
        if not place.approvals:
            raise Forbidden(
                f"This table cannot open: no game that we know of is approved in {place.name}. Set up a"
                " table in another jurisdiction.",
                APPROVED_RULES,
            )
        raise Forbidden(
            f"This table cannot open: ruleset {ruleset.fingerprint[:12]} of {book.game.name} is not"
            f" approved in {place.name} on {setup.day}. Set up a table with an approved one.",
            APPROVED_RULES,
        )
    if setup.is_practice:
        return approval
    for reading in ruleset.undecided:
        if reading.id not in setup.readings:
            options = listed([option.id for option in reading.options])
            raise Forbidden(
                f"This table cannot open for money: {reading.id} is undecided. Set up a table with"
                f" {options} chosen, or one for practice.",
                APPROVED_RULES,
            )
    if lacks := lacking(ruleset, place, records, setup.day):
        rule = ANSWERS if all(each.subject.startswith("answer") for each in lacks) else CONDITIONS
        raise Forbidden(
            f"This table cannot open for money in {place.name}. Not on record:"
            f" {'; '.join(map(str, lacks))}. Record it in the pit under Approvals, and have a second"
            " person confirm it.",
            rule,
        )
    for kind, (low, high) in setup.limits.items():
        if wrong := wrong_limit(book, kind, low, high, records):
            raise Refused(wrong.fault)
    return approval


def practice_note(book: Book, records: Records) -> str:
    """What a practice table would lack if it were for money; nothing, if nothing."""
    if not book.setup.is_practice:
        return ""
    lacks = lacking(book.ruleset, book.jurisdiction, records, book.setup.day)
    return "; ".join(map(str, lacks))

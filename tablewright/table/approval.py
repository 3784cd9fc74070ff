"""Whether a table may open: its ruleset is approved, decided, and all that must be on record is.

What is on record reaches a table in its journal: with the set-up, and by an act while it waits to open
(`acts/approvals.py`). So what it opened with can be proved from the journal alone.
"""

from tablewright.rules.errors import Forbidden, Refused, listed
from tablewright.rules.jurisdictions import Approval
from tablewright.rules.language import say
from tablewright.rules.on_record import (
    Records,
    approval_of,
    expired_approval,
    lacking,
    with_letters,
)
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
    approval = approval_of(ruleset, place, records, setup.day)
    if approval is None and not place.approves_everything:
        raise Forbidden(
            say("This table cannot open: {why}", why=_not_approved(book, records)),
            APPROVED_RULES,
        )
    if setup.is_practice:
        return approval
    for reading in ruleset.undecided:
        if reading.id not in setup.readings:
            options = listed([option.id for option in reading.options])
            raise Forbidden(
                say(
                    "This table cannot open for money: {id} is undecided. Set up a table with {options}"
                    " chosen, or one for practice.",
                    id=reading.id,
                    options=options,
                ),
                APPROVED_RULES,
            )
    if lacks := lacking(ruleset, place, records, setup.day):
        rule = ANSWERS if all(each.subject.startswith("answer") for each in lacks) else CONDITIONS
        raise Forbidden(
            say(
                "This table cannot open for money in {name}. Not on record: {lacks}. Record it in"
                " the pit under Approvals, and have a second person confirm it.",
                name=place.name,
                lacks="; ".join(map(str, lacks)),
            ),
            rule,
        )
    for kind, (low, high) in setup.limits.items():
        if wrong := wrong_limit(book, kind, low, high, records):
            raise Refused(wrong.fault)
    return approval


def _not_approved(book: Book, records: Records) -> str:
    """Why no approval names the ruleset, and what to do."""
    place, day = book.jurisdiction, book.setup.day
    rules = say(
        "ruleset {fingerprint} of {name}",
        fingerprint=book.ruleset.fingerprint[:12],
        name=book.game.name,
    )
    if expired := expired_approval(book.ruleset, place, records, day):
        return say(
            "what approves {rules} in {name} expired after {until} ({source}). Enter the letter"
            " that renews it in the pit under Approvals, or set up a table with an approved"
            " ruleset.",
            rules=rules,
            name=place.name,
            until=expired.until,
            source=expired.source,
        )
    if not with_letters(place, records).approvals:
        return say(
            "no game that we know of is approved in {name}. Set up a table in another"
            " jurisdiction, or enter the letter that approves it in the pit under Approvals.",
            name=place.name,
        )
    return say(
        "{rules} is not approved in {name} on {day}. Set up a table with an approved one,"
        " or enter the letter that approves it in the pit under Approvals.",
        rules=rules,
        name=place.name,
        day=day,
    )


def runs_under(book: Book, records: Records) -> str:
    """The approval under which a table is played, or would be; nothing, where none names its rules.

    Where everything is approved, it is the place that says so.
    """
    approval = approval_of(book.ruleset, book.jurisdiction, records, book.setup.day)
    return _said(book, approval) if approval or book.jurisdiction.approves_everything else ""


def opened_under(book: Book, records: Records) -> str:
    """The approval under which a table opens now; refused, where it may not."""
    return _said(book, refuse_opening(book, records))


def _said(book: Book, approval: Approval | None) -> str:
    return approval.source if approval else book.jurisdiction.name


def practice_note(book: Book, records: Records) -> str:
    """What a practice table would lack if it were for money; nothing, if nothing."""
    if not book.setup.is_practice:
        return ""
    lacks = lacking(book.ruleset, book.jurisdiction, records, book.setup.day)
    return "; ".join(map(str, lacks))

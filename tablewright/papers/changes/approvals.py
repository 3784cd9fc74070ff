"""Which approvals name the rules before and after: what stands, what lapses, what needs an answer."""

from collections.abc import Container, Iterable, Iterator
from datetime import date
from typing import Literal

import msgspec

from tablewright.papers.editions import Edition
from tablewright.rules.game import Ruleset
from tablewright.rules.jurisdictions import Approval, Jurisdiction, jurisdictions
from tablewright.rules.on_record import Answered, with_letters

Outcome = Literal["stands", "lapses", "answer", "begins", "neither", "none", "everything"]
"""What becomes of an approval. Answer: it names the new rules once the regulator has answered. Begins:
it names the new rules and not the old ones. Neither: it names no side's. None: the place has given no
approval of the game that we know of. Everything: every ruleset may be played there."""


class ApprovalChange(msgspec.Struct, frozen=True, kw_only=True):
    """An approval of the game, and whether it names the rules before and after the change.

    Of a place that has given none, or approves everything, the approval's own fields are empty.
    """

    jurisdiction: str
    name: str
    authority: str
    outcome: Outcome
    source: str = ""
    given_on: date | None = None
    until: date | None = None
    """The last gaming day on which it holds."""
    ruleset: str = ""
    """The fingerprint that it names."""
    to_answer: tuple[str, ...] = ()
    """The readings of the new rules that need the regulator's answer still: `reading=option`."""


def changed_approvals(
    before: Edition, after: Edition, places: Iterable[Jurisdiction] = ()
) -> tuple[ApprovalChange, ...]:
    """Every approval of the game that is in force on the new side's day, wherever it was given.

    Where it is printed for, the letters and answers count that the new side has on record. `places` are
    further jurisdictions, or others in place of those of the same id that come with the package.
    """
    records = after.book.setup.on_record
    here = with_letters(after.jurisdiction, records)
    known = {each.id: each for each in (*jurisdictions(), here, *places)}
    answers = {each.claim.subject for each in records if each.holds_on(after.day)}
    found: list[ApprovalChange] = []
    for place in known.values():
        is_here = place.id == here.id
        given = _of_place(place, before, after, answers if is_here else ())
        found += [each for each in given if each.source or is_here or place.approves_everything]
    return tuple(found)


def _of_place(
    place: Jurisdiction, before: Edition, after: Edition, on_record: Container[str]
) -> Iterator[ApprovalChange]:
    none = ApprovalChange(
        jurisdiction=place.id,
        name=place.name,
        authority=place.authority,
        outcome="everything" if place.approves_everything else "none",
    )
    given = [
        each
        for each in place.approvals
        if each.game == after.game.id and each.is_in_force(after.day)
    ]
    for approval in given:
        became = outcome(approval, before.ruleset, after.ruleset)
        asked = [
            f"{id}={option}"
            for id, option in _to_answer(approval, after.ruleset).items()
            if Answered(id, option, "", after.day).subject not in on_record
        ]
        if became == "answer" and not asked:
            became = "stands"
        yield msgspec.structs.replace(
            none,
            outcome="everything" if place.approves_everything else became,
            source=approval.source,
            given_on=approval.date,
            until=approval.until,
            ruleset=approval.ruleset,
            to_answer=tuple(asked),
        )
    if not given:
        yield none


def outcome(approval: Approval, before: Ruleset, after: Ruleset) -> Outcome:
    """What a change of rules makes of an approval, whatever answers are on record."""
    if not approval.covers(after):
        return "lapses" if approval.covers(before) else "neither"
    asked, was_asked = _to_answer(approval, after), _to_answer(approval, before)
    if set(asked.items()) - set(was_asked.items()):
        return "answer"
    return "stands" if approval.covers(before) else "begins"


def _to_answer(approval: Approval, ruleset: Ruleset) -> dict[str, str]:
    return approval.to_be_answered(ruleset) if approval.covers(ruleset) else {}

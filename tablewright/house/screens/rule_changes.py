"""What a change of rules would do: to every approval that is known here, and to those who deal."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from tablewright.rules.jurisdictions import Jurisdiction, jurisdictions
from tablewright.rules.on_record import Answered, with_letters

if TYPE_CHECKING:
    from tablewright.house.people.approvals import Approvals
    from tablewright.papers.editions import Edition

Becomes = Literal["stands", "answer", "lapses", "begins", "neither"]
"""Answer: it names the new rules once the regulator has answered. Begins: it names the new rules, and
not the manual's. Neither: it names others."""


class ApprovalOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a change makes of an approval."""

    jurisdiction: str
    jurisdiction_name: str
    source: str
    until: str
    """The last gaming day on which it holds; empty, if there is none."""
    outcome: Becomes
    to_answer: list[str]
    """The answers that are not on record yet, as `reading=option`."""


class DeviceOutcome(msgspec.Struct, frozen=True):
    """How much of what a dealer needs with a device is to be examined again."""

    name: str
    needed: int
    again: int


class RulesChange(msgspec.Struct, frozen=True, kw_only=True):
    """What follows if a game is played by other rules than the manual's."""

    game: str
    game_name: str
    before: str
    """The fingerprint of the manual's own ruleset."""
    ruleset: str
    """The fingerprint of the new one."""
    approvals: list[ApprovalOutcome]
    devices: list[DeviceOutcome]
    dealers: list[str]
    """Who holds a certificate that would need a conversion, and in how much."""


class KnownPlace(NamedTuple):
    """A place with its letters, and the answers on record there, as `reading=option`."""

    place: Jurisdiction
    answers: frozenset[str]


def known_places(register: "Approvals", today: date) -> list[KnownPlace]:
    """Every jurisdiction with the letters and answers that hold there today."""
    found = []
    for place in jurisdictions():
        records = tuple(each for each in register.on_record(place.id) if each.holds_on(today))
        claims = [each.claim for each in records]
        answers = {f"{c.reading}={c.option}" for c in claims if isinstance(c, Answered)}
        found.append(KnownPlace(with_letters(place, records), frozenset(answers)))
    return found


def rules_change(
    id: str,
    readings: dict[str, str],
    pay: dict[str, str],
    places: Sequence[KnownPlace],
    today: date,
) -> RulesChange:
    """What other readings and payments would do. Who deals here is not known here."""
    from tablewright.papers.changes.dealers import examined_again  # It loads what counts deals.
    from tablewright.papers.editions import Edition

    before = Edition(id, day=today)
    after = Edition(id, day=today, readings=readings, pay=pay)
    return RulesChange(
        game=after.game.id,
        game_name=after.game.name,
        before=before.fingerprint,
        ruleset=after.fingerprint,
        approvals=list(_outcomes(before, after, places)),
        devices=[
            DeviceOutcome(each.name, each.needed, each.again)
            for each in examined_again(before, after).devices
        ],
        dealers=[],
    )


def _outcomes(
    before: "Edition", after: "Edition", places: Iterable[KnownPlace]
) -> Iterator[ApprovalOutcome]:
    from tablewright.papers.changes.approvals import outcome

    for place, answers in places:
        for approval in place.approvals:
            if approval.game != after.game.id or not approval.is_in_force(after.day):
                continue
            became = outcome(approval, before.ruleset, after.ruleset)
            asked = approval.to_be_answered(after.ruleset) if approval.covers(after.ruleset) else {}
            missing = [f"{id}={option}" for id, option in asked.items()]
            missing = [each for each in missing if each not in answers]
            if became == "answer" and not missing:
                became = "stands"
            yield ApprovalOutcome(
                jurisdiction=place.id,
                jurisdiction_name=place.name,
                source=approval.source,
                until=approval.until.isoformat() if approval.until else "",
                outcome=became,  # type: ignore[arg-type]  # Of an approval there are no others.
                to_answer=missing,
            )

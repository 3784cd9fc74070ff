"""Approvals on record: what the house's register says reaches a table that waits to open."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablewright.rules.errors import Refused
from tablewright.rules.on_record import Records, refuse_records
from tablewright.rules.roles import PIT_BOSS
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.record import Act, act
from tablewright.table.status import OPENING
from tablewright.table.words import HOUSE, STAFF, Telling

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


@act(
    "house.conditions",
    by=(PIT_BOSS,),
    during=(OPENING,),
    by_house=True,
    happened={
        "": "On record for {jurisdiction}: {records}.",
        "none": "Nothing is on record for {jurisdiction} any more.",
    },
)
class RecordApprovals(Act, frozen=True):
    """What is on record now, in place of what the table knew.

    Two people have signed each record in the register, so the house itself brings it: a pit boss at
    the table could otherwise write down what nobody has confirmed.
    """

    records: Records

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not by.is_house:
            return No(
                "Approvals are not recorded at a table. Record them in the pit under Approvals, and"
                " have a second person confirm them."
            )
        return cls.allowed()

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        try:
            refuse_records(self.records, t.book.jurisdiction)
        except Refused as refused:
            return No(str(refused))
        return None

    def apply(self, state: "State", course: "Course") -> None:
        state.on_record = self.records

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"jurisdiction": s.book.jurisdiction.name, "records": records_said(self.records)}
        yield Telling(HOUSE, slots, "" if self.records else "none", to=STAFF)


def records_said(records: Records) -> str:
    """What is on record, each with its evidence and the two people who stand for it."""
    return "; ".join(
        f"{each.claim.subject} ({each.evidence}; attested by {each.attested_by}, confirmed by"
        f" {each.confirmed_by}{f', through {each.until}' if each.until else ''})"
        for each in records
    )

"""Since when something waits at a table: a slip or a form for its next signature, a round to be played.

Heard from every event, so that a table which is taken up again knows it from its journal.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from tablewright.table import acts
from tablewright.table.acts.forms import CLOSER, ERROR, OPENER
from tablewright.table.record import Record


class Waits(msgspec.Struct):
    """What waits at one table, and since when."""

    slips: dict[int, datetime] = msgspec.field(default_factory=dict)
    """When each slip that is not yet signed by two was signed first."""
    forms: dict[str, datetime] = msgspec.field(default_factory=dict)
    """When each form that is not complete was signed last."""
    played: datetime | None = None
    """When the last round was over; before the first, when the table was opened."""

    def hear(self, events: Iterable[Record], at: datetime) -> None:
        """What happened."""
        for event in events:
            match event:
                case acts.SlipPrepared():
                    self.slips[event.slip] = at
                case acts.Countersign() if not event.differs:
                    self.slips.pop(event.slip, None)
                case acts.CancelSlip():
                    self.slips.pop(event.slip, None)
                case acts.Sign():
                    self.forms[event.form] = at
                case acts.FormCompleted():
                    self.forms.pop(event.form, None)
                case acts.CountFloat():  # What was signed was signed for another count.
                    for form in (OPENER, ERROR, CLOSER):
                        self.forms.pop(form, None)
                case acts.Opened() | acts.Clear():
                    self.played = at

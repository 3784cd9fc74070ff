"""What the pit must see to that is no table's: each cause of an alert of the house as a whole."""

from collections.abc import Collection

from tablewright.house.books.handing_out import HandingOut
from tablewright.house.screens.alert_pages import THE_HOUSE, Alert, Cause

LONGEST_WHY = 200


def house_causes(handing: HandingOut | None, waiting: Collection[Alert]) -> list[Cause] | None:
    """Every alert that the house should have now; None, as long as that is not known.

    `waiting` are the alerts that there are: statements that were not taken for long are so until one is
    taken again, though the house was closed meanwhile and has only just been refused anew.
    """
    if handing is None:
        return []
    if not handing.is_heard:
        return None
    slots: dict[str, str | int | list[str]] = {
        "party": handing.party.name,
        "why": handing.why[:LONGEST_WHY],
        "waiting": handing.waiting,
    }
    cause = Cause("heads-not-taken", handing.party.name, slots)
    is_raised = any(each.key == (THE_HOUSE, cause.kind, cause.subject) for each in waiting)
    is_failing = handing.failing_since is not None
    return [cause] if is_failing and (handing.is_late or is_raised) else []

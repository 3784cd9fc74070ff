"""What the workbench answers, as the page reads it; it is made by the processes that count.

Every figure comes from `tablewright.design`, exact and as it is printed. The house passes answers on as
they are, so that nothing that counts is ever loaded by it.
"""

import msgspec

from tablewright.design.shown import ReportShown
from tablewright.design.versions import VersionFields


class VersionPriced(msgspec.Struct, frozen=True, kw_only=True):
    """A version with everything that can be varied of it, and what the house holds."""

    fields: VersionFields
    report: ReportShown

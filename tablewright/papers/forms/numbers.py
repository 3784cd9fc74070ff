"""Numbers of forms, none of which is ever given twice.

A form that a journal fills is numbered by the journal itself: the first digits of the hash of its first
line, the line with which the form was completed, and the first digits of that line's hash. So a form
printed again has the same number, wherever and whenever that is; and where a table was taken back to a
copy of its journal and played on, its lines have other hashes and its forms other numbers.

    7c1fa09e-412-9b03ac

A blank form is numbered by the batch that it was printed in (the time and eight digits drawn at random)
and the place that it has among the forms of its kind there.

    20261117T103005Z-5e0c91d2-fill-0007
"""

import re
import secrets
from datetime import datetime

from tablewright.rules.errors import Refused, quoted

OF_JOURNAL, OF_LINE = 8, 6
"""So many digits of a hash."""
BATCH = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,38}[A-Za-z0-9])?")
MOST_FORMS = 1000
"""So many blank forms of each kind are printed in one batch."""


def filled_number(first: str, line: int, hash: str) -> str:
    """The number of a form that was completed with a line of a journal, by the hashes of both lines.

    >>> filled_number("7c1fa09e55", 412, "9b03ac71f0")
    '7c1fa09e-412-9b03ac'
    """
    return f"{first[:OF_JOURNAL]}-{line}-{hash[:OF_LINE]}"


def blank_number(batch: str, form: str, count: int) -> str:
    """The number of a blank form, counted from 1 among those of its kind in a batch.

    >>> blank_number("20261117T103005Z-5e0c91d2", "fill", 7)
    '20261117T103005Z-5e0c91d2-fill-0007'
    """
    return f"{batch}-{form}-{count:04}"


def new_batch(now: datetime) -> str:
    """A batch that there has not been: the time in UTC, and digits drawn at random."""
    return f"{now:%Y%m%dT%H%M%SZ}-{secrets.token_hex(4)}"


def refuse_batch(batch: str) -> None:
    """Refuse a batch that could not be read off a form."""
    if not BATCH.fullmatch(batch):
        raise Refused(
            f"the batch is {quoted(batch)}: expected up to 40 letters, digits and hyphens"
        )

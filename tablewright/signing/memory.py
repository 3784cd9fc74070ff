"""What the folder of the keys remembers of what was signed: it lies where no copy of a database does.

So a database that is put back from an older copy, or cut back with all that was signed of it, is known
to be shorter than it was.
"""

from collections.abc import Mapping
from datetime import datetime

import msgspec

MOST_HEADS = 1000
"""Of so many journals the last head is remembered, of those that were signed last."""


class Reached(msgspec.Struct, frozen=True):
    """How far a house has come in signing: the last statement's number and hash."""

    number: int = 0
    hash: str = ""


class KnownHead(msgspec.Struct, frozen=True):
    """How far a journal had come when its head was signed last, and the number of that statement."""

    lines: int
    hash: str
    number: int


class Last(msgspec.Struct, frozen=True, kw_only=True):
    """What was signed last with the present key, and what each house has reached."""

    key: str = ""
    at: datetime | None = None
    houses: dict[str, Reached] = {}
    heads: dict[str, dict[str, KnownHead]] = {}
    """For each house its journals by the ids of their tables, those signed last at the end."""
    handed: dict[str, dict[str, Reached]] = {}
    """For each house what was handed out to each second party, by its address."""

    def with_reached(
        self,
        house: str,
        reached: Reached,
        heads: Mapping[str, KnownHead],
        only: Mapping[str, KnownHead] | None = None,
    ) -> "Last":
        """A house has come so far, and these journals of it; `only` are those that it had before."""
        before = self.heads.get(house, {}) if only is None else only
        known = {id: head for id, head in before.items() if id not in heads}
        newest = list((known | dict(heads)).items())[-MOST_HEADS:]
        return msgspec.structs.replace(
            self,
            houses={**self.houses, house: reached},
            heads={**self.heads, house: dict(newest)},
        )

    def with_handed(self, house: str, to: str, reached: Reached) -> "Last":
        """So much was handed out to a second party."""
        known = {**self.handed.get(house, {}), to: reached}
        return msgspec.structs.replace(self, handed={**self.handed, house: known})

"""Orders for papers, as they go to the press: a set-up and a house, and a journal that fills forms."""

import hashlib
from typing import TYPE_CHECKING

import msgspec

from tablewright.papers.houses import House as NamedHouse
from tablewright.table.setup import Setup, Staff

if TYPE_CHECKING:
    from tablewright.papers.editions import Edition


class PaperOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What papers are printed for. Whatever can change a document is in it, and nobody's name."""

    setup: Setup
    house: NamedHouse

    @property
    def key(self) -> str:
        """The same for orders of which the same papers come."""
        plain = msgspec.to_builtins(self, str_keys=True)  # Chips are counted by number.
        return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()

    def edition(self) -> "Edition":
        """The edition, checked; refused where the set-up is not one that a table can have."""
        from tablewright.papers.editions import Edition  # It loads what counts deals.

        return Edition.of_setup(self.setup, self.house)


def without_staff(setup: Setup) -> Setup:
    """A table's set-up as papers need it: they are for all who work there."""
    return msgspec.structs.replace(setup, staff=Staff())


class KeptJournal(msgspec.Struct, frozen=True):
    """A journal that fills forms, as it was exported."""

    content: bytes
    sha256: str

    @classmethod
    def of(cls, content: bytes) -> "KeptJournal":
        return cls(content, hashlib.sha256(content).hexdigest())

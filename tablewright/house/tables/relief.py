"""A post at a table passes from one person to another by the house's doing: a pit is handed over."""

import msgspec

from tablewright.house.people.person import Person
from tablewright.house.tables.carry_out import carry_out
from tablewright.house.tables.room import Room
from tablewright.table.actors import THE_PIT_BOSS
from tablewright.table.acts import Relieve


class Relief(msgspec.Struct, frozen=True):
    """Who gives which post to whom."""

    post: str
    giver: str
    taker: str

    def __call__(self, room: Room) -> None:
        """Carry it out: an errand of the house at a table."""
        giver = Person("a:", self.giver, frozenset((self.post,)))
        carry_out(room, giver, THE_PIT_BOSS, Relieve(self.post, self.taker))
